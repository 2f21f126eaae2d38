// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What libtorch was built with, of which the library has none: it has products, decompositions and transforms
/// of its own, and at::hasMKLDNN() tells at run time whether it uses oneDNN.

#define AT_MKLDNN_ENABLED() 0
#define AT_MKL_ENABLED() 0
#define AT_MKL_SEQUENTIAL() 0
#define AT_FFTW_ENABLED() 0
#define AT_POCKETFFT_ENABLED() 0
#define AT_NNPACK_ENABLED() 0
#define AT_BUILD_WITH_BLAS() 0
#define AT_BUILD_WITH_LAPACK() 0
#define AT_PARALLEL_OPENMP 0
#define AT_PARALLEL_NATIVE 1
#define AT_PARALLEL_NATIVE_TBB 0
#define AT_BLAS_F2C() 0
#define AT_BLAS_USE_CBLAS_DOT() 0

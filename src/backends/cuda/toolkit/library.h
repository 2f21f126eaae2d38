// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The vendor's libraries, opened on first use: they are hundreds of megabytes, and a program that multiplies no
/// matrices on the device needs none of them.

#include <cublasLt.h>
#include <cudnn.h>

namespace torchpp::cuda {

// Every function of a library that is called. The tables' members have the functions' names and types.
#define TORCHPP_CUBLASLT_FUNCTIONS(X)     \
  X(cublasLtCreate)                       \
  X(cublasLtGetStatusName)                \
  X(cublasLtGetStatusString)              \
  X(cublasLtGetVersion)                   \
  X(cublasLtMatmul)                       \
  X(cublasLtMatmulAlgoConfigGetAttribute) \
  X(cublasLtMatmulAlgoGetHeuristic)       \
  X(cublasLtMatmulDescCreate)             \
  X(cublasLtMatmulDescDestroy)            \
  X(cublasLtMatmulDescSetAttribute)       \
  X(cublasLtMatmulPreferenceCreate)       \
  X(cublasLtMatmulPreferenceDestroy)      \
  X(cublasLtMatmulPreferenceSetAttribute) \
  X(cublasLtMatrixLayoutCreate)           \
  X(cublasLtMatrixLayoutDestroy)          \
  X(cublasLtMatrixLayoutSetAttribute)

#define TORCHPP_CUDNN_FUNCTIONS(X)                  \
  X(cudnnConvolutionBackwardData)                   \
  X(cudnnConvolutionBackwardFilter)                 \
  X(cudnnConvolutionForward)                        \
  X(cudnnCreate)                                    \
  X(cudnnCreateConvolutionDescriptor)               \
  X(cudnnCreateFilterDescriptor)                    \
  X(cudnnCreateTensorDescriptor)                    \
  X(cudnnDestroyConvolutionDescriptor)              \
  X(cudnnDestroyFilterDescriptor)                   \
  X(cudnnDestroyTensorDescriptor)                   \
  X(cudnnGetConvolutionBackwardDataAlgorithm_v7)    \
  X(cudnnGetConvolutionBackwardDataWorkspaceSize)   \
  X(cudnnGetConvolutionBackwardFilterAlgorithm_v7)  \
  X(cudnnGetConvolutionBackwardFilterWorkspaceSize) \
  X(cudnnGetConvolutionForwardAlgorithm_v7)         \
  X(cudnnGetConvolutionForwardWorkspaceSize)        \
  X(cudnnGetErrorString)                            \
  X(cudnnGetLastErrorString)                        \
  X(cudnnGetVersion)                                \
  X(cudnnSetConvolutionGroupCount)                  \
  X(cudnnSetConvolutionMathType)                    \
  X(cudnnSetConvolutionNdDescriptor)                \
  X(cudnnSetFilterNdDescriptor)                     \
  X(cudnnSetStream)                                 \
  X(cudnnSetTensorNdDescriptor)

#define TORCHPP_FUNCTION(name) decltype(&::name) name;
struct CublasLt {
  TORCHPP_CUBLASLT_FUNCTIONS(TORCHPP_FUNCTION)
};
struct Cudnn {
  TORCHPP_CUDNN_FUNCTIONS(TORCHPP_FUNCTION)
};
#undef TORCHPP_FUNCTION

/// The library's functions. Throws Error that names the library, what was tried and why it failed.
const CublasLt& cublaslt();
const Cudnn& cudnn();

}  // namespace torchpp::cuda

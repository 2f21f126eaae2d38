// SPDX-License-Identifier: BSD-3-Clause
// A few rows of floats times a matrix of 16-bit floats: of half the memory of one of floats, at the rate of these.

#include "src/backends/cpu/isa/narrow_gemm_abi.h"

#include "src/backends/cpu/isa/few_rows.h"

#if defined(__AVX2__)
namespace torchpp {
namespace cpu {
namespace {

constexpr int kRows = NarrowGemmKernels::kRows, kColumns = kLanes<float> / kRows,
              kVectors = NarrowGemmKernels::kWidth / kLanes<float>;

template <class B>
void dots(int64_t n, int64_t k, const float* x, const uint16_t* b, int64_t b_stride, float* y, int64_t y_stride) {
  dot_block<float, kRows, kColumns>(kRows, n, k, x, k, reinterpret_cast<const B*>(b), b_stride, y, y_stride, false,
                                    nullptr);
}
template <class B>
void add_rows(int64_t k, const float* x, int64_t x_stride, const uint16_t* b, int64_t b_stride, float* y,
              int64_t y_stride) {
  add_rows<float, kRows, kVectors>(k, x, x_stride, 1, reinterpret_cast<const B*>(b), b_stride, y, y_stride);
}

}  // namespace

#define NARROW_GEMM_KERNELS(B, variable) \
  const NarrowGemmKernels variable = {kColumns, &dots<math::B>, &add_rows<math::B>};
NARROW_GEMM_KERNELS(bf16, TORCHPP_SET_NAME(narrow_gemm_bf16))
NARROW_GEMM_KERNELS(f16, TORCHPP_SET_NAME(narrow_gemm_f16))

}  // namespace cpu
}  // namespace torchpp
#endif

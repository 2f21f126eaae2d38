// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/narrow_gemm.h"

#include <torchpp/core/settings.h>

#include <algorithm>

#include "src/backends/cpu/isa/narrow_gemm_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/own/gemm_slices.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace own {

#if defined(__x86_64__)

namespace {

using Arguments = GemmArguments<uint16_t>;

constexpr int64_t kMostRows = 16;          // with more, converting the matrix once for tiles of floats pays
constexpr int64_t kLeastDepth = 64;        // shorter sums of columns do not pay for adding up their lanes
constexpr int64_t kBlockSums = 8192;       // floats that stay in the nearest cache
constexpr int64_t kUnit = 64;              // columns, of which blocks are whole numbers
constexpr int64_t kSliceElements = 32768;  // of the matrix, for four rows: what pays for another thread
constexpr int64_t kParallelFlops = 8 * kSliceElements;

bool goes_by_columns(const Arguments& q) { return q.b_row == 1 && q.k >= kLeastDepth; }

class FewRows {
 public:
  FewRows(ScalarType dtype, const Arguments& q)
      : q_(q),
        dtype_(dtype),
        isa_(cpu_level() == kCpuLevels - 1 ? (dtype == kHalf ? narrow_gemm_f16_v4 : narrow_gemm_bf16_v4)
                                           : (dtype == kHalf ? narrow_gemm_f16_v3 : narrow_gemm_bf16_v3)) {}

  void run(bool parallel) const {
    const Workspace space(rows_ * q_.k * sizeof(float));
    float* const a = space.as<float>();
    for (int64_t i = 0; i < q_.m; ++i)
      convert_elements(kFloat, a + i * q_.k, 1, dtype_, q_.a + i * q_.a_row, q_.a_col, q_.k);
    std::fill_n(a + q_.m * q_.k, (rows_ - q_.m) * q_.k, 0.0f);
    const int64_t slices = parallel ? q_.n * q_.k * (rows_ / kRows) / kSliceElements : 1;
    const int64_t units = std::max<int64_t>(1, q_.n / kUnit);  // the last one has the columns left over, too
    const int64_t fitting = ceil_div(q_.n, std::max(kUnit, kBlockSums / rows_));
    const int64_t blocks = std::min(units, std::max(fitting, std::min<int64_t>(slices, 2 * get_num_threads())));
    detail::run_slices(slices > 1, blocks, [&](int64_t i) {
      const int64_t begin = i * units / blocks * kUnit;
      columns(a, begin, i + 1 == blocks ? q_.n : (i + 1) * units / blocks * kUnit);
    });
  }

 private:
  static constexpr int64_t kRows = NarrowGemmKernels::kRows, kWidth = NarrowGemmKernels::kWidth;

  void columns(const float* a, int64_t begin, int64_t end) const {
    const int64_t count = end - begin;
    const Workspace space((rows_ + 1) * count * sizeof(float));
    float *const sums = space.as<float>(), *const more = sums + rows_ * count;  // what is added to a row
    const uint16_t* const b = q_.b + begin * q_.b_col;
    if (goes_by_columns(q_)) dots(count, a, b, sums);
    else add_rows(count, a, b, sums);
    if (q_.bias) convert_elements(kFloat, more, 1, dtype_, q_.bias + begin, 1, count);
    for (int64_t i = 0; i < q_.m; ++i) {
      uint16_t* const to = q_.c + i * q_.c_row + begin;
      float* const from = sums + i * count;
      if (q_.add) convert_elements(kFloat, more, 1, dtype_, to, 1, count);
      for (int64_t j = 0; j < count && (q_.add || q_.bias); ++j) from[j] += more[j];
      convert_elements(dtype_, to, 1, kFloat, from, 1, count);
    }
  }

  // Some of b's columns at a time, which all rows see while they are near.
  void dots(int64_t count, const float* a, const uint16_t* b, float* sums) const {
    constexpr int64_t kGroup = 16;
    for (int64_t g = 0; g < count; g += kGroup)
      for (int64_t i = 0; i < rows_; i += kRows)
        for (int64_t j = g; j < std::min(count, g + kGroup); j += isa_.columns)
          isa_.dots(std::min(isa_.columns, count - j), q_.k, a + i * q_.k, b + j * q_.b_col, q_.b_col,
                    sums + i * count + j, count);
  }

  // Some of b's rows at a time, in runs as long as those of the sums, from few pages at once. The last kernel of a run
  // begins with columns that are done, so it works beside the sums.
  void add_rows(int64_t count, const float* a, const uint16_t* b, float* sums) const {
    constexpr int64_t kRun = 16;
    std::fill_n(sums, rows_ * count, 0.0f);
    for (int64_t p = 0; p < q_.k; p += kRun, b += kRun * q_.b_row)
      for (int64_t i = 0; i < rows_; i += kRows) {
        const int64_t depth = std::min(kRun, q_.k - p), last = count - kWidth;
        float *const to = sums + i * count, part[kRows * kWidth];
        const float* const x = a + i * q_.k + p;
        int64_t j = 0;
        for (; j <= last; j += kWidth) isa_.add_rows(depth, x, q_.k, b + j, q_.b_row, to + j, count);
        if (j == count) continue;
        for (int64_t r = 0; r < kRows; ++r) std::copy_n(to + r * count + last, kWidth, part + r * kWidth);
        isa_.add_rows(depth, x, q_.k, b + last, q_.b_row, part, kWidth);
        for (int64_t r = 0; r < kRows; ++r) std::copy_n(part + r * kWidth + j - last, count - j, to + r * count + j);
      }
  }

  const Arguments& q_;
  const ScalarType dtype_;
  const int64_t rows_ = ceil_div(q_.m, kRows) * kRows;  // with some of zeros
  const NarrowGemmKernels& isa_;
};

}  // namespace

bool try_few_rows(ScalarType dtype, const Arguments& first, int64_t batch, int64_t a_stride, int64_t b_stride,
                  int64_t c_stride) {
  if (cpu_level() == 0 || first.m > kMostRows) return false;
  if (!goes_by_columns(first) && (first.b_col != 1 || first.n < NarrowGemmKernels::kWidth)) return false;
  run_batch(first, batch, a_stride, b_stride, c_stride, kParallelFlops,
            [&](const Arguments& q, bool parallel) { FewRows(dtype, q).run(parallel); });
  return true;
}

#else

bool try_few_rows(ScalarType, const GemmArguments<uint16_t>&, int64_t, int64_t, int64_t, int64_t) { return false; }

#endif

}  // namespace own
}  // namespace cpu
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// The gradient of the weights by Winograd's F(3x3, 4x4).

#include <algorithm>
#include <atomic>

#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/own/winograd.h"
#include "src/backends/cpu/own/winograd_tiles.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/shape.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {
namespace {

constexpr int64_t kTaps = 9;

// One operand: pixels, or gradients of results, of which a chunk of tile rows is transformed at once: [point][tile]
// [channel].
struct Operand {
  const float* images;
  WinogradTiles tiles;
  int64_t channels, width;  // as they are, and rounded up to whole vectors
  float* points = nullptr;
  int64_t point_stride = 0;
};

class WinogradGradient {
 public:
  WinogradGradient(const ConvProblem& q, const float* x, const float* dy)
      : image_rows_(ceil_div(q.out[1], kWinogradOut)),
        rows_(q.n * image_rows_),
        row_tiles_(ceil_div(q.out[2], kWinogradOut)),
        x_(operand(x, {q.in_channels, q.in[1], q.in[2], q.channels_last}, kWinogradIn, q.padding_left[1],
                   q.padding_left[2], transforms_.input)),
        dy_(operand(dy, {q.out_channels, q.out[1], q.out[2], q.channels_last}, kWinogradOut, 0, 0,
                    transforms_.gradient)) {}

  bool run(float* dw) {
    const int64_t chunks = ceil_div(rows_, most_rows()), rows = ceil_div(rows_, chunks);
    for (Operand* o : {&x_, &dy_}) o->point_stride = points_apart(rows * row_tiles_ * o->width);
    const int64_t sum_stride = points_apart(x_.channels * dy_.width);
    const auto nbytes = [](int64_t stride) { return static_cast<size_t>(kWinogradPoints * stride) * sizeof(float); };
    const Workspace space(nbytes(x_.point_stride) + nbytes(dy_.point_stride) + nbytes(sum_stride));
    x_.points = space.as<float>();
    dy_.points = space.as<float>(nbytes(x_.point_stride));
    float* const sums = space.as<float>(nbytes(x_.point_stride) + nbytes(dy_.point_stride));
    for (int64_t first = 0; first < rows_; first += rows) {
      const int64_t last = std::min(first + rows, rows_);
      transform(first, last);
      // For each point, channels of x times channels of dy.
      GemmArguments<float> q;
      q.m = x_.channels, q.n = dy_.width, q.k = (last - first) * row_tiles_;
      q.a = x_.points, q.a_row = 1, q.a_col = x_.width;
      q.b = dy_.points, q.b_row = dy_.width, q.b_col = 1;
      q.c = sums, q.c_row = dy_.width, q.add = first > 0;
      gemm_batched(q, {kWinogradPoints}, {x_.point_stride}, {dy_.point_stride}, sum_stride);
    }
    return finish(sums, sum_stride, dw);
  }

 private:
  Operand operand(const float* images, const WinogradImages& sizes, int64_t side, int64_t top, int64_t left,
                  WinogradTiles::Transform transform) const {
    const int64_t lanes = gemm_kernels<float>().lanes;
    return {images, WinogradTiles(sizes, image_rows_, row_tiles_, side, top, left, transform), sizes.channels,
            ceil_div(sizes.channels, lanes) * lanes};
  }

  // Of tiles, that are transformed before they are multiplied. The chunk decides where sums are rounded, so it does not
  // depend on the threads.
  int64_t most_rows() const {
    constexpr int64_t kBytes = int64_t{4} << 20;
    const int64_t row_bytes =
        row_tiles_ * kWinogradPoints * (x_.width + dy_.width) * static_cast<int64_t>(sizeof(float));
    return std::clamp<int64_t>(kBytes / row_bytes, 1, rows_);
  }

  void transform(int64_t first, int64_t last) const {
    constexpr int64_t kRows = 4, kRun = WinogradTiles::kMostChannels;  // of a slice
    const int64_t parts = ceil_div(last - first, kRows), x_runs = ceil_div(x_.channels, kRun);
    detail::run_slices(parts * (x_runs + ceil_div(dy_.channels, kRun)), [&](int64_t s) {
      const int64_t run = s / parts, begin = first + s % parts * kRows;
      const Operand& o = run < x_runs ? x_ : dy_;
      const int64_t channel = (run < x_runs ? run : run - x_runs) * kRun;
      o.tiles.transform(o.images, begin, std::min(begin + kRows, last), channel, std::min(kRun, o.channels - channel),
                        o.points + (begin - first) * row_tiles_ * o.width + channel, o.width, o.point_stride);
    });
  }

  // Taps of a few channels of x are turned at once: runs of them lie together in the result.
  bool finish(const float* sums, int64_t sum_stride, float* dw) const {
    constexpr int64_t kChannels = 8, kColumns = 64;
    std::atomic<bool> spoilt{false};
    detail::run_slices(ceil_div(x_.channels, kChannels), [&](int64_t s) {
      const int64_t channel = s * kChannels, count = std::min(kChannels, x_.channels - channel);
      const Workspace space(kChannels * kTaps * kColumns * sizeof(float));
      float* const taps = space.as<float>();
      bool bad = false;
      for (int64_t j = 0; j < dy_.channels; j += kColumns) {
        const int64_t columns = std::min(kColumns, dy_.channels - j);
        for (int64_t i = 0; i < count; ++i)
          bad |= transforms_.taps(columns, sums + (channel + i) * dy_.width + j, sum_stride,
                                  taps + i * kTaps * kColumns, kColumns);
        transpose(count * kTaps, columns, taps, kColumns, dw + (j * x_.channels + channel) * kTaps,
                  x_.channels * kTaps);
      }
      if (bad) spoilt.store(true, std::memory_order_relaxed);
    });
    return !spoilt.load(std::memory_order_relaxed);
  }

  const WinogradKernels& transforms_ = winograd_kernels();
  const int64_t image_rows_, rows_, row_tiles_;  // rows of tiles in one image and in all, and tiles of a row
  Operand x_, dy_;
};

}  // namespace

bool winograd_backward_weights(const ConvProblem& q, const float* x, const float* dy, float* dw) {
  return WinogradGradient(q, x, dy).run(dw);
}

}  // namespace torchpp::cpu::own

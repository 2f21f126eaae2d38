// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/winograd.h"

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/own/winograd_tiles.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/weight_cache.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/shape.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace own {
namespace {

constexpr int64_t kRun = WinogradTiles::kMostChannels;  // whose products are summed at once: decides about roundings
constexpr int64_t kTaps = 9;

// Both directions: results from a source, whose channels are summed, and weights.
class Winograd {
 public:
  Winograd(const ConvProblem& q, bool forward)
      : n_(q.n),
        source_{forward ? q.in_channels : q.out_channels, forward ? q.in[1] : q.out[1], forward ? q.in[2] : q.out[2],
                q.channels_last},
        result_{forward ? q.out_channels : q.in_channels, forward ? q.out[1] : q.in[1], forward ? q.out[2] : q.in[2],
                q.channels_last},
        turned_(!forward),
        source_stride_(forward ? kTaps : q.in_channels * kTaps),
        result_stride_(forward ? q.in_channels * kTaps : kTaps),
        source_tiles_(source_, tile_rows_, tile_columns_, kWinogradIn,
                      forward ? q.padding_left[1] : 2 - q.padding_left[1],
                      forward ? q.padding_left[2] : 2 - q.padding_left[2], transforms_.input) {}

  bool run(const float* source, const float* w, const float* bias, float* result, const WeightId& weight_id) {
    from_ = source, w_ = w, bias_ = bias, to_ = result;
    const int64_t threads = get_num_threads(), chunks = count_chunks(threads), tile_rows = n_ * tile_rows_;
    const size_t nbytes = weights_size() * sizeof(float);
    std::shared_ptr<const void> kept;
    // Greater ones would come from memory, four times the size of the weights, which takes longer than transforming
    // them again (256@14 within ResNet-18, whose other layers pass through the cache: 1.3 of oneDNN's time, and 0.91).
    constexpr size_t kMostKept = size_t{4} << 20;
    if (weight_id && nbytes <= kMostKept)
      kept = WeightCache::instance().get(w, weight_id, form(), nbytes,
                                         [&](void* to) { transform_weights(static_cast<float*>(to)); });
    // With one chunk each panel of the weights is needed once, by the thread that transforms it.
    const bool early = !kept && chunks > 1;
    const Workspace space(early ? nbytes : 0);
    if (early) transform_weights(space.as<float>());
    weights_ = early ? space.as<float>() : static_cast<const float*>(kept.get());
    if (chunks >= threads) {  // each chunk by one thread, which finds it in its cache
      detail::run_slices(chunks, [&](int64_t i) {
        Chunk c{i * tile_rows / chunks, (i + 1) * tile_rows / chunks};
        const Workspace memory(points_bytes(c));
        c.points = memory.as<float>();
        for (int64_t run = 0; run < source_.channels; run += kRun) transform_source(c, c.first, c.last, run);
        for (int64_t panel = 0; panel < panels_ && finite(); ++panel) compute(c, panel);
      });
      return finite();
    }
    for (int64_t i = 0; i < chunks && finite(); ++i) {
      Chunk c{i * tile_rows / chunks, (i + 1) * tile_rows / chunks};
      const Workspace memory(points_bytes(c));
      c.points = memory.as<float>();
      const int64_t runs = ceil_div(source_.channels, kRun),
                    parts = std::min(c.last - c.first, ceil_div(threads, runs));
      detail::run_slices(runs * parts, [&](int64_t s) {
        const int64_t part = s % parts, count = c.last - c.first;
        transform_source(c, c.first + part * count / parts, c.first + (part + 1) * count / parts, s / parts * kRun);
      });
      detail::run_slices(panels_, [&](int64_t panel) { compute(c, panel); });
    }
    return finite();
  }

 private:
  // Bits 60 to 63 tell it from the packed forms of products and from the numbers of oneDNN's primitives.
  uint64_t form() const {
    return uint64_t{0xb} << 60 | static_cast<uint64_t>(turned_) << 59 |
           static_cast<uint64_t>(source_.channels << 20 | result_.channels);
  }

  // Rows of tiles, counted through all images, with the transformed source: [run of channels][point][tile][channel].
  struct Chunk {
    int64_t first, last;
    float* points = nullptr;
  };

  bool finite() const { return !spoilt_.load(std::memory_order_relaxed); }
  int64_t tiles(const Chunk& c) const { return (c.last - c.first) * tile_columns_; }
  int64_t point_stride(const Chunk& c) const { return points_apart(tiles(c) * run_stride_); }
  size_t points_bytes(const Chunk& c) const {
    return ceil_div(source_.channels, kRun) * kWinogradPoints * point_stride(c) * sizeof(float);
  }
  // Transformed weights: [panel][point][channel of the source][channel of the result].
  int64_t panel_width(int64_t panel) const {
    return std::min(width_, ceil_div(result_.channels - panel * width_, isa_.lanes) * isa_.lanes);
  }
  // Of the points.
  int64_t weight_stride(int64_t panel) const { return points_apart(source_.channels * panel_width(panel)); }
  int64_t panel_size(int64_t panel) const { return kWinogradPoints * weight_stride(panel); }
  int64_t panel_offset(int64_t panel) const { return panel * panel_size(0); }
  int64_t weights_size() const { return panel_offset(panels_ - 1) + panel_size(panels_ - 1); }

  // The transformed source of a chunk should stay in the second-level cache, but few tiles do not pay for reading all
  // weights.
  int64_t count_chunks(int64_t threads) const {
    constexpr int64_t kBytes = 786432, kLeastTiles = 64;
    const int64_t tile_bytes = kWinogradPoints * source_.channels * static_cast<int64_t>(sizeof(float));
    const int64_t most = std::max<int64_t>(1, std::max(kBytes / tile_bytes, kLeastTiles) / tile_columns_);
    const int64_t rows = n_ * tile_rows_, chunks = ceil_div(rows, most);
    return chunks < threads ? chunks : std::min(rows, ceil_div(chunks, threads) * threads);
  }

  void transform_weights(float* to) const {
    const int64_t runs = ceil_div(source_.channels, kRun);
    detail::run_slices(panels_ * runs, [&](int64_t s) {
      const int64_t panel = s / runs, begin = s % runs * kRun;
      transform_panel(panel, begin, std::min(source_.channels, begin + kRun), to + panel_offset(panel));
    });
  }
  // Of a panel, for channels [begin, end) of the source. The taps of a few channels are turned at once, so that lanes
  // are channels of the result.
  void transform_panel(int64_t panel, int64_t begin, int64_t end, float* to) const {
    constexpr int64_t kChannels = 8;
    const int64_t width = panel_width(panel), columns = std::min(width_, result_.channels - panel * width_);
    const float* w = w_ + panel * width_ * result_stride_;
    const Workspace space(kChannels * kTaps * width_ * sizeof(float));
    float* taps = space.as<float>();
    // Lanes beyond the last channel are transformed, too; what they hold must not make sums that are not finite.
    if (columns < width) std::fill_n(taps, kChannels * kTaps * width_, 0.0f);
    for (int64_t k = begin; k < end; k += kChannels) {
      const int64_t count = std::min(kChannels, end - k);
      if (source_stride_ == kTaps) isa_.transpose(columns, count * kTaps, w + k * kTaps, result_stride_, taps, width_);
      else
        for (int64_t i = 0; i < count; ++i)
          isa_.transpose(columns, kTaps, w + (k + i) * source_stride_, kTaps, taps + i * kTaps * width_, width_);
      for (int64_t i = 0; i < count; ++i)
        transforms_.weights(columns, taps + i * kTaps * width_, width_, turned_, to + (k + i) * width,
                            weight_stride(panel));
    }
  }

  // Rows [first, last) of tiles, for a run of channels.
  void transform_source(const Chunk& c, int64_t first, int64_t last, int64_t channel) const {
    float* const points = c.points + channel / kRun * kWinogradPoints * point_stride(c);
    source_tiles_.transform(from_, first, last, channel, std::min(kRun, source_.channels - channel),
                            points + (first - c.first) * tile_columns_ * run_stride_, run_stride_, point_stride(c));
  }

  // A panel of the results' channels.
  void compute(const Chunk& c, int64_t panel) {
    const int64_t width = panel_width(panel), sum_stride = points_apart(tiles(c) * width);
    const int64_t channels = std::min(width_, result_.channels - panel * width_);
    const size_t sums_bytes = kWinogradPoints * sum_stride * sizeof(float);
    const size_t pixels_bytes = result_.last ? 0 : aligned_size(kWinogradOut * result_.columns * width * sizeof(float));
    const Workspace space(sums_bytes + pixels_bytes + (weights_ ? 0 : panel_size(panel) * sizeof(float)));
    float *sums = space.as<float>(), *pixels = space.as<float>(sums_bytes);
    if (!weights_) {
      float* weights = space.as<float>(sums_bytes + pixels_bytes);
      transform_panel(panel, 0, source_.channels, weights);
      multiply(c, panel, weights, sums, sum_stride);
    } else {
      multiply(c, panel, weights_ + panel_offset(panel), sums, sum_stride);
    }

    bool spoilt = false;
    const float* bias = bias_ ? bias_ + panel * width_ : nullptr;
    for (int64_t r = c.first; r < c.last; ++r) {
      const int64_t row = r % tile_rows_ * kWinogradOut, rows = std::min(kWinogradOut, result_.rows - row);
      float* image = to_ + r / tile_rows_ * result_.pixels() * result_.channels;
      float* to = result_.last ? image + row * result_.columns * result_.channels + panel * width_ : pixels;
      const int64_t stride = result_.last ? result_.channels : width;
      for (int64_t j = 0; j < tile_columns_; ++j, sums += width)
        spoilt |= transforms_.output(channels, sums, sum_stride, bias, to + j * kWinogradOut * stride,
                                     result_.columns * stride, stride, rows,
                                     std::min(kWinogradOut, result_.columns - j * kWinogradOut));
      if (!result_.last)
        transpose(rows * result_.columns, channels, pixels, width,
                  image + panel * width_ * result_.pixels() + row * result_.columns, result_.pixels());
    }
    if (spoilt) spoilt_.store(true, std::memory_order_relaxed);
  }

  // sums: [point][tile][channel of the panel].
  void multiply(const Chunk& c, int64_t panel, const float* weights, float* sums, int64_t sum_stride) const {
    const int64_t count = tiles(c), width = panel_width(panel), step = ceil_div(count, ceil_div(count, isa_.rows));
    for (int64_t p = 0; p < kWinogradPoints; ++p)
      for (int64_t k = 0; k < source_.channels; k += kRun) {
        const float* points = c.points + (k / kRun * kWinogradPoints + p) * point_stride(c);
        const float* w = weights + p * weight_stride(panel) + k * width;
        for (int64_t i = 0; i < count; i += step)
          isa_.plain_tile(std::min(step, count - i), width, std::min(kRun, source_.channels - k),
                          points + i * run_stride_, run_stride_, w, width, sums + p * sum_stride + i * width, width,
                          k > 0, nullptr);
      }
  }

  const WinogradKernels& transforms_ = winograd_kernels();
  const GemmKernels<float>& isa_ = gemm_kernels<float>();
  const int64_t n_;
  const WinogradImages source_, result_;
  const bool turned_;
  const int64_t source_stride_, result_stride_;  // of the channels of the weights
  const int64_t tile_rows_ = ceil_div(result_.rows, kWinogradOut),
                tile_columns_ = ceil_div(result_.columns, kWinogradOut);  // of one image
  const WinogradTiles source_tiles_;
  const int64_t run_stride_ = std::min(kRun, ceil_div(source_.channels, isa_.lanes) * isa_.lanes);
  const int64_t width_ = 2 * isa_.lanes, panels_ = ceil_div(result_.channels, width_);
  const float *from_ = nullptr, *w_ = nullptr, *bias_ = nullptr;
  const float* weights_ = nullptr;  // transformed; null: each panel by who needs it
  float* to_ = nullptr;
  std::atomic<bool> spoilt_{false};
};

// For the gradient of the taps: times of one thread with AVX-512, where a nanosecond is 85 products here and 70 in
// other ways. To oneDNN's: eight images 64@24 0.52, 128@12 0.50, 256@6 0.83, 512@3 4.4, 64@56 0.51, 256@14 0.58; one
// image 64@12 0.79, 64@8 1.07; 16 images 32@14 1.04.
const char* refuse_gradient(const ConvProblem& q) {
  constexpr double kProducts = 85, kOtherProducts = 70;
  constexpr double kTransform = 16;         // a channel of a tile
  constexpr double kSum = 8, kFarSum = 15;  // of all tiles, for one pair of channels, in the cache or beyond it
  constexpr double kNearSums = double{1 << 21} / (kWinogradPoints * sizeof(float));
  const double tiles = static_cast<double>(q.n * ceil_div(q.out[1], kWinogradOut) * ceil_div(q.out[2], kWinogradOut));
  const double channels = static_cast<double>(q.in_channels + q.out_channels);
  const double pairs = static_cast<double>(q.in_channels) * static_cast<double>(q.out_channels);
  const double time = kWinogradPoints * tiles * pairs / kProducts + tiles * channels * kTransform +
                      pairs * (pairs < kNearSums ? kSum : kFarSum);
  return time < static_cast<double>(kTaps * q.n * q.out_size()) * pairs / kOtherProducts ? nullptr
                                                                                         : "few pixels for the sums";
}

}  // namespace

const char* refuse_winograd(const ConvProblem& q, ConvDirection direction) {
  if (q.dtype != kFloat) return "dtype is not float";
  if (q.in[0] != 1 || q.out[0] != 1 || q.kernel[0] != 1 || q.padding_left[0] != 0) return "three dimensions";
  if (q.groups != 1) return "groups";
  for (int d = 1; d < 3; ++d) {
    if (q.kernel[d] != 3 || q.stride[d] != 1 || q.dilation[d] != 1) return "it is for 3 x 3 taps, each at each pixel";
    if (q.padding_left[d] < 0 || q.padding_left[d] > 2 || q.padding_right[d] < 0) return "padding";
  }
  constexpr int64_t kMostChannels = int64_t{1} << 20;
  if (q.in_channels < 32 || q.out_channels < 32) return "few channels";
  if (q.in_channels >= kMostChannels || q.out_channels >= kMostChannels) return "too many channels";
  if (direction == ConvDirection::kBackwardWeights) return refuse_gradient(q);
  // In products per pair of channels: transforming the weights, or reading the transformed ones, costs as much as 700,
  // transforming the pixels three tenths of a tile's products. Times of one thread with AVX-512 to oneDNN's, one image:
  // 64@56 0.43, 128@28 0.41, 256@14 0.71, 512@7 1.9, 32@112 0.60; eight: 512@7 0.64, 256@6 0.87, 512@3 1.4.
  const bool forward = direction == ConvDirection::kForward;
  const int64_t* size = forward ? q.out : q.in;
  const int64_t tiles = q.n * ceil_div(size[1], kWinogradOut) * ceil_div(size[2], kWinogradOut);
  if (1.3 * static_cast<double>(kWinogradPoints * tiles) + 700 > 0.9 * static_cast<double>(kTaps * q.n * q.out_size()))
    return "few pixels for the transform of the weights";
  return nullptr;
}

bool winograd_forward(const ConvProblem& q, const float* x, const float* w, const float* bias, float* y,
                      const WeightId& weight_id) {
  return Winograd(q, true).run(x, w, q.bias ? bias : nullptr, y, weight_id);
}
bool winograd_backward_data(const ConvProblem& q, const float* dy, const float* w, float* dx,
                            const WeightId& weight_id) {
  return Winograd(q, false).run(dy, w, nullptr, dx, weight_id);
}

}  // namespace own
}  // namespace cpu
}  // namespace torchpp

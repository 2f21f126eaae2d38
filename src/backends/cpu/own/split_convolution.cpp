// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/split_convolution.h"

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <memory>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/own/split_gemm.h"
#include "src/backends/cpu/own/winograd.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/weight_cache.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {

#if defined(__x86_64__)
namespace {

constexpr const SplitKernels& kIsa = split_gemm_amx;
constexpr int64_t kSide = SplitKernels::kSide, kDepth = SplitKernels::kDepth, kParts = SplitKernels::kParts;
constexpr int64_t kWidth = 2 * kSide;  // units and channels of the result that are computed together
constexpr int64_t kStepElements = SplitKernels::kElements;

// Steps over k that are summed up before they are added to a strip's sums, which limits the error of long sums. Fewer
// cost more (one image 256>256@14 k3, 72 steps, one thread: runs of 6 977 us, 18 904, 36 883).
constexpr int64_t kRun = 18;
constexpr int64_t kStrip = 512;  // units whose sums are kept

// Images as they lie in the caller's memory.
struct Images {
  int64_t channels, rows, columns;
  bool last;  // channels

  int64_t pixels() const { return rows * columns; }
};

// One spatial dimension: result i sees, through tap t, padded element i * stride + t * dilation, which is element
// (that) * step - padding of the source.
struct Axis {
  int64_t taps, stride, dilation, padding, step = 1;

  int64_t reach() const { return (taps - 1) * dilation; }
};

Axis axis_of(const ConvProblem& q, int d, bool forward) {
  Axis a{q.kernel[d], q.stride[d], q.dilation[d], q.padding_left[d]};
  if (!forward) a.padding = a.reach() - a.padding;
  // Elements that no result sees are left out.
  if (a.taps == 1) std::swap(a.stride, a.step);
  return a;
}

// Both directions: results from a source, whose channels are summed, and weights.
//
// The source is split into three planes of bfloat16 pixels, channels last, with a border of zeros. There the taps of a
// kernel's row are one run for each result, and the runs of neighbouring results begin the same distance apart, a
// `unit`. So neighbours are rows of a tile as they lie. That goes on over the ends of rows: results in the border are
// computed and left out, and a border on the right is the one on the left of the next row. With a stride of rows, the
// rows for the first, second, ... of each `stride` taps lie together, so that this holds for them too.
class SplitConvolution {
 public:
  SplitConvolution(const ConvProblem& q, bool forward)
      : n_(q.n),
        source_{forward ? q.in_channels : q.out_channels, forward ? q.in[1] : q.out[1], forward ? q.in[2] : q.out[2],
                q.channels_last},
        result_{forward ? q.out_channels : q.in_channels, forward ? q.out[1] : q.in[1], forward ? q.out[2] : q.in[2],
                q.channels_last},
        turned_(!forward),
        down_(axis_of(q, 1, forward)),
        across_(axis_of(q, 2, forward)) {
    const int64_t seen = (result_.columns - 1) * across_.stride + across_.reach() + 1;  // padded columns
    first_column_ = ceil_div(across_.padding, across_.step);
    end_column_ = std::min(seen, (source_.columns - 1 + across_.padding) / across_.step + 1);
    end_column_ = std::max(first_column_, end_column_);
    const int64_t shared = std::min(first_column_, std::max<int64_t>(0, seen - end_column_));
    row_units_ = std::max(ceil_div(std::max(end_column_, seen - shared), across_.stride), result_.columns);
    unit_ = across_.stride * source_.channels;
  }

  // The time of one thread, in floating-point operations of other ways, of which 150 take a nanosecond: a step of a
  // block takes 200 ns, taking a pixel of a channel apart 0.4, writing a result 0.3.
  int64_t cost() const {
    constexpr int64_t kStep = 30000, kTake = 60, kWrite = 45;
    const int64_t units = (result_.rows - 1) * row_units_ + result_.columns;
    return n_ *
           (ceil_div(units, kSide) * panels_ * steps_ * kStep / 2 +
            source_.pixels() / down_.step * source_.channels * kTake + result_.pixels() * result_.channels * kWrite);
  }
  // Whether most of the time is that of reading the weights' parts, half again as many bytes as the weights, from
  // memory.
  bool has_large_weights() const {
    constexpr int64_t kMostElements = int64_t{1} << 22, kFewPixels = 512;
    return panels_ * panel_elements() > kMostElements && n_ * result_.pixels() < kFewPixels;
  }

  bool run(const float* source, const float* w, const float* bias, float* result, const WeightId& weight_id) {
    from_ = source, w_ = w, bias_ = bias, to_ = result;
    const size_t nbytes = panels_ * panel_elements() * sizeof(uint16_t);
    std::shared_ptr<const void> kept;
    if (weight_id)
      kept = WeightCache::instance().get(w, weight_id, form(), nbytes + sizeof(FloatRange), [&](void* to) {
        pack_panels(static_cast<uint16_t*>(to));
        const FloatRange range = weight_range_.get();
        __builtin_memcpy(static_cast<char*>(to) + nbytes, &range, sizeof(range));
      });
    const int64_t threads = get_num_threads();
    const Cut cut = best_cut(threads);
    const int64_t parts = ceil_div(result_.rows, cut.rows);
    const int64_t chunks = parts > 1 ? n_ * parts : ceil_div(n_, cut.images);
    const auto chunk = [&](int64_t i) {
      if (parts == 1) return Chunk{i * n_ / chunks, (i + 1) * n_ / chunks, 0, result_.rows};
      const int64_t part = i % parts;
      return Chunk{i / parts, i / parts + 1, part * result_.rows / parts, (part + 1) * result_.rows / parts};
    };
    // With one chunk each panel of the weights is needed once, by the thread that packs it.
    const bool early = !kept && chunks > 1;
    const Workspace space(early ? nbytes : 0);
    if (early) pack_panels(space.as<uint16_t>());
    weights_ = early ? space.as<uint16_t>() : static_cast<const uint16_t*>(kept.get());
    if (kept) {
      FloatRange range;
      __builtin_memcpy(&range, reinterpret_cast<const char*>(weights_) + nbytes, sizeof(range));
      weight_range_.add(range);
    }
    if (!may_be_exact()) return false;

    if (chunks >= threads && !cut.by_panels) {  // each chunk by one thread, which finds it in its cache
      detail::run_slices(chunks, [&](int64_t i) {
        if (!may_be_exact()) return;
        const Planes p(*this, chunk(i));
        for (int64_t g = 0; g < p.images() * p.groups; ++g) fill(p, g);
        for (int64_t panel = 0; panel < panels_ && may_be_exact(); ++panel) compute(p, panel);
      });
      return is_exact();
    }
    for (int64_t i = 0; i < chunks && may_be_exact(); ++i) {
      const Planes p(*this, chunk(i));
      detail::run_slices(p.images() * p.groups, [&](int64_t g) { fill(p, g); });
      if (may_be_exact()) detail::run_slices(panels_, [&](int64_t panel) { compute(p, panel); });
    }
    return is_exact();
  }

 private:
  // Rows [first, last) of the results of images [image, image_end).
  struct Chunk {
    int64_t image, image_end, first, last;
  };

  // What a chunk sees, in parts: [image][row of `stride` rows][row][column][channel].
  struct Planes {
    Chunk chunk;
    int64_t lines;       // of each of the `stride` rows
    int64_t image_size;  // elements
    int64_t part;        // elements between parts
    int64_t groups;      // of rows that are split at once, of one image
    Workspace space;
    uint16_t* pixels;
    int64_t* steps;  // offsets of runs

    Planes(const SplitConvolution& c, const Chunk& k)
        : chunk(k),
          lines(k.last - k.first + c.down_.reach() / c.down_.stride),
          image_size(c.down_.stride * lines * c.pitch()),
          part(images() * image_size + c.slack()),
          groups(ceil_div(c.down_.stride * lines, c.group_rows())),
          space(aligned_size(kParts * part * sizeof(uint16_t)) + c.steps_ * sizeof(int64_t)),
          pixels(space.as<uint16_t>()),
          steps(space.as<int64_t>(aligned_size(kParts * part * sizeof(uint16_t)))) {
      for (int64_t i = 0; i < kParts; ++i)
        std::fill_n(pixels + i * part + images() * image_size, c.slack(), uint16_t{0});
      for (int64_t s = 0; s < c.steps_; ++s) {
        const int64_t run = s / c.run_steps_, tap = c.whole_rows_ ? run * c.across_.taps : run;
        const int64_t row = tap / c.across_.taps * c.down_.dilation, column = tap % c.across_.taps * c.across_.dilation;
        steps[s] = (row % c.down_.stride * lines + row / c.down_.stride) * c.pitch() + column * c.source_.channels +
                   s % c.run_steps_ * kDepth;
      }
    }
    int64_t images() const { return chunk.image_end - chunk.image; }
  };

  // Bits 60 to 63 tell it from other packed forms.
  uint64_t form() const {
    return uint64_t{0xe} << 60 | uint64_t{turned_} << 59 | uint64_t{whole_rows_} << 58 |
           static_cast<uint64_t>(down_.taps << 49 | across_.taps << 40 | source_.channels << 20 | result_.channels);
  }

  int64_t pitch() const { return row_units_ * unit_; }
  int64_t panel_elements() const { return steps_ * kStepElements; }
  // Behind the last row: zeros for the border and the last step of a run, and rows of the last tile.
  int64_t slack() const { return first_column_ * source_.channels + kDepth + kWidth * unit_; }
  // Of the source, that are turned together: long runs are faster.
  int64_t group_rows() const {
    constexpr int64_t kPixels = 64;
    return source_.last || down_.step > 1 ? 1 : std::max<int64_t>(1, kPixels / source_.columns);
  }

  // How many whole images a chunk has, or how many rows of one; or that the threads share each chunk, each with some
  // channels of the result, because the weights are larger than the images.
  struct Cut {
    int64_t images, rows;
    bool by_panels;
  };
  // The planes of a chunk should stay in the second-level cache.
  Cut best_cut(int64_t threads) const {
    constexpr int64_t kBytes = 786432, kLeastUnits = 64;
    int64_t row_bytes = down_.stride * pitch() * kParts * static_cast<int64_t>(sizeof(uint16_t));
    // Each panel writes a part of each pixel's cache lines, or of neighbouring ones.
    if (result_.last) row_bytes += result_.columns * result_.channels * static_cast<int64_t>(sizeof(float));
    const int64_t more_rows = down_.reach() / down_.stride, image_bytes = (result_.rows + more_rows) * row_bytes;
    const int64_t weight_bytes = panels_ * panel_elements() * static_cast<int64_t>(sizeof(uint16_t));
    const int64_t images = std::clamp<int64_t>(kBytes / image_bytes, 1, n_);
    const int64_t least_rows = std::min(result_.rows, ceil_div(kLeastUnits, row_units_));
    if (image_bytes <= kBytes) {
      if (panels_ >= threads && weight_bytes > n_ * image_bytes) return {images, result_.rows, true};
      if (n_ >= threads) return {std::min(images, ceil_div(n_, threads)), result_.rows, false};
    }
    const int64_t most_rows = std::max(least_rows, kBytes / row_bytes - more_rows);
    const int64_t chunks = ceil_div(n_ * ceil_div(result_.rows, most_rows), threads) * threads;
    return {1, std::clamp(ceil_div(result_.rows, ceil_div(chunks, n_)), least_rows, result_.rows), false};
  }

  bool may_be_exact() const { return is_splittable(weight_range_.get()) && is_splittable(source_range_.get()); }
  bool is_exact() const { return is_exact_by_parts(source_range_.get(), weight_range_.get(), depth_); }

  void pack_panels(uint16_t* to) {
    detail::run_slices(panels_, [&](int64_t panel) { pack_panel(panel, to + panel * panel_elements()); });
  }
  void pack_panel(int64_t panel, uint16_t* to) {
    const int64_t first = panel * kWidth, count = std::min(kWidth, result_.channels - first);
    const int64_t channels = source_.channels, taps = down_.taps * across_.taps;
    const int64_t channel_stride = turned_ ? result_.channels * taps : taps;  // of the source
    const int64_t line_stride = turned_ ? taps : channels * taps;
    const float* w = w_ + first * line_stride;
    FloatRange range;
    const auto pack = [&](const float* from, int64_t line, int64_t k) {
      for (int64_t run = 0; run < steps_ / run_steps_; ++run)
        for (int64_t s = 0; s < run_steps_; ++s, to += kStepElements)
          kIsa.pack_right(count, std::min(kDepth, run_length_ - s * kDepth),
                          from + (run * run_length_ + s * kDepth) * k, line, k, to, range);
    };
    if (taps == 1) {
      pack(w, line_stride, channel_stride);
    } else {  // channels become the last index
      const Workspace space(count * depth_ * sizeof(float));
      for (int64_t i = 0; i < count; ++i) {
        float* line = space.as<float>() + i * depth_;
        transpose(channels, taps, w + i * line_stride, channel_stride, turned_ ? line + (taps - 1) * channels : line,
                  turned_ ? -channels : channels);
      }
      pack(space.as<float>(), depth_, 1);
    }
    weight_range_.add(range);
  }

  // Whether a result of the chunk sees padded row `row` of those from chunk.first * stride on.
  bool is_seen(const Chunk& chunk, int64_t row) const {
    for (int64_t t = 0; t < down_.taps; ++t) {
      const int64_t at = row - t * down_.dilation;
      if (at >= 0 && at % down_.stride == 0 && at / down_.stride < chunk.last - chunk.first) return true;
    }
    return false;
  }

  // A group of rows of an image: splits the source, or writes zeros.
  void fill(const Planes& p, int64_t group) {
    const int64_t image = group / p.groups, first = group % p.groups * group_rows();
    const int64_t end = std::min(first + group_rows(), down_.stride * p.lines);
    const float* from = from_ + (p.chunk.image + image) * source_.pixels() * source_.channels;
    const int64_t line = source_.columns * source_.channels, origin = p.chunk.first * down_.stride;
    const auto source_row = [&](int64_t row) { return (origin + row) * down_.step - down_.padding; };
    const int64_t above = std::clamp<int64_t>(source_row(first), 0, source_.rows);
    const int64_t below = std::clamp<int64_t>(source_row(end - 1) + 1, above, source_.rows);
    const Workspace space(source_.last ? 0 : (below - above) * line * sizeof(float));
    if (!source_.last)
      transpose(source_.channels, (below - above) * source_.columns, from + above * source_.columns, source_.pixels(),
                space.as<float>(), source_.channels);
    FloatRange range;
    for (int64_t row = first; row < end; ++row) {
      uint16_t* to = p.pixels + image * p.image_size + (row % down_.stride * p.lines + row / down_.stride) * pitch();
      const int64_t at = source_row(row);
      if (at < above || at >= below || !is_seen(p.chunk, row)) {
        for (int64_t i = 0; i < kParts; ++i) std::fill_n(to + i * p.part, pitch(), uint16_t{0});
      } else {
        fill_row(source_.last ? from + at * line : space.as<float>() + (at - above) * line, to, p.part, range);
      }
    }
    source_range_.add(range);
  }
  void fill_row(const float* from, uint16_t* to, int64_t part, FloatRange& range) const {
    const int64_t channels = source_.channels, left = first_column_ * channels, right = end_column_ * channels;
    for (int64_t i = 0; i < kParts; ++i) {
      std::fill_n(to + i * part, left, uint16_t{0});
      std::fill(to + i * part + right, to + i * part + pitch(), uint16_t{0});
    }
    from += (first_column_ * across_.step - across_.padding) * channels;
    if (across_.step == 1) return kIsa.split(right - left, from, to + left, part, range);
    to += left;
    for (int64_t c = first_column_; c < end_column_; ++c, from += across_.step * channels, to += channels)
      kIsa.split(channels, from, to, part, range);
  }

  // A panel of the results' channels, in strips whose sums stay in the nearer caches: several images, or a part of one.
  void compute(const Planes& p, int64_t panel) {
    const int64_t lines = p.chunk.last - p.chunk.first, units = (lines - 1) * row_units_ + result_.columns;
    const int64_t size = ceil_div(units, kSide) * kSide;  // of an image's sums, in units
    const int64_t images = std::clamp<int64_t>(kStrip / size, 1, p.images());
    const size_t sums_bytes = (std::min(images * size, kStrip) + row_units_) * kWidth * sizeof(float);
    const Workspace space(sums_bytes + (weights_ ? 0 : panel_elements() * sizeof(uint16_t)));
    float* const sums = space.as<float>();
    const uint16_t* b;
    if (weights_) {
      b = weights_ + panel * panel_elements();
    } else {
      pack_panel(panel, space.as<uint16_t>(sums_bytes));
      b = space.as<uint16_t>(sums_bytes);
    }
    bfloat16_gemm_amx.begin();
    for (int64_t i = 0; i < p.images(); i += images) {
      const int64_t count = std::min(images, p.images() - i);
      if (size <= kStrip) {
        multiply(p, i, count, 0, units, b, sums, size);
        for (int64_t j = 0; j < count; ++j) write(p.chunk, i + j, panel, 0, lines, sums + j * size * kWidth);
        continue;
      }
      // A row that ends in the next strip is moved to its beginning.
      int64_t line = 0, begun = 0;  // rows that are written; units behind them
      for (int64_t u = 0; u < units; u += kStrip) {
        const int64_t end = std::min(units, u + kStrip);
        multiply(p, i, 1, u, end, b, sums + begun * kWidth, 0);
        const int64_t whole = end == units ? lines : end / row_units_;
        write(p.chunk, i, panel, line, whole, sums);
        begun = std::max<int64_t>(0, end - whole * row_units_);
        std::copy_n(sums + (whole - line) * row_units_ * kWidth, begun * kWidth, sums);
        line = whole;
      }
    }
    bfloat16_gemm_amx.end();
  }

  // The sums of units [first, end) of `count` images, each `size` units behind the one before.
  void multiply(const Planes& p, int64_t image, int64_t count, int64_t first, int64_t end, const uint16_t* b,
                float* sums, int64_t size) const {
    const int64_t run = ceil_div(steps_, ceil_div(steps_, kRun));
    for (int64_t s = 0; s < steps_; s += run)
      for (int64_t i = 0; i < count; ++i)
        for (int64_t u = first; u < end; u += kWidth)
          kIsa.multiply(end - u > kSide ? 2 : 1, s > 0, std::min(run, steps_ - s),
                        p.pixels + (image + i) * p.image_size + u * unit_, unit_, p.steps + s, kSide * unit_, p.part,
                        b + s * kStepElements, sums + (i * size + u - first) * kWidth);
  }

  // Rows [begin, end) of a panel of an image of the chunk.
  void write(const Chunk& chunk, int64_t image, int64_t panel, int64_t begin, int64_t end, float* sums) const {
    const int64_t first = panel * kWidth, channels = std::min(kWidth, result_.channels - first);
    const float* const bias = bias_ ? bias_ + first : nullptr;
    float* const to = to_ + (chunk.image + image) * result_.pixels() * result_.channels;
    const auto finish = [&](int64_t units, const float* from, float* at, int64_t stride) {
      for (int64_t i = 0; i < units; i += kWidth)
        kIsa.finish(std::min(kWidth, units - i), channels, from + i * kWidth, at + i * stride, stride, false, bias);
    };
    // Without borders all rows are one.
    const bool whole = row_units_ == result_.columns;
    const int64_t columns = whole ? (end - begin) * result_.columns : result_.columns;
    for (int64_t r = begin; r < (whole ? begin + (end > begin) : end); ++r, sums += row_units_ * kWidth) {
      const int64_t pixel = (chunk.first + r) * result_.columns;
      if (result_.last) {
        finish(columns, sums, to + pixel * result_.channels + first, result_.channels);
      } else {
        if (bias) finish(columns, sums, sums, kWidth);
        transpose(columns, channels, sums, kWidth, to + first * result_.pixels() + pixel, result_.pixels());
      }
    }
  }

  const int64_t n_;
  const Images source_, result_;
  const bool turned_;
  const Axis down_, across_;
  int64_t first_column_, end_column_;  // of padded ones, those of the source
  int64_t row_units_, unit_;           // of a padded row; elements of a unit
  const bool whole_rows_ = across_.dilation == 1 || across_.taps == 1;
  const int64_t depth_ = down_.taps * across_.taps * source_.channels;
  const int64_t run_length_ = (whole_rows_ ? across_.taps : 1) * source_.channels,
                run_steps_ = ceil_div(run_length_, kDepth), steps_ = depth_ / run_length_ * run_steps_;
  const int64_t panels_ = ceil_div(result_.channels, kWidth);
  const float *from_ = nullptr, *w_ = nullptr, *bias_ = nullptr;
  const uint16_t* weights_ = nullptr;  // packed; null: each panel by who needs it
  float* to_ = nullptr;
  SharedRange source_range_, weight_range_;
};

}  // namespace

const char* cannot_split(const ConvProblem& q, ConvDirection direction) {
  if (q.dtype != kFloat) return "dtype is not float";
  if (direction == ConvDirection::kBackwardWeights) return "it has no weight gradient";
  if (q.in[0] != 1 || q.out[0] != 1 || q.kernel[0] != 1 || q.padding_left[0] != 0) return "three dimensions";
  if (q.groups != 1) return "groups";
  constexpr int64_t kMostTaps = 256, kMostChannels = int64_t{1} << 20;
  for (int d = 1; d < 3; ++d) {
    const int64_t left = q.padding_left[d], reach = q.dilation[d] * (q.kernel[d] - 1);
    if (left < 0) return "padding";
    if (q.kernel[d] > kMostTaps) return "many taps";
    if (direction == ConvDirection::kForward) continue;
    if (q.stride[d] != 1) return "the data gradient of a stride";
    if (left > reach) return "padding";
  }
  if (q.in_channels >= kMostChannels || q.out_channels >= kMostChannels) return "too many channels";
  if (!has_amx_bfloat16()) return "this machine has no AMX";
  return nullptr;
}

// Times of one thread to those of the ways taken otherwise, one image, kept weights of several layers in turn:
// 3 x 3, stride 2: 64>128@56 0.57, 128>256@28 0.70, 256>512@14 0.86; 1 x 1, stride 2: 128>256@28 0.87, 256>512@14 0.78;
// 1 x 1 1024>256@14 0.88, 64>256@56 1.0; 5 x 5 32>32@28 0.59; 7 x 7, stride 2, 3>64@224 1.07; 3 x 3 512>512@7 1.64.
// Against Winograd's way: 256>256@14 0.93, four images 1.17; 128>128@28 1.3; 64>64@56 1.2.
const char* refuse_split(const ConvProblem& q, ConvDirection direction) {
  constexpr int64_t kLeastFlops = 4000000;  // the estimate does not count what a call takes besides
  int64_t others = q.flops();
  if (others < kLeastFlops) return "few products";
  if (const char* reason = cannot_split(q, direction)) return reason;
  if (refuse_winograd(q, direction) == nullptr) {
    // 320 operations a nanosecond, and half a nanosecond for each weight that is not kept.
    constexpr int64_t kMostKept = 29000, kWeight = 75;
    others = others * 15 / 32 + (q.in_channels * q.out_channels > kMostKept ? q.weight_numel() * kWeight : 0);
  }
  const SplitConvolution convolution(q, direction == ConvDirection::kForward);
  if (convolution.has_large_weights()) return "large weights for few pixels";
  // What is as good as equal alone is slower among layers that take weights in turn (all of a ResNet-18: 5 % with 9).
  return convolution.cost() * 10 < others * 7 ? nullptr : "few products for each pixel";
}

bool split_forward(const ConvProblem& q, const float* x, const float* w, const float* bias, float* y,
                   const WeightId& weight_id) {
  return SplitConvolution(q, true).run(x, w, q.bias ? bias : nullptr, y, weight_id);
}
bool split_backward_data(const ConvProblem& q, const float* dy, const float* w, float* dx, const WeightId& weight_id) {
  return SplitConvolution(q, false).run(dy, w, nullptr, dx, weight_id);
}

#else

const char* cannot_split(const ConvProblem&, ConvDirection) { return "this machine has no AMX"; }
const char* refuse_split(const ConvProblem& q, ConvDirection direction) { return cannot_split(q, direction); }
bool split_forward(const ConvProblem&, const float*, const float*, const float*, float*, const WeightId&) {
  return false;
}
bool split_backward_data(const ConvProblem&, const float*, const float*, float*, const WeightId&) { return false; }

#endif

}  // namespace torchpp::cpu::own

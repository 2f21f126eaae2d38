// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/split_gemm.h"

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/own/gemm_slices.h"
#include "src/backends/cpu/own/tile_gemm.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {
namespace {

// The power of two that a normal number is at least; of NaN and infinity 128, of denormal numbers -127.
int exponent(uint32_t magnitude) { return static_cast<int>(magnitude >> 23) - 127; }

}  // namespace

// A part's last bit is at least 2^-23 of the number, and must be a normal number, 2^-126 or more. A number of 2^127 or
// more may be rounded to 2^128, which is infinite.
bool is_splittable(const FloatRange& range) {
  constexpr int kLeast = -100, kMost = 126;
  return range.most == 0 || (exponent(range.least) >= kLeast && exponent(range.most) <= kMost);
}

bool is_exact_by_parts(const FloatRange& a, const FloatRange& b, int64_t k) {
  if (!is_splittable(a) || !is_splittable(b)) return false;
  if (a.most == 0 || b.most == 0) return true;
  // Six products of parts, or their sums, that are below 2^-126 are lost: together below 2^-123.
  constexpr int kLeast = -96;
  if (exponent(a.least) + exponent(b.least) < kLeast) return false;
  // A product is below 2^(2 + exponents); with its parts' roundings and the sums' below twice that.
  int sum_bits = 0;
  while (sum_bits < 62 && (int64_t{1} << sum_bits) < k) ++sum_bits;
  return exponent(a.most) + exponent(b.most) + 3 + sum_bits <= 127;
}

#if defined(__x86_64__)

namespace {

using Arguments = GemmArguments<float>;
constexpr const SplitKernels& kIsa = split_gemm_amx;
constexpr int64_t kStepElements = SplitKernels::kElements;  // of a strip or a panel for a tile's depth
constexpr int64_t kParallelFlops = 4000000;                 // below this waking a worker costs more than it saves

// Steps over k that are summed up before they are added to C, which limits the error of long sums (uniform numbers, k =
// 8192: rms 6.3 roundings in one sum, 1.1 in runs). Shorter runs cost time (512 x 512 x 512, one thread: 16 steps 1.07
// ms, 8 1.16, 4 1.26).
constexpr int64_t kRun = 18;
struct RunSteps {
  int64_t at[kRun] = {};
  constexpr RunSteps() {
    for (int64_t i = 0; i < kRun; ++i) at[i] = i * kStepElements;
  }
};
constexpr RunSteps kRunSteps;
// Parts of k are added in C, so their length is part of the result's definition. Of longer ones few panels stay in the
// second cache (2048 x 2048 x 2048, one thread: parts of 1024 66 ms, of 2048 81).
constexpr int64_t kMostDepth = 1024;
constexpr int64_t kMostRows = 1024;                // of a slice
constexpr int64_t kGroupBytes = int64_t{5} << 18;  // of b that stay in the second cache while a passes through
constexpr int64_t kPackCost = 32;                  // products per element

int64_t strips_of(int64_t extent) { return ceil_div(extent, kTileBlock); }
size_t packed_bytes(int64_t extent, int64_t k) {
  return static_cast<size_t>(strips_of(extent) * tile_steps(k) * kStepElements) * sizeof(uint16_t);
}

// Packs panels of the columns from j on, and of k from p on, of which they have `depth`, panel_step elements apart.
void pack_columns(const Arguments& q, int64_t j, int64_t panels, int64_t p, int64_t depth, uint16_t* to,
                  int64_t panel_step, FloatRange& range) {
  pack_panels(q.b_row == 1, panels, tile_steps(depth), [&](int64_t panel, int64_t step) {
    const int64_t column = j + panel * kTileBlock, at = step * kTileDepth;
    kIsa.pack_right(std::min(kTileBlock, q.n - column), std::min(kTileDepth, depth - at),
                    q.b + column * q.b_col + (p + at) * q.b_row, q.b_col, q.b_row,
                    to + panel * panel_step + step * kStepElements, range);
  });
}

// Adds the magnitudes in an operand, rows x cols, to the range.
void scan(bool parallel, const float* from, int64_t rows, int64_t row, int64_t cols, int64_t col, SharedRange& range) {
  if (col != 1) std::swap(rows, cols), std::swap(row, col);
  const int64_t of_slice = std::max<int64_t>(1, 65536 / cols);
  detail::run_slices(parallel, ceil_div(rows, of_slice), [&](int64_t s) {
    FloatRange found;
    for (int64_t i = s * of_slice; i < std::min(rows, (s + 1) * of_slice); ++i) kIsa.scan(cols, from + i * row, found);
    range.add(found);
  });
}

// The range of kept weights follows their panels.
const uint16_t* kept_panels(const Arguments& q) { return reinterpret_cast<const uint16_t*>(q.packed_b); }
FloatRange kept_range(const Arguments& q) {
  return *reinterpret_cast<const FloatRange*>(reinterpret_cast<const char*>(q.packed_b) + packed_bytes(q.n, q.k));
}

// Each slice packs what it needs of a and b for itself, of a strip by strip: what is multiplied lies in the caches of
// its processor, which would read an element's parts more slowly from another one's than it packs them.
class SplitProduct {
 public:
  explicit SplitProduct(const Arguments& q) : q_(q) {}

  // False if the operands' ranges do not allow it.
  bool run(bool parallel) {
    if (q_.packed_b) b_range_.add(kept_range(q_));
    if (q_.add) {  // sums that were added to C could not be taken back
      scan(parallel, q_.a, q_.m, q_.a_row, q_.k, q_.a_col, a_range_);
      if (!q_.packed_b) scan(parallel, q_.b, q_.k, q_.b_row, q_.n, q_.b_col, b_range_);
      if (!is_exact()) return false;
    }
    const Cut cut =
        best_cut(q_.m, q_.n, {kTileBlock, kTileBlock, kMostRows, kPackCost}, parallel ? get_num_threads() : 1);
    const int64_t columns = ceil_div(q_.n, cut.columns), blocks = ceil_div(q_.m, cut.rows) * columns;
    detail::run_slices(parallel, blocks, [&](int64_t s) {
      const int64_t i = s / columns * cut.rows, j = s % columns * cut.columns;
      multiply_block(i, std::min(i + cut.rows, q_.m), j / kTileBlock, strips_of(std::min(j + cut.columns, q_.n)));
    });
    return is_exact();
  }

 private:
  struct Depth {  // part of k
    int64_t begin, count;
  };
  // Panels of b that stay in the second cache, of which the rows of C pass.
  struct Group {
    int64_t first, count;
    const uint16_t* b;
    int64_t panel_elements;  // from one panel to the next
    float* sums;
  };

  bool is_exact() const { return is_exact_by_parts(a_range_.get(), b_range_.get(), q_.k); }

  // Rows [begin, end) of C, which begin with a strip's, by panels [first, last).
  void multiply_block(int64_t begin, int64_t end, int64_t first, int64_t last) {
    const int64_t strip = tile_steps(std::min(q_.k, kMostDepth)) * kStepElements;
    const int64_t strip_bytes = strip * static_cast<int64_t>(sizeof(uint16_t));
    const int64_t most = std::clamp<int64_t>(kGroupBytes / strip_bytes, 1, kMostPanels);
    const int64_t group = ceil_div(last - first, ceil_div(last - first, most));
    // One strip at a time is kept of a where all panels are multiplied by it at once.
    const int64_t a_step = group == last - first ? 0 : strip;
    const size_t a_size = (a_step == 0 ? 1 : strips_of(end - begin)) * strip_bytes;
    const size_t b_size = q_.packed_b ? 0 : group * strip_bytes;
    const Workspace space(a_size + b_size + group * kTileBlock * kTileBlock * sizeof(float));
    uint16_t *const a = space.as<uint16_t>(), *const b = space.as<uint16_t>(a_size);
    bfloat16_gemm_amx.begin();
    for (int64_t p = 0; p < q_.k; p += kMostDepth)
      for (int64_t at = first; at < last; at += group) {
        const Depth depth{p, std::min(kMostDepth, q_.k - p)};
        const Group panels = group_of(depth, at, std::min(group, last - at), b, space.as<float>(a_size + b_size));
        for (int64_t i = begin; i < end && is_exact(); i += kTileBlock)
          multiply_rows(i, std::min(kTileBlock, end - i), depth, panels, a + (i - begin) / kTileBlock * a_step,
                        at == first);
      }
    bfloat16_gemm_amx.end();
  }

  Group group_of(Depth depth, int64_t first, int64_t count, uint16_t* b, float* sums) {
    if (q_.packed_b) {
      const int64_t panel = tile_steps(q_.k) * kStepElements;
      return {first, count, kept_panels(q_) + first * panel + depth.begin / kTileDepth * kStepElements, panel, sums};
    }
    const int64_t panel = tile_steps(depth.count) * kStepElements;
    FloatRange range;
    pack_columns(q_, first * kTileBlock, count, depth.begin, depth.count, b, panel, range);
    b_range_.add(range);
    return {first, count, b, panel, sums};
  }

  // `count` rows of C from row i on. The parts of a are at `a`, or are to be written there.
  void multiply_rows(int64_t i, int64_t count, Depth depth, const Group& panels, uint16_t* a, bool packs) {
    const bool add = q_.add || depth.begin > 0;
    const float* const bias = depth.begin > 0 ? nullptr : q_.bias;
    const auto prepare = [&](int64_t step, int64_t steps) {
      if (!packs) return;
      const int64_t p = step * kTileDepth;
      FloatRange range;
      kIsa.pack_left(count, std::min(steps * kTileDepth, depth.count - p),
                     q_.a + i * q_.a_row + (depth.begin + p) * q_.a_col, q_.a_row, q_.a_col, a + step * kStepElements,
                     range);
      a_range_.add(range);
    };
    const auto multiply = [&](bool add_sums, int64_t step, int64_t steps, int64_t panel, float* sums) {
      kIsa.multiply(ceil_div(count, kTileSide), add_sums, steps, a + step * kStepElements, kTileDepth, kRunSteps.at,
                    SplitKernels::kPairElements / 2, SplitKernels::kPairElements,
                    panels.b + panel * panels.panel_elements + step * kStepElements, sums);
    };
    const auto finish = [&](int64_t panel, const float* sums) {
      const int64_t j = (panels.first + panel) * kTileBlock;
      kIsa.finish(count, std::min(kTileBlock, q_.n - j), sums, q_.c + i * q_.c_row + j, q_.c_row, add,
                  bias ? bias + j : nullptr);
    };
    const int64_t steps = tile_steps(depth.count), run = ceil_div(steps, ceil_div(steps, kRun));
    multiply_strip(steps, run, panels.count, panels.sums, prepare, multiply, finish);
  }

  const Arguments& q_;
  SharedRange a_range_, b_range_;
};

}  // namespace

bool prefers_split(const Arguments& q) {
  constexpr int64_t kLeast = 32;
  if (q.is_part || q.m < kLeast || q.n < kLeast || q.k < kLeast || !has_amx_bfloat16()) return false;
  if ((q.a_row != 1 && q.a_col != 1) || (q.b_row != 1 && q.b_col != 1)) return false;
  // Nanoseconds of one thread. The six products of two blocks of 32 x 32 take at least 167 (zeros less), and 180 to 210
  // with what they load. A packed element takes 0.16 from the second cache, and more from the last one. Turning those
  // that do not lie as tiles want them takes 0.1.
  constexpr double kFloatProducts = 1. / 85, kSplitProducts = 1. / 175, kResults = 0.12, kCall = 2000;
  constexpr double kPackedElements = 0.25, kTurnedElements = 0.35, kKeptElements = 0.1;
  const auto volume = [](int64_t m, int64_t n, int64_t k) {
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  };
  const double padded =
      volume(ceil_div(q.m, kTileSide) * kTileSide, strips_of(q.n) * kTileBlock, tile_steps(q.k) * kTileDepth);
  const bool is_kept = q.keeps_b && split_size(q) > 0;
  const double a_element = q.a_col == 1 ? kPackedElements : kTurnedElements;
  const double b_element = is_kept ? kKeptElements : q.b_col == 1 ? kPackedElements : kTurnedElements;
  const double time = padded * kSplitProducts + volume(q.m, 1, q.k) * a_element + volume(1, q.n, q.k) * b_element +
                      volume(q.m, q.n, 1) * kResults + kCall;
  constexpr double kLeastGain = 1.15;  // in what depends on the processor and on what else it does
  return kLeastGain * time < volume(q.m, q.n, q.k) * kFloatProducts;
}

bool try_split_product(const Arguments& q, bool parallel) {
  return SplitProduct(q).run(parallel && 2 * q.m * q.n * q.k > kParallelFlops);
}

int64_t split_size(const Arguments& q) {
  if (q.b_row != 1 || q.m > kMostRows) return 0;
  return static_cast<int64_t>((packed_bytes(q.n, q.k) + aligned_size(sizeof(FloatRange))) / sizeof(float));
}
void pack_split(const Arguments& q, float* to) {
  SharedRange range;
  detail::run_slices(strips_of(q.n), [&](int64_t i) {
    FloatRange found;
    const int64_t panel = tile_steps(q.k) * kStepElements;
    pack_columns(q, i * kTileBlock, 1, 0, q.k, reinterpret_cast<uint16_t*>(to) + i * panel, panel, found);
    range.add(found);
  });
  *reinterpret_cast<FloatRange*>(reinterpret_cast<char*>(to) + packed_bytes(q.n, q.k)) = range.get();
}

#endif

}  // namespace torchpp::cpu::own

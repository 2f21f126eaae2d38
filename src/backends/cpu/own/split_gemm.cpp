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
// 8192: rms 6.3 roundings at once, 1.4 so); this much of a strip stays in the nearest caches while the panels pass
// through.
constexpr int64_t kRun = 8;
constexpr int64_t kRunSteps[kRun] = {0,
                                     kStepElements,
                                     2 * kStepElements,
                                     3 * kStepElements,
                                     4 * kStepElements,
                                     5 * kStepElements,
                                     6 * kStepElements,
                                     7 * kStepElements};
constexpr int64_t kGroupBytes = int64_t{1} << 20;  // of b that stay in the second cache while a passes through

int64_t strips_of(int64_t extent) { return ceil_div(extent, kTileBlock); }
size_t packed_bytes(int64_t extent, int64_t k) {
  return static_cast<size_t>(strips_of(extent) * tile_steps(k) * kStepElements) * sizeof(uint16_t);
}

// An operand as lines, rows of a or columns of b, whose elements of k lie k_stride apart.
struct Lines {
  const float* from;
  int64_t count, k, stride, k_stride;
  bool is_right;

  Lines part(int64_t line, int64_t lines, int64_t p, int64_t depth) const {
    return {from + line * stride + p * k_stride, lines, depth, stride, k_stride, is_right};
  }
};
Lines left_of(const Arguments& q) { return {q.a, q.m, q.k, q.a_row, q.a_col, false}; }
Lines right_of(const Arguments& q) { return {q.b, q.n, q.k, q.b_col, q.b_row, true}; }

// Work on an operand in pieces, each of which finds a range.
template <class Piece>
FloatRange range_of_pieces(bool parallel, int64_t count, const Piece& piece) {
  const Workspace space(static_cast<size_t>(count) * sizeof(FloatRange));
  FloatRange* const ranges = space.as<FloatRange>();
  detail::run_slices(parallel, count, [&](int64_t i) {
    FloatRange range;
    piece(i, range);
    ranges[i] = range;
  });
  FloatRange all;
  for (int64_t i = 0; i < count; ++i) all = {std::min(all.least, ranges[i].least), std::max(all.most, ranges[i].most)};
  return all;
}

// Packs strips or panels one behind another, which gives the range of the numbers.
FloatRange pack(bool parallel, const Lines& x, uint16_t* to) {
  const int64_t steps = tile_steps(x.k), strips = strips_of(x.count);
  constexpr int64_t kStripsOfPiece = 2;
  return range_of_pieces(parallel, ceil_div(strips, kStripsOfPiece), [&](int64_t piece, FloatRange& range) {
    const int64_t first = piece * kStripsOfPiece;
    pack_panels(x.k_stride == 1, std::min(kStripsOfPiece, strips - first), steps, [&](int64_t i, int64_t s) {
      const int64_t line = (first + i) * kTileBlock, p = s * kTileDepth;
      (x.is_right ? kIsa.pack_right : kIsa.pack_left)(std::min(kTileBlock, x.count - line),
                                                      std::min(kTileDepth, x.k - p),
                                                      x.from + line * x.stride + p * x.k_stride, x.stride, x.k_stride,
                                                      to + ((first + i) * steps + s) * kStepElements, range);
    });
  });
}

FloatRange scan(bool parallel, const Lines& x) {
  const bool by_lines = x.k_stride == 1;
  const int64_t runs = by_lines ? x.count : x.k, length = by_lines ? x.k : x.count;
  const int64_t stride = by_lines ? x.stride : x.k_stride, block = ceil_div(int64_t{65536}, length);
  return range_of_pieces(parallel, ceil_div(runs, block), [&](int64_t piece, FloatRange& range) {
    for (int64_t i = piece * block; i < std::min(runs, (piece + 1) * block); ++i)
      kIsa.scan(length, x.from + i * stride, range);
  });
}

// The strips of a lie one behind another, the panels of b panel_elements apart.
struct PackedOperands {
  const uint16_t *a, *b;
  int64_t panel_elements;
};

// Rows [begin, end) of C, which begin with a strip's, by panels [first, last).
void multiply_block(const Arguments& q, const PackedOperands& packed, int64_t begin, int64_t end, int64_t first,
                    int64_t last) {
  const int64_t steps = tile_steps(q.k);
  const int64_t panel_bytes = steps * kStepElements * static_cast<int64_t>(sizeof(uint16_t));
  const int64_t group = std::min(last - first, std::clamp<int64_t>(kGroupBytes / panel_bytes, 1, kMostPanels));
  const Workspace space(static_cast<size_t>(group * kTileBlock * kTileBlock) * sizeof(float));
  const auto multiply_rows = [&](int64_t i, int64_t at, int64_t panels) {
    const int64_t count = std::min(kTileBlock, end - i), row_tiles = ceil_div(count, kTileSide);
    const uint16_t *const a = packed.a + i / kTileBlock * steps * kStepElements, *const b = packed.b +
                                                                                            at * packed.panel_elements;
    const auto multiply = [&](bool add, int64_t step, int64_t run, int64_t panel, float* c) {
      kIsa.multiply(row_tiles, add, run, a + step * kStepElements, kTileDepth, kRunSteps,
                    SplitKernels::kPairElements / 2, SplitKernels::kPairElements,
                    b + panel * packed.panel_elements + step * kStepElements, c);
    };
    const auto finish = [&](int64_t panel, const float* c) {
      const int64_t j = (at + panel) * kTileBlock;
      kIsa.finish(count, std::min(kTileBlock, q.n - j), c, q.c + i * q.c_row + j, q.c_row, q.add,
                  q.bias ? q.bias + j : nullptr);
    };
    multiply_strip(
        steps, kRun, panels, space.as<float>(), [](int64_t, int64_t) {}, multiply, finish);
  };
  bfloat16_gemm_amx.begin();
  for (int64_t at = first; at < last; at += group)
    for (int64_t i = begin; i < end; i += kTileBlock) multiply_rows(i, at, std::min(group, last - at));
  bfloat16_gemm_amx.end();
}

void multiply(bool parallel, const Arguments& q, const PackedOperands& packed) {
  constexpr int64_t kReadCost = 8;  // products per element that reading it costs
  const Cut cut = best_cut(q.m, q.n, {kTileBlock, kTileBlock, q.m, kReadCost}, parallel ? get_num_threads() : 1);
  const int64_t columns = ceil_div(q.n, cut.columns), blocks = ceil_div(q.m, cut.rows) * columns;
  detail::run_slices(parallel, blocks, [&](int64_t s) {
    const int64_t i = s / columns * cut.rows, j = s % columns * cut.columns;
    multiply_block(q, packed, i, std::min(i + cut.rows, q.m), j / kTileBlock,
                   strips_of(std::min(j + cut.columns, q.n)));
  });
}

// The range of kept weights follows their panels.
const uint16_t* kept_panels(const Arguments& q) { return reinterpret_cast<const uint16_t*>(q.packed_b); }
FloatRange kept_range(const Arguments& q) {
  return *reinterpret_cast<const FloatRange*>(reinterpret_cast<const char*>(q.packed_b) + packed_bytes(q.n, q.k));
}

// Both operands are packed whole, which gives their ranges on the way.
bool multiply_whole(bool parallel, const Arguments& q) {
  const size_t a_size = packed_bytes(q.m, q.k);
  const Workspace space(a_size + (q.packed_b ? 0 : packed_bytes(q.n, q.k)));
  const FloatRange b = q.packed_b ? kept_range(q) : pack(parallel, right_of(q), space.as<uint16_t>(a_size));
  if (!is_splittable(b) || !is_exact_by_parts(pack(parallel, left_of(q), space.as<uint16_t>()), b, q.k)) return false;
  multiply(parallel, q,
           {space.as<uint16_t>(), q.packed_b ? kept_panels(q) : space.as<uint16_t>(a_size),
            tile_steps(q.k) * kStepElements});
  return true;
}

// Greater products: parts are packed, once the ranges are known. Parts of k are added in C, so their length is part of
// the result's definition.
bool multiply_parts(bool parallel, const Arguments& q) {
  const FloatRange b_range = q.packed_b ? kept_range(q) : scan(parallel, right_of(q));
  if (!is_splittable(b_range) || !is_exact_by_parts(scan(parallel, left_of(q)), b_range, q.k)) return false;
  constexpr int64_t kMostDepth = 2048, kMostRows = 1024, kMostColumns = 1024;
  const int64_t depth = std::min(q.k, kMostDepth), rows = std::min(q.m, kMostRows),
                columns = std::min(q.n, kMostColumns);
  const size_t a_size = packed_bytes(rows, depth);
  const Workspace space(a_size + (q.packed_b ? 0 : packed_bytes(columns, depth)));
  uint16_t *const a = space.as<uint16_t>(), *const b = space.as<uint16_t>(a_size);
  for (int64_t p = 0; p < q.k; p += depth)
    for (int64_t j = 0; j < q.n; j += columns) {
      Arguments part = q;
      part.k = std::min(depth, q.k - p), part.n = std::min(columns, q.n - j);
      part.add = q.add || p > 0, part.bias = p > 0 || q.bias == nullptr ? nullptr : q.bias + j;
      PackedOperands packed{a, b, tile_steps(part.k) * kStepElements};
      if (q.packed_b) {
        packed.panel_elements = tile_steps(q.k) * kStepElements;
        packed.b = kept_panels(q) + j / kTileBlock * packed.panel_elements + p / kTileDepth * kStepElements;
      } else {
        pack(parallel, right_of(q).part(j, part.n, p, part.k), b);
      }
      for (int64_t i = 0; i < q.m; i += rows) {
        part.m = std::min(rows, q.m - i), part.c = q.c + i * q.c_row + j;
        pack(parallel, left_of(q).part(i, part.m, p, part.k), a);
        multiply(parallel, part, packed);
      }
    }
  return true;
}

}  // namespace

bool prefers_split(const Arguments& q) {
  constexpr int64_t kLeast = 32;
  if (q.m < kLeast || q.n < kLeast || q.k < kLeast || !has_amx_bfloat16()) return false;
  if ((q.a_row != 1 && q.a_col != 1) || (q.b_row != 1 && q.b_col != 1)) return false;
  // Nanoseconds of one thread.
  constexpr double kFloatProducts = 1. / 85, kSplitProducts = 1. / 210, kPackedElements = 0.4, kCall = 2000;
  const auto volume = [](int64_t m, int64_t n, int64_t k) {
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  };
  const double padded =
      volume(ceil_div(q.m, kTileSide) * kTileSide, strips_of(q.n) * kTileBlock, tile_steps(q.k) * kTileDepth);
  const double packed = volume(q.m + (q.keeps_b && split_size(q) > 0 ? 0 : q.n), q.k, 1);
  return 1.1 * (padded * kSplitProducts + packed * kPackedElements + kCall) < volume(q.m, q.n, q.k) * kFloatProducts;
}

bool try_split_product(const Arguments& q, bool parallel) {
  if (!prefers_split(q)) return false;
  constexpr size_t kMostBytes = size_t{32} << 20;  // of packed operands
  const bool shared = parallel && 2 * q.m * q.n * q.k > kParallelFlops;
  const bool is_whole = packed_bytes(q.m, q.k) + packed_bytes(q.n, q.k) <= kMostBytes;
  return is_whole ? multiply_whole(shared, q) : multiply_parts(shared, q);
}

int64_t split_size(const Arguments& q) {
  constexpr int64_t kMostRows = 1024;
  if (q.b_row != 1 || q.m > kMostRows) return 0;
  return static_cast<int64_t>((packed_bytes(q.n, q.k) + aligned_size(sizeof(FloatRange))) / sizeof(float));
}
void pack_split(const Arguments& q, float* to) {
  const FloatRange range = pack(true, right_of(q), reinterpret_cast<uint16_t*>(to));
  *reinterpret_cast<FloatRange*>(reinterpret_cast<char*>(to) + packed_bytes(q.n, q.k)) = range;
}

#endif

}  // namespace torchpp::cpu::own

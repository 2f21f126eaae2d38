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
constexpr int64_t kRun = 16;
struct RunSteps {
  int64_t at[kRun] = {};
  constexpr RunSteps() {
    for (int64_t i = 0; i < kRun; ++i) at[i] = i * kStepElements;
  }
};
constexpr RunSteps kRunSteps;
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
constexpr Lines kNoLines = {nullptr, 0, 1, 1, 1, false};

struct Ranges {
  FloatRange a, b;
};
// Work on the operands in pieces, each of which finds a range: piece(is_b, index, range).
template <class Piece>
Ranges ranges_of(bool parallel, int64_t a_pieces, int64_t b_pieces, const Piece& piece) {
  const Workspace space(static_cast<size_t>(a_pieces + b_pieces) * sizeof(FloatRange));
  FloatRange* const found = space.as<FloatRange>();
  detail::run_slices(parallel, a_pieces + b_pieces, [&](int64_t i) {
    FloatRange range;
    piece(i >= a_pieces, i < a_pieces ? i : i - a_pieces, range);
    found[i] = range;
  });
  Ranges all;
  for (int64_t i = 0; i < a_pieces + b_pieces; ++i) {
    FloatRange& x = i < a_pieces ? all.a : all.b;
    x = {std::min(x.least, found[i].least), std::max(x.most, found[i].most)};
  }
  return all;
}

// Strips or panels of a piece: runs of several cache lines.
constexpr int64_t kStripsOfPiece = 2;
int64_t pack_pieces(const Lines& x) { return ceil_div(strips_of(x.count), kStripsOfPiece); }

// Packed strips and panels lie one behind another.
void pack_piece(const Lines& x, int64_t piece, uint16_t* to, FloatRange& range) {
  const int64_t steps = tile_steps(x.k), first = piece * kStripsOfPiece;
  const int64_t strips = std::min(kStripsOfPiece, strips_of(x.count) - first);
  pack_panels(x.k_stride == 1, strips, steps, [&](int64_t i, int64_t s) {
    const int64_t line = (first + i) * kTileBlock, p = s * kTileDepth;
    (x.is_right ? kIsa.pack_right : kIsa.pack_left)(std::min(kTileBlock, x.count - line), std::min(kTileDepth, x.k - p),
                                                    x.from + line * x.stride + p * x.k_stride, x.stride, x.k_stride,
                                                    to + ((first + i) * steps + s) * kStepElements, range);
  });
}

// Both operands, or one where the other has no lines.
Ranges pack(bool parallel, const Lines& a, uint16_t* a_to, const Lines& b, uint16_t* b_to) {
  constexpr int64_t kLeastElements = 65536;  // 20 us: with fewer, waking a worker costs more than it saves
  const bool shared = parallel && a.count * a.k + b.count * b.k >= kLeastElements;
  return ranges_of(shared, pack_pieces(a), pack_pieces(b), [&](bool is_b, int64_t piece, FloatRange& range) {
    pack_piece(is_b ? b : a, piece, is_b ? b_to : a_to, range);
  });
}

// Of the runs in which an operand lies.
struct Runs {
  const float* from;
  int64_t count, length, stride;

  explicit Runs(const Lines& x)
      : from(x.from),
        count(x.k_stride == 1 ? x.count : x.k),
        length(x.k_stride == 1 ? x.k : x.count),
        stride(x.k_stride == 1 ? x.stride : x.k_stride) {}
  int64_t of_piece() const { return std::max<int64_t>(1, 65536 / std::max<int64_t>(1, length)); }
};
Ranges scan(bool parallel, const Lines& a, const Lines& b) {
  const Runs x(a), y(b);
  return ranges_of(parallel, ceil_div(x.count, x.of_piece()), ceil_div(y.count, y.of_piece()),
                   [&](bool is_b, int64_t piece, FloatRange& range) {
                     const Runs& runs = is_b ? y : x;
                     const int64_t end = std::min(runs.count, (piece + 1) * runs.of_piece());
                     for (int64_t i = piece * runs.of_piece(); i < end; ++i)
                       kIsa.scan(runs.length, runs.from + i * runs.stride, range);
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
    const uint16_t* const a = packed.a + i / kTileBlock * steps * kStepElements;
    const uint16_t* const b = packed.b + at * packed.panel_elements;
    const auto multiply = [&](bool add, int64_t step, int64_t run, int64_t panel, float* c) {
      kIsa.multiply(row_tiles, add, run, a + step * kStepElements, kTileDepth, kRunSteps.at,
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
  uint16_t *const a = space.as<uint16_t>(), *const b = space.as<uint16_t>(a_size);
  Ranges ranges = pack(parallel, left_of(q), a, q.packed_b ? kNoLines : right_of(q), b);
  if (q.packed_b) ranges.b = kept_range(q);
  if (!is_exact_by_parts(ranges.a, ranges.b, q.k)) return false;
  multiply(parallel, q, {a, q.packed_b ? kept_panels(q) : b, tile_steps(q.k) * kStepElements});
  return true;
}

// Greater products: parts are packed, once the ranges are known. Parts of k are added in C, so their length is part of
// the result's definition.
bool multiply_parts(bool parallel, const Arguments& q) {
  Ranges ranges = scan(parallel, left_of(q), q.packed_b ? kNoLines : right_of(q));
  if (q.packed_b) ranges.b = kept_range(q);
  if (!is_exact_by_parts(ranges.a, ranges.b, q.k)) return false;
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
      Lines to_pack = right_of(q).part(j, part.n, p, part.k);
      PackedOperands packed{a, b, tile_steps(part.k) * kStepElements};
      if (q.packed_b) {
        to_pack = kNoLines;
        packed.panel_elements = tile_steps(q.k) * kStepElements;
        packed.b = kept_panels(q) + j / kTileBlock * packed.panel_elements + p / kTileDepth * kStepElements;
      }
      for (int64_t i = 0; i < q.m; i += rows, to_pack = kNoLines) {
        part.m = std::min(rows, q.m - i), part.c = q.c + i * q.c_row + j;
        pack(parallel, left_of(q).part(i, part.m, p, part.k), a, to_pack, b);
        multiply(parallel, part, packed);
      }
    }
  return true;
}

}  // namespace

bool prefers_split(const Arguments& q) {
  constexpr int64_t kLeast = 32;
  if (q.is_part || q.m < kLeast || q.n < kLeast || q.k < kLeast || !has_amx_bfloat16()) return false;
  if ((q.a_row != 1 && q.a_col != 1) || (q.b_row != 1 && q.b_col != 1)) return false;
  // Nanoseconds of one thread, of several ones together. Two rounds of slices cost more than one: hence the time of a
  // call. A packed element takes 0.33, and as much again or more to be read by a processor that did not pack it
  // (257 x 509 x 383: 621 us and 486 by parts on one thread, 318 and 359 on two).
  constexpr double kFloatProducts = 1. / 85, kSplitProducts = 1. / 165, kCall = 8000;
  constexpr double kPackedElements = 0.8, kKeptElements = 0.1;
  const auto volume = [](int64_t m, int64_t n, int64_t k) {
    return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  };
  const double padded =
      volume(ceil_div(q.m, kTileSide) * kTileSide, strips_of(q.n) * kTileBlock, tile_steps(q.k) * kTileDepth);
  const bool is_kept = q.keeps_b && split_size(q) > 0;
  const double time = padded * kSplitProducts + volume(q.m, 1, q.k) * kPackedElements +
                      volume(1, q.n, q.k) * (is_kept ? kKeptElements : kPackedElements) + kCall;
  constexpr double kLeastGain = 1.15;  // in what depends on the processor and on what else it does
  return kLeastGain * time < volume(q.m, q.n, q.k) * kFloatProducts;
}

bool try_split_product(const Arguments& q, bool parallel) {
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
  const Ranges ranges = pack(true, kNoLines, nullptr, right_of(q), reinterpret_cast<uint16_t*>(to));
  *reinterpret_cast<FloatRange*>(reinterpret_cast<char*>(to) + packed_bytes(q.n, q.k)) = ranges.b;
}

#endif

}  // namespace torchpp::cpu::own

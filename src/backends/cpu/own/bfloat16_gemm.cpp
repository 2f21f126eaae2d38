// SPDX-License-Identifier: BSD-3-Clause
// Products of bfloat16 matrices on AMX.
#if defined(__x86_64__)

#include <torchpp/core/error.h>
#include <torchpp/core/half.h>
#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/isa/bfloat16_gemm_abi.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/own/gemm_slices.h"
#include "src/backends/cpu/own/tile_gemm.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/shape.h"
#include "src/core/thread_pool.h"

namespace torchpp::cpu::own {
namespace {

using Arguments = GemmArguments<BFloat16>;
constexpr const Bfloat16Kernels& kIsa = bfloat16_gemm_amx;
constexpr int64_t kTile = Bfloat16Kernels::kElements;
constexpr int64_t kStepElements = 2 * kTile;  // of a panel for a tile's depth
constexpr int64_t kParallelFlops = 8000000;   // below this waking a worker costs more than it saves
constexpr int64_t kPackCost = 64;             // products per element that packing it costs

// Steps over k after which C is kept as floats: this much of 32 rows of a stays in the nearest cache while b passes
// through (1024 x 1024 x 1024, one thread: 8 steps 1.65 ms, 16 1.76, 32 1.93). It does not change a sum's order.
constexpr int64_t kRun = 8;

const uint16_t* bits(const BFloat16* p) { return reinterpret_cast<const uint16_t*>(p); }
uint16_t* bits(BFloat16* p) { return reinterpret_cast<uint16_t*>(p); }
// Of b that stay in the second cache while a passes through. A few rows pass soon, and packing is most of the work
// (1 to 32 rows, 1024 x 1024: 1 MB 144 to 169 us, 256 KB 110 to 130, 64 KB 150 to 160).
int64_t group_bytes(int64_t rows) { return rows < 64 ? int64_t{1} << 18 : int64_t{1} << 20; }

// Panels [first, end).
void pack_right(const Arguments& q, int64_t first, int64_t end, uint16_t* to) {
  const int64_t steps = tile_steps(q.k);
  pack_panels(q.b_row == 1, end - first, steps, [&](int64_t i, int64_t s) {
    const int64_t p = s * kTileDepth, j = (first + i) * kTileBlock;
    kIsa.pack_right(std::min(kTileBlock, q.n - j), std::min(kTileDepth, q.k - p), bits(q.b) + p * q.b_row + j * q.b_col,
                    q.b_col, q.b_row, to + (i * steps + s) * kStepElements);
  });
}

// A part of C, over all of k.
class Block {
 public:
  explicit Block(const Arguments& q)
      : q_(q),
        steps_(tile_steps(q.k)),
        panels_(ceil_div(q.n, kTileBlock)),
        group_(
            std::min({panels_, kMostPanels, std::max<int64_t>(1, group_bytes(q.m) / (2 * steps_ * kStepElements))})) {}

  void run() {
    const size_t a_size = kRun * kStepElements * sizeof(uint16_t),
                 c_size = group_ * kTileBlock * kTileBlock * sizeof(float);
    const size_t b_size = q_.packed_b ? 0 : group_ * steps_ * kStepElements * sizeof(uint16_t);
    const Workspace space(a_size + c_size + b_size);
    a_ = space.as<uint16_t>(), c_ = space.as<float>(a_size);
    kIsa.begin();
    for (int64_t first = 0; first < panels_; first += group_) {
      const int64_t end = std::min(panels_, first + group_);
      b_ = q_.packed_b ? bits(q_.packed_b) + first * steps_ * kStepElements : space.as<uint16_t>(a_size + c_size);
      if (!q_.packed_b) pack_right(q_, first, end, space.as<uint16_t>(a_size + c_size));
      for (int64_t i = 0; i < q_.m; i += kTileBlock) rows(i, first, end);
    }
    kIsa.end();
  }

 private:
  // Rows [i, i + kTileBlock) of C, panels [first, end).
  void rows(int64_t i, int64_t first, int64_t end) {
    const int64_t count = std::min(kTileBlock, q_.m - i), row_tiles = ceil_div(count, kTileSide);
    const bool in_place = q_.a_col == 1 && count % kTileSide == 0 && q_.k % kTileDepth == 0;
    const auto a_of = [&](int64_t step) { return bits(q_.a) + i * q_.a_row + step * kTileDepth * q_.a_col; };
    const auto prepare = [&](int64_t step, int64_t steps) {
      if (!in_place) pack_rows(a_of(step), count, step, steps);
    };
    const auto multiply = [&](bool add, int64_t step, int64_t steps, int64_t panel, float* c) {
      const uint16_t* const b = b_ + (panel * steps_ + step) * kStepElements;
      if (in_place) kIsa.multiply(row_tiles, add, steps, a_of(step), q_.a_row, kTileDepth, kTileSide * q_.a_row, b, c);
      else kIsa.multiply(row_tiles, add, steps, a_, kTileDepth, kStepElements, kTile, b, c);
    };
    const auto finish = [&](int64_t panel, const float* c) {
      const int64_t j = (first + panel) * kTileBlock;
      kIsa.finish(count, std::min(kTileBlock, q_.n - j), c, bits(q_.c) + i * q_.c_row + j, q_.c_row, q_.add,
                  q_.bias ? bits(q_.bias) + j : nullptr);
    };
    multiply_strip(steps_, kRun, end - first, c_, prepare, multiply, finish);
  }
  void pack_rows(const uint16_t* a, int64_t count, int64_t begin, int64_t steps) {
    for (int64_t s = 0; s < steps; ++s)
      kIsa.pack_left(count, std::min(kTileDepth, q_.k - (begin + s) * kTileDepth), a + s * kTileDepth * q_.a_col,
                     q_.a_row, q_.a_col, a_ + s * kStepElements);
  }

  const Arguments& q_;
  const int64_t steps_, panels_, group_;
  uint16_t* a_ = nullptr;
  float* c_ = nullptr;
  const uint16_t* b_ = nullptr;
};

// Products that use little of a tile's rows or depth: of one row, and of one column by one row.
constexpr int64_t kLeastOfThread = int64_t{1} << 17;  // elements of b, or of C, which are read or written once
void multiply_vectors(const Arguments& q, bool parallel) {
  const bool gathers = q.a_col != 1 && q.k > 1;
  const Workspace space(gathers ? static_cast<size_t>(q.k) * sizeof(uint16_t) : 0);
  const uint16_t* a = bits(q.a);
  if (gathers) {
    for (int64_t p = 0; p < q.k; ++p) space.as<uint16_t>()[p] = a[p * q.a_col];
    a = space.as<uint16_t>();
  }
  const auto columns = [&](int64_t begin, int64_t end) {
    const int64_t n = end - begin;
    uint16_t* const to = bits(q.c) + begin;
    const uint16_t* const more = q.add ? to : q.bias ? bits(q.bias) + begin : nullptr;
    const uint16_t* const b = bits(q.b) + begin * q.b_col;
    if (q.b_col != 1) kIsa.row_times_columns(n, q.k, a, b, q.b_col, to, more);
    else if (q.k != 1) kIsa.row_times_rows(n, q.k, a, b, q.b_row, to, more);
    else kIsa.column_times_row(q.m, n, a, q.a_row, b, to, q.c_row, more, q.add ? q.c_row : 0);
  };
  if (!parallel) return columns(0, q.n);
  parallel_for(0, ceil_div(q.n, kTileBlock), ceil_div(kLeastOfThread, kTileBlock * std::max(q.k, q.m)),
               [&](int64_t begin, int64_t end) { columns(begin * kTileBlock, std::min(end * kTileBlock, q.n)); });
}

void gemm(const Arguments& q, bool parallel) {
  TORCHPP_CHECK(!(q.add && q.bias), "gemm: got add and bias together, expected at most one of them");
  if (q.m == 0 || q.n == 0) return;
  if (q.k == 0) {
    for (int64_t i = 0; i < q.m && !q.add; ++i)
      for (int64_t j = 0; j < q.n; ++j) q.c[i * q.c_row + j] = q.bias ? q.bias[j] : BFloat16(0.f);
    return;
  }
  if (multiplies_vectors(q)) return multiply_vectors(q, parallel);
  const int64_t flops = 2 * (q.m + (q.packed_b ? 0 : kPackCost)) * q.n * q.k;
  if (!parallel || flops <= kParallelFlops || get_num_threads() == 1) return Block(q).run();
  const Cut cut = best_cut(q.m, q.n, {kTileBlock, kTileBlock, q.m, kPackCost}, get_num_threads());
  const int64_t columns = ceil_div(q.n, cut.columns), blocks = ceil_div(q.m, cut.rows) * columns;
  detail::run_slices(blocks, [&](int64_t s) {
    const int64_t i = s / columns * cut.rows, j = s % columns * cut.columns;
    Arguments part = q;
    part.m = std::min(cut.rows, q.m - i), part.n = std::min(cut.columns, q.n - j);
    part.a += i * q.a_row, part.b += j * q.b_col, part.c += i * q.c_row + j;
    if (part.bias) part.bias += j;
    if (part.packed_b) part.packed_b += j / kTileBlock * tile_steps(q.k) * kStepElements;
    Block(part).run();
  });
}

}  // namespace

bool multiplies_vectors(const GemmArguments<BFloat16>& q) {
  return !q.packed_b && (q.b_col == 1 || (q.m == 1 && q.b_row == 1)) && (q.m == 1 || q.k == 1);
}

template <>
void gemm<BFloat16>(const Arguments& product) {
  gemm(product, true);
}

template <>
void gemm_batched<BFloat16>(const Arguments& first, IntArrayRef sizes, IntArrayRef a_strides, IntArrayRef b_strides,
                            int64_t c_stride) {
  run_batch(first, sizes, a_strides, b_strides, c_stride, kParallelFlops,
            [](const Arguments& q, bool parallel) { gemm(q, parallel); });
}

// A right operand whose columns lie in rows is turned to be packed: with 2048 rows on the left 4 % of the product.
template <>
int64_t packed_size<BFloat16>(const Arguments& q) {
  constexpr int64_t kMostRows = 2048, kLeastElements = 16384;
  if (q.m == 1 || q.m > kMostRows || q.b_row != 1 || q.n * q.k < kLeastElements) return 0;
  return ceil_div(q.n, kTileBlock) * tile_steps(q.k) * kStepElements;
}
template <>
void pack_b<BFloat16>(const Arguments& q, BFloat16* to) {
  pack_right(q, 0, ceil_div(q.n, kTileBlock), bits(to));
}

template <>
int packed_form<BFloat16>(const Arguments&) {
  return 0;
}

}  // namespace torchpp::cpu::own

#endif

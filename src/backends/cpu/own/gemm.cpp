// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/gemm.h"

#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <type_traits>

#include "src/backends/cpu/own/gemm_slices.h"
#include "src/backends/cpu/own/split_gemm.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace own {

template <class T>
const GemmKernels<T>& gemm_kernels() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(gemm_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(gemm_double));
}

// The cheapest of the grids with once, twice or four times as many slices as threads: rounds of slices, and a share of
// one more for threads that finish late.
TORCHPP_NOINLINE Cut best_cut(int64_t m, int64_t n, const CutRules& rules, int64_t threads) {
  const auto part = [](int64_t extent, int64_t pieces, int64_t unit) {
    return ceil_div(ceil_div(extent, pieces), unit) * unit;
  };
  const int64_t least = ceil_div(m, rules.most_rows);
  const int64_t most = std::max(least, std::min(4 * threads, ceil_div(m, rules.tile_rows)));
  Cut best{part(m, least, rules.tile_rows), n};
  double lowest = 0;
  for (int64_t i = least; i <= most && threads > 1; ++i)
    for (int64_t share = 1; share <= 4; share *= 2) {
      const Cut cut{part(m, i, rules.tile_rows), part(n, ceil_div(share * threads, i), rules.tile_columns)};
      const int64_t rounds = ceil_div(ceil_div(m, cut.rows) * ceil_div(n, cut.columns), threads);
      const int64_t slice = cut.rows * cut.columns + rules.pack_cost * (cut.rows + cut.columns);
      const double cost = (static_cast<double>(rounds) + 0.15) * static_cast<double>(slice);
      if (lowest == 0 || cost < lowest) lowest = cost, best = cut;
    }
  return best;
}

namespace {

// Products of this type may be computed by bfloat16 parts (split_gemm.h).
#if defined(__x86_64__)
template <class T>
constexpr bool kMaySplit = std::is_same_v<T, float>;
#else
template <class T>
constexpr bool kMaySplit = false;
#endif
template <class T>
bool is_split(const GemmArguments<T>& q) {
  if constexpr (kMaySplit<T>) return prefers_split(q);
  else return false;
}

constexpr int64_t kSliceElements = 32768;    // of a matrix that a slice of a matrix-vector product reads
constexpr int64_t kDotChunk = 65536;         // partial sums of a dot product: part of the result's definition
constexpr int64_t kParallelFlops = 1000000;  // below this waking a worker costs more than it saves

template <class T>
T dot(bool parallel, int64_t n, const T* x, const T* y) {
  const GemmKernels<T>& isa = gemm_kernels<T>();
  if (n <= kDotChunk) return isa.dot(n, x, y);
  const int64_t chunks = ceil_div(n, kDotChunk);
  const Workspace space(chunks * sizeof(T));
  T* part = space.as<T>();
  detail::run_slices(parallel, chunks, [&](int64_t i) {
    const int64_t begin = i * kDotChunk;
    part[i] = isa.dot(std::min(kDotChunk, n - begin), x + begin, y + begin);
  });
  T total = 0;
  for (int64_t i = 0; i < chunks; ++i) total += part[i];
  return total;
}

// Rows of x times rows of b (that is, columns of the right operand), where neither is worth packing.
template <class T>
void rows_times_rows(const GemmArguments<T>& q, const T* x, int64_t x_row, bool parallel) {
  const GemmKernels<T>& isa = gemm_kernels<T>();
  const bool by_rows = q.m > q.n;
  const int64_t extent = by_rows ? q.m : q.n, work = q.k * ceil_div(by_rows ? q.n : q.m, 4);
  // A slice of fewer elements takes less time than handing it over (384 x 128 on two threads: 1.9 us alone, 2.0
  // shared).
  const int64_t slices = parallel ? extent * work / kSliceElements : 1;
  const int64_t block = slices <= 1 ? extent : ceil_div(ceil_div(extent, slices), 16) * 16;
  detail::run_slices(parallel, ceil_div(extent, block), [&](int64_t s) {
    const int64_t at = s * block, count = std::min(block, extent - at), i = by_rows ? at : 0, j = by_rows ? 0 : at;
    isa.dots(by_rows ? count : q.m, by_rows ? q.n : count, q.k, x + i * x_row, x_row, q.b + j * q.b_col, q.b_col,
             q.c + i * q.c_row + j, q.c_row, q.add, q.bias ? q.bias + j : nullptr);
  });
}

// One row times a matrix. Slices are blocks of columns: every sum stays whole.
template <class T>
void vector_product(const GemmArguments<T>& q, bool parallel) {
  const GemmKernels<T>& isa = gemm_kernels<T>();
  const int64_t threads = parallel ? get_num_threads() : 1;
  const bool is_dot = q.n == 1 && q.b_row == 1;  // whatever is said of the step to the next column
  if (q.b_col == 1 && !is_dot) {
    const int64_t width = isa.columns * 4;
    // Long runs of the rows suit the prefetcher (4096 x 4096, one thread: 1 slice 2.31 ms, 2 slices 2.35, 4
    // slices 2.47); two slices per thread level out what the threads start with, which shows in short products.
    constexpr int64_t kLarge = 1 << 21;
    const int64_t most = threads == 1 || q.n * q.k > kLarge ? threads : 2 * threads;
    const int64_t slices = std::min(most, ceil_div(q.n * q.k, kSliceElements));
    const int64_t block = ceil_div(q.n, slices * width) * width;
    return detail::run_slices(parallel, ceil_div(q.n, block), [&](int64_t i) {
      const int64_t j = i * block;
      isa.row_times_matrix(std::min(block, q.n - j), q.k, q.a, q.a_col, q.b + j, q.b_row, q.c + j, q.add,
                           q.bias ? q.bias + j : nullptr);
    });
  }
  const Workspace space(q.a_col == 1 ? 0 : q.k * sizeof(T));
  const T* x = q.a;
  if (q.a_col != 1) {
    for (int64_t p = 0; p < q.k; ++p) space.as<T>()[p] = q.a[p * q.a_col];
    x = space.as<T>();
  }
  if (q.n == 1) {
    const T sum = dot(parallel, q.k, x, q.b);
    *q.c = sum + (q.add ? *q.c : q.bias ? *q.bias : T(0));
    return;
  }
  rows_times_rows(q, x, 0, parallel);
}

// A product with one row, or with one column as the transposed product with one row, if the kernels can read it so.
template <class T>
bool try_vector_product(const GemmArguments<T>& q, bool parallel) {
  if (q.m == 1 && (q.b_col == 1 || q.b_row == 1)) {
    vector_product(q, parallel);
    return true;
  }
  if (q.n != 1 || q.c_row != 1 || (q.a_col != 1 && q.a_row != 1)) return false;
  GemmArguments<T> t = q;
  t.m = 1, t.n = q.m;
  t.a = q.b, t.a_row = 0, t.a_col = q.b_row;
  t.b = q.a, t.b_row = q.a_col, t.b_col = q.a_row;
  t.bias = nullptr;
  vector_product(t, parallel);
  if (q.bias)
    for (int64_t i = 0; i < q.m; ++i) q.c[i] += *q.bias;
  return true;
}

// Longest run of k that is packed at once. Longer products take equal runs.
constexpr int64_t kDepthBytes = 2048;
template <class T>
constexpr int64_t kDepth = kDepthBytes / sizeof(T);

template <class T>
CutRules cut_rules(const GemmKernels<T>& isa, int64_t columns) {
  return {isa.rows, columns, isa.blocking.rows, isa.blocking.pack_cost};
}

// How many slices k is cut into where C is too small to be: cut, its slices would mostly pack (64 x 64 x 8192 on two
// threads: 38 % of the peak by C, 68 % by k). A cut through sums decides where they are rounded, so it depends on the
// problem alone. Partial sums stay in the caches.
int64_t sum_parts(int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kMost = 16, kLeastDepth = 512, kLeastFlops = 4000000, kPartialSums = 65536;
  return std::max<int64_t>(1, std::min({kMost, k / kLeastDepth, 2 * m * n * k / kLeastFlops, kPartialSums / (m * n)}));
}

constexpr int64_t kFewRows = 64;  // of a, which FewRows takes

// Few rows times a matrix whose columns lie in rows, as weights do: packing these would cost a fifth of the product and
// more, so they are the left operand of the tiles, read as they lie, and the few rows are the right one, in panels of
// at most a tile's columns. C comes turned and is turned back block by block.
template <class T>
class FewRows {
 public:
  static bool takes(const GemmArguments<T>& q) {
    return q.b_row == 1 && q.m <= kFewRows && q.packed_b == nullptr &&
           (q.n >= 4 * kBlock || sum_parts(q.m, q.n, q.k) == 1);
  }
  explicit FewRows(const GemmArguments<T>& q) : q_(q) {}

  // A slice packs the few rows for itself: read from another processor's cache they would take longer.
  void run(bool parallel) const {
    const bool alone = !parallel || 2 * q_.m * q_.n * q_.k <= kParallelFlops;
    const int64_t blocks = ceil_div(q_.n, kBlock), slices = alone ? 1 : std::min<int64_t>(blocks, get_num_threads());
    detail::run_slices(!alone, slices, [&](int64_t s) {
      const size_t x_size = aligned_size(panels_ * q_.k * isa_.columns * sizeof(T));
      const Workspace space(x_size + kBlock * isa_.columns * sizeof(T));
      T *x = space.as<T>(), *turned = space.as<T>(x_size);
      for (int64_t i = 0; i < panels_; ++i)
        isa_.pack_b(q_.k, rows_of(i), q_.a + i * width_ * q_.a_row, q_.a_col, q_.a_row, x + i * q_.k * isa_.columns);
      for (int64_t b = s * blocks / slices; b < (s + 1) * blocks / slices; ++b)
        for (int64_t i = 0; i < panels_; ++i) block(x + i * q_.k * isa_.columns, i, b * kBlock, turned);
    });
  }

 private:
  static constexpr int64_t kBlock = 48;  // columns of C

  int64_t rows_of(int64_t panel) const { return std::min(width_, q_.m - panel * width_); }

  // Columns [j, j + kBlock) of C for a panel of its rows; `turned` holds them meanwhile.
  void block(const T* x, int64_t panel, int64_t j, T* turned) const {
    const int64_t rows = rows_of(panel), n = std::min(kBlock, q_.n - j), stride = isa_.columns;
    const int64_t columns = ceil_div(rows, isa_.lanes) * isa_.lanes;
    T* c = q_.c + panel * width_ * q_.c_row + j;
    constexpr int64_t kLine = 64 / sizeof(T);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t at = 0; at < n; at += kLine) __builtin_prefetch(c + i * q_.c_row + at, 1);
    if (q_.add) isa_.transpose(rows, n, c, q_.c_row, turned, stride);
    for (int64_t i = 0; i < n && q_.bias; ++i) std::fill_n(turned + i * stride, columns, q_.bias[j + i]);
    for (int64_t p = 0; p < q_.k; p += depth_)
      for (int64_t i = 0; i < n; i += isa_.rows)
        isa_.plain_tile(std::min(isa_.rows, n - i), columns, std::min(depth_, q_.k - p), q_.b + (j + i) * q_.b_col + p,
                        q_.b_col, x + p * stride, stride, turned + i * stride, stride, q_.add || q_.bias || p > 0,
                        nullptr);
    isa_.transpose(n, rows, turned, stride, c, q_.c_row);
  }

  const GemmArguments<T>& q_;
  const GemmKernels<T>& isa_ = gemm_kernels<T>();
  const int64_t depth_ = ceil_div(q_.k, ceil_div(q_.k, kDepth<T>));
  const int64_t panels_ = ceil_div(q_.m, isa_.columns);
  const int64_t width_ = ceil_div(ceil_div(q_.m, panels_), isa_.lanes) * isa_.lanes;  // rows of C in a panel
};

// How a block is computed. One function for all types, since it is longer than what it decides about.
class BlockSizes {
 protected:
  // `size` is that of an element. The length of the runs depends on the whole product, not on its slices: it decides
  // where sums are rounded.
  TORCHPP_NOINLINE BlockSizes(const GemmShape& q, const GemmShape& whole, bool has_packed_b, int64_t tile_rows,
                              int64_t tile_columns, const GemmBlocking& blocking, int64_t size)
      : packs_(wants_packed_b(whole, tile_rows, blocking, size)) {
    // Rows of b that are not packed and far apart are read a few at a time over all columns, which touches few pages.
    const bool far = !packs_ && q.b_row * size > 1024;
    // Few rows are rounded as FewRows does.
    const bool reads_rows = packs_ && q.a_col == 1 && whole.m > kFewRows;
    const int64_t most = far          ? (whole.m <= 2 * tile_rows ? 32 : 64)
                         : reads_rows ? blocking.plain_depth_bytes / size
                                      : kDepthBytes / size;
    depth_ = ceil_div(q.k, ceil_div(q.k, most));
    group_ = std::max<int64_t>(1, blocking.panel_bytes / (depth_ * tile_columns * size));
    group_ = std::min({group_, blocking.panels, ceil_div(q.n, tile_columns)});
    const int64_t a_bytes = packs_ && !has_packed_b ? blocking.a_bytes : blocking.streaming_a_bytes;
    const int64_t most_rows = std::max(tile_rows, a_bytes / (depth_ * size));
    rows_ = ceil_div(ceil_div(q.m, ceil_div(q.m, most_rows)), tile_rows) * tile_rows;
    // Columns of C for which packed rows of a, whose tiles lie in few pages, are worth packing them.
    constexpr int64_t kColumnsOfPackedA = 512;
    packs_a_ =
        q.a_col == 1 ? q.n > kColumnsOfPackedA && !(has_packed_b && q.m <= kFewRows) : !stays_turned(q, blocking, size);
    // Tiles ask for their part of C themselves where they have as many sums before it is due. A C that is in a near
    // cache is not asked for (128 x 64 x 128: 1.03 of the time).
    constexpr int64_t kShortDepth = 64, kLargeResult = int64_t{1} << 20;
    asks_for_c_ = depth_ <= kShortDepth && whole.m * whole.n * size > kLargeResult;
  }

  const bool packs_;
  bool packs_a_, asks_for_c_;
  int64_t depth_, group_;
  int64_t rows_;  // of C in a pass over the panels

 private:
  // Packing b does not pay for few rows, nor when the rows of a panel lie close together or in few pages.
  static bool wants_packed_b(const GemmShape& q, int64_t tile_rows, const GemmBlocking& blocking, int64_t size) {
    if (q.b_col != 1) return true;
    if (q.m <= 2 * tile_rows) return false;
    const int64_t depth = std::min(q.k, kDepthBytes / size), bytes = depth * q.b_row * size;
    return bytes > 131072 && (q.m > 64 || (depth > blocking.far_rows && bytes > blocking.far_bytes));
  }

  // Whether columns of a, whose rows lie side by side, are read as they lie: those of a run of k stay in the second
  // cache, and do not all have their places in a few sets of it, as they do where they are a power of two apart.
  bool stays_turned(const GemmShape& q, const GemmBlocking& blocking, int64_t size) const {
    constexpr int64_t kMostColumns = 256;  // of C, for which packing does not pay
    const int64_t column = q.a_col * size;
    return q.a_row == 1 && q.n <= kMostColumns &&
           depth_ * std::max(q.m * size, column & -column) < blocking.turned_a_bytes;
  }
};

// A block of C over all of k: tiles of a are packed once per run of k, then a group of panels of b, each used by all
// rows while it is in the cache. Products that share a go through it together and pack it once.
template <class T>
class Block : BlockSizes {
 public:
  Block(const GemmArguments<T>& q, const GemmKernels<T>& isa, const GemmShape& whole)
      : BlockSizes(q, whole, q.packed_b != nullptr, isa.rows, isa.columns, isa.blocking, sizeof(T)),
        q_(q),
        isa_(isa),
        packed_panel_(whole.k * isa.columns) {}

  void run(int64_t count, int64_t b_stride, int64_t c_stride) {
    const int64_t tiles = ceil_div(q_.m, isa_.rows);
    const size_t a_size = packs_a_ ? aligned_size(tiles * isa_.rows * depth_ * sizeof(T)) : 0;
    const int64_t panels = q_.packed_b != nullptr ? 0 : packs_ ? group_ : 1;
    const Workspace space(a_size + panels * depth_ * isa_.columns * sizeof(T));
    a_ = space.as<T>(), b_ = space.as<T>(a_size);
    for (begin_ = 0; begin_ < q_.k; begin_ += depth_) {
      count_ = std::min(depth_, q_.k - begin_);
      if (packs_a_) pack_a();
      for (int64_t i = 0; i < count; ++i, q_.b += b_stride, q_.c += c_stride) all_panels();
      q_.b -= count * b_stride, q_.c -= count * c_stride;
    }
  }

 private:
  void all_panels() {
    for (int64_t i = 0; i < q_.m && q_.packed_b != nullptr; i += rows_)
      for (int64_t j = 0; j < q_.n; j += isa_.columns)
        panel(i, j, q_.packed_b + j / isa_.columns * packed_panel_ + begin_ * isa_.columns, {});
    for (int64_t j = 0, end = 0; j < q_.n && q_.packed_b == nullptr; j = end) {
      end = group_end(j);
      if (packs_) pack_b(j, end);
      for (int64_t i = 0; i < q_.m; i += rows_)
        for (int64_t at = j; at < end; at += columns_at(at))
          panel(i, at, b_ + (at - j) * count_,
                following_rows(i, (at - j) / isa_.columns, ceil_div(end - j, isa_.columns)));
    }
  }

  // Of the panel that begins with column j. One vector alone would wait for its sums: two panels share the last four.
  int64_t columns_at(int64_t j) const {
    const int64_t left = q_.n - j;
    if (left <= isa_.columns) return left;
    return packs_ || left > isa_.columns + isa_.lanes ? isa_.columns : ceil_div(left, 2 * isa_.lanes) * isa_.lanes;
  }
  // Where the group of panels that begins with column j ends: behind both panels that share the last four vectors.
  int64_t group_end(int64_t j) const {
    const int64_t end = j + group_ * isa_.columns;
    return end >= q_.n || (!packs_ && q_.n - end <= isa_.lanes) ? q_.n : end;
  }
  const T* source_b(int64_t p, int64_t j) const { return q_.b + p * q_.b_row + j * q_.b_col; }

  // A matrix that is copied, not transposed, is packed 16 rows at a time over all panels, so it is read in long runs.
  int64_t run(bool copied) const { return copied ? 16 : count_; }

  void pack_a() {
    const int64_t length = run(q_.a_row == 1);
    for (int64_t p = 0; p < count_; p += length)
      for (int64_t i = 0; i < q_.m; i += isa_.rows)
        isa_.pack_a(std::min(isa_.rows, q_.m - i), std::min(length, count_ - p),
                    q_.a + i * q_.a_row + (begin_ + p) * q_.a_col, q_.a_row, q_.a_col, a_ + i * count_ + p * isa_.rows);
  }

  void pack_b(int64_t j, int64_t end) {
    const int64_t length = run(q_.b_col == 1);
    for (int64_t p = 0; p < count_; p += length)
      for (int64_t at = j; at < end; at += isa_.columns)
        isa_.pack_b(std::min(length, count_ - p), columns_at(at), source_b(begin_ + p, at), q_.b_row, q_.b_col,
                    b_ + (at - j) * count_ + p * isa_.columns);
  }

  // What the tile in row i of a kept panel asks for meanwhile: its share of the panel that follows in memory. With few
  // rows a panel is used up before the processor has seen that the next one follows (64 x 768 x 192, weights of 10 MB
  // in turn: 82 % of the peak, without this 74 %).
  Ahead next_of(const T* packed, int64_t i) const {
    constexpr int64_t kStep = 4, kLine = 64 / sizeof(T);
    const int64_t lines = ceil_div(kStep * isa_.columns / kLine, ceil_div(q_.m, isa_.rows));
    const int64_t at = i / isa_.rows * lines * kLine * (count_ / kStep);
    return {reinterpret_cast<const char*>(packed + packed_panel_ + at), lines, 64, lines * 64};
  }

  // What the tile in row i asks for in one of `panels` panels, where a is read as it lies and all panels pass by before
  // the next rows of it are read: a share of these, where they lie in one run or are columns of a transposed a (one
  // thread, a in no near cache: 1024 x 192 x 192 73 % of the peak, so 79; 768 x 192 x 1024 of a transposed a 66 and
  // 76).
  Ahead following_rows(int64_t i, int64_t panel, int64_t panels) const {
    if (packs_a_ || !packs_ || rows_ != isa_.rows || i + 2 * isa_.rows > q_.m) return {};
    constexpr int64_t kStep = 4, kSize = sizeof(T), kLine = 64;
    const T* from = q_.a + (i + isa_.rows) * q_.a_row + begin_ * q_.a_col;
    int64_t lines = isa_.rows * kStep * kSize / kLine, line_step = kLine;  // for a step of all panels
    if (q_.a_col != 1) {
      if (reinterpret_cast<uintptr_t>(from) % kLine >= static_cast<uintptr_t>(isa_.rows * kSize))
        return {};  // their lines were read
      lines = kStep, line_step = q_.a_col * kSize;
    } else if (q_.a_row != count_) {
      return {};
    }
    const int64_t share = ceil_div(lines, panels);
    if (panel * share >= lines) return {};
    return {reinterpret_cast<const char*>(from) + panel * share * (count_ / kStep) * line_step, share, line_step,
            share * line_step};
  }

  void ask_for(const T* c, int64_t rows, int64_t cols) const {
    constexpr int64_t kLine = 64 / sizeof(T);
    for (int64_t i = 0; i < rows; ++i, c += q_.c_row)
      for (int64_t j = 0; j < cols; j += kLine) __builtin_prefetch(c + j, 1);
  }

  // Rows [first, first + rows_) of C for the panel that begins with column j.
  void panel(int64_t first, int64_t j, const T* packed, const Ahead& ahead) {
    const int64_t cols = columns_at(j);
    const T* b = packed;
    int64_t b_stride = isa_.columns;
    if (!packs_ && cols % isa_.lanes == 0) {
      b = source_b(begin_, j), b_stride = q_.b_row;
    } else if (!packs_) {  // the kernel reads whole vectors, the matrix may end before
      isa_.pack_b(count_, cols, source_b(begin_, j), q_.b_row, q_.b_col, b_);
      b = b_;
    }
    const T* bias = q_.bias ? q_.bias + j : nullptr;
    const bool add = q_.add || begin_ > 0;
    for (int64_t i = first, end = std::min(q_.m, first + rows_); i < end; i += isa_.rows) {
      const int64_t rows = std::min(isa_.rows, q_.m - i);
      T* c = q_.c + i * q_.c_row + j;
      const T* a = q_.a + i * q_.a_row + begin_;
      const T* turned = q_.a + i + begin_ * q_.a_col;
      if (asks_for_c_) ask_for(c, rows, cols);
      if (packs_a_) isa_.tile(rows, cols, count_, a_ + i * count_, isa_.rows, b, b_stride, c, q_.c_row, add, bias);
      else if (q_.a_col != 1 && ahead.lines > 0)
        isa_.asking_tile(rows, cols, count_, turned, q_.a_col, b, b_stride, c, q_.c_row, add, bias, ahead);
      else if (q_.a_col != 1) isa_.tile(rows, cols, count_, turned, q_.a_col, b, b_stride, c, q_.c_row, add, bias);
      else if (q_.packed_b == nullptr && ahead.lines == 0)
        isa_.plain_tile(rows, cols, count_, a, q_.a_row, b, b_stride, c, q_.c_row, add, bias);
      else
        isa_.asking_plain_tile(rows, cols, count_, a, q_.a_row, b, b_stride, c, q_.c_row, add, bias,
                               q_.packed_b == nullptr ? ahead : next_of(packed, i));
    }
  }

  GemmArguments<T> q_;  // of the product that is computed now
  const GemmKernels<T>& isa_;
  const int64_t packed_panel_;  // elements from a panel of packed_b to the next
  T *a_ = nullptr, *b_ = nullptr;
  int64_t begin_ = 0, count_ = 0;
};

template <class T>
void blocked_product(const GemmArguments<T>& q, bool parallel) {
  const GemmKernels<T>& isa = gemm_kernels<T>();
  const bool alone = !parallel || 2 * q.m * q.n * q.k <= kParallelFlops;
  // With kept weights few rows are rounded as FewRows does.
  const bool whole_sums = q.packed_b != nullptr && q.m <= kFewRows;
  const int64_t depth = whole_sums ? q.k : ceil_div(q.k, sum_parts(q.m, q.n, q.k)), parts = ceil_div(q.k, depth);
  const Cut cut = best_cut(q.m, q.n, cut_rules(isa, isa.columns), alone ? 1 : ceil_div(get_num_threads(), parts));
  const int64_t columns = ceil_div(q.n, cut.columns), blocks = ceil_div(q.m, cut.rows) * columns;
  // The first part of k is summed in C, the others in the workspace.
  const Workspace space((parts - 1) * q.m * q.n * sizeof(T));
  detail::run_slices(!alone, parts * blocks, [&](int64_t s) {
    const int64_t p = s / blocks, block = s % blocks;
    const int64_t i = block / columns * cut.rows, j = block % columns * cut.columns;
    GemmArguments<T> part = q;
    if (p > 0) part.c = space.as<T>() + (p - 1) * q.m * q.n, part.c_row = q.n, part.add = false, part.bias = nullptr;
    part.m = std::min(cut.rows, q.m - i), part.n = std::min(cut.columns, q.n - j),
    part.k = std::min(depth, q.k - p * depth);
    part.a += i * q.a_row + p * depth * q.a_col, part.b += p * depth * q.b_row + j * q.b_col;
    part.c += i * part.c_row + j;
    if (part.bias) part.bias += j;
    if (part.packed_b) part.packed_b += j * q.k + p * depth * isa.columns;  // j is that of a panel
    Block<T>(part, isa, q).run(1, 0, 0);
  });
  if (parts == 1) return;
  const T one = 1;
  for (int64_t i = 0; i < q.m; ++i)
    isa.row_times_matrix(q.n, parts - 1, &one, 0, space.as<T>() + i * q.n, q.m * q.n, q.c + i * q.c_row, true, nullptr);
}

// One column beside a whole panel, as results of 7 x 7 pixels are of floats with AVX-512, takes as much as a vector of
// columns, and makes tiles of the panel smaller. Its sums are dot products of the rows, a few of which are read while
// they are near (512 x 49 x 4608, one thread: 2.09 ms, so 1.5).
template <class T>
bool has_lone_column(const GemmArguments<T>& q) {
  constexpr int64_t kLeastDepth = 256, kLeastRows = 64;
  return std::is_same_v<T, float> && q.n == gemm_kernels<T>().columns + 1 && q.a_col == 1 && q.b_col == 1 &&
         q.k >= kLeastDepth && q.m >= kLeastRows;
}
void product_with_lone_column(const GemmArguments<float>& q, bool parallel) {
  constexpr int64_t kRows = 64;
  const GemmKernels<float>& isa = gemm_kernels<float>();
  const int64_t last = q.n - 1;
  const Workspace space(q.k * sizeof(float));
  float* const column = space.as<float>();
  for (int64_t p = 0; p < q.k; ++p) column[p] = q.b[p * q.b_row + last];
  detail::run_slices(parallel, ceil_div(q.m, kRows), [&](int64_t s) {
    GemmArguments<float> part = q;
    part.m = std::min(kRows, q.m - s * kRows), part.n = last;
    part.a += s * kRows * q.a_row, part.c += s * kRows * q.c_row;
    blocked_product(part, false);
    float sums[kRows];
    isa.dots(1, part.m, q.k, column, 0, part.a, q.a_row, sums, 0, false, nullptr);
    for (int64_t i = 0; i < part.m; ++i) {
      float& to = part.c[i * q.c_row + last];
      to = sums[i] + (q.add ? to : q.bias ? q.bias[last] : 0.f);
    }
  });
}

// Products that share a, in slices of its rows and of whole products. Each has the sums of blocked_product().
template <class T>
bool try_shared_product(const GemmArguments<T>& q, int64_t count, int64_t b_stride, int64_t c_stride) {
  const GemmKernels<T>& isa = gemm_kernels<T>();
  if (q.m < 4 * isa.rows || q.n <= 16 || q.k < 16 || sum_parts(q.m, q.n, q.k) > 1 || is_split(q) || has_lone_column(q))
    return false;
  const Cut cut = best_cut(q.m, count * q.n, cut_rules(isa, q.n), get_num_threads());
  const int64_t products = std::max<int64_t>(1, cut.columns / q.n), groups = ceil_div(count, products);
  detail::run_slices(ceil_div(q.m, cut.rows) * groups, [&](int64_t s) {
    const int64_t i = s / groups * cut.rows, first = s % groups * products;
    GemmArguments<T> part = q;
    part.m = std::min(cut.rows, q.m - i);
    part.a += i * q.a_row, part.b += first * b_stride, part.c += first * c_stride + i * q.c_row;
    Block<T>(part, isa, q).run(std::min(products, count - first), b_stride, c_stride);
  });
  return true;
}

// A product of a few tiles: no workspace, no slices.
template <class T>
bool try_tiny_product(const GemmArguments<T>& q) {
  const GemmKernels<T>& isa = gemm_kernels<T>();
  constexpr int64_t kRows = 8, kLength = 64, kColumns = 48;  // no tile is larger
  if (q.m > 16 || q.k > kLength || q.n > isa.columns) return false;
  T a[kRows * kLength], edge[kLength * kColumns];
  const T* b = q.b;
  int64_t b_stride = q.b_row;
  if (q.b_col != 1 || q.n % isa.lanes != 0) {
    isa.pack_b(q.k, q.n, q.b, q.b_row, q.b_col, edge);
    b = edge, b_stride = isa.columns;
  }
  for (int64_t i = 0; i < q.m; i += isa.rows) {
    const int64_t rows = std::min(isa.rows, q.m - i);
    const T* from = q.a + i * q.a_row;
    if (q.a_col == 1) {
      isa.plain_tile(rows, q.n, q.k, from, q.a_row, b, b_stride, q.c + i * q.c_row, q.c_row, q.add, q.bias);
    } else {
      isa.pack_a(rows, q.k, from, q.a_row, q.a_col, a);
      isa.tile(rows, q.n, q.k, a, isa.rows, b, b_stride, q.c + i * q.c_row, q.c_row, q.add, q.bias);
    }
  }
  return true;
}

template <class T>
void gemm(GemmArguments<T> q, bool parallel) {
  TORCHPP_CHECK(!(q.add && q.bias), "gemm: got add and bias together, expected at most one of them");
  if (q.m == 0 || q.n == 0) return;
  if (q.k == 0) {
    for (int64_t i = 0; i < q.m && !q.add; ++i)
      for (int64_t j = 0; j < q.n; ++j) q.c[i * q.c_row + j] = q.bias ? q.bias[j] : T(0);
    return;
  }
  if constexpr (kMaySplit<T>)
    if (is_split(q)) {
      if (try_split_product(q, parallel)) return;
      q.packed_b = nullptr;  // which has the parts
    }
  if (try_vector_product(q, parallel)) return;
  // Rows times rows where packing would cost as much as the product, or few columns leave tiles half empty; shorter
  // sums do not pay for adding up their lanes (8 x 128 x 32: tiles 0.66 us, this 1.14; 256 x 10 x 1024: 84 and 42).
  if (q.a_col == 1 && q.b_row == 1 && q.k >= 64 && (q.m <= 16 || q.n <= 16))
    return rows_times_rows(q, q.a, q.a_row, parallel);
  if (try_tiny_product(q)) return;
  if (FewRows<T>::takes(q)) return FewRows<T>(q).run(parallel);
  if constexpr (std::is_same_v<T, float>)
    if (has_lone_column(q)) return product_with_lone_column(q, parallel && 2 * q.m * q.n * q.k > kParallelFlops);
  blocked_product(q, parallel);
}

}  // namespace

template <class T>
void gemm(const GemmArguments<T>& product) {
  gemm(product, true);
}
template <class T>
void gemm_serial(const GemmArguments<T>& product) {
  gemm(product, false);
}

template <class T>
void gemm_batched(const GemmArguments<T>& first, IntArrayRef sizes, IntArrayRef a_strides, IntArrayRef b_strides,
                  int64_t c_stride) {
  const bool shares_a = sizes.size() == 1 && a_strides[0] == 0 && sizes[0] > 1;
  if (shares_a && try_shared_product(first, sizes[0], b_strides[0], c_stride)) return;
  run_batch(first, sizes, a_strides, b_strides, c_stride, kParallelFlops,
            [](const GemmArguments<T>& q, bool parallel) { gemm(q, parallel); });
}

// Rows of the right operand that are its columns in memory, as weights are, are packed by transposing. With at most
// kMostRows rows on the left, that costs more than a tenth of the product; with so few that FewRows takes them, these
// are transposed twice, and read for each row of weights.
template <class T>
int64_t packed_size(const GemmArguments<T>& q) {
  if constexpr (kMaySplit<T>)
    if (is_split(q)) return split_size(q);
  constexpr int64_t kLeastRows = 17, kMostRows = 256, kLeastElements = 16384;
  if (q.m < kLeastRows || q.m > kMostRows || q.n <= 16 || q.b_row != 1 || q.n * q.k < kLeastElements) return 0;
  // Greater weights are streamed from memory, which FewRows does in longer runs (32 x 2048 x 2048: 1.38 ms, kept 1.59).
  constexpr int64_t kMostElements = 1 << 19;
  if (q.m <= kFewRows && (q.n * q.k > kMostElements || !FewRows<T>::takes(q))) return 0;
  return ceil_div(q.n, gemm_kernels<T>().columns) * gemm_kernels<T>().columns * q.k;
}
template <class T>
void pack_b(const GemmArguments<T>& q, T* to) {
  if constexpr (kMaySplit<T>)
    if (is_split(q)) return pack_split(q, to);
  const GemmKernels<T>& isa = gemm_kernels<T>();
  for (int64_t j = 0; j < q.n; j += isa.columns)
    isa.pack_b(q.k, std::min(isa.columns, q.n - j), q.b + j * q.b_col, q.b_row, q.b_col, to + j * q.k);
}
template <class T>
int packed_form(const GemmArguments<T>& q) {
  return is_split(q) ? 1 : 0;
}

template <class T>
T dot(int64_t n, const T* x, const T* y) {
  return dot(true, n, x, y);
}

template <class T>
const char* gemm_name() {
  return gemm_kernels<T>().name;
}

#define TORCHPP_INSTANTIATE(T)                                                                            \
  template const GemmKernels<T>& gemm_kernels<T>();                                                       \
  template void gemm<T>(const GemmArguments<T>&);                                                         \
  template void gemm_serial<T>(const GemmArguments<T>&);                                                  \
  template void gemm_batched<T>(const GemmArguments<T>&, IntArrayRef, IntArrayRef, IntArrayRef, int64_t); \
  template int64_t packed_size<T>(const GemmArguments<T>&);                                               \
  template void pack_b<T>(const GemmArguments<T>&, T*);                                                   \
  template int packed_form<T>(const GemmArguments<T>&);                                                   \
  template T dot<T>(int64_t, const T*, const T*);                                                         \
  template const char* gemm_name<T>();
TORCHPP_INSTANTIATE(float)
TORCHPP_INSTANTIATE(double)
#undef TORCHPP_INSTANTIATE

}  // namespace own
}  // namespace cpu
}  // namespace torchpp

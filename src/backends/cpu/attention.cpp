// SPDX-License-Identifier: BSD-3-Clause

// Attention on the CPU, in blocks that stay in the nearest caches: the scores of all queries and keys exist nowhere.
// Source: T. Dao et al., FlashAttention, 2022.
//
// A block of scores has a row per key and a column per query. So the softmax runs down the columns of whole vectors,
// and the exponentials are the right operand of the next product as they lie. Queries come in panels of as many columns
// as a tile of the matrix product has, keys in blocks. The order of every sum depends on sizes only, never on how heads
// and panels are shared out to threads.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "src/backends/cpu/isa/attention_abi.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/workspace.h"
#include "src/backends/math/elementary.h"
#include "src/core/thread_pool.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kBlockKeys = 64;          // nearly: a multiple of a tile's rows
constexpr int64_t kPackedBlocks = 8;        // of keys and values, packed for all panels of a slice
constexpr int64_t kSliceQueries = 512;      // nearly: whole panels
constexpr int64_t kLeastSliceQueries = 96;  // for which packing keys and values once more is worth another thread
constexpr double kParallelFlops = 400000;   // below which waking a worker costs more than it saves

template <class T>
const AttentionKernels<T>& steps() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(attention_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(attention_double));
}

// A matrix of one head; strides in elements.
struct Matrix {
  char* data = nullptr;
  int64_t row = 0, col = 0;
  ScalarType dtype = kFloat;
};

// The matrices of all heads. An undefined tensor has none.
class Heads {
 public:
  explicit Heads(const Tensor& t) : tensor_(t.defined() ? resolved(t) : t) {}
  bool defined() const { return tensor_.defined(); }
  Matrix operator[](int64_t head) const {
    if (!defined()) return {};
    const IntArrayRef sizes = tensor_.sizes(), strides = tensor_.strides();
    int64_t offset = 0;
    for (size_t d = sizes.size() - 2; d-- > 0; head /= sizes[d]) offset += head % sizes[d] * strides[d];
    const ScalarType dtype = tensor_.scalar_type();
    char* data = static_cast<char*>(tensor_.impl()->data());
    if (data != nullptr) data += offset * static_cast<int64_t>(elementSize(dtype));  // null: there are no elements
    return {data, strides[sizes.size() - 2], strides[sizes.size() - 1], dtype};
  }

 private:
  Tensor tensor_;
};

// Arrays of given lengths in one workspace.
template <class T, size_t n>
class Arrays {
 public:
  explicit Arrays(const int64_t (&lengths)[n]) : space_(total(lengths)) {
    size_t at = 0;
    for (size_t i = 0; i < n; ++i) arrays_[i] = space_.as<T>(at), at += bytes(lengths[i]);
  }
  T* operator[](size_t i) const { return arrays_[i]; }

 private:
  static size_t bytes(int64_t length) { return aligned_size(static_cast<size_t>(length) * sizeof(T)); }
  static size_t total(const int64_t (&lengths)[n]) {
    size_t sum = 0;
    for (int64_t length : lengths) sum += bytes(length);
    return sum;
  }
  Workspace space_;
  T* arrays_[n];
};

// Rows of matrices that a later slice reads. Some of them are asked for at every tile of a product, because they come
// from further away than the hardware prefetches: 0.97 of the time of 64 heads of 512 queries and keys, 0.95 on two
// threads.
class Ahead {
 public:
  void add(const Matrix& m, int64_t first, int64_t rows, int64_t width) {
    const int64_t size = static_cast<int64_t>(elementSize(m.dtype));
    if (m.col == 1 && rows > 0 && width > 0)
      parts_[count_++] = {m.data + first * m.row * size, m.row * size, rows, width * size};
  }
  // Shares the rows out to so many tiles, unless they would push other memory out of the cache.
  void share_out(int64_t tiles) {
    constexpr int64_t kMostBytes = int64_t{1} << 19;
    int64_t rows = 0, nbytes = 0;
    for (const Part& part : parts_) rows += part.rows, nbytes += part.rows * part.nbytes;
    share_ = nbytes > kMostBytes ? 0 : ceil_div(rows, std::max<int64_t>(1, tiles));
  }
  void next_tile() {
    for (int64_t i = 0; i < share_ && at_ < count_; ++i) {
      Part& part = parts_[at_];
      for (int64_t b = 0; b < part.nbytes; b += 64) __builtin_prefetch(part.data + b, 0, 2);
      part.data += part.step;
      if (--part.rows == 0) ++at_;
    }
  }

 private:
  struct Part {
    const char* data = nullptr;
    int64_t step = 0, rows = 0, nbytes = 0;
  };
  Part parts_[4];
  int count_ = 0, at_ = 0;
  int64_t share_ = 0;
};

// Blocks of matrices in the dtype of computation T, packed for the matrix product.
template <class T>
class Packing {
 public:
  static constexpr ScalarType kDtype = std::is_same_v<T, float> ? kFloat : kDouble;
  const GemmKernels<T>& isa = own::gemm_kernels<T>();
  const AttentionKernels<T>& step = steps<T>();
  const int64_t panel = isa.columns;
  const int64_t block = kBlockKeys / isa.rows * isa.rows;

  int64_t whole_vectors(int64_t columns) const { return ceil_div(columns, isa.lanes) * isa.lanes; }
  int64_t whole_tiles(int64_t rows) const { return ceil_div(rows, isa.rows) * isa.rows; }
  int64_t whole_panels(int64_t columns) const { return ceil_div(columns, panel) * panel; }

  static constexpr int64_t kRun = 8;  // rows of a tile for which there is a faster way to pack columns

  // f(elements, row stride, column stride) of rows [first, first + n) of m with `width` columns, converted in `scratch`
  // (n x width) if they are of another dtype.
  template <class F>
  void rows_of(const Matrix& m, int64_t first, int64_t n, int64_t width, T* scratch, const F& f) const {
    if (width == 0) return;
    const int64_t size = static_cast<int64_t>(elementSize(m.dtype));
    char* data = m.data + first * m.row * size;
    if (m.dtype == kDtype) return f(reinterpret_cast<const T*>(data), m.row, m.col);
    const LoopFn convert = cast_loop(kDtype, m.dtype);
    const int64_t strides[] = {static_cast<int64_t>(sizeof(T)), m.col * size};
    for (int64_t i = 0; i < n; ++i) {
      char* const operands[] = {reinterpret_cast<char*>(scratch + i * width), data + i * m.row * size};
      convert(operands, strides, width, nullptr);
    }
    f(static_cast<const T*>(scratch), width, 1);
  }
  // Rows as left operand of a product over their columns.
  void pack_rows(const Matrix& m, int64_t first, int64_t n, int64_t width, T* scratch, T* to) const {
    rows_of(m, first, n, width, scratch, [&](const T* from, int64_t row, int64_t col) {
      for (int64_t i = 0; i < n; i += isa.rows)
        isa.pack_a(std::min(isa.rows, n - i), width, from + i * row, row, col, to + i * width);
    });
  }
  // Columns as left operand of a product over the rows, of which `to` has room for `room`.
  void pack_columns(const Matrix& m, int64_t first, int64_t n, int64_t width, T* scratch, T* to, int64_t room) const {
    rows_of(m, first, n, width, scratch, [&](const T* from, int64_t row, int64_t col) {
      if (col == 1 && isa.rows == kRun && width % kRun == 0) {  // in the order of memory
        for (int64_t k = 0; k < n; ++k, from += row, to += kRun)
          for (int64_t i = 0; i < width; i += kRun) std::memcpy(to + i * room, from + i, kRun * sizeof(T));
        return;
      }
      for (int64_t i = 0; i < width; i += isa.rows)
        isa.pack_a(std::min(isa.rows, width - i), n, from + i * col, col, row, to + i * room);
    });
  }
  // A panel of rows as right operand of a product over their columns: (width x panel).
  void pack_panel(const Matrix& m, int64_t first, int64_t n, int64_t width, T* scratch, T* to) const {
    rows_of(m, first, n, width, scratch,
            [&](const T* from, int64_t row, int64_t col) { isa.pack_b(width, n, from, col, row, to); });
  }
  // The panel of queries that begins with `query`, times the scale of scores to base 2.
  void pack_scaled(const Matrix& m, int64_t query, const AttentionShape& s, T* scratch, T* to) const {
    const int64_t n = std::min(panel, s.queries - query);
    pack_panel(m, query, n, s.features, scratch, to);
    std::fill_n(scratch, panel, static_cast<T>(attention_scale(s.features) * math::fn::kLog2e));
    step.scale(s.features, whole_vectors(n), panel, to, scratch);
  }
  // A panel of rows as right operand of a product over the rows: panels of columns, each (panel x panel).
  void pack_panel_rows(const Matrix& m, int64_t first, int64_t n, int64_t width, T* scratch, T* to) const {
    rows_of(m, first, n, width, scratch, [&](const T* from, int64_t row, int64_t col) {
      for (int64_t j = 0; j < width; j += panel)
        isa.pack_b(n, std::min(panel, width - j), from + j * col, row, col, to + j * panel);
    });
  }
  // A left operand. The tile of rows from i on begins at data + i * row; in it, column p of row r lies at r * row + p
  // if step is 1, else at r + p * step.
  struct Left {
    const T* data;
    int64_t row, step;
  };
  // What pack_rows and pack_columns write, with room for so many columns.
  Left packed(const T* data, int64_t room) const { return {data, room, isa.rows}; }
  // Rows of m from `first` on where they lie, or columns of them; without data if they have to be packed.
  Left rows_in_place(const Matrix& m, int64_t first) const {
    if (m.dtype != kDtype || m.col != 1 || m.data == nullptr) return {};
    return {reinterpret_cast<const T*>(m.data) + first * m.row, m.row, 1};
  }
  Left columns_in_place(const Matrix& m, int64_t first, int64_t width) const {
    constexpr int64_t kMostRow = 1024 / sizeof(T);  // beyond, the rows of a block are on too many pages
    if (m.dtype != kDtype || m.col != 1 || m.data == nullptr || m.row > kMostRow || m.row < width ||
        width % isa.rows != 0)
      return {};
    return {reinterpret_cast<const T*>(m.data) + first * m.row, 1, m.row};
  }
  // to = the left operand, of `rows` rows and k columns, times a panel, plus `start`: nothing, a row if start_row is 0,
  // or the elements of `to` themselves.
  void multiply(int64_t rows, int64_t columns, int64_t k, const Left& a, const T* b, T* to, const T* start,
                int64_t start_row, Ahead* ahead = nullptr) const {
    const auto whole = a.step == 1 ? step.rows_times : step.columns_times;
    const int64_t stride = a.step == 1 ? a.row : a.step;
    for (int64_t i = 0; i < rows; i += isa.rows) {
      if (ahead != nullptr) ahead->next_tile();
      const T* left = a.data + i * a.row;
      T* here = to + i * panel;
      if (rows - i >= isa.rows) {
        whole(columns, k, left, stride, b, here, start == nullptr ? start : start + i * start_row, start_row);
        continue;
      }
      const bool add = start_row != 0;
      const T* bias = add ? nullptr : start;
      if (a.step == 1) isa.plain_tile(rows - i, columns, k, left, stride, b, panel, here, panel, add, bias);
      else isa.tile(rows - i, columns, k, left, stride, b, panel, here, panel, add, bias);
    }
  }
  void multiply(int64_t rows, int64_t columns, int64_t k, const Left& a, const T* b, T* to, bool add,
                Ahead* ahead = nullptr) const {
    multiply(rows, columns, k, a, b, to, add ? to : nullptr, add ? panel : 0, ahead);
  }
  // Rows [first, first + n) of m become those of `from`, which is dense.
  void store_rows(const Matrix& m, int64_t first, int64_t n, int64_t width, const T* from, int64_t from_row) const {
    const int64_t size = static_cast<int64_t>(elementSize(m.dtype));
    const LoopFn convert = m.dtype == kDtype ? copy_loop(size) : cast_loop(m.dtype, kDtype);
    const int64_t strides[] = {m.col * size, static_cast<int64_t>(sizeof(T))};
    for (int64_t i = 0; i < n; ++i) {
      char* const operands[] = {m.data + (first + i) * m.row * size,
                                const_cast<char*>(reinterpret_cast<const char*>(from + i * from_row))};
      convert(operands, strides, width, nullptr);
    }
  }
  // Rows [first, first + n) of m become the columns of a panel.
  void store_panel(const Matrix& m, int64_t first, int64_t n, int64_t width, const T* from, T* scratch) const {
    if (width == 0) return;  // m has no memory
    if (m.dtype == kDtype && m.col == 1)
      return isa.transpose(width, n, from, panel, reinterpret_cast<T*>(m.data) + first * m.row, m.row);
    for (int64_t f = 0; f < width; f += panel) {
      const int64_t count = std::min(panel, width - f);
      isa.pack_b(n, count, from + f * panel, 1, panel, scratch);
      Matrix part = m;
      part.data += f * m.col * static_cast<int64_t>(elementSize(m.dtype));
      store_rows(part, first, n, count, scratch, panel);
    }
  }
  // Scores of n queries from `query` on and `keys` keys from `key` on, without those that may not be seen.
  void hide(const Matrix& mask, bool causal, int64_t query, int64_t n, int64_t key, int64_t keys, T* scores,
            T* scratch) const {
    if (mask.data != nullptr) {
      Matrix here = mask;
      here.data += key * mask.col * static_cast<int64_t>(elementSize(mask.dtype));
      T* turned = scratch + panel * block;
      pack_panel(here, query, n, keys, scratch, turned);
      (mask.dtype == kBool ? step.block : step.add)(keys, whole_vectors(n), panel, scores, turned);
    }
    if (!causal) return;
    for (int64_t k = std::max<int64_t>(0, query - key); k < keys; ++k)
      std::fill_n(scores + k * panel, std::min(n, key + k - query), -std::numeric_limits<T>::infinity());
  }
  // The keys that a causal panel of n queries sees, out of `keys`.
  int64_t seen(bool causal, int64_t query, int64_t n, int64_t keys) const {
    return causal ? std::min(keys, query + n) : keys;
  }
  // Elements of scratch memory that the functions above need for matrices of at most `width` columns.
  int64_t scratch_size(int64_t width) const { return std::max(block, panel) * std::max(width, 2 * panel); }
};

// A range of panels, at most as many as a slice has, for each of `count` slices of a head.
struct PanelSlices {
  int64_t panels, each, count;
  PanelSlices(int64_t queries, int64_t panel, int64_t heads) : panels(ceil_div(queries, panel)) {
    const int64_t least = std::max<int64_t>(1, kLeastSliceQueries / panel);
    const int64_t wanted = ceil_div(4 * static_cast<int64_t>(get_num_threads()), std::max<int64_t>(heads, 1));
    const int64_t most = ceil_div(kSliceQueries, panel);
    each = std::max(std::min(most, panels / wanted), std::min(least, most));
    each = std::max<int64_t>(1, ceil_div(panels, std::max<int64_t>(1, ceil_div(panels, each))));  // equal slices
    count = ceil_div(panels, each);
  }
  int64_t first(int64_t slice) const { return slice * each; }
  int64_t last(int64_t slice) const { return std::min(panels, first(slice) + each); }
};

template <class T>
class AttentionForward : Packing<T> {
  using Base = Packing<T>;
  using Base::block, Base::isa, Base::panel, Base::step;
  using typename Base::Left;

 public:
  AttentionShape shape;
  bool causal;
  Heads query, key, value, mask, output;
  T* log_sums;

  AttentionForward(const AttentionShape& s, bool is_causal, const Tensor& q, const Tensor& k, const Tensor& v,
                   const Tensor& m, const Tensor& out, const Tensor& sums)
      : shape(s),
        causal(is_causal),
        query(q),
        key(k),
        value(v),
        mask(m),
        output(out),
        log_sums(static_cast<T*>(sums.impl()->data())) {}

  void run() const {
    const PanelSlices slices(shape.queries, panel, shape.heads);
    const double flops = 2. * static_cast<double>(shape.heads * shape.queries) *
                         static_cast<double>(shape.keys * (shape.features + shape.value_features));
    const bool parallel = flops > kParallelFlops;
    const int64_t count = shape.heads * slices.count, workers = parallel ? get_num_threads() : 1;
    torchpp::detail::run_slices(parallel, count, [&](int64_t i) {
      Ahead ahead;
      if (i + workers < count) ask_for(ahead, i / slices.count, i + workers, slices);
      slice(i / slices.count, slices.first(i % slices.count), slices.last(i % slices.count), ahead);
    });
  }

 private:
  // What slice `next`, which this thread will probably have, reads.
  void ask_for(Ahead& ahead, int64_t head, int64_t next, const PanelSlices& slices) const {
    const int64_t of = next / slices.count, first = slices.first(next % slices.count) * panel;
    const int64_t last = std::min(shape.queries, slices.last(next % slices.count) * panel);
    ahead.add(query[of], first, last - first, shape.features);
    ahead.add(output[of], first, last - first, shape.value_features);
    if (of != head) {
      ahead.add(key[of], 0, shape.keys, shape.features);
      ahead.add(value[of], 0, shape.keys, shape.value_features);
    }
    const int64_t tiles = ceil_div(block, isa.rows) + ceil_div(shape.value_features, isa.rows);
    ahead.share_out(slices.each * ceil_div(shape.keys, block) * tiles);
  }

  // The panels [begin, end) of a head.
  void slice(int64_t head, int64_t begin, int64_t end, Ahead& ahead) const {
    const AttentionShape& s = shape;
    const Matrix queries = query[head], keys = key[head], values = value[head], hidden = mask[head];
    const Matrix out = output[head];
    const bool pack_keys = this->rows_in_place(keys, 0).data == nullptr;
    const bool pack_values = this->columns_in_place(values, 0, s.value_features).data == nullptr;
    const int64_t panels = end - begin, packed = std::min(kPackedBlocks, ceil_div(s.keys, block));
    const int64_t value_tiles = this->whole_tiles(s.value_features);
    const Arrays<T, 10> arrays({panels * s.features * panel, pack_keys ? packed * block * s.features : 0,
                                pack_values ? packed * block * value_tiles : 0, block * panel,
                                panels * s.value_features * panel, panels * panel, panels * panel, panels * panel,
                                panel, this->scratch_size(std::max(s.features, s.value_features))});
    T *q = arrays[0], *k = arrays[1], *v = arrays[2], *scores = arrays[3], *sums = arrays[4], *greatest = arrays[5],
      *minus_greatest = arrays[6], *total = arrays[7], *factor = arrays[8], *scratch = arrays[9];
    std::fill_n(greatest, panels * panel, -std::numeric_limits<T>::infinity());
    std::fill_n(total, panels * panel, T(0));
    const int64_t all = this->seen(causal, (begin + panels - 1) * panel, panel, s.keys);
    for (int64_t first = 0; first < all; first += packed * block) {
      const int64_t last = std::min(all, first + packed * block);
      int64_t next = first;  // the first block that is not packed yet
      for (int64_t p = 0; p < panels; ++p) {
        const int64_t at = (begin + p) * panel, n = std::min(panel, s.queries - at), columns = this->whole_vectors(n);
        const int64_t end_key = this->seen(causal, at, n, last);
        T *panel_query = q + p * s.features * panel, *sum = sums + p * s.value_features * panel;
        T *most = greatest + p * panel, *minus_most = minus_greatest + p * panel, *norm = total + p * panel;
        if (first == 0) this->pack_scaled(queries, at, s, scratch, panel_query);
        for (int64_t j = first; j < end_key; j += block) {
          const int64_t here = std::min(block, end_key - j);
          T *block_key = k + (j - first) * s.features, *block_value = v + (j - first) * value_tiles;
          if (j == next) {
            const int64_t count = std::min(block, s.keys - j);
            if (pack_keys) this->pack_rows(keys, j, count, s.features, scratch, block_key);
            if (pack_values) this->pack_columns(values, j, count, s.value_features, scratch, block_value, block);
            next += block;
          }
          const Left of_keys = pack_keys ? this->packed(block_key, s.features) : this->rows_in_place(keys, j);
          const auto score = [&](const T* start) {
            this->multiply(here, columns, s.features, of_keys, panel_query, scores, start, 0, &ahead);
            this->hide(hidden, causal, at, n, j, here, scores, scratch);
          };
          // The greatest scores seldom grow much after the first block. Where they did once, it is not tried again.
          bool done = j > 0 && all_finite(minus_most, columns);
          if (done) {
            score(minus_most);
            done = step.softmax_of_differences(here, columns, panel, scores, norm);
          }
          if (!done) {
            score(nullptr);
            if (step.softmax(here, columns, panel, scores, most, norm, factor) && j > 0)
              step.scale(s.value_features, columns, panel, sum, factor);
            for (int64_t i = 0; i < columns; ++i) minus_most[i] = j > 0 ? std::numeric_limits<T>::infinity() : -most[i];
          }
          const Left of_values =
              pack_values ? this->packed(block_value, block) : this->columns_in_place(values, j, s.value_features);
          this->multiply(s.value_features, columns, here, of_values, scores, sum, j > 0, &ahead);
        }
        if (end_key < this->seen(causal, at, n, s.keys)) continue;
        step.finish(columns, most, norm, factor);
        step.scale(s.value_features, columns, panel, sum, factor);
        this->store_panel(out, at, n, s.value_features, sum, scratch);
        std::copy_n(norm, n, log_sums + head * s.queries + at);
      }
    }
  }
  static bool all_finite(const T* x, int64_t n) {
    return std::all_of(x, x + n, [](T y) { return math::fn::abs(y) <= std::numeric_limits<T>::max(); });
  }
};

// Per head. For each block of keys and each panel of queries the probabilities P are computed again, and with the
// gradients G of the results: dV += P^T G, dS = P (G V^T - mean), dK += dS^T Q, dQ += dS K.
template <class T>
class AttentionBackward : Packing<T> {
  using Base = Packing<T>;
  using Base::block, Base::isa, Base::panel, Base::step;

 public:
  AttentionShape shape;
  bool causal;
  Heads grad, query, key, value, mask, output, query_grad, key_grad, value_grad;
  const T* log_sums;

  AttentionBackward(const AttentionShape& s, bool is_causal, const Tensor& g, const Tensor& q, const Tensor& k,
                    const Tensor& v, const Tensor& m, const Tensor& out, const Tensor& dq, const Tensor& dk,
                    const Tensor& dv, const T* sums)
      : shape(s),
        causal(is_causal),
        grad(g),
        query(q),
        key(k),
        value(v),
        mask(m),
        output(out),
        query_grad(dq),
        key_grad(dk),
        value_grad(dv),
        log_sums(sums) {}

  void run() const {
    const double flops = 2. * static_cast<double>(shape.heads * shape.queries) *
                         static_cast<double>(shape.keys * (shape.features + shape.value_features));
    const bool parallel = flops > kParallelFlops;
    if (!parallel || shape.heads >= get_num_threads()) {
      torchpp::detail::run_slices(parallel, shape.heads, [&](int64_t head) {
        const Panels panels(*this);
        pack(panels, head, 0, panels.count);
        const Block here(*this);
        keys(panels, here, head, 0, ceil_div(shape.keys, block), 0, panels.count, true, query_grad.defined());
        store_query_grad(panels, here, head, 0, panels.count);
      });
      return;
    }
    // Few heads: gradients of keys by blocks of keys, then gradients of queries by panels of queries.
    const Panels panels(*this);
    const int64_t each = std::max<int64_t>(1, kLeastSliceQueries / panel), slices = ceil_div(panels.count, each);
    const auto end = [&](int64_t slice) { return std::min(panels.count, (slice + 1) * each); };
    for (int64_t head = 0; head < shape.heads; ++head) {
      torchpp::detail::run_slices(true, slices, [&](int64_t i) { pack(panels, head, i * each, end(i)); });
      if (key_grad.defined() || value_grad.defined())
        torchpp::detail::run_slices(true, ceil_div(shape.keys, block), [&](int64_t b) {
          keys(panels, Block(*this), head, b, b + 1, 0, panels.count, true, false);
        });
      if (!query_grad.defined()) continue;
      torchpp::detail::run_slices(true, slices, [&](int64_t i) {
        const Block here(*this);
        keys(panels, here, head, 0, ceil_div(shape.keys, block), i * each, end(i), false, true);
        store_query_grad(panels, here, head, i * each, end(i));
      });
    }
  }

 private:
  // What belongs to the queries of a head.
  struct Panels {
    explicit Panels(const AttentionBackward& b)
        : count(ceil_div(b.shape.queries, b.panel)),
          features(b.shape.features * b.panel),
          value_features(b.shape.value_features * b.panel),
          feature_rows(b.whole_panels(b.shape.features) * b.panel),
          value_rows(b.whole_panels(b.shape.value_features) * b.panel),
          panel(b.panel),
          arrays({count * features, count * value_features, count * feature_rows, count * value_rows, count * panel,
                  count * panel, count * features}) {}
    int64_t count, features, value_features, feature_rows, value_rows, panel;
    Arrays<T, 7> arrays;
    // Left of the products over features, and over queries; the gradients of the results likewise.
    T* query(int64_t p) const { return arrays[0] + p * features; }
    T* grad(int64_t p) const { return arrays[1] + p * value_features; }
    T* query_rows(int64_t p) const { return arrays[2] + p * feature_rows; }
    T* grad_rows(int64_t p) const { return arrays[3] + p * value_rows; }
    T* log_sum(int64_t p) const { return arrays[4] + p * panel; }
    T* mean(int64_t p) const { return arrays[5] + p * panel; }
    T* query_grad(int64_t p) const { return arrays[6] + p * features; }
  };
  // What belongs to a block of keys, and temporary memory.
  struct Block {
    explicit Block(const AttentionBackward& b)
        : arrays({b.block * b.shape.features, b.block * b.shape.value_features,
                  b.block * b.whole_tiles(b.shape.features), b.block * b.panel, b.block * b.panel, b.isa.rows * b.panel,
                  b.block * b.whole_vectors(b.shape.features), b.block * b.whole_vectors(b.shape.value_features),
                  b.scratch_size(std::max(b.shape.features, b.shape.value_features))}) {}
    Arrays<T, 9> arrays;
    T* key() const { return arrays[0]; }
    T* value() const { return arrays[1]; }
    T* key_columns() const { return arrays[2]; }
    T* scores() const { return arrays[3]; }
    T* gradient() const { return arrays[4]; }
    T* tile() const { return arrays[5]; }
    T* key_grad() const { return arrays[6]; }
    T* value_grad() const { return arrays[7]; }
    T* scratch() const { return arrays[8]; }
  };

  void pack(const Panels& to, int64_t head, int64_t begin, int64_t end) const {
    const AttentionShape& s = shape;
    const int64_t width = std::max(s.features, s.value_features);
    const Arrays<T, 2> arrays({panel * s.value_features, this->scratch_size(width)});
    T *result = arrays[0], *scratch = arrays[1];
    const Matrix q = query[head], g = grad[head], out = output[head];
    const T scale = static_cast<T>(attention_scale(s.features));
    for (int64_t p = begin; p < end; ++p) {
      const int64_t at = p * panel, n = std::min(panel, s.queries - at), columns = this->whole_vectors(n);
      this->pack_scaled(q, at, s, scratch, to.query(p));
      this->pack_panel(g, at, n, s.value_features, scratch, to.grad(p));
      this->pack_panel_rows(q, at, n, s.features, scratch, to.query_rows(p));
      std::fill_n(scratch, panel, scale);
      for (int64_t f = 0; f < s.features; f += panel)
        step.scale(n, std::min(panel, this->whole_vectors(s.features - f)), panel, to.query_rows(p) + f * panel,
                   scratch);
      this->pack_panel_rows(g, at, n, s.value_features, scratch, to.grad_rows(p));
      this->pack_panel(out, at, n, s.value_features, scratch, result);
      T *mean = to.mean(p), *log_sum = to.log_sum(p);
      std::fill_n(mean, panel, T(0));
      for (int64_t f = 0; f < s.value_features; ++f)
        for (int64_t j = 0; j < columns; ++j) mean[j] += to.grad(p)[f * panel + j] * result[f * panel + j];
      for (int64_t j = 0; j < n; ++j)
        log_sum[j] = log_sums[head * s.queries + at + j] * static_cast<T>(math::fn::kLog2e);
      std::fill(log_sum + n, log_sum + panel, std::numeric_limits<T>::infinity());  // no probability
    }
  }

  // Blocks of keys and panels of queries.
  void keys(const Panels& q, const Block& b, int64_t head, int64_t first_block, int64_t last_block, int64_t begin,
            int64_t end, bool for_keys, bool for_queries) const {
    const AttentionShape& s = shape;
    const Matrix k = key[head], v = value[head], hidden = mask[head];
    const Matrix dk = for_keys ? key_grad[head] : Matrix(), dv = for_keys ? value_grad[head] : Matrix();
    const int64_t key_width = this->whole_vectors(s.features), value_width = this->whole_vectors(s.value_features);
    for (int64_t j = first_block * block; j < std::min(s.keys, last_block * block); j += block) {
      const int64_t n = std::min(block, s.keys - j), first = causal ? std::max(begin, j / panel) : begin;
      this->pack_rows(k, j, n, s.features, b.scratch(), b.key());
      this->pack_rows(v, j, n, s.value_features, b.scratch(), b.value());
      if (for_queries) this->pack_columns(k, j, n, s.features, b.scratch(), b.key_columns(), block);
      if (dk.data != nullptr) std::fill_n(b.key_grad(), n * key_width, T(0));
      if (dv.data != nullptr) std::fill_n(b.value_grad(), n * value_width, T(0));
      for (int64_t p = first; p < end; ++p) {
        const int64_t at = p * panel, queries = std::min(panel, s.queries - at), columns = this->whole_vectors(queries);
        const int64_t here = std::min(n, this->seen(causal, at, queries, s.keys) - j);
        if (here <= 0) continue;
        this->multiply(here, columns, s.features, this->packed(b.key(), s.features), q.query(p), b.scores(), false);
        this->hide(hidden, causal, at, queries, j, here, b.scores(), b.scratch());
        this->multiply(here, columns, s.value_features, this->packed(b.value(), s.value_features), q.grad(p),
                       b.gradient(), false);
        step.backward(here, columns, panel, b.scores(), b.gradient(), q.log_sum(p), q.mean(p));
        if (dv.data != nullptr)
          add_rows(here, queries, s.value_features, b.scores(), q.grad_rows(p), b.tile(), b.value_grad(), value_width);
        if (dk.data != nullptr)
          add_rows(here, queries, s.features, b.gradient(), q.query_rows(p), b.tile(), b.key_grad(), key_width);
        if (for_queries)
          this->multiply(s.features, columns, here, this->packed(b.key_columns(), block), b.gradient(), q.query_grad(p),
                         j > 0);
      }
      if (dk.data != nullptr) this->store_rows(dk, j, n, s.features, b.key_grad(), key_width);
      if (dv.data != nullptr) this->store_rows(dv, j, n, s.value_features, b.value_grad(), value_width);
    }
  }
  // to += the block of n keys and `queries` columns, times rows of the queries.
  void add_rows(int64_t n, int64_t queries, int64_t width, const T* of_keys, const T* of_queries, T* tile, T* to,
                int64_t to_row) const {
    for (int64_t i = 0; i < n; i += isa.rows) {
      const int64_t rows = std::min(isa.rows, n - i);
      isa.pack_a(rows, queries, of_keys + i * panel, panel, 1, tile);
      for (int64_t f = 0; f < width; f += panel)
        isa.tile(rows, std::min(panel, this->whole_vectors(width - f)), queries, tile, isa.rows, of_queries + f * panel,
                 panel, to + i * to_row + f, to_row, true, nullptr);
    }
  }
  void store_query_grad(const Panels& q, const Block& b, int64_t head, int64_t begin, int64_t end) const {
    if (!query_grad.defined()) return;
    const AttentionShape& s = shape;
    const Matrix to = query_grad[head];
    const T scale = static_cast<T>(attention_scale(s.features));
    for (int64_t p = begin; p < end; ++p) {
      const int64_t at = p * panel, n = std::min(panel, s.queries - at);
      std::fill_n(b.scratch(), panel, scale);
      step.scale(s.features, this->whole_vectors(n), panel, q.query_grad(p), b.scratch());
      this->store_panel(to, at, n, s.features, q.query_grad(p), b.scratch());
    }
  }
};

void clear(const Tensor& t) {
  const size_t nbytes = t.defined() ? static_cast<size_t>(t.numel()) * elementSize(t.scalar_type()) : 0;
  if (nbytes > 0) std::memset(t.impl()->data(), 0, nbytes);  // there is no memory where there are no elements
}

}  // namespace

void attention_in_blocks(const AttentionPlan& plan, const Tensor& query, const Tensor& key, const Tensor& value,
                         const Tensor& attn_mask, bool is_causal) {
  if (plan.shape.keys == 0) {
    clear(plan.result(0));
    clear(plan.result(1));
    return;
  }
  const auto run = [&](auto t) {
    AttentionForward<decltype(t)>(plan.shape, is_causal, query, key, value, attn_mask, plan.result(0), plan.result(1))
        .run();
  };
  if (query.scalar_type() == kDouble) run(double());
  else run(float());
}

void attention_in_blocks_backward(const AttentionBackwardPlan& plan, const Tensor& grad, const Tensor& query,
                                  const Tensor& key, const Tensor& value, const Tensor& attn_mask, const Tensor& output,
                                  const Tensor& log_sums, bool is_causal, std::array<bool, 3>) {
  if (plan.shape.keys == 0 || plan.shape.queries == 0) {
    for (size_t i = 0; i < 3; ++i) clear(plan.result(i));
    return;
  }
  const DenseOperand sums(log_sums, query.scalar_type() == kDouble ? kDouble : kFloat);
  const auto run = [&](auto t) {
    AttentionBackward<decltype(t)>(plan.shape, is_causal, grad, query, key, value, attn_mask, output, plan.result(0),
                                   plan.result(1), plan.result(2), sums.data<const decltype(t)>())
        .run();
  };
  if (query.scalar_type() == kDouble) run(double());
  else run(float());
}

}  // namespace torchpp::cpu

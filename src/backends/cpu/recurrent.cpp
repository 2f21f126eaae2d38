// SPDX-License-Identifier: BSD-3-Clause

// Recurrent layers on the CPU. The weight of the state is packed once per layer; a step is one region of threads, in
// which each slice computes some hidden features of all gates of some sequences, from the product to the new state.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>

#include "src/backends/cpu/isa/recurrent_abi.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kParallelFlops = 400000;  // of a step, below which waking a worker costs more than it saves

template <class T>
const RecurrentKernels<T>& cells() {
  if constexpr (std::is_same_v<T, float>) return at_level(cpu_level(), TORCHPP_ALL_SETS(recurrent_float));
  else return at_level(cpu_level(), TORCHPP_ALL_SETS(recurrent_double));
}

// c (m x n) = a b, or c + a b; operands dense in rows, b possibly transposed.
template <class T>
void multiply_rows(int64_t m, int64_t n, int64_t k, const T* a, int64_t a_row, const T* b, bool transposed, T* c,
                   int64_t c_row, bool add, const T* bias = nullptr) {
  own::GemmArguments<T> q;
  q.m = m, q.n = n, q.k = k;
  q.a = a, q.a_row = a_row;
  q.b = b, q.b_row = transposed ? 1 : n, q.b_col = transposed ? k : 1;
  q.c = c, q.c_row = c_row, q.add = add, q.bias = bias;
  own::gemm(q);
}

// A right operand in panels of as many columns as a tile has. `groups` matrices (the gates) of `columns` columns each
// lie one after the other, so that a panel never holds columns of two.
template <class T>
class Panels {
 public:
  Panels(int64_t k, int64_t groups, int64_t columns)
      : isa_(own::gemm_kernels<T>()),
        k_(k),
        columns_(columns),
        count_(ceil_div(columns, isa_.columns)),
        space_(static_cast<size_t>(groups * count_ * k * isa_.columns) * sizeof(T)) {}
  /// Panels of one group per hidden feature of all.
  int64_t count() const { return count_; }
  int64_t first(int64_t panel) const { return panel * isa_.columns; }
  int64_t width(int64_t panel) const { return std::min(isa_.columns, columns_ - first(panel)); }
  void pack(int64_t group, int64_t panel, const T* from, int64_t row_stride, int64_t col_stride) {
    isa_.pack_b(k_, width(panel), from + first(panel) * col_stride, row_stride, col_stride, at(group, panel));
  }
  const T* panel(int64_t group, int64_t panel) const { return const_cast<Panels*>(this)->at(group, panel); }

 private:
  T* at(int64_t group, int64_t panel) { return space_.template as<T>() + (group * count_ + panel) * k_ * isa_.columns; }
  const GemmKernels<T>& isa_;
  int64_t k_, columns_, count_;
  Workspace space_;
};

// The left operand of the next step's product, written piece by piece while the present step's is read.
template <class T>
class Rows {
 public:
  Rows(int64_t rows, int64_t k)
      : isa_(own::gemm_kernels<T>()),
        rows_(rows),
        k_(k),
        size_(ceil_div(rows, isa_.rows) * isa_.rows * k),
        space_(static_cast<size_t>(2 * size_) * sizeof(T)) {}
  /// Packs columns [at, at + n) of the rows [begin, end), where begin is that of a tile, from memory that holds these
  /// columns alone.
  void pack(int64_t begin, int64_t end, int64_t at, int64_t n, const T* from, int64_t row_stride) {
    T* to = space_.template as<T>() + (1 - now_) * size_;
    for (int64_t i = begin; i < end; i += isa_.rows)
      isa_.pack_a(std::min({isa_.rows, end - i, rows_ - i}), n, from + i * row_stride, row_stride, 1,
                  to + i * k_ + at * isa_.rows);
  }
  const T* tile(int64_t row) const { return space_.template as<T>() + now_ * size_ + row * k_; }
  void next_step() { now_ = 1 - now_; }

 private:
  const GemmKernels<T>& isa_;
  int64_t rows_, k_, size_;
  int now_ = 0;
  Workspace space_;
};

// Slices of a step: panels of hidden features, and tiles of sequences where there are many.
struct Slices {
  int64_t panels, groups, rows;
  bool parallel;

  template <class T>
  static Slices of(int64_t panels, int64_t batch, int64_t flops, const GemmKernels<T>& isa) {
    const int64_t rows = isa.rows * 8;
    return {panels, ceil_div(batch, rows), rows, flops > kParallelFlops};
  }
  /// f(panel, first row, end of rows)
  template <class F>
  void run(int64_t batch, const F& f) const {
    const int64_t count = panels * groups;
    const auto slice = [&](int64_t i) {
      const int64_t begin = i / panels * rows;
      f(i % panels, begin, std::min(batch, begin + rows));
    };
    torchpp::detail::run_slices(parallel, count, slice);
  }
};

// The order in which steps are computed: the first row of each step and how many rows it has.
class Steps {
 public:
  Steps(IntArrayRef batch_sizes, bool reverse) : sizes_(batch_sizes), reverse_(reverse) {
    for (int64_t b : batch_sizes) end_ += b;
  }
  int64_t count() const { return static_cast<int64_t>(sizes_.size()); }
  /// f(first row, rows) for all steps as they are computed, or with `back` from the last one.
  template <class F>
  void each(bool back, const F& f) const {
    const bool down = reverse_ != back;
    int64_t row = down ? end_ : 0;
    for (int64_t i = 0; i < count(); ++i) {
      const int64_t size = sizes_[static_cast<size_t>(down ? count() - 1 - i : i)];
      if (down) row -= size;
      f(row, size);
      if (!down) row += size;
    }
  }

 private:
  IntArrayRef sizes_;
  bool reverse_;
  int64_t end_ = 0;
};

template <class T>
auto step_kernel(RecurrentMode mode) {
  const RecurrentKernels<T>& k = cells<T>();
  switch (mode) {
    case RecurrentMode::kLstm: return k.lstm;
    case RecurrentMode::kGru: return k.gru;
    case RecurrentMode::kTanh: return k.tanh;
    default: return k.relu;
  }
}
template <class T>
auto gradient_kernel(RecurrentMode mode) {
  const RecurrentKernels<T>& k = cells<T>();
  switch (mode) {
    case RecurrentMode::kLstm: return k.lstm_backward;
    case RecurrentMode::kGru: return k.gru_backward;
    case RecurrentMode::kTanh: return k.tanh_backward;
    default: return k.relu_backward;
  }
}

template <class T>
void copy(T* to, const T* from, int64_t n) {
  if (n > 0) __builtin_memcpy(to, from, static_cast<size_t>(n) * sizeof(T));
}

// The memory of a layer. A row of `kept` has kept_of(mode) parts of `hidden` elements and the state; the sum of a cell
// with one gate stands where its state comes.
template <class T>
struct Layer {
  RecurrentShape shape;
  Steps steps;
  int64_t gates;       // of the input
  int64_t state_at;    // where in a row of `kept` the state stands
  int64_t kept_width;  // elements of a row of `kept`

  Layer(const RecurrentShape& s, IntArrayRef batch_sizes, bool reverse)
      : shape(s),
        steps(batch_sizes, reverse),
        gates(gates_of(s.mode)),
        state_at(kept_of(s.mode) * s.hidden),
        kept_width(state_at + s.projected) {}
  bool is_lstm() const { return shape.mode == RecurrentMode::kLstm; }
  bool is_gru() const { return shape.mode == RecurrentMode::kGru; }
  bool projects() const { return shape.projects; }
  // Which part of a row of `kept` the product of gate g and the state goes to.
  int64_t product_part(int64_t g) const { return is_gru() && g == 2 ? 3 : g; }
};

template <class T>
class LayerForward : Layer<T> {
  using Base = Layer<T>;
  using Base::gates, Base::kept_width, Base::shape, Base::state_at, Base::steps;

 public:
  LayerForward(const RecurrentShape& s, IntArrayRef batch_sizes, bool reverse) : Base(s, batch_sizes, reverse) {}

  const T *input, *w_hh, *bias, *w_hr;  // w_hr may be null
  T *output, *h, *c;                    // h and c start as the states before the first step; c may be null
  T* kept;                              // null: nothing is kept

  void run() {
    const int64_t batch = shape.batch;
    const Workspace space(static_cast<size_t>((kept == nullptr ? batch * kept_width : 0) + batch * shape.hidden) *
                          sizeof(T));
    T* rest = space.as<T>();
    if (kept == nullptr) scratch_ = rest, rest += batch * kept_width;
    raw_ = rest;
    if (this->projects() || steps.count() == 1) steps.each(false, [&](int64_t row, int64_t rows) { step(row, rows); });
    else run_packed();
  }

 private:
  T* kept_row(int64_t row, int64_t i) const {
    return kept == nullptr ? scratch_ + i * kept_width : kept + (row + i) * kept_width;
  }
  // The input's share of the gates of n features from j on; the product with the state is added to it.
  void start(int64_t row, int64_t i, int64_t j, int64_t n) const {
    T* to = kept_row(row, i) + j;
    const T* from = input + (row + i) * gates * shape.hidden + j;
    for (int64_t g = 0; g < gates; ++g) copy(to + g * shape.hidden, from + g * shape.hidden, n);
  }
  void finish(int64_t row, int64_t i, int64_t j, int64_t n, T* state) const {
    RecurrentStep<T> s{};
    T* at = kept_row(row, i) + j;
    for (int64_t g = 0; g < gates; ++g) s.gates[g] = at + g * shape.hidden, s.bias[g] = bias + g * shape.hidden + j;
    if (this->is_gru()) s.gates[3] = at + 3 * shape.hidden;
    T* before = (this->is_lstm() ? c : h) + i * shape.hidden + j;
    s.before = before;
    s.c = this->is_lstm() ? at + 4 * shape.hidden : nullptr;
    s.h = state;
    step_kernel<T>(shape.mode)(n, s);
    if (this->is_lstm()) copy(before, s.c, n);
    if (kept != nullptr && !this->projects()) copy(at + state_at, state, n);
  }

  // One step by products of whole matrices.
  void step(int64_t row, int64_t rows) {
    if (rows == 0) return;  // nor is there memory, where no step has rows
    const int64_t hidden = shape.hidden, state = shape.projected;
    for (int64_t i = 0; i < rows; ++i) start(row, i, 0, hidden);
    const int64_t added = this->is_gru() ? 2 : gates;
    multiply_rows(rows, added * hidden, state, h, state, w_hh, true, kept_row(row, 0), kept_width, true);
    if (this->is_gru())
      multiply_rows(rows, hidden, state, h, state, w_hh + 2 * hidden * state, true, kept_row(row, 0) + 3 * hidden,
                    kept_width, false);
    T* to = output + row * state;
    parallel_for(0, rows, std::max<int64_t>(1, 8192 / (gates * hidden + 1)), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) finish(row, i, 0, hidden, (this->projects() ? raw_ : to) + i * hidden);
    });
    if (this->projects()) {
      multiply_rows(rows, state, hidden, raw_, hidden, w_hr, true, to, state, false);
      for (int64_t i = 0; i < rows && kept != nullptr; ++i) copy(kept_row(row, i) + state_at, to + i * state, state);
    }
    copy(h, to, rows * state);
  }

  void run_packed() {
    const GemmKernels<T>& isa = own::gemm_kernels<T>();
    const int64_t hidden = shape.hidden, batch = shape.batch;
    Panels<T> w(hidden, gates, hidden);
    Rows<T> state(batch, hidden);
    const Slices slices = Slices::of(w.count(), batch, 2 * batch * gates * hidden * hidden, isa);
    const auto pack_state = [&](int64_t p, int64_t begin, int64_t end) {
      state.pack(begin, end, w.first(p), w.width(p), h + w.first(p), hidden);
    };
    slices.run(batch, [&](int64_t p, int64_t begin, int64_t end) {
      if (begin == 0)
        for (int64_t g = 0; g < gates; ++g) w.pack(g, p, w_hh + g * hidden * hidden, 1, hidden);
      pack_state(p, begin, end);
    });
    steps.each(false, [&](int64_t row, int64_t rows) {
      state.next_step();
      slices.run(batch, [&](int64_t p, int64_t begin, int64_t end) {
        const int64_t j = w.first(p), n = w.width(p);
        for (int64_t i = begin; i < std::min(rows, end); ++i) start(row, i, j, n);
        for (int64_t g = 0; g < gates; ++g) {
          const int64_t part = this->product_part(g) * hidden + j;
          for (int64_t i = begin; i < std::min(rows, end); i += isa.rows)
            isa.tile(std::min({isa.rows, rows - i, end - i}), n, hidden, state.tile(i), isa.rows, w.panel(g, p),
                     isa.columns, kept_row(row, i) + part, kept_width, part < gates * hidden, nullptr);
        }
        for (int64_t i = begin; i < std::min(rows, end); ++i) {
          T* to = output + (row + i) * hidden + j;
          finish(row, i, j, n, to);
          copy(h + i * hidden + j, to, n);
        }
        pack_state(p, begin, end);
      });
    });
  }

  T* scratch_ = nullptr;  // of one step, where nothing is kept
  T* raw_ = nullptr;      // states of a step before they are projected
};

template <class T>
class LayerBackward : Layer<T> {
  using Base = Layer<T>;
  using Base::gates, Base::kept_width, Base::shape, Base::state_at, Base::steps;

 public:
  LayerBackward(const RecurrentShape& s, IntArrayRef batch_sizes, bool reverse) : Base(s, batch_sizes, reverse) {}

  const T *kept, *hx, *cx, *w_hh, *w_hr;
  const T* grad_output;                                    // may be null
  T *dgates, *dh, *dc;                                     // dh and dc start as the gradients of the last states
  T *dw_hh = nullptr, *db_hh = nullptr, *dw_hr = nullptr;  // null: not wanted

  void run() {
    const int64_t rows = shape.rows, batch = shape.batch, hidden = shape.hidden, state = shape.projected;
    // Of all steps: the states before; for the GRU the gradients of the state's share of the gates, which are others
    // than those of the input's; for the LSTM c of the step before.
    const int64_t own_gates = this->is_gru() ? rows * gates * hidden : 0;
    const int64_t cells = this->is_lstm() ? rows * hidden : 0;
    const int64_t projected = this->projects() ? rows * (state + hidden) + batch * hidden : 0;
    const Workspace space(static_cast<size_t>(rows * state + own_gates + cells + projected) * sizeof(T));
    T* rest = space.as<T>();
    const auto take = [&](int64_t n) { return n == 0 ? nullptr : (rest += n) - n; };
    before_ = take(rows * state);
    down_ = this->is_gru() ? take(own_gates) : dgates;
    before_c_ = take(cells);
    if (this->projects()) d_projected_ = take(rows * state), raw_ = take(rows * hidden), d_raw_ = take(batch * hidden);
    find_states_before();
    if (this->projects()) steps.each(true, [&](int64_t row, int64_t n) { step(row, n); });
    else run_packed();
    weights();
  }

 private:
  void find_states_before() {
    const int64_t batch = shape.batch, hidden = shape.hidden, state = shape.projected;
    const Workspace space(static_cast<size_t>(batch * (state + hidden)) * sizeof(T));
    T *h = space.as<T>(), *c = h + batch * state;
    copy(h, hx, batch * state);
    if (cx != nullptr) copy(c, cx, batch * hidden);
    steps.each(false, [&](int64_t row, int64_t rows) {
      copy(before_ + row * state, h, rows * state);
      if (this->is_lstm()) copy(before_c_ + row * hidden, c, rows * hidden);
      for (int64_t i = 0; i < rows; ++i) {
        const T* at = kept + (row + i) * kept_width;
        copy(h + i * state, at + state_at, state);
        if (this->is_lstm()) copy(c + i * hidden, at + 4 * hidden, hidden);
      }
    });
  }

  // n features from j on of one sequence: `d` is the gradient of their new state.
  void cell(int64_t row, int64_t i, int64_t j, int64_t n, T* d) const {
    const int64_t hidden = shape.hidden, at = row + i;
    RecurrentGradient<T> s{};
    for (int64_t g = 0; g < kept_of(shape.mode) && g < 4; ++g) s.gates[g] = kept + at * kept_width + g * hidden + j;
    for (int64_t g = 0; g < gates; ++g) s.to[g] = dgates + (at * gates + g) * hidden + j;
    s.dh = d;
    if (this->is_lstm()) {
      s.before = before_c_ + at * hidden + j;
      s.c = kept + at * kept_width + 4 * hidden + j;
      s.dc = dc + i * hidden + j;
    } else {
      s.before = before_ + at * hidden + j;
      s.h = kept + at * kept_width + state_at + j;
      s.to[3] = down_ + (at * gates + 2) * hidden + j;
    }
    gradient_kernel<T>(shape.mode)(n, s);
    if (!this->is_gru()) return;
    for (int64_t g = 0; g < 2; ++g) copy(down_ + (at * gates + g) * hidden + j, s.to[g], n);
  }
  void add_grad_output(int64_t row, int64_t i, int64_t j, int64_t n) const {
    if (grad_output == nullptr) return;
    T* to = dh + i * shape.projected + j;
    const T* from = grad_output + (row + i) * shape.projected + j;
    for (int64_t q = 0; q < n; ++q) to[q] += from[q];
  }

  // One step of a projected layer.
  void step(int64_t row, int64_t rows) {
    const int64_t hidden = shape.hidden, state = shape.projected;
    for (int64_t i = 0; i < rows; ++i) add_grad_output(row, i, 0, state);
    copy(d_projected_ + row * state, dh, rows * state);
    multiply_rows(rows, hidden, state, dh, state, w_hr, false, d_raw_, hidden, false);
    parallel_for(0, rows, std::max<int64_t>(1, 8192 / (gates * hidden + 1)), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) cell(row, i, 0, hidden, d_raw_ + i * hidden);
    });
    multiply_rows(rows, state, gates * hidden, down_ + row * gates * hidden, gates * hidden, w_hh, false, dh, state,
                  false);
  }

  // In one region: the product of a step's gradients and w_hh, which gives that of the state before, and then the
  // element-wise part of the step before.
  void run_packed() {
    const GemmKernels<T>& isa = own::gemm_kernels<T>();
    const int64_t hidden = shape.hidden, batch = shape.batch, width = gates * hidden;
    Panels<T> w(width, 1, hidden);
    Rows<T> gradients(batch, width);
    const Slices slices = Slices::of(w.count(), batch, 2 * batch * width * hidden, isa);
    slices.run(batch, [&](int64_t p, int64_t begin, int64_t) {
      if (begin == 0) w.pack(0, p, w_hh, hidden, 1);
    });
    int64_t done = 0;  // rows of the step whose gradients are packed
    const auto product = [&](int64_t p, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < std::min(done, end); i += isa.rows)
        isa.tile(std::min({isa.rows, done - i, end - i}), w.width(p), width, gradients.tile(i), isa.rows, w.panel(0, p),
                 isa.columns, dh + i * hidden + w.first(p), hidden, this->is_gru(), nullptr);
    };
    steps.each(true, [&](int64_t row, int64_t rows) {
      slices.run(batch, [&](int64_t p, int64_t begin, int64_t end) {
        product(p, begin, end);
        const int64_t j = w.first(p), n = w.width(p), last = std::min(rows, end);
        for (int64_t i = begin; i < last; ++i) {
          add_grad_output(row, i, j, n);
          cell(row, i, j, n, dh + i * hidden + j);
        }
        for (int64_t g = 0; g < gates && begin < last; ++g)
          gradients.pack(begin, last, g * hidden + j, n, down_ + row * width + g * hidden + j, width);
      });
      gradients.next_step();
      done = rows;
    });
    slices.run(batch, product);
  }

  void weights() {
    const int64_t rows = shape.rows, hidden = shape.hidden, state = shape.projected, width = gates * hidden;
    if (dw_hh != nullptr) transposed_product(width, state, down_, before_, dw_hh);
    if (db_hh != nullptr) {
      std::fill(db_hh, db_hh + width, T(0));
      parallel_for(0, width, std::max<int64_t>(16, 32768 / (rows + 1)), [&](int64_t begin, int64_t end) {
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t j = begin; j < end; ++j) db_hh[j] += down_[r * width + j];
      });
    }
    if (dw_hr == nullptr) return;
    for (int64_t r = 0; r < rows; ++r) {  // h before the projection is o tanh(c)
      const T* at = kept + r * kept_width;
      for (int64_t j = 0; j < hidden; ++j) raw_[r * hidden + j] = at[3 * hidden + j] * std::tanh(at[4 * hidden + j]);
    }
    transposed_product(state, hidden, d_projected_, raw_, dw_hr);
  }
  // to (m x n) = a^T b over all rows.
  void transposed_product(int64_t m, int64_t n, const T* a, const T* b, T* to) const {
    own::GemmArguments<T> q;
    q.m = m, q.n = n, q.k = shape.rows;
    q.a = a, q.a_row = 1, q.a_col = m;
    q.b = b, q.b_row = n;
    q.c = to, q.c_row = n;
    own::gemm(q);
  }

  T *before_, *down_, *before_c_, *d_projected_ = nullptr, *raw_ = nullptr, *d_raw_ = nullptr;
};

template <class T>
T* data(const Tensor& t) {
  return t.defined() ? static_cast<T*>(t.impl()->data()) : nullptr;
}

template <class T>
void forward(const RecurrentPlan& plan, const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh,
             const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, bool reverse) {
  const RecurrentShape& s = plan.shape;
  const DenseOperand x(gates), h(hx), c(cx), w(w_hh), b(b_hh), r(w_hr);
  const int64_t width = gates_of(s.mode) * s.hidden;
  const Workspace zeros(b.data() == nullptr ? static_cast<size_t>(width) * sizeof(T) : 0);
  if (b.data() == nullptr) std::fill(zeros.as<T>(), zeros.as<T>() + width, T(0));
  LayerForward<T> layer(s, batch_sizes, reverse);
  layer.input = x.data<T>(), layer.w_hh = w.data<T>(), layer.w_hr = r.data<T>();
  layer.bias = b.data() == nullptr ? zeros.as<T>() : b.data<T>();
  layer.output = data<T>(plan.result(0)), layer.h = data<T>(plan.result(1)), layer.c = data<T>(plan.result(2));
  layer.kept = data<T>(plan.result(3));
  copy(layer.h, h.data<T>(), s.batch * s.projected);
  if (layer.c != nullptr) copy(layer.c, c.data<T>(), s.batch * s.hidden);
  layer.run();
}

template <class T>
void backward(const RecurrentBackwardPlan& plan, const Tensor& saved, const Tensor& hx, const Tensor& cx,
              const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output, const Tensor& grad_hy,
              const Tensor& grad_cy, IntArrayRef batch_sizes, bool reverse) {
  const RecurrentShape& s = plan.shape;
  const DenseOperand kept(saved), h(hx), c(cx), w(w_hh), r(w_hr), dy(grad_output), dh(grad_hy), dc(grad_cy);
  LayerBackward<T> layer(s, batch_sizes, reverse);
  layer.kept = kept.data<T>(), layer.hx = h.data<T>(), layer.cx = c.data<T>();
  layer.w_hh = w.data<T>(), layer.w_hr = r.data<T>(), layer.grad_output = dy.data<T>();
  layer.dgates = data<T>(plan.result(0)), layer.dh = data<T>(plan.result(1)), layer.dc = data<T>(plan.result(2));
  layer.dw_hh = data<T>(plan.result(3)), layer.db_hh = data<T>(plan.result(4)), layer.dw_hr = data<T>(plan.result(5));
  const auto start = [](T* to, const T* from, int64_t n) {
    if (from != nullptr) copy(to, from, n);
    else std::fill(to, to + n, T(0));
  };
  start(layer.dh, dh.data<T>(), s.batch * s.projected);
  if (layer.dc != nullptr) start(layer.dc, dc.data<T>(), s.batch * s.hidden);
  layer.run();
}

}  // namespace

void recurrent_layer(const RecurrentPlan& plan, const Tensor& gates, const Tensor& hx, const Tensor& cx,
                     const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t,
                     bool reverse, bool) {
  const auto run = gates.scalar_type() == kDouble ? &forward<double> : &forward<float>;
  run(plan, gates, hx, cx, w_hh, b_hh, w_hr, batch_sizes, reverse);
}

void recurrent_layer_backward(const RecurrentBackwardPlan& plan, const Tensor& saved, const Tensor& hx,
                              const Tensor& cx, const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output,
                              const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes, int64_t,
                              bool reverse, int64_t) {
  const auto run = saved.scalar_type() == kDouble ? &backward<double> : &backward<float>;
  run(plan, saved, hx, cx, w_hh, w_hr, grad_output, grad_hy, grad_cy, batch_sizes, reverse);
}

}  // namespace torchpp::cpu

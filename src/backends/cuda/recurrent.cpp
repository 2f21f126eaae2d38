// SPDX-License-Identifier: BSD-3-Clause
// Recurrent layers: for each step a product of the states and w_hh, and one kernel for the rest. Launches are what a
// layer of usual size costs, so a step has two and its operands are mere addresses.
#include "src/backends/cuda/recurrent.h"

#include <algorithm>
#include <vector>

#include "src/backends/cuda/convolution.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/linalg.h"
#include "src/backends/cuda/parameter.h"
#include "src/backends/cuda/vendor.h"
#include "src/backends/cuda/workspace.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

struct Rows {
  int64_t first, count;
};
// Of the steps that have rows, in the order in which they are computed.
std::vector<Rows> rows_of_steps(IntArrayRef batch_sizes, bool reverse) {
  std::vector<Rows> steps;
  steps.reserve(batch_sizes.size());
  int64_t row = 0;
  for (int64_t count : batch_sizes) {
    if (count > 0) steps.push_back({row, count});
    row += count;
  }
  if (reverse) std::reverse(steps.begin(), steps.end());
  return steps;
}

// The rows of a layer's matrices and products of them.
class Layer {
 public:
  Layer(const OnDevice& on, const RecurrentShape& s, ScalarType dtype)
      : shape(s), on_(on), size_(static_cast<int64_t>(elementSize(dtype))) {
    cell.mode = s.mode, cell.dtype = dtype;
    cell.hidden = s.hidden, cell.state = s.projected;
    cell.state_at = kept_of(s.mode) * s.hidden;
    cell.kept_width = cell.state_at + s.projected;
    width = gates_of(s.mode) * s.hidden;
  }

  size_t bytes(int64_t elements) const { return static_cast<size_t>(elements * size_); }
  // A row of a matrix; null of none.
  void* row(void* matrix, int64_t i, int64_t columns) const {
    return matrix == nullptr ? nullptr : static_cast<char*>(matrix) + i * columns * size_;
  }
  const void* row(const void* matrix, int64_t i, int64_t columns) const {
    return row(const_cast<void*>(matrix), i, columns);
  }
  // Zeros where there is nothing to copy.
  void copy(void* to, const void* from, int64_t elements) const {
    if (elements == 0) return;
    if (from == nullptr) zero(to, elements);
    else check(driver().copy(to, from, bytes(elements), on_.stream()), "cudaMemcpyAsync");
  }
  // d (m x n) = op(a) op(b), or d + that; matrices are dense.
  void multiply(int64_t m, int64_t n, int64_t k, const void* a, bool transpose_a, const void* b, bool transpose_b,
                void* d, bool add = false) const {
    if (m == 0 || n == 0) return;
    if (k == 0) {
      if (!add) zero(d, m * n);
      return;
    }
    Product p;
    p.m = m, p.n = n, p.k = k;
    p.a = a, p.transpose_a = transpose_a, p.lda = transpose_a ? m : k;
    p.b = b, p.transpose_b = transpose_b, p.ldb = transpose_b ? k : n;
    p.d = d, p.ldd = n;
    p.dtype = cell.dtype;
    p.beta[0] = add ? 1 : 0;
    multiply_matrices(on_, p);
  }

  RecurrentShape shape;
  RecurrentCell cell;
  int64_t width;  // of the gates

 private:
  void zero(void* to, int64_t elements) const {
    check(driver().fill(to, 0, bytes(elements), on_.stream()), "cudaMemsetAsync");
  }

  const OnDevice& on_;
  int64_t size_;
};

}  // namespace

void recurrent_layer(const RecurrentPlan& plan, const Tensor& gates, const Tensor& hx, const Tensor& cx,
                     const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes, int64_t,
                     bool reverse, bool) {
  const OnDevice on(gates);
  const DenseOperand x(gates), h0(hx), c0(cx), w(w_hh), b(b_hh), r(w_hr);
  const Layer layer(on, plan.shape, gates.scalar_type());
  const RecurrentShape& s = layer.shape;
  const Workspace product(on.device(), layer.bytes(s.batch * layer.width));
  const Workspace raw(on.device(), s.projects ? layer.bytes(s.batch * s.hidden) : 0);
  void *output = data_or_null(plan.result(0)), *h = data_or_null(plan.result(1)), *c = data_or_null(plan.result(2)),
       *kept = data_or_null(plan.result(3));
  layer.copy(h, h0.data(), s.batch * s.projected);
  if (c != nullptr) layer.copy(c, c0.data(), s.batch * s.hidden);
  RecurrentStep step{};
  step.product = product.data(), step.bias = b.data();
  step.c = c, step.h = s.projects ? raw.data() : h;
  for (const Rows& rows : rows_of_steps(batch_sizes, reverse)) {
    layer.multiply(rows.count, layer.width, s.projected, h, false, w.data(), true, product.data());
    step.rows = rows.count;
    step.input = layer.row(x.data(), rows.first, layer.width);
    step.kept = layer.row(kept, rows.first, layer.cell.kept_width);
    void* to = layer.row(output, rows.first, s.projected);
    step.output = s.projects ? nullptr : to;
    recurrent_cell(on, layer.cell, step);
    if (!s.projects) continue;
    layer.multiply(rows.count, s.projected, s.hidden, raw.data(), false, r.data(), true, h);
    recurrent_projection(on, layer.cell, rows.count, h, to, step.kept);
  }
}

void recurrent_layer_backward(const RecurrentBackwardPlan& plan, const Tensor& saved, const Tensor& hx,
                              const Tensor& cx, const Tensor& w_hh, const Tensor& w_hr, const Tensor& grad_output,
                              const Tensor& grad_hy, const Tensor& grad_cy, IntArrayRef batch_sizes, int64_t,
                              bool reverse, int64_t) {
  const OnDevice on(saved);
  const DenseOperand kept(saved), h0(hx), c0(cx), w(w_hh), r(w_hr), dy(grad_output), dhy(grad_hy), dcy(grad_cy);
  const Layer layer(on, plan.shape, saved.scalar_type());
  const RecurrentShape& s = layer.shape;
  const bool gru = s.mode == RecurrentMode::kGru;
  void *dgates = data_or_null(plan.result(0)), *dh = data_or_null(plan.result(1)), *dc = data_or_null(plan.result(2)),
       *dw_hh = data_or_null(plan.result(3)), *db_hh = data_or_null(plan.result(4)),
       *dw_hr = data_or_null(plan.result(5));
  // Of all steps: the states before, the gradients of the state's share of a GRU's gates, which are others than those
  // of the input's, and of a projected layer the gradients of the states and the states before they were projected.
  const auto space_for = [&](bool needed, int64_t rows, int64_t columns) {
    return Workspace(on.device(), needed ? layer.bytes(rows * columns) : 0);
  };
  const Workspace before = space_for(dw_hh != nullptr, s.rows, s.projected), own = space_for(gru, s.rows, layer.width),
                  d_states = space_for(s.projects, s.rows, s.projected),
                  raw = space_for(dw_hr != nullptr, s.rows, s.hidden), d_raw = space_for(s.projects, s.batch, s.hidden);
  void* down = gru ? own.data() : dgates;
  layer.copy(dh, dhy.data(), s.batch * s.projected);
  if (dc != nullptr) layer.copy(dc, dcy.data(), s.batch * s.hidden);
  const std::vector<Rows> steps = rows_of_steps(batch_sizes, reverse);
  RecurrentGradient step{};
  step.hx = h0.data(), step.cx = c0.data(), step.dc = dc;
  for (size_t i = steps.size(); i-- > 0;) {
    const Rows rows = steps[i], previous = i > 0 ? steps[i - 1] : Rows{0, 0};
    step.rows = rows.count, step.previous_rows = previous.count;
    step.kept = layer.row(kept.data(), rows.first, layer.cell.kept_width);
    step.previous = layer.row(kept.data(), previous.first, layer.cell.kept_width);
    step.grad_output = layer.row(dy.data(), rows.first, s.projected);
    step.dh = dh;
    step.dgates = layer.row(dgates, rows.first, layer.width);
    step.before = layer.row(before.data(), rows.first, s.projected);
    if (s.projects) {
      void* total = layer.row(d_states.data(), rows.first, s.projected);
      recurrent_projection_backward(on, layer.cell, step, total);
      layer.multiply(rows.count, s.hidden, s.projected, total, false, r.data(), false, d_raw.data());
      step.grad_output = nullptr, step.dh = d_raw.data(), step.before = nullptr;
      step.raw = layer.row(raw.data(), rows.first, s.hidden);
    }
    step.down = layer.row(down, rows.first, layer.width);
    recurrent_cell_backward(on, layer.cell, step);
    layer.multiply(rows.count, s.projected, layer.width, step.down, false, w.data(), false, dh, gru);
  }
  if (dw_hh != nullptr) layer.multiply(layer.width, s.projected, s.rows, down, true, before.data(), false, dw_hh);
  if (db_hh != nullptr && s.rows == 0) layer.copy(db_hh, nullptr, layer.width);
  else if (db_hh != nullptr && layer.width > 0)
    sum_channels(on, {layer.cell.dtype, s.rows, layer.width, 1, true}, down, db_hh);
  if (dw_hr != nullptr) layer.multiply(s.projected, s.hidden, s.rows, d_states.data(), true, raw.data(), false, dw_hr);
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause

// Layer normalisation on the CPU: rows, by the fused loops. All is computed in the compute type, float for 16-bit rows;
// saved statistics are rounded to the dtype of the parameters.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 16384;    // elements worth a thread's while
constexpr int64_t kChunkRows = 128;  // rows of one partial sum: part of the result's definition
constexpr int64_t kNear = 4096;      // elements of rows that stay in the first-level cache for both gradients

int64_t grain(int64_t width) { return std::max<int64_t>(1, kGrain / std::max<int64_t>(1, width)); }

ScalarType compute_type(const Tensor& t) { return t.scalar_type() == kDouble ? kDouble : kFloat; }

// Gives all elements, which are of the compute type, a value.
void fill(const Tensor& t, double value) {
  const float narrow = static_cast<float>(value);
  fill_elements(
      t, t.scalar_type() == kDouble ? reinterpret_cast<const char*>(&value) : reinterpret_cast<const char*>(&narrow));
}

// Statistics are of the compute type; they may be undefined.
void normalise(const LayerNormShape& r, const Tensor& y, const Tensor& input, const Tensor& weight, const Tensor& bias,
               const Tensor& mean, const Tensor& rstd, double eps) {
  const ScalarType compute = compute_type(input);
  const DenseOperand x(input), w(weight, compute), b(bias, compute);
  const LayerNormFn row = select(layer_norm_loops, input.scalar_type());
  const int64_t step = r.width * static_cast<int64_t>(y.itemsize()), size = static_cast<int64_t>(elementSize(compute));
  const char* from = x.data<char>();
  char* to = static_cast<char*>(y.impl()->data());
  char *m = mean.defined() ? static_cast<char*>(mean.impl()->data()) : nullptr,
       *s = rstd.defined() ? static_cast<char*>(rstd.impl()->data()) : nullptr;
  if (r.width == 0 && mean.defined()) {  // the statistics of no elements, as libtorch gives them
    fill(mean, 0);
    fill(rstd, std::numeric_limits<double>::quiet_NaN());
  }
  parallel_for(0, r.width == 0 ? 0 : r.rows, grain(r.width), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      row(to + i * step, from + i * step, w.data(), b.data(), m ? m + i * size : nullptr, s ? s + i * size : nullptr,
          eps, r.width);
  });
}

int64_t chunks_of(const LayerNormShape& r) { return std::max<int64_t>(1, (r.rows + kChunkRows - 1) / kChunkRows); }

// Sums over rows, in chunks, whose partial sums are added in order. Calls also(first row, rows) for rows that have been
// read.
template <class C, class Also>
void parameter_gradients(const DenseOperand& dy, const DenseOperand& x, const LayerNormShape& r,
                         const DenseOperand& mean, const DenseOperand& rstd, const Tensor& dw, const Tensor& db,
                         const Also& also) {
  const LayerNormParamsFn add = select(layer_norm_params_loops, x.tensor().scalar_type());
  const int64_t chunks = chunks_of(r);
  Tensor sums(make_tensor({chunks, 2, r.width}, CppTypeToScalarType<C>::value, kCPU));
  C* part = static_cast<C*>(sums.impl()->data());
  std::fill(part, part + sums.numel(), C(0));
  const int64_t step = r.width * static_cast<int64_t>(x.tensor().itemsize());
  const char *grad = dy.data<char>(), *from = x.data<char>();
  const C *m = mean.data<C>(), *s = rstd.data<C>();
  const int64_t together = std::max<int64_t>(1, kNear / std::max<int64_t>(1, r.width));
  const int64_t all = r.width == 0 ? 0 : chunks;
  parallel_for(0, all, std::max<int64_t>(1, grain(r.width) / kChunkRows), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t last = std::min(r.rows, (i + 1) * kChunkRows);
      for (int64_t row = i * kChunkRows; row < last; row += together) {
        const int64_t count = std::min(together, last - row);
        add(dw.defined() ? part + 2 * i * r.width : nullptr, db.defined() ? part + (2 * i + 1) * r.width : nullptr,
            grad + row * step, from + row * step, m + row, s + row, count, r.width);
        also(row, count);
      }
    }
  });
  for (int64_t i = 1; i < chunks; ++i)
    for (int64_t j = 0; j < 2 * r.width; ++j) part[j] += part[2 * i * r.width + j];
  const auto copy_to = [&](const Tensor& to, const C* values) {
    if (to.defined())
      convert_elements(to.scalar_type(), to.impl()->data(), 1, CppTypeToScalarType<C>::value, values, 1, r.width);
  };
  copy_to(dw, part);
  copy_to(db, part + r.width);
}

}  // namespace

void layer_norm(const LayerNormPlan& plan, const Tensor& input, IntArrayRef, const Tensor& weight, const Tensor& bias,
                double eps, bool) {
  normalise(plan.shape, plan.result(), input, weight, bias, Tensor(), Tensor(), eps);
}

void native_layer_norm(const NativeLayerNormPlan& plan, const Tensor& input, IntArrayRef, const Tensor& weight,
                       const Tensor& bias, double eps) {
  const ScalarType compute = compute_type(input);
  const bool rounded = plan.outputs[1].dtype != compute;
  const auto statistic = [&](size_t i) {
    return rounded ? Tensor(make_tensor(plan.outputs[i].sizes, compute, kCPU)) : plan.result(i);
  };
  const Tensor mean = statistic(1), rstd = statistic(2);
  normalise(plan.shape, plan.result(0), input, weight, bias, mean, rstd, eps);
  if (!rounded) return;
  copy_values(plan.result(1), mean);
  copy_values(plan.result(2), rstd);
}

void native_layer_norm_backward(const NativeLayerNormPlan& plan, const Tensor& grad_out, const Tensor& input,
                                IntArrayRef, const Tensor& mean, const Tensor& rstd, const Tensor& weight,
                                const Tensor&, std::array<bool, 3>) {
  const LayerNormShape& r = plan.shape;
  const ScalarType dtype = input.scalar_type(), compute = compute_type(input);
  const DenseOperand x(input), dy(grad_out), m(mean, compute), s(rstd, compute);
  const Tensor &dx = plan.result(0), &dw = plan.result(1), &db = plan.result(2);
  const DenseOperand w(weight, compute);
  const LayerNormBackwardFn rows = select(layer_norm_backward_loops, dtype);
  const int64_t step = r.width * static_cast<int64_t>(input.itemsize()),
                size = static_cast<int64_t>(elementSize(compute));
  char* const to = dx.defined() ? static_cast<char*>(dx.impl()->data()) : nullptr;
  const auto input_gradients = [&](int64_t first, int64_t count) {
    rows(to + first * step, dy.data<char>() + first * step, x.data<char>() + first * step, w.data(),
         m.data<char>() + first * size, s.data<char>() + first * size, count, r.width);
  };
  // Both gradients of some rows while they are in the cache, where there are chunks for all threads.
  const bool sums = dw.defined() || db.defined();
  const bool together = sums && dx.defined() && r.width > 0 && chunks_of(r) >= 2 * get_num_threads();
  if (dx.defined() && !together)
    parallel_for(0, r.width == 0 ? 0 : r.rows, grain(r.width),
                 [&](int64_t begin, int64_t end) { input_gradients(begin, end - begin); });
  if (!sums) return;
  const auto also = [&](int64_t first, int64_t count) {
    if (together) input_gradients(first, count);
  };
  if (compute == kDouble) parameter_gradients<double>(dy, x, r, m, s, dw, db, also);
  else parameter_gradients<float>(dy, x, r, m, s, dw, db, also);
}

}  // namespace torchpp::cpu

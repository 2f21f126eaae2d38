// SPDX-License-Identifier: BSD-3-Clause

// Layer normalisation on the CPU: rows, by the fused loops. All is computed in the compute type, float for 16-bit rows;
// saved statistics are rounded to the dtype of the parameters.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 16384;    // elements worth a thread's while
constexpr int64_t kChunkRows = 128;  // rows of one partial sum: part of the result's definition

int64_t grain(int64_t width) { return std::max<int64_t>(1, kGrain / std::max<int64_t>(1, width)); }

ScalarType compute_type(const Tensor& t) {
  if (!isFloatingType(t.scalar_type())) fail_dtype("LayerNormKernelImpl", t.scalar_type());
  return t.scalar_type() == kDouble ? kDouble : kFloat;
}
// Dense, of the compute type; undefined stays so.
Tensor parameter(const Tensor& t, ScalarType compute) {
  if (!t.defined()) return t;
  return (t.scalar_type() == compute ? t : t.to(compute)).resolve_neg().contiguous();
}
const void* data_or_null(const Tensor& t) { return t.defined() ? t.impl()->data() : nullptr; }

// mean and rstd may be undefined
Tensor normalise(const Tensor& input, const LayerNormShape& r, const Tensor& weight, const Tensor& bias,
                 const Tensor& mean, const Tensor& rstd, double eps) {
  const ScalarType compute = compute_type(input);
  const Tensor x = input.resolve_neg().contiguous(), w = parameter(weight, compute), b = parameter(bias, compute);
  Tensor y(make_tensor(x.sizes(), x.scalar_type(), x.device()));
  if (y.is_meta()) return y;
  const LayerNormFn row = select(layer_norm_loops, x.scalar_type());
  const int64_t step = r.width * static_cast<int64_t>(x.itemsize()), size = static_cast<int64_t>(elementSize(compute));
  const char* from = static_cast<const char*>(x.impl()->data());
  char* to = static_cast<char*>(y.impl()->data());
  char *m = static_cast<char*>(const_cast<void*>(data_or_null(mean))),
       *s = static_cast<char*>(const_cast<void*>(data_or_null(rstd)));
  if (r.width == 0 && mean.defined()) {  // the statistics of no elements, as libtorch gives them
    op::fill(Out::in_place(mean), mean, 0);
    op::fill(Out::in_place(rstd), rstd, std::numeric_limits<double>::quiet_NaN());
  }
  parallel_for(0, r.width == 0 ? 0 : r.rows, grain(r.width), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      row(to + i * step, from + i * step, data_or_null(w), data_or_null(b), m ? m + i * size : nullptr,
          s ? s + i * size : nullptr, eps, r.width);
  });
  return y;
}

// Sums over rows, in chunks, whose partial sums are added in order.
template <class C>
void parameter_gradients(const Tensor& dy, const Tensor& x, const LayerNormShape& r, const Tensor& mean,
                         const Tensor& rstd, const Tensor& dw, const Tensor& db) {
  const LayerNormParamsFn add = select(layer_norm_params_loops, x.scalar_type());
  const int64_t chunks = std::max<int64_t>(1, (r.rows + kChunkRows - 1) / kChunkRows);
  Tensor sums(make_tensor({chunks, 2, r.width}, CppTypeToScalarType<C>::value, kCPU));
  C* part = static_cast<C*>(sums.impl()->data());
  std::fill(part, part + sums.numel(), C(0));
  const int64_t step = r.width * static_cast<int64_t>(x.itemsize());
  const char *grad = static_cast<const char*>(dy.impl()->data()), *from = static_cast<const char*>(x.impl()->data());
  const C *m = static_cast<const C*>(mean.impl()->data()), *s = static_cast<const C*>(rstd.impl()->data());
  parallel_for(0, chunks, std::max<int64_t>(1, grain(r.width) / kChunkRows), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t row = i * kChunkRows; row < std::min(r.rows, (i + 1) * kChunkRows); ++row)
        add(dw.defined() ? part + 2 * i * r.width : nullptr, db.defined() ? part + (2 * i + 1) * r.width : nullptr,
            grad + row * step, from + row * step, m + row, s + row, r.width);
  });
  for (int64_t i = 1; i < chunks; ++i)
    for (int64_t j = 0; j < 2 * r.width; ++j) part[j] += part[2 * i * r.width + j];
  const auto copy_to = [&](const Tensor& to, const C* values) {
    if (!to.defined()) return;
    char* data[2] = {static_cast<char*>(to.impl()->data()), reinterpret_cast<char*>(const_cast<C*>(values))};
    const int64_t strides[2] = {static_cast<int64_t>(to.itemsize()), sizeof(C)};
    const ScalarType c = CppTypeToScalarType<C>::value;
    (to.scalar_type() == c ? copy_loop(sizeof(C)) : cast_loop(to.scalar_type(), c))(data, strides, r.width, nullptr);
  };
  copy_to(dw, part);
  copy_to(db, part + r.width);
}

}  // namespace

Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  const LayerNormShape r = layer_norm_rule(input, normalized_shape, weight, bias);
  return normalise(input, r, weight, bias, Tensor(), Tensor(), eps);
}

TensorTriple native_layer_norm(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight,
                               const Tensor& bias, double eps) {
  const LayerNormShape r = layer_norm_rule(input, normalized_shape, weight, bias);
  const ScalarType compute = compute_type(input), saved = parameter_dtype(input, {weight, bias});
  Tensor mean(make_tensor(r.statistics, compute, input.device())),
      rstd(make_tensor(r.statistics, compute, input.device()));
  Tensor y = normalise(input, r, weight, bias, mean, rstd, eps);
  if (saved != compute) mean = mean.to(saved), rstd = rstd.to(saved);
  return finish_converted(out, {y, mean, rstd});
}

TensorTriple native_layer_norm_backward(Out out, const Tensor& grad_out, const Tensor& input,
                                        IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd,
                                        const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask) {
  const LayerNormShape r = layer_norm_backward_rule(grad_out, input, normalized_shape, mean, rstd, weight, bias);
  const ScalarType compute = compute_type(input);
  const Tensor x = input.resolve_neg().contiguous(), dy = grad_out.resolve_neg().contiguous(),
               m = parameter(mean, compute), s = parameter(rstd, compute);
  Tensor dx, dw, db;
  if (output_mask[0]) {
    dx = Tensor(make_tensor(x.sizes(), x.scalar_type(), x.device()));
    const Tensor w = parameter(weight, compute);
    const LayerNormBackwardFn row = select(layer_norm_backward_loops, x.scalar_type());
    const int64_t step = r.width * static_cast<int64_t>(x.itemsize()),
                  size = static_cast<int64_t>(elementSize(compute));
    const auto at = [](const Tensor& t, int64_t bytes) { return static_cast<char*>(t.impl()->data()) + bytes; };
    parallel_for(0, r.width == 0 || x.is_meta() ? 0 : r.rows, grain(r.width), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        row(at(dx, i * step), at(dy, i * step), at(x, i * step), data_or_null(w), at(m, i * size), at(s, i * size),
            r.width);
    });
  }
  const auto like = [&](const Tensor& t) {
    return Tensor(make_tensor(normalized_shape, t.defined() ? t.scalar_type() : x.scalar_type(), x.device()));
  };
  if (output_mask[1]) dw = like(weight);
  if (output_mask[2]) db = like(bias);
  if ((dw.defined() || db.defined()) && !x.is_meta()) {
    if (compute == kDouble) parameter_gradients<double>(dy, x, r, m, s, dw, db);
    else parameter_gradients<float>(dy, x, r, m, s, dw, db);
  }
  return finish_converted(out, {dx, dw, db});
}

}  // namespace torchpp::cpu

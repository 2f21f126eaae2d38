// SPDX-License-Identifier: BSD-3-Clause
// Layer normalisation of rows. Statistics are of the compute type, float for 16-bit rows; parameters are taken as they
// are.
#include "src/backends/cuda/layer_norm.h"

#include <limits>

#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/parameter.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

ScalarType checked_compute_type(const Tensor& t) {
  if (!isFloatingType(t.scalar_type())) fail_dtype("LayerNormKernelImpl", t.scalar_type());
  return compute_type(t.scalar_type());
}

// A parameter as the kernels take it: of the input's dtype if the other one is that, too, else of the compute type.
Tensor parameter_of(const Tensor& t, const Tensor& input, const Tensor& other = Tensor()) {
  const ScalarType dtype = input.scalar_type();
  const auto fits = [dtype](const Tensor& p) { return !p.defined() || p.scalar_type() == dtype; };
  return dense_of(t, fits(t) && fits(other) ? dtype : compute_type(dtype));
}

// mean and rstd may be undefined
Tensor normalise(const Tensor& input, const LayerNormShape& s, const Tensor& weight, const Tensor& bias,
                 const Tensor& mean, const Tensor& rstd, double eps, const OnDevice& on) {
  check_same_device("layer_norm", input, {&weight, &bias});
  checked_compute_type(input);
  const Tensor x = input.resolve_neg().contiguous(), w = parameter_of(weight, input, bias),
               b = parameter_of(bias, input, weight);
  Tensor y(make_tensor(x.sizes(), x.scalar_type(), x.device()));
  layer_norm_rows(x.scalar_type(), s.rows, s.width, x.impl()->data(), vector_of(w), vector_of(b), eps, y.impl()->data(),
                  data_or_null(mean), data_or_null(rstd), on);
  return y;
}

}  // namespace

Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  const OnDevice on(input);
  const LayerNormShape s = layer_norm_rule(input, normalized_shape, weight, bias);
  return normalise(input, s, weight, bias, Tensor(), Tensor(), eps, on);
}

TensorTriple native_layer_norm(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight,
                               const Tensor& bias, double eps) {
  const OnDevice on(input);
  const LayerNormShape s = layer_norm_rule(input, normalized_shape, weight, bias);
  const ScalarType compute = checked_compute_type(input);
  Tensor mean(make_tensor(s.statistics, compute, input.device())),
      rstd(make_tensor(s.statistics, compute, input.device()));
  Tensor y = normalise(input, s, weight, bias, mean, rstd, eps, on);
  if (s.width == 0) {  // the statistics of no elements, as libtorch gives them
    mean = fill(Out(), mean, 0);
    rstd = fill(Out(), rstd, std::numeric_limits<double>::quiet_NaN());
  }
  return finish_converted(out, {y, mean, rstd});
}

TensorTriple native_layer_norm_backward(Out out, const Tensor& grad_out, const Tensor& input,
                                        IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd,
                                        const Tensor& weight, const Tensor& bias, std::array<bool, 3> output_mask) {
  const OnDevice on(input);
  const LayerNormShape s = layer_norm_backward_rule(grad_out, input, normalized_shape, mean, rstd, weight, bias);
  check_same_device("layer_norm_backward", input, {&grad_out, &mean, &rstd, &weight, &bias});
  const ScalarType dtype = input.scalar_type(), compute = compute_type(dtype);
  const Tensor x = input.resolve_neg().contiguous(), dy = grad_out.resolve_neg().contiguous(),
               m = dense_of(mean, compute), r = dense_of(rstd, compute);
  const LayerNormGradient in = {dy.impl()->data(), x.impl()->data(), m.impl()->data(), r.impl()->data()};
  Tensor dx, dw, db;
  if (output_mask[0]) {
    dx = Tensor(make_tensor(x.sizes(), dtype, x.device()));
    const Tensor w = parameter_of(weight, input);
    layer_norm_rows_backward(dtype, s.rows, s.width, in, vector_of(w), dx.impl()->data(), on);
  }
  const auto gradient_of = [&](const Tensor& given) {
    const ScalarType to = given.defined() ? given.scalar_type() : dtype;
    return Tensor(make_tensor(normalized_shape, vector_type(to, compute), x.device()));
  };
  if (output_mask[1]) dw = gradient_of(weight);
  if (output_mask[2]) db = gradient_of(bias);
  if (dw.defined() || db.defined())
    layer_norm_parameters_backward(dtype, s.rows, s.width, in, vector_of(dw), vector_of(db), on);
  const auto like = [&](Tensor& t, const Tensor& given) {
    if (t.defined()) t = t.to(given.defined() ? given.scalar_type() : dtype);
  };
  like(dw, weight);
  like(db, bias);
  return finish_converted(out, {dx, dw, db});
}

}  // namespace torchpp::cuda

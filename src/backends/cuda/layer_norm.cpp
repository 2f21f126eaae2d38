// SPDX-License-Identifier: BSD-3-Clause
// Layer normalisation of rows. Statistics are of the compute type, float for 16-bit rows; parameters are taken as they
// are.
#include "src/backends/cuda/layer_norm.h"

#include <torchpp/ops/pointwise.h>

#include <limits>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/parameter.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

// A parameter as the kernels take it: of the input's dtype if the other one is that, too, else of the compute type.
Tensor parameter_of(const Tensor& t, const Tensor& input, const Tensor& other = Tensor()) {
  const ScalarType dtype = input.scalar_type();
  const auto fits = [dtype](const Tensor& p) { return !p.defined() || p.scalar_type() == dtype; };
  return dense_of(t, fits(t) && fits(other) ? dtype : compute_type(dtype));
}

// write(to) computes the rows of the result. Kernels add in another order where the memory does not begin at a multiple
// of 16 bytes: such a result is copied from memory that does, so that its elements do not depend on where it lies.
template <class F>
void write_rows(const Tensor& result, const F& write) {
  if (reinterpret_cast<uintptr_t>(result.impl()->data()) % 16 == 0) return write(result.impl()->data());
  const Tensor aligned(make_tensor(result.sizes(), result.scalar_type(), result.device()));
  write(aligned.impl()->data());
  copy_values(result, aligned);
}

// Statistics may be undefined.
void normalise(const LayerNormShape& s, const Tensor& y, const Tensor& input, const Tensor& weight, const Tensor& bias,
               const Tensor& mean, const Tensor& rstd, double eps) {
  const OnDevice on(input);
  const Tensor x = dense(input), w = parameter_of(weight, input, bias), b = parameter_of(bias, input, weight);
  write_rows(y, [&](void* to) {
    layer_norm_rows(x.scalar_type(), s.rows, s.width, x.impl()->data(), vector_of(w), vector_of(b), eps, to,
                    data_or_null(mean), data_or_null(rstd), on);
  });
}

}  // namespace

void layer_norm(const LayerNormPlan& plan, const Tensor& input, IntArrayRef, const Tensor& weight, const Tensor& bias,
                double eps, bool) {
  normalise(plan.shape, plan.result(), input, weight, bias, Tensor(), Tensor(), eps);
}

void native_layer_norm(const NativeLayerNormPlan& plan, const Tensor& input, IntArrayRef, const Tensor& weight,
                       const Tensor& bias, double eps) {
  const Tensor &mean = plan.result(1), &rstd = plan.result(2);
  normalise(plan.shape, plan.result(0), input, weight, bias, mean, rstd, eps);
  if (plan.shape.width == 0) {  // the statistics of no elements, as libtorch gives them
    fill_numbers(mean, 0);
    fill_numbers(rstd, std::numeric_limits<double>::quiet_NaN());
  }
}

// Groups are rows without parameters, which the channels' follow in a second pass; that one writes images that lie
// channels last, too.
void native_group_norm(const GroupNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                       int64_t N, int64_t C, int64_t HxW, int64_t, double eps) {
  const Tensor& result = plan.result(0);
  const Tensor y = plan.outputs[0].format == MemoryFormat::Contiguous
                       ? result
                       : Tensor(make_tensor(result.sizes(), result.scalar_type(), result.device()));
  const ScalarType compute = compute_type(input.scalar_type());
  const auto statistic = [&](size_t i) {
    const Tensor& t = plan.result(i);
    return t.scalar_type() == compute ? t : Tensor(make_tensor(t.sizes(), compute, t.device()));
  };
  const Tensor mean = statistic(1), rstd = statistic(2);
  normalise({plan.rows(), plan.width()}, y, input, Tensor(), Tensor(), mean, rstd, eps);
  if (plan.width() == 0) {  // the statistics of no elements, as libtorch gives them
    fill_numbers(mean, 0);
    fill_numbers(rstd, std::numeric_limits<double>::quiet_NaN());
  }
  for (const size_t i : {1, 2})
    if (plan.result(i).scalar_type() != compute) copy_values(plan.result(i), i == 1 ? mean : rstd);
  if (y.numel() == 0) return;
  // Its version is its own: the driver counts this write.
  Tensor to = result.variable_data().view({N, C, HxW});
  const Tensor from = y.is_same(result) ? to : y.view({N, C, HxW});
  const auto number_per_channel = [&](const Tensor& t) { return t.to(y.scalar_type()).view({C, 1}); };
  if (weight.defined() && bias.defined())
    torchpp::addcmul_out(to, number_per_channel(bias), from, number_per_channel(weight));
  else if (weight.defined()) torchpp::mul_out(to, from, number_per_channel(weight));
  else if (bias.defined()) torchpp::add_out(to, from, number_per_channel(bias));
  else if (!y.is_same(result)) copy_values(result, y);
}

void native_layer_norm_backward(const NativeLayerNormPlan& plan, const Tensor& grad_out, const Tensor& input,
                                IntArrayRef, const Tensor& mean, const Tensor& rstd, const Tensor& weight,
                                const Tensor&, std::array<bool, 3>) {
  const OnDevice on(input);
  const LayerNormShape& s = plan.shape;
  const ScalarType dtype = input.scalar_type(), compute = compute_type(dtype);
  const Tensor x = dense(input), dy = dense(grad_out), m = dense_of(mean, compute), r = dense_of(rstd, compute);
  const LayerNormGradient in = {dy.impl()->data(), x.impl()->data(), m.impl()->data(), r.impl()->data()};
  if (plan.result(0).defined()) {
    const Tensor w = parameter_of(weight, input);
    write_rows(plan.result(0),
               [&](void* to) { layer_norm_rows_backward(dtype, s.rows, s.width, in, vector_of(w), to, on); });
  }
  if (!plan.result(1).defined() && !plan.result(2).defined()) return;
  const ParameterGradient dw(plan.result(1), compute), db(plan.result(2), compute);
  layer_norm_parameters_backward(dtype, s.rows, s.width, in, dw.vector(), db.vector(), on);
  dw.deliver();
  db.deliver();
}

}  // namespace torchpp::cuda

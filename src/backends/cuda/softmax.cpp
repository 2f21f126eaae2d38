// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/softmax.h"

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::cuda {
namespace {

SoftLines lines_of(const TensorBase& t, int64_t dim, bool log) {
  SoftLines l;
  l.log = log;
  for (int64_t d = 0; d < t.dim(); ++d) (d < dim ? l.outer : d == dim ? l.n : l.inner) *= t.size(d);
  return l;
}

void forward(const LinePlan& plan, const Tensor& self, bool log) {
  const Tensor in = dense(self);
  if (in.numel() > 0) soft_forward(lines_of(in, plan.dim, log), plan.result(), in);
}

void backward(const LinePlan& plan, const Tensor& grad, const Tensor& output, bool log) {
  const Tensor g = dense(grad), y = dense(output);
  const bool narrowed = plan.outputs[0].dtype != y.scalar_type();  // the forward widened half to float
  const Tensor to = narrowed ? Tensor(make_tensor(y.sizes(), y.scalar_type(), y.device())) : plan.result();
  if (y.numel() > 0) soft_backward(lines_of(y, plan.dim, log), to, g, y);
  if (narrowed) copy_values(plan.result(), to);
}

}  // namespace

void softmax(const LinePlan& plan, const Tensor& self, int64_t, bool) { forward(plan, self, false); }
void log_softmax(const LinePlan& plan, const Tensor& self, int64_t, bool) { forward(plan, self, true); }
void softmax_backward(const LinePlan& plan, const Tensor& grad, const Tensor& output, int64_t, ScalarType) {
  backward(plan, grad, output, false);
}
void log_softmax_backward(const LinePlan& plan, const Tensor& grad, const Tensor& output, int64_t, ScalarType) {
  backward(plan, grad, output, true);
}

}  // namespace torchpp::cuda

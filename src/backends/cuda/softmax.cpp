// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/softmax.h"

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/operand.h"
#include "src/ops/reduction_rules.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

SoftLines lines_of(const TensorBase& t, int64_t dim, bool log) {
  SoftLines l;
  l.log = log;
  for (int64_t d = 0; d < t.dim(); ++d) (d < dim ? l.outer : d == dim ? l.n : l.inner) *= t.size(d);
  return l;
}

// The tensor that the kernels write if the destination is not contiguous or of another dtype.
Tensor writable(const Tensor& to, ScalarType dtype) {
  return to.is_contiguous() && to.scalar_type() == dtype ? to : Tensor(make_tensor(to.sizes(), dtype, to.device()));
}

Tensor forward(const char* op, const Out& out, const Tensor& self, int64_t dim, bool half_to_float, bool log) {
  const int64_t d = wrap_dim(dim, self.dim());
  const ScalarType dtype = softmax_dtype(op, self, half_to_float);
  const Tensor in = dense(self);
  Result result(out, self, self.sizes(), dtype, true);
  const Tensor to = writable(result.tensor(), dtype);
  if (in.numel() > 0) soft_forward(lines_of(in, d, log), to, in);
  if (!to.is_same(result.tensor())) copy_values(result.tensor(), to);
  return result.finish();
}

Tensor backward(const char* op, const Out& out, const Tensor& grad, const Tensor& output, int64_t dim,
                ScalarType input_dtype, bool log) {
  const int64_t d = wrap_dim(dim, output.dim());
  check_same_device(op, output, {&grad});
  const ScalarType dtype = softmax_backward_dtype(op, grad, output);
  const Tensor g = is_overwritten(out, grad) ? dense_copy(grad, MemoryFormat::Contiguous) : dense(grad);
  const Tensor y = dense(output);
  Result result(out, output, output.sizes(), input_dtype, true);
  const Tensor to = writable(result.tensor(), dtype);  // the forward may have widened half to float
  if (y.numel() > 0) soft_backward(lines_of(y, d, log), to, g, y);
  if (!to.is_same(result.tensor())) copy_values(result.tensor(), to);
  return result.finish();
}

}  // namespace

Tensor softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  return forward("softmax_kernel_impl", out, self, dim, half_to_float, false);
}
Tensor log_softmax(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  return forward("log_softmax_kernel_impl", out, self, dim, half_to_float, true);
}
Tensor softmax_backward(Out out, const Tensor& grad, const Tensor& output, int64_t dim, ScalarType input_dtype) {
  return backward("softmax_backward_data", out, grad, output, dim, input_dtype, false);
}
Tensor log_softmax_backward(Out out, const Tensor& grad, const Tensor& output, int64_t dim, ScalarType input_dtype) {
  return backward("log_softmax_backward_data", out, grad, output, dim, input_dtype, true);
}

}  // namespace torchpp::cuda

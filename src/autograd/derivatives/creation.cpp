// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/creation.ops and of ops/table/creation.def.
#include "src/ops/generated/creation.h"
#include "src/autograd/derivative.h"

namespace torchpp::derivative {

// The result is the source, converted; nothing of the destination is left.
Tensor copy(Out out, const Tensor& self, const Tensor& source, bool non_blocking) {
  Record r("copy=torch::autograd::CopyBackwards", out, self, source);
  return r.done(
      r.call(op::copy, out, self, source, non_blocking),
      [source_device = source.device()](Backward& g) {
        if (g.needs(0)) g[0] = full_like(g.grad(), g.input_sizes(0), 0);
        if (g.needs(1))
          g[1] = g.grad().device() == source_device
                     ? g.grad()
                     : op::to_copy(g.grad(), TensorOptions(source_device), false, nullopt);
      },
      [](Forward& t) { t[0] = t.tangent(1); });
}

Tensor fill(Out out, const Tensor& self, const Scalar& value) {
  Record r(out.is_in_place() ? "fill.2" : "fill", out, self);
  return r.zero_gradient(r.call(op::fill, out, self, value));
}

Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value) {
  Record r(out.is_in_place() ? "fill.3" : "fill.1", out, self, value);
  return r.done(
      r.call(op::fill_tensor, out, self, value),
      [](Backward& g) {
        if (g.needs(0)) g[0] = full_like(g.grad(), g.input_sizes(0), 0);
        if (g.needs(1)) g[1] = g.grad().sum();
      },
      [](Forward& t) { t[0] = t.tangent(1); });
}

Tensor to_copy(const Tensor& x, TensorOptions options, bool non_blocking, optional<MemoryFormat> format) {
  Record r("to_copy", x);
  return r.done(
      r.call(op::to_copy, x, options, non_blocking, format),
      [](Backward& g) {
        // The engine converts the type; a complex gradient of a real input keeps its real part.
        const Device device = g.input_options().device();
        g[0] = g.grad().device() == device ? g.grad() : op::to_copy(g.grad(), TensorOptions(device), false, nullopt);
      },
      [&](Forward& t) { t[0] = op::to_copy(t.tangent(), options, non_blocking, format); });
}

Tensor clone(const Tensor& x, optional<MemoryFormat> format) {
  Record r("clone", x);
  return r.done(
      r.call(op::clone, x, format), [](Backward& g) { g[0] = g.grad(); },
      [format](Forward& t) { t[0] = op::clone(t.tangent(), format); });
}

}  // namespace torchpp::derivative

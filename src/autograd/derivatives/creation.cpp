// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/creation.def.
#include "src/autograd/derivative.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::full_like;
using autograd::Record;

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
                     : op::to_copy(g.grad(), TensorOptions(source_device), false, std::nullopt);
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

Tensor to_copy(const Tensor& x, TensorOptions options, bool non_blocking, std::optional<MemoryFormat> format) {
  Record r("to_copy", x);
  return r.done(
      r.call(op::to_copy, x, options, non_blocking, format),
      [](Backward& g) {
        // The engine converts the type; a complex gradient of a real input keeps its real part.
        const Device device = g.input_options().device();
        g[0] =
            g.grad().device() == device ? g.grad() : op::to_copy(g.grad(), TensorOptions(device), false, std::nullopt);
      },
      [&](Forward& t) { t[0] = op::to_copy(t.tangent(), options, non_blocking, format); });
}

Tensor clone(const Tensor& x, std::optional<MemoryFormat> format) {
  Record r("clone", x);
  return r.done(
      r.call(op::clone, x, format), [](Backward& g) { g[0] = g.grad(); },
      [format](Forward& t) { t[0] = op::clone(t.tangent(), format); });
}

Tensor cat(TensorList tensors, int64_t dim) {
  Record r("cat", tensors);
  DimVector lengths;  // cat() skips tensors of size (0,), whatever the other shapes
  for (const Tensor& t : tensors)
    lengths.push_back(t.dim() == 1 && t.numel() == 0 ? 0 : t.sizes()[static_cast<size_t>(wrap_dim(dim, t.dim()))]);
  return r.done(
      r.call(op::cat, tensors, dim),
      [lengths, dim](Backward& g) {
        const bool complex = g.grad().is_complex();
        int64_t start = 0;
        for (size_t i = 0; i < lengths.size(); ++i) {
          if (g.needs(i)) {
            Tensor part = op::slice(g.grad(), dim, start, start + lengths[i], 1);
            const bool skipped = g.input_sizes(i).size() != static_cast<size_t>(part.dim());
            g[i] = skipped ? full_like(part, g.input_sizes(i), 0) : complex ? part.resolve_conj() : std::move(part);
          }
          start += lengths[i];
        }
      },
      [tensors, dim](Forward& t) {
        std::vector<Tensor> tangents;
        for (size_t i = 0; i < tensors.size(); ++i) tangents.push_back(t.tangent_or_zeros(i));
        t[0] = op::cat(tangents, dim);
      });
}

Tensor flip(const Tensor& x, IntArrayRef dims) {
  Record r("flip", x);
  return r.done(
      r.call(op::flip, x, dims), [dims = DimVector(dims)](Backward& g) { g[0] = op::flip(g.grad(), dims); },
      [dims](Forward& t) { t[0] = op::flip(t.tangent(), dims); });
}

Tensor tril(Out out, const Tensor& x, int64_t diagonal) {
  Record r("tril", out, x);
  return r.done(
      r.call(op::tril, out, x, diagonal), [diagonal](Backward& g) { g[0] = op::tril(Out(), g.grad(), diagonal); },
      [diagonal](Forward& t) { t[0] = op::tril(Out(), t.tangent(), diagonal); });
}

Tensor triu(Out out, const Tensor& x, int64_t diagonal) {
  Record r("triu", out, x);
  return r.done(
      r.call(op::triu, out, x, diagonal), [diagonal](Backward& g) { g[0] = op::triu(Out(), g.grad(), diagonal); },
      [diagonal](Forward& t) { t[0] = op::triu(Out(), t.tangent(), diagonal); });
}

Tensor conj_physical(Out out, const Tensor& x) {
  Record r("conj_physical", out, x);
  return r.done(
      r.call(op::conj_physical, out, x), [](Backward& g) { g[0] = op::conj_physical(Out(), g.grad()); },
      [](Forward& t) { t[0] = op::conj_physical(Out(), t.tangent()); });
}

}  // namespace torchpp::derivative

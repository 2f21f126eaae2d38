// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/creation.def: copies, fills, joins.
#include "src/autograd/derivative.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::Record;

Tensor copy(Out out, const Tensor& self, const Tensor& source, bool non_blocking) {
  Record r("copy", out, self, source);
  return r.done(
      r.call(op::copy, out, self, source, non_blocking),
      [](Backward& g) {
        if (g.needs(0)) g[0] = autograd::zeros_like(g.grad());
        if (g.needs(1)) g[1] = g.grad().to(g.input_options(1).device());
      },
      [](Forward& t) {
        if (t.has(1)) t[0] = t.tangent(1).to(t.result().device(), t.result().scalar_type());
      });
}

Tensor fill(Out out, const Tensor& self, const Scalar& value) {
  Record r("fill", out, self);
  return r.zero_gradient(r.call(op::fill, out, self, value));
}

Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value) {
  Record r("fill", out, self, value);
  return r.done(
      r.call(op::fill_tensor, out, self, value),
      [](Backward& g) {
        if (g.needs(0)) g[0] = autograd::zeros_like(g.grad());
        if (g.needs(1)) g[1] = g.grad().sum();
      },
      [](Forward& t) { t[0] = t.tangent(1); });
}

Tensor to_copy(const Tensor& self, TensorOptions options, bool non_blocking, std::optional<MemoryFormat> format) {
  Record r("to_copy", self);
  return r.done(
      r.call(op::to_copy, self, options, non_blocking, format),
      [](Backward& g) { g[0] = g.grad().to(g.input_options().device()); },
      [](Forward& t) { t[0] = t.tangent().to(t.result().device(), t.result().scalar_type()); });
}

Tensor clone(const Tensor& self, std::optional<MemoryFormat> format) {
  Record r("clone", self);
  return r.done(
      r.call(op::clone, self, format), [](Backward& g) { g[0] = g.grad(); }, [](Forward& t) { t[0] = t.tangent(); });
}

Tensor cat(TensorList tensors, int64_t dim) {
  Record r("cat", tensors);
  // Empty tensors of one dimension are passed over, whatever the shape of the others.
  std::vector<int64_t> lengths;
  int64_t rank = 1;
  for (const Tensor& t : tensors) rank = t.dim() > rank ? t.dim() : rank;
  const int64_t d = wrap_dim(dim, rank);
  for (const Tensor& t : tensors) lengths.push_back(t.dim() == 1 && t.numel() == 0 ? 0 : t.size(d));
  return r.done(
      r.call(op::cat, tensors, dim),
      [d, lengths](Backward& g) {
        int64_t at = 0;
        for (size_t i = 0; i < lengths.size(); ++i) {
          if (g.needs(i) && lengths[i] != 0) g[i] = g.grad().narrow(d, at, lengths[i]);
          at += lengths[i];
        }
      },
      [d, n = tensors.size()](Forward& t) {
        std::vector<Tensor> tangents;
        for (size_t i = 0; i < n; ++i) tangents.push_back(t.tangent_or_zeros(i));
        t[0] = op::cat(tangents, d);
      });
}

Tensor flip(const Tensor& self, IntArrayRef dims) {
  Record r("flip", self);
  auto turn = [dims = DimVector(dims)](const Tensor& t) { return t.flip(dims); };
  return r.done(
      r.call(op::flip, self, dims), [turn](Backward& g) { g[0] = turn(g.grad()); },
      [turn](Forward& t) { t[0] = turn(t.tangent()); });
}

Tensor tril(Out out, const Tensor& self, int64_t diagonal) {
  Record r("tril", out, self);
  return r.done(
      r.call(op::tril, out, self, diagonal), [diagonal](Backward& g) { g[0] = g.grad().tril(diagonal); },
      [diagonal](Forward& t) { t[0] = t.tangent().tril(diagonal); });
}
Tensor triu(Out out, const Tensor& self, int64_t diagonal) {
  Record r("triu", out, self);
  return r.done(
      r.call(op::triu, out, self, diagonal), [diagonal](Backward& g) { g[0] = g.grad().triu(diagonal); },
      [diagonal](Forward& t) { t[0] = t.tangent().triu(diagonal); });
}

Tensor conj_physical(Out out, const Tensor& self) {
  Record r("conj_physical", out, self);
  return r.done(
      r.call(op::conj_physical, out, self), [](Backward& g) { g[0] = g.grad().conj(); },
      [](Forward& t) { t[0] = t.tangent().conj(); });
}

}  // namespace torchpp::derivative

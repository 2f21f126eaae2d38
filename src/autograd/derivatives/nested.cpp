// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/nested.ops. Both are linear, and each is the other's gradient.
#include "src/ops/generated/nested.h"
#include "src/autograd/derivative.h"
#include "src/autograd/derivatives/sparse.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"
#include "src/ops/nested.h"

namespace torchpp::derivative {

namespace {

// The constituents of t in a memory of `numel` elements where `shape` says, zeros elsewhere.
Tensor values_laid_out(const Tensor& t, const NestedShape& shape, int64_t numel) {
  const NestedShape& own = *nested_shape_of(t);
  TORCHPP_CHECK(own.count == shape.count && own.dims == shape.dims && own.sizes == shape.sizes,
                "the gradient of a nested tensor has constituents of other sizes");
  const Tensor values = nested_values_of(t);
  if (own.strides == shape.strides && own.offsets == shape.offsets && values.numel() == numel) return values;
  const Tensor whole = op::zeros({numel}, values.options());
  const std::vector<Tensor> constituents = constituents_of(t);
  for (size_t i = 0; i < shape.count; ++i) {
    const Tensor part = op::as_strided(whole, shape.sizes_of(i), shape.strides_of(i), shape.offsets[i]);
    op::copy(Out::in_place(part), part, constituents[i], false);
  }
  return whole;
}

}  // namespace

Tensor values(const Tensor& x) {
  if (x.is_sparse()) return sparse_values(x);
  Record r("values", x);
  const NestedShapePtr shape = nested_shape_of(x);
  Tensor values = r.call(op::values, x);
  const int64_t numel = values.numel();
  return r.done(
      std::move(values), [shape](Backward& g) { g[0] = make_nested(g.grad().contiguous(), shape); },
      [&shape, numel](Forward& t) { t[0] = values_laid_out(t.tangent(), *shape, numel); });
}

Tensor nested_view(const Tensor& buffer, const Tensor& nested_size, const Tensor& nested_strides, IntArrayRef offsets) {
  Record r("_nested_view_from_buffer", buffer);
  Tensor nested = r.call(op::nested_view, buffer, nested_size, nested_strides, offsets);
  const NestedShapePtr shape = nested_shape_of(nested);
  const int64_t numel = buffer.numel();
  return r.done(
      std::move(nested), [shape, numel](Backward& g) { g[0] = values_laid_out(g.grad(), *shape, numel); },
      [&shape](Forward& t) { t[0] = make_nested(t.tangent().contiguous(), shape); });
}

}  // namespace torchpp::derivative

// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/shape_rules.h"

#include "src/ops/creation_rules.h"
#include "src/ops/generated/shape.h"

namespace torchpp {
namespace {

TrianglePlan triangle(const char* op, const Tensor& self, int64_t diagonal) {
  const IntArrayRef sizes = self.sizes();
  TORCHPP_CHECK(sizes.size() >= 2, op, ": input tensor must have at least 2 dimensions");
  TrianglePlan p;
  const int64_t rows = sizes[sizes.size() - 2], columns = sizes.back();
  p.diagonal = diagonal < -rows ? -rows : diagonal > columns ? columns : diagonal;
  Output& o = p.outputs[0];
  o.sizes.assign(sizes);
  o.dtype = self.scalar_type();
  o.self = &self;
  return p;
}

}  // namespace

namespace rule {

CatPlan cat(const Out& out, TensorList tensors, int64_t dim) {
  TORCHPP_CHECK(!tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  CatPlan p;
  Output& o = p.outputs[0];
  o.refuses_overlap = true;
  const Tensor* first = nullptr;  // of those that are not skipped
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCHPP_CHECK(t.dim() > 0, "zero-dimensional tensor (at position ", i, ") cannot be concatenated");
    o.dtype = i == 0 ? t.dtype() : promote_types(o.dtype, t.dtype());
    if (first == nullptr && !is_skipped_by_cat(t)) first = &t;
  }
  // Each part is converted to the dtype of a destination, to which that of the functional result can be cast.
  const ScalarType promoted = o.dtype;
  if (!out.functional()) o.dtype = out.tensor().scalar_type();
  if (first == nullptr) {
    wrap_dim(dim, 1);
    check_can_cast(promoted, o.dtype);
    o.sizes.push_back(0);
    return p;
  }
  p.dim = static_cast<size_t>(wrap_dim(dim, first->dim()));
  o.sizes.assign(first->sizes());
  o.format = first->suggest_memory_format();
  int64_t total = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    if (is_skipped_by_cat(t)) continue;
    TORCHPP_CHECK(t.dim() == first->dim(), "Tensors must have same number of dimensions: got ", first->dim(), " and ",
                  t.dim());
    for (size_t d = 0; d < o.sizes.size(); ++d)
      TORCHPP_CHECK(d == p.dim || t.sizes()[d] == o.sizes[d], "Sizes of tensors must match except in dimension ", p.dim,
                    ". Expected size ", o.sizes[d], " but got size ", t.sizes()[d], " for tensor number ", i,
                    " in the list.");
    total = add_sizes("cat", total, t.sizes()[p.dim]);
    p.dense = p.dense && t.is_contiguous() && t.dtype() == o.dtype && !t.is_conj() && !t.is_neg();
    if (o.format != MemoryFormat::Contiguous && t.suggest_memory_format() != o.format)
      o.format = MemoryFormat::Contiguous;
  }
  check_can_cast(promoted, o.dtype);
  o.sizes[p.dim] = total;
  return p;
}

FlipPlan flip(const Out& out, const Tensor& self, IntArrayRef dims) {
  FlipPlan p;
  p.mask = dim_mask(dims, self.dim(), "flip");
  Output& o = p.outputs[0];
  o.sizes.assign(self.sizes());
  if (out.functional() && !self.body().is_plain()) o.strides = strides_like(self);
  o.dtype = self.scalar_type();
  o.out_dtype = OutDtype::kAny;
  return p;
}

TrianglePlan tril(const Out&, const Tensor& self, int64_t diagonal) { return triangle("tril", self, diagonal); }
TrianglePlan triu(const Out&, const Tensor& self, int64_t diagonal) { return triangle("triu", self, diagonal); }

}  // namespace rule
}  // namespace torchpp

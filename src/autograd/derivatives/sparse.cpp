// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/sparse.ops. A gradient by a sparse tensor is one by the elements at its
// indices.
#include "src/ops/generated/sparse.h"

#include <torchpp/ops/creation.h>

#include "src/autograd/derivative.h"
#include "src/autograd/derivatives/sparse.h"
#include "src/ops/generated/nested.h"
#include "src/ops/generated/shape.h"
#include "src/ops/sparse.h"

namespace torchpp::derivative {

namespace {

// A sparse tensor of the values, to which gradients flow.
Tensor of_values(const Tensor& indices, const Tensor& values, IntArrayRef sizes, bool is_coalesced) {
  const Tensor sparse =
      op::sparse_tensor(indices.size(0), values.dim() - 1, sizes, indices, values, values.options().layout(kSparse));
  sparse_impl_of("backward", sparse).set_coalesced(is_coalesced);
  return sparse;
}

// The elements of a sparse or dense tensor at the indices; zeros where a sparse one has none.
Tensor values_at(const Tensor& t, const Tensor& indices) {
  if (t.is_sparse()) return op::sparse_values_at(t.coalesce(), indices);
  const auto sparse_dim = static_cast<size_t>(indices.size(0));
  DimVector rows(t.sizes().slice(sparse_dim));
  rows.insert(0, multiply_integers(t.sizes().slice(0, sparse_dim)));
  return t.reshape(rows).index_select(0, flat_indices(indices, t.sizes()));
}

// The gradient that a sparse tensor of these indices gets from one of all elements.
Tensor masked(const Tensor& gradient, const Tensor& sparse) {
  const Tensor indices = sparse.coalesce()._indices();
  return of_values(indices, values_at(gradient, indices), sparse.sizes(), true);
}

}  // namespace

Tensor sparse_tensor(int64_t sparse_dim, int64_t dense_dim, IntArrayRef size, const Tensor& indices,
                     const Tensor& values, TensorOptions options) {
  Record r("_sparse_coo_tensor_with_dims_and_tensors=SparseCooTensorWithDimsAndTensorsBackward0", values);
  const Saved at = r.save(indices);
  return r.done(
      r.call(op::sparse_tensor, sparse_dim, dense_dim, size, indices, values, options),
      [=](Backward& g) { g[0] = values_at(g.grad(), g(at)); },
      [=, &size](Forward& t) { t[0] = of_values(t(at), t.tangent(), size, false); });
}

Tensor sparse_values_at(const Tensor& x, const Tensor& indices) {
  Record r("_sparse_mask_helper", x);
  const Saved at = r.save(indices);
  return r.done(
      r.call(op::sparse_values_at, x, indices),
      [=, sizes = DimVector(x.sizes())](Backward& g) { g[0] = of_values(g(at), g.grad(), sizes, false); },
      [&indices](Forward& t) { t[0] = op::sparse_values_at(t.tangent().coalesce(), indices); });
}

Tensor sparse_values(const Tensor& x) {
  Record r("values", x);
  const Tensor own = sparse_impl_of("values", x).indices();
  const Saved at = r.save(own);
  return r.done(
      r.call(op::values, x),
      [=, sizes = DimVector(x.sizes())](Backward& g) { g[0] = of_values(g(at), g.grad(), sizes, true); },
      [&own](Forward& t) { t[0] = values_at(t.tangent(), own); });
}

Tensor coalesce_copy(const Tensor& x) {
  Record r("_coalesce=CoalesceBackward0", x);
  return r.done(
      r.call(op::coalesce_copy, x), [](Backward& g) { g[0] = g.grad(); },
      [](Forward& t) { t[0] = op::coalesce_copy(t.tangent()); });
}

Tensor to_sparse(const Tensor& x, int64_t sparse_dim) {
  Record r("to_sparse", x);
  return r.done(
      r.call(op::to_sparse, x, sparse_dim), [](Backward& g) { g[0] = g.grad().to_dense(); },
      [](Forward& t) { t[0] = masked(t.tangent(), t.result()); });
}

Tensor sparse_mask(const Tensor& x, const Tensor& mask) {
  Record r("sparse_mask", x);
  const Saved m = r.save(mask);
  return r.done(
      r.call(op::sparse_mask, x, mask), [=](Backward& g) { g[0] = g.grad().to_dense().sparse_mask(g(m)).to_dense(); },
      [=](Forward& t) { t[0] = t.tangent().sparse_mask(t(m)); });
}

Tensor sparse_to_dense(const Tensor& x, optional<ScalarType> dtype) {
  Record r("to_dense", x);
  const Saved sparse = r.save(x);
  return r.done(
      r.call(op::sparse_to_dense, x, dtype), [=](Backward& g) { g[0] = masked(g.grad(), g(sparse)); },
      [=](Forward& t) { t[0] = t.tangent().to_dense(dtype); });
}

Tensor sparse_sum(const Tensor& x, IntArrayRef dims) {
  Record r("_sparse_sum", x);
  const Saved sparse = r.save(x);
  const uint64_t summed = dim_mask(dims, x.dim(), "_sparse_sum");
  return r.done(
      r.call(op::sparse_sum, x, dims),
      [=](Backward& g) {
        const Tensor whole = g(sparse).coalesce(), indices = whole._indices();
        const int64_t sparse_dim = indices.size(0);
        std::vector<Tensor> kept;
        for (int64_t d = 0; d < sparse_dim; ++d)
          if ((summed >> d & 1) == 0) kept.push_back(indices.select(0, d));
        Tensor values =
            kept.empty() ? g.grad().to_dense().unsqueeze(0) : values_at(g.grad(), op::stack(Out(), kept, 0));
        for (int64_t d = sparse_dim; d < whole.dim(); ++d)
          if ((summed >> d & 1) != 0) values = values.unsqueeze(d - sparse_dim + 1);
        g[0] = of_values(indices, values.expand(whole._values().sizes()), whole.sizes(), true);
      },
      [dims](Forward& t) { t[0] = op::sparse_sum(t.tangent(), dims); });
}

Tensor sparse_addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
                    const Scalar& alpha) {
  Record r("_sparse_addmm", self, mat1, mat2);
  const Saved a = r.save(mat1, r.needs(1) || r.needs(2)), b = r.save(mat2, r.needs(1));
  return r.done(r.call(op::sparse_addmm, self, mat1, mat2, beta, alpha), [=](Backward& g) {
    if (g.needs(0)) g[0] = g.grad() * beta.conj();
    if (g.needs(1)) {
      // Of all products of rows only those at the indices.
      const Tensor whole = g(a).coalesce(), indices = whole._indices();
      const Tensor rows = g.grad().index_select(0, indices.select(0, 0));
      const Tensor columns = g(b).index_select(0, indices.select(0, 1));
      g[1] = of_values(indices, (rows * columns.conj()).sum(IntArrayRef(1)) * alpha.conj(), whole.sizes(), true);
    }
    if (g.needs(2)) {
      const Tensor transposed = g(a).t();
      g[2] = (transposed.is_complex() ? transposed.conj_physical() : transposed).mm(g.grad()) * alpha.conj();
    }
  });
}

Tensor sparse_sparse_matmul(const Tensor& self, const Tensor& other) {
  Record r("_sparse_sparse_matmul=SparseSparseMatmulBackward0", self, other);
  const Saved a = r.save(self), b = r.save(other);
  const auto adjoint = [](const Tensor& t) { return t.is_complex() ? t.t().conj_physical() : t.t(); };
  return r.done(r.call(op::sparse_sparse_matmul, self, other), [=](Backward& g) {
    if (g.needs(0)) g[0] = masked(op::sparse_sparse_matmul(g.grad(), adjoint(g(b))), g(a));
    if (g.needs(1)) g[1] = masked(op::sparse_sparse_matmul(adjoint(g(a)), g.grad()), g(b));
  });
}

}  // namespace torchpp::derivative

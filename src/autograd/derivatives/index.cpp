// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/index.ops.
#include "src/ops/generated/index.h"
#include "src/autograd/derivative.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::full_like;
using autograd::Record;
using autograd::Saved;
using autograd::SavedList;

namespace {

Tensor zeros_of(const Tensor& like, IntArrayRef sizes) { return full_like(like, sizes, 0); }

// A gradient of the index's shape, in the corner of zeros of the source's.
Tensor in_corner(const Tensor& part, IntArrayRef sizes) {
  if (part.sizes() == sizes) return part;
  const Tensor whole = zeros_of(part, sizes);
  if (part.numel() == 0) return whole;  // of any dimensions
  // One without dimensions is a vector of one element.
  const Tensor row = part.dim() == 0 ? op::unsqueeze(part, 0) : part;
  Tensor corner = whole.dim() == 0 ? op::unsqueeze(whole, 0) : whole;
  for (int64_t d = 0; d < row.dim(); ++d) corner = op::slice(corner, d, 0, row.size(d), 1);
  op::copy(Out::in_place(corner), corner, row, false);
  return whole;
}

}  // namespace

Tensor index(Out out, const Tensor& self, TensorList indices) {
  Record r("index", out, self);
  const SavedList at = r.save(indices, r.needs(0));
  return r.done(
      r.call(op::index, out, self, indices),
      [at](Backward& g) {
        Tensor zeros = zeros_of(g.grad(), g.input_sizes());
        op::index_put(Out::in_place(zeros), zeros, g(at), g.grad(), true);
        g[0] = std::move(zeros);
      },
      [at](Forward& t) { t[0] = op::index(Out(), t.tangent(), t(at)); });
}

Tensor index_put(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate) {
  Record r("index_put", out, self, values);
  const SavedList at = r.save(indices, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::index_put, out, self, indices, values, accumulate),
      [at, accumulate](Backward& g) {
        if (g.needs(0))
          g[0] = accumulate ? g.grad() : op::index_put(Out(), g.grad(), g(at), zeros_of(g.grad(), {}), false);
        if (g.needs(1)) g[1] = op::index(Out(), g.grad(), g(at));
      },
      [at, accumulate](Forward& t) {
        t[0] = op::index_put(Out(), t.tangent_or_zeros(0), t(at), t.tangent_or_zeros(1), accumulate);
      });
}

Tensor index_select(Out out, const Tensor& self, int64_t dim, const Tensor& index) {
  Record r("index_select", out, self);
  const Saved at = r.save(index, r.needs(0));
  return r.done(
      r.call(op::index_select, out, self, dim, index),
      [dim, at](Backward& g) {
        Tensor zeros = zeros_of(g.grad(), g.input_sizes());
        op::index_add(Out::in_place(zeros), zeros, dim, g(at), g.grad(), 1);
        g[0] = std::move(zeros);
      },
      [dim, at](Forward& t) { t[0] = op::index_select(Out(), t.tangent(), dim, t(at)); });
}

Tensor index_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                 const Scalar& alpha) {
  Record r("index_add", out, self, source);
  const Saved at = r.save(index, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::index_add, out, self, dim, index, source, alpha),
      [dim, at, alpha](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) {
          const Tensor picked = op::index_select(Out(), g.grad(), dim, g(at));
          g[1] = (picked.sizes() == g.input_sizes(1) ? picked : picked.reshape(g.input_sizes(1))) * alpha.conj();
        }
      },
      [dim, at, alpha](Forward& t) {
        t[0] = op::index_add(Out(), t.tangent_or_zeros(0), dim, t(at), t.tangent_or_zeros(1), alpha);
      });
}

Tensor index_copy(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  Record r("index_copy", out, self, source);
  const Saved at = r.save(index, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::index_copy, out, self, dim, index, source),
      [dim, at](Backward& g) {
        if (g.needs(0)) g[0] = op::index_fill(Out(), g.grad(), dim, g(at), 0);
        if (g.needs(1)) g[1] = op::index_select(Out(), g.grad(), dim, g(at)).reshape(g.input_sizes(1));
      },
      [dim, at](Forward& t) {
        t[0] = op::index_copy(Out(), t.tangent_or_zeros(0), dim, t(at), t.tangent_or_zeros(1));
      });
}

Tensor index_fill(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  Record r("index_fill", out, self);
  const Saved at = r.save(index, r.needs(0));
  return r.done(
      r.call(op::index_fill, out, self, dim, index, value),
      [dim, at](Backward& g) { g[0] = op::index_fill(Out(), g.grad(), dim, g(at), 0); },
      [dim, at](Forward& t) { t[0] = op::index_fill(Out(), t.tangent(), dim, t(at), 0); });
}

// An element gets the value once, however often the index names its slice: the value's gradient is a sum over a mask.
Tensor index_fill_tensor(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  Record r("index_fill.1", out, self, value);
  const Saved at = r.save(index, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::index_fill_tensor, out, self, dim, index, value),
      [dim, at](Backward& g) {
        const Tensor index = g(at);
        if (g.needs(0)) g[0] = op::index_fill(Out(), g.grad(), dim, index, 0);
        if (g.needs(1)) {
          const Tensor filled = op::index_fill(Out(), zeros_of(g.grad(), g.grad().sizes()), dim, index, 1);
          g[1] = op::masked_select(Out(), g.grad(), filled.to(kBool)).sum();
        }
      },
      [dim, at](Forward& t) {
        t[0] = op::index_fill_tensor(Out(), t.tangent_or_zeros(0), dim, t(at), t.tangent_or_zeros(1));
      });
}

Tensor gather(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad) {
  Record r("gather", out, self);
  const Saved at = r.save(index, r.needs(0));
  return r.done(
      r.call(op::gather, out, self, dim, index, sparse_grad),
      [dim, at](Backward& g) {
        Tensor zeros = zeros_of(g.grad(), g.input_sizes());
        op::scatter_add(Out::in_place(zeros), zeros, dim, g(at), g.grad());
        g[0] = std::move(zeros);
      },
      [dim, at](Forward& t) { t[0] = op::gather(Out(), t.tangent(), dim, t(at), false); });
}

Tensor scatter(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  Record r("scatter", out, self, src);
  const Saved at = r.save(index, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::scatter, out, self, dim, index, src),
      [dim, at](Backward& g) {
        if (g.needs(0)) g[0] = op::scatter_value(Out(), g.grad(), dim, g(at), 0);
        if (g.needs(1)) g[1] = in_corner(op::gather(Out(), g.grad(), dim, g(at), false), g.input_sizes(1));
      },
      [dim, at](Forward& t) { t[0] = op::scatter(Out(), t.tangent_or_zeros(0), dim, t(at), t.tangent_or_zeros(1)); });
}

Tensor scatter_value(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  Record r("scatter.1", out, self);
  const Saved at = r.save(index, r.needs(0));
  return r.done(
      r.call(op::scatter_value, out, self, dim, index, value),
      [dim, at](Backward& g) { g[0] = op::scatter_value(Out(), g.grad(), dim, g(at), 0); },
      [dim, at](Forward& t) { t[0] = op::scatter_value(Out(), t.tangent(), dim, t(at), 0); });
}

namespace {

// libtorch 1.13 has no derivative of these operators either: backward throws, not the call.
template <class Call, class... Inputs>
Tensor scatter_reduced(const Out& out, const Call& call, const Inputs&... inputs) {
  Record r("scatter=torch::autograd::NotImplemented", out, inputs...);
  const char* name = out.is_in_place() ? "scatter_" : "scatter";
  return r.done(call(r),
                [name](Backward&) { TORCHPP_FAIL_KIND(kError, "derivative for aten::", name, " is not implemented"); });
}

}  // namespace

Tensor scatter_reduce(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                      std::string_view reduce) {
  return scatter_reduced(
      out, [&](Record& r) { return r.call(op::scatter_reduce, out, self, dim, index, src, reduce); }, self, src);
}

Tensor scatter_value_reduce(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value,
                            std::string_view reduce) {
  return scatter_reduced(
      out, [&](Record& r) { return r.call(op::scatter_value_reduce, out, self, dim, index, value, reduce); }, self);
}

Tensor scatter_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  Record r("scatter_add", out, self, src);
  const Saved at = r.save(index, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::scatter_add, out, self, dim, index, src),
      [dim, at](Backward& g) {
        if (g.needs(0)) g[0] = g.grad();
        if (g.needs(1)) g[1] = in_corner(op::gather(Out(), g.grad(), dim, g(at), false), g.input_sizes(1));
      },
      [dim, at](Forward& t) {
        t[0] = op::scatter_add(Out(), t.tangent_or_zeros(0), dim, t(at), t.tangent_or_zeros(1));
      });
}

Tensor masked_fill(Out out, const Tensor& self, const Tensor& mask, const Scalar& value) {
  Record r("masked_fill", out, self);
  const Saved m = r.save(mask, r.needs(0));
  return r.done(
      r.call(op::masked_fill, out, self, mask, value),
      [m](Backward& g) { g[0] = op::masked_fill(Out(), g.grad(), g(m), 0); },
      [m](Forward& t) { t[0] = op::masked_fill(Out(), t.tangent(), t(m), 0); });
}

Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value) {
  Record r("masked_fill.1", out, self, value);
  const Saved m = r.save(mask, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::masked_fill_tensor, out, self, mask, value),
      [m](Backward& g) {
        if (g.needs(0)) g[0] = op::masked_fill(Out(), g.grad(), g(m), 0);
        if (g.needs(1)) g[1] = op::masked_select(Out(), g.grad(), g(m)).sum();
      },
      [m](Forward& t) { t[0] = op::masked_fill_tensor(Out(), t.tangent_or_zeros(0), t(m), t.tangent_or_zeros(1)); });
}

Tensor masked_select(Out out, const Tensor& self, const Tensor& mask) {
  Record r("masked_select", out, self);
  const Saved m = r.save(mask, r.needs(0));
  return r.done(
      r.call(op::masked_select, out, self, mask),
      [m](Backward& g) {
        const Tensor saved = g(m);
        DimVector shape = broadcast_sizes(g.input_sizes(), saved.sizes());
        const bool scalar = shape.empty();  // its result is a list of one element, or of none
        if (scalar) shape.push_back(1);
        const Tensor where = op::expand(saved, shape, false);
        Tensor zeros = zeros_of(g.grad(), shape);
        op::index_put(Out::in_place(zeros), zeros, TensorList(where), g.grad(), false);
        g[0] = scalar ? zeros.reshape({}) : std::move(zeros);
      },
      [m](Forward& t) { t[0] = op::masked_select(Out(), t.tangent(), t(m)); });
}

}  // namespace torchpp::derivative

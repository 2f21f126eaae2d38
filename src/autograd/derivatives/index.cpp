// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/index.ops.
#include "src/ops/generated/index.h"
#include "src/autograd/derivative.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/sparse.h"

namespace torchpp::derivative {

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
Tensor conj_of(const Tensor& t) { return t.is_complex() ? t.conj() : t; }
// The part of the source beside the index.
Tensor corner_of(const Tensor& source, const Tensor& index) {
  if (source.sizes() == index.sizes()) return source;
  if (index.numel() == 0) return zeros_of(source, index.sizes());  // of any dimensions
  if (source.dim() == 0) return op::unsqueeze(source, 0);
  Tensor corner = source;
  for (int64_t d = 0; d < index.dim(); ++d) corner = op::slice(corner, d, 0, index.size(d), 1);
  return corner;
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
          // Of a number no elements can be picked, but of a vector.
          const Tensor grad = g.grad().dim() == 0 ? g.grad().reshape({1}) : g.grad();
          const Tensor picked = op::index_select(Out(), grad, dim, g(at));
          const Tensor part = picked.sizes() == g.input_sizes(1) ? picked : picked.reshape(g.input_sizes(1));
          g[1] = alpha.equal(1) ? part : part * alpha.conj();
        }
      },
      [dim, at, alpha](Forward& t) {
        t[0] = op::index_add(Out(), t.tangent_or_zeros(0), dim, t(at), t.tangent_or_zeros(1), alpha);
      });
}

namespace {

// What is differentiated in scatter_reduce() and index_reduce(): they differ in how positions name elements.
template <class Pick, class AddTo, class Clear, class Again>
struct Reduction {
  Pick pick;     // (t): the elements of t, of self's sizes, at the positions
  AddTo add_to;  // (t, s): t with s, of the source's sizes, added at the positions
  Clear clear;   // (t): t with zeros at the positions
  Again again;   // (self, source): the operator's result
  std::string_view name;
  bool include_self;

  // The derivatives of the result with respect to self and source, which are numbers for each element.
  std::pair<Tensor, Tensor> factors(const Tensor& self, const Tensor& source, const Tensor& result) const {
    const Tensor ones = full_like(source, source.sizes(), 1);
    if (name == "sum") return {of_kept(full_like(self, self.sizes(), 1)), ones};
    if (name == "mean") {
      const Tensor counts = add_to(full_like(self, self.sizes(), include_self ? 1 : 0), ones);
      const Tensor shares = op::masked_fill(Out(), counts, counts == 0, 1).reciprocal();
      return {of_kept(shares), pick(shares)};
    }
    if (name == "prod") return {of_kept(of_product_to_self(self, source)), of_product_to_source(self, source, result)};
    const Tensor of_self = of_kept((self == result).to(self.scalar_type()));
    const Tensor of_source = (source == pick(result)).to(self.scalar_type());
    const Tensor shares = add_to(of_self, of_source).reciprocal();
    return {of_self * shares, of_source * pick(shares)};
  }

 private:
  // Without include_self the result does not depend on elements of self at the positions.
  Tensor of_kept(const Tensor& t) const { return include_self ? t : clear(t); }
  // Products of the other factors. Where the element is zero it is left out, else it is divided by.
  Tensor of_product_to_self(const Tensor& self, const Tensor& source) const {
    const Tensor others = op::masked_fill(Out(), self, self == 0, 1);
    return again(others, source) / others;
  }
  // Of several zeros each has the derivative 0.
  Tensor of_product_to_source(const Tensor& self, const Tensor& source, const Tensor& result) const {
    const Tensor zero = source == 0, zeros = add_to(full_like(self, self.sizes(), 0), zero.to(self.scalar_type()));
    const Tensor alone = op::bitwise_and(Out(), zero, pick(zeros) == 1);
    const Tensor without = again(self, op::masked_fill(Out(), source, alone, 1));
    return op::where(Out(), alone, pick(without), pick(result) / op::masked_fill(Out(), source, zero, 1));
  }
};
template <class Pick, class AddTo, class Clear, class Again>
Reduction(Pick, AddTo, Clear, Again, std::string_view, bool) -> Reduction<Pick, AddTo, Clear, Again>;

}  // namespace

Tensor index_reduce(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                    std::string_view reduce, bool include_self) {
  Record r("index_reduce", out, self, source);
  const bool either = r.needs(0) || r.needs(1);
  const Saved at = r.save(index, either), of_self = r.save(self, either), of_source = r.save(source, either);
  const Saved y = r.save_result(either);
  const auto reduction = [dim, include_self](const Tensor& index, std::string_view name) {
    return Reduction{
        [dim, index](const Tensor& t) { return op::index_select(Out(), t, dim, index); },
        [dim, index](const Tensor& t, const Tensor& s) { return op::index_add(Out(), t, dim, index, s, 1); },
        [dim, index](const Tensor& t) { return op::index_fill(Out(), t, dim, index, 0); },
        [dim, index, name, include_self](const Tensor& t, const Tensor& s) {
          return op::index_reduce(Out(), t, dim, index, s, name, include_self);
        },
        name,
        include_self};
  };
  return r.done(
      r.call(op::index_reduce, out, self, dim, index, source, reduce, include_self),
      [=, name = std::string(reduce)](Backward& g) {
        const Tensor index = g(at), source = g(of_source);
        const auto rule = reduction(index, name);
        const auto [to_self, to_source] = rule.factors(g(of_self), source, g(y));
        if (g.needs(0)) g[0] = g.grad() * to_self;
        if (g.needs(1)) g[1] = (rule.pick(g.grad()) * to_source).reshape(g.input_sizes(1));
      },
      [&](Forward& t) {
        const Tensor index = t(at);
        const auto rule = reduction(index, reduce);
        const auto [to_self, to_source] = rule.factors(t(of_self), t(of_source), t(y));
        t[0] = rule.add_to(t.tangent_or_zeros(0) * to_self, t.tangent_or_zeros(1) * to_source);
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
  const Saved at = r.save(index, r.needs(0)), x = r.save(self, r.needs(0) && sparse_grad);
  return r.done(
      r.call(op::gather, out, self, dim, index, sparse_grad),
      [dim, at, x, sparse_grad](Backward& g) {
        if (sparse_grad) {
          g[0] = sparse_gradients("gather").gather(g(x), dim, g(at), g.grad());
          return;
        }
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

Tensor scatter_reduce_two(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                          std::string_view reduce, bool include_self) {
  Record r("scatter_reduce", out, self, src);
  const bool either = r.needs(0) || r.needs(1);
  const Saved at = r.save(index, either), of_self = r.save(self, either), of_src = r.save(src, either);
  const Saved y = r.save_result(either);
  const auto reduction = [dim, include_self](const Tensor& index, std::string_view name) {
    return Reduction{
        [dim, index](const Tensor& t) { return op::gather(Out(), t, dim, index, false); },
        [dim, index](const Tensor& t, const Tensor& s) { return op::scatter_add(Out(), t, dim, index, s); },
        [dim, index](const Tensor& t) { return op::scatter_value(Out(), t, dim, index, 0); },
        [dim, index, name, include_self](const Tensor& t, const Tensor& s) {
          return op::scatter_reduce_two(Out(), t, dim, index, s, name, include_self);
        },
        name,
        include_self};
  };
  return r.done(
      r.call(op::scatter_reduce_two, out, self, dim, index, src, reduce, include_self),
      [=, name = std::string(reduce)](Backward& g) {
        const Tensor index = g(at);
        const auto rule = reduction(index, name);
        const auto [to_self, to_src] = rule.factors(g(of_self), corner_of(g(of_src), index), g(y));
        if (g.needs(0)) g[0] = g.grad() * conj_of(to_self);
        if (g.needs(1)) g[1] = in_corner(rule.pick(g.grad()) * conj_of(to_src), g.input_sizes(1));
      },
      [&](Forward& t) {
        const Tensor index = t(at);
        const auto rule = reduction(index, reduce);
        const auto [to_self, to_src] = rule.factors(t(of_self), corner_of(t(of_src), index), t(y));
        t[0] = rule.add_to(t.tangent_or_zeros(0) * to_self, corner_of(t.tangent_or_zeros(1), index) * to_src);
      });
}

Tensor masked_scatter(Out out, const Tensor& self, const Tensor& mask, const Tensor& source) {
  Record r("masked_scatter", out, self, source);
  const Saved m = r.save(mask, r.needs(0) || r.needs(1));
  return r.done(
      r.call(op::masked_scatter, out, self, mask, source),
      [m](Backward& g) {
        const Tensor mask = g(m);
        if (g.needs(0)) g[0] = op::masked_fill(Out(), g.grad(), mask, 0);
        if (!g.needs(1)) return;
        // The elements of the source that were taken, and zeros for the others.
        const Tensor taken = op::masked_select(Out(), g.grad(), mask);
        const Tensor all = zeros_of(taken, {multiply_integers(g.input_sizes(1))});
        op::copy(Out::in_place(op::slice(all, 0, 0, taken.numel(), 1)), op::slice(all, 0, 0, taken.numel(), 1), taken,
                 false);
        g[1] = all.view(g.input_sizes(1));
      },
      [m](Forward& t) { t[0] = op::masked_scatter(Out(), t.tangent_or_zeros(0), t(m), t.tangent_or_zeros(1)); });
}

Tensor masked_fill(Out out, const Tensor& self, const Tensor& mask, const Scalar& value) {
  Record r("masked_fill", out, self);
  const Saved m = r.save(mask, r.needs(0));
  return r.done(
      r.call(op::masked_fill, out, self, mask, value),
      [m](Backward& g) {
        const Tensor mask = g(m);
        g[0] = over_gradient(g.grad(), mask, [&](Out out) { return op::masked_fill(out, g.grad(), mask, 0); });
      },
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

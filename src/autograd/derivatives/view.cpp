// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/view.ops. All are linear: tangents take the same way as values.
#include "src/ops/generated/view.h"
#include "src/autograd/copy_slices.h"
#include "src/autograd/derivative.h"
#include "src/ops/creation_rules.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/shape.h"

namespace torchpp::derivative {

namespace {

using OptionalInt = optional<int64_t>;

// Strides of the gradient of a view's input, whose dimensions stand in memory as the input's do: the nodes before it,
// a permutation say, then give a gradient that the others need not copy. None where they are the row-major ones.
std::vector<int64_t> gradient_strides(const Record& r, const Tensor& x) {
  if (!r.active() || x.layout() != kStrided || !x.has_storage()) return {};
  const DimVector strides = strides_like(x);
  return std::vector<int64_t>(strides.begin(), strides.end());  // smaller than a DimVector in the node
}

// The gradient of an input of which `view` shows a part: added to what the input has already, or put into zeros.
template <class View>
void give_part(Backward& g, IntArrayRef strides, View&& view) {
  Tensor whole = g.take_sum();
  const bool is_first = !whole.defined();
  if (is_first && strides.empty()) {
    whole = full_like(g.grad(), g.input_sizes(), 0);
  } else if (is_first) {
    whole = op::empty_strided(g.input_sizes(), strides, g.grad().options());
    op::fill(Out::in_place(whole), whole, 0);
  }
  const Tensor part = view(whole);
  if (is_first) op::copy(Out::in_place(part), part, g.grad(), false);
  else op::add(Out::in_place(part), part, g.grad(), 1);
  g[0] = std::move(whole);
}

}  // namespace

Tensor as_strided(const Tensor& x, IntArrayRef size, IntArrayRef stride, OptionalInt storage_offset) {
  Record r("as_strided", x);
  const int64_t offset = storage_offset.value_or(x.storage_offset()), base_offset = x.storage_offset();
  return r.done(
      r.call(op::as_strided, x, size, stride, storage_offset),
      [base_sizes = DimVector(x.sizes()), base_strides = DimVector(x.strides()), size = DimVector(size),
       stride = DimVector(stride), base_offset, offset](Backward& g) {
        g[0] = autograd::as_strided_backward(g.grad(), base_sizes, base_strides, base_offset, size, stride, offset);
      },
      [=](Forward& t) {
        // A tangent lies as its tensor does, but in memory of its own.
        const Tensor tx = t.tangent();
        t[0] = op::as_strided(tx, size, stride, offset - base_offset + tx.storage_offset());
      });
}

Tensor alias(const Tensor& x) {
  Record r("alias", x);
  return r.done(
      r.call(op::alias, x), [](Backward& g) { g[0] = g.grad(); }, [](Forward& t) { t[0] = op::alias(t.tangent()); });
}

Tensor view(const Tensor& x, IntArrayRef size) {
  Record r("view", x);
  return r.done(
      r.call(op::view, x, size), [](Backward& g) { g[0] = g.grad().reshape(g.input_sizes()); },
      [size](Forward& t) { t[0] = op::view(t.tangent(), size); });
}

Tensor unsafe_view(const Tensor& x, IntArrayRef size) {
  Record r("_unsafe_view", x);
  return r.done(
      r.call(op::unsafe_view, x, size), [](Backward& g) { g[0] = g.grad().reshape(g.input_sizes()); },
      [size](Forward& t) { t[0] = op::unsafe_view(t.tangent(), size); });
}

Tensor view_dtype(const Tensor& x, ScalarType dtype) {
  // Other numbers from the same bits: no derivative, unless the type is the same.
  Record r("view_dtype", x);
  if (dtype != x.dtype()) r.not_differentiable(0);
  return r.done(
      r.call(op::view_dtype, x, dtype), [](Backward& g) { g[0] = g.grad(); },
      [dtype, same = dtype == x.dtype()](Forward& t) {
        if (same) t[0] = op::view_dtype(t.tangent(), dtype);
      });
}

Tensor expand(const Tensor& x, IntArrayRef size, bool implicit) {
  Record r("expand", x);
  return r.done(
      r.call(op::expand, x, size, implicit), [](Backward& g) { g[0] = g.grad(); },  // the engine sums
      [&](Forward& t) { t[0] = op::expand(t.tangent(), size, implicit); });
}

Tensor permute(const Tensor& x, IntArrayRef dims) {
  Record r("permute", x);
  return r.done(
      r.call(op::permute, x, dims),
      [dims = DimVector(dims)](Backward& g) {
        DimVector inverse(dims.size());
        for (size_t i = 0; i < dims.size(); ++i)
          inverse[static_cast<size_t>(wrap_dim(dims[i], static_cast<int64_t>(dims.size())))] = static_cast<int64_t>(i);
        g[0] = op::permute(g.grad(), inverse);
      },
      [dims](Forward& t) { t[0] = op::permute(t.tangent(), dims); });
}

Tensor transpose(const Tensor& x, int64_t dim0, int64_t dim1) {
  Record r("transpose", x);
  return r.done(
      r.call(op::transpose, x, dim0, dim1), [dim0, dim1](Backward& g) { g[0] = op::transpose(g.grad(), dim0, dim1); },
      [dim0, dim1](Forward& t) { t[0] = op::transpose(t.tangent(), dim0, dim1); });
}

Tensor slice(const Tensor& x, int64_t dim, OptionalInt start, OptionalInt end, int64_t step) {
  Record r("slice", x);
  return r.done(
      r.call(op::slice, x, dim, start, end, step),
      [=, strides = gradient_strides(r, x)](Backward& g) {
        give_part(g, strides, [&](const Tensor& whole) { return op::slice(whole, dim, start, end, step); });
      },
      [=](Forward& t) { t[0] = op::slice(t.tangent(), dim, start, end, step); });
}

Tensor select(const Tensor& x, int64_t dim, int64_t index) {
  Record r("select", x);
  return r.done(
      r.call(op::select, x, dim, index),
      [dim, index, strides = gradient_strides(r, x)](Backward& g) {
        give_part(g, strides, [&](const Tensor& whole) { return op::select(whole, dim, index); });
      },
      [dim, index](Forward& t) { t[0] = op::select(t.tangent(), dim, index); });
}

Tensor unsqueeze(const Tensor& x, int64_t dim) {
  Record r("unsqueeze", x);
  return r.done(
      r.call(op::unsqueeze, x, dim), [dim](Backward& g) { g[0] = op::squeeze_dim(g.grad(), dim); },
      [dim](Forward& t) { t[0] = op::unsqueeze(t.tangent(), dim); });
}

Tensor squeeze(const Tensor& x) {
  Record r("squeeze", x);
  return r.done(
      r.call(op::squeeze, x), [](Backward& g) { g[0] = g.grad().reshape(g.input_sizes()); },
      [](Forward& t) { t[0] = op::squeeze(t.tangent()); });
}

Tensor squeeze_dim(const Tensor& x, int64_t dim) {
  Record r("SqueezeBackward1", x);
  return r.done(
      r.call(op::squeeze_dim, x, dim), [](Backward& g) { g[0] = g.grad().reshape(g.input_sizes()); },
      [dim](Forward& t) { t[0] = op::squeeze_dim(t.tangent(), dim); });
}

Tensor diagonal(const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2) {
  Record r("diagonal", x);
  return r.done(
      r.call(op::diagonal, x, offset, dim1, dim2),
      [=, strides = gradient_strides(r, x)](Backward& g) {
        give_part(g, strides, [&](const Tensor& whole) { return op::diagonal(whole, offset, dim1, dim2); });
      },
      [=](Forward& t) { t[0] = op::diagonal(t.tangent(), offset, dim1, dim2); });
}

Tensor unfold(const Tensor& x, int64_t dimension, int64_t size, int64_t step) {
  Record r("unfold", x);
  return r.done(
      r.call(op::unfold, x, dimension, size, step),
      [=](Backward& g) {
        // Windows overlap: place by place, every window's element is added.
        const IntArrayRef sizes = g.input_sizes();
        if (sizes.empty()) {
          g[0] = g.grad().sum();  // of one window, which has one element or none
          return;
        }
        const DimVector strides = contiguous_strides(sizes);
        const auto d = static_cast<size_t>(wrap_dim(dimension, static_cast<int64_t>(sizes.size())));
        DimVector view_strides(strides);
        view_strides[d] = multiply_stride(view_strides[d], step);
        view_strides.push_back(strides[d]);
        g[0] = autograd::as_strided_backward(g.grad(), sizes, strides, 0, g.grad().sizes(), view_strides, 0);
      },
      [=](Forward& t) { t[0] = op::unfold(t.tangent(), dimension, size, step); });
}

namespace {

// The gradient of an input cut into parts along a dimension.
Tensor join_parts(Backward& g, int64_t dim, bool stacked) {
  std::vector<Tensor> parts;
  parts.reserve(g.num_results());
  for (size_t k = 0; k < g.num_results(); ++k) {
    Tensor part = g.grad_or_zeros(k);
    parts.push_back(stacked ? op::unsqueeze(part, dim) : std::move(part));
  }
  return op::cat(Out(), parts, dim);
}

}  // namespace

std::vector<Tensor> split_with_sizes(const Tensor& x, IntArrayRef split_sizes, int64_t dim) {
  Record r("split_with_sizes", x);
  return r.done(
      r.call(op::split_with_sizes, x, split_sizes, dim), [dim](Backward& g) { g[0] = join_parts(g, dim, false); },
      [&](Forward& t) {
        const std::vector<Tensor> parts = op::split_with_sizes(t.tangent(), split_sizes, dim);
        for (size_t k = 0; k < parts.size(); ++k) t[k] = parts[k];
      });
}

std::vector<Tensor> unsafe_split_with_sizes(const Tensor& x, IntArrayRef split_sizes, int64_t dim) {
  Record r("unsafe_split_with_sizes", x);
  return r.done(
      r.call(op::unsafe_split_with_sizes, x, split_sizes, dim),
      [dim](Backward& g) { g[0] = join_parts(g, dim, false); },
      [&](Forward& t) {
        const std::vector<Tensor> parts = op::unsafe_split_with_sizes(t.tangent(), split_sizes, dim);
        for (size_t k = 0; k < parts.size(); ++k) t[k] = parts[k];
      });
}

std::vector<Tensor> unbind(const Tensor& x, int64_t dim) {
  Record r("unbind", x);
  return r.done(
      r.call(op::unbind, x, dim), [dim = wrap_dim(dim, x.dim())](Backward& g) { g[0] = join_parts(g, dim, true); },
      [dim](Forward& t) {
        const std::vector<Tensor> parts = op::unbind(t.tangent(), dim);
        for (size_t k = 0; k < parts.size(); ++k) t[k] = parts[k];
      });
}

Tensor conj_view(const Tensor& x) {
  Record r("ConjBackward0", x);
  return r.done(
      r.call(op::conj_view, x), [](Backward& g) { g[0] = g.grad().conj(); },
      [](Forward& t) { t[0] = op::conj_view(t.tangent()); });
}

Tensor conj_physical(Out out, const Tensor& x) {
  if (out.functional() && !x.is_complex()) return x;
  Record r(out.is_in_place() ? "conj_physical.1" : "conj_physical", out, x);
  return r.done(
      r.call(op::conj_physical, out, x), [](Backward& g) { g[0] = op::conj_physical(Out(), g.grad()); },
      [](Forward& t) { t[0] = op::conj_physical(Out(), t.tangent()); });
}

Tensor neg_view(const Tensor& x) {
  Record r("neg_view", x);
  return r.done(
      r.call(op::neg_view, x), [](Backward& g) { g[0] = g.grad().neg(); },
      [](Forward& t) { t[0] = op::neg_view(t.tangent()); });
}

Tensor view_as_real(const Tensor& x) {
  Record r("view_as_real", x);
  return r.done(
      r.call(op::view_as_real, x), [](Backward& g) { g[0] = op::view_as_complex(g.grad().contiguous()); },
      [](Forward& t) { t[0] = op::view_as_real(t.tangent()); });
}

Tensor view_as_complex(const Tensor& x) {
  Record r("view_as_complex", x);
  return r.done(
      r.call(op::view_as_complex, x), [](Backward& g) { g[0] = op::view_as_real(g.grad().resolve_conj()); },
      [](Forward& t) { t[0] = op::view_as_complex(t.tangent()); });
}

}  // namespace torchpp::derivative

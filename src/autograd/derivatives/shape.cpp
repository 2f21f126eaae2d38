// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of src/ops/table/shape.ops. All are linear: tangents take the same way as values.
#include "src/ops/generated/shape.h"
#include "src/autograd/derivative.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"

namespace torchpp::derivative {

Tensor cat(Out out, TensorList tensors, int64_t dim) {
  Record r("cat", out, tensors);
  DimVector lengths;  // a tensor of size (0,) takes part in any shape
  for (const Tensor& t : tensors)
    lengths.push_back(t.dim() == 1 && t.numel() == 0 ? 0 : t.sizes()[static_cast<size_t>(wrap_dim(dim, t.dim()))]);
  return r.done(
      r.call(op::cat, out, tensors, dim),
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
        t[0] = op::cat(Out(), tangents, dim);
      });
}

Tensor flip(Out out, const Tensor& x, IntArrayRef dims) {
  Record r("flip", out, x);
  return r.done(
      r.call(op::flip, out, x, dims), [dims = DimVector(dims)](Backward& g) { g[0] = op::flip(Out(), g.grad(), dims); },
      [dims](Forward& t) { t[0] = op::flip(Out(), t.tangent(), dims); });
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

Tensor stack(Out out, TensorList tensors, int64_t dim) {
  Record r("stack", out, tensors);
  return r.done(
      r.call(op::stack, out, tensors, dim),
      [dim](Backward& g) {
        const std::vector<Tensor> layers = g.grad().unbind(dim);
        for (size_t i = 0; i < layers.size(); ++i)
          if (g.needs(i)) g[i] = layers[i].is_complex() ? layers[i].resolve_conj() : layers[i];
      },
      [&](Forward& t) {
        std::vector<Tensor> tangents;
        for (size_t i = 0; i < tensors.size(); ++i) tangents.push_back(t.tangent_or_zeros(i));
        t[0] = op::stack(Out(), tangents, dim);
      });
}

Tensor repeat(Out out, const Tensor& x, IntArrayRef repeats) {
  Record r("repeat", out, x);
  return r.done(
      r.call(op::repeat, out, x, repeats),
      [repeats = DimVector(repeats)](Backward& g) {
        // As (r0, s0, r1, s1, ...), of which the repetitions are added.
        const IntArrayRef sizes = g.input_sizes();
        if (repeats.empty()) {
          g[0] = g.grad();
          return;
        }
        const size_t leading = repeats.size() - sizes.size();
        DimVector spread, added;
        for (size_t i = 0; i < repeats.size(); ++i) {
          added.push_back(static_cast<int64_t>(spread.size()));
          spread.push_back(repeats[i]);
          spread.push_back(i < leading ? 1 : sizes[i - leading]);
        }
        g[0] = g.grad().reshape(spread).sum(OptionalIntArrayRef(IntArrayRef(added))).reshape(sizes);
      },
      [&](Forward& t) { t[0] = op::repeat(Out(), t.tangent(), repeats); });
}

Tensor roll(Out out, const Tensor& x, IntArrayRef shifts, IntArrayRef dims) {
  Record r("roll", out, x);
  return r.done(
      r.call(op::roll, out, x, shifts, dims),
      [shifts = DimVector(shifts), dims = DimVector(dims)](Backward& g) {
        DimVector back(shifts);
        for (int64_t& s : back) s = -s;
        g[0] = op::roll(Out(), g.grad(), back, dims);
      },
      [&](Forward& t) { t[0] = op::roll(Out(), t.tangent(), shifts, dims); });
}

Tensor rot90(Out out, const Tensor& x, int64_t k, IntArrayRef dims) {
  Record r("rot90", out, x);
  return r.done(
      r.call(op::rot90, out, x, k, dims),
      [k, dims = DimVector(dims)](Backward& g) { g[0] = op::rot90(Out(), g.grad(), -(k % 4), dims); },
      [&](Forward& t) { t[0] = op::rot90(Out(), t.tangent(), k, dims); });
}

Tensor diag(Out out, const Tensor& x, int64_t diagonal) {
  Record r("diag", out, x);
  return r.done(
      r.call(op::diag, out, x, diagonal),
      [diagonal](Backward& g) {
        const IntArrayRef sizes = g.input_sizes();
        if (sizes.size() == 1) {
          g[0] = g.grad().diagonal(diagonal);
          return;
        }
        const Tensor whole = full_like(g.grad(), sizes, 0), part = whole.diagonal(diagonal);
        op::copy(Out::in_place(part), part, g.grad(), false);
        g[0] = whole;
      },
      [diagonal](Forward& t) { t[0] = op::diag(Out(), t.tangent(), diagonal); });
}

Tensor diag_embed(Out out, const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2) {
  Record r("diag_embed", out, x);
  return r.done(
      r.call(op::diag_embed, out, x, offset, dim1, dim2),
      [=](Backward& g) { g[0] = g.grad().diagonal(offset, dim1, dim2); },
      [=](Forward& t) { t[0] = op::diag_embed(Out(), t.tangent(), offset, dim1, dim2); });
}

}  // namespace torchpp::derivative

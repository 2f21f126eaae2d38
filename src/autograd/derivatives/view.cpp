// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/view.def: what was shown gets its gradient, the rest gets zero.
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>

#include "src/autograd/derivative.h"

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::Record;

namespace {

// Zeros of the input's shape with g where `view` looks.
template <class View>
Tensor into_zeros(Backward& g, const View& view) {
  const Tensor z = torchpp::zeros(g.input_sizes(), g.grad().options());
  view(z).copy_(g.grad());
  return z;
}

// A view that is linear and has a view for its reverse.
template <class Call, class Reverse, class View>
Tensor linear_view(Record& r, const Call& call, const Reverse& reverse, const View& view) {
  return r.done(
      call(), [=](Backward& g) { g[0] = reverse(g); }, [=](Forward& t) { t[0] = view(t.tangent()); });
}

}  // namespace

Tensor alias(const Tensor& self) {
  Record r("alias", self);
  return linear_view(r, [&] { return r.call(op::alias, self); }, [](Backward& g) { return g.grad(); },
                     [](const Tensor& t) { return t.alias(); });
}

Tensor view(const Tensor& self, IntArrayRef size) {
  Record r("view", self);
  return linear_view(r, [&] { return r.call(op::view, self, size); }, [](Backward& g) { return g.grad().reshape(g.input_sizes()); },
                     [size = DimVector(size)](const Tensor& t) { return t.reshape(size); });
}

// Bits seen as another type have no derivative.
Tensor view_dtype(const Tensor& self, ScalarType dtype) {
  Record r("view", self);
  r.not_differentiable(0);
  return r.done(r.call(op::view_dtype, self, dtype), [](Backward&) {}, [](Forward&) {});
}

Tensor expand(const Tensor& self, IntArrayRef size, bool implicit) {
  Record r("expand", self);
  return linear_view(r, [&] { return r.call(op::expand, self, size, implicit); }, [](Backward& g) { return g.grad(); },
                     [size = DimVector(size)](const Tensor& t) { return t.expand(size); });
}

Tensor permute(const Tensor& self, IntArrayRef dims) {
  Record r("permute", self);
  DimVector inverse(dims.size());
  for (size_t i = 0; i < dims.size(); ++i)
    inverse[static_cast<size_t>(wrap_dim(dims[i], static_cast<int64_t>(dims.size())))] = static_cast<int64_t>(i);
  return linear_view(r, [&] { return r.call(op::permute, self, dims); }, [inverse](Backward& g) { return g.grad().permute(inverse); },
                     [dims = DimVector(dims)](const Tensor& t) { return t.permute(dims); });
}

Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) {
  Record r("transpose", self);
  auto swap = [dim0, dim1](const Tensor& t) { return t.transpose(dim0, dim1); };
  return linear_view(r, [&] { return r.call(op::transpose, self, dim0, dim1); }, [swap](Backward& g) { return swap(g.grad()); }, swap);
}

Tensor slice(const Tensor& self, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  Record r("slice", self);
  auto view = [=](const Tensor& t) { return t.slice(dim, start, end, step); };
  return linear_view(r, [&] { return r.call(op::slice, self, dim, start, end, step); },
                     [view](Backward& g) { return into_zeros(g, view); }, view);
}

Tensor select(const Tensor& self, int64_t dim, int64_t index) {
  Record r("select", self);
  auto view = [=](const Tensor& t) { return t.select(dim, index); };
  return linear_view(r, [&] { return r.call(op::select, self, dim, index); }, [view](Backward& g) { return into_zeros(g, view); }, view);
}

Tensor unsqueeze(const Tensor& self, int64_t dim) {
  Record r("unsqueeze", self);
  return linear_view(r, [&] { return r.call(op::unsqueeze, self, dim); }, [](Backward& g) { return g.grad().reshape(g.input_sizes()); },
                     [dim](const Tensor& t) { return t.unsqueeze(dim); });
}
Tensor squeeze(const Tensor& self) {
  Record r("squeeze", self);
  return linear_view(r, [&] { return r.call(op::squeeze, self); }, [](Backward& g) { return g.grad().reshape(g.input_sizes()); },
                     [](const Tensor& t) { return t.squeeze(); });
}
Tensor squeeze_dim(const Tensor& self, int64_t dim) {
  Record r("squeeze", self);
  return linear_view(r, [&] { return r.call(op::squeeze_dim, self, dim); }, [](Backward& g) { return g.grad().reshape(g.input_sizes()); },
                     [dim](const Tensor& t) { return t.squeeze(dim); });
}

Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  Record r("diagonal", self);
  auto view = [=](const Tensor& t) { return t.diagonal(offset, dim1, dim2); };
  return linear_view(r, [&] { return r.call(op::diagonal, self, offset, dim1, dim2); },
                     [view](Backward& g) { return into_zeros(g, view); }, view);
}

// Windows may overlap: each element collects from all windows that show it.
Tensor unfold(const Tensor& self, int64_t dimension, int64_t size, int64_t step) {
  Record r("unfold", self);
  const int64_t dim = wrap_dim(dimension, self.dim());
  auto view = [=](const Tensor& t) { return t.unfold(dim, size, step); };
  return linear_view(
      r, [&] { return r.call(op::unfold, self, dimension, size, step); },
      [=](Backward& g) {
        if (g.input_sizes().empty()) return g.grad().reshape({});
        const Tensor z = torchpp::zeros(g.input_sizes(), g.grad().options());
        const Tensor places = torchpp::arange(g.input_sizes()[static_cast<size_t>(dim)], TensorOptions(kLong).device(z.device()))
                                  .unfold(0, size, step)
                                  .reshape({-1});
        return z.index_add(dim, places, g.grad().movedim(-1, dim + 1).flatten(dim, dim + 1));
      },
      view);
}

// The gradient is put together on a flat copy of the memory that the input and its view look at.
Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) {
  Record r("as_strided", self);
  const int64_t offset = storage_offset.value_or(self.storage_offset()), base_offset = self.storage_offset();
  auto view = [size = DimVector(size), stride = DimVector(stride), offset](const Tensor& t) {
    return t.as_strided(size, stride, offset);
  };
  return r.done(
      r.call(op::as_strided, self, size, stride, storage_offset),
      [=, size = DimVector(size), stride = DimVector(stride), in_size = DimVector(self.sizes()),
       in_stride = DimVector(self.strides())](Backward& g) {
        const int64_t first = base_offset < offset ? base_offset : offset;
        const int64_t reach_in = static_cast<int64_t>(storage_bytes(in_size, in_stride, 1, base_offset - first));
        const int64_t reach_out = static_cast<int64_t>(storage_bytes(size, stride, 1, offset - first));
        const int64_t n = reach_in > reach_out ? reach_in : reach_out;
        const TensorOptions options = g.grad().options();
        const Tensor numbers = torchpp::arange(n, TensorOptions(kLong).device(options.device()));
        auto places = [&](IntArrayRef size, IntArrayRef stride, int64_t at) {
          return numbers.as_strided(size, stride, at - first).reshape({-1});
        };
        Tensor flat = torchpp::zeros({n}, options).index_add(0, places(size, stride, offset), g.grad().reshape({-1}));
        // An input that shows a place several times shares its gradient out.
        const Tensor shown = torchpp::zeros({n}, options)
                                 .index_add(0, places(in_size, in_stride, base_offset),
                                            torchpp::ones({multiply_integers(in_size)}, options));
        flat = flat / shown.clamp_min(1);
        g[0] = flat.index_select(0, places(in_size, in_stride, base_offset)).reshape(in_size);
      },
      [view](Forward& t) { t[0] = view(t.tangent()); });
}

std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef sizes, int64_t dim) {
  Record r("split_with_sizes", self);
  return r.done(
      r.call(op::split_with_sizes, self, sizes, dim),
      [dim](Backward& g) {
        std::vector<Tensor> parts;
        for (size_t k = 0; k < g.num_results(); ++k) parts.push_back(g.grad_or_zeros(k));
        g[0] = op::cat(parts, dim);
      },
      [dim, sizes = DimVector(sizes)](Forward& t) {
        const std::vector<Tensor> parts = t.tangent().split_with_sizes(sizes, dim);
        for (size_t k = 0; k < parts.size(); ++k) t[k] = parts[k];
      });
}

std::vector<Tensor> unbind(const Tensor& self, int64_t dim) {
  Record r("unbind", self);
  return r.done(
      r.call(op::unbind, self, dim),
      [dim](Backward& g) {
        std::vector<Tensor> parts;
        for (size_t k = 0; k < g.num_results(); ++k) parts.push_back(g.grad_or_zeros(k));
        g[0] = torchpp::stack(parts, dim);
      },
      [dim](Forward& t) {
        const std::vector<Tensor> parts = t.tangent().unbind(dim);
        for (size_t k = 0; k < parts.size(); ++k) t[k] = parts[k];
      });
}

Tensor conj_view(const Tensor& self) {
  Record r("conj", self);
  return linear_view(r, [&] { return r.call(op::conj_view, self); }, [](Backward& g) { return g.grad().conj(); },
                     [](const Tensor& t) { return t.conj(); });
}
Tensor neg_view(const Tensor& self) {
  Record r("neg_view", self);
  return linear_view(r, [&] { return r.call(op::neg_view, self); }, [](Backward& g) { return g.grad().neg(); },
                     [](const Tensor& t) { return t.neg(); });
}
Tensor view_as_real(const Tensor& self) {
  Record r("view_as_real", self);
  return linear_view(r, [&] { return r.call(op::view_as_real, self); },
                     [](Backward& g) { return op::view_as_complex(g.grad().contiguous()); },
                     [](const Tensor& t) { return op::view_as_real(t.resolve_conj()); });
}
Tensor view_as_complex(const Tensor& self) {
  Record r("view_as_complex", self);
  return linear_view(r, [&] { return r.call(op::view_as_complex, self); },
                     [](Backward& g) { return op::view_as_real(g.grad().resolve_conj().contiguous()); },
                     [](const Tensor& t) { return op::view_as_complex(t.contiguous()); });
}

}  // namespace torchpp::derivative

// SPDX-License-Identifier: BSD-3-Clause

// The CPU's kernels of padding: rows of the result in memory order, the middle of each copied at once.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <vector>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/wide_result.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

// A dimension of the result, in the order of its memory, and of what stands in its middle.
struct PadDim {
  int64_t out, in, before;
  int64_t stride;  // of the input, in elements
};

// Dimensions as one where their elements follow one another in both tensors: an inner one without padding counts as a
// part of the elements of the outer one.
std::vector<PadDim> merged(const std::vector<PadDim>& dims) {
  std::vector<PadDim> m;
  for (const PadDim& d : dims) {
    const bool plain = d.out == d.in;
    if (!m.empty() && plain && m.back().stride == multiply_stride(d.stride, d.in)) {
      PadDim& outer = m.back();
      outer = {outer.out * d.out, outer.in * d.out, outer.before * d.out, d.stride};
    } else {
      m.push_back(d);
    }
  }
  return m;
}

// Rows of so many bytes that are worth a thread's while together.
int64_t row_grain(int64_t row_bytes) { return std::max<int64_t>(1, kCopyGrainBytes / std::max<int64_t>(1, row_bytes)); }

template <class T>
void pad_constant(T* to, const T* from, const std::vector<PadDim>& dims, const T value) {
  const PadDim row = dims.back();
  const size_t outer = dims.size() - 1;
  int64_t rows = 1;
  for (size_t d = 0; d < outer; ++d) rows *= dims[d].out;
  parallel_for(0, rows, row_grain(row.out * static_cast<int64_t>(sizeof(T))), [&](int64_t begin, int64_t end) {
    DimVector at(outer);
    for (int64_t rest = begin, d = static_cast<int64_t>(outer); d-- > 0;) {
      const size_t k = static_cast<size_t>(d);
      at[k] = rest % dims[k].out, rest /= dims[k].out;
    }
    for (int64_t r = begin; r < end; ++r) {
      T* y = to + r * row.out;
      const T* x = from;
      bool inside = true;
      for (size_t d = 0; d < outer; ++d) {
        const int64_t i = at[d] - dims[d].before;
        inside = inside && i >= 0 && i < dims[d].in;
        x += i * dims[d].stride;
      }
      if (inside) {
        std::fill_n(y, row.before, value);
        __builtin_memcpy(y + row.before, x, static_cast<size_t>(row.in) * sizeof(T));
        std::fill_n(y + row.before + row.in, row.out - row.before - row.in, value);
      } else {
        std::fill_n(y, row.out, value);
      }
      for (size_t d = outer; d-- > 0;) {
        if (++at[d] < dims[d].out) break;
        at[d] = 0;
      }
    }
  });
}

// The positions of a padded dimension's elements in the input, and the part of them that is a copy of a range.
struct Sources {
  std::vector<int64_t> at;
  int64_t begin, end;
  Sources(const EdgePadPlan& p, int d) : at(static_cast<size_t>(p.out[d])) {
    for (size_t i = 0; i < at.size(); ++i) at[i] = p.source(d, static_cast<int64_t>(i));
    const int64_t out = p.out[d], before = p.before[d];
    begin = std::min(out, std::max<int64_t>(0, before));
    end = std::max(begin, std::min(out, before + p.in[d]));
  }
};

// The two outer padded dimensions, of which there may be fewer, and the innermost one.
struct EdgeSources {
  int64_t planes, out[2] = {1, 1}, in[2] = {1, 1}, row_in, row_out;
  std::vector<int64_t> rows;  // the row of the input's plane at each of the result's
  Sources row;
  explicit EdgeSources(const EdgePadPlan& p) : planes(p.planes), row(p, p.dims - 1) {
    const int last = p.dims - 1;
    row_in = p.in[last], row_out = p.out[last];
    for (int d = 0; d < last; ++d) in[2 - last + d] = p.in[d], out[2 - last + d] = p.out[d];
    rows.reserve(static_cast<size_t>(out[0] * out[1]));
    for (int64_t i = 0; i < out[0]; ++i)
      for (int64_t j = 0; j < out[1]; ++j) {
        const int64_t slice = last == 2 ? p.source(0, i) : 0, line = last > 0 ? p.source(last - 1, j) : 0;
        rows.push_back(slice * in[1] + line);
      }
  }
  int64_t in_plane() const { return in[0] * in[1] * row_in; }
  int64_t out_rows() const { return static_cast<int64_t>(rows.size()); }
};

}  // namespace

void pad_edges(const EdgePadPlan& plan, const Tensor& self) {
  if (plan.result().numel() == 0) return;
  const DenseOperand operand(self);
  const EdgeSources s(plan);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* from = operand.data<T>();
    T* to = static_cast<T*>(plan.result().impl()->data());
    const int64_t* source = s.row.at.data();
    const int64_t grain = row_grain(s.row_out * static_cast<int64_t>(sizeof(T)));
    parallel_for(0, s.planes * s.out_rows(), grain, [&](int64_t first, int64_t last) {
      for (int64_t r = first; r < last; ++r) {
        const T* x = from + r / s.out_rows() * s.in_plane() + s.rows[static_cast<size_t>(r % s.out_rows())] * s.row_in;
        T* y = to + r * s.row_out;
        const int64_t begin = s.row.begin, end = s.row.end;
        for (int64_t i = 0; i < begin; ++i) y[i] = x[source[i]];
        if (end > begin) __builtin_memcpy(y + begin, x + source[begin], static_cast<size_t>(end - begin) * sizeof(T));
        for (int64_t i = end; i < s.row_out; ++i) y[i] = x[source[i]];
      }
    });
  });
}

// Each gradient is added to that of the element which stands in its place, plane by plane.
void pad_edges_gradient(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor&) {
  if (plan.result().numel() == 0) return;
  const ScalarType compute = wide_dtype(plan.outputs[0].dtype);
  const DenseOperand operand(grad_output, compute);
  const Tensor result = computed(plan, compute);
  const EdgeSources s(plan);
  const auto add = [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* dy = operand.data<T>();
    T* dx = static_cast<T*>(result.impl()->data());
    const int64_t* source = s.row.at.data();
    const int64_t grain = row_grain((s.in_plane() + s.out_rows() * s.row_out) * static_cast<int64_t>(sizeof(T)));
    parallel_for(0, s.planes, grain, [&](int64_t first, int64_t last) {
      for (int64_t plane = first; plane < last; ++plane) {
        T* to = dx + plane * s.in_plane();
        std::fill_n(to, s.in_plane(), T(0));
        for (int64_t r = 0; r < s.out_rows(); ++r) {
          const T* from = dy + (plane * s.out_rows() + r) * s.row_out;
          T* x = to + s.rows[static_cast<size_t>(r)] * s.row_in;
          const int64_t begin = s.row.begin, end = s.row.end;
          for (int64_t i = 0; i < begin; ++i) x[source[i]] += from[i];
          if (end > begin) {
            T* middle = x + source[begin];
            for (int64_t i = begin; i < end; ++i) middle[i - begin] += from[i];
          }
          for (int64_t i = end; i < s.row_out; ++i) x[source[i]] += from[i];
        }
      }
    });
  };
  switch (compute) {
    case kFloat: add(TypeTag<float>()); break;
    case kDouble: add(TypeTag<double>()); break;
    case kComplexFloat: add(TypeTag<ComplexFloat>()); break;
    default: add(TypeTag<ComplexDouble>()); break;
  }
  deliver(plan, result);
}

namespace {}  // namespace

void constant_pad_nd(const ConstantPadPlan& plan, const Tensor& self, IntArrayRef, const Scalar&) {
  const Tensor& y = plan.result();
  if (y.numel() == 0) return;
  if (multiply_integers(plan.inner) == 0) return fill_elements(y, plan.value);
  Tensor keep;
  const Tensor* x = &resolved(self, keep);
  const Output& o = plan.outputs[0];
  if (plan.crops) {
    int64_t offset = x->storage_offset();
    for (size_t d = 0; d < plan.skip.size(); ++d) offset += plan.skip[d] * x->strides()[d];
    return copy_values(y, make_view(*x, plan.inner, x->strides(), offset));
  }
  // Dimensions by their order in the result's memory. Its rows are copied from rows of the input, which is turned
  // where it lies in another order.
  const size_t rank = plan.inner.size();
  DimVector order;
  for (size_t d = 0; d < rank; ++d) order.push_back(static_cast<int64_t>(d));
  if (o.format != MemoryFormat::Contiguous) order.erase(1), order.push_back(1);
  const size_t innermost = static_cast<size_t>(order.back());
  if (x->strides()[innermost] != 1 && x->sizes()[innermost] != 1) keep = dense_copy(*x, o.format), x = &keep;
  std::vector<PadDim> dims;
  int64_t skipped = 0;
  for (const int64_t i : IntArrayRef(order)) {
    const size_t d = static_cast<size_t>(i);
    const int64_t stride = d == innermost ? 1 : x->strides()[d];
    dims.push_back({o.sizes[d], plan.inner[d], plan.before[d], stride});
    skipped += plan.skip[d] * stride;
  }
  dims = merged(dims);
  visit_width(y.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T value;
    __builtin_memcpy(&value, plan.value, sizeof(T));
    pad_constant(static_cast<T*>(y.impl()->data()), static_cast<const T*>(x->impl()->data()) + skipped, dims, value);
  });
}

}  // namespace torchpp::cpu

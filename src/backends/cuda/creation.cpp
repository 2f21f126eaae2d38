// SPDX-License-Identifier: BSD-3-Clause
// Ranges, joined tensors, triangles, mirrored copies.
#include "src/backends/cuda/creation.h"

#include <algorithm>
#include <vector>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/shape_rules.h"

namespace torchpp::cuda {

Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  const ScalarType dtype = arange_dtype(start, end, step, options);
  const int64_t n = arange_size(start, end, step, dtype);
  Tensor result = make_vector(n, dtype, options);
  void* to = result.impl()->data();
  const OnDevice on(result);
  const bool written = isIntegralType(dtype, false)
                           ? write_integers(to, n, dtype, start.toLong(), step.toLong(), on)
                           : write_multiples(to, n, dtype, start.toDouble(), step.toDouble(), on);
  if (!written) fail_dtype("arange_cuda", dtype);
  return result;
}

namespace {

// The number as the dtype holds it.
Scalar rounded(const Scalar& value, ScalarType dtype) {
  alignas(16) char bits[16] = {};
  store_number(value, dtype, bits);
  return load_number(dtype, bits);
}

Line line_between(const Scalar& start, const Scalar& end, int64_t steps, ScalarType dtype) {
  const Scalar first = rounded(start, dtype), last = rounded(end, dtype);
  Line line{};
  const auto set = [&](int part, double from, double to) {
    line.first[part] = from;
    line.last[part] = to;
    if (isIntegralType(dtype, true) || dtype == kDouble || dtype == kComplexDouble)
      line.step[part] = (to - from) / static_cast<double>(steps - 1);
    else
      line.step[part] =
          static_cast<double>((static_cast<float>(to) - static_cast<float>(from)) / static_cast<float>(steps - 1));
  };
  if (isComplexType(dtype)) {
    const ComplexDouble a = first.toComplexDouble(), b = last.toComplexDouble();
    set(0, a.real(), b.real());
    set(1, a.imag(), b.imag());
  } else {
    set(0, first.toDouble(), last.toDouble());
  }
  return line;
}

}  // namespace

Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options) {
  const ScalarType dtype = linspace_dtype(start, end, steps, options);
  Tensor result = make_vector(steps, dtype, options);
  if (steps == 1) {
    alignas(16) char bits[16] = {};
    store_number(start, dtype, bits);
    fill_elements(result, bits);
  } else if (steps > 1) {
    const OnDevice on(result);
    if (dtype == kBool || !write_line(result.impl()->data(), steps, dtype, line_between(start, end, steps, dtype), on))
      fail_dtype("linspace_cuda", dtype);
  }
  return result;
}

namespace {

struct Dim {
  int64_t size, to, from;
};

// Dimensions in the order given, those after the first `kept` merged where both tensors allow.
PlacePair place_pair(const std::vector<Dim>& dims, size_t kept) {
  PlacePair p{};
  p.numel = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    const Dim& d = dims[i];
    p.numel *= d.size;
    if (i >= kept && d.size == 1) continue;
    const int last = p.dims - 1;
    if (i > kept && last >= static_cast<int>(kept) && d.to == p.to_stride[last] * p.size[last] &&
        d.from == p.from_stride[last] * p.size[last]) {
      p.size[last] *= d.size;
      continue;
    }
    TORCHPP_CHECK(p.dims < kMaxDims, "CUDA kernel: got work of more than ", kMaxDims,
                  " dimensions after merging, expected at most ", kMaxDims);
    p.size[p.dims] = d.size;
    p.to_stride[p.dims] = d.to;
    p.from_stride[p.dims] = d.from;
    ++p.dims;
  }
  p.wide = p.numel >= int64_t{1} << 31;
  if (!p.wide)
    for (int d = 0; d < p.dims; ++d) p.by[d] = Divisor(static_cast<uint32_t>(p.size[d]));
  return p;
}

void order_by_destination(std::vector<Dim>::iterator begin, std::vector<Dim>::iterator end) {
  std::stable_sort(begin, end, [](const Dim& a, const Dim& b) { return a.to < b.to; });
}

}  // namespace

void flip(const FlipPlan& plan, const Tensor& self, IntArrayRef) {
  const Tensor &result = plan.result(), source = resolved(self);
  if (self.numel() == 0) return;
  // The source is walked from its last element backwards along the flipped dimensions.
  const int64_t itemsize = static_cast<int64_t>(self.itemsize());
  const char* data = static_cast<const char*>(source.impl()->data());
  std::vector<Dim> walk;
  for (size_t d = source.sizes().size(); d-- > 0;) {
    const int64_t size = source.sizes()[d], stride = source.strides()[d];
    const bool flipped = (plan.mask >> d & 1) != 0;
    if (flipped) data += (size - 1) * stride * itemsize;
    walk.push_back({size, result.strides()[d], flipped ? -stride : stride});
  }
  order_by_destination(walk.begin(), walk.end());
  const OnDevice on(result);
  copy_places(result.impl()->data(), data, place_pair(walk, 0), itemsize, on);
}

namespace {

void triangle(const TrianglePlan& plan, const Tensor& self, bool upper) {
  if (self.numel() == 0) return;
  const Tensor &result = plan.result(), source = resolved(self);
  std::vector<Dim> walk;
  for (size_t d = self.sizes().size(); d-- > 0;)
    walk.push_back({self.sizes()[d], result.strides()[d], source.strides()[d]});
  Triangle t{upper, 1, plan.diagonal, self.is_same(result)};
  if (walk[1].to < walk[0].to) {
    std::swap(walk[0], walk[1]);
    t.row_dim = 0;
  }
  order_by_destination(walk.begin() + 2, walk.end());
  const OnDevice on(result);
  copy_triangle(result.impl()->data(), source.impl()->data(), place_pair(walk, 2), t,
                static_cast<int64_t>(result.itemsize()), on);
}

}  // namespace

void tril(const TrianglePlan& plan, const Tensor& self, int64_t) { triangle(plan, self, false); }
void triu(const TrianglePlan& plan, const Tensor& self, int64_t) { triangle(plan, self, true); }

namespace {

// Contiguous parts into a contiguous result.
void copy_runs(TensorList tensors, const CatPlan& plan, const Tensor& result) {
  const IntArrayRef sizes = result.sizes();
  int64_t outer = 1, inner = static_cast<int64_t>(result.itemsize());
  for (size_t d = 0; d < plan.dim; ++d) outer *= sizes[d];
  for (size_t d = plan.dim + 1; d < sizes.size(); ++d) inner *= sizes[d];
  // The largest unit that divides every run and address.
  uint64_t bits = 16 | reinterpret_cast<uintptr_t>(result.impl()->data());
  for (const Tensor& t : tensors) {
    if (t.numel() == 0) continue;
    bits |= reinterpret_cast<uintptr_t>(t.impl()->data()) | static_cast<uint64_t>(t.sizes()[plan.dim] * inner);
  }
  const int64_t unit = static_cast<int64_t>(bits & (~bits + 1));

  const OnDevice on(result);
  CatParts parts{};
  const auto flush = [&] {
    if (parts.count > 0) copy_parts(result.impl()->data(), parts, unit, on);
    parts.count = 0;
    parts.wide = false;
  };
  parts.outer = outer;
  parts.row = sizes[plan.dim] * inner / unit;
  int64_t start = 0;
  for (const Tensor& t : tensors) {
    if (t.numel() == 0) continue;
    const int64_t run = t.sizes()[plan.dim] * inner / unit;
    const int k = parts.count++;
    parts.from[k] = t.impl()->data();
    parts.start[k] = start;
    parts.run[k] = run;
    if (run * outer >= int64_t{1} << 31) parts.wide = true;
    else parts.by_run[k] = Divisor(static_cast<uint32_t>(run));
    start += run;
    if (parts.count == CatParts::kMost) flush();
  }
  flush();
}

}  // namespace

void cat(const CatPlan& plan, TensorList tensors, int64_t) {
  const Tensor& result = plan.result();
  if (result.numel() == 0) return;
  if (plan.dense && result.is_contiguous()) return copy_runs(tensors, plan, result);
  int64_t start = 0;
  for (const Tensor& t : tensors) {
    if (is_skipped_by_cat(t)) continue;
    copy_values(Tensor(make_view(result, t.sizes(), result.strides(),
                                 result.storage_offset() + start * result.strides()[plan.dim])),
                t);
    start += t.sizes()[plan.dim];
  }
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause

// Functions of neighbours along a dimension: differences, integrals and derivatives of sampled functions.

#include <torchpp/ops/creation.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>

#include "src/core/shape.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/shape.h"
#include "src/ops/result.h"

namespace torchpp::composite {
namespace {

// Elements of a dimension from `first` on, without so many at the end; none where there are too few.
Tensor part(const Tensor& t, int64_t dim, int64_t first, int64_t without) {
  const int64_t left = t.size(dim) - first - without;
  return left > 0 ? t.narrow(dim, first, left) : t.narrow(dim, 0, 0);
}
Tensor joined(TensorList parts, int64_t dim) { return op::cat(Out(), parts, dim); }

// ---- integrals

void check_real_spacing(const char* op, const Tensor& y, const Scalar& dx) {
  TORCHPP_CHECK(y.scalar_type() != kBool, op, ": received a bool input for `y`, but bool is not supported");
  TORCHPP_CHECK(!dx.isComplex() && !dx.isBoolean(), op, ": Currently, we only support dx as a real number.");
}

// The distances of neighbouring points, in a shape that is broadcast to the areas between them.
Tensor widths(const char* op, const Tensor& y, const Tensor& x, int64_t dim) {
  TORCHPP_CHECK(y.scalar_type() != kBool && x.scalar_type() != kBool, op,
                ": received a bool input for `x` or `y`, but bool is not supported");
  Tensor points = x;
  if (x.dim() == 1) {
    TORCHPP_CHECK(x.size(0) == y.size(dim), op, ": There must be one `x` value for each sample point");
    DimVector sizes(static_cast<size_t>(y.dim()), 1);
    sizes[static_cast<size_t>(dim)] = x.size(0);
    points = x.view(sizes);
  } else if (x.dim() < y.dim()) {
    DimVector sizes(static_cast<size_t>(y.dim() - x.dim()), 1);
    for (int64_t size : x.sizes()) sizes.push_back(size);
    points = x.view(sizes);
  }
  return points.diff(1, dim);
}

Tensor sums_of_neighbours(const Tensor& y, int64_t dim) { return part(y, dim, 0, 1) + part(y, dim, 1, 0); }

Tensor integral_of_nothing(const Tensor& y, int64_t dim) {
  DimVector sizes(y.sizes());
  sizes.erase(static_cast<size_t>(dim));
  return y.new_zeros(sizes);
}

// ---- derivatives

void check_gradient(const Tensor& self, optional<size_t> spacings, optional<IntArrayRef> dims, int64_t edge_order) {
  TORCHPP_CHECK(self.scalar_type() != kByte, "torch.gradient does not support uint8 input.");
  if (spacings && dims)
    TORCHPP_CHECK(*spacings == dims->size(),
                  "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to "
                  "have the same length, but got a spacing argument of length ",
                  *spacings, " and a dim argument of length ", dims->size(), ".");
  if (spacings && !dims)
    TORCHPP_CHECK(*spacings == static_cast<size_t>(self.dim()),
                  "torch.gradient expected spacing to be unspecified, a scalar or a list of length ", self.dim(),
                  " but got a list of length ", *spacings);
  TORCHPP_CHECK(edge_order == 1 || edge_order == 2, "torch.gradient only supports edge_order=1 and edge_order=2.");
  const auto check_size = [&](int64_t dim) {
    TORCHPP_CHECK(self.size(dim) >= edge_order + 1,
                  "torch.gradient expected each dimension size to be at least edge_order+1");
  };
  if (dims) {
    dim_mask(*dims, self.dim(), "gradient");
    for (int64_t dim : *dims) check_size(dim);
  } else {
    for (int64_t dim = 0; dim < self.dim(); ++dim) check_size(dim);
  }
}

DimVector dims_or_all(const Tensor& self, optional<int64_t> dim) {
  DimVector dims;
  if (dim) dims.push_back(*dim);
  for (int64_t d = 0; !dim && d < self.dim(); ++d) dims.push_back(d);
  return dims;
}

// Along one dimension, of points that are `spacing` apart.
Tensor derivative_evenly(const Tensor& f, int64_t dim, const Scalar& spacing, int64_t edge_order) {
  const int64_t n = f.size(dim);
  const auto at = [&](int64_t i) { return f.narrow(dim, i, 1); };
  const Tensor inside = (part(f, dim, 2, 0) - part(f, dim, 0, 2)) / spacing / 2;
  Tensor first, last;
  if (edge_order == 1) {
    first = at(1) - at(0);
    last = at(n - 1) - at(n - 2);
  } else {
    first = at(1) * 2 - at(0) * 1.5 - at(2) * 0.5;
    last = at(n - 3) * 0.5 - at(n - 2) * 2 + at(n - 1) * 1.5;
  }
  const Tensor parts[] = {first / spacing, inside, last / spacing};
  return joined(parts, dim);
}

// Along one dimension, of points at the places of a vector: the derivative of the parabola through a point and its two
// neighbours.
Tensor derivative_at(const Tensor& f, int64_t dim, const Tensor& points, int64_t edge_order) {
  TORCHPP_CHECK(points.dim() == 1,
                "torch.gradient expected each element of spacing to have one dimension, but got an "
                "element with ",
                points.dim(), " dimensions!");
  TORCHPP_CHECK(points.size(0) == f.size(dim), "torch.gradient expected a point for each of the ", f.size(dim),
                " elements of dimension ", dim, ", but got ", points.size(0));
  const int64_t n = f.size(dim);
  const auto at = [&](int64_t i) { return f.narrow(dim, i, 1); };
  DimVector sizes(static_cast<size_t>(f.dim()), 1);
  sizes[static_cast<size_t>(wrap_dim(dim, f.dim()))] = n - 1;
  // Distances of small integers have products that overflow; those of unsigned ones have no sign.
  const ScalarType real = toRealValueType(f.scalar_type()) == kDouble ? kDouble : get_default_dtype();
  const Tensor places = isIntegralType(points.scalar_type(), false) ? points.to(real) : points;
  const Tensor steps = places.diff().reshape(sizes), h = part(steps, dim, 0, 1), k = part(steps, dim, 1, 0);
  const auto step = [&](int64_t i) { return steps.narrow(dim, i, 1); };
  const Tensor inside = part(f, dim, 0, 2) * (-k / (h * (h + k))) + part(f, dim, 1, 1) * ((k - h) / (h * k)) +
                        part(f, dim, 2, 0) * (h / (k * (h + k)));
  Tensor first, last;
  if (edge_order == 1) {
    first = (at(1) - at(0)) / step(0);
    last = (at(n - 1) - at(n - 2)) / step(n - 2);
  } else {
    const Tensor a = step(0), b = step(1), c = step(n - 3), d = step(n - 2);
    first = at(0) * (-(a * 2 + b) / (a * (a + b))) + at(1) * ((a + b) / (a * b)) + at(2) * (-a / (b * (a + b)));
    last =
        at(n - 3) * (d / (c * (c + d))) + at(n - 2) * (-(c + d) / (c * d)) + at(n - 1) * ((d * 2 + c) / (d * (c + d)));
  }
  const Tensor parts[] = {first, inside, last};
  return joined(parts, dim);
}

template <class Spacing>
std::vector<Tensor> derivatives(const Tensor& self, IntArrayRef dims, const Spacing& spacing_of, int64_t edge_order) {
  std::vector<Tensor> results;
  for (size_t i = 0; i < dims.size(); ++i) {
    if constexpr (std::is_same_v<std::decay_t<decltype(spacing_of(i))>, Scalar>)
      results.push_back(derivative_evenly(self, dims[i], spacing_of(i), edge_order));
    else results.push_back(derivative_at(self, dims[i], spacing_of(i), edge_order));
  }
  return results;
}

// ---- differences

void check_joined(const Tensor& self, const Tensor& other, int64_t dim) {
  if (!other.defined()) return;
  TORCHPP_CHECK(self.dim() == other.dim(), "diff expects prepend or append to be the same dimension as input");
  for (int64_t d = 0; d < self.dim(); ++d)
    TORCHPP_CHECK(d == dim || self.size(d) == other.size(d),
                  "diff expects the shape of tensor to prepend or append to match that of input except along the "
                  "differencing dimension; input.size(",
                  d, ") = ", self.size(d), ", but got tensor.size(", d, ") = ", other.size(d));
}

Tensor step_of(const Out& out, const Tensor& t, int64_t dim) {
  const Tensor behind = part(t, dim, 1, 0), before = part(t, dim, 0, 1);
  return t.scalar_type() == kBool ? op::logical_xor(out, behind, before) : op::sub(out, behind, before, 1);
}

}  // namespace

Tensor trapezoid_x(const Tensor& y, const Tensor& x, int64_t given) {
  const int64_t dim = wrap_existing_dim(given, y.dim());
  if (y.size(dim) == 0) return integral_of_nothing(y, dim);
  return (widths("trapezoid", y, x, dim) * sums_of_neighbours(y, dim)).sum(dim) / 2.;
}
Tensor trapezoid_dx(const Tensor& y, const Scalar& dx, int64_t given) {
  const int64_t dim = wrap_existing_dim(given, y.dim());
  if (y.size(dim) == 0) return integral_of_nothing(y, dim);
  check_real_spacing("trapezoid", y, dx);
  return (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx.toDouble();
}
Tensor cumulative_trapezoid_x(const Tensor& y, const Tensor& x, int64_t given) {
  const int64_t dim = wrap_existing_dim(given, y.dim());
  return (widths("cumulative_trapezoid", y, x, dim) * sums_of_neighbours(y, dim)).cumsum(dim) / 2.;
}
Tensor cumulative_trapezoid_dx(const Tensor& y, const Scalar& dx, int64_t given) {
  const int64_t dim = wrap_existing_dim(given, y.dim());
  check_real_spacing("cumulative_trapezoid", y, dx);
  return (sums_of_neighbours(y, dim) * (dx.toDouble() / 2)).cumsum(dim);
}

Tensor diff(Out out, const Tensor& self, int64_t n, int64_t given, const Tensor& prepend, const Tensor& append) {
  TORCHPP_CHECK(self.dim() >= 1, "diff expects input to be at least one-dimensional");
  const int64_t dim = wrap_dim(given, self.dim());
  check_joined(self, prepend, dim);
  check_joined(self, append, dim);
  if (n == 0) return finish_composite("diff", out, self.clone());  // as libtorch, without what is to be joined
  Tensor t = self;
  if (prepend.defined() || append.defined()) {
    std::vector<Tensor> parts;
    if (prepend.defined()) parts.push_back(prepend);
    parts.push_back(self);
    if (append.defined()) parts.push_back(append);
    t = joined(parts, dim);
  }
  // No difference is left of as many elements as differences are taken; further ones change nothing.
  const int64_t times = n < t.size(dim) ? n : t.size(dim);
  if (times <= 0) return finish_composite("diff", out, t);
  for (int64_t i = 1; i < times; ++i) t = step_of(Out(), t, dim);
  return step_of(out, t, dim);
}

std::vector<Tensor> gradient_scalarint(const Tensor& self, const optional<Scalar>& spacing, optional<int64_t> dim,
                                       int64_t edge_order) {
  const DimVector dims = dims_or_all(self, dim);
  return gradient_scalararray(self, spacing.value_or(1), dims, edge_order);
}
std::vector<Tensor> gradient_scalararray(const Tensor& self, const Scalar& spacing, IntArrayRef dim,
                                         int64_t edge_order) {
  check_gradient(self, dim.size(), dim, edge_order);
  return derivatives(
      self, dim, [&](size_t) { return spacing; }, edge_order);
}
std::vector<Tensor> gradient_array(const Tensor& self, IntArrayRef dim, int64_t edge_order) {
  return gradient_scalararray(self, 1, dim, edge_order);
}
std::vector<Tensor> gradient_scalarrayint(const Tensor& self, ArrayRef<Scalar> spacing, optional<int64_t> dim,
                                          int64_t edge_order) {
  const DimVector dims = dims_or_all(self, dim);
  check_gradient(self, spacing.size(), dim ? optional<IntArrayRef>(dims) : nullopt, edge_order);
  return derivatives(
      self, dims, [&](size_t i) { return spacing[i]; }, edge_order);
}
std::vector<Tensor> gradient_scalarrayarray(const Tensor& self, ArrayRef<Scalar> spacing, IntArrayRef dim,
                                            int64_t edge_order) {
  check_gradient(self, spacing.size(), dim, edge_order);
  return derivatives(
      self, dim, [&](size_t i) { return spacing[i]; }, edge_order);
}
std::vector<Tensor> gradient_tensorarrayint(const Tensor& self, TensorList spacing, optional<int64_t> dim,
                                            int64_t edge_order) {
  const DimVector dims = dims_or_all(self, dim);
  check_gradient(self, spacing.size(), dim ? optional<IntArrayRef>(dims) : nullopt, edge_order);
  return derivatives(
      self, dims, [&](size_t i) -> const Tensor& { return spacing[i]; }, edge_order);
}
std::vector<Tensor> gradient_tensorarray(const Tensor& self, TensorList spacing, IntArrayRef dim, int64_t edge_order) {
  check_gradient(self, spacing.size(), dim, edge_order);
  return derivatives(
      self, dim, [&](size_t i) -> const Tensor& { return spacing[i]; }, edge_order);
}

}  // namespace torchpp::composite

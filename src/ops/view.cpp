// SPDX-License-Identifier: BSD-3-Clause
// Operators that are made of views.

#include "src/ops/generated/view.h"
#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/history.h"

namespace torchpp::composite {

Tensor view_as(const Tensor& self, const Tensor& other) { return op::view(self, other.sizes()); }

Tensor reshape(const Tensor& self, IntArrayRef shape) {
  if (TORCHPP_LIKELY(self.is_contiguous() && self.numel() > 0))
    return detail::named_history(op::view(self, shape), "ReshapeAliasBackward0");
  const DimVector sizes = infer_size(shape, self.numel());
  DimVector strides;
  if (view_strides(self.sizes(), self.strides(), sizes, strides))
    return detail::named_history(op::view(self, sizes), "ReshapeAliasBackward0");
  return op::unsafe_view(op::clone(self, MemoryFormat::Contiguous), sizes);
}
Tensor reshape_as(const Tensor& self, const Tensor& other) { return self.reshape(other.sizes()); }

Tensor flatten(const Tensor& self, int64_t start_dim, int64_t end_dim) {
  const int64_t rank = self.dim(), first = wrap_dim(start_dim, rank), last = wrap_dim(end_dim, rank);
  TORCHPP_CHECK(first <= last, "flatten() has invalid args: start_dim cannot come after end_dim");
  if (rank == 0) return self.reshape({1});
  if (first == last) return self;
  DimVector shape;
  int64_t joined = 1;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t n = self.sizes()[static_cast<size_t>(d)];
    if (d < first || d > last) {
      shape.push_back(n);
      continue;
    }
    joined = multiply_sizes("flatten", joined, n);
    if (d == last) shape.push_back(joined);
  }
  return self.reshape(shape);
}

Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes) {
  const size_t d = static_cast<size_t>(wrap_existing_dim(dim, self.dim()));
  TORCHPP_CHECK(!sizes.empty(), "unflatten: sizes must be non-empty");
  const int64_t whole = self.sizes()[d];
  int64_t product = 1, inferred = -1;
  bool overflow = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1 && inferred < 0) inferred = static_cast<int64_t>(i);
    else overflow = __builtin_mul_overflow(product, sizes[i], &product) || overflow;
  }
  const bool fits = !overflow && (inferred < 0 ? product == whole : product > 0 && whole % product == 0);
  TORCHPP_CHECK(fits, "unflatten: Provided sizes ", sizes, " don't multiply up to the size of dim ", d, " (", whole,
                ") in the input tensor");
  DimVector shape(self.sizes());
  shape.erase(d);
  for (size_t i = 0; i < sizes.size(); ++i)
    shape.insert(d + i, static_cast<int64_t>(i) == inferred ? whole / product : sizes[i]);
  return op::view(self, shape);
}

Tensor ravel(const Tensor& self) { return op::view(self.contiguous(), {-1}); }

Tensor t(const Tensor& self) {
  TORCHPP_CHECK(self.dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", self.dim(), "D");
  return detail::named_history(self.dim() < 2 ? op::alias(self) : op::transpose(self, 0, 1), "TBackward0");
}

Tensor mT(const Tensor& self) {
  TORCHPP_CHECK(self.dim() != 1, "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return self.dim() == 0 ? self : op::transpose(self, -2, -1);
}

Tensor adjoint(const Tensor& self) {
  TORCHPP_CHECK(self.dim() != 1,
                "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return (self.dim() == 0 ? self : op::transpose(self, -2, -1)).conj();
}

Tensor movedim(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  TORCHPP_CHECK(source.size() == destination.size(), "movedim: Invalid source or destination dims: source (", source,
                " dims) should contain the same number of dims as destination (", destination, " dims)");
  const size_t rank = static_cast<size_t>(self.dim());
  DimVector order(rank, -1);
  uint64_t taken = 0, filled = 0;
  for (size_t i = 0; i < source.size(); ++i) {
    const int64_t from = wrap_dim(source[i], self.dim()), to = wrap_dim(destination[i], self.dim());
    TORCHPP_CHECK((taken >> from & 1) == 0, "movedim: repeated dim in `source` (", source, ")");
    TORCHPP_CHECK((filled >> to & 1) == 0, "movedim: repeated dim in `destination` (", destination, ")");
    taken |= uint64_t{1} << from;
    filled |= uint64_t{1} << to;
    if (rank != 0) order[static_cast<size_t>(to)] = from;
  }
  size_t next = 0;
  for (size_t to = 0; to < rank; ++to) {
    if (order[to] >= 0) continue;
    while ((taken >> next & 1) != 0) ++next;
    order[to] = static_cast<int64_t>(next++);
  }
  return rank == 0 ? op::alias(self) : op::permute(self, order);
}

Tensor expand_as(const Tensor& self, const Tensor& other) { return op::expand(self, other.sizes(), false); }

std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  DimVector shape;
  for (const Tensor& t : tensors) shape = broadcast_sizes(shape, t.sizes());
  std::vector<Tensor> expanded;
  expanded.reserve(tensors.size());
  for (const Tensor& t : tensors) expanded.push_back(t.sizes() == IntArrayRef(shape) ? t : op::expand(t, shape, false));
  return expanded;
}

// ---- parts

Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  TORCHPP_CHECK(self.dim() > 0, "narrow() cannot be applied to a 0-dim tensor.");
  const int64_t whole = self.size(dim);
  TORCHPP_CHECK_INDEX(start >= -whole && start <= whole, "Dimension out of range (expected to be in range of [", -whole,
                      ", ", whole, "], but got ", start, ")");
  if (start < 0) start += whole;
  TORCHPP_CHECK(length >= 0 && length <= whole - start, "start (", start, ") + length (", length,
                ") exceeds dimension size (", whole, ").");
  return op::slice(self, dim, start, start + length, 1);
}

Tensor narrow_Tensor(const Tensor& self, int64_t dim, const Tensor& start, int64_t length) {
  TORCHPP_CHECK(start.dim() == 0 && isIntegralType(start.scalar_type(), false),
                "narrow: start must be a 0-dim integer tensor, got a ", start.scalar_type(), " tensor of ", start.dim(),
                " dimensions");
  return self.narrow(dim, start.item<int64_t>(), length);
}

std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim) {
  TORCHPP_CHECK(self.dim() != 0, "split expects at least a 1-dimensional tensor");
  TORCHPP_CHECK(split_size >= 0, "split expects split_size be non-negative, but got split_size=", split_size);
  const int64_t whole = self.size(dim);
  TORCHPP_CHECK(split_size > 0 || whole == 0,
                "split_size can only be 0 if dimension size is 0, but got dimension size of ", whole);
  DimVector parts;
  if (whole == 0) parts.push_back(0);
  for (int64_t left = whole; left > 0; left -= parts.back()) parts.push_back(left < split_size ? left : split_size);
  std::vector<Tensor> views = op::split_with_sizes(self, parts, dim);
  detail::named_history(views[0], "SplitBackward0");
  return views;
}

std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  TORCHPP_CHECK(self.dim() > 0, "chunk expects at least a 1-dimensional tensor");
  TORCHPP_CHECK(chunks > 0, "chunk expects `chunks` to be greater than 0, got: ", chunks);
  const int64_t whole = self.size(dim), each = whole / chunks + (whole % chunks != 0 ? 1 : 0);
  if (each == 0) return op::split_with_sizes(self, DimVector(static_cast<size_t>(chunks), 0), dim);
  return self.split(each, dim);
}

namespace {

void check_tensor_split(const Tensor& self) {
  TORCHPP_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
}

}  // namespace

std::vector<Tensor> tensor_split_sections(const Tensor& self, int64_t sections, int64_t dim) {
  check_tensor_split(self);
  TORCHPP_CHECK(sections > 0, "number of sections must be larger than 0, got ", sections);
  const int64_t whole = self.size(dim);
  DimVector parts(static_cast<size_t>(sections), whole / sections);
  for (int64_t i = 0; i < whole % sections; ++i) ++parts[static_cast<size_t>(i)];
  return op::split_with_sizes(self, parts, dim);
}

std::vector<Tensor> tensor_split_indices(const Tensor& self, IntArrayRef indices, int64_t dim) {
  check_tensor_split(self);
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (int64_t end : indices) {
    parts.push_back(op::slice(self, dim, start, end, 1));
    start = end;
  }
  parts.push_back(op::slice(self, dim, start, std::nullopt, 1));
  return parts;
}

std::vector<Tensor> tensor_split_tensor(const Tensor& self, const Tensor& tensor_indices_or_sections, int64_t dim) {
  check_tensor_split(self);
  const Tensor& given = tensor_indices_or_sections;
  TORCHPP_CHECK(given.is_cpu(), "tensor_split expected tensor_indices_or_sections to be on cpu, but it's on ",
                given.device());
  TORCHPP_CHECK(given.scalar_type() == kLong,
                "tensor_split expected tensor_indices_or_sections to have dtype of long, but got ",
                given.scalar_type());
  TORCHPP_CHECK(given.dim() <= 1,
                "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, "
                "but got a tensor with ",
                given.dim(), " dims");
  if (given.dim() == 0) return self.tensor_split(given.item<int64_t>(), dim);
  const Tensor indices = given.contiguous();
  return self.tensor_split(IntArrayRef(indices.const_data_ptr<int64_t>(), static_cast<size_t>(indices.numel())), dim);
}

// ---- more dimensions

Tensor atleast_1d(const Tensor& self) { return self.dim() == 0 ? self.reshape({1}) : self; }
Tensor atleast_2d(const Tensor& self) {
  if (self.dim() == 0) return self.reshape({1, 1});
  return self.dim() == 1 ? op::unsqueeze(self, 0) : self;
}
Tensor atleast_3d(const Tensor& self) {
  if (self.dim() == 0) return self.reshape({1, 1, 1});
  if (self.dim() == 1) return op::unsqueeze(op::unsqueeze(self, 0), -1);
  return self.dim() == 2 ? op::unsqueeze(self, -1) : self;
}

namespace {

std::vector<Tensor> each(TensorList tensors, Tensor (*f)(const Tensor&)) {
  std::vector<Tensor> results;
  results.reserve(tensors.size());
  for (const Tensor& t : tensors) results.push_back(f(t));
  return results;
}

}  // namespace

std::vector<Tensor> atleast_1d_Sequence(TensorList tensors) { return each(tensors, &atleast_1d); }
std::vector<Tensor> atleast_2d_Sequence(TensorList tensors) { return each(tensors, &atleast_2d); }
std::vector<Tensor> atleast_3d_Sequence(TensorList tensors) { return each(tensors, &atleast_3d); }

// ---- complex numbers

Tensor conj(const Tensor& self) { return self.is_complex() ? op::conj_view(self) : self; }
Tensor resolve_conj(const Tensor& self) { return self.is_conj() ? op::clone(self, std::nullopt) : self; }
Tensor resolve_neg(const Tensor& self) { return self.is_neg() ? op::clone(self, std::nullopt) : self; }

Tensor real(const Tensor& self) {
  if (!self.is_complex()) return self;
  // Of a conjugate view the real part is stored as it is; the bit would only be in the way.
  return op::select(op::view_as_real(self.is_conj() ? op::conj_view(self) : self), -1, 0);
}
Tensor imag(const Tensor& self) {
  TORCHPP_CHECK(self.is_complex(), "imag is not implemented for tensors with non-complex dtypes.");
  if (self.is_conj()) return op::neg_view(op::select(op::view_as_real(op::conj_view(self)), -1, 1));
  return op::select(op::view_as_real(self), -1, 1);
}

// ---- questions

bool is_same_size(const Tensor& self, const Tensor& other) { return self.sizes() == other.sizes(); }

bool is_nonzero(const Tensor& self) {
  const int64_t n = self.numel();
  TORCHPP_CHECK(n != 0, "Boolean value of Tensor with no values is ambiguous");
  TORCHPP_CHECK(n == 1, "Boolean value of Tensor with more than one value is ambiguous");
  return self.item().to<bool>();
}

}  // namespace torchpp::composite

// SPDX-License-Identifier: BSD-3-Clause
// Operators that are made of views.

#include "src/ops/generated/view.h"

#include <torchpp/core/log.h>
#include <torchpp/ops/promotion.h>

#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/history.h"
#include "src/ops/result.h"

namespace torchpp::composite {

Tensor view_as(const Tensor& self, const Tensor& other) { return op::view(self, other.sizes()); }

Tensor reshape(const Tensor& self, IntArrayRef shape) {
  if (TORCHPP_LIKELY(self.is_contiguous() && self.numel() > 0))
    return detail::named_history(op::view(self, shape), "ReshapeAliasBackward0");
  if (TORCHPP_UNLIKELY(self.is_nested())) return op::view(op::clone(self, MemoryFormat::Contiguous), shape);
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

Tensor mH(const Tensor& self) {
  TORCHPP_CHECK(self.dim() != 1, "tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return adjoint(self);
}
Tensor matrix_H(const Tensor& self) {
  TORCHPP_CHECK(self.dim() == 0 || self.dim() == 2, "tensor.H is only supported on matrices (2-D tensors). Got ",
                self.dim(), "-D tensor.", self.dim() > 2 ? " For batches of matrices, consider using tensor.mH" : "");
  return adjoint(self);
}
Tensor numpy_T(const Tensor& self) {
  if (self.dim() != 2 && self.dim() != 0)
    TORCHPP_WARN_ONCE(
        "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and "
        "it will throw an error in a future release. Consider `x.mT` to transpose batches of matrices or "
        "`x.permute(torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.");
  DimVector order;
  for (int64_t d = self.dim(); d-- > 0;) order.push_back(d);
  return op::permute(self, order);
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

namespace {

// Parts of split_size positions; the last may be smaller.
DimVector split_sizes_of(const Tensor& self, int64_t split_size, int64_t dim) {
  TORCHPP_CHECK(self.dim() != 0, "split expects at least a 1-dimensional tensor");
  TORCHPP_CHECK(split_size >= 0, "split expects split_size be non-negative, but got split_size=", split_size);
  const int64_t whole = self.size(dim);
  TORCHPP_CHECK(split_size > 0 || whole == 0,
                "split_size can only be 0 if dimension size is 0, but got dimension size of ", whole);
  DimVector parts;
  if (whole == 0) parts.push_back(0);
  for (int64_t left = whole; left > 0; left -= parts.back()) parts.push_back(left < split_size ? left : split_size);
  return parts;
}

}  // namespace

std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim) {
  std::vector<Tensor> views = op::split_with_sizes(self, split_sizes_of(self, split_size, dim), dim);
  detail::named_history(views[0], "SplitBackward0");
  return views;
}

namespace {

// The size of all parts but the last of at most `chunks`.
int64_t chunk_size(const Tensor& self, int64_t chunks, int64_t dim) {
  TORCHPP_CHECK(self.dim() > 0, "chunk expects at least a 1-dimensional tensor");
  TORCHPP_CHECK(chunks > 0, "chunk expects `chunks` to be greater than 0, got: ", chunks);
  const int64_t whole = self.size(dim);
  return whole / chunks + (whole % chunks != 0 ? 1 : 0);
}

}  // namespace

std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  const int64_t each = chunk_size(self, chunks, dim);
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
  parts.push_back(op::slice(self, dim, start, nullopt, 1));
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

namespace {

void copy_parts(TensorList parts, TensorList out) {
  TORCHPP_CHECK(parts.size() == out.size(), "unsafe_split: got ", out.size(), " destinations, expected ", parts.size());
  finish_list("unsafe_split", out, parts);
}

// hsplit, vsplit and dsplit: parts along a dimension of tensors that have it.
void check_split_rank(const char* op, const Tensor& self, int64_t least) {
  TORCHPP_CHECK(self.dim() >= least, "torch.", op, " requires a tensor with at least ", least,
                " dimension, but got a tensor with ", self.dim(), " dimensions!");
}
std::vector<Tensor> split_evenly(const char* op, const Tensor& self, int64_t sections, int64_t dim) {
  const int64_t size = self.size(dim);
  TORCHPP_CHECK(sections != 0 && size % sections == 0, "torch.", op, " attempted to split along dimension ", dim,
                ", but the size of the dimension ", size, " is not divisible by the split_size ", sections, "!");
  return tensor_split_sections(self, sections, dim);
}

}  // namespace

std::vector<Tensor> unsafe_chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  const int64_t each = chunk_size(self, chunks, dim);
  if (each == 0) return op::unsafe_split_with_sizes(self, DimVector(static_cast<size_t>(chunks), 0), dim);
  return self.unsafe_split(each, dim);
}
std::vector<Tensor> unsafe_split(const Tensor& self, int64_t split_size, int64_t dim) {
  std::vector<Tensor> parts = op::unsafe_split_with_sizes(self, split_sizes_of(self, split_size, dim), dim);
  detail::named_history(parts[0], "UnsafeSplitBackward0");
  return parts;
}
void unsafe_split_Tensor_out(const Tensor& self, int64_t split_size, int64_t dim, TensorList out) {
  copy_parts(unsafe_split(self, split_size, dim), out);
}
void unsafe_split_with_sizes_out(const Tensor& self, IntArrayRef split_sizes, int64_t dim, TensorList out) {
  copy_parts(op::unsafe_split_with_sizes(self, split_sizes, dim), out);
}

std::vector<Tensor> hsplit_int(const Tensor& self, int64_t sections) {
  check_split_rank("hsplit", self, 1);
  return split_evenly("hsplit", self, sections, self.dim() == 1 ? 0 : 1);
}
std::vector<Tensor> hsplit_array(const Tensor& self, IntArrayRef indices) {
  check_split_rank("hsplit", self, 1);
  return tensor_split_indices(self, indices, self.dim() == 1 ? 0 : 1);
}
std::vector<Tensor> vsplit_int(const Tensor& self, int64_t sections) {
  check_split_rank("vsplit", self, 2);
  return split_evenly("vsplit", self, sections, 0);
}
std::vector<Tensor> vsplit_array(const Tensor& self, IntArrayRef indices) {
  check_split_rank("vsplit", self, 2);
  return tensor_split_indices(self, indices, 0);
}
std::vector<Tensor> dsplit_int(const Tensor& self, int64_t sections) {
  check_split_rank("dsplit", self, 3);
  return split_evenly("dsplit", self, sections, 2);
}
std::vector<Tensor> dsplit_array(const Tensor& self, IntArrayRef indices) {
  check_split_rank("dsplit", self, 3);
  return tensor_split_indices(self, indices, 2);
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
Tensor resolve_conj(const Tensor& self) { return self.is_conj() ? op::clone(self, nullopt) : self; }
Tensor resolve_neg(const Tensor& self) { return self.is_neg() ? op::clone(self, nullopt) : self; }

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

bool is_same_size(const Tensor& self, const Tensor& other) {
  if (TORCHPP_UNLIKELY(self.is_nested() || other.is_nested())) return op::is_same_size(self, other);
  return self.sizes() == other.sizes();
}

bool is_nonzero(const Tensor& self) {
  const int64_t n = self.numel();
  TORCHPP_CHECK(n != 0, "Boolean value of Tensor with no values is ambiguous");
  TORCHPP_CHECK(n == 1, "Boolean value of Tensor with more than one value is ambiguous");
  return self.item().to<bool>();
}

bool is_complex(const Tensor& self) { return self.is_complex(); }
bool is_floating_point(const Tensor& self) { return self.is_floating_point(); }
bool is_signed(const Tensor& self) { return self.is_signed(); }
bool is_conj(const Tensor& self) { return self.is_conj(); }
bool is_neg(const Tensor& self) { return self.is_neg(); }
bool is_inference(const Tensor& self) { return self.is_inference(); }
bool is_distributed(const Tensor&) { return false; }
bool is_vulkan_available() { return false; }
bool is_leaf(const Tensor& self) { return self.is_leaf(); }
Tensor requires_grad_(const Tensor& self, bool requires_grad) { return self.requires_grad_(requires_grad); }
void retain_grad(const Tensor& self) { self.retain_grad(); }
int64_t size(const Tensor& self, int64_t dim) { return self.size(dim); }
int64_t stride(const Tensor& self, int64_t dim) { return self.stride(dim); }

// ---- promotion

bool can_cast(ScalarType from, ScalarType to) { return torchpp::can_cast(from, to); }
ScalarType result_type(const Tensor& tensor, const Tensor& other) { return torchpp::result_type(tensor, other); }
ScalarType result_type_Scalar(const Tensor& tensor, const Scalar& other) { return torchpp::result_type(tensor, other); }
ScalarType result_type_Scalar_Tensor(const Scalar& scalar, const Tensor& tensor) {
  return torchpp::result_type(scalar, tensor);
}
ScalarType result_type_Scalar_Scalar(const Scalar& scalar1, const Scalar& scalar2) {
  return torchpp::result_type(scalar1, scalar2);
}

}  // namespace torchpp::composite

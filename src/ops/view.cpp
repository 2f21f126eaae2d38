// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/view.h>

#include "src/core/shape.h"
#include "src/ops/history.h"
#include "src/ops/ops.h"

namespace torchpp {

Tensor Tensor::as_strided(IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) const {
  return op::as_strided(*this, size, stride, storage_offset);
}
Tensor Tensor::alias() const { return op::alias(*this); }
Tensor Tensor::view(IntArrayRef size) const { return op::view(*this, size); }
Tensor Tensor::view(ScalarType dtype) const { return op::view_dtype(*this, dtype); }
Tensor Tensor::expand(IntArrayRef size, bool implicit) const { return op::expand(*this, size, implicit); }
Tensor Tensor::permute(IntArrayRef dims) const { return op::permute(*this, dims); }
Tensor Tensor::transpose(int64_t dim0, int64_t dim1) const { return op::transpose(*this, dim0, dim1); }
Tensor Tensor::slice(int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) const {
  return op::slice(*this, dim, start, end, step);
}
Tensor Tensor::select(int64_t dim, int64_t index) const { return op::select(*this, dim, index); }
Tensor Tensor::unsqueeze(int64_t dim) const { return op::unsqueeze(*this, dim); }
Tensor Tensor::squeeze() const { return op::squeeze(*this); }
Tensor Tensor::squeeze(int64_t dim) const { return op::squeeze_dim(*this, dim); }
Tensor Tensor::diagonal(int64_t offset, int64_t dim1, int64_t dim2) const {
  return op::diagonal(*this, offset, dim1, dim2);
}
Tensor Tensor::unfold(int64_t dimension, int64_t size, int64_t step) const {
  return op::unfold(*this, dimension, size, step);
}
std::vector<Tensor> Tensor::split_with_sizes(IntArrayRef split_sizes, int64_t dim) const {
  return op::split_with_sizes(*this, split_sizes, dim);
}
std::vector<Tensor> Tensor::unbind(int64_t dim) const { return op::unbind(*this, dim); }
Tensor view_as_real(const Tensor& self) { return op::view_as_real(self); }
Tensor view_as_complex(const Tensor& self) { return op::view_as_complex(self); }

Tensor real(const Tensor& self) {
  if (!self.is_complex()) return self;
  // Of a conjugate view the real part is stored as it is; the bit would only be in the way.
  return op::view_as_real(self.is_conj() ? op::conj_view(self) : self).select(-1, 0);
}
Tensor imag(const Tensor& self) {
  TORCHPP_CHECK(self.is_complex(), "imag is not implemented for tensors with non-complex dtypes.");
  if (self.is_conj()) return op::view_as_real(op::conj_view(self)).select(-1, 1)._neg_view();
  return op::view_as_real(self).select(-1, 1);
}

Tensor Tensor::reshape(IntArrayRef shape) const {
  if (TORCHPP_LIKELY(is_contiguous() && numel() > 0))
    return detail::named_history(op::view(*this, shape), "ReshapeAliasBackward0");
  const DimVector sizes = infer_size(shape, numel());
  DimVector strides;
  if (view_strides(this->sizes(), this->strides(), sizes, strides))
    return detail::named_history(op::view(*this, sizes), "ReshapeAliasBackward0");
  return op::unsafe_view(op::clone(*this, MemoryFormat::Contiguous), sizes);
}
Tensor _unsafe_view(const Tensor& self, IntArrayRef size) { return op::unsafe_view(self, size); }

Tensor Tensor::flatten(int64_t start_dim, int64_t end_dim) const {
  const int64_t first = wrap_dim(start_dim, dim()), last = wrap_dim(end_dim, dim());
  TORCHPP_CHECK(first <= last, "flatten() has invalid args: start_dim cannot come after end_dim");
  if (dim() == 0) return reshape({1});
  if (first == last) return *this;
  DimVector shape;
  int64_t joined = 1;
  for (int64_t d = 0; d < dim(); ++d) {
    const int64_t n = sizes()[static_cast<size_t>(d)];
    if (d < first || d > last) {
      shape.push_back(n);
      continue;
    }
    joined = multiply_sizes("flatten", joined, n);
    if (d == last) shape.push_back(joined);
  }
  return reshape(shape);
}

Tensor Tensor::unflatten(int64_t dim, IntArrayRef sizes) const {
  const size_t d = static_cast<size_t>(wrap_existing_dim(dim, this->dim()));
  TORCHPP_CHECK(!sizes.empty(), "unflatten: sizes must be non-empty");
  const int64_t whole = this->sizes()[d];
  int64_t product = 1, inferred = -1;
  bool overflow = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1 && inferred < 0) inferred = static_cast<int64_t>(i);
    else overflow = __builtin_mul_overflow(product, sizes[i], &product) || overflow;
  }
  const bool fits = !overflow && (inferred < 0 ? product == whole : product > 0 && whole % product == 0);
  TORCHPP_CHECK(fits, "unflatten: Provided sizes ", sizes, " don't multiply up to the size of dim ", d, " (", whole,
                ") in the input tensor");
  DimVector shape(this->sizes());
  shape.erase(d);
  for (size_t i = 0; i < sizes.size(); ++i)
    shape.insert(d + i, static_cast<int64_t>(i) == inferred ? whole / product : sizes[i]);
  return view(shape);
}

Tensor Tensor::t() const {
  TORCHPP_CHECK(dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", dim(), "D");
  return detail::named_history(dim() < 2 ? op::alias(*this) : op::transpose(*this, 0, 1), "TBackward0");
}

Tensor Tensor::mT() const {
  TORCHPP_CHECK(dim() != 1, "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return dim() == 0 ? *this : op::transpose(*this, -2, -1);
}

Tensor adjoint(const Tensor& self) {
  TORCHPP_CHECK(self.dim() != 1,
                "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.");
  if (self.dim() == 0) return self.conj();
  return self.transpose(-2, -1).conj();
}

Tensor Tensor::movedim(int64_t source, int64_t destination) const {
  return movedim(IntArrayRef(source), IntArrayRef(destination));
}

Tensor Tensor::movedim(IntArrayRef source, IntArrayRef destination) const {
  TORCHPP_CHECK(source.size() == destination.size(), "movedim: Invalid source or destination dims: source (", source,
                " dims) should contain the same number of dims as destination (", destination, " dims)");
  const size_t rank = static_cast<size_t>(dim());
  DimVector order(rank, -1);
  uint64_t taken = 0, filled = 0;
  for (size_t i = 0; i < source.size(); ++i) {
    const int64_t from = wrap_dim(source[i], dim()), to = wrap_dim(destination[i], dim());
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
  return rank == 0 ? op::alias(*this) : op::permute(*this, order);
}

Tensor Tensor::narrow(int64_t dim, int64_t start, int64_t length) const {
  TORCHPP_CHECK(this->dim() > 0, "narrow() cannot be applied to a 0-dim tensor.");
  const int64_t whole = size(dim);
  TORCHPP_CHECK_INDEX(start >= -whole && start <= whole, "Dimension out of range (expected to be in range of [", -whole,
                      ", ", whole, "], but got ", start, ")");
  if (start < 0) start += whole;
  TORCHPP_CHECK(length >= 0 && length <= whole - start, "start (", start, ") + length (", length,
                ") exceeds dimension size (", whole, ").");
  return op::slice(*this, dim, start, start + length, 1);
}

std::vector<Tensor> Tensor::split(int64_t split_size, int64_t dim) const {
  TORCHPP_CHECK(this->dim() != 0, "split expects at least a 1-dimensional tensor");
  TORCHPP_CHECK(split_size >= 0, "split expects split_size be non-negative, but got split_size=", split_size);
  const int64_t whole = size(dim);
  TORCHPP_CHECK(split_size > 0 || whole == 0,
                "split_size can only be 0 if dimension size is 0, but got dimension size of ", whole);
  DimVector parts;
  if (whole == 0) parts.push_back(0);
  for (int64_t left = whole; left > 0; left -= parts.back()) parts.push_back(left < split_size ? left : split_size);
  std::vector<Tensor> views = op::split_with_sizes(*this, parts, dim);
  detail::named_history(views[0], "SplitBackward0");
  return views;
}

std::vector<Tensor> Tensor::chunk(int64_t chunks, int64_t dim) const {
  TORCHPP_CHECK(this->dim() > 0, "chunk expects at least a 1-dimensional tensor");
  TORCHPP_CHECK(chunks > 0, "chunk expects `chunks` to be greater than 0, got: ", chunks);
  const int64_t whole = size(dim), each = whole / chunks + (whole % chunks != 0 ? 1 : 0);
  if (each == 0) return op::split_with_sizes(*this, DimVector(static_cast<size_t>(chunks), 0), dim);
  return split(each, dim);
}

std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections, int64_t dim) {
  TORCHPP_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  TORCHPP_CHECK(sections > 0, "number of sections must be larger than 0, got ", sections);
  const int64_t whole = self.size(dim);
  DimVector parts(static_cast<size_t>(sections), whole / sections);
  for (int64_t i = 0; i < whole % sections; ++i) ++parts[static_cast<size_t>(i)];
  return op::split_with_sizes(self, parts, dim);
}

std::vector<Tensor> tensor_split(const Tensor& self, IntArrayRef indices, int64_t dim) {
  TORCHPP_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (int64_t end : indices) {
    parts.push_back(self.slice(dim, start, end));
    start = end;
  }
  parts.push_back(self.slice(dim, start));
  return parts;
}

std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  DimVector shape;
  for (const Tensor& t : tensors) shape = broadcast_sizes(shape, t.sizes());
  std::vector<Tensor> expanded;
  expanded.reserve(tensors.size());
  for (const Tensor& t : tensors) expanded.push_back(t.expand(shape));
  return expanded;
}

Tensor atleast_1d(const Tensor& self) { return self.dim() == 0 ? self.reshape({1}) : self; }
Tensor atleast_2d(const Tensor& self) {
  if (self.dim() == 0) return self.reshape({1, 1});
  return self.dim() == 1 ? self.unsqueeze(0) : self;
}
Tensor atleast_3d(const Tensor& self) {
  if (self.dim() == 0) return self.reshape({1, 1, 1});
  if (self.dim() == 1) return self.unsqueeze(0).unsqueeze(-1);
  return self.dim() == 2 ? self.unsqueeze(-1) : self;
}

}  // namespace torchpp

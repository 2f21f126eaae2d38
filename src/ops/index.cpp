// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>
#include <torchpp/ops/tensor_index.h>

#include <cstring>
#include <ostream>

#include "src/core/shape.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/result.h"

namespace torchpp {
namespace indexing {

Slice::Slice(std::optional<int64_t> start, std::optional<int64_t> stop, std::optional<int64_t> step)
    : step_(step.value_or(1)) {
  TORCHPP_CHECK_VALUE(step_ != 0, "slice step cannot be zero");
  start_ = start.value_or(step_ < 0 ? INT64_MAX : 0);
  stop_ = stop.value_or(step_ < 0 ? INT64_MIN : INT64_MAX);
}

TensorIndex::TensorIndex(const char* text) : TensorIndex(Ellipsis) {
  TORCHPP_CHECK_VALUE(std::strcmp(text, "...") == 0, "Expected \"...\" to represent an ellipsis index, but got \"",
                      text, "\"");
}

std::ostream& operator<<(std::ostream& out, const Slice& slice) {
  return out << slice.start() << ':' << slice.stop() << ':' << slice.step();
}

std::ostream& TensorIndex::print(std::ostream& out) const {
  switch (type_) {
    case TensorIndexType::None: return out << "None";
    case TensorIndexType::Ellipsis: return out << "...";
    case TensorIndexType::Integer: return out << integer_;
    case TensorIndexType::Boolean: return out << (boolean() ? "true" : "false");
    case TensorIndexType::Slice: return out << slice_;
    case TensorIndexType::Tensor: return out << tensor_;
  }
  return out;
}

}  // namespace indexing

namespace {

using indexing::TensorIndex;

// The part of an index that views can do. Tensors are left for op::index; `tensors` has their dimensions' entries,
// undefined ones for whole dimensions before them.
Tensor apply_views(const Tensor& self, ArrayRef<TensorIndex> indices, std::vector<Tensor>& tensors) {
  TORCHPP_CHECK_INDEX(!indices.empty(), "Passing an empty index list to Tensor::index() is not valid syntax");
  int64_t specified = 0;
  for (const TensorIndex& i : indices) {
    if (i.is_tensor() && (i.tensor().dtype() == kBool || i.tensor().dtype() == kByte)) specified += i.tensor().dim();
    else if (!i.is_none() && !i.is_ellipsis() && !i.is_boolean()) ++specified;
  }
  TORCHPP_CHECK_INDEX(self.dim() > 0 || specified == 0 || !indices[0].is_integer(),
                      "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                      "convert a 0-dim tensor to a number");
  TORCHPP_CHECK_INDEX(specified <= self.dim(), "too many indices for tensor of dimension ", self.dim());
  Tensor result = self;
  int64_t dim = 0;
  const auto note = [&](Tensor t) {
    tensors.resize(static_cast<size_t>(dim));
    const int64_t width = t.dtype() == kBool || t.dtype() == kByte ? t.dim() : 1;
    tensors.push_back(std::move(t));
    dim += width;
  };
  for (const TensorIndex& i : indices) {
    if (i.is_integer()) {
      const int64_t n = result.size(dim), at = i.integer();
      TORCHPP_CHECK_INDEX(at >= -n && at < n, "index ", at, " is out of bounds for dimension ", dim, " with size ", n);
      result = op::select(result, dim, at);
    } else if (i.is_slice()) {
      const indexing::Slice& s = i.slice();
      TORCHPP_CHECK_VALUE(s.step() > 0, "step must be greater than zero");
      if (s.start() != 0 || s.stop() != INT64_MAX || s.step() != 1)
        result = op::slice(result, dim, s.start(), s.stop(), s.step());
      ++dim;
    } else if (i.is_none()) {
      result = op::unsqueeze(result, dim++);
    } else if (i.is_ellipsis()) {
      dim += self.dim() - specified;
    } else if (i.is_boolean()) {
      result = op::unsqueeze(result, dim);
      note(full({1}, Scalar(i.boolean()), TensorOptions(kBool).device(self.device())));
    } else {
      const Tensor& t = i.tensor();
      if (t.dim() == 0 && isIntegralType(t.dtype()) && t.dtype() != kByte && t.is_cpu()) {
        result = op::select(result, dim, t.item().toLong());  // an integer, given as a 0-dim tensor
      } else if (t.dim() == 0 && (t.dtype() == kBool || t.dtype() == kByte)) {
        result = op::unsqueeze(result, dim);
        note(t.reshape({1}).to(kBool));
      } else {
        note(t);
      }
    }
  }
  return result;
}

// A mask of several dimensions takes as many entries; index() finds that out itself, so entries that only hold its
// place are dropped.
std::vector<Tensor> without_placeholders(std::vector<Tensor> tensors) {
  std::vector<Tensor> entries;
  size_t skip = 0;
  for (Tensor& t : tensors) {
    if (skip > 0) {
      --skip;
      continue;
    }
    if (t.defined() && (t.dtype() == kBool || t.dtype() == kByte) && t.dim() > 1)
      skip = static_cast<size_t>(t.dim() - 1);
    entries.push_back(std::move(t));
  }
  return entries;
}

// A value that is larger than its destination by leading dimensions of size 1 only.
Tensor without_leading_ones(const Tensor& value, const Tensor& destination) {
  if (value.dim() <= destination.dim()) return value;
  const IntArrayRef sizes = value.sizes();
  size_t first = 0;
  while (first < sizes.size() && sizes[first] == 1) ++first;
  return first == 0 ? value : value.view(sizes.slice(first));
}

void put(const Tensor& self, ArrayRef<TensorIndex> indices, const Tensor& value) {
  std::vector<Tensor> tensors;
  const Tensor target = apply_views(self, indices, tensors);
  const Tensor source = without_leading_ones(
      value.device() == self.device() || value.dim() == 0 ? value : value.to(self.device()), target);
  if (!tensors.empty()) {
    op::index_put(
        Out::in_place(target), target, without_placeholders(std::move(tensors)),
        source.dtype() == target.dtype() || !source.body().is_wrapped_number() ? source : source.to(target.dtype()),
        false);
    return;
  }
  // The destination is what the index names, so it is the value that must be expanded, with expand's message.
  if (source.sizes() != target.sizes() && source.numel() != 1) {
    target.copy_(source.expand(target.sizes()));
    return;
  }
  target.copy_(source);
}

void put(const Tensor& self, ArrayRef<TensorIndex> indices, const Scalar& value) {
  std::vector<Tensor> tensors;
  const Tensor target = apply_views(self, indices, tensors);
  if (tensors.empty()) target.fill_(value);
  else
    op::index_put(Out::in_place(target), target, without_placeholders(std::move(tensors)),
                  full({}, value, target.options()), false);
}

}  // namespace

Tensor Tensor::operator[](const Tensor& index) const {
  TORCHPP_CHECK_INDEX(index.defined(), "Can only index with tensors that are defined");
  TORCHPP_CHECK_INDEX(index.dim() == 0, "Can only index with tensors that are scalars (zero-dim)");
  TORCHPP_CHECK_INDEX(isIntegralType(index.dtype()), "Can only index tensors with integral scalars");
  return select(0, index.item().toLong());
}

Tensor Tensor::index(ArrayRef<TensorIndex> indices) const {
  std::vector<Tensor> tensors;
  Tensor result = apply_views(*this, indices, tensors);
  if (!tensors.empty()) return op::index(Out(), result, without_placeholders(std::move(tensors)));
  return result.is_same(*this) ? op::alias(result) : result;
}
Tensor Tensor::index(std::initializer_list<TensorIndex> indices) const { return index(ArrayRef<TensorIndex>(indices)); }
Tensor& Tensor::index_put_(ArrayRef<TensorIndex> indices, const Tensor& value) {
  put(*this, indices, value);
  return *this;
}
Tensor& Tensor::index_put_(ArrayRef<TensorIndex> indices, const Scalar& value) {
  put(*this, indices, value);
  return *this;
}
Tensor& Tensor::index_put_(std::initializer_list<TensorIndex> indices, const Tensor& value) {
  put(*this, indices, value);
  return *this;
}
Tensor& Tensor::index_put_(std::initializer_list<TensorIndex> indices, const Scalar& value) {
  put(*this, indices, value);
  return *this;
}
namespace every_backend {

Tensor index_fill_tensor(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  TORCHPP_CHECK(value.dim() == 0, "index_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
                value.dim(), " dimension(s).");
  return op::index_fill(out, self, dim, index, value.is_meta() ? Scalar(0) : value.item());
}

Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value) {
  TORCHPP_CHECK(value.dim() == 0, "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
                value.dim(), " dimension(s).");
  return op::masked_fill(out, self, mask, value.is_meta() ? Scalar(0) : value.item());
}

}  // namespace every_backend

namespace composite {

std::vector<Tensor> nonzero_numpy(const Tensor& self) {
  if (self.dim() == 0) return self.unsqueeze(0).nonzero().unbind(1);
  return self.nonzero().unbind(1);
}

Tensor take(Out out, const Tensor& self, const Tensor& index) {
  TORCHPP_CHECK_INDEX(index.dtype() == kLong, "take(): Expected a long tensor for index, but got ", index.dtype());
  // As in libtorch 1.13 only an out= tensor that is resized gets the index's order in memory.
  if (!out.functional()) {
    check_no_overlap(out.tensor(), self);  // reshape may copy, so that index() does not see it
    return op::index(out, self.reshape({-1}), TensorList(index));
  }
  return detail::named_history(op::index(out, self.reshape({-1}), TensorList(index.contiguous())), "TakeBackward0");
}

Tensor take_along_dim(Out out, const Tensor& self, const Tensor& indices, std::optional<int64_t> dim) {
  TORCHPP_CHECK(indices.dtype() == kLong, "torch.take_along_dim(): dtype of indices should be Long but got ",
                indices.dtype());
  if (!dim) return op::gather(out, self.reshape({-1}), 0, indices.reshape({-1}), false);
  TORCHPP_CHECK(self.dim() == indices.dim(),
                "torch.take_along_dim(): input and indices should have the same number of "
                "dimensions, but got ",
                self.dim(), " dimensions for input, and ", indices.dim(), " dimensions for indices");
  const size_t d = static_cast<size_t>(wrap_existing_dim(*dim, self.dim()));
  DimVector self_sizes(self.sizes()), index_sizes(indices.sizes());
  const int64_t own = self_sizes[d], wanted = index_sizes[d];
  self_sizes[d] = index_sizes[d] = 1;
  DimVector shape = broadcast_sizes(self_sizes, index_sizes);
  shape[d] = own;
  const Tensor source = self.expand(shape);
  shape[d] = wanted;
  return op::gather(out, source, *dim, indices.expand(shape), false);
}

}  // namespace composite
}  // namespace torchpp

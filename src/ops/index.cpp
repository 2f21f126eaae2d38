// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>
#include <torchpp/ops/tensor_index.h>

#include <cmath>
#include <cstring>
#include <ostream>

#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/index_rules.h"
#include "src/ops/result.h"

namespace torchpp {
namespace indexing {

Slice::Slice(optional<int64_t> start, optional<int64_t> stop, optional<int64_t> step) : step_(step.value_or(1)) {
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

void assign(const Tensor& self, ArrayRef<TensorIndex> indices, const Tensor& value) {
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

void assign(const Tensor& self, ArrayRef<TensorIndex> indices, const Scalar& value) {
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
  assign(*this, indices, value);
  return *this;
}
Tensor& Tensor::index_put_(ArrayRef<TensorIndex> indices, const Scalar& value) {
  assign(*this, indices, value);
  return *this;
}
Tensor& Tensor::index_put_(std::initializer_list<TensorIndex> indices, const Tensor& value) {
  assign(*this, indices, value);
  return *this;
}
Tensor& Tensor::index_put_(std::initializer_list<TensorIndex> indices, const Scalar& value) {
  assign(*this, indices, value);
  return *this;
}

Tensor added_elements(const Tensor& self, int64_t dim, const Tensor& index, bool include_self) {
  const Tensor counts = full(self.sizes(), include_self ? 1 : 0, self.options().dtype(kLong));
  op::scatter_value_reduce(Out::in_place(counts), counts, dim, index, 1, "add");
  return counts;
}
Tensor added_slices(const Tensor& self, const SlicePlan& plan, const Tensor& index, bool include_self) {
  const TensorOptions options = self.options().dtype(kLong);
  const Tensor counts = full({plan.size}, include_self ? 1 : 0, options), at = index.reshape({-1});
  op::index_add(Out::in_place(counts), counts, 0, at, ones(at.sizes(), options), 1);
  DimVector sizes(self.sizes().size(), 1);
  if (!sizes.empty()) sizes[plan.dim] = plan.size;
  return counts.view(sizes);
}
void divide_by_counts(const Tensor& sums, const Tensor& counts) {
  counts.clamp_min_(1);
  // The write of the sums is counted by whoever calls the kernel.
  const Tensor uncounted = op::alias(sums);
  uncounted.impl()->detach_version_counter();
  if (isIntegralType(sums.scalar_type(), false)) uncounted.div_(counts, "floor");
  else uncounted.div_(counts);
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

Tensor take_along_dim(Out out, const Tensor& self, const Tensor& indices, optional<int64_t> dim) {
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

Tensor put(Out out, const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  TORCHPP_CHECK(index.dtype() == kLong, "put_(): Expected a long tensor for index, but got ", index.dtype());
  TORCHPP_CHECK(self.dtype() == source.dtype(),
                "put_(): self and source expected to have the same dtype, but got self.dtype = ", self.dtype(),
                " and source.dtype = ", source.dtype());
  TORCHPP_CHECK_INDEX(
      source.numel() == index.numel(),
      "put_(): Expected source and index to have the same number of elements, but got source.numel() = ",
      source.numel(), ", index.numel() = ", index.numel());
  TORCHPP_CHECK_INDEX(self.numel() != 0 || index.numel() == 0, "put_(): Tried to put elements into an empty tensor");
  const Tensor at = index.reshape({-1}), values = source.reshape({-1});
  const TensorList places(at);
  if (out.is_in_place() && self.is_contiguous()) {
    const Tensor flat = self.view({-1});
    op::index_put(Out::in_place(flat), flat, places, values, accumulate);
    return Tensor();
  }
  Tensor result = op::index_put(Out(), self.reshape({-1}), places, values, accumulate).view(self.sizes());
  if (out.functional() && !self.is_contiguous()) result = op::clone(self, nullopt).copy_(result);
  return finish_composite("put", out, std::move(result));
}

namespace {

// How many elements each segment has, of offsets, which end with the end of the last segment.
Tensor lengths_of(const Tensor& lengths, const Tensor& offsets) {
  if (lengths.defined()) return lengths;
  TORCHPP_CHECK(offsets.defined(), "segment_reduce(): Either lengths or offsets must be defined.");
  TORCHPP_CHECK(offsets.dim() > 0 && offsets.size(-1) > 0, "segment_reduce(): offsets must have at least one element");
  const int64_t n = offsets.size(-1);
  return offsets.narrow(-1, 1, n - 1) - offsets.narrow(-1, 0, n - 1);
}

Scalar segment_start(std::string_view reduce) {
  if (reduce == "max") return -HUGE_VAL;
  if (reduce == "min") return HUGE_VAL;
  return reduce == "prod" ? 1 : 0;
}

}  // namespace

Tensor segment_reduce(const Tensor& data, std::string_view reduce, const Tensor& lengths, const Tensor& indices,
                      const Tensor& offsets, int64_t axis, bool unsafe, const optional<Scalar>& initial) {
  const bool mean = reduce == "mean", max = reduce == "max", min = reduce == "min";
  TORCHPP_CHECK(mean || max || min || reduce == "sum" || reduce == "prod", "unsupported reduction given! ",
                std::string(reduce));
  TORCHPP_CHECK(!indices.defined(), "segment_reduce(): indices based reduction is not supported yet.");
  const int64_t dim = wrap_dim(axis, data.dim());
  TORCHPP_CHECK(data.numel() > 0, "segment_reduce(): Expected data.numel() > 0");
  TORCHPP_CHECK_NOT_IMPLEMENTED(data.is_floating_point(), "\"segment_reduce\" not implemented for '", data.dtype(),
                                "'");
  const Tensor counts = lengths_of(lengths, offsets).to(kLong);
  TORCHPP_CHECK(counts.dim() == dim + 1, "segment_reduce(): Expected axis to be the last dimension of ",
                lengths.defined() ? "lengths" : "offsets", " but got ", dim, ".");
  const IntArrayRef rows = data.sizes().slice(0, static_cast<size_t>(dim));
  TORCHPP_CHECK(counts.sizes().slice(0, static_cast<size_t>(dim)) == rows,
                "segment_reduce(): Expected lengths and data to have the same sizes before the axis, but got ",
                counts.sizes(), " and ", data.sizes());
  if (lengths.defined() && !unsafe) {
    TORCHPP_CHECK(!(counts < 0).any().item<bool>(), "lengths contains negative value!");
    TORCHPP_CHECK((counts.sum(-1) == data.size(dim)).all().item<bool>(),
                  "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when "
                  "!unsafe.");
  }
  if (offsets.defined() && !unsafe)
    TORCHPP_CHECK(!((offsets < 0) | (offsets > data.size(dim))).any().item<bool>(),
                  "segment_reduce(): Expected offsets from 0 to the size of data along axis, which is ", data.size(dim),
                  ", when !unsafe.");
  // The segments of all rows in a row, and for each element that one of them has the segment.
  const int64_t num_rows = multiply_integers(rows), segments = counts.size(-1);
  const Tensor flat = data.flatten(0, dim), all_counts = counts.reshape({-1});
  const Tensor segment = op::repeat_interleave(Out(), all_counts, nullopt);
  Tensor used = flat;
  if (segment.numel() != flat.size(0) || offsets.defined()) {
    // Where each element lies: behind the start of its row, or of its offset, by its place in the segment.
    const Tensor ends = all_counts.cumsum(0);
    const Tensor starts = offsets.defined() ? offsets.to(kLong).narrow(-1, 0, segments) : counts.cumsum(-1) - counts;
    const Tensor row_starts = (arange(num_rows, counts.options()) * data.size(dim)).unsqueeze(1);
    const Tensor shift = (starts.reshape({num_rows, segments}) + row_starts).reshape({-1}) - (ends - all_counts);
    used = flat.index_select(0, arange(segment.numel(), counts.options()) + shift.index_select(0, segment));
  }
  DimVector sizes(flat.sizes());
  sizes[0] = all_counts.numel();
  const Tensor start = torchpp::full(sizes, initial.value_or(segment_start(reduce)), data.options());
  Tensor result;
  if (max || min) {
    result = op::index_reduce(Out(), start, 0, segment, used, max ? "amax" : "amin", false);
    if (initial) {
      // An initial NaN stays, as that of an element does.
      const bool nan = std::isnan(initial->toDouble());
      const Tensor from_start = nan ? ~result.isnan() : max ? result < start : result > start;
      result = op::where(Out(), from_start, start, result);
    }
  } else if (reduce == "prod") {
    result = op::index_reduce(Out(), start, 0, segment, used, "prod", true);
  } else {
    result = op::index_add(Out(), start, 0, segment, used, 1);
    sizes.resize(1);
    sizes.resize(static_cast<size_t>(flat.dim()), 1);
    if (mean) result = result / (initial ? all_counts.clamp_min(1) : all_counts).view(sizes);
  }
  DimVector shape(counts.sizes());
  for (const int64_t n : flat.sizes().slice(1)) shape.push_back(n);
  return detail::named_history(result.view(shape), "SegmentReduceBackward0");
}

Tensor segment_reduce_out(const Tensor& data, std::string_view reduce, const Tensor& lengths, const Tensor& indices,
                          const Tensor& offsets, int64_t axis, bool unsafe, const optional<Scalar>& initial,
                          const Tensor& out) {
  finish_composite("segment_reduce", Out::to(out),
                   segment_reduce(data, reduce, lengths, indices, offsets, axis, unsafe, initial));
  return out;
}

}  // namespace composite
}  // namespace torchpp

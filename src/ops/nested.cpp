// SPDX-License-Identifier: BSD-3-Clause
// Bodies of nested tensors, and the operators that make nested tensors and take them apart.
#include "src/ops/nested.h"

#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/nested_tensor.h>

#include <algorithm>
#include <cstring>

#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/image.h"
#include "src/ops/generated/nested.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"

namespace torchpp {

int64_t NestedShape::numel_of(size_t i) const { return multiply_integers(sizes_of(i)); }

int64_t NestedShape::common_size(size_t dim) const {
  if (count == 0) return 0;
  for (size_t i = 1; i < count; ++i)
    if (sizes_of(i)[dim] != sizes_of(0)[dim]) return -1;
  return sizes_of(0)[dim];
}

NestedShapePtr nested_shape(size_t count, size_t dims, std::vector<int64_t> sizes, std::vector<int64_t> strides,
                            std::vector<int64_t> offsets) {
  auto shape = std::make_shared<NestedShape>();
  shape->count = count, shape->dims = dims;
  shape->sizes = std::move(sizes), shape->strides = std::move(strides), shape->offsets = std::move(offsets);
  for (size_t i = 0; i < count; ++i) {
    const int64_t numel = shape->numel_of(i);
    // A dense constituent reaches as far as it has elements: the last one is numel - 1 behind the first.
    int64_t reach = numel == 0 ? 0 : 1;
    for (size_t d = 0; d < dims && numel > 0; ++d) reach += (shape->sizes_of(i)[d] - 1) * shape->strides_of(i)[d];
    shape->in_order = shape->in_order && shape->offsets[i] == shape->numel && reach == numel;
    const bool row_major = numel == 0 || shape->strides_of(i) == IntArrayRef(contiguous_strides(shape->sizes_of(i)));
    shape->contiguous = shape->contiguous && shape->in_order && row_major;
    shape->numel = add_sizes("nested tensor", shape->numel, numel);
  }
  return shape;
}

NestedShapePtr dense_nested_shape(size_t count, size_t dims, std::vector<int64_t> sizes) {
  std::vector<int64_t> strides, offsets;
  int64_t offset = 0;
  for (size_t i = 0; i < count; ++i) {
    const IntArrayRef own(sizes.data() + i * dims, dims);
    for (int64_t stride : contiguous_strides(own)) strides.push_back(stride);
    offsets.push_back(offset);
    offset = add_sizes("nested tensor", offset, multiply_integers(own));
  }
  return nested_shape(count, dims, std::move(sizes), std::move(strides), std::move(offsets));
}

namespace {

class NestedImpl final : public TensorImpl {
 public:
  NestedImpl(Storage storage, DispatchKeySet keys, ScalarType dtype, Device device, NestedShapePtr shape,
             int64_t offset, int64_t values)
      : TensorImpl(std::move(storage), keys | DispatchKey::Nested, dtype, device), shape_(std::move(shape)) {
    set_storage_offset(offset);
    values_ = values;
    set_geometry();
  }
  const NestedShapePtr& shape() const { return shape_; }
  /// Elements of values().
  int64_t values() const { return values_; }

  intrusive_ptr<TensorImpl> shallow_copy() const override {
    auto copy = make_intrusive<NestedImpl>(storage(), keys() - DispatchKey::Autograd, dtype(), device(), shape_,
                                           storage_offset(), values_);
    copy->set_inference(is_inference());
    copy->share_version_counter(*this);
    return copy;
  }
  void shallow_copy_from(const TensorImpl& other) override {
    const auto& nested = static_cast<const NestedImpl&>(other);  // set_data has asked
    shape_ = nested.shape_;
    values_ = nested.values_;
    TensorImpl::shallow_copy_from(other);
    set_geometry();
  }

 private:
  void set_geometry() {
    DimVector sizes;
    sizes.push_back(static_cast<int64_t>(shape_->count));
    // A tensor of no constituents has no more dimensions, as in libtorch, unless their sizes are known.
    for (size_t d = 0; d < shape_->dims; ++d) sizes.push_back(shape_->common_size(d));
    set_ragged_sizes(sizes, shape_->numel, shape_->contiguous);
  }

  NestedShapePtr shape_;
  int64_t values_;
};

const NestedImpl& nested_impl_of(const Tensor& t) {
  const auto* impl = t.is_nested() ? dynamic_cast<const NestedImpl*>(t.impl()) : nullptr;
  TORCHPP_CHECK(impl != nullptr, "expected a nested tensor, got ",
                t.defined() ? str("a dense one of size ", t.sizes()) : "an undefined one");
  return *impl;
}

// The history of a call must be recorded, or a mode listens: then it goes through the dispatcher.
bool is_watched(const Tensor& t) { return t.key_set().has(DispatchKey::Autograd) || detail::modes_listen(); }

// Rows of a matrix of int64.
std::vector<int64_t> numbers_of(const char* name, const Tensor& matrix, size_t& count, size_t& dims) {
  TORCHPP_CHECK(matrix.dim() == 2 && matrix.scalar_type() == kLong && matrix.is_cpu() && !matrix.is_nested(), name,
                ": expected a matrix of int64 on the CPU, got ", matrix.scalar_type(), " of size ", matrix.sizes());
  const Tensor dense = matrix.contiguous();
  count = static_cast<size_t>(dense.size(0)), dims = static_cast<size_t>(dense.size(1));
  const auto* numbers = dense.const_data_ptr<int64_t>();
  std::vector<int64_t> list(numbers, numbers + dense.numel());
  return list;
}

Tensor wrap(const Tensor& values, const NestedShapePtr& shape) {
  register_nested_kernels();
  TensorImpl& body = values.body();
  auto nested = make_intrusive<NestedImpl>(body.storage(), body.keys() - DispatchKey::Autograd, body.dtype(),
                                           body.device(), shape, body.storage_offset(), body.numel());
  nested->set_inference(body.is_inference());
  nested->share_version_counter(body);
  return Tensor(std::move(nested));
}

void check_matrices(const Tensor& t, const Tensor& mask) {
  TORCHPP_CHECK(mask.scalar_type() == kBool, "Expected mask to be of ScalarType Bool, but got ", mask.scalar_type(),
                " instead.");
  TORCHPP_CHECK(mask.dim() == 2, "Padding mask should be 2D");
  TORCHPP_CHECK(t.dim() == 3, "Input should be a 3D tensor, N * L * D");
  TORCHPP_CHECK(t.size(0) == mask.size(0) && t.size(1) == mask.size(1), "Mask size should match input size");
}

// How many elements of each row are true, and whether all of them stand before the others.
std::vector<int64_t> true_counts(const Tensor& mask, bool& left_aligned) {
  const Tensor here = mask.to(kCPU).contiguous();
  const bool* at = here.const_data_ptr<bool>();
  const int64_t rows = here.size(0), columns = here.size(1);
  std::vector<int64_t> counts(static_cast<size_t>(rows));
  left_aligned = true;
  for (int64_t& count : counts) {
    count = std::count(at, at + columns, true);
    left_aligned = left_aligned && std::find(at, at + columns, false) - at >= count;
    at += columns;
  }
  return counts;
}

}  // namespace

Tensor nested_matrix(const NestedShape& shape, const std::vector<int64_t>& numbers) {
  const Tensor matrix(
      make_tensor({static_cast<int64_t>(shape.count), static_cast<int64_t>(shape.dims)}, kLong, Device(kCPU)));
  if (!numbers.empty()) std::memcpy(matrix.impl()->data(), numbers.data(), numbers.size() * sizeof(int64_t));
  return matrix;
}

const NestedShapePtr& nested_shape_of(const Tensor& t) { return nested_impl_of(t).shape(); }

Tensor nested_values_of(const Tensor& t) {
  nested_impl_of(t);
  return is_watched(t) ? op::values(t) : every_backend::values(t);
}

Tensor make_nested(const Tensor& values, const NestedShapePtr& shape) {
  if (!is_watched(values)) return wrap(values, shape);
  return op::nested_view(values, nested_matrix(*shape, shape->sizes), nested_matrix(*shape, shape->strides),
                         shape->offsets);
}

std::vector<Tensor> constituents_of(const Tensor& t) {
  const NestedShape& s = *nested_shape_of(t);
  const Tensor values = nested_values_of(t);
  std::vector<Tensor> list;
  if (s.count == 0) return list;
  if (!s.in_order) {
    for (size_t i = 0; i < s.count; ++i)
      list.push_back(op::as_strided(values, s.sizes_of(i), s.strides_of(i), values.storage_offset() + s.offsets[i]));
    return list;
  }
  // The gradient of one split costs less than those of slices, each of which is as long as all.
  DimVector lengths;
  for (size_t i = 0; i < s.count; ++i) lengths.push_back(s.numel_of(i));
  if (values.numel() > s.numel) lengths.push_back(values.numel() - s.numel);
  list = op::split_with_sizes(values, lengths, 0);
  list.resize(s.count);
  for (size_t i = 0; i < s.count; ++i)
    list[i] = s.contiguous ? op::view(list[i], s.sizes_of(i))
                           : op::as_strided(list[i], s.sizes_of(i), s.strides_of(i), list[i].storage_offset());
  return list;
}

Tensor packed_values_of(const Tensor& t) {
  const NestedShape& s = *nested_shape_of(t);
  Tensor values = nested_values_of(t);
  if (s.contiguous) return values.numel() == s.numel ? values : op::narrow(values, 0, 0, s.numel);
  std::vector<Tensor> flat = constituents_of(t);
  for (Tensor& part : flat) part = part.reshape(-1);
  return op::cat(Out(), flat, 0);
}

Tensor make_nested_of(const std::vector<Tensor>& constituents, size_t dims) {
  std::vector<int64_t> sizes;
  std::vector<Tensor> flat;
  for (const Tensor& t : constituents) {
    for (int64_t size : t.sizes()) sizes.push_back(size);
    flat.push_back(t.reshape(-1));
  }
  return make_nested(op::cat(Out(), flat, 0), dense_nested_shape(constituents.size(), dims, std::move(sizes)));
}

std::vector<int64_t> _nested_tensor_offsets(const Tensor& self) { return nested_shape_of(self)->offsets; }

namespace every_backend {

Tensor values(const Tensor& self) {
  const NestedImpl& impl = nested_impl_of(self);
  Tensor values(make_view(self, {impl.values()}, {1}, impl.storage_offset()));
  values.impl()->set_keys(values.impl()->keys() - DispatchKey::Nested);
  // Not a view that in-place operators with gradients could follow to its base: that has no strides.
  ViewInfo* const info = values.impl()->view_info();
  if (info != nullptr && info->creation == CreationMeta::kDefault) info->creation = CreationMeta::kMultiOutput;
  return values;
}

Tensor nested_view(const Tensor& self, const Tensor& nested_size, const Tensor& nested_strides, IntArrayRef offsets) {
  TORCHPP_CHECK(!self.is_nested() && self.dim() == 1 && self.is_contiguous() && !self.is_conj() && !self.is_neg(),
                "_nested_view_from_buffer: expected a contiguous buffer of one dimension, got size ", self.sizes());
  size_t count = 0, dims = 0, rows = 0, columns = 0;
  std::vector<int64_t> sizes = numbers_of("_nested_view_from_buffer: nested_size", nested_size, count, dims);
  std::vector<int64_t> strides = numbers_of("_nested_view_from_buffer: nested_strides", nested_strides, rows, columns);
  TORCHPP_CHECK(rows == count && columns == dims && offsets.size() == count, "_nested_view_from_buffer: got sizes of ",
                count, " constituents, strides of ", rows, " and offsets of ", offsets.size());
  for (size_t i = 0; i < count; ++i) {
    TORCHPP_CHECK(offsets[i] >= 0, "_nested_view_from_buffer: negative offset ", offsets[i]);
    for (size_t d = 0; d < dims; ++d)
      TORCHPP_CHECK(sizes[i * dims + d] >= 0 && strides[i * dims + d] >= 0,
                    "_nested_view_from_buffer: negative size or stride of constituent ", i);
    const IntArrayRef own_sizes(sizes.data() + i * dims, dims), own_strides(strides.data() + i * dims, dims);
    TORCHPP_CHECK(storage_bytes(own_sizes, own_strides, self.scalar_type(), offsets[i]) <= self.nbytes(),
                  "_nested_view_from_buffer: constituent ", i, " of size ", own_sizes, ", strides ", own_strides,
                  " and offset ", offsets[i], " is out of the bounds of ", self.numel(), " elements");
  }
  return wrap(self, nested_shape(count, dims, std::move(sizes), std::move(strides), offsets.vec()));
}

}  // namespace every_backend

namespace composite {

Tensor nested_size(const Tensor& self) {
  const NestedShape& s = *nested_shape_of(self);
  return nested_matrix(s, s.sizes);
}
Tensor nested_strides(const Tensor& self) {
  const NestedShape& s = *nested_shape_of(self);
  return nested_matrix(s, s.strides);
}

Tensor nested_from_list(TensorList list, TensorOptions options) {
  std::vector<Tensor> constituents;
  for (const Tensor& t : list) {
    const size_t i = constituents.size();
    TORCHPP_CHECK(!t.is_nested(), "nested_tensor: the tensor at index ", i, " is nested itself");
    TORCHPP_CHECK(t.dim() == list[0].dim(),
                  "All Tensors given to nested_tensor must have the same dimension. Found dimension ", t.dim(),
                  " for Tensor at index ", i, " and dimension ", list[0].dim(), " for Tensor at index 0.");
    const ScalarType dtype = options.has_dtype() ? options.dtype().toScalarType() : list[0].scalar_type();
    constituents.push_back(t.to(options.has_device() ? options.device() : list[0].device(), dtype));
  }
  const auto finished = [&](Tensor nested) {
    return options.has_pinned_memory() && options.pinned_memory() ? nested.pin_memory() : nested;
  };
  if (constituents.empty())
    return finished(make_nested(op::empty({0}, options, nullopt), dense_nested_shape(0, 0, {})));
  return finished(make_nested_of(constituents, static_cast<size_t>(list[0].dim())));
}

bool nested_mask_left_aligned(const Tensor& t, const Tensor& mask) {
  check_matrices(t, mask);
  bool left_aligned = false;
  true_counts(mask, left_aligned);
  return left_aligned;
}

Tensor nested_from_mask(const Tensor& t, const Tensor& mask, bool mask_check) {
  check_matrices(t, mask);
  bool left_aligned = false;
  const std::vector<int64_t> lengths = true_counts(mask, left_aligned);
  TORCHPP_CHECK(left_aligned || !mask_check, "Mask must be left-aligned without gaps");
  std::vector<int64_t> sizes;
  std::vector<Tensor> rows;
  for (size_t b = 0; b < lengths.size(); ++b) {
    rows.push_back(op::narrow(op::select(t, 0, static_cast<int64_t>(b)), 0, 0, lengths[b]));
    sizes.push_back(lengths[b]), sizes.push_back(t.size(2));
  }
  const Tensor values = rows.empty() ? t.reshape(-1) : op::cat(Out(), rows, 0).reshape(-1);
  return make_nested(values, dense_nested_shape(lengths.size(), 2, std::move(sizes)));
}

Tensor nested_from_padded(const Tensor& padded, const Tensor& cpu_nested_shape_example, bool fuse_transform_0213) {
  size_t count = 0, dims = 0;
  const std::vector<int64_t> sizes = numbers_of("_nested_from_padded: sizes", cpu_nested_shape_example, count, dims);
  const size_t wanted = fuse_transform_0213 ? 4 : dims + 1;
  TORCHPP_CHECK(!padded.is_nested() && static_cast<size_t>(padded.dim()) == wanted &&
                    (!fuse_transform_0213 || dims == 2) && static_cast<size_t>(padded.size(0)) == count,
                "_nested_from_padded: got ", padded.sizes(), " for ", count, " constituents of ", dims, " dimensions");
  Tensor rows = padded;
  if (fuse_transform_0213)  // no -1, which says nothing where there are no elements
    rows = padded.transpose(1, 2).reshape({padded.size(0), padded.size(2), padded.size(1) * padded.size(3)});
  std::vector<Tensor> constituents;
  for (size_t i = 0; i < count; ++i) {
    Tensor part = op::select(rows, 0, static_cast<int64_t>(i));
    for (size_t d = 0; d < dims; ++d) {
      const int64_t size = sizes[i * dims + d], dim = static_cast<int64_t>(d);
      TORCHPP_CHECK(size >= 0 && size <= part.size(dim), "_nested_from_padded: constituent ", i, " has size ", size,
                    " in dimension ", d, ", padded ", part.size(dim));
      part = op::narrow(part, dim, 0, size);
    }
    constituents.push_back(std::move(part));
  }
  if (count == 0) return make_nested(rows.reshape(-1), dense_nested_shape(0, dims, {}));
  return make_nested_of(constituents, dims);
}
Tensor nested_from_padded_like(const Tensor& padded, const Tensor& nt_example) {
  return nested_from_padded(padded, nested_size(nt_example), false);
}

Tensor to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size) {
  const NestedShape& s = *nested_shape_of(self);
  DimVector sizes(static_cast<size_t>(self.dim()), 0);
  sizes[0] = static_cast<int64_t>(s.count);
  for (size_t i = 0; i < s.count; ++i)
    for (size_t d = 0; d < s.dims; ++d) sizes[d + 1] = std::max(sizes[d + 1], s.sizes_of(i)[d]);
  DimVector wanted = sizes;
  if (output_size) {
    TORCHPP_CHECK(output_size->size() == sizes.size(),
                  "Length of output_size does not match NestedTensor dims. Broadcasting is not supported.");
    wanted = DimVector(*output_size);
    for (size_t d = 0; d < sizes.size(); ++d)
      TORCHPP_CHECK(wanted[d] >= sizes[d],
                    "Value in output_size is less than NestedTensor padded size. Truncation is not supported.");
  }
  const TensorOptions options = TensorOptions(self.scalar_type()).device(self.device());
  std::vector<Tensor> padded;
  for (const Tensor& part : constituents_of(self)) {
    DimVector amounts;  // of the last dimension first
    for (size_t d = s.dims; d-- > 0;) {
      amounts.push_back(0);
      amounts.push_back(wanted[d + 1] - part.sizes()[d]);
    }
    padded.push_back(s.dims == 0 ? part : op::constant_pad_nd(Out(), part, amounts, padding));
  }
  Tensor result = padded.empty() ? op::full(sizes, padding, options) : op::stack(Out(), padded, 0);
  if (IntArrayRef(wanted) == result.sizes()) return result;
  DimVector further = wanted;
  further[0] -= sizes[0];
  const Tensor rest = op::full(further, padding, options);
  return padded.empty() ? rest : op::cat(Out(), {result, rest}, 0);
}
Tensor nested_to_padded_tensor(const Tensor& self, double padding, OptionalIntArrayRef output_size) {
  return to_padded_tensor(self, padding, output_size);
}

}  // namespace composite

namespace nested {

namespace {

TensorOptions options_of(optional<ScalarType> dtype, optional<Device> device) {
  TensorOptions options;
  if (dtype) options = options.dtype(*dtype);
  if (device) options = options.device(*device);
  return options;
}

}  // namespace

Tensor nested_tensor(TensorList list, optional<ScalarType> dtype, optional<Device> device, optional<bool> requires_grad,
                     optional<bool> pin_memory) {
  const NoGradGuard no_grad;
  Tensor nested =
      _nested_tensor_from_tensor_list(list, options_of(dtype, device).pinned_memory(pin_memory.value_or(false)));
  if (requires_grad.value_or(false)) nested.set_requires_grad(true);
  return nested;
}

Tensor as_nested_tensor(TensorList list, optional<ScalarType> dtype, optional<Device> device) {
  return _nested_tensor_from_tensor_list(list, options_of(dtype, device));
}

}  // namespace nested
}  // namespace torchpp

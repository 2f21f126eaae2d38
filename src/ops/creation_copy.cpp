// SPDX-License-Identifier: BSD-3-Clause
// Copies, conversions, reading single elements, changing a tensor's memory.

#include "src/core/cuda_backend.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

// True where the layers and the device let us read the element at once.
bool plain_cpu_element(const TensorImpl* t, ScalarType dtype) {
  return t != nullptr && t->numel() == 1 && t->dtype() == dtype && !t->is_neg() && t->layout() == kStrided &&
         detail::effective_keys_inline(t->keys()) - DispatchKey::Autograd == DispatchKey::CPU;
}

template <class T>
T element(const Tensor& self) {
  const TensorImpl* t = self.impl();
  if (TORCHPP_LIKELY(plain_cpu_element(t, CppTypeToScalarType<T>::value)))
    return static_cast<const T*>(t->storage().get()->data())[t->storage_offset()];  // no look-up of the element's size
  return self.item().to<T>();
}

}  // namespace

template <>
float Tensor::item<float>() const {
  return element<float>(*this);
}
template <>
double Tensor::item<double>() const {
  return element<double>(*this);
}
template <>
int64_t Tensor::item<int64_t>() const {
  return element<int64_t>(*this);
}

Tensor& Tensor::set_(const Storage& source) const {
  const int64_t count = static_cast<int64_t>(source.nbytes() / elementSize(scalar_type()));
  return set_(source, 0, {count});
}
Tensor& Tensor::set_(const Storage& source, int64_t storage_offset, IntArrayRef size, IntArrayRef stride) const {
  TORCHPP_CHECK(source && source.device() == device(), "Attempted to set the storage of a tensor on device \"",
                device(), "\" to a storage on different device \"", source ? source.device().str() : "none",
                "\".  This is no longer allowed; the devices must match.");
  Tensor whole(make_tensor({0}, scalar_type(), device()));
  whole.impl()->set_storage(source);
  whole.impl()->set_sizes_contiguous({static_cast<int64_t>(source.nbytes() / elementSize(scalar_type()))});
  return set_(whole, storage_offset, size, stride);
}

void Tensor::record_stream(const cuda::CUDAStream& stream) const {
  TORCHPP_CHECK(is_cuda(), "record_stream: got a tensor on ", device(), ", expected one on a CUDA device");
  if (storage()->data() != nullptr) cuda::record_stream(storage()->data(), device().index(), stream.stream());
}

Tensor& Tensor::operator=(const Tensor& source) && { return copy_(source); }
Tensor& Tensor::operator=(const Scalar& value) && { return fill_(value); }

namespace composite {
namespace {

bool has_format(const Tensor& t, optional<MemoryFormat> format) {
  return !format || *format == MemoryFormat::Preserve || t.suggest_memory_format() == *format;
}

// A device without an index means the current one of its kind.
bool is_on(const Tensor& t, Device device) {
  return t.device() == device || (t.device().type() == device.type() && !device.has_index());
}

TORCHPP_INLINE Tensor convert(const Tensor& self, TensorOptions options, bool non_blocking, bool copy,
                              optional<MemoryFormat> format) {
  const bool same = (!options.has_dtype() || options.dtype() == self.dtype()) &&
                    (!options.has_device() || is_on(self, options.device()));
  if (same && !copy && has_format(self, format)) return self;
  if (!options.has_device()) options = options.device(self.device());
  return op::to_copy(self, options, non_blocking, format);
}

}  // namespace

// ---- values

Tensor fill_diagonal_(const Tensor& self, const Scalar& fill_value, bool wrap) {
  TORCHPP_CHECK(self.dim() >= 2, "dimensions must larger than 1");
  int64_t stride = 0, n = self.size(0);
  for (int64_t d = 0; d < self.dim(); ++d) {
    TORCHPP_CHECK(self.dim() == 2 || self.size(d) == n, "all dimensions of input must be of equal length");
    stride += self.stride(d);
  }
  const int64_t rows = self.size(0), columns = self.size(1);
  if (!wrap || self.dim() > 2 || rows <= columns + 1) {
    if (columns < n) n = columns;
    op::as_strided(self, n, stride, nullopt).fill_(fill_value);
    return self;
  }
  // Blocks of one row more than they have columns, then what is left of the last one.
  const int64_t block = columns + 1, blocks = (rows + 1) / block, left = rows - blocks * block;
  op::as_strided(self, {blocks, columns}, {block * self.stride(0), stride}, nullopt).fill_(fill_value);
  if (left > 0) self.narrow(0, blocks * block, left).diagonal().fill_(fill_value);
  return self;
}

Tensor zero(Out out, const Tensor& self) {
  Tensor result = op::fill(out, self, 0);
  if (out.functional()) return detail::named_history(std::move(result), "ZeroBackward0");
  if (out.tensor().impl()->autograd_meta() != nullptr) detail::named_history(out.tensor(), "ZeroBackward0");
  return result;
}

Tensor clone_out(const Tensor& self, optional<MemoryFormat>, const Tensor& out) {
  op::copy(Out::to(out), self, self, false);
  return out;
}

Tensor contiguous(const Tensor& self, MemoryFormat memory_format) {
  if (self.is_contiguous(memory_format)) return self;
  TORCHPP_CHECK(memory_format != MemoryFormat::Preserve,
                "preserve memory format is unsupported by the contiguous operator");
  return op::clone(self, memory_format);
}

Scalar only_element(const Tensor& self) {
  const int64_t n = self.numel();
  TORCHPP_CHECK(n == 1, "a Tensor with ", n, " elements cannot be converted to Scalar");
  return op::item(self);
}

// ---- conversions

Tensor _to_copy_out(const Tensor& self, bool non_blocking, optional<MemoryFormat>, const Tensor& out) {
  op::copy(Out::to(out), self, self, non_blocking);
  return out;
}
Tensor to_dtype(const Tensor& self, ScalarType dtype, bool non_blocking, bool copy,
                optional<MemoryFormat> memory_format) {
  if (dtype == self.scalar_type() && !copy && has_format(self, memory_format)) return self;
  return op::to_copy(self, TensorOptions(dtype).device(self.device()), non_blocking, memory_format);
}
Tensor to_device(const Tensor& self, Device device, ScalarType dtype, bool non_blocking, bool copy,
                 optional<MemoryFormat> memory_format) {
  return convert(self, TensorOptions(dtype).device(device), non_blocking, copy, memory_format);
}
Tensor to_dtype_layout(const Tensor& self, TensorOptions options, bool non_blocking, bool copy,
                       optional<MemoryFormat> memory_format) {
  TORCHPP_CHECK(
      !options.requires_grad(),
      "to: Operators taking TensorOptions cannot take a TensorOptions with options.requires_grad set as true. "
      "Call requires_grad_() on the result.");
  TORCHPP_CHECK_NOT_IMPLEMENTED(!options.has_layout() || options.layout() == self.layout(), "to: got layout ",
                                options.layout(), ", expected ", self.layout(), " (to_dense and to_sparse change it)");
  return convert(self, options, non_blocking, copy, requested_format(options, memory_format));
}
Tensor to_other(const Tensor& self, const Tensor& other, bool non_blocking, bool copy,
                optional<MemoryFormat> memory_format) {
  return to_dtype_layout(self, other.options(), non_blocking, copy, memory_format);
}

bool is_pinned(const Tensor& self, optional<Device> device) {
  return (!device || device->is_cuda()) && torchpp::is_pinned(self);
}
Tensor pin_memory(const Tensor& self, optional<Device> device) {
  TORCHPP_CHECK(self.is_cpu(), "cannot pin '", self.device(), "' memory: only dense CPU tensors can be pinned");
  TORCHPP_CHECK(!device || device->is_cuda(), "pin_memory: got device ", *device, ", expected cuda");
  if (torchpp::is_pinned(self)) return self;
  const DimVector dense =
      self.is_non_overlapping_and_dense() ? DimVector(self.strides()) : contiguous_strides(self.sizes());
  const Tensor t = op::empty_strided(self.sizes(), dense, self.options().pinned_memory(true));
  return t.copy_(self);
}

// ---- the memory of a tensor

namespace {

// Makes `self` the tensor that `source` is.
void show(const Tensor& self, const Tensor& source) {
  TORCHPP_CHECK(source.dtype() == self.dtype(), "set_: got a source of dtype ", source.dtype(), ", expected ",
                self.dtype());
  TORCHPP_CHECK(source.device() == self.device(), "set_: got a source on ", source.device(), ", expected ",
                self.device());
  TORCHPP_CHECK_NOT_IMPLEMENTED(!self.is_nested() && !source.is_nested(), "set_: nested tensors are not supported");
  TORCHPP_CHECK_NOT_IMPLEMENTED(!self.is_sparse() && !source.is_sparse(), "set_: sparse tensors are not supported");
  check_writable(self);
  detail::check_change(self, "set_");
  bump_version(self);
  self.impl()->shallow_copy_from(*source.impl());
  detail::lose_derivative(self, source, "set_");
}

}  // namespace

Tensor resize_(const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format) {
  TORCHPP_CHECK(!self.requires_grad(), "cannot resize variables that require grad");
  TORCHPP_CHECK(!memory_format || *memory_format != MemoryFormat::Preserve,
                "Unsupported memory format Preserve: expected one that says an order");
  // Without an order that is asked for, a tensor of these sizes keeps its strides.
  if (memory_format || self.sizes() != size)
    resize_tensor(self, size, memory_format.value_or(MemoryFormat::Contiguous));
  return self;
}
Tensor resize(Out out, const Tensor& self, IntArrayRef size, optional<MemoryFormat> memory_format) {
  const Tensor copy = op::clone(self.detach(), nullopt);
  resize_(copy, size, memory_format);
  detail::lose_derivative(copy, self, "resize");
  return finish_composite("resize", out, copy);
}

namespace {

optional<MemoryFormat> format_like(const Tensor& the_template, optional<MemoryFormat> memory_format) {
  const bool preserve = memory_format && *memory_format == MemoryFormat::Preserve;
  return preserve ? the_template.suggest_memory_format() : memory_format;
}

}  // namespace

Tensor resize_as_(const Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format) {
  return resize_(self, the_template.sizes(), format_like(the_template, memory_format));
}
Tensor resize_as(Out out, const Tensor& self, const Tensor& the_template, optional<MemoryFormat> memory_format) {
  return resize(out, self, the_template.sizes(), format_like(the_template, memory_format));
}

Tensor set_empty(Out out, const Tensor& self) {
  Tensor empty(make_tensor({0}, self.dtype(), self.device()));
  if (out.is_in_place()) {
    show(self, empty);
    return Tensor();
  }
  detail::lose_derivative(empty, self, "set");
  return finish_composite("set", out, std::move(empty));
}

Tensor set_source_Tensor(Out out, const Tensor& self, const Tensor& source) {
  if (out.is_in_place()) {
    show(self, source);
    return Tensor();
  }
  const Tensor shown(make_tensor({0}, self.dtype(), self.device()));
  show(shown, source);
  if (!shown.is_inference()) shown.impl()->version_counter().set(0);
  return finish_composite("set", out, shown);
}

Tensor set_part(const Tensor& self, const Tensor& source, int64_t storage_offset, IntArrayRef size,
                IntArrayRef stride) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(!source.is_nested() && !source.is_sparse(),
                                "set_: nested and sparse tensors are not supported");
  TORCHPP_CHECK(source.is_contiguous(), "passed in tensor to be used as storage must be contiguous");
  const int64_t first = add_sizes("set_", source.storage_offset(), storage_offset);
  TORCHPP_CHECK(first >= 0, "Tensor: invalid storage offset ", first);
  TORCHPP_CHECK(stride.empty() || stride.size() == size.size(), "unequal size length (", size.size(),
                ") and stride length (", stride.size(), ")");
  for (int64_t s : stride) TORCHPP_CHECK(s >= 0, "set_: got strides ", stride, ", expected none below 0");
  const DimVector strides = stride.empty() ? contiguous_strides(size) : DimVector(stride);
  const Tensor part = source.detach();
  const size_t needed = storage_bytes(size, strides, part.scalar_type(), first);
  if (needed > part.storage()->nbytes()) part.storage()->resize(needed);
  part.impl()->set_sizes_and_strides(size, strides, first);
  show(self, part);
  detail::lose_derivative(self, source, "set_");
  return self;
}

}  // namespace composite
}  // namespace torchpp

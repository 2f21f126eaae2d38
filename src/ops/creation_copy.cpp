// SPDX-License-Identifier: BSD-3-Clause
// Copies, conversions, reading single elements, changing a tensor's memory.

#include "src/core/cuda_backend.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/history.h"
#include "src/ops/ops.h"
#include "src/ops/result.h"

namespace torchpp {
namespace {

bool has_format(const Tensor& t, std::optional<MemoryFormat> format) {
  return !format || *format == MemoryFormat::Preserve || t.suggest_memory_format() == *format;
}

// A device without an index means the current one of its kind.
bool is_on(const Tensor& t, Device device) {
  return t.device() == device || (t.device().type() == device.type() && !device.has_index());
}

Tensor convert(const Tensor& self, TensorOptions options, bool non_blocking, bool copy,
               std::optional<MemoryFormat> format) {
  TORCHPP_CHECK(
      !options.requires_grad(),
      "to: Operators taking TensorOptions cannot take a TensorOptions with options.requires_grad set as true. "
      "Call requires_grad_() on the result.");
  TORCHPP_CHECK_NOT_IMPLEMENTED(!options.has_layout() || options.layout() == self.layout(), "to: got layout ",
                                options.layout(), ", expected ", self.layout(), " (to_dense and to_sparse change it)");
  const bool same = (!options.has_dtype() || options.dtype() == self.dtype()) &&
                    (!options.has_device() || is_on(self, options.device()));
  if (same && !copy && has_format(self, format)) return self;
  if (!options.has_device()) options = options.device(self.device());
  return op::to_copy(self, options, non_blocking, format);
}

// True where the layers and the device let us read the element at once.
bool plain_cpu_element(const TensorImpl* t, ScalarType dtype) {
  return t != nullptr && t->numel() == 1 && t->dtype() == dtype && !t->is_neg() && t->layout() == kStrided &&
         detail::effective_keys_inline(t->keys()) - DispatchKey::Autograd == DispatchKey::CPU;
}

template <class T>
T element(const Tensor& self) {
  if (TORCHPP_LIKELY(plain_cpu_element(self.impl(), CppTypeToScalarType<T>::value)))
    return *static_cast<const T*>(self.impl()->data());
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

Scalar Tensor::item() const {
  const int64_t n = numel();
  TORCHPP_CHECK(n == 1, "a Tensor with ", n, " elements cannot be converted to Scalar");
  return op::item(*this);
}

bool Tensor::is_pinned() const { return torchpp::is_pinned(*this); }

Tensor Tensor::pin_memory() const {
  TORCHPP_CHECK(is_cpu(), "cannot pin '", device(), "' memory: only dense CPU tensors can be pinned");
  if (is_pinned()) return *this;
  const DimVector dense = is_non_overlapping_and_dense() ? DimVector(strides()) : contiguous_strides(sizes());
  const Tensor t = op::empty_strided(sizes(), dense, options().pinned_memory(true));
  return t.copy_(*this);
}

void Tensor::record_stream(const cuda::CUDAStream& stream) const {
  TORCHPP_CHECK(is_cuda(), "record_stream: got a tensor on ", device(), ", expected one on a CUDA device");
  if (storage()->data() != nullptr) cuda::record_stream(storage()->data(), device().index(), stream.stream());
}

Tensor Tensor::to(ScalarType dtype, bool non_blocking, bool copy, std::optional<MemoryFormat> memory_format) const {
  return convert(*this, TensorOptions(dtype), non_blocking, copy, memory_format);
}
Tensor Tensor::to(Device device, ScalarType dtype, bool non_blocking, bool copy,
                  std::optional<MemoryFormat> memory_format) const {
  return convert(*this, TensorOptions(dtype).device(device), non_blocking, copy, memory_format);
}
Tensor Tensor::to(TensorOptions options, bool non_blocking, bool copy,
                  std::optional<MemoryFormat> memory_format) const {
  return convert(*this, options, non_blocking, copy, requested_format(options, memory_format));
}
Tensor Tensor::to(const Tensor& like, bool non_blocking, bool copy, std::optional<MemoryFormat> memory_format) const {
  return convert(*this, like.options(), non_blocking, copy, memory_format);
}

Tensor Tensor::clone(std::optional<MemoryFormat> memory_format) const { return op::clone(*this, memory_format); }

Tensor& Tensor::copy_(const Tensor& source, bool non_blocking) const {
  op::copy(Out::in_place(*this), *this, source, non_blocking);
  return const_cast<Tensor&>(*this);
}
Tensor& Tensor::fill_(const Scalar& value) const {
  op::fill(Out::in_place(*this), *this, value);
  return const_cast<Tensor&>(*this);
}
Tensor& Tensor::fill_(const Tensor& value) const {
  op::fill_tensor(Out::in_place(*this), *this, value);
  return const_cast<Tensor&>(*this);
}
Tensor& Tensor::zero_() const {
  fill_(0);
  detail::named_history(*this, "ZeroBackward0");
  return const_cast<Tensor&>(*this);
}

Tensor& Tensor::operator=(const Tensor& source) && { return copy_(source); }
Tensor& Tensor::operator=(const Scalar& value) && { return fill_(value); }

Tensor& Tensor::resize_(IntArrayRef size, std::optional<MemoryFormat> memory_format) const {
  TORCHPP_CHECK(!requires_grad(), "cannot resize variables that require grad");
  TORCHPP_CHECK(!memory_format || *memory_format != MemoryFormat::Preserve,
                "Unsupported memory format Preserve: expected one that says an order");
  // Without an order that is asked for, a tensor of these sizes keeps its strides.
  if (memory_format || sizes() != size) resize_tensor(*this, size, memory_format.value_or(MemoryFormat::Contiguous));
  return const_cast<Tensor&>(*this);
}

Tensor& Tensor::resize_as_(const Tensor& like, std::optional<MemoryFormat> memory_format) const {
  const bool preserve = memory_format && *memory_format == MemoryFormat::Preserve;
  return resize_(like.sizes(), preserve ? like.suggest_memory_format() : memory_format);
}

Tensor& Tensor::set_(const Tensor& source) const {
  TORCHPP_CHECK(source.dtype() == dtype(), "set_: got a source of dtype ", source.dtype(), ", expected ", dtype());
  TORCHPP_CHECK(source.device() == device(), "set_: got a source on ", source.device(), ", expected ", device());
  check_writable(*this);
  detail::check_change(*this, "set_");
  bump_version(*this);
  impl()->shallow_copy_from(*source.impl());
  detail::lose_derivative(*this, source, "set_");
  return const_cast<Tensor&>(*this);
}

}  // namespace torchpp

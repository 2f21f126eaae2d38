// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/structured.h"

#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/result.h"

namespace torchpp::detail {
namespace {

template <class F>
void for_each_input(const TensorList* inputs, size_t num_inputs, const F& f) {
  for (size_t i = 0; i < num_inputs; ++i)
    for (const Tensor& t : inputs[i])
      if (t.defined()) f(t);
}

// The first tensor must be defined; others may be optional.
Device device_of(const TensorList* inputs, size_t num_inputs, bool mixed_devices) {
  const Device device = inputs[0][0].device();
  if (mixed_devices) return device;
  for_each_input(inputs, num_inputs, [&](const Tensor& t) {
    TORCHPP_CHECK(t.impl()->device() == device,
                  "Expected all tensors to be on the same device, but found at least two devices, ", device, " and ",
                  t.device(), "!");
  });
  return device;
}

bool has_strides(const Tensor& t, const Output& o) {
  return o.strides.empty() ? t.is_contiguous(o.format) : t.strides() == IntArrayRef(o.strides);
}

void resize(const Tensor& to, const Output& o) {
  if (TORCHPP_LIKELY(to.sizes() == IntArrayRef(o.sizes))) return;
  // Destinations of any dtype become contiguous where libtorch 1.13 resizes them, whatever the strides of new tensors.
  if (o.out_dtype == OutDtype::kAny) resize_output(to, o.sizes);
  else if (!o.strides.empty()) resize_output_strided(to, o.sizes, o.strides);
  else resize_output(to, o.sizes, o.format);
}

// Refuses what does not fit. Nothing is changed.
void check_destination(const Out& out, const Tensor& to, const Output& o, Device device) {
  if (TORCHPP_UNLIKELY(to.scalar_type() != o.dtype)) {
    if (o.out_dtype == OutDtype::kExact) check_out_dtype(Out::to(to), o.dtype);
    else if (o.out_dtype == OutDtype::kCastable) check_can_cast(o.dtype, to.scalar_type());
  }
  TORCHPP_CHECK(to.device() == device, "Expected out tensor to have device ", device, ", but got ", to.device(),
                " instead");
  if (to.sizes() == IntArrayRef(o.sizes)) {
    check_no_internal_overlap(to);
    return;
  }
  TORCHPP_CHECK(out.is_out(), "Bad in-place call: input tensor size ", to.sizes(), " and output tensor size ",
                IntArrayRef(o.sizes), " should match");
}

// Whether the kernel could not read an argument after it wrote the destination. Throws where that is refused.
bool is_read(const Tensor& to, const Output& o, const TensorList* inputs, size_t num_inputs) {
  bool read = false;
  const TensorImpl& written = to.body();
  const Tensor* self = o.self;
  for_each_input(inputs, num_inputs, [&](const Tensor& t) {
    // The same tensor may be a further argument, which is not read in the order of the writes.
    const bool is_self = &t == self, same = t.impl() == &written;
    if (is_self) self = nullptr;
    if (is_self && same) return;
    const bool shares =
        t.impl()->has_storage() && written.has_storage() && t.impl()->storage().get() == written.storage().get();
    if (TORCHPP_LIKELY(!same && !shares)) return;
    if (o.refuses_overlap) {
      if (is_self) check_no_partial_overlap(to, t);
      else check_no_overlap(to, t);
    }
    read = read || shares;
  });
  return read;
}

// Whether the kernel can write the destination with nothing to be prepared: it is defined, plain and has the sizes and
// the dtype of the result; all arguments lie on its device, and none shares its memory but `self`, which it is.
bool takes_result(const Tensor& to, const Output& o, const TensorList* inputs, size_t num_inputs) {
  if (!to.defined() || !inputs[0][0].defined()) return false;
  const TensorImpl& written = *to.impl();
  const bool alike = written.is_plain() && written.has_storage() && written.dtype() == o.dtype && o.wanted &&
                     (!o.dense || (o.strides.empty() && o.format == MemoryFormat::Contiguous)) &&
                     (!o.starts_as_self || &written == o.self->impl()) && written.sizes() == IntArrayRef(o.sizes);
  if (!alike) return false;
  const Tensor* self = o.self;
  for (size_t i = 0; i < num_inputs; ++i)
    for (const Tensor& t : inputs[i]) {
      if (!t.defined()) continue;
      const TensorImpl& read = *t.impl();
      if (read.device() != written.device()) return false;
      if (read.storage().get() != written.storage().get()) continue;
      if (&read != &written || &t != self) return false;
      self = nullptr;  // further arguments that are the same tensor are not read in the order of the writes
    }
  return true;
}

// Whether a destination gets memory that another one may lie in.
bool grows_into_another(const Out& out, size_t index, const Output* outputs, size_t num_outputs) {
  const TensorImpl& to = out.tensor(index).body();
  if (to.sizes() == IntArrayRef(outputs[index].sizes) || !to.has_storage()) return false;
  for (size_t k = 0; k < num_outputs; ++k) {
    const TensorImpl& other = out.tensor(k).body();
    if (k != index && other.has_storage() && other.storage().get() == to.storage().get()) return true;
  }
  return false;
}

void prepare_destinations(const Out& out, Output* outputs, size_t num_outputs, const TensorList* inputs,
                          size_t num_inputs, Device device) {
  uint64_t reads = 0;  // a bit per destination
  for (size_t i = 0; i < num_outputs; ++i) {
    TORCHPP_CHECK(outputs[i].wanted, "expected no destination for result ", i, ", which was not asked for");
    const Tensor& to = out.tensor(i);
    check_destination(out, to, outputs[i], device);
    for (size_t k = 0; k < i; ++k) check_no_overlap(to, out.tensor(k));
    if (is_read(to, outputs[i], inputs, num_inputs)) reads |= uint64_t{1} << i;
  }
  for (size_t i = 0; i < num_outputs && num_outputs > 1; ++i)
    if (grows_into_another(out, i, outputs, num_outputs)) reads |= uint64_t{1} << i;
  for (size_t i = 0; i < num_outputs; ++i) {
    const Tensor& to = out.tensor(i);
    Output& o = outputs[i];
    // A destination that is read must keep its elements until the kernel has run, and the kernel must not write one
    // result over another: they are resized afterwards.
    const bool read = (reads >> i & 1) != 0;
    if (!read) resize(to, o);
    const bool fits =
        !read && to.scalar_type() == o.dtype && !to.is_conj() && !to.is_neg() && (!o.dense || has_strides(to, o));
    if (!fits) {
      o.tensor = new_result(o, device);
      continue;
    }
    o.tensor = to;
    if (o.starts_as_self && !to.is_same(*o.self)) op::copy(Out::in_place(to), to, *o.self, false);
  }
}

}  // namespace

Tensor new_strided_result(const Output& o, Device device) {
  if (o.starts_as_self) return op::clone(*o.self, o.format);
  return Tensor(o.strides.empty() ? make_tensor(o.sizes, o.dtype, device, o.format)
                                  : make_tensor_strided(o.sizes, o.strides, o.dtype, device));
}

bool prepare_outputs(const Out& out, Output* outputs, size_t num_outputs, const TensorList* inputs, size_t num_inputs,
                     bool mixed_devices) {
  if (num_outputs == 1 && !out.functional() && takes_result(out.tensor(0), outputs[0], inputs, num_inputs)) {
    outputs[0].tensor = out.tensor(0);
    return !outputs[0].tensor.is_meta();
  }
  const Device device = device_of(inputs, num_inputs, mixed_devices);
  prepare_destinations(out, outputs, num_outputs, inputs, num_inputs, device);
  return !device.is_meta();
}

void finish_outputs(const Out& out, Output* outputs, size_t num_outputs) {
  for (size_t i = 0; i < num_outputs; ++i) {
    const Tensor& to = out.tensor(i);
    const Output& o = outputs[i];
    if (!o.tensor.is_same(to)) {
      resize(to, o);
      op::copy(Out::in_place(to), to, o.tensor, false);
    } else if (!o.starts_as_self || to.is_same(*o.self)) {  // else the copy of `self` was counted
      bump_version(to);
    }
  }
}

}  // namespace torchpp::detail

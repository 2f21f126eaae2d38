// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/structured.h"

#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/result.h"

namespace torchpp::detail {
namespace {

bool shares_memory(const Tensor& t, const Tensor* const* inputs, size_t num_inputs) {
  if (!t.has_storage()) return false;
  for (size_t i = 0; i < num_inputs; ++i)
    if (inputs[i]->defined() && inputs[i]->has_storage() && t.is_alias_of(*inputs[i])) return true;
  return false;
}

// Refuses what does not fit. Nothing is changed.
void check_destination(const Out& out, const Tensor& to, const Output& o, Device device) {
  if (o.exact)
    TORCHPP_CHECK(to.scalar_type() == o.dtype, "Expected out tensor to have dtype ", o.dtype, ", but got ",
                  to.scalar_type(), " instead");
  else check_can_cast(o.dtype, to.scalar_type());
  TORCHPP_CHECK(to.device() == device, "Expected out tensor on device ", device, ", but got ", to.device());
  if (to.sizes() == IntArrayRef(o.sizes)) {
    check_no_internal_overlap(to);
    return;
  }
  TORCHPP_CHECK(out.is_out(), "output with shape ", to.sizes(), " doesn't match the broadcast shape ",
                IntArrayRef(o.sizes));
}

}  // namespace

void prepare_outputs(const Out& out, Output* outputs, size_t num_outputs, const Tensor* const* inputs,
                     size_t num_inputs) {
  const Device device = inputs[0]->device();
  for (size_t i = 1; i < num_inputs; ++i)
    TORCHPP_CHECK(!inputs[i]->defined() || inputs[i]->device() == device,
                  "Expected all tensors to be on the same device, but found at least two devices, ", device, " and ",
                  inputs[i]->device(), "!");
  if (TORCHPP_LIKELY(out.functional())) {
    for (size_t i = 0; i < num_outputs; ++i)
      outputs[i].tensor = Tensor(make_tensor(outputs[i].sizes, outputs[i].dtype, device));
    return;
  }
  for (size_t i = 0; i < num_outputs; ++i) check_destination(out, out.tensor(i), outputs[i], device);
  for (size_t i = 0; i < num_outputs; ++i)
    for (size_t k = 0; k < i; ++k) check_no_overlap(out.tensor(i), out.tensor(k));
  for (size_t i = 0; i < num_outputs; ++i) {
    const Tensor& to = out.tensor(i);
    Output& o = outputs[i];
    // A destination that is read must keep its values until the kernel has run: it is resized afterwards.
    const bool is_read = shares_memory(to, inputs, num_inputs);
    if (!is_read && to.sizes() != IntArrayRef(o.sizes)) resize_output(to, o.sizes);
    const bool fits = !is_read && to.scalar_type() == o.dtype && !to.is_conj() && !to.is_neg() &&
                      (!o.contiguous || to.is_contiguous());
    o.tensor = fits ? to : Tensor(make_tensor(o.sizes, o.dtype, device));
  }
}

void finish_outputs(const Out& out, Output* outputs, size_t num_outputs) {
  for (size_t i = 0; i < num_outputs; ++i) {
    const Tensor& to = out.tensor(i);
    if (outputs[i].tensor.is_same(to)) {
      bump_version(to);
      continue;
    }
    if (to.sizes() != IntArrayRef(outputs[i].sizes)) resize_output(to, outputs[i].sizes);
    op::copy(Out::in_place(to), to, outputs[i].tensor, false);
  }
}

}  // namespace torchpp::detail

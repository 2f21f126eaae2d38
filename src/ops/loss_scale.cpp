// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/loss_scale.h"

#include "src/ops/result.h"

namespace torchpp {
namespace {

// Throws unless the argument holds one number of the dtype, on the device of the others.
void check_number(const char* op, const char* name, const Tensor& t, ScalarType dtype, Device device) {
  TORCHPP_CHECK(t.defined() && t.numel() == 1, op, ": ", name, " must be a 1-element tensor: got ",
                t.defined() ? str(t.sizes()) : "an undefined one");
  TORCHPP_CHECK(t.scalar_type() == dtype, op, ": ", name, " must be a ", toString(dtype), " tensor: got ", t.dtype());
  TORCHPP_CHECK(t.device() == device, op, ": expected all tensors to be on the same device: ", name, " is on ",
                t.device(), ", others on ", device);
}

}  // namespace

void check_amp_unscale(TensorList self, const Tensor& found_inf, const Tensor& inv_scale) {
  const char* const op = "_amp_foreach_non_finite_check_and_unscale_";
  TORCHPP_CHECK(inv_scale.defined(), op, ": inv_scale must be a 1-element tensor: got an undefined one");
  const Device device = inv_scale.device();
  check_number(op, "inv_scale", inv_scale, kFloat, device);
  check_number(op, "found_inf", found_inf, kFloat, device);
  check_writable(found_inf);
  for (const Tensor& t : self) {
    TORCHPP_CHECK(t.defined(), op, ": got an undefined tensor among those to unscale");
    TORCHPP_CHECK(t.is_floating_point(), op, ": got a tensor of ", t.dtype(), " to unscale, expected a floating dtype");
    TORCHPP_CHECK(t.device() == device, op, ": scaled_grads must be on the same device as inv_scale: got one on ",
                  t.device(), ", inv_scale is on ", device);
    check_writable(t);
    check_no_internal_overlap(t);
  }
}

void check_amp_update_scale(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf) {
  const char* const op = "_amp_update_scale_";
  TORCHPP_CHECK(self.defined(), op, ": current_scale must be a 1-element tensor: got an undefined one");
  check_number(op, "current_scale", self, kFloat, self.device());
  check_number(op, "growth_tracker", growth_tracker, kInt, self.device());
  check_number(op, "found_inf", found_inf, kFloat, self.device());
  check_writable(self);
  check_writable(growth_tracker);
}

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Copies and fills, as far as they are the same for every backend.

#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/result.h"

namespace torchpp {

/// The kernels of a backend that moves elements by these functions:
///   static void transfer(to, from, non_blocking)   gives `to` the values of `from`, whose sizes broadcast to its own
///   static void conjugate(t)                       in place, of complex numbers
///   static void fill(t, bits)                      gives every element these bits, where t has any
template <class Backend>
struct CopyKernels {
  static Tensor copy(Out out, const Tensor& self, const Tensor& src, bool non_blocking) {
    if (out.functional()) {
      if (self.sizes() != src.sizes()) check_broadcast(self, src);
      Tensor result = make_like(self, self.dtype(), self.device(), nullopt);
      Backend::transfer(result, src, non_blocking);
      return result;
    }
    const Tensor& to = out.tensor();
    if (TORCHPP_UNLIKELY(to.sizes() != self.sizes() && out.is_out())) resize_output(to, self.sizes());
    if (to.sizes() != src.sizes()) check_broadcast(to, src);
    check_no_internal_overlap(to);
    check_no_partial_overlap(to, src);
    if (TORCHPP_UNLIKELY(!to.is_meta() && (shares_memory(to, src) || resolves_twice(to, src)))) {
      const Tensor temporary = make_like(src, to.dtype(), src.device(), nullopt);
      // With the bits of the destination, so that the second transfer resolves none.
      temporary.impl()->set_conj(to.is_conj());
      temporary.impl()->set_neg(to.is_neg());
      Backend::transfer(temporary, src, false);
      Backend::transfer(to, temporary, non_blocking);
    } else {
      Backend::transfer(to, src, non_blocking);
    }
    bump_version(to);
    return Tensor();
  }

  static Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format) {
    Tensor result = make_like(self, self.dtype(), self.device(), memory_format);
    Backend::transfer(result, self, false);
    return result;
  }

  static Tensor to_copy(const Tensor& self, const TensorOptions& options, bool non_blocking,
                        optional<MemoryFormat> memory_format) {
    const ScalarType dtype = options.has_dtype() ? options.dtype() : self.dtype();
    const Device device = options.has_device() ? options.device() : self.device();
    Tensor result = make_like(self, dtype, device, memory_format);
    Backend::transfer(result, self, non_blocking);
    return result;
  }

  static Tensor conj_physical(Out out, const Tensor& self) {
    if (out.functional() && !self.is_complex()) return self;
    check_out_dtype(out, self.scalar_type());
    const Tensor result = destination_like(out, self, self.dtype());
    if (out.is_out()) check_no_partial_overlap(result, self);
    if (self.is_complex()) check_no_internal_overlap(result);
    if (!result.is_same(self))
      Backend::transfer(
          result, (!out.functional() && would_overwrite(result, self) ? clone(self, nullopt) : self).conj(), false);
    else if (self.is_complex() && result.numel() > 0 && !result.is_meta()) Backend::conjugate(result);
    return finish_write(out, result);
  }

  static Tensor fill(Out out, const Tensor& self, const Scalar& value) {
    // The number is converted before anything is resized.
    const ScalarType dtype = out.functional() ? self.dtype() : out.tensor().dtype();
    alignas(16) char bits[16] = {};
    store_number(value, dtype, bits);
    const Tensor result = destination_like(out, self, dtype);
    Backend::fill(result, bits);
    return finish_write(out, result);
  }

  static Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value) {
    TORCHPP_CHECK(value.dim() == 0, "fill_ only supports 0-dimension value tensor but got tensor with ", value.dim(),
                  " dimensions.");
    return fill(out, self,
                value.is_meta()  ? Scalar(0)
                : value.is_cpu() ? number_at(value, value.impl()->data())
                                 : value.item());
  }

 private:
  // Backends resolve lazy conjugation and negation in place, after the copy: twice where two indices of the destination
  // reach one element.
  static bool resolves_twice(const TensorBase& to, const TensorBase& from) {
    return (to.is_conj() != from.is_conj() || to.is_neg() != from.is_neg()) && may_overlap(to.sizes(), to.strides());
  }

  // Memory that overlaps in another order is written through a temporary.
  static bool shares_memory(const TensorBase& a, const TensorBase& b) {
    return a.is_alias_of(b) && !(a.impl()->data() == b.impl()->data() && a.sizes() == b.sizes() &&
                                 a.strides() == b.strides() && a.dtype() == b.dtype());
  }

  static void check_broadcast(const Tensor& to, const Tensor& from) {
    const DimVector shape = broadcast_sizes(to.sizes(), from.sizes());
    TORCHPP_CHECK(to.sizes() == IntArrayRef(shape), "output with shape ", to.sizes(),
                  " doesn't match the broadcast shape ", shape);
  }
};

}  // namespace torchpp

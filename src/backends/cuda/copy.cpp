// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/copy.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/allocator.h"
#include "src/backends/cuda/cast.h"
#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/dispatch/verbose.h"
#include "src/ops/copy_kernels.h"
#include "src/ops/elementwise.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

void copy_memory(void* to, const void* from, size_t nbytes, const OnDevice& on) {
  check(driver().copy(to, from, nbytes, on.stream()), "cudaMemcpyAsync");
  if (TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::took("cuda:memcpy");
}

void run_copy(const TensorBase& to, const TensorBase& from, LoopFn loop, const OnDevice& on) {
  Iterator it(to.sizes());
  it.add(to);
  it.add(from);
  it.build();
  for_operands(it, nullptr, nullptr, [&](const Operands& o) { loop(o, nullptr, on.stream()); });
}

// Values within a device; the bits of lazy conjugation and negation are resolved afterwards, on the result.
void copy_on_device(const Tensor& to, const Tensor& from, const OnDevice& on) {
  // Negated before it has an imaginary part, which is 0, not -0.
  if (from.is_neg() && to.is_complex() && !from.is_complex()) return copy_on_device(to, from.resolve_neg(), on);
  const LoopFn loop = cast_loop(to.dtype(), from.dtype());
  TORCHPP_CHECK_NOT_IMPLEMENTED(loop != nullptr, "copy: got dtypes ", from.dtype(), " and ", to.dtype(),
                                ", expected ones that convert to each other");
  const bool same_bits = to.dtype() == from.dtype() && to.strides() == from.strides() &&
                         to.is_non_overlapping_and_dense() && from.is_non_overlapping_and_dense();
  if (same_bits)
    copy_memory(to.impl()->data(), from.impl()->data(), static_cast<size_t>(to.numel()) * to.itemsize(), on);
  else run_copy(to, from, loop, on);
  if (to.is_complex() && to.is_conj() != from.is_conj()) run_copy(to, to, select(conj_loops, to.dtype()), on);
  if (to.is_neg() != from.is_neg() && to.dtype() != kBool) run_copy(to, to, select(neg_loops, to.dtype()), on);
}

bool same_layout(const TensorBase& a, const TensorBase& b) {
  return a.dtype() == b.dtype() && a.is_conj() == b.is_conj() && a.is_neg() == b.is_neg() &&
         a.strides() == b.strides() && a.is_non_overlapping_and_dense();
}

void copy_bytes(const TensorBase& to, const TensorBase& from, const TensorBase& host, const OnDevice& on,
                bool non_blocking) {
  copy_memory(to.impl()->data(), from.impl()->data(), static_cast<size_t>(to.numel()) * to.itemsize(), on);
  if (non_blocking && pinned_allocator().holds(host.impl()->data()))
    pinned_allocator().record_use(host.impl()->data(), on.stream());
  else check(driver().synchronize_stream(on.stream()), "cudaStreamSynchronize");
}

void copy_from_host(const Tensor& to, const Tensor& from, bool non_blocking) {
  const OnDevice on(to);
  if (same_layout(to, from)) return copy_bytes(to, from, from, on, non_blocking);
  // The host makes its values dense, the device converts and places them.
  const bool dense = from.is_contiguous() && !from.is_conj() && !from.is_neg();
  const Tensor packed = dense ? from : from.contiguous().resolve_conj().resolve_neg();
  const Tensor staged(make_tensor(from.sizes(), from.dtype(), to.device()));
  copy_bytes(staged, packed, packed, on, non_blocking && dense);
  copy_on_device(to, staged, on);
}

void copy_to_host(const Tensor& to, const Tensor& from, bool non_blocking) {
  const OnDevice on(from);
  if (same_layout(to, from)) return copy_bytes(to, from, to, on, non_blocking);
  const Tensor staged(make_tensor(from.sizes(), to.dtype(), from.device()));
  copy_on_device(staged, from, on);
  if (to.is_contiguous() && !to.is_conj() && !to.is_neg()) return copy_bytes(to, staged, to, on, non_blocking);
  const Tensor packed(make_tensor(to.sizes(), to.dtype(), to.device()));
  copy_bytes(packed, staged, packed, on, false);
  to.copy_(packed);
}

void copy_between_devices(const Tensor& to, const Tensor& from) {
  Tensor dense = from;
  if (!same_layout(to, from)) {
    const OnDevice on(from);
    dense = Tensor(make_tensor(from.sizes(), to.dtype(), from.device()));
    copy_on_device(dense, from, on);
  }
  const bool direct = same_layout(to, dense);
  const Tensor arrived = direct ? to : Tensor(make_tensor(to.sizes(), to.dtype(), to.device()));
  // The copy runs on the source's stream: after the source was written, after the destination's stream is done with
  // its memory, and before that stream goes on. A null stream is that of the device that is the current one.
  {
    const OnDevice receiving(to);
    Mark ready;
    ready.record(receiving.stream());
    const OnDevice sending(from);
    ready.block(sending.stream());
    check(driver().copy_peer(arrived.impl()->data(), to.device().index(), dense.impl()->data(), from.device().index(),
                             static_cast<size_t>(to.numel()) * to.itemsize(), sending.stream()),
          "cudaMemcpyPeerAsync");
    Mark done;
    done.record(sending.stream());
    const OnDevice waiting(to);  // the default stream has no name but its device's being current
    done.block(waiting.stream());
  }
  if (direct) return;
  const OnDevice on(to);
  copy_on_device(to, arrived, on);
}

}  // namespace

void copy_values(const Tensor& to, const Tensor& source, bool non_blocking) {
  if (to.numel() == 0) return;
  const Tensor from = source.sizes() == to.sizes() ? source : source.expand(to.sizes());
  if (from.is_cpu()) return copy_from_host(to, from, non_blocking);
  if (to.is_cpu()) return copy_to_host(to, from, non_blocking);
  if (to.device() != from.device()) return copy_between_devices(to, from);
  const OnDevice on(to);
  copy_on_device(to, from, on);
}

void copy_to_host(void* to, const void* from, size_t nbytes, const OnDevice& on) {
  copy_memory(to, from, nbytes, on);
  check(driver().synchronize_stream(on.stream()), "cudaStreamSynchronize");
}
void copy_from_host(void* to, const void* from, size_t nbytes, const OnDevice& on) {
  copy_memory(to, from, nbytes, on);
  check(driver().synchronize_stream(on.stream()), "cudaStreamSynchronize");
}

void fill_elements(const TensorBase& t, const char* bits) {
  if (t.numel() == 0) return;
  const OnDevice on(t);
  Iterator it(t.sizes());
  it.add(t);
  it.add_value(bits);
  it.build();
  const LoopFn loop = copy_loop(static_cast<int64_t>(t.itemsize()));
  for_operands(it, bits, bits + 16, [&](const Operands& o) { loop(o, nullptr, on.stream()); });
}

namespace {

struct Moves {
  static void transfer(const Tensor& to, const Tensor& from, bool non_blocking) { copy_values(to, from, non_blocking); }
  static void conjugate(const Tensor& t) { run_copy(t, t, select(conj_loops, t.dtype()), OnDevice(t)); }
  static void fill(const TensorBase& t, const char* bits) { fill_elements(t, bits); }
};
using Kernels = CopyKernels<Moves>;

}  // namespace

Tensor copy(Out out, const Tensor& self, const Tensor& src, bool non_blocking) {
  return Kernels::copy(out, self, src, non_blocking);
}
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format) { return Kernels::clone(self, memory_format); }
Tensor to_copy(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format) {
  return Kernels::to_copy(self, options, non_blocking, memory_format);
}
Tensor conj_physical(Out out, const Tensor& self) { return Kernels::conj_physical(out, self); }
Tensor fill(Out out, const Tensor& self, const Scalar& value) { return Kernels::fill(out, self, value); }
Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value) { return Kernels::fill_tensor(out, self, value); }

Scalar item(const Tensor& self) {
  TORCHPP_CHECK(self.numel() == 1, "a Tensor with ", self.numel(), " elements cannot be converted to Scalar");
  const OnDevice on(self);
  alignas(16) char bits[16] = {};
  copy_to_host(bits, self.impl()->data(), self.itemsize(), on);
  return number_at(self, bits);
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/core/grad_mode.h>

#include <mutex>

#include "src/autograd/copy_slices.h"
#include "src/autograd/derivative.h"
#include "src/autograd/meta.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/view.h"

namespace torchpp {

namespace autograd {

namespace {

// The tensors that have a tangent of the open level; the tangents are cleared when the level ends. Worker threads of
// the thread that opened the level also add tensors.
struct Level {
  SpinLock lock;
  std::vector<weak_intrusive_ptr<TensorImpl>> tensors;
};
Level* open_level() { return static_cast<Level*>(thread_state.dual_tensors); }

void set_slot(const TensorBase& t, Tensor tangent) {
  AutogradMeta& m = ensure_meta(t);
  if (Level* level = open_level(); level != nullptr && !m.tangent.defined()) {
    weak_intrusive_ptr<TensorImpl> weak(t.getIntrusivePtr());
    const std::lock_guard<SpinLock> held(level->lock);
    level->tensors.push_back(std::move(weak));
  }
  m.tangent = std::move(tangent);
}

// A tangent of its own memory, laid out as the tensor, so that views of one are views of the other.
Tensor laid_out_as(const Tensor& t, const Tensor& tangent) {
  if (TORCHPP_UNLIKELY(t.is_nested() || t.is_sparse())) return op::clone(tangent, MemoryFormat::Preserve);
  Tensor own = op::empty_strided(t.sizes(), t.strides(), t.options());
  op::copy(Out::in_place(own), own, tangent, false);
  return own;
}

bool usable(const Tensor& t, const Tensor& tangent) {
  return tangent.sizes() == t.sizes() && tangent.strides() == t.strides() && tangent.dtype() == t.dtype() &&
         tangent.use_count() == 1 && !tangent.is_view() && tangent.storage().use_count() == 1 && !tangent.is_conj() &&
         !tangent.is_neg();
}

bool base_has_tangent(const TensorBase& t) {
  const ViewInfo* view = t.impl()->view_info();
  return view != nullptr && view->base->autograd_meta() != nullptr && view->base->autograd_meta()->tangent.defined();
}

// Gives the view, which has none, its part of the base's tangent.
void adopt_from_base(const TensorBase& t) {
  const TensorBase base(t.impl()->view_info()->base);
  const AutoFwGradMode off(false);
  set_slot(t, ViewGeometry(base, t).of(meta_of(base)->tangent));
}

}  // namespace

bool has_tangent(const TensorBase& t) {
  const AutogradMeta* m = meta_of(t);
  return (m != nullptr && m->tangent.defined()) || base_has_tangent(t);
}

const Tensor& tangent_of(const TensorBase& t) {
  if (meta_of(t) == nullptr || !meta_of(t)->tangent.defined()) adopt_from_base(t);
  return meta_of(t)->tangent;
}

void copy_tangent(const TensorBase& from, const TensorBase& to) {
  if (thread_state.dual_level >= 0 && has_tangent(from)) set_slot(to, tangent_of(from));
}

void set_tangent(const TensorBase& base_handle, Tensor tangent, bool in_place) {
  const Tensor t(base_handle);
  const AutoFwGradMode off(false);
  if (!in_place) {
    if (t.is_view() && tangent.sizes() == t.sizes() && tangent.dtype() == t.dtype()) return set_slot(t, tangent);
    return set_slot(t, usable(t, tangent) ? std::move(tangent) : laid_out_as(t, tangent));
  }
  if (!has_tangent(t)) {
    const ViewInfo* view = t.impl()->view_info();
    if (view == nullptr) return set_slot(t, laid_out_as(t, tangent));
    const Tensor base(view->base);
    const Tensor zeros = op::empty_strided(base.sizes(), base.strides(), base.options());
    op::fill(Out::in_place(zeros), zeros, 0);
    set_slot(base, zeros);
  }
  const Tensor own = tangent_of(t);
  if (tangent.defined()) op::copy(Out::in_place(own), own, tangent, false);
  else op::fill(Out::in_place(own), own, 0);
}

}  // namespace autograd

namespace forward_ad {

uint64_t enter_dual_level() {
  TORCHPP_CHECK(thread_state.dual_level < 0, "Nested forward mode AD is not supported at the moment");
  thread_state.dual_tensors = new autograd::Level;
  thread_state.dual_level = 0;
  thread_state.refresh();
  return 0;
}

void exit_dual_level(uint64_t level) {
  TORCHPP_CHECK(thread_state.dual_level == static_cast<int8_t>(level),
                "exit_dual_level: Trying to exit a forward AD level that was not the last one that was created. ",
                "We only support exiting the last one.");
  autograd::Level* const open = autograd::open_level();
  for (auto& weak : open->tensors)
    if (auto impl = weak.lock(); impl && impl->autograd_meta() != nullptr) impl->autograd_meta()->tangent = Tensor();
  delete open;
  thread_state.dual_tensors = nullptr;
  thread_state.dual_level = -1;
  thread_state.refresh();
}

namespace {

// A view of the tensor that has the history but takes no part in its tangent.
Tensor alias_without_tangent(const Tensor& t) {
  const AutoFwGradMode off(false);
  return op::alias(t);
}

}  // namespace

Tensor make_dual(const Tensor& primal, const Tensor& tangent) {
  TORCHPP_CHECK(thread_state.dual_level >= 0,
                "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() "
                "first.");
  TORCHPP_CHECK_VALUE(isDifferentiableType(primal.dtype()),
                      "Expected primal to be floating point or complex, but got: ", primal.dtype());
  TORCHPP_CHECK_VALUE(isDifferentiableType(tangent.dtype()),
                      "Expected tangent to be floating point or complex, but got: ", tangent.dtype());
  TORCHPP_CHECK(primal.sizes() == tangent.sizes(),
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is "
                "not supported. Tensor is of size ",
                primal.sizes(), " while the given forward gradient is of size ", tangent.sizes(), ".");
  TORCHPP_CHECK(primal.dtype() == tangent.dtype(), "make_dual: Expected tangent to have the dtype of the primal, ",
                primal.dtype(), ", but got: ", tangent.dtype());
  TORCHPP_CHECK(!autograd::has_tangent(primal), "make_dual: the primal has a tangent at this level already");
  const Tensor dual = alias_without_tangent(primal);
  const AutoFwGradMode off(false);
  // The user's tensor itself where possible, so that gradients with respect to it can be asked for.
  autograd::set_slot(dual, tangent.strides() == primal.strides() ? tangent : autograd::laid_out_as(dual, tangent));
  return dual;
}

std::tuple<Tensor, Tensor> unpack_dual(const Tensor& tensor) {
  if (thread_state.dual_level < 0 || !autograd::has_tangent(tensor)) return {tensor, Tensor()};
  const Tensor primal = alias_without_tangent(tensor);
  primal.impl()->set_view_info(nullptr);
  return {primal, autograd::tangent_of(tensor)};
}

}  // namespace forward_ad

Tensor Tensor::_fw_grad(int64_t level) const {
  TORCHPP_CHECK(level == 0, "_fw_grad: got level ", level, ", expected 0: one level exists");
  return autograd::has_tangent(*this) ? autograd::tangent_of(*this) : Tensor();
}

Tensor _make_dual(const Tensor& primal, const Tensor& tangent, int64_t level) {
  TORCHPP_CHECK(level == 0, "_make_dual: got level ", level, ", expected 0: one level exists");
  return forward_ad::make_dual(primal, tangent);
}
std::tuple<Tensor, Tensor> _unpack_dual(const Tensor& dual, int64_t level) {
  TORCHPP_CHECK(level == 0, "_unpack_dual: got level ", level, ", expected 0: one level exists");
  return forward_ad::unpack_dual(dual);
}

}  // namespace torchpp

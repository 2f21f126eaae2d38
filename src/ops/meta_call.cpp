// SPDX-License-Identifier: BSD-3-Clause
// Calls of the CPU's kernels with Meta tensors, whose rules then only create the results.
#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

#include "src/core/view.h"
#include "src/dispatch/conversions.h"

namespace torchpp {

namespace {

void check_on_meta(const OpBase& op, const Tensor& t) {
  TORCHPP_CHECK(t.is_meta(), op.name(), ": Expected all tensors to be on the same device, but found at least two ",
                "devices, meta and ", t.device());
}

// The tensor that replaces `t` in a call on Meta tensors: `t` itself, or for a 0-dim tensor on the CPU one on Meta.
// Throws for other tensors that are not on Meta.
Tensor on_meta(const OpBase& op, const Tensor& t) {
  // A wrapped number stays on the CPU, because rules may read its value.
  if (!t.defined() || t.is_meta() || t.impl()->is_wrapped_number()) return t;
  if (!t.is_cpu() || t.dim() != 0) check_on_meta(op, t);
  return Tensor(make_tensor({}, t.scalar_type(), Device(kMeta)));
}

}  // namespace

void OpBase::call_on_meta(void (*rule)(), void* const* arguments, void* const* results) const {
  const detail::Signature& s = *signature_;
  if (traits_.mixed) return s.invoke(rule, arguments, results);
  std::vector<void*> on_meta_arguments(arguments, arguments + s.argument_count);
  std::vector<std::vector<Tensor>> tensors(s.argument_count);
  std::vector<TensorList> lists(s.argument_count);
  for (size_t i = 0; i < s.argument_count; ++i) {
    const detail::Kind kind = s.argument(i).kind;
    if (kind == detail::kind_of<Tensor>) {
      tensors[i].push_back(on_meta(*this, detail::as<Tensor>(arguments[i])));
      on_meta_arguments[i] = tensors[i].data();
    } else if (kind == detail::kind_of<TensorList>) {
      for (const Tensor& t : detail::as<TensorList>(arguments[i])) tensors[i].push_back(on_meta(*this, t));
      lists[i] = tensors[i];
      on_meta_arguments[i] = &lists[i];
    } else if (kind == detail::kOutKind) {
      const Out& out = detail::as<Out>(arguments[i]);
      for (size_t k = 0; k < out.count(); ++k) check_on_meta(*this, out.tensor(k));
    }
  }
  s.invoke(rule, on_meta_arguments.data(), results);
}

}  // namespace torchpp

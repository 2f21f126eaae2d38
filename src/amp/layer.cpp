// SPDX-License-Identifier: BSD-3-Clause
#include "src/amp/layer.h"

#include <torchpp/amp/cast_rule.h>
#include <torchpp/tensor.h>

#include <new>

#include "src/amp/casts.h"
#include "src/core/thread_state.h"
#include "src/dispatch/conversions.h"
#include "src/dispatch/state.h"

namespace torchpp::amp {
namespace {

using torchpp::detail::as;
using torchpp::detail::AutocastCall;
using torchpp::detail::Kind;
using torchpp::detail::kind_of;
using torchpp::detail::kMostObjects;
using torchpp::detail::Signature;

// Objects that live as long as a call, at addresses that stay.
template <class T>
class Objects {
 public:
  Objects() = default;
  ~Objects() {
    while (count_ > 0) at(--count_)->~T();
  }
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  T* add(T value) { return new (at(count_++)) T(std::move(value)); }

 private:
  T* at(size_t i) { return reinterpret_cast<T*>(memory_) + i; }
  alignas(T) unsigned char memory_[kMostObjects * sizeof(T)];
  size_t count_ = 0;
};

// Calls f(tensor) for each tensor among the arguments, in their order.
template <class F>
void for_tensors(const Signature& s, void* const* arguments, const F& f) {
  const auto all = [&f](TensorList list) {
    for (const Tensor& t : list) f(t);
  };
  for (size_t i = 0; i < s.argument_count; ++i) {
    const Kind kind = s.argument(i).kind;
    if (kind == kind_of<Tensor>) f(as<Tensor>(arguments[i]));
    else if (kind == kind_of<TensorList>) all(as<TensorList>(arguments[i]));
    else if (kind == kind_of<std::vector<Tensor>>) all(as<std::vector<Tensor>>(arguments[i]));
    else if (kind == kind_of<optional<Tensor>>) {
      if (const auto& t = as<optional<Tensor>>(arguments[i])) f(*t);
    }
  }
}

// The arguments of a call, of which some are replaced.
class Arguments {
 public:
  Arguments(const Signature& s, void* const* given) : signature_(s) {
    for (size_t i = 0; i < s.argument_count; ++i) at_[i] = given[i];
  }

  void* const* get() const { return at_; }

  void convert(ScalarType to, DeviceType device) {
    for (size_t i = 0; i < signature_.argument_count; ++i) {
      const Kind kind = signature_.argument(i).kind;
      if (kind == kind_of<Tensor>) {
        const Tensor& t = as<Tensor>(at_[i]);
        if (is_converted(t, to, device)) at_[i] = conversion_of(t, to);
      } else if (kind == kind_of<TensorList>) {
        const TensorList list = as<TensorList>(at_[i]);
        if (changes(list, to, device)) at_[i] = views_.add(TensorList(*lists_.add(converted_list(list, to, device))));
      } else if (kind == kind_of<std::vector<Tensor>>) {
        const TensorList list = as<std::vector<Tensor>>(at_[i]);
        if (changes(list, to, device)) at_[i] = lists_.add(converted_list(list, to, device));
      } else if (kind == kind_of<optional<Tensor>>) {
        const auto& t = as<optional<Tensor>>(at_[i]);
        if (t && is_converted(*t, to, device)) at_[i] = optionals_.add(converted(*t, to));
      }
    }
  }

  // Gives the result Float as its dtype where the caller left that open.
  void set_dtype() {
    for (size_t i = 0; i < signature_.argument_count; ++i) {
      if (signature_.argument(i).kind != kind_of<optional<ScalarType>>) continue;
      if (!as<optional<ScalarType>>(at_[i])) at_[i] = &float_;
      return;
    }
  }

 private:
  // A handle that is never destroyed, because it has no reference of its own.
  struct LentHandle {
    alignas(Tensor) unsigned char bytes[sizeof(Tensor)];
  };

  void* conversion_of(const Tensor& t, ScalarType to) {
    TensorImpl* const kept = lent_.find(t, to);
    if (kept == nullptr) return tensors_.add(converted(t, to));
    return new (handles_[handle_count_++].bytes) Tensor(intrusive_ptr<TensorImpl>::reclaim(kept));
  }
  static bool changes(TensorList list, ScalarType to, DeviceType device) {
    for (const Tensor& t : list)
      if (is_converted(t, to, device)) return true;
    return false;
  }

  const Signature& signature_;
  void* at_[kMostObjects];
  Objects<Tensor> tensors_;
  Objects<TensorList> views_;
  Objects<std::vector<Tensor>> lists_;
  Objects<optional<Tensor>> optionals_;
  LentCasts lent_;
  LentHandle handles_[kMostObjects];
  size_t handle_count_ = 0;
  optional<ScalarType> float_ = kFloat;
};

// Finds the widest dtype among eligible tensors: Float if one of them is, else the lower one.
class Widest {
 public:
  Widest(const OpBase& op, DeviceType device) : op_(op), device_(device), lower_(lower_dtype(device)), dtype_(lower_) {}

  void add(const Tensor& t) {
    if (!is_eligible(t, device_)) return;
    if (t.scalar_type() == kFloat || dtype_ == kFloat) dtype_ = kFloat;
    else
      TORCHPP_CHECK(t.scalar_type() == lower_, op_.name(), ": Unexpected floating ScalarType under autocast: got ",
                    t.dtype(), ", expected ", toString(lower_), " or Float");
  }
  ScalarType dtype() const { return dtype_; }

 private:
  const OpBase& op_;
  DeviceType device_;
  ScalarType lower_, dtype_;
};

ScalarType widest(const AutocastCall& call) {
  Widest found(call.op, call.device);
  for_tensors(call.op.signature(), call.arguments, [&](const Tensor& t) { found.add(t); });
  return found.dtype();
}

bool first_is_eligible(const AutocastCall& call) {
  bool seen = false, eligible = false;
  for_tensors(call.op.signature(), call.arguments, [&](const Tensor& t) {
    if (!seen) eligible = is_eligible(t, call.device);
    seen = true;
  });
  return eligible;
}

// Converts and calls. Autocast is off meanwhile: the caller excludes the key.
void call_with_casts(const AutocastCall& call) {
  Arguments arguments(call.op.signature(), call.arguments);
  switch (call.rule) {
    case Autocast::kLower: arguments.convert(lower_dtype(call.device), call.device); break;
    case Autocast::kFp32:
    case Autocast::kFp32Overload:  // the norm of what is converted first is that overload's result
      arguments.convert(kFloat, call.device);
      break;
    case Autocast::kFp32Dtype:
      if (first_is_eligible(call)) arguments.set_dtype();
      break;
    case Autocast::kPromote: arguments.convert(widest(call), call.device); break;
    case Autocast::kBanned:
      TORCHPP_FAIL_KIND(kError, call.op.name(),
                        " and nn::BCELoss are unsafe to autocast: the logarithms of what a sigmoid gives in float16 "
                        "overflow. Give binary_cross_entropy_with_logits or nn::BCEWithLogitsLoss what comes before "
                        "the sigmoid; those are safe");
    case Autocast::kNone: break;
  }
  call.below(call, arguments.get());
}

}  // namespace

void install_layer() { torchpp::detail::autocast_layer.store(&call_with_casts, std::memory_order_release); }

void detail::call_boxed_with_casts(Autocast rule, DeviceType device, const OperatorHandle& op, DispatchKeySet keys,
                                   Stack& stack) {
  const ExcludeKeys below(DispatchKey::Autocast);
  ScalarType to = rule == Autocast::kLower ? lower_dtype(device) : kFloat;
  if (rule == Autocast::kPromote) {
    Widest found(*op.op, device);
    for (const IValue& v : stack) {
      if (v.isTensor()) found.add(v.toTensor());
      else if (v.isTensorList())
        for (const Tensor& t : v.toTensorVector()) found.add(t);
    }
    to = found.dtype();
  }
  for (IValue& v : stack) {
    if (v.isTensor()) {
      const Tensor t = v.toTensor();
      if (is_converted(t, to, device)) v = converted(t, to);
    } else if (v.isTensorList()) {
      v = converted_list(v.toTensorVector(), to, device);
    }
  }
  op.redispatch_boxed(keys - DispatchKey::Autocast, stack);
}

}  // namespace torchpp::amp

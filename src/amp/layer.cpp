// SPDX-License-Identifier: BSD-3-Clause
#include "src/amp/layer.h"

#include <torchpp/amp/cast_rule.h>
#include <torchpp/tensor.h>

#include <algorithm>
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

// The arguments of a call, of which some are replaced by their conversions. Every operator pays for this where autocast
// is on: what most calls do not need, is out of line.
class Arguments {
 public:
  Arguments(const Signature& s, void* const* given, ScalarType to, DeviceType device) : lent_(to, device) {
    const auto* const types = s.types + s.result_count;
    const size_t count = s.argument_count;
    for (size_t i = 0; i < count; ++i) {
      const Kind kind = types[i].kind;
      void* argument = given[i];
      if (kind == kind_of<Tensor>) {
        if (is_converted(as<Tensor>(argument), to, device)) argument = conversion_of(as<Tensor>(argument), to);
      } else if ((kOthers >> kind & 1) != 0) {
        argument = converted_other(kind, argument, to, device);
      }
      at_[i] = argument;
    }
  }

  void* const* get() const { return at_; }

 private:
  static_assert(torchpp::detail::kKinds <= 64);
  // The kinds other than Tensor that hold tensors.
  static constexpr uint64_t kOthers = uint64_t{1} << kind_of<TensorList> | uint64_t{1} << kind_of<std::vector<Tensor>> |
                                      uint64_t{1} << kind_of<optional<Tensor>>;

  // What was made for this call.
  struct Made {
    Objects<Tensor> tensors;
    Objects<TensorList> views;
    Objects<std::vector<Tensor>> lists;
    Objects<optional<Tensor>> optionals;
  };
  Made& made() {
    if (!made_) made_.emplace();
    return *made_;
  }

  void* conversion_of(const Tensor& t, ScalarType to) {
    Tensor* const kept = lent_.find(t);
    return TORCHPP_LIKELY(kept != nullptr) ? kept : new_conversion_of(t, to);
  }
  TORCHPP_COLD Tensor* new_conversion_of(const Tensor& t, ScalarType to) {
    Tensor result = converted(t, to);
    return made().tensors.add(std::move(result));
  }

  TORCHPP_NOINLINE void* converted_other(Kind kind, void* argument, ScalarType to, DeviceType device) {
    if (kind == kind_of<TensorList>) {
      const TensorList list = as<TensorList>(argument);
      if (changes(list, to, device)) return made().views.add(*made().lists.add(converted_list(list, to, device)));
    } else if (kind == kind_of<std::vector<Tensor>>) {
      const TensorList list = as<std::vector<Tensor>>(argument);
      if (changes(list, to, device)) return made().lists.add(converted_list(list, to, device));
    } else {
      const auto& t = as<optional<Tensor>>(argument);
      if (t && is_converted(*t, to, device)) return made().optionals.add(converted(*t, to));
    }
    return argument;
  }
  static bool changes(TensorList list, ScalarType to, DeviceType device) {
    for (const Tensor& t : list)
      if (is_converted(t, to, device)) return true;
    return false;
  }

  LentCasts lent_;
  optional<Made> made_;
  void* at_[kMostObjects];
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

// Gives the result Float as its dtype where the caller left that open.
void call_with_dtype(const AutocastCall& call) {
  if (!first_is_eligible(call)) return call.below(call, call.arguments);
  const Signature& s = call.op.signature();
  void* arguments[kMostObjects];
  std::copy_n(call.arguments, s.argument_count, arguments);
  optional<ScalarType> dtype = kFloat;
  for (size_t i = 0; i < s.argument_count; ++i) {
    if (s.argument(i).kind != kind_of<optional<ScalarType>>) continue;
    if (!as<optional<ScalarType>>(arguments[i])) arguments[i] = &dtype;
    break;
  }
  call.below(call, arguments);
}

[[noreturn]] TORCHPP_COLD void fail_banned(const OpBase& op) {
  TORCHPP_FAIL_KIND(kError, op.name(),
                    " and nn::BCELoss are unsafe to autocast: the logarithms of what a sigmoid gives in float16 "
                    "overflow. Give binary_cross_entropy_with_logits or nn::BCEWithLogitsLoss what comes before "
                    "the sigmoid; those are safe");
}

// Converts and calls. Autocast is off meanwhile: the caller excludes the key.
void call_with_casts(const AutocastCall& call) {
  ScalarType to = kFloat;
  switch (call.rule) {
    case Autocast::kLower: to = lower_dtype(call.device); break;
    case Autocast::kFp32:
    case Autocast::kFp32Overload: break;  // the norm of what is converted first is that overload's result
    case Autocast::kFp32Dtype: return call_with_dtype(call);
    case Autocast::kPromote: to = widest(call); break;
    case Autocast::kBanned: fail_banned(call.op);
    case Autocast::kNone: return call.below(call, call.arguments);
  }
  const Arguments arguments(call.op.signature(), call.arguments, to, call.device);
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

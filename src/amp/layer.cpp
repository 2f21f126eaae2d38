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

static_assert(torchpp::detail::kKinds <= 64);
// The kinds other than Tensor that hold tensors.
constexpr uint64_t kOtherTensors = uint64_t{1} << kind_of<TensorList> | uint64_t{1} << kind_of<std::vector<Tensor>> |
                                   uint64_t{1} << kind_of<optional<Tensor>>;

// The arguments of a call, of which some are replaced by their conversions, which live as long as this object.
class Arguments {
 public:
  Arguments(const Signature& s, void* const* given, ScalarType to, DeviceType device) {
    for (size_t i = 0; i < s.argument_count; ++i) at_[i] = argument(s.argument(i).kind, given[i], to, device);
  }

  void* const* get() const { return at_; }

 private:
  void* argument(Kind kind, void* given, ScalarType to, DeviceType device) {
    if (kind == kind_of<Tensor>) {
      const Tensor& t = as<Tensor>(given);
      if (is_converted(t, to, device)) return tensors_.add(converted(t, to));
    } else if (kind == kind_of<TensorList>) {
      const TensorList list = as<TensorList>(given);
      if (changes(list, to, device)) return views_.add(*lists_.add(converted_list(list, to, device)));
    } else if (kind == kind_of<std::vector<Tensor>>) {
      const TensorList list = as<std::vector<Tensor>>(given);
      if (changes(list, to, device)) return lists_.add(converted_list(list, to, device));
    } else if (kind == kind_of<optional<Tensor>>) {
      const auto& t = as<optional<Tensor>>(given);
      if (t && is_converted(*t, to, device)) return optionals_.add(converted(*t, to));
    }
    return given;
  }
  static bool changes(TensorList list, ScalarType to, DeviceType device) {
    for (const Tensor& t : list)
      if (is_converted(t, to, device)) return true;
    return false;
  }

  Objects<Tensor> tensors_;
  Objects<TensorList> views_;
  Objects<std::vector<Tensor>> lists_;
  Objects<optional<Tensor>> optionals_;
  void* at_[kMostObjects];
};

// Converts and calls. Out of line, because its large frame would cost calls that convert nothing.
TORCHPP_NOINLINE void call_with_conversions(const AutocastCall& call, ScalarType to) {
  const Arguments arguments(call.op.signature(), call.arguments, to, call.device);
  call.below(call, arguments.get());
}

// Conversions that the thread keeps, used by one call where they are.
class Loan {
 public:
  explicit Loan(Casts* casts) : casts_(casts) {
    if (casts_ != nullptr) casts_->lend();
  }
  ~Loan() {
    if (casts_ != nullptr) casts_->end_loan();
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

 private:
  Casts* casts_;
};

// Calls with the arguments in this dtype. Most calls convert nothing but weights, whose conversions are kept: each
// instruction of that path is paid for by every operator that autocast has a rule for.
TORCHPP_INLINE void call_with(const AutocastCall& call, ScalarType to, Casts* kept) {
  const Signature& s = call.op.signature();
  const DeviceType device = call.device;
  const History history = history_now();
  const auto* const types = s.types + s.result_count;
  const size_t count = s.argument_count;
  void* const* const given = call.arguments;
  void* arguments[kMostObjects];
  for (size_t i = 0; i < count; ++i) {
    void* const argument = arguments[i] = given[i];
    const Kind kind = types[i].kind;
    if (kind != kind_of<Tensor>) {
      if ((kOtherTensors >> kind & 1) != 0) return call_with_conversions(call, to);
      continue;
    }
    const Tensor& t = as<Tensor>(argument);
    if (!t.defined() || t.impl()->dtype() == to || !is_converted(t, to, device)) continue;
    Cast* const found = kept != nullptr && is_weight(t) ? kept->find(*t.impl(), history, to) : nullptr;
    if (TORCHPP_UNLIKELY(found == nullptr)) return call_with_conversions(call, to);
    arguments[i] = &found->result;
  }
  const Loan loan(kept);
  call.below(call, arguments);
}

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

TORCHPP_NOINLINE void call_without_kept(const AutocastCall& call, ScalarType to) { call_with(call, to, nullptr); }

TORCHPP_NOINLINE void call_by_other_rule(const AutocastCall& call) {
  switch (call.rule) {
    case Autocast::kPromote: return call_without_kept(call, widest(call));
    case Autocast::kFp32:
    case Autocast::kFp32Overload:  // the norm of what is converted first is that overload's result
      return call_without_kept(call, kFloat);
    case Autocast::kFp32Dtype: return call_with_dtype(call);
    case Autocast::kBanned: fail_banned(call.op);
    case Autocast::kLower:
    case Autocast::kNone: break;
  }
}

// Autocast is off meanwhile: the caller excludes the key.
void call_with_casts(const AutocastCall& call) {
  if (TORCHPP_UNLIKELY(call.rule != Autocast::kLower)) return call_by_other_rule(call);
  const ScalarType to = lower_dtype(call.device);
  call_with(call, to, casts_in_use());
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

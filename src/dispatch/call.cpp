// SPDX-License-Identifier: BSD-3-Clause
// Boxed calls, and calls for which the slot of the highest key is empty. Both use an operator's signature as data.
#include <torchpp/dispatch/op.h>

#include <algorithm>

#include "src/dispatch/conversions.h"
#include "src/dispatch/state.h"

namespace torchpp {

using detail::as;
using detail::Conversion;
using detail::conversions;
using detail::Kind;
using detail::kind_of;
using detail::Signature;

namespace {

// Whether a call has no tensors because the lists that it passes are empty, not because tensors are undefined.
bool takes_empty_lists_only(const Signature& s, void* const* arguments) {
  bool lists = false;
  for (size_t i = 0; i < s.argument_count; ++i) {
    const Kind kind = s.argument(i).kind;
    if (kind == kind_of<Tensor>) return false;
    if (kind != kind_of<TensorList>) continue;
    if (!as<TensorList>(arguments[i]).empty()) return false;
    lists = true;
  }
  return lists;
}

// The device for which a call is cast that has tensors on these devices: Meta for none. CUDA comes first, since tensors
// of the CPU among its own are numbers.
DeviceType autocast_device(DispatchKeySet on) {
  return on.has(DispatchKey::CUDA) ? kCUDA : on.has(DispatchKey::CPU) ? kCPU : kMeta;
}

// Small enough to be passed in one register.
struct AutocastRule {
  Autocast rule;
  DeviceType device;
  DispatchKeySet keys;  // below autocast's
};
// Derived, so that the layer can pass the call on without knowing what else that needs.
struct CallWithCasts : detail::AutocastCall {
  DispatchKeySet keys;
  void (*kernel)();  // of their highest, where the slot has one
  void* const* results;
};

// What autocast does with a call whose highest key is its own: kNone where that is nothing, and for destinations.
TORCHPP_INLINE AutocastRule autocast_rule(const OpBase& op, DispatchKeySet keys, void* const* arguments) {
  const DeviceType device = autocast_device(keys & thread_state.autocast.devices);
  const OpTraits& traits = op.traits();
  Autocast rule = device == kCUDA ? traits.autocast_cuda : device == kCPU ? traits.autocast_cpu : Autocast::kNone;
  if (op.signature().has_out() && !as<Out>(arguments[0]).functional()) rule = Autocast::kNone;
  return {rule, device, keys - DispatchKey::Autocast};
}

TORCHPP_NOINLINE void call_autocast_layer(const CallWithCasts& call) {
  const ExcludeKeys excluded(DispatchKey::Autocast);
  detail::autocast_layer.load(std::memory_order_acquire)(call);
}

// Owns the objects of a boxed call.
class Objects {
 public:
  Objects() = default;
  ~Objects() {
    while (destroyed_ > 0) destroyed_ -= 1, destroy_[destroyed_].function(destroy_[destroyed_].object);
  }
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  void* construct(const Conversion& c) { return c.construct(next_), added(c); }
  void* unpack(const Conversion& c, IValue* values) { return c.unpack(next_, values), added(c); }

 private:
  void* added(const Conversion& c) {
    if (c.destroy != nullptr) destroy_[destroyed_++] = {c.destroy, next_};
    return next_++;
  }

  detail::ObjectMemory memory_[detail::kMostObjects];
  detail::ObjectMemory* next_ = memory_;
  struct {
    void (*function)(void* object);
    void* object;
  } destroy_[detail::kMostObjects];
  size_t destroyed_ = 0;
};

// Name of the argument at an index of a schema: "alpha" for 1 of "(Tensor self, *, Scalar alpha=1)"; "" without names.
std::string argument_name(const std::string& schema, size_t index) {
  size_t at = schema.find('(') + 1;
  int depth = 0;
  std::string argument;
  for (; at < schema.size() && depth >= 0; ++at) {
    const char c = schema[at];
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth >= 0 && !(c == ',' && depth == 0)) {
      argument += c;
      continue;
    }
    if (argument != " *" && argument != "*" && index-- == 0) {
      argument.resize(std::min(argument.size(), argument.find('=')));
      const size_t space = argument.rfind(' ');
      return space == std::string::npos ? "" : argument.substr(space + 1);
    }
    argument.clear();
  }
  return "";
}

// Appends the values of an object to the stack.
void push(Stack& stack, Kind kind, void* object) {
  const size_t at = stack.size();
  stack.resize(at + detail::values_of(kind));
  conversions[kind].put(object, stack.data() + at);
}

bool converts(Kind kind, IValue* value) {
  try {
    Objects().unpack(conversions[kind], value);
    return true;
  } catch (const TypeError&) {
    return false;
  }
}

std::string describe(const IValue& v) {
  return v.isBoolList() ? str("bool[", v.toBoolVector().size(), "]") : std::string(v.type_name());
}

// Reports the value at `index` of the call's values, which could not be converted to `kind`.
[[noreturn]] TORCHPP_COLD void fail_argument(const OperatorHandle& op, IValue* values, size_t index, Kind kind) {
  if (kind == detail::kOptionsKind) {
    constexpr Kind kParts[] = {kind_of<optional<ScalarType>>, kind_of<optional<Layout>>, kind_of<optional<Device>>,
                               kind_of<optional<bool>>};
    const Kind* part = kParts;
    while (converts(*part, values + index)) ++part, ++index;
    kind = *part;
  }
  const std::string name = argument_name(op.schema(), index);
  TORCHPP_FAIL_KIND(kType, op.name(), ": argument ", index + 1, name.empty() ? "" : " (" + name + ")", ": got ",
                    describe(values[index]), ", expected ", conversions[kind].name);
}

}  // namespace

void OperatorHandle::call_boxed(Stack& stack) const { op->call_boxed(form, nullptr, stack); }
void OperatorHandle::redispatch_boxed(DispatchKeySet keys, Stack& stack) const { op->call_boxed(form, &keys, stack); }

void OpBase::call_boxed(Out::Form form, const DispatchKeySet* given_keys, Stack& stack) const {
  if (TORCHPP_UNLIKELY(!has_form(form))) fail_form(form);
  const Signature& s = *signature_;
  const size_t outs = form == Out::Form::kOut ? s.result_count : 0, expected = s.value_count + outs;
  TORCHPP_CHECK_TYPE(stack.size() >= expected, name(form), ": got ", stack.size(), " values on the stack, expected ",
                     expected);
  const size_t first = stack.size() - expected;
  IValue* const values = stack.data() + first;

  Objects objects;
  size_t at = 0;  // index of the next value
  Kind kind = 0;
  const auto unpack = [&] {
    void* const object = objects.unpack(conversions[kind], values + at);
    at += detail::values_of(kind);
    return object;
  };
  void* arguments[detail::kMostObjects];
  const Tensor* destinations[detail::kMostObjects];
  DispatchKeySet keys;
  try {
    for (size_t i = s.has_out() ? 1 : 0; i < s.argument_count; ++i) {
      kind = s.argument(i).kind;
      arguments[i] = unpack();
      if (const auto keys_of = conversions[kind].keys) keys = keys | keys_of(arguments[i]);
    }
    kind = kind_of<Tensor>;
    for (size_t i = 0; i < outs; ++i) destinations[i] = &as<Tensor>(unpack());
  } catch (const TypeError&) {
    fail_argument(handle(form), values, at, kind);
  }
  Out out;
  if (form == Out::Form::kInPlace) out = Out::in_place(as<Tensor>(arguments[1]));
  else if (outs == 1) out = Out::to(*destinations[0]);
  else if (outs > 1) out = Out::to(destinations, outs);
  if (s.has_out()) arguments[0] = &out;
  void* results[detail::kMostObjects];
  for (size_t i = 0; i < s.result_count; ++i) results[i] = objects.construct(conversions[s.result(i).kind]);

  keys = given_keys != nullptr ? *given_keys : detail::effective_keys_inline(keys | detail::keys_of_any(out));
  const auto kernel = keys.empty() ? nullptr : kernel_in_slot(keys.highest());
  if (TORCHPP_LIKELY(kernel != nullptr)) s.invoke(kernel, arguments, results);
  else dispatch(keys, arguments, results);

  stack.resize(first);
  if (out.functional()) {
    for (size_t i = 0; i < s.result_count; ++i) push(stack, s.result(i).kind, results[i]);
  } else {
    for (size_t i = 0; i < out.count(); ++i) push(stack, kind_of<Tensor>, detail::address_of(out.tensor(i)));
  }
}

void OpBase::dispatch(DispatchKeySet keys, void* const* arguments, void* const* results) const {
  constexpr void (*kBelow)(const detail::AutocastCall& call, void* const* with) = [](const detail::AutocastCall& c,
                                                                                     void* const* with) {
    const auto& call = static_cast<const CallWithCasts&>(c);
    if (TORCHPP_LIKELY(call.kernel != nullptr)) call.op.signature().invoke(call.kernel, with, call.results);
    else call.op.dispatch(call.keys, with, call.results);
  };
  constexpr auto kSearch = [](const OpBase& op, DispatchKeySet keys, void* const* arguments,
                              void* const* results) TORCHPP_NOINLINE {
    const Signature& s = op.signature();
    // By reference: its two words, which the caller has just written, would be copied as one, and that waits.
    static constexpr Out kNone;
    const Out& out = s.has_out() ? as<Out>(arguments[0]) : kNone;
    for (;;) {
      if (keys.empty()) {
        if (!op.traits_.composite) {
          TORCHPP_CHECK(!takes_empty_lists_only(s, arguments), "torch.", op.name(),
                        "(): expected a non-empty list of Tensors");
          op.fail_no_keys(out.form());
        }
        keys = DispatchKey::CPU;
      }
      const DispatchKey key = keys.highest();
      if (const auto kernel = op.kernel_in_slot(key)) return s.invoke(kernel, arguments, results);
      // A kernel for one device's part of autocast serves while it is on for that device.
      const DispatchKeySet parts = key == DispatchKey::Autocast ? keys & thread_state.autocast.devices : keys;
      if (const Override* o = op.has_overrides() ? op.find_override(key, out.form(), parts) : nullptr) {
        if (o->boxed != nullptr) return op.call_with_stack(o->boxed, out, keys, arguments, results);
        if (o->whole) return o->signature->invoke(o->natural, arguments, results);
        return op.call_natural(*o, out, arguments, results);
      }
      if (key == DispatchKey::Autocast)
        if (const auto rule = autocast_rule(op, keys, arguments); rule.rule != Autocast::kNone)
          return call_autocast_layer({{rule.rule, rule.device, op, arguments, kBelow}, rule.keys, nullptr, results});
      if (const BoxedKernel f = detail::fallback(key)) return op.call_with_stack(f, out, keys, arguments, results);
      if (key == DispatchKey::Meta && op.traits_.meta)
        return op.call_on_meta(op.kernel_in_slot(DispatchKey::CPU), arguments, results);
      if (is_backend_key(key) && !(op.traits_.composite && key != DispatchKey::CPU))
        op.fail_no_kernel(out.form(), key, keys);
      keys = keys - key;
    }
  };

  // All calls of a network under autocast come here: they skip what the others need, and the registers that it takes.
  const auto slot = [this](DispatchKey key) { return static_cast<const Op<void()>*>(this)->kernel(key); };
  if (!keys.empty() && keys.highest() == DispatchKey::Autocast && !has_overrides() &&
      slot(DispatchKey::Autocast) == nullptr) {
    const auto rule = autocast_rule(*this, keys, arguments);
    if (const auto kernel = rule.keys.empty() ? nullptr : slot(rule.keys.highest())) {
      if (rule.rule != Autocast::kNone)
        return call_autocast_layer({{rule.rule, rule.device, *this, arguments, kBelow}, rule.keys, kernel, results});
      if (detail::fallback(DispatchKey::Autocast) == nullptr) return signature_->invoke(kernel, arguments, results);
    }
  }
  kSearch(*this, keys, arguments, results);
}

void OpBase::call_natural(const Override& o, const Out& out, void* const* arguments, void* const* results) const {
  const auto call = [&](void* const* with) { o.signature->invoke(o.natural, with, results); };
  if (o.form == Out::Form::kFunctional) {
    call(arguments + 1);
    if (out.functional()) return;
    for (size_t i = 0; i < out.count(); ++i) {
      detail::assign(out.count() == 1 ? out : Out::to(out.tensor(i)), as<Tensor>(results[i]));
      const Conversion& c = conversions[kind_of<Tensor>];
      c.destroy(results[i]), c.construct(results[i]);
    }
    return;
  }
  const bool in_place = o.form == Out::Form::kInPlace;
  // The arguments after Out; in place, the destination replaces self.
  std::vector<void*> reordered(arguments + (in_place ? 2 : 1), arguments + signature_->argument_count);
  for (size_t i = 0; i < out.count(); ++i)
    reordered.insert(in_place ? reordered.begin() : reordered.end(), detail::address_of(out.tensor(i)));
  call(reordered.data());
}

void OpBase::call_with_stack(BoxedKernel kernel, const Out& out, DispatchKeySet keys, void* const* arguments,
                             void* const* results) const {
  const Signature& s = *signature_;
  Stack stack;
  stack.reserve(s.argument_count + 4);
  for (size_t i = s.has_out() ? 1 : 0; i < s.argument_count; ++i) push(stack, s.argument(i).kind, arguments[i]);
  if (out.is_out())
    for (size_t i = 0; i < out.count(); ++i) push(stack, kind_of<Tensor>, detail::address_of(out.tensor(i)));
  const OperatorHandle op = handle(out.form());
  kernel(op, keys, stack);
  if (!out.functional()) return;  // the results are in the destinations
  TORCHPP_CHECK_TYPE(stack.size() >= s.result_count, op.name(), ": got ", stack.size(),
                     " results from a boxed kernel, expected ", static_cast<int>(s.result_count));
  for (size_t i = 0; i < s.result_count; ++i) {
    IValue& value = stack[stack.size() - s.result_count + i];
    const Conversion& c = conversions[s.result(i).kind];
    if (c.destroy != nullptr) c.destroy(results[i]);
    try {
      c.unpack(results[i], &value);
    } catch (const TypeError&) {
      c.construct(results[i]);
      TORCHPP_FAIL_KIND(kType, op.name(), ": result ", i + 1, " of a boxed kernel: got ", describe(value),
                        ", expected ", c.name);
    } catch (...) {
      c.construct(results[i]);
      throw;
    }
  }
}

}  // namespace torchpp

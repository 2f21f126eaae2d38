// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/any_module.h>

#include "modules/module_private.h"

namespace torchpp {

namespace nn {

using torchpp::detail::type_name;

void detail::fail_argument(size_t index, const std::type_info& expected, const std::type_info& got) {
  TORCHPP_FAIL_KIND(kType, "Expected argument #", index, " to be of type ", type_name(expected),
                    ", but received value of type ", type_name(got));
}

void detail::fail_empty_holder() { TORCHPP_FAIL_KIND(kError, "Accessing empty ModuleHolder"); }

AnyModule AnyModule::clone(optional<Device> device) const {
  AnyModule copy;
  if (is_empty()) return copy;
  copy = *this;
  copy.module_ = module_->clone(device);
  // The clone is of the same class: its object lies as far from its Module as the original's.
  copy.object_ = dynamic_cast<void*>(copy.module_.get());
  const Module &original = *module_, &cloned = *copy.module_;
  TORCHPP_CHECK(typeid(cloned) == typeid(original) && dynamic_cast<void*>(module_.get()) == object_,
                "AnyModule::clone: ", module_->name(), " does not clone to its own class");
  return copy;
}

AnyValue AnyModule::call(AnyValue* first, size_t count) {
  std::vector<AnyValue> arguments(std::make_move_iterator(first), std::make_move_iterator(first + count));
  TORCHPP_CHECK(!is_empty(), "Cannot call forward() on an empty AnyModule");
  if (arguments.size() != type_->arity) {
    const auto defaults = module_->_forward_default_args();
    const size_t required = defaults.empty() ? type_->arity : defaults.front().first;
    if (defaults.empty())
      TORCHPP_FAIL_KIND(kError, type_name(type_info()), "'s forward() method expects ", type_->arity,
                        " argument(s), but received ", arguments.size(), ".",
                        arguments.size() < type_->arity
                            ? " If " + type_name(type_info()) +
                                  "'s forward() method has default arguments, please make sure the forward() method is "
                                  "declared with a corresponding `FORWARD_HAS_DEFAULT_ARGS` macro."
                            : std::string());
    TORCHPP_CHECK(arguments.size() >= required && arguments.size() <= type_->arity, type_name(type_info()),
                  "'s forward() method expects at least ", required, " argument(s) and at most ", type_->arity,
                  " argument(s), but received ", arguments.size(), ".");
    for (const auto& [position, value] : defaults)
      if (position == arguments.size()) arguments.push_back(value);
    TORCHPP_CHECK(arguments.size() == type_->arity, type_name(type_info()),
                  ": FORWARD_HAS_DEFAULT_ARGS does not give every default argument of forward()");
  }
  TORCHPP_NAMING_MODULE_BEGIN
  return call_forward(arguments);
  TORCHPP_NAMING_MODULE_END(*module_)
}

AnyValue AnyModule::call_forward(std::vector<AnyValue>& arguments) {
  if (TORCHPP_LIKELY(!module_->has_hooks())) return type_->call(object_, arguments.data());
  const auto backward = detail::run_forward_pre_hooks(*module_, arguments);
  TORCHPP_CHECK(arguments.size() == type_->arity, "A forward pre-hook must keep the number of arguments");
  std::vector<AnyValue> passed = arguments;  // the call takes its arguments' values away
  AnyValue result = type_->call(object_, passed.data());
  detail::run_forward_hooks(*module_, arguments, result, backward);
  return result;
}

Tensor AnyModule::forward_any_tensor(const Tensor& input) { return any_forward(input).get<Tensor>(); }

void AnyModule::check_holds(const char* function) const {
  TORCHPP_CHECK(!is_empty(), "Cannot call ", function, "() on an empty AnyModule");
}

void AnyModule::check_type(const char* function, const std::type_info& expected) const {
  check_holds(function);
  TORCHPP_CHECK_TYPE(expected == type_->type(), "Attempted to cast module of type ", type_name(type_->type()),
                     " to type ", type_name(expected));
}

}  // namespace nn
}  // namespace torchpp

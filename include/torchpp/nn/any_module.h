// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file AnyModule: a module of any class, called without knowing its class.

#include <torchpp/nn/module.h>

namespace torchpp {
namespace nn {
namespace detail {

// What AnyModule does with a module of one class: plain functions, in a constant table per class.
struct AnyModuleType {
  const std::type_info& (*type)();
  size_t arity;
  AnyValue (*call)(void* module, AnyValue* arguments);
  Tensor (*call_tensor)(void* module, const Tensor& input);  // null unless forward is Tensor(Tensor)
};

[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_argument(size_t index, const std::type_info& expected,
                                                         const std::type_info& got);

template <class T>
inline constexpr bool is_storable_argument =
    !std::is_lvalue_reference_v<T> || std::is_const_v<std::remove_reference_t<T>>;

template <class T>
std::decay_t<T>&& take_argument(AnyValue* arguments, size_t index) {
  if (auto* value = arguments[index].template try_get<std::decay_t<T>>()) return std::move(*value);
  fail_argument(index, typeid(std::decay_t<T>), arguments[index].type_info());
}

template <class M, class R, class... Args>
struct AnyModuleCall {
  static_assert((is_storable_argument<Args> && ...),
                "Modules stored inside AnyModule must not take references. Use pointers instead.");
  static_assert(!std::is_void_v<R>, "AnyModule cannot store modules that return void (you can return a dummy value).");

  template <size_t... I>
  static AnyValue call_indexed(M& module, [[maybe_unused]] AnyValue* arguments, std::index_sequence<I...>) {
    return AnyValue(module.forward(take_argument<Args>(arguments, I)...));
  }
  static AnyValue call(void* module, AnyValue* arguments) {
    return call_indexed(*static_cast<M*>(module), arguments, std::index_sequence_for<Args...>());
  }
  static Tensor call_tensor(void* module, const Tensor& input) {
    if constexpr (sizeof...(Args) == 1 && (std::is_same_v<std::decay_t<Args>, Tensor> && ...) &&
                  !(std::is_rvalue_reference_v<Args> || ...) && std::is_same_v<std::decay_t<R>, Tensor>)
      return static_cast<M*>(module)->forward(input);
    else return Tensor();
  }
  static const std::type_info& type() { return typeid(M); }
  static constexpr AnyModuleType table = {&type, sizeof...(Args), &call,
                                          sizeof...(Args) == 1 && (std::is_same_v<std::decay_t<Args>, Tensor> && ...) &&
                                                  !(std::is_rvalue_reference_v<Args> || ...) &&
                                                  std::is_same_v<std::decay_t<R>, Tensor>
                                              ? &call_tensor
                                              : nullptr};
};

template <class M, class C, class R, class... Args>
constexpr const AnyModuleType* any_module_type(R (C::*)(Args...)) {
  return &AnyModuleCall<M, R, Args...>::table;
}
template <class M, class C, class R, class... Args>
constexpr const AnyModuleType* any_module_type(R (C::*)(Args...) const) {
  return &AnyModuleCall<M, R, Args...>::table;
}

template <class M, class = void>
inline constexpr bool has_forward = false;
template <class M>
inline constexpr bool has_forward<M, std::void_t<decltype(&M::forward)>> = true;

}  // namespace detail

/// Holds a module of any class whose forward is no template, takes no references to what it may change, and returns
/// something. Copies share the module. Arguments and results are matched by exact type at run time.
/// Source: libtorch 1.13.
class TORCHPP_API AnyModule {
 public:
  AnyModule() = default;
  template <class ModuleType>
  explicit AnyModule(std::shared_ptr<ModuleType> module) : object_(module.get()), module_(module) {
    static_assert(detail::is_module<ModuleType>, "Can only store object derived from nn::Module into AnyModule");
    static_assert(detail::has_forward<ModuleType>,
                  "Can only store a module with one forward() that is no template into AnyModule. (A Sequential's is "
                  "one: derive from SequentialImpl and give it a forward of fixed types.)");
    type_ = detail::any_module_type<ModuleType>(&ModuleType::forward);
  }
  template <class ModuleType, std::enable_if_t<detail::is_module<ModuleType>, int> = 0>
  explicit AnyModule(ModuleType&& module)
      : AnyModule(std::make_shared<std::decay_t<ModuleType>>(std::forward<ModuleType>(module))) {}
  template <class ModuleType>
  explicit AnyModule(const ModuleHolder<ModuleType>& holder) : AnyModule(holder.ptr()) {}
  template <class ModuleType>
  AnyModule& operator=(std::shared_ptr<ModuleType> module) {
    return *this = AnyModule(std::move(module));
  }

  /// A deep copy of the module.
  AnyModule clone(optional<Device> device = nullopt) const;

  /// Calls forward, with hooks. Error if the number of arguments or a type does not match.
  template <class... Args>
  AnyValue any_forward(Args&&... args) {
    AnyValue arguments[sizeof...(Args) + 1] = {as_value(std::forward<Args>(args))...};
    return call(arguments, sizeof...(Args));
  }
  template <class Result = Tensor, class... Args>
  Result forward(Args&&... args) {
    return any_forward(std::forward<Args>(args)...).template get<Result>();
  }
  /// Whether forward takes a tensor and returns one, so that forward_tensor is the faster call.
  bool takes_tensor() const noexcept { return type_ != nullptr && type_->call_tensor != nullptr; }
  /// forward(input), without looking at types where the module takes a tensor and returns one.
  Tensor forward_tensor(const Tensor& input) {
    if (TORCHPP_UNLIKELY(!takes_tensor() || module_->has_hooks())) return forward_any_tensor(input);
    TORCHPP_NAMING_MODULE_BEGIN
    return type_->call_tensor(object_, input);
    TORCHPP_NAMING_MODULE_END(*module_)
  }

  /// The module as its class; TypeError if it is of another one.
  template <class T, std::enable_if_t<detail::is_module<T>, int> = 0>
  T& get() {
    check_type("get", typeid(T));
    return *static_cast<T*>(object_);
  }
  template <class T, std::enable_if_t<detail::is_module<T>, int> = 0>
  const T& get() const {
    check_type("get", typeid(T));
    return *static_cast<const T*>(object_);
  }
  /// The module in a holder of its class.
  template <class T, class Contained = typename T::ContainedType>
  T get() const {
    check_type("get", typeid(Contained));
    return T(std::shared_ptr<Contained>(module_, static_cast<Contained*>(object_)));
  }
  std::shared_ptr<Module> ptr() const {
    check_holds("ptr");
    return module_;
  }
  template <class T, std::enable_if_t<detail::is_module<T>, int> = 0>
  std::shared_ptr<T> ptr() const {
    check_type("ptr", typeid(T));
    return std::shared_ptr<T>(module_, static_cast<T*>(object_));
  }
  const std::type_info& type_info() const {
    check_holds("type_info");
    return type_->type();
  }
  bool is_empty() const noexcept { return module_ == nullptr; }

 private:
  template <class T>
  static AnyValue as_value(T&& value) {
    if constexpr (std::is_same_v<std::decay_t<T>, AnyValue>) return std::forward<T>(value);
    else return AnyValue(std::forward<T>(value));
  }
  AnyValue call(AnyValue* arguments, size_t count);
  AnyValue call_forward(std::vector<AnyValue>& arguments);
  Tensor forward_any_tensor(const Tensor& input);
  void check_holds(const char* function) const;
  void check_type(const char* function, const std::type_info& expected) const;

  void* object_ = nullptr;  // the module as its own class
  const detail::AnyModuleType* type_ = nullptr;
  std::shared_ptr<Module> module_;
};

/// A module and the name that it will have in a Sequential.
class NamedAnyModule {
 public:
  template <class ModuleType>
  NamedAnyModule(std::string name, std::shared_ptr<ModuleType> module)
      : NamedAnyModule(std::move(name), AnyModule(std::move(module))) {}
  template <class ModuleType, std::enable_if_t<detail::is_module<ModuleType>, int> = 0>
  NamedAnyModule(std::string name, ModuleType&& module)
      : NamedAnyModule(std::move(name), AnyModule(std::forward<ModuleType>(module))) {}
  template <class ModuleType>
  NamedAnyModule(std::string name, const ModuleHolder<ModuleType>& holder)
      : NamedAnyModule(std::move(name), holder.ptr()) {}
  NamedAnyModule(std::string name, AnyModule module) : name_(std::move(name)), module_(std::move(module)) {}

  const std::string& name() const noexcept { return name_; }
  AnyModule& module() noexcept { return module_; }
  const AnyModule& module() const noexcept { return module_; }

 private:
  std::string name_;
  AnyModule module_;
};

}  // namespace nn
}  // namespace torchpp

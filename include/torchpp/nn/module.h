// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Module, the base of everything that has parameters, and ModuleHolder, the handle by which modules are used.

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/nn/any_value.h>
#include <torchpp/nn/impl_pointer.h>
#include <torchpp/nn/ordered_dict.h>
#include <torchpp/serialize/archive.h>
#include <torchpp/tensor.h>

#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp {
namespace nn {

class Module;
template <class Contained>
class ModuleHolder;
class AnyModule;

namespace detail {

struct Cloning;
struct ModuleHolderIndicator {};
template <class T>
inline constexpr bool is_module_holder = std::is_base_of_v<ModuleHolderIndicator, std::decay_t<T>>;
template <class T>
inline constexpr bool is_module = std::is_base_of_v<Module, std::decay_t<T>>;
// Whether T is the holder of Contained.
template <class T, class Contained, class = void>
inline constexpr bool is_holder_of = false;
template <class T, class Contained>
inline constexpr bool is_holder_of<T, Contained, std::enable_if_t<is_module_holder<T>>> =
    std::is_same_v<typename std::decay_t<T>::ContainedType, Contained>;

struct Hooks;
/// Hooks of one module. A copied module has copies of the hooks, as in Python.
class TORCHPP_API HooksOwner {
 public:
  HooksOwner() = default;
  HooksOwner(const HooksOwner& o);
  HooksOwner(HooksOwner&&) noexcept = default;
  HooksOwner& operator=(const HooksOwner& o);
  HooksOwner& operator=(HooksOwner&&) noexcept = default;
  bool empty() const noexcept { return hooks_ == nullptr; }
  Hooks* get() const noexcept { return static_cast<Hooks*>(hooks_.get()); }
  /// Makes them if there are none.
  const std::shared_ptr<void>& make();

 private:
  std::shared_ptr<void> hooks_;  // of Hooks; std::shared_ptr<Hooks> would cost every including file compile time
};

/// The children of a module, and where it stands itself: among those of the module that it was last registered with.
/// A copy has the same children, which stay where they stand, and stands nowhere.
class TORCHPP_API Family {
 public:
  using Children = OrderedDict<std::string, std::shared_ptr<Module>>;
  Family();
  Family(const Family& o);
  Family& operator=(const Family& o);
  ~Family();

  const Children& children() const noexcept { return children_; }
  /// Error if the name is taken.
  void insert(std::string name, std::shared_ptr<Module> module);
  /// Errors if the name is not there.
  void replace(const std::string& name, std::shared_ptr<Module> module);
  void erase(const std::string& name);
  void clear();
  /// All children stand here from now on.
  void adopt();
  /// The names from the topmost module down to this one, joined by dots; empty if this is the topmost one.
  std::string path() const;

 private:
  void release();
  void leave(Module& child) const;

  Children children_;
  const Family* above_ = nullptr;
};

/// How many hooks stand for all modules.
extern TORCHPP_API int global_hooks;

/// What backward hooks of one call share; none without such hooks.
struct BackwardHookCall;
TORCHPP_API std::shared_ptr<BackwardHookCall> run_forward_pre_hooks(Module& module, std::vector<AnyValue>& arguments);
TORCHPP_API void run_forward_hooks(Module& module, const std::vector<AnyValue>& arguments, AnyValue& result,
                                   const std::shared_ptr<BackwardHookCall>& backward);

}  // namespace detail

/// Runs before a module's forward; may replace arguments by values of the same type.
using ForwardPreHook = Callable<void(Module& module, std::vector<AnyValue>& arguments)>;
/// Runs after a module's forward; may replace the result by a value of the same type. A forward that returns nothing
/// has an empty result.
using ForwardHook = Callable<void(Module& module, const std::vector<AnyValue>& arguments, AnyValue& result)>;

/// Runs in backward, once the gradients of a call's inputs are known: one per tensor among the arguments and one per
/// tensor of the result (a tensor, or a tuple or vector of them); undefined where none is needed. May replace
/// grad_input's.
using FullBackwardHook =
    Callable<void(Module& module, std::vector<Tensor>& grad_input, const std::vector<Tensor>& grad_output)>;

/// Takes a hook away again. The hook stays if the handle is dropped.
class TORCHPP_API RemovableHandle {
 public:
  RemovableHandle() = default;
  RemovableHandle(const std::shared_ptr<void>& hooks, unsigned id);
  /// Does nothing the second time, or when the module is gone.
  void remove();

 private:
  std::weak_ptr<void> hooks_;  // of detail::Hooks
  unsigned id_ = 0;
};

/// What load_state_dict found to differ.
struct IncompatibleKeys {
  std::vector<std::string> missing_keys;     ///< of the module, but not in the dictionary
  std::vector<std::string> unexpected_keys;  ///< in the dictionary, but not of the module
};

/// State by name: "layers.0.weight".
class StateDict : public OrderedDict<std::string, Tensor> {
 public:
  using OrderedDict::OrderedDict;
  StateDict() = default;
  StateDict(OrderedDict<std::string, Tensor> tensors)  // NOLINT: implicit, a dictionary without versions
      : OrderedDict(std::move(tensors)) {}
  /// Module::state_version of each module by its path ("layers.0", and "" for the topmost): what Python keeps beside
  /// its dictionaries as `_metadata`. Files of tensors have none.
  OrderedDict<std::string, int64_t> versions{"Version"};
};

/// Base of all modules: a tree of named children, with named parameters (trained) and buffers (other state) at each
/// node. A derived class registers its parts in its constructor (or in reset(), see Cloneable) and gives a method
/// `forward`.
///
/// Modules are used through handles (ModuleHolder, shared_ptr); most traversals need no such owner.
/// Names: those of a nested module are joined by dots. Undefined tensors are left out of all results.
/// Source: libtorch 1.13; hooks, state dictionaries and lookups by path: PyTorch 1.13's Python front end, of which
/// share_memory() is left out: no tensors are shared between processes.
class TORCHPP_API Module : public std::enable_shared_from_this<Module> {
 public:
  using ModuleApplyFunction = Callable<void(Module&)>;
  using ConstModuleApplyFunction = Callable<void(const Module&)>;
  using NamedModuleApplyFunction = Callable<void(const std::string&, Module&)>;
  using ConstNamedModuleApplyFunction = Callable<void(const std::string&, const Module&)>;
  using ModulePointerApplyFunction = Callable<void(const std::shared_ptr<Module>&)>;
  using NamedModulePointerApplyFunction = Callable<void(const std::string&, const std::shared_ptr<Module>&)>;

  /// A module with a name of its own instead of its class's.
  explicit Module(std::string name);
  Module();
  virtual ~Module();

  const std::string& name() const noexcept;

  /// A deep copy, on another device if asked. Only classes derived from Cloneable have it; Error for others.
  virtual std::shared_ptr<Module> clone(const optional<Device>& device = nullopt) const;

  /// Calls the function with this module, then with each below, children in order of registration, each before its own.
  /// Forms that pass a shared_ptr need this module to be held by one.
  void apply(const ModuleApplyFunction& function);
  void apply(const ConstModuleApplyFunction& function) const;
  void apply(const NamedModuleApplyFunction& function, const std::string& name_prefix = std::string());
  void apply(const ConstNamedModuleApplyFunction& function, const std::string& name_prefix = std::string()) const;
  void apply(const ModulePointerApplyFunction& function) const;
  void apply(const NamedModulePointerApplyFunction& function, const std::string& name_prefix = std::string()) const;

  std::vector<Tensor> parameters(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;
  OrderedDict<std::string, Tensor> named_buffers(bool recurse = true) const;
  /// With include_self this module must be held by a shared_ptr.
  std::vector<std::shared_ptr<Module>> modules(bool include_self = true) const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_modules(const std::string& name_prefix = std::string(),
                                                                  bool include_self = true) const;
  std::vector<std::shared_ptr<Module>> children() const;
  OrderedDict<std::string, std::shared_ptr<Module>> named_children() const;

  /// The part at a path such as "layers.0.weight"; Error that names the step that failed.
  std::shared_ptr<Module> get_submodule(const std::string& target) const;
  Tensor get_parameter(const std::string& target) const;
  Tensor get_buffer(const std::string& target) const;

  /// Training or evaluation, for this module and all below. A new module trains.
  virtual void train(bool on = true);
  void eval();
  virtual bool is_training() const noexcept;

  /// Moves and converts parameters, their gradients and buffers; they stay the same tensors for optimizers and others.
  /// A floating dtype converts floating and complex tensors only (a counter stays an integer), as in Python.
  virtual void to(Device device, ScalarType dtype, bool non_blocking = false);
  virtual void to(ScalarType dtype, bool non_blocking = false);
  virtual void to(Device device, bool non_blocking = false);
  /// Lays tensors of four (ChannelsLast) or five (ChannelsLast3d) dimensions out so.
  void to(MemoryFormat memory_format);
  /// Memory of the same shapes on the device, with any values.
  void to_empty(Device device);
  void half() { to(kHalf); }
  void bfloat16() { to(kBFloat16); }
  /// Converts every parameter and buffer to the dtype, integers too.
  void type(ScalarType dtype);

  /// Sets the gradients of all parameters to zero, or takes them away.
  virtual void zero_grad(bool set_to_none = false);
  void requires_grad_(bool requires_grad = true);

  /// This module as another class, or as what a holder holds: `m->as<Linear>()`; null if it is none.
  template <class T>
  auto* as() noexcept {
    if constexpr (detail::is_module_holder<T>) return dynamic_cast<typename T::ContainedType*>(this);
    else return dynamic_cast<T*>(this);
  }
  template <class T>
  auto* as() const noexcept {
    if constexpr (detail::is_module_holder<T>) return dynamic_cast<const typename T::ContainedType*>(this);
    else return dynamic_cast<const T*>(this);
  }

  /// Writes parameters and buffers under their names, children as nested archives.
  virtual void save(serialize::OutputArchive& archive) const;
  /// Reads what save writes. Error for a tensor that is missing or of another shape; then nothing is changed. Names in
  /// the archive that the module does not have are passed over. Tensors take over dtype and device of the archive.
  virtual void load(serialize::InputArchive& archive);
  /// False for modules that save passes over.
  virtual bool is_serializable() const;

  /// Parameters and persistent buffers by name, with the prefix before it: the names that PyTorch writes to files.
  /// Tensors share the module's memory and are detached unless keep_vars.
  StateDict state_dict(const std::string& prefix = std::string(), bool keep_vars = false) const;
  /// Copies values of the dictionary into parameters and buffers, converted to their dtype and device. Sizes that
  /// differ and, if strict, missing and unexpected names are one Error that lists them all; then nothing is changed.
  IncompatibleKeys load_state_dict(const StateDict& state_dict, bool strict = true);
  /// State of a derived class that is no parameter or buffer, kept as "_extra_state"; none if undefined.
  virtual Tensor get_extra_state() const;
  virtual void set_extra_state(const Tensor& state);
  /// The version of the layout of this class's own state, which state_dict notes. A class that changes its layout
  /// returns a higher one, and reads older dictionaries by a hook (register_load_state_dict_pre_hook).
  virtual int64_t state_version() const;

  /// Writes this module alone, without its children: the class and its options. To be overridden where Python's modules
  /// override extra_repr; the base writes the class's name.
  virtual void pretty_print(std::ostream& stream) const;

  /// Error if the name is empty, has a dot or is taken. An undefined tensor holds the place of an absent parameter.
  Tensor& register_parameter(std::string name, Tensor tensor, bool requires_grad = true);
  /// A buffer that is not persistent is left out of state_dict.
  Tensor& register_buffer(std::string name, Tensor tensor, bool persistent = true);
  template <class ModuleType>
  std::shared_ptr<ModuleType> register_module(std::string name, std::shared_ptr<ModuleType> module) {
    insert_child(std::move(name), module);
    return module;
  }
  template <class ModuleType>
  std::shared_ptr<ModuleType> register_module(std::string name, ModuleHolder<ModuleType> holder) {
    return register_module(std::move(name), holder.ptr());
  }
  template <class ModuleOrHolder>
  auto add_module(std::string name, ModuleOrHolder module) {
    return register_module(std::move(name), std::move(module));
  }
  /// Error if there is no child of the name.
  template <class ModuleType>
  std::shared_ptr<ModuleType> replace_module(const std::string& name, std::shared_ptr<ModuleType> module) {
    replace_child(name, module);
    return module;
  }
  template <class ModuleType>
  std::shared_ptr<ModuleType> replace_module(const std::string& name, ModuleHolder<ModuleType> holder) {
    return replace_module(name, holder.ptr());
  }
  void unregister_module(const std::string& name);

  /// Hooks run when the module is called through a holder, an AnyModule or a Sequential, in order of registration; a
  /// direct call of the method forward runs none.
  RemovableHandle register_forward_pre_hook(ForwardPreHook hook);
  RemovableHandle register_forward_hook(ForwardHook hook);
  RemovableHandle register_full_backward_hook(FullBackwardHook hook);
  /// The older form: runs with the gradients of the operator that computed the result (the first one of several), not
  /// those of the module's arguments. Error if the module has hooks of the other form.
  RemovableHandle register_backward_hook(FullBackwardHook hook);
  /// Runs after state_dict has written this module and those below; may change the dictionary.
  RemovableHandle register_state_dict_hook(Callable<void(const Module&, StateDict&, const std::string& prefix)> hook);
  /// Runs before load_state_dict reads for this module; may change the dictionary, which is a copy.
  RemovableHandle register_load_state_dict_pre_hook(Callable<void(Module&, StateDict&, const std::string&)> hook);
  /// Runs after load_state_dict; may take names out of the lists.
  RemovableHandle register_load_state_dict_post_hook(Callable<void(Module&, IncompatibleKeys&)> hook);
  bool has_hooks() const noexcept { return !hooks_.empty() || detail::global_hooks != 0; }

 protected:
  /// The default arguments of forward, each with its position; FORWARD_HAS_DEFAULT_ARGS overrides it.
  virtual std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const;
  /// Whether load_state_dict(strict) accepts that this name (without path) is missing in a dictionary of an earlier
  /// state_version() or of none.
  virtual bool may_be_missing(const std::string& name) const;

  OrderedDict<std::string, Tensor> parameters_;

 private:
  friend struct detail::Cloning;
  friend class AnyModule;
  friend class detail::Family;
  friend struct ModuleAccess;
  friend TORCHPP_API std::ostream& operator<<(std::ostream& stream, const Module& module);

  /// Makes this module, a clone of the right class, an equal copy of `other`.
  virtual void clone_(Module& other, const optional<Device>& device);
  void forget_parts();
  void copy_parts(const Module& original, const optional<Device>& device);
  void insert_child(std::string name, std::shared_ptr<Module> module);
  void replace_child(const std::string& name, std::shared_ptr<Module> module);
  std::shared_ptr<Module> shared_from_this_checked() const;

  OrderedDict<std::string, Tensor> buffers_;
  detail::Family family_;
  std::vector<std::string> not_persistent_;  // names of buffers
  mutable std::string name_;                 // of the class, once it was asked for
  detail::HooksOwner hooks_;
  bool is_training_ = true;
};

/// Hooks of all modules of the process. Set them while no module is being called.
TORCHPP_API RemovableHandle register_module_forward_pre_hook(ForwardPreHook hook);
TORCHPP_API RemovableHandle register_module_forward_hook(ForwardHook hook);
/// Error if there are hooks of the other form for all modules.
TORCHPP_API RemovableHandle register_module_full_backward_hook(FullBackwardHook hook);
/// The older form, as Module::register_backward_hook.
TORCHPP_API RemovableHandle register_module_backward_hook(FullBackwardHook hook);

/// Writes the module with all below, an indented line each.
TORCHPP_API std::ostream& operator<<(std::ostream& stream, const Module& module);
TORCHPP_API serialize::OutputArchive& operator<<(serialize::OutputArchive& archive,
                                                 const std::shared_ptr<Module>& module);
TORCHPP_API serialize::InputArchive& operator>>(serialize::InputArchive& archive,
                                                const std::shared_ptr<Module>& module);

namespace detail {

[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_empty_holder();
/// To be called while an exception is handled, which it throws again: an Error with the path of the innermost module
/// called and its class behind the message. The path begins below the topmost module: of those that were called through
/// a handle, the outermost one and what it was registered with, so that a direct call of forward names the same path.
[[noreturn]] TORCHPP_API TORCHPP_COLD void rethrow_from(const Module& module);

// A block whose errors name the module. Clients may be compiled without exceptions.
#ifdef __cpp_exceptions
#define TORCHPP_NAMING_MODULE_BEGIN try {
#define TORCHPP_NAMING_MODULE_END(module)        \
  }                                              \
  catch (...) {                                  \
    ::torchpp::nn::detail::rethrow_from(module); \
  }
#else
#define TORCHPP_NAMING_MODULE_BEGIN {
#define TORCHPP_NAMING_MODULE_END(module) }
#endif

/// Calls forward with hooks around it. Apart from the holder, so that the common call stays small. A forward that
/// returns a reference keeps returning it, so hooks see its value but cannot replace it.
template <class Result, class Contained, size_t... I, class... Args>
TORCHPP_NOINLINE Result call_with_hooks(Contained& module, std::index_sequence<I...>, Args&&... args) {
  constexpr bool copyable = std::is_void_v<Result> || std::is_copy_constructible_v<std::decay_t<Result>>;
  if constexpr (copyable && (std::is_copy_constructible_v<std::decay_t<Args>> && ...)) {
    std::vector<torchpp::detail::Known<AnyValue, Contained>> arguments{AnyValue(std::forward<Args>(args))...};
    const auto backward = run_forward_pre_hooks(module, arguments);
    TORCHPP_CHECK(arguments.size() == sizeof...(Args), "A forward pre-hook must keep the number of arguments");
    auto forward = [&]() -> Result {
      return module.forward(static_cast<Args&&>(arguments[I].template value<std::decay_t<Args>>())...);
    };
    AnyValue result;
    if constexpr (std::is_void_v<Result>) {
      forward();
      run_forward_hooks(module, arguments, result, backward);
    } else if constexpr (std::is_reference_v<Result>) {
      Result reference = forward();
      result = AnyValue(reference);
      run_forward_hooks(module, arguments, result, backward);
      return static_cast<Result>(reference);
    } else {
      result = AnyValue(forward());
      run_forward_hooks(module, arguments, result, backward);
      return std::move(result.template value<std::decay_t<Result>>());
    }
  } else {
    TORCHPP_FAIL_KIND(kError, "The module has hooks, which need arguments and a result that can be copied");
  }
}

}  // namespace detail

/// A handle on a module that is used like a value: copies of it are the same module. TORCH_MODULE(Name) makes a class
/// of it for NameImpl. The handles of the library's own modules are names for it, `Linear` for
/// ModuleHolder<LinearImpl>: a class derived from a template is completed where it is declared, which for all of them
/// takes a twentieth of the time that compiling the headers takes, and a name only where it is used. Source:
/// libtorch 1.13.
template <class Contained>
class ModuleHolder : detail::ModuleHolderIndicator {
 public:
  using ContainedType = Contained;
  using Impl = Contained;

  /// A default-made module; ill-formed if there is none: write `Linear layer = nullptr;` for an empty handle.
  ModuleHolder() : impl_(std::make_shared<Contained>()) {
    static_assert(std::is_default_constructible_v<Contained>,
                  "This module has no default constructor: initialise its holder with nullptr to leave it empty");
  }
  ModuleHolder(std::nullptr_t) {}  // NOLINT: implicit
  /// A module made from these arguments.
  template <class Head, class... Tail,
            std::enable_if_t<!(detail::is_holder_of<Head, Contained> && sizeof...(Tail) == 0), int> = 0>
  explicit ModuleHolder(Head&& head, Tail&&... tail)
      : impl_(std::make_shared<Contained>(std::forward<Head>(head), std::forward<Tail>(tail)...)) {}
  ModuleHolder(std::shared_ptr<Contained> module) : impl_(std::move(module)) {}  // NOLINT: implicit

  explicit operator bool() const noexcept { return !is_empty(); }
  bool is_empty() const noexcept { return impl_ == nullptr; }
  Contained* operator->() { return get(); }
  const Contained* operator->() const { return get(); }
  Contained& operator*() { return *get(); }
  const Contained& operator*() const { return *get(); }
  const std::shared_ptr<Contained>& ptr() const {
    check();
    return impl_.shared();
  }
  Contained* get() {
    check();
    return impl_.operator->();
  }
  const Contained* get() const {
    check();
    return impl_.operator->();
  }

  /// Calls forward, and hooks if there are any. An Error from inside names the module.
  template <class... Args, class C = Contained>
  auto operator()(Args&&... args) -> decltype(std::declval<C&>().forward(std::forward<Args>(args)...)) {
    check();
    TORCHPP_NAMING_MODULE_BEGIN
    if (TORCHPP_UNLIKELY(impl_->has_hooks())) {
      using Result = decltype(impl_->forward(std::forward<Args>(args)...));
      return detail::call_with_hooks<Result>(*impl_, std::index_sequence_for<Args...>(), std::forward<Args>(args)...);
    }
    return impl_->forward(std::forward<Args>(args)...);
    TORCHPP_NAMING_MODULE_END(*impl_)
  }
  template <class Arg>
  decltype(auto) operator[](Arg&& arg) {
    check();
    return (*impl_)[std::forward<Arg>(arg)];
  }

 protected:
  void check() const {
    if (TORCHPP_UNLIKELY(impl_ == nullptr)) detail::fail_empty_holder();
  }
  detail::ImplPointer<Contained> impl_;
};

template <class Contained>
std::ostream& operator<<(std::ostream& stream, const ModuleHolder<Contained>& module) {
  return stream << *module;
}
template <class Contained>
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const ModuleHolder<Contained>& module) {
  return archive << std::shared_ptr<Module>(module.ptr());
}
template <class Contained>
serialize::InputArchive& operator>>(serialize::InputArchive& archive, ModuleHolder<Contained>& module) {
  return archive >> std::shared_ptr<Module>(module.ptr());
}

}  // namespace nn
}  // namespace torchpp

/// Defines the handle `Name` of a module class.
#define TORCHPP_MODULE_IMPL(Name, ImplType)                    \
  class Name : public ::torchpp::nn::ModuleHolder<ImplType> {  \
   public:                                                     \
    using ::torchpp::nn::ModuleHolder<ImplType>::ModuleHolder; \
  }
/// Defines the handle `Name` of the module class `NameImpl`.
#define TORCHPP_MODULE(Name) TORCHPP_MODULE_IMPL(Name, Name##Impl)
/// Lets AnyModule and Sequential call a forward that has default arguments:
/// `FORWARD_HAS_DEFAULT_ARGS({1, AnyValue(2)}, {2, AnyValue(3.0)})` for `forward(int a, int b = 2, double c = 3.0)`.
#define TORCHPP_FORWARD_HAS_DEFAULT_ARGS(...)                                                            \
  ::std::vector<::std::pair<unsigned, ::torchpp::nn::AnyValue>> _forward_default_args() const override { \
    return {__VA_ARGS__};                                                                                \
  }

// libtorch's names, which its clients use for modules of their own.
#define TORCH_MODULE_IMPL(Name, ImplType) TORCHPP_MODULE_IMPL(Name, ImplType)
#define TORCH_MODULE(Name) TORCHPP_MODULE(Name)
#define FORWARD_HAS_DEFAULT_ARGS(...) TORCHPP_FORWARD_HAS_DEFAULT_ARGS(__VA_ARGS__)

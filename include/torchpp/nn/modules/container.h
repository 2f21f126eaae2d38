// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Modules that hold modules or parameters: Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict; and
/// a function as a module. Source: libtorch 1.13; slices and deletion: PyTorch 1.13's Python front end.

#include <torchpp/nn/any_module.h>
#include <torchpp/nn/cloneable.h>

namespace torchpp {
namespace nn {

namespace detail {
[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_class(const Module& module, const std::type_info& expected);
/// The module as a T; TypeError if it is none.
template <class T>
T& as_class(Module& module) {
  if (auto* as_t = dynamic_cast<T*>(&module)) return *as_t;
  fail_class(module, typeid(T));
}
}  // namespace detail

/// Calls its modules one after the other, each with the result of the one before; the first may take several arguments.
/// Modules without a name are called by their position.
class TORCHPP_API SequentialImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  using Iterator = std::vector<AnyModule>::iterator;
  using ConstIterator = std::vector<AnyModule>::const_iterator;

  SequentialImpl();
  template <class... Modules>
  explicit SequentialImpl(Modules&&... modules) {
    modules_.reserve(sizeof...(Modules));
    (push_back(std::forward<Modules>(modules)), ...);
  }
  explicit SequentialImpl(OrderedDict<std::string, AnyModule>&& modules);
  explicit SequentialImpl(std::initializer_list<NamedAnyModule> modules);
  SequentialImpl(const SequentialImpl&) = default;
  SequentialImpl(SequentialImpl&&) = default;
  SequentialImpl(SequentialImpl& o);
  SequentialImpl& operator=(const SequentialImpl&) = default;
  SequentialImpl& operator=(SequentialImpl&&) = default;

  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  /// Error if it is empty, or if the last module does not return a Result.
  template <class Result = Tensor, class... Args>
  Result forward(Args&&... args) {
    if constexpr (std::is_same_v<Result, Tensor> && sizeof...(Args) == 1 &&
                  (std::is_same_v<std::decay_t<Args>, Tensor> && ...)) {
      return forward_tensor(args...);
    } else {
      check_not_empty();
      AnyValue value = modules_[0].any_forward(std::forward<Args>(args)...);
      for (size_t i = 1; i < modules_.size(); ++i) value = modules_[i].any_forward(std::move(value));
      if (auto* result = value.template try_get<Result>()) return std::move(*result);
      fail_result(value.type_info(), typeid(Result));
    }
  }

  template <class ModuleType>
  void push_back(std::shared_ptr<ModuleType> module) {
    push_back(next_name(), AnyModule(std::move(module)));
  }
  template <class ModuleType>
  void push_back(std::string name, std::shared_ptr<ModuleType> module) {
    push_back(std::move(name), AnyModule(std::move(module)));
  }
  template <class ModuleType, std::enable_if_t<detail::is_module<ModuleType>, int> = 0>
  void push_back(ModuleType&& module) {
    push_back(next_name(), AnyModule(std::forward<ModuleType>(module)));
  }
  template <class ModuleType, std::enable_if_t<detail::is_module<ModuleType>, int> = 0>
  void push_back(std::string name, ModuleType&& module) {
    push_back(std::move(name), AnyModule(std::forward<ModuleType>(module)));
  }
  template <class ModuleType>
  void push_back(const ModuleHolder<ModuleType>& holder) {
    push_back(next_name(), AnyModule(holder));
  }
  template <class ModuleType>
  void push_back(std::string name, const ModuleHolder<ModuleType>& holder) {
    push_back(std::move(name), AnyModule(holder));
  }
  void push_back(AnyModule module);
  void push_back(std::string name, AnyModule module);
  template <class ModuleLike>
  SequentialImpl& append(ModuleLike&& module) {
    push_back(std::forward<ModuleLike>(module));
    return *this;
  }
  template <class Container>
  void extend(const Container& container) {
    for (const auto& module : container) push_back(module);
  }

  Iterator begin();
  Iterator end();
  ConstIterator begin() const;
  ConstIterator end() const;
  size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return size() == 0; }
  /// IndexError if the index is out of range; TypeError if the module is of another class.
  template <class T>
  T& at(size_t index) {
    static_assert(detail::is_module<T>, "Can only call Sequential::at with an nn::Module type");
    return modules_[checked(index)].template get<T>();
  }
  template <class T>
  const T& at(size_t index) const {
    static_assert(detail::is_module<T>, "Can only call Sequential::at with an nn::Module type");
    return modules_[checked(index)].template get<T>();
  }
  std::shared_ptr<Module> ptr(size_t index) const;
  template <class T>
  std::shared_ptr<T> ptr(size_t index) const {
    static_assert(detail::is_module<T>, "Can only call Sequential::ptr with an nn::Module type");
    return modules_[checked(index)].template ptr<T>();
  }
  std::shared_ptr<Module> operator[](size_t index) const;

  /// The modules [begin, end) in a Sequential of their own, which shares them.
  std::shared_ptr<SequentialImpl> slice(size_t begin, size_t end) const;
  /// Takes a module out. Later ones that are named by position move up.
  void erase(size_t index);

 private:
  std::string next_name() const;
  size_t checked(size_t index) const;
  void check_not_empty() const;
  Tensor forward_tensor(const Tensor& input);
  [[noreturn]] TORCHPP_COLD static void fail_result(const std::type_info& got, const std::type_info& expected);

  std::vector<AnyModule> modules_;
};

/// Handle on a SequentialImpl.
class TORCHPP_API Sequential : public ModuleHolder<SequentialImpl> {
 public:
  using ModuleHolder<SequentialImpl>::ModuleHolder;
  using Impl = SequentialImpl;
  Sequential() = default;
  /// Named modules: `Sequential({{"conv", Conv2d(1, 8, 3)}, {"relu", ReLU()}})`.
  Sequential(std::initializer_list<NamedAnyModule> modules);
};

/// A list of modules, which it does not call.
class TORCHPP_API ModuleListImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  using Iterator = std::vector<std::shared_ptr<Module>>::iterator;
  using ConstIterator = std::vector<std::shared_ptr<Module>>::const_iterator;

  ModuleListImpl();
  template <class... Modules>
  explicit ModuleListImpl(Modules&&... modules) {
    (push_back(std::forward<Modules>(modules)), ...);
  }
  ModuleListImpl(const ModuleListImpl&) = default;
  ModuleListImpl(ModuleListImpl&&) = default;
  ModuleListImpl(ModuleListImpl& o);
  ModuleListImpl& operator=(const ModuleListImpl&) = default;
  ModuleListImpl& operator=(ModuleListImpl&&) = default;

  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  void push_back(std::shared_ptr<Module> module);
  template <class ModuleType, std::enable_if_t<detail::is_module<ModuleType>, int> = 0>
  void push_back(ModuleType&& module) {
    push_back(std::make_shared<std::decay_t<ModuleType>>(std::forward<ModuleType>(module)));
  }
  template <class ModuleType>
  void push_back(const ModuleHolder<ModuleType>& holder) {
    push_back(std::shared_ptr<Module>(holder.ptr()));
  }
  template <class Container>
  void extend(const Container& container) {
    for (const auto& module : container) push_back(module);
  }
  /// Before the module at the index, which and all later are renamed; IndexError if it is above size().
  void insert(size_t index, std::shared_ptr<Module> module);
  template <class ModuleType, std::enable_if_t<detail::is_module<ModuleType>, int> = 0>
  void insert(size_t index, ModuleType&& module) {
    insert(index, std::make_shared<std::decay_t<ModuleType>>(std::forward<ModuleType>(module)));
  }
  template <class ModuleType>
  void insert(size_t index, const ModuleHolder<ModuleType>& holder) {
    insert(index, std::shared_ptr<Module>(holder.ptr()));
  }
  void erase(size_t index);
  std::shared_ptr<ModuleListImpl> slice(size_t begin, size_t end) const;

  Iterator begin();
  Iterator end();
  ConstIterator begin() const;
  ConstIterator end() const;
  size_t size() const noexcept { return modules_.size(); }
  bool is_empty() const noexcept { return size() == 0; }
  /// IndexError if the index is out of range; TypeError if the module is of another class.
  template <class T>
  T& at(size_t index) {
    static_assert(detail::is_module<T>, "Can only call ModuleList::at with an nn::Module type");
    return detail::as_class<T>(*modules_[checked(index)]);
  }
  template <class T>
  const T& at(size_t index) const {
    static_assert(detail::is_module<T>, "Can only call ModuleList::at with an nn::Module type");
    return detail::as_class<T>(*modules_[checked(index)]);
  }
  std::shared_ptr<Module> ptr(size_t index) const;
  template <class T>
  std::shared_ptr<T> ptr(size_t index) const {
    static_assert(detail::is_module<T>, "Can only call ModuleList::ptr with an nn::Module type");
    return std::dynamic_pointer_cast<T>(modules_[checked(index)]);
  }
  std::shared_ptr<Module> operator[](size_t index) const;

 private:
  size_t checked(size_t index) const;
  std::vector<std::shared_ptr<Module>> modules_;
};
using ModuleList = ModuleHolder<ModuleListImpl>;

/// Modules by name, which it does not call.
class TORCHPP_API ModuleDictImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  using Pairs = std::vector<std::pair<std::string, std::shared_ptr<Module>>>;
  using Dict = OrderedDict<std::string, std::shared_ptr<Module>>;
  using Iterator = Dict::Iterator;
  using ConstIterator = Dict::ConstIterator;

  ModuleDictImpl();
  explicit ModuleDictImpl(const Pairs& modules);
  explicit ModuleDictImpl(const Dict& modules);

  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  Pairs items() const;
  std::vector<std::string> keys() const;
  std::vector<std::shared_ptr<Module>> values() const;
  Iterator begin();
  Iterator end();
  ConstIterator begin() const;
  ConstIterator end() const;
  size_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }
  bool contains(const std::string& key) const noexcept;
  std::shared_ptr<Module> operator[](const std::string& key) const;
  /// Error if there is none of this name; TypeError if the module is of another class.
  template <class T>
  T& at(const std::string& key) {
    static_assert(detail::is_module<T>, "Can only call ModuleDict::at with an nn::Module type");
    return detail::as_class<T>(*modules_[key]);
  }
  template <class T>
  const T& at(const std::string& key) const {
    static_assert(detail::is_module<T>, "Can only call ModuleDict::at with an nn::Module type");
    return detail::as_class<T>(*modules_[key]);
  }
  /// Adds a module, or puts it in the place of the one of this name.
  void insert(const std::string& key, std::shared_ptr<Module> module);
  void update(const Pairs& modules);
  template <class Container>
  void update(const Container& container) {
    for (auto& item : container) insert(item.key(), item.value());
  }
  /// Takes the module out and returns it; Error if there is none.
  std::shared_ptr<Module> pop(const std::string& key);
  void clear();

 private:
  Dict modules_;
};
using ModuleDict = ModuleHolder<ModuleDictImpl>;

/// Parameters by position. Tensors keep whether they require grad.
class TORCHPP_API ParameterListImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  using Iterator = OrderedDict<std::string, Tensor>::Iterator;
  using ConstIterator = OrderedDict<std::string, Tensor>::ConstIterator;

  ParameterListImpl();
  template <class... Tensors, std::enable_if_t<(std::is_convertible_v<Tensors, Tensor> && ...), int> = 0>
  explicit ParameterListImpl(Tensors&&... parameters) {
    (append(Tensor(std::forward<Tensors>(parameters))), ...);
  }

  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  void append(Tensor parameter);
  void append(const OrderedDict<std::string, Tensor>::Item& item);
  template <class Container>
  void extend(const Container& container) {
    for (const auto& parameter : container) append(parameter);
  }
  template <class Container>
  ParameterListImpl& operator+=(const Container& container) {
    extend(container);
    return *this;
  }
  Iterator begin();
  Iterator end();
  ConstIterator begin() const;
  ConstIterator end() const;
  Tensor& at(size_t index);
  const Tensor& at(size_t index) const { return const_cast<ParameterListImpl*>(this)->at(index); }
  Tensor& operator[](size_t index) { return at(index); }
  const Tensor& operator[](size_t index) const { return at(index); }
  size_t size() const noexcept;
  bool is_empty() const noexcept { return size() == 0; }
};
using ParameterList = ModuleHolder<ParameterListImpl>;

/// Parameters by name. Tensors keep whether they require grad.
class TORCHPP_API ParameterDictImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  using Iterator = OrderedDict<std::string, Tensor>::Iterator;
  using ConstIterator = OrderedDict<std::string, Tensor>::ConstIterator;

  ParameterDictImpl();
  explicit ParameterDictImpl(const OrderedDict<std::string, Tensor>& parameters);

  void reset() override;
  void pretty_print(std::ostream& stream) const override;

  /// Error if the name is taken.
  Tensor& insert(std::string key, Tensor parameter);
  /// The parameter of this name, which becomes `parameter` if there is none.
  Tensor& setdefault(const std::string& key, Tensor parameter);
  Tensor pop(const std::string& key);
  /// The last one, with its name.
  std::pair<std::string, Tensor> popitem();
  /// Puts each parameter in the place of the one of its name. Error if there is none. Source: libtorch 1.13.
  template <class Container>
  void update(const Container& container) {
    for (auto& item : container) parameters_[item.key()] = item.value();
  }
  void clear();
  /// Another dictionary of the same parameters.
  std::shared_ptr<ParameterDictImpl> copy() const;
  /// A dictionary that has the parameter, one and the same, under each key.
  static std::shared_ptr<ParameterDictImpl> fromkeys(const std::vector<std::string>& keys, const Tensor& parameter);
  std::vector<std::string> keys() const;
  std::vector<Tensor> values() const;
  Iterator begin();
  Iterator end();
  ConstIterator begin() const;
  ConstIterator end() const;
  size_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }
  bool contains(const std::string& key) const noexcept;
  Tensor& get(const std::string& key);
  const Tensor& get(const std::string& key) const;
  Tensor& operator[](const std::string& key);
  const Tensor& operator[](const std::string& key) const;
};
using ParameterDict = ModuleHolder<ParameterDictImpl>;

/// A function as a module, further arguments bound: `Functional(elu, 1, 0, 0.5)`. It has no state; archives pass it
/// over.
class TORCHPP_API FunctionalImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  using Function = Callable<Tensor(Tensor)>;
  explicit FunctionalImpl(Function function);
  template <class F, class... Args, std::enable_if_t<(sizeof...(Args) > 0), int> = 0>
  explicit FunctionalImpl(F function, Args&&... args)
      : function_([function = std::move(function),
                   bound = std::make_tuple(std::forward<Args>(args)...)](Tensor input) mutable -> Tensor {
          return std::apply([&](auto&... rest) { return torchpp::detail::call(function, std::move(input), rest...); },
                            bound);
        }) {}

  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(Tensor input);
  Tensor operator()(Tensor input);
  bool is_serializable() const override;

 private:
  Function function_;
};
using Functional = ModuleHolder<FunctionalImpl>;

}  // namespace nn
}  // namespace torchpp

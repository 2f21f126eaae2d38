// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Registries: named creators of objects of a base class, which each file adds to.

#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>

#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace c10 {

enum RegistryPriority { REGISTRY_FALLBACK = 1, REGISTRY_DEFAULT = 2, REGISTRY_PREFERRED = 3 };

template <class Key, class ObjectPtr, class... A>
class Registry {
 public:
  using Creator = std::function<ObjectPtr(A...)>;

  Registry() = default;
  explicit Registry(bool warning) : warns_(warning) {}
  C10_DISABLE_COPY_AND_ASSIGN(Registry);

  /// A creator of higher priority replaces one of lower; of two equal ones the second is an error, which ends the
  /// program unless SetTerminate(false) was called.
  void Register(const Key& key, Creator creator, RegistryPriority priority = REGISTRY_DEFAULT) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto it = entries_.find(key);
    if (it != entries_.end() && it->second.priority == priority) {
      constexpr char kText[] = "Key already registered with the same priority";
      if (terminates_) {
        std::fprintf(stderr, "%s\n", kText);
        std::exit(1);
      }
      throw std::runtime_error(kText);
    }
    if (it != entries_.end() && it->second.priority > priority) {
      if (warns_) TORCH_WARN("Higher priority item already registered, skipping registration");
      return;
    }
    entries_[key] = {std::move(creator), priority};
  }
  void Register(const Key& key, Creator creator, const std::string& help,
                RegistryPriority priority = REGISTRY_DEFAULT) {
    Register(key, std::move(creator), priority);
    help_[key] = help;
  }
  bool Has(const Key& key) const { return entries_.count(key) != 0; }
  /// Null for an unknown key.
  ObjectPtr Create(const Key& key, A... args) {
    const auto it = entries_.find(key);
    if (it == entries_.end()) return nullptr;
    return it->second.creator(args...);
  }
  std::vector<Key> Keys() const {
    std::vector<Key> keys;
    for (const auto& entry : entries_) keys.push_back(entry.first);
    return keys;
  }
  const std::unordered_map<Key, std::string>& HelpMessage() const { return help_; }
  const char* HelpMessage(const Key& key) const {
    const auto it = help_.find(key);
    return it == help_.end() ? nullptr : it->second.c_str();
  }
  void SetTerminate(bool terminate) { terminates_ = terminate; }

 private:
  struct Entry {
    Creator creator;
    RegistryPriority priority;
  };
  std::unordered_map<Key, Entry> entries_;
  std::unordered_map<Key, std::string> help_;
  std::mutex mutex_;
  bool terminates_ = true, warns_ = true;
};

/// Registers in its constructor.
template <class Key, class ObjectPtr, class... A>
class Registerer {
 public:
  using Creator = typename Registry<Key, ObjectPtr, A...>::Creator;
  Registerer(const Key& key, Registry<Key, ObjectPtr, A...>* registry, Creator creator, const std::string& help = "") {
    registry->Register(key, std::move(creator), help);
  }
  Registerer(const Key& key, RegistryPriority priority, Registry<Key, ObjectPtr, A...>* registry, Creator creator,
             const std::string& help = "") {
    registry->Register(key, std::move(creator), help, priority);
  }
  template <class Derived>
  static ObjectPtr DefaultCreator(A... args) {
    return ObjectPtr(new Derived(args...));
  }
};

}  // namespace c10

#define C10_DECLARE_TYPED_REGISTRY(RegistryName, SrcType, ObjectType, PtrType, ...) \
  ::c10::Registry<SrcType, PtrType<ObjectType>, ##__VA_ARGS__>* RegistryName();     \
  typedef ::c10::Registerer<SrcType, PtrType<ObjectType>, ##__VA_ARGS__> Registerer##RegistryName
#define C10_DEFINE_TYPED_REGISTRY(RegistryName, SrcType, ObjectType, PtrType, ...)                    \
  ::c10::Registry<SrcType, PtrType<ObjectType>, ##__VA_ARGS__>* RegistryName() {                      \
    static auto* const registry = new ::c10::Registry<SrcType, PtrType<ObjectType>, ##__VA_ARGS__>(); \
    return registry;                                                                                  \
  }
#define C10_DECLARE_REGISTRY(RegistryName, ObjectType, ...) \
  C10_DECLARE_TYPED_REGISTRY(RegistryName, std::string, ObjectType, std::unique_ptr, ##__VA_ARGS__)
#define C10_DEFINE_REGISTRY(RegistryName, ObjectType, ...) \
  C10_DEFINE_TYPED_REGISTRY(RegistryName, std::string, ObjectType, std::unique_ptr, ##__VA_ARGS__)
#define C10_DECLARE_SHARED_REGISTRY(RegistryName, ObjectType, ...) \
  C10_DECLARE_TYPED_REGISTRY(RegistryName, std::string, ObjectType, std::shared_ptr, ##__VA_ARGS__)
#define C10_DEFINE_SHARED_REGISTRY(RegistryName, ObjectType, ...) \
  C10_DEFINE_TYPED_REGISTRY(RegistryName, std::string, ObjectType, std::shared_ptr, ##__VA_ARGS__)
#define C10_REGISTER_TYPED_CREATOR(RegistryName, key, ...) \
  static Registerer##RegistryName C10_ANONYMOUS_VARIABLE(g_##RegistryName)(key, RegistryName(), ##__VA_ARGS__)
#define C10_REGISTER_TYPED_CREATOR_WITH_PRIORITY(RegistryName, key, priority, ...) \
  static Registerer##RegistryName C10_ANONYMOUS_VARIABLE(g_##RegistryName)(key, priority, RegistryName(), ##__VA_ARGS__)
#define TORCHPP_CLASS_CREATOR(RegistryName, ...) \
  Registerer##RegistryName::DefaultCreator<__VA_ARGS__>, ::c10::demangle_type<__VA_ARGS__>()
#define C10_REGISTER_TYPED_CLASS(RegistryName, key, ...) \
  C10_REGISTER_TYPED_CREATOR(RegistryName, key, TORCHPP_CLASS_CREATOR(RegistryName, __VA_ARGS__))
#define C10_REGISTER_TYPED_CLASS_WITH_PRIORITY(RegistryName, key, priority, ...) \
  C10_REGISTER_TYPED_CREATOR_WITH_PRIORITY(RegistryName, key, priority,          \
                                           TORCHPP_CLASS_CREATOR(RegistryName, __VA_ARGS__))
#define C10_REGISTER_CREATOR(RegistryName, key, ...) C10_REGISTER_TYPED_CREATOR(RegistryName, #key, __VA_ARGS__)
#define C10_REGISTER_CREATOR_WITH_PRIORITY(RegistryName, key, priority, ...) \
  C10_REGISTER_TYPED_CREATOR_WITH_PRIORITY(RegistryName, #key, priority, __VA_ARGS__)
#define C10_REGISTER_CLASS(RegistryName, key, ...) C10_REGISTER_TYPED_CLASS(RegistryName, #key, __VA_ARGS__)
#define C10_REGISTER_CLASS_WITH_PRIORITY(RegistryName, key, priority, ...) \
  C10_REGISTER_TYPED_CLASS_WITH_PRIORITY(RegistryName, #key, priority, __VA_ARGS__)

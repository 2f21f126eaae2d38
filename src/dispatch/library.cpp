// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/library.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "src/dispatch/conversions.h"

namespace torchpp {
namespace {

using Maker = OpBase* (*)(const char* schema);

constexpr DispatchKey kBackends[] = {DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::Meta, DispatchKey::PrivateUse1};

bool is_composite(DispatchKey key) {
  return key == DispatchKey::CompositeImplicitAutograd || key == DispatchKey::CompositeExplicitAutograd;
}

// Throws for keys of libtorch that this library has no layer for.
void check_layer(const std::string& name, DispatchKey key) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(
      key != DispatchKey::BackendSelect, name,
      ": got a kernel for BackendSelect, expected one for a backend: the options of a call bring their device's key");
  TORCHPP_CHECK_NOT_IMPLEMENTED(key != DispatchKey::ADInplaceOrView, name,
                                ": got a kernel for ADInplaceOrView, expected one for a backend or for Autograd: views "
                                "and versions are kept by what makes views and writes, in no layer");
}

void check_natural(const OpBase& op, Out::Form form, const std::string& name, const detail::Signature& got) {
  TORCHPP_CHECK_TYPE(op.is_natural(form, got), name, ": kernel got the C++ signature ", detail::to_string(got),
                     ", expected ", detail::to_string(detail::NaturalSignature(op.signature(), form).get()));
}

struct Kernel {
  DispatchKey key;
  Maker maker;
  const detail::Signature* signature;
  void (*function)();
};

struct Defined {
  std::string schema;
  OpBase* op = nullptr;  // null until the first kernel determines the C++ signature
  DispatchKeySet own;    // backends with a kernel registered for them alone
  // Kernels registered before the definition: files may be initialised in any order.
  std::vector<Kernel> waiting;

  void add(const Kernel& k) {
    if (schema.empty()) {
      waiting.push_back(k);
      return;
    }
    if (op == nullptr) op = k.maker(schema.c_str());
    check_natural(*op, Out::Form::kFunctional, schema, *k.signature);
    const auto set = [&](DispatchKey key) {
      op->set_natural_kernel(key, Out::Form::kFunctional, *k.signature, k.function);
    };
    if (!is_composite(k.key)) {
      check_layer(schema, k.key);
      own = own | k.key;
      return set(k.key);
    }
    for (const DispatchKey backend : kBackends)
      if (!own.has(backend)) set(backend);
  }
};

struct Registry {
  std::mutex mutex;
  // By name with namespace: "mine::scale".
  std::map<std::string, Defined> defined;
};

Registry& registry() {
  static Registry& r = *new Registry;
  return r;
}

std::string name_of_schema(const std::string& schema) { return schema.substr(0, schema.find('(')); }

constexpr Out::Form kForms[] = {Out::Form::kFunctional, Out::Form::kInPlace, Out::Form::kOut};

// The library's operators by the names of all their forms.
const std::map<std::string, FoundOp>& builtins() {
  static const std::map<std::string, FoundOp>& table = *[] {
    auto* names = new std::map<std::string, FoundOp>;
    for (const OperatorTable& t : detail::builtin_tables())
      for (const detail::OperatorEntry& entry : ArrayRef<detail::OperatorEntry>(t.entries, t.count))
        for (const Out::Form form : kForms)
          if (entry.op->has_form(form)) names->emplace(entry.op->name(form), FoundOp(entry, form));
    return names;
  }();
  return table;
}

bool is_aten(const std::string& name) { return name.compare(0, 6, "aten::") == 0; }

bool find(const std::string& name, optional<FoundOp>& found) {
  if (is_aten(name) || name.find("::") == std::string::npos) {
    const auto it = builtins().find(is_aten(name) ? name.substr(6) : name);
    if (it == builtins().end()) return false;
    found.emplace(it->second);
    return true;
  }
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  const auto it = r.defined.find(name);
  if (it == r.defined.end() || it->second.schema.empty()) return false;
  TORCHPP_CHECK(it->second.op != nullptr, name, ": is defined, but no kernel was registered for it");
  found.emplace(detail::entry_of(*it->second.op), Out::Form::kFunctional);
  return true;
}

}  // namespace

FoundOp find_op(const std::string& name) {
  optional<FoundOp> found;
  if (find(name, found)) return *found;
  std::string near;
  const std::string base = name.substr(0, name.find('.'));
  for (const std::string& other : list_ops())
    if (other.substr(0, other.find('.')) == base || other.substr(0, other.find('.')) == "aten::" + base)
      near += " " + other;
  TORCHPP_FAIL_KIND(kError, "find_op: Could not find schema for ", name, near.empty() ? "" : "; there is" + near);
}

FoundOp find_op(const OperatorTable& table, const std::string& name) {
  const std::string bare = is_aten(name) ? name.substr(6) : name;
  for (const detail::OperatorEntry& entry : ArrayRef<detail::OperatorEntry>(table.entries, table.count))
    for (const Out::Form form : kForms)
      if (entry.op->has_form(form) && entry.op->name(form) == bare) return FoundOp(entry, form);
  TORCHPP_FAIL_KIND(kError, "find_op: Could not find schema for ", name, " in the table ", table.family);
}

bool has_op(const std::string& name) {
  optional<FoundOp> found;
  return find(name, found);
}

std::vector<std::string> list_ops() {
  std::vector<std::string> names;
  for (const auto& row : builtins()) names.push_back("aten::" + row.first);
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  for (const auto& row : r.defined)
    if (!row.second.schema.empty()) names.push_back(row.first);
  std::sort(names.begin(), names.end());
  return names;
}

void FoundOp::check_signature(const detail::Signature& asked) const {
  TORCHPP_CHECK_TYPE(op_->signature() == asked, name(), ": typed got the C++ signature ", detail::to_string(asked),
                     ", expected ", detail::to_string(op_->signature()));
}

void FoundOp::set_natural(DispatchKey key, const detail::Signature& signature, void (*kernel)()) const {
  check_natural(*op_, form_, name(), signature);
  if (!is_composite(key)) {
    check_layer(name(), key);
    return op_->set_natural_kernel(key, form_, signature, kernel);
  }
  for (const DispatchKey backend : kBackends)
    if (!op_->has_kernel(backend)) op_->set_natural_kernel(backend, form_, signature, kernel);
}

void FoundOp::set_boxed_kernel(DispatchKey key, BoxedKernel kernel) const {
  const bool is_layer = key != DispatchKey::BackendSelect && key != DispatchKey::ADInplaceOrView;
  if (kernel == nullptr && !is_layer) return;
  check_layer(name(), key);
  if (!is_composite(key)) return op_->set_boxed_kernel(key, kernel);
  for (const DispatchKey backend : kBackends)
    if (!op_->has_kernel(backend)) op_->set_boxed_kernel(backend, kernel);
}

Library::Library(Kind kind, const char* ns, optional<DispatchKey> key) : kind_(kind), ns_(ns), key_(key) {
  TORCHPP_CHECK(kind == Kind::kImpl || ns_ != "aten",
                "TORCHPP_LIBRARY: got the namespace aten, expected one of the program's own");
}

DispatchKey Library::required_key() const {
  TORCHPP_CHECK(key_.has_value(), "Library::impl: namespace ", ns_,
                " was opened without a key; name one, or use TORCHPP_LIBRARY_IMPL");
  return *key_;
}

Library& Library::def(const char* schema) {
  TORCHPP_CHECK(kind_ == Kind::kDef, "Library::def: namespace ", ns_,
                " was opened to implement operators; define them in TORCHPP_LIBRARY");
  std::string text = schema;
  if (text.compare(0, ns_.size() + 2, ns_ + "::") == 0) text.erase(0, ns_.size() + 2);
  TORCHPP_CHECK(text.find('(') != std::string::npos && text.find(" -> ") != std::string::npos, "Library::def: got \"",
                text, "\", expected a schema such as \"scale(Tensor x, float s) -> Tensor\"");
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  const std::string name = full_name(name_of_schema(text));
  Defined& d = r.defined[name];
  TORCHPP_CHECK(d.schema.empty(), "Library::def: ", name, " is defined already");
  d.schema = ns_ + "::" + text;
  for (const Kernel& k : std::exchange(d.waiting, {})) d.add(k);
  return *this;
}

void Library::def_with(const char* schema_or_name, Maker maker, const detail::Signature& signature,
                       void (*function)()) {
  const std::string text = schema_or_name;
  // Without a schema, the operator can still be called by name; its schema shows no arguments.
  def(text.find('(') != std::string::npos ? schema_or_name : (text + "(...) -> ...").c_str());
  const std::string name = name_of_schema(text);
  impl_with(name.c_str(), DispatchKey::CompositeImplicitAutograd, maker, signature, function);
}

void Library::impl_with(const char* name, DispatchKey key, Maker maker, const detail::Signature& signature,
                        void (*kernel)()) {
  if (ns_ == "aten") return find_op(full_name(name)).set_natural(key, signature, kernel);
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  r.defined[full_name(name)].add({key, maker, &signature, kernel});
}

std::string Library::full_name(const std::string& name) const {
  return name.compare(0, ns_.size() + 2, ns_ + "::") == 0 ? name : ns_ + "::" + name;
}

Library& Library::impl(const char* name, BoxedKernel kernel) {
  const DispatchKey key = required_key();
  find_op(full_name(name)).set_boxed_kernel(key, kernel);
  return *this;
}

Library& Library::fallback(BoxedKernel kernel) {
  const DispatchKey key = required_key();
  if (kernel == nullptr && key >= DispatchKey::NumKeys) return *this;  // there is no fallback to remove for such a key
  set_fallback(key, kernel);
  return *this;
}

}  // namespace torchpp

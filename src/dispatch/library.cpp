// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/library.h>
#include <torchpp/tensor.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace torchpp {
namespace {

using Maker = detail::OperatorEntry (*)(const char* schema);

constexpr DispatchKey kBackends[] = {DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::Meta, DispatchKey::PrivateUse1};

bool is_composite(DispatchKey key) {
  return key == DispatchKey::CompositeImplicitAutograd || key == DispatchKey::CompositeExplicitAutograd;
}

// Dispatch keys of libtorch that have no counterpart here.
void check_layer(const std::string& name, DispatchKey key) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(
      key != DispatchKey::BackendSelect, name,
      ": got a kernel for BackendSelect, expected one for a backend: the options of a call bring their device's key");
  TORCHPP_CHECK_NOT_IMPLEMENTED(key != DispatchKey::ADInplaceOrView, name,
                                ": got a kernel for ADInplaceOrView, expected one for a backend or for Autograd: views "
                                "and versions are kept by what makes views and writes, in no layer");
}

struct Kernel {
  DispatchKey key;
  Maker maker;
  const std::type_info* type;
  void (*function)();
};

struct Defined {
  std::string schema;
  detail::OperatorEntry entry{};
  bool complete = false;        // the C++ signature is known
  DispatchKeySet own;           // backends whose kernel is not one for several
  std::vector<Kernel> waiting;  // kernels that came before the definition: start-up order between files is open

  void add(const Kernel& k) {
    if (schema.empty()) {
      waiting.push_back(k);
      return;
    }
    if (!complete) {
      entry = k.maker(schema.c_str());
      complete = true;
    }
    const std::type_info& expected = entry.natural_signature(Out::Form::kFunctional);
    TORCHPP_CHECK_TYPE(std::strcmp(k.type->name(), expected.name()) == 0, schema, ": kernel got the C++ signature ",
                       detail::type_name(*k.type), ", expected ", detail::type_name(expected));
    if (!is_composite(k.key)) {
      check_layer(schema, k.key);
      own = own | k.key;
      return entry.set_natural(*entry.op, k.key, Out::Form::kFunctional, k.function);
    }
    for (const DispatchKey backend : kBackends)
      if (!own.has(backend)) entry.set_natural(*entry.op, backend, Out::Form::kFunctional, k.function);
  }
};

struct Registry {
  std::mutex mutex;
  // Name with namespace, without form: "mine::scale". Nodes are never erased, so entries may be pointed at.
  std::map<std::string, Defined> defined;
};

Registry& registry() {
  static Registry& r = *new Registry;
  return r;
}

std::string name_of_schema(const std::string& schema) { return schema.substr(0, schema.find('(')); }

struct Builtin {
  const detail::OperatorEntry* entry;
  Out::Form form;
};

// The library's operators by the names of all their forms.
const std::map<std::string, Builtin>& builtins() {
  static const std::map<std::string, Builtin>& table = *[] {
    auto* names = new std::map<std::string, Builtin>;
    size_t count = 0;
    const detail::OperatorEntry* entries = detail::builtin_operators(&count);
    for (size_t i = 0; i < count; ++i)
      for (Out::Form form : {Out::Form::kFunctional, Out::Form::kInPlace, Out::Form::kOut})
        if (entries[i].op->has_form(form)) names->emplace(entries[i].op->name(form), Builtin{&entries[i], form});
    return names;
  }();
  return table;
}

bool find(const std::string& name, std::optional<FoundOp>& found) {
  const bool is_aten = name.compare(0, 6, "aten::") == 0;
  if (is_aten || name.find("::") == std::string::npos) {
    const auto it = builtins().find(is_aten ? name.substr(6) : name);
    if (it == builtins().end()) return false;
    found.emplace(*it->second.entry, it->second.form);
    return true;
  }
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  const auto it = r.defined.find(name);
  if (it == r.defined.end() || it->second.schema.empty()) return false;
  TORCHPP_CHECK(it->second.complete, name, ": is defined, but no kernel was registered for it");
  found.emplace(it->second.entry, Out::Form::kFunctional);
  return true;
}

}  // namespace

FoundOp find_op(const std::string& name) {
  std::optional<FoundOp> found;
  if (find(name, found)) return *found;
  std::string near;
  const std::string base = name.substr(0, name.find('.'));
  for (const std::string& other : list_ops())
    if (other.substr(0, other.find('.')) == base || other.substr(0, other.find('.')) == "aten::" + base)
      near += " " + other;
  TORCHPP_FAIL_KIND(kError, "find_op: Could not find schema for ", name, near.empty() ? "" : "; there is" + near);
}

bool has_op(const std::string& name) {
  std::optional<FoundOp> found;
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

// By name: two shared objects may each have their own type information.
bool FoundOp::has_signature(const std::type_info& type) const {
  return std::strcmp(type.name(), entry_->signature().name()) == 0;
}
bool FoundOp::has_natural_signature(const std::type_info& type) const {
  return std::strcmp(type.name(), entry_->natural_signature(form_).name()) == 0;
}

void FoundOp::check_signature(const std::type_info& asked) const {
  TORCHPP_CHECK_TYPE(has_signature(asked), name(), ": typed got the C++ signature ", detail::type_name(asked),
                     ", expected ", detail::type_name(entry_->signature()));
}

void FoundOp::set_natural(DispatchKey key, const std::type_info& type, void (*kernel)()) const {
  TORCHPP_CHECK_TYPE(has_natural_signature(type), name(), ": kernel got the C++ signature ", detail::type_name(type),
                     ", expected ", detail::type_name(entry_->natural_signature(form_)));
  if (!is_composite(key)) {
    check_layer(name(), key);
    return entry_->set_natural(*entry_->op, key, form_, kernel);
  }
  for (const DispatchKey backend : kBackends)
    if (!entry_->has_kernel(*entry_->op, backend)) entry_->set_natural(*entry_->op, backend, form_, kernel);
}

void FoundOp::set_boxed_kernel(DispatchKey key, BoxedKernel kernel) const {
  const bool is_layer = key != DispatchKey::BackendSelect && key != DispatchKey::ADInplaceOrView;
  if (kernel == nullptr && !is_layer) return;
  check_layer(name(), key);
  if (!is_composite(key)) return entry_->set_boxed(*entry_->op, key, kernel);
  for (const DispatchKey backend : kBackends)
    if (!entry_->has_kernel(*entry_->op, backend)) entry_->set_boxed(*entry_->op, backend, kernel);
}

Library::Library(Kind kind, const char* ns, std::optional<DispatchKey> key) : kind_(kind), ns_(ns), key_(key) {
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

void Library::def_with(const char* schema_or_name, Maker maker, const std::type_info& type, void (*function)()) {
  const std::string text = schema_or_name;
  // Without a schema the C++ signature is all that is known; calls by name still work.
  def(text.find('(') != std::string::npos ? schema_or_name : (text + "(...) -> ...").c_str());
  const std::string name = name_of_schema(text);
  impl_with(name.c_str(), DispatchKey::CompositeImplicitAutograd, maker, type, function);
}

void Library::impl_with(const char* name, DispatchKey key, Maker maker, const std::type_info& type, void (*kernel)()) {
  if (ns_ == "aten") return find_op(full_name(name)).set_natural(key, type, kernel);
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  r.defined[full_name(name)].add({key, maker, &type, kernel});
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
  if (kernel == nullptr && key >= DispatchKey::NumKeys) return *this;  // such a key has no fallback to take away
  set_fallback(key, kernel);
  return *this;
}

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/dispatch/symbol.h>

#include <cstring>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace torchpp {
namespace {

constexpr char kDomain[] = "org.pytorch.";

struct Name {
  std::string whole;
  size_t unqualified = 0;  // where this part begins
  Symbol space;
};

struct Names {
  std::mutex mutex;
  std::deque<Name> all{Name()};  // number 0 is no name; elements stay where they are
  std::unordered_map<std::string, uint32_t> numbers;

  Symbol add(const std::string& name, Symbol space) {
    const auto [at, added] = numbers.emplace(name, static_cast<uint32_t>(all.size()));
    if (added) {
      const size_t colons = name.find("::");
      all.push_back({name, colons + 2, space});
    }
    return Symbol(at->second);
  }
  const Name& of(uint32_t number) {
    const std::lock_guard lock(mutex);
    TORCHPP_CHECK(number < all.size(), "Symbol: got number ", number, ", expected one below ", all.size());
    return all[number];
  }
};

// Never destroyed: programs keep pointers to names.
Names& names() {
  static Names& names = *new Names;
  return names;
}

}  // namespace

Symbol Symbol::fromQualString(const std::string& name) {
  const size_t colons = name.find("::");
  TORCHPP_CHECK(colons != std::string::npos,
                "all symbols must have a namespace, <namespace>::<string>, but found: ", name);
  const std::lock_guard lock(names().mutex);
  const std::string space = name.substr(0, colons);
  constexpr char kNamespaces[] = "namespaces";
  const Symbol root = names().add(std::string(kNamespaces) + "::" + kNamespaces, Symbol(1));
  return names().add(name, space == kNamespaces ? root : names().add(std::string(kNamespaces) + "::" + space, root));
}

Symbol Symbol::fromDomainAndUnqualString(const std::string& domain, const std::string& name) {
  TORCHPP_CHECK(domain.compare(0, sizeof kDomain - 1, kDomain) == 0,
                "Symbol: domain string is expected to be prefixed ", "with '", kDomain,
                "', e.g. 'org.pytorch.aten', got ", domain);
  return fromQualString(domain.substr(sizeof kDomain - 1) + "::" + name);
}

Symbol Symbol::ns() const { return names().of(number_).space; }
const char* Symbol::toQualString() const { return names().of(number_).whole.c_str(); }
const char* Symbol::toUnqualString() const {
  const Name& name = names().of(number_);
  return name.whole.c_str() + name.unqualified;
}
std::string Symbol::domainString() const { return std::string(kDomain) + ns().toUnqualString(); }
bool Symbol::is_in(const char* name) const { return std::strcmp(ns().toUnqualString(), name) == 0; }

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/nn/load_state.h>
#include <torchpp/ops/creation.h>

#include <regex>
#include <unordered_map>
#include <unordered_set>

#include "modules/module_private.h"

namespace torchpp::nn {
namespace {

std::regex compiled(const std::string& pattern) {
  // The names come from files: without this, libstdc++ searches recursively, which a long name turns into an overflow
  // of the stack, and some patterns into exponential time.
#if defined(__GLIBCXX__)
  constexpr auto kGrammar = std::regex::ECMAScript | std::regex_constants::__polynomial;
#else
  constexpr auto kGrammar = std::regex::ECMAScript;
#endif
  try {
    return std::regex(pattern, kGrammar);
  } catch (const std::regex_error& e) {
    TORCHPP_FAIL_KIND(kValue, "load_state: got the pattern '", pattern,
                      "', expected a regular expression without back-references: ", e.what());
  }
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool has_load_hooks(const Module& module) {
  bool any = false;
  detail::walk(module, [&](const Module& m) {
    const detail::Hooks* const hooks = ModuleAccess::hooks(m);
    any |= hooks != nullptr && !hooks->load_pre.list.empty();
  });
  return any;
}

// Renames and filters the names of a source of `count` tensors; tensor(i, name) gives one of those that are loaded.
template <class Name, class Load>
LoadReport load_named(Module& module, size_t count, StateDict state, const LoadStateOptions& options,
                      const Name& name_of, const Load& tensor) {
  LoadReport report;
  std::unordered_map<std::string, size_t> sources;
  for (size_t i = 0; i < count; ++i) {
    std::string name = name_of(i);
    if (!options.apply_rules(name)) {
      report.filtered_keys.push_back(name_of(i));
      continue;
    }
    const auto [first, is_new] = sources.emplace(name, i);
    TORCHPP_CHECK_VALUE(is_new, "load_state: the tensors '", name_of(first->second), "' and '", name_of(i),
                        "' both got the name '", name, "'");
    state.insert(name, tensor(i, name));
  }
  detail::load_planned(module, std::move(state), options, report);
  return report;
}

}  // namespace

LoadStateOptions& LoadStateOptions::rule(Callable<bool(std::string&)> rule) {
  rules_.push_back(std::move(rule));
  return *this;
}

LoadStateOptions& LoadStateOptions::rename_prefix(std::string from, std::string to) {
  return rule([from = std::move(from), to = std::move(to)](std::string& name) {
    if (starts_with(name, from)) name.replace(0, from.size(), to);
    return true;
  });
}

LoadStateOptions& LoadStateOptions::rename(const std::string& pattern, std::string replacement) {
  return rule([regex = compiled(pattern), replacement = std::move(replacement)](std::string& name) {
    name = std::regex_replace(name, regex, replacement);
    return true;
  });
}

LoadStateOptions& LoadStateOptions::only_prefix(std::string prefix) {
  return rule([prefix = std::move(prefix)](std::string& name) { return starts_with(name, prefix); });
}

LoadStateOptions& LoadStateOptions::only(const std::string& pattern) {
  return rule([regex = compiled(pattern)](std::string& name) { return std::regex_match(name, regex); });
}

LoadStateOptions& LoadStateOptions::skip(const std::string& pattern) {
  return rule([regex = compiled(pattern)](std::string& name) { return !std::regex_match(name, regex); });
}

bool LoadStateOptions::apply_rules(std::string& name) const {
  for (const auto& rule : rules_)
    if (!rule(name)) return false;
  return true;
}

LoadReport load_state(Module& module, TensorFile& file, const LoadStateOptions& options) {
  std::unordered_set<std::string> wanted;
  for (const auto& item : module.state_dict()) wanted.insert(item.key());
  // A hook may give any tensor another name.
  const bool all = has_load_hooks(module);
  return load_named(
      module, file.tensors().size(), StateDict("State"), options,
      [&](size_t i) -> const std::string& { return file.tensors()[i].name; },
      [&](size_t i, const std::string& name) {
        // Of what nobody has a place for, the name alone is needed.
        return all || wanted.count(name) > 0 ? file.load(i) : Tensor();
      });
}

LoadReport load_state(Module& module, const std::string& path, const LoadStateOptions& options) {
  TensorFile file = TensorFile::open(path);
  return load_state(module, file, options);
}

LoadReport load_state(Module& module, const StateDict& state, const LoadStateOptions& options) {
  StateDict renamed(state.key_description());
  renamed.versions = state.versions;
  const auto& items = state.items();
  return load_named(
      module, items.size(), std::move(renamed), options, [&](size_t i) -> const std::string& { return items[i].key(); },
      [&](size_t i, const std::string&) { return items[i].value(); });
}

}  // namespace torchpp::nn

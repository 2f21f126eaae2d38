// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/hub.h>
#include <torchpp/nn/utils.h>

#include "src/hub/cache.h"
#include "src/hub/factories.h"
#include "src/hub/fetch.h"
#include "src/hub/weights.h"

namespace torchpp::hub {
namespace {

// A module whose weights are loaded next is not given initial values: loading them replaces all or fails.
std::shared_ptr<nn::Module> from_document(const std::string& text, int64_t max_elements, bool has_weights) {
  if (!has_weights) return nn::from_json(text, max_elements);
  const nn::utils::detail::SkipInit scope;
  return nn::from_json(text, max_elements);
}

std::shared_ptr<nn::Module> make_module(const Opened& opened, const Entry& entry, const HubOptions& options,
                                        const std::string& subject) {
  if (entry.info.module) {
    TORCHPP_CHECK_VALUE(options.arguments().empty(), subject,
                        ": got arguments, expected none for an entry whose module is a document");
    const std::string path = fetch_file(opened, *entry.info.module, options);
    return from_document(read_file(path, static_cast<size_t>(kMostModuleBytes)), options.max_elements(),
                         entry.info.weights.has_value());
  }
  Arguments arguments = entry.arguments;
  arguments.update(options.arguments());
  std::shared_ptr<nn::Module> module = find_factory(entry.info.factory, subject)(arguments);
  TORCHPP_CHECK_VALUE(module != nullptr, subject, ": got no module from the factory '", entry.info.factory, "'");
  arguments.check_all_used(subject);
  return module;
}

}  // namespace

std::shared_ptr<nn::Module> load(const std::string& source, const std::string& name, const HubOptions& options) {
  const Opened opened = open_source(source, options);
  const Entry& entry = opened.manifest.find(name, source);
  const std::string subject = "hub: '" + source + "': entry '" + name + "'";
  try {
    std::shared_ptr<nn::Module> module = make_module(opened, entry, options, subject);
    if (entry.info.weights) {
      const std::string path = fetch_weights(opened, entry.info, options);
      // Files of the cache are replaced by others, never written to, as a mapping needs it.
      const bool is_kept = opened.is_cached || !entry.info.weights->url.empty();
      load_weights(module, path, entry.info.weight_parts, is_kept);
    }
    if (options.device()) module->to(*options.device());
    return module;
  } catch (Error& error) {
    error.add_context("in the entry '" + name + "' of '" + source + "'");
    throw;
  }
}

std::vector<std::string> list(const std::string& source, const HubOptions& options) {
  std::vector<std::string> names;
  for (const Entry& entry : open_source(source, options).manifest.entries) names.push_back(entry.info.name);
  return names;
}

EntryInfo info(const std::string& source, const std::string& entry, const HubOptions& options) {
  return open_source(source, options).manifest.find(entry, source).info;
}

std::vector<EntryInfo> info(const std::string& source, const HubOptions& options) {
  std::vector<EntryInfo> all;
  for (const Entry& entry : open_source(source, options).manifest.entries) all.push_back(entry.info);
  return all;
}

std::string help(const std::string& source, const std::string& entry, const HubOptions& options) {
  const EntryInfo of = info(source, entry, options);
  std::string text = of.name + "\n";
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += "  " + std::string(name) + ": " + value + "\n";
  };
  const auto add_file = [&](const char* name, const optional<FileInfo>& file) {
    if (file)
      add(name, str(file->url.empty() ? file->file : file->url, ", ", file->bytes, " bytes, SHA-256 ", file->sha256));
  };
  add("description", of.description);
  add("input", of.input);
  add("license", of.license);
  add_file("module", of.module);
  add("factory", of.factory);
  add_file("weights", of.weights);
  for (const FileInfo& part : of.weight_parts) add_file("part", part);
  return text;
}

}  // namespace torchpp::hub

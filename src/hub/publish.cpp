// SPDX-License-Identifier: BSD-3-Clause
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/hub.h>
#include <torchpp/serialize.h>

#include <nlohmann/json.hpp>

#include "src/hub/cache.h"
#include "src/hub/manifest.h"
#include "src/hub/weights.h"
#include "src/serialize/digest.h"
#include "src/serialize/file.h"
#include "src/serialize/file_lock.h"
#include "src/serialize/json.h"
#include "src/serialize/paths.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::hub {
namespace {

using serialize::Json;

constexpr double kLockTimeout = 60;
constexpr int kIndent = 2;

// Writes length and hash of a file that the manifest names.
void fill(Json& file, const std::string& folder, const std::string& subject) {
  if (file.contains("url")) return;
  const std::string name = file.at("file").get<std::string>(), path = join(folder, name);
  struct stat status;
  TORCHPP_CHECK_FILE(::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode), subject, ": got no file '", name,
                     "', expected one in the folder");
  serialize::Stream bytes = serialize::open_file(path);
  file["bytes"] = static_cast<int64_t>(status.st_size);
  file["sha256"] = serialize::digest_of(bytes, serialize::HashType::kSha256);
}

// Writes which files an index of weights names, each with length and hash.
void fill_parts(Json& weights, const std::string& folder, const std::string& subject) {
  if (weights.contains("url")) return;
  weights.erase("parts");
  const std::string name = weights.at("file").get<std::string>();
  for (const std::string& part : serialize::safetensors_index_files(join(folder, name))) {
    check_relative(part, subject);
    Json file = {{"file", name.substr(0, name.rfind('/') + 1) + part}};
    fill(file, folder, subject);
    weights["parts"].push_back(std::move(file));
  }
}

// The entry's module can be made and takes its weights.
void check_entry(const EntryInfo& entry, const std::string& folder) {
  if (!entry.module || !entry.module->url.empty()) return;
  const auto module = nn::from_json(read_file(join(folder, entry.module->file), static_cast<size_t>(kMostModuleBytes)));
  if (entry.weights && entry.weights->url.empty())
    load_weights(module, join(folder, entry.weights->file), entry.weight_parts, true);
}

void write_text(const std::string& path, const std::string& text) {
  serialize::OutputFile out(path);
  out.write(text.data(), text.size());
  out.commit();
}

// With the lock held.
void publish_locked(const std::string& folder, Json manifest) {
  const std::string path = join(folder, kManifestName), subject = "hub: publish '" + folder + "'";
  const Manifest draft = parse_manifest(manifest.dump(), subject, true);
  for (auto& entry : manifest["entries"])
    for (const char* name : {"module", "weights"})
      if (entry.contains(name)) fill(entry[name], folder, subject);
  for (auto& entry : manifest["entries"])
    if (entry.contains("weights")) fill_parts(entry["weights"], folder, subject);
  const std::string text = manifest.dump(kIndent) + "\n";
  const Manifest whole = parse_manifest(text, subject);
  for (const Entry& entry : whole.entries) {
    try {
      check_entry(entry.info, folder);
    } catch (Error& error) {
      error.add_context("in the entry '" + entry.info.name + "' of '" + folder + "'");
      throw;
    }
  }
  write_text(path, text);
}

Json read_json(const std::string& path) {
  return serialize::parse_json(read_file(path, kMostManifestBytes), "hub: '" + path + "'");
}

}  // namespace

void publish(const std::string& folder) {
  const std::string path = join(folder, kManifestName);
  TORCHPP_CHECK_FILE(exists(path), "hub: publish '", folder, "': got no ", kManifestName,
                     " in the folder, expected one");
  const serialize::FileLock lock(path, kLockTimeout);
  publish_locked(folder, read_json(path));
}

void publish(const std::string& folder, const std::string& entry, const nn::Module& module,
             const EntryOptions& options) {
  check_relative(entry, "hub: publish the entry");
  const std::string document = nn::to_json(module) + "\n";
  const std::string path = join(folder, kManifestName);
  serialize::make_folder_of(path);
  const serialize::FileLock lock(path, kLockTimeout);
  Json manifest = {{"format", "torchpp-hub"}, {"version", 1}, {"entries", Json::object()}};
  if (exists(path)) {
    manifest = read_json(path);
    parse_manifest(manifest.dump(), "hub: publish '" + folder + "'", true);
  }
  const std::string module_name = entry + ".json", weights_name = entry + ".safetensors";
  TORCHPP_CHECK_VALUE(module_name != kManifestName, "hub: publish: got the entry '", entry,
                      "', whose module would take the manifest's place, expected another name");
  serialize::make_folder_of(join(folder, module_name));
  write_text(join(folder, module_name), document);
  save_safetensors(join(folder, weights_name), module);
  Json written = Json::object();
  const auto set = [&](const char* name, const std::string& value) {
    if (!value.empty()) written[name] = value;
  };
  set("description", options.description());
  set("license", options.license());
  set("input", options.input());
  written["module"] = {{"file", module_name}};
  written["weights"] = {{"file", weights_name}};
  manifest["entries"][entry] = std::move(written);
  publish_locked(folder, std::move(manifest));
}

}  // namespace torchpp::hub

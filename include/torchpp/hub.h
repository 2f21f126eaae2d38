// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Models from elsewhere, as data: a folder with a manifest, hub.json, and the files that it names.
///
///     hub::trust("owner/models");                                        // once; it is written down
///     std::shared_ptr<nn::Module> net = hub::load("owner/models:v1", "lenet");
///     hub::publish("folder", "lenet", *net, EntryOptions().license("MIT").input("float (N, 1, 28, 28)"));
///
/// A source is a folder or an archive of the file system, also as file:// URL; the https:// URL of a manifest or of an
/// archive (.zip, .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz, .tar.zst); or "owner/repository" of a server of repositories
/// with ":" and a branch, tag or commit, of which the default is main, or else master. A folder goes before a
/// repository of the same text.
///
/// A manifest is JSON:
///
///     {"format": "torchpp-hub", "version": 1, "license": "MIT", "entries": {"lenet": {
///       "description": "Digits.", "license": "BSD-3-Clause", "input": "float (N, 1, 28, 28), 0 to 1",
///       "module": {"file": "lenet.json", "bytes": 412, "sha256": "..."},
///       "weights": {"file": "lenet.safetensors", "bytes": 177000, "sha256": "..."}}}}
///
/// "module" is a document of nn::to_json, which is given no initial values where there are weights. In its place may be
/// "factory", a name given to register_factory(), with "arguments", an object. "weights", one file of any format that
/// TensorFile reads (tensor_file.h), may be left out; instead of "file" it may have "url". If it is the index of
/// several safetensors files, it has "parts", a list of these with their lengths and hashes, which publish() writes.
/// Nothing that was downloaded is ever executed, and files whose length or hash is not the manifest's are refused.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/hub/arguments.h>
#include <torchpp/hub/download.h>
#include <torchpp/nn/json.h>
#include <torchpp/nn/module.h>
#include <torchpp/serialize/archive_options.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::hub {

struct HubOptions {
  /// The folder of what was downloaded; empty: get_dir().
  TORCHPP_ARG(std::string, dir);
  /// Consent to this source for this call. hub::trust() writes it down for all to come.
  TORCHPP_ARG(bool, trust) = false;
  /// Downloads again what is there.
  TORCHPP_ARG(bool, force_reload) = false;
  /// The first hexadecimal digits, or all 64, of the SHA-256 of the manifest, which has those of all other files.
  /// Empty: not compared.
  TORCHPP_ARG(std::string, manifest_sha256);
  /// Arguments for the entry's factory; they count before the manifest's.
  TORCHPP_ARG(Arguments, arguments);
  /// Parameters and buffers are moved there; none: they stay on the CPU.
  TORCHPP_ARG(optional<Device>, device);
  /// How many elements the parameters of a module from a document may have.
  TORCHPP_ARG(int64_t, max_elements) = nn::kMostJsonElements;
  /// What an archive may unfold to; max_bytes of all its files together.
  TORCHPP_ARG(serialize::ArchiveOptions,
              archive) = serialize::ArchiveOptions().max_bytes(int64_t{1} << 34).max_members(100000);
  /// Where an archive of a repository is; "{owner}", "{name}" and "{ref}" are replaced.
  TORCHPP_ARG(std::string, repository_url) = "https://github.com/{owner}/{name}/archive/{ref}.zip";
  /// Bytes of an archive that is downloaded.
  TORCHPP_ARG(int64_t, max_archive_bytes) = int64_t{1} << 33;
  TORCHPP_ARG(Progress, progress);
  TORCHPP_ARG(int64_t, retries) = 4;
  TORCHPP_ARG(HttpOptions, http);
  /// Seconds to wait for another process that downloads the same source.
  TORCHPP_ARG(double, lock_timeout) = 600;
};

/// A file that a manifest names.
struct FileInfo {
  std::string file;  ///< its path in the folder; empty if it has a URL
  std::string url;   ///< elsewhere
  std::string sha256;
  int64_t bytes = 0;
};

/// What a manifest says of an entry.
struct EntryInfo {
  std::string name, description, license, input;
  optional<FileInfo> module;  ///< a document of nn::to_json
  std::string factory;        ///< of a program; empty if there is a document
  optional<FileInfo> weights;
  std::vector<FileInfo> weight_parts;  ///< of weights that are an index: the files that it names
};

/// Where an entry's files are.
struct FetchedEntry {
  std::string name;
  std::string module_path;   ///< empty if the entry has a factory
  std::string weights_path;  ///< empty if it has no weights; beside an index are its files
};

/// All functions that are given a source throw
///   ValueError   for a text that is no source, and an entry that the manifest does not have, with those that it has,
///   Error        for a source of the network that is not trusted; the message says how to give consent,
///   FileError    for everything that cannot be read or downloaded or is not what it should be.
/// What is in the cache is used as it is; processes and threads that want the same wait for one of them to download it.

/// The entry's module with its weights, in training mode as every new module. Weights of the cache are looked at
/// through a mapping of their file.
TORCHPP_API std::shared_ptr<nn::Module> load(const std::string& source, const std::string& entry,
                                             const HubOptions& options = {});
/// The same as a holder of the module's class: `auto net = hub::load<nn::Sequential>(source, "mlp")`.
template <class Holder>
Holder load(const std::string& source, const std::string& entry, const HubOptions& options = {}) {
  const std::shared_ptr<nn::Module> module = load(source, entry, options);
  auto typed = std::dynamic_pointer_cast<typename Holder::ContainedType>(module);
  if (typed == nullptr) nn::detail::fail_json_type(*module, typeid(typename Holder::ContainedType));
  return Holder(std::move(typed));
}

/// The names of a source's entries, in the manifest's order.
TORCHPP_API std::vector<std::string> list(const std::string& source, const HubOptions& options = {});
/// What the manifest says of an entry, or of all entries, in its order.
TORCHPP_API EntryInfo info(const std::string& source, const std::string& entry, const HubOptions& options = {});
TORCHPP_API std::vector<EntryInfo> info(const std::string& source, const HubOptions& options = {});
/// What the manifest says of an entry as a text for people.
TORCHPP_API std::string help(const std::string& source, const std::string& entry, const HubOptions& options = {});
/// Downloads an entry's files, or those of all entries, without loading them.
TORCHPP_API FetchedEntry fetch(const std::string& source, const std::string& entry, const HubOptions& options = {});
TORCHPP_API std::vector<FetchedEntry> fetch(const std::string& source, const HubOptions& options = {});

/// A file that is not what the manifest says.
struct Fault {
  std::string path, what;
};
/// Reads all files that a source's manifest names and that are there, and compares them with it; empty if all is well.
/// Nothing is downloaded: throws FileError for a source that is not in the cache.
TORCHPP_API std::vector<Fault> verify(const std::string& source, const HubOptions& options = {});

/// Writes down consent to a source of the network: a repository with all its versions, or a URL. The list is the file
/// "trusted_list" in the folder, which Python's torch.hub reads, too. Other sources need none.
TORCHPP_API void trust(const std::string& source, const std::string& dir = "");
/// Takes it back; false if there was none.
TORCHPP_API bool distrust(const std::string& source, const std::string& dir = "");
TORCHPP_API bool is_trusted(const std::string& source, const std::string& dir = "");
/// The lines of the list.
TORCHPP_API std::vector<std::string> trusted(const std::string& dir = "");

/// A source in the cache.
struct CachedSource {
  std::string source;  ///< as it was given; "sha256:" and the hash of an archive of the file system
  std::string folder;
  int64_t bytes = 0;  ///< of all its files
};
TORCHPP_API std::vector<CachedSource> cached(const std::string& dir = "");
/// Removes a source from the cache, or all, and what is left of downloads that were broken off; returns how many bytes
/// its files had. Trust stays, and so do the files of load_state_dict_from_url.
TORCHPP_API int64_t clean(const std::string& source, const std::string& dir = "");
TORCHPP_API int64_t clean_all(const std::string& dir = "");

struct EntryOptions {
  TORCHPP_ARG(std::string, description);
  TORCHPP_ARG(std::string, license);
  /// What the module takes, for people: "float (N, 3, 224, 224), 0 to 1".
  TORCHPP_ARG(std::string, input);
};

/// Adds an entry to a folder's manifest, or replaces it, and writes its files, "<entry>.json" and
/// "<entry>.safetensors". Makes the folder. Throws TypeError for a module that nn::to_json cannot write.
TORCHPP_API void publish(const std::string& folder, const std::string& entry, const nn::Module& module,
                         const EntryOptions& options = {});
/// Writes lengths and hashes of all files that a folder's hub.json names into it, and checks that each entry's module
/// can be made and takes its weights. Those of URLs must be there. A manifest that is refused is not changed.
TORCHPP_API void publish(const std::string& folder);

}  // namespace torchpp::hub

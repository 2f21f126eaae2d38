// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/fetch.h"

#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/serialize/stream.h>
#include <unistd.h>

#include <algorithm>

#include "src/hub/cache.h"
#include "src/hub/unpack.h"
#include "src/serialize/digest.h"
#include "src/serialize/file_lock.h"
#include "src/serialize/paths.h"

namespace torchpp::hub {
namespace {

using serialize::FileLock;
using serialize::HashType;

constexpr size_t kHashDigits = 16, kLeastHashDigits = 8;
constexpr int kNotFound = 404;

std::string subject_of(const Source& source) { return "hub: '" + source.text + "'"; }

DownloadOptions download_options(const HubOptions& options) {
  DownloadOptions result;
  result.progress(options.progress())
      .retries(options.retries())
      .http(options.http())
      .lock_timeout(options.lock_timeout());
  return result;
}

std::string replaced(std::string text, const std::string& name, const std::string& value) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size()))
    text.replace(at, name.size(), value);
  return text;
}

// A path as part of a URL.
std::string encoded(const std::string& path) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                         c == '-' || c == '.' || c == '_' || c == '~';
    if (is_kept) text += c;
    else (text += '%') += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return text;
}

std::vector<const FileInfo*> files_of(const Manifest& manifest) {
  std::vector<const FileInfo*> files;
  for (const Entry& entry : manifest.entries) {
    for (const optional<FileInfo>* file : {&entry.info.module, &entry.info.weights})
      if (*file) files.push_back(&**file);
    for (const FileInfo& part : entry.info.weight_parts) files.push_back(&part);
  }
  return files;
}

Manifest read_manifest(const std::string& folder, const Source& source, const HubOptions& options) {
  const std::string path = join(folder, kManifestName);
  const std::string text = read_file(path, kMostManifestBytes);
  if (!options.manifest_sha256().empty()) {
    const std::string got = serialize::digest_of(text, HashType::kSha256);
    TORCHPP_CHECK_FILE(
        serialize::is_same_digest(got.substr(0, options.manifest_sha256().size()), options.manifest_sha256()),
        subject_of(source), ": got a manifest with the SHA-256 ", got, ", expected ", options.manifest_sha256());
  }
  return parse_manifest(text, subject_of(source) + ": " + kManifestName);
}

// Files that came together with the manifest.
void check_files(const std::string& folder, const Manifest& manifest, const Source& source) {
  for (const FileInfo* file : files_of(manifest)) {
    if (file->file.empty()) continue;
    const std::string fault = fault_of(join(folder, file->file), *file);
    TORCHPP_CHECK_FILE(fault.empty(), subject_of(source), ": '", file->file, "': ", fault);
  }
}

Manifest unpack_archive(const std::string& archive, const std::string& name, const std::string& folder,
                        const std::string& marker, const Source& source, const HubOptions& options) {
  NewFolder made(folder);
  const std::string content = unpack(archive, name, made.path(), options.archive());
  Manifest manifest = read_manifest(content, source, options);
  check_files(content, manifest, source);
  made.commit(content, marker);
  return manifest;
}

// A file that is needed for a while. What has come of it stays when the download is broken off.
class Download {
 public:
  Download(const std::string& url, const std::string& path, const HubOptions& options, int* status) : path_(path) {
    DownloadOptions how = download_options(options);
    how.http().max_bytes(std::min(how.http().max_bytes(), options.max_archive_bytes()));
    download(url, path, how, status);
  }
  Download(const Download&) = delete;
  Download& operator=(const Download&) = delete;
  ~Download() { ::unlink(path_.c_str()); }

 private:
  std::string path_;
};

Manifest download_archive(const std::string& url, const std::string& folder, const std::string& marker,
                          const Source& source, const HubOptions& options, int* status = nullptr) {
  const std::string path = folder + ".archive";
  const Download archive(url, path, options, status);
  return unpack_archive(path, url, folder, marker, source, options);
}

Manifest download_manifest(const std::string& folder, const Source& source, const HubOptions& options) {
  NewFolder made(folder);
  DownloadOptions how = download_options(options);
  how.http().max_bytes(std::min<int64_t>(how.http().max_bytes(), kMostManifestBytes));
  download(source.place, join(made.path(), kManifestName), how);
  Manifest manifest = read_manifest(made.path(), source, options);
  made.commit(made.path(), source.marker(""));
  return manifest;
}

// Opens a folder of the cache, which `make` makes if it is not there. One process makes it while the others wait.
template <class F>
Opened open_cached(const Source& source, const std::string& folder, const std::string& marker,
                   const HubOptions& options, bool may_download, const F& make) {
  const auto is_there = [&] { return source_of(folder) == marker; };
  if (!is_there() || options.force_reload()) {
    TORCHPP_CHECK_FILE(may_download, subject_of(source), ": got a source that is not in the cache, '", folder, "'");
    serialize::make_folder_of(folder);
    const bool was_there = is_there();
    const FileLock lock(folder, options.lock_timeout());
    if (was_there || !is_there()) return {source, folder, true, make()};
  }
  return {source, folder, true, read_manifest(folder, source, options)};
}

std::string url_of(const Source& source, const std::string& ref, const HubOptions& options) {
  std::string url = replaced(options.repository_url(), "{owner}", source.owner);
  return replaced(replaced(url, "{name}", source.name), "{ref}", encoded(ref));
}

Opened open_repository(const Source& source, const HubOptions& options, bool may_download) {
  const std::string root = cache_dir(options.dir());
  const auto open_ref = [&](const std::string& ref, bool may, int* status) {
    const std::string folder = join(root, source.folder_name(ref)), marker = source.marker(ref);
    return open_cached(source, folder, marker, options, may, [&] {
      return download_archive(url_of(source, ref, options), folder, marker, source, options, status);
    });
  };
  if (!source.ref.empty()) return open_ref(source.ref, may_download, nullptr);
  const std::string master = join(root, source.folder_name("master"));
  const bool has_master = source_of(master) == source.marker("master") &&
                          source_of(join(root, source.folder_name("main"))) != source.marker("main");
  if (has_master) return open_ref("master", may_download, nullptr);
  int status = 0;
  try {
    return open_ref("main", may_download, &status);
  } catch (const FileError&) {
    if (status != kNotFound) throw;
  }
  return open_ref("master", may_download, nullptr);
}

Opened open_archive(const Source& source, const HubOptions& options) {
  TORCHPP_CHECK_VALUE(has_archive_name(source.place), subject_of(source), ": got a file, expected a folder or an ",
                      "archive with the ending .zip, .tar, .tar.gz, .tar.bz2, .tar.xz or .tar.zst");
  // Its hash is its name, so that an archive that was changed is another source.
  serialize::Stream bytes = serialize::open_file(source.place);
  const std::string digest = serialize::digest_of(bytes, HashType::kSha256);
  const std::string folder = join(cache_dir(options.dir()), "archive_" + digest.substr(0, kHashDigits));
  const std::string marker = "sha256:" + digest;
  return open_cached(source, folder, marker, options, true,
                     [&] { return unpack_archive(source.place, source.place, folder, marker, source, options); });
}

// The name of a file by URL in "checkpoints": with its hash, so that two of one name have each their place.
std::string checkpoint_name(const FileInfo& file) {
  const std::string name = serialize::file_name(file.url.substr(0, file.url.find_first_of("?#")));
  std::string plain;
  for (const char c : name.substr(name.size() > 128 ? name.size() - 128 : 0))
    plain += static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || c == '\\' || c == ':' ? '_' : c;
  const size_t dot = plain.rfind('.');
  const std::string stem = plain.substr(0, dot), ending = dot == std::string::npos ? "" : plain.substr(dot);
  const size_t dash = stem.rfind('-');
  const std::string hash = dash == std::string::npos ? "" : stem.substr(dash + 1);
  const bool has_hash = hash.size() >= kLeastHashDigits && file.sha256.compare(0, hash.size(), hash) == 0;
  return has_hash ? plain : stem + "-" + file.sha256.substr(0, kHashDigits) + ending;
}

FetchedEntry fetch_entry(const Opened& opened, const Entry& entry, const HubOptions& options) {
  FetchedEntry fetched;
  fetched.name = entry.info.name;
  if (entry.info.module) fetched.module_path = fetch_file(opened, *entry.info.module, options);
  if (entry.info.weights) fetched.weights_path = fetch_weights(opened, entry.info, options);
  return fetched;
}

}  // namespace

Opened open_source(const std::string& text, const HubOptions& options, bool may_download) {
  const Source source = parse_source(text);
  check_trust(source, options.dir(), options.trust());
  switch (source.kind) {
    case Source::Kind::kFolder: return {source, source.place, false, read_manifest(source.place, source, options)};
    case Source::Kind::kArchive: return open_archive(source, options);
    case Source::Kind::kRepository: return open_repository(source, options, may_download);
    default: break;
  }
  const std::string folder = join(cache_dir(options.dir()), source.folder_name(""));
  return open_cached(source, folder, source.marker(""), options, may_download, [&] {
    return source.kind == Source::Kind::kArchiveUrl
               ? download_archive(source.place, folder, source.marker(""), source, options)
               : download_manifest(folder, source, options);
  });
}

std::string path_of(const Opened& opened, const FileInfo& file, const HubOptions& options) {
  if (file.url.empty()) return join(opened.folder, file.file);
  return join(join(cache_dir(options.dir()), "checkpoints"), checkpoint_name(file));
}

std::string fault_of(const std::string& path, const FileInfo& file) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return "got no file of this name, expected one";
  if (!S_ISREG(status.st_mode)) return "got something else than a regular file, expected one";
  if (status.st_size != file.bytes)
    return str("got ", static_cast<int64_t>(status.st_size), " bytes, expected ", file.bytes);
  serialize::Stream bytes = serialize::open_file(path);
  const std::string got = serialize::digest_of(bytes, HashType::kSha256);
  return got == file.sha256 ? "" : "got the SHA-256 " + got + ", expected " + file.sha256;
}

// Whether a file of the cache is there with its length. Its hash was compared when it came, and verify() does it again.
bool is_whole(const std::string& path, const FileInfo& file) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && status.st_size == file.bytes;
}

std::string fetch_file(const Opened& opened, const FileInfo& file, const HubOptions& options) {
  const std::string path = path_of(opened, file, options);
  if (file.url.empty() && opened.source.kind != Source::Kind::kManifestUrl) {
    // With another length the fault is said without reading the file.
    const std::string fault = opened.is_cached && is_whole(path, file) ? "" : fault_of(path, file);
    TORCHPP_CHECK_FILE(fault.empty(), subject_of(opened.source), ": '", file.file, "': ", fault);
    return path;
  }
  const auto is_done = [&] { return !options.force_reload() && is_whole(path, file); };
  if (is_done()) return path;
  serialize::make_folder_of(path);
  const FileLock lock(path, options.lock_timeout());
  if (is_done()) return path;
  DownloadOptions how = download_options(options);
  how.hash_prefix(file.sha256).bytes(file.bytes);
  const std::string& manifest = opened.source.place;
  const std::string base = manifest.substr(0, manifest.find_first_of("?#"));
  download(file.url.empty() ? base.substr(0, base.rfind('/') + 1) + encoded(file.file) : file.url, path, how);
  return path;
}

std::string fetch_weights(const Opened& opened, const EntryInfo& entry, const HubOptions& options) {
  for (const FileInfo& part : entry.weight_parts) fetch_file(opened, part, options);
  return fetch_file(opened, *entry.weights, options);
}

FetchedEntry fetch(const std::string& source, const std::string& entry, const HubOptions& options) {
  const Opened opened = open_source(source, options);
  return fetch_entry(opened, opened.manifest.find(entry, source), options);
}

std::vector<FetchedEntry> fetch(const std::string& source, const HubOptions& options) {
  const Opened opened = open_source(source, options);
  std::vector<FetchedEntry> all;
  for (const Entry& entry : opened.manifest.entries) all.push_back(fetch_entry(opened, entry, options));
  return all;
}

std::vector<Fault> verify(const std::string& source, const HubOptions& options) {
  HubOptions as_it_is = options;
  as_it_is.force_reload(false);
  const Opened opened = open_source(source, as_it_is, false);
  std::vector<Fault> faults;
  std::vector<std::string> seen;
  for (const FileInfo* file : files_of(opened.manifest)) {
    const std::string path = path_of(opened, *file, options);
    if (std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    seen.push_back(path);
    const bool is_fetched_alone = !file->url.empty() || opened.source.kind == Source::Kind::kManifestUrl;
    if (is_fetched_alone && !exists(path)) continue;
    const std::string fault = fault_of(path, *file);
    if (!fault.empty()) faults.push_back({path, fault});
  }
  return faults;
}

}  // namespace torchpp::hub

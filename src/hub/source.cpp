// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/source.h"

#include <strings.h>
#include <torchpp/core/error.h>
#include <torchpp/hub.h>

#include <algorithm>
#include <cstring>

#include "src/hub/cache.h"
#include "src/serialize/digest.h"
#include "src/serialize/file.h"
#include "src/serialize/file_lock.h"
#include "src/serialize/names.h"
#include "src/serialize/paths.h"

namespace torchpp::hub {
namespace {

constexpr size_t kMostTextBytes = 4096;
constexpr size_t kMostListBytes = size_t{1} << 22;
constexpr size_t kHashDigits = 16, kMostNameBytes = 64;
constexpr double kListTimeout = 60;

bool has_scheme(const std::string& text, const char* scheme) {
  return ::strncasecmp(text.c_str(), scheme, std::strlen(scheme)) == 0;
}

// Letters that are the same for all file systems; others become lines.
std::string plain(std::string text) {
  for (char& c : text) {
    const bool is_kept =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    if (!is_kept) c = '_';
  }
  return text.substr(0, kMostNameBytes);
}

bool is_made_of(const std::string& text, const char* others) {
  return !text.empty() && text.size() <= 255 && text[0] != '.' && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  std::strchr(others, c) != nullptr;
         });
}

std::string without_ref(const std::string& repository) { return repository.substr(0, repository.find(':')); }

Source local(const std::string& text, const std::string& path) {
  return {is_folder(path) ? Source::Kind::kFolder : Source::Kind::kArchive, text, path, "", "", ""};
}

std::string list_path(const std::string& dir) { return join(cache_dir(dir), "trusted_list"); }

std::vector<std::string> read_list(const std::string& path) {
  std::vector<std::string> lines;
  if (!exists(path)) return lines;
  const std::string text = read_file(path, kMostListBytes);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

void write_list(const std::string& path, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  serialize::OutputFile out(path);
  out.write(text.data(), text.size());
  out.commit();
}

std::string key_of(const std::string& source) {
  const Source parsed = parse_source(source);
  TORCHPP_CHECK_VALUE(parsed.is_remote(), "hub: got the source '", source,
                      "', expected one of the network; those of the file system need no trust");
  return parsed.trust_key();
}

}  // namespace

bool has_archive_name(const std::string& path) {
  const std::string name = serialize::small_letters(path.substr(0, path.find_first_of("?#")));
  for (const char* ending :
       {".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst"}) {
    const size_t size = std::strlen(ending);
    if (name.size() > size && name.compare(name.size() - size, size, ending) == 0) return true;
  }
  return false;
}

Source parse_source(const std::string& text) {
  // Texts are written into lists of lines.
  const bool is_text =
      !text.empty() && text.size() <= kMostTextBytes &&
      std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  TORCHPP_CHECK_VALUE(is_text, "hub: got a source that is empty, longer than ", kMostTextBytes,
                      " bytes, or has control characters, expected a folder, an archive, a URL or owner/repository");
  if (has_scheme(text, "file://")) {
    const std::string path = text.substr(std::strlen("file://"));
    TORCHPP_CHECK_VALUE(!path.empty() && path[0] == '/', "hub: got the source '", text, "', expected file:///<path>");
    return local(text, path);
  }
  if (has_scheme(text, "https://")) {
    const std::string path = text.substr(0, text.find_first_of("?#"));
    TORCHPP_CHECK_VALUE(path.find('@') == std::string::npos, "hub: got the source '", text,
                        "', expected a URL without a user; HttpOptions::headers can have a token");
    return {has_archive_name(text) ? Source::Kind::kArchiveUrl : Source::Kind::kManifestUrl, text, text, "", "", ""};
  }
  const size_t scheme = text.find("://");
  TORCHPP_CHECK_VALUE(scheme == std::string::npos, "hub: got the source '", text, "' with the scheme ",
                      text.substr(0, scheme), ", expected https or file");
  if (is_folder(text)) return local(text, text);
  const size_t slash = text.find('/'), colon = text.find(':');
  if (slash != std::string::npos && (colon == std::string::npos || colon > slash)) {
    Source source{Source::Kind::kRepository, text, "", text.substr(0, slash), "", ""};
    source.name = text.substr(slash + 1, colon == std::string::npos ? colon : colon - slash - 1);
    if (colon != std::string::npos) source.ref = text.substr(colon + 1);
    // No line below, which stands between the parts of a folder's name, in an owner.
    const bool is_repository =
        is_made_of(source.owner, "-") && is_made_of(source.name, "-_.") &&
        (colon == std::string::npos || (is_made_of(source.ref, "-_./") && !serialize::goes_up(source.ref)));
    if (is_repository && !exists(text)) return source;
  }
  TORCHPP_CHECK_VALUE(exists(text), "hub: got the source '", text,
                      "', expected a folder or an archive that exists, a URL, or owner/repository[:ref]");
  return local(text, text);
}

std::string Source::trust_key() const { return kind == Kind::kRepository ? owner + "_" + name : place; }

std::string Source::marker(const std::string& used_ref) const {
  return kind == Kind::kRepository ? owner + "/" + name + ":" + used_ref : text;
}

std::string Source::folder_name(const std::string& used_ref) const {
  if (kind == Kind::kRepository) {
    std::string flat = used_ref;
    std::replace(flat.begin(), flat.end(), '/', '_');
    return owner + "_" + name + "_" + flat;
  }
  const size_t host = std::strlen("https://");
  const std::string path = place.substr(0, place.find_first_of("?#"));
  return "url_" + plain(path.substr(host, path.find('/', host) - host)) + "_" + plain(serialize::file_name(path)) +
         "_" + serialize::digest_of(place, serialize::HashType::kSha256).substr(0, kHashDigits);
}

bool Source::is_named_by(const std::string& other) const {
  if (kind != Kind::kRepository || !ref.empty()) return other == text;
  return other.find("://") == std::string::npos && without_ref(other) == owner + "/" + name;
}

void check_trust(const Source& source, const std::string& dir, bool consent) {
  if (!source.is_remote() || consent) return;
  const std::vector<std::string> lines = read_list(list_path(dir));
  if (std::find(lines.begin(), lines.end(), source.trust_key()) != lines.end()) return;
  TORCHPP_FAIL_KIND(kError, "hub: got the source '", source.text,
                    "', which is not trusted; to consent, call hub::trust(\"",
                    source.kind == Source::Kind::kRepository ? without_ref(source.text) : source.text,
                    "\") once, or set HubOptions::trust for one call");
}

void trust(const std::string& source, const std::string& dir) {
  const std::string key = key_of(source), path = list_path(dir);
  serialize::make_folder_of(path);
  const serialize::FileLock lock(path, kListTimeout);
  std::vector<std::string> lines = read_list(path);
  if (std::find(lines.begin(), lines.end(), key) != lines.end()) return;
  lines.push_back(key);
  write_list(path, lines);
}

bool distrust(const std::string& source, const std::string& dir) {
  const std::string key = key_of(source), path = list_path(dir);
  if (!exists(path)) return false;
  const serialize::FileLock lock(path, kListTimeout);
  std::vector<std::string> lines = read_list(path);
  const size_t before = lines.size();
  lines.erase(std::remove(lines.begin(), lines.end(), key), lines.end());
  if (lines.size() == before) return false;
  write_list(path, lines);
  return true;
}

bool is_trusted(const std::string& source, const std::string& dir) {
  const std::vector<std::string> lines = read_list(list_path(dir));
  return std::find(lines.begin(), lines.end(), key_of(source)) != lines.end();
}

std::vector<std::string> trusted(const std::string& dir) { return read_list(list_path(dir)); }

}  // namespace torchpp::hub

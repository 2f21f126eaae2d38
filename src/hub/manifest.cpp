// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/manifest.h"

#include <strings.h>
#include <torchpp/core/error.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "src/hub/cache.h"
#include "src/serialize/json.h"
#include "src/serialize/json_value.h"
#include "src/serialize/names.h"

namespace torchpp::hub {
namespace {

using serialize::Json;
using serialize::shown;

constexpr const char* kFormat = "torchpp-hub";
constexpr int64_t kVersion = 1;
constexpr size_t kDigestDigits = 64;
constexpr size_t kMostPathBytes = 1024, kMostPartBytes = 200, kMostUrlBytes = 4096;

// A place in the document, which its errors name.
class Reader {
 public:
  Reader(const Json& json, const std::string& subject, std::string place)
      : json_(json), subject_(subject), place_(std::move(place)) {}

  [[noreturn]] void fail(const std::string& got, const std::string& expected) const {
    TORCHPP_FAIL_KIND(kFile, subject_, ": at ", place_.empty() ? "the document" : place_, ": got ", got, ", expected ",
                      expected);
  }
  void check_names(std::initializer_list<const char*> names) const {
    check(json_.is_object(), "an object");
    for (const auto& item : json_.items()) {
      if (serialize::is_one_of(item.key(), names)) continue;
      std::string all;
      for (const char* name : names) all += (all.empty() ? "" : ", ") + std::string(name);
      fail("the name " + shown(Json(item.key())), "one of " + all);
    }
  }
  bool has(const char* name) const { return json_.contains(name); }
  Reader at(const std::string& name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) fail("no '" + name + "'", "it");
    return Reader(*found, subject_, place_ + "/" + name);
  }
  Reader at(size_t i) const { return Reader(json_[i], subject_, str(place_, "/", i)); }
  const Json& json() const { return json_; }
  const std::string& subject() const { return subject_; }
  const std::string& place() const { return place_; }

  void check(bool is_good, const char* expected) const {
    if (!is_good) fail(shown(json_), expected);
  }
  std::string text() const {
    check(json_.is_string(), "a text");
    return json_.get<std::string>();
  }
  std::string text_or(const char* name, const std::string& otherwise) const {
    return has(name) ? at(name).text() : otherwise;
  }
  int64_t count() const {
    check(json_.is_number_integer() && !(json_.is_number_unsigned() && json_.get<uint64_t>() > INT64_MAX) &&
              json_.get<int64_t>() >= 0,
          "an integer of 0 or more");
    return json_.get<int64_t>();
  }

 private:
  const Json& json_;
  const std::string& subject_;
  std::string place_;
};

bool is_digest(const std::string& text) {
  return text.size() == kDigestDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

FileInfo read_file_info(const Reader& from, bool is_draft) {
  if (from.has("file") == from.has("url")) from.fail(shown(from.json()), "either a 'file' or a 'url'");
  FileInfo info;
  if (from.has("file")) {
    info.file = from.at("file").text();
    check_relative(info.file, from.subject() + ": at " + from.place() + "/file");
  } else {
    const Reader url = from.at("url");
    info.url = url.text();
    url.check(
        ::strncasecmp(info.url.c_str(), "https://", std::strlen("https://")) == 0 && info.url.size() <= kMostUrlBytes,
        "a URL of https://");
  }
  // Those of URLs are in a draft, too: nothing is downloaded to find them.
  const bool may_lack = is_draft && info.url.empty();
  if (!may_lack || from.has("bytes")) info.bytes = from.at("bytes").count();
  if (!may_lack || from.has("sha256")) {
    const Reader digest = from.at("sha256");
    info.sha256 = digest.text();
    digest.check(is_digest(info.sha256), "64 hexadecimal digits, small letters");
  }
  return info;
}

FileInfo read_one_file(const Reader& from, bool is_draft) {
  from.check_names({"file", "url", "bytes", "sha256"});
  return read_file_info(from, is_draft);
}

// A file, or an index with its parts, which are in its folder.
void read_weights(const Reader& from, bool is_draft, EntryInfo& entry) {
  from.check_names({"file", "url", "bytes", "sha256", "parts"});
  entry.weights = read_file_info(from, is_draft);
  if (!from.has("parts")) return;
  const Reader parts = from.at("parts");
  parts.check(parts.json().is_array() && !parts.json().empty() && parts.json().size() <= kMostParts,
              "a list of 1 to 512 files");
  if (entry.weights->file.empty()) from.fail("'parts' beside a 'url'", "them beside a 'file'");
  const auto folder_of = [](const std::string& path) { return path.substr(0, path.rfind('/') + 1); };
  for (size_t i = 0; i < parts.json().size(); ++i) {
    const Reader part = parts.at(i);
    FileInfo file = read_one_file(part, is_draft);
    if (file.file.empty() || folder_of(file.file) != folder_of(entry.weights->file))
      part.fail(shown(part.json()), "a file in the folder of the index");
    entry.weight_parts.push_back(std::move(file));
  }
}

Entry read_entry(const Reader& from, const std::string& name, const std::string& license, bool is_draft) {
  from.check_names({"description", "license", "input", "module", "factory", "arguments", "weights"});
  Entry entry;
  entry.info.name = name;
  entry.info.description = from.text_or("description", "");
  entry.info.license = from.text_or("license", license);
  entry.info.input = from.text_or("input", "");
  if (from.has("module") == from.has("factory")) from.fail(shown(from.json()), "either a 'module' or a 'factory'");
  if (from.has("module")) {
    const Reader module = from.at("module");
    entry.info.module = read_one_file(module, is_draft);
    if (entry.info.module->bytes > kMostModuleBytes)
      module.fail(str("a document of ", entry.info.module->bytes, " bytes"), str("at most ", kMostModuleBytes));
    if (from.has("arguments")) from.fail("'arguments'", "none beside a 'module'");
  } else {
    const Reader factory = from.at("factory");
    entry.info.factory = factory.text();
    factory.check(!entry.info.factory.empty(), "the name of a factory");
    if (from.has("arguments")) {
      const Reader arguments = from.at("arguments");
      arguments.check(arguments.json().is_object(), "an object");
      for (const auto& item : arguments.json().items())
        entry.arguments.set(
            item.key(),
            serialize::parse_value(item.value().dump(), from.subject() + ": at " + arguments.place() + "/" + item.key(),
                                   [](size_t) { return Tensor(); }));
    }
  }
  if (from.has("weights")) read_weights(from.at("weights"), is_draft, entry.info);
  return entry;
}

}  // namespace

void check_relative(const std::string& path, const std::string& subject) {
  const auto check = [&](bool is_good, const char* expected) {
    TORCHPP_CHECK_FILE(is_good, subject, ": got the path ", shown(Json(path.substr(0, kMostPathBytes))), ", expected ",
                       expected);
  };
  check(!path.empty() && path.size() <= kMostPathBytes, "one of 1 to 1024 bytes");
  check(path[0] != '/', "none that is absolute");
  for (const char c : path)
    check(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F && c != '\\' && c != ':',
          "none with control characters, backslashes or colons");
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    check(!part.empty() && part != "." && part != "..", "none with empty parts or parts '.' and '..'");
    check(part.size() <= kMostPartBytes, "parts of at most 200 bytes");
    check(serialize::small_letters(part) != kMarker, "none with a name that is reserved");
    begin = end + 1;
  }
}

const Entry& Manifest::find(const std::string& entry, const std::string& source) const {
  std::string names;
  for (const Entry& known : entries) {
    if (known.info.name == entry) return known;
    names += (names.empty() ? "" : ", ") + known.info.name;
  }
  TORCHPP_FAIL_KIND(kValue, "hub: '", source, "': got the entry '", entry, "', expected one of ",
                    names.empty() ? "none, for there are none" : names);
}

Manifest parse_manifest(const std::string& text, const std::string& subject, bool is_draft) {
  TORCHPP_CHECK_FILE(text.size() <= kMostManifestBytes, subject, ": got ", text.size(), " bytes, expected at most ",
                     kMostManifestBytes);
  const Json json = serialize::parse_json(text, subject);
  const Reader document(json, subject, "");
  document.check_names({"format", "version", "name", "description", "license", "entries"});
  const Reader format = document.at("format");
  format.check(format.text() == kFormat, "\"torchpp-hub\"");
  const Reader version = document.at("version");
  version.check(version.count() == kVersion, "1, the version that this library knows");
  document.text_or("name", "");
  document.text_or("description", "");
  const std::string license = document.text_or("license", "");
  const Reader entries = document.at("entries");
  entries.check(entries.json().is_object(), "an object");
  Manifest manifest;
  for (const auto& item : entries.json().items()) {
    if (item.key().empty()) entries.fail("an entry without a name", "a name");
    manifest.entries.push_back(read_entry(entries.at(item.key()), item.key(), license, is_draft));
  }
  return manifest;
}

}  // namespace torchpp::hub

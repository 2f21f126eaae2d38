// SPDX-License-Identifier: BSD-3-Clause
#include "src/hub/unpack.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/serialize/stream.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "src/hub/cache.h"
#include "src/hub/manifest.h"
#include "src/serialize/file.h"
#include "src/serialize/file_archive.h"
#include "src/serialize/names.h"
#include "src/serialize/paths.h"
#include "src/serialize/utf8_locale.h"

namespace torchpp::hub {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 18;

// The names that were unpacked, by what file systems may take for the same.
class Names {
 public:
  explicit Names(const std::string& subject) : subject_(subject) {}

  void add(const std::string& path) {
    for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
      add_one(path.substr(0, slash), true);
    add_one(path, false);
  }
  // The single folder around all files; empty if there is none.
  std::string top() const {
    std::string top;
    for (const auto& [key, known] : names_) {
      if (known.path.find('/') != std::string::npos) continue;
      if (!known.is_folder || !top.empty()) return "";
      top = known.path;
    }
    return top;
  }

 private:
  struct Known {
    std::string path;
    bool is_folder;
  };
  void add_one(const std::string& path, bool is_folder) {
    const auto added = names_.emplace(serialize::folded_case(path), Known{path, is_folder});
    const Known& known = added.first->second;
    TORCHPP_CHECK_FILE(added.second || (is_folder && known.is_folder && known.path == path), subject_,
                       ": got the name '", path, "' beside '", known.path,
                       "', expected names that no system takes for the same");
  }

  std::string subject_;
  std::map<std::wstring, Known> names_;
};

void write(serialize::Stream& from, const std::string& path, const std::string& subject, uint64_t& total,
           uint64_t most) {
  serialize::make_folder_of(path);
  const serialize::Descriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  TORCHPP_CHECK_FILE(fd.is_open(), subject, ": make '", path, "': ", std::strerror(errno));
  const std::unique_ptr<char[]> piece(new char[kPieceBytes]);
  while (const size_t n = from.read(piece.get(), kPieceBytes)) {
    total += n;
    TORCHPP_CHECK_FILE(total <= most, subject, ": got more than ", most,
                       " bytes in all files, expected at most that many");
    for (size_t done = 0; done < n;) {
      const ssize_t written = ::write(fd.get(), piece.get() + done, n - done);
      if (written < 0 && errno == EINTR) continue;
      TORCHPP_CHECK_FILE(written > 0, subject, ": write '", path, "': ", std::strerror(errno));
      done += static_cast<size_t>(written);
    }
  }
}

}  // namespace

std::string unpack(const std::string& archive, const std::string& name, const std::string& folder,
                   const serialize::ArchiveOptions& options) {
  const std::string subject = "hub: unpack '" + name + "'";
  const std::string plain_name = serialize::small_letters(name.substr(0, name.find_first_of("?#")));
  const bool is_zip = plain_name.size() > 4 && plain_name.compare(plain_name.size() - 4, 4, ".zip") == 0;
  serialize::FileArchive files(name, serialize::open_file(archive),
                               is_zip ? serialize::ArchiveFormat::kZip : serialize::ArchiveFormat::kTar, options);
  Names names(subject);
  uint64_t total = 0;
  while (auto file = files.next()) {
    // tar archives of a folder's content begin each name with "./".
    std::string path = files.member_name();
    while (path.compare(0, 2, "./") == 0) path.erase(0, 2);
    check_relative(path, subject);
    names.add(path);
    write(file->second, join(folder, path), subject, total, static_cast<uint64_t>(options.max_bytes()));
  }
  const std::string top = names.top();
  return top.empty() ? folder : join(folder, top);
}

}  // namespace torchpp::hub

// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/hub/download.h>
#include <torchpp/serialize/tensor_file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include "src/hub/cache.h"
#include "src/serialize/digest.h"
#include "src/serialize/file.h"
#include "src/serialize/file_lock.h"
#include "src/serialize/http.h"
#include "src/serialize/paths.h"

namespace torchpp::hub {
namespace {

using serialize::Descriptor;
using serialize::Digest;
using serialize::HashType;
using serialize::HttpAnswer;
using Clock = std::chrono::steady_clock;

constexpr size_t kPieceBytes = size_t{1} << 18;
constexpr size_t kMostValidatorBytes = 8192;
constexpr size_t kDigestDigits = 64;
constexpr std::chrono::milliseconds kFirstPause(250), kBetweenReports(100);
constexpr int kMostDoublings = 7;
constexpr int kRangeNotSatisfiable = 416;

void check_https(const std::string& url) {
  TORCHPP_CHECK_VALUE(::strncasecmp(url.c_str(), "https://", std::strlen("https://")) == 0, "hub: got the URL '", url,
                      "', expected one of https://");
}

void check_hash_prefix(const std::string& prefix) {
  TORCHPP_CHECK_VALUE(
      prefix.size() <= kDigestDigits && prefix.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos,
      "hub: got the hash '", prefix, "', expected at most ", kDigestDigits, " hexadecimal digits");
}

// The file that grows from try to try, and its hash.
class Partial {
 public:
  Partial(const std::string& url, const std::string& path, bool is_hashed)
      : url_(url),
        path_(path),
        name_(path + kPartialEnding),
        fd_(::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)),
        is_hashed_(is_hashed) {
    check(fd_.is_open(), "open it");
    start_over();
  }

  uint64_t size() const { return size_; }
  const std::string& validator() const { return validator_; }

  // Takes over what an earlier call has left, if it is of the same URL.
  void go_on() {
    const std::string record = validator_name();
    if (!exists(record)) return truncate();
    const std::string text = read_file(record, kMostValidatorBytes);
    const size_t line = text.find('\n');
    if (line == std::string::npos || text.substr(0, line) != url_) return truncate();
    const std::unique_ptr<char[]> piece(new char[kPieceBytes]);
    for (;;) {
      const ssize_t n = ::read(fd_.get(), piece.get(), kPieceBytes);
      if (n < 0 && errno == EINTR) continue;
      check(n >= 0, "read it");
      if (n == 0) break;
      if (digest_) digest_->update(piece.get(), static_cast<size_t>(n));
      size_ += static_cast<uint64_t>(n);
    }
    validator_ = text.substr(line + 1);
  }
  void truncate() {
    start_over();
    check(::ftruncate(fd_.get(), 0) == 0 && ::lseek(fd_.get(), 0, SEEK_SET) == 0, "truncate it");
    ::unlink(validator_name().c_str());
  }
  // What a later request needs to go on. Nothing without it: the bytes might be of another file.
  void set_validator(const std::string& validator) {
    if (validator == validator_ && exists(validator_name())) return;
    validator_ = validator;
    if (validator.empty()) {
      ::unlink(validator_name().c_str());
      return;
    }
    serialize::OutputFile record(validator_name());
    const std::string text = url_ + "\n" + validator;
    record.write(text.data(), text.size());
    record.commit();
  }
  void write(const char* data, size_t n) {
    if (digest_) digest_->update(data, n);
    size_ += n;
    while (n > 0) {
      const ssize_t done = ::write(fd_.get(), data, n);
      if (done < 0 && errno == EINTR) continue;
      check(done > 0, "write");
      data += done;
      n -= static_cast<size_t>(done);
    }
  }
  std::string hex() { return digest_->hex(); }
  void remove() {
    ::unlink(name_.c_str());
    ::unlink(validator_name().c_str());
  }
  void commit() {
    check(::fsync(fd_.get()) == 0, "flush it to the disk");
    check(::rename(name_.c_str(), path_.c_str()) == 0, "rename it");
    ::unlink(validator_name().c_str());
  }

 private:
  std::string validator_name() const { return name_ + kValidatorEnding; }
  void start_over() {
    size_ = 0;
    validator_.clear();
    digest_.reset(is_hashed_ ? new Digest(HashType::kSha256) : nullptr);
  }
  void check(bool is_good, const char* what) const {
    TORCHPP_CHECK_FILE(is_good, "download to '", name_, "': could not ", what, ": ", std::strerror(errno));
  }

  std::string url_, path_, name_, validator_;
  Descriptor fd_;
  bool is_hashed_;
  std::unique_ptr<Digest> digest_;
  uint64_t size_ = 0;
};

class Reporter {
 public:
  explicit Reporter(const Progress& progress) : progress_(progress) {}
  void report(uint64_t bytes, optional<int64_t> all, bool is_last) {
    if (!progress_) return;
    const Clock::time_point now = Clock::now();
    if (!is_last && now - last_ < kBetweenReports) return;
    last_ = now;
    progress_(static_cast<int64_t>(bytes), all);
  }

 private:
  const Progress& progress_;
  Clock::time_point last_ = Clock::now() - kBetweenReports;
};

// One request. False if the connection was lost, and another may get the rest.
bool try_once(const std::string& url, const DownloadOptions& options, const HttpOptions& http, bool may_fail,
              Partial& partial, Reporter& reporter, int* status) {
  if (partial.size() > 0 && partial.validator().empty()) partial.truncate();
  HttpAnswer answer(url, http, {partial.size(), partial.validator()});
  if (status != nullptr) *status = answer.status();
  if (answer.status() == kRangeNotSatisfiable && partial.size() > 0) {  // there is more than the server's file has
    partial.truncate();
    return false;
  }
  try {
    answer.check();
    const uint64_t first = answer.first_byte();
    TORCHPP_CHECK_FILE(first == 0 || first == partial.size(), "read '", url, "': got the file from byte ", first,
                       ", expected from byte ", partial.size());
    if (first != partial.size()) partial.truncate();  // the server has sent all of it
    partial.set_validator(answer.validator());
    const optional<int64_t> rest = answer.size();
    const optional<int64_t> all = rest && *rest <= INT64_MAX - static_cast<int64_t>(first)
                                      ? *rest + static_cast<int64_t>(first)
                                      : options.bytes();
    const std::unique_ptr<char[]> piece(new char[kPieceBytes]);
    while (const size_t n = answer.read(piece.get(), kPieceBytes)) {
      partial.write(piece.get(), n);
      reporter.report(partial.size(), all, false);
    }
    reporter.report(partial.size(), all, true);
    return true;
  } catch (const FileError&) {
    if (may_fail && answer.is_broken_off()) return false;
    throw;
  }
}

struct Directory {
  std::mutex mutex;
  std::string path;
};
Directory& directory() {
  static Directory& named = *new Directory;
  return named;
}
// A variable that is empty counts as not set, as the XDG Base Directory Specification demands.
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The hash in "name-<8 or more hexadecimal digits>.ext"; empty if there is none.
std::string hash_in(const std::string& name) {
  for (size_t dash = name.find('-'); dash != std::string::npos; dash = name.find('-', dash + 1)) {
    const size_t end = std::min(name.find_first_not_of("0123456789abcdef", dash + 1), name.size());
    if (end - dash - 1 >= 8 && end < name.size() && name[end] == '.') return name.substr(dash + 1, end - dash - 1);
  }
  return "";
}

std::string name_in_url(const std::string& url) {
  const std::string path = url.substr(0, url.find_first_of("?#"));
  return serialize::file_name(path);
}

}  // namespace

std::string get_dir() {
  Directory& named = directory();
  {
    const std::lock_guard<std::mutex> lock(named.mutex);
    if (!named.path.empty()) return named.path;
  }
  const std::string torch = variable("TORCH_HOME"), caches = variable("XDG_CACHE_HOME"), home = variable("HOME");
  if (!torch.empty()) return join(torch[0] == '~' && !home.empty() ? home + torch.substr(1) : torch, "hub");
  if (!caches.empty()) return join(caches, "torch/hub");
  TORCHPP_CHECK(!home.empty(),
                "hub: none of the variables TORCH_HOME, XDG_CACHE_HOME and HOME is set, expected one, or ",
                "hub::set_dir()");
  return join(home, ".cache/torch/hub");
}

void set_dir(const std::string& dir) {
  Directory& named = directory();
  const std::lock_guard<std::mutex> lock(named.mutex);
  named.path = dir;
}

void download(const std::string& url, const std::string& path, const DownloadOptions& options, int* status) {
  check_https(url);
  check_hash_prefix(options.hash_prefix());
  HttpOptions http = options.http();
  http.https_only(true);
  if (options.bytes()) http.max_bytes(std::min(http.max_bytes(), *options.bytes()));
  Partial partial(url, path, !options.hash_prefix().empty());
  partial.go_on();
  Reporter reporter(options.progress());
  for (int64_t tries = 0; !try_once(url, options, http, tries < options.retries(), partial, reporter, status); ++tries)
    std::this_thread::sleep_for(kFirstPause * (1 << std::min<int64_t>(tries, kMostDoublings)));
  const uint64_t size = partial.size();
  if (options.bytes() && size != static_cast<uint64_t>(*options.bytes())) {
    partial.remove();
    TORCHPP_FAIL_KIND(kFile, "download '", url, "': got ", size, " bytes, expected ", *options.bytes());
  }
  if (!options.hash_prefix().empty()) {
    const std::string got = partial.hex();
    if (!serialize::is_same_digest(got.substr(0, options.hash_prefix().size()), options.hash_prefix())) {
      partial.remove();
      TORCHPP_FAIL_KIND(kFile, "download '", url, "': got a file with the SHA-256 ", got, ", expected ",
                        options.hash_prefix());
    }
  }
  partial.commit();
}

void download_url_to_file(const std::string& url, const std::string& path, const DownloadOptions& options) {
  check_https(url);
  TORCHPP_CHECK_VALUE(!serialize::file_name(path).empty(), "download_url_to_file: got the path '", path,
                      "', expected that of a file");
  serialize::make_folder_of(path);
  const serialize::FileLock lock(path, options.lock_timeout());
  download(url, path, options);
}

NamedTensors load_state_dict_from_url(const std::string& url, const StateDictOptions& options) {
  const std::string name = options.file_name().empty() ? name_in_url(url) : options.file_name();
  TORCHPP_CHECK_VALUE(!name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos,
                      "load_state_dict_from_url: got the file name '", name, "', expected one without folders");
  DownloadOptions download_options = options.download();
  if (options.check_hash()) {
    const std::string hash = hash_in(name);
    TORCHPP_CHECK_VALUE(!hash.empty(), "load_state_dict_from_url: got the file name '", name,
                        "', expected one with a hash, 'name-<8 or more hexadecimal digits>.ext'");
    download_options.hash_prefix(hash);
  }
  const std::string folder = options.model_dir().empty() ? join(get_dir(), "checkpoints") : options.model_dir();
  const std::string path = join(folder, name);
  if (!exists(path)) {
    serialize::make_folder_of(path);
    const serialize::FileLock lock(path, download_options.lock_timeout());
    if (!exists(path)) download(url, path, download_options);
  }
  TensorFileOptions open_options;
  open_options.map = true;
  return TensorFile::open(path, open_options).load_all(options.map_location());
}

}  // namespace torchpp::hub

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/error.h>
#include <torchpp/serialize/archive_options.h>

#include <cstdint>
#include <string>

namespace torchpp::serialize {

/// Counts what goes into a decoder of foreign bytes and what comes out, against the limits.
class Budget {
 public:
  Budget(const ArchiveOptions& options, std::string name) : options_(options), name_(std::move(name)) {}

  /// In errors: what is read.
  const std::string& name() const { return name_; }
  void took(size_t n) { in_ += n; }
  /// `file` are the bytes of the present member so far, the new ones included.
  void gave(size_t n, uint64_t file) {
    out_ += n;
    check_size(file);
    TORCHPP_CHECK_FILE(out_ <= kFree || static_cast<double>(out_) <= options_.max_ratio() * static_cast<double>(in_),
                       "read '", name_, "': got ", out_, " bytes out of ", in_, ", expected at most ",
                       options_.max_ratio(), " for each; ArchiveOptions::max_ratio permits more");
  }
  void check_size(uint64_t file) const {
    TORCHPP_CHECK_FILE(file <= static_cast<uint64_t>(options_.max_bytes()), "read '", name_, "': got ", file,
                       " bytes of one file or more, expected at most ", options_.max_bytes(),
                       "; ArchiveOptions::max_bytes permits more");
  }
  void count_member() {
    TORCHPP_CHECK_FILE(++members_ <= options_.max_members(), "read '", name_, "': got more than ",
                       options_.max_members(), " members, expected at most that many; ArchiveOptions::max_members ",
                       "permits more");
  }

 private:
  static constexpr uint64_t kFree = uint64_t{1} << 24;

  ArchiveOptions options_;
  std::string name_;
  uint64_t in_ = 0, out_ = 0;
  int64_t members_ = 0;
};

}  // namespace torchpp::serialize

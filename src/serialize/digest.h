// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/serialize/hash_type.h>
#include <torchpp/serialize/stream.h>

#include <cstddef>
#include <string>

namespace torchpp::serialize {

/// A hash of bytes that come piece by piece, computed by libcrypto, which is opened on first use.
class Digest {
 public:
  explicit Digest(HashType type);
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  ~Digest();

  void update(const char* data, size_t size);
  /// In hexadecimal digits, small letters. Called once, at the end.
  std::string hex();

 private:
  void* context_;
};

std::string digest_of(const std::string& bytes, HashType type);
/// Of all that is left of a stream.
std::string digest_of(Stream& stream, HashType type);
/// Whether two texts of hexadecimal digits are the same; capital letters count as small ones.
bool is_same_digest(const std::string& a, const std::string& b);

}  // namespace torchpp::serialize

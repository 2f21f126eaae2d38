// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file One request to a web server, for those who want to know more of the answer than its bytes.

#include <torchpp/serialize/http.h>

#include <cstdint>
#include <memory>
#include <string>

namespace torchpp::serialize {

/// Asks for a file from a byte on, if it is still what it was when `validator` came with it.
struct HttpRange {
  uint64_t from = 0;
  std::string validator;
};

/// The bytes of an answer while they come.
class HttpAnswer final : public ByteSource {
 public:
  /// Returns when the server has begun to answer, or the request has failed, which the first read() reports.
  HttpAnswer(std::string url, const HttpOptions& options, const HttpRange& range = {});
  ~HttpAnswer() override;

  size_t read(char* to, size_t n) override;
  optional<int64_t> size() const override;

  /// Throws FileError if the request has failed and there are no bytes to be read.
  void check() const;
  /// 200, 206, 404, ...; 0 if none has come.
  int status() const;
  /// Whether the connection was lost: another request may succeed.
  bool is_broken_off() const;
  /// What a later request gives as HttpRange::validator: a strong ETag, or the date of the last change; empty if the
  /// server has said neither.
  std::string validator() const;
  /// Where the bytes begin in the file, as the server says: 0 but for status 206. Throws FileError if that says
  /// nothing.
  uint64_t first_byte() const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace torchpp::serialize

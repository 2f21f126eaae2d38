// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace torchpp::test {

struct HttpsRequest {
  std::string path;
  std::string range, if_range;  // the headers' values; empty if there are none
};

struct HttpsAnswer {
  std::string head = "200 OK";  // the status, and further lines of the header
  std::string body;
  bool is_endless = false;  // the body comes again and again, without a length
  int64_t length = -1;      // that the header claims; that of the body if negative
  size_t cut = SIZE_MAX;    // bytes of the body after which the connection is lost
  int pause_ms = 0;         // before each piece
  size_t piece = 1 << 16;   // bytes of a piece
  bool is_silent = false;   // nothing comes
};

/// A web server on a port of 127.0.0.1 that speaks TLS, with a certificate of its own making. It answers one request
/// after the other with what the function makes of the request, and closes each connection.
class HttpsServer {
 public:
  explicit HttpsServer(std::function<HttpsAnswer(const HttpsRequest& request)> answer);
  HttpsServer(const HttpsServer&) = delete;
  HttpsServer& operator=(const HttpsServer&) = delete;
  ~HttpsServer();

  /// Begins to answer; who connected before is answered then. Processes are forked before.
  void start();
  std::string url(const std::string& path) const;
  /// A file with the certificate, for HttpOptions::ca_file.
  const std::string& ca_file() const;
  std::vector<HttpsRequest> requests() const;

  /// The answer with a file, or with what is left of it if a range is asked for that is still of the file.
  static HttpsAnswer file(const HttpsRequest& request, const std::string& bytes, const std::string& etag = "\"1\"");

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace torchpp::test

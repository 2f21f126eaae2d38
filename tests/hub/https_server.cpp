// SPDX-License-Identifier: BSD-3-Clause
#include "tests/hub/https_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

constexpr long kDay = 24 * 60 * 60;
constexpr int kStepMs = 20;

std::string header_of(const std::string& request, const std::string& name) {
  const size_t at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const size_t begin = at + name.size() + 4;
  return request.substr(begin, request.find("\r\n", begin) - begin);
}

void add_extension(X509* certificate, int nid, const char* value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, nid, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

}  // namespace

struct HttpsServer::Body {
  std::function<HttpsAnswer(const HttpsRequest&)> answer;
  TemporaryFolder folder;
  std::string ca_file = folder.path() + "/ca.pem";
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  int listener = -1;
  int port = 0;
  std::thread thread;
  std::atomic<bool> stopped{false};
  mutable std::mutex mutex;
  std::vector<HttpsRequest> requests;

  void make_certificate() {
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -kDay);
    X509_gmtime_adj(X509_getm_notAfter(certificate), kDay);
    X509_set_pubkey(certificate, key);
    X509_NAME* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("torchpp test"), -1, -1,
                               0);
    X509_set_issuer_name(certificate, name);
    add_extension(certificate, NID_subject_alt_name, "IP:127.0.0.1");
    add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    EXPECT_NE(X509_sign(certificate, key, EVP_sha256()), 0);
    EXPECT_EQ(SSL_CTX_use_certificate(context, certificate), 1);
    EXPECT_EQ(SSL_CTX_use_PrivateKey(context, key), 1);
    std::FILE* file = std::fopen(ca_file.c_str(), "w");
    PEM_write_X509(file, certificate);
    std::fclose(file);
    X509_free(certificate);
    EVP_PKEY_free(key);
  }

  bool wait_for(int socket, short what) const {
    while (!stopped) {
      pollfd waiting{socket, what, 0};
      if (::poll(&waiting, 1, kStepMs) > 0) return true;
    }
    return false;
  }

  void serve() {
    sigset_t pipe;  // a client that goes away
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    while (wait_for(listener, POLLIN)) {
      const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) continue;
      const timeval limit{0, 500 * 1000};  // so that the server can be stopped
      ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
      ::setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
      SSL* ssl = SSL_new(context);
      SSL_set_fd(ssl, client);
      if (SSL_accept(ssl) == 1) speak(ssl, client);
      SSL_free(ssl);
      ::close(client);
    }
  }

  void speak(SSL* ssl, int client) {
    std::string text;
    char piece[4096];
    while (text.find("\r\n\r\n") == std::string::npos) {
      const int n = SSL_read(ssl, piece, sizeof piece);
      if (n <= 0) return;
      text.append(piece, static_cast<size_t>(n));
    }
    const size_t begin = text.find(' ') + 1;
    const HttpsRequest request{text.substr(begin, text.find(' ', begin) - begin), header_of(text, "Range"),
                               header_of(text, "If-Range")};
    {
      const std::lock_guard<std::mutex> lock(mutex);
      requests.push_back(request);
    }
    const HttpsAnswer made = answer(request);
    if (made.is_silent) {
      wait_for(client, POLLIN);
      return;
    }
    std::string head = "HTTP/1.1 " + made.head + "\r\nConnection: close\r\n";
    const int64_t length = made.length < 0 ? static_cast<int64_t>(made.body.size()) : made.length;
    if (!made.is_endless) head += "Content-Length: " + std::to_string(length) + "\r\n";
    head += "\r\n";
    if (!send(ssl, head.data(), head.size())) return;
    do {
      for (size_t at = 0; at < made.body.size() && !stopped;) {
        if (at >= made.cut) return;
        const size_t n = std::min({made.piece, made.body.size() - at, made.cut - at});
        if (made.pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(made.pause_ms));
        if (!send(ssl, made.body.data() + at, n)) return;
        at += n;
      }
    } while (made.is_endless && !stopped);
    SSL_shutdown(ssl);
  }

  bool send(SSL* ssl, const char* data, size_t n) const {
    size_t written = 0;
    while (!stopped) {
      if (SSL_write_ex(ssl, data, n, &written) == 1) return true;
      if (SSL_get_error(ssl, 0) != SSL_ERROR_WANT_WRITE) return false;
    }
    return false;
  }
};

HttpsServer::HttpsServer(std::function<HttpsAnswer(const HttpsRequest&)> answer) : body_(std::make_unique<Body>()) {
  body_->answer = std::move(answer);
  body_->make_certificate();
  body_->listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(::bind(body_->listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(::listen(body_->listener, 16), 0);
  EXPECT_EQ(::getsockname(body_->listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  body_->port = ntohs(address.sin_port);
}

HttpsServer::~HttpsServer() {
  body_->stopped = true;
  if (body_->thread.joinable()) body_->thread.join();
  ::close(body_->listener);
  SSL_CTX_free(body_->context);
}

void HttpsServer::start() {
  body_->thread = std::thread([this] { body_->serve(); });
}
std::string HttpsServer::url(const std::string& path) const {
  return "https://127.0.0.1:" + std::to_string(body_->port) + path;
}
const std::string& HttpsServer::ca_file() const { return body_->ca_file; }
std::vector<HttpsRequest> HttpsServer::requests() const {
  const std::lock_guard<std::mutex> lock(body_->mutex);
  return body_->requests;
}

HttpsAnswer HttpsServer::file(const HttpsRequest& request, const std::string& bytes, const std::string& etag) {
  HttpsAnswer answer;
  const std::string tag = etag.empty() ? "" : "\r\nETag: " + etag;
  size_t from = 0;
  if (!request.range.empty() && request.if_range == etag)
    from = std::stoul(request.range.substr(std::string("bytes=").size()));
  if (from > 0 && from >= bytes.size()) {
    answer.head = "416 Range Not Satisfiable";
    return answer;
  }
  answer.body = bytes.substr(from);
  answer.head = from == 0 ? "200 OK" + tag
                          : "206 Partial Content\r\nContent-Range: bytes " + std::to_string(from) + "-" +
                                std::to_string(bytes.size() - 1) + "/" + std::to_string(bytes.size()) + tag;
  return answer;
}

}  // namespace torchpp::test

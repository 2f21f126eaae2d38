// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>

namespace torchpp::test {

/// A web server on a port of 127.0.0.1: it answers one request after the other with what the function makes of the
/// request, and closes each connection.
class HttpServer {
 public:
  /// An answer that never comes; the connection is closed when the server ends or the client does.
  static constexpr const char* kSilence = "(silence)";

  explicit HttpServer(std::function<std::string(const std::string& request)> answer) : answer_(std::move(answer)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(listener_, 16), 0);
    EXPECT_EQ(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer() {
    stopped_ = true;
    thread_.join();
    ::close(listener_);
  }

  std::string url(const std::string& path) const { return "http://127.0.0.1:" + std::to_string(port_) + path; }
  int requests() const { return requests_; }

 private:
  // Whether something can be read before the server is stopped.
  bool wait_for(int socket) {
    while (!stopped_) {
      pollfd waiting{socket, POLLIN, 0};
      if (::poll(&waiting, 1, 20) > 0) return true;
    }
    return false;
  }

  void serve() {
    while (wait_for(listener_)) {
      const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) continue;
      std::string request;
      char piece[4096];
      while (request.find("\r\n\r\n") == std::string::npos && wait_for(client)) {
        const ssize_t n = ::recv(client, piece, sizeof piece, 0);
        if (n <= 0) break;
        request.append(piece, static_cast<size_t>(n));
      }
      ++requests_;
      std::string answer = answer_(request);
      // Without this line a client may send its next request, that of a redirection, on the connection that is about to
      // be closed, and be answered by a reset.
      const size_t head = answer.compare(0, 9, "HTTP/1.1 ") == 0 ? answer.find("\r\n") : std::string::npos;
      if (head != std::string::npos) answer.insert(head, "\r\nConnection: close");
      if (answer == kSilence) {
        wait_for(client);
      } else {
        for (size_t sent = 0; sent < answer.size() && !stopped_;) {
          pollfd waiting{client, POLLOUT, 0};
          if (::poll(&waiting, 1, 20) == 0) continue;
          const ssize_t n = ::send(client, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
          if (n <= 0) break;
          sent += static_cast<size_t>(n);
        }
      }
      ::close(client);
    }
  }

  std::function<std::string(const std::string&)> answer_;
  int listener_ = -1, port_ = 0;
  std::atomic<bool> stopped_{false};
  std::atomic<int> requests_{0};
  std::thread thread_;
};

}  // namespace torchpp::test

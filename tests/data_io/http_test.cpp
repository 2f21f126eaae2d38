// SPDX-License-Identifier: BSD-3-Clause
// Answers of a web server on this machine.
#include <gtest/gtest.h>
#include <torchpp/data/http.h>

#include "tests/data_io/http_server.h"
#include "tests/support/expect_error.h"
#include "tests/support/open_descriptors.h"

namespace {

using namespace torchpp;
using data::HttpOptions;
using data::open_url;
using test::expect_error;
using test::HttpServer;

std::string answer(const std::string& body, const std::string& more = "") {
  return str("HTTP/1.1 200 OK\r\nContent-Length: ", body.size(), "\r\n", more, "\r\n", body);
}

TEST(Http, AnswersAreRead) {
  const std::string large(3 << 20, 'x');
  HttpServer server([&](const std::string& request) {
    if (request.find("GET /large ") == 0) return answer(large + "end");
    if (request.find("GET /none ") == 0) return answer("");
    if (request.find("GET /header ") == 0)
      return answer(request.find("\r\nX-Token: secret\r\n") != std::string::npos ? "known" : "unknown");
    return answer("text of " + request.substr(4, request.find(' ', 4) - 4));
  });
  data::Stream stream = open_url(server.url("/a"));
  EXPECT_EQ(stream.name(), server.url("/a"));
  EXPECT_EQ(stream.size(), optional<int64_t>(10));
  EXPECT_EQ(stream.read_all(), "text of /a");
  EXPECT_EQ(open_url(server.url("/none")).read_all(), "");
  EXPECT_EQ(open_url(server.url("/header"), HttpOptions().headers({"X-Token: secret"})).read_all(), "known");
  // The reader is slower than the server, which has to wait.
  data::Stream slow = open_url(server.url("/large"));
  std::string got = slow.read(100);
  while (!slow.peek(1).empty()) got += slow.read(10000);
  EXPECT_EQ(got, large + "end");
  // What is not read is not waited for.
  EXPECT_EQ(open_url(server.url("/large")).read(3), "xxx");
}

TEST(Http, Redirections) {
  HttpServer server([&](const std::string& request) -> std::string {
    if (request.find("GET /moved ") == 0) return "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 3\r\n\r\nold";
    if (request.find("GET /file ") == 0)
      return "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n";
    if (request.find("GET /circle ") == 0)
      return "HTTP/1.1 302 Found\r\nLocation: /circle\r\nContent-Length: 0\r\n\r\n";
    return answer("b");
  });
  EXPECT_EQ(open_url(server.url("/moved")).read_all(), "b");
  expect_error([&] { open_url(server.url("/moved"), HttpOptions().max_redirects(0)); }, "Maximum (0) redirects");
  expect_error([&] { open_url(server.url("/circle")); }, "Maximum (10) redirects");
  expect_error([&] { open_url(server.url("/file")); }, "read '" + server.url("/file") + "': ");
}

TEST(Http, Errors) {
  HttpServer server([&](const std::string& request) -> std::string {
    if (request.find("GET /missing ") == 0) return "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone";
    if (request.find("GET /cut ") == 0) return "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this";
    if (request.find("GET /endless ") == 0) return "HTTP/1.1 200 OK\r\n\r\n" + std::string(100000, 'x');
    if (request.find("GET /silent ") == 0) return HttpServer::kSilence;
    return "this is no HTTP";
  });
  expect_error([&] { open_url(server.url("/missing")); }, "returned error: 404");
  data::Stream cut = open_url(server.url("/cut"));
  EXPECT_EQ(cut.read(9), "only this");
  expect_error([&] { cut.read(1); }, "read '" + server.url("/cut") + "': ");
  expect_error([&] { open_url(server.url("/endless"), HttpOptions().max_bytes(1000)).read_all(); },
               "got more bytes than HttpOptions::max_bytes permits");
  expect_error([&] { open_url(server.url("/other")); }, "read '" + server.url("/other") + "': ");
  expect_error([&] { open_url(server.url("/silent"), HttpOptions().timeout(0.5)); }, "read '" + server.url("/silent"));
  expect_error([&] { open_url(server.url("/silent"), HttpOptions().total_timeout(0.2)); }, "timed out");
  expect_error([&] { open_url("file:///etc/passwd"); }, "read 'file:///etc/passwd': ");
  expect_error([&] { open_url("ftp://127.0.0.1/x"); }, "read 'ftp://127.0.0.1/x': ");
  expect_error([&] { open_url("http://127.0.0.1:1/x"); }, "read 'http://127.0.0.1:1/x': ");
  expect_error([&] { open_url(server.url("/a"), HttpOptions().timeout(0)); }, "timeout got 0 seconds");
}

TEST(Http, ConnectionsAreClosed) {
  HttpServer server([](const std::string&) { return answer("a"); });
  open_url(server.url("/a")).read_all();
  const size_t open_before = test::open_descriptors();
  for (int i = 0; i < 20; ++i) open_url(server.url("/a"));
  EXPECT_LE(test::open_descriptors(), open_before + 1) << "one of the server's may be about to close";
}

}  // namespace

// SPDX-License-Identifier: BSD-3-Clause
// Files of web servers that answer as they should, slowly, in parts, wrongly, and for ever.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/hub/download.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/torchpp.h>

#include <chrono>
#include <fstream>
#include <stdexcept>

#include "src/serialize/digest.h"
#include "tests/hub/https_server.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

using hub::download_url_to_file;
using hub::DownloadOptions;

std::string content(size_t n = 300000) {
  std::string bytes(n, '\0');
  uint32_t state = 1;
  for (char& c : bytes) c = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  return bytes;
}
std::string sha256(const std::string& bytes) { return serialize::digest_of(bytes, serialize::HashType::kSha256); }
std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Download : public testing::Test {
 protected:
  using Answer = std::function<HttpsAnswer(const HttpsRequest&)>;
  void serve(Answer answer) {
    server_ = std::make_unique<HttpsServer>(std::move(answer));
    server_->start();
  }
  DownloadOptions options() const {
    DownloadOptions options;
    options.retries(0).http().ca_file(server_->ca_file());
    return options;
  }
  std::string url(const std::string& path = "/f.bin") const { return server_->url(path); }
  std::string path() const { return folder_.path() + "/sub/f.bin"; }
  std::vector<std::string> left() const {
    std::vector<std::string> names;
    if (!std::filesystem::exists(folder_.path() + "/sub")) return names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() + "/sub"))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  // The download fails with this phrase, and no file appears.
  void expect_failure(const DownloadOptions& how, const std::string& phrase) {
    expect_error([&] { download_url_to_file(url(), path(), how); }, phrase);
    EXPECT_FALSE(std::filesystem::exists(path()));
  }

  TemporaryFolder folder_;
  std::unique_ptr<HttpsServer> server_;
};

TEST_F(Download, AFileWithItsHashAndReports) {
  const std::string bytes = content();
  serve([&](const HttpsRequest& request) { return HttpsServer::file(request, bytes); });
  std::vector<int64_t> reports;
  const auto report = [&](int64_t n, optional<int64_t> all) {
    EXPECT_EQ(all.value_or(-1), 300000);
    reports.push_back(n);
  };
  download_url_to_file(url(), path(), options().hash_prefix(sha256(bytes).substr(0, 9)).bytes(300000).progress(report));
  EXPECT_EQ(read(path()), bytes);
  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports.back(), 300000);
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  EXPECT_EQ(left(), std::vector<std::string>{"f.bin"});
  download_url_to_file(url(), path(), options().hash_prefix(sha256(bytes)));  // replaces what is there
  EXPECT_EQ(server_->requests().size(), 2u);
}

TEST_F(Download, OnlyFromServersWhoseCertificateIsBelieved) {
  serve([](const HttpsRequest& request) { return HttpsServer::file(request, "x"); });
  expect_failure(options().http(hub::HttpOptions()), "certificate");
  EXPECT_TRUE(server_->requests().empty());
}

TEST_F(Download, GoesOnWhenTheConnectionIsLost) {
  const std::string bytes = content();
  int times = 0;
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes);
    if (++times < 3) answer.cut = 100000;
    return answer;
  });
  download_url_to_file(url(), path(), options().retries(4).hash_prefix(sha256(bytes)));
  EXPECT_EQ(read(path()), bytes);
  const auto requests = server_->requests();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(requests[0].range, "");
  EXPECT_EQ(requests[1].range, "bytes=100000-");
  EXPECT_EQ(requests[1].if_range, "\"1\"");
  EXPECT_EQ(requests[2].range, "bytes=200000-");
}

TEST_F(Download, GoesOnInALaterCall) {
  const std::string bytes = content();
  bool is_cut = true;
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes);
    if (is_cut) answer.cut = 123456;
    return answer;
  });
  expect_failure(options(), "read 'https://");
  EXPECT_EQ(left(), (std::vector<std::string>{"f.bin.partial", "f.bin.partial.validator"}));
  is_cut = false;
  download_url_to_file(url(), path(), options().hash_prefix(sha256(bytes)));
  EXPECT_EQ(read(path()), bytes);
  EXPECT_EQ(server_->requests().back().range, "bytes=123456-");
  EXPECT_EQ(left(), std::vector<std::string>{"f.bin"});
}

TEST_F(Download, StartsOverWhenTheFileHasChangedOrAnotherIsMeant) {
  std::string bytes = content(), etag = "\"1\"";
  size_t cut = 1000;
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes, etag);
    answer.cut = cut;
    return answer;
  });
  expect_failure(options(), "read 'https://");
  bytes = content(5000), etag = "\"2\"", cut = SIZE_MAX;
  download_url_to_file(url(), path(), options().hash_prefix(sha256(bytes)));
  EXPECT_EQ(read(path()), bytes);
  EXPECT_EQ(server_->requests().back().if_range, "\"1\"");

  std::filesystem::remove(path());
  cut = 1000;
  expect_failure(options(), "read 'https://");
  cut = SIZE_MAX;
  download_url_to_file(url("/other.bin"), path(), options());
  EXPECT_EQ(server_->requests().back().range, "");
  EXPECT_EQ(read(path()), bytes);
}

TEST_F(Download, StartsOverWithoutAValidatorAndWithAWeakOne) {
  const std::string bytes = content(5000);
  for (const char* etag : {"", "W/\"1\""}) {
    int times = 0;
    serve([&](const HttpsRequest& request) {
      HttpsAnswer answer = HttpsServer::file(request, bytes, etag);
      if (++times == 1) answer.cut = 1000;
      return answer;
    });
    download_url_to_file(url(), path(), options().retries(2).hash_prefix(sha256(bytes)));
    EXPECT_EQ(read(path()), bytes);
    EXPECT_EQ(server_->requests().back().range, "") << etag;
  }
}

TEST_F(Download, WhatIsLeftOfALongerFileIsDropped) {
  std::string bytes = content(5000);
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes);
    if (request.range.empty() && bytes.size() == 5000) answer.cut = 4000;
    return answer;
  });
  expect_failure(options(), "read 'https://");
  bytes = content(3000);  // a server that gives another file the same tag
  download_url_to_file(url(), path(), options().hash_prefix(sha256(bytes)));
  EXPECT_EQ(read(path()), bytes);
}

TEST_F(Download, APartThatIsNotTheOneAskedFor) {
  const std::string bytes = content(5000);
  std::string part = "bytes 7-4999/5000";
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes);
    if (request.range.empty()) answer.cut = 1000;
    else answer.head = "206 Partial Content\r\nContent-Range: " + part;
    return answer;
  });
  expect_failure(options(), "read 'https://");
  expect_failure(options(), "got the file from byte 7, expected from byte 1000");
  part = "nonsense";
  expect_failure(options(), "Content-Range 'nonsense', expected 'bytes <first>-<last>/<all>'");
}

TEST_F(Download, WrongHashesAndLengths) {
  const std::string bytes = content(5000);
  HttpsAnswer answer;
  answer.body = bytes;
  serve([&](const HttpsRequest&) { return answer; });
  expect_failure(options().hash_prefix(std::string(64, '0')), "got a file with the SHA-256 " + sha256(bytes));
  EXPECT_EQ(left(), std::vector<std::string>{});
  expect_failure(options().bytes(5001), "got 5000 bytes, expected 5001");
  expect_failure(options().bytes(4999), "got more bytes than HttpOptions::max_bytes permits");
  expect_failure(options().hash_prefix("xyz"), "got the hash 'xyz', expected at most 64 hexadecimal digits");
  answer.length = 6000;
  expect_failure(options(), "read 'https://");
  answer.length = 4000;  // the rest is not read
  expect_failure(options().bytes(5000), "got 4000 bytes, expected 5000");
}

TEST_F(Download, ABodyWithoutEnd) {
  HttpsAnswer answer;
  answer.body = std::string(100000, 'x');
  answer.is_endless = true;
  serve([&](const HttpsRequest&) { return answer; });
  DownloadOptions how = options();
  how.http().max_bytes(1000000);
  expect_failure(how, "got more bytes than HttpOptions::max_bytes permits");
  expect_failure(options().bytes(5000), "got more bytes than HttpOptions::max_bytes permits");
  for (const std::string& name : left())
    EXPECT_LE(std::filesystem::file_size(folder_.path() + "/sub/" + name), 1000000u) << name;
}

TEST_F(Download, SlowServers) {
  const std::string bytes = content(5000);
  bool is_silent = false;
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes);
    answer.pause_ms = 150;
    answer.piece = 500;
    answer.is_silent = is_silent;
    return answer;
  });
  DownloadOptions how = options();
  how.http().timeout(1);
  download_url_to_file(url(), path(), how);  // 1.5 seconds, but something comes all the time
  EXPECT_EQ(read(path()), bytes);
  std::filesystem::remove(path());
  how.http().total_timeout(0.5);
  expect_failure(how, "read 'https://");
  how.http().total_timeout(nullopt);
  is_silent = true;
  const auto start = std::chrono::steady_clock::now();
  expect_failure(how, "read 'https://");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

TEST_F(Download, RedirectionsToHttpsAlone) {
  const std::string bytes = content(5000);
  std::string to;
  serve([&](const HttpsRequest& request) {
    if (request.path == "/there") return HttpsServer::file(request, bytes);
    HttpsAnswer answer;
    answer.head = "302 Found\r\nETag: \"of the redirection\"\r\nLocation: " + to;
    return answer;
  });
  to = url("/there");
  download_url_to_file(url(), path(), options());
  EXPECT_EQ(read(path()), bytes);
  std::filesystem::remove(path());
  for (const char* other :
       {"http://127.0.0.1:1/x", "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:1/x"}) {
    to = other;
    expect_failure(options(), "got a URL of another scheme, or a redirection to one, expected https");
  }
  to = url("/f.bin");
  DownloadOptions how = options();
  how.http().max_redirects(3);
  expect_failure(how, "redirects");
}

TEST_F(Download, OtherStatusesAndSchemes) {
  serve([](const HttpsRequest&) {
    HttpsAnswer answer;
    answer.head = "404 Not Found";
    return answer;
  });
  expect_failure(options(), "404");
  for (const char* wrong : {"http://127.0.0.1/x", "file:///etc/passwd", "", "https:/x", "x"})
    EXPECT_THROW(download_url_to_file(wrong, path()), ValueError) << wrong;
  EXPECT_THROW(download_url_to_file(url(), folder_.path() + "/"), ValueError);
}

TEST_F(Download, AReportThatThrowsLeavesWhatHasCome) {
  const std::string bytes = content();
  serve([&](const HttpsRequest& request) {
    HttpsAnswer answer = HttpsServer::file(request, bytes);
    answer.pause_ms = 5;
    return answer;
  });
  const auto stop = [](int64_t, optional<int64_t>) { throw std::runtime_error("enough"); };
  EXPECT_THROW(download_url_to_file(url(), path(), options().progress(stop)), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(path()));
  download_url_to_file(url(), path(), options().hash_prefix(sha256(bytes)));
  EXPECT_EQ(server_->requests().back().range.substr(0, 6), "bytes=");
}

TEST_F(Download, ALinkInThePlaceOfThePartialFileIsNotFollowed) {
  serve([](const HttpsRequest& request) { return HttpsServer::file(request, "x"); });
  std::filesystem::create_directory(folder_.path() + "/sub");
  std::filesystem::create_symlink(folder_.path() + "/target", path() + ".partial");
  expect_failure(options(), "could not open it");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/target"));
}

TEST_F(Download, StateDictsAreKept) {
  const NamedTensors tensors = {{"a", arange(6).reshape({2, 3})}, {"b", ones({2})}};
  save_safetensors(folder_.path() + "/made", tensors);
  const std::string bytes = read(folder_.path() + "/made"), hash = sha256(bytes);
  serve([&](const HttpsRequest& request) { return HttpsServer::file(request, bytes); });
  hub::StateDictOptions how;
  how.model_dir(folder_.path() + "/sub").check_hash(true).download(options());
  const std::string good = url("/net-" + hash.substr(0, 8) + ".safetensors?token=1");
  const NamedTensors read = hub::load_state_dict_from_url(good, how);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].first, "a");
  EXPECT_TRUE(equal(read[0].second, tensors[0].second));
  EXPECT_EQ(left(), std::vector<std::string>{"net-" + hash.substr(0, 8) + ".safetensors"});
  hub::load_state_dict_from_url(good, how);
  EXPECT_EQ(server_->requests().size(), 1u);
  expect_error([&] { hub::load_state_dict_from_url(url("/net-0123456789.safetensors"), how); },
               "got a file with the SHA-256 " + hash + ", expected 0123456789");
  expect_error([&] { hub::load_state_dict_from_url(url("/net-1234.safetensors"), how); }, "expected one with a hash");
  for (const char* name : {"..", "a/b"})
    EXPECT_THROW(hub::load_state_dict_from_url(url(), hub::StateDictOptions(how).file_name(name)), ValueError) << name;

  hub::set_dir(folder_.path() + "/dir");
  hub::load_state_dict_from_url(url("/plain"), hub::StateDictOptions().download(options()));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/dir/checkpoints/plain"));
  hub::set_dir("");
}

TEST_F(Download, StateDictsOfOtherFormats) {
  const NamedTensors tensors = {{"a", arange(6).reshape({2, 3})}, {"b", ones({2})}};
  save_pt(folder_.path() + "/made", tensors);
  const std::string bytes = read(folder_.path() + "/made");
  serve([&](const HttpsRequest& request) { return HttpsServer::file(request, bytes); });
  hub::StateDictOptions how;
  how.model_dir(folder_.path() + "/sub").download(options());
  const NamedTensors read = hub::load_state_dict_from_url(url("/net.pth"), how);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(equal(read[0].second, tensors[0].second));
}

// Source of the order: torch 1.13 hub.get_dir.
TEST(HubDirectory, FollowsTheEnvironment) {
  const char* const names[] = {"TORCH_HOME", "XDG_CACHE_HOME", "HOME"};
  std::vector<optional<std::string>> before;
  for (const char* name : names) {
    const char* value = std::getenv(name);
    before.push_back(value == nullptr ? nullopt : optional<std::string>(value));
    ::unsetenv(name);
  }
  expect_error([] { hub::get_dir(); }, "hub: none of the variables TORCH_HOME, XDG_CACHE_HOME and HOME is set");
  ::setenv("HOME", "/h", 1);
  EXPECT_EQ(hub::get_dir(), "/h/.cache/torch/hub");
  ::setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(hub::get_dir(), "/x/torch/hub");
  ::setenv("TORCH_HOME", "~/t", 1);
  EXPECT_EQ(hub::get_dir(), "/h/t/hub");
  hub::set_dir("/s");
  EXPECT_EQ(hub::get_dir(), "/s");
  hub::set_dir("");
  for (size_t i = 0; i < 3; ++i)
    if (before[i]) ::setenv(names[i], before[i]->c_str(), 1);
    else ::unsetenv(names[i]);
}

}  // namespace
}  // namespace torchpp::test

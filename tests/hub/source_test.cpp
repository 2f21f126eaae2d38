// SPDX-License-Identifier: BSD-3-Clause
// Sources of the network and archives: trust, the cache, hostile archives, processes that want the same.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <torchpp/core/error.h>
#include <torchpp/hub.h>
#include <torchpp/torchpp.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "src/hub/source.h"
#include "src/serialize/digest.h"
#include "tests/data_io/tar.h"
#include "tests/hub/fixtures.h"
#include "tests/hub/https_server.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

class HubSource : public testing::Test {
 protected:
  HubSource() : server_([this](const HttpsRequest& request) { return answer(request); }) {
    files_ = publish_mlp(folder_.path() + "/made", net_);
  }
  HttpsAnswer answer(const HttpsRequest& request) {
    const auto found = served_.find(request.path);
    HttpsAnswer answer;
    if (found == served_.end()) answer.head = "404 Not Found";
    else answer = HttpsServer::file(request, found->second);
    return answer;
  }
  hub::HubOptions options() const {
    hub::HubOptions options;
    options.dir(cache()).trust(true).retries(0).http().ca_file(server_.ca_file());
    options.repository_url(server_.url("/{owner}/{name}/archive/{ref}.zip"));
    return options;
  }
  std::string cache() const { return folder_.path() + "/cache"; }
  Files below(const std::string& top) const {
    Files files;
    for (const auto& [name, content] : files_) files.emplace_back(top + name, content);
    return files;
  }
  void expect_net(const std::shared_ptr<nn::Module>& module) {
    const Tensor x = randn({5, 4});
    EXPECT_TRUE(
        equal(nn::Sequential(std::dynamic_pointer_cast<nn::SequentialImpl>(module))->forward(x), net_->forward(x)));
  }
  // An archive of the file system.
  void expect_refused(const std::string& bytes, const std::string& name, const std::string& phrase,
                      hub::HubOptions how) {
    const std::string path = folder_.path() + "/" + name;
    write_bytes(path, bytes);
    expect_error([&] { hub::load(path, "mlp", how); }, phrase);
    EXPECT_TRUE(!fs::exists(cache()) || fs::is_empty(cache())) << name;  // nothing is left of it
  }

  TemporaryFolder folder_;
  nn::Sequential net_ = make_mlp();
  Files files_;
  std::map<std::string, std::string> served_;
  HttpsServer server_;
};

TEST_F(HubSource, ARepositoryIsDownloadedOnce) {
  served_["/o-w/models.x/archive/main.zip"] = zip_of(below("models.x-main/"));
  served_["/o-w/models.x/archive/release/v1.zip"] = zip_of(files_);
  server_.start();
  expect_net(hub::load("o-w/models.x", "mlp", options()));
  expect_net(hub::load("o-w/models.x", "mlp", options()));
  EXPECT_EQ(hub::list("o-w/models.x:main", options()), std::vector<std::string>{"mlp"});
  EXPECT_EQ(server_.requests().size(), 1u);
  EXPECT_TRUE(fs::exists(cache() + "/o-w_models.x_main/hub.json"));
  expect_net(hub::load("o-w/models.x:release/v1", "mlp", options()));
  EXPECT_TRUE(fs::exists(cache() + "/o-w_models.x_release_v1/hub.json"));
  // Another ref of the same folder name is another source.
  served_["/o-w/models.x/archive/release_v1.zip"] = zip_of(files_);
  hub::load("o-w/models.x:release_v1", "mlp", options());
  EXPECT_EQ(server_.requests().size(), 3u);
  hub::load("o-w/models.x", "mlp", options().force_reload(true));
  EXPECT_EQ(server_.requests().size(), 4u);
  fs::resize_file(cache() + "/o-w_models.x_main/mlp.safetensors", 10);
  expect_error([&] { hub::load("o-w/models.x", "mlp", options()); }, "'mlp.safetensors': got 10 bytes, expected ");
  EXPECT_EQ(names_in(cache()), (std::vector<std::string>{"o-w_models.x_main", "o-w_models.x_release_v1"}));
}

TEST_F(HubSource, TheOlderNameOfTheMainBranch) {
  served_["/o/m/archive/master.zip"] = zip_of(below("m-master/"));
  server_.start();
  expect_net(hub::load("o/m", "mlp", options()));
  EXPECT_EQ(server_.requests().size(), 2u);
  expect_net(hub::load("o/m", "mlp", options()));
  EXPECT_EQ(server_.requests().size(), 2u);
  expect_error([&] { hub::load("o/none", "mlp", options()); }, "404");
}

TEST_F(HubSource, NothingOfTheNetworkWithoutConsent) {
  served_["/o/m/archive/main.zip"] = zip_of(below("m-main/"));
  served_["/hub.json"] = files_[0].second;
  server_.start();
  const hub::HubOptions how = options().trust(false);
  for (int i = 0; i < 2; ++i) {
    expect_error([&] { hub::load("o/m:main", "mlp", how); },
                 "got the source 'o/m:main', which is not trusted; to consent, call hub::trust(\"o/m\") once, or set "
                 "HubOptions::trust for one call");
    EXPECT_THROW(hub::list("o/m", how), Error);
    EXPECT_THROW(hub::fetch("o/m", how), Error);
    EXPECT_EQ(server_.requests().size(), static_cast<size_t>(i));
    hub::load("o/m", "mlp", options());  // consent for one call; what is in the cache then is no consent
  }
  EXPECT_FALSE(hub::is_trusted("o/m", cache()));
  hub::trust("o/m", cache());
  hub::trust("o/m:v2", cache());
  EXPECT_EQ(read_bytes(cache() + "/trusted_list"), "o_m\n");  // as Python's torch.hub writes it
  hub::load("o/m", "mlp", how);
  const std::string url = server_.url("/hub.json");
  EXPECT_THROW(hub::list(url, how), Error);
  hub::trust(url, cache());
  EXPECT_EQ(hub::list(url, how), std::vector<std::string>{"mlp"});
  EXPECT_EQ(hub::trusted(cache()), (std::vector<std::string>{"o_m", url}));
  EXPECT_TRUE(hub::distrust("o/m", cache()));
  EXPECT_FALSE(hub::distrust("o/m", cache()));
  EXPECT_THROW(hub::load("o/m", "mlp", how), Error);
  EXPECT_THROW(hub::trust(folder_.path() + "/made", cache()), ValueError);
}

TEST_F(HubSource, AManifestByUrlAndItsFilesWhenTheyAreNeeded) {
  for (const auto& [name, content] : files_) served_["/dir/" + name] = content;
  server_.start();
  const std::string url = server_.url("/dir/hub.json");
  EXPECT_EQ(hub::info(url, "mlp", options()).license, "MIT");
  EXPECT_EQ(server_.requests().size(), 1u);
  EXPECT_TRUE(hub::verify(url, options()).empty());
  expect_net(hub::load(url, "mlp", options()));
  expect_net(hub::load(url, "mlp", options()));
  EXPECT_EQ(server_.requests().size(), 3u);
  const auto fetched = hub::fetch(url, options());
  ASSERT_EQ(fetched.size(), 1u);
  EXPECT_EQ(read_bytes(fetched[0].weights_path), files_[2].second);
  EXPECT_EQ(server_.requests().size(), 3u);
  // Damage is found by verify().
  std::string damaged = files_[2].second;
  damaged.back() ^= 1;
  fs::remove(fetched[0].weights_path);
  write_bytes(fetched[0].weights_path, damaged);
  const auto faults = hub::verify(url, options());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].path, fetched[0].weights_path);
  expect_net(hub::load(url, "mlp", options().force_reload(true)));
  EXPECT_TRUE(hub::verify(url, options()).empty());
}

TEST_F(HubSource, FilesThatTheServerHasChanged) {
  for (const auto& [name, content] : files_) served_["/" + name] = content;
  served_["/mlp.safetensors"].back() ^= 1;
  server_.start();
  const std::string url = server_.url("/hub.json");
  expect_error([&] { hub::load(url, "mlp", options()); }, "got a file with the SHA-256 ");
  expect_error([&] { hub::load(url, "mlp", options()); }, "got a file with the SHA-256 ");
  served_["/mlp.safetensors"] = files_[2].second;
  expect_net(hub::load(url, "mlp", options()));
  expect_error([&] { hub::load(url, "mlp", options().manifest_sha256("00")); }, "got a manifest with the SHA-256 ");
}

TEST_F(HubSource, WeightsByUrl) {
  const std::string digest = serialize::digest_of(files_[2].second, serialize::HashType::kSha256);
  served_["/w/weights.bin?x=/y"] = files_[2].second;
  server_.start();
  fs::create_directory(folder_.path() + "/by_url");
  write_bytes(folder_.path() + "/by_url/mlp.json", files_[1].second);
  write_bytes(
      folder_.path() + "/by_url/hub.json",
      R"({"format": "torchpp-hub", "version": 1, "entries": {"mlp": {"module": {"file": "mlp.json"}, "weights": {"url": ")" +
          server_.url("/w/weights.bin?x=/y") + R"(", "bytes": )" + std::to_string(files_[2].second.size()) +
          R"(, "sha256": ")" + digest + "\"}}}}");
  hub::publish(folder_.path() + "/by_url");
  expect_net(hub::load(folder_.path() + "/by_url", "mlp", options()));
  expect_net(hub::load(folder_.path() + "/by_url", "mlp", options()));
  EXPECT_EQ(server_.requests().size(), 1u);
  const std::string kept = cache() + "/checkpoints/weights-" + digest.substr(0, 16) + ".bin";
  EXPECT_EQ(read_bytes(kept), files_[2].second);
  // One that was cut short, and one that is asked for again.
  fs::resize_file(kept, 10);
  expect_net(hub::load(folder_.path() + "/by_url", "mlp", options()));
  EXPECT_EQ(server_.requests().size(), 2u);
  expect_net(hub::load(folder_.path() + "/by_url", "mlp", options().force_reload(true)));
  EXPECT_EQ(server_.requests().size(), 3u);
  EXPECT_EQ(read_bytes(kept), files_[2].second);
}

TEST_F(HubSource, ArchivesByUrlAndOfTheFileSystem) {
  served_["/models.tar"] = tar_of(below("./models/"));
  server_.start();
  expect_net(hub::load(server_.url("/models.tar"), "mlp", options()));
  expect_net(hub::load(server_.url("/models.tar"), "mlp", options()));
  EXPECT_EQ(server_.requests().size(), 1u);
  const std::string path = folder_.path() + "/models.zip";
  write_bytes(path, zip_of(files_));
  expect_net(hub::load(path, "mlp", options()));
  expect_net(hub::load("file://" + path, "mlp", options().trust(false)));
  for (const auto& one : hub::cached(cache()))
    if (one.source.rfind("sha256:", 0) == 0) {
      EXPECT_EQ(hub::clean(one.source, cache()), one.bytes);
    }
  EXPECT_EQ(hub::cached(cache()).size(), 1u);
  write_bytes(folder_.path() + "/models.txt", "x");
  EXPECT_THROW(hub::load(folder_.path() + "/models.txt", "mlp", options()), ValueError);
}

TEST_F(HubSource, HostileArchives) {
  const auto tar = [&](const std::string& name) {
    Files files = files_;
    files.emplace_back(name, "x");
    return tar_of(files);
  };
  expect_refused(tar("/tmp/absolute"), "a.tar", "expected none that is absolute", options());
  expect_refused(tar("../up"), "b.tar", "parts '.' and '..'", options());
  expect_refused(tar("a/../../up"), "c.tar", "parts '.' and '..'", options());
  expect_refused(tar("MLP.json"), "d.tar", "got the name 'MLP.json' beside 'mlp.json'", options());
  expect_refused(tar("mlp.json"), "e.tar", "got the name 'mlp.json' beside 'mlp.json'", options());
  expect_refused(tar("mlp.json/x"), "f.tar", "got the name 'mlp.json' beside 'mlp.json'", options());
  const char* const small = "\xc3\xa9t\xc3\xa9";
  expect_refused(tar_of({{small, "x"}, {"\xc3\x89T\xc3\x89", "y"}}), "t.tar", std::string("beside '") + small + "'",
                 options());
  expect_refused(tar(".torchpp-source"), "g.tar", "a name that is reserved", options());
  expect_refused(tar("a\nb"), "h.tar", "control characters", options());
  expect_refused(tar("a\\b"), "i.tar", "backslashes", options());
  expect_refused(zip_of({{"../up", "x"}}), "j.zip", "parts '.' and '..'", options());
  expect_refused(tar_of({{"a", "x"}}), "k.tar", "hub.json", options());
  expect_refused("no archive", "l.tar", "no valid tar archive", options());
  expect_refused(tar_of(files_).substr(0, 2000), "m.tar", "no valid tar archive", options());
  hub::HubOptions how = options();
  how.archive().max_members(2);
  expect_refused(tar_of(files_), "n.tar", "ArchiveOptions::max_members", how);
  how = options();
  int64_t all = -1;
  for (const auto& [name, content] : files_) all += static_cast<int64_t>(content.size());
  how.archive().max_bytes(all);
  expect_refused(tar_of(files_), "o.tar", "bytes in all files, expected at most that many", how);
  Files changed = files_;
  changed[2].second.back() ^= 1;
  expect_refused(zip_of(changed), "p.zip", "'mlp.safetensors': got the SHA-256 ", options());
  EXPECT_FALSE(fs::exists(folder_.path() + "/up"));
}

// A link that leads out of the folder, and a file that would be written through it.
TEST_F(HubSource, LinksAreNotMade) {
  std::string link = tar_of({{"out", ""}});
  link.resize(512);
  const auto put = [&](size_t at, const std::string& text) { link.replace(at, text.size(), text); };
  put(156, "2");
  put(157, folder_.path());
  put(148, "        ");
  unsigned sum = 0;
  for (const char c : link) sum += static_cast<unsigned char>(c);
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum);
  put(148, std::string(text) + std::string("\0 ", 2));
  Files files = files_;
  files.emplace_back("out/written", "x");
  write_bytes(folder_.path() + "/link.tar", link + tar_of(files));
  expect_net(hub::load(folder_.path() + "/link.tar", "mlp", options()));
  EXPECT_FALSE(fs::exists(folder_.path() + "/written"));
  for (const auto& entry : fs::recursive_directory_iterator(cache())) EXPECT_FALSE(entry.is_symlink());
}

TEST_F(HubSource, CachedAndClean) {
  served_["/o/m/archive/main.zip"] = zip_of(files_);
  served_["/o/m/archive/v1.zip"] = zip_of(files_);
  served_["/hub.json"] = files_[0].second;
  server_.start();
  EXPECT_TRUE(hub::cached(cache()).empty());
  for (const char* source : {"o/m", "o/m:v1"}) hub::fetch(source, options());
  hub::list(server_.url("/hub.json"), options());
  fs::create_directories(cache() + "/o_python_main");  // another library's
  write_bytes(cache() + "/o_m_main.archive.partial", "left over");
  const auto all = hub::cached(cache());
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].source, "o/m:main");
  EXPECT_EQ(all[1].source, "o/m:v1");
  EXPECT_EQ(all[2].source, server_.url("/hub.json"));
  EXPECT_GT(all[0].bytes, static_cast<int64_t>(files_[2].second.size()));
  EXPECT_EQ(hub::clean("o/m:main", cache()), all[0].bytes + 9);
  expect_error([&] { hub::clean("o/m:main", cache()); }, "not in the cache");
  expect_error([&] { hub::verify("o/m:main", options()); }, "not in the cache");
  EXPECT_EQ(hub::cached(cache()).size(), 2u);
  EXPECT_GT(hub::clean_all(cache()), 0);
  EXPECT_EQ(names_in(cache()), std::vector<std::string>{"o_python_main"});
}

// Four processes want the same source at the same time: one downloads, all get it.
TEST_F(HubSource, ProcessesThatWantTheSame) {
  served_["/o/m/archive/main.zip"] = zip_of(files_);
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int status = 1;
      try {
        status = hub::load<nn::Sequential>("o/m", "mlp", options())->size() == 3 ? 0 : 2;
      } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
      }
      ::_exit(status);
    }
    children.push_back(child);
  }
  server_.start();
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(server_.requests().size(), 1u);
  EXPECT_EQ(names_in(cache()), std::vector<std::string>{"o_m_main"});
}

TEST(HubSourceText, WhatIsASource) {
  using Kind = hub::Source::Kind;
  EXPECT_EQ(hub::parse_source("/").kind, Kind::kFolder);
  EXPECT_EQ(hub::parse_source("https://h/x/hub.json").kind, Kind::kManifestUrl);
  EXPECT_EQ(hub::parse_source("HTTPS://h/x.TAR.gz?y").kind, Kind::kArchiveUrl);
  const hub::Source source = hub::parse_source("some-owner/a.name_x:feature/b-1");
  EXPECT_EQ(source.kind, Kind::kRepository);
  EXPECT_EQ(source.owner, "some-owner");
  EXPECT_EQ(source.name, "a.name_x");
  EXPECT_EQ(source.ref, "feature/b-1");
  for (const char* wrong :
       {"", "no-such-place", "http://h/hub.json", "ftp://h/x", "file://relative", "a_b/c", "a/b:", "a/b:../c", "a/b/c",
        "../x/y", "a/b\nc", "a/.b", "-a/b", "https://user:password@h/hub.json", "a/b:c d"})
    EXPECT_THROW(hub::parse_source(wrong), ValueError) << wrong;
}

}  // namespace
}  // namespace torchpp::test

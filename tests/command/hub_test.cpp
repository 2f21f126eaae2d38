// SPDX-License-Identifier: BSD-3-Clause
// `torchpp hub` with folders, and with a web server of its own: what it prints, what it refuses, what it asks.
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "tests/command/fixture.h"
#include "tests/hub/fixtures.h"
#include "tests/hub/https_server.h"

namespace torchpp::test {
namespace {

namespace fs = std::filesystem;

class HubCommand : public CommandTest {
 protected:
  HubCommand() : server_([this](const HttpsRequest& request) { return answer(request); }) {
    files_ = publish_mlp(path("models"), make_mlp());
  }

  HttpsAnswer answer(const HttpsRequest& request) const {
    const auto found = served_.find(request.path);
    HttpsAnswer answer;
    if (found == served_.end()) answer.head = "404 Not Found";
    else answer = HttpsServer::file(request, found->second);
    answer.pause_ms = pause_ms_;
    answer.piece = piece_;
    return answer;
  }
  // Arguments of an action that may download, with the test's server and cache.
  std::vector<std::string> network(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "hub");
    arguments.insert(arguments.end(), {"--dir", path("cache"), "--ca-file", server_.ca_file(), "--repository-url",
                                       server_.url("/{owner}/{name}/{ref}.zip")});
    return arguments;
  }
  std::vector<std::string> trust(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"hub", "trust", "--dir", path("cache")});
    return arguments;
  }
  // Runs the program on a terminal, on which somebody types; `out` is what the terminal shows.
  static Result run_on_terminal(std::vector<std::string> arguments, const std::string& typed = "") {
    arguments.insert(arguments.begin(), TORCHPP_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(&argument[0]);
    argv.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    EXPECT_GT(child, 0);
    EXPECT_EQ(::write(terminal, typed.data(), typed.size()), static_cast<ssize_t>(typed.size()));
    Result result{-1, "", ""};
    char piece[4096];
    for (ssize_t n; (n = ::read(terminal, piece, sizeof piece)) > 0;) result.out.append(piece, static_cast<size_t>(n));
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(terminal);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    return result;
  }

  Files files_;
  std::map<std::string, std::string> served_;
  int pause_ms_ = 0;
  size_t piece_ = 1 << 16;
  HttpsServer server_;
};

TEST_F(HubCommand, AFolderIsListedDescribedAndVerified) {
  const std::string size = std::to_string(files_[1].second.size() + files_[2].second.size());
  for (const std::string& source : {std::string("models"), "file://" + path("models")}) {
    const Result list = run({"hub", "list", source});
    EXPECT_EQ(list.status, 0) << list.err;
    EXPECT_EQ(list.out,
              source + "\n  1 entry\n\n  name   size  license  description\n  mlp   " + size + " B  MIT      A net.\n");
    const Result info = run({"hub", "info", source, "mlp"});
    EXPECT_EQ(info.status, 0) << info.err;
    EXPECT_TRUE(has(info.out,
                    "mlp\n  description  A net.\n  input        float (N, 4)\n  license      MIT\n"
                    "  module       mlp.json  "))
        << info.out;
    const Json json = json_of({"hub", "info", source, "--json"});
    EXPECT_EQ(json["source"], source);
    ASSERT_EQ(json["entries"].size(), 1u);
    EXPECT_EQ(json["entries"][0]["input"], "float (N, 4)");
    EXPECT_EQ(json["entries"][0]["weights"]["bytes"], files_[2].second.size());
    const Json fetched = json_of({"hub", "fetch", source, "mlp", "--json"});
    EXPECT_EQ(fetched["entries"][0]["weights"], (source == "models" ? source : path("models")) + "/mlp.safetensors");
    EXPECT_EQ(run({"hub", "verify", source}).out, "good: all files are as the manifest says\n");
  }
  expect_trouble({"hub", "info", "models", "other"}, "got the entry 'other', expected one of mlp");
  expect_trouble({"hub", "list", "models", "--sha256", "00000000"}, "got a manifest with the SHA-256");
  expect_trouble({"hub", "trust", "--yes", path("models")}, "those of the file system need no trust");
  write_bytes(path("models/mlp.safetensors"), "damaged");
  const Json json = json_of({"hub", "verify", "models", "--json"}, 1);
  EXPECT_FALSE(json["good"].get<bool>());
  ASSERT_EQ(json["faults"].size(), 1u);
  EXPECT_EQ(json["faults"][0]["path"], "models/mlp.safetensors");
  EXPECT_TRUE(has(run({"hub", "verify", "models"}).out, "got 7 bytes, expected"));
  expect_trouble({"hub", "fetch", "models"}, "'mlp.safetensors': got 7 bytes");
}

TEST_F(HubCommand, PublishWritesHashes) {
  write_bytes(path("models/hub.json"), R"({"format": "torchpp-hub", "version": 1,
    "entries": {"mlp": {"module": {"file": "mlp.json"}, "weights": {"file": "mlp.safetensors"}}}})");
  expect_trouble({"hub", "list", "models"}, "got no 'bytes'");
  EXPECT_EQ(json_of({"hub", "publish", "models", "--json"})["entries"][0]["name"], "mlp");
  EXPECT_EQ(run({"hub", "verify", "models"}).status, 0);
  expect_trouble({"hub", "publish", "absent"}, "got no hub.json");
}

TEST_F(HubCommand, NothingOfTheNetworkWithoutConsent) {
  served_["/o/m/main.zip"] = zip_of(files_);
  server_.start();
  for (const char* action : {"list", "info", "fetch"})
    expect_trouble(network({action, "o/m"}),
                   "got the source 'o/m', which is not trusted; to consent, type: torchpp hub "
                   "trust --dir '" +
                       path("cache") + "' 'o/m', or add --trust for this call");
  // Without a terminal nobody can be asked.
  expect_trouble(trust({"o/m"}), "torchpp hub trust --yes --dir '" + path("cache") + "' 'o/m'");
  // Who only presses return has not said yes.
  for (const char* typed : {"\n", "n\n", "x\n", "yesterday\n", "\x04"}) {
    const Result asked = run_on_terminal(trust({"o/m"}), typed);
    EXPECT_EQ(asked.status, 1) << asked.out;
    EXPECT_TRUE(has(asked.out, "Trust this source? [y/N]")) << asked.out;
  }
  EXPECT_FALSE(fs::exists(path("cache")));
  EXPECT_TRUE(server_.requests().empty());
  // Consent for one call is not written down.
  EXPECT_EQ(run(network({"list", "o/m", "--trust"})).status, 0);
  EXPECT_EQ(server_.requests().size(), 1u);
  expect_trouble(network({"list", "o/m"}), "not trusted");

  EXPECT_EQ(run_on_terminal(trust({"o/m"}), "y\n").status, 0);
  EXPECT_EQ(content(path("cache/trusted_list")), "o_m\n");
  EXPECT_EQ(run(trust({})).out, "o_m\n");
  EXPECT_EQ(json_of(trust({"--json"}))["trusted"], (std::vector<std::string>{"o_m"}));
  EXPECT_FALSE(has(run_on_terminal(trust({"o/m"})).out, "[y/N]"));  // it is known
  EXPECT_EQ(run(network({"list", "o/m"})).status, 0);
  EXPECT_FALSE(json_of(trust({"o/m", "--remove", "--json"}))["trusted"].get<bool>());
  expect_trouble(network({"list", "o/m"}), "not trusted");
  EXPECT_TRUE(json_of(trust({"o/m", "--yes", "--json"}))["trusted"].get<bool>());
  EXPECT_EQ(content(path("cache/trusted_list")), "o_m\n");
  expect_trouble(trust({"--yes"}), "got no source");
}

TEST_F(HubCommand, FetchedOnceKeptAndCleaned) {
  served_["/o/m/v1.zip"] = zip_of(files_);
  for (const auto& [name, bytes] : files_) served_["/dir/" + name] = bytes;
  server_.start();
  const std::string url = server_.url("/dir/hub.json");
  EXPECT_EQ(run(trust({"--yes", "o/m"})).status, 0);
  EXPECT_EQ(run(trust({"--yes", url})).status, 0);
  for (int i = 0; i < 2; ++i) {
    const Json json = json_of(network({"fetch", "o/m:v1", "mlp", "--json"}));
    EXPECT_EQ(content(json["entries"][0]["weights"].get<std::string>()), files_[2].second);
    EXPECT_EQ(json_of(network({"fetch", url, "--json"}))["entries"].size(), 1u);
  }
  EXPECT_EQ(server_.requests().size(), 4u);  // an archive, and a manifest with two files
  EXPECT_EQ(run(network({"fetch", "o/m:v1", "--reload"})).status, 0);
  EXPECT_EQ(server_.requests().size(), 5u);
  const Json cached = json_of({"hub", "list", "--dir", path("cache"), "--json"});
  EXPECT_EQ(cached["dir"], path("cache"));
  ASSERT_EQ(cached["sources"].size(), 2u);
  EXPECT_EQ(cached["sources"][0]["source"], "o/m:v1");
  EXPECT_TRUE(has(run({"hub", "list", "--dir", path("cache")}).out, "2 sources\n"));
  // A damaged file of the cache.
  const std::string weights = json_of(network({"fetch", "o/m:v1", "--json"}))["entries"][0]["weights"];
  std::string damaged = files_[2].second;
  damaged.back() ^= 1;
  write_bytes(weights, damaged);
  EXPECT_EQ(run({"hub", "verify", "o/m:v1", "--dir", path("cache")}).status, 1);

  EXPECT_GT(json_of({"hub", "clean", "o/m", "--dir", path("cache"), "--json"})["bytes"].get<int64_t>(), 0);
  expect_trouble({"hub", "verify", "o/m:v1", "--dir", path("cache")}, "not in the cache");
  expect_trouble({"hub", "clean", "o/m", "--dir", path("cache")}, "not in the cache");
  EXPECT_TRUE(has(run({"hub", "clean", "--all", "--dir", path("cache")}).out, "removed "));
  EXPECT_EQ(json_of({"hub", "list", "--dir", path("cache"), "--json"})["sources"].size(), 0u);
  EXPECT_TRUE(has(content(path("cache/trusted_list")), "o_m\n"));
  // The cache's usual place.
  const Result usual = run({"hub", "list"}, "TORCH_HOME='" + path("home") + "'");
  EXPECT_EQ(usual.out, path("home") + "/hub\n  0 sources\n");
}

TEST_F(HubCommand, ATerminalShowsProgress) {
  files_.emplace_back("filling", std::string(200000, 'x'));
  served_["/o/m/main.zip"] = zip_of(files_);
  pause_ms_ = 60;
  piece_ = 20000;
  server_.start();
  const Result shown = run_on_terminal(network({"fetch", "o/m", "--trust"}));
  EXPECT_EQ(shown.status, 0) << shown.out;
  EXPECT_TRUE(has(shown.out, "\r  [####")) << shown.out;
  EXPECT_TRUE(has(shown.out, " %  ")) << shown.out;
  EXPECT_TRUE(has(shown.out, "B of 20")) << shown.out;
  EXPECT_TRUE(has(shown.out, "B/s")) << shown.out;
  const Result silent = run(network({"fetch", "o/m", "--trust", "--reload"}));
  EXPECT_EQ(silent.status, 0);
  EXPECT_EQ(silent.err, "");
  EXPECT_EQ(server_.requests().size(), 2u);
}

TEST_F(HubCommand, TroubleIsSaidOnTheErrorOutput) {
  expect_trouble({"hub"}, "subcommand is required");
  expect_trouble({"hub", "nonsense"}, "nonsense");
  expect_trouble({"hub", "info"}, "SOURCE is required");
  expect_trouble({"hub", "list", "no source"}, "got the source 'no source', expected a folder");
  expect_trouble({"hub", "list", "http://example.org/hub.json"}, "with the scheme http, expected https or file");
  expect_trouble({"hub", "clean"}, "expected either a source or --all");
  expect_trouble({"hub", "clean", "o/m", "--all"}, "expected either a source or --all");
  expect_trouble({"hub", "trust", "--yes", "--remove", "o/m"}, "excludes");
  served_["/hub.json"] = files_[0].second;
  server_.start();
  // The server's certificate is known to the test alone.
  expect_trouble({"hub", "list", server_.url("/hub.json"), "--trust", "--dir", path("cache")}, "certificate");
  expect_trouble(network({"list", "o/absent:v1", "--trust"}), "404");
  // Names of a manifest do not command the terminal.
  write_bytes(path("models/hub.json"),
              "{\"format\": \"torchpp-hub\", \"version\": 1, \"entries\": {\"a\\u001b[31m\": "
              "{\"factory\": \"f\", \"description\": \"\\u0007\"}}}");
  const Result list = run({"hub", "list", "models"});
  EXPECT_EQ(list.status, 0) << list.err;
  EXPECT_TRUE(has(list.out, "a?[31m")) << list.out;
  EXPECT_EQ(list.out.find_first_of("\x1b\x07"), std::string::npos);
}

}  // namespace
}  // namespace torchpp::test

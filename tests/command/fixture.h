// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/serialize/json.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {

using serialize::Json;

struct Result {
  int status;
  std::string out, err;
};

inline std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Runs the program in a folder of its own, as a user runs it but without a terminal.
class CommandTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  // `before`: variables of the environment.
  Result run(const std::vector<std::string>& arguments, const std::string& before = "") const {
    std::string line = "cd '" + folder_.path() + "' && " + before + " '" TORCHPP_PROGRAM "'";
    for (const std::string& argument : arguments) {
      line += " '";
      for (const char c : argument) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
      line += "'";
    }
    line += " >out 2>err </dev/null";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(path("out")), content(path("err"))};
  }
  Json json_of(const std::vector<std::string>& arguments, int status = 0) const {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, status) << result.err;
    EXPECT_EQ(result.err, "");
    return serialize::parse_json(result.out, "output");
  }
  void expect_trouble(const std::vector<std::string>& arguments, const std::string& phrase) const {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(has(result.err, phrase)) << result.err << "\nexpected: " << phrase;
  }

  TemporaryFolder folder_;
};

}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
// Manifests with faults in them give an error, or entries whose files are below the folder and whose hashes are whole.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "src/hub/manifest.h"
#include "src/serialize/paths.h"
#include "tests/fuzz/mutate.h"

namespace torchpp::test {
namespace {

void expect_sound(const optional<hub::FileInfo>& file) {
  if (!file) return;
  ASSERT_EQ(file->sha256.size(), 64u);
  ASSERT_GE(file->bytes, 0);
  if (!file->url.empty()) {
    ASSERT_TRUE(file->file.empty());
    return;
  }
  ASSERT_FALSE(file->file.empty());
  ASSERT_NE(file->file[0], '/');
  ASSERT_FALSE(serialize::goes_up(file->file));
  ASSERT_EQ(file->file.find('\0'), std::string::npos);
}

std::string seed_of(const char* name) {
  std::ifstream in(std::string(TORCHPP_FIXTURES "../../fuzz/corpus/hub/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Mutations of each manifest: TORCHPP_FUZZ_ROUNDS, or few enough for every run of the tests.
int rounds() {
  const char* given = std::getenv("TORCHPP_FUZZ_ROUNDS");
  return given != nullptr ? std::atoi(given) : 10000;
}

TEST(FuzzHub, FaultsGiveErrorsOrSoundManifests) {
  Mutator mutate(seed(), 4096,
                 {"{",
                  "}",
                  "[",
                  "]",
                  ",",
                  ":",
                  "\"",
                  "null",
                  "-1",
                  "1e9",
                  "99999999999999999999",
                  "\"file\"",
                  "\"url\"",
                  "\"factory\"",
                  "\"arguments\"",
                  "\"module\"",
                  "\"parts\"",
                  "\"tensors\"",
                  "\"dict\"",
                  "../",
                  "/",
                  "\\u0000",
                  "\\",
                  "\xff",
                  std::string(1, '\0')});
  int read = 0;
  for (const char* name : {"files", "parts"}) {  // with which libFuzzer begins
    const std::string text = seed_of(name);
    ASSERT_FALSE(hub::parse_manifest(text, "hub.json").entries.empty());
    for (size_t n = 0; n < text.rfind('}'); ++n)
      EXPECT_THROW(hub::parse_manifest(text.substr(0, n), "hub.json"), FileError) << n;
    for (int i = 0; i < rounds(); ++i) {
      const std::string changed = mutate(text);
      for (const bool is_draft : {false, true}) {
        try {
          for (const hub::Entry& entry : hub::parse_manifest(changed, "hub.json", is_draft).entries) {
            if (is_draft) continue;
            expect_sound(entry.info.module);
            expect_sound(entry.info.weights);
            for (const hub::FileInfo& part : entry.info.weight_parts) expect_sound(part);
            ASSERT_NE(entry.info.module.has_value(), !entry.info.factory.empty());
          }
          ++read;
        } catch (const FileError& e) {
          ASSERT_EQ(std::string(e.what()).rfind("hub.json", 0), 0u) << e.what();
        }
      }
    }
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace torchpp::test

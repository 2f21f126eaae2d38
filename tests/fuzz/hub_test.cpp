// SPDX-License-Identifier: BSD-3-Clause
// Manifests with faults in them give an error, or entries whose files are below the folder and whose hashes are whole.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>

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

TEST(FuzzHub, FaultsGiveErrorsOrSoundManifests) {
  const std::string digest(64, 'a');
  const std::string file = R"("bytes": 412, "sha256": ")" + digest + "\"}";
  const std::string text = R"json({"format": "torchpp-hub", "version": 1, "license": "MIT", "entries": {"net": {
    "description": "A net.", "license": "BSD", "input": "float (N, 4)",
    "module": {"file": "a/net.json", )json" +
                           file + R"(, "weights": {"url": "https://h/net.safetensors", )" + file + R"(}, "made": {
    "factory": "f", "arguments": {"a": 1, "b": [0.5, true], "c": "x", "d": null, "e": {"tuple": [1]}}}}})";
  ASSERT_EQ(hub::parse_manifest(text, "hub.json").entries.size(), 2u);
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
                  "\"tensors\"",
                  "\"dict\"",
                  "../",
                  "/",
                  "\\u0000",
                  "\\",
                  "\xff",
                  std::string(1, '\0')});
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string changed = mutate(text);
    for (const bool is_draft : {false, true}) {
      try {
        for (const hub::Entry& entry : hub::parse_manifest(changed, "hub.json", is_draft).entries) {
          if (is_draft) continue;
          expect_sound(entry.info.module);
          expect_sound(entry.info.weights);
          ASSERT_NE(entry.info.module.has_value(), !entry.info.factory.empty());
        }
        ++read;
      } catch (const FileError& e) {
        ASSERT_EQ(std::string(e.what()).rfind("hub.json", 0), 0u) << e.what();
      }
    }
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace torchpp::test

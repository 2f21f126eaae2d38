// SPDX-License-Identifier: BSD-3-Clause
// WAV files with faults in them.
#include <gtest/gtest.h>
#include <torchpp/audio.h>
#include <torchpp/ops.h>

#include <fstream>
#include <iterator>

#include "tests/fuzz/mutate.h"
#include "tests/support/temporary_folder.h"

namespace {

namespace audio = torchpp::audio;

TEST(FuzzWav, FaultsGiveErrorsOnly) {
  const torchpp::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/a.wav";
  std::vector<std::string> files;
  for (int64_t bits : {8, 16, 24}) {
    audio::save(path, torchpp::rand({2, 33}), 8000, audio::SaveOptions().bits_per_sample(bits));
    std::ifstream in(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  torchpp::test::Mutator mutator(torchpp::test::seed(), 60,
                                 {std::string(4, '\xff'), std::string(4, '\0'), std::string("\xfe\xff", 2), "data",
                                  "fmt ", "LIST", std::string("\x00\x00\x00\x80", 4)});
  int refused = 0, loaded = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string bytes = mutator(files[static_cast<size_t>(i) % files.size()]);
    try {
      const audio::Audio whole = audio::load(bytes.data(), bytes.size());
      const audio::AudioMetaData info = audio::info(bytes.data(), bytes.size());
      EXPECT_EQ(whole.waveform.size(0), info.num_channels);
      EXPECT_EQ(whole.waveform.size(1), info.num_frames);
      EXPECT_LE(info.num_channels * info.num_frames * info.bits_per_sample / 8, static_cast<int64_t>(bytes.size()));
      const auto part = audio::load(bytes.data(), bytes.size(), audio::LoadOptions().frame_offset(3).num_frames(5));
      EXPECT_LE(part.waveform.size(1), 5);
      ++loaded;
    } catch (const torchpp::FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 5000);
  EXPECT_GT(loaded, 2000);
}

}  // namespace

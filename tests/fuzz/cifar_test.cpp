// SPDX-License-Identifier: BSD-3-Clause
// The reader of CIFAR files, given files with faults in them.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/cifar.h>

#include "tests/fuzz/mutate.h"

namespace {

TEST(Cifar, MutatedFilesGiveErrorsOnly) {
  const std::string good = "\1" + std::string(3072, 'a') + "\2" + std::string(3072, 'b');
  torchpp::test::Mutator mutator(torchpp::test::seed(), 4, {std::string(3073, '\xff'), std::string(3072, '\0')});
  int refused = 0;
  for (int i = 0; i < 1000; ++i)
    for (const int64_t label_bytes : {1, 2}) {
      const std::string bytes = mutator(good);
      try {
        const auto [images, labels] =
            torchpp::data::datasets::read_cifar(torchpp::data::memory_stream(bytes), label_bytes);
        EXPECT_EQ(images.numel() + labels.numel(), static_cast<int64_t>(bytes.size()));
      } catch (const torchpp::FileError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 2000);
}

}  // namespace

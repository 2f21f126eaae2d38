// SPDX-License-Identifier: BSD-3-Clause
// Files with faults in them give the reader of .npy files an error, or an array whose bytes are the file's.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>

#include "src/serialize/npy.h"
#include "tests/fuzz/mutate.h"

namespace torchpp::test {
namespace {

TEST(FuzzNpy, FaultsGiveErrorsOrArrays) {
  const std::string bytes = std::string("\x93NUMPY\x01\0\x4a\0", 10) +
                            "{'descr': '<i2', 'fortran_order': False, 'shape': (4, 3), }              \n" +
                            std::string(24, '\x01');
  Mutator mutate(seed(), 84,
                 {"'descr'", "'shape'", "True", "(", ")", ",", "{", "}", "9999999999", "0", "'<c16'", "'>f8'", "'|b1'",
                  "'|O'", std::string("\0\0", 2), "\xff\xff"});
  int read = 0;
  for (int i = 0; i < 40000; ++i) {
    const std::string changed = mutate(bytes);
    try {
      serialize::MemoryInput in(changed.data(), changed.size());
      const Tensor array = serialize::read_npy(in, "npy");
      ASSERT_LE(array.nbytes(), changed.size());
      ++read;
    } catch (const FileError& e) {
      ASSERT_EQ(std::string(e.what()).rfind("npy: ", 0), 0u) << e.what();
    }
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace torchpp::test

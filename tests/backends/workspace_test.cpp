// SPDX-License-Identifier: BSD-3-Clause
// Memory that kernels use while they run.
#include <gtest/gtest.h>
#include <torchpp/core/memory.h>

#include <cstring>
#include <thread>
#include <vector>

#include "src/backends/cpu/workspace.h"
#include "tests/support/sanitizers.h"
#if TORCHPP_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace torchpp {
namespace cpu {
namespace {

TEST(WorkspaceShelf, KeepsABoundedNumberOfBytesAndGivesThemBack) {
  trim_workspaces();
  EXPECT_EQ(workspace_bytes_kept(), 0u);
  void* first = nullptr;
  {
    const Workspace a(100000);
    first = a.as<void>();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  }
  EXPECT_GE(workspace_bytes_kept(), 100000u);
  {
    const Workspace again(100000);
    EXPECT_EQ(again.as<void>(), first);
  }
  { const Workspace large(size_t{80} << 20); }
  EXPECT_LE(workspace_bytes_kept(), size_t{64} << 20);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 2000; ++i) {
        const size_t n = 64 << (i + t) % 12;
        const Workspace w(n);
        unsigned char* p = w.as<unsigned char>();
        std::memset(p, t, n);
        for (size_t j = 0; j < n; ++j) ASSERT_EQ(p[j], t);
      }
    });
  for (std::thread& t : threads) t.join();
  trim_workspaces();
  EXPECT_EQ(workspace_bytes_kept(), 0u);
}

#if TORCHPP_ADDRESS_SANITIZER
// A kernel that passes the end of its workspace would else only reach the rest of a block, and be found by nobody.
TEST(WorkspaceShelf, AddressSanitizerKnowsWhatWasAskedFor) {
  char* p = nullptr;
  for (size_t nbytes : {size_t{100000}, size_t{99993}, size_t{100001}}) {
    const Workspace w(nbytes);
    p = w.as<char>();
    EXPECT_EQ(__asan_region_is_poisoned(p, nbytes), nullptr);
    EXPECT_EQ(__asan_address_is_poisoned(p + nbytes), 1);
  }
  EXPECT_EQ(__asan_address_is_poisoned(p), 1) << "on the shelf";
}
#endif

}  // namespace
}  // namespace cpu
}  // namespace torchpp

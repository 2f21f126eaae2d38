// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/storage.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "src/core/allocator.h"
#include "src/core/view.h"

namespace torchpp {
namespace {

constexpr int64_t kInline = static_cast<int64_t>(StorageImpl::kInlineBytes);

TensorBase bytes(int64_t n) { return make_tensor({n}, kByte, kCPU); }
uint64_t allocations() { return memory::stats().num_allocations; }

TEST(Storage, FewBytesNeedNoBlockOfTheirOwn) {
  if (memory::kPassThrough) GTEST_SKIP() << "blocks come from the C library under a sanitizer";
  bytes(kInline);
  const uint64_t before = allocations();
  bytes(kInline);
  EXPECT_EQ(allocations() - before, 2u);  // the tensor's body and the storage
  bytes(kInline + 1);
  EXPECT_EQ(allocations() - before, 5u);
}

TEST(Storage, EverySizeIsAlignedAndMayGrow) {
  for (int64_t n : {int64_t{0}, int64_t{1}, kInline - 1, kInline, kInline + 1, int64_t{1000}}) {
    const TensorBase t = bytes(n);
    StorageImpl& storage = *t.storage().get();
    ASSERT_EQ(storage.nbytes(), static_cast<size_t>(n));
    if (n == 0) {
      EXPECT_EQ(storage.data(), nullptr);
    } else {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(storage.data()) % 64, 0u);
      std::memset(storage.data(), 7, static_cast<size_t>(n));
    }
    for (int64_t size : {n + 200, n / 2, int64_t{0}, n + 1}) {
      const int64_t kept = std::min({n, size, static_cast<int64_t>(storage.nbytes())});
      const bool filled = size == n + 200 || size == n / 2;
      storage.resize(static_cast<size_t>(size));
      ASSERT_EQ(storage.nbytes(), static_cast<size_t>(size));
      for (int64_t i = 0; filled && i < kept; ++i)
        ASSERT_EQ(static_cast<unsigned char*>(storage.data())[i], 7) << n << ' ' << i;
      if (size != 0)
        std::memset(static_cast<unsigned char*>(storage.data()) + kept, 7, static_cast<size_t>(size - kept));
    }
  }
}

TEST(Storage, ProgramsAllocatorIsAskedForEveryByte) {
  class Counting final : public Allocator {
   public:
    void* allocate(size_t nbytes) override {
      asked += nbytes;
      return memory::allocate_block(64 + nbytes);
    }
    void deallocate(void* p, size_t nbytes) noexcept override {
      returned += nbytes;
      memory::free_block(p, 64 + nbytes);
    }
    const char* name() const override { return "counting"; }
    size_t asked = 0, returned = 0;
  } counting;
  set_cpu_allocator(&counting);
  {
    const TensorBase small = bytes(4), large = bytes(4000);
    EXPECT_EQ(counting.asked, 4004u);
    set_cpu_allocator(nullptr);
    EXPECT_EQ(small.storage()->allocator(), &counting);
  }
  EXPECT_EQ(counting.returned, 4004u);
}

// -- numbers of contents

TEST(ContentsNumber, HoldsUntilAWriteAndIsNobodyElses) {
  const TensorBase a = bytes(1000), b = bytes(1000);
  const uint64_t first = a.storage()->contents_number();
  EXPECT_NE(first, 0u);
  EXPECT_EQ(a.storage()->contents_number(), first);
  EXPECT_NE(b.storage()->contents_number(), first);
  bump_version(a);
  const uint64_t second = a.storage()->contents_number();
  EXPECT_NE(second, first);
  EXPECT_NE(second, 0u);
  a.storage()->resize(2000);
  EXPECT_NE(a.storage()->contents_number(), second);
}

TEST(ContentsNumber, InferenceTensorsAndTensorsWithACounterOfTheirOwnWriteTheSameMemory) {
  const TensorBase a = bytes(1000);
  const intrusive_ptr<TensorImpl> inference = a.impl()->shallow_copy(), apart = a.impl()->shallow_copy();
  inference->set_inference(true);
  apart->detach_version_counter();
  for (TensorImpl* t : {inference.get(), apart.get()}) {
    const uint64_t number = a.storage()->contents_number();
    t->bump_version();
    EXPECT_NE(a.storage()->contents_number(), number);
  }
}

TEST(ContentsNumber, MemoryThatMayBeWrittenUnseenHasNone) {
  for (void (*expose)(const TensorBase&) :
       {+[](const TensorBase& t) { t.data_ptr(); }, +[](const TensorBase& t) { t.data_ptr<uint8_t>(); },
        +[](const TensorBase& t) { t.mutable_data_ptr<uint8_t>(); }, +[](const TensorBase& t) { t.storage().data(); },
        +[](const TensorBase& t) { t.storage().data<uint8_t>(); },
        +[](const TensorBase& t) { t.accessor<uint8_t, 1>(); },
        +[](const TensorBase& t) { t.packed_accessor64<uint8_t, 1>(); }}) {
    for (const bool numbered : {false, true}) {
      const TensorBase t = bytes(1000);
      t.const_data_ptr<uint8_t>();
      if (numbered) {
        EXPECT_NE(t.storage()->contents_number(), 0u);
      }
      expose(t);
      EXPECT_EQ(t.storage()->contents_number(), 0u);
      bump_version(t);  // the pointer is still there
      EXPECT_EQ(t.storage()->contents_number(), 0u);
    }
  }
  char memory[64];
  const auto foreign = make_intrusive<StorageImpl>(memory, size_t{64}, Device(kCPU), nullptr, nullptr);
  EXPECT_EQ(foreign->contents_number(), 0u);
  foreign->written();
  foreign->expose();
}

}  // namespace
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/cpu_generator.h>
#include <torchpp/core/data_ptr.h>
#include <torchpp/dispatch/symbol.h>
#include <torchpp/torchpp.h>

#include <cstdlib>
#include <cstring>
#include <mutex>

#include "src/core/allocator.h"
#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

int freed = 0;
void count_and_free(void* p) {
  ++freed;
  std::free(p);
}
DataPtr block_of(size_t nbytes) {
  void* const p = std::malloc(nbytes);
  std::memset(p, 1, nbytes);
  return {p, p, &count_and_free, kCPU};
}

TEST(DataPtr, StorageCallsTheDeleterOnce) {
  freed = 0;
  Storage storage(Storage::use_byte_size_t(), 8, block_of(8));
  const void* const data = storage.data();
  EXPECT_EQ(storage.data_ptr().get(), data);
  Tensor t = torchpp::empty({0}, kByte).set_(storage, 2, {3}, {2});
  storage = Storage();
  EXPECT_EQ(t.sum().item<int64_t>(), 3);
  EXPECT_EQ(static_cast<const void*>(t.storage().data()), data);
  test::expect_error([&] { t.resize_({20}); }, "Trying to resize storage that is not resizable");
  EXPECT_EQ(freed, 0);
  t = Tensor();
  EXPECT_EQ(freed, 1);
}

TEST(DataPtr, ResizableStorageTakesMemoryFromItsAllocator) {
  struct Counting final : DataAllocator {
    DataPtr allocate(size_t nbytes) const override {
      ++calls;
      return block_of(nbytes);
    }
    mutable int calls = 0;
  };
  static const Counting counting;
  freed = 0;
  {
    Storage storage(Storage::use_byte_size_t(), 4, block_of(4), const_cast<Counting*>(&counting), true);
    static_cast<uint8_t*>(storage.data())[3] = 7;
    Tensor t = torchpp::empty({0}, kByte).set_(storage);
    t.resize_({6});
    EXPECT_EQ(counting.calls, 1);
    EXPECT_EQ(freed, 1);
    EXPECT_EQ(t[3].item<int64_t>(), 7);
    EXPECT_EQ(storage.nbytes(), 6u);
  }
  EXPECT_EQ(freed, 2);
  Storage empty(Storage::use_byte_size_t(), 0, const_cast<Counting*>(&counting), true);
  EXPECT_TRUE(empty.resizable());
}

TEST(DataPtr, TensorsTakeMemoryFromAnInstalledAllocator) {
  // Misaligned blocks: tensors' memory is aligned all the same.
  struct Misaligned final : DataAllocator {
    DataPtr allocate(size_t nbytes) const override {
      ++made;
      auto* const p = static_cast<char*>(std::aligned_alloc(64, (nbytes + 127) / 64 * 64));
      return {p + 8, p, &count_and_free, kCPU};
    }
    mutable int made = 0;
  };
  freed = 0;
  static Misaligned misaligned;
  DataAllocator* const before = GetCPUAllocator();
  SetCPUAllocator(&misaligned);
  EXPECT_EQ(GetCPUAllocator(), &misaligned);
  {
    const Tensor t = torchpp::ones({1000});
    SetCPUAllocator(before);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(t.data_ptr()) % 64, 0u);
    EXPECT_EQ(t.sum().item<float>(), 1000);
  }
  EXPECT_GE(misaligned.made, 2);  // a second block, with room to align it
  EXPECT_EQ(freed, misaligned.made);
  EXPECT_EQ(GetCPUAllocator(), before);
  EXPECT_EQ(memory::installed_allocator.load(), nullptr);  // few bytes lie beside the storage again
  test::expect_error([&] { GetAllocator(kCUDA); }, "GetAllocator: got device type cuda, expected cpu");
}

TEST(DataPtr, RawMemory) {
  DataAllocator* const allocator = GetCPUAllocator();
  void* const p = allocator->raw_allocate(100);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 64, 0u);
  std::memset(p, 0, 100);
  allocator->raw_deallocate(p);
}

// Values: libtorch 1.13.1, seed 5.
TEST(CpuGenerator, DrawsWithoutTheLock) {
  Generator g = make_generator(5);
  auto* const engine = g.get<CPUGeneratorImpl>();
  const std::lock_guard lock(engine->mutex_);
  EXPECT_EQ(engine->random(), 953453411u);
  EXPECT_EQ(engine->random64(), 1017893569125961711u);
  EXPECT_EQ(engine->current_seed(), 5u);
}

TEST(CpuGenerator, StateAsATensor) {
  Generator g = make_generator(7);
  const Tensor state = g.get_state();
  EXPECT_EQ(state.numel(), 5056);
  const Tensor first = torchpp::rand({3}, g);
  g.set_state(state);
  EXPECT_TRUE(torchpp::equal(torchpp::rand({3}, g), first));
  test::expect_error([&] { g.set_state(torchpp::ones({5056})); }, "RNG state must be a torch.ByteTensor");
}

TEST(Symbol, EqualNamesAreOneNumber) {
  EXPECT_EQ(Symbol::aten("add"), Symbol::fromQualString("aten::add"));
  EXPECT_FALSE(Symbol::aten("add") == Symbol::prim("add"));
  EXPECT_STREQ(Symbol::attr("weight").toUnqualString(), "weight");
  EXPECT_EQ(Symbol::attr("weight").domainString(), "org.pytorch.attr");
  test::expect_error([&] { Symbol::fromQualString("noname"); }, "all symbols must have a namespace");
}

}  // namespace
}  // namespace torchpp

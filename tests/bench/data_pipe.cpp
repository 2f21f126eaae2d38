// SPDX-License-Identifier: BSD-3-Clause

// Pipelines: nanoseconds per item through a chain of five stages, and gigabytes per second of collating batches of
// tensors beside those of copying the same bytes with memcpy.

#include <torchpp/core/callable.h>
#include <torchpp/data.h>
#include <torchpp/ops.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

namespace {

using namespace torchpp;

// Other work on the machine only adds time.
double best_of(int repeats, const Callable<void()>& f) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

int64_t checksum = 0;  // what the loops compute is used

template <class T>
void time_items(const char* name, data::Pipe<T> pipe, int64_t items) {
  int64_t epoch = 0;
  const double seconds = best_of(7, [&] {
    pipe.reset({1, ++epoch, 0, 1, 0});
    while (const optional<T> item = pipe.next()) ++checksum;
  });
  std::printf("%-44s %8.1f ns per item\n", name, seconds / static_cast<double>(items) * 1e9);
}

void time_collate(std::vector<int64_t> sizes, size_t batch_size) {
  std::vector<Tensor> samples;
  for (size_t i = 0; i < batch_size; ++i) samples.push_back(torchpp::rand(sizes));
  const auto bytes = static_cast<size_t>(samples[0].nbytes());
  std::vector<char> to(bytes * batch_size);
  const double copied = best_of(30, [&] {
    for (size_t i = 0; i < batch_size; ++i) std::memcpy(to.data() + i * bytes, samples[i].data_ptr(), bytes);
    checksum += to[to.size() / 2];
  });
  // A chain moves its batch into collate(): the copies of the handles are made before.
  constexpr int kRepeats = 30;
  std::vector<std::vector<Tensor>> batches(kRepeats, samples);
  const double collated = best_of(kRepeats, [&] {
    checksum += data::default_collate(std::move(batches.back())).size(0);
    batches.pop_back();
  });
  const double gigabytes = static_cast<double>(bytes * batch_size) / 1e9;
  std::printf("collate of %3zu tensors of %8zu bytes: %6.2f GB/s, memcpy %6.2f GB/s: %.0f %%\n", batch_size, bytes,
              gigabytes / collated, gigabytes / copied, copied / collated * 100);
}

}  // namespace

int main() {
  constexpr int64_t kItems = 1 << 20;
  const auto plus_one = [](int64_t i) { return i + 1; };
  const auto any = [](int64_t) { return true; };
  time_items("range", data::range(kItems), kItems);
  time_items("range map filter map filter map",
             data::range(kItems).map(plus_one).filter(any).map(plus_one).filter(any).map(plus_one), kItems);
  time_items("range map filter shuffle(1000) map batch(32)",
             data::range(kItems).map(plus_one).filter(any).shuffle(1000).map(plus_one).batch(32), kItems);
  time_items("range flatmap", data::range(kItems).flatmap([](int64_t i) { return std::vector<int64_t>{i}; }), kItems);
  time_collate({3, 224, 224}, 32);
  time_collate({3, 224, 224}, 128);
  time_collate({1, 28, 28}, 64);
  std::printf("checksum %lld\n", static_cast<long long>(checksum));
}

// SPDX-License-Identifier: BSD-3-Clause
// How fast files of tensors are read from the system's cache: 500 MB in large tensors beside what the system and the
// memory allow, 1,000 small tensors, and the look at a file's header. An argument names the folder for the files.
#include <fcntl.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops.h>
#include <torchpp/serialize.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/serialize/tensor_file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace torchpp;

constexpr int64_t kTensors = 20, kElements = 6'250'000;  // 25 MB each

// Seconds of the fastest of several calls.
template <class F>
double fastest(const F& f, int calls = 7) {
  double best = 1e9;
  for (int i = 0; i < calls; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

// The n bytes of a file, by `threads` threads.
void read_plainly(const std::string& path, char* to, size_t n, int64_t threads) {
  const int fd = ::open(path.c_str(), O_RDONLY);
  const int64_t part = (static_cast<int64_t>(n) + threads - 1) / threads;
  parallel_for(0, static_cast<int64_t>(n), part, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end;) {
      const ssize_t got = ::pread(fd, to + at, static_cast<size_t>(end - at), at);
      if (got <= 0) std::abort();
      at += got;
    }
  });
  ::close(fd);
}

void report(const char* name, double seconds, double bytes) {
  std::printf("%-44s %9.3f ms", name, seconds * 1e3);
  if (bytes > 0) std::printf("  %6.2f GB/s", bytes / seconds / 1e9);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "/tmp";
  const std::string large = folder + "/torchpp-bench.safetensors", small = folder + "/torchpp-bench-small.safetensors";
  const std::string npz = folder + "/torchpp-bench.npz", pt = folder + "/torchpp-bench.pt";
  IValue many;
  {
    NamedTensors tensors;
    for (int64_t i = 0; i < kTensors; ++i) tensors.emplace_back(str("layers.", i, ".weight"), rand({kElements}));
    save_safetensors(large, tensors);
    save_npz(npz, tensors);
    save_pt(pt, tensors);
    tensors.clear();
    for (int64_t i = 0; i < 1000; ++i) tensors.emplace_back(str("layers.", i, ".bias"), rand({16}));
    save_safetensors(small, tensors);
    IValue::Dict items;
    for (const auto& [name, tensor] : tensors) items.emplace_back(name, tensor);
    many = IValue(std::move(items));
  }
  const double bytes = 4. * kTensors * kElements;
  {
    const auto n = static_cast<size_t>(bytes);
    const std::unique_ptr<char[]> memory(new char[n]), other(new char[n]);
    std::memset(memory.get(), 1, n);
    std::memset(other.get(), 1, n);
    report("memcpy of 500 MB, one thread", fastest([&] { std::memcpy(memory.get(), other.get(), n); }), bytes);
    for (const int threads : {1, get_num_threads()})
      report(str("pread of 500 MB into used memory, ", threads, " threads").c_str(),
             fastest([&] { read_plainly(large, memory.get(), n, threads); }), bytes);
    // What loading can reach: tensors take new memory, which the system clears first.
    report(str("pread of 500 MB into new tensors, ", get_num_threads(), " threads").c_str(), fastest([&] {
             const Tensor fresh = empty({static_cast<int64_t>(n)}, kByte);
             read_plainly(large, static_cast<char*>(fresh.data_ptr()), n, get_num_threads());
           }),
           bytes);
  }
  report("load_safetensors", fastest([&] { load_safetensors(large); }), bytes);
  report("TensorFile of safetensors, load_all", fastest([&] { TensorFile::open(large).load_all(); }), bytes);
  report("load_pt", fastest([&] { load_pt(pt); }), bytes);
  report("TensorFile of npz, load_all", fastest([&] { TensorFile::open(npz).load_all(); }), bytes);
  report("1,000 small tensors: load_safetensors", fastest([&] { load_safetensors(small); }, 100), 0);
  report("1,000 small tensors: TensorFile, load_all", fastest([&] { TensorFile::open(small).load_all(); }, 100), 0);
  const std::vector<char> pickled = pickle_save(many);
  report("1,000 small tensors: pickle_load", fastest([&] { pickle_load(pickled); }, 100), 0);
  report("1,000 small tensors: pickle_save", fastest([&] { pickle_save(many); }, 100), 0);
  report("TensorFile::open", fastest([&] { TensorFile::open(large); }, 100), 0);
  for (const std::string& path : {large, small, npz, pt}) std::remove(path.c_str());
}

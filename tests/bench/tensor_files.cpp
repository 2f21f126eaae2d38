// SPDX-License-Identifier: BSD-3-Clause
// How fast files of tensors are read from the system's cache: 500 MB in large tensors beside what the system and the
// memory allow, 1,000 small tensors, and the look at a file's header. An argument names the folder for the files.
//
// The readers of the 500 MB take turns, since what a machine allows changes within seconds; given are each one's
// fastest and median time, and the median of its share of the bandwidth of the same round: of reading plainly, by all
// threads, into memory that is in use, and into new memory, which the system clears first.
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
#include <functional>
#include <memory>
#include <string>
#include <utility>
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

// The sum of a byte of each cache line, by all threads.
int64_t touch(const NamedTensors& tensors) {
  int64_t sum = 0;
  for (const auto& [name, tensor] : tensors) {
    const char* const data = static_cast<const char*>(tensor.data_ptr());
    sum += parallel_reduce(
        0, static_cast<int64_t>(tensor.nbytes()), int64_t{1} << 20, int64_t{0},
        [&](int64_t begin, int64_t end, int64_t part) {
          for (int64_t i = begin; i < end; i += 64) part += data[i];
          return part;
        },
        std::plus<>());
  }
  return sum;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

// Calls that take turns, the first two of which are what the others are compared with.
void compare(const std::vector<std::pair<std::string, std::function<void()>>>& calls, double bytes, int rounds = 9) {
  std::vector<std::vector<double>> seconds(calls.size());
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < calls.size(); ++i) seconds[i].push_back(fastest(calls[i].second, 1));
  std::printf("%-48s %9s %9s %9s %9s %9s\n", "500 MB", "fastest", "median", "GB/s", "of used", "of new");
  for (size_t i = 0; i < calls.size(); ++i) {
    std::vector<double> of_used, of_new;
    for (size_t round = 0; round < seconds[i].size(); ++round) {
      of_used.push_back(seconds[0][round] / seconds[i][round]);
      of_new.push_back(seconds[1][round] / seconds[i][round]);
    }
    const double middle = median(seconds[i]);
    std::printf("%-48s %6.1f ms %6.1f ms %9.2f %9.2f %9.2f\n", calls[i].first.c_str(),
                1e3 * *std::min_element(seconds[i].begin(), seconds[i].end()), middle * 1e3, bytes / middle / 1e9,
                median(of_used), median(of_new));
  }
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
    report("pread of 500 MB into used memory, one thread", fastest([&] { read_plainly(large, memory.get(), n, 1); }),
           bytes);
    LoadSafetensorsOptions map_safetensors;
    map_safetensors.map = true;
    LoadPtOptions map_pt;
    map_pt.map = map_pt.check_mapped = true;
    TensorFileOptions map;
    map.map = true;
    int64_t sum = 0;
    const int threads = get_num_threads();
    compare(
        {{str("pread into used memory, ", threads, " threads"), [&] { read_plainly(large, memory.get(), n, threads); }},
         {str("pread into new memory, ", threads, " threads"),
          [&] {
            const Tensor fresh = empty({static_cast<int64_t>(n)}, kByte);
            read_plainly(large, static_cast<char*>(fresh.data_ptr()), n, threads);
          }},
         {"load_safetensors", [&] { load_safetensors(large); }},
         {"load_pt", [&] { load_pt(pt); }},
         {"TensorFile of safetensors, load_all", [&] { TensorFile::open(large).load_all(); }},
         {"TensorFile of .pt, load_all", [&] { TensorFile::open(pt).load_all(); }},
         {"TensorFile of npz, load_all", [&] { TensorFile::open(npz).load_all(); }},
         {"load_safetensors, mapped, all lines read",
          [&] { sum += touch(load_safetensors(large, map_safetensors).tensors); }},
         {"load_pt, mapped, checked, all lines read",
          [&] {
            const PtFile file = load_pt(pt, map_pt);
            NamedTensors tensors;
            for (const auto& [name, tensor] : file.value.toGenericDictRef())
              tensors.emplace_back(name.toStringRef(), tensor.toTensor());
            sum += touch(tensors);
          }},
         {"TensorFile of .pt, mapped, all lines read", [&] { sum += touch(TensorFile::open(pt, map).load_all()); }}},
        bytes);
    if (sum == 1) std::printf("\n");  // so that the lines are read
  }
  report("1,000 small tensors: load_safetensors", fastest([&] { load_safetensors(small); }, 100), 0);
  report("1,000 small tensors: TensorFile, load_all", fastest([&] { TensorFile::open(small).load_all(); }, 100), 0);
  const std::vector<char> pickled = pickle_save(many);
  report("1,000 small tensors: pickle_load", fastest([&] { pickle_load(pickled); }, 100), 0);
  report("1,000 small tensors: pickle_save", fastest([&] { pickle_save(many); }, 100), 0);
  report("TensorFile::open", fastest([&] { TensorFile::open(large); }, 100), 0);
  for (const std::string& path : {large, small, npz, pt}) std::remove(path.c_str());
}

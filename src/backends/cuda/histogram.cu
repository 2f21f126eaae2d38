// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/histogram.h"

#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int64_t kMostShared = 8192;      // bins that a block counts in its shared memory
constexpr int64_t kMostOfBlock = 1 << 30;  // elements of a block, so that 32 bits hold its counts

using Count = unsigned long long;  // what atomicAdd() takes

template <class M>
struct IntegerBin {
  const M* x;
  __device__ __forceinline__ int64_t operator()(int64_t i) const { return static_cast<int64_t>(x[i]); }
};
template <class M>
struct RangeBin {
  using C = Compute<M>;
  const M* x;
  C least, most, count;
  int64_t bins;
  __device__ __forceinline__ int64_t operator()(int64_t i) const {
    const C v = widen(x[i]);
    if (v < least || v > most) return -1;
    const C at = (v - least) * count / (most - least);
    const int64_t bin = at == at ? static_cast<int64_t>(at) : 0;
    return bin < bins ? bin : bins - 1;
  }
};

// Few bins: each block counts in shared memory first.
template <class Bin>
__global__ void __launch_bounds__(kThreads) count_shared(Bin bin_of, int64_t n, int bins, Count* counts) {
  unsigned* const own = dynamic_shared<unsigned>();
  for (int b = static_cast<int>(threadIdx.x); b < bins; b += kThreads) own[b] = 0;
  __syncthreads();
  for (int64_t i = thread_index(); i < n; i += thread_count()) {
    const int64_t bin = bin_of(i);
    if (bin >= 0 && bin < bins) atomicAdd(own + bin, 1u);
  }
  __syncthreads();
  for (int b = static_cast<int>(threadIdx.x); b < bins; b += kThreads)
    if (own[b] != 0) atomicAdd(counts + b, static_cast<Count>(own[b]));
}
template <class Bin>
__global__ void count_global(Bin bin_of, int64_t n, int64_t bins, Count* counts) {
  const int64_t i = thread_index();
  if (i >= n) return;
  const int64_t bin = bin_of(i);
  if (bin >= 0 && bin < bins) atomicAdd(counts + bin, Count{1});
}

template <class Bin>
void count(const Bin& bin_of, int64_t n, int64_t bins, int64_t* counts, const OnDevice& on) {
  if (n == 0 || bins == 0) return;
  Count* const to = reinterpret_cast<Count*>(counts);
  Geometry g = resident(n, on.device(), kThreads, 1);
  // Blocks that count less than there are bins would mostly add zeros.
  if (bins > kMostShared || n / g.blocks[0] < bins || n / g.blocks[0] > kMostOfBlock)
    return launch("histogram", &count_global<Bin>, spread(n), on.stream(), bin_of, n, bins, to);
  g.shared_bytes = static_cast<size_t>(bins) * sizeof(unsigned);
  g.cooperates = true;
  launch("histogram", &count_shared<Bin>, g, on.stream(), bin_of, n, static_cast<int>(bins), to);
}

// A number as an element, in the type of computation.
template <class M>
Compute<M> rounded(double x) {
  if constexpr (std::is_same_v<M, math::f16>) return math::to_float(math::to_f16(static_cast<float>(x)));
  else if constexpr (std::is_same_v<M, math::bf16>) return math::to_float(math::to_bf16(static_cast<float>(x)));
  else return static_cast<M>(x);
}

template <class M>
__global__ void bins_kernel(EdgesWork w, int64_t* keys) {
  using C = Compute<M>;
  const int64_t i = thread_index();
  if (i >= w.n || keys[i] < 0) return;
  const M* const edges = static_cast<const M*>(w.edges);
  const C v = widen(static_cast<const M*>(w.x)[i * w.step]);
  if (v < widen(edges[0]) || v > widen(edges[w.bins])) {
    keys[i] = -1;
    return;
  }
  int64_t bin = w.bins - 1;
  if (v == v) {  // the last edge that is not above the value
    int64_t begin = 0, end = w.bins + 1;
    while (begin < end) {
      const int64_t middle = begin + (end - begin) / 2;
      if (widen(edges[middle]) > v) end = middle;
      else begin = middle + 1;
    }
    bin = begin > w.bins ? w.bins - 1 : begin > 0 ? begin - 1 : 0;
  }
  keys[i] = keys[i] * w.bins + bin;
}

}  // namespace

void count_integers(ScalarType dtype, const void* x, int64_t n, int64_t bins, int64_t* counts, const OnDevice& on) {
  visit_integers(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    count(IntegerBin<M>{static_cast<const M*>(x)}, n, bins, counts, on);
  });
}
void count_in_range(ScalarType dtype, const void* x, int64_t n, int64_t bins, double least, double most,
                    int64_t* counts, const OnDevice& on) {
  visit_floats(dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    using C = Compute<M>;
    count(RangeBin<M>{static_cast<const M*>(x), rounded<M>(least), rounded<M>(most), static_cast<C>(bins), bins}, n,
          bins, counts, on);
  });
}
void append_bins(const EdgesWork& w, int64_t* keys, const OnDevice& on) {
  if (w.n == 0) return;
  visit_floats(w.dtype, [&](auto tag) {
    launch("bins of points", &bins_kernel<typename decltype(tag)::Memory>, spread(w.n), on.stream(), w, keys);
  });
}

}  // namespace torchpp::cuda

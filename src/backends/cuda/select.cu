// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/select.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/scan.h"
#include "src/backends/cuda/scan_kernel.h"

namespace torchpp::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kFlags = 16;  // of one thread: one load
constexpr int64_t kTile = kThreads * kFlags;
constexpr int kMostRank = 64;

// The thread's flags as bits.
__device__ __forceinline__ unsigned flags_of(const uint8_t* flags, int64_t n, int64_t first) {
  unsigned set = 0;
  if (first + kFlags <= n && reinterpret_cast<uintptr_t>(flags) % kFlags == 0) {
    uint32_t words[kFlags / 4];
    __builtin_memcpy(words, __builtin_assume_aligned(flags + first, kFlags), sizeof words);
    for (int k = 0; k < kFlags; ++k) set |= ((words[k / 4] >> (8 * (k % 4)) & 0xff) != 0 ? 1u : 0u) << k;
  } else {
    for (int k = 0; k < kFlags && first + k < n; ++k) set |= (flags[first + k] != 0 ? 1u : 0u) << k;
  }
  return set;
}

__global__ void count_flags_kernel(const uint8_t* flags, int64_t n, int64_t* counts) {
  const int count = reduce_block(__popc(flags_of(flags, n, thread_index() * kFlags)), Sum(), 0, dynamic_shared<int>());
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

// write(place among the selected, place among all). The selected places of the block's tile are put side by side in
// shared memory, so that neighbouring threads write to neighbouring places.
template <class Write>
__global__ void write_selected_kernel(const uint8_t* flags, int64_t n, const int64_t* starts, Write write) {
  __shared__ uint16_t selected[kTile];
  unsigned set = flags_of(flags, n, thread_index() * kFlags);
  int total;
  int to = exclusive_scan_block(__popc(set), dynamic_shared<int>(), total);
  const int own = static_cast<int>(threadIdx.x) * kFlags - 1;
  for (; set != 0; set &= set - 1) selected[to++] = static_cast<uint16_t>(own + __ffs(static_cast<int>(set)));
  __syncthreads();
  const int64_t start = starts[blockIdx.x], first = blockIdx.x * kTile;
  for (int i = static_cast<int>(threadIdx.x); i < total; i += kThreads) write(start + i, first + selected[i]);
}

template <class T>
struct WriteElement {
  const T* from;
  T* to;
  __device__ __forceinline__ void operator()(int64_t at, int64_t element) const { to[at] = from[element]; }
};
struct WritePosition {
  LongDivisor sizes[kMostRank];
  int rank;
  int64_t count;  // positions in one dimension stand side by side
  int64_t* to;
  __device__ __forceinline__ void operator()(int64_t at, int64_t element) const {
    for (int d = rank - 1; d > 0; --d) {
      const int64_t q = divide(element, sizes[d]);
      to[d * count + at] = element - q * sizes[d].divisor;
      element = q;
    }
    to[at] = element;
  }
};

Geometry geometry_of(int64_t n) {
  Geometry g = spread(n, kFlags, kThreads);
  g.cooperates = true;
  g.shared_bytes = kWarp * sizeof(int);
  return g;
}
int64_t blocks_of(int64_t n) { return (n + kTile - 1) / kTile; }

template <class T>
void write_elements_of(const uint8_t* flags, int64_t n, const int64_t* starts, const void* from, void* to,
                       StreamHandle stream) {
  launch("masked_select kernel", &write_selected_kernel<WriteElement<T>>, geometry_of(n), stream, flags, n, starts,
         WriteElement<T>{static_cast<const T*>(from), static_cast<T*>(to)});
}

}  // namespace

Selection::Selection(const uint8_t* flags, int64_t n, const OnDevice& on)
    : on_(on),
      flags_(flags),
      n_(n),
      starts_(on.device(), n == 0 ? 0 : static_cast<size_t>(blocks_of(n) + 1) * sizeof(int64_t)) {
  if (n == 0) return;
  int64_t* starts = static_cast<int64_t*>(starts_.data());
  launch("flags' counting kernel", &count_flags_kernel, geometry_of(n), on.stream(), flags, n, starts);
  exclusive_scan(starts, blocks_of(n), on.stream());
  copy_to_host(&count_, starts + blocks_of(n), sizeof count_, on);
}

void Selection::write_elements(size_t itemsize, const void* from, void* to) const {
  if (count_ == 0) return;
  const int64_t* starts = static_cast<const int64_t*>(starts_.data());
  switch (itemsize) {
    case 1: return write_elements_of<uint8_t>(flags_, n_, starts, from, to, on_.stream());
    case 2: return write_elements_of<uint16_t>(flags_, n_, starts, from, to, on_.stream());
    case 4: return write_elements_of<uint32_t>(flags_, n_, starts, from, to, on_.stream());
    case 8: return write_elements_of<uint64_t>(flags_, n_, starts, from, to, on_.stream());
    default: return write_elements_of<math::cplx<double>>(flags_, n_, starts, from, to, on_.stream());
  }
}

void Selection::write_positions(const int64_t* sizes, int rank, int64_t* to) const {
  if (count_ == 0 || rank == 0) return;
  TORCHPP_CHECK(rank <= kMostRank, "nonzero: got a tensor of ", rank, " dimensions, expected at most ", kMostRank);
  WritePosition write;
  for (int d = 0; d < rank; ++d) write.sizes[d] = LongDivisor(sizes[d], n_);
  write.rank = rank;
  write.count = count_;
  write.to = to;
  launch("nonzero kernel", &write_selected_kernel<WritePosition>, geometry_of(n_), on_.stream(), flags_, n_,
         static_cast<const int64_t*>(starts_.data()), write);
}

}  // namespace torchpp::cuda

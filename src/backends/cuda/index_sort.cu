// SPDX-License-Identifier: BSD-3-Clause
// Few positions by counting, for each, those before it; many by their digits.
#include "src/backends/cuda/index_sort.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/device.h"
#include "src/backends/cuda/radix_sort.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kFew = 1024;

template <class K>
__global__ void rank_kernel(const K* keys, int n, K* sorted, uint32_t* order) {
  K* all = dynamic_shared<K>();
  const int me = static_cast<int>(threadIdx.x);
  if (me < n) all[me] = keys[me];
  __syncthreads();
  if (me >= n) return;
  const K mine = all[me];
  int rank = 0;
  for (int i = 0; i < n; ++i) rank += all[i] < mine || (all[i] == mine && i < me);
  sorted[rank] = mine;
  order[rank] = me;
}

// Sorts the keys; `other` and `others` are memory for as many keys and for twice as many places.
template <class K>
Items<K> sort_keys(K* keys, int64_t n, int64_t bound, K* other, uint32_t* others, const OnDevice& on) {
  if (n <= kFew) {
    Geometry g = per_row(1, n, static_cast<int>(kFew));
    g.shared_bytes = static_cast<size_t>(n) * sizeof(K);
    launch("sort kernel of few positions", &rank_kernel<K>, g, on.stream(), static_cast<const K*>(keys),
           static_cast<int>(n), other, others);
    return {other, others};
  }
  int bits = 1;
  while (bits < 63 && (bound - 1) >> bits != 0) ++bits;
  return radix_sort<K>({keys, others + n}, {other, others}, 1, n, bits, on);
}

}  // namespace

SortedPositions::SortedPositions(const PositionList& keys, int64_t n, int64_t bound, const OnDevice& on)
    : n_(n),
      space_(on.device(), static_cast<size_t>(n) * (keys.itemsize() + 2 * sizeof(uint32_t))),
      keys_(space_.data(), keys.narrow),
      order_(nullptr) {
  TORCHPP_CHECK(n <= 0x7fffffff, "indexed sums: got ", n, " positions, expected at most 2^31 - 1");
  if (n == 0) return;
  auto* const others =
      reinterpret_cast<uint32_t*>(static_cast<char*>(space_.data()) + static_cast<size_t>(n) * keys.itemsize());
  const auto sort = [&](auto* list, auto* other) {
    const auto sorted = sort_keys(list, n, bound, other, others, on);
    keys_.data = sorted.keys;
    order_ = sorted.places;
  };
  if (keys.narrow) sort(static_cast<uint32_t*>(keys.data), static_cast<uint32_t*>(space_.data()));
  else sort(static_cast<uint64_t*>(keys.data), static_cast<uint64_t*>(space_.data()));
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/distance.h"

#include "src/backends/cuda/device.h"
#include "src/backends/math/distance.h"

namespace torchpp::cuda {
namespace {

constexpr int kSide = 16, kThreads = kSide * kSide;  // threads of a block, as a square
constexpr int kEach = 4;                             // pairs of a thread along each side
constexpr int kTile = kSide * kEach;                 // rows on each side of a block
constexpr int kDepth = 16;                           // coordinates that lie in shared memory at a time

// Rows first to first + kTile - 1 at the coordinates from `begin` on; zeros where there are none.
template <class T>
__device__ __forceinline__ void load_tile(T (*to)[kTile + 1], const T* rows, int64_t first, int64_t count,
                                          int64_t begin, int64_t width) {
  const int column = static_cast<int>(threadIdx.x) % kDepth;
  for (int r = static_cast<int>(threadIdx.x) / kDepth; r < kTile; r += kThreads / kDepth) {
    const bool inside = first + r < count && begin + column < width;
    to[column][r] = inside ? rows[(first + r) * width + begin + column] : T(0);
  }
}

// A block computes a tile of pairs, as a product of matrices does.
template <class N, class T>
__global__ void __launch_bounds__(kThreads) distances_kernel(Distances d, T* to) {
  __shared__ T tile1[kDepth][kTile + 1], tile2[kDepth][kTile + 1];
  const int64_t tiles1 = (d.rows1 + kTile - 1) / kTile, tiles2 = (d.rows2 + kTile - 1) / kTile;
  const int64_t block = blockIdx.x, batch = block / (tiles1 * tiles2), tile = block - batch * tiles1 * tiles2;
  const int64_t first1 = tile / tiles2 * kTile, first2 = tile % tiles2 * kTile;
  if (d.within && first2 + kTile <= first1) return;  // no pair i < j
  const T* const x1 = static_cast<const T*>(d.x1) + batch * d.rows1 * d.width;
  const T* const x2 = static_cast<const T*>(d.x2) + batch * d.rows2 * d.width;
  const int row = static_cast<int>(threadIdx.x) / kSide, column = static_cast<int>(threadIdx.x) % kSide;
  const T p = static_cast<T>(d.p);
  T sums[kEach][kEach] = {};
  for (int64_t begin = 0; begin < d.width; begin += kDepth) {
    load_tile(tile1, x1, first1, d.rows1, begin, d.width);
    load_tile(tile2, x2, first2, d.rows2, begin, d.width);
    __syncthreads();
    const int depth = d.width - begin < kDepth ? static_cast<int>(d.width - begin) : kDepth;
    for (int k = 0; k < depth; ++k)
#pragma unroll
      for (int i = 0; i < kEach; ++i)
#pragma unroll
        for (int j = 0; j < kEach; ++j) {
          const T difference = tile1[k][row + i * kSide] - tile2[k][column + j * kSide];
          sums[i][j] = N::add(sums[i][j], math::fn::abs(difference), p);
        }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < kEach; ++i)
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const int64_t at1 = first1 + row + i * kSide, at2 = first2 + column + j * kSide;
      if (at1 >= d.rows1 || at2 >= d.rows2 || (d.within && at2 <= at1)) continue;
      const int64_t pair =
          d.within ? math::first_pair(at1, d.rows1) + at2 - at1 - 1 : (batch * d.rows1 + at1) * d.rows2 + at2;
      to[pair] = N::finish(sums[i][j], p);
    }
}

// A thread per element of the gradient: neighbours read neighbouring coordinates of the other rows.
template <class N, class T>
__global__ void slopes_kernel(Distances d, const T* grad, const T* norms, T* to) {
  const int64_t element = thread_index();
  if (element >= d.batch * d.rows1 * d.width) return;
  const int64_t line = element / d.width, column = element - line * d.width;
  const int64_t batch = line / d.rows1, row = line - batch * d.rows1;
  const T* const others = static_cast<const T*>(d.x2) + batch * d.rows2 * d.width + column;
  const T own = static_cast<const T*>(d.x1)[element], p = static_cast<T>(d.p);
  T sum = 0;
  for (int64_t other = 0; other < d.rows2; ++other) {
    if (d.within && other == row) continue;
    const int64_t low = other < row ? other : row, high = other < row ? row : other;
    const int64_t pair = d.within ? math::first_pair(low, d.rows1) + high - low - 1 : line * d.rows2 + other;
    sum += grad[pair] * N::slope(own - others[other * d.width], norms[pair], p);
  }
  to[element] = sum;
}

// f(zero of the type of computation, norm)
template <class F>
void with_types(const Distances& d, const F& f) {
  if (d.dtype == kDouble) math::with_norm<double>(d.p, [&](auto norm) { f(double(), norm); });
  else math::with_norm<float>(d.p, [&](auto norm) { f(float(), norm); });
}

int64_t tiles(int64_t rows) { return (rows + kTile - 1) / kTile; }

}  // namespace

void distances_of_pairs(const Distances& d, void* to, const OnDevice& on) {
  Geometry g = spread(d.batch * tiles(d.rows1) * tiles(d.rows2), 1, 1);
  g.threads[0] = kThreads;
  g.cooperates = true;
  with_types(d, [&](auto zero, auto norm) {
    using T = decltype(zero);
    launch("distances", &distances_kernel<decltype(norm), T>, g, on.stream(), d, static_cast<T*>(to));
  });
}

void distances_gradient(const Distances& d, const void* grad, const void* norms, void* to, const OnDevice& on) {
  with_types(d, [&](auto zero, auto norm) {
    using T = decltype(zero);
    launch("gradient of distances", &slopes_kernel<decltype(norm), T>, spread(d.batch * d.rows1 * d.width), on.stream(),
           d, static_cast<const T*>(grad), static_cast<const T*>(norms), static_cast<T*>(to));
  });
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
// Source: T. Dao, FlashAttention-2, 2023.
//
// A block has four warps, each with rows of its own: of a tile of 16 rows and all features a warp keeps the elements in
// registers as left operand. Rows of the other side come in tiles through shared memory, the next while the last is
// computed with. Scores that are hidden are -infinity; features and rows behind the last are 0.
#include "src/backends/cuda/attention.h"

#include <atomic>
#include <limits>

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/matrix_units.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cuda {
namespace {

constexpr int kWarps = 4, kThreads = kWarps * kWarp;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLog2e = 1.44269504f, kLn2 = 0.693147181f;

// Where this lane's elements of an accumulator are: rows group and group + 8, columns pair and pair + 1.
__device__ __forceinline__ int lane_group() { return static_cast<int>(threadIdx.x) % kWarp / 4; }
__device__ __forceinline__ int lane_pair() { return static_cast<int>(threadIdx.x) % 4 * 2; }

// A head, by its number in each leading dimension.
class Head {
 public:
  __device__ __forceinline__ Head(const AttentionWork& w, uint32_t number) {
#pragma unroll
    for (int d = kMostLeading; d-- > 0;) {
      at_[d] = 0;
      if (d >= w.dims) continue;
      at_[d] = number % w.sizes[d];
      number /= w.sizes[d];
    }
  }
  __device__ __forceinline__ int64_t offset(const HeadMatrices& m) const {
    int64_t offset = 0;
#pragma unroll
    for (int d = 0; d < kMostLeading; ++d) offset += at_[d] * m.leading[d];
    return offset;
  }
  template <class M>
  __device__ __forceinline__ M* matrix(const HeadMatrices& m) const {
    return static_cast<M*>(m.data) + offset(m);
  }

 private:
  uint32_t at_[kMostLeading];
};

// The scores of a head that may be seen.
class Seen {
 public:
  __device__ __forceinline__ Seen(const AttentionWork& w, const Head& head)
      : w_(w), mask_(w.mask.data == nullptr ? 0 : head.offset(w.mask)) {}
  // Whether some scores of these rows and columns have to be changed.
  __device__ __forceinline__ bool changes(int first_query, int last_query, int last_key) const {
    return w_.mask.data != nullptr || last_query >= w_.queries || last_key >= w_.keys ||
           (w_.causal && last_key > first_query);
  }
  // Products of 16 rows and all columns of a tile become scores to base 2. Rows are keys if kOfKeys, else queries.
  template <bool kOfKeys, int kColumns>
  __device__ __forceinline__ void apply(float (&scores)[kColumns][4], float factor, int row, int column) const {
    if (w_.mask.data == nullptr) return apply_mask<kOfKeys, NoMask>(scores, factor, row, column);
    switch (w_.mask_dtype) {
      case kBool: return apply_mask<kOfKeys, uint8_t>(scores, factor, row, column);
      case kHalf: return apply_mask<kOfKeys, math::f16>(scores, factor, row, column);
      case kBFloat16: return apply_mask<kOfKeys, math::bf16>(scores, factor, row, column);
      default: return apply_mask<kOfKeys, float>(scores, factor, row, column);
    }
  }

 private:
  struct NoMask {};

  // A row's elements of the mask are loaded without a branch between them, so that all are on their way at once.
  template <bool kOfKeys, class Mask, int kColumns>
  __device__ __forceinline__ void apply_mask(float (&scores)[kColumns][4], float factor, int row, int column) const {
    constexpr bool kMasked = !std::is_same_v<Mask, NoMask>;
    const int64_t down = kOfKeys ? w_.mask.column : w_.mask.row, right = kOfKeys ? w_.mask.row : w_.mask.column;
    row += lane_group(), column += lane_pair();
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int r = row + h * 8, rows = kOfKeys ? w_.keys : w_.queries, columns = kOfKeys ? w_.queries : w_.keys;
      // What the row sees: keys up to its number, queries from its number on.
      const int begin = kOfKeys && w_.causal ? r : 0, end = !kOfKeys && w_.causal && r + 1 < columns ? r + 1 : columns;
      const unsigned count = r < rows && begin < end ? static_cast<unsigned>(end - begin) : 0;
      const auto is_seen = [&](int c) { return static_cast<unsigned>(column - begin + c) < count; };
      if constexpr (kMasked) {
        const Mask* from = static_cast<const Mask*>(w_.mask.data) + mask_ + r * down + column * right;
        Mask mask[kColumns][2];
#pragma unroll
        for (int j = 0; j < kColumns; ++j, from += 8 * right)
#pragma unroll
          for (int i = 0; i < 2; ++i) mask[j][i] = is_seen(j * 8 + i) ? from[i * right] : Mask();
#pragma unroll
        for (int j = 0; j < kColumns; ++j)
#pragma unroll
          for (int i = 0; i < 2; ++i) {
            float& x = scores[j][2 * h + i];
            if constexpr (std::is_same_v<Mask, uint8_t>) x = mask[j][i] != 0 ? x * factor : -kInfinity;
            else x = is_seen(j * 8 + i) ? x * factor + kLog2e * widen(mask[j][i]) : -kInfinity;
          }
      } else {
#pragma unroll
        for (int j = 0; j < kColumns; ++j)
#pragma unroll
          for (int i = 0; i < 2; ++i) {
            float& x = scores[j][2 * h + i];
            x = is_seen(j * 8 + i) ? x * factor : -kInfinity;
          }
      }
    }
  }

  const AttentionWork& w_;
  const int64_t mask_;
};

// A tile of kRows rows of up to kWidth features in shared memory. Rows are an odd number of 16 bytes apart, so that
// eight of them lie in different banks.
template <class M, int kRows, int kWidth>
struct Tile {
  static constexpr int kPitch = kWidth + 8, kElements = kRows * kPitch;

  // Rows from `first` on, of a matrix that has `rows`. A thread copies pieces of 16 bytes that lie below each other.
  static __device__ __forceinline__ void load(M* to, const M* from, int64_t row, int first, int rows, int features) {
    constexpr int kAcross = kWidth <= 32 ? 4 : kWidth <= 64 ? 8 : 16, kStep = kThreads / kAcross;
    static_assert(kWidth <= kAcross * 8 && kRows % kStep == 0, "every thread has as many pieces");
    const int r = static_cast<int>(threadIdx.x) / kAcross, f = static_cast<int>(threadIdx.x) % kAcross * 8;
    if (f >= kWidth) return;
    const int left = f < features ? rows - first - r : 0;
    const M* piece = from + (first + r) * row + f;  // of what is cleared nothing is read, wherever this points
#pragma unroll
    for (int i = 0; i < kRows; i += kStep, piece += kStep * row)
      copy_async_16(to + (r + i) * kPitch + f, piece, i >= left);
  }
  // to += left rows^T, of the tile's rows and all features.
  template <int kCount>
  static __device__ __forceinline__ void times_rows(float (&to)[kCount][kRows / 8][4],
                                                    const uint32_t (&left)[kCount][kWidth / 16][4], const M* tile) {
    const int lane = static_cast<int>(threadIdx.x) % kWarp;
    const M* from = tile + (lane / 16 * 8 + lane % 8) * kPitch + lane / 8 % 2 * 8;
#pragma unroll
    for (int k = 0; k < kWidth / 16; ++k)
#pragma unroll
      for (int j = 0; j < kRows / 16; ++j) {
        uint32_t right[4];
        load_matrix_x4(right, from + j * 16 * kPitch + k * 16);
#pragma unroll
        for (int r = 0; r < kCount; ++r) {
          multiply_add<M>(to[r][2 * j], left[r][k], right[0], right[1]);
          multiply_add<M>(to[r][2 * j + 1], left[r][k], right[2], right[3]);
        }
      }
  }
  // to += weights rows, where the weights have a column for each of the tile's rows, in the order of accumulators.
  template <int kCount>
  static __device__ __forceinline__ void weighted_rows(float (&to)[kCount][kWidth / 8][4],
                                                       const float (&weights)[kCount][kRows / 8][4], const M* tile) {
    const int lane = static_cast<int>(threadIdx.x) % kWarp;
    const M* from = tile + (lane / 8 % 2 * 8 + lane % 8) * kPitch + lane / 16 * 8;
#pragma unroll
    for (int k = 0; k < kRows / 16; ++k) {
      uint32_t left[kCount][4];
#pragma unroll
      for (int r = 0; r < kCount; ++r)
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          const float(&w)[4] = weights[r][2 * k + i / 2];
          left[r][i] = pack_pair<M>(w[i % 2 * 2], w[i % 2 * 2 + 1]);
        }
#pragma unroll
      for (int j = 0; j < kWidth / 16; ++j) {
        uint32_t right[4];
        load_matrix_x4_transposed(right, from + k * 16 * kPitch + j * 16);
#pragma unroll
        for (int r = 0; r < kCount; ++r) {
          multiply_add<M>(to[r][2 * j], left[r], right[0], right[1]);
          multiply_add<M>(to[r][2 * j + 1], left[r], right[2], right[3]);
        }
      }
    }
  }
};

// 16 rows from `first` on, as left operand.
template <class M, int kSteps>
__device__ __forceinline__ void load_left(uint32_t (&to)[kSteps][4], const M* from, int64_t row, int first, int rows,
                                          int features) {
#pragma unroll
  for (int k = 0; k < kSteps; ++k)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int r = first + lane_group() + i % 2 * 8, f = k * 16 + i / 2 * 8 + lane_pair();
      to[k][i] = r < rows && f < features ? *reinterpret_cast<const uint32_t*>(from + r * row + f) : 0;
    }
}
// 16 rows from `first` on; those of an accumulator's upper half times scale[0], others times scale[1].
template <class M, int kColumns>
__device__ __forceinline__ void store_rows(M* to, int64_t row, int first, int rows, int features,
                                           const float (&from)[kColumns][4], const float (&scale)[2]) {
#pragma unroll
  for (int j = 0; j < kColumns; ++j)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int r = first + lane_group() + h * 8, f = j * 8 + lane_pair();
      if (r < rows && f < features)
        *reinterpret_cast<uint32_t*>(to + r * row + f) =
            pack_pair<M>(from[j][2 * h] * scale[h], from[j][2 * h + 1] * scale[h]);
    }
}
template <int kCount, int kColumns>
__device__ __forceinline__ void clear(float (&x)[kCount][kColumns][4]) {
#pragma unroll
  for (int r = 0; r < kCount; ++r)
#pragma unroll
    for (int j = 0; j < kColumns; ++j)
#pragma unroll
      for (int i = 0; i < 4; ++i) x[r][j][i] = 0;
}

// f of the four lanes that share a row.
template <class F>
__device__ __forceinline__ float reduce_row(float x, const F& f) {
  x = f(x, __shfl_xor_sync(0xffffffffu, x, 1));
  return f(x, __shfl_xor_sync(0xffffffffu, x, 2));
}
struct GreatestNumber {
  __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// Up to which number of features, and how many keys a tile and 16 queries a warp then have: as registers and 48 KiB of
// shared memory allow.
template <int kFeatures>
struct ForwardSizes {
  static constexpr int kWidth = kFeatures, kTileKeys = kWidth <= 64 ? 64 : 32, kTiles = kWidth <= 64 ? 2 : 1;
  static constexpr int kQueries = kTiles * 16 * kWarps;
};

template <class M, class S>
__global__ void __launch_bounds__(kThreads, 2)
    attention_kernel(const __grid_constant__ AttentionWork w, const __grid_constant__ HeadMatrices output,
                     float* log_sums) {
  constexpr int kWidth = S::kWidth, kTileKeys = S::kTileKeys, kTiles = S::kTiles;
  using Keys = Tile<M, kTileKeys, kWidth>;
  if (!has_matrix_units()) return device_check(false, "attention: compiled for a device without tensor cores");
  M* const shared = dynamic_shared<M>();
  // The last queries of a head, which see most keys if causal, come first.
  const unsigned slices = static_cast<unsigned>((w.queries + S::kQueries - 1) / S::kQueries);
  const uint32_t number = blockIdx.x / slices;
  const Head head(w, number);
  const int slice = static_cast<int>(slices - 1 - blockIdx.x % slices), first = slice * S::kQueries;
  const int mine = first + static_cast<int>(threadIdx.x) / kWarp * kTiles * 16;  // the warp's first query
  const M *keys = head.matrix<const M>(w.key), *values = head.matrix<const M>(w.value);
  const Seen seen(w, head);

  const auto load = [&](int tile) {
    M* to = shared + tile % 2 * 2 * Keys::kElements;
    Keys::load(to, keys, w.key.row, tile * kTileKeys, w.keys, w.features);
    Keys::load(to + Keys::kElements, values, w.value.row, tile * kTileKeys, w.keys, w.value_features);
  };
  const int last = w.causal && first + S::kQueries < w.keys ? first + S::kQueries : w.keys;
  const int tiles = (last + kTileKeys - 1) / kTileKeys;
  load(0);
  uint32_t query[kTiles][kWidth / 16][4];
  float sum[kTiles][kWidth / 8][4], top[kTiles][2], total[kTiles][2];
  clear(sum);
#pragma unroll
  for (int r = 0; r < kTiles; ++r) {
    load_left<M>(query[r], head.matrix<const M>(w.query), w.query.row, mine + r * 16, w.queries, w.features);
    top[r][0] = top[r][1] = -kInfinity;
    total[r][0] = total[r][1] = 0;
  }

#pragma unroll 1
  for (int tile = 0; tile < tiles; ++tile) {
    wait_for_copies();
    __syncthreads();  // the tile has come, and the other one is not read any more
    if (tile + 1 < tiles) load(tile + 1);
    __syncwarp();  // what follows needs all lanes at once
    const M* here = shared + tile % 2 * 2 * Keys::kElements;
    float scores[kTiles][kTileKeys / 8][4];
    clear(scores);
    Keys::template times_rows<kTiles>(scores, query, here);
    float factor = w.scale * kLog2e;
    if (seen.changes(mine, mine + kTiles * 16 - 1, tile * kTileKeys + kTileKeys - 1)) {
#pragma unroll
      for (int r = 0; r < kTiles; ++r) seen.apply<false>(scores[r], factor, mine + r * 16, tile * kTileKeys);
      __syncwarp();
      factor = 1;
    }
#pragma unroll
    for (int r = 0; r < kTiles; ++r)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        float most = -kInfinity;
#pragma unroll
        for (int j = 0; j < kTileKeys / 8; ++j) most = fmaxf(most, fmaxf(scores[r][j][2 * h], scores[r][j][2 * h + 1]));
        most = fmaxf(top[r][h], reduce_row(most, GreatestNumber()) * factor);
        const float base = most == -kInfinity ? 0 : most;  // no difference of infinities while no key was seen
        const float shrink = exp2_approximate(top[r][h] - base);
        top[r][h] = most;
        float sum_of_tile = 0;
#pragma unroll
        for (int j = 0; j < kTileKeys / 8; ++j)
#pragma unroll
          for (int i = 2 * h; i < 2 * h + 2; ++i) {
            scores[r][j][i] = exp2_approximate(scores[r][j][i] * factor - base);
            sum_of_tile += scores[r][j][i];
          }
        total[r][h] = total[r][h] * shrink + sum_of_tile;
#pragma unroll
        for (int j = 0; j < kWidth / 8; ++j) sum[r][j][2 * h] *= shrink, sum[r][j][2 * h + 1] *= shrink;
      }
    Keys::template weighted_rows<kTiles>(sum, scores, here + Keys::kElements);
  }

  M* const results = head.matrix<M>(output);
#pragma unroll
  for (int r = 0; r < kTiles; ++r) {
    float scale[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const float all = reduce_row(total[r][h], Sum());
      const int q = mine + r * 16 + lane_group() + h * 8;
      scale[h] = 1 / all;  // infinite for a query that sees no key: its result is NaN
      if (lane_pair() == 0 && q < w.queries)
        log_sums[int64_t{number} * w.queries + q] = all == 0 ? -kInfinity : kLn2 * top[r][h] + math::fn::log(all);
    }
    store_rows<M>(results, output.row, mine + r * 16, w.queries, w.value_features, sum[r], scale);
  }
}

template <class M, class S>
void forward(const AttentionWork& w, const HeadMatrices& output, float* log_sums, const OnDevice& on) {
  Geometry g = spread(w.heads * ((w.queries + S::kQueries - 1) / S::kQueries), 1, 1);
  g.threads[0] = kThreads;
  g.shared_bytes = 4 * sizeof(M) * Tile<M, S::kTileKeys, S::kWidth>::kElements;
  g.cooperates = true;
  launch("attention", &attention_kernel<M, S>, g, on.stream(), w, output, log_sums);
}

// ---- gradients: P are the probabilities, G the gradients of the results, D their products with the results.
// dS = P (G V^T - D), dQ = dS K, dK = dS^T Q, dV = P^T G

// The logarithm of the sum, to base 2, and D, of a query per 8 threads.
template <class M>
__global__ void __launch_bounds__(256)
    attention_means(const __grid_constant__ AttentionWork w, const __grid_constant__ AttentionSlopes s) {
  const int64_t i = thread_index() / 8, head = i / w.queries, query = i - head * w.queries;
  float sum = 0;
  if (head < w.heads) {
    const Head of(w, static_cast<uint32_t>(head));
    const M* grad = of.matrix<const M>(s.grad) + query * s.grad.row;
    const M* output = of.matrix<const M>(s.output) + query * s.output.row;
    for (int f = static_cast<int>(threadIdx.x) % 8 * 8; f < w.value_features; f += 64) {
      const auto g = load_whole<Pack<M, 8>>(grad + f), y = load_whole<Pack<M, 8>>(output + f);
#pragma unroll
      for (int j = 0; j < 8; ++j) sum += widen(g.at[j]) * widen(y.at[j]);
    }
  }
  for (int step = 4; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (head < w.heads && threadIdx.x % 8 == 0)
    store_whole(s.of_queries + 2 * i, Pack<float, 2>{{s.log_sums[i] * kLog2e, sum}});
}

// The gradients of keys and values, with a row per key and a column per query in all products, or of queries, with a
// row per query and a column per key.
template <int kFeatures, bool kOfKeysToo>
struct BackwardSizes {
  static constexpr bool kOfKeys = kOfKeysToo;
  static constexpr int kWidth = kFeatures, kColumns = kWidth <= 64 ? 64 : kWidth <= 96 || !kOfKeys ? 32 : 16;
  static constexpr int kRows = 16 * kWarps;
};

template <class M, class S>
__global__ void __launch_bounds__(kThreads, 2)
    attention_slope(const __grid_constant__ AttentionWork w, const __grid_constant__ AttentionSlopes s) {
  constexpr int kWidth = S::kWidth, kColumns = S::kColumns;
  constexpr bool kOfKeys = S::kOfKeys;
  using Columns = Tile<M, kColumns, kWidth>;
  if (!has_matrix_units()) return device_check(false, "attention: compiled for a device without tensor cores");
  M* const shared = dynamic_shared<M>();
  float* const of_columns = reinterpret_cast<float*>(shared + 4 * Columns::kElements);
  const int rows = kOfKeys ? w.keys : w.queries, columns = kOfKeys ? w.queries : w.keys;
  // The rows with most columns, if causal, come first: the first keys, the last queries.
  const unsigned slices = static_cast<unsigned>((rows + S::kRows - 1) / S::kRows), part = blockIdx.x % slices;
  const uint32_t number = blockIdx.x / slices;
  const Head head(w, number);
  const int first = static_cast<int>(kOfKeys ? part : slices - 1 - part) * S::kRows;
  const int mine = first + static_cast<int>(threadIdx.x) / kWarp * 16;  // the warp's first row
  const HeadMatrices &inner = kOfKeys ? w.query : w.key, &outer = kOfKeys ? s.grad : w.value;
  const M *inner_columns = head.matrix<const M>(inner), *outer_columns = head.matrix<const M>(outer);
  const Seen seen(w, head);
  // The logarithm of the sum and the mean of each query of the head.
  const float* const of_queries = s.of_queries + 2 * int64_t{number} * w.queries;

  // Zeros where there is no column: its scores are hidden.
  const auto load = [&](int tile) {
    M* to = shared + tile % 2 * 2 * Columns::kElements;
    Columns::load(to, inner_columns, inner.row, tile * kColumns, columns, w.features);
    Columns::load(to + Columns::kElements, outer_columns, outer.row, tile * kColumns, columns, w.value_features);
    const int i = static_cast<int>(threadIdx.x), query = tile * kColumns + i;
    if (kOfKeys && i < kColumns)
      copy_async_8(of_columns + (tile % 2 * kColumns + i) * 2, of_queries + (query < columns ? 2 * query : 0),
                   query >= columns);
  };
  const int begin = kOfKeys && w.causal ? first / kColumns : 0;
  const int last = !kOfKeys && w.causal && first + S::kRows < columns ? first + S::kRows : columns;
  const int tiles = (last + kColumns - 1) / kColumns;
  if (begin < tiles) load(begin);
  uint32_t inner_rows[1][kWidth / 16][4], outer_rows[1][kWidth / 16][4];
  const HeadMatrices &inner_left = kOfKeys ? w.key : w.query, &outer_left = kOfKeys ? w.value : s.grad;
  load_left<M>(inner_rows[0], head.matrix<const M>(inner_left), inner_left.row, mine, rows, w.features);
  load_left<M>(outer_rows[0], head.matrix<const M>(outer_left), outer_left.row, mine, rows, w.value_features);
  float inner_sum[1][kWidth / 8][4], outer_sum[1][kWidth / 8][4];  // dK and dV, or dQ and nothing
  clear(inner_sum);
  clear(outer_sum);
  Pack<float, 2> of_row[2] = {};  // of queries
#pragma unroll
  for (int h = 0; h < 2 && !kOfKeys; ++h) {
    const int query = mine + lane_group() + h * 8;
    if (query < rows) of_row[h] = load_whole<Pack<float, 2>>(of_queries + 2 * query);
  }
#pragma unroll 1
  for (int tile = begin; tile < tiles; ++tile) {
    wait_for_copies();
    __syncthreads();  // the tile has come, and the other one is not read any more
    if (tile + 1 < tiles) load(tile + 1);
    __syncwarp();  // what follows needs all lanes at once
    const M* here = shared + tile % 2 * 2 * Columns::kElements;
    const float* numbers = of_columns + (tile % 2 * kColumns + lane_pair()) * 2;
    const int column = tile * kColumns;
    float weights[1][kColumns / 8][4], slopes[1][kColumns / 8][4];
    clear(weights);
    clear(slopes);
    Columns::template times_rows<1>(weights, inner_rows, here);
    Columns::template times_rows<1>(slopes, outer_rows, here + Columns::kElements);
    float factor = w.scale * kLog2e;
    if (kOfKeys ? seen.changes(column, column + kColumns - 1, mine + 15)
                : seen.changes(mine, mine + 15, column + kColumns - 1)) {
      seen.apply<kOfKeys>(weights[0], factor, mine, column);
      __syncwarp();
      factor = 1;
    }
#pragma unroll
    for (int j = 0; j < kColumns / 8; ++j) {
      Pack<float, 4> of_pair = {};
      if (kOfKeys) of_pair = load_whole<Pack<float, 4>>(numbers + j * 16);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float log_sum = kOfKeys ? of_pair.at[i % 2 * 2] : of_row[i / 2].at[0],
                    mean = kOfKeys ? of_pair.at[i % 2 * 2 + 1] : of_row[i / 2].at[1];
        const float weight = exp2_approximate(weights[0][j][i] * factor - log_sum);
        weights[0][j][i] = weight;
        slopes[0][j][i] = weight * (slopes[0][j][i] - mean);
      }
    }
    if (kOfKeys) Columns::template weighted_rows<1>(outer_sum, weights, here + Columns::kElements);
    Columns::template weighted_rows<1>(inner_sum, slopes, here);
  }

  const HeadMatrices& to = kOfKeys ? s.key_grad : s.query_grad;
  const float scales[] = {w.scale, w.scale}, ones[] = {1, 1};
  if (to.data != nullptr) store_rows<M>(head.matrix<M>(to), to.row, mine, rows, w.features, inner_sum[0], scales);
  if (kOfKeys && s.value_grad.data != nullptr)
    store_rows<M>(head.matrix<M>(s.value_grad), s.value_grad.row, mine, rows, w.value_features, outer_sum[0], ones);
}

template <class M, class S>
void backward(const AttentionWork& w, const AttentionSlopes& s, const OnDevice& on) {
  const int rows = S::kOfKeys ? w.keys : w.queries;
  Geometry g = spread(w.heads * ((rows + S::kRows - 1) / S::kRows), 1, 1);
  g.threads[0] = kThreads;
  g.shared_bytes = 4 * sizeof(M) * Tile<M, S::kColumns, S::kWidth>::kElements + 4 * sizeof(float) * S::kColumns;
  g.cooperates = true;
  launch("attention_backward", &attention_slope<M, S>, g, on.stream(), w, s);
}
template <class M, int kWidth>
void backward_of_width(const AttentionWork& w, const AttentionSlopes& s, const OnDevice& on) {
  Geometry g = spread(w.heads * w.queries * 8);
  g.cooperates = true;
  launch("attention_means", &attention_means<M>, g, on.stream(), w, s);
  if (s.query_grad.data != nullptr) backward<M, BackwardSizes<kWidth, false>>(w, s, on);
  if (s.key_grad.data != nullptr || s.value_grad.data != nullptr) backward<M, BackwardSizes<kWidth, true>>(w, s, on);
}

template <class F>
void visit_16_bits(ScalarType dtype, const F& f) {
  if (dtype == kHalf) f(Tag_f16());
  else f(Tag_bf16());
}

}  // namespace

bool has_attention_kernels(const OnDevice& on) {
#if defined(TORCHPP_CUDA_EMULATED)
  (void)on;
  return true;
#else
  static std::atomic<int> known[kMaxDevices];  // the compute capability that the kernels of a device are made for
  std::atomic<int>& made_for = known[on.device()];
  if (made_for == 0) {
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, &attention_kernel<math::f16, ForwardSizes<32>>), "cudaFuncGetAttributes");
    made_for = attributes.ptxVersion;
  }
  return made_for >= 80;
#endif
}

void attention_forward(const AttentionWork& w, const HeadMatrices& output, float* log_sums, const OnDevice& on) {
  const int width = w.features > w.value_features ? w.features : w.value_features;
  visit_16_bits(w.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    if (width <= 32) forward<M, ForwardSizes<32>>(w, output, log_sums, on);
    else if (width <= 64) forward<M, ForwardSizes<64>>(w, output, log_sums, on);
    else if (width <= 96) forward<M, ForwardSizes<96>>(w, output, log_sums, on);
    else forward<M, ForwardSizes<128>>(w, output, log_sums, on);
  });
}

void attention_backward(const AttentionWork& w, const AttentionSlopes& s, const OnDevice& on) {
  const int width = w.features > w.value_features ? w.features : w.value_features;
  visit_16_bits(w.dtype, [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    if (width <= 32) backward_of_width<M, 32>(w, s, on);
    else if (width <= 64) backward_of_width<M, 64>(w, s, on);
    else if (width <= 96) backward_of_width<M, 96>(w, s, on);
    else backward_of_width<M, 128>(w, s, on);
  });
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sums over the rows of a matrix for each of its columns, in two stages: parts of the rows, then the parts.
/// Their sizes follow from the matrix alone, so results are the same from run to run. Only .cu files include this.
///
/// What is summed is an Op:
///   using Item, State           what one element gives; what is kept of many. State{} is that of none
///   kGroup                      items that are loaded before the first is used
///   Item load(row, column)
///   void add(State&, const Item (&items)[kGroup], int count, column)
///   static State combine(State, State)

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {

constexpr int kColumnThreads = 32, kRowThreads = 8;
constexpr int kChannelThreads = 256;
constexpr int64_t kBlocksWanted = 1024;  // part of the results' definition

/// Rows of one part, when `blocks` blocks do one part of all columns.
inline int64_t rows_per_part(int64_t rows, int64_t blocks, int64_t least) {
  const int64_t parts = blocks < kBlocksWanted ? kBlocksWanted / blocks : 1;
  const int64_t each = (rows + parts - 1) / parts;
  return each < least ? least : each;
}
inline int64_t parts_of(int64_t rows, int64_t each) { return rows <= each ? 1 : (rows + each - 1) / each; }

/// The base of Ops whose load gives two numbers, which are summed separately.
template <class C>
struct TwoSums {
  struct State {
    C first, second;
  };
  using Item = State;
  static constexpr int kGroup = 4;
  __device__ __forceinline__ void add(State& s, const Item (&items)[kGroup], int count, int64_t) const {
#pragma unroll
    for (int k = 0; k < kGroup; ++k)
      if (k < count) s = combine(s, items[k]);
  }
  __device__ __forceinline__ static State combine(const State& a, const State& b) {
    return {a.first + b.first, a.second + b.second};
  }
};

/// Writes two sums as the gradients of a normalisation's parameters, where these are wanted: the first is that of the
/// bias.
struct StoreParameterGradients {
  Vector dw, db;
  template <class State>
  __device__ __forceinline__ void operator()(const State& s, int64_t, int64_t column) const {
    if (db.data != nullptr) set_element(db, column, s.first);
    if (dw.data != nullptr) set_element(dw, column, s.second);
  }
};

/// finish(state, part, column)
template <class Op, class Finish>
__global__ void column_kernel(Op op, int64_t rows, int64_t columns, int64_t rows_per_part, Finish finish) {
  using State = typename Op::State;
  State* shared = dynamic_shared<State>();
  const int64_t column = static_cast<int64_t>(blockIdx.x) * kColumnThreads + threadIdx.x;
  const int64_t begin = static_cast<int64_t>(blockIdx.y) * rows_per_part;
  const int64_t end = begin + rows_per_part < rows ? begin + rows_per_part : rows;
  State state{};
  if (column < columns)
    for (int64_t row = begin + threadIdx.y; row < end; row += kRowThreads * Op::kGroup) {
      typename Op::Item items[Op::kGroup];
      int count = 0;
#pragma unroll
      for (int k = 0; k < Op::kGroup; ++k)
        if (row + k * kRowThreads < end) {
          items[k] = op.load(row + k * kRowThreads, column);
          count = k + 1;
        }
      op.add(state, items, count, column);
    }
  shared[threadIdx.y * kColumnThreads + threadIdx.x] = state;
  __syncthreads();
  if (threadIdx.y != 0 || column >= columns) return;
  for (int y = 1; y < kRowThreads; ++y) state = Op::combine(state, shared[y * kColumnThreads + threadIdx.x]);
  finish(state, static_cast<int64_t>(blockIdx.y), column);
}

/// Sums over each channel of images (N, C, pixels), whose elements an Op loads by load_at(offset, channel).
template <class Op, class Finish>
__global__ void channel_kernel(Op op, uint32_t count, int64_t channels, Divisor pixels, uint32_t per_part,
                               Finish finish) {
  using State = typename Op::State;
  State* shared = dynamic_shared<State>();
  const int64_t channel = blockIdx.x;
  const uint32_t begin = blockIdx.y * per_part;
  const uint32_t end = count - begin < per_part ? count : begin + per_part;
  State state{};
  for (uint32_t i = begin + threadIdx.x; i < end; i += kChannelThreads * Op::kGroup) {
    typename Op::Item items[Op::kGroup];
    int there = 0;
#pragma unroll
    for (int k = 0; k < Op::kGroup; ++k) {
      const uint32_t at = i + static_cast<uint32_t>(k) * kChannelThreads;
      if (at < end) {
        const uint32_t image = divide(at, pixels), pixel = at - image * pixels.divisor;
        items[k] = op.load_at((image * channels + channel) * pixels.divisor + pixel, channel);
        there = k + 1;
      }
    }
    op.add(state, items, there, channel);
  }
  shared[threadIdx.x] = state;
  for (unsigned step = kChannelThreads / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) shared[threadIdx.x] = Op::combine(shared[threadIdx.x], shared[threadIdx.x + step]);
  }
  if (threadIdx.x == 0) finish(shared[0], static_cast<int64_t>(blockIdx.y), channel);
}

// Partial sums, which the first stage writes and the second reads.
template <class State>
struct StoreParts {
  State* parts;
  int64_t columns;
  __device__ __forceinline__ void operator()(const State& s, int64_t part, int64_t column) const {
    parts[part * columns + column] = s;
  }
};
template <class Op>
struct Parts {
  using Item = typename Op::State;
  using State = typename Op::State;
  static constexpr int kGroup = 4;
  const State* parts;
  int64_t columns;
  __device__ __forceinline__ Item load(int64_t row, int64_t column) const { return parts[row * columns + column]; }
  __device__ __forceinline__ void add(State& s, const Item (&items)[kGroup], int count, int64_t) const {
#pragma unroll
    for (int k = 0; k < kGroup; ++k)
      if (k < count) s = combine(s, items[k]);
  }
  __device__ __forceinline__ static State combine(const State& a, const State& b) { return Op::combine(a, b); }
};

template <class State>
Geometry column_geometry(int64_t columns, int64_t parts) {
  Geometry g = spread(columns, 1, kColumnThreads);
  g.blocks[1] = static_cast<uint32_t>(parts);
  g.threads[1] = kRowThreads;
  g.shared_bytes = kColumnThreads * kRowThreads * sizeof(State);
  g.cooperates = true;
  return g;
}

/// Calls finish for the combined parts of each column; for State{} where there are none.
template <class Op, class Finish>
void combine_parts(const void* parts, int64_t count, int64_t columns, const Finish& finish, const OnDevice& on) {
  using State = typename Op::State;
  launch("second stage of sums", &column_kernel<Parts<Op>, Finish>, column_geometry<State>(columns, 1), on.stream(),
         Parts<Op>{static_cast<const State*>(parts), columns}, count, columns, count, finish);
}

/// Both stages over a matrix.
template <class Op, class Finish>
void sum_columns(const Op& op, int64_t rows, int64_t columns, const Finish& finish, const OnDevice& on) {
  using State = typename Op::State;
  const int64_t each =
      rows_per_part(rows, (columns + kColumnThreads - 1) / kColumnThreads, kRowThreads * Op::kGroup * 2);
  const int64_t parts = parts_of(rows, each);
  const Workspace space(on.device(), static_cast<size_t>(parts * columns) * sizeof(State));
  State* const to = static_cast<State*>(space.data());
  launch("first stage of sums", &column_kernel<Op, StoreParts<State>>, column_geometry<State>(columns, parts),
         on.stream(), op, rows, columns, each, StoreParts<State>{to, columns});
  combine_parts<Op>(to, parts, columns, finish, on);
}

/// Both stages over the channels of images; fewer than 2^31 elements of a channel.
template <class Op, class Finish>
void sum_channels(const Op& op, int64_t images, int64_t channels, int64_t pixels, const Finish& finish,
                  const OnDevice& on) {
  using State = typename Op::State;
  const int64_t count = images * pixels, each = rows_per_part(count, channels, kChannelThreads * Op::kGroup * 2);
  const int64_t parts = parts_of(count, each);
  const Workspace space(on.device(), static_cast<size_t>(parts * channels) * sizeof(State));
  State* const to = static_cast<State*>(space.data());
  Geometry g = per_row(channels, kChannelThreads, kChannelThreads);
  g.blocks[1] = static_cast<uint32_t>(parts);
  g.shared_bytes = kChannelThreads * sizeof(State);
  launch("first stage of channels", &channel_kernel<Op, StoreParts<State>>, g, on.stream(), op,
         static_cast<uint32_t>(count), channels, Divisor(static_cast<uint32_t>(pixels)), static_cast<uint32_t>(each),
         StoreParts<State>{to, channels});
  combine_parts<Op>(to, parts, channels, finish, on);
}

}  // namespace torchpp::cuda

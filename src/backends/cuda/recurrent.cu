// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/recurrent.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/visit.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cuda {
namespace {

constexpr int kThreads = 128;  // a step has few elements: small blocks give more multiprocessors a part

// A sequence (blockIdx.x) and one of its features per thread.
Geometry features(int64_t rows, int64_t columns) {
  Geometry g = per_row(rows, columns, kThreads);
  g.blocks[1] = static_cast<uint32_t>((columns + g.threads[0] - 1) / g.threads[0]);
  g.cooperates = false;
  return g;
}
__device__ __forceinline__ int64_t feature() { return static_cast<int64_t>(blockIdx.y) * blockDim.x + threadIdx.x; }

template <class M>
__device__ __forceinline__ Compute<M> load(const void* from, int64_t i) {
  return widen(static_cast<const M*>(from)[i]);
}
template <class M>
__device__ __forceinline__ void store(void* to, int64_t i, Compute<M> x) {
  static_cast<M*>(to)[i] = narrow<M>(x);
}

template <RecurrentMode kMode>
constexpr int kGates = kMode == RecurrentMode::kLstm ? 4 : kMode == RecurrentMode::kGru ? 3 : 1;

template <RecurrentMode kMode, class M>
__global__ void __launch_bounds__(kThreads) recurrent_kernel(RecurrentCell cell, RecurrentStep s) {
  using C = Compute<M>;
  using math::fn::sigmoid;
  using math::fn::tanh;
  const int64_t row = blockIdx.x, j = feature(), at = row * cell.hidden + j;
  if (j >= cell.hidden) return;
  C input[kGates<kMode>], own[kGates<kMode>];
#pragma unroll
  for (int g = 0; g < kGates<kMode>; ++g) {
    const int64_t place = (row * kGates<kMode> + g) * cell.hidden + j;
    input[g] = load<M>(s.input, place);
    own[g] = load<M>(s.product, place);
    if (s.bias != nullptr) own[g] += load<M>(s.bias, g * cell.hidden + j);
  }
  const int64_t kept_at = row * cell.kept_width + j;
  const auto keep = [&](int part, C x) {
    if (s.kept != nullptr) store<M>(s.kept, kept_at + part * cell.hidden, x);
  };
  C h;
  if constexpr (kMode == RecurrentMode::kLstm) {
    const C in = sigmoid(input[0] + own[0]), forget = sigmoid(input[1] + own[1]), fresh = tanh(input[2] + own[2]),
            out = sigmoid(input[3] + own[3]);
    const C c = forget * load<M>(s.c, at) + in * fresh;
    store<M>(s.c, at, c);
    keep(0, in), keep(1, forget), keep(2, fresh), keep(3, out), keep(4, c);
    h = out * tanh(c);
  } else if constexpr (kMode == RecurrentMode::kGru) {
    const C reset = sigmoid(input[0] + own[0]), update = sigmoid(input[1] + own[1]);
    const C fresh = tanh(input[2] + reset * own[2]);
    keep(0, reset), keep(1, update), keep(2, fresh), keep(3, own[2]);
    h = fresh + update * (load<M>(s.h, at) - fresh);
  } else {
    const C sum = input[0] + own[0];
    if constexpr (kMode == RecurrentMode::kTanh) h = tanh(sum);
    else h = sum <= C(0) ? C(0) : sum;  // a NaN stays
  }
  store<M>(s.h, at, h);
  if (s.output == nullptr) return;
  store<M>(s.output, at, h);
  if (s.kept != nullptr) store<M>(s.kept, kept_at + cell.state_at, h);
}

template <class M>
__global__ void __launch_bounds__(kThreads)
    projection_kernel(RecurrentCell cell, const void* h, void* output, void* kept) {
  const int64_t row = blockIdx.x, j = feature(), at = row * cell.state + j;
  if (j >= cell.state) return;
  const M value = static_cast<const M*>(h)[at];
  static_cast<M*>(output)[at] = value;
  if (kept != nullptr) static_cast<M*>(kept)[row * cell.kept_width + cell.state_at + j] = value;
}

// A feature of a sequence's state before the step.
template <class M>
__device__ __forceinline__ M state_before(const RecurrentCell& cell, const RecurrentGradient& s, int64_t row,
                                          int64_t j) {
  if (row >= s.previous_rows) return static_cast<const M*>(s.hx)[row * cell.state + j];
  return static_cast<const M*>(s.previous)[row * cell.kept_width + cell.state_at + j];
}

template <RecurrentMode kMode, class M>
__global__ void __launch_bounds__(kThreads) recurrent_backward_kernel(RecurrentCell cell, RecurrentGradient s) {
  using C = Compute<M>;
  const int64_t row = blockIdx.x, j = feature(), at = row * cell.hidden + j;
  if (j >= cell.hidden) return;
  const int64_t kept_at = row * cell.kept_width + j;
  const auto kept = [&](int part) { return load<M>(s.kept, kept_at + part * cell.hidden); };
  const auto give = [&](void* to, int gate, C x) { store<M>(to, (row * kGates<kMode> + gate) * cell.hidden + j, x); };
  C dh = load<M>(s.dh, at);
  if (s.grad_output != nullptr) dh += load<M>(s.grad_output, at);
  if (s.before != nullptr) static_cast<M*>(s.before)[at] = state_before<M>(cell, s, row, j);
  if constexpr (kMode == RecurrentMode::kLstm) {
    const C in = kept(0), forget = kept(1), fresh = kept(2), out = kept(3), squashed = math::fn::tanh(kept(4));
    const C before = row < s.previous_rows ? load<M>(s.previous, kept_at + 4 * cell.hidden) : load<M>(s.cx, at);
    const C d = load<M>(s.dc, at) + dh * out * (C(1) - squashed * squashed);
    give(s.dgates, 0, d * fresh * in * (C(1) - in));
    give(s.dgates, 1, d * before * forget * (C(1) - forget));
    give(s.dgates, 2, d * in * (C(1) - fresh * fresh));
    give(s.dgates, 3, dh * squashed * out * (C(1) - out));
    store<M>(s.dc, at, d * forget);
    if (s.raw != nullptr) store<M>(s.raw, at, out * squashed);
  } else if constexpr (kMode == RecurrentMode::kGru) {
    const C reset = kept(0), update = kept(1), fresh = kept(2), before = widen(state_before<M>(cell, s, row, j));
    const C d_fresh = dh * (C(1) - update) * (C(1) - fresh * fresh);
    const C d_reset = d_fresh * kept(3) * reset * (C(1) - reset);
    const C d_update = dh * (before - fresh) * update * (C(1) - update);
    give(s.dgates, 0, d_reset), give(s.dgates, 1, d_update), give(s.dgates, 2, d_fresh);
    give(s.down, 0, d_reset), give(s.down, 1, d_update), give(s.down, 2, d_fresh * reset);
    store<M>(s.dh, at, dh * update);
  } else {
    const C h = load<M>(s.kept, kept_at + cell.state_at);
    if constexpr (kMode == RecurrentMode::kTanh) give(s.dgates, 0, dh * (C(1) - h * h));
    else give(s.dgates, 0, h <= C(0) ? C(0) : dh);
  }
}

template <class M>
__global__ void __launch_bounds__(kThreads)
    projection_backward_kernel(RecurrentCell cell, RecurrentGradient s, void* total) {
  const int64_t row = blockIdx.x, j = feature(), at = row * cell.state + j;
  if (j >= cell.state) return;
  Compute<M> dh = load<M>(s.dh, at);
  if (s.grad_output != nullptr) dh += load<M>(s.grad_output, at);
  store<M>(total, at, dh);
  if (s.before != nullptr) static_cast<M*>(s.before)[at] = state_before<M>(cell, s, row, j);
}

// f(tag of the mode, tag of the dtype)
template <RecurrentMode kMode>
struct ModeTag {
  static constexpr RecurrentMode value = kMode;
};
template <class F>
void visit_cell(const RecurrentCell& cell, const F& f) {
  const bool known = visit_floats(cell.dtype, [&](auto dtype) {
    switch (cell.mode) {
      case RecurrentMode::kLstm: return f(ModeTag<RecurrentMode::kLstm>(), dtype);
      case RecurrentMode::kGru: return f(ModeTag<RecurrentMode::kGru>(), dtype);
      case RecurrentMode::kTanh: return f(ModeTag<RecurrentMode::kTanh>(), dtype);
      default: return f(ModeTag<RecurrentMode::kRelu>(), dtype);
    }
  });
  TORCHPP_INTERNAL_ASSERT(known, "recurrent layer");
}

}  // namespace

void recurrent_cell(const OnDevice& on, const RecurrentCell& cell, const RecurrentStep& step) {
  if (cell.hidden == 0) return;
  visit_cell(cell, [&](auto mode, auto dtype) {
    launch("recurrent cell", &recurrent_kernel<decltype(mode)::value, typename decltype(dtype)::Memory>,
           features(step.rows, cell.hidden), on.stream(), cell, step);
  });
}

void recurrent_projection(const OnDevice& on, const RecurrentCell& cell, int64_t rows, const void* h, void* output,
                          void* kept) {
  if (cell.state == 0) return;
  visit_floats(cell.dtype, [&](auto dtype) {
    launch("recurrent projection", &projection_kernel<typename decltype(dtype)::Memory>, features(rows, cell.state),
           on.stream(), cell, h, output, kept);
  });
}

void recurrent_cell_backward(const OnDevice& on, const RecurrentCell& cell, const RecurrentGradient& step) {
  if (cell.hidden == 0) return;
  visit_cell(cell, [&](auto mode, auto dtype) {
    launch("recurrent cell gradient",
           &recurrent_backward_kernel<decltype(mode)::value, typename decltype(dtype)::Memory>,
           features(step.rows, cell.hidden), on.stream(), cell, step);
  });
}

void recurrent_projection_backward(const OnDevice& on, const RecurrentCell& cell, const RecurrentGradient& step,
                                   void* total) {
  if (cell.state == 0) return;
  visit_floats(cell.dtype, [&](auto dtype) {
    launch("recurrent projection gradient", &projection_backward_kernel<typename decltype(dtype)::Memory>,
           features(step.rows, cell.state), on.stream(), cell, step, total);
  });
}

}  // namespace torchpp::cuda

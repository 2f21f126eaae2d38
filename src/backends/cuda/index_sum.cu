// SPDX-License-Identifier: BSD-3-Clause
// Sums of rows that go to one place. Atomic additions would give other bits from run to run; here the rows of a place
// stand side by side after sorting. A thread adds those of one chunk, one column; where a place goes on into the next
// chunk, its parts are added afterwards.
#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/index_sort.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

constexpr int kChunk = 32;  // part of the result's definition

struct Rows {
  const int64_t* keys;
  const uint32_t* order;
  int64_t n, from_step;
};

// How numbers are added; truths by or.
template <class Tag, bool kBool>
struct Adder {
  using M = typename Tag::Memory;
  using C = typename Tag::Compute;
  C factor;
  bool by_frequency;

  __device__ __forceinline__ static C add(C a, C b) {
    if constexpr (kBool) return a | b;
    else return plus(a, b);
  }
  __device__ __forceinline__ void finish(M* to, C sum, int64_t count) const {
    C scaled;
    if constexpr (kBool) {
      scaled = factor & sum;
    } else if constexpr (std::is_floating_point_v<C>) {
      scaled = by_frequency ? sum / static_cast<C>(count) : factor * sum;
    } else {
      scaled = times(factor, sum);
    }
    *to = narrow<M>(add(widen(*to), scaled));
  }
};

// Operands: from, to; their dimensions are those of a row.
template <class A>
__device__ __forceinline__ typename A::C chunk_sum(const Operands& o, const Rows& r, uint32_t offset, int64_t begin,
                                                   int64_t end) {
  using M = typename A::M;
  typename A::C sum{};
  for (int64_t i = begin; i < end; ++i)
    sum = A::add(sum, widen(*reinterpret_cast<const M*>(o.data[0] + offset + r.order[i] * r.from_step)));
  return sum;
}

// Places that lie within a chunk are done. `heads` gets what the chunk adds to a place that began before it, `tails`
// what it adds to one that begins in it and goes on; both [chunk][column].
template <class A>
__global__ void sum_kernel(Operands o, Rows r, A a, typename A::C* heads, typename A::C* tails) {
  using M = typename A::M;
  const int64_t t = thread_index(), chunk = t / o.numel;
  const uint32_t column = static_cast<uint32_t>(t - chunk * o.numel);
  if (chunk * kChunk >= r.n) return;
  uint32_t offset[2];
  offsets_of(o, column, offset);
  int64_t begin = chunk * kChunk;
  const int64_t end = begin + kChunk < r.n ? begin + kChunk : r.n;
  bool first = true;
  while (begin < end) {
    const int64_t key = r.keys[begin];
    int64_t behind = begin + 1;
    while (behind < end && r.keys[behind] == key) ++behind;
    const typename A::C sum = chunk_sum<A>(o, r, offset[0], begin, behind);
    const bool began_before = first && begin > 0 && r.keys[begin - 1] == key;
    const bool goes_on = behind == end && end < r.n && r.keys[end] == key;
    if (began_before) heads[t] = sum;
    else if (goes_on) tails[t] = sum;
    else a.finish(reinterpret_cast<M*>(o.data[1] + offset[1]) + key, sum, behind - begin);
    begin = behind;
    first = false;
  }
}

// The places that go from one chunk into the next.
template <class A>
__global__ void join_kernel(Operands o, Rows r, A a, const typename A::C* heads, const typename A::C* tails) {
  using M = typename A::M;
  const int64_t t = thread_index(), chunk = t / o.numel;
  const uint32_t column = static_cast<uint32_t>(t - chunk * o.numel);
  int64_t end = (chunk + 1) * kChunk;
  if (end >= r.n) return;
  const int64_t begin = end - kChunk, key = r.keys[end - 1];
  if (r.keys[end] != key) return;
  if (r.keys[begin] == key && begin > 0 && r.keys[begin - 1] == key) return;  // an earlier chunk's place
  int64_t count = 0;
  for (int64_t i = end; i > begin && r.keys[i - 1] == key; --i) ++count;
  typename A::C sum = tails[t];
  for (int64_t at = t + o.numel; end < r.n && r.keys[end] == key; at += o.numel) {
    sum = A::add(sum, heads[at]);
    const int64_t next = end + kChunk < r.n ? end + kChunk : r.n;
    if (r.keys[next - 1] == key) count += next - end;
    else
      for (int64_t i = end; r.keys[i] == key; ++i) ++count;
    end = next;
  }
  uint32_t offset[2];
  offsets_of(o, column, offset);
  a.finish(reinterpret_cast<M*>(o.data[1] + offset[1]) + key, sum, count);
}

template <class A>
void launch_sums(const Operands& o, const Rows& r, const A& a, const OnDevice& on) {
  using C = typename A::C;
  const int64_t chunks = (r.n + kChunk - 1) / kChunk, threads = chunks * o.numel;
  const Workspace space(on.device(), chunks > 1 ? 2 * static_cast<size_t>(threads) * sizeof(C) : 0);
  C *heads = static_cast<C*>(space.data()), *tails = heads + threads;
  launch("indexed sums", &sum_kernel<A>, spread(threads), on.stream(), o, r, a, heads, tails);
  if (chunks > 1) launch("ends of indexed sums", &join_kernel<A>, spread(threads), on.stream(), o, r, a, heads, tails);
}

template <class C>
C number(const Scalar& s) {
  if constexpr (std::is_same_v<C, math::cplx<float>> || std::is_same_v<C, math::cplx<double>>) {
    const auto z = s.toComplexDouble();
    using T = decltype(C::re);
    return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
  } else {
    return s.to<C>();
  }
}

}  // namespace

void add_rows(ScalarType dtype, int64_t* keys, int64_t n, int64_t bound, IntArrayRef shape, const Side& to,
              const Side& from, int64_t from_step, const RowScale& scale, const OnDevice& on) {
  const int64_t itemsize = static_cast<int64_t>(elementSize(dtype));
  if (n == 0 || multiply_integers(shape) == 0) return;
  const SortedPositions sorted(keys, n, bound, on);
  Iterator it(shape);
  it.add(from.data, shape, from.strides, itemsize);
  it.add(to.data, shape, to.strides, itemsize);
  it.build();
  const Rows rows = {sorted.keys(), sorted.order(), n, from_step};
  for_operands(it, nullptr, nullptr, [&](const Operands& o) {
    const auto sums = [&](auto tag) {
      using A = Adder<decltype(tag), false>;
      launch_sums(o, rows, A{number<typename A::C>(scale.factor), scale.by_frequency}, on);
    };
    if (dtype == kBool)
      launch_sums(o, rows, Adder<Tag_b8, true>{static_cast<uint8_t>(scale.factor.to<bool>()), false}, on);
    else if (!visit_floats(dtype, sums) && !visit_integers(dtype, sums)) visit_complex(dtype, sums);
  });
}

}  // namespace torchpp::cuda

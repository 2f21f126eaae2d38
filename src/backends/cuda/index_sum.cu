// SPDX-License-Identifier: BSD-3-Clause
// Sums and products of rows that go to one place. Atomic additions would give other bits from run to run; here the rows
// of a place stand side by side after sorting. A thread, or a warp where rows have few columns, adds those of one
// chunk, one column; where a place goes on into the next chunk, its parts are added afterwards. So that a place of very
// many rows does not keep one thread busy, chunks that are all one place's are added first, kFan at a time, and the
// sums of these again.
#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/index_sort.h"
#include "src/backends/cuda/reducers.h"
#include "src/backends/cuda/visit.h"

namespace torchpp::cuda {
namespace {

constexpr int kChunk = 32, kFanBits = 5, kFan = 1 << kFanBits;  // part of the result's definition
constexpr int64_t kFewColumns = 8;
constexpr int kMostLevels = 6;  // kChunk * kFan^6 is more than the 2^31 rows that there may be

struct Rows {
  PositionList keys;
  const uint32_t* order;
  int64_t n, from_step, to_step;
  LongDivisor columns;
};

// The element on which a thread works: columns are the fastest dimension.
struct Task {
  int64_t group;
  uint32_t column;
};
__device__ __forceinline__ Task task_of(const Rows& r, int64_t t = thread_index()) {
  const int64_t group = divide(t, r.columns);
  return {group, static_cast<uint32_t>(t - group * r.columns.divisor)};
}

// Partial sums of chunks for destinations whose first element is in an earlier chunk, [chunk][column]; followed by the
// sums over kFan, kFan^2, ... chunks that belong to one destination only.
template <class C>
struct Levels {
  C* sums[kMostLevels];
  int count;
};

// The element of row `row` of `from` at the offset of a column.
template <class M>
__device__ __forceinline__ Compute<M> element_of(const Operands& o, const Rows& r, uint32_t offset, int64_t row) {
  return widen(*reinterpret_cast<const M*>(o.data[0] + offset + row * r.from_step));
}

// How numbers are added; truths by or. value(): what the key at `at`, before sorting, adds.
template <class Tag, bool kBool>
struct Adder {
  using M = typename Tag::Memory;
  using C = typename Tag::Compute;
  C factor;
  bool by_frequency;

  __device__ __forceinline__ static C neutral() { return C{}; }
  __device__ __forceinline__ C value(const Operands& o, const Rows& r, uint32_t offset, int64_t at) const {
    return element_of<M>(o, r, offset, at);
  }
  __device__ __forceinline__ static C add(C a, C b) {
    if constexpr (kBool) return a | b;
    else return plus(a, b);
  }
  // Operands: from, to; their dimensions are those of a row.
  __device__ __forceinline__ void finish(const Operands& o, const Rows& r, uint32_t offset, int64_t key, C sum,
                                         int64_t count) const {
    M* const to = reinterpret_cast<M*>(o.data[1] + offset + key * r.to_step);
    C scaled;
    if constexpr (kBool) {
      scaled = factor & sum;
    } else if constexpr (std::is_floating_point_v<C>) {
      scaled = by_frequency ? sum / static_cast<C>(count) : factor * sum;
    } else if constexpr (std::is_integral_v<C>) {
      scaled = times(factor, sum);
    } else {  // 1 * (inf + i inf) is NaN
      scaled = factor.re == 1 && factor.im == 0 ? sum : times(factor, sum);
    }
    *to = narrow<M>(add(widen(*to), scaled));
  }
};

// Adds for each key the row of its bag, times its weight and divided by the size of the bag.
template <class Tag>
struct BagAdder : Adder<Tag, false> {
  using typename Adder<Tag, false>::C;
  using typename Adder<Tag, false>::M;
  BagRows bags;

  __device__ __forceinline__ C value(const Operands& o, const Rows& r, uint32_t offset, int64_t at) const {
    const int64_t bag = bags.bag_of[at];
    if (bag < 0 || bag >= bags.count) return C(0);
    C x = element_of<M>(o, r, offset, bag);
    if (bags.weights != nullptr) x *= static_cast<const C*>(bags.weights)[at];
    if (bags.sizes != nullptr && bags.sizes[bag] > 0) x /= static_cast<C>(bags.sizes[bag]);
    return x;
  }
};

// How numbers are multiplied; truths by and. The functions have the names that they have in sums.
template <class Tag, bool kBool>
struct Multiplier {
  using M = typename Tag::Memory;
  using C = typename Tag::Compute;
  static constexpr bool by_frequency = false;

  __device__ __forceinline__ static C neutral() {
    if constexpr (kBool || std::is_arithmetic_v<C>) return C{1};
    else return C{1, 0};
  }
  __device__ __forceinline__ C value(const Operands& o, const Rows& r, uint32_t offset, int64_t at) const {
    return element_of<M>(o, r, offset, at);
  }
  __device__ __forceinline__ static C add(C a, C b) {
    if constexpr (kBool) return a & b;
    else return times(a, b);
  }
  __device__ __forceinline__ void finish(const Operands& o, const Rows& r, uint32_t offset, int64_t key, C product,
                                         int64_t) const {
    M* const to = reinterpret_cast<M*>(o.data[1] + offset + key * r.to_step);
    *to = narrow<M>(add(widen(*to), product));
  }
};

// The greatest number, or the least one. The functions have the names that they have in sums.
template <class Tag, bool kLeast>
struct Chooser {
  using M = typename Tag::Memory;
  using C = typename Tag::Compute;
  static constexpr bool by_frequency = false;

  __device__ __forceinline__ static C neutral() { return kLeast ? opposite(lowest<C>()) : lowest<C>(); }
  __device__ __forceinline__ C value(const Operands& o, const Rows& r, uint32_t offset, int64_t at) const {
    return element_of<M>(o, r, offset, at);
  }
  __device__ __forceinline__ static C add(C a, C b) { return (kLeast ? a < b : a > b) || a != a ? a : b; }
  __device__ __forceinline__ void finish(const Operands& o, const Rows& r, uint32_t offset, int64_t key, C best,
                                         int64_t) const {
    M* const to = reinterpret_cast<M*>(o.data[1] + offset + key * r.to_step);
    *to = narrow<M>(add(widen(*to), best));
  }
};

template <class A>
__device__ __forceinline__ typename A::C chunk_sum(const Operands& o, const Rows& r, const A& a, uint32_t offset,
                                                   int64_t begin, int64_t end) {
  typename A::C sum = A::neutral();
  for (int64_t i = begin; i < end; ++i) sum = A::add(sum, a.value(o, r, offset, r.order[i]));
  return sum;
}

// Places that lie within a chunk are done. `heads` gets what the chunk adds to a place that began before it, `tails`
// what it adds to one that begins in it and goes on; both [chunk][column].
template <class A>
__global__ void sum_kernel(Operands o, Rows r, A a, typename A::C* heads, typename A::C* tails) {
  const Task t = task_of(r);
  int64_t begin = t.group * kChunk;
  if (begin >= r.n) return;
  uint32_t offset[2];
  offsets_of(o, t.column, offset);
  const int64_t end = begin + kChunk < r.n ? begin + kChunk : r.n, part = t.group * r.columns.divisor + t.column;
  bool first = true;
  while (begin < end) {
    const int64_t key = r.keys[begin];
    int64_t behind = begin + 1;
    while (behind < end && r.keys[behind] == key) ++behind;
    const typename A::C sum = chunk_sum(o, r, a, offset[0], begin, behind);
    const bool began_before = first && begin > 0 && r.keys[begin - 1] == key;
    const bool goes_on = behind == end && end < r.n && r.keys[end] == key;
    if (began_before) heads[part] = sum;
    else if (goes_on) tails[part] = sum;
    else a.finish(o, r, offset[1], key, sum, behind - begin);
    begin = behind;
    first = false;
  }
}

// The same by a warp for each chunk and column, a lane for each row: neighbouring lanes read neighbours, where threads
// of sum_kernel would read a chunk apart. The lane of a place's first row in the chunk adds the others in their order.
template <class A>
__global__ void sum_lanes_kernel(Operands o, Rows r, A a, typename A::C* heads, typename A::C* tails) {
  static_assert(kChunk == kWarp, "a lane for each row of a chunk");
  constexpr unsigned kAll = 0xffffffffu;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const Task t = task_of(r, thread_index() / kWarp);
  const int64_t begin = t.group * kChunk;
  if (begin >= r.n) return;
  uint32_t offset[2];
  offsets_of(o, t.column, offset);
  const int count = static_cast<int>(r.n - begin < kChunk ? r.n - begin : kChunk);
  const bool is = lane < count;
  const int64_t key = is ? r.keys[begin + lane] : 0;
  const typename A::C value = is ? a.value(o, r, offset[0], r.order[begin + lane]) : A::neutral();
  const int64_t key_ahead = __shfl_up_sync(kAll, key, 1);
  const bool starts = is && (lane == 0 || key_ahead != key);
  const unsigned later = __ballot_sync(kAll, starts) & ~((2u << lane) - 1u);
  const int behind = later != 0 ? __ffs(static_cast<int>(later)) - 1 : count, rows = starts ? behind - lane : 0;
  typename A::C sum = A::add(A::neutral(), value);
  for (int k = 1; __any_sync(kAll, k < rows); ++k) {
    const typename A::C other =
        shuffle_words(value, [k](uint32_t w) { return __shfl_down_sync(kAll, w, static_cast<unsigned>(k)); });
    if (k < rows) sum = A::add(sum, other);
  }
  if (!starts) return;
  const int64_t part = t.group * r.columns.divisor + t.column;
  const bool began_before = lane == 0 && begin > 0 && r.keys[begin - 1] == key;
  const bool goes_on = behind == kChunk && begin + kChunk < r.n && r.keys[begin + kChunk] == key;
  if (began_before) heads[part] = sum;
  else if (goes_on) tails[part] = sum;
  else a.finish(o, r, offset[1], key, sum, rows);
}

// The sums of one level from those of the level below, of kFan groups each; `rows` is how many a group of this level
// has. Groups that are not one place's are left alone.
template <class A>
__global__ void level_kernel(Rows r, int64_t rows, const typename A::C* below, typename A::C* sums) {
  const Task t = task_of(r);
  const int64_t begin = t.group * rows, end = begin + rows;
  if (begin == 0 || end > r.n || r.keys[begin - 1] != r.keys[end - 1]) return;
  const typename A::C* from = below + t.group * kFan * r.columns.divisor + t.column;
  typename A::C sum = A::neutral();
  for (int i = 0; i < kFan; ++i) sum = A::add(sum, from[static_cast<int64_t>(i) * r.columns.divisor]);
  sums[t.group * r.columns.divisor + t.column] = sum;
}

// The places that go from one chunk into the next, by the chunk that they begin in.
template <class A>
__global__ void join_kernel(Operands o, Rows r, A a, const __grid_constant__ Levels<typename A::C> levels,
                            const typename A::C* tails) {
  const Task t = task_of(r);
  const int64_t begin = t.group * kChunk, end = begin + kChunk;
  if (end >= r.n) return;
  const int64_t key = r.keys[end - 1];
  if (r.keys[end] != key) return;
  if (begin > 0 && r.keys[begin - 1] == key) return;  // an earlier chunk's place
  typename A::C sum = tails[t.group * r.columns.divisor + t.column];
  int64_t at = t.group + 1;  // in chunks
  while (at * kChunk < r.n && r.keys[at * kChunk] == key) {
    int level = 0;
    for (int64_t next = kFan; level + 1 < levels.count && (at & (next - 1)) == 0 && (at + next) * kChunk <= r.n &&
                              r.keys[(at + next) * kChunk - 1] == key;
         next *= kFan)
      ++level;
    const int shift = level * kFanBits;
    sum = A::add(sum, levels.sums[level][(at >> shift) * r.columns.divisor + t.column]);
    at += int64_t{1} << shift;
  }
  int64_t count = 0;
  if (a.by_frequency) {
    int64_t first = end - 1, behind = at * kChunk < r.n ? at * kChunk : r.n;
    while (first > begin && r.keys[first - 1] == key) --first;
    while (r.keys[behind - 1] != key) --behind;
    count = behind - first;
  }
  uint32_t offset[2];
  offsets_of(o, t.column, offset);
  a.finish(o, r, offset[1], key, sum, count);
}

template <class A>
void launch_sums(const Operands& o, Rows r, const A& a, const OnDevice& on) {
  using C = typename A::C;
  const int64_t chunks = (r.n + kChunk - 1) / kChunk, columns = o.numel;
  r.columns = LongDivisor(columns, chunks * columns + 256);  // the last block's threads are divided, too
  int64_t parts = chunks > 1 ? 2 * chunks : 0;               // heads and tails
  for (int64_t groups = chunks / kFan; groups > 0; groups /= kFan) parts += groups;
  const Workspace space(on.device(), static_cast<size_t>(parts * columns) * sizeof(C));
  C *const tails = static_cast<C*>(space.data()), *const heads = chunks > 1 ? tails + chunks * columns : nullptr;
  if (columns < kFewColumns) {
    Geometry g = spread(chunks * columns * kWarp);
    g.cooperates = true;
    launch("indexed sums", &sum_lanes_kernel<A>, g, on.stream(), o, r, a, heads, tails);
  } else {
    launch("indexed sums", &sum_kernel<A>, spread(chunks * columns), on.stream(), o, r, a, heads, tails);
  }
  if (chunks == 1) return;
  Levels<C> levels{{heads}, 1};
  C* sums = heads + chunks * columns;
  int64_t rows = kChunk * kFan;
  for (int64_t groups = chunks / kFan; groups > 0; groups /= kFan, rows *= kFan) {
    const C* below = levels.sums[levels.count - 1];
    launch("groups of indexed sums", &level_kernel<A>, spread(groups * columns), on.stream(), r, rows, below, sums);
    levels.sums[levels.count++] = sums;
    sums += groups * columns;
  }
  launch("ends of indexed sums", &join_kernel<A>, spread(chunks * columns), on.stream(), o, r, a, levels, tails);
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

// Calls run(operands, rows) for the rows in the order of their keys.
template <class Run>
void for_sorted_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                     const RowsOf& to, const RowsOf& from, const OnDevice& on, const Run& run) {
  const int64_t itemsize = static_cast<int64_t>(elementSize(dtype));
  if (n == 0 || multiply_integers(shape) == 0) return;
  const SortedPositions sorted(keys, n, bound, on);
  Iterator it(shape);
  it.add(from.side.data, shape, from.side.strides, itemsize);
  it.add(to.side.data, shape, to.side.strides, itemsize);
  it.build();
  const Rows rows = {sorted.keys(), sorted.order(), n, from.step, to.step, {}};
  for_operands(it, nullptr, nullptr, [&](const Operands& o) { run(o, rows); });
}

}  // namespace

void add_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape, const RowsOf& to,
              const RowsOf& from, const RowScale& scale, const OnDevice& on) {
  for_sorted_rows(dtype, keys, n, bound, shape, to, from, on, [&](const Operands& o, const Rows& rows) {
    const auto sums = [&](auto tag) {
      using A = Adder<decltype(tag), false>;
      launch_sums(o, rows, A{number<typename A::C>(scale.factor), scale.by_frequency}, on);
    };
    if (dtype == kBool)
      launch_sums(o, rows, Adder<Tag_b8, true>{static_cast<uint8_t>(scale.factor.to<bool>()), false}, on);
    else if (!visit_floats(dtype, sums) && !visit_integers(dtype, sums)) visit_complex(dtype, sums);
  });
}

void add_bag_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                  const RowsOf& to, const RowsOf& from, const BagRows& bags, bool by_frequency, const OnDevice& on) {
  for_sorted_rows(dtype, keys, n, bound, shape, to, from, on, [&](const Operands& o, const Rows& rows) {
    visit_floats(dtype, [&](auto tag) {
      using A = BagAdder<decltype(tag)>;
      launch_sums(o, rows, A{{typename A::C(1), by_frequency}, bags}, on);
    });
  });
}

void multiply_rows(ScalarType dtype, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                   const RowsOf& to, const RowsOf& from, const OnDevice& on) {
  for_sorted_rows(dtype, keys, n, bound, shape, to, from, on, [&](const Operands& o, const Rows& rows) {
    const auto products = [&](auto tag) { launch_sums(o, rows, Multiplier<decltype(tag), false>(), on); };
    if (dtype == kBool) launch_sums(o, rows, Multiplier<Tag_b8, true>(), on);
    else if (!visit_floats(dtype, products) && !visit_integers(dtype, products)) visit_complex(dtype, products);
  });
}

void extreme_rows(ScalarType dtype, bool least, const PositionList& keys, int64_t n, int64_t bound, IntArrayRef shape,
                  const RowsOf& to, const RowsOf& from, const OnDevice& on) {
  for_sorted_rows(dtype, keys, n, bound, shape, to, from, on, [&](const Operands& o, const Rows& rows) {
    visit_ordered(dtype, [&](auto tag) {
      if (least) launch_sums(o, rows, Chooser<decltype(tag), true>(), on);
      else launch_sums(o, rows, Chooser<decltype(tag), false>(), on);
    });
  });
}

}  // namespace torchpp::cuda

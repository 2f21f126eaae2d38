// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/settings.h>

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/index_sort.h"

namespace torchpp::cuda {
namespace {

__device__ __forceinline__ int64_t checked(int64_t at, const Positions& p) {
  device_check(at >= (p.wraps ? -p.size : 0) && at < p.size, "index out of range");
  return at < 0 ? at + p.size : at;
}

enum class Move : int {
  kGather,  // beside = named
  kAssign,  // named = beside
  kAdd      // named += beside
};

__device__ __forceinline__ void add_to(uint32_t* to, uint32_t value) { atomicAdd(to, value); }
__device__ __forceinline__ void add_to(uint64_t* to, uint64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value));
}

// Operands: beside, named, index. A thread takes kEach elements, a block's size apart: each waits for its index, so
// that several have to be under way.
template <class T, Move kMove, int kEach>
__global__ void named_kernel(Operands o, Positions p) {
  const uint32_t first = blockIdx.x * blockDim.x * kEach + threadIdx.x;
  T *beside[kEach], *named[kEach];
  int64_t at[kEach];
  T value[kEach];
  // f(k) for the elements that there are. The loops are several, so that loads wait neither for stores nor for checks.
  const auto each = [&](const auto& f) {
#pragma unroll
    for (int k = 0; k < kEach; ++k)
      if (first + k * blockDim.x < o.numel) f(k);
  };
  each([&](int k) {
    uint32_t offset[3];
    offsets_of(o, first + k * blockDim.x, offset);
    at[k] = *reinterpret_cast<const int64_t*>(o.data[2] + offset[2]);
    beside[k] = reinterpret_cast<T*>(o.data[0] + offset[0]);
    named[k] = reinterpret_cast<T*>(o.data[1] + offset[1]);
  });
  each([&](int k) { named[k] = reinterpret_cast<T*>(reinterpret_cast<char*>(named[k]) + checked(at[k], p) * p.step); });
  each([&](int k) { value[k] = kMove == Move::kGather ? *named[k] : o.is_value[0] ? value_of<T>(o, 0) : *beside[k]; });
  each([&](int k) {
    if constexpr (kMove == Move::kAdd) add_to(named[k], value[k]);
    else *(kMove == Move::kAssign ? named[k] : beside[k]) = value[k];
  });
}

// Operands: keys, index, named.
template <class K>
__global__ void keys_kernel(Operands o, Positions p, const char* first, int item_bits, bool adds) {
  const uint32_t i = static_cast<uint32_t>(thread_index());
  if (i >= o.numel) return;
  uint32_t offset[3];
  offsets_of(o, i, offset);
  const int64_t at = checked(*reinterpret_cast<const int64_t*>(o.data[1] + offset[1]), p);
  const int64_t key = at * p.step + ((o.data[2] + offset[2] - first) >> item_bits);
  K* const to = reinterpret_cast<K*>(o.data[0] + offset[0]);
  *to = static_cast<K>((adds ? *to : K(0)) + static_cast<K>(key));
}

// named[keys[i]] = beside[from[order[i]]] for the last of the equal keys, which are in order; places count elements.
template <class T>
__global__ void last_kernel(int64_t n, PositionList keys, const uint32_t* order, const int64_t* from, const T* beside,
                            T* named) {
  const int64_t i = thread_index();
  if (i >= n || (i + 1 < n && keys[i + 1] == keys[i])) return;
  named[keys[i]] = beside[from[order[i]]];
}

// A word of 16 bytes that one instruction moves.
using Wide = Pack<uint64_t, 2>;

template <class T, Move kMove>
void launch_named(const Operands& o, const Positions& p, StreamHandle stream) {
  constexpr int kEach = 4;
  constexpr uint32_t kMany = 1 << 20;  // fills the device all the same
  if (o.numel < kMany) return launch("index kernel", &named_kernel<T, kMove, 1>, spread(o.numel), stream, o, p);
  launch("index kernel", &named_kernel<T, kMove, kEach>, spread(o.numel, kEach), stream, o, p);
}
template <Move kMove>
void launch_named(size_t width, const Operands& o, const Positions& p, StreamHandle stream) {
  switch (width) {
    case 1: return launch_named<uint8_t, kMove>(o, p, stream);
    case 2: return launch_named<uint16_t, kMove>(o, p, stream);
    case 4: return launch_named<uint32_t, kMove>(o, p, stream);
    case 8: return launch_named<uint64_t, kMove>(o, p, stream);
    // A 16 byte element need not start at a multiple of 16; a widened one does.
    default:
      return o.aligned16 ? launch_named<Wide, kMove>(o, p, stream)
                         : launch_named<math::cplx<double>, kMove>(o, p, stream);
  }
}

// A walk whose rows lie dense on both sides moves several elements at a time.
struct Walk {
  DimVector shape, beside, named, index;
  size_t width;

  Walk(IntArrayRef sizes, size_t itemsize, const Side& b, const Side& n, const Side& i, int64_t step)
      : shape(sizes), beside(b.strides), named(n.strides), index(i.strides), width(itemsize) {
    for (size_t d = 0; d < shape.size(); ++d)
      if (shape[d] > 1 && beside[d] == 1 && named[d] == 1 && index[d] == 0)
        while (width < 16 && widens(d, b.data, n.data, step)) widen(d);
  }

 private:
  bool widens(size_t row, const void* b, const void* n, int64_t step) const {
    const int64_t wide = 2 * static_cast<int64_t>(width);
    const auto fits = [wide](const void* p) { return reinterpret_cast<uintptr_t>(p) % static_cast<size_t>(wide) == 0; };
    if (shape[row] % 2 != 0 || step % wide != 0 || !fits(b) || !fits(n)) return false;
    for (size_t d = 0; d < shape.size(); ++d)
      if (d != row && shape[d] > 1 && (beside[d] % 2 != 0 || named[d] % 2 != 0)) return false;
    return true;
  }
  void widen(size_t row) {
    width *= 2;
    shape[row] /= 2;
    for (size_t d = 0; d < shape.size(); ++d)
      if (d != row) beside[d] /= 2, named[d] /= 2;
  }
};

template <Move kMove>
void walk(IntArrayRef shape, size_t itemsize, const Side& beside, const Side& named, const Side& index,
          const Positions& p, const OnDevice& on) {
  const Walk w(shape, itemsize, beside, named, index, p.step);
  const int64_t width = static_cast<int64_t>(w.width);
  Iterator it(w.shape);
  it.add(beside.data, w.shape, w.beside, width);
  it.add(named.data, w.shape, w.named, width);
  it.add(index.data, w.shape, w.index, sizeof(int64_t));
  it.build();
  for_operands(it, nullptr, nullptr, [&](const Operands& o) { launch_named<kMove>(w.width, o, p, on.stream()); });
}

template <class T>
void launch_last(const SortedPositions& sorted, const int64_t* from, const Side& beside, const Side& named,
                 const OnDevice& on) {
  launch("last element of each position", &last_kernel<T>, spread(sorted.size()), on.stream(), sorted.size(),
         sorted.keys(), sorted.order(), from, static_cast<const T*>(beside.data), static_cast<T*>(named.data));
}

// named[index] = beside, the last element where indices repeat.
void assign_last(IntArrayRef shape, size_t itemsize, const Side& beside, const Side& named, const Side& index,
                 const Positions& p, const OnDevice& on) {
  const int64_t n = multiply_integers(shape);
  const int64_t step = p.step / static_cast<int64_t>(itemsize);
  int64_t bound = 1 + (p.size - 1) * step;
  for (size_t d = 0; d < shape.size(); ++d) bound += (shape[d] - 1) * named.strides[d];
  const Tensor keys = make_keys(IntArrayRef(n), bound, Device(kCUDA, on.device()));
  const Workspace places(on.device(), static_cast<size_t>(n) * sizeof(int64_t));
  int64_t* const from = static_cast<int64_t*>(places.data());
  set_keys(shape, list_of(keys), index, {p.size, step, p.wraps}, itemsize, named, on);
  set_keys(shape, from, index, {p.size, 0, p.wraps}, itemsize, beside, on);
  const SortedPositions sorted(list_of(keys), n, bound, on);
  switch (itemsize) {
    case 1: return launch_last<uint8_t>(sorted, from, beside, named, on);
    case 2: return launch_last<uint16_t>(sorted, from, beside, named, on);
    case 4: return launch_last<uint32_t>(sorted, from, beside, named, on);
    case 8: return launch_last<uint64_t>(sorted, from, beside, named, on);
    default: return launch_last<math::cplx<double>>(sorted, from, beside, named, on);
  }
}

}  // namespace

void gather_elements(IntArrayRef shape, size_t itemsize, const Side& beside, const Side& named, const Side& index,
                     const Positions& p, const OnDevice& on) {
  walk<Move::kGather>(shape, itemsize, beside, named, index, p, on);
}
void assign_elements(IntArrayRef shape, size_t itemsize, const Side& beside, const Side& named, const Side& index,
                     const Positions& p, const OnDevice& on) {
  if (are_deterministic_algorithms_enabled()) assign_last(shape, itemsize, beside, named, index, p, on);
  else walk<Move::kAssign>(shape, itemsize, beside, named, index, p, on);
}
void fill_elements(IntArrayRef shape, size_t itemsize, const void* bits, const Side& named, const Side& index,
                   const Positions& p, const OnDevice& on) {
  Iterator it(shape);
  it.add_value(bits);
  it.add(named.data, shape, named.strides, static_cast<int64_t>(itemsize));
  it.add(index.data, shape, index.strides, sizeof(int64_t));
  it.build();
  for_operands(it, bits, static_cast<const char*>(bits) + 16,
               [&](const Operands& o) { launch_named<Move::kAssign>(itemsize, o, p, on.stream()); });
}
void add_integers(IntArrayRef shape, ScalarType dtype, const Side& beside, const Side& named, const Side& index,
                  const Positions& p, const OnDevice& on) {
  const auto itemsize = static_cast<int64_t>(elementSize(dtype));
  Iterator it(shape);
  it.add(beside.data, shape, beside.strides, itemsize);
  it.add(named.data, shape, named.strides, itemsize);
  it.add(index.data, shape, index.strides, sizeof(int64_t));
  it.build();
  for_operands(it, nullptr, nullptr, [&](const Operands& o) {
    if (itemsize == 4) launch_named<uint32_t, Move::kAdd>(o, p, on.stream());
    else launch_named<uint64_t, Move::kAdd>(o, p, on.stream());
  });
}

namespace {

void write_keys(IntArrayRef shape, const PositionList& keys, const Side& index, const Positions& p, size_t itemsize,
                const Side& named, const OnDevice& on, bool adds) {
  Iterator it(shape);
  it.add(keys.data, shape, contiguous_strides(shape), static_cast<int64_t>(keys.itemsize()));
  it.add(index.data, shape, index.strides, sizeof(int64_t));
  it.add(named.data, shape, named.strides, static_cast<int64_t>(itemsize));
  it.build();
  int item_bits = 0;
  while (size_t{1} << item_bits < itemsize) ++item_bits;
  for_operands(it, nullptr, nullptr, [&](const Operands& o) {
    launch("keys kernel", keys.narrow ? &keys_kernel<uint32_t> : &keys_kernel<uint64_t>, spread(o.numel), on.stream(),
           o, p, static_cast<const char*>(named.data), item_bits, adds);
  });
}

}  // namespace

void set_keys(IntArrayRef shape, const PositionList& keys, const Side& index, const Positions& p, size_t itemsize,
              const Side& named, const OnDevice& on) {
  write_keys(shape, keys, index, p, itemsize, named, on, false);
}
void add_keys(IntArrayRef shape, const PositionList& keys, const Side& index, const Positions& p, size_t itemsize,
              const Side& named, const OnDevice& on) {
  write_keys(shape, keys, index, p, itemsize, named, on, true);
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the indexing kernels share: positions as byte offsets, and the loops over them.

#include <torchpp/core/parallel.h>
#include <torchpp/tensor.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/element_loops.h"
#include "src/core/shape.h"
#include "src/ops/iterator.h"

namespace torchpp::cpu {

/// Byte offsets, on the stack while they are few; not initialised.
class Offsets {
 public:
  explicit Offsets(int64_t n) : data_(few_), size_(n) {
    if (n <= kFew) return;
    many_.reset(new int64_t[static_cast<size_t>(n)]);
    data_ = many_.get();
  }
  int64_t* data() { return data_; }
  const int64_t* data() const { return data_; }
  int64_t size() const { return size_; }

 private:
  static constexpr int64_t kFew = 64;
  int64_t few_[kFew];
  std::unique_ptr<int64_t[]> many_;
  int64_t* data_;
  int64_t size_;
};

/// A tensor walked at positions, or next to one: an address, and strides in elements for the dimensions that both
/// walk. `step` is the distance in bytes from one position to the next, where positions are not given by offsets.
struct Walked {
  void* data;
  DimVector strides;
  int64_t step;
};

constexpr int64_t kIndexGrain = 1 << 14;  // elements per thread

/// Copies a row, which is often too short for a call of memcpy to pay.
inline void copy_row(void* to, const void* from, size_t nbytes) {
  if (nbytes > 256 || nbytes < 16) {
    std::memcpy(to, from, nbytes);
    return;
  }
  char* t = static_cast<char*>(to);
  const char* f = static_cast<const char*>(from);
  for (size_t i = 0; i + 16 < nbytes; i += 16) std::memcpy(t + i, f + i, 16);
  std::memcpy(t + nbytes - 16, f + nbytes - 16, 16);
}

// The operation on an element at a position (x) and its partner (p).
template <class T>
struct Select {  // p = x
  static void one(T& x, T& p) { p = x; }
  static void run(T* x, T* p, int64_t n) { copy_row(p, x, static_cast<size_t>(n) * sizeof(T)); }
};
template <class T>
struct Assign {  // x = p
  static void one(T& x, T& p) { x = p; }
  static void run(T* x, T* p, int64_t n) { copy_row(x, p, static_cast<size_t>(n) * sizeof(T)); }
};

/// Runs a loop of two inputs over dense rows where a row is long enough to pay for the call; false where it is not, or
/// where there is no loop of the type. Not of complex numbers: add_loops multiply by one, and 1 (inf + i inf) is NaN.
template <class T>
bool run_row_loop(const LoopTable<LoopFn>& loops, T* to, T* a, T* b, int64_t n) {
  constexpr int64_t kLeast = 64;  // at most RowParts::kBlock
  constexpr Scalars kAddsOnce = {{1, 0, 0, 0}, {1, 0, 0, 0}};
  if (n < kLeast || IsComplex<T>::value) return false;
  const LoopFn loop = select(loops, CppTypeToScalarType<T>::value);
  if (loop == nullptr) return false;
  constexpr int64_t kStep = static_cast<int64_t>(sizeof(T));
  char* const data[] = {reinterpret_cast<char*>(to), reinterpret_cast<char*>(a), reinterpret_cast<char*>(b)};
  const int64_t strides[] = {kStep, kStep, kStep};
  loop(data, strides, n, &kAddsOnce);
  return true;
}

template <class T>
struct Add {  // x += p
  static void one(T& x, T& p) {
    if constexpr (std::is_same_v<T, bool>) x = x || p;
    else if constexpr (std::is_integral_v<T>) x = static_cast<T>(static_cast<uint64_t>(x) + static_cast<uint64_t>(p));
    else x = x + p;
  }
  static void run(T* x, T* p, int64_t n) {
    if (run_row_loop(add_loops, x, x, p, n)) return;
    for (int64_t i = 0; i < n; ++i) one(x[i], p[i]);
  }
};
template <class T>
struct AddScaled {  // x += alpha p
  T alpha;
  void one(T& x, T& p) const {
    if constexpr (std::is_same_v<T, bool>) x = x || (alpha && p);
    else if constexpr (std::is_integral_v<T>)
      x = static_cast<T>(static_cast<uint64_t>(x) + static_cast<uint64_t>(alpha) * static_cast<uint64_t>(p));
    else x = x + alpha * p;
  }
  void run(T* x, T* p, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) one(x[i], p[i]);
  }
};

template <class T>
struct Multiply {  // x *= p
  static void one(T& x, T& p) {
    if constexpr (std::is_same_v<T, bool>) x = x && p;
    else if constexpr (std::is_integral_v<T>) x = static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(p));
    else x = x * p;
  }
  static void run(T* x, T* p, int64_t n) {
    if (run_row_loop(mul_loops, x, x, p, n)) return;
    for (int64_t i = 0; i < n; ++i) one(x[i], p[i]);
  }
};

template <class T, bool kGreatest>
struct Extreme {  // x = the greater or smaller one; NaN is both. Without a branch, which random data would mislead
  static void one(T& x, T& p) {
    if constexpr (!IsComplex<T>::value) {
      using Compute = std::conditional_t<isReducedFloatingType(CppTypeToScalarType<T>::value), float, T>;
      const Compute a = x, b = p;
      const Compute further = (kGreatest ? b > a : b < a) ? b : a;  // one instruction of floating numbers
      const Compute result = TORCHPP_UNLIKELY(b != b) ? b : further;
      if constexpr (std::is_same_v<T, BFloat16>)  // one of the two: exact
        x = BFloat16(static_cast<uint16_t>(math::to_bits(result) >> 16), BFloat16::from_bits());
      else x = result;
    }
  }
  static void run(T* x, T* p, int64_t n) {
    if (run_row_loop(kGreatest ? maximum_loops : minimum_loops, x, p, x, n)) return;
    for (int64_t i = 0; i < n; ++i) one(x[i], p[i]);
  }
};

/// Cuts rows of `width` elements for several threads. A cut is a multiple of a block from the row's begin, and a part
/// has a block of elements at least: so every element meets the same code of a loop as in the whole row, and the sign
/// and payload of a NaN, which depend on it, are the same for any number of threads.
class RowParts {
 public:
  static constexpr int64_t kBlock = 64;
  explicit RowParts(int64_t width) : width_(width), blocks_(width < 2 * kBlock ? 1 : width / kBlock) {}
  /// Parts in a row; the last one also has what is left.
  int64_t blocks() const { return blocks_; }
  /// The element with which a part of consecutive rows begins.
  int64_t begin(int64_t part) const { return part / blocks_ * width_ + part % blocks_ * kBlock; }
  /// Parts that hold so many elements.
  int64_t parts_of(int64_t elements) const { return 1 + elements * blocks_ / width_; }

 private:
  int64_t width_, blocks_;
};

/// Calls f.one(x, p), or f.run on contiguous rows, for each position and each element of `sizes`. With `shared`,
/// several positions may be the same place of x; it is then written in the order of the positions, independent of the
/// number of threads.
template <class T, class F>
void run_at_offsets(const Walked& x, const Walked& p, IntArrayRef sizes, const Offsets& offsets, bool shared,
                    const F& f) {
  const int64_t count = offsets.size(), itemsize = static_cast<int64_t>(sizeof(T));
  const int64_t* offset = offsets.data();
  Iterator it(sizes);
  it.add(p.data, sizes, p.strides, itemsize);
  it.add(x.data, sizes, x.strides, itemsize);
  it.build();
  if (it.numel() == 0 || count == 0) return;

  // Dense rows at positions i = at(0), at(1) ... at(last - 1); those of x are asked for before they are due.
  const auto dense_rows = [&](char* x0, char* p0, int64_t n, int64_t first, int64_t last, const auto& at) {
    constexpr int64_t kAhead = 8, kMostAsked = 256, kLine = 64;
    const int64_t asked = n * itemsize < kMostAsked ? n * itemsize : kMostAsked;
    for (int64_t k = first; k < last; ++k) {
      if (k + kAhead < last) {
        const char* const ahead = x0 + offset[at(k + kAhead)];
        for (int64_t b = 0; b < asked; b += kLine) __builtin_prefetch(ahead + b);
      }
      const int64_t i = at(k);
      f.run(reinterpret_cast<T*>(x0 + offset[i]), reinterpret_cast<T*>(p0 + i * p.step), n);
    }
  };
  const auto rows_inside = [&](int64_t first, int64_t last, int64_t begin, int64_t end) {
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) {
      if (n > 1 && strides[0] == itemsize && strides[1] == itemsize)
        return dense_rows(data[1], data[0], n, first, last, [](int64_t i) { return i; });
      for (int64_t i = first; i < last; ++i) {
        char *to_p = data[0] + i * p.step, *to_x = data[1] + offset[i];
        for (int64_t j = 0; j < n; ++j)
          f.one(*reinterpret_cast<T*>(to_x + j * strides[1]), *reinterpret_cast<T*>(to_p + j * strides[0]));
      }
    });
  };
  // Each thread writes the rows that start in pages of its own, in the order of the positions. Parts of short rows
  // would lie in lines of the cache that several threads write, and all threads would walk through all pages.
  const auto rows_by_pages = [&](int64_t parts) {
    constexpr int kPageBits = 12;
    constexpr int64_t kTogether = 512;
    parallel_for(0, parts, 1, [&](int64_t begin, int64_t end) {
      it.rows(0, it.numel(), [&](char* const* data, const int64_t*, int64_t n) {
        const auto part_of = [&](int64_t i) {
          const uint64_t page = reinterpret_cast<uintptr_t>(data[1] + offset[i]) >> kPageBits;
          return static_cast<int64_t>((page * 0x9e3779b97f4a7c15u >> 32) * static_cast<uint64_t>(parts) >> 32);
        };
        int64_t own[kTogether];
        for (int64_t first = 0; first < count; first += kTogether) {
          const int64_t last = first + kTogether < count ? first + kTogether : count;
          int64_t owned = 0;  // without a branch: what is noted too much is written over
          for (int64_t i = first; i < last; ++i) {
            own[owned] = i;
            const int64_t part = part_of(i);
            owned += (part >= begin) & (part < end);
          }
          dense_rows(data[1], data[0], n, 0, owned, [&own](int64_t k) { return own[k]; });
        }
      });
    });
  };
  const auto positions_inside = [&](int64_t begin, int64_t end) {
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) {
      for (int64_t j = 0; j < n; ++j) {
        char *to_p = data[0] + j * strides[0], *to_x = data[1] + j * strides[1];
        int64_t i = 0;
        if (p.step == itemsize) {  // by four: the loop's own steps weigh as much as a move
          T* row = reinterpret_cast<T*>(to_p);
          for (; i + 4 <= count; i += 4) {
            f.one(*reinterpret_cast<T*>(to_x + offset[i]), row[i]);
            f.one(*reinterpret_cast<T*>(to_x + offset[i + 1]), row[i + 1]);
            f.one(*reinterpret_cast<T*>(to_x + offset[i + 2]), row[i + 2]);
            f.one(*reinterpret_cast<T*>(to_x + offset[i + 3]), row[i + 3]);
          }
        }
        for (; i < count; ++i) f.one(*reinterpret_cast<T*>(to_x + offset[i]), *reinterpret_cast<T*>(to_p + i * p.step));
      }
    });
  };
  const int64_t numel = it.numel();
  const bool positions_are_inner =
      it.dim() > 0 && count > 1 &&
      (it.strides(0)[0] > p.step || (it.strides(0)[0] == 0 && it.strides(1)[0] > itemsize));
  if (positions_are_inner) {
    parallel_for(0, numel, 1 + kIndexGrain / count, positions_inside);
  } else if (shared) {
    constexpr int64_t kShortRow = 4096;  // bytes
    const bool is_row = it.dim() == 1 && it.strides(0)[0] == itemsize && it.strides(1)[0] == itemsize;
    const int64_t parts = std::min<int64_t>(get_num_threads(), 1 + count * numel / kIndexGrain);
    if (is_row && numel > 1 && numel * itemsize <= kShortRow && parts > 1) return rows_by_pages(parts);
    const int64_t width = it.dim() == 0 ? 1 : it.shape()[0];
    const RowParts row(width);
    parallel_for(0, numel / width * row.blocks(), row.parts_of(kIndexGrain / count),
                 [&](int64_t b, int64_t e) { rows_inside(0, count, row.begin(b), row.begin(e)); });
  } else {
    parallel_for(0, count, 1 + kIndexGrain / numel, [&](int64_t b, int64_t e) { rows_inside(b, e, 0, numel); });
  }
}

}  // namespace torchpp::cpu

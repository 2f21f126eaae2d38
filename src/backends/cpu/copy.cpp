// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/copy.h"

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__unix__)
#include <unistd.h>
#endif

#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/loops.h"
#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/copy_kernels.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/iterator.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

// The bytes of the last cache that a core reaches; 0 where neither the processor nor the system says.
int64_t last_cache() {
#if defined(__x86_64__)
  // AMD's processors have several such caches, of which many versions of the C library give the sum.
  constexpr unsigned kAmdCaches = 0x8000001d, kThirdLevel = 3, kTypes = 0x1f;
  unsigned types, shape, sets, flags;
  if (__get_cpuid_count(kAmdCaches, kThirdLevel, &types, &shape, &sets, &flags) && (types & kTypes) != 0) {
    const int64_t ways = (shape >> 22) + 1, parts = (shape >> 12 & 0x3ff) + 1, line = (shape & 0xfff) + 1;
    return ways * parts * line * (int64_t{sets} + 1);
  }
#endif
#if defined(_SC_LEVEL3_CACHE_SIZE)
  return sysconf(_SC_LEVEL3_CACHE_SIZE);
#else
  return 0;
#endif
}

}  // namespace

bool exceeds_cache(int64_t bytes) {
  constexpr int64_t kLeast = int64_t{32} << 20;  // a common size, where it is not known
  if (TORCHPP_LIKELY(bytes < kLeast)) return false;
  static const int64_t cache = std::max(last_cache(), kLeast);
  return bytes > cache;
}

void copy_bytes(void* to, const void* from, int64_t nbytes) {
  constexpr int64_t kAhead = 2048;  // bytes; 8M floats on a Xeon of 2019: 7.2 ms without, 6.6 with
  if (nbytes <= 2 * kCopyGrainBytes) {
    if (nbytes > 0) std::memcpy(to, from, static_cast<size_t>(nbytes));
    return;
  }
  const bool streams = exceeds_cache(2 * nbytes);
  parallel_for(0, nbytes, kCopyGrainBytes, [&](int64_t b, int64_t e) {
    char* const out = static_cast<char*>(to) + b;
    const char* const in = static_cast<const char*>(from) + b;
    if (!streams) {
      std::memcpy(out, in, static_cast<size_t>(e - b));
      return;
    }
    stream_copy()(out, in, e - b, kAhead);
    end_stream();
  });
}

// What has been written is copied on, in pieces that stay in the nearest cache.
void copy_repeatedly(char* to, const char* from, int64_t nbytes, int64_t count) {
  constexpr int64_t kPiece = 8192;
  const int64_t all = nbytes * count;
  if (all <= 0) return;
  std::memcpy(to, from, static_cast<size_t>(nbytes));
  for (int64_t done = nbytes, piece = nbytes; done < all; done += piece) {
    if (2 * piece <= kPiece) piece = done;
    std::memcpy(to + done, to, static_cast<size_t>(std::min(piece, all - done)));
  }
}

namespace {

int64_t grain_of(int64_t itemsize) { return kCopyGrainBytes / itemsize; }

TORCHPP_NOINLINE Iterator pair_of(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes) {
  Iterator it(sizes);
  it.add(to.data, sizes, to.strides, static_cast<int64_t>(elementSize(to.dtype)));
  it.add(from.data, sizes, from.strides, static_cast<int64_t>(elementSize(from.dtype)));
  it.build();
  return it;
}

TORCHPP_NOINLINE void run_rows(const Iterator& it, LoopFn loop, int64_t itemsize) {
  parallel_for(0, it.numel(), grain_of(itemsize), [&](int64_t begin, int64_t end) {
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) { loop(data, strides, n, nullptr); });
  });
}

// Calls f(to, from, count) for lines of the innermost dimension, `count` of them at equal distances.
template <class F>
void over_lines(const Iterator& it, int64_t itemsize, const F& f) {
  const int64_t nbytes = it.shape()[0] * itemsize, lines = it.shape()[1];
  const int64_t to_step = it.strides(0)[1], from_step = it.strides(1)[1];
  parallel_for(0, it.numel() / it.shape()[0], kCopyGrainBytes / nbytes + 1, [&](int64_t begin, int64_t end) {
    while (begin < end) {
      const int64_t line = begin % lines, count = lines - line < end - begin ? lines - line : end - begin;
      char *to = it.data(0) + line * to_step, *from = it.data(1) + line * from_step;
      int64_t position = begin / lines;
      for (size_t d = 2; d < it.dim(); ++d) {
        const int64_t at = position % it.shape()[d];
        position /= it.shape()[d];
        to += at * it.strides(0)[d], from += at * it.strides(1)[d];
      }
      f(to, from, count);
      begin += count;
    }
  });
}

// Both operands are dense along dimension 0 of the iterator: runs of bytes. The less there is to do between two runs,
// the more of them the processor has under way; the lines that the next one writes are asked for, as for a single copy
// the hardware does.
void copy_runs(const Iterator& it, int64_t itemsize) {
  constexpr size_t kLine = 64, kMostAhead = 512;
  const size_t nbytes = static_cast<size_t>(it.shape()[0] * itemsize);
  const size_t ahead = nbytes < kLine ? 0 : std::min(nbytes, kMostAhead);
  const int64_t to_step = it.strides(0)[1], from_step = it.strides(1)[1];
  over_lines(it, itemsize, [=](char* to, const char* from, int64_t count) {
    for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step) {
      for (size_t k = 0; k < ahead; k += kLine) __builtin_prefetch(to + to_step + k, 1);
      std::memcpy(to, from, nbytes);
    }
  });
}

// Short lines that lie side by side in the destination, and each of which is one element of the source, or all of which
// are the same line of it.
bool copy_repeated(const Iterator& it, int64_t itemsize) {
  constexpr int64_t kShortBytes = 512, kLeastLines = 4;
  if (it.dim() < 2) return false;
  const DimVector &to = it.strides(0), &from = it.strides(1);
  const int64_t n = it.shape()[0], nbytes = n * itemsize;
  if (to[0] != itemsize || to[1] != nbytes || nbytes > kShortBytes || it.shape()[1] < kLeastLines) return false;
  if (from[0] == 0) {
    over_lines(it, itemsize,
               [=, step = from[1], repeated = repeated_copy(itemsize)](char* out, const char* in, int64_t count) {
                 repeated(out, in, step, count, n);
               });
    return true;
  }
  if (from[0] != itemsize || from[1] != 0) return false;
  over_lines(it, itemsize, [=](char* out, const char* in, int64_t count) { copy_repeatedly(out, in, nbytes, count); });
  return true;
}

// Where an element goes and whence it comes, in bytes from the first of its table.
struct Move {
  int32_t to, from;
};
using MoveFn = void (*)(char* to, const char* from, const Move* moves, int64_t n);

template <class T>
void move_elements(char* to, const char* from, const Move* moves, int64_t n) {
#pragma GCC unroll 4  // counting costs as much as a copy
  for (int64_t i = 0; i < n; ++i) std::memcpy(to + moves[i].to, from + moves[i].from, sizeof(T));
}
struct Bytes16 {
  uint64_t low, high;
};
MoveFn move_of(int64_t width) {
  switch (width) {
    case 1: return &move_elements<uint8_t>;
    case 2: return &move_elements<uint16_t>;
    case 4: return &move_elements<uint32_t>;
    case 8: return &move_elements<uint64_t>;
    default: return &move_elements<Bytes16>;
  }
}

// The moves of the innermost dimensions as far as a table of them stays in the first-level cache. They are the same
// everywhere else, and short rows, of which each would be a loop of its own, follow each other in one.
class MoveTable {
 public:
  MoveTable(const Iterator& it, int64_t itemsize) : it_(it), width_(itemsize), row_(it.shape()[0]) {
    if (it.strides(0)[0] == itemsize && it.strides(1)[0] == itemsize)  // runs: of elements as wide as fit
      for (; width_ < kWidest && row_ % 2 == 0; row_ /= 2) width_ *= 2;
    if (row_ >= kShortRow || it.dim() < 2) return;
    period_ = row_;
    for (split_ = 1; split_ + 1 < it.dim() && period_ * it.shape()[split_] <= kMost; ++split_)
      period_ *= it.shape()[split_];
    together_ = std::min(it.shape()[split_], std::max<int64_t>(1, kMost / period_));
  }
  // Whether the table pays: it is used several times, and offsets fit.
  bool pays() const {
    if (period_ == 0 || it_.numel() * it_.itemsize(0) < kLeastUses * length() * width_) return false;
    int64_t span[2] = {0, 0};
    for (int k = 0; k < 2; ++k)
      for (size_t d = 0; d <= split_; ++d) span[k] += std::abs(it_.strides(k)[d]) * it_.shape()[d];
    return std::max(span[0], span[1]) <= std::numeric_limits<int32_t>::max();
  }
  void copy() {
    fill();
    const MoveFn move = move_of(width_);
    const int64_t lines = it_.shape()[split_], blocks = (lines + together_ - 1) / together_;
    const int64_t outer = it_.numel() / (it_.shape()[0] * (period_ / row_) * lines), bytes = length() * width_;
    parallel_for(0, blocks * outer, kCopyGrainBytes / bytes + 1, [&](int64_t begin, int64_t end) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t first = unit % blocks * together_;
        int64_t position = unit / blocks;
        char *to = it_.data(0) + first * it_.strides(0)[split_], *from = it_.data(1) + first * it_.strides(1)[split_];
        for (size_t d = split_ + 1; d < it_.dim(); ++d) {
          const int64_t at = position % it_.shape()[d];
          position /= it_.shape()[d];
          to += at * it_.strides(0)[d], from += at * it_.strides(1)[d];
        }
        move(to, from, moves_, std::min(together_, lines - first) * period_);
      }
    });
  }

 private:
  static constexpr int64_t kWidest = 16, kShortRow = 64, kMost = 512, kLeastUses = 4;

  int64_t length() const { return period_ * together_; }
  // Each dimension repeats what those inside it have.
  void fill() {
    int64_t filled = 1;
    moves_[0] = {0, 0};
    for (size_t d = 0; d <= split_; ++d) {
      const int64_t size = d == 0 ? row_ : d == split_ ? together_ : it_.shape()[d];
      const int64_t to = d == 0 && row_ != it_.shape()[0] ? width_ : it_.strides(0)[d];
      const int64_t from = d == 0 && row_ != it_.shape()[0] ? width_ : it_.strides(1)[d];
      for (int64_t i = 1; i < size; ++i)
        for (int64_t k = 0; k < filled; ++k)
          moves_[i * filled + k] = {moves_[k].to + static_cast<int32_t>(i * to),
                                    moves_[k].from + static_cast<int32_t>(i * from)};
      filled *= size;
    }
  }

  const Iterator& it_;
  int64_t width_;         // bytes of what a move moves
  int64_t row_;           // moves of dimension 0
  int64_t period_ = 0;    // those of all dimensions below split_
  size_t split_ = 1;      // the outermost dimension of the table, of which it has a part
  int64_t together_ = 0;  // positions of that dimension
  Move moves_[kMost];
};

bool copy_short_rows(const Iterator& it, int64_t itemsize) {
  if (it.dim() < 2) return false;
  MoveTable table(it, itemsize);
  if (!table.pays()) return false;
  table.copy();
  return true;
}

// Where the source's unit step lies in another dimension than the destination's, tiles of both keep to the cache.
// The destination is dense along dimension 0 of the iterator; `across` is the dimension along which the source is.
bool copy_transposed(const Iterator& it, int64_t itemsize) {
  constexpr int64_t kSmallMatrix = 128;
  const DimVector &to = it.strides(0), &from = it.strides(1);
  if (it.dim() < 2 || to[0] != itemsize || from[0] == itemsize || from[0] <= 0) return false;
  size_t across = 0;
  for (size_t d = 1; d < it.dim(); ++d)
    if (from[d] == itemsize) across = d;
  const int64_t columns = it.shape()[0], rows = across == 0 ? 0 : it.shape()[across];
  if (rows < 4) return false;
  if (rows * columns <= kSmallMatrix && copy_short_rows(it, itemsize)) return true;  // not worth a call each
  const TransposedFn transposed = transposed_copy(itemsize);

  // Units of work: a band of rows in each of the remaining positions.
  // A band is walked in blocks of few columns, because each column of the source and each row of the destination may
  // stand on a page of its own.
  constexpr int64_t kPages = 64;
  const int64_t band = columns < 4 ? 4096 : 64;
  const int64_t bands = (rows + band - 1) / band, outer = it.numel() / (rows * columns);
  const int64_t unit_bytes = band * columns * itemsize;
  const int64_t grain = unit_bytes >= kCopyGrainBytes ? 1 : kCopyGrainBytes / unit_bytes;
  parallel_for(0, bands * outer, grain, [&](int64_t begin, int64_t end) {
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t first = unit % bands * band, count = rows - first < band ? rows - first : band;
      int64_t position = unit / bands;
      char *out = it.data(0) + first * to[across], *in = it.data(1) + first * from[across];
      for (size_t d = 1; d < it.dim(); ++d) {
        if (d == across) continue;
        const int64_t at = position % it.shape()[d];
        position /= it.shape()[d];
        out += at * to[d];
        in += at * from[d];
      }
      for (int64_t c = 0; c < columns; c += kPages)
        transposed(out + c * itemsize, to[across], in + c * from[0], from[0], count,
                   columns - c < kPages ? columns - c : kPages);
    }
  });
  return true;
}

DimVector doubled(IntArrayRef strides) {
  DimVector d(strides);
  for (int64_t& s : d) s *= 2;
  return d;
}

// The loop that converts; throws where there is none.
LoopFn require_cast(ScalarType to, ScalarType from) {
  const LoopFn loop = cast_loop(to, from);
  TORCHPP_CHECK_NOT_IMPLEMENTED(loop != nullptr, "copy: got dtypes ", from, " and ", to,
                                ", expected ones that convert to each other");
  return loop;
}

struct TwoWords {
  TwoWords(uint64_t real) : re(real) {}
  uint64_t re, im = 0;
};
// Complex numbers, whose imaginary parts are 0, at `to` from n real parts. A word that holds both parts is one store.
template <class Bits, class Number>
void add_zeros(char* to, int64_t stride, const char* parts, int64_t n) {
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lower half of a word lies first");
  const Bits* from = reinterpret_cast<const Bits*>(parts);
#pragma GCC unroll 4  // counting costs as much as a store
  for (int64_t i = 0; i < n; ++i) {
    const Number number = from[i];
    std::memcpy(to + i * stride, &number, sizeof number);
  }
}

// By blocks, which stay in the nearest cache between the conversion to the parts' dtype and the zeros.
void copy_real_to_complex(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes) {
  constexpr int64_t kBlock = 512;
  const ScalarType part = toRealValueType(to.dtype);
  const int64_t part_size = static_cast<int64_t>(elementSize(part));
  const LoopFn convert = require_cast(part, from.dtype);
  const auto spread = part_size == 8   ? &add_zeros<uint64_t, TwoWords>
                      : part_size == 4 ? &add_zeros<uint32_t, uint64_t>
                                       : &add_zeros<uint16_t, uint32_t>;
  const Iterator it = pair_of(to, from, sizes);
  parallel_for(0, it.numel(), grain_of(2 * part_size), [&](int64_t begin, int64_t end) {
    alignas(64) char block[kBlock * sizeof(double)];
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) {
      for (int64_t i = 0; i < n; i += kBlock) {
        const int64_t count = std::min(n - i, kBlock), steps[] = {part_size, strides[1]};
        char* const parts[] = {block, data[1] + i * strides[1]};
        convert(parts, steps, count, nullptr);
        spread(data[0] + i * strides[0], strides[0], block, count);
      }
    });
  });
}

// A complex number is true if either part is not zero. By blocks, in which every part becomes a truth value, and two of
// these one, as a short integer that is not zero.
void copy_complex_to_bool(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes) {
  constexpr int64_t kBlock = 512;
  const ScalarType part = toRealValueType(from.dtype);
  const int64_t part_size = static_cast<int64_t>(elementSize(part));
  const LoopFn convert = require_cast(kBool, part), join = require_cast(kBool, kShort);
  const Iterator it = pair_of(to, from, sizes);
  parallel_for(0, it.numel(), grain_of(2 * part_size), [&](int64_t begin, int64_t end) {
    alignas(64) char parts[2 * kBlock];
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) {
      const int64_t to_step = strides[0], step = strides[1];
      for (int64_t first = 0; first < n; first += kBlock) {
        const int64_t count = std::min(n - first, kBlock);
        char *out = data[0] + first * to_step, *in = data[1] + first * step;
        const bool dense = step == 2 * part_size;
        const int64_t steps[] = {dense ? 1 : 2, dense ? part_size : step};
        for (int64_t k = 0; k < (dense ? 1 : 2); ++k) {
          char* const operands[] = {parts + k, in + k * part_size};
          convert(operands, steps, dense ? 2 * count : count, nullptr);
        }
        char* const operands[] = {out, parts};
        const int64_t join_steps[] = {to_step, 2};
        join(operands, join_steps, count, nullptr);
      }
    });
  });
}

// Numbers of different dtypes, of which at least one is complex. Two complex ones have one more dimension: their parts.
void copy_complex(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes) {
  if (!isComplexType(from.dtype)) return copy_real_to_complex(to, from, sizes);
  if (to.dtype == kBool) return copy_complex_to_bool(to, from, sizes);
  const ScalarType from_part = toRealValueType(from.dtype);
  DimVector from_strides = doubled(from.strides);
  if (!isComplexType(to.dtype)) return copy_strided(to, {from.data, from_strides, from_part}, sizes);
  DimVector to_strides = doubled(to.strides), with_parts(sizes);
  with_parts.push_back(2), to_strides.push_back(1), from_strides.push_back(1);
  copy_strided({to.data, to_strides, toRealValueType(to.dtype)}, {from.data, from_strides, from_part}, with_parts);
}

}  // namespace

void copy_strided(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes) {
  const bool same = to.dtype == from.dtype;
  if (!same && (isComplexType(to.dtype) || isComplexType(from.dtype))) return copy_complex(to, from, sizes);
  const int64_t to_size = static_cast<int64_t>(elementSize(to.dtype));
  const Iterator it = pair_of(to, from, sizes);
  if (it.numel() == 0) return;
  if (!same) return run_rows(it, require_cast(to.dtype, from.dtype), to_size);
  if (it.dim() <= 1 && (it.dim() == 0 || (it.strides(0)[0] == to_size && it.strides(1)[0] == to_size)))
    return copy_bytes(it.data(0), it.data(1), it.numel() * to_size);
  if (copy_repeated(it, to_size)) return;
  // Few lines do not pay for finding their place.
  if (it.strides(0)[0] == to_size && it.strides(1)[0] == to_size && it.shape()[1] >= 8) return copy_runs(it, to_size);
  if (copy_transposed(it, to_size)) return;
  if (copy_short_rows(it, to_size)) return;
  run_rows(it, copy_loop(to_size), to_size);
}

namespace {

// conj: the imaginary parts only; neg: all parts. In place.
void negate(const TensorBase& t, bool conjugate) {
  if (t.dtype() == kBool || t.numel() == 0) return;  // of numbers that were converted to bool, -x is as true as x
  const StridedMemory all{t.impl()->data(), t.strides(), t.dtype()};
  if (const LoopFn loop = select(conjugate ? conj_loops : neg_loops, t.dtype()))
    return run_rows(pair_of(all, all, t.sizes()), loop, static_cast<int64_t>(t.itemsize()));
  // ComplexHalf has no loops of its own.
  const DimVector strides = doubled(t.strides());
  const ScalarType part = toRealValueType(t.dtype());
  const int64_t part_size = static_cast<int64_t>(elementSize(part));
  for (int64_t k = conjugate ? 1 : 0; k < 2; ++k) {
    const StridedMemory parts{static_cast<char*>(all.data) + k * part_size, strides, part};
    run_rows(pair_of(parts, parts, t.sizes()), select(neg_loops, part), part_size);
  }
}

// Copies the conjugates of numbers that lie side by side in both, in one pass; else false.
bool copy_conjugates(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes) {
  const LoopFn loop = to.dtype == from.dtype ? select(conj_loops, to.dtype) : nullptr;
  if (loop == nullptr) return false;
  const Iterator it = pair_of(to, from, sizes);
  const int64_t itemsize = static_cast<int64_t>(elementSize(to.dtype));
  if (it.dim() > 0 && (it.strides(0)[0] != itemsize || it.strides(1)[0] != itemsize)) return false;
  run_rows(it, loop, itemsize);
  return true;
}

// Converts real numbers that lie side by side in both; false where their dtypes do not convert.
bool cast_elements(const TensorImpl& to, const TensorImpl& from) {
  if (isComplexType(to.dtype()) || isComplexType(from.dtype())) return false;
  const LoopFn loop = cast_loop(to.dtype(), from.dtype());
  if (loop == nullptr) return false;
  const int64_t strides[2] = {static_cast<int64_t>(to.itemsize()), static_cast<int64_t>(from.itemsize())};
  parallel_for(0, to.numel(), grain_of(strides[0]), [&](int64_t begin, int64_t end) {
    char* const data[2] = {static_cast<char*>(to.data()) + begin * strides[0],
                           static_cast<char*>(from.data()) + begin * strides[1]};
    loop(data, strides, end - begin, nullptr);
  });
  return true;
}

}  // namespace

void copy_values(const TensorBase& self, const TensorBase& source) {
  const TensorImpl &to = self.body(), &from = source.body();
  if (TORCHPP_UNLIKELY(to.device().is_meta())) return;
  TORCHPP_CHECK_NOT_IMPLEMENTED(!from.device().is_meta(), "Cannot copy out of meta tensor; no data!");
  const bool bits = to.is_conj() || from.is_conj() || to.is_neg() || from.is_neg();
  if (TORCHPP_LIKELY(!bits && to.is_contiguous() && from.is_contiguous() && to.sizes() == from.sizes())) {
    if (to.dtype() == from.dtype())
      return copy_bytes(to.data(), from.data(), to.numel() * static_cast<int64_t>(to.itemsize()));
    if (cast_elements(to, from)) return;
  }
  // Negated before it has an imaginary part, which is 0, not -0.
  if (from.is_neg() && isComplexType(to.dtype()) && !isComplexType(from.dtype()))
    return copy_values(self, op::clone(Tensor(source), nullopt));
  DimVector strides(from.strides());
  if (to.sizes() != from.sizes()) {  // broadcast: missing and size-1 dimensions stand still
    const size_t missing = static_cast<size_t>(to.dim() - from.dim());
    strides = DimVector(to.sizes().size(), 0);
    for (size_t i = 0; i < from.sizes().size(); ++i)
      strides[missing + i] = from.sizes()[i] == 1 ? 0 : from.strides()[i];
  }
  const StridedMemory to_memory{to.data(), to.strides(), to.dtype()}, from_memory{from.data(), strides, from.dtype()};
  const bool conjugates = isComplexType(to.dtype()) && to.is_conj() != from.is_conj();
  if (!conjugates || !copy_conjugates(to_memory, from_memory, to.sizes())) {
    copy_strided(to_memory, from_memory, to.sizes());
    if (conjugates) negate(self, true);
  }
  if (to.is_neg() != from.is_neg()) negate(self, false);
}

namespace {

bool is_zero(const char* value, size_t itemsize) {
  for (size_t i = 0; i < itemsize; ++i)
    if (value[i] != 0) return false;
  return true;
}

}  // namespace

void fill_elements(const TensorBase& t, const char* bits) {
  if (t.numel() == 0 || t.is_meta()) return;
  const int64_t itemsize = static_cast<int64_t>(t.itemsize());
  if (TORCHPP_LIKELY(t.is_contiguous())) {
    char* data = static_cast<char*>(t.impl()->data());
    const bool zero = is_zero(bits, t.itemsize());
    const LoopFn loop = copy_loop(itemsize);
    const bool streams = exceeds_cache(t.numel() * itemsize);
    parallel_for(0, t.numel(), 2 * kCopyGrainBytes / itemsize, [&](int64_t b, int64_t e) {
      char* at[2] = {data + b * itemsize, const_cast<char*>(bits)};
      const int64_t strides[2] = {itemsize, 0};
      if (streams) run_streamed(loop, at, strides, 2, e - b, nullptr);
      else if (zero) std::memset(at[0], 0, static_cast<size_t>((e - b) * itemsize));
      else loop(at, strides, e - b, nullptr);
    });
    return;
  }
  const DimVector still(t.sizes().size(), 0);
  copy_strided({t.impl()->data(), t.strides(), t.dtype()}, {const_cast<char*>(bits), still, t.dtype()}, t.sizes());
}

namespace {

struct Moves {
  static void transfer(const TensorBase& to, const TensorBase& from, bool) { copy_values(to, from); }
  static void conjugate(const TensorBase& t) { negate(t, true); }
  static void fill(const TensorBase& t, const char* bits) { fill_elements(t, bits); }
};
using Kernels = CopyKernels<Moves>;

}  // namespace

Tensor copy(Out out, const Tensor& self, const Tensor& src, bool non_blocking) {
  return Kernels::copy(out, self, src, non_blocking);
}
Tensor clone(const Tensor& self, optional<MemoryFormat> memory_format) { return Kernels::clone(self, memory_format); }
Tensor to_copy(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format) {
  return Kernels::to_copy(self, options, non_blocking, memory_format);
}
Tensor conj_physical(Out out, const Tensor& self) { return Kernels::conj_physical(out, self); }
Tensor fill(Out out, const Tensor& self, const Scalar& value) { return Kernels::fill(out, self, value); }
Tensor fill_tensor(Out out, const Tensor& self, const Tensor& value) { return Kernels::fill_tensor(out, self, value); }

}  // namespace torchpp::cpu

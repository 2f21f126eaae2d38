// SPDX-License-Identifier: BSD-3-Clause

// Sorting in vectors. Words are split by a word of the middle until parts are so short that they fit into registers,
// where networks sort them. Source of the scheme: M. Blacher, J. Giesen, L. Kühne, "Fast and Robust Vectorized In-Place
// Sorting of Primitive Types", 2021; here the upper part goes to a second array, and is sorted from there.

#include "src/backends/cpu/isa/sort_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/order.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace torchpp::cpu {
namespace {

// key(bits) and bits(key); `is_shared` tells keys that elements of several bits have.
struct Truth {
  using Bits = uint8_t;
  static Bits key(Bits bits) { return bits != 0; }
  static Bits bits(Bits key) { return key; }
  static bool is_shared(Bits key) { return key != 0; }
};
struct Unsigned8 {
  using Bits = uint8_t;
  static Bits key(Bits bits) { return bits; }
  static Bits bits(Bits key) { return key; }
  static bool is_shared(Bits) { return false; }
};
template <class U>
struct Signed {
  using Bits = U;
  static Bits key(Bits bits) { return math::signed_key(bits); }
  static Bits bits(Bits key) { return math::signed_key(key); }
  static bool is_shared(Bits) { return false; }
};
template <class U, U kInfinity>
struct Floating {
  using Bits = U;
  static Bits key(Bits bits) { return math::floating_key(bits, kInfinity); }
  static Bits bits(Bits key) { return math::floating_bits(key); }
  static bool is_shared(Bits key) { return math::is_shared_key(key); }
};

// f(a key's class) for the kind.
template <class F>
inline auto visit(KeyKind kind, const F& f) {
  switch (kind) {
    case KeyKind::kTruth: return f(Truth());
    case KeyKind::kU8: return f(Unsigned8());
    case KeyKind::kI8: return f(Signed<uint8_t>());
    case KeyKind::kI16: return f(Signed<uint16_t>());
    case KeyKind::kI32: return f(Signed<uint32_t>());
    case KeyKind::kI64: return f(Signed<uint64_t>());
    case KeyKind::kHalf: return f(Floating<uint16_t, 0x7c00>());
    case KeyKind::kBFloat16: return f(Floating<uint16_t, 0x7f80>());
    case KeyKind::kFloat: return f(Floating<uint32_t, 0x7f800000u>());
    default: return f(Floating<uint64_t, 0x7ff0000000000000u>());
  }
}

void load(KeyKind kind, uint64_t* words, const void* x, int64_t first, int64_t n, bool descending) {
  visit(kind, [&](auto tag) {
    using Key = decltype(tag);
    using U = typename Key::Bits;
    const U* from = static_cast<const U*>(x) + first;
    const U flip = descending ? static_cast<U>(~U{0}) : U{0};
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < n; ++i)
      words[i] = static_cast<uint64_t>(Key::key(from[i]) ^ flip) << 32 | static_cast<uint32_t>(first + i);
  });
}

// Elements are made of their keys, which lie side by side, where a key tells their bits.
void store(KeyKind kind, const uint64_t* words, const void* x, int64_t n, bool descending, void* values,
           int64_t* positions) {
  visit(kind, [&](auto tag) {
    using Key = decltype(tag);
    using U = typename Key::Bits;
    constexpr int64_t kBlock = 64;
    const U* from = static_cast<const U*>(x);
    U* to = static_cast<U*>(values);
    const U flip = descending ? static_cast<U>(~U{0}) : U{0};
    const auto key = [&](int64_t i) { return static_cast<U>(static_cast<U>(words[i] >> 32) ^ flip); };
    for (int64_t first = 0; first < n; first += kBlock) {
      const int64_t last = n - first < kBlock ? n : first + kBlock;
      U shared = 0;
      TORCHPP_NO_ALIAS
      for (int64_t i = first; i < last; ++i) {
        to[i] = Key::bits(key(i));
        positions[i] = static_cast<int64_t>(words[i] & 0xffffffffu);
        shared |= static_cast<U>(Key::is_shared(key(i)));
      }
      for (int64_t i = first; shared != 0 && i < last; ++i)
        if (Key::is_shared(key(i))) to[i] = from[positions[i]];
    }
  });
}

int64_t find_below(KeyKind kind, const void* x, int64_t first, int64_t n, uint64_t limit, bool descending) {
  return visit(kind, [&](auto tag) -> int64_t {
    using Key = decltype(tag);
    using U = typename Key::Bits;
    constexpr int64_t kBlock = 64;
    const U* from = static_cast<const U*>(x);
    const U flip = descending ? static_cast<U>(~U{0}) : U{0}, most = static_cast<U>(limit);
    const auto below = [&](int64_t i) { return static_cast<U>(Key::key(from[i]) ^ flip) < most; };
    int64_t i = first;
    for (; i + kBlock <= n; i += kBlock) {
      U found = 0;
      for (int64_t j = 0; j < kBlock; ++j) found |= static_cast<U>(below(i + j));
      if (found != 0) break;
    }
    while (i < n && !below(i)) ++i;
    return i;
  });
}

#if defined(__AVX512F__)

typedef uint64_t Words __attribute__((vector_size(64)));
typedef uint64_t UnalignedWords __attribute__((vector_size(64), aligned(8), may_alias));
constexpr int64_t kLanes = 8;

inline Words load_words(const uint64_t* x) { return *reinterpret_cast<const UnalignedWords*>(x); }
inline void store_words(uint64_t* x, Words v) { *reinterpret_cast<UnalignedWords*>(x) = v; }
inline __m512i bits(Words v) { return reinterpret_cast<__m512i>(v); }
inline Words words_of(__m512i v) { return reinterpret_cast<Words>(v); }
inline __mmask8 mask_below(Words a, Words b) { return _mm512_cmplt_epu64_mask(bits(a), bits(b)); }
// Lanes of b where the mask has bits, else of a.
inline Words blend(__mmask8 mask, Words a, Words b) {
  return words_of(_mm512_mask_blend_epi64(mask, bits(a), bits(b)));
}
inline __mmask8 first_lanes(int64_t n) { return static_cast<__mmask8>(n >= kLanes ? 0xff : n <= 0 ? 0 : (1 << n) - 1); }

inline void exchange(Words& a, Words& b) {
  const __mmask8 below = mask_below(a, b);
  const Words low = blend(below, b, a);
  b = blend(below, a, b);
  a = low;
}
// Each lane against its partner's value t: those of kHigh keep the greater.
template <unsigned kHigh>
inline Words exchange_lanes(Words v, Words t) {
  return blend(_kxor_mask8(mask_below(v, t), static_cast<__mmask8>(kHigh)), t, v);
}

#define LANES(v, ...) __builtin_shufflevector(v, v, __VA_ARGS__)
inline Words neighbours(Words v) { return exchange_lanes<0xaa>(v, LANES(v, 1, 0, 3, 2, 5, 4, 7, 6)); }
inline Words reversed(Words v) { return LANES(v, 7, 6, 5, 4, 3, 2, 1, 0); }
// Sorts lanes that rise and then fall.
inline Words merge_lanes(Words v) {
  v = exchange_lanes<0xf0>(v, LANES(v, 4, 5, 6, 7, 0, 1, 2, 3));
  v = exchange_lanes<0xcc>(v, LANES(v, 2, 3, 0, 1, 6, 7, 4, 5));
  return neighbours(v);
}
inline Words sort_lanes(Words v) {
  v = neighbours(v);
  v = neighbours(exchange_lanes<0xcc>(v, LANES(v, 3, 2, 1, 0, 7, 6, 5, 4)));
  v = exchange_lanes<0xf0>(v, reversed(v));
  return neighbours(exchange_lanes<0xcc>(v, LANES(v, 2, 3, 0, 1, 6, 7, 4, 5)));
}
#undef LANES

// Loops of constant bounds only: a compiler that does not unroll them all keeps the vectors in memory.

// Sorts N vectors that rise and then fall.
template <int N>
inline void merge_vectors(Words* v) {
  if constexpr (N > 1) {
#pragma GCC unroll 16
    for (int i = 0; i < N / 2; ++i) exchange(v[i], v[i + N / 2]);
    merge_vectors<N / 2>(v);
    merge_vectors<N / 2>(v + N / 2);
  } else {
    v[0] = merge_lanes(v[0]);
  }
}
// Two sorted runs of M vectors each become one.
template <int M>
inline void merge(Words* v) {
#pragma GCC unroll 16
  for (int i = 0; i < (M + 1) / 2; ++i) {
    const Words last = reversed(v[2 * M - 1 - i]);
    v[2 * M - 1 - i] = reversed(v[M + i]);
    v[M + i] = last;
  }
  merge_vectors<2 * M>(v);
}
// Runs of M vectors each become one of R vectors.
template <int M, int R>
inline void merge_runs(Words* v) {
  if constexpr (M < R) {
#pragma GCC unroll 16
    for (int i = 0; i < R; i += 2 * M) merge<M>(v + i);
    merge_runs<2 * M, R>(v);
  }
}

// Batcher's network over N vectors, in each lane; kStep says which of them a merge takes.
template <int N, int kStep>
inline void merge_columns(Words* v) {
  if constexpr (2 * kStep < N) {
    merge_columns<N, 2 * kStep>(v);
    merge_columns<N, 2 * kStep>(v + kStep);
#pragma GCC unroll 16
    for (int i = kStep; i < N - kStep; i += 2 * kStep) exchange(v[i], v[i + kStep]);
  } else {
    exchange(v[0], v[kStep]);
  }
}
template <int N>
inline void sort_columns(Words* v) {
  if constexpr (N > 1) {
    sort_columns<N / 2>(v);
    sort_columns<N / 2>(v + N / 2);
    merge_columns<N, 1>(v);
  }
}

// Eight vectors as an 8 x 8 matrix.
inline void transpose(Words* v) {
  Words t[8], u[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; i += 2) {
    t[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    t[i + 1] = __builtin_shufflevector(v[i], v[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
#pragma GCC unroll 2
  for (int h = 0; h < 2; ++h) {
#pragma GCC unroll 2
    for (int i = 0; i < 8; i += 4) {
      u[i + h] = __builtin_shufflevector(t[i + h], t[i + 2 + h], 0, 1, 2, 3, 8, 9, 10, 11);
      u[i + 2 + h] = __builtin_shufflevector(t[i + h], t[i + 2 + h], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    v[h] = __builtin_shufflevector(u[h], u[4 + h], 0, 1, 4, 5, 8, 9, 12, 13);
    v[2 + h] = __builtin_shufflevector(u[h], u[4 + h], 2, 3, 6, 7, 10, 11, 14, 15);
    v[4 + h] = __builtin_shufflevector(u[2 + h], u[6 + h], 0, 1, 4, 5, 8, 9, 12, 13);
    v[6 + h] = __builtin_shufflevector(u[2 + h], u[6 + h], 2, 3, 6, 7, 10, 11, 14, 15);
  }
}

// At most 8 R words, in registers; `to` may be x.
template <int R>
TORCHPP_OUT_OF_LINE void sort_block(const uint64_t* x, uint64_t* to, int64_t n) {
  Words v[R];
#pragma GCC unroll 16
  for (int i = 0; i < R; ++i)
    v[i] = words_of(_mm512_mask_loadu_epi64(bits(~Words{}), first_lanes(n - kLanes * i), x + kLanes * i));
  if constexpr (R == 16) {
    sort_columns<16>(v);
    transpose(v);
    transpose(v + 8);
    Words runs[16];
#pragma GCC unroll 8
    for (int j = 0; j < 8; ++j) runs[2 * j] = v[j], runs[2 * j + 1] = v[8 + j];
#pragma GCC unroll 16
    for (int j = 0; j < 16; ++j) v[j] = runs[j];
    merge_runs<2, R>(v);
  } else if constexpr (R == 8) {
    sort_columns<8>(v);
    transpose(v);
    merge_runs<1, R>(v);
  } else {
#pragma GCC unroll 4
    for (int i = 0; i < R; ++i) v[i] = sort_lanes(v[i]);
    merge_runs<1, R>(v);
  }
#pragma GCC unroll 16
  for (int i = 0; i < R; ++i) _mm512_mask_storeu_epi64(to + kLanes * i, first_lanes(n - kLanes * i), bits(v[i]));
}

constexpr int64_t kBlockWords = 16 * kLanes;

inline void sort_short(const uint64_t* x, uint64_t* to, int64_t n) {
  if (n <= 8) sort_block<1>(x, to, n);
  else if (n <= 16) sort_block<2>(x, to, n);
  else if (n <= 32) sort_block<4>(x, to, n);
  else if (n <= 64) sort_block<8>(x, to, n);
  else sort_block<16>(x, to, n);
}

// A word of the middle, below which at least four words are. The fifth of eight medians of three; of long parts, for
// which a level of splitting costs more, that of 64 words.
inline uint64_t pivot_of(const uint64_t* x, int64_t n) {
  constexpr int64_t kLong = 4096;
  if (n >= kLong) {
    uint64_t sample[8 * kLanes];
    for (int64_t i = 0; i < 8; ++i) store_words(sample + i * kLanes, load_words(x + (2 * i + 1) * (n / 16)));
    sort_block<8>(sample, sample, 8 * kLanes);
    return sample[4 * kLanes];
  }
  Words a = load_words(x + n / 8), b = load_words(x + n / 2), c = load_words(x + n / 8 * 7 - kLanes);
  exchange(a, b);
  exchange(b, c);
  exchange(a, b);
  return sort_lanes(b)[4];
}

// For each mask, the lanes that it has, then the others.
struct LaneOrders {
  alignas(8) uint8_t lanes[256][kLanes];
  constexpr LaneOrders() : lanes() {
    for (int mask = 0; mask < 256; ++mask) {
      int count = 0;
      for (int wanted = 1; wanted >= 0; --wanted)
        for (int i = 0; i < kLanes; ++i)
          if ((mask >> i & 1) == wanted) lanes[mask][count++] = static_cast<uint8_t>(i);
    }
  }
};
constexpr LaneOrders kLaneOrders;

// Moves words that are below some word of the middle to the front of x, the others to the back of `other`, where they
// have the places that they would have in x. Returns how many are below: neither none nor all.
int64_t split_apart(uint64_t* x, uint64_t* other, int64_t n) {
  const uint64_t pivot = pivot_of(x, n);
  const Words limit = Words{} + pivot;
  int64_t low = 0, i = 0;
  // A vector in the order of both parts is written to both; the lanes that do not belong there are written over later.
  // What is written to x has been read before.
  const auto add = [&](Words v, int64_t read) {
    const unsigned below = mask_below(v, limit);
    const __m512i order =
        _mm512_maskz_cvtepu8_epi64(0xff, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kLaneOrders.lanes[below])));
    const Words parts = words_of(_mm512_maskz_permutexvar_epi64(0xff, order, bits(v)));
    store_words(x + low, parts);
    store_words(other + n - (read - low) - kLanes, parts);
    low += __builtin_popcount(below);
  };
  for (; i + 4 * kLanes <= n; i += 4 * kLanes) {
    const Words a = load_words(x + i), b = load_words(x + i + kLanes), c = load_words(x + i + 2 * kLanes),
                d = load_words(x + i + 3 * kLanes);
    add(a, i);
    add(b, i + kLanes);
    add(c, i + 2 * kLanes);
    add(d, i + 3 * kLanes);
  }
  for (; i + kLanes <= n; i += kLanes) add(load_words(x + i), i);
  for (; i < n; ++i) {
    const uint64_t word = x[i];
    if (word < pivot) x[low++] = word;
    else other[n - 1 - (i - low)] = word;
  }
  return low;
}
int64_t split(uint64_t* x, uint64_t* other, int64_t n) {
  const int64_t low = split_apart(x, other, n);
  __builtin_memcpy(x + low, other + low, static_cast<size_t>(n - low) * sizeof(uint64_t));
  return low;
}

// Sorts the words of x, into x or, unless they are to `stay`, into `other`; either may be written over.
bool sort_parts(uint64_t* x, uint64_t* other, int64_t n, bool stay, int depth) {
  bool sorted = true;
  for (; n > kBlockWords; --depth) {
    if (depth == 0) {
      if (!stay) __builtin_memcpy(other, x, static_cast<size_t>(n) * sizeof(uint64_t));
      return false;
    }
    const int64_t low = split_apart(x, other, n);
    sorted &= sort_parts(x, other, low, stay, depth - 1);
    uint64_t* const rest = other + low;
    other = x + low;
    x = rest;
    n -= low;
    stay = !stay;
  }
  sort_short(x, stay ? x : other, n);
  return sorted;
}

bool sort(uint64_t* words, uint64_t* other, int64_t n) {
  const int bits = 64 - __builtin_clzll(static_cast<uint64_t>(n) | 1);
  return sort_parts(words, other, n, true, 2 * bits);
}

#endif

}  // namespace

#if defined(__AVX512F__)
const SortKernels TORCHPP_SET_NAME(sort_kernels) = {&load, &store, &find_below, &sort, &split};
#else
const SortKernels TORCHPP_SET_NAME(sort_kernels) = {&load, &store, &find_below, nullptr, nullptr};
#endif

}  // namespace torchpp::cpu

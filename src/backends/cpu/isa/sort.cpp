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

template <class U>
inline U flip_of(bool descending) {
  return descending ? static_cast<U>(~U{0}) : U{0};
}

void range(KeyKind kind, const void* x, int64_t n, bool descending, uint64_t* least, uint64_t* greatest) {
  visit(kind, [=](auto tag) {
    using Key = decltype(tag);
    using U = typename Key::Bits;
    const U* from = static_cast<const U*>(x);
    const U flip = flip_of<U>(descending);
    U low = static_cast<U>(~U{0}), high = 0;
    for (int64_t i = 0; i < n; ++i) {
      const U key = Key::key(from[i]) ^ flip;
      low = key < low ? key : low;
      high = key > high ? key : high;
    }
    *least = low;
    *greatest = high;
  });
}

template <class Key>
inline void load_words_of(uint64_t* words, const void* x, int64_t first, int64_t n, bool descending, uint64_t least,
                          int shift) {
  using U = typename Key::Bits;
  const U* from = static_cast<const U*>(x) + first;
  const U flip = flip_of<U>(descending);
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    const U key = Key::key(from[i]) ^ flip;
    const uint64_t high = sizeof(U) < sizeof(uint64_t) ? key : (key - least) >> shift;
    words[i] = high << 32 | static_cast<uint32_t>(first + i);
  }
}
void load(KeyKind kind, uint64_t* words, const void* x, int64_t first, int64_t n, bool descending, uint64_t least,
          int shift) {
  visit(kind, [=](auto tag) { load_words_of<decltype(tag)>(words, x, first, n, descending, least, shift); });
}

// Elements are made of their keys, which lie side by side, where a key tells their bits.
template <class Key>
inline void store_block(const uint64_t* words, int64_t n, const SortedElements& to, int64_t at) {
  using U = typename Key::Bits;
  const U flip = flip_of<U>(to.descending), least = static_cast<U>(to.least);
  const U* const from = static_cast<const U*>(to.x);
  U* const values = static_cast<U*>(to.values) + at;
  int64_t* const positions = to.positions + at;
  const auto key = [=](int64_t i) {
    if constexpr (sizeof(U) < sizeof(uint64_t)) return static_cast<U>(static_cast<U>(words[i] >> 32) ^ flip);
    else return static_cast<U>(((words[i] >> 32) + least) ^ flip);
  };
  U shared = 0;
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < n; ++i) {
    values[i] = Key::bits(key(i));
    positions[i] = static_cast<int64_t>(words[i] & 0xffffffffu);
    shared |= static_cast<U>(Key::is_shared(key(i)));
  }
  for (int64_t i = 0; shared != 0 && i < n; ++i)
    if (Key::is_shared(key(i))) values[i] = from[positions[i]];
}

void store(const uint64_t* words, int64_t n, const SortedElements& to) {
  visit(to.kind, [&](auto tag) {
    constexpr int64_t kBlock = 64;
    for (int64_t i = 0; i < n; i += kBlock)
      store_block<decltype(tag)>(words + i, n - i < kBlock ? n - i : kBlock, to, i);
  });
}

int64_t find_below(KeyKind kind, const void* x, int64_t first, int64_t n, uint64_t limit, bool descending) {
  return visit(kind, [&](auto tag) -> int64_t {
    using Key = decltype(tag);
    using U = typename Key::Bits;
    constexpr int64_t kBlock = 64;
    const U* from = static_cast<const U*>(x);
    const U flip = flip_of<U>(descending), most = static_cast<U>(limit);
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
inline __m512i order_of(unsigned mask) {
  return _mm512_maskz_cvtepu8_epi64(0xff, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kLaneOrders.lanes[mask])));
}

// Moves words that are below `pivot` to the front of x, the others to the back of `other`, where they have the places
// that they would have in x. Returns how many are below.
int64_t split_apart(uint64_t* x, uint64_t* other, int64_t n, uint64_t pivot) {
  const Words limit = Words{} + pivot;
  int64_t low = 0, i = 0;
  // A vector in the order of both parts is written to both; the lanes that do not belong there are written over later.
  // What is written to x has been read before.
  const auto add = [&](Words v, int64_t read) {
    const unsigned below = mask_below(v, limit);
    const Words parts = words_of(_mm512_maskz_permutexvar_epi64(0xff, order_of(below), bits(v)));
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
int64_t split(uint64_t* x, uint64_t* other, int64_t n, bool whole_keys) {
  const uint64_t pivot = pivot_of(x, n);
  const int64_t low = split_apart(x, other, n, whole_keys ? pivot >> 32 << 32 : pivot);
  __builtin_memcpy(x + low, other + low, static_cast<size_t>(n - low) * sizeof(uint64_t));
  return low;
}

// Sorted samples of the words, from which parts of about the same length follow. Their positions do not count, so that
// words of one key come into one part.
template <class F>
inline void limits_of(int64_t n, const F& word_at, uint64_t (&limits)[3]) {
  constexpr int kSamples = 16 * kLanes;
  uint64_t samples[kSamples];
  for (int i = 0; i < kSamples; ++i) samples[i] = word_at(n / kSamples * i);
  sort_block<16>(samples, samples, kSamples);
  for (int i = 0; i < 3; ++i) limits[i] = samples[(i + 1) * kSamples / 4] >> 32 << 32;
}

void load_parts(KeyKind kind, uint64_t* words, uint64_t* other, const void* x, int64_t n, bool descending,
                uint64_t least, int shift, int64_t* counts) {
  visit(kind, [=](auto tag) {
    constexpr int64_t kBlock = 64;
    uint64_t block[kBlock], limits[3];
    limits_of(
        n,
        [=](int64_t i) {
          uint64_t word;
          return load_words_of<decltype(tag)>(&word, x, i, 1, descending, least, shift), word;
        },
        limits);
    const Words low = Words{} + limits[0], middle = Words{} + limits[1], high = Words{} + limits[2];
    uint64_t* const ends[] = {words + n + kPartsGap, other + n + kPartsGap};
    uint64_t *a = words, *b = ends[0], *c = other, *d = ends[1];
    const auto take = [](unsigned mask, Words v) { return words_of(_mm512_maskz_compress_epi64(mask, bits(v))); };
    // Whole vectors are written at the ends of the parts; the gap between two parts is for lanes that do not belong
    // there.
    const auto prepend = [=](uint64_t*& to, unsigned mask, Words v) {
      store_words(to - kLanes, words_of(_mm512_maskz_permutexvar_epi64(0xff, order_of(~mask & 0xff), bits(v))));
      to -= __builtin_popcount(mask);
    };
    for (int64_t first = 0; first < n; first += kBlock) {
      const int64_t count = n - first < kBlock ? n - first : kBlock;
      load_words_of<decltype(tag)>(block, x, first, count, descending, least, shift);
      for (int64_t i = 0; i < count; i += kLanes) {
        const Words v = load_words(block + i);
        const unsigned lanes = first_lanes(count - i), below_low = mask_below(v, low) & lanes,
                       below_middle = mask_below(v, middle) & lanes, below_high = mask_below(v, high) & lanes;
        store_words(a, take(below_low, v));
        a += __builtin_popcount(below_low);
        prepend(b, below_middle & ~below_low, v);
        store_words(c, take(below_high & ~below_middle, v));
        c += __builtin_popcount(below_high & ~below_middle);
        prepend(d, lanes & ~below_high, v);
      }
    }
    counts[0] = a - words, counts[1] = ends[0] - b, counts[2] = c - other, counts[3] = ends[1] - d;
  });
}

void heap_sort(uint64_t* x, int64_t n) {
  const auto sift_down = [x](int64_t at, int64_t end) {
    const uint64_t word = x[at];
    for (int64_t child = 2 * at + 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && x[child] < x[child + 1]) ++child;
      if (x[child] <= word) break;
      x[at] = x[child];
      at = child;
    }
    x[at] = word;
  };
  for (int64_t i = n / 2; i-- > 0;) sift_down(i, n);
  for (int64_t end = n; end-- > 1;) {
    const uint64_t greatest = x[0];
    x[0] = x[end];
    x[end] = greatest;
    sift_down(0, end);
  }
}

// Calls block(words, n, place, at) for blocks of at most kBlockWords words of x, which it has to sort: `at` is where
// they start in the order of all. `place` is their place in x or, unless they are to `stay`, in `other`. Either may be
// written over.
template <class F>
void sort_parts(uint64_t* x, uint64_t* other, int64_t n, bool stay, int depth, int64_t at, const F& block) {
  for (; n > kBlockWords; --depth) {
    if (depth == 0) {  // many bad pivots
      heap_sort(x, n);
      for (; n > kBlockWords; n -= kBlockWords, x += kBlockWords, other += kBlockWords, at += kBlockWords)
        block(x, kBlockWords, stay ? x : other, at);
      break;
    }
    const int64_t low = split_apart(x, other, n, pivot_of(x, n));
    sort_parts(x, other, low, stay, depth - 1, at, block);
    uint64_t* const rest = other + low;
    other = x + low;
    x = rest;
    n -= low;
    at += low;
    stay = !stay;
  }
  block(x, n, stay ? x : other, at);
}

void sort(uint64_t* words, uint64_t* other, int64_t n, const SortedElements* to) {
  const int depth = 2 * (64 - __builtin_clzll(static_cast<uint64_t>(n) | 1));
  if (to == nullptr)
    return sort_parts(words, other, n, true, depth, 0,
                      [](const uint64_t* x, int64_t count, uint64_t* place, int64_t) { sort_short(x, place, count); });
  visit(to->kind, [=](auto tag) {
    sort_parts(words, other, n, true, depth, 0, [=](const uint64_t* x, int64_t count, uint64_t*, int64_t at) {
      using U = typename decltype(tag)::Bits;
      constexpr int64_t kLine = 64, kFar = 1 << 15;
      alignas(64) uint64_t sorted[kBlockWords];
      // The results of the next block are asked for where they are in no near cache: 0.95 of the time of a million.
      const char *values = reinterpret_cast<const char*>(static_cast<U*>(to->values) + at + kBlockWords),
                 *positions = reinterpret_cast<const char*>(to->positions + at + kBlockWords);
      if (n >= kFar) {
        for (int64_t i = 0; i < count * static_cast<int64_t>(sizeof(U)); i += kLine) __builtin_prefetch(values + i, 1);
        for (int64_t i = 0; i < count * static_cast<int64_t>(sizeof(int64_t)); i += kLine)
          __builtin_prefetch(positions + i, 1);
      }
      sort_short(x, sorted, count);
      store_block<decltype(tag)>(sorted, count, *to, at);
    });
  });
}

#endif

}  // namespace

#if defined(__AVX512F__)
const SortKernels TORCHPP_SET_NAME(sort_kernels) = {&range, &load, &store, &find_below, &sort, &split, &load_parts};
#else
const SortKernels TORCHPP_SET_NAME(sort_kernels) = {&range, &load, &store, &find_below, nullptr, nullptr, nullptr};
#endif

}  // namespace torchpp::cpu

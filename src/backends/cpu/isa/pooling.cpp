// SPDX-License-Identifier: BSD-3-Clause

// Loops of pooling: along the rows of planes, over the channels of channels-last images, and over 2 x 2 squares.

#include "src/backends/cpu/isa/pooling_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/cpu/isa/registers.h"

namespace torchpp::cpu {
namespace {

// -- rows of planes: the compiler turns these into vector loops, with the usual strides as constants

template <class T, int S>
void max_index_row(int64_t n, int64_t stride, const T* __restrict x, int32_t base, T* __restrict best,
                   int32_t* __restrict index) {
  const int64_t step = S ? S : stride;
  for (int64_t j = 0; j < n; ++j) {
    const T v = x[j * step];
    const bool wins = (v > best[j]) | (v != v);
    best[j] = wins ? v : best[j];
    index[j] = wins ? base + static_cast<int32_t>(j * step) : index[j];
  }
}
template <class T>
void max_index(int64_t n, int64_t stride, const T* x, int32_t base, T* best, int32_t* index) {
  if (stride == 1) max_index_row<T, 1>(n, stride, x, base, best, index);
  else if (stride == 2) max_index_row<T, 2>(n, stride, x, base, best, index);
  else max_index_row<T, 0>(n, stride, x, base, best, index);
}

template <class T, int S>
void max_row(int64_t n, int64_t stride, const T* __restrict x, T* __restrict best) {
  const int64_t step = S ? S : stride;
  for (int64_t j = 0; j < n; ++j) {
    const T v = x[j * step];
    const bool wins = (v > best[j]) | (v != v);
    best[j] = wins ? v : best[j];
  }
}
template <class T>
void max(int64_t n, int64_t stride, const T* x, T* best) {
  if (stride == 1) max_row<T, 1>(n, stride, x, best);
  else if (stride == 2) max_row<T, 2>(n, stride, x, best);
  else max_row<T, 0>(n, stride, x, best);
}

// x[0], x[S], x[2 S], ... as lanes; nothing after the last of them is read.
template <class T, int S, int... I>
inline Vector<T> every(const T* x, Lanes<I...>) {
  constexpr int L = kLanes<T>;
  if constexpr (S == 1) return load(x);
  else return __builtin_shufflevector(load(x), load(x + L - 1), (I < L / 2 ? 2 * I : 2 * I + 1)...);
}

template <class T, int S>
void max_taps_row(int64_t n, const T* x, const int64_t* taps, int64_t count, T* y) {
  constexpr int64_t lanes = kLanes<T>;
  const T lowest = -static_cast<T>(__builtin_inff());
  for (int64_t j = 0; j < n; j += lanes) {
    const int64_t at = j + lanes <= n ? j : n - lanes;  // the last vector overlaps the one before
    Vector<T> best = splat(lowest);
    for (int64_t t = 0; t < count; ++t) {
      const Vector<T> v = every<T, S>(x + taps[t] + at * S, typename AllLanes<kLanes<T>>::Type());
      best = v != v ? v : greater_of(v, best);
    }
    store(y + at, best);
  }
}
template <class T>
void max_taps(int64_t n, int64_t stride, const T* x, const int64_t* taps, int64_t count, T* y) {
  if (stride == 1) max_taps_row<T, 1>(n, x, taps, count, y);
  else max_taps_row<T, 2>(n, x, taps, count, y);
}

// Indices as wide as the elements, so that both fit the same vectors.
template <class T>
struct IndexOf;
template <>
struct IndexOf<float> {
  using Type = int32_t;
};
template <>
struct IndexOf<double> {
  using Type = int64_t;
};

template <class T, int S>
void max_taps_index_row(int64_t n, const T* x, const int64_t* taps, int64_t count, int64_t base, T* y, int64_t* index) {
  constexpr int64_t lanes = kLanes<T>;
  using I = typename IndexOf<T>::Type;
  typedef I Indices __attribute__((vector_size(sizeof(Vector<T>))));
  typedef int64_t Longs __attribute__((vector_size(lanes * sizeof(int64_t))));
  Indices steps;
  for (int i = 0; i < lanes; ++i) steps[i] = static_cast<I>(i * S);
  for (int64_t j = 0; j < n; j += lanes) {
    const int64_t at = j + lanes <= n ? j : n - lanes;  // the last vector overlaps the one before
    const Indices first = steps + static_cast<I>(base + at * S);
    const auto seen = [&](int64_t t) {
      return every<T, S>(x + taps[t] + at * S, typename AllLanes<kLanes<T>>::Type());
    };
    Vector<T> best = seen(0);
    Indices found = first + static_cast<I>(taps[0]);
    for (int64_t t = 1; t < count; ++t) {
      const Vector<T> v = seen(t);
      const Indices takes = (v > best) | (v != v);
      best = takes ? v : best;
      found = takes ? first + static_cast<I>(taps[t]) : found;
    }
    store(y + at, best);
    const Longs wide = __builtin_convertvector(found, Longs);
    __builtin_memcpy(index + at, &wide, sizeof wide);
  }
}
template <class T>
void max_taps_index(int64_t n, int64_t stride, const T* x, const int64_t* taps, int64_t count, int64_t base, T* y,
                    int64_t* index) {
  if (stride == 1) max_taps_index_row<T, 1>(n, x, taps, count, base, y, index);
  else max_taps_index_row<T, 2>(n, x, taps, count, base, y, index);
}

template <class T, int S>
void add_row(int64_t n, int64_t stride, const T* __restrict x, T* __restrict sum) {
  const int64_t step = S ? S : stride;
  for (int64_t j = 0; j < n; ++j) sum[j] += x[j * step];
}
template <class T>
void add(int64_t n, int64_t stride, const T* x, T* sum) {
  if (stride == 1) add_row<T, 1>(n, stride, x, sum);
  else if (stride == 2) add_row<T, 2>(n, stride, x, sum);
  else add_row<T, 0>(n, stride, x, sum);
}

template <class T, int S>
void scatter_row(int64_t n, int64_t stride, const T* __restrict g, T* __restrict x) {
  const int64_t step = S ? S : stride;
  for (int64_t j = 0; j < n; ++j) x[j * step] += g[j];
}
template <class T>
void scatter(int64_t n, int64_t stride, const T* g, T* x) {
  if (stride == 1) scatter_row<T, 1>(n, stride, g, x);
  else if (stride == 2) scatter_row<T, 2>(n, stride, g, x);
  else scatter_row<T, 0>(n, stride, g, x);
}

// -- channels-last images

inline int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

// First position of window i in dimension d, and its first position inside the image.
inline int64_t origin(const PoolWindow& w, int d, int64_t i) { return i * w.stride[d] - w.padding[d]; }
// A dilated window may see nothing but padding; its index must still be one of the image.
inline int64_t first_inside(const PoolWindow& w, int d, int64_t i) {
  int64_t at = origin(w, d, i);
  while (at < 0) at += w.dilation[d];
  return lesser(at, w.in[d] - 1);
}
// A NaN is larger than everything; of equal elements the first counts.
template <class T>
inline bool takes(T value, T best) {
  return value > best || value != value;
}

constexpr int64_t kRun = 512;  // channels at a time

template <class T>
void max_last(T* out, int64_t* indices, const T* in, const PoolWindow& w, int64_t row, int64_t channels) {
  using I = typename IndexOf<T>::Type;
  I at[kRun];
  for (int64_t col = 0; col < w.out[1]; ++col)
    for (int64_t c0 = 0; c0 < channels; c0 += kRun) {
      const int64_t n = lesser(kRun, channels - c0), to = (row * w.out[1] + col) * channels + c0;
      T* best = out + to;
      const I start = static_cast<I>(first_inside(w, 0, row) * w.in[1] + first_inside(w, 1, col));
      for (int64_t c = 0; c < n; ++c) best[c] = -static_cast<T>(__builtin_inff()), at[c] = start;
      for (int64_t kh = 0; kh < w.kernel[0]; ++kh)
        for (int64_t kw = 0; kw < w.kernel[1]; ++kw) {
          const int64_t h = origin(w, 0, row) + kh * w.dilation[0], x = origin(w, 1, col) + kw * w.dilation[1];
          if (h < 0 || h >= w.in[0] || x < 0 || x >= w.in[1]) continue;
          const I index = static_cast<I>(h * w.in[1] + x);
          const T* from = in + (h * w.in[1] + x) * channels + c0;
          TORCHPP_NO_ALIAS
          for (int64_t c = 0; c < n; ++c) {
            const bool take = takes(from[c], best[c]);
            best[c] = take ? from[c] : best[c];
            at[c] = take ? index : at[c];
          }
        }
      if (indices)
        for (int64_t c = 0; c < n; ++c) indices[to + c] = at[c];
    }
}

// The part of window (row, col) inside the image, and what its sum is divided by.
template <class T>
struct Box {
  int64_t top, bottom, left, right;
  T scale;
  Box(const PoolWindow& w, const PoolDivisor& d, int64_t row, int64_t col) {
    top = origin(w, 0, row), left = origin(w, 1, col);
    bottom = lesser(top + w.kernel[0], w.in[0] + w.padding[0]);
    right = lesser(left + w.kernel[1], w.in[1] + w.padding[1]);
    const int64_t padded = (bottom - top) * (right - left);
    top = greater(top, 0), left = greater(left, 0), bottom = lesser(bottom, w.in[0]), right = lesser(right, w.in[1]);
    const int64_t seen = top < bottom && left < right ? (bottom - top) * (right - left) : 0;
    count = d.fixed != 0 ? d.fixed : d.count_padding ? padded : seen;
    if (seen == 0) top = bottom = 0;
    scale = static_cast<T>(count);
  }
  int64_t count;
};

template <class T>
void average_backward_last(T* grad_in, const T* grad_out, const PoolWindow& w, const PoolDivisor& d, int64_t channels) {
  for (int64_t row = 0; row < w.out[0]; ++row)
    for (int64_t col = 0; col < w.out[1]; ++col) {
      const Box<T> box(w, d, row, col);
      const T* from = grad_out + (row * w.out[1] + col) * channels;
      for (int64_t h = box.top; h < box.bottom; ++h)
        for (int64_t x = box.left; x < box.right; ++x) {
          T* to = grad_in + (h * w.in[1] + x) * channels;
          TORCHPP_NO_ALIAS
          for (int64_t c = 0; c < channels; ++c) to[c] += from[c] / box.scale;
        }
    }
}

// -- windows of channels-last images: a vector of channels at a time, all pixels of which stay in registers

// How channels of the type M are read and written as vectors of floats or doubles.
template <class M>
struct Channels {
  using C = M;
  static Vector<M> read(const M* from) { return load(from); }
  static Vector<M> read_part(const M* from, int64_t n) { return load_part(from, n); }
  // The first n lanes, rounded.
  static void write(M* to, Vector<M> v, int64_t n) {
    if (n == kLanes<M>) return store(to, v);
    __builtin_memcpy(to, &v, static_cast<size_t>(n) * sizeof(M));
  }
  static M narrowed(M x) { return x; }
};
template <>
struct Channels<uint16_t> {
  using C = float;
  typedef uint16_t Halves __attribute__((vector_size(kVectorBytes / 2)));
  typedef uint32_t Bits __attribute__((vector_size(kVectorBytes)));
#if defined(__AVX512F__)  // GCC 12 converts by halves
  static Bits words(Halves h) { return (Bits)_mm512_maskz_cvtepu16_epi32(0xffff, (__m256i)h); }
  static Halves halves(Bits b) { return (Halves)_mm512_maskz_cvtepi32_epi16(0xffff, (__m512i)b); }
#else
  static Bits words(Halves h) { return __builtin_convertvector(h, Bits); }
  static Halves halves(Bits b) { return __builtin_convertvector(b, Halves); }
#endif
  static Vector<float> widened(Halves h) { return (Vector<float>)(words(h) << 16); }
  static Vector<float> read(const uint16_t* from) {
    Halves h;
    __builtin_memcpy(&h, from, sizeof h);
    return widened(h);
  }
  static Vector<float> read_part(const uint16_t* from, int64_t n) {
    Halves h = {};
    __builtin_memcpy(&h, from, static_cast<size_t>(n) * sizeof(uint16_t));
    return widened(h);
  }
  // As math::to_bf16().
  static void write(uint16_t* to, Vector<float> v, int64_t n) {
    const Bits bits = (Bits)v, rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16, nan = (Bits)(v != v);
    const Halves h = halves((nan & 0x7fc0u) | (~nan & rounded));
    if (n == kLanes<float>) __builtin_memcpy(to, &h, sizeof h);
    else __builtin_memcpy(to, &h, static_cast<size_t>(n) * sizeof(uint16_t));
  }
  static uint16_t narrowed(float x) { return static_cast<uint16_t>(math::to_bits(x) >> 16); }  // was one before
};

// f(first channel, their number, read) for vectors of channels. Where there are enough channels, the last vector
// overlaps the one before: parts cost more.
template <class M, class F>
void for_channels(int64_t channels, const F& f) {
  constexpr int64_t lanes = kLanes<typename Channels<M>::C>;
  if (channels < lanes)
    return f(0, channels, [channels](const M* from) { return Channels<M>::read_part(from, channels); });
  for (int64_t c = 0; c < channels; c += lanes)
    f(lesser(c, channels - lanes), lanes, [](const M* from) { return Channels<M>::read(from); });
}

template <class M>
void box_mean(M* out, const M* in, const PoolBox& box) {
  using C = typename Channels<M>::C;
  for_channels<M>(box.channels, [&](int64_t c, int64_t n, const auto& read) {
    Vector<C> sum = {};
    for (int64_t r = 0; r < box.rows; ++r) {
      const M* from = in + r * box.width * box.channels + c;
      for (int64_t i = 0; i < box.columns; ++i) sum += read(from + i * box.channels);
    }
    Channels<M>::write(out + c, sum / splat(static_cast<C>(box.rows * box.columns)), n);
  });
}

template <class M>
void average_last(M* out, const M* in, const PoolWindow& w, const PoolDivisor& d, int64_t row, int64_t channels) {
  using C = typename Channels<M>::C;
  for (int64_t col = 0; col < w.out[1]; ++col) {
    const Box<C> box(w, d, row, col);
    M* const to = out + (row * w.out[1] + col) * channels;
    for_channels<M>(channels, [&](int64_t c, int64_t n, const auto& read) {
      Vector<C> sum = {};
      for (int64_t h = box.top; h < box.bottom; ++h) {
        const M* from = in + (h * w.in[1] + box.left) * channels + c;
        for (int64_t x = box.left; x < box.right; ++x, from += channels) sum += read(from);
      }
      Channels<M>::write(to + c, box.top < box.bottom ? sum / splat(box.scale) : sum, n);
    });
  }
}

template <class M>
void box_max(M* out, int64_t* indices, const M* in, const PoolBox& box, int64_t first) {
  using C = typename Channels<M>::C;
  using I = typename IndexOf<C>::Type;
  typedef I Indices __attribute__((vector_size(kVectorBytes)));
  for_channels<M>(box.channels, [&](int64_t c, int64_t n, const auto& read) {
    Vector<C> best = splat(-static_cast<C>(__builtin_inff()));
    Indices at = Indices{} + static_cast<I>(first);
    for (int64_t r = 0; r < box.rows; ++r) {
      const M* from = in + r * box.width * box.channels + c;
      const I row = static_cast<I>(first + r * box.width);
      for (int64_t i = 0; i < box.columns; ++i) {
        const Vector<C> v = read(from + i * box.channels);
        const Indices take = (v > best) | (v != v);
        best = take ? v : best;
        at = take ? Indices{} + (row + static_cast<I>(i)) : at;
      }
    }
    C value[kLanes<C>];
    I place[kLanes<C>];
    __builtin_memcpy(value, &best, sizeof value);
    __builtin_memcpy(place, &at, sizeof place);
    for (int64_t i = 0; i < n; ++i) out[c + i] = Channels<M>::narrowed(value[i]);
    for (int64_t i = 0; i < n; ++i) indices[c + i] = place[i];
  });
}

// -- 2 x 2 squares

// Vectors of four or eight results. The last results of a row are computed by a vector that overlaps the previous one.
template <int kLanes>
struct Squares;
template <>
struct Squares<4> {
  typedef float Floats __attribute__((vector_size(16)));
  typedef int32_t Ints __attribute__((vector_size(16)));
  typedef uint32_t Bits __attribute__((vector_size(16)));
  typedef uint16_t Halves __attribute__((vector_size(8)));
  typedef int64_t Longs __attribute__((vector_size(32)));
  static Floats even(Floats a, Floats b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6); }
  static Floats odd(Floats a, Floats b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7); }
  static Floats first_pairs(Floats a, Floats b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
  static Floats last_pairs(Floats a, Floats b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
  static Ints steps() { return Ints{0, 2, 4, 6}; }
};
#if defined(__AVX2__)
template <>
struct Squares<8> {
  typedef float Floats __attribute__((vector_size(32)));
  typedef int32_t Ints __attribute__((vector_size(32)));
  typedef uint32_t Bits __attribute__((vector_size(32)));
  typedef uint16_t Halves __attribute__((vector_size(16)));
  typedef int64_t Longs __attribute__((vector_size(64)));
  static Floats even(Floats a, Floats b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14); }
  static Floats odd(Floats a, Floats b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15); }
  static Floats first_pairs(Floats a, Floats b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
  static Floats last_pairs(Floats a, Floats b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
  static Ints steps() { return Ints{0, 2, 4, 6, 8, 10, 12, 14}; }
};
#endif

// The left and the right elements of neighbouring squares in a row, and one number for each square.
template <int kLanes, class F = typename Squares<kLanes>::Floats>
inline void load_row(const float* in, F& left, F& right) {
  F a, b;
  __builtin_memcpy(&a, in, sizeof a);
  __builtin_memcpy(&b, in + kLanes, sizeof b);
  left = Squares<kLanes>::even(a, b), right = Squares<kLanes>::odd(a, b);
}
template <int kLanes, class F = typename Squares<kLanes>::Floats>
inline void store_row(float* out, F left, F right) {
  const F a = Squares<kLanes>::first_pairs(left, right), b = Squares<kLanes>::last_pairs(left, right);
  __builtin_memcpy(out, &a, sizeof a);
  __builtin_memcpy(out + kLanes, &b, sizeof b);
}
template <int kLanes, class F = typename Squares<kLanes>::Floats>
inline F load_results(const float* from) {
  F result;
  __builtin_memcpy(&result, from, sizeof result);
  return result;
}
template <int kLanes>
inline void store_results(float* out, typename Squares<kLanes>::Floats best) {
  __builtin_memcpy(out, &best, sizeof best);
}
// Bfloat16 numbers are the upper halves of floats, and two neighbours are one word, of which the right one is the upper
// half.
template <int kLanes, class F = typename Squares<kLanes>::Floats>
inline void load_row(const uint16_t* in, F& left, F& right) {
  using Bits = typename Squares<kLanes>::Bits;
  Bits pairs;
  __builtin_memcpy(&pairs, in, sizeof pairs);
  left = (F)(pairs << 16), right = (F)(pairs & uint32_t{0xffff0000});
}
template <int kLanes, class F = typename Squares<kLanes>::Floats>
inline void store_row(uint16_t* out, F left, F right) {
  using Bits = typename Squares<kLanes>::Bits;
  const Bits pairs = (Bits)left >> 16 | ((Bits)right & uint32_t{0xffff0000});
  __builtin_memcpy(out, &pairs, sizeof pairs);
}
template <int kLanes, class F = typename Squares<kLanes>::Floats>
inline F load_results(const uint16_t* from) {
  typename Squares<kLanes>::Halves halves;
  __builtin_memcpy(&halves, from, sizeof halves);
  return (F)(__builtin_convertvector(halves, typename Squares<kLanes>::Bits) << 16);
}
template <int kLanes>
inline void store_results(uint16_t* out, typename Squares<kLanes>::Floats best) {
  using S = Squares<kLanes>;
  const auto halves = __builtin_convertvector((typename S::Bits)best >> 16, typename S::Halves);
  __builtin_memcpy(out, &halves, sizeof halves);
}

template <int kLanes, bool kIndices, class T>
inline void squares(T* out, int64_t* indices, const T* in, int64_t row_stride, int32_t index) {
  using S = Squares<kLanes>;
  using F = typename S::Floats;
  using I = typename S::Ints;
  F best, right, below_left, below_right;
  load_row<kLanes>(in, best, right);
  load_row<kLanes>(in + row_stride, below_left, below_right);
  const I first = S::steps() + index;
  I at = first;
  const auto tap = [&](F v, int32_t offset) {
    const I take = (v > best) | (v != v);
    best = take ? v : best;
    if (kIndices) at = take ? first + offset : at;
  };
  const int32_t below = static_cast<int32_t>(row_stride);
  tap(right, 1);
  tap(below_left, below);
  tap(below_right, below + 1);
  store_results<kLanes>(out, best);
  if (kIndices) {
    const typename S::Longs wide = __builtin_convertvector(at, typename S::Longs);
    __builtin_memcpy(indices, &wide, sizeof wide);
  }
}

template <int kLanes, bool kIndices, class T>
void squares_plane(T* out, int64_t* indices, const T* in, int64_t row_stride, int64_t rows, int64_t columns) {
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t to = r * columns, from = 2 * r * row_stride;
    for (int64_t j = 0; j < columns; j += kLanes) {
      const int64_t at = j + kLanes <= columns ? j : columns - kLanes;
      squares<kLanes, kIndices>(out + to + at, kIndices ? indices + to + at : nullptr, in + from + 2 * at, row_stride,
                                static_cast<int32_t>(from + 2 * at));
    }
  }
}

template <class T>
void squares_of_plane(T* out, int64_t* indices, const T* in, int64_t row_stride, int64_t rows, int64_t columns) {
#if defined(__AVX2__)
  if (columns >= 8)
    return (indices ? squares_plane<8, true, T> : squares_plane<8, false, T>)(out, indices, in, row_stride, rows,
                                                                              columns);
#endif
  (indices ? squares_plane<4, true, T> : squares_plane<4, false, T>)(out, indices, in, row_stride, rows, columns);
}

#if defined(__AVX2__)
constexpr int kGradientLanes = 8;
#else
constexpr int kGradientLanes = 4;
#endif

// Each element of a square is written once, the gradient or 0.
template <class T>
bool squares_gradient(T* dx, const T* dy, const int64_t* indices, int64_t height, int64_t width, int64_t rows,
                      int64_t columns) {
  using S = Squares<kGradientLanes>;
  using F = typename S::Floats;
  using I = typename S::Ints;
  using Longs = typename S::Longs;
  Longs seen = Longs{};
  I in_square = ~I{};
  I first = S::steps();  // the index of the upper left element of each square
  const int32_t below = static_cast<int32_t>(width);
  const T* const end = dx + height * width;
  for (int64_t r = 0; r < rows; ++r, dx += 2 * width, dy += columns, indices += columns, first += 2 * below) {
    const auto squares_at = [&](int64_t at) {
      Longs wide;
      __builtin_memcpy(&wide, indices + at, sizeof wide);
      seen |= wide;
      const I offset = __builtin_convertvector(wide, I) - first - static_cast<int32_t>(2 * at);
      const I taps[4] = {offset == 0, offset == 1, offset == below, offset == below + 1};
      in_square &= taps[0] | taps[1] | taps[2] | taps[3];
      const I gradient = (I)(load_results<kGradientLanes>(dy + at) + 0.0f);  // a sum with 0: no result is -0
      store_row<kGradientLanes>(dx + 2 * at, (F)(gradient & taps[0]), (F)(gradient & taps[1]));
      store_row<kGradientLanes>(dx + width + 2 * at, (F)(gradient & taps[2]), (F)(gradient & taps[3]));
    };
    int64_t at = 0;
    for (; at + kGradientLanes <= columns; at += kGradientLanes) squares_at(at);
    if (at < columns) squares_at(columns - kGradientLanes);
    for (int64_t j = 2 * columns; j < width; ++j) dx[j] = dx[width + j] = T(0);
  }
  while (dx != end) *dx++ = T(0);
  bool own = true;
  for (int i = 0; i < kGradientLanes; ++i) own &= (in_square[i] != 0) & (seen[i] >> 31 == 0);
  return own;
}

}  // namespace

#define POOL_KERNELS(T, name)                                                                      \
  const PoolKernels<T> TORCHPP_SET_NAME(pool_##name) = {&max_index<T>,      &max<T>, &max_taps<T>, \
                                                        &max_taps_index<T>, &add<T>, &scatter<T>}; \
  const PoolLastKernels<T> TORCHPP_SET_NAME(pool_last_##name) = {&max_last<T>, &average_backward_last<T>};
POOL_KERNELS(float, float)
POOL_KERNELS(double, double)
#define POOL_BOX_KERNELS(M, name) \
  const PoolBoxKernels<M> TORCHPP_SET_NAME(pool_box_##name) = {&box_mean<M>, &box_max<M>, &average_last<M>};
POOL_BOX_KERNELS(float, float)
POOL_BOX_KERNELS(double, double)
POOL_BOX_KERNELS(uint16_t, bfloat16)

void TORCHPP_SET_NAME(pool_squares)(float* out, int64_t* indices, const float* in, int64_t row_stride, int64_t rows,
                                    int64_t columns) {
  squares_of_plane(out, indices, in, row_stride, rows, columns);
}
void TORCHPP_SET_NAME(pool_squares_bfloat16)(uint16_t* out, int64_t* indices, const uint16_t* in, int64_t row_stride,
                                             int64_t rows, int64_t columns) {
  squares_of_plane(out, indices, in, row_stride, rows, columns);
}
bool TORCHPP_SET_NAME(pool_squares_backward)(float* dx, const float* dy, const int64_t* indices, int64_t height,
                                             int64_t width, int64_t rows, int64_t columns) {
  return squares_gradient(dx, dy, indices, height, width, rows, columns);
}
bool TORCHPP_SET_NAME(pool_squares_backward_bfloat16)(uint16_t* dx, const uint16_t* dy, const int64_t* indices,
                                                      int64_t height, int64_t width, int64_t rows, int64_t columns) {
  return squares_gradient(dx, dy, indices, height, width, rows, columns);
}

}  // namespace torchpp::cpu

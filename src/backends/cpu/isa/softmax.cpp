// SPDX-License-Identifier: BSD-3-Clause

// softmax, log_softmax and their gradients of contiguous rows. Short rows are taken together, as many as lie in a
// vector or as many as it has elements, so that the numbers of the rows (maximum, sum, logarithm) are vectors; longer
// ones go one by one, chunk after chunk. All add in the order of lanes.h.

#include "src/backends/cpu/isa/nn_abi.h"
#include "src/backends/cpu/isa/row_vectors.h"

namespace torchpp::cpu {
namespace {

// The greatest number. NaN need not win: it makes the sum of the row NaN.
struct Top {
  template <class A>
  static A step(A acc, A x) {
    return x > acc ? x : acc;
  }
  template <class T>
  static T start() {
    return -static_cast<T>(__builtin_inf());
  }
};

// out = value(i, vector from i on of a, of b) for the vectors of a row; the last one may be a part.
template <class C, class Value>
inline void map_vectors(C* out, const C* a, const C* b, int64_t n, const Value& value) {
  int64_t i = 0;
  for (; i + kWidth<C> <= n; i += kWidth<C>) put(out + i, value(load(a + i), load(b + i)));
  if (i < n) put_part(out + i, value(load_part(a + i, n - i, C(0)), load_part(b + i, n - i, C(0))), n - i);
}

// The tops of a group of rows, the terms e^(x - top), in rows of whole vectors, and their sums. Meanwhile asks for the
// next group and for `out`, where the results of this one go: the hardware prefetches too late for passes that
// alternate between memory and the nearest cache.
template <class C>
TORCHPP_OUT_OF_LINE void exponentials(C* terms, const C* in, int64_t count, int64_t n, C* top, C* total, const C* out) {
  const int64_t padded = (n + kWidth<C> - 1) / kWidth<C> * kWidth<C>;
  reduce_rows<Top>(top, count, [&](int64_t r) {
    const C* x = in + r * n;
    C* to = terms + r * padded;
    const auto keep = [to](int64_t i, Vector<C> v) {
      put(to + i, v);
      return v;
    };
    return reduced<Top, C>(
        n, [&](int64_t i) { return keep(i, load(x + i)); },
        [&](int64_t i, int64_t some) { return keep(i, load_part(x + i, some, Top::start<C>())); });
  });
  reduce_rows<Sum>(total, count, [&](int64_t r) {
    C* x = terms + r * padded;
    const C m = top[r];
    for (int64_t i = 0; i < n; i += kWidth<C>) {
      __builtin_prefetch(in + (count + r) * n + i);
      __builtin_prefetch(out + r * n + i, 1);
      TORCHPP_NO_ALIAS
      for (int j = 0; j < kWidth<C>; ++j) x[i + j] = math::fn::exp(x[i + j] - m);
    }
    // What is behind the row is e^-inf, or NaN in a row that is NaN.
    return reduced<Sum, C>(
        n, [&](int64_t i) { return load(x + i); }, [&](int64_t i, int64_t) { return load(x + i); });
  });
}

template <class C>
void softmax(C* out, const C* in, int64_t rows, int64_t n) {
  alignas(64) C terms[kGroup], top[kWidth<C>], scale[kWidth<C>];
  const int64_t padded = (n + kWidth<C> - 1) / kWidth<C> * kWidth<C>, most = rows_of_group<C>(n);
  for (int64_t count; rows > 0; rows -= count, in += count * n, out += count * n) {
    count = rows < most ? rows : most;
    exponentials(terms, in, count, n, top, scale, out);
    put(scale, C(1) / load(scale));
    for (int64_t r = 0; r < count; ++r)
      for (int64_t i = 0; i < n; i += kWidth<C>)
        put_some(out + r * n + i, load(terms + r * padded + i) * scale[r], n - i);
  }
}
template <class C>
void log_softmax(C* out, const C* in, int64_t rows, int64_t n) {
  alignas(64) C terms[kGroup], top[kWidth<C>], total[kWidth<C>];
  const int64_t most = rows_of_group<C>(n);
  for (int64_t count; rows > 0; rows -= count, in += count * n, out += count * n) {
    count = rows < most ? rows : most;
    exponentials(terms, in, count, n, top, total, out);
    TORCHPP_NO_ALIAS
    for (int r = 0; r < kWidth<C>; ++r) total[r] = math::fn::log(total[r]);
    for (int64_t r = 0; r < count; ++r) {
      const C *x = in + r * n, m = top[r], log_sum = total[r];
      map_vectors(out + r * n, x, x, n, [&](Vector<C> v, Vector<C>) { return v - m - log_sum; });
    }
  }
}
template <class C>
void softmax_backward(C* to, const C* grad, const C* out, int64_t rows, int64_t n) {
  alignas(64) C dot[kWidth<C>];
  const int64_t most = rows_of_group<C>(n);
  for (int64_t count; rows > 0; rows -= count, to += count * n, grad += count * n, out += count * n) {
    count = rows < most ? rows : most;
    reduce_rows<Sum>(dot, count, [&](int64_t r) {
      const C *g = grad + r * n, *y = out + r * n;
      return reduced<Sum, C>(
          n, [&](int64_t i) { return load(g + i) * load(y + i); },
          [&](int64_t i, int64_t some) { return load_part(g + i, some, C(0)) * load_part(y + i, some, C(0)); });
    });
    for (int64_t r = 0; r < count; ++r)
      map_vectors(to + r * n, grad + r * n, out + r * n, n, [&](Vector<C> g, Vector<C> y) { return y * (g - dot[r]); });
  }
}
template <class C>
void log_softmax_backward(C* to, const C* grad, const C* out, int64_t rows, int64_t n) {
  alignas(64) C terms[kChunk], sum[kWidth<C>];
  const int64_t most = rows_of_group<C>(n);
  for (int64_t count; rows > 0; rows -= count, to += count * n, grad += count * n, out += count * n) {
    count = rows < most ? rows : most;
    reduce_rows<Sum>(sum, count, [&](int64_t r) {
      const C* g = grad + r * n;
      return reduced<Sum, C>(
          n, [&](int64_t i) { return load(g + i); },
          [&](int64_t i, int64_t some) { return load_part(g + i, some, C(0)); });
    });
    for (int64_t r = 0; r < count; ++r) {
      const C* y = out + r * n;
      for (int64_t i = 0; i < n; i += kWidth<C>) {
        put(terms + i, i + kWidth<C> <= n ? load(y + i) : load_part(y + i, n - i, C(0)));
        TORCHPP_NO_ALIAS
        for (int j = 0; j < kWidth<C>; ++j) terms[i + j] = math::fn::exp(terms[i + j]);
      }
      map_vectors(to + r * n, grad + r * n, terms, n, [&](Vector<C> g, Vector<C> e) { return g - e * sum[r]; });
    }
  }
}

// Rows of which a vector holds several whole ones: their lanes are exchanged until each has the row's number, in the
// order in which reduced() folds them.
template <class Op, class C, int kHalf>
inline Vector<C> exchange_halves(Vector<C> v) {
  if constexpr (kHalf == 0) {
    return v;
  } else {
    const Vector<C> swapped = swap_halves<kHalf>(v, typename AllLanes<kWidth<C>>::Type());
    return exchange_halves<Op, C, kHalf / 2>(Op::step(v, swapped));
  }
}
template <int n, class Op, class C>
inline Vector<C> in_each_lane(Vector<C> v) {
  return exchange_halves<Op, C, n / 2>(Op::step(Vector<C>{} + Op::template start<C>(), v));
}
template <class C>
inline Vector<C> load_some(const C* p, int64_t left) {
  return left >= kWidth<C> ? load(p) : load_part(p, left, C(0));
}

constexpr int64_t kPiece = 1024;  // elements of narrow rows between two passes
// f(first, length) for pieces of so many elements, whole rows each.
template <class F>
inline void pieces(int64_t count, const F& f) {
  for (int64_t first = 0; first < count; first += kPiece) f(first, count - first < kPiece ? count - first : kPiece);
}
template <class C>
inline void exponentials_of(C* x, int64_t count) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < count; ++i) x[i] = math::fn::exp(x[i]);
}

template <int n, class C>
void narrow_softmax(C* out, const C* in, int64_t rows) {
  alignas(64) C terms[kPiece];
  pieces(rows * n, [&](int64_t first, int64_t length) {
    for (int64_t i = 0; i < length; i += kWidth<C>) {
      const Vector<C> x = load_some(in + first + i, length - i);
      put(terms + i, x - in_each_lane<n, Top, C>(x));
    }
    exponentials_of(terms, length);
    for (int64_t i = 0; i < length; i += kWidth<C>) {
      const Vector<C> e = load(terms + i);
      put_some(out + first + i, e * (C(1) / in_each_lane<n, Sum, C>(e)), length - i);
    }
  });
}
template <int n, class C>
void narrow_log_softmax(C* out, const C* in, int64_t rows) {
  alignas(64) C terms[kPiece], below_top[kPiece];
  pieces(rows * n, [&](int64_t first, int64_t length) {
    for (int64_t i = 0; i < length; i += kWidth<C>) {
      const Vector<C> x = load_some(in + first + i, length - i), d = x - in_each_lane<n, Top, C>(x);
      put(below_top + i, d);
      put(terms + i, d);
    }
    exponentials_of(terms, length);
    // The logarithm of a row that fills a vector is taken once, of others in each lane.
    constexpr int64_t kShare = n == kWidth<C> ? n : 1;
    for (int64_t i = 0; i < length; i += kWidth<C>) {
      const Vector<C> total = in_each_lane<n, Sum, C>(load(terms + i));
      if constexpr (kShare > 1) terms[i / kShare] = total[0];
      else put(terms + i, total);
    }
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < length / kShare; ++i) terms[i] = math::fn::log(terms[i]);
    for (int64_t i = 0; i < length; i += kWidth<C>) {
      if constexpr (kShare > 1) put(out + first + i, load(below_top + i) - terms[i / kShare]);
      else put_some(out + first + i, load(below_top + i) - load(terms + i), length - i);
    }
  });
}
template <int n, class C>
void narrow_softmax_backward(C* to, const C* grad, const C* out, int64_t rows) {
  for (int64_t i = 0, left = rows * n; left > 0; i += kWidth<C>, left -= kWidth<C>) {
    const Vector<C> g = load_some(grad + i, left), y = load_some(out + i, left);
    put_some(to + i, y * (g - in_each_lane<n, Sum, C>(g * y)), left);
  }
}
template <int n, class C>
void narrow_log_softmax_backward(C* to, const C* grad, const C* out, int64_t rows) {
  alignas(64) C terms[kPiece];
  pieces(rows * n, [&](int64_t first, int64_t length) {
    for (int64_t i = 0; i < length; i += kWidth<C>) put(terms + i, load_some(out + first + i, length - i));
    exponentials_of(terms, length);
    for (int64_t i = 0; i < length; i += kWidth<C>) {
      const Vector<C> g = load_some(grad + first + i, length - i);
      put_some(to + first + i, g - load(terms + i) * in_each_lane<n, Sum, C>(g), length - i);
    }
  });
}

template <int n>
struct Length {
  static constexpr int value = n;
};
// Calls f(Length) where rows of n elements are such; returns whether they are.
template <class C, class F>
inline bool as_narrow(int64_t n, const F& f) {
  if (n == 2) return f(Length<2>()), true;
  if constexpr (kWidth<C> >= 4)
    if (n == 4) return f(Length<4>()), true;
  if constexpr (kWidth<C> >= 8)
    if (n == 8) return f(Length<8>()), true;
  if constexpr (kWidth<C> >= 16)
    if (n == 16) return f(Length<16>()), true;
  return false;
}

template <class M, class C>
C row_max(const M* in, int64_t n) {
  alignas(64) C buffer[kChunk];
  C m = Max::start<C>();
  chunks(n, [&](int64_t first, int64_t length) {
    m = Max::step(m, reduce_chunk<Max>(view(in + first, length, buffer), length));
  });
  return m;
}

// Sum of e^(in - m). Keeps the terms in `terms` unless that is null.
template <class M, class C>
C row_exp_sum(C* terms, const M* in, C m, int64_t n) {
  alignas(64) C buffer[kChunk];
  Cascade<Sum, C> cascade;
  chunks(n, [&](int64_t first, int64_t length) {
    const C* x = view(in + first, length, buffer);
    cascade.push(chunk_sum(terms != nullptr ? terms + first : buffer, length,
                           [&](int64_t i) { return math::fn::exp(x[i] - m); }));
  });
  return cascade.result();
}

template <class M, class C>
void long_softmax(M* out, const M* in, int64_t n) {
  const C m = row_max<M, C>(in, n);
  if constexpr (sizeof(M) == sizeof(C)) {
    const C scale = C(1) / row_exp_sum<M, C>(out, in, m, n);
    for (int64_t i = 0; i < n; ++i) out[i] *= scale;
  } else {  // 16-bit elements cannot hold the terms, which are computed twice
    const C scale = C(1) / row_exp_sum<M, C>(nullptr, in, m, n);
    alignas(64) C buffer[kChunk];
    chunks(n, [&](int64_t first, int64_t length) {
      const C* x = view(in + first, length, buffer);
      TORCHPP_NO_ALIAS
      for (int64_t i = 0; i < length; ++i) buffer[i] = math::fn::exp(x[i] - m) * scale;
      store(out + first, buffer, length);
    });
  }
}

template <class M, class C>
void long_log_softmax(M* out, const M* in, int64_t n) {
  const C m = row_max<M, C>(in, n);
  const C log_sum = math::fn::log(row_exp_sum<M, C>(nullptr, in, m, n));
  map_row<M, C>(out, in, n, [&](C x, int64_t) { return x - m - log_sum; });
}
template <class M, class C>
void long_softmax_backward(M* grad_in, const M* grad, const M* out, int64_t n) {
  const C dot = sum_rows<M, C>(grad, out, n, [](C g, C y, int64_t) { return g * y; });
  map_rows<M, C>(grad_in, grad, out, n, [&](C g, C y, int64_t) { return y * (g - dot); });
}
template <class M, class C>
void long_log_softmax_backward(M* grad_in, const M* grad, const M* out, int64_t n) {
  const C sum = sum_rows<M, C>(grad, grad, n, [](C g, C, int64_t) { return g; });
  map_rows<M, C>(grad_in, grad, out, n, [&](C g, C y, int64_t) { return g - math::fn::exp(y) * sum; });
}

// Rows of at most kTogether elements in the type of computation: one function for all types that are computed in it.
#define SOFTMAX_OF(name)                                                                               \
  template <class C>                                                                                   \
  TORCHPP_OUT_OF_LINE void short_##name(C* out, const C* in, int64_t rows, int64_t n) {                \
    if (!as_narrow<C>(n, [&](auto length) { narrow_##name<decltype(length)::value>(out, in, rows); })) \
      name<C>(out, in, rows, n);                                                                       \
  }
#define BACKWARD_OF(name)                                                                                         \
  template <class C>                                                                                              \
  TORCHPP_OUT_OF_LINE void short_##name(C* grad_in, const C* grad, const C* out, int64_t rows, int64_t n) {       \
    if (!as_narrow<C>(n, [&](auto length) { narrow_##name<decltype(length)::value>(grad_in, grad, out, rows); })) \
      name<C>(grad_in, grad, out, rows, n);                                                                       \
  }
SOFTMAX_OF(softmax)
SOFTMAX_OF(log_softmax)
BACKWARD_OF(softmax_backward)
BACKWARD_OF(log_softmax_backward)

}  // namespace

#define SOFTMAX(name, tag)                                                                                \
  TORCHPP_ROW_FUNCTION(name, tag, void* out, const void* in, int64_t rows, int64_t n) {                   \
    using M = Tag_##tag::Memory;                                                                          \
    using C = Tag_##tag::Compute;                                                                         \
    M* to = static_cast<M*>(out);                                                                         \
    const M* x = static_cast<const M*>(in);                                                               \
    if (n <= kTogether)                                                                                   \
      return with_rows(to, x, x, rows, n,                                                                 \
                       [n](C* y, const C* a, const C*, int64_t count) { short_##name(y, a, count, n); }); \
    for (int64_t r = 0; r < rows; ++r) long_##name<M, C>(to + r * n, x + r * n, n);                       \
  }
#define BACKWARD(name, tag)                                                                                    \
  TORCHPP_ROW_FUNCTION(name, tag, void* grad_in, const void* grad, const void* out, int64_t rows, int64_t n) { \
    using M = Tag_##tag::Memory;                                                                               \
    using C = Tag_##tag::Compute;                                                                              \
    M* to = static_cast<M*>(grad_in);                                                                          \
    const M *g = static_cast<const M*>(grad), *y = static_cast<const M*>(out);                                 \
    if (n <= kTogether)                                                                                        \
      return with_rows(to, g, y, rows, n,                                                                      \
                       [n](C* d, const C* a, const C* b, int64_t count) { short_##name(d, a, b, count, n); }); \
    for (int64_t r = 0; r < rows; ++r) long_##name<M, C>(to + r * n, g + r * n, y + r * n, n);                 \
  }
#define ALL(tag) \
  SOFTMAX(softmax, tag) SOFTMAX(log_softmax, tag) BACKWARD(softmax_backward, tag) BACKWARD(log_softmax_backward, tag)
ALL(f32)
ALL(f64)
ALL(f16)
ALL(bf16)

}  // namespace torchpp::cpu

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Reducers: how each reduction adds an element and joins partial results (see reduction_kernel.h). Only .cu
/// files include this.

#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/math/pointwise.h"

namespace torchpp::cuda {

/// The real type of arithmetic: float of float16 and of complex float.
template <class M>
using Part = typename PartOf<Compute<M>>::type;
template <class M>
constexpr bool kIsComplex = !std::is_same_v<Part<M>, Compute<M>>;

/// The type in which numbers are added: integers in 64 bits, which wrap.
template <class M>
struct SumType {
  using type = std::conditional_t<std::is_integral_v<M>, uint64_t, Compute<M>>;
};
template <class M>
using Accumulator = typename SumType<M>::type;

template <class M>
__device__ __forceinline__ Accumulator<M> widen_to_sum(M x) {
  if constexpr (std::is_integral_v<M>) return static_cast<uint64_t>(static_cast<int64_t>(x));
  else return widen(x);
}

/// The sum over a divisor: the number of elements of a mean.
template <class M, class Out>
struct SumOf {
  using Element = M;
  using Accumulator = cuda::Accumulator<M>;
  Part<M> divisor;

  __device__ __forceinline__ Accumulator start() const { return Accumulator{}; }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const { return plus(a, widen_to_sum(x)); }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return plus(a, b); }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    if constexpr (kIsComplex<M>) a = {a.re / divisor, a.im / divisor};
    else if constexpr (!std::is_integral_v<M>) a = a / divisor;
    static_cast<Out*>(out)[at] = narrow<Out>(a);
  }
};

/// The sum of the elements that are no NaN.
template <class M, class Out>
struct SumOfNumbers : SumOf<M, Out> {
  using Accumulator = cuda::Accumulator<M>;

  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    const Accumulator v = widen_to_sum(x);
    return v != v ? a : plus(a, v);
  }
};

template <class M, class Out>
struct ProductOf {
  using Element = M;
  using Accumulator = cuda::Accumulator<M>;

  __device__ __forceinline__ Accumulator start() const {
    if constexpr (kIsComplex<M>) return {Part<M>(1), Part<M>(0)};
    else return Accumulator(1);
  }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const { return times(a, widen_to_sum(x)); }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return times(a, b); }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    static_cast<Out*>(out)[at] = narrow<Out>(a);
  }
};

/// Below every number, or equal to the least.
template <class C>
__device__ __forceinline__ C lowest() {
  if constexpr (math::kIsFloat<C>) {
    return static_cast<C>(-__builtin_inf());
  } else {
    constexpr bool is_signed = C(-1) < C(0);
    return is_signed ? static_cast<C>(uint64_t{1} << (8 * sizeof(C) - 1)) : C(0);
  }
}
/// Maps a number so that the order is reversed.
template <class C>
__device__ __forceinline__ C opposite(C x) {
  if constexpr (math::kIsFloat<C>) return -x;
  else return static_cast<C>(~x);
}

/// The greatest, or the least as the greatest in the opposite order: one kernel for both. A NaN wins.
template <class M>
struct ExtremeOf {
  using Element = M;
  using Accumulator = Compute<M>;
  bool least;

  __device__ __forceinline__ Accumulator start() const { return lowest<Accumulator>(); }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    const Accumulator v = widen(x);
    return join(a, least ? opposite(v) : v);
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return a > b || a != a ? a : b; }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    static_cast<M*>(out)[at] = narrow<M>(least ? opposite(a) : a);
  }
};

/// The index of the greatest (least) element: of the first one, or of the first NaN if there is one. Unless `values` is
/// null, also the element, in memory with the strides of the indices.
template <class M>
struct ArgExtremeOf {
  using Element = M;
  using C = Compute<M>;
  // The value fills whole words: lanes exchange words, and part of a word would go through memory.
  struct Accumulator {
    int64_t index;
    std::conditional_t<sizeof(C) < sizeof(int32_t), int32_t, C> value;
  };
  M* values;
  bool least;

  __device__ __forceinline__ Accumulator start() const { return {INT64_MAX, lowest<C>()}; }
  // Indices rise, so the first of equals stays. Lowest elements do not replace the start: where nothing else comes, the
  // first of them is element 0, as store() knows.
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t index) const {
    C v = widen(x);
    if (least) v = opposite(v);
    return !(v <= a.value) && a.value == a.value ? Accumulator{index, v} : a;
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const {
    const bool nan_a = a.value != a.value, nan_b = b.value != b.value;
    const bool equal = a.value == b.value || (nan_a && nan_b);
    return (equal ? a.index < b.index : nan_a || (!nan_b && a.value > b.value)) ? a : b;
  }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    static_cast<int64_t*>(out)[at] = a.index == INT64_MAX ? 0 : a.index;
    if (values == nullptr) return;
    const C value = static_cast<C>(a.value);
    values[at] = narrow<M>(least ? opposite(value) : value);
  }
};

/// Whether any element is not zero, or all.
template <class M>
struct TruthOf {
  using Element = M;
  using Accumulator = uint32_t;
  bool all;

  __device__ __forceinline__ uint32_t start() const { return all ? 1 : 0; }
  __device__ __forceinline__ uint32_t step(uint32_t a, M x, int64_t) const {
    uint32_t is;
    if constexpr (kIsComplex<M>) is = x.re != 0 || x.im != 0 ? 1 : 0;
    else is = widen(x) != Compute<M>(0) ? 1 : 0;
    return join(a, is);
  }
  __device__ __forceinline__ uint32_t join(uint32_t a, uint32_t b) const { return all ? a & b : a | b; }
  __device__ __forceinline__ void store(void* out, int64_t at, uint32_t a) const {
    static_cast<uint8_t*>(out)[at] = static_cast<uint8_t>(a);
  }
};

template <class T>
__device__ __forceinline__ T difference(T a, T b) {
  return a - b;
}
template <class T>
__device__ __forceinline__ math::cplx<T> difference(math::cplx<T> a, math::cplx<T> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class T>
__device__ __forceinline__ T scaled(T a, T by) {
  return a * by;
}
template <class T>
__device__ __forceinline__ math::cplx<T> scaled(math::cplx<T> a, T by) {
  return {a.re * by, a.im * by};
}
/// The product of a number and another one's conjugate, of which complex numbers count the real part.
template <class T>
__device__ __forceinline__ T inner(T a, T b) {
  return a * b;
}
template <class T>
__device__ __forceinline__ T inner(math::cplx<T> a, math::cplx<T> b) {
  return a.re * b.re + a.im * b.im;
}

/// The stored type of variances and standard deviations. The variance of complex numbers is the sum of those of their
/// parts.
template <class M>
struct VarianceResult {
  double divisor;
  bool root;

  __device__ __forceinline__ void store(void* out, int64_t at, double m2) const {
    using Out = std::conditional_t<kIsComplex<M>, Part<M>, M>;
    const double variance = m2 / divisor;
    static_cast<Out*>(out)[at] = narrow<Out>(static_cast<Part<M>>(root ? math::fn::sqrt(variance) : variance));
  }
};

/// Moments of doubles, combined by the formula of Chan, Golub and LeVeque, so that a large mean costs no digits.
template <class M>
struct VarianceOfDoubles {
  using Element = M;
  struct Accumulator {
    M mean;
    double m2, count;
  };
  static constexpr bool kPacks = true;
  VarianceResult<M> result;

  __device__ __forceinline__ Accumulator start() const { return Accumulator{}; }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    return join(a, Accumulator{x, 0, 1});
  }
  template <int kCount>
  __device__ __forceinline__ Accumulator pack(Accumulator a, const Pack<M, kCount>& x) const {
    Accumulator b{};
#pragma unroll
    for (int j = 0; j < kCount; ++j) b.mean = plus(b.mean, x.at[j]);
    b.mean = scaled(b.mean, 1.0 / kCount);
#pragma unroll
    for (int j = 0; j < kCount; ++j) {
      const M d = difference(x.at[j], b.mean);
      b.m2 += inner(d, d);
    }
    b.count = kCount;
    return join(a, b);
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const {
    if (a.count == 0) return b;  // the square of a mean may overflow
    if (b.count == 0) return a;
    const double count = a.count + b.count, share = b.count / count;
    const M delta = difference(b.mean, a.mean);
    return {plus(a.mean, scaled(delta, share)), a.m2 + b.m2 + inner(delta, delta) * a.count * share, count};
  }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const { result.store(out, at, a.m2); }
};

/// Moments of narrower numbers: sums in double, whose range includes the squares of all floats, of the differences from
/// the first element, so that a large mean costs no digits. No division per element.
template <class M>
struct VarianceOfFloats {
  using Element = M;
  using Wide = std::conditional_t<kIsComplex<M>, math::cplx<double>, double>;
  struct Accumulator {
    Wide origin, sum;
    double squares, count;
  };
  static constexpr bool kPacks = true;
  VarianceResult<M> result;

  __device__ __forceinline__ Accumulator start() const { return Accumulator{}; }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    const Wide v = wide(x);
    if (a.count == 0) a.origin = v;
    const Wide d = difference(v, a.origin);
    return {a.origin, plus(a.sum, d), a.squares + inner(d, d), a.count + 1};
  }
  template <int kCount>
  __device__ __forceinline__ Accumulator pack(Accumulator a, const Pack<M, kCount>& x) const {
    if (a.count == 0) a.origin = wide(x.at[0]);
    Wide sum{};
    double squares = 0;
#pragma unroll
    for (int j = 0; j < kCount; ++j) {
      const Wide d = difference(wide(x.at[j]), a.origin);
      sum = plus(sum, d);
      squares += inner(d, d);
    }
    return {a.origin, plus(a.sum, sum), a.squares + squares, a.count + kCount};
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const Wide d = difference(b.origin, a.origin);
    return {a.origin, plus(a.sum, plus(b.sum, scaled(d, b.count))),
            a.squares + b.squares + 2 * inner(d, b.sum) + inner(d, d) * b.count, a.count + b.count};
  }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    result.store(out, at, a.squares - inner(a.sum, a.sum) / a.count);
  }

 private:
  static __device__ __forceinline__ Wide wide(M x) {
    const Compute<M> v = widen(x);
    if constexpr (kIsComplex<M>) return {static_cast<double>(v.re), static_cast<double>(v.im)};
    else return static_cast<double>(v);
  }
};
template <class M>
using VarianceOf = std::conditional_t<sizeof(Part<M>) == sizeof(double), VarianceOfDoubles<M>, VarianceOfFloats<M>>;

/// The root of the sum of squares of magnitudes.
template <class M>
struct EuclideanNorm {
  using Element = M;
  using Accumulator = Part<M>;

  __device__ __forceinline__ Accumulator start() const { return Accumulator(0); }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const {
    if constexpr (kIsComplex<M>) {
      return math::mul_add(x.im, x.im, math::mul_add(x.re, x.re, a));
    } else {
      const Accumulator v = widen(x);
      return math::mul_add(v, v, a);
    }
  }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return a + b; }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    using Out = std::conditional_t<kIsComplex<M>, Accumulator, M>;
    static_cast<Out*>(out)[at] = narrow<Out>(math::fn::sqrt(a));
  }
};

/// The norm of any other order. Counted and added in double: a float counts to 2^24 only.
template <class M>
struct NormOf {
  using Element = M;
  using Accumulator = double;
  using C = Part<M>;
  double order;

  __device__ __forceinline__ bool extreme() const { return order - order != 0; }  // of an infinity: NaN
  __device__ __forceinline__ double start() const { return order == -__builtin_inf() ? __builtin_inf() : 0.0; }
  __device__ __forceinline__ double step(double a, M x, int64_t) const {
    C v;
    if constexpr (kIsComplex<M>) v = math::on_complex::abs()(x);
    else v = math::fn::abs(widen(x));
    if (order == 0) return v != C(0) ? a + 1 : a;
    if (!extreme() && order != 1) v = math::fn::pow(v, static_cast<C>(order));
    return join(a, static_cast<double>(v));
  }
  __device__ __forceinline__ double join(double a, double b) const {
    if (!extreme()) return a + b;
    return (order > 0 ? a > b : a < b) || a != a ? a : b;
  }
  __device__ __forceinline__ void store(void* out, int64_t at, double a) const {
    using Out = std::conditional_t<kIsComplex<M>, C, M>;
    const bool rooted = order != 0 && order != 1 && !extreme();
    static_cast<Out*>(out)[at] = narrow<Out>(static_cast<C>(rooted ? math::fn::pow(a, 1 / order) : a));
  }
};

/// The greatest element so far and the sum of e^(x - greatest), in one pass.
template <class C>
struct TopSum {
  C top, sum;
};
template <class C>
__device__ __forceinline__ TopSum<C> empty_top_sum() {
  return {lowest<C>(), C(0)};
}
template <class C>
__device__ __forceinline__ TopSum<C> add_to_top(TopSum<C> a, C x) {
  if (x == a.top) return {a.top, x == lowest<C>() ? a.sum : a.sum + C(1)};  // infinities have no difference
  if (x > a.top) return {x, a.sum * math::fn::exp(a.top - x) + C(1)};
  return {a.top, a.sum + math::fn::exp(x - a.top)};
}
template <class C>
__device__ __forceinline__ TopSum<C> join_tops(TopSum<C> a, TopSum<C> b) {
  if (a.top == b.top) return {a.top, a.sum + b.sum};
  if (a.top < b.top) return {b.top, a.sum * math::fn::exp(a.top - b.top) + b.sum};
  return {a.top, a.sum + b.sum * math::fn::exp(b.top - a.top)};
}

/// log(sum(e^x)).
template <class M>
struct LogSumExpOf {
  using Element = M;
  using Accumulator = TopSum<Compute<M>>;

  __device__ __forceinline__ Accumulator start() const { return empty_top_sum<Compute<M>>(); }
  __device__ __forceinline__ Accumulator step(Accumulator a, M x, int64_t) const { return add_to_top(a, widen(x)); }
  __device__ __forceinline__ Accumulator join(Accumulator a, Accumulator b) const { return join_tops(a, b); }
  __device__ __forceinline__ void store(void* out, int64_t at, Accumulator a) const {
    static_cast<M*>(out)[at] = narrow<M>(a.top + math::fn::log(a.sum));
  }
};

}  // namespace torchpp::cuda

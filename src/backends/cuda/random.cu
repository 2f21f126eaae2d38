// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/random.h"

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/math/convert.h"
#include "src/backends/math/counts.h"
#include "src/backends/math/elementary.h"
#include "src/backends/math/gamma.h"
#include "src/core/philox.h"

namespace torchpp::cuda {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;

// Bits of a number in [0, 1).
template <class M>
constexpr int kDigits = std::is_same_v<M, double>      ? 53
                        : std::is_same_v<M, float>     ? 24
                        : std::is_same_v<M, math::f16> ? 11
                                                       : 8;
template <class M>
constexpr int kUniformWords = std::is_same_v<M, double> ? 2 : 1;

__device__ __forceinline__ uint64_t word64(const uint32_t* words) { return uint64_t{words[0]} << 32 | words[1]; }
__device__ __forceinline__ uint64_t low53(const uint32_t* words) { return word64(words) & ((uint64_t{1} << 53) - 1); }
__device__ __forceinline__ double unit_double(const uint32_t* words) {
  return static_cast<double>(low53(words)) * 0x1p-53;
}
// A uniform number with as many random bits as M has digits, from kUniformWords<M> words.
template <class M>
__device__ __forceinline__ Compute<M> unit(const uint32_t* words) {
  if constexpr (std::is_same_v<M, double>) {
    return unit_double(words);
  } else {
    constexpr uint32_t kRange = uint32_t{1} << kDigits<M>;
    return static_cast<float>(static_cast<int32_t>(words[0] & (kRange - 1))) * (1.0f / static_cast<float>(kRange));
  }
}

__device__ __forceinline__ float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__device__ __forceinline__ double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

// A double as an element. Integers wrap as the CPU's do.
template <class M>
__device__ __forceinline__ M from_double(double x) {
  if constexpr (std::is_integral_v<M>) {
    if constexpr (sizeof(M) == 8) return static_cast<M>(math::to_int64(x));
    else return static_cast<M>(math::to_int32(x));
  } else {
    return narrow<M>(static_cast<Compute<M>>(x));
  }
}
template <class M>
__device__ __forceinline__ M from_int64(int64_t x) {
  return narrow<M>(static_cast<Compute<M>>(x));
}

// One Philox block gives F::kElements elements of type M. A thread computes as many elements as fill 16 bytes, but at
// least those of one block.
template <class F, class M>
constexpr int kBlocksEach = 16 / static_cast<int>(sizeof(M)) > F::kElements
                                ? 16 / static_cast<int>(sizeof(M)) / F::kElements
                                : 1;

template <class F, class M>
__global__ void draw_kernel(M* out, int64_t n, PhiloxStream stream, bool aligned, F f) {
  constexpr int kBlocks = kBlocksEach<F, M>, kEach = kBlocks * F::kElements;
  const int64_t thread = thread_index(), begin = thread * kEach;
  if (begin >= n) return;
  Pack<M, kEach> p;
#pragma unroll
  for (int b = 0; b < kBlocks; ++b) {
    const detail::PhiloxBlock words =
        detail::philox(stream.key, stream.first_block + static_cast<uint64_t>(thread * kBlocks + b));
    f(words.c, begin + b * F::kElements, n, p.at + b * F::kElements);
  }
  if (aligned && begin + kEach <= n) {
    *reinterpret_cast<Pack<M, kEach>*>(out + begin) = p;
    return;
  }
#pragma unroll
  for (int i = 0; i < kEach; ++i)
    if (begin + i < n) out[begin + i] = p.at[i];
}

bool is_aligned(const void* p) { return reinterpret_cast<uintptr_t>(p) % 16 == 0; }

template <class M, class F>
void draw(const char* name, const RandomFill& fill, const F& f, const OnDevice& on) {
  if (fill.n == 0) return;
  launch(name, &draw_kernel<F, M>, spread(fill.n, kBlocksEach<F, M> * F::kElements), on.stream(),
         static_cast<M*>(fill.out), fill.n, fill.stream, is_aligned(fill.out), f);
}

// Element by element from kWords words each: one(words, index).
template <class M, int kWords, class One>
struct Each {
  static constexpr int kElements = 4 / kWords;
  One one;
  __device__ void operator()(const uint32_t* words, int64_t begin, int64_t, M* to) const {
#pragma unroll
    for (int i = 0; i < kElements; ++i) to[i] = one(words + i * kWords, begin + i);
  }
};
template <class M, int kWords, class One>
void draw_each(const char* name, const RandomFill& fill, const One& one, const OnDevice& on) {
  draw<M>(name, fill, Each<M, kWords, One>{one}, on);
}

template <class M>
struct Uniform {
  Compute<M> range, from;
  __device__ M operator()(const uint32_t* words, int64_t) const {
    return narrow<M>(fused(unit<M>(words), range, from));
  }
};

// x % size + least. kWide: x of 64 bits.
template <class M, bool kWide>
struct Integer {
  uint64_t size;
  int64_t least;
  bool power_of_two;  // or 2^64
  __device__ M operator()(const uint32_t* words, int64_t) const {
    uint64_t x;
    if constexpr (kWide) {
      x = word64(words);
      x = power_of_two ? x & (size - 1) : x % size;
    } else {
      const uint32_t of = static_cast<uint32_t>(size);
      x = power_of_two ? words[0] & (of - 1) : words[0] % of;
    }
    return from_int64<M>(static_cast<int64_t>(x + static_cast<uint64_t>(least)));
  }
};

template <class M>
struct Bernoulli {
  uint64_t threshold;  // x * 2^-53 < p for integers x exactly if x < ceil(p * 2^53)
  __device__ M operator()(const uint32_t* words, int64_t) const { return from_int64<M>(low53(words) < threshold); }
};
uint64_t threshold_of(double p) {
  const double scaled = p * 0x1p53;  // at most 2^53, so that integers are exact
  const uint64_t whole = static_cast<uint64_t>(scaled);
  return static_cast<double>(whole) < scaled ? whole + 1 : whole;
}

template <class M, class P>
struct BernoulliOf {
  static constexpr int kElements = 4 / kUniformWords<Compute<P>>;
  const P* p;
  __device__ void operator()(const uint32_t* words, int64_t begin, int64_t n, M* to) const {
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
      if (begin + i >= n) return;
      const Compute<P> chance = widen(p[begin + i]);
      device_check(chance >= 0 && chance <= 1, "bernoulli_: Expected p_in >= 0 && p_in <= 1 to be true");
      to[i] = from_int64<M>(unit<Compute<P>>(words + i * kUniformWords<Compute<P>>) < chance);
    }
  }
};

template <class M>
struct Exponential {
  double scale;
  __device__ M operator()(const uint32_t* words, int64_t) const {
    return from_double<M>(scale * __builtin_log(1.0 - unit_double(words)));
  }
};
template <class M>
struct Geometric {
  double log_failure;
  __device__ M operator()(const uint32_t* words, int64_t) const {
    return from_double<M>(__builtin_ceil(__builtin_log(unit_double(words)) / log_failure));
  }
};
template <class M>
struct Cauchy {
  double median, sigma;
  __device__ M operator()(const uint32_t* words, int64_t) const {
    return from_double<M>(fused(sigma, __builtin_tan(kTwoPi / 2 * (unit_double(words) - 0.5)), median));
  }
};

template <class M, bool kLogarithmic>
struct NormalPair {
  static constexpr int kElements = 2;
  double mean, std;
  __device__ void operator()(const uint32_t* words, int64_t, int64_t, M* to) const {
    const double radius = __builtin_sqrt(-2.0 * __builtin_log(1.0 - unit_double(words + 2)));
    const double theta = kTwoPi * unit_double(words);
    const double a = fused(radius * __builtin_cos(theta), std, mean),
                 b = fused(radius * __builtin_sin(theta), std, mean);
    to[0] = from_double<M>(kLogarithmic ? __builtin_exp(a) : a);
    to[1] = from_double<M>(kLogarithmic ? __builtin_exp(b) : b);
  }
};

// Two normal numbers from two uniform ones, rounded where the CPU's arithmetic of the type rounds.
__device__ __forceinline__ void box_muller(double& a, double& b, double mean, double std) {
  const double radius = __builtin_sqrt(-2.0 * __builtin_log(1.0 - a)), theta = kTwoPi * b;
  a = fused(radius * __builtin_cos(theta), std, mean);
  b = fused(radius * __builtin_sin(theta), std, mean);
}
__device__ __forceinline__ void box_muller(float& a, float& b, float mean, float std) {
  const float radius = __builtin_sqrtf(-2.0f * math::fn::log(1.0f - a));
  float sine, cosine;
  math::fn::sin_cos(static_cast<float>(kTwoPi) * b, sine, cosine);
  a = fused(radius * cosine, std, mean);
  b = fused(radius * sine, std, mean);
}
template <class M>
__device__ __forceinline__ float rounded(float x) {
  return widen(narrow<M>(x));
}
__device__ __forceinline__ void box_muller(math::f16& a, math::f16& b, float mean, float std) {
  using M = math::f16;
  const float radius = rounded<M>(__builtin_sqrtf(-2.0f * math::fn::log(rounded<M>(1.0f - widen(a)))));
  const float theta = rounded<M>(static_cast<float>(kTwoPi * static_cast<double>(widen(b))));
  float sine, cosine;
  math::fn::sin_cos(theta, sine, cosine);
  a = narrow<M>(fused(radius * cosine, std, mean));
  b = narrow<M>(fused(radius * sine, std, mean));
}
__device__ __forceinline__ void box_muller(math::bf16& a, math::bf16& b, float mean, float std) {
  using M = math::bf16;
  const float radius =
      rounded<M>(__builtin_sqrtf(rounded<M>(-2.0f * rounded<M>(math::fn::log(rounded<M>(1.0f - widen(a)))))));
  const float theta = rounded<M>(static_cast<float>(kTwoPi * static_cast<double>(widen(b))));
  float sine, cosine;
  math::fn::sin_cos(theta, sine, cosine);
  a = narrow<M>(rounded<M>(rounded<M>(radius * rounded<M>(cosine)) * std) + mean);
  b = narrow<M>(rounded<M>(rounded<M>(radius * rounded<M>(sine)) * std) + mean);
}

// Blocks of 16 elements: number j of the first 8 and number j of the last 8 make a pair. A thread takes the elements of
// one Philox block in the first half and of its partner in the second.
template <class M>
__global__ void normal_kernel(M* out, int64_t n, PhiloxStream stream, bool aligned, Compute<M> mean, Compute<M> std) {
  constexpr int kWords = kUniformWords<M>, kEach = 4 / kWords, kThreads = 8 / kEach;  // threads per 16 elements
  const int64_t thread = thread_index(), block = thread / kThreads, part = thread % kThreads;
  const int64_t begin = block * 16 + part * kEach;
  if (begin >= n) return;
  mean = widen(narrow<M>(mean)), std = widen(narrow<M>(std));
  const uint64_t first = stream.first_block + static_cast<uint64_t>(block * 2 * kThreads + part);
  const detail::PhiloxBlock low = detail::philox(stream.key, first),
                            high = detail::philox(stream.key, first + kThreads);
  Pack<M, kEach> a, b;
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    a.at[i] = narrow<M>(unit<M>(low.c + i * kWords));
    b.at[i] = narrow<M>(unit<M>(high.c + i * kWords));
    box_muller(a.at[i], b.at[i], mean, std);
  }
  if (aligned && begin + 8 + kEach <= n) {
    *reinterpret_cast<Pack<M, kEach>*>(out + begin) = a;
    *reinterpret_cast<Pack<M, kEach>*>(out + begin + 8) = b;
    return;
  }
  for (int i = 0; i < kEach; ++i) {
    if (begin + i < n) out[begin + i] = a.at[i];
    if (begin + 8 + i < n) out[begin + 8 + i] = b.at[i];
  }
}

// As many elements per thread as 16 bytes hold, two of each Philox block. A product, so that NaN and infinity stay
// visible where they are dropped.
template <class M>
__global__ void dropout_kernel(const M* in, M* out, uint8_t* mask, int64_t n, PhiloxStream stream, bool aligned,
                               uint64_t threshold, Compute<M> scale) {
  constexpr int kEach = kVector<M>;
  const int64_t thread = thread_index(), begin = thread * kEach;
  if (begin >= n) return;
  const bool whole = aligned && begin + kEach <= n;
  Pack<M, kEach> p;
  Pack<uint8_t, kEach> kept;
  if (whole) {
    p = *reinterpret_cast<const Pack<M, kEach>*>(in + begin);
  } else {
#pragma unroll
    for (int i = 0; i < kEach; ++i) p.at[i] = in[begin + i < n ? begin + i : begin];
  }
#pragma unroll
  for (int i = 0; i < kEach; i += 2) {
    const detail::PhiloxBlock words =
        detail::philox(stream.key, stream.first_block + static_cast<uint64_t>((begin + i) / 2));
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const bool keep = low53(words.c + 2 * k) < threshold;
      kept.at[i + k] = keep;
      p.at[i + k] = narrow<M>(widen(p.at[i + k]) * (keep ? scale : Compute<M>(0)));
    }
  }
  if (whole) {
    *reinterpret_cast<Pack<M, kEach>*>(out + begin) = p;
    *reinterpret_cast<Pack<uint8_t, kEach>*>(mask + begin) = kept;
    return;
  }
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    if (begin + i >= n) return;
    out[begin + i] = p.at[i];
    mask[begin + i] = kept.at[i];
  }
}

// Uniform doubles in [0, 1), one at a time, for distributions that take as many as they need.
class Uniforms {
 public:
  __device__ __forceinline__ Uniforms(uint64_t key, uint64_t block) : key_(key), block_(block) {}
  __device__ __forceinline__ double operator()() {
    has_second_ = !has_second_;
    if (!has_second_) return second_;
    const detail::PhiloxBlock words = detail::philox(key_, block_, part_++);
    second_ = unit_double(words.c + 2);
    return unit_double(words.c);
  }

 private:
  const uint64_t key_, block_;
  uint32_t part_ = 0;
  bool has_second_ = false;
  double second_ = 0;
};

// Standard normal numbers, likewise, two from two uniform ones.
class Normals {
 public:
  __device__ __forceinline__ explicit Normals(Uniforms& uniform) : uniform_(uniform) {}
  __device__ __forceinline__ double operator()() {
    has_second_ = !has_second_;
    if (!has_second_) return second_;
    const double theta = kTwoPi * uniform_(), radius = __builtin_sqrt(-2.0 * __builtin_log(1.0 - uniform_()));
    second_ = radius * __builtin_sin(theta);
    return radius * __builtin_cos(theta);
  }

 private:
  Uniforms& uniform_;
  bool has_second_ = false;
  double second_ = 0;
};

template <class M>
__global__ void poisson_kernel(const M* rates, M* out, int64_t n, PhiloxStream stream) {
  const int64_t i = thread_index();
  if (i >= n) return;
  const double rate = static_cast<double>(widen(rates[i]));
  device_check(rate >= 0, "invalid Poisson rate, expected rate to be non-negative");
  Uniforms uniform(stream.key, stream.first_block + static_cast<uint64_t>(i));
  out[i] = from_double<M>(math::draw_poisson(rate, uniform));
}
template <class M>
__global__ void standard_gamma_kernel(const M* shapes, M* out, int64_t n, double least, PhiloxStream stream) {
  const int64_t i = thread_index();
  if (i >= n) return;
  Uniforms uniform(stream.key, stream.first_block + static_cast<uint64_t>(i));
  Normals normal(uniform);
  const double drawn = math::draw_gamma(static_cast<double>(widen(shapes[i])), uniform, normal);
  out[i] = from_double<M>(least < drawn ? drawn : least);
}
template <class M>
__global__ void binomial_kernel(const M* counts, const M* probs, M* out, int64_t n, PhiloxStream stream) {
  const int64_t i = thread_index();
  if (i >= n) return;
  Uniforms uniform(stream.key, stream.first_block + static_cast<uint64_t>(i));
  out[i] = from_double<M>(
      math::draw_binomial(static_cast<double>(widen(counts[i])), static_cast<double>(widen(probs[i])), uniform));
}

template <class Tag>
using MemoryOf = typename Tag::Memory;

}  // namespace

bool draw_uniform(const RandomFill& fill, double from, double range, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    using C = Compute<M>;
    draw_each<M, kUniformWords<M>>("uniform", fill, Uniform<M>{static_cast<C>(range), static_cast<C>(from)}, on);
  });
}

bool draw_normal(const RandomFill& fill, double mean, double std, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    using C = Compute<M>;
    if (fill.n == 0) return;
    constexpr int kThreads = 2 * kUniformWords<M>;
    launch("normal", &normal_kernel<M>, spread((fill.n + 15) / 16 * kThreads), on.stream(), static_cast<M*>(fill.out),
           fill.n, fill.stream, is_aligned(fill.out), static_cast<C>(mean), static_cast<C>(std));
  });
}

bool draw_normal_pairs(const RandomFill& fill, double mean, double std, bool logarithmic, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    if (logarithmic) draw<M>("log_normal", fill, NormalPair<M, true>{mean, std}, on);
    else draw<M>("normal", fill, NormalPair<M, false>{mean, std}, on);
  });
}

bool draw_integers(const RandomFill& fill, uint64_t size, int64_t least, const OnDevice& on) {
  return visit_ordered(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    const bool power_of_two = (size & (size - 1)) == 0;
    if (size == 0 || size >= uint64_t{1} << 32)
      draw_each<M, 2>("random", fill, Integer<M, true>{size, least, power_of_two}, on);
    else draw_each<M, 1>("random", fill, Integer<M, false>{size, least, power_of_two}, on);
  });
}

bool draw_bernoulli(const RandomFill& fill, double p, const OnDevice& on) {
  return visit_ordered(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    draw_each<M, 2>("bernoulli", fill, Bernoulli<M>{threshold_of(p)}, on);
  });
}

bool draw_bernoulli(const RandomFill& fill, const void* p, ScalarType p_dtype, const OnDevice& on) {
  return visit_ordered(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    visit_floats(p_dtype, [&](auto p_tag) {
      using P = MemoryOf<decltype(p_tag)>;
      draw<M>("bernoulli", fill, BernoulliOf<M, P>{static_cast<const P*>(p)}, on);
    });
  });
}

bool draw_exponential(const RandomFill& fill, double lambda, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    draw_each<M, 2>("exponential", fill, Exponential<M>{-1.0 / lambda}, on);
  });
}

bool draw_geometric(const RandomFill& fill, double p, const OnDevice& on) {
  if (fill.dtype == kBool) return false;
  return visit_ordered(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    draw_each<M, 2>("geometric", fill, Geometric<M>{__builtin_log1p(-p)}, on);
  });
}

bool draw_cauchy(const RandomFill& fill, double median, double sigma, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    draw_each<M, 2>("cauchy", fill, Cauchy<M>{median, sigma}, on);
  });
}

bool draw_poisson(const RandomFill& fill, const void* rates, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    if (fill.n == 0) return;
    launch("poisson", &poisson_kernel<M>, spread(fill.n), on.stream(), static_cast<const M*>(rates),
           static_cast<M*>(fill.out), fill.n, fill.stream);
  });
}

bool draw_standard_gamma(const RandomFill& fill, const void* shapes, const OnDevice& on) {
  const double least = fill.dtype == kDouble ? DBL_MIN : fill.dtype == kHalf ? 0x1p-14 : FLT_MIN;  // bfloat16: float's
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    if (fill.n == 0) return;
    launch("_standard_gamma", &standard_gamma_kernel<M>, spread(fill.n), on.stream(), static_cast<const M*>(shapes),
           static_cast<M*>(fill.out), fill.n, least, fill.stream);
  });
}

bool draw_binomial(const RandomFill& fill, const void* counts, const void* probs, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    if (fill.n == 0) return;
    launch("binomial", &binomial_kernel<M>, spread(fill.n), on.stream(), static_cast<const M*>(counts),
           static_cast<const M*>(probs), static_cast<M*>(fill.out), fill.n, fill.stream);
  });
}

bool draw_dropout(const RandomFill& fill, const void* in, void* mask, double kept, double scale, const OnDevice& on) {
  return visit_floats(fill.dtype, [&](auto tag) {
    using M = MemoryOf<decltype(tag)>;
    if (fill.n == 0) return;
    launch("native_dropout", &dropout_kernel<M>, spread(fill.n, kVector<M>), on.stream(), static_cast<const M*>(in),
           static_cast<M*>(fill.out), static_cast<uint8_t*>(mask), fill.n, fill.stream,
           is_aligned(in) && is_aligned(fill.out) && is_aligned(mask), threshold_of(kept),
           static_cast<Compute<M>>(scale));
  });
}

}  // namespace torchpp::cuda

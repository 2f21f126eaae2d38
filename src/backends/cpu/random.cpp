// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/random.h"

#include <torchpp/core/dtype.h>
#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <type_traits>

#include "src/backends/cpu/isa/random_abi.h"
#include "src/backends/math/counts.h"
#include "src/backends/math/gamma.h"
#include "src/core/generator_impl.h"
#include "src/core/thread_pool.h"
#include "src/ops/random_rules.h"

namespace torchpp::cpu {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;
constexpr int64_t kBlock = 16;  // numbers in one Box-Muller block

const RandomKernels& kernels() { return at_level(cpu_level(), TORCHPP_ALL_SETS(random_kernels)); }

// Converts the random words of elements [begin, begin + n) to the fill's values; a reference to a callable of the
// caller.
class Consumer {
 public:
  template <class F>
  Consumer(const F& f)  // NOLINT: implicit by design
      : object_(&f), call_([](const void* object, const uint32_t* words, int64_t begin, int64_t n) {
          (*static_cast<const F*>(object))(words, begin, n);
        }) {}
  void operator()(const uint32_t* words, int64_t begin, int64_t n) const { call_(object_, words, begin, n); }

 private:
  const void* object_;
  void (*call_)(const void*, const uint32_t*, int64_t, int64_t);
};

// Words are drawn in chunks that stay in the first-level cache. Elements of 1, 2 or 4 words: a chunk of any holds
// whole Box-Muller blocks and whole Philox blocks.
constexpr int64_t kChunkWords = 2048;

// Draws n words: take(words of the state, how many) for one part after the other.
template <class Take>
void mt_draw(detail::Mt19937& mt, int64_t n, const Take& take) {
  constexpr uint32_t kWords = detail::Mt19937::kWords;
  while (n > 0) {
    if (mt.used == 0 || mt.used == kWords) {
      kernels().mt_twist(mt.state);
      mt.used = 0;
    }
    const int64_t count = std::min<int64_t>(n, kWords - mt.used);
    take(mt.state + mt.used, count);
    mt.used += static_cast<uint32_t>(count);
    n -= count;
  }
}
void mt_words(detail::Mt19937& mt, uint32_t* words, int64_t n) {
  mt_draw(mt, n, [&words](const uint32_t* state, int64_t count) {
    kernels().mt_temper(state, words, count);
    words += count;
  });
}
void mt_skip(detail::Mt19937& mt, int64_t n) {
  mt_draw(mt, n, [](const uint32_t*, int64_t) {});
}

// Chunks [first, last) of a fill of n elements, of which the engine draws the first word of chunk `first` next.
void mt_chunks(detail::Mt19937& mt, int64_t first, int64_t last, int64_t n, int words_each, const Consumer& consume) {
  alignas(64) uint32_t words[kChunkWords];
  const int64_t step = kChunkWords / words_each;
  for (int64_t chunk = first; chunk < last; ++chunk) {
    const int64_t begin = chunk * step, count = std::min(step, n - begin);
    mt_words(mt, words, count * words_each);
    consume(words, begin, count);
  }
}

// Chunks [first, last) of a fill of n elements whose first word is in Philox block `first_block`.
void philox_chunks(uint64_t key, uint64_t first_block, int64_t first, int64_t last, int64_t n, int words_each,
                   const Consumer& consume) {
  alignas(64) uint32_t words[kChunkWords];
  const int64_t step = kChunkWords / words_each;
  for (int64_t chunk = first; chunk < last; ++chunk) {
    const int64_t begin = chunk * step, count = std::min(step, n - begin);
    kernels().philox_words(key, first_block + static_cast<uint64_t>(chunk * (kChunkWords / 4)), words,
                           (count * words_each + 3) / 4);
    consume(words, begin, count);
  }
}

// One fill: holds the generator's mutex from its first draw to its last.
class Draws {
 public:
  explicit Draws(const Generator& generator)
      : impl_(*generator_for(generator, kCPU).unsafe_impl()), lock_(impl_.mutex) {}

  bool counter_based() const { return impl_.engine == RandomEngine::kPhilox; }
  GeneratorImpl::Pending<double>& pending_normal() { return impl_.next_double_normal; }

  // Draws `words_each` words for each of n elements and hands them over, several chunks at once where there are many.
  void operator()(int64_t n, int words_each, const Consumer& consume) {
    constexpr int64_t kGrain = 8;  // a chunk takes 2 us at least
    if (!counter_based()) {
      const int64_t parts =
          in_parallel_region() ? 1 : std::min<int64_t>({get_num_threads(), chunks(n, words_each) / kGrain, kMostParts});
      return parts > 1 ? mt_draw_in_parts(n, words_each, parts, consume) : in_order(n, words_each, consume);
    }
    const uint64_t first_block = take_blocks(n, words_each);
    parallel_for(0, chunks(n, words_each), kGrain, [&](int64_t first, int64_t last) {
      philox_chunks(impl_.seed, first_block, first, last, n, words_each, consume);
    });
  }
  // Runs the chunks of a fill one after the other.
  void in_order(int64_t n, int words_each, const Consumer& consume) {
    if (!counter_based()) return mt_chunks(impl_.mt, 0, chunks(n, words_each), n, words_each, consume);
    philox_chunks(impl_.seed, take_blocks(n, words_each), 0, chunks(n, words_each), n, words_each, consume);
  }
  // Writes the words that the state of the Mersenne twister still has, or of the next state where it has none, and
  // returns how many. They are drawn only by leave_words(how many are not used).
  int64_t look_at_words(uint32_t* words) {
    detail::Mt19937& mt = impl_.mt;
    if (mt.used == 0 || mt.used == detail::Mt19937::kWords) {
      kernels().mt_twist(mt.state);
      mt.used = 0;
    }
    const int64_t count = detail::Mt19937::kWords - mt.used;
    kernels().mt_temper(mt.state + mt.used, words, count);
    return count;
  }
  void leave_words(int64_t count) { impl_.mt.used = detail::Mt19937::kWords - static_cast<uint32_t>(count); }

 private:
  // More are hardly faster: the last of so many has a twelfth of the first one's chunks.
  static constexpr int64_t kMostParts = 8;

  static int64_t chunks(int64_t n, int words_each) { return (n * words_each + kChunkWords - 1) / kChunkWords; }
  // Returns the first of the blocks that n elements use up.
  uint64_t take_blocks(int64_t n, int words_each) {
    const uint64_t first_block = impl_.philox_offset / 4;
    impl_.philox_offset += static_cast<uint64_t>((n * words_each + 3) / 4 * 4);
    return first_block;
  }
  // States only follow from each other, so that each part begins with all states before its own, which is the lesser
  // part of drawing: the later a part, the fewer chunks it has. On two threads 4M uniform and normal floats take 0.69
  // and 0.60 of one thread's time.
  void mt_draw_in_parts(int64_t n, int words_each, int64_t parts, const Consumer& consume) {
    constexpr double kFewer = 0.7;
    const int64_t all = chunks(n, words_each);
    const auto begin_of = [&](int64_t part) {
      const double share = (1 - std::pow(kFewer, part)) / (1 - std::pow(kFewer, parts));
      return part == parts ? all : static_cast<int64_t>(static_cast<double>(all) * share);
    };
    const detail::Mt19937 start = impl_.mt;
    detail::run_slices(parts, [&](int64_t part) {
      detail::Mt19937 mt = start;
      mt_skip(mt, begin_of(part) * kChunkWords);
      mt_chunks(mt, begin_of(part), begin_of(part + 1), n, words_each, consume);
      if (part + 1 == parts) impl_.mt = mt;
    });
  }

  GeneratorImpl& impl_;
  std::lock_guard<GeneratorImpl::Mutex> lock_;
};

uint64_t word64(const uint32_t* words, int64_t i) { return uint64_t{words[2 * i]} << 32 | words[2 * i + 1]; }
double unit_double(const uint32_t* words, int64_t i) {
  return static_cast<double>(word64(words, i) & ((uint64_t{1} << 53) - 1)) * 0x1p-53;
}

template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
template <class T>
constexpr int words_per_uniform = std::is_same_v<T, double> ? 2 : 1;

// A double as T. Integers wrap as the conversion instructions of x86 do, which is what libtorch's numbers rest on;
// the language leaves values out of range undefined.
template <class T>
T from_double(double x) {
  if constexpr (is_real<T>) {
    return static_cast<T>(static_cast<std::conditional_t<std::is_same_v<T, double>, double, float>>(x));
  } else if constexpr (sizeof(T) == 8) {
    return std::fabs(x) < 0x1p63 ? static_cast<T>(x) : std::numeric_limits<T>::min();
  } else {
    return static_cast<T>(std::fabs(x) < 0x1p31 ? static_cast<int32_t>(x) : std::numeric_limits<int32_t>::min());
  }
}

// Uniform numbers of n elements from their words.
void uniform_from_words(const uint32_t* words, double* out, int64_t n, double range, double from) {
  kernels().uniform_f64(words, out, n, range, from);
}
void uniform_from_words(const uint32_t* words, float* out, int64_t n, float range, float from) {
  kernels().uniform_f32(words, out, n, 24, range, from);
}
template <class T>
void uniform_from_words(const uint32_t* words, T* out, int64_t n, T range, T from) {
  constexpr int64_t kStep = 512;
  float numbers[kStep];
  for (int64_t begin = 0; begin < n; begin += kStep) {
    const int64_t count = std::min(kStep, n - begin);
    kernels().uniform_f32(words + begin, numbers, count, std::numeric_limits<T>::digits, range, from);
    for (int64_t i = 0; i < count; ++i) out[begin + i] = T(numbers[i]);
  }
}

// out[i] = f(u), u a uniform double in [0, 1).
template <class T, class F>
void transform_doubles(const Generator& generator, T* out, int64_t n, const F& f) {
  Draws draws(generator);
  draws(n, 2, [&](const uint32_t* words, int64_t begin, int64_t count) {
    for (int64_t i = 0; i < count; ++i) out[begin + i] = from_double<T>(f(unit_double(words, i)));
  });
}

// Uniform doubles in [0, 1), drawn one at a time, for distributions that take as many as they need.
class Uniforms {
 public:
  explicit Uniforms(Draws& draws) : draws_(draws), counter_based_(draws.counter_based()) {}
  Uniforms(const Uniforms&) = delete;
  Uniforms& operator=(const Uniforms&) = delete;
  ~Uniforms() {
    if (next_ != nullptr) draws_.leave_words(end_ - next_);
  }
  double operator()() {
    if (counter_based_) {
      double u = 0;
      draws_.in_order(1, 2, [&](const uint32_t* words, int64_t, int64_t) { u = unit_double(words, 0); });
      return u;
    }
    const uint32_t first = word(), words[] = {first, word()};
    return unit_double(words, 0);
  }

 private:
  uint32_t word() {
    if (TORCHPP_UNLIKELY(next_ == end_)) {
      if (next_ != nullptr) draws_.leave_words(0);
      end_ = words_ + draws_.look_at_words(words_);
      next_ = words_;
    }
    return *next_++;
  }
  Draws& draws_;
  const bool counter_based_;
  const uint32_t *next_ = nullptr, *end_ = nullptr;
  uint32_t words_[detail::Mt19937::kWords];
};

// Standard normal numbers, likewise: two from two uniform ones, of which the second one waits for the next call, in the
// generator where that keeps one for later fills.
class Normals {
 public:
  Normals(Draws& draws, Uniforms& uniform)
      : uniform_(uniform), pending_(draws.counter_based() ? of_fill_ : draws.pending_normal()) {}
  Normals(const Normals&) = delete;  // a copy would refer to the other's number
  Normals& operator=(const Normals&) = delete;
  double operator()() {
    if (pending_.valid) {
      pending_.valid = false;
      return pending_.value;
    }
    const double theta = kTwoPi * uniform_(), radius = std::sqrt(-2.0 * std::log(1.0 - uniform_()));
    pending_ = {true, radius * std::sin(theta)};
    return radius * std::cos(theta);
  }

 private:
  Uniforms& uniform_;
  GeneratorImpl::Pending<double> of_fill_;
  GeneratorImpl::Pending<double>& pending_;
};

// put(i, number i), two normal numbers from two uniform ones.
template <class Put>
void serial_normals(Draws& draws, int64_t n, double mean, double std, const Put& put) {
  if (n == 0) return;
  GeneratorImpl::Pending<double>& pending = draws.pending_normal();
  int64_t first = 0;
  if (pending.valid) {
    put(first++, std::fma(pending.value, std, mean));
    pending = {};
  }
  draws((n - first + 1) / 2, 4, [&](const uint32_t* words, int64_t begin, int64_t count) {
    for (int64_t k = 0; k < count; ++k) {
      const double radius = std::sqrt(-2.0 * std::log(1.0 - unit_double(words, 2 * k + 1)));
      const double theta = kTwoPi * unit_double(words, 2 * k);
      const int64_t i = first + 2 * (begin + k);
      put(i, std::fma(radius * std::cos(theta), std, mean));
      const double second = radius * std::sin(theta);
      if (i + 1 < n) put(i + 1, std::fma(second, std, mean));
      else if (!draws.counter_based()) pending = {true, second};
    }
  });
}

// Box-Muller in place on whole blocks, rounding where libtorch's arithmetic of the type rounds.
void box_muller(float* data, int64_t blocks, float mean, float std) {
  kernels().box_muller_f32(data, blocks, mean, std);
}

// Calls pair(first number, second number) for the pairs of each block.
template <class T, class Pair>
void for_each_pair(T* data, int64_t blocks, const Pair& pair) {
  for (int64_t b = 0; b < blocks; ++b, data += kBlock)
    for (int64_t j = 0; j < kBlock / 2; ++j) pair(data[j], data[j + kBlock / 2]);
}
void box_muller(double* data, int64_t blocks, double mean, double std) {
  for_each_pair(data, blocks, [=](double& a, double& b) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - a)), theta = kTwoPi * b;
    a = std::fma(radius * std::cos(theta), std, mean);
    b = std::fma(radius * std::sin(theta), std, mean);
  });
}
void box_muller(Half* data, int64_t blocks, Half mean, Half std) {
  for_each_pair(data, blocks, [=](Half& a, Half& b) {
    const Half one_minus = 1.0f - a;
    const Half radius = std::sqrt(-2.0f * std::log(static_cast<float>(one_minus)));
    const float theta = Half(static_cast<float>(kTwoPi * b));
    a = std::fma(radius * std::cos(theta), static_cast<float>(std), static_cast<float>(mean));
    b = std::fma(radius * std::sin(theta), static_cast<float>(std), static_cast<float>(mean));
  });
}
void box_muller(BFloat16* data, int64_t blocks, BFloat16 mean, BFloat16 std) {
  const auto rounded = [](float x) { return static_cast<float>(BFloat16(x)); };
  for_each_pair(data, blocks, [=](BFloat16& a, BFloat16& b) {
    const float radius = rounded(std::sqrt(rounded(-2.0f * rounded(std::log(rounded(1.0f - a))))));
    const float theta = rounded(static_cast<float>(kTwoPi * b));
    a = rounded(rounded(radius * rounded(std::cos(theta))) * std) + mean;
    b = rounded(rounded(radius * rounded(std::sin(theta))) * std) + mean;
  });
}

template <class T>
void block_normals(Draws& draws, T* out, int64_t n, T mean, T std) {
  constexpr int kWords = words_per_uniform<T>;
  const T zero = T(0.0f), one = T(1.0f);
  const int64_t whole = n / kBlock * kBlock;
  if (draws.counter_based()) {
    // The last block is made whole in memory of its own and cut.
    draws((n + kBlock - 1) / kBlock * kBlock, kWords, [&](const uint32_t* words, int64_t begin, int64_t count) {
      const int64_t here = std::min(count, whole - begin);
      uniform_from_words(words, out + begin, here, one, zero);
      box_muller(out + begin, here / kBlock, mean, std);
      if (here == count) return;
      T last[kBlock];
      uniform_from_words(words + here * kWords, last, kBlock, one, zero);
      box_muller(last, 1, mean, std);
      std::copy(last, last + (n - whole), out + whole);
    });
    return;
  }
  // libtorch fills all n with uniform numbers before it transforms whole blocks, so those after the last whole block
  // are drawn and then overwritten.
  draws(n, kWords, [&](const uint32_t* words, int64_t begin, int64_t count) {
    uniform_from_words(words, out + begin, count, one, zero);
    box_muller(out + begin, count / kBlock, mean, std);
  });
  if (n == whole) return;
  T* const last = out + n - kBlock;
  draws(kBlock, kWords, [&](const uint32_t* words, int64_t, int64_t) {
    uniform_from_words(words, last, kBlock, one, zero);
    box_muller(last, 1, mean, std);
  });
}

template <class T>
void real_normals(Draws& draws, T* out, int64_t n, double mean, double std) {
  serial_normals(draws, n, mean, std, [out](int64_t i, double x) { out[i] = from_double<T>(x); });
}

// x % range for 32-bit x and range by two multiplications.
// Source: Lemire, Kaser and Kurz, "Faster remainder by direct computation", 2019.
class Remainder32 {
 public:
  explicit Remainder32(uint32_t range) : range_(range), inverse_(~uint64_t{0} / range + 1) {}
  uint32_t operator()(uint32_t x) const {
    return static_cast<uint32_t>((static_cast<unsigned __int128>(inverse_ * x) * range_) >> 64);
  }

 private:
  uint32_t range_;
  uint64_t inverse_;
};

// Converts a 64-bit integer to T; to the 16-bit types through float.
template <class T>
T from_int64(int64_t x) {
  if constexpr (sizeof(T) == 2 && is_real<T>) return T(static_cast<float>(x));
  else return static_cast<T>(x);
}

int64_t offset_by(uint64_t x, int64_t base) { return static_cast<int64_t>(x + static_cast<uint64_t>(base)); }

// base + x % range, x of 32 bits if range is less than 2^32, else of 64. Range 0 means 2^64.
template <class T>
void random_integers(const Generator& generator, T* out, int64_t n, uint64_t range, int64_t base) {
  Draws draws(generator);
  const bool power_of_two = (range & (range - 1)) == 0;
  const uint64_t mask = range - 1;
  if (range == 0 || range >= uint64_t{1} << 32) {
    draws(n, 2, [&](const uint32_t* words, int64_t begin, int64_t count) {
      if (power_of_two)
        for (int64_t i = 0; i < count; ++i) out[begin + i] = from_int64<T>(offset_by(word64(words, i) & mask, base));
      else
        for (int64_t i = 0; i < count; ++i) out[begin + i] = from_int64<T>(offset_by(word64(words, i) % range, base));
    });
    return;
  }
  const Remainder32 remainder(static_cast<uint32_t>(range));
  draws(n, 1, [&](const uint32_t* words, int64_t begin, int64_t count) {
    if (power_of_two)
      for (int64_t i = 0; i < count; ++i) out[begin + i] = from_int64<T>(offset_by(words[i] & mask, base));
    else
      for (int64_t i = 0; i < count; ++i) out[begin + i] = from_int64<T>(offset_by(remainder(words[i]), base));
  });
}

template <class T>
uint64_t bits_of_one() {
  const T one = T(1);
  uint64_t bits = 0;
  std::memcpy(&bits, &one, sizeof one);
  return bits;
}

}  // namespace

template <class T>
void fill_uniform(const Generator& generator, T* out, int64_t n, double from, double to) {
  check_uniform(CppTypeToScalarType<T>::value, from, to);
  const T low = from_double<T>(from), range = from_double<T>(to) - low;
  Draws draws(generator);
  draws(n, words_per_uniform<T>, [&](const uint32_t* words, int64_t begin, int64_t count) {
    uniform_from_words(words, out + begin, count, range, low);
  });
}

template <class T>
void fill_normal(const Generator& generator, T* out, int64_t n, double mean, double std) {
  check_normal(std);
  Draws draws(generator);
  if (n >= kBlock || draws.counter_based()) block_normals(draws, out, n, from_double<T>(mean), from_double<T>(std));
  else real_normals(draws, out, n, mean, std);
}

template <class T>
void fill_normal_serial(const Generator& generator, T* out, int64_t n, double mean, double std) {
  check_normal(std);
  Draws draws(generator);
  real_normals(draws, out, n, mean, std);
}

template <class T>
void fill_log_normal(const Generator& generator, T* out, int64_t n, double mean, double std) {
  check_log_normal(std);
  Draws draws(generator);
  serial_normals(draws, n, mean, std, [out](int64_t i, double x) { out[i] = from_double<T>(std::exp(x)); });
}

template <class T>
void fill_exponential(const Generator& generator, T* out, int64_t n, double lambda) {
  check_exponential(lambda);
  const double scale = -1.0 / lambda;
  transform_doubles(generator, out, n, [scale](double u) { return scale * std::log(1.0 - u); });
}

template <class T>
void fill_cauchy(const Generator& generator, T* out, int64_t n, double median, double sigma) {
  transform_doubles(generator, out, n,
                    [=](double u) { return std::fma(sigma, std::tan(kTwoPi / 2 * (u - 0.5)), median); });
}

template <class T>
void fill_geometric(const Generator& generator, T* out, int64_t n, double p) {
  check_geometric(p);
  const double log_failure = std::log1p(-p);
  transform_doubles(generator, out, n, [=](double u) { return std::ceil(std::log(u) / log_failure); });
}

template <class T>
void fill_poisson(const Generator& generator, T* out, int64_t n, const T* rates) {
  Draws draws(generator);
  Uniforms uniform(draws);
  for (int64_t i = 0; i < n; ++i) out[i] = from_double<T>(math::draw_poisson(static_cast<double>(rates[i]), uniform));
}

template <class T>
void fill_standard_gamma(const Generator& generator, T* out, int64_t n, const T* shapes) {
  Draws draws(generator);
  Uniforms uniform(draws);
  Normals normal(draws, uniform);
  for (int64_t i = 0; i < n; ++i) {
    const T drawn = from_double<T>(math::draw_gamma(static_cast<double>(shapes[i]), uniform, normal));
    constexpr T least = std::numeric_limits<T>::min();
    out[i] = least < drawn ? drawn : least;  // also of NaN, as libtorch
  }
}

template <class T>
void fill_binomial(const Generator& generator, T* out, int64_t n, const T* counts, const T* probs) {
  Draws draws(generator);
  Uniforms uniform(draws);
  for (int64_t i = 0; i < n; ++i)
    out[i] =
        from_double<T>(math::draw_binomial(static_cast<double>(counts[i]), static_cast<double>(probs[i]), uniform));
}

template <class T>
void fill_bernoulli(const Generator& generator, T* out, int64_t n, double p) {
  check_bernoulli(p);
  // x * 2^-53 < p for integers x exactly if x < ceil(p * 2^53).
  const uint64_t threshold = static_cast<uint64_t>(std::ceil(p * 0x1p53)), one = bits_of_one<T>();
  Draws draws(generator);
  draws(n, 2, [&](const uint32_t* words, int64_t begin, int64_t count) {
    T* const here = out + begin;
    if constexpr (sizeof(T) == 1) kernels().less_u8(words, here, count, threshold, static_cast<uint8_t>(one));
    else if constexpr (sizeof(T) == 2) kernels().less_u16(words, here, count, threshold, static_cast<uint16_t>(one));
    else if constexpr (sizeof(T) == 4) kernels().less_u32(words, here, count, threshold, static_cast<uint32_t>(one));
    else kernels().less_u64(words, here, count, threshold, one);
  });
}

template <class T, class P>
void fill_bernoulli(const Generator& generator, T* out, int64_t n, const P* p) {
  for (int64_t i = 0; i < n; ++i)
    TORCHPP_CHECK(p[i] >= P(0) && p[i] <= P(1), "bernoulli_: Expected p_in >= 0 && p_in <= 1 to be true, but got p[", i,
                  "] = ", static_cast<double>(p[i]));
  Draws draws(generator);
  using Uniform = std::conditional_t<std::is_same_v<P, double>, double, float>;
  draws(n, words_per_uniform<Uniform>, [&](const uint32_t* words, int64_t begin, int64_t count) {
    Uniform numbers[kChunkWords / words_per_uniform<Uniform>];
    uniform_from_words(words, numbers, count, Uniform(1), Uniform(0));
    for (int64_t i = 0; i < count; ++i) out[begin + i] = T(numbers[i] < static_cast<Uniform>(p[begin + i]));
  });
}

template <class T>
void fill_random(const Generator& generator, T* out, int64_t n) {
  const IntegerRange r = random_rule(CppTypeToScalarType<T>::value, nullopt, nullopt);
  random_integers(generator, out, n, r.size, r.least);
}

template <class T>
void fill_random(const Generator& generator, T* out, int64_t n, int64_t from, optional<int64_t> to) {
  const IntegerRange r = random_rule(CppTypeToScalarType<T>::value, from, to);
  random_integers(generator, out, n, r.size, r.least);
}

template <class T>
void fill_randperm(const Generator& generator, T* out, int64_t n) {
  TORCHPP_CHECK(n >= 0, "randperm: got n = ", n, ", expected n >= 0");
  for (int64_t i = 0; i < n; ++i) out[i] = from_int64<T>(i);
  if (n < 2) return;
  Draws draws(generator);
  draws.in_order(n - 1, 1, [&](const uint32_t* words, int64_t begin, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = begin + i;
      std::swap(out[at], out[at + static_cast<int64_t>(words[i] % static_cast<uint64_t>(n - at))]);
    }
  });
}

#define TORCHPP_INSTANTIATE_REAL(T)                                                   \
  template void fill_uniform<T>(const Generator&, T*, int64_t, double, double);       \
  template void fill_normal<T>(const Generator&, T*, int64_t, double, double);        \
  template void fill_normal_serial<T>(const Generator&, T*, int64_t, double, double); \
  template void fill_log_normal<T>(const Generator&, T*, int64_t, double, double);    \
  template void fill_exponential<T>(const Generator&, T*, int64_t, double);           \
  template void fill_cauchy<T>(const Generator&, T*, int64_t, double, double);        \
  template void fill_poisson<T>(const Generator&, T*, int64_t, const T*);             \
  template void fill_standard_gamma<T>(const Generator&, T*, int64_t, const T*);      \
  template void fill_binomial<T>(const Generator&, T*, int64_t, const T*, const T*);
#define TORCHPP_INSTANTIATE_NUMBER(T)                                     \
  template void fill_geometric<T>(const Generator&, T*, int64_t, double); \
  template void fill_randperm<T>(const Generator&, T*, int64_t);
#define TORCHPP_INSTANTIATE_ANY(T)                                                           \
  template void fill_bernoulli<T>(const Generator&, T*, int64_t, double);                    \
  template void fill_bernoulli<T, float>(const Generator&, T*, int64_t, const float*);       \
  template void fill_bernoulli<T, double>(const Generator&, T*, int64_t, const double*);     \
  template void fill_bernoulli<T, BFloat16>(const Generator&, T*, int64_t, const BFloat16*); \
  template void fill_random<T>(const Generator&, T*, int64_t);                               \
  template void fill_random<T>(const Generator&, T*, int64_t, int64_t, optional<int64_t>);

#define TORCHPP_FOR_REAL(X) X(float) X(double) X(Half) X(BFloat16)
#define TORCHPP_FOR_INTEGRAL(X) X(uint8_t) X(int8_t) X(int16_t) X(int32_t) X(int64_t)
TORCHPP_FOR_REAL(TORCHPP_INSTANTIATE_REAL)
TORCHPP_FOR_REAL(TORCHPP_INSTANTIATE_NUMBER)
TORCHPP_FOR_INTEGRAL(TORCHPP_INSTANTIATE_NUMBER)
TORCHPP_FOR_REAL(TORCHPP_INSTANTIATE_ANY)
TORCHPP_FOR_INTEGRAL(TORCHPP_INSTANTIATE_ANY)
TORCHPP_INSTANTIATE_ANY(bool)

}  // namespace torchpp::cpu

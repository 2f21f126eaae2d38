// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Plain loops in double that say what the kernels of src/backends/cpu have to give, and random problems.

#include <torchpp/core/parallel.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "src/ops/convolution_problem.h"

namespace torchpp {
namespace cpu {

/// The seed of this run: TORCHPP_TEST_SEED or a fixed one; printed once.
inline unsigned test_seed() {
  static const unsigned seed = [] {
    const char* set = std::getenv("TORCHPP_TEST_SEED");
    const unsigned value = set ? static_cast<unsigned>(std::strtoul(set, nullptr, 10)) : 20240601u;
    std::printf("TORCHPP_TEST_SEED=%u\n", value);
    return value;
  }();
  return seed;
}

/// Small multiples of 1/8 in [-1, 1]: exact in bfloat16, so that only the kernels' own rounding shows.
template <class T>
std::vector<T> random_values(size_t n, std::mt19937& random) {
  std::vector<T> v(n);
  for (T& x : v) x = static_cast<T>((static_cast<int>(random() % 17) - 8) / 8.f);
  return v;
}
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || !std::memcmp(a.data(), b.data(), a.size() * sizeof(T)));
}

/// The pool has another number of threads while it lives.
class Threads {
 public:
  explicit Threads(int count) : before_(get_num_threads()) { set_num_threads(count); }
  ~Threads() { set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  const int before_;
};

/// How far results of T may be from those in double, by worst_error().
template <class T>
constexpr double tolerance() {
  return std::is_same_v<T, double> ? 1e-13 : 2e-5;
}
/// |a - b| / (1 + |b|), the worst of all elements; NaN counts as infinite.
template <class T>
double worst_error(const std::vector<T>& got, const std::vector<double>& expected) {
  double worst = got.size() == expected.size() ? 0 : INFINITY;
  for (size_t i = 0; i < got.size() && i < expected.size(); ++i) {
    const double error = std::fabs(static_cast<double>(got[i]) - expected[i]) / (1 + std::fabs(expected[i]));
    if (!(error <= worst)) worst = std::isnan(error) ? INFINITY : error;
  }
  return worst;
}

struct ConvData {
  ConvProblem q;
  size_t x_numel() const { return q.n * q.in_channels * q.in_size(); }
  size_t y_numel() const { return q.n * q.out_channels * q.out_size(); }

  /// Calls f(x element, w element, y element) for every product of the convolution.
  template <class F>
  void for_each_product(const F& f) const {
    const int64_t *in = q.in, *out = q.out, *k = q.kernel, *s = q.stride, *p = q.padding_left, *dil = q.dilation;
    const int64_t ic = q.in_channels / q.groups, oc = q.out_channels / q.groups;
    const int64_t in_size = q.in_size(), out_size = q.out_size();
    for (int64_t n = 0; n < q.n; ++n)
      for (int64_t o = 0; o < q.out_channels; ++o)
        for (int64_t i = 0; i < ic; ++i)
          for (int64_t a = 0; a < out_size; ++a)
            for (int64_t t = 0; t < k[0] * k[1] * k[2]; ++t) {
              const int64_t od = a / (out[1] * out[2]), oh = a / out[2] % out[1], ow = a % out[2];
              const int64_t d = od * s[0] - p[0] + t / (k[1] * k[2]) * dil[0];
              const int64_t h = oh * s[1] - p[1] + t / k[2] % k[1] * dil[1], w = ow * s[2] - p[2] + t % k[2] * dil[2];
              if (d < 0 || h < 0 || w < 0 || d >= in[0] || h >= in[1] || w >= in[2]) continue;
              const int64_t c = o / oc * ic + i, pixel = (d * in[1] + h) * in[2] + w;
              const int64_t x = q.channels_last ? (n * in_size + pixel) * q.in_channels + c
                                                : (n * q.in_channels + c) * in_size + pixel;
              const int64_t y =
                  q.channels_last ? (n * out_size + a) * q.out_channels + o : (n * q.out_channels + o) * out_size + a;
              f(x, (o * ic + i) * k[0] * k[1] * k[2] + t, y);
            }
  }
  int64_t channel_of(int64_t y) const {
    return q.channels_last ? y % q.out_channels : y / q.out_size() % q.out_channels;
  }
};

struct ConvExpected {
  std::vector<double> y, dx, dw, db;
};
template <class T>
ConvExpected conv_oracle(const ConvProblem& q, const std::vector<T>& x, const std::vector<T>& w,
                         const std::vector<T>& bias, const std::vector<T>& dy) {
  const ConvData data{q};
  ConvExpected e;
  e.y.resize(data.y_numel()), e.dx.resize(data.x_numel()), e.dw.resize(q.weight_numel()), e.db.resize(q.out_channels);
  for (size_t i = 0; i < e.y.size(); ++i) {
    if (q.bias) e.y[i] = static_cast<double>(bias[data.channel_of(i)]);
    e.db[data.channel_of(i)] += static_cast<double>(dy[i]);
  }
  data.for_each_product([&](int64_t a, int64_t b, int64_t c) {
    e.y[c] += static_cast<double>(x[a]) * static_cast<double>(w[b]);
    e.dx[a] += static_cast<double>(dy[c]) * static_cast<double>(w[b]);
    e.dw[b] += static_cast<double>(dy[c]) * static_cast<double>(x[a]);
  });
  return e;
}

inline std::string describe(const ConvProblem& q) {
  std::string s = std::to_string(q.dims) + "d n" + std::to_string(q.n) + " c" + std::to_string(q.in_channels) + ">" +
                  std::to_string(q.out_channels) + " g" + std::to_string(q.groups);
  for (int d = q.first_dim(); d < 3; ++d)
    s += " [" + std::to_string(q.in[d]) + " k" + std::to_string(q.kernel[d]) + " s" + std::to_string(q.stride[d]) +
         " p" + std::to_string(q.padding_left[d]) + "," + std::to_string(q.padding_right[d]) + " d" +
         std::to_string(q.dilation[d]) + "]";
  return s + (q.channels_last ? " last" : " plain") + (q.bias ? " bias" : "");
}

/// Sets the sizes of the output to what the rest of the problem says.
inline void set_output(ConvProblem& q) {
  for (int d = 0; d < 3; ++d) q.out[d] = q.extent_of_output(d);
}

inline ConvProblem square_conv(int64_t n, int64_t c, int64_t size, int64_t oc, int64_t k, int64_t s, int64_t p,
                               int64_t groups = 1) {
  ConvProblem q;
  q.n = n, q.in_channels = c, q.out_channels = oc, q.groups = groups;
  for (int d = q.first_dim(); d < 3; ++d)
    q.in[d] = size, q.kernel[d] = k, q.stride[d] = s, q.padding_left[d] = q.padding_right[d] = p;
  set_output(q);
  return q;
}

inline ConvProblem random_conv(std::mt19937& random) {
  const auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  ConvProblem q;
  do {
    q = ConvProblem();
    q.dims = static_cast<int>(pick(1, 3));
    q.n = pick(1, 5);
    q.groups = pick(0, 3) ? 1 : pick(2, 4);
    q.in_channels = q.groups * (pick(0, 2) ? pick(1, 9) : pick(1, 3) * 16);
    q.out_channels = q.groups * (pick(0, 2) ? pick(1, 9) : pick(1, 3) * 16);
    for (int d = q.first_dim(); d < 3; ++d) {
      q.in[d] = pick(1, q.dims == 1 ? 40 : q.dims == 2 ? 18 : 7), q.kernel[d] = pick(1, 4), q.stride[d] = pick(1, 3);
      q.dilation[d] = pick(0, 3) ? 1 : 2;
      q.padding_left[d] = pick(0, (q.kernel[d] - 1) * q.dilation[d]);
      q.padding_right[d] = pick(0, (q.kernel[d] - 1) * q.dilation[d]);
    }
    q.channels_last = pick(0, 1), q.bias = pick(0, 1);
    set_output(q);
  } while (q.empty());
  return q;
}

}  // namespace cpu
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/resampling.h"

#include <algorithm>
#include <cmath>

namespace torchpp {
namespace {

// Steps of the source per step of the result, in the arithmetic of libtorch 1.13, which decides about ties.
template <class T>
T step_of(const UpsamplePlan& p, int d) {
  if (p.align_corners) return p.out[d] > 1 ? static_cast<T>(p.in[d] - 1) / static_cast<T>(p.out[d] - 1) : T(0);
  return p.scale[d] > 0 ? static_cast<T>(1.0 / p.scale[d]) : static_cast<T>(p.in[d]) / static_cast<T>(p.out[d]);
}

// The element at a place behind the first one, or the last one where it lies behind that. Scales may be so small that
// places are no integers.
template <class T>
int64_t element_at(T place, int64_t size) {
  if (!(place >= 0)) return 0;
  return place < static_cast<T>(0x1p62) ? std::min(static_cast<int64_t>(place), size - 1) : size - 1;
}

// The source of each element of dimension `d`.
template <class T>
std::vector<int64_t> nearest_sources(const UpsamplePlan& p, int d) {
  const bool exact = p.mode == Resampling::kNearestExact;
  const T step = step_of<T>(p, d);
  std::vector<int64_t> at(static_cast<size_t>(p.out[d]));
  for (size_t i = 0; i < at.size(); ++i) {
    const T place = static_cast<T>(i);
    const T x = exact ? std::max(step * (place + T(0.5)) - T(0.5), T(0)) + T(0.5) : step * place;
    at[i] = element_at(static_cast<float>(x), p.in[d]);
  }
  return at;
}

}  // namespace

std::vector<int64_t> nearest_sources(const UpsamplePlan& p, int d, ScalarType dtype) {
  return dtype == kDouble ? nearest_sources<double>(p, d) : nearest_sources<float>(p, d);
}

template <class T>
void Taps<T>::finish() {
  per_element = out > 0 ? begin[1] : 0;
  copies = in == out && per_element == 1;
  for (int64_t i = 0; i < out; ++i) {
    const size_t k = static_cast<size_t>(i);
    if (begin[k + 1] - begin[k] != per_element) per_element = 0, copies = false;
    copies = copies && source[k] == i && weight[k] == T(1);
  }
}

template <class T>
Taps<T> Taps<T>::transposed() const {
  Taps t(out, in);
  t.begin.assign(static_cast<size_t>(in) + 1, 0);
  for (const int64_t s : source) ++t.begin[static_cast<size_t>(s) + 1];
  for (size_t i = 1; i < t.begin.size(); ++i) t.begin[i] += t.begin[i - 1];
  t.source.resize(source.size()), t.weight.resize(source.size());
  std::vector<int64_t> next(t.begin.begin(), t.begin.end() - 1);
  for (int64_t i = 0; i < out; ++i)
    for (int64_t k = begin[static_cast<size_t>(i)]; k < begin[static_cast<size_t>(i) + 1]; ++k) {
      const size_t to = static_cast<size_t>(next[static_cast<size_t>(source[static_cast<size_t>(k)])]++);
      t.source[to] = i, t.weight[to] = weight[static_cast<size_t>(k)];
    }
  t.finish();
  return t;
}

namespace {

// Cubic convolution: within 1 of the middle, and between 1 and 2.   Source: Keys 1981.
template <class T>
T cubic_near(T x, T a) {
  return ((a + 2) * x - (a + 3)) * x * x + 1;
}
template <class T>
T cubic_far(T x, T a) {
  return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
}
constexpr double kCubic = -0.75, kCubicAntialias = -0.5;

template <class T>
void add_between(Taps<T>& taps, const UpsamplePlan& p, int d) {
  const bool cubic = p.mode == Resampling::kCubic;
  const T step = step_of<T>(p, d);
  for (int64_t i = 0; i < p.out[d]; ++i, taps.end_element()) {
    if (!cubic && p.in[d] == p.out[d]) {
      taps.add(i, T(1));
      continue;
    }
    T x = p.align_corners ? step * static_cast<T>(i) : step * (static_cast<T>(i) + T(0.5)) - T(0.5);
    if (!cubic) x = std::max(x, T(0));
    const int64_t first = x < 0 ? -1 : element_at(x, p.in[d]);
    const T t = std::min(std::max(x - static_cast<T>(first), T(0)), T(1));
    if (cubic) {
      const T a = static_cast<T>(kCubic),
              weights[] = {cubic_far(t + 1, a), cubic_near(t, a), cubic_near(1 - t, a), cubic_far(2 - t, a)};
      for (int64_t k = 0; k < 4; ++k)
        taps.add(std::min(std::max<int64_t>(first - 1 + k, 0), p.in[d] - 1), weights[static_cast<size_t>(k)]);
    } else {
      taps.add(first, T(1) - t);
      taps.add(std::min(first + 1, p.in[d] - 1), t);
    }
  }
}

// A kernel of the width of the result's elements where these are wider than the source's.
template <class T>
void add_antialiased(Taps<T>& taps, const UpsamplePlan& p, int d) {
  const bool cubic = p.mode == Resampling::kCubicAntialias;
  const T step = step_of<T>(p, d), reach = cubic ? T(2) : T(1);
  const T support = step >= 1 ? reach * step : reach, shrink = step >= 1 ? 1 / step : T(1);
  const auto kernel = [&](T x) {
    x = std::fabs(x);
    if (!cubic) return x < 1 ? 1 - x : T(0);
    const T a = static_cast<T>(kCubicAntialias);
    return x < 1 ? cubic_near(x, a) : x < 2 ? cubic_far(x, a) : T(0);
  };
  for (int64_t i = 0; i < p.out[d]; ++i, taps.end_element()) {
    const T middle = step * (static_cast<T>(i) + T(0.5));
    const int64_t first = element_at(middle - support + T(0.5), p.in[d] + 1);
    const int64_t last = element_at(middle + support + T(0.5), p.in[d] + 1);
    T total = 0;
    for (int64_t k = first; k < last; ++k) {
      taps.add(k, kernel((static_cast<T>(k) - middle + T(0.5)) * shrink));
      total += taps.weight.back();
    }
    if (total == 0) continue;
    for (size_t k = static_cast<size_t>(taps.begin.back()); k < taps.weight.size(); ++k) taps.weight[k] /= total;
  }
}

}  // namespace

template <class T>
Taps<T> taps_of(const UpsamplePlan& p, int d, bool backward) {
  Taps<T> taps(p.in[d], p.out[d]);
  switch (p.mode) {
    case Resampling::kNearest:
    case Resampling::kNearestExact:
      for (const int64_t at : nearest_sources<T>(p, d)) taps.add(at, T(1)), taps.end_element();
      break;
    case Resampling::kLinear:
    case Resampling::kCubic: add_between(taps, p, d); break;
    case Resampling::kLinearAntialias:
    case Resampling::kCubicAntialias: add_antialiased(taps, p, d); break;
  }
  taps.finish();
  return backward ? taps.transposed() : taps;
}

template Taps<float> taps_of<float>(const UpsamplePlan&, int, bool);
template Taps<double> taps_of<double>(const UpsamplePlan&, int, bool);

}  // namespace torchpp

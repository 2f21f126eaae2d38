// SPDX-License-Identifier: BSD-3-Clause
// The vendor's libraries as plain loops. Sums of 16-bit numbers are taken in float, as there.
#include "tests/cuda_emulation/vendor.h"

#include <torchpp/core/complex.h>
#include <torchpp/core/error.h>
#include <torchpp/core/half.h>

#include <vector>

#include "src/dispatch/verbose.h"

namespace torchpp::cuda {

bool (*emulation::refuses)(const ConvProblem& p);
bool (*emulation::refuses_product)(const Product& p);

namespace {

// Calls f(value of the element's type, value of the type of sums).
template <class F>
void with_type(ScalarType dtype, const F& f) {
  switch (dtype) {
    case kFloat: return f(float(), float());
    case kDouble: return f(double(), double());
    case kHalf: return f(Half(), float());
    case kBFloat16: return f(BFloat16(), float());
    case kComplexFloat: return f(ComplexFloat(), ComplexFloat());
    case kComplexDouble: return f(ComplexDouble(), ComplexDouble());
    default: TORCHPP_FAIL_KIND(kNotImplemented, "emulated vendor library: got ", toString(dtype));
  }
}

template <class S>
S scalar(const double (&value)[2]) {
  if constexpr (IsComplex<S>::value)
    return S(static_cast<typename S::value_type>(value[0]), static_cast<typename S::value_type>(value[1]));
  else return static_cast<S>(value[0]);
}

// Problems that cuBLASLt and cuDNN refuse, refused here as well.
void check(const Product& p) {
  TORCHPP_CHECK(p.m > 0 && p.n > 0 && p.k > 0 && p.batch > 0, "multiply: an empty product");
  TORCHPP_CHECK(p.lda >= (p.transpose_a ? p.m : p.k) && p.ldb >= (p.transpose_b ? p.k : p.n) && p.ldd >= p.n,
                "multiply: rows overlap");
  TORCHPP_CHECK(p.bias == nullptr ||
                    (p.beta[0] == 0 && p.beta[1] == 0 && p.n > 1 && p.k > 1 && p.batch == 1 && !isComplexType(p.dtype)),
                "multiply: a bias where there can be none");
  TORCHPP_CHECK(p.batch == 1 || p.stride_d >= p.m * p.n, "multiply: results overlap");
}

template <class T, class S>
void multiply_typed(const Product& p) {
  const S alpha = scalar<S>(p.alpha), beta = scalar<S>(p.beta);
  for (int64_t i = 0; i < p.batch; ++i) {
    const T *a = static_cast<const T*>(p.a) + i * p.stride_a, *b = static_cast<const T*>(p.b) + i * p.stride_b;
    T* d = static_cast<T*>(p.d) + i * p.stride_d;
    for (int64_t r = 0; r < p.m; ++r)
      for (int64_t c = 0; c < p.n; ++c) {
        S sum(0);
        for (int64_t k = 0; k < p.k; ++k)
          sum += static_cast<S>(a[p.transpose_a ? k * p.lda + r : r * p.lda + k]) *
                 static_cast<S>(b[p.transpose_b ? c * p.ldb + k : k * p.ldb + c]);
        sum = alpha * sum;
        T& to = d[r * p.ldd + c];
        if (beta != S(0)) sum += beta * static_cast<S>(to);
        if (p.bias != nullptr) sum += static_cast<S>(static_cast<const T*>(p.bias)[c]);
        to = static_cast<T>(sum);
      }
  }
}

// Where the pixels of dense images lie in memory.
struct Image {
  const int64_t* sizes;
  int64_t channels;
  bool last;
  int64_t at(int64_t n, int64_t c, const int64_t* x) const {
    const int64_t pixel = (x[0] * sizes[1] + x[1]) * sizes[2] + x[2], pixels = sizes[0] * sizes[1] * sizes[2];
    return last ? (n * pixels + pixel) * channels + c : (n * channels + c) * pixels + pixel;
  }
};

// Calls f(input index, weight index, output index) for every product that the convolution consists of.
template <class F>
void for_products(const ConvProblem& p, const F& f) {
  const int64_t in_group = p.in_channels / p.groups, out_group = p.out_channels / p.groups;
  const Image in{p.in, p.in_channels, p.channels_last}, out{p.out, p.out_channels, p.channels_last},
      weight{p.kernel, in_group, p.channels_last};
  for (int d = 0; d < 3; ++d)
    TORCHPP_CHECK(p.padding_left[d] == p.padding_right[d] && p.extent_of_output(d) == p.out[d],
                  "convolve: the output's size does not follow from the input's");
  const auto each = [](const int64_t* sizes, const auto& g) {
    int64_t x[3];
    for (x[0] = 0; x[0] < sizes[0]; ++x[0])
      for (x[1] = 0; x[1] < sizes[1]; ++x[1])
        for (x[2] = 0; x[2] < sizes[2]; ++x[2]) g(x);
  };
  for (int64_t n = 0; n < p.n; ++n)
    for (int64_t o = 0; o < p.out_channels; ++o)
      each(out.sizes, [&](const int64_t* y) {
        for (int64_t i = 0; i < in_group; ++i)
          each(weight.sizes, [&](const int64_t* k) {
            int64_t x[3];
            for (int d = 0; d < 3; ++d) {
              x[d] = y[d] * p.stride[d] - p.padding_left[d] + k[d] * p.dilation[d];
              if (x[d] < 0 || x[d] >= in.sizes[d]) return;
            }
            f(in.at(n, o / out_group * in_group + i, x), weight.at(o, i, k), out.at(n, o, y));
          });
      });
}

void tell(const char* algorithm) {
  if (verbose_level() > 0) verbose::took(algorithm);
}

// `to` is the sum over products of a and b, whose indices `places` picks. False where the tests want it so.
template <class Places>
bool accumulate(const char* algorithm, const ConvProblem& p, const void* a, const void* b, void* to, int64_t count,
                const Places& places) {
  TORCHPP_CHECK(isFloatingType(p.dtype), "convolve: got ", toString(p.dtype));
  if (emulation::refuses != nullptr && emulation::refuses(p)) return false;
  tell(algorithm);
  with_type(p.dtype, [&](auto element, auto zero) {
    using T = decltype(element);
    using S = decltype(zero);
    std::vector<S> sums(static_cast<size_t>(count));
    for_products(p, [&](int64_t input, int64_t weight, int64_t output) {
      const auto [i, j, k] = places(input, weight, output);
      sums[static_cast<size_t>(k)] +=
          static_cast<S>(static_cast<const T*>(a)[i]) * static_cast<S>(static_cast<const T*>(b)[j]);
    });
    for (int64_t i = 0; i < count; ++i) static_cast<T*>(to)[i] = static_cast<T>(sums[static_cast<size_t>(i)]);
  });
  return true;
}
struct Places {
  int64_t a, b, to;
};

}  // namespace

bool multiply(const Product& p, StreamHandle) {
  check(p);
  if (emulation::refuses_product != nullptr && emulation::refuses_product(p)) return false;
  tell(p.bias != nullptr ? "emulated:product with bias" : "emulated:product");
  with_type(p.dtype, [&](auto element, auto zero) { multiply_typed<decltype(element), decltype(zero)>(p); });
  return true;
}

bool convolve(const ConvProblem& p, const void* input, const void* weight, void* output, StreamHandle) {
  return accumulate("emulated:convolution", p, input, weight, output, p.n * p.out_channels * p.out_size(),
                    [](int64_t i, int64_t w, int64_t o) {
                      return Places{i, w, o};
                    });
}
bool convolve_backward_input(const ConvProblem& p, const void* grad_output, const void* weight, void* grad_input,
                             StreamHandle) {
  return accumulate("emulated:convolution backward input", p, grad_output, weight, grad_input,
                    p.n * p.in_channels * p.in_size(), [](int64_t i, int64_t w, int64_t o) {
                      return Places{o, w, i};
                    });
}
bool convolve_backward_weight(const ConvProblem& p, const void* grad_output, const void* input, void* grad_weight,
                              StreamHandle) {
  return accumulate("emulated:convolution backward weight", p, grad_output, input, grad_weight, p.weight_numel(),
                    [](int64_t i, int64_t w, int64_t o) {
                      return Places{o, i, w};
                    });
}

bool cudnn_is_found() noexcept { return true; }

}  // namespace torchpp::cuda

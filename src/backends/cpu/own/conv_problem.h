// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A convolution without tensors: what every implementation is asked to do.

#include <torchpp/core/dtype.h>

#include <cstdint>

namespace torchpp {
namespace cpu {

/// Activations are dense, (N, C, spatial...) or, channels last, (N, spatial..., C); weights are dense
/// (out_channels, in_channels / groups, kernel...). Spatial arrays hold `dims` entries, outermost first.
struct ConvProblem {
  int dims = 2;  // 1, 2 or 3
  int64_t n = 1, in_channels = 1, out_channels = 1, groups = 1;
  int64_t in[3] = {1, 1, 1}, kernel[3] = {1, 1, 1}, stride[3] = {1, 1, 1};
  int64_t padding_left[3] = {0, 0, 0}, padding_right[3] = {0, 0, 0};
  int64_t dilation[3] = {1, 1, 1};  // 1: dense kernel
  ScalarType dtype = kFloat;
  bool channels_last_input = false, channels_last_output = false;
  bool bias = false;

  /// Extent of the result, 0 or less if the kernel does not fit.
  int64_t out(int d) const {
    const int64_t room = in[d] + padding_left[d] + padding_right[d] - dilation[d] * (kernel[d] - 1) - 1;
    return room < 0 ? 0 : room / stride[d] + 1;
  }
  int64_t in_size() const {
    return product([this](int d) { return in[d]; });
  }
  int64_t out_size() const {
    return product([this](int d) { return out(d); });
  }
  int64_t kernel_size() const {
    return product([this](int d) { return kernel[d]; });
  }
  int64_t weight_numel() const { return out_channels * (in_channels / groups) * kernel_size(); }
  int64_t flops() const { return 2 * n * out_size() * weight_numel(); }
  bool empty() const { return n == 0 || out_channels == 0 || in_channels == 0 || out_size() == 0 || in_size() == 0; }

 private:
  template <class F>
  int64_t product(const F& f) const {
    int64_t total = 1;
    for (int d = 0; d < dims; ++d) total *= f(d);
    return total;
  }
};

}  // namespace cpu
}  // namespace torchpp

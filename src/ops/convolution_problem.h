// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file A convolution without its operands: what rules find out and backends compute.

#include <torchpp/core/dtype.h>

#include <cstddef>
#include <cstdint>

namespace torchpp {

/// Activations are dense, (N, C, spatial...) or, channels last, (N, spatial..., C). Weights are dense (out_channels,
/// in_channels / groups, kernel...).
///
/// Spatial arrays hold numbers for depth, height and width. A convolution of fewer dimensions uses the last entries;
/// the others say that the image has a size of 1 there, which is the same convolution.
///
/// A transposed convolution is described by the ordinary one whose data gradient it is: its input has the sizes of that
/// one's output, and its result those of the input.
struct ConvProblem {
  int64_t n = 1, in_channels = 1, out_channels = 1, groups = 1;
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, kernel[3] = {1, 1, 1}, stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1};
  int64_t padding_left[3] = {0, 0, 0}, padding_right[3] = {0, 0, 0};
  int dims = 2;  ///< 1, 2 or 3
  ScalarType dtype = kFloat;
  bool channels_last = false;
  bool bias = false;  ///< the forward direction adds a number per output channel

  /// The first entry of the spatial arrays that is used.
  int first_dim() const { return 3 - dims; }
  /// What out[d] follows from: 0 if the kernel does not fit.
  int64_t extent_of_output(int d) const {
    const int64_t room = in[d] + padding_left[d] + padding_right[d] - dilation[d] * (kernel[d] - 1) - 1;
    return room < 0 ? 0 : room / stride[d] + 1;
  }
  int64_t in_size() const { return in[0] * in[1] * in[2]; }
  int64_t out_size() const { return out[0] * out[1] * out[2]; }
  int64_t kernel_size() const { return kernel[0] * kernel[1] * kernel[2]; }
  int64_t weight_numel() const { return out_channels * (in_channels / groups) * kernel_size(); }
  int64_t flops() const { return 2 * n * out_size() * weight_numel(); }
  bool empty() const { return n == 0 || out_channels == 0 || in_channels == 0 || out_size() == 0 || in_size() == 0; }
  /// Whether each pixel of the output depends on one pixel of the input.
  bool single_tap() const {
    for (int d = 0; d < 3; ++d)
      if (kernel[d] != 1 || padding_left[d] != 0 || padding_right[d] != 0) return false;
    return true;
  }
  /// Whether that is the pixel at its place.
  bool pointwise() const { return single_tap() && stride[0] == 1 && stride[1] == 1 && stride[2] == 1; }
};

enum class ConvDirection : uint8_t { kForward, kBackwardData, kBackwardWeights };

/// One direction of a problem as words without padding, for caches that compare and hash bytes.
struct ConvKey {
  int64_t words[26];
};
inline ConvKey key_of(const ConvProblem& q, ConvDirection direction) {
  static_assert(offsetof(ConvProblem, dims) == 25 * sizeof(int64_t), "the numbers are one block");
  ConvKey key;
  __builtin_memcpy(key.words, &q, 25 * sizeof(int64_t));
  key.words[25] = q.dims | static_cast<int64_t>(direction) << 8 | static_cast<int64_t>(q.channels_last) << 16 |
                  static_cast<int64_t>(q.bias) << 17 | static_cast<int64_t>(q.dtype) << 24;
  return key;
}

}  // namespace torchpp

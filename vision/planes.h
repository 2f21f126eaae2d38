// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pixels with their channels side by side, separated into planes.

#include <algorithm>
#include <cstdint>

namespace torchpp::vision {

namespace detail {
template <int64_t N, class T>
void to_planes(const T* pixels, int64_t count, int64_t channels, T* planes, int64_t stride) {
  constexpr int64_t kBlock = 2048;  // pixels that stay in the cache while each channel is taken
  for (int64_t start = 0; start < count; start += kBlock) {
    const int64_t end = std::min(start + kBlock, count);
    for (int64_t c = 0; c < channels; ++c) {
      const T* from = pixels + c;
      T* to = planes + c * stride;
      for (int64_t i = start; i < end; ++i) to[i] = from[i * N];
    }
  }
}
}  // namespace detail

/// The first channels of `count` pixels, of 1 to 4 channels each, into planes that begin `stride` elements apart.
template <class T>
void to_planes(const T* pixels, int64_t count, int64_t per_pixel, int64_t channels, T* planes, int64_t stride) {
  switch (per_pixel) {
    case 1: return detail::to_planes<1>(pixels, count, channels, planes, stride);
    case 2: return detail::to_planes<2>(pixels, count, channels, planes, stride);
    case 3: return detail::to_planes<3>(pixels, count, channels, planes, stride);
    default: return detail::to_planes<4>(pixels, count, channels, planes, stride);
  }
}

}  // namespace torchpp::vision

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shapes of pooling. Each rule throws as libtorch does.

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

#include "src/core/shape.h"
#include "src/ops/generated/pooling.h"
#include "src/ops/structured.h"

namespace torchpp {

/// Sizes of what is pooled and of the results, as depth, height and width: images have a depth of 1.
struct PoolVolume {
  int64_t batch, channels;
  int64_t in[3], out[3];

  int64_t in_size() const { return in[0] * in[1] * in[2]; }
  int64_t out_size() const { return out[0] * out[1] * out[2]; }
};
/// A window that moves over the volume.
struct PoolShape : PoolVolume {
  int64_t kernel[3], stride[3], padding[3], dilation[3];
};
/// What the rule of pooling finds, and of its gradient. The format of the result is that in which images are read.
struct PoolPlan : Plan<1> {
  PoolShape shape;
  bool count_padding = true;  ///< whether padding counts as elements that are averaged
  int64_t divisor = 0;        ///< what sums are divided by; 0: the number of elements
};
/// Result 1 is where in its plane or volume each element of result 0 stands.
struct PoolIndicesPlan : Plan<2> {
  PoolShape shape;
};
/// As many windows as the result has elements: window i of n over a length L is [floor(i L / n), ceil((i + 1) L / n)).
struct AdaptivePoolPlan : Plan<1>, PoolVolume {};
struct AdaptivePoolIndicesPlan : Plan<2>, PoolVolume {};
/// Windows at random distances, which the samples give: for each plane or volume one of each of `dims` dimensions.
struct FractionalPoolPlan : Plan<2>, PoolVolume {
  int64_t kernel[3];
  int dims;
};
/// Elements of volumes of the sizes `out` go to the places of volumes of the sizes `in` that indices name.
struct IndexedPoolPlan : Plan<1>, PoolVolume {};

}  // namespace torchpp

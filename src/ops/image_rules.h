// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Rules of image operators: shapes, dtypes and checks. No backend code.

#include "src/ops/generated/image.h"
#include "src/ops/structured.h"

namespace torchpp {

/// Lists have an entry per dimension of the input.
struct ConstantPadPlan : Plan<1> {
  DimVector skip;     ///< elements of the input that are cropped at the front
  DimVector inner;    ///< sizes of what is left of it
  DimVector before;   ///< elements of the value in front of that
  bool crops = true;  ///< and nothing else: the result is a copy of what is left
  alignas(16) char value[16];
};

enum class EdgePadding : uint8_t { kReflect, kReplicate, kCircular };

/// Padding of the innermost one to three dimensions of a contiguous tensor by its own elements.
struct EdgePadPlan : Plan<1> {
  EdgePadding mode;
  int dims;
  int64_t planes;                    ///< the product of the other dimensions
  int64_t in[3], out[3], before[3];  ///< of the padded dimensions, outermost first
  /// The position in padded dimension `d` of the input that stands at `i` of the result.
  int64_t source(int d, int64_t i) const {
    const int64_t at = i - before[d], last = in[d] - 1;
    switch (mode) {
      case EdgePadding::kReflect: return at < 0 ? -at : at > last ? 2 * last - at : at;
      case EdgePadding::kReplicate: return at < 0 ? 0 : at > last ? last : at;
      default: return at < 0 ? at + in[d] : at > last ? at - in[d] : at;
    }
  }
};

enum class Resampling : uint8_t { kNearest, kNearestExact, kLinear, kCubic, kLinearAntialias, kCubicAntialias };

/// Resampling of the dimensions behind batch and channels, and its gradient.
struct UpsamplePlan : Plan<1> {
  Resampling mode;
  bool align_corners;
  int dims;
  int64_t batch, channels;
  int64_t in[3], out[3];  ///< sizes before and after the resampling, outermost first
  double scale[3];        ///< how much greater the result is said to be; 0 where the sizes say it
};

/// Windows of a convolution of two dimensions.
struct WindowsPlan : Plan<1> {
  int64_t batch, channels;
  int64_t image[2], kernel[2], dilation[2], padding[2], stride[2];
  int64_t windows[2];  ///< how many there are
};

enum class SamplerMode : uint8_t { kBilinear, kNearest, kBicubic };
enum class SamplerPadding : uint8_t { kZeros, kBorder, kReflection };

/// Sampling of images or volumes at points.
struct SamplerShape {
  SamplerMode mode;
  SamplerPadding padding;
  bool align_corners;
  int dims;
  int64_t batch, channels;
  int64_t in[3];   ///< sizes of an image, outermost first
  int64_t points;  ///< of one image
};
struct SamplerPlan : Plan<1> {
  SamplerShape shape;
};
struct SamplerBackwardPlan : Plan<2> {
  SamplerShape shape;
};

/// The sizes to which an input of these sizes (with batch and channels) is resampled: those that are given, or
/// multiples of the input's. Throws unless there is exactly one of them.
DimVector upsampled_sizes(IntArrayRef input, OptionalIntArrayRef output_size, optional<ArrayRef<double>> scale_factors);

}  // namespace torchpp

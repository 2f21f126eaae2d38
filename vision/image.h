// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What the functions of images share: checks, and images of any number of dimensions as a batch of floating-point ones.

#include <torchpp/core/error.h>
#include <torchpp/vision/functional.h>

namespace torchpp::vision::functional {

/// The greatest value of an image's dtype: 1 for floating-point numbers.
double max_value(ScalarType dtype);
/// TypeError unless there are one or three channels, and at least `least_dims` dimensions.
void check_channels(const char* op, const Tensor& image, int64_t least_dims = 2);

/// An image (..., C, H, W) as (N, C, H, W), in floating point: double stays, other dtypes become float.
class Batch {
 public:
  explicit Batch(const Tensor& image);

  const Tensor& images() const { return images_; }
  /// A batch (N, C, h, w) computed from it, in the image's leading dimensions and dtype; rounded if that is an
  /// integer's.
  Tensor restore(const Tensor& images) const;

 private:
  std::vector<int64_t> leading_;  // dimensions before height and width
  ScalarType dtype_;
  Tensor images_;
};

}  // namespace torchpp::vision::functional

// SPDX-License-Identifier: BSD-3-Clause
// Dtypes, normalization, blurring and erasing.
#include <torchpp/ops/creation.h>
#include <torchpp/ops/image.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "vision/image.h"

namespace torchpp::vision::functional {
namespace {

// Numbers per channel, or one for all, in a form that expands to the image.
Tensor per_channel(const char* what, ArrayRef<double> values, const Tensor& image) {
  const auto count = static_cast<int64_t>(values.size());
  TORCHPP_CHECK_VALUE(count == 1 || count == image.size(-3), "normalize: got ", count, " numbers in ", what,
                      ", expected 1 or ", image.size(-3), ", the number of channels");
  return torchpp::tensor(values, image.options().requires_grad(false)).view({count, 1, 1});
}

// A normalized Gaussian of an odd number of samples, in float as torchvision computes it.
std::vector<float> gaussian(int64_t size, double sigma) {
  std::vector<float> values(static_cast<size_t>(size));
  const float deviation = static_cast<float>(sigma);
  float sum = 0;
  for (int64_t i = 0; i < size; ++i) {
    const float x = static_cast<float>(i - size / 2) / deviation;
    sum += values[static_cast<size_t>(i)] = std::exp(-0.5f * (x * x));
  }
  for (float& v : values) v /= sum;
  return values;
}

}  // namespace

Tensor convert_image_dtype(const Tensor& image, ScalarType dtype) {
  const ScalarType from = image.scalar_type();
  if (from == dtype) return image;
  TORCHPP_CHECK_TYPE(dtype != kBool && from != kBool && !isComplexType(dtype) && !isComplexType(from),
                     "convert_image_dtype: got ", from, " and ", dtype, ", expected integers and floating point");
  const double max = max_value(dtype), from_max = max_value(from);
  if (image.is_floating_point()) {
    if (isFloatingType(dtype)) return image.to(dtype);
    TORCHPP_CHECK(!(from == kFloat && (dtype == kInt || dtype == kLong)) && !(from == kDouble && dtype == kLong),
                  "The cast from ", from, " to ", dtype, " cannot be performed safely.");
    // Just less than max + 1, so that each integer stands for a range of the same length.
    return image.mul(max + 1.0 - 1e-3).to(dtype);
  }
  if (isFloatingType(dtype)) return image.to(dtype).div_(from_max);
  // The ranges are powers of 2, so a shift by the difference of the exponents is exact.
  const int64_t factor = int64_t{1} << std::abs(std::ilogb(from_max + 1) - std::ilogb(max + 1));
  if (from_max > max) return image.div(factor, "floor").to(dtype);
  return image.to(dtype).mul_(factor);
}

Tensor to_tensor(const Tensor& picture) {
  TORCHPP_CHECK_VALUE(picture.dim() == 2 || picture.dim() == 3, "to_tensor: pic should be 2/3 dimensional. Got ",
                      picture.dim(), " dimensions.");
  const Tensor image = (picture.dim() == 2 ? picture.unsqueeze(2) : picture).permute({2, 0, 1}).contiguous();
  return image.scalar_type() == kByte ? image.to(get_default_dtype().toScalarType()).div_(255) : image;
}

Tensor normalize(const Tensor& image, ArrayRef<double> mean, ArrayRef<double> std, bool inplace) {
  TORCHPP_CHECK_TYPE(image.is_floating_point(), "normalize: Input tensor should be a float tensor. Got ",
                     image.scalar_type());
  TORCHPP_CHECK_VALUE(image.dim() >= 3, "normalize: got sizes ", image.sizes(), ", expected an image (..., C, H, W)");
  const Tensor means = per_channel("mean", mean, image), stds = per_channel("std", std, image);
  for (const double s : std)
    TORCHPP_CHECK_VALUE((image.scalar_type() == kDouble ? s : static_cast<double>(static_cast<float>(s))) != 0,
                        "normalize: std evaluated to zero after conversion to ", image.scalar_type(),
                        ", leading to division by zero.");
  return (inplace ? image.sub_(means) : image.sub(means)).div_(stds);
}

Tensor gaussian_blur(const Tensor& image, IntArrayRef kernel_size, ArrayRef<double> sigma) {
  TORCHPP_CHECK_VALUE(kernel_size.size() == 1 || kernel_size.size() == 2, "gaussian_blur: got kernel_size ",
                      kernel_size, ", expected one or two numbers");
  TORCHPP_CHECK_VALUE(sigma.size() <= 2, "gaussian_blur: If sigma is a sequence, its length should be 2. Got ",
                      sigma.size());
  const Batch batch(image);
  const Dimensions d = get_dimensions(image);
  // By rows and columns one after the other: a two-dimensional Gaussian is the product of two.
  Tensor result = batch.images().reshape({-1, 1, d.height, d.width});
  for (int64_t axis = 0; axis < 2; ++axis) {  // x, y
    const int64_t size = axis == 0 ? kernel_size.front() : kernel_size.back();
    TORCHPP_CHECK_VALUE(size > 0 && size % 2 == 1,
                        "gaussian_blur: kernel_size should have odd and positive integers. Got ", kernel_size);
    const double s = sigma.empty() ? static_cast<double>(size) * 0.15 + 0.35 : axis == 0 ? sigma.front() : sigma.back();
    TORCHPP_CHECK_VALUE(s > 0, "gaussian_blur: sigma should have positive values. Got ", s);
    const Tensor kernel = torchpp::tensor(gaussian(size, s), result.options());
    const int64_t half = size / 2;
    if (axis == 0) result = conv2d(reflection_pad2d(result, {half, half, 0, 0}), kernel.view({1, 1, 1, size}));
    else result = conv2d(reflection_pad2d(result, {0, 0, half, half}), kernel.view({1, 1, size, 1}));
  }
  return batch.restore(result.reshape(batch.images().sizes()));
}

Tensor erase(const Tensor& image, int64_t i, int64_t j, int64_t h, int64_t w, const Tensor& v, bool inplace) {
  const Dimensions d = get_dimensions(image);
  TORCHPP_CHECK_VALUE(i >= 0 && j >= 0 && h >= 0 && w >= 0 && i + h <= d.height && j + w <= d.width, "erase: got rows ",
                      i, " to ", i + h, " and columns ", j, " to ", j + w, ", expected a part of an image of ",
                      d.height, " x ", d.width);
  const Tensor result = inplace ? image : image.clone();
  result.narrow(-2, i, h).narrow(-1, j, w).copy_(v);
  return result;
}

}  // namespace torchpp::vision::functional

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/random.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>
#include <torchpp/vision/transforms.h>

#include <algorithm>
#include <cmath>

#include "vision/draw.h"

namespace torchpp::vision::transforms {
namespace {

// To the nearest integer, halves to the even one. Numbers beyond any image stay so.
int64_t rounded(double v) { return static_cast<int64_t>(std::nearbyint(std::min(v, 1e15))); }

std::array<int64_t, 2> height_and_width(const char* transform, const std::vector<int64_t>& size) {
  TORCHPP_CHECK_VALUE(size.size() == 1 || size.size() == 2, transform, ": got size ", IntArrayRef(size),
                      ", expected one number or height and width");
  return {size.front(), size.back()};
}

// A part of an image.
struct Box {
  int64_t top, left, height, width;
};

// Draws a share of the area and the side ratio `first` by `second`, whose logarithm is uniform; gives both sides.
struct Extent {
  int64_t first, second;
};
Extent draw_extent(int64_t area, Range scale, Range ratio, const OptionalGenerator& generator) {
  TORCHPP_CHECK_VALUE(scale.least >= 0 && ratio.least > 0, "got a share of the area of ", scale.least,
                      " and a ratio of ", ratio.least, ", expected none below 0 and a positive ratio");
  const double part = static_cast<double>(area) * draw_uniform(scale, generator);
  const Range log_ratio = {std::log(static_cast<float>(ratio.least)), std::log(static_cast<float>(ratio.greatest))};
  const double aspect = std::exp(static_cast<float>(draw_uniform(log_ratio, generator)));
  return {rounded(std::sqrt(part * aspect)), rounded(std::sqrt(part / aspect))};
}

constexpr int kTries = 10;

Box draw_resized_crop(functional::Dimensions d, Range scale, Range ratio, const OptionalGenerator& generator) {
  for (int i = 0; i < kTries; ++i) {
    const auto [w, h] = draw_extent(d.height * d.width, scale, ratio, generator);
    if (w <= 0 || w > d.width || h <= 0 || h > d.height) continue;
    const int64_t top = draw_integer(0, d.height - h + 1, generator);
    return {top, draw_integer(0, d.width - w + 1, generator), h, w};
  }
  const double ratio_of_image = static_cast<double>(d.width) / static_cast<double>(d.height);
  int64_t w = d.width, h = d.height;
  if (ratio_of_image < ratio.least) h = rounded(static_cast<double>(w) / ratio.least);
  else if (ratio_of_image > ratio.greatest) w = rounded(static_cast<double>(h) * ratio.greatest);
  return {(d.height - h) / 2, (d.width - w) / 2, h, w};
}

}  // namespace

Tensor Compose::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  Tensor result = image;
  for (const Transform& t : transforms_) result = t(result, generator);
  return result;
}

Tensor RandomApply::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  // Unlike those of single transforms, its condition holds for a draw that equals p.
  if (static_cast<float>(p_) < torchpp::rand({1}, generator, kFloat).item<float>()) return image;
  return transforms_(image, generator);
}

Tensor RandomOrder::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  const Tensor order = torchpp::randperm(static_cast<int64_t>(transforms_.size()), generator);
  Tensor result = image;
  for (int64_t i = 0; i < order.numel(); ++i)
    result = transforms_[static_cast<size_t>(order.data_ptr<int64_t>()[i])](result, generator);
  return result;
}

RandomChoice::RandomChoice(std::vector<Transform> transforms, std::vector<double> p)
    : transforms_(std::move(transforms)), p_(std::move(p)) {
  if (p_.empty()) p_.assign(transforms_.size(), 1);
  double sum = 0;
  for (const double weight : p_) {
    TORCHPP_CHECK_VALUE(weight >= 0, "RandomChoice: got weight ", weight, ", expected none below 0");
    sum += weight;
  }
  TORCHPP_CHECK_VALUE(p_.size() == transforms_.size() && sum > 0, "RandomChoice: got ", transforms_.size(),
                      " transforms and ", p_.size(), " weights that sum to ", sum,
                      ", expected as many, and a positive sum");
}
Tensor RandomChoice::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  double sum = 0;
  for (const double weight : p_) sum += weight;
  double left = draw_uniform({0, 1}, generator) * sum;
  size_t chosen = 0;
  for (size_t i = 0; i < p_.size(); ++i) {
    if (p_[i] == 0) continue;
    chosen = i;
    if (left < p_[i]) break;
    left -= p_[i];
  }
  return transforms_[chosen](image, generator);
}

Tensor ToTensor::operator()(const Tensor& picture) const { return functional::to_tensor(picture); }
Tensor ConvertImageDtype::operator()(const Tensor& image) const {
  return functional::convert_image_dtype(image, dtype_);
}
Tensor Normalize::operator()(const Tensor& image) const { return functional::normalize(image, mean_, std_, inplace_); }

LinearTransformation::LinearTransformation(Tensor transformation_matrix, Tensor mean_vector)
    : matrix_(std::move(transformation_matrix)), mean_(std::move(mean_vector)) {
  TORCHPP_CHECK_VALUE(matrix_.dim() == 2 && matrix_.size(0) == matrix_.size(1),
                      "LinearTransformation: transformation_matrix should be square. Got ", matrix_.sizes());
  TORCHPP_CHECK_VALUE(
      mean_.dim() == 1 && mean_.size(0) == matrix_.size(0),
      "LinearTransformation: mean_vector should have the same length as any one of the dimensions of the ",
      "transformation_matrix, got ", mean_.sizes(), " and ", matrix_.sizes());
}
Tensor LinearTransformation::operator()(const Tensor& image) const {
  TORCHPP_CHECK_VALUE(image.dim() >= 3 && image.size(-3) * image.size(-2) * image.size(-1) == mean_.size(0),
                      "LinearTransformation: Input tensor and transformation matrix have incompatible shape: ",
                      image.sizes(), " and ", matrix_.sizes());
  return torchpp::mm(image.reshape({-1, mean_.size(0)}) - mean_, matrix_).view(image.sizes());
}

Tensor Resize::operator()(const Tensor& image) const {
  return functional::resize(image, size_, interpolation_, max_size_, antialias_);
}
Tensor CenterCrop::operator()(const Tensor& image) const { return functional::center_crop(image, size_); }
std::vector<Tensor> FiveCrop::operator()(const Tensor& image) const { return functional::five_crop(image, size_); }
std::vector<Tensor> TenCrop::operator()(const Tensor& image) const {
  return functional::ten_crop(image, size_, vertical_flip_);
}
Tensor Pad::operator()(const Tensor& image) const { return functional::pad(image, padding_, fill_, mode_); }

RandomCrop::RandomCrop(std::vector<int64_t> size) : size_(height_and_width("RandomCrop", size)) {}
Tensor RandomCrop::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  const auto [height, width] = size_;
  Tensor padded = padding_.empty() ? image : functional::pad(image, padding_, fill_, padding_mode_);
  functional::Dimensions d = functional::get_dimensions(padded);
  if (pad_if_needed_ && d.width < width) padded = functional::pad(padded, {width - d.width, 0}, fill_, padding_mode_);
  if (pad_if_needed_ && d.height < height)
    padded = functional::pad(padded, {0, height - d.height}, fill_, padding_mode_);
  d = functional::get_dimensions(padded);
  TORCHPP_CHECK_VALUE(d.height >= height && d.width >= width, "RandomCrop: Required crop size (", height, ", ", width,
                      ") is larger than input image size (", d.height, ", ", d.width, ")");
  if (d.height == height && d.width == width) return padded;
  const int64_t top = draw_integer(0, d.height - height + 1, generator);
  return functional::crop(padded, top, draw_integer(0, d.width - width + 1, generator), height, width);
}

RandomResizedCrop::RandomResizedCrop(std::vector<int64_t> size) : size_(height_and_width("RandomResizedCrop", size)) {}
Tensor RandomResizedCrop::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  const Box box = draw_resized_crop(functional::get_dimensions(image), scale_, ratio_, generator);
  return functional::resized_crop(image, box.top, box.left, box.height, box.width, IntArrayRef(size_), interpolation_,
                                  antialias_);
}

Tensor RandomHorizontalFlip::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::hflip(image) : image;
}
Tensor RandomVerticalFlip::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::vflip(image) : image;
}

Tensor RandomRotation::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return functional::rotate(image, draw_uniform(degrees_, generator), interpolation_, expand_, center_, fill_);
}

Tensor RandomAffine::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  const functional::Dimensions d = functional::get_dimensions(image);
  const double angle = draw_uniform(degrees_, generator);
  Point translate = {0, 0};
  if (translate_) {
    for (const double share : *translate_)
      TORCHPP_CHECK_VALUE(share >= 0 && share <= 1, "RandomAffine: translation values should be between 0 and 1, got ",
                          share);
    translate[0] = rounded(draw_uniform((*translate_)[0] * static_cast<double>(d.width), generator));
    translate[1] = rounded(draw_uniform((*translate_)[1] * static_cast<double>(d.height), generator));
  }
  const double scale = scale_ ? draw_uniform(*scale_, generator) : 1;
  std::array<double, 2> shear = {0, 0};
  if (shear_x_) {
    shear[0] = draw_uniform(*shear_x_, generator);
    if (shear_y_) shear[1] = draw_uniform(*shear_y_, generator);
  }
  return functional::affine(image, angle, translate, scale, shear, interpolation_, fill_, center_);
}

Tensor RandomPerspective::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  TORCHPP_CHECK_VALUE(scale_ >= 0 && scale_ <= 1, "RandomPerspective: got distortion_scale ", scale_,
                      ", expected 0 to 1");
  if (!draw_chance(p_, generator)) return image;
  const functional::Dimensions d = functional::get_dimensions(image);
  const int64_t right = d.width - 1, bottom = d.height - 1;
  const auto dx = static_cast<int64_t>(scale_ * static_cast<double>(d.width / 2)),
             dy = static_cast<int64_t>(scale_ * static_cast<double>(d.height / 2));
  const std::array<Point, 4> corners = {Point{0, 0}, Point{right, 0}, Point{right, bottom}, Point{0, bottom}};
  std::array<Point, 4> moved;
  for (size_t i = 0; i < 4; ++i) {
    const auto draw = [&](int64_t side, int64_t by) {
      return side == 0 ? draw_integer(0, by + 1, generator) : draw_integer(side - by, side + 1, generator);
    };
    moved[i][0] = draw(corners[i][0], dx);
    moved[i][1] = draw(corners[i][1], dy);
  }
  return functional::perspective(image, corners, moved, interpolation_, fill_);
}

Tensor ElasticTransform::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  const functional::Dimensions d = functional::get_dimensions(image);
  std::vector<Tensor> displacements;
  for (size_t axis = 0; axis < 2; ++axis) {
    Tensor by = torchpp::rand({1, 1, d.height, d.width}, generator, kFloat).mul_(2).sub_(1);
    if (sigma_[axis] > 0) {
      int64_t kernel = static_cast<int64_t>(8 * sigma_[axis] + 1);
      kernel += kernel % 2 == 0;
      by = functional::gaussian_blur(by, {kernel, kernel}, {sigma_[0], sigma_[1]});
    }
    // The height for x and the width for y, as torchvision has it.
    displacements.push_back(by.mul_(alpha_[axis]).div_(axis == 0 ? d.height : d.width));
  }
  const Tensor displacement = torchpp::cat(displacements, 1).permute({0, 2, 3, 1}).to(image.device());
  return functional::elastic_transform(image, displacement, interpolation_, fill_);
}

ColorJitter::ColorJitter(Amount brightness, Amount contrast, Amount saturation, Amount hue) {
  const Amount amounts[] = {brightness, contrast, saturation, hue};
  constexpr const char* kNames[] = {"brightness", "contrast", "saturation", "hue"};
  for (size_t i = 0; i < 4; ++i) {
    const bool is_hue = i == 3;
    const double center = is_hue ? 0 : 1;
    Range range(amounts[i].least, amounts[i].greatest);
    if (amounts[i].single) {
      TORCHPP_CHECK_VALUE(range.least >= 0, "ColorJitter: If ", kNames[i],
                          " is a single number, it must be non negative,", " got ", range.least);
      range = {is_hue ? -range.least : std::max(0.0, 1 - range.least), center + range.greatest};
    }
    const double least = is_hue ? -0.5 : 0, greatest = is_hue ? 0.5 : INFINITY;
    TORCHPP_CHECK_VALUE(least <= range.least && range.least <= range.greatest && range.greatest <= greatest,
                        "ColorJitter: ", kNames[i], " values should be between ", least, " and ", greatest, ", got ",
                        range.least, " and ", range.greatest);
    if (range.least != center || range.greatest != center) factors_[i] = range;
  }
}

Tensor ColorJitter::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  using Adjust = Tensor (*)(const Tensor&, double);
  constexpr Adjust kAdjust[] = {&functional::adjust_brightness, &functional::adjust_contrast,
                                &functional::adjust_saturation, &functional::adjust_hue};
  const Tensor order = torchpp::randperm(4, generator);
  double factors[4] = {};
  for (size_t i = 0; i < 4; ++i)
    if (factors_[i]) factors[i] = draw_uniform(*factors_[i], generator);
  Tensor result = image;
  for (int64_t k = 0; k < 4; ++k) {
    const auto i = static_cast<size_t>(order.data_ptr<int64_t>()[k]);
    if (factors_[i]) result = kAdjust[i](result, factors[i]);
  }
  return result;
}

Tensor Grayscale::operator()(const Tensor& image) const { return functional::rgb_to_grayscale(image, channels_); }
Tensor RandomGrayscale::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  if (!draw_chance(p_, generator)) return image;
  return functional::rgb_to_grayscale(image, functional::get_dimensions(image).channels);
}

Tensor RandomInvert::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::invert(image) : image;
}
Tensor RandomPosterize::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::posterize(image, bits_) : image;
}
Tensor RandomSolarize::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::solarize(image, threshold_) : image;
}
Tensor RandomAdjustSharpness::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::adjust_sharpness(image, factor_) : image;
}
Tensor RandomAutocontrast::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::autocontrast(image) : image;
}
Tensor RandomEqualize::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return draw_chance(p_, generator) ? functional::equalize(image) : image;
}

Tensor GaussianBlur::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  return functional::gaussian_blur(image, kernel_size_, draw_uniform(sigma_, generator));
}

Tensor RandomErasing::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  TORCHPP_CHECK_VALUE(p_ >= 0 && p_ <= 1, "RandomErasing: Random erasing probability should be between 0 and 1, got ",
                      p_);
  TORCHPP_CHECK_VALUE(scale_.least >= 0 && scale_.greatest <= 1, "RandomErasing: Scale should be between 0 and 1, got ",
                      scale_.least, " to ", scale_.greatest);
  if (!draw_chance(p_, generator)) return image;
  const functional::Dimensions d = functional::get_dimensions(image);
  const auto count = static_cast<int64_t>(value_.size());
  TORCHPP_CHECK_VALUE(count <= 1 || count == d.channels,
                      "RandomErasing: If value is a sequence, it should have either a ", "single value or ", d.channels,
                      " (number of input channels), got ", count);
  for (int i = 0; i < kTries; ++i) {
    const auto [h, w] = draw_extent(d.height * d.width, scale_, ratio_, generator);
    if (h >= d.height || w >= d.width) continue;
    const Tensor value = value_.empty() ? torchpp::empty({d.channels, h, w}, kFloat).normal_(0, 1, generator)
                                        : torchpp::tensor(value_).view({count, 1, 1});
    const int64_t top = draw_integer(0, d.height - h + 1, generator);
    return functional::erase(image, top, draw_integer(0, d.width - w + 1, generator), h, w, value, inplace_);
  }
  return image;
}

}  // namespace torchpp::vision::transforms

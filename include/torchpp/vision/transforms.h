// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Transforms of images, as torchvision.transforms has them for tensors.
///
///     using namespace torchpp::vision::transforms;
///     const Compose train({RandomResizedCrop(224).antialias(true), RandomHorizontalFlip(), ColorJitter(0.4, 0.4, 0.4),
///                          ConvertImageDtype(kFloat), Normalize({0.485, 0.456, 0.406}, {0.229, 0.224, 0.225})});
///     Tensor x = train(read_image("cat.jpg"));
///
/// A transform is a value: it holds its arguments, its call operator changes nothing, and one object may be used by
/// several threads at once. What is random is drawn from the generator that the call is given, else from the default
/// one; a generator of a sample's own makes the result independent of the order in which samples are computed. From the
/// default generator torchvision's numbers are drawn in torchvision's order, so that after manual_seed() the results
/// are those of torchvision 0.14 after torch.manual_seed(). (Exceptions, which use Python's `random` there: RandomOrder
/// and RandomChoice.) Errors are those of the functions in functional.h.

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/generator.h>
#include <torchpp/core/optional.h>
#include <torchpp/vision/functional.h>

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::vision::transforms {

using OptionalGenerator = optional<Generator>;
/// One number for all channels, or one per channel; none is what functional.h says.
using Fill = std::vector<double>;

/// From least to greatest. A single number d is the range from -d to d.
struct Range {
  Range(double d) : least(-d), greatest(d) {}                                 // NOLINT: implicit
  Range(double least, double greatest) : least(least), greatest(greatest) {}  // NOLINT: implicit, of {a, b}
  double least, greatest;
};

/// Any transform, or any function of an image and perhaps a generator, which gives an image.
class TORCHPP_API Transform {
 public:
  template <class T, std::enable_if_t<!std::is_same_v<std::decay_t<T>, Transform>, int> = 0>
  Transform(T transform) {  // NOLINT: implicit
    if constexpr (std::is_invocable_r_v<Tensor, const T&, const Tensor&, const OptionalGenerator&>) {
      apply_ = std::move(transform);
    } else {
      static_assert(std::is_invocable_r_v<Tensor, const T&, const Tensor&>, "a transform maps a Tensor to a Tensor");
      apply_ = [transform = std::move(transform)](const Tensor& image, const OptionalGenerator&) -> Tensor {
        return transform(image);
      };
    }
  }
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const {
    return apply_(image, generator);
  }

 private:
  Callable<Tensor(const Tensor&, const OptionalGenerator&)> apply_;
};
/// A function as a transform.
using Lambda = Transform;

// ---- transforms of transforms

/// One after the other.
class TORCHPP_API Compose {
 public:
  explicit Compose(std::vector<Transform> transforms) : transforms_(std::move(transforms)) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  std::vector<Transform> transforms_;
};

/// All of them with probability p, else none.
class TORCHPP_API RandomApply {
 public:
  explicit RandomApply(std::vector<Transform> transforms, double p = 0.5) : transforms_(std::move(transforms)), p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  Compose transforms_;
  double p_;
};

/// All of them in random order, drawn by randperm. (torchvision draws it from Python's random.)
class TORCHPP_API RandomOrder {
 public:
  explicit RandomOrder(std::vector<Transform> transforms) : transforms_(std::move(transforms)) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  std::vector<Transform> transforms_;
};

/// One of them, with equal probability or by the weights in p. (torchvision draws it from Python's random.)
class TORCHPP_API RandomChoice {
 public:
  explicit RandomChoice(std::vector<Transform> transforms, std::vector<double> p = {});
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  std::vector<Transform> transforms_;
  std::vector<double> p_;
};

// ---- dtype and values

/// functional::to_tensor().
class TORCHPP_API ToTensor {
 public:
  Tensor operator()(const Tensor& picture) const;
};

/// functional::convert_image_dtype().
class TORCHPP_API ConvertImageDtype {
 public:
  explicit ConvertImageDtype(ScalarType dtype) : dtype_(dtype) {}
  Tensor operator()(const Tensor& image) const;

 private:
  ScalarType dtype_;
};

/// functional::normalize().
class TORCHPP_API Normalize {
 public:
  Normalize(std::vector<double> mean, std::vector<double> std, bool inplace = false)
      : mean_(std::move(mean)), std_(std::move(std)), inplace_(inplace) {}
  Tensor operator()(const Tensor& image) const;

 private:
  std::vector<double> mean_, std_;
  bool inplace_;
};

/// (flattened image - mean_vector) x transformation_matrix, as in whitening. The matrix is (C H W, C H W).
class TORCHPP_API LinearTransformation {
 public:
  /// Throws ValueError unless the matrix is square and the vector as long.
  LinearTransformation(Tensor transformation_matrix, Tensor mean_vector);
  Tensor operator()(const Tensor& image) const;

 private:
  Tensor matrix_, mean_;
};

// ---- sizes and places

/// functional::resize().
class TORCHPP_API Resize {
 public:
  explicit Resize(std::vector<int64_t> size) : size_(std::move(size)) {}
  explicit Resize(int64_t size) : size_{size} {}
  Tensor operator()(const Tensor& image) const;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kBilinear;
  TORCHPP_ARG(optional<int64_t>, max_size);
  TORCHPP_ARG(bool, antialias) = false;
  std::vector<int64_t> size_;
};

/// functional::center_crop().
class TORCHPP_API CenterCrop {
 public:
  explicit CenterCrop(std::vector<int64_t> size) : size_(std::move(size)) {}
  explicit CenterCrop(int64_t size) : size_{size} {}
  Tensor operator()(const Tensor& image) const;

 private:
  std::vector<int64_t> size_;
};

/// functional::five_crop(). Gives several images, and so is the last of a chain.
class TORCHPP_API FiveCrop {
 public:
  explicit FiveCrop(std::vector<int64_t> size) : size_(std::move(size)) {}
  explicit FiveCrop(int64_t size) : size_{size} {}
  std::vector<Tensor> operator()(const Tensor& image) const;

 private:
  std::vector<int64_t> size_;
};

/// functional::ten_crop(). Gives several images, and so is the last of a chain.
class TORCHPP_API TenCrop {
 public:
  explicit TenCrop(std::vector<int64_t> size, bool vertical_flip = false)
      : size_(std::move(size)), vertical_flip_(vertical_flip) {}
  explicit TenCrop(int64_t size, bool vertical_flip = false) : size_{size}, vertical_flip_(vertical_flip) {}
  std::vector<Tensor> operator()(const Tensor& image) const;

 private:
  std::vector<int64_t> size_;
  bool vertical_flip_;
};

/// functional::pad().
class TORCHPP_API Pad {
 public:
  explicit Pad(std::vector<int64_t> padding, double fill = 0, PaddingMode padding_mode = PaddingMode::kConstant)
      : padding_(std::move(padding)), fill_(fill), mode_(padding_mode) {}
  explicit Pad(int64_t padding, double fill = 0, PaddingMode padding_mode = PaddingMode::kConstant)
      : padding_{padding}, fill_(fill), mode_(padding_mode) {}
  Tensor operator()(const Tensor& image) const;

 private:
  std::vector<int64_t> padding_;
  double fill_;
  PaddingMode mode_;
};

/// A part of the given size at a random place, of the image padded first by `padding` and, with pad_if_needed, as far
/// as the size needs. Throws ValueError where the image is smaller than the size.
class TORCHPP_API RandomCrop {
 public:
  explicit RandomCrop(std::vector<int64_t> size);
  explicit RandomCrop(int64_t size) : RandomCrop(std::vector<int64_t>{size}) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(std::vector<int64_t>, padding);
  TORCHPP_ARG(bool, pad_if_needed) = false;
  TORCHPP_ARG(double, fill) = 0;
  TORCHPP_ARG(PaddingMode, padding_mode) = PaddingMode::kConstant;
  std::array<int64_t, 2> size_;  // height, width
};

/// A part with a random share of the area (scale) and a random width by height (ratio), at a random place, resized.
/// After ten draws that do not fit into the image, the largest part of an allowed ratio in the middle.
/// Throws ValueError for shares below 0 and ratios that are not positive.
class TORCHPP_API RandomResizedCrop {
 public:
  explicit RandomResizedCrop(std::vector<int64_t> size);
  explicit RandomResizedCrop(int64_t size) : RandomResizedCrop(std::vector<int64_t>{size}) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(Range, scale) = {0.08, 1.0};
  TORCHPP_ARG(Range, ratio) = {3.0 / 4.0, 4.0 / 3.0};
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kBilinear;
  TORCHPP_ARG(bool, antialias) = false;
  std::array<int64_t, 2> size_;  // height, width
};

/// functional::hflip() with probability p.
class TORCHPP_API RandomHorizontalFlip {
 public:
  explicit RandomHorizontalFlip(double p = 0.5) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double p_;
};

/// functional::vflip() with probability p.
class TORCHPP_API RandomVerticalFlip {
 public:
  explicit RandomVerticalFlip(double p = 0.5) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double p_;
};

// ---- geometry

/// functional::rotate() by a random angle in degrees.
class TORCHPP_API RandomRotation {
 public:
  explicit RandomRotation(Range degrees) : degrees_(degrees) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kNearest;
  TORCHPP_ARG(bool, expand) = false;
  TORCHPP_ARG(optional<Point>, center);
  TORCHPP_ARG(Fill, fill) = {0};
  Range degrees_;
};

/// functional::affine() by a random angle and, where asked for, moved by up to the given shares of width and height,
/// scaled, and sheared by degrees along x and along y.
class TORCHPP_API RandomAffine {
 public:
  explicit RandomAffine(Range degrees) : degrees_(degrees) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  using Shares = std::array<double, 2>;
  TORCHPP_ARG(optional<Shares>, translate);
  TORCHPP_ARG(optional<Range>, scale);
  TORCHPP_ARG(optional<Range>, shear_x);
  /// Only together with shear_x.
  TORCHPP_ARG(optional<Range>, shear_y);
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kNearest;
  TORCHPP_ARG(Fill, fill) = {0};
  TORCHPP_ARG(optional<Point>, center);
  Range degrees_;
};

/// functional::perspective() with probability p: each corner moves inwards by up to distortion_scale of half the size.
class TORCHPP_API RandomPerspective {
 public:
  explicit RandomPerspective(double distortion_scale = 0.5, double p = 0.5) : scale_(distortion_scale), p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kBilinear;
  TORCHPP_ARG(Fill, fill) = {0};
  double scale_, p_;
};

/// functional::elastic_transform() by random displacements, smoothed by a Gaussian of deviation sigma and as large as
/// alpha says (each: along x, y).
class TORCHPP_API ElasticTransform {
 public:
  using Pair = std::array<double, 2>;
  explicit ElasticTransform(double alpha = 50, double sigma = 5) : alpha_{alpha, alpha}, sigma_{sigma, sigma} {}
  ElasticTransform(Pair alpha, Pair sigma) : alpha_(alpha), sigma_(sigma) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(InterpolationMode, interpolation) = InterpolationMode::kBilinear;
  TORCHPP_ARG(Fill, fill) = {0};
  Pair alpha_, sigma_;
};

// ---- colours

/// Brightness, contrast, saturation and hue by random factors, in random order. A number d stands for factors from
/// max(0, 1 - d) to 1 + d, of the hue from -d to d; a pair for factors from the first to the second.
/// Throws ValueError for negative factors, and for hues beyond -0.5 and 0.5.
class TORCHPP_API ColorJitter {
 public:
  /// How far a property may change.
  struct Amount {
    Amount(double d) : single(true), least(d), greatest(d) {}                                   // NOLINT: implicit
    Amount(double least, double greatest) : single(false), least(least), greatest(greatest) {}  // NOLINT: of {a, b}
    bool single;
    double least, greatest;
  };
  explicit ColorJitter(Amount brightness = 0, Amount contrast = 0, Amount saturation = 0, Amount hue = 0);
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  std::array<optional<Range>, 4> factors_;  // none: that property does not change, and no number is drawn
};

/// functional::rgb_to_grayscale().
class TORCHPP_API Grayscale {
 public:
  explicit Grayscale(int64_t num_output_channels = 1) : channels_(num_output_channels) {}
  Tensor operator()(const Tensor& image) const;

 private:
  int64_t channels_;
};

/// Grey, with as many channels as before, with probability p.
class TORCHPP_API RandomGrayscale {
 public:
  explicit RandomGrayscale(double p = 0.1) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double p_;
};

/// functional::invert() with probability p.
class TORCHPP_API RandomInvert {
 public:
  explicit RandomInvert(double p = 0.5) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double p_;
};

/// functional::posterize() with probability p.
class TORCHPP_API RandomPosterize {
 public:
  explicit RandomPosterize(int64_t bits, double p = 0.5) : bits_(bits), p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  int64_t bits_;
  double p_;
};

/// functional::solarize() with probability p.
class TORCHPP_API RandomSolarize {
 public:
  explicit RandomSolarize(double threshold, double p = 0.5) : threshold_(threshold), p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double threshold_, p_;
};

/// functional::adjust_sharpness() with probability p.
class TORCHPP_API RandomAdjustSharpness {
 public:
  explicit RandomAdjustSharpness(double sharpness_factor, double p = 0.5) : factor_(sharpness_factor), p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double factor_, p_;
};

/// functional::autocontrast() with probability p.
class TORCHPP_API RandomAutocontrast {
 public:
  explicit RandomAutocontrast(double p = 0.5) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double p_;
};

/// functional::equalize() with probability p.
class TORCHPP_API RandomEqualize {
 public:
  explicit RandomEqualize(double p = 0.5) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  double p_;
};

// ---- pixels

/// functional::gaussian_blur() with a random deviation from the range, or with the one that is given.
class TORCHPP_API GaussianBlur {
 public:
  explicit GaussianBlur(std::vector<int64_t> kernel_size, Range sigma = {0.1, 2.0})
      : kernel_size_(std::move(kernel_size)), sigma_(sigma) {}
  GaussianBlur(std::vector<int64_t> kernel_size, double sigma)
      : GaussianBlur(std::move(kernel_size), Range(sigma, sigma)) {}
  explicit GaussianBlur(int64_t kernel_size, Range sigma = {0.1, 2.0}) : kernel_size_{kernel_size}, sigma_(sigma) {}
  GaussianBlur(int64_t kernel_size, double sigma) : GaussianBlur(kernel_size, Range(sigma, sigma)) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;

 private:
  std::vector<int64_t> kernel_size_;
  Range sigma_;
};

/// With probability p, a part with a random share of the area (scale) and a random height by width (ratio), at a random
/// place, gets the value: one number, one per channel, or with none, normally distributed numbers. After ten draws that
/// do not fit into the image, it stays as it is.
class TORCHPP_API RandomErasing {
 public:
  explicit RandomErasing(double p = 0.5) : p_(p) {}
  Tensor operator()(const Tensor& image, const OptionalGenerator& generator = nullopt) const;
  TORCHPP_ARG(Range, scale) = {0.02, 0.33};
  TORCHPP_ARG(Range, ratio) = {0.3, 3.3};
  TORCHPP_ARG(std::vector<double>, value) = {0};
  TORCHPP_ARG(bool, inplace) = false;
  double p_;
};

}  // namespace torchpp::vision::transforms

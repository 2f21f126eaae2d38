// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/vision/auto_augment.h>

#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/view.h>

#include <cmath>

#include "vision/draw.h"

namespace torchpp::vision::transforms {
namespace {

// In the order in which RandAugment and TrivialAugmentWide number them. Those from kPosterize on change the image in
// one direction only, and the last three have no magnitude.
enum Operation : uint8_t {
  kIdentity,
  kShearX,
  kShearY,
  kTranslateX,
  kTranslateY,
  kRotate,
  kBrightness,
  kColor,
  kContrast,
  kSharpness,
  kPosterize,
  kSolarize,
  kAutoContrast,
  kEqualize,
  kInvert
};

// An operation of one of AutoAugment's pairs, and which of ten magnitudes it has.
struct Step {
  Operation operation;
  double p;
  int64_t magnitude;
};
// The pairs of the paper's appendix, in torchvision's order.
constexpr Step kImageNetPolicy[25][2] = {
    {{kPosterize, 0.4, 8}, {kRotate, 0.6, 9}},  {{kSolarize, 0.6, 5}, {kAutoContrast, 0.6, 0}},
    {{kEqualize, 0.8, 0}, {kEqualize, 0.6, 0}}, {{kPosterize, 0.6, 7}, {kPosterize, 0.6, 6}},
    {{kEqualize, 0.4, 0}, {kSolarize, 0.2, 4}}, {{kEqualize, 0.4, 0}, {kRotate, 0.8, 8}},
    {{kSolarize, 0.6, 3}, {kEqualize, 0.6, 0}}, {{kPosterize, 0.8, 5}, {kEqualize, 1, 0}},
    {{kRotate, 0.2, 3}, {kSolarize, 0.6, 8}},   {{kEqualize, 0.6, 0}, {kPosterize, 0.4, 6}},
    {{kRotate, 0.8, 8}, {kColor, 0.4, 0}},      {{kRotate, 0.4, 9}, {kEqualize, 0.6, 0}},
    {{kEqualize, 0, 0}, {kEqualize, 0.8, 0}},   {{kInvert, 0.6, 0}, {kEqualize, 1, 0}},
    {{kColor, 0.6, 4}, {kContrast, 1, 8}},      {{kRotate, 0.8, 8}, {kColor, 1, 2}},
    {{kColor, 0.8, 8}, {kSolarize, 0.8, 7}},    {{kSharpness, 0.4, 7}, {kInvert, 0.6, 0}},
    {{kShearX, 0.6, 5}, {kEqualize, 1, 0}},     {{kColor, 0.4, 0}, {kEqualize, 0.6, 0}},
    {{kEqualize, 0.4, 0}, {kSolarize, 0.2, 4}}, {{kSolarize, 0.6, 5}, {kAutoContrast, 0.6, 0}},
    {{kInvert, 0.6, 0}, {kEqualize, 1, 0}},     {{kColor, 0.6, 4}, {kContrast, 1, 8}},
    {{kEqualize, 0.8, 0}, {kEqualize, 0.6, 0}},
};
constexpr Step kCifar10Policy[25][2] = {
    {{kInvert, 0.1, 0}, {kContrast, 0.2, 6}},         {{kRotate, 0.7, 2}, {kTranslateX, 0.3, 9}},
    {{kSharpness, 0.8, 1}, {kSharpness, 0.9, 3}},     {{kShearY, 0.5, 8}, {kTranslateY, 0.7, 9}},
    {{kAutoContrast, 0.5, 0}, {kEqualize, 0.9, 0}},   {{kShearY, 0.2, 7}, {kPosterize, 0.3, 7}},
    {{kColor, 0.4, 3}, {kBrightness, 0.6, 7}},        {{kSharpness, 0.3, 9}, {kBrightness, 0.7, 9}},
    {{kEqualize, 0.6, 0}, {kEqualize, 0.5, 0}},       {{kContrast, 0.6, 7}, {kSharpness, 0.6, 5}},
    {{kColor, 0.7, 7}, {kTranslateX, 0.5, 8}},        {{kEqualize, 0.3, 0}, {kAutoContrast, 0.4, 0}},
    {{kTranslateY, 0.4, 3}, {kSharpness, 0.2, 6}},    {{kBrightness, 0.9, 6}, {kColor, 0.2, 8}},
    {{kSolarize, 0.5, 2}, {kInvert, 0, 0}},           {{kEqualize, 0.2, 0}, {kAutoContrast, 0.6, 0}},
    {{kEqualize, 0.2, 0}, {kEqualize, 0.6, 0}},       {{kColor, 0.9, 9}, {kEqualize, 0.6, 0}},
    {{kAutoContrast, 0.8, 0}, {kSolarize, 0.2, 8}},   {{kBrightness, 0.1, 3}, {kColor, 0.7, 0}},
    {{kSolarize, 0.4, 5}, {kAutoContrast, 0.9, 0}},   {{kTranslateY, 0.9, 9}, {kTranslateY, 0.7, 9}},
    {{kAutoContrast, 0.9, 0}, {kSolarize, 0.8, 3}},   {{kEqualize, 0.8, 0}, {kInvert, 0.1, 0}},
    {{kTranslateY, 0.7, 9}, {kAutoContrast, 0.9, 0}},
};
constexpr Step kSvhnPolicy[25][2] = {
    {{kShearX, 0.9, 4}, {kInvert, 0.2, 0}},       {{kShearY, 0.9, 8}, {kInvert, 0.7, 0}},
    {{kEqualize, 0.6, 0}, {kSolarize, 0.6, 6}},   {{kInvert, 0.9, 0}, {kEqualize, 0.6, 0}},
    {{kEqualize, 0.6, 0}, {kRotate, 0.9, 3}},     {{kShearX, 0.9, 4}, {kAutoContrast, 0.8, 0}},
    {{kShearY, 0.9, 8}, {kInvert, 0.4, 0}},       {{kShearY, 0.9, 5}, {kSolarize, 0.2, 6}},
    {{kInvert, 0.9, 0}, {kAutoContrast, 0.8, 0}}, {{kEqualize, 0.6, 0}, {kRotate, 0.9, 3}},
    {{kShearX, 0.9, 4}, {kSolarize, 0.3, 3}},     {{kShearY, 0.8, 8}, {kInvert, 0.7, 0}},
    {{kEqualize, 0.9, 0}, {kTranslateY, 0.6, 6}}, {{kInvert, 0.9, 0}, {kEqualize, 0.6, 0}},
    {{kContrast, 0.3, 3}, {kRotate, 0.8, 4}},     {{kInvert, 0.8, 0}, {kTranslateY, 0, 2}},
    {{kShearY, 0.7, 6}, {kSolarize, 0.4, 8}},     {{kInvert, 0.6, 0}, {kRotate, 0.8, 4}},
    {{kShearY, 0.3, 7}, {kTranslateX, 0.9, 3}},   {{kShearX, 0.1, 6}, {kInvert, 0.6, 0}},
    {{kSolarize, 0.7, 2}, {kTranslateY, 0.6, 7}}, {{kShearY, 0.8, 4}, {kInvert, 0.8, 0}},
    {{kShearX, 0.7, 9}, {kTranslateY, 0.8, 3}},   {{kShearY, 0.8, 5}, {kAutoContrast, 0.7, 0}},
    {{kShearX, 0.7, 2}, {kInvert, 0.1, 0}},
};

bool has_magnitude(Operation op) { return op != kIdentity && op < kAutoContrast; }
bool is_signed(Operation op) { return op != kIdentity && op < kPosterize; }

// The greatest magnitudes.
struct Space {
  double shear, translate_x, translate_y, rotate, colour;
  int64_t bits, lost_bits;  // that posterizing keeps at the least magnitude, and fewer of them at the greatest
};

// Magnitude number i of `bins` equally spaced ones, in float as torchvision computes them.
double magnitude_of(Operation op, const Space& space, int64_t bins, int64_t i) {
  const auto between = [&](double from, double to) {
    return static_cast<double>(torchpp::linspace(from, to, bins, kFloat).data_ptr<float>()[i]);
  };
  switch (op) {
    case kShearX:
    case kShearY: return between(0, space.shear);
    case kTranslateX: return between(0, space.translate_x);
    case kTranslateY: return between(0, space.translate_y);
    case kRotate: return between(0, space.rotate);
    case kBrightness:
    case kColor:
    case kContrast:
    case kSharpness: return between(0, space.colour);
    case kPosterize: {
      const double per_bit = static_cast<double>(bins - 1) / static_cast<double>(space.lost_bits);
      return static_cast<double>(space.bits) - std::nearbyint(static_cast<float>(i) / static_cast<float>(per_bit));
    }
    case kSolarize: return between(255, 0);
    default: return 0;
  }
}

Tensor apply(const Tensor& image, Operation op, double magnitude, InterpolationMode interpolation, const Fill& fill) {
  const double angle = std::atan(magnitude) * 180 / 3.14159265358979323846;
  const auto pixels = static_cast<int64_t>(magnitude);
  // The shears of the paper leave the upper left corner where it is.
  const auto affine = [&](Point translate, std::array<double, 2> shear, optional<Point> center) {
    return functional::affine(image, 0, translate, 1, shear, interpolation, fill, center);
  };
  switch (op) {
    case kIdentity: return image;
    case kShearX: return affine({0, 0}, {angle, 0}, Point{0, 0});
    case kShearY: return affine({0, 0}, {0, angle}, Point{0, 0});
    case kTranslateX: return affine({pixels, 0}, {0, 0}, nullopt);
    case kTranslateY: return affine({0, pixels}, {0, 0}, nullopt);
    case kRotate: return functional::rotate(image, magnitude, interpolation, false, nullopt, fill);
    case kBrightness: return functional::adjust_brightness(image, 1 + magnitude);
    case kColor: return functional::adjust_saturation(image, 1 + magnitude);
    case kContrast: return functional::adjust_contrast(image, 1 + magnitude);
    case kSharpness: return functional::adjust_sharpness(image, 1 + magnitude);
    case kPosterize: return functional::posterize(image, pixels);
    case kSolarize: return functional::solarize(image, magnitude);
    case kAutoContrast: return functional::autocontrast(image);
    case kEqualize: return functional::equalize(image);
    case kInvert: return functional::invert(image);
  }
  return image;
}

// The space of AutoAugment and RandAugment.
Space usual_space(const Tensor& image) {
  const functional::Dimensions d = functional::get_dimensions(image);
  const double share = 150.0 / 331.0;
  return {0.3, share * static_cast<double>(d.width), share * static_cast<double>(d.height), 30, 0.9, 8, 4};
}

// The magnitude, or its negative where the operation has both and a coin says so.
double with_drawn_sign(Operation op, double magnitude, const OptionalGenerator& generator) {
  return is_signed(op) && draw_integer(0, 2, generator) != 0 ? -magnitude : magnitude;
}

constexpr int64_t kOperations = kEqualize + 1;  // that are drawn; inverting is for AutoAugment only

}  // namespace

Tensor AutoAugment::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  constexpr const Step(*kPolicies[])[2] = {kImageNetPolicy, kCifar10Policy, kSvhnPolicy};
  const Step* steps = kPolicies[static_cast<size_t>(policy_)][draw_integer(0, 25, generator)];
  const Tensor chances = torchpp::rand({2}, generator, kFloat), signs = torchpp::randint(2, {2}, generator);
  const Space space = usual_space(image);
  Tensor result = image;
  for (size_t i = 0; i < 2; ++i) {
    const Step& step = steps[i];
    if (chances.data_ptr<float>()[i] > static_cast<float>(step.p)) continue;
    double magnitude = magnitude_of(step.operation, space, 10, step.magnitude);
    if (is_signed(step.operation) && signs.data_ptr<int64_t>()[i] == 0) magnitude = -magnitude;
    result = apply(result, step.operation, magnitude, interpolation_, fill_);
  }
  return result;
}

Tensor RandAugment::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  TORCHPP_CHECK_VALUE(magnitude_ >= 0 && magnitude_ < num_magnitude_bins_ && num_magnitude_bins_ > 1,
                      "RandAugment: got magnitude ", magnitude_, ", expected 0 or more and less than ",
                      num_magnitude_bins_, ", num_magnitude_bins");
  const Space space = usual_space(image);
  Tensor result = image;
  for (int64_t i = 0; i < num_ops_; ++i) {
    const auto op = static_cast<Operation>(draw_integer(0, kOperations, generator));
    const double magnitude = magnitude_of(op, space, num_magnitude_bins_, magnitude_);
    result = apply(result, op, with_drawn_sign(op, magnitude, generator), interpolation_, fill_);
  }
  return result;
}

Tensor TrivialAugmentWide::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  TORCHPP_CHECK_VALUE(num_magnitude_bins_ > 1, "TrivialAugmentWide: got num_magnitude_bins ", num_magnitude_bins_,
                      ", expected 2 or more");
  const Space space = {0.99, 32, 32, 135, 0.99, 8, 6};
  const auto op = static_cast<Operation>(draw_integer(0, kOperations, generator));
  double magnitude = 0;
  if (has_magnitude(op))
    magnitude = magnitude_of(op, space, num_magnitude_bins_, draw_integer(0, num_magnitude_bins_, generator));
  return apply(image, op, with_drawn_sign(op, magnitude, generator), interpolation_, fill_);
}

Tensor AugMix::operator()(const Tensor& image, const OptionalGenerator& generator) const {
  constexpr int64_t kBins = 10;
  TORCHPP_CHECK_VALUE(severity_ >= 1 && severity_ <= kBins, "AugMix: The severity must be between [1, ", kBins,
                      "]. Got ", severity_, " instead.");
  TORCHPP_CHECK_VALUE(mixture_width_ >= 1, "AugMix: got mixture_width ", mixture_width_, ", expected 1 or more");
  // Those of all_ops come last.
  constexpr Operation kOrder[] = {kShearX,       kShearY,   kTranslateX, kTranslateY, kRotate,   kPosterize, kSolarize,
                                  kAutoContrast, kEqualize, kBrightness, kColor,      kContrast, kSharpness};
  const int64_t operations = all_ops_ ? 13 : 9;
  const functional::Dimensions d = functional::get_dimensions(image);
  const Space space = {0.3, static_cast<double>(d.width) / 3, static_cast<double>(d.height) / 3, 30, 0.9, 4, 4};

  std::vector<int64_t> sizes(image.sizes().begin(), image.sizes().end());
  while (sizes.size() < 4) sizes.insert(sizes.begin(), 1);
  const Tensor batch = image.reshape(sizes);
  const int64_t count = batch.size(0);
  std::vector<int64_t> per_image(sizes.size(), 1);
  per_image[0] = count;

  // How much of the original and of the augmented images, and of the latter how much of each.
  const Tensor shares = draw_dirichlet(count, 2, alpha_, generator);
  const Tensor weights = draw_dirichlet(count, mixture_width_, alpha_, generator)
                             .mul(shares.select(1, 1).view({count, 1}))
                             .to(image.device());
  const Tensor mix = shares.select(1, 0).reshape(per_image).to(image.device()).mul(batch);
  for (int64_t i = 0; i < mixture_width_; ++i) {
    Tensor augmented = batch;
    const int64_t depth = chain_depth_ > 0 ? chain_depth_ : draw_integer(1, 4, generator);
    for (int64_t k = 0; k < depth; ++k) {
      const Operation op = kOrder[draw_integer(0, operations, generator)];
      double magnitude = 0;
      if (has_magnitude(op)) magnitude = magnitude_of(op, space, kBins, draw_integer(0, severity_, generator));
      augmented = apply(augmented, op, with_drawn_sign(op, magnitude, generator), interpolation_, fill_);
    }
    mix.add_(weights.select(1, i).reshape(per_image).mul(augmented));
  }
  return mix.reshape(image.sizes()).to(image.scalar_type());
}

}  // namespace torchpp::vision::transforms

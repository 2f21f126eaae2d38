// SPDX-License-Identifier: BSD-3-Clause
// Brightness, contrast, colours and histograms.
#include <torchpp/ops/creation.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>

#include "vision/image.h"

namespace torchpp::vision::functional {
namespace {

double bound_of(const Tensor& image) { return image.is_floating_point() ? 1 : 255; }

// The dtype that values are computed in.
ScalarType computed(const Tensor& image) { return image.is_floating_point() ? image.scalar_type() : kFloat; }

// factor * image + (1 - factor) * other, in the range of the image.
Tensor blend(const Tensor& image, const Tensor& other, double factor) {
  return image.mul(factor).add_(other.mul(1 - factor)).clamp_(0, bound_of(image)).to(image.scalar_type());
}

void check_factor(const char* op, const char* name, double factor) {
  TORCHPP_CHECK_VALUE(factor >= 0, op, ": ", name, " (", factor, ") is not non-negative.");
}

Tensor mean_of_image(const Tensor& image) { return image.to(computed(image)).mean({-3, -2, -1}, true); }

// Hue, saturation and value, each from 0 to 1, of red, green and blue in dimension -3. Where the three are equal, hue
// and saturation are 0; denominators that would be 0 there are replaced by 1, so that no NaN arises in gradients
// either.
struct Hsv {
  Tensor hue, saturation, value;
};
Hsv to_hsv(const Tensor& image) {
  const Tensor r = image.select(-3, 0), g = image.select(-3, 1), b = image.select(-3, 2);
  const Tensor most = image.amax({-3}), range = most - image.amin({-3});
  const Tensor grey = range.eq(0);
  const Tensor divisor = torchpp::where(grey, 1, range);
  const Tensor from_r = (most - r).div_(divisor), from_g = (most - g).div_(divisor), from_b = (most - b).div_(divisor);
  Tensor hue = torchpp::where(most.eq(r), from_b - from_g,
                              torchpp::where(most.eq(g), (2.0 + from_r).sub_(from_b), (4.0 + from_g).sub_(from_r)));
  hue = hue.div_(6.0).add_(1.0).fmod_(1.0);
  return {hue, range / torchpp::where(grey, 1, most), most};
}

Tensor from_hsv(const Hsv& hsv) {
  const Tensor& s = hsv.saturation;
  const Tensor& v = hsv.value;
  const Tensor sixths = hsv.hue.mul(6.0), whole = sixths.floor(), part = sixths - whole;
  const Tensor p = (1.0 - s).mul_(v).clamp_(0, 1), q = (1.0 - s * part).mul_(v).clamp_(0, 1),
               t = (1.0 - s * (1.0 - part)).mul_(v).clamp_(0, 1);
  // Which of v, q, p, t the three colours are, by sixth of the circle.
  const Tensor table = torchpp::tensor({0, 1, 2, 2, 3, 0, 3, 0, 0, 1, 2, 2, 2, 2, 3, 0, 0, 1}, kLong).view({3, 6});
  const Tensor sixth = whole.to(kLong).remainder(6);
  const Tensor choice = table.to(s.device()).index_select(1, sixth.reshape({-1}));  // (3, pixels)
  const Tensor choices = choice.view({3, -1}).unflatten(1, sixth.sizes()).movedim(0, -3);
  return torchpp::stack({v, q, p, t}, -3).gather(-3, choices);
}

// Each pixel but those of the edge as the mean of it, four times, ... of its neighbours: weights 1, and 5 in the
// middle.
Tensor blurred_inside(const Tensor& image) {
  const Batch batch(image);
  const Tensor& images = batch.images();
  const Tensor planes = images.reshape({-1, 1, images.size(2), images.size(3)});
  std::vector<double> weights(9, 1.0);
  weights[4] = 5;
  const Tensor kernel = torchpp::tensor(weights, images.options().requires_grad(false)).div_(13).view({1, 1, 3, 3});
  const Tensor inside =
      conv2d(planes, kernel).reshape({images.size(0), images.size(1), images.size(2) - 2, images.size(3) - 2});
  const Tensor result = image.clone();
  result.slice(-2, 1, -1).slice(-1, 1, -1).copy_(batch.restore(inside));
  return result;
}

// Equalizes one channel of n values.
void equalize_channel(const uint8_t* in, int64_t n, uint8_t* out) {
  int64_t counts[256] = {};
  for (int64_t i = 0; i < n; ++i) ++counts[in[i]];
  int64_t last = 0;  // how many have the greatest value that occurs
  for (const int64_t count : counts)
    if (count != 0) last = count;
  const int64_t step = (n - last) / 255;
  if (step == 0) {
    std::copy(in, in + n, out);
    return;
  }
  uint8_t table[256];
  int64_t below = 0;
  for (int v = 0; v < 256; ++v) {
    table[v] = static_cast<uint8_t>(v == 0 ? 0 : std::min<int64_t>((below + step / 2) / step, 255));
    below += counts[v];
  }
  for (int64_t i = 0; i < n; ++i) out[i] = table[in[i]];
}

}  // namespace

Tensor rgb_to_grayscale(const Tensor& image, int64_t num_output_channels) {
  check_channels("rgb_to_grayscale", image, 3);
  TORCHPP_CHECK_VALUE(num_output_channels == 1 || num_output_channels == 3,
                      "rgb_to_grayscale: num_output_channels should be either 1 or 3, got ", num_output_channels);
  Tensor grey;
  if (image.size(-3) == 3)
    grey = image.select(-3, 0)
               .mul(0.2989)
               .add_(image.select(-3, 1).mul(0.587))
               .add_(image.select(-3, 2).mul(0.114))
               .to(image.scalar_type())
               .unsqueeze(-3);
  else grey = image.clone();
  if (num_output_channels == 1) return grey;
  std::vector<int64_t> sizes(image.sizes().begin(), image.sizes().end());
  sizes[sizes.size() - 3] = 3;
  return grey.expand(sizes);
}

Tensor adjust_brightness(const Tensor& image, double brightness_factor) {
  check_factor("adjust_brightness", "brightness_factor", brightness_factor);
  check_channels("adjust_brightness", image);
  return image.mul(brightness_factor).clamp_(0, bound_of(image)).to(image.scalar_type());
}

Tensor adjust_contrast(const Tensor& image, double contrast_factor) {
  check_factor("adjust_contrast", "contrast_factor", contrast_factor);
  check_channels("adjust_contrast", image, 3);
  return blend(image, mean_of_image(image.size(-3) == 3 ? rgb_to_grayscale(image) : image), contrast_factor);
}

Tensor adjust_saturation(const Tensor& image, double saturation_factor) {
  check_factor("adjust_saturation", "saturation_factor", saturation_factor);
  check_channels("adjust_saturation", image);
  if (get_dimensions(image).channels == 1) return image;
  return blend(image, rgb_to_grayscale(image), saturation_factor);
}

Tensor adjust_sharpness(const Tensor& image, double sharpness_factor) {
  check_factor("adjust_sharpness", "sharpness_factor", sharpness_factor);
  check_channels("adjust_sharpness", image);
  if (image.size(-1) <= 2 || image.size(-2) <= 2) return image;
  return blend(image, blurred_inside(image), sharpness_factor);
}

Tensor adjust_hue(const Tensor& image, double hue_factor) {
  TORCHPP_CHECK_VALUE(hue_factor >= -0.5 && hue_factor <= 0.5, "adjust_hue: hue_factor (", hue_factor,
                      ") is not in [-0.5, 0.5].");
  check_channels("adjust_hue", image);
  if (get_dimensions(image).channels == 1) return image;
  const bool bytes = image.scalar_type() == kByte;
  TORCHPP_CHECK_TYPE(bytes || image.is_floating_point(), "adjust_hue: got an image of ", image.scalar_type(),
                     ", expected uint8 or floating point");
  Hsv hsv = to_hsv(bytes ? image.to(kFloat).div_(255.0) : image);
  hsv.hue = hsv.hue.add(hue_factor).remainder_(1.0);
  const Tensor turned = from_hsv(hsv);
  return bytes ? turned.mul(255.0).to(kByte) : turned;
}

Tensor adjust_gamma(const Tensor& image, double gamma, double gain) {
  check_channels("adjust_gamma", image);
  TORCHPP_CHECK_VALUE(gamma >= 0, "adjust_gamma: Gamma should be a non-negative real number, got ", gamma);
  const Tensor values = image.is_floating_point() ? image : convert_image_dtype(image, kFloat);
  return convert_image_dtype(values.pow(gamma).mul(gain).clamp(0, 1), image.scalar_type());
}

Tensor invert(const Tensor& image) {
  check_channels("invert", image, 3);
  return image.is_floating_point() ? 1 - image : 255 - image;
}

Tensor posterize(const Tensor& image, int64_t bits) {
  TORCHPP_CHECK_VALUE(bits >= 0 && bits <= 8, "posterize: The number of bits should be between 0 and 8. Got ", bits);
  check_channels("posterize", image, 3);
  TORCHPP_CHECK_TYPE(image.scalar_type() == kByte, "posterize: Only uint8 image tensors are supported, but found ",
                     image.scalar_type());
  return image.bitwise_and(256 - (1 << (8 - bits)));
}

Tensor solarize(const Tensor& image, double threshold) {
  check_channels("solarize", image, 3);
  TORCHPP_CHECK_TYPE(threshold <= bound_of(image), "solarize: Threshold should be less than bound of img, got ",
                     threshold, " and ", bound_of(image));
  return torchpp::where(image.ge(threshold), invert(image), image);
}

Tensor autocontrast(const Tensor& image) {
  check_channels("autocontrast", image, 3);
  const double bound = bound_of(image);
  const Tensor least = image.amin({-2, -1}, true).to(computed(image)),
               most = image.amax({-2, -1}, true).to(computed(image));
  const Tensor scale = (most - least).reciprocal_().mul_(bound);
  const Tensor flat = scale.isfinite().logical_not();  // channels of one value are left as they are
  return image.sub(torchpp::where(flat, 0, least))
      .mul_(torchpp::where(flat, 1, scale))
      .clamp_(0, bound)
      .to(image.scalar_type());
}

Tensor equalize(const Tensor& image) {
  check_channels("equalize", image, 3);
  TORCHPP_CHECK_TYPE(image.scalar_type() == kByte, "equalize: Only uint8 image tensors are supported, but found ",
                     image.scalar_type());
  const Tensor in = image.cpu().contiguous(), out = torchpp::empty_like(in);
  const int64_t pixels = in.size(-2) * in.size(-1);
  for (int64_t at = 0; at < in.numel(); at += pixels)
    equalize_channel(in.data_ptr<uint8_t>() + at, pixels, out.data_ptr<uint8_t>() + at);
  return out.to(image.device());
}

}  // namespace torchpp::vision::functional

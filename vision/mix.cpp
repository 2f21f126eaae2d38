// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/vision/mix.h>

#include <torchpp/core/error.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>

#include "vision/draw.h"

namespace torchpp::vision::transforms {
namespace {

// Checks both; targets become probabilities.
Mixed prepared(const char* op, const Tensor& images, const Tensor& targets, int64_t num_classes) {
  TORCHPP_CHECK_VALUE(images.dim() == 4, op, ": Batch ndim should be 4. Got ", images.dim());
  TORCHPP_CHECK_TYPE(images.is_floating_point(), op, ": Batch dtype should be a float tensor. Got ",
                     images.scalar_type());
  TORCHPP_CHECK_VALUE((targets.dim() == 1 || targets.dim() == 2) && targets.size(0) == images.size(0), op,
                      ": got targets of sizes ", targets.sizes(), ", expected (", images.size(0), ") or (",
                      images.size(0), ", classes)");
  if (targets.dim() == 2) return {images, targets.to(images.scalar_type())};
  TORCHPP_CHECK_TYPE(targets.scalar_type() == kLong, op, ": Target dtype should be int64. Got ", targets.scalar_type());
  TORCHPP_CHECK_VALUE(num_classes > 0, op, ": Please provide a valid positive value for the num_classes. Got ",
                      num_classes);
  return {images, torchpp::one_hot(targets, num_classes).to(images.scalar_type())};
}

// weight * x + (1 - weight) * the item before.
Tensor mixed(const Tensor& x, double weight) { return x.mul(weight).add_(x.roll(1, 0).mul_(1 - weight)); }

double draw_weight(double alpha, const OptionalGenerator& generator) {
  return draw_dirichlet(1, 2, alpha, generator).data_ptr<float>()[0];
}

Mixed mixup(const Mixed& batch, double alpha, const OptionalGenerator& generator) {
  const double weight = draw_weight(alpha, generator);
  return {mixed(batch.images, weight), mixed(batch.targets, weight)};
}

Mixed cutmix(const Mixed& batch, double alpha, const OptionalGenerator& generator) {
  const double weight = draw_weight(alpha, generator);
  const int64_t width = batch.images.size(-1), height = batch.images.size(-2);
  const int64_t x = draw_integer(0, width, generator), y = draw_integer(0, height, generator);
  const double share = 0.5 * std::sqrt(1 - weight);
  const auto dx = static_cast<int64_t>(share * static_cast<double>(width)),
             dy = static_cast<int64_t>(share * static_cast<double>(height));
  const int64_t left = std::max<int64_t>(x - dx, 0), right = std::min(x + dx, width),
                top = std::max<int64_t>(y - dy, 0), bottom = std::min(y + dy, height);
  const auto part = [&](const Tensor& t) { return t.slice(-2, top, bottom).slice(-1, left, right); };
  const Tensor images = batch.images.clone();
  part(images).copy_(part(batch.images.roll(1, 0)));
  const double kept = 1 - static_cast<double>((right - left) * (bottom - top)) / static_cast<double>(width * height);
  return {images, mixed(batch.targets, kept)};
}

}  // namespace

Mixed mixup(const Tensor& images, const Tensor& targets, int64_t num_classes, double alpha,
            const OptionalGenerator& generator) {
  return mixup(prepared("mixup", images, targets, num_classes), alpha, generator);
}
Mixed cutmix(const Tensor& images, const Tensor& targets, int64_t num_classes, double alpha,
             const OptionalGenerator& generator) {
  return cutmix(prepared("cutmix", images, targets, num_classes), alpha, generator);
}

Mixed RandomMixup::operator()(const Tensor& images, const Tensor& targets, const OptionalGenerator& generator) const {
  const Mixed batch = prepared("RandomMixup", images, targets, num_classes_);
  return draw_chance(p_, generator) ? mixup(batch, alpha_, generator) : batch;
}
Mixed RandomCutmix::operator()(const Tensor& images, const Tensor& targets, const OptionalGenerator& generator) const {
  const Mixed batch = prepared("RandomCutmix", images, targets, num_classes_);
  return draw_chance(p_, generator) ? cutmix(batch, alpha_, generator) : batch;
}

}  // namespace torchpp::vision::transforms

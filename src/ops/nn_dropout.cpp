// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/nn.h"

namespace torchpp::composite {
namespace {

void check_probability(double p) {
  TORCHPP_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
}
bool drops(const Tensor& input, double p, bool train) { return p != 0 && train && input.numel() != 0; }

// One number per element in the order of the indices, or per channel: as libtorch draws them.
Tensor noise_of(const Tensor& input, double p, bool feature) {
  Tensor noise;
  if (feature) {
    TORCHPP_CHECK(input.dim() >= 2, "Feature dropout requires at least 2 dimensions in the input");
    DimVector sizes(static_cast<size_t>(input.dim()), 1);
    sizes[0] = input.size(0), sizes[1] = input.size(1);
    noise = Tensor(make_tensor(sizes, input.scalar_type(), input.device()));
  } else {
    noise = Tensor(make_tensor(input.sizes(), input.scalar_type(), input.device()));
  }
  return noise.bernoulli_(1 - p);
}

// What the input is multiplied by, and what is added (undefined: nothing).
struct Noise {
  Tensor factor, offset;
};
Noise make_noise(const Tensor& input, double p, bool feature, bool alpha) {
  Noise n{noise_of(input, p, feature), Tensor()};
  if (!alpha) {
    n.factor.div_(1 - p);
    return n;
  }
  // Klambauer et al. 2017: dropped elements become -lambda alpha, then mean and variance are restored.
  constexpr double kSaturation = 1.7580993408473766;
  const double a = 1 / std::sqrt((kSaturation * kSaturation * p + 1) * (1 - p));
  n.offset = n.factor.add(-1).mul_(kSaturation * a).add_(kSaturation * a * p);
  n.factor.mul_(a);
  return n;
}

Tensor drop(const Tensor& input, double p, bool train, bool feature, bool alpha) {
  check_probability(p);
  if (!drops(input, p, train)) return input;
  if (p == 1) return input.mul(Scalar(0));
  if (TORCHPP_UNLIKELY(input.is_nested())) {
    TORCHPP_CHECK_NOT_IMPLEMENTED(!feature && !alpha,
                                  "feature_dropout and alpha_dropout: nested tensors are not supported");
    return std::get<0>(op::native_dropout(Out(), input, p, true));
  }
  const Noise n = make_noise(input, p, feature, alpha);
  return n.offset.defined() ? input.mul(n.factor).add_(n.offset) : input.mul(n.factor);
}
Tensor drop_(const Tensor& self, double p, bool train, bool feature, bool alpha) {
  check_probability(p);
  if (!drops(self, p, train)) return self;
  if (p == 1) return self.mul_(Scalar(0));
  const Noise n = make_noise(self, p, feature, alpha);
  self.mul_(n.factor);
  return n.offset.defined() ? self.add_(n.offset) : self;
}

}  // namespace

Tensor dropout(const Tensor& input, double p, bool train) {
  check_probability(p);
  if (!drops(input, p, train)) return input;
  if (p == 1) return input.mul(Scalar(0));  // draws nothing
  // native_dropout draws in the order of memory, dropout on the CPU in that of the indices, both as in libtorch.
  if (input.device().is_cpu() && !input.is_contiguous() && isFloatingType(input.scalar_type()))
    return drop(input, p, true, false, false);
  return std::get<0>(op::native_dropout(Out(), input, p, true));
}
Tensor dropout_(const Tensor& self, double p, bool train) { return drop_(self, p, train, false, false); }
Tensor feature_dropout(const Tensor& input, double p, bool train) { return drop(input, p, train, true, false); }
Tensor feature_dropout_(const Tensor& self, double p, bool train) { return drop_(self, p, train, true, false); }
Tensor alpha_dropout(const Tensor& input, double p, bool train) { return drop(input, p, train, false, true); }
Tensor alpha_dropout_(const Tensor& self, double p, bool train) { return drop_(self, p, train, false, true); }
Tensor feature_alpha_dropout(const Tensor& input, double p, bool train) { return drop(input, p, train, true, true); }
Tensor feature_alpha_dropout_(const Tensor& self, double p, bool train) { return drop_(self, p, train, true, true); }

}  // namespace torchpp::composite

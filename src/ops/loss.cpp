// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/reduction.h>
#include <torchpp/ops/pointwise.h>

#include <cmath>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/loss.h"
#include "src/ops/generated/view.h"
#include "src/ops/result.h"

namespace torchpp::composite {
namespace {

Tensor reduced(Tensor loss, int64_t reduction) {
  if (reduction == Reduction::Mean) return loss.mean();
  return reduction == Reduction::Sum ? loss.sum() : loss;
}

// log(1 + e^z) without overflow. From z = 40 on that is z, to the last bit of a double.
Tensor log1p_exp(const Tensor& z) { return softplus(z, 1, 40); }

// The p-norm of differences along the last dimension. eps keeps it away from the point without a derivative.
constexpr int64_t kLast = -1;
Tensor distance(const Tensor& a, const Tensor& b, double p, double eps) {
  return (a - b).add(eps).norm(Scalar(p), IntArrayRef(kLast), false);
}

// The loss alone of nll_loss_forward.
Tensor nll(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
           int64_t ignore_index) {
  if (TORCHPP_LIKELY(out.functional()))
    return std::get<0>(op::nll_loss_forward(Out(), self, target, weight, reduction, ignore_index));
  const Tensor total_weight(make_tensor(0, self.scalar_type(), self.device()));
  const Tensor* const outs[] = {&out.tensor(), &total_weight};
  op::nll_loss_forward(Out::to(outs), self, target, weight, reduction, ignore_index);
  return Tensor();
}

// For losses that do not convert what they write.
Tensor finish_exact(const char* op, Out out, Tensor loss) {
  check_out_dtype(out, loss.scalar_type());
  return finish_composite(op, out, std::move(loss));
}

}  // namespace

Tensor l1_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return reduced((self - target).abs(), reduction);
}

Tensor binary_cross_entropy_with_logits(Out out, const Tensor& self, const Tensor& target, const Tensor& weight,
                                        const Tensor& pos_weight, int64_t reduction) {
  Tensor positive = log1p_exp(-self);
  if (pos_weight.defined()) {
    // One less than an integer may not be one of its dtype.
    const bool integral = isIntegralType(pos_weight.scalar_type(), false);
    const ScalarType floating = promote_types(target.scalar_type(), positive.scalar_type());
    positive = (((integral ? pos_weight.to(floating) : pos_weight) - 1) * target + 1) * positive;
  }
  Tensor loss = (1 - target) * self + positive;
  if (weight.defined()) loss = loss * weight;
  return finish_composite("binary_cross_entropy_with_logits", out, reduced(std::move(loss), reduction));
}

Tensor nll_loss(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                int64_t ignore_index) {
  TORCHPP_CHECK(self.dim() > 0 && self.dim() <= 2, "input tensor should be 1D or 2D");
  return nll(out, self, target, weight, reduction, ignore_index);
}
Tensor nll_loss2d(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                  int64_t ignore_index) {
  TORCHPP_CHECK(target.dim() == 3,
                "only batches of spatial targets supported (3D tensors) but got targets of dimension: ", target.dim());
  TORCHPP_CHECK(self.dim() == 4,
                "only batches of spatial inputs supported (4D tensors), but got input of dimension: ", self.dim());
  return nll(out, self, target, weight, reduction, ignore_index);
}
Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                   int64_t ignore_index) {
  TORCHPP_CHECK_VALUE(self.dim() >= 1, "Expected 1 or more dimensions (got ", self.dim(), ")");
  TORCHPP_CHECK_VALUE(self.dim() == 1 || (target.dim() > 0 && self.size(0) == target.size(0)),
                      "Expected input batch_size (", self.dim() == 1 ? 1 : self.size(0),
                      ") to match target batch_size (", target.dim() > 0 ? target.size(0) : 1, ").");
  return nll(Out(), self, target, weight, reduction, ignore_index);
}

namespace {

// A weight per class, broadcast against class dimension `class_dim` of a tensor of `rank` dimensions.
Tensor class_weight(const Tensor& weight, int64_t rank, int64_t class_dim) {
  DimVector shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(class_dim)] = weight.numel();
  return weight.view(shape);
}

Tensor cross_entropy_probabilities(const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                                   double label_smoothing) {
  const int64_t class_dim = self.dim() == 1 ? 0 : 1, classes = self.size(class_dim);
  TORCHPP_CHECK(
      !weight.defined() || (weight.dim() == 1 && weight.numel() == classes),
      "cross_entropy: weight tensor should be defined either for all ", classes,
      " classes or no classes but got weight tensor of shape: ", weight.defined() ? weight.sizes() : IntArrayRef());
  const Tensor input = self.log_softmax(class_dim);
  Tensor terms = label_smoothing > 0
                     ? input * (target * (1 - label_smoothing) + label_smoothing / static_cast<double>(classes))
                     : input * target;
  if (weight.defined()) terms = terms * class_weight(weight, self.dim(), class_dim);
  if (reduction == Reduction::None) return -terms.sum(IntArrayRef(class_dim));
  if (reduction == Reduction::Sum) return -terms.sum();
  return -(terms.sum() / (static_cast<double>(self.numel()) / static_cast<double>(classes)));
}

Tensor cross_entropy_smoothed(const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                              int64_t ignore_index, double label_smoothing) {
  const int64_t class_dim = self.dim() == 1 ? 0 : 1, classes = self.size(class_dim);
  const Tensor input = self.log_softmax(class_dim);
  const Tensor nll = nll_loss_nd(input, target, weight, reduction, ignore_index);
  Tensor smooth = weight.defined() ? -(input * class_weight(weight, self.dim(), class_dim)).sum(IntArrayRef(class_dim))
                                   : -input.sum(IntArrayRef(class_dim));
  const Tensor ignored = target.eq(ignore_index);
  smooth = smooth.masked_fill(ignored, 0);
  if (reduction == Reduction::Sum) {
    smooth = smooth.sum();
  } else if (reduction == Reduction::Mean) {
    const Tensor used =
        weight.defined()
            ? weight.gather(0, target.masked_fill(ignored, 0).flatten()).masked_fill(ignored.flatten(), 0).sum()
            : ignored.logical_not().sum();
    smooth = smooth.sum() / used;
  }
  return nll * (1 - label_smoothing) + smooth * (label_smoothing / static_cast<double>(classes));
}

}  // namespace

Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                          int64_t ignore_index, double label_smoothing) {
  TORCHPP_CHECK(label_smoothing >= 0 && label_smoothing <= 1,
                "label_smoothing must be between 0.0 and 1.0. Got: ", label_smoothing);
  if (self.sizes() == target.sizes()) {
    TORCHPP_CHECK(isFloatingType(target.scalar_type()),
                  "Expected floating point type for target with class probabilities, got ", target.scalar_type());
    TORCHPP_CHECK(ignore_index < 0, "ignore_index is not supported for floating point target");
    return cross_entropy_probabilities(self, target, weight, reduction, label_smoothing);
  }
  if (label_smoothing > 0)
    return cross_entropy_smoothed(self, target, weight, reduction, ignore_index, label_smoothing);
  return nll_loss_nd(self.log_softmax(self.dim() == 1 ? 0 : 1), target, weight, reduction, ignore_index);
}

Tensor kl_div(const Tensor& self, const Tensor& target, int64_t reduction, bool log_target) {
  TORCHPP_CHECK(!self.is_complex() && !target.is_complex(), "kl_div: Complex inputs not supported, but got ",
                self.scalar_type(), " and ", target.scalar_type());
  TORCHPP_CHECK(!isIntegralType(self.scalar_type(), true) && !isIntegralType(target.scalar_type(), true),
                "kl_div: Integral inputs not supported, but got ", self.scalar_type(), " and ", target.scalar_type());
  if (log_target) return reduced(target.exp() * (target - self), reduction);
  // 0 log 0 = 0 log 1; the logarithm of a negative target is NaN.
  const Tensor log_of_target = where(target.eq(0), target.new_ones({}), target).log();
  return reduced(target * log_of_target - target * self, reduction);
}

Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full, double eps,
                        int64_t reduction) {
  Tensor loss = log_input ? input.exp() - target * input : input - target * input.add(eps).log();
  if (full) {
    constexpr double kTwoPi = 6.283185307179586;
    const Tensor stirling = target * target.log() - target + (target * kTwoPi).log() * 0.5;
    loss = (loss + stirling.masked_fill(target.le(1), 0)).to(loss.scalar_type());
  }
  return reduced(loss, reduction);
}

Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin, int64_t reduction) {
  const Tensor zero = self.new_zeros({});
  return reduced(where(target.ne(1), (margin - self).clamp_min(0), zero) + where(target.ne(-1), self, zero), reduction);
}

Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                             int64_t reduction) {
  TORCHPP_CHECK(target.dim() <= 1, "0D or 1D target tensor expected, multi-target not supported");
  const int64_t rank = target.dim() + 1;
  TORCHPP_CHECK(input1.dim() == rank && input2.dim() == rank, target.dim(), "D target tensor expects ", rank,
                "D input tensors, but found inputs with sizes ", input1.sizes(), " and ", input2.sizes(), ".");
  constexpr double kEps = 1e-12;
  const int64_t dim = target.dim();
  const Tensor length1 = (input1 * input1).sum(IntArrayRef(dim)).add(kEps),
               length2 = (input2 * input2).sum(IntArrayRef(dim)).add(kEps);
  const Tensor cosine = (input1 * input2).sum(IntArrayRef(dim)) / (length1 * length2).sqrt();
  const Tensor zero = cosine.new_zeros({});
  return reduced(where(target.eq(1), 1 - cosine, zero) + where(target.eq(-1), (cosine - margin).clamp_min(0), zero),
                 reduction);
}

Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target, double margin,
                           int64_t reduction) {
  return reduced((-target * (input1 - input2)).add(margin).clamp_min(0), reduction);
}

Tensor soft_margin_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction) {
  const Tensor exponent = -(self * target);  // unsigned targets are negated in the dtype of the product
  const Tensor loss = exponent.is_complex() ? exponent.exp().add(1).log() : log1p_exp(exponent);
  const ScalarType dtype = self.scalar_type();
  const Tensor terms = isIntegralType(dtype, true) ? loss : loss.to(dtype);
  return finish_exact("soft_margin_loss", out, reduced(terms, reduction));
}

Tensor multi_margin_loss(Out out, const Tensor& self, const Tensor& target, const Scalar& p, const Scalar& margin,
                         const Tensor& weight, int64_t reduction) {
  TORCHPP_CHECK(p.equal(1) || p.equal(2), "only p == 1 and p == 2 supported");
  TORCHPP_CHECK(self.dim() == 0 || (self.dim() <= 2 && self.size(-1) > 0),
                "Expected non-empty vector or matrix with optional 0-dim batch size, but got: ", self.sizes());
  const int64_t batch = self.dim() == 2 ? self.size(0) : 1, classes = self.dim() == 0 ? 1 : self.size(-1);
  TORCHPP_CHECK(target.dim() <= 1 && target.numel() == batch, "inconsistent target size, got: ", target.sizes());
  if (batch > 0) {
    const int64_t least = target.min().item<int64_t>(), most = target.max().item<int64_t>();
    TORCHPP_CHECK(least >= 0 && most < classes, "multi_margin_loss: target out of range: got ",
                  least < 0 ? least : most, ", expected an index below ", classes);
  }
  const Tensor input = self.reshape({batch, classes}), index = target.reshape({batch, 1});
  const Tensor excess = margin - input.gather(1, index) + input;
  Tensor terms = p.equal(2) ? excess * excess : excess;
  if (weight.defined()) {
    TORCHPP_CHECK(weight.dim() <= 1 && weight.numel() == classes, "inconsistent weight size: ", weight.sizes());
    terms = terms * weight.reshape({classes}).index_select(0, index.flatten()).unsqueeze(1);
  }
  // Neither NaN nor a tie exceeds the margin.
  terms = terms.masked_fill((excess > 0).scatter(1, index, false).logical_not(), 0);
  const Tensor loss = terms.sum(IntArrayRef(1)) / classes;
  const Tensor shaped = loss.sizes() == target.sizes() ? loss : op::unsafe_view(loss, target.sizes());
  return finish_exact("multi_margin_loss", out, reduced(shaped, reduction));
}

Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative, double margin,
                           double p, double eps, bool swap, int64_t reduction) {
  TORCHPP_CHECK(anchor.dim() == positive.dim() && anchor.dim() == negative.dim(),
                "All inputs should have same dimension but got ", anchor.dim(), "D, ", positive.dim(), "D and ",
                negative.dim(), "D inputs.");
  const Tensor near = distance(anchor, positive, p, eps);
  Tensor far = distance(anchor, negative, p, eps);
  if (swap) far = far.minimum(distance(positive, negative, p, eps));
  // In libtorch's order, which decides the gradient where the rounded difference is 0.
  return reduced((near.add(margin) - far).clamp_min(0), reduction);
}

Tensor multilabel_margin_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction) {
  return finish_exact("multilabel_margin_loss", out,
                      std::get<0>(op::multilabel_margin_loss_forward(Out(), self, target, reduction)));
}

}  // namespace torchpp::composite

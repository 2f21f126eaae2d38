// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/utils.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>

#include <cmath>

#include "src/ops/generated/optim.h"

namespace torchpp::nn::utils {

namespace {

bool same_kind(const Tensor& a, const Tensor& b) {
  return a.scalar_type() == b.scalar_type() && a.device() == b.device();
}

// The norm of all gradients as one vector, as a 0-dim tensor.
Tensor norm_of(const std::vector<Tensor>& gradients, double norm_type) {
  if (norm_type == 2) {
    bool uniform = true;
    for (const Tensor& g : gradients) uniform = uniform && same_kind(g, gradients.front());
    if (uniform) return op::foreach_norm_squared(gradients).sqrt();  // one pass over all of them
  }
  std::vector<Tensor> norms;
  norms.reserve(gradients.size());
  const Tensor& first = gradients.front();
  for (const Tensor& g : gradients)
    norms.push_back(
        (std::isinf(norm_type) ? g.abs().max() : g.norm(norm_type)).to(first.device(), first.scalar_type()));
  const Tensor all = stack(norms);
  return std::isinf(norm_type) ? all.max() : all.norm(norm_type);
}

void check_one_device(const std::vector<Tensor>& parameters) {
  for (const Tensor& p : parameters)
    TORCHPP_CHECK(p.device() == parameters.front().device(),
                  "Found two parameters on different devices, this is currently not supported: ",
                  parameters.front().device(), " and ", p.device());
}

}  // namespace

double clip_grad_norm_(const std::vector<Tensor>& parameters, double max_norm, double norm_type,
                       bool error_if_nonfinite) {
  NoGradGuard no_grad;
  std::vector<Tensor> gradients;
  for (const Tensor& p : parameters)
    if (p.grad().defined()) gradients.push_back(p.grad().detach());
  if (gradients.empty()) return 0;
  // libtorch 1.13 takes the norm of order 0 for the number of gradients.
  const Tensor total = norm_type == 0 ? full({}, static_cast<double>(gradients.size()), gradients.front().options())
                                      : norm_of(gradients, norm_type);
  if (error_if_nonfinite)
    TORCHPP_CHECK(std::isfinite(total.item<double>()), "The total norm of order ", norm_type,
                  " for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error and "
                  "scale the gradients with the non-finite norm anyway, set `error_if_nonfinite=false`");
  // Multiplied always, also by 1: whether to do it would have to wait for the device.
  const Tensor scale = total.add(1e-6).reciprocal().mul(max_norm).clamp_max(1.0);
  std::vector<Tensor> like_first;
  for (const Tensor& g : gradients) {
    if (same_kind(g, gradients.front())) like_first.push_back(g);
    else g.mul_(scale.to(g.device(), g.scalar_type()));
  }
  op::foreach_mul(like_first, scale);
  return total.item<double>();
}

double clip_grad_norm_(std::initializer_list<Tensor> parameters, double max_norm, double norm_type,
                       bool error_if_nonfinite) {
  return clip_grad_norm_(std::vector<Tensor>(parameters), max_norm, norm_type, error_if_nonfinite);
}

double clip_grad_norm_(const Tensor& parameter, double max_norm, double norm_type, bool error_if_nonfinite) {
  return clip_grad_norm_(std::vector<Tensor>{parameter}, max_norm, norm_type, error_if_nonfinite);
}

void clip_grad_value_(const std::vector<Tensor>& parameters, double clip_value) {
  NoGradGuard no_grad;
  for (const Tensor& p : parameters)
    if (p.grad().defined()) p.grad().detach().clamp_(Scalar(-clip_value), Scalar(clip_value));
}

void clip_grad_value_(std::initializer_list<Tensor> parameters, double clip_value) {
  clip_grad_value_(std::vector<Tensor>(parameters), clip_value);
}

void clip_grad_value_(const Tensor& parameter, double clip_value) {
  clip_grad_value_(std::vector<Tensor>{parameter}, clip_value);
}

Tensor parameters_to_vector(const std::vector<Tensor>& parameters) {
  check_one_device(parameters);
  std::vector<Tensor> flat;
  flat.reserve(parameters.size());
  for (const Tensor& p : parameters) flat.push_back(p.reshape({-1}));
  return cat(flat);
}

void vector_to_parameters(const Tensor& vec, const std::vector<Tensor>& parameters) {
  check_one_device(parameters);
  int64_t elements = 0;
  for (const Tensor& p : parameters) elements += p.numel();
  TORCHPP_CHECK(vec.dim() == 1 && vec.numel() == elements, "vector_to_parameters: the vector has sizes ", vec.sizes(),
                ", the parameters have ", elements, " elements");
  int64_t begin = 0;
  for (const Tensor& p : parameters) {
    p.set_data(vec.detach().slice(0, begin, begin + p.numel()).view(p.sizes()));
    begin += p.numel();
  }
}

}  // namespace torchpp::nn::utils

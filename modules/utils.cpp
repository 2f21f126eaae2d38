// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/utils.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>

#include <cmath>

#include "modules/module_private.h"
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
    norms.push_back((std::isinf(norm_type) && !g.is_sparse() ? g.abs().max() : g.norm(norm_type))
                        .to(first.device(), first.scalar_type()));
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
    if (p.grad().defined()) gradients.push_back(p.grad().requires_grad() ? p.grad().detach() : p.grad());
  if (gradients.empty()) return 0;
  // libtorch 1.13 takes the norm of order 0 for the number of gradients.
  const Tensor total =
      norm_type == 0 ? full({}, static_cast<double>(gradients.size()), gradients.front().options().layout(kStrided))
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

// ---- fusion with batch norm

namespace {

// What one feature is multiplied by, and its bias.
std::tuple<Tensor, Tensor> scale_and_bias(const Tensor& bias, const Tensor& mean, const Tensor& var, double eps,
                                          const Tensor& bn_weight, const Tensor& bn_bias) {
  TORCHPP_CHECK(mean.defined() && var.defined(), "Fusion needs a batch norm with running statistics");
  Tensor scale = var.add(eps).rsqrt();
  if (bn_weight.defined()) scale = scale * bn_weight;
  Tensor shifted = bias.defined() ? (bias - mean) * scale : mean.neg() * scale;
  if (bn_bias.defined()) shifted = shifted + bn_bias;
  return {scale, shifted};
}

Tensor as_parameter(const Tensor& t) { return t.detach().set_requires_grad(true); }

}  // namespace

std::tuple<Tensor, Tensor> fuse_conv_bn_weights(const Tensor& conv_w, const Tensor& conv_b, const Tensor& bn_rm,
                                                const Tensor& bn_rv, double bn_eps, const Tensor& bn_w,
                                                const Tensor& bn_b, bool transpose) {
  const auto [scale, bias] = scale_and_bias(conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b);
  std::vector<int64_t> sizes(static_cast<size_t>(conv_w.dim()), 1);
  sizes[transpose ? 1 : 0] = -1;
  return {as_parameter(conv_w * scale.reshape(sizes)), as_parameter(bias)};
}

std::tuple<Tensor, Tensor> fuse_linear_bn_weights(const Tensor& linear_w, const Tensor& linear_b, const Tensor& bn_rm,
                                                  const Tensor& bn_rv, double bn_eps, const Tensor& bn_w,
                                                  const Tensor& bn_b) {
  const auto [scale, bias] = scale_and_bias(linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b);
  return {as_parameter(linear_w * scale.unsqueeze(-1)), as_parameter(bias)};
}

void detail::check_fusible(const Module& module, const Module& batch_norm) {
  TORCHPP_CHECK(!module.is_training() && !batch_norm.is_training(),
                "Fusion only for eval! Call eval() on both modules first");
}

void detail::set_fused(Module& module, Tensor& weight, Tensor& bias, const std::tuple<Tensor, Tensor>& fused) {
  auto& parameters = ModuleAccess::parameters(module);
  weight = parameters["weight"] = std::get<0>(fused);
  bias = parameters["bias"] = std::get<1>(fused);
}

// ---- modules and state dictionaries

void convert_conv2d_weight_memory_format(Module& module, MemoryFormat memory_format) {
  module.apply([memory_format](Module& m) {
    Tensor* weight = nullptr;
    if (auto* conv = m.as<Conv2d>()) weight = &conv->weight;
    else if (auto* transposed = m.as<ConvTranspose2d>()) weight = &transposed->weight;
    if (weight != nullptr) weight->set_data(weight->detach().clone(memory_format));
  });
}

void consume_prefix_in_state_dict_if_present(StateDict& state_dict, const std::string& prefix) {
  if (prefix.empty()) return;
  StateDict renamed(state_dict.key_description());
  for (auto& item : state_dict) {
    const bool has_prefix = item.key().compare(0, prefix.size(), prefix) == 0;
    renamed.insert(has_prefix ? item.key().substr(prefix.size()) : item.key(), item.value());
  }
  // Paths of modules have no dot at the end: "module" is the topmost one afterwards, and takes its place.
  const std::string top = prefix.substr(0, prefix.find_last_not_of('.') + 1);
  for (const auto& item : state_dict.versions) {
    const bool has_prefix = item.key().compare(0, prefix.size(), prefix) == 0;
    if (item.key().empty() && state_dict.versions.contains(top)) continue;
    renamed.versions.insert(item.key() == top ? ""
                            : has_prefix      ? item.key().substr(prefix.size())
                                              : item.key(),
                            item.value());
  }
  state_dict = std::move(renamed);
}

}  // namespace torchpp::nn::utils

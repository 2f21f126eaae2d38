// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/utils.h>
#include <torchpp/nn/utils/prune.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>

#include <cmath>
#include <numeric>

#include "modules/module_private.h"

namespace torchpp::nn::utils::prune {

using nn::detail::find_computed;
using nn::detail::own_tensor;

namespace {

const char kPruned[] = "pruning";

Tensor masked(Module& module, const std::string& name) {
  const Tensor original = own_tensor(module, name + "_orig");
  return original * own_tensor(module, name + "_mask").to(original.scalar_type());
}

bool is_pruned(Module& module, const std::string& name) {
  const auto* computed = find_computed(module, name);
  return computed != nullptr && computed->method == kPruned;
}

// The tensor that forward reads, pruned or not.
Tensor shown(Module& module, const std::string& name) {
  return is_pruned(module, name) ? find_computed(module, name)->place : own_tensor(module, name);
}

// The mask with the `count` elements of the smallest (or largest) scores, in row-major order, set to zero.
Tensor without(const Tensor& mask, const Tensor& scores, int64_t count, bool largest) {
  Tensor result = mask.clone(MemoryFormat::Contiguous);
  if (count > 0)
    result.view({-1}).index_fill_(0, std::get<1>(scores.reshape({-1}).topk(count, -1, largest)), Scalar(0));
  return result;
}

int64_t checked_channels(const Tensor& t, int64_t dim) {
  TORCHPP_CHECK_VALUE(t.dim() > 1,
                      "Structured pruning can only be applied to multidimensional tensors. Found tensor of shape ",
                      t.sizes(), " with ", t.dim(), " dims");
  TORCHPP_CHECK_INDEX(dim >= -t.dim() && dim < t.dim(), "Invalid index ", dim, " for tensor of size ", t.sizes());
  return t.size(dim);
}

std::vector<int64_t> all_dims_but(const Tensor& t, int64_t dim) {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < t.dim(); ++d)
    if (d != (dim < 0 ? dim + t.dim() : dim)) dims.push_back(d);
  return dims;
}

// Ones at these indices of dim, zeros elsewhere, times the mask that stands.
Tensor channels_kept(const Tensor& t, int64_t dim, const Tensor& indices, const Tensor& default_mask) {
  const Tensor mask = zeros_like(t).index_fill(dim, indices, Scalar(1));
  return mask * default_mask.to(mask.scalar_type());
}

// What remains of the mask when the method prunes what it left.
Tensor combined(const PruningMethod& method, const Tensor& t, const Tensor& mask) {
  Tensor result = mask.to(t.scalar_type()).clone();
  if (method.type == PruningMethod::Type::kGlobal) return result.copy_(method.compute_mask(t, mask));
  if (method.type == PruningMethod::Type::kUnstructured) {
    const Tensor left = mask.eq(1);
    const Tensor part = method.compute_mask(t.masked_select(left), mask.masked_select(left));
    return result.masked_scatter_(left, part.to(result.scalar_type()));
  }
  const int64_t dim = method.dim < 0 ? method.dim + t.dim() : method.dim;
  TORCHPP_CHECK_INDEX(dim >= 0 && dim < t.dim(), "Index is out of bounds for tensor with dimensions ", t.dim());
  const Tensor left = mask.sum(all_dims_but(t, dim)).ne(0).nonzero().reshape({-1});
  const Tensor part = method.compute_mask(t.index_select(dim, left), mask.index_select(dim, left));
  return result.index_copy_(dim, left, part.to(result.scalar_type()));
}

}  // namespace

Amount::Amount(double value, bool is_share) : value_(value), is_share_(is_share) {
  TORCHPP_CHECK_VALUE(value >= 0 && (!is_share || value <= 1), "amount=", value,
                      is_share ? " should either be a float in the range [0.0, 1.0] or a non-negative integer"
                               : " should be a non-negative integer");
}

int64_t Amount::of(int64_t count) const {
  // A half is rounded to the even number, as Python does.
  if (is_share_) return static_cast<int64_t>(std::nearbyint(value_ * static_cast<double>(count)));
  TORCHPP_CHECK_VALUE(value_ <= static_cast<double>(count), "amount=", static_cast<int64_t>(value_),
                      " should be smaller than the number of parameters to prune=", count);
  return static_cast<int64_t>(value_);
}

PruningMethod PruningMethod::identity() {
  return {Type::kUnstructured, [](const Tensor&, const Tensor& mask) { return mask; }};
}

PruningMethod PruningMethod::random_unstructured(Amount amount) {
  return {Type::kUnstructured, [amount](const Tensor& t, const Tensor& mask) {
            const int64_t count = amount.of(t.numel());
            return count == 0 ? mask : without(mask, rand_like(t), count, /*largest=*/true);
          }};
}

PruningMethod PruningMethod::l1_unstructured(Amount amount) {
  return {Type::kUnstructured, [amount](const Tensor& t, const Tensor& mask) {
            return without(mask, t.abs(), amount.of(t.numel()), /*largest=*/false);
          }};
}

PruningMethod PruningMethod::random_structured(Amount amount, int64_t dim) {
  return {Type::kStructured,
          [amount, dim](const Tensor& t, const Tensor& mask) {
            const int64_t channels = checked_channels(t, dim), count = amount.of(channels);
            if (count == 0) return mask;
            const Tensor chance = torchpp::rand({channels});
            const Tensor kept = chance.gt(std::get<0>(chance.kthvalue(count))).nonzero().reshape({-1});
            return channels_kept(t, dim, kept.to(t.device()), mask);
          },
          dim};
}

PruningMethod PruningMethod::ln_structured(Amount amount, double n, int64_t dim) {
  return {Type::kStructured,
          [amount, n, dim](const Tensor& t, const Tensor& mask) {
            const int64_t channels = checked_channels(t, dim), count = amount.of(channels);
            if (count == 0) return mask;
            const Tensor norms = t.norm(Scalar(n), all_dims_but(t, dim), /*keepdim=*/false);
            return channels_kept(t, dim, std::get<1>(norms.topk(channels - count)), mask);
          },
          dim};
}

PruningMethod PruningMethod::custom_from_mask(Tensor mask) {
  return {Type::kGlobal, [mask = std::move(mask)](const Tensor&, const Tensor& default_mask) {
            return default_mask * mask.to(default_mask.scalar_type());
          }};
}

void apply(Module& module, const std::string& name, const PruningMethod& method, const Tensor& importance_scores) {
  const bool again = is_pruned(module, name);
  const Tensor place = shown(module, name), present = place.detach();
  TORCHPP_CHECK(!importance_scores.defined() || importance_scores.sizes() == present.sizes(),
                "importance_scores should have the same shape as parameter ", name, " of ", module.name(), ": ",
                present.sizes(), ", got ", importance_scores.sizes());
  const Tensor scores = importance_scores.defined() ? importance_scores.detach() : present;
  const Tensor mask = again ? combined(method, scores, own_tensor(module, name + "_mask"))
                            : method.compute_mask(scores, ones_like(present));
  TORCHPP_CHECK(mask.sizes() == present.sizes(), "compute_mask must return a mask of sizes ", present.sizes(), ", got ",
                mask.sizes());
  if (again) {
    own_tensor(module, name + "_mask") = mask;
  } else {
    const bool requires_grad = place.requires_grad();
    nn::detail::add_computed(
        module, name, {"_orig", "_mask"}, kPruned, [name](Module& m) { return masked(m, name); }, present);
    module.register_parameter(name + "_orig", present, requires_grad);
    module.register_buffer(name + "_mask", mask);
  }
  nn::detail::update_computed(module, *find_computed(module, name));
}

void identity(Module& module, const std::string& name) { apply(module, name, PruningMethod::identity()); }
void random_unstructured(Module& module, const std::string& name, Amount amount) {
  apply(module, name, PruningMethod::random_unstructured(amount));
}
void l1_unstructured(Module& module, const std::string& name, Amount amount, const Tensor& importance_scores) {
  apply(module, name, PruningMethod::l1_unstructured(amount), importance_scores);
}
void random_structured(Module& module, const std::string& name, Amount amount, int64_t dim) {
  apply(module, name, PruningMethod::random_structured(amount, dim));
}
void ln_structured(Module& module, const std::string& name, Amount amount, double n, int64_t dim,
                   const Tensor& importance_scores) {
  apply(module, name, PruningMethod::ln_structured(amount, n, dim), importance_scores);
}
void custom_from_mask(Module& module, const std::string& name, const Tensor& mask) {
  apply(module, name, PruningMethod::custom_from_mask(mask));
}

void global_unstructured(const std::vector<std::pair<std::shared_ptr<Module>, std::string>>& parameters,
                         const PruningMethod& method, const std::vector<Tensor>& importance_scores) {
  TORCHPP_CHECK_TYPE(method.type == PruningMethod::Type::kUnstructured,
                     "Only \"unstructured\" PruningMethod supported for the `pruning_method`");
  TORCHPP_CHECK(importance_scores.empty() || importance_scores.size() == parameters.size(), "global_unstructured: got ",
                importance_scores.size(), " importance scores for ", parameters.size(), " parameters");
  TORCHPP_CHECK(!parameters.empty(), "global_unstructured: there are no parameters to prune");
  std::vector<Tensor> values, masks;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto& [module, name] = parameters[i];
    const Tensor present = shown(*module, name).detach();
    const bool scored = !importance_scores.empty() && importance_scores[i].defined();
    TORCHPP_CHECK(!scored || importance_scores[i].sizes() == present.sizes(),
                  "importance_scores should have the same shape as parameter ", name, " of ", module->name());
    values.push_back(scored ? importance_scores[i].detach() : present);
    masks.push_back(is_pruned(*module, name) ? own_tensor(*module, name + "_mask") : ones_like(present));
  }
  const Tensor mask = combined(method, parameters_to_vector(values), parameters_to_vector(masks));
  int64_t begin = 0;
  for (const auto& [module, name] : parameters) {
    const Tensor present = shown(*module, name);
    custom_from_mask(*module, name, mask.slice(0, begin, begin + present.numel()).view(present.sizes()));
    begin += present.numel();
  }
}

void remove(Module& module, const std::string& name) {
  TORCHPP_CHECK_VALUE(is_pruned(module, name), "Parameter '", name, "' of module ", module.name(),
                      " has to be pruned before pruning can be removed");
  const Tensor original = own_tensor(module, name + "_orig"), value = masked(module, name).detach();
  nn::detail::forget_tensor(module, name + "_orig");
  nn::detail::forget_tensor(module, name + "_mask");
  nn::detail::remove_computed(module, name, value, original.requires_grad(), original);
}

bool is_pruned(Module& module) {
  bool found = false;
  nn::detail::walk(module, [&](Module& m) {
    if (const auto* hooks = ModuleAccess::hooks(m))
      for (const auto& computed : hooks->computed) found = found || computed.method == kPruned;
  });
  return found;
}

}  // namespace torchpp::nn::utils::prune

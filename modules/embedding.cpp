// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/embedding.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/nn.h>
#include <torchpp/ops/sequence.h>
#include <torchpp/ops/shape.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace {

// The row of a table of `rows` rows that is padding; `index` counts from the end when it is negative.
int64_t padding_row(int64_t index, int64_t rows) {
  TORCHPP_CHECK(index < rows && index >= -rows, "Padding_idx must be within num_embeddings: got ", index,
                ", the table has ", rows, " rows");
  return index < 0 ? index + rows : index;
}

// Makes the padding row of an embedding's options non-negative, and returns the table that they give: an undefined
// tensor when they give none. `name` is what messages call the table.
template <class Options>
Tensor given_table(Options& options, const char* name) {
  const int64_t rows = options.num_embeddings();
  if (auto& index = options.padding_idx()) index = padding_row(*index, rows);
  const Tensor& table = options._weight();
  TORCHPP_CHECK(!table.defined() || table.sizes() == IntArrayRef({rows, options.embedding_dim()}), "Shape of ", name,
                " does not match num_embeddings and embedding_dim: got ", table.sizes(), ", expected [", rows, ", ",
                options.embedding_dim(), "]");
  return table;
}

// Draws a table anew; its padding row is zero.
void draw_table(Tensor& weight, const optional<int64_t>& padding_idx) {
  init::normal_(weight);
  if (!padding_idx) return;
  NoGradGuard no_grad;
  weight[*padding_idx].fill_(0);
}

}  // namespace

namespace functional {

Tensor embedding(const Tensor& input, const Tensor& weight, const EmbeddingFuncOptions& o) {
  const int64_t padding_idx = o.padding_idx() ? padding_row(*o.padding_idx(), weight.size(0)) : -1;
  if (o.max_norm()) {
    NoGradGuard no_grad;
    Tensor table = weight;
    embedding_renorm_(table, input.contiguous(), *o.max_norm(), o.norm_type());
  }
  return torchpp::embedding(weight, input, padding_idx, o.scale_grad_by_freq(), o.sparse());
}

Tensor embedding_bag(const Tensor& input, const Tensor& weight, const EmbeddingBagFuncOptions& o) {
  Tensor indices = input, offsets = o.offsets(), scale = o.per_sample_weights();
  TORCHPP_CHECK(!scale.defined() || input.sizes() == scale.sizes(), "embedding_bag: If per_sample_weights (",
                scale.defined() ? scale.sizes() : IntArrayRef(),
                ") is not null, then it must have the same shape as the input (", input.sizes(), ")");
  TORCHPP_CHECK(input.dim() == 1 || input.dim() == 2, "input has to be 1D or 2D Tensor, but got Tensor of dimension ",
                input.dim());
  if (input.dim() == 2) {  // every row is a bag
    TORCHPP_CHECK(!offsets.defined(),
                  "If input is 2D, then offsets has to be null, as input is treated is a "
                  "mini-batch of fixed length sequences. However, found offsets of type Tensor");
    offsets = torchpp::arange(input.size(0), TensorOptions(kLong).device(input.device())).mul(input.size(1));
    indices = input.reshape({-1});
    if (scale.defined()) scale = scale.reshape({-1});
  }
  TORCHPP_CHECK(offsets.defined(), "offsets has to be a 1D Tensor but got null");
  TORCHPP_CHECK(offsets.dim() == 1, "offsets has to be a 1D Tensor");
  const bool sum = o.mode().get_if<enumtype::kSum>() != nullptr, max = o.mode().get_if<enumtype::kMax>() != nullptr;
  TORCHPP_CHECK(!max || !o.scale_grad_by_freq(), "max mode does not support scaling the gradient by the frequency");
  TORCHPP_CHECK(!max || !o.sparse(), "max mode does not support sparse weights");
  TORCHPP_CHECK(!scale.defined() || sum,
                "embedding_bag: per_sample_weights was not null. per_sample_weights is only "
                "supported for mode='kSum' (got mode='",
                enumtype::get_enum_name(o.mode()), "').");
  if (o.max_norm()) {
    NoGradGuard no_grad;
    Tensor table = weight;
    embedding_renorm_(table, indices.contiguous(), *o.max_norm(), o.norm_type());
  }
  return std::get<0>(torchpp::embedding_bag(weight, indices, offsets, o.scale_grad_by_freq(),
                                            sum   ? 0
                                            : max ? 2
                                                  : 1,
                                            o.sparse(), scale, o.include_last_offset(), o.padding_idx()));
}

Tensor one_hot(const Tensor& tensor, int64_t num_classes) { return torchpp::one_hot(tensor, num_classes); }

}  // namespace functional

EmbeddingImpl::EmbeddingImpl(int64_t num_embeddings, int64_t embedding_dim)
    : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
EmbeddingImpl::EmbeddingImpl(const EmbeddingOptions& options_) : options(options_) { EmbeddingImpl::reset(); }

void EmbeddingImpl::reset() {
  if (Tensor table = given_table(options, "_weight"); table.defined()) {
    weight = register_parameter("weight", table);
    return;
  }
  weight = register_parameter("weight", torchpp::empty({options.num_embeddings(), options.embedding_dim()}));
  reset_parameters();
}

void EmbeddingImpl::reset_parameters() { draw_table(weight, options.padding_idx()); }

void EmbeddingImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::Embedding(num_embeddings=", options.num_embeddings(),
        ", embedding_dim=", options.embedding_dim());
  if (options.padding_idx()) print(stream, ", padding_idx=", *options.padding_idx());
  if (options.max_norm()) print(stream, ", max_norm=", *options.max_norm());
  if (options.norm_type() != 2) print(stream, ", norm_type=", options.norm_type());
  if (options.scale_grad_by_freq()) print(stream, ", scale_grad_by_freq=true");
  if (options.sparse()) print(stream, ", sparse=true");
  print(stream, ")");
}

Tensor EmbeddingImpl::forward(const Tensor& indices) {
  if (options.max_norm())
    return functional::embedding(indices, weight,
                                 functional::EmbeddingFuncOptions()
                                     .padding_idx(options.padding_idx())
                                     .max_norm(options.max_norm())
                                     .norm_type(options.norm_type())
                                     .scale_grad_by_freq(options.scale_grad_by_freq())
                                     .sparse(options.sparse()));
  return torchpp::embedding(weight, indices, options.padding_idx().value_or(-1), options.scale_grad_by_freq(),
                            options.sparse());
}

Embedding Embedding::from_pretrained(const Tensor& embeddings, const EmbeddingFromPretrainedOptions& options) {
  TORCHPP_CHECK(embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional, got ", embeddings.dim());
  Embedding module(EmbeddingOptions(embeddings.size(0), embeddings.size(1))
                       ._weight(embeddings)
                       .padding_idx(options.padding_idx())
                       .max_norm(options.max_norm())
                       .norm_type(options.norm_type())
                       .scale_grad_by_freq(options.scale_grad_by_freq())
                       .sparse(options.sparse()));
  module->weight.set_requires_grad(!options.freeze());
  return module;
}

EmbeddingBagImpl::EmbeddingBagImpl(int64_t num_embeddings, int64_t embedding_dim)
    : EmbeddingBagImpl(EmbeddingBagOptions(num_embeddings, embedding_dim)) {}
EmbeddingBagImpl::EmbeddingBagImpl(const EmbeddingBagOptions& options_) : options(options_) {
  EmbeddingBagImpl::reset();
}

void EmbeddingBagImpl::reset() {
  if (Tensor table = given_table(options, "weight"); table.defined()) {
    weight = register_parameter("weight", table);
    return;
  }
  weight = register_parameter("weight", torchpp::empty({options.num_embeddings(), options.embedding_dim()}));
  reset_parameters();
}

void EmbeddingBagImpl::reset_parameters() { draw_table(weight, options.padding_idx()); }

std::vector<std::pair<unsigned, AnyValue>> EmbeddingBagImpl::_forward_default_args() const {
  return {{1, AnyValue(Tensor())}, {2, AnyValue(Tensor())}};
}

void EmbeddingBagImpl::pretty_print(std::ostream& stream) const {
  print(stream, "torch::nn::EmbeddingBag(num_embeddings=", options.num_embeddings(),
        ", embedding_dim=", options.embedding_dim());
  if (options.max_norm()) print(stream, ", max_norm=", *options.max_norm());
  if (options.norm_type() != 2) print(stream, ", norm_type=", options.norm_type());
  if (options.scale_grad_by_freq()) print(stream, ", scale_grad_by_freq=true");
  if (options.sparse()) print(stream, ", sparse=true");
  if (!options.mode().get_if<enumtype::kMean>()) print(stream, ", mode=", enumtype::get_enum_name(options.mode()));
  if (options.include_last_offset()) print(stream, ", include_last_offset=true");
  if (options.padding_idx()) print(stream, ", padding_idx=", *options.padding_idx());
  print(stream, ")");
}

Tensor EmbeddingBagImpl::forward(const Tensor& input, const Tensor& offsets, const Tensor& per_sample_weights) {
  return functional::embedding_bag(input, weight,
                                   functional::EmbeddingBagFuncOptions()
                                       .offsets(offsets)
                                       .max_norm(options.max_norm())
                                       .norm_type(options.norm_type())
                                       .scale_grad_by_freq(options.scale_grad_by_freq())
                                       .mode(options.mode())
                                       .sparse(options.sparse())
                                       .per_sample_weights(per_sample_weights)
                                       .include_last_offset(options.include_last_offset())
                                       .padding_idx(options.padding_idx()));
}

EmbeddingBag EmbeddingBag::from_pretrained(const Tensor& embeddings, const EmbeddingBagFromPretrainedOptions& options) {
  TORCHPP_CHECK(embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional, got ", embeddings.dim());
  EmbeddingBag module(EmbeddingBagOptions(embeddings.size(0), embeddings.size(1))
                          ._weight(embeddings)
                          .max_norm(options.max_norm())
                          .norm_type(options.norm_type())
                          .scale_grad_by_freq(options.scale_grad_by_freq())
                          .mode(options.mode())
                          .sparse(options.sparse())
                          .include_last_offset(options.include_last_offset())
                          .padding_idx(options.padding_idx()));
  module->weight.set_requires_grad(!options.freeze());
  return module;
}

TORCHPP_DEFINE_CLONE(EmbeddingImpl)
TORCHPP_DEFINE_CLONE(EmbeddingBagImpl)

}  // namespace torchpp::nn

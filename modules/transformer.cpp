// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/transformer.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/nested.h>
#include <torchpp/ops/pointwise.h>

#include <limits>
#include <ostream>

#include "modules/inference_path.h"

namespace torchpp::nn {

TORCHPP_DEFINE_CLONE(TransformerEncoderLayerImpl)
TORCHPP_DEFINE_CLONE(TransformerDecoderLayerImpl)
TORCHPP_DEFINE_CLONE(TransformerEncoderImpl)
TORCHPP_DEFINE_CLONE(TransformerDecoderImpl)
TORCHPP_DEFINE_CLONE(TransformerImpl)

Tensor TransformerActivation::operator()(const Tensor& x) const {
  if (function_) return function_(x);
  return enumtype::holds_alternative<enumtype::kGELU>(named_) ? gelu(x) : relu(x);
}

namespace {

MultiheadAttention attention_of(const TransformerEncoderLayerOptions& o) {
  return MultiheadAttention(
      MultiheadAttentionOptions(o.d_model(), o.nhead()).dropout(o.dropout()).batch_first(o.batch_first()));
}
LayerNorm norm_of(const TransformerEncoderLayerOptions& o) {
  return LayerNorm(LayerNormOptions({o.d_model()}).eps(o.layer_norm_eps()));
}

// x and what `part` makes of it, normalised before or after.
template <class Part>
Tensor add_normed(const Tensor& x, LayerNorm& norm, bool norm_first, const Part& part) {
  return norm_first ? x + part(norm(x)) : norm(x + part(x));
}

Tensor attend(MultiheadAttention& attention, const Tensor& query, const Tensor& key, const Tensor& mask,
              const Tensor& padding) {
  return std::get<0>(attention(query, key, key, padding, /*need_weights=*/false, mask));
}

// A module of the stack's last step, which may be left out.
Tensor last_norm(AnyModule& norm, const Tensor& x) { return norm.is_empty() ? x : norm.forward(x); }

}  // namespace

TransformerEncoderLayerImpl::TransformerEncoderLayerImpl(int64_t d_model, int64_t nhead)
    : TransformerEncoderLayerImpl(TransformerEncoderLayerOptions(d_model, nhead)) {}
TransformerEncoderLayerImpl::TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& options_)
    : options(options_),
      self_attn(nullptr),
      linear1(nullptr),
      dropout(nullptr),
      linear2(nullptr),
      norm1(nullptr),
      norm2(nullptr),
      dropout1(nullptr),
      dropout2(nullptr) {
  TransformerEncoderLayerImpl::reset();
}

void TransformerEncoderLayerImpl::reset() {
  self_attn = register_module("self_attn", attention_of(options));
  linear1 = register_module("linear1", Linear(options.d_model(), options.dim_feedforward()));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(options.dim_feedforward(), options.d_model()));
  norm1 = register_module("norm1", norm_of(options));
  norm2 = register_module("norm2", norm_of(options));
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
}

std::vector<std::pair<unsigned, AnyValue>> TransformerEncoderLayerImpl::_forward_default_args() const {
  return {{1, AnyValue(Tensor())}, {2, AnyValue(Tensor())}};
}

void TransformerEncoderLayerImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::TransformerEncoderLayerImpl";
}

void TransformerEncoderLayerImpl::reset_parameters() {
  self_attn->_reset_parameters();
  linear1->reset_parameters();
  linear2->reset_parameters();
  norm1->reset_parameters();
  norm2->reset_parameters();
}

NotFast TransformerEncoderLayerImpl::why_not_fast(const Tensor& src, const Tensor& src_mask,
                                                  const Tensor& src_key_padding_mask) const {
  if (src.dim() != 3) return NotFast::kNotBatched;
  if (is_training()) return NotFast::kTraining;
  const MultiheadAttentionImpl& attention = *self_attn;
  if (!attention.options.batch_first()) return NotFast::kNotBatchFirst;
  if (!attention._qkv_same_embed_dim) return NotFast::kSeparateProjections;
  if (options.activation().named() == nullptr) return NotFast::kActivation;
  if (norm1->options.eps() != norm2->options.eps()) return NotFast::kNormEps;
  if (src_mask.defined()) return NotFast::kMask;
  if (src_key_padding_mask.defined() && src.is_nested()) return NotFast::kNestedWithPadding;
  if (src_key_padding_mask.defined() && src_key_padding_mask.scalar_type() != kBool) return NotFast::kMaskDtype;
  if (attention.options.num_heads() % 2 != 0) return NotFast::kOddHeads;
  // What the operator has no argument for, which a user may have given to the submodules.
  if (attention.bias_k.defined() || attention.bias_v.defined()) return NotFast::kBiasKv;
  if (attention.options.add_zero_attn()) return NotFast::kZeroAttention;
  if (attention.has_hooks() || attention.out_proj->has_hooks() || linear1->has_hooks() || linear2->has_hooks() ||
      norm1->has_hooks() || norm2->has_hooks() || dropout->has_hooks() || dropout1->has_hooks() ||
      dropout2->has_hooks())
    return NotFast::kHooks;
  return detail::why_not_fast({&src, &attention.in_proj_weight, &attention.in_proj_bias, &attention.out_proj->weight,
                               &attention.out_proj->bias, &norm1->weight, &norm1->bias, &norm2->weight, &norm2->bias,
                               &linear1->weight, &linear1->bias, &linear2->weight, &linear2->bias});
}

Tensor TransformerEncoderLayerImpl::forward(const Tensor& src, const Tensor& src_mask,
                                            const Tensor& src_key_padding_mask) {
  if (why_not_fast(src, src_mask, src_key_padding_mask) == NotFast::kNothing)
    return _transformer_encoder_layer_fwd(
        src, self_attn->options.embed_dim(), self_attn->options.num_heads(), self_attn->in_proj_weight,
        self_attn->in_proj_bias, self_attn->out_proj->weight, self_attn->out_proj->bias,
        enumtype::holds_alternative<enumtype::kGELU>(*options.activation().named()), options.norm_first(),
        norm1->options.eps(), norm1->weight, norm1->bias, norm2->weight, norm2->bias, linear1->weight, linear1->bias,
        linear2->weight, linear2->bias, src_key_padding_mask, detail::padding_mask_type(src_key_padding_mask));
  const bool first = options.norm_first();
  const Tensor x = add_normed(src, norm1, first, [&](const Tensor& t) {
    return dropout1(attend(self_attn, t, t, src_mask, src_key_padding_mask));
  });
  return add_normed(x, norm2, first,
                    [&](const Tensor& t) { return dropout2(linear2(dropout(options.activation()(linear1(t))))); });
}

TransformerDecoderLayerImpl::TransformerDecoderLayerImpl(int64_t d_model, int64_t nhead)
    : TransformerDecoderLayerImpl(TransformerDecoderLayerOptions(d_model, nhead)) {}
TransformerDecoderLayerImpl::TransformerDecoderLayerImpl(const TransformerDecoderLayerOptions& options_)
    : options(options_),
      self_attn(nullptr),
      dropout1(nullptr),
      norm1(nullptr),
      multihead_attn(nullptr),
      dropout2(nullptr),
      norm2(nullptr),
      linear1(nullptr),
      dropout(nullptr),
      linear2(nullptr),
      dropout3(nullptr),
      norm3(nullptr) {
  TransformerDecoderLayerImpl::reset();
}

void TransformerDecoderLayerImpl::reset() {
  self_attn = register_module("self_attn", attention_of(options));
  multihead_attn = register_module("multihead_attn", attention_of(options));
  linear1 = register_module("linear1", Linear(options.d_model(), options.dim_feedforward()));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(options.dim_feedforward(), options.d_model()));
  norm1 = register_module("norm1", norm_of(options));
  norm2 = register_module("norm2", norm_of(options));
  norm3 = register_module("norm3", norm_of(options));
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
  dropout3 = register_module("dropout3", Dropout(options.dropout()));
}

std::vector<std::pair<unsigned, AnyValue>> TransformerDecoderLayerImpl::_forward_default_args() const {
  return {{2, AnyValue(Tensor())}, {3, AnyValue(Tensor())}, {4, AnyValue(Tensor())}, {5, AnyValue(Tensor())}};
}

void TransformerDecoderLayerImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::TransformerDecoderLayerImpl";
}

void TransformerDecoderLayerImpl::reset_parameters() {
  self_attn->_reset_parameters();
  norm1->reset_parameters();
  multihead_attn->_reset_parameters();
  norm2->reset_parameters();
  linear1->reset_parameters();
  linear2->reset_parameters();
  norm3->reset_parameters();
}

Tensor TransformerDecoderLayerImpl::forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask,
                                            const Tensor& memory_mask, const Tensor& tgt_key_padding_mask,
                                            const Tensor& memory_key_padding_mask) {
  const bool first = options.norm_first();
  const Tensor own = add_normed(tgt, norm1, first, [&](const Tensor& t) {
    return dropout1(attend(self_attn, t, t, tgt_mask, tgt_key_padding_mask));
  });
  const Tensor x = add_normed(own, norm2, first, [&](const Tensor& t) {
    return dropout2(attend(multihead_attn, t, memory, memory_mask, memory_key_padding_mask));
  });
  return add_normed(x, norm3, first,
                    [&](const Tensor& t) { return dropout3(linear2(dropout(options.activation()(linear1(t))))); });
}

TransformerEncoderOptions::TransformerEncoderOptions(TransformerEncoderLayer encoder_layer, int64_t num_layers)
    : encoder_layer_(std::move(encoder_layer)), num_layers_(num_layers) {}
TransformerEncoderOptions::TransformerEncoderOptions(const TransformerEncoderLayerOptions& encoder_layer_options,
                                                     int64_t num_layers)
    : encoder_layer_(encoder_layer_options), num_layers_(num_layers) {}

TransformerEncoderImpl::TransformerEncoderImpl(TransformerEncoderLayer encoder_layer, int64_t num_layers)
    : TransformerEncoderImpl(TransformerEncoderOptions(std::move(encoder_layer), num_layers)) {}
TransformerEncoderImpl::TransformerEncoderImpl(TransformerEncoderOptions options_)
    : options(std::move(options_)), layers(nullptr) {
  TransformerEncoderImpl::reset();
}

void TransformerEncoderImpl::reset() {
  layers = register_module("layers", ModuleList());
  for (int64_t i = 0; i < options.num_layers(); ++i) layers->push_back(options.encoder_layer()->clone());
  if (options.norm().is_empty()) return;
  norm = options.norm().clone();
  register_module("norm", norm.ptr());
}

std::vector<std::pair<unsigned, AnyValue>> TransformerEncoderImpl::_forward_default_args() const {
  return {{1, AnyValue(Tensor())}, {2, AnyValue(Tensor())}};
}

void TransformerEncoderImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::TransformerEncoderImpl"; }

void TransformerEncoderImpl::reset_parameters() {
  TORCHPP_CHECK(layers->size() == static_cast<size_t>(options.num_layers()), "TransformerEncoder should have ",
                options.num_layers(), " encoder layers, but got ", layers->size());
  for (size_t i = 0; i < layers->size(); ++i) layers->at<TransformerEncoderLayerImpl>(i).reset_parameters();
}

NotFast TransformerEncoderImpl::why_not_fast(const Tensor& src, const Tensor& src_mask,
                                             const Tensor& src_key_padding_mask) const {
  Tensor kept;
  return why_not_fast(src, src_mask, src_key_padding_mask, kept);
}

NotFast TransformerEncoderImpl::why_not_fast(const Tensor& src, const Tensor& src_mask,
                                             const Tensor& src_key_padding_mask, Tensor& kept) const {
  if (layers->is_empty()) return NotFast::kNoLayers;
  if (src.is_nested()) return NotFast::kNestedInput;
  if (!options.enable_nested_tensor()) return NotFast::kNestedDisabled;
  if (!src_key_padding_mask.defined()) return NotFast::kNoPadding;
  if (src_key_padding_mask.scalar_type() != kBool) return NotFast::kMaskDtype;
  // Every layer must take its own inference path, which alone computes nested tensors.
  for (const std::shared_ptr<Module>& module : *layers) {
    const auto* layer = module->as<TransformerEncoderLayerImpl>();
    if (layer == nullptr) return NotFast::kOtherLayer;
    if (layer->options.norm_first()) return NotFast::kNormFirst;
    const NotFast reason = layer->has_hooks() ? NotFast::kHooks : layer->why_not_fast(src, src_mask);
    if (reason != NotFast::kNothing) return reason;
  }
  kept = src_key_padding_mask.to(kCPU).logical_not();
  if (options.mask_check() && !_nested_tensor_from_mask_left_aligned(src, kept)) return NotFast::kNotLeftAligned;
  return NotFast::kNothing;
}

Tensor TransformerEncoderImpl::forward(const Tensor& src, const Tensor& src_mask, const Tensor& src_key_padding_mask) {
  TORCHPP_CHECK(!layers->is_empty(), "TransformerEncoder should have at least one encoder layer");
  Tensor kept;
  const bool nested = why_not_fast(src, src_mask, src_key_padding_mask, kept) == NotFast::kNothing;
  Tensor x = nested ? _nested_tensor_from_mask(src, kept, /*mask_check=*/false) : src;
  const Tensor padding = nested ? Tensor() : src_key_padding_mask;
  for (size_t i = 0; i < layers->size(); ++i)
    x = TransformerEncoderLayer(layers->ptr<TransformerEncoderLayerImpl>(i))(x, src_mask, padding);
  // libtorch's result is as long as the longest sequence without padding.
  if (nested) x = x.to_padded_tensor(0, src.sizes());
  return last_norm(norm, x);
}

TransformerDecoderOptions::TransformerDecoderOptions(TransformerDecoderLayer decoder_layer, int64_t num_layers)
    : decoder_layer_(std::move(decoder_layer)), num_layers_(num_layers) {}
TransformerDecoderOptions::TransformerDecoderOptions(const TransformerDecoderLayerOptions& decoder_layer_options,
                                                     int64_t num_layers)
    : decoder_layer_(decoder_layer_options), num_layers_(num_layers) {}

TransformerDecoderImpl::TransformerDecoderImpl(TransformerDecoderLayer decoder_layer, int64_t num_layers)
    : TransformerDecoderImpl(TransformerDecoderOptions(std::move(decoder_layer), num_layers)) {}
TransformerDecoderImpl::TransformerDecoderImpl(TransformerDecoderOptions options_)
    : options(std::move(options_)), layers(nullptr) {
  TransformerDecoderImpl::reset();
}

void TransformerDecoderImpl::reset() {
  layers = register_module("layers", ModuleList());
  for (int64_t i = 0; i < options.num_layers(); ++i) layers->push_back(options.decoder_layer()->clone());
  if (options.norm().is_empty()) return;
  norm = options.norm().clone();
  register_module("norm", norm.ptr());
}

std::vector<std::pair<unsigned, AnyValue>> TransformerDecoderImpl::_forward_default_args() const {
  return {{2, AnyValue(Tensor())}, {3, AnyValue(Tensor())}, {4, AnyValue(Tensor())}, {5, AnyValue(Tensor())}};
}

void TransformerDecoderImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::TransformerDecoderImpl"; }

void TransformerDecoderImpl::reset_parameters() {
  TORCHPP_CHECK(layers->size() == static_cast<size_t>(options.num_layers()), "TransformerDecoder should have ",
                options.num_layers(), " decoder layers, but got ", layers->size());
  for (size_t i = 0; i < layers->size(); ++i) layers->at<TransformerDecoderLayerImpl>(i).reset_parameters();
}

Tensor TransformerDecoderImpl::forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask,
                                       const Tensor& memory_mask, const Tensor& tgt_key_padding_mask,
                                       const Tensor& memory_key_padding_mask) {
  TORCHPP_CHECK(!layers->is_empty(), "TransformerDecoder should have at least one decoder layer");
  Tensor x = tgt;
  for (size_t i = 0; i < layers->size(); ++i)
    x = TransformerDecoderLayer(layers->ptr<TransformerDecoderLayerImpl>(i))(
        x, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask);
  return last_norm(norm, x);
}

TransformerImpl::TransformerImpl(int64_t d_model, int64_t nhead)
    : TransformerImpl(TransformerOptions(d_model, nhead)) {}
TransformerImpl::TransformerImpl(TransformerOptions options_) : options(std::move(options_)) {
  TransformerImpl::reset();
}

void TransformerImpl::reset() {
  const auto layer_options = TransformerEncoderLayerOptions(options.d_model(), options.nhead())
                                 .dim_feedforward(options.dim_feedforward())
                                 .dropout(options.dropout())
                                 .activation(options.activation())
                                 .layer_norm_eps(options.layer_norm_eps())
                                 .batch_first(options.batch_first())
                                 .norm_first(options.norm_first());
  if (options.custom_encoder().is_empty())
    encoder = AnyModule(TransformerEncoder(
        TransformerEncoderOptions(TransformerEncoderLayer(layer_options), options.num_encoder_layers())
            .norm(AnyModule(norm_of(layer_options)))));
  else encoder = options.custom_encoder().clone();
  register_module("encoder", encoder.ptr());
  if (options.custom_decoder().is_empty())
    decoder = AnyModule(TransformerDecoder(
        TransformerDecoderOptions(TransformerDecoderLayer(layer_options), options.num_decoder_layers())
            .norm(AnyModule(norm_of(layer_options)))));
  else decoder = options.custom_decoder().clone();
  register_module("decoder", decoder.ptr());
  reset_parameters();
}

std::vector<std::pair<unsigned, AnyValue>> TransformerImpl::_forward_default_args() const {
  return {{2, AnyValue(Tensor())}, {3, AnyValue(Tensor())}, {4, AnyValue(Tensor())},
          {5, AnyValue(Tensor())}, {6, AnyValue(Tensor())}, {7, AnyValue(Tensor())}};
}

void TransformerImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::TransformerImpl"; }

void TransformerImpl::reset_parameters() {
  for (Tensor& parameter : parameters())
    if (parameter.dim() > 1) init::xavier_uniform_(parameter);
}

Tensor TransformerImpl::forward(const Tensor& src, const Tensor& tgt, const Tensor& src_mask, const Tensor& tgt_mask,
                                const Tensor& memory_mask, const Tensor& src_key_padding_mask,
                                const Tensor& tgt_key_padding_mask, const Tensor& memory_key_padding_mask) {
  TORCHPP_CHECK((src.dim() == 3 || src.dim() == 2) && src.dim() == tgt.dim(),
                "src and tgt should have 3 dimensions, or 2 without a batch, but got ", src.dim(), " and ", tgt.dim());
  const int64_t batch = options.batch_first() ? 0 : 1;
  TORCHPP_CHECK(src.dim() == 2 || src.size(batch) == tgt.size(batch),
                "src and tgt should have equal batch size (at dim ", batch, "), but got ", src.size(batch), " and ",
                tgt.size(batch));
  TORCHPP_CHECK(src.size(-1) == options.d_model() && tgt.size(-1) == options.d_model(),
                "src and tgt should have same feature size as d_model (", options.d_model(), "), but got ",
                src.size(-1), " and ", tgt.size(-1));
  const Tensor memory = encoder.forward<Tensor>(src, src_mask, src_key_padding_mask);
  return decoder.forward<Tensor>(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask);
}

Tensor TransformerImpl::generate_square_subsequent_mask(int64_t size) {
  TORCHPP_CHECK(size >= 0, "Input size must be non-negative to generate a valid square subsequent mask, but got ",
                size);
  return full({size, size}, -std::numeric_limits<float>::infinity(), kFloat).triu(1);
}

}  // namespace torchpp::nn

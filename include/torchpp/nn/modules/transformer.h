// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Transformers: layers, stacks of layers, and an encoder with a decoder. Source: libtorch 1.13; layer_norm_eps,
/// batch_first and norm_first: PyTorch 1.13's Python front end. S length of the source, T of the target, N batch, E
/// features. Shapes (S, N, E) and (T, N, E), (N, S, E) and (N, T, E) with batch_first, or without N. The masks are
/// those of multi_head_attention_forward.

#include <torchpp/core/callable.h>
#include <torchpp/nn/any_module.h>
#include <torchpp/nn/enum.h>
#include <torchpp/nn/modules/attention.h>
#include <torchpp/nn/modules/container.h>
#include <torchpp/nn/modules/dropout.h>
#include <torchpp/nn/modules/normalization.h>

namespace torchpp {
namespace nn {

/// What stands between the two linear maps of a layer: kReLU, kGELU, or any function of a tensor.
class TORCHPP_API TransformerActivation {
 public:
  TransformerActivation(enumtype::kReLU) {}                        // NOLINT: implicit
  TransformerActivation(enumtype::kGELU value) : named_(value) {}  // NOLINT: implicit
  template <class F, std::enable_if_t<std::is_invocable_r_v<Tensor, F&, const Tensor&>, int> = 0>
  TransformerActivation(F function) : function_(std::move(function)) {}  // NOLINT: implicit
  Tensor operator()(const Tensor& x) const;
  /// The choice by name; null if it is another function.
  const EnumChoice<enumtype::kReLU, enumtype::kGELU>* named() const { return function_ ? nullptr : &named_; }

 private:
  EnumChoice<enumtype::kReLU, enumtype::kGELU> named_;
  Callable<Tensor(const Tensor&)> function_;
};
using activation_t = TransformerActivation;

struct TORCHPP_API TransformerEncoderLayerOptions {
  TransformerEncoderLayerOptions(int64_t d_model, int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  /// Features of inputs and results.
  TORCHPP_ARG(int64_t, d_model);
  /// Heads of the attention.
  TORCHPP_ARG(int64_t, nhead);
  /// Features between the two linear maps.
  TORCHPP_ARG(int64_t, dim_feedforward) = 2048;
  TORCHPP_ARG(double, dropout) = 0.1;
  TORCHPP_ARG(activation_t, activation) = kReLU;
  TORCHPP_ARG(double, layer_norm_eps) = 1e-5;
  TORCHPP_ARG(bool, batch_first) = false;
  /// Whether inputs of attention and linear maps are normalised instead of the sums behind them.
  TORCHPP_ARG(bool, norm_first) = false;
};
using TransformerDecoderLayerOptions = TransformerEncoderLayerOptions;

/// Self-attention and two linear maps, each added to its input and normalised. Source: A. Vaswani et al., Attention is
/// all you need (2017).
class TORCHPP_API TransformerEncoderLayerImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  TransformerEncoderLayerImpl(int64_t d_model, int64_t nhead);
  explicit TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});
  /// Why forward would not compute these arguments by _transformer_encoder_layer_fwd.
  NotFast why_not_fast(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {}) const;

  TransformerEncoderLayerOptions options;
  MultiheadAttention self_attn;
  Linear linear1;
  Dropout dropout;
  Linear linear2;
  LayerNorm norm1, norm2;
  Dropout dropout1, dropout2;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using TransformerEncoderLayer = ModuleHolder<TransformerEncoderLayerImpl>;

/// Self-attention, attention to the encoder's result, and two linear maps, each added to its input and normalised.
class TORCHPP_API TransformerDecoderLayerImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  TransformerDecoderLayerImpl(int64_t d_model, int64_t nhead);
  explicit TransformerDecoderLayerImpl(const TransformerDecoderLayerOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});

  TransformerDecoderLayerOptions options;
  MultiheadAttention self_attn;
  Dropout dropout1;
  LayerNorm norm1;
  MultiheadAttention multihead_attn;
  Dropout dropout2;
  LayerNorm norm2;
  Linear linear1;
  Dropout dropout;
  Linear linear2;
  Dropout dropout3;
  LayerNorm norm3;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using TransformerDecoderLayer = ModuleHolder<TransformerDecoderLayerImpl>;

/// How often the layer is repeated (each a clone, with equal initial values), and what normalises the result.
struct TORCHPP_API TransformerEncoderOptions {
  TransformerEncoderOptions(TransformerEncoderLayer encoder_layer, int64_t num_layers);
  TransformerEncoderOptions(const TransformerEncoderLayerOptions& encoder_layer_options, int64_t num_layers);
  TORCHPP_ARG(TransformerEncoderLayer, encoder_layer);
  TORCHPP_ARG(int64_t, num_layers);
  TORCHPP_ARG(AnyModule, norm);
  /// Whether inference with src_key_padding_mask computes a nested tensor of the elements that are not padding.
  TORCHPP_ARG(bool, enable_nested_tensor) = true;
  /// Whether it does so only where all padding stands behind the elements. Without the check each sequence is taken to
  /// be its first elements, as many as its mask leaves.
  TORCHPP_ARG(bool, mask_check) = true;
};
struct TORCHPP_API TransformerDecoderOptions {
  TransformerDecoderOptions(TransformerDecoderLayer decoder_layer, int64_t num_layers);
  TransformerDecoderOptions(const TransformerDecoderLayerOptions& decoder_layer_options, int64_t num_layers);
  TORCHPP_ARG(TransformerDecoderLayer, decoder_layer);
  TORCHPP_ARG(int64_t, num_layers);
  TORCHPP_ARG(AnyModule, norm);
};

/// Encoder layers one after the other. Where padding is left out of the computation (see why_not_fast), its elements
/// of the result are those of zeros, otherwise arbitrary.
class TORCHPP_API TransformerEncoderImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  TransformerEncoderImpl(TransformerEncoderLayer encoder_layer, int64_t num_layers);
  explicit TransformerEncoderImpl(TransformerEncoderOptions options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});
  /// Why forward would not compute these arguments as a nested tensor. Each layer's why_not_fast says what it does.
  NotFast why_not_fast(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {}) const;

  TransformerEncoderOptions options;
  ModuleList layers;
  AnyModule norm;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;

 private:
  // Also gives which elements are no padding, on the CPU: a mask on a device is copied once.
  NotFast why_not_fast(const Tensor& src, const Tensor& src_mask, const Tensor& src_key_padding_mask,
                       Tensor& kept) const;
};
using TransformerEncoder = ModuleHolder<TransformerEncoderImpl>;

/// Decoder layers one after the other.
class TORCHPP_API TransformerDecoderImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  TransformerDecoderImpl(TransformerDecoderLayer decoder_layer, int64_t num_layers);
  explicit TransformerDecoderImpl(TransformerDecoderOptions options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});

  TransformerDecoderOptions options;
  ModuleList layers;
  AnyModule norm;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using TransformerDecoder = ModuleHolder<TransformerDecoderImpl>;

struct TORCHPP_API TransformerOptions {
  TransformerOptions() = default;
  TransformerOptions(int64_t d_model, int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  TransformerOptions(int64_t d_model, int64_t nhead, int64_t num_encoder_layers, int64_t num_decoder_layers)
      : d_model_(d_model),
        nhead_(nhead),
        num_encoder_layers_(num_encoder_layers),
        num_decoder_layers_(num_decoder_layers) {}
  TORCHPP_ARG(int64_t, d_model) = 512;
  TORCHPP_ARG(int64_t, nhead) = 8;
  TORCHPP_ARG(int64_t, num_encoder_layers) = 6;
  TORCHPP_ARG(int64_t, num_decoder_layers) = 6;
  TORCHPP_ARG(int64_t, dim_feedforward) = 2048;
  TORCHPP_ARG(double, dropout) = 0.1;
  TORCHPP_ARG(activation_t, activation) = kReLU;
  TORCHPP_ARG(double, layer_norm_eps) = 1e-5;
  TORCHPP_ARG(bool, batch_first) = false;
  TORCHPP_ARG(bool, norm_first) = false;
  /// Used instead of a TransformerEncoder or TransformerDecoder; their forwards take the same arguments.
  TORCHPP_ARG(AnyModule, custom_encoder);
  TORCHPP_ARG(AnyModule, custom_decoder);
};

/// The decoder of the target, which attends to the encoder's result of the source; both end in a LayerNorm. Initial
/// values: xavier_uniform of all parameters of more than one dimension.
class TORCHPP_API TransformerImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  explicit TransformerImpl(TransformerOptions options_ = {});
  TransformerImpl(int64_t d_model, int64_t nhead);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& src, const Tensor& tgt, const Tensor& src_mask = {}, const Tensor& tgt_mask = {},
                 const Tensor& memory_mask = {}, const Tensor& src_key_padding_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
  /// A float mask (size, size) that lets each element attend to itself and those before it: minus infinity above the
  /// diagonal, zeros elsewhere.
  static Tensor generate_square_subsequent_mask(int64_t size);

  TransformerOptions options;
  AnyModule encoder, decoder;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using Transformer = ModuleHolder<TransformerImpl>;

}  // namespace nn
}  // namespace torchpp

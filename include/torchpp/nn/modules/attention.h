// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Multi-head attention: options, function, module. Source: libtorch 1.13; batch_first: PyTorch 1.13's Python
/// front end. L length of the queries, S of the keys and values, N batch, E features, H heads.

#include <torchpp/nn/modules/linear.h>

namespace torchpp {
namespace nn {

/// Why a module does not take its inference path: attention and the layers around it as one operator, which records
/// no gradients. The conditions are those of PyTorch 1.13's Python front end, in its order, and that no submodule has
/// hooks, which the operator would not call. Both paths give the same numbers, but for rounding.
enum class NotFast : uint8_t {
  kNothing,  ///< it takes it
  kNotBatched,
  kNotSelfAttention,
  kOtherDtype,
  kTraining,
  kNotBatchFirst,
  kBiasKv,
  kDropout,
  kZeroAttention,
  kSeparateProjections,
  kActivation,
  kNormEps,
  kMask,
  kMaskDtype,
  kNestedWithPadding,
  kOddHeads,
  kAutocast,
  kHooks,
  kDevice,
  kGradients,
  // Of an encoder, whose inference path leaves padding out of the computation.
  kNoLayers,
  kOtherLayer,
  kNormFirst,
  kNestedDisabled,
  kNoPadding,
  kNotLeftAligned,
  kNestedInput
};
/// The reason as text: "the module is in training mode; call eval()".
TORCHPP_API const char* to_string(NotFast reason);
TORCHPP_API std::ostream& operator<<(std::ostream& stream, NotFast reason);

struct TORCHPP_API MultiheadAttentionOptions {
  MultiheadAttentionOptions(int64_t embed_dim, int64_t num_heads)
      : embed_dim_(embed_dim), num_heads_(num_heads), kdim_(embed_dim), vdim_(embed_dim) {}
  /// Features of the queries and of the result.
  TORCHPP_ARG(int64_t, embed_dim);
  /// How many parts of embed_dim / num_heads features attend apart from one another.
  TORCHPP_ARG(int64_t, num_heads);
  /// The probability with which an attention weight is dropped in training.
  TORCHPP_ARG(double, dropout) = 0.0;
  TORCHPP_ARG(bool, bias) = true;
  /// Whether a learned key and value stand behind the given ones.
  TORCHPP_ARG(bool, add_bias_kv) = false;
  /// Whether a key and a value of zeros stand behind the given ones.
  TORCHPP_ARG(bool, add_zero_attn) = false;
  /// Features of the keys, and of the values.
  TORCHPP_ARG(int64_t, kdim);
  TORCHPP_ARG(int64_t, vdim);
  /// Whether the batch is the first dimension of inputs and results: (N, L, E).
  TORCHPP_ARG(bool, batch_first) = false;
};

namespace functional {

struct TORCHPP_API MultiheadAttentionForwardFuncOptions {
  MultiheadAttentionForwardFuncOptions(int64_t embed_dim_to_check, int64_t num_heads, Tensor in_proj_weight,
                                       Tensor in_proj_bias, Tensor bias_k, Tensor bias_v, bool add_zero_attn,
                                       double dropout_p, Tensor out_proj_weight, Tensor out_proj_bias)
      : embed_dim_to_check_(embed_dim_to_check),
        num_heads_(num_heads),
        in_proj_weight_(std::move(in_proj_weight)),
        in_proj_bias_(std::move(in_proj_bias)),
        bias_k_(std::move(bias_k)),
        bias_v_(std::move(bias_v)),
        add_zero_attn_(add_zero_attn),
        dropout_p_(dropout_p),
        out_proj_weight_(std::move(out_proj_weight)),
        out_proj_bias_(std::move(out_proj_bias)) {}
  TORCHPP_ARG(int64_t, embed_dim_to_check);
  TORCHPP_ARG(int64_t, num_heads);
  TORCHPP_ARG(Tensor, in_proj_weight);
  TORCHPP_ARG(Tensor, in_proj_bias);
  TORCHPP_ARG(Tensor, bias_k);
  TORCHPP_ARG(Tensor, bias_v);
  TORCHPP_ARG(bool, add_zero_attn);
  TORCHPP_ARG(double, dropout_p);
  TORCHPP_ARG(Tensor, out_proj_weight);
  TORCHPP_ARG(Tensor, out_proj_bias);
  TORCHPP_ARG(bool, training) = true;
  TORCHPP_ARG(Tensor, key_padding_mask);
  TORCHPP_ARG(bool, need_weights) = true;
  TORCHPP_ARG(Tensor, attn_mask);
  TORCHPP_ARG(bool, use_separate_proj_weight) = false;
  TORCHPP_ARG(Tensor, q_proj_weight);
  TORCHPP_ARG(Tensor, k_proj_weight);
  TORCHPP_ARG(Tensor, v_proj_weight);
  /// Keys and values that are projected and split into heads already, (N * H, S, E / H); used instead.
  TORCHPP_ARG(Tensor, static_k);
  TORCHPP_ARG(Tensor, static_v);
  TORCHPP_ARG(bool, average_attn_weights) = true;
};

/// Attention of projected queries over projected keys and values, projected again. Shapes: query (L, N, E), key and
/// value (S, N, features), or none of them with N. The masks key_padding_mask (N, S) and attn_mask, (L, S) or (N * H,
/// L, S), say which keys are not attended to: of bool where they are true; of floats by what is added to the scores
/// before softmax. Returns the result (L, N, E) and the attention weights: (N, L, S), their mean over the heads;
/// without average_attn_weights (N, H, L, S); without need_weights an undefined tensor.
TORCHPP_API std::tuple<Tensor, Tensor> multi_head_attention_forward(
    const Tensor& query, const Tensor& key, const Tensor& value, const MultiheadAttentionForwardFuncOptions& options);

}  // namespace functional

/// functional::multi_head_attention_forward with parameters of its own. Initial values: xavier_uniform of the
/// projections, those of Linear for the last one, xavier_normal of bias_k and bias_v, and zeros for other biases.
class TORCHPP_API MultiheadAttentionImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  MultiheadAttentionImpl(int64_t embed_dim, int64_t num_heads);
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions& options_);
  void reset() override;
  void _reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  std::tuple<Tensor, Tensor> forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const Tensor& key_padding_mask = {}, bool need_weights = true,
                                     const Tensor& attn_mask = {}, bool average_attn_weights = true);
  /// Why forward would not compute these arguments by _native_multi_head_attention.
  NotFast why_not_fast(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& key_padding_mask = {},
                       const Tensor& attn_mask = {}) const;

  MultiheadAttentionOptions options;
  bool _qkv_same_embed_dim = true;  ///< whether in_proj_weight serves all three projections
  Tensor in_proj_weight;            ///< (3 E, E): those of queries, keys and values; or undefined
  Tensor in_proj_bias;              ///< (3 E), or undefined
  Tensor bias_k, bias_v;            ///< (1, 1, E), or undefined
  Linear out_proj;
  Tensor q_proj_weight, k_proj_weight, v_proj_weight;  ///< (E, E), (E, kdim), (E, vdim); or undefined
  int64_t head_dim = 0;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using MultiheadAttention = ModuleHolder<MultiheadAttentionImpl>;

}  // namespace nn
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// The options of all modules, as JSON has them: a function per class of options that names them, and the table of the
// modules. tests/checks/json_fields.cmake compares the functions with the headers.
#include <torchpp/nn/modules/activation.h>
#include <torchpp/nn/modules/adaptive.h>
#include <torchpp/nn/modules/attention.h>
#include <torchpp/nn/modules/conv.h>
#include <torchpp/nn/modules/distance.h>
#include <torchpp/nn/modules/dropout.h>
#include <torchpp/nn/modules/embedding.h>
#include <torchpp/nn/modules/fold.h>
#include <torchpp/nn/modules/lazy.h>
#include <torchpp/nn/modules/linear.h>
#include <torchpp/nn/modules/loss.h>
#include <torchpp/nn/modules/normalization.h>
#include <torchpp/nn/modules/padding.h>
#include <torchpp/nn/modules/pooling.h>
#include <torchpp/nn/modules/rnn.h>
#include <torchpp/nn/modules/transformer.h>
#include <torchpp/nn/modules/upsampling.h>
#include <torchpp/ops/creation.h>

#include <cmath>

#include "modules/json_fields.h"

namespace torchpp::nn {
namespace {

#define REQUIRED(name) v.require(#name), v.field(#name, o.name())
#define OPTIONAL(name) v.field(#name, o.name())

// Numbers of elements are counted in double: too large ones must not wrap.
double number(int64_t x) { return std::abs(static_cast<double>(x)); }
double product(IntArrayRef sizes) {
  double n = 1;
  for (int64_t size : sizes) n *= number(size);
  return n;
}

void fields(Fields&, NoOptions&) {}

// ---- linear

void fields(Fields& v, LinearOptions& o) {
  REQUIRED(in_features);
  REQUIRED(out_features);
  OPTIONAL(bias);
  v.elements(number(o.out_features()) * (number(o.in_features()) + 1));
}
void fields(Fields& v, BilinearOptions& o) {
  REQUIRED(in1_features);
  REQUIRED(in2_features);
  REQUIRED(out_features);
  OPTIONAL(bias);
  v.elements(number(o.out_features()) * (number(o.in1_features()) * number(o.in2_features()) + 1));
}
void fields(Fields& v, AdaptiveLogSoftmaxWithLossOptions& o) {
  REQUIRED(in_features);
  REQUIRED(n_classes);
  REQUIRED(cutoffs);
  OPTIONAL(div_value);
  OPTIONAL(head_bias);
  const double in = number(o.in_features()), clusters = static_cast<double>(o.cutoffs().size());
  double elements = (in + 1) * ((o.cutoffs().empty() ? 0 : number(o.cutoffs()[0])) + clusters), hidden = in;
  for (size_t i = 0; i < o.cutoffs().size(); ++i) {
    const int64_t end = i + 1 < o.cutoffs().size() ? o.cutoffs()[i + 1] : o.n_classes();
    hidden /= o.div_value();
    elements += std::abs(hidden) * (in + number(end) - static_cast<double>(o.cutoffs()[i]));
  }
  v.elements(elements);
}
void fields(Fields& v, FlattenOptions& o) {
  OPTIONAL(start_dim);
  OPTIONAL(end_dim);
}
void fields(Fields& v, UnflattenOptions& o) {
  REQUIRED(dim);
  REQUIRED(sizes);
}
void fields(Fields& v, PixelShuffleOptions& o) { REQUIRED(upscale_factor); }
void fields(Fields& v, PixelUnshuffleOptions& o) { REQUIRED(downscale_factor); }
void fields(Fields& v, ChannelShuffleOptions& o) { REQUIRED(groups); }

// ---- conv

template <size_t D>
double conv_elements(int64_t in_channels, int64_t out_channels, const ExpandingArray<D>& kernel_size, int64_t groups) {
  const double of_bias = std::max(number(in_channels), number(out_channels));
  return number(in_channels) * number(out_channels) * product(kernel_size) / std::max(number(groups), 1.0) + of_bias;
}
template <size_t D>
void fields(Fields& v, ConvOptions<D>& o) {
  REQUIRED(in_channels);
  REQUIRED(out_channels);
  REQUIRED(kernel_size);
  OPTIONAL(stride);
  OPTIONAL(padding);
  OPTIONAL(dilation);
  OPTIONAL(groups);
  OPTIONAL(bias);
  OPTIONAL(padding_mode);
  v.elements(conv_elements(o.in_channels(), o.out_channels(), o.kernel_size(), o.groups()));
}
template <size_t D>
void fields(Fields& v, ConvTransposeOptions<D>& o) {
  REQUIRED(in_channels);
  REQUIRED(out_channels);
  REQUIRED(kernel_size);
  OPTIONAL(stride);
  OPTIONAL(padding);
  OPTIONAL(output_padding);
  OPTIONAL(groups);
  OPTIONAL(bias);
  OPTIONAL(dilation);
  OPTIONAL(padding_mode);
  v.elements(conv_elements(o.in_channels(), o.out_channels(), o.kernel_size(), o.groups()));
}

// ---- fold and pooling

void fields(Fields& v, FoldOptions& o) {
  REQUIRED(output_size);
  REQUIRED(kernel_size);
  OPTIONAL(dilation);
  OPTIONAL(padding);
  OPTIONAL(stride);
}
void fields(Fields& v, UnfoldOptions& o) {
  REQUIRED(kernel_size);
  OPTIONAL(dilation);
  OPTIONAL(padding);
  OPTIONAL(stride);
}
// The stride is the kernel's size unless the document has it.
template <class Options>
void kernel_fields(Fields& v, Options& o) {
  REQUIRED(kernel_size);
  if (v.reading()) o.stride(o.kernel_size());
  OPTIONAL(stride);
}
template <size_t D>
void fields(Fields& v, AvgPoolOptions<D>& o) {
  kernel_fields(v, o);  // kernel_size, stride
  OPTIONAL(padding);
  OPTIONAL(ceil_mode);
  OPTIONAL(count_include_pad);
  OPTIONAL(divisor_override);
}
template <size_t D>
void fields(Fields& v, MaxPoolOptions<D>& o) {
  kernel_fields(v, o);  // kernel_size, stride
  OPTIONAL(padding);
  OPTIONAL(dilation);
  OPTIONAL(ceil_mode);
}
template <class Size>
void fields(Fields& v, AdaptiveAvgPoolOptions<Size>& o) {
  REQUIRED(output_size);
}
template <class Size>
void fields(Fields& v, AdaptiveMaxPoolOptions<Size>& o) {
  REQUIRED(output_size);
}
template <size_t D>
void fields(Fields& v, MaxUnpoolOptions<D>& o) {
  kernel_fields(v, o);  // kernel_size, stride
  OPTIONAL(padding);
}
template <size_t D>
void fields(Fields& v, FractionalMaxPoolOptions<D>& o) {
  REQUIRED(kernel_size);
  OPTIONAL(output_size);
  OPTIONAL(output_ratio);
  OPTIONAL(_random_samples);
}
template <size_t D>
void fields(Fields& v, LPPoolOptions<D>& o) {
  REQUIRED(norm_type);
  kernel_fields(v, o);  // kernel_size, stride
  OPTIONAL(ceil_mode);
}

// ---- dropout and embedding

void fields(Fields& v, DropoutOptions& o) {
  OPTIONAL(p);
  OPTIONAL(inplace);
}
// _weight is an initial value, which is the parameter's.
void fields(Fields& v, EmbeddingOptions& o) {
  REQUIRED(num_embeddings);
  REQUIRED(embedding_dim);
  OPTIONAL(padding_idx);
  OPTIONAL(max_norm);
  OPTIONAL(norm_type);
  OPTIONAL(scale_grad_by_freq);
  OPTIONAL(sparse);
  v.elements(number(o.num_embeddings()) * number(o.embedding_dim()));
}
void fields(Fields& v, EmbeddingBagOptions& o) {
  REQUIRED(num_embeddings);
  REQUIRED(embedding_dim);
  OPTIONAL(max_norm);
  OPTIONAL(norm_type);
  OPTIONAL(scale_grad_by_freq);
  OPTIONAL(mode);
  OPTIONAL(sparse);
  OPTIONAL(include_last_offset);
  OPTIONAL(padding_idx);
  v.elements(number(o.num_embeddings()) * number(o.embedding_dim()));
}

// ---- activation

void fields(Fields& v, ELUOptions& o) {
  OPTIONAL(alpha);
  OPTIONAL(inplace);
}
void fields(Fields& v, SELUOptions& o) { OPTIONAL(inplace); }
void fields(Fields& v, CELUOptions& o) {
  OPTIONAL(alpha);
  OPTIONAL(inplace);
}
void fields(Fields& v, GELUOptions& o) { OPTIONAL(approximate); }
void fields(Fields& v, GLUOptions& o) { OPTIONAL(dim); }
void fields(Fields& v, HardshrinkOptions& o) { OPTIONAL(lambda); }
void fields(Fields& v, HardtanhOptions& o) {
  OPTIONAL(min_val);
  OPTIONAL(max_val);
  OPTIONAL(inplace);
}
void fields(Fields& v, LeakyReLUOptions& o) {
  OPTIONAL(negative_slope);
  OPTIONAL(inplace);
}
void fields(Fields& v, SoftmaxOptions& o) { REQUIRED(dim); }
void fields(Fields& v, PReLUOptions& o) {
  OPTIONAL(num_parameters);
  OPTIONAL(init);
  v.elements(number(o.num_parameters()));
}
void fields(Fields& v, ReLUOptions& o) { OPTIONAL(inplace); }
void fields(Fields& v, RReLUOptions& o) {
  OPTIONAL(lower);
  OPTIONAL(upper);
  OPTIONAL(inplace);
}
void fields(Fields& v, SoftplusOptions& o) {
  OPTIONAL(beta);
  OPTIONAL(threshold);
}
void fields(Fields& v, SoftshrinkOptions& o) { OPTIONAL(lambda); }
void fields(Fields& v, ThresholdOptions& o) {
  REQUIRED(threshold);
  REQUIRED(value);
  OPTIONAL(inplace);
}
void fields(Fields& v, HardswishOptions& o) { OPTIONAL(inplace); }

// ---- normalization

void fields(Fields& v, BatchNormOptions& o) {
  REQUIRED(num_features);
  OPTIONAL(eps);
  OPTIONAL(momentum);
  OPTIONAL(affine);
  OPTIONAL(track_running_stats);
  v.elements(4 * number(o.num_features()) + 1);
}
void fields(Fields& v, InstanceNormOptions& o) {
  REQUIRED(num_features);
  OPTIONAL(eps);
  OPTIONAL(momentum);
  OPTIONAL(affine);
  OPTIONAL(track_running_stats);
  v.elements(4 * number(o.num_features()) + 1);
}
void fields(Fields& v, LayerNormOptions& o) {
  REQUIRED(normalized_shape);
  OPTIONAL(eps);
  OPTIONAL(elementwise_affine);
  v.elements(2 * product(o.normalized_shape()));
}
void fields(Fields& v, GroupNormOptions& o) {
  REQUIRED(num_groups);
  REQUIRED(num_channels);
  OPTIONAL(eps);
  OPTIONAL(affine);
  v.elements(2 * number(o.num_channels()));
}
void fields(Fields& v, LocalResponseNormOptions& o) {
  REQUIRED(size);
  OPTIONAL(alpha);
  OPTIONAL(beta);
  OPTIONAL(k);
}

// ---- padding, distance, upsampling

template <size_t D>
void fields(Fields& v, ReflectionPadOptions<D>& o) {
  REQUIRED(padding);
}
template <size_t D>
void fields(Fields& v, ReplicationPadOptions<D>& o) {
  REQUIRED(padding);
}
void fields(Fields& v, ZeroPad2dOptions& o) { REQUIRED(padding); }
template <size_t D>
void fields(Fields& v, ConstantPadOptions<D>& o) {
  REQUIRED(padding);
  REQUIRED(value);
}
void fields(Fields& v, CosineSimilarityOptions& o) {
  OPTIONAL(dim);
  OPTIONAL(eps);
}
void fields(Fields& v, PairwiseDistanceOptions& o) {
  OPTIONAL(p);
  OPTIONAL(eps);
  OPTIONAL(keepdim);
}
void fields(Fields& v, UpsamplingOptions& o) {
  OPTIONAL(size);
  OPTIONAL(scale_factor);
}
void fields(Fields& v, UpsampleOptions& o) {
  OPTIONAL(size);
  OPTIONAL(scale_factor);
  OPTIONAL(mode);
  OPTIONAL(align_corners);
  OPTIONAL(recompute_scale_factor);
}

// ---- loss

void fields(Fields& v, L1LossOptions& o) { OPTIONAL(reduction); }
void fields(Fields& v, MSELossOptions& o) { OPTIONAL(reduction); }
void fields(Fields& v, SmoothL1LossOptions& o) {
  OPTIONAL(beta);
  OPTIONAL(reduction);
}
void fields(Fields& v, HuberLossOptions& o) {
  OPTIONAL(delta);
  OPTIONAL(reduction);
}
void fields(Fields& v, KLDivLossOptions& o) {
  OPTIONAL(reduction);
  OPTIONAL(log_target);
}
void fields(Fields& v, BCELossOptions& o) {
  OPTIONAL(weight);
  OPTIONAL(reduction);
}
void fields(Fields& v, BCEWithLogitsLossOptions& o) {
  OPTIONAL(weight);
  OPTIONAL(pos_weight);
  OPTIONAL(reduction);
}
void fields(Fields& v, NLLLossOptions& o) {
  OPTIONAL(weight);
  OPTIONAL(ignore_index);
  OPTIONAL(reduction);
}
void fields(Fields& v, CrossEntropyLossOptions& o) {
  OPTIONAL(weight);
  OPTIONAL(ignore_index);
  OPTIONAL(label_smoothing);
  OPTIONAL(reduction);
}
void fields(Fields& v, HingeEmbeddingLossOptions& o) {
  OPTIONAL(margin);
  OPTIONAL(reduction);
}
void fields(Fields& v, MultiMarginLossOptions& o) {
  OPTIONAL(p);
  OPTIONAL(margin);
  OPTIONAL(weight);
  OPTIONAL(reduction);
}
void fields(Fields& v, MultiLabelMarginLossOptions& o) { OPTIONAL(reduction); }
void fields(Fields& v, CTCLossOptions& o) {
  OPTIONAL(blank);
  OPTIONAL(reduction);
  OPTIONAL(zero_infinity);
}
void fields(Fields& v, SoftMarginLossOptions& o) { OPTIONAL(reduction); }
void fields(Fields& v, MultiLabelSoftMarginLossOptions& o) {
  OPTIONAL(weight);
  OPTIONAL(reduction);
}
void fields(Fields& v, CosineEmbeddingLossOptions& o) {
  OPTIONAL(margin);
  OPTIONAL(reduction);
}
void fields(Fields& v, MarginRankingLossOptions& o) {
  OPTIONAL(margin);
  OPTIONAL(reduction);
}
void fields(Fields& v, TripletMarginLossOptions& o) {
  OPTIONAL(margin);
  OPTIONAL(p);
  OPTIONAL(eps);
  OPTIONAL(swap);
  OPTIONAL(reduction);
}
void fields(Fields& v, TripletMarginWithDistanceLossOptions& o) {
  if (!v.reading() && o.distance_function()) fail_to_json(v.path(), "distance_function is a function");
  OPTIONAL(margin);
  OPTIONAL(swap);
  OPTIONAL(reduction);
}
void fields(Fields& v, PoissonNLLLossOptions& o) {
  OPTIONAL(log_input);
  OPTIONAL(full);
  OPTIONAL(eps);
  OPTIONAL(reduction);
}
void fields(Fields& v, GaussianNLLLossOptions& o) {
  OPTIONAL(full);
  OPTIONAL(eps);
  OPTIONAL(reduction);
}

// ---- rnn

// An upper bound for recurrent layers of any kind: LSTM has the most gates. Each parameter counts, so that many layers
// of few features are not made either.
double recurrent_elements(int64_t input_size, int64_t hidden_size, int64_t num_layers, bool bidirectional) {
  constexpr double gates = 4, parameters = 5;
  const double in = std::max(number(input_size), 2 * number(hidden_size)), hidden = number(hidden_size);
  return number(num_layers) * (bidirectional ? 2 : 1) *
         (gates * hidden * (in + hidden + 2) + hidden * hidden + parameters);
}
void fields(Fields& v, RNNOptions& o) {
  REQUIRED(input_size);
  REQUIRED(hidden_size);
  OPTIONAL(num_layers);
  OPTIONAL(nonlinearity);
  OPTIONAL(bias);
  OPTIONAL(batch_first);
  OPTIONAL(dropout);
  OPTIONAL(bidirectional);
  v.elements(recurrent_elements(o.input_size(), o.hidden_size(), o.num_layers(), o.bidirectional()));
}
void fields(Fields& v, LSTMOptions& o) {
  REQUIRED(input_size);
  REQUIRED(hidden_size);
  OPTIONAL(num_layers);
  OPTIONAL(bias);
  OPTIONAL(batch_first);
  OPTIONAL(dropout);
  OPTIONAL(bidirectional);
  OPTIONAL(proj_size);
  v.elements(recurrent_elements(o.input_size(), o.hidden_size(), o.num_layers(), o.bidirectional()));
}
void fields(Fields& v, GRUOptions& o) {
  REQUIRED(input_size);
  REQUIRED(hidden_size);
  OPTIONAL(num_layers);
  OPTIONAL(bias);
  OPTIONAL(batch_first);
  OPTIONAL(dropout);
  OPTIONAL(bidirectional);
  v.elements(recurrent_elements(o.input_size(), o.hidden_size(), o.num_layers(), o.bidirectional()));
}
void fields(Fields& v, RNNCellOptions& o) {
  REQUIRED(input_size);
  REQUIRED(hidden_size);
  OPTIONAL(bias);
  OPTIONAL(nonlinearity);
  v.elements(recurrent_elements(o.input_size(), o.hidden_size(), 1, false));
}
void fields(Fields& v, LSTMCellOptions& o) {
  REQUIRED(input_size);
  REQUIRED(hidden_size);
  OPTIONAL(bias);
  v.elements(recurrent_elements(o.input_size(), o.hidden_size(), 1, false));
}
void fields(Fields& v, GRUCellOptions& o) {
  REQUIRED(input_size);
  REQUIRED(hidden_size);
  OPTIONAL(bias);
  v.elements(recurrent_elements(o.input_size(), o.hidden_size(), 1, false));
}

// ---- attention and transformer

double attention_elements(double width, double keys, double values) { return width * (2 * width + keys + values + 6); }
void fields(Fields& v, MultiheadAttentionOptions& o) {
  REQUIRED(embed_dim);
  REQUIRED(num_heads);
  if (v.reading()) o.kdim(o.embed_dim()).vdim(o.embed_dim());
  OPTIONAL(dropout);
  OPTIONAL(bias);
  OPTIONAL(add_bias_kv);
  OPTIONAL(add_zero_attn);
  OPTIONAL(kdim);
  OPTIONAL(vdim);
  OPTIONAL(batch_first);
  v.elements(attention_elements(number(o.embed_dim()), number(o.kdim()), number(o.vdim())));
}
// Of a decoder's layer, which is the larger one, and of the norm behind the layers.
double layer_elements(int64_t d_model, int64_t dim_feedforward) {
  const double width = number(d_model);
  return 2 * attention_elements(width, width, width) + 2 * number(dim_feedforward) * (width + 1) + 9 * width + 1;
}
void fields(Fields& v, TransformerEncoderLayerOptions& o) {
  REQUIRED(d_model);
  REQUIRED(nhead);
  OPTIONAL(dim_feedforward);
  OPTIONAL(dropout);
  OPTIONAL(activation);
  OPTIONAL(layer_norm_eps);
  OPTIONAL(batch_first);
  OPTIONAL(norm_first);
  v.elements(layer_elements(o.d_model(), o.dim_feedforward()));
}
// The layer is counted where it is made; the stack has clones of it.
template <class Layer>
void clone_elements(Fields& v, const Layer& layer, int64_t num_layers) {
  double n = 1;
  if (v.reading())
    for (const Tensor& parameter : layer->parameters()) n += number(parameter.numel());
  v.elements(number(num_layers) * n);
}
void fields(Fields& v, TransformerEncoderOptions& o) {
  REQUIRED(encoder_layer);
  REQUIRED(num_layers);
  OPTIONAL(norm);
  OPTIONAL(enable_nested_tensor);
  OPTIONAL(mask_check);
  clone_elements(v, o.encoder_layer(), o.num_layers());
}
void fields(Fields& v, TransformerDecoderOptions& o) {
  REQUIRED(decoder_layer);
  REQUIRED(num_layers);
  OPTIONAL(norm);
  clone_elements(v, o.decoder_layer(), o.num_layers());
}
void fields(Fields& v, TransformerOptions& o) {
  OPTIONAL(d_model);
  OPTIONAL(nhead);
  OPTIONAL(num_encoder_layers);
  OPTIONAL(num_decoder_layers);
  OPTIONAL(dim_feedforward);
  OPTIONAL(dropout);
  OPTIONAL(activation);
  OPTIONAL(layer_norm_eps);
  OPTIONAL(batch_first);
  OPTIONAL(norm_first);
  OPTIONAL(custom_encoder);
  OPTIONAL(custom_decoder);
  // 2: the layer that is cloned, and the norm behind the layers.
  v.elements((number(o.num_encoder_layers()) + number(o.num_decoder_layers()) + 2) *
             layer_elements(o.d_model(), o.dim_feedforward()));
}

#undef REQUIRED
#undef OPTIONAL

// ---- the options of a module, and new ones whose required fields have any value

template <class Options>
const Options& as_given(const Module&, const Options& options) {
  return options;
}
template <size_t D>
ConvOptions<D> as_given(const ConvModule<D>&, const detail::ConvNdOptions<D>& o) {
  return ConvOptions<D>(o.in_channels(), o.out_channels(), o.kernel_size())
      .stride(o.stride())
      .padding(o.padding())
      .dilation(o.dilation())
      .groups(o.groups())
      .bias(o.bias())
      .padding_mode(o.padding_mode());
}
template <size_t D>
ConvTransposeOptions<D> as_given(const ConvTransposeModule<D>&, const detail::ConvNdOptions<D>& o) {
  return ConvTransposeOptions<D>(o.in_channels(), o.out_channels(), o.kernel_size())
      .stride(o.stride())
      .padding(*enumtype::get_if<ExpandingArray<D>>(&o.padding()))
      .output_padding(o.output_padding())
      .groups(o.groups())
      .bias(o.bias())
      .dilation(o.dilation())
      .padding_mode(o.padding_mode());
}
// The options that the module can be made of again.
template <class Impl>
auto options_of(const Impl& m) {
  return as_given(m, m.options);
}

template <class Options>
Options blank() {
  if constexpr (std::is_same_v<Options, NoOptions> || std::is_default_constructible_v<Options>) return Options();
  else if constexpr (std::is_same_v<Options, UnflattenOptions>) return Options(0, std::vector<int64_t>());
  else if constexpr (std::is_same_v<Options, LayerNormOptions>) return Options(std::vector<int64_t>());
  else if constexpr (std::is_same_v<Options, AdaptiveLogSoftmaxWithLossOptions>)
    return Options(0, 0, std::vector<int64_t>());
  else if constexpr (std::is_same_v<Options, TransformerEncoderOptions>)
    return Options(TransformerEncoderLayer(nullptr), 0);
  else if constexpr (std::is_same_v<Options, TransformerDecoderOptions>)
    return Options(TransformerDecoderLayer(nullptr), 0);
  else if constexpr (std::is_constructible_v<Options, ExpandingArrayWithOptionalElem<2>>)
    return Options(ExpandingArrayWithOptionalElem<2>(int64_t{0}));
  else if constexpr (std::is_constructible_v<Options, ExpandingArrayWithOptionalElem<3>>)
    return Options(ExpandingArrayWithOptionalElem<3>(int64_t{0}));
  else if constexpr (std::is_constructible_v<Options, int64_t>) return Options(int64_t{0});
  else if constexpr (std::is_constructible_v<Options, int64_t, int64_t>) return Options(int64_t{0}, int64_t{0});
  else return Options(int64_t{0}, int64_t{0}, int64_t{0});
}

// ---- lazy modules

// An input with so many features, (1, features, 1 ...), which gives a lazy module its sizes.
Tensor input_of(int64_t features, size_t dims) {
  std::vector<int64_t> sizes(dims, 1);
  sizes[1] = features;
  return torchpp::empty(sizes);
}
Tensor first_input(const LinearOptions& o) { return input_of(o.in_features(), 2); }
template <size_t D>
Tensor first_input(const ConvOptions<D>& o) {
  return input_of(o.in_channels(), D + 2);
}
template <size_t D>
Tensor first_input(const ConvTransposeOptions<D>& o) {
  return input_of(o.in_channels(), D + 2);
}
Tensor first_input(const BatchNormOptions& o) { return input_of(o.num_features(), 5); }
Tensor first_input(const InstanceNormOptions& o) { return input_of(o.num_features(), 5); }

// ---- the modules

template <class Impl, class = void>
struct OptionsOf {
  using type = NoOptions;
};
template <class Impl>
struct OptionsOf<Impl, std::void_t<decltype(std::declval<const Impl&>().options)>> {
  using type = decltype(options_of(std::declval<const Impl&>()));
};

template <class Impl>
void write(const Module& module, Fields& v) {
  if constexpr (!std::is_same_v<Impl, IdentityImpl>) {
    auto options = options_of(static_cast<const Impl&>(module));
    fields(v, options);
  }
}
template <class Impl>
JsonModule make(Fields& v) {
  using Options = typename OptionsOf<Impl>::type;
  std::shared_ptr<Impl> module;
  auto options = blank<Options>();
  fields(v, options);
  v.check_all_used();
  if constexpr (std::is_same_v<Impl, IdentityImpl>) module = std::make_shared<Impl>();
  else module = std::make_shared<Impl>(options);
  if constexpr (std::is_base_of_v<LazyModule, Impl>) {
    const Tensor input = first_input(options);  // without features the module had not seen any
    if (input.size(1) > 0) module->initialize_parameters(input);
  }
  return {module, AnyModule(module)};
}

#define CLASS(Name) \
  { #Name, &typeid(Name##Impl), &write < Name##Impl>, &make < Name##Impl> }
// clang-format off
const JsonClass kClasses[] = {
    CLASS(Identity), CLASS(Linear), CLASS(Bilinear), CLASS(Flatten), CLASS(Unflatten), CLASS(PixelShuffle),
    CLASS(PixelUnshuffle), CLASS(ChannelShuffle),
    CLASS(Conv1d), CLASS(Conv2d), CLASS(Conv3d), CLASS(ConvTranspose1d), CLASS(ConvTranspose2d), CLASS(ConvTranspose3d),
    CLASS(LazyLinear), CLASS(LazyConv1d), CLASS(LazyConv2d), CLASS(LazyConv3d), CLASS(LazyConvTranspose1d),
    CLASS(LazyConvTranspose2d), CLASS(LazyConvTranspose3d),
    CLASS(LazyBatchNorm1d), CLASS(LazyBatchNorm2d), CLASS(LazyBatchNorm3d), CLASS(LazyInstanceNorm1d),
    CLASS(LazyInstanceNorm2d), CLASS(LazyInstanceNorm3d),
    CLASS(Fold), CLASS(Unfold),
    CLASS(AvgPool1d), CLASS(AvgPool2d), CLASS(AvgPool3d), CLASS(MaxPool1d), CLASS(MaxPool2d), CLASS(MaxPool3d),
    CLASS(AdaptiveAvgPool1d), CLASS(AdaptiveAvgPool2d), CLASS(AdaptiveAvgPool3d), CLASS(AdaptiveMaxPool1d),
    CLASS(AdaptiveMaxPool2d), CLASS(AdaptiveMaxPool3d), CLASS(MaxUnpool1d), CLASS(MaxUnpool2d), CLASS(MaxUnpool3d),
    CLASS(FractionalMaxPool2d), CLASS(FractionalMaxPool3d), CLASS(LPPool1d), CLASS(LPPool2d),
    CLASS(Dropout), CLASS(Dropout1d), CLASS(Dropout2d), CLASS(Dropout3d), CLASS(AlphaDropout),
    CLASS(FeatureAlphaDropout),
    CLASS(Embedding), CLASS(EmbeddingBag),
    CLASS(ELU), CLASS(SELU), CLASS(CELU), CLASS(GELU), CLASS(GLU), CLASS(Hardshrink), CLASS(Hardtanh), CLASS(LeakyReLU),
    CLASS(LogSigmoid), CLASS(Softmax), CLASS(Softmin), CLASS(LogSoftmax), CLASS(Softmax2d), CLASS(ReLU), CLASS(ReLU6),
    CLASS(RReLU), CLASS(Softplus), CLASS(Softshrink), CLASS(Softsign), CLASS(Tanh), CLASS(Tanhshrink), CLASS(Sigmoid),
    CLASS(SiLU), CLASS(Mish), CLASS(Hardswish), CLASS(Hardsigmoid), CLASS(Threshold), CLASS(PReLU),
    CLASS(BatchNorm1d), CLASS(BatchNorm2d), CLASS(BatchNorm3d), CLASS(InstanceNorm1d), CLASS(InstanceNorm2d),
    CLASS(InstanceNorm3d), CLASS(LayerNorm), CLASS(GroupNorm), CLASS(LocalResponseNorm), CLASS(CrossMapLRN2d),
    CLASS(ReflectionPad1d), CLASS(ReflectionPad2d), CLASS(ReflectionPad3d), CLASS(ReplicationPad1d),
    CLASS(ReplicationPad2d), CLASS(ReplicationPad3d), CLASS(ZeroPad2d), CLASS(ConstantPad1d), CLASS(ConstantPad2d),
    CLASS(ConstantPad3d),
    CLASS(CosineSimilarity), CLASS(PairwiseDistance), CLASS(Upsample), CLASS(UpsamplingNearest2d),
    CLASS(UpsamplingBilinear2d),
    CLASS(L1Loss), CLASS(MSELoss), CLASS(SmoothL1Loss), CLASS(HuberLoss), CLASS(KLDivLoss), CLASS(BCELoss),
    CLASS(BCEWithLogitsLoss), CLASS(NLLLoss), CLASS(CrossEntropyLoss), CLASS(HingeEmbeddingLoss),
    CLASS(MultiMarginLoss), CLASS(MultiLabelMarginLoss), CLASS(CTCLoss), CLASS(SoftMarginLoss),
    CLASS(MultiLabelSoftMarginLoss), CLASS(CosineEmbeddingLoss), CLASS(MarginRankingLoss), CLASS(TripletMarginLoss),
    CLASS(TripletMarginWithDistanceLoss), CLASS(PoissonNLLLoss), CLASS(GaussianNLLLoss),
    CLASS(AdaptiveLogSoftmaxWithLoss),
    CLASS(RNN), CLASS(LSTM), CLASS(GRU), CLASS(RNNCell), CLASS(LSTMCell), CLASS(GRUCell),
    CLASS(MultiheadAttention), CLASS(TransformerEncoderLayer), CLASS(TransformerDecoderLayer),
    CLASS(TransformerEncoder), CLASS(TransformerDecoder), CLASS(Transformer),
};
// clang-format on
#undef CLASS

}  // namespace

const JsonClass* begin_json_classes() { return std::begin(kClasses); }
const JsonClass* end_json_classes() { return std::end(kClasses); }

}  // namespace torchpp::nn

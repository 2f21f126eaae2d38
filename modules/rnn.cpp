// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>
#include <torchpp/nn/init.h>
#include <torchpp/nn/modules/rnn.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/index.h>
#include <torchpp/ops/sequence.h>

#include <cmath>

#include "modules/print.h"

namespace torchpp::nn {

namespace detail {
namespace {

// In which order sequences are; an undefined permutation keeps them.
Tensor reordered(const Tensor& states, const Tensor& permutation) {
  return permutation.defined() ? states.index_select(1, permutation) : states;
}

int64_t gates_of(const RNNOptionsBase& o) {
  if (o.mode().get_if<enumtype::kLSTM>()) return 4;
  return o.mode().get_if<enumtype::kGRU>() ? 3 : 1;
}

void initialise(const std::vector<Tensor>& parameters, int64_t hidden_size) {
  const NoGradGuard no_grad;
  const double bound = hidden_size > 0 ? 1 / std::sqrt(static_cast<double>(hidden_size)) : 0;
  for (const Tensor& t : parameters) init::uniform_(t, -bound, bound);
}

}  // namespace

RNNBase::RNNBase(const RNNOptionsBase& options_) : options_base(options_) { RNNBase::reset(); }

void RNNBase::reset() {
  const RNNOptionsBase& o = options_base;
  TORCHPP_CHECK(o.dropout() >= 0 && o.dropout() <= 1,
                "dropout should be a number in range [0, 1] representing the probability of an element being zeroed");
  if (o.dropout() > 0 && o.num_layers() == 1)
    TORCHPP_WARN(
        "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
        "num_layers greater than 1, but got dropout=",
        o.dropout(), " and num_layers=", o.num_layers());
  TORCHPP_CHECK(o.proj_size() >= 0 && (o.proj_size() == 0 || o.proj_size() < o.hidden_size()),
                "proj_size has to be a positive integer, smaller than hidden_size or zero to disable projections");
  const int64_t rows = gates_of(o) * o.hidden_size(), state = state_features(), directions = o.bidirectional() ? 2 : 1;
  flat_weights_.clear();
  for (int64_t layer = 0; layer < o.num_layers(); ++layer)
    for (int64_t d = 0; d < directions; ++d) {
      const auto add = [&](const char* name, IntArrayRef sizes) {
        const std::string full = name + std::to_string(layer) + (d == 1 ? "_reverse" : "");
        flat_weights_.push_back(register_parameter(full, torchpp::empty(sizes)));
      };
      add("weight_ih_l", {rows, layer == 0 ? o.input_size() : state * directions});
      add("weight_hh_l", {rows, state});
      if (o.bias()) {
        add("bias_ih_l", {rows});
        add("bias_hh_l", {rows});
      }
      if (o.proj_size() > 0) add("weight_hr_l", {o.proj_size(), o.hidden_size()});
    }
  reset_parameters();
}

std::vector<Tensor> RNNBase::all_weights() const { return flat_weights_; }
void RNNBase::reset_parameters() { initialise(flat_weights_, options_base.hidden_size()); }

void RNNBase::pretty_print(std::ostream& stream) const {
  const RNNOptionsBase& o = options_base;
  const char* kind = o.mode().get_if<enumtype::kLSTM>() ? "LSTM" : o.mode().get_if<enumtype::kGRU>() ? "GRU" : "RNN";
  print(stream, "torch::nn::", kind, "(input_size=", o.input_size(), ", hidden_size=", o.hidden_size(),
        ", num_layers=", o.num_layers(), ", bias=", o.bias(), ", batch_first=", o.batch_first(),
        ", dropout=", o.dropout(), ", bidirectional=", o.bidirectional());
  if (o.proj_size() > 0) print(stream, ", proj_size=", o.proj_size());
  print(stream, ")");
}

int64_t RNNBase::state_features() const {
  return options_base.proj_size() > 0 ? options_base.proj_size() : options_base.hidden_size();
}

namespace {

void check_input(const Tensor& input, int64_t dims, int64_t features) {
  TORCHPP_CHECK(input.dim() == dims, "input must have ", dims, " dimensions, got ", input.dim());
  TORCHPP_CHECK(input.size(-1) == features, "input.size(-1) must be equal to input_size. Expected ", features, ", got ",
                input.size(-1));
}

}  // namespace

RNNBase::Call RNNBase::padded(const Tensor& input) const {
  const int64_t batch = input.size(options_base.batch_first() ? 0 : 1);
  check_input(input, 3, options_base.input_size());
  return {input, Tensor(), Tensor(), Tensor(), batch};
}

RNNBase::Call RNNBase::packed(const utils::rnn::PackedSequence& input) const {
  check_input(input.data(), 2, options_base.input_size());
  return {input.data(), input.batch_sizes(), input.sorted_indices(), input.unsorted_indices(),
          input.batch_sizes()[0].item<int64_t>()};
}

Tensor RNNBase::state_or_zeros(const Call& call, const Tensor& given, int64_t features, const char* message) const {
  const int64_t layers = options_base.num_layers() * (options_base.bidirectional() ? 2 : 1);
  if (!given.defined()) return torchpp::zeros({layers, call.batch, features}, call.input.options());
  TORCHPP_CHECK(given.sizes() == IntArrayRef({layers, call.batch, features}), message, " size ", layers, " ",
                call.batch, " ", features, ", got ", given.sizes());
  return reordered(given, call.sorted_indices);
}

std::tuple<Tensor, Tensor> RNNBase::run(const Call& c, const Tensor& hx) const {
  const RNNOptionsBase& o = options_base;
  const Tensor start = state_or_zeros(c, hx, state_features(), "Expected hidden");
  const bool train = is_training();
  using Whole =
      std::tuple<Tensor, Tensor> (*)(const Tensor&, const Tensor&, TensorList, bool, int64_t, double, bool, bool, bool);
  using Packed = std::tuple<Tensor, Tensor> (*)(const Tensor&, const Tensor&, const Tensor&, TensorList, bool, int64_t,
                                                double, bool, bool);
  const auto choose = [&](auto type) {
    using F = decltype(type);
    if (o.mode().get_if<enumtype::kGRU>()) return static_cast<F>(&torchpp::gru);
    return o.mode().get_if<enumtype::kRNN_TANH>() ? static_cast<F>(&torchpp::rnn_tanh)
                                                  : static_cast<F>(&torchpp::rnn_relu);
  };
  auto [y, h] = c.batch_sizes.defined() ? choose(Packed())(c.input, c.batch_sizes, start, flat_weights_, o.bias(),
                                                           o.num_layers(), o.dropout(), train, o.bidirectional())
                                        : choose(Whole())(c.input, start, flat_weights_, o.bias(), o.num_layers(),
                                                          o.dropout(), train, o.bidirectional(), o.batch_first());
  return {std::move(y), reordered(h, c.unsorted_indices)};
}

std::tuple<Tensor, std::tuple<Tensor, Tensor>> RNNBase::run(const Call& c,
                                                            const optional<std::tuple<Tensor, Tensor>>& hx) const {
  const RNNOptionsBase& o = options_base;
  const Tensor states[] = {state_or_zeros(c, hx ? std::get<0>(*hx) : Tensor(), state_features(), "Expected hidden[0]"),
                           state_or_zeros(c, hx ? std::get<1>(*hx) : Tensor(), o.hidden_size(), "Expected hidden[1]")};
  const bool train = is_training();
  auto [y, h, cell] = c.batch_sizes.defined() ? torchpp::lstm(c.input, c.batch_sizes, states, flat_weights_, o.bias(),
                                                              o.num_layers(), o.dropout(), train, o.bidirectional())
                                              : torchpp::lstm(c.input, states, flat_weights_, o.bias(), o.num_layers(),
                                                              o.dropout(), train, o.bidirectional(), o.batch_first());
  return {std::move(y), {reordered(h, c.unsorted_indices), reordered(cell, c.unsorted_indices)}};
}

RNNCellBase::RNNCellBase(const RNNCellOptionsBase& options_) : options_base(options_) { RNNCellBase::reset(); }

void RNNCellBase::reset() {
  const RNNCellOptionsBase& o = options_base;
  const int64_t rows = o.num_chunks() * o.hidden_size();
  weight_ih = register_parameter("weight_ih", torchpp::empty({rows, o.input_size()}));
  weight_hh = register_parameter("weight_hh", torchpp::empty({rows, o.hidden_size()}));
  bias_ih = register_parameter("bias_ih", o.bias() ? torchpp::empty({rows}) : Tensor(), o.bias());
  bias_hh = register_parameter("bias_hh", o.bias() ? torchpp::empty({rows}) : Tensor(), o.bias());
  reset_parameters();
}

void RNNCellBase::reset_parameters() { initialise(parameters(), options_base.hidden_size()); }

void RNNCellBase::pretty_print(std::ostream& stream) const {
  const int64_t gates = options_base.num_chunks();
  print(stream, "torch::nn::",
        gates == 4   ? "LSTM"
        : gates == 3 ? "GRU"
                     : "RNN",
        "Cell(", options_base.input_size(), ", ", options_base.hidden_size());
  if (!options_base.bias()) print(stream, ", bias=false");
  const std::string nonlinearity = get_nonlinearity_str();
  if (!nonlinearity.empty() && nonlinearity != "kTanh") print(stream, ", nonlinearity=", nonlinearity);
  print(stream, ")");
}

void RNNCellBase::check_forward_input(const Tensor& input) const {
  TORCHPP_CHECK(input.size(1) == options_base.input_size(), "input has inconsistent input_size: got ", input.size(1),
                " expected ", options_base.input_size());
}

Tensor RNNCellBase::state_or_zeros(const Tensor& input, const Tensor& given, const char* label) const {
  if (!given.defined()) return torchpp::zeros({input.size(0), options_base.hidden_size()}, input.options());
  TORCHPP_CHECK(input.size(0) == given.size(0), "Input batch size ", input.size(0), " doesn't match ", label,
                " batch size ", given.size(0));
  TORCHPP_CHECK(given.size(1) == options_base.hidden_size(), label, " has inconsistent hidden_size: got ",
                given.size(1), ", expected ", options_base.hidden_size());
  return given;
}

std::string RNNCellBase::get_nonlinearity_str() const { return {}; }

}  // namespace detail

namespace {

template <class Options, class Mode>
detail::RNNOptionsBase common_options(const Options& o, Mode mode) {
  return detail::RNNOptionsBase(mode, o.input_size(), o.hidden_size())
      .num_layers(o.num_layers())
      .bias(o.bias())
      .batch_first(o.batch_first())
      .dropout(o.dropout())
      .bidirectional(o.bidirectional());
}

detail::RNNOptionsBase::rnn_options_base_mode_t mode_of(const RNNOptions& o) {
  if (o.nonlinearity().get_if<enumtype::kTanh>()) return enumtype::kRNN_TANH();
  return enumtype::kRNN_RELU();
}

utils::rnn::PackedSequence like(const utils::rnn::PackedSequence& packed, Tensor data) {
  return utils::rnn::PackedSequence(std::move(data), packed.batch_sizes(), packed.sorted_indices(),
                                    packed.unsorted_indices());
}

}  // namespace

RNNImpl::RNNImpl(int64_t input_size, int64_t hidden_size) : RNNImpl(RNNOptions(input_size, hidden_size)) {}
RNNImpl::RNNImpl(const RNNOptions& options_)
    : RNNBase(common_options(options_, mode_of(options_))), options(options_) {}
std::vector<std::pair<unsigned, AnyValue>> RNNImpl::_forward_default_args() const { return {{1, AnyValue(Tensor())}}; }

std::tuple<Tensor, Tensor> RNNImpl::forward(const Tensor& input, Tensor hx) { return run(padded(input), hx); }
std::tuple<utils::rnn::PackedSequence, Tensor> RNNImpl::forward_with_packed_input(
    const utils::rnn::PackedSequence& packed_input, Tensor hx) {
  auto [y, h] = run(packed(packed_input), hx);
  return {like(packed_input, std::move(y)), std::move(h)};
}

LSTMImpl::LSTMImpl(int64_t input_size, int64_t hidden_size) : LSTMImpl(LSTMOptions(input_size, hidden_size)) {}
LSTMImpl::LSTMImpl(const LSTMOptions& options_)
    : RNNBase(common_options(options_, enumtype::kLSTM()).proj_size(options_.proj_size())), options(options_) {}
std::vector<std::pair<unsigned, AnyValue>> LSTMImpl::_forward_default_args() const {
  return {{1, AnyValue(optional<std::tuple<Tensor, Tensor>>())}};
}

std::tuple<Tensor, std::tuple<Tensor, Tensor>> LSTMImpl::forward(const Tensor& input,
                                                                 optional<std::tuple<Tensor, Tensor>> hx_opt) {
  return run(padded(input), hx_opt);
}
std::tuple<utils::rnn::PackedSequence, std::tuple<Tensor, Tensor>> LSTMImpl::forward_with_packed_input(
    const utils::rnn::PackedSequence& packed_input, optional<std::tuple<Tensor, Tensor>> hx_opt) {
  auto [y, states] = run(packed(packed_input), hx_opt);
  return {like(packed_input, std::move(y)), std::move(states)};
}

GRUImpl::GRUImpl(int64_t input_size, int64_t hidden_size) : GRUImpl(GRUOptions(input_size, hidden_size)) {}
GRUImpl::GRUImpl(const GRUOptions& options_) : RNNBase(common_options(options_, enumtype::kGRU())), options(options_) {}
std::vector<std::pair<unsigned, AnyValue>> GRUImpl::_forward_default_args() const { return {{1, AnyValue(Tensor())}}; }

std::tuple<Tensor, Tensor> GRUImpl::forward(const Tensor& input, Tensor hx) { return run(padded(input), hx); }
std::tuple<utils::rnn::PackedSequence, Tensor> GRUImpl::forward_with_packed_input(
    const utils::rnn::PackedSequence& packed_input, Tensor hx) {
  auto [y, h] = run(packed(packed_input), hx);
  return {like(packed_input, std::move(y)), std::move(h)};
}

RNNCellImpl::RNNCellImpl(int64_t input_size, int64_t hidden_size)
    : RNNCellImpl(RNNCellOptions(input_size, hidden_size)) {}
RNNCellImpl::RNNCellImpl(const RNNCellOptions& options_)
    : RNNCellBase(detail::RNNCellOptionsBase(options_.input_size(), options_.hidden_size(), options_.bias(), 1)),
      options(options_) {}
std::vector<std::pair<unsigned, AnyValue>> RNNCellImpl::_forward_default_args() const {
  return {{1, AnyValue(Tensor())}};
}

Tensor RNNCellImpl::forward(const Tensor& input, Tensor hx) {
  check_forward_input(input);
  const Tensor h = state_or_zeros(input, hx, "hidden");
  if (options.nonlinearity().get_if<enumtype::kTanh>())
    return torchpp::rnn_tanh_cell(input, h, weight_ih, weight_hh, bias_ih, bias_hh);
  return torchpp::rnn_relu_cell(input, h, weight_ih, weight_hh, bias_ih, bias_hh);
}
std::string RNNCellImpl::get_nonlinearity_str() const {
  return options.nonlinearity().get_if<enumtype::kTanh>() ? "kTanh" : "kReLU";
}

LSTMCellImpl::LSTMCellImpl(int64_t input_size, int64_t hidden_size)
    : LSTMCellImpl(LSTMCellOptions(input_size, hidden_size)) {}
LSTMCellImpl::LSTMCellImpl(const LSTMCellOptions& options_)
    : RNNCellBase(detail::RNNCellOptionsBase(options_.input_size(), options_.hidden_size(), options_.bias(), 4)),
      options(options_) {}
std::vector<std::pair<unsigned, AnyValue>> LSTMCellImpl::_forward_default_args() const {
  return {{1, AnyValue(optional<std::tuple<Tensor, Tensor>>())}};
}

std::tuple<Tensor, Tensor> LSTMCellImpl::forward(const Tensor& input, optional<std::tuple<Tensor, Tensor>> hx_opt) {
  check_forward_input(input);
  const Tensor states[] = {state_or_zeros(input, hx_opt ? std::get<0>(*hx_opt) : Tensor(), "hidden[0]"),
                           state_or_zeros(input, hx_opt ? std::get<1>(*hx_opt) : Tensor(), "hidden[1]")};
  return torchpp::lstm_cell(input, states, weight_ih, weight_hh, bias_ih, bias_hh);
}

GRUCellImpl::GRUCellImpl(int64_t input_size, int64_t hidden_size)
    : GRUCellImpl(GRUCellOptions(input_size, hidden_size)) {}
GRUCellImpl::GRUCellImpl(const GRUCellOptions& options_)
    : RNNCellBase(detail::RNNCellOptionsBase(options_.input_size(), options_.hidden_size(), options_.bias(), 3)),
      options(options_) {}
std::vector<std::pair<unsigned, AnyValue>> GRUCellImpl::_forward_default_args() const {
  return {{1, AnyValue(Tensor())}};
}

Tensor GRUCellImpl::forward(const Tensor& input, Tensor hx) {
  check_forward_input(input);
  return torchpp::gru_cell(input, state_or_zeros(input, hx, "hidden"), weight_ih, weight_hh, bias_ih, bias_hh);
}

TORCHPP_DEFINE_CLONE(RNNImpl)
TORCHPP_DEFINE_CLONE(LSTMImpl)
TORCHPP_DEFINE_CLONE(GRUImpl)
TORCHPP_DEFINE_CLONE(RNNCellImpl)
TORCHPP_DEFINE_CLONE(LSTMCellImpl)
TORCHPP_DEFINE_CLONE(GRUCellImpl)

}  // namespace torchpp::nn

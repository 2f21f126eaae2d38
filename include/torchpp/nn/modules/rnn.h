// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Recurrent networks and cells: options, modules. Source: libtorch 1.13.

#include <torchpp/core/optional.h>
#include <torchpp/nn/enum.h>
#include <torchpp/nn/stateless.h>
#include <torchpp/nn/utils/rnn.h>

#include <tuple>

namespace torchpp {
namespace nn {

namespace detail {

/// What all recurrent networks have in common.
struct TORCHPP_API RNNOptionsBase {
  using rnn_options_base_mode_t = EnumChoice<enumtype::kLSTM, enumtype::kGRU, enumtype::kRNN_TANH, enumtype::kRNN_RELU>;
  RNNOptionsBase(rnn_options_base_mode_t mode, int64_t input_size, int64_t hidden_size)
      : mode_(mode), input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(rnn_options_base_mode_t, mode);
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(int64_t, num_layers) = 1;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(bool, batch_first) = false;
  TORCHPP_ARG(double, dropout) = 0.0;
  TORCHPP_ARG(bool, bidirectional) = false;
  TORCHPP_ARG(int64_t, proj_size) = 0;
};

}  // namespace detail

/// `batch_first`: input and output are (B, T, features) instead of (T, B, features). `dropout` acts on what each layer
/// but the last gives, in training.
struct TORCHPP_API RNNOptions {
  using nonlinearity_t = EnumChoice<enumtype::kTanh, enumtype::kReLU>;
  RNNOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(int64_t, num_layers) = 1;
  TORCHPP_ARG(nonlinearity_t, nonlinearity) = torchpp::kTanh;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(bool, batch_first) = false;
  TORCHPP_ARG(double, dropout) = 0.0;
  TORCHPP_ARG(bool, bidirectional) = false;
};
/// As RNNOptions. proj_size features of the hidden state are made from hidden_size ones by a matrix; 0: no matrix.
struct TORCHPP_API LSTMOptions {
  LSTMOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(int64_t, num_layers) = 1;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(bool, batch_first) = false;
  TORCHPP_ARG(double, dropout) = 0.0;
  TORCHPP_ARG(bool, bidirectional) = false;
  TORCHPP_ARG(int64_t, proj_size) = 0;
};
/// As RNNOptions.
struct TORCHPP_API GRUOptions {
  GRUOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(int64_t, num_layers) = 1;
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(bool, batch_first) = false;
  TORCHPP_ARG(double, dropout) = 0.0;
  TORCHPP_ARG(bool, bidirectional) = false;
};

namespace detail {

/// What all recurrent cells have in common; num_chunks gates.
struct TORCHPP_API RNNCellOptionsBase {
  RNNCellOptionsBase(int64_t input_size, int64_t hidden_size, bool bias, int64_t num_chunks)
      : input_size_(input_size), hidden_size_(hidden_size), bias_(bias), num_chunks_(num_chunks) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(bool, bias);
  TORCHPP_ARG(int64_t, num_chunks);
};

}  // namespace detail

struct TORCHPP_API RNNCellOptions {
  using nonlinearity_t = EnumChoice<enumtype::kTanh, enumtype::kReLU>;
  RNNCellOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(bool, bias) = true;
  TORCHPP_ARG(nonlinearity_t, nonlinearity) = torchpp::kTanh;
};
struct TORCHPP_API LSTMCellOptions {
  LSTMCellOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(bool, bias) = true;
};
struct TORCHPP_API GRUCellOptions {
  GRUCellOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  TORCHPP_ARG(int64_t, input_size);
  TORCHPP_ARG(int64_t, hidden_size);
  TORCHPP_ARG(bool, bias) = true;
};

namespace detail {

/// Parameters of layer k: weight_ih_l<k>, weight_hh_l<k>, with bias bias_ih_l<k> and bias_hh_l<k>, with a projection
/// weight_hr_l<k>; those of the other direction end in _reverse. Initial values: even in +-1 / sqrt(hidden_size).
class TORCHPP_API RNNBase : public StockModule {
 public:
  /// Error if dropout is no probability or proj_size does not fit; a warning if dropout has no layer to act on.
  explicit RNNBase(const RNNOptionsBase& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  /// For programs written for libtorch, whose CUDA kernels want all weights in one piece of memory. Does nothing.
  void flatten_parameters() {}
  /// The parameters in the order of their registration.
  std::vector<Tensor> all_weights() const;

  RNNOptionsBase options_base;

 protected:
  // What a forward call works on: input (rows, features) or (T, B, features), and batch_sizes of a packed sequence.
  struct Call {
    Tensor input, batch_sizes, sorted_indices, unsorted_indices;
    int64_t batch;
  };
  Call padded(const Tensor& input) const;
  Call packed(const utils::rnn::PackedSequence& input) const;
  Tensor state_or_zeros(const Call& call, const Tensor& given, int64_t features, const char* message) const;
  int64_t state_features() const;
  std::tuple<Tensor, Tensor> run(const Call& call, const Tensor& hx) const;
  std::tuple<Tensor, std::tuple<Tensor, Tensor>> run(const Call& call,
                                                     const optional<std::tuple<Tensor, Tensor>>& hx) const;

 private:
  std::vector<Tensor> flat_weights_;
};

}  // namespace detail

/// A network of tanh or relu cells. forward(input (T, B, I), hx (layers * directions, B, H)) gives the last layer's
/// states of all steps (T, B, directions * H) and the last state of every layer and direction; without hx the states
/// start as zeros.
class TORCHPP_API RNNImpl : public detail::RNNBase {
  TORCHPP_DECLARE_CLONE;

 public:
  RNNImpl(int64_t input_size, int64_t hidden_size);
  explicit RNNImpl(const RNNOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, Tensor hx = {});
  std::tuple<utils::rnn::PackedSequence, Tensor> forward_with_packed_input(
      const utils::rnn::PackedSequence& packed_input, Tensor hx = {});

  RNNOptions options;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using RNN = ModuleHolder<RNNImpl>;

/// A network of LSTM cells: as RNN, with a pair of states (h, c), h (layers * directions, B, proj_size or H) and
/// c (layers * directions, B, H).
class TORCHPP_API LSTMImpl : public detail::RNNBase {
  TORCHPP_DECLARE_CLONE;

 public:
  LSTMImpl(int64_t input_size, int64_t hidden_size);
  explicit LSTMImpl(const LSTMOptions& options_);
  std::tuple<Tensor, std::tuple<Tensor, Tensor>> forward(const Tensor& input,
                                                         optional<std::tuple<Tensor, Tensor>> hx_opt = {});
  std::tuple<utils::rnn::PackedSequence, std::tuple<Tensor, Tensor>> forward_with_packed_input(
      const utils::rnn::PackedSequence& packed_input, optional<std::tuple<Tensor, Tensor>> hx_opt = {});

  LSTMOptions options;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using LSTM = ModuleHolder<LSTMImpl>;

/// A network of GRU cells: as RNN.
class TORCHPP_API GRUImpl : public detail::RNNBase {
  TORCHPP_DECLARE_CLONE;

 public:
  GRUImpl(int64_t input_size, int64_t hidden_size);
  explicit GRUImpl(const GRUOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, Tensor hx = {});
  std::tuple<utils::rnn::PackedSequence, Tensor> forward_with_packed_input(
      const utils::rnn::PackedSequence& packed_input, Tensor hx = {});

  GRUOptions options;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using GRU = ModuleHolder<GRUImpl>;

namespace detail {

/// Parameters weight_ih (gates * H, I), weight_hh (gates * H, H), with bias bias_ih and bias_hh (gates * H). Initial
/// values: even in +-1 / sqrt(hidden_size).
class TORCHPP_API RNNCellBase : public StockModule {
 public:
  explicit RNNCellBase(const RNNCellOptionsBase& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;

  RNNCellOptionsBase options_base;
  Tensor weight_ih, weight_hh;
  Tensor bias_ih, bias_hh;  ///< undefined without bias

 protected:
  void check_forward_input(const Tensor& input) const;
  /// The state, or zeros where it is undefined.
  Tensor state_or_zeros(const Tensor& input, const Tensor& given, const char* label) const;
  virtual std::string get_nonlinearity_str() const;
};

}  // namespace detail

/// tanh or relu of w_ih input + b_ih + w_hh hx + b_hh: input (B, I), hx (B, H), without it zeros.
class TORCHPP_API RNNCellImpl : public detail::RNNCellBase {
  TORCHPP_DECLARE_CLONE;

 public:
  RNNCellImpl(int64_t input_size, int64_t hidden_size);
  explicit RNNCellImpl(const RNNCellOptions& options_);
  Tensor forward(const Tensor& input, Tensor hx = {});

  RNNCellOptions options;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
  std::string get_nonlinearity_str() const override;
};
using RNNCell = ModuleHolder<RNNCellImpl>;

/// One step of an LSTM: input (B, I), states (h, c) of (B, H), without them zeros; gives the new states.
class TORCHPP_API LSTMCellImpl : public detail::RNNCellBase {
  TORCHPP_DECLARE_CLONE;

 public:
  LSTMCellImpl(int64_t input_size, int64_t hidden_size);
  explicit LSTMCellImpl(const LSTMCellOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& input, optional<std::tuple<Tensor, Tensor>> hx_opt = {});

  LSTMCellOptions options;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using LSTMCell = ModuleHolder<LSTMCellImpl>;

/// One step of a GRU: input (B, I), hx (B, H), without it zeros.
class TORCHPP_API GRUCellImpl : public detail::RNNCellBase {
  TORCHPP_DECLARE_CLONE;

 public:
  GRUCellImpl(int64_t input_size, int64_t hidden_size);
  explicit GRUCellImpl(const GRUCellOptions& options_);
  Tensor forward(const Tensor& input, Tensor hx = {});

  GRUCellOptions options;

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};
using GRUCell = ModuleHolder<GRUCellImpl>;

}  // namespace nn
}  // namespace torchpp

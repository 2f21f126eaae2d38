// SPDX-License-Identifier: BSD-3-Clause
// Recurrent cells and networks. The input's share of the gates is one product for all steps; what remains of a layer is
// one operator where the device has it, else a composition of operators for each step.

#include <algorithm>

#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/shape.h"
#include "src/ops/sequence_rules.h"

namespace torchpp {
namespace {

struct State {
  Tensor h, c;
};

// The columns of each gate.
std::vector<Tensor> parted(const Tensor& gates, int64_t count) {
  const int64_t width = gates.size(1) / count;
  TORCHPP_CHECK(gates.size(1) == width * count, "recurrent cell: weights have ", gates.size(1),
                " rows, expected a multiple of ", count);
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < count; ++i) parts.push_back(gates.narrow(1, i * width, width));
  return parts;
}

// One step from the input's share of the gates.
State next_state(const Tensor& gates, const State& before, const Tensor& w_hh, const Tensor& b_hh, const Tensor& w_hr,
                 RecurrentMode mode) {
  const Tensor own = op::linear(Out(), before.h, w_hh, b_hh);
  switch (mode) {
    case RecurrentMode::kLstm: {
      const std::vector<Tensor> g = parted(own.add(gates), 4);
      const Tensor c = g[1].sigmoid() * before.c + g[0].sigmoid() * g[2].tanh();
      const Tensor h = g[3].sigmoid() * c.tanh();
      return {w_hr.defined() ? op::linear(Out(), h, w_hr, Tensor()) : h, c};
    }
    case RecurrentMode::kGru: {
      const std::vector<Tensor> in = parted(gates, 3), g = parted(own, 3);
      const Tensor r = (g[0] + in[0]).sigmoid(), z = (g[1] + in[1]).sigmoid(), n = (in[2] + g[2] * r).tanh();
      return {n + (before.h - n) * z, Tensor()};
    }
    case RecurrentMode::kTanh: return {(own + gates).tanh(), Tensor()};
    default: return {(own + gates).relu(), Tensor()};
  }
}

}  // namespace

TensorTriple recurrent_layer_by_steps(const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& w_hh,
                                      const Tensor& b_hh, const Tensor& w_hr, IntArrayRef batch_sizes,
                                      RecurrentMode mode, bool reverse) {
  const size_t steps = batch_sizes.size();
  std::vector<Tensor> outputs(steps);
  // Of sequences that have ended (or, in reverse, not begun), last ones first.
  std::vector<Tensor> h_waiting, c_waiting;
  State s{hx, cx};
  const auto wait = [](std::vector<Tensor>& list, Tensor& t, int64_t kept) {
    if (!t.defined()) return;
    list.push_back(t.narrow(0, kept, t.size(0) - kept));
    t = t.narrow(0, 0, kept);
  };
  const auto rejoin = [](std::vector<Tensor>& list, Tensor& t, int64_t at_most) {
    while (!list.empty() && t.size(0) + list.back().size(0) <= at_most) {
      t = op::cat(Out(), {t, list.back()}, 0);
      list.pop_back();
    }
  };
  int64_t row = 0;
  for (int64_t b : batch_sizes) row += b;
  if (reverse) {  // in the pieces in which they are taken up again
    for (size_t i = 1; i < steps; ++i)
      if (batch_sizes[i] < batch_sizes[i - 1])
        wait(h_waiting, s.h, batch_sizes[i]), wait(c_waiting, s.c, batch_sizes[i]);
  } else {
    row = 0;
  }
  for (size_t i = 0; i < steps; ++i) {
    const size_t step = reverse ? steps - 1 - i : i;
    const int64_t rows = batch_sizes[step];
    if (reverse) {
      rejoin(h_waiting, s.h, rows);
      if (s.c.defined()) rejoin(c_waiting, s.c, rows);
      row -= rows;
    } else if (s.h.size(0) > rows) {
      wait(h_waiting, s.h, rows);
      wait(c_waiting, s.c, rows);
    }
    s = next_state(gates.narrow(0, row, rows), s, w_hh, b_hh, w_hr, mode);
    outputs[step] = s.h;
    if (!reverse) row += rows;
  }
  if (!reverse) {
    rejoin(h_waiting, s.h, hx.size(0));
    if (s.c.defined()) rejoin(c_waiting, s.c, hx.size(0));
  }
  return {op::cat(Out(), outputs, 0), s.h, s.c};
}

namespace {

// Of one layer in one direction; those that it does not have are undefined.
struct Weights {
  const Tensor &w_ih, &w_hh, &b_ih, &b_hh, &w_hr;
};

// The parameters of a network, layer after layer.
class WeightLists {
 public:
  WeightLists(TensorList params, bool has_biases, bool projects)
      : params_(params), has_biases_(has_biases), projects_(projects) {
    TORCHPP_CHECK(params.size() % each() == 0, "got an incorrect number of RNN parameters");
  }
  size_t size() const { return params_.size() / each(); }
  Weights operator[](size_t i) const {
    const Tensor* p = params_.data() + i * each();
    return {p[0], p[1], has_biases_ ? p[2] : none_, has_biases_ ? p[3] : none_, projects_ ? p[each() - 1] : none_};
  }

 private:
  size_t each() const { return 2 + (has_biases_ ? 2 : 0) + (projects_ ? 1 : 0); }

  TensorList params_;
  bool has_biases_, projects_;
  Tensor none_;
};

// Whether the layer can be one operator. What has the wrong sizes goes by steps, where the operators say what is wrong.
bool runs_whole(const Tensor& gates, const Tensor& hx, const Tensor& cx, const Weights& w, RecurrentMode mode) {
  const ScalarType dtype = gates.scalar_type();
  const bool on_cuda = gates.is_cuda(), narrow = dtype == kHalf || dtype == kBFloat16;
  if (!(gates.is_cpu() || on_cuda) || !(dtype == kFloat || dtype == kDouble || (on_cuda && narrow))) return false;
  if (thread_state.dual_tensors != nullptr) return false;
  if (hx.dim() != 2 || w.w_hh.dim() != 2) return false;
  const auto fits = [&](const Tensor& t, IntArrayRef sizes) {
    return !t.defined() || (t.device() == gates.device() && t.scalar_type() == dtype && t.sizes() == sizes);
  };
  const int64_t batch = hx.size(0), width = gates.size(1), hidden = width / gates_of(mode);
  const int64_t state = w.w_hr.defined() ? hx.size(1) : hidden;
  return width == hidden * gates_of(mode) && fits(hx, {batch, state}) && fits(cx, {batch, hidden}) &&
         fits(w.w_hh, {width, state}) && fits(w.b_hh, {width}) && fits(w.w_hr, {state, hidden});
}

// A layer in one direction: rows of all steps, h and c.
TensorTriple layer(const Tensor& rows, const State& start, const Weights& w, IntArrayRef batch_sizes,
                   RecurrentMode mode, bool reverse) {
  const bool has_sigmoid = mode == RecurrentMode::kLstm || mode == RecurrentMode::kGru;
  TORCHPP_CHECK(!has_sigmoid || !isIntegralType(rows.scalar_type(), true),
                "result type Float can't be cast to the desired output type ", rows.scalar_type());
  const Tensor gates = op::linear(Out(), rows, w.w_ih, w.b_ih);
  if (!runs_whole(gates, start.h, start.c, w, mode) || start.h.size(0) != batch_sizes[0])
    return recurrent_layer_by_steps(gates, start.h, start.c, w.w_hh, w.b_hh, w.w_hr, batch_sizes, mode, reverse);
  auto [y, h, c, kept] = op::recurrent_layer(gates, start.h, start.c, w.w_hh, w.b_hh, w.w_hr, batch_sizes,
                                             static_cast<int64_t>(mode), reverse, false);
  return {std::move(y), std::move(h), std::move(c)};
}

Tensor stacked(const std::vector<Tensor>& list) {
  return list.size() == 1 ? list[0].unsqueeze(0) : op::stack(Out(), list, 0);
}

struct Network {
  RecurrentMode mode;
  bool has_biases;
  int64_t num_layers;
  double dropout;
  bool train, bidirectional;

  // From rows of all steps to the last layer's, and the last h and c of all layers and directions.
  TensorTriple run(Tensor rows, const Tensor& hx, const Tensor& cx, TensorList params, IntArrayRef batch_sizes) const {
    // The states of a cell with tanh are no integers, which the next step's product would need.
    TORCHPP_CHECK(mode == RecurrentMode::kRelu || !isIntegralType(rows.scalar_type(), true),
                  "result type Float can't be cast to the desired output type ", rows.scalar_type());
    const bool projects = cx.defined() && hx.size(2) != cx.size(2);
    const WeightLists weights(params, has_biases, projects);
    const size_t directions = bidirectional ? 2 : 1, cells = static_cast<size_t>(num_layers) * directions;
    if (cells == 1 && weights.size() == 1 && hx.size(0) == 1 && (!cx.defined() || cx.size(0) == 1)) {  // without lists
      auto [y, h, c] =
          layer(rows, {hx.squeeze(0), cx.defined() ? cx.squeeze(0) : Tensor()}, weights[0], batch_sizes, mode, false);
      return {std::move(y), h.unsqueeze(0), c.defined() ? c.unsqueeze(0) : Tensor()};
    }
    const std::vector<Tensor> h = hx.unbind(0), c = cx.defined() ? cx.unbind(0) : std::vector<Tensor>(h.size());
    TORCHPP_CHECK(h.size() == c.size(), "LSTM: got ", h.size(), " hidden and ", c.size(), " cell states");
    TORCHPP_CHECK(!bidirectional || (weights.size() % 2 == 0 && h.size() % 2 == 0),
                  "Odd number of params or hiddens given to a bidirectional RNN");
    TORCHPP_CHECK(num_layers >= 0 && h.size() == cells, "Expected more hidden states in stacked_rnn");
    TORCHPP_CHECK(weights.size() == cells, "Expected more weights in stacked_rnn");
    std::vector<Tensor> last_h(cells), last_c(cells);
    for (size_t i = 0; i < cells; i += directions) {
      std::vector<Tensor> outputs(directions);
      for (size_t d = 0; d < directions; ++d)
        std::tie(outputs[d], last_h[i + d], last_c[i + d]) =
            layer(rows, {h[i + d], c[i + d]}, weights[i + d], batch_sizes, mode, d == 1);
      rows = directions == 1 ? outputs[0] : op::cat(Out(), outputs, -1);
      if (dropout != 0 && train && i + directions < cells) rows = op::dropout(rows, dropout, true);
    }
    TORCHPP_CHECK(cells > 0, "recurrent network: got no layers");
    return {rows, stacked(last_h), cx.defined() ? stacked(last_c) : Tensor()};
  }

  TensorTriple over_input(const Tensor& given, const Tensor& hx, const Tensor& cx, TensorList params,
                          bool batch_first) const {
    const Tensor input = batch_first ? given.transpose(0, 1) : given;
    TORCHPP_CHECK(input.dim() == 3, "recurrent network: input must have 3 dimensions, got ", input.dim());
    const int64_t steps = input.size(0);
    TORCHPP_CHECK(steps > 0, "Expected sequence length to be larger than 0 in RNN");
    for (const Tensor* state : {&hx, &cx})
      TORCHPP_CHECK(!state->defined() || state->dim() == 3,
                    "Dimension out of range: hidden states must have 3 dimensions, got ", state->dim());
    // As in libtorch 1.13 one sequence meets all states, but one hidden state does not meet several sequences.
    TORCHPP_CHECK(input.size(1) == 1 || input.size(1) == hx.size(1), "recurrent network: got hidden states of ",
                  hx.size(1), " sequences, expected ", input.size(1));
    DimVector batches = broadcast_sizes({input.size(1)}, {hx.size(1)});
    if (cx.defined()) batches = broadcast_sizes(batches, {cx.size(1)});
    const int64_t batch = batches[0];
    const auto of_all = [batch](const Tensor& t) {
      return !t.defined() || t.size(1) == batch ? t : t.expand({t.size(0), batch, t.size(2)});
    };
    const DimVector sizes(static_cast<size_t>(steps), batch);
    auto [rows, h, c] =
        run(of_all(input).reshape({steps * batch, input.size(2)}), of_all(hx), of_all(cx), params, sizes);
    const Tensor output = rows.view({steps, batch, rows.size(1)});
    return {batch_first ? output.transpose(0, 1) : output, std::move(h), std::move(c)};
  }

  TensorTriple over_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, const Tensor& cx,
                           TensorList params) const {
    TORCHPP_CHECK(batch_sizes.scalar_type() == kLong, "expected scalar type Long but found ",
                  batch_sizes.scalar_type());
    if (batch_sizes.is_meta()) batch_sizes.cpu();  // throws: there are no numbers
    TORCHPP_CHECK(batch_sizes.is_cpu() && batch_sizes.dim() == 1 && batch_sizes.numel() > 0 && data.dim() == 2,
                  "recurrent network: batch_sizes must be a list on the CPU and the packed data a matrix");
    TORCHPP_CHECK(hx.dim() == 3, "Dimension out of range: hidden states must have 3 dimensions, got ", hx.dim());
    const Tensor contiguous = batch_sizes.contiguous();
    const IntArrayRef sizes(contiguous.data_ptr<int64_t>(), static_cast<size_t>(contiguous.numel()));
    int64_t rows = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      TORCHPP_CHECK(sizes[i] >= 0 && (i == 0 || sizes[i] <= sizes[i - 1]),
                    "recurrent network: batch_sizes must not be negative and must not grow, got ", sizes);
      rows += sizes[i];
    }
    // Rows behind those of the steps are left out; the reverse direction, which starts at the last row, cannot tell
    // which these are.
    TORCHPP_CHECK(rows == data.size(0) || (rows < data.size(0) && !bidirectional),
                  "recurrent network: batch_sizes ask for ", rows, " rows, got ", data.size(0));
    TORCHPP_CHECK(hx.size(1) == sizes[0], "recurrent network: got hidden states of ", hx.size(1),
                  " sequences, expected ", sizes[0]);
    return run(rows == data.size(0) ? data : data.narrow(0, 0, rows), hx, cx, params, sizes);
  }
};

TensorPair first_two(TensorTriple&& t) { return {std::move(std::get<0>(t)), std::move(std::get<1>(t))}; }

void check_pair(TensorList hx, const char* name) { TORCHPP_CHECK(hx.size() == 2, name, " expects two hidden states"); }

void check_cell(const Tensor& input, const Tensor& state, const Weights& w, const char* name) {
  TORCHPP_CHECK(input.size(1) == w.w_ih.size(1), "input has inconsistent input_size: got ", input.size(1), " expected ",
                w.w_ih.size(1));
  const int64_t hidden = w.w_hh.size(1);
  TORCHPP_CHECK(input.size(0) == state.size(0), "Input batch size ", input.size(0), " doesn't match ", name,
                " batch size ", state.size(0));
  TORCHPP_CHECK(state.size(1) == hidden, name, " has inconsistent hidden_size: got ", state.size(1), ", expected ",
                hidden);
}

Tensor cell(const Tensor& input, const Tensor& hx, const Weights& w, RecurrentMode mode) {
  check_cell(input, hx, w, "hidden0");
  return std::get<1>(layer(input, {hx, Tensor()}, w, {input.size(0)}, mode, false));
}

}  // namespace

namespace composite {

TensorPair lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih,
                     const Tensor& b_hh) {
  check_pair(hx, "lstm_cell");
  const Tensor none;
  const Weights w{w_ih, w_hh, b_ih, b_hh, none};
  check_cell(input, hx[0], w, "hidden0");
  check_cell(input, hx[1], w, "hidden1");
  auto [y, h, c] = layer(input, {hx[0], hx[1]}, w, {input.size(0)}, RecurrentMode::kLstm, false);
  return {std::move(h), std::move(c)};
}
Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih,
                const Tensor& b_hh) {
  return cell(input, hx, {w_ih, w_hh, b_ih, b_hh, Tensor()}, RecurrentMode::kGru);
}
Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih,
                     const Tensor& b_hh) {
  return cell(input, hx, {w_ih, w_hh, b_ih, b_hh, Tensor()}, RecurrentMode::kTanh);
}
Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih,
                     const Tensor& b_hh) {
  return cell(input, hx, {w_ih, w_hh, b_ih, b_hh, Tensor()}, RecurrentMode::kRelu);
}

TensorTriple lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases, int64_t num_layers,
                  double dropout, bool train, bool bidirectional, bool batch_first) {
  check_pair(hx, "lstm");
  const Network net{RecurrentMode::kLstm, has_biases, num_layers, dropout, train, bidirectional};
  return net.over_input(input, hx[0], hx[1], params, batch_first);
}
TensorTriple lstm_packed(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                         bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional) {
  check_pair(hx, "lstm");
  const Network net{RecurrentMode::kLstm, has_biases, num_layers, dropout, train, bidirectional};
  return net.over_packed(data, batch_sizes, hx[0], hx[1], params);
}

TensorPair gru(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers,
               double dropout, bool train, bool bidirectional, bool batch_first) {
  const Network net{RecurrentMode::kGru, has_biases, num_layers, dropout, train, bidirectional};
  return first_two(net.over_input(input, hx, Tensor(), params, batch_first));
}
TensorPair gru_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                      bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional) {
  const Network net{RecurrentMode::kGru, has_biases, num_layers, dropout, train, bidirectional};
  return first_two(net.over_packed(data, batch_sizes, hx, Tensor(), params));
}

TensorPair rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers,
                    double dropout, bool train, bool bidirectional, bool batch_first) {
  const Network net{RecurrentMode::kTanh, has_biases, num_layers, dropout, train, bidirectional};
  return first_two(net.over_input(input, hx, Tensor(), params, batch_first));
}
TensorPair rnn_tanh_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                           bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional) {
  const Network net{RecurrentMode::kTanh, has_biases, num_layers, dropout, train, bidirectional};
  return first_two(net.over_packed(data, batch_sizes, hx, Tensor(), params));
}

TensorPair rnn_relu(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers,
                    double dropout, bool train, bool bidirectional, bool batch_first) {
  const Network net{RecurrentMode::kRelu, has_biases, num_layers, dropout, train, bidirectional};
  return first_two(net.over_input(input, hx, Tensor(), params, batch_first));
}
TensorPair rnn_relu_packed(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params,
                           bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional) {
  const Network net{RecurrentMode::kRelu, has_biases, num_layers, dropout, train, bidirectional};
  return first_two(net.over_packed(data, batch_sizes, hx, Tensor(), params));
}

}  // namespace composite
}  // namespace torchpp

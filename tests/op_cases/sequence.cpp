// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFile = "tests/ops/sequence_test.cpp";
constexpr const char* kSizesAreRead = "batch sizes and lengths are read";
const IValue kNo;

// -- a recurrent network, element by element

enum Mode { kReluCells, kTanhCells, kLstmCells, kGruCells };
using Row = std::vector<double>;
using Rows = std::vector<Row>;

Rows rows_of(const Tensor& t) {
  const std::vector<double> v = elements(t);
  const size_t width = t.size(-1);
  Rows rows;
  for (size_t i = 0; i < v.size(); i += width) rows.emplace_back(v.begin() + i, v.begin() + i + width);
  return rows;
}
Tensor tensor_of(const Rows& rows, IntArrayRef sizes) {
  std::vector<double> all;
  for (const Row& r : rows) all.insert(all.end(), r.begin(), r.end());
  return from_elements(all, sizes);
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

struct Cell {
  Mode mode;
  Rows w_ih, w_hh, w_hr;
  Row b_ih, b_hh;  // may be empty

  double sum(const Rows& w, const Row& b, const Row& x, size_t i) const {
    double total = b.empty() ? 0 : b[i];
    for (size_t k = 0; k < x.size(); ++k) total += w[i][k] * x[k];
    return total;
  }
  void step(const Row& x, Row& h, Row& c) const {
    const size_t n = w_ih.size() / (mode == kLstmCells ? 4 : mode == kGruCells ? 3 : 1);
    const auto in = [&](size_t gate, size_t j) { return sum(w_ih, b_ih, x, gate * n + j); };
    const auto own = [&](size_t gate, size_t j) { return sum(w_hh, b_hh, h, gate * n + j); };
    Row next(n);
    for (size_t j = 0; j < n; ++j) {
      if (mode == kLstmCells) {
        c[j] = sigmoid(in(1, j) + own(1, j)) * c[j] + sigmoid(in(0, j) + own(0, j)) * std::tanh(in(2, j) + own(2, j));
        next[j] = sigmoid(in(3, j) + own(3, j)) * std::tanh(c[j]);
      } else if (mode == kGruCells) {
        const double r = sigmoid(in(0, j) + own(0, j)), z = sigmoid(in(1, j) + own(1, j));
        next[j] = (1 - z) * std::tanh(in(2, j) + r * own(2, j)) + z * h[j];
      } else {
        const double x_j = in(0, j) + own(0, j);
        next[j] = mode == kTanhCells ? std::tanh(x_j) : std::max(x_j, 0.);
      }
    }
    h = next;
    if (w_hr.empty()) return;
    h.resize(w_hr.size());
    for (size_t j = 0; j < h.size(); ++j) h[j] = sum(w_hr, Row(), next, j);
  }
};

struct Network {
  Mode mode;
  bool has_biases, bidirectional;
  int64_t layers;

  // Packed rows in and out; states of all cells.
  Rows run(Rows rows, const std::vector<int64_t>& batch_sizes, Rows& h, Rows& c, const std::vector<Tensor>& p,
           bool projects) const {
    const size_t each = 2 + (has_biases ? 2 : 0) + (projects ? 1 : 0), directions = bidirectional ? 2 : 1;
    const size_t batch = batch_sizes[0];
    for (size_t layer = 0; layer < static_cast<size_t>(layers); ++layer) {
      Rows next(rows.size());
      for (size_t d = 0; d < directions; ++d) {
        const size_t k = layer * directions + d;
        Cell cell{mode, rows_of(p[k * each]), rows_of(p[k * each + 1]), {}, {}, {}};
        if (has_biases) cell.b_ih = elements(p[k * each + 2]), cell.b_hh = elements(p[k * each + 3]);
        if (projects) cell.w_hr = rows_of(p[k * each + each - 1]);
        std::vector<size_t> first;
        size_t at = 0;
        for (int64_t b : batch_sizes) first.push_back(at), at += b;
        for (size_t i = 0; i < batch_sizes.size(); ++i) {
          const size_t t = d == 0 ? i : batch_sizes.size() - 1 - i;
          for (size_t b = 0; b < static_cast<size_t>(batch_sizes[t]); ++b) {
            Row none, &state = h[k * batch + b], &memory = mode == kLstmCells ? c[k * batch + b] : none;
            cell.step(rows[first[t] + b], state, memory);
            next[first[t] + b].insert(next[first[t] + b].end(), state.begin(), state.end());
          }
        }
      }
      rows = next;
    }
    return rows;
  }
};

// The results of an operator over padded or packed sequences.
std::function<std::vector<Tensor>(const Stack&)> network(Mode mode, bool packed) {
  return [=](const Stack& a) {
    const size_t at = packed ? 2 : 1;  // of the states
    const bool lstm = mode == kLstmCells;
    const std::vector<Tensor> states = lstm ? a[at].toTensorVector() : std::vector<Tensor>{a[at].toTensor()};
    const std::vector<Tensor> params = a[at + 1].toTensorVector();
    const Network net{mode, a[at + 2].toBool(), a[at + 6].toBool(), a[at + 3].toInt()};
    const bool batch_first = !packed && a[at + 7].toBool();
    const Tensor input = batch_first ? a[0].toTensor().transpose(0, 1) : a[0].toTensor();
    std::vector<int64_t> sizes;
    if (packed)
      for (double b : elements(a[1].toTensor())) sizes.push_back(static_cast<int64_t>(b));
    else sizes.assign(static_cast<size_t>(input.size(0)), input.size(1));
    Rows h = rows_of(states[0]), c = lstm ? rows_of(states[1]) : Rows();
    const Rows rows = net.run(rows_of(input), sizes, h, c, params, lstm && states[0].size(2) != states[1].size(2));
    const int64_t width = static_cast<int64_t>(rows[0].size());
    const Tensor y = packed ? tensor_of(rows, {static_cast<int64_t>(rows.size()), width})
                            : tensor_of(rows, {input.size(0), input.size(1), width});
    std::vector<Tensor> results{batch_first ? y.transpose(0, 1) : y, tensor_of(h, states[0].sizes())};
    if (lstm) results.push_back(tensor_of(c, states[1].sizes()));
    return results;
  };
}

struct Sizes {
  int64_t layers = 1;
  bool biases = true, bidirectional = false, batch_first = false, projects = false;
};

OpCase::Arguments over_sequences(Mode mode, bool packed, Sizes o) {
  return [=](Sample& s) {
    const int64_t steps = 3, batch = s.n(2, 37), in = s.n(2, 19), hidden = s.n(3, 53), state = o.projects ? 2 : hidden;
    const int64_t gates = mode == kLstmCells ? 4 : mode == kGruCells ? 3 : 1, directions = o.bidirectional ? 2 : 1;
    const int64_t last = batch > 2 ? batch - 11 : 1;  // sequences that have the last step
    const auto small = [&](IntArrayRef sizes) { return s.real(sizes, -0.5, 0.5); };
    const Tensor input = packed          ? small({2 * batch + last, in})
                         : o.batch_first ? small({batch, steps, in})
                                         : small({steps, batch, in});
    Stack a{input};
    if (packed) a.push_back(torchpp::tensor({batch, batch, last}, kLong));
    const Tensor h = small({o.layers * directions, batch, state});
    if (mode == kLstmCells) a.push_back(std::vector<Tensor>{h, small({o.layers * directions, batch, hidden})});
    else a.push_back(h);
    std::vector<Tensor> params;
    for (int64_t k = 0; k < o.layers * directions; ++k) {
      params.push_back(small({gates * hidden, k < directions ? in : directions * state}));
      params.push_back(small({gates * hidden, state}));
      if (o.biases) params.push_back(small({gates * hidden})), params.push_back(small({gates * hidden}));
      if (o.projects) params.push_back(small({state, hidden}));
    }
    a.push_back(params);
    a.push_back(o.biases);
    a.push_back(o.layers);
    a.push_back(0.0);
    a.push_back(false);
    a.push_back(o.bidirectional);
    if (!packed) a.push_back(o.batch_first);
    return a;
  };
}
Sizes deep() {
  Sizes o;
  o.layers = 2, o.biases = false, o.bidirectional = true, o.batch_first = true;
  return o;
}

void add_networks(OpCases& t) {
  const auto row = [&](const char* name, Mode mode, bool packed, const char* libtorch, const char* ours) -> OpCase& {
    OpCase& c = t.add(name, over_sequences(mode, packed, {}))
                    .also(over_sequences(mode, packed, deep()))
                    .expects_all(network(mode, packed))
                    .dtypes(libtorch, ours, kNarrow);
    if (mode == kReluCells) c.differs(kIntegers, kNoIntegers);
    if (packed) c.without(Check::kMeta, kSizesAreRead);
    return c;
  };
  const char *floats = ".......gfdFD", *wide = "......egfdFD";
  Sizes projected;
  projected.projects = true, projected.layers = 2;
  row("lstm.input", kLstmCells, false, floats, wide)
      .also(over_sequences(kLstmCells, false, projected))
      .throws(
          [](Sample& s) {
            Stack a = over_sequences(kLstmCells, false, {})(s);
            a[1] = std::vector<Tensor>{a[1].toTensorVector()[0]};
            return a;
          },
          "lstm expects two hidden states")
      .throws(
          [](Sample& s) {
            Stack a = over_sequences(kLstmCells, false, {})(s);
            a[4] = 2;
            return a;
          },
          "Expected more hidden states in stacked_rnn")
      .throws(  // libtorch 1.13.1: further states and parameters are refused, too
          [](Sample& s) {
            Stack a = over_sequences(kLstmCells, false, {})(s);
            const Tensor h = a[1].toTensorVector()[0], c = a[1].toTensorVector()[1];
            a[1] = std::vector<Tensor>{torchpp::cat({h, h}), torchpp::cat({c, c})};
            return a;
          },
          "Expected more hidden states in stacked_rnn")
      .throws(
          [](Sample& s) {
            Stack a = over_sequences(kLstmCells, false, {})(s);
            a[3] = false;
            a[2] = std::vector<Tensor>{a[2].toTensorVector()[0]};
            return a;
          },
          "got an incorrect number of RNN parameters")
      .throws(
          [](Sample& s) {
            Stack a = over_sequences(kLstmCells, false, {})(s);
            a[0] = a[0].toTensor().narrow(0, 0, 0);
            return a;
          },
          "Expected sequence length to be larger than 0 in RNN");
  row("lstm.data", kLstmCells, true, floats, wide).also(over_sequences(kLstmCells, true, projected));
  row("gru.input", kGruCells, false, floats, wide);
  row("gru.data", kGruCells, true, floats, wide);
  row("rnn_tanh.input", kTanhCells, false, floats, wide);
  row("rnn_tanh.data", kTanhCells, true, floats, wide);
  row("rnn_relu.input", kReluCells, false, ".Bbhil.gfd..", ".Bbhilegfd..");
  row("rnn_relu.data", kReluCells, true, ".Bbhil.gfd..", ".Bbhilegfd..");
}

void add_cells(OpCases& t) {
  const auto arguments = [](Mode mode, bool biases) {
    return [=](Sample& s) {
      const int64_t batch = s.n(2, 67), in = s.n(3, 31), hidden = s.n(2, 71);
      const int64_t rows = hidden * (mode == kLstmCells ? 4 : mode == kGruCells ? 3 : 1);
      const auto small = [&](IntArrayRef sizes) { return s.real(sizes, -0.5, 0.5); };
      Stack a{small({batch, in})};
      const Tensor h = small({batch, hidden});
      if (mode == kLstmCells) a.push_back(std::vector<Tensor>{h, small({batch, hidden})});
      else a.push_back(h);
      a.push_back(small({rows, in}));
      a.push_back(small({rows, hidden}));
      for (int i = 0; i < 2; ++i) a.push_back(biases ? IValue(small({rows})) : kNo);
      return a;
    };
  };
  const auto row = [&](const char* name, Mode mode) -> OpCase& {
    return t.add(name, arguments(mode, true))
        .also(arguments(mode, false))
        .expects_all([mode](const Stack& a) {
          const bool lstm = mode == kLstmCells, biases = a[4].isTensor() && a[4].toTensor().defined();
          const std::vector<Tensor> states = lstm ? a[1].toTensorVector() : std::vector<Tensor>{a[1].toTensor()};
          const Cell cell{mode,
                          rows_of(a[2].toTensor()),
                          rows_of(a[3].toTensor()),
                          {},
                          biases ? elements(a[4].toTensor()) : Row(),
                          biases ? elements(a[5].toTensor()) : Row()};
          const Rows x = rows_of(a[0].toTensor());
          Rows h = rows_of(states[0]), c = lstm ? rows_of(states[1]) : Rows(h.size());
          for (size_t i = 0; i < x.size(); ++i) cell.step(x[i], h[i], c[i]);
          std::vector<Tensor> results{tensor_of(h, states[0].sizes())};
          if (lstm) results.push_back(tensor_of(c, states[1].sizes()));
          return results;
        })
        .throws(
            [=](Sample& s) {
              Stack a = arguments(mode, true)(s);
              a[0] = a[0].toTensor().narrow(1, 0, 2);
              return a;
            },
            "input has inconsistent input_size: got 2 expected 3");
  };
  row("lstm_cell", kLstmCells).dtypes(".......gfdFD", "......egfdFD", kNarrow);
  row("gru_cell", kGruCells).dtypes(".......gfdFD", "......egfdFD", kNarrow);
  row("rnn_tanh_cell", kTanhCells).differs(kIntegers, kNoIntegers).dtypes(".fffff.gfdFD", ".fffffegfdFD", kNarrow);
  row("rnn_relu_cell", kReluCells).differs(kIntegers, kNoIntegers).dtypes(".Bbhil.gfd..", ".Bbhilegfd..", kNarrow);
}

// The layer that the networks are made of: gates are given, so that w_ih is the identity.
void add_layers(OpCases& t) {
  const auto arguments = [](Mode mode, bool reverse) {
    return [=](Sample& s) {
      const int64_t batch = s.n(2, 83), last = s.n(1, 40), hidden = s.n(2, 61);
      const int64_t width = hidden * (mode == kLstmCells ? 4 : mode == kGruCells ? 3 : 1);
      const auto small = [&](IntArrayRef sizes) { return s.real(sizes, -0.5, 0.5); };
      const Tensor gates = small({batch + last, width}), h = small({batch, hidden});
      const IValue c = mode == kLstmCells ? IValue(small({batch, hidden})) : kNo;
      const Tensor w = small({width, hidden});
      return Stack{
          gates,   h,    c, w, small({width}), kNo, std::vector<int64_t>{batch, last}, static_cast<int64_t>(mode),
          reverse, false};
    };
  };
  constexpr const char* kLayersBySteps = "the CPU computes layers of 16 bits by steps";
  OpCase& row = t.add("_recurrent_layer", arguments(kLstmCells, false));
  for (Mode mode : {kReluCells, kTanhCells, kLstmCells, kGruCells})
    for (bool reverse : {false, true}) row.also(arguments(mode, reverse));
  row.expects_all([](const Stack& a) {
       const Mode mode = static_cast<Mode>(a[7].toInt());
       const Tensor gates = a[0].toTensor(), w_hh = a[3].toTensor();
       const Tensor identity = eye(gates.size(1), kDouble), zero = zeros({gates.size(1)}, kDouble);
       const Network net{mode, true, false, 1};
       Rows h = rows_of(a[1].toTensor()), c = mode == kLstmCells ? rows_of(a[2].toTensor()) : Rows();
       const std::vector<int64_t> sizes = a[6].toIntVector();
       const bool reverse = a[8].toBool();
       // A reversed layer is the second direction of a network whose first one is not looked at.
       Network both = net;
       both.bidirectional = true;
       const std::vector<Tensor> cell{identity, w_hh, zero, a[4].toTensor()};
       std::vector<Tensor> params = cell;
       params.insert(params.end(), cell.begin(), cell.end());
       Rows h2 = h, c2 = c;
       h2.insert(h2.end(), h.begin(), h.end());
       c2.insert(c2.end(), c.begin(), c.end());
       const Rows rows = both.run(rows_of(gates), sizes, h2, c2, params, false);
       const int64_t hidden = w_hh.size(1), batch = sizes[0], from = reverse ? 1 : 0;
       const Tensor y = tensor_of(rows, {gates.size(0), 2 * hidden}).narrow(1, from * hidden, hidden);
       std::vector<Tensor> results{y, tensor_of(h2, {2 * batch, hidden}).narrow(0, from * batch, batch)};
       results.push_back(mode == kLstmCells ? tensor_of(c2, {2 * batch, hidden}).narrow(0, from * batch, batch)
                                            : Tensor());
       results.push_back(Tensor());
       return results;
     })
      .without(Check::kForward, "networks are composed of steps where tangents are carried")
      .differs({kBFloat16}, kLayersBySteps)
      .dtypes("", "........fd..", kOurs);
  t.add("_recurrent_layer_backward",
        [](Sample& s) {
          const int64_t batch = s.n(2, 83), last = s.n(1, 40), hidden = s.n(2, 61), rows = batch + last;
          const auto small = [&](IntArrayRef sizes) { return s.real(sizes, -0.5, 0.5); };
          const Tensor saved = small({rows, 6 * hidden}), h = small({batch, hidden});
          const Tensor c = small({batch, hidden}), w = small({4 * hidden, hidden}), dy = small({rows, hidden});
          return Stack{saved, h, c, w, kNo, dy, kNo, kNo, std::vector<int64_t>{batch, last}, 2, false, 63};
        })
      .by(kFile)
      .differs({kBFloat16}, kLayersBySteps)
      .dtypes("", "........fd..", kOurs);
}

void add_packing(OpCases& t) {
  const auto lengths = [](Sample& s) { return torchpp::tensor({int64_t{4}, s.n(3, 2), int64_t{1}}, kLong); };
  const auto padded = [=](bool batch_first) {
    return [=](Sample& s) {
      const int64_t width = s.n(2, 4000);
      return Stack{batch_first ? s.real({3, 4, width}) : s.real({4, 3, width}), lengths(s), batch_first};
    };
  };
  t.add("_pack_padded_sequence", padded(false))
      .also(padded(true))
      .expects([](const Stack& a) {
        const Tensor input = a[2].toBool() ? a[0].toTensor().transpose(0, 1) : a[0].toTensor();
        const std::vector<double> v = elements(input), n = elements(a[1].toTensor());
        const size_t width = input.size(2);
        std::vector<double> packed;
        for (size_t step = 0; step < 4; ++step)
          for (size_t b = 0; b < 3; ++b)
            if (static_cast<double>(step) < n[b])
              packed.insert(packed.end(), v.begin() + (step * 3 + b) * width, v.begin() + (step * 3 + b + 1) * width);
        return from_elements(packed, {static_cast<int64_t>(packed.size() / width), static_cast<int64_t>(width)});
      })
      .throws(
          [=](Sample& s) {
            Stack a = padded(false)(s);
            a[1] = torchpp::tensor({2, 4, 1}, kLong);
            return a;
          },
          "`lengths` array must be sorted in decreasing order")
      .throws(
          [=](Sample& s) {
            Stack a = padded(false)(s);
            a[1] = torchpp::tensor({4, 2, 0}, kLong);
            return a;
          },
          "Length of all samples has to be greater than 0")
      .throws(
          [=](Sample& s) {
            Stack a = padded(false)(s);
            a[1] = torchpp::tensor({4, 2}, kLong);
            return a;
          },
          "Expected `len(lengths)` to be equal to batch_size, but got 2 (batch_size=3)")
      .without(Check::kMeta, kSizesAreRead)
      .without(Check::kDevices, "as in libtorch, lengths lie on the CPU")
      .exactly()
      .dtypes("?BbhilegfdFD");
  const auto packed = [](bool batch_first, int64_t total) {
    return [=](Sample& s) {
      const Tensor data = s.real({6, s.n(2, 4000)});
      return Stack{data, torchpp::tensor({3, 2, 1}, kLong), batch_first, 7, total};
    };
  };
  t.add("_pad_packed_sequence", packed(false, -1))
      .also(packed(true, 5))
      .expects([](const Stack& a) {
        const Tensor data = a[0].toTensor();
        const int64_t steps = std::max<int64_t>(a[4].toInt(), 3), width = data.size(1);
        Tensor y = torchpp::full({steps, 3, width}, 7, kDouble);
        int64_t row = 0;
        for (int64_t step = 0; step < 3; ++step)
          for (int64_t b = 0; b < 3 - step; ++b) y[step][b].copy_(data[row++]);
        return a[2].toBool() ? y.transpose(0, 1) : y;
      })
      .throws(packed(false, 2), "Expected total_length to be at least the length of the longest sequence")
      .without(Check::kMeta, kSizesAreRead)
      .without(Check::kDevices, "as in libtorch, batch sizes lie on the CPU")
      .exactly()
      .dtypes("?BbhilegfdFD");
  const auto list = [](bool batch_first) {
    return [=](Sample& s) {
      const int64_t width = s.n(2, 4000);
      const Tensor first = s.real({3, width}), second = s.real({5, width});
      return Stack{std::vector<Tensor>{first, second}, batch_first, 0.0};
    };
  };
  t.add("pad_sequence", list(false))
      .also(list(true))
      .expects([](const Stack& a) {
        const std::vector<Tensor> list = a[0].toTensorVector();
        Tensor y = torchpp::zeros({5, 2, list[0].size(1)}, kDouble);
        for (int64_t b = 0; b < 2; ++b)
          for (int64_t step = 0; step < list[b].size(0); ++step) y[step][b].copy_(list[b][step]);
        return a[1].toBool() ? y.transpose(0, 1) : y;
      })
      .throws(
          [](Sample&) {
            return Stack{std::vector<Tensor>{}, false, 0.0};
          },
          "received an empty list of sequences")
      .exactly()
      .dtypes("?BbhilegfdFD");
}

// -- bags of embeddings

std::vector<Tensor> bags(const Stack& a) {
  const Tensor weight = a[0].toTensor();
  const Rows w = rows_of(weight);
  const std::vector<double> index = elements(a[1].toTensor()), start = elements(a[2].toTensor());
  const int64_t mode = a[4].toInt(), padding = a.size() > 8 && a[8].isInt() ? a[8].toInt() : -1;
  const bool last = a[7].toBool();
  const std::vector<double> scale =
      a[6].isTensor() && a[6].toTensor().defined() ? elements(a[6].toTensor()) : std::vector<double>();
  const size_t count = start.size() - (last ? 1 : 0);
  Rows result;
  for (size_t b = 0; b < count; ++b) {
    Row row(weight.size(1));
    size_t n = 0;
    for (size_t i = start[b]; i < (b + 1 < start.size() ? start[b + 1] : index.size()); ++i) {
      if (index[i] == static_cast<double>(padding)) continue;
      const Row& from = w[static_cast<size_t>(index[i])];
      for (size_t j = 0; j < row.size(); ++j)
        row[j] = mode == 2 ? (n == 0 ? from[j] : std::max(row[j], from[j]))
                           : row[j] + from[j] * (scale.empty() ? 1 : scale[i]);
      ++n;
    }
    for (double& x : row) x /= mode == 1 && n > 1 ? static_cast<double>(n) : 1;
    result.push_back(row);
  }
  return {tensor_of(result, {static_cast<int64_t>(count), weight.size(1)})};
}

void add_bags(OpCases& t) {
  const auto arguments = [](int64_t mode, bool scaled, bool last, std::vector<IValue> padding) {
    return [=](Sample& s) {
      const int64_t n = s.n(5, 4000);
      const Tensor weight = s.real({7, s.n(3, 64)}), index = s.index({n}, 7);
      const IValue scale = scaled ? IValue(s.real({n})) : kNo;
      Stack a{weight, index, torchpp::tensor({int64_t{0}, int64_t{2}, int64_t{2}, n - 1}, kLong), false, mode, false,
              scale,  last};
      for (const IValue& v : padding) a.push_back(v);
      return a;
    };
  };
  const char *floats = "......e.fd..", *wide = "......egfd..";
  const auto offsets = [=](Sample& s, std::initializer_list<int64_t> to) {
    Stack a = arguments(0, false, false, {})(s);
    a[2] = torchpp::tensor(std::vector<int64_t>(to), kLong);
    return a;
  };
  t.add("embedding_bag", arguments(0, true, false, {}))
      .also(arguments(1, false, false, {}))
      .also(arguments(2, false, true, {}))
      .expects([](const Stack& a) { return bags(a)[0]; })
      .throws(
          [=](Sample& s) {
            return offsets(s, {1, 2});
          },
          "offsets[0] has to be 0")
      .throws(
          [=](Sample& s) {
            return offsets(s, {0, 9000});
          },
          "offsets[-1] can not be greater than input's length")
      .throws(arguments(1, true, false, {}), "embedding_bag: per_sample_weights only supported with mode='sum'")
      .dtypes(floats, wide, kNarrow);
  t.add("embedding_bag.padding_idx", arguments(0, true, false, {3}))
      .also(arguments(1, false, true, {3}))
      .also(arguments(2, false, false, {3}))
      .also(arguments(2, false, false, {kNo}))
      .expects([](const Stack& a) { return bags(a)[0]; })
      .throws(arguments(1, false, false, {9}), "padding_idx must be within the number of embeddings, -7 through 6")
      .dtypes(floats, wide, kNarrow);
  t.add("_embedding_bag", arguments(1, false, false, {3}))
      .also(arguments(0, false, true, {-1}))
      .expects([](const Stack& a) { return bags(a)[0]; })
      .dtypes(floats, wide, kNarrow);
  t.add("_embedding_bag_dense_backward",
        [](Sample& s) {
          const int64_t n = s.n(5, 4000);
          const Tensor grad = s.real({2, s.n(3, 64)}), index = s.index({n}, 7), bag = s.index({n}, 2);
          return Stack{grad, index, bag, torchpp::tensor({1, 4}, kLong), torchpp::tensor({1, 4}, kLong), 7, true,
                       1,    kNo,   -1};
        })
      .expects([](const Stack& a) {
        const Rows g = rows_of(a[0].toTensor());
        const std::vector<double> index = elements(a[1].toTensor()), bag = elements(a[2].toTensor());
        std::vector<double> frequency(7);
        for (double i : index) ++frequency[static_cast<size_t>(i)];
        Rows sum(7, Row(g[0].size()));
        for (size_t i = 0; i < index.size(); ++i)
          for (size_t j = 0; j < g[0].size(); ++j)
            sum[static_cast<size_t>(index[i])][j] +=
                g[static_cast<size_t>(bag[i])][j] / (bag[i] == 0 ? 1 : 4) / frequency[static_cast<size_t>(index[i])];
        return tensor_of(sum, {7, static_cast<int64_t>(g[0].size())});
      })
      .dtypes(floats, wide, kNarrow);
  t.add("_embedding_bag_per_sample_weights_backward",
        [](Sample& s) {
          const int64_t n = s.n(5, 4000), width = s.n(3, 64);
          const Tensor grad = s.real({2, width}), weight = s.real({7, width}), index = s.index({n}, 7);
          return Stack{grad, weight, index, torchpp::tensor({0, 3}, kLong), torchpp::empty({0}, kLong), 0, -1};
        })
      .expects([](const Stack& a) {
        const Rows g = rows_of(a[0].toTensor()), w = rows_of(a[1].toTensor());
        std::vector<double> sums;
        for (double i : elements(a[2].toTensor())) {
          double sum = 0;
          for (size_t j = 0; j < g[0].size(); ++j) sum += g[sums.size() < 3 ? 0 : 1][j] * w[static_cast<size_t>(i)][j];
          sums.push_back(sum);
        }
        return from_elements(sums, {static_cast<int64_t>(sums.size())});
      })
      .dtypes("......egfd..");
}

// -- connectionist temporal classification

// -log of the sum over all paths of as many labels as steps that become the target.
double ctc_of_paths(const Rows& log_probs, const std::vector<double>& target, double blank) {
  const size_t steps = log_probs.size(), classes = log_probs[0].size();
  double total = 0;
  std::vector<size_t> path(steps);
  for (;;) {
    std::vector<double> spelled;
    double log_prob = 0;
    for (size_t i = 0; i < steps; ++i) {
      log_prob += log_probs[i][path[i]];
      const bool repeated = i > 0 && path[i] == path[i - 1];
      if (!repeated && static_cast<double>(path[i]) != blank) spelled.push_back(static_cast<double>(path[i]));
    }
    if (spelled == target) total += std::exp(log_prob);
    size_t i = 0;
    while (i < steps && ++path[i] == classes) path[i++] = 0;
    if (i == steps) return -std::log(total);
  }
}

void add_ctc(OpCases& t) {
  // 4 steps, 2 sequences, 3 classes; blank is 1.
  const auto arguments = [](bool tensors, bool joined, auto... rest) {
    return [=](Sample& s) {
      const int64_t batch = s.n(2, 300);
      const Tensor log_probs = s.real({4, batch, 3}, -2, -0.5);
      const std::vector<int64_t> inputs(static_cast<size_t>(batch), 4), lengths(static_cast<size_t>(batch), 2);
      const Tensor targets = s.index({batch, 2}, 2).mul(2);
      Stack a{log_probs, joined ? targets.flatten() : targets};
      if (tensors) a.push_back(torchpp::tensor(inputs, kLong)), a.push_back(torchpp::tensor(lengths, kLong));
      else a.push_back(inputs), a.push_back(lengths);
      a.push_back(1);
      for (const IValue& v : {IValue(rest)...}) a.push_back(v);
      return a;
    };
  };
  const auto losses = [](const Stack& a) {
    const Tensor log_probs = a[0].toTensor();
    const std::vector<double> labels = elements(a[1].toTensor());
    std::vector<double> losses;
    for (int64_t b = 0; b < log_probs.size(1); ++b)
      losses.push_back(ctc_of_paths(rows_of(log_probs.select(1, b)),
                                    {labels[static_cast<size_t>(2 * b)], labels[static_cast<size_t>(2 * b + 1)]}, 1));
    return losses;
  };
  const auto reduced = [=](const Stack& a) {
    const std::vector<double> each = losses(a);
    const int64_t reduction = a[5].toInt();
    if (reduction == Reduction::None) return from_elements(each, {static_cast<int64_t>(each.size())});
    double sum = 0;
    for (double x : each) sum += reduction == Reduction::Mean ? x / 2 / static_cast<double>(each.size()) : x;
    return from_elements({sum}, {});
  };
  const char* unnormalised = "as in libtorch, the gradient is that of log_probs that come from log_softmax";
  const auto row = [&](const char* name, OpCase::Arguments f) -> OpCase& {
    return t.add(name, std::move(f))
        .constant({0})
        .without(Check::kGradient, unnormalised)
        .without(Check::kSecondOrder, unnormalised)
        .without(Check::kForward, unnormalised)
        .dtypes("........fd..", "......egfd..", kNarrow);
  };
  row("ctc_loss.IntList", arguments(false, false, int64_t{Reduction::Mean}, false))
      .also(arguments(false, true, int64_t{Reduction::None}, true))
      .also(arguments(false, false, int64_t{Reduction::Sum}, true))
      .expects(reduced);
  row("ctc_loss.Tensor", arguments(true, false, int64_t{Reduction::Mean}, false))
      .expects(reduced)
      .without(Check::kMeta, kSizesAreRead);
  row("_ctc_loss", arguments(false, false, false))
      .also(arguments(false, true, false))
      .expects([=](const Stack& a) {
        const std::vector<double> each = losses(a);
        return from_elements(each, {static_cast<int64_t>(each.size())});
      })
      .throws(
          [=](Sample& s) {
            Stack a = arguments(false, false, false)(s);
            a[4] = 9;
            return a;
          },
          "blank must be in label range")
      .throws(
          [=](Sample& s) {
            Stack a = arguments(false, false, false)(s);
            a[2] = std::vector<int64_t>{4};
            return a;
          },
          "input_lengths must be of size batch_size");
  // Its derivative in log_probs counts the losses as functions of these: tests/ops/sequence_test.cpp.
  t.add("_ctc_loss_backward",
        [=](Sample& s) {
          const Stack a = arguments(false, false, false)(s);
          const int64_t batch = a[0].toTensor().size(1);
          const Tensor grad = s.real({batch});
          return Stack{grad, a[0], a[1], a[2], a[3], s.real({batch}, 1, 2), s.real({batch, 4, 5}, -3, -1), 1, false};
        })
      .by(kFile)
      .constant({1, 5, 6})
      .dtypes("........fd..", "......egfd..", kNarrow);
}

// Attention element by element: the result, the softmax, and the logarithms of the sums of exponentials.
std::vector<Tensor> attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
                              bool causal) {
  const size_t heads = query.size(0), queries = query.size(1), keys = key.size(1);
  const Rows q = rows_of(query), k = rows_of(key), v = rows_of(value);
  const std::vector<double> opened =
      mask.defined() ? elements(mask.expand({query.size(0), query.size(1), key.size(1)})) : Row();
  const bool adds = mask.defined() && mask.scalar_type() != kBool;
  Rows results, softmax;
  Row log_sums;
  for (size_t i = 0; i < heads * queries; ++i) {
    const size_t head = i / queries;
    Row e(keys), y(v[0].size());
    double sum = 0;
    for (size_t j = 0; j < keys; ++j) {
      double score = 0;
      for (size_t f = 0; f < q[i].size(); ++f) score += q[i][f] * k[head * keys + j][f];
      score = score / std::sqrt(static_cast<double>(q[i].size())) + (adds ? opened[i * keys + j] : 0);
      const bool open = causal ? j <= i % queries : adds || opened.empty() || opened[i * keys + j] != 0;
      e[j] = open ? std::exp(score) : 0;
      sum += e[j];
    }
    for (size_t j = 0; j < keys; ++j) {
      e[j] /= sum;
      for (size_t f = 0; f < y.size(); ++f) y[f] += e[j] * v[head * keys + j][f];
    }
    results.push_back(y), softmax.push_back(e), log_sums.push_back(std::log(sum));
  }
  const int64_t n = query.size(0), rows = query.size(1);
  return {tensor_of(results, {n, rows, value.size(2)}), tensor_of(softmax, {n, rows, key.size(1)}),
          from_elements(log_sums, {n, rows})};
}

void add_attention(OpCases& t) {
  // The masks leave each query a key.
  enum MaskOf { kNoMask, kCausal, kBools, kNumbers };
  const auto inputs = [](Sample& s, MaskOf mask) {
    const int64_t heads = s.n(2, 5), queries = s.n(3, 150), keys = s.n(4, 140), features = s.n(2, 20);
    const Tensor q = s.real({heads, queries, features}), k = s.real({heads, keys, features}),
                 v = s.real({heads, keys, s.n(3, 33)});
    Tensor m;
    if (mask == kBools) m = s.mask({queries, keys}), m.select(1, 1).fill_(true);
    if (mask == kNumbers) m = s.real({1, queries, keys}).expand({heads, queries, keys}).contiguous();
    if (mask == kBools) m = m.expand({heads, queries, keys}).contiguous();
    return Stack{q, k, v, m.defined() ? IValue(m) : kNo};
  };
  const auto public_arguments = [=](MaskOf mask) {
    return [=](Sample& s) {
      Stack a = inputs(s, mask);
      for (const IValue& further : {IValue(0.), IValue(true), IValue(mask == kCausal)}) a.push_back(further);
      return a;
    };
  };
  const auto mask_of = [](const Stack& a) { return a[3].isTensor() ? a[3].toTensor() : Tensor(); };
  for (const char* name : {"_scaled_dot_product_attention", "_scaled_dot_product_attention_forward",
                           "_scaled_dot_product_attention_math"}) {
    t.add(name, public_arguments(kNoMask))
        .also(public_arguments(kCausal))
        .also(public_arguments(kBools))
        .also(public_arguments(kNumbers))
        .expects_all([=](const Stack& a) {
          std::vector<Tensor> all =
              attention(a[0].toTensor(), a[1].toTensor(), a[2].toTensor(), mask_of(a), a[6].toBool());
          all.pop_back();
          return all;
        })
        .throws(
            [=](Sample& s) {
              Stack a = public_arguments(kBools)(s);
              a[6] = true;
              return a;
            },
            "Explicit attn_mask should not be set when is_causal=True")
        .throws(
            [=](Sample& s) {
              Stack a = public_arguments(kNoMask)(s);
              a[4] = 1.5;
              return a;
            },
            "dropout probability has to be between 0 and 1")
        .dtypes(".......gfd..", "......egfd..", kNarrow);
  }
  const auto arguments = [=](MaskOf mask) {
    return [=](Sample& s) {
      Stack a = inputs(s, mask);
      a.push_back(mask == kCausal);
      return a;
    };
  };
  t.add("_attention_in_blocks", arguments(kNoMask))
      .also(arguments(kCausal))
      .also(arguments(kBools))
      .also(arguments(kNumbers))
      .expects_all([=](const Stack& a) {
        std::vector<Tensor> all =
            attention(a[0].toTensor(), a[1].toTensor(), a[2].toTensor(), mask_of(a), a[4].toBool());
        all.erase(all.begin() + 1);
        return all;
      })
      .throws(
          [=](Sample& s) {
            Stack a = arguments(kNoMask)(s);
            a[2] = s.real({2, 7, 3});
            return a;
          },
          "value has sizes [2, 7, 3], expected [2, 4, 3]")
      .dtypes("", "......egfd..", kOurs);
  t.add("_attention_in_blocks_backward",
        [=](Sample& s) {
          const Stack a = arguments(kCausal)(s);
          const Tensor q = a[0].toTensor(), v = a[2].toTensor();
          const Tensor y = s.real({q.size(0), q.size(1), v.size(2)}), grad = s.real(y.sizes());
          return Stack{grad,
                       a[0],
                       a[1],
                       a[2],
                       a[3],
                       y,
                       s.real({q.size(0), q.size(1)}, 3, 4),
                       true,
                       IValue(std::vector<bool>{true, true, true})};
        })
      .by("tests/ops/attention_test.cpp")
      .dtypes("", "......egfd..", kOurs);
}

}  // namespace

void add_sequence_cases(OpCases& t) {
  add_networks(t);
  add_cells(t);
  add_layers(t);
  add_packing(t);
  add_bags(t);
  add_ctc(t);
  add_attention(t);
}

}  // namespace torchpp::tests

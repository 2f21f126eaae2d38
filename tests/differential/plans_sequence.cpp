// SPDX-License-Identifier: BSD-3-Clause
// Arguments of recurrent layers, packed sequences, bags of embeddings and the loss of unaligned sequences.
#include <algorithm>
#include <numeric>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

// ---------------------------------------------------------------- recurrent layers

int64_t gates_of(const Plan& p) {
  return p.schema.name.compare(0, 4, "lstm") == 0 ? 4 : p.schema.name.compare(0, 3, "gru") == 0 ? 3 : 1;
}

Wish of_sizes(Sizes sizes) {
  Wish w;
  w.sizes = std::move(sizes);
  return w;
}

void cell(Plan& p) {
  const int64_t batch = p.size(), in = p.random.between(1, 4), hidden = p.random.between(1, 4);
  const int64_t rows = gates_of(p) * hidden;
  p.set_sizes("input", {batch, in});
  p.set_sizes("w_ih", {rows, in});
  p.set_sizes("w_hh", {rows, hidden});
  p.set_sizes("b_ih", {rows});
  p.set_sizes("b_hh", {rows});
  const bool biased = p.random.chance(0.7);
  for (const char* name : {"b_ih", "b_hh"}) biased ? void(p[name].present = true) : p.absent(name);
  if (p.schema.name == "lstm_cell") p["hx"].list = std::vector<Wish>(2, of_sizes({batch, hidden}));
  else p.set_sizes("hx", {batch, hidden});
}

// Numbers of sequences that are so long, falling.
std::vector<double> falling(Plan& p, int64_t count, int64_t low, int64_t high) {
  std::vector<double> v;
  for (int64_t i = 0; i < count; ++i) v.push_back(static_cast<double>(p.random.between(low, high)));
  std::sort(v.rbegin(), v.rend());
  return v;
}

void set_counts(Plan& p, const char* name, const std::vector<double>& values) {
  p.set_index(name, {static_cast<int64_t>(values.size())}, 5);
  p[name].values = values;
}

void layers(Plan& p) {
  const bool packed = p.schema.overload == "data", lstm = p.schema.name == "lstm";
  const int64_t steps = p.random.between(1, 4), batch = p.random.between(1, 3), in = p.random.between(1, 4);
  const int64_t hidden = p.random.between(1, 4), layers = p.random.between(1, 2), gates = gates_of(p);
  const bool both = p.random.chance(0.4), biases = p.random.chance(0.7), first = p.random.chance(0.4);
  const int64_t projected = lstm && p.random.chance(0.2) && hidden > 1 ? p.random.between(1, hidden - 1) : hidden;
  const int64_t directions = both ? 2 : 1;
  p.set_sizes("input", first ? Sizes{batch, steps, in} : Sizes{steps, batch, in});
  if (packed) {
    std::vector<double> counts = falling(p, steps, p.random.chance(0.1) ? 0 : 1, batch);
    counts[0] = static_cast<double>(batch);
    set_counts(p, "batch_sizes", counts);
    p.set_sizes("data", {static_cast<int64_t>(std::accumulate(counts.begin(), counts.end(), 0.0)), in});
  }
  const Wish state = of_sizes({layers * directions, batch, projected});
  if (lstm) p["hx"].list = std::vector<Wish>{state, of_sizes({layers * directions, batch, hidden})};
  else p["hx"] = state;
  std::vector<Wish> params;
  for (int64_t i = 0; i < layers * directions; ++i) {
    params.push_back(of_sizes({gates * hidden, i < directions ? in : projected * directions}));
    params.push_back(of_sizes({gates * hidden, projected}));
    if (biases) params.insert(params.end(), 2, of_sizes({gates * hidden}));
    if (projected != hidden) params.push_back(of_sizes({projected, hidden}));
  }
  p["params"].list = params;
  p.set("has_biases", biases);
  p.set("num_layers", layers);
  p.set("dropout", p.random.chance(0.05) ? 0.5 : 0.0);
  p.set("bidirectional", both);
  p.set("batch_first", first);
}

// ---------------------------------------------------------------- packed and padded sequences

void pack(Plan& p) {
  const int64_t batch = p.random.between(1, 4), steps = p.random.between(1, 4);
  const bool first = p.random.chance(0.5);
  Sizes input = p.sizes(2 + p.random.between(0, 2));
  input[0] = first ? batch : steps;
  input[1] = first ? steps : batch;
  std::vector<double> lengths = falling(p, batch, 1, steps);
  if (p.random.chance(0.8)) lengths[0] = static_cast<double>(steps);
  p.set_sizes("input", input);
  set_counts(p, "lengths", lengths);
  p.set("batch_first", first);
}

void unpack(Plan& p) {
  std::vector<double> counts = falling(p, p.random.between(1, 4), p.random.chance(0.1) ? 0 : 1, 4);
  Sizes data = p.sizes(1 + p.random.between(0, 2));
  data[0] = static_cast<int64_t>(std::accumulate(counts.begin(), counts.end(), 0.0));
  p.set_sizes("data", data);
  set_counts(p, "batch_sizes", counts);
  const auto steps = static_cast<int64_t>(counts.size());
  p.set("total_length", p.random.chance(0.6) ? int64_t{0} : p.random.between(steps, steps + 2));
  p.set_range("padding_value", -2, 2);
}

void pad_sequence(Plan& p) {
  const Sizes rest = p.sizes(p.random.between(0, 2));
  std::vector<Wish> list(static_cast<size_t>(p.random.between(1, 4)));
  for (Wish& w : list) {
    w.sizes = rest;
    w.sizes->insert(w.sizes->begin(), p.size());
  }
  p["sequences"].list = list;
  p.set_range("padding_value", -2, 2);
}

// ---------------------------------------------------------------- bags of embeddings

void embedding_bag(Plan& p) {
  const int64_t rows = p.random.between(1, 5), width = p.random.between(1, 4), count = p.random.between(0, 6);
  const int64_t bags = p.random.between(1, 4), mode = p.random.between(0, 2);
  const bool last = p.random.chance(0.25), weighted = mode == 0 && p.random.chance(0.4);
  const DType kind = p.random.chance(0.8) ? DType::kLong : DType::kInt;
  p.set_sizes("weight", {rows, width});
  p.set_index("indices", {count}, rows);
  std::vector<double> offsets{0.0};
  for (int64_t b = 1; b < bags; ++b) offsets.push_back(static_cast<double>(p.random.between(0, count)));
  std::sort(offsets.begin(), offsets.end());
  std::vector<double> bag_of, bag_size(static_cast<size_t>(bags), 0.0);
  for (int64_t i = 0, b = 0; i < count; ++i) {
    while (b + 1 < bags && offsets[static_cast<size_t>(b) + 1] <= static_cast<double>(i)) ++b;
    bag_of.push_back(static_cast<double>(b));
    ++bag_size[static_cast<size_t>(b)];
  }
  if (last) offsets.push_back(static_cast<double>(count));
  p.set_index("offsets", {static_cast<int64_t>(offsets.size())}, std::max<int64_t>(count, 1));
  p["offsets"].values = offsets;
  p.set_index("offset2bag", {count}, bags);
  p["offset2bag"].values = bag_of;
  p.set_index("bag_size", {bags}, 3);
  p["bag_size"].values = bag_size;
  p.set_index("maximum_indices", mode == 2 ? Sizes{bags, width} : Sizes{0}, rows);
  for (const char* name : {"indices", "offsets", "offset2bag", "bag_size", "maximum_indices"}) p[name].dtypes = {kind};
  p.set_sizes("grad", {bags, width});
  p.set_sizes("per_sample_weights", {count});
  p.set_dtype("per_sample_weights", p.dtype);
  if (!weighted) p.absent("per_sample_weights");
  p.set("mode", p.schema.name.find("per_sample") == std::string::npos ? mode : int64_t{0});
  p.set("num_weights", rows);
  p.set("sparse", p.random.chance(0.02));
  p.set("scale_grad_by_freq", p.random.chance(mode == 2 ? 0.02 : 0.3));
  p.set("include_last_offset", last);
  p.set("padding_idx", p.random.between(-1, rows - 1));
}

// ---------------------------------------------------------------- unaligned sequences

void ctc_loss(Plan& p) {
  const int64_t steps = p.random.between(1, 6), batch = p.random.between(1, 3), classes = p.random.between(2, 4);
  const int64_t blank = p.random.chance(0.7) ? 0 : p.random.between(0, classes - 1);
  const bool padded = p.random.chance(0.5);
  std::vector<int64_t> inputs, lengths;
  int64_t longest = 0, total = 0;
  for (int64_t i = 0; i < batch; ++i) {
    inputs.push_back(p.random.between(1, steps));
    lengths.push_back(p.random.between(0, std::min<int64_t>(inputs.back(), 3)));
    longest = std::max(longest, lengths.back());
    total += lengths.back();
  }
  const Sizes targets = padded ? Sizes{batch, longest + p.random.between(0, 1)} : Sizes{total};
  p.set_sizes("log_probs", {steps, batch, classes});
  p.set_range("log_probs", -3, -0.05);
  p.set_index("targets", targets, classes);
  for (int64_t i = 0; i < count_of(targets); ++i) {
    const int64_t label = p.random.between(0, classes - 2);
    p["targets"].values.push_back(static_cast<double>(label + (label >= blank ? 1 : 0)));
  }
  if (p.random.chance(0.2)) p.set_dtype("targets", DType::kInt);
  if (p.schema.overload == "Tensor") {
    set_counts(p, "input_lengths", {inputs.begin(), inputs.end()});
    set_counts(p, "target_lengths", {lengths.begin(), lengths.end()});
  } else {
    p.set("input_lengths", inputs);
    p.set("target_lengths", lengths);
  }
  p.set("blank", blank);
  p.set("reduction", p.random.between(0, 2));
  p.set_sizes("grad", {batch});
  p.set_sizes("neg_log_likelihood", {batch});
  p.set_range("neg_log_likelihood", 0.5, 5);
  p.set_sizes("log_alpha", {batch, steps, 2 * longest + 1});
  p.set_range("log_alpha", -6, -0.5);
  for (const char* name : {"neg_log_likelihood", "log_alpha"}) p.set_dtype(name, p.dtype);
}

}  // namespace

PlanRows sequence_rows() {
  return {
      {"lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell", Domain::kFloating, kSums | kCancels, cell},
      {"lstm gru rnn_tanh rnn_relu", Domain::kFloating, kSums | kCancels, layers},
      {"_pack_padded_sequence", Domain::kAny, 0, pack},
      {"_pad_packed_sequence", Domain::kAny, 0, unpack},
      {"pad_sequence", Domain::kAny, 0, pad_sequence},
      {"embedding_bag _embedding_bag _embedding_bag_dense_backward _embedding_bag_per_sample_weights_backward",
       Domain::kFloating, kSums, embedding_bag},
      {"ctc_loss _ctc_loss _ctc_loss_backward", Domain::kFloating, kSums | kCancels, ctc_loss},
  };
}

}  // namespace differential

// SPDX-License-Identifier: BSD-3-Clause
// Modules of recurrent networks, whose results are no single tensor, and packed sequences. Printed forms, initial
// values and messages are those of libtorch 1.13.1.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <sstream>

namespace torchpp {
namespace {

namespace rnn = nn::utils::rnn;

template <class M>
std::string printed(const M& module) {
  std::ostringstream s;
  s << module;
  return s.str();
}

template <class F>
std::string error_of(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}
#define EXPECT_REFUSED(call, phrase) \
  EXPECT_NE(error_of([&] { call; }).find(phrase), std::string::npos) << error_of([&] { call; })

TEST(Rnn, Print) {
  EXPECT_EQ(printed(nn::RNN(3, 4)),
            "torch::nn::RNN(input_size=3, hidden_size=4, num_layers=1, bias=true, batch_first=false, dropout=0, "
            "bidirectional=false)");
  EXPECT_EQ(
      printed(nn::LSTM(
          nn::LSTMOptions(3, 4).num_layers(2).bias(false).batch_first(true).dropout(0.25).bidirectional(true).proj_size(
              2))),
      "torch::nn::LSTM(input_size=3, hidden_size=4, num_layers=2, bias=false, batch_first=true, dropout=0.25, "
      "bidirectional=true, proj_size=2)");
  EXPECT_EQ(printed(nn::GRU(nn::GRUOptions(3, 4).num_layers(2))),
            "torch::nn::GRU(input_size=3, hidden_size=4, num_layers=2, bias=true, batch_first=false, dropout=0, "
            "bidirectional=false)");
  EXPECT_EQ(printed(nn::LSTMCell(3, 4)), "torch::nn::LSTMCell(3, 4)");
}

TEST(Rnn, ParametersAreThoseOfLibtorch) {
  const nn::LSTM m(nn::LSTMOptions(3, 4).num_layers(2).bidirectional(true).proj_size(2));
  std::string text;
  for (const auto& p : m->named_parameters()) text += p.key() + str(p.value().sizes()) + " ";
  EXPECT_EQ(text,
            "weight_ih_l0[16, 3] weight_hh_l0[16, 2] bias_ih_l0[16] bias_hh_l0[16] weight_hr_l0[2, 4] "
            "weight_ih_l0_reverse[16, 3] weight_hh_l0_reverse[16, 2] bias_ih_l0_reverse[16] bias_hh_l0_reverse[16] "
            "weight_hr_l0_reverse[2, 4] weight_ih_l1[16, 4] weight_hh_l1[16, 2] bias_ih_l1[16] bias_hh_l1[16] "
            "weight_hr_l1[2, 4] weight_ih_l1_reverse[16, 4] weight_hh_l1_reverse[16, 2] bias_ih_l1_reverse[16] "
            "bias_hh_l1_reverse[16] weight_hr_l1_reverse[2, 4] ");
  EXPECT_EQ(m->all_weights().size(), 20u);
  manual_seed(1);
  const nn::LSTM seeded(3, 4);
  const auto parameters = seeded->named_parameters();
  const float first[] = {0.2576f, -0.2207f, -0.0969f};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(parameters["weight_ih_l0"][0][i].item<float>(), first[i], 5e-5);
  EXPECT_NEAR(parameters["bias_hh_l0"][0].item<float>(), 0.288085f, 1e-6);
}

TEST(Rnn, NetworksCallTheOperators) {
  manual_seed(1);
  const Tensor x = randn({5, 2, 3}), h = randn({4, 2, 4}), c = randn({4, 2, 4});
  nn::LSTM lstm(nn::LSTMOptions(3, 4).num_layers(2).bidirectional(true));
  const auto [y, state] = lstm(x, std::make_tuple(h, c));
  const auto [y2, h2, c2] = torchpp::lstm(x, {h, c}, lstm->all_weights(), true, 2, 0., false, true, false);
  EXPECT_TRUE(y.equal(y2) && std::get<0>(state).equal(h2) && std::get<1>(state).equal(c2));
  nn::GRU gru(nn::GRUOptions(3, 4).batch_first(true));
  const auto [z, last] = gru(x);
  EXPECT_EQ(z.sizes(), IntArrayRef({5, 2, 4}));
  EXPECT_TRUE(last[0].allclose(z.select(1, 1)));
  for (const bool relu : {false, true}) {
    nn::RNNOptions o(3, 4);
    if (relu) o.nonlinearity(kReLU);
    nn::RNN net(o);
    const Tensor a = std::get<0>(net(x)), zero = torchpp::zeros({1, 2, 4});
    const Tensor b = std::get<0>(relu ? rnn_relu(x, zero, net->all_weights(), true, 1, 0., false, false, false)
                                      : rnn_tanh(x, zero, net->all_weights(), true, 1, 0., false, false, false));
    EXPECT_TRUE(a.equal(b));
  }
  nn::LSTMCell cell(3, 4);
  const auto [h3, c3] = cell(x[0]);
  const Tensor zero = torchpp::zeros({2, 4});
  const auto [h4, c4] = lstm_cell(x[0], {zero, zero}, cell->weight_ih, cell->weight_hh, cell->bias_ih, cell->bias_hh);
  EXPECT_TRUE(h3.equal(h4) && c3.equal(c4));
}

TEST(Rnn, CloneSaveAndLoad) {
  manual_seed(3);
  nn::LSTM lstm(nn::LSTMOptions(3, 4).num_layers(2).proj_size(2));
  const Tensor x = randn({4, 2, 3}), y = std::get<0>(lstm(x));
  auto copy = std::dynamic_pointer_cast<nn::LSTMImpl>(lstm->clone());
  EXPECT_TRUE(std::get<0>(copy->forward(x)).equal(y));
  {
    NoGradGuard no_grad;
    for (const Tensor& t : lstm->all_weights()) t.add_(1);
  }
  EXPECT_TRUE(std::get<0>(copy->forward(x)).equal(y));
  EXPECT_FALSE(std::get<0>(lstm(x)).equal(y));
  std::stringstream file;
  save(nn::LSTM(copy), file);
  nn::LSTM loaded(nn::LSTMOptions(3, 4).num_layers(2).proj_size(2));
  load(loaded, file);
  EXPECT_TRUE(std::get<0>(loaded(x)).equal(y));
  loaded->to(kDouble);
  EXPECT_EQ(std::get<0>(loaded(x.to(kDouble))).scalar_type(), kDouble);
}

TEST(Rnn, TrainsInSequential) {
  nn::GRU gru(3, 4);
  const Tensor y = std::get<0>(gru(randn({4, 2, 3})));
  y.sum().backward();
  for (const auto& p : gru->named_parameters()) EXPECT_TRUE(p.value().grad().defined()) << p.key();
  nn::AnyModule any(gru);
  EXPECT_TRUE(
      (std::get<0>(any.forward<std::tuple<Tensor, Tensor>>(ones({1, 1, 3}))).equal(std::get<0>(gru(ones({1, 1, 3}))))));
}

TEST(Rnn, Errors) {
  const Tensor x = ones({5, 2, 3});
  EXPECT_REFUSED(nn::LSTM(3, 4)(ones({5, 2, 7})), "input.size(-1) must be equal to input_size. Expected 3, got 7");
  EXPECT_REFUSED(nn::LSTM(3, 4)(ones({5, 3})), "input must have 3 dimensions, got 2");
  EXPECT_REFUSED(nn::LSTM(3, 4)(x, std::make_tuple(ones({1, 3, 4}), ones({1, 2, 4}))),
                 "Expected hidden[0] size 1 2 4, got [1, 3, 4]");
  EXPECT_REFUSED(nn::LSTM(3, 4)(x, std::make_tuple(ones({1, 2, 4}), ones({1, 2, 5}))),
                 "Expected hidden[1] size 1 2 4, got [1, 2, 5]");
  EXPECT_REFUSED(nn::GRU(3, 4)(x, ones({2, 2, 4})), "Expected hidden size 1 2 4, got [2, 2, 4]");
  EXPECT_REFUSED(nn::LSTM(nn::LSTMOptions(3, 4).dropout(2)), "dropout should be a number in range [0, 1]");
  EXPECT_REFUSED(nn::LSTM(nn::LSTMOptions(3, 4).proj_size(9)), "proj_size has to be a positive integer");
  EXPECT_REFUSED(nn::RNNCell(3, 4)(ones({2, 7})), "input has inconsistent input_size: got 7 expected 3");
  EXPECT_REFUSED(nn::RNNCell(3, 4)(ones({2, 3}), ones({3, 4})), "Input batch size 2 doesn't match hidden batch size 3");
  EXPECT_REFUSED(nn::LSTMCell(3, 4)(ones({2, 3}), std::make_tuple(ones({2, 5}), ones({2, 4}))),
                 "hidden[0] has inconsistent hidden_size: got 5, expected 4");
}

TEST(EmbeddingBagModule, Errors) {
  const Tensor index = ones({2}, kLong);
  EXPECT_REFUSED(nn::EmbeddingBag(5, 3)(ones({2, 2}, kLong), zeros({2}, kLong)),
                 "If input is 2D, then offsets has to be null");
  EXPECT_REFUSED(nn::EmbeddingBag(5, 3)(index), "offsets has to be a 1D Tensor but got null");
  EXPECT_REFUSED(nn::EmbeddingBag(5, 3)(ones({2, 2, 2}, kLong)), "input has to be 1D or 2D Tensor");
  EXPECT_REFUSED(nn::EmbeddingBag(5, 3)(index, zeros({1, 1}, kLong)), "offsets has to be a 1D Tensor");
  EXPECT_REFUSED(nn::EmbeddingBag(5, 3)(index, zeros({1}, kLong), ones({3})),
                 "embedding_bag: If per_sample_weights ([3])");
  EXPECT_REFUSED(nn::EmbeddingBag(5, 3)(index, zeros({1}, kLong), ones({2})),
                 "per_sample_weights is only supported for mode='kSum' (got mode='kMean')");
  EXPECT_REFUSED(nn::EmbeddingBag(nn::EmbeddingBagOptions(5, 3).padding_idx(7)),
                 "Padding_idx must be within num_embeddings");
  const Tensor table = rand({4, 2});
  nn::EmbeddingBag given = nn::EmbeddingBag::from_pretrained(table);
  EXPECT_FALSE(given->weight.requires_grad());
  EXPECT_TRUE(given->forward(tensor({{1, 2}}, kLong))[0].allclose((table[1] + table[2]) / 2));
}

TEST(PackedSequences, SortAndRestore) {
  const auto packed = rnn::pack_sequence({ones({2, 3}), ones({4, 3}) * 2}, false);
  EXPECT_TRUE(packed.sorted_indices().equal(tensor({1, 0}, kLong)));
  EXPECT_TRUE(packed.unsorted_indices().equal(tensor({1, 0}, kLong)));
  EXPECT_TRUE(packed.batch_sizes().equal(tensor({2, 2, 1, 1}, kLong)));
  const auto [padded, lengths] = rnn::pad_packed_sequence(packed, true, 0., 6);
  EXPECT_EQ(padded.sizes(), IntArrayRef({2, 6, 3}));
  EXPECT_TRUE(lengths.equal(tensor({2, 4}, kLong)));
  EXPECT_TRUE(padded.sum(IntArrayRef({1, 2})).equal(tensor({6.f, 24.f})));
  EXPECT_REFUSED(rnn::pack_sequence({ones({2, 3}), ones({4, 3})}),
                 "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True");
  EXPECT_REFUSED(rnn::pad_packed_sequence(packed, false, 0., 3), "got total_length=3 and max sequence length being 4");
  EXPECT_EQ(packed.to(TensorOptions(kDouble)).data().scalar_type(), kDouble);
}

// A packed sequence gives what each of its sequences gives alone.
TEST(PackedSequences, NetworksSeeEverySequenceAlone) {
  manual_seed(5);
  const std::vector<Tensor> sequences{randn({2, 3}), randn({5, 3}), randn({4, 3})};
  nn::LSTM lstm(nn::LSTMOptions(3, 4).num_layers(2).bidirectional(true));
  const Tensor h0 = randn({4, 3, 4}), c0 = randn({4, 3, 4});
  const auto [packed, state] =
      lstm->forward_with_packed_input(rnn::pack_sequence(sequences, false), std::make_tuple(h0, c0));
  const auto [padded, lengths] = rnn::pad_packed_sequence(packed);
  for (int64_t b = 0; b < 3; ++b) {
    const auto [y, alone] =
        lstm(sequences[static_cast<size_t>(b)].unsqueeze(1), std::make_tuple(h0.narrow(1, b, 1), c0.narrow(1, b, 1)));
    EXPECT_TRUE(padded.select(1, b).narrow(0, 0, lengths[b].item<int64_t>()).allclose(y.squeeze(1), 1e-4, 1e-6));
    EXPECT_TRUE(std::get<0>(state).narrow(1, b, 1).allclose(std::get<0>(alone), 1e-4, 1e-6));
    EXPECT_TRUE(std::get<1>(state).narrow(1, b, 1).allclose(std::get<1>(alone), 1e-4, 1e-6));
  }
}

}  // namespace
}  // namespace torchpp

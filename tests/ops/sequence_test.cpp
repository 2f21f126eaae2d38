// SPDX-License-Identifier: BSD-3-Clause
// What the rows of recurrent networks, bags of embeddings and CTC cannot say. Stored values are those of libtorch
// 1.13.1 on the CPU.
#include <gtest/gtest.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/torchpp.h>

#include <cmath>

#include "src/ops/generated/sequence.h"
#include "src/ops/sequence_rules.h"
#include "tests/support/error_of.h"

namespace torchpp {
namespace {

using test::error_of;

// Numbers between -0.8 and 0.9 that look random.
Tensor ramp(IntArrayRef sizes) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return arange(n, kDouble).mul(0.37).remainder(1.7).sub(0.8).view(sizes);
}

void expect_values(const Tensor& got, const std::vector<double>& expected, double tolerance = 2e-6) {
  ASSERT_EQ(got.numel(), static_cast<int64_t>(expected.size()));
  const Tensor flat = got.detach().to(kDouble).contiguous().flatten();
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(flat.data_ptr<double>()[i], expected[i], tolerance) << "element " << i;
}
void expect_integers(const Tensor& got, const std::vector<double>& expected) { expect_values(got, expected, 0); }

TEST(Recurrent, LstmInBothDirectionsWithProjection) {
  std::vector<Tensor> params;
  for (int d = 0; d < 2; ++d)
    for (const Tensor& t : {ramp({12, 2}), ramp({12, 2}), ramp({12}), ramp({12}) * 0.5, ramp({2, 3})})
      params.push_back(t);
  const auto [y, h, c] =
      lstm(ramp({3, 2, 2}), {ramp({2, 2, 2}), ramp({2, 2, 3})}, params, true, 1, 0., false, true, false);
  expect_values(y, {0.380129, -0.148445, 0.22055,  -0.164924, -0.177272, 0.14039,  -0.020409, -0.062565,
                    0.415701, -0.308547, 0.147977, -0.242328, -0.087202, 0.061721, -0.06973,  -0.033018,
                    0.248844, -0.263318, 0.109533, -0.238658, 0.013562,  0.003098, -0.163652, 0.005394});
  expect_values(h, {0.248844, -0.263318, 0.013562, 0.003098, 0.22055, -0.164924, -0.020409, -0.062565});
  expect_values(c, {-0.361506, -0.230272, 0.44714, -0.169682, 0.542233, 0.31304, -0.438401, 0.142555, 0.318945,
                    -0.002145, 0.096238, 0.35312});
}

TEST(Recurrent, PackedGru) {
  const auto [y, h] = gru(ramp({5, 2}), tensor({2, 2, 1}, kLong), ramp({1, 2, 2}),
                          {ramp({6, 2}), ramp({6, 2}), ramp({6}), ramp({6}) * 0.5}, true, 1, 0., false, false);
  expect_values(
      y, {-0.457343, -0.346142, 0.472286, -0.043567, -0.178548, -0.506471, 0.547631, -0.269867, 0.397537, -0.615893});
  expect_values(h, {0.397537, -0.615893, 0.547631, -0.269867});
}

TEST(Recurrent, DropoutBetweenLayersDrawsWhatLibtorchDraws) {
  manual_seed(7);
  const Tensor y = std::get<0>(rnn_tanh(ramp({3, 2, 2}), zeros({2, 2, 4}, kDouble),
                                        {ramp({4, 2}), ramp({4, 4}), ramp({4, 4}), ramp({4, 4})}, false, 2, 0.5, true,
                                        false, false));
  expect_values(y, {-0.766251, 0.774842,  0.448047,  0.217943,  0.028512,  0.132313,  0.233291,  0.329476,
                    0.206318,  -0.922496, -0.664325, -0.864966, -0.335682, 0.270503,  0.253711,  0.040826,
                    0.630704,  0.530901,  -0.050997, 0.703786,  0.237567,  -0.417443, -0.100522, -0.213646});
}

// The layer's own gradient against that of the layer by steps, for sizes that fill no tile and for several tiles.
TEST(Recurrent, GradientIsThatOfTheSteps) {
  const int64_t sizes[][2] = {{1, 1}, {3, 5}, {17, 50}, {70, 33}};  // sequences, features
  for (const auto& [batch, hidden] : sizes)
    for (int mode = 0; mode < 4; ++mode)
      for (const bool reverse : {false, true})
        for (const bool projects : {false, true}) {
          if (projects && (mode != 2 || hidden == 1)) continue;
          SCOPED_TRACE(str("mode ", mode, ", batch ", batch, ", hidden ", hidden, reverse ? ", reverse" : ""));
          const RecurrentMode m = static_cast<RecurrentMode>(mode);
          const int64_t width = gates_of(m) * hidden, state = projects ? 3 : hidden, last = (batch + 1) / 2;
          const std::vector<int64_t> batch_sizes{batch, batch, last, last};
          manual_seed(1);
          const auto leaf = [](IntArrayRef shape) { return rand(shape, kDouble).sub_(0.5).set_requires_grad(true); };
          std::vector<Tensor> inputs{leaf({2 * batch + 2 * last, width}), leaf({batch, state})};
          inputs.push_back(m == RecurrentMode::kLstm ? leaf({batch, hidden}) : Tensor());
          inputs.push_back(leaf({width, state}));
          inputs.push_back(leaf({width}));
          inputs.push_back(projects ? leaf({3, hidden}) : Tensor());
          std::vector<Tensor> leaves;
          for (const Tensor& t : inputs)
            if (t.defined()) leaves.push_back(t);
          const auto gradients = [&](const Tensor& y, const Tensor& h, const Tensor& c) {
            Tensor loss = (y * y).sum() + (h * h * h).sum();
            if (c.defined()) loss = loss + c.sum();
            return autograd::grad({loss}, leaves);
          };
          const auto [y, h, c, kept] = op::recurrent_layer(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4],
                                                           inputs[5], batch_sizes, mode, reverse, false);
          const auto [y2, h2, c2] = recurrent_layer_by_steps(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4],
                                                             inputs[5], batch_sizes, m, reverse);
          EXPECT_TRUE(y.allclose(y2) && h.allclose(h2) && (!c.defined() || c.allclose(c2)));
          const auto got = gradients(y, h, c), expected = gradients(y2, h2, c2);
          for (size_t i = 0; i < got.size(); ++i)
            EXPECT_TRUE(got[i].allclose(expected[i], 1e-8, 1e-10)) << "input " << i;
        }
}

TEST(Recurrent, ThreadsDoNotChangeABit) {
  manual_seed(2);
  const Tensor x = rand({6, 40, 30}), h = zeros({1, 40, 130}), c = zeros({1, 40, 130});
  std::vector<Tensor> params{rand({520, 30}) - 0.5, rand({520, 130}) - 0.5, rand({520}), rand({520})};
  for (Tensor& t : params) t.set_requires_grad(true);
  const auto run = [&] {
    const Tensor y = std::get<0>(lstm(x, {h, c}, params, true, 1, 0., false, false, false));
    std::vector<Tensor> all = autograd::grad({y.square().sum()}, params);
    all.push_back(y);
    return all;
  };
  const int threads = get_num_threads();
  set_num_threads(1);
  const std::vector<Tensor> one = run();
  set_num_threads(4);
  const std::vector<Tensor> four = run();
  set_num_threads(threads);
  for (size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(one[i].equal(four[i])) << i;
}

// As in libtorch, whose results are copies of the states that its nodes keep.
TEST(Recurrent, ResultsMayBeChangedInPlace) {
  const Tensor x = ramp({3, 2, 2}), h = zeros({1, 2, 2}, kDouble);
  std::vector<Tensor> params{ramp({6, 2}), ramp({6, 2}), ramp({6}), ramp({6})};
  for (Tensor& t : params) t.set_requires_grad(true);
  const auto gradient = [&](bool in_place) {
    Tensor y = std::get<0>(gru(x, h, params, true, 1, 0., false, false, false));
    y = in_place ? y.mul_(2) : y.mul(2);
    return autograd::grad({y.sum()}, params)[1];
  };
  EXPECT_TRUE(gradient(true).equal(gradient(false)));
}

TEST(Recurrent, WithoutSequencesOrWithASingleStep) {
  const std::vector<Tensor> params{rand({8, 3}), rand({8, 2}), rand({8}), rand({8})};
  const auto [y, h, c] =
      lstm(zeros({5, 0, 3}), {zeros({1, 0, 2}), zeros({1, 0, 2})}, params, true, 1, 0., false, false, false);
  EXPECT_EQ(y.sizes(), IntArrayRef({5, 0, 2}));
  EXPECT_EQ(h.sizes(), IntArrayRef({1, 0, 2}));
  const Tensor x = rand({1, 3}), h0 = rand({1, 2}), c0 = rand({1, 2});
  const auto [h1, c1] = lstm_cell(x, {h0, c0}, params[0], params[1], params[2], params[3]);
  const auto [y2, h2, c2] =
      lstm(x.unsqueeze(0), {h0.unsqueeze(0), c0.unsqueeze(0)}, params, true, 1, 0., false, false, false);
  EXPECT_TRUE(h1.equal(h2[0]) && c1.equal(c2[0]));
}

// torch._VF.rnn_tanh of libtorch 1.13.1: one sequence meets all hidden states; otherwise their numbers must be equal.
TEST(Recurrent, OneSequenceForSeveralStates) {
  const auto line = [](int64_t n, double first) { return torchpp::arange(n, kFloat) + first; };
  const std::vector<Tensor> params{line(4, -1.5).view({2, 2}) / 4, line(4, -2).view({2, 2}) / 4, tensor({.1f, -.2f}),
                                   tensor({.3f, .05f})};
  const Tensor x = line(4, -1).view({2, 1, 2}) / 2, h0 = line(6, -2).view({1, 3, 2}) / 2;
  const auto [y, h] = rnn_tanh(x, h0, params, true, 1, 0., false, false, false);
  EXPECT_EQ(y.sizes(), IntArrayRef({2, 3, 2}));
  expect_values(y, {0.8374279, -0.3252437, 0.4321196, -0.0872774, -0.2798322, 0.1610846, -0.2448275, 0.2033160,
                    -0.1063369, 0.2596011, 0.1849903, 0.3165166});
  EXPECT_TRUE(h[0].equal(y[1]));
  const Tensor batch_first = std::get<0>(rnn_tanh(x.transpose(0, 1), h0, params, true, 1, 0., false, false, true));
  EXPECT_TRUE(batch_first.equal(y.transpose(0, 1)));
  for (const int64_t batch : {2, 4})
    EXPECT_THROW(rnn_tanh(x.expand({2, batch, 2}), h0, params, true, 1, 0., false, false, false), Error) << batch;
  EXPECT_THROW(rnn_tanh(x.expand({2, 3, 2}), h0.narrow(1, 0, 1), params, true, 1, 0., false, false, false), Error);
  // The cells' state takes part in no product and is repeated in either direction.
  const Tensor z = ramp({3, 1, 2}), c = ramp({1, 4, 2}) * 0.5, h1 = ramp({1, 1, 2});
  const std::vector<Tensor> gates{ramp({8, 2}), ramp({8, 2}) * -0.7};
  const auto of = [&](const Tensor& input, const Tensor& hidden, const Tensor& cell) {
    return std::get<0>(lstm(input, {hidden, cell}, gates, false, 1, 0., false, false, false));
  };
  EXPECT_TRUE(of(z, h1, c).equal(of(z.expand({3, 4, 2}), h1.expand({1, 4, 2}), c)));
  EXPECT_TRUE(of(z, c, h1).equal(of(z.expand({3, 4, 2}), c, h1.expand({1, 4, 2}))));
}

// As in libtorch a step without rows changes nothing: neither states nor gradients.
TEST(Recurrent, PackedStepsWithoutRows) {
  const std::vector<Tensor> one{ramp({6, 2}), ramp({6, 2}), ramp({6}), ramp({6}) * 0.5};
  for (const ScalarType dtype : {kFloat, kDouble, kBFloat16}) {  // the last one goes by steps
    std::vector<Tensor> params;
    for (int direction = 0; direction < 2; ++direction)
      for (const Tensor& t : one) params.push_back(t.to(dtype).detach().requires_grad_());
    const auto run = [&](const Tensor& batch_sizes) {
      const auto [y, h] =
          gru(ramp({5, 2}).to(dtype), batch_sizes, ramp({2, 2, 2}).to(dtype), params, true, 1, 0., false, true);
      std::vector<Tensor> all = autograd::grad({(y * y).sum() + h.sum()}, params);
      all.insert(all.end(), {y, h});
      return all;
    };
    const std::vector<Tensor> got = run(tensor({2, 2, 1, 0, 0}, kLong)), expected = run(tensor({2, 2, 1}, kLong));
    for (size_t i = 0; i < got.size(); ++i) EXPECT_TRUE(got[i].equal(expected[i])) << dtype << ", tensor " << i;
  }
  const auto [y, h] = gru(ramp({0, 2}), tensor({0}, kLong), ramp({1, 0, 2}), one, true, 1, 0., false, false);
  EXPECT_EQ(y.sizes(), IntArrayRef({0, 2}));
  EXPECT_EQ(h.sizes(), IntArrayRef({1, 0, 2}));
  EXPECT_NE(error_of([&] {
              gru(ramp({5, 2}), tensor({2, -1}, kLong), ramp({1, 2, 2}), one, true, 1, 0., false, false);
            }).find("batch_sizes must not be negative"),
            std::string::npos);
}
// The cell state of one step does not depend on the projection, of which the output is linear.
TEST(Recurrent, SecondDerivativeByTheProjectionOfOneStep) {
  using List = autograd::variable_list;
  const Tensor x = ramp({1, 2, 2}), h0 = ramp({1, 2, 2}), c0 = ramp({1, 2, 3});
  const auto network = [&](const Tensor& w_hr) {
    return lstm(x, {h0, c0}, {ramp({12, 2}), ramp({12, 2}), w_hr}, false, 1, 0., false, false, false);
  };
  const Tensor w_hr = ramp({2, 3}).requires_grad_();
  const auto [y, h, c] = network(w_hr);
  const Tensor first = autograd::grad({y.square().sum() + c.sum()}, {w_hr}, {}, true, true)[0];
  EXPECT_TRUE(first.allclose(autograd::grad({y.square().sum() + c.sum()}, {w_hr})[0]));
  EXPECT_TRUE(autograd::gradgradcheck([&](const List& v) { return List{std::get<0>(network(v[0]))}; }, {w_hr}));
}
TEST(Recurrent, RowsBehindThoseOfThePackedSteps) {
  const std::vector<Tensor> one{ramp({6, 2}), ramp({6, 2})}, both{one[0], one[1], one[0], one[1]};
  const Tensor data = ramp({4, 2}), sizes = tensor({2, 1}, kLong);
  const auto [y, h] = gru(data, sizes, ramp({1, 2, 2}), one, false, 1, 0., false, false);
  const auto [y2, h2] = gru(data.slice(0, 0, 3), sizes, ramp({1, 2, 2}), one, false, 1, 0., false, false);
  EXPECT_TRUE(y.equal(y2) && h.equal(h2));
  EXPECT_NE(error_of([&] {
              gru(data, sizes, ramp({2, 2, 2}), both, false, 1, 0., false, true);
            }).find("batch_sizes ask for 3 rows, got 4"),
            std::string::npos);
}

TEST(PackedSequence, StepsWithoutRowsArePadded) {
  const auto [padded, lengths] = _pad_packed_sequence(tensor({1, 2, 3}, kLong), tensor({2, 1, 0}, kLong), false, 7, 4);
  EXPECT_TRUE(padded.equal(tensor({1, 2, 3, 7, 7, 7, 7, 7}, kLong).view({4, 2})));
  EXPECT_TRUE(lengths.equal(tensor({2, 1}, kLong)));
  EXPECT_EQ(std::get<0>(_pad_packed_sequence(zeros({0, 3}), tensor({0}, kLong), false, 7, 3)).sizes(),
            IntArrayRef({3, 0, 3}));
  for (const Tensor& wrong : {tensor({2, -1}, kLong), tensor({-1}, kLong)})
    EXPECT_NE(error_of([&] {
                _pad_packed_sequence(zeros({1, 3}), wrong, false, 0, 0);
              }).find("must not be negative"),
              std::string::npos);
}

// With include_last_offset the last offset ends the last bag; indices behind it are in none, and have no gradient.
TEST(EmbeddingBag, IndicesBehindTheLastBag) {
  const Tensor weight = ramp({4, 2}).requires_grad_(), scale = ramp({5}).requires_grad_();
  const Tensor at = torchpp::tensor({0, 1, 1, 3, 2}, kLong), offsets = torchpp::tensor({0, 2, 3}, kLong);
  const Tensor sums = std::get<0>(embedding_bag(weight, at, offsets, false, 0, false, scale, true));
  EXPECT_EQ(sums.sizes(), IntArrayRef({2, 2}));
  sums.sum().backward();
  EXPECT_TRUE(equal(weight.grad().slice(0, 2), torchpp::zeros({2, 2}, kDouble)));
  EXPECT_TRUE(equal(scale.grad().slice(0, 3), torchpp::zeros({2}, kDouble)));
  EXPECT_TRUE(autograd::gradgradcheck(
      [&](const autograd::variable_list& x) -> autograd::variable_list {
        return {std::get<0>(embedding_bag(x[0], at, offsets, false, 0, false, x[1], true))};
      },
      {weight, scale}));
}

// The gradients of no bags are zeros, where libtorch 1.13.1 reads memory that nothing was written to.
TEST(EmbeddingBag, IndicesWithoutBags) {
  const Tensor table = ramp({4, 3}).requires_grad_(), weights = ramp({3}).requires_grad_();
  for (const int64_t mode : {0, 1, 2}) {
    const Tensor given = mode == 0 ? weights : Tensor();
    const Tensor y =
        std::get<0>(_embedding_bag(table, tensor({3, 0, 2}, kLong), zeros({0}, kLong), false, mode, false, given));
    ASSERT_EQ(y.sizes(), IntArrayRef({0, 3}));
    const std::vector<Tensor> leaves = mode == 0 ? std::vector<Tensor>{table, weights} : std::vector<Tensor>{table};
    for (const Tensor& g : autograd::grad({y.sum()}, leaves)) EXPECT_EQ(g.abs().sum().item<double>(), 0) << mode;
  }
}

// The rows that were the greatest come from the caller.
TEST(EmbeddingBag, GreatestRowsThatDoNotExistAreRefused) {
  for (const int row : {-1, 7}) {
    const std::string error = error_of([&] {
      _embedding_bag_dense_backward(ones({1, 2}), tensor({0, 1}, kLong), zeros({0}, kLong), tensor({2}, kLong),
                                    tensor({0, row}, kLong).view({1, 2}), 7, false, 2, {}, -1);
    });
    EXPECT_NE(error.find(str("index out of range in self: got ", row, ", expected 0 to 6")), std::string::npos)
        << error;
  }
}

// Widths of every number of vectors and of what is left of one; sums of an empty bag and of padding alone are 0.
TEST(EmbeddingBag, WidthsAgainstAddedRows) {
  const int threads = get_num_threads();
  const std::vector<int64_t> index = {3, 0, 6, 6, 2, 2, 2, 5, 1, 4, 0, 3, 3, 6, 1, 0, 5, 5, 4, 2, 1, 1};
  const std::vector<int64_t> begin = {0, 5, 5, 8, 9, 20};
  const Tensor at = tensor(index, kLong), offsets = tensor(begin, kLong);
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16})
    for (const int64_t width : {1, 3, 4, 15, 16, 31, 64, 100, 127, 128, 200, 256, 263, 2100})
      for (const bool mean : {false, true}) {
        const Tensor weight = ramp({7, width}).to(dtype), rows = weight.to(kDouble);
        std::vector<Tensor> bags;
        for (size_t b = 0; b < begin.size(); ++b) {
          Tensor sum = zeros({width}, kDouble);
          double count = 0;
          for (int64_t i = begin[b]; i < (b + 1 < begin.size() ? begin[b + 1] : static_cast<int64_t>(index.size()));
               ++i)
            if (index[static_cast<size_t>(i)] != 2) sum = sum + rows[index[static_cast<size_t>(i)]], ++count;
          bags.push_back(mean && count > 0 ? sum / count : sum);
        }
        const auto bag = [&] {
          return std::get<0>(embedding_bag(weight, at, offsets, false, mean ? 1 : 0, false, {}, false, 2));
        };
        const double tolerance = dtype == kDouble ? 1e-14 : dtype == kFloat ? 2e-6 : dtype == kHalf ? 4e-3 : 3e-2;
        const Tensor got = bag();
        ASSERT_EQ(got.scalar_type(), dtype);
        ASSERT_LE((got.to(kDouble) - stack(bags)).abs().max().item<double>(), tolerance)
            << toString(dtype) << " " << width << " " << mean;
        set_num_threads(2);
        ASSERT_TRUE(got.equal(bag()));
        set_num_threads(threads);
      }
  EXPECT_THROW(std::get<0>(embedding_bag(ramp({7, 4}), tensor({0, 1, 2, 7, 3}, kLong), tensor({0}, kLong))), Error);
  EXPECT_THROW(std::get<0>(embedding_bag(ramp({7, 4}), tensor({0, 1, -1}, kLong), tensor({0}, kLong))), Error);
}

TEST(EmbeddingBag, Gradients) {
  Tensor weight = ramp({5, 3}).set_requires_grad(true), scale = ramp({4}).set_requires_grad(true);
  Tensor y = std::get<0>(
      embedding_bag(weight, tensor({1, 3, 3, 0}, kLong), tensor({0, 3}, kLong), true, 0, false, scale, false, 0));
  y.backward(ramp({2, 3}));
  expect_values(weight.grad(),
                {0.0, 0.0, 0.0, 0.64, 0.344, 0.048, 0.0, 0.0, 0.0, 0.196, 0.10535, 0.0147, 0.0, 0.0, 0.0});
  expect_values(scale.grad(), {-0.5014, -0.4412, -0.4412, 0.0});
  weight.mutable_grad() = Tensor();
  const auto results =
      embedding_bag(weight, tensor({1, 3, 3, 0}, kLong), tensor({0, 3, 3}, kLong), false, 2, false, {}, false, nullopt);
  std::get<0>(results).backward(ramp({3, 3}));
  expect_values(weight.grad(), {-0.28, 0.09, 0.46, 0.0, -0.43, 0.0, 0.0, 0.0, 0.0, -0.8, 0.0, -0.06, 0.0, 0.0, 0.0});
  expect_integers(std::get<3>(results), {3, 1, 3, 0, 0, 0, 0, 0, 0});
  expect_integers(std::get<2>(results), {3, 0, 1});
  expect_integers(std::get<1>(results), {0, 0, 0, 2});
}

TEST(CtcLoss, GradientBehindLogSoftmax) {
  Tensor log_probs = ramp({4, 1, 3}).log_softmax(2).detach().set_requires_grad(true);
  const Tensor loss = ctc_loss(log_probs, tensor({1, 1}, kLong).view({1, 2}), {4}, {2}, 0, Reduction::Mean, false);
  loss.backward();
  expect_values(loss, {1.5941439943405271}, 1e-12);
  expect_values(log_probs.grad(), {0.061824, -0.292468, 0.230643, -0.205334, 0.1377, 0.067634, -0.056202, -0.174441,
                                   0.230643, 0.039567, -0.155781, 0.116213});
  // A true gradient where log_softmax stands before.
  const auto f = [](const autograd::variable_list& x) -> autograd::variable_list {
    return {ctc_loss(x[0].log_softmax(2), tensor({1, 2, 2, 1}, kLong).view({2, 2}), {4, 3}, {2, 1}, 0, Reduction::Sum,
                     false)};
  };
  autograd::GradcheckOptions o;
  o.check_forward_ad = false;
  EXPECT_TRUE(autograd::gradcheck(f, {ramp({4, 2, 3}).set_requires_grad(true)}, o));
}

// Second derivatives and forward mode, of which libtorch 1.13.1 has none, against finite differences: padded and joined
// targets, sequences that end early, a label that is repeated, one without labels, and one that cannot be spelled.
TEST(CtcLoss, SecondDerivativesAndForwardMode) {
  struct Case {
    Tensor targets;
    std::vector<int64_t> inputs, lengths;
    bool zero_infinity;
  };
  const Case cases[] = {
      {torchpp::tensor({1, 3, 2, 2}, kLong).view({2, 2}), {4, 4}, {2, 2}, false},
      {torchpp::tensor({1, 3, 2}, kLong), {4, 3}, {2, 1}, false},
      {torchpp::tensor({2, 2, 3, 1}, kLong).view({2, 2}), {4, 2}, {0, 1}, false},
      {torchpp::tensor({1, 1, 2, 3}, kLong).view({2, 2}), {2, 4}, {2, 2}, true},
  };
  autograd::GradcheckOptions forward;
  forward.check_forward_ad = true;
  for (const Case& c : cases) {
    const auto loss = [&](const autograd::variable_list& x) -> autograd::variable_list {
      return {ctc_loss(log_softmax(x[0], -1), c.targets, c.inputs, c.lengths, 0, Reduction::None, c.zero_infinity)};
    };
    const Tensor x = ramp({4, 2, 4}).mul(2).requires_grad_();
    EXPECT_TRUE(autograd::gradcheck(loss, {x}, forward));
    EXPECT_TRUE(autograd::gradgradcheck(loss, {x}, {}, forward));
  }
}

// libtorch 1.13.1: targets of one sequence without a batch are a vector, or a matrix of one row, which may be longer.
TEST(CtcLoss, TargetsOfOneSequence) {
  const Tensor log_probs = torchpp::arange(12.0).remainder(5).view({4, 3}).log_softmax(-1);
  const auto loss = [&](const Tensor& targets) {
    return ctc_loss(log_probs, targets, {4}, {2}, 0, Reduction::None, false).item<double>();
  };
  EXPECT_NEAR(loss(tensor({1, 2}, kLong)), 1.5747, 1e-4);
  EXPECT_NEAR(loss(tensor({1, 2}, kLong).view({1, 2})), 1.5747, 1e-4);
  EXPECT_NEAR(loss(tensor({1, 2, 1}, kLong).view({1, 3})), 1.5747, 1e-4);
  EXPECT_THROW(loss(tensor({1, 2, 1}, kLong)), Error);
}

// Also beside ways to spell the target that are impossible, of which there are none else for the second label.
// Source: libtorch 1.13.1.
TEST(CtcLoss, NaNOfALabelIsTheLoss) {
  Tensor log_probs = full({3, 1, 4}, -1., kDouble);
  log_probs.select(2, 3).fill_(NAN);
  log_probs.requires_grad_();
  const Tensor loss = ctc_loss(log_probs, tensor({2, 3}, kLong).view({1, 2}), {2}, {2}, 0, Reduction::None, true);
  loss.sum().backward();
  EXPECT_TRUE(std::isnan(loss.item<double>()));
  expect_values(log_probs.grad().isnan().to(kDouble), {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0});
}

TEST(CtcLoss, TargetsThatAreTooLong) {
  Tensor log_probs = ramp({4, 1, 3}).log_softmax(2).detach().set_requires_grad(true);
  const Tensor targets = tensor({1, 1}, kLong).view({1, 2});
  const Tensor none = ctc_loss(log_probs, targets, {2}, {2}, 0, Reduction::Mean, true);
  none.backward();
  EXPECT_EQ(none.item<double>(), 0);
  EXPECT_EQ(log_probs.grad().abs().sum().item<double>(), 0);
  EXPECT_TRUE(std::isinf(ctc_loss(log_probs, targets, {2}, {2}).item<double>()));
  EXPECT_THROW(std::get<0>(_ctc_loss(log_probs, tensor({1, 7}, kLong).view({1, 2}), {4}, {2})), Error);
}

TEST(Multinomial, DrawsWhatLibtorchDraws) {
  manual_seed(3);
  const Tensor rows = tensor({.1f, .2f, .3f, .4f, 3.f, 1.f, 1.f, 5.f}).view({2, 4}), one = rows[0];
  const Tensor wide = tensor({.1, .2, .3, .4}, kDouble);
  expect_integers(rows.multinomial(6, true), {0, 1, 3, 1, 3, 3, 0, 2, 2, 3, 0, 3});
  expect_integers(wide.multinomial(6, true), {2, 2, 3, 0, 1, 2});
  expect_integers(one.multinomial(3), {1, 3, 2});
  expect_integers(rows.multinomial(1, true), {0, 0});
  expect_integers(wide.multinomial(2), {1, 2});
  expect_values(rand({1}), {0.32064181566238403}, 1e-7);
}

TEST(Multinomial, ManyClassesAndSamples) {  // libtorch 1.13.1
  manual_seed(0);
  const Tensor wide = (arange(1000, kLong) * 7).remainder(13).to(kFloat) + 0.5;
  expect_integers(wide.multinomial(21, true), {971, 709, 460, 921, 646, 791, 179, 352, 582, 289, 453,
                                               178, 356, 622, 482, 440, 408, 206, 666, 786, 211});
  const Tensor rows = (arange(3 * 129, kLong) * 5).remainder(7).to(kFloat).view({3, 129});
  expect_integers(rows.multinomial(11, true), {88,  15, 67, 29, 72, 75, 88, 95, 29,  103, 81,  26,  19, 62, 118, 73, 62,
                                               103, 47, 35, 5,  97, 44, 69, 61, 111, 5,   128, 114, 97, 33, 24,  128});
  expect_integers(tensor({2.f}).multinomial(9, true), {0, 0, 0, 0, 0, 0, 0, 0, 0});
}

// Several rows are taken together; they draw one after the other.
TEST(Multinomial, RowsDrawAsTheyDoAlone) {
  const int threads = get_num_threads();
  for (const ScalarType dtype : {kHalf, kBFloat16, kFloat, kDouble})
    for (const int64_t rows : {1, 3, 4, 7, 40})
      for (const int64_t samples : {1, 9, 5000}) {
        const Tensor weights = arange(rows * 33, kDouble).mul(0.37).remainder(1.7).to(dtype).view({rows, 33});
        manual_seed(3);
        std::vector<Tensor> alone;
        for (int64_t i = 0; i < rows; ++i) alone.push_back(weights[i].multinomial(samples, true));
        const Tensor next = rand({1});
        for (const int n : {1, 2, 4}) {
          manual_seed(3);
          set_num_threads(n);
          const Tensor together = weights.multinomial(samples, true);
          set_num_threads(threads);
          EXPECT_TRUE(together.equal(stack(alone))) << toString(dtype) << " " << rows << " x " << samples;
          EXPECT_TRUE(rand({1}).equal(next));
        }
      }
}

TEST(Multinomial, RefusesWhatIsNoDistribution) {
  const double infinity = INFINITY;
  for (const std::vector<double>& weights : {std::vector<double>{-1, 2}, {infinity, 1}, {NAN, 1}, {0, 0}})
    for (const bool replacement : {false, true})
      EXPECT_THROW(tensor(weights, kDouble).multinomial(2, replacement), Error);
  for (const double refused : std::vector<double>{-1e-30, -INFINITY, INFINITY, NAN}) {
    Tensor weights = ones({100});
    weights[57].fill_(refused);
    EXPECT_THROW(weights.multinomial(2, true), Error) << refused;
    EXPECT_THROW(stack({ones({100}), weights}).to(kBFloat16).multinomial(2, true), Error) << refused;
  }
  Tensor out = empty({0}, kInt);
  EXPECT_THROW(multinomial_out(out, ones({3}), 2), Error);
  EXPECT_EQ(ones({0, 4}).multinomial(1).sizes(), IntArrayRef({0, 1}));
}

// A distance of 0 has the gradient 0, also by the matrix product.
TEST(Distances, GradientAtZero) {
  for (const int64_t mode : {1, 2}) {
    Tensor x = zeros({2, 3}, kDouble).set_requires_grad(true);
    cdist(x, zeros({2, 3}, kDouble), 2, mode).sum().backward();
    EXPECT_EQ(x.grad().abs().sum().item<double>(), 0);
  }
  Tensor x = zeros({3, 3}, kDouble).set_requires_grad(true);
  pdist(x).sum().backward();
  EXPECT_EQ(x.grad().abs().sum().item<double>(), 0);
}

// Tiles of points, of coordinates and of rows, whole and in part, with NaN, infinity and repeated points.
TEST(Distances, OfTiles) {
  const int threads = get_num_threads();
  for (const int64_t n : {0, 1, 2, 63, 64, 65, 130})
    for (const int64_t width : {0, 1, 15, 16, 17, 37}) {
      Tensor x = (arange(n * width, kDouble) * 0.7).sin().view({n, width});
      if (n > 63 && width > 1) {
        x.index_put_({tensor({0, 62})}, x[n - 1].clone());
        x.index_put_({5, 1}, INFINITY);
        x.index_put_({7, 0}, NAN);
      }
      for (const double p : {0.0, 1.0, 2.0, double(INFINITY)}) {
        // One coordinate after the other.
        const Tensor differences = (x.unsqueeze(1) - x.unsqueeze(0)).abs();
        const Tensor expected = width == 0 ? zeros({n, n}, kDouble)
                                : p == 0   ? differences.ne(0).to(kDouble).sum(2)
                                : p == 1   ? differences.sum(2)
                                : p == 2   ? differences.square().sum(2).sqrt()
                                           : differences.amax(2);
        const Tensor upper = ones({n, n}, kBool).triu(1);
        const Tensor all = _cdist_forward(x, x.t().contiguous().t(), p, nullopt), pairs = pdist(x, p);
        EXPECT_TRUE(all.allclose(expected, 1e-12, 1e-14, true)) << n << " " << width << " " << p;
        EXPECT_TRUE(pairs.allclose(expected.masked_select(upper), 1e-12, 1e-14, true)) << n << " " << width << " " << p;
        if (n == 0 || width == 0) continue;
        const Tensor g = (arange(n * n, kDouble) * 0.3).cos().view({n, n});
        const Tensor slopes = _cdist_backward(g, x, x, p, all);
        const Tensor signs = (x.unsqueeze(1) - x.unsqueeze(0)).sgn(), distance = all.unsqueeze(2);
        Tensor each = p == 0 ? zeros_like(signs) : signs;
        if (p == 2) each = where(distance.eq(0), zeros_like(signs), (x.unsqueeze(1) - x.unsqueeze(0)) / distance);
        if (p == INFINITY) each = where(differences.eq(distance), signs, zeros_like(signs));
        EXPECT_TRUE(slopes.allclose((each * g.unsqueeze(2)).sum(1), 1e-11, 1e-12, true))
            << n << " " << width << " " << p;
        const Tensor of_pairs = g.masked_select(upper), one_sided = zeros_like(g).masked_scatter(upper, of_pairs);
        const Tensor pair_slopes = _pdist_backward(of_pairs, x, p, pairs);
        EXPECT_TRUE(pair_slopes.allclose(_cdist_backward(one_sided + one_sided.t(), x, x, p, all), 1e-11, 1e-12, true))
            << n << " " << width << " " << p;
        for (const int count : {1, 2, 4, 8}) {
          set_num_threads(count);
          const Tensor again = _cdist_backward(g, x, x, p, all), pairs_again = _pdist_backward(of_pairs, x, p, pairs);
          const Tensor all_again = _cdist_forward(x, x, p, nullopt);
          set_num_threads(threads);
          EXPECT_TRUE(again.nan_to_num().equal(slopes.nan_to_num())) << count << " threads";
          EXPECT_TRUE(pairs_again.nan_to_num().equal(pair_slopes.nan_to_num())) << count << " threads";
          EXPECT_TRUE(all_again.nan_to_num().equal(all.nan_to_num())) << count << " threads";
        }
      }
    }
}

// The quotient of gradient and distance leaves the range of float, the products with differences do not.
TEST(Distances, GradientsOfTheGreatestAndTheLeast) {
  const auto slope = [](float at, float gradient) {
    Tensor x = zeros({2, 17}).requires_grad_();
    {
      const NoGradGuard no_grad;
      x.index_put_({1}, at);
    }
    pdist(x).backward(tensor({gradient}));
    return x.grad()[1][16].item<float>();
  };
  EXPECT_FLOAT_EQ(slope(1e-18f, 1e30f), 1e30f / std::sqrt(17.f));
  EXPECT_FLOAT_EQ(slope(1e18f, 1e-30f), 1e-30f / std::sqrt(17.f));
}

TEST(FlattenDenseTensors, OneTensorIsViewed) {
  const Tensor x = rand({3, 4});
  EXPECT_EQ(flatten_dense_tensors({x}).data_ptr(), x.data_ptr());
  EXPECT_EQ(flatten_dense_tensors({rand({8}).slice(0, 0, 8, 2)}).strides(), IntArrayRef({1}));  // libtorch 1.13.1
  EXPECT_EQ(unflatten_dense_tensors(rand({6}), {rand({2, 0}), rand({2, 3})})[0].sizes(), IntArrayRef({0}));
}

}  // namespace
}  // namespace torchpp

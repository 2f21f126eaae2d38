// SPDX-License-Identifier: BSD-3-Clause
// The out= forms of convolution, pooling, normalisation, embedding, dropout, losses and matrix products against their
// functional forms. Which dtypes a destination may have was asked of libtorch 1.13.1.
#include <torchpp/core/log.h>

#include <functional>

#include "tests/ops/nn_support.h"

namespace torchpp::test {
namespace {

using List = std::vector<Tensor>;
using nn_test::strided;

enum class Dtype {
  kExact,  // that of the result alone
  kCast,   // any to which the result can be cast
  kAny
};

struct Form {
  const char* name;
  Dtype dtype;
  std::function<List()> result;        // of the functional form
  std::function<void(List& o)> write;  // to the destinations
};

List list(const Tensor& t) { return {t}; }
List list(const std::tuple<Tensor, Tensor>& t) { return {std::get<0>(t), std::get<1>(t)}; }
List list(const std::tuple<Tensor, Tensor, Tensor>& t) { return {std::get<0>(t), std::get<1>(t), std::get<2>(t)}; }

// name(arguments...) and name_out(destinations, arguments...)
#define FORM_AS(label, dtype, name, outs, ...)                                                                    \
  {                                                                                                               \
    label, Dtype::dtype, [=] { return list(name(__VA_ARGS__)); }, [=](List& o) { name##_out(outs, __VA_ARGS__); } \
  }
#define FORM(dtype, name, ...) FORM_AS(#name, dtype, name, o[0], __VA_ARGS__)
#define COMMA ,
#define PAIR(dtype, name, ...) FORM_AS(#name, dtype, name, o[0] COMMA o[1], __VA_ARGS__)
#define TRIPLE(dtype, name, ...) FORM_AS(#name, dtype, name, o[0] COMMA o[1] COMMA o[2], __VA_ARGS__)

std::vector<Form> forms() {
  manual_seed(11);
  const Tensor x = randn({2, 3, 4, 4}), g = randn({2, 3, 2, 2}), v = randn({3}), w = randn({5, 3, 3, 3}),
               y = randn({2, 5, 2, 2}), last = x.contiguous(MemoryFormat::ChannelsLast);
  const Tensor at = std::get<1>(max_pool2d_with_indices(x, 2)), rows = randn({4, 3}), more = randn({4, 3}),
               share = rand({4, 3}), index = tensor({0, 2, 1, 2}), positive = v.abs(), one = randn({});
  const Tensor images = zeros({2, 4, 4}, kLong), line = randn({4}), a = randn({2, 4, 3}), b = randn({2, 3, 5});
  const Tensor mean = rows.mean(1, true), rstd = rows.var(1, false, true).add(1e-5).rsqrt();
  const std::array<bool, 3> all = {true, true, true};
  const optional<Tensor> none;
  const int64_t kMean = Reduction::Mean, kNone = Reduction::None;
  return {
      FORM(kExact, matmul, rows, v),
      FORM(kExact, matmul, v, v),
      FORM(kExact, matmul, v, b[0]),
      FORM(kExact, matmul, a, b[0]),
      FORM(kExact, matmul, v, b),
      FORM(kExact, matmul, a, b),
      FORM(kExact, mm, rows, b[0]),
      FORM(kExact, bmm, a, b),
      FORM(kExact, mv, rows, v),
      FORM(kExact, dot, v, v),
      FORM(kCast, outer, v, line),
      FORM(kCast, ger, v, line),
      FORM(kExact, addmm, v[0], rows, randn({3, 2}), 0.5, 2),
      FORM(kExact, addmv, line, rows, v, 0.5, 2),
      FORM(kExact, addmv, one, rows, v),
      FORM(kExact, baddbmm, one, a, b, 0.5, 2),
      FORM(kExact, linear, rows, randn({2, 3}), randn({2})),
      FORM(kExact, linear, a, randn({2, 3}), randn({4, 2})),
      FORM(kExact, linear, a, randn({2, 3}), none),
      FORM(kExact, linear, rows, v, one),

      FORM(kAny, convolution, x, w, none, 1, 0, 1, false, 0, 1),
      FORM(kAny, convolution, last, w, randn({5}), 1, 1, 1, false, 0, 1),
      TRIPLE(kAny, convolution_backward, y, x, w, {5}, 1, 0, 1, false, 0, 1, all),
      PAIR(kExact, max_pool2d_with_indices, x, 2),
      PAIR(kExact, max_pool2d_with_indices, last, 2),
      FORM(kExact, max_pool2d_with_indices_backward, g, x, 2, 2, 0, 1, false, at),
      FORM(kExact, avg_pool2d, x, 2),
      FORM(kExact, avg_pool2d, last, {2, 1}, 1),
      FORM(kExact, avg_pool2d_backward, g, x, 2, 2, 0, false, true, nullopt),
      FORM(kExact, adaptive_avg_pool2d, x, {3, 2}),
      FORM(kExact, adaptive_avg_pool2d, last, 3),
      FORM(kExact, adaptive_avg_pool2d, zeros({2, 3, 0, 4}), 1),
      FORM(kAny, _adaptive_avg_pool2d, x, {3, 2}),
      FORM(kAny, _adaptive_avg_pool2d_backward, g, x),
      TRIPLE(kExact, native_batch_norm, x, v, v, v.clone(), positive.clone(), true, 0.1, 1e-5),
      TRIPLE(kExact, native_batch_norm, x, v, v, v, positive, false, 0.1, 1e-5),
      TRIPLE(kAny, native_batch_norm_backward, x, x, v, none, none, v, positive, true, 1e-5, all),
      TRIPLE(kAny, native_layer_norm, rows, 3, v, v, 1e-5),
      TRIPLE(kAny, native_layer_norm_backward, more, rows, 3, mean, rstd, v, v, all),
      TRIPLE(kAny, native_group_norm_backward, more, rows, mean, rstd, v, 4, 3, 1, 1, all),
      FORM(kAny, embedding, rows, index),
      FORM(kAny, embedding_dense_backward, more, index, 5, 1, true),
      FORM(kAny, embedding_renorm, rows, index, 0.5, 2.0),
      PAIR(kAny, native_dropout, x, 0.5, true),

      FORM(kCast, mse_loss, rows, more, kNone),
      FORM(kCast, mse_loss_backward, one, rows, more, kMean),
      FORM(kCast, smooth_l1_loss, rows, more, kMean),
      FORM(kCast, smooth_l1_loss_backward, one, rows, more, kMean, 0.5),
      FORM(kCast, huber_loss, rows, more, kNone),
      FORM(kCast, huber_loss_backward, one, rows, more, kMean, 0.5),
      FORM(kCast, binary_cross_entropy, share, share, none, kNone),
      FORM(kCast, binary_cross_entropy_backward, one, share, more, none, kMean),
      FORM(kAny, binary_cross_entropy_with_logits, rows, share, none, v, kNone),
      FORM(kExact, nll_loss, rows, index, v, kMean),
      FORM(kExact, nll_loss, rows, index, none, kNone),
      FORM(kExact, nll_loss2d, x, images, none, kNone),
      PAIR(kExact, nll_loss_forward, rows, index, v, kMean, -100),
      FORM(kExact, nll_loss_backward, one, rows, index, none, kMean, -100, full({}, 4.)),
      FORM(kExact, soft_margin_loss, rows, more, kNone),
      FORM(kExact, soft_margin_loss, rows, more),
      FORM(kExact, multi_margin_loss, rows, index, 2, 0.5, v, kNone),
      FORM(kExact, multi_margin_loss, rows, index),
  };
}

class DestinationForm : public ::testing::TestWithParam<size_t> {
 protected:
  DestinationForm() : form_(forms()[GetParam()]) {}
  List result() const {
    manual_seed(5);
    return form_.result();
  }
  void write(List& o) const {
    manual_seed(5);
    form_.write(o);
  }
  // What the write throws; empty for nothing.
  std::string refusal(List& o) const {
    try {
      write(o);
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  }
  static void expect_written(const List& o, const List& expected) {
    for (size_t i = 0; i < o.size(); ++i) {
      EXPECT_EQ(o[i].sizes(), expected[i].sizes()) << i;
      EXPECT_TRUE(o[i].equal(expected[i].to(o[i].dtype())) ||
                  (o[i].numel() > 0 && expected[i].isnan().all().item<bool>()))
          << i << ": " << o[i] << expected[i];
    }
  }
  Form form_;
};

int warnings = 0;

TEST_P(DestinationForm, TakesTheResult) {
  set_warning_handler([](void*, const char*, const char*, int) { ++warnings; });
  const List expected = result();
  List fresh, other, steps;
  for (const Tensor& t : expected) {
    fresh.push_back(empty({0}, t.options()));
    other.push_back(zeros({7, 1}, t.options()));
    steps.push_back(strided(zeros_like(t)));
  }
  warnings = 0;
  for (List* o : {&fresh, &steps}) {
    write(*o);
    expect_written(*o, expected);
  }
  EXPECT_EQ(warnings, 0);
  const std::vector<int64_t> before(steps[0].strides().begin(), steps[0].strides().end());
  write(steps);
  EXPECT_EQ(steps[0].strides(), IntArrayRef(before)) << "a destination that fits keeps its strides";
  write(other);
  expect_written(other, expected);
  EXPECT_EQ(static_cast<size_t>(warnings), expected.size()) << "one for each destination that is resized";
  set_warning_handler(nullptr);
}

TEST_P(DestinationForm, Dtypes) {
  const List expected = result();
  for (const ScalarType to : {kDouble, kHalf, kLong}) {
    List o;
    for (const Tensor& t : expected) o.push_back(empty({0}, t.options().dtype(to)));
    const std::string refused = refusal(o);
    if (form_.dtype == Dtype::kAny || (form_.dtype == Dtype::kCast && to != kLong)) {
      EXPECT_EQ(refused, "") << to;
      expect_written(o, expected);
      continue;
    }
    EXPECT_NE(refused.find(form_.dtype == Dtype::kCast ? "can't be cast to the desired output type Long"
                                                       : "Expected out tensor to have dtype float, but got"),
              std::string::npos)
        << to << refused;
    for (const Tensor& t : o) EXPECT_EQ(t.numel(), 0);
  }
}

TEST_P(DestinationForm, RefusesOverlapAndGradients) {
  List shared, needing;
  for (const Tensor& t : result()) {
    shared.push_back(zeros({}, t.options()).expand(t.sizes()));
    needing.push_back(empty({0}, t.options()));
  }
  if (shared[0].numel() > 1) {
    EXPECT_NE(refusal(shared).find("refers to a single memory location"), std::string::npos);
  }
  needing[0].requires_grad_();
  EXPECT_NE(refusal(needing).find("don't support automatic differentiation"), std::string::npos);
  EXPECT_EQ(needing[0].numel(), 0);
}

std::string name_of(const ::testing::TestParamInfo<size_t>& info) {
  return std::to_string(info.index) + "_" + forms()[info.param].name;
}
INSTANTIATE_TEST_SUITE_P(NnLossLinalg, DestinationForm, ::testing::Range(size_t{0}, forms().size()), name_of);

TEST(InPlaceForm, Products) {
  manual_seed(3);
  const Tensor mat = randn({4, 3}), vec = randn({3}), v = randn({4}), a = randn({2, 4, 3}), b = randn({2, 3, 4});
  Tensor x = v.clone(), y = v.clone();
  x.addmv_(mat, vec, 0.5, 2);
  addmv_(y, mat, vec, 0.5, 2);
  EXPECT_TRUE(x.equal(addmv(v, mat, vec, 0.5, 2)));
  EXPECT_TRUE(y.equal(x));
  EXPECT_EQ(x._version(), 1);
  EXPECT_ERROR(ones({1}).addmv_(mat, vec), "input tensor size [1] and output tensor size [4] should match");
  const Tensor whole = randn({2, 4, 4});
  Tensor z = whole.clone();
  z.baddbmm_(a, b, 0.5, 2);
  EXPECT_TRUE(z.equal(baddbmm(whole, a, b, 0.5, 2)));
  EXPECT_ERROR(ones({1, 4, 4}).baddbmm_(a, b), "should match");
}

TEST(InPlaceForm, AddmvIsOneNodeOfTheGraph) {
  const Tensor leaf = randn({4}, kDouble).requires_grad_(), mat = randn({4, 3}, kDouble).requires_grad_(),
               vec = randn({3}, kDouble).requires_grad_();
  Tensor x = leaf.clone();
  x.addmv_(mat, vec, 0.5, 2);
  EXPECT_EQ(x.grad_fn()->name(), "AddmvBackward0");
  x.sum().backward();
  EXPECT_TRUE(leaf.grad().equal(full({4}, 0.5, kDouble)));
  EXPECT_TRUE(nn_test::distance(mat.grad(), vec.detach().mul(2).expand({4, 3})) < 1e-12);
  EXPECT_TRUE(nn_test::distance(vec.grad(), mat.detach().sum(0).mul(2)) < 1e-12);
}

TEST(InPlaceForm, EmbeddingRenorm) {
  const Tensor w = randn({5, 3}), at = tensor({1, 3});
  Tensor x = w.clone();
  embedding_renorm_(x, at, 0.5, 2.0);
  EXPECT_TRUE(x.equal(embedding_renorm(w, at, 0.5, 2.0)));
  EXPECT_FALSE(x.equal(w));
}

TEST(DestinationFormOfBackward, NeedsEveryGradient) {
  const Tensor x = randn({2, 3}), m = randn({2, 1});
  Tensor o[3] = {empty({0}), empty({0}), empty({0})};
  EXPECT_ERROR(native_layer_norm_backward_out(o[0], o[1], o[2], x, x, 3, m, m, {}, {}, {true, false, true}),
               "expected no destination for result 1, which was not asked for");
}

}  // namespace
}  // namespace torchpp::test

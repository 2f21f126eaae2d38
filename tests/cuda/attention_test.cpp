// SPDX-License-Identifier: BSD-3-Clause
// Attention in blocks of queries and keys on the device, against attention by operators in float64 on the CPU.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <limits>
#include <vector>

#include "src/ops/ops.h"
#include "src/ops/sequence_rules.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/support/log.h"

namespace torchpp {
namespace {

class CudaAttention : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(5);
  }
};

constexpr ScalarType kHalves[] = {kHalf, kBFloat16};

struct Inputs {
  Tensor query, key, value, mask;
  bool causal = false;
};

Tensor numbers(IntArrayRef sizes, ScalarType dtype) { return randn(sizes).to(dtype); }
Inputs inputs_of(IntArrayRef leading, int64_t queries, int64_t keys, int64_t features, int64_t value_features,
                 ScalarType dtype) {
  const auto sizes = [&](int64_t rows, int64_t columns) {
    DimVector s(leading);
    s.push_back(rows), s.push_back(columns);
    return s;
  };
  return {numbers(sizes(queries, features), dtype), numbers(sizes(keys, features), dtype),
          numbers(sizes(keys, value_features), dtype), Tensor(), false};
}

// The result and the logarithms of sums, element by element of the same 16-bit numbers, in double.
std::pair<Tensor, Tensor> expected_of(const Inputs& in) {
  const Tensor q = in.query.to(kDouble), k = in.key.to(kDouble), v = in.value.to(kDouble);
  Tensor scores = q.matmul(k.transpose(-2, -1)) / std::sqrt(static_cast<double>(q.size(-1)));
  const double hidden = -std::numeric_limits<double>::infinity();
  if (in.causal) scores = scores.masked_fill(ones({q.size(-2), k.size(-2)}, kBool).tril().logical_not(), hidden);
  // Added, as libtorch does it: so gradients of a query that sees no key are NaN.
  if (in.mask.defined())
    scores = scores + (in.mask.scalar_type() == kBool
                           ? zeros(in.mask.sizes(), kDouble).masked_fill(in.mask.logical_not(), hidden)
                           : in.mask.to(kDouble));
  return {scores.softmax(-1).matmul(v), scores.logsumexp(-1)};
}

void expect_near(const Tensor& got, const Tensor& expected, double most) {
  ASSERT_EQ(got.sizes(), expected.sizes());
  const Tensor x = got.cpu().to(kDouble), y = expected.to(kDouble);
  EXPECT_TRUE(x.isnan().equal(y.isnan())) << "NaN at other places";
  const Tensor both = (x - y).abs().masked_fill((x == y).logical_or(y.isnan()), 0);
  EXPECT_LE(both.numel() == 0 ? 0 : both.max().item<double>(), most);
}
// Of results that are averages of numbers of about 1: a rounding of the softmax and one of the result.
double rounding_of(ScalarType t) { return t == kHalf ? 4e-3 : 3e-2; }

// The blocks of the operator itself, whose leading sizes are equal.
void check_blocks(const Inputs& in) {
  const auto [y, sums] = op::attention_in_blocks(on_device(in.query), on_device(in.key), on_device(in.value),
                                                 on_device(in.mask), in.causal);
  const auto [expected, expected_sums] = expected_of(in);
  EXPECT_EQ(y.scalar_type(), in.query.scalar_type());
  EXPECT_EQ(sums.scalar_type(), kFloat);
  expect_near(y, expected, rounding_of(in.query.scalar_type()));
  const double greatest = expected_sums.abs().masked_fill(expected_sums.isinf(), 0).max().item<double>();
  expect_near(sums, expected_sums, 2e-5 * std::max(1., greatest));
}

TEST_F(CudaAttention, Lengths) {
  for (const ScalarType dtype : kHalves)
    for (const int64_t queries : {1, 63, 64, 65, 200})
      for (const int64_t keys : {1, 63, 64, 65, 200})
        for (const bool causal : {false, true}) {
          if (queries == 200 && keys < 63) continue;
          SCOPED_TRACE(::testing::Message() << dtype << " " << queries << " x " << keys << " causal " << causal);
          Inputs in = inputs_of({1, 1}, queries, keys, 32, 32, dtype);
          in.causal = causal;
          check_blocks(in);
        }
}

TEST_F(CudaAttention, Features) {
  for (const ScalarType dtype : kHalves)
    for (const int64_t features : {8, 32, 40, 64, 72, 96, 128})
      for (const int64_t value_features : {features, int64_t{24}}) {
        SCOPED_TRACE(::testing::Message() << dtype << " " << features << ", " << value_features);
        Inputs in = inputs_of({2}, 70, 67, features, value_features, dtype);
        in.causal = features % 16 == 0;
        check_blocks(in);
      }
}

// Those that the kernels leave to operators for whole matrices.
TEST_F(CudaAttention, OtherFeaturesAndDtypes) {
  for (const ScalarType dtype : kHalves)
    for (const int64_t features : {3, 136}) check_blocks(inputs_of({2}, 9, 10, features, 8, dtype));
  Inputs in = inputs_of({2}, 9, 10, 16, 16, kFloat);
  expect_near(std::get<0>(op::attention_in_blocks(on_device(in.query), on_device(in.key), on_device(in.value), Tensor(),
                                                  false)),
              expected_of(in).first, 1e-5);
  in = inputs_of({1, 2, 1, 1, 1, 1, 1}, 9, 10, 16, 16, kHalf);  // more leading dimensions than the kernels take
  check_blocks(in);
}

TEST_F(CudaAttention, Masks) {
  for (const ScalarType dtype : kHalves)
    for (const ScalarType mask_dtype : {kBool, kHalf, kBFloat16, kFloat, kDouble}) {
      SCOPED_TRACE(::testing::Message() << dtype << ", mask " << mask_dtype);
      Inputs in = inputs_of({2, 2}, 70, 131, 16, 16, dtype);
      const auto mask_of = [&](IntArrayRef sizes) {
        Tensor m = mask_dtype == kBool ? rand(sizes) > 0.4 : numbers(sizes, mask_dtype);
        if (mask_dtype != kBool) m.masked_fill_(rand(sizes) > 0.7, -std::numeric_limits<double>::infinity());
        return m;
      };
      in.mask = mask_of({2, 2, 70, 131});
      check_blocks(in);
      in.mask = mask_of({2, 1, 131, 70}).transpose(-2, -1).expand({2, 2, 70, 131});
      check_blocks(in);
      in.mask = mask_of({131}).expand({2, 2, 70, 131});
      check_blocks(in);
      in.mask = mask_of({70, 1}).expand({2, 2, 70, 131});  // rows without any key that is seen
      if (mask_dtype == kBool) in.mask.select(-2, 3).fill_(false);
      check_blocks(in);
    }
}

// Scores that grow from block to block, so that sums are scaled again; late rows see the greatest score first.
TEST_F(CudaAttention, GrowingScores) {
  for (const ScalarType dtype : kHalves) {
    Inputs in = inputs_of({1}, 40, 300, 16, 16, dtype);
    in.key = (in.key * arange(300).view({300, 1}) * 0.05).to(dtype);
    check_blocks(in);
    in.key = in.key.flip({1});
    check_blocks(in);
  }
}

TEST_F(CudaAttention, NaNAndInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double x : {nan, inf}) {
    Inputs in = inputs_of({1}, 70, 70, 16, 16, kHalf);
    in.query[0][3][2] = x;
    in.key.abs_();
    const Tensor y = std::get<0>(
        op::attention_in_blocks(on_device(in.query), on_device(in.key), on_device(in.value), Tensor(), false));
    expect_near(y, expected_of(in).first, 4e-3);
    EXPECT_TRUE(y.cpu()[0][3].isnan().all().item<bool>());
    in = inputs_of({1}, 70, 70, 16, 16, kHalf);
    in.value[0][69][5] = x;
    in.causal = true;  // only the last query sees it
    EXPECT_TRUE(expected_of(in).first[0][69].narrow(0, 0, 5).isfinite().all().item<bool>());
    const Tensor last = std::get<0>(
        op::attention_in_blocks(on_device(in.query), on_device(in.key), on_device(in.value), Tensor(), true));
    EXPECT_TRUE(last.cpu()[0][69].narrow(0, 0, 5).isfinite().all().item<bool>());
    EXPECT_FALSE(last.cpu()[0][69][5].isfinite().item<bool>());
  }
}

// Heads that lie side by side, one for all, at odd addresses, and turned.
TEST_F(CudaAttention, Strides) {
  const auto blocks = [](const Inputs& in) { check_blocks(in); };
  for (const ScalarType dtype : kHalves) {
    Inputs in = inputs_of({2, 3}, 66, 65, 16, 16, dtype);
    const auto side_by_side = [](const Tensor& t) { return t.transpose(1, 2).contiguous().transpose(1, 2); };
    Inputs split = {side_by_side(in.query), side_by_side(in.key), side_by_side(in.value), Tensor(), false};
    blocks(split);
    const Tensor y = std::get<0>(
        op::attention_in_blocks(on_device(split.query), on_device(split.key), on_device(split.value), Tensor(), false));
    EXPECT_TRUE(y.transpose(1, 2).is_contiguous()) << "ordered as the query";
    Inputs one = in;
    one.key = in.key.narrow(1, 0, 1).expand({2, 3, 65, 16});
    one.value = in.value.narrow(0, 0, 1).expand({2, 3, 65, 16});
    blocks(one);
    const auto shifted = [](const Tensor& t) {
      const Tensor memory = empty({t.numel() + 1}, t.options());
      Tensor s = memory.narrow(0, 1, t.numel()).view(t.sizes());
      s.copy_(t);
      return s;
    };
    Tensor odd[3];
    const Tensor* all[] = {&in.query, &in.key, &in.value};
    for (size_t i = 0; i < 3; ++i) {
      const Tensor memory = empty({all[i]->numel() + 1}, all[i]->options().device(Device(kCUDA)));
      odd[i] = memory.narrow(0, 1, all[i]->numel()).view(all[i]->sizes());
      odd[i].copy_(shifted(*all[i]));
    }
    expect_near(std::get<0>(op::attention_in_blocks(odd[0], odd[1], odd[2], Tensor(), false)), expected_of(in).first,
                rounding_of(dtype));
    const auto turned = [](const Tensor& t) { return t.transpose(-2, -1).contiguous().transpose(-2, -1); };
    blocks({turned(in.query), turned(in.key), turned(in.value), Tensor(), false});
  }
}

TEST_F(CudaAttention, NoQueriesOrKeys) {
  const auto call = [](int64_t queries, int64_t keys) {
    const Inputs in = inputs_of({2}, queries, keys, 16, 16, kHalf);
    return std::get<0>(
        op::attention_in_blocks(on_device(in.query), on_device(in.key), on_device(in.value), Tensor(), false));
  };
  EXPECT_TRUE(call(3, 0).cpu().equal(zeros({2, 3, 16}, kHalf)));
  EXPECT_EQ(call(0, 3).sizes(), IntArrayRef({2, 0, 16}));
}

// An older device has no such instructions.
TEST_F(CudaAttention, OlderDevice) {
  if (cuda::device_count() < 2) GTEST_SKIP() << "one device";
  Inputs in = inputs_of({2}, 20, 21, 16, 16, kHalf);
  const Device second(kCUDA, 1);
  expect_near(std::get<0>(op::attention_in_blocks(in.query.to(second), in.key.to(second), in.value.to(second), Tensor(),
                                                  false)),
              expected_of(in).first, 4e-3);
}

// ---- gradients

// Gradients of the three inputs by the operator's kernels, and in double by the CPU's operators for whole matrices.
void check_gradients(const Inputs& in, const Device& device = Device(kCUDA)) {
  const ScalarType dtype = in.query.scalar_type();
  Tensor leaves[] = {in.query.to(device), in.key.to(device), in.value.to(device)};
  Tensor wide[] = {in.query.to(kDouble), in.key.to(kDouble), in.value.to(kDouble)};
  for (size_t i = 0; i < 3; ++i) leaves[i].requires_grad_(true), wide[i].requires_grad_(true);
  const Tensor mask = in.mask.defined() ? in.mask.to(device) : Tensor();
  const Tensor y = scaled_dot_product_attention(leaves[0], leaves[1], leaves[2], mask, 0, in.causal);
  const Tensor expected = expected_of({wide[0], wide[1], wide[2], in.mask, in.causal}).first;
  const Tensor grad = numbers(y.sizes(), dtype);
  y.backward(grad.to(device));
  expected.backward(grad.to(kDouble));
  for (size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    const Tensor got = leaves[i].grad(), want = wide[i].grad();
    EXPECT_EQ(got.scalar_type(), dtype);
    const double greatest = want.abs().masked_fill(want.isnan(), 0).max().item<double>();
    expect_near(got, want, (dtype == kHalf ? 3e-3 : 2.4e-2) * std::max(1., greatest));
  }
}

TEST_F(CudaAttention, GradientsOfLengths) {
  for (const ScalarType dtype : kHalves)
    for (const auto& [queries, keys] :
         std::vector<std::pair<int64_t, int64_t>>{{1, 65}, {64, 1}, {63, 64}, {64, 65}, {65, 200}, {200, 63}})
      for (const bool causal : {false, true}) {
        SCOPED_TRACE(::testing::Message() << dtype << " " << queries << " x " << keys << " causal " << causal);
        Inputs in = inputs_of({1, 2}, queries, keys, 16, 16, dtype);
        in.causal = causal;
        check_gradients(in);
      }
}

TEST_F(CudaAttention, GradientsOfFeatures) {
  for (const ScalarType dtype : kHalves)
    for (const int64_t features : {8, 32, 40, 64, 96, 128})
      for (const int64_t value_features : {features, int64_t{24}}) {
        SCOPED_TRACE(::testing::Message() << dtype << " " << features << ", " << value_features);
        check_gradients(inputs_of({1}, 70, 67, features, value_features, dtype));
      }
}

// Of scores that the kernels make in all their ways: no columns, some or all of a tile hidden, by masks of each dtype.
TEST_F(CudaAttention, GradientsOfMaskDtypes) {
  for (const ScalarType mask_dtype : {kBool, kHalf, kBFloat16, kFloat, kDouble})
    for (const int64_t features : {16, 64, 128}) {
      SCOPED_TRACE(::testing::Message() << mask_dtype << ", features " << features);
      Inputs in = inputs_of({2}, 70, 67, features, features, kHalf);
      in.mask = mask_dtype == kBool ? rand({2, 67, 70}) > 0.4 : numbers({2, 67, 70}, mask_dtype);
      if (mask_dtype != kBool) in.mask.masked_fill_(rand({2, 67, 70}) > 0.7, -std::numeric_limits<double>::infinity());
      in.mask = in.mask.transpose(-2, -1);
      check_blocks(in);
      check_gradients(in);
      in.mask = in.mask.contiguous();
      check_gradients(in);
    }
}

// All leading dimensions that the kernels take, and a mask that is the same for some.
TEST_F(CudaAttention, LeadingDimensions) {
  Inputs in = inputs_of({2, 1, 3, 2, 1, 2}, 5, 9, 8, 16, kHalf);
  in.query = in.query.transpose(0, 3).contiguous().transpose(0, 3);
  in.mask = (rand({3, 1, 1, 2, 5, 9}) > 0.3).expand({2, 1, 3, 2, 1, 2, 5, 9});
  in.mask.select(-1, 2).fill_(true);
  check_blocks(in);
  check_gradients(in);
}

TEST_F(CudaAttention, GradientsOfMasksAndStrides) {
  for (const ScalarType dtype : kHalves) {
    Inputs in = inputs_of({2, 2}, 70, 131, 16, 16, dtype);
    in.mask = rand({2, 1, 70, 131}) > 0.4;
    check_gradients(in);
    in.mask = randn({131, 70}).t();
    check_gradients(in);
    in.mask = rand({70, 131}) > 0.4;
    in.mask[3].fill_(false);  // a query that sees no key
    check_gradients(in);
    in.mask = Tensor();
    in.key = in.key.narrow(0, 0, 1);  // whose gradient is summed
    const auto side_by_side = [](const Tensor& t) { return t.transpose(1, 2).contiguous().transpose(1, 2); };
    in.query = side_by_side(in.query);
    in.value = in.value.transpose(-2, -1).contiguous().transpose(-2, -1);
    check_gradients(in);
  }
  check_gradients(inputs_of({2}, 20, 21, 12, 16, kHalf));  // by operators for whole matrices
  if (cuda::device_count() > 1) check_gradients(inputs_of({2}, 20, 21, 16, 16, kHalf), Device(kCUDA, 1));
}

// What the kernels leave to operators for whole matrices gives what the CPU's kernels give, of sums of any results,
// too.
TEST_F(CudaAttention, GradientsOfOtherDtypes) {
  for (const ScalarType dtype : {kFloat, kDouble, kHalf})
    for (const bool causal : {false, true}) {
      const Inputs in = inputs_of({2, 2}, 17, 15, 5, 3, dtype);
      const Tensor grad = numbers({2, 2, 17, 3}, dtype), y = numbers(grad.sizes(), dtype);
      const Tensor sums = (rand({2, 2, 17}) + 3).to(dtype == kDouble ? kDouble : kFloat);
      const Tensor mask = causal ? Tensor() : rand({2, 2, 17, 15}) > 0.3;
      const std::array<bool, 3> all = {true, true, true};
      const auto [y0, sums0] = op::attention_in_blocks(in.query, in.key, in.value, mask, causal);
      const auto [y1, sums1] =
          op::attention_in_blocks(on_device(in.query), on_device(in.key), on_device(in.value), on_device(mask), causal);
      expect_close(y1, y0);
      expect_close(sums1, sums0);
      const auto [q0, k0, v0] =
          op::attention_in_blocks_backward(grad, in.query, in.key, in.value, mask, y, sums, causal, all);
      const auto [q1, k1, v1] =
          op::attention_in_blocks_backward(on_device(grad), on_device(in.query), on_device(in.key), on_device(in.value),
                                           on_device(mask), on_device(y), on_device(sums), causal, all);
      expect_close(q1, q0);
      expect_close(k1, k0);
      expect_close(v1, v0);
    }
}

TEST_F(CudaAttention, OneGradient) {
  const Inputs in = inputs_of({2}, 70, 40, 16, 16, kHalf);
  const Tensor q = on_device(in.query), k = on_device(in.key), v = on_device(in.value);
  const auto [y, sums] = op::attention_in_blocks(q, k, v, Tensor(), true);
  const Tensor grad = on_device(numbers(y.sizes(), kHalf));
  const auto [dq, dk, dv] =
      op::attention_in_blocks_backward(grad, q, k, v, Tensor(), y, sums, true, std::array<bool, 3>{true, true, true});
  for (size_t i = 0; i < 3; ++i) {
    std::array<bool, 3> wanted = {};
    wanted[i] = true;
    const auto some = op::attention_in_blocks_backward(grad, q, k, v, Tensor(), y, sums, true, wanted);
    const Tensor got[] = {std::get<0>(some), std::get<1>(some), std::get<2>(some)}, all[] = {dq, dk, dv};
    for (size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(got[j].defined(), i == j);
      if (i == j) {
        EXPECT_TRUE(got[j].cpu().equal(all[j].cpu())) << "sums are of one order";
      }
    }
  }
}

// ---- the public function

TEST_F(CudaAttention, Function) {
  for (const ScalarType dtype : kHalves) {
    Inputs in = inputs_of({2, 3}, 30, 40, 16, 8, dtype);
    in.key = in.key.narrow(0, 0, 1);
    in.value = in.value.narrow(1, 0, 1);
    in.mask = rand({30, 40}) > 0.3;
    in.mask.select(1, 7).fill_(true);
    const Tensor y =
        scaled_dot_product_attention(on_device(in.query), on_device(in.key), on_device(in.value), on_device(in.mask));
    EXPECT_EQ(y.scalar_type(), dtype);
    expect_near(y, expected_of(in).first, rounding_of(dtype));
  }
  const Tensor x = numbers({2, 5, 16}, kHalf).to(kCUDA);
  EXPECT_THROW(scaled_dot_product_attention(x, x.to(kFloat), x), Error);
  EXPECT_THROW(scaled_dot_product_attention(x, x, x, ones({5, 5}, kBool).to(kCUDA), 0, true), Error);
}

// Which calls the kernels take.
TEST_F(CudaAttention, Kernels) {
  const auto blocks = [](ScalarType dtype, int64_t features, double dropout) {
    const Tensor x = ones({2, 3, features}, TensorOptions(dtype).device(Device(kCUDA))).requires_grad_(true);
    test::Log log(1);
    scaled_dot_product_attention(x, x, x, {}, dropout).sum().backward();
    const bool forward = !log.find("_attention_in_blocks, cuda:attention,").empty();
    EXPECT_EQ(forward, !log.find("cuda:attention_means+cuda:attention_backward").empty());
    return forward;
  };
  EXPECT_TRUE(blocks(kHalf, 16, 0));
  EXPECT_TRUE(blocks(kBFloat16, 128, 0));
  EXPECT_FALSE(blocks(kHalf, 136, 0));
  EXPECT_FALSE(blocks(kHalf, 12, 0));
  EXPECT_FALSE(blocks(kFloat, 16, 0));
  EXPECT_FALSE(blocks(kHalf, 16, 0.5));
}

TEST_F(CudaAttention, Autocast) {
  const Inputs in = inputs_of({2}, 30, 40, 16, 16, kFloat);
  Tensor y;
  {
    const amp::autocast on(kCUDA);
    y = scaled_dot_product_attention(on_device(in.query), on_device(in.key), on_device(in.value));
  }
  EXPECT_EQ(y.scalar_type(), kHalf);
  expect_near(y, expected_of(in).first, 1e-2);
}

}  // namespace
}  // namespace torchpp

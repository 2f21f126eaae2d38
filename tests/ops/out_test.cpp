// SPDX-License-Identifier: BSD-3-Clause
// Destinations that are resized. When libtorch 1.13.1 warns was asked of it; it leaves the warning out for the out=
// forms that it generates (fill.Scalar_out, ...), which warn here like the others.
#include <torchpp/core/log.h>
#include <torchpp/dispatch/library.h>

#include "tests/ops/nn_support.h"
#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

std::vector<std::string>& warnings() {
  static std::vector<std::string>& texts = *new std::vector<std::string>;
  return texts;
}

class ResizedOut : public ::testing::Test {
 protected:
  void SetUp() override {
    warnings().clear();
    set_warning_handler([](void*, const char* message, const char*, int) { warnings().push_back(message); });
  }
  void TearDown() override { set_warning_handler(nullptr); }
};

TEST_F(ResizedOut, WarnsOfOtherSizes) {
  const Tensor a = ones({3, 4});
  Tensor out = empty({2});
  add_out(out, a, a);
  EXPECT_EQ(shape(out), S({3, 4}));
  ASSERT_EQ(warnings().size(), 1u);
  EXPECT_EQ(warnings()[0].find("An output with one or more elements was resized since it had shape [2], which does not "
                               "match the required output shape [3, 4]."),
            0u)
      << warnings()[0];
  Tensor number = empty({});
  add_out(number, a, a);
  EXPECT_EQ(warnings().size(), 2u) << "a tensor of no dimension has an element";
}

TEST_F(ResizedOut, SaysNothingOfEmptyOrFittingOnes) {
  const Tensor a = ones({3, 4});
  Tensor empty_one = empty({0}), empty_plane = empty({0, 5}), fitting = empty({3, 4});
  for (Tensor* out : {&empty_one, &empty_plane, &fitting}) {
    add_out(*out, a, a);
    EXPECT_EQ(shape(*out), S({3, 4}));
  }
  fitting.resize_({7});
  Tensor zeros = empty({2}), line = empty({2});
  zeros_out(zeros, {3});
  linspace_out(line, 0, 1, 5);
  EXPECT_EQ(shape(line), S({5}));
  EXPECT_TRUE(warnings().empty()) << warnings()[0];
}

TEST_F(ResizedOut, EveryFamilyWarnsOnce) {
  const Tensor a = ones({3, 4}), index = zeros({3, 4}, kLong);
  const std::vector<std::pair<const char*, Stack>> calls = {
      {"mul.out", {a, a}},
      {"floor.out", {index}},
      {"sum.IntList_out", {a, std::vector<int64_t>{0}, false, IValue()}},
      {"mm.out", {a, a.t()}},
      {"addmm.out", {ones({3, 3}), a, a.t(), 1, 1}},
      {"cumsum.out", {a, 0, IValue()}},
      {"_softmax.out", {a, 0, false}},
      {"logsumexp.out", {a, std::vector<int64_t>{0}, false}},
      {"tril.out", {a, 0}},
      {"scatter.src_out", {a, 0, index, a}},
      {"masked_fill.Scalar_out", {a, a > 0, 1.}},
      {"mse_loss.out", {a, a, int64_t{Reduction::None}}},
      {"uniform.out", {a, 0., 1., IValue()}},
      {"conj_physical.out", {a}},
      {"copy.out", {a, a, false}},
      {"fill.Scalar_out", {a, 1.}},
  };
  for (const auto& [name, arguments] : calls) {
    warnings().clear();
    Stack stack = arguments;
    stack.emplace_back(empty({2}, arguments[0].toTensor().dtype()));
    find_op(name).call_boxed(stack);
    EXPECT_EQ(warnings().size(), 1u) << name;
    EXPECT_NE(stack[0].toTensor().numel(), 2) << name;
  }
}

// An input in the destination's memory is read before the destination is resized; one that is the destination itself
// refuses to be resized, as with libtorch 1.13.1.
TEST_F(ResizedOut, ReadsInputsInItsMemory) {
  Tensor x = tensor({1., 2., 3.});
  EXPECT_NE(test::error_of([&] {
              add_out(x, x, ones({2, 3}));
            }).find("output with shape [3] doesn't match the broadcast shape [2, 3]"),
            std::string::npos);
  EXPECT_EQ(values(x), V({1, 2, 3}));
  const Tensor buffer = arange(20, kDouble);
  Tensor out = buffer.narrow(0, 5, 3);
  add_out(out, buffer.narrow(0, 10, 3), ones({3, 3}, kDouble));
  EXPECT_EQ(values(out), V({11, 12, 13, 11, 12, 13, 11, 12, 13}));
  EXPECT_EQ(warnings().size(), 1u);
}

// A part of another tensor is written where it lies; its neighbours stay.
TEST_F(ResizedOut, WritesAPartOfATensor) {
  const Tensor whole = zeros({3, 4});
  Tensor column = whole.select(1, 1);
  add_out(column, ones({3}), ones({3}));
  EXPECT_EQ(column.strides(), IntArrayRef({4}));
  EXPECT_EQ(values(whole), V({0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0}));
  EXPECT_TRUE(warnings().empty());
}

// A destination of another dtype than the result, asked of libtorch 1.13.1: some operators refuse it, and leave it as
// it is; others, also into integers, convert.
TEST(OutOfAnotherDtype, IsRefusedOrConverted) {
  const Tensor x = arange(12, kDouble).reshape({3, 4}), source = ones({3, 4}, kDouble);
  const Tensor rows = tensor({2, 0, 1}), at = rows.unsqueeze(1).expand({3, 4}).contiguous(), mask = x.gt(4);
  const std::vector<std::pair<const char*, Stack>> refuse = {{"tril.out", {x, -1}},
                                                             {"triu.out", {x, 1}},
                                                             {"index_add.out", {x, 0, rows, source, 2}},
                                                             {"index_copy.out", {x, 0, rows, source}},
                                                             {"scatter.src_out", {x, 0, at, source}},
                                                             {"scatter.value_out", {x, 0, at, 1.5}},
                                                             {"scatter_add.out", {x, 0, at, source}}};
  for (const auto& [name, arguments] : refuse)
    for (const ScalarType dtype : {kFloat, kComplexDouble, kLong}) {
      const Tensor out = full({5}, 7, dtype);
      Stack stack = arguments;
      stack.push_back(IValue(out));
      EXPECT_NE(test::error_of([&, name = name] {
                  find_op(name).call_boxed(stack);
                }).find("Expected out tensor to have dtype double, but got "),
                std::string::npos)
          << name;
      EXPECT_TRUE(out.equal(full({5}, 7, dtype))) << name;
      EXPECT_EQ(out._version(), 0) << name;
    }
  const std::vector<std::pair<const char*, Stack>> convert = {
      {"index_put", {x, std::vector<Tensor>{rows}, source.mul(1.75), true}},
      {"index_fill.int_Scalar", {x, 0, rows.narrow(0, 0, 1), 1.5}},
      {"masked_fill.Scalar", {x, mask, 1.5}},
      {"masked_fill.Tensor", {x, mask, scalar_tensor(1.5, kDouble)}}};
  for (const auto& [name, arguments] : convert)
    for (const ScalarType dtype : {kFloat, kComplexDouble, kLong}) {
      const FoundOp op = find_op(name);
      Stack expected = arguments, stack = arguments;
      op.call_boxed(expected);
      const Tensor out = empty({0}, dtype);
      stack.push_back(IValue(out));
      OperatorHandle to_out = op.handle();
      to_out.form = Out::Form::kOut;
      to_out.call_boxed(stack);
      EXPECT_TRUE(out.equal(expected[0].toTensor().to(dtype))) << name;
      EXPECT_EQ(out._version(), 1) << name;
    }
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "tests/module_cases/module_case.h"
#include "tests/nn/memory_archive.h"

namespace torchpp::tests {
namespace {

using nn::AnyModule;

constexpr uint64_t kSeed = 20;

// The result, or the first one of several.
Tensor call(AnyModule& module, const Inputs& x) {
  manual_seed(kSeed);
  nn::AnyValue y = x.size() == 1   ? module.any_forward(x[0])
                   : x.size() == 2 ? module.any_forward(x[0], x[1])
                   : x.size() == 3 ? module.any_forward(x[0], x[1], x[2])
                                   : module.any_forward(x[0], x[1], x[2], x[3]);
  if (const auto* both = y.try_get<std::tuple<Tensor, Tensor>>()) return std::get<0>(*both);
  if (const auto* with_loss = y.try_get<nn::ASMoutput>()) return with_loss->output;
  using WithStates = std::tuple<Tensor, std::tuple<Tensor, Tensor>>;
  if (const auto* with_states = y.try_get<WithStates>()) return std::get<0>(*with_states);
  return y.get<Tensor>();
}

Inputs make_inputs(const ModuleCase& row) {
  manual_seed(kSeed + 1);
  return row.inputs();
}

void expect_equal(const Tensor& got, const Tensor& expected, double tolerance = 0) {
  ASSERT_EQ(got.sizes(), expected.sizes());
  ASSERT_EQ(got.scalar_type(), expected.scalar_type());
  const bool close = tolerance == 0 ? got.equal(expected) : got.allclose(expected, tolerance, tolerance);
  EXPECT_TRUE(close) << "got\n" << got << "\nexpected\n" << expected;
}

class Modules : public testing::TestWithParam<size_t> {
 protected:
  const ModuleCase& row() const { return module_cases()[GetParam()]; }
  AnyModule make() const {
    manual_seed(kSeed + 2);
    return row().make();
  }
};

TEST_P(Modules, PrintAsLibtorch) {
  std::ostringstream out;
  out << *make().ptr();
  EXPECT_EQ(out.str(), row().printed);
}

TEST_P(Modules, EqualFunctions) {
  for (const bool training : {true, false}) {
    AnyModule module = make();
    module.ptr()->train(training);
    AnyModule other = module.clone();
    const Inputs x = make_inputs(row()), y = make_inputs(row());
    const Tensor got = call(module, x);
    manual_seed(kSeed);
    expect_equal(got, row().reference(*other.ptr(), y), 1e-6);
  }
}

TEST_P(Modules, HaveGradients) {
  AnyModule module = make();
  Inputs leaves;
  for (const Tensor& input : make_inputs(row())) {
    leaves.push_back(input);
    if (input.requires_grad() && !input.is_leaf()) input.retain_grad();
  }
  // In-place modules change their input, so they get a tensor computed from the leaf.
  Inputs x = leaves;
  for (Tensor& input : x)
    if (input.requires_grad()) input = input.mul(1);
  const Tensor out = call(module, x);
  ASSERT_TRUE(out.requires_grad());
  out.mul(out.detach().add(1)).sum().backward();
  for (const Tensor& leaf : leaves)
    if (leaf.requires_grad()) {
      ASSERT_TRUE(leaf.grad().defined());
      EXPECT_EQ(leaf.grad().sizes(), leaf.sizes());
      EXPECT_TRUE(leaf.grad().isfinite().all().item<bool>());
    }
  for (const auto& parameter : module.ptr()->named_parameters())
    EXPECT_TRUE(parameter->grad().defined()) << parameter.key();
}

TEST_P(Modules, Clone) {
  AnyModule module = make();
  module.ptr()->eval();
  AnyModule copy = module.clone();
  EXPECT_FALSE(copy.ptr()->is_training());
  EXPECT_EQ(copy.type_info(), module.type_info());
  const auto original = module.ptr()->state_dict(), cloned = copy.ptr()->state_dict();
  ASSERT_EQ(cloned.keys(), original.keys());
  for (const auto& item : original) {
    expect_equal(cloned[item.key()], *item);
    EXPECT_NE(cloned[item.key()].data_ptr(), item->data_ptr()) << item.key();
  }
  expect_equal(call(copy, make_inputs(row())), call(module, make_inputs(row())));
}

TEST_P(Modules, SaveAndLoad) {
  AnyModule module = make();
  call(module, make_inputs(row()));  // moves running statistics
  serialize::OutputArchive archive;
  archive << module.ptr();
  auto memory = std::make_shared<MemoryArchive>();
  archive.write_to(*memory);
  const auto state = module.ptr()->state_dict();
  EXPECT_EQ(memory->sorted_keys(), MemoryArchive::sorted(state.keys()));

  manual_seed(kSeed + 3);
  AnyModule read = row().make();
  serialize::InputArchive input(memory);
  input >> read.ptr();
  for (const auto& item : state) expect_equal(read.ptr()->state_dict()[item.key()], *item);

  manual_seed(kSeed + 4);
  AnyModule loaded = row().make();
  const auto differing = loaded.ptr()->load_state_dict(state);
  EXPECT_TRUE(differing.missing_keys.empty() && differing.unexpected_keys.empty());
  for (const auto& item : state) expect_equal(loaded.ptr()->state_dict()[item.key()], *item);
  module.ptr()->eval();
  loaded.ptr()->eval();
  expect_equal(call(loaded, make_inputs(row())), call(module, make_inputs(row())));
}

TEST_P(Modules, MoveToDouble) {
  AnyModule module = make();
  const Tensor expected = call(module, make_inputs(row()));
  AnyModule wide = make();
  const auto before = wide.ptr()->parameters();
  wide.ptr()->to(kDouble);
  const auto after = wide.ptr()->parameters();
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i) {
    EXPECT_TRUE(after[i].is_same(before[i])) << "an optimizer that holds the parameter must see the change";
    EXPECT_EQ(after[i].scalar_type(), kDouble);
    EXPECT_TRUE(after[i].requires_grad());
  }
  for (const auto& buffer : wide.ptr()->named_buffers())
    EXPECT_EQ(buffer->scalar_type(), buffer.key() == "num_batches_tracked" ? kLong : kDouble) << buffer.key();
  Inputs x = make_inputs(row());
  for (Tensor& input : x)
    if (input.is_floating_point()) input = input.to(kDouble);
  const Tensor got = call(wide, x);
  EXPECT_EQ(got.scalar_type(), kDouble);
  if (!row().random) expect_equal(got.to(kFloat), expected, 1e-4);
}

// Under automatic mixed precision the result is near, and gradients have the parameters' dtype.
TEST_P(Modules, RunUnderAutocast) {
  AnyModule module = make(), other = make();
  const Tensor expected = call(module, make_inputs(row()));
  Inputs x = make_inputs(row());
  for (Tensor& input : x)
    if (input.requires_grad()) input = input.mul(1);
  Tensor got;
  {
    const amp::autocast lower(kCPU, kBFloat16);
    got = call(other, x);
  }
  EXPECT_TRUE(got.scalar_type() == kFloat || got.scalar_type() == kBFloat16 || !got.is_floating_point());
  const Tensor wide = got.to(expected.scalar_type());
  EXPECT_TRUE(wide.isfinite().equal(expected.isfinite()));
  if (!row().random) expect_equal(wide, expected, 0.05);
  if (!got.requires_grad()) return;
  got.sum().backward();
  for (const auto& parameter : other.ptr()->named_parameters()) {
    if (!parameter->grad().defined()) continue;
    EXPECT_EQ(parameter->grad().scalar_type(), parameter->scalar_type()) << parameter.key();
    EXPECT_TRUE(parameter->grad().isfinite().all().item<bool>()) << parameter.key();
  }
}

TEST_P(Modules, TrainAndEval) {
  AnyModule module = make();
  EXPECT_TRUE(module.ptr()->is_training());
  module.ptr()->eval();
  EXPECT_FALSE(module.ptr()->is_training());
  for (const auto& child : module.ptr()->children()) EXPECT_FALSE(child->is_training());
  module.ptr()->train();
  EXPECT_TRUE(module.ptr()->is_training());
}

INSTANTIATE_TEST_SUITE_P(All, Modules, testing::Range(size_t{0}, module_cases().size()),
                         [](const testing::TestParamInfo<size_t>& info) {
                           return std::string(module_cases()[info.param].name) + "_" + std::to_string(info.param);
                         });

}  // namespace
}  // namespace torchpp::tests

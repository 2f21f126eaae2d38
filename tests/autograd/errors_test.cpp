// SPDX-License-Identifier: BSD-3-Clause
// The conditions that are errors, and the words by which libtorch 1.13.1's messages for them are known (asked of its
// Python front end, one by one).
#include <torchpp/autograd/autograd.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>
#include <torchpp/core/memory.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/nn.h>

#include "src/ops/ops.h"
#include "tests/autograd/support.h"

namespace torchpp {
namespace {

using autograd::grad;

Tensor leaf(const std::vector<double>& values) { return tensor(values, kDouble).requires_grad_(); }

TEST(Errors, RefusedCallsReleaseWhatTheyTook) {
  const std::vector<Tensor> many(12, leaf({1, 2}));
  Tensor out = empty({24}, kDouble);
  const auto refuse = [&] {
    EXPECT_ERROR(cat_out(out, many), "don't support automatic differentiation");  // has noted more inputs than a few
    Tensor written = leaf({1, 2}) * 1, view;
    {
      const NoGradGuard no_grad;
      const Tensor base = leaf({1, 2});
      view = base.view({2});
      base.zero_();
    }
    EXPECT_ERROR(written.copy_(view), "A view was created in no_grad mode");  // has collected the edge of `written`
  };
  refuse();
  const uint64_t before = memory::stats().allocated_bytes;
  refuse();
  EXPECT_EQ(memory::stats().allocated_bytes, before);
}

TEST(Errors, Roots) {
  const Tensor x = leaf({1, 2});
  EXPECT_ERROR(ones({1}).backward(), "does not require grad and does not have a grad_fn");
  EXPECT_ERROR((x * 2).backward(), "implicitly created only for scalar outputs");
  EXPECT_ERROR((x * 2).backward(ones({3}, kDouble)), "Mismatch in shape");
  const Tensor z = x.to(kComplexDouble);
  EXPECT_ERROR(z.backward(ones({2}, kDouble)), "required to have the same dtype");
  EXPECT_ERROR(z.sum().backward(), "only for real scalar outputs");
  EXPECT_ERROR(autograd::backward({x.sum(), x.sum()}, {ones({}, kDouble)}), "got 2 tensors and 1 gradients");
}

TEST(Errors, Grad) {
  const Tensor x = leaf({1});
  EXPECT_ERROR(grad({x * 2}, {leaf({1})}), "not have been used in the graph");
  EXPECT_ERROR(grad({x * 2}, {ones({1})}), "does not require grad");
  EXPECT_ERROR(grad({x * 2}, {}), "non-empty inputs");
  const std::vector<Tensor> none;
  EXPECT_ERROR((x * 2).backward({}, false, false, TensorList(none)), "cannot be empty");
}

TEST(Errors, SavedTensorChanged) {
  const Tensor x = leaf({1, 2});
  const Tensor input = x * 1.0;
  Tensor y = input * input;
  input.add_(1);
  EXPECT_ERROR(y.sum().backward(),
               "modified by an inplace operation: [Double [2]], which is output 0 of AddBackward1, is at version 1; "
               "expected version 0");
  y = (x * 1.0).exp();
  y.add_(1);
  EXPECT_ERROR(y.sum().backward(), "output 0 of ExpBackward0, is at version 1; expected version 0");
}

TEST(Errors, InPlace) {
  const Tensor x = leaf({1, 2, 3, 4});
  EXPECT_ERROR(x.add_(1), "a leaf Variable that requires grad");
  EXPECT_ERROR(x.view({2, 2}).add_(1), "a view of a leaf Variable that requires grad");
  EXPECT_EQ(values(x), (std::vector<double>{1, 2, 3, 4}));  // nothing was changed
  const NoGradGuard no_grad;
  x.add_(1);
}

TEST(Errors, InPlaceOnViewsMadeTogether) {
  const Tensor y = leaf({1, 2, 3, 4}) * 2;
  const auto parts = y.split(2);
  EXPECT_ERROR(parts[0].mul_(2), "output of a function that returns multiple views");
  EXPECT_ERROR(parts[0].view({2, 1}).mul_(2), "output of a function that returns multiple views");
  EXPECT_ERROR(y.split(4)[0].mul_(2), "Output 0 of SplitBackward0 is a view");
  EXPECT_ERROR(y.view({1, 4}).unbind()[0].mul_(2), "Output 0 of UnbindBackward0 is a view");
  y.add_(1);
  EXPECT_ERROR(parts[0].grad_fn(), "its base or another view of its base has been modified inplace");
}

TEST(Errors, InPlaceOnViewsMadeWithoutGrad) {
  const Tensor x = leaf({1, 2}), base = ones({2}, kDouble);
  Tensor view;
  {
    const NoGradGuard no_grad;
    view = base.view({-1});
  }
  EXPECT_ERROR(view.mul_(x), "created in no_grad mode and is being modified inplace with grad mode enabled");
  {
    const InferenceMode inference;
    view = base.view({-1});
  }
  EXPECT_FALSE(view.is_inference());
  EXPECT_ERROR(view.mul_(x), "created in inference mode and is being modified inplace in normal mode");
  view.mul_(ones({2}, kDouble));
}

TEST(Errors, InferenceTensors) {
  const Tensor x = leaf({1});
  Tensor i;
  {
    const InferenceMode inference;
    i = ones({1}, kDouble);
  }
  EXPECT_TRUE(i.is_inference());
  EXPECT_ERROR(i * x, "Inference tensors cannot be saved for backward");
  EXPECT_ERROR(i.mul_(x), "Inplace update to inference tensor outside InferenceMode is not allowed");
  EXPECT_ERROR(i.requires_grad_(), "Setting requires_grad=True on inference tensor");
  EXPECT_ERROR(i._version(), "Inference tensors do not track version counter");
  EXPECT_FALSE((i + 1).is_inference());
}

TEST(Errors, StateOfTensors) {
  const Tensor x = leaf({1, 2}), y = x * 2;
  EXPECT_ERROR(y.requires_grad_(false), "you can only change requires_grad flags of leaf variables");
  EXPECT_ERROR(ones({1}, kInt).requires_grad_(), "only Tensors of floating point and complex dtype");
  EXPECT_ERROR(y.view({2, 1}).detach_(), "Can't detach views in-place");
  EXPECT_ERROR(x.set_data(ones({2}, kInt)), "must be floating point or complex dtype");
  EXPECT_ERROR(ones({1}).register_hook([](const Tensor&) {}), "doesn't require gradient");
  EXPECT_ERROR(ones({1}).retain_grad(), "can't retain_grad");
  EXPECT_ERROR(ones({1})._base(), "non-view");
}

TEST(Errors, OperatorsWithoutDerivative) {
  const Tensor w = leaf({3, 4, 1, 2}), rows = tensor({0, 1}, kLong);
  const auto renorm = [&](const Tensor& t) { return op::embedding_renorm(Out(), t.view({2, 2}), rows, 1.0, 2.0); };
  EXPECT_TRUE(renorm(w).requires_grad());
  EXPECT_EQ(renorm(w).grad_fn()->name(), "EmbeddingRenormBackward0");
  EXPECT_ERROR(renorm(w).sum().backward(), "the derivative for 'embedding_renorm' is not implemented");
  Tensor table = ones({2, 2}, kDouble).requires_grad_();
  EXPECT_ERROR(embedding_renorm_(table, rows, 1.0, 2.0), "a leaf Variable that requires grad is being used in an");
  Tensor result = table * 2;
  embedding_renorm_(result, rows, 1.0, 2.0);
  EXPECT_ERROR(result.sum().backward(), "the derivative for 'embedding_renorm' is not implemented");
  const NoGradGuard no_grad;
  embedding_renorm_(table, rows, 1.0, 2.0);
  EXPECT_EQ(table._version(), 1);
}

TEST(Errors, OutArguments) {
  const Tensor x = leaf({1});
  Tensor out = empty({1}, kDouble);
  EXPECT_ERROR(op::add(Out::to(out), x, x, 1), "don't support automatic differentiation");
  EXPECT_ERROR(op::add(Out::to(x), out, out, 1), "don't support automatic differentiation");
  const NoGradGuard no_grad;
  op::add(Out::to(out), x, x, 1);
  EXPECT_EQ(values(out), std::vector<double>{2});
}

TEST(Errors, Hooks) {
  const Tensor x = leaf({1, 2});
  const auto with = [&](const Tensor& replacement) {
    const Tensor y = x * 2;
    y.register_hook([replacement](const Tensor&) { return replacement; });
    y.sum().backward();
  };
  EXPECT_ERROR(with(ones({3}, kDouble)), "has changed the size of value");
  EXPECT_ERROR(with(ones({2}, kFloat)), "has changed the type of value");
}

struct Returns : autograd::Node {
  explicit Returns(Tensor value, const Tensor& input)
      : Node(autograd::edge_list{autograd::gradient_edge(input)}), value(std::move(value)) {}
  std::string name() const override { return "Returns"; }
  autograd::variable_list apply(autograd::variable_list&&) override { return {value}; }
  Tensor value;
};

TEST(Errors, GradientsThatDoNotFit) {
  const Tensor x = leaf({1, 2});
  const auto back = [&](const Tensor& gradient) {
    const Tensor y = ones({1}, kDouble);
    autograd::create_gradient_edge(y, make_intrusive<Returns>(gradient, x));
    y.backward();
  };
  EXPECT_ERROR(back(ones({3}, kDouble)), "returned an invalid gradient at index 0 - got [3] but expected shape");
  EXPECT_ERROR(back(empty({2}, TensorOptions(kDouble).device(kMeta))), "expected device cpu but got meta");
  back(ones({3, 2}, kDouble));  // can be summed
  EXPECT_EQ(values(x.grad()), (std::vector<double>{3, 3}));
  back(ones({2}, kFloat));  // can be converted
  EXPECT_EQ(x.grad().dtype(), kDouble);
}

// libtorch 1.13.1
TEST(Errors, ArgumentsThatHaveNoGradient) {
  const Tensor x = rand({2, 3}), y = rand({2, 3}), classes = tensor({0, 1});
  const auto weight = [](IntArrayRef sizes) { return ones(sizes).requires_grad_(); };
  EXPECT_ERROR(
      binary_cross_entropy(x, y, weight({2, 3})),
      "The function 'binary_cross_entropy' is not differentiable with respect to argument 'weight'. This input "
      "cannot have requires_grad True.");
  EXPECT_ERROR(nll_loss(x, classes, weight({3})), "'nll_loss_forward' is not differentiable with respect to argument");
  EXPECT_ERROR(native_batch_norm(x, {}, {}, weight({3}), ones({3}), true, 0.1, 1e-5), "argument 'running_mean'");
  EXPECT_ERROR(native_batch_norm(x, {}, {}, ones({3}), weight({3}), false, 0.1, 1e-5), "argument 'running_var'");
  const NoGradGuard no_grad;
  EXPECT_FALSE(binary_cross_entropy(x, y, weight({2, 3})).requires_grad());
}

TEST(Warnings, GradOfANonLeaf) {
  static std::string text;
  text.clear();
  set_warning_handler([](void*, const char* message, const char*, int) { text = message; });
  EXPECT_FALSE((leaf({1}) * 2).grad().defined());
  set_warning_handler(nullptr);
  EXPECT_NE(text.find("not a leaf Tensor"), std::string::npos);
}

}  // namespace
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/autograd/function.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <optional>
#include <string>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

using autograd::AutogradContext;
using autograd::Function;
using autograd::grad;
using autograd::variable_list;

Tensor leaf(const std::vector<double>& values) { return tensor(values, kDouble).requires_grad_(); }

struct MulConstant : Function<MulConstant> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x, double constant, const Tensor& y) {
    EXPECT_FALSE(GradMode::is_enabled());
    ctx->saved_data["constant"] = constant;
    ctx->save_for_backward({x, y});
    return x * constant + y * x;
  }
  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    const auto saved = ctx->get_saved_variables();
    const double c = ctx->saved_data["constant"].toDouble();
    EXPECT_TRUE(ctx->needs_input_grad(0));
    return {grads[0] * (saved[1] + c), Tensor(), grads[0] * saved[0]};
  }
};

TEST(CustomFunction, SavedDataIsAMapByName) {
  autograd::SavedData data;
  EXPECT_TRUE(data.empty());
  EXPECT_EQ(data.begin(), data.end());
  EXPECT_EQ(data.find("a"), data.end());
  EXPECT_EQ(data.erase("a"), 0u);
  EXPECT_THROW(data.at("a"), IndexError);
  data["a"] = 1;
  data["b"] = 2.5;
  autograd::SavedData copy = data;
  EXPECT_EQ(data.size(), 2u);
  EXPECT_EQ(data.find("b")->second.toDouble(), 2.5);
  EXPECT_EQ(data.at("a").toInt(), 1);
  EXPECT_EQ(data.erase("a"), 1u);
  EXPECT_EQ(data.count("a"), 0u);
  std::string names;
  for (const auto& item : data) names += item.first;
  EXPECT_EQ(names, "b");
  EXPECT_EQ(copy.size(), 2u);  // of its own
  copy = autograd::SavedData();
  EXPECT_TRUE(copy.empty());
}

TEST(CustomFunction, OneResult) {
  const Tensor x = leaf({2, 3}), y = leaf({5, 7});
  const Tensor z = MulConstant::apply(x, 10.0, y);
  EXPECT_NE(z.grad_fn()->name().find("MulConstant"), std::string::npos);
  const auto g = grad({z.sum()}, {x, y}, {}, true, true);
  EXPECT_EQ(values(g[0]), (std::vector<double>{15, 17}));
  EXPECT_EQ(values(g[1]), (std::vector<double>{2, 3}));
  EXPECT_EQ(values(grad({g[0].sum()}, {y})[0]), (std::vector<double>{1, 1}));  // backward is differentiable
  z.sum().backward();
  EXPECT_ERROR(z.sum().backward(), "backward through the graph a second time");
}

TEST(CustomFunction, WithoutGradIsPlain) {
  const Tensor z = MulConstant::apply(ones({1}, kDouble), 2.0, ones({1}, kDouble));
  EXPECT_FALSE(z.requires_grad());
  EXPECT_TRUE(z.is_leaf());
}

struct SavedResult : Function<SavedResult> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x) {
    const Tensor y = x.exp();
    ctx->save_for_backward({y});
    return y;
  }
  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    return {grads[0] * ctx->get_saved_variables()[0]};
  }
  static variable_list jvp(AutogradContext* ctx, variable_list tangents) {
    return {tangents[0] * ctx->get_saved_variables()[0]};
  }
};

TEST(CustomFunction, SavedResultsDoNotKeepThemselves) {
  const Tensor x = leaf({1});
  weak_intrusive_ptr<TensorImpl> body;
  {
    const Tensor y = SavedResult::apply(x);
    body = weak_intrusive_ptr<TensorImpl>(y.getIntrusivePtr());
    EXPECT_NEAR(grad({y}, {x}, {}, true)[0].item<double>(), 2.718281828459045, 1e-15);
  }
  EXPECT_TRUE(body.expired());
}

TEST(CustomFunction, ForwardMode) {
  const forward_ad::DualLevel level;
  const Tensor x = forward_ad::make_dual(ones({1}, kDouble), tensor(std::vector<double>{3}, kDouble));
  const auto [value, tangent] = forward_ad::unpack_dual(SavedResult::apply(x));
  EXPECT_NEAR(tangent.item<double>(), 3 * 2.718281828459045, 1e-14);
  EXPECT_ERROR(MulConstant::apply(x, 1.0, x), "does not support it because it has not been implemented yet");
}

struct Split : Function<Split> {
  static variable_list forward(AutogradContext* ctx, const std::vector<Tensor>& list, bool materialize) {
    ctx->set_materialize_grads(materialize);
    const Tensor flag = ones({1}, kDouble);
    ctx->mark_non_differentiable({flag});
    return {list[0] * 2, list[1] * 3, flag};
  }
  static variable_list backward(AutogradContext*, variable_list grads) {
    EXPECT_EQ(grads.size(), 3u);
    return {grads[0].defined() ? grads[0] * 2 : Tensor(), grads[1].defined() ? grads[1] * 3 : Tensor(), Tensor(),
            Tensor()};  // one too many, but undefined
  }
};

TEST(CustomFunction, ListsAndMaterializedGradients) {
  for (const bool materialize : {true, false}) {
    const std::vector<Tensor> list = {leaf({1}), leaf({1})};
    const variable_list out = Split::apply(list, materialize);
    EXPECT_FALSE(out[2].requires_grad());
    out[0].sum().backward();
    EXPECT_EQ(values(list[0].grad()), std::vector<double>{2});
    EXPECT_EQ(list[1].grad().defined(), materialize);
  }
}

struct AddOneInPlace : Function<AddOneInPlace> {
  static Tensor forward(AutogradContext* ctx, Tensor x, bool mark, bool give_back) {
    x.add_(1);
    if (mark) ctx->mark_dirty({x});
    return give_back ? x : x.clone();
  }
  static variable_list backward(AutogradContext*, variable_list grads) { return {grads[0] * 7, Tensor(), Tensor()}; }
};

TEST(CustomFunction, DirtyInputs) {
  const Tensor x = leaf({1});
  Tensor y = x * 2;
  const Tensor z = AddOneInPlace::apply(y, true, true);
  EXPECT_TRUE(z.is_same(y));
  y.sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{14});
  EXPECT_ERROR(AddOneInPlace::apply(x, true, true), "a leaf Variable that requires grad");
  EXPECT_ERROR(AddOneInPlace::apply(x * 1.0, true, false), "must all be outputs of the Function");
  // In place on a view: the base's history changes.
  x.mutable_grad() = Tensor();
  const Tensor base = tensor(std::vector<double>{1, 2}, kDouble) * x;
  AddOneInPlace::apply(base.select(0, 1), true, true);
  base.sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{1 + 14});
}

struct Identity : Function<Identity> {
  static Tensor forward(AutogradContext*, const Tensor& x) { return x; }
  static variable_list backward(AutogradContext*, variable_list grads) { return {grads[0] * 3}; }
};
struct MakesView : Function<MakesView> {
  static Tensor forward(AutogradContext*, const Tensor& x) { return x.view({-1}); }
  static variable_list backward(AutogradContext*, variable_list grads) { return {grads[0]}; }
};

TEST(CustomFunction, InputsReturnedAsTheyAreAndViews) {
  const Tensor x = leaf({1});
  const Tensor y = Identity::apply(x);
  EXPECT_FALSE(y.is_same(x));
  EXPECT_TRUE(y.is_alias_of(x));
  y.sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{3});
  EXPECT_ERROR(Identity::apply(x * 1.0).mul_(2), "created inside a custom Function");
  EXPECT_ERROR(MakesView::apply(x * 1.0).mul_(2), "created inside a custom Function");
}

template <int kGradients, bool kForNumber>
struct Wrong : Function<Wrong<kGradients, kForNumber>> {
  static Tensor forward(AutogradContext*, const Tensor& x, int) { return x * 1.0; }
  static variable_list backward(AutogradContext*, variable_list grads) {
    variable_list result(kGradients);
    result[0] = grads[0];
    if (kForNumber) result[1] = grads[0];
    return result;
  }
};

TEST(CustomFunction, WrongNumberOfGradients) {
  const Tensor x = leaf({1});
  EXPECT_ERROR((Wrong<1, false>::apply(x, 1).backward()), "incorrect number of gradients (expected 2, got 1)");
  EXPECT_ERROR((Wrong<2, true>::apply(x, 1).backward()), "but the corresponding forward input was not a Variable");
}

struct Once : Function<Once> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x) {
    ctx->save_for_backward({x});
    return x * x;
  }
  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    return autograd::once_differentiable({grads[0] * ctx->get_saved_variables()[0] * 2});
  }
};

TEST(CustomFunction, OnceDifferentiable) {
  const Tensor x = leaf({3});
  const Tensor g = grad({Once::apply(x)}, {x}, {}, true, true)[0];
  EXPECT_EQ(values(g), std::vector<double>{6});
  EXPECT_ERROR(g.backward(), "marked with once_differentiable");
}

struct Sum : Function<Sum> {
  static Tensor forward(AutogradContext*, const Tensor& x, const optional<Tensor>& y, optional<double> z) {
    return x + y.value_or(Tensor()) + z.value_or(0);
  }
  static variable_list backward(AutogradContext*, variable_list grads) { return {grads[0], grads[0], {}}; }
};

TEST(CustomFunction, OptionalTensors) {
  const Tensor x = leaf({3}), y = leaf({4});
  EXPECT_EQ(values(grad({Sum::apply(x, optional<Tensor>(y), nullopt)}, {y})[0]), std::vector<double>{1});
  EXPECT_EQ(values(grad({Sum::apply(x, std::optional<Tensor>(y), std::optional<double>(2))}, {y})[0]),
            std::vector<double>{1});
}

}  // namespace
}  // namespace torchpp

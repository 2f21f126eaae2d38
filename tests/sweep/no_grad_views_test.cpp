// SPDX-License-Identifier: BSD-3-Clause
// Every argument of every operator as a view that autograd knows only half: made while gradients were not recorded, or
// before its base required them. Such a view requires grad and is a leaf, but has neither a node nor an accumulator.
// Expected results: libtorch 1.13.1, which records the operator, lets no gradient flow into the view or its base, and
// refuses to write it in place.
#include <torchpp/autograd/autograd.h>

#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

enum class Kind { kPlain, kConstant, kNoGrad, kBeforeRequiresGrad, kLeaf, kInference };

const char* describe(Kind kind) {
  switch (kind) {
    case Kind::kPlain: return "an ordinary leaf";
    case Kind::kConstant: return "a constant";
    case Kind::kNoGrad: return "a view made under no_grad";
    case Kind::kBeforeRequiresGrad: return "a view made before its base required grad";
    case Kind::kLeaf: return "a view that requires grad itself";
    case Kind::kInference: return "a view made in inference mode";
  }
  return "";
}
constexpr Kind kWithoutEdge[] = {Kind::kNoGrad, Kind::kBeforeRequiresGrad, Kind::kInference};

struct View {
  Tensor base, view;
  View(const Tensor& value, Kind kind) : base(value.detach().clone()) {
    if (kind == Kind::kNoGrad || kind == Kind::kInference) base.requires_grad_();
    const auto make = [&] { view = base.view(base.sizes()); };
    if (kind == Kind::kNoGrad) {
      const NoGradGuard no_grad;
      make();
    } else if (kind == Kind::kInference) {
      const InferenceMode inference;
      make();
    } else {
      make();
    }
    if (kind == Kind::kBeforeRequiresGrad) base.requires_grad_();
    if (kind == Kind::kLeaf) view.requires_grad_();
    if (kind == Kind::kPlain || kind == Kind::kConstant) view = base;
    if (kind == Kind::kPlain) base.requires_grad_();
  }
};

// The gradients of one call.
struct Outcome {
  std::vector<bool> requires_grad;             // of the results
  std::vector<std::vector<double>> gradients;  // of the inputs, and once more of their squares' sum
};

Tensor weights_of(const Tensor& t) {
  const NoGradGuard no_grad;
  return arange(0, t.numel(), kDouble).mul(0.7).cos().reshape(t.sizes()).to(t.scalar_type());
}

std::vector<double> numbers_of(const Tensor& t) { return t.defined() ? numbers(t) : std::vector<double>(); }

// The gradients of `inputs`, of which those with a false flag are left out.
Outcome differentiate(const Differentiable& f, const std::vector<Tensor>& values, const std::vector<bool>& asked,
                      bool twice) {
  Outcome outcome;
  std::vector<Tensor> roots, weights, leaves;
  for (const Tensor& y : f.run(values)) {
    outcome.requires_grad.push_back(is_real(y) && y.requires_grad());
    if (!outcome.requires_grad.back()) continue;
    roots.push_back(y);
    weights.push_back(weights_of(y));
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (asked[i]) leaves.push_back(values[i]);
  if (roots.empty()) return outcome;
  if (leaves.empty()) {
    autograd::backward(roots, weights);
    return outcome;
  }
  const std::vector<Tensor> first = autograd::grad(roots, leaves, weights, twice, twice, true);
  for (const Tensor& g : first) outcome.gradients.push_back(numbers_of(g));
  if (!twice) return outcome;
  std::vector<Tensor> squares;
  for (const Tensor& g : first)
    if (g.defined() && g.requires_grad()) squares.push_back((g.is_complex() ? g.abs() : g).pow(2).sum());
  if (squares.empty()) {
    outcome.gradients.resize(2 * leaves.size());
    return outcome;
  }
  for (const Tensor& g : autograd::grad(squares, leaves, {}, nullopt, false, true))
    outcome.gradients.push_back(numbers_of(g));
  return outcome;
}

void expect_alike(const Outcome& got, const Outcome& expected) {
  ASSERT_EQ(got.gradients.size(), expected.gradients.size());
  for (size_t i = 0; i < got.gradients.size(); ++i) {
    // A gradient that does not flow is undefined or zero.
    if (got.gradients[i].empty() || expected.gradients[i].empty()) {
      for (double x : got.gradients[i]) EXPECT_EQ(x, 0) << "gradient " << i;
      for (double x : expected.gradients[i]) EXPECT_EQ(x, 0) << "gradient " << i;
      continue;
    }
    EXPECT_TRUE(agree(got.gradients[i], expected.gradients[i], 1e-9)) << "gradient " << i;
  }
}

bool differentiable_row(const OpCase& row) { return row.left_out_of(Check::kGradient).empty(); }

// Whether the operator returns an argument as it is, which does not ask for its place in the graph.
bool returns_argument(const Differentiable& f) {
  for (const Tensor& y : f.run(f.inputs))
    for (const Tensor& x : f.inputs)
      if (y.is_same(x)) return true;
  return false;
}

TEST_P(OpSweep, ViewsWithoutHistoryAsArguments) {
  if (!has_derivative() || !differentiable_row(row())) return;
  const Differentiable f(row(), arguments());
  if (returns_argument(f)) return;
  const bool twice = row().left_out_of(Check::kSecondOrder).empty();
  const auto values = [&](size_t replaced, Kind kind, Tensor* base) {
    std::vector<Tensor> all;
    for (size_t i = 0; i < f.inputs.size(); ++i) {
      const View v(f.inputs[i], i == replaced ? kind : Kind::kPlain);
      if (i == replaced && base != nullptr) *base = v.base;
      all.push_back(v.view);
    }
    return all;
  };
  const std::vector<bool> all(f.inputs.size(), true);
  const Outcome ordinary = differentiate(f, values(0, Kind::kPlain, nullptr), all, twice);
  for (size_t i = 0; i < f.inputs.size(); ++i) {
    std::vector<bool> others = all;
    others[i] = false;
    const Outcome constant = differentiate(f, values(i, Kind::kConstant, nullptr), others, twice);
    for (const Kind kind : kWithoutEdge) {
      SCOPED_TRACE(str("tensor ", i, ": ", describe(kind)));
      Tensor base;
      const std::vector<Tensor> given = values(i, kind, &base);
      EXPECT_TRUE(given[i].requires_grad() && given[i].is_leaf());
      const Outcome got = differentiate(f, given, others, twice);
      EXPECT_EQ(got.requires_grad, ordinary.requires_grad);
      expect_alike(got, constant);
      EXPECT_FALSE(base.grad().defined());
      EXPECT_FALSE(given[i].grad().defined());
    }
    SCOPED_TRACE(str("tensor ", i, ": ", describe(Kind::kLeaf)));
    expect_alike(differentiate(f, values(i, Kind::kLeaf, nullptr), all, twice), ordinary);
  }
}

// After its base was written, such a view is refused where it is used next.
TEST_P(OpSweep, ViewsWithoutHistoryOfChangedBases) {
  if (!has_derivative() || !differentiable_row(row())) return;
  const Differentiable f(row(), arguments());
  if (returns_argument(f)) return;
  for (const Kind kind : {Kind::kNoGrad, Kind::kInference})
    for (size_t i = 0; i < f.inputs.size(); ++i) {
      SCOPED_TRACE(str("tensor ", i, ": ", describe(kind)));
      std::vector<Tensor> given;
      for (size_t k = 0; k < f.inputs.size(); ++k) {
        const View v(f.inputs[k], k == i ? kind : Kind::kPlain);
        given.push_back(v.view);
        if (k != i) continue;
        const NoGradGuard no_grad;
        v.base.zero_();
      }
      // Does the operator ask for this argument's place in the graph at all?
      const bool used = [&] {
        std::vector<Tensor> alone;
        for (size_t k = 0; k < f.inputs.size(); ++k)
          alone.push_back(View(f.inputs[k], k == i ? Kind::kPlain : Kind::kConstant).view);
        for (const Tensor& y : f.run(alone))
          if (is_real(y) && y.requires_grad()) return true;
        return false;
      }();
      try {
        f.run(given);
        EXPECT_FALSE(used) << "no error";
      } catch (const Error& e) {
        EXPECT_NE(
            std::string(e.what()).find(str("A view was created in ", kind == Kind::kNoGrad ? "no_grad" : "inference",
                                           " mode and its base or another view of its base has been modified inplace")),
            std::string::npos)
            << e.what();
      }
    }
}

TEST_P(OpSweep, ViewsWithoutHistoryAreNotWritten) {
  if (!has_form(Out::Form::kInPlace) || !has_derivative()) return;
  for (const Kind kind : {Kind::kNoGrad, Kind::kBeforeRequiresGrad, Kind::kInference, Kind::kLeaf}) {
    SCOPED_TRACE(describe(kind));
    Tensor written;
    const Stack stack = map_tensors(arguments(), [&](size_t, const Tensor& t) {
      if (written.defined() || !is_real(t)) return t.clone();
      return written = View(t, kind).view;
    });
    if (!written.defined()) return;
    const std::string before = bytes(written);
    const uint32_t version = written._version();
    Stack call = stack;
    try {
      in_form(Out::Form::kInPlace).call_boxed(call);
      ADD_FAILURE() << "written";
    } catch (const Error& e) {
      const char* words = kind == Kind::kNoGrad ? "A view was created in no_grad mode and is being modified inplace"
                          : kind == Kind::kInference
                              ? "A view was created in inference mode and is being modified inplace"
                              : "a view of a leaf Variable that requires grad is being used in";
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
    EXPECT_EQ(bytes(written), before);
    EXPECT_EQ(written._version(), version);
  }
}

// Written in place by what such a view is an argument of: the result requires grad, nothing flows into the view.
TEST_P(OpSweep, ViewsWithoutHistoryAsSourcesOfWrites) {
  if (!has_form(Out::Form::kInPlace) || !has_derivative() || !differentiable_row(row())) return;
  for (const Kind kind : kWithoutEdge) {
    SCOPED_TRACE(describe(kind));
    Tensor written;
    std::vector<View> sources;
    const Stack stack = map_tensors(arguments(), [&](size_t at, const Tensor& t) {
      const bool constant = std::find(row().constants.begin(), row().constants.end(), at) != row().constants.end();
      if (!written.defined()) return written = t.clone();
      if (!is_real(t) || constant) return t.clone();
      sources.emplace_back(t, kind);
      return sources.back().view;
    });
    if (sources.empty() || !is_real(written)) return;
    Stack call = stack;
    try {
      in_form(Out::Form::kInPlace).call_boxed(call);
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find("internal fault"), std::string::npos) << e.what();
      continue;  // the sample's result does not fit
    }
    if (!written.requires_grad()) continue;
    autograd::backward({written}, {weights_of(written)});
    for (const View& s : sources) {
      EXPECT_FALSE(s.base.grad().defined());
      EXPECT_FALSE(s.view.grad().defined());
    }
  }
}

}  // namespace
}  // namespace torchpp::tests

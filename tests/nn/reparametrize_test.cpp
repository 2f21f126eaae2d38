// SPDX-License-Identifier: BSD-3-Clause
// Parameters that are computed from others: weight_norm, spectral_norm, parametrizations, functional_call. The numbers
// come from PyTorch 1.13.1 (Python), with parameters sin(0.7 * i + 0.3).
#include <gtest/gtest.h>
#include <torchpp/nn/utils/parametrize.h>
#include <torchpp/nn/utils/prune.h>
#include <torchpp/nn/utils/stateless.h>
#include <torchpp/nn/utils/weight_norm.h>
#include <torchpp/torchpp.h>

#include <sstream>

#include "tests/nn/memory_archive.h"

namespace torchpp::tests {
namespace {

using nn::Module;
namespace utils = nn::utils;
namespace parametrize = nn::utils::parametrize;

using Strings = std::vector<std::string>;

void fill(Module& module) {
  const NoGradGuard no_grad;
  for (const Tensor& p : module.parameters())
    p.copy_(arange(p.numel(), kFloat).mul(0.7).add(0.3).sin().reshape(p.sizes()));
}
nn::Linear filled_linear() {
  nn::Linear linear(3, 2);
  fill(*linear);
  return linear;
}
Tensor input() { return (arange(6, kFloat).reshape({2, 3}) - 2) / 3; }

void expect_values(const Tensor& got, const std::vector<float>& expected) {
  ASSERT_TRUE(got.defined());
  ASSERT_EQ(got.numel(), static_cast<int64_t>(expected.size()));
  const Tensor wanted = tensor(expected);
  EXPECT_TRUE(got.detach().flatten().allclose(wanted, 1e-5, 1e-6)) << got << "\nexpected\n" << wanted;
}
Tensor named(Module& module, const std::string& name) {
  const auto parameters = module.named_parameters(), buffers = module.named_buffers();
  const Tensor* found = parameters.contains(name) ? parameters.find(name) : buffers.find(name);
  return found == nullptr ? Tensor() : *found;
}

TEST(WeightNorm, TrainsLengthAndDirection) {
  nn::Linear l = utils::weight_norm(filled_linear());
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight_g", "weight_v"}));
  const Tensor g = named(*l, "weight_g"), v = named(*l, "weight_v");
  EXPECT_EQ(g.sizes(), IntArrayRef({2, 1}));
  expect_values(g, {1.3337182998657227f, 0.9123319387435913f});
  {
    const NoGradGuard no_grad;
    g.mul_(2);
  }
  const Tensor y = l(input());
  y.pow(2).sum().backward();
  expect_values(y, {-0.6594873666763306f, -0.08686727285385132f, 3.5978245735168457f, 0.12350517511367798f});
  expect_values(g.grad(), {9.380487442016602f, -0.008801928721368313f});
  expect_values(v.grad(), {2.398747444152832f, -1.3631782531738281f, 0.4418777823448181f, 0.40935298800468445f,
                           0.4459724724292755f, 0.48221462965011597f});
  expect_values(l->bias.grad(), {5.876674652099609f, 0.07327580451965332f});
  EXPECT_FALSE(l->weight.is_leaf());
}

TEST(WeightNorm, OfTheWholeTensorAndOfAMiddleDimension) {
  nn::Linear l = filled_linear();
  utils::weight_norm(*l, "weight", nullopt);
  EXPECT_EQ(named(*l, "weight_g").dim(), 0);
  {
    const NoGradGuard no_grad;
    named(*l, "weight_v").add_(1);
  }
  const Tensor y = l(input());
  y.pow(2).sum().backward();
  expect_values(y, {-0.36465659737586975f, 0.18725234270095825f, 1.926924467086792f, 1.5747087001800537f});
  expect_values(named(*l, "weight_g").grad(), {5.466235160827637f});
  expect_values(named(*l, "weight_v").grad(), {-0.08370423316955566f, 0.012949824333190918f, 0.37688231468200684f,
                                               -0.7740248441696167f, 0.1789257526397705f, 1.1450839042663574f});

  nn::Conv1d c(2, 3, 2);
  fill(*c);
  utils::weight_norm(*c, "weight", 1);
  EXPECT_EQ(named(*c, "weight_g").sizes(), IntArrayRef({1, 2, 1}));
  expect_values(named(*c, "weight_g"), {1.1867376565933228f, 2.2085695266723633f});
}

TEST(WeightNorm, RemoveLeavesTheValue) {
  nn::Linear l = utils::weight_norm(filled_linear());
  const Tensor before = l(input()).detach();
  utils::remove_weight_norm(*l);
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight"}));
  EXPECT_TRUE(l->weight.is_leaf() && l->weight.requires_grad());
  EXPECT_TRUE(l->weight.is_same(named(*l, "weight")));
  EXPECT_TRUE(l(input()).allclose(before));
  l(input()).sum().backward();
  EXPECT_TRUE(l->weight.grad().defined());
  EXPECT_THROW(utils::remove_weight_norm(*l), ValueError);
  EXPECT_THROW(utils::weight_norm(*l, "kernel"), Error);
  utils::weight_norm(*l);
  EXPECT_THROW(utils::weight_norm(*l), Error) << "once is enough";
}

TEST(WeightNorm, ClonesMovesAndSaves) {
  nn::Linear l = utils::weight_norm(filled_linear());
  l(input());
  nn::Linear copy = std::dynamic_pointer_cast<nn::LinearImpl>(l->clone());
  EXPECT_EQ(copy->state_dict().keys(), l->state_dict().keys());
  EXPECT_TRUE(copy->weight.equal(l->weight));
  {
    const NoGradGuard no_grad;
    named(*copy, "weight_g").zero_();
  }
  EXPECT_TRUE(copy(input()).allclose(copy->bias.expand({2, 2}))) << "the copy computes from parts of its own";
  EXPECT_GT(l->weight.abs().sum().item<float>(), 0);
  EXPECT_FALSE(l(input()).allclose(l->bias.expand({2, 2})));

  copy->to(kDouble);
  EXPECT_EQ(copy->weight.scalar_type(), kDouble);
  EXPECT_EQ(copy(input().to(kDouble)).scalar_type(), kDouble);

  nn::Linear loaded = utils::weight_norm(nn::Linear(3, 2));
  loaded->load_state_dict(l->state_dict());
  EXPECT_TRUE(loaded(input()).equal(l(input())));
}

TEST(WeightNorm, OfARecurrentLayer) {
  manual_seed(1);
  nn::LSTM lstm(3, 4);
  const Tensor x = randn({5, 2, 3}), before = std::get<0>(lstm(x)).detach();
  utils::weight_norm(*lstm, "weight_hh_l0");
  EXPECT_TRUE(std::get<0>(lstm(x)).allclose(before, 1e-5, 1e-6));
  std::get<0>(lstm(x)).sum().backward();
  EXPECT_TRUE(named(*lstm, "weight_hh_l0_v").grad().abs().sum().item<float>() > 0);
}

void set_vectors(const Tensor& u, const Tensor& v) {
  const NoGradGuard no_grad;
  u.copy_(tensor({0.6f, 0.8f}));
  v.copy_(tensor({2.f / 3, -1.f / 3, 2.f / 3}));
}

// Two calls before backward: each needs the weight of its time.
TEST(SpectralNorm, ImprovesItsEstimateInTraining) {
  nn::Linear l = utils::spectral_norm(filled_linear());
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight_orig", "weight_u", "weight_v"}));
  const Tensor u = named(*l, "weight_u"), v = named(*l, "weight_v");
  set_vectors(u, v);
  const Tensor y1 = l(input());
  expect_values(u, {0.8668623566627502f, 0.4985474944114685f});
  expect_values(v, {0.7945836782455444f, 0.59581059217453f, 0.11681848019361496f});
  const Tensor y2 = l(input() * 2);
  (y1.pow(2).sum() + y2.sum()).backward();
  expect_values(y1, {-0.19030317664146423f, 0.36921459436416626f, 1.975440502166748f, 0.47623345255851746f});
  expect_values(y2, {-0.4809378683567047f, 0.08669614791870117f, 2.9804210662841797f, 0.25773704051971436f});
  expect_values(named(*l, "weight_orig").grad(), {-3.4846420288085938f, -0.18166518211364746f, 4.782739639282227f,
                                                  -3.205559730529785f, -0.9349368810653687f, 2.216385841369629f});
  expect_values(l->weight, {0.24026934802532196f, 0.684148371219635f, 0.8062617182731628f, 0.5491777062416077f,
                            0.03380676358938217f, -0.49746403098106384f});
  l->eval();
  expect_values(l(input()), {-0.09270882606506348f, 0.46408355236053467f, 1.6379665707471729f, 0.5496039986610413f});
  expect_values(u, {0.997689962387085f, 0.0679311454296112f});
  const Tensor before = l(input()).detach();
  utils::remove_spectral_norm(*l);
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight"}));
  EXPECT_TRUE(l(input()).allclose(before));

  nn::ConvTranspose1d t(2, 3, 2);
  utils::spectral_norm(*t);
  EXPECT_EQ(named(*t, "weight_u").sizes(), IntArrayRef({3}));
  EXPECT_EQ(named(*t, "weight_v").sizes(), IntArrayRef({4}));
}

// As Python's Symmetric and others of its tutorial.
class SymmetricImpl : public nn::Cloneable<SymmetricImpl> {
 public:
  void reset() override {}
  Tensor forward(const Tensor& x) { return x.triu() + x.triu(1).t(); }
};
TORCH_MODULE(Symmetric);
class ExponentialImpl : public nn::Cloneable<ExponentialImpl> {
 public:
  void reset() override {}
  Tensor forward(const Tensor& x) { return x.exp(); }
  Tensor right_inverse(const Tensor& y) { return y.log(); }
};
TORCH_MODULE(Exponential);
class ProductImpl : public nn::Cloneable<ProductImpl> {
 public:
  void reset() override {}
  Tensor forward(const Tensor& a, const Tensor& b) { return a * b; }
  std::vector<Tensor> right_inverse(const Tensor& y) { return {y.abs().sqrt(), y.sign() * y.abs().sqrt()}; }
};
TORCH_MODULE(Product);
class GrowingImpl : public nn::Cloneable<GrowingImpl> {
 public:
  void reset() override {}
  Tensor forward(const Tensor& x) { return cat({x, x}); }
};
TORCH_MODULE(Growing);

TEST(Reparametrize, NamesThatAreTakenAreErrorsThatChangeNothing) {
  const auto refused = [](const char* taken, void (*change)(Module&)) {
    nn::Linear l(3, 3);
    l->register_buffer(taken, ones({1}));
    const Tensor before = l->weight.detach().clone();
    EXPECT_THROW(change(*l), Error) << taken;
    EXPECT_TRUE(l->weight.equal(before) && l->weight.is_leaf() && l->named_parameters().contains("weight")) << taken;
    EXPECT_EQ(l->state_dict().keys(), (Strings{"weight", "bias", taken}));
  };
  refused("weight_v", [](Module& m) { nn::utils::weight_norm(m); });
  refused("weight_u", [](Module& m) { nn::utils::spectral_norm(m); });
  refused("weight_mask", [](Module& m) { nn::utils::prune::identity(m, "weight"); });
}

TEST(Parametrize, ChildOfTheSameNameIsAnErrorThatChangesNothing) {
  nn::Linear l(3, 3);
  l->register_module("parametrizations", nn::Identity());
  const Tensor before = l->weight.detach().clone();
  EXPECT_THROW(parametrize::register_parametrization(*l, "weight", Symmetric()), Error);
  EXPECT_TRUE(l->weight.equal(before) && l->weight.is_leaf() && l->named_parameters().contains("weight"));
  EXPECT_EQ(l(ones({1, 3})).sizes(), IntArrayRef({1, 3}));
}

TEST(Parametrize, ComputesTheTensorAndTrainsTheOriginal) {
  nn::Linear l(3, 3);
  fill(*l);
  const Tensor original = l->weight.detach().clone();
  EXPECT_FALSE(parametrize::is_parametrized(*l));
  parametrize::register_parametrization(*l, "weight", Symmetric());
  EXPECT_TRUE(parametrize::is_parametrized(*l) && parametrize::is_parametrized(*l, std::string("weight")));
  EXPECT_FALSE(parametrize::is_parametrized(*l, std::string("bias")));
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "parametrizations.weight.original"}));
  EXPECT_TRUE(l->weight.equal(l->weight.t())) << "at once";
  EXPECT_TRUE(named(*l, "parametrizations.weight.original").equal(original));

  l(ones({1, 3})).sum().backward();
  const Tensor grad = named(*l, "parametrizations.weight.original").grad();
  EXPECT_TRUE(grad.equal(tensor({1.f, 2.f, 2.f, 0.f, 1.f, 2.f, 0.f, 0.f, 1.f}).view({3, 3}))) << grad;

  parametrize::register_parametrization(*l, "weight", Exponential());
  EXPECT_TRUE(l->weight.allclose((original.triu() + original.triu(1).t()).exp()));
  EXPECT_EQ(parametrize::parametrizations_of(*l, "weight")->size(), 2u);
  EXPECT_TRUE(named(*l, "parametrizations.weight.original").equal(original)) << "a further one changes the value";

  std::ostringstream printed;
  printed << *parametrize::parametrizations_of(*l, "weight");
  EXPECT_EQ(printed.str().substr(0, 55), "torch::nn::utils::parametrize::ParametrizationList(\n  (");
  parametrize::remove_parametrizations(*l, "weight", /*leave_parametrized=*/false);
  EXPECT_TRUE(l->weight.equal(original));
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "weight"}));
  EXPECT_TRUE(l->children().empty());
  EXPECT_THROW(parametrize::remove_parametrizations(*l, "weight"), ValueError);
}

TEST(Parametrize, RightInverseSetsTheOriginal) {
  nn::Linear l(2, 2);
  {
    const NoGradGuard no_grad;
    l->weight.copy_(tensor({1.f, 2.f, 3.f, 4.f}).view({2, 2}));
  }
  parametrize::register_parametrization(*l, "weight", Exponential());
  EXPECT_TRUE(named(*l, "parametrizations.weight.original").allclose(tensor({1.f, 2.f, 3.f, 4.f}).view({2, 2}).log()));
  EXPECT_TRUE(l->weight.allclose(tensor({1.f, 2.f, 3.f, 4.f}).view({2, 2})));
  parametrize::assign(*l, "weight", full({2, 2}, 5.f));
  EXPECT_TRUE(l->weight.allclose(full({2, 2}, 5.f)));
  EXPECT_TRUE(l(ones({1, 2})).allclose(l->bias + 10));
  parametrize::remove_parametrizations(*l, "weight");
  EXPECT_TRUE(l->weight.allclose(full({2, 2}, 5.f)));
}

TEST(Parametrize, SeveralOriginals) {
  nn::Linear l = filled_linear();
  const Tensor value = l->weight.detach().clone();
  parametrize::register_parametrization(*l, "weight", Product());
  EXPECT_EQ(l->state_dict().keys(),
            (Strings{"bias", "parametrizations.weight.original0", "parametrizations.weight.original1"}));
  EXPECT_TRUE(l->weight.allclose(value));
  l(input()).sum().backward();
  EXPECT_TRUE(named(*l, "parametrizations.weight.original1").grad().defined());
  EXPECT_THROW(parametrize::remove_parametrizations(*l, "weight", false), ValueError);

  nn::Linear copy = std::dynamic_pointer_cast<nn::LinearImpl>(l->clone());
  EXPECT_EQ(copy->state_dict().keys(), l->state_dict().keys());
  {
    const NoGradGuard no_grad;
    named(*copy, "parametrizations.weight.original0").zero_();
  }
  EXPECT_TRUE(copy(input()).allclose(copy->bias.expand({2, 2})));
  EXPECT_TRUE(l(input()).allclose(nn::functional::linear(input(), value, l->bias)));
}

TEST(Parametrize, RefusesWhatDoesNotFit) {
  nn::Linear l = filled_linear();
  EXPECT_THROW(parametrize::register_parametrization(*l, "weight", Growing()), ValueError);
  EXPECT_THROW(parametrize::register_parametrization(*l, "kernel", Exponential()), Error);
  EXPECT_EQ(l->state_dict().keys(), (Strings{"weight", "bias"})) << "nothing is changed";
  EXPECT_TRUE(l->weight.is_leaf());
  parametrize::register_parametrization(*l, "weight", Growing(), /*unsafe=*/true);
  EXPECT_EQ(l->weight.sizes(), IntArrayRef({4, 3}));
}

TEST(Parametrize, OfABuffer) {
  nn::BatchNorm1d norm(2);
  parametrize::register_parametrization(*norm, "running_var", Exponential());
  EXPECT_TRUE(named(*norm, "parametrizations.running_var.original").equal(zeros({2})));
  EXPECT_EQ(norm->parameters().size(), 2u);
}

class CountingImpl : public nn::Cloneable<CountingImpl> {
 public:
  void reset() override {}
  Tensor forward(const Tensor& x) { return (++calls, x * 2); }
  int calls = 0;
};
TORCH_MODULE(Counting);

TEST(Parametrize, CachedComputesOnce) {
  nn::Linear l = filled_linear();
  Counting counting;
  parametrize::register_parametrization(*l, "weight", counting);
  const int before = counting->calls;
  {
    const parametrize::cached scope;
    l(input());
    l(input());
    EXPECT_EQ(counting->calls, before + 1);
  }
  l(input());
  EXPECT_EQ(counting->calls, before + 2);
  {
    const NoGradGuard no_grad;
    named(*l, "parametrizations.weight.original").zero_();
  }
  parametrize::refresh(*nn::Sequential(l));
  EXPECT_EQ(l->weight.abs().sum().item<float>(), 0);
}

TEST(Parametrize, Transfer) {
  nn::Linear from = filled_linear(), to(3, 2);
  parametrize::register_parametrization(*from, "weight", Counting());
  parametrize::transfer_parametrizations_and_params(*from, *to);
  EXPECT_EQ(to->state_dict().keys(), from->state_dict().keys());
  EXPECT_TRUE(named(*to, "parametrizations.weight.original").is_same(named(*from, "parametrizations.weight.original")));
  EXPECT_TRUE(to->weight.equal(from->weight));
  EXPECT_THROW(parametrize::transfer_parametrizations_and_params(*nn::Linear(3, 2), *to), ValueError);
}

TEST(Parametrize, OfTheProjectionOfAttention) {
  manual_seed(3);
  nn::MultiheadAttention attention(4, 2);
  const Tensor x = randn({3, 1, 4});
  parametrize::register_parametrization(*attention->out_proj, "weight", Counting());
  const Tensor before = std::get<0>(attention(x, x, x)).detach();
  {
    const NoGradGuard no_grad;
    named(*attention, "out_proj.parametrizations.weight.original").mul_(2);
  }
  EXPECT_TRUE(std::get<0>(attention(x, x, x)).allclose(before * 2, 1e-5, 1e-6)) << "bias is zero";
}

TEST(Parametrizations, SpectralNorm) {
  nn::Linear l = filled_linear();
  utils::parametrizations::spectral_norm(*l);
  EXPECT_EQ(l->state_dict().keys(), (Strings{"bias", "parametrizations.weight.original", "parametrizations.weight.0._u",
                                             "parametrizations.weight.0._v"}));
  EXPECT_NEAR(l->weight.detach()
                  .mm(l->weight.detach().t())
                  .mm(l->weight.detach().mm(l->weight.detach().t()))
                  .trace()
                  .item<float>(),
              1, 0.5)
      << "the greatest singular value is 1";
  const Tensor u = named(*l, "parametrizations.weight.0._u");
  set_vectors(u, named(*l, "parametrizations.weight.0._v"));
  const Tensor y1 = l(input());
  expect_values(u, {0.9987812638282776f, 0.04935416579246521f});
  const Tensor y2 = l(input() * 2);
  (y1.pow(2).sum() + y2.sum()).backward();
  expect_values(y1, {-0.06649437546730042f, 0.4895659387111664f, 1.5473241806030273f, 0.5693117380142212f});
  expect_values(y2, {-0.40068307518959045f, 0.16470980644226074f, 2.702909469604492f, 0.3180718421936035f});
  expect_values(named(*l, "parametrizations.weight.original").grad(),
                {-0.2971363663673401f, 0.2846616506576538f, 1.7125880718231201f, -0.7152740359306335f,
                 0.7770776748657227f, 2.2868192195892334f});

  nn::Linear copy = std::dynamic_pointer_cast<nn::LinearImpl>(l->clone());
  copy->eval();
  l->eval();
  EXPECT_TRUE(copy(input()).equal(l(input())));
}

TEST(FunctionalCall, UsesTheGivenTensors) {
  nn::Sequential net({{"first", nn::Linear(3, 2)}, {"norm", nn::BatchNorm1d(2)}});
  const Tensor own = net->state_dict()["first.weight"].clone();
  const Tensor weight = ones({2, 3}).set_requires_grad(true), mean = zeros({2});
  const OrderedDict<std::string, Tensor> given = {{"first.weight", weight * 2}, {"norm.running_mean", mean}};
  const Tensor y = utils::stateless::functional_call(net, given, input());
  EXPECT_TRUE(net->state_dict()["first.weight"].equal(own)) << "only for the call";
  EXPECT_TRUE(net->parameters()[0].is_leaf() && net->parameters()[0].requires_grad());
  EXPECT_FALSE(mean.equal(zeros({2}))) << "the call writes into the given buffer";
  EXPECT_TRUE(net->state_dict()["norm.running_mean"].equal(zeros({2})));
  y.pow(2).sum().backward();
  EXPECT_TRUE(weight.grad().defined());
  EXPECT_FALSE(net->parameters()[0].grad().defined());
  EXPECT_TRUE(net->parameters()[1].grad().defined());
  EXPECT_THROW(utils::stateless::functional_call(net, {{"second.weight", weight}}, input()), Error);
  EXPECT_THROW(utils::stateless::functional_call(net, {{"first.weight", ones({2, 5})}}, input()), Error);
  EXPECT_TRUE(net->state_dict()["first.weight"].equal(own)) << "also when the call fails";
}

TEST(FunctionalCall, BackwardAfterwardsUsesTheValuesOfTheCall) {
  nn::Linear l = filled_linear();
  const Tensor weight = full({2, 3}, 3.f).set_requires_grad(true), x = input().set_requires_grad(true);
  utils::stateless::functional_call(l, {{"weight", weight}}, x).sum().backward();
  EXPECT_TRUE(x.grad().equal(full({2, 3}, 6.f))) << x.grad();
  EXPECT_TRUE(weight.grad().allclose(input().sum({0}, false).expand({2, 3})));
}

// The weight has orthonormal columns (rows, where it is wide), gives its module gradients, and can be given a value.
TEST(Orthogonal, EveryMap) {
  const auto is_orthonormal = [](const Tensor& w) {
    const Tensor columns = w.size(-2) < w.size(-1) ? w.mT() : w;
    const int64_t k = columns.size(-1);
    return columns.mT().matmul(columns).allclose(eye(k), 1e-5, 1e-5);
  };
  for (const char* map : {"matrix_exp", "cayley", "householder"})
    for (const bool base : {true, false})
      for (const auto& [in, out] : {std::pair<int64_t, int64_t>{4, 4}, {3, 5}, {5, 3}}) {
        SCOPED_TRACE(str(map, base ? " on a base, " : ", ", out, "x", in));
        manual_seed(3);
        nn::Linear linear(in, out);
        nn::utils::parametrizations::orthogonal(*linear, "weight", std::string(map), base);
        EXPECT_TRUE(is_orthonormal(linear->weight));
        auto state = linear->state_dict();
        EXPECT_EQ(state.contains("parametrizations.weight.0.base"), base);
        linear(randn({2, in})).pow(3).sum().backward();
        const Tensor original = linear->get_parameter("parametrizations.weight.original");
        ASSERT_TRUE(original.grad().defined());
        EXPECT_GT(original.grad().abs().sum().item<double>(), 0);
        {
          const NoGradGuard no_grad;
          original.sub_(original.grad(), 0.05);
        }
        nn::utils::parametrize::refresh(*linear);
        EXPECT_TRUE(is_orthonormal(linear->weight));
        const auto copy = std::dynamic_pointer_cast<nn::LinearImpl>(linear->clone());
        nn::utils::parametrize::refresh(*copy);
        EXPECT_TRUE(copy->weight.allclose(linear->weight));
        if (!base && std::string(map) != "householder") continue;
        Tensor value = empty({out, in});
        nn::init::orthogonal_(value);
        nn::utils::parametrize::assign(*linear, "weight", value);
        EXPECT_TRUE(linear->weight.allclose(value, 1e-4, 1e-5)) << linear->weight << value;
      }
}

TEST(Orthogonal, Errors) {
  nn::Linear linear(3, 3);
  EXPECT_THROW(nn::utils::parametrizations::orthogonal(*linear, "bias"), ValueError);
  EXPECT_THROW(nn::utils::parametrizations::orthogonal(*linear, "weight", std::string("qr")), ValueError);
  EXPECT_FALSE(nn::utils::parametrize::is_parametrized(*linear));
}

}  // namespace
}  // namespace torchpp::tests

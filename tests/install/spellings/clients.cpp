// SPDX-License-Identifier: BSD-3-Clause
// Small programs of the kinds that are published: operators and classes of their own, kernels over elements, errors
// recognised by their text, archives, generators, the insides of optimizers.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/intrusive_ptr.h>
#include <torch/script.h>
#include <torch/torch.h>

#include "spelling.h"

using torch::indexing::Ellipsis;
using torch::indexing::None;
using torch::indexing::Slice;

// ---- an operator with its derivative, reached by name
static torch::Tensor client_swish_cpu(const torch::Tensor& x) {
  TORCH_CHECK(x.device().is_cpu(), "x must be a CPU tensor");
  torch::Tensor y = torch::empty_like(x);
  const torch::Tensor source = x.contiguous();
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "swish", [&] {
    const scalar_t* from = source.data_ptr<scalar_t>();
    scalar_t* to = y.data_ptr<scalar_t>();
    at::parallel_for(0, x.numel(), 16, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = from[i] / (scalar_t(1) + std::exp(-from[i]));
    });
  });
  return y;
}
struct ClientSwish : public torch::autograd::Function<ClientSwish> {
  static torch::Tensor forward(torch::autograd::AutogradContext* ctx, torch::Tensor x) {
    at::AutoDispatchBelowADInplaceOrView guard;
    ctx->save_for_backward({x});
    static auto op =
        torch::Dispatcher::singleton().findSchemaOrThrow("clients::swish", "").typed<decltype(client_swish_cpu)>();
    return op.call(x);
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* ctx,
                                               torch::autograd::tensor_list grads) {
    auto x = ctx->get_saved_variables()[0];
    auto s = torch::sigmoid(x);
    return {grads[0] * (s + x * s * (1 - s))};
  }
};
static torch::Tensor client_swish_autograd(const torch::Tensor& x) { return ClientSwish::apply(x); }
TORCH_LIBRARY(clients, m) { m.def("swish(Tensor x) -> Tensor"); }
TORCH_LIBRARY_IMPL(clients, CPU, m) { m.impl("swish", TORCH_FN(client_swish_cpu)); }
TORCH_LIBRARY_IMPL(clients, Autograd, m) { m.impl("swish", TORCH_FN(client_swish_autograd)); }
SPELLING(client_operator, "11") {
  auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("clients::swish", "").typed<torch::Tensor(const torch::Tensor&)>();
  auto x = torch::linspace(-2, 2, 50, torch::kDouble).requires_grad_();
  auto y = op.call(x);
  y.sum().backward();
  out << torch::allclose(y, x * torch::sigmoid(x))
      << torch::allclose(x.grad(), torch::autograd::grad({torch::silu(x).sum()}, {x})[0]);
}

// ---- loops over elements
SPELLING(client_accessors, "15 9 3 1 5 5 [4, 3] expected scalar type Double but found Floa") {
  auto t = torch::arange(12, torch::kFloat).view({3, 4}).t();
  auto a = t.accessor<float, 2>();
  float diagonal = 0;
  for (int64_t i = 0; i < std::min(a.size(0), a.size(1)); ++i) diagonal += a[i][i];
  auto row = a[1];
  auto p32 = t.packed_accessor32<float, 2>();
  auto p64 = t.packed_accessor64<float, 2, at::DefaultPtrTraits>();
  p32[0][0] = 5;
  out << diagonal << " " << row[2] << " " << row.size(0) << " " << p32.stride(0) << " " << p64[0][0] << " "
      << t[0][0].item<float>() << " " << a.sizes() << " ";
  try {
    t.accessor<double, 2>();
  } catch (const c10::Error& e) {
    out << std::string(e.what()).substr(0, 42);
  }
}
SPELLING(client_reduction, "499500 1 0") {
  std::vector<int64_t> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  const int64_t sum = at::parallel_reduce(
      0, static_cast<int64_t>(numbers.size()), 100, int64_t{0},
      [&](int64_t begin, int64_t end, int64_t sum) {
        return std::accumulate(numbers.begin() + begin, numbers.begin() + end, sum);
      },
      std::plus<int64_t>());
  out << sum << " " << (at::get_num_threads() >= 1) << " " << at::in_parallel_region();
}
template <typename T>
static T client_largest(c10::ArrayRef<T> items) {
  return *std::max_element(items.begin(), items.end());
}
static std::string client_shape(at::IntArrayRef sizes) { return c10::Join("x", sizes.vec()); }
SPELLING(client_array_refs, "9831.5 2x3 1x2x3 4x5 2 11 21") {
  const int64_t raw[] = {4, 9, 2};
  std::array<int64_t, 2> fixed{{7, 8}};
  std::vector<int64_t> list{1, 2, 3};
  out << client_largest<int64_t>(raw) << client_largest<int64_t>(fixed) << client_largest<int64_t>(list)
      << client_largest<double>({1.5, 0.5}) << " " << client_shape({2, 3}) << " " << client_shape(list) << " "
      << client_shape(torch::ones({4, 5}).sizes()) << " " << at::IntArrayRef(list).slice(1).front() << " "
      << at::IntArrayRef(list).equals({1, 2, 3}) << (at::IntArrayRef(list) == at::IntArrayRef({1, 2, 3})) << " "
      << at::IntArrayRef(list.data(), 2).back() << at::IntArrayRef().empty();
}

// ---- objects counted by reference
struct ClientPool : torch::CustomClassHolder {
  explicit ClientPool(int64_t n, std::ostream* l) : size(n), log(l) {}
  ~ClientPool() override { *log << "gone "; }
  int64_t size;
  std::ostream* log;
};
SPELLING(client_intrusive_objects, "1 gone 3 1 3 3 200 1gone ") {
  c10::weak_intrusive_ptr<ClientPool> weak(c10::make_intrusive<ClientPool>(1, &out));
  out << weak.expired() << " ";
  {
    auto pool = c10::make_intrusive<ClientPool>(3, &out);
    weak = c10::weak_intrusive_ptr<ClientPool>(pool);
    auto same = pool;
    std::unordered_map<std::string, c10::intrusive_ptr<ClientPool>> pools{{"a", pool}};
    out << pool.use_count() << " " << (same == pool) << " " << weak.lock()->size << " " << pools.at("a")->size << " ";
    same.reset();
    out << pool.use_count() << pool.unique() << same.defined() << " ";
  }
  out << weak.expired();
}

// ---- errors by their text: "." for each that holds the phrase, else what it says
struct ClientErrors {
  std::ostream& out;
  void operator()(const char* phrase, const std::function<void()>& f) const {
    std::string text = "no error";
    try {
      f();
    } catch (const std::exception& e) {
      text = e.what();
    }
    out << (text.find(phrase) != std::string::npos ? "." : text.substr(0, text.find('\n')) + "\n");
  }
};
SPELLING(client_errors_of_shapes, "..............") {
  const ClientErrors says{out};
  auto a = torch::ones({2, 3});
  says("mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)", [&] { a.mm(a); });
  says("The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1",
       [&] { a + torch::ones({2}); });
  says("shape '[4]' is invalid for input of size 6", [&] { a.view({4}); });
  says("shape '[-1, 4]' is invalid for input of size 6", [&] { a.reshape({-1, 4}); });
  says("view size is not compatible with input tensor's size and stride", [&] { a.t().view({6}); });
  says("Dimension out of range (expected to be in range of [-2, 1], but got 2)", [&] { a.size(2); });
  says("Sizes of tensors must match except in dimension 0", [&] { torch::cat({a, torch::ones({2, 2})}, 0); });
  says("stack expects each tensor to be equal size, but got [2, 3] at entry 0 and [2, 2] at entry 1", [&] {
    torch::stack({a, torch::ones({2, 2})});
  });
  says("index out of range in self", [&] { a.index_select(0, torch::tensor({5})); });
  says("index 2 out of range for tensor of size [2, 3] at dimension 0", [&] { a.select(0, 2); });
  says("out of range for tensor of size [2, 3] at dimension 0", [&] { a[2]; });
  says("a Tensor with 6 elements cannot be converted to Scalar", [&] { a.item(); });
  says("The expanded size of the tensor (4) must match the existing size (3) at non-singleton dimension 1", [&] {
    a.expand({2, 4});
  });
  says("Dimension out of range (expected to be in range of [-2, 1], but got 3)", [&] { a.squeeze(3); });
}
SPELLING(client_errors_of_gradients, "......") {
  const ClientErrors says{out};
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = (x * x).sum();
  y.backward();
  says("Trying to backward through the graph a second time", [&] { y.backward(); });
  says("a leaf Variable that requires grad is being used in an in-place operation", [&] { x.add_(1); });
  says("element 0 of tensors does not require grad and does not have a grad_fn",
       [&] { torch::ones({2}).sum().backward(); });
  says("grad can be implicitly created only for scalar outputs", [&] { (x * 2).backward(); });
  says("floating point and complex dtype can require gradients",
       [&] { torch::ones({2}, torch::kLong).requires_grad_(); });
  says("one of the variables needed for gradient computation has been modified by an inplace operation", [&] {
    auto h = x.exp();
    h.add_(1);
    h.sum().backward();
  });
}
SPELLING(client_errors_of_modules, "........") {
  const ClientErrors says{out};
  torch::nn::Linear linear(3, 2);
  torch::nn::Conv2d conv(torch::nn::Conv2dOptions(4, 2, 3));
  torch::nn::Module m;
  m.register_parameter("w", torch::ones({1}));
  says("mat1 and mat2 shapes cannot be multiplied (2x4 and 3x2)", [&] { linear(torch::ones({2, 4})); });
  says("to have 4 channels, but got 3 channels instead", [&] { conv(torch::ones({1, 3, 8, 8})); });
  says("Parameter 'w' already defined", [&] { m.register_parameter("w", torch::ones({1})); });
  says("Buffer name must not contain a dot (got 'a.b')", [&] { m.register_buffer("a.b", torch::ones({1})); });
  says("'v' is not defined", [&] { m.named_parameters()["v"]; });
  says("Target 7 is out of bounds", [&] { torch::nll_loss(torch::ones({2, 3}), torch::tensor({0, 7})); });
  says("The size of tensor a (2) must match the size of tensor b (3)",
       [&] { torch::nn::functional::mse_loss(torch::ones({2}), torch::ones({3})); });
  says("can't optimize a non-leaf Tensor",
       [&] { torch::optim::SGD({torch::ones({1}) * torch::ones({1}, torch::requires_grad())}, 0.1); });
}

// ---- indices
SPELLING(indices_in_braces, "[2, 3] [4, 1] [1, 3] 24 12") {
  torch::Tensor x = torch::ones({4, 3}), i = torch::tensor({0, 2}), v = torch::ones({2, 3}), all;
  out << torch::index(x, {i}).sizes() << " " << torch::index(x, {torch::nullopt, torch::tensor({1})}).sizes() << " "
      << torch::index(x, {torch::tensor({3}), all}).sizes() << " ";
  torch::index_put_(x, {i}, v, /*accumulate=*/true);
  out << torch::index_put(x, {i}, v, true).sum().item<float>() << " "
      << torch::index_put(x, {i}, v).sum().item<float>();
}
SPELLING(client_indexing, "6 [2, 4] [2, 3, 2] 60 [1, 3, 4] 3 [2, 4] 1029 8 4") {
  auto t = torch::arange(24).view({2, 3, 4});
  out << t.index({0, 1, 2}).item<int64_t>() << " " << t.index({Slice(), 1}).sizes() << " "
      << t.index({Ellipsis, Slice(1, None, 2)}).sizes() << " " << t.index({"...", 0}).sum().item<int64_t>() << " "
      << t.index({None, 0}).sizes() << " " << t.index({t > 20}).numel() << " "
      << t.index({torch::tensor({1, 0}), torch::tensor({2, 0})}).sizes() << " ";
  t.index_put_({0, Slice(None, 2)}, -1);
  t.index_put_({t < 0}, torch::tensor({100}));
  t.index_put_({Slice(), 2, 3}, torch::tensor({7, 8}));
  out << t.sum().item<int64_t>() << " " << t.index({-1, -1, -1}).item<int64_t>() << " " << t.index({true}).dim();
}

// ---- memory of somebody else
SPELLING(client_from_blob, "8 2 freed 949 3") {
  static std::ostream* log;
  log = &out;
  std::vector<float> data{0, 1, 2, 3, 4, 5};
  {
    auto t = torch::from_blob(
        data.data(), {2, 2}, {3, 2}, [](void*) { *log << "freed "; }, torch::TensorOptions().dtype(torch::kFloat32));
    auto view = t.index({1});
    t = torch::Tensor();
    out << view.sum().item<float>() << " " << view.stride(0) << " ";
    view.fill_(9);
  }
  out << data[3] << data[4] << data[5] << " ";
  double values[] = {1, 2};
  out << torch::from_blob(values, {2}, torch::kDouble).clone().sum().item<double>();
}

// ---- archives
SPELLING(client_archives, "3 7 net 0.2 1 2 epoch,inner,name,rates,running,x 01011 ..") {
  std::stringstream stream;
  {
    torch::serialize::OutputArchive archive, nested;
    archive.write("x", torch::arange(3));
    archive.write("running", torch::ones({2}), /*is_buffer=*/true);
    archive.write("epoch", c10::IValue(7));
    archive.write("name", c10::IValue("net"));
    archive.write("rates", c10::IValue(std::vector<double>{.1, .2}));
    nested.write("y", torch::zeros({1}));
    nested("z", torch::ones({1}));
    archive.write("inner", nested);
    archive.save_to(stream);
  }
  torch::serialize::InputArchive archive, inner;
  archive.load_from(stream);
  torch::Tensor x, y, none;
  c10::IValue epoch, name, rates;
  archive.read("x", x);
  archive("epoch", epoch);
  archive.read("name", name);
  archive.read("rates", rates);
  archive.read("inner", inner);
  inner.read("y", y);
  auto keys = archive.keys();
  std::sort(keys.begin(), keys.end());
  out << x.sum().item<int64_t>() << " " << epoch.toInt() << " " << name.toStringRef() << " "
      << rates.toDoubleVector()[1] << " " << y.numel() << " " << inner.keys().size() << " " << c10::Join(",", keys)
      << " " << archive.try_read("none", none) << archive.try_read("inner", inner) << archive.try_read("outer", inner)
      << archive.try_read("epoch", epoch) << archive.try_read("running", none, true) << " ";
  const ClientErrors says{out};
  says("No such serialized tensor 'missing'", [&] { archive.read("missing", x); });
  says("No such serialized submodule: 'missing'", [&] { archive.read("missing", inner); });
}
SPELLING(client_saved_tensors, "3 3 1 6") {
  std::ostringstream to;
  torch::save(std::vector<torch::Tensor>{torch::ones({2}), torch::zeros({3})}, to);
  std::vector<torch::Tensor> list{torch::ones({9})};
  std::istringstream from(to.str());
  torch::load(list, from);
  out << list.size() << " " << list.back().numel() << " ";
  std::vector<char> bytes;
  torch::save(torch::arange(4), [&](const void* data, size_t size) {
    bytes.insert(bytes.end(), static_cast<const char*>(data), static_cast<const char*>(data) + size);
    return size;
  });
  torch::Tensor a, b;
  torch::load(a, bytes.data(), bytes.size());
  torch::load(
      b,
      [&](uint64_t pos, void* to_read, size_t n) {
        std::memcpy(to_read, bytes.data() + pos, n);
        return n;
      },
      [&] { return bytes.size(); }, torch::Device(torch::kCPU));
  out << a.equal(b) << " " << a.sum().item<int64_t>();
}
SPELLING(client_saved_module, "11 4") {
  std::stringstream stream, state;
  torch::nn::Sequential net(torch::nn::Linear(2, 3), torch::nn::BatchNorm1d(3)),
      other(torch::nn::Linear(2, 3), torch::nn::BatchNorm1d(3));
  torch::optim::Adam optimizer(net->parameters(), 0.5), second(other->parameters(), 0.1);
  net->forward(torch::randn({4, 2})).pow(2).sum().backward();
  optimizer.step();
  torch::save(net, stream);
  torch::save(optimizer, state);
  torch::load(other, stream);
  torch::load(second, state);
  out << torch::equal(net->parameters()[0], other->parameters()[0])
      << torch::equal(net->buffers()[0], other->buffers()[0]) << " " << second.state().size();
}

// ---- random numbers
SPELLING(client_generators, "1111 42 cpu 3 102") {
  auto g = at::detail::createCPUGenerator(42), h = g.clone();
  auto a = torch::rand({3}, g), b = torch::rand({3}, h);
  g.set_current_seed(42);
  auto c = at::rand({3}, g);
  auto state = g.get_state();
  auto d = torch::randn({2}, g);
  g.set_state(state);
  torch::manual_seed(3);
  auto e = torch::randint(100, {4});
  torch::manual_seed(3);
  out << a.equal(b) << a.equal(c) << torch::randn({2}, g).equal(d) << torch::randint(100, {4}).equal(e) << " "
      << g.current_seed() << " " << g.device() << " " << (torch::empty({3}).normal_(0, 1, g).numel()) << " "
      << torch::randperm(5, g).sum().item<int64_t>() << torch::multinomial(torch::ones({3}), 2, false, g).numel();
}

// ---- the insides of optimizers
SPELLING(client_adam_state, "1 0.3 [2] 0.1/0.9 0.01/0.8 1 0.005 0.01") {
  torch::manual_seed(0);
  auto w = torch::ones({2}, torch::requires_grad()), b = torch::zeros({1}, torch::requires_grad());
  std::vector<torch::optim::OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<torch::Tensor>{w}, std::make_unique<torch::optim::AdamOptions>(0.1));
  groups.emplace_back(std::vector<torch::Tensor>{b});
  torch::optim::Adam adam(groups, torch::optim::AdamOptions(0.01).betas({0.8, 0.9}));
  ((w * 3).sum() + b.sum()).backward();
  adam.step();
  auto& state =
      static_cast<torch::optim::AdamParamState&>(*adam.state().at(c10::guts::to_string(w.unsafeGetTensorImpl())));
  out << state.step() << " " << state.exp_avg()[0].item<float>() << " " << state.exp_avg_sq().sizes() << " ";
  for (auto& group : adam.param_groups()) {
    auto& options = static_cast<torch::optim::AdamOptions&>(group.options());
    out << options.lr() << "/" << std::get<0>(options.betas()) << " ";
    options.lr(options.lr() * 0.5);
  }
  out << adam.param_groups()[0].params().size() << " " << adam.param_groups()[1].options().get_lr() << " ";
  adam.zero_grad();
  out << adam.defaults().get_lr();
}
SPELLING(client_sgd_momentum, "1 0.062 3.98 0.01 0.92") {
  auto w = torch::ones({1}, torch::requires_grad());
  torch::optim::SGD sgd({w}, torch::optim::SGDOptions(0.1).momentum(0.9).weight_decay(0));
  torch::optim::StepLR schedule(sgd, 2, 0.1);
  for (int i = 0; i < 3; ++i) {
    sgd.zero_grad();
    (w * w).sum().backward();
    sgd.step();
    schedule.step();
  }
  auto& state = static_cast<torch::optim::SGDParamState&>(*sgd.state().begin()->second);
  out << sgd.size() << " " << w.item<float>() << " " << state.momentum_buffer().item<float>() << " "
      << static_cast<torch::optim::SGDOptions&>(sgd.param_groups()[0].options()).lr() << " "
      << torch::nn::utils::clip_grad_norm_({w}, 0.5);
}

// An optimizer of the program's own, made as libtorch's are.
struct ClientMomentumOptions : public torch::optim::OptimizerCloneableOptions<ClientMomentumOptions> {
  ClientMomentumOptions(double lr = 1e-3) : lr_(lr) {}
  TORCH_ARG(double, lr) = 1e-3;
  typedef std::tuple<double, double> betas_t;
  TORCH_ARG(betas_t, betas) = std::make_tuple(0.9, 0.1);
  TORCH_ARG(bool, nesterov) = false;
  TORCH_ARG(torch::optional<int64_t>, warmup) = torch::nullopt;

 public:
  void serialize(torch::serialize::InputArchive& archive) override {
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(double, lr);
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(betas_t, betas);
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(bool, nesterov);
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG_OPTIONAL(int64_t, warmup);
  }
  void serialize(torch::serialize::OutputArchive& archive) const override {
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(lr);
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(betas);
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(nesterov);
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(warmup);
  }
  double get_lr() const override { return lr(); }
  void set_lr(const double lr) override { this->lr(lr); }
};
using torch::optim::deque_to_list;
using torch::optim::list_to_deque;
struct ClientMomentumParamState : public torch::optim::OptimizerCloneableParamState<ClientMomentumParamState> {
  TORCH_ARG(int64_t, step) = 0;
  TORCH_ARG(torch::Tensor, velocity);
  TORCH_ARG(torch::Tensor, never) = {};
  TORCH_ARG(std::deque<double>, norms);

 public:
  void serialize(torch::serialize::InputArchive& archive) override {
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(int64_t, step);
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(torch::Tensor, velocity);
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG(torch::Tensor, never);
    _TORCH_OPTIM_DESERIALIZE_TORCH_ARG_DEQUE(std::deque<double>, norms);
  }
  void serialize(torch::serialize::OutputArchive& archive) const override {
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(step);
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(velocity);
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG(never);
    _TORCH_OPTIM_SERIALIZE_TORCH_ARG_DEQUE(norms);
  }
};
class ClientMomentum : public torch::optim::Optimizer {
 public:
  explicit ClientMomentum(std::vector<torch::optim::OptimizerParamGroup> param_groups,
                          ClientMomentumOptions defaults = {})
      : Optimizer(std::move(param_groups), std::make_unique<ClientMomentumOptions>(defaults)) {
    TORCH_CHECK(defaults.lr() >= 0, "Invalid learning rate: ", defaults.lr());
  }
  explicit ClientMomentum(std::vector<torch::Tensor> params, ClientMomentumOptions defaults = {})
      : ClientMomentum({std::move(torch::optim::OptimizerParamGroup(params))}, defaults) {}
  torch::Tensor step(LossClosure closure = nullptr) override {
    torch::NoGradGuard no_grad;
    torch::Tensor loss = {};
    if (closure != nullptr) {
      at::AutoGradMode enable_grad(true);
      loss = closure();
    }
    for (auto& group : param_groups_) {
      auto& options = static_cast<ClientMomentumOptions&>(group.options());
      for (auto& p : group.params()) {
        if (!p.grad().defined()) continue;
        const auto key = c10::guts::to_string(p.unsafeGetTensorImpl());
        if (state_.find(key) == state_.end()) {
          auto made = std::make_unique<ClientMomentumParamState>();
          made->velocity(torch::zeros_like(p, torch::MemoryFormat::Preserve));
          state_[key] = std::move(made);
        }
        auto& state = static_cast<ClientMomentumParamState&>(*state_[key]);
        state.step(state.step() + 1);
        state.norms().push_back(p.grad().norm().item<double>());
        state.velocity().mul_(std::get<0>(options.betas())).add_(p.grad(), std::get<1>(options.betas()));
        p.add_(state.velocity(), -options.lr());
      }
    }
    return loss;
  }
  void save(torch::serialize::OutputArchive& archive) const override { serialize(*this, archive); }
  void load(torch::serialize::InputArchive& archive) override {
    torch::IValue pytorch_version;
    if (archive.try_read("pytorch_version", pytorch_version)) serialize(*this, archive);
  }

 private:
  template <typename Self, typename Archive>
  static void serialize(Self& self, Archive& archive) {
    _TORCH_OPTIM_SERIALIZE_WITH_TEMPLATE_ARG(ClientMomentum);
  }
};
SPELLING(client_own_optimizer, "2 1.62 1.0368 13 0.46803 010.05") {
  auto w = torch::ones({2}, torch::requires_grad()), v = torch::ones({2}, torch::requires_grad());
  ClientMomentum first({w}, ClientMomentumOptions(0.5).warmup(3)), second({v});
  torch::optim::StepLR schedule(first, 2, 0.1);
  for (int i = 0; i < 3; ++i) {
    auto loss = first.step([&] {
      first.zero_grad();
      auto l = (w * w).sum();
      l.backward();
      return l;
    });
    out << loss.item<float>() << " ";
    schedule.step();
  }
  std::stringstream file;
  torch::save(first, file);
  torch::load(second, file);
  for (auto& entry : second.state()) {
    auto* state = static_cast<ClientMomentumParamState*>(entry.second.get());
    out << (entry.first == c10::guts::to_string(v.unsafeGetTensorImpl())) << state->step() << " "
        << state->velocity()[1].item<float>() << state->never().defined() << state->norms().size() << " ";
  }
  out << second.state().count("0x1") << second.state().size() << first.param_groups()[0].options().get_lr();
}
SPELLING(client_optimizer_options_in_archives, "0.25 0.7517") {
  torch::serialize::OutputArchive written;
  ClientMomentumOptions(0.25).betas({0.5, 0.75}).nesterov(true).warmup(7).serialize(written);
  std::stringstream file;
  written.save_to(file);
  torch::serialize::InputArchive archive;
  archive.load_from(file);
  ClientMomentumOptions options;
  options.serialize(archive);
  out << options.lr() << " " << std::get<1>(options.betas()) << options.nesterov() << options.warmup().value();
}

// ---- what single lines of programs ask for
SPELLING(client_lines, "[3, 2] 2 CPUFloatType CPULongType float 41 10 11ld1") {
  auto x = torch::arange(12.).view({3, 4});
  out << x.index({torch::indexing::Slice(None), Slice({None, 2})}).sizes() << " ";
  torch::nn::Conv2d conv(1, 2, 3);
  const int twice = 2;
  conv->options.padding(twice * 1);
  out << c10::get<torch::ExpandingArray<2>>(conv->options.padding())->at(1) << " " << x.type() << " "
      << x.to(torch::kLong).type().toString() << " " << torch::zeros({2}, x.type().options()).dtype() << " ";
  AT_DISPATCH_FLOATING_TYPES(x.type(), "client_lines", ([&] { out << sizeof(scalar_t); }));
  out << (::detail::scalar_type(x.type()) == at::kFloat) << " ";
  out << torch::pickle_load(torch::pickle_save(x)).toTensor().equal(x) << torch::show_config().empty() << " "
      << (INT_MAX > 0) << (LONG_MAX > 0) << PRId64 << (getpid() > 0);
}

// ---- modules
struct ClientBlockImpl : torch::nn::Module {
  ClientBlockImpl(int64_t in, int64_t out_features)
      : linear(register_module("linear", torch::nn::Linear(in, out_features))),
        layers(register_module("layers", torch::nn::ModuleList(torch::nn::ReLU(), torch::nn::Dropout(0.5)))) {
    scale = register_parameter("scale", torch::full({1}, 2.));
    count = register_buffer("count", torch::zeros({}, torch::kLong));
  }
  torch::Tensor forward(torch::Tensor x) {
    count += 1;
    x = linear(x) * scale;
    for (const auto& layer : *layers) {
      if (auto* relu = layer->as<torch::nn::ReLU>()) x = relu->forward(x);
      else x = layer->as<torch::nn::DropoutImpl>()->forward(x);
    }
    return x;
  }
  torch::nn::Linear linear;
  torch::nn::ModuleList layers;
  torch::Tensor scale, count;
};
TORCH_MODULE(ClientBlock);
SPELLING(client_module, "scale[1] linear.weight[2, 3] linear.bias[2] count 14 1 ;linear;layers;layers.0;layers.1;") {
  ClientBlock block(3, 2);
  for (const auto& p : block->named_parameters()) out << p.key() << p.value().sizes() << " ";
  for (const auto& b : block->named_buffers()) out << b.key() << " ";
  block->eval();
  torch::NoGradGuard no_grad;
  block->linear->weight.fill_(1);
  torch::nn::init::constant_(block->linear->bias, 0.5);
  out << block(torch::ones({1, 3})).sum().item<float>() << " " << block->count.item<int64_t>() << " ";
  for (const auto& m : block->named_modules()) out << m.key() << ";";
}
SPELLING(client_sequential, "3 first act 2 [5, 1] torch::nn 4") {
  torch::nn::Sequential net({{"first", torch::nn::Linear(2, 4).ptr()}});
  net->push_back("act", torch::nn::Functional(torch::relu));
  net->push_back(torch::nn::Linear(4, 1));
  net->to(torch::kDouble);
  out << net->size() << " " << net->named_children().keys() << " "
      << net->forward(torch::ones({5, 2}, torch::kDouble)).sizes() << " " << net[0]->name().substr(0, 9) << " "
      << net->at<torch::nn::LinearImpl>(2).options.in_features();
}

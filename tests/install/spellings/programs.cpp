// SPDX-License-Identifier: BSD-3-Clause
// Programs in the manner of PyTorch's C++ documentation: functions, modules, optimizers and schedulers of one's own.
#include <torch/torch.h>

#include "spelling.h"

namespace {

// ---- optimizers with libtorch's type of closure
struct SignDescentOptions : torch::optim::OptimizerCloneableOptions<SignDescentOptions> {
  explicit SignDescentOptions(double lr = 0.5) : lr_(lr) {}
  TORCH_ARG(double, lr) = 0.5;

 public:
  double get_lr() const override { return lr(); }
  void set_lr(const double lr) override { lr_ = lr; }
};
class SignDescent : public torch::optim::Optimizer {
 public:
  explicit SignDescent(std::vector<torch::Tensor> params, SignDescentOptions defaults = SignDescentOptions())
      : Optimizer({torch::optim::OptimizerParamGroup(std::move(params))},
                  std::make_unique<SignDescentOptions>(defaults)) {}
  torch::Tensor step(LossClosure closure = nullptr) override {
    torch::Tensor loss;
    if (closure) {
      at::AutoGradMode enable_grad(true);
      loss = closure();
    }
    torch::NoGradGuard no_grad;
    for (auto& group : param_groups())
      for (auto& p : group.params())
        if (p.grad().defined()) p.sub_(p.grad().sign(), static_cast<SignDescentOptions&>(group.options()).lr());
    return loss;
  }
};

// ---- a scheduler of one's own
class Halving : public torch::optim::LRScheduler {
 public:
  using LRScheduler::LRScheduler;

 private:
  std::vector<double> get_lrs() override {
    auto lrs = get_current_lrs();
    if (step_count_ > 0)
      for (double& lr : lrs) lr /= 2;
    return lrs;
  }
};

// ---- functions of one's own
struct ScaledSum : torch::autograd::Function<ScaledSum> {
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* ctx, const torch::Tensor& a,
                                                const torch::Tensor& b, double scale, c10::optional<int64_t> power) {
    ctx->saved_data["scale"] = scale;
    ctx->saved_data["power"] = power;
    ctx->save_for_backward({a, b});
    auto mask = (a > b);
    ctx->mark_non_differentiable({mask});
    return {(a + b) * scale, mask};
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* ctx,
                                                 torch::autograd::variable_list grads) {
    const auto saved = ctx->get_saved_variables();
    const double scale = ctx->saved_data["scale"].toDouble();
    TORCH_CHECK(ctx->saved_data["power"].isNone() && saved.size() == 2 && grads.size() == 2);
    torch::Tensor none;
    return {grads[0] * scale, ctx->needs_input_grad(1) ? grads[0] * scale : none, none, none};
  }
};
struct DoubleInPlace : torch::autograd::Function<DoubleInPlace> {
  static torch::Tensor forward(torch::autograd::AutogradContext* ctx, torch::Tensor x) {
    {
      at::AutoDispatchBelowADInplaceOrView guard;
      x.mul_(2);
    }
    ctx->mark_dirty({x});
    return x;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list grads) {
    return {grads[0] * 2};
  }
};
struct TwoResults : torch::autograd::Function<TwoResults> {
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* ctx, torch::Tensor x) {
    ctx->set_materialize_grads(false);
    return {x * 1, x * 2};
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list grads) {
    return {(grads[0].defined() ? grads[0] : torch::zeros({2})) +
            (grads[1].defined() ? grads[1] * 2 : torch::zeros({2}))};
  }
};

// ---- modules of one's own
struct GatedImpl : torch::nn::Module {
  GatedImpl(int64_t n, bool with_bias) : n_(n) {
    weight = register_parameter("weight", torch::full({n, n}, 0.5));
    bias = register_parameter("bias", with_bias ? torch::ones({n}) : torch::Tensor(), false);
    steps = register_buffer("steps", torch::zeros({1}, torch::kLong));
    inner = register_module("inner", torch::nn::Sequential(torch::nn::Linear(n, n), torch::nn::Tanh()));
  }
  torch::Tensor forward(const torch::Tensor& x) {
    if (is_training()) steps += 1;
    torch::Tensor y = x.matmul(weight);
    if (bias.defined()) y = y + bias;
    return y * torch::sigmoid(inner->forward(x));
  }
  void pretty_print(std::ostream& stream) const override { stream << "Gated(n=" << n_ << ")"; }
  int64_t n_;
  torch::Tensor weight, bias, steps;
  torch::nn::Sequential inner;
};
TORCH_MODULE(Gated);

// ---- a sampler and a data set of one's own
struct Evens : torch::data::samplers::Sampler<> {
  explicit Evens(size_t n) : n_(n) {}
  void reset(c10::optional<size_t> new_size = c10::nullopt) override {
    if (new_size) n_ = *new_size;
    at_ = 0;
  }
  c10::optional<std::vector<size_t>> next(size_t batch_size) override {
    std::vector<size_t> indices;
    for (; at_ < n_ && indices.size() < batch_size; at_ += 2) indices.push_back(at_);
    return indices.empty() ? c10::nullopt : c10::make_optional(indices);
  }
  void save(torch::serialize::OutputArchive& archive) const override {
    archive.write("at", torch::tensor(static_cast<int64_t>(at_)), /*is_buffer=*/true);
  }
  void load(torch::serialize::InputArchive& archive) override {
    torch::Tensor t;
    archive.read("at", t, /*is_buffer=*/true);
    at_ = static_cast<size_t>(t.item<int64_t>());
  }
  size_t n_, at_ = 0;
};
struct Squares : torch::data::datasets::Dataset<Squares> {
  torch::data::Example<> get(size_t index) override {
    const auto i = static_cast<float>(index);
    return {torch::full({2}, i), torch::tensor(i * i)};
  }
  c10::optional<size_t> size() const override { return 7; }
};

}  // namespace

SPELLING(program_optimizer_with_function, "13 8.5 5 00 -0.5 -0.5") {
  torch::Tensor w = torch::tensor({2.f, -3.f}, torch::requires_grad());
  SignDescent own({w}, SignDescentOptions(0.5));
  torch::optim::Optimizer& optimizer = own;
  auto closure = [&] {
    optimizer.zero_grad();
    torch::Tensor loss = w.pow(2).sum();
    loss.backward();
    return loss;
  };
  out << optimizer.step(closure).item<float>() << " ";
  std::function<torch::Tensor()> function = closure;
  out << own.step(function).item<float>() << " ";
  torch::optim::Optimizer::LossClosure loss_closure = closure;
  out << optimizer.step(loss_closure).item<float>() << " " << optimizer.step().defined()
      << optimizer.step(nullptr).defined() << " " << w[0].item<float>() << " " << w[1].item<float>();
}
SPELLING(program_optimizers_by_base, "4,1.6 4,1.5 4,0 ") {
  for (int kind = 0; kind < 3; ++kind) {
    torch::Tensor w = torch::tensor({2.f}, torch::requires_grad());
    std::unique_ptr<torch::optim::Optimizer> optimizer;
    if (kind == 0) optimizer = std::make_unique<torch::optim::SGD>(std::vector<torch::Tensor>{w}, 0.1);
    else if (kind == 1) optimizer = std::make_unique<SignDescent>(std::vector<torch::Tensor>{w});
    else
      optimizer = std::make_unique<torch::optim::LBFGS>(std::vector<torch::Tensor>{w}, torch::optim::LBFGSOptions(1));
    torch::Tensor loss = optimizer->step([&]() -> torch::Tensor {
      optimizer->zero_grad();
      auto l = (w * w).sum();
      l.backward();
      return l;
    });
    out << loss.item<float>() << "," << std::round(w.item<float>() * 1000) / 1000 << " ";
  }
}
SPELLING(program_scheduler, "0.8 0.4 0.4 0.2 0.02 0.01 1 0.9") {
  torch::Tensor a = torch::ones({1}, torch::requires_grad()), b = torch::ones({1}, torch::requires_grad());
  std::vector<torch::optim::OptimizerParamGroup> groups;
  groups.emplace_back(std::vector<torch::Tensor>{a}, std::make_unique<torch::optim::SGDOptions>(0.8));
  groups.emplace_back(std::vector<torch::Tensor>{b});
  torch::optim::SGD sgd(groups, torch::optim::SGDOptions(0.4).momentum(0.9));
  Halving halving(sgd);
  torch::optim::StepLR steps(sgd, 2, 0.1);
  for (int i = 0; i < 3; ++i) {
    sgd.zero_grad();
    (a + b).sum().backward();
    sgd.step();
    halving.step();
    steps.step();
    for (auto& g : sgd.param_groups()) out << g.options().get_lr() << " ";
  }
  out << sgd.param_groups()[0].has_options() << " "
      << static_cast<torch::optim::SGDOptions&>(sgd.param_groups()[1].options()).momentum();
}
SPELLING(program_function_of_tensors_and_numbers, "01  1.5000\n 1.5000\n[ CPUFloatType{2} ]0") {
  torch::Tensor a = torch::tensor({1.f, 5.f}, torch::requires_grad()), b = torch::tensor({2.f, 3.f});
  auto results = ScaledSum::apply(a, b, 1.5, c10::nullopt);
  out << results[1].requires_grad() << results[0].requires_grad() << " ";
  results[0].sum().backward();
  out << a.grad() << b.grad().defined();
}
SPELLING(program_function_in_place, "11  2\n 2\n[ CPUFloatType{2} ]1") {
  torch::Tensor x = torch::tensor({1.f, 2.f}, torch::requires_grad());
  torch::Tensor y = x.clone();
  torch::Tensor z = DoubleInPlace::apply(y);
  out << z.is_same(y) << (y._version() > 0) << " ";
  z.sum().backward();
  out << x.grad() << y.grad_fn()->next_edges().size();
}
SPELLING(program_function_without_zeros, " 2\n 2\n[ CPUFloatType{2} ]") {
  torch::Tensor x = torch::tensor({1.f, 2.f}, torch::requires_grad());
  TwoResults::apply(x)[1].sum().backward();
  out << x.grad();
}
SPELLING(program_module,
         "weight inner.0.weight inner.0.bias | weight1 bias0 steps 100 Gated(n=2)(\n  (inner): torch"
         "::nn::Sequential(\n    (0): torch::nn::Linear(in_features=2, out_features=2, bias=true)\n "
         "   (1): torch::nn::Tanh()\n  )\n) Double1") {
  Gated net(2, false), other(2, true);
  for (const auto& p : net->named_parameters()) out << p.key() << " ";
  out << "| ";
  for (const auto& p : other->named_parameters(/*recurse=*/false)) out << p.key() << p.value().requires_grad() << " ";
  for (const auto& b : net->named_buffers()) out << b.key() << " ";
  net->forward(torch::ones({1, 2}));
  net->eval();
  net->forward(torch::ones({1, 2}));
  out << net->steps.item<int64_t>() << net->is_training() << net->inner->is_training() << " " << net;
  net->to(torch::kDouble);
  out << " " << net->weight.scalar_type() << net->named_children().size();
}
SPELLING(program_module_saved, "12 1 1") {
  Gated net(2, true), other(2, true);
  net->forward(torch::ones({1, 2}));
  torch::NoGradGuard guard;
  net->weight.fill_(3);
  std::stringstream stream;
  torch::save(net, stream);
  torch::load(other, stream);
  out << other->weight.sum().item<float>() << " " << other->steps.item<int64_t>() << " "
      << other->weight.requires_grad();
}
SPELLING(program_loader, "[3, 2]20 [1, 2]36 [3, 2]20 [1, 2]36 ") {
  auto data = Squares()
                  .map(torch::data::transforms::Lambda<torch::data::Example<>>([](torch::data::Example<> e) {
                    e.data += 1;
                    return e;
                  }))
                  .map(torch::data::transforms::Stack<>());
  auto loader =
      torch::data::make_data_loader(std::move(data), Evens(7), torch::data::DataLoaderOptions().batch_size(3));
  for (int epoch = 0; epoch < 2; ++epoch)
    for (auto& batch : *loader) out << batch.data.sizes() << batch.target.sum().item<float>() << " ";
}
SPELLING(program_sampler_saved, "30") {
  Evens evens(9), later(9);
  evens.next(2);
  torch::serialize::OutputArchive to;
  evens.save(to);
  std::stringstream stream;
  to.save_to(stream);
  torch::serialize::InputArchive from;
  from.load_from(stream);
  later.load(from);
  out << later.next(9)->size() << later.next(1).has_value();
}
SPELLING(program_gradients, "42 36 0One of the differentiated Tensors appears to not have been u") {
  torch::Tensor x = torch::tensor({1.f, 2.f, 3.f}, torch::requires_grad());
  torch::Tensor y = x.pow(3).sum();
  torch::Tensor g = torch::autograd::grad({y}, {x}, {}, true, true)[0];
  torch::Tensor h = torch::autograd::grad({g.sum()}, {x})[0];
  out << g.sum().item<float>() << " " << h.sum().item<float>() << " ";
  torch::Tensor unused = torch::ones({1}, torch::requires_grad());
  out << torch::autograd::grad({(x * 2).sum()}, {x, unused}, {}, c10::nullopt, false, /*allow_unused=*/true)[1]
             .defined();
  try {
    torch::autograd::grad({(x * 2).sum()}, {unused});
  } catch (const c10::Error& e) {
    out << std::string(e.what_without_backtrace()).substr(0, 60);
  }
}
SPELLING(program_hooks, "2 12 2 6") {
  torch::Tensor x = torch::ones({2}, torch::requires_grad());
  torch::Tensor y = x * 3;
  y.retain_grad();
  auto first = x.register_hook([&](torch::Tensor g) { return g * 2; });
  y.register_hook([&](torch::Tensor g) { out << g.sum().item<float>() << " "; });
  y.sum().backward();
  out << x.grad().sum().item<float>() << " " << y.grad().sum().item<float>() << " ";
  x.remove_hook(first);
  x.mutable_grad() = torch::Tensor();
  (x * 3).sum().backward();
  out << x.grad().sum().item<float>();
}
SPELLING(program_edges_of_numbers,
         "MulBackward0221 MulBackward1111 MulBackward1111 AddBackward0221 AddBackward1111 SubBackwar"
         "d0221 SubBackward1111 DivBackward0221 DivBackward1111 PowBackward1221 PowBackward0111 MulB"
         "ackward0221 AddBackward0221 AddBackward1111 ") {
  torch::Tensor a = torch::ones({2}, torch::requires_grad()), b = torch::ones({2}, torch::requires_grad());
  for (const torch::Tensor& y : {a * b, a * 2, 2 * a, a + b, a + 2, a - b, a - 2, a / b, a / 2, a.pow(b), a.pow(2),
                                 a * torch::tensor(2.f), torch::add(a, b, 2), torch::add(a, 2, 3)})
    out << y.grad_fn()->name() << y.grad_fn()->num_outputs() << y.grad_fn()->next_edges().size()
        << y.grad_fn()->next_edge(0).is_valid() << " ";
}
SPELLING(program_multi_dot, "[4]24 111") {
  std::vector<torch::Tensor> chain{torch::ones({3}), torch::ones({3, 2}), torch::ones({2, 4})};
  torch::Tensor y = torch::linalg::multi_dot(chain), z = torch::empty({4});
  out << y.sizes() << y.sum().item<float>() << " " << torch::linalg::multi_dot_out(chain, z).equal(y)
      << at::linalg_multi_dot_out(z, chain).equal(y) << at::linalg_multi_dot(chain).equal(y);
}
SPELLING(program_small_vectors, "6[0, 2, 3, 4, 7, 8]680 bc 13 [2, 2, 2]") {
  c10::SmallVector<int64_t, 4> v{1, 2, 3};
  v.push_back(4);
  v.insert(v.begin(), 0);
  v.append({7, 8});
  v.append(2, 9);
  v.append(c10::SmallVector<int64_t, 4>{5, 6});
  out << v.pop_back_val();
  v.pop_back_n(2);
  v.erase(v.begin() + 1);
  v.pop_back();
  out << at::IntArrayRef(v) << v.size() << v.back() << v.empty() << " ";
  c10::SmallVector<std::string, 2> words(2, "a");
  words.emplace_back("b");
  words.resize(5, "c");
  out << words[2] << words[4] << " " << (c10::SmallVector<int, 2>{1, 2} == c10::SmallVector<int, 2>{1, 2});
  at::DimVector dims(3, 2);
  out << dims.size() << " " << torch::zeros(dims).sizes();
}
SPELLING(program_array_refs, "[2, 3, 4][2, 3]141043 4321") {
  const std::vector<int64_t> v{1, 2, 3, 4};
  at::IntArrayRef r(v);
  out << r.slice(1) << r.slice(1, 2) << r.front() << r.back() << r.equals({1, 2, 3, 4})
      << (r == at::IntArrayRef({1, 2})) << r.vec().size() << r.at(2) << " ";
  int64_t sum = 0;
  for (auto i = r.rbegin(); i != r.rend(); ++i) sum = sum * 10 + *i;
  out << sum;
}
SPELLING(program_string_views, "hello11471h 61hello worldworld5") {
  c10::string_view s("hello world");
  out << s.substr(0, 5) << s.size() << s.find("o") << s.rfind('o') << (s == "hello world") << s.front() << " "
      << s.find_first_of("wz") << (s.find("zz") == c10::string_view::npos);
  std::string copy(s.begin(), s.end());
  s.remove_prefix(6);
  out << copy << s << std::string(s).size();
}
SPELLING(program_record_function, "10") {
  RECORD_FUNCTION("client", std::vector<c10::IValue>({torch::ones({1})}));
  out << at::isRecordFunctionEnabled();
  at::RecordFunctionGuard off(false);
  out << at::isRecordFunctionEnabled();
}
SPELLING(program_nn_utils, "[6]4 2449 0.25") {
  torch::nn::Linear net(2, 2);
  {
    torch::NoGradGuard guard;
    for (auto& p : net->parameters()) p.fill_(2);
  }
  net->forward(torch::ones({1, 2})).sum().backward();
  torch::Tensor flat = torch::nn::utils::parameters_to_vector(net->parameters());
  torch::nn::utils::vector_to_parameters(flat * 2, net->parameters());
  out << flat.sizes() << net->bias[0].item<float>() << " "
      << std::round(torch::nn::utils::clip_grad_norm_(net->parameters(), 1.0) * 1000) << " ";
  torch::nn::utils::clip_grad_value_(net->parameters(), 0.25);
  out << net->bias.grad().max().item<float>();
}
SPELLING(program_dispatch_key_sets, "10CPU") {
  torch::Tensor t = torch::ones({1});
  out << t.key_set().has(c10::DispatchKey::CPU) << t.key_set().has(c10::DispatchKey::CUDA)
      << c10::toString(c10::DispatchKey::CPU);
}
SPELLING(program_tensor_bodies, "112613 [2, 3][3, 1]") {
  torch::Tensor t = torch::ones({2, 3});
  c10::TensorImpl* impl = t.unsafeGetTensorImpl();
  c10::intrusive_ptr<c10::TensorImpl> shared = t.getIntrusivePtr();
  torch::Tensor again(shared);
  torch::Tensor given = torch::Tensor::wrap_tensor_impl(std::move(shared));
  out << again.is_same(t) << given.is_same(t) << impl->dim() << impl->numel() << impl->is_contiguous() << t.use_count()
      << " " << impl->sizes() << impl->strides();
}
SPELLING(program_tensor_of_storage, "  0\n  1\n 20\n 30\n 40\n 50\n[ CPUFloatType{6} ]2241") {
  torch::Tensor t = torch::arange(6, torch::kFloat);
  torch::Tensor view = torch::empty({0}).set_(t.storage(), 2, {2, 2}, {2, 1});
  view.mul_(10);
  out << t << view.storage_offset() << t.storage().nbytes() << view.is_alias_of(t);
}
SPELLING(program_foreign_memory_by_function, "6401") {
  int calls = 0;
  std::vector<float> values{1, 2, 3};
  {
    c10::Storage storage(c10::Storage::use_byte_size_t(), 12,
                         c10::InefficientStdFunctionContext::makeDataPtr(
                             values.data(), [&](void* p) { calls += p == values.data(); }, at::kCPU));
    torch::Tensor t = torch::empty({0}).set_(storage, 0, {3}), copy = t.clone();
    storage = c10::Storage();
    t.add_(1);
    out << copy.sum().item<float>() << values[2] << calls;
  }
  out << calls;
}

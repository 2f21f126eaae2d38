// SPDX-License-Identifier: BSD-3-Clause
// Autograd, modules, modes.
#include <torch/torch.h>

#include "spelling.h"

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// ---- functions with a derivative of the program's own
struct ByReference : torch::autograd::Function<ByReference> {
  static torch::Tensor forward(AutogradContext* ctx, const torch::Tensor& x, const double& factor) {
    ctx->save_for_backward({x});
    ctx->saved_data["factor"] = factor;
    return x * factor;
  }
  static variable_list backward(AutogradContext* ctx, const variable_list& grads) {
    return {grads[0] * ctx->saved_data["factor"].toDouble(), Variable()};
  }
};
SPELLING(function_by_const_reference, "660") {
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = ByReference::apply(x, 3.0);
  y.sum().backward();
  out << y.sum().item<float>() << x.grad().sum().item<float>() << y.grad_fn()->name().empty();
}
class ByValue : public torch::autograd::Function<ByValue> {
 public:
  static variable_list forward(AutogradContext* ctx, Variable x, int64_t k, std::vector<int64_t> sizes,
                               c10::optional<torch::Tensor> bias) {
    ctx->saved_data["k"] = k;
    ctx->saved_data["sizes"] = sizes;
    ctx->saved_data["has_bias"] = bias.has_value();
    ctx->mark_non_differentiable({});
    return {x * k, x + k};
  }
  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    return {grads[0] * ctx->saved_data["k"].toInt() +
                grads[1] * static_cast<int64_t>(ctx->saved_data["sizes"].toIntVector().size()),
            Variable(), Variable(), Variable()};
  }
};
SPELLING(function_by_value, "210") {
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = ByValue::apply(x, 3, std::vector<int64_t>{1, 2}, c10::nullopt);
  (y[0] + y[1]).sum().backward();
  out << y.size() << x.grad().sum().item<float>();
}
struct ByTensorList : torch::autograd::Function<ByTensorList> {
  static torch::autograd::tensor_list forward(AutogradContext* ctx, torch::TensorList inputs) {
    ctx->save_for_backward(inputs.vec());
    return {inputs[0] * inputs[1]};
  }
  static torch::autograd::tensor_list backward(AutogradContext* ctx, torch::autograd::tensor_list&& grads) {
    const auto saved = ctx->get_saved_variables();
    return {grads[0] * saved[1], grads[0] * saved[0]};
  }
};
struct ByReferenceToList : torch::autograd::Function<ByReferenceToList> {
  static Variable forward(AutogradContext* ctx, const Variable& a, const Variable& b, bool flag) {
    ctx->saved_data["flag"] = flag;
    ctx->set_materialize_grads(true);
    ctx->mark_dirty({});
    return a + b;
  }
  static variable_list backward(AutogradContext* ctx, variable_list& grads) {
    return {grads[0], grads[0] * 2, Variable()};
  }
};
SPELLING(function_by_reference, "24") {
  auto x = torch::ones({2}, torch::requires_grad()), y = torch::ones({2}, torch::requires_grad());
  ByReferenceToList::apply(x, y, true).sum().backward();
  out << x.grad().sum().item<float>() << y.grad().sum().item<float>();
}
SPELLING(function_saved_data, "1111a") {
  AutogradContext ctx;
  ctx.saved_data["a"] = 1;
  out << ctx.saved_data.count("a") << ctx.saved_data.size() << (ctx.saved_data.find("b") == ctx.saved_data.end())
      << ctx.saved_data.find("a")->second.toInt();
  for (const auto& entry : ctx.saved_data) out << entry.first;
}

// ---- autograd
SPELLING(print_grad_fn, "0x0x0") {
  auto x = torch::ones({2}, torch::requires_grad());
  std::ostringstream address, pointer;
  address << x.mul(2).grad_fn();
  pointer << (x * x).grad_fn().get();
  out << address.str().substr(0, 2) << pointer.str().substr(0, 2) << x.grad_fn();
}
SPELLING(grad_fn_use, "ReluBackward0111011leaf") {
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = x.relu();
  std::shared_ptr<torch::autograd::Node> fn = y.grad_fn();
  const auto& edge = fn->next_edge(0);
  out << fn->name() << fn->num_inputs() << fn->num_outputs() << edge.is_valid() << edge.input_nr << (fn != nullptr)
      << fn->next_edges().size() << (x.grad_fn() ? "" : "leaf");
}
SPELLING(autograd_grad, "41") {
  auto x = torch::ones({2}, torch::requires_grad());
  auto g = torch::autograd::grad({(x * x).sum()}, {x}, /*grad_outputs=*/{}, /*retain_graph=*/true,
                                 /*create_graph=*/true, /*allow_unused=*/false);
  out << g[0].sum().item<float>() << g[0].requires_grad();
}
SPELLING(autograd_backward, "8") {
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = x * 2;
  torch::autograd::backward({y.sum(), y.sum()}, {});
  out << x.grad().sum().item<float>();
}
SPELLING(gradient_edge, "110") {
  auto x = torch::ones({2}, torch::requires_grad());
  out << torch::autograd::impl::gradient_edge(x).is_valid() << (torch::autograd::impl::grad_accumulator(x) != nullptr)
      << torch::autograd::impl::version_counter(x).current_version();
}
SPELLING(hooks, "44") {
  auto x = torch::ones({2}, torch::requires_grad());
  const auto handle = x.register_hook([](torch::Tensor g) { return g * 2; });
  x.register_hook([&](const torch::Tensor& g) { out << g.sum().item<float>(); });
  x.sum().backward();
  x.remove_hook(handle);
  out << x.grad().sum().item<float>();
}
SPELLING(make_variable, "11") {
  auto v = torch::autograd::make_variable(torch::ones({1}), /*requires_grad=*/true);
  out << v.requires_grad() << torch::autograd::Variable(v).is_same(v);
}
SPELLING(retain, "1200") {
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = x * 2;
  y.retain_grad();
  y.sum().backward({}, true, false, std::vector<torch::Tensor>{x, y});
  out << y.retains_grad() << y.grad().sum().item<float>() << y.output_nr() << y.is_leaf();
}
SPELLING(zero_gradient, "020") {
  auto x = torch::ones({2}, torch::requires_grad());
  x.sum().backward();
  x.mutable_grad() = torch::Tensor();
  out << x.grad().defined();
  x.mutable_grad() = torch::ones({2});
  out << x.grad().sum().item<float>();
  x.grad().zero_();
  out << x.grad().sum().item<float>();
}

// ---- modes
SPELLING(inference_modes, "1110") {
  {
    c10::InferenceMode mode;
    out << torch::ones({1}).is_inference();
  }
  {
    at::InferenceMode mode(true);
    out << at::InferenceMode::is_enabled();
  }
  {
    torch::InferenceMode mode;
    out << c10::InferenceMode::is_enabled();
  }
  {
    torch::InferenceMode mode(false);
    out << torch::ones({1}).is_inference();
  }
}
SPELLING(grad_modes, "0001") {
  {
    torch::NoGradGuard guard;
    out << torch::GradMode::is_enabled();
  }
  {
    at::NoGradGuard guard;
    out << at::GradMode::is_enabled();
  }
  {
    torch::AutoGradMode mode(false);
    out << c10::GradMode::is_enabled();
  }
  {
    at::AutoGradMode mode(true);
    out << torch::autograd::GradMode::is_enabled();
  }
  at::GradMode::set_enabled(true);
  torch::autograd::GradMode::set_enabled(true);
}
SPELLING(below_autograd, "00000") {
  auto x = torch::ones({1}, torch::requires_grad());
  {
    at::AutoDispatchBelowAutograd guard;
    out << (x * 2).requires_grad();
  }
  {
    at::AutoDispatchBelowADInplaceOrView guard;
    out << (x * 2).requires_grad();
  }
  {
    at::AutoNonVariableTypeMode guard;
    out << (x * 2).requires_grad();
  }
  {
    c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutogradCPU);
    out << (x * 2).requires_grad();
  }
  {
    c10::impl::ExcludeDispatchKeyGuard guard(c10::autograd_dispatch_keyset);
    out << (x * 2).requires_grad();
  }
}
SPELLING(device_guard, "cpu1") {
  at::DeviceGuard guard(torch::Device(torch::kCPU));
  at::OptionalDeviceGuard none;
  c10::OptionalDeviceGuard other(at::device_of(torch::ones({1})));
  out << guard.current_device() << at::device_of(torch::ones({1})).has_value();
}
SPELLING(anomaly, "1") {
  torch::autograd::AnomalyMode::set_enabled(true);
  out << torch::autograd::AnomalyMode::is_enabled();
  torch::autograd::AnomalyMode::set_enabled(false);
  torch::autograd::DetectAnomalyGuard guard;
}

// ---- modules
SPELLING(module_name, "torch::nn::LinearImpl torch::nn::Conv2dImpl torch::nn::SequentialImpl torch::nn::ReLUImpl") {
  out << torch::nn::Linear(1, 1)->name() << " " << torch::nn::Conv2d(1, 1, 1)->name() << " "
      << torch::nn::Sequential()->name() << " " << torch::nn::ReLU()->name();
}
namespace mine {
struct NetImpl : torch::nn::Module {
  NetImpl() : fc(register_module("fc", torch::nn::Linear(2, 1))) {
    scale = register_parameter("scale", torch::ones({1}));
    count = register_buffer("count", torch::zeros({1}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * scale; }
  torch::nn::Linear fc{nullptr};
  torch::Tensor scale, count;
};
TORCH_MODULE(Net);
}  // namespace mine
SPELLING(module_name_of_ones_own, "mine::NetImpl") { out << mine::Net()->name(); }
SPELLING(module_type_name, "torch::nn::LinearImpl torch::nn::LinearOptions") {
  out << c10::demangle(typeid(torch::nn::LinearImpl).name()) << " " << c10::demangle_type<torch::nn::LinearOptions>();
}
SPELLING(module_walk,
         "scale[1] fc.weight[1, 2] fc.bias[1] count fctorch::nn::LinearImpl mine::NetImpl torch::nn::LinearImpl net "
         "net.fc 3111") {
  mine::Net net;
  for (const auto& p : net->named_parameters()) out << p.key() << p.value().sizes() << " ";
  for (auto& pair : net->named_buffers()) out << pair.key() << " ";
  for (const auto& child : net->named_children()) out << child.key() << child.value()->name() << " ";
  for (const auto& m : net->modules()) out << m->name() << " ";
  for (const auto& m : net->named_modules("net")) out << m.key() << " ";
  out << net->parameters().size() << net->is_training() << net->buffers().size() << net->children().size();
}
SPELLING(module_casts, "linear1castrelu") {
  torch::nn::Sequential s(torch::nn::Linear(1, 1), torch::nn::ReLU());
  for (auto& m : s->modules(/*include_self=*/false)) {
    if (auto* linear = m->as<torch::nn::Linear>()) out << "linear" << linear->options.in_features();
    if (m->as<torch::nn::ReLUImpl>() != nullptr) out << "relu";
    if (std::dynamic_pointer_cast<torch::nn::LinearImpl>(m)) out << "cast";
  }
}
SPELLING(module_apply, "mine::NetImpl torch::nn::LinearImpl  fc 0float") {
  mine::Net net;
  net->apply([&](torch::nn::Module& m) { out << m.name() << " "; });
  net->apply([&](const std::string& name, torch::nn::Module&) { out << name << " "; });
  net->to(torch::kDouble);
  net->to(torch::kCPU);
  net->to(torch::Device("cpu"), torch::kFloat);
  net->zero_grad();
  net->train();
  net->eval();
  out << net->is_training() << net->fc->weight.dtype();
}
struct Options {
  TORCH_ARG(int64_t, size) = 3;
  TORCH_ARG(c10::optional<double>, rate) = c10::nullopt;
  TORCH_ARG(std::string, text);
};
SPELLING(torch_arg, "5a00.5") {
  Options o = Options().size(4).text("a");
  o.size() = 5;
  out << o.size() << o.text() << o.rate().has_value() << *Options().rate(0.5).rate();
}
SPELLING(functional, "401[1, 2]") {
  namespace F = torch::nn::functional;
  auto x = torch::ones({1, 4});
  out << F::relu(x).sum().item<float>()
      << F::mse_loss(x, x, F::MSELossFuncOptions().reduction(torch::kSum)).item<float>()
      << F::softmax(x, F::SoftmaxFuncOptions(1)).sum().item<float>() << F::linear(x, torch::ones({2, 4})).sizes();
}
SPELLING(enumerations, "1kNone0") {
  torch::nn::MSELossOptions o(torch::kNone);
  out << (c10::get_if<torch::enumtype::kNone>(&o.reduction()) != nullptr)
      << torch::enumtype::get_enum_name(o.reduction()) << torch::enumtype::reduction_get_enum(o.reduction());
}
SPELLING(any_module, "[3, 1]torch::nn::LinearImpl10") {
  torch::nn::AnyModule any(torch::nn::Linear(2, 1));
  out << any.forward(torch::ones({3, 2})).sizes() << any.ptr()->name()
      << any.get<torch::nn::Linear>()->options.out_features() << any.is_empty();
}
namespace mine {
struct AddImpl : torch::nn::Cloneable<AddImpl> {
  AddImpl() { reset(); }
  void reset() override { scale = register_parameter("scale", torch::ones({1})); }
  torch::Tensor forward(torch::Tensor a, const torch::Tensor& b) { return (a + b) * scale; }
  torch::Tensor scale;
};
TORCH_MODULE(Add);
struct CountImpl : torch::nn::Module {
  int forward(int a, int b = 2, double c = 3.0) { return a + b + static_cast<int>(c); }

 protected:
  FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(2)}, {2, torch::nn::AnyValue(3.0)})
};
TORCH_MODULE(Count);
struct SplitImpl : torch::nn::Module {
  std::tuple<torch::Tensor, int> forward(torch::Tensor a) { return {a, 3}; }
};
TORCH_MODULE(Split);
struct SecondImpl : torch::nn::Module {
  int forward(std::tuple<torch::Tensor, int> both) { return std::get<1>(both); }
};
TORCH_MODULE(Second);
struct NextImpl : torch::nn::Module {
  int forward(int* p) { return ++*p; }
};
}  // namespace mine
SPELLING(any_module_of_several_arguments, "46532") {
  torch::nn::AnyModule add{mine::Add()}, count{mine::Count()};
  auto x = torch::ones({2});
  out << add.forward(x, x).sum().item<float>() << count.forward<int>(1) << count.forward<int>(1, 1)
      << count.forward<int>(1, 1, 1.0);
  torch::nn::AnyModule copy = add.clone();
  out << (copy.ptr() != add.ptr()) + (copy.type_info() == typeid(mine::AddImpl));
}
SPELLING(any_module_too_few, "Error") { torch::nn::AnyModule(mine::Add()).forward(torch::ones({2})); }
SPELLING(any_module_too_many, "Error") { torch::nn::AnyModule(mine::Count()).forward<int>(1, 1, 1.0, 1); }
SPELLING(any_module_result_and_pointers, "31551") {
  torch::nn::AnyModule split{mine::Split()}, next(std::make_shared<mine::NextImpl>());
  torch::nn::AnyValue value = split.any_forward(torch::ones({1}));
  int i = 4;
  out << std::get<1>(value.get<std::tuple<torch::Tensor, int>>()) << (value.try_get<int>() == nullptr)
      << next.forward<int>(&i) << i << (split.get<mine::Split>().ptr() == split.ptr<mine::SplitImpl>());
}
SPELLING(sequential_of_several_arguments, "4311") {
  torch::nn::Sequential sums{mine::Add(), torch::nn::ReLU()}, second{mine::Split(), mine::Second()},
      counts{mine::Count(), mine::Count()};
  auto x = torch::ones({2});
  out << sums->forward(x, x).sum().item<float>() << second->forward<int>(x) << counts->forward<int>(1);
}

// ---- modules on the bases of the library's families
namespace mine {
struct MaskedConvImpl : torch::nn::ConvNdImpl<2, MaskedConvImpl> {
  explicit MaskedConvImpl(const torch::nn::detail::ConvNdOptions<2>& o) : ConvNdImpl(o) {
    mask = register_buffer("mask", torch::ones_like(weight));
  }
  void reset() override {
    ConvNdImpl::reset();
    mask = register_buffer("mask", torch::ones_like(weight));
  }
  torch::Tensor forward(const torch::Tensor& x) {
    return torch::conv2d(x, weight * mask, bias, options.stride(),
                         c10::get<torch::ExpandingArray<2>>(options.padding()), options.dilation(), options.groups());
  }
  torch::Tensor mask;
};
TORCH_MODULE(MaskedConv);
struct UpConvImpl : torch::nn::ConvTransposeNdImpl<1, UpConvImpl> {
  explicit UpConvImpl(torch::nn::detail::ConvNdOptions<1> o) : ConvTransposeNdImpl(std::move(o)) {}
  torch::Tensor forward(const torch::Tensor& x) {
    return torch::conv_transpose1d(x, weight, bias, options.stride(), padding());
  }
};
TORCH_MODULE(UpConv);
struct ShiftImpl : torch::nn::NormImplBase<2, ShiftImpl, torch::nn::BatchNormOptions> {
  explicit ShiftImpl(const torch::nn::BatchNormOptions& o) : NormImplBase(o) {}
  torch::Tensor forward(const torch::Tensor& x) {
    _check_input_dim(x);
    return x + running_mean.sum();
  }

 protected:
  void _check_input_dim(const torch::Tensor& x) override { TORCH_CHECK(x.dim() == 4, "expected 4D"); }
};
TORCH_MODULE(Shift);
using ThriceBase = torch::ExpandingArrayWithOptionalElem<2>;
struct ThriceImpl : torch::nn::AdaptiveAvgPoolImpl<2, ThriceBase, ThriceImpl> {
  using torch::nn::AdaptiveAvgPoolImpl<2, ThriceBase, ThriceImpl>::AdaptiveAvgPoolImpl;
  torch::Tensor forward(const torch::Tensor& x) { return 3 * torch::nn::functional::adaptive_avg_pool2d(x, options); }
};
TORCH_MODULE(Thrice);
struct FadeImpl : torch::nn::detail::_DropoutNd<FadeImpl> {
  using torch::nn::detail::_DropoutNd<FadeImpl>::_DropoutNd;
  torch::Tensor forward(const torch::Tensor& x) { return is_training() ? x * options.p() : x; }
};
TORCH_MODULE(Fade);
}  // namespace mine
SPELLING(derived_convolution,
         "torch::nn::Conv2d(4, 6, kernel_size=[3, 3], stride=[1, 1], padding=[1, 1])[2, 6, 5, 5]11") {
  mine::MaskedConv conv(torch::nn::detail::ConvNdOptions<2>(4, 6, 3).padding(torch::ExpandingArray<2>(1)));
  auto x = torch::ones({2, 4, 5, 5});
  torch::nn::Sequential chain{conv, torch::nn::ReLU()};
  auto copy = std::dynamic_pointer_cast<mine::MaskedConvImpl>(conv->clone());
  out << conv << chain->forward(x).sizes() << copy->forward(x).allclose(conv(x))
      << (conv->as<torch::nn::Conv2d>() == nullptr);
}
SPELLING(derived_transposed_convolution,
         "torch::nn::ConvTranspose1d(2, 3, kernel_size=4, stride=2, padding=1)[1, 3, 10]1") {
  mine::UpConv up(
      torch::nn::detail::ConvNdOptions<1>(2, 3, 4).transposed(true).stride(2).padding(torch::ExpandingArray<1>(1)));
  out << up << up(torch::ones({1, 2, 5})).sizes() << (up->clone()->as<mine::UpConv>() != nullptr);
}
SPELLING(derived_norm, "52[1, 4, 1, 1]1") {
  mine::Shift shift(torch::nn::BatchNormOptions(4));
  out << shift->named_buffers().size() + shift->parameters().size() << shift->parameters().size()
      << shift(torch::zeros({1, 4, 1, 1})).sizes()
      << shift->clone()->as<mine::Shift>()->running_var.equal(torch::ones({4}));
}
SPELLING(derived_norm_checks, "Error") { mine::Shift(torch::nn::BatchNormOptions(4))(torch::ones({2})); }
SPELLING(derived_pooling, "torch::nn::AdaptiveAvgPool2d(output_size=[3, 2])[1, 2, 3, 2]361") {
  mine::Thrice pool(torch::ExpandingArrayWithOptionalElem<2>({3, 2}));
  auto y = pool(torch::ones({1, 2, 6, 6}));
  out << pool << y.sizes() << y.sum().item<float>() << (pool->as<torch::nn::AdaptiveAvgPool2d>() == nullptr);
}
SPELLING(derived_dropout, "0.250.250.5") {
  mine::Fade fade(0.25);
  out << fade(torch::ones({1})).item<float>() << fade->clone()->as<mine::Fade>()->options.p()
      << mine::Fade()->options.p();
}
SPELLING(choices_of_options, "1421") {
  auto o = torch::nn::Conv2dOptions(1, 1, 2).padding(torch::kSame);
  const auto kind =
      c10::overloaded([](torch::enumtype::kSame) { return 1; }, [](torch::enumtype::kValid) { return 2; },
                      [](const torch::ExpandingArray<2>& amounts) { return static_cast<int>((*amounts)[1]); });
  out << c10::visit(kind, o.padding());
  o.padding(4);
  out << c10::visit(kind, o.padding()) << (*c10::get<torch::ExpandingArray<2>>(o.padding()))[0] / 2
      << c10::holds_alternative<torch::enumtype::kZeros>(o.padding_mode());
}
SPELLING(weights_of_losses_are_buffers, "weightpos_weightdouble2weight21") {
  auto weight = torch::ones({3});
  torch::nn::BCEWithLogitsLoss loss(torch::nn::BCEWithLogitsLossOptions().weight(weight).pos_weight(weight * 2));
  for (const auto& buffer : loss->named_buffers()) out << buffer.key();
  loss->to(torch::kDouble);
  out << loss->pos_weight.dtype() << loss->clone()->buffers().size();
  torch::nn::CrossEntropyLoss entropy(torch::nn::CrossEntropyLossOptions().weight(torch::ones({2})));
  out << entropy->named_buffers()[0].key() << entropy->weight.numel()
      << torch::nn::NLLLoss()->buffers().size() + torch::nn::MultiMarginLoss()->buffers().empty();
}
SPELLING(init, "41.66667") {
  auto x = torch::empty({2, 2});
  torch::nn::init::constant_(x, 2);
  torch::nn::init::xavier_uniform_(x);
  torch::nn::init::kaiming_normal_(x, 0, torch::kFanIn, torch::kReLU);
  torch::nn::init::ones_(x);
  torch::NoGradGuard guard;
  out << x.sum().item<float>() << torch::nn::init::calculate_gain(torch::kTanh);
}
SPELLING(optimizer, "0.50.1") {
  torch::nn::Linear net(1, 1);
  torch::optim::SGD sgd(net->parameters(), torch::optim::SGDOptions(0.1).momentum(0.9));
  for (auto& group : sgd.param_groups()) static_cast<torch::optim::SGDOptions&>(group.options()).lr(0.5);
  std::vector<torch::optim::OptimizerParamGroup> groups{torch::optim::OptimizerParamGroup(net->parameters())};
  torch::optim::Adam adam(groups, torch::optim::AdamOptions(1e-3).betas(std::make_tuple(0.9, 0.99)));
  torch::optim::StepLR schedule(adam, 10, 0.1);
  net(torch::ones({1, 1})).sum().backward();
  sgd.step();
  schedule.step();
  sgd.zero_grad();
  out << static_cast<torch::optim::SGDOptions&>(sgd.param_groups()[0].options()).lr() << sgd.defaults().get_lr();
}
SPELLING(serialize, "2") {
  std::stringstream stream;
  auto x = torch::ones({2});
  torch::save(x, stream);
  torch::Tensor y;
  torch::load(y, stream);
  torch::serialize::OutputArchive archive;
  mine::Net()->save(archive);
  out << y.sum().item<float>();
}
SPELLING(indexing, "[2][2, 2][1, 3][1, 1, 3]1") {
  using namespace torch::indexing;
  auto x = torch::arange(6).view({2, 3});
  out << x.index({Slice(), 1}).sizes() << x.index({"...", Slice(None, 2)}).sizes()
      << x.index({torch::tensor({true, false})}).sizes() << x.index({Slice(0, None, 2), None}).sizes()
      << at::indexing::Slice().step();
}
SPELLING(tensor_from_blob, "634") {
  float values[] = {1, 2, 3};
  out << torch::from_blob(values, {3}, torch::kFloat).sum().item<float>()
      << at::from_blob(values, {3}, [](void*) {}).numel()
      << torch::from_blob(values, {2}, {2}, torch::TensorOptions(torch::kFloat)).sum().item<float>();
}
SPELLING(tensor_literals, "float[2, 2]floatboolfloatfloat") {
  out << torch::tensor({1.5, 2.5}).dtype() << torch::tensor({{1, 2}, {3, 4}}).sizes()
      << torch::tensor(std::vector<float>{1}).dtype() << torch::tensor(true).dtype()
      << torch::tensor({1, 2}, torch::kFloat).dtype() << torch::tensor(c10::ArrayRef<double>({1.0})).dtype();
}
SPELLING(generators, "113") {
  auto g = torch::make_generator<at::CPUGeneratorImpl>(3);
  auto h = at::make_generator<at::CPUGeneratorImpl>(3);
  out << torch::equal(torch::rand({2}, g), torch::rand({2}, h)) << g.defined() << g.current_seed();
}
SPELLING(data_parallel_helpers, "000") {
  out << torch::cuda::is_available() * 0 << torch::cuda::cudnn_is_available() * 0 << torch::cuda::device_count() * 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// What programs written for libtorch do with its namespaces, compiled unchanged.
#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/record_function.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <c10/util/Optional.h>
#include <torch/cuda.h>
#include <torch/library.h>
#include <torch/torch.h>

// A class declared in advance.
namespace torch {
class Tensor;
namespace nn {
class Module;
}
}  // namespace torch
torch::Tensor twice(const torch::Tensor& x);

// Namespaces reopened.
namespace torch {
namespace nn {
struct ScaleImpl : public Module {
  explicit ScaleImpl(double factor) : factor_(factor) { bias = register_parameter("bias", torch::zeros({1})); }
  torch::Tensor forward(const torch::Tensor& x) { return x * factor_ + bias; }
  torch::Tensor bias;
  double factor_;
};
TORCH_MODULE(Scale);
}  // namespace nn
namespace data {
namespace datasets {
struct Squares {
  torch::Tensor get(int64_t i) { return torch::full({1}, i * i); }
};
}  // namespace datasets
}  // namespace data
}  // namespace torch

// A template of torch specialised.
struct Celsius {};
namespace torch {
template <>
struct CppTypeToScalarType<Celsius> {
  static constexpr c10::ScalarType value = c10::ScalarType::Float;
};
}  // namespace torch

namespace F = torch::nn::functional;
using namespace torch;  // NOLINT: what clients do

torch::Tensor twice(const torch::Tensor& x) { return x + x; }

struct NetImpl : torch::nn::Module {
  NetImpl() {
    conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 4, 3).padding(1)));
    norm = register_module("norm", nn::BatchNorm2d(4));
    fc = register_module("fc", nn::Linear(nn::LinearOptions(4 * 4 * 4, 3).bias(true)));
    drop = register_module("drop", nn::Dropout(0.25));
  }
  at::Tensor forward(at::Tensor x) {
    x = F::max_pool2d(torch::relu(norm(conv(x))), F::MaxPool2dFuncOptions(2));
    return torch::log_softmax(fc(drop(x.flatten(1))), /*dim=*/1);
  }
  nn::Conv2d conv{nullptr};
  nn::BatchNorm2d norm{nullptr};
  nn::Linear fc{nullptr};
  nn::Dropout drop{nullptr};
};
TORCH_MODULE(Net);

struct MySquare : torch::autograd::Function<MySquare> {
  static torch::Tensor forward(torch::autograd::AutogradContext* ctx, torch::Tensor x) {
    ctx->save_for_backward({x});
    return x * x;
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* ctx, torch::autograd::tensor_list g) {
    return {g[0] * 2 * ctx->get_saved_variables()[0]};
  }
};

// A graph node of the client's own, held by std::shared_ptr as libtorch's are.
struct MyScale : torch::autograd::Node {
  explicit MyScale(double factor) : factor_(factor) { ++alive; }
  ~MyScale() override { --alive; }
  torch::autograd::variable_list apply(torch::autograd::variable_list&& grads) override { return {grads[0] * factor_}; }
  double factor_;
  static int alive;
};
int MyScale::alive = 0;

static torch::Tensor my_scale(const torch::Tensor& x, double factor) {
  torch::Tensor y;
  {
    torch::NoGradGuard no_grad;
    y = x * factor;
  }
  std::shared_ptr<MyScale> node(new MyScale(factor), torch::autograd::deleteNode);
  node->set_next_edges(torch::autograd::collect_next_edges(x));
  torch::autograd::create_gradient_edge(y, node);
  return y;
}

static std::string ranges;
static std::unique_ptr<at::ObserverContext> begin_range(const at::RecordFunction& f) {
  ranges += std::string(f.name()) + (f.scope() == at::RecordScope::USER_SCOPE ? "! " : " ");
  return nullptr;
}

static int records() {
  auto handle = at::addThreadLocalCallback(at::RecordFunctionCallback(begin_range)
                                               .needsInputs(true)
                                               .scopes({at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE}));
  auto x = torch::ones({2});
  ranges.clear();
  {
    RECORD_USER_SCOPE("outer");
    x.neg();
  }
  { RECORD_FUNCTION("given", std::vector<c10::IValue>({x})); }
  { RECORD_FUNCTION("none", {}); }
  at::removeCallback(handle);
  return ranges == "outer! aten::neg given none " ? 0 : 1;
}

static int nodes() {
  int wrong = 0;
  auto x = torch::ones({2}, torch::requires_grad());
  auto y = my_scale(x * 2, 3) + x;
  std::vector<std::shared_ptr<torch::autograd::Node>> stack{y.grad_fn()};
  std::string names;
  while (!stack.empty()) {
    std::shared_ptr<torch::autograd::Node> node = stack.back();
    stack.pop_back();
    names += node->name() + " ";
    for (const torch::autograd::Edge& edge : node->next_edges())
      if (edge.function) stack.push_back(edge.function);
  }
  if (names.find("AddBackward0") != 0 || names.find("MyScale MulBackward1") == std::string::npos) ++wrong;
  y.sum().backward();
  if (x.grad().sum().item<float>() != 14) ++wrong;

  std::shared_ptr<torch::autograd::Node> kept = my_scale(x, 2).grad_fn();  // outlives its tensor
  y = torch::Tensor();
  if (MyScale::alive != 1 || kept->name() != "MyScale") ++wrong;
  const torch::autograd::Edge edge(kept, 0);
  kept.reset();
  if (MyScale::alive != 1) ++wrong;
  { std::shared_ptr<MyScale> unused(new MyScale(1), torch::autograd::deleteNode); }
  if (MyScale::alive != 1) ++wrong;
  torch::autograd::forward_ad::exit_dual_level(torch::autograd::forward_ad::enter_dual_level());
  try {
    torch::autograd::set_history(x, std::make_shared<MyScale>(2));
    ++wrong;
  } catch (const c10::Error& e) {
    if (std::string(e.what()).find("deleteNode") == std::string::npos) ++wrong;
  }
  return wrong;
}

TORCH_LIBRARY(clients, m) { m.def("twice(Tensor x) -> Tensor", twice); }

static int six_lines() {
  torch::nn::Linear net(5, 1);
  torch::optim::SGD optimizer(net->parameters(), /*lr=*/0.1);
  auto prediction = net->forward(torch::randn({3, 5}));
  auto loss = torch::mse_loss(prediction, torch::ones({3, 1}));
  loss.backward();
  optimizer.step();
  return loss.item<float>() >= 0 ? 0 : 1;
}

// How programs ask for devices and streams. Without a device the questions are answered and the rest throws.
static int devices() {
  int wrong = 0;
  if (torch::cuda::is_available() != (torch::cuda::device_count() > 0)) ++wrong;
  if (at::cuda::is_available() != (c10::cuda::device_count() > 0) ||
      at::cuda::getNumGPUs() != c10::cuda::device_count())
    ++wrong;
  if (c10::cuda::OptionalCUDAGuard().original_device().has_value()) ++wrong;
  if (c10::cuda::OptionalCUDAStreamGuard().current_stream().has_value()) ++wrong;
  at::cuda::CUDAEvent event, timed(0u);
  if (event.isCreated()) ++wrong;
  if (!torch::cuda::is_available()) {
    try {
      c10::cuda::device_count_ensure_non_zero();
      ++wrong;
    } catch (const c10::Error& e) {
      if (std::string(e.what()).find(torchpp::cuda::why_unavailable()) == std::string::npos) ++wrong;
    }
    return wrong;
  }
  const c10::cuda::CUDAGuard device(0);
  const at::cuda::CUDAStream stream = at::cuda::getStreamFromPool();
  if (static_cast<CUstream_st*>(stream) != stream.stream()) ++wrong;
  {
    const c10::cuda::CUDAStreamGuard guard(stream);
    timed.recordOnce(at::cuda::getCurrentCUDAStream());
    event.record(stream);
    event.block(c10::cuda::getDefaultCUDAStream());
  }
  c10::cuda::device_synchronize();
  torch::cuda::synchronize();
  if (at::cuda::getCurrentDeviceProperties()->warpSize != 32 || !event.query()) ++wrong;
  c10::cuda::CUDACachingAllocator::emptyCache();
  const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(0);
  if (stats.reserved_bytes[0].current < stats.allocated_bytes[0].current) ++wrong;
  return wrong;
}

int main() {
  torch::manual_seed(0);
  int wrong = six_lines() + nodes() + records() + devices();
  if (MyScale::alive != 0) ++wrong;
  std::ostringstream text;

  nn::Linear linear(2, 3);
  text << linear << " " << torch::ones({2, 2}).sizes() << " " << torch::kFloat32 << " " << torch::Device(torch::kCPU);
  if (text.str().find("torch::nn::Linear(in_features=2, out_features=3, bias=true) [2, 2]") != 0) {
    std::cerr << text.str() << '\n';
    ++wrong;
  }

  const c10::complex<double> z(1, 2);
  if (z.real() + z.imag() != 3) ++wrong;
  const c10::optional<at::Tensor> none = c10::nullopt;
  if (none.has_value()) ++wrong;
  at::IntArrayRef sizes = torch::zeros({4, 5}).sizes();
  if (sizes.size() != 2) ++wrong;
  if (torch::data::datasets::Squares().get(3).item<int64_t>() != 9) ++wrong;
  if (c10::CppTypeToScalarType<Celsius>::value != at::kFloat) ++wrong;
  if (torch::nn::Scale(2.0)(torch::ones({2})).sum().item<float>() != 4) ++wrong;

  Net net;
  torch::optim::Adam optimizer(net->parameters(), torch::optim::AdamOptions(1e-2).weight_decay(1e-4));
  auto x = torch::randn({16, 1, 8, 8}), y = torch::randint(3, {16}, torch::kLong);
  double first = 0, last = 0;
  for (int i = 0; i < 40; ++i) {
    optimizer.zero_grad();
    auto loss = torch::nll_loss(net(x), y);
    loss.backward();
    torch::nn::utils::clip_grad_norm_(net->parameters(), 5.0);
    optimizer.step();
    (i == 0 ? first : last) = loss.item<double>();
  }
  if (!(last < 0.5 * first)) {
    std::cerr << "loss went from " << first << " to " << last << '\n';
    ++wrong;
  }
  {
    torch::NoGradGuard no_grad;
    net->eval();
    if (net->forward(x).argmax(1).eq(y).to(torch::kFloat).mean().item<float>() < 0.8) ++wrong;
    c10::InferenceMode guard;
    if (!torch::ones({1}).is_inference()) ++wrong;
  }
  auto v = torch::ones({3}, torch::requires_grad());
  MySquare::apply(v).sum().backward();
  if (v.grad().sum().item<float>() != 6) ++wrong;
  x.index_put_({0, 0, torch::indexing::Slice(0, 2), 1}, 7.0);
  if (x.index({0, 0, 1, 1}).item<float>() != 7) ++wrong;
  {
    auto gen = at::detail::createCPUGenerator();
    std::lock_guard<std::mutex> lock(gen.mutex());
  }
  try {
    torch::ones({2, 3}).mm(torch::ones({2, 3}));
    ++wrong;
  } catch (const c10::Error& e) {
    if (std::string(e.what()).find("mat1 and mat2 shapes cannot be multiplied") == std::string::npos) ++wrong;
  }
  TORCH_CHECK(wrong == 0, wrong, " things went wrong");
  return wrong;
}

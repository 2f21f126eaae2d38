// SPDX-License-Identifier: BSD-3-Clause
// What a program can add without touching the library: operators with derivatives, a device, layers over all operators.
#include <gtest/gtest.h>
#include <torchpp/core/backend.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/kernels.h>
#include <torchpp/torchpp.h>

#include <cstdlib>
#include <map>
#include <set>

namespace {

using torchpp::DispatchKey;
using torchpp::Out;
using torchpp::Scalar;
using torchpp::Stack;
using torchpp::Tensor;

// ---------------------------------------------------------------- an operator by name

Tensor cube_cpu(const Tensor& x) {
  Tensor y = torchpp::empty_like(x.contiguous());
  const Tensor c = x.contiguous();
  for (int64_t i = 0; i < c.numel(); ++i)
    y.data_ptr<double>()[i] = c.data_ptr<double>()[i] * c.data_ptr<double>()[i] * c.data_ptr<double>()[i];
  return y;
}

struct Cube : torchpp::autograd::Function<Cube> {
  static Tensor forward(torchpp::autograd::AutogradContext* ctx, const Tensor& x) {
    ctx->save_for_backward({x});
    torchpp::AutoDispatchBelowAutograd below;
    return torchpp::find_op("outside::cube").typed<Tensor(const Tensor&)>()(x);
  }
  static torchpp::autograd::variable_list backward(torchpp::autograd::AutogradContext* ctx,
                                                   torchpp::autograd::variable_list g) {
    const Tensor x = ctx->get_saved_variables()[0];
    return {g[0] * 3 * x * x};
  }
};
Tensor cube_autograd(const Tensor& x) { return Cube::apply(x); }

TORCHPP_LIBRARY_IMPL(outside, CPU, m) { m.impl("cube", cube_cpu); }
TORCHPP_LIBRARY(outside, m) {
  m.def("cube(Tensor x) -> Tensor");
  m.def("double_it(Tensor x) -> Tensor", [](const Tensor& x) { return x + x; });
}
TORCHPP_LIBRARY_IMPL(outside, Autograd, m) { m.impl("cube", cube_autograd); }

TEST(OutOfTreeOperator, HasKernelAndDerivative) {
  const Tensor x = torchpp::full({3}, 2.0, torchpp::kDouble).requires_grad_();
  const Tensor y = torchpp::find_op("outside::cube").typed<Tensor(const Tensor&)>()(x);
  EXPECT_EQ(y.sum().item<double>(), 24.0);
  y.sum().backward();
  EXPECT_EQ(x.grad().sum().item<double>(), 36.0);
}

TEST(OutOfTreeOperator, CalledBoxed) {
  Stack stack{torchpp::full({2}, 3.0, torchpp::kDouble)};
  torchpp::find_op("outside::cube").call_boxed(stack);
  ASSERT_EQ(stack.size(), 1u);
  EXPECT_EQ(stack[0].toTensor().sum().item<double>(), 54.0);
}

TEST(OutOfTreeOperator, MadeOfOthersIsDifferentiable) {
  const Tensor x = torchpp::ones({2}).requires_grad_();
  torchpp::find_op("outside::double_it").typed<Tensor(const Tensor&)>()(x).sum().backward();
  EXPECT_EQ(x.grad().sum().item<float>(), 4.f);
}

TEST(OutOfTreeOperator, WrongNamesAndSignaturesSaySo) {
  try {
    torchpp::find_op("outside::cubed");
    FAIL() << "expected an error";
  } catch (const torchpp::Error& e) {
    EXPECT_NE(std::string(e.what()).find("Could not find schema for outside::cubed"), std::string::npos) << e.what();
  }
  EXPECT_THROW(torchpp::find_op("outside::cube").typed<Tensor(const Tensor&, double)>(), torchpp::TypeError);
  EXPECT_THROW(torchpp::find_op("add.Tensor")
                   .set_kernel(
                       DispatchKey::PrivateUse1, +[](const Tensor& x) { return x; }),
               torchpp::TypeError);
}

TEST(OutOfTreeOperator, TypedObject) {
  static torchpp::Op<Tensor(const Tensor&)> twice(
      "outside::twice(Tensor x) -> Tensor", +[](const Tensor& x) { return x * 2; }, nullptr);
  EXPECT_EQ(twice(torchpp::ones({4})).sum().item<float>(), 8.f);
  EXPECT_THROW(twice(Tensor()), torchpp::Error);
}

// ---------------------------------------------------------------- a device

// "Device memory" is host memory that counts what is done with it.
class ToyAllocator final : public torchpp::Allocator {
 public:
  void* allocate(size_t nbytes) override {
    ++blocks;
    return std::aligned_alloc(64, (nbytes + 63) / 64 * 64);
  }
  void deallocate(void* p, size_t) noexcept override {
    --blocks;
    std::free(p);
  }
  const char* name() const override { return "toy"; }
  int64_t blocks = 0;
};
ToyAllocator& toy_allocator() {
  static ToyAllocator& a = *new ToyAllocator;
  return a;
}

int& toy_calls() {
  static int calls = 0;
  return calls;
}

// A CPU tensor that shares the tensor's memory: this device computes on the CPU.
Tensor on_host(const Tensor& t) {
  if (!t.defined() || t.is_cpu()) return t;
  return torchpp::from_blob(t.data_ptr(), t.sizes(), t.strides(), torchpp::TensorOptions(t.dtype()));
}
Tensor to_toy(const Tensor& host) {
  Tensor t = torchpp::empty(host.sizes(), host.options().device(torchpp::kPrivateUse1));
  on_host(t).copy_(host);
  return t;
}

// Runs any operator on the host and brings the results back: the fallback that a new device starts with.
void toy_fallback(const torchpp::OperatorHandle& op, torchpp::DispatchKeySet, Stack& stack) {
  ++toy_calls();
  std::map<const torchpp::TensorImpl*, Tensor> of_host;
  for (torchpp::IValue& v : stack) {
    if (v.isTensor()) {
      const Tensor t = v.toTensor(), host = on_host(t);
      of_host[host.unsafeGetTensorImpl()] = t;
      v = host;
    } else if (v.isTensorList()) {
      std::vector<Tensor> list;
      for (const Tensor& t : v.toTensorVector()) list.push_back(on_host(t));
      v = list;
    } else if (v.isDevice()) {
      v = torchpp::Device(torchpp::kCPU);
    }
  }
  op.call_boxed(stack);
  for (torchpp::IValue& v : stack) {
    if (!v.isTensor()) continue;
    const Tensor t = v.toTensor();
    const auto known = of_host.find(t.unsafeGetTensorImpl());
    v = known != of_host.end() ? known->second : to_toy(t);
  }
}

// Copies between the device and the CPU need a kernel of their own.
Tensor toy_copy(Out out, const Tensor& self, const Tensor& source, bool) {
  const Tensor& to = out.functional() ? self : out.tensor();
  on_host(to).copy_(on_host(source));
  torchpp::bump_version(to);
  return Tensor();
}
Tensor toy_to_copy(const Tensor& self, torchpp::TensorOptions options, bool, torchpp::optional<torchpp::MemoryFormat>) {
  Tensor result = torchpp::empty(self.sizes(), self.options().merge_in(options));
  on_host(result).copy_(on_host(self));
  return result;
}

void register_toy() {
  static const bool once = [] {
    static const torchpp::DeviceInterface interface = [] {
      torchpp::DeviceInterface i;
      i.allocator = [](torchpp::DeviceIndex) -> torchpp::Allocator* { return &toy_allocator(); };
      return i;
    }();
    torchpp::set_device_interface(torchpp::kPrivateUse1, &interface);
    torchpp::set_fallback(DispatchKey::PrivateUse1, &toy_fallback);
    torchpp::kernels::set_copy(DispatchKey::PrivateUse1, &toy_copy);
    torchpp::kernels::set_to_copy(DispatchKey::PrivateUse1, &toy_to_copy);
    // One operator by its natural signature; its in-place and out= forms follow from it.
    torchpp::find_op("relu").set_kernel(
        DispatchKey::PrivateUse1, +[](const Tensor& x) {
          ++toy_calls();
          return to_toy(torchpp::relu(on_host(x)));
        });
    return true;
  }();
  (void)once;
}

TEST(OutOfTreeDevice, RunsAnMlpForwardAndBackward) {
  register_toy();
  torchpp::manual_seed(1);
  const torchpp::Device toy(torchpp::kPrivateUse1, 0);
  const Tensor x = torchpp::randn({5, 4}), w1 = torchpp::randn({8, 4}), b1 = torchpp::randn({8}),
               w2 = torchpp::randn({3, 8});
  auto loss = [](const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2) {
    return torchpp::relu(x.mm(w1.t()) + b1).mm(w2.t()).tanh().sum();
  };
  const Tensor hw1 = w1.clone().requires_grad_(), hb1 = b1.clone().requires_grad_(), hw2 = w2.clone().requires_grad_();
  const Tensor expected = loss(x, hw1, hb1, hw2);
  expected.backward();

  const int before = toy_calls();
  const Tensor dw1 = w1.to(toy).requires_grad_(), db1 = b1.to(toy).requires_grad_(), dw2 = w2.to(toy).requires_grad_();
  const Tensor got = loss(x.to(toy), dw1, db1, dw2);
  EXPECT_EQ(got.device().type(), torchpp::kPrivateUse1);
  got.backward();
  EXPECT_GE(toy_calls() - before, 10);
  EXPECT_EQ(dw1.grad().device().type(), torchpp::kPrivateUse1);
  EXPECT_TRUE(torchpp::allclose(got.detach().cpu(), expected.detach()));
  EXPECT_TRUE(torchpp::allclose(dw1.grad().cpu(), hw1.grad()));
  EXPECT_TRUE(torchpp::allclose(db1.grad().cpu(), hb1.grad()));
  EXPECT_TRUE(torchpp::allclose(dw2.grad().cpu(), hw2.grad()));
  EXPECT_GT(toy_allocator().blocks, 0);
}

TEST(OutOfTreeDevice, FormsFollowFromTheFunctionalKernel) {
  register_toy();
  const Tensor t = torchpp::tensor({-1.f, 2.f}).to(torchpp::Device(torchpp::kPrivateUse1, 0));
  t.relu_();
  EXPECT_EQ(t.cpu().sum().item<float>(), 2.f);
  Tensor out = torchpp::empty({0}, t.options());
  torchpp::relu_out(out, t);
  EXPECT_EQ(out.cpu().sum().item<float>(), 2.f);
}

TEST(OutOfTreeDevice, WithoutKernelTheErrorNamesOperatorAndBackend) {
  // No CUDA backend is registered in this program; a CUDA tensor cannot even be made.
  try {
    torchpp::empty({2}, torchpp::TensorOptions(torchpp::kCUDA));
    FAIL() << "expected an error";
  } catch (const torchpp::NotImplementedError& e) {
    EXPECT_NE(std::string(e.what()).find("cuda"), std::string::npos) << e.what();
  }
}

// ---------------------------------------------------------------- a layer that logs

std::vector<std::string>& logged() {
  static std::vector<std::string> names;
  return names;
}
void log_op(const torchpp::OperatorHandle& op, torchpp::DispatchKeySet, Stack& stack) {
  torchpp::ExcludeDispatchKeyGuard below(DispatchKey::Mode);
  logged().push_back(op.name());
  op.call_boxed(stack);
}

TEST(OutOfTreeLayer, LogsEveryOperatorByName) {
  torchpp::set_fallback(DispatchKey::Mode, &log_op);
  logged().clear();
  Tensor a = torchpp::ones({2, 2}).requires_grad_();
  {
    torchpp::IncludeDispatchKeyGuard on(DispatchKey::Mode);
    Tensor b = torchpp::relu(a.mm(a)) * 2;
    b.add_(1);
    Tensor out = torchpp::empty({2, 2});
    torchpp::NoGradGuard no_grad;
    torchpp::mul_out(out, b, b);
  }
  torchpp::set_fallback(DispatchKey::Mode, nullptr);
  const std::vector<std::string> expected{"mm", "relu", "mul.Scalar", "add_.Scalar", "empty.memory_format", "mul.out"};
  EXPECT_EQ(logged(), expected);
  const size_t n = logged().size();
  a.mm(a);  // the layer is off
  EXPECT_EQ(logged().size(), n);
}

// ---------------------------------------------------------------- batching by a loop

// A wrapper that represents a batch of examples: the batch is the tensor's first dimension, which operators do not see.
class BatchedImpl final : public torchpp::TensorImpl {
 public:
  explicit BatchedImpl(Tensor batch)
      : TensorImpl(batch.storage(), DispatchKey::Batched, batch.scalar_type(), batch.device()),
        batch_(std::move(batch)) {
    set_sizes_and_strides(batch_.sizes().slice(1), batch_.strides().slice(1), batch_.storage_offset());
  }
  const Tensor& batch() const { return batch_; }

 private:
  Tensor batch_;
};
Tensor batched(const Tensor& batch) { return Tensor(torchpp::TensorBase(torchpp::make_intrusive<BatchedImpl>(batch))); }
const BatchedImpl* as_batched(const Tensor& t) {
  return t.defined() ? dynamic_cast<const BatchedImpl*>(t.unsafeGetTensorImpl()) : nullptr;
}

void batch_by_loop(const torchpp::OperatorHandle& op, torchpp::DispatchKeySet, Stack& stack) {
  torchpp::ExcludeDispatchKeyGuard below(DispatchKey::Batched);
  int64_t n = -1;
  for (const torchpp::IValue& v : stack)
    if (v.isTensor())
      if (const BatchedImpl* b = as_batched(v.toTensor())) n = b->batch().size(0);
  ASSERT_GT(n, 0);
  std::vector<Tensor> results;
  for (int64_t i = 0; i < n; ++i) {
    Stack one;
    for (const torchpp::IValue& v : stack) {
      const BatchedImpl* b = v.isTensor() ? as_batched(v.toTensor()) : nullptr;
      one.push_back(b != nullptr ? torchpp::IValue(b->batch().select(0, i)) : v);
    }
    op.call_boxed(one);
    results.push_back(one.back().toTensor());
  }
  stack.clear();
  stack.emplace_back(batched(torchpp::stack(results)));
}

TEST(OutOfTreeLayer, BatchesTenOperatorsByALoop) {
  torchpp::set_fallback(DispatchKey::Batched, &batch_by_loop);
  torchpp::manual_seed(3);
  const Tensor x = torchpp::randn({4, 3, 3}), y = torchpp::rand({4, 3, 3}) + 0.5, w = torchpp::randn({3, 3});
  struct Case {
    const char* name;
    std::function<Tensor(const Tensor&, const Tensor&)> f;
  };
  const Case cases[] = {
      {"add", [](const Tensor& a, const Tensor& b) { return a + b; }},
      {"mul", [](const Tensor& a, const Tensor& b) { return a * b; }},
      {"div", [](const Tensor& a, const Tensor& b) { return a / b; }},
      {"exp", [](const Tensor& a, const Tensor&) { return a.exp(); }},
      {"relu", [](const Tensor& a, const Tensor&) { return a.relu(); }},
      {"mm with a shared matrix", [&](const Tensor& a, const Tensor&) { return a.mm(w); }},
      {"mm", [](const Tensor& a, const Tensor& b) { return a.mm(b); }},
      {"sum", [](const Tensor& a, const Tensor&) { return a.sum(0); }},
      {"softmax", [](const Tensor& a, const Tensor&) { return a.softmax(-1); }},
      {"transpose", [](const Tensor& a, const Tensor&) { return a.transpose(0, 1); }},
      {"maximum", [](const Tensor& a, const Tensor& b) { return a.maximum(b); }},
  };
  for (const Case& c : cases) {
    const Tensor got = c.f(batched(x), batched(y));
    const BatchedImpl* b = as_batched(got);
    ASSERT_NE(b, nullptr) << c.name;
    for (int64_t i = 0; i < 4; ++i) EXPECT_TRUE(b->batch()[i].equal(c.f(x[i], y[i]))) << c.name << ", example " << i;
  }
  torchpp::set_fallback(DispatchKey::Batched, nullptr);
}

// ---------------------------------------------------------------- the table of names

TEST(ByName, FindsEveryOperatorAndItsForms) {
  const std::vector<std::string> names = torchpp::list_ops();
  EXPECT_GT(names.size(), 300u);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) EXPECT_TRUE(name.find("outside::") == 0 || torchpp::has_op(name)) << name;
  EXPECT_EQ(torchpp::find_op("add_.Tensor").schema(),
            "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
  EXPECT_EQ(torchpp::find_op("add.out").schema(),
            "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
}

// Overloads of libtorch 1.13.1's forms that do not follow from the functional form's.
TEST(ByName, FormsHaveLibtorchsOverloads) {
  for (const char* name : {"sub.out",
                           "mul.out",
                           "div.out",
                           "div.out_mode",
                           "eq.Tensor_out",
                           "fmod.Tensor_out",
                           "bitwise_and.Tensor_out",
                           "clamp.out",
                           "clamp.Tensor_out",
                           "lerp.Tensor_out",
                           "pow.Tensor_Tensor",
                           "pow.Tensor_Tensor_out",
                           "pow_.Tensor",
                           "mean.out",
                           "sum.IntList_out",
                           "prod.int_out",
                           "bernoulli.p",
                           "bernoulli_.float",
                           "bernoulli.float_out",
                           "fill.Tensor_out",
                           "masked_fill.Tensor_out",
                           "elu_backward.grad_input",
                           "gelu_backward.grad_input",
                           "mse_loss_backward.grad_input",
                           "binary_cross_entropy_backward.grad_input",
                           "normal_",
                           "normal.out"})
    EXPECT_TRUE(torchpp::has_op(name)) << name;
  for (const char* name : {"eq.out", "sum.dim_IntList_out", "tanh_backward.out", "pow.Tensor", "bernoulli_.p"})
    EXPECT_FALSE(torchpp::has_op(name)) << name;
  EXPECT_EQ(torchpp::find_op("tanh_backward.grad_input").schema(),
            "tanh_backward.grad_input(Tensor grad_output, Tensor output, *, Tensor(a!) grad_input) -> Tensor(a!)");
  EXPECT_EQ(torchpp::find_op("div.Tensor").schema(), "div.Tensor(Tensor self, Tensor other) -> Tensor");
}

TEST(ByName, BoxedFormsAgreeWithTheMethods) {
  const Tensor a = torchpp::full({2}, 3.f), b = torchpp::full({2}, 4.f);
  Stack stack{a, b, 2};
  torchpp::find_op("add.Tensor").call_boxed(stack);
  EXPECT_TRUE(stack[0].toTensor().equal(a.add(b, 2)));
  Stack in_place{a.clone(), b, 1};
  const Tensor target = in_place[0].toTensor();
  torchpp::find_op("add_.Tensor").call_boxed(in_place);
  EXPECT_TRUE(in_place[0].toTensor().is_same(target));
  EXPECT_TRUE(target.equal(a + b));
  const Tensor out = torchpp::empty({2});
  Stack to_out{a, b, 1, out};
  torchpp::find_op("add.out").call_boxed(to_out);
  ASSERT_EQ(to_out.size(), 1u);
  EXPECT_TRUE(out.equal(a + b));
}

}  // namespace

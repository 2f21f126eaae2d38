// SPDX-License-Identifier: BSD-3-Clause
// Kernels registered for parts of a key and for several keys at once; boxed values as text.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <sstream>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

#define EXPECT_MESSAGE(statement, words) \
  EXPECT_NE(test::error_of([&] { (void)(statement); }).find(words), std::string::npos)

Tensor add_one(const Tensor& x) { return x + 1; }
Tensor add_two(const Tensor& x) { return x + 2; }
Tensor add_ten(const Tensor& x) { return x + 10; }
Tensor add_hundred(const Tensor& x) { return x + 100; }

float call(const char* name, const Tensor& x) {
  Stack stack{IValue(x)};
  find_op(name).call_boxed(stack);
  return stack[0].toTensor().item<float>();
}

Library defs() { return Library(Library::Kind::kDef, "registered"); }
Library impls(optional<DispatchKey> key = nullopt) { return Library(Library::Kind::kImpl, "registered", key); }

const Tensor& with_gradient() {
  static const Tensor& x = *new Tensor(zeros({1}, requires_grad()));
  return x;
}

TEST(Registration, AnAutogradKernelForOneBackendIsForItAlone) {
  defs().def("one_backend(Tensor x) -> Tensor");
  impls(DispatchKey::CPU).impl("one_backend", add_one);
  impls(DispatchKey::AutogradCUDA).impl("one_backend", add_hundred);
  EXPECT_EQ(call("registered::one_backend", with_gradient()), 1);
  impls(DispatchKey::Autograd).impl("one_backend", add_ten);
  EXPECT_EQ(call("registered::one_backend", with_gradient()), 10);
  impls(DispatchKey::AutogradCPU).impl("one_backend", add_two);
  EXPECT_EQ(call("registered::one_backend", with_gradient()), 2);
  EXPECT_EQ(call("registered::one_backend", zeros({1})), 1);
  // A later kernel for all backends leaves the one for the CPU in force.
  impls(DispatchKey::Autograd).impl("registered::one_backend", add_hundred);
  EXPECT_EQ(call("registered::one_backend", with_gradient()), 2);
}

TEST(Registration, AnAutogradKernelForOneBackendLeavesTheDerivativeToOthers) {
  const FoundOp op = find_op("aten::exp2");
  const auto gradient = [](const Tensor& x) {
    x.exp2().sum().backward();
    return x.grad();
  };
  const Tensor before = gradient(zeros({1}, requires_grad())).clone();
  op.set_kernel(DispatchKey::AutogradCUDA, add_hundred);
  EXPECT_TRUE(before.equal(gradient(zeros({1}, requires_grad()))));
  EXPECT_EQ(zeros({1}, requires_grad()).exp2().item<float>(), 1);
  op.set_boxed_kernel(DispatchKey::AutogradCPU, [](const OperatorHandle&, DispatchKeySet, Stack& stack) {
    stack[0] = IValue(stack[0].toTensor().neg());
  });
  EXPECT_EQ(ones({1}, requires_grad()).exp2().item<float>(), -1);
  op.set_boxed_kernel(DispatchKey::AutogradCPU, nullptr);
  EXPECT_EQ(ones({1}, requires_grad()).exp2().item<float>(), 2);
  EXPECT_TRUE(before.equal(gradient(zeros({1}, requires_grad()))));
}

TEST(Registration, ACompositeKernelServesBackendsWithoutTheirOwnInEitherOrder) {
  for (const bool composite_first : {false, true}) {
    const std::string name = composite_first ? "composite_first" : "composite_last";
    defs().def((name + "(Tensor x) -> Tensor").c_str());
    if (composite_first) impls(DispatchKey::CompositeImplicitAutograd).impl(name.c_str(), add_ten);
    impls(DispatchKey::CPU).impl(name.c_str(), add_one);
    if (!composite_first) impls(DispatchKey::CompositeExplicitAutograd).impl(name.c_str(), add_ten);
    EXPECT_EQ(call(("registered::" + name).c_str(), zeros({1})), 1);
    Stack stack{IValue(zeros({2}, kMeta))};
    find_op("registered::" + name).call_boxed(stack);
    EXPECT_TRUE(stack[0].toTensor().is_meta());
  }
  // The library's own kernel stays.
  find_op("aten::neg").set_kernel(DispatchKey::CompositeImplicitAutograd, add_ten);
  EXPECT_EQ(ones({1}).neg().item<float>(), -1);
}

TEST(Registration, KeysWithoutALayerAreRefused) {
  defs().def("no_layer(Tensor x) -> Tensor", add_one);
  for (const DispatchKey key : {DispatchKey::BackendSelect, DispatchKey::ADInplaceOrView}) {
    EXPECT_MESSAGE(impls(key).impl("no_layer", add_two), to_string(key));
    impls(key).impl("no_layer", CppFunction::makeFallthrough());
    impls(key).fallback(CppFunction::makeFallthrough());
  }
  EXPECT_MESSAGE(impls(DispatchKey::AutogradCPU).fallback([](const OperatorHandle&, DispatchKeySet, Stack&) {}),
                 "AutogradCPU");
  EXPECT_EQ(call("registered::no_layer", zeros({1})), 1);
}

TEST(Registration, AKeysPartIsTheKeyInASet) {
  EXPECT_EQ(to_string(DispatchKey::AutogradCUDA), "AutogradCUDA");
  EXPECT_EQ(to_string(DispatchKey::AutogradPrivateUse1), "AutogradPrivateUse1");
  EXPECT_EQ(whole_key(DispatchKey::AutogradMeta), DispatchKey::Autograd);
  EXPECT_EQ(DispatchKeySet(DispatchKey::AutogradCPU), DispatchKeySet(DispatchKey::Autograd));
  EXPECT_EQ(backends_of(DispatchKey::AutogradPrivateUse1), DispatchKeySet(DispatchKey::PrivateUse1));
  const ExcludeDispatchKeyGuard guard(DispatchKey::AutogradCPU);
  EXPECT_FALSE((with_gradient() * 2).requires_grad());
  EXPECT_MESSAGE(IncludeDispatchKeyGuard(DispatchKey::ADInplaceOrView), "only registrations name");
}

// libtorch 1.13.1 prints the same.
TEST(BoxedValues, PrintAsTorchScriptWritesThem) {
  const auto text = [](const IValue& v) {
    std::ostringstream out;
    out << v;
    return out.str();
  };
  EXPECT_EQ(text(1), "1");
  EXPECT_EQ(text(2.0), "2.");
  EXPECT_EQ(text(0.1), "0.10000000000000001");
  EXPECT_EQ(text(1e20), "1e+20");
  EXPECT_EQ(text(-0.0), "0.");
  EXPECT_EQ(text(-INFINITY), "-inf");
  EXPECT_EQ(text(true), "True");
  EXPECT_EQ(text({}), "None");
  EXPECT_EQ(text("a"), "a");
  EXPECT_EQ(text(ComplexDouble(1.5, -2)), "1.5-2.j");
  EXPECT_EQ(text(std::vector<double>{1, 0.5}), "[1., 0.5]");
  EXPECT_EQ(text(std::vector<bool>{true, false}), "[True, False]");
  EXPECT_EQ(text(IntArrayRef({1, 2})), "[1, 2]");
  EXPECT_EQ(text(std::make_tuple(1)), "(1,)");
  EXPECT_EQ(text(std::make_tuple(std::string("q"), 1.0)), "(q, 1.)");
  EXPECT_EQ(text(IValue::Dict{{"k", 1}, {"l", 2}}), "{k: 1, l: 2}");
  EXPECT_EQ(text(Device("cuda:1")), "cuda:1");
  EXPECT_EQ(text(default_generator()), "Generator");
  EXPECT_EQ(text(Tensor()), "[ Tensor (undefined) ]");
  EXPECT_EQ(IValue(std::make_tuple(1, 2)).toTuple()->elements()[1].to<int64_t>(), 2);
  EXPECT_EQ(IValue("text").toString()->string(), IValue("text").to<std::string>());
}

}  // namespace
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// An operator without a kernel for the device is one error that names both; nothing is computed elsewhere instead.
#include <algorithm>

#include "tests/cuda/support.h"
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

/// Takes the CUDA kernel of an operator away while it stands, also where it is one that serves all backends.
class WithoutKernel {
 public:
  // The slots of every operator object lie alike, whatever its signature: src/dispatch/op.cpp reads them in this way.
  using Slots = Op<void()>;

  explicit WithoutKernel(const std::string& name)
      : slots_(static_cast<Slots&>(const_cast<OpBase&>(*find_op(name).handle().op))),
        kernel_(slots_.kernel(DispatchKey::CUDA)) {
    slots_.set_kernel(DispatchKey::CUDA, nullptr);
  }
  ~WithoutKernel() { slots_.set_kernel(DispatchKey::CUDA, kernel_); }
  WithoutKernel(const WithoutKernel&) = delete;
  WithoutKernel& operator=(const WithoutKernel&) = delete;
  /// Whether there was one to take.
  bool had() const { return kernel_ != nullptr; }

 private:
  Slots& slots_;
  const Slots::Kernel kernel_;
};

// One NotImplementedError with these words in it.
template <class F>
void expect_refused(const F& f, const std::string& name) {
  try {
    f();
    ADD_FAILURE() << name << " was computed";
  } catch (const NotImplementedError& e) {
    const std::string message = e.what();
    EXPECT_EQ(message.find(name + ": Could not run with arguments from the 'CUDA' backend"), 0u) << message;
    EXPECT_EQ(message.find("Could not run", name.size() + 3), std::string::npos) << "an error within an error";
  } catch (const std::exception& e) {
    ADD_FAILURE() << "another error: " << e.what();
  }
}

// A tensor's metadata before and after a call.
struct Snapshot {
  explicit Snapshot(const Stack& stack) {
    for (const Tensor& t : tensors_of(stack)) {
      values.push_back(bytes(t));
      places.push_back(t.storage().data());
      versions.push_back(t._version());
      sizes.push_back(t.sizes().vec());
    }
  }
  bool operator==(const Snapshot& o) const {
    return values == o.values && places == o.places && versions == o.versions && sizes == o.sizes;
  }
  std::vector<std::string> values;
  std::vector<const void*> places;
  std::vector<int64_t> versions;
  std::vector<std::vector<int64_t>> sizes;
};

template <class Call>
void expect_forms_refused(const std::vector<OperatorHandle>& forms, const Stack& given, const Call& call) {
  for (const OperatorHandle& form : forms) {
    Stack stack = given;
    for (size_t i = 0; form.form == Out::Form::kOut && i < form.op->signature().result_count; ++i)
      stack.push_back(IValue(empty({0}, TensorOptions(kDouble).device(sweep_device()))));
    const Stack kept = stack;
    const Snapshot before(kept);
    expect_refused([&] { call(form, stack); }, form.name());
    EXPECT_TRUE(Snapshot(kept) == before) << form.name() << " changed an argument";
  }
}
void expect_forms_refused(const std::vector<OperatorHandle>& forms, const Stack& given) {
  expect_forms_refused(forms, given, [](const OperatorHandle& form, Stack& stack) { form.call_boxed(stack); });
}

class WithoutKernelSweep : public OpSweep {};

TEST_P(WithoutKernelSweep, TheErrorNamesOperatorAndDevice) {
  if (is_composite()) return;  // has no kernels of its own
  const std::vector<Tensor> given = tensors_of(arguments());
  if (std::any_of(given.begin(), given.end(), [](const Tensor& t) { return t.is_sparse(); }))
    return;  // the kernels of sparse tensors serve every device: they call operators on indices and values
  std::vector<OperatorHandle> forms;
  for (const Out::Form form : {Out::Form::kFunctional, Out::Form::kInPlace, Out::Form::kOut})
    if (has_form(form)) forms.push_back(in_form(form));
  expect_forms_refused(forms, arguments(), [&](const OperatorHandle& form, Stack& stack) {
    const WithoutKernel without(row().name);
    EXPECT_TRUE(without.had()) << row().name << " has no kernel for CUDA";
    form.call_boxed(stack);
  });
}

INSTANTIATE_TEST_SUITE_P(Ops, WithoutKernelSweep, ::testing::ValuesIn(op_cases()), title);

// An operator of the program's own, with forms and a kernel for the CPU alone.
int& halvings() {
  static int count = 0;
  return count;
}
Tensor halve_sum_cpu(Out out, const Tensor& a, const Tensor& b) {
  ++halvings();
  const Tensor result = (a + b) / 2;
  if (out.functional()) return result;
  torchpp::detail::assign(out, result);
  return Tensor();
}
Op<Tensor(Out, const Tensor&, const Tensor&)>& halve_sum() {
  static auto& op = *new Op<Tensor(Out, const Tensor&, const Tensor&)>(
      "outside::halve_sum(Tensor self, Tensor other) -> Tensor", &halve_sum_cpu, nullptr);
  return op;
}

class OutOfTreeOperatorOnCuda : public ::testing::Test {
 protected:
  void SetUp() override { use_sweep_device(); }
};

TEST_F(OutOfTreeOperatorOnCuda, WithoutKernelIsRefusedInEveryForm) {
  const std::vector<OperatorHandle> forms = {halve_sum().handle(), halve_sum().handle(Out::Form::kInPlace),
                                             halve_sum().handle(Out::Form::kOut)};
  const Tensor a = ones({3}, kDouble), b = full({3}, 3.0, kDouble), x = a.to(sweep_device()), y = b.to(sweep_device());
  {
    Stack host{a, b};
    halve_sum().handle().call_boxed(host);
    ASSERT_TRUE(host[0].toTensor().equal(full({3}, 2.0, kDouble)));
  }
  const int before = halvings();
  expect_forms_refused(forms, {x, y});
  expect_forms_refused(forms, {x, b});  // nor does a tensor of the CPU take the call there
  expect_forms_refused(forms, {a, y});
  expect_forms_refused({halve_sum().handle()}, {x.clone().requires_grad_(), y});
  EXPECT_EQ(halvings(), before) << "the CPU's kernel ran";
}

TEST_F(OutOfTreeOperatorOnCuda, RunsWithAKernelOfTheProgramsOwn) {
  static auto& op = *new Op<Tensor(Out, const Tensor&, const Tensor&)>(
      "outside::halve_sum_everywhere(Tensor self, Tensor other) -> Tensor", &halve_sum_cpu, nullptr);
  op.set_kernel(DispatchKey::CUDA, &halve_sum_cpu);  // it is composed of operators that run on either device
  const Tensor x = ones({3}, TensorOptions(kDouble).device(sweep_device())), y = full({3}, 3.0, x.options());
  Stack stack{x, y};
  op.handle(Out::Form::kInPlace).call_boxed(stack);
  EXPECT_TRUE(x.cpu().equal(full({3}, 2.0, kDouble)));
}

}  // namespace
}  // namespace torchpp::tests

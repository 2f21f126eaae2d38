// SPDX-License-Identifier: BSD-3-Clause
// Macros, the global context, threads, operators by name, record functions.
#include <ATen/Context.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <ATen/record_function.h>
#include <c10/util/Logging.h>
#include <torch/library.h>
#include <torch/nested.h>
#include <torch/sparse.h>
#include <torch/torch.h>

#include "spelling.h"

// ---- checks and warnings
SPELLING(torch_check, "Error") { TORCH_CHECK(1 + 1 == 3, "sum is ", 2); }
SPELLING(torch_check_without_message, "Expected 1 + 1 == 3 to be true,") {
  try {
    TORCH_CHECK(1 + 1 == 3);
  } catch (const c10::Error& e) {
    out << std::string(e.what()).substr(0, 31);
  }
}
SPELLING(torch_check_without_semicolon, "yes") {
  TORCH_CHECK(out.good(), "never")
  TORCH_INTERNAL_ASSERT(out.good())
  if (!out.good()) TORCH_CHECK(false, "never");
  out << "yes";
}
SPELLING(torch_check_index, "IndexError") { TORCH_CHECK_INDEX(false, "index ", 3); }
SPELLING(torch_check_value, "ValueError") { TORCH_CHECK_VALUE(false, "value"); }
SPELLING(torch_check_type, "TypeError") { TORCH_CHECK_TYPE(false, "type"); }
SPELLING(torch_check_not_implemented, "NotImplementedError") { TORCH_CHECK_NOT_IMPLEMENTED(false, "nothing"); }
SPELLING(torch_check_linalg, "Error") { TORCH_CHECK_LINALG(false, "singular"); }
SPELLING(torch_check_arg, "Error") { TORCH_CHECK_ARG(false, 1, "bad"); }
SPELLING(torch_check_with, "IndexError") { TORCH_CHECK_WITH(IndexError, false, "index"); }
SPELLING(torch_internal_assert, "Error") { TORCH_INTERNAL_ASSERT(false, "not ", 1); }
SPELLING(torch_internal_assert_without_message, "Error") { TORCH_INTERNAL_ASSERT(1 > 2); }
SPELLING(torch_internal_assert_debug_only, "") {
  TORCH_INTERNAL_ASSERT_DEBUG_ONLY(true, "message");
  TORCH_INTERNAL_ASSERT_DEBUG_ONLY(true);
}
SPELLING(at_error, "Error") { AT_ERROR("message ", 1); }
SPELLING(at_assert, "Error") {
  AT_ASSERT(true);
  AT_ASSERT(1 > 2);
}
SPELLING(at_assertm, "Error") {
  AT_ASSERTM(true, "message");
  AT_ASSERTM(false, "message ", 1);
}
SPELLING(dispatch_quantized, "1 QInt8 Char 4 QInt32 Int 1 QUInt8 Byte ") {
  for (at::ScalarType type : {at::kQInt8, at::kQInt32})
    AT_DISPATCH_QINT_TYPES(type, "f", [&] {
      out << sizeof(scalar_t) << " " << c10::toString(SCALAR_TYPE) << " " << c10::toString(UNDERLYING_TYPE) << " ";
    });
  AT_DISPATCH_QINT_BYTE_TYPES(at::kQUInt8, "f", [&] {
    out << sizeof(underlying_t) << " " << c10::toString(SCALAR_TYPE) << " " << c10::toString(UNDERLYING_TYPE) << " ";
  });
}
SPELLING(dispatch_quantized_refuses, "Error") {
  AT_DISPATCH_QINT_BYTE_TYPES(at::kQInt32, "f", [&] { out << sizeof(scalar_t); });
}
SPELLING(c10_throw_error, "IndexError") { C10_THROW_ERROR(IndexError, "message"); }
SPELLING(torch_warn, "") {
  TORCH_WARN("written by the test of spellings, number ", 1);
  TORCH_WARN_ONCE("and once");
}
SPELLING(caffe_enforce, "Error") {
  CAFFE_ENFORCE(true, "message");
  CAFFE_ENFORCE_EQ(1, 1);
  CAFFE_ENFORCE_GT(2, 1, "message");
  CAFFE_ENFORCE(false, "message ", 1);
}
SPELLING(caffe_enforce_equal, "Error") { CAFFE_ENFORCE_EQ(1, 2, "message"); }
template <class F>
static std::string enforced(F f) {
  try {
    f();
  } catch (const c10::Error& e) {
    const std::string text = e.what_without_backtrace();
    return (dynamic_cast<const c10::EnforceFiniteError*>(&e) != nullptr ? "finite " : "") + text.substr(0, 15) +
           text.substr(text.find(']') + 1);
  }
  return "held";
}
struct EnforcingCaller {
  void one(int x) { CAFFE_ENFORCE_WITH_CALLER(x == 1, "message ", x); }
  void equal(int x) { CAFFE_ENFORCE_EQ_WITH_CALLER(x, 1, "message ", x); }
};
SPELLING(caffe_enforce_messages,
         "[enforce fail a 1 > 2. message 3; [enforce fail a 1 == 2. 1 vs 2; [enforce fail a 1 == 2. 1 vs 2. message 3; "
         "[enforce fail a . message") {
  out << enforced([] { CAFFE_ENFORCE(1 > 2, "message ", 3); }) << "; " << enforced([] { CAFFE_ENFORCE_EQ(1, 2); })
      << "; " << enforced([] { CAFFE_ENFORCE_EQ(1, 2, "message ", 3); }) << "; "
      << enforced([] { CAFFE_THROW("message"); });
}
SPELLING(caffe_enforce_that, "[enforce fail a ++calls == 3. 1 vs 3. message; held; 1") {
  int calls = 0;
  out << enforced([&] { CAFFE_ENFORCE_THAT(std::equal_to<void>(), ==, ++calls, 3, "message"); }) << "; "
      << enforced([] { CAFFE_ENFORCE_THAT(std::less<void>(), <, 1, 3); }) << "; " << calls;
}
SPELLING(caffe_enforce_finite, "finite [enforce fail a std::isfinite(x). message") {
  const double x = INFINITY;
  out << enforced([=] { CAFFE_ENFORCE_FINITE(std::isfinite(x), "message"); });
}
SPELLING(caffe_enforce_with_caller,
         "[enforce fail a x == 1. message 2; [enforce fail a x == 1. 2 vs 1. message 2; held") {
  EnforcingCaller caller;
  out << enforced([&] { caller.one(2); }) << "; " << enforced([&] { caller.equal(2); }) << "; "
      << enforced([&] { caller.one(1), caller.equal(1); });
}
SPELLING(caffe_throw, "Error") { CAFFE_THROW("message ", 1); }
SPELLING(logging, "") {
  LOG(INFO) << "not shown";
  VLOG(2) << "not shown";
  CHECK(true) << "message";
  CHECK_EQ(1, 1);
  CHECK_GE(2, 1) << "message";
  DCHECK(true);
  DCHECK_EQ(1, 1);
  CHECK_NOTNULL(&out);
  LOG_IF(INFO, false) << "not shown";
}
SPELLING(logging_of_some, "") {
  if (VLOG_IS_ON(100)) {
    C10_LOG_EVERY_N(INFO, 2) << "not shown";
    C10_LOG_FIRST_N(INFO, 2) << "not shown";
    C10_LOG_EVERY_MS(INFO, 2) << "not shown";
  }
}
// Only what holds: libtorch with glog ends the program where one of these fails.
SPELLING(torch_check_compared, "51") {
  TORCH_CHECK_EQ(1, 1);
  TORCH_CHECK_NE(1, 2) << "message";
  TORCH_CHECK_LE(1, 1);
  TORCH_CHECK_LT(1, 2);
  TORCH_CHECK_GE(1, 1);
  TORCH_CHECK_GT(2, 1);
  TORCH_DCHECK_EQ(1, 1);
  TORCH_DCHECK_LT(1, 2) << "message";
  int five = 5;
  out << *TORCH_CHECK_NOTNULL(&five);
  const std::shared_ptr<int> one = std::make_shared<int>(1);
  out << *TORCH_CHECK_NOTNULL(one);
}
SPELLING(api_usage, "") { C10_LOG_API_USAGE_ONCE("test.spellings"); }
SPELLING(error_constructed, "messagemessage") {
  c10::Error e({__func__, __FILE__, static_cast<uint32_t>(__LINE__)}, "message");
  out << e.msg() << e.what_without_backtrace();
}
SPELLING(error_context, "11") {
  try {
    AT_ERROR("first");
  } catch (c10::Error& e) {
    e.add_context("second");
    const std::string text = e.what_without_backtrace();
    out << (text.find("first") == 0) << (text.find("second") != std::string::npos);
  }
}
SPELLING(error_from_standard, "1") {
  try {
    TORCH_CHECK(false, "text");
  } catch (const std::exception& e) {
    out << (std::string(e.what()).find("text") == 0);
  }
}
SPELLING(rethrown, "Error") {
  try {
    AT_ERROR("first");
  } catch (c10::Error& e) {
    TORCH_RETHROW(e, "second");
  }
}

// ---- attributes and small macros
static C10_UNUSED int unused_number = 0;
C10_NODISCARD static inline int always() { return 1; }
static C10_ALWAYS_INLINE int inlined() { return 2; }
static C10_NOINLINE int outlined() { return 3; }
C10_HOST_DEVICE static inline int anywhere() { return 4; }
C10_DEPRECATED_MESSAGE("old") C10_UNUSED static int old_function() { return 5; }
C10_CLANG_DIAGNOSTIC_PUSH()
#if C10_CLANG_HAS_WARNING("-Wshadow")
C10_CLANG_DIAGNOSTIC_IGNORE("-Wshadow")
#endif
C10_DEFINE_DEPRECATED_USING(OldNumber, int)
static_assert(C10_IS_TRIVIALLY_COPYABLE(int), "");
C10_CLANG_DIAGNOSTIC_POP()
struct NoCopies {
  NoCopies() = default;
  C10_DISABLE_COPY_AND_ASSIGN(NoCopies);
};
SPELLING(attributes, "24a4") {
  NoCopies none;
  (void)none;
  if (C10_LIKELY(always() == 1)) out << inlined();
  if (C10_UNLIKELY(outlined() != 3)) out << "no";
  out << anywhere() << C10_STRINGIZE(a) << sizeof(C10_CONCATENATE(in, t));
}
SPELLING(restrict, "three more") {
  auto add = [](float* C10_RESTRICT a, const float* C10_RESTRICT b) { *a += *b; };
  float x = 1, y = 2;
  add(&x, &y);
  switch (static_cast<int>(x)) {
    case 3: out << "three"; C10_FALLTHROUGH;
    default: out << " more";
  }
}

// ---- dispatch over types
SPELLING(dispatch_floating, "38") {
  auto x = torch::ones({3}, torch::kDouble);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "sum", [&] {
    scalar_t total = 0;
    for (int i = 0; i < 3; ++i) total += x.data_ptr<scalar_t>()[i];
    out << total << sizeof(scalar_t);
  });
}
SPELLING(dispatch_floating_wrong, "Error") {
  AT_DISPATCH_FLOATING_TYPES(torch::kInt, "sum", [&] { out << sizeof(scalar_t); });
}
SPELLING(dispatch_message, "\"my_kernel\" not implemented for 'Int'") {
  try {
    AT_DISPATCH_FLOATING_TYPES(torch::kInt, "my_kernel", [&] { out << sizeof(scalar_t); });
  } catch (const c10::Error& e) {
    out << e.what_without_backtrace();
  }
}
SPELLING(dispatch_of_dtype, "2") {
  AT_DISPATCH_ALL_TYPES(torch::ones({1}, torch::kShort).scalar_type(), "f", ([&] { out << sizeof(scalar_t); }));
}
SPELLING(dispatch_returns, "8") {
  out << AT_DISPATCH_FLOATING_TYPES(torch::kDouble, "f", [&] { return static_cast<int>(sizeof(scalar_t)); });
}
SPELLING(dispatch_all, "1 1 2 4 8 4 8 ") {
  auto size = [&](at::ScalarType t) { AT_DISPATCH_ALL_TYPES(t, "f", [&] { out << sizeof(scalar_t) << " "; }); };
  for (auto t : {torch::kByte, torch::kChar, torch::kShort, torch::kInt, torch::kLong, torch::kFloat, torch::kDouble})
    size(t);
}
SPELLING(dispatch_half, "2") {
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(torch::kHalf, "f", [&] { out << sizeof(scalar_t); });
}
SPELLING(dispatch_and, "22124") {
  AT_DISPATCH_FLOATING_TYPES_AND(at::ScalarType::BFloat16, torch::kBFloat16, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, torch::kHalf, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND(at::kBool, torch::kBool, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND2(at::kBool, at::kHalf, torch::kHalf, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND3(at::kBool, at::kHalf, at::kBFloat16, torch::kInt, "f", [&] { out << sizeof(scalar_t); });
}
SPELLING(dispatch_integral, "814") {
  AT_DISPATCH_INTEGRAL_TYPES(torch::kLong, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_INTEGRAL_TYPES_AND(at::kBool, torch::kBool, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_INDEX_TYPES(torch::kInt, "f", [&] { out << sizeof(index_t); });
}
SPELLING(dispatch_complex, "816248122") {
  AT_DISPATCH_COMPLEX_TYPES(torch::kComplexFloat, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(torch::kComplexDouble, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND1(at::kHalf, torch::kHalf, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(at::kHalf, at::kBFloat16, torch::kFloat, "f",
                                              [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX(torch::kComplexFloat, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(at::kBool, torch::kBool, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(at::kBool, at::kHalf, torch::kHalf, "f", [&] { out << sizeof(scalar_t); });
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(at::kBool, at::kHalf, at::kBFloat16, torch::kBFloat16, "f",
                                         [&] { out << sizeof(scalar_t); });
}
SPELLING(dispatch_cases, "int4") {
  AT_DISPATCH_SWITCH(torch::kInt, "f", AT_DISPATCH_CASE(at::kInt, [&] {
                       out << "int" << sizeof(scalar_t);
                     }) AT_DISPATCH_CASE_FLOATING_TYPES([&] { out << "floating"; }));
}

// ---- the global context
SPELLING(context_deterministic, "100") {
  at::globalContext().setDeterministicAlgorithms(true, false);
  out << at::globalContext().deterministicAlgorithms() << at::globalContext().deterministicAlgorithmsWarnOnly();
  torch::globalContext().setDeterministicAlgorithms(false, /*warn_only=*/false);
  out << at::globalContext().deterministicAlgorithms();
}
SPELLING(context_cudnn, "10010011") {
  auto& c = at::globalContext();
  out << c.userEnabledCuDNN() << c.benchmarkCuDNN() << c.deterministicCuDNN() << c.benchmarkLimitCuDNN();
  c.setBenchmarkCuDNN(true);
  c.setDeterministicCuDNN(true);
  c.setUserEnabledCuDNN(false);
  out << c.userEnabledCuDNN() << c.benchmarkCuDNN() << c.deterministicCuDNN();
  c.setBenchmarkCuDNN(false);
  c.setDeterministicCuDNN(false);
  c.setUserEnabledCuDNN(true);
}
SPELLING(context_tf32, "1001110") {
  auto& c = at::globalContext();
  out << c.allowTF32CuDNN() << c.allowTF32CuBLAS();
  c.setAllowTF32CuBLAS(true);
  c.setAllowTF32CuDNN(false);
  out << c.allowTF32CuDNN() << c.allowTF32CuBLAS() << (c.float32MatmulPrecision() == at::Float32MatmulPrecision::HIGH);
  c.setAllowTF32CuBLAS(false);
  c.setAllowTF32CuDNN(true);
  c.setFloat32MatmulPrecision("high");
  out << c.allowTF32CuBLAS();
  c.setFloat32MatmulPrecision(at::Float32MatmulPrecision::HIGHEST);
  out << c.allowTF32CuBLAS();
}
SPELLING(context_mkldnn, "10") {
  auto& c = at::globalContext();
  out << c.userEnabledMkldnn();
  c.setUserEnabledMkldnn(false);
  out << c.userEnabledMkldnn();
  c.setUserEnabledMkldnn(true);
}
SPELLING(context_other_switches, "11101") {
  auto& c = at::globalContext();
  out << c.allowFP16ReductionCuBLAS() << c.userEnabledFlashSDP() << c.userEnabledMathSDP()
      << c.releaseWeightsWhenPrepacking() << (c.linalgPreferredBackend() == at::LinalgBackend::Default);
  c.setAllowFP16ReductionCuBLAS(true);
  c.setSDPUseFlash(true);
  c.setSDPUseMath(true);
  c.setReleaseWeightsWhenPrepacking(false);
}
SPELLING(context_features, "000000") {
  (void)at::hasCUDA(), (void)at::hasMKL(), (void)at::hasMKLDNN(), (void)at::hasOpenMP(), (void)at::hasLAPACK(),
      (void)at::hasMAGMA(), (void)at::globalContext().hasCuDNN(), (void)at::globalContext().hasCuSOLVER(),
      (void)at::globalContext().hasCUDART();
  out << at::hasHIP() << at::hasIPU() << at::hasXLA() << at::hasORT() << at::hasMPS() << at::Context::hasHIP();
}
SPELLING(context_cuda, "111") {
  out << (at::globalContext().hasCUDA() == at::hasCUDA()) << (torch::cuda::is_available() == (at::getNumGPUs() > 0))
      << (torch::cuda::device_count() == static_cast<int64_t>(at::getNumGPUs()));
}
SPELLING(context_cuda_not_linked, "00") {
  if (!at::hasCUDA()) out << at::globalContext().hasCuDNN() << at::globalContext().hasCUDART();
  else out << "00";
}
SPELLING(context_generator, "71507") {
  auto g = at::globalContext().defaultGenerator(at::kCPU);
  g.set_current_seed(7);
  out << g.current_seed() << torch::randint(1000, {2}, g).sum().item<int64_t>();
}
SPELLING(context_flush_denormal, "11") {
  out << at::globalContext().setFlushDenormal(true) << at::globalContext().setFlushDenormal(false);
}
SPELLING(context_alert, "my_kernel does not have a deterministic implementa1") {
  at::globalContext().alertNotDeterministic("my_kernel");
  at::globalContext().setDeterministicAlgorithms(true, false);
  try {
    at::globalContext().alertNotDeterministic("my_kernel");
  } catch (const c10::Error& e) {
    out << std::string(e.what()).substr(0, 50);
  }
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
  at::globalContext().alertNotDeterministic("my_kernel");
  out << at::globalContext().deterministicAlgorithmsWarnOnly();
  at::globalContext().setDeterministicAlgorithms(false, false);
}
SPELLING(context_init, "") {
  at::init();
  torch::init();
}
SPELLING(config_texts, "111") {
  out << !at::show_config().empty() << !at::get_parallel_info().empty() << !at::get_cxx_flags().empty();
}

// ---- threads
SPELLING(threads, "22100") {
  at::init_num_threads();
  torch::init_num_threads();
  const int before = at::get_num_threads();
  at::set_num_threads(2);
  out << at::get_num_threads() << torch::get_num_threads() << (at::get_num_interop_threads() > 0)
      << at::in_parallel_region() << at::get_thread_num();
  at::set_num_threads(before);
}
SPELLING(parallel_for, "4950") {
  std::atomic<int64_t> sum{0};
  at::parallel_for(0, 100, 10, [&](int64_t begin, int64_t end) {
    for (const auto i : c10::irange(begin, end)) sum += i;
  });
  out << sum;
}
SPELLING(parallel_reduce, "4950") {
  out << at::parallel_reduce(
      0, 100, 10, int64_t{0},
      [](int64_t begin, int64_t end, int64_t sum) {
        for (int64_t i = begin; i < end; ++i) sum += i;
        return sum;
      },
      std::plus<int64_t>());
}
SPELLING(grain_size, "327684") { out << at::internal::GRAIN_SIZE << at::divup(7, 2); }
SPELLING(launch, "3") {
  std::atomic<int> done{0};
  at::launch([&] { done = 3; });
  while (done == 0) std::this_thread::yield();
  out << done;
}
SPELLING(lazy_init_threads, "") { at::internal::lazy_init_num_threads(); }

// ---- operators of the program's own
static torch::Tensor twice(const torch::Tensor& x) { return x * 2; }
static torch::Tensor times(const torch::Tensor& x, double factor) { return x * factor; }
static torch::Tensor plus_one_cpu(const torch::Tensor& x) { return x + 1; }
static torch::Tensor plus_one_autograd(const torch::Tensor& x) {
  at::AutoDispatchBelowADInplaceOrView guard;
  static auto op =
      torch::Dispatcher::singleton().findSchemaOrThrow("spelled::plus_one", "").typed<at::Tensor(const at::Tensor&)>();
  return op.call(x) * 10;
}
static torch::Tensor made_of_others(const torch::Tensor& x) { return x.mul(3); }
static torch::Tensor zero_meta(const torch::Tensor& x) { return torch::empty_like(x); }
static std::tuple<torch::Tensor, torch::Tensor> both(const torch::Tensor& x, const c10::optional<torch::Tensor>& y) {
  return std::make_tuple(x, y.has_value() ? *y : x);
}
static int64_t count_of(at::TensorList list, int64_t k, bool flag, std::string text) {
  return static_cast<int64_t>(list.size()) + k + flag + static_cast<int64_t>(text.size());
}

TORCH_LIBRARY(spelled, m) {
  m.def("twice(Tensor x) -> Tensor", &twice);
  m.def("times(Tensor x, float factor=2) -> Tensor");
  m.def("plus_one(Tensor x) -> Tensor");
  m.def("made(Tensor x) -> Tensor");
  m.def("explicit_one(Tensor x) -> Tensor");
  m.def("both(Tensor x, Tensor? y=None) -> (Tensor, Tensor)", both);
  m.def("count_of(Tensor[] list, int k, bool flag, str text) -> int", TORCH_FN(count_of));
  m.def("inferred", [](const torch::Tensor& x, int64_t k) { return x + k; });
}
TORCH_LIBRARY_FRAGMENT(spelled, m) { m.def("later(Tensor x) -> Tensor", twice); }
TORCH_LIBRARY_IMPL(spelled, CPU, m) {
  m.impl("times", times);
  m.impl("plus_one", TORCH_FN(plus_one_cpu));
}
TORCH_LIBRARY_IMPL(spelled, AutogradCPU, m) { m.impl("plus_one", plus_one_autograd); }
TORCH_LIBRARY_IMPL(spelled, Meta, m) {
  m.impl("times", [](const torch::Tensor& x, double) { return torch::empty_like(x); });
  m.impl("plus_one", zero_meta);
}
TORCH_LIBRARY_IMPL(spelled, CUDA, m) { m.impl("plus_one", plus_one_cpu); }
TORCH_LIBRARY_IMPL(spelled, CompositeImplicitAutograd, m) { m.impl("made", made_of_others); }
TORCH_LIBRARY_IMPL(spelled, CompositeExplicitAutograd, m) {
  m.impl("explicit_one", [](const torch::Tensor& x) { return x.mul(7); });
}
TORCH_LIBRARY_IMPL(spelled, Autograd, m) { m.impl("times", torch::autograd::autogradNotImplementedFallback()); }
TORCH_LIBRARY_IMPL(spelled, AutogradCUDA, m) { m.impl("plus_one", plus_one_autograd); }
TORCH_LIBRARY_IMPL(spelled, Autocast, m) { m.impl("twice", torch::CppFunction::makeFallthrough()); }
TORCH_LIBRARY_IMPL(spelled, PrivateUse1, m) { m.impl("plus_one", plus_one_cpu); }
TORCH_LIBRARY_IMPL(_, AutogradPrivateUse1, m) { m.fallback(torch::CppFunction::makeFallthrough()); }

template <class Signature>
static auto op(const char* name) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").template typed<Signature>();
}

SPELLING(library_def, "2") {
  out << op<at::Tensor(const at::Tensor&)>("spelled::twice").call(torch::ones({1})).item<float>();
}
SPELLING(library_impl, "4") {
  out << op<at::Tensor(const at::Tensor&, double)>("spelled::times").call(torch::ones({1}), 4).item<float>();
}
SPELLING(library_autograd_cpu_grad, "20") {
  out << op<at::Tensor(const at::Tensor&)>("spelled::plus_one")
             .call(torch::ones({1}, torch::requires_grad()))
             .item<float>();
}
SPELLING(library_meta, "[2, 3]") {
  out << op<at::Tensor(const at::Tensor&, double)>("spelled::times").call(torch::ones({2, 3}, torch::kMeta), 4).sizes();
}
SPELLING(library_composite_implicit, "3") {
  auto x = torch::ones({1}, torch::requires_grad());
  op<at::Tensor(const at::Tensor&)>("spelled::made").call(x).backward();
  out << x.grad().item<float>();
}
SPELLING(library_composite_explicit, "7") {
  out << op<at::Tensor(const at::Tensor&)>("spelled::explicit_one").call(torch::ones({1})).item<float>();
}
SPELLING(library_fragment, "2") {
  out << op<at::Tensor(const at::Tensor&)>("spelled::later").call(torch::ones({1})).item<float>();
}
SPELLING(library_lambda, "5") {
  out << op<at::Tensor(const at::Tensor&, int64_t)>("spelled::inferred").call(torch::ones({1}), 4).item<float>();
}
SPELLING(library_several_results, "0") {
  out << std::get<1>(op<std::tuple<at::Tensor, at::Tensor>(const at::Tensor&, const c10::optional<at::Tensor>&)>(
                         "spelled::both")
                         .call(torch::ones({1}), torch::zeros({1})))
             .item<float>();
}
SPELLING(library_other_types, "7") {
  out << op<int64_t(at::TensorList, int64_t, bool, std::string)>("spelled::count_of")
             .call(std::vector<at::Tensor>{torch::ones({1})}, 3, true, "ab");
}
SPELLING(library_boxed, "13") {
  torch::jit::Stack stack{torch::ones({1}), 3.0};
  c10::Dispatcher::singleton().findSchemaOrThrow("spelled::times", "").callBoxed(&stack);
  out << stack.size() << stack[0].toTensor().item<float>();
}
SPELLING(library_unknown, "Error") { c10::Dispatcher::singleton().findSchemaOrThrow("spelled::unknown", ""); }
SPELLING(library_find, "101") {
  out << c10::Dispatcher::singleton().findSchema({"spelled::twice", ""}).has_value()
      << c10::Dispatcher::singleton().findSchema({"spelled::unknown", ""}).has_value()
      << c10::Dispatcher::singleton().findOp({"aten::add", "Tensor"}).has_value();
}
SPELLING(library_schema, "spelled::twice(Tensor x) -> Tensorspelled::twice") {
  out << c10::Dispatcher::singleton().findSchemaOrThrow("spelled::twice", "").schema()
      << c10::Dispatcher::singleton().findSchemaOrThrow("spelled::twice", "").operator_name();
}
SPELLING(library_aten, "[2, 1]") {
  out << c10::Dispatcher::singleton()
             .findSchemaOrThrow("aten::mm", "")
             .typed<at::Tensor(const at::Tensor&, const at::Tensor&)>()
             .call(torch::ones({2, 3}), torch::ones({3, 1}))
             .sizes();
}

// Kernels of the library's own operators replaced.
static int hits = 0;
static at::Tensor counted_erfc(const at::Tensor& self) {
  ++hits;
  at::AutoDispatchBelowADInplaceOrView guard;
  return self.neg();
}
TORCH_LIBRARY_IMPL(aten, AutogradCPU, m) { m.impl("erfc", counted_erfc); }
SPELLING(library_impl_aten_autograd_cpu, "-11") {
  out << torch::erfc(torch::ones({1}, torch::requires_grad())).item<float>() << hits;
}

// ---- record functions
static std::string recorded;
SPELLING(record_functions, "1101") {
  recorded.clear();
  auto handle = at::addGlobalCallback(at::RecordFunctionCallback(
                                          [](const at::RecordFunction& f) -> std::unique_ptr<at::ObserverContext> {
                                            recorded += std::string(f.name()) + " ";
                                            return nullptr;
                                          },
                                          [](const at::RecordFunction&, at::ObserverContext*) {})
                                          .needsInputs(true));
  at::enableRecordFunction();
  torch::ones({1}).neg();
  {
    at::RecordFunctionGuard off(false);
    torch::ones({1}).neg();
  }
  at::enableRecordFunction(true);
  { RECORD_USER_SCOPE("mine"); }
  at::removeCallback(handle);
  out << (recorded.find("aten::neg") != std::string::npos) << (recorded.find("mine") != std::string::npos)
      << at::hasCallbacks() << at::isRecordFunctionEnabled();
}

// ---- autocast
SPELLING(autocast_of_the_cpu, "0 1 BFloat16 BFloat16 Float 0 1 0") {
  namespace autocast = at::autocast;
  out << autocast::is_cpu_enabled();
  autocast::set_cpu_enabled(true);
  autocast::increment_nesting();
  const at::Tensor x = at::ones({2, 2});
  out << ' ' << autocast::is_cpu_enabled() << ' ' << autocast::get_autocast_cpu_dtype() << ' '
      << at::mm(x, x).scalar_type() << ' ' << autocast::cached_cast(at::kFloat, x, at::kCPU).scalar_type();
  if (autocast::decrement_nesting() == 0) autocast::clear_cache();
  autocast::set_cpu_enabled(false);
  out << ' ' << autocast::is_cpu_enabled() << ' ' << autocast::is_autocast_cache_enabled() << ' '
      << autocast::is_enabled();
}

// ---- nested tensors
SPELLING(nested_tensors, "1 3 2 18 1 24 Double 03") {
  const torch::Tensor a = torch::ones({2, 3}), b = torch::ones({4, 3});
  const torch::Tensor x = torch::nested::nested_tensor({a, b}, c10::nullopt, c10::nullopt, true);
  out << x.is_nested() << ' ' << x.dim() << ' ' << x.size(0) << ' ' << x.numel() << ' ' << x.requires_grad() << ' '
      << torch::nested::to_padded_tensor(x, 0).numel() << ' '
      << torch::nested::as_nested_tensor({a, b}, at::kDouble).scalar_type() << ' ' << x.unbind()[0].is_nested()
      << (x * 3).unbind()[1][0][0].item<float>();
}

// ---- sparse tensors
SPELLING(sparse_tensors, "1 Sparse 2 1 1 3 2 0 7 6 1 2") {
  const torch::Tensor index = torch::tensor({0, 1, 1, 2, 0, 2}, at::kLong).view({2, 3});
  torch::Tensor a = torch::sparse_coo_tensor(index, torch::tensor({3.f, 4.f, 5.f}), {2, 3});
  out << a.is_sparse() << ' ' << a.layout() << ' ' << a.sparse_dim() << ' ' << a.coalesce().is_coalesced() << ' '
      << torch::zeros({2, 3}).to_sparse(1).dense_dim() << ' ' << a._nnz() << ' ' << a._indices().size(0) << ' '
      << torch::sparse_coo_tensor({2, 3}, torch::dtype(torch::kFloat)).coalesce().values().numel() << ' ';
  const torch::Tensor d = torch::ones({2, 3});
  d.add_(a, 2);
  out << d[0][2].item<float>() << ' ' << a.mul(2).to_dense()[0][2].item<float>() << ' ';
  torch::nn::Embedding e(torch::nn::EmbeddingOptions(4, 2).sparse(true));
  e->forward(torch::tensor({1, 3}, at::kLong)).sum().backward();
  out << e->weight.grad().is_sparse() << ' ' << e->weight.grad()._nnz();
}

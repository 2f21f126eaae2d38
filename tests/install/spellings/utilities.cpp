// SPDX-License-Identifier: BSD-3-Clause
// Small headers of ATen and c10 that programs include by their paths.
#include <ATen/AccumulateType.h>
#include <ATen/Config.h>
#include <ATen/ExpandUtils.h>
#include <ATen/InferSize.h>
#include <ATen/NumericUtils.h>
#include <ATen/OpMathType.h>
#include <ATen/ScalarOps.h>
#include <ATen/TensorGeometry.h>
#include <ATen/TensorUtils.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/WrapDimUtilsMulti.h>
#include <ATen/ceil_div.h>
#include <ATen/div_rtn.h>
#include <c10/core/Backend.h>
#include <c10/util/C++17.h>
#include <c10/util/CallOnce.h>
#include <c10/util/FunctionRef.h>
#include <c10/util/MathConstants.h>
#include <c10/util/Metaprogramming.h>
#include <c10/util/Registry.h>
#include <c10/util/ScopeExit.h>
#include <c10/util/Synchronized.h>
#include <c10/util/TypeCast.h>
#include <c10/util/TypeList.h>
#include <c10/util/TypeTraits.h>
#include <c10/util/UniqueVoidPtr.h>
#include <c10/util/complex.h>
#include <c10/util/copysign.h>
#include <c10/util/env.h>
#include <c10/util/flat_hash_map.h>
#include <c10/util/intrusive_ptr.h>
#include <c10/util/overloaded.h>
#include <c10/util/strides.h>
#include <c10/util/tempfile.h>
#include <c10/util/thread_name.h>
#include <torch/torch.h>
#include <unistd.h>

#include "spelling.h"

// ---- checks of arguments: the first line of each message
static std::string refused(const std::function<void()>& check) {
  try {
    check();
  } catch (const c10::Error& e) {
    const std::string text = e.what_without_backtrace();
    return text.substr(0, text.find('\n'));
  }
  return "passed";
}
SPELLING(check_dim,
         "Expected 2-dimensional tensor, but got 1-dimensional tensor for argument #1 'x' (while checking arguments "
         "for f)") {
  torch::Tensor t = torch::ones({3});
  at::TensorArg arg{t, "x", 1};
  at::checkDim("f", arg, 1);
  out << refused([&] { at::checkDim("f", arg, 2); });
}
SPELLING(check_dim_of_self,
         "Expected 2-dimensional tensor, but got 1-dimensional tensor for 'self' (while checking arguments for f)") {
  torch::Tensor t = torch::ones({3});
  out << refused([&] { at::checkDim("f", t, "self", 0, 2); });
}
SPELLING(check_dim_range,
         "Expected 2 to 3 dimensions, but got 1-dimensional tensor for argument #1 'x' (while checking arguments for "
         "f)") {
  torch::Tensor t = torch::ones({3});
  at::checkDimRange("f", at::TensorArg(t, "x", 1), 1, 2);
  out << refused([&] { at::checkDimRange("f", at::TensorArg(t, "x", 1), 2, 4); });
}
SPELLING(check_same,
         "Expected tensor for argument #1 'a' to have the same dimension as tensor for argument #2 'b'; but 1 does not "
         "equal 2 (while checking arguments for f)|Expected tensor for argument #1 'a' to have same size as tensor for "
         "argument #2 'b'; but [6] does not equal [2, 3] (while checking arguments for f)|Expected tensor for "
         "argument #1 'a' to have same number of elements as tensor for argument #3 'c'; but 6 does not equal 2 "
         "(while checking arguments for f)") {
  torch::Tensor x = torch::ones({6}), y = torch::ones({2, 3}), z = torch::ones({2});
  at::TensorArg a{x, "a", 1}, b{y, "b", 2}, c{z, "c", 3};
  out << refused([&] { at::checkSameDim("f", a, b); }) << "|" << refused([&] { at::checkSameSize("f", a, b); }) << "|"
      << refused([&] {
           at::checkAllSameNumel("f", {a, b, c});
         });
}
SPELLING(check_contiguous,
         "Expected contiguous tensor, but got non-contiguous tensor for argument #1 'x' (while checking arguments for "
         "f)") {
  torch::Tensor t = torch::ones({3, 2}).t(), none;
  at::checkAllContiguous("f", {at::TensorArg(none, "none", 2)});
  out << refused([&] { at::checkContiguous("f", at::TensorArg(t, "x", 1)); });
}
SPELLING(
    check_size,
    "Expected tensor of size [2], but got tensor of size [3] for argument #1 'x' (while checking arguments for f)|"
    "Expected tensor to have size 4 at dimension 0, but got size 3 for argument #1 'x' (while checking arguments "
    "for f)|Expected tensor for argument #1 'x' to have 5 elements; but it actually has 3 elements (while checking "
    "arguments for f)") {
  torch::Tensor t = torch::ones({3});
  at::TensorArg arg{t, "x", 1};
  out << refused([&] { at::checkSize("f", arg, {2}); }) << "|" << refused([&] { at::checkSize("f", arg, 0, 4); }) << "|"
      << refused([&] { at::checkNumel("f", arg, 5); });
}
SPELLING(
    check_types,
    "Expected tensor for argument #1 'x' to have scalar type Long; but got CPUFloatType instead (while checking "
    "arguments for f)|Expected tensor for argument #1 'x' to have one of the following scalar types: Long, Int; "
    "but got CPUFloatType instead (while checking arguments for f)|Expected tensor for argument #1 'x' to have the "
    "same type as tensor for argument #2 'y'; but type CPUFloatType does not equal CPULongType (while checking "
    "arguments for f)") {
  torch::Tensor x = torch::ones({3}), y = torch::ones({3}, torch::kLong);
  at::TensorArg a{x, "x", 1}, b{y, "y", 2};
  at::checkScalarType("f", a, torch::kFloat);
  at::checkAllSameType("f", {a, a});
  out << refused([&] { at::checkScalarType("f", a, torch::kLong); }) << "|" << refused([&] {
    at::checkScalarTypes("f", a, {torch::kLong, torch::kInt});
  }) << "|"
      << refused([&] { at::checkSameType("f", a, b); });
}
SPELLING(check_defined, "Error") {
  torch::Tensor x = torch::ones({1}), none;
  at::checkAllDefined("f", {at::TensorArg(x, "x", 1)});
  at::checkDefined("f", at::TensorArg(none, "none", 2));
}
SPELLING(
    check_device,
    "Expected tensor to have CUDA Backend, but got tensor with CPU Backend (while checking arguments for f)|"
    "Expected tensor to have cuda DeviceType, but got tensor with cpu DeviceType (while checking arguments for f)") {
  torch::Tensor x = torch::ones({3});
  at::checkBackend("f", {x}, at::Backend::CPU);
  at::checkDeviceType("f", {x}, at::kCPU);
  at::checkLayout("f", x, at::kStrided);
  out << refused([&] { at::checkBackend("f", {x}, at::Backend::CUDA); }) << "|"
      << refused([&] { at::checkDeviceType("f", {x}, at::kCUDA); });
}
SPELLING(check_dim_size,
         "Expected a tensor of dimension 2 and tensor.size[0] == 3 but got: dimension 1 and tensor.size[0] = 3") {
  out << refused([&] { at::check_dim_size(torch::ones({3}), 2, 0, 3); });
}
SPELLING(tensor_geometry, "2 3 1 6 1 0 3 1 0") {
  at::TensorGeometry g(torch::ones({2, 3}));
  out << g.dim() << " " << g.size(-1) << " " << g.stride(1) << " " << g.numel() << " " << g.is_contiguous() << " "
      << g.transpose(0, 1).is_contiguous() << " " << g.transpose(0, 1).size(0) << " "
      << at::geometry_is_contiguous({2, 1, 3}, {3, 9, 1}) << " " << at::geometry_is_contiguous({2, 3}, {1, 2});
}

// ---- types of elements
SPELLING(accumulate_type, "1111 Double Long Float") {
  out << std::is_same<at::acc_type<float, false>, double>::value
      << std::is_same<at::acc_type<float, true>, float>::value
      << std::is_same<at::acc_type<at::Half, false>, float>::value
      << std::is_same<at::acc_type<int32_t, false>, int64_t>::value << " " << at::toAccumulateType(at::kFloat, false)
      << " " << at::toAccumulateType(at::kInt, false) << " " << at::toAccumulateType(at::kHalf, true);
}
SPELLING(op_math_type, "11 Float") {
  out << std::is_same<at::opmath_type<at::BFloat16>, float>::value
      << std::is_same<at::opmath_type<double>, double>::value << " " << at::toOpMathType(at::kHalf);
}
SPELLING(numeric_utils, "1001 10") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  out << at::_isnan(nan) << at::_isnan(inf) << at::_isnan(3) << at::_isnan(at::Half(nan)) << " " << at::_isinf(inf)
      << at::_isinf(1.);
}
SPELLING(type_cast, "3 255 1 1 0 1") {
  out << c10::convert<int>(3.7) << " " << static_cast<int>(c10::convert<uint8_t>(-1.)) << " " << c10::convert<bool>(0.5)
      << " " << c10::overflows<int8_t, double>(200) << " " << c10::overflows<int8_t, int>(100) << " ";
  try {
    c10::checked_convert<int8_t>(1000, "int8_t");
  } catch (const std::runtime_error&) {
    out << 1;
  }
}
SPELLING(math_constants, "3.14159 2.71828 1") {
  out << c10::pi<double> << " " << c10::e<float> << " " << (c10::sqrt_2<double> > 1.41);
}

// ---- shapes
SPELLING(ceil_div, "3 9") { out << at::ceil_div(7, 3) << " " << at::round_up(7, 3); }
SPELLING(infer_size_of_shape,
         "[2, 3] shape '[-1, 4]' is invalid for input of size 6 only one dimension can be inferred") {
  out << at::IntArrayRef(at::infer_size({2, -1}, 6));
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{-1, 4}, std::vector<int64_t>{-1, -1}}) {
    try {
      at::infer_size(shape, 6);
    } catch (const std::runtime_error& e) {
      out << " " << e.what();
    }
  }
}
SPELLING(dim_bits, "2 101") {
  auto bits = at::dim_list_to_bitset(at::OptionalIntArrayRef(std::vector<int64_t>{0, -1}), 3);
  out << bits.count() << " " << bits[0] << bits[1] << bits[2];
}
SPELLING(dim_bits_twice, "Error") { at::dim_list_to_bitset(at::OptionalIntArrayRef(std::vector<int64_t>{0, 0}), 3); }
SPELLING(contiguous_strides, "[12, 4, 1]") { out << at::IntArrayRef(c10::contiguous_strides({2, 3, 4})); }

// ---- tools
SPELLING(function_ref, "1 5 0") {
  int calls = 0;
  auto count = [&calls](int by) { return calls += by; };
  c10::function_ref<int(int)> f = count, none;
  f(1);
  out << calls << " " << f(4) << " " << static_cast<bool>(none);
}
SPELLING(scope_exit, "in out ") {
  {
    auto leave = c10::make_scope_exit([&] { out << "out "; });
    auto never = c10::make_scope_exit([&] { out << "never "; });
    never.release();
    out << "in ";
  }
}
SPELLING(unique_void_ptr, "7 1 1 deleted") {
  static std::ostream* log = &out;
  log = &out;
  int number = 7;
  {
    c10::detail::UniqueVoidPtr p(&number, &number, [](void*) { *log << "deleted"; });
    out << *static_cast<int*>(p.get()) << " " << (p != nullptr) << " " << (p.get_context() == &number) << " ";
  }
}
SPELLING(overloaded, "text3") {
  auto f = c10::overloaded([&](int i) { out << i; }, [&](const std::string& s) { out << s; });
  f(std::string("text"));
  f(3);
}
SPELLING(synchronized, "3") {
  c10::Synchronized<std::vector<int>> list;
  list.withLock([](std::vector<int>& v) { v.assign(3, 0); });
  out << list.withLock([](const std::vector<int>& v) { return v.size(); });
}
SPELLING(call_once, "1") {
  c10::once_flag flag;
  int calls = 0;
  for (int i = 0; i < 3; ++i) c10::call_once(flag, [&] { ++calls; });
  out << calls;
}
SPELLING(check_env, "1 0 0") {
  setenv("SPELLED_SWITCH", "1", 1);
  out << *c10::utils::check_env("SPELLED_SWITCH") << " ";
  setenv("SPELLED_SWITCH", "0", 1);
  out << *c10::utils::check_env("SPELLED_SWITCH") << " " << c10::utils::check_env("SPELLED_NO_SWITCH").has_value();
}
SPELLING(flat_hash_map, "2 5") {
  ska::flat_hash_map<std::string, int> map{{"a", 1}};
  map["b"] = 5;
  ska::flat_hash_set<int> set;
  set.insert(3);
  out << map.size() << " " << map.at("b");
}
SPELLING(temporary_file, "1 1") {
  std::string name;
  {
    auto file = c10::make_tempfile();
    name = file.name;
    out << (access(name.c_str(), F_OK) == 0);
  }
  out << " " << (access(name.c_str(), F_OK) != 0);
}
SPELLING(type_lists, "3 1 0 2 1") {
  using List = c10::guts::typelist::typelist<int, float, double>;
  namespace tl = c10::guts::typelist;
  out << tl::size<List>::value << " " << tl::contains<List, float>::value << " " << tl::contains<List, bool>::value
      << " " << tl::count_if<std::is_floating_point, List>::value << " "
      << std::is_same<tl::concat_t<tl::typelist<int>, tl::typelist<char>>, tl::typelist<int, char>>::value;
}
static double spelled_function(int a, float b) { return a + b; }
SPELLING(function_traits, "2 1 1 10") {
  using Traits = c10::guts::infer_function_traits_t<decltype(&spelled_function)>;
  auto lambda = [](int i) { return i; };
  int captured = 0;
  auto capture = [&](int i) { return captured + i; };
  out << Traits::number_of_parameters << " " << std::is_same<Traits::return_type, double>::value << " "
      << std::is_same<c10::guts::infer_function_traits_t<decltype(lambda)>::func_type, int(int)>::value << " "
      << c10::guts::is_stateless_lambda<decltype(lambda)>::value
      << c10::guts::is_stateless_lambda<decltype(capture)>::value;
  (void)spelled_function(0, 0);
  (void)capture;
}
SPELLING(tuples, "2.5 x 2 4") {
  auto t = std::make_tuple(1, 2.5, std::string("x"));
  out << std::get<0>(c10::guts::tuple_take<decltype(t), -2>(t)) << " "
      << std::get<0>(c10::guts::tuple_slice<decltype(t), 2, 1>(t)) << " ";
  out << std::get<0>(c10::guts::tuple_map(std::make_tuple(1), [](int i) { return i + 1; })) << " "
      << std::tuple_size<decltype(c10::guts::tuple_concat(std::make_tuple(1, 2, 3), std::make_tuple(1)))>::value;
}
SPELLING(standard_of_later, "3 21 yes") {
  out << c10::guts::apply([](int a, int b) { return a + b; }, std::make_tuple(1, 2)) << " " << c10::guts::to_string(21)
      << " " << c10::guts::if_constexpr<true>([](auto) { return "yes"; }, [](auto _) { return _("no"); });
}
struct SpelledShape {
  virtual ~SpelledShape() = default;
  virtual int corners() const = 0;
};
struct SpelledSquare : SpelledShape {
  int corners() const override { return 4; }
};
C10_DECLARE_REGISTRY(SpelledShapes, SpelledShape);
C10_DEFINE_REGISTRY(SpelledShapes, SpelledShape)
C10_REGISTER_CLASS(SpelledShapes, square, SpelledSquare);
struct SpelledOther : SpelledShape {
  int corners() const override { return 5; }
};
C10_REGISTER_CLASS_WITH_PRIORITY(SpelledShapes, square, c10::REGISTRY_FALLBACK, SpelledOther);  // changes nothing
C10_REGISTER_CREATOR_WITH_PRIORITY(SpelledShapes, other, c10::REGISTRY_FALLBACK,
                                   [] { return std::make_unique<SpelledSquare>(); });
C10_REGISTER_TYPED_CLASS_WITH_PRIORITY(SpelledShapes, "other", c10::REGISTRY_PREFERRED, SpelledOther);
SPELLING(registry_priorities, "5") { out << SpelledShapes()->Create("other")->corners(); }
SPELLING(registry, "1 4 0 2") {
  out << SpelledShapes()->Has("square") << " " << SpelledShapes()->Create("square")->corners() << " "
      << (SpelledShapes()->Create("circle") != nullptr) << " " << SpelledShapes()->Keys().size();
}
struct SpelledTarget : c10::intrusive_ptr_target {
  int value = 3;
};
SPELLING(intrusive_casts, "3 3 1") {
  auto p = c10::make_intrusive<SpelledTarget>();
  c10::intrusive_ptr<c10::intrusive_ptr_target> base = p;
  out << c10::static_intrusive_pointer_cast<SpelledTarget>(base)->value << " " << p.use_count() << " "
      << (c10::dynamic_intrusive_pointer_cast<SpelledTarget>(base) == p);
}
SPELLING(complex_math, "1111111 1") {
  const c10::complex<double> z(0.3, -0.4);
  auto near = [](c10::complex<double> a, c10::complex<double> b) { return std::abs(a - b) < 1e-12; };
  out << near(std::tan(z), std::sin(z) / std::cos(z)) << near(std::sin(std::asin(z)), z)
      << near(std::atanh(std::tanh(z)), z) << near(std::pow(z, 2.), z * z) << near(std::log2(std::pow(2., z)), z)
      << near(std::pow(z, z), std::exp(z * std::log(z))) << near(c10::polar(std::abs(z), std::arg(z)), z) << " "
      << std::is_same<c10::scalar_value_type<c10::complex<float>>::type, float>::value;
}
SPELLING(copysign, "-2 -1.5") { out << c10::copysign(2., -0.) << " " << c10::copysign(at::Half(1.5f), at::Half(-1.f)); }
SPELLING(div_rtn, "-4 3 -4 3") {
  out << div_rtn(-7, 2) << " " << div_rtn(7, 2) << " " << div_rtn(7, -2) << " " << div_rtn(-6, -2);
}
SPELLING(thread_name, "spelled_thread_") {
  char name[16];
  std::thread([&] {
    c10::setThreadName("spelled_thread_of_long_name");
    pthread_getname_np(pthread_self(), name, sizeof name);
  }).join();
  out << name;
}
SPELLING(expanding, "[2, 3] [2, 3] 1 [4, 2, 3] [2, 3] [2, 3] 0") {
  torch::Tensor a = torch::ones({2, 3}), b = torch::ones({3}), c = torch::ones({4, 1, 1});
  auto pair = at::expand_outplace(a, b, "f");
  auto three = at::expand_outplace(a, b, c);
  out << std::get<0>(pair)->sizes() << " " << (*std::get<1>(pair)).sizes() << " "
      << std::get<0>(at::expand_outplace(a, a))->is_same(a) << " " << std::get<2>(three)->sizes() << " "
      << at::expand_inplace(a, b, "f")->sizes() << " " << at::expand_size(b, {2, 3})->sizes() << " ";
  std::vector<torch::Tensor> list = at::expand_outplace({a, torch::Tensor(), b});
  out << list[1].defined();
}
SPELLING(expanding_undefined, "Error") {
  torch::Tensor a = torch::ones({2, 3}), none;
  at::expand_inplace(a, none, "f");
}
SPELLING(dense_strides, "[1, 2] [3, 1] [1, 8, 2]") {
  out << at::IntArrayRef(at::infer_dense_strides({2, 3}, {1, 4})) << " "
      << at::IntArrayRef(at::infer_dense_strides({2, 3}, {9, 1})) << " "
      << at::IntArrayRef(at::infer_dense_strides({2, 5, 4}, {3, 50, 7}));
}
SPELLING(wrapped_dims, "1 0 2") {
  std::vector<int64_t> dims{-1, 0};
  at::maybe_wrap_dims(dims, 2);
  std::vector<torch::Tensor> tensors{torch::ones({1, 2, 3})};
  out << dims[0] << " " << dims[1] << " " << at::maybe_wrap_dim(-1, at::TensorList(tensors));
}
SPELLING(scalar_tensors, "Double 3 Long Float ComplexDouble Bool") {
  out << c10::scalar_to_tensor(3.).scalar_type() << " " << c10::scalar_to_tensor(3).item<int64_t>() << " "
      << c10::scalar_to_tensor(3).scalar_type() << " "
      << (torch::ones({2}) * at::native::wrapped_scalar_tensor(2.)).scalar_type() << " "
      << c10::scalar_to_tensor(c10::complex<double>(1, 2)).scalar_type() << " "
      << c10::scalar_to_tensor(true).scalar_type();
}

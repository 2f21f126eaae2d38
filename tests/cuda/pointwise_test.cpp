// SPDX-License-Identifier: BSD-3-Clause
// Element-wise kernels of CUDA against those of the CPU.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaPointwise : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(3);
  }
};

::testing::AssertionResult same(const Tensor& device, const Tensor& host, double tolerance = 0) {
  if (!device.is_cuda()) return ::testing::AssertionFailure() << "the result is on " << device.device().str();
  const Tensor got = device.cpu();
  if (got.dtype() != host.dtype() || got.sizes() != host.sizes() || got.strides() != host.strides())
    return ::testing::AssertionFailure() << "another dtype, shape or order of dimensions: " << got.toString();
  if (!allclose(got, host, tolerance, tolerance, /*equal_nan=*/true))
    return ::testing::AssertionFailure() << "got " << got << "\nexpected " << host;
  return ::testing::AssertionSuccess();
}

// Values of a dtype: numbers around zero, of floats also the special ones.
Tensor values(IntArrayRef sizes, ScalarType dtype) {
  if (dtype == kBool) return randint(0, 2, sizes).to(kBool);
  if (isIntegralType(dtype)) return randint(dtype == kByte ? 0 : -9, 10, sizes).to(dtype);
  if (isComplexType(dtype))
    return view_as_complex(randn([&] {
             std::vector<int64_t> two(sizes.begin(), sizes.end());
             two.push_back(2);
             return two;
           }()))
        .to(dtype);
  Tensor x = randn(sizes).to(dtype) * 2;
  if (x.numel() > 4) {
    x.view(-1)[0] = std::numeric_limits<double>::quiet_NaN();
    x.view(-1)[1] = std::numeric_limits<double>::infinity();
    x.view(-1)[2] = -std::numeric_limits<double>::infinity();
    x.view(-1)[3] = 0.0;
  }
  return x;
}

const ScalarType kAll[] = {kFloat, kDouble, kHalf, kBFloat16, kByte,         kChar,
                           kShort, kInt,    kLong, kBool,     kComplexFloat, kComplexDouble};

double tolerance_of(ScalarType t) {
  return t == kHalf ? 2e-3 : t == kBFloat16 ? 2e-2 : t == kFloat || t == kComplexFloat ? 3e-6 : 1e-12;
}

// Calls the operator on the CPU and on CUDA; where the CPU refuses, CUDA must, too.
void compare(const std::string& name, const Stack& arguments) {
  const FoundOp op = find_op(name);
  Stack host = arguments, device = arguments;
  ScalarType type = kFloat;
  for (IValue& v : device)
    if (v.isTensor() && v.toTensor().defined()) {
      if (isFloatingType(v.toTensor().dtype()) || isComplexType(v.toTensor().dtype())) type = v.toTensor().dtype();
      v = v.toTensor().to(Device(kCUDA, 0));
    }
  std::string refused;
  try {
    op.call_boxed(host);
  } catch (const Error& e) {
    refused = e.what();
  }
  if (!refused.empty()) {
    EXPECT_THROW(op.call_boxed(device), Error) << name << ": the CPU says " << refused;
    return;
  }
  op.call_boxed(device);
  EXPECT_TRUE(same(device[0].toTensor(), host[0].toTensor(), tolerance_of(type))) << name << " of " << toString(type);
}

TEST_F(CudaPointwise, OneInput) {
  for (const char* name :
       {"abs",         "neg",         "sign",  "sgn",   "relu",    "exp",        "exp2",    "expm1",     "log",
        "log2",        "log10",       "log1p", "sqrt",  "rsqrt",   "reciprocal", "sigmoid", "tanh",      "sin",
        "cos",         "tan",         "asin",  "acos",  "atan",    "sinh",       "cosh",    "erf",       "erfc",
        "floor",       "ceil",        "round", "trunc", "frac",    "silu",       "mish",    "hardswish", "hardsigmoid",
        "bitwise_not", "logical_not", "isnan", "isinf", "isfinite"})
    for (ScalarType t : kAll) {
      const std::string op = std::string("aten::") + name;
      compare(op, {values({37}, t)});
      compare(op, {values({5, 7}, t).t()});
      compare(op, {values({0, 3}, t)});
    }
}

TEST_F(CudaPointwise, TwoInputs) {
  for (const char* name : {"mul.Tensor",
                           "div.Tensor",
                           "maximum",
                           "minimum",
                           "remainder.Tensor",
                           "fmod.Tensor",
                           "pow.Tensor_Tensor",
                           "atan2",
                           "bitwise_and.Tensor",
                           "bitwise_or.Tensor",
                           "bitwise_xor.Tensor",
                           "eq.Tensor",
                           "ne.Tensor",
                           "lt.Tensor",
                           "le.Tensor",
                           "gt.Tensor",
                           "ge.Tensor",
                           "logical_and",
                           "logical_or",
                           "logical_xor"})
    for (ScalarType t : kAll) {
      const std::string op = std::string("aten::") + name;
      Tensor b = values({4, 1, 5}, t);
      if (isIntegralType(t)) b = b.masked_fill(b.eq(0), 3).abs();  // a zero divisor is the CPU's to report
      compare(op, {values({3, 5}, t), b});
      compare(op, {values({3, 5}, t).t(), b.select(0, 1).squeeze()});
    }
}

// Rows of whole and of broken packs of 16 bytes: dense, shared, of one element, at other places, in another order.
TEST_F(CudaPointwise, RowsOfPacks) {
  using Form = Tensor (*)(const Tensor& x, const Tensor& row, const Tensor& column, const Tensor& one);
  const Form forms[] = {
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) { return x.mul(row); },
      [](const Tensor& x, const Tensor&, const Tensor& column, const Tensor&) { return x.mul(column); },
      [](const Tensor&, const Tensor& row, const Tensor& column, const Tensor&) { return column.mul(row); },
      [](const Tensor& x, const Tensor&, const Tensor&, const Tensor& one) { return x.mul(one); },
      [](const Tensor& x, const Tensor&, const Tensor&, const Tensor& one) { return x.select(0, 1).mul(one); },
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) { return x.eq(row); },
      [](const Tensor& x, const Tensor& row, const Tensor& column, const Tensor&) {
        return where(column.ne(0), x, row);
      },
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) {
        return x.narrow(2, 0, 32).mul(row.narrow(0, 16, 32));
      },
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) {
        return x.narrow(2, 0, 32).mul(row.narrow(0, 3, 32));
      },
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) {
        return x.narrow(2, 0, 33).mul(row.narrow(0, 0, 33));
      },
      [](const Tensor& x, const Tensor&, const Tensor&, const Tensor&) {
        return x.narrow(2, 0, 32).to(kDouble).mul(2);
      },
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) {
        return x.narrow(2, 0, 48).mul(row.narrow(0, 0, 48));
      },
      [](const Tensor& x, const Tensor& row, const Tensor&, const Tensor&) {
        const Tensor y = x.narrow(2, 0, 48).clone();
        y.narrow(2, 0, 33).mul_(row.narrow(0, 0, 33));
        return y;
      },
      [](const Tensor& x, const Tensor&, const Tensor&, const Tensor&) { return x.transpose(0, 1).contiguous(); },
      [](const Tensor& x, const Tensor&, const Tensor&, const Tensor&) { return x.transpose(1, 2).contiguous(); },
      [](const Tensor& x, const Tensor&, const Tensor&, const Tensor&) { return x.select(0, 2).select(0, 4).mul(2); },
      [](const Tensor&, const Tensor& row, const Tensor&, const Tensor&) { return row.slice(0, 0, 32, 2).mul(2); },
  };
  const Device device(kCUDA, 0);
  for (ScalarType t : kAll) {
    if (isComplexType(t) || t == kBool) continue;  // a conversion would drop what is imaginary; no products of truths
    const Tensor x = values({3, 16, 50}, t), row = values({50}, t), column = values({3, 1, 1}, t), one = values({}, t);
    const Tensor dx = x.to(device), d_row = row.to(device), d_column = column.to(device), d_one = one.to(device);
    for (const Form& form : forms)
      EXPECT_TRUE(same(form(dx, d_row, d_column, d_one), form(x, row, column, one), tolerance_of(t)))
          << toString(t) << ", form " << &form - forms;
  }
}

TEST_F(CudaPointwise, PromotionAndNumbers) {
  const Tensor x = values({300}, kFloat), i = values({300}, kInt);
  const Tensor dx = x.to(kCUDA), di = i.to(kCUDA);
  EXPECT_TRUE(same(dx + 2, x + 2));
  EXPECT_TRUE(same(2 - dx, 2 - x, 1e-6));
  EXPECT_TRUE(same(di * 2.5, i * 2.5));
  EXPECT_TRUE(same(di / 4, i / 4));
  EXPECT_TRUE(same(dx + di, x + i));
  EXPECT_TRUE(same(dx * scalar_tensor(3, kDouble), x * scalar_tensor(3, kDouble))) << "a number may stay on the CPU";
  EXPECT_TRUE(same(dx.add(di, 0.5), x.add(i, 0.5)));
  EXPECT_THROW(dx + x, Error);
  EXPECT_THROW(dx + x.to(Device(kCUDA, 1)), Error);
  EXPECT_TRUE(same(where(dx > 0, dx, di.to(kFloat)), where(x > 0, x, i.to(kFloat))));
  EXPECT_TRUE(same(dx.clamp(-1, 1), x.clamp(-1, 1)));
  EXPECT_TRUE(same(torchpp::gelu(dx), torchpp::gelu(x), 1e-6));
  EXPECT_TRUE(same(addcmul(dx, dx, dx, 0.5), addcmul(x, x, x, 0.5), 1e-6));
}

TEST_F(CudaPointwise, Forms) {
  const Tensor x = values({9, 11}, kFloat);
  Tensor d = x.to(kCUDA);
  const void* memory = d.data_ptr();
  d.mul_(2);
  d.t().add_(1);
  EXPECT_EQ(d.data_ptr(), memory);
  EXPECT_TRUE(same(d, x * 2 + 1));
  Tensor out = empty({0}, kCUDA);
  add_out(out, d, d);
  EXPECT_TRUE(same(out, (x * 2 + 1) * 2));
  Tensor wide = empty({9, 11}, TensorOptions(kDouble).device(kCUDA));
  add_out(wide, d, d);
  EXPECT_TRUE(same(wide, ((x * 2 + 1) * 2).to(kDouble)));
  EXPECT_THROW(d.add_(empty({3, 9, 11}, kCUDA)), Error);
  const int64_t version = d._version();
  d.exp_();
  EXPECT_EQ(d._version(), version + 1);
  // Lazy negation and conjugation.
  const Tensor z = values({5}, kComplexFloat);
  EXPECT_TRUE(same(z.to(kCUDA).conj() * 2, z.conj().resolve_conj() * 2));
}

TEST_F(CudaPointwise, InPlaceOverMemoryOfAnotherInputIsRefused) {
  const Tensor t = arange(10).to(kFloat).to(Device(kCUDA, 0));
  Tensor a = t.slice(0, 0, 8);
  EXPECT_THROW(a.add_(t.slice(0, 1, 9)), Error);
  EXPECT_THROW(a.addcmul_(a, t.slice(0, 2, 10)), Error);
  EXPECT_TRUE(t.cpu().equal(arange(10).to(kFloat)));
}

TEST_F(CudaPointwise, Gradients) {
  const Tensor x = rand({6, 5}) + 0.5;
  const Tensor h = x.clone().requires_grad_(), d = x.to(kCUDA).requires_grad_();
  const auto f = [](const Tensor& t) { return (t * t).tanh() / (t.exp() + 1).log() + t.relu() * 0.5; };
  f(h).backward(ones({6, 5}));
  f(d).backward(ones({6, 5}, kCUDA));
  EXPECT_TRUE(same(d.grad(), h.grad(), 1e-5));
}

}  // namespace
}  // namespace torchpp

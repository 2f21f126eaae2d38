// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <functional>

#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/support/error_of.h"

namespace torchpp {
namespace {

class CudaLinalg : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(7);
  }
};

constexpr ScalarType kDtypes[] = {kFloat, kDouble, kHalf, kBFloat16, kComplexFloat, kComplexDouble};

Tensor random(IntArrayRef sizes, ScalarType dtype) {
  return randn(sizes, isComplexType(dtype) ? dtype : kFloat).to(dtype);
}

// The function of the tensors on the device gives what it gives on the CPU.
void same(const std::vector<Tensor>& inputs, const std::function<Tensor(const std::vector<Tensor>&)>& f) {
  const Tensor expected = f(inputs);
  std::vector<Tensor> there;
  for (const Tensor& t : inputs) there.push_back(on_device(t));
  const Tensor got = f(there);
  EXPECT_TRUE(got.is_cuda());
  expect_close(got, expected);
}

TEST_F(CudaLinalg, ShapesAndTypes) {
  const int64_t shapes[][3] = {{1, 1, 1},   {2, 3, 4}, {5, 1, 7}, {1, 6, 3}, {4, 5, 1},
                               {17, 9, 33}, {0, 3, 2}, {3, 0, 2}, {3, 2, 0}};
  for (const ScalarType t : kDtypes)
    for (const auto& [m, k, n] : shapes) {
      SCOPED_TRACE(testing::Message() << t << " " << m << " " << k << " " << n);
      same({random({m, k}, t), random({k, n}, t)}, [](const auto& x) { return mm(x[0], x[1]); });
      same({random({3, m, k}, t), random({3, k, n}, t)}, [](const auto& x) { return bmm(x[0], x[1]); });
      same({random({m, k}, t), random({k}, t)}, [](const auto& x) { return mv(x[0], x[1]); });
      same({random({k}, t), random({k}, t)}, [](const auto& x) { return dot(x[0], x[1]); });
      same({random({n}, t), random({m, k}, t), random({k, n}, t)},
           [](const auto& x) { return addmm(x[0], x[1], x[2]); });
      same({random({m, 1}, t), random({m, k}, t), random({k, n}, t)},
           [](const auto& x) { return addmm(x[0], x[1], x[2], 0.5, 2); });
      same({random({3, 1, n}, t), random({3, m, k}, t), random({3, k, n}, t)},
           [](const auto& x) { return baddbmm(x[0], x[1], x[2], 3, 0.25); });
      same({random({2, m, k}, t), random({n, k}, t), random({n}, t)},
           [](const auto& x) { return linear(x[0], x[1], x[2]); });
      same({random({m, k}, t), random({n, k}, t)}, [](const auto& x) { return linear(x[0], x[1]); });
      same({random({k}, t), random({n, k}, t), random({n}, t)}, [](const auto& x) { return linear(x[0], x[1], x[2]); });
    }
  same({random({0, 3, 4}, kFloat), random({0, 4, 2}, kFloat)}, [](const auto& x) { return bmm(x[0], x[1]); });
}

// The operands in every order that memory can have them.
TEST_F(CudaLinalg, Strides) {
  const auto ways = [](const Tensor& t) {
    const Tensor gaps = zeros({t.size(0), 2, t.size(1), 3}, t.options());
    gaps.select(1, 1).select(2, 2).copy_(t);
    const Tensor wide = zeros({t.size(0), t.size(1) + 5}, t.options());
    wide.narrow(1, 2, t.size(1)).copy_(t);
    return std::vector<Tensor>{t, t.t().contiguous().t(), gaps.select(1, 1).select(2, 2), wide.narrow(1, 2, t.size(1))};
  };
  for (const ScalarType t : {kFloat, kHalf, kComplexFloat})
    for (const Tensor& a : ways(random({6, 5}, t)))
      for (const Tensor& b : ways(random({5, 7}, t))) {
        same({a, b}, [](const auto& x) { return mm(x[0], x[1]); });
        same({a, b}, [](const auto& x) { return mm(x[1].t(), x[0].t()); });
        same({a, b}, [](const auto& x) { return linear(x[0], x[1].t()); });
        same({a, b}, [](const auto& x) { return mv(x[0], x[1].select(1, 2)); });
        same({a, b}, [](const auto& x) { return mv(x[1].t(), x[1].select(1, 3)); });
        same({a, b}, [](const auto& x) { return dot(x[0].select(0, 2), x[1].select(1, 3)); });
      }
  const Tensor a = random({3, 4, 5}, kFloat), b = random({1, 5, 2}, kFloat);
  same({a, b}, [](const auto& x) { return bmm(x[0], x[1].expand({3, 5, 2})); });
  same({a, b}, [](const auto& x) {
    return bmm(x[0].transpose(0, 1).contiguous().transpose(0, 1), x[1].expand({3, 5, 2}));
  });
  same({a, b}, [](const auto& x) { return linear(x[0].transpose(0, 1), x[0].select(0, 1)); });
  same({a},
       [](const auto& x) { return mv(x[0].select(0, 0), x[0].select(0, 1).select(0, 0).narrow(0, 0, 1).expand({5})); });
  same({random({5, 5}, kComplexFloat)}, [](const auto& x) { return mm(x[0].conj(), x[0].t().conj()); });
  same({random({5, 5}, kComplexFloat)}, [](const auto& x) { return dot(x[0].select(0, 1).conj(), x[0].select(0, 2)); });
}

TEST_F(CudaLinalg, Destinations) {
  const Tensor a = random({4, 3}, kFloat), b = random({3, 6}, kFloat), c = random({4, 6}, kFloat),
               bias = random({6}, kFloat);
  same({a, b}, [](const auto& x) {
    Tensor out = empty({0}, x[0].options());
    mm_out(out, x[0], x[1]);
    return out;
  });
  same({a, b}, [](const auto& x) {  // not contiguous
    Tensor out = zeros({6, 4}, x[0].options()).t();
    mm_out(out, x[0], x[1]);
    return out;
  });
  same({a, b, c}, [](const auto& x) {
    Tensor sum = x[2].clone();
    const int64_t version = sum._version();
    sum.addmm_(x[0], x[1], 0.5, 2);
    EXPECT_EQ(sum._version(), version + 1);
    return sum;
  });
  same({a, b, c}, [](const auto& x) {
    Tensor sum = x[2].t().contiguous().t();
    sum.addmm_(x[0], x[1]);
    return sum;
  });
  same({a, b, bias}, [](const auto& x) {  // what is added lies in the destination
    Tensor out = zeros({4, 6}, x[0].options());
    out.select(0, 1).copy_(x[2]);
    addmm_out(out, out.select(0, 1), x[0], x[1]);
    return out;
  });
  const Tensor square = random({5, 5}, kFloat);
  same({square}, [](const auto& x) {  // an operand is the destination
    Tensor out = x[0].clone();
    mm_out(out, out, out);
    return out;
  });
  // With a beta of 0 what is added is not read.
  const Tensor nan = full({4, 6}, std::numeric_limits<double>::quiet_NaN(), kFloat);
  same({nan, a, b}, [](const auto& x) { return addmm(x[0], x[1], x[2], 0, 1); });
}

TEST_F(CudaLinalg, LongInnerProduct) {
  const Tensor x = random({100001}, kDouble), y = random({100001}, kDouble);
  same({x, y}, [](const auto& t) { return dot(t[0], t[1]); });
}

// Texts of libtorch 1.13.
TEST_F(CudaLinalg, Errors) {
  const Tensor i = on_device(ones({2, 2}, kLong)), f = on_device(ones({2, 2})), d = on_device(ones({2, 2}, kDouble));
  const auto says = [](const std::function<void()>& call, const char* text) {
    const std::string message = test::error_of(call);
    EXPECT_NE(message.find(text), std::string::npos) << message << " instead of " << text;
  };
  Tensor out = f.clone();
  says([&] { addmm_out(out, out.t(), f, f); },
       "some elements of the input tensor and the written-to tensor refer to a single memory location");
  says([&] { mm(i, i); }, "\"addmm_cuda\" not implemented for 'Long'");
  says([&] { linear(i, i); }, "\"addmm_cuda\" not implemented for 'Long'");
  says([&] { bmm(i.unsqueeze(0), i.unsqueeze(0)); }, "\"baddbmm_cuda\" not implemented for 'Long'");
  says([&] { mv(i, i.select(0, 0)); }, "\"addmv_impl_cuda\" not implemented for 'Long'");
  says([&] { dot(i.select(0, 0), i.select(0, 0)); }, "\"dot\" not implemented for 'Long'");
  says([&] { mm(f, on_device(ones({3, 2}))); }, "mat1 and mat2 shapes cannot be multiplied (2x2 and 3x2)");
  says([&] { mm(f, d); }, "to have the same dtype");
  says([&] { mm(f, f.select(0, 0)); }, "mat2 must be a matrix");
  const char* const devices = "Expected all tensors to be on the same device, but found at least two devices";
  const Tensor host = ones({2, 2});
  says([&] { mm(f, host); }, devices);
  says([&] { mm(host, f); }, devices);
  says([&] { bmm(f.unsqueeze(0), host.unsqueeze(0)); }, devices);
  says([&] { mv(f, host.select(0, 0)); }, devices);
  says([&] { dot(f.select(0, 0), host.select(0, 0)); }, devices);
  says([&] { addmm(host, f, f); }, devices);
  says([&] { baddbmm(f, f.unsqueeze(0), host.unsqueeze(0)); }, devices);
  says([&] { linear(f, f, host.select(0, 0)); }, devices);
  Tensor wrong = on_device(zeros({2, 2}, kDouble));
  says([&] { mm_out(wrong, f, f); }, "Expected out tensor to have dtype float, but got double instead");
}

}  // namespace
}  // namespace torchpp

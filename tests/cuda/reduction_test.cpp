// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <functional>

#include "src/core/shape.h"
#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaReduction : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(0);
  }
};

using Unary = std::function<Tensor(const Tensor&)>;

// Expects equal results on both devices; NaN equals NaN, and an infinity the same infinity.
void check_same(const Tensor& x, const Unary& f, double times = 1) {
  const Tensor got = f(on_device(x)), wanted = f(x);
  ASSERT_EQ(got.device().type(), kCUDA);
  ASSERT_EQ(got.sizes(), wanted.sizes());
  ASSERT_EQ(got.scalar_type(), wanted.scalar_type());
  const Tensor back = wanted.is_complex() ? view_as_real(got.cpu()) : got.cpu(),
               expected = wanted.is_complex() ? view_as_real(wanted) : wanted;
  if (!expected.is_floating_point()) return expect_close(back, expected, times);
  const Tensor nan = expected.ne(expected), infinite = expected.abs().eq(INFINITY);
  EXPECT_TRUE(back.ne(back).equal(nan)) << back << expected;
  EXPECT_TRUE(back.masked_fill(infinite.logical_not(), 0).equal(expected.masked_fill(infinite.logical_not(), 0)));
  const Tensor special = nan.logical_or(infinite);
  expect_close(back.masked_fill(special, 0), expected.masked_fill(special, 0), times);
}
void check_same_pair(const Tensor& x, const std::function<TensorPair(const Tensor&)>& f) {
  const TensorPair got = f(on_device(x)), expected = f(x);
  EXPECT_TRUE(std::get<1>(got).cpu().equal(std::get<1>(expected))) << std::get<1>(got).cpu() << std::get<1>(expected);
  check_same(x, [&](const Tensor& t) { return t.is_cpu() ? std::get<0>(expected) : std::get<0>(got); });
}

Tensor sample(IntArrayRef sizes, ScalarType t) {
  if (t == kBool) return randint(0, 2, sizes, kLong).to(kBool);
  if (isIntegralType(t)) return randint(t == kByte ? 0 : -20, 21, sizes, kLong).to(t);
  return isComplexType(t) ? randn(sizes, t) : randn(sizes, kDouble).to(t);
}

// Rows of neighbours that are and are not aligned, columns, both, strides everywhere, long ones in parts, none.
std::vector<Tensor> layouts(ScalarType t) {
  return {sample({}, t),
          sample({7}, t),
          sample({5, 33}, t),
          sample({33, 40}, t).t(),
          sample({3, 8, 37}, t),
          sample({4, 6, 8}, t).transpose(0, 2),
          sample({9, 64}, t).slice(1, 1, 60, 3),
          sample({6, 1}, t).expand({6, 5}),
          sample({2, 3, 16, 4}, t).slice(2, 0, 12),
          sample({3, 0, 4}, t)};
}
// Each dimension alone, each pair of neighbours, the outer two, all.
std::vector<DimVector> dimensions(int64_t rank) {
  std::vector<DimVector> all(1);
  for (int64_t d = 0; d < rank; ++d) all.push_back(DimVector({d}));
  for (int64_t d = 0; d + 1 < rank; ++d) all.push_back(DimVector({d, d + 1}));
  if (rank > 2) all.push_back(DimVector({0, rank - 1}));
  return all;
}

constexpr ScalarType kReal[] = {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool};

TEST_F(CudaReduction, Sums) {
  for (ScalarType t :
       {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool, kComplexFloat, kComplexDouble}) {
    SCOPED_TRACE(t);
    for (const Tensor& x : layouts(t))
      for (const DimVector& dims : dimensions(x.dim())) {
        SCOPED_TRACE(str(x.sizes(), " ", x.strides(), " over ", IntArrayRef(dims)));
        check_same(x, [&](const Tensor& a) { return op::sum(Out(), a, OptionalIntArrayRef(dims), true, nullopt); });
        if (isIntegralType(t, true)) continue;
        check_same(x, [&](const Tensor& a) { return op::mean(Out(), a, OptionalIntArrayRef(dims), false, nullopt); });
      }
  }
}

TEST_F(CudaReduction, LongSumsGoInParts) {
  for (ScalarType t : {kFloat, kHalf, kLong, kComplexDouble}) {
    SCOPED_TRACE(t);
    const Tensor x = sample({150001}, t).slice(0, 1);
    check_same(
        x, [](const Tensor& a) { return a.sum(); }, 4);
    for (int64_t columns : {3, 9})
      check_same(
          sample({12000 / columns, columns}, t), [](const Tensor& a) { return a.sum(0); }, 4);
    check_same(
        sample({2, 600, 64}, t),
        [](const Tensor& a) {
          return a.sum({0, 2});
        },
        4);
  }
  check_same(
      sample({150001}, kFloat), [](const Tensor& a) { return a.var(); }, 4);
  check_same(sample({150001}, kInt), [](const Tensor& a) { return a.argmax(); });
}

// Lengths around those at which another number of threads takes a row, of rows that begin at any element, and columns
// of which a thread takes several where their addresses allow.
TEST_F(CudaReduction, LengthsAndAddresses) {
  const auto check_all = [](const Tensor& x, int64_t dim) {
    SCOPED_TRACE(str(x.scalar_type(), " ", x.sizes(), " ", x.strides(), " over ", dim));
    check_same(
        x, [&](const Tensor& a) { return a.sum(dim); }, 4);
    if (x.is_complex()) return;
    check_same(x, [&](const Tensor& a) { return op::amin(Out(), a, dim, false); });
    check_same_pair(x, [&](const Tensor& a) { return op::max_dim(Out(), a, dim, false); });
    if (!x.is_floating_point()) return;
    check_same(
        x, [&](const Tensor& a) { return a.var(IntArrayRef(dim)); }, 4);
    check_same(
        x, [&](const Tensor& a) { return op::logsumexp(Out(), a, dim, false); }, 4);
  };
  for (ScalarType t : {kFloat, kDouble, kBFloat16, kByte, kInt, kComplexFloat}) {
    for (int64_t n : {1, 4, 15, 16, 17, 63, 64, 129, 512, 1025, 4096})
      for (int64_t rows : {3, 700}) {
        if (rows * n > 100000) continue;
        check_all(sample({rows, n}, t), 1);
        if (rows < 100) check_all(sample({rows, n + 1}, t).slice(1, 1), 1);
      }
    check_all(sample({20000, 16}, t), 1);  // more rows than the device has threads for
    for (int64_t columns : {2, 6, 8, 12, 16, 40, 65, 128, 160, 272})
      for (int64_t n : {3, 40, 501}) check_all(sample({n, columns}, t), 0);
    check_all(sample({50, 49}, t).slice(1, 1), 0);
    check_all(sample({50, 64}, t).slice(1, 8, 56), 0);
    check_all(sample({3, 50, 48}, t), 1);
    check_all(sample({9000, 16}, t), 0);  // in parts
  }
}

TEST_F(CudaReduction, ComplexNumbersAtOddDoubles) {
  const Tensor memory = randn({401}, kDouble), there = on_device(memory);
  const auto complex_at = [](const Tensor& t, IntArrayRef sizes) {
    return from_blob(static_cast<double*>(t.data_ptr()) + 1, sizes, TensorOptions(kComplexDouble).device(t.device()));
  };
  for (int64_t dim : {0, 1}) expect_close(complex_at(there, {4, 50}).sum(dim), complex_at(memory, {4, 50}).sum(dim));
  expect_close(complex_at(there, {200}).norm(), complex_at(memory, {200}).norm());
}

TEST_F(CudaReduction, SumsInOtherDtypes) {
  const Tensor x = sample({5, 70}, kHalf), i = sample({5, 70}, kInt);
  for (ScalarType t : {kFloat, kDouble})
    check_same(x, [t](const Tensor& a) { return op::sum(Out(), a, IntArrayRef(1), false, t); });
  for (ScalarType t : {kChar, kByte, kInt, kLong, kFloat, kBool})
    check_same(i, [t](const Tensor& a) { return op::sum(Out(), a, IntArrayRef(1), false, t); });
  check_same(x, [](const Tensor& a) { return op::prod_dim(Out(), a, 1, false, kFloat); });
}

TEST_F(CudaReduction, Products) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kByte, kShort, kLong, kBool, kComplexFloat}) {
    SCOPED_TRACE(t);
    for (const Tensor& x : layouts(t)) {
      check_same(x, [](const Tensor& a) { return a.prod(); });
      if (x.dim() > 0) check_same(x, [](const Tensor& a) { return a.prod(-1, true); });
      if (x.dim() > 0) check_same(x, [](const Tensor& a) { return a.prod(0); });
    }
  }
}

TEST_F(CudaReduction, Extremes) {
  for (ScalarType t : kReal) {
    SCOPED_TRACE(t);
    for (const Tensor& x : layouts(t)) {
      if (x.numel() == 0) continue;
      SCOPED_TRACE(str(x.sizes(), " ", x.strides()));
      for (const DimVector& dims : dimensions(x.dim())) {
        check_same(x, [&](const Tensor& a) { return op::amax(Out(), a, dims, false); });
        check_same(x, [&](const Tensor& a) { return op::amin(Out(), a, dims, true); });
      }
      check_same(x, [](const Tensor& a) { return a.max(); });
      check_same(x, [](const Tensor& a) { return a.min(); });
      check_same(x, [](const Tensor& a) { return a.any(); });
      check_same(x, [](const Tensor& a) { return a.all(); });
      if (t != kBool) check_same(x, [](const Tensor& a) { return a.argmax(); });
      if (t != kBool) check_same(x, [](const Tensor& a) { return a.argmin(); });
      for (int64_t d = 0; d < x.dim(); ++d) {
        check_same_pair(x, [d](const Tensor& a) { return op::max_dim(Out(), a, d, false); });
        check_same_pair(x, [d](const Tensor& a) { return op::min_dim(Out(), a, d, true); });
        if (t != kBool) check_same(x, [d](const Tensor& a) { return a.argmax(d, true); });
        check_same(x, [d](const Tensor& a) { return a.any(d); });
        check_same(x, [d](const Tensor& a) { return a.all(d, true); });
      }
    }
  }
  check_same(sample({3, 0}, kFloat), [](const Tensor& a) { return a.any(1); });
  check_same(sample({3, 0}, kFloat), [](const Tensor& a) { return a.all(); });
  check_same(sample({4, 5}, kComplexFloat), [](const Tensor& a) { return a.all(1); });
}

// libtorch 1.13: a NaN is the greatest and the least, the first one counts, as the first of equals does.
TEST_F(CudaReduction, FirstAmongEqualsAndNaN) {
  const float nan = NAN, inf = INFINITY;
  const Tensor x = tensor({{1.f, 3.f, 3.f, -2.f, -2.f, 0.f},
                           {nan, 3.f, nan, -2.f, -inf, inf},
                           {1.f, inf, nan, inf, nan, -inf},
                           {-inf, -inf, -inf, -inf, -inf, -inf},
                           {inf, inf, inf, inf, inf, inf},
                           {0.f, -0.f, 0.f, -0.f, 0.f, -0.f}});
  for (const Tensor& t : {x, x.t(), x.to(kHalf), x.repeat({1, 200}), x.repeat({200, 1}).t()})
    for (int64_t d : {0, 1}) {
      check_same_pair(t, [d](const Tensor& a) { return op::max_dim(Out(), a, d, false); });
      check_same_pair(t, [d](const Tensor& a) { return op::min_dim(Out(), a, d, false); });
      check_same(t, [d](const Tensor& a) { return a.amax(d); });
      check_same(t, [d](const Tensor& a) { return a.amin(d); });
    }
  EXPECT_EQ(x.to(Device(kCUDA))[1].argmin().item<int64_t>(), 0);
  EXPECT_EQ(x.to(Device(kCUDA))[2].argmax().item<int64_t>(), 2);
  EXPECT_EQ(x.to(Device(kCUDA))[3].argmax().item<int64_t>(), 0);
}

TEST_F(CudaReduction, VarianceAndNorms) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16, kComplexFloat, kComplexDouble}) {
    SCOPED_TRACE(t);
    for (const Tensor& x : layouts(t))
      for (const DimVector& dims : dimensions(x.dim())) {
        SCOPED_TRACE(str(x.sizes(), " ", x.strides(), " over ", IntArrayRef(dims)));
        for (int64_t correction : {0, 1}) {
          check_same(x,
                     [&](const Tensor& a) { return op::var(Out(), a, OptionalIntArrayRef(dims), correction, false); });
          check_same(x,
                     [&](const Tensor& a) { return op::std(Out(), a, OptionalIntArrayRef(dims), correction, true); });
        }
        for (double order : {2.0, 0.0, 1.0, 3.0, 0.5, -1.0, HUGE_VAL, -HUGE_VAL}) {
          if (x.numel() == 0 && (order < 0 || std::isinf(order))) continue;
          SCOPED_TRACE(order);
          check_same(
              x,
              [&](const Tensor& a) {
                return op::vector_norm(Out(), a, order, OptionalIntArrayRef(dims), false, nullopt);
              },
              4);
        }
      }
  }
  check_same(sample({4, 9}, kHalf),
             [](const Tensor& a) { return op::vector_norm(Out(), a, 2, IntArrayRef(1), false, kFloat); });
  check_same(sample({4, 3}, kFloat), [](const Tensor& a) { return op::var(Out(), a, IntArrayRef(1), 5, false); });
  // A large mean costs no digits.
  const Tensor shifted = sample({8, 500}, kFloat) + 1e4;
  check_same(
      shifted, [](const Tensor& a) { return a.var(1); }, 100);
  check_same(
      shifted, [](const Tensor& a) { return a.var(0); }, 100);
}

TEST_F(CudaReduction, DeviationsOfExtremeMagnitude) {
  for (ScalarType dtype : {kFloat, kBFloat16, kComplexFloat, kDouble})
    for (double magnitude : {1e20, 1e-25, 1e30, 1.0})
      for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{3000}, {5, 300}, {300, 5}}) {
        const Tensor x = (randn(sizes) * magnitude).to(dtype);
        for (int64_t dim = 0; dim < x.dim(); ++dim)
          check_same(
              x, [&](const Tensor& t) { return t.std(IntArrayRef(dim)).div(magnitude); }, 4);
      }
  check_same(full({1000}, 3e38), [](const Tensor& t) { return t.var(); });
  check_same(full({1000}, 1e200, kDouble), [](const Tensor& t) { return t.var(); });
  check_same((randn({3000}) + 1e6), [](const Tensor& t) { return t.var(); }, 8);
}

TEST_F(CudaReduction, DimsOfComplexTensorsWithoutDimensions) {
  const Tensor c = view_as_complex(tensor({1.f, 2.f}));
  for (const Unary& f :
       {Unary([](const Tensor& t) { return t.sum(0); }), Unary([](const Tensor& t) { return t.mean(0, true); }),
        Unary([](const Tensor& t) { return t.prod(0); })})
    check_same(c, f);
  check_same(c, [](const Tensor& t) { return t.std(0, false); });
}

TEST_F(CudaReduction, LogSumExp) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16, kInt})
    for (const Tensor& x : layouts(t))
      for (const DimVector& dims : dimensions(x.dim())) {
        if (dims.empty()) continue;
        check_same(x, [&](const Tensor& a) { return op::logsumexp(Out(), a, dims, true); });
      }
  const float inf = INFINITY;
  const Tensor x = tensor({{-inf, -inf, -inf}, {inf, 1.f, inf}, {NAN, 1.f, 2.f}, {500.f, 501.f, -inf}});
  check_same(x, [](const Tensor& a) { return a.logsumexp(1); });
  check_same(x.t(), [](const Tensor& a) { return a.logsumexp(0); });
}

TEST_F(CudaReduction, Cumsum) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kByte, kChar, kInt, kLong, kBool, kComplexFloat}) {
    SCOPED_TRACE(t);
    for (const Tensor& x : layouts(t)) {
      SCOPED_TRACE(str(x.sizes(), " ", x.strides()));
      for (int64_t d = 0; d < std::max<int64_t>(1, x.dim()); ++d)
        check_same(x, [d](const Tensor& a) { return op::cumsum(Out(), a, d, nullopt); });
    }
    check_same(
        sample({2, 2500}, t), [](const Tensor& a) { return a.cumsum(1); }, 4);
  }
  check_same(
      sample({70000}, kFloat), [](const Tensor& a) { return a.cumsum(0); }, 4);  // in parts
  check_same(sample({35000, 2}, kInt), [](const Tensor& a) { return a.cumsum(0); });
  for (ScalarType t : {kFloat, kDouble, kHalf, kByte, kComplexFloat})
    for (int64_t offset : {0, 1, 4})
      for (int64_t n : {1023, 1024, 1028, 70001}) {
        SCOPED_TRACE(str(t, " ", n, " from element ", offset));
        const Tensor line = sample({n + offset}, t), there = on_device(line).slice(0, offset);
        const Tensor expected = line.slice(0, offset).cumsum(0);
        expect_close(there.cumsum(0).cpu(), expected, 4);
        op::cumsum(Out::in_place(there), there, 0, nullopt);
        expect_close(there.cpu(), expected.to(t), 4);
      }
  const Tensor line = sample({70001}, kInt).mul(1000).add(sample({70001}, kInt));
  for (const Tensor& x : {line, line.slice(0, 3), line.slice(0, 0, nullopt, 2), line.to(kDouble)}) {
    check_same_pair(x, [](const Tensor& a) { return op::cummax(Out(), a, 0); });
    check_same_pair(x, [](const Tensor& a) { return op::cummin(Out(), a, 0); });
    if (x.is_floating_point()) check_same(x / 1000, [](const Tensor& a) { return op::logcumsumexp(Out(), a, 0); });
  }
  check_same(sample({5000, 3}, kInt), [](const Tensor& a) { return a.cumsum(1); });  // a thread per line
  Tensor x = sample({3, 9}, kInt), d = on_device(x);
  op::cumsum(Out::in_place(x), x, 1, nullopt);
  op::cumsum(Out::in_place(d), d, 1, nullopt);
  EXPECT_TRUE(d.cpu().equal(x));
}

TEST_F(CudaReduction, Destinations) {
  const Tensor x = sample({4, 30}, kFloat), d = on_device(x);
  Tensor to = zeros({30, 4}, TensorOptions(kFloat).device(Device(kCUDA))).t();  // strided as the input's transpose
  op::cumsum(Out::to(to), d, 1, nullopt);
  expect_close(to.cpu(), x.cumsum(1));
  Tensor row = zeros({4, 2}, TensorOptions(kFloat).device(Device(kCUDA))).select(1, 0);
  op::sum(Out::to(row), d, IntArrayRef(1), false, nullopt);
  expect_close(row.cpu(), x.sum(1));
  const int64_t before = row._version();
  op::amax(Out::to(row), d, IntArrayRef(1), false);
  EXPECT_EQ(row._version(), before + 1);
  Tensor places = zeros({4, 2}, TensorOptions(kLong).device(Device(kCUDA))).select(1, 1);
  op::argmin(Out::to(places), d, 1, false);
  EXPECT_TRUE(places.cpu().equal(x.argmin(1)));
  op::log_softmax(Out::to(to), d, 1, false);
  expect_close(to.cpu(), op::log_softmax(Out(), x, 1, false));
  op::softmax(Out::to(d), d, 0, false);
  expect_close(d.cpu(), op::softmax(Out(), x, 0, false));
  Tensor resized = empty({0}, TensorOptions(kDouble).device(Device(kCUDA)));
  op::var(Out::to(resized), on_device(x), IntArrayRef(1), 1, true);
  expect_close(resized.cpu().to(kFloat), x.var(1, true, true));
}

TEST_F(CudaReduction, Softmax) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16}) {
    SCOPED_TRACE(t);
    for (const Tensor& x : layouts(t)) {
      SCOPED_TRACE(str(x.sizes(), " ", x.strides()));
      for (int64_t d = 0; d < std::max<int64_t>(1, x.dim()); ++d) {
        const Tensor g = sample(x.sizes(), t), y = op::softmax(Out(), x, d, false),
                     l = op::log_softmax(Out(), x, d, false);
        check_same(x, [d](const Tensor& a) { return op::softmax(Out(), a, d, false); });
        check_same(x, [d](const Tensor& a) { return op::log_softmax(Out(), a, d, false); });
        check_same(
            y, [&](const Tensor& a) { return op::softmax_backward(Out(), a.is_cpu() ? g : on_device(g), a, d, t); });
        check_same(l, [&](const Tensor& a) {
          return op::log_softmax_backward(Out(), a.is_cpu() ? g : on_device(g), a, d, t);
        });
      }
    }
  }
  // A gradient in float16 of a result in float.
  for (int64_t n : {100, 20001}) {
    const Tensor g = sample({2, n}, kFloat);
    check_same(sample({2, n}, kFloat).softmax(1), [&](const Tensor& a) {
      return op::softmax_backward(Out(), a.is_cpu() ? g : on_device(g), a, 1, kHalf);
    });
  }
  check_same(sample({2, 700, 3}, kFloat), [](const Tensor& a) { return op::softmax(Out(), a, 1, false); });
}

// Both ways, with and without log, of rows that begin `offset` elements behind a multiple of 16 bytes.
void check_soft_rows(int64_t rows, int64_t n, ScalarType t, int64_t offset) {
  SCOPED_TRACE(str(rows, " rows of ", n, " ", t, " from element ", offset));
  const auto at_offset = [&](const Tensor& x) {
    const Tensor memory = empty({x.numel() + offset}, x.options().device(Device(kCUDA)));
    return memory.slice(0, offset).view({rows, n}).copy_(x);
  };
  const Tensor x = sample({rows, n}, t), g = sample({rows, n}, t), there = at_offset(x), grad = at_offset(g);
  const Tensor y = op::softmax(Out(), x, 1, false), l = op::log_softmax(Out(), x, 1, false);
  Tensor to = at_offset(g);
  expect_close(op::softmax(Out(), there, 1, false).cpu(), y);
  op::softmax(Out::to(to), there, 1, false);
  expect_close(to.cpu(), y);
  expect_close(op::log_softmax(Out(), there, 1, false).cpu(), l);
  op::log_softmax(Out::to(there), there, 1, false);
  expect_close(there.cpu(), l);
  expect_close(op::softmax_backward(Out(), grad, to, 1, t).cpu(), op::softmax_backward(Out(), g, y, 1, t), 4);
  // The sum of a row's gradients is that of its length.
  expect_close(op::log_softmax_backward(Out(), grad, there, 1, t).cpu(), op::log_softmax_backward(Out(), g, l, 1, t),
               4);
  if (t == kHalf) expect_close(op::softmax(Out(), at_offset(x), 1, true).cpu(), op::softmax(Out(), x, 1, true));
}

// Lengths around those at which another number of threads or elements per thread, or another kernel, takes a row.
TEST_F(CudaReduction, SoftmaxOfRows) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16})
    for (int64_t n : {2, 3, 4, 8, 12, 16, 17, 60, 64, 65, 256, 260, 264, 512, 516, 528, 1000, 1001, 4096, 4104})
      for (int64_t offset : {0, 1}) check_soft_rows(n < 100 ? 37 : 3, n, t, offset);
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16})
    for (int64_t n : {8190, 8192, 8193, 8194, 9001, 16384, 16392, 20003})
      for (int64_t offset : {0, 1, 3}) check_soft_rows(2, n, t, offset);
}

// libtorch 1.13: a line with +inf or of -inf alone is NaN throughout.
TEST_F(CudaReduction, SoftmaxOfInfinities) {
  const float inf = INFINITY;
  const Tensor x = tensor({{-inf, -inf, -inf}, {inf, 1.f, 2.f}, {NAN, 1.f, 2.f}, {500.f, 501.f, -inf}});
  const Tensor few = cat({full({4, 20000}, -inf), x}, 1);  // in the last threads
  for (const Tensor& t :
       {x, x.repeat({1, 4}), x.repeat({1, 100}), x.repeat({1, 1000}), cat({x, x.slice(1, 2).expand({4, 8300})}, 1),
        cat({x, x.slice(1, 2).expand({4, 20000})}, 1), few, few.to(kHalf), few.to(kDouble)}) {
    check_same(t, [](const Tensor& a) { return op::softmax(Out(), a, 1, false); });
    check_same(t, [](const Tensor& a) { return op::log_softmax(Out(), a, 1, false); });
  }
  check_same(x.t().contiguous(), [](const Tensor& a) { return op::softmax(Out(), a, 0, false); });
  check_same(x.t().contiguous(), [](const Tensor& a) { return op::log_softmax(Out(), a, 0, false); });
}

TEST_F(CudaReduction, Errors) {
  const Tensor x = zeros({0, 3}, Device(kCUDA)), c = zeros({2, 3}, TensorOptions(kComplexFloat).device(Device(kCUDA)));
  EXPECT_THROW(x.max(), Error);
  EXPECT_THROW(x.argmax(0), Error);
  EXPECT_THROW(op::max_dim(Out(), x, 0, false), Error);
  EXPECT_THROW(c.argmax(), Error);
  EXPECT_THROW(op::max_dim(Out(), c, 0, false), Error);
  EXPECT_THROW(op::amax(Out(), c, IntArrayRef(0), false), Error);
  EXPECT_THROW(op::mean(Out(), x.to(kInt), nullopt, false, nullopt), Error);
  EXPECT_THROW(op::softmax(Out(), x.to(kInt), 0, false), Error);
  EXPECT_THROW(op::cumsum(Out(), x, 2, nullopt), Error);
  EXPECT_THROW(op::vector_norm(Out(), x, HUGE_VAL, nullopt, false, nullopt), Error);
}

}  // namespace
}  // namespace torchpp

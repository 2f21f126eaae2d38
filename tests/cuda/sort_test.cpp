// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaSort : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(0);
  }
};

// Values by their bits: -0 and NaN stay what they are.
Tensor bits(const Tensor& t) {
  const Tensor dense = t.cpu().contiguous();
  return from_blob(const_cast<void*>(dense.data_ptr()), {dense.numel() * static_cast<int64_t>(dense.itemsize())}, kByte)
      .clone();
}
void expect_same(const TensorPair& got, const TensorPair& expected) {
  ASSERT_EQ(std::get<0>(got).sizes(), std::get<0>(expected).sizes());
  EXPECT_TRUE(std::get<1>(got).cpu().equal(std::get<1>(expected)));
  EXPECT_TRUE(bits(std::get<0>(got)).equal(bits(std::get<0>(expected))));
}
void check_sort(const Tensor& x, int64_t dim) {
  SCOPED_TRACE(str(x.scalar_type(), " ", x.sizes(), " ", x.strides(), " along ", dim));
  for (bool descending : {false, true})
    expect_same(op::sort(Out(), on_device(x), true, dim, descending), op::sort(Out(), x, true, dim, descending));
}
void check_topk(const Tensor& x, int64_t k, int64_t dim) {
  SCOPED_TRACE(str(x.scalar_type(), " ", x.sizes(), " ", x.strides(), " ", k, " along ", dim));
  for (bool largest : {false, true})
    expect_same(op::topk(Out(), on_device(x), k, dim, largest, true), op::topk(Out(), x, k, dim, largest, true));
}

// Few different values, so that many are equal.
Tensor sample(IntArrayRef sizes, ScalarType t) {
  if (t == kBool) return randint(0, 2, sizes, kLong).to(kBool);
  return isIntegralType(t) ? randint(t == kByte ? 0 : -30, 31, sizes, kLong).to(t)
                           : randint(-30, 31, sizes, kLong).to(kDouble).mul(0.5).to(t);
}

constexpr ScalarType kOrdered[] = {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool};

TEST_F(CudaSort, ShortLines) {
  for (ScalarType t : kOrdered) {
    check_sort(sample({}, t), 0);
    check_sort(sample({1, 5}, t), 0);
    check_sort(sample({7, 13}, t), 1);
    check_sort(sample({7, 13}, t), 0);
    check_sort(sample({3, 40, 5}, t).transpose(0, 1), 0);
    check_sort(sample({90, 6}, t).slice(1, 1, 6, 2), -1);
    check_sort(sample({3, 0}, t), 1);
  }
  check_sort(sample({2, 2048}, kFloat), 1);
  check_sort(sample({2, 1500}, kLong), 1);
}

// Around the lengths from which a line takes more threads, warps, or another way.
TEST_F(CudaSort, LengthsOfLines) {
  for (int64_t n : {1, 2, 7, 8, 9, 16, 17, 255, 256, 257, 512, 513, 1025})
    for (ScalarType t : {kFloat, kLong, kHalf, kBool}) check_sort(sample({3, n}, t), 1);
  for (int64_t n : {2048, 2049, 4096, 4097})
    for (ScalarType t : {kFloat, kDouble, kChar}) check_sort(sample({2, n}, t), 1);
  check_sort(sample({129, 9}, kInt), 1);  // more lines than a block takes, and strided ones
  check_sort(sample({300, 130}, kShort).t(), 1);
}

TEST_F(CudaSort, LongLines) {
  for (ScalarType t : {kFloat, kHalf, kChar, kLong}) check_sort(sample({2, 4500}, t), 1);
  check_sort(randn({2049, 2}), 0);
  check_sort(arange(3 * 2048, kInt), 0);
}

// Around the ends of the tiles of a sort by digits, and keys that agree in digits: all, some, an odd number of them.
TEST_F(CudaSort, Tiles) {
  for (int64_t n : {5119, 5120, 5121, 10241}) check_sort(sample({n}, kFloat).add_(randn({n})), 0);
  for (int64_t n : {6143, 6145}) check_sort(sample({2, n}, kDouble), 1);
  check_sort(randint(-128, 128, {2, 15361}, kLong).to(kChar), 1);
  check_sort(randint(INT16_MIN, INT16_MAX, {3, 5200}, kLong).to(kShort), 1);
  for (int64_t below : {1, 200, 5000, 70000, 20000000}) check_sort(randint(0, below, {2, 6500}, kLong), 1);
  for (int64_t below : {1, 200, 5000}) check_sort(randint(0, below, {6500}, kLong).to(kInt), 0);
  check_sort(full({5000}, 3, kByte), 0);
  // Only the second line differs in a digit.
  check_sort(cat({full({1, 5200}, 7, kInt), arange(5200, kInt).mul(1 << 16).view({1, 5200})}), 1);
}

// libtorch 1.13: NaN above all else, 0 and -0 equal, equal ones in their order.
TEST_F(CudaSort, SpecialValues) {
  const float nan = NAN, inf = INFINITY;
  const Tensor x = tensor({0.f, nan, -0.f, inf, -inf, -nan, 0.f, 1.f, -1.f, -0.f});
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16}) {
    check_sort(x.to(t), 0);
    check_topk(x.to(t), 4, 0);
    check_topk(x.to(t).repeat({300}), 700, 0);
  }
  for (ScalarType t : {kFloat, kHalf}) {
    check_sort(x.to(t).repeat({300}), 0);
    check_topk(x.to(t).repeat({300}), 2000, 0);
  }
}

TEST_F(CudaSort, TopK) {
  for (ScalarType t : kOrdered) {
    if (t == kBool) continue;
    check_topk(sample({}, t), 1, 0);
    check_topk(sample({5, 30}, t), 7, 1);
    check_topk(sample({30, 5}, t), 30, 0);
    check_topk(sample({5, 30}, t), 0, 1);
    check_topk(sample({2, 3000}, t), 9, 1);
    check_topk(sample({3000, 2}, t), 1, 0);
  }
  for (ScalarType t : {kFloat, kDouble, kHalf, kChar})
    for (int64_t k : {1, 8, 9, 300, 1024}) check_topk(sample({2, 4500}, t), k, 1);
  // Without elements that equal the k-th; with some, all of which are among the k, or the first ones.
  for (int64_t k : {1, 2, 700, 1024}) check_topk(randperm(9000).to(kFloat).view({2, 4500}), k, 1);
  for (int64_t k : {90, 99, 100, 101}) check_topk(arange(9000).div(10, "floor").flip(0).view({2, 4500}), k, 1);
  check_topk(zeros({2, 4500}), 513, 1);
  check_topk(randn({2, 2500}), 1024, 1);
  check_topk(randn({2, 2500}), 1300, 1);
  check_topk(randn({2, 2500}), 2500, 1);
}

TEST_F(CudaSort, Errors) {
  const Tensor x = zeros({3, 4}, Device(kCUDA));
  EXPECT_THROW(op::sort(Out(), x, true, 2, false), Error);
  EXPECT_THROW(op::topk(Out(), x, 5, 1, true, true), Error);
  EXPECT_THROW(op::sort(Out(), x.to(kComplexFloat), true, 0, false), Error);
  EXPECT_THROW(op::topk(Out(), x.to(kBool), 1, 0, true, true), Error);
}

}  // namespace
}  // namespace torchpp

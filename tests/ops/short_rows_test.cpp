// SPDX-License-Identifier: BSD-3-Clause
// Copies and element-wise operators whose innermost rows are short and repeat an element or a row, against the same of
// dense operands.
#include <gtest/gtest.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace torchpp {
namespace {

// 1, 2, 3, ... as a dense tensor.
Tensor numbers(IntArrayRef sizes, ScalarType dtype) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return arange(n, TensorOptions(kLong)).remainder(Scalar(113)).add(1).view(sizes).to(dtype);
}
// The elements of t, fetched one by one from where they lie.
Tensor gathered(const Tensor& t) {
  const Tensor result = empty(t.sizes(), t.options());
  const int64_t size = static_cast<int64_t>(t.itemsize());
  char* to = static_cast<char*>(result.data_ptr());
  for (int64_t i = 0; i < t.numel(); ++i) {
    int64_t rest = i, offset = 0;
    for (int64_t d = t.dim(); d-- > 0; rest /= t.size(d)) offset += rest % t.size(d) * t.stride(d);
    std::memcpy(to + i * size, static_cast<const char*>(t.data_ptr()) + offset * size, static_cast<size_t>(size));
  }
  return result;
}

// All orders of dimensions, dense and with gaps: the moves of many rows, the last of which are fewer.
TEST(ShortRows, CopiesInAllOrders) {
  const int before = get_num_threads();
  for (const ScalarType dtype : {kByte, kShort, kInt, kLong, kComplexDouble})
    for (const std::vector<int64_t>& sizes :
         {std::vector<int64_t>{3, 5, 2, 7}, {2, 2, 700, 3}, {4, 300, 2, 2}, {90, 3, 6, 8}, {16, 40, 4, 8}}) {
      const Tensor x = numbers(sizes, dtype);
      std::vector<int64_t> order = {0, 1, 2, 3};
      do {
        set_num_threads(get_num_threads() == 1 ? 4 : 1);
        const Tensor from = x.permute(order), expected = gathered(from);
        EXPECT_TRUE(from.contiguous().equal(expected)) << dtype << IntArrayRef(sizes) << IntArrayRef(order);
        const Tensor gaps = zeros({2 * x.numel()}, dtype).slice(0, 0, 2 * x.numel(), 2).view(from.sizes());
        gaps.copy_(from);
        EXPECT_TRUE(gathered(gaps).equal(expected)) << dtype << IntArrayRef(sizes) << IntArrayRef(order);
        const Tensor back = zeros(sizes, dtype);
        back.permute(order).copy_(gaps);
        EXPECT_TRUE(back.equal(x)) << dtype << IntArrayRef(sizes) << IntArrayRef(order);
      } while (std::next_permutation(order.begin(), order.end()));
    }
  set_num_threads(before);
}

TEST(ShortRows, Copies) {
  for (const ScalarType dtype : {kByte, kBool, kHalf, kFloat, kLong, kComplexFloat, kComplexDouble})
    for (const int64_t n : {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 130})
      for (const int64_t rows : {1, 2, 3, 4, 5, 9, 64, 300}) {
        const Tensor elements = numbers({2, rows, 1}, dtype).expand({2, rows, n});
        ASSERT_TRUE(equal(elements.contiguous(), gathered(elements))) << toString(dtype) << " " << rows << " x " << n;
        const Tensor apart = numbers({2, rows, 3}, dtype).slice(2, 1, 2).expand({2, rows, n});
        ASSERT_TRUE(equal(apart.contiguous(), gathered(apart))) << toString(dtype) << " " << rows << " x " << n;
        const Tensor row = numbers({2, 1, n}, dtype).expand({2, rows, n});
        ASSERT_TRUE(equal(row.contiguous(), gathered(row))) << toString(dtype) << " " << rows << " x " << n;
      }
}
// Nothing behind the destination is written.
TEST(ShortRows, CopiesEndWhereTheyShould) {
  for (const int64_t n : {1, 3, 16, 20})
    for (const int64_t rows : {4, 5, 40}) {
      const Tensor all = zeros({2 * rows * n}, kFloat);
      const Tensor to = all.slice(0, 0, rows * n).view({rows, n});
      to.copy_(numbers({rows, 1}, kFloat).expand({rows, n}));
      EXPECT_TRUE(all.slice(0, rows * n, 2 * rows * n).eq(0).all().item<bool>()) << rows << " x " << n;
      to.copy_(numbers({1, n}, kFloat).expand({rows, n}));
      EXPECT_TRUE(all.slice(0, rows * n, 2 * rows * n).eq(0).all().item<bool>()) << rows << " x " << n;
    }
}

TEST(ShortRows, Operators) {
  const int before = get_num_threads();
  for (const int threads : {1, 3}) {
    set_num_threads(threads);
    for (const ScalarType dtype : {kByte, kHalf, kFloat, kDouble, kLong, kComplexFloat})
      for (const int64_t n : {2, 3, 5, 16, 31, 63, 64})
        for (const int64_t rows : {1, 7, 8, 100, 3001}) {
          const Tensor column = numbers({3, rows, 1}, dtype), row = numbers({3, 1, n}, dtype),
                       one = numbers({1, 1, n}, dtype), whole = numbers({3, rows, n}, dtype),
                       value = numbers({3, 1, 1}, dtype);
          const Tensor columns = gathered(column.expand({3, rows, n})), lines = gathered(row.expand({3, rows, n})),
                       ones = gathered(one.expand({3, rows, n})), values = gathered(value.expand({3, rows, n}));
          const std::string what =
              std::string(toString(dtype)) + " " + std::to_string(rows) + " x " + std::to_string(n);
          ASSERT_TRUE(equal(column * row, columns * lines)) << what;
          ASSERT_TRUE(equal(row - column, lines - columns)) << what;
          ASSERT_TRUE(equal(whole + column, whole + columns)) << what;
          ASSERT_TRUE(equal(one + whole, ones + whole)) << what;
          ASSERT_TRUE(equal(column.eq(one), columns.eq(ones))) << what;
          ASSERT_TRUE(equal(addcmul(row, column, value), addcmul(lines, columns, values))) << what;
          ASSERT_TRUE(equal(whole.clone().mul_(column).add_(row), whole * columns + lines)) << what;
          ASSERT_TRUE(
              equal(kron(column.flatten(), one.flatten()), (column.flatten().unsqueeze(1) * one.flatten()).flatten()))
              << what;
        }
  }
  set_num_threads(before);
}
// Of many rows each gives what it gives alone, whatever the number of threads; so do the elements of a slice.
TEST(ShortRows, Reductions) {
  const int before = get_num_threads();
  for (const int threads : {1, 3}) {
    set_num_threads(threads);
    for (const ScalarType dtype : {kBFloat16, kHalf, kFloat, kDouble, kComplexFloat, kComplexDouble})
      for (const int64_t n : {33, 50, 64, 77, 130, 500, 513})
        for (const int64_t step : {1, 2}) {
          const int64_t rows = 301;
          const Tensor all = numbers({rows, n * step}, dtype), x = all.slice(1, 0, n * step, step);
          const Tensor sums = sum(x, {1}), means = mean(x, {1});
          const bool ordered = !isComplexType(dtype);
          const Tensor most = ordered ? amax(x, {1}) : Tensor(), product = ordered ? prod(x, 1) : Tensor(),
                       first = ordered ? argmax(x, 1) : Tensor();
          const std::tuple<Tensor, Tensor> both = ordered ? max(x, 1) : std::tuple<Tensor, Tensor>();
          for (int64_t r = 0; r < rows; r += 50) {
            const Tensor row = x.slice(0, r, r + 1).contiguous();
            const std::string what = std::string(toString(dtype)) + " row " + std::to_string(r) + " of " +
                                     std::to_string(n) + " elements, step " + std::to_string(step);
            ASSERT_TRUE(equal(sums.slice(0, r, r + 1), sum(row, {1}))) << what;
            ASSERT_TRUE(equal(means.slice(0, r, r + 1), mean(row, {1}))) << what;
            if (!ordered) continue;
            ASSERT_TRUE(equal(most.slice(0, r, r + 1), amax(row, {1}))) << what;
            ASSERT_TRUE(equal(product.slice(0, r, r + 1), prod(row, 1))) << what;
            ASSERT_TRUE(equal(first.slice(0, r, r + 1), argmax(row, 1))) << what;
            ASSERT_TRUE(equal(std::get<0>(both).slice(0, r, r + 1), amax(row, {1}))) << what;
            ASSERT_TRUE(equal(std::get<1>(both).slice(0, r, r + 1), argmax(row, 1))) << what;
          }
        }
  }
  set_num_threads(before);
}
// Running sums of integers are those of the same numbers as int64.
TEST(ShortRows, RunningSumsOfIntegers) {
  for (const ScalarType dtype : {kBool, kByte, kChar, kShort, kInt})
    for (const int64_t n : {1, 3, 50, 128, 129, 300})
      for (const int64_t rows : {1, 5, 64, 131}) {
        Tensor x = numbers({rows, 2 * n}, dtype);
        if (dtype != kByte && dtype != kBool) x = x - Scalar(50);
        for (const Tensor& part : {x.slice(1, 0, n), x.slice(1, 0, 2 * n, 2), x.t()})
          for (const int64_t dim : {0, 1}) {
            const Tensor wide = part.to(kLong), sums = cumsum(part, dim);
            ASSERT_EQ(sums.scalar_type(), kLong);
            ASSERT_TRUE(equal(sums, cumsum(wide, dim))) << toString(dtype) << " " << rows << " x " << n;
            ASSERT_TRUE(equal(cumprod(part, dim), cumprod(wide, dim))) << toString(dtype) << " " << rows << " x " << n;
            const int64_t last = part.size(dim) - 1;
            ASSERT_TRUE(equal(sums.select(dim, last), sum(wide, {dim})))
                << toString(dtype) << " " << rows << " x " << n;
            if (last > 0) {
              ASSERT_TRUE(equal(sums.slice(dim, 1, last + 1) - sums.slice(dim, 0, last), wide.slice(dim, 1, last + 1)));
            }
          }
      }
}
TEST(ShortRows, NoElements) {
  const Tensor a = numbers({3, 3, 5}, kFloat).transpose(1, 2);
  EXPECT_EQ(kron(a, empty({0})).sizes(), IntArrayRef({3, 5, 0}));
  EXPECT_EQ((a.unsqueeze(3) * empty({0})).sizes(), IntArrayRef({3, 5, 3, 0}));
}
TEST(ShortRows, DivisionByZeroIsReported) {
  const Tensor a = numbers({100, 1}, kLong), b = numbers({1, 3}, kLong);
  b.select(1, 2).fill_(0);
  EXPECT_THROW(a.div(b, "floor"), Error);
}

}  // namespace
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// sort and topk against std::stable_sort on doubles; ties, NaN and messages as libtorch 1.13.1 has them.
#include <gtest/gtest.h>
#include <torchpp/core/parallel.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

#include "tests/support/expect_error.h"

namespace torchpp {
namespace {

using test::expect_error;

constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> values(const Tensor& t) {
  const Tensor d = t.to(kDouble).contiguous();
  return std::vector<double>(d.data_ptr<double>(), d.data_ptr<double>() + d.numel());
}
// Whole numbers with many ties, every seventh a NaN where the type has one.
Tensor sample(IntArrayRef sizes, ScalarType dtype, uint64_t seed) {
  const Tensor d = empty(sizes, kDouble);
  uint64_t state = seed;
  for (int64_t i = 0; i < d.numel(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    d.data_ptr<double>()[i] = static_cast<double>(state >> 33) - 1e9;
  }
  const Tensor small = dtype == kBool || dtype == kByte ? d.abs().remainder(Scalar(dtype == kBool ? 2 : 200))
                                                        : d.remainder(Scalar(201)) - 100;
  const Tensor t = small.floor().to(dtype);
  if (isFloatingType(dtype)) {
    const Tensor flat = t.view({-1});
    for (int64_t i = 0; i < flat.numel(); i += 7) flat.select(0, i).fill_(std::nan(""));
  }
  return t;
}

bool comes_before(double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; }

// Positions of a line in stable order.
std::vector<size_t> order_of(const std::vector<double>& x, bool descending) {
  std::vector<size_t> at(x.size());
  std::iota(at.begin(), at.end(), size_t{0});
  std::stable_sort(at.begin(), at.end(), [&](size_t a, size_t b) {
    return descending ? comes_before(x[b], x[a]) : comes_before(x[a], x[b]);
  });
  return at;
}
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void expect_sorted(const Tensor& x, int64_t dim, bool descending, const std::string& what) {
  const auto [v, i] = x.sort(dim, descending);
  ASSERT_EQ(v.sizes(), x.sizes());
  ASSERT_EQ(v.scalar_type(), x.scalar_type());
  const std::vector<double> in = values(x.movedim(dim, -1)), got = values(v.movedim(dim, -1)),
                            at = values(i.movedim(dim, -1));
  const size_t n = static_cast<size_t>(x.size(dim));
  for (size_t line = 0; line < in.size(); line += n) {
    const std::vector<double> one(in.begin() + static_cast<long>(line), in.begin() + static_cast<long>(line + n));
    const std::vector<size_t> order = order_of(one, descending);
    for (size_t k = 0; k < n; ++k) {
      ASSERT_EQ(at[line + k], static_cast<double>(order[k])) << what << " line " << line << " place " << k;
      ASSERT_TRUE(same(got[line + k], one[order[k]])) << what;
    }
  }
}

TEST(Sort, AgainstStableSort) {
  for (ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16, kBool, kByte, kChar, kShort, kInt, kLong})
    for (const bool descending : {false, true}) {
      const std::string what = std::string(toString(dtype)) + (descending ? " down" : " up");
      expect_sorted(sample({5, 40}, dtype, 1), -1, descending, what);
      expect_sorted(sample({40, 5}, dtype, 2), 0, descending, what + " columns");
      expect_sorted(sample({3, 3000}, dtype, 3), 1, descending, what + " long");
      expect_sorted(sample({70, 2, 37}, dtype, 10), 0, descending, what + " many columns");
      expect_sorted(sample({3, 70, 37}, dtype, 11), 1, descending, what + " columns of several matrices");
      expect_sorted(sample({3, 30, 4}, dtype, 4).permute({2, 1, 0}), 1, descending, what + " permuted");
    }
}

TEST(Sort, LongLineOnAnyNumberOfThreads) {
  const int before = get_num_threads();
  for (int threads : {1, 2, 4}) {
    set_num_threads(threads);
    expect_sorted(sample({400001}, kFloat, 5), 0, false, "long line");
  }
  set_num_threads(before);
}

// Lengths about those at which lines go through registers, are split, and go to several threads, in orders that splits
// could stumble over. Few different numbers leave the order of most elements to their positions.
TEST(Sort, LengthsAndOrders) {
  for (const ScalarType dtype : {kFloat, kInt, kLong, kHalf})
    for (const int64_t n : {1, 7, 8, 9, 17, 33, 65, 127, 128, 129, 200, 257, 1000, 4096, 20011, 65543})
      for (int order = 0; order < 6; ++order) {
        const Tensor up = arange(n, TensorOptions(kDouble));
        const Tensor x = (order == 0   ? up
                          : order == 1 ? n - up
                          : order == 2 ? minimum(up, n - up)
                          : order == 3 ? up.remainder(Scalar(3))
                          : order == 4 ? zeros({n}, kDouble)
                                       : sample({n}, kDouble, 5).nan_to_num(7))
                             .to(dtype);
        const std::vector<double> in = values(x);
        for (const bool descending : {false, true}) {
          const std::vector<size_t> expected = order_of(in, descending);
          const std::vector<double> at = values(x.argsort(0, descending));
          ASSERT_TRUE(std::equal(at.begin(), at.end(), expected.begin(), expected.end()))
              << toString(dtype) << " " << n << " order " << order;
          for (const int64_t k : {int64_t{1}, n / 2 + 1, n}) {
            const std::vector<double> head = values(std::get<1>(x.topk(k, 0, descending)));
            ASSERT_TRUE(std::equal(head.begin(), head.end(), expected.begin())) << n << " " << k;
            if (!descending) {
              ASSERT_EQ(values(std::get<0>(x.kthvalue(k)))[0], in[expected[static_cast<size_t>(k) - 1]]);
            }
          }
        }
      }
}
TEST(Sort, WideAndNarrowIntegers) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max(), kLeast = std::numeric_limits<int64_t>::min();
  for (const std::vector<int64_t>& x : {std::vector<int64_t>{3, kMost, kLeast, 0, -1, kLeast, kMost},
                                        {kMost, kMost - 0xffffffff, kMost - 1, kMost},
                                        {kLeast, kLeast + 0xffffffff, kLeast + 1},
                                        {kLeast, kLeast + 0x100000000, kLeast + 1}}) {
    std::vector<size_t> at(x.size());
    std::iota(at.begin(), at.end(), size_t{0});
    std::stable_sort(at.begin(), at.end(), [&](size_t a, size_t b) { return x[a] < x[b]; });
    const Tensor t = tensor(x), order = t.argsort();
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(order.select(0, static_cast<int64_t>(i)).item<int64_t>(), static_cast<int64_t>(at[i]));
    std::stable_sort(at.begin(), at.end(), [&](size_t a, size_t b) { return x[a] > x[b]; });
    const Tensor back = std::get<1>(t.sort(true, 0, true));
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(back.select(0, static_cast<int64_t>(i)).item<int64_t>(), static_cast<int64_t>(at[i]));
  }
}
// Numbers of 64 bits of which many have their upper bits in common: all places, against stable sort.
template <class T>
void expect_all_orders(const std::vector<T>& x, const std::string& what) {
  const Tensor t = tensor(x, std::is_same_v<T, double> ? kDouble : kLong), columns = stack({t, t}, 1).select(1, 0);
  const int64_t n = static_cast<int64_t>(x.size());
  for (const bool descending : {false, true}) {
    std::vector<int64_t> at(x.size());
    std::iota(at.begin(), at.end(), int64_t{0});
    std::stable_sort(at.begin(), at.end(), [&](int64_t a, int64_t b) {
      const T p = x[static_cast<size_t>(a)], q = x[static_cast<size_t>(b)];
      return descending ? p > q : p < q;
    });
    const Tensor order = tensor(at), sorted = t.index_select(0, order);
    for (const Tensor& from : {t, columns}) {
      const auto [v, i] = from.sort(0, descending);
      ASSERT_TRUE(equal(i, order)) << what << " " << n << (descending ? " down" : " up");
      ASSERT_TRUE(equal(v, sorted)) << what << " " << n << (descending ? " down" : " up");
      for (const int64_t k : {int64_t{1}, n / 3 + 1, n / 2 + 1, n}) {
        const auto [top, places] = from.topk(k, 0, descending);
        ASSERT_TRUE(equal(places, order.slice(0, 0, k))) << what << " first " << k << " of " << n;
        ASSERT_TRUE(equal(top, sorted.slice(0, 0, k))) << what << " first " << k << " of " << n;
        if (descending) continue;
        const auto [kth, place] = from.kthvalue(k);
        ASSERT_TRUE(equal(kth, sorted.select(0, k - 1))) << what << " " << k << " of " << n;
        ASSERT_TRUE(equal(place, order.select(0, k - 1))) << what << " " << k << " of " << n;
      }
    }
  }
}
TEST(Sort, NumbersWithUpperBitsInCommon) {
  const int before = get_num_threads();
  for (const int64_t n : {2, 9, 130, 3000, 70001, 150001}) {
    uint64_t state = 3;
    const auto random = [&state](uint64_t most) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return static_cast<int64_t>((state >> 33) % most);
    };
    std::vector<int64_t> groups, outlier, few;
    std::vector<double> near_one, numbers;
    for (int64_t i = 0; i < n; ++i) {
      groups.push_back((random(7) - 3) * (int64_t{1} << 45) + random(1000));
      outlier.push_back(i == n / 2 ? std::numeric_limits<int64_t>::min() : (int64_t{1} << 33) + random(1 << 30));
      few.push_back((random(2) << 60) + random(3));
      near_one.push_back(i % 1000 == 1 ? -1e300 : 1 + static_cast<double>(random(300)) * 0x1p-52);
      numbers.push_back(static_cast<double>(random(1u << 31)) * 1e-9 - 1);
    }
    for (const int threads : n < 100000 ? std::vector<int>{before} : std::vector<int>{1, 3}) {
      set_num_threads(threads);
      expect_all_orders(groups, "groups");
      expect_all_orders(outlier, "one far away");
      expect_all_orders(few, "few");
      expect_all_orders(near_one, "near one");
      expect_all_orders(numbers, "numbers");
    }
  }
  set_num_threads(before);
}

TEST(Sort, LongLinesOnAnyNumberOfThreads) {
  const int before = get_num_threads();
  for (const ScalarType dtype : {kFloat, kLong, kShort, kDouble}) {
    const Tensor x = sample({3, 150000}, dtype, 8);
    set_num_threads(1);
    const Tensor expected = x.argsort(1);
    for (const int threads : {2, 4, 8}) {
      set_num_threads(threads);
      ASSERT_TRUE(equal(x.argsort(1), expected)) << toString(dtype) << " " << threads;
    }
  }
  set_num_threads(before);
}

TEST(Sort, ColumnsOnAnyNumberOfThreads) {
  const int before = get_num_threads();
  const Tensor x = sample({400, 101}, kFloat, 12);
  for (const int threads : {1, 2, 3, 8}) {
    set_num_threads(threads);
    expect_sorted(x, 0, false, "columns");
    expect_sorted(x.slice(1, 3, 90), 0, true, "columns of a part");
  }
  set_num_threads(before);
}

TEST(Sort, SignedZerosAndInfinities) {
  const Tensor x = tensor({kInf, 0.0, -0.0, -kInf, std::nan(""), -1e-320, 1e-320}, kDouble);
  const auto [v, i] = x.sort();
  const std::vector<double> expected = {3, 5, 1, 2, 6, 0, 4};
  EXPECT_EQ(values(i), expected);
  EXPECT_TRUE(std::signbit(values(v)[3]));
  EXPECT_EQ(values(x.argsort(0, true)), (std::vector<double>{4, 0, 6, 1, 2, 5, 3}));
}

// Values keep their bits, whatever their keys tell, in lines of one block and of several.
TEST(Sort, ValuesAreThoseAtTheirPositions) {
  for (const ScalarType dtype : {kBool, kByte, kChar, kShort, kInt, kLong, kHalf, kBFloat16, kFloat, kDouble})
    for (const int64_t n : {5, 64, 200, 70000})
      for (const bool descending : {false, true}) {
        Tensor x = sample({n}, dtype, 9);
        if (isFloatingType(dtype)) {
          x.slice(0, 1, n, 3).fill_(0);
          x.slice(0, 2, n, 5).fill_(-0.0);
          x.slice(0, 3, n, 11).fill_(-std::nan(""));
          x.slice(0, 4, n, 13).fill_(descending ? -kInf : kInf);
        }
        const size_t size = x.itemsize();
        std::vector<std::tuple<Tensor, Tensor>> results = {x.sort(0, descending)};
        if (dtype != kBool)  // which topk does not take, as in libtorch
          for (const int64_t k : {n, n / 2}) results.push_back(x.topk(k, 0, descending));
        for (const auto& [v, i] : results) {
          const char *got = static_cast<const char*>(v.data_ptr()), *from = static_cast<const char*>(x.data_ptr());
          for (int64_t j = 0; j < v.numel(); ++j)
            ASSERT_EQ(std::memcmp(got + j * static_cast<int64_t>(size),
                                  from + i.data_ptr<int64_t>()[j] * static_cast<int64_t>(size), size),
                      0)
                << toString(dtype) << " " << n << " " << j;
        }
      }
}

TEST(Sort, TopkIsTheHeadOfSort) {
  for (ScalarType dtype : {kFloat, kDouble, kHalf, kByte, kLong})
    for (const bool largest : {true, false})
      for (int64_t k : {0, 1, 3, 10, 50, 112, 600, 900}) {
        const Tensor x = sample({4, 900}, dtype, 6);
        const auto [v, i] = x.topk(k, -1, largest);
        const auto [sv, si] = x.sort(-1, largest);
        ASSERT_EQ(values(i), values(si.slice(1, 0, k))) << toString(dtype) << " " << k;
        ASSERT_EQ(v.sizes(), IntArrayRef({4, k}));
        const Tensor columns = std::get<1>(x.t().topk(k, 0, largest));
        ASSERT_EQ(values(columns.t()), values(i)) << "along the first dimension";
      }
}

// Lines that lie side by side are copied before they are searched, some at a time.
TEST(Sort, SelectionsOfColumnsAreThoseOfLines) {
  const int before = get_num_threads();
  for (ScalarType dtype : {kByte, kShort, kInt, kLong, kHalf, kBFloat16, kFloat, kDouble})
    for (int64_t n : {1, 2, 21, 700})
      for (int64_t columns : {1, 5, 16, 35}) {
        Tensor x = sample({3, n, columns + 2}, dtype, 5).slice(2, 1, columns + 1);
        if (dtype == kDouble) x = x * 1.0000000001;  // lower bits that differ
        const Tensor lines = x.transpose(1, 2).contiguous();
        const auto same_bits = [](const Tensor& a, const Tensor& b) {
          const Tensor u = a.contiguous(), v = b.contiguous();
          return u.sizes() == v.sizes() && std::memcmp(u.data_ptr(), v.data_ptr(), u.nbytes()) == 0;
        };
        const auto expect_same = [&](const std::tuple<Tensor, Tensor>& got, const std::tuple<Tensor, Tensor>& wanted) {
          EXPECT_TRUE(same_bits(std::get<0>(got), std::get<0>(wanted).transpose(1, 2)) &&
                      same_bits(std::get<1>(got), std::get<1>(wanted).transpose(1, 2)))
              << dtype << ", " << n << " by " << columns;
        };
        for (int threads : {1, 2, 4, 8}) {
          set_num_threads(threads);
          for (int64_t k : {int64_t{1}, std::min<int64_t>(n, 3), n}) {
            expect_same(torchpp::topk(x, k, 1, true, true), torchpp::topk(lines, k, 2, true, true));
            expect_same(torchpp::topk(x, k, 1, false, true), torchpp::topk(lines, k, 2, false, true));
            expect_same(torchpp::kthvalue(x, k, 1, true), torchpp::kthvalue(lines, k, 2, true));
          }
          expect_same(torchpp::median(x, 1, true), torchpp::median(lines, 2, true));
          if (isFloatingType(dtype)) expect_same(torchpp::nanmedian(x, 1, true), torchpp::nanmedian(lines, 2, true));
        }
      }
  set_num_threads(before);
  const auto [none, at] = torchpp::topk(torchpp::zeros({4, 0}), 2, 0);
  EXPECT_EQ(none.sizes(), IntArrayRef({2, 0}));
  EXPECT_EQ(at.sizes(), IntArrayRef({2, 0}));
}

TEST(Sort, SmallAndEmpty) {  // libtorch 1.13.1
  const auto [v, i] = full({}, 3.0, kFloat).sort();
  EXPECT_EQ(v.dim(), 0);
  EXPECT_EQ(i.item<int64_t>(), 0);
  EXPECT_EQ(std::get<0>(full({}, 3.0, kFloat).topk(1)).item<double>(), 3);
  EXPECT_EQ(std::get<0>(empty({0, 3}, kFloat).sort(0)).sizes(), IntArrayRef({0, 3}));
  Tensor values_out = empty({0}, kFloat), indices_out = empty({0}, kLong);
  topk_out(values_out, indices_out, tensor({1.0, 5.0, 3.0}, kFloat), 2);
  EXPECT_EQ(values(values_out), (std::vector<double>{5, 3}));
  EXPECT_EQ(values(indices_out), (std::vector<double>{1, 2}));
  EXPECT_EQ(values(msort(tensor({3.0, 1.0, 2.0}))), (std::vector<double>{1, 2, 3}));
}

TEST(Sort, Errors) {
  const Tensor x = sample({2, 3}, kFloat, 1);
  expect_error([&] { x.topk(4); }, "selected index k out of range");
  expect_error([&] { x.topk(-1); }, "selected index k out of range");
  expect_error([&] { x.sort(2); }, "Dimension out of range");
  expect_error([&] { x.to(kComplexFloat).sort(); }, "not implemented for 'ComplexFloat'");
  expect_error([&] { x.to(kBool).topk(1); }, "\"topk_cpu\" not implemented for 'Bool'");
  Tensor v = empty({0}, kDouble), i = empty({0}, kLong);
  expect_error([&] { sort_out(v, i, x); }, "Expected out tensor to have dtype float, but got double instead");
}

}  // namespace
}  // namespace torchpp

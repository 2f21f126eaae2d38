// SPDX-License-Identifier: BSD-3-Clause
// Values and messages were asked of libtorch 1.13.1.
#include <torchpp/dispatch/library.h>

#include <cmath>
#include <limits>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

using indexing::Ellipsis;
using indexing::None;
using indexing::Slice;

Tensor grid() { return arange(12).view({3, 4}); }

TEST(Index, ViewsAndTensors) {
  const Tensor x = grid();
  EXPECT_EQ(values(x.index({1})), V({4, 5, 6, 7}));
  EXPECT_EQ(values(x.index({Slice(1, None), 2})), V({6, 10}));
  EXPECT_EQ(values(x.index({Slice({1, None}), 2})), V({6, 10}));
  EXPECT_EQ(values(x.index({"...", -1})), V({3, 7, 11}));
  EXPECT_EQ(shape(x.index({None, Ellipsis, 0})), S({1, 3}));
  EXPECT_EQ(shape(x.index({Slice(), true})), S({3, 1, 4}));
  EXPECT_EQ(shape(x.index({false})), S({0, 3, 4}));
  EXPECT_EQ(values(x.index({tensor({2, -3})})), V({8, 9, 10, 11, 0, 1, 2, 3}));
  EXPECT_EQ(values(x.index({Slice(), tensor({{0, 3}})})), V({0, 3, 4, 7, 8, 11}));
  EXPECT_EQ(shape(x.index({Slice(), tensor({{0, 3}})})), S({3, 1, 2}));
  EXPECT_EQ(values(x.index({tensor({0, 2}), tensor({1, 3})})), V({1, 11}));
  EXPECT_EQ(values(x.index({tensor({{0}, {2}}), tensor({1, 3})})), V({1, 3, 9, 11}));
  EXPECT_EQ(values(x.index({x > 8})), V({9, 10, 11}));
  EXPECT_EQ(values(x.index({tensor({true, false, true}), 1})), V({1, 9}));
  EXPECT_EQ(values(x.index({tensor(1)})), V({4, 5, 6, 7}));
  EXPECT_EQ(values(x[tensor(2)]), V({8, 9, 10, 11}));
  // Indexed dimensions apart from each other: their shape comes first.
  const Tensor y = arange(24).view({2, 3, 4});
  EXPECT_EQ(shape(y.index({tensor({0, 1}), Slice(), tensor({1, 2})})), S({2, 3}));
  EXPECT_EQ(values(y.index({tensor({0, 1}), Slice(), tensor({1, 2})})), V({1, 5, 9, 14, 18, 22}));
  EXPECT_EQ(values(y.transpose(0, 2).index({tensor({3}), Slice(0, 2)})), V({3, 15, 7, 19}));
}

TEST(Index, Put) {
  Tensor x = zeros({3, 4});
  x.index_put_({Slice(1, 3), 2}, tensor({5.f, 6.f}));
  x.index_put_({tensor({0, 0}), tensor({0, 3})}, 7);
  x.index_put_({0, 1}, -1);
  EXPECT_EQ(values(x), V({7, -1, 0, 7, 0, 0, 5, 0, 0, 0, 6, 0}));
  EXPECT_EQ(x._version(), 3);
  Tensor y = zeros({3});
  const Tensor at[] = {tensor({1, 1, -1})};
  y.index_put_(TensorList(at), tensor({1.f, 2.f, 3.f}), true);
  EXPECT_EQ(values(y), V({0, 3, 3}));
  y.index_put_({y > 2}, tensor(9.f));
  EXPECT_EQ(values(y), V({0, 9, 9}));
}

TEST(Index, AlongADimension) {
  const Tensor x = grid(), at = tensor({2, 0});
  EXPECT_EQ(values(x.index_select(0, at)), V({8, 9, 10, 11, 0, 1, 2, 3}));
  EXPECT_EQ(values(x.index_select(1, at)), V({2, 0, 6, 4, 10, 8}));
  EXPECT_EQ(values(x.t().index_select(0, at.to(kInt))), V({2, 6, 10, 0, 4, 8}));
  EXPECT_EQ(values(zeros({3}, kLong).index_add(0, tensor({1, 1}), tensor({2, 3}), 10)), V({0, 50, 0}));
  EXPECT_EQ(values(zeros({2, 3}, kLong).index_add(1, tensor({0, 0}), tensor({{1, 2}, {3, 4}}))), V({3, 0, 0, 7, 0, 0}));
  EXPECT_EQ(values(index_copy(zeros({2, 2}, kLong), 1, tensor({1}), tensor({{1}, {2}}))), V({0, 1, 0, 2}));
  EXPECT_EQ(values(index_fill(zeros({2, 2}), 0, tensor({-1}), 3)), V({0, 0, 3, 3}));
}

TEST(Index, GatherAndScatter) {
  const Tensor x = grid();
  EXPECT_EQ(values(x.gather(1, tensor({{0, 3}, {1, 1}}))), V({0, 3, 5, 5}));
  EXPECT_EQ(values(x.gather(0, tensor({{0, 2, 1}}))), V({0, 9, 6}));
  EXPECT_EQ(values(zeros({2, 3}, kLong).scatter(1, tensor({{2}, {0}}), tensor({{5}, {6}}))), V({0, 0, 5, 6, 0, 0}));
  EXPECT_EQ(values(zeros({2, 3}).scatter(0, tensor({{1, 0, 1}}), 4)), V({0, 4, 0, 4, 0, 4}));
  EXPECT_EQ(values(zeros({3}, kLong).scatter_add(0, tensor({1, 1, 2}), tensor({1, 2, 3}))), V({0, 3, 3}));
  EXPECT_EQ(values(take(x, tensor({{11, -12}}))), V({11, 0}));
  EXPECT_EQ(values(take_along_dim(x, tensor({{1}}), 1)), V({1, 5, 9}));
}

// Answers of libtorch 1.13.1.
TEST(Index, ScatterReduces) {
  const Tensor at = tensor({0, 1, 0}), source = tensor({2.f, 3.f, 4.f});
  EXPECT_EQ(values(ones({3}).scatter(0, at, source, "add")), V({7, 4, 1}));
  EXPECT_EQ(values(ones({3}).scatter(0, at, source, "multiply")), V({8, 3, 1}));
  EXPECT_EQ(values(ones({3}).scatter(0, at, 2.5, "add")), V({6, 3.5, 1}));
  EXPECT_EQ(values(ones({3}).scatter_(0, at, 2.5, "multiply")), V({6.25, 2.5, 1}));
  EXPECT_EQ(values(ones({3}, kLong).scatter(0, at, 2.5, "add")), V({5, 3, 1}));
  EXPECT_EQ(values(tensor({true, true}).scatter(0, tensor({0}), tensor({false}), "multiply")), V({0, 1}));
  EXPECT_EQ(values(tensor({{1, 2}, {3, 4}}).scatter(1, tensor({{1, 1}}), tensor({{5, 6}}), "multiply")),
            V({1, 60, 3, 4}));
  // Every step is rounded.
  EXPECT_EQ(values(full({1}, 1000, kHalf).scatter(0, tensor({0, 0, 0}), full({3}, 0.3, kHalf), "add")), V({1001.5}));
  Tensor out = zeros({0});
  scatter_out(out, ones({3}), 0, at, source, "add");
  EXPECT_EQ(values(out), V({7, 4, 1}));
  scatter_out(out, ones({3}), 0, at, 2, "multiply");
  EXPECT_EQ(values(out), V({4, 2, 1}));

  const std::string wrong = "reduce argument must be either add or multiply.";
  expect_error([&] { ones({3}).scatter(0, at, source, "sum"); }, wrong);
  expect_error([&] { ones({3}).scatter(0, tensor({7}), 1, ""); }, wrong);
  expect_error([&] { ones({3}).scatter(0, at.to(kInt), source, "sum"); }, "scatter(): Expected dtype int64 for index");
  expect_error(
      [&] {
        ones({3}).scatter(0, tensor({0, 3}), source, "add");
      },
      "index 3 is out of bounds for dimension 0 with size 3");
  expect_error([&] { ones({3}, kChar).scatter(0, at, 300, "add"); },
               "value cannot be converted to type int8_t without overflow");

  const Tensor x = ones({3}, TensorOptions().requires_grad(true));
  const Tensor y = x.scatter(0, at, source, "add");
  EXPECT_EQ(y.grad_fn()->name(), "torch::autograd::NotImplemented");
  expect_error([&] { y.sum().backward(); }, "derivative for aten::scatter is not implemented");
  expect_error([&] { (x * 1).scatter_(0, at, 2, "multiply").sum().backward(); },
               "derivative for aten::scatter_ is not implemented");
}

TEST(Index, Masks) {
  const Tensor x = grid();
  EXPECT_EQ(values(x.masked_fill(x > 3, -1).slice(0, 0, 2)), V({0, 1, 2, 3, -1, -1, -1, -1}));
  EXPECT_EQ(values(x.t().masked_fill(tensor({true, false, false}), 0).select(1, 0)), V({0, 0, 0, 0}));
  EXPECT_EQ(values(x.masked_select(tensor({false, true, false, false}))), V({1, 5, 9}));
  EXPECT_EQ(values(tensor({{0, 3}, {4, 0}}).nonzero()), V({0, 1, 1, 0}));
  EXPECT_EQ(shape(tensor(0).nonzero()), S({0, 0}));
  EXPECT_EQ(shape(tensor(1).nonzero()), S({1, 0}));
}

// Against a plain loop, over types, orders of memory and dimensions.
TEST(Index, SelectAndAddAgainstLoops) {
  for (ScalarType t : {kByte, kShort, kFloat, kDouble}) {
    const Tensor x = arange(5 * 7 * 9).remainder(100).to(t).view({5, 7, 9});
    for (const Tensor& y : {x, x.transpose(0, 2), x.slice(1, 0, 7, 2)}) {
      for (int64_t dim = 0; dim < 3; ++dim) {
        const Tensor at = tensor({1, 0, 2, 1});
        const Tensor got = y.index_select(dim, at);
        for (int64_t k = 0; k < 4; ++k)
          ASSERT_EQ(values(got.select(dim, k)), values(y.select(dim, at[k].item<int64_t>())));
        Tensor sum = zeros_like(y);
        sum.index_add_(dim, at, got);
        ASSERT_EQ(values(sum.select(dim, 1)), values((y.select(dim, 1) * 2)));
        ASSERT_EQ(values(sum.select(dim, 2)), values(y.select(dim, 2)));
      }
    }
  }
}

TEST(Index, ElementsAtRepeatedPositions) {
  const Tensor at = tensor({4, 0, 4, 2, 4, 0}, kLong), from = arange(12, kFloat);
  const auto expect = [](const Tensor& got, std::vector<double> want) { EXPECT_EQ(values(got), want); };
  expect(zeros({5}).index_add_(0, at, from.narrow(0, 0, 6), 2), {12, 0, 6, 0, 12});
  expect(zeros({5}).index_add_(0, at, from.slice(0, 0, 12, 2)), {12, 0, 6, 0, 12});
  expect(zeros({10}).slice(0, 0, 10, 2).index_add_(0, at.to(kInt), from.narrow(0, 0, 6)), {6, 0, 3, 0, 6});
  expect(zeros({5}).index_copy_(0, at, from.narrow(0, 0, 6)), {5, 0, 3, 0, 4});
  expect(zeros({5}).index_fill_(0, tensor({-1, 1, -1}, kLong), 3), {0, 3, 0, 0, 3});
  expect(ones({5}).index_reduce_(0, at, from.narrow(0, 0, 6), "amax"), {5, 1, 3, 1, 4});
}

// Rows that are long enough for loops over whole rows, against their columns one by one.
TEST(Index, LongRowsAtRepeatedPositionsAgainstColumns) {
  const int threads = get_num_threads();
  const Tensor at = tensor({4, 0, 4, 2, 4, 0, 2}, kLong);
  const float infinity = std::numeric_limits<float>::infinity();
  const auto same = [](const Tensor& got, const Tensor& want) {
    if (!got.is_floating_point()) return got.equal(want);
    const Tensor both_nan = got.isnan().logical_and(want.isnan());
    const Tensor equal = got.eq(want).logical_and(got.signbit().eq(want.signbit()));
    return both_nan.logical_or(equal).all().item<bool>();
  };
  for (const ScalarType dtype :
       {kBFloat16, kHalf, kFloat, kDouble, kByte, kShort, kLong, kBool, kComplexFloat, kComplexDouble})
    for (const int64_t width : {0, 63, 64, 65, 161}) {
      Tensor self = (arange(5 * width, kFloat) * 37).remainder(11).sub(4).view({5, width}),
             source = (arange(7 * width, kFloat) * 53).remainder(13).div(2).sub(3).view({7, width});
      if (isFloatingType(dtype) && width > 8) {
        source.index_put_({Ellipsis, tensor({1, 2, 3, 4})},
                          tensor({std::nanf(""), infinity, -infinity, -0.f}).expand({7, 4}));
        self.index_put_({Ellipsis, tensor({4, 5, 6})}, tensor({0.f, std::nanf(""), -0.f}).expand({5, 3}));
      }
      self = isIntegralType(dtype, true) ? self.abs().to(dtype) : self.to(dtype);
      source = isIntegralType(dtype, true) ? source.abs().to(dtype) : source.to(dtype);
      const auto check = [&](const std::string& what, const auto& f) {
        for (const Tensor& from : {source, source.t().contiguous().t(), stack({source, source}, 2).select(2, 1)})
          for (const int n : {1, 2, 4, 8}) {
            set_num_threads(n);
            const Tensor got = f(self.clone(), from);
            set_num_threads(threads);
            for (int64_t c = 0; c < width; ++c)
              ASSERT_TRUE(same(got.narrow(1, c, 1), f(self.narrow(1, c, 1).clone(), from.narrow(1, c, 1))))
                  << what << " " << toString(dtype) << " column " << c << " of " << width << " on " << n << " threads";
          }
      };
      check("index_add", [&](const Tensor& x, const Tensor& y) { return x.index_add(0, at, y); });
      check("index_add by 3", [&](const Tensor& x, const Tensor& y) { return x.index_add(0, at, y, 3); });
      check("index_put", [&](const Tensor& x, const Tensor& y) { return x.index_put({at}, y, true); });
      if (isComplexType(dtype) || dtype == kBool) continue;
      for (const char* reduce : {"prod", "mean", "amax", "amin"})
        check(reduce, [&](const Tensor& x, const Tensor& y) { return x.index_reduce(0, at, y, reduce); });
    }
}

// Of two equal numbers the destination's stays, of a number and NaN the NaN.   Source: libtorch 1.13.1.
TEST(Index, ExtremesOfZerosAndNaNs) {
  const float nan = std::nanf("");
  const Tensor x = tensor({1.f, nan, 0.f, -0.f, 0.f, -0.f}).repeat({20}),
               y = tensor({nan, 1.f, -0.f, 0.f, 0.f, -0.f}).repeat({20}), at = arange(120);
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16})
    for (const char* reduce : {"amax", "amin"}) {
      const Tensor a = x.to(dtype), b = y.to(dtype), zero = zeros({1}, kLong);
      const Tensor rows = a.view({1, 120}).index_reduce(0, zero, b.view({1, 120}), reduce).view({120});
      for (const Tensor& got : {a.scatter_reduce(0, at, b, reduce), a.index_reduce(0, at, b, reduce), rows}) {
        EXPECT_TRUE(got.isnan().equal(tensor({true, true, false, false, false, false}).repeat({20}))) << reduce;
        EXPECT_TRUE(got.slice(0, 2, 6).signbit().equal(tensor({false, true, false, true}))) << reduce;
        EXPECT_EQ(values(got.slice(0, 2, 6)), V({0, 0, 0, 0})) << toString(dtype);
      }
    }
}

TEST(Index, Messages) {
  Tensor x = zeros({2, 3}), y = zeros({3});
  expect_error([&] { y.index({tensor({5})}); }, "index 5 is out of bounds for dimension 0 with size 3");
  expect_error([&] { y.index({tensor({-4})}); }, "index -4 is out of bounds for dimension 0 with size 3");
  expect_error([&] { x.index({tensor({1.f})}); }, "tensors used as indices must be long, byte or bool tensors");
  expect_error(
      [&] {
        x.index({tensor({0, 1}), tensor({0, 1, 2})});
      },
      "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]");
  expect_error(
      [&] {
        x.index({tensor({true, false, true})});
      },
      "The shape of the mask [3] at index 0 does not match the shape of the indexed tensor [2, 3] at index 0");
  expect_error([&] { y.index({0, 0}); }, "too many indices for tensor of dimension 1");
  expect_error([&] { x.index({Slice(0, 2, -1)}); }, "step must be greater than zero");
  expect_error([&] { x.index({5}); }, "index 5 is out of bounds for dimension 0 with size 2");
  expect_error([&] { x.index_put_({0}, zeros({4})); },
               "The expanded size of the tensor (3) must match the existing size (4)");
  expect_error([&] { x.gather(1, tensor({{5}})); }, "index 5 is out of bounds for dimension 1 with size 3");
  expect_error([&] { x.index_select(0, tensor({2})); }, "index out of range in self");
  expect_error([&] { x.scatter(1, tensor({{0}}), x.to(kDouble)); },
               "scatter(): Expected self.dtype to be equal to src.dtype");
  expect_error(
      [&] {
        x.masked_fill(tensor({true, false}), 1);
      },
      "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1");
}

// A product of complex numbers, even with 1, would make NaN of infinities. libtorch 1.13.1: put, index_put,
// scatter_add.
TEST(Index, InfinitiesAreAddedAsTheyAre) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const Tensor at = tensor({0}), added = tensor({ComplexDouble(-kInf, kInf)});
  const Tensor x = tensor({ComplexDouble(1, 2), ComplexDouble()});
  for (const Tensor& sum : {x.put(at, added, true), x.clone().index_put_({at}, added, true),
                            x.scatter_add(0, at, added), x.index_add(0, at, added)}) {
    EXPECT_EQ(torchpp::real(sum)[0].item<double>(), -kInf);
    EXPECT_EQ(torchpp::imag(sum)[0].item<double>(), kInf);
  }
  EXPECT_EQ(torchpp::real(x.index_add(0, at, tensor({ComplexDouble(1, 2)}), 3))[0].item<double>(), 4);
}

// libtorch 1.13.1
TEST(Index, GradientOfNothingAddedToANumber) {
  const Tensor source = torchpp::ones({0}).requires_grad_();
  torchpp::ones({}).index_add(0, zeros({0}, kLong), source).backward();
  EXPECT_EQ(source.grad().sizes(), IntArrayRef({0}));
  const Tensor one = torchpp::ones({1}).requires_grad_(), number = torchpp::ones({}).requires_grad_();
  torchpp::ones({}).index_add(0, tensor({0}), one, 3).backward();
  torchpp::ones({}).index_add(0, tensor({0}), number, 2).backward();
  EXPECT_EQ(values(one.grad()), V({3}));
  EXPECT_EQ(number.grad().item<float>(), 2);
}

// libtorch 1.13.1: a position that broadcasts to an empty list names no element.
TEST(Index, PositionsBesideAnEmptyList) {
  Tensor x = torchpp::arange(6.0).view({2, 3});
  const Tensor none = zeros({0}, kLong), wrong = tensor({7});
  EXPECT_EQ(x.index({wrong, none}).numel(), 0);
  const Tensor before = x.clone();
  EXPECT_TRUE(x.index_put_({wrong, none}, 1).equal(before));
  EXPECT_TRUE(x.index_put_({wrong, tensor({false, false, false})}, 1).equal(before));
}

TEST(Index, NothingIsWrittenWhenAPositionIsWrong) {
  Tensor x = zeros({3});
  const Tensor at = tensor({0, 3});
  expect_error([&] { x.index_put_({at}, 1); }, "out of bounds");
  expect_error([&] { x.index_add_(0, at, ones({2})); }, "out of range");
  expect_error([&] { x.scatter_(0, at, 1); }, "out of bounds");
  expect_error([&] { x.index_fill_(0, at, 1); }, "out of bounds");
  EXPECT_EQ(values(x), V({0, 0, 0}));
  EXPECT_EQ(x._version(), 0);
}

TEST(Index, PositionsAtTheEdgesOfLongRows) {
  const int64_t n = 103;
  for (const int64_t wrong : {n, n + 1, int64_t{-1}, INT64_MIN, INT64_MAX})
    for (const int64_t place : {0, 1, 2, 3, 50, 101, 102}) {
      Tensor at = arange(n);
      at[place] = wrong;
      Tensor x = zeros({n});
      expect_error([&] { x.scatter_add_(0, at, ones({n})); }, "out of bounds for dimension 0 with size 103");
      EXPECT_EQ(x.sum().item<double>(), 0);
      expect_error([&] { x.gather(0, at); }, "out of bounds for dimension 0 with size 103");
      expect_error([&] { x.index_select(0, at); }, "index out of range in self");
    }
  // An index that is written while it is read names the places that it named before. Of views with gaps libtorch does
  // not tell whether they share memory, and lets them pass.
  const Tensor memory = tensor({2, 5, 0, 5, 1, 5});
  memory.slice(0, 0, 6, 2).scatter_(0, memory.slice(0, 0, 6, 2), tensor({7, 8, 9}));
  EXPECT_EQ(values(memory), V({8, 5, 9, 5, 7, 5}));
}

// Whole numbers that look random, below `bound`.
Tensor mixed(IntArrayRef sizes, int64_t bound, int64_t seed) {
  const Tensor t = empty(sizes, kLong);
  uint64_t state = static_cast<uint64_t>(seed);
  for (int64_t i = 0; i < t.numel(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    t.data_ptr<int64_t>()[i] = static_cast<int64_t>((state >> 33) % static_cast<uint64_t>(bound));
  }
  return t;
}

// Rows along the dimension and across it, in and out of place, each against element by element in order.
TEST(Index, ScatterAndGatherAgainstSingleElements) {
  const int threads = get_num_threads();
  using Sizes = std::vector<int64_t>;
  for (const auto& [sizes, of_index] : {std::pair<Sizes, Sizes>{{7}, {1000}},
                                        {{40000}, {50}},
                                        {{5, 300}, {5, 900}},
                                        {{300, 5}, {900, 4}},
                                        {{4, 70, 33}, {3, 90, 33}},
                                        {{9, 130, 140}, {200, 130, 139}},
                                        {{2, 3, 600}, {2, 3, 700}}})
    for (int64_t dim = 0; dim < static_cast<int64_t>(sizes.size()); ++dim)
      for (const ScalarType dtype : {kByte, kFloat, kDouble, kBFloat16, kComplexDouble}) {
        Sizes shape = of_index;
        for (size_t d = 0; d < sizes.size(); ++d)
          if (static_cast<int64_t>(d) != dim) shape[d] = std::min(shape[d], sizes[d]);
        const Tensor at = mixed(shape, sizes[static_cast<size_t>(dim)], 3), from = mixed(shape, 5, 4).to(dtype),
                     self = mixed(sizes, 7, 5).to(dtype);
        // One by one, by flat positions.
        int64_t inner = 1, own_inner = 1;
        const Tensor place = zeros(shape, kLong);
        for (size_t d = sizes.size(); d-- > 0; inner *= shape[d], own_inner *= sizes[d]) {
          const Tensor along = static_cast<int64_t>(d) == dim
                                   ? at
                                   : (arange(place.numel()) / inner).floor().to(kLong).remainder(shape[d]).view(shape);
          place.add_(along * own_inner);
        }
        Tensor assigned = self.to(kComplexDouble).clone(), added = assigned.clone();
        const Tensor numbers = from.to(kComplexDouble);
        for (int64_t i = 0; i < place.numel(); ++i) {
          const int64_t p = place.data_ptr<int64_t>()[i];
          assigned.data_ptr<ComplexDouble>()[p] = numbers.data_ptr<ComplexDouble>()[i];
          ComplexDouble& sum = added.data_ptr<ComplexDouble>()[p];
          sum = ComplexDouble(sum.real() + numbers.data_ptr<ComplexDouble>()[i].real(), 0);
        }
        const bool exact = dtype != kByte && dtype != kBFloat16;  // sums of many
        const std::string what =
            std::string(toString(dtype)) + " dim " + std::to_string(dim) + " of " + std::to_string(sizes[0]);
        Tensor first;
        for (const int n : {1, 2, 5}) {
          set_num_threads(n);
          const Tensor once = self.clone().scatter_add_(dim, at, from);
          ASSERT_TRUE(self.scatter(dim, at, from).to(kComplexDouble).equal(assigned)) << what;
          ASSERT_TRUE(self.clone().scatter_(dim, at, from).to(kComplexDouble).equal(assigned)) << what;
          ASSERT_TRUE(!exact || once.to(kComplexDouble).equal(added)) << what;
          ASSERT_TRUE(self.scatter_add(dim, at, from).equal(once)) << what;
          ASSERT_TRUE(self.gather(dim, at).equal(self.flatten().index_select(0, place.flatten()).view(shape))) << what;
          ASSERT_TRUE(self.dim() != 2 ||
                      self.t().contiguous().t().scatter(dim, at, from).to(kComplexDouble).equal(assigned))
              << what;
          if (!first.defined()) first = once;
          ASSERT_TRUE(once.equal(first)) << what << " on " << n << " threads";
        }
        set_num_threads(threads);
      }
}

TEST(Index, WrongPositionsInRowsAcrossTheDimension) {
  for (const int64_t wrong : {int64_t{5}, int64_t{-1}, INT64_MIN, INT64_MAX}) {
    for (const int64_t dim : {0, 1}) {
      Tensor at = mixed({40, 40}, 5, 1);
      at[23][17] = wrong;
      const Tensor source = ones({40, 40});
      Tensor x = dim == 0 ? zeros({5, 40}) : zeros({40, 5});
      const std::string message =
          "index " + std::to_string(wrong) + " is out of bounds for dimension " + std::to_string(dim) + " with size 5";
      expect_error([&] { x.scatter_(dim, at, source); }, message);
      expect_error([&] { x.scatter_add_(dim, at, source); }, message);
      expect_error([&] { x.scatter(dim, at, source); }, message);
      expect_error([&] { x.scatter_add(dim, at, source); }, message);
      expect_error([&] { x.gather(dim, at); }, message);
      EXPECT_EQ(x.sum().item<double>(), 0);
    }
  }
  // Many positions of a small tensor are looked at while they are written.
  for (const int64_t wrong : {int64_t{100}, int64_t{-1}})
    for (const bool strided : {false, true}) {
      Tensor at = mixed({40000}, 100, 2), x = strided ? zeros({200}).slice(0, 0, 200, 2) : zeros({100});
      const Tensor source = mixed({40000}, 9, 7).to(kFloat), expected = zeros({100}).scatter_add(0, at, source);
      EXPECT_TRUE(x.scatter_add_(0, at, source).equal(expected));
      EXPECT_EQ(x._version(), 1);
      EXPECT_TRUE(x.scatter_(0, at, source).equal(expected.scatter(0, at, source)));
      at[39999] = wrong;
      const Tensor before = x.clone();
      expect_error([&] { x.scatter_add_(0, at, source); }, "out of bounds for dimension 0 with size 100");
      expect_error([&] { x.scatter_(0, at, source); }, "out of bounds for dimension 0 with size 100");
      expect_error([&] { x.scatter_(0, at, 3); }, "out of bounds for dimension 0 with size 100");
      expect_error([&] { scatter_add_out(x, zeros({100}), 0, at, source); }, "out of bounds");
      EXPECT_TRUE(x.equal(before));
      EXPECT_EQ(x._version(), 2);
    }
  expect_error([&] { zeros({0}).scatter(0, tensor({0}), 1); }, "out of bounds");
  expect_error([&] { zeros({0, 3}).scatter_add(0, zeros({1, 3}, kLong), ones({1, 3})); }, "out of bounds");
  expect_error([&] { zeros({0}).gather(0, tensor({0})); }, "out of bounds");
}

// As many positions as would be shared out to threads: those of one place are written in their order.
TEST(Index, PutOfManyPositionsOnAnyNumberOfThreads) {
  const int threads = get_num_threads();
  for (const int64_t size : {1, 3, 1000})
    for (const ScalarType dtype : {kByte, kFloat, kComplexDouble})
      for (const bool strided : {false, true}) {
        const Tensor at = mixed({140000}, 2 * size, 9) - size, source = mixed({140000}, 9, 8).to(dtype);
        const Tensor list[] = {at};
        Tensor expected[2];
        for (const int n : {1, 2, 3, 8}) {
          set_num_threads(n);
          for (const bool accumulate : {false, true}) {
            const Tensor whole = ones({2 * size}, dtype);
            Tensor x = strided ? whole.slice(0, 1, 2 * size, 2) : whole.slice(0, 0, size);
            x.index_put_(TensorList(list), source, accumulate);
            if (!expected[accumulate].defined()) expected[accumulate] = whole;
            ASSERT_TRUE(whole.equal(expected[accumulate])) << toString(dtype) << " " << size << " on " << n;
          }
        }
        set_num_threads(threads);
        for (int64_t p = 0; p < std::min<int64_t>(size, 20); ++p) {  // the last one that names a place stays
          const Tensor named = (at.remainder(size) == p).nonzero().flatten(), last = named[named.numel() - 1];
          ASSERT_TRUE(expected[0].slice(0, strided ? 1 : 0, 2 * size, strided ? 2 : 1)[p].equal(source[last]));
        }
      }
}

// Rows of which several are written to one place, short and long ones, dense or with gaps, as on one thread.
TEST(Index, PutOfManyRowsOnAnyNumberOfThreads) {
  const int threads = get_num_threads();
  for (const int64_t width : {1, 5, 16, 300, 1100})
    for (const int64_t rows : {3, 700})
      for (const int64_t gap : {0, 3}) {
        const int64_t count = 100000 / width + 1100;
        const Tensor at = mixed({count}, rows, 9), source = mixed({count, width}, 1000, 8).to(kFloat) / 7;
        const Tensor list[] = {at};
        Tensor expected[3];
        for (const int n : {1, 2, 3, 8}) {
          set_num_threads(n);
          for (const size_t form : {0u, 1u, 2u}) {
            const Tensor whole = ones({rows, width + gap});
            Tensor x = whole.slice(1, 0, width);
            if (form == 2) x.index_add_(0, at, source);
            else x.index_put_(TensorList(list), source, form == 1);
            if (!expected[form].defined()) expected[form] = whole;
            ASSERT_TRUE(whole.equal(expected[form])) << width << " " << rows << " form " << form << " on " << n;
          }
        }
        set_num_threads(threads);
        const Tensor sums = at.eq(1).nonzero().flatten(), put = source[sums[sums.numel() - 1]];
        ASSERT_TRUE(expected[0][1].slice(0, 0, width).equal(put)) << "the last one that names a place stays";
        float sum = 1;  // added one after another
        for (int64_t i = 0; i < sums.numel(); ++i) sum += source[sums[i]][width - 1].item<float>();
        ASSERT_EQ(expected[1][1][width - 1].item<float>(), sum);
        ASSERT_TRUE(expected[1].equal(expected[2]));
      }
}

TEST(Index, PutOfOneIndexCountsFromTheEnd) {
  const Tensor at = mixed({3000}, 500, 9) - 250, source = mixed({3000}, 9, 8).to(kFloat);
  Tensor assigned = zeros({250}), added = zeros({250});
  for (int64_t i = 0; i < at.numel(); ++i) {
    const int64_t p = at.data_ptr<int64_t>()[i] < 0 ? at.data_ptr<int64_t>()[i] + 250 : at.data_ptr<int64_t>()[i];
    assigned.data_ptr<float>()[p] = source.data_ptr<float>()[i];
    added.data_ptr<float>()[p] += source.data_ptr<float>()[i];
  }
  const Tensor list[] = {at}, strided = zeros({500}).slice(0, 0, 500, 2);
  EXPECT_TRUE(zeros({250}).index_put_(TensorList(list), source).equal(assigned));
  EXPECT_TRUE(zeros({250}).index_put_(TensorList(list), source, true).equal(added));
  EXPECT_TRUE(strided.clone().index_put_(TensorList(list), source).equal(assigned));
  Tensor wide = zeros({500});
  wide.slice(0, 0, 500, 2).index_put_(TensorList(list), source, true);
  EXPECT_TRUE(wide.slice(0, 0, 500, 2).equal(added));
  EXPECT_TRUE(zeros({250}).index_put_(TensorList(list), ones({1}).expand({3000})).equal((added != 0).to(kFloat)));
  EXPECT_TRUE(added.index({at}).equal(added.index_select(0, at.remainder(250))));
}

Tensor complex_of(std::initializer_list<ComplexDouble> numbers) {
  const Tensor t = empty({static_cast<int64_t>(numbers.size())}, kComplexDouble);
  std::copy(numbers.begin(), numbers.end(), t.data_ptr<ComplexDouble>());
  return t;
}

// Positions are asked for ahead of those that are written, which the last ones have none of.
TEST(Index, PutOfOneIndexInItsOrder) {
  for (const int64_t n : {0, 1, 2, 23, 24, 25, 49, 700})
    for (const ScalarType dtype : {kFloat, kByte, kHalf, kComplexDouble})
      for (const bool accumulate : {false, true}) {
        const Tensor at = arange(n).mul(7).remainder(11).sub(5), values = arange(n).remainder(5).add(1).to(dtype);
        Tensor many = arange(20).to(dtype), one = many.clone(), expected = many.clone(), expected_one = many.clone();
        many.index_put_({at}, values, accumulate);
        one.index_put_({at}, full({}, 3, dtype), accumulate);
        for (int64_t i = 0; i < n; ++i) {
          Tensor x = expected[at[i].item<int64_t>()], y = expected_one[at[i].item<int64_t>()];
          x.copy_(accumulate ? x + values[i] : values[i]);
          y.copy_(accumulate ? y + 3 : full({}, 3, dtype));
        }
        EXPECT_TRUE(many.equal(expected)) << n << " " << toString(dtype) << " " << accumulate;
        EXPECT_TRUE(one.equal(expected_one)) << n << " " << toString(dtype) << " " << accumulate;
        EXPECT_TRUE(expected.index({at}).equal(expected.index_select(0, at.remainder(20)))) << n;
      }
}

// Calls a form that has no C++ function.
void by_name(const char* name, Stack stack) { find_op(name).call_boxed(stack); }

TEST(Index, ConjugateAndNegativeViewsAreWrittenAsTheyRead) {
  const Tensor at = tensor({0}), mask = tensor({true, false});
  const ComplexDouble value(9, 5);
  const Scalar number(value);
  const Tensor nine = complex_of({value}), nines = complex_of({value, value});
  using Write = std::function<void(Tensor)>;
  const std::vector<std::pair<Write, ComplexDouble>> writes = {{[&](Tensor t) { t.index_put_({at}, nine); }, value},
                                                               {[&](Tensor t) { t.index_put_({at}, nine, true); }, {10, 3}},
                                                               {[&](Tensor t) { t.masked_fill_(mask, number); }, value},
                                                               {[&](Tensor t) { t.scatter_(0, at, number); }, value},
                                                               {[&](Tensor t) { t.scatter_(0, at, nine); }, value},
                                                               {[&](Tensor t) { t.scatter_add_(0, at, nine); }, {10, 3}},
                                                               {[&](Tensor t) { t.index_add_(0, at, nine); }, {10, 3}},
                                                               {[&](Tensor t) { t.index_copy_(0, at, nine); }, value},
                                                               {[&](Tensor t) { t.index_fill_(0, at, number); }, value}};
  for (size_t i = 0; i < writes.size(); ++i) {
    SCOPED_TRACE(i);
    const Tensor view = complex_of({{1, 2}, {3, 4}}).conj();
    writes[i].first(view);
    EXPECT_TRUE(view.is_conj());
    EXPECT_EQ(view[0].item().toComplexDouble(), writes[i].second);
    EXPECT_EQ(view[1].item().toComplexDouble(), ComplexDouble(3, -4));
    EXPECT_EQ(view._version(), 1);
  }
  const Tensor negative = imag(complex_of({{1, 2}, {3, 4}}).conj());
  ASSERT_TRUE(negative.is_neg());
  negative.index_put_({at}, full({1}, 7, kDouble));
  negative.scatter_add_(0, tensor({1}), full({1}, 0.5, kDouble));
  EXPECT_EQ(values(negative), V({7, -3.5}));
  Tensor destination = zeros({2}, kComplexDouble).conj();
  by_name("index_fill.int_Scalar_out", {nines, 0, at, Scalar(ComplexDouble(1, 1)), destination});
  EXPECT_EQ(destination[0].item().toComplexDouble(), ComplexDouble(1, 1));
  EXPECT_EQ(destination[1].item().toComplexDouble(), value);
}

// libtorch 1.13.1 refuses what it can tell to be shared; self itself may be the destination.
TEST(Index, WhatIsReadMustNotLieInTheDestination) {
  const Tensor at = tensor({3, 2, 1, 0});
  const auto refused = [](const std::function<void(Tensor memory)>& f) {
    const Tensor memory = arange(10.);
    expect_error([&] { f(memory); }, "some elements of the input tensor and the written-to tensor refer to a single");
    EXPECT_TRUE(equal(memory, arange(10.)));
  };
  const auto first = [](const Tensor& t) { return t.narrow(0, 0, 4); };
  for (const int64_t begin : {0, 1}) {
    SCOPED_TRACE(begin);
    const auto other = [begin](const Tensor& t) { return t.narrow(0, begin, 4); };
    refused([&](Tensor m) { first(m).index_add_(0, at, other(m)); });
    refused([&](Tensor m) { first(m).index_copy_(0, at, other(m)); });
    refused([&](Tensor m) { first(m).index_put_({at}, other(m)); });
    refused([&](Tensor m) { first(m).index_put_({at}, other(m), true); });
    refused([&](Tensor m) { first(m).scatter_(0, at, other(m)); });
    refused([&](Tensor m) { first(m).scatter_add_(0, at, other(m)); });
    refused([&](Tensor m) {
      Tensor to = first(m);
      index_add_out(to, ones({4}), 0, at, other(m));
    });
    refused([&](Tensor m) { by_name("scatter_add.out", {ones({4}), 0, at, other(m), first(m)}); });
  }
  refused([&](Tensor m) { by_name("scatter_add.out", {m.narrow(0, 1, 4), 0, at, ones({4}), first(m)}); });
  refused([&](Tensor m) {
    Tensor turned = m.view({2, 5}).t();
    take_out(turned, turned, zeros({5, 2}, kLong));
  });
  Tensor own = arange(4);
  const std::string message = "some elements of the input tensor and the written-to tensor refer to a single";
  expect_error([&] { own.index_put_({own}, ones({4}, kLong)); }, message);
  expect_error([&] { own.index_fill_(0, own, 7); }, message);
  expect_error([&] { own.index_add_(0, own, ones({4}, kLong)); }, message);
  expect_error([&] { own.scatter_(0, own, 7); }, message);
  const Tensor memory = arange(10.);
  Tensor to = first(memory);
  index_add_out(to, first(memory), 0, at, ones({4}));
  EXPECT_EQ(values(to), V({1, 2, 3, 4}));
}

TEST(Reduced, IntegersNaNsAndNumbers) {
  const Tensor at = tensor({0, 1, 1, 2}), n = zeros({3}, kLong), source = tensor({5, -3, -4, 7});
  EXPECT_EQ(values(n.scatter_reduce(0, at, source, "mean")), V({2, -3, 3}));
  EXPECT_EQ(values(n.index_reduce(0, at, source, "mean")), V({2, -3, 3}));
  EXPECT_EQ(values(n.index_reduce(0, at.to(kInt), source, "mean")), V({2, -3, 3}));
  EXPECT_EQ(values(n.scatter_reduce(0, at, source, "amin", false)), V({5, -4, 7}));
  const float nan = NAN;
  const Tensor x = tensor({nan, 1.f, nan}), y = tensor({1.f, nan, 2.f, 3.f});
  for (const char* reduce : {"amax", "amin"}) {
    EXPECT_TRUE(x.scatter_reduce(0, at, y, reduce).isnan().all().item<bool>()) << reduce;
    const Tensor kept = x.index_reduce(0, at, y, reduce, false);
    EXPECT_EQ(kept[0].item<float>(), 1);
    EXPECT_TRUE(std::isnan(kept[1].item<float>()));
    EXPECT_EQ(kept[2].item<float>(), 3);
  }
  EXPECT_EQ(values(zeros({3}, kBool).scatter_reduce(0, at, ones({4}, kBool), "amax")), V({1, 1, 1}));
  EXPECT_FLOAT_EQ(zeros({}).index_reduce(0, tensor({0, 0}), ones({2}), "mean").item<float>(), 2.f / 3);
  expect_error([&] { x.scatter_reduce(0, at + 3, y, "mean"); }, "index 3 is out of bounds for dimension 0 with size 3");
  expect_error([&] { x.index_reduce(0, at - 3, y, "mean"); }, "index out of range in self");
  expect_error([&] { zeros({3}, kBool).scatter_reduce(0, at, ones({4}, kBool), "mean"); },
               "not implemented for 'Bool'");
  expect_error([&] { zeros({3}, kComplexFloat).index_reduce(0, at, ones({4}, kComplexFloat), "mean"); },
               "not implemented for 'ComplexFloat'");
}

// Gradients at ties and at zeros, of which one or several are factors.
TEST(Reduced, GradientsOfTiesAndZeros) {
  const Tensor at = tensor({0, 1, 1, 2});
  const auto gradients = [&](const char* reduce, bool include_self, bool by_element) {
    const Tensor x = tensor({0.f, 2.f, 3.f}).requires_grad_(), s = tensor({2.f, 0.f, 0.f, 4.f}).requires_grad_();
    const Tensor y =
        by_element ? x.scatter_reduce(0, at, s, reduce, include_self) : x.index_reduce(0, at, s, reduce, include_self);
    y.sum().backward();
    V all = values(x.grad());
    for (const double g : values(s.grad())) all.push_back(g);
    return all;
  };
  for (const bool by_element : {true, false}) {
    EXPECT_EQ(gradients("prod", true, by_element), V({2, 0, 4, 0, 0, 0, 3}));
    EXPECT_EQ(gradients("prod", false, by_element), V({0, 0, 0, 1, 0, 0, 1}));
    EXPECT_EQ(gradients("amax", true, by_element), V({0, 1, 0, 1, 0, 0, 1}));
    EXPECT_EQ(gradients("amax", false, by_element), V({0, 0, 0, 1, .5, .5, 1}));
    EXPECT_EQ(gradients("amin", true, by_element), V({1, 0, 1, 0, .5, .5, 0}));
    EXPECT_EQ(gradients("mean", false, by_element), V({0, 0, 0, 1, .5, .5, 1}));
  }
}

TEST(Index, MaskedScatterAndPut) {
  const Tensor mask = tensor({true, false, true}).unsqueeze(1), x = zeros({3, 2});
  EXPECT_EQ(values(x.masked_scatter(mask, arange(4.))), V({0, 1, 0, 0, 2, 3}));
  EXPECT_EQ(values(x.masked_scatter(mask.to(kByte), arange(5.))), V({0, 1, 0, 0, 2, 3}));
  EXPECT_EQ(values(zeros({3, 1}).masked_scatter(ones({3, 4}, kBool), arange(12.))), values(arange(12.)));
  EXPECT_EQ(strides(zeros({4, 3}).t().masked_scatter(ones({3, 4}, kBool), arange(12.))), S({4, 1}));
  expect_error([&] { x.masked_scatter(mask, arange(3.)); }, "Number of elements of source < number of ones in mask");
  expect_error([&] { x.masked_scatter(mask, arange(4)); },
               "masked_scatter: expected self and source to have same dtypes");
  expect_error(
      [&] {
        zeros({3, 1}).masked_scatter_(ones({3, 4}, kBool), arange(12.));
      },
      "The expanded size of the tensor (1) must match the existing size (4)");

  const Tensor at = tensor({0, 5, -1, 0});
  EXPECT_EQ(values(x.put(at, arange(4.) + 1)), V({4, 0, 0, 0, 0, 3}));
  EXPECT_EQ(values(x.put(at, arange(4.) + 1, true)), V({5, 0, 0, 0, 0, 5}));
  EXPECT_EQ(values(x.put(at.view({2, 2}), (arange(4.) + 1).unsqueeze(1), true)), V({5, 0, 0, 0, 0, 5}));
  const Tensor turned = zeros({3, 2}).t();
  EXPECT_EQ(strides(turned.put(tensor({1}), ones({1}))), S({1, 2}));
  EXPECT_EQ(values(turned.put_(tensor({1}), ones({1}))), V({0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(turned._version(), 1);
  expect_error([&] { x.put(tensor({0, 6}), arange(2.)); }, "out of");
  expect_error(
      [&] { x.put(tensor({0}), arange(1)); },
      "put_(): self and source expected to have the same dtype, but got self.dtype = Float and source.dtype = Long");
  expect_error([&] { zeros({0}).put(tensor({0}), ones({1})); }, "put_(): Tried to put elements into an empty tensor");
}

TEST(SegmentReduce, RowsOffsetsAndParts) {
  const Tensor x = tensor({{1.f, 2.f}, {3.f, 4.f}, {5.f, 6.f}, {7.f, 8.f}});
  const auto lengths = [&](const Tensor& t, int64_t axis, bool unsafe) {
    return values(segment_reduce(x, "sum", t, {}, {}, axis, unsafe));
  };
  EXPECT_EQ(lengths(tensor({1, 0, 3}), 0, false), V({1, 2, 0, 0, 15, 18}));
  EXPECT_EQ(lengths(tensor({1, 2}), 0, true), V({1, 2, 8, 10}));
  EXPECT_EQ(lengths(tensor({{1, 1}, {2, 0}, {0, 2}, {1, 1}}), 1, false), V({1, 2, 7, 0, 0, 11, 7, 8}));
  EXPECT_EQ(values(segment_reduce(x, "sum", {}, {}, tensor({0, 1, 1, 3}))), V({1, 2, 0, 0, 8, 10}));
  EXPECT_EQ(values(segment_reduce(x, "sum", {}, {}, tensor({1, 3}))), V({8, 10}));
  for (const char* reduce : {"sum", "min", "mean", "prod"}) {  // libtorch 1.13.1: no segments
    EXPECT_EQ(segment_reduce(x, reduce, {}, {}, tensor({0})).sizes(), IntArrayRef({0, 2})) << reduce;
    EXPECT_EQ(segment_reduce(x, reduce, zeros({4, 0}, kLong), {}, {}, 1, true).sizes(), IntArrayRef({4, 0})) << reduce;
  }
  const Tensor unknown = segment_reduce(x, "max", tensor({1, 3}), {}, {}, 0, false, std::nan(""));  // libtorch 1.13.1
  EXPECT_TRUE(unknown.isnan().all().item<bool>());
  EXPECT_EQ(values(segment_reduce(x, "mean", tensor({1, 3}), {}, {}, 0, false, 3)), V({4, 5, 6, 7}));
  // libtorch reads beyond the row.
  for (const int64_t offset : {5, -1})
    expect_error(
        [&] {
          segment_reduce(x, "sum", {}, {}, tensor({int64_t{0}, offset}));
        },
        "segment_reduce(): Expected offsets from 0 to the size of data along axis, which is 4");
  expect_error([&] { segment_reduce(x, "sum"); }, "segment_reduce(): Either lengths or offsets must be defined.");
  expect_error([&] { lengths(tensor({-1, 5}), 0, false); }, "lengths contains negative value!");
  expect_error(
      [&] {
        lengths(tensor({1, 3}), 1, false);
      },
      "Expected axis to be the last dimension of lengths but got 1.");
}

}  // namespace
}  // namespace torchpp::test

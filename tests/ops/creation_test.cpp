// SPDX-License-Identifier: BSD-3-Clause
// Dtypes, values and messages were asked of libtorch 1.13.1.
#include <cmath>

#include "tests/ops/shapes_support.h"

#include <cstring>

namespace torchpp::test {
namespace {

TEST(Creation, Literals) {
  EXPECT_EQ(tensor({1., 2.}).dtype(), kFloat);
  EXPECT_EQ(tensor({1, 2}).dtype(), kLong);
  EXPECT_EQ(tensor({true, false}).dtype(), kBool);
  EXPECT_EQ(tensor(std::vector<double>{1, 2}).dtype(), kFloat);
  EXPECT_EQ(tensor({int8_t{1}}).dtype(), kChar);
  EXPECT_EQ(tensor({ComplexDouble(1, 2)}).dtype(), kComplexDouble);
  EXPECT_EQ(shape(tensor(1)), S());
  EXPECT_EQ(shape(tensor({})), S({0}));
  EXPECT_EQ(shape(tensor({{1, 2}})), S({1, 2}));
  EXPECT_EQ(shape(tensor({{{1}}})), S({1, 1, 1}));
  EXPECT_EQ(shape(tensor({{}, {}})), S({2, 0}));
  EXPECT_EQ(values(tensor({{1, 2}, {3, 4}})), V({1, 2, 3, 4}));
  EXPECT_EQ(values(tensor({std::vector<int>{1, 2}, std::vector<int>{3, 4}})), V({1, 2, 3, 4}));
  EXPECT_TRUE(tensor({1., 2.}, requires_grad()).requires_grad());
  expect_error([] { tensor({{1, 2}, {3}}); }, "Expected all sub-lists to have sizes: [2]");
  expect_error([] { tensor({1., 2.f}); }, "Expected all elements of the tensor to have the same scalar type: Double");
}

TEST(Creation, FilledTensors) {
  EXPECT_EQ(full({2}, 1).dtype(), kLong);
  EXPECT_EQ(full({2}, true).dtype(), kBool);
  EXPECT_EQ(full({2}, 1.5).dtype(), kFloat);
  EXPECT_EQ(full({2}, ComplexDouble(0, 1)).dtype(), kComplexFloat);
  EXPECT_EQ(full_like(zeros({2}, kLong), 1.5).dtype(), kLong);
  EXPECT_EQ(values(ones({3}, kHalf)), V({1, 1, 1}));
  EXPECT_EQ(values(zeros({70, 70}).sum()), V({0}));
  EXPECT_EQ(ones({2})._version(), 0);
  EXPECT_EQ(zeros({5000})._version(), 0);
  EXPECT_TRUE(ones({2}, requires_grad()).is_leaf());
  EXPECT_TRUE(rand({2}, requires_grad()).is_leaf());
  EXPECT_EQ(values(eye(2, 3)), V({1, 0, 0, 0, 1, 0}));
  expect_error([] { zeros({-1}); }, "Trying to create tensor with negative dimension -1: [-1]");
  expect_error([] { empty({2, 3}, MemoryFormat::ChannelsLast); }, "required rank 4 tensor to use channels_last format");
}

TEST(Creation, LikeKeepsTheOrderOfMemory) {
  const Tensor x = zeros({2, 3, 4, 5}).permute({0, 3, 1, 2});
  EXPECT_EQ(strides(empty_like(x)), strides(x));
  EXPECT_EQ(strides(empty_like(x.slice(3, 0, 2))), S({30, 1, 10, 5}));
  EXPECT_EQ(strides(empty_like(x, {}, MemoryFormat::Contiguous)), S({60, 12, 4, 1}));
  EXPECT_EQ(strides(zeros({3, 1}).expand({3, 4}).clone()), S({4, 1}));
}

TEST(Creation, Ranges) {
  EXPECT_EQ(arange(3).dtype(), kLong);
  EXPECT_EQ(arange(3.).dtype(), kFloat);
  EXPECT_EQ(values(arange(0, 1.5, .5)), V({0, .5, 1}));
  EXPECT_EQ(values(arange(0, 10, 3, kByte)), V({0, 3, 6, 9}));
  EXPECT_EQ(values(arange(5, 0, -2)), V({5, 3, 1}));
  EXPECT_EQ(values(range(0, 2, 1)), V({0, 1, 2}));
  EXPECT_EQ(values(linspace(0, 10, 5, kLong)), V({0, 2, 5, 7, 10}));
  EXPECT_EQ(values(linspace(0, 1, 5, kInt)), V({0, 0, 0, 0, 1}));
  EXPECT_EQ(values(linspace(3, 1, 1)), V({3}));
  EXPECT_EQ(values(linspace(-1, 1, 5)), V({-1, -.5, 0, .5, 1}));
  expect_error([] { arange(0, 1, 0); }, "step must be nonzero");
  expect_error([] { arange(0, 1, -1); }, "upper bound and larger bound inconsistent with step sign");
  expect_error([] { linspace(0, 1, -1); }, "number of steps must be non-negative");
}

// Of libtorch 1.13.1.
TEST(Creation, RangesOfIntegersTakeTheirEndIn) {
  constexpr int64_t kMost = INT64_MAX;
  EXPECT_EQ(values(range(0, 5, 1, kLong)), V({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(values(range(0, 6, 2, kLong)), V({0, 2, 4, 6}));
  EXPECT_EQ(values(range(5, 0, -1, kLong)), V({5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(values(range(5, 0, -2, kInt)), V({5, 3, 1}));
  EXPECT_EQ(values(range(0, 5.7, 1, kLong)), V({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(values(range(0.7, 5.2, 1.5, kLong)), V({0, 1, 2, 3, 4, 5})) << "numbers become integers first";
  EXPECT_EQ(values(range(-1.5, 1.5, 1, kChar)), V({-1, 0, 1}));
  EXPECT_EQ(values(range(0, 300, 100, kByte)), V({0, 100, 200, 44}));
  EXPECT_TRUE(range(kMost - 2, kMost, 1, kLong).equal(tensor({kMost - 2, kMost - 1, kMost})));
  EXPECT_EQ(range(0, 1, .1).numel(), 11);
  for (const auto& f : {+[] { range(0, 5, .5, kLong); }, +[] { arange(0, 5, .5, kInt); }, +[] { range(0, 3, NAN); }})
    expect_error(f, "step must be nonzero");
  expect_error([] { range(0, INFINITY); }, "unsupported range: 0 -> inf");
  expect_error([] { range(3, 0); }, "upper bound and lower bound inconsistent with step sign");
}

// Values of libtorch 1.13.1, which computes vectors of 32 bytes from their first element after that was rounded.
TEST(Creation, LinspaceRoundsAsVectorsDo) {
  EXPECT_EQ(values(linspace(-407084, -293389, 27, kInt)),
            V({-407084, -402711, -398338, -393965, -389592, -385219, -380846, -376473, -372100,
               -367727, -363354, -358981, -354608, -350235, -345862, -341489, -337117, -332744,
               -328372, -323999, -319626, -315253, -310880, -306507, -302134, -297761, -293389}));
  EXPECT_EQ(values(linspace(13177, 10256, 37, kShort).slice(0, 16, 25)),
            V({11878, 11796, 11715, 11634, 11553, 11472, 11391, 11310, 11228}));
  EXPECT_EQ(values(linspace(-10, 10, 7, kInt)), V({-10, -6, -3, 0, 3, 6, 10}));
  EXPECT_EQ(linspace(-299657, -93233, 36).index({13}).item<float>(), -222985.234f);
}
template <class T>
void expect_lines_of_linspace(double start, double end, int64_t n) {
  const T first = static_cast<T>(start), last = static_cast<T>(end), step = (last - first) / static_cast<T>(n - 1);
  const auto on_line = [=](int64_t i) {
    return i < n / 2 ? std::fma(step, static_cast<T>(i), first) : std::fma(-step, static_cast<T>(n - i - 1), last);
  };
  constexpr int64_t kLanes = 32 / sizeof(T);
  const Tensor got = linspace(start, end, n, CppTypeToScalarType<T>::value);
  const T* const x = got.data_ptr<T>();
  for (int64_t i = 0; i < n; ++i) {
    const int64_t base = i / kLanes * kLanes;
    const T expected = i < n / (2 * kLanes) * 2 * kLanes ? on_line(base) + static_cast<T>(i - base) * step : on_line(i);
    ASSERT_EQ(x[i], expected) << i << " of " << n;
  }
}
TEST(Creation, LinspaceOfManyElements) {
  const int before = get_num_threads();
  for (const int threads : {1, 2, 8}) {
    set_num_threads(threads);
    for (const int64_t n : {2, 3, 15, 16, 17, 33, 1000, 200003}) {
      expect_lines_of_linspace<float>(-3.7, 12.1, n);
      expect_lines_of_linspace<double>(5, -1. / 3, n);
    }
  }
  set_num_threads(before);
}

TEST(Creation, TriangleIndicesOfManyRows) {  // libtorch 1.13.1, but for diagonals that overflow there
  EXPECT_EQ(values(triu_indices(int64_t{1} << 62, 2)), V({0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(values(tril_indices(2, int64_t{1} << 62)), V({0, 1, 1, 0, 0, 1}));
  EXPECT_EQ(values(tril_indices(3, 2, -1)), V({1, 2, 2, 0, 0, 1}));
  EXPECT_EQ(values(triu_indices(2, 3, 1)), V({0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(shape(triu_indices(3, 3, INT64_MAX)), S({2, 0}));
  EXPECT_EQ(shape(triu_indices(3, 3, INT64_MIN)), S({2, 9}));
  EXPECT_EQ(shape(tril_indices(3, 3, INT64_MIN)), S({2, 0}));
  EXPECT_EQ(shape(tril_indices(3, 3, INT64_MAX)), S({2, 9}));
  EXPECT_EQ(values(ones({2, 2}).tril(INT64_MAX)), V({1, 1, 1, 1}));
  EXPECT_EQ(values(ones({2, 2}).tril(INT64_MIN)), V({0, 0, 0, 0}));
  EXPECT_EQ(values(ones({2, 2}).triu(INT64_MAX)), V({0, 0, 0, 0}));
  EXPECT_EQ(values(ones({2, 2}).triu(INT64_MIN)), V({1, 1, 1, 1}));
}

TEST(Creation, NumbersBeyondSixteenBitFloatsAreErrors) {  // libtorch 1.13.1
  const auto beyond = [](ScalarType dtype, double value) {
    for (const double v : {value, -value}) {
      Tensor t = zeros({2}, dtype);
      expect_error([&] { t.fill_(v); }, "without overflow");
      expect_error([&] { t.fill_(torchpp::tensor(v, kDouble)); }, "without overflow");
      EXPECT_EQ(values(t), V({0, 0}));
    }
  };
  beyond(kBFloat16, 3.4028234663852886e38);  // float's greatest
  beyond(kBFloat16, 3.39e38);
  beyond(kHalf, 65519);
  EXPECT_EQ(values(zeros({1}, kBFloat16).fill_(3.3895e38)), V({3.3895313892515355e38}));
  EXPECT_EQ(values(zeros({1}, kHalf).fill_(65504)), V({65504}));
}

TEST(Creation, ComplexLiteralsBecomeRealWithoutLossOnly) {  // libtorch 1.13.1
  using C = ComplexFloat;
  expect_error([] { tensor(C(1, 2), kFloat); }, "without overflow");
  expect_error([] { tensor({C(1, 2)}, kLong); }, "without overflow");
  expect_error([] { tensor({{C(1, 0), C(1, 2)}}, kDouble); }, "without overflow");
  expect_error([] { tensor(std::vector<C>{C(1, 0)}, kFloat); }, "can not do torch::tensor(complex, dtype=non-complex)");
  expect_error([] { tensor(std::vector<C>{}, kFloat); }, "can not do torch::tensor(complex, dtype=non-complex)");
  EXPECT_EQ(values(tensor({C(3, 0)}, kFloat)), V({3}));
  EXPECT_EQ(values(tensor({C(0, 2)}, kBool)), V({1}));
  EXPECT_TRUE(tensor(1.5, kComplexFloat).is_complex());
}

TEST(Creation, ConversionTakesNoRequiresGrad) {  // libtorch 1.13.1
  const Tensor x = ones({2}), g = ones({2}, requires_grad());
  for (const Tensor& t : {x, g})
    expect_error([&] { t.to(TensorOptions(kDouble).requires_grad(true)); },
                 "cannot take a TensorOptions with options.requires_grad set as true");
  EXPECT_TRUE(g.to(TensorOptions().requires_grad(false)).requires_grad());
  EXPECT_FALSE(x.to(g.options()).requires_grad());
}

TEST(Creation, EmptySizesMayBeHuge) {  // libtorch 1.13.1: sizes are multiplied from the front, and 0 ends the product
  const int64_t huge = int64_t{1} << 62;
  EXPECT_EQ(empty({0, huge, 8}).numel(), 0);
  EXPECT_EQ(empty({huge, 0, 8}, kDouble).numel(), 0);
  EXPECT_EQ(shape(zeros({0}).view({huge, 0, 8})), S({huge, 0, 8}));
  expect_error(
      [&] {
        empty({huge, 8, 0});
      },
      "Storage size calculation overflowed with sizes=[4611686018427387904, 8, 0]");
  expect_error([&] { empty({huge}); }, "of dtype Float, expected fewer than 2^63 bytes");
  expect_error([&] { zeros({1}).expand({huge, 2}); }, "numel: integer multiplication overflow");
  expect_error([&] { empty({huge}, kByte); },
               "DefaultCPUAllocator: can't allocate memory: you tried to allocate "
               "4611686018427387904 bytes");
}

TEST(Creation, FromBlobSharesMemoryAndCallsItsDeleter) {
  std::vector<float> data{1, 2, 3, 4, 5, 6};
  int deleted = 0;
  {
    Tensor t = from_blob(
        data.data(), {2, 2}, {3, 1}, [&](void* p) { deleted += p == data.data(); }, kFloat);
    t.fill_(9);
    const Tensor view = t.select(0, 0);
    t.reset();
    EXPECT_EQ(deleted, 0);
  }
  EXPECT_EQ(deleted, 1);
  EXPECT_EQ(data, std::vector<float>({9, 9, 3, 9, 9, 6}));
  expect_error([&] { from_blob(data.data(), {-1}, [&](void*) { ++deleted; }); }, "negative dimension -1");
  EXPECT_EQ(deleted, 1);
}

TEST(Copy, ConversionsAndStrides) {
  EXPECT_EQ(values(tensor({1.7f, -2.2f}).to(kLong)), V({1, -2}));
  EXPECT_EQ(values(tensor({0.f, .5f}).to(kBool)), V({0, 1}));
  const Tensor z = tensor({1.5f, 2.f}).to(kComplexDouble);
  EXPECT_EQ(values(view_as_real(z)), V({1.5, 0, 2, 0}));
  EXPECT_EQ(values(z.to(kFloat)), V({1.5, 2}));
  EXPECT_EQ(values(tensor({ComplexFloat(0, 1), ComplexFloat(0, 0)}).to(kBool)), V({1, 0}));
  const Tensor x = ones({2});
  EXPECT_TRUE(x.to(kFloat).is_same(x));
  EXPECT_FALSE(x.to(kFloat, false, true).is_same(x));
  EXPECT_TRUE(x.to(TensorOptions(kCPU)).is_same(x));
}

// Every order of three dimensions, odd sizes: tiles with edges.
TEST(Copy, EveryOrder) {
  const int64_t sizes[3] = {37, 21, 50};
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (ScalarType t : {kByte, kHalf, kFloat, kDouble, kComplexDouble}) {
    const Tensor x = arange(37 * 21 * 50).to(kDouble).remainder(200).to(t).view({37, 21, 50});
    const std::vector<double> in = values(t == kComplexDouble ? real(x) : x);
    for (const auto& o : orders) {
      const Tensor y = x.permute({o[0], o[1], o[2]}).contiguous();
      const std::vector<double> out = values(t == kComplexDouble ? real(y) : y);
      size_t k = 0;
      int64_t at[3];
      for (at[o[0]] = 0; at[o[0]] < sizes[o[0]]; ++at[o[0]])
        for (at[o[1]] = 0; at[o[1]] < sizes[o[1]]; ++at[o[1]])
          for (at[o[2]] = 0; at[o[2]] < sizes[o[2]]; ++at[o[2]], ++k)
            ASSERT_EQ(out[k], in[static_cast<size_t>((at[0] * 21 + at[1]) * 50 + at[2])]);
    }
  }
}

TEST(Copy, BroadcastOverlapAndMessages) {
  Tensor x = zeros({2, 3});
  x.copy_(tensor({1.f, 2.f, 3.f}));
  EXPECT_EQ(values(x), V({1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(x._version(), 1);
  // Rows over each other, with gaps between the elements: the outcome is as if the source had been copied first.
  Tensor y = arange(12).view({6, 2});
  y.slice(0, 1).select(1, 0).copy_(y.slice(0, 0, 5).select(1, 0));
  EXPECT_EQ(values(y.select(1, 0)), V({0, 0, 2, 4, 6, 8}));
  expect_error([&] { x.copy_(zeros({4})); },
               "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1");
  expect_error(
      [&] {
        zeros({3}).expand({2, 3}).copy_(x);
      },
      "more than one element of the written-to tensor refers to a single memory location");
  expect_error([&] { y.view({-1}).slice(0, 1).copy_(y.view({-1}).slice(0, 0, 11)); },
               "some elements of the input tensor and the written-to tensor refer to a single memory location");
  expect_error([&] { x.fill_(zeros({4})); }, "fill_ only supports 0-dimension value tensor but got tensor with 1");
}

TEST(Item, ReadsOneElement) {
  EXPECT_EQ(tensor(2.5f).item<float>(), 2.5f);
  EXPECT_EQ(tensor({3}).item<int64_t>(), 3);
  EXPECT_EQ(tensor({3}).item<float>(), 3.f);
  EXPECT_EQ(tensor({ComplexFloat(1, 2)}).conj().item().toComplexFloat(), ComplexFloat(1, -2));
  expect_error([] { zeros({2, 3}).item(); }, "a Tensor with 6 elements cannot be converted to Scalar");
  expect_error([] { zeros({0}).is_nonzero(); }, "Boolean value of Tensor with no values is ambiguous");
  EXPECT_TRUE(tensor(1).is_nonzero());
}

TEST(Resize, KeepsWhatFits) {
  Tensor x = arange(4);
  x.resize_({2, 3});
  EXPECT_EQ(values(x.view({-1}).slice(0, 0, 4)), V({0, 1, 2, 3}));
  Tensor y = zeros({2});
  y.set_(tensor({7.f}));
  EXPECT_EQ(values(y), V({7}));
}

Tensor real_part(const Tensor& t) { return t.is_complex() ? view_as_real(t).select(-1, 0) : t; }

TEST(Creation, TurnedCopiesOfAllWidths) {
  for (const ScalarType t : {kByte, kHalf, kFloat, kDouble, kComplexDouble})
    for (const int64_t channels : {1, 2, 3, 4, 5, 16, 33}) {
      const int64_t height = 67, width = 65, plane = height * width;
      const Tensor x = arange(2 * channels * plane).remainder(251).to(t).view({2, channels, height, width});
      const V last = values(real_part(x.permute({0, 2, 3, 1}).contiguous()));
      const V given = values(real_part(x));
      for (int64_t n = 0; n < 2; ++n)
        for (int64_t c = 0; c < channels; ++c)
          for (int64_t p = 0; p < plane; p += 7)
            ASSERT_EQ(last[(n * plane + p) * channels + c], given[(n * channels + c) * plane + p])
                << t << " " << channels << " channels";
      EXPECT_TRUE(x.contiguous(MemoryFormat::ChannelsLast).contiguous().equal(x)) << t << " " << channels;
    }
}

// libtorch 1.13.1: what is not zero is true, also of a number that is spread over the destination.
TEST(Copy, ComplexNumbersToBool) {
  const Tensor to = zeros({3, 2}, kBool);
  to.copy_(scalar_tensor(Scalar(ComplexDouble(0, 1)), kComplexDouble));
  EXPECT_TRUE(to.all().item<bool>());
  EXPECT_EQ(to._version(), 1);
}

TEST(Creation, LogspaceOfEveryDtype) {
  EXPECT_EQ(values(logspace(0, 3, 4, 10, kLong)), V({1, 10, 100, 1000}));
  EXPECT_EQ(values(logspace(0.7, 5.8, 4, 2, kInt)), V({1, 3, 10, 32}));
  EXPECT_EQ(values(logspace(1, 2, 5, 10, kByte)), V({10, 17, 31, 56, 100}));
  EXPECT_EQ(values(logspace(0, 2, 5, 10, kBFloat16)), V({1, 3.15625, 10, 31.625, 100}));
  EXPECT_EQ(values(logspace(1.5, 2, 1, 10, kLong)), V({31}));
  EXPECT_EQ(values(logspace(0, 2, 3, -2)), V({1, -2, 4}));
  EXPECT_TRUE(std::isnan(logspace(0, 2, 5, -2)[1].item<float>()));
  EXPECT_EQ(values(logspace(0, 1, 2, 0)), V({1, 0}));
  const Tensor z = logspace(0, Scalar(ComplexDouble(0, 2)), 3);
  EXPECT_EQ(z.dtype(), kComplexFloat);
  EXPECT_NEAR(real(z)[1].item<float>(), -0.6682, 1e-4);
  EXPECT_NEAR(imag(z)[1].item<float>(), 0.7440, 1e-4);
  Tensor out = empty({2, 2});
  EXPECT_EQ(values(logspace_out(out, 0, 3, 4)), V({1, 10, 100, 1000}));
  EXPECT_EQ(shape(out), S({2, 2}));
  EXPECT_EQ(logspace(0, 2, 3, 10, TensorOptions(kMeta)).numel(), 3);
}

TEST(Creation, Windows) {
  const auto near = [](const Tensor& got, const V& expected) {
    const V v = values(got);
    ASSERT_EQ(v.size(), expected.size());
    for (size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], expected[i], 1e-4) << i;
  };
  near(bartlett_window(5), {0, .4, .8, .8, .4});
  near(bartlett_window(5, false), {0, .5, 1, .5, 0});
  near(blackman_window(5), {0, .20077, .84923, .84923, .20077});
  near(hann_window(5), {0, .3455, .9045, .9045, .3455});
  near(hamming_window(5), {.08, .3979, .9121, .9121, .3979});
  near(hamming_window(5, false, 0.5, 0.5), values(hann_window(5, false)));
  near(hamming_window(5, true, 0.54), values(hamming_window(5)));
  near(kaiser_window(5), {5.2773e-05, .10172, .79294, .79294, .10172});
  near(kaiser_window(5, false, 12), {5.2773e-05, .21567, 1, .21567, 5.2773e-05});
  for (const int64_t n : {0, 1, 2}) EXPECT_EQ(hann_window(n).numel(), n);
  EXPECT_EQ(values(kaiser_window(1, false)), V({1}));
  EXPECT_EQ(hann_window(3, TensorOptions(kHalf)).dtype(), kHalf);
  EXPECT_EQ(kaiser_window(3, TensorOptions(kMeta)).numel(), 3);
  EXPECT_TRUE(hann_window(3, TensorOptions().requires_grad(true)).is_leaf());
  EXPECT_EQ(hann_window(3)._version(), 0);
  expect_error([] { hann_window(1, TensorOptions(kLong)); }, "hann_window expects floating point dtypes");
  expect_error([] { kaiser_window(-1); }, "kaiser_window requires non-negative window_length, got window_length=-1");
  Tensor out = empty({0}, kDouble);
  near(blackman_window_out(out, 3), {0, .63, .63});
}

TEST(Creation, FillDiagonal) {
  const auto rows = [](const Tensor& t) {
    V found;
    for (const Tensor& row : t.unbind()) found.push_back(row.any().item<bool>() ? row.argmax().item<double>() : -1);
    return found;
  };
  EXPECT_EQ(rows(zeros({7, 3}).fill_diagonal_(1, true)), V({0, 1, 2, -1, 0, 1, 2}));
  EXPECT_EQ(rows(zeros({6, 3}).fill_diagonal_(1, true)), V({0, 1, 2, -1, 0, 1}));
  EXPECT_EQ(rows(zeros({3, 7}).t().fill_diagonal_(1, true)), V({0, 1, 2, -1, 0, 1, 2}));
  EXPECT_EQ(rows(zeros({3, 7}).fill_diagonal_(1, true)), V({0, 1, 2}));
  EXPECT_EQ(zeros({0, 0}).fill_diagonal_(1).numel(), 0);
  const Tensor leaf = ones({3, 3}).requires_grad_();
  (leaf * 1).fill_diagonal_(2).sum().backward();
  EXPECT_EQ(values(leaf.grad()), V({0, 1, 1, 1, 0, 1, 1, 1, 0}));
}

// As many elements as begin anywhere in the memory, and none beside them.
TEST(Creation, FillsWriteTheirElementsAlone) {
  for (ScalarType t : {kByte, kShort, kBFloat16, kInt, kFloat, kLong, kDouble, kComplexFloat, kComplexDouble})
    for (int64_t n = 0; n < 70; ++n)
      for (const int64_t first : {0, 1, 3}) {
        const Tensor memory = zeros({80}, t);
        memory.narrow(0, first, n).fill_(7);
        const Tensor at = arange(80);
        EXPECT_TRUE(memory.equal((at.ge(first) & at.lt(first + n)).to(t) * 7)) << t << ' ' << n << ' ' << first;
      }
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
// Random numbers on CUDA: those of the CPU's Philox engine from the same seed and offset.
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>
#include <torchpp/dispatch/op.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/support/error_of.h"

namespace torchpp {
namespace {

class CudaRandom : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
};

constexpr ScalarType kReal[] = {kFloat, kDouble, kHalf, kBFloat16};
constexpr ScalarType kNumbers[] = {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong};
// Not multiples of what a thread writes; one block of the grid and several.
constexpr int64_t kSizes[] = {0, 1, 3, 15, 16, 17, 100, 5000};

using Draw = std::function<void(const Tensor&, const Generator&)>;

// Two fills of the tensor, and of its twin on the device: the second begins where the first left the generator.
void compare_fill(const Tensor& cpu, const Draw& draw, double times = 0) {
  const Tensor device = on_device(cpu);
  for (uint64_t offset : {uint64_t{0}, uint64_t{1} << 34}) {
    Generator reference = Generator::philox(123456789012345);
    Generator generator = cuda::default_generator().clone();
    generator.set_current_seed(123456789012345);
    reference.set_offset(offset);
    generator.set_offset(offset);
    for (int fill = 0; fill < 2; ++fill) {
      draw(cpu, reference);
      draw(device, generator);
      EXPECT_EQ(generator.get_offset(), reference.get_offset());
      expect_close(device, cpu, times);
    }
  }
}
void compare(ScalarType dtype, const Draw& draw, double times = 0) {
  for (int64_t n : kSizes) compare_fill(empty({n}, dtype), draw, times);
  compare_fill(empty({6, 7}, dtype).t(), draw, times);                  // dense in another order
  compare_fill(empty({6, 70}, dtype).slice(1, 1, 70, 3), draw, times);  // with gaps
  compare_fill(empty({40}, dtype).slice(0, 3), draw, times);            // begins at no multiple of 16 bytes
}

TEST_F(CudaRandom, Uniform) {
  for (ScalarType t : kReal) {
    compare(t, [](const Tensor& x, const Generator& g) { x.uniform_(0, 1, g); });
    compare(t, [](const Tensor& x, const Generator& g) { x.uniform_(-2.5, 7.25, g); });
  }
  compare_fill(empty({5, 3}, kComplexFloat), [](const Tensor& x, const Generator& g) { x.uniform_(0, 1, g); });
}

TEST_F(CudaRandom, Normal) {
  for (ScalarType t : kReal)
    compare(
        t, [](const Tensor& x, const Generator& g) { x.normal_(0.5, 2, g); }, 1);
  for (ScalarType t : {kComplexFloat, kComplexDouble})
    compare_fill(
        empty({5, 13}, t), [](const Tensor& x, const Generator& g) { x.normal_(3, 0.5, g); }, 1);
}

TEST_F(CudaRandom, Integers) {
  for (ScalarType t : kNumbers) {
    compare(t, [](const Tensor& x, const Generator& g) { x.random_(g); });
    compare(t, [](const Tensor& x, const Generator& g) { x.random_(100, g); });
    compare(t, [](const Tensor& x, const Generator& g) { x.random_(3, 67, g); });  // a power of two
  }
  compare(kBool, [](const Tensor& x, const Generator& g) { x.random_(g); });
  for (ScalarType t : {kLong, kDouble, kFloat, kBFloat16}) {
    compare(t, [](const Tensor& x, const Generator& g) { x.random_(std::numeric_limits<int64_t>::min(), {}, g); });
    compare(t, [](const Tensor& x, const Generator& g) { x.random_(0, {}, g); });
  }
  compare(kLong, [](const Tensor& x, const Generator& g) { x.random_(-5, int64_t{1} << 40, g); });
}

TEST_F(CudaRandom, Bernoulli) {
  for (ScalarType t : {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong, kBool}) {
    for (double p : {0.0, 0.3, 1.0}) compare(t, [p](const Tensor& x, const Generator& g) { x.bernoulli_(p, g); });
    for (ScalarType of : {kFloat, kDouble, kBFloat16})
      compare(t, [of](const Tensor& x, const Generator& g) {
        const Tensor p = linspace(0, 1, x.sizes().back(), of).expand(x.sizes());
        x.bernoulli_(x.is_cuda() ? on_device(p) : p, g);
      });
  }
  // A probability per element, in the order of the destination's memory.
  compare_fill(empty({5, 7}, kFloat).t(), [](const Tensor& x, const Generator& g) {
    const Tensor p = linspace(0, 1, 35, kFloat).view({7, 5});
    x.bernoulli_(x.is_cuda() ? on_device(p) : p, g);
  });
  compare_fill(empty({5, 7}, kFloat).slice(1, 0, 7, 2), [](const Tensor& x, const Generator& g) {
    const Tensor p = linspace(0, 1, 20, kFloat).view({4, 5}).t();
    x.bernoulli_(x.is_cuda() ? on_device(p) : p, g);
  });
  // The CPU has no halves here; libtorch's CUDA kernel takes them as float.
  const Tensor p = linspace(0, 1, 33, kHalf), drawn = empty({33}, kFloat);
  Generator reference = Generator::philox(5), generator = cuda::default_generator().clone();
  generator.set_current_seed(5);
  const Tensor device = on_device(drawn);
  drawn.bernoulli_(p.to(kFloat), reference);
  device.bernoulli_(on_device(p), generator);
  expect_close(device, drawn, 0);
  generator.set_current_seed(5);
  device.zero_().bernoulli_(p, generator);  // from the host
  expect_close(device, drawn, 0);
}

TEST_F(CudaRandom, Distributions) {
  for (ScalarType t : kReal) {
    compare(
        t, [](const Tensor& x, const Generator& g) { x.exponential_(1.5, g); }, 1);
    compare(
        t, [](const Tensor& x, const Generator& g) { x.cauchy_(1, 0.01, g); }, 1);
    compare(
        t, [](const Tensor& x, const Generator& g) { x.log_normal_(0.5, 0.25, g); }, 1);
  }
  for (ScalarType t : kNumbers)
    compare(
        t, [](const Tensor& x, const Generator& g) { x.geometric_(0.2, g); }, 1);
}

// Draws of numbers with this mean and variance, of which 16-bit dtypes hold all that occur.
void expect_moments(const std::function<Tensor()>& draw, double mean, double variance, bool counts = true) {
  cuda::manual_seed(5);
  const uint64_t before = cuda::default_generator(0).get_offset();
  const Tensor first = draw(), second = draw();
  const int64_t n = first.numel();
  EXPECT_EQ(cuda::default_generator(0).get_offset() - before, static_cast<uint64_t>(8 * n));
  const Tensor x = first.cpu().to(kDouble);
  EXPECT_NEAR(x.mean().item<double>(), mean, 5 * std::sqrt(variance / static_cast<double>(n)) + 1e-9);
  EXPECT_NEAR((x - mean).square().mean().item<double>(), variance, 0.15 * variance + 1e-9);
  EXPECT_EQ(equal(x, x.floor()), counts);
  EXPECT_EQ(variance == 0, equal(first, second));
  cuda::manual_seed(5);
  EXPECT_TRUE(equal(draw(), first));
  EXPECT_TRUE(equal(draw(), second));
}

TEST_F(CudaRandom, Poisson) {
  for (ScalarType t : kReal)
    for (double rate : {0.0, 0.5, 3.0, 9.5, 10.0, 60.0}) {
      SCOPED_TRACE(str(t, ", ", rate));
      const Tensor rates = full({3000}, rate, TensorOptions(t).device(kCUDA));
      expect_moments([&] { return poisson(rates); }, rate, rate);
    }
}

TEST_F(CudaRandom, Gamma) {
  for (ScalarType t : kReal)
    for (double shape : {0.5, 1.0, 4.0, 60.0}) {
      SCOPED_TRACE(str(t, ", ", shape));
      const Tensor shapes = full({3000}, shape, TensorOptions(t).device(kCUDA));
      expect_moments([&] { return _standard_gamma(shapes); }, shape, shape, false);
    }
  const Tensor points = _sample_dirichlet(full({500, 3}, 0.5, TensorOptions(kFloat).device(kCUDA))).cpu();
  EXPECT_TRUE(points.sum(1).allclose(ones({500})));
  EXPECT_TRUE((points > 0).all().item<bool>() && (points < 1).all().item<bool>());
}

TEST_F(CudaRandom, Binomial) {
  for (ScalarType t : kReal)
    for (double p : {0.0, 0.0625, 0.25, 0.5, 0.875, 1.0})
      for (double n : {0.0, 6.0, 100.0}) {
        SCOPED_TRACE(str(t, ", ", n, ", ", p));
        const TensorOptions options = TensorOptions(t).device(kCUDA);
        const Tensor counts = full({3000}, n, options), probs = full({}, p, options);
        expect_moments([&] { return binomial(counts, probs); }, n * p, n * p * (1 - p));
      }
  const Tensor odd = tensor({std::nan(""), 5.0}, kDouble).to(Device(kCUDA));
  EXPECT_TRUE(std::isnan(binomial(odd, full_like(odd, 0.5))[0].item<double>()));
  EXPECT_TRUE(std::isnan(binomial(full_like(odd, 5), odd.clone().div_(5))[0].item<double>()));
}

TEST_F(CudaRandom, RowsOfWeights) {
  manual_seed(1);
  Tensor weights = rand({7, 300}, kDouble);
  weights.masked_fill_(rand({7, 300}, kDouble).lt(0.5), 0);
  for (ScalarType t : {kFloat, kDouble}) {
    const Tensor on_cpu = weights.to(t), w = on_cpu.to(Device(kCUDA));
    Generator reference = Generator::philox(9), generator = cuda::default_generator().clone();
    generator.set_current_seed(9);
    generator.set_offset(0);
    for (bool replacement : {true, false}) {
      const Tensor drawn = multinomial(w, 100, replacement, generator);
      EXPECT_TRUE(equal(drawn.cpu(), multinomial(on_cpu, 100, replacement, reference)));
      EXPECT_GT(w.gather(1, drawn).min().item<double>(), 0);
    }
    const Tensor once = std::get<0>(multinomial(w, 100, false, generator).sort(1));
    EXPECT_TRUE(once.narrow(1, 1, 99).ne(once.narrow(1, 0, 99)).all().item<bool>());
  }
  for (bool replacement : {true, false})
    for (double wrong : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      Tensor w = weights.clone();
      w[3][4] = wrong;
      EXPECT_EQ(test::error_of([&] { multinomial(w.to(Device(kCUDA)), 2, replacement); }),
                test::error_of([&] { multinomial(w, 2, replacement); }));
    }
}

TEST_F(CudaRandom, GeneratorOfTheDevice) {
  const Device device(kCUDA, 0);
  Generator& g = cuda::default_generator(0);
  EXPECT_EQ(g.device(), device);
  EXPECT_EQ(g.clone().device(), device);
  EXPECT_EQ(Generator::philox(1).device(), Device(kCPU));

  cuda::manual_seed(11);
  const Tensor a = rand({100}, device);
  EXPECT_EQ(g.get_offset(), 100u);
  const Tensor b = rand({3}, device);
  EXPECT_EQ(g.get_offset(), 104u);  // a multiple of 4
  cuda::manual_seed(11);
  EXPECT_TRUE(equal(rand({100}, device), a));
  EXPECT_TRUE(equal(rand({3}, device), b));
  g.set_offset(100);
  EXPECT_TRUE(equal(rand({3}, device), b));
  EXPECT_FALSE(equal(rand({100}, device), a));
  // As in libtorch one call seeds all devices.
  manual_seed(11);
  EXPECT_EQ(g.current_seed(), 11u);
  EXPECT_TRUE(equal(rand({100}, device), a));
  // Draws on the CPU do not advance the device's generator, nor the reverse.
  manual_seed(3);
  const uint64_t offset = g.get_offset();
  const Tensor c = rand({4});
  EXPECT_EQ(g.get_offset(), offset);
  manual_seed(3);
  rand({4}, device);
  EXPECT_TRUE(equal(rand({4}), c));
}

TEST_F(CudaRandom, Errors) {
  const Tensor x = empty({4}, Device(kCUDA));
  // libtorch's text.
  for (const Generator& g : {make_generator(1), Generator::philox(1)})
    EXPECT_NE(test::error_of([&] {
                x.uniform_(0, 1, g);
              }).find("Expected a 'cuda' device type for generator but found 'cpu'"),
              std::string::npos);
  EXPECT_NE(test::error_of([&] {
              empty({4}).uniform_(0, 1, cuda::default_generator());
            }).find("Expected a 'cpu' device type for generator but found 'cuda'"),
            std::string::npos);
  const uint64_t offset = cuda::default_generator().get_offset();
  EXPECT_THROW(x.uniform_(2, 1), Error);
  EXPECT_THROW(x.normal_(0, -1), Error);
  EXPECT_THROW(x.bernoulli_(1.5), Error);
  EXPECT_THROW(x.geometric_(0), Error);
  EXPECT_THROW(x.exponential_(-1), Error);
  EXPECT_THROW(x.log_normal_(0, 0), Error);
  EXPECT_THROW(x.random_(5, 5), Error);
  EXPECT_THROW(x.to(kLong).uniform_(), Error);
  EXPECT_THROW(x.to(kLong).cauchy_(), Error);
  EXPECT_THROW(x.to(kBool).geometric_(0.5), Error);
  EXPECT_THROW(x.expand({3, 4}).uniform_(), Error);
  EXPECT_EQ(cuda::default_generator().get_offset(), offset);
}

TEST_F(CudaRandom, Dropout) {
  for (ScalarType t : kReal)
    for (int64_t n : kSizes)
      for (double p : {0.0, 0.25, 1.0}) {
        const Tensor x = arange(1, n + 1, kFloat).remainder(13).sub(3).to(t);
        cuda::manual_seed(21);
        const TensorPair got = native_dropout(on_device(x), p, true);
        Generator reference = Generator::philox(21);
        const Tensor mask = empty({n}, kBool);
        mask.bernoulli_(1 - p, reference);
        expect_close(std::get<1>(got), mask, 0);
        expect_close(std::get<0>(got), x.mul(mask.to(t)).mul(p == 1 ? 0 : 1 / (1 - p)), 1);
        EXPECT_EQ(cuda::default_generator().get_offset(), reference.get_offset());
      }
  const Tensor x = rand({5, 8}) + 1;
  cuda::manual_seed(4);
  const TensorPair dense = native_dropout(on_device(x), 0.5, true);
  cuda::manual_seed(4);
  const TensorPair strided = native_dropout(on_device(cat({x, x}, 1)).slice(1, 0, 8), 0.5, true);
  EXPECT_TRUE(equal(std::get<0>(dense), std::get<0>(strided)));
  EXPECT_TRUE(equal(std::get<1>(dense), std::get<1>(strided)));
  // In the order of memory, and results of the same strides.
  cuda::manual_seed(4);
  const TensorPair permuted = native_dropout(on_device(x.view({8, 5})).t(), 0.5, true);
  EXPECT_EQ(std::get<0>(permuted).strides(), IntArrayRef({1, 5}));
  EXPECT_EQ(std::get<1>(permuted).strides(), IntArrayRef({1, 5}));
  EXPECT_TRUE(equal(std::get<0>(dense).view({8, 5}).t(), std::get<0>(permuted)));
  EXPECT_TRUE(equal(std::get<1>(dense).view({8, 5}).t(), std::get<1>(permuted)));

  const TensorPair off = native_dropout(on_device(x), 0.5, false);
  expect_close(std::get<0>(off), x, 0);
  EXPECT_TRUE(std::get<1>(off).all().item<bool>());
  // Where it is dropped, NaN stays NaN.
  EXPECT_TRUE(std::get<0>(native_dropout(full({3}, std::numeric_limits<double>::quiet_NaN(), Device(kCUDA)), 1, true))
                  .isnan()
                  .all()
                  .item<bool>());
  // The gradient: elements that lie alike, in other orders, broadcast, and by products of other dtypes.
  const Tensor mask = x.gt(1.5);
  for (ScalarType t : {kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kInt}) {
    const Tensor grad = x.mul(4).to(t);
    for (const Tensor& g : {grad, grad.t().contiguous().t(), grad.slice(1, 0, 8, 2).repeat({1, 2})}) {
      expect_close(native_dropout_backward(on_device(g), on_device(mask), 1.75), native_dropout_backward(g, mask, 1.75),
                   1);
      expect_close(native_dropout_backward(on_device(g), on_device(mask[2]), 1.75),
                   native_dropout_backward(g, mask[2], 1.75), 1);
    }
  }
  EXPECT_THROW(native_dropout(on_device(x), 1.5, true), Error);
  EXPECT_THROW(native_dropout(on_device(x).to(kLong), 0.5, true), Error);
}

TEST_F(CudaRandom, Permutations) {
  const Device device(kCUDA);
  for (int64_t n : {0, 1, 2, 17, 100, 3000}) {
    const Tensor p = randperm(n, TensorOptions(device));
    EXPECT_EQ(p.scalar_type(), kLong);
    expect_close(std::get<0>(p.cpu().sort()), arange(n), 0);
  }
  cuda::manual_seed(8);
  const Tensor a = randperm(50, TensorOptions(device)), b = randperm(50, TensorOptions(device));
  EXPECT_FALSE(equal(a, b));
  cuda::manual_seed(8);
  EXPECT_TRUE(equal(randperm(50, TensorOptions(device)), a));
  for (ScalarType t : {kInt, kFloat, kHalf, kByte}) {
    cuda::manual_seed(8);
    EXPECT_TRUE(equal(randperm(50, TensorOptions(device).dtype(t)), a.to(t)));
  }
  EXPECT_THROW(randperm(-1, TensorOptions(device)), Error);
  EXPECT_THROW(randperm(4, TensorOptions(device).dtype(kBool)), Error);
}

}  // namespace
}  // namespace torchpp

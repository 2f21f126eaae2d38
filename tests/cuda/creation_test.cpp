// SPDX-License-Identifier: BSD-3-Clause
// Ranges, joined tensors, triangles and mirrored copies on CUDA against the CPU's kernels.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <vector>

#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"

namespace torchpp {
namespace {

class CudaCreation : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
};

constexpr ScalarType kReal[] = {kFloat, kDouble, kHalf, kBFloat16, kByte, kChar, kShort, kInt, kLong};
constexpr ScalarType kAll[] = {kFloat, kDouble, kHalf, kBFloat16,     kByte,          kChar,
                               kShort, kInt,    kLong, kComplexFloat, kComplexDouble, kBool};

Tensor numbers(IntArrayRef sizes, ScalarType dtype = kFloat) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return arange(n, kLong).remainder(53).add(1).to(dtype).view(sizes);
}
Tensor itself(const Tensor& t) { return t; }
// f(at) on the CPU, where `at` returns the tensor itself, and on the device, where `at` copies it there. Strides must
// be equal, too.
template <class F>
void compare(const F& f) {
  const Tensor got = f(&on_device), expected = f(&itself);
  expect_close(got, expected, 0);
  EXPECT_EQ(got.strides(), expected.strides());
}

TEST_F(CudaCreation, Ranges) {
  const Device device(kCUDA);
  for (ScalarType t : kReal) {
    const TensorOptions here(t), there = here.device(device);
    for (int64_t n : {0, 1, 5, 16, 100}) {
      expect_close(arange(n, there), arange(n, here), 0);
      expect_close(linspace(0, 100, n, there), linspace(0, 100, n, here), 1);
    }
    expect_close(arange(100, 3, -7, there), arange(100, 3, -7, here), 0);
    expect_close(linspace(90, 3, 31, there), linspace(90, 3, 31, here), 1);
  }
  expect_close(arange(5000, TensorOptions(device)), arange(5000), 0);
  expect_close(arange(0.25, 3, 0.1, TensorOptions(device)), arange(0.25, 3, 0.1), 1);
  for (ScalarType t : {kComplexFloat, kComplexDouble}) {
    const Scalar first(ComplexDouble(1, -2)), last(ComplexDouble(-3, 5));
    for (int64_t n : {1, 2, 9})
      expect_close(linspace(first, last, n, TensorOptions(t).device(device)), linspace(first, last, n, t), 1);
  }
  EXPECT_THROW(arange(0, 5, 0, TensorOptions(device)), Error);
  EXPECT_THROW(arange(5, TensorOptions(kBool).device(device)), Error);
  EXPECT_THROW(linspace(0, 1, -1, TensorOptions(device)), Error);
  const int64_t huge = int64_t{1} << 62;
  for (const auto& make : {+[](int64_t n) { return empty({n}, TensorOptions(kCUDA)); },
                           +[](int64_t n) { return full({n}, 3., TensorOptions(kCUDA)); },
                           +[](int64_t n) { return linspace(0, 1, n, TensorOptions(kCUDA)); },
                           +[](int64_t n) { return ones({1}, TensorOptions(kCUDA)).repeat(n); }}) {
    EXPECT_THROW(make(huge), Error) << "bytes overflow";
    EXPECT_THROW(make(huge / 4), OutOfMemoryError);
  }
  EXPECT_THROW(linspace(0, 1, 4, TensorOptions(kBool).device(device)), Error);
}

TEST_F(CudaCreation, Cat) {
  for (ScalarType t : kAll)
    for (int64_t d : {0, 1, 2, -1}) {
      const Tensor a = numbers({4, 3, 5}, t), b = numbers({4, 3, 5}, t).flip(0);
      compare([&](auto at) { return cat({at(a), at(b), at(a)}, d); });
      compare([&](auto at) { return cat({at(a), at(b.slice(d, 1, 2)), at(a.slice(d, 0, 0))}, d); });
      compare([&](auto at) { return cat({at(a.transpose(0, 2).contiguous().transpose(0, 2)), at(b)}, d); });
    }
  // Lengths that allow wide units and such that do not, more parts than one launch takes, and an address in between.
  for (int64_t width : {1, 2, 3, 4, 8, 64}) {
    std::vector<Tensor> parts;
    for (int64_t i = 0; i < 150; ++i) parts.push_back(numbers({3, (i % 5) * width}, kHalf) + i);
    for (int64_t d : {0, 1}) {
      const auto joined = [&](auto at) {
        std::vector<Tensor> there;
        for (const Tensor& p : parts) there.push_back(at(d == 1 ? p : p.reshape({-1, width})));
        return cat(there, d);
      };
      compare(joined);
    }
  }
  const Tensor x = numbers({100});
  compare([&](auto at) { return cat({at(x).slice(0, 1), at(x).slice(0, 3, 40)}); });
  compare([&](auto at) { return cat({at(x).slice(0, 0, 0), at(numbers({2, 3}))}); });  // of shape (0,): passed over
  compare([&](auto at) { return cat({at(x), at(numbers({7}, kLong)), at(numbers({7}, kDouble))}); });
  compare([&](auto at) { return cat({at(x.to(kComplexFloat).mul(Scalar(ComplexDouble(0, 1)))).conj(), at(x)}); });
  compare([&](auto at) {
    const Tensor image = at(numbers({2, 3, 4, 5})).contiguous(MemoryFormat::ChannelsLast);
    return cat({image, image}, 1);
  });
  EXPECT_THROW(cat(std::vector<Tensor>{on_device(numbers({2, 3})), on_device(numbers({2, 4}))}, 0), Error);
  EXPECT_THROW(cat(std::vector<Tensor>{on_device(numbers({2, 3})), on_device(numbers({2}))}, 0), Error);
  EXPECT_THROW(cat(std::vector<Tensor>{on_device(tensor(1.0))}, 0), Error);
  EXPECT_THROW(cat(std::vector<Tensor>{on_device(numbers({2, 3})), numbers({2, 3})}, 0), Error);
  EXPECT_THROW(cat(std::vector<Tensor>{numbers({2, 3}), on_device(numbers({2, 3}))}, 0), Error);
}

TEST_F(CudaCreation, Flip) {
  for (ScalarType t : kAll) {
    const Tensor x = numbers({4, 5, 6}, t);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}, {-1, 1}, {0, 1, 2}}) {
      compare([&](auto at) { return at(x).flip(dims); });
      compare([&](auto at) { return at(x).transpose(0, 2).flip(dims); });
      compare([&](auto at) { return at(x).slice(2, 1, 6, 2).flip(dims); });
    }
  }
  compare([&](auto at) { return at(numbers({5000})).flip(0); });
  compare([&](auto at) { return at(tensor(3.0)).flip(IntArrayRef()); });
  compare([&](auto at) { return at(numbers({0, 3})).flip(1); });
  compare([&](auto at) { return at(numbers({3, 1})).expand({3, 4}).flip({0, 1}); });
  compare([&](auto at) { return at(numbers({9}, kComplexFloat).mul(Scalar(ComplexDouble(1, 1)))).conj().flip(0); });
  EXPECT_THROW(on_device(numbers({3})).flip({0, 0}), Error);
  EXPECT_THROW(on_device(numbers({3})).flip(1), Error);
}

TEST_F(CudaCreation, Triangles) {
  for (ScalarType t : kAll)
    for (int64_t diagonal : {-4, -1, 0, 2, 9}) {
      const Tensor x = numbers({3, 4, 6}, t);
      compare([&](auto at) { return at(x).tril(diagonal); });
      compare([&](auto at) { return at(x).triu(diagonal); });
      compare([&](auto at) { return at(x).transpose(1, 2).tril(diagonal); });
      compare([&](auto at) { return at(x).slice(2, 0, 6, 2).triu(diagonal); });
      compare([&](auto at) {
        const Tensor y = at(x).clone().transpose(0, 2);
        op::triu(Out::in_place(y), y, diagonal);
        return y;
      });
      compare([&](auto at) {
        Tensor out = at(numbers({1}, t));
        return tril_out(out, at(x.select(0, 1)), diagonal);
      });
    }
  compare([&](auto at) { return at(numbers({70, 80})).tril(3); });
  compare([&](auto at) { return at(numbers({2, 0, 3})).triu(); });
  compare([&](auto at) { return at(numbers({3, 3}, kComplexFloat).mul(Scalar(ComplexDouble(1, 1)))).conj().tril(); });
  compare([&](auto at) {  // the destination shares memory with the source
    const Tensor y = at(numbers({5, 5})).clone();
    Tensor out = y.t();
    return tril_out(out, y);
  });
  EXPECT_THROW(on_device(numbers({3})).tril(), Error);
}

}  // namespace
}  // namespace torchpp

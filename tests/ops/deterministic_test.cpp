// SPDX-License-Identifier: BSD-3-Clause
// Operators that libtorch 1.13.1 refuses, or computes in another way, while deterministic algorithms are asked for
// (the documentation of torch.use_deterministic_algorithms). Here none throws, and the bits are those of the usual
// mode, with any number of threads.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cstring>
#include <functional>

namespace torchpp {
namespace {

namespace F = nn::functional;

class Deterministic : public ::testing::Test {
 protected:
  void SetUp() override {
    manual_seed(3);
    threads_ = get_num_threads();
  }
  void TearDown() override {
    use_deterministic_algorithms(false);
    set_num_threads(threads_);
  }
  // Compares the results of f in both modes and with 1 to 8 threads.
  static void check(const char* name, const std::function<Tensor()>& f) {
    SCOPED_TRACE(name);
    use_deterministic_algorithms(false);
    set_num_threads(1);
    const Tensor expected = f().contiguous();
    for (const bool on : {false, true})
      for (const int threads : {1, 2, 3, 4, 8}) {
        use_deterministic_algorithms(on);
        set_num_threads(threads);
        const Tensor got = f().contiguous();
        ASSERT_EQ(got.sizes(), expected.sizes());
        EXPECT_EQ(std::memcmp(got.data_ptr(), expected.data_ptr(), got.nbytes()), 0)
            << threads << " threads, " << (on ? "deterministic" : "usual") << " mode";
      }
  }
  // The gradient of the sum of f's squares.
  static std::function<Tensor()> gradient(const Tensor& x, const std::function<Tensor(const Tensor&)>& f) {
    return [=] {
      const Tensor leaf = x.detach().clone().requires_grad_();
      f(leaf).square().sum().backward();
      return leaf.grad();
    };
  }

 private:
  int threads_ = 1;
};

// NaNs of many signs and payloads meet, of which a sum or product keeps one.
TEST_F(Deterministic, BitsOfNaN) {
  const auto nans = [](IntArrayRef sizes, ScalarType t) {
    const Tensor payload = randint(1, 1 << 21, sizes, kLong), sign = randint(0, 2, sizes, kLong);
    if (t == kDouble) return (payload * (1LL << 20) + 0x7ff8000000000000 + sign * INT64_MIN).view(kDouble);
    return (payload + 0x7fc00000 + sign * INT32_MIN).to(kInt).view(kFloat);
  };
  for (const ScalarType t : {kFloat, kDouble})
    for (const int64_t width : {100, 200, 513, 1025, 1100}) {
      SCOPED_TRACE(width);
      const int64_t most = t == kDouble ? 700 : 2000;
      const Tensor line = nans({30, width}, t), rows = nans({most, width}, t);
      const Tensor part = nans({30, 7, width + 5}, t).narrow(2, 0, width), parts = nans({most / 4, 7, width}, t);
      const Tensor at = randint(0, 30, {most}, kLong), few = at.narrow(0, 0, most / 4);
      check("index_add", [&] { return line.index_add(0, at, rows); });
      check("index_add, scaled", [&] { return line.index_add(0, at, rows, 2); });
      check("index_add to parts", [&] { return part.clone().index_add_(0, few, parts); });
      check("index_add in place of parts", [&] {
        const Tensor whole = zeros({30, 7, width + 5}, t), inner = whole.narrow(2, 0, width);
        inner.copy_(part);
        return inner.index_add_(0, few, parts);
      });
      check("index_reduce", [&] { return line.index_reduce(0, at, rows, "prod"); });
      check("index_put", [&] { return line.index_put({at}, rows, true); });
      const Tensor spread = at.view({most, 1}).expand({most, width});
      check("scatter_add", [&] { return line.scatter_add(0, spread, rows); });
      check("scatter_reduce", [&] { return line.scatter_reduce(0, spread, rows, "prod"); });
    }
}

TEST_F(Deterministic, WritesAtRepeatedPositions) {
  const Tensor at = randint(0, 50, {20000}, kLong), values = randn({20000}), rows = randn({20000, 3});
  const Tensor line = zeros({50}), table = zeros({50, 3});
  check("put", [&] { return line.put(at, values); });
  check("put, accumulating", [&] { return line.put(at, values, true); });
  check("index_put", [&] { return line.index_put({at}, values); });
  check("index_put, accumulating", [&] { return line.index_put({at}, values, true); });
  check("index_add", [&] { return table.index_add(0, at, rows); });
  check("index_copy", [&] { return table.index_copy(0, at, rows); });
  check("scatter", [&] { return line.scatter(0, at, values); });
  check("scatter_add", [&] { return line.scatter_add(0, at, values); });
  for (const char* reduce : {"sum", "prod", "mean", "amax", "amin"})
    check(reduce, [&] { return line.scatter_reduce(0, at, values, reduce); });
  check("the gradient of gather", gradient(randn({50}), [&](const Tensor& x) { return x.gather(0, at); }));
  check("the gradient of index_select",
        gradient(randn({50, 3}), [&](const Tensor& x) { return x.index_select(0, at); }));
  check("the gradient of repeat_interleave", gradient(randn({50}), [&](const Tensor& x) {
          return x.repeat_interleave(randint(0, 9, {50}, kLong).fill_(7));
        }));
}

// The last of the elements that name a position is taken.
TEST_F(Deterministic, TheLastWriteCounts) {
  use_deterministic_algorithms(true);
  const Tensor at = tensor({1, 0, 1, 1}, kLong), values = tensor({1.f, 2.f, 3.f, 4.f});
  const Tensor expected = tensor({2.f, 4.f, 0.f});
  EXPECT_TRUE(equal(zeros({3}).put(at, values), expected));
  EXPECT_TRUE(equal(zeros({3}).index_put({at}, values), expected));
  EXPECT_TRUE(equal(zeros({3}).index_copy(0, at, values), expected));
  EXPECT_TRUE(equal(zeros({3}).scatter(0, at, values), expected));
}

TEST_F(Deterministic, CountsScansAndOrderStatistics) {
  const Tensor at = randint(0, 50, {20000}, kLong), values = randn({20000});
  check("bincount", [&] { return at.bincount(values); });
  check("histc", [&] { return values.histc(20); });
  check("cumsum", [&] { return values.cumsum(0); });
  check("kthvalue", [&] { return std::get<1>(at.kthvalue(300)); });
  check("median", [&] { return std::get<1>(at.median(0)); });
}

TEST_F(Deterministic, GradientsOfImages) {
  const Tensor x = randn({2, 3, 24, 24}), volume = randn({1, 2, 12, 12, 12}), signal = randn({2, 3, 64});
  const auto pad = [](std::vector<int64_t> sizes, const F::PadFuncOptions::mode_t& mode) {
    return [=](const Tensor& t) { return F::pad(t, F::PadFuncOptions(sizes).mode(mode)); };
  };
  check("reflection_pad1d", gradient(signal, pad({3, 2}, kReflect)));
  check("reflection_pad2d", gradient(x, pad({1, 2, 3, 4}, kReflect)));
  check("reflection_pad3d", gradient(volume, pad({1, 2, 3, 4, 1, 1}, kReflect)));
  check("replication_pad1d", gradient(signal, pad({3, 2}, kReplicate)));
  check("replication_pad2d", gradient(x, pad({1, 2, 3, 4}, kReplicate)));
  check("replication_pad3d", gradient(volume, pad({1, 2, 3, 4, 1, 1}, kReplicate)));
  const auto resize = [](const F::InterpolateFuncOptions::mode_t& mode, std::vector<int64_t> size) {
    return [=](const Tensor& t) { return F::interpolate(t, F::InterpolateFuncOptions().size(size).mode(mode)); };
  };
  check("linear", gradient(signal, resize(kLinear, {100})));
  check("bilinear", gradient(x, resize(kBilinear, {40, 31})));
  check("bicubic", gradient(x, resize(kBicubic, {40, 31})));
  check("trilinear", gradient(volume, resize(kTrilinear, {20, 9, 15})));
  check("adaptive_avg_pool2d", gradient(x, [](const Tensor& t) { return adaptive_avg_pool2d(t, {5, 7}); }));
  check("adaptive_max_pool2d", gradient(x, [](const Tensor& t) {
          return std::get<0>(adaptive_max_pool2d(t, {5, 7}));
        }));
  check("max_pool3d", gradient(volume, [](const Tensor& t) { return max_pool3d(t, 3, 1); }));
  check("avg_pool3d", gradient(volume, [](const Tensor& t) { return avg_pool3d(t, 3, 1); }));
  const Tensor points = rand({2, 30, 30, 2}).mul(2).sub(1);
  const Tensor many = randn({2, 11, 24, 24}), grid = randn({2, 300, 200, 2});
  for (const int64_t mode : {0, 1})
    check("grid_sample", gradient(many, [&](const Tensor& t) { return grid_sampler(t, points, mode, 0, false); }));
  check("affine_grid_generator", gradient(randn({2, 2, 3}), [&](const Tensor& t) {
          return affine_grid_generator(t, {2, 1, 300, 200}, false) * grid;
        }));
  check("max_unpool2d", [&] {
    const auto [most, places] = max_pool2d_with_indices(x, 3, 1);
    return max_unpool2d(most, places, {24, 24});
  });
}

TEST_F(Deterministic, GradientsOfTablesAndLosses) {
  const Tensor at = randint(0, 20, {3000}, kLong), offsets = arange(0, 3000, 10, kLong);
  for (const int64_t mode : {0, 1, 2})
    check("embedding_bag", gradient(randn({20, 8}), [&](const Tensor& t) {
            return std::get<0>(embedding_bag(t, at, offsets, false, mode));
          }));
  for (const ScalarType dtype : {kFloat, kBFloat16})
    check("embedding", gradient(randn({20, 8}).to(dtype), [&](const Tensor& t) { return embedding(t, at); }));
  const Tensor labels = randint(0, 5, {2, 16, 16}, kLong);
  check("nll_loss2d", gradient(randn({2, 5, 16, 16}), [&](const Tensor& t) { return nll_loss_nd(t, labels); }));
  const Tensor targets = randint(1, 5, {4, 6}, kLong);
  check("ctc_loss", gradient(randn({20, 4, 5}), [&](const Tensor& t) {
          return ctc_loss(t.log_softmax(-1), targets, IntArrayRef({20, 20, 20, 20}), IntArrayRef({6, 5, 4, 3}));
        }));
}

}  // namespace
}  // namespace torchpp

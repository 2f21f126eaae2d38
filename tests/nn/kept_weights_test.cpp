// SPDX-License-Identifier: BSD-3-Clause
// Kernels may keep what they make of weights between calls: never of other weights than those of the call.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <atomic>
#include <functional>
#include <thread>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/onednn/matmul.h"
#include "src/backends/cpu/weight_cache.h"

namespace {

using torchpp::Tensor;
namespace onednn = torchpp::cpu::onednn;

torchpp::cpu::WeightCache& cache() { return torchpp::cpu::WeightCache::instance(); }

// The bytes of what is kept, from nothing at the start to nothing at the end.
class KeptWeights : public testing::Test {
 protected:
  KeptWeights() {
    cache().set_bound(0);
    cache().set_bound(size_t{64} << 20);
  }
  ~KeptWeights() override { cache().set_bound(size_t{256} << 20); }
};
// oneDNN's convolutions keep weights, torchpp's own do not.
#define NEEDS_ONEDNN() \
  if (!torchpp::has_onednn()) GTEST_SKIP() << "this library was built without oneDNN"

Tensor fresh_weight() {
  torchpp::manual_seed(1);
  return torchpp::randn({64, 32, 3, 3});
}
Tensor image() {
  torchpp::manual_seed(2);
  return torchpp::randn({1, 32, 20, 20});
}
Tensor convolve(const Tensor& x, const Tensor& w) { return torchpp::conv2d(x, w, {}, 1, 1); }

// The result with the weights' present values, copied to memory from which no kernel has cached anything.
Tensor truth(const Tensor& x, const Tensor& w) { return convolve(x, w.detach().clone()); }

void expect_fresh(const Tensor& x, const Tensor& w, const char* what) {
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(torchpp::equal(convolve(x, w), truth(x, w))) << what << ", call " << i;
}

TEST_F(KeptWeights, AreUsedFromTheThirdCallOn) {
  NEEDS_ONEDNN();
  const torchpp::NoGradGuard no_grad;
  const Tensor x = image(), w = fresh_weight();
  const uint64_t hits = cache().hits();
  const Tensor first = convolve(x, w);
  EXPECT_EQ(cache().nbytes(), 0u) << "weights that are used once are not worth memory";
  EXPECT_TRUE(torchpp::equal(convolve(x, w), first));
  EXPECT_GE(cache().nbytes(), w.nbytes());
  EXPECT_EQ(cache().hits(), hits);
  EXPECT_TRUE(torchpp::equal(convolve(x, w), first));
  EXPECT_EQ(cache().hits(), hits + 1);
  EXPECT_TRUE(torchpp::equal(torchpp::conv_transpose2d(convolve(x, w), w, {}, 1, 1),
                             torchpp::conv_transpose2d(first, w.clone(), {}, 1, 1)));
}

// Products of few rows keep another form of the same weights than products of many, which AMX may compute.
TEST_F(KeptWeights, HaveAFormForFewRowsAndOneForMany) {
  const torchpp::NoGradGuard no_grad;
  const Tensor w = torchpp::randn({512, 512});
  for (int i = 0; i < 4; ++i)
    for (const int64_t rows : {20, 250, 40, 90}) {
      const Tensor x = torchpp::randn({rows, 512});
      const Tensor sums = x.to(torchpp::kDouble).matmul(w.to(torchpp::kDouble).t());
      EXPECT_TRUE(torchpp::allclose(torchpp::linear(x, w).to(torchpp::kDouble), sums, 1e-5, 1e-3)) << rows;
    }
  EXPECT_GE(cache().nbytes(), w.nbytes());
}

TEST_F(KeptWeights, AreNotKeptWhileGradientsAreRecorded) {
  NEEDS_ONEDNN();
  const Tensor x = image(), w = fresh_weight().requires_grad_();
  for (int i = 0; i < 3; ++i) convolve(x, w).sum().backward();
  EXPECT_EQ(cache().nbytes(), 0u);
}

TEST_F(KeptWeights, GoWithTheWeightsWithAWriteAndWithTrim) {
  NEEDS_ONEDNN();
  const torchpp::NoGradGuard no_grad;
  const Tensor x = image();
  const auto keep = [&](const Tensor& w) {
    for (int i = 0; i < 2; ++i) convolve(x, w);
    EXPECT_GE(cache().nbytes(), w.nbytes());
  };
  {
    const Tensor w = fresh_weight();
    keep(w);
  }
  EXPECT_EQ(cache().nbytes(), 0u) << "freed";
  const Tensor w = fresh_weight();
  keep(w);
  w.mul_(2);
  EXPECT_EQ(cache().nbytes(), 0u) << "written";
  keep(w);
  EXPECT_GE(torchpp::memory::trim(), w.nbytes());
  EXPECT_EQ(cache().nbytes(), 0u) << "trimmed";
  keep(w);
  cache().set_bound(1000);
  for (int i = 0; i < 3; ++i) convolve(x, w);
  EXPECT_EQ(cache().nbytes(), 0u) << "no room";
}

TEST_F(KeptWeights, AnyWriteIsSeenByTheNextCall) {
  const Tensor x = image();
  const std::pair<const char*, std::function<void(Tensor&)>> writes[] = {
      {"in place", [](Tensor& w) { w.add_(1); }},
      {"into a view", [](Tensor& w) { w[3].zero_(); }},
      {"one element",
       [](Tensor& w) {
         w.index_put_({5, 1, 1, 1}, torchpp::tensor(7.f));
       }},
      {"copy_", [](Tensor& w) { w.copy_(torchpp::randn(w.sizes())); }},
      {"out=", [](Tensor& w) { torchpp::mul_out(w, w.clone(), torchpp::tensor(3.f)); }},
      {".data()", [](Tensor& w) { w.data().mul_(0.5); }},
      {"detach()", [](Tensor& w) { w.detach().sub_(1); }},
      {"set_data", [](Tensor& w) { w.set_data(torchpp::randn(w.sizes())); }},
      {"random numbers", [](Tensor& w) { w.normal_(); }},
      {"inference mode",
       [](Tensor& w) {
         const torchpp::InferenceMode guard;
         w.data().add_(2);
       }},
      {"an optimizer",
       [](Tensor& w) {
         w.mutable_grad() = torchpp::ones_like(w);
         torchpp::optim::SGD({w}, 0.1).step();
       }},
      {"Adam",
       [](Tensor& w) {
         w.mutable_grad() = torchpp::ones_like(w);
         torchpp::optim::Adam({w}, 0.1).step();
       }},
      {"data_ptr", [](Tensor& w) { w.data_ptr<float>()[100] += 3; }},
      {"accessor", [](Tensor& w) { w.accessor<float, 4>()[1][2][0][1] = 9; }},
  };
  for (const bool inference : {false, true})
    for (const auto& [name, write] : writes) {
      const torchpp::InferenceMode mode(inference);
      const torchpp::NoGradGuard no_grad;
      Tensor w = fresh_weight();
      expect_fresh(x, w, "before");
      if (inference && std::string(name) == "set_data") continue;  // an inference tensor's body is not exchanged
      write(w);
      expect_fresh(x, w, name);
    }
}

TEST_F(KeptWeights, APointerThatWasHandedOutMayWriteLater) {
  const torchpp::NoGradGuard no_grad;
  const Tensor x = image(), w = fresh_weight();
  expect_fresh(x, w, "before");
  float* p = w.data_ptr<float>();
  auto at = w.accessor<float, 4>();
  for (int i = 0; i < 4; ++i) {
    p[i * 1000] += 1;
    at[i][i][0][2] -= 2;
    expect_fresh(x, w, "through old pointers");
    w.mul_(1.5);
  }
  std::vector<float> own(static_cast<size_t>(w.numel()), 0.25f);
  const Tensor borrowed = torchpp::from_blob(own.data(), w.sizes());
  for (int i = 0; i < 4; ++i) {
    own[static_cast<size_t>(i) * 777] = 5;
    expect_fresh(x, borrowed, "from_blob");
  }
}

// Memory that a program may write unseen is compared with a copy in each call.
TEST_F(KeptWeights, OfMemoryThatAProgramMayWriteAreThoseOfACopy) {
  NEEDS_ONEDNN();
  const torchpp::NoGradGuard no_grad;
  const Tensor x = image(), w = fresh_weight();
  float* const pointer = w.data_ptr<float>();
  std::vector<float> own(pointer, pointer + w.numel());
  const Tensor borrowed = torchpp::from_blob(own.data(), w.sizes());
  const std::pair<const Tensor*, float*> cases[] = {{&w, pointer}, {&borrowed, own.data()}};
  for (const auto& [weights, address] : cases) {
    uint64_t hits = cache().hits();
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(torchpp::equal(convolve(x, *weights), truth(x, *weights))) << i;
    EXPECT_EQ(cache().hits(), hits + 2) << "copied by the second call, packed by the third";
    const size_t nbytes = cache().nbytes();
    for (const int64_t element : {int64_t{0}, w.numel() - 1}) {
      address[element] += 1;
      hits = cache().hits();
      EXPECT_TRUE(torchpp::equal(convolve(x, *weights), truth(x, *weights)));
      EXPECT_EQ(cache().hits(), hits);
      EXPECT_LT(cache().nbytes(), nbytes) << "what was packed before the write is gone";
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(torchpp::equal(convolve(x, *weights), truth(x, *weights))) << i;
      EXPECT_GE(cache().hits(), hits + 2);
      EXPECT_EQ(cache().nbytes(), nbytes);
    }
  }
}

TEST_F(KeptWeights, OfMemoryThatAProgramMayWriteGoWithItWithTrimAndWhereTheyAreLarge) {
  NEEDS_ONEDNN();
  const torchpp::NoGradGuard no_grad;
  torchpp::memory::trim();
  const Tensor x = image();
  const auto keep = [&](const Tensor& w) {
    w.data_ptr<float>();
    for (int i = 0; i < 4; ++i) convolve(x, w);
  };
  size_t one = 0;
  for (int i = 0; i < 3; ++i) {
    keep(fresh_weight());
    if (i == 0) one = cache().nbytes();
    EXPECT_GT(one, 0u);
    EXPECT_EQ(cache().nbytes(), one) << "the forms of weights that are gone go when the next are copied";
  }
  EXPECT_GE(torchpp::memory::trim(), one);
  EXPECT_EQ(cache().nbytes(), 0u);
  const Tensor large = torchpp::randn({512, 512, 3, 3}), of_large = torchpp::randn({1, 512, 7, 7});
  large.data_ptr<float>();
  for (int i = 0; i < 5; ++i) convolve(of_large, large);
  EXPECT_EQ(cache().nbytes(), 0u) << "to compare 9 MB takes longer than to pack them";
}

TEST_F(KeptWeights, AreToldFromOthersInTheSameMemory) {
  const torchpp::NoGradGuard no_grad;
  const Tensor x = image();
  const Tensor both = torchpp::randn({2, 64, 32, 3, 3});
  for (int i = 0; i < 3; ++i)
    for (int part = 0; part < 2; ++part) expect_fresh(x, both[part], "parts of one storage");
  for (int i = 0; i < 20; ++i) expect_fresh(x, torchpp::randn({64, 32, 3, 3}), "freed and allocated again");
}

TEST_F(KeptWeights, AWriterBesideReadersLeavesNothingStale) {
  const torchpp::NoGradGuard no_grad;
  const Tensor x = image(), w = fresh_weight();
  std::atomic<bool> stop{false};
  std::vector<std::thread> readers;
  for (int t = 0; t < 3; ++t)
    readers.emplace_back([&] {
      const torchpp::NoGradGuard also;
      const Tensor mine = fresh_weight(), expected = convolve(x, mine);
      while (!stop) {
        convolve(x, mine);
        EXPECT_TRUE(torchpp::equal(convolve(x, mine), expected));
      }
    });
  for (int i = 0; i < 200; ++i) {
    w.add_(0.01);
    convolve(x, w);
    convolve(x, w);
    EXPECT_TRUE(torchpp::equal(convolve(x, w), truth(x, w)));
  }
  stop = true;
  for (std::thread& t : readers) t.join();
}

TEST_F(KeptWeights, OfLinearLayersInBfloat16) {
  const torchpp::NoGradGuard no_grad;
  torchpp::manual_seed(3);
  const Tensor x = torchpp::randn({256, 512}).to(torchpp::kBFloat16);
  Tensor w = torchpp::randn({256, 512}).to(torchpp::kBFloat16);
  const uint64_t hits = cache().hits();
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i)
      EXPECT_TRUE(torchpp::equal(torchpp::linear(x, w), torchpp::linear(x, w.clone()))) << round;
    w.mul_(0.5);
  }
  onednn::GemmProblem q;
  q.m = 256, q.n = 256, q.k = q.lda = q.ldb = 512, q.ldc = 256, q.transpose_b = true;
  if (onednn::prepare(q).reason == nullptr && torchpp::cpu::has_fast_bfloat16()) {
    EXPECT_EQ(cache().hits(), hits + 6);
  }
  w.data_ptr<torchpp::BFloat16>()[7] = 3;
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(torchpp::equal(torchpp::linear(x, w), torchpp::linear(x, w.clone())));
}

// The packed weights give the bits that packing in each call gives, for sums that are cut and for ragged edges, too.
TEST_F(KeptWeights, OfLinearLayersInFloatAndDouble) {
  const torchpp::NoGradGuard no_grad;
  torchpp::manual_seed(4);
  for (const torchpp::ScalarType dtype : {torchpp::kFloat, torchpp::kDouble})
    for (const int64_t out : {256, 101})
      for (const int64_t in : {200, 1500})
        for (const int threads : {1, 3}) {
          const int before = torchpp::get_num_threads();
          torchpp::set_num_threads(threads);
          const Tensor x = torchpp::randn({80, in}).to(dtype), bias = torchpp::randn({out}).to(dtype);
          Tensor w = torchpp::randn({out + 2, in}).to(dtype).narrow(0, 1, out);
          const uint64_t hits = cache().hits();
          for (int round = 0; round < 2; ++round) {
            for (int i = 0; i < 3; ++i)
              EXPECT_TRUE(torchpp::equal(torchpp::linear(x, w, bias), torchpp::linear(x, w.clone(), bias)))
                  << out << " " << in << " " << threads;
            w.mul_(0.5);
          }
          EXPECT_EQ(cache().hits(), hits + 2);
          torchpp::set_num_threads(before);
        }
}

// Where packing is not worth its memory: for up to 16 rows, and for more than 2^19 weights up to 64 rows, or 31 where
// AMX multiplies by parts.
TEST_F(KeptWeights, OfFewRowsAreReadAsTheyLie) {
  const torchpp::NoGradGuard no_grad;
  const Tensor few = torchpp::randn({16, 200}), w = torchpp::randn({256, 200});
  for (int i = 0; i < 3; ++i) torchpp::linear(few, w);
  EXPECT_EQ(cache().nbytes(), 0u);
  const Tensor x = torchpp::randn({31, 600}), large = torchpp::randn({1024, 600});
  for (int i = 0; i < 3; ++i) torchpp::linear(x, large);
  EXPECT_EQ(cache().nbytes(), 0u);
  torchpp::linear(torchpp::randn({17, 200}), w);
  torchpp::linear(torchpp::randn({17, 200}), w);
  EXPECT_GT(cache().nbytes(), 0u);
}

TEST_F(KeptWeights, OfOneMemoryInTwoDtypesAreTwo) {
  const torchpp::NoGradGuard no_grad;
  torchpp::manual_seed(5);
  const Tensor memory = torchpp::randn({512, 512});
  const Tensor floats = memory.narrow(0, 0, 256), doubles = memory.view(torchpp::kDouble).view({256, 512});
  const Tensor x = torchpp::randn({80, 512});
  for (int i = 0; i < 3; ++i)
    for (const Tensor& w : {floats, doubles}) {
      const Tensor input = x.to(w.scalar_type());
      EXPECT_TRUE(torchpp::equal(torchpp::linear(input, w), torchpp::linear(input, w.clone()))) << w.scalar_type();
    }
}

}  // namespace

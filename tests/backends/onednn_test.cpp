// SPDX-License-Identifier: BSD-3-Clause
// The oneDNN layer against plain loops, for every number of threads the same bits, from many threads at once.
#include <dirent.h>
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/core/half.h>

#include <atomic>
#include <limits>
#include <thread>

#include "src/backends/cpu/onednn/convolution.h"
#include "src/backends/cpu/onednn/matmul.h"
#include "src/backends/cpu/onednn/primitive_cache.h"
#include "src/backends/cpu/own/convolution.h"
#include "src/backends/cpu/weight_cache.h"
#include "tests/backends/kernel_oracles.h"

// There where oneDNN was built on OpenMP.
extern "C" {
int omp_get_max_threads() __attribute__((weak));
void omp_set_num_threads(int) __attribute__((weak));
}

namespace torchpp {
namespace cpu {
namespace {

using onednn::GemmProblem;
constexpr ConvDirection kDirections[] = {ConvDirection::kForward, ConvDirection::kBackwardData,
                                         ConvDirection::kBackwardWeights};

const char* refusal(const ConvProblem& q, ConvDirection direction) { return onednn::prepare(q, direction).reason; }
std::string implementation(const ConvProblem& q, ConvDirection direction) {
  return onednn::implementation(*onednn::prepare(q, direction).primitives);
}

// A library without oneDNN has these functions, too, which say so.
#define TORCHPP_NEEDS_ONEDNN() \
  if (const char* reason = refusal(square_conv(1, 16, 8, 16, 3, 1, 1), ConvDirection::kForward)) GTEST_SKIP() << reason

template <class T>
struct Operands {
  std::vector<T> x, w, bias, dy;
  Operands(const ConvProblem& q, std::mt19937& random)
      : x(random_values<T>(ConvData{q}.x_numel(), random)),
        w(random_values<T>(q.weight_numel(), random)),
        bias(random_values<T>(q.out_channels, random)),
        dy(random_values<T>(ConvData{q}.y_numel(), random)) {}

  // The result of one direction; the weight gradient is followed by the bias gradient.
  std::vector<T> run(const ConvProblem& q, ConvDirection direction, uint64_t id = 0) const {
    std::vector<T> r(direction == ConvDirection::kForward        ? dy.size()
                     : direction == ConvDirection::kBackwardData ? x.size()
                                                                 : w.size() + bias.size());
    const auto prepared = onednn::prepare(q, direction);
    const onednn::ConvPrimitives& p = *prepared.primitives;
    if (direction == ConvDirection::kForward) onednn::forward(q, p, x.data(), w.data(), bias.data(), r.data(), id);
    else if (direction == ConvDirection::kBackwardData) onednn::backward_data(q, p, dy.data(), w.data(), r.data(), id);
    else onednn::backward_weights(q, p, x.data(), dy.data(), r.data());
    if (direction == ConvDirection::kBackwardWeights)
      own::sum_channels(q.dtype, q.n, q.out_channels, q.out_size(), q.channels_last, dy.data(), r.data() + w.size());
    return r;
  }
};

// Runs what oneDNN does not refuse and gives how many directions that were; the others' reasons are appended.
template <class T>
int check_conv(const ConvProblem& q, std::mt19937& random, double tolerance, std::string& refusals) {
  const Operands<T> data(q, random);
  const ConvExpected e = conv_oracle(q, data.x, data.w, data.bias, data.dy);
  int ran = 0;
  for (const ConvDirection direction : kDirections) {
    if (const char* reason = refusal(q, direction)) {
      refusals += std::to_string(static_cast<int>(direction)) + ": " + reason + "; ";
      continue;
    }
    ++ran;
    std::vector<double> expected = direction == ConvDirection::kForward        ? e.y
                                   : direction == ConvDirection::kBackwardData ? e.dx
                                                                               : e.dw;
    if (direction == ConvDirection::kBackwardWeights) expected.insert(expected.end(), e.db.begin(), e.db.end());
    std::vector<T> first;
    for (const int threads : {1, 2, 4}) {
      const Threads scope(threads);
      const std::vector<T> got = data.run(q, direction);
      if (threads == 1) {
        first = got;
        EXPECT_LE(worst_error(got, expected), tolerance) << describe(q) << " " << implementation(q, direction);
      }
      EXPECT_TRUE(same_bits(first, got)) << describe(q) << " threads " << threads << " "
                                         << implementation(q, direction);
    }
  }
  return ran;
}

TEST(OnednnConvolution, MatchesALoopOnRandomProblems) {
  TORCHPP_NEEDS_ONEDNN();
  std::mt19937 random(test_seed());
  int ran = 0;
  std::string refusals;
  for (int i = 0; i < 150 && !HasFailure(); ++i) ran += check_conv<float>(random_conv(random), random, 2e-5, refusals);
  EXPECT_GT(ran, 200) << refusals;
}

// Shapes that are cut by images, rows and channels, with remainders.
TEST(OnednnConvolution, MatchesALoopOnEveryCut) {
  TORCHPP_NEEDS_ONEDNN();
  std::mt19937 random(test_seed());
  std::vector<ConvProblem> problems = {square_conv(7, 1, 28, 6, 5, 1, 2),      square_conv(5, 6, 14, 16, 5, 1, 0),
                                       square_conv(1, 64, 45, 64, 3, 1, 1),    square_conv(1, 32, 61, 64, 3, 2, 1),
                                       square_conv(1, 256, 7, 256, 3, 1, 1),   square_conv(3, 128, 7, 256, 3, 1, 1),
                                       square_conv(3, 512, 7, 512, 3, 1, 1),   square_conv(2, 96, 33, 96, 3, 1, 1, 96),
                                       square_conv(2, 32, 30, 64, 3, 1, 1, 4), square_conv(2, 3, 80, 32, 7, 2, 3),
                                       square_conv(2, 128, 14, 512, 1, 2, 0)};
  for (ConvProblem q : problems)
    for (const bool last : {false, true}) {
      q.channels_last = last, q.bias = last;
      std::string refusals;
      const int computed = !last && q.single_tap() ? 0 : q.in_channels > 4 ? 3 : 2;
      EXPECT_EQ(check_conv<float>(q, random, 5e-5, refusals), computed) << describe(q) << " " << refusals;
    }
}

TEST(OnednnConvolution, Bfloat16SumsInFloat) {
  TORCHPP_NEEDS_ONEDNN();
  std::mt19937 random(test_seed());
  ConvProblem probe = square_conv(1, 16, 8, 16, 3, 1, 1);
  probe.dtype = kBFloat16;
  if (refusal(probe, ConvDirection::kForward)) GTEST_SKIP() << refusal(probe, ConvDirection::kForward);
  for (ConvProblem q :
       {square_conv(4, 64, 28, 64, 3, 1, 1), square_conv(1, 256, 7, 256, 3, 1, 1), square_conv(3, 20, 9, 24, 3, 2, 1)})
    for (const bool last : {false, true}) {
      q.dtype = kBFloat16, q.channels_last = last, q.bias = true;
      std::string refusals;
      EXPECT_EQ(check_conv<BFloat16>(q, random, 5e-3, refusals), 3) << describe(q) << " " << refusals;
    }
}

// The layers of ResNet-50 and relatives: never oneDNN's reference kernel; refused ones have a named better place.
TEST(OnednnConvolution, TheBenchmarksLayersRunOnFastKernels) {
  TORCHPP_NEEDS_ONEDNN();
  const std::vector<ConvProblem> layers = {
      square_conv(4, 3, 224, 64, 7, 2, 3),        square_conv(4, 64, 56, 64, 3, 1, 1),
      square_conv(4, 256, 14, 256, 3, 1, 1),      square_conv(4, 512, 7, 512, 3, 1, 1),
      square_conv(4, 128, 56, 128, 3, 2, 1),      square_conv(4, 128, 28, 128, 3, 1, 1, 32),
      square_conv(4, 144, 56, 144, 3, 1, 1, 144), square_conv(4, 240, 28, 240, 5, 2, 2, 240),
      square_conv(1, 64, 56, 64, 3, 1, 1),        square_conv(64, 1, 28, 6, 5, 1, 2),
      square_conv(64, 6, 14, 16, 5, 1, 0)};
  for (const ConvProblem& q : layers)
    for (const ConvDirection direction : kDirections) {
      if (direction == ConvDirection::kBackwardData && q.in_channels <= 4) {
        EXPECT_STREQ(refusal(q, direction), "the gradient of few input channels is faster by im2col");
        continue;
      }
      ASSERT_EQ(refusal(q, direction), nullptr) << describe(q) << " direction " << static_cast<int>(direction);
      EXPECT_EQ(implementation(q, direction).find("ref"), std::string::npos) << describe(q);
    }
  for (const ConvProblem& q : {square_conv(4, 64, 56, 256, 1, 1, 0), square_conv(4, 512, 28, 1024, 1, 2, 0)})
    EXPECT_STREQ(refusal(q, ConvDirection::kForward),
                 "a plain 1x1 convolution is a matrix product, without any turning of layouts");
}

TEST(OnednnConvolution, EightThreadsMayRunOneProblem) {
  TORCHPP_NEEDS_ONEDNN();
  std::mt19937 random(test_seed());
  const ConvProblem q = square_conv(3, 24, 17, 40, 3, 1, 1);
  const Operands<float> data(q, random);
  std::atomic<int> wrong{0};
  for (const ConvDirection direction : kDirections) {
    const std::vector<float> expected = data.run(q, direction);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 30; ++i)
          if (!same_bits(expected, data.run(q, direction, t % 2 ? 77 : 0))) ++wrong;
      });
    for (std::thread& t : threads) t.join();
  }
  EXPECT_EQ(wrong, 0);
}

TEST(OnednnConvolution, EightThreadsMayMeetANewProblem) {
  TORCHPP_NEEDS_ONEDNN();
  std::mt19937 random(test_seed());
  for (int64_t size = 9; size < 15; ++size) {
    const ConvProblem q = square_conv(2, 16, size, 32, 3, 1, 1);
    const Operands<float> data(q, random);
    std::vector<std::vector<float>> results(8);
    std::vector<std::thread> threads;
    for (auto& result : results) threads.emplace_back([&] { result = data.run(q, ConvDirection::kForward); });
    for (std::thread& t : threads) t.join();
    for (const auto& result : results) EXPECT_TRUE(same_bits(results[0], result)) << size;
  }
}

TEST(OnednnConvolution, KeepsWeightsByTheirNumberWithinABound) {
  TORCHPP_NEEDS_ONEDNN();
  std::mt19937 random(test_seed());
  const ConvProblem q = square_conv(1, 64, 8, 64, 3, 1, 1);
  Operands<float> data(q, random);
  WeightCache::instance().set_bound(0);
  WeightCache::instance().set_bound(1 << 20);
  EXPECT_EQ(WeightCache::instance().nbytes(), 0u);
  const std::vector<float> first = data.run(q, ConvDirection::kForward, 1);
  EXPECT_EQ(WeightCache::instance().nbytes(), 0u) << "weights that come once are not worth memory";
  EXPECT_TRUE(same_bits(first, data.run(q, ConvDirection::kForward, 1)));
  EXPECT_GE(WeightCache::instance().nbytes(), 4u * q.weight_numel());
  for (float& v : data.w) v = -v;  // against the number's promise
  EXPECT_TRUE(same_bits(first, data.run(q, ConvDirection::kForward, 1))) << "kept weights were not used";
  const std::vector<float> second = data.run(q, ConvDirection::kForward, 2);
  EXPECT_FALSE(same_bits(first, second));
  EXPECT_TRUE(same_bits(second, data.run(q, ConvDirection::kForward)));
  for (uint64_t id = 10; id < 60; ++id) {
    for (int i = 0; i < 2; ++i) data.run(q, ConvDirection::kForward, id);
    ASSERT_LE(WeightCache::instance().nbytes(), size_t{1} << 20);
  }
  EXPECT_GT(WeightCache::instance().nbytes(), size_t{1} << 19);
  WeightCache::instance().set_bound(size_t{256} << 20);
}

// Found by the random sweep: oneDNN 2.6 gave wrong sums or wrote past its buffers here, for k 4, s 2, p 3 along the
// depth.
TEST(OnednnConvolution, RefusesTheDepthPaddingThatBreaksOnednn) {
  TORCHPP_NEEDS_ONEDNN();
  ConvProblem q = square_conv(2, 48, 4, 2, 3, 3, 0);
  q.dims = 3, q.in[2] = 7, q.stride[2] = 1, q.in[0] = 4, q.kernel[0] = 4, q.stride[0] = 2;
  q.padding_left[0] = 3, q.padding_right[0] = 1;
  set_output(q);
  EXPECT_STREQ(refusal(q, ConvDirection::kBackwardWeights),
               "oneDNN 2.6 corrupts memory in the weight gradient of a deeply padded 3-d kernel");
  q.padding_left[0] = 1;
  set_output(q);
  EXPECT_STREQ(refusal(q, ConvDirection::kBackwardWeights),
               "oneDNN 2.6 spoils the weight gradient of a 3-d kernel whose steps in depth all meet padding");
  q.in[0] = 5;
  set_output(q);
  EXPECT_EQ(refusal(q, ConvDirection::kBackwardWeights), nullptr);
}

TEST(OnednnConvolution, SaysWhyNot) {
  TORCHPP_NEEDS_ONEDNN();
  ConvProblem q = square_conv(1, 4, 8, 4, 3, 1, 1);
  q.dtype = kDouble;
  EXPECT_STREQ(refusal(q, ConvDirection::kForward), "dtype is neither float nor bfloat16");
  EXPECT_EQ(onednn::prepare(q, ConvDirection::kForward).primitives, nullptr);
  q.dtype = kFloat, q.n = 0;
  EXPECT_STREQ(refusal(q, ConvDirection::kForward), "nothing to compute");
}

TEST(OnednnThreads, TheApplicationsOpenMpSettingSurvives) {
  TORCHPP_NEEDS_ONEDNN();
  if (!omp_get_max_threads) GTEST_SKIP() << "no OpenMP in this program";
  std::mt19937 random(test_seed());
  const ConvProblem q = square_conv(2, 16, 12, 16, 3, 1, 1);
  const Operands<float> data(q, random);
  const int before = omp_get_max_threads();
  omp_set_num_threads(3);
  data.run(q, ConvDirection::kForward);
  EXPECT_EQ(omp_get_max_threads(), 3);
  omp_set_num_threads(before);
}

int threads_of_this_process() {
  int count = 0;
  if (DIR* tasks = opendir("/proc/self/task")) {
    while (const dirent* entry = readdir(tasks)) count += entry->d_name[0] != '.';
    closedir(tasks);
  }
  return count;
}

// A primitive made while OpenMP has two threads would bring a second team to life, beside the pool's workers.
TEST(OnednnThreads, NoTeamOfItsOwnIsStarted) {
  TORCHPP_NEEDS_ONEDNN();
  if (!omp_get_max_threads) GTEST_SKIP() << "no OpenMP in this program";
  std::mt19937 random(test_seed());
  const Threads scope(1);
  std::thread([&] {
    omp_set_num_threads(4);
    const ConvProblem q = square_conv(5, 64, 41, 64, 3, 1, 1);  // met by no other test
    const Operands<float> data(q, random);
    const int before = threads_of_this_process();
    ASSERT_GE(before, 2);
    for (const ConvDirection direction : kDirections) data.run(q, direction);
    EXPECT_EQ(threads_of_this_process(), before);
  }).join();
}

template <class T>
std::vector<double> gemm_oracle(const GemmProblem& q, const std::vector<T>& a, const std::vector<T>& b,
                                const std::vector<T>& bias, const std::vector<T>& c) {
  std::vector<double> e(c.begin(), c.end());
  for (int64_t s = 0; s < q.batch; ++s)
    for (int64_t i = 0; i < q.m; ++i)
      for (int64_t j = 0; j < q.n; ++j) {
        double& sum = e[s * q.c_stride + i * q.ldc + j];
        if (!q.add) sum = q.bias ? static_cast<double>(bias[j]) : 0;
        for (int64_t p = 0; p < q.k; ++p)
          sum += static_cast<double>(a[s * q.a_stride + (q.transpose_a ? p * q.lda + i : i * q.lda + p)]) *
                 static_cast<double>(b[s * q.b_stride + (q.transpose_b ? j * q.ldb + p : p * q.ldb + j)]);
      }
  return e;
}

TEST(OnednnMatmul, Bfloat16MatchesALoop) {
  GemmProblem probe;
  probe.m = probe.n = probe.k = probe.lda = probe.ldb = probe.ldc = 64;
  if (onednn::prepare(probe).reason) GTEST_SKIP() << onednn::prepare(probe).reason;
  std::mt19937 random(test_seed());
  const int64_t shapes[][4] = {{64, 64, 64, 1},   {300, 256, 512, 1}, {1, 700, 129, 1}, {33, 20, 17, 1},
                               {700, 96, 300, 1}, {9, 12, 20, 37},    {64, 64, 128, 40}};
  for (const auto& s : shapes)
    for (int layout = 0; layout < 4; ++layout)
      for (int extra = 0; extra < 3; ++extra) {
        GemmProblem q;
        q.m = s[0], q.n = s[1], q.k = s[2], q.batch = s[3];
        q.transpose_a = layout & 1, q.transpose_b = layout & 2, q.add = extra == 1, q.bias = extra == 2;
        if (q.batch > 1 && q.bias) continue;
        q.lda = (q.transpose_a ? q.m : q.k) + 1, q.ldb = q.transpose_b ? q.k : q.n, q.ldc = q.n + 3;
        q.a_stride = (q.transpose_a ? q.k : q.m) * q.lda, q.b_stride = q.k * q.n, q.c_stride = q.m * q.ldc;
        const onednn::PreparedGemm prepared = onednn::prepare(q);
        if (prepared.reason != nullptr && q.k % 2 != 0) continue;  // RefusesWhatMakesNanOfInfinity
        ASSERT_EQ(prepared.reason, nullptr);
        const std::vector<BFloat16> a = random_values<BFloat16>(q.batch * q.a_stride, random),
                                    b = random_values<BFloat16>(q.batch * q.b_stride, random),
                                    c = random_values<BFloat16>(q.batch * q.c_stride, random),
                                    bias = random_values<BFloat16>(q.n, random);
        std::vector<BFloat16> first;
        for (const int threads : {1, 2, 4}) {
          const Threads scope(threads);
          std::vector<BFloat16> got = c;
          onednn::gemm(q, *prepared.primitives, a.data(), b.data(), bias.data(), got.data());
          if (threads == 1) {
            first = got;
            ASSERT_LE(worst_error(got, gemm_oracle(q, a, b, bias, c)), 5e-3)
                << q.m << "x" << q.n << "x" << q.k << " layout " << layout << " extra " << extra << " "
                << onednn::implementation(*prepared.primitives);
          }
          ASSERT_TRUE(same_bits(first, got)) << q.m << "x" << q.n << "x" << q.k << " threads " << threads;
        }
      }
}

// The last of an odd number of factors, in rows that have gaps and in rows that have none.
TEST(OnednnMatmul, RefusesWhatMakesNanOfInfinity) {
  GemmProblem q;
  q.m = 40, q.n = 24, q.k = q.ldb = 63, q.ldc = q.n, q.transpose_b = true;
  int ran = 0;
  for (const int64_t gap : {0, 1})
    for (const int64_t batch : {1, 2}) {
      q.lda = q.k + gap, q.batch = batch;
      q.a_stride = q.m * q.lda, q.b_stride = q.n * q.ldb, q.c_stride = q.m * q.n;
      const onednn::PreparedGemm prepared = onednn::prepare(q);
      if (prepared.reason != nullptr) continue;
      ++ran;
      std::vector<BFloat16> a(batch * q.a_stride, BFloat16(1.0f)), b(batch * q.b_stride, BFloat16(1.0f)),
          c(batch * q.c_stride);
      a[17 * q.lda + q.k - 1] = std::numeric_limits<float>::infinity();
      onednn::gemm(q, *prepared.primitives, a.data(), b.data(), nullptr, c.data());
      for (int64_t i = 0; i < batch * q.c_stride; ++i)
        ASSERT_EQ(c[i], i / q.n == 17 ? std::numeric_limits<float>::infinity() : 63.0f) << "gap " << gap << " at " << i;
    }
  if (ran == 0) GTEST_SKIP() << "oneDNN has no such product on this machine";
}

TEST(OnednnMatmul, FloatGoesElsewhere) {
  GemmProblem q;
  q.m = q.n = q.k = q.lda = q.ldb = q.ldc = 8, q.dtype = kFloat;
  const onednn::PreparedGemm prepared = onednn::prepare(q);
  EXPECT_NE(prepared.reason, nullptr);
  EXPECT_THROW(onednn::gemm(q, *prepared.primitives, nullptr, nullptr, nullptr, nullptr), Error);
}

TEST(OnednnPrimitives, TheCacheIsBoundedAndKeepsWhatIsUsed) {
  onednn::PrimitiveCache<int64_t, int64_t> cache(4);
  int made = 0;
  const auto get = [&](int64_t key) {
    return *cache.get(key, [&] { return ++made, std::make_shared<const int64_t>(key * 10); });
  };
  const std::shared_ptr<const int64_t> held = cache.get(1, [] { return std::make_shared<const int64_t>(10); });
  for (int64_t key = 2; key < 50; ++key) {
    EXPECT_EQ(get(key), key * 10);
    EXPECT_EQ(get(2), 20);
    EXPECT_LE(cache.size(), 4u);
  }
  EXPECT_EQ(made, 48) << "the entry in use was dropped";
  EXPECT_EQ(*held, 10);
}

}  // namespace
}  // namespace cpu
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// Functions that make a result from sizes, repeats or lengths: sizes of which the bytes, or the elements, overflow 64
// bits, and sizes that merely cannot be had, end in an Error. Phrases were asked of libtorch 1.13.1.
#include <torchpp/torchpp.h>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

namespace F = nn::functional;

constexpr int64_t kHuge = int64_t{1} << 62, kMost = INT64_MAX, kLeast = INT64_MIN;
constexpr int64_t kQuarter = int64_t{1} << 61;
constexpr int64_t kHalf32 = int64_t{1} << 31, kFull32 = int64_t{1} << 32;
constexpr int64_t kTooMuch = int64_t{1} << 50;  // bytes that no machine has

Tensor one() { return ones({1}); }
Tensor repeated(IntArrayRef sizes) { return ones(std::vector<int64_t>(sizes.size(), 1)).expand(sizes); }

struct LimitCase {
  const char* name;
  void (*call)();
};
#define LIMIT(expression)                   \
  {                                         \
#expression, [] { (void)(expression); } \
  }

const LimitCase kCases[] = {
    // bytes overflow
    LIMIT(empty({kHuge})),
    LIMIT(empty({kQuarter})),
    LIMIT(empty({kHuge}, kShort)),
    LIMIT(empty({kHuge}, kMeta)),
    LIMIT(empty({kHuge}, TensorOptions(MemoryFormat::Contiguous))),
    LIMIT(empty({2, 2, kHalf32, kHalf32}, {}, MemoryFormat::ChannelsLast)),
    LIMIT(empty_strided({2}, {kHuge})),
    LIMIT(empty_strided({2, 2}, {kMost, kMost}, kByte)),
    LIMIT(zeros({kHuge})),
    LIMIT(zeros({kHuge}, kMeta)),
    LIMIT(ones({kHuge})),
    LIMIT(full({kHuge}, 3)),
    LIMIT(rand({kHuge})),
    LIMIT(randn({kHuge})),
    LIMIT(randint(9, {kHuge})),
    LIMIT(randperm(kHuge)),
    LIMIT(randperm(kMost)),
    LIMIT(torchpp::normal(0, 1, {kHuge})),
    LIMIT(arange(kHuge)),
    LIMIT(arange(0, kMost)),
    LIMIT(arange(kLeast, kMost)),
    LIMIT(arange(0, 1e300)),
    LIMIT(arange(0, kMost, 1, kFloat)),
    LIMIT(range(0, kHuge)),
    LIMIT(range(0, 1e300)),
    LIMIT(range(kLeast, kMost, 1, kLong)),
    LIMIT(linspace(0, 1, kHuge)),
    LIMIT(linspace(0, 1, kMost)),
    LIMIT(eye(kHalf32)),
    LIMIT(eye(kHuge, 1)),
    LIMIT(eye(kFull32)),
    LIMIT(tril_indices(kHalf32, kHalf32)),
    LIMIT(triu_indices(kHalf32, kHalf32)),
    LIMIT(tril_indices(kHuge, kHuge)),
    LIMIT(triu_indices(kHuge, kHuge)),
    LIMIT(triu_indices(kMost, kMost, kLeast)),
    LIMIT(empty_like(repeated({kHuge}))),
    LIMIT(zeros_like(repeated({kHuge}))),
    LIMIT(rand_like(repeated({kHuge}))),
    LIMIT(randn_like(repeated({kHuge}))),
    LIMIT(randint_like(repeated({kHuge}), 9)),
    LIMIT(full_like(repeated({kHuge}), 9)),
    LIMIT(one().new_empty({kHuge})),
    LIMIT(one().new_zeros({kHuge})),
    LIMIT(one().new_ones({kHuge})),
    LIMIT(one().new_full({kHuge}, 1)),
    LIMIT(one().resize_({kHuge})),
    LIMIT(one().resize_({kFull32, kFull32})),
    LIMIT(one().resize_(kHuge)),
    LIMIT(one().repeat(kHuge)),
    LIMIT(ones({2}).repeat(kHuge)),
    LIMIT(ones({2}).repeat(kMost)),
    LIMIT(ones({2}).repeat({kFull32, kFull32})),
    LIMIT(tile(ones({2}), kHuge)),
    LIMIT(one().expand({kHuge}).contiguous()),
    LIMIT(one().expand({kHuge}).clone()),
    LIMIT(one().expand({kHuge}).to(kDouble)),
    LIMIT(one().expand({kHuge}) + 1),
    LIMIT(one().expand({kHuge}).exp()),
    LIMIT(repeated({kFull32, 1}) + repeated({1, kFull32})),
    LIMIT(where(repeated({kHuge}) > 0, one(), one())),
    LIMIT(repeated({kHuge}) == 1),
    LIMIT(one().expand({kFull32, kFull32})),
    LIMIT(ones({1, 1, 1}).expand({kHalf32, kHalf32, 4})),
    LIMIT(one().as_strided({kFull32, kFull32}, {0, 0})),
    LIMIT(one().as_strided({2}, {kHuge})),
    LIMIT(one().as_strided({1}, {1}, kMost)),
    LIMIT(broadcast_tensors({repeated({kFull32, 1}), repeated({1, kFull32})})),
    LIMIT(meshgrid({repeated({kFull32}), repeated({kFull32})})),
    LIMIT(cartesian_prod({repeated({kFull32}), repeated({kFull32})})),
    LIMIT(cat({repeated({kHuge}), repeated({kHuge})})),
    LIMIT(cat({repeated({kHuge})})),
    LIMIT(stack({repeated({kHuge}), repeated({kHuge})})),
    LIMIT(hstack({repeated({kHuge}), repeated({kHuge})})),
    LIMIT(vstack({repeated({kHuge}), repeated({kHuge})})),
    LIMIT(block_diag({repeated({kHuge, 1}), repeated({kHuge, 1})})),
    LIMIT(block_diag({repeated({kFull32, 1}), repeated({1, kFull32})})),
    LIMIT(repeat_interleave(ones({2}), kHuge)),
    LIMIT(repeat_interleave(ones({2}), kMost, 0)),
    LIMIT(repeat_interleave(ones({2}), tensor({kHuge, kHuge}))),
    LIMIT(repeat_interleave(ones({2}), tensor({kMost, int64_t{1}}))),
    LIMIT(one_hot(zeros({1}, kLong), kHuge)),
    LIMIT(one_hot(tensor({kHuge}))),
    LIMIT(one_hot(tensor({kMost}))),
    LIMIT(F::one_hot(zeros({1}, kLong), kHuge)),
    LIMIT(diag_embed(ones({2}), kHuge)),
    LIMIT(diag_embed(ones({2}), kMost)),
    LIMIT(diag_embed(ones({2}), kLeast)),
    LIMIT(diag(ones({2}), kHuge)),
    LIMIT(diag(ones({2}), kLeast)),
    LIMIT(diag(ones({2}), kHalf32)),
    LIMIT(repeated({kHuge}).tril()),
    LIMIT(repeated({kHuge, 1}).tril()),
    LIMIT(repeated({kHuge, 1}).flip(0)),
    LIMIT(repeated({kHuge}).view({kHalf32, kHalf32}).reshape({kHalf32, kHalf32}).t().contiguous()),
    LIMIT(outer(repeated({kHalf32}), repeated({kHalf32}))),
    LIMIT(mm(repeated({kHalf32, 1}), repeated({1, kHalf32}))),
    LIMIT(mm(repeated({kFull32, 1}), repeated({1, kFull32}))),
    LIMIT(bmm(repeated({kHalf32, kHalf32, 1}), repeated({kHalf32, 1, kHalf32}))),
    LIMIT(matmul(repeated({kHalf32, 1}), repeated({1, kHalf32}))),
    LIMIT(repeated({1, kHuge}).index_select(0, zeros({2}, kLong))),
    LIMIT(ones({2, 1}).index_select(1, zeros({1}, kLong).expand({kQuarter}))),
    LIMIT(ones({2, 1}).gather(1, zeros({1, 1}, kLong).expand({2, int64_t{1} << 60}))),
    LIMIT(embedding(ones({2, 2}), zeros({1}, kLong).expand({kHuge}))),
    LIMIT(embedding(ones({2, 2}), zeros({1}, kLong).expand({kHuge / 2}))),
    LIMIT(repeated({2, kQuarter}).sum(0)),
    LIMIT(repeated({2, kQuarter}).cumsum(0)),
    LIMIT(repeated({2, kQuarter}).max(0)),
    LIMIT(repeated({2, kQuarter}).argmax(0)),
    LIMIT(repeated({2, kQuarter}).var(IntArrayRef(0))),
    LIMIT(repeated({1, kHuge}).softmax(0)),
    LIMIT(repeated({1, kHuge}).sort(0)),
    LIMIT(ones({0}).chunk(kHuge)),
    LIMIT(tensor_split(ones({2}), kHuge)),
    LIMIT(ones({2}).split_with_sizes({kMost, kMost, 4})),
    LIMIT(zeros({4}).unflatten(0, {kHuge, -1})),
    LIMIT(zeros({4}).unflatten(0, {kFull32 * 2, kFull32 * 2})),
    LIMIT(zeros({4}).view({kFull32 * 2, kFull32 * 2})),
    LIMIT(zeros({4}).view({kHuge, -1})),
    LIMIT(zeros({4}).view({kHuge, 4})),
    LIMIT(nn::Linear(kHalf32, kHalf32)),
    LIMIT(nn::Linear(kFull32, kFull32)),
    LIMIT(nn::Embedding(kHalf32, kHalf32)),
    LIMIT(nn::Conv2d(nn::Conv2dOptions(kHalf32, kHalf32, 3))),
    LIMIT(nn::Conv2d(nn::Conv2dOptions(1, 1, {kFull32, kFull32}))),
    LIMIT(nn::ConvTranspose2d(nn::ConvTranspose2dOptions(kHalf32, kHalf32, 3))),
    LIMIT(nn::Bilinear(kHalf32, kHalf32, 4)),
    LIMIT(nn::LayerNorm(nn::LayerNormOptions({kHalf32, kHalf32}))),
    LIMIT(nn::BatchNorm1d(kHuge)),
    LIMIT(F::pad(ones({1, 2}), F::PadFuncOptions({kHuge, kHuge}))),
    LIMIT(F::pad(ones({1, 2}), F::PadFuncOptions({kMost, kMost}))),
    LIMIT(F::pad(ones({1, 2}), F::PadFuncOptions({kHuge, 0}))),
    LIMIT(torchpp::conv1d(ones({1, 1, 2}), ones({1, 1, 1}), {}, 1, kHuge)),
    LIMIT(conv2d(ones({1, 1, 2, 2}), ones({1, 1, 1, 1}), {}, 1, kHalf32)),
    LIMIT(conv2d(ones({1, 1, 2, 2}), ones({1, 1, 1, 1}), {}, 1, kMost)),
    LIMIT(conv2d(ones({1, 1, 2, 2}), ones({1, 1, 2, 2}), {}, 1, 0, kMost)),
    LIMIT(conv_transpose1d(ones({1, 1, 2}), ones({1, 1, 1}), {}, kHuge)),
    LIMIT(conv_transpose1d(ones({1, 1, 2}), ones({1, 1, 1}), {}, kMost)),
    LIMIT(conv_transpose1d(ones({1, 1, 3}), ones({1, 1, 1}), {}, kMost)),
    LIMIT(conv_transpose1d(ones({1, 1, 2}), ones({1, 1, 3}), {}, 1, 0, 0, 1, kHuge)),
    LIMIT(adaptive_avg_pool1d(ones({1, 1, 2}), kHuge)),
    LIMIT(adaptive_avg_pool2d(ones({1, 1, 2, 2}), {kFull32, kFull32})),
    LIMIT(max_pool1d(ones({1, 1, 2}), 2, 1, kHuge)),
    LIMIT(max_pool2d(ones({1, 1, 2, 2}), {kMost, kMost})),
    LIMIT(max_pool2d(ones({1, 1, 2, 2}), 2, 1, 0, kMost)),
    LIMIT(avg_pool1d(ones({1, 1, 2}), kMost)),
    LIMIT(avg_pool2d(ones({1, 1, 2, 2}), kMost, 1, kHuge)),
    LIMIT(F::pixel_shuffle(ones({1, 4, 2, 2}), F::PixelShuffleFuncOptions(kFull32))),
    LIMIT(F::pixel_unshuffle(ones({1, 4, 2, 2}), F::PixelUnshuffleFuncOptions(kFull32))),
    // cannot be had
    LIMIT(empty({kTooMuch}, kByte)),
    LIMIT(empty({kMost}, kByte)),
    LIMIT(empty({kHuge}, kByte)),
    LIMIT(empty_strided({2}, {int64_t{1} << 60})),
    LIMIT(zeros({kTooMuch})),
    LIMIT(zeros({kMost}, kBool)),
    LIMIT(ones({kTooMuch}, kChar)),
    LIMIT(rand({kTooMuch})),
    LIMIT(full({kTooMuch}, 1)),
    LIMIT(eye(kTooMuch, 2)),
    LIMIT(arange(kTooMuch)),
    LIMIT(linspace(0, 1, kTooMuch)),
    LIMIT(randperm(kTooMuch)),
    LIMIT(one().repeat(kTooMuch)),
    LIMIT(one().expand({kTooMuch}).contiguous()),
    LIMIT(one().resize_({kTooMuch})),
    LIMIT(one_hot(zeros({1}, kLong), kTooMuch)),
    LIMIT(diag_embed(ones({2}), int64_t{1} << 25)),
    LIMIT(repeat_interleave(ones({2}), kTooMuch)),
    LIMIT(repeat_interleave(ones({2}), tensor({kTooMuch, kTooMuch}))),
    LIMIT(cat({repeated({kTooMuch}), repeated({kTooMuch})})),
    LIMIT(stack({repeated({kTooMuch}), repeated({kTooMuch})})),
    LIMIT(nn::Linear(int64_t{1} << 25, int64_t{1} << 25)),
    LIMIT(F::pad(ones({1, 2}), F::PadFuncOptions({kTooMuch, 0}))),
};
#undef LIMIT

TEST(SizeLimits, OverflowAndLackOfMemoryAreErrors) {
  for (const LimitCase& c : kCases) {
    try {
      c.call();
      ADD_FAILURE() << c.name << ": nothing was thrown";
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find("internal fault"), std::string::npos) << c.name << ": " << e.what();
      EXPECT_NE(std::string(e.what()), "") << c.name;
    } catch (const std::exception& e) {
      ADD_FAILURE() << c.name << ": threw another class: " << e.what();
    }
  }
}

// A device without memory has the same limit for bytes and none for what can be had.
TEST(SizeLimits, OfMetaTensors) {
  const Tensor x = ones({1}, kMeta);
  for (const auto& make : std::vector<Tensor (*)(const Tensor&, int64_t)>{
           [](const Tensor&, int64_t n) { return empty({n}, kMeta); },
           [](const Tensor&, int64_t n) { return zeros({n}, kMeta); },
           [](const Tensor&, int64_t n) { return full({n}, 3., kMeta); },
           [](const Tensor&, int64_t n) { return rand({n}, kMeta); },
           [](const Tensor&, int64_t n) { return linspace(0, 1, n, kMeta); },
           [](const Tensor&, int64_t n) { return arange(0., static_cast<double>(n), 1, kMeta); },
           [](const Tensor&, int64_t n) { return eye(n, 1, kMeta); },
           [](const Tensor&t, int64_t n) { return t.repeat(n); },
           [](const Tensor&t, int64_t n) { return t.expand({n}).clone(MemoryFormat::Contiguous); },
           [](const Tensor&t, int64_t n) { return t.expand({n}) + 1; },
           [](const Tensor&t, int64_t n) {
             return cat({t.expand({n}), t});
           }}) {
    expect_error([&] { make(x, kHuge); }, "Storage size calculation overflowed with sizes=[");
    EXPECT_GE(make(x, kTooMuch).numel(), kTooMuch);
  }
}

}  // namespace
}  // namespace torchpp::test

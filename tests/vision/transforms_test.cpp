// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/vision.h>

#include <map>
#include <set>
#include <thread>

#include "tests/support/expect_error.h"
#include "tests/vision/answers.h"
#include "tests/vision/images.h"

namespace {

using namespace torchpp;
using namespace torchpp::vision;
using namespace torchpp::vision::transforms;
using test::expect_error;
using test::image;

constexpr auto kNearest = InterpolationMode::kNearest, kBilinear = InterpolationMode::kBilinear;

// A transform for each line of Python, and its input.
struct Row {
  const char* python;
  Transform ours;
  Tensor image;
  int64_t off_by_one = 0;  // elements that are within 1e-5 of where rounding changes
};
std::vector<Row> rows() {
  const Tensor s = image(3, 5, 6), m = image(3, 20, 20);
  return {
      {"T.RandomCrop(4)(s)", RandomCrop(4), s, 0},
      {"T.RandomCrop((3, 8), padding=[1, 2], pad_if_needed=True, fill=3, padding_mode=\"constant\")(s)",
       RandomCrop({3, 8}).padding({1, 2}).pad_if_needed(true).fill(3), s, 0},
      {"T.RandomResizedCrop(4)(s)", RandomResizedCrop(4), s, 0},
      {"T.RandomResizedCrop((4, 3), scale=(0.3, 0.9), ratio=(0.5, 2.0), antialias=True)(s)",
       RandomResizedCrop({4, 3}).scale({0.3, 0.9}).ratio({0.5, 2.0}).antialias(true), s, 0},
      {"T.RandomResizedCrop(4, scale=(3.0, 4.0))(s)", RandomResizedCrop(4).scale({3.0, 4.0}), s, 0},
      {"T.RandomHorizontalFlip()(s)", RandomHorizontalFlip(), s, 0},
      {"T.RandomVerticalFlip()(s)", RandomVerticalFlip(), s, 0},
      {"T.RandomRotation(40)(s)", RandomRotation(40), s, 0},
      {"T.RandomRotation((10, 80), interpolation=BILINEAR, expand=True, fill=7)(s)",
       RandomRotation({10, 80}).interpolation(kBilinear).expand(true).fill({7}), s, 0},
      {"T.RandomAffine(30)(s)", RandomAffine(30), s, 0},
      {"T.RandomAffine(30, translate=(0.3, 0.2), scale=(0.7, 1.4), shear=20)(s)",
       RandomAffine(30).translate({{0.3, 0.2}}).scale({{0.7, 1.4}}).shear_x({20}), s, 0},
      {"T.RandomAffine((5, 60), translate=(0.3, 0.2), shear=(-10, 10, -5, 25), interpolation=BILINEAR, fill=[1, 2, "
       "3])(s)",
       RandomAffine({5, 60})
           .translate({{0.3, 0.2}})
           .shear_x({{-10, 10}})
           .shear_y({{-5, 25}})
           .interpolation(kBilinear)
           .fill({1, 2, 3}),
       s, 0},
      {"T.RandomPerspective(0.6, p=0.7)(s)", RandomPerspective(0.6, 0.7), s, 0},
      {"T.RandomPerspective(0.4, p=1.0, interpolation=NEAREST, fill=9)(s)",
       RandomPerspective(0.4, 1.0).interpolation(kNearest).fill({9}), s, 0},
      {"T.ElasticTransform(alpha=20.0, sigma=0.2)(s)", ElasticTransform(20, 0.2), s, 0},
      {"T.ElasticTransform(alpha=[20.0, 9.0], sigma=[0.2, 0.3], interpolation=NEAREST)(s)",
       ElasticTransform({20, 9}, {0.2, 0.3}).interpolation(kNearest), s, 0},
      {"T.ColorJitter(0.4, 0.4, 0.4, 0.1)(s)", ColorJitter(0.4, 0.4, 0.4, 0.1), s, 0},
      {"T.ColorJitter(brightness=(0.5, 0.9), saturation=0.7)(s)", ColorJitter({0.5, 0.9}, 0, 0.7), s, 0},
      {"T.ColorJitter(hue=0.5)(s)", ColorJitter(0, 0, 0, 0.5), s, 0},
      {"T.RandomGrayscale(0.6)(s)", RandomGrayscale(0.6), s, 0},
      {"T.RandomInvert()(s)", RandomInvert(), s, 0},
      {"T.RandomPosterize(2)(s)", RandomPosterize(2), s, 0},
      {"T.RandomSolarize(90.0)(s)", RandomSolarize(90), s, 0},
      {"T.RandomAdjustSharpness(3)(s)", RandomAdjustSharpness(3), s, 0},
      {"T.RandomAutocontrast()(s)", RandomAutocontrast(), s, 0},
      {"T.RandomEqualize()(m)", RandomEqualize(), m, 0},
      {"T.GaussianBlur(3)(s)", GaussianBlur(3), s, 0},
      {"T.GaussianBlur((3, 5), sigma=(0.5, 3.0))(s)", GaussianBlur({3, 5}, {0.5, 3.0}), s, 0},
      {"T.RandomErasing(0.7)(s)", RandomErasing(0.7), s, 0},
      {"T.RandomErasing(1.0, scale=(0.1, 0.5), value=(1, 2, 3))(s)",
       RandomErasing(1.0).scale({0.1, 0.5}).value({1, 2, 3}), s, 0},
      {"T.RandomErasing(1.0, value=\"random\")(s.float())", RandomErasing(1.0).value({}), s.to(kFloat), 0},
      {"T.RandomApply([T.RandomInvert(0.5), T.RandomHorizontalFlip(0.9)], p=0.6)(s)",
       RandomApply({RandomInvert(0.5), RandomHorizontalFlip(0.9)}, 0.6), s, 0},
      {"T.Compose([T.RandomResizedCrop(5, antialias=True), T.RandomHorizontalFlip(), T.ColorJitter(0.4, 0.4, 0.4)])(s)",
       Compose({RandomResizedCrop(5).antialias(true), RandomHorizontalFlip(), ColorJitter(0.4, 0.4, 0.4)}), s, 0},
      {"T.AutoAugment()(s)", AutoAugment(), s, 0},
      {"T.AutoAugment(T.AutoAugmentPolicy.CIFAR10)(s)", AutoAugment(AutoAugmentPolicy::kCIFAR10), s, 0},
      {"T.AutoAugment(T.AutoAugmentPolicy.SVHN, interpolation=BILINEAR, fill=7)(s)",
       AutoAugment(AutoAugmentPolicy::kSVHN).interpolation(kBilinear).fill({7}), s, 1},
      {"T.RandAugment()(s)", RandAugment(), s, 0},
      {"T.RandAugment(3, 20, num_magnitude_bins=25, fill=[1.0, 2.0, 3.0])(s)",
       RandAugment(3, 20).num_magnitude_bins(25).fill({1, 2, 3}), s, 0},
      {"T.TrivialAugmentWide()(s)", TrivialAugmentWide(), s, 0},
      {"T.AugMix()(s)", AugMix(), s, 0},
      {"T.AugMix(severity=7, mixture_width=2, chain_depth=2, alpha=0.4, all_ops=False)(torch.stack([s, s.flip(-1)]))",
       AugMix().severity(7).mixture_width(2).chain_depth(2).alpha(0.4).all_ops(false), stack({s, s.flip(-1)}), 3},
  };
}

// The results, and how many random numbers were taken.
TEST(VisionTransforms, GiveTorchvisionsValuesAfterManualSeed) {
  std::multimap<std::string, const test::RandomAnswer*> answers;
  for (const test::RandomAnswer& answer : test::kRandomAnswers) answers.emplace(answer.python, &answer);
  for (const Row& row : rows()) {
    const auto [begin, end] = answers.equal_range(row.python);
    EXPECT_EQ(std::distance(begin, end), 3) << row.python;
    for (auto it = begin; it != end; ++it) {
      SCOPED_TRACE(std::string(row.python) + ", seed " + std::to_string(it->second->seed));
      manual_seed(it->second->seed);
      test::expect_same(row.ours(row.image), test::decoded(it->second->result), row.off_by_one);
      EXPECT_EQ(randint(1 << 30, {1}).item<int64_t>(), it->second->next);
    }
  }
}

TEST(VisionTransforms, MixLikeTorchvision) {
  const Tensor s = image(3, 5, 6).to(kFloat) / 255, images = stack({s, 1 - s, s.square()}), targets = tensor({0, 2, 1});
  const std::map<std::string, Callable<Mixed()>> programs = {
      {"mix(v, y, 1.0, 3)", [&] { return mixup(images, targets, 3); }},
      {"mix(v, y, 0.3, 3)", [&] { return mixup(images, targets, 3, 0.3); }},
      {"cut(v, y, 1.0, 3)", [&] { return cutmix(images, targets, 3); }},
      {"cut(v, y, 0.3, 3)", [&] { return cutmix(images, targets, 3, 0.3); }}};
  int found = 0;
  for (const test::RandomAnswer& answer : test::kRandomAnswers) {
    const auto program = programs.find(answer.python);
    if (program == programs.end()) continue;
    SCOPED_TRACE(std::string(answer.python) + ", seed " + std::to_string(answer.seed));
    manual_seed(answer.seed);
    const Mixed mixed = program->second();
    test::expect_same(cat({mixed.images.flatten(), mixed.targets.flatten()}), test::decoded(answer.result));
    EXPECT_EQ(randint(1 << 30, {1}).item<int64_t>(), answer.next);
    ++found;
  }
  EXPECT_EQ(found, 12);
  // Targets that are probabilities already; with probability 0 nothing changes.
  manual_seed(1);
  const Tensor first = mixup(images, targets, 3).targets;
  manual_seed(1);
  EXPECT_TRUE(equal(mixup(images, eye(3).index_select(0, targets), 0).targets, first));
  EXPECT_TRUE(equal(RandomMixup(3, 0)(images, targets).images, images));
  EXPECT_TRUE(equal(RandomCutmix(3, 0)(images, targets).images, images));
  EXPECT_FALSE(equal(RandomMixup(3, 1)(images, targets).images, images));
  expect_error([&] { mixup(images[0], targets, 3); }, "Batch ndim should be 4");
  expect_error([&] { mixup(images, targets, 0); }, "valid positive value for the num_classes");
  expect_error([&] { mixup(images.to(kByte), targets, 3); }, "should be a float tensor");
  expect_error([&] { cutmix(images, tensor({1, 2}), 3); }, "got targets of sizes [2]");
}

// A generator of the caller's alone decides, and the default one is not touched.
TEST(VisionTransforms, DrawFromTheGivenGenerator) {
  std::vector<Row> all = rows();
  const Tensor s = image(3, 5, 6);
  const std::vector<Transform> three = {RandomInvert(), RandomHorizontalFlip(), RandomPosterize(3)};
  all.push_back({"RandomOrder", RandomOrder(three), s, 0});
  all.push_back({"RandomChoice", RandomChoice(three), s, 0});
  for (const Row& row : all) {
    SCOPED_TRACE(row.python);
    manual_seed(5);
    const std::vector<uint8_t> before = default_generator().state_bytes();
    for (const auto& make : {+[](uint64_t seed) { return make_generator(seed); },
                             +[](uint64_t seed) { return Generator::philox(seed); }}) {
      const Tensor first = row.ours(row.image, make(7)), again = row.ours(row.image, make(7));
      EXPECT_TRUE(equal(first, again));
    }
    EXPECT_EQ(default_generator().state_bytes(), before);
    // The same engine gives the same, be it the default one or not.
    manual_seed(7);
    EXPECT_TRUE(equal(row.ours(row.image), row.ours(row.image, make_generator(7))));
  }
}

TEST(VisionTransforms, ManyThreadsUseOneObject) {
  const Tensor s = image(3, 40, 50);
  const Compose chain({RandomResizedCrop(16).antialias(true), RandomHorizontalFlip(), ColorJitter(0.4, 0.4, 0.4, 0.1),
                       RandAugment(), ConvertImageDtype(kFloat), Normalize({0.5}, {0.25})});
  std::vector<Tensor> expected(32), got(32);
  for (size_t i = 0; i < 32; ++i) expected[i] = chain(s, Generator::philox(i));
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (size_t i = t; i < 32; i += 4) got[i] = chain(s, Generator::philox(i));
    });
  for (std::thread& t : threads) t.join();
  for (size_t i = 0; i < 32; ++i) EXPECT_TRUE(equal(got[i], expected[i])) << i;
}

TEST(VisionTransforms, OrderAndChoice) {
  const Tensor s = image(1, 2, 2);
  const auto add = [](int v) { return Lambda([v](const Tensor& t) { return t * 10 + v; }); };
  const RandomOrder order({add(1), add(2), add(3)});
  const RandomChoice choice({add(1), add(2), add(3)}, {1, 0, 3});
  std::set<int64_t> orders;
  int counts[4] = {};
  manual_seed(0);
  for (int i = 0; i < 2000; ++i) {
    orders.insert(order(zeros({1, 1, 1}, kLong)).item<int64_t>());
    ++counts[choice(zeros({1, 1, 1}, kLong)).item<int64_t>()];
  }
  EXPECT_EQ(orders, (std::set<int64_t>{123, 132, 213, 231, 312, 321}));
  EXPECT_EQ(counts[2], 0);
  EXPECT_NEAR(counts[1], 500, 100);
  EXPECT_TRUE(equal(Compose(std::vector<Transform>{})(s), s));
  expect_error([] { RandomChoice({}); }, "0 transforms");
  expect_error([&] { RandomChoice({add(1)}, {1, 2}); }, "1 transforms and 2 weights");
}

TEST(VisionTransforms, WithoutChance) {
  const Tensor x = image(3, 7, 9), f = x.to(kFloat);
  EXPECT_EQ(Resize(3)(x).size(1), 3);
  EXPECT_EQ(Resize({4, 6}).antialias(true)(x).size(2), 6);
  EXPECT_TRUE(equal(CenterCrop(3)(x), functional::center_crop(x, 3)));
  EXPECT_TRUE(equal(Pad({1, 2}, 3)(x), functional::pad(x, {1, 2}, 3)));
  EXPECT_TRUE(equal(GaussianBlur(3, 1.5)(x), functional::gaussian_blur(x, 3, 1.5)));
  EXPECT_EQ(RandomResizedCrop(std::vector<int64_t>{4})(x).sizes(), (std::vector<int64_t>{3, 4, 4}));
  EXPECT_EQ(FiveCrop(3)(x).size(), 5u);
  EXPECT_EQ(TenCrop(3)(x).size(), 10u);
  EXPECT_TRUE(equal(Grayscale(3)(x), functional::rgb_to_grayscale(x, 3)));
  EXPECT_TRUE(equal(ToTensor()(x.permute({1, 2, 0})), f / 255));
  EXPECT_TRUE(equal(Normalize({1, 2, 3}, {2})(f), (f - tensor({1., 2., 3.}, kFloat).view({3, 1, 1})) / 2));
}

TEST(VisionTransforms, Errors) {
  const Tensor x = image(3, 7, 9);
  expect_error([&] { RandomCrop(8)(x); }, "Required crop size (8, 8) is larger than input image size (7, 9)");
  expect_error([&] { ColorJitter(-1); }, "If brightness is a single number, it must be non negative");
  expect_error([&] { ColorJitter(ColorJitter::Amount(0.5, 0.1)); }, "brightness values should be between 0 and inf");
  expect_error([&] { ColorJitter(0, 0, 0, 0.6); }, "hue values should be between -0.5 and 0.5");
  expect_error([&] { RandomCrop({1, 2, 3}); }, "expected one number or height and width");
  expect_error([&] { RandomResizedCrop(3).scale(0.5)(x); }, "got a share of the area of -0.5");
  expect_error([&] { RandomResizedCrop(3).ratio({0, 1})(x); }, "a positive ratio");
  expect_error([&] { RandomAffine(3).translate({{0.5, 2}})(x); }, "should be between 0 and 1, got 2");
  expect_error([&] { RandomPerspective(1.5)(x); }, "got distortion_scale 1.5");
  expect_error([&] { RandomErasing(2)(x); }, "should be between 0 and 1");
  expect_error([&] { RandomErasing(1).value({1, 2})(x); }, "a single value or 3");
  expect_error([&] { RandAugment(2, 31)(x); }, "got magnitude 31");
  expect_error([&] { AugMix().severity(0)(x); }, "severity must be between [1, 10]");
  expect_error([&] { LinearTransformation(zeros({2, 3}), zeros({2})); }, "should be square");
  expect_error([&] { LinearTransformation(zeros({3, 3}), zeros({3}))(x); }, "incompatible shape");
}

}  // namespace

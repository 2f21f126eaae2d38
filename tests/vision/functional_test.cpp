// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/vision.h>

#include <map>

#include "tests/support/expect_error.h"
#include "tests/vision/answers.h"
#include "tests/vision/images.h"

namespace {

using namespace torchpp;
using namespace torchpp::vision;
using namespace torchpp::vision::functional;
using test::expect_error;
using test::image;

constexpr auto kNearest = InterpolationMode::kNearest, kBilinear = InterpolationMode::kBilinear,
               kBicubic = InterpolationMode::kBicubic;
constexpr std::array<Point, 4> kCorners = {Point{0, 0}, Point{8, 0}, Point{8, 6}, Point{0, 6}};

// The program here for each line of Python.
TEST(VisionFunctional, GivesTorchvisionsValues) {
  const Tensor x = image(3, 7, 9), g = image(1, 7, 9), f = x.to(kFloat) / 255, b = stack({x, x.flip(-1)}),
               s = image(3, 5, 6);
  const Tensor waves = arange(126.0, kFloat).sin_().mul_(0.3).view({1, 7, 9, 2});
  struct Row {
    const char* python;
    Callable<Tensor()> ours;
  };
  const Row rows[] = {
      {"F.hflip(x)", [&] { return hflip(x); }},
      {"F.vflip(x)", [&] { return vflip(x); }},
      {"F.crop(x, 1, 2, 4, 5)", [&] { return crop(x, 1, 2, 4, 5); }},
      {"F.crop(x, -1, -2, 4, 5)", [&] { return crop(x, -1, -2, 4, 5); }},
      {"F.crop(x, 5, 6, 4, 5)", [&] { return crop(x, 5, 6, 4, 5); }},
      {"F.center_crop(x, [4, 6])",
       [&] {
         return center_crop(x, {4, 6});
       }},
      {"F.center_crop(x, [3])", [&] { return center_crop(x, 3); }},
      {"F.center_crop(x, [9, 12])",
       [&] {
         return center_crop(x, {9, 12});
       }},
      {"F.center_crop(x, [4, 12])",
       [&] {
         return center_crop(x, {4, 12});
       }},
      {"torch.stack(F.five_crop(x, [3, 4]))",
       [&] {
         return stack(five_crop(x, {3, 4}));
       }},
      {"torch.stack(F.ten_crop(x, [3, 4]))",
       [&] {
         return stack(ten_crop(x, {3, 4}));
       }},
      {"torch.stack(F.ten_crop(x, [3, 4], vertical_flip=True))",
       [&] {
         return stack(ten_crop(x, {3, 4}, true));
       }},
      {"F.pad(x, [1], fill=7)", [&] { return functional::pad(x, 1, 7); }},
      {"F.pad(x, [1, 2], padding_mode=\"edge\")",
       [&] {
         return functional::pad(x, {1, 2}, 0, PaddingMode::kEdge);
       }},
      {"F.pad(x, [3, 1, 2, 4], padding_mode=\"reflect\")",
       [&] {
         return functional::pad(x, {3, 1, 2, 4}, 0, PaddingMode::kReflect);
       }},
      {"F.pad(x, [3, 1, 2, 4], padding_mode=\"symmetric\")",
       [&] {
         return functional::pad(x, {3, 1, 2, 4}, 0, PaddingMode::kSymmetric);
       }},
      {"F.pad(x, [-1, 2, 2, -3], padding_mode=\"symmetric\")",
       [&] {
         return functional::pad(x, {-1, 2, 2, -3}, 0, PaddingMode::kSymmetric);
       }},
      {"F.pad(x, [-1, 2, 2, -3], fill=9)",
       [&] {
         return functional::pad(x, {-1, 2, 2, -3}, 9);
       }},
      {"F.resize(x, [5, 11])",
       [&] {
         return functional::resize(x, {5, 11});
       }},
      {"F.resize(x, [5, 11], antialias=True)",
       [&] {
         return functional::resize(x, {5, 11}, kBilinear, nullopt, true);
       }},
      {"F.resize(x, [3], antialias=True)", [&] { return functional::resize(x, 3, kBilinear, nullopt, true); }},
      {"F.resize(x, [14], max_size=15, antialias=True)",
       [&] { return functional::resize(x, 14, kBilinear, 15, true); }},
      {"F.resize(x, [14], interpolation=NEAREST)", [&] { return functional::resize(x, 14, kNearest); }},
      {"F.resize(x, [4, 5], interpolation=NEAREST)",
       [&] {
         return functional::resize(x, {4, 5}, kNearest);
       }},
      {"F.resize(x, [5, 11], interpolation=BICUBIC)",
       [&] {
         return functional::resize(x, {5, 11}, kBicubic);
       }},
      {"F.resize(x, [4, 5], interpolation=BICUBIC, antialias=True)",
       [&] {
         return functional::resize(x, {4, 5}, kBicubic, nullopt, true);
       }},
      {"F.resize(f, [4, 5], antialias=True)",
       [&] {
         return functional::resize(f, {4, 5}, kBilinear, nullopt, true);
       }},
      {"F.resize(b, [4, 5], antialias=True)",
       [&] {
         return functional::resize(b, {4, 5}, kBilinear, nullopt, true);
       }},
      {"F.resized_crop(x, 1, 2, 4, 5, [6, 6], antialias=True)",
       [&] {
         return resized_crop(x, 1, 2, 4, 5, {6, 6}, kBilinear, true);
       }},
      {"F.rgb_to_grayscale(x)", [&] { return rgb_to_grayscale(x); }},
      {"F.rgb_to_grayscale(x, num_output_channels=3)", [&] { return rgb_to_grayscale(x, 3); }},
      {"F.rgb_to_grayscale(f)", [&] { return rgb_to_grayscale(f); }},
      {"F.adjust_brightness(x, 1.7)", [&] { return adjust_brightness(x, 1.7); }},
      {"F.adjust_brightness(x, 0.3)", [&] { return adjust_brightness(x, 0.3); }},
      {"F.adjust_brightness(f, 1.7)", [&] { return adjust_brightness(f, 1.7); }},
      {"F.adjust_contrast(x, 1.7)", [&] { return adjust_contrast(x, 1.7); }},
      {"F.adjust_contrast(x, 0.3)", [&] { return adjust_contrast(x, 0.3); }},
      {"F.adjust_contrast(g, 0.3)", [&] { return adjust_contrast(g, 0.3); }},
      {"F.adjust_contrast(f, 1.7)", [&] { return adjust_contrast(f, 1.7); }},
      {"F.adjust_contrast(b, 1.3)", [&] { return adjust_contrast(b, 1.3); }},
      {"F.adjust_saturation(x, 1.7)", [&] { return adjust_saturation(x, 1.7); }},
      {"F.adjust_saturation(x, 0.3)", [&] { return adjust_saturation(x, 0.3); }},
      {"F.adjust_saturation(f, 0.3)", [&] { return adjust_saturation(f, 0.3); }},
      {"F.adjust_hue(x, 0.2)", [&] { return adjust_hue(x, 0.2); }},
      {"F.adjust_hue(x, -0.45)", [&] { return adjust_hue(x, -0.45); }},
      {"F.adjust_hue(f, 0.3)", [&] { return adjust_hue(f, 0.3); }},
      {"F.adjust_hue(b, 0.1)", [&] { return adjust_hue(b, 0.1); }},
      {"F.adjust_gamma(x, 0.6)", [&] { return adjust_gamma(x, 0.6); }},
      {"F.adjust_gamma(x, 2.2, gain=1.1)", [&] { return adjust_gamma(x, 2.2, 1.1); }},
      {"F.adjust_gamma(f, 0.6)", [&] { return adjust_gamma(f, 0.6); }},
      {"F.adjust_sharpness(x, 0)", [&] { return adjust_sharpness(x, 0); }},
      {"F.adjust_sharpness(x, 2.5)", [&] { return adjust_sharpness(x, 2.5); }},
      {"F.adjust_sharpness(f, 0.5)", [&] { return adjust_sharpness(f, 0.5); }},
      {"F.adjust_sharpness(b, 2.5)", [&] { return adjust_sharpness(b, 2.5); }},
      {"F.invert(x)", [&] { return invert(x); }},
      {"F.invert(f)", [&] { return invert(f); }},
      {"F.posterize(x, 0)", [&] { return posterize(x, 0); }},
      {"F.posterize(x, 3)", [&] { return posterize(x, 3); }},
      {"F.posterize(x, 8)", [&] { return posterize(x, 8); }},
      {"F.solarize(x, 100)", [&] { return solarize(x, 100); }},
      {"F.solarize(f, 0.4)", [&] { return solarize(f, 0.4); }},
      {"F.autocontrast(x)", [&] { return autocontrast(x); }},
      {"F.autocontrast(f)", [&] { return autocontrast(f); }},
      {"F.autocontrast(torch.full_like(x, 9))", [&] { return autocontrast(full_like(x, 9)); }},
      {"F.equalize(e)", [&] { return equalize(image(1, 20, 20)); }},
      {"F.equalize(m)", [&] { return equalize(image(3, 20, 20)); }},
      {"F.equalize(x)", [&] { return equalize(x); }},
      {"F.gaussian_blur(x, [3, 5])",
       [&] {
         return gaussian_blur(x, {3, 5});
       }},
      {"F.gaussian_blur(x, [5, 3], [0.7, 1.9])",
       [&] {
         return gaussian_blur(x, {5, 3}, {0.7, 1.9});
       }},
      {"F.gaussian_blur(f, [3, 3], [1.1])",
       [&] {
         return gaussian_blur(f, {3, 3}, 1.1);
       }},
      {"F.gaussian_blur(b, [3, 3], [1.1])",
       [&] {
         return gaussian_blur(b, {3, 3}, 1.1);
       }},
      {"F.erase(x, 1, 2, 3, 4, torch.tensor([1, 2, 3])[:, None, None])",
       [&] {
         return erase(x, 1, 2, 3, 4, tensor({1, 2, 3}).view({3, 1, 1}));
       }},
      {"F.rotate(x, 30)", [&] { return rotate(x, 30); }},
      {"F.rotate(x, 30, interpolation=BILINEAR)", [&] { return rotate(x, 30, kBilinear); }},
      {"F.rotate(x, 90, expand=True)", [&] { return rotate(x, 90, kNearest, true); }},
      {"F.rotate(x, 30, expand=True, fill=[9.0])", [&] { return rotate(x, 30, kNearest, true, nullopt, 9.0); }},
      {"F.rotate(x, 30, interpolation=BILINEAR, fill=[1.0, 20.0, 200.0])",
       [&] {
         return rotate(x, 30, kBilinear, false, nullopt, {1, 20, 200});
       }},
      {"F.rotate(x, -75, center=[1, 2])",
       [&] {
         return rotate(x, -75, kNearest, false, Point{1, 2});
       }},
      {"F.rotate(f, 30, interpolation=BILINEAR)", [&] { return rotate(f, 30, kBilinear); }},
      {"F.rotate(b, 17, fill=[50.0])", [&] { return rotate(b, 17, kNearest, false, nullopt, 50.0); }},
      {"F.affine(x, 20, [1, -2], 1.2, [10.0, 5.0])",
       [&] {
         return affine(x, 20, {1, -2}, 1.2, {10, 5});
       }},
      {"F.affine(x, 20, [1, -2], 0.8, [10.0, 5.0], interpolation=BILINEAR)",
       [&] {
         return affine(x, 20, {1, -2}, 0.8, {10, 5}, kBilinear);
       }},
      {"F.affine(x, -35, [0, 1], 0.7, [0.0, -15.0], fill=[3.0], center=[0, 0])",
       [&] {
         return affine(x, -35, {0, 1}, 0.7, {0, -15}, kNearest, 3.0, Point{0, 0});
       }},
      {"F.affine(f, 20, [1, -2], 0.8, [10.0, 5.0], interpolation=BILINEAR, fill=[0.5])",
       [&] {
         return affine(f, 20, {1, -2}, 0.8, {10, 5}, kBilinear, 0.5);
       }},
      {"F.perspective(x, [[0, 0], [8, 0], [8, 6], [0, 6]], [[1, 2], [5, 1], [5, 5], [3, 5]])",
       [&] {
         return perspective(x, kCorners, {Point{1, 2}, {5, 1}, {5, 5}, {3, 5}});
       }},
      {"F.perspective(x, [[0, 0], [8, 0], [8, 6], [0, 6]], [[0, 2], [8, 1], [6, 6], [0, 5]], interpolation=NEAREST, "
       "fill=[5.0])",
       [&] {
         return perspective(x, kCorners, {Point{0, 2}, {8, 1}, {6, 6}, {0, 5}}, kNearest, 5.0);
       }},
      {"F.perspective(f, [[0, 0], [8, 0], [8, 6], [0, 6]], [[2, 1], [7, 1], [8, 6], [1, 5]], fill=[0.5])",
       [&] {
         return perspective(f, kCorners, {Point{2, 1}, {7, 1}, {8, 6}, {1, 5}}, kBilinear, 0.5);
       }},
      {"F.elastic_transform(x, 0.3 * torch.sin(torch.arange(126.0)).view(1, 7, 9, 2))",
       [&] { return elastic_transform(x, waves); }},
      {"F.elastic_transform(f, 0.3 * torch.sin(torch.arange(126.0)).view(1, 7, 9, 2), fill=[0.25])",
       [&] { return elastic_transform(f, waves, kBilinear, 0.25); }},
      {"F.normalize(f, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])",
       [&] {
         return normalize(f, {0.485, 0.456, 0.406}, {0.229, 0.224, 0.225});
       }},
      {"F.normalize(f, [0.5], [0.25])", [&] { return normalize(f, 0.5, 0.25); }},
      {"F.convert_image_dtype(x, torch.float)", [&] { return convert_image_dtype(x, kFloat); }},
      {"F.convert_image_dtype(f, torch.uint8)", [&] { return convert_image_dtype(f, kByte); }},
      {"F.convert_image_dtype(x, torch.int16)", [&] { return convert_image_dtype(x, kShort); }},
      {"F.convert_image_dtype(x.to(torch.int32) * 8421504, torch.uint8)",
       [&] { return convert_image_dtype(x.to(kInt).mul(8421504), kByte); }},
      {"F.convert_image_dtype(f, torch.int16)", [&] { return convert_image_dtype(f, kShort); }},
      {"F.to_tensor(x.permute(1, 2, 0).numpy())",
       [&] {
         return to_tensor(x.permute({1, 2, 0}));
       }},
      {"T.LinearTransformation(torch.eye(189).flip(0) * 0.5, torch.ones(189) * 0.25)(f)",
       [&] { return transforms::LinearTransformation(eye(189).flip(0).mul(0.5), full({189}, 0.25))(f); }},
      {"make_grid(torch.stack([s, s.flip(-1), s.flip(-2)]), nrow=2)",
       [&] {
         return make_grid({s, hflip(s), vflip(s)}, GridOptions().nrow(2));
       }},
      {"make_grid(torch.stack([s, s.flip(-1), s.flip(-2)]), nrow=4, padding=1, pad_value=9)",
       [&] {
         return make_grid({s, hflip(s), vflip(s)}, GridOptions().nrow(4).padding(1).pad_value(9));
       }},
      {"make_grid(g)", [&] { return make_grid(g); }},
      {"make_grid(torch.stack([f, f * 3 - 1]), normalize=True)",
       [&] {
         return make_grid({f, f * 3 - 1}, GridOptions().normalize(true));
       }},
      {"make_grid(torch.stack([f, f * 3 - 1]), normalize=True, scale_each=True)",
       [&] {
         return make_grid({f, f * 3 - 1}, GridOptions().normalize(true).scale_each(true));
       }},
      {"make_grid(torch.stack([f, f * 3 - 1]), normalize=True, value_range=(0.2, 0.7))",
       [&] {
         return make_grid({f, f * 3 - 1}, GridOptions().normalize(true).value_range({{0.2, 0.7}}));
       }},
      {"draw_bounding_boxes(x, torch.tensor([[0, 0, 3, 3], [2, 1, 8, 5], [5, 5, 20, 6]]))",
       [&] {
         return draw_bounding_boxes(x, tensor({0, 0, 3, 3, 2, 1, 8, 5, 5, 5, 20, 6}).view({3, 4}));
       }},
      {"draw_bounding_boxes(x, torch.tensor([[0.5, 0, 3.9, 3], [2, 1, 8, 5]]), colors=[(255, 0, 9), (1, 200, 3)], "
       "width=2)",
       [&] {
         return draw_bounding_boxes(x, tensor({0.5, 0., 3.9, 3., 2., 1., 8., 5.}).view({2, 4}),
                                    BoxOptions().colors({{255, 0, 9}, {1, 200, 3}}).width(2));
       }},
      {"draw_bounding_boxes(x, torch.tensor([[1, 1, 6, 5]]), colors=(255, 128, 9), fill=True)",
       [&] {
         return draw_bounding_boxes(x, tensor({1, 1, 6, 5}).view({1, 4}),
                                    BoxOptions().colors({Color{255, 128, 9}}).fill(true));
       }},
      {"draw_bounding_boxes(g, torch.tensor([[1, 1, 6, 5]]), colors=(255, 128, 9))",
       [&] {
         return draw_bounding_boxes(g, tensor({1, 1, 6, 5}).view({1, 4}), BoxOptions().colors({Color{255, 128, 9}}));
       }},
      {"draw_segmentation_masks(x, torch.stack([x[0] > 128, x[1] > 160]))",
       [&] {
         return draw_segmentation_masks(x, stack({x[0] > 128, x[1] > 160}));
       }},
      {"draw_segmentation_masks(x, x[0] > 128, alpha=0.3, colors=[(200, 10, 30)])",
       [&] {
         return draw_segmentation_masks(x, x[0] > 128, 0.3, Color{200, 10, 30});
       }},
  };
  std::map<std::string, const char*> answers;
  for (const test::Answer& answer : test::kAnswers) answers[answer.python] = answer.result;
  for (const Row& row : rows) {
    SCOPED_TRACE(row.python);
    ASSERT_EQ(answers.count(row.python), 1u);
    test::expect_same(row.ours(), test::decoded(answers[row.python]));
    answers.erase(row.python);
  }
  EXPECT_TRUE(answers.empty()) << "no program for " << answers.begin()->first;
}

TEST(VisionFunctional, OtherDtypesAndDimensions) {
  const Tensor x = image(3, 7, 9), f = x.to(kDouble) / 255;
  for (const ScalarType dtype : {kHalf, kBFloat16, kDouble}) {
    const Tensor resized = functional::resize(f.to(dtype), {4, 5}, kBilinear, nullopt, true);
    EXPECT_EQ(resized.scalar_type(), dtype);
    EXPECT_LT(
        (resized.to(kDouble) - functional::resize(f, {4, 5}, kBilinear, nullopt, true)).abs().max().item<double>(),
        0.01);
  }
  // Leading dimensions are a batch, whatever their number.
  const Tensor many = stack({x, x.flip(-1), x.flip(-2), x}).view({2, 2, 3, 7, 9});
  for (const auto& f :
       {+[](const Tensor& t) {
          return functional::resize(t, {4, 5});
        },
        +[](const Tensor& t) { return rotate(t, 30); },
        +[](const Tensor& t) {
          return gaussian_blur(t, {3, 3});
        },
        +[](const Tensor& t) { return equalize(t); }, +[](const Tensor& t) { return adjust_hue(t, 0.2); },
        +[](const Tensor& t) { return adjust_contrast(t, 2); }, +[](const Tensor& t) { return adjust_sharpness(t, 2); },
        +[](const Tensor& t) { return autocontrast(t); },
        +[](const Tensor& t) { return functional::pad(t, 2, 0, PaddingMode::kReflect); }}) {
    const Tensor all = f(many);
    for (int64_t i = 0; i < 2; ++i)
      for (int64_t j = 0; j < 2; ++j) EXPECT_TRUE(equal(all[i][j], f(many[i][j])));
  }
  // Without channels.
  EXPECT_EQ(functional::resize(x[0], {4, 5}).sizes(), (std::vector<int64_t>{4, 5}));
  EXPECT_TRUE(equal(rotate(x[0], 30), rotate(x.slice(0, 0, 1), 30)[0]));
  EXPECT_TRUE(equal(crop(x[0], 1, 1, 2, 2), x[0].slice(0, 1, 3).slice(1, 1, 3)));
  // Not contiguous.
  const Tensor last = x.permute({1, 2, 0}).contiguous().permute({2, 0, 1});
  EXPECT_TRUE(equal(functional::resize(last, {4, 5}), functional::resize(x, {4, 5})));
  EXPECT_TRUE(equal(equalize(last), equalize(x)));
  EXPECT_TRUE(equal(adjust_hue(last, 0.1), adjust_hue(x, 0.1)));
}

TEST(VisionFunctional, LeavesTheImageAsItWas) {
  const Tensor x = image(3, 7, 9), before = x.clone(), f = x.to(kFloat) / 255, f_before = f.clone();
  adjust_brightness(x, 2);
  adjust_hue(x, 0.2);
  erase(x, 0, 0, 2, 2, tensor({1}));
  EXPECT_TRUE(equal(x, before));
  for (const Tensor& t :
       {normalize(f, 0.5, 0.5), adjust_hue(f, 0.2), adjust_gamma(f, 2), autocontrast(f), adjust_sharpness(f, 2)})
    EXPECT_EQ(t.sizes(), f.sizes());
  EXPECT_TRUE(equal(f, f_before));
  normalize(f, 0.5, 0.5, true);
  EXPECT_TRUE(equal(f, normalize(f_before, 0.5, 0.5)));
  erase(x, 0, 0, 2, 2, tensor({1}), true);
  EXPECT_EQ(x[2][1][1].item<int64_t>(), 1);
}

TEST(VisionFunctional, Gradients) {
  manual_seed(3);
  // Away from the ends of the range, where clamping has no derivative.
  const Tensor image = rand({3, 5, 6}, kDouble).mul_(0.3).add_(0.3).requires_grad_(true);
  using F = Tensor (*)(const Tensor&);
  for (const F& f :
       {F([](const Tensor& t) {
          return functional::resize(t, {3, 4}, kBilinear, nullopt, true);
        }),
        F([](const Tensor& t) { return rotate(t, 20, kBilinear, false, nullopt, 0.5); }), F([](const Tensor& t) {
          return gaussian_blur(t, {3, 3});
        }),
        F([](const Tensor& t) { return normalize(t, 0.5, 0.5); }),
        F([](const Tensor& t) { return adjust_hue(t, 0.07); }),
        F([](const Tensor& t) { return adjust_contrast(t, 0.8); }),
        F([](const Tensor& t) { return adjust_saturation(t, 0.8); }),
        F([](const Tensor& t) { return adjust_sharpness(t, 0.8); }),
        F([](const Tensor& t) { return adjust_gamma(t, 1.5); }),
        F([](const Tensor& t) { return functional::pad(t, 2, 0, PaddingMode::kSymmetric); })})
    EXPECT_TRUE(
        autograd::gradcheck([&](const std::vector<Tensor>& in) { return std::vector<Tensor>{f(in[0])}; }, {image}));
}

TEST(VisionFunctional, Errors) {
  const Tensor x = image(3, 7, 9), f = x.to(kFloat), two = image(2, 7, 9);
  expect_error([&] { functional::resize(x, {1, 2, 3}); }, "expected one number or height and width");
  expect_error([&] { functional::resize(x, 0); }, "expected positive numbers");
  expect_error([&] { functional::resize(x, 5, kBilinear, 5); }, "must be strictly greater than the requested size");
  expect_error([&] { functional::resize(x, {5, 6}, kBilinear, 8); }, "got max_size with height and width");
  expect_error([&] { functional::resize(x, 5, kNearest, nullopt, true); },
               "Antialias option is supported for bilinear and bicubic");
  expect_error([&] { functional::resize(arange(5), 2); }, "expected an image (..., C, H, W)");
  expect_error([&] { functional::pad(x, {1, 2, 3}); }, "Padding must be 1, 2, or 4 numbers");
  expect_error([&] { functional::pad(x, 7, 0, PaddingMode::kReflect); }, "Padding size should be less than");
  expect_error([&] { functional::pad(x, 8, 0, PaddingMode::kSymmetric); }, "Padding size should be less than");
  expect_error([&] { five_crop(x, 8); }, "is bigger than input size");
  expect_error([&] { normalize(x, 0.5, 0.5); }, "Input tensor should be a float tensor");
  expect_error([&] { normalize(f, {0.5, 0.5}, 0.5); }, "expected 1 or 3, the number of channels");
  expect_error([&] { normalize(f, 0.5, 1e-60); }, "std evaluated to zero after conversion to");
  expect_error([&] { convert_image_dtype(f, kInt); }, "cannot be performed safely");
  expect_error([&] { adjust_brightness(x, -1); }, "is not non-negative");
  expect_error([&] { adjust_brightness(two, 1); }, "got an image of 2 channels, expected 1 or 3");
  expect_error([&] { adjust_hue(x, 0.6); }, "is not in [-0.5, 0.5]");
  expect_error([&] { adjust_gamma(x, -1); }, "Gamma should be a non-negative real number");
  expect_error([&] { posterize(f, 3); }, "Only uint8 image tensors are supported");
  expect_error([&] { posterize(x, 9); }, "should be between 0 and 8");
  expect_error([&] { equalize(f); }, "Only uint8 image tensors are supported");
  expect_error([&] { solarize(x, 256); }, "Threshold should be less than bound of img");
  expect_error([&] { gaussian_blur(x, 4); }, "kernel_size should have odd and positive integers");
  expect_error([&] { gaussian_blur(x, 3, -1.0); }, "sigma should have positive values");
  expect_error([&] { rotate(x, 30, kBicubic); }, "expected nearest or bilinear");
  expect_error([&] { rotate(x, 30, kNearest, false, nullopt, {1, 2}); }, "'fill' cannot broadcast");
  expect_error([&] { affine(x, 0, {0, 0}, 0, {0, 0}); }, "scale should be positive");
  expect_error([&] { perspective(x, kCorners, {Point{0, 0}, {1, 1}, {2, 2}, {3, 3}}); }, "lie on a line");
  expect_error([&] { elastic_transform(x, zeros({1, 7, 8, 2})); }, "displacement shape should be [1, 7, 9, 2]");
  expect_error([&] { erase(x, 5, 0, 3, 3, tensor({1})); }, "expected a part of an image of 7 x 9");
  EXPECT_THROW(posterize(f, 3), TypeError);
  EXPECT_THROW(adjust_hue(x, 0.6), ValueError);
}

TEST(VisionUtils, Errors) {
  const Tensor x = image(3, 7, 9);
  expect_error([&] { make_grid(TensorList()); }, "got no images");
  expect_error([&] { make_grid(x, GridOptions().nrow(0)); }, "got nrow 0");
  expect_error([&] { draw_bounding_boxes(x.to(kFloat), zeros({1, 4})); }, "Tensor uint8 expected");
  expect_error([&] { draw_bounding_boxes(x.unsqueeze(0), zeros({1, 4})); }, "Pass individual images, not batches");
  expect_error([&] { draw_bounding_boxes(x, tensor({3, 0, 2, 5}).view({1, 4})); }, "(xmin, ymin, xmax, ymax) format");
  expect_error([&] { draw_bounding_boxes(x, zeros({2, 4}), BoxOptions().labels({"a"})); }, "Please specify labels");
  expect_error([&] { draw_segmentation_masks(x, zeros({7, 9})); }, "must be of dtype bool");
  expect_error([&] { draw_segmentation_masks(x, zeros({7, 8}, kBool)); }, "same height and width");
}

// Letters are seen, stay within the image, and differ from one another.
TEST(VisionUtils, Labels) {
  const Tensor paper = zeros({3, 20, 60}, kByte), box = tensor({0, 0, 59, 19}).view({1, 4});
  const auto drawn = [&](const std::string& text) {
    return draw_bounding_boxes(paper, box,
                               BoxOptions().labels({text}).colors({Color{255, 255, 255}}).width(0).font_scale(2));
  };
  std::vector<Tensor> letters;
  for (char c = ' '; c <= '~'; ++c) {
    letters.push_back(drawn(std::string(1, c)));
    for (size_t i = 0; i + 1 < letters.size(); ++i) EXPECT_FALSE(equal(letters[i], letters.back())) << c;
  }
  EXPECT_EQ(letters[0].max().item<int64_t>(), 0);
  // The dots of an L: a column of 7 and 4 more in its last row, each 2 x 2 pixels.
  const Tensor l = letters['L' - ' '][0].ne(0);
  EXPECT_EQ(l.sum().item<int64_t>(), 11 * 4);
  EXPECT_EQ(l.slice(0, 1, 15).slice(1, 1, 3).sum().item<int64_t>(), 7 * 4);
  EXPECT_EQ(l.slice(0, 13, 15).slice(1, 1, 11).sum().item<int64_t>(), 5 * 4);
  drawn(std::string(1000, 'W'));
  drawn("\xff\x01");
}

}  // namespace

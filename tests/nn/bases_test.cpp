// SPDX-License-Identifier: BSD-3-Clause
// Programs' own modules on the bases of the library's families. Texts and sizes: libtorch 1.13.1, of the same classes
// where it can link them, else of its own modules.
#include <gtest/gtest.h>
#include <torchpp/nn/modules/bases.h>
#include <torchpp/torchpp.h>

#include <sstream>

#include "tests/support/error_of.h"

namespace torchpp::tests {
namespace {

namespace F = nn::functional;

std::string printed(const nn::Module& module) {
  std::ostringstream out;
  out << module;
  return out.str();
}

struct MaskedConvImpl : nn::ConvNdImpl<2, MaskedConvImpl> {
  explicit MaskedConvImpl(const nn::Conv2dOptions& o) : ConvNdImpl(o) { mask = register_buffer("mask", ones({3, 3})); }
  void reset() override {
    ConvNdImpl::reset();
    mask = register_buffer("mask", ones({3, 3}));
  }
  Tensor forward(const Tensor& x) {
    return F::conv2d(x, weight * mask, F::Conv2dFuncOptions().bias(bias).stride(options.stride()));
  }
  Tensor mask;
};
TORCH_MODULE(MaskedConv);

TEST(Bases, Convolution) {
  MaskedConv conv(nn::Conv2dOptions(4, 6, 3).stride(2));
  EXPECT_EQ(printed(*conv), "torch::nn::Conv2d(4, 6, kernel_size=[3, 3], stride=[2, 2])");
  EXPECT_EQ(conv->state_dict().keys(), (std::vector<std::string>{"weight", "bias", "mask"}));
  EXPECT_EQ(conv->as<nn::Conv2d>(), nullptr) << "not one of the library's own";
  conv->mask[1][1] = 0;
  const Tensor x = randn({2, 4, 7, 7});
  nn::Sequential chain(conv, nn::ReLU());
  const auto copy = std::dynamic_pointer_cast<nn::SequentialImpl>(chain->clone());
  EXPECT_TRUE(copy->forward(x).equal(chain(x)));
  EXPECT_NE(copy->at<MaskedConvImpl>(0).weight.data_ptr(), conv->weight.data_ptr());
  EXPECT_TRUE(copy->at<MaskedConvImpl>(0).mask.is_same(copy->buffers()[0]));
  conv->mask.fill_(1);
  EXPECT_FALSE(copy->forward(x).equal(chain(x)));
  EXPECT_NE(test::error_of([] {
              MaskedConv(nn::Conv2dOptions(3, 4, 3).groups(2));
            }).find("in_channels must be divisible by groups"),
            std::string::npos);
}

struct UpConvImpl : nn::ConvTransposeNdImpl<1, UpConvImpl> {
  explicit UpConvImpl(const nn::ConvTranspose1dOptions& o) : ConvTransposeNdImpl(o) {}
  explicit UpConvImpl(const nn::detail::ConvNdOptions<1>& o) : ConvTransposeNdImpl(o) {}
  Tensor forward(const Tensor& x) {
    return F::conv_transpose1d(x, weight,
                               F::ConvTranspose1dFuncOptions().bias(bias).stride(options.stride()).padding(padding()));
  }
};
TORCH_MODULE(UpConv);

TEST(Bases, TransposedConvolution) {
  UpConv up(nn::ConvTranspose1dOptions(2, 3, 4).stride(2).padding(1));
  EXPECT_EQ(printed(*up), "torch::nn::ConvTranspose1d(2, 3, kernel_size=4, stride=2, padding=1)");
  EXPECT_EQ(up->weight.sizes(), IntArrayRef({2, 3, 4}));
  EXPECT_EQ(up(ones({1, 2, 5})).sizes(), IntArrayRef({1, 3, 10}));
  EXPECT_NE(up->clone()->as<UpConv>(), nullptr);
  nn::detail::ConvNdOptions<1> same(2, 3, 4);
  same.transposed(true).padding(nn::detail::ConvPadding<1>(kSame));
  EXPECT_EQ(test::error_of([&] { UpConvImpl up_same(same); }), "ConvTranspose padding cannot be a string");
}

struct ShiftImpl : nn::NormImplBase<2, ShiftImpl, nn::BatchNormOptions> {
  explicit ShiftImpl(const nn::BatchNormOptions& o) : NormImplBase(o) {}
  Tensor forward(const Tensor& x) {
    _check_input_dim(x);
    return x + running_mean.sum();
  }

 protected:
  void _check_input_dim(const Tensor& x) override { TORCHPP_CHECK(x.dim() == 4, "expected 4D"); }
};
TORCH_MODULE(Shift);
struct FlatNormImpl : nn::BatchNormImplBase<2, FlatNormImpl> {
  using BatchNormImplBase::BatchNormImplBase;

 protected:
  void _check_input_dim(const Tensor& x) override { TORCHPP_CHECK(x.dim() == 2, "expected 2D"); }
};
TORCH_MODULE(FlatNorm);
struct ImageNormImpl : nn::InstanceNormImpl<1, ImageNormImpl> {
  using InstanceNormImpl::InstanceNormImpl;

 protected:
  void _check_input_dim(const Tensor& x) override { TORCHPP_CHECK(x.dim() == 2 || x.dim() == 3, "expected 2D"); }
};
TORCH_MODULE(ImageNorm);

TEST(Bases, Normalisation) {
  Shift shift(nn::BatchNormOptions(4));
  EXPECT_EQ(shift->state_dict().keys(),
            (std::vector<std::string>{"weight", "bias", "running_mean", "running_var", "num_batches_tracked"}));
  EXPECT_NE(printed(*shift).find("ShiftImpl"), std::string::npos) << "the class alone, as libtorch's";
  shift->running_mean.fill_(1);
  EXPECT_TRUE(shift(zeros({1, 1, 1, 1})).equal(full({1, 1, 1, 1}, 4.0)));
  EXPECT_TRUE(shift->clone()->as<Shift>()->running_mean.equal(ones({4})));
  EXPECT_EQ(test::error_of([&] { shift->forward(ones({1})); }), "expected 4D");

  FlatNorm flat(nn::BatchNormOptions(3));
  nn::BatchNorm1d stock(nn::BatchNormOptions(3));
  const Tensor x = randn({5, 3});
  EXPECT_TRUE(flat(x).equal(stock(x)));
  EXPECT_TRUE(flat->running_var.equal(stock->running_var));
  EXPECT_EQ(flat->num_batches_tracked.item<int64_t>(), 1);
  EXPECT_EQ(test::error_of([&] { flat->forward(ones({1})); }), "expected 2D");
  EXPECT_NE(flat->clone()->as<FlatNorm>(), nullptr);

  ImageNorm image(nn::InstanceNormOptions(3).affine(true));
  nn::InstanceNorm1d stock_image(nn::InstanceNormOptions(3).affine(true));
  EXPECT_TRUE(image(x.unsqueeze(-1).expand({5, 3, 2})).equal(stock_image(x.unsqueeze(-1).expand({5, 3, 2}))));
  EXPECT_TRUE(image(x.t()).equal(stock_image(x.t()))) << "one sample";
}

// The family's options, print and clone, with a forward of the program's: three times the function.
template <class Impl, class... Args>
void expect_options_module(const std::string& print, const Args&... args) {
  const auto module = std::make_shared<Impl>(args...);
  EXPECT_EQ(printed(*module), print);
  const auto copy = std::dynamic_pointer_cast<Impl>(module->clone());
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(printed(*copy), print);
  EXPECT_TRUE((std::is_base_of_v<nn::Cloneable<Impl>, Impl>));
}
struct ThriceMax : nn::MaxPoolImpl<2, ThriceMax> {
  using MaxPoolImpl::MaxPoolImpl;
  Tensor forward(const Tensor& x) { return 3 * F::max_pool2d(x, options); }
};
struct ThriceAvg : nn::AvgPoolImpl<3, ThriceAvg> {
  using AvgPoolImpl::AvgPoolImpl;
  Tensor forward(const Tensor& x) { return 3 * F::avg_pool3d(x, options); }
};
struct ThriceLp : nn::LPPoolImpl<1, ThriceLp> {
  using LPPoolImpl::LPPoolImpl;
  Tensor forward(const Tensor& x) { return 3 * F::lp_pool1d(x, options); }
};
struct ThriceUnpool : nn::MaxUnpoolImpl<1, ThriceUnpool> {
  using MaxUnpoolImpl::MaxUnpoolImpl;
};
struct ThriceAdaptive : nn::AdaptiveAvgPoolImpl<2, ExpandingArrayWithOptionalElem<2>, ThriceAdaptive> {
  using AdaptiveAvgPoolImpl::AdaptiveAvgPoolImpl;
  Tensor forward(const Tensor& x) { return 3 * F::adaptive_avg_pool2d(x, options); }
};
struct ThriceAdaptiveMax : nn::AdaptiveMaxPoolImpl<1, ExpandingArray<1>, ThriceAdaptiveMax> {
  using AdaptiveMaxPoolImpl::AdaptiveMaxPoolImpl;
  Tensor forward(const Tensor& x) { return 3 * F::adaptive_max_pool1d(x, options); }
};

TEST(Bases, Pooling) {
  expect_options_module<ThriceMax>(
      "torch::nn::MaxPool2d(kernel_size=[2, 2], stride=[2, 2], padding=[0, 0], dilation=[1, 1], ceil_mode=false)", 2);
  expect_options_module<ThriceAvg>("torch::nn::AvgPool3d(kernel_size=[3, 3, 3], stride=[2, 2, 2], padding=[0, 0, 0])",
                                   nn::AvgPool3dOptions(3).stride(2));
  expect_options_module<ThriceLp>("torch::nn::LPPool1d(norm_type=2, kernel_size=3, stride=3, ceil_mode=false)", 2, 3);
  expect_options_module<ThriceUnpool>("torch::nn::MaxUnpool1d(kernel_size=3, stride=3, padding=0)", 3);
  expect_options_module<ThriceAdaptive>("torch::nn::AdaptiveAvgPool2d(output_size=[3, 2])",
                                        ExpandingArrayWithOptionalElem<2>({3, 2}));
  expect_options_module<ThriceAdaptiveMax>("torch::nn::AdaptiveMaxPool1d(output_size=3)", 3);
  const Tensor x = randn({2, 3, 6, 6});
  EXPECT_TRUE(ThriceMax(2).forward(x).equal(3 * nn::MaxPool2d(2)(x)));
  EXPECT_EQ(nn::AnyModule(ThriceMax(2)).forward(x).sizes(), IntArrayRef({2, 3, 3, 3}));
  EXPECT_TRUE(ThriceAvg(2).forward(x).equal(3 * nn::AvgPool3d(2)(x)));
  EXPECT_TRUE(ThriceLp(2, 3).forward(x[0]).equal(3 * nn::LPPool1d(2, 3)(x[0])));
  EXPECT_EQ(ThriceAdaptive({3, 2}).forward(x).sizes(), IntArrayRef({2, 3, 3, 2}));
  EXPECT_EQ(ThriceAdaptiveMax(3).forward(x[0]).sizes(), IntArrayRef({3, 6, 3}));
}

struct OwnReflection : nn::ReflectionPadImpl<1, OwnReflection> {
  using ReflectionPadImpl::ReflectionPadImpl;
};
struct OwnReplication : nn::ReplicationPadImpl<2, OwnReplication> {
  using ReplicationPadImpl::ReplicationPadImpl;
};
struct OwnConstant : nn::ConstantPadImpl<1, OwnConstant> {
  using ConstantPadImpl::ConstantPadImpl;
};
struct OwnDropout : nn::detail::_DropoutNd<OwnDropout> {
  using _DropoutNd::_DropoutNd;
  Tensor forward(const Tensor& x) { return is_training() ? x * options.p() : x; }
};

TEST(Bases, PaddingAndDropout) {
  expect_options_module<OwnReflection>("torch::nn::ReflectionPad1d(padding=[2, 1])", ExpandingArray<2>({2, 1}));
  expect_options_module<OwnReplication>("torch::nn::ReplicationPad2d(padding=[1, 1, 1, 1])", 1);
  expect_options_module<OwnConstant>("torch::nn::ConstantPad1d(padding=[1, 1], value=2)", 1, 2);
  const Tensor x = randn({2, 3, 6});
  EXPECT_TRUE(OwnReflection({2, 1}).forward(x).equal(nn::ReflectionPad1d(nn::ReflectionPad1dOptions({2, 1}))(x)));
  EXPECT_TRUE(OwnReplication(1).forward(x).equal(nn::ReplicationPad2d(1)(x)));
  EXPECT_TRUE(OwnConstant(1, 2).forward(x).equal(nn::ConstantPad1d(1, 2)(x)));

  OwnDropout drop(0.25);
  EXPECT_EQ(drop.forward(ones({1})).item<float>(), 0.25F);
  EXPECT_EQ(std::dynamic_pointer_cast<OwnDropout>(drop.clone())->options.p(), 0.25);
  EXPECT_EQ(OwnDropout().options.p(), 0.5);
  EXPECT_EQ(test::error_of([] { OwnDropout outside(2.0); }),
            "dropout probability has to be between 0 and 1, but got 2");
}

}  // namespace
}  // namespace torchpp::tests

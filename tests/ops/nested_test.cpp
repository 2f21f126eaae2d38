// SPDX-License-Identifier: BSD-3-Clause
// Nested tensors. Stored values and messages are those of libtorch 1.13.1 on the CPU, unless said otherwise.
#include <gtest/gtest.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/torchpp.h>

#include <functional>
#include <sstream>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

using autograd::variable_list;
using nested::as_nested_tensor;
using nested::nested_tensor;

Tensor first() { return arange(6, kFloat).view({2, 3}); }
Tensor second() { return arange(12, kFloat).view({4, 3}); }
Tensor pair() { return nested_tensor({first(), second()}); }
// Constituents (4, 2, 3) and (2, 2, 3) with their first two dimensions exchanged.
Tensor turned() {
  return nested_tensor({arange(24, kFloat).view({4, 2, 3}), arange(12, kFloat).view({2, 2, 3})}).transpose(1, 2);
}

void expect_equal(const Tensor& got, const Tensor& expected) {
  ASSERT_FALSE(got.is_nested());
  ASSERT_EQ(got.sizes(), expected.sizes());
  EXPECT_TRUE(got.to(kDouble).allclose(expected.to(kDouble), 1e-5, 1e-6, true)) << got << '\n' << expected;
}
// Whether the nested tensor has these constituents.
void expect_constituents(const Tensor& got, const std::vector<Tensor>& expected) {
  ASSERT_TRUE(got.is_nested());
  const std::vector<Tensor> parts = got.unbind();
  ASSERT_EQ(parts.size(), expected.size());
  for (size_t i = 0; i < parts.size(); ++i) expect_equal(parts[i], expected[i]);
}
template <class F>
void expect_refused(const F& call, const char* phrase) {
  const std::string message = test::error_of(call);
  EXPECT_NE(message.find(phrase), std::string::npos) << message;
}

TEST(Nested, SizesAndProperties) {
  const Tensor x = pair();
  EXPECT_TRUE(x.is_nested());
  EXPECT_FALSE(first().is_nested());
  EXPECT_EQ(x.dim(), 3);
  EXPECT_EQ(x.numel(), 18);
  EXPECT_EQ(x.size(0), 2);
  EXPECT_EQ(x.size(2), 3);
  EXPECT_EQ(x.size(-1), 3);
  EXPECT_EQ(x.sizes(), IntArrayRef({2, -1, 3}));
  EXPECT_TRUE(x.is_contiguous());
  EXPECT_EQ(x.layout(), kStrided);
  EXPECT_EQ(x.scalar_type(), kFloat);
  expect_refused([&] { (void)x.size(1); }, "Given dimension 1 is irregular and does not have a size.");
  EXPECT_THROW((void)x.size(3), IndexError);
  EXPECT_THROW((void)x.stride(1), Error);
  EXPECT_TRUE(x._nested_tensor_size().equal(tensor({2, 3, 4, 3}).view({2, 2})));
  EXPECT_TRUE(x.transpose(1, 2)._nested_tensor_strides().equal(tensor({1, 3, 1, 3}).view({2, 2})));
  EXPECT_EQ(_nested_tensor_offsets(x), (std::vector<int64_t>{0, 6}));
  expect_equal(x.values(), cat({first().flatten(), second().flatten()}));
  expect_refused([&] { (void)first().values(); }, "expected a nested tensor");
}

TEST(Nested, Construction) {
  const Tensor none = nested_tensor(TensorList());
  EXPECT_EQ(none.dim(), 1);
  EXPECT_EQ(none.size(0), 0);
  expect_equal(none.to_padded_tensor(0), empty({0}));
  const Tensor numbers = nested_tensor({scalar_tensor(1), scalar_tensor(2)});
  expect_equal(numbers.to_padded_tensor(0), tensor({1.f, 2.f}));
  expect_refused(
      [] {
        nested_tensor({first(), ones({3})});
      },
      "All Tensors given to nested_tensor must have the same dimension. Found dimension 1 for Tensor at "
      "index 1 and dimension 2 for Tensor at index 0.");
  EXPECT_THROW(nested_tensor({pair()}), Error);
  EXPECT_EQ(nested_tensor({first(), second().to(kDouble)}).scalar_type(), kFloat);
  EXPECT_EQ(nested_tensor({first(), second()}, kDouble).scalar_type(), kDouble);
  const Tensor source = first();
  const Tensor copied = nested_tensor({source});
  source.zero_();
  expect_constituents(copied, {first()});
  const Tensor leaf = nested_tensor({first(), second()}, nullopt, nullopt, true);
  EXPECT_TRUE(leaf.requires_grad() && leaf.is_leaf());
  expect_constituents(nested_tensor({ones({0, 3}), ones({1, 3})}), {ones({0, 3}), ones({1, 3})});
}

TEST(Nested, Padding) {
  const Tensor x = pair();
  Tensor expected = full({2, 4, 3}, -1.0);
  expected.select(0, 0).narrow(0, 0, 2).copy_(first());
  expected.select(0, 1).copy_(second());
  expect_equal(x.to_padded_tensor(-1), expected);
  expect_equal(nested::to_padded_tensor(x, -1), expected);
  const Tensor larger = x.to_padded_tensor(-1, IntArrayRef({3, 5, 4}));
  expect_equal(larger.narrow(0, 0, 2).narrow(1, 0, 4).narrow(2, 0, 3), expected);
  EXPECT_EQ(larger.sum().item<float>(), expected.sum().item<float>() - (60 - 24));
  expect_refused(
      [&] {
        (void)x.to_padded_tensor(0, IntArrayRef({2, 3, 3}));
      },
      "Value in output_size is less than NestedTensor padded size. Truncation is not supported.");
  expect_refused(
      [&] {
        (void)x.to_padded_tensor(0, IntArrayRef({5, 3}));
      },
      "Length of output_size does not match NestedTensor dims. Broadcasting is not supported.");
  expect_equal(nested_tensor({tensor({1, 2}), tensor({3})}).to_padded_tensor(0), tensor({1, 2, 3, 0}).view({2, 2}));
  Tensor of_turned = zeros({2, 2, 4, 3});
  of_turned.select(0, 0).copy_(arange(24, kFloat).view({4, 2, 3}).transpose(0, 1));
  of_turned.select(0, 1).narrow(1, 0, 2).copy_(arange(12, kFloat).view({2, 2, 3}).transpose(0, 1));
  expect_equal(turned().to_padded_tensor(0), of_turned);
}

TEST(Nested, FromPaddedWithoutElements) {
  const Tensor sizes = tensor({0, 3}).view({1, 2});
  expect_constituents(_nested_from_padded(zeros({1, 1, 0, 3}), sizes, /*fuse_transform_0213=*/true), {zeros({0, 3})});
}

TEST(Nested, FromMask) {
  const Tensor x = arange(12, kFloat).view({2, 3, 2});
  const Tensor aligned = tensor({1, 1, 0, 1, 0, 0}).to(kBool).view({2, 3});
  const Tensor gaps = tensor({1, 0, 1, 1, 0, 0}).to(kBool).view({2, 3});
  const std::vector<Tensor> expected = {tensor({0.f, 1.f, 2.f, 3.f}).view({2, 2}), tensor({6.f, 7.f}).view({1, 2})};
  expect_constituents(_nested_tensor_from_mask(x, aligned), expected);
  expect_constituents(_nested_tensor_from_mask(x, gaps, false), expected);
  expect_refused([&] { _nested_tensor_from_mask(x, gaps); }, "Mask must be left-aligned without gaps");
  EXPECT_TRUE(_nested_tensor_from_mask_left_aligned(x, aligned));
  EXPECT_FALSE(_nested_tensor_from_mask_left_aligned(x, gaps));
  expect_refused(
      [&] {
        _nested_tensor_from_mask(x, ones({2, 3}));
      },
      "Expected mask to be of ScalarType Bool, but got Float instead.");
  expect_refused([&] { _nested_tensor_from_mask(x, ones({2}, kBool)); }, "Padding mask should be 2D");
  expect_refused(
      [&] {
        _nested_tensor_from_mask(ones({2, 3}), ones({2, 3}, kBool));
      },
      "Input should be a 3D tensor, N * L * D");
  expect_refused([&] { _nested_tensor_from_mask(x, ones({2, 4}, kBool)); }, "Mask size should match input size");
}

TEST(Nested, FromPadded) {
  const Tensor x = arange(12, kFloat).view({2, 3, 2}), sizes = tensor({2, 2, 1, 1}).view({2, 2});
  const std::vector<Tensor> expected = {tensor({0.f, 1.f, 2.f, 3.f}).view({2, 2}), tensor({6.f}).view({1, 1})};
  expect_constituents(_nested_from_padded(x, sizes), expected);
  expect_constituents(_nested_from_padded_and_nested_example(x, nested_tensor({ones({2, 2}), ones({1, 1})})), expected);
  expect_constituents(
      _nested_from_padded(arange(24, kFloat).view({2, 2, 3, 2}), tensor({2, 4, 1, 4}).view({2, 2}), true),
      {tensor({0.f, 1.f, 6.f, 7.f, 2.f, 3.f, 8.f, 9.f}).view({2, 4}), tensor({12.f, 13.f, 18.f, 19.f}).view({1, 4})});
  EXPECT_THROW(_nested_from_padded(x, tensor({5, 2, 1, 1}).view({2, 2})), Error);
  EXPECT_THROW(_nested_from_padded(x, tensor({2, 2})), Error);
}

TEST(Nested, ViewsOfABuffer) {
  const Tensor buffer = arange(10, kFloat);
  const Tensor x =
      _nested_view_from_buffer(buffer, tensor({2, 2, 1, 3}).view({2, 2}), tensor({1, 2, 3, 1}).view({2, 2}), {1, 6});
  expect_constituents(x, {tensor({1.f, 3.f, 2.f, 4.f}).view({2, 2}), tensor({6.f, 7.f, 8.f}).view({1, 3})});
  buffer.zero_();
  expect_constituents(x, {zeros({2, 2}), zeros({1, 3})});
  const auto refuse = [&](const Tensor& sizes, const Tensor& strides, IntArrayRef offsets) {
    EXPECT_THROW(_nested_view_from_buffer(buffer, sizes, strides, offsets), Error);
  };
  const Tensor row = tensor({3}).view({1, 1}), one = tensor({1}).view({1, 1});
  refuse(row, one, {8});
  refuse(row, one, {-1});
  refuse(row, one, {0, 1});
  refuse(tensor({-3}).view({1, 1}), one, {0});
  refuse(row, tensor({-1}).view({1, 1}), {5});
  refuse(row.to(kInt), one, {0});
  EXPECT_THROW(_nested_view_from_buffer(first(), row, one, {0}), Error);
}

TEST(Nested, UnbindAndSelect) {
  const Tensor x = pair();
  expect_constituents(x, {first(), second()});
  expect_equal(x.select(0, 1), second());
  expect_equal(x[0], first());
  expect_equal(x[-1], second());
  EXPECT_THROW((void)x[2], IndexError);
  expect_refused([&] { (void)x.unbind(1); },
                 "NestedTensor can only be unbound along dimension 0 got dimension 1 instead.");
  expect_refused([&] { (void)x.select(2, 1); },
                 "NestedTensor can only be selected along dimension 0 got dimension 2 instead.");
  x.unbind()[0].zero_();  // they are views
  expect_constituents(x, {zeros({2, 3}), second()});
  x[1].fill_(1);
  expect_constituents(x, {zeros({2, 3}), ones({4, 3})});
}

TEST(Nested, ElementWise) {
  const Tensor x = pair(), a = first(), b = second();
  expect_constituents(x + x, {a + a, b + b});
  expect_constituents(x + 1, {a + 1, b + 1});
  expect_constituents(x * x, {a * a, b * b});
  expect_constituents(x * 2, {a * 2, b * 2});
  expect_constituents(x * scalar_tensor(3), {a * 3, b * 3});
  expect_constituents(scalar_tensor(2.f) + x, {a + 2, b + 2});
  expect_constituents(relu(x - 3), {relu(a - 3), relu(b - 3)});
  expect_constituents(gelu(x), {gelu(a), gelu(b)});
  expect_constituents(x.neg().exp(), {a.neg().exp(), b.neg().exp()});  // libtorch has no kernel
  expect_constituents(x.to(kDouble), {a, b});
  EXPECT_EQ(x.to(kBFloat16).scalar_type(), kBFloat16);
  expect_constituents(turned() + 1, {arange(24, kFloat).view({4, 2, 3}).transpose(0, 1) + 1,
                                     arange(12, kFloat).view({2, 2, 3}).transpose(0, 1) + 1});
  const Tensor mixed = turned() + nested_tensor({zeros({2, 4, 3}), zeros({2, 2, 3})});  // other strides
  EXPECT_TRUE(mixed.is_contiguous());
  expect_constituents(mixed, turned().unbind());
  expect_refused([&] { (void)(x + nested_tensor({a, a})); }, "does not support broadcasting when given a NestedTensor");
  expect_refused([&] { (void)(x * ones({3})); },
                 "Expected both self and other to be nested, but got a nested self and non-nested other");
  expect_refused([&] { (void)(ones({2, 4, 3}) + x); }, "Expected both self and other to be nested");
}

TEST(Nested, EveryDtype) {
  for (ScalarType dtype :
       {kBool, kByte, kChar, kShort, kInt, kLong, kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble}) {
    SCOPED_TRACE(toString(dtype));
    const Tensor a = first().to(dtype), b = second().to(dtype), x = nested_tensor({a, b});
    EXPECT_EQ(x.scalar_type(), dtype);
    const std::vector<Tensor> parts = x.transpose(1, 2).contiguous().unbind();
    EXPECT_TRUE(parts[0].equal(a.t()) && parts[1].equal(b.t()));
    const Tensor padded = x.to_padded_tensor(1);
    EXPECT_EQ(padded.scalar_type(), dtype);
    EXPECT_TRUE(padded[1].equal(b) && padded[0].slice(0, 2).equal(ones({2, 3}, dtype)));
    EXPECT_TRUE(_nested_from_padded(padded, x._nested_tensor_size()).unbind()[0].equal(a));
    EXPECT_TRUE(_nested_tensor_from_mask(padded, ones({2, 4}, kBool))[1].equal(b));
    EXPECT_TRUE(
        _nested_view_from_buffer(b.flatten(), tensor({12}).view({1, 1}), tensor({1}).view({1, 1}), {0})[0].equal(
            b.flatten()));
  }
}

TEST(Nested, MetaTensors) {
  const Tensor x = nested_tensor({first().to(kMeta), second().to(kMeta)});
  EXPECT_TRUE(x.is_meta());
  EXPECT_EQ((x + x).transpose(1, 2)._nested_tensor_size()[1][1].item<int64_t>(), 4);
  EXPECT_EQ(x.to_padded_tensor(0).sizes(), IntArrayRef({2, 4, 3}));
  EXPECT_TRUE(linear(x, ones({5, 3}).to(kMeta)).unbind()[1].is_meta());
}

TEST(Nested, InPlace) {
  const Tensor x = pair(), a = first(), b = second();
  const Tensor same = x;
  EXPECT_TRUE(x.mul_(2).is_same(same));
  expect_constituents(x, {a * 2, b * 2});
  x.add_(pair());
  expect_constituents(x, {a * 3, b * 3});
  relu_(x.neg_());
  expect_constituents(x, {zeros({2, 3}), zeros({4, 3})});
  const auto version = x._version();
  x.fill_(1);
  EXPECT_GT(x._version(), version);
  expect_constituents(x, {ones({2, 3}), ones({4, 3})});
  x.copy_(pair());
  expect_constituents(x, {a, b});
  const Tensor t = turned();
  t.mul_(2);
  EXPECT_FALSE(t.is_contiguous());
  expect_constituents(t, (turned() * 2).unbind());
  EXPECT_THROW(t.add_(t.contiguous()), NotImplementedError);
  const Tensor leaf = nested_tensor({a, b}, nullopt, nullopt, true);
  EXPECT_THROW(leaf.mul_(2), Error);
  EXPECT_THROW(pair().mul_(leaf), Error);
  {
    const NoGradGuard no_grad;
    leaf.mul_(2);
  }
  expect_constituents(leaf.detach(), {a * 2, b * 2});
  Tensor product = leaf * 1;
  EXPECT_THROW(product.unbind()[0].mul_(2), Error);
}

TEST(Nested, Products) {
  const Tensor x = pair(), a = first(), b = second();
  const Tensor w = arange(6, kFloat).view({2, 3}), bias = tensor({1.f, -1.f});
  expect_constituents(linear(x, w, bias), {linear(a, w, bias), linear(b, w, bias)});
  expect_constituents(linear(x, w), {linear(a, w), linear(b, w)});
  expect_constituents(x.matmul(x.transpose(1, 2)), {a.mm(a.t()), b.mm(b.t())});
  expect_constituents(x.bmm(x.transpose(1, 2)), {a.mm(a.t()), b.mm(b.t())});
  const std::vector<Tensor> t = turned().unbind();
  expect_constituents(turned().matmul(turned().transpose(2, 3)), {t[0].matmul(t[0].mT()), t[1].matmul(t[1].mT())});
  expect_refused([&] { linear(x, ones({2, 4})); }, "Shape mismatch for NestedTensor Linear");
  expect_refused([&] { linear(nested_tensor({ones({3}), ones({3})}), w); }, "Linear requires nested_tensor.dim");
  expect_refused(
      [&] {
        linear(nested_tensor({ones({2, 3}), ones({2, 4})}), w);
      },
      "Expected all tensors in nested tensor to have the same trailing dimension");
  expect_refused([&] { linear(a, nested_tensor({w})); }, "expected a nested input");
  expect_refused([&] { (void)x.matmul(ones({3, 2})); }, "Expected both to be nested");
  expect_refused([&] { (void)ones({2, 3}).matmul(x); }, "Expected both to be nested");
  expect_refused([&] { (void)x.matmul(x); }, "cannot be multiplied");
  expect_refused([&] { (void)x.bmm(x); }, "0-th nested matrices in batch cannot be multiplied (2x3 and 2x3)");
  expect_refused([&] { (void)turned().bmm(turned()); }, "batch1 must be a 3D tensor");
  expect_refused([&] { (void)turned().matmul(x); }, "matmul: both inputs must have the same rank");
}

TEST(Nested, RowsAndReductions) {
  const Tensor x = pair(), a = first(), b = second();
  for (int64_t d : {1, 2, -1, -2})
    expect_constituents(x.softmax(d), {a.softmax(d > 0 ? d - 1 : d), b.softmax(d > 0 ? d - 1 : d)});
  expect_refused([&] { (void)x.softmax(0); }, "Cannot apply softmax across nested dimension 0");
  expect_constituents(x.sum(-1, true), {a.sum(-1, true), b.sum(-1, true)});
  expect_refused([&] { (void)x.sum(-1); }, "NestedTensor always requires keepdim=True for now.");
  expect_refused([&] { (void)x.sum(1, true); },
                 "NestedTensor can only be reduced across the last dimension for now got dimension 1 instead.");
  expect_refused(
      [&] {
        (void)x.sum({1, 2}, true);
      },
      "NestedTensor only allows reduction of a single dimension for now.");
  const Tensor w = tensor({1.f, 2.f, 3.f}), bias = tensor({0.f, 1.f, -1.f});
  expect_constituents(layer_norm(x, {3}, w, bias), {layer_norm(a, {3}, w, bias), layer_norm(b, {3}, w, bias)});
  EXPECT_THROW(layer_norm(x, {4}), Error);
  EXPECT_THROW(layer_norm(x, {4, 3}), Error);
  const Tensor table = arange(6, kFloat).view({3, 2});
  expect_constituents(embedding(table, nested_tensor({tensor({1, 0}), tensor({2})})),
                      {embedding(table, tensor({1, 0})), embedding(table, tensor({2}))});
  expect_constituents(dropout(x, 0.5, false), {a, b});
  manual_seed(0);
  expect_constituents(dropout(x, 0.5, true),
                      {tensor({0.f, 0.f, 4.f, 0.f, 0.f, 0.f}).view({2, 3}),
                       tensor({0.f, 2.f, 0.f, 6.f, 8.f, 10.f, 12.f, 0.f, 16.f, 18.f, 20.f, 22.f}).view({4, 3})});
  EXPECT_TRUE(is_same_size(x, x + 1));
  EXPECT_FALSE(is_same_size(x, nested_tensor({b, a})));
}

TEST(Nested, Shapes) {
  const Tensor x = pair(), a = first(), b = second();
  expect_constituents(x.transpose(1, 2), {a.t(), b.t()});
  EXPECT_FALSE(x.transpose(1, 2).is_contiguous());
  EXPECT_TRUE(x.transpose(-1, -2).contiguous().is_contiguous());
  expect_constituents(x.transpose(-1, -2).contiguous(), {a.t(), b.t()});
  expect_refused([&] { (void)x.transpose(0, 1); }, "Nested tensor dimension 0 cannot be transposed");
  expect_constituents(x.reshape({2, -1, 3, 1}), {a.unsqueeze(2), b.unsqueeze(2)});
  expect_constituents(x.view({2, -1, 1, 3}), {a.unsqueeze(1), b.unsqueeze(1)});
  const Tensor more = turned().transpose(1, 2);
  expect_constituents(more.view({2, -1, 2, -1}), more.unbind());
  expect_constituents(more.view({2, -1, 6}), {arange(24, kFloat).view({4, 6}), arange(12, kFloat).view({2, 6})});
  expect_constituents(turned().view({2, -1, -1, 3}), turned().unbind());
  expect_constituents(turned().reshape({2, 2, -1, 3}), turned().unbind());
  EXPECT_THROW((void)turned().view({2, -1}), Error);
  expect_constituents(turned().reshape({2, -1, 3}), {turned()[0].reshape({-1, 3}), turned()[1].reshape({-1, 3})});
  EXPECT_THROW((void)x.view({2, -1, 4}), Error);
  EXPECT_THROW((void)x.view({2, 2, 3}), Error);
  EXPECT_THROW((void)more.reshape({2, -1, 1, -1, 3}), Error);
  for (int64_t count : {3, -1})
    expect_refused(
        [&] {
          (void)x.view({count, -1, 3});
        },
        "view: For now nested view cannot change or infer the implicit batch dimension");
  Tensor clone = x.clone();
  clone.zero_();
  expect_constituents(x, {a, b});
  x.detach().mul_(2);  // one memory
  expect_constituents(x, {a * 2, b * 2});
}

// One clear error, by name, and nothing is computed from sizes that there are not.
TEST(Nested, OtherOperatorsAreRefused) {
  const Tensor x = pair();
  const std::pair<const char*, std::function<void()>> calls[] = {
      {"cat",
       [&] {
         cat({x, x});
       }},
      {"stack",
       [&] {
         stack({x, x});
       }},
      {"permute",
       [&] {
         (void)x.permute({0, 2, 1});
       }},
      {"expand",
       [&] {
         (void)x.expand({2, -1, 3});
       }},
      {"as_strided", [&] { (void)x.as_strided({1}, {1}); }},
      {"unsqueeze", [&] { (void)x.unsqueeze(1); }},
      {"sort", [&] { (void)x.sort(); }},
      {"equal", [&] { (void)x.equal(x); }},
      {"cumsum", [&] { (void)x.cumsum(1); }},
      {"index_select", [&] { (void)x.index_select(0, tensor({0})); }},
      {"mm",
       [&] {
         (void)nested_tensor({ones({3})}).mm(ones({3, 3}));
       }},
      {"convolution",
       [&] {
         conv1d(x, ones({1, 4, 1}));
       }},
      {"argmax", [&] { (void)x.argmax(); }},
      {"mean", [&] { (void)x.mean(-1); }},
  };
  for (const auto& [name, call] : calls) {
    try {
      call();
      ADD_FAILURE() << name;
    } catch (const NotImplementedError& e) {
      EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find("nested tensors are not supported"), std::string::npos) << e.what();
    }
  }
  // Composites that ask for sizes.
  const std::function<void()> composites[] = {[&] { (void)x.flatten(1); },
                                              [&] { (void)x.chunk(3, -1); },
                                              [&] { (void)x.narrow(1, 0, 1); },
                                              [&] { (void)x.item(); },
                                              [&] {
                                                (void)x.repeat({1, 1, 1});
                                              },
                                              [&] { (void)zeros_like(x); },
                                              [&] { (void)randn_like(x); },
                                              [&] { (void)x.sum(); },
                                              [&] { feature_dropout(x, 0.5, true); },
                                              [&] { (void)x.new_empty({-1}); },
                                              [&] { (void)x.index({first()}); },
                                              [&] { (void)x.var(); },
                                              [&] { mse_loss(x, x); },
                                              [&] { cross_entropy_loss(x, x); },
                                              [&] { scaled_dot_product_attention(x, x, x); },
                                              [&] { group_norm(x, 1); },
                                              [&] { (void)x.resize_({3}); },
                                              [&] { x.set_data(first()); },
                                              [&] { Tensor(first()).set_data(x); },
                                              [&] {
                                                Tensor out = first();
                                                add_out(out, x, x);
                                              },
                                              [&] { x.set_(first()); }};
  for (size_t i = 0; i < std::size(composites); ++i) EXPECT_THROW(composites[i](), Error) << i;
}

TEST(Nested, Prints) {
  std::ostringstream text;
  text << pair();
  EXPECT_EQ(text.str(),
            "nested_tensor([\n 0  1  2\n 3  4  5\n[ CPUFloatType{2,3} ],\n  0   1   2\n  3   4   5\n  6   7   8\n"
            "  9  10  11\n[ CPUFloatType{4,3} ]\n])");
}

// ---- gradients

Tensor half() { return arange(6, kDouble).view({2, 3}).sub(2.3).requires_grad_(); }
Tensor whole() { return arange(12, kDouble).view({4, 3}).div(4).sub(1.1).requires_grad_(); }

struct Case {
  const char* name;
  std::function<Tensor(const Tensor&)> f;
};
const Tensor& weight() {
  static const Tensor& w = *new Tensor(arange(6, kDouble).view({2, 3}).div(5));
  return w;
}
const Case kCases[] = {
    {"to_padded_tensor", [](const Tensor& x) { return x.to_padded_tensor(0); }},
    {"to_padded_tensor of a size",
     [](const Tensor& x) {
       return x.to_padded_tensor(1, IntArrayRef({3, 5, 4}));
     }},
    {"unbind", [](const Tensor& x) { return x.unbind()[1]; }},
    {"select", [](const Tensor& x) { return x[1]; }},
    {"values", [](const Tensor& x) { return x.values(); }},
    {"linear",
     [](const Tensor& x) {
       return linear(x, weight(), tensor({1., 2.}, kDouble));
     }},
    {"add", [](const Tensor& x) { return x + x; }},
    {"mul", [](const Tensor& x) { return x * x; }},
    {"mul by a number", [](const Tensor& x) { return x * 3; }},
    {"matmul", [](const Tensor& x) { return x.matmul(x.transpose(1, 2)); }},
    {"bmm", [](const Tensor& x) { return x.bmm(x.transpose(1, 2)); }},
    {"relu", [](const Tensor& x) { return relu(x); }},
    {"gelu", [](const Tensor& x) { return gelu(x); }},
    {"exp", [](const Tensor& x) { return x.exp(); }},
    {"softmax", [](const Tensor& x) { return x.softmax(-1); }},
    {"softmax of a ragged dimension", [](const Tensor& x) { return x.softmax(1); }},
    {"sum", [](const Tensor& x) { return x.sum(-1, true); }},
    {"layer_norm",
     [](const Tensor& x) {
       return layer_norm(x, {3}, tensor({1., 2., 3.}, kDouble));
     }},
    {"transpose", [](const Tensor& x) { return x.transpose(1, 2); }},
    {"contiguous", [](const Tensor& x) { return x.transpose(1, 2).contiguous(); }},
    {"reshape",
     [](const Tensor& x) {
       return x.transpose(1, 2).reshape({2, -1});
     }},
    {"view",
     [](const Tensor& x) {
       return x.view({2, -1, 1, 3});
     }},
    {"clone", [](const Tensor& x) { return x.clone(); }},
    {"dropout", [](const Tensor& x) { return dropout(x, 0.5, false); }},
    {"a product of strides", [](const Tensor& x) { return x.transpose(1, 2) * x.transpose(1, 2).contiguous(); }},
};
// The function of dense tensors that the case is, through a nested tensor.
variable_list through(const Case& c, const variable_list& v) {
  const Tensor y = c.f(as_nested_tensor(v));
  return {y.is_nested() ? y.to_padded_tensor(0) : y};
}

TEST(Nested, Gradients) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto f = [&](const variable_list& v) { return through(c, v); };
    autograd::GradcheckOptions options;
    options.check_forward_ad = true;
    EXPECT_TRUE(autograd::gradcheck(f, {half(), whole()}, options));
    EXPECT_TRUE(autograd::gradgradcheck(f, {half(), whole()}));
  }
}

// libtorch's numbers.
TEST(Nested, LeavesHaveNestedGradients) {
  const Tensor x = nested_tensor({first(), second() / 4}, nullopt, nullopt, true);
  (x * x).to_padded_tensor(0).sum().backward();
  const std::vector<Tensor> expected = {first() * 2, second() / 2};
  expect_constituents(x.grad(), expected);
  (x * x).to_padded_tensor(0).sum().backward();  // libtorch cannot add to a gradient
  expect_constituents(x.grad(), {expected[0] * 2, expected[1] * 2});
  EXPECT_TRUE((x * 2).requires_grad());
  EXPECT_FALSE(x.detach().requires_grad());
  const Tensor y = x * 3;
  const Tensor g = autograd::grad({y}, {x}, {nested_tensor({ones({2, 3}), ones({4, 3})})})[0];
  expect_constituents(g, {full({2, 3}, 3.), full({4, 3}, 3.)});
  // A gradient that lies otherwise than its tensor.
  const Tensor z = x.transpose(1, 2);
  const Tensor turned_back = autograd::grad({z}, {x}, {nested_tensor({first().t(), second().t()})})[0];
  expect_constituents(turned_back, {first(), second()});
  EXPECT_TRUE(x.requires_grad());
  const Tensor w = ones({2, 3}).requires_grad_();
  linear(pair(), w).to_padded_tensor(0).sum().backward();
  expect_equal(w.grad(), cat({first(), second()}).sum(0).expand({2, 3}));
}

TEST(Nested, AnomalyModeAndAutocast) {
  const autograd::DetectAnomalyGuard anomaly;
  const Tensor x = nested_tensor({first(), second()}, nullopt, nullopt, true);
  x.sqrt().mul(2).to_padded_tensor(0).sum().backward();
  EXPECT_TRUE(x.grad().is_nested());
  const std::string message = test::error_of([&] { x.neg().sqrt().to_padded_tensor(0).sum().backward(); });
  EXPECT_NE(message.find("nan"), std::string::npos) << message;
  EXPECT_THROW((void)autograd::grad({x * 2}, {x}, {nested_tensor({second(), first()})}), Error);
  const amp::autocast guard(kCPU);
  const Tensor y = linear(pair(), ones({2, 3}));
  EXPECT_EQ(y.scalar_type(), kBFloat16);
  expect_constituents(y, {linear(first(), ones({2, 3})), linear(second(), ones({2, 3}))});
}

TEST(Nested, InferenceMode) {
  const InferenceMode guard;
  const Tensor x = pair();
  EXPECT_TRUE(x.is_inference());
  expect_constituents((x * 2).transpose(1, 2), {first().t() * 2, second().t() * 2});
  x.mul_(2);
  expect_constituents(x, {first() * 2, second() * 2});
}

}  // namespace
}  // namespace torchpp

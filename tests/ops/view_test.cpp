// SPDX-License-Identifier: BSD-3-Clause
// Shapes, values and messages were asked of libtorch 1.13.1.
#include <torchpp/dispatch/library.h>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

Tensor range(IntArrayRef sizes) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return arange(n).view(sizes);
}

TEST(View, SliceClampsBoundsAndSteps) {
  const Tensor x = range({8});
  EXPECT_EQ(values(x.slice(0, 2, 6)), V({2, 3, 4, 5}));
  EXPECT_EQ(values(x.slice(0, -3)), V({5, 6, 7}));
  EXPECT_EQ(values(x.slice(0, -100, 100, 3)), V({0, 3, 6}));
  EXPECT_EQ(values(x.slice(0, 6, 2)), V());
  EXPECT_EQ(x.slice(0, 3).storage_offset(), 3);
  EXPECT_EQ(strides(range({4, 6}).slice(1, 1, 6, 2)), S({6, 2}));
}

TEST(View, OfTensorsWithoutDimensions) {  // libtorch 1.13.1
  const Tensor x = zeros({});
  EXPECT_TRUE(x.mT().is_same(x));
  expect_error([] { zeros({3}).mT(); },
               "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  EXPECT_EQ(shape(x.unfold(0, 0, 1)), S({0}));
  EXPECT_EQ(shape(x.unfold(0, 1, 1)), S({1}));
  EXPECT_EQ(shape(zeros({3}).unfold(0, 0, 1)), S({4, 0}));
  EXPECT_EQ(strides(ones({3}).unfold(0, 1, INT64_MAX)), S({INT64_MAX, 1}));
}

TEST(View, GradientOfEmptyWindows) {  // libtorch 1.13.1
  const auto gradient = [](IntArrayRef sizes, int64_t dim, int64_t size, int64_t step) {
    const Tensor x = ones(sizes, requires_grad());
    x.unfold(dim, size, step).sum().backward();
    return x.grad();
  };
  EXPECT_EQ(values(gradient({}, 0, 0, 1)), V({0}));
  EXPECT_EQ(values(gradient({}, 0, 1, 1)), V({1}));
  EXPECT_EQ(values(gradient({3}, 0, 0, 1)), V({0, 0, 0}));
  EXPECT_EQ(values(gradient({0}, 0, 0, 1)), V({}));
  EXPECT_EQ(values(gradient({2, 3}, 1, 0, 2)), V({0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(values(gradient({3}, 0, 1, int64_t{1} << 62)), V({1, 0, 0}));
}

TEST(View, GradientOfStorageBehindNoElements) {  // libtorch 1.13.1
  const Tensor leaf = torchpp::ones({4}, kDouble).as_strided({2, 3, 0}, {0, 1, 0}, 0).variable_data().requires_grad_();
  const Tensor x = leaf.as_strided({2, 2}, {0, 0}, 0);
  x.backward(torchpp::ones({2, 2}, kDouble));
  EXPECT_EQ(leaf.grad().sizes(), IntArrayRef({2, 3, 0}));
}

TEST(View, WritesReachTheBase) {
  Tensor x = zeros({2, 3});
  x.select(1, 1).fill_(5);
  x.slice(1, 2).transpose(0, 1).fill_(7);
  x[0][0] = 3;
  EXPECT_EQ(values(x), V({3, 5, 7, 0, 5, 7}));
  EXPECT_EQ(x._version(), 3);
}

TEST(View, ReshapeCopiesOnlyWhereStridesDoNotAllow) {
  const Tensor x = range({2, 3, 4});
  EXPECT_TRUE(x.reshape({6, -1}).is_alias_of(x));
  EXPECT_TRUE(x.transpose(0, 1).reshape({3, 2, 2, 2}).is_alias_of(x));
  const Tensor copy = x.transpose(0, 2).reshape({-1});
  EXPECT_FALSE(copy.is_alias_of(x));
  EXPECT_EQ(values(copy.slice(0, 0, 4)), V({0, 12, 4, 16}));
  EXPECT_EQ(shape(x.flatten(1)), S({2, 12}));
  EXPECT_EQ(shape(x.unflatten(2, {2, -1})), S({2, 3, 2, 2}));
  EXPECT_EQ(shape(zeros({0, 3}).reshape({3, 0})), S({3, 0}));
}

// Dimensions of size 1 get the stride of their neighbour.   Source: libtorch 1.13.1.
TEST(View, StridesOfDimensionsOfOneElement) {
  const Tensor x = empty_strided({5, 1, 1}, {1, 7, 9}, kFloat);
  EXPECT_EQ(strides(x.view({1, 1, 5, 1, 1})), S({5, 5, 1, 9, 9}));
  EXPECT_EQ(strides(x.reshape({5, 1})), S({1, 9}));
  EXPECT_EQ(strides(x.view({5, 1, 1})), S({1, 9, 9}));
}

TEST(View, ReorderingDimensions) {
  const Tensor x = range({2, 3, 4});
  EXPECT_EQ(shape(x.permute({2, 0, -2})), S({4, 2, 3}));
  EXPECT_EQ(strides(x.permute({2, 0, 1})), S({1, 12, 4}));
  EXPECT_EQ(shape(x.movedim(0, -1)), S({3, 4, 2}));
  EXPECT_EQ(shape(x.movedim({0, 1}, {1, 2})), S({4, 2, 3}));
  EXPECT_EQ(shape(x.unsqueeze(-1)), S({2, 3, 4, 1}));
  EXPECT_EQ(strides(x.unsqueeze(1)), S({12, 12, 4, 1}));
  EXPECT_EQ(shape(zeros({1, 2, 1}).squeeze()), S({2}));
  EXPECT_EQ(shape(zeros({1, 2, 1}).squeeze(1)), S({1, 2, 1}));
  EXPECT_EQ(strides(x.select(0, 1).expand({5, 3, 4})), S({0, 4, 1}));
  EXPECT_EQ(strides(torchpp::ones({3}).expand({1, 2, 1, 3})), S({0, 0, 3, 1}));
  EXPECT_EQ(strides(torchpp::ones({}).expand({1, 1})), S({0, 0}));
}

TEST(View, DiagonalUnfoldAndPieces) {
  const Tensor x = range({3, 4});
  EXPECT_EQ(values(x.diagonal()), V({0, 5, 10}));
  EXPECT_EQ(values(x.diagonal(1)), V({1, 6, 11}));
  EXPECT_EQ(values(x.diagonal(-2)), V({8}));
  EXPECT_EQ(shape(x.diagonal(9)), S({0}));
  EXPECT_EQ(values(range({5}).unfold(0, 3, 2)), V({0, 1, 2, 2, 3, 4}));
  const auto parts = range({5}).split(2);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(values(parts[2]), V({4}));
  EXPECT_EQ(range({5}).chunk(4).size(), 3u);
  EXPECT_EQ(x.unbind(1).size(), 4u);
  EXPECT_EQ(values(x.unbind(1)[2]), V({2, 6, 10}));
  EXPECT_EQ(values(tensor_split(range({5}), 2)[0]), V({0, 1, 2}));
}

TEST(View, OtherTypesAndComplexParts) {
  const Tensor x = tensor({1.f, 2.f});
  EXPECT_EQ(values(x.view(kInt)), V({0x3f800000, 0x40000000}));
  EXPECT_EQ(shape(x.view(kByte)), S({8}));
  EXPECT_EQ(values(x.view(kByte).view(kFloat)), V({1, 2}));
  const Tensor z = tensor({ComplexFloat(1, 2), ComplexFloat(3, -4)});
  EXPECT_EQ(values(view_as_real(z)), V({1, 2, 3, -4}));
  EXPECT_EQ(values(imag(z.conj())), V({-2, 4}));
  EXPECT_EQ(values(real(z.conj())), V({1, 3}));
  EXPECT_EQ(values(view_as_real(z.conj().clone())), V({1, -2, 3, 4}));
  EXPECT_EQ(values(view_as_real(z.conj().conj())), V({1, 2, 3, -4}));
  EXPECT_TRUE(view_as_complex(view_as_real(z)).is_alias_of(z));
}

TEST(View, InPlaceForms) {
  Tensor x = range({2, 3});
  x.t_();
  EXPECT_EQ(shape(x), S({3, 2}));
  EXPECT_EQ(values(x), V({0, 3, 1, 4, 2, 5}));
  x.unsqueeze_(0).transpose_(0, 2);
  EXPECT_EQ(shape(x), S({2, 3, 1}));
  EXPECT_EQ(shape(x.squeeze_()), S({2, 3}));
}

TEST(View, Messages) {
  const Tensor x = zeros({2, 3}), y = zeros({3}), s = zeros({});
  expect_error(
      [&] { x.as_strided({10}, {1}); },
      "setStorage: sizes [10], strides [1], storage offset 0, and itemsize 4 requiring a storage size of 40 are "
      "out of bounds for storage of size 24");
  expect_error([&] { x.as_strided({2}, {1, 1}); }, "mismatch in length of strides and shape");
  expect_error([&] { s.slice(0, 0, 1); }, "slice() cannot be applied to a 0-dim tensor.");
  expect_error([&] { x.narrow(0, 0, 5); }, "start (0) + length (5) exceeds dimension size (2).");
  expect_error([&] { x.select(0, 5); }, "select(): index 5 out of range for tensor of size [2, 3] at dimension 0");
  expect_error([&] { x.permute({0, 0}); }, "permute(): duplicate dims are not allowed.");
  expect_error([&] { x.transpose(0, 2); }, "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
  expect_error([&] { x.view({4}); }, "shape '[4]' is invalid for input of size 6");
  expect_error([&] { x.t().view({6}); }, "view size is not compatible with input tensor's size and stride");
  expect_error(
      [&] {
        x.expand({2, 4});
      },
      "The expanded size of the tensor (4) must match the existing size (3) at non-singleton dimension 1.  "
      "Target sizes: [2, 4].  Tensor sizes: [2, 3]");
  expect_error([&] { x.diagonal(0, 0, 0); }, "diagonal dimensions cannot be identical 0, 0");
  expect_error([&] { y.unfold(0, 4, 1); }, "maximum size for tensor at dimension 0 is 3 but size is 4");
  expect_error(
      [&] {
        y.split_with_sizes({1, 1});
      },
      "split_with_sizes expects split_sizes to sum exactly to 3 (input tensor's size at dimension 0), but got "
      "split_sizes=[1, 1]");
  expect_error([&] { x.t().view(kShort); },
               "self.stride(-1) must be 1 to view Float as Short (different element sizes), but got 3");
  expect_error([&] { zeros({2, 2, 2}).t(); }, "t() expects a tensor with <= 2 dimensions, but self is 3D");
  expect_error([&] { x.flatten(1, 0); }, "flatten() has invalid args: start_dim cannot come after end_dim");
}

TEST(Shape, Joins) {
  const Tensor a = range({2, 2}), b = range({2, 1});
  EXPECT_EQ(values(cat({a, b}, 1)), V({0, 1, 0, 2, 3, 1}));
  EXPECT_EQ(values(cat({a.t(), a}, 0)), V({0, 2, 1, 3, 0, 1, 2, 3}));
  EXPECT_EQ(cat({tensor({1}), tensor({1.5f})}).dtype(), kFloat);
  EXPECT_EQ(shape(cat({a, zeros({0})}, 1)), S({2, 2}));
  EXPECT_EQ(values(stack({range({2}), range({2})}, 1)), V({0, 0, 1, 1}));
  EXPECT_EQ(shape(hstack({a, b})), S({2, 3}));
  EXPECT_EQ(shape(vstack({range({2}), range({2})})), S({2, 2}));
  EXPECT_EQ(shape(dstack({a, a})), S({2, 2, 2}));
  Tensor last = zeros({1, 2, 2, 2}).contiguous(MemoryFormat::ChannelsLast);
  EXPECT_TRUE(cat({last, last}, 1).is_contiguous(MemoryFormat::ChannelsLast));
  expect_error(
      [&] {
        cat({a, zeros({3, 3})}, 1);
      },
      "Sizes of tensors must match except in dimension 1. Expected size 2 but got size 3 for tensor number 1 "
      "in the list.");
  expect_error([&] { cat({zeros({}), zeros({})}); }, "zero-dimensional tensor (at position 0) cannot be concatenated");
  expect_error(
      [&] {
        stack({a, b});
      },
      "stack expects each tensor to be equal size, but got [2, 2] at entry 0 and [2, 1] at entry 1");
}

TEST(Shape, RepeatsAndRearranges) {
  EXPECT_EQ(values(range({2}).repeat({2, 2})), V({0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_FALSE(range({2}).repeat({1}).is_alias_of(range({2})));
  EXPECT_EQ(values(repeat_interleave(range({3}), 2)), V({0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(values(repeat_interleave(range({3}), tensor({2, 0, 1}))), V({0, 0, 2}));
  EXPECT_EQ(values(flip(range({2, 3}), {1})), V({2, 1, 0, 5, 4, 3}));
  EXPECT_EQ(values(roll(range({5}), {2})), V({3, 4, 0, 1, 2}));
  EXPECT_EQ(values(roll(range({2, 3}), {1, -1}, {0, 1})), V({4, 5, 3, 1, 2, 0}));
  EXPECT_EQ(values(rot90(range({2, 2}))), V({1, 3, 0, 2}));
  EXPECT_EQ(values(range({3, 3}).tril(-1)), V({0, 0, 0, 3, 0, 0, 6, 7, 0}));
  EXPECT_EQ(values(range({3, 3}).t().triu(1)), V({0, 3, 6, 0, 0, 7, 0, 0, 0}));
  EXPECT_EQ(values(diag(tensor({1, 2}), 1)), V({0, 1, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_EQ(values(one_hot(tensor({2, 0}))), V({0, 0, 1, 1, 0, 0}));
  const auto grids = meshgrid({range({2}), range({3})});
  EXPECT_EQ(values(grids[0]), V({0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(values(meshgrid({range({2}), range({3})}, "xy")[0]), V({0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(values(cartesian_prod({tensor({1, 2}), tensor({3, 4})})), V({1, 3, 1, 4, 2, 3, 2, 4}));
  EXPECT_EQ(values(tril_indices(3, 3, -1)), V({1, 2, 2, 0, 0, 1}));
  EXPECT_EQ(values(triu_indices(2, 3)), V({0, 0, 0, 1, 1, 0, 1, 2, 1, 2}));
}

TEST(Shape, CombinationsOfManyElements) {
  EXPECT_EQ(values(combinations(tensor({5, 6, 7, 8}), 3)), V({5, 6, 7, 5, 6, 8, 5, 7, 8, 6, 7, 8}));
  EXPECT_EQ(values(combinations(tensor({5, 6}), 3, true)), V({5, 5, 5, 5, 5, 6, 5, 6, 6, 6, 6, 6}));
  EXPECT_EQ(values(combinations(tensor({5, 6}), 1)), V({5, 6}));
  EXPECT_EQ(combinations(torchpp::zeros({5}), 12).sizes(), IntArrayRef({0, 12}));
  EXPECT_EQ(combinations(torchpp::zeros({0}), 2, true).sizes(), IntArrayRef({0, 2}));
  // All but one element each: the rows leave out the last, the one before, and so on.
  const Tensor most = combinations(torchpp::arange(60), 59);
  ASSERT_EQ(most.sizes(), IntArrayRef({60, 59}));
  EXPECT_TRUE(most.sum(1).equal(1770 - torchpp::arange(59, -1, -1)));
  EXPECT_EQ(combinations(torchpp::zeros({2}), 40, true).sizes(), IntArrayRef({41, 40}));
  const Tensor x = torchpp::ones({4}).requires_grad_();
  (combinations(x, 2) * torchpp::arange(12.0).to(kFloat).view({6, 2})).sum().backward();
  EXPECT_EQ(values(x.grad()), V({6, 15, 20, 25}));
}

TEST(View, MethodsAreTheFunctions) {
  const Tensor x = range({2, 3, 4}), z = view_as_complex(range({3, 2}).to(kFloat));
  const std::vector<std::pair<Tensor, Tensor>> pairs = {{x.adjoint(), adjoint(x)},
                                                        {x.moveaxis(0, 2), movedim(x, 0, 2)},
                                                        {x.moveaxis({0, 1}, {1, 2}), movedim(x, {0, 1}, {1, 2})},
                                                        {x.tensor_split(2, 1)[1], tensor_split(x, 2, 1)[1]},
                                                        {x.tensor_split({1, 2}, 1)[2], tensor_split(x, {1, 2}, 1)[2]},
                                                        {x.broadcast_to({5, 2, 3, 4}), x.expand({5, 2, 3, 4})},
                                                        {z._conj(), z.conj()}};
  for (size_t i = 0; i < pairs.size(); ++i) EXPECT_TRUE(pairs[i].first.equal(pairs[i].second)) << i;
  EXPECT_TRUE(is_same_size(x, x + 1));
  EXPECT_FALSE(x.is_same_size(z));
  EXPECT_TRUE(is_nonzero(range({2})[1]));
  Tensor y = x.clone();
  EXPECT_EQ(values(as_strided_(y, {2}, {3}, 1)), V({1, 4}));
  EXPECT_EQ(shape(y), S({2}));
}

TEST(View, PlacesFromTensors) {
  const Tensor x = range({2, 3});
  EXPECT_EQ(values(x.narrow(1, tensor(1), 2)), V({1, 2, 4, 5}));
  EXPECT_EQ(values(narrow(x, 1, tensor(-1).to(kChar), 1)), V({2, 5}));
  expect_error([&] { x.narrow(1, tensor({1}), 1); }, "0-dim integer tensor");
  expect_error([&] { x.narrow(1, tensor(1.), 1); }, "0-dim integer tensor");
  expect_error([&] { x.narrow(1, tensor(true), 1); }, "0-dim integer tensor");

  const std::vector<Tensor> halves = tensor_split(x, tensor(2), 1);
  ASSERT_EQ(halves.size(), 2u);
  EXPECT_EQ(values(halves[0]), V({0, 1, 3, 4}));
  const std::vector<Tensor> cut = x.tensor_split(tensor({1, 9, 2, 9}).slice(0, 0, nullopt, 2), 1);
  ASSERT_EQ(cut.size(), 3u);
  EXPECT_EQ(values(cut[1]), V({1, 4}));
  expect_error([&] { x.tensor_split(tensor({1.}), 1); }, "dtype of long");
  expect_error([&] { x.tensor_split(ones({1, 1}, kLong), 1); }, "zero-dimensional or one-dimensional");
}

TEST(View, AtLeastOfLists) {
  const std::vector<Tensor> all{range({}), range({3}), range({2, 3})};
  EXPECT_EQ(shape(atleast_1d(all)[0]), S({1}));
  EXPECT_EQ(shape(atleast_2d(all)[1]), S({1, 3}));
  EXPECT_EQ(shape(atleast_3d(all)[2]), S({2, 3, 1}));
}

// As libtorch 1.13.1 does: a view only of what is contiguous, even where reshape() finds one.
TEST(View, RavelCopiesWhatIsNotContiguous) {
  const Tensor x = range({6});
  EXPECT_TRUE(x.view({2, 3}).ravel().is_alias_of(x));
  EXPECT_FALSE(x.slice(0, 0, 6, 2).ravel().is_alias_of(x));
  EXPECT_TRUE(x.slice(0, 0, 6, 2).reshape({-1}).is_alias_of(x));
}

// Asked of libtorch 1.13.1: of a real tensor the functional form is the tensor, the others are written.
TEST(View, ConjPhysicalInAllForms) {
  const Tensor x = range({3}), z = view_as_complex(range({3, 2}).to(kFloat)), conjugate = z.conj().clone();
  EXPECT_TRUE(x.conj_physical().is_same(x));
  EXPECT_FALSE(z.conj().conj_physical().is_conj());
  EXPECT_TRUE(z.conj_physical().equal(conjugate));
  Tensor real = x.clone(), complex = z.clone();
  EXPECT_TRUE(real.conj_physical_().equal(x));
  EXPECT_EQ(real._version(), 1);
  EXPECT_TRUE(conj_physical_(complex).equal(conjugate));
  Tensor out = empty({0}, kComplexFloat), other = empty({0}, kComplexDouble);
  EXPECT_TRUE(conj_physical_out(out, z).equal(conjugate));
  expect_error([&] { conj_physical_out(other, z); }, "Expected out tensor to have dtype");
}

TEST(View, ByName) {
  const auto call = [](const char* name, Stack stack) {
    find_op(name).call_boxed(stack);
    return stack[0];
  };
  const Tensor x = range({2, 3});
  EXPECT_TRUE(call("reshape", {x, S{3, 2}}).toTensor().equal(x.reshape({3, 2})));
  EXPECT_TRUE(call("flatten.using_ints", {x, 0, -1}).toTensor().equal(x.flatten()));
  EXPECT_TRUE(call("swapaxes", {x, 0, 1}).toTensor().equal(x.t()));
  EXPECT_TRUE(call("moveaxis.int", {x, 0, 1}).toTensor().equal(x.t()));
  EXPECT_EQ(call("split.Tensor", {x, 1, 0}).toTensorVector().size(), 2u);
  EXPECT_EQ(call("split.sizes", {x, S{1, 2}, 1}).toTensorVector().size(), 2u);
  EXPECT_TRUE(call("is_same_size", {x, x}).toBool());
  EXPECT_FALSE(call("retains_grad", {x}).toBool());
  EXPECT_EQ(call("output_nr", {x}).toInt(), 0);
  for (const char* name : {"transpose_", "swapaxes_", "swapdims_"}) {
    const Tensor y = x.clone();
    EXPECT_TRUE(call(name, {y, 0, 1}).toTensor().is_same(y)) << name;
    EXPECT_EQ(shape(y), S({3, 2})) << name;
  }
  const Tensor y = x.clone();
  call("unsqueeze_", {y, 0});
  call("squeeze_.dim", {y, 0});
  call("t_", {y});
  EXPECT_EQ(shape(y), S({3, 2}));
}

TEST(View, UnsafePartsAreTensorsOfTheirOwn) {
  Tensor x = ones({4});
  const std::vector<Tensor> parts = x.unsafe_split(2);
  EXPECT_FALSE(parts[0].is_view());
  EXPECT_EQ(parts[1].data_ptr(), x[2].data_ptr());
  x.add_(1);
  EXPECT_EQ(values(parts[1]), V({2, 2}));
  EXPECT_EQ(parts[0]._version(), 0);
  const Tensor leaf = ones({4}).requires_grad_();
  EXPECT_EQ(leaf.unsafe_chunk(2)[0].grad_fn()->name(), "UnsafeSplitBackward0");
  EXPECT_EQ(leaf.unsafe_split_with_sizes({1, 3})[0].grad_fn()->name(), "UnsafeSplitWithSizesBackward0");
  (leaf.unsafe_split(3)[1] * 2).sum().backward();
  EXPECT_EQ(values(leaf.grad()), V({0, 0, 0, 2}));

  const std::vector<Tensor> out = {empty({0}), empty({2}, kDouble)};
  unsafe_split_out(out, x, 2);
  EXPECT_EQ(values(out[0]), V({2, 2}));
  EXPECT_EQ(values(out[1]), V({2, 2}));
  unsafe_split_with_sizes_out(out, x, {1, 3});
  EXPECT_EQ(values(out[1]), V({2, 2, 2}));
  expect_error([&] { unsafe_split_out(out, x, 1); }, "got 2 destinations, expected 4");
  // A refused call writes to no destination.
  const Tensor kept = zeros({2});
  expect_error([&] { unsafe_split_out({kept, zeros({2}).requires_grad_()}, x, 2); }, "automatic differentiation");
  expect_error([&] { unsafe_split_out({kept, zeros({1}).expand({2})}, x, 2); }, "unsupported operation");
  EXPECT_EQ(values(kept), V({0, 0}));
}

TEST(View, TransposesByName) {
  const Tensor z = tensor({{ComplexDouble(0, 2), ComplexDouble(1, 0)}});
  EXPECT_EQ(shape(z.mH()), S({2, 1}));
  EXPECT_TRUE(z.mH().is_conj());
  EXPECT_TRUE(z.matrix_H().is_conj());
  EXPECT_EQ(shape(ones({2, 3, 4}).numpy_T()), S({4, 3, 2}));
  EXPECT_EQ(shape(ones({}).numpy_T()), S({}));
  expect_error([] { ones({2, 2, 2}).matrix_H(); }, "For batches of matrices, consider using tensor.mH");
  EXPECT_EQ(shape(linalg_diagonal(ones({2, 3, 4}))), S({2, 3}));
}

// libtorch calls writes to places that several elements share undefined. What is written is one of the values.
TEST(View, LazyBitsAreResolvedOnceWherePlacesAreShared) {
  const Tensor negative = tensor({-5.f, -5.f, -5.f, -5.f})._neg_view();
  const Tensor windows = zeros({3}).as_strided({2, 2}, {1, 1});
  windows.copy_(negative.view({2, 2}));
  EXPECT_EQ(values(windows), V({5, 5, 5, 5}));
  windows._neg_view().copy_(tensor({3.f}));
  EXPECT_EQ(values(windows), V({-3, -3, -3, -3}));
  EXPECT_EQ(values(as_strided_scatter(zeros({3}), negative.view({2, 2}), {2, 2}, {1, 1})), V({5, 5, 5}));
  const Tensor z = zeros({3}, kComplexFloat), pairs = z.as_strided({2, 2}, {1, 1});
  pairs.copy_(full({2, 2}, ComplexDouble(1, 2), kComplexFloat).conj());
  EXPECT_EQ(values(imag(z).contiguous()), V({-2, -2, -2}));
  pairs.conj().copy_(full({2, 2}, ComplexDouble(1, 2), kComplexFloat));
  EXPECT_EQ(values(imag(z).contiguous()), V({-2, -2, -2}));
  pairs.conj().copy_(ones({2, 2}));
  EXPECT_EQ(values(real(z).contiguous()), V({1, 1, 1}));
}

TEST(View, QuestionsByNameAndAsFunctions) {
  const Tensor x = ones({2, 3}), z = ones({2}, kComplexFloat).conj();
  EXPECT_EQ(torchpp::size(x, -1), 3);
  EXPECT_EQ(torchpp::stride(x, 0), 3);
  EXPECT_TRUE(torchpp::is_complex(z) && torchpp::is_conj(z) && !torchpp::is_neg(z));
  EXPECT_TRUE(torchpp::is_floating_point(x) && torchpp::is_signed(x) && !torchpp::is_inference(x));
  EXPECT_FALSE(torchpp::is_vulkan_available() || torchpp::is_distributed(x) || x.is_distributed());
  const auto call = [](const char* name, Stack stack) {
    find_op(name).call_boxed(stack);
    return stack.empty() ? IValue() : stack[0];
  };
  EXPECT_TRUE(call("is_leaf", {x}).toBool());
  EXPECT_EQ(call("stride.int", {x, 1}).toInt(), 1);
  EXPECT_TRUE(call("can_cast", {kLong, kFloat}).toBool());
  const Tensor leaf = call("requires_grad_", {x, true}).toTensor();
  EXPECT_TRUE(leaf.is_same(x) && x.requires_grad());
  const Tensor y = x * 2;
  call("retain_grad", {y});
  y.sum().backward();
  EXPECT_EQ(values(y.grad()), V({1, 1, 1, 1, 1, 1}));
}

}  // namespace
}  // namespace torchpp::test

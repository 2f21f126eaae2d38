// SPDX-License-Identifier: BSD-3-Clause
// Sparse COO tensors. Stored values and messages are those of libtorch 1.13.1 on the CPU, unless said otherwise.
#include <gtest/gtest.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <functional>
#include <limits>
#include <sstream>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

Tensor places(std::vector<int64_t> rows, const std::vector<int64_t>& columns) {
  const auto n = static_cast<int64_t>(rows.size());
  rows.insert(rows.end(), columns.begin(), columns.end());
  return tensor(rows, kLong).view({2, n});
}
// [[0 0 3] [4 0 5]], sorted but not known to be.
Tensor sorted() { return sparse_coo_tensor(places({0, 1, 1}, {2, 0, 2}), tensor({3.f, 4.f, 5.f}), {2, 3}); }
// [[4 0 0] [0 0 8]], of which 8 is the sum of two values.
Tensor unsorted() { return sparse_coo_tensor(places({1, 0, 1}, {2, 0, 2}), tensor({3.f, 4.f, 5.f}), {2, 3}); }
// [[0 0 1] [0 2 0]].
Tensor other() { return sparse_coo_tensor(places({0, 1}, {2, 1}), tensor({1.f, 2.f}), {2, 3}); }
Tensor dense() { return arange(6, kFloat).view({2, 3}); }
// (2, 3, 2) with two sparse dimensions.
Tensor hybrid() { return arange(12, kFloat).view({2, 3, 2}).to_sparse(2); }

std::vector<int64_t> integers(const Tensor& t) {
  const Tensor flat = t.contiguous();
  const auto* first = flat.data_ptr<int64_t>();
  return std::vector<int64_t>(first, first + flat.numel());
}
void expect_equal(const Tensor& got, const Tensor& expected) {
  ASSERT_FALSE(got.is_sparse());
  ASSERT_EQ(got.sizes(), expected.sizes());
  EXPECT_TRUE(got.to(kDouble).allclose(expected.to(kDouble), 1e-5, 1e-6, true)) << got << '\n' << expected;
}
struct Parts {
  std::vector<int64_t> indices;
  std::vector<float> values;
  std::vector<int64_t> sizes;
  bool coalesced;
};
void expect_parts(const Tensor& got, const Parts& expected) {
  ASSERT_TRUE(got.is_sparse());
  EXPECT_EQ(got.sizes(), IntArrayRef(expected.sizes));
  EXPECT_EQ(integers(got._indices()), expected.indices);
  EXPECT_TRUE(got._values().flatten().to(kFloat).allclose(tensor(expected.values))) << got._values();
  EXPECT_EQ(got.is_coalesced(), expected.coalesced);
}
template <class F>
void expect_refused(const F& call, const char* phrase) {
  const std::string message = test::error_of(call);
  EXPECT_NE(message.find(phrase), std::string::npos) << message;
}

TEST(Sparse, Properties) {
  const Tensor a = sorted();
  EXPECT_TRUE(a.is_sparse());
  EXPECT_EQ(a.layout(), kSparse);
  EXPECT_EQ(a.options().layout(), kSparse);
  EXPECT_EQ(a.dim(), 2);
  EXPECT_EQ(a.numel(), 6);
  EXPECT_EQ(a.sizes(), IntArrayRef({2, 3}));
  EXPECT_EQ(a.sparse_dim(), 2);
  EXPECT_EQ(a._dimI(), 2);
  EXPECT_EQ(a.dense_dim(), 0);
  EXPECT_EQ(a._dimV(), 0);
  EXPECT_EQ(a._nnz(), 3);
  EXPECT_EQ(hybrid().sparse_dim(), 2);
  EXPECT_EQ(hybrid().dense_dim(), 1);
  EXPECT_FALSE(a.is_coalesced());
  EXPECT_TRUE(a.is_contiguous());
  EXPECT_EQ(integers(a._indices()), (std::vector<int64_t>{0, 1, 1, 2, 0, 2}));
  expect_refused([&] { (void)a.indices(); },
                 "Cannot get indices on an uncoalesced tensor, please call .coalesce() first");
  expect_refused([&] { (void)a.values(); },
                 "Cannot get values on an uncoalesced tensor, please call .coalesce() first");
  expect_equal(a.coalesce().values(), tensor({3.f, 4.f, 5.f}));
  expect_refused([&] { (void)dense()._indices(); }, "_indices: expected a sparse tensor");
  expect_refused([&] { (void)a.data_ptr<float>(); }, "Cannot access data pointer of Tensor that doesn't have storage");
  expect_refused([&] { (void)a.accessor<float, 2>(); }, "Cannot access data pointer of Tensor");
  EXPECT_THROW((void)a.stride(0), Error);
}

TEST(Sparse, Construction) {
  expect_parts(sparse_coo_tensor({2, 3}, kFloat), {{}, {}, {2, 3}, true});
  EXPECT_EQ(sparse_coo_tensor({2, 3}, kDouble)._indices().sizes(), IntArrayRef({2, 0}));
  EXPECT_EQ(sparse_coo_tensor({2, 3}, kDouble).scalar_type(), kDouble);
  const Tensor lines = tensor({0, 3, 1, 2}).view({2, 2});
  EXPECT_EQ(sparse_coo_tensor(lines, ones({2, 3})).sizes(), IntArrayRef({4, 3, 3}));
  EXPECT_EQ(sparse_coo_tensor(empty({2, 0}, kLong), empty({0})).sizes(), IntArrayRef({0, 0}));
  expect_parts(_sparse_coo_tensor_with_dims(1, 1, {2, 3}, TensorOptions(kFloat).layout(kSparse)),
               {{}, {}, {2, 3}, true});
  const Tensor line = tensor({0, -1}).view({1, 2}), two = tensor({1.f, 2.f});
  expect_refused([&] { sparse_coo_tensor(line, two, {3}); }, "found negative index -1 for dim 0");
  expect_refused([&] { sparse_coo_tensor(line, two); }, "found negative index -1 for dim 0");
  const Tensor far = tensor({0, 5}).view({1, 2});
  expect_refused([&] { sparse_coo_tensor(far, two, {3}); },
                 "size is inconsistent with indices: for dim 0, size is 3 but found index 5");
  expect_refused([&] { _validate_sparse_coo_tensor_args(far, two, {3}); }, "size is inconsistent with indices");
  const Tensor near = tensor({0, 1}).view({1, 2});
  expect_refused([&] { sparse_coo_tensor(near, ones(3), {3}); },
                 "indices and values must have same nnz, but got nnz from indices: 2, nnz from values: 3");
  expect_refused(
      [&] {
        sparse_coo_tensor(near, two, {3, 4});
      },
      "number of dimensions must be sparse_dim (1) + dense_dim (0), but got 2");
  expect_refused(
      [&] {
        sparse_coo_tensor(near, ones({2, 3}), {3, 4});
      },
      "values has incorrect size, expected [2, 4], got [2, 3]");
  expect_refused([&] { sparse_coo_tensor(near.view(2), two, {3}); }, "indices must be sparse_dim x nnz, but got: [2]");
  expect_refused([&] { sparse_coo_tensor(near.to(kInt), two, {3}); }, "expected scalar type Long but found Int");
  // Memory is shared.
  const Tensor values = tensor({1.f, 2.f}), shared = sparse_coo_tensor(near, values, {3});
  values.mul_(3);
  expect_equal(shared.to_dense(), tensor({3.f, 6.f, 0.f}));
  shared._values().mul_(2);
  expect_equal(values, tensor({6.f, 12.f}));
  // Our own: libtorch's C++ overlooks the dtype of the options.
  EXPECT_EQ(sparse_coo_tensor(near, two, {3}, kDouble).scalar_type(), kDouble);
  EXPECT_TRUE(sparse_coo_tensor(near, two, {3}, TensorOptions().requires_grad(true)).requires_grad());
}

TEST(Sparse, Factories) {
  (void)sorted();  // once there is a sparse tensor, factories make others
  expect_parts(zeros({2, 3}, TensorOptions(kFloat).layout(kSparse)), {{}, {}, {2, 3}, true});
  expect_parts(empty({2, 3}, TensorOptions(kFloat).layout(kSparse)), {{}, {}, {2, 3}, true});
  expect_parts(zeros_like(sorted()), {{}, {}, {2, 3}, true});
  expect_parts(empty_like(sorted()), {{}, {}, {2, 3}, true});
  EXPECT_EQ(zeros_like(hybrid()).dense_dim(), 1);
  expect_equal(zeros_like(sorted(), TensorOptions().layout(kStrided)), zeros({2, 3}));
  expect_refused([] { ones({2, 3}, TensorOptions(kFloat).layout(kSparse)); }, "fill");
  expect_refused([] { ones_like(sorted()); }, "fill");
  EXPECT_THROW(rand_like(sorted()), NotImplementedError);
  EXPECT_THROW(full({2}, 1, TensorOptions(kFloat).layout(kSparse)), Error);
}

TEST(Sparse, Printing) {
  std::ostringstream text;
  text << sorted() << '|' << sparse_coo_tensor({2, 3}, kDouble);
  EXPECT_EQ(text.str(),
            "[ SparseCPUFloatType{}\nindices:\n 0  1  1\n 2  0  2\n[ CPULongType{2,3} ]\nvalues:\n 3\n 4\n 5\n"
            "[ CPUFloatType{3} ]\nsize:\n[2, 3]\n]|[ SparseCPUDoubleType{}\nindices:\n[ CPULongType{2,0} ]\nvalues:\n"
            "[ CPUDoubleType{0} ]\nsize:\n[2, 3]\n]");
  EXPECT_EQ(sorted().toString(), "SparseCPUFloatType");
}

TEST(Sparse, Coalesce) {
  expect_parts(unsorted().coalesce(), {{0, 1, 0, 2}, {4, 8}, {2, 3}, true});
  expect_parts(sorted().coalesce(), {{0, 1, 1, 2, 0, 2}, {3, 4, 5}, {2, 3}, true});
  const Tensor once = unsorted().coalesce();
  EXPECT_TRUE(once.coalesce().is_same(once));
  EXPECT_FALSE(_coalesce(once).is_same(once));
  const Tensor line = tensor({0, 0}).view({1, 2});
  EXPECT_EQ(sparse_coo_tensor(line, tensor({1, 1}).to(kBool), {2}).coalesce().values().item<bool>(), true);
  EXPECT_EQ(sparse_coo_tensor(line, tensor({1.f, 2.f}).to(kHalf), {2}).coalesce().values().item<float>(), 3);
  const Tensor twice = cat({hybrid(), hybrid()}, 2);
  EXPECT_EQ(twice._nnz(), 12);
  expect_equal(twice.coalesce().to_dense(), cat({hybrid().to_dense(), hybrid().to_dense()}, 2));
  const Tensor flagged = other()._coalesced_(true);
  EXPECT_TRUE(flagged.is_coalesced());
  EXPECT_EQ(flagged._version(), 1);
  expect_parts(sparse_coo_tensor({2, 3}, kFloat).coalesce(), {{}, {}, {2, 3}, true});
}

TEST(Sparse, DenseAndBack) {
  expect_equal(unsorted().to_dense(), tensor({4.f, 0.f, 0.f, 0.f, 0.f, 8.f}).view({2, 3}));
  EXPECT_TRUE(dense().to_dense().equal(dense()));
  EXPECT_EQ(sorted().to_dense(kDouble).scalar_type(), kDouble);  // refused by libtorch
  expect_parts(dense().to_sparse(), {{0, 0, 1, 1, 1, 1, 2, 0, 1, 2}, {1, 2, 3, 4, 5}, {2, 3}, true});
  expect_parts(dense().to_sparse(1), {{0, 1}, {0, 1, 2, 3, 4, 5}, {2, 3}, true});
  expect_parts(eye(3).narrow(0, 1, 2).to_sparse(1), {{0, 1}, {0, 1, 0, 0, 0, 1}, {2, 3}, true});
  expect_parts(zeros({2, 2}).to_sparse(1), {{}, {}, {2, 2}, true});
  const Tensor number = scalar_tensor(3).to_sparse();
  EXPECT_EQ(number._indices().sizes(), IntArrayRef({0, 1}));
  EXPECT_EQ(number.item<float>(), 3);
  EXPECT_EQ(scalar_tensor(0).to_sparse()._nnz(), 0);
  EXPECT_EQ(scalar_tensor(0).to_sparse().item<float>(), 0);
  expect_refused([] { (void)dense().to_sparse(0); }, "sparse_dim must be >0 if dimensionality > 0");
  expect_refused([] { (void)dense().to_sparse(3); }, "sparse_dim must be less than or equal to self.dim()");
  EXPECT_THROW((void)sorted().to_sparse(), NotImplementedError);
  expect_equal(hybrid().to_dense(), arange(12, kFloat).view({2, 3, 2}));
}

TEST(Sparse, Mask) {
  expect_parts(dense().sparse_mask(sorted().coalesce()), {{0, 1, 1, 2, 0, 2}, {2, 3, 5}, {2, 3}, true});
  expect_parts(dense().t().contiguous().t().sparse_mask(sorted().coalesce()),
               {{0, 1, 1, 2, 0, 2}, {2, 3, 5}, {2, 3}, true});
  expect_refused([] { (void)dense().sparse_mask(unsorted()); }, "sparse_mask: mask is uncoalesced");
  expect_refused(
      [] {
        (void)ones({3, 2}).sparse_mask(sorted().coalesce());
      },
      "sparse_mask: operands have incompatible sizes; self has size [3, 2] but mask has size [2, 3]");
  EXPECT_THROW((void)other().sparse_mask(sorted().coalesce()), NotImplementedError);
  EXPECT_THROW((void)dense().sparse_mask(dense()), NotImplementedError);
}

TEST(Sparse, MaskHelper) {
  const Tensor a = sorted().coalesce(), at = places({1, 0, 0}, {2, 0, 2});
  expect_equal(_sparse_mask_helper(a, at), tensor({5.f, 0.f, 3.f}));
  expect_equal(_sparse_mask_helper(sparse_coo_tensor({2, 3}, kFloat), at), zeros(3));
  expect_refused([&] { _sparse_mask_helper(sorted(), at); }, "uncoalesced");
  EXPECT_THROW(_sparse_mask_helper(dense(), at), NotImplementedError);
}

TEST(Sparse, Sums) {
  expect_equal((sorted() + other()).to_dense(), sorted().to_dense() + other().to_dense());
  expect_parts(sorted().coalesce() + other().coalesce(), {{0, 1, 1, 1, 2, 0, 1, 2}, {4, 4, 2, 5}, {2, 3}, true});
  expect_equal((sorted() - other()).to_dense(), sorted().to_dense() - other().to_dense());
  expect_equal(sorted().add(other(), 0.5).to_dense(), sorted().to_dense() + other().to_dense() * 0.5);
  expect_equal(dense() + unsorted(), dense() + unsorted().to_dense());
  expect_equal(dense() - unsorted(), dense() - unsorted().to_dense());
  expect_refused([] { (void)(sorted() + dense()); },
                 "add(sparse, dense) is not supported. Use add(dense, sparse) instead.");
  expect_refused([] { (void)(sorted() + 1); }, "add(sparse, dense) is not supported. Use add(dense, sparse) instead.");
  expect_refused(
      [] {
        (void)dense().add(sparse_coo_tensor({3, 2}, kFloat));
      },
      "add: expected 'self' and 'other' to have same size, but self has size [2, 3] while other has size "
      "[3, 2] (FYI: dense-sparse addition does not currently support broadcasting)");
  expect_refused(
      [] {
        (void)other().add(sparse_coo_tensor({3, 3}, kFloat));
      },
      "add: expected sizes of 'self' and 'other' to match, but [2, 3] != [3, 3]");
  expect_refused([] { (void)dense().to_sparse(1).add(other()); },
                 "add: expected 'self' and 'other' to have same density, but 'self' has 1 sparse dimensions while "
                 "'other' has 2 sparse dimensions");
  const Tensor integers_ = sorted().to(kLong);
  expect_refused([&] { (void)integers_.add(integers_, 0.5); },
                 "For integral input tensors, argument alpha must not be a floating point number.");
  EXPECT_EQ((integers_ + sorted()).scalar_type(), kFloat);
  // With nothing to add the other operand is copied.
  const Tensor none = sparse_coo_tensor({2, 3}, kFloat);
  expect_parts(none.add(sorted(), 2), {{0, 1, 1, 2, 0, 2}, {6, 8, 10}, {2, 3}, false});
  const Tensor a = sorted(), copy = a + none;
  copy._values().zero_();
  expect_equal(a._values(), tensor({3.f, 4.f, 5.f}));
}

TEST(Sparse, SumsInPlace) {
  const Tensor sum = dense(), address = sum;
  sum.add_(unsorted(), 2);
  expect_equal(address, dense() + unsorted().to_dense() * 2);
  EXPECT_EQ(sum._version(), 1);
  const Tensor turned = dense().t().contiguous().t();
  turned.add_(unsorted(), 2);
  expect_equal(turned, dense() + unsorted().to_dense() * 2);
  const Tensor of_rows = dense();
  of_rows.add_(dense().to_sparse(1), -1);
  expect_equal(of_rows, zeros({2, 3}));
  const Tensor whole = dense().to(kLong);
  expect_refused([&] { whole.add_(unsorted()); }, "Can't convert result type Float to output Long in add operation");
  const Tensor single = dense();
  single.add_(unsorted().to(kDouble));
  expect_equal(single, dense() + unsorted().to_dense());
  expect_refused([] { sorted().add_(dense()); },
                 "add(sparse, dense) is not supported. Use add(dense, sparse) instead.");
  const Tensor a = other();
  a.add_(other(), 3);
  expect_equal(a.to_dense(), other().to_dense() * 4);
  EXPECT_EQ(a._version(), 1);
  const Tensor b = other().coalesce();
  b.sub_(other().coalesce(), 3);
  expect_parts(b, {{0, 1, 2, 1}, {-2, -4}, {2, 3}, true});
  // A detached tensor is the same tensor.
  const Tensor c = other();
  c.detach().add_(other());
  expect_equal(c.to_dense(), other().to_dense() * 2);
  Tensor out = empty(0);
  add_out(out, dense(), other());
  expect_equal(out, dense() + other().to_dense());
  Tensor sparse_out = sparse_coo_tensor({0}, kFloat);
  add_out(sparse_out, other(), other());
  expect_equal(sparse_out.to_dense(), other().to_dense() * 2);
}

TEST(Sparse, SumsOfManyDoNotGrowWithoutBound) {
  const Tensor sum = other();
  for (int i = 0; i < 20; ++i) sum.add_(other());
  EXPECT_LE(sum._nnz(), 6);
  expect_equal(sum.to_dense(), other().to_dense() * 21);
}

TEST(Sparse, Products) {
  expect_parts(sorted() * other(), {{0, 2}, {3}, {2, 3}, true});
  expect_parts(unsorted() * other(), {{}, {}, {2, 3}, true});
  const Parts by_dense = {{0, 1, 1, 2, 0, 2}, {6, 12, 25}, {2, 3}, false};
  expect_parts(sorted() * dense(), by_dense);
  expect_parts(dense() * sorted(), by_dense);
  expect_parts(sorted() * 2, {{0, 1, 1, 2, 0, 2}, {6, 8, 10}, {2, 3}, false});
  expect_parts(2 * sorted(), {{0, 1, 1, 2, 0, 2}, {6, 8, 10}, {2, 3}, false});
  expect_parts(unsorted() * scalar_tensor(3), {{1, 0, 1, 2, 0, 2}, {9, 12, 15}, {2, 3}, false});
  expect_parts(sorted() * dense()[0], {{0, 1, 1, 2, 0, 2}, {6, 0, 10}, {2, 3}, false});
  expect_parts(sorted() * dense().narrow(1, 0, 1), {{0, 1, 1, 2, 0, 2}, {0, 12, 15}, {2, 3}, false});
  expect_parts(sorted() * dense().unsqueeze(0), {{0, 0, 0, 0, 1, 1, 2, 0, 2}, {6, 12, 25}, {1, 2, 3}, false});
  expect_parts(dense().to_sparse(1) * dense()[0], {{0, 1}, {0, 1, 4, 0, 4, 10}, {2, 3}, true});
  expect_parts(dense().to_sparse(1) * dense().to_sparse(1), {{0, 1}, {0, 1, 4, 9, 16, 25}, {2, 3}, true});
  expect_parts(sorted() * scalar_tensor(3).to_sparse(), {{0, 1, 1, 2, 0, 2}, {9, 12, 15}, {2, 3}, false});
  expect_refused(
      [] {
        (void)(sorted() * sparse_coo_tensor({1, 3}, kFloat));
      },
      "expects sparse inputs with equal dimensionality, number of sparse dimensions, and shape of sparse");
  EXPECT_EQ((sorted().to(kLong) * 1.5).scalar_type(), kFloat);
  EXPECT_THROW(sorted().to(kLong).mul_(1.5), Error);
  const Tensor a = other();
  a.mul_(2);
  expect_parts(a, {{0, 1, 2, 1}, {2, 4}, {2, 3}, false});
  EXPECT_EQ(a._version(), 1);
  a.mul_(dense());
  expect_parts(a, {{0, 1, 2, 1}, {4, 16}, {2, 3}, false});
  const Tensor b = dense();
  EXPECT_THROW(b.mul_(other()), NotImplementedError);
  Tensor out = sparse_coo_tensor({0}, kFloat);
  mul_out(out, other(), other());
  expect_parts(out, {{0, 1, 2, 1}, {1, 4}, {2, 3}, true});
}

TEST(Sparse, Quotients) {
  expect_parts(unsorted() / 2, {{1, 0, 1, 2, 0, 2}, {1.5, 2, 2.5}, {2, 3}, false});
  EXPECT_EQ((sorted().to(kInt) / 2).scalar_type(), kFloat);
  expect_parts(unsorted().div(2, "floor"), {{0, 1, 0, 2}, {2, 4}, {2, 3}, true});
  expect_parts(floor_divide(unsorted(), 2), {{0, 1, 0, 2}, {2, 4}, {2, 3}, true});
  const Tensor a = other();
  a.div_(2);
  expect_parts(a, {{0, 1, 2, 1}, {0.5, 1}, {2, 3}, false});
  for (const auto& call : std::vector<std::function<Tensor()>>{
           [] { return sorted() / dense(); }, [] { return sorted() / sorted(); }, [] { return dense() / sorted(); }})
    expect_refused([&] { call(); },
                   "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape [2, 3] for divisor)");
}

TEST(Sparse, ElementWise) {
  expect_parts(-unsorted(), {{1, 0, 1, 2, 0, 2}, {-3, -4, -5}, {2, 3}, false});
  expect_parts(unsorted().abs(), {{0, 1, 0, 2}, {4, 8}, {2, 3}, true});
  expect_parts(unsorted().sqrt(), {{0, 1, 0, 2}, {2, 2.8284271f}, {2, 3}, true});
  expect_parts(unsorted().pow(2), {{0, 1, 0, 2}, {16, 64}, {2, 3}, true});
  expect_parts(unsorted().square(), {{0, 1, 0, 2}, {16, 64}, {2, 3}, true});
  const Tensor nan = unsorted().isnan();
  EXPECT_EQ(nan.scalar_type(), kBool);
  expect_parts(nan, {{0, 1, 0, 2}, {0, 0}, {2, 3}, true});
  EXPECT_EQ(sparse_coo_tensor(tensor({0, 0}).view({1, 2}), tensor({4, 5}), {2}).sqrt()._values().item<float>(), 3);
  expect_refused([] { unsorted().abs_(); }, "abs_ requires coalesced input");
  const Tensor a = other().coalesce();
  a.log1p_();
  expect_parts(a, {{0, 1, 2, 1}, {0.6931472f, 1.0986123f}, {2, 3}, true});
  EXPECT_EQ(a._version(), 1);
  a.neg_();
  expect_parts(a, {{0, 1, 2, 1}, {-0.6931472f, -1.0986123f}, {2, 3}, true});
  Tensor out = sparse_coo_tensor({0}, kFloat);
  tanh_out(out, other());
  expect_parts(out, {{0, 1, 2, 1}, {0.7615942f, 0.9640276f}, {2, 3}, true});
  expect_refused([] { (void)other().pow(0); },
                 "pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor dense");
  expect_refused([] { (void)unsorted().exp(); }, "Could not run 'aten::exp' with arguments from the 'Sparse");
  expect_refused([] { (void)unsorted().cos(); }, "Could not run 'aten::cos'");
  EXPECT_THROW((void)sorted().max(), NotImplementedError);
  EXPECT_THROW((void)sorted().view({3, 2}), NotImplementedError);
  EXPECT_THROW((void)sorted().reshape({3, 2}), NotImplementedError);
  EXPECT_THROW((void)sorted().narrow(0, 0, 1), NotImplementedError);
  EXPECT_THROW((void)sorted().lerp(sorted(), 0.5), NotImplementedError);
  EXPECT_THROW((void)sorted().equal(sorted()), NotImplementedError);
  EXPECT_THROW((void)sorted().sigmoid(), NotImplementedError);
}

TEST(Sparse, Reductions) {
  // Our own: of sum() libtorch has no sparse kernel, but _sparse_sum.
  EXPECT_EQ(unsorted().sum().item<float>(), 12);
  EXPECT_EQ(unsorted().to(kInt).sum().scalar_type(), kLong);
  const Parts by_column = {{0, 2}, {4, 8}, {3}, true};
  expect_parts(unsorted().sum(0), by_column);
  expect_parts(_sparse_sum(unsorted(), 0), by_column);
  expect_equal(unsorted().sum(0, true).to_dense(), unsorted().to_dense().sum(0, true));
  expect_equal(hybrid().sum({0, 1}, true), hybrid().to_dense().sum({0, 1}, true));
  expect_parts(_sparse_sum(unsorted(), -1), {{0, 1}, {4, 8}, {2}, true});
  EXPECT_EQ(_sparse_sum(unsorted(), {0, 1}).item<float>(), 12);
  EXPECT_EQ(_sparse_sum(unsorted()).item<float>(), 12);
  EXPECT_EQ(_sparse_sum(unsorted(), kDouble).scalar_type(), kDouble);
  EXPECT_EQ(_sparse_sum(unsorted(), 0, kDouble).scalar_type(), kDouble);
  expect_parts(_sparse_sum(hybrid(), 2), {{0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2}, {1, 5, 9, 13, 17, 21}, {2, 3}, true});
  expect_equal(_sparse_sum(hybrid(), {0, 1}), tensor({30.f, 36.f}));
  expect_parts(_sparse_sum(hybrid(), {1, 2}), {{0, 1}, {15, 51}, {2}, true});
  expect_parts(_sparse_sum(sparse_coo_tensor({2, 3}, kFloat), 0), {{}, {}, {3}, true});
  EXPECT_NEAR(unsorted().norm().item<float>(), 8.9442719f, 1e-5);
  EXPECT_EQ(unsorted().norm(1).item<float>(), 12);
  EXPECT_EQ(unsorted().norm(std::numeric_limits<double>::infinity()).item<float>(), 8);
  EXPECT_EQ(sparse_coo_tensor({2, 3}, kFloat).norm().item<float>(), 0);
  expect_refused([] { (void)unsorted().norm(2, 0); }, "only supports full reductions, so 'dim' must either be empty");
  expect_refused([] { (void)unsorted().norm(2, {0, 1}, true); }, "currently does not support keepdim=True");
  EXPECT_TRUE(unsorted().any().item<bool>());
  EXPECT_FALSE(sparse_coo_tensor({2, 3}, kFloat).any().item<bool>());
  EXPECT_THROW((void)unsorted().all(), NotImplementedError);
}

TEST(Sparse, Shapes) {
  expect_parts(sorted().t(), {{2, 0, 2, 0, 1, 1}, {3, 4, 5}, {3, 2}, false});
  expect_parts(sorted().coalesce().transpose(0, 1), {{2, 0, 2, 0, 1, 1}, {3, 4, 5}, {3, 2}, false});
  expect_parts(sorted().permute({1, 0}), {{2, 0, 2, 0, 1, 1}, {3, 4, 5}, {3, 2}, false});
  EXPECT_TRUE(sorted().coalesce().transpose(0, 0).is_coalesced());
  EXPECT_EQ(hybrid().transpose(0, 1).sizes(), IntArrayRef({3, 2, 2}));
  expect_refused([] { (void)hybrid().transpose(0, 2); }, "transposed dimensions must be sparse");
  expect_refused(
      [] {
        (void)hybrid().permute({2, 1, 0});
      },
      "transpositions between sparse and dense dimensions are not allowed");
  const Tensor rows = arange(12, kFloat).view({2, 3, 2}).to_sparse(1);
  expect_equal(rows.permute({0, 2, 1}).to_dense(), rows.to_dense().permute({0, 2, 1}));
  expect_parts(sorted().unsqueeze(0), {{0, 0, 0, 0, 1, 1, 2, 0, 2}, {3, 4, 5}, {1, 2, 3}, false});
  expect_equal(hybrid().unsqueeze(3).to_dense(), hybrid().to_dense().unsqueeze(3));
  expect_parts(sorted().select(0, 0), {{2}, {3}, {3}, false});
  EXPECT_EQ(sorted()[0][2].item<float>(), 3);
  expect_equal(hybrid().select(2, 1).to_dense(), hybrid().to_dense().select(2, 1));
  expect_refused([] { (void)sorted().select(0, 7); }, "select(): index 7 out of range for tensor of size [2, 3]");
  expect_parts(unsorted().index_select(1, tensor({2, 2, 0})),
               {{1, 1, 1, 1, 0, 0, 0, 1, 1, 2}, {3, 5, 3, 5, 4}, {2, 3}, false});
  expect_equal(hybrid().index_select(2, tensor({1, 0})).to_dense(),
               hybrid().to_dense().index_select(2, tensor({1, 0})));
  expect_refused([] { (void)sorted().index_select(0, tensor({5})); },
                 "index_select(): index contains 5 that is out of range for tensor of size [2, 3] at dimension 0");
  expect_parts(cat({sorted(), other()}, 1), {{0, 1, 1, 0, 1, 2, 0, 2, 5, 4}, {3, 4, 5, 1, 2}, {2, 6}, false});
  expect_parts(stack({sorted(), other()}),
               {{0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 2, 0, 2, 2, 1}, {3, 4, 5, 1, 2}, {2, 2, 3}, false});
  expect_refused(
      [] {
        cat({sorted(), dense()});
      },
      "Concatenating sparse tensors, but a dense tensor was found at position 1.");
  expect_refused(
      [] {
        cat({sorted(), sparse_coo_tensor({2, 4}, kFloat)});
      },
      "All tensors must have the same shape: [2, 3] (except in the concatenating dimension), but found "
      "shape: [2, 4] at position 1.");
  expect_refused(
      [] {
        cat({sorted(), dense().to_sparse(1)});
      },
      "All tensors must have the same sparse_dim and dense_dim: 2, 0, but tensor at position 1 has 1, 1.");
}

TEST(Sparse, ProductsOfMatrices) {
  const Tensor d = dense().t();
  const Tensor expected = tensor({6.f, 15.f, 10.f, 37.f}).view({2, 2});
  expect_equal(sorted().mm(d), expected);
  expect_equal(sorted().matmul(d), expected);
  expect_equal(_sparse_mm(sorted(), d), expected);
  expect_equal(sorted().mv(ones(3)), tensor({3.f, 9.f}));
  expect_equal(sorted().matmul(ones(3)), tensor({3.f, 9.f}));
  expect_equal(addmm(ones({2, 2}), sorted(), d, 2, 3), tensor({20.f, 47.f, 32.f, 113.f}).view({2, 2}));
  expect_equal(addmm(ones(1), sorted(), d), expected + 1);
  expect_equal(_sparse_addmm(ones({2, 2}), sorted(), d), expected + 1);
  const Tensor sum = ones({2, 2});
  sum.addmm_(sorted(), d);
  expect_equal(sum, expected + 1);
  expect_parts(sorted().mm(other().t()), {{0, 1, 0, 0}, {3, 5}, {2, 2}, true});
  expect_parts(_sparse_mm(sorted(), other().t()), {{0, 1, 0, 0}, {3, 5}, {2, 2}, true});
  expect_equal(stack({sorted(), other()}).bmm(ones({2, 3, 1})), tensor({3.f, 9.f, 1.f, 2.f}).view({2, 2, 1}));
  expect_equal(smm(sorted(), d).to_dense(), expected);
  EXPECT_TRUE(smm(sorted(), d).is_sparse());
  expect_equal(sspaddmm(zeros({2, 2}).to_sparse(), sorted(), d).to_dense(), expected);
  const Tensor line = sparse_coo_tensor(places({0}, {0}), tensor({5.f}), {2, 2});
  expect_equal(sspaddmm(line, sorted(), d, 2, 3).to_dense(), line.to_dense() * 2 + expected * 3);
  expect_parts(hspmm(sorted(), d), {{0, 1}, {6, 15, 10, 37}, {2, 2}, false});
  expect_refused([] { (void)sorted().mm(dense()); }, "Argument #3 (dense): Expected dim 0 size 3, got 2");
  expect_refused([&] { (void)sorted().mm(d.to(kDouble)); }, "expected scalar type Float but found Double");
  EXPECT_THROW((void)d.mm(sorted()), NotImplementedError);
  // More values than one block of rows.
  const Tensor large = randn({40, 300}), wide = randn({300, 500});
  expect_equal(large.to_sparse().mm(wide) / 100, large.mm(wide) / 100);
}

TEST(Sparse, Copies) {
  const Tensor a = sorted(), copy = a.clone();
  copy._values().zero_();
  expect_equal(a._values(), tensor({3.f, 4.f, 5.f}));
  EXPECT_TRUE(other().coalesce().clone().is_coalesced());
  EXPECT_EQ(a.to(kDouble).scalar_type(), kDouble);
  EXPECT_EQ(a.to(kDouble)._values().scalar_type(), kDouble);
  EXPECT_TRUE(a.to(kFloat).is_same(a));
  EXPECT_TRUE(a.contiguous().is_same(a));
  const Tensor b = other();
  b.copy_(a);
  expect_parts(b, {{0, 1, 1, 2, 0, 2}, {3, 4, 5}, {2, 3}, false});
  EXPECT_EQ(b._version(), 1);
  expect_refused([&] { b.copy_(dense()); }, "copy_() between dense and sparse Tensors is not implemented!");
  expect_refused([] { dense().copy_(other()); }, "copy_() between dense and sparse Tensors is not implemented!");
  Tensor c = sparse_coo_tensor({1}, kFloat);
  copy_sparse_to_sparse_(c, a);
  expect_parts(c, {{0, 1, 1, 2, 0, 2}, {3, 4, 5}, {2, 3}, false});
  const Tensor d = a.detach();
  d.mul_(2);
  expect_equal(a._values(), tensor({6.f, 8.f, 10.f}));
  EXPECT_EQ(a._version(), 1);
  EXPECT_TRUE(a.is_same_size(dense()));
}

// Of other sizes, libtorch resizes the destinations of products alone.
TEST(Sparse, Destinations) {
  const Tensor mask = unsorted().coalesce();
  const auto into = [](const std::vector<int64_t>& sizes, ScalarType dtype) {
    Tensor out = sparse_coo_tensor(sizes, dtype);
    if (sizes == std::vector<int64_t>{2, 3}) out.copy_(other());
    return out;
  };
  for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{2, 3}, {1, 1}, {7}})
    for (const ScalarType dtype : {kFloat, kDouble}) {
      Tensor out = into(sizes, dtype);
      const auto holds = [&](const Tensor& expected) {
        EXPECT_EQ(out.scalar_type(), dtype);
        EXPECT_EQ(out.sparse_dim(), expected.sparse_dim());
        EXPECT_EQ(out._nnz(), expected._nnz());
        EXPECT_EQ(out.is_coalesced(), expected.is_coalesced());
        expect_equal(out.to_dense(), expected.to_dense());
      };
      EXPECT_TRUE(to_sparse_out(out, dense()).is_same(out));
      holds(dense().to_sparse());
      to_sparse_out(out = into(sizes, dtype), dense(), 1);
      holds(dense().to_sparse(1));
      sparse_mask_out(out = into(sizes, dtype), dense(), mask);
      holds(dense().sparse_mask(mask));
      out._values().fill_(9);  // no memory of the mask
      expect_equal(mask.to_dense(), unsorted().to_dense());
      hspmm_out(out = into(sizes, dtype), sorted(), dense().t());
      holds(hspmm(sorted(), dense().t()));
      sspaddmm_out(out = into(sizes, dtype), sorted(), sorted(), eye(3), 2, 3);
      holds(sspaddmm(sorted(), sorted(), eye(3), 2, 3));
      EXPECT_TRUE(sparse_coo_tensor_out(out, {4, 5}).is_same(out));
      holds(sparse_coo_tensor({4, 5}));
    }
  Tensor self = sorted();
  sspaddmm_out(self, self, sorted(), eye(3), 2, 3);
  expect_equal(self.to_dense(), sorted().to_dense() * 5);
  Tensor strided = zeros({2, 3}), leaf = sorted().requires_grad_(true), source = dense().requires_grad_(true);
  expect_refused([&] { to_sparse_out(strided, dense()); },
                 "copy_() between dense and sparse Tensors is not implemented!");
  expect_refused([&] { sparse_coo_tensor_out(strided, {2}); }, "expected a sparse tensor, got a dense one");
  expect_refused([&] { to_sparse_out(leaf, dense()); }, "don't support automatic differentiation");
  expect_refused([&] { to_sparse_out(self, source); }, "don't support automatic differentiation");
}

TEST(Sparse, Resizing) {
  const Tensor a = other();
  a.sparse_resize_({4, 5}, 2, 0);
  expect_parts(a, {{0, 1, 2, 1}, {1, 2}, {4, 5}, false});
  expect_refused(
      [] {
        other().sparse_resize_({1, 2}, 2, 0);
      },
      "shrinking the size of sparse dimensions (from [2, 3] to [1, 2]) on a non-empty sparse tensor is not "
      "supported.");
  expect_refused(
      [] {
        other().sparse_resize_({4, 5}, 1, 1);
      },
      "changing the number of sparse dimensions (from 2 to 1) on a non-empty sparse tensor is not supported.");
  expect_refused(
      [] {
        other().sparse_resize_({4, 5, 2}, 2, 1);
      },
      "changing the number of dense dimensions (from 0 to 1) on a non-empty sparse tensor is not supported.");
  const Tensor b = other();
  b.sparse_resize_and_clear_({4, 5}, 1, 1);
  expect_parts(b, {{}, {}, {4, 5}, true});
  EXPECT_EQ(b._values().sizes(), IntArrayRef({0, 5}));
  const Tensor longer = dense().to_sparse(1);
  longer.sparse_resize_({2, 4}, 1, 1);
  expect_equal(longer.to_dense(), cat({dense(), zeros({2, 1})}, 1));
  Tensor c = other();
  resize_as_sparse_(c, sparse_coo_tensor({4, 5}, kFloat));
  EXPECT_EQ(c.sizes(), IntArrayRef({4, 5}));
  expect_refused([] { other().resize_({4, 5}); }, "resize_");
  const Tensor d = other();
  d.zero_();
  expect_parts(d, {{}, {}, {2, 3}, true});
  EXPECT_EQ(d._version(), 1);
  expect_refused([] { other().fill_(1); }, "fill");
  const Tensor e = hybrid();
  e.zero_();
  EXPECT_EQ(e.dense_dim(), 1);
}

// ---- gradients

// The gradient of the sum of elements with the weights 1, 2, ..., or of the values of a sparse result.
Tensor gradient(const std::function<Tensor(const Tensor&)>& f, const Tensor& x) {
  const Tensor leaf = x.detach().requires_grad_();
  const Tensor y = f(leaf);
  const Tensor loss = y.is_sparse()
                          ? _sparse_sum(y)
                          : (y * arange(1, y.numel() + 1, y.options().requires_grad(false)).view(y.sizes())).sum();
  loss.backward();
  return leaf.grad();
}
const std::vector<int64_t> kSorted = {0, 1, 1, 2, 0, 2}, kMerged = {0, 1, 0, 2};
void expect_gradient(const Tensor& got, const std::vector<int64_t>& indices, const std::vector<float>& values) {
  ASSERT_TRUE(got.defined() && got.is_sparse());
  const Tensor whole = got.coalesce();
  EXPECT_EQ(integers(whole.indices()), indices);
  EXPECT_TRUE(whole.values().allclose(tensor(values))) << whole.values();
}

TEST(SparseGradients, OfSparseTensors) {
  const auto to_dense = [](const Tensor& x) { return x.to_dense(); };
  expect_gradient(gradient(to_dense, sorted()), kSorted, {3, 4, 6});
  expect_gradient(gradient(to_dense, unsorted()), kMerged, {1, 6});
  const auto coalesce = [](const Tensor& x) { return x.coalesce(); };
  expect_gradient(gradient(coalesce, sorted()), kSorted, {1, 1, 1});
  expect_gradient(gradient(coalesce, unsorted()), kMerged, {1, 1});
  const auto values = [](const Tensor& x) { return x.coalesce().values(); };
  expect_gradient(gradient(values, sorted()), kSorted, {1, 2, 3});
  expect_gradient(gradient(values, unsorted()), kMerged, {1, 2});
  const auto mm = [](const Tensor& x) { return _sparse_mm(x, dense().t()); };
  expect_gradient(gradient(mm, sorted()), kSorted, {12, 12, 26});
  expect_gradient(gradient(mm, unsorted()), kMerged, {6, 26});
  const auto addmm_ = [](const Tensor& x) { return _sparse_addmm(ones({2, 2}), x, dense().t(), 2, 3); };
  expect_gradient(gradient(addmm_, sorted()), kSorted, {36, 36, 78});
  expect_gradient(gradient([](const Tensor& x) { return x * dense(); }, sorted()), kSorted, {2, 3, 5});
  expect_gradient(gradient([](const Tensor& x) { return x * other(); }, sorted()), {0, 2}, {1});
  expect_gradient(gradient([](const Tensor& x) { return x * 2; }, unsorted()), kMerged, {2, 2});
  expect_gradient(gradient([](const Tensor& x) { return x + other(); }, sorted()), {0, 1, 1, 1, 2, 0, 1, 2},
                  {1, 1, 1, 1});
  for (int64_t dim : {0, 1})
    expect_gradient(gradient([dim](const Tensor& x) { return _sparse_sum(x, dim); }, unsorted()), kMerged, {1, 1});
  expect_gradient(gradient([](const Tensor& x) { return x.t(); }, sorted()), {0, 1, 1, 2, 0, 2}, {1, 1, 1});
  expect_gradient(gradient([](const Tensor& x) { return -x; }, sorted()), kSorted, {-1, -1, -1});
  expect_gradient(gradient([](const Tensor& x) { return x.clone(); }, unsorted()), kMerged, {1, 1});
  expect_gradient(gradient([](const Tensor& x) { return x.to(kDouble); }, sorted()), kSorted, {1, 1, 1});
  expect_gradient(gradient([](const Tensor& x) { return _sparse_mm(x, other().t()); }, sorted()), kSorted, {1, 0, 1});
  // Weights tell the elements apart.
  const auto weighted = [](const Tensor& x) { return _sparse_sum(x, 0).to_dense(); };
  expect_gradient(gradient(weighted, unsorted()), kMerged, {1, 3});
  const auto of_hybrid = [](const Tensor& x) { return _sparse_sum(x, {0, 2}).to_dense(); };
  const Tensor by_rows = gradient(of_hybrid, hybrid());
  expect_equal(by_rows.to_dense(), tensor({1.f, 2.f, 3.f}).view({1, 3, 1}).expand({2, 3, 2}));
}

TEST(SparseGradients, OfDenseTensors) {
  const Tensor mask = sorted().coalesce();
  expect_equal(gradient([&](const Tensor& x) { return x.sparse_mask(mask); }, dense()),
               tensor({0.f, 0.f, 1.f, 1.f, 0.f, 1.f}).view({2, 3}));
  expect_equal(gradient([](const Tensor& x) { return x.to_sparse(); }, dense()),
               tensor({0.f, 1.f, 1.f, 1.f, 1.f, 1.f}).view({2, 3}));
  expect_equal(gradient([](const Tensor& x) { return x.to_sparse(1); }, dense()), ones({2, 3}));
  const Tensor of_mm = tensor({12.f, 0.f, 18.f, 16.f, 0.f, 26.f}).view({2, 3});
  expect_equal(gradient([](const Tensor& x) { return sorted().mm(x.t()); }, dense()), of_mm);
  expect_equal(gradient([](const Tensor& x) { return _sparse_mm(sorted(), x.t()); }, dense()), of_mm);
  expect_gradient(gradient([](const Tensor& x) { return sorted() * x; }, dense()), kSorted, {3, 4, 5});
  expect_equal(gradient([](const Tensor& x) { return x + sorted(); }, dense()), dense() + 1);
}

TEST(SparseGradients, OfValues) {
  const Tensor at = places({0, 1, 1}, {2, 0, 2}), twice = places({1, 0, 1}, {2, 0, 2}), v = tensor({3.f, 4.f, 5.f});
  const auto made = [](const Tensor& indices) {
    return [=](const Tensor& x) { return sparse_coo_tensor(indices, x, {2, 3}); };
  };
  const auto made_dense = [](const Tensor& indices) {
    return [=](const Tensor& x) { return sparse_coo_tensor(indices, x, {2, 3}).to_dense(); };
  };
  expect_equal(gradient(made(at), v), ones(3));
  expect_equal(gradient(made_dense(at), v), tensor({3.f, 4.f, 6.f}));
  expect_equal(gradient(made_dense(twice), v), tensor({6.f, 1.f, 6.f}));
  // Twice: the second derivative of the sum of cubes.
  const Tensor x = v.detach().requires_grad_();
  const Tensor y = sparse_coo_tensor(at, x * x * x, {2, 3}).to_dense().sum();
  const Tensor first = autograd::grad({y}, {x}, {}, true, true)[0];
  expect_equal(autograd::grad({first.sum()}, {x})[0], v * 6);
}

TEST(SparseGradients, ForwardMode) {
  const uint64_t level = forward_ad::enter_dual_level();
  {
    const Tensor at = places({0, 1, 1}, {2, 0, 2});
    const Tensor x = forward_ad::make_dual(tensor({3.f, 4.f, 5.f}), tensor({1.f, 2.f, 3.f}));
    const Tensor y = sparse_coo_tensor(at, x, {2, 3}).coalesce().to_dense();
    expect_equal(std::get<1>(forward_ad::unpack_dual(y)), tensor({0.f, 0.f, 1.f, 2.f, 0.f, 3.f}).view({2, 3}));
  }
  forward_ad::exit_dual_level(level);
}

// The gradients of tables of rows, of which each result's element counts with a weight of its own.
Tensor table() { return arange(8, kFloat).view({4, 2}).requires_grad_(); }

TEST(SparseGradients, Embedding) {
  const Tensor index = tensor({1, 3, 1, 0}).view({2, 2}), weights = arange(8, kFloat).view({2, 2, 2});
  Tensor w = table();
  (embedding(w, index, -1, false, true) * weights).sum().backward();
  expect_parts(w.grad(), {{1, 3, 1, 0}, {0, 1, 2, 3, 4, 5, 6, 7}, {4, 2}, false});
  w = table();
  (embedding(w, index, 1, false, true) * weights).sum().backward();
  expect_parts(w.grad(), {{3, 0}, {2, 3, 6, 7}, {4, 2}, false});
  expect_refused([&] { embedding(table(), index, -1, true, true).sum().backward(); },
                 "scale_grad_by_freq not supported with sparse gradients");
  nn::Embedding module(nn::EmbeddingOptions(4, 2).sparse(true));
  module->forward(index).sum().backward();
  EXPECT_TRUE(module->weight.grad().is_sparse());
  EXPECT_EQ(module->weight.grad()._nnz(), 4);
}

TEST(SparseGradients, EmbeddingBag) {
  const Tensor index = tensor({1, 3, 1, 0}), offsets = tensor({0, 3, 3}), weights = arange(6, kFloat).view({3, 2});
  const auto of = [&](int64_t mode, const Tensor& scale, optional<int64_t> padding) {
    const Tensor w = table();
    (std::get<0>(embedding_bag(w, index, offsets, false, mode, true, scale, false, padding)) * weights)
        .sum()
        .backward();
    return w.grad();
  };
  expect_parts(of(0, {}, nullopt), {{1, 3, 1, 0}, {0, 1, 0, 1, 0, 1, 4, 5}, {4, 2}, false});
  const float third = 1.f / 3;
  expect_parts(of(1, {}, nullopt), {{1, 3, 1, 0}, {0, third, 0, third, 0, third, 4, 5}, {4, 2}, false});
  expect_parts(of(1, {}, 1), {{3, 0}, {0, 1, 4, 5}, {4, 2}, false});
  expect_parts(of(0, tensor({1.f, 2.f, 3.f, 4.f}), nullopt), {{1, 3, 1, 0}, {0, 1, 0, 2, 0, 3, 16, 20}, {4, 2}, false});
  expect_refused(
      [&] {
        nn::functional::embedding_bag(
            index, table(), nn::functional::EmbeddingBagFuncOptions().offsets(offsets).mode(kMax).sparse(true));
      },
      "max mode does not support sparse weights");
  EXPECT_FALSE(of(2, {}, nullopt).is_sparse());
  // The last index is in no bag.
  const Tensor w = table();
  std::get<0>(embedding_bag(w, index, tensor({0, 3}), false, 0, true, {}, true)).sum().backward();
  expect_equal(w.grad().to_dense(), tensor({0.f, 0.f, 2.f, 2.f, 0.f, 0.f, 1.f, 1.f}).view({4, 2}));
}

TEST(SparseGradients, Gather) {
  const Tensor w = dense().requires_grad_(), index = tensor({0, 0, 2, 1}).view({2, 2});
  (w.gather(1, index, true) * arange(4, kFloat).view({2, 2})).sum().backward();
  expect_parts(w.grad(), {{0, 0, 1, 1, 0, 0, 2, 1}, {0, 1, 2, 3}, {2, 3}, false});
  const Tensor number = scalar_tensor(2.f).requires_grad_();
  number.gather(0, tensor({0, 0}), true).sum().backward();
  EXPECT_EQ(number.grad().to_dense().item<float>(), 2);
  // An index without elements may have any number of dimensions.
  for (const Tensor& none : {zeros({0}, kLong), zeros({2, 0, 3}, kLong)}) {
    const Tensor x = dense().requires_grad_();
    x.gather(1, none, true).sum().backward();
    EXPECT_EQ(x.grad()._nnz(), 0);
    EXPECT_EQ(x.grad().sizes(), x.sizes());
  }
}

TEST(SparseGradients, Accumulate) {
  const Tensor index = tensor({1, 3}), ones_and_twos = tensor({1.f, 1.f, 2.f, 2.f, 1.f, 1.f, 2.f, 2.f}).view({4, 2});
  const auto rows = [&](const Tensor& w) { return embedding(w, index, -1, false, true).sum(); };
  Tensor w = table();
  rows(w).backward();
  const Tensor handle = w.grad();
  rows(w).backward();
  EXPECT_TRUE(w.grad().is_same(handle));  // in place
  expect_equal(w.grad().to_dense(), (ones_and_twos - 1) * 2);
  w.sum().backward();
  EXPECT_FALSE(w.grad().is_sparse());
  expect_equal(w.grad(), (ones_and_twos - 1) * 2 + 1);
  w = table();
  w.sum().backward();
  const Tensor whole = w.grad();
  rows(w).backward();
  EXPECT_TRUE(w.grad().is_same(whole));
  expect_equal(w.grad(), ones_and_twos);
  w = table();
  (rows(w) + w.sum() + rows(w)).backward();
  expect_equal(w.grad(), ones_and_twos * 2 - 1);
  w = table();
  (rows(w) + rows(w)).backward();
  expect_equal(w.grad().to_dense(), (ones_and_twos - 1) * 2);
  // Two tables share the gradient of their sum, but not its memory.
  const Tensor a = table(), b = table();
  (embedding(a, index, -1, false, true) + embedding(b, index, -1, false, true)).sum().backward();
  a.grad().mul_(5);
  expect_equal(b.grad().to_dense(), ones_and_twos - 1);
  // With a graph of the gradient.
  w = table();
  (rows(w) * rows(w)).backward({}, true, true);
  EXPECT_TRUE(w.grad().is_sparse());
  EXPECT_TRUE(w.grad().requires_grad());
}

TEST(SparseGradients, AreClippedAndZeroed) {
  const Tensor a = table(), b = ones(3).requires_grad_();
  (embedding(a, tensor({1, 1}), -1, false, true).sum() + (b * 3).sum()).backward();
  // The norm of (2, 2) and (3, 3, 3).
  EXPECT_NEAR(nn::utils::clip_grad_norm_(std::vector<Tensor>{a, b}, 1), std::sqrt(35.), 1e-5);
  EXPECT_TRUE(a.grad().is_sparse());
  EXPECT_NEAR(a.grad().to_dense()[1][0].item<double>(), 2 / std::sqrt(35.), 1e-5);
  EXPECT_NEAR(b.grad()[0].item<double>(), 3 / std::sqrt(35.), 1e-5);
  for (double norm : {1., std::numeric_limits<double>::infinity(), 0.})
    (void)nn::utils::clip_grad_norm_(std::vector<Tensor>{a, b}, 1, norm);
  optim::SGD sgd({a, b}, optim::SGDOptions(1));
  sgd.zero_grad();
  EXPECT_EQ(a.grad()._nnz(), 0);
  EXPECT_EQ(b.grad()[0].item<double>(), 0);
}

TEST(SparseGradients, AnomalyModeFindsNaN) {
  autograd::set_detect_anomaly(true);
  const Tensor w = table();
  const Tensor y = embedding(w, tensor({1}), -1, false, true) * std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(y.sum().backward(), Error);
  const Tensor v = table();
  embedding(v, tensor({1}), -1, false, true).sum().backward();
  EXPECT_TRUE(v.grad().is_sparse());
  autograd::set_detect_anomaly(false);
}

}  // namespace
}  // namespace torchpp

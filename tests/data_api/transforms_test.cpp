// SPDX-License-Identifier: BSD-3-Clause
// Transforms of datasets, and the datasets that are made of others.
#include <gtest/gtest.h>
#include <torchpp/data/transforms.h>
#include <torchpp/torchpp.h>

#include "tests/data_api/numbers.h"
#include "tests/support/expect_error.h"

namespace torchpp::data::test {
namespace {

using torchpp::test::expect_error;
using transforms::BatchLambda;
using transforms::Collate;
using transforms::Lambda;
using transforms::Normalize;
using transforms::Stack;
using transforms::TensorLambda;

std::string values(const Tensor& t) {
  std::string text;
  for (int64_t i = 0; i < t.numel(); ++i) text += (i == 0 ? "" : " ") + str(t.reshape(-1)[i].item<double>());
  return text;
}

TEST(Transforms, ChainOfMaps) {
  auto dataset = Numbers(10)
                     .map(Lambda<int>([](int i) { return i + 1; }))
                     .map(Lambda<int, double>([](int i) { return i / 2.; }))
                     .map(BatchLambda<std::vector<double>, std::string>(
                         [](const std::vector<double>& batch) { return str(batch.size(), ":", batch[0]); }));
  EXPECT_EQ(dataset.get_batch(std::vector<size_t>{2, 3}), "2:1.5");
  EXPECT_EQ(*dataset.size(), 10u);
  EXPECT_EQ(*dataset.dataset().size(), 10u);
  Numbers kept(3);
  auto copied = kept.map(Collate<int>([](std::vector<int> batch) { return batch.back(); }));
  EXPECT_EQ(copied.get_batch(std::vector<size_t>{0, 2}), 2);
  EXPECT_EQ(*kept.size(), 3u);
}

TEST(Transforms, StackExamples) {
  Stack<> stack;
  const Example<> batch = stack.apply_batch({{ones({2}), tensor(1)}, {zeros({2}), tensor(2)}});
  EXPECT_EQ(values(batch.data), "1 1 0 0");
  EXPECT_EQ(values(batch.target), "1 2");
  const TensorExample data = Stack<TensorExample>().apply_batch({ones({2}), zeros({2})});
  EXPECT_EQ(data.data.sizes(), (std::vector<int64_t>{2, 2}));
  const std::vector<Tensor> columns =
      Stack<std::vector<Tensor>>().apply_batch({{ones({2}), tensor(1)}, {zeros({2}), tensor(2)}});
  EXPECT_EQ(values(columns[0]), "1 1 0 0");
  EXPECT_EQ(values(columns[1]), "1 2");
  expect_error([&] { stack.apply_batch({}); }, "non-empty");
  expect_error(
      [&] {
        stack.apply_batch({{ones({2}), tensor(1)}, {ones({3}), tensor(1)}});
      },
      "stack expects each tensor to be equal size");
  expect_error([] { Stack<std::vector<Tensor>>().apply_batch({{ones({2})}, {}}); }, "got an example of 0 tensors");
}

TEST(Transforms, NormalizeByChannel) {
  Normalize<> one(0.5, 2.);
  EXPECT_EQ(one.mean.sizes(), (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(one.mean.scalar_type(), kFloat);
  EXPECT_EQ(values(one(ones({1, 1, 2}))), "0.25 0.25");
  Normalize<> each({0, 1, 2}, {1, 2, 4});
  EXPECT_EQ(values(each(full({3, 1, 1}, 3.f))), "3 1 0.25");
  EXPECT_EQ(each(ones({3, 2, 2}, kByte)).scalar_type(), kFloat);
  EXPECT_EQ(each(ones({3, 2, 2}, kDouble)).scalar_type(), kDouble);
  EXPECT_EQ(each(ones({5, 3, 2, 2})).sizes(), (std::vector<int64_t>{5, 3, 2, 2}));
  EXPECT_EQ(each(ones({1, 2, 2})).sizes(), (std::vector<int64_t>{3, 2, 2})) << "broadcast, as in libtorch";
  expect_error([&] { each(ones({2, 2, 2})); }, "must match");
  const Example<> e = each.apply({full({3, 1, 1}, 3.f), tensor(7)});
  EXPECT_EQ(values(e.data), "3 1 0.25");
  EXPECT_EQ(values(e.target), "7");
}

TEST(Transforms, NormalizeLeavesItsInput) {
  Normalize<> n({0.25, 0.5, 1.}, {0.5, 0.7, 0.3});
  for (const Tensor& kept :
       {rand({3, 5, 7}), rand({7, 5, 3}).permute({2, 1, 0}), rand({3, 5, 14}).slice(2, 0, 14, 2)}) {
    const Tensor before = kept.clone();
    // The argument is the only handle of the data, of a view, or one of two.
    EXPECT_TRUE(n(kept).equal(before.sub(n.mean).div(n.stddev)));
    EXPECT_TRUE(n(kept.clone()).equal(before.sub(n.mean).div(n.stddev)));
    EXPECT_TRUE(n(kept.alias()).equal(before.sub(n.mean).div(n.stddev)));
    EXPECT_TRUE(kept.equal(before));
  }
  const Tensor leaf = ones({3, 2, 2}).requires_grad_();
  n(leaf).sum().backward();
  EXPECT_TRUE(leaf.grad().allclose(ones({3, 2, 2}).div(n.stddev)));
  const Tensor twice = leaf * 2;
  n(twice).sum().backward();
  EXPECT_TRUE(twice.equal(leaf.detach() * 2));
}

TEST(Transforms, NormalizeAndStackAtOnce) {
  struct Images : datasets::Dataset<Images> {
    explicit Images(std::vector<Tensor> list) : images(std::move(list)) {}
    Example<> get(size_t index) override { return {images[index], tensor(static_cast<int64_t>(index))}; }
    optional<size_t> size() const override { return images.size(); }
    std::vector<Tensor> images;
  };
  const Normalize<> normalize({0.25, 0.5, 1.}, {0.5, 0.7, 0.3});
  const auto check = [&](const std::vector<Tensor>& images, const Normalize<>& n) {
    std::vector<size_t> all(images.size());
    std::vector<Tensor> expected, before;
    for (size_t i = 0; i < images.size(); ++i) {
      all[i] = i;
      before.push_back(images[i].detach().clone());
      expected.push_back(images[i].sub(n.mean).div(n.stddev));
    }
    const Example<> batch = Images(images).map(n).map(Stack<>()).get_batch(all);
    EXPECT_TRUE(batch.data.equal(stack(expected)));
    EXPECT_EQ(batch.data.scalar_type(), expected[0].scalar_type());
    EXPECT_EQ(batch.data.requires_grad(), images[0].requires_grad());
    EXPECT_TRUE(batch.target.equal(arange(static_cast<int64_t>(images.size()))));
    for (size_t i = 0; i < images.size(); ++i) EXPECT_TRUE(images[i].equal(before[i]));
  };
  check({rand({3, 4, 5}), rand({3, 4, 5}).flip({2}), rand({5, 4, 3}).permute({2, 1, 0})}, normalize);
  check({rand({3, 4, 5})}, Normalize<>(0.5, 0.25));
  // One at a time: other dtypes, values that are broadcast to more channels, gradients.
  check({randint(0, 256, {3, 4, 5}).to(kByte)}, normalize);
  check({rand({3, 4, 5}, kDouble), rand({3, 4, 5}, kDouble)}, normalize);
  check({rand({1, 4, 5})}, normalize);
  check({rand({2, 3, 4, 5})}, normalize);
  check({rand({3, 4, 5}).requires_grad_()}, normalize);
  expect_error(
      [&] {
        Images({ones({3, 2, 2}), ones({3, 2, 3})}).map(normalize).map(Stack<>()).get_batch({0, 1});
      },
      "equal size");
}

TEST(Transforms, TensorLambdaKeepsTheTarget) {
  TensorLambda<int> twice([](Tensor t) { return t * 2; });
  const Example<Tensor, int> e = twice.apply({ones({2}), 5});
  EXPECT_EQ(values(e.data), "2 2");
  EXPECT_EQ(e.target, 5);
}

// ---- datasets of tensors

TEST(TensorDatasets, Rows) {
  datasets::TensorDataset rows(arange(6).view({3, 2}));
  EXPECT_EQ(values(rows.get(1)), "2 3");
  EXPECT_EQ(*rows.size(), 3u);
  EXPECT_THROW(rows.get(3), IndexError);
  EXPECT_EQ(datasets::TensorDataset(std::vector<Tensor>{ones({2}), zeros({2})}).tensor.sizes(),
            (std::vector<int64_t>{2, 2}));

  datasets::TensorPairDataset pairs(arange(6).view({3, 2}), arange(3));
  EXPECT_EQ(values(pairs.get(2).data), "4 5");
  EXPECT_EQ(values(pairs.get(2).target), "2");
  expect_error([] { datasets::TensorPairDataset(ones({2}), ones({3})); }, "Size mismatch between tensors");

  datasets::TensorListDataset lists({arange(3), arange(3) * 2, arange(6).view({3, 2})});
  EXPECT_EQ(lists.get(1).size(), 3u);
  EXPECT_EQ(values(lists.get(1)[2]), "2 3");
  expect_error([] { datasets::TensorListDataset({ones({2}), ones({3})}); }, "Size mismatch between tensors");
  expect_error([] { datasets::TensorListDataset({}); }, "got no tensors");
}

// ---- Python's datasets of datasets

TEST(Subset, ChosenExamples) {
  datasets::Subset<Numbers> subset(Numbers(10), {7, 2});
  EXPECT_EQ(subset.get(0), 7);
  EXPECT_EQ(*subset.size(), 2u);
  EXPECT_EQ(*subset.dataset().size(), 10u);
  EXPECT_THROW(subset.get(2), IndexError);
  auto loader = make_data_loader<samplers::SequentialSampler>(subset, DataLoaderOptions(2).workers(2));
  EXPECT_EQ(epoch_of(*loader), "7 2");
}

TEST(ConcatDataset, IndicesFromBothEnds) {
  struct Tens : datasets::Dataset<Tens, int> {
    int get(size_t index) override { return 10 * static_cast<int>(index); }
    optional<size_t> size() const override { return 2; }
  };
  datasets::ConcatDataset<int> concat(Numbers(3), Tens(), Numbers(0), Numbers(4));
  EXPECT_EQ(to_text(concat.cumulative_sizes()), "3 5 5 9");
  EXPECT_EQ(to_text(concat.get_batch(std::vector<size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8})), "0 1 2 0 10 0 1 2 3");
  EXPECT_EQ(concat.get(static_cast<size_t>(-1)), 3);
  EXPECT_EQ(concat.get(static_cast<size_t>(-9)), 0);
  EXPECT_EQ(concat.get(static_cast<size_t>(-5)), 10);
  expect_error([&] { concat.get(9); }, "ConcatDataset: absolute value of index should not exceed dataset length");
  EXPECT_THROW(concat.get(static_cast<size_t>(-10)), IndexError);
  expect_error([] { datasets::ConcatDataset<int>(std::vector<Numbers>()); }, "should not be an empty iterable");
  expect_error([] { datasets::ConcatDataset<int>(Numbers(3), Endless()); }, "the size of dataset 1 is not known");
  datasets::ConcatDataset<int> list(std::vector<Numbers>{Numbers(2), Numbers(2)});
  auto loader = make_data_loader<samplers::SequentialSampler>(list, DataLoaderOptions(4).workers(2));
  EXPECT_EQ(epoch_of(*loader), "0 1 0 1");
}

}  // namespace
}  // namespace torchpp::data::test

// SPDX-License-Identifier: BSD-3-Clause
// The batching class of every row that names one: one call of it, with the arguments changed as torchpp::Batching says,
// gives what a call per sample gives.
#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

constexpr int64_t kBatch = 3;

std::vector<OpCase> rows_with_class() {
  std::vector<OpCase> rows;
  std::copy_if(op_cases().begin(), op_cases().end(), std::back_inserter(rows), [](const OpCase& row) {
    try {
      return find_op(row.name).handle().op->traits().batching != Batching::kEach;
    } catch (const Error&) {
      return true;  // a missing operator fails as a test, by its name
    }
  });
  return rows;
}

int64_t rank_of(const Stack& arguments) {
  int64_t rank = 0;
  for (const Tensor& t : tensors_of(arguments)) rank = std::max(rank, t.dim());
  return rank;
}

// The arguments of the first sample, with those at `positions` stacked from all samples.
Stack stacked(const std::vector<Stack>& samples, const std::vector<size_t>& positions) {
  std::vector<std::vector<Tensor>> tensors;
  for (const Stack& s : samples) tensors.push_back(tensors_of(s));
  size_t k = 0;
  return map_tensors(samples[0], [&](size_t i, const Tensor& t) {
    const size_t n = k++;
    if (std::find(positions.begin(), positions.end(), i) == positions.end()) return t;
    std::vector<Tensor> all;
    for (const std::vector<Tensor>& sample : tensors) all.push_back(sample[n]);
    return stack(all);
  });
}

std::vector<size_t> positions_of_tensors(const Stack& arguments) {
  std::vector<size_t> positions;
  map_tensors(arguments, [&](size_t i, const Tensor& t) {
    if (positions.empty() || positions.back() != i) positions.push_back(i);
    return t;
  });
  return positions;
}

// The batch with dimensions of size 1 behind dimension 0, so that its samples have `rank` dimensions.
Tensor aligned(const Tensor& batch, int64_t rank) {
  std::vector<int64_t> sizes = batch.sizes().vec();
  sizes.insert(sizes.begin() + 1, rank - (batch.dim() - 1), 1);
  return batch.reshape(sizes);
}

// Moves the dimensions among the arguments of a batch whose samples have `rank` dimensions.
void move_dimensions(const std::vector<std::string>& declarations, int64_t rank, Stack& batch) {
  for (size_t i = 0; i < batch.size(); ++i) {
    const std::string name = declarations[i].substr(declarations[i].find(' ') + 1, 3);
    if (name != "dim") continue;
    if (batch[i].isInt()) {
      if (batch[i].toInt() >= 0) batch[i] = IValue(batch[i].toInt() + 1);
    } else {
      std::vector<int64_t> dims = batch[i].isNone() ? std::vector<int64_t>() : batch[i].toIntVector();
      if (dims.empty())
        for (int64_t d = 0; d < rank; ++d) dims.push_back(d);
      for (int64_t& d : dims) d += d >= 0 ? 1 : 0;
      batch[i] = IValue(dims);
    }
  }
}

class OpBatching : public OpSweep {
 protected:
  // The arguments of each sample of a batch. They differ in the elements of tensors.
  std::vector<Stack> samples() const {
    std::vector<Stack> all;
    for (int64_t b = 0; b < kBatch; ++b) {
      Sample s(false, kSeed + b);
      all.push_back(sample() == 0 ? row().arguments(s) : row().further[sample() - 1].arguments(s));
    }
    return all;
  }
  // Compares the results of one call, whose dimension 0 is the batch, with those of a call per sample.
  void expect_samples(const Stack& got, const std::vector<Stack>& samples) const {
    const std::vector<Tensor> batches = tensors_of(got);
    for (int64_t b = 0; b < kBatch; ++b) {
      const std::vector<Tensor> expected = tensors_of(call(op(), samples[b]));
      ASSERT_EQ(batches.size(), expected.size());
      for (size_t i = 0; i < expected.size(); ++i) {
        SCOPED_TRACE("result " + std::to_string(i) + " of batch " + std::to_string(b));
        ASSERT_EQ(batches[i].size(0), kBatch);
        EXPECT_EQ(batches[i][b].sizes(), expected[i].sizes());
        EXPECT_EQ(batches[i].scalar_type(), expected[i].scalar_type());
        EXPECT_TRUE(agree(elements(batches[i][b]), elements(expected[i]), 1e-12));
      }
    }
  }
};

TEST_P(OpBatching, OneCallEqualsACallPerSample) {
  const Batching batching = op().handle().op->traits().batching;
  each_sample([&] {
    std::vector<Stack> all = samples();
    const std::vector<size_t> tensors = positions_of_tensors(all[0]);
    const int64_t rank = rank_of(all[0]);
    if (batching == Batching::kPointwise) {
      for (unsigned subset = 1; subset < 1U << tensors.size(); ++subset) {
        std::vector<size_t> batched;
        std::vector<Stack> mixed(kBatch, all[0]);  // arguments without a batch are those of the first sample
        for (size_t i = 0; i < tensors.size(); ++i) {
          if ((subset >> i & 1) == 0) continue;
          batched.push_back(tensors[i]);
          for (int64_t b = 0; b < kBatch; ++b) mixed[b][tensors[i]] = all[b][tensors[i]];
        }
        Stack batch = stacked(all, batched);
        for (size_t i : batched) batch[i] = IValue(aligned(batch[i].toTensor(), rank));
        expect_samples(call(op(), batch), mixed);
      }
    } else if (batching == Batching::kDims) {
      Stack batch = map_tensors(stacked(all, tensors), [&](size_t, const Tensor& t) {
        return t.dim() == 1 && rank > 0 ? t.unsqueeze(1) : t;  // samples without dimensions
      });
      move_dimensions(split_arguments(op().schema()), rank, batch);
      expect_samples(call(op(), batch), all);
    } else {
      for (int64_t b = 1; b < kBatch; ++b)
        for (size_t i = 1; i < all[b].size(); ++i) all[b][i] = all[0][i];
      Stack batch = stacked(all, {0});
      const bool merged = batching == Batching::kSamples;
      if (merged) batch[0] = IValue(batch[0].toTensor().flatten(0, 1));
      Stack got = call(op(), batch);
      if (merged) got = map_tensors(got, [](size_t, const Tensor& t) { return t.unflatten(0, {kBatch, -1}); });
      expect_samples(got, all);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Ops, OpBatching, ::testing::ValuesIn(rows_with_class()), title);

}  // namespace
}  // namespace torchpp::tests

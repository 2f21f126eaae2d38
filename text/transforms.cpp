// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/image.h>
#include <torchpp/text/transforms.h>

#include <algorithm>

namespace torchpp::text {
namespace {

Vocab vocab_of_labels(std::vector<std::string> names, bool sort_names) {
  if (sort_names) std::sort(names.begin(), names.end());
  return Vocab(names);
}

}  // namespace

std::vector<std::vector<int64_t>> VocabTransform::operator()(const std::vector<std::vector<std::string>>& batch) const {
  std::vector<std::vector<int64_t>> out;
  out.reserve(batch.size());
  for (const auto& tokens : batch) out.push_back(vocab_(tokens));
  return out;
}

LabelToIndex::LabelToIndex(std::vector<std::string> label_names, bool sort_names)
    : vocab_(vocab_of_labels(std::move(label_names), sort_names)) {}

Truncate::Truncate(int64_t max_seq_len) : length_(static_cast<size_t>(max_seq_len)) {
  TORCHPP_CHECK_VALUE(max_seq_len >= 0, "Truncate: max_seq_len got ", max_seq_len, ", expected 0 or more");
}

Tensor ToTensor::operator()(const std::vector<int64_t>& list) const {
  Tensor out = empty({static_cast<int64_t>(list.size())}, kLong);
  std::copy(list.begin(), list.end(), out.mutable_data_ptr<int64_t>());
  return out.to(dtype_);
}

Tensor ToTensor::operator()(const std::vector<std::vector<int64_t>>& batch) const {
  size_t longest = 0;
  for (const auto& list : batch) longest = std::max(longest, list.size());
  for (size_t i = 0; i < batch.size() && !padding_value_; ++i)
    TORCHPP_CHECK_VALUE(batch[i].size() == longest, "ToTensor: list ", i, " got ", batch[i].size(), " items, expected ",
                        longest, " as the longest has; a padding_value makes them equal");
  Tensor out =
      full({static_cast<int64_t>(batch.size()), static_cast<int64_t>(longest)}, padding_value_.value_or(0), kLong);
  auto* row = out.mutable_data_ptr<int64_t>();
  for (const auto& list : batch) {
    std::copy(list.begin(), list.end(), row);
    row += longest;
  }
  return out.to(dtype_);
}

Tensor PadTransform::operator()(const Tensor& x) const {
  const int64_t length = x.size(-1);
  if (length >= max_length_) return x;
  return constant_pad_nd(x, {0, max_length_ - length}, pad_value_);
}

}  // namespace torchpp::text

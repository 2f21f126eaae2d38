// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/samplers/sequential.h>
#include <torchpp/data/samplers/stream.h>

#include <algorithm>
#include <numeric>

#include "data/samplers/archive.h"

namespace torchpp::data::samplers {

CustomBatchRequest::~CustomBatchRequest() = default;
BatchSize::~BatchSize() = default;
size_t BatchSize::size() const noexcept { return size_; }

void SequentialSampler::reset(optional<size_t> new_size) {
  if (new_size) size_ = *new_size;
  index_ = 0;
}
optional<std::vector<size_t>> SequentialSampler::next(size_t batch_size) {
  const size_t left = size_ - index_;
  if (left == 0) return nullopt;
  std::vector<size_t> batch(std::min(batch_size, left));
  std::iota(batch.begin(), batch.end(), index_);
  index_ += batch.size();
  return batch;
}
void SequentialSampler::save(serialize::OutputArchive& archive) const { write_number(archive, "index", index_); }
void SequentialSampler::load(serialize::InputArchive& archive) { index_ = read_number(archive, "index", size_); }

void StreamSampler::reset(optional<size_t> new_size) {
  if (new_size) epoch_size_ = *new_size;
  examples_retrieved_so_far_ = 0;
}
optional<BatchSize> StreamSampler::next(size_t batch_size) {
  const size_t left = epoch_size_ - examples_retrieved_so_far_;
  if (left == 0) return nullopt;
  const size_t size = std::min(batch_size, left);
  examples_retrieved_so_far_ += size;
  return BatchSize(size);
}
void StreamSampler::save(serialize::OutputArchive& archive) const {
  write_number(archive, "examples_retrieved_so_far", examples_retrieved_so_far_);
}
void StreamSampler::load(serialize::InputArchive& archive) {
  examples_retrieved_so_far_ = read_number(archive, "examples_retrieved_so_far", epoch_size_);
}

}  // namespace torchpp::data::samplers

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/detail/epoch_seed.h>
#include <torchpp/data/samplers/random.h>
#include <torchpp/data/samplers/subset_random.h>
#include <torchpp/data/samplers/weighted_random.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/random.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/tensor_literal.h>

#include <algorithm>
#include <utility>

#include "data/samplers/archive.h"

namespace torchpp::data::samplers {
namespace {

// What Python's samplers draw from where no generator is given.
Generator seeded_by_default_generator() { return make_generator(data::detail::epoch_seed(default_generator(), 0)); }

}  // namespace

RandomSampler::RandomSampler(int64_t size, Dtype index_dtype)
    : indices_(randperm(size, TensorOptions(index_dtype))), size_(size), index_dtype_(index_dtype) {}
RandomSampler::RandomSampler(int64_t size, RandomSamplerOptions options)
    : size_(size), as_python_(true), options_(std::move(options)) {
  TORCHPP_CHECK_VALUE(size >= 0, "RandomSampler: got ", size, " examples, expected no less than 0");
  TORCHPP_CHECK_VALUE(options_.num_samples().value_or(static_cast<size_t>(size)) > 0,
                      "num_samples should be a positive integer value, but got num_samples=0");
}
RandomSampler::~RandomSampler() = default;

void RandomSampler::reset(optional<size_t> new_size) {
  if (new_size) size_ = checked_size(*new_size);
  index_ = 0;
  indices_ = as_python_ ? Tensor() : randperm(size_, TensorOptions(index_dtype_));
}

void RandomSampler::draw() {
  const int64_t count = checked_size(options_.num_samples().value_or(static_cast<size_t>(size_)));
  TORCHPP_CHECK_VALUE(size_ > 0 || count == 0, "RandomSampler: got ", count, " samples to draw of no examples");
  const Generator generator = options_.generator().defined() ? options_.generator() : seeded_by_default_generator();
  std::vector<Tensor> pieces{empty({0}, kInt64)};
  // The generator's numbers are used up as by Python's sampler: it draws 32 indices at a time, and a last permutation
  // whole, even if it takes nothing of it.
  constexpr int64_t kPiece = 32;
  if (size_ == 0) {
    // nothing to draw
  } else if (options_.replacement()) {
    for (int64_t done = 0; done < count; done += kPiece)
      pieces.push_back(randint(size_, {std::min(kPiece, count - done)}, generator, kInt64));
  } else {
    for (int64_t done = 0; done <= count; done += size_)
      pieces.push_back(randperm(size_, generator, kInt64).slice(0, 0, std::min(size_, count - done)));
  }
  indices_ = cat(pieces);
}

optional<std::vector<size_t>> RandomSampler::next(size_t batch_size) {
  if (!indices_.defined()) draw();
  const int64_t left = indices_.numel() - index_;
  if (left == 0) return nullopt;
  const int64_t count = std::min(checked_size(batch_size), left);
  const Tensor chosen = indices_.slice(0, index_, index_ + count).to(kInt64);
  index_ += count;
  return to_indices(chosen, "RandomSampler: an index");
}

void RandomSampler::save(serialize::OutputArchive& archive) const {
  write_number(archive, "index", static_cast<size_t>(index_));
  if (indices_.defined()) archive.write("indices", indices_, /*is_buffer=*/true);
}
void RandomSampler::load(serialize::InputArchive& archive) {
  Tensor indices;
  const bool is_drawn = archive.try_read("indices", indices, /*is_buffer=*/true);
  TORCHPP_CHECK(is_drawn || as_python_, "RandomSampler: the archive has no '", archive.prefix(), "indices'");
  TORCHPP_CHECK(!is_drawn || (indices.dim() == 1 && isIntegralType(indices.scalar_type())),
                "RandomSampler: the archive's indices are ", indices.scalar_type(), " of sizes ", indices.sizes(),
                ", expected a list of integers");
  index_ = static_cast<int64_t>(read_number(archive, "index", is_drawn ? static_cast<size_t>(indices.numel()) : 0));
  indices_ = std::move(indices);
}

void DrawnSampler::reset(optional<size_t> new_size) {
  if (new_size) resize(*new_size);
  indices_.clear();
  is_drawn_ = false;
  index_ = 0;
}
optional<std::vector<size_t>> DrawnSampler::next(size_t batch_size) {
  if (!is_drawn_) {
    indices_ = draw();
    is_drawn_ = true;
  }
  if (index_ == indices_.size()) return nullopt;
  const size_t count = std::min(batch_size, indices_.size() - index_);
  const auto begin = indices_.begin() + static_cast<std::ptrdiff_t>(index_);
  index_ += count;
  return std::vector<size_t>(begin, begin + static_cast<std::ptrdiff_t>(count));
}
void DrawnSampler::save(serialize::OutputArchive& archive) const {
  write_number(archive, "index", index_);
  if (is_drawn_) write_numbers(archive, "indices", indices_);
}
void DrawnSampler::load(serialize::InputArchive& archive) {
  std::vector<size_t> indices;
  const bool is_drawn = read_numbers(archive, "indices", indices);
  index_ = read_number(archive, "index", indices.size());
  indices_ = std::move(indices);
  is_drawn_ = is_drawn;
}

SubsetRandomSampler::SubsetRandomSampler(std::vector<size_t> indices, Generator generator)
    : choice_(std::move(indices)), generator_(std::move(generator)) {}
std::vector<size_t> SubsetRandomSampler::draw() {
  std::vector<size_t> drawn =
      to_indices(randperm(checked_size(choice_.size()), generator_, kInt64), "SubsetRandomSampler: an index");
  for (size_t& index : drawn) index = choice_[index];
  return drawn;
}
void SubsetRandomSampler::resize(size_t new_size) {
  TORCHPP_CHECK(new_size == choice_.size(), "SubsetRandomSampler: reset() got ", new_size, ", expected its ",
                choice_.size(), " indices");
}

WeightedRandomSampler::WeightedRandomSampler(ArrayRef<double> weights, size_t num_samples, bool replacement,
                                             Generator generator)
    : weights_(tensor(weights, kDouble)),
      num_samples_(num_samples),
      replacement_(replacement),
      generator_(std::move(generator)) {
  TORCHPP_CHECK_VALUE(num_samples > 0, "num_samples should be a positive integer value, but got num_samples=0");
}
std::vector<size_t> WeightedRandomSampler::draw() {
  return to_indices(multinomial(weights_, checked_size(num_samples_), replacement_, generator_),
                    "WeightedRandomSampler: an index");
}
void WeightedRandomSampler::resize(size_t new_size) {
  TORCHPP_CHECK(checked_size(new_size) == weights_.numel(), "WeightedRandomSampler: reset() got ", new_size,
                ", expected its ", weights_.numel(), " weights");
}

}  // namespace torchpp::data::samplers

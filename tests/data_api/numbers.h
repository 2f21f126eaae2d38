// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Datasets of numbers, and what loaders make of them, for tests.

#include <torchpp/data/dataloader.h>
#include <torchpp/data/datasets.h>
#include <torchpp/data/samplers.h>

#include <memory>
#include <string>
#include <vector>

namespace torchpp::data::test {

/// 0 to n - 1; throws std::invalid_argument("bad") for `bad`.
struct Numbers : datasets::Dataset<Numbers, int> {
  explicit Numbers(size_t n, int bad = -1) : n_(n), bad_(bad) {}
  int get(size_t index) override {
    if (static_cast<int>(index) == bad_) throw std::invalid_argument("bad");
    return static_cast<int>(index);
  }
  optional<size_t> size() const override { return n_; }

 private:
  size_t n_;
  int bad_;
};

/// As Numbers, of a size that it does not tell.
struct Endless : datasets::Dataset<Endless, int> {
  int get(size_t index) override { return static_cast<int>(index); }
  optional<size_t> size() const override { return nullopt; }
};

template <class T>
std::string to_text(const std::vector<T>& values) {
  std::string text;
  for (const T& v : values) text += (text.empty() ? "" : " ") + std::to_string(v);
  return text;
}

/// "0 1|2": the batches of a sampler until it ends.
template <class Sampler>
std::string drain(Sampler& sampler, size_t batch_size) {
  std::string text;
  while (auto batch = sampler.next(batch_size)) text += (text.empty() ? "" : "|") + to_text(*batch);
  return text;
}
/// The batches of an epoch of a loader.
template <class Loader>
std::string epoch_of(Loader& loader) {
  std::string text;
  for (auto& batch : loader) text += (text.empty() ? "" : "|") + to_text(batch);
  return text;
}

}  // namespace torchpp::data::test

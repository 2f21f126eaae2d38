// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/datasets/base.h>

#include <cstddef>
#include <vector>

namespace torchpp {
namespace serialize {
class OutputArchive;
class InputArchive;
}  // namespace serialize

namespace data::datasets {

/// A dataset that itself decides what the next batch is; nullopt ends an epoch. A loader's workers share one: get_batch
/// must be safe to call from several threads.   Source: libtorch 1.13.
template <class Self, class Batch = std::vector<Example<>>, class BatchRequest = size_t>
class StatefulDataset : public BatchDataset<Self, optional<Batch>, BatchRequest> {
 public:
  /// Begins an epoch.
  virtual void reset() = 0;
  /// Writes where the dataset stands, and goes on from there.
  virtual void save(serialize::OutputArchive& archive) const = 0;
  virtual void load(serialize::InputArchive& archive) = 0;
};

template <class... Args>
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const StatefulDataset<Args...>& dataset) {
  dataset.save(archive);
  return archive;
}
template <class... Args>
serialize::InputArchive& operator>>(serialize::InputArchive& archive, StatefulDataset<Args...>& dataset) {
  dataset.load(archive);
  return archive;
}

}  // namespace data::datasets
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/optional.h>

#include <cstddef>
#include <vector>

namespace torchpp {
namespace serialize {
class OutputArchive;
class InputArchive;
}  // namespace serialize

namespace data {
namespace samplers {

/// Chooses which examples of a dataset make a batch.
/// Source: libtorch 1.13.
template <class BatchRequest = std::vector<size_t>>
class Sampler {
 public:
  using BatchRequestType = BatchRequest;

  virtual ~Sampler() = default;

  /// Begins an epoch, over `new_size` examples if given, else over as many as before.
  virtual void reset(optional<size_t> new_size) = 0;
  /// The request for a batch of at most `batch_size` examples; nullopt at the end of the epoch.
  virtual optional<BatchRequest> next(size_t batch_size) = 0;
  /// Writes where in the epoch the sampler stands, to go on from there.
  virtual void save(serialize::OutputArchive& archive) const = 0;
  virtual void load(serialize::InputArchive& archive) = 0;
};

}  // namespace samplers

namespace detail {
/// Whether a sampler decides the size of batches by itself.
template <class Sampler>
inline constexpr bool kMakesBatches = false;
}  // namespace detail

}  // namespace data
}  // namespace torchpp

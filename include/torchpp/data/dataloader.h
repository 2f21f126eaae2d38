// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Loaders of batches: `for (auto& batch : *make_data_loader(dataset, DataLoaderOptions(64).workers(2)))`.

#include <torchpp/data/dataloader/stateful.h>
#include <torchpp/data/dataloader/stateless.h>
#include <torchpp/data/samplers/random.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace torchpp::data {

/// A loader of the batches that `sampler` chooses from `dataset`.
template <class Dataset, class Sampler>
std::enable_if_t<!Dataset::is_stateful, std::unique_ptr<StatelessDataLoader<Dataset, Sampler>>> make_data_loader(
    Dataset dataset, Sampler sampler, DataLoaderOptions options) {
  return std::make_unique<StatelessDataLoader<Dataset, Sampler>>(std::move(dataset), std::move(sampler),
                                                                 std::move(options));
}

/// A loader of all examples of `dataset`, whose size must be known: Error otherwise. The sampler is made of the size.
template <class Sampler = samplers::RandomSampler, class Dataset>
std::enable_if_t<!Dataset::is_stateful && std::is_constructible_v<Sampler, size_t>,
                 std::unique_ptr<StatelessDataLoader<Dataset, Sampler>>>
make_data_loader(Dataset dataset, DataLoaderOptions options = DataLoaderOptions()) {
  const optional<size_t> size = dataset.size();
  TORCHPP_CHECK(size.has_value(), "Expected the dataset to be sized in order to construct the Sampler");
  return make_data_loader(std::move(dataset), Sampler(*size), std::move(options));
}

/// A loader of the batches of a stateful dataset.
template <class Dataset, class = std::enable_if_t<Dataset::is_stateful>>
std::unique_ptr<StatefulDataLoader<Dataset>> make_data_loader(Dataset dataset,
                                                              DataLoaderOptions options = DataLoaderOptions()) {
  return std::make_unique<StatefulDataLoader<Dataset>>(std::move(dataset), std::move(options));
}

}  // namespace torchpp::data

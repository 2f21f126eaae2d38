// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/generator.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/milliseconds.h>

#include <cstddef>

namespace torchpp::data {

/// How a data loader makes batches.
/// Source: libtorch 1.13; from prefetch_factor on: Python's DataLoader.
struct DataLoaderOptions {
  DataLoaderOptions() = default;
  DataLoaderOptions(size_t batch_size) : batch_size_(batch_size) {}  // NOLINT: implicit, as in libtorch

  /// Examples in a batch; the last one may have fewer.
  TORCHPP_ARG(size_t, batch_size) = 1;
  /// Threads that read batches. 0: the thread that asks for a batch reads it.
  TORCHPP_ARG(size_t, workers) = 0;
  /// How many batches may be asked of the workers in advance; default 2 * workers.
  TORCHPP_ARG(optional<size_t>, max_jobs);
  /// How long to wait for a batch of the workers before Error; without end by default.
  TORCHPP_ARG(optional<Milliseconds>, timeout);
  /// Whether batches of several workers come in the order of their requests, or as they are finished.
  TORCHPP_ARG(bool, enforce_ordering) = true;
  /// Whether to leave out a last batch that has fewer examples than batch_size.
  TORCHPP_ARG(bool, drop_last) = false;

  /// Batches in advance for each worker, another way to set max_jobs.
  TORCHPP_ARG(optional<size_t>, prefetch_factor);
  /// Whether workers, and their copies of the dataset, live as long as the loader, which is the default as in libtorch.
  /// With false each epoch has new ones, which is Python's default.
  TORCHPP_ARG(optional<bool>, persistent_workers);
  /// Whether tensors of batches are copied to pinned memory, on the thread that reads the batch. Only with CUDA;
  /// without a device a warning says that it has no effect.
  TORCHPP_ARG(bool, pin_memory) = false;
  /// Called on each worker with its number when it starts. What it throws comes in place of the worker's first batch.
  TORCHPP_ARG(Callable<void(size_t worker_id)>, worker_init);
  /// Where the seed of an epoch's workers is drawn from, as the first draw of the epoch. If undefined, it is made of
  /// the default generator's seed and the number of the epoch, and nothing is drawn.
  TORCHPP_ARG(Generator, generator);
};

/// DataLoaderOptions with all defaults filled in.
struct TORCHPP_API FullDataLoaderOptions {
  /// Throws ValueError for options that contradict each other.
  explicit FullDataLoaderOptions(DataLoaderOptions options);
  FullDataLoaderOptions(const FullDataLoaderOptions&);
  ~FullDataLoaderOptions();

  size_t batch_size;
  size_t workers;
  size_t max_jobs;
  optional<Milliseconds> timeout;
  bool enforce_ordering;
  bool drop_last;
  bool persistent_workers;
  bool pin_memory;
  Callable<void(size_t worker_id)> worker_init;
  Generator generator;
};

}  // namespace torchpp::data

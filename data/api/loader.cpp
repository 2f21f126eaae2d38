// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/core/log.h>
#include <torchpp/data/dataloader_options.h>
#include <torchpp/data/detail/epoch_seed.h>
#include <torchpp/data/detail/pin_memory.h>
#include <torchpp/data/iterator.h>
#include <torchpp/data/worker_exception.h>
#include <torchpp/data/worker_info.h>

#include <string>
#include <utility>

namespace torchpp::data {

FullDataLoaderOptions::FullDataLoaderOptions(DataLoaderOptions options)
    : batch_size(options.batch_size()),
      workers(options.workers()),
      max_jobs(options.max_jobs().value_or(options.prefetch_factor().value_or(2) * workers)),
      timeout(options.timeout()),
      enforce_ordering(options.enforce_ordering()),
      drop_last(options.drop_last()),
      persistent_workers(options.persistent_workers().value_or(true)),
      pin_memory(options.pin_memory()),
      worker_init(std::move(options.worker_init())),
      generator(std::move(options.generator())) {
  TORCHPP_CHECK_VALUE(batch_size > 0, "batch_size should be a positive integer value, but got batch_size=0");
  TORCHPP_CHECK_VALUE(!timeout || timeout->count() >= 0, "timeout option should be non-negative, got ",
                      timeout->count(), " ms");
  TORCHPP_CHECK_VALUE(workers > 0 || !options.prefetch_factor(),
                      "prefetch_factor option could only be specified with workers: got workers = 0");
  TORCHPP_CHECK_VALUE(workers > 0 || !options.persistent_workers().value_or(false),
                      "persistent_workers option needs workers > 0");
  TORCHPP_CHECK_VALUE(!options.prefetch_factor() || !options.max_jobs(),
                      "prefetch_factor option is mutually exclusive with max_jobs");
  TORCHPP_CHECK_VALUE(workers == 0 || max_jobs > 0, "max_jobs got 0, expected at least 1 for ", workers, " workers");
}
FullDataLoaderOptions::FullDataLoaderOptions(const FullDataLoaderOptions&) = default;
FullDataLoaderOptions::~FullDataLoaderOptions() = default;

namespace {

std::string message_of(const std::exception_ptr& original) {
  std::string message = "Caught exception in DataLoader worker thread.";
  try {
    std::rethrow_exception(original);
  } catch (const std::exception& e) {
    message += " Original message: ";
    message += e.what();
  } catch (...) {
    // Has no message.
  }
  return message;
}

__thread const WorkerInfo* this_worker __attribute__((tls_model("initial-exec"))) = nullptr;

}  // namespace

WorkerException::WorkerException(std::exception_ptr original) : WorkerException(original, message_of(original)) {}
WorkerException::WorkerException(std::exception_ptr original, std::string text)
    : Error(text), original_exception(std::move(original)), message(std::move(text)) {}
WorkerException::~WorkerException() = default;

const WorkerInfo* get_worker_info() noexcept { return this_worker; }

namespace detail {

WorkerScope::WorkerScope(const WorkerInfo& info) noexcept { this_worker = &info; }
WorkerScope::~WorkerScope() { this_worker = nullptr; }

uint64_t epoch_seed(const Generator& generator, uint64_t epoch) {
  if (generator.defined()) {
    Generator drawn = generator;
    return drawn.random64() & ~(uint64_t{1} << 63);
  }
  // Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014: the state of SplitMix64 after `epoch`
  // steps, mixed.
  uint64_t z = default_generator().current_seed() + (epoch + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z ^ z >> 31) & ~(uint64_t{1} << 63);
}

void fail_past_end(bool is_sentinel, bool increments) {
  if (is_sentinel)
    TORCHPP_FAIL_KIND(kError, increments ? "Incrementing" : "Dereferencing",
                      " the DataLoader's past-the-end iterator is not allowed");
  TORCHPP_FAIL_KIND(kError, increments ? "Attempted to increment iterator past the end"
                                       : "Attempted to dereference iterator that was past the end");
}

void pin_memory(Tensor& tensor) {
  if (!tensor.defined()) return;
  if (!cuda::is_available()) {
    TORCHPP_WARN_ONCE("DataLoader: pin_memory has no effect without a CUDA device: ", cuda::why_unavailable());
    return;
  }
  tensor = tensor.pin_memory();
}

}  // namespace detail
}  // namespace torchpp::data

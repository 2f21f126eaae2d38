// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/chunk.h>
#include <torchpp/data/detail/chunk_buffer.h>
#include <torchpp/data/worker_exception.h>

#include <deque>
#include <exception>
#include <memory>
#include <utility>

namespace torchpp::data {

namespace detail {

struct ChunkBuffer::State {
  struct Entry {
    std::unique_ptr<QueueNode> batch;
    size_t examples;
    std::exception_ptr error;
  };

  const size_t batch_size, capacity;
  std::deque<Entry> ready;  // full batches and errors
  std::unique_ptr<QueueNode> open;
  size_t open_examples = 0;
  size_t examples = 0;  // of all batches
  size_t sources = 0;
  bool is_stopped = true;
};

ChunkBuffer::ChunkBuffer(size_t batch_size, size_t capacity) : state_(new State{batch_size, capacity, {}, nullptr}) {}
ChunkBuffer::~ChunkBuffer() = default;

void ChunkBuffer::start(size_t sources) {
  State& s = *state_;
  const Monitor::Lock lock(monitor_);
  s.ready.clear();
  s.open.reset();
  s.open_examples = s.examples = 0;
  s.sources = sources;
  s.is_stopped = false;
}
void ChunkBuffer::stop() {
  Monitor::Lock lock(monitor_);
  state_->is_stopped = true;
  lock.notify_all();
}
bool ChunkBuffer::is_stopped() {
  const Monitor::Lock lock(monitor_);
  return state_->is_stopped;
}
void ChunkBuffer::end_of_source() {
  Monitor::Lock lock(monitor_);
  --state_->sources;
  lock.notify_all();
}

QueueNode* ChunkBuffer::take() {
  State& s = *state_;
  Monitor::Lock lock(monitor_);
  while (s.ready.empty() && s.sources > 0 && !s.is_stopped) lock.wait();
  if (!s.ready.empty()) {
    State::Entry entry = std::move(s.ready.front());
    s.ready.pop_front();
    s.examples -= entry.examples;
    lock.notify_all();
    if (entry.error != nullptr) throw WorkerException(std::move(entry.error));
    return entry.batch.release();
  }
  s.examples -= std::exchange(s.open_examples, 0);
  return s.open.release();
}

void ChunkBuffer::add_error(std::exception_ptr error) {
  Monitor::Lock lock(monitor_);
  state_->ready.push_back({nullptr, 0, std::move(error)});
  lock.notify_all();
}

ChunkBuffer::Filling::Filling(ChunkBuffer& buffer) : buffer_(buffer), lock_(buffer.monitor_) {
  State& s = *buffer_.state_;
  while (s.examples >= s.capacity && !s.is_stopped) lock_.wait();
  is_stopped_ = s.is_stopped;
}
ChunkBuffer::Filling::~Filling() = default;

QueueNode* ChunkBuffer::Filling::open() const noexcept { return buffer_.state_->open.get(); }
void ChunkBuffer::Filling::open(QueueNode* batch) noexcept { buffer_.state_->open.reset(batch); }
void ChunkBuffer::Filling::count_one() {
  State& s = *buffer_.state_;
  ++s.examples;
  if (++s.open_examples < s.batch_size) return;
  s.ready.push_back({nullptr, s.open_examples, nullptr});
  s.ready.back().batch = std::move(s.open);
  s.open_examples = 0;
  lock_.notify_all();
}

}  // namespace detail

namespace datasets {

ChunkDatasetOptions::ChunkDatasetOptions(size_t preloader_count, size_t batch_size, size_t cache_size,
                                         size_t cross_chunk_shuffle_count)
    : preloader_count_(preloader_count),
      batch_size_(batch_size),
      cache_size_(cache_size),
      cross_chunk_shuffle_count_(cross_chunk_shuffle_count) {
  TORCHPP_CHECK(preloader_count > 0, "Preloader count is 0. At least one preloader needs to be specified.");
  TORCHPP_CHECK(batch_size > 0, "Batch size is 0. A positive batch size needs to be specified.");
  TORCHPP_CHECK(cache_size > 0, "Cache size is 0. A positive cache size needs to be specified.");
  TORCHPP_CHECK(cache_size >= batch_size, "Cache size is less than batch size. Cache needs to be large enough to hold ",
                "at least one batch: got ", cache_size, " and ", batch_size);
  TORCHPP_CHECK(cross_chunk_shuffle_count > 0, "cross_chunk_shuffle_count needs to be greater than 0.");
}

}  // namespace datasets
}  // namespace torchpp::data

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/core/owned.h>
#include <torchpp/data/detail/monitor.h>
#include <torchpp/data/detail/queue.h>

#include <cstddef>
#include <exception>

namespace torchpp::data::detail {

/// Batches between the threads that fill them and those that take them. It knows how many examples they hold, not what
/// these are.
class TORCHPP_API ChunkBuffer {
 public:
  /// `capacity` in examples, at least batch_size.
  ChunkBuffer(size_t batch_size, size_t capacity);
  ChunkBuffer(const ChunkBuffer&) = delete;
  ChunkBuffer& operator=(const ChunkBuffer&) = delete;
  ~ChunkBuffer();

  /// Empties it and lets it be filled, by so many threads that each call end_of_source() once.
  void start(size_t sources);
  /// Fillings end and no others begin, until start().
  void stop();
  bool is_stopped();
  void end_of_source();

  /// Waits for a full batch, or for the last one once all sources have ended; null when there is no other. Throws the
  /// WorkerException of an error that was added.
  QueueNode* take();
  /// Adds an error, to be thrown in its turn.
  void add_error(std::exception_ptr error);

  /// Adds the examples of a chunk. Nobody else does meanwhile.
  class TORCHPP_API Filling {
   public:
    /// Waits until less than the buffer's capacity is waiting. A false one must not be used: the buffer was stopped.
    explicit Filling(ChunkBuffer& buffer);
    Filling(const Filling&) = delete;
    Filling& operator=(const Filling&) = delete;
    ~Filling();
    explicit operator bool() const noexcept { return !is_stopped_; }

    /// The batch that is not full, or null.
    QueueNode* open() const noexcept;
    /// Takes over an empty batch, which is the open one until it is full.
    void open(QueueNode* batch) noexcept;
    /// Counts an example that was added to the open batch.
    void count_one();

   private:
    ChunkBuffer& buffer_;
    Monitor::Lock lock_;
    bool is_stopped_;
  };

 private:
  struct State;
  Monitor monitor_;
  torchpp::detail::Owned<State> state_;
};

}  // namespace torchpp::data::detail

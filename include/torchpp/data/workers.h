// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The threads of a stage, independent of the types of its items.

#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/owned.h>
#include <torchpp/data/rewind.h>
#include <torchpp/data/state.h>

#include <cstdint>
#include <exception>
#include <vector>

namespace torchpp::data::detail {

/// An item that was taken of the source, and what became of it.
struct TORCHPP_API Job {
  virtual ~Job();
  int64_t index = 0;  ///< of the item in the source
};
struct TORCHPP_API Result {
  virtual ~Result();
  int64_t index = 0;
  std::exception_ptr error;
};

/// Which items the consumer has got: all before `next`, and some after it where results come out of order.
class TORCHPP_API Delivered {
 public:
  Delivered() = default;
  explicit Delivered(const State& state);
  State to_state() const;
  bool had(int64_t index) const noexcept;
  void add(int64_t index);

  int64_t next = 0;

 private:
  std::vector<int64_t> beyond_;  // sorted
};

/// Threads that turn items of a source into results. The threads take items in turn, so that the source is used by one
/// of them at a time; at most `bound` items are taken and not delivered. They have the grad mode of the thread that
/// starts them.
class TORCHPP_API Crew {
 public:
  /// The next item, or null at the end; whatever it throws becomes the result of item `failed()`. `oldest` is the first
  /// item that was not delivered.
  using Take = Callable<Job*(int64_t oldest)>;
  using Work = Callable<Result*(Job& job)>;

  Crew(int64_t workers, int64_t bound, bool ordered, Delivered delivered, Take take, Callable<int64_t()> failed,
       Work work);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  /// Waits for the calls of `take` and `work` that run.
  ~Crew();

  /// Waits for a result and gives it away; null at the end.
  Result* next();
  /// f(delivered) while no thread uses the source.
  template <class F>
  auto locked(const F& f) const {
    const SourceLock lock(*this);
    return f(delivered());
  }
  /// Ends the threads; results that were not delivered are dropped. Returns what was delivered.
  Delivered stop();

 private:
  class TORCHPP_API SourceLock {
   public:
    explicit SourceLock(const Crew& crew);
    ~SourceLock();

   private:
    const Crew& crew_;
  };
  struct Shared;
  const Delivered& delivered() const noexcept;

  torchpp::detail::Owned<Shared> shared_;
};

}  // namespace torchpp::data::detail

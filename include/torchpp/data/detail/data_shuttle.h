// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/detail/queue.h>

#include <cstddef>
#include <utility>

namespace torchpp::data::detail {

/// Carries jobs from one thread to its workers and results back. The functions that count jobs are for that one thread.
/// Source: libtorch 1.13.
template <class Job, class Result>
class DataShuttle {
 public:
  void push_job(Job job) {
    new_jobs_.push(std::move(job));
    ++in_flight_jobs_;
  }
  /// A job without a result.
  void push_quit(Job job) { new_jobs_.push(std::move(job)); }
  /// Called by workers.
  void push_result(Result result) { results_.push(std::move(result)); }
  /// Called by workers; waits for a job.
  Job pop_job() { return new_jobs_.pop(); }
  /// Waits for a result; nullopt if every job's was taken. Throws Error if none came within the timeout.
  optional<Result> pop_result(optional<Milliseconds> timeout = nullopt) {
    if (in_flight_jobs_ == 0) return nullopt;
    optional<Result> result(results_.pop(timeout));
    --in_flight_jobs_;
    return result;
  }
  /// Drops the jobs that no worker has begun and waits for the results of the others.
  void drain() {
    in_flight_jobs_ -= new_jobs_.clear();
    while (in_flight_jobs_ > 0) pop_result();
  }
  /// Jobs whose results have not been taken.
  size_t in_flight_jobs() const noexcept { return in_flight_jobs_; }

 private:
  Queue<Job> new_jobs_;
  size_t in_flight_jobs_ = 0;
  Queue<Result> results_;
};

}  // namespace torchpp::data::detail

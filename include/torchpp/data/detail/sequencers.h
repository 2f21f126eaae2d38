// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/core/error.h>
#include <torchpp/core/optional.h>

#include <cstddef>
#include <utility>
#include <vector>

/// \file In which order the results of workers, which carry a sequence_number, reach the program.
/// Source: libtorch 1.13.

namespace torchpp::data::detail::sequencers {

template <class Result>
struct Sequencer {
  using ResultProducer = Callable<optional<Result>()>;
  virtual ~Sequencer() = default;
  /// The next result of those that next_result gives until it gives none.
  virtual optional<Result> next(ResultProducer next_result) = 0;
};

/// As they come.
template <class Result>
struct NoSequencer final : Sequencer<Result> {
  using typename Sequencer<Result>::ResultProducer;
  optional<Result> next(ResultProducer next_result) override { return next_result(); }
};

/// By sequence_number, from 0 without gaps. Of the numbers given out, at most max_jobs may be outstanding.
template <class Result>
struct OrderedSequencer : Sequencer<Result> {
  using typename Sequencer<Result>::ResultProducer;

  explicit OrderedSequencer(size_t max_jobs) : buffer_(max_jobs) {}

  optional<Result> next(ResultProducer next_result) override {
    while (true) {
      // Without a buffer (max_jobs = 0, no workers) there is nothing to wait for.
      if (!buffer_.empty()) {
        if (optional<Result>& early = buffer(next_sequence_number_)) {
          optional<Result> result = std::move(early);
          early.reset();
          ++next_sequence_number_;
          return result;
        }
      }
      optional<Result> result = next_result();
      if (!result) return nullopt;
      if (result->sequence_number == next_sequence_number_) {
        ++next_sequence_number_;
        return result;
      }
      optional<Result>& place = buffer(result->sequence_number);
      TORCHPP_INTERNAL_ASSERT(!place.has_value());
      place = std::move(result);
    }
  }

  optional<Result>& buffer(size_t index) { return buffer_.at(index % buffer_.size()); }

  size_t next_sequence_number_ = 0;
  std::vector<optional<Result>> buffer_;
};

}  // namespace torchpp::data::detail::sequencers

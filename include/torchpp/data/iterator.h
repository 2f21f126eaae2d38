// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>

#include <cstddef>
#include <memory>
#include <vector>  // std::input_iterator_tag, without the streams of <iterator>

namespace torchpp::data {
namespace detail {

/// Gives the batches of one epoch.
template <class Batch>
class BatchSource {
 public:
  /// The next batch; nullopt at the end.
  virtual optional<Batch> next() = 0;

 protected:
  ~BatchSource() = default;
};

[[noreturn]] TORCHPP_API TORCHPP_COLD void fail_past_end(bool is_sentinel, bool increments);

}  // namespace detail

/// Walks over the batches of an epoch of a data loader. Copies stand at the same batch and advance together. A batch is
/// fetched when it is first asked for, by comparison with end() or access.
/// Access and increment at the end throw Error.   Source: libtorch 1.13.
template <class Batch>
class Iterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = Batch;
  using pointer = Batch*;
  using reference = Batch&;
  using iterator_category = std::input_iterator_tag;

  /// The end of every epoch.
  Iterator() = default;
  explicit Iterator(detail::BatchSource<Batch>& source) : place_(std::make_shared<Place>(source)) {}

  Iterator& operator++() {
    if (!fetched()) detail::fail_past_end(place_ == nullptr, true);
    place_->batch = place_->source.next();
    return *this;
  }
  Batch& operator*() const {
    if (!fetched()) detail::fail_past_end(place_ == nullptr, false);
    return *place_->batch;
  }
  Batch* operator->() const { return &**this; }

  /// An iterator whose epoch has ended equals end(); others equal their copies alone.
  bool operator==(const Iterator& other) const {
    if (place_ == nullptr || other.place_ == nullptr) return !fetched() && !other.fetched();
    return place_ == other.place_;
  }
  bool operator!=(const Iterator& other) const { return !(*this == other); }

 private:
  struct Place {
    explicit Place(detail::BatchSource<Batch>& from) : source(from) {}
    detail::BatchSource<Batch>& source;
    optional<Batch> batch;
    bool is_begun = false;
  };

  // Whether there is a batch, after the first was fetched. If fetching it throws, the next call goes on behind it.
  bool fetched() const {
    if (place_ == nullptr) return false;
    if (!place_->is_begun) {
      place_->batch = place_->source.next();
      place_->is_begun = true;
    }
    return place_->batch.has_value();
  }

  std::shared_ptr<Place> place_;
};

}  // namespace torchpp::data

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Progress of long loops: how far, how fast, how long still.

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace torchpp::data {

struct ProgressOptions {
  /// What stands before the figures: "epoch 3/10".
  TORCHPP_ARG(std::string, description);
  /// What is counted.
  TORCHPP_ARG(std::string, unit) = "it";
  /// How many there will be; nullopt: what the range's size() says, if it knows.
  TORCHPP_ARG(optional<int64_t>, total);
  /// The least time between two lines; nullopt: 0.1 s where a line is written over the one before, 10 s elsewhere.
  TORCHPP_ARG(optional<double>, interval_s);
  /// Gets the lines, without a newline, instead of standard error.
  TORCHPP_ARG(Callable<void(const std::string&)>, output);
};

/// Tells of a loop's progress. On a terminal it is one line with a bar that is written over, elsewhere (and on one that
/// cannot do that, TERM=dumb) a line now and then:
///
///     epoch 3/10:  45% |█████████▌          |  900/2000 [00:12<00:15, 73.2 it/s] loss 0.41
///
/// The bar takes the room that the terminal has, up to 40 columns; where there is less than a few, the line has none,
/// and a longer line is cut. Without a locale of UTF-8 it is made of '#'.
///
/// Not for several threads at once. Other output of the program between two lines ends the line on a terminal.
class TORCHPP_API ProgressBar {
 public:
  /// One that start() begins.
  explicit ProgressBar(ProgressOptions options = {});
  /// One that has begun.
  explicit ProgressBar(optional<int64_t> total, ProgressOptions options = {});
  ProgressBar(ProgressBar&&) noexcept;
  ProgressBar& operator=(ProgressBar&&) noexcept;
  /// Ends the bar.
  ~ProgressBar();

  /// Counts n more; writes a line if the last one is old enough.
  void update(int64_t n = 1);
  /// What stands behind the figures from the next line on.
  void set_note(std::string note);
  /// Writes a line that stays; the next one begins below it.
  void keep();
  /// keep(), unless nothing has changed since; then nothing is counted or written until start().
  void finish();
  /// Counts from 0 again; an open bar is ended first. The option `total` goes before the argument.
  void start(optional<int64_t> total = nullopt);

  int64_t count() const;
  /// Seconds since the start.
  double seconds() const;

 private:
  struct Body;
  torchpp::detail::Owned<Body> body_;
};

namespace detail {

// How many elements a range will give, if it says so: size() as a number or an optional one, or that of an array.
template <class Range, class = void>
struct RangeSize {
  static optional<int64_t> of(const Range&) { return nullopt; }
};
template <class T, size_t n>
struct RangeSize<T[n], void> {
  static optional<int64_t> of(const T (&)[n]) { return static_cast<int64_t>(n); }
};
template <class Range>
struct RangeSize<Range, std::void_t<decltype(std::declval<const Range&>().size())>> {
  static optional<int64_t> of(const Range& range) {
    if constexpr (std::is_convertible_v<decltype(range.size()), int64_t>) return static_cast<int64_t>(range.size());
    else if (const auto size = range.size()) return static_cast<int64_t>(*size);
    return nullopt;
  }
};

}  // namespace detail

/// A range whose loops are shown by a ProgressBar; see progress().
template <class Range>
class ProgressRange {
 public:
  using Base = std::remove_reference_t<Range>;
  using BaseIterator = decltype(std::begin(std::declval<Base&>()));
  using BaseEnd = decltype(std::end(std::declval<Base&>()));

  ProgressRange(Range&& range, ProgressOptions options)
      : range_(std::forward<Range>(range)), bar_(std::move(options)) {}

  struct End {
    BaseEnd end;
  };
  class Iterator {
   public:
    Iterator(BaseIterator at, ProgressBar* bar) : at_(std::move(at)), bar_(bar) {}
    decltype(auto) operator*() { return *at_; }
    Iterator& operator++() {
      bar_->update();
      ++at_;
      return *this;
    }
    bool operator!=(const End& o) {
      const bool more = at_ != o.end;
      if (!more) bar_->finish();
      return more;
    }

   private:
    BaseIterator at_;
    ProgressBar* bar_;
  };

  /// Begins a loop over the range and a new bar.
  Iterator begin() {
    bar_.start(detail::RangeSize<std::remove_const_t<Base>>::of(range_));
    return Iterator(std::begin(range_), &bar_);
  }
  End end() { return {std::end(range_)}; }

  /// For set_note() within the loop.
  ProgressBar& bar() { return bar_; }

 private:
  Range range_;  // a reference if it was given an lvalue
  ProgressBar bar_;
};

/// A range (a container, a Pipe, a Loader) whose range-based for loops show their progress on standard error. A
/// temporary range is moved into the result, any other must live as long as it.
///
///     auto batches = data::progress(loader, data::ProgressOptions().description("epoch 1"));
///     for (auto& batch : batches) {
///       ...
///       batches.bar().set_note(str("loss ", loss));
///     }
///
template <class Range>
ProgressRange<Range> progress(Range&& range, ProgressOptions options = {}) {
  return ProgressRange<Range>(std::forward<Range>(range), std::move(options));
}

}  // namespace torchpp::data

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace torchpp::data {

/// A number of milliseconds, made of any std::chrono::duration that is a whole number of them and converted to one, or
/// made of a number. <chrono> would add 1,400 lines to what each program compiles.
class Milliseconds {
 public:
  constexpr explicit Milliseconds(int64_t count) : count_(count) {}
  template <class Duration, int64_t num = Duration::period::num, int64_t den = Duration::period::den>
  constexpr Milliseconds(const Duration& duration)  // NOLINT: implicit, as between durations
      : count_(static_cast<int64_t>(duration.count()) * (num * 1000 / den)) {
    static_assert(num * 1000 % den == 0, "expected a duration of whole milliseconds");
  }
  template <class Duration, int64_t num = Duration::period::num, int64_t den = Duration::period::den>
  constexpr operator Duration() const {  // NOLINT: implicit, as between durations
    static_assert(den % (num * 1000) == 0, "expected a duration that counts milliseconds or parts of them");
    return Duration(static_cast<typename Duration::rep>(count_ * (den / (num * 1000))));
  }

  constexpr int64_t count() const noexcept { return count_; }

 private:
  int64_t count_;
};

}  // namespace torchpp::data

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>

namespace c10 {

/// Calls a function when it goes, unless it was moved from or released.
template <class F>
class [[nodiscard]] scope_exit {
 public:
  template <class G>
  explicit scope_exit(G&& f) : function_(std::forward<G>(f)) {}
  scope_exit(scope_exit&& o) noexcept : function_(std::move(o.function_)), engaged_(o.engaged_) { o.release(); }
  scope_exit(const scope_exit&) = delete;
  scope_exit& operator=(const scope_exit&) = delete;
  ~scope_exit() {
    if (engaged_) function_();
  }
  void release() { engaged_ = false; }

 private:
  F function_;
  bool engaged_ = true;
};
template <class F>
scope_exit<std::decay_t<F>> make_scope_exit(F&& f) {
  return scope_exit<std::decay_t<F>>(std::forward<F>(f));
}

}  // namespace c10

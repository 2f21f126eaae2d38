// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <utility>

namespace c10 {

using once_flag = std::once_flag;
/// Calls the function unless a call with this flag has returned before.
template <class Flag, class F, class... A>
void call_once(Flag& flag, F&& f, A&&... args) {
  std::call_once(flag, std::forward<F>(f), std::forward<A>(args)...);
}

}  // namespace c10

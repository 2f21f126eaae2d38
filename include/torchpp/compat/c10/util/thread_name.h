// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pthread.h>

#include <string>

namespace c10 {

/// Names the calling thread for debuggers and profilers: at most 15 letters of the name.
inline void setThreadName(std::string name) {
  constexpr size_t kMost = 15;
  if (name.size() > kMost) name.resize(kMost);
  pthread_setname_np(pthread_self(), name.c_str());
}

}  // namespace c10

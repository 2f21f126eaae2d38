// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/outcome.h"

#include <sys/types.h>

#include <string>

namespace differential {

/// A worker program that is started when first needed, and again after it hung.
class Worker {
 public:
  explicit Worker(std::string program) : program_(std::move(program)) {}
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Sends a request; `answer` must be called before the next one.
  void send(const std::string& request);
  Outcome answer();
  /// Ends the process, so that the next request finds a fresh one.
  void stop();

 private:
  void start();
  bool read_all(void* data, size_t size, bool* timed_out);

  std::string program_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
};

/// Runs the program, and returns its output. Throws std::runtime_error when it fails.
std::string output_of(const std::string& program, const std::string& argument);

}  // namespace differential

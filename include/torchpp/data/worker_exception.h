// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/error.h>

#include <exception>
#include <string>

namespace torchpp::data {

/// What a data loader's iterator throws for an exception that left the dataset on a worker thread.
/// Source: libtorch 1.13.
struct TORCHPP_API WorkerException : public Error {
  /// `original` must hold an exception; one that is no std::exception has no message to be added.
  explicit WorkerException(std::exception_ptr original);
  WorkerException(const WorkerException&) = default;
  WorkerException& operator=(const WorkerException&) = default;
  ~WorkerException() override;

  std::exception_ptr original_exception;
  /// What what() says: "Caught exception in DataLoader worker thread. Original message: ...".
  std::string message;

 private:
  WorkerException(std::exception_ptr original, std::string text);
};

}  // namespace torchpp::data

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tests/differential/call.h"

#include <string>
#include <vector>

namespace differential {

/// A tensor, or a number or bool as a 0-dim tensor, as a call left it.
struct Value {
  bool defined = false;
  DType dtype = DType::kFloat;
  Sizes sizes, strides;
  bool is_view = false, conjugate = false, negative = false, requires_grad = false;
  /// Index of the argument tensor whose memory it lies in, or -1, and the distance in bytes from its buffer's start.
  int64_t alias = -1, alias_offset = 0;
  std::vector<uint8_t> elements;  ///< in logical order; not those of very large tensors
};

/// The state of an argument's memory after the call.
struct Buffer {
  bool changed = false;
  DType dtype = DType::kFloat;
  std::vector<uint8_t> bytes;  ///< of those that changed or that the operator writes to
};

/// One step of a call: forward, backward, or backward of backward.
struct Step {
  enum class Status { kNotDone, kOk, kError };
  Status status = Status::kNotDone;
  std::string error;
  std::vector<Value> values;
};

/// The outcome of a call in one library.
struct Outcome {
  /// How the process ended if it did: the call's own result is missing then.
  enum class End { kNone, kCrash, kHang, kUnknownOperator };
  End end = End::kNone;
  int signal = 0;

  /// Of an out= call: dtype and sizes of the functional form's result, which the destination was made for; its text is
  /// empty when that form throws.
  std::string functional;
  Step forward, backward, second;
  std::vector<Buffer> buffers;  ///< of the call's tensors
  std::vector<Value> written;   ///< the tensors that the operator writes to, after the call
  /// Largest finite magnitude of the floating inputs, and the most elements of one.
  double scale = 0;
  int64_t count = 0;
  double epsilon = 0;       ///< of the coarsest floating input
  std::string description;  ///< if asked for
};

std::string serialize(const Outcome& outcome);
Outcome deserialize(const std::string& bytes);

/// "float32[2, 3] strides [3, 1] {1 2 3 4 5 6}".
std::string to_string(const Value& value);

}  // namespace differential

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Guards for streams of the CPU, which has one; those for CUDA's are in <c10/cuda/CUDAGuard.h>.

#include <c10/core/Stream.h>
#include <torchpp/core/optional.h>

namespace c10 {

class StreamGuard {
 public:
  explicit StreamGuard(Stream stream) : current_(stream) { stream.synchronize(); }
  StreamGuard(const StreamGuard&) = delete;
  StreamGuard& operator=(const StreamGuard&) = delete;
  void reset_stream(Stream stream) {
    stream.synchronize();
    current_ = stream;
  }
  Stream original_stream() const { return Stream(Stream::DEFAULT, original_device()); }
  Stream current_stream() const { return current_; }
  Device original_device() const { return Device(::torchpp::kCPU); }
  Device current_device() const { return current_.device(); }

 private:
  Stream current_;
};

class OptionalStreamGuard {
 public:
  OptionalStreamGuard() = default;
  explicit OptionalStreamGuard(Stream stream) { reset_stream(stream); }
  explicit OptionalStreamGuard(optional<Stream> stream) {
    if (stream) reset_stream(*stream);
  }
  void reset_stream(Stream stream) {
    stream.synchronize();
    current_ = stream;
  }
  optional<Stream> original_stream() const {
    return current_ ? optional<Stream>(Stream(Stream::DEFAULT, Device(::torchpp::kCPU))) : nullopt;
  }
  optional<Stream> current_stream() const { return current_; }
  void reset() { current_ = nullopt; }

 private:
  optional<Stream> current_;
};

}  // namespace c10

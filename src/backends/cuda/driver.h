// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the backend asks of CUDA's run-time, as a table of functions. The host logic above it (allocator,
/// streams, loading) names no CUDA header, so that it is compiled and tested on machines without the toolkit, over a
/// table of the test's own.

#include <torchpp/core/cuda.h>

#include <cstddef>

namespace torchpp::cuda {

using StreamHandle = void*;  // cudaStream_t; null: the default stream
using EventHandle = void*;   // cudaEvent_t

/// Functions return 0 or the run-time's error code, and act on the calling thread's current device.
struct Driver {
  int (*device_count)(int* count);
  int (*get_device)(int* device);
  int (*set_device)(int device);
  int (*properties)(DeviceProperties* properties, int device);
  int (*synchronize_device)();
  int (*driver_version)(int* version);   // 1000 major + 10 minor of the CUDA that the driver supports
  int (*runtime_version)(int* version);  // the same of the run-time

  int (*allocate)(void** p, size_t nbytes);
  int (*deallocate)(void* p);
  int (*memory_info)(size_t* free, size_t* total);
  int (*allocate_pinned)(void** p, size_t nbytes);
  int (*deallocate_pinned)(void* p);

  int (*copy)(void* to, const void* from, size_t nbytes, StreamHandle stream);  // any direction, in stream order
  int (*copy_peer)(void* to, int to_device, const void* from, int from_device, size_t nbytes, StreamHandle stream);
  int (*fill)(void* p, int byte, size_t nbytes, StreamHandle stream);

  int (*create_stream)(StreamHandle* stream, bool high_priority);  // not blocking with the default stream
  int (*query_stream)(StreamHandle stream);                        // kNotReady while work is left: see reached()
  int (*synchronize_stream)(StreamHandle stream);
  int (*wait_event)(StreamHandle stream, EventHandle event);

  int (*create_event)(EventHandle* event, bool timing);
  int (*destroy_event)(EventHandle event);
  int (*record_event)(EventHandle event, StreamHandle stream);
  int (*query_event)(EventHandle event);  // kNotReady until it is reached: see reached()
  int (*synchronize_event)(EventHandle event);
  int (*elapsed_ms)(float* ms, EventHandle begin, EventHandle end);

  int (*take_last_error)();  // the error of the last launch, and forgets it
  const char* (*error_name)(int code);
  const char* (*error_text)(int code);
};

// Codes that the host logic distinguishes; the run-time's own values.
constexpr int kSuccess = 0, kErrorMemoryAllocation = 2, kErrorInsufficientDriver = 35, kErrorNoDevice = 100,
              kNotReady = 600;

/// The table in force.
const Driver& driver();
/// Puts another table in force; for tests, before any other call.
void set_driver(const Driver* table);
/// The table of CUDA's run-time library, defined in the library that is linked with CUDA.
const Driver& runtime_driver();

/// Throws Error with the run-time's name and text of the code unless it is 0. `call` says what was tried.
void check(int code, const char* call);
/// The answer to a question for an event or a stream: false while work is left, and throws as check() does.
bool reached(int code, const char* call);

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Moving elements on the CPU: between shapes, dtypes and orders.

#include <torchpp/tensor.h>

namespace torchpp::cpu {

/// Memory with sizes and strides in elements.
struct StridedMemory {
  void* data;
  IntArrayRef strides;
  ScalarType dtype;
};

/// Bytes under which a copy stays on the calling thread.
constexpr int64_t kCopyGrainBytes = int64_t{1} << 17;

/// Whether an operation that reads and writes so many bytes leaves none of them in the last cache.
bool exceeds_cache(int64_t bytes);
/// Makes what stream_copy() has written on this thread visible before anything that the thread writes afterwards.
inline void end_stream() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

/// Writes `from`, as it is stored, to `to`, converting the dtype. Both have these sizes; the memory must not overlap
/// unless it is the same element by element.
void copy_strided(const StridedMemory& to, const StridedMemory& from, IntArrayRef sizes);
/// `nbytes` from one place to another, over threads where that pays.
void copy_bytes(void* to, const void* from, int64_t nbytes);
/// Writes `count` times the same bytes, one after the other.
void copy_repeatedly(char* to, const char* from, int64_t nbytes, int64_t count);
/// Writes source to self, whose sizes it must broadcast to, resolving conjugate and negative bits. A Meta tensor takes
/// anything, and gives nothing: as a source of another device's tensor it throws NotImplementedError.
void copy_values(const TensorBase& self, const TensorBase& source);
/// Gives every element these bits, of its size. A Meta tensor has none.
void fill_elements(const TensorBase& t, const char* bits);

}  // namespace torchpp::cpu

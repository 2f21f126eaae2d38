// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Temporary memory of kernels: packed panels, reordered images, partial sums.

#include <cstddef>

namespace torchpp {
namespace cpu {

/// A 64-byte aligned block for the length of a scope. Blocks return to a process-wide shelf with a byte bound, from
/// which the next scope of any thread takes them: warm kernels allocate nothing, threads that end leave nothing.
/// Throws OutOfMemoryError when the system has no memory.
class Workspace {
 public:
  explicit Workspace(size_t nbytes);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  template <class T>
  T* as(size_t byte_offset = 0) const {
    return reinterpret_cast<T*>(static_cast<char*>(data_) + byte_offset);
  }

 private:
  void* data_ = nullptr;
};

/// Bytes on the shelf now; never more than the bound (64 MB). trim_workspaces() gives them back to the system and says
/// how many that were; memory::trim() calls it.
size_t workspace_bytes_kept() noexcept;
size_t trim_workspaces() noexcept;

/// nbytes rounded up to whole cache lines, for laying several arrays out in one Workspace.
constexpr size_t aligned_size(size_t nbytes) { return (nbytes + 63) / 64 * 64; }

}  // namespace cpu
}  // namespace torchpp

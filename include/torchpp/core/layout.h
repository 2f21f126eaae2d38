// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How elements are arranged: the layout, and the order of dimensions in memory.

#include <torchpp/core/export.h>

#include <cstdint>
#include <iosfwd>
#include <string>

namespace torchpp {

enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn, SparseCsc, SparseBsr, SparseBsc };
constexpr Layout kStrided = Layout::Strided;
constexpr Layout kSparse = Layout::Sparse;
constexpr Layout kSparseCsr = Layout::SparseCsr;
constexpr Layout kSparseCsc = Layout::SparseCsc;
constexpr Layout kSparseBsr = Layout::SparseBsr;
constexpr Layout kSparseBsc = Layout::SparseBsc;

/// Contiguous is row-major; ChannelsLast keeps NCHW sizes with NHWC memory, ChannelsLast3d NCDHW with NDHWC;
/// Preserve keeps what the input has.
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

TORCHPP_API std::string to_string(Layout layout);
TORCHPP_API std::string to_string(MemoryFormat format);

TORCHPP_API std::ostream& operator<<(std::ostream& out, Layout layout);
TORCHPP_API std::ostream& operator<<(std::ostream& out, MemoryFormat format);

}  // namespace torchpp

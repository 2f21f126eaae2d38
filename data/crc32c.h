// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace torchpp::data {

/// CRC-32C (Castagnoli) of the bytes: RFC 3720, appendix B.4.
uint32_t crc32c(const char* data, size_t size) noexcept;

}  // namespace torchpp::data

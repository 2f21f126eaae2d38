// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace torchpp::serialize {

/// CRC-32 of zip and gzip files (ISO 3309) of the bytes behind those that gave `crc`; of the first bytes with 0. Uses
/// the processor's carry-less multiplication where it has one.
uint32_t crc32(uint32_t crc, const void* data, size_t size) noexcept;

/// The same by tables alone, with which crc32 is compared.
uint32_t crc32_by_tables(uint32_t crc, const void* data, size_t size) noexcept;

}  // namespace torchpp::serialize

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace torchpp::serialize {

/// CRC-32 of zip and gzip files (ISO 3309) of the bytes behind those that gave `crc`; of the first bytes with 0. Uses
/// the processor's carry-less multiplication where it has one.
uint32_t crc32(uint32_t crc, const void* data, size_t size) noexcept;

/// The CRC of the bytes of `first` followed by `second_size` bytes of CRC `second`, where both began with 0.
uint32_t crc32_of_both(uint32_t first, uint32_t second, uint64_t second_size) noexcept;

/// As crc32 by tables alone, with which it is compared.
uint32_t crc32_by_tables(uint32_t crc, const void* data, size_t size) noexcept;

}  // namespace torchpp::serialize

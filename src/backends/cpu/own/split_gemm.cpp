// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/own/split_gemm.h"

namespace torchpp::cpu::own {
namespace {

// The power of two that a normal number is at least; of NaN and infinity 128, of denormal numbers -127.
int exponent(uint32_t magnitude) { return static_cast<int>(magnitude >> 23) - 127; }

}  // namespace

// A part's last bit is at least 2^-23 of the number, and must be a normal number, 2^-126 or more. A number of 2^127 or
// more may be rounded to 2^128, which is infinite.
bool is_splittable(const FloatRange& range) {
  constexpr int kLeast = -100, kMost = 126;
  return range.most == 0 || (exponent(range.least) >= kLeast && exponent(range.most) <= kMost);
}

bool is_exact_by_parts(const FloatRange& a, const FloatRange& b, int64_t k) {
  if (!is_splittable(a) || !is_splittable(b)) return false;
  if (a.most == 0 || b.most == 0) return true;
  // Six products of parts, or their sums, that are below 2^-126 are lost: together below 2^-123.
  constexpr int kLeast = -96;
  if (exponent(a.least) + exponent(b.least) < kLeast) return false;
  // A product is below 2^(2 + exponents); with its parts' roundings and the sums' below twice that.
  int sum_bits = 0;
  while (sum_bits < 62 && (int64_t{1} << sum_bits) < k) ++sum_bits;
  return exponent(a.most) + exponent(b.most) + 3 + sum_bits <= 127;
}

}  // namespace torchpp::cpu::own

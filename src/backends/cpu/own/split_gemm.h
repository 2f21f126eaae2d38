// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Products of floats by their bfloat16 parts on AMX (isa/split_gemm_abi.h).

#include <atomic>
#include <cstdint>

#include "src/backends/cpu/isa/split_gemm_abi.h"
#include "src/backends/cpu/own/gemm.h"

namespace torchpp::cpu::own {

/// A range to which several threads add.
class SharedRange {
 public:
  void add(const FloatRange& more) {
    uint32_t least = least_.load(std::memory_order_relaxed), most = most_.load(std::memory_order_relaxed);
    while (more.least < least && !least_.compare_exchange_weak(least, more.least, std::memory_order_relaxed)) {
    }
    while (more.most > most && !most_.compare_exchange_weak(most, more.most, std::memory_order_relaxed)) {
    }
  }
  FloatRange get() const { return {least_.load(std::memory_order_relaxed), most_.load(std::memory_order_relaxed)}; }

 private:
  std::atomic<uint32_t> least_{FloatRange().least}, most_{FloatRange().most};
};

/// Whether the parts of these numbers add up to them, and none is infinite.
bool is_splittable(const FloatRange& range);

/// Whether sums of k products of numbers in these ranges are as accurate by parts as by multiplying floats: no part is
/// lost, products of parts that are lost are below 2^-24 of the product together, and no sum overflows. k counts all
/// products that any part of a sum has.
bool is_exact_by_parts(const FloatRange& a, const FloatRange& b, int64_t k);

#if defined(__x86_64__)
/// Whether products by parts run here and are faster for this one's m, n, k, strides, keeps_b and is_part. Its numbers
/// are not looked at.
bool prefers_split(const GemmArguments<float>& product);

/// c = a * b and so on, if is_exact_by_parts(); else false, and c is as before with add, or may have been written. Only
/// where has_amx_bfloat16(), for operands with a unit stride. packed_b is what pack_split() wrote.
bool try_split_product(const GemmArguments<float>& product, bool parallel);

/// packed_size() and pack_b() of products that prefers_split().
int64_t split_size(const GemmArguments<float>& product);
void pack_split(const GemmArguments<float>& product, float* to);
#endif

}  // namespace torchpp::cpu::own

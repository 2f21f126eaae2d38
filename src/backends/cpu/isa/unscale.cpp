// SPDX-License-Identifier: BSD-3-Clause

// Gradients divided by the loss's scale and searched for what is not finite, in one pass.

#include "src/backends/cpu/isa/nn_abi.h"
#include "src/backends/cpu/isa/rows.h"

namespace torchpp::cpu {
namespace {

// An integer as wide as the number, so that the loop's comparison and its result fill the same lanes.
template <class C>
struct BitsOf {
  using type = int32_t;
};
template <>
struct BitsOf<double> {
  using type = int64_t;
};

template <class M, class C>
void unscale(M* data, float factor, int64_t n, bool* not_finite) {
  using Bits = typename BitsOf<C>::type;
  alignas(64) C buffer[kChunk];
  const C by = C(factor);
  Bits found = 0;
  chunks(n, [&](int64_t first, int64_t length) {
    const C* x = view(data + first, length, buffer);
    C* to = target(data + first, buffer);
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < length; ++i) {
      found |= x[i] - x[i] == C(0) ? Bits(0) : Bits(1);
      to[i] = x[i] * by;
    }
    store(data + first, to, length);
  });
  if (found != 0) *not_finite = true;
}

}  // namespace

#define UNSCALE(tag)                                                                                              \
  TORCHPP_ROW_FUNCTION(unscale, tag, void* data, float factor, int64_t n, bool* not_finite) {                     \
    unscale<Tag_##tag::Memory, Tag_##tag::Compute>(static_cast<Tag_##tag::Memory*>(data), factor, n, not_finite); \
  }
UNSCALE(f32)
UNSCALE(f64)
UNSCALE(f16)
UNSCALE(bf16)

}  // namespace torchpp::cpu

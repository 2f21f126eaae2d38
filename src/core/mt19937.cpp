// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/mt19937.h"

namespace torchpp::detail {
namespace {
#include "src/core/mt19937_block.inc"
static_assert(kMtWords == Mt19937::kWords);
}  // namespace

void Mt19937::seed(uint32_t seed) {
  state[0] = seed;
  for (uint32_t i = 1; i < kWords; ++i) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  used = 0;
}

uint32_t Mt19937::operator()() {
  if (used == 0 || used == kWords) {
    mt_twist(state);
    used = 0;
  }
  uint32_t word;
  mt_temper(state + used++, &word, 1);
  return word;
}

}  // namespace torchpp::detail

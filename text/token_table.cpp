// SPDX-License-Identifier: BSD-3-Clause
#include "text/token_table.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace torchpp::text {

uint32_t TokenTable::hash_of(std::string_view token) {
  const uint64_t hash = std::hash<std::string_view>()(token);
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

size_t TokenTable::slot_of(std::string_view token, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  while (slots_[i].position >= 0 && (slots_[i].hash != hash || (*this)[slots_[i].position] != token))
    i = (i + 1) & mask;
  return i;
}

int64_t TokenTable::find(std::string_view token) const {
  return slots_.empty() ? kNone : slots_[slot_of(token, hash_of(token))].position;
}

bool TokenTable::add(std::string_view token) {
  TORCHPP_CHECK_VALUE(size() < std::numeric_limits<int32_t>::max(), "vocabulary: got more than ", size(), " tokens");
  if (2 * (ends_.size() + 1) > slots_.size()) grow();
  const uint32_t hash = hash_of(token);
  const size_t slot = slot_of(token, hash);
  if (slots_[slot].position >= 0) return false;
  bytes_ += token;
  ends_.push_back(bytes_.size());
  slots_[slot] = {hash, static_cast<int32_t>(size() - 1)};
  longest_ = std::max(longest_, token.size());
  return true;
}

void TokenTable::grow() {
  std::vector<Slot> old(std::max<size_t>(16, 2 * slots_.size()));
  ends_.reserve(old.size() / 2);  // so that add() does not fail half way
  old.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.position < 0) continue;
    size_t i = slot.hash & mask;
    while (slots_[i].position >= 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

}  // namespace torchpp::text

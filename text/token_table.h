// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Tokens with their positions: found without an allocation, and held without one each.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torchpp::text {

class TokenTable {
 public:
  static constexpr int64_t kNone = -1;

  int64_t size() const { return static_cast<int64_t>(ends_.size()); }
  std::string_view operator[](int64_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[static_cast<size_t>(i) - 1];
    return {bytes_.data() + begin, ends_[static_cast<size_t>(i)] - begin};
  }
  /// The token's position or kNone.
  int64_t find(std::string_view token) const;
  /// Adds a token at the end; false, and nothing changes, if it is there already.
  bool add(std::string_view token);
  size_t longest() const { return longest_; }  // in bytes

 private:
  struct Slot {
    uint32_t hash = 0;
    int32_t position = -1;
  };
  static uint32_t hash_of(std::string_view token);
  // The slot that holds the token or is where it would go. There is a free one.
  size_t slot_of(std::string_view token, uint32_t hash) const;
  void grow();

  std::string bytes_;         // all tokens, one behind the other
  std::vector<size_t> ends_;  // where each ends
  std::vector<Slot> slots_;   // a power of two of them, at most half in use
  size_t longest_ = 0;
};

}  // namespace torchpp::text

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::test {

/// The seed of this run, printed: TORCHPP_TEST_SEED, else a new one.
inline uint64_t seed() {
  const char* given = std::getenv("TORCHPP_TEST_SEED");
  const uint64_t value = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device()();
  std::printf("TORCHPP_TEST_SEED=%llu\n", static_cast<unsigned long long>(value));
  return value;
}

/// Makes copies with one to four faults: flipped bits, changed, added and lost bytes, a cut end, and words that mean
/// something to the format put in the place of others. Half of the faults fall into the first `head` bytes.
class Mutator {
 public:
  Mutator(uint64_t seed, size_t head, std::vector<std::string> words)
      : random_(seed), head_(head), words_(std::move(words)) {}

  std::string operator()(std::string bytes) {
    for (size_t faults = 1 + below(4); faults > 0; --faults) {
      const size_t at = position(bytes);
      switch (below(7)) {
        case 0:
          if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
          break;
        case 1:
          if (at < bytes.size()) bytes[at] = static_cast<char>(below(256));
          break;
        case 2: bytes.insert(at, 1, static_cast<char>(below(256))); break;
        case 3: bytes.erase(at, 1 + below(8)); break;
        case 4: bytes.resize(below(4) == 0 ? at : bytes.size() - below(bytes.size() / 8 + 1)); break;
        case 5: bytes.insert(at, words_[below(words_.size())]); break;
        default: {
          const std::string& word = words_[below(words_.size())];
          bytes.replace(at, word.size(), word);
        }
      }
    }
    return bytes;
  }

 private:
  size_t below(size_t n) { return n == 0 ? 0 : static_cast<size_t>(random_() % n); }
  size_t position(const std::string& bytes) {
    return below(2) == 0 && head_ < bytes.size() ? below(head_) : below(bytes.size() + 1);
  }

  std::mt19937_64 random_;
  size_t head_;
  std::vector<std::string> words_;
};

}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace c10 {

inline size_t hash_combine(size_t seed, size_t value) {
  return seed ^ (value + 0x9e3779b9 + (seed << 6) + (seed >> 2));
}
/// std::hash, and one for vectors.
template <class T>
struct hash : std::hash<T> {};
template <class T>
struct hash<std::vector<T>> {
  size_t operator()(const std::vector<T>& items) const {
    size_t seed = 0;
    for (const T& item : items) seed = hash_combine(seed, hash<T>()(item));
    return seed;
  }
};
template <class... T>
size_t get_hash(const T&... values) {
  size_t seed = 0;
  ((seed = hash_combine(seed, hash<T>()(values))), ...);
  return seed;
}

}  // namespace c10

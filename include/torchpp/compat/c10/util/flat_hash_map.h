// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Hash tables under the names of libtorch's copy of ska::flat_hash_map. They are the standard library's, so
/// that pointers to elements stay good where libtorch's would not.

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ska {

template <class Key, class Value, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>,
          class Allocator = std::allocator<std::pair<const Key, Value>>>
using flat_hash_map = std::unordered_map<Key, Value, Hash, Equal, Allocator>;
template <class T, class Hash = std::hash<T>, class Equal = std::equal_to<T>, class Allocator = std::allocator<T>>
using flat_hash_set = std::unordered_set<T, Hash, Equal, Allocator>;

}  // namespace ska

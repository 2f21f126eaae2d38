// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file OrderedDict: named values in the order in which they were inserted.

#include <torchpp/core/error.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace torchpp {

/// Values by unique key, iterated in order of insertion. A module has a handful of entries, so keys are compared one by
/// one until there are many; then a table of positions by hash is kept. Source of the interface: libtorch 1.13.
template <class Key, class Value>
class OrderedDict {
 public:
  /// A key, which does not change, and its value; `*item` and `item->` mean the value.
  class Item {
   public:
    Item(Key key, Value value) : pair_(std::move(key), std::move(value)) {}
    Value& operator*() { return pair_.second; }
    const Value& operator*() const { return pair_.second; }
    Value* operator->() { return &pair_.second; }
    const Value* operator->() const { return &pair_.second; }
    const Key& key() const noexcept { return pair_.first; }
    Value& value() noexcept { return pair_.second; }
    const Value& value() const noexcept { return pair_.second; }
    const std::pair<Key, Value>& pair() const noexcept { return pair_; }

   private:
    std::pair<Key, Value> pair_;
  };
  using Iterator = typename std::vector<Item>::iterator;
  using ConstIterator = typename std::vector<Item>::const_iterator;

  /// `key_description` names the keys in messages: "Parameter 'weight' already defined".
  explicit OrderedDict(std::string key_description = "Key") : key_description_(std::move(key_description)) {}
  OrderedDict(std::initializer_list<Item> items) : OrderedDict() {  // NOLINT: implicit
    reserve(items.size());
    for (const Item& item : items) insert(item.key(), item.value());
  }

  const std::string& key_description() const noexcept { return key_description_; }
  size_t size() const noexcept { return items_.size(); }
  bool is_empty() const noexcept { return size() == 0; }
  void reserve(size_t capacity) { items_.reserve(capacity); }

  Iterator begin() { return items_.begin(); }
  Iterator end() { return items_.end(); }
  ConstIterator begin() const { return items_.begin(); }
  ConstIterator end() const { return items_.end(); }
  const std::vector<Item>& items() const noexcept { return items_; }
  std::vector<Key> keys() const {
    return collect<Key>([](const Item& item) -> const Key& { return item.key(); });
  }
  std::vector<Value> values() const {
    return collect<Value>([](const Item& item) -> const Value& { return item.value(); });
  }
  std::vector<std::pair<Key, Value>> pairs() const {
    return collect<std::pair<Key, Value>>([](const Item& item) -> const auto& { return item.pair(); });
  }

  Item& front() { return items_[end_item("front", 0)]; }
  const Item& front() const { return items_[end_item("front", 0)]; }
  Item& back() { return items_[end_item("back", items_.size() - 1)]; }
  const Item& back() const { return items_[end_item("back", items_.size() - 1)]; }
  Item& operator[](size_t index) { return items_[checked(index)]; }
  const Item& operator[](size_t index) const { return items_[checked(index)]; }
  /// Error if the key is not there.
  Value& operator[](const Key& key) { return items_[defined(key)].value(); }
  const Value& operator[](const Key& key) const { return items_[defined(key)].value(); }
  /// Null if the key is not there.
  Value* find(const Key& key) noexcept {
    const size_t at = position(key);
    return at == kNowhere ? nullptr : &items_[at].value();
  }
  const Value* find(const Key& key) const noexcept { return const_cast<OrderedDict*>(this)->find(key); }
  bool contains(const Key& key) const noexcept { return position(key) != kNowhere; }

  /// Appends; Error if the key is there.
  template <class K, class V>
  Value& insert(K&& key, V&& value) {
    Item item(std::forward<K>(key), std::forward<V>(value));
    TORCHPP_CHECK(position(item.key()) == kNowhere, key_description_, " '", item.key(), "' already defined");
    items_.push_back(std::move(item));
    index_last();
    return items_.back().value();
  }
  Value& insert(Key key, Value&& value) { return insert<Key, Value>(std::move(key), std::move(value)); }
  /// Appends all of the other's; Error, with nothing appended, if one is there.
  void update(const OrderedDict& other) { append(other.items_); }
  void update(OrderedDict&& other) { append(std::move(other.items_)); }
  void erase(const Key& key) {
    const size_t at = position(key);
    TORCHPP_CHECK(at != kNowhere, "Key '", key, "' doesn't exist");
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(at));
    slots_.clear();
    index_all();
  }
  void clear() {
    items_.clear();
    slots_.clear();
  }

  friend bool operator==(const OrderedDict& a, const OrderedDict& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i)
      if (!(a.items_[i].key() == b.items_[i].key()) || !(a.items_[i].value() == b.items_[i].value())) return false;
    return true;
  }

 private:
  static constexpr size_t kNowhere = ~size_t{0};
  static constexpr size_t kCompared = 16;  // up to so many keys are compared one by one

  size_t checked(size_t index) const {
    TORCHPP_CHECK(index < items_.size(), "Index ", index, " is out of bounds");
    return index;
  }
  size_t end_item(const char* function, size_t index) const {
    TORCHPP_CHECK(!items_.empty(), "Called ", function, "() on an empty OrderedDict");
    return index;
  }
  size_t defined(const Key& key) const {
    const size_t at = position(key);
    TORCHPP_CHECK(at != kNowhere, key_description_, " '", key, "' is not defined");
    return at;
  }
  size_t position(const Key& key) const noexcept {
    if (slots_.empty()) {
      for (size_t i = 0; i < items_.size(); ++i)
        if (items_[i].key() == key) return i;
      return kNowhere;
    }
    for (size_t s = std::hash<Key>()(key);; ++s) {
      const auto slot = static_cast<size_t>(slots_[s & (slots_.size() - 1)]);
      if (slot == 0) return kNowhere;
      if (items_[slot - 1].key() == key) return slot - 1;
    }
  }
  void index_last() {
    if (items_.size() <= kCompared) return;
    if (items_.size() * 2 > slots_.size()) return index_all();
    enter(items_.size() - 1);
  }
  void index_all() {
    if (items_.size() <= kCompared) return;
    size_t capacity = kCompared * 4;
    while (capacity < items_.size() * 4) capacity *= 2;
    slots_.assign(capacity, 0);
    for (size_t i = 0; i < items_.size(); ++i) enter(i);
  }
  void enter(size_t i) {
    size_t s = std::hash<Key>()(items_[i].key());
    while (slots_[s & (slots_.size() - 1)] != 0) ++s;
    slots_[s & (slots_.size() - 1)] = static_cast<int64_t>(i + 1);
  }
  template <class Items>
  void append(Items&& items) {
    for (const Item& item : items)
      TORCHPP_CHECK(!contains(item.key()), key_description_, " '", item.key(), "' already defined");
    reserve(size() + items.size());
    for (auto& item : items) {
      if constexpr (std::is_lvalue_reference_v<Items>) items_.push_back(item);
      else items_.push_back(std::move(item));
      index_last();
    }
  }
  template <class T, class F>
  std::vector<T> collect(F&& part) const {
    std::vector<T> all;
    all.reserve(size());
    for (const Item& item : items_) all.push_back(part(item));
    return all;
  }

  std::vector<Item> items_;
  std::vector<int64_t> slots_;  // open addressing: position + 1, or 0; empty while keys are compared one by one
  std::string key_description_;
};

}  // namespace torchpp

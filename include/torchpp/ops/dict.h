// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Dict<Key, Value>: the dictionary of an IValue under a typed interface.

#include <torchpp/dispatch/signature.h>
#include <torchpp/ops/boxing.h>

#include <iterator>
#include <unordered_map>

namespace torchpp {

namespace detail {

// `dict` is a dictionary that somebody else owns.
TORCHPP_API const intrusive_ptr_target* dict_of(const IValue& v);  ///< throws TypeError for other values
TORCHPP_API IValue::Dict& dict_entries(const intrusive_ptr_target* dict);
/// The position of a key, or the number of entries. dict_at() throws std::out_of_range instead.
TORCHPP_API size_t dict_find(const intrusive_ptr_target* dict, const IValue& key);
TORCHPP_API size_t dict_at(const intrusive_ptr_target* dict, const IValue& key);
/// The position, and whether the key is new. The value of a key that is there changes only if `assign`.
TORCHPP_API std::pair<size_t, bool> dict_insert(const intrusive_ptr_target* dict, IValue key, IValue value,
                                                bool assign);
TORCHPP_API void dict_erase(const intrusive_ptr_target* dict, size_t position);
TORCHPP_API void dict_clear(const intrusive_ptr_target* dict);

template <class Key, class Value>
constexpr bool kIsValueView<Dict<Key, Value>> = true;
template <class Key>
constexpr bool kIsDictKey =
    std::is_same_v<Key, int64_t> || std::is_same_v<Key, std::string> || std::is_same_v<Key, double> ||
    std::is_same_v<Key, ComplexDouble> || std::is_same_v<Key, bool> || std::is_same_v<Key, Tensor>;

}  // namespace detail

/// An entry of a dictionary.
template <class Key, class Value>
class DictEntryRef {
 public:
  Key key() const { return entry().first.template to<Key>(); }
  Value value() const { return entry().second.template to<Value>(); }
  template <class V>
  void setValue(V&& value) const {
    static_assert(std::is_constructible_v<Value, V>, "setValue: the dictionary has values of another type");
    entry().second = IValue(Value(std::forward<V>(value)));
  }

 private:
  template <class, class>
  friend class DictIterator;
  template <class, class>
  friend class Dict;
  DictEntryRef(const intrusive_ptr_target* dict, size_t position) : dict_(dict), position_(position) {}
  std::pair<IValue, IValue>& entry() const { return detail::dict_entries(dict_)[position_]; }

  const intrusive_ptr_target* dict_;
  size_t position_;
};

/// A position of a dictionary. Valid as long as the dictionary lives and no entry in front of it is erased.
template <class Key, class Value>
class DictIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = DictEntryRef<Key, Value>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  DictIterator() : entry_(nullptr, 0) {}
  reference operator*() const { return entry_; }
  pointer operator->() const { return &entry_; }
  DictIterator& operator++() { return ++entry_.position_, *this; }
  DictIterator operator++(int) { return {entry_.dict_, entry_.position_++}; }
  difference_type operator-(const DictIterator& o) const {
    return static_cast<difference_type>(entry_.position_ - o.entry_.position_);
  }
  bool operator==(const DictIterator& o) const {
    return entry_.dict_ == o.entry_.dict_ && entry_.position_ == o.entry_.position_;
  }
  bool operator!=(const DictIterator& o) const { return !(*this == o); }
  bool operator<(const DictIterator& o) const { return entry_.position_ < o.entry_.position_; }
  bool operator<=(const DictIterator& o) const { return entry_.position_ <= o.entry_.position_; }
  bool operator>(const DictIterator& o) const { return entry_.position_ > o.entry_.position_; }
  bool operator>=(const DictIterator& o) const { return entry_.position_ >= o.entry_.position_; }

 private:
  friend class Dict<Key, Value>;
  DictIterator(const intrusive_ptr_target* dict, size_t position) : entry_(dict, position) {}

  DictEntryRef<Key, Value> entry_;
};

/// A handle to a dictionary that keeps the order of insertion: copies of it, and IValues made of it, are the same
/// dictionary. Keys are int64_t, std::string, double, ComplexDouble, bool or Tensor (by identity), or with values of
/// any type IValues of these types.
/// Source of the interface: libtorch 1.13 c10::Dict, but for the types that TorchScript gives to dictionaries. There
/// erasing takes constant time, here time proportional to the size.
template <class Key, class Value>
class Dict final {
  static_assert(detail::kIsDictKey<Key> || (std::is_same_v<Key, IValue> && std::is_same_v<Value, IValue>),
                "Dict: keys are integers, texts, numbers, bools or tensors");

 public:
  using key_type = Key;
  using mapped_type = Value;
  using size_type = size_t;
  using iterator = DictIterator<Key, Value>;

  Dict() : value_(IValue::Dict()) {}
  /// The dictionary of a value. Throws TypeError unless it is one, and when an entry of another type is read.
  explicit Dict(const IValue& value) : Dict(view(const_cast<IValue&>(value))) {}
  // No moves: what a dictionary was moved from is used as a dictionary.
  Dict(const Dict&) = default;
  Dict& operator=(const Dict&) = default;
  operator IValue() const { return value_; }  // NOLINT: implicit

  /// A dictionary of its own with the same entries.
  Dict copy() const { return Dict(IValue(entries())); }

  iterator begin() const { return {box(), 0}; }
  iterator end() const { return {box(), size()}; }
  bool empty() const { return entries().empty(); }
  size_t size() const { return entries().size(); }
  void reserve(size_t count) const { entries().reserve(count); }
  void clear() const { detail::dict_clear(box()); }

  /// The entry, and whether it is new: insert() leaves the value of a key that is there, insert_or_assign() does not.
  template <class K, class V>
  std::pair<iterator, bool> insert(K&& key, V&& value) const {
    return insert(Key(std::forward<K>(key)), Value(std::forward<V>(value)), false);
  }
  template <class K, class V>
  std::pair<iterator, bool> insert_or_assign(K&& key, V&& value) const {
    return insert(Key(std::forward<K>(key)), Value(std::forward<V>(value)), true);
  }
  void erase(iterator position) const { detail::dict_erase(box(), position.entry_.position_); }
  /// The number of entries erased, 0 or 1.
  [[nodiscard]] size_t erase(const Key& key) const {
    const iterator position = find(key);
    if (position == end()) return 0;
    erase(position);
    return 1;
  }

  /// Throws std::out_of_range for a key that is not there.
  Value at(const Key& key) const { return entries()[detail::dict_at(box(), IValue(key))].second.template to<Value>(); }
  iterator find(const Key& key) const { return {box(), detail::dict_find(box(), IValue(key))}; }
  bool contains(const Key& key) const { return find(key) != end(); }

  /// Whether the entries are equal in whatever order, compared as IValues; is(): whether it is the same dictionary.
  friend bool operator==(const Dict& a, const Dict& b) { return a.value_ == b.value_; }
  friend bool operator!=(const Dict& a, const Dict& b) { return !(a == b); }
  bool is(const Dict& other) const { return value_.is(other.value_); }

  /// A value seen as a dictionary: a Dict has no other member, so that kernels get the values of boxed calls as they
  /// are.
  static Dict& view(IValue& value) {
    (void)detail::dict_of(value);
    static_assert(sizeof(Dict) == sizeof(IValue) && std::is_standard_layout_v<Dict>);
    return reinterpret_cast<Dict&>(value);
  }

 private:
  const intrusive_ptr_target* box() const { return detail::dict_of(value_); }
  IValue::Dict& entries() const { return detail::dict_entries(box()); }
  std::pair<iterator, bool> insert(const Key& key, const Value& value, bool assign) const {
    const auto [position, is_new] = detail::dict_insert(box(), IValue(key), IValue(value), assign);
    return {iterator(box(), position), is_new};
  }

  IValue value_;
};

inline Dict<IValue, IValue> IValue::toGenericDict() const { return torchpp::Dict<IValue, IValue>(*this); }

namespace detail {

template <class Key, class Value>
struct FromValue<Dict<Key, Value>> {
  static Dict<Key, Value> get(const IValue& v) { return Dict<Key, Value>(v); }
};
template <class Key, class Value>
struct FromValue<std::unordered_map<Key, Value>> {
  static std::unordered_map<Key, Value> get(const IValue& v) {
    std::unordered_map<Key, Value> values;
    for (const auto& e : v.toGenericDictRef())
      values.emplace(e.first.template to<Key>(), e.second.template to<Value>());
    return values;
  }
};

}  // namespace detail
}  // namespace torchpp

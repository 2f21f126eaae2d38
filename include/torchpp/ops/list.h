// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file List<T>: the list of an IValue under a typed interface.

#include <torchpp/dispatch/signature.h>
#include <torchpp/ops/boxing.h>

#include <initializer_list>
#include <iterator>

namespace torchpp {

namespace detail {

/// A list that somebody else owns.
struct ListRef {
  IValue::Tag tag;
  const intrusive_ptr_target* box;
  friend bool operator==(ListRef a, ListRef b) { return a.box == b.box; }
};
TORCHPP_API ListRef list_of(const IValue& v);  ///< throws TypeError for a value that is no list
TORCHPP_API void expect_list(const IValue& v, IValue::Tag tag);
TORCHPP_API IValue make_list(IValue::Tag tag);
TORCHPP_API IValue copy_list(ListRef list);
TORCHPP_API size_t list_size(ListRef list);
// Throw std::out_of_range for a position behind the last element, and TypeError for a value of another type.
TORCHPP_API IValue list_get(ListRef list, size_t position);
TORCHPP_API void list_set(ListRef list, size_t position, const IValue& value);
TORCHPP_API void list_insert(ListRef list, size_t position, const IValue& value);
TORCHPP_API void list_erase(ListRef list, size_t first, size_t last);
TORCHPP_API void list_reserve(ListRef list, size_t count);

template <class T>
constexpr IValue::Tag kListTag = std::is_same_v<T, int64_t>            ? IValue::Tag::kIntList
                                 : std::is_same_v<T, double>           ? IValue::Tag::kDoubleList
                                 : std::is_same_v<T, bool>             ? IValue::Tag::kBoolList
                                 : std::is_same_v<T, Scalar>           ? IValue::Tag::kScalarList
                                 : std::is_same_v<T, Tensor>           ? IValue::Tag::kTensorList
                                 : std::is_same_v<T, optional<Tensor>> ? IValue::Tag::kOptionalTensorList
                                                                       : IValue::Tag::kGenericList;

template <class T>
constexpr bool kIsValueView<List<T>> = true;

}  // namespace detail

/// Stands for an element of a list: converts to its value, and assignment writes it.
template <class T>
class ListElementReference {
 public:
  operator T() const { return get().template to<T>(); }  // NOLINT: implicit
  ListElementReference& operator=(const T& value) && {
    detail::list_set(list_, position_, IValue(value));
    return *this;
  }
  ListElementReference& operator=(ListElementReference&& other) && { return std::move(*this) = static_cast<T>(other); }
  IValue get() const { return detail::list_get(list_, position_); }
  friend void swap(ListElementReference&& a, ListElementReference&& b) {
    const IValue value = a.get();
    detail::list_set(a.list_, a.position_, b.get());
    detail::list_set(b.list_, b.position_, value);
  }
  friend bool operator==(const ListElementReference& a, const T& b) { return static_cast<T>(a) == b; }
  friend bool operator==(const T& a, const ListElementReference& b) { return a == static_cast<T>(b); }

 private:
  template <class>
  friend class List;
  template <class>
  friend class ListIterator;
  ListElementReference(detail::ListRef list, size_t position) : list_(list), position_(position) {}
  ListElementReference(ListElementReference&&) noexcept = default;

  detail::ListRef list_;
  size_t position_;
};

/// A position of a list. Valid as long as the list lives; refers to another element after insertions in front of it.
template <class T>
class ListIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = ListElementReference<T>;

  ListIterator() = default;
  reference operator*() const { return {list_, position_}; }
  reference operator[](size_t offset) const { return {list_, position_ + offset}; }
  ListIterator& operator++() { return ++position_, *this; }
  ListIterator operator++(int) { return {list_, position_++}; }
  ListIterator& operator--() { return --position_, *this; }
  ListIterator operator--(int) { return {list_, position_--}; }
  ListIterator& operator+=(difference_type n) { return position_ += static_cast<size_t>(n), *this; }
  ListIterator& operator-=(difference_type n) { return position_ -= static_cast<size_t>(n), *this; }
  ListIterator operator+(difference_type n) const { return {list_, position_ + static_cast<size_t>(n)}; }
  ListIterator operator-(difference_type n) const { return {list_, position_ - static_cast<size_t>(n)}; }
  friend difference_type operator-(const ListIterator& a, const ListIterator& b) {
    return static_cast<difference_type>(a.position_ - b.position_);
  }
  friend bool operator==(const ListIterator& a, const ListIterator& b) {
    return a.list_ == b.list_ && a.position_ == b.position_;
  }
  friend bool operator!=(const ListIterator& a, const ListIterator& b) { return !(a == b); }
  friend bool operator<(const ListIterator& a, const ListIterator& b) { return a.position_ < b.position_; }
  friend bool operator<=(const ListIterator& a, const ListIterator& b) { return a.position_ <= b.position_; }
  friend bool operator>(const ListIterator& a, const ListIterator& b) { return a.position_ > b.position_; }
  friend bool operator>=(const ListIterator& a, const ListIterator& b) { return a.position_ >= b.position_; }

 private:
  friend class List<T>;
  ListIterator(detail::ListRef list, size_t position) : list_(list), position_(position) {}

  detail::ListRef list_{IValue::Tag::kNone, nullptr};
  size_t position_ = 0;
};

/// A handle to a list: copies of it, and IValues made of it, are the same list. T is what an IValue can hold; a
/// List<IValue> may also stand for a list of one type (IValue::toList()), to which no other elements can be added.
/// Functions with a position throw std::out_of_range for one behind the last element.
/// Source of the interface: libtorch 1.13 c10::List, but for the types that TorchScript gives to lists.
template <class T>
class List final {
 public:
  using value_type = T;
  using size_type = size_t;
  using iterator = ListIterator<T>;
  using const_iterator = iterator;

  List() : value_(detail::make_list(detail::kListTag<T>)) {}
  List(std::initializer_list<T> values) : List() {
    reserve(values.size());
    for (const T& v : values) push_back(v);
  }
  explicit List(ArrayRef<T> values) : List() {
    reserve(values.size());
    for (const T& v : values) push_back(v);
  }
  /// The list of a value. Throws TypeError unless its elements are of type T; where a list carries no element type,
  /// which is the case of texts, lists and other objects, reading an element of another type does.
  explicit List(const IValue& value) : List(view(const_cast<IValue&>(value))) {}
  // No moves: what a list was moved from is used as a list.
  List(const List&) = default;
  List& operator=(const List&) = default;
  operator IValue() const { return value_; }  // NOLINT: implicit

  /// A list of its own with the same elements.
  List copy() const { return List(detail::copy_list(ref())); }

  T get(size_t position) const { return detail::list_get(ref(), position).template to<T>(); }
  T operator[](size_t position) const { return get(position); }
  ListElementReference<T> operator[](size_t position) {
    (void)detail::list_get(ref(), position);
    return {ref(), position};
  }
  /// The element, in whose place an empty value remains.
  T extract(size_t position) const {
    T value = get(position);
    if constexpr (std::is_constructible_v<IValue, T> && std::is_default_constructible_v<T>) set(position, T());
    return value;
  }
  void set(size_t position, const T& value) const { detail::list_set(ref(), position, IValue(value)); }

  iterator begin() const { return {ref(), 0}; }
  iterator end() const { return {ref(), size()}; }
  bool empty() const { return size() == 0; }
  size_t size() const { return detail::list_size(ref()); }
  void reserve(size_t count) const { detail::list_reserve(ref(), count); }
  void clear() const { detail::list_erase(ref(), 0, size()); }

  iterator insert(iterator position, const T& value) const {
    detail::list_insert(ref(), position.position_, IValue(value));
    return position;
  }
  template <class... Args>
  iterator emplace(iterator position, Args&&... args) const {
    return insert(position, T(std::forward<Args>(args)...));
  }
  void push_back(const T& value) const { detail::list_insert(ref(), size(), IValue(value)); }
  template <class... Args>
  void emplace_back(Args&&... args) const {
    push_back(T(std::forward<Args>(args)...));
  }
  void append(const List& other) const {
    const size_t count = other.size();  // `other` may be this list
    for (size_t i = 0; i < count; ++i) push_back(other.get(i));
  }
  iterator erase(iterator position) const { return erase(position, position + 1); }
  iterator erase(iterator first, iterator last) const {
    detail::list_erase(ref(), first.position_, last.position_);
    return first;
  }
  void pop_back() const { erase(end() - 1); }
  void resize(size_t count, const T& value = T()) const {
    if (count < size()) detail::list_erase(ref(), count, size());
    while (size() < count) push_back(value);
  }

  /// Whether the elements are equal, compared as IValues; is(): whether it is the same list.
  friend bool operator==(const List& a, const List& b) { return a.value_ == b.value_; }
  friend bool operator!=(const List& a, const List& b) { return !(a == b); }
  bool is(const List& other) const { return value_.is(other.value_); }
  size_t use_count() const { return value_.use_count(); }

  std::vector<T> vec() const {
    std::vector<T> values;
    values.reserve(size());
    for (size_t i = 0; i < size(); ++i) values.push_back(get(i));
    return values;
  }

  /// A value seen as a list: a List has no other member, so that kernels get the values of boxed calls as they are.
  static List& view(IValue& value) {
    if constexpr (std::is_same_v<T, IValue>) (void)detail::list_of(value);
    else detail::expect_list(value, detail::kListTag<T>);
    static_assert(sizeof(List) == sizeof(IValue) && std::is_standard_layout_v<List>);
    return reinterpret_cast<List&>(value);
  }

 private:
  detail::ListRef ref() const { return detail::list_of(value_); }

  IValue value_;
};

inline List<IValue> IValue::toList() const { return torchpp::List<IValue>(*this); }
inline List<int64_t> IValue::toIntList() const { return torchpp::List<int64_t>(*this); }
inline List<double> IValue::toDoubleList() const { return torchpp::List<double>(*this); }
inline List<bool> IValue::toBoolList() const { return torchpp::List<bool>(*this); }
inline List<Tensor> IValue::toTensorList() const { return torchpp::List<Tensor>(*this); }
inline List<optional<Tensor>> IValue::toOptionalTensorList() const { return torchpp::List<optional<Tensor>>(*this); }

namespace detail {

template <class T>
struct FromValue<List<T>> {
  static List<T> get(const IValue& v) { return List<T>(v); }
};
template <class T>
struct FromValue<std::vector<T>> {
  static std::vector<T> get(const IValue& v) {
    const ListRef list = list_of(v);
    const size_t size = list_size(list);
    std::vector<T> values;
    values.reserve(size);
    for (size_t i = 0; i < size; ++i) values.push_back(list_get(list, i).template to<T>());
    return values;
  }
};

}  // namespace detail
}  // namespace torchpp

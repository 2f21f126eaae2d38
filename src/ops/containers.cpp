// SPDX-License-Identifier: BSD-3-Clause
// The lists and dictionaries behind List and Dict, and equality of values.
#include <torchpp/dispatch/op.h>
#include <torchpp/ops.h>
#include <torchpp/ops/dict.h>
#include <torchpp/ops/list.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "src/ops/dict_storage.h"

namespace torchpp {
namespace detail {

struct ContainerAccess {
  static const intrusive_ptr_target* pointer(const IValue& v) { return v.counted() ? v.p_ : nullptr; }
  template <class T>
  static IValue make(IValue::Tag tag, T value) {
    IValue v;
    v.tag_ = tag;
    v.p_ = make_intrusive<Boxed<T>>(std::move(value)).release();
    return v;
  }
};

namespace {

using Tag = IValue::Tag;

template <class T>
T& contents(const intrusive_ptr_target* box) {
  return const_cast<Boxed<T>*>(static_cast<const Boxed<T>*>(box))->value;
}

// Calls f with the std::vector of a list.
template <class F>
auto visit(ListRef list, const F& f) {
  switch (list.tag) {
    case Tag::kIntList: return f(contents<std::vector<int64_t>>(list.box));
    case Tag::kDoubleList: return f(contents<std::vector<double>>(list.box));
    case Tag::kBoolList: return f(contents<std::vector<bool>>(list.box));
    case Tag::kScalarList: return f(contents<std::vector<Scalar>>(list.box));
    case Tag::kTensorList: return f(contents<std::vector<Tensor>>(list.box));
    default: return f(contents<IValue::List>(list.box));
  }
}

template <class V>
typename V::value_type element(const V&, const IValue& v) {
  return v.to<typename V::value_type>();
}

// Throws unless position < end.
void check_position(ListRef list, size_t position, size_t end) {
  if (position >= end)
    throw std::out_of_range(str("List: got the index ", position, " in a list of ", list_size(list), " elements"));
}

}  // namespace

ListRef list_of(const IValue& v) {
  TORCHPP_CHECK_TYPE(v.isList(), "List: got ", v.type_name(), ", expected a list");
  return {v.tag(), ContainerAccess::pointer(v)};
}
void expect_list(const IValue& v, IValue::Tag tag) {
  TORCHPP_CHECK_TYPE(v.tag() == tag, "List: got ", v.type_name(), ", expected ", make_list(tag).type_name());
}
IValue make_list(IValue::Tag tag) {
  switch (tag) {
    case Tag::kIntList: return ContainerAccess::make(tag, std::vector<int64_t>());
    case Tag::kDoubleList: return ContainerAccess::make(tag, std::vector<double>());
    case Tag::kBoolList: return ContainerAccess::make(tag, std::vector<bool>());
    case Tag::kScalarList: return ContainerAccess::make(tag, std::vector<Scalar>());
    case Tag::kTensorList: return ContainerAccess::make(tag, std::vector<Tensor>());
    default: return ContainerAccess::make(tag, IValue::List());
  }
}
IValue copy_list(ListRef list) {
  return visit(list, [&](const auto& v) { return ContainerAccess::make(list.tag, v); });
}
size_t list_size(ListRef list) {
  return visit(list, [](const auto& v) { return v.size(); });
}
IValue list_get(ListRef list, size_t position) {
  check_position(list, position, list_size(list));
  return visit(list, [&](const auto& v) { return IValue(v[position]); });
}
void list_set(ListRef list, size_t position, const IValue& value) {
  check_position(list, position, list_size(list));
  visit(list, [&](auto& v) { v[position] = element(v, value); });
}
void list_insert(ListRef list, size_t position, const IValue& value) {
  check_position(list, position, list_size(list) + 1);
  visit(list, [&](auto& v) { v.insert(v.begin() + static_cast<ptrdiff_t>(position), element(v, value)); });
}
void list_erase(ListRef list, size_t first, size_t last) {
  check_position(list, last, list_size(list) + 1);
  check_position(list, first, last + 1);
  visit(list,
        [&](auto& v) { v.erase(v.begin() + static_cast<ptrdiff_t>(first), v.begin() + static_cast<ptrdiff_t>(last)); });
}
void list_reserve(ListRef list, size_t count) {
  visit(list, [&](auto& v) { v.reserve(count); });
}

DispatchKeySet keys_of_value(const IValue& v) {
  DispatchKeySet keys;
  const auto add_all = [&](const IValue::List& values) {
    for (const IValue& e : values) keys = keys | keys_of_value(e);
  };
  switch (v.tag()) {
    case Tag::kTensor: return keys_of_any(v.toTensor());
    case Tag::kTensorList: return keys_of_list(v.toTensorVector());
    case Tag::kOptionalTensorList:
    case Tag::kGenericList: add_all(contents<IValue::List>(ContainerAccess::pointer(v))); break;
    case Tag::kTuple: add_all(v.toTupleRef()); break;
    case Tag::kGenericDict:
      for (const auto& e : v.toGenericDictRef()) keys = keys | keys_of_value(e.first) | keys_of_value(e.second);
      break;
    default: break;
  }
  return keys;
}

size_t KeyHash::operator()(const IValue& key) const {
  switch (key.tag()) {
    case Tag::kInt:
    case Tag::kBool: return std::hash<int64_t>()(key.toInt());
    case Tag::kDouble: return std::hash<double>()(key.toDouble());
    case Tag::kComplexDouble: {
      const ComplexDouble z = key.toComplexDouble();
      return std::hash<double>()(z.real()) * 31 + std::hash<double>()(z.imag());
    }
    case Tag::kString: return std::hash<std::string_view>()(key.toStringView());
    case Tag::kTensor: return std::hash<const void*>()(ContainerAccess::pointer(key));
    case Tag::kDevice: return std::hash<std::string>()(to_string(key.toDevice()));
    default:
      TORCHPP_FAIL_KIND(kError, "Dict: got a key of type ", key.type_name(), ", expected one that can be hashed");
  }
}
bool KeyEqual::operator()(const IValue& a, const IValue& b) const {
  return a.tag() == b.tag() && (a.isTensor() ? a.is(b) : a == b);
}

size_t DictStorage::find(const IValue& key) {
  constexpr size_t kSearchedInLine = 8;
  if (entries.size() <= kSearchedInLine) {
    KeyHash()(key);  // so that a key of the wrong type is an error at any size
    const auto it =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return KeyEqual()(e.first, key); });
    return static_cast<size_t>(it - entries.begin());
  }
  for (size_t i = positions_.size(); i < entries.size(); ++i) positions_.emplace(entries[i].first, i);
  const auto it = positions_.find(key);
  return it == positions_.end() ? entries.size() : it->second;
}
void DictStorage::add(IValue key, IValue value) { entries.emplace_back(std::move(key), std::move(value)); }
void DictStorage::erase(size_t position) {
  entries.erase(entries.begin() + static_cast<ptrdiff_t>(position));
  positions_.clear();
}

namespace {

DictStorage& storage_of(const intrusive_ptr_target* dict) { return contents<DictStorage>(dict); }

}  // namespace

const intrusive_ptr_target* dict_of(const IValue& v) { return v.toGenericDictRef(), ContainerAccess::pointer(v); }
IValue::Dict& dict_entries(const intrusive_ptr_target* dict) { return storage_of(dict).entries; }
size_t dict_find(const intrusive_ptr_target* dict, const IValue& key) { return storage_of(dict).find(key); }
std::pair<size_t, bool> dict_insert(const intrusive_ptr_target* dict, IValue key, IValue value, bool assign) {
  DictStorage& storage = storage_of(dict);
  const size_t position = storage.find(key);
  const bool is_new = position == storage.entries.size();
  if (is_new) storage.add(std::move(key), std::move(value));
  else if (assign) storage.entries[position].second = std::move(value);
  return {position, is_new};
}
void dict_erase(const intrusive_ptr_target* dict, size_t position) { storage_of(dict).erase(position); }
void dict_clear(const intrusive_ptr_target* dict) { storage_of(dict) = DictStorage({}); }
size_t dict_at(const intrusive_ptr_target* dict, const IValue& key) {
  const size_t position = dict_find(dict, key);
  if (position == dict_entries(dict).size()) throw std::out_of_range("Dict: the key is not in the dictionary");
  return position;
}

}  // namespace detail

namespace {

// As elements of containers: what is the same object is equal, whatever it holds.
bool equal_elements(const IValue& a, const IValue& b) { return a.is(b) || a == b; }

bool equal_dicts(const IValue& a, const IValue& b) {
  const IValue::Dict& entries = a.toGenericDictRef();
  if (entries.size() != b.toGenericDictRef().size()) return false;
  const intrusive_ptr_target* const other = detail::dict_of(b);
  return std::all_of(entries.begin(), entries.end(), [&](const auto& e) {
    const size_t position = detail::dict_find(other, e.first);
    return position < entries.size() && equal_elements(e.second, detail::dict_entries(other)[position].second);
  });
}

}  // namespace

bool IValue::is(const IValue& o) const {
  const auto is_nothing = [](const IValue& v) { return v.isNone() || (v.isTensor() && v.p_ == nullptr); };
  if (is_nothing(*this) || is_nothing(o)) return is_nothing(*this) && is_nothing(o);
  if (tag_ != o.tag_) return false;
  if (isDouble()) return d_ == o.d_;
  if (isComplexDouble()) return toComplexDouble() == o.toComplexDouble();
  return i_ == o.i_;  // a number or a pointer
}

bool IValue::equal(const IValue& a, const IValue& b) {
  if (a.isList() && b.isList()) {
    const detail::ListRef x = detail::list_of(a), y = detail::list_of(b);
    const size_t size = detail::list_size(x);
    if (size != detail::list_size(y)) return false;
    for (size_t i = 0; i < size; ++i)
      if (!equal_elements(detail::list_get(x, i), detail::list_get(y, i))) return false;
    return true;
  }
  if (a.tag_ != b.tag_) return false;
  switch (a.tag_) {
    case Tag::kTensor: {
      const Tensor x = a.toTensor(), y = b.toTensor();
      return x.defined() && y.defined() ? x.eq(y).is_nonzero() : x.defined() == y.defined();
    }
    case Tag::kString: return a.toStringRef() == b.toStringRef();
    case Tag::kTuple: {
      const List &x = a.toTupleRef(), &y = b.toTupleRef();
      return std::equal(x.begin(), x.end(), y.begin(), y.end(), equal_elements);
    }
    case Tag::kGenericDict: return equal_dicts(a, b);
    case Tag::kGenerator: return a.toGenerator() == b.toGenerator();
    default: return a.is(b);
  }
}

}  // namespace torchpp

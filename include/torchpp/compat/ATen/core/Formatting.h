// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file operator<< of what libtorch prints and torchpp.h leaves out, because it would need <ostream>.

#include <ATen/core/ATenGeneral.h>
#include <torchpp/ops/print.h>

#include <ostream>
#include <set>
#include <vector>

namespace torchpp {

namespace detail {
template <class T>
std::ostream& print_between(std::ostream& out, const T& items, const char* begin, const char* between,
                            const char* end) {
  out << begin;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out << between;
    out << item;
    first = false;
  }
  return out << end;
}
}  // namespace detail

/// "[1, 2]".
template <class T>
std::ostream& operator<<(std::ostream& out, ArrayRef<T> items) {
  return detail::print_between(out, items, "[", ", ", "]");
}
inline std::ostream& operator<<(std::ostream& out, Half value) { return out << static_cast<float>(value); }
inline std::ostream& operator<<(std::ostream& out, BFloat16 value) { return out << static_cast<float>(value); }
template <class T>
std::ostream& operator<<(std::ostream& out, const Complex<T>& z) {
  return out << '(' << z.real() << ',' << z.imag() << ')';
}
/// The address, as of any pointer.
template <class T>
std::ostream& operator<<(std::ostream& out, const intrusive_ptr<T>& pointer) {
  return out << static_cast<const void*>(pointer.get());
}
inline std::string toString(DispatchKey key) { return to_string(key); }
inline std::string toString(DispatchKeySet keys) {
  return "DispatchKeySet(" + (keys.empty() ? std::string() : to_string(keys)) + ")";
}
inline std::ostream& operator<<(std::ostream& out, DispatchKey key) { return out << to_string(key); }
inline std::ostream& operator<<(std::ostream& out, DispatchKeySet keys) { return out << toString(keys); }
inline std::ostream& operator<<(std::ostream& out, const OperatorName& name) {
  return out << name.name << (name.overload_name.empty() ? "" : ".") << name.overload_name;
}

namespace indexing {
inline std::ostream& operator<<(std::ostream& out, const std::vector<TensorIndex>& indices) {
  return torchpp::detail::print_between(out, indices, "(", ", ", ")");
}
}  // namespace indexing

}  // namespace torchpp

// libtorch prints standard containers, their elements with blanks between. A program's own operator<< for one of them
// is more specialised and wins.
namespace std {
template <class... T>
ostream& operator<<(ostream& out, const vector<T...>& items) {
  return torchpp::detail::print_between(out, items, "", " ", "");
}
template <class... T>
ostream& operator<<(ostream& out, const set<T...>& items) {
  return torchpp::detail::print_between(out, items, "", " ", "");
}
}  // namespace std

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Free functions of libtorch's that torchpp has as methods only.

#include <ATen/core/ATenGeneral.h>
#include <ATen/core/List.h>

#include <initializer_list>
#include <vector>

namespace torchpp {

inline int64_t numel(const Tensor& t) { return t.numel(); }
inline Tensor true_divide(const Tensor& self, const Tensor& other) { return self.div(other); }
inline Tensor true_divide(const Tensor& self, const Scalar& other) { return self.div(other); }

namespace detail {
// Indices as index() takes them: undefined for a dimension without one.
template <class Indices>
std::vector<Tensor> indices_of(const Indices& indices) {
  std::vector<Tensor> tensors;
  for (const optional<Tensor>& t : indices) tensors.push_back(t ? *t : Tensor());
  return tensors;
}
}  // namespace detail

inline Tensor index(const Tensor& self, const List<optional<Tensor>>& indices) {
  return index(self, detail::indices_of(indices.vec()));
}
inline Tensor index_put(const Tensor& self, const List<optional<Tensor>>& indices, const Tensor& values,
                        bool accumulate = false) {
  return index_put(self, detail::indices_of(indices.vec()), values, accumulate);
}
inline Tensor& index_put_(Tensor& self, const List<optional<Tensor>>& indices, const Tensor& values,
                          bool accumulate = false) {
  return index_put_(self, detail::indices_of(indices.vec()), values, accumulate);
}

// Indices in braces, which both a List and a TensorList would take: {i}, {nullopt, i}.
inline Tensor index(const Tensor& self, std::initializer_list<optional<Tensor>> indices) {
  return index(self, detail::indices_of(indices));
}
inline Tensor index_put(const Tensor& self, std::initializer_list<optional<Tensor>> indices, const Tensor& values,
                        bool accumulate = false) {
  return index_put(self, detail::indices_of(indices), values, accumulate);
}
inline Tensor& index_put_(Tensor& self, std::initializer_list<optional<Tensor>> indices, const Tensor& values,
                          bool accumulate = false) {
  return index_put_(self, detail::indices_of(indices), values, accumulate);
}

}  // namespace torchpp

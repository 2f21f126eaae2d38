// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Broadcasting.

#include <ATen/core/ATenGeneral.h>
#include <c10/util/MaybeOwned.h>
#include <c10/util/SmallVector.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace at {

/// The sizes that both broadcast to. Throws Error when there are none.
inline std::vector<int64_t> infer_size(IntArrayRef a, IntArrayRef b) {
  std::vector<int64_t> result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); ++i) {  // from the last dimension on
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1, y = i < b.size() ? b[b.size() - 1 - i] : 1;
    TORCHPP_CHECK(x == y || x == 1 || y == 1, "The size of tensor a (", x, ") must match the size of tensor b (", y,
                  ") at non-singleton dimension ", result.size() - 1 - i);
    result[result.size() - 1 - i] = x == 1 ? y : x;
  }
  return result;
}
inline bool are_expandable(IntArrayRef a, IntArrayRef b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const int64_t x = a[a.size() - 1 - i], y = b[b.size() - 1 - i];
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}
inline bool is_expandable_to(IntArrayRef shape, IntArrayRef desired) {
  if (shape.size() > desired.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t size = shape[shape.size() - 1 - i];
    if (size != desired[desired.size() - 1 - i] && size != 1) return false;
  }
  return true;
}
inline DimVector infer_size_dimvector(IntArrayRef a, IntArrayRef b) {
  const std::vector<int64_t> sizes = infer_size(a, b);
  return DimVector(sizes.begin(), sizes.end());
}
/// Strides that hold the elements without gaps, in the order of memory of the given ones.
inline std::vector<int64_t> infer_dense_strides(IntArrayRef sizes, IntArrayRef strides) {
  TORCHPP_CHECK(sizes.size() == strides.size(), "Input tensor_sizes should have equal length with tensor_strides, got ",
                sizes.size(), " and ", strides.size());
  std::vector<size_t> order(sizes.size());  // from the innermost dimension
  for (size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
  std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) {
    if (strides[x] == 0 || strides[y] == 0) return false;  // expanded dimensions stay where they are
    return strides[x] != strides[y] ? strides[x] < strides[y] : sizes[x] < sizes[y];
  });
  std::vector<int64_t> dense(sizes.size());
  int64_t stride = 1;
  for (const size_t d : order) {
    dense[d] = stride;
    if (sizes[d] > 1) stride *= sizes[d];
  }
  return dense;
}

// Tensors expanded to common sizes. One that has them already is borrowed and must outlive the result. With a name,
// undefined tensors are an Error that holds it.

namespace detail {
inline c10::MaybeOwned<Tensor> expanded_to(const Tensor& t, IntArrayRef sizes) {
  return t.sizes().equals(sizes) ? c10::MaybeOwned<Tensor>::borrowed(t)
                                 : c10::MaybeOwned<Tensor>::owned(t.expand(sizes));
}
inline void check_all_defined(std::initializer_list<const Tensor*> tensors, const char* name) {
  for (const Tensor* t : tensors) TORCHPP_CHECK(t->defined(), name, "(...) called with an undefined Tensor");
}
}  // namespace detail
inline c10::MaybeOwned<Tensor> expand_inplace(const Tensor& tensor, const Tensor& other) {
  return detail::expanded_to(other, tensor.sizes());
}
inline c10::MaybeOwned<Tensor> expand_inplace(const Tensor& tensor, const Tensor& other, const char* name) {
  detail::check_all_defined({&tensor, &other}, name);
  return expand_inplace(tensor, other);
}
c10::MaybeOwned<Tensor> expand_inplace(const Tensor& tensor, Tensor&& other) = delete;
inline c10::MaybeOwned<Tensor> expand_size(const Tensor& t, IntArrayRef sizes) { return detail::expanded_to(t, sizes); }
c10::MaybeOwned<Tensor> expand_size(Tensor&& t, IntArrayRef sizes) = delete;
inline std::tuple<c10::MaybeOwned<Tensor>, c10::MaybeOwned<Tensor>> expand_outplace(const Tensor& a, const Tensor& b) {
  const std::vector<int64_t> sizes = infer_size(a.sizes(), b.sizes());
  return {detail::expanded_to(a, sizes), detail::expanded_to(b, sizes)};
}
inline std::tuple<c10::MaybeOwned<Tensor>, c10::MaybeOwned<Tensor>> expand_outplace(const Tensor& a, const Tensor& b,
                                                                                    const char* name) {
  detail::check_all_defined({&a, &b}, name);
  return expand_outplace(a, b);
}
inline std::tuple<c10::MaybeOwned<Tensor>, c10::MaybeOwned<Tensor>, c10::MaybeOwned<Tensor>> expand_outplace(
    const Tensor& a, const Tensor& b, const Tensor& c) {
  const std::vector<int64_t> sizes = infer_size(infer_size(a.sizes(), b.sizes()), c.sizes());
  return {detail::expanded_to(a, sizes), detail::expanded_to(b, sizes), detail::expanded_to(c, sizes)};
}
/// Undefined tensors stay so.
inline std::vector<Tensor> expand_outplace(TensorList tensors) {
  std::vector<int64_t> sizes;
  for (const Tensor& t : tensors)
    if (t.defined()) sizes = infer_size(sizes, t.sizes());
  std::vector<Tensor> result;
  for (const Tensor& t : tensors) result.push_back(t.defined() ? t.expand(sizes) : t);
  return result;
}
inline Tensor sum_to(const Tensor& t, IntArrayRef shape) { return t.sum_to_size(shape); }

}  // namespace at

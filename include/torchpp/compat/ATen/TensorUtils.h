// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Checks of the arguments of an operator: the message names the operator, the argument and its position.

#include <ATen/TensorGeometry.h>
#include <c10/core/Backend.h>
#include <c10/util/Exception.h>

#include <algorithm>

namespace at {

using CheckedFrom = const char*;  ///< the operator's name

/// An argument of an operator; `pos` counts from 1, and 0 is the object of a method. The tensor must outlive it.
struct TensorArg {
  TensorArg(const Tensor& t, const char* argument, int position) : tensor(t), name(argument), pos(position) {}
  TensorArg(Tensor&& t, const char* argument, int position) = delete;
  const Tensor* operator->() const { return &tensor; }
  const Tensor& operator*() const { return tensor; }

  const Tensor& tensor;
  const char* name;
  int pos;
};
struct TensorGeometryArg {
  TensorGeometryArg(const TensorArg& arg) : tensor(*arg), name(arg.name), pos(arg.pos) {}  // NOLINT: implicit
  TensorGeometryArg(TensorGeometry geometry, const char* argument, int position)
      : tensor(std::move(geometry)), name(argument), pos(position) {}
  const TensorGeometry* operator->() const { return &tensor; }
  const TensorGeometry& operator*() const { return tensor; }

  TensorGeometry tensor;
  const char* name;
  int pos;
};
/// "argument #2 'weight'", or "'self'" for the object of a method.
inline std::ostream& operator<<(std::ostream& out, const TensorGeometryArg& t) {
  if (t.pos == 0) return out << "'" << t.name << "'";
  return out << "argument #" << t.pos << " '" << t.name << "'";
}

// All throw Error, but for TypeError where they say so.

inline void checkDim(CheckedFrom c, const Tensor& tensor, const char* name, int pos, int64_t dim) {
  TORCH_CHECK(tensor.dim() == dim, "Expected ", dim, "-dimensional tensor, but got ", tensor.dim(),
              "-dimensional tensor for ", TensorGeometryArg(TensorArg(tensor, name, pos)),
              " (while checking arguments for ", c, ")")
}
inline void checkDim(CheckedFrom c, const TensorGeometryArg& t, int64_t dim) {
  TORCH_CHECK(t->dim() == dim, "Expected ", dim, "-dimensional tensor, but got ", t->dim(), "-dimensional tensor for ",
              t, " (while checking arguments for ", c, ")")
}
/// dim_start <= dimensions < dim_end.
inline void checkDimRange(CheckedFrom c, const TensorGeometryArg& t, int64_t dim_start, int64_t dim_end) {
  TORCH_CHECK(t->dim() >= dim_start && t->dim() < dim_end, "Expected ", dim_start, " to ", dim_end - 1,
              " dimensions, but got ", t->dim(), "-dimensional tensor for ", t, " (while checking arguments for ", c,
              ")")
}
inline void checkSameDim(CheckedFrom c, const TensorGeometryArg& a, const TensorGeometryArg& b) {
  TORCH_CHECK(a->dim() == b->dim(), "Expected tensor for ", a, " to have the same dimension as tensor for ", b,
              "; but ", a->dim(), " does not equal ", b->dim(), " (while checking arguments for ", c, ")")
}
inline void checkContiguous(CheckedFrom c, const TensorGeometryArg& t) {
  TORCH_CHECK(t->is_contiguous(), "Expected contiguous tensor, but got non-contiguous tensor for ", t,
              " (while checking arguments for ", c, ")")
}
/// Undefined tensors pass.
inline void checkAllContiguous(CheckedFrom c, ArrayRef<TensorArg> ts) {
  for (const TensorArg& t : ts)
    if (t->defined()) checkContiguous(c, t);
}
inline void checkSize(CheckedFrom c, const TensorGeometryArg& t, IntArrayRef sizes) {
  checkDim(c, t, static_cast<int64_t>(sizes.size()));
  TORCH_CHECK(t->sizes().equals(sizes), "Expected tensor of size ", sizes, ", but got tensor of size ", t->sizes(),
              " for ", t, " (while checking arguments for ", c, ")")
}
inline void checkSize(CheckedFrom c, const TensorGeometryArg& t, int64_t dim, int64_t size) {
  TORCH_CHECK(t->size(dim) == size, "Expected tensor to have size ", size, " at dimension ", dim, ", but got size ",
              t->size(dim), " for ", t, " (while checking arguments for ", c, ")")
}
inline void checkNumel(CheckedFrom c, const TensorGeometryArg& t, int64_t numel) {
  TORCH_CHECK(t->numel() == numel, "Expected tensor for ", t, " to have ", numel, " elements; but it actually has ",
              t->numel(), " elements (while checking arguments for ", c, ")")
}
inline void checkSameNumel(CheckedFrom c, const TensorGeometryArg& a, const TensorGeometryArg& b) {
  TORCH_CHECK(a->numel() == b->numel(), "Expected tensor for ", a, " to have same number of elements as tensor for ", b,
              "; but ", a->numel(), " does not equal ", b->numel(), " (while checking arguments for ", c, ")")
}
inline void checkSameSize(CheckedFrom c, const TensorArg& a, const TensorArg& b) {
  TORCH_CHECK(a->sizes().equals(b->sizes()), "Expected tensor for ", TensorGeometryArg(a),
              " to have same size as tensor for ", TensorGeometryArg(b), "; but ", a->sizes(), " does not equal ",
              b->sizes(), " (while checking arguments for ", c, ")")
}
inline void checkScalarType(CheckedFrom c, const TensorArg& t, ScalarType s) {
  TORCH_CHECK(t->scalar_type() == s, "Expected tensor for ", TensorGeometryArg(t), " to have scalar type ", toString(s),
              "; but got ", t->toString(), " instead (while checking arguments for ", c, ")")
}
inline void checkScalarTypes(CheckedFrom c, const TensorArg& t, ArrayRef<ScalarType> allowed) {
  if (std::find(allowed.begin(), allowed.end(), t->scalar_type()) != allowed.end()) return;
  std::string names;
  for (const ScalarType s : allowed) names += (names.empty() ? "" : ", ") + std::string(toString(s));
  TORCH_CHECK(false, "Expected tensor for ", TensorGeometryArg(t),
              " to have one of the following scalar types: ", names, "; but got ", t->toString(),
              " instead (while checking arguments for ", c, ")")
}
inline void checkSameType(CheckedFrom c, const TensorArg& a, const TensorArg& b) {
  TORCH_CHECK(a->scalar_type() == b->scalar_type() && options_to_backend(*a) == options_to_backend(*b),
              "Expected tensor for ", TensorGeometryArg(a), " to have the same type as tensor for ",
              TensorGeometryArg(b), "; but type ", a->toString(), " does not equal ", b->toString(),
              " (while checking arguments for ", c, ")")
}
inline void checkSameGPU(CheckedFrom c, const TensorArg& a, const TensorArg& b) {
  TORCH_CHECK(a->is_cuda(), "Expected object on a GPU for ", TensorGeometryArg(a), ", but it is on ", a->device().str(),
              " (while checking arguments for ", c, ")")
  TORCH_CHECK(b->is_cuda(), "Expected object on a GPU for ", TensorGeometryArg(b), ", but it is on ", b->device().str(),
              " (while checking arguments for ", c, ")")
  TORCH_CHECK(a->get_device() == b->get_device(), "Expected tensor for ", TensorGeometryArg(a),
              " to have the same device as tensor for ", TensorGeometryArg(b), "; but device ", a->get_device(),
              " does not equal ", b->get_device(), " (while checking arguments for ", c, ")")
}
inline void checkDefined(CheckedFrom c, const TensorArg& t) {
  TORCH_CHECK(t->defined(), "Expected tensor for ", TensorGeometryArg(TensorGeometry(), t.name, t.pos),
              " to be non-null, but it was undefined (while checking arguments for ", c, ")")
}
inline void checkAllDefined(CheckedFrom c, ArrayRef<TensorArg> ts) {
  for (const TensorArg& t : ts) checkDefined(c, t);
}

namespace detail {
// Of each tensor that is defined against the first that is.
template <class Check>
void check_all_same(CheckedFrom c, ArrayRef<TensorArg> ts, const Check& check) {
  const TensorArg* first = nullptr;
  for (const TensorArg& t : ts) {
    if (!t->defined()) continue;
    if (first == nullptr) first = &t;
    else check(c, *first, t);
  }
}
}  // namespace detail
inline void checkAllSameNumel(CheckedFrom c, ArrayRef<TensorArg> ts) {
  detail::check_all_same(c, ts,
                         [](CheckedFrom from, const TensorArg& a, const TensorArg& b) { checkSameNumel(from, a, b); });
}
inline void checkAllSameType(CheckedFrom c, ArrayRef<TensorArg> ts) { detail::check_all_same(c, ts, checkSameType); }
inline void checkAllSameGPU(CheckedFrom c, ArrayRef<TensorArg> ts) { detail::check_all_same(c, ts, checkSameGPU); }

inline void checkBackend(CheckedFrom c, ArrayRef<Tensor> tensors, Backend backend) {
  for (const Tensor& t : tensors)
    TORCH_CHECK(!t.defined() || options_to_backend(t) == backend, "Expected tensor to have ", toString(backend),
                " Backend, but got tensor with ", toString(options_to_backend(t)),
                " Backend (while checking arguments for ", c, ")")
}
inline void checkDeviceType(CheckedFrom c, ArrayRef<Tensor> tensors, DeviceType type) {
  for (const Tensor& t : tensors)
    TORCH_CHECK(!t.defined() || t.device().type() == type, "Expected tensor to have ", type,
                " DeviceType, but got tensor with ", t.device().type(), " DeviceType (while checking arguments for ", c,
                ")")
}
inline void checkLayout(CheckedFrom c, const Tensor& t, Layout layout) {
  TORCH_CHECK(!t.defined() || t.layout() == layout, "Expected tensor to have ", layout, " Layout, but got tensor with ",
              t.layout(), " Layout (while checking arguments for ", c, ")")
}
inline void checkLayout(CheckedFrom c, ArrayRef<Tensor> tensors, Layout layout) {
  for (const Tensor& t : tensors) checkLayout(c, t, layout);
}
inline void check_dim_size(const Tensor& t, int64_t dim, int64_t dim_size, int64_t size) {
  TORCH_CHECK(t.dim() == dim && t.size(dim_size) == size, "Expected a tensor of dimension ", dim, " and tensor.size[",
              dim_size, "] == ", size, " but got: dimension ", t.dim(), " and tensor.size[", dim_size,
              "] = ", t.dim() > dim_size ? t.size(dim_size) : 0)
}

/// Null for an undefined tensor.
inline void* maybe_data_ptr(const Tensor& t) { return t.defined() ? t.data_ptr() : nullptr; }
inline void* maybe_data_ptr(const TensorArg& t) { return maybe_data_ptr(*t); }

namespace detail {
inline std::vector<int64_t> defaultStrides(IntArrayRef sizes) { return TensorGeometry(sizes).strides().vec(); }
}  // namespace detail

}  // namespace at

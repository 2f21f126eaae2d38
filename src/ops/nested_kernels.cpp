// SPDX-License-Identifier: BSD-3-Clause
// Operators on nested tensors, as operators on dense ones.
#include <torchpp/core/grad_mode.h>
#include <torchpp/dispatch/mode.h>

#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/linalg.h"
#include "src/ops/generated/nested.h"
#include "src/ops/generated/nn.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/nested.h"

namespace torchpp {
namespace {

void check_functional(const char* op, const Out& out) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(out.functional(), op,
                                ": nested tensors have no in-place and out= form; assign the result instead");
}

void check_nested(const char* op, const Tensor& a, const Tensor& b) {
  const auto kind = [](const Tensor& t) { return t.is_nested() ? "nested" : "non-nested"; };
  TORCHPP_CHECK(a.is_nested() && b.is_nested(), op, ": Expected both to be nested, but got a ", kind(a), " self and ",
                kind(b), " other");
}

// The values as rows of `last` elements, the last size of all constituents.
Tensor rows_of(const char* op, const Tensor& t, int64_t& last) {
  const NestedShape& s = *nested_shape_of(t);
  TORCHPP_CHECK(s.dims > 0, op, ": expected constituents with at least one dimension");
  last = s.common_size(s.dims - 1);
  TORCHPP_CHECK(last >= 0, op,
                ": Expected all tensors in nested tensor to have the same trailing dimension, but they differ");
  const int64_t rows = last == 0 ? 0 : s.numel / last;
  return op::view(packed_values_of(t), {rows, last});
}

// Constituents that are alike but for the last dimension, which has size `last`.
NestedShapePtr with_last(const NestedShape& s, int64_t last) {
  std::vector<int64_t> sizes = s.sizes;
  for (size_t i = 0; i < s.count; ++i) sizes[i * s.dims + s.dims - 1] = last;
  return dense_nested_shape(s.count, s.dims, std::move(sizes));
}

// The dimension of constituents.
size_t inner_dim(const char* op, const char* what, const Tensor& t, int64_t dim) {
  const int64_t d = wrap_dim(dim, t.dim());
  TORCHPP_CHECK(d != 0, op, ": ", what);
  return static_cast<size_t>(d - 1);
}

template <class F>
Tensor each(const Tensor& t, const F& f) {
  std::vector<Tensor> results = constituents_of(t);
  for (Tensor& r : results) r = f(r);
  return results.empty() ? t : make_nested_of(results, static_cast<size_t>(results[0].dim()));
}

// ---- operators with kernels of their own

Tensor values_kernel(const Tensor& self) {
  const ExcludeKeys below(DispatchKey::Nested);
  return op::values(self);
}

Tensor linear_kernel(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias) {
  check_functional("linear", out);
  TORCHPP_CHECK(input.is_nested() && !weight.is_nested() && !(bias.defined() && bias.is_nested()),
                "linear: expected a nested input, and weight and bias that are not nested");
  TORCHPP_CHECK(input.dim() >= 3 && weight.dim() == 2,
                "Linear requires nested_tensor.dim >= 3 and dense_matrix.dim == 2. Nested tensor dim: ", input.dim(),
                ". Dense tensor dim: ", weight.dim());
  int64_t last = 0;
  const Tensor rows = rows_of("linear", input, last);
  TORCHPP_CHECK(last == weight.size(1) || nested_shape_of(input)->count == 0,
                "Shape mismatch for NestedTensor Linear: Expected input's (a nested tensor) 'last_dim' to equal "
                "'weight.size(1), but got: last_dim = ",
                last, ", and weight.size(1) = ", weight.size(1));
  if (nested_shape_of(input)->count == 0) return input;
  return make_nested(op::linear(Out(), rows, weight, bias).reshape(-1),
                     with_last(*nested_shape_of(input), weight.size(0)));
}

Tensor product(const Tensor& self, const Tensor& other) {
  const std::vector<Tensor> a = constituents_of(self), b = constituents_of(other);
  TORCHPP_CHECK(a.size() == b.size(), "Expected size for the 1st dimension of batch2 tensor to be: ", a.size(),
                " but got: ", b.size(), ".");
  std::vector<Tensor> products;
  for (size_t i = 0; i < a.size(); ++i) {
    TORCHPP_CHECK(a[i].size(-1) == b[i].size(-2), i, "-th nested matrices in batch cannot be multiplied (",
                  a[i].size(-2), "x", a[i].size(-1), " and ", b[i].size(-2), "x", b[i].size(-1), ")");
    products.push_back(a[i].matmul(b[i]));
  }
  return products.empty() ? self : make_nested_of(products, static_cast<size_t>(products[0].dim()));
}

Tensor matmul_kernel(Out out, const Tensor& self, const Tensor& other) {
  check_functional("matmul", out);
  check_nested("matmul", self, other);
  TORCHPP_CHECK(self.dim() == other.dim(), "matmul: both inputs must have the same rank");
  TORCHPP_CHECK(self.dim() >= 3, "matmul: For nested tensors, only inputs with >= 3 dims are currently supported.");
  return product(self, other);
}

Tensor bmm_kernel(Out out, const Tensor& self, const Tensor& mat2) {
  check_functional("bmm", out);
  check_nested("bmm", self, mat2);
  TORCHPP_CHECK(self.dim() == 3, "batch1 must be a 3D tensor");
  TORCHPP_CHECK(mat2.dim() == 3, "batch2 must be a 3D tensor");
  return product(self, mat2);
}

Tensor softmax_kernel(Out out, const Tensor& self, int64_t dim, bool half_to_float) {
  check_functional("softmax", out);
  const size_t d = inner_dim("softmax", "Cannot apply softmax across nested dimension 0", self, dim);
  return each(self, [&](const Tensor& t) { return op::softmax(Out(), t, static_cast<int64_t>(d), half_to_float); });
}

Tensor layer_norm_kernel(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias,
                         double eps, bool cudnn_enable) {
  TORCHPP_CHECK(input.is_nested(), "layer_norm: weight and bias of a dense input may not be nested");
  int64_t last = 0;
  const Tensor rows = rows_of("layer_norm", input, last);
  TORCHPP_CHECK(normalized_shape.size() == 1 && normalized_shape[0] == last,
                "layer_norm: a nested tensor is normalised over the last dimension, of size ", last,
                "; got normalized_shape ", normalized_shape);
  return make_nested(op::layer_norm(rows, normalized_shape, weight, bias, eps, cudnn_enable).reshape(-1),
                     with_last(*nested_shape_of(input), last));
}

Tensor sum_kernel(Out out, const Tensor& self, OptionalIntArrayRef dims, bool keepdim, optional<ScalarType> dtype) {
  check_functional("sum", out);
  TORCHPP_CHECK(dims && dims->size() == 1, "NestedTensor only allows reduction of a single dimension for now.");
  const int64_t d = wrap_dim((*dims)[0], self.dim());
  TORCHPP_CHECK(d == self.dim() - 1,
                "NestedTensor can only be reduced across the last dimension for now got dimension ", d, " instead.");
  TORCHPP_CHECK(keepdim, "NestedTensor always requires keepdim=True for now.");
  return each(self, [&](const Tensor& t) { return op::sum(Out(), t, IntArrayRef(-1), true, dtype); });
}

// For the question whether any element is NaN, which anomaly mode asks of gradients.
Tensor any_kernel(Out out, const Tensor& self, optional<int64_t> dim, bool keepdim) {
  check_functional("any", out);
  TORCHPP_CHECK_NOT_IMPLEMENTED(!dim, "any: nested tensors have no any() of a dimension");
  return op::any(Out(), packed_values_of(self), nullopt, keepdim);
}

Tensor embedding_kernel(Out out, const Tensor& weight, const Tensor& indices, int64_t padding_idx,
                        bool scale_grad_by_freq, bool sparse) {
  check_functional("embedding", out);
  TORCHPP_CHECK(!weight.is_nested(), "embedding: a nested weight is not supported");
  const NestedShape& s = *nested_shape_of(indices);
  const Tensor rows = op::embedding(Out(), weight, packed_values_of(indices), padding_idx, scale_grad_by_freq, sparse);
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < s.count; ++i) {
    for (int64_t size : s.sizes_of(i)) sizes.push_back(size);
    sizes.push_back(weight.size(1));
  }
  return make_nested(rows.reshape(-1), dense_nested_shape(s.count, s.dims + 1, std::move(sizes)));
}

Tensor transpose_kernel(const Tensor& self, int64_t dim0, int64_t dim1) {
  const char* const refused = "Nested tensor dimension 0 cannot be transposed";
  const size_t a = inner_dim("transpose", refused, self, dim0), b = inner_dim("transpose", refused, self, dim1);
  const NestedShape& s = *nested_shape_of(self);
  std::vector<int64_t> sizes = s.sizes, strides = s.strides;
  for (size_t at = 0; at < sizes.size(); at += s.dims) {
    std::swap(sizes[at + a], sizes[at + b]);
    std::swap(strides[at + a], strides[at + b]);
  }
  return make_nested(nested_values_of(self),
                     nested_shape(s.count, s.dims, std::move(sizes), std::move(strides), s.offsets));
}

// As in libtorch -1 stands for the constituent's own size while the number of dimensions stays, else for the one size
// that follows from the others.
Tensor view_kernel(const Tensor& self, IntArrayRef size) {
  const NestedShape& s = *nested_shape_of(self);
  TORCHPP_CHECK(!size.empty() && size[0] == static_cast<int64_t>(s.count),
                "view: For now nested view cannot change or infer the implicit batch dimension");
  const size_t dims = size.size() - 1;
  std::vector<int64_t> sizes, strides;
  for (size_t i = 0; i < s.count; ++i) {
    DimVector own(size.slice(1));
    for (size_t d = 0; d < dims; ++d)
      if (own[d] == -1 && dims == s.dims) own[d] = s.sizes_of(i)[d];
    own = infer_size(own, s.numel_of(i));
    DimVector own_strides;
    if (s.numel_of(i) == 0) own_strides = contiguous_strides(own);
    else
      TORCHPP_CHECK(view_strides(s.sizes_of(i), s.strides_of(i), own, own_strides),
                    "view size is not compatible with the sizes and strides of constituent ", i,
                    " (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
    for (size_t d = 0; d < dims; ++d) sizes.push_back(own[d]), strides.push_back(own_strides[d]);
  }
  return make_nested(nested_values_of(self),
                     nested_shape(s.count, dims, std::move(sizes), std::move(strides), s.offsets));
}

Tensor select_kernel(const Tensor& self, int64_t dim, int64_t index) {
  const int64_t d = wrap_dim(dim, self.dim());
  TORCHPP_CHECK(d == 0, "NestedTensor can only be selected along dimension 0 got dimension ", d, " instead.");
  const NestedShape& s = *nested_shape_of(self);
  const auto count = static_cast<int64_t>(s.count);
  TORCHPP_CHECK_INDEX(index >= -count && index < count, "index ", index, " is out of bounds for dimension 0 with size ",
                      count);
  const auto i = static_cast<size_t>(index < 0 ? index + count : index);
  const Tensor values = nested_values_of(self);
  return op::as_strided(values, s.sizes_of(i), s.strides_of(i), values.storage_offset() + s.offsets[i]);
}

std::vector<Tensor> unbind_kernel(const Tensor& self, int64_t dim) {
  const int64_t d = wrap_dim(dim, self.dim());
  TORCHPP_CHECK(d == 0, "NestedTensor can only be unbound along dimension 0 got dimension ", d, " instead.");
  return constituents_of(self);
}

bool is_same_size_kernel(const Tensor& self, const Tensor& other) {
  TORCHPP_CHECK(self.is_nested() && other.is_nested(), "Expected both self and other to be nested tensors.");
  const NestedShape &a = *nested_shape_of(self), &b = *nested_shape_of(other);
  return a.count == b.count && a.dims == b.dims && a.sizes == b.sizes;
}

Tensor clone_kernel(const Tensor& self, optional<MemoryFormat> memory_format) {
  const NestedShape& s = *nested_shape_of(self);
  const MemoryFormat format = memory_format.value_or(MemoryFormat::Preserve);
  TORCHPP_CHECK_NOT_IMPLEMENTED(format == MemoryFormat::Preserve || format == MemoryFormat::Contiguous,
                                "clone: nested tensors have no memory format ", format);
  if (s.contiguous || format == MemoryFormat::Preserve)
    return make_nested(op::clone(nested_values_of(self), MemoryFormat::Contiguous), nested_shape_of(self));
  return make_nested(packed_values_of(self), dense_nested_shape(s.count, s.dims, s.sizes));
}

// ---- element-wise operators

// The nested tensors among the values of a call of an element-wise operator, as dense ones.
class Elementwise {
 public:
  Elementwise(const OperatorHandle& op, IValue* values, size_t count, size_t destinations_from)
      : op_(op), written_(op.form != Out::Form::kFunctional) {
    bool same_places = true;
    for (size_t i = 0; i < count; ++i) {
      if (!values[i].isTensor()) continue;
      const Tensor t = values[i].toTensor();
      if (!t.defined()) continue;
      if (!t.is_nested()) {
        TORCHPP_CHECK(t.dim() == 0 && i < destinations_from, op.name(),
                      ": Expected both self and other to be nested, but got a nested self and non-nested other");
        continue;
      }
      const NestedShapePtr& s = nested_shape_of(t);
      if (shape_ == nullptr) shape_ = s;
      TORCHPP_CHECK(shape_->count == s->count && shape_->dims == s->dims && shape_->sizes == s->sizes, op.name(),
                    " does not support broadcasting when given a NestedTensor");
      same_places = same_places && shape_->in_order && s->strides == shape_->strides && s->offsets == shape_->offsets;
    }
    TORCHPP_CHECK_NOT_IMPLEMENTED(shape_ != nullptr, op.name(), ": lists of nested tensors are not supported");
    for (size_t i = 0; i < count; ++i) {
      if (!values[i].isTensor()) continue;
      const Tensor t = values[i].toTensor();
      if (!t.defined() || !t.is_nested()) continue;
      const bool destination = i >= destinations_from || (op.form == Out::Form::kInPlace && i == 0);
      if (written_) check_written(t, destination, same_places);
      values[i] = IValue(same_places ? elements_of(t) : packed_values_of(t));
    }
    if (!same_places) shape_ = dense_nested_shape(shape_->count, shape_->dims, shape_->sizes);
  }

  Tensor wrapped(const Tensor& result) const {
    TORCHPP_CHECK_NOT_IMPLEMENTED(result.dim() == 1 && result.numel() == shape_->numel, op_.name(),
                                  ": the result is no nested tensor of the sizes of the arguments");
    return make_nested(result.contiguous(), shape_);
  }

 private:
  static Tensor elements_of(const Tensor& t) {
    const Tensor values = nested_values_of(t);
    const int64_t numel = t.numel();
    return values.numel() == numel ? values : op::narrow(values, 0, 0, numel);
  }
  void check_written(const Tensor& t, bool destination, bool same_places) const {
    TORCHPP_CHECK_NOT_IMPLEMENTED(!(GradMode::is_enabled() && t.requires_grad()), op_.name(),
                                  ": nested tensors that require grad cannot be changed in place; assign the result "
                                  "of the functional form instead");
    TORCHPP_CHECK_NOT_IMPLEMENTED(!destination || same_places, op_.name(),
                                  ": the destination must be as contiguous as the other nested tensors");
  }

  const OperatorHandle op_;
  const bool written_;
  NestedShapePtr shape_;
};

void elementwise(const OperatorHandle& op, DispatchKeySet, Stack& stack) {
  const detail::Signature& s = op.op->signature();
  const size_t outs = op.form == Out::Form::kOut ? s.result_count : 0, count = s.value_count + outs;
  IValue* const values = stack.data() + (stack.size() - count);
  std::vector<IValue> destinations;
  if (op.form == Out::Form::kInPlace) destinations.push_back(values[0]);
  for (size_t i = s.value_count; i < count; ++i) destinations.push_back(values[i]);
  const Elementwise call(op, values, count, s.value_count);
  op.call_boxed(stack);
  if (!destinations.empty()) {
    stack.resize(stack.size() - destinations.size());
    for (IValue& d : destinations) stack.push_back(std::move(d));
    return;
  }
  for (size_t i = stack.size() - s.result_count; i < stack.size(); ++i)
    if (stack[i].isTensor()) stack[i] = IValue(call.wrapped(stack[i].toTensor()));
}

// All operators that have no kernel for nested tensors end here.
void fallback(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  if (op.op->traits().batching == Batching::kPointwise) return elementwise(op, keys, stack);
  // A composite may consist of operators that take nested tensors.
  if (op.op->traits().composite) return op.redispatch_boxed(keys - DispatchKey::Nested, stack);
  TORCHPP_FAIL_KIND(kNotImplemented, op.name(),
                    ": nested tensors are not supported; call it for each constituent (unbind()), or for "
                    "to_padded_tensor()");
}

}  // namespace

void register_nested_kernels() {
  static const bool registered = [] {
    constexpr DispatchKey key = DispatchKey::Nested;
    op::values.set_kernel(key, &values_kernel);
    op::linear.set_kernel(key, &linear_kernel);
    op::matmul.set_kernel(key, &matmul_kernel);
    op::bmm.set_kernel(key, &bmm_kernel);
    op::softmax.set_kernel(key, &softmax_kernel);
    op::layer_norm.set_kernel(key, &layer_norm_kernel);
    op::sum.set_kernel(key, &sum_kernel);
    op::any.set_kernel(key, &any_kernel);
    op::embedding.set_kernel(key, &embedding_kernel);
    op::transpose.set_kernel(key, &transpose_kernel);
    op::view.set_kernel(key, &view_kernel);
    op::select.set_kernel(key, &select_kernel);
    op::unbind.set_kernel(key, &unbind_kernel);
    op::clone.set_kernel(key, &clone_kernel);
    op::is_same_size.set_kernel(key, &is_same_size_kernel);
    // Element-wise, though calls with a batch of samples are not.
    op::to_copy.set_boxed_kernel(key, &elementwise);
    op::copy.set_boxed_kernel(key, &elementwise);
    op::fill.set_boxed_kernel(key, &elementwise);
    op::fill_tensor.set_boxed_kernel(key, &elementwise);
    op::native_dropout.set_boxed_kernel(key, &elementwise);
    op::native_dropout_backward.set_boxed_kernel(key, &elementwise);
    set_fallback(key, &fallback);
    unbind_nested.store(&constituents_of, std::memory_order_release);
    return true;
  }();
  static_cast<void>(registered);
}

}  // namespace torchpp

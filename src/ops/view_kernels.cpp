// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the views. They read and make sizes and strides and serve every backend.

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/view.h"

namespace torchpp {
namespace {

Tensor view_of(const Tensor& self, IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
  return Tensor(make_view(self, sizes, strides, offset));
}
Tensor view_of(const Tensor& self, IntArrayRef sizes, IntArrayRef strides) {
  return view_of(self, sizes, strides, self.storage_offset());
}

// Sizes and strides that a kernel changes a little.
struct SizesAndStrides {
  DimVector sizes, strides;
  explicit SizesAndStrides(const Tensor& t) : sizes(t.sizes()), strides(t.strides()) {}
};

// Makes the view, of which type or bits are not those of its base, of another tensor that has the base's geometry.
intrusive_ptr<TensorImpl> replay_of_bits(const TensorImpl& view, TensorImpl& base) {
  Tensor t(intrusive_ptr<TensorImpl>::share(&base));
  const bool was_complex = isComplexType(base.dtype()), is_complex = isComplexType(view.dtype());
  if (was_complex && !is_complex && view.dtype() == toRealValueType(base.dtype())) {
    t = op::view_as_real(t);
  } else if (!was_complex && is_complex && base.dtype() == toRealValueType(view.dtype())) {
    DimVector sizes(view.sizes()), strides(view.strides());
    for (int64_t& s : strides) s *= 2;
    sizes.push_back(2);
    strides.push_back(1);
    t = op::view_as_complex(op::as_strided(t, sizes, strides, 2 * view.storage_offset()));
  } else if (base.dtype() != view.dtype()) {
    t = op::view_dtype(t, view.dtype());
  }
  if (t.is_conj() != view.is_conj()) t = op::conj_view(t);
  if (t.is_neg() != view.is_neg()) t = op::neg_view(t);
  return op::as_strided(t, view.sizes(), view.strides(), view.storage_offset()).getIntrusivePtr();
}

// After type or bits of a fresh view were changed: can as_strided of the base still make it?
void note_replay(const Tensor& view) {
  if (ViewInfo* info = view.impl()->view_info()) {
    const TensorImpl &base = *info->base, &self = *view.impl();
    const bool same =
        base.dtype() == self.dtype() && base.is_conj() == self.is_conj() && base.is_neg() == self.is_neg();
    info->replay = same ? nullptr : &replay_of_bits;
  }
}

// An empty list with room for so many tensors.
std::vector<Tensor> list_for(int64_t count, const char* op) {
  std::vector<Tensor> list;
  try {
    list.reserve(static_cast<size_t>(count));
  } catch (const std::exception&) {  // bad_alloc, length_error
    TORCHPP_FAIL_KIND(kOutOfMemory, op, ": can't allocate memory: you tried to make a list of ", count, " tensors");
  }
  return list;
}

// The results of operators that return a list of views may not be written in place, where gradients are recorded; as in
// libtorch also when the list has one.
void mark_multi_output(const std::vector<Tensor>& views) {
  for (const Tensor& v : views)
    if (ViewInfo* info = v.impl()->view_info(); info != nullptr && info->creation == CreationMeta::kDefault)
      info->creation = CreationMeta::kMultiOutput;
}

[[noreturn]] TORCHPP_COLD void fail_view(const Tensor&) {
  TORCHPP_FAIL_KIND(kError,
                    "view size is not compatible with input tensor's size and stride (at least one dimension spans "
                    "across two contiguous subspaces). Use .reshape(...) instead.");
}

}  // namespace

namespace every_backend {

Tensor alias(const Tensor& self) { return view_of(self, self.sizes(), self.strides()); }

Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, optional<int64_t> storage_offset) {
  const int64_t offset = storage_offset ? *storage_offset : self.storage_offset();
  TORCHPP_CHECK(size.size() == stride.size(), "mismatch in length of strides and shape");
  for (size_t i = 0; i < stride.size(); ++i) {
    TORCHPP_CHECK(stride[i] >= 0,
                  "as_strided: Negative strides are not supported at the moment, got strides: ", stride);
    TORCHPP_CHECK(size[i] >= 0, "Storage size calculation overflowed with sizes=", size, " and strides=", stride);
  }
  TORCHPP_CHECK(offset >= 0, "Tensor: invalid storage offset ", offset);
  const size_t needed = storage_bytes(size, stride, self.dtype(), offset);
  TORCHPP_CHECK(needed <= self.storage().nbytes(), "setStorage: sizes ", size, ", strides ", stride,
                ", storage offset ", offset, ", and itemsize ", self.itemsize(), " requiring a storage size of ",
                needed, " are out of bounds for storage of size ", self.storage().nbytes());
  return view_of(self, size, stride, offset);
}

Tensor view(const Tensor& self, IntArrayRef size) {
  const DimVector sizes = infer_size(size, self.numel());
  DimVector strides;
  if (TORCHPP_LIKELY(self.body().is_plain() && self.numel() > 0)) strides = contiguous_strides(sizes);
  else if (!view_strides(self.sizes(), self.strides(), sizes, strides)) fail_view(self);
  return view_of(self, sizes, strides);
}

// Without view information and with its own history the result counts as a tensor of its own. The version counter is
// shared all the same: what a derivative saved of self is checked against writes through the result.
Tensor unsafe_view(const Tensor& self, IntArrayRef size) {
  Tensor result = view(self, size);
  result.impl()->set_view_info(nullptr);
  result.impl()->set_keys(result.impl()->keys() - DispatchKey::Autograd);
  return result;
}

Tensor view_dtype(const Tensor& self, ScalarType dtype) {
  const ScalarType from = self.dtype();
  if (from == dtype) return alias(self);
  TORCHPP_CHECK(!self.is_conj(),
                "torch.Tensor.view is not supported for conjugate view tensors when converting to a different dtype.");
  TORCHPP_CHECK(!self.is_neg(),
                "torch.Tensor.view is not supported for tensors with negative bit set when converting to a different "
                "dtype.");
  const int64_t old_size = static_cast<int64_t>(elementSize(from)), new_size = static_cast<int64_t>(elementSize(dtype));
  TORCHPP_CHECK(new_size > 0, "view: got dtype ", dtype, ", expected one with elements");
  SizesAndStrides g(self);
  int64_t offset = self.storage_offset();
  if (old_size != new_size) {
    TORCHPP_CHECK(self.dim() != 0, "self.dim() cannot be 0 to view ", from, " as ", dtype,
                  " (different element sizes)");
    TORCHPP_CHECK(g.strides.back() == 1, "self.stride(-1) must be 1 to view ", from, " as ", dtype,
                  " (different element sizes), but got ", g.strides.back());
  }
  const size_t last = self.dim() == 0 ? 0 : static_cast<size_t>(self.dim() - 1);
  if (new_size < old_size) {
    const int64_t ratio = old_size / new_size;
    for (size_t i = 0; i < last; ++i) g.strides[i] *= ratio;
    g.sizes.back() *= ratio;
    offset *= ratio;
  } else if (new_size > old_size) {
    const int64_t ratio = new_size / old_size;
    const auto check = [&](int64_t value, const std::string& what) {
      TORCHPP_CHECK(value % ratio == 0, what, " must be divisible by ", ratio, " to view ", from, " as ", dtype,
                    " (different element sizes), but got ", value);
    };
    check(g.sizes.back(), "self.size(-1)");
    check(offset, "self.storage_offset()");
    for (size_t i = 0; i < last; ++i) {
      check(g.strides[i], str("self.stride(", i, ")"));
      g.strides[i] /= ratio;
    }
    g.sizes.back() /= ratio;
    offset /= ratio;
  }
  Tensor result = view_of(self, g.sizes, g.strides, offset);
  result.impl()->set_dtype(dtype);
  note_replay(result);
  return result;
}

Tensor expand(const Tensor& self, IntArrayRef size, bool) {
  const IntArrayRef old_sizes = self.sizes(), old_strides = self.strides();
  TORCHPP_CHECK(size.size() >= old_sizes.size(), "expand(torch.", self.dtype(), "Tensor{", old_sizes, "}, size=", size,
                "): the number of sizes provided (", size.size(),
                ") must be greater or equal to the number of dimensions in the tensor (", old_sizes.size(), ")");
  DimVector sizes(size), strides(size.size());
  const size_t leading = size.size() - old_sizes.size();
  for (size_t i = 0; i < size.size(); ++i) {
    if (i < leading) {
      TORCHPP_CHECK(size[i] >= 0, "The expanded size of the tensor (", size[i],
                    ") isn't allowed in a leading, non-existing dimension ", i);
      continue;
    }
    const int64_t old_size = old_sizes[i - leading];
    if (size[i] == -1) sizes[i] = old_size;
    TORCHPP_CHECK(sizes[i] == old_size || (old_size == 1 && sizes[i] >= 0), "The expanded size of the tensor (",
                  sizes[i], ") must match the existing size (", old_size, ") at non-singleton dimension ", i,
                  ".  Target sizes: ", size, ".  Tensor sizes: ", old_sizes);
    strides[i] = sizes[i] == old_size ? old_strides[i - leading] : 0;
  }
  // A new dimension of size 1 has the stride of a contiguous one, so that the view of dense memory counts as dense.
  for (size_t i = old_sizes.empty() ? 0 : leading; i-- > 0;)
    if (sizes[i] == 1) strides[i] = sizes[i + 1] * strides[i + 1];
  return view_of(self, sizes, strides);
}

Tensor permute(const Tensor& self, IntArrayRef dims) {
  const size_t rank = self.sizes().size();
  TORCHPP_CHECK(dims.size() == rank,
                "permute: number of dimensions in the tensor input does not match the length of the desired ordering "
                "of dimensions i.e. input.dim() = ",
                rank, " is not equal to len(dims) = ", dims.size());
  DimVector sizes(rank), strides(rank);
  uint64_t seen = 0;
  TORCHPP_CHECK(rank <= 64, "permute: got a tensor with ", rank, " dims, expected at most 64");
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = static_cast<size_t>(wrap_dim(dims[i], static_cast<int64_t>(rank)));
    TORCHPP_CHECK((seen >> d & 1) == 0, "permute(): duplicate dims are not allowed.");
    seen |= uint64_t{1} << d;
    sizes[i] = self.sizes()[d];
    strides[i] = self.strides()[d];
  }
  return view_of(self, sizes, strides);
}

Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) {
  const int64_t rank = self.dim();
  const size_t a = static_cast<size_t>(wrap_dim(dim0, rank)), b = static_cast<size_t>(wrap_dim(dim1, rank));
  if (a == b) return alias(self);
  SizesAndStrides g(self);
  std::swap(g.sizes[a], g.sizes[b]);
  std::swap(g.strides[a], g.strides[b]);
  return view_of(self, g.sizes, g.strides);
}

Tensor slice(const Tensor& self, int64_t dim, optional<int64_t> start, optional<int64_t> end, int64_t step) {
  TORCHPP_CHECK_INDEX(self.dim() > 0, "slice() cannot be applied to a 0-dim tensor.");
  TORCHPP_CHECK_VALUE(step > 0, "slice step must be positive");
  const size_t d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  const int64_t size = self.sizes()[d];
  const auto clamp = [size](int64_t i) {
    if (i < 0) i += size;
    return i < 0 ? 0 : i > size ? size : i;
  };
  const int64_t first = start ? clamp(*start) : 0, last = end ? clamp(*end) : size;
  SizesAndStrides g(self);
  const int64_t length = last > first ? last - first : 0;
  g.sizes[d] = length / step + (length % step != 0 ? 1 : 0);
  const int64_t offset = self.storage_offset() + first * g.strides[d];
  g.strides[d] = multiply_stride(g.strides[d], step);  // wraps only where there is one element
  return view_of(self, g.sizes, g.strides, offset);
}

Tensor select(const Tensor& self, int64_t dim, int64_t index) {
  TORCHPP_CHECK_INDEX(self.dim() > 0, "select() cannot be applied to a 0-dim tensor.");
  const size_t d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  const int64_t size = self.sizes()[d];
  TORCHPP_CHECK_INDEX(index >= -size && index < size, "select(): index ", index, " out of range for tensor of size ",
                      self.sizes(), " at dimension ", d);
  SizesAndStrides g(self);
  const int64_t offset = self.storage_offset() + (index < 0 ? index + size : index) * g.strides[d];
  g.sizes.erase(d);
  g.strides.erase(d);
  return view_of(self, g.sizes, g.strides, offset);
}

Tensor unsqueeze(const Tensor& self, int64_t dim) {
  const size_t d = static_cast<size_t>(wrap_dim(dim, self.dim() + 1));
  SizesAndStrides g(self);
  const int64_t stride = d < g.sizes.size() ? multiply_stride(g.strides[d], g.sizes[d]) : 1;
  g.sizes.insert(d, 1);
  g.strides.insert(d, stride);
  return view_of(self, g.sizes, g.strides);
}

Tensor squeeze(const Tensor& self) {
  DimVector sizes, strides;
  for (size_t i = 0; i < self.sizes().size(); ++i) {
    if (self.sizes()[i] == 1) continue;
    sizes.push_back(self.sizes()[i]);
    strides.push_back(self.strides()[i]);
  }
  return view_of(self, sizes, strides);
}

Tensor squeeze_dim(const Tensor& self, int64_t dim) {
  const size_t d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  if (self.dim() == 0 || self.sizes()[d] != 1) return alias(self);
  SizesAndStrides g(self);
  g.sizes.erase(d);
  g.strides.erase(d);
  return view_of(self, g.sizes, g.strides);
}

Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const size_t a = static_cast<size_t>(wrap_dim(dim1, self.dim())), b = static_cast<size_t>(wrap_dim(dim2, self.dim()));
  TORCHPP_CHECK(a != b, "diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  SizesAndStrides g(self);
  const int64_t rows = g.sizes[a], columns = g.sizes[b];
  const int64_t length = offset >= 0 ? (columns - offset < rows ? columns - offset : rows)
                                     : (rows + offset < columns ? rows + offset : columns);
  int64_t storage_offset = self.storage_offset();
  if (length > 0) storage_offset += offset >= 0 ? offset * g.strides[b] : -offset * g.strides[a];
  const int64_t stride = g.strides[a] + g.strides[b];
  for (const size_t d : {a > b ? a : b, a > b ? b : a}) {
    g.sizes.erase(d);
    g.strides.erase(d);
  }
  g.sizes.push_back(length > 0 ? length : 0);
  g.strides.push_back(stride);
  return view_of(self, g.sizes, g.strides, storage_offset);
}

Tensor unfold(const Tensor& self, int64_t dimension, int64_t size, int64_t step) {
  const size_t d = static_cast<size_t>(wrap_dim(dimension, self.dim()));
  const bool scalar = self.dim() == 0;
  const int64_t whole = scalar ? 1 : self.sizes()[d], stride = scalar ? 1 : self.strides()[d];
  TORCHPP_CHECK(size <= whole, "maximum size for tensor at dimension ", d, " is ", whole, " but size is ", size);
  TORCHPP_CHECK(size >= 0, "unfold: size got ", size, ", expected at least 0");
  TORCHPP_CHECK(step > 0, "step is ", step, " but must be > 0");
  SizesAndStrides g(self);
  g.sizes.push_back(size);
  g.strides.push_back(stride);
  if (!scalar) {
    g.sizes[d] = (whole - size) / step + 1;
    g.strides[d] = multiply_stride(stride, step);  // wraps only where there is one window
  }
  return view_of(self, g.sizes, g.strides);
}

std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  TORCHPP_CHECK(self.dim() != 0, "split expects at least a 1-dimensional tensor");
  const size_t d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  int64_t total = 0;
  for (int64_t s : split_sizes) {
    TORCHPP_CHECK(s >= 0, "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=",
                  split_sizes);
    total = add_sizes("split_with_sizes", total, s);
  }
  TORCHPP_CHECK(total == self.sizes()[d], "split_with_sizes expects split_sizes to sum exactly to ", self.sizes()[d],
                " (input tensor's size at dimension ", dim, "), but got split_sizes=", split_sizes);
  std::vector<Tensor> parts = list_for(static_cast<int64_t>(split_sizes.size()), "split_with_sizes");
  DimVector sizes(self.sizes());
  int64_t offset = self.storage_offset();
  for (int64_t s : split_sizes) {
    sizes[d] = s;
    parts.push_back(view_of(self, sizes, self.strides(), offset));
    offset += s * self.strides()[d];
  }
  mark_multi_output(parts);
  return parts;
}

// Each result counts as a tensor of its own, and counts its own writes: unsafe_split_with_sizes() is for memory that
// nothing else reads.
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  std::vector<Tensor> parts = split_with_sizes(self, split_sizes, dim);
  for (const Tensor& part : parts) {
    part.impl()->set_view_info(nullptr);
    part.impl()->set_keys(part.impl()->keys() - DispatchKey::Autograd);
    part.impl()->detach_version_counter();
  }
  return parts;
}

std::vector<Tensor> unbind(const Tensor& self, int64_t dim) {
  TORCHPP_CHECK_INDEX(self.dim() != 0, "Dimension specified as ", dim, " but tensor has no dimensions");
  const size_t d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  SizesAndStrides g(self);
  const int64_t count = g.sizes[d], stride = g.strides[d];
  g.sizes.erase(d);
  g.strides.erase(d);
  std::vector<Tensor> parts = list_for(count, "unbind");
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(view_of(self, g.sizes, g.strides, self.storage_offset() + i * stride));
  mark_multi_output(parts);
  return parts;
}

Tensor conj_view(const Tensor& self) {
  TORCHPP_CHECK(self.is_complex(), "_conj: got a ", self.dtype(), " tensor, expected a complex one");
  Tensor result = alias(self);
  result.impl()->set_conj(!self.is_conj());
  note_replay(result);
  return result;
}

Tensor neg_view(const Tensor& self) {
  Tensor result = alias(self);
  result.impl()->set_neg(!self.is_neg());
  note_replay(result);
  return result;
}

Tensor view_as_real(const Tensor& self) {
  TORCHPP_CHECK(self.is_complex(), "view_as_real is only supported for complex tensors");
  TORCHPP_CHECK(!self.is_conj(),
                "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so you "
                "can view it as real, use self.resolve_conj(); however, be warned that the resulting tensor will NOT "
                "alias the original.");
  SizesAndStrides g(self);
  for (int64_t& s : g.strides) s *= 2;
  g.sizes.push_back(2);
  g.strides.push_back(1);
  Tensor result = view_of(self, g.sizes, g.strides, 2 * self.storage_offset());
  result.impl()->set_dtype(toRealValueType(self.dtype()));
  note_replay(result);
  return result;
}

Tensor view_as_complex(const Tensor& self) {
  const ScalarType t = self.dtype();
  TORCHPP_CHECK(t == kHalf || t == kFloat || t == kDouble,
                "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar "
                "type: ",
                t);
  TORCHPP_CHECK(self.dim() != 0, "Input tensor must have one or more dimensions");
  SizesAndStrides g(self);
  TORCHPP_CHECK(g.sizes.back() == 2, "Tensor must have a last dimension of size 2");
  TORCHPP_CHECK(g.strides.back() == 1, "Tensor must have a last dimension with stride 1");
  TORCHPP_CHECK(self.storage_offset() % 2 == 0, "Tensor must have a storage_offset divisible by 2");
  g.sizes.resize(g.sizes.size() - 1);
  g.strides.resize(g.strides.size() - 1);
  for (int64_t& s : g.strides) {
    TORCHPP_CHECK(s % 2 == 0, "Tensor must have a stride divisible by 2 for all but last dimension");
    s /= 2;
  }
  Tensor result = view_of(self, g.sizes, g.strides, self.storage_offset() / 2);
  result.impl()->set_dtype(toComplexType(t));
  note_replay(result);
  return result;
}

}  // namespace every_backend
}  // namespace torchpp

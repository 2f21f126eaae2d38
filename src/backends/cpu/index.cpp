// SPDX-License-Identifier: BSD-3-Clause
// Indexing by lists of tensors, and by a vector along one dimension.

#include "src/backends/cpu/index.h"

#include "src/backends/cpu/copy.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/ops.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

bool is_mask(const Tensor& t) { return t.dtype() == kBool || t.dtype() == kByte; }

// An index tensor for one dimension of the indexed tensor.
struct Entry {
  size_t dim;
  Tensor index;
};

// The entries of a list, masks turned into the positions of their true elements.
std::vector<Entry> read_indices(const Tensor& self, TensorList indices) {
  std::vector<Entry> entries;
  size_t dim = 0;
  const size_t rank = self.sizes().size();
  for (size_t k = 0; k < indices.size(); ++k) {
    const Tensor& t = indices[k];
    if (!t.defined()) {
      ++dim;
      continue;
    }
    TORCHPP_CHECK(t.is_cpu() || t.device() == self.device(),
                  "indices should be either on cpu or on the same device as the indexed tensor (", self.device(), ")");
    TORCHPP_CHECK_INDEX(t.dtype() == kLong || is_mask(t), "tensors used as indices must be long, byte or bool tensors");
    const size_t width = is_mask(t) ? t.sizes().size() : 1;
    TORCHPP_CHECK_INDEX(dim + width <= rank, "too many indices for tensor of dimension ", rank);
    if (!is_mask(t)) {
      entries.push_back({dim++, t});
      continue;
    }
    for (size_t d = 0; d < width; ++d)
      TORCHPP_CHECK_INDEX(t.sizes()[d] == self.sizes()[dim + d], "The shape of the mask ", t.sizes(), " at index ", d,
                          " does not match the shape of the indexed tensor ", self.sizes(), " at index ", dim + d);
    const Tensor positions = op::nonzero(t);  // which Meta tensors do not have
    for (size_t d = 0; d < width; ++d) {
      const int64_t n = positions.sizes()[0];
      Tensor column(make_tensor({n}, kLong, Device(kCPU)));
      for (int64_t i = 0; i < n; ++i)
        static_cast<int64_t*>(column.impl()->data())[i] = static_cast<const int64_t*>(
            positions.impl()->data())[i * static_cast<int64_t>(width) + static_cast<int64_t>(d)];
      entries.push_back({dim + d, std::move(column)});
    }
    dim += width;
  }
  TORCHPP_CHECK_INDEX(dim <= rank, "too many indices for tensor of dimension ", rank);
  return entries;
}

// Adds what an index contributes to the offsets; negative ones count from the end.
void add_offsets(const int64_t* index, int64_t n, int64_t size, int64_t step, size_t dim, int64_t* offsets) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = index[i];
    TORCHPP_CHECK_INDEX(at >= -size && at < size, "index ", at, " is out of bounds for dimension ", dim, " with size ",
                        size);
    offsets[i] += (at < 0 ? at + size : at) * step;
  }
}

// Where a list of indices leads: result dimensions are those before, the broadcast shape of the indices, those after;
// when the indexed dimensions are not neighbours, the broadcast shape comes first.
struct IndexPlan {
  DimVector kept;  // dimensions that no index takes
  DimVector kept_sizes;
  DimVector index_sizes;
  size_t index_at = 0;  // how many kept dimensions come before
  DimVector result_sizes;
};

IndexPlan plan_index(const Tensor& self, const std::vector<Entry>& entries) {
  IndexPlan plan;
  bool neighbours = true;
  for (size_t k = 0; k < entries.size(); ++k) {
    if (k > 0 && entries[k].dim != entries[k - 1].dim + 1) neighbours = false;
    const IntArrayRef s = entries[k].index.sizes();
    if (k == 0 || IntArrayRef(plan.index_sizes) == s) {
      plan.index_sizes = DimVector(s);
      continue;
    }
    bool fits = true;
    for (size_t i = 0; i < s.size() && i < plan.index_sizes.size(); ++i) {
      const int64_t a = s[s.size() - 1 - i], b = plan.index_sizes[plan.index_sizes.size() - 1 - i];
      fits = fits && (a == b || a == 1 || b == 1);
    }
    if (!fits) {
      std::string shapes;
      for (const Entry& e : entries) shapes += (shapes.empty() ? "" : ", ") + to_string(e.index.sizes());
      TORCHPP_FAIL_KIND(kIndex, "shape mismatch: indexing tensors could not be broadcast together with shapes ",
                        shapes);
    }
    plan.index_sizes = broadcast_sizes(plan.index_sizes, s);
  }
  size_t next = 0;
  for (size_t d = 0; d < self.sizes().size(); ++d) {
    if (next < entries.size() && entries[next].dim == d) {
      ++next;
      continue;
    }
    if (neighbours && next == 0) ++plan.index_at;
    plan.kept.push_back(static_cast<int64_t>(d));
    plan.kept_sizes.push_back(self.sizes()[d]);
  }
  plan.result_sizes = plan.kept_sizes;
  for (size_t i = 0; i < plan.index_sizes.size(); ++i) plan.result_sizes.insert(plan.index_at + i, plan.index_sizes[i]);
  return plan;
}

Offsets offsets_of(const Tensor& self, const std::vector<Entry>& entries, const IndexPlan& plan) {
  Offsets offsets(multiply_integers(plan.index_sizes));
  for (const Entry& e : entries) {
    const int64_t* index = static_cast<const int64_t*>(e.index.impl()->data());
    Tensor spread;
    if (!e.index.is_contiguous() || e.index.sizes() != IntArrayRef(plan.index_sizes)) {
      spread = Tensor(make_tensor(plan.index_sizes, kLong, Device(kCPU)));
      copy_values(spread, e.index);
      index = static_cast<const int64_t*>(spread.impl()->data());
    }
    add_offsets(index, offsets.size(), self.sizes()[e.dim],
                self.strides()[e.dim] * static_cast<int64_t>(self.itemsize()), e.dim, offsets.data());
  }
  return offsets;
}

Walked indexed_side(const Tensor& t, const IndexPlan& plan) {
  Walked w{t.impl()->data(), DimVector(), 0};
  for (int64_t d : plan.kept) w.strides.push_back(t.strides()[static_cast<size_t>(d)]);
  return w;
}
// The side with the result's shape, dense.
Walked packed_side(const Tensor& t, const IndexPlan& plan) {
  const DimVector strides = contiguous_strides(plan.result_sizes);
  Walked w{t.impl()->data(), DimVector(), 0};
  for (size_t i = 0; i < plan.kept.size(); ++i)
    w.strides.push_back(strides[i < plan.index_at ? i : i + plan.index_sizes.size()]);
  int64_t step = 1;
  for (size_t d = plan.index_at + plan.index_sizes.size(); d < plan.result_sizes.size(); ++d)
    step *= plan.result_sizes[d];
  w.step = step * static_cast<int64_t>(t.itemsize());
  return w;
}

// The tensor without lazy bits.
Tensor resolved(const Tensor& t) { return t.is_conj() || t.is_neg() ? clone(t, std::nullopt) : t; }

// What an in-place operator works on: the destination; of the functional form a copy of self; of out= that one, with
// self's values.
Tensor working_copy(const Out& out, const Tensor& self) {
  if (out.functional()) return clone(self, MemoryFormat::Contiguous);
  const Tensor& to = out.tensor();
  if (out.is_out() && !to.is_same(self)) {
    resize_output(out, self.sizes(), self.dtype(), self.device());
    copy_values(to, self);
  }
  TORCHPP_CHECK_NOT_IMPLEMENTED(!to.is_conj() && !to.is_neg(),
                                "indexed writes: got a conjugate or negative view, expected a plain tensor");
  check_no_internal_overlap(to);
  return to;
}
Tensor finish(const Out& out, const Tensor& result) {
  if (out.functional()) return result;
  bump_version(result);
  return Tensor();
}

}  // namespace

Tensor index(const Tensor& self, TensorList indices) {
  const std::vector<Entry> entries = read_indices(self, indices);
  const Tensor source = resolved(self);
  const IndexPlan plan = plan_index(source, entries);
  Tensor result(make_tensor(plan.result_sizes, self.dtype(), self.device()));
  if (self.is_meta()) return result;
  const Offsets offsets = offsets_of(source, entries, plan);
  if (result.numel() == 0) return result;
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(indexed_side(source, plan), packed_side(result, plan), plan.kept_sizes, offsets, false,
                      Select<T>());
  });
  return result;
}

Tensor index_put(Out out, const Tensor& self, TensorList indices, const Tensor& values, bool accumulate) {
  TORCHPP_CHECK_INDEX(self.dtype() == values.dtype(),
                      "Index put requires the source and destination dtypes match, got ", self.dtype(),
                      " for the destination and ", values.dtype(), " for the source.");
  TORCHPP_CHECK(self.device() == values.device() || (values.is_cpu() && values.dim() == 0),
                "index_put: Expected all tensors to be on the same device, but found at least two devices, ",
                self.device(), " and ", values.device());
  const std::vector<Entry> entries = read_indices(self, indices);
  const IndexPlan plan = plan_index(self, entries);
  const int64_t extra = static_cast<int64_t>(values.sizes().size()) - static_cast<int64_t>(plan.result_sizes.size());
  bool fits = true;
  for (size_t i = 0; i < values.sizes().size(); ++i) {
    const int64_t at = static_cast<int64_t>(i) - extra;
    fits = fits &&
           (values.sizes()[i] == 1 || (at >= 0 && values.sizes()[i] == plan.result_sizes[static_cast<size_t>(at)]));
  }
  TORCHPP_CHECK(fits && extra <= 0, "shape mismatch: value tensor of shape ", values.sizes(),
                " cannot be broadcast to indexing result of shape ", plan.result_sizes);
  if (self.is_meta()) return finish(out, working_copy(out, self));
  const bool copies = out.functional() || (out.is_out() && !out.tensor().is_same(self));
  if (!copies) offsets_of(self, entries, plan);  // throws before anything is written
  Tensor source = values.is_alias_of(self) ? clone(values, std::nullopt) : resolved(values);
  const bool one = source.numel() == 1;
  if (!one && (!source.is_contiguous() || source.sizes() != IntArrayRef(plan.result_sizes))) {
    Tensor spread(make_tensor(plan.result_sizes, values.dtype(), values.device()));
    copy_values(spread, source);
    source = std::move(spread);
  }
  const Tensor result = working_copy(out, self);
  const Offsets offsets = offsets_of(result, entries, plan);
  Walked from = packed_side(source, plan);
  if (one) {
    from.strides = DimVector(from.strides.size(), 0);
    from.step = 0;
  }
  if (accumulate) {
    visit_dtype(self.dtype(), "index_put", [&](auto tag) {
      using T = typename decltype(tag)::type;
      run_at_offsets<T>(indexed_side(result, plan), from, plan.kept_sizes, offsets, true, Add<T>{T(1)});
    });
  } else {
    visit_width(self.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      run_at_offsets<T>(indexed_side(result, plan), from, plan.kept_sizes, offsets, true, Assign<T>());
    });
  }
  return finish(out, result);
}

namespace {

// A vector of positions along one dimension, and the other dimensions of a tensor.
struct AlongDim {
  size_t dim = 0;
  int64_t size = 1;  // of the dimension
  DimVector sizes;   // of the others
};
AlongDim along(const Tensor& self, int64_t dim) {
  AlongDim a;
  a.dim = static_cast<size_t>(wrap_dim(dim, self.dim()));
  a.sizes = DimVector(self.sizes());
  if (self.dim() > 0) {
    a.size = a.sizes[a.dim];
    a.sizes.erase(a.dim);
  }
  return a;
}
Walked others(const Tensor& t, const AlongDim& a) {
  Walked w{t.impl()->data(), DimVector(t.strides()), 0};
  if (!w.strides.empty()) {
    w.step = w.strides[a.dim] * static_cast<int64_t>(t.itemsize());
    w.strides.erase(a.dim);
  }
  return w;
}

void check_vector(const Tensor& index, const char* op) {
  TORCHPP_CHECK_INDEX(index.dim() <= 1, op, "(): Index is supposed to be a vector");
  TORCHPP_CHECK(index.dtype() == kLong || index.dtype() == kInt, op, "(): Expected dtype int32 or int64 for index");
}

enum class Negative { kWraps, kFails };
// Offsets of a vector of positions; `message` for one that is out of range.
template <class Fail>
Offsets vector_offsets(const Tensor& index, int64_t size, int64_t step, Negative negative, const Fail& fail) {
  const Tensor wide =
      index.dtype() == kLong && index.is_contiguous() ? index : to_copy(index, kLong, false, MemoryFormat::Contiguous);
  const int64_t* at = static_cast<const int64_t*>(wide.impl()->data());
  Offsets offsets(index.numel());
  const int64_t lowest = negative == Negative::kWraps ? -size : 0;
  for (int64_t i = 0; i < offsets.size(); ++i) {
    if (TORCHPP_UNLIKELY(at[i] < lowest || at[i] >= size)) fail(at[i]);
    offsets.data()[i] = (at[i] < 0 ? at[i] + size : at[i]) * step;
  }
  return offsets;
}

[[noreturn]] void fail_in_self(int64_t) { TORCHPP_FAIL_KIND(kIndex, "index out of range in self"); }

}  // namespace

Tensor index_select(const Tensor& self, int64_t dim, const Tensor& index) {
  check_vector(index, "index_select");
  const Tensor source = resolved(self);
  const AlongDim a = along(source, dim);
  DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[a.dim] = index.numel();
  else
    TORCHPP_CHECK_INDEX(index.numel() == 1, "index_select(): Index to scalar can have only 1 value, got ",
                        index.numel(), " value(s)");
  Tensor result(make_tensor(sizes, self.dtype(), self.device()));
  if (self.is_meta()) return result;
  const Walked from = others(source, a);
  if (self.dim() == 1 && index.dtype() == kLong && index.is_contiguous()) {  // elements, not rows: no offsets to make
    const int64_t* at = static_cast<const int64_t*>(index.impl()->data());
    if (TORCHPP_UNLIKELY(!positions_fit(at, index.numel(), a.size))) fail_in_self(0);
    visit_width(self.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      const T* x = static_cast<const T*>(from.data);
      T* to = static_cast<T*>(result.impl()->data());
      const int64_t step = from.step / static_cast<int64_t>(sizeof(T));
      parallel_for(0, index.numel(), kIndexGrain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) to[i] = x[at[i] * step];
      });
    });
    return result;
  }
  const Offsets offsets = vector_offsets(index, a.size, from.step, Negative::kFails, fail_in_self);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(from, others(result, a), a.sizes, offsets, false, Select<T>());
  });
  return result;
}

Tensor index_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                 const Scalar& alpha) {
  TORCHPP_CHECK_INDEX(index.dim() <= 1, "index_add_(): Index is supposed to be a vector, but got dim: ", index.dim(),
                      " with type: ", index.dtype(), " and size: ", index.sizes());
  TORCHPP_CHECK(index.dtype() == kLong || index.dtype() == kInt,
                "index_add_(): Expected dtype int32/int64 for index but got: ", index.dtype());
  TORCHPP_CHECK(self.dtype() == source.dtype(), "index_add_(): self (", self.dtype(), ") and source (", source.dtype(),
                ") must have the same scalar type");
  const AlongDim a = along(self, dim), b = along(source, dim);
  TORCHPP_CHECK(index.numel() == b.size, "index_add_(): Number of indices (", index.numel(),
                ") should be equal to source.size(dim): (", b.size, "), for dim: ", dim);
  TORCHPP_CHECK(IntArrayRef(a.sizes) == IntArrayRef(b.sizes), "index_add_(): source of shape ", source.sizes(),
                " does not match self of shape ", self.sizes(), " outside of dim ", dim);
  if (self.is_meta()) return finish(out, working_copy(out, self));
  const Tensor from = source.is_alias_of(self) ? clone(source, std::nullopt) : resolved(source);
  vector_offsets(index, a.size, 1, Negative::kFails, fail_in_self);
  const Tensor result = working_copy(out, self);
  const Walked to = others(result, a);
  const Offsets offsets = vector_offsets(index, a.size, to.step, Negative::kFails, fail_in_self);
  visit_dtype(self.dtype(), "index_add", [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(to, others(from, b), a.sizes, offsets, true, Add<T>{alpha.to<T>()});
  });
  return finish(out, result);
}

Tensor index_copy(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  TORCHPP_CHECK_INDEX(index.dim() <= 1, "index_copy_(): Index should have dimension 1 or 0 (got ", index.dim(), ")");
  TORCHPP_CHECK(index.dtype() == kLong, "index_copy_(): Expected a long tensor for index, but got ", index.dtype());
  TORCHPP_CHECK(self.dtype() == source.dtype(),
                "index_copy_(): self and source expected to have the same dtype, but got (self) ", self.dtype(),
                " and (source) ", source.dtype());
  const AlongDim a = along(self, dim), b = along(source, dim);
  TORCHPP_CHECK_INDEX(index.numel() == b.size, "index_copy_(): Number of indices (", index.numel(),
                      ") should be equal to source.size(dim) (", b.size, ")");
  TORCHPP_CHECK(IntArrayRef(a.sizes) == IntArrayRef(b.sizes),
                "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: ",
                a.sizes, " at dimension ", a.dim, " and source slice shape: ", b.sizes, " at dimension ", a.dim, ".");
  const auto fail = [&](int64_t at) {
    TORCHPP_FAIL_KIND(kIndex, "index_copy_(): index ", at, " is out of bounds for dimension ", a.dim, " with size ",
                      a.size);
  };
  if (self.is_meta()) return finish(out, working_copy(out, self));
  const Tensor from = source.is_alias_of(self) ? clone(source, std::nullopt) : resolved(source);
  vector_offsets(index, a.size, 1, Negative::kFails, fail);
  const Tensor result = working_copy(out, self);
  const Walked to = others(result, a);
  const Offsets offsets = vector_offsets(index, a.size, to.step, Negative::kFails, fail);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(to, others(from, b), a.sizes, offsets, true, Assign<T>());
  });
  return finish(out, result);
}

Tensor index_fill(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  TORCHPP_CHECK_INDEX(index.dtype() == kLong, "index_fill_(): Expected dtype int64 for index.");
  TORCHPP_CHECK(index.dim() <= 1, "Index has to be a vector/scalar");
  TORCHPP_CHECK(self.is_complex() || !value.isComplex(),
                "index_fill_(): Converting complex Scalar to non-complex type is not supported");
  const AlongDim a = along(self, dim);
  const auto fail = [&](int64_t at) {
    TORCHPP_FAIL_KIND(kIndex, "index ", at, " is out of bounds for dimension ", a.dim, " with size ", a.size);
  };
  alignas(16) char bits[16];
  store_number(value, self.dtype(), bits);
  if (self.is_meta()) return finish(out, working_copy(out, self));
  vector_offsets(index, a.size, 1, Negative::kWraps, fail);
  const Tensor result = working_copy(out, self);
  const Walked to = others(result, a);
  const Offsets offsets = vector_offsets(index, a.size, to.step, Negative::kWraps, fail);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_at_offsets<T>(to, Walked{bits, DimVector(a.sizes.size(), 0), 0}, a.sizes, offsets, true, Assign<T>());
  });
  return finish(out, result);
}

}  // namespace torchpp::cpu

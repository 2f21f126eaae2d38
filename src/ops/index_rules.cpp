// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/index_rules.h"

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "src/ops/elementwise.h"
#include "src/ops/generated/index.h"
#include "src/ops/iterator.h"
#include "src/ops/linalg_rules.h"

namespace torchpp {

void fail_position(int64_t position, size_t dim, int64_t size) {
  TORCHPP_FAIL_KIND(kIndex, "index ", position, " is out of bounds for dimension ", dim, " with size ", size);
}
void fail_in_self(int64_t position, size_t, int64_t size) {
  TORCHPP_FAIL_KIND(kIndex, "index out of range in self: got ", position, ", expected 0 to ", size - 1);
}

Scalar reduction_start(ScatterReduce reduce, ScalarType dtype) {
  if (reduce != ScatterReduce::kMax && reduce != ScatterReduce::kMin)
    return reduce == ScatterReduce::kMultiply ? Scalar(1) : Scalar(0);
  const bool greatest = reduce == ScatterReduce::kMin;
  if (isFloatingType(dtype)) return greatest ? HUGE_VAL : -HUGE_VAL;
  switch (dtype) {
    case kBool: return greatest;
    case kByte: return greatest ? UINT8_MAX : 0;
    case kChar: return greatest ? INT8_MAX : INT8_MIN;
    case kShort: return greatest ? INT16_MAX : INT16_MIN;
    case kInt: return greatest ? INT32_MAX : INT32_MIN;
    default: return greatest ? INT64_MAX : INT64_MIN;
  }
}

void check_scattered(const Tensor& source, int64_t count) {
  TORCHPP_CHECK(source.numel() >= count, "Number of elements of source < number of ones in mask");
}

void check_select_mask(const Tensor& mask) {
  TORCHPP_CHECK(mask.dtype() == kBool || mask.dtype() == kByte,
                "masked_select: expected BoolTensor or ByteTensor for mask, got ", mask.dtype());
}

namespace {

[[noreturn]] TORCHPP_COLD void fail_copy_position(int64_t position, size_t dim, int64_t size) {
  TORCHPP_FAIL_KIND(kIndex, "index_copy_(): index ", position, " is out of bounds for dimension ", dim, " with size ",
                    size);
}

using PositionError = void (*)(int64_t position, size_t dim, int64_t size);

// Looks at int64 positions one by one where they do not lie side by side.
TORCHPP_COLD void check_each_position(const Tensor& index, int64_t lowest, size_t dim, int64_t size,
                                      PositionError fail) {
  Iterator it(index.sizes());
  it.add(index);
  it.build();
  it.rows(0, it.numel(), [&](char* const* data, const int64_t* strides, int64_t n) {
    if (strides[0] == 8 && positions_fit(reinterpret_cast<const int64_t*>(data[0]), n, lowest, size)) return;
    if (strides[0] == 0) n = 1;
    for (int64_t i = 0; i < n; ++i) {
      const int64_t at = *reinterpret_cast<const int64_t*>(data[0] + i * strides[0]);
      if (at < lowest || at >= size) fail(at, dim, size);
    }
  });
}

// Many positions are read on several threads: they come from memory.
bool all_fit(const Tensor& index, int64_t lowest, int64_t size) {
  constexpr int64_t kGrain = 1 << 16;
  const int64_t* at = static_cast<const int64_t*>(index.impl()->data());
  if (TORCHPP_LIKELY(index.numel() <= kGrain)) return positions_fit(at, index.numel(), lowest, size);
  std::atomic<bool> fit{true};
  parallel_for(0, index.numel(), kGrain, [&](int64_t begin, int64_t end) {
    if (!positions_fit(at + begin, end - begin, lowest, size)) fit.store(false, std::memory_order_relaxed);
  });
  return fit.load(std::memory_order_relaxed);
}

}  // namespace

void check_positions(const Tensor& index, int64_t lowest, size_t dim, int64_t size, PositionError fail) {
  if (!index.is_cpu()) return;
  if (TORCHPP_LIKELY(index.dtype() == kLong)) {
    if (TORCHPP_LIKELY(index.is_contiguous() && all_fit(index, lowest, size))) return;
    return check_each_position(index, lowest, dim, size, fail);
  }
  if (index.numel() != 0) check_each_position(index.to(kLong), lowest, dim, size, fail);
}

namespace {

bool is_mask(const Tensor& t) { return t.dtype() == kBool || t.dtype() == kByte; }

// Notes the indices of a list, masks as the positions of their true elements.
void read_indices(IndexPlan& p, const Tensor& self, TensorList indices) {
  size_t dim = 0;
  const size_t rank = self.sizes().size();
  for (const Tensor& t : indices) {
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
      p.indices.push_back({dim++, t});
      continue;
    }
    for (size_t d = 0; d < width; ++d)
      TORCHPP_CHECK_INDEX(t.sizes()[d] == self.sizes()[dim + d], "The shape of the mask ", t.sizes(), " at index ", d,
                          " does not match the shape of the indexed tensor ", self.sizes(), " at index ", dim + d);
    const Tensor positions = t.nonzero();  // which Meta tensors do not have
    for (size_t d = 0; d < width; ++d)
      p.indices.push_back({dim + d, positions.select(1, static_cast<int64_t>(d)).contiguous()});
    dim += width;
  }
  TORCHPP_CHECK_INDEX(dim <= rank, "too many indices for tensor of dimension ", rank);
}

bool broadcasts(IntArrayRef a, IntArrayRef b) {
  for (size_t i = 1; i <= a.size() && i <= b.size(); ++i) {
    const int64_t x = a[a.size() - i], y = b[b.size() - i];
    if (x != y && x != 1 && y != 1) return false;
  }
  return true;
}

[[noreturn]] TORCHPP_COLD void fail_index_shapes(const IndexPlan& p) {
  std::string shapes;
  for (const DimIndex& e : p.indices) shapes += (shapes.empty() ? "" : ", ") + to_string(e.positions.sizes());
  TORCHPP_FAIL_KIND(kIndex, "shape mismatch: indexing tensors could not be broadcast together with shapes ", shapes);
}

IndexPlan plan_index(const Tensor& self, TensorList indices) {
  IndexPlan p;
  read_indices(p, self, indices);
  bool neighbours = true;
  for (size_t k = 0; k < p.indices.size(); ++k) {
    if (k > 0 && p.indices[k].dim != p.indices[k - 1].dim + 1) neighbours = false;
    const IntArrayRef sizes = p.indices[k].positions.sizes();
    if (k == 0) {
      p.index_sizes.assign(sizes);
    } else if (IntArrayRef(p.index_sizes) != sizes) {
      if (!broadcasts(p.index_sizes, sizes)) fail_index_shapes(p);
      p.index_sizes = broadcast_sizes(p.index_sizes, sizes);
    }
  }
  size_t next = 0;
  for (size_t d = 0; d < self.sizes().size(); ++d) {
    if (next < p.indices.size() && p.indices[next].dim == d) {
      ++next;
      continue;
    }
    if (neighbours && next == 0) ++p.index_at;
    p.kept.push_back(static_cast<int64_t>(d));
    p.kept_sizes.push_back(self.sizes()[d]);
  }
  p.selected_sizes = p.kept_sizes;
  for (size_t i = 0; i < p.index_sizes.size(); ++i) p.selected_sizes.insert(p.index_at + i, p.index_sizes[i]);
  return p;
}

// Whether a tensor of the selected elements is made in row-major order, as far as that can be told at a glance.
bool selects_row_major(const IndexPlan& p, const Tensor& self) {
  for (const DimIndex& e : p.indices)
    if (!e.positions.body().is_plain()) return false;
  if (self.body().is_plain()) return true;
  const IntArrayRef strides = self.strides();
  for (size_t k = 1; k < p.kept.size(); ++k)
    if (strides[static_cast<size_t>(p.kept[k - 1])] <= strides[static_cast<size_t>(p.kept[k])]) return false;
  return true;
}

// The strides of a new tensor of the selected elements; none where these are the row-major ones. libtorch 1.13 makes it
// as the result of an element-wise operator on the tensor and the indices, each with strides of 0 or sizes of 1 in the
// dimensions of the others.
DimVector selected_strides(const IndexPlan& p, const Tensor& self) {
  if (TORCHPP_LIKELY(selects_row_major(p, self))) return DimVector();
  DimVector strides, sizes(p.kept.size(), 1);
  for (const int64_t d : p.kept) strides.push_back(self.stride(d));
  for (size_t i = 0; i < p.index_sizes.size(); ++i) {
    strides.insert(p.index_at + i, 0);
    sizes.insert(p.index_at + i, p.index_sizes[i]);
  }
  std::vector<Tensor> operands = {self.as_strided(p.selected_sizes, strides)};
  for (const DimIndex& e : p.indices) operands.push_back(e.positions.expand(p.index_sizes).reshape(sizes));
  std::vector<const TensorBase*> inputs;
  for (const Tensor& t : operands) inputs.push_back(&t);
  return elementwise_strides(p.selected_sizes, inputs.data(), static_cast<int>(inputs.size()));
}

void check_list_positions(const IndexPlan& p, const Tensor& self) {
  for (const int64_t size : p.index_sizes)
    if (size == 0) return;  // one of the lists is empty, and positions of others are not used
  for (const DimIndex& e : p.indices) {
    const int64_t size = self.sizes()[e.dim];
    check_positions(e.positions, -size, e.dim, size, fail_position);
  }
}

// The elements that positions select, in a dense tensor.
void set_selected(Output& o, const Tensor& self, IntArrayRef sizes) {
  o.sizes.assign(sizes);
  o.dtype = self.scalar_type();
  o.dense = true;
  o.refuses_overlap = true;
}
// Self with other elements in the places that positions select.
void set_updated(Output& o, const Tensor& self) {
  o.sizes.assign(self.sizes());
  o.dtype = self.scalar_type();
  o.refuses_overlap = true;
  o.self = &self;
  o.starts_as_self = true;
}
// A result of index_put and index_fill: a functional one has self's order of dimensions in memory, and a destination
// may have any dtype. Source: libtorch 1.13, whose kernels of these operators work in place only.
void set_updated_copy(Output& o, const Tensor& self) {
  set_updated(o, self);
  o.format = MemoryFormat::Preserve;
  o.out_dtype = OutDtype::kAny;
}

// A vector of positions in a dimension.
SlicePlan slices(const Tensor& self, int64_t dim) {
  SlicePlan p;
  p.dim = static_cast<size_t>(wrap_dim(dim, self.dim()));
  p.slice_sizes.assign(self.sizes());
  if (self.dim() > 0) {
    p.size = p.slice_sizes[p.dim];
    p.slice_sizes.erase(p.dim);
  }
  return p;
}

void check_index(const char* op, const Tensor& self, const Tensor& index) {
  TORCHPP_CHECK(index.body().dtype() == kLong || index.numel() == 0, op, "(): Expected dtype int64 for index");
  TORCHPP_CHECK(index.numel() == 0 || (index.dim() == 0 ? 1 : index.dim()) == (self.dim() == 0 ? 1 : self.dim()),
                "Index tensor must have the same number of dimensions as ", op[0] == 'g' ? "input" : "self", " tensor");
}

// Sizes of tensors without dimensions are those of a vector of one element.
size_t rank_of(const Tensor& t) { return t.dim() == 0 ? 1 : t.sizes().size(); }
int64_t size_of(const Tensor& t, size_t dim) { return t.dim() == 0 ? 1 : t.sizes()[dim]; }

ElementIndexPlan element_index(const Tensor& self, int64_t dim) {
  ElementIndexPlan p;
  p.dim = static_cast<size_t>(wrap_dim(dim, self.dim()));
  p.size = size_of(self, p.dim);
  return p;
}

// `src` is null where a number is scattered.
ElementIndexPlan scatter_elements(const char* op, const Tensor& self, int64_t dim, const Tensor& index,
                                  const Tensor* src) {
  ElementIndexPlan p = element_index(self, dim);
  check_index(op, self, index);
  if (src != nullptr)
    TORCHPP_CHECK(self.dtype() == src->dtype(), op, "(): Expected self.dtype to be equal to src.dtype");
  set_updated(p.outputs[0], self);
  if (index.numel() == 0) return p;
  for (size_t d = 0; d < rank_of(index); ++d) {
    const bool in_self = d == p.dim || size_of(index, d) <= size_of(self, d);
    if (src == nullptr) {
      TORCHPP_CHECK(in_self, "Expected index ", index.sizes(), " to be smaller than self ", self.sizes(),
                    " apart from dimension ", p.dim);
      continue;
    }
    TORCHPP_CHECK(rank_of(*src) == rank_of(index),
                  "Index tensor must have the same number of dimensions as src tensor");
    TORCHPP_CHECK(in_self && size_of(index, d) <= size_of(*src, d), "Expected index ", index.sizes(),
                  " to be smaller than self ", self.sizes(), " apart from dimension ", p.dim,
                  " and to be smaller size than src ", src->sizes());
  }
  return p;
}

void check_element_positions(const Out& out, ElementIndexPlan& p, const Tensor& index) {
  if (out.functional()) return;
  check_positions(index, 0, p.dim, p.size, fail_position);
  p.positions_fit = true;
}
// Of operators that write each position once. Reading many positions twice would cost more than writing a small
// destination twice.
void check_scattered_positions(const Out& out, ElementIndexPlan& p, const Tensor& self, const Tensor& index) {
  constexpr int64_t kLeast = 1 << 14, kTimes = 8;
  p.keeps_on_error = out.is_in_place() && index.is_cpu() && index.numel() >= std::max(kLeast, kTimes * self.numel());
  if (!p.keeps_on_error) check_element_positions(out, p, index);
}

// Of scatter_reduce() and index_reduce(), which have no sum.
ScatterReduce named_reduction(std::string_view name) {
  if (name == "prod") return ScatterReduce::kMultiply;
  if (name == "mean") return ScatterReduce::kMean;
  if (name == "amax") return ScatterReduce::kMax;
  if (name == "amin") return ScatterReduce::kMin;
  return ScatterReduce::kAssign;
}

void check_reduces(const char* op, ScatterReduce reduce, ScalarType dtype) {
  const bool ordered = reduce == ScatterReduce::kMax || reduce == ScatterReduce::kMin;
  TORCHPP_CHECK_NOT_IMPLEMENTED(
      !(ordered && isComplexType(dtype)) && !(reduce == ScatterReduce::kMean && dtype == kBool), '"', op,
      "\" not implemented for '", dtype, "'");
}

ScatterReduce scatter_reduction(std::string_view name) {
  if (name == "add") return ScatterReduce::kAdd;
  TORCHPP_CHECK(name == "multiply", "reduce argument must be either add or multiply.");
  return ScatterReduce::kMultiply;
}

}  // namespace

// Parameters that a rule does not need have no name.
namespace rule {

IndexPlan index(const Out&, const Tensor& self, TensorList indices) {
  IndexPlan p = plan_index(self, indices);
  check_list_positions(p, self);
  set_selected(p.outputs[0], self, p.selected_sizes);
  p.outputs[0].strides = selected_strides(p, self);
  return p;
}

IndexPlan index_put(const Out&, const Tensor& self, TensorList indices, const Tensor& values, bool) {
  TORCHPP_CHECK_INDEX(self.dtype() == values.dtype(),
                      "Index put requires the source and destination dtypes match, got ", self.dtype(),
                      " for the destination and ", values.dtype(), " for the source.");
  TORCHPP_CHECK(self.device() == values.device() || (values.is_cpu() && values.dim() == 0),
                "index_put: Expected all tensors to be on the same device, but found at least two devices, ",
                self.device(), " and ", values.device());
  IndexPlan p = plan_index(self, indices);
  const IntArrayRef from = values.sizes(), to = p.selected_sizes;
  bool fits = from.size() <= to.size();
  for (size_t i = 1; fits && i <= from.size(); ++i)
    fits = from[from.size() - i] == 1 || from[from.size() - i] == to[to.size() - i];
  TORCHPP_CHECK(fits, "shape mismatch: value tensor of shape ", from,
                " cannot be broadcast to indexing result of shape ", to);
  check_list_positions(p, self);
  set_updated_copy(p.outputs[0], self);
  return p;
}

SlicePlan index_select(const Out&, const Tensor& self, int64_t dim, const Tensor& index) {
  self.body();  // throws for an undefined tensor
  TORCHPP_CHECK_INDEX(index.dim() <= 1, "index_select(): Index is supposed to be a vector");
  TORCHPP_CHECK(index.dtype() == kLong || index.dtype() == kInt,
                "index_select(): Expected dtype int32 or int64 for index");
  SlicePlan p = slices(self, dim);
  set_selected(p.outputs[0], self, self.sizes());
  if (self.dim() > 0) p.outputs[0].sizes[p.dim] = index.numel();
  else
    TORCHPP_CHECK_INDEX(index.numel() == 1, "index_select(): Index to scalar can have only 1 value, got ",
                        index.numel(), " value(s)");
  check_positions(index, 0, p.dim, p.size, fail_in_self);
  return p;
}

SlicePlan index_add(const Out&, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                    const Scalar& alpha) {
  TORCHPP_CHECK_INDEX(index.dim() <= 1, "index_add_(): Index is supposed to be a vector, but got dim: ", index.dim(),
                      " with type: ", index.dtype(), " and size: ", index.sizes());
  TORCHPP_CHECK(index.dtype() == kLong || index.dtype() == kInt,
                "index_add_(): Expected dtype int32/int64 for index but got: ", index.dtype());
  TORCHPP_CHECK(self.dtype() == source.dtype(), "index_add_(): self (", self.dtype(), ") and source (", source.dtype(),
                ") must have the same scalar type");
  SlicePlan p = slices(self, dim);
  const SlicePlan from = slices(source, dim);
  TORCHPP_CHECK(index.numel() == from.size, "index_add_(): Number of indices (", index.numel(),
                ") should be equal to source.size(dim): (", from.size, "), for dim: ", dim);
  TORCHPP_CHECK(IntArrayRef(p.slice_sizes) == IntArrayRef(from.slice_sizes), "index_add_(): source of shape ",
                source.sizes(), " does not match self of shape ", self.sizes(), " outside of dim ", dim);
  alignas(16) char factor[16];
  store_number(alpha, self.dtype(), factor);  // throws where the dtype does not hold the number
  check_positions(index, 0, p.dim, p.size, fail_in_self);
  set_updated(p.outputs[0], self);
  return p;
}

SlicePlan index_reduce(const Out&, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                       std::string_view reduce, bool) {
  const ScatterReduce reduction = named_reduction(reduce);
  TORCHPP_CHECK(reduction != ScatterReduce::kAssign,
                "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got ", std::string(reduce),
                ".");
  TORCHPP_CHECK_INDEX(index.dim() <= 1, "index_reduce_(): Index is supposed to be a vector, but got dim: ", index.dim(),
                      " with type: ", index.dtype(), " and size: ", index.sizes());
  TORCHPP_CHECK(index.dtype() == kLong || index.dtype() == kInt,
                "index_reduce_(): Expected dtype int32/int64 for index but got: ", index.dtype());
  TORCHPP_CHECK(self.dtype() == source.dtype(), "index_reduce_(): self (", self.dtype(), ") and source (",
                source.dtype(), ") must have the same scalar type");
  TORCHPP_CHECK_NOT_IMPLEMENTED(self.dtype() != kBool && !self.is_complex(), "\"index_reduce\" not implemented for '",
                                self.dtype(), "'");
  SlicePlan p = slices(self, dim);
  const SlicePlan from = slices(source, dim);
  TORCHPP_CHECK(index.numel() == from.size, "index_reduce_(): Number of indices (", index.numel(),
                ") should be equal to source.size(dim): (", from.size, "), for dim: ", dim);
  TORCHPP_CHECK(IntArrayRef(p.slice_sizes) == IntArrayRef(from.slice_sizes), "index_reduce_(): source of shape ",
                source.sizes(), " does not match self of shape ", self.sizes(), " outside of dim ", dim);
  p.reduce = reduction;
  check_positions(index, 0, p.dim, p.size, fail_in_self);
  set_updated(p.outputs[0], self);
  return p;
}

SlicePlan index_copy(const Out&, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  TORCHPP_CHECK_INDEX(index.dim() <= 1, "index_copy_(): Index should have dimension 1 or 0 (got ", index.dim(), ")");
  TORCHPP_CHECK(index.dtype() == kLong, "index_copy_(): Expected a long tensor for index, but got ", index.dtype());
  TORCHPP_CHECK(self.dtype() == source.dtype(),
                "index_copy_(): self and source expected to have the same dtype, but got (self) ", self.dtype(),
                " and (source) ", source.dtype());
  SlicePlan p = slices(self, dim);
  const SlicePlan from = slices(source, dim);
  TORCHPP_CHECK_INDEX(index.numel() == from.size, "index_copy_(): Number of indices (", index.numel(),
                      ") should be equal to source.size(dim) (", from.size, ")");
  TORCHPP_CHECK(
      IntArrayRef(p.slice_sizes) == IntArrayRef(from.slice_sizes),
      "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: ", p.slice_sizes,
      " at dimension ", p.dim, " and source slice shape: ", from.slice_sizes, " at dimension ", p.dim, ".");
  check_positions(index, 0, p.dim, p.size, fail_copy_position);
  set_updated(p.outputs[0], self);
  return p;
}

SlicePlan index_fill(const Out&, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  TORCHPP_CHECK_INDEX(index.dtype() == kLong, "index_fill_(): Expected dtype int64 for index.");
  TORCHPP_CHECK(index.dim() <= 1, "Index has to be a vector/scalar");
  TORCHPP_CHECK(self.is_complex() || !value.isComplex(),
                "index_fill_(): Converting complex Scalar to non-complex type is not supported");
  SlicePlan p = slices(self, dim);
  store_number(value, self.dtype(), p.value);
  check_positions(index, -p.size, p.dim, p.size, fail_position);
  set_updated_copy(p.outputs[0], self);
  return p;
}

ElementIndexPlan gather(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, bool) {
  ElementIndexPlan p = element_index(self, dim);
  check_index("gather", self, index);
  for (size_t d = 0; index.numel() != 0 && d < rank_of(index); ++d)
    TORCHPP_CHECK(d == p.dim || size_of(index, d) <= size_of(self, d), "Size does not match at dimension ", d,
                  " expected index ", index.sizes(), " to be smaller than self ", self.sizes(),
                  " apart from dimension ", p.dim);
  check_element_positions(out, p, index);
  set_selected(p.outputs[0], self, index.sizes());
  return p;
}

ElementIndexPlan scatter(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  ElementIndexPlan p = scatter_elements("scatter", self, dim, index, &src);
  check_scattered_positions(out, p, self, index);
  return p;
}
ElementIndexPlan scatter_value(const Out& out, const Tensor& self, int64_t dim, const Tensor& index,
                               const Scalar& value) {
  ElementIndexPlan p = scatter_elements("scatter", self, dim, index, nullptr);
  store_number(value, self.dtype(), p.value);
  check_scattered_positions(out, p, self, index);
  return p;
}
ElementIndexPlan scatter_reduce(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                                std::string_view reduce) {
  ElementIndexPlan p = scatter_elements("scatter", self, dim, index, &src);
  p.reduce = scatter_reduction(reduce);
  check_scattered_positions(out, p, self, index);
  return p;
}
ElementIndexPlan scatter_reduce_two(const Out& out, const Tensor& self, int64_t dim, const Tensor& index,
                                    const Tensor& src, std::string_view reduce, bool) {
  ElementIndexPlan p = scatter_elements("scatter", self, dim, index, &src);
  p.reduce = reduce == "sum" ? ScatterReduce::kAdd : named_reduction(reduce);
  TORCHPP_CHECK(p.reduce != ScatterReduce::kAssign,
                "reduce argument must be either sum, prod, mean, amax or amin, got ", std::string(reduce));
  check_reduces("scatter_reduce", p.reduce, self.scalar_type());
  check_element_positions(out, p, index);
  return p;
}
ElementIndexPlan scatter_value_reduce(const Out& out, const Tensor& self, int64_t dim, const Tensor& index,
                                      const Scalar& value, std::string_view reduce) {
  ElementIndexPlan p = scatter_elements("scatter", self, dim, index, nullptr);
  p.reduce = scatter_reduction(reduce);
  store_number(value, self.dtype(), p.value);
  check_scattered_positions(out, p, self, index);
  return p;
}
ElementIndexPlan scatter_add(const Out& out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  ElementIndexPlan p = scatter_elements("scatter_add", self, dim, index, &src);
  p.reduce = ScatterReduce::kAdd;
  check_scattered_positions(out, p, self, index);
  return p;
}

MaskedScatterPlan masked_scatter(const Out& out, const Tensor& self, const Tensor& mask, const Tensor& source) {
  TORCHPP_CHECK(self.dtype() == source.dtype(), "masked_scatter: expected self and source to have same dtypes but got ",
                self.dtype(), " and ", source.dtype());
  TORCHPP_CHECK(mask.dtype() == kBool || mask.dtype() == kByte,
                "masked_scatter: expected BoolTensor or ByteTensor for mask, got ", mask.dtype());
  MaskedScatterPlan p;
  Output& o = p.outputs[0];
  o.dtype = self.scalar_type();
  o.out_dtype = OutDtype::kAny;
  o.dense = true;
  o.refuses_overlap = true;
  if (out.is_in_place()) check_expands(mask, self.sizes());
  o.sizes = out.is_in_place() ? DimVector(self.sizes()) : broadcast_sizes(self.sizes(), mask.sizes());
  // A destination is left as it is where there is an error; new results are looked at by the kernel.
  if (!out.functional() && !mask.is_meta() && mask.numel() > 0)
    check_scattered(source, (mask != 0).sum().item().toLong() * (multiply_integers(o.sizes) / mask.numel()));
  if (self.sizes() != IntArrayRef(o.sizes)) return p;
  o.self = &self;
  o.starts_as_self = true;
  return p;
}

MaskedFillPlan masked_fill(const Out& out, const Tensor& self, const Tensor& mask, const Scalar& value) {
  TORCHPP_CHECK(mask.dtype() == kBool || mask.dtype() == kByte,
                "masked_fill only supports boolean masks, but got mask with dtype ", mask.dtype());
  MaskedFillPlan p;
  store_number(value, self.dtype(), p.value);
  Output& o = p.outputs[0];
  o.dtype = self.scalar_type();
  o.out_dtype = OutDtype::kAny;
  if (TORCHPP_LIKELY(self.sizes() == mask.sizes())) o.sizes.assign(self.sizes());
  else o.sizes = broadcast_sizes(self.sizes(), mask.sizes());
  if (TORCHPP_LIKELY(self.sizes() == IntArrayRef(o.sizes))) {
    o.refuses_overlap = true;
    o.self = &self;
  } else {
    TORCHPP_CHECK(!out.is_in_place(), "output with shape ", self.sizes(), " doesn't match the broadcast shape ",
                  o.sizes);
  }
  return p;
}

}  // namespace rule
}  // namespace torchpp

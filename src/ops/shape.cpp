// SPDX-License-Identifier: BSD-3-Clause
// Joining, repeating and rearranging, as far as it is made of other operators.

#include <torchpp/ops/creation.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>

#include <algorithm>

#include "src/core/shape.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/shape.h"
#include "src/ops/generated/view.h"
#include "src/ops/history.h"
#include "src/ops/promotion.h"
#include "src/ops/result.h"

namespace torchpp {

// One kernel each for all backends, because a call is one node in a graph. What they return is no view.
namespace every_backend {

Tensor stack(Out out, TensorList tensors, int64_t dim) {
  TORCHPP_CHECK(!tensors.empty(), "stack expects a non-empty TensorList");
  const IntArrayRef first = tensors[0].sizes();
  const int64_t at = wrap_dim(dim, tensors[0].dim() + 1);
  std::vector<Tensor> layers;
  layers.reserve(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    TORCHPP_CHECK(tensors[i].sizes() == first, "stack expects each tensor to be equal size, but got ", first,
                  " at entry 0 and ", tensors[i].sizes(), " at entry ", i);
    layers.push_back(op::unsqueeze(tensors[i], at));
  }
  return op::cat(out, layers, at);
}

Tensor repeat(Out out, const Tensor& self, IntArrayRef repeats) {
  TORCHPP_CHECK(static_cast<int64_t>(repeats.size()) >= self.dim(),
                "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  // (r0, s0, r1, s1, ...): a view that repeats by strides of 0; joining the pairs copies it.
  const size_t leading = repeats.size() - self.sizes().size();
  DimVector spread, repeated, joined;
  for (size_t i = 0; i < repeats.size(); ++i) {
    const int64_t n = i < leading ? 1 : self.sizes()[i - leading];
    const int64_t size = multiply_sizes("repeat", repeats[i], n);
    TORCHPP_CHECK(repeats[i] >= 0, "Trying to create tensor with negative dimension ", size, ": got repeats ", repeats);
    spread.push_back(1);
    spread.push_back(n);
    repeated.push_back(repeats[i]);
    repeated.push_back(n);
    joined.push_back(size);
  }
  const Tensor view = op::expand(self.reshape(spread), repeated, false);
  return finish_write(out, op::unsafe_view(op::clone(view, MemoryFormat::Contiguous), joined));
}

Tensor roll(Out out, const Tensor& self, IntArrayRef shifts, IntArrayRef dims) {
  if (dims.empty() && shifts.size() == 1) {
    const Tensor rolled = op::roll(Out(), self.reshape({-1}), shifts, {0});
    return finish_write(out, op::unsafe_view(rolled, self.sizes()));
  }
  TORCHPP_CHECK(!shifts.empty(), "`shifts` required");
  TORCHPP_CHECK(shifts.size() == dims.size(), "shifts and dimensions must align. shifts: ", shifts.size(),
                ", dims:", dims.size());
  Tensor result = self;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t n = self.size(dims[i]);
    if (n == 0) continue;
    const int64_t shift = (shifts[i] % n + n) % n;
    if (shift == 0) continue;
    const Tensor parts[] = {op::slice(result, dims[i], n - shift, n, 1), op::slice(result, dims[i], 0, n - shift, 1)};
    result = op::cat(Out(), parts, dims[i]);
  }
  return finish_write(out, result.is_same(self) ? op::clone(self, nullopt) : result);
}

Tensor rot90(Out out, const Tensor& self, int64_t k, IntArrayRef dims) {
  TORCHPP_CHECK(dims.size() == 2, "expected total rotation dims == 2, but got dims = ", dims.size());
  TORCHPP_CHECK(self.dim() >= 2, "expected total dims >= 2, but got total dims = ", self.dim());
  for (size_t i = 0; i < 2; ++i)
    TORCHPP_CHECK(dims[i] >= -self.dim() && dims[i] < self.dim(), "Rotation dim", i, " out of range, dim", i, " = ",
                  dims[i], ", expected one of a tensor of ", self.dim(), " dims");
  const int64_t a = wrap_dim(dims[0], self.dim()), b = wrap_dim(dims[1], self.dim());
  TORCHPP_CHECK(a != b, "expected rotation dims to be different, but got dim0 = ", dims[0], " and dim1 = ", dims[1]);
  // As libtorch's, a new result is the mirrored tensor in other strides.
  const auto turned = [&](int64_t flipped) {
    const Tensor mirrored = op::flip(Out(), self, IntArrayRef(flipped));
    DimVector sizes(mirrored.sizes()), strides(mirrored.strides());
    std::swap(sizes[static_cast<size_t>(a)], sizes[static_cast<size_t>(b)]);
    std::swap(strides[static_cast<size_t>(a)], strides[static_cast<size_t>(b)]);
    mirrored.impl()->set_sizes_and_strides(sizes, strides);
    return mirrored;
  };
  switch ((k % 4 + 4) % 4) {
    case 1: return finish_write(out, turned(b));
    case 2: return op::flip(out, self, {a, b});
    case 3: return finish_write(out, turned(a));
    default: return finish_write(out, op::clone(self, MemoryFormat::Contiguous));
  }
}

Tensor diag(Out out, const Tensor& self, int64_t diagonal) {
  TORCHPP_CHECK(self.dim() == 1 || self.dim() == 2, "diag(): Supports 1D or 2D tensors. Got ", self.dim(), "D");
  check_out_dtype(out, self.scalar_type());
  if (self.dim() == 1) return op::diag_embed(out, self, diagonal, 0, 1);
  return finish_write(out, op::clone(op::diagonal(self, diagonal, 0, 1), nullopt));
}

Tensor diag_embed(Out out, const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t a = wrap_dim(dim1, self.dim() + 1), b = wrap_dim(dim2, self.dim() + 1);
  TORCHPP_CHECK(a != b, "diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  const int64_t last = self.size(-1);
  const int64_t length = offset < 0 ? add_sizes("diag_embed", last, multiply_sizes("diag_embed", offset, -1))
                                    : add_sizes("diag_embed", last, offset);
  DimVector sizes(self.sizes());
  sizes.resize(sizes.size() - 1);
  sizes.insert(static_cast<size_t>(a < b ? a : b), length);
  sizes.insert(static_cast<size_t>(a < b ? b : a), length);
  const Tensor result = zeros(sizes, self.options());
  op::diagonal(result, offset, a, b).copy_(self);
  return finish_write(out, result);
}

}  // namespace every_backend

namespace composite {
namespace {

std::vector<Tensor> each(TensorList tensors, Tensor (*f)(const Tensor&)) {
  std::vector<Tensor> result;
  result.reserve(tensors.size());
  for (const Tensor& t : tensors) result.push_back(f(t));
  return result;
}

Tensor as_column(const Tensor& t) { return t.dim() <= 1 ? t.reshape({t.numel(), 1}) : t; }

}  // namespace

Tensor hstack(Out out, TensorList tensors) {
  TORCHPP_CHECK(!tensors.empty(), "hstack expects a non-empty TensorList");
  const std::vector<Tensor> all = torchpp::atleast_1d(tensors);
  return op::cat(out, all, all[0].dim() == 1 ? 0 : 1);
}
Tensor vstack(Out out, TensorList tensors) {
  TORCHPP_CHECK(!tensors.empty(), "vstack expects a non-empty TensorList");
  return op::cat(out, torchpp::atleast_2d(tensors), 0);
}
Tensor dstack(Out out, TensorList tensors) {
  TORCHPP_CHECK(!tensors.empty(), "dstack expects a non-empty TensorList");
  return op::cat(out, torchpp::atleast_3d(tensors), 2);
}
Tensor column_stack(Out out, TensorList tensors) {
  TORCHPP_CHECK(!tensors.empty(), "column_stack expects a non-empty TensorList");
  return op::cat(out, each(tensors, &as_column), 1);
}

Tensor block_diag(Out out, TensorList tensors) {
  if (tensors.empty()) return finish_composite("block_diag", out, empty({1, 0}));
  int64_t rows = 0, columns = 0;
  ResultType dtype;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCHPP_CHECK(t.dim() <= 2, "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input ", i, " has ",
                  t.dim(), " dimensions");
    rows = add_sizes("block_diag", rows, t.dim() == 2 ? t.size(0) : 1);
    columns = add_sizes("block_diag", columns, t.dim() == 0 ? 1 : t.size(-1));
    dtype.add(t);
  }
  Tensor result = torchpp::zeros({rows, columns}, tensors[0].options().dtype(dtype.get()));
  int64_t row = 0, column = 0;
  for (const Tensor& t : tensors) {
    const Tensor block = torchpp::atleast_2d(t);
    result.narrow(0, row, block.size(0)).narrow(1, column, block.size(1)).copy_(block);
    row += block.size(0);
    column += block.size(1);
  }
  return finish_composite("block_diag", out, result);
}

// ---- repeating

Tensor tile(const Tensor& self, IntArrayRef dims) {
  DimVector all(dims);
  while (static_cast<int64_t>(all.size()) < self.dim()) all.insert(0, 1);
  return op::repeat(Out(), self, all);
}

namespace {

void check_output_size(optional<int64_t> expected, int64_t got) {
  TORCHPP_CHECK(!expected || *expected == got, "repeat_interleave: got output_size ", *expected,
                ", expected the size of the result, ", got);
}

// On the CPU the indices below n, index i as often as repeats[i] says, or as often as its only element.
Tensor repeated_indices(const Tensor& repeats, int64_t n, optional<int64_t> output_size) {
  TORCHPP_CHECK(repeats.dtype() == kLong || repeats.dtype() == kInt, "repeats has to be Long or Int tensor, got ",
                repeats.dtype());
  const Tensor counts = repeats.reshape({-1}).cpu().to(kLong).contiguous();
  const int64_t* count = counts.const_data_ptr<int64_t>();
  const auto count_of = [&](int64_t i) { return count[counts.numel() == 1 ? 0 : i]; };
  int64_t total = 0;
  for (int64_t i = 0; i < n; ++i) {
    TORCHPP_CHECK(count_of(i) >= 0, "repeats can not be negative");
    total = add_sizes("repeat_interleave", total, count_of(i));
  }
  check_output_size(output_size, total);
  Tensor index = empty({total}, kLong);
  int64_t* at = index.mutable_data_ptr<int64_t>();
  for (int64_t i = 0; i < n; ++i)
    for (int64_t k = 0; k < count_of(i); ++k) *at++ = i;
  return index;
}

}  // namespace

Tensor repeat_interleave(Out out, const Tensor& repeats, optional<int64_t> output_size) {
  TORCHPP_CHECK(repeats.dim() == 1, "repeat_interleave only accept 1D vector as repeat");
  const Tensor index = repeated_indices(repeats, repeats.numel(), output_size);
  return finish_composite("repeat_interleave", out, index.to(repeats));
}

Tensor repeat_interleave_self_Tensor(const Tensor& self, const Tensor& repeats, optional<int64_t> dim,
                                     optional<int64_t> output_size) {
  TORCHPP_CHECK(repeats.dim() <= 1, "repeat_interleave only accept 0D or 1D vector as repeat");
  const Tensor source = dim ? self : self.flatten();
  const int64_t d = dim ? wrap_dim(*dim, self.dim()) : 0, n = source.size(d);
  TORCHPP_CHECK(repeats.numel() == n || repeats.numel() == 1,
                "repeats must have the same size as input along dim, got ", repeats.numel(), " and ", n);
  return source.index_select(d, repeated_indices(repeats, n, output_size).to(self.device()));
}

Tensor repeat_interleave_self_int(const Tensor& self, int64_t repeats, optional<int64_t> dim,
                                  optional<int64_t> output_size) {
  TORCHPP_CHECK(repeats >= 0, "Repeats must be non-negative, got ", repeats);
  const Tensor source = dim ? self : self.flatten();
  const int64_t d = dim ? wrap_dim(*dim, self.dim()) : 0;
  const int64_t repeated = multiply_sizes("repeat_interleave", source.size(d), repeats);
  check_output_size(output_size, repeated);
  DimVector sizes(source.sizes()), joined(sizes);
  sizes.insert(static_cast<size_t>(d) + 1, repeats);
  joined[static_cast<size_t>(d)] = repeated;
  return op::unsafe_view(source.unsqueeze(d + 1).expand(sizes).clone(MemoryFormat::Contiguous), joined);
}

// ---- rearranging

Tensor fliplr(const Tensor& self) {
  TORCHPP_CHECK(self.dim() >= 2, "Input must be >= 2-d.");
  return op::flip(Out(), self, {1});
}
Tensor flipud(const Tensor& self) {
  TORCHPP_CHECK(self.dim() >= 1, "Input must be >= 1-d.");
  return op::flip(Out(), self, {0});
}

std::vector<Tensor> meshgrid_indexing(TensorList tensors, std::string_view indexing) {
  TORCHPP_CHECK(!tensors.empty(), "meshgrid expects a non-empty TensorList");
  TORCHPP_CHECK(indexing == "ij" || indexing == "xy",
                "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: ", std::string(indexing));
  const size_t n = tensors.size();
  const bool swap = indexing == "xy" && n >= 2;
  const auto dim_of = [swap](size_t i) { return swap && i < 2 ? 1 - i : i; };
  DimVector shape(n);
  for (size_t i = 0; i < n; ++i) {
    TORCHPP_CHECK(tensors[i].dim() <= 1,
                  "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ", tensors[i].sizes());
    TORCHPP_CHECK(tensors[i].dtype() == tensors[0].dtype(),
                  "torch.meshgrid expects all tensors to have the same dtype");
    TORCHPP_CHECK(tensors[i].device() == tensors[0].device(),
                  "torch.meshgrid expects all tensors to have the same device");
    shape[dim_of(i)] = tensors[i].numel();
  }
  std::vector<Tensor> grids;
  for (size_t i = 0; i < n; ++i) {
    DimVector one(n, 1);
    one[dim_of(i)] = tensors[i].numel();
    grids.push_back(tensors[i].reshape(one).expand(shape));
  }
  return grids;
}

Tensor cartesian_prod(TensorList tensors) {
  for (const Tensor& t : tensors) TORCHPP_CHECK(t.dim() == 1, "Expect a 1D vector, but got shape ", t.sizes());
  if (tensors.size() == 1) return tensors[0];
  std::vector<Tensor> columns;
  for (const Tensor& grid : torchpp::meshgrid(tensors)) columns.push_back(grid.flatten());
  return op::stack(Out(), columns, 1);
}

Tensor combinations(const Tensor& self, int64_t r, bool with_replacement) {
  TORCHPP_CHECK(self.dim() == 1, "Expect a 1D vector, but got shape ", self.sizes());
  TORCHPP_CHECK(r >= 0, "Expect a non-negative number, but got ", r);
  if (r == 0) return torchpp::empty({0}, self.options());
  // Tuples of positions that rise, or with replacement do not fall, grow by one position after the other. No tuple is
  // begun that cannot be ended, so that there never are more than in the result.
  const int64_t n = self.numel(), step = with_replacement ? 0 : 1;
  std::vector<Tensor> positions;
  for (int64_t i = 0; i < r; ++i) {
    const int64_t end = std::max<int64_t>(0, n - step * (r - 1 - i));
    if (i == 0) {
      positions.push_back(torchpp::arange(end, kLong));
      continue;
    }
    const Tensor first = positions.back() + step, count = end - first;
    const Tensor tuple = op::repeat_interleave(Out(), count, nullopt);
    const Tensor begin = first - (count.cumsum(0) - count);
    for (Tensor& p : positions) p = p.index_select(0, tuple);
    positions.push_back(begin.index_select(0, tuple) + torchpp::arange(tuple.numel(), kLong));
  }
  std::vector<Tensor> columns;
  for (const Tensor& p : positions) columns.push_back(self.index_select(0, p.to(self.device())));
  return op::stack(Out(), columns, 1);
}

Tensor diagflat(const Tensor& self, int64_t offset) { return op::diag(Out(), self.contiguous().view({-1}), offset); }

namespace {

// The copy with src written to a part of it.
Tensor with_part(const char* op, const char* node, const Out& out, const Tensor& copy, const Tensor& part,
                 const Tensor& src) {
  TORCHPP_CHECK(part.sizes() == src.sizes(),
                "expected src to have a size equal to the slice of self. src size = ", src.sizes(),
                ", slice size = ", part.sizes());
  part.copy_(src);
  return finish_composite(op, out, detail::named_history(copy, node));
}

}  // namespace

Tensor select_scatter(Out out, const Tensor& self, const Tensor& src, int64_t dim, int64_t index) {
  const Tensor copy = op::clone(self, nullopt);
  return with_part("select_scatter", "SelectScatterBackward0", out, copy, op::select(copy, dim, index), src);
}
Tensor slice_scatter(Out out, const Tensor& self, const Tensor& src, int64_t dim, optional<int64_t> start,
                     optional<int64_t> end, int64_t step) {
  const Tensor copy = op::clone(self, nullopt);
  return with_part("slice_scatter", "SliceScatterBackward0", out, copy, op::slice(copy, dim, start, end, step), src);
}
Tensor diagonal_scatter(Out out, const Tensor& self, const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2) {
  const Tensor copy = op::clone(self, nullopt);
  return with_part("diagonal_scatter", "DiagonalScatterBackward0", out, copy, op::diagonal(copy, offset, dim1, dim2),
                   src);
}
Tensor as_strided_scatter(Out out, const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride,
                          optional<int64_t> storage_offset) {
  const Tensor copy = op::clone(self, nullopt);
  return with_part("as_strided_scatter", "AsStridedScatterBackward0", out, copy,
                   op::as_strided(copy, size, stride, storage_offset), src);
}

Tensor one_hot(const Tensor& self, int64_t num_classes) {
  TORCHPP_CHECK(self.dtype() == kLong, "one_hot is only applicable to index tensor.");
  DimVector shape(self.sizes());
  if (self.numel() == 0) {
    TORCHPP_CHECK(num_classes > 0, "Can not infer total number of classes from empty tensor.");
    shape.push_back(num_classes);
    return empty(shape, self.options());
  }
  TORCHPP_CHECK(self.min().item<int64_t>() >= 0, "Class values must be non-negative.");
  const int64_t largest = self.max().item<int64_t>();
  if (num_classes == -1) num_classes = add_sizes("one_hot", largest, 1);
  TORCHPP_CHECK(num_classes > largest, "Class values must be smaller than num_classes.");
  shape.push_back(num_classes);
  return torchpp::zeros(shape, self.options()).scatter_(-1, self.unsqueeze(-1), Scalar(1));
}

Tensor sum_to_size(const Tensor& self, IntArrayRef size) {
  const IntArrayRef from = self.sizes();
  const size_t leading = from.size() >= size.size() ? from.size() - size.size() : from.size() + 1;
  bool fits = leading <= from.size();
  DimVector summed;
  for (size_t i = 0; fits && i < from.size(); ++i) {
    const bool sums = i < leading || (size[i - leading] == 1 && from[i] != 1);
    if (sums) summed.push_back(static_cast<int64_t>(i));
    else fits = size[i - leading] == from[i];
  }
  TORCHPP_CHECK(fits, "size {", size, "} is not expandable to size {", from, "}.");
  if (size.empty()) return self.sum();  // a copy even of a 0-dim tensor
  if (summed.empty()) return self;
  const Tensor result = self.sum(IntArrayRef(summed), true);
  return leading > 0 ? result.view(size) : result;
}

Tensor flatten_dense_tensors(TensorList tensors) {
  if (tensors.size() == 1) return tensors[0].contiguous().view({-1});
  std::vector<Tensor> flat;
  for (const Tensor& t : tensors) flat.push_back(t.reshape({-1}));
  return op::cat(Out(), flat, 0);
}
std::vector<Tensor> unflatten_dense_tensors(const Tensor& flat, TensorList tensors) {
  std::vector<Tensor> parts;
  int64_t at = 0;
  for (const Tensor& t : tensors) {
    TORCHPP_CHECK(t.defined(), "unflatten_dense_tensors: Expected a proper Tensor but got None");
    const int64_t n = t.numel();
    parts.push_back(n == 0 ? flat.new_empty({0}) : flat.narrow(0, at, n).view(t.sizes()));
    at += n;
  }
  return parts;
}

}  // namespace composite
}  // namespace torchpp

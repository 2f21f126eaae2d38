// SPDX-License-Identifier: BSD-3-Clause
// The tensors that pickles of PyTorch's files describe: dense, sparse, quantized, and without elements.
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cmath>

#include "src/core/thread_state.h"
#include "src/ops/sparse.h"
#include "src/serialize/pt_globals.h"
#include "src/serialize/pt_unpickler.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {

using Value = PickleValue;
using Kind = PickleValue::Kind;

bool are_bools(const void* data, size_t size) noexcept {
  const auto* bytes = static_cast<const unsigned char*>(data);
  unsigned char all = 0;
  for (size_t i = 0; i < size; ++i) all |= bytes[i];
  return all <= 1;
}

void swap_byte_order(void* data, size_t size, ScalarType dtype) noexcept {
  const size_t number = elementSize(dtype) / (isComplexType(dtype) ? 2 : 1);
  auto* const bytes = static_cast<unsigned char*>(data);
  for (size_t i = 0; number > 1 && i + number <= size; i += number) std::reverse(bytes + i, bytes + i + number);
}

bool span_of(IntArrayRef sizes, IntArrayRef strides, int64_t& numel, int64_t& span) {
  if (sizes.size() != strides.size() || sizes.size() > kMostPtDims) return false;
  int64_t elements = 1, last = 0;
  bool is_empty = false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0 || strides[d] < 0) return false;
    if (sizes[d] == 0) {
      is_empty = true;
      continue;
    }
    // Sizes beside a 0 must be such as a tensor can have, too.
    int64_t reach;
    if (__builtin_mul_overflow(elements, sizes[d], &elements) ||
        __builtin_mul_overflow(sizes[d] - 1, strides[d], &reach) || __builtin_add_overflow(last, reach, &last))
      return false;
  }
  numel = is_empty ? 0 : elements;
  return is_empty ? (span = 0, true) : !__builtin_add_overflow(last, 1, &span);
}

Tensor tensor_over(const Storage& storage, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
  const Device device = storage.device();
  auto impl = make_intrusive<TensorImpl>(storage, backend_key(device.type()), dtype, device);
  impl->set_sizes_and_strides(sizes, strides, offset);
  if (thread_state.inference) impl->set_inference(true);
  return Tensor(std::move(impl));
}

PtUnpickler::Part PtUnpickler::part_at(size_t at) const {
  if (at >= kFirstView) return views_[at - kFirstView];
  return {at, 0, static_cast<int64_t>(named_[at].numel)};
}

// From the arguments 1 to 3: offset, sizes, strides.
PtUnpickler::Extent PtUnpickler::extent_of(ArrayRef<Value> args, int64_t available, const PtStorage& storage) const {
  Extent extent;
  extent.offset = integer(args[1], "a tensor's offset");
  extent.sizes = integers(args[2], "a tensor's sizes");
  extent.strides = integers(args[3], "a tensor's strides");
  const IntArrayRef sizes = extent.sizes, strides = extent.strides;
  if (!span_of(sizes, strides, extent.numel, extent.span))
    fail("got a tensor of sizes ", sizes, " and strides ", strides, ", expected at most ", kMostPtDims,
         " of each, none below 0, of elements that can be counted");
  if (extent.offset < 0 || extent.offset > available || extent.span > available - extent.offset)
    fail("got a tensor of sizes ", sizes, " and strides ", strides, " at ", extent.offset,
         ", which needs more elements than the ", available, " of storage ", shown(std::string(storage.key)));
  return extent;
}

Value PtUnpickler::rebuild_tensor(ArrayRef<Value> args, bool has_dtype) {
  if (args[0].kind != Kind::kStorage) fail("a tensor's storage got ", describe(args[0]));
  const Part part = part_at(args[0].at);
  const PtStorage& storage = named_[part.storage];
  if (storage.quantized != nullptr)
    fail("got a storage of ", storage.quantized->name, " for a tensor that is not quantized");
  ScalarType dtype = storage.dtype;
  int64_t available = part.numel, first = part.offset;
  if (has_dtype) {
    const Value value = args[6];
    if (!is_dtype(value)) fail("a tensor's dtype got ", describe(value));
    dtype = static_cast<ScalarType>(value.at - kPtDtypes);
    // The storage is one of bytes then.
    const auto from = static_cast<int64_t>(elementSize(storage.dtype)), to = static_cast<int64_t>(elementSize(dtype));
    if (first != 0) fail("got a tensor of a dtype of its own in a view of a storage");
    available = available * from / to;
  }
  const Extent extent = extent_of(args, available, storage);
  bool conj = false, neg = false;
  const size_t metadata = has_dtype ? 7 : 6;
  if (args.size() > metadata && args[metadata].kind == Kind::kDict) {
    for (const auto& [key, value] : pairs(args[metadata])) {
      const std::string name = text_of(key, "a tensor's metadata");
      if (name == "conj") conj = truth(value, "conj");
      else if (name == "neg") neg = truth(value, "neg");
      else fail("a tensor's metadata got the key ", shown(name), ", expected conj or neg");
    }
    if (conj && !isComplexType(dtype)) fail("got a conjugated tensor of ", dtype);
    if (neg && dtype == kBool) fail("got a negated tensor of ", dtype);
  }
  const Value requires_grad = args.size() > 4 ? args[4] : Value::truth(false);
  check_requires_grad(requires_grad, dtype);
  if (is_scanning()) return {};
  if (is_listing()) {
    budget().take(PtListing::bytes_for(extent.sizes.size()));
    return {Kind::kListed, listing_->add({found_[part.storage], storage.dtype, dtype, conj, neg, first + extent.offset,
                                          extent.sizes, extent.strides})};
  }
  if (has_dtype && dtype == kBool && storage.dtype != kBool) {
    if (!are_bools(loaded_[part.storage].data(), static_cast<size_t>(available)))
      fail("got a tensor of bools with elements that are neither 0 nor 1");
  }
  if (extent.sizes.size() > 5) budget().take(2 * sizeof(int64_t) * extent.sizes.size());  // fewer are within the object
  Tensor tensor = tensor_over(loaded_[part.storage], dtype, extent.sizes, extent.strides, first + extent.offset);
  tensor.impl()->set_conj(conj);
  tensor.impl()->set_neg(neg);
  return make_tensor(std::move(tensor), requires_grad);
}

// Of torch.sparse_coo (indices, values, size[, is_coalesced]), of torch.sparse_csr (rows' beginnings, columns, values,
// size).
Value PtUnpickler::rebuild_sparse(ArrayRef<Value> args) {
  const ArrayRef<Value> parts = items(args[1]);
  if (is_scanning()) return {};
  const Layout layout =
      args[0].kind == Kind::kReady && ready(args[0]).isInt() ? ready(args[0]).toLayout() : Layout::Strided;
  if (layout != kSparse && layout != kSparseCsr)
    fail("got a sparse tensor of another layout than torch.sparse_coo and torch.sparse_csr");
  const bool is_csr = layout == kSparseCsr;
  check_count(parts, is_csr ? 4 : 3, 4);
  const DimVector size = integers(parts[is_csr ? 3 : 2], "a sparse tensor's size");
  const MakeSparse make_sparse = find_make_sparse();
  if (make_sparse == nullptr)
    fail(
        "got a sparse tensor, for which this static program has no kernels; make a torchpp::SparseGradient(true) or "
        "call load_pt before");
  const auto dense = [&](Value value, const char* what) {
    Tensor part = tensor_of(value, what);
    if (part.layout() != kStrided || part.is_meta() || part.is_neg() ||
        static_cast<uint64_t>(part.numel()) > part.impl()->storage().nbytes() / part.itemsize())
      fail("got ", what, " that are no dense tensor, or overlap");
    return part;
  };
  const Tensor values = dense(parts[is_csr ? 2 : 1], "a sparse tensor's values");
  const Tensor indices = is_csr ? csr_indices(dense(parts[0], "the beginnings of a sparse tensor's rows"),
                                              dense(parts[1], "a sparse tensor's columns"), size)
                                : dense(parts[0], "a sparse tensor's indices");
  int64_t numel = 1;
  if (indices.scalar_type() != kLong || indices.dim() != 2 || indices.size(0) > static_cast<int64_t>(kMostPtDims) ||
      values.dim() < 1 || indices.size(1) != values.size(0) || size.size() > kMostPtDims)
    fail("got a sparse tensor with indices of ", indices.scalar_type(), " ", indices.sizes(), " and values of ",
         values.sizes(), ", expected Long (dimensions, n) and (n, ...)");
  for (int64_t s : size)
    if (s < 0 || (s > 0 && __builtin_mul_overflow(numel, s, &numel)))
      fail("got a sparse tensor of the size ", IntArrayRef(size));
  budget().take(2 * kTensorBytes);
  // PyTorch 1.13 does not write whether the tensor was coalesced.
  const bool is_coalesced = is_sorted(indices);
  const bool says_coalesced =
      !is_csr && parts.size() == 4 && parts[3].kind != Kind::kNone ? truth(parts[3], "is_coalesced") : is_coalesced;
  if (says_coalesced && !is_coalesced) fail("got a coalesced sparse tensor whose indices are not in rising order");
  try {
    return make_ready(make_sparse(indices, values, size, says_coalesced));
  } catch (const FileError&) {
    throw;
  } catch (const Error& e) {
    fail("got a sparse tensor that is none: ", e.what());
  }
}

// The row and the column of each element of a matrix, of which `beginnings` tells where each row begins in `columns`,
// and where the last one ends.
Tensor PtUnpickler::csr_indices(const Tensor& beginnings, const Tensor& columns, IntArrayRef size) {
  const ScalarType dtype = columns.scalar_type();
  if (size.size() < 2 || beginnings.dim() != 1 || columns.dim() != 1)
    fail("got a sparse tensor in torch.sparse_csr of the size ", size, " with beginnings of rows ", beginnings.sizes(),
         " and columns ", columns.sizes(), ", expected one matrix; save x.to_dense()");
  if ((dtype != kLong && dtype != kInt) || beginnings.scalar_type() != dtype || size[0] < 0 ||
      beginnings.size(0) - 1 != size[0])
    fail("got a sparse tensor in torch.sparse_csr of the size ", size, " with beginnings of rows of ",
         beginnings.scalar_type(), " ", beginnings.sizes(), " and columns of ", dtype, ", expected Long or Int (",
         size[0], " + 1) and the same dtype");
  const int64_t n = columns.size(0);
  budget().take(kTensorBytes + kStorageBytes + sizeof(int64_t) * static_cast<uint64_t>(2 * n + beginnings.size(0)));
  const NoGradGuard no_grad;
  const Tensor begins = beginnings.cpu().to(kLong).contiguous();
  Tensor indices = empty({2, n}, kLong);
  const auto* const first = static_cast<const int64_t*>(begins.impl()->data());
  auto* const rows = static_cast<int64_t*>(indices.impl()->data());
  if (first[0] != 0 || first[size[0]] != n || !std::is_sorted(first, first + size[0] + 1))
    fail("got a sparse tensor in torch.sparse_csr whose rows do not begin at rising places from 0 to its ", n,
         " columns");
  for (int64_t row = 0; row < size[0]; ++row) std::fill(rows + first[row], rows + first[row + 1], row);
  indices[1].copy_(columns);
  return indices.to(columns.device());
}

// Whether each column is above the one before in row-major order, as those of coalesced tensors are.
bool PtUnpickler::is_sorted(const Tensor& indices) const {
  const Tensor here = indices.cpu();
  const auto* const first = static_cast<const int64_t*>(here.impl()->data());
  const int64_t dims = here.size(0), row = here.stride(0), column = here.stride(1);
  for (int64_t i = 1; i < here.size(1); ++i) {
    const int64_t *before = first + (i - 1) * column, *after = first + i * column;
    int64_t d = 0;
    while (d < dims && before[d * row] == after[d * row]) ++d;
    if (d == dims || before[d * row] > after[d * row]) return false;
  }
  return true;
}

// The scales or zero points of channels: a tensor or, in the oldest files, a list.
std::vector<double> PtUnpickler::channel_numbers(Value value, const char* what, int64_t channels,
                                                 const std::string& subject, bool& are_floats) {
  std::vector<double> numbers;
  const auto check_length = [&](int64_t length) {
    if (length != channels)
      fail(subject, " got ", length, " ", what, ", expected one for each of ", channels, " channels");
    budget().take(sizeof(double) * static_cast<uint64_t>(channels));
    numbers.reserve(static_cast<size_t>(channels));
  };
  if (value.kind == Kind::kList) {
    check_length(static_cast<int64_t>(items(value).size()));
    are_floats = false;
    for (const Value& number : items(value)) {
      if (number.kind != Kind::kFloat && number.kind != Kind::kInt)
        fail(subject, " got ", what, " of ", describe(number), ", expected numbers");
      are_floats |= number.kind == Kind::kFloat;
      numbers.push_back(number.kind == Kind::kFloat ? number.d : static_cast<double>(number.i));
    }
    return numbers;
  }
  const Tensor tensor = tensor_of(value, what);
  const ScalarType dtype = tensor.scalar_type();
  if (tensor.layout() != kStrided || tensor.is_meta() || tensor.is_neg() || tensor.dim() != 1 ||
      (dtype != kDouble && dtype != kFloat && dtype != kLong))
    fail(subject, " got ", what, " of ", dtype, " ", tensor.sizes(), ", expected Double, Float or Long (channels)");
  check_length(tensor.size(0));
  are_floats = dtype != kLong;
  const Tensor here = tensor.cpu();
  const auto read = [&](auto number) {
    const auto* const first = static_cast<const decltype(number)*>(here.impl()->data());
    for (int64_t i = 0; i < channels; ++i) numbers.push_back(static_cast<double>(first[i * here.stride(0)]));
  };
  if (dtype == kDouble) read(double());
  else if (dtype == kFloat) read(float());
  else read(int64_t());
  return numbers;
}

// Of (torch.per_tensor_affine, scale, zero point) or (torch.per_channel_affine, scales, zero points, axis).
Quantizer PtUnpickler::quantizer_of(Value value, const QuantizedType& type, IntArrayRef sizes,
                                    const std::string& subject) {
  const ArrayRef<Value> how = value.kind == Kind::kTuple ? items(value) : ArrayRef<Value>();
  Quantizer quantizer;
  if (how.size() == 3 && is_global(how[0], PtGlobal::kPerTensorAffine)) {
    if (how[1].kind != Kind::kFloat || how[2].kind != Kind::kInt)
      fail(subject, " got the scale ", describe(how[1]), " and the zero point ", describe(how[2]),
           ", expected a float and an int");
    quantizer.scales = {how[1].d};
    quantizer.zero_points = {static_cast<double>(how[2].i)};
  } else if (how.size() == 4 &&
             (is_global(how[0], PtGlobal::kPerChannelAffine) || is_global(how[0], PtGlobal::kPerChannelFloat))) {
    quantizer.axis = integer(how[3], "a quantized tensor's axis");
    if (quantizer.axis < 0 || quantizer.axis >= static_cast<int64_t>(sizes.size()))
      fail(subject, " got the axis ", quantizer.axis, ", expected one of its ", sizes.size(), " dimensions");
    const int64_t channels = sizes[static_cast<size_t>(quantizer.axis)];
    bool are_floats;
    quantizer.scales = channel_numbers(how[1], "scales", channels, subject, are_floats);
    if (!are_floats && channels > 0) fail(subject, " got scales that are ints, expected floats");
    quantizer.zero_points = channel_numbers(how[2], "zero points", channels, subject, quantizer.has_float_zero_points);
  } else {
    fail(subject, " got ", describe(value),
         " as its quantizer, expected (torch.per_tensor_affine, scale, zero point) or (torch.per_channel_affine, "
         "scales, zero points, axis)");
  }
  for (const double scale : quantizer.scales)
    if (!(scale > 0) || !std::isfinite(static_cast<float>(scale)))
      fail(subject, " got the scale ", scale, ", expected a finite one above 0");
  for (const double zero_point : quantizer.zero_points) {
    if (quantizer.has_float_zero_points ? !std::isfinite(static_cast<float>(zero_point))
                                        : zero_point < static_cast<double>(type.least_zero_point) ||
                                              zero_point > static_cast<double>(type.greatest_zero_point))
      fail(subject, " got the zero point ", zero_point, ", expected ",
           quantizer.has_float_zero_points ? std::string("a finite one")
                                           : str("one of ", type.least_zero_point, " to ", type.greatest_zero_point));
  }
  return quantizer;
}

// The floats of the quantized elements, made once for all tensors that see the same elements by the same quantizer.
// They are beyond the bound of memory, but only the first of each storage, so that a small file cannot ask for many.
const Storage& PtUnpickler::dequantized(const Part& part, Quantizer quantizer, Extent extent) {
  const bool is_per_channel = quantizer.axis >= 0;
  const PtStorage& storage = named_[part.storage];
  const QuantizedType& type = *storage.quantized;
  if (is_per_channel) extent.offset += part.offset;
  else extent = {0, 0, static_cast<int64_t>(storage.numel) * type.elements_per_number(), {}, {}};
  std::vector<Dequantized>& made = dequantized_[part.storage];
  for (const Dequantized& known : made)
    if (known.quantizer == quantizer && known.extent.offset == extent.offset &&
        IntArrayRef(known.extent.sizes) == IntArrayRef(extent.sizes) &&
        IntArrayRef(known.extent.strides) == IntArrayRef(extent.strides))
      return known.floats;
  if (!made.empty()) budget().take(sizeof(float) * static_cast<uint64_t>(extent.span));
  budget().take(sizeof(Dequantized) + 16 * quantizer.scales.size());
  Tensor floats = zeros({extent.span}, kFloat);  // there may be gaps between the elements of channels
  if (extent.span > 0) {
    auto* const to = static_cast<float*>(floats.impl()->data());
    const void* const numbers = loaded_[part.storage].data();
    if (is_per_channel) dequantize_channels(type, quantizer, numbers, extent.offset, extent.sizes, extent.strides, to);
    else dequantize(type, quantizer, numbers, extent.span, to);
  }
  if (device_ && !device_->is_cpu()) floats = floats.to(*device_);
  made.push_back({std::move(quantizer), std::move(extent), floats.impl()->storage()});
  return made.back().floats;
}

// (storage, offset, sizes, strides, (scheme, ...), requires_grad, hooks)
Value PtUnpickler::rebuild_quantized(ArrayRef<Value> args) {
  const std::string_view key = key_of_call();
  const std::string subject = str("a quantized tensor", key.empty() ? "" : " " + shown(std::string(key)));
  if (args[0].kind != Kind::kStorage) fail(subject, " got ", describe(args[0]), ", expected a storage");
  const Part part = part_at(args[0].at);
  const PtStorage& storage = named_[part.storage];
  if (storage.quantized == nullptr)
    fail(subject, " got a storage of ", storage.dtype, ", expected one of quantized elements, as qint8");
  if (is_scanning()) return {};
  const QuantizedType& type = *storage.quantized;
  const Extent extent = extent_of(args, part.numel * type.elements_per_number(), storage);
  budget().take(32 * extent.sizes.size());
  Quantizer quantizer = quantizer_of(args[4], type, extent.sizes, subject);
  const bool is_per_channel = quantizer.axis >= 0;
  if (extent.numel > extent.span && is_per_channel)
    fail(subject, " of channels got sizes ", IntArrayRef(extent.sizes), " and strides ", IntArrayRef(extent.strides),
         ", by which elements overlap");
  if (type.bits < 8 && part.offset != 0) fail(subject, " of ", type.name, " got a view of a storage");
  const Storage& floats = dequantized(part, std::move(quantizer), extent);
  return make_tensor(
      tensor_over(floats, kFloat, extent.sizes, extent.strides, is_per_channel ? 0 : part.offset + extent.offset),
      args.size() > 5 ? args[5] : Value::truth(false));
}

QuantizedStorages PtUnpickler::quantized_storages() const {
  QuantizedStorages storages;
  for (const auto& [place, made] : dequantized_)
    for (const Dequantized& one : made) storages[one.floats.get()] = {named_[place].quantized, one.quantizer.axis >= 0};
  return storages;
}

Value PtUnpickler::rebuild_meta(ArrayRef<Value> args) {
  if (!is_dtype(args[0])) fail("a tensor's dtype got ", describe(args[0]));
  const DimVector sizes = integers(args[1], "a tensor's sizes"), strides = integers(args[2], "a tensor's strides");
  int64_t numel, span;
  const auto dtype = static_cast<ScalarType>(args[0].at - kPtDtypes);
  if (!span_of(sizes, strides, numel, span) || span > INT64_MAX / static_cast<int64_t>(elementSize(dtype)))
    fail("got a tensor of sizes ", IntArrayRef(sizes), " and strides ", IntArrayRef(strides));
  if (is_scanning()) return {};
  return make_tensor(empty_strided(sizes, strides, TensorOptions(dtype).device(kMeta)), args[3]);
}

}  // namespace torchpp::serialize

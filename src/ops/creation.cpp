// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>

#include <cstring>

#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/ops.h"
#include "src/ops/result.h"

namespace torchpp {

namespace {

Tensor pinned(const char* op, IntArrayRef size, IntArrayRef stride, const TensorOptions& options) {
  TORCHPP_CHECK(options.device().is_cpu(), op, ": Only dense CPU tensors can be pinned, got device ", options.device());
  return Tensor(make_pinned_tensor(size, stride, options.dtype()));
}

}  // namespace

namespace every_backend {

Tensor empty(IntArrayRef size, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  MemoryFormat format = MemoryFormat::Contiguous;
  if (memory_format || options.has_memory_format()) {
    format = *requested_format(options, memory_format);
    TORCHPP_CHECK(format != MemoryFormat::Preserve,
                  "empty: got memory format Preserve, expected one that says an order");
  }
  TORCHPP_CHECK_NOT_IMPLEMENTED(options.layout() == kStrided, "empty: got layout ", options.layout(),
                                ", expected Strided");
  if (TORCHPP_UNLIKELY(options.pinned_memory())) return pinned("empty", size, dense_strides(size, format), options);
  return Tensor(make_tensor(size, options.dtype(), options.device(), format));
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options) {
  TORCHPP_CHECK(size.size() == stride.size(), "dimensionality of sizes (", size.size(),
                ") must match dimensionality of strides (", stride.size(), ")");
  for (int64_t s : stride) TORCHPP_CHECK(s >= 0, "empty_strided: got strides ", stride, ", expected none below 0");
  TORCHPP_CHECK_NOT_IMPLEMENTED(options.layout() == kStrided, "empty_strided: got layout ", options.layout(),
                                ", expected Strided");
  if (options.pinned_memory()) return pinned("empty_strided", size, stride, options);
  return Tensor(make_tensor_strided(size, stride, options.dtype(), options.device()));
}

}  // namespace every_backend

namespace {

// The tensor as the options want it, in its first version.
Tensor finished(Tensor t, const TensorOptions& options) {
  if (!t.is_inference()) t.impl()->version_counter().set(0);
  if (TORCHPP_UNLIKELY(options.requires_grad())) t.requires_grad_(true);
  return t;
}

Tensor filled(Tensor t, const Scalar& value, const TensorOptions& options) {
  op::fill(Out::in_place(t), t, value);
  return finished(std::move(t), options);
}

Tensor zero_filled(Tensor t, const TensorOptions& options) {
  // Small fresh CPU memory that no layer watches needs no operator.
  constexpr size_t kDirectBytes = 4096;
  if (TORCHPP_LIKELY(t.impl()->device().is_cpu() && t.nbytes() <= kDirectBytes &&
                     detail::effective_keys_inline(DispatchKey::CPU) == DispatchKey::CPU)) {
    if (t.numel() != 0) std::memset(t.impl()->data(), 0, t.nbytes());
    if (TORCHPP_UNLIKELY(options.requires_grad())) t.requires_grad_(true);
    return t;
  }
  return filled(std::move(t), 0, options);
}

// What a tensor like `self` shall be, for those who write into it afterwards.
TensorOptions like(const Tensor& self, const TensorOptions& options) {
  TensorOptions merged = self.options().merge_in(options);
  return merged.requires_grad(std::nullopt).memory_format(std::nullopt);
}

const Generator& value_or_default(const std::optional<Generator>& generator) {
  static const Generator& none = *new Generator;
  return generator ? *generator : none;
}

Tensor uniform_filled(Tensor t, const Generator& generator, const TensorOptions& options) {
  op::uniform(Out::in_place(t), t, 0, 1, generator);
  return finished(std::move(t), options);
}
Tensor normal_filled(Tensor t, const Generator& generator, const TensorOptions& options) {
  op::normal(Out::in_place(t), t, 0, 1, generator);
  return finished(std::move(t), options);
}
Tensor integer_filled(Tensor t, int64_t low, int64_t high, const Generator& generator, const TensorOptions& options) {
  op::random_from(Out::in_place(t), t, low, high, generator);
  return finished(std::move(t), options);
}

Tensor eye_filled(Tensor t, const TensorOptions& options) {
  t.zero_();
  t.diagonal().fill_(1);
  return finished(std::move(t), options);
}

void check_eye(int64_t n, int64_t m) {
  TORCHPP_CHECK(n >= 0, "n must be greater or equal to 0, got ", n);
  TORCHPP_CHECK(m >= 0, "m must be greater or equal to 0, got ", m);
}

TensorOptions long_unless_set(TensorOptions options) { return options.has_dtype() ? options : options.dtype(kLong); }

}  // namespace

Tensor empty(IntArrayRef size, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  Tensor t = op::empty(size, options, memory_format);
  if (TORCHPP_UNLIKELY(options.requires_grad())) t.requires_grad_(true);
  return t;
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options) {
  Tensor t = op::empty_strided(size, stride, options);
  if (options.requires_grad()) t.requires_grad_(true);
  return t;
}

Tensor zeros(IntArrayRef size, TensorOptions options) {
  return zero_filled(op::empty(size, options, std::nullopt), options);
}

Tensor ones(IntArrayRef size, TensorOptions options) {
  return filled(op::empty(size, options, std::nullopt), 1, options);
}

Tensor full(IntArrayRef size, const Scalar& fill_value, TensorOptions options) {
  TORCHPP_CHECK(options.layout() == kStrided, "full(...) is not implemented for sparse layout");
  if (!options.has_dtype())
    options = options.dtype(fill_value.isBoolean()    ? kBool
                            : fill_value.isIntegral() ? kLong
                            : fill_value.isComplex()  ? get_default_complex_dtype()
                                                      : get_default_dtype());
  return filled(op::empty(size, options, std::nullopt), fill_value, options);
}

Tensor scalar_tensor(const Scalar& s, TensorOptions options) {
  return filled(op::empty({}, options, std::nullopt), s, options);
}

Tensor empty_like(const Tensor& self, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  const std::optional<MemoryFormat> format = requested_format(options, memory_format);
  const TensorOptions merged = like(self, options);
  Tensor t;
  if (format && *format != MemoryFormat::Preserve) t = op::empty(self.sizes(), merged, format);
  else if (self.is_contiguous()) t = op::empty(self.sizes(), merged, std::nullopt);
  else if (self.is_non_overlapping_and_dense()) t = op::empty_strided(self.sizes(), self.strides(), merged);
  else t = op::empty_strided(self.sizes(), dense_strides_like(self.sizes(), self.strides()), merged);
  if (options.requires_grad()) t.requires_grad_(true);
  return t;
}

Tensor zeros_like(const Tensor& self, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  return zero_filled(empty_like(self, options.requires_grad(std::nullopt), memory_format), options);
}
Tensor ones_like(const Tensor& self, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  return filled(empty_like(self, options.requires_grad(std::nullopt), memory_format), 1, options);
}
Tensor full_like(const Tensor& self, const Scalar& fill_value, TensorOptions options,
                 std::optional<MemoryFormat> memory_format) {
  return filled(empty_like(self, options.requires_grad(std::nullopt), memory_format), fill_value, options);
}
Tensor rand_like(const Tensor& self, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  return uniform_filled(empty_like(self, options.requires_grad(std::nullopt), memory_format), Generator(), options);
}
Tensor randn_like(const Tensor& self, TensorOptions options, std::optional<MemoryFormat> memory_format) {
  return normal_filled(empty_like(self, options.requires_grad(std::nullopt), memory_format), Generator(), options);
}
Tensor randint_like(const Tensor& self, int64_t high, TensorOptions options, std::optional<MemoryFormat> format) {
  return randint_like(self, 0, high, options, format);
}
Tensor randint_like(const Tensor& self, int64_t low, int64_t high, TensorOptions options,
                    std::optional<MemoryFormat> format) {
  return integer_filled(empty_like(self, options.requires_grad(std::nullopt), format), low, high, Generator(), options);
}

Tensor arange(const Scalar& end, TensorOptions options) { return arange(0, end, 1, options); }
Tensor arange(const Scalar& start, const Scalar& end, TensorOptions options) { return arange(start, end, 1, options); }
Tensor arange(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  return finished(op::arange(start, end, step, options), options);
}

Tensor range(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  if (!options.has_dtype()) options = options.dtype(get_default_dtype());
  const ScalarType dtype = options.dtype();
  const int64_t size = range_size(start, end, step, dtype);
  if (isIntegralType(dtype, false)) {  // the end may be the greatest integer, behind which no arange can end
    const Tensor t = op::arange(0, size, 1, TensorOptions(options).dtype(kLong));
    return finished(t.mul_(step.toLong()).add_(start.toLong()).to(dtype), options);
  }
  // As arange to an end that the last number does not reach and the next one passes.
  const double last = start.toDouble() + step.toDouble() * (static_cast<double>(size) - 0.5);
  return finished(op::arange(start, Scalar(last), step, options), options);
}
Tensor range(const Scalar& start, const Scalar& end, TensorOptions options) { return range(start, end, 1, options); }

Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, TensorOptions options) {
  return finished(op::linspace(start, end, steps, options), options);
}

Tensor eye(int64_t n, TensorOptions options) { return eye(n, n, options); }
Tensor eye(int64_t n, int64_t m, TensorOptions options) {
  check_eye(n, m);
  return eye_filled(op::empty({n, m}, options, std::nullopt), options);
}

namespace {

// Sums over rows of columns exceed 64 bits.
__extension__ using Wide = __int128;
Wide clamp(Wide x, Wide low, Wide high) { return x < low ? low : x > high ? high : x; }

// The sum of clamp(r + shift, 0, columns) over the rows r.
Wide sum_of_widths(int64_t rows, int64_t columns, Wide shift) {
  const Wide first = clamp(-shift, 0, rows), full = clamp(columns - shift, first, rows);
  return (full - first) * (first + full - 1 + 2 * shift) / 2 + (rows - full) * columns;
}

// The (row, column) pairs of the elements on one side of a diagonal.
Tensor triangle_indices(const char* op, int64_t rows, int64_t columns, int64_t offset, bool upper,
                        TensorOptions options) {
  TORCHPP_CHECK(rows >= 0, "row must be non-negative, got", rows);
  TORCHPP_CHECK(columns >= 0, "col must be non-negative, got", columns);
  const Wide border = Wide{offset} + (upper ? 0 : 1);  // row r is cut at column r + border
  const Wide below = sum_of_widths(rows, columns, border), count = upper ? Wide{rows} * columns - below : below;
  TORCHPP_CHECK(count <= INT64_MAX, op, ": Storage size calculation overflowed: got ", rows, " rows and ", columns,
                " columns, expected fewer than 2^63 elements");
  Tensor t = empty({2, static_cast<int64_t>(count)}, kLong);
  int64_t *row_at = t.data_ptr<int64_t>(), *column_at = row_at + static_cast<int64_t>(count);
  // Rows outside of these have no elements, and there may be too many to walk over.
  const int64_t begin = upper ? 0 : static_cast<int64_t>(clamp(1 - border, 0, rows));
  const int64_t end = columns == 0 ? begin : upper ? static_cast<int64_t>(clamp(columns - border, 0, rows)) : rows;
  for (int64_t r = begin; r < end; ++r) {
    const int64_t cut = static_cast<int64_t>(clamp(r + border, 0, columns));
    for (int64_t c = upper ? cut : 0; c < (upper ? columns : cut); ++c) {
      *row_at++ = r;
      *column_at++ = c;
    }
  }
  return finished(t.to(long_unless_set(options).requires_grad(std::nullopt)), options);
}

}  // namespace

Tensor tril_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options) {
  return triangle_indices("tril_indices", row, col, offset, false, options);
}
Tensor triu_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options) {
  return triangle_indices("triu_indices", row, col, offset, true, options);
}

Tensor rand(IntArrayRef size, TensorOptions options) {
  return uniform_filled(op::empty(size, options, std::nullopt), Generator(), options);
}
Tensor rand(IntArrayRef size, const std::optional<Generator>& generator, TensorOptions options) {
  return uniform_filled(op::empty(size, options, std::nullopt), value_or_default(generator), options);
}
Tensor randn(IntArrayRef size, TensorOptions options) {
  return normal_filled(op::empty(size, options, std::nullopt), Generator(), options);
}
Tensor randn(IntArrayRef size, const std::optional<Generator>& generator, TensorOptions options) {
  return normal_filled(op::empty(size, options, std::nullopt), value_or_default(generator), options);
}
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options) { return randint(0, high, size, options); }
Tensor randint(int64_t high, IntArrayRef size, const std::optional<Generator>& generator, TensorOptions options) {
  return randint(0, high, size, generator, options);
}
Tensor randint(int64_t low, int64_t high, IntArrayRef size, TensorOptions options) {
  return randint(low, high, size, std::nullopt, options);
}
Tensor randint(int64_t low, int64_t high, IntArrayRef size, const std::optional<Generator>& generator,
               TensorOptions options) {
  options = long_unless_set(options);
  return integer_filled(op::empty(size, options, std::nullopt), low, high, value_or_default(generator), options);
}
Tensor randperm(int64_t n, TensorOptions options) { return randperm(n, std::nullopt, options); }
Tensor randperm(int64_t n, const std::optional<Generator>& generator, TensorOptions options) {
  options = long_unless_set(options);
  return finished(op::randperm(n, value_or_default(generator), options), options);
}

Tensor& zeros_out(Tensor& out, IntArrayRef size) { return full_out(out, size, 0); }
Tensor& ones_out(Tensor& out, IntArrayRef size) { return full_out(out, size, 1); }
Tensor& full_out(Tensor& out, IntArrayRef size, const Scalar& fill_value) {
  if (out.sizes() != size) resize_tensor(out, size);
  return out.fill_(fill_value);
}
Tensor& arange_out(Tensor& out, const Scalar& start, const Scalar& end, const Scalar& step) {
  detail::assign(Out::to(out), op::arange(start, end, step, TensorOptions(out.dtype()).device(out.device())));
  return out;
}
Tensor& linspace_out(Tensor& out, const Scalar& start, const Scalar& end, int64_t steps) {
  const Tensor values = op::linspace(start, end, steps, TensorOptions(out.dtype()).device(out.device()));
  if (out.sizes() != values.sizes()) resize_tensor(out, values.sizes());
  return out.copy_(values);
}
Tensor& eye_out(Tensor& out, int64_t n) { return eye_out(out, n, n); }
Tensor& eye_out(Tensor& out, int64_t n, int64_t m) {
  check_eye(n, m);
  zeros_out(out, {n, m});
  out.diagonal().fill_(1);
  return out;
}

Tensor Tensor::new_empty(IntArrayRef size, TensorOptions options) const {
  return torchpp::empty(size, this->options().merge_in(options));
}
Tensor Tensor::new_zeros(IntArrayRef size, TensorOptions options) const {
  return torchpp::zeros(size, this->options().merge_in(options));
}
Tensor Tensor::new_ones(IntArrayRef size, TensorOptions options) const {
  return torchpp::ones(size, this->options().merge_in(options));
}
Tensor Tensor::new_full(IntArrayRef size, const Scalar& value, TensorOptions options) const {
  return torchpp::full(size, value, this->options().merge_in(options));
}

Tensor detail::from_blob(void* data, IntArrayRef sizes, OptionalIntArrayRef strides, StorageImpl::Deleter deleter,
                         void* context, const TensorOptions& options) {
  TORCHPP_CHECK(!strides || strides->size() == sizes.size(), "from_blob: got ", sizes.size(), " sizes and ",
                strides ? strides->size() : 0, " strides, expected as many of both");
  if (strides)
    for (int64_t s : *strides) TORCHPP_CHECK(s >= 0, "from_blob: got strides ", *strides, ", expected none below 0");
  const ScalarType dtype = options.dtype();
  const size_t nbytes = strides ? storage_bytes(sizes, *strides, dtype, 0) : dense_bytes(sizes, dtype);
  // The storage, and with it the deleter, comes last: what throws before it must not free the caller's memory.
  auto impl = make_intrusive<TensorImpl>(Storage(), backend_key(options.device().type()), dtype, options.device());
  if (strides) impl->set_sizes_and_strides(sizes, *strides);
  else impl->set_sizes_contiguous(sizes);
  impl->set_storage(Storage(make_intrusive<StorageImpl>(data, nbytes, options.device(), deleter, context)));
  if (thread_state.inference) impl->set_inference(true);
  return Tensor(std::move(impl));
}

}  // namespace torchpp

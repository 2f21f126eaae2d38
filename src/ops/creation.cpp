// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/from_blob.h>

#include <cmath>
#include <cstring>

#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/random.h"
#include "src/ops/result.h"
#include "src/ops/sparse.h"

namespace torchpp {

namespace every_backend {
namespace {

// A sparse tensor, once a program has made one by sparse_coo_tensor: programs that make none do not link its kernels.
Tensor empty_of_layout(IntArrayRef size, TensorOptions options, optional<MemoryFormat> memory_format) {
  const auto sparse = options.layout() == kSparse ? op::empty.kernel(DispatchKey::Sparse) : nullptr;
  TORCHPP_CHECK_NOT_IMPLEMENTED(sparse != nullptr, "empty: got layout ", options.layout(), ", expected Strided",
                                options.layout() == kSparse ? "; sparse_coo_tensor(size, options) is sparse" : "");
  return sparse(size, options, memory_format);
}

}  // namespace

Tensor empty(IntArrayRef size, TensorOptions options, optional<MemoryFormat> memory_format) {
  MemoryFormat format = MemoryFormat::Contiguous;
  if (memory_format || options.has_memory_format()) {
    format = *requested_format(options, memory_format);
    TORCHPP_CHECK(format != MemoryFormat::Preserve,
                  "empty: got memory format Preserve, expected one that says an order");
  }
  if (TORCHPP_UNLIKELY(options.layout() != kStrided)) return empty_of_layout(size, options, memory_format);
  if (TORCHPP_UNLIKELY(options.pinned_memory()))
    return make_pinned(size, dense_strides(size, format), options.dtype(), options.device());
  return Tensor(make_tensor(size, options.dtype(), options.device(), format));
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, TensorOptions options) {
  TORCHPP_CHECK(size.size() == stride.size(), "dimensionality of sizes (", size.size(),
                ") must match dimensionality of strides (", stride.size(), ")");
  for (int64_t s : stride) TORCHPP_CHECK(s >= 0, "empty_strided: got strides ", stride, ", expected none below 0");
  TORCHPP_CHECK_NOT_IMPLEMENTED(options.layout() == kStrided, "empty_strided: got layout ", options.layout(),
                                ", expected Strided");
  if (options.pinned_memory()) return make_pinned(size, stride, options.dtype(), options.device());
  return Tensor(make_tensor_strided(size, stride, options.dtype(), options.device()));
}

}  // namespace every_backend

namespace composite {
namespace {

// Fresh tensors are filled in place, and are in their first version afterwards.
void count_no_writes(const Tensor& t) {
  if (!t.is_inference()) t.impl()->version_counter().set(0);
}

void fill_fresh(const Tensor& t, const Scalar& value) {
  op::fill(Out::in_place(t), t, value);
  count_no_writes(t);
}

inline void zero_fresh(const Tensor& t) {
  // Small fresh CPU memory that no layer watches needs no operator.
  constexpr size_t kDirectBytes = 4096;
  if (TORCHPP_LIKELY(t.impl()->keys() == DispatchKeySet(DispatchKey::CPU) && t.nbytes() <= kDirectBytes &&
                     detail::effective_keys_inline(DispatchKey::CPU) == DispatchKey::CPU)) {
    if (t.numel() != 0) std::memset(t.impl()->data(), 0, t.nbytes());
    return;
  }
  fill_fresh(t, 0);
}

Tensor filled(IntArrayRef size, const Scalar& value, TensorOptions options) {
  Tensor t = op::empty(size, options, nullopt);
  fill_fresh(t, value);
  return t;
}

// Options of a tensor like `self`; its memory format is given apart.
TensorOptions like(const Tensor& self, const TensorOptions& options) {
  return self.options().merge_in(options).memory_format(nullopt);
}

void uniform_fresh(const Tensor& t, const Generator& generator) {
  op::uniform(Out::in_place(t), t, 0, 1, generator);
  count_no_writes(t);
}
void normal_fresh(const Tensor& t, const Generator& generator) {
  op::normal(Out::in_place(t), t, 0, 1, generator);
  count_no_writes(t);
}
void integers_fresh(const Tensor& t, int64_t low, int64_t high, const Generator& generator) {
  op::random_from(Out::in_place(t), t, low, high, generator);
  count_no_writes(t);
}

void check_eye(int64_t n, int64_t m) {
  TORCHPP_CHECK(n >= 0, "n must be greater or equal to 0, got ", n);
  TORCHPP_CHECK(m >= 0, "m must be greater or equal to 0, got ", m);
}

// -- out= forms

// Properties of a result that is computed apart from its destination.
TensorOptions options_like(const Tensor& out) { return TensorOptions(out.dtype()).device(out.device()); }

// The destination with these sizes, which factories give it without a warning.
const Tensor& resized(const Tensor& out, IntArrayRef size, optional<MemoryFormat> format = nullopt) {
  resize_(out, size, format);
  return out;
}

Tensor fill_sized(const Tensor& out, IntArrayRef size, const Scalar& value) {
  alignas(16) char bits[16];
  store_number(value, out.dtype(), bits);  // throws before anything is changed
  resized(out, size);
  op::fill(Out::in_place(out), out, value);
  return out;
}

// Writes values that were computed apart.
Tensor write(const Tensor& out, const Tensor& values) {
  resized(out, values.sizes());
  op::copy(Out::in_place(out), out, values, false);
  return out;
}
// Writes a vector. A destination that has as many elements keeps its shape.
Tensor write_vector(const Tensor& out, const Tensor& values) {
  return write(out, out.numel() == values.numel() ? values.view(out.sizes()) : values);
}
// Writes the result of the functional form. libtorch generates such out= forms; unlike those of its own, they warn when
// a destination has other sizes.
Tensor write_result(const char* op, const Tensor& out, Tensor result) {
  finish_composite(op, Out::to(out), std::move(result));
  return out;
}

}  // namespace

// ---- by size

Tensor empty_out(IntArrayRef size, optional<MemoryFormat> memory_format, const Tensor& out) {
  return resized(out, size, memory_format);
}
Tensor empty_strided_out(IntArrayRef size, IntArrayRef stride, const Tensor& out) {
  return write_result("empty_strided", out, op::empty_strided(size, stride, options_like(out)));
}

Tensor zeros(IntArrayRef size, TensorOptions options) {
  Tensor t = op::empty(size, options, nullopt);
  zero_fresh(t);
  return t;
}
Tensor zeros_out(IntArrayRef size, const Tensor& out) { return fill_sized(out, size, 0); }
Tensor ones(IntArrayRef size, TensorOptions options) { return filled(size, 1, options); }

Tensor full(IntArrayRef size, const Scalar& fill_value, TensorOptions options) {
  TORCHPP_CHECK(options.layout() == kStrided, "full(...) is not implemented for sparse layout");
  if (!options.has_dtype())
    options = options.dtype(fill_value.isBoolean()    ? kBool
                            : fill_value.isIntegral() ? kLong
                            : fill_value.isComplex()  ? get_default_complex_dtype()
                                                      : get_default_dtype());
  return filled(size, fill_value, options);
}
Tensor full_out(IntArrayRef size, const Scalar& fill_value, const Tensor& out) {
  return fill_sized(out, size, fill_value);
}

Tensor scalar_tensor(const Scalar& s, TensorOptions options) { return filled({}, s, options); }
Tensor scalar_tensor_out(const Scalar& s, const Tensor& out) {
  return write_result("scalar_tensor", out, scalar_tensor(s, options_like(out)));
}

// ---- like another tensor

namespace {

// Like a sparse tensor, or sparse like a dense one.
TORCHPP_COLD Tensor empty_like_sparse(const Tensor& self, const TensorOptions& options,
                                      optional<MemoryFormat> memory_format) {
  if (options.layout() == kStrided) return op::empty(self.sizes(), options, memory_format);
  TORCHPP_CHECK(!memory_format || *memory_format == MemoryFormat::Preserve,
                "memory format option is only supported by strided tensors");
  const Tensor t = op::empty(self.sizes(), options, nullopt);
  if (self.is_sparse())
    sparse_impl_of("empty_like", t).clear(self.sizes(), sparse_impl_of("empty_like", self).dense_dim());
  return t;
}

}  // namespace

Tensor empty_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  const optional<MemoryFormat> format = requested_format(options, memory_format);
  const TensorOptions merged = like(self, options);
  if (TORCHPP_UNLIKELY(self.is_sparse() || merged.layout() != kStrided)) return empty_like_sparse(self, merged, format);
  if (format && *format != MemoryFormat::Preserve) return op::empty(self.sizes(), merged, format);
  if (self.is_contiguous()) return op::empty(self.sizes(), merged, nullopt);
  if (self.is_non_overlapping_and_dense()) return op::empty_strided(self.sizes(), self.strides(), merged);
  return op::empty_strided(self.sizes(), dense_strides_like(self.sizes(), self.strides()), merged);
}
Tensor empty_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out) {
  return write_result("empty_like", out, empty_like(self, options_like(out), memory_format));
}

Tensor zeros_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  Tensor t = empty_like(self, options, memory_format);
  zero_fresh(t);
  return t;
}
Tensor zeros_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out) {
  return write_result("zeros_like", out, zeros_like(self, options_like(out), memory_format));
}
Tensor full_like(const Tensor& self, const Scalar& fill_value, TensorOptions options,
                 optional<MemoryFormat> memory_format) {
  Tensor t = empty_like(self, options, memory_format);
  fill_fresh(t, fill_value);
  return t;
}
Tensor full_like_out(const Tensor& self, const Scalar& fill_value, optional<MemoryFormat> memory_format,
                     const Tensor& out) {
  return write_result("full_like", out, full_like(self, fill_value, options_like(out), memory_format));
}
Tensor rand_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  Tensor t = empty_like(self, options, memory_format);
  uniform_fresh(t, Generator());
  return t;
}
Tensor rand_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out) {
  return write_result("rand_like", out, rand_like(self, options_like(out), memory_format));
}
Tensor randn_like(const Tensor& self, TensorOptions options, optional<MemoryFormat> memory_format) {
  Tensor t = empty_like(self, options, memory_format);
  normal_fresh(t, Generator());
  return t;
}
Tensor randn_like_out(const Tensor& self, optional<MemoryFormat> memory_format, const Tensor& out) {
  return write_result("randn_like", out, randn_like(self, options_like(out), memory_format));
}
Tensor randint_like_low_dtype(const Tensor& self, int64_t low, int64_t high, TensorOptions options,
                              optional<MemoryFormat> memory_format) {
  Tensor t = empty_like(self, options, memory_format);
  integers_fresh(t, low, high, Generator());
  return t;
}
Tensor randint_like_low_dtype_out(const Tensor& self, int64_t low, int64_t high, optional<MemoryFormat> memory_format,
                                  const Tensor& out) {
  return write_result("randint_like", out, randint_like_low_dtype(self, low, high, options_like(out), memory_format));
}

Tensor new_empty(const Tensor& self, IntArrayRef size, TensorOptions options) {
  return op::empty(size, self.options().merge_in(options), nullopt);
}
Tensor new_empty_out(const Tensor& self, IntArrayRef size, const Tensor& out) {
  return write_result("new_empty", out, new_empty(self, size, options_like(out)));
}
Tensor new_empty_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, TensorOptions options) {
  return op::empty_strided(size, stride, self.options().merge_in(options));
}
Tensor new_empty_strided_out(const Tensor& self, IntArrayRef size, IntArrayRef stride, const Tensor& out) {
  return write_result("new_empty_strided", out, new_empty_strided(self, size, stride, options_like(out)));
}
Tensor new_zeros(const Tensor& self, IntArrayRef size, TensorOptions options) {
  return zeros(size, self.options().merge_in(options));
}
Tensor new_zeros_out(const Tensor& self, IntArrayRef size, const Tensor& out) {
  return write_result("new_zeros", out, new_zeros(self, size, options_like(out)));
}
Tensor new_full(const Tensor& self, IntArrayRef size, const Scalar& fill_value, TensorOptions options) {
  return full(size, fill_value, self.options().merge_in(options));
}
Tensor new_full_out(const Tensor& self, IntArrayRef size, const Scalar& fill_value, const Tensor& out) {
  return write_result("new_full", out, new_full(self, size, fill_value, options_like(out)));
}

// ---- ranges and matrices

Tensor arange_start_out(const Scalar& start, const Scalar& end, const Scalar& step, const Tensor& out) {
  return write_vector(out, op::arange(start, end, step, options_like(out)));
}

Tensor range_step(const Scalar& start, const Scalar& end, const Scalar& step, TensorOptions options) {
  if (!options.has_dtype()) options = options.dtype(get_default_dtype());
  const ScalarType dtype = options.dtype();
  const int64_t size = range_size(start, end, step, dtype);
  if (isIntegralType(dtype, false)) {  // the end may be the greatest integer, behind which no arange can end
    const Tensor t = op::arange(0, size, 1, options.dtype(kLong).pinned_memory(false));
    Tensor numbers = t.mul_(step.toLong()).add_(start.toLong()).to(dtype);
    count_no_writes(numbers);
    return options.pinned_memory() ? numbers.pin_memory() : numbers;
  }
  // As arange to an end that the last number does not reach and the next one passes.
  const double last = start.toDouble() + step.toDouble() * (static_cast<double>(size) - 0.5);
  return op::arange(start, Scalar(last), step, options);
}
Tensor range_step_out(const Scalar& start, const Scalar& end, const Scalar& step, const Tensor& out) {
  return write_vector(out, range_step(start, end, step, options_like(out)));
}

Tensor linspace_out(const Scalar& start, const Scalar& end, int64_t steps, const Tensor& out) {
  return write_vector(out, op::linspace(start, end, steps, options_like(out)));
}

Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base, TensorOptions options) {
  const ScalarType dtype = linspace_dtype(start, end, steps, options);
  TORCHPP_CHECK(isComplexType(dtype) || !(start.isComplex() || end.isComplex()), "logspace: inferred dtype ",
                get_default_complex_dtype(), " can't be safely cast to passed dtype ", dtype);
  const Scalar factor = base;
  if (steps == 0) return op::empty({0}, options.dtype(dtype), nullopt);
  if (steps == 1) {  // its exponent may have a fraction where those of more steps are integers
    Tensor t = op::empty({1}, options.dtype(dtype), nullopt);
    t.fill_(
        op::pow_Scalar(Out(), factor, scalar_tensor(start, TensorOptions(start.isComplex() ? kComplexDouble : kDouble)))
            .item());
    count_no_writes(t);
    return t;
  }
  TORCHPP_CHECK_NOT_IMPLEMENTED(dtype != kBool, "\"logspace\" not implemented for 'Bool'");
  // Exponents of 16-bit floats are floats, those between integers doubles.
  const bool integers = isIntegralType(dtype, false), narrow = dtype == kHalf || dtype == kBFloat16;
  const ScalarType wide = integers ? kDouble : narrow ? kFloat : dtype;
  const auto end_of_line = [&](const Scalar& number) {
    if (dtype == wide) return number;
    alignas(16) char bits[16];
    store_number(number, dtype, bits);
    return load_number(dtype, bits);
  };
  TensorOptions plain = options.dtype(wide).pinned_memory(false);
  // The digits behind the point are dropped: the host's powers are exact where they are integers, CUDA's may be just
  // below.
  const bool on_host = integers && options.device().is_cuda();
  if (on_host) plain = plain.device(kCPU);
  Tensor powers =
      op::pow_Scalar(Out(), factor, op::linspace(end_of_line(start), end_of_line(end), steps, plain)).to(dtype);
  if (on_host) powers = powers.to(options.device());
  return options.pinned_memory() ? powers.pin_memory() : powers;
}
Tensor logspace_out(const Scalar& start, const Scalar& end, int64_t steps, double base, const Tensor& out) {
  return write_vector(out, logspace(start, end, steps, base, options_like(out)));
}

// ---- windows

namespace {

// Windows of lengths 0 and 1 are nothing and 1. Others are f(t, n) of the positions 0, 1, ... n - 1; of a periodic
// window n is greater by one than its length.
template <class F>
Tensor window(const char* op, int64_t length, bool periodic, TensorOptions options, const F& f) {
  if (!options.has_dtype()) options = options.dtype(get_default_dtype());
  const ScalarType dtype = options.dtype();
  TORCHPP_CHECK(isFloatingType(dtype) || isComplexType(dtype), op, " expects floating point dtypes, got: ", dtype);
  TORCHPP_CHECK(length >= 0, op, " requires non-negative window_length, got window_length=", length);
  if (length <= 1) return ones({length}, options);
  const int64_t n = periodic ? add_sizes(op, length, 1) : length;
  // 16-bit positions would be rounded.
  const bool narrow = dtype == kHalf || dtype == kBFloat16;
  const TensorOptions wide = options.dtype(narrow ? kFloat : dtype).pinned_memory(false);
  Tensor t = f(op::arange(0, n, 1, wide), n);
  if (periodic) t = t.narrow(0, 0, length);
  t = t.to(dtype);
  count_no_writes(t);
  return options.pinned_memory() ? t.pin_memory() : t;
}

constexpr double kTurn = 6.283185307179586476925286766559;

}  // namespace

Tensor bartlett_window(int64_t window_length, bool periodic, TensorOptions options) {
  return window("bartlett_window", window_length, periodic, options, [](Tensor t, int64_t n) {
    t.mul_(2.0 / static_cast<double>(n - 1));
    const int64_t half = (n - 1) / 2 + 1;
    t.narrow(0, half, n - half).mul_(-1).add_(2);
    return t;
  });
}
Tensor blackman_window(int64_t window_length, bool periodic, TensorOptions options) {
  return window("blackman_window", window_length, periodic, options, [](Tensor t, int64_t n) {
    t.mul_(kTurn / 2 / static_cast<double>(n - 1));
    return t.mul(4).cos_().mul_(0.08).sub_(t.mul(2).cos_().mul_(0.5)).add_(0.42);
  });
}
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, double beta, TensorOptions options) {
  return window("hamming_window", window_length, periodic, options, [=](Tensor t, int64_t n) {
    return t.mul_(kTurn / static_cast<double>(n - 1)).cos_().mul_(-beta).add_(alpha);
  });
}
Tensor hann_window(int64_t window_length, bool periodic, TensorOptions options) {
  return window("hann_window", window_length, periodic, options, [](Tensor t, int64_t n) {
    return t.mul_(kTurn / static_cast<double>(n - 1)).cos_().mul_(-0.5).add_(0.5);
  });
}

namespace {

// The modified Bessel function of the first kind and order 0. Source: its power series, whose terms are all positive.
double bessel_i0(double x) {
  const double quarter = x * x / 4;
  double term = 1, sum = 1;
  for (double k = 1; term > sum * 1e-17; ++k) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

}  // namespace

Tensor kaiser_window(int64_t window_length, bool periodic, double beta, TensorOptions options) {
  return window("kaiser_window", window_length, periodic, options, [=](const Tensor& t, int64_t n) {
    if (t.is_meta()) return t;
    const Tensor values = op::empty({n}, TensorOptions(kDouble), nullopt);
    double* to = values.mutable_data_ptr<double>();
    const double half = static_cast<double>(n - 1) / 2, whole = bessel_i0(beta);
    for (int64_t i = 0; i < n; ++i) {
      const double x = (static_cast<double>(i) - half) / half;
      to[i] = bessel_i0(beta * std::sqrt((1 - x) * (1 + x))) / whole;
    }
    return values.to(t.options());
  });
}

Tensor bartlett_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out) {
  return write_result("bartlett_window", out, bartlett_window(window_length, periodic, options_like(out)));
}
Tensor blackman_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out) {
  return write_result("blackman_window", out, blackman_window(window_length, periodic, options_like(out)));
}
Tensor hamming_window_beta_out(int64_t window_length, bool periodic, double alpha, double beta, const Tensor& out) {
  return write_result("hamming_window", out, hamming_window(window_length, periodic, alpha, beta, options_like(out)));
}
Tensor hann_window_periodic_out(int64_t window_length, bool periodic, const Tensor& out) {
  return write_result("hann_window", out, hann_window(window_length, periodic, options_like(out)));
}
Tensor kaiser_window_beta_out(int64_t window_length, bool periodic, double beta, const Tensor& out) {
  return write_result("kaiser_window", out, kaiser_window(window_length, periodic, beta, options_like(out)));
}

Tensor eye(int64_t n, TensorOptions options) { return eye_m(n, n, options); }
Tensor eye_m(int64_t n, int64_t m, TensorOptions options) {
  check_eye(n, m);
  Tensor t = zeros({n, m}, options);
  t.diagonal().fill_(1);
  count_no_writes(t);
  return t;
}
Tensor eye_out(int64_t n, const Tensor& out) { return eye_m_out(n, n, out); }
Tensor eye_m_out(int64_t n, int64_t m, const Tensor& out) {
  check_eye(n, m);
  fill_sized(out, {n, m}, 0);
  out.diagonal().fill_(1);
  return out;
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

// Rows [begin, end), each of which is cut at column r + border, as row numbers and then as many columns.
template <class T>
void write_triangle(const Tensor& t, int64_t begin, int64_t end, int64_t columns, Wide border, bool upper) {
  T *row_at = t.data_ptr<T>(), *column_at = row_at + t.size(1);
  for (int64_t r = begin; r < end; ++r) {
    const int64_t cut = static_cast<int64_t>(clamp(r + border, 0, columns));
    for (int64_t c = upper ? cut : 0; c < (upper ? columns : cut); ++c) {
      *row_at++ = static_cast<T>(r);
      *column_at++ = static_cast<T>(c);
    }
  }
}

// The (row, column) pairs of the elements on one side of a diagonal.
Tensor triangle_indices(const char* op, int64_t rows, int64_t columns, int64_t offset, bool upper,
                        TensorOptions options) {
  options = long_unless_set(options);
  TORCHPP_CHECK_NOT_IMPLEMENTED(options.dtype() == kLong || options.dtype() == kInt, '"', op,
                                "\" not implemented for '", options.dtype().toScalarType(), "'");
  TORCHPP_CHECK(rows >= 0, "row must be non-negative, got", rows);
  TORCHPP_CHECK(columns >= 0, "col must be non-negative, got", columns);
  const Wide border = Wide{offset} + (upper ? 0 : 1);  // row r is cut at column r + border
  const Wide below = sum_of_widths(rows, columns, border), count = upper ? Wide{rows} * columns - below : below;
  TORCHPP_CHECK(count <= INT64_MAX, op, ": Storage size calculation overflowed: got ", rows, " rows and ", columns,
                " columns, expected fewer than 2^63 elements");
  const bool is_int = options.dtype() == kInt;
  const Tensor t = op::empty({2, static_cast<int64_t>(count)}, is_int ? kInt : kLong, nullopt);
  // Rows outside of these have no elements, and there may be too many to walk over.
  const int64_t begin = upper ? 0 : static_cast<int64_t>(clamp(1 - border, 0, rows));
  const int64_t end = columns == 0 ? begin : upper ? static_cast<int64_t>(clamp(columns - border, 0, rows)) : rows;
  if (is_int) write_triangle<int32_t>(t, begin, end, columns, border, upper);
  else write_triangle<int64_t>(t, begin, end, columns, border, upper);
  const Tensor moved = t.to(options.requires_grad(nullopt));
  return options.pinned_memory() ? moved.pin_memory() : moved;
}

}  // namespace

Tensor tril_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options) {
  return triangle_indices("tril_indices", row, col, offset, false, options);
}
Tensor tril_indices_out(int64_t row, int64_t col, int64_t offset, const Tensor& out) {
  return write_result("tril_indices", out, tril_indices(row, col, offset, options_like(out)));
}
Tensor triu_indices(int64_t row, int64_t col, int64_t offset, TensorOptions options) {
  return triangle_indices("triu_indices", row, col, offset, true, options);
}
Tensor triu_indices_out(int64_t row, int64_t col, int64_t offset, const Tensor& out) {
  return write_result("triu_indices", out, triu_indices(row, col, offset, options_like(out)));
}

// ---- random numbers

Tensor rand(IntArrayRef size, TensorOptions options) { return rand_generator(size, Generator(), options); }
Tensor rand_generator(IntArrayRef size, const Generator& generator, TensorOptions options) {
  Tensor t = op::empty(size, options, nullopt);
  uniform_fresh(t, generator);
  return t;
}
Tensor rand_generator_out(IntArrayRef size, const Generator& generator, const Tensor& out) {
  resized(out, size);
  op::uniform(Out::in_place(out), out, 0, 1, generator);
  return out;
}
Tensor randn(IntArrayRef size, TensorOptions options) { return randn_generator(size, Generator(), options); }
Tensor randn_generator(IntArrayRef size, const Generator& generator, TensorOptions options) {
  Tensor t = op::empty(size, options, nullopt);
  normal_fresh(t, generator);
  return t;
}
Tensor randn_generator_out(IntArrayRef size, const Generator& generator, const Tensor& out) {
  resized(out, size);
  op::normal(Out::in_place(out), out, 0, 1, generator);
  return out;
}
Tensor randint_low_generator(int64_t low, int64_t high, IntArrayRef size, const Generator& generator,
                             TensorOptions options) {
  Tensor t = op::empty(size, options, nullopt);
  integers_fresh(t, low, high, generator);
  return t;
}
Tensor randint_low_generator_out(int64_t low, int64_t high, IntArrayRef size, const Generator& generator,
                                 const Tensor& out) {
  resized(out, size);
  op::random_from(Out::in_place(out), out, low, high, generator);
  return out;
}
Tensor randperm_generator_out(int64_t n, const Generator& generator, const Tensor& out) {
  return write(out, op::randperm(n, generator, options_like(out)));
}

}  // namespace composite

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

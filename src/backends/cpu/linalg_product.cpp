// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/linalg_product.h"

#include <torchpp/core/error.h>
#include <torchpp/core/half.h>
#include <torchpp/core/parallel.h>
#include <torchpp/core/settings.h>

#include <algorithm>

#include "src/backends/cpu/complex_product.h"
#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/integer_product.h"
#include "src/backends/cpu/loops.h"
#include "src/backends/cpu/onednn/matmul.h"
#include "src/backends/cpu/own/gemm.h"
#include "src/backends/cpu/own/narrow_gemm.h"
#include "src/backends/cpu/weight_cache.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cpu {
namespace {

int64_t size_of(ScalarType t) { return static_cast<int64_t>(elementSize(t)); }

// -- our own product, float and double

// The weights as our own product packs them, from the second call on.
template <class T>
std::shared_ptr<const void> kept_form(const MatrixProduct& q, const own::GemmArguments<T>& p) {
  constexpr int64_t kMost = int64_t{1} << 20;
  const int64_t size = own::packed_size(p);
  if (size == 0 || p.n >= kMost || p.k >= kMost || p.b_col >= kMost) return nullptr;
  // Bit 63 tells the form from those of oneDNN's primitives, bits 60 and 61 the dtypes in the memory of one storage.
  const uint64_t form = uint64_t{1} << 63 | static_cast<uint64_t>(own::packed_form(p)) << 62 |
                        uint64_t{sizeof(T) / 4} << 60 | static_cast<uint64_t>(p.n << 40 | p.k << 20 | p.b_col);
  return WeightCache::instance().get(p.b, q.b_id, form, static_cast<size_t>(size) * sizeof(T),
                                     [&](void* to) { own::pack_b(p, static_cast<T*>(to)); });
}

template <class T>
own::GemmArguments<T> own_arguments(const MatrixProduct& q) {
  own::GemmArguments<T> p;
  p.m = q.m, p.n = q.n, p.k = q.k;
  p.a = static_cast<const T*>(q.a.data), p.a_row = q.a.row, p.a_col = q.a.col;
  p.b = static_cast<const T*>(q.b.data), p.b_row = q.b.row, p.b_col = q.b.col;
  p.c = static_cast<T*>(q.c), p.c_row = q.c_row;
  p.add = q.add, p.bias = static_cast<const T*>(q.bias);
  return p;
}

template <class T>
TORCHPP_NOINLINE void run_own(const MatrixProduct& q) {
  own::GemmArguments<T> p = own_arguments<T>(q);
  if (q.batch == 1) {
    p.keeps_b = q.b_id != 0;
    const std::shared_ptr<const void> packed = q.b_id == 0 ? nullptr : kept_form(q, p);
    p.packed_b = static_cast<const T*>(packed.get());
    return own::gemm(p);
  }
  own::gemm_batched(p, q.batch, q.a.batch, q.b.batch, q.c_batch);
}

// -- bfloat16: our own product on AMX, without it of vectors, and oneDNN's

const char* run_own_bfloat16(const MatrixProduct& q) {
  if (q.dtype != kBFloat16) return "dtype is not bfloat16";
  if (!has_avx512_bfloat16()) return "there is no AVX512_BF16";
  // oneDNN sets a whole batch up once (200 products of 8 x 8 x 8: 13 us, ours 33; of 64 x 64 x 64: 142 and 166).
  if (q.batch > 1 && q.m * q.n * q.k <= 32 * 32 * 32) return "a batch of small products";
#if defined(__x86_64__)
  if (has_amx_bfloat16()) return run_own<BFloat16>(q), nullptr;
  // Their time is that of reading the matrix. (Of others Intel's processors without AMX do half as many as of floats.)
  const auto p = own_arguments<BFloat16>(q);
  if (q.batch != 1 || !own::multiplies_vectors(p)) return "there is no AMX, and more than a vector";
  own::gemm(p);
#endif
  return nullptr;
}

// oneDNN takes rows of unit step, or such rows transposed.
bool leading_dimension(const MatrixRef& a, int64_t rows, int64_t cols, int64_t& ld, bool& transposed) {
  transposed = a.col != 1 && (a.row == 1 || rows == 1);
  ld = transposed ? a.col : a.row;
  if (ld == 0 && (transposed ? cols : rows) <= 1) ld = std::max<int64_t>(1, transposed ? rows : cols);
  return (transposed ? a.row == 1 || rows == 1 : a.col == 1 || cols == 1) && ld >= (transposed ? rows : cols);
}

bool describe(const MatrixProduct& q, onednn::GemmProblem& p) {
  p.m = q.m, p.n = q.n, p.k = q.k, p.ldc = q.c_row;
  p.add = q.add, p.bias = q.bias != nullptr, p.dtype = q.dtype;
  p.batch = q.batch, p.a_stride = q.a.batch, p.b_stride = q.b.batch, p.c_stride = q.c_batch;
  return leading_dimension(q.a, q.m, q.k, p.lda, p.transpose_a) &&
         leading_dimension(q.b, q.k, q.n, p.ldb, p.transpose_b);
}

constexpr int64_t kFewElements = 65536;  // that another thread does not pay for
constexpr int64_t kFewLines = 16;
// Products by float that are mostly conversions of one dense matrix: of C, or of weights for a few rows.
bool has_short_sums(const MatrixProduct& q) {
  return q.batch == 1 && q.m > kFewLines && q.k <= kFewLines && q.m * q.n <= kFewElements && q.c_row == q.n && !q.add;
}
// Whether bfloat16 is computed in float where the processor's bfloat16 products take twice the time of float's.
// Conversions cost a fixed time per element, little of it in the caches, and what oneDNN does before the first product
// costs more than few of them (one thread, oneDNN to float: 16 x 16 x 16 0.79 to 0.41 us, 128 x 128 x 128 53 to 31,
// 16 x 120 x 400 22 to 16; 2000 x 10 x 64 50 to 93, 16 x 1024 x 1024 460 to 560, 64 of 16 x 16 x 16 11 to 34).
bool is_float_faster(const MatrixProduct& q) {
  const int64_t products = q.m * q.n * q.k, elements = q.m * q.k + q.k * q.n + 2 * q.m * q.n;
  if (products > 20 * elements) return true;
  if (q.batch > 1) return false;
  return elements <= 16384 || (elements <= 131072 && products > 8 * elements) || has_short_sums(q);
}

const char* run_few_rows(const MatrixProduct& q) {
  if (q.dtype != kHalf && q.dtype != kBFloat16) return "dtype is not of 16 bits";
  // Batches of vectors are oneDNN's (64 of 1 x 512 x 64: 255 us, ours 370).
  if (q.dtype == kBFloat16 && is_onednn_enabled() && (has_fast_bfloat16() || (q.batch > 1 && has_avx512_bfloat16())))
    return "bfloat16 products are as fast";
  const bool done = own::try_few_rows(q.dtype, own_arguments<uint16_t>(q), q.batch, q.a.batch, q.b.batch, q.c_batch);
  return done ? nullptr : "many rows, or columns apart";
}

const char* run_onednn(const MatrixProduct& q) {
  if (!is_onednn_enabled()) return "it is switched off";
  onednn::GemmProblem p;
  if (q.dtype != kBFloat16) return "dtype is not bfloat16";
  if (!has_fast_bfloat16() && is_float_faster(q)) return "float products are twice as fast on this processor";
  if (!describe(q, p)) return "neither stride of an operand is 1";
  const onednn::PreparedGemm prepared = onednn::prepare(p);
  if (prepared.reason == nullptr) onednn::gemm(p, *prepared.primitives, q.a.data, q.b.data, q.bias, q.c, q.b_id);
  return prepared.reason;
}

// -- 16-bit numbers, converted to float

// Calls f(batch, line) for every line of `length` elements of every matrix, on the pool.
template <class F>
void for_lines(int64_t batch, int64_t lines, int64_t length, const F& f) {
  parallel_for(0, batch * lines, std::max<int64_t>(1, 32768 / std::max<int64_t>(1, length)),
               [&](int64_t begin, int64_t end) {
                 int64_t i = begin / lines, line = begin % lines;
                 for (; begin < end; ++begin) {
                   f(i, line);
                   if (++line == lines) line = 0, ++i;
                 }
               });
}
// Dense float copies of `batch` matrices, of their rows or of their columns, whichever are dense.
MatrixRef widen(ScalarType from, const MatrixRef& a, int64_t batch, int64_t rows, int64_t cols, float* to) {
  const bool by_rows = a.col == 1 || a.row != 1;
  const int64_t lines = by_rows ? rows : cols, length = by_rows ? cols : rows;
  const int64_t line_step = by_rows ? a.row : a.col, step = by_rows ? a.col : a.row;
  if (batch == 1 && lines * length <= kFewElements && step == 1 && line_step == length)
    convert_elements(kFloat, to, 1, from, a.data, 1, lines * length);
  else if (length > 0)  // else there is no memory to be offset into
    for_lines(batch, lines, length, [&](int64_t i, int64_t line) {
      convert_elements(kFloat, to + (i * lines + line) * length, 1, from,
                       static_cast<const char*>(a.data) + (i * a.batch + line * line_step) * size_of(from), step,
                       length);
    });
  return {to, by_rows ? length : 1, by_rows ? 1 : length, batch > 1 ? rows * cols : 0};
}

// Blocks of C's rows, whose floats reach no other cache than the nearest (one thread, 120 x 400 x 4: 11.9 us, so 7.9).
void run_by_blocks(const MatrixProduct& q) {
  constexpr int64_t kBlockElements = 8192;
  const int64_t most = std::max<int64_t>(kFewLines, kBlockElements / q.n / kFewLines * kFewLines);
  const int64_t block = std::min(q.m, most);
  const size_t a = aligned_size(q.m * q.k * sizeof(float)), b = aligned_size(q.n * q.k * sizeof(float)),
               c = aligned_size(block * q.n * sizeof(float));
  const Workspace space(a + b + c + q.n * sizeof(float));
  float *const wide_c = space.as<float>(a + b), *const bias = space.as<float>(a + b + c);
  MatrixProduct f;
  f.m = q.m, f.n = q.n, f.k = q.k, f.c = wide_c, f.c_row = q.n;
  f.a = widen(q.dtype, q.a, 1, q.m, q.k, space.as<float>());
  f.b = widen(q.dtype, q.b, 1, q.k, q.n, space.as<float>(a));
  if (q.bias != nullptr) convert_elements(kFloat, bias, 1, q.dtype, q.bias, 1, q.n), f.bias = bias;
  for (int64_t at = 0; at < q.m; at += block) {
    own::GemmArguments<float> part = own_arguments<float>(f);
    part.m = std::min(block, q.m - at), part.a += at * part.a_row;
    own::gemm_serial(part);
    convert_elements(q.dtype, static_cast<char*>(q.c) + at * q.n * size_of(q.dtype), 1, kFloat, wide_c, 1,
                     part.m * q.n);
  }
}

const char* run_widened(const MatrixProduct& q);

// Cuts a product whose floats would not come from memory that is kept between calls: most of the time would be the
// system's (32 x 4096 x 4096, Half: 44 ms, in parts 16). Whether it did.
bool run_parts(const MatrixProduct& q) {
  constexpr int64_t kMostFloats = int64_t{1} << 22, kLeast = 256, kUnit = 64;
  const bool by_columns = q.k * q.n > kMostFloats && q.n > kLeast;
  if (q.batch != 1 || (!by_columns && (q.m * (q.k + q.n) <= kMostFloats || q.m <= kLeast))) return false;
  const int64_t extent = by_columns ? q.n : q.m, other = by_columns ? q.k : q.k + q.n;
  const int64_t step = std::max(kLeast, kMostFloats / other / kUnit * kUnit), size = size_of(q.dtype);
  const auto moved = [&](const void* data, int64_t by) { return static_cast<const char*>(data) + by * size; };
  for (int64_t at = 0; at < extent; at += step) {
    MatrixProduct part = q;
    (by_columns ? part.n : part.m) = std::min(step, extent - at);
    if (by_columns) part.b.data = moved(q.b.data, at * q.b.col);
    else part.a.data = moved(q.a.data, at * q.a.row);
    part.c = const_cast<char*>(moved(q.c, by_columns ? at : at * q.c_row));
    if (by_columns && q.bias != nullptr) part.bias = moved(q.bias, at);
    run_widened(part);
  }
  return true;
}

const char* run_widened(const MatrixProduct& q) {
  if (q.dtype != kHalf && q.dtype != kBFloat16) return "dtype is not of 16 bits";
  if (has_short_sums(q)) return run_by_blocks(q), nullptr;
  if (run_parts(q)) return nullptr;
  constexpr int64_t kMostElements = int64_t{1} << 24;  // of a batch that are held as floats at once
  const bool shares_b = q.b.batch == 0;
  const int64_t each = q.m * q.k + q.m * q.n + (shares_b ? 0 : q.k * q.n);
  const int64_t most = std::min(q.batch, std::max<int64_t>(1, kMostElements / std::max<int64_t>(1, each)));
  const size_t a = aligned_size(most * q.m * q.k * sizeof(float)),
               b = aligned_size((shares_b ? 1 : most) * q.k * q.n * sizeof(float)),
               c = aligned_size(most * q.m * q.n * sizeof(float));
  const Workspace space(a + b + c + q.n * sizeof(float));
  float* wide = space.as<float>(a + b);
  MatrixProduct f;
  f.m = q.m, f.n = q.n, f.k = q.k;
  f.c = wide, f.c_row = q.n, f.c_batch = q.m * q.n, f.add = q.add;
  if (q.bias != nullptr) {
    convert_elements(kFloat, space.as<float>(a + b + c), 1, q.dtype, q.bias, 1, q.n);
    f.bias = space.as<float>(a + b + c);
  }
  for (int64_t first = 0; first < q.batch; first += most) {
    f.batch = std::min(most, q.batch - first);
    MatrixRef from_a = q.a, from_b = q.b;
    from_a.data = static_cast<const char*>(q.a.data) + first * q.a.batch * size_of(q.dtype);
    from_b.data = static_cast<const char*>(q.b.data) + first * q.b.batch * size_of(q.dtype);
    f.a = widen(q.dtype, from_a, f.batch, q.m, q.k, space.as<float>());
    if (first == 0 || !shares_b) f.b = widen(q.dtype, from_b, shares_b ? 1 : f.batch, q.k, q.n, space.as<float>(a));
    const auto row = [&](int64_t i, int64_t r) {
      return static_cast<char*>(q.c) + ((first + i) * q.c_batch + r * q.c_row) * size_of(q.dtype);
    };
    if (q.add)
      for_lines(f.batch, q.m, q.n, [&](int64_t i, int64_t r) {
        convert_elements(kFloat, wide + (i * q.m + r) * q.n, 1, q.dtype, row(i, r), 1, q.n);
      });
    run_own<float>(f);
    for_lines(f.batch, q.m, q.n, [&](int64_t i, int64_t r) {
      convert_elements(q.dtype, row(i, r), 1, kFloat, wide + (i * q.m + r) * q.n, 1, q.n);
    });
  }
  return nullptr;
}

// -- integers and complex numbers

const char* run_integer(const MatrixProduct& q) {
  if (!isIntegralType(q.dtype, false)) return "dtype is not integral";
  multiply_integers(q);
  return nullptr;
}

const char* run_complex(const MatrixProduct& q) {
  if (q.dtype != kComplexFloat && q.dtype != kComplexDouble) return "dtype is not complex";
  multiply_complex(q);
  return nullptr;
}

// run() returns why it cannot compute a product, or null when it has done so.
struct Implementation {
  const char* name;
  const char* (*run)(const MatrixProduct& q);
};
constexpr Implementation kImplementations[] = {
    {"own_float",
     [](const MatrixProduct& q) -> const char* {
       if (q.dtype != kFloat) return "dtype is not float";
       run_own<float>(q);
       return nullptr;
     }},
    {"own_double",
     [](const MatrixProduct& q) -> const char* {
       if (q.dtype != kDouble) return "dtype is not double";
       run_own<double>(q);
       return nullptr;
     }},
    {"own_bfloat16", run_own_bfloat16},
    {"own_few_rows", run_few_rows},
    {"onednn", run_onednn},
    {"widened", run_widened},
    {"complex", run_complex},
    {"integer", run_integer},
};

}  // namespace

void multiply(const MatrixProduct& q) {
  if (q.m == 0 || q.n == 0 || q.batch == 0) return;
  for (const Implementation& i : kImplementations) {
    const char* reason = i.run(q);
    if (TORCHPP_UNLIKELY(verbose::on())) reason == nullptr ? verbose::took(i.name) : verbose::refused(i.name, reason);
    if (reason == nullptr) return;
  }
  TORCHPP_FAIL_KIND(kNotImplemented, "\"addmm_impl_cpu_\" not implemented for '", toString(q.dtype), "'");
}

void multiply_to_float(const MatrixProduct& q) {
  if (q.m == 0 || q.n == 0) return;
  if (q.dtype == kBFloat16 && has_fast_bfloat16()) {
    const Workspace space(q.m * q.n * sizeof(BFloat16));
    MatrixProduct rounded = q;
    rounded.c = space.as<BFloat16>(), rounded.c_row = q.n;
    multiply(rounded);
    for_lines(1, q.m, q.n, [&](int64_t, int64_t r) {
      convert_elements(kFloat, static_cast<float*>(q.c) + r * q.c_row, 1, q.dtype, space.as<BFloat16>() + r * q.n, 1,
                       q.n);
    });
    return;
  }
  const size_t a = aligned_size(q.m * q.k * sizeof(float));
  const Workspace space(a + q.k * q.n * sizeof(float));
  MatrixProduct f = q;
  f.dtype = kFloat, f.b_id = 0;
  f.a = widen(q.dtype, q.a, 1, q.m, q.k, space.as<float>());
  f.b = widen(q.dtype, q.b, 1, q.k, q.n, space.as<float>(a));
  run_own<float>(f);
  if (TORCHPP_UNLIKELY(verbose::on())) verbose::took("widened");
}

void multiply_batches(const MatrixProduct& q, IntArrayRef sizes, IntArrayRef a_strides, IntArrayRef b_strides) {
  if (q.m == 0 || q.n == 0) return;
  const bool is_float = q.dtype == kFloat;
  if (is_float) own::gemm_batched(own_arguments<float>(q), sizes, a_strides, b_strides, q.c_batch);
  else own::gemm_batched(own_arguments<double>(q), sizes, a_strides, b_strides, q.c_batch);
  if (TORCHPP_UNLIKELY(verbose::on())) verbose::took(is_float ? "own_float" : "own_double");
}

void dot_product(ScalarType dtype, int64_t n, const void* x, int64_t x_stride, const void* y, int64_t y_stride,
                 void* to) {
  MatrixProduct q;
  q.dtype = dtype;
  q.m = q.n = 1, q.k = n;
  q.a = {x, 0, x_stride, 0};
  q.b = {y, y_stride, 0, 0};
  q.c = to, q.c_row = 1;
  if (n == 0) {
    __builtin_memset(to, 0, elementSize(dtype));
    return;
  }
  multiply(q);
}

}  // namespace torchpp::cpu

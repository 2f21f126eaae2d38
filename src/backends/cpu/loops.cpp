// SPDX-License-Identifier: BSD-3-Clause

// The tables of loops.h and element_loops.h. Each is constant-initialised and in a section of its own.

#include "src/backends/cpu/loops.h"

#include <type_traits>

#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/backends/math/types.def"

namespace torchpp::cpu {
namespace {

constexpr ScalarType dtype_f32 = kFloat, dtype_f64 = kDouble, dtype_f16 = kHalf, dtype_bf16 = kBFloat16,
                     dtype_u8 = kByte, dtype_i8 = kChar, dtype_i16 = kShort, dtype_i32 = kInt, dtype_i64 = kLong,
                     dtype_b8 = kBool, dtype_c64 = kComplexFloat, dtype_c128 = kComplexDouble,
                     dtype_wide_c64 = kComplexFloat, dtype_wide_c128 = kComplexDouble, dtype_widest_c64 = kComplexFloat,
                     dtype_widest_c128 = kComplexDouble;

template <class Fn, class... F>
constexpr void put(LoopTable<Fn>& table, ScalarType dtype, F... levels) {
  int level = 0;
  ((table.fn[static_cast<int>(dtype)][level++] = levels), ...);
}

}  // namespace

// The element-wise loops of complex numbers are compiled for the baseline set, those that gain most for the next one,
// too, or for all sets as the others.
#define BASE(name) name##_v2
#define SETS(name) TORCHPP_ALL_SETS(name)
#define NAMES_f32(op) SETS(op##_f32)
#define NAMES_f64(op) SETS(op##_f64)
#define NAMES_f16(op) SETS(op##_f16)
#define NAMES_bf16(op) SETS(op##_bf16)
#define NAMES_u8(op) SETS(op##_u8)
#define NAMES_i8(op) SETS(op##_i8)
#define NAMES_i16(op) SETS(op##_i16)
#define NAMES_i32(op) SETS(op##_i32)
#define NAMES_i64(op) SETS(op##_i64)
#define NAMES_b8(op) SETS(op##_b8)
#define NAMES_c64(op) BASE(op##_c64)
#define NAMES_c128(op) BASE(op##_c128)
#define NAMES_wide_c64(op) TORCHPP_FIRST_SETS(op##_c64)
#define NAMES_wide_c128(op) TORCHPP_FIRST_SETS(op##_c128)
#define NAMES_widest_c64(op) SETS(op##_c64)
#define NAMES_widest_c128(op) SETS(op##_c128)
#undef TORCHPP_TYPES_COMPLEX_WIDE
#undef TORCHPP_TYPES_COMPLEX_WIDEST
#define TORCHPP_TYPES_COMPLEX_WIDE(X, ...) X(wide_c64, __VA_ARGS__) X(wide_c128, __VA_ARGS__)
#define TORCHPP_TYPES_COMPLEX_WIDEST(X, ...) X(widest_c64, __VA_ARGS__) X(widest_c128, __VA_ARGS__)

// The loops themselves are declared inside the function that lists them, so each name stands once.
#define DECLARE(tag, op) Function NAMES_##tag(op);
#define PUT(tag, op) put(table, dtype_##tag, NAMES_##tag(op));
#define TABLE(op, pointer, types, complex, is_division)                                                 \
  static constexpr auto make_##op() {                                                                   \
    using Function = std::remove_pointer_t<pointer>;                                                    \
    TORCHPP_TYPES_##types(DECLARE, op) TORCHPP_TYPES_##complex(DECLARE, op) LoopTable<pointer> table{}; \
    TORCHPP_TYPES_##types(PUT, op) TORCHPP_TYPES_##complex(PUT, op) table.divides = is_division;        \
    return table;                                                                                       \
  }                                                                                                     \
  constexpr LoopTable<pointer> op##_loops = make_##op();

#define TORCHPP_LOOP(name, inputs, make, form, types, complex) TABLE(name, LoopFn, types, complex, form == kDivides)
#include "src/backends/math/generated/binary.def"
#include "src/backends/math/generated/gradient.def"
#include "src/backends/math/generated/unary.def"
#include "src/backends/math/generated/unary_floats.def"

#undef NAMES_c64
#undef NAMES_c128
#define NAMES_c64(op) SETS(op##_c64)
#define NAMES_c128(op) SETS(op##_c128)
#define TORCHPP_REDUCE(op, types) TABLE(op, ReduceFn, types, NONE, false)
#define TORCHPP_REDUCE_COLUMNS(op, types) TABLE(op, ReduceColumnsFn, types, NONE, false)
#include "src/backends/cpu/isa/reduce.def"

// The rows of reduce_rows.cpp, which has them for one set.
#if defined(__x86_64__)
#define DECLARE_ROWS(tag, op) Function op##_##tag##_v3;
#define PUT_ROWS(tag, op) put(table, dtype_##tag, nullptr, op##_##tag##_v3);
#else
#define DECLARE_ROWS(tag, op)
#define PUT_ROWS(tag, op)
#endif
#define TORCHPP_REDUCE_ROWS(op, types, complex)                                                                        \
  static constexpr auto make_##op() {                                                                                  \
    using Function [[maybe_unused]] = std::remove_pointer_t<ReduceRowsFn>;                                             \
    TORCHPP_TYPES_##types(DECLARE_ROWS, op) TORCHPP_TYPES_##complex(DECLARE_ROWS, op) LoopTable<ReduceRowsFn> table{}; \
    TORCHPP_TYPES_##types(PUT_ROWS, op) TORCHPP_TYPES_##complex(PUT_ROWS, op) return table;                            \
  }                                                                                                                    \
  constexpr LoopTable<ReduceRowsFn> op##_loops = make_##op();
#include "src/backends/cpu/isa/reduce_rows.def"

#define TORCHPP_ROWS(name, function, types) TABLE(name, function, types, NONE, false)
#include "src/backends/cpu/isa/nn.def"

#define TORCHPP_OPTIMIZER_STEP(name, Step, parameters, arguments) TABLE(name, OptimizerFn, WIDE, NONE, false)
#include "src/backends/math/optim.def"

// A switch, not a table: addresses in code need no relocation.
#define PICK(pointer, name)                              \
  {                                                      \
    using Function = std::remove_pointer_t<pointer>;     \
    Function SETS(name);                                 \
    constexpr pointer levels[kCpuLevels] = {SETS(name)}; \
    return levels[level];                                \
  }
#define BY_WIDTH(function, pointer, name)      \
  pointer function(int64_t width, int level) { \
    switch (width) {                           \
      case 1: PICK(pointer, name##_1)          \
      case 2: PICK(pointer, name##_2)          \
      case 4: PICK(pointer, name##_4)          \
      case 8: PICK(pointer, name##_8)          \
      case 16: PICK(pointer, name##_16)        \
      default: return nullptr;                 \
    }                                          \
  }
BY_WIDTH(copy_loop, LoopFn, copy)
BY_WIDTH(where_loop, LoopFn, where)
BY_WIDTH(transposed_copy, TransposedFn, transposed)
BY_WIDTH(repeated_copy, RepeatedFn, repeated)

StreamFn stream_copy(int level) PICK(StreamFn, stream)

// Conversions from one dtype to the nine others; a dtype to itself is a copy.
#define CASTS_TO(to, A, B, C, D, E, F, G, H, I)                                            \
  static LoopFn cast_to_##to(ScalarType from, int level) {                                 \
    switch (from) {                                                                        \
      case dtype_##A: PICK(LoopFn, cast_##to##_##A)                                        \
      case dtype_##B: PICK(LoopFn, cast_##to##_##B)                                        \
      case dtype_##C: PICK(LoopFn, cast_##to##_##C)                                        \
      case dtype_##D: PICK(LoopFn, cast_##to##_##D)                                        \
      case dtype_##E: PICK(LoopFn, cast_##to##_##E)                                        \
      case dtype_##F: PICK(LoopFn, cast_##to##_##F)                                        \
      case dtype_##G: PICK(LoopFn, cast_##to##_##G)                                        \
      case dtype_##H: PICK(LoopFn, cast_##to##_##H)                                        \
      case dtype_##I: PICK(LoopFn, cast_##to##_##I)                                        \
      case dtype_##to: return copy_loop(static_cast<int64_t>(sizeof(Memory_##to)), level); \
      default: return nullptr;                                                             \
    }                                                                                      \
  }
    using Memory_f32 = float;
using Memory_f64 = double;
using Memory_f16 = uint16_t;
using Memory_bf16 = uint16_t;
using Memory_u8 = uint8_t;
using Memory_i8 = int8_t;
using Memory_i16 = int16_t;
using Memory_i32 = int32_t;
using Memory_i64 = int64_t;
using Memory_b8 = uint8_t;
CASTS_TO(f32, f64, f16, bf16, u8, i8, i16, i32, i64, b8)
CASTS_TO(f64, f32, f16, bf16, u8, i8, i16, i32, i64, b8)
CASTS_TO(f16, f32, f64, bf16, u8, i8, i16, i32, i64, b8)
CASTS_TO(bf16, f32, f64, f16, u8, i8, i16, i32, i64, b8)
CASTS_TO(u8, f32, f64, f16, bf16, i8, i16, i32, i64, b8)
CASTS_TO(i8, f32, f64, f16, bf16, u8, i16, i32, i64, b8)
CASTS_TO(i16, f32, f64, f16, bf16, u8, i8, i32, i64, b8)
CASTS_TO(i32, f32, f64, f16, bf16, u8, i8, i16, i64, b8)
CASTS_TO(i64, f32, f64, f16, bf16, u8, i8, i16, i32, b8)
CASTS_TO(b8, f32, f64, f16, bf16, u8, i8, i16, i32, i64)

#if defined(__x86_64__)
int cast_bf16_f32_avx512(char* const* data, const int64_t* strides, int64_t n, const Scalars* scalars);
#endif

LoopFn cast_loop(ScalarType to, ScalarType from, int level) {
#if defined(__x86_64__)
  if (to == dtype_bf16 && from == dtype_f32 && level == kCpuLevels - 1 && has_avx512_bfloat16())
    return &cast_bf16_f32_avx512;
#endif
  switch (to) {
    case dtype_f32: return cast_to_f32(from, level);
    case dtype_f64: return cast_to_f64(from, level);
    case dtype_f16: return cast_to_f16(from, level);
    case dtype_bf16: return cast_to_bf16(from, level);
    case dtype_u8: return cast_to_u8(from, level);
    case dtype_i8: return cast_to_i8(from, level);
    case dtype_i16: return cast_to_i16(from, level);
    case dtype_i32: return cast_to_i32(from, level);
    case dtype_i64: return cast_to_i64(from, level);
    case dtype_b8: return cast_to_b8(from, level);
    default: return nullptr;
  }
}

void convert_elements(ScalarType to, void* out, int64_t out_stride, ScalarType from, const void* in, int64_t in_stride,
                      int64_t n) {
  const int64_t size = static_cast<int64_t>(elementSize(to));
  char* const data[] = {static_cast<char*>(out), static_cast<char*>(const_cast<void*>(in))};
  const int64_t strides[] = {out_stride * size, in_stride * static_cast<int64_t>(elementSize(from))};
  (to == from ? copy_loop(size) : cast_loop(to, from))(data, strides, n, nullptr);
}

}  // namespace torchpp::cpu

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Passes over rows in chunks: each is converted to the type of computation, and its sums are added in lane order.

#include "src/backends/cpu/isa/lanes.h"

namespace torchpp::cpu {
namespace {

// Calls body(first, length) for each chunk of a row.
template <class Body>
inline void chunks(int64_t n, const Body& body) {
  for (int64_t first = 0; first < n; first += kChunk) body(first, n - first < kChunk ? n - first : kChunk);
}
// The sum of term(i) over a chunk, in lane order. The terms are written to a buffer first, because the two loops then
// vectorise.
template <class C, class Term>
inline C chunk_sum(C* buffer, int64_t length, const Term& term) {
  TORCHPP_NO_ALIAS
  for (int64_t i = 0; i < length; ++i) buffer[i] = term(i);
  return reduce_chunk<Sum>(buffer, length);
}

// Where results of the compute type may be written: the memory itself, or a buffer that store() converts.
template <class C>
C* target(C* memory, C*) {
  return memory;
}
template <class M, class C>
C* target(M*, C* buffer) {
  return buffer;
}

// One pass out[i] = value(x[i], i) over a row in its compute type.
template <class M, class C, class Value>
inline void map_row(M* out, const M* in, int64_t n, const Value& value) {
  alignas(64) C buffer[kChunk];
  chunks(n, [&](int64_t first, int64_t length) {
    const C* x = view(in + first, length, buffer);
    C* to = target(out + first, buffer);
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < length; ++i) to[i] = value(x[i], first + i);
    store(out + first, to, length);
  });
}
template <class M, class C, class Value>
inline void map_rows(M* out, const M* a, const M* b, int64_t n, const Value& value) {
  alignas(64) C buffer_a[kChunk], buffer_b[kChunk];
  chunks(n, [&](int64_t first, int64_t length) {
    const C *x = view(a + first, length, buffer_a), *y = view(b + first, length, buffer_b);
    C* to = target(out + first, buffer_a);
    TORCHPP_NO_ALIAS
    for (int64_t i = 0; i < length; ++i) to[i] = value(x[i], y[i], first + i);
    store(out + first, to, length);
  });
}
// Sum of term(a, b, i) over two rows, or over one that is given twice.
template <class M, class C, class Term>
inline C sum_rows(const M* a, const M* b, int64_t n, const Term& term) {
  alignas(64) C buffer_a[kChunk], buffer_b[kChunk], terms[kChunk];
  Cascade<Sum, C> cascade;
  chunks(n, [&](int64_t first, int64_t length) {
    const C *x = view(a + first, length, buffer_a), *y = a == b ? x : view(b + first, length, buffer_b);
    cascade.push(chunk_sum(terms, length, [&](int64_t i) { return term(x[i], y[i], first + i); }));
  });
  return cascade.result();
}

}  // namespace
}  // namespace torchpp::cpu

// The definition of a function of rows, declared first: void TORCHPP_ROW_FUNCTION(name, tag, parameters) { ... }
#define TORCHPP_ROW_FUNCTION(name, tag, ...)        \
  void TORCHPP_SET_NAME(name##_##tag)(__VA_ARGS__); \
  void TORCHPP_SET_NAME(name##_##tag)(__VA_ARGS__)

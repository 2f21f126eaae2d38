// SPDX-License-Identifier: BSD-3-Clause
// Sums that wrap around do not depend on their order, so that slices may follow the number of threads, and every
// block adds to what the result holds.
#include "src/backends/cpu/integer_product.h"

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/isa/integer_gemm_abi.h"
#include "src/backends/cpu/workspace.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kGrain = 32768;      // products that another thread pays for
constexpr int64_t kDepth = 128;        // of a packed block: its columns of b take half of the nearest cache
constexpr int64_t kMostRows = 192;     // of a that are packed at once, and that a packed block of b serves
constexpr int64_t kMostColumns = 512;  // of b in one unit of work

int64_t size_of(const MatrixProduct& q) { return static_cast<int64_t>(elementSize(q.dtype)); }
const IntegerGemmKernels& kernels_of(const MatrixProduct& q) {
  return at_level(cpu_level(), TORCHPP_FIRST_SETS(integer_gemm)).sizes[__builtin_ctzll(elementSize(q.dtype))];
}
const char* at(const void* data, int64_t elements, int64_t size) {
  return static_cast<const char*>(data) + elements * size;
}

// Writes what the products are added to, in `rows` rows of c from the given one.
void start_rows(const MatrixProduct& q, char* c, int64_t rows, int64_t first_column, int64_t columns) {
  const int64_t size = size_of(q);
  if (q.add) return;
  for (int64_t r = 0; r < rows; ++r) {
    char* to = c + (r * q.c_row + first_column) * size;
    if (q.bias != nullptr) __builtin_memcpy(to, at(q.bias, first_column, size), columns * size);
    else __builtin_memset(to, 0, columns * size);
  }
}

// to[p * width + j] = from[p * row + j * col] for p < k and j < n, and zeros for the other j < width.
template <class T, class W>
void pack_words(int64_t k, int64_t n, int64_t width, const void* from, int64_t row, int64_t col, void* to) {
  const T* in = static_cast<const T*>(from);
  W* out = static_cast<W*>(to);
  for (int64_t p = 0; p < k; ++p, in += row, out += width) {
    if (col == 1)
      for (int64_t j = 0; j < n; ++j) out[j] = in[j];
    else
      for (int64_t j = 0; j < n; ++j) out[j] = in[j * col];
    for (int64_t j = n; j < width; ++j) out[j] = 0;
  }
}
using PackFn = void (*)(int64_t k, int64_t n, int64_t width, const void* from, int64_t row, int64_t col, void* to);
constexpr PackFn kPack[] = {&pack_words<uint8_t, uint16_t>, &pack_words<uint16_t, uint16_t>,
                            &pack_words<uint32_t, uint32_t>, &pack_words<uint64_t, uint64_t>};

// A block of c, at most kMostRows x kMostColumns, whose operands are packed as runs of k that stay in the caches.
struct Block {
  const char *a, *b;
  char* c;
  int64_t rows, columns;
};
void multiply_block(const MatrixProduct& q, const Block& block, char* packed_a, char* packed_b) {
  const IntegerGemmKernels& kernels = kernels_of(q);
  const int64_t size = size_of(q), word = std::max<int64_t>(2, size);
  const PackFn pack = kPack[__builtin_ctzll(static_cast<size_t>(size))];
  for (int64_t p = 0; p < q.k; p += kDepth) {
    const int64_t depth = std::min(kDepth, q.k - p);
    for (int64_t i = 0; i < block.rows; i += kernels.rows)
      pack(depth, std::min(kernels.rows, block.rows - i), kernels.rows, block.a + (i * q.a.row + p * q.a.col) * size,
           q.a.col, q.a.row, packed_a + i * depth * word);
    for (int64_t j = 0; j < block.columns; j += kernels.columns) {
      const int64_t n = std::min(kernels.columns, block.columns - j);
      pack(depth, n, kernels.columns, block.b + (p * q.b.row + j * q.b.col) * size, q.b.row, q.b.col, packed_b);
      for (int64_t i = 0; i < block.rows; i += kernels.rows)
        kernels.tile(std::min(kernels.rows, block.rows - i), n, depth, packed_a + i * depth * word, packed_b,
                     block.c + (i * q.c_row + j) * size, q.c_row);
    }
  }
}

void multiply_blocks(const MatrixProduct& q) {
  const IntegerGemmKernels& kernels = kernels_of(q);
  const int64_t size = size_of(q), word = std::max<int64_t>(2, size), threads = get_num_threads();
  const auto tiles = [&](int64_t n) { return (n + kernels.rows - 1) / kernels.rows * kernels.rows; };
  const int64_t each = q.batch >= threads ? q.m : (q.m + threads - 1) / threads;  // rows for every thread
  const int64_t rows = std::min(tiles(each), kMostRows), columns = std::min(q.n, kMostColumns);
  const int64_t down = (q.m + rows - 1) / rows, across = (q.n + columns - 1) / columns;
  const int64_t cost = std::max<int64_t>(1, rows * columns * q.k);
  parallel_for(0, q.batch * down * across, std::max<int64_t>(1, kGrain / cost), [&](int64_t begin, int64_t end) {
    const size_t a_bytes = aligned_size(rows * kDepth * word);
    const Workspace space(a_bytes + kernels.columns * kDepth * word);
    for (; begin < end; ++begin) {
      const int64_t i = begin / (down * across), r = begin / across % down * rows, j = begin % across * columns;
      Block block;
      block.rows = std::min(rows, q.m - r), block.columns = std::min(columns, q.n - j);
      block.a = at(q.a.data, i * q.a.batch + r * q.a.row, size);
      block.b = at(q.b.data, i * q.b.batch + j * q.b.col, size);
      char* c = static_cast<char*>(q.c) + (i * q.c_batch + r * q.c_row) * size;
      start_rows(q, c, block.rows, j, block.columns);
      block.c = c + j * size;
      multiply_block(q, block, space.as<char>(), space.as<char>(a_bytes));
    }
  });
}

// y[j * y_step] += sum of x[p * x_step] * matrix[j * row + p * col], without a copy of the matrix, one of whose strides
// is 1. Of a matrix with dense columns, y is dense.
void multiply_vector(const MatrixProduct& q, int64_t length, const char* x, int64_t x_step, const char* matrix,
                     int64_t row, int64_t col, char* y, int64_t y_step) {
  const IntegerGemmKernels& kernels = kernels_of(q);
  const int64_t size = size_of(q), k = q.k;
  const bool by_rows = col == 1 || k == 1;
  const Workspace space(by_rows && x_step != 1 ? k * size : 0);
  if (by_rows && x_step != 1) {
    for (int64_t p = 0; p < k; ++p) __builtin_memcpy(space.as<char>(p * size), x + p * x_step * size, size);
    x = space.as<char>();
  }
  parallel_for(0, length, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, k)), [&](int64_t begin, int64_t end) {
    const char* from = matrix + begin * row * size;
    char* to = y + begin * y_step * size;
    if (by_rows) kernels.dots(end - begin, k, x, from, row, to, y_step);
    else kernels.row_times_matrix(end - begin, k, x, x_step, from, col, to);
  });
}

// Whether it is a product of few rows by a matrix, or of a matrix by a column, which is read as it lies.
bool multiply_vectors(const MatrixProduct& q) {
  constexpr int64_t kFewRows = 3;
  const bool column = q.n == 1 && (q.a.col == 1 || q.k == 1 || (q.a.row == 1 && q.c_row == 1));
  const bool rows = q.m <= kFewRows && (q.b.row == 1 || q.b.col == 1 || q.k == 1);
  if (!column && !rows) return false;
  const int64_t size = size_of(q);
  for (int64_t i = 0; i < q.batch; ++i) {
    const char *a = at(q.a.data, i * q.a.batch, size), *b = at(q.b.data, i * q.b.batch, size);
    char* c = static_cast<char*>(q.c) + i * q.c_batch * size;
    start_rows(q, c, q.m, 0, q.n);
    if (column) {
      multiply_vector(q, q.m, b, q.b.row, a, q.a.row, q.a.col, c, q.c_row);
      continue;
    }
    for (int64_t r = 0; r < q.m; ++r)
      multiply_vector(q, q.n, a + r * q.a.row * size, q.a.col, b, q.b.col, q.b.row, c + r * q.c_row * size, 1);
  }
  return true;
}

}  // namespace

void multiply_integers(const MatrixProduct& q) {
  if (!multiply_vectors(q)) multiply_blocks(q);
}

}  // namespace torchpp::cpu

// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/reference/gemm.h"

#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <type_traits>

#include "src/backends/cpu/cpu_level.h"
#include "src/backends/cpu/reference/gemm_kernels.h"
#include "src/backends/cpu/reference/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace reference {
namespace {

template <class T>
const GemmKernels<T>& kernels() {
#if defined(__x86_64__)
  const int level = cpu_level();
  if constexpr (std::is_same_v<T, float>)
    return level == 2 ? gemm_float_v4 : level == 1 ? gemm_float_v3 : gemm_float_v2;
  else return level == 2 ? gemm_double_v4 : level == 1 ? gemm_double_v3 : gemm_double_v2;
#else
  if constexpr (std::is_same_v<T, float>) return gemm_float_v2;
  else return gemm_double_v2;
#endif
}

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <class F>
void for_slices(bool parallel, int64_t count, const F& f) {
  if (parallel && count > 1) return detail::run_slices(count, f);
  for (int64_t i = 0; i < count; ++i) f(i);
}

constexpr int64_t kSliceElements = 32768;   // of a matrix that a slice of a matrix-vector product reads
constexpr int64_t kDotChunk = 65536;        // partial sums of a dot product: part of the result's definition
constexpr int64_t kParallelFlops = 400000;  // below this waking a worker costs more than it saves
constexpr int64_t kPackedColumns = 4096;    // of b at a time

// Whether panels of b gain from being packed: not when few rows use them, nor when what a panel reads lies close
// together or in few pages.
template <class T>
bool wants_packed_b(const Product<T>& q, int64_t tile_rows) {
  if (q.b_col != 1) return true;
  const int64_t depth = std::min(q.k, kGemmDepth);
  if (q.m <= 2 * tile_rows || depth * q.b_row * static_cast<int64_t>(sizeof(T)) <= 131072) return false;
  return depth > 64 || q.m > 128;
}

template <class T>
T dot(bool parallel, int64_t n, const T* x, const T* y) {
  const GemmKernels<T>& isa = kernels<T>();
  if (n <= kDotChunk) return isa.dot(n, x, y);
  const int64_t chunks = ceil_div(n, kDotChunk);
  const Workspace space(chunks * sizeof(T));
  T* part = space.as<T>();
  for_slices(parallel, chunks, [&](int64_t i) {
    const int64_t begin = i * kDotChunk;
    part[i] = isa.dot(std::min(kDotChunk, n - begin), x + begin, y + begin);
  });
  T total = 0;
  for (int64_t i = 0; i < chunks; ++i) total += part[i];
  return total;
}

// One row times a matrix. Slices are blocks of columns: every sum stays whole.
template <class T>
void vector_product(const Product<T>& q, bool parallel) {
  const GemmKernels<T>& isa = kernels<T>();
  const int64_t threads = parallel ? get_num_threads() : 1;
  if (q.b_col == 1) {
    const int64_t width = isa.columns * 4;
    const int64_t slices = std::min(4 * threads, ceil_div(q.n * q.k, kSliceElements));
    const int64_t block = ceil_div(q.n, slices * width) * width;
    return for_slices(parallel, ceil_div(q.n, block), [&](int64_t i) {
      const int64_t j = i * block;
      isa.row_times_matrix(std::min(block, q.n - j), q.k, q.a, q.a_col, q.b + j, q.b_row, q.c + j, q.add,
                           q.bias ? q.bias + j : nullptr);
    });
  }
  const Workspace space(q.a_col == 1 ? 0 : q.k * sizeof(T));
  const T* x = q.a;
  if (q.a_col != 1) {
    for (int64_t p = 0; p < q.k; ++p) space.as<T>()[p] = q.a[p * q.a_col];
    x = space.as<T>();
  }
  if (q.n == 1) {
    const T sum = dot(parallel, q.k, x, q.b);
    *q.c = sum + (q.add ? *q.c : q.bias ? *q.bias : T(0));
    return;
  }
  const int64_t block = std::max<int64_t>(4, kSliceElements / q.k / 4 * 4);
  for_slices(parallel, ceil_div(q.n, block), [&](int64_t s) {
    for (int64_t j = s * block; j < std::min(q.n, (s + 1) * block);) {
      T sum[64];
      const int64_t count = std::min<int64_t>(64, std::min(q.n, (s + 1) * block) - j);
      isa.dots(count, q.k, x, q.b + j * q.b_col, q.b_col, sum);
      for (int64_t i = 0; i < count; ++i, ++j) q.c[j] = sum[i] + (q.add ? q.c[j] : q.bias ? q.bias[j] : T(0));
    }
  });
}

// A product with one row, or with one column as the transposed product with one row, if the kernels can read it so.
template <class T>
bool try_vector_product(const Product<T>& q, bool parallel) {
  if (q.m == 1 && (q.b_col == 1 || q.b_row == 1)) {
    vector_product(q, parallel);
    return true;
  }
  if (q.n != 1 || q.c_row != 1 || (q.a_col != 1 && q.a_row != 1)) return false;
  Product<T> t = q;
  t.m = 1, t.n = q.m;
  t.a = q.b, t.a_row = 0, t.a_col = q.b_row;
  t.b = q.a, t.b_row = q.a_col, t.b_col = q.a_row;
  t.bias = nullptr;
  vector_product(t, parallel);
  if (q.bias)
    for (int64_t i = 0; i < q.m; ++i) q.c[i] += *q.bias;
  return true;
}

// Goto's blocking: panels of b are packed once per run of k and shared, each slice packs its own rows of a. A sum runs
// over k in blocks of kGemmDepth whatever the slices, so these may follow the number of threads.
template <class T>
class Blocked {
 public:
  Blocked(const Product<T>& q, bool parallel)
      : q_(q),
        isa_(kernels<T>()),
        parallel_(parallel && 2 * q.m * q.n * q.k > kParallelFlops && get_num_threads() > 1),
        packs_(wants_packed_b(q, isa_.rows)) {}

  void run() {
    const int64_t depth = std::min(q_.k, kGemmDepth), width = std::min(q_.n, kPackedColumns);
    const int64_t panels = packs_ ? ceil_div(width, isa_.columns) : 0;
    const Workspace space(panels * isa_.columns * depth * sizeof(T));
    packed_ = space.as<T>();
    for (int64_t j = 0; j < q_.n; j += kPackedColumns)
      for (int64_t p = 0; p < q_.k; p += kGemmDepth) {
        column_ = j, columns_ = std::min(kPackedColumns, q_.n - j);
        begin_ = p, depth_ = std::min(kGemmDepth, q_.k - p);
        if (packs_) pack();
        multiply();
      }
  }

 private:
  const T* source_b(int64_t p, int64_t j) const { return q_.b + p * q_.b_row + j * q_.b_col; }

  void pack() {
    constexpr int64_t group = 8;
    const int64_t panels = ceil_div(columns_, isa_.columns);
    for_slices(parallel_, ceil_div(panels, group), [&](int64_t s) {
      // A few rows over all panels of the group, so that the source is read in long runs.
      const int64_t run = q_.b_col == 1 ? 8 : depth_;
      for (int64_t p = 0; p < depth_; p += run)
        for (int64_t i = s * group; i < std::min(panels, (s + 1) * group); ++i) {
          const int64_t j = i * isa_.columns;
          isa_.pack_b(std::min(run, depth_ - p), std::min(isa_.columns, columns_ - j),
                      source_b(begin_ + p, column_ + j), q_.b_row, q_.b_col, packed_ + (i * depth_ + p) * isa_.columns);
        }
    });
  }

  void multiply() {
    const int64_t rows = std::min(8 * isa_.rows, ceil_div(q_.m, isa_.rows) * isa_.rows);
    const int64_t row_blocks = ceil_div(q_.m, rows), panels = ceil_div(columns_, isa_.columns);
    // Four slices per thread even out their speeds; more would only pack a more often.
    const int64_t wanted = parallel_ ? 4 * static_cast<int64_t>(get_num_threads()) : 1;
    const int64_t column_blocks = std::min(panels, ceil_div(wanted, row_blocks));
    const int64_t width = ceil_div(panels, column_blocks);
    for_slices(parallel_, row_blocks * column_blocks, [&](int64_t s) {
      const int64_t i = s / column_blocks * rows, panel = s % column_blocks * width;
      if (panel < panels) block(i, std::min(rows, q_.m - i), panel, std::min(panels, panel + width));
    });
  }

  void block(int64_t i, int64_t rows, int64_t panel, int64_t panel_end) const {
    const size_t a_size = aligned_size(rows * kGemmRowStride * sizeof(T));
    const Workspace space(a_size + (packs_ ? 0 : depth_ * isa_.columns * sizeof(T)));
    T* a = space.as<T>();
    isa_.pack_a(rows, depth_, q_.a + i * q_.a_row + begin_ * q_.a_col, q_.a_row, q_.a_col, a);
    for (; panel < panel_end; ++panel) {
      const int64_t j = panel * isa_.columns, cols = std::min(isa_.columns, columns_ - j);
      const T* b = packed_ + panel * depth_ * isa_.columns;
      int64_t b_stride = isa_.columns;
      if (!packs_ && cols % (isa_.columns / 2) == 0) {
        b = source_b(begin_, column_ + j);
        b_stride = q_.b_row;
      } else if (!packs_) {  // the kernel reads whole vectors, the matrix may end before
        T* edge = space.as<T>(a_size);
        isa_.pack_b(depth_, cols, source_b(begin_, column_ + j), q_.b_row, q_.b_col, edge);
        b = edge;
      }
      const T* bias = q_.bias ? q_.bias + column_ + j : nullptr;
      for (int64_t r = 0; r < rows;) {
        const int64_t step = rows - r <= 16 ? rows - r : isa_.rows;
        isa_.tile(step, cols, depth_, a + r * kGemmRowStride, b, b_stride, q_.c + (i + r) * q_.c_row + column_ + j,
                  q_.c_row, q_.add || begin_ > 0, bias);
        r += step;
      }
    }
  }

  const Product<T>& q_;
  const GemmKernels<T>& isa_;
  const bool parallel_, packs_;
  T* packed_ = nullptr;
  int64_t column_ = 0, columns_ = 0, begin_ = 0, depth_ = 0;
};

// A product that is one tile: no workspace, no slices. The same sums as in Blocked.
template <class T>
bool try_tiny_product(const Product<T>& q) {
  const GemmKernels<T>& isa = kernels<T>();
  constexpr int64_t kRows = 16, kDepth = 64, kColumns = 32;
  if (q.m > kRows || q.k > kDepth || q.n > isa.columns) return false;
  static_assert(sizeof(T) * kColumns >= 128, "holds the widest tile");
  T a[kRows * kGemmRowStride], edge[kDepth * kColumns];
  isa.pack_a(q.m, q.k, q.a, q.a_row, q.a_col, a);
  const T* b = q.b;
  int64_t b_stride = q.b_row;
  if (q.b_col != 1 || q.n % (isa.columns / 2) != 0) {
    isa.pack_b(q.k, q.n, q.b, q.b_row, q.b_col, edge);
    b = edge, b_stride = isa.columns;
  }
  isa.tile(q.m, q.n, q.k, a, b, b_stride, q.c, q.c_row, q.add, q.bias);
  return true;
}

template <class T>
void gemm(const Product<T>& q, bool parallel) {
  TORCHPP_CHECK(!(q.add && q.bias), "gemm: got add and bias together, expected at most one of them");
  if (q.m == 0 || q.n == 0) return;
  if (q.k == 0) {
    for (int64_t i = 0; i < q.m && !q.add; ++i)
      for (int64_t j = 0; j < q.n; ++j) q.c[i * q.c_row + j] = q.bias ? q.bias[j] : T(0);
    return;
  }
  if (!try_vector_product(q, parallel) && !try_tiny_product(q)) Blocked<T>(q, parallel).run();
}

}  // namespace

template <class T>
void gemm(const Product<T>& product) {
  gemm(product, true);
}
template <class T>
void gemm_serial(const Product<T>& product) {
  gemm(product, false);
}

template <class T>
void gemm_batched(const Product<T>& first, int64_t count, int64_t a_stride, int64_t b_stride, int64_t c_stride) {
  const auto at = [&](int64_t i) {
    Product<T> q = first;
    q.a += i * a_stride, q.b += i * b_stride, q.c += i * c_stride;
    return q;
  };
  const int64_t flops = 2 * first.m * first.n * first.k;
  // Few large products are cut themselves, many are dealt out, small ones by the handful.
  if (count < 2 * get_num_threads() && flops > kParallelFlops) {
    for (int64_t i = 0; i < count; ++i) gemm(at(i), true);
    return;
  }
  const int64_t handful = std::max<int64_t>(1, kParallelFlops / std::max<int64_t>(1, flops));
  for_slices(true, ceil_div(count, handful), [&](int64_t s) {
    for (int64_t i = s * handful; i < std::min(count, (s + 1) * handful); ++i) gemm(at(i), false);
  });
}

template <class T>
T dot(int64_t n, const T* x, const T* y) {
  return dot(true, n, x, y);
}

template <class T>
const char* gemm_name() {
  return kernels<T>().name;
}

#define TORCHPP_INSTANTIATE(T)                                                          \
  template void gemm<T>(const Product<T>&);                                             \
  template void gemm_serial<T>(const Product<T>&);                                      \
  template void gemm_batched<T>(const Product<T>&, int64_t, int64_t, int64_t, int64_t); \
  template T dot<T>(int64_t, const T*, const T*);                                       \
  template const char* gemm_name<T>();
TORCHPP_INSTANTIATE(float)
TORCHPP_INSTANTIATE(double)
#undef TORCHPP_INSTANTIATE

}  // namespace reference
}  // namespace cpu
}  // namespace torchpp

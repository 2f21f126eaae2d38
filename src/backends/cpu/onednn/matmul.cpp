// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/onednn/matmul.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <vector>

#include "src/backends/cpu/onednn/engine.h"
#include "src/backends/cpu/onednn/primitive_cache.h"
#include "src/backends/cpu/weight_cache.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace onednn {

// Slices are blocks of rows, which share one packed copy of b; of columns, for few rows, where packing b would cost as
// much as the product; or of the batch.
enum class MatmulAxis { kRows, kColumns, kBatch };

struct MatmulPrimitives {
  uint64_t number = 0;
  const char* reason = nullptr;
  MatmulAxis axis = MatmulAxis::kRows;
  int64_t slices = 1, step = 0;    // along the axis
  std::vector<Primitive> kernels;  // a whole step, and the remainder if there is one
  std::unique_ptr<const Primitive> pack;
  std::vector<int64_t> plain_offsets, packed_offsets;  // bytes, one per run of pack
  size_t packed_bytes = 0;

  const Primitive& kernel(int64_t slice, int64_t extent) const {
    return (slice + 1) * step > extent ? kernels.back() : kernels.front();
  }
};

namespace {

using Axis = MatmulAxis;
using dnnl::memory;
using Bytes = const char*;

class Builder {
 public:
  explicit Builder(const GemmProblem& q) : q_(q), made_(new MatmulPrimitives) {}

  std::shared_ptr<const MatmulPrimitives> run() {
    // Numbers from 2^32 on: those of convolutions start at 1, and the cache of weights holds forms for both.
    static std::atomic<uint64_t>& numbers = *new std::atomic<uint64_t>(uint64_t{1} << 32);
    made_->number = ++numbers;
    if (q_.dtype != kBFloat16) made_->reason = "dtype is not bfloat16 (float: our own product is as fast)";
    else if (q_.m == 0 || q_.n == 0 || q_.k == 0 || q_.batch == 0) made_->reason = "nothing to compute";
    else if (q_.batch > 1 && q_.bias) made_->reason = "a batch has no bias";
    else make();
    return std::move(made_);
  }

 private:
  static constexpr int64_t kFlops = 64000000;  // of one slice: some 100 us

  void make() {
    const int64_t wanted = std::min<int64_t>(64, std::max<int64_t>(1, 2 * q_.batch * q_.m * q_.n * q_.k / kFlops));
    made_->axis = q_.batch > 1 ? Axis::kBatch : q_.m < 64 ? Axis::kColumns : Axis::kRows;
    const int64_t extent = made_->axis == Axis::kBatch ? q_.batch : made_->axis == Axis::kRows ? q_.m : q_.n;
    const int64_t unit = made_->axis == Axis::kBatch ? 1 : made_->axis == Axis::kRows ? 128 : 64;
    made_->step = std::min(extent, ceil_div(ceil_div(extent, wanted), unit) * unit);
    made_->slices = ceil_div(extent, made_->step);
    add_kernel(made_->step);
    if (!made_->reason && extent % made_->step) add_kernel(extent % made_->step);
    if (!made_->reason && made_->axis == Axis::kRows) pack_b();
  }

  memory::dims dims(int64_t batch, int64_t rows, int64_t cols) const {
    return q_.batch > 1 ? memory::dims{batch, rows, cols} : memory::dims{rows, cols};
  }
  // Empty where oneDNN does not accept the strides: those of matrices that overlap or interleave.
  memory::desc matrix(int64_t batch, int64_t rows, int64_t cols, bool transpose, int64_t ld, int64_t stride) const {
    const int64_t row = transpose ? 1 : ld, col = transpose ? ld : 1;
    return memory::desc(dims(batch, rows, cols), memory::data_type::bf16,
                        q_.batch > 1 ? memory::dims{stride, row, col} : memory::dims{row, col}, true);
  }
  memory::desc plain_b(int64_t batch, int64_t cols) const {
    return matrix(batch, q_.k, cols, q_.transpose_b, q_.ldb, q_.b_stride);
  }

  void add_kernel(int64_t step) {
    const int64_t batch = made_->axis == Axis::kBatch ? step : 1, m = made_->axis == Axis::kRows ? step : q_.m,
                  n = made_->axis == Axis::kColumns ? step : q_.n;
    const memory::desc a = matrix(batch, m, q_.k, q_.transpose_a, q_.lda, q_.a_stride);
    memory::desc b = plain_b(batch, n);
    if (made_->axis == Axis::kRows)
      b = packed_ ? packed_ : memory::desc(dims(batch, q_.k, n), memory::data_type::bf16, memory::format_tag::any);
    const memory::desc c = matrix(batch, m, n, false, q_.ldc, q_.c_stride);
    if (!a || !b || !c) {
      made_->reason = "the matrices of a batch overlap or interleave";
      return;
    }
    const memory::desc bias({1, n}, memory::data_type::bf16, memory::dims{n, 1});
    const auto pd = describe_matmul(a, b, c, q_.bias ? &bias : nullptr, q_.add);
    if (!pd) made_->reason = "oneDNN has no bfloat16 product on this machine";
    if (!pd) return;
    if (made_->axis == Axis::kRows) packed_ = pd.weights_desc();
    using Arg = Primitive::Arg;
    const Arg from{DNNL_ARG_SRC, a}, weights{DNNL_ARG_WEIGHTS, pd.weights_desc()}, to{DNNL_ARG_DST, c};
    if (q_.bias)
      made_->kernels.push_back(Primitive::make<dnnl::matmul>(pd, {from, weights, to, {DNNL_ARG_BIAS, bias}}));
    else made_->kernels.push_back(Primitive::make<dnnl::matmul>(pd, {from, weights, to}));
    const std::string& name = made_->kernels.back().name();
    if (name.compare(0, 3, "ref") == 0) made_->reason = "oneDNN has only its reference kernel";
    // 2.6: NaN where the last factor is infinite.
    if (name.compare(0, 4, "gemm") == 0 && q_.k % 2 != 0)
      made_->reason = "oneDNN multiplies the last of an odd number of factors by 0, too";
  }

  // Packs b in pieces of its columns, if oneDNN can describe such a part of its layout.
  void pack_b() {
    const memory::desc plain = plain_b(1, q_.n);
    if (packed_ == plain) return;
    made_->packed_bytes = aligned_size(packed_.get_size());
    int64_t pieces = std::max<int64_t>(1, std::min<int64_t>(16, q_.n * q_.k / 65536));
    while (pieces > 1 && !divisible(pieces)) --pieces;
    const int64_t width = q_.n / pieces;
    const memory::desc to = part_of(packed_, {q_.k, width}, {0, 0}), from = part_of(plain, {q_.k, width}, {0, 0});
    made_->pack.reset(new Primitive(make_reorder(from, to)));
    for (int64_t i = 0; i < pieces; ++i) {
      made_->plain_offsets.push_back(2 * i * width * (q_.transpose_b ? q_.ldb : 1));
      made_->packed_offsets.push_back(2 * offset_of(part_of(packed_, {q_.k, width}, {0, i * width})));
    }
  }
  bool divisible(int64_t pieces) const {
    if (q_.n % pieces) return false;
    const int64_t width = q_.n / pieces;
    for (int64_t i = 0; i < pieces; ++i)
      if (!part_of(packed_, {q_.k, width}, {0, i * width})) return false;
    return true;
  }

  const GemmProblem& q_;
  std::shared_ptr<MatmulPrimitives> made_;
  memory::desc packed_;
};

struct Key {
  int64_t words[17];
};

std::shared_ptr<const MatmulPrimitives> primitives_of(const GemmProblem& q) {
  using Cache = PrimitiveCache<Key, MatmulPrimitives>;
  static Cache& cache = *new Cache(512);
  const Key key = {{q.m, q.n, q.k, q.lda, q.ldb, q.ldc, q.transpose_a, q.transpose_b, q.add, q.bias,
                    static_cast<int64_t>(q.dtype), q.batch, q.a_stride, q.b_stride, q.c_stride, 0, 0}};
  return cache.get(key, [&] { return checked("onednn matmul", [&] { return Builder(q).run(); }); });
}

void pack(const MatmulPrimitives& p, const void* b, char* packed) {
  detail::run_slices(static_cast<int64_t>(p.plain_offsets.size()), [&](int64_t i) {
    p.pack->run({static_cast<Bytes>(b) + p.plain_offsets[i], packed + p.packed_offsets[i]});
  });
}

}  // namespace

PreparedGemm prepare(const GemmProblem& problem) {
  std::shared_ptr<const MatmulPrimitives> p = primitives_of(problem);
  const char* reason = p->reason;
  return {std::move(p), reason};
}

std::string implementation(const MatmulPrimitives& primitives) {
  return primitives.kernels[0].name() + ", slices: " + std::to_string(primitives.slices);
}

void gemm(const GemmProblem& q, const MatmulPrimitives& p, const void* a, const void* b, const void* bias, void* c,
          uint64_t weight_id) {
  TORCHPP_CHECK(!p.reason, "onednn matmul: got a problem it cannot run (", p.reason, ")");
  std::shared_ptr<const void> kept;
  if (p.pack && weight_id)
    kept = WeightCache::instance().get(b, weight_id, p.number, p.packed_bytes,
                                       [&](void* to) { pack(p, b, static_cast<char*>(to)); });
  const Workspace space(p.pack && !kept ? p.packed_bytes : 0);
  if (p.pack && !kept) pack(p, b, space.as<char>());
  Bytes weights = !p.pack ? static_cast<Bytes>(b) : kept ? static_cast<Bytes>(kept.get()) : space.as<char>();
  detail::run_slices(p.slices, [&](int64_t i) {
    const int64_t at = i * p.step;
    Bytes x = static_cast<Bytes>(a), w = weights, add = static_cast<Bytes>(bias);
    char* y = static_cast<char*>(c);
    int64_t extent = q.m;
    if (p.axis == Axis::kRows) {
      x += 2 * at * (q.transpose_a ? 1 : q.lda), y += 2 * at * q.ldc;
    } else if (p.axis == Axis::kColumns) {
      w += 2 * at * (q.transpose_b ? q.ldb : 1), y += 2 * at, add += q.bias ? 2 * at : 0;
      extent = q.n;
    } else {
      x += 2 * at * q.a_stride, w += 2 * at * q.b_stride, y += 2 * at * q.c_stride;
      extent = q.batch;
    }
    const Primitive& kernel = p.kernel(i, extent);
    if (q.bias) kernel.run({x, w, y, add});
    else kernel.run({x, w, y});
  });
}

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

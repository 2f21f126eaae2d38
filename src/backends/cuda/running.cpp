// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/running.h"

#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kLeastPart = 16384, kMostParts = 4096, kManyLines = 4096, kShort = 64;

// Scans `in` along a dimension; the results have the strides of `to`.
void scan(Running what, const char* name, const char* loop, const Tensor& in, int64_t d, const Tensor& to,
          const Tensor& indices = Tensor()) {
  if (in.numel() == 0) return;
  const OnDevice on(in);
  const uint64_t mask = uint64_t{1} << d;
  const ReduceGeometry g(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()), mask,
                         to.impl()->data(), to.strides());
  ScanWork w{};
  w.in = g.in;
  w.out = g.out;
  if (indices.defined()) w.indices = static_cast<int64_t*>(indices.impl()->data());
  w.lines = make_walk(g.kept);
  w.n = g.reduced.count;
  w.in_step = g.reduced.in[0];
  w.out_step = in.dim() == 0 ? 0 : to.stride(d);
  const int64_t lines = w.lines.count;
  // Threads that walk lines of neighbours read apart from each other, which for short lines still beats a block that
  // has nothing to do.
  const bool many = lines >= kManyLines, is_short = w.n <= kShort;
  const bool columns = g.by_columns() ? many || is_short : many && is_short;
  w.parts = 1;
  const DeviceProperties& p = properties_of(on.device());
  if (!columns && lines < p.multi_processor_count * 4 && w.n >= 2 * kLeastPart) {
    w.parts = (w.n + kLeastPart - 1) / kLeastPart;
    if (w.parts > kMostParts) w.parts = kMostParts;
  }
  w.part = (w.n + w.parts - 1) / w.parts;
  w.part += (kScanItems - w.part % kScanItems) % kScanItems;
  w.parts = (w.n + w.part - 1) / w.part;
  Tensor sums;
  if (w.parts > 1) {
    sums = Tensor(make_tensor({lines * w.parts * 16}, kByte, in.device()));
    w.sums = sums.impl()->data();
  }
  if (!run_scan(what, name, w, in.scalar_type(), columns, on)) fail_dtype(loop, in.scalar_type());
}

}  // namespace

void cumsum(const LinePlan& plan, const Tensor& self, int64_t, optional<ScalarType>) {
  scan(Running::kSum, "cumsum", "cumsum_out_cuda", converted(self, plan.outputs[0].dtype), plan.dim, plan.result());
}
void cumprod(const LinePlan& plan, const Tensor& self, int64_t, optional<ScalarType>) {
  scan(Running::kProduct, "cumprod", "cumprod_out_cuda", converted(self, plan.outputs[0].dtype), plan.dim,
       plan.result());
}
void logcumsumexp(const LinePlan& plan, const Tensor& self, int64_t) {
  scan(Running::kLogSumExp, "logcumsumexp", "logcumsumexp_out_cuda", resolved(self), plan.dim, plan.result());
}
void cummax(const SelectionPlan& plan, const Tensor& self, int64_t) {
  scan(Running::kMax, "cummax", "cummax_cuda", resolved(self), plan.dim, plan.result(0), plan.result(1));
}
void cummin(const SelectionPlan& plan, const Tensor& self, int64_t) {
  scan(Running::kMin, "cummin", "cummin_cuda", resolved(self), plan.dim, plan.result(0), plan.result(1));
}

}  // namespace torchpp::cuda

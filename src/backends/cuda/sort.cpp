// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/sort.h"

#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/reduction_rules.h"

namespace torchpp::cuda {
namespace {

void describe_keys(SortWork& w, const char* op, ScalarType t) {
  w.kind = KeyKind::kFloating;
  switch (t) {
    case kBool: w.kind = KeyKind::kBool; return;
    case kByte: w.kind = KeyKind::kUnsigned; return;
    case kChar:
    case kShort:
    case kInt:
    case kLong: w.kind = KeyKind::kSigned; return;
    case kHalf: w.infinity = 0x7c00; return;
    case kBFloat16: w.infinity = 0x7f80; return;
    case kFloat: w.infinity = 0x7f800000u; return;
    case kDouble: w.infinity = 0x7ff0000000000000u; return;
    default: fail_dtype(op, t);
  }
}

// The lines of a tensor without lazy bits.
void describe_lines(SortWork& w, const SelectionPlan& plan, const Tensor& in) {
  const Tensor out = plan.with_dim();  // the indices have the strides of the values
  const int64_t dim = plan.dim;

  const int64_t itemsize = static_cast<int64_t>(in.itemsize());
  w.n = w.out_step = 1;
  ReduceGeometry::Dims lines;
  for (int64_t d = in.dim() - 1; d >= 0; --d) {
    if (d == dim) {
      w.n = in.size(d);
      w.step = in.stride(d) * itemsize;
      w.out_step = out.stride(d);
      continue;
    }
    if (in.size(d) == 1) continue;
    lines.size.push_back(in.size(d));
    lines.in.push_back(in.stride(d) * itemsize);
    lines.out.push_back(out.stride(d));
    lines.count *= in.size(d);
  }
  if (lines.size.empty()) {
    lines.size.push_back(1);
    lines.in.push_back(0);
    lines.out.push_back(0);
  }
  w.lines = make_walk(lines);
  w.in = static_cast<const char*>(in.impl()->data());
  w.values = plan.result(0).impl()->data();
  w.indices = static_cast<int64_t*>(plan.result(1).impl()->data());
}

// Elements `skip` to plan.k - 1 of each line in order.
void first_of_lines(const char* op, const SelectionPlan& plan, const Tensor& self, bool descending, int64_t skip = 0) {
  SortWork w{};
  describe_keys(w, op, self.scalar_type());
  if (plan.result().numel() == 0) return;
  const Tensor in = resolved(self);
  describe_lines(w, plan, in);
  w.skip = skip;
  w.k = plan.k;
  w.descending = descending;
  sort_lines(w, static_cast<int64_t>(in.itemsize()), OnDevice(in));
}

}  // namespace

void sort(const SelectionPlan& plan, const Tensor& self, optional<bool>, int64_t, bool descending) {
  first_of_lines("sort_cuda", plan, self, descending);
}
void topk(const SelectionPlan& plan, const Tensor& self, int64_t, int64_t, bool largest, bool) {
  first_of_lines("topk_cuda", plan, self, largest);
}
void kthvalue(const SelectionPlan& plan, const Tensor& self, int64_t, int64_t, bool) {
  first_of_lines("kthvalue_cuda", plan, self, false, plan.k - 1);
}

bool middle_of_lines(const SelectionPlan& plan, const Tensor& self, bool skip_nan) {
  SortWork w{};
  describe_keys(w, "median_cuda", self.scalar_type());
  const Tensor in = resolved(self);
  describe_lines(w, plan, in);
  w.skip_nan = skip_nan;
  return middle_of_lines(w, static_cast<int64_t>(in.itemsize()), OnDevice(in));
}

}  // namespace torchpp::cuda

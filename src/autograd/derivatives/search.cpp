// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/search.ops but the order statistics, which stand in reduction.cpp.
#include "src/ops/generated/search.h"
#include "src/autograd/derivative.h"

namespace torchpp::derivative {

// libtorch 1.13 has no derivatives of these operators either: backward throws, not the call.

Tensor _histogramdd_from_bin_tensors(const Tensor& self, TensorList bins, const Tensor& weight, bool density) {
  Record r("histogramdd=torch::autograd::NotImplemented", self, bins, weight);
  return r.done(r.call(op::_histogramdd_from_bin_tensors, self, bins, weight, density),
                [](Backward&) { TORCHPP_FAIL_KIND(kError, "derivative for aten::histogramdd is not implemented"); });
}

namespace {

template <class Op, class... A>
TensorTriple distinct(const char* name, const Op& op, const Out& out, const Tensor& self, A... arguments) {
  Record r(name, out, self);
  return r.done(r.call(op, out, self, arguments...), [name](Backward&) { autograd::fail_formula(name); });
}

}  // namespace

TensorTriple _unique2(Out out, const Tensor& self, bool sorted, bool return_inverse, bool return_counts) {
  return distinct("_unique2", op::_unique2, out, self, sorted, return_inverse, return_counts);
}
TensorTriple unique_dim(Out out, const Tensor& self, int64_t dim, bool sorted, bool return_inverse,
                        bool return_counts) {
  return distinct("unique_dim", op::unique_dim, out, self, dim, sorted, return_inverse, return_counts);
}
TensorTriple unique_consecutive(Out out, const Tensor& self, bool return_inverse, bool return_counts,
                                optional<int64_t> dim) {
  return distinct("unique_consecutive", op::unique_consecutive, out, self, return_inverse, return_counts, dim);
}
TensorTriple unique_dim_consecutive(Out out, const Tensor& self, int64_t dim, bool return_inverse, bool return_counts) {
  return distinct("unique_dim_consecutive", op::unique_dim_consecutive, out, self, dim, return_inverse, return_counts);
}

}  // namespace torchpp::derivative

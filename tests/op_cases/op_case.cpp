// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace torchpp::tests {

Tensor Sample::real(IntArrayRef sizes, double low, double high) {
  Tensor t = torchpp::empty(sizes, kDouble);
  std::uniform_real_distribution<double> draw(low, high);
  std::generate_n(t.data_ptr<double>(), t.numel(), [&] { return draw(engine_); });
  return t;
}

Tensor Sample::smooth(IntArrayRef sizes, double low, double high, double kink, double gap) {
  Tensor t = real(sizes, low, high);
  for (double *x = t.data_ptr<double>(), *end = x + t.numel(); x != end; ++x) {
    const double nearest = std::nearbyint(*x / kink) * kink;
    if (std::fabs(*x - nearest) < gap) *x = nearest + gap;
  }
  return t;
}

Tensor Sample::index(IntArrayRef sizes, int64_t high) {
  Tensor t = torchpp::empty(sizes, kLong);
  std::uniform_int_distribution<int64_t> draw(0, high - 1);
  std::generate_n(t.data_ptr<int64_t>(), t.numel(), [&] { return draw(engine_); });
  return t;
}

Tensor Sample::order(int64_t n) {
  Tensor t = torchpp::empty({n}, kLong);
  int64_t* first = t.data_ptr<int64_t>();
  std::iota(first, first + n, 0);
  std::shuffle(first, first + n, engine_);
  return t;
}

Tensor Sample::mask(IntArrayRef sizes) { return index(sizes, 2).to(kBool); }

namespace {

// Operators whose results are elements of their arguments or what comparing these gives.
constexpr const char* kExact[] = {"copy",
                                  "fill.Scalar",
                                  "fill.Tensor",
                                  "_to_copy",
                                  "clone",
                                  "_local_scalar_dense",
                                  "cat",
                                  "stack",
                                  "repeat",
                                  "flip",
                                  "roll",
                                  "rot90",
                                  "tril",
                                  "triu",
                                  "diag",
                                  "diag_embed",
                                  "conj_physical",
                                  "index.Tensor",
                                  "index_select",
                                  "index_copy",
                                  "index_fill.int_Scalar",
                                  "index_fill.int_Tensor",
                                  "gather",
                                  "scatter.src",
                                  "scatter.value",
                                  "masked_fill.Scalar",
                                  "masked_fill.Tensor",
                                  "masked_select",
                                  "nonzero",
                                  "max_pool2d",
                                  "max_pool2d_with_indices",
                                  "embedding",
                                  "amax",
                                  "amin",
                                  "max",
                                  "min",
                                  "max.dim",
                                  "min.dim",
                                  "argmax",
                                  "argmin",
                                  "any.all_dims",
                                  "all.all_dims",
                                  "sort.stable",
                                  "topk",
                                  "neg",
                                  "floor",
                                  "ceil",
                                  "round",
                                  "trunc",
                                  "sign",
                                  "relu",
                                  "logical_not",
                                  "bitwise_not",
                                  "eq.Tensor",
                                  "ne.Tensor",
                                  "lt.Tensor",
                                  "le.Tensor",
                                  "gt.Tensor",
                                  "ge.Tensor",
                                  "bitwise_and.Tensor",
                                  "bitwise_or.Tensor",
                                  "bitwise_xor.Tensor",
                                  "maximum",
                                  "minimum",
                                  "logical_and",
                                  "logical_or",
                                  "logical_xor",
                                  "clamp",
                                  "clamp.Tensor",
                                  "where.self",
                                  "isnan",
                                  "isinf",
                                  "isfinite",
                                  "equal",
                                  "hardtanh",
                                  "threshold",
                                  "threshold_backward",
                                  "hardtanh_backward",
                                  "as_strided",
                                  "alias",
                                  "view",
                                  "view.dtype",
                                  "expand",
                                  "permute",
                                  "transpose.int",
                                  "slice.Tensor",
                                  "select.int",
                                  "unsqueeze",
                                  "squeeze",
                                  "squeeze.dim",
                                  "diagonal",
                                  "unfold",
                                  "split_with_sizes",
                                  "unbind.int",
                                  "_conj",
                                  "_neg_view",
                                  "view_as_real",
                                  "view_as_complex"};

}  // namespace

const std::vector<OpCase>& op_cases() {
  static const std::vector<OpCase>& rows = *[] {
    OpCases t;
    add_creation_cases(t);
    add_index_cases(t);
    add_linalg_cases(t);
    add_loss_cases(t);
    add_nn_cases(t);
    add_optim_cases(t);
    add_pointwise_cases(t);
    add_random_cases(t);
    add_reduction_cases(t);
    add_shape_cases(t);
    add_view_cases(t);
    for (const char* name : kExact) t.at(name).exact = true;
    const std::vector<ScalarType> integers = {kByte, kChar, kShort, kInt, kLong};
    for (const char* name :
         {"mm", "bmm", "mv", "dot", "addmm", "addmv", "baddbmm", "linear", "convolution", "convolution_backward"})
      t.at(name).differs(integers, "the libraries have no integers, and libtorch's CUDA has none of its own");
    t.at("_foreach_mul_.Tensor")
        .differs({kByte, kChar, kShort, kInt, kLong, kBool}, "CUDA's kernel is for gradients, which are floating");
    return new std::vector<OpCase>(t.rows());
  }();
  return rows;
}

std::vector<double> elements(const Tensor& t) {
  if (!t.defined()) return {};
  const NoGradGuard no_grad;
  const Tensor host = t.cpu(), plain = host.is_complex() ? torchpp::view_as_real(host.resolve_conj()) : host;
  const Tensor d = plain.resolve_neg().to(kDouble).contiguous();
  return std::vector<double>(d.data_ptr<double>(), d.data_ptr<double>() + d.numel());
}

Tensor from_elements(const std::vector<double>& values, IntArrayRef sizes) {
  return torchpp::tensor(values, kDouble).reshape(sizes);
}

}  // namespace torchpp::tests

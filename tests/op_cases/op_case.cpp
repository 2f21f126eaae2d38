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

const std::vector<OpCase>& op_cases() {
  static const std::vector<OpCase>& rows = *[] {
    OpCases t;
    add_creation_cases(t);
    add_decomposition_cases(t);
    add_image_cases(t);
    add_index_cases(t);
    add_linalg_cases(t);
    add_loss_cases(t);
    add_nested_cases(t);
    add_nn_cases(t);
    add_optim_cases(t);
    add_pointwise_cases(t);
    add_pooling_cases(t);
    add_random_cases(t);
    add_reduction_cases(t);
    add_search_cases(t);
    add_sequence_cases(t);
    add_shape_cases(t);
    add_sparse_cases(t);
    add_view_cases(t);
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

std::vector<Tensor> places_of_nonzero(const Stack& a) {
  const std::vector<double> v = elements(a[0].toTensor());
  const size_t width = a[0].toTensor().size(1);
  std::vector<double> rows, columns;
  for (size_t i = 0; i < v.size(); ++i) {
    if (v[i] == 0) continue;
    rows.push_back(static_cast<double>(i / width));
    columns.push_back(static_cast<double>(i % width));
  }
  const int64_t n = static_cast<int64_t>(rows.size());
  return {from_elements(rows, {n}), from_elements(columns, {n})};
}

}  // namespace torchpp::tests

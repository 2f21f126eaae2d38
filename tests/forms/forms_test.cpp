// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/*.ops. Change the table, not this file.
// clang-format off
// Names every C++ form of every row by its type, so that one that is missing does not compile or link.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

namespace torchpp {
namespace {

// Keeps the compiler from leaving a pointer out.
template <class F>
bool exists(F form) {
  volatile F kept = form;
  return kept != nullptr;
}

TEST(Forms, optim) {
}
TEST(Forms, reduction) {
  EXPECT_TRUE((exists<Tensor (Tensor::*)(std::optional<ScalarType>) const>(&Tensor::sum)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, std::optional<ScalarType>)>(&torchpp::sum)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(OptionalIntArrayRef, bool, std::optional<ScalarType>) const>(&Tensor::sum)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::sum)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::sum_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(std::optional<ScalarType>) const>(&Tensor::mean)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, std::optional<ScalarType>)>(&torchpp::mean)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(OptionalIntArrayRef, bool, std::optional<ScalarType>) const>(&Tensor::mean)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::mean)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::mean_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(std::optional<ScalarType>) const>(&Tensor::prod)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, std::optional<ScalarType>)>(&torchpp::prod)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, bool, std::optional<ScalarType>) const>(&Tensor::prod)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, bool, std::optional<ScalarType>)>(&torchpp::prod)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, bool, std::optional<ScalarType>)>(&torchpp::prod_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(IntArrayRef, bool) const>(&Tensor::amax)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, IntArrayRef, bool)>(&torchpp::amax)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, IntArrayRef, bool)>(&torchpp::amax_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(IntArrayRef, bool) const>(&Tensor::amin)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, IntArrayRef, bool)>(&torchpp::amin)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, IntArrayRef, bool)>(&torchpp::amin_out)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (Tensor::*)(std::optional<int64_t>, bool) const>(&Tensor::aminmax)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, std::optional<int64_t>, bool)>(&torchpp::aminmax)));
  EXPECT_TRUE((exists<std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, std::optional<int64_t>, bool)>(&torchpp::aminmax_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)() const>(&Tensor::max)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&)>(&torchpp::max)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (Tensor::*)(int64_t, bool) const>(&Tensor::max)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, int64_t, bool)>(&torchpp::max)));
  EXPECT_TRUE((exists<std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, int64_t, bool)>(&torchpp::max_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)() const>(&Tensor::min)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&)>(&torchpp::min)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (Tensor::*)(int64_t, bool) const>(&Tensor::min)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, int64_t, bool)>(&torchpp::min)));
  EXPECT_TRUE((exists<std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, int64_t, bool)>(&torchpp::min_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(std::optional<int64_t>, bool) const>(&Tensor::argmax)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, std::optional<int64_t>, bool)>(&torchpp::argmax)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, std::optional<int64_t>, bool)>(&torchpp::argmax_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(std::optional<int64_t>, bool) const>(&Tensor::argmin)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, std::optional<int64_t>, bool)>(&torchpp::argmin)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, std::optional<int64_t>, bool)>(&torchpp::argmin_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)() const>(&Tensor::any)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&)>(&torchpp::any)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&)>(&torchpp::any_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, bool) const>(&Tensor::any)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, bool)>(&torchpp::any)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, bool)>(&torchpp::any_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)() const>(&Tensor::all)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&)>(&torchpp::all)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&)>(&torchpp::all_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, bool) const>(&Tensor::all)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, bool)>(&torchpp::all)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, bool)>(&torchpp::all_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(IntArrayRef) const>(&Tensor::count_nonzero)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, IntArrayRef)>(&torchpp::count_nonzero)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(std::optional<int64_t>) const>(&Tensor::count_nonzero)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, std::optional<int64_t>)>(&torchpp::count_nonzero)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(bool) const>(&Tensor::var)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, bool)>(&torchpp::var)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int) const>(&Tensor::var)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int)>(&torchpp::var)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(OptionalIntArrayRef, bool, bool) const>(&Tensor::var)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, OptionalIntArrayRef, bool, bool)>(&torchpp::var)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, OptionalIntArrayRef, bool, bool)>(&torchpp::var_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(OptionalIntArrayRef, std::optional<int64_t>, bool) const>(&Tensor::var)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, OptionalIntArrayRef, std::optional<int64_t>, bool)>(&torchpp::var)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, OptionalIntArrayRef, std::optional<int64_t>, bool)>(&torchpp::var_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(bool) const>(&Tensor::std)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, bool)>(&torchpp::std)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int) const>(&Tensor::std)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int)>(&torchpp::std)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(OptionalIntArrayRef, bool, bool) const>(&Tensor::std)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, OptionalIntArrayRef, bool, bool)>(&torchpp::std)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, OptionalIntArrayRef, bool, bool)>(&torchpp::std_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(OptionalIntArrayRef, std::optional<int64_t>, bool) const>(&Tensor::std)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, OptionalIntArrayRef, std::optional<int64_t>, bool)>(&torchpp::std)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, OptionalIntArrayRef, std::optional<int64_t>, bool)>(&torchpp::std_out)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, bool)>(&torchpp::var_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, int)>(&torchpp::var_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, OptionalIntArrayRef, bool, bool)>(&torchpp::var_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, OptionalIntArrayRef, std::optional<int64_t>, bool)>(&torchpp::var_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, bool)>(&torchpp::std_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, int)>(&torchpp::std_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, OptionalIntArrayRef, bool, bool)>(&torchpp::std_mean)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, OptionalIntArrayRef, std::optional<int64_t>, bool)>(&torchpp::std_mean)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(const Scalar&) const>(&Tensor::norm)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const Scalar&)>(&torchpp::norm)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(const std::optional<Scalar>&, ScalarType) const>(&Tensor::norm)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const std::optional<Scalar>&, ScalarType)>(&torchpp::norm)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(const std::optional<Scalar>&, IntArrayRef, bool) const>(&Tensor::norm)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const std::optional<Scalar>&, IntArrayRef, bool)>(&torchpp::norm)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, const std::optional<Scalar>&, IntArrayRef, bool)>(&torchpp::norm_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(const std::optional<Scalar>&, IntArrayRef, bool, ScalarType) const>(&Tensor::norm)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const std::optional<Scalar>&, IntArrayRef, bool, ScalarType)>(&torchpp::norm)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, const std::optional<Scalar>&, IntArrayRef, bool, ScalarType)>(&torchpp::norm_out)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&)>(&torchpp::frobenius_norm)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, IntArrayRef, bool)>(&torchpp::frobenius_norm)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, IntArrayRef, bool)>(&torchpp::frobenius_norm_out)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const Scalar&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::linalg_vector_norm)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const Scalar&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::linalg::vector_norm)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, const Scalar&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::linalg_vector_norm_out)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, const Scalar&, OptionalIntArrayRef, bool, std::optional<ScalarType>)>(&torchpp::linalg::vector_norm_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, std::optional<ScalarType>) const>(&Tensor::cumsum)));
  EXPECT_TRUE((exists<Tensor& (Tensor::*)(int64_t, std::optional<ScalarType>) const>(&Tensor::cumsum_)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::cumsum)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::cumsum_)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::cumsum_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(IntArrayRef, bool) const>(&Tensor::logsumexp)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, IntArrayRef, bool)>(&torchpp::logsumexp)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, IntArrayRef, bool)>(&torchpp::logsumexp_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, std::optional<ScalarType>) const>(&Tensor::softmax)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::softmax)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::softmax_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, std::optional<ScalarType>) const>(&Tensor::log_softmax)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::log_softmax)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, std::optional<ScalarType>)>(&torchpp::log_softmax_out)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, bool)>(&torchpp::_softmax)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, bool)>(&torchpp::_softmax_out)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const Tensor&, int64_t, ScalarType)>(&torchpp::_softmax_backward_data)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, const Tensor&, int64_t, ScalarType)>(&torchpp::_softmax_backward_data_out)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, bool)>(&torchpp::_log_softmax)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, int64_t, bool)>(&torchpp::_log_softmax_out)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, const Tensor&, int64_t, ScalarType)>(&torchpp::_log_softmax_backward_data)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&, const Tensor&, int64_t, ScalarType)>(&torchpp::_log_softmax_backward_data_out)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (Tensor::*)(int64_t, bool) const>(&Tensor::sort)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, int64_t, bool)>(&torchpp::sort)));
  EXPECT_TRUE((exists<std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, int64_t, bool)>(&torchpp::sort_out)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (Tensor::*)(std::optional<bool>, int64_t, bool) const>(&Tensor::sort)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, std::optional<bool>, int64_t, bool)>(&torchpp::sort)));
  EXPECT_TRUE((exists<std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, std::optional<bool>, int64_t, bool)>(&torchpp::sort_out)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(int64_t, bool) const>(&Tensor::argsort)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, int64_t, bool)>(&torchpp::argsort)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)(bool, int64_t, bool) const>(&Tensor::argsort)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&, bool, int64_t, bool)>(&torchpp::argsort)));
  EXPECT_TRUE((exists<Tensor (Tensor::*)() const>(&Tensor::msort)));
  EXPECT_TRUE((exists<Tensor (*)(const Tensor&)>(&torchpp::msort)));
  EXPECT_TRUE((exists<Tensor& (*)(Tensor&, const Tensor&)>(&torchpp::msort_out)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (Tensor::*)(int64_t, int64_t, bool, bool) const>(&Tensor::topk)));
  EXPECT_TRUE((exists<std::tuple<Tensor, Tensor> (*)(const Tensor&, int64_t, int64_t, bool, bool)>(&torchpp::topk)));
  EXPECT_TRUE((exists<std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, int64_t, int64_t, bool, bool)>(&torchpp::topk_out)));
}

}  // namespace
}  // namespace torchpp

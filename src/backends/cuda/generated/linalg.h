// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/op.h>

#include <string_view>

namespace torchpp {

struct AddProductPlan;
struct CrossPlan;
struct DistancesPlan;
struct LinearPlan;
struct ProductPlan;

}  // namespace torchpp

namespace torchpp::cuda {

void mm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
void bmm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
void mv(const ProductPlan& plan, const Tensor& self, const Tensor& vec);
void dot(const ProductPlan& plan, const Tensor& self, const Tensor& tensor);
void addmm(const AddProductPlan& plan, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
void addmv(const AddProductPlan& plan, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
void baddbmm(const AddProductPlan& plan, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
void linear(const LinearPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias);
void linalg_cross(const CrossPlan& plan, const Tensor& self, const Tensor& other, int64_t dim);
void cdist_forward(const DistancesPlan& plan, const Tensor& x1, const Tensor& x2, double p, optional<int64_t> compute_mode);
void cdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
void pdist_forward(const DistancesPlan& plan, const Tensor& self, double p);
void pdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);

}  // namespace torchpp::cuda


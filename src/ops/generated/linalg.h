// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/linalg.ops. Change the table, not this file.
// clang-format off
#pragma once

#include <torchpp/tensor.h>

#include "src/dispatch/state.h"

namespace torchpp {

struct AddProductPlan;
struct LinearPlan;
struct ProductPlan;

namespace op {

inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> matmul; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> mm; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> bmm; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> mv; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> dot; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> outer; }
inline namespace T_of_out_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&)> ger; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> addmm; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> addmv; }
inline namespace T_of_out_T_T_T_S_S { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&, const Scalar&, const Scalar&)> baddbmm; }
inline namespace T_of_out_T_T_T { extern OwnOp<Tensor(Out, const Tensor&, const Tensor&, const Tensor&)> linear; }

}  // namespace op

namespace cpu {

void mm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
Tensor mm_direct(Out out, const Tensor& self, const Tensor& mat2);
void bmm(const ProductPlan& plan, const Tensor& self, const Tensor& mat2);
void mv(const ProductPlan& plan, const Tensor& self, const Tensor& vec);
void dot(const ProductPlan& plan, const Tensor& self, const Tensor& tensor);
void addmm(const AddProductPlan& plan, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
void addmv(const AddProductPlan& plan, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
void baddbmm(const AddProductPlan& plan, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
void linear(const LinearPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias);
Tensor linear_direct(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);

}  // namespace cpu

namespace rule {

TORCHPP_API ProductPlan mm(const Out& out, const Tensor& self, const Tensor& mat2);
TORCHPP_API ProductPlan bmm(const Out& out, const Tensor& self, const Tensor& mat2);
TORCHPP_API ProductPlan mv(const Out& out, const Tensor& self, const Tensor& vec);
TORCHPP_API ProductPlan dot(const Out& out, const Tensor& self, const Tensor& tensor);
TORCHPP_API AddProductPlan addmm(const Out& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
TORCHPP_API AddProductPlan addmv(const Out& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
TORCHPP_API AddProductPlan baddbmm(const Out& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
TORCHPP_API LinearPlan linear(const Out& out, const Tensor& input, const Tensor& weight, const Tensor& bias);

}  // namespace rule

namespace composite {

Tensor matmul(Out out, const Tensor& self, const Tensor& other);
Tensor outer(Out out, const Tensor& self, const Tensor& vec2);
Tensor ger(Out out, const Tensor& self, const Tensor& vec2);

}  // namespace composite

namespace derivative {

Tensor mm(Out out, const Tensor& self, const Tensor& mat2);
Tensor bmm(Out out, const Tensor& self, const Tensor& mat2);
Tensor mv(Out out, const Tensor& self, const Tensor& vec);
Tensor dot(Out out, const Tensor& self, const Tensor& tensor);
Tensor addmm(Out out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha);
Tensor addmv(Out out, const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha);
Tensor baddbmm(Out out, const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha);
Tensor linear(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias);

}  // namespace derivative

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// Every operator of the table under autocast on the CPU, with arguments of float and of bfloat16: the dtype of its
// result is what its class says. Composites without a class have what they are made of.
#include <gtest/gtest.h>
#include <torchpp/core/log.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/torchpp.h>

#include <map>
#include <set>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

Tensor converted(const Tensor& t, ScalarType to) { return t.defined() && t.is_floating_point() ? t.to(to) : t; }

Stack with_dtype(const OpCase& row, ScalarType to) {
  Sample s(false, 20);
  Stack stack = row.arguments(s);
  for (IValue& v : stack) {
    if (v.isTensor()) {
      v = converted(v.toTensor(), to);
    } else if (v.isTensorList()) {
      std::vector<Tensor> list;
      for (const Tensor& t : v.toTensorVector()) list.push_back(converted(t, to));
      v = list;
    }
  }
  return stack;
}

// The dtypes of the results, or what the error says.
std::string dtypes_of(const FoundOp& op, Stack stack) {
  std::string dtypes;
  try {
    op.call_boxed(stack);
  } catch (const Error& e) {
    return "error ";
  }
  for (const IValue& v : stack) {
    if (v.isTensor() && v.toTensor().defined()) dtypes += std::string(toString(v.toTensor().scalar_type())) + " ";
    else if (v.isTensorList())
      for (const Tensor& t : v.toTensorVector()) dtypes += std::string(toString(t.scalar_type())) + " ";
  }
  return dtypes;
}

// Composites without a class whose result is lower all the same, because of the products that they are made of. Origin:
// Python's torch 1.13.1, under torch.autocast('cpu').
const std::set<std::string> kComposed = {"_euclidean_dist",
                                         "_native_multi_head_attention",
                                         "_scaled_dot_product_attention",
                                         "_scaled_dot_product_attention_forward",
                                         "_scaled_dot_product_attention_math",
                                         "_transformer_encoder_layer_fwd",
                                         "affine_grid_generator",
                                         "affine_grid_generator_backward",
                                         "chain_matmul",
                                         "corrcoef",
                                         "cov",
                                         "einsum",
                                         "inner",
                                         "linalg_multi_dot",
                                         "rnn_relu.data",
                                         "rnn_relu.input",
                                         "rnn_relu_cell",
                                         "rnn_tanh.data",
                                         "rnn_tanh.input",
                                         "rnn_tanh_cell",
                                         "tensordot"};

std::string first(const std::string& dtypes) { return dtypes.substr(0, dtypes.find(' ')); }

TEST(AutocastSweep, ResultsHaveTheDtypeOfTheClass) {
  set_warning_handler([](void*, const char*, const char*, int) {});  // of random numbers beyond bfloat16
  std::map<Autocast, int> changed;
  for (const OpCase& row : op_cases()) {
    const FoundOp op = find_op(row.name);
    const Autocast rule = op.handle().op->traits().autocast_cpu;
    for (const ScalarType t : {kFloat, kBFloat16}) {
      const std::string before = dtypes_of(op, with_dtype(row, t));
      std::string under;
      {
        const amp::autocast on(kCPU);
        under = dtypes_of(op, with_dtype(row, t));
      }
      const bool lower = rule == Autocast::kLower || kComposed.count(row.name) != 0;
      const std::string title = row.name + " of " + toString(t) + ": " + before + "under autocast: " + under;
      if (lower && t == kFloat) {
        EXPECT_EQ(first(under), "BFloat16") << title;
      } else if (rule == Autocast::kFp32 && t == kBFloat16) {
        EXPECT_TRUE(first(under) == "Float" || first(under) == "ComplexFloat") << title;
      } else {
        EXPECT_EQ(under, before) << title;
      }
      changed[rule] += before != under ? 1 : 0;
    }
  }
  set_warning_handler(nullptr);
  EXPECT_GT(changed[Autocast::kLower], 10);
  EXPECT_GT(changed[Autocast::kFp32], 40);
}

}  // namespace
}  // namespace torchpp::tests

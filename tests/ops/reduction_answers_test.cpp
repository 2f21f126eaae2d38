// SPDX-License-Identifier: BSD-3-Clause
// Reductions of tensors without dimensions, with no elements and with one: dtypes, shapes and values that libtorch
// 1.13.1 gave (Python front, CPU). Element i of a tensor is ((7 i + 3) mod 5) - 2; of complex ones that is the real
// part and ((3 i + 1) mod 4) - 2 the imaginary one.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace torchpp {
namespace {

// Results of the call without dims, where there is one, then for each dim without and with keepdim; 'I' where the call
// is refused.
struct Answer {
  const char *op, *dtype, *sizes, *results;
};
const Answer kAnswers[] = {
    // clang-format off
    {"sum", "Long", "[]", "Long[] 1; Long[] 1; Long[] 1"},
    {"sum", "Long", "[0]", "Long[] 0; Long[] 0; Long[1] 0"},
    {"sum", "Long", "[0,3]", "Long[] 0; Long[3] 0 0 0; Long[1,3] 0 0 0; Long[0]; Long[0,1]"},
    {"sum", "Long", "[1,1]", "Long[] 1; Long[1] 1; Long[1,1] 1; Long[1] 1; Long[1,1] 1"},
    {"sum", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"sum", "Float", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"sum", "Float", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"sum", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"sum", "ComplexFloat", "[]", "ComplexFloat[] 1,-1; ComplexFloat[] 1,-1; ComplexFloat[] 1,-1"},
    {"sum", "ComplexFloat", "[0]", "ComplexFloat[] 0,0; ComplexFloat[] 0,0; ComplexFloat[1] 0,0"},
    {"sum", "ComplexFloat", "[0,3]", "ComplexFloat[] 0,0; ComplexFloat[3] 0,0 0,0 0,0; ComplexFloat[1,3] 0,0 0,0 0,0; ComplexFloat[0]; ComplexFloat[0,1]"},
    {"sum", "ComplexFloat", "[1,1]", "ComplexFloat[] 1,-1; ComplexFloat[1] 1,-1; ComplexFloat[1,1] 1,-1; ComplexFloat[1] 1,-1; ComplexFloat[1,1] 1,-1"},
    {"mean", "Long", "[]", "I; I; I"},
    {"mean", "Long", "[0]", "I; I; I"},
    {"mean", "Long", "[0,3]", "I; I; I; I; I"},
    {"mean", "Long", "[1,1]", "I; I; I; I; I"},
    {"mean", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"mean", "Float", "[0]", "Float[] nan; Float[] nan; Float[1] nan"},
    {"mean", "Float", "[0,3]", "Float[] nan; Float[3] nan nan nan; Float[1,3] nan nan nan; Float[0]; Float[0,1]"},
    {"mean", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"mean", "ComplexFloat", "[]", "ComplexFloat[] 1,-1; ComplexFloat[] 1,-1; ComplexFloat[] 1,-1"},
    {"mean", "ComplexFloat", "[0]", "ComplexFloat[] nan,nan; ComplexFloat[] nan,nan; ComplexFloat[1] nan,nan"},
    {"mean", "ComplexFloat", "[0,3]", "ComplexFloat[] nan,nan; ComplexFloat[3] nan,nan nan,nan nan,nan; ComplexFloat[1,3] nan,nan nan,nan nan,nan; ComplexFloat[0]; ComplexFloat[0,1]"},
    {"mean", "ComplexFloat", "[1,1]", "ComplexFloat[] 1,-1; ComplexFloat[1] 1,-1; ComplexFloat[1,1] 1,-1; ComplexFloat[1] 1,-1; ComplexFloat[1,1] 1,-1"},
    {"prod", "Long", "[]", "Long[] 1; Long[] 1; Long[] 1"},
    {"prod", "Long", "[0]", "Long[] 1; Long[] 1; Long[1] 1"},
    {"prod", "Long", "[0,3]", "Long[] 1; Long[3] 1 1 1; Long[1,3] 1 1 1; Long[0]; Long[0,1]"},
    {"prod", "Long", "[1,1]", "Long[] 1; Long[1] 1; Long[1,1] 1; Long[1] 1; Long[1,1] 1"},
    {"prod", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"prod", "Float", "[0]", "Float[] 1; Float[] 1; Float[1] 1"},
    {"prod", "Float", "[0,3]", "Float[] 1; Float[3] 1 1 1; Float[1,3] 1 1 1; Float[0]; Float[0,1]"},
    {"prod", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"prod", "ComplexFloat", "[]", "ComplexFloat[] 1,-1; ComplexFloat[] 1,-1; ComplexFloat[] 1,-1"},
    {"prod", "ComplexFloat", "[0]", "ComplexFloat[] 1,0; ComplexFloat[] 1,0; ComplexFloat[1] 1,0"},
    {"prod", "ComplexFloat", "[0,3]", "ComplexFloat[] 1,0; ComplexFloat[3] 1,0 1,0 1,0; ComplexFloat[1,3] 1,0 1,0 1,0; ComplexFloat[0]; ComplexFloat[0,1]"},
    {"prod", "ComplexFloat", "[1,1]", "ComplexFloat[] 1,-1; ComplexFloat[1] 1,-1; ComplexFloat[1,1] 1,-1; ComplexFloat[1] 1,-1; ComplexFloat[1,1] 1,-1"},
    {"amax", "Long", "[]", "Long[] 1; Long[] 1; Long[] 1"},
    {"amax", "Long", "[0]", "I; I; I"},
    {"amax", "Long", "[0,3]", "I; I; I; Long[0]; Long[0,1]"},
    {"amax", "Long", "[1,1]", "Long[] 1; Long[1] 1; Long[1,1] 1; Long[1] 1; Long[1,1] 1"},
    {"amax", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"amax", "Float", "[0]", "I; I; I"},
    {"amax", "Float", "[0,3]", "I; I; I; Float[0]; Float[0,1]"},
    {"amax", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"aminmax", "Long", "[]", "Long[] 1 | Long[] 1; Long[] 1 | Long[] 1; Long[1] 1 | Long[1] 1"},
    {"aminmax", "Long", "[0]", "I; I; I"},
    {"aminmax", "Long", "[0,3]", "I; I; I; Long[0] | Long[0]; Long[0,1] | Long[0,1]"},
    {"aminmax", "Long", "[1,1]", "Long[] 1 | Long[] 1; Long[1] 1 | Long[1] 1; Long[1,1] 1 | Long[1,1] 1; Long[1] 1 | Long[1] 1; Long[1,1] 1 | Long[1,1] 1"},
    {"aminmax", "Float", "[]", "Float[] 1 | Float[] 1; Float[] 1 | Float[] 1; Float[1] 1 | Float[1] 1"},
    {"aminmax", "Float", "[0]", "I; I; I"},
    {"aminmax", "Float", "[0,3]", "I; I; I; Float[0] | Float[0]; Float[0,1] | Float[0,1]"},
    {"aminmax", "Float", "[1,1]", "Float[] 1 | Float[] 1; Float[1] 1 | Float[1] 1; Float[1,1] 1 | Float[1,1] 1; Float[1] 1 | Float[1] 1; Float[1,1] 1 | Float[1,1] 1"},
    {"max", "Long", "[]", "Long[] 1; Long[] 1 | Long[] 0; Long[] 1 | Long[] 0"},
    {"max", "Long", "[0]", "I; I; I"},
    {"max", "Long", "[0,3]", "I; I; I; Long[0] | Long[0]; Long[0,1] | Long[0,1]"},
    {"max", "Long", "[1,1]", "Long[] 1; Long[1] 1 | Long[1] 0; Long[1,1] 1 | Long[1,1] 0; Long[1] 1 | Long[1] 0; Long[1,1] 1 | Long[1,1] 0"},
    {"max", "Float", "[]", "Float[] 1; Float[] 1 | Long[] 0; Float[] 1 | Long[] 0"},
    {"max", "Float", "[0]", "I; I; I"},
    {"max", "Float", "[0,3]", "I; I; I; Float[0] | Long[0]; Float[0,1] | Long[0,1]"},
    {"max", "Float", "[1,1]", "Float[] 1; Float[1] 1 | Long[1] 0; Float[1,1] 1 | Long[1,1] 0; Float[1] 1 | Long[1] 0; Float[1,1] 1 | Long[1,1] 0"},
    {"argmax", "Long", "[]", "Long[] 0; Long[] 0; Long[] 0"},
    {"argmax", "Long", "[0]", "I; I; I"},
    {"argmax", "Long", "[0,3]", "I; I; I; Long[0]; Long[0,1]"},
    {"argmax", "Long", "[1,1]", "Long[] 0; Long[1] 0; Long[1,1] 0; Long[1] 0; Long[1,1] 0"},
    {"argmax", "Float", "[]", "Long[] 0; Long[] 0; Long[] 0"},
    {"argmax", "Float", "[0]", "I; I; I"},
    {"argmax", "Float", "[0,3]", "I; I; I; Long[0]; Long[0,1]"},
    {"argmax", "Float", "[1,1]", "Long[] 0; Long[1] 0; Long[1,1] 0; Long[1] 0; Long[1,1] 0"},
    {"any", "Long", "[]", "Bool[] 1; Bool[] 1; Bool[] 1"},
    {"any", "Long", "[0]", "Bool[] 0; Bool[] 0; Bool[1] 0"},
    {"any", "Long", "[0,3]", "Bool[] 0; Bool[3] 0 0 0; Bool[1,3] 0 0 0; Bool[0]; Bool[0,1]"},
    {"any", "Long", "[1,1]", "Bool[] 1; Bool[1] 1; Bool[1,1] 1; Bool[1] 1; Bool[1,1] 1"},
    {"any", "Float", "[]", "Bool[] 1; Bool[] 1; Bool[] 1"},
    {"any", "Float", "[0]", "Bool[] 0; Bool[] 0; Bool[1] 0"},
    {"any", "Float", "[0,3]", "Bool[] 0; Bool[3] 0 0 0; Bool[1,3] 0 0 0; Bool[0]; Bool[0,1]"},
    {"any", "Float", "[1,1]", "Bool[] 1; Bool[1] 1; Bool[1,1] 1; Bool[1] 1; Bool[1,1] 1"},
    {"any", "ComplexFloat", "[]", "Bool[] 1; Bool[] 1; Bool[] 1"},
    {"any", "ComplexFloat", "[0]", "Bool[] 0; Bool[] 0; Bool[1] 0"},
    {"any", "ComplexFloat", "[0,3]", "Bool[] 0; Bool[3] 0 0 0; Bool[1,3] 0 0 0; Bool[0]; Bool[0,1]"},
    {"any", "ComplexFloat", "[1,1]", "Bool[] 1; Bool[1] 1; Bool[1,1] 1; Bool[1] 1; Bool[1,1] 1"},
    {"all", "Long", "[]", "Bool[] 1; Bool[] 1; Bool[] 1"},
    {"all", "Long", "[0]", "Bool[] 1; Bool[] 1; Bool[1] 1"},
    {"all", "Long", "[0,3]", "Bool[] 1; Bool[3] 1 1 1; Bool[1,3] 1 1 1; Bool[0]; Bool[0,1]"},
    {"all", "Long", "[1,1]", "Bool[] 1; Bool[1] 1; Bool[1,1] 1; Bool[1] 1; Bool[1,1] 1"},
    {"all", "Float", "[]", "Bool[] 1; Bool[] 1; Bool[] 1"},
    {"all", "Float", "[0]", "Bool[] 1; Bool[] 1; Bool[1] 1"},
    {"all", "Float", "[0,3]", "Bool[] 1; Bool[3] 1 1 1; Bool[1,3] 1 1 1; Bool[0]; Bool[0,1]"},
    {"all", "Float", "[1,1]", "Bool[] 1; Bool[1] 1; Bool[1,1] 1; Bool[1] 1; Bool[1,1] 1"},
    {"count_nonzero", "Long", "[]", "Long[] 1; Long[] 1"},
    {"count_nonzero", "Long", "[0]", "Long[] 0; Long[] 0"},
    {"count_nonzero", "Long", "[0,3]", "Long[] 0; Long[3] 0 0 0; Long[0]"},
    {"count_nonzero", "Long", "[1,1]", "Long[] 1; Long[1] 1; Long[1] 1"},
    {"count_nonzero", "Float", "[]", "Long[] 1; Long[] 1"},
    {"count_nonzero", "Float", "[0]", "Long[] 0; Long[] 0"},
    {"count_nonzero", "Float", "[0,3]", "Long[] 0; Long[3] 0 0 0; Long[0]"},
    {"count_nonzero", "Float", "[1,1]", "Long[] 1; Long[1] 1; Long[1] 1"},
    {"count_nonzero", "ComplexFloat", "[]", "Long[] 1; Long[] 1"},
    {"count_nonzero", "ComplexFloat", "[0]", "Long[] 0; Long[] 0"},
    {"count_nonzero", "ComplexFloat", "[0,3]", "Long[] 0; Long[3] 0 0 0; Long[0]"},
    {"count_nonzero", "ComplexFloat", "[1,1]", "Long[] 1; Long[1] 1; Long[1] 1"},
    {"var", "Long", "[]", "I; I; I"},
    {"var", "Long", "[0]", "I; I; I"},
    {"var", "Long", "[0,3]", "I; I; I; I; I"},
    {"var", "Long", "[1,1]", "I; I; I; I; I"},
    {"var", "Float", "[]", "Float[] nan; Float[] nan; Float[] nan"},
    {"var", "Float", "[0]", "Float[] nan; Float[] nan; Float[1] nan"},
    {"var", "Float", "[0,3]", "Float[] nan; Float[3] nan nan nan; Float[1,3] nan nan nan; Float[0]; Float[0,1]"},
    {"var", "Float", "[1,1]", "Float[] nan; Float[1] nan; Float[1,1] nan; Float[1] nan; Float[1,1] nan"},
    {"var", "ComplexFloat", "[]", "Float[] nan; Float[] nan; Float[] nan"},
    {"var", "ComplexFloat", "[0]", "Float[] nan; Float[] nan; Float[1] nan"},
    {"var", "ComplexFloat", "[0,3]", "Float[] nan; Float[3] nan nan nan; Float[1,3] nan nan nan; Float[0]; Float[0,1]"},
    {"var", "ComplexFloat", "[1,1]", "Float[] nan; Float[1] nan; Float[1,1] nan; Float[1] nan; Float[1,1] nan"},
    {"std0", "Long", "[]", "I; I; I"},
    {"std0", "Long", "[0]", "I; I; I"},
    {"std0", "Long", "[0,3]", "I; I; I; I; I"},
    {"std0", "Long", "[1,1]", "I; I; I; I; I"},
    {"std0", "Float", "[]", "Float[] 0; Float[] 0; Float[] 0"},
    {"std0", "Float", "[0]", "Float[] nan; Float[] nan; Float[1] nan"},
    {"std0", "Float", "[0,3]", "Float[] nan; Float[3] nan nan nan; Float[1,3] nan nan nan; Float[0]; Float[0,1]"},
    {"std0", "Float", "[1,1]", "Float[] 0; Float[1] 0; Float[1,1] 0; Float[1] 0; Float[1,1] 0"},
    {"std0", "ComplexFloat", "[]", "Float[] 0; Float[] 0; Float[] 0"},
    {"std0", "ComplexFloat", "[0]", "Float[] nan; Float[] nan; Float[1] nan"},
    {"std0", "ComplexFloat", "[0,3]", "Float[] nan; Float[3] nan nan nan; Float[1,3] nan nan nan; Float[0]; Float[0,1]"},
    {"std0", "ComplexFloat", "[1,1]", "Float[] 0; Float[1] 0; Float[1,1] 0; Float[1] 0; Float[1,1] 0"},
    {"var_mean", "Long", "[]", "I; I; I"},
    {"var_mean", "Long", "[0]", "I; I; I"},
    {"var_mean", "Long", "[0,3]", "I; I; I; I; I"},
    {"var_mean", "Long", "[1,1]", "I; I; I; I; I"},
    {"var_mean", "Float", "[]", "Float[] nan | Float[] 1; Float[] nan | Float[] 1; Float[] nan | Float[] 1"},
    {"var_mean", "Float", "[0]", "Float[] nan | Float[] nan; Float[] nan | Float[] nan; Float[1] nan | Float[1] nan"},
    {"var_mean", "Float", "[0,3]", "Float[] nan | Float[] nan; Float[3] nan nan nan | Float[3] nan nan nan; Float[1,3] nan nan nan | Float[1,3] nan nan nan; Float[0] | Float[0]; Float[0,1] | Float[0,1]"},
    {"var_mean", "Float", "[1,1]", "Float[] nan | Float[] 1; Float[1] nan | Float[1] 1; Float[1,1] nan | Float[1,1] 1; Float[1] nan | Float[1] 1; Float[1,1] nan | Float[1,1] 1"},
    {"var_mean", "ComplexFloat", "[]", "Float[] nan | ComplexFloat[] 1,-1; Float[] nan | ComplexFloat[] 1,-1; Float[] nan | ComplexFloat[] 1,-1"},
    {"var_mean", "ComplexFloat", "[0]", "Float[] nan | ComplexFloat[] nan,nan; Float[] nan | ComplexFloat[] nan,nan; Float[1] nan | ComplexFloat[1] nan,nan"},
    {"var_mean", "ComplexFloat", "[0,3]", "Float[] nan | ComplexFloat[] nan,nan; Float[3] nan nan nan | ComplexFloat[3] nan,nan nan,nan nan,nan; Float[1,3] nan nan nan | ComplexFloat[1,3] nan,nan nan,nan nan,nan; Float[0] | ComplexFloat[0]; Float[0,1] | ComplexFloat[0,1]"},
    {"var_mean", "ComplexFloat", "[1,1]", "Float[] nan | ComplexFloat[] 1,-1; Float[1] nan | ComplexFloat[1] 1,-1; Float[1,1] nan | ComplexFloat[1,1] 1,-1; Float[1] nan | ComplexFloat[1] 1,-1; Float[1,1] nan | ComplexFloat[1,1] 1,-1"},
    {"norm0", "Long", "[]", "I; I; I"},
    {"norm0", "Long", "[0]", "I; I; I"},
    {"norm0", "Long", "[0,3]", "I; I; I; I; I"},
    {"norm0", "Long", "[1,1]", "I; I; I; I; I"},
    {"norm0", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"norm0", "Float", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"norm0", "Float", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"norm0", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"norm0", "ComplexFloat", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"norm0", "ComplexFloat", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"norm0", "ComplexFloat", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"norm0", "ComplexFloat", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"norm1", "Long", "[]", "I; I; I"},
    {"norm1", "Long", "[0]", "I; I; I"},
    {"norm1", "Long", "[0,3]", "I; I; I; I; I"},
    {"norm1", "Long", "[1,1]", "I; I; I; I; I"},
    {"norm1", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"norm1", "Float", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"norm1", "Float", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"norm1", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"norm1", "ComplexFloat", "[]", "Float[] 1.41; Float[] 1.41; Float[] 1.41"},
    {"norm1", "ComplexFloat", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"norm1", "ComplexFloat", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"norm1", "ComplexFloat", "[1,1]", "Float[] 1.41; Float[1] 1.41; Float[1,1] 1.41; Float[1] 1.41; Float[1,1] 1.41"},
    {"norm2", "Long", "[]", "I; I; I"},
    {"norm2", "Long", "[0]", "I; I; I"},
    {"norm2", "Long", "[0,3]", "I; I; I; I; I"},
    {"norm2", "Long", "[1,1]", "I; I; I; I; I"},
    {"norm2", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"norm2", "Float", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"norm2", "Float", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"norm2", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"norm2", "ComplexFloat", "[]", "Float[] 1.41; Float[] 1.41; Float[] 1.41"},
    {"norm2", "ComplexFloat", "[0]", "Float[] 0; Float[] 0; Float[1] 0"},
    {"norm2", "ComplexFloat", "[0,3]", "Float[] 0; Float[3] 0 0 0; Float[1,3] 0 0 0; Float[0]; Float[0,1]"},
    {"norm2", "ComplexFloat", "[1,1]", "Float[] 1.41; Float[1] 1.41; Float[1,1] 1.41; Float[1] 1.41; Float[1,1] 1.41"},
    {"norminf", "Long", "[]", "I; I; I"},
    {"norminf", "Long", "[0]", "I; I; I"},
    {"norminf", "Long", "[0,3]", "I; I; I; I; I"},
    {"norminf", "Long", "[1,1]", "I; I; I; I; I"},
    {"norminf", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"norminf", "Float", "[0]", "I; I; I"},
    {"norminf", "Float", "[0,3]", "I; I; I; Float[0]; Float[0,1]"},
    {"norminf", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"norminf", "ComplexFloat", "[]", "Float[] 1.41; Float[] 1.41; Float[] 1.41"},
    {"norminf", "ComplexFloat", "[0]", "I; I; I"},
    {"norminf", "ComplexFloat", "[0,3]", "I; I; I; Float[0]; Float[0,1]"},
    {"norminf", "ComplexFloat", "[1,1]", "Float[] 1.41; Float[1] 1.41; Float[1,1] 1.41; Float[1] 1.41; Float[1,1] 1.41"},
    {"norm-inf", "Long", "[]", "I; I; I"},
    {"norm-inf", "Long", "[0]", "I; I; I"},
    {"norm-inf", "Long", "[0,3]", "I; I; I; I; I"},
    {"norm-inf", "Long", "[1,1]", "I; I; I; I; I"},
    {"norm-inf", "Float", "[]", "Float[] 1; Float[] 1; Float[] 1"},
    {"norm-inf", "Float", "[0]", "I; I; I"},
    {"norm-inf", "Float", "[0,3]", "I; I; I; Float[0]; Float[0,1]"},
    {"norm-inf", "Float", "[1,1]", "Float[] 1; Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"norm-inf", "ComplexFloat", "[]", "Float[] 1.41; Float[] 1.41; Float[] 1.41"},
    {"norm-inf", "ComplexFloat", "[0]", "I; I; I"},
    {"norm-inf", "ComplexFloat", "[0,3]", "I; I; I; Float[0]; Float[0,1]"},
    {"norm-inf", "ComplexFloat", "[1,1]", "Float[] 1.41; Float[1] 1.41; Float[1,1] 1.41; Float[1] 1.41; Float[1,1] 1.41"},
    {"logsumexp", "Long", "[]", "Float[] 1; Float[] 1"},
    {"logsumexp", "Long", "[0]", "Float[] -inf; Float[1] -inf"},
    {"logsumexp", "Long", "[0,3]", "Float[3] -inf -inf -inf; Float[1,3] -inf -inf -inf; Float[0]; Float[0,1]"},
    {"logsumexp", "Long", "[1,1]", "Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"logsumexp", "Float", "[]", "Float[] 1; Float[] 1"},
    {"logsumexp", "Float", "[0]", "Float[] -inf; Float[1] -inf"},
    {"logsumexp", "Float", "[0,3]", "Float[3] -inf -inf -inf; Float[1,3] -inf -inf -inf; Float[0]; Float[0,1]"},
    {"logsumexp", "Float", "[1,1]", "Float[1] 1; Float[1,1] 1; Float[1] 1; Float[1,1] 1"},
    {"logsumexp", "ComplexFloat", "[]", "I; I"},
    {"logsumexp", "ComplexFloat", "[0]", "I; I"},
    {"logsumexp", "ComplexFloat", "[0,3]", "I; I; I; I"},
    {"logsumexp", "ComplexFloat", "[1,1]", "I; I; I; I"},
    {"cumsum", "Long", "[]", "Long[] 1"},
    {"cumsum", "Long", "[0]", "Long[0]"},
    {"cumsum", "Long", "[0,3]", "Long[0,3]; Long[0,3]"},
    {"cumsum", "Long", "[1,1]", "Long[1,1] 1; Long[1,1] 1"},
    {"cumsum", "Float", "[]", "Float[] 1"},
    {"cumsum", "Float", "[0]", "Float[0]"},
    {"cumsum", "Float", "[0,3]", "Float[0,3]; Float[0,3]"},
    {"cumsum", "Float", "[1,1]", "Float[1,1] 1; Float[1,1] 1"},
    {"cumsum", "ComplexFloat", "[]", "ComplexFloat[] 1,-1"},
    {"cumsum", "ComplexFloat", "[0]", "ComplexFloat[0]"},
    {"cumsum", "ComplexFloat", "[0,3]", "ComplexFloat[0,3]; ComplexFloat[0,3]"},
    {"cumsum", "ComplexFloat", "[1,1]", "ComplexFloat[1,1] 1,-1; ComplexFloat[1,1] 1,-1"},
    {"softmax", "Float", "[]", "Float[] 1"},
    {"softmax", "Float", "[0]", "Float[0]"},
    {"softmax", "Float", "[0,3]", "Float[0,3]; Float[0,3]"},
    {"softmax", "Float", "[1,1]", "Float[1,1] 1; Float[1,1] 1"},
    {"sort", "Long", "[]", "Long[] 1 | Long[] 0"},
    {"sort", "Long", "[0]", "Long[0] | Long[0]"},
    {"sort", "Long", "[0,3]", "Long[0,3] | Long[0,3]; Long[0,3] | Long[0,3]"},
    {"sort", "Long", "[1,1]", "Long[1,1] 1 | Long[1,1] 0; Long[1,1] 1 | Long[1,1] 0"},
    {"sort", "Float", "[]", "Float[] 1 | Long[] 0"},
    {"sort", "Float", "[0]", "Float[0] | Long[0]"},
    {"sort", "Float", "[0,3]", "Float[0,3] | Long[0,3]; Float[0,3] | Long[0,3]"},
    {"sort", "Float", "[1,1]", "Float[1,1] 1 | Long[1,1] 0; Float[1,1] 1 | Long[1,1] 0"},
    {"topk1", "Long", "[]", "Long[] 1 | Long[] 0"},
    {"topk1", "Long", "[0]", "I"},
    {"topk1", "Long", "[0,3]", "I; Long[0,1] | Long[0,1]"},
    {"topk1", "Long", "[1,1]", "Long[1,1] 1 | Long[1,1] 0; Long[1,1] 1 | Long[1,1] 0"},
    {"topk1", "Float", "[]", "Float[] 1 | Long[] 0"},
    {"topk1", "Float", "[0]", "I"},
    {"topk1", "Float", "[0,3]", "I; Float[0,1] | Long[0,1]"},
    {"topk1", "Float", "[1,1]", "Float[1,1] 1 | Long[1,1] 0; Float[1,1] 1 | Long[1,1] 0"},
    // clang-format on
};

std::string text(double v) {
  if (std::isnan(v)) return "nan";
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.3g", v);
  return v == 0 ? "0" : digits;
}
std::string text(IntArrayRef sizes) {
  std::string s = "[";
  for (size_t i = 0; i < sizes.size(); ++i) s += (i != 0 ? "," : "") + std::to_string(sizes[i]);
  return s + "]";
}
std::string text(const Tensor& t) {
  const Tensor parts = t.is_complex() ? view_as_real(t.to(kComplexDouble).contiguous()) : t.to(kDouble).contiguous();
  std::string s = toString(t.scalar_type()) + text(t.sizes());
  for (int64_t i = 0; i < parts.numel(); ++i)
    s += (t.is_complex() && i % 2 != 0 ? "," : " ") + text(parts.data_ptr<double>()[i]);
  return s;
}
std::string text(const std::tuple<Tensor, Tensor>& t) { return text(std::get<0>(t)) + " | " + text(std::get<1>(t)); }

Tensor sample(IntArrayRef sizes, ScalarType dtype) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  const Tensor parts = empty({n, 2}, kDouble);
  for (int64_t i = 0; i < n; ++i) {
    parts.data_ptr<double>()[2 * i] = static_cast<double>((7 * i + 3) % 5 - 2);
    parts.data_ptr<double>()[2 * i + 1] = static_cast<double>((3 * i + 1) % 4 - 2);
  }
  return (isComplexType(dtype) ? view_as_complex(parts) : parts.select(1, 0)).to(dtype).reshape(sizes);
}

struct Call {
  const char* op;
  std::string (*whole)(const Tensor&);  ///< null where dims must be given
  std::string (*along)(const Tensor&, int64_t dim, bool keepdim);
  bool keeps = true;
};
template <int kOrder>
Scalar order() {
  return kOrder == 9 ? Scalar(HUGE_VAL) : kOrder == -9 ? Scalar(-HUGE_VAL) : Scalar(kOrder);
}
template <int kOrder>
constexpr Call norm_call(const char* name) {
  return {name, [](const Tensor& x) { return text(linalg_vector_norm(x, order<kOrder>())); },
          [](const Tensor& x, int64_t d, bool k) {
            return text(linalg_vector_norm(x, order<kOrder>(), IntArrayRef(d), k));
          }};
}
#define WHOLE(e) [](const Tensor& x) { return text(e); }
#define ALONG(e)                           \
  [](const Tensor& x, int64_t d, bool k) { \
    (void)k;                               \
    return text(e);                        \
  }
const Call kCalls[] = {
    {"sum", WHOLE(x.sum()), ALONG(x.sum(IntArrayRef(d), k))},
    {"mean", WHOLE(x.mean()), ALONG(x.mean(IntArrayRef(d), k))},
    {"prod", WHOLE(x.prod()), ALONG(x.prod(d, k))},
    {"amax", WHOLE(x.amax()), ALONG(x.amax(d, k))},
    {"aminmax", WHOLE(aminmax(x)), ALONG(aminmax(x, d, k))},
    {"max", WHOLE(x.max()), ALONG(x.max(d, k))},
    {"argmax", WHOLE(x.argmax()), ALONG(x.argmax(d, k))},
    {"any", WHOLE(x.any()), ALONG(x.any(d, k))},
    {"all", WHOLE(x.all()), ALONG(x.all(d, k))},
    {"count_nonzero", WHOLE(count_nonzero(x)), ALONG(count_nonzero(x, IntArrayRef(d))), false},
    {"var", WHOLE(x.var()), ALONG(x.var(IntArrayRef(d), true, k))},
    {"std0", WHOLE(x.std(false)), ALONG(x.std(IntArrayRef(d), false, k))},
    {"var_mean", WHOLE(var_mean(x)), ALONG(var_mean(x, IntArrayRef(d), true, k))},
    norm_call<0>("norm0"),
    norm_call<1>("norm1"),
    norm_call<2>("norm2"),
    norm_call<9>("norminf"),
    norm_call<-9>("norm-inf"),
    {"logsumexp", nullptr, ALONG(x.logsumexp(d, k))},
    {"cumsum", nullptr, ALONG(x.cumsum(d)), false},
    {"softmax", nullptr, ALONG(x.softmax(d)), false},
    {"sort", nullptr, ALONG(x.sort(true, d, false)), false},
    {"topk1", nullptr, ALONG(x.topk(1, d)), false},
};
#undef WHOLE
#undef ALONG

template <class F>
std::string answer(const F& f) {
  try {
    return f();
  } catch (const Error&) {
    return "I";
  }
}

TEST(ReductionAnswers, AreThoseOfLibtorch) {
  for (const Answer& a : kAnswers) {
    const Call* call = nullptr;
    for (const Call& c : kCalls)
      if (std::string(c.op) == a.op) call = &c;
    ASSERT_NE(call, nullptr) << a.op;
    const std::string sizes_text = a.sizes, dtype = a.dtype;
    const std::vector<int64_t> sizes = sizes_text == "[]"      ? std::vector<int64_t>{}
                                       : sizes_text == "[0]"   ? std::vector<int64_t>{0}
                                       : sizes_text == "[0,3]" ? std::vector<int64_t>{0, 3}
                                                               : std::vector<int64_t>{1, 1};
    const Tensor x = sample(sizes, dtype == "Long" ? kLong : dtype == "Float" ? kFloat : kComplexFloat);
    std::string got;
    const auto add = [&](const std::string& one) { got += (got.empty() ? "" : "; ") + one; };
    if (call->whole != nullptr) add(answer([&] { return call->whole(x); }));
    for (int64_t d = 0; d < (x.dim() > 0 ? x.dim() : 1); ++d)
      for (bool keepdim : {false, true})
        if (!keepdim || call->keeps) add(answer([&] { return call->along(x, d, keepdim); }));
    EXPECT_EQ(got, a.results) << a.op << ' ' << a.dtype << ' ' << a.sizes;
  }
}

}  // namespace
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/random.ops. Change the table, not this file.
// clang-format off
#include <torchpp/ops/families.h>

#include "src/ops/generated/random.h"

namespace torchpp::families {
namespace {

const detail::OperatorEntry kOperators[] = {
    detail::entry_of(op::uniform),
    detail::entry_of(op::normal),
    detail::entry_of(op::normal_Tensor_float),
    detail::entry_of(op::normal_float_Tensor),
    detail::entry_of(op::normal_Tensor_Tensor),
    detail::entry_of(op::normal_float_float),
    detail::entry_of(op::normal_float_float_out),
    detail::entry_of(op::log_normal),
    detail::entry_of(op::exponential),
    detail::entry_of(op::cauchy),
    detail::entry_of(op::geometric),
    detail::entry_of(op::random),
    detail::entry_of(op::random_to),
    detail::entry_of(op::random_from),
    detail::entry_of(op::bernoulli),
    detail::entry_of(op::bernoulli_tensor),
    detail::entry_of(op::bernoulli_float),
    detail::entry_of(op::poisson),
    detail::entry_of(op::binomial),
    detail::entry_of(op::standard_gamma),
    detail::entry_of(op::sample_dirichlet),
    detail::entry_of(op::rrelu),
    detail::entry_of(op::rrelu_with_noise),
    detail::entry_of(op::multinomial),
};

}  // namespace

OperatorTable random() {
  return {"random", kOperators, sizeof(kOperators) / sizeof(kOperators[0])};
}

}  // namespace torchpp::families

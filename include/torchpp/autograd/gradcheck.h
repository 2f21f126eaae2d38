// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Derivatives compared with finite differences.

#include <torchpp/autograd/node.h>

namespace torchpp::autograd {

struct GradcheckOptions {
  double eps = 1e-6;   ///< step of the central differences
  double atol = 1e-5;  ///< allowed: atol + rtol * |numerical|
  double rtol = 1e-3;
  bool raise_exception = true;  ///< throw on a mismatch, with what differs; else return false
  double nondet_tol = 0;        ///< largest difference between two runs of the same backward
  bool check_undefined_grad = true;
  bool check_grad_dtypes = false;
  bool check_forward_ad = false;
  bool check_backward_ad = true;
  bool fast_mode = false;  ///< one random direction instead of the whole Jacobian
};

using GradcheckFunction = Callable<variable_list(const variable_list&)>;

/// Compares the derivatives of `fn` with respect to those inputs that require grad with central differences, of
/// complex tensors in the real and the imaginary direction. Inputs should be double or complex double. `fn` must be
/// a function of its inputs alone; it is called about twice per element. Returns true when all agree.
TORCHPP_API bool gradcheck(const GradcheckFunction& fn, const variable_list& inputs,
                           const GradcheckOptions& options = {});
/// Second-order check: gradcheck() of the gradients of `fn` as functions of its inputs and of the incoming gradients,
/// which are random when left out.
TORCHPP_API bool gradgradcheck(const GradcheckFunction& fn, const variable_list& inputs,
                               const variable_list& grad_outputs = {}, const GradcheckOptions& options = {});

}  // namespace torchpp::autograd

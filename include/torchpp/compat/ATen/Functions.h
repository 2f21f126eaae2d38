// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Free functions of libtorch's that torchpp has as methods only.

#include <ATen/core/ATenGeneral.h>

namespace torchpp {

inline int64_t numel(const Tensor& t) { return t.numel(); }
inline Tensor true_divide(const Tensor& self, const Tensor& other) { return self.div(other); }
inline Tensor true_divide(const Tensor& self, const Scalar& other) { return self.div(other); }

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Forward mode: tangents that operators carry along with values.

#include <torchpp/tensor.h>

namespace torchpp {

namespace forward_ad {

/// Opens a level, in which tensors may have tangents. One level may be open in a thread. Returns its number.
TORCHPP_API uint64_t enter_dual_level();
/// Closes it; all tangents of the level are gone then.
TORCHPP_API void exit_dual_level(uint64_t level);

/// A level of forward mode, open while it lives.
class TORCHPP_API DualLevel {
 public:
  DualLevel() : level_(enter_dual_level()) {}
  ~DualLevel() { exit_dual_level(level_); }
  DualLevel(const DualLevel&) = delete;
  DualLevel& operator=(const DualLevel&) = delete;

 private:
  uint64_t level_;
};

/// A view of `primal` with the tangent, which has its sizes and dtype.
TORCHPP_API Tensor make_dual(const Tensor& primal, const Tensor& tangent);
/// Value and tangent; the tangent is undefined when there is none.
TORCHPP_API std::tuple<Tensor, Tensor> unpack_dual(const Tensor& tensor);

}  // namespace forward_ad

TORCHPP_API Tensor _make_dual(const Tensor& primal, const Tensor& tangent, int64_t level);
TORCHPP_API std::tuple<Tensor, Tensor> _unpack_dual(const Tensor& dual, int64_t level);

}  // namespace torchpp

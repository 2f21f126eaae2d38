// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution by oneDNN, on raw memory. Channels last inside; inputs and outputs of other layouts are converted,
/// in slices.
///
/// The cut into slices depends on the problem alone, never on the number of threads, and partial sums are added in
/// slice order: results are bitwise equal for any number of threads, per oneDNN version and instruction set.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "src/backends/cpu/weight_id.h"
#include "src/ops/convolution_problem.h"

namespace torchpp {
namespace cpu {
namespace onednn {

/// oneDNN's kernels for one direction of a problem, and the slices that they compute.
struct ConvPrimitives;

struct PreparedConv {
  std::shared_ptr<const ConvPrimitives> primitives;  ///< null where there is a reason
  const char* reason = nullptr;  ///< for the verbose log: why oneDNN cannot compute it, or should not
};
/// Makes the primitives at the first call with a problem, which generates code; later calls find them. At most 512
/// problems are kept.
PreparedConv prepare(const ConvProblem& problem, ConvDirection direction);

/// For the verbose log, oneDNN's kernel and the slices: "brgconv:avx512_core, slices: 8, channel parts: 1".
std::string implementation(const ConvPrimitives& primitives);

// Each function below takes what prepare() gave for the problem and its direction.

/// y = convolution of x with w, plus bias (out_channels of the problem's dtype) if problem.bias.
/// Weights with an id are reordered into oneDNN's layout once and kept (1.4 ms for 512 x 512 x 3 x 3, more than its
/// product with an image).
void forward(const ConvProblem& problem, const ConvPrimitives& primitives, const void* x, const void* w,
             const void* bias, void* y, const WeightId& weight_id = {});

/// dx from dy.
void backward_data(const ConvProblem& problem, const ConvPrimitives& primitives, const void* dy, const void* w,
                   void* dx, const WeightId& weight_id = {});

/// dw. Sums of bfloat16 gradients are taken in float.
void backward_weights(const ConvProblem& problem, const ConvPrimitives& primitives, const void* x, const void* dy,
                      void* dw);

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

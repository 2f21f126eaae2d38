// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Convolution by oneDNN, on raw memory. Channels last inside; inputs and outputs of other layouts are converted,
/// in slices.
///
/// The cut into slices depends on the problem alone, never on the number of threads, and partial sums are added in
/// slice order: results are bitwise equal for any number of threads, per oneDNN version and instruction set.

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/backends/cpu/own/conv_problem.h"

namespace torchpp {
namespace cpu {
namespace onednn {

enum class ConvDirection : int64_t { kForward, kBackwardData, kBackwardWeights };

/// Null when the call below can be made and is worth it, else the reason for the verbose log. Does the work that a
/// first call would do (generated code is kept), so that the call that follows finds it done.
const char* can_run(const ConvProblem& problem, ConvDirection direction);

/// Names the implementation for the verbose log: oneDNN's kernel and the slices, "brgconv:avx512_core 8 slices of 1
/// image".
std::string implementation(const ConvProblem& problem, ConvDirection direction);

/// y = convolution of x with w, plus bias (out_channels of the problem's dtype) if problem.bias.
/// weight_id: 0, or a number that no other memory has and that changes with every write to w, as
/// StorageImpl::contents_number gives it. Weights with a number are turned into oneDNN's layout once and kept (1.4 ms
/// for 512 x 512 x 3 x 3, more than its product with an image).
/// All functions throw Error where can_run gives a reason.
void forward(const ConvProblem& problem, const void* x, const void* w, const void* bias, void* y,
             uint64_t weight_id = 0);

/// dx from dy, both laid out as the problem says of input and output.
void backward_data(const ConvProblem& problem, const void* dy, const void* w, void* dx, uint64_t weight_id = 0);

/// dw, and db (out_channels) unless it is null. Sums of bfloat16 gradients are taken in float.
void backward_weights(const ConvProblem& problem, const void* x, const void* dy, void* dw, void* db);

/// Bound on the bytes of turned weights that are kept, 256 MB by default; the least recently used go first.
void set_weight_cache_bytes(size_t nbytes);
size_t weight_cache_bytes_kept();
/// How often kept weights were used.
uint64_t weight_cache_hits();

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

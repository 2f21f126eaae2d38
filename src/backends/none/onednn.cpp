// SPDX-License-Identifier: BSD-3-Clause
// The oneDNN layer of a library without oneDNN: nothing can run, and every question says why.
#include <torchpp/core/error.h>
#include <torchpp/core/settings.h>

#include "src/backends/cpu/onednn/convolution.h"
#include "src/backends/cpu/onednn/matmul.h"

namespace torchpp {

bool has_onednn() noexcept { return false; }

namespace cpu {
namespace onednn {
namespace {

const char kReason[] = "this library was built without oneDNN";

[[noreturn]] void refuse() {
  TORCHPP_CHECK(false, "onednn: ", kReason, ", expected the reason of prepare() to be heeded");
  __builtin_unreachable();
}

}  // namespace

PreparedConv prepare(const ConvProblem&, ConvDirection) { return {nullptr, kReason}; }
std::string implementation(const ConvPrimitives&) { refuse(); }
void forward(const ConvProblem&, const ConvPrimitives&, const void*, const void*, const void*, void*, const WeightId&) {
  refuse();
}
void backward_data(const ConvProblem&, const ConvPrimitives&, const void*, const void*, void*, const WeightId&) {
  refuse();
}
void backward_weights(const ConvProblem&, const ConvPrimitives&, const void*, const void*, void*) { refuse(); }

PreparedGemm prepare(const GemmProblem&) { return {nullptr, kReason}; }
std::string implementation(const MatmulPrimitives&) { refuse(); }
void gemm(const GemmProblem&, const MatmulPrimitives&, const void*, const void*, const void*, void*, uint64_t) {
  refuse();
}

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// Kernels of padding, of copies and indexed copies: the rows of ops/table/image.ops that CUDA has.
#include <torchpp/ops/creation.h>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/ops/image_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

// The positions of a padded dimension's elements in the input, on the device of `t`.
Tensor sources(const EdgePadPlan& plan, int d, const Tensor& t) {
  const Tensor index = empty({plan.out[d]}, kLong);
  int64_t* at = static_cast<int64_t*>(index.impl()->data());
  for (int64_t i = 0; i < plan.out[d]; ++i) at[i] = plan.source(d, i);
  return index.to(t.device());
}

}  // namespace

void pad_edges(const EdgePadPlan& plan, const Tensor& self) {
  if (plan.result().numel() == 0) return;
  Tensor padded = self;
  for (int d = 0; d < plan.dims; ++d) padded = padded.index_select(d - plan.dims, sources(plan, d, self));
  copy_values(plan.result(), padded);
}

// Sums in float of 16-bit gradients.
void pad_edges_gradient(const EdgePadPlan& plan, const Tensor& grad_output, const Tensor&) {
  if (plan.result().numel() == 0) return;
  const ScalarType dtype = plan.outputs[0].dtype;
  Tensor sums = isReducedFloatingType(dtype) ? converted(grad_output, kFloat) : grad_output;
  for (int d = 0; d < plan.dims; ++d) {
    DimVector sizes(sums.sizes());
    sizes[sizes.size() - static_cast<size_t>(plan.dims - d)] = plan.in[d];
    const Tensor folded = zeros(IntArrayRef(sizes), sums.options());
    folded.index_add_(d - plan.dims, sources(plan, d, sums), sums);
    sums = folded;
  }
  copy_values(plan.result(), sums);
}

void constant_pad_nd(const ConstantPadPlan& plan, const Tensor& self, IntArrayRef, const Scalar&) {
  Tensor inner = self, place = plan.result();
  if (!plan.crops) fill_elements(place, plan.value);
  for (size_t d = 0; d < plan.inner.size(); ++d) {
    const int64_t dim = static_cast<int64_t>(d);
    inner = inner.narrow(dim, plan.skip[d], plan.inner[d]);
    place = place.narrow(dim, plan.before[d], plan.inner[d]);
  }
  copy_values(place, inner);
}

}  // namespace torchpp::cuda

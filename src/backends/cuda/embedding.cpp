// SPDX-License-Identifier: BSD-3-Clause
// Embedding: rows are copied; their gradients are added row by row after sorting.
#include "src/backends/cuda/embedding.h"

#include "src/backends/cuda/index.h"
#include "src/backends/cuda/kernels.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

// The indices, checked, in memory that may be written.
Tensor keys_of(const Tensor& indices, int64_t rows, const OnDevice& on) {
  const Tensor at = long_indices(indices).view({-1}), keys(make_tensor(at.sizes(), kLong, at.device()));
  if (keys.numel() == 0) return keys;
  int64_t* to = static_cast<int64_t*>(keys.impl()->data());
  check(driver().fill(to, 0, keys.nbytes(), on.stream()), "cudaMemsetAsync");
  add_keys(at.sizes(), to, {at.impl()->data(), {1}}, {rows, 1, false}, 1, {nullptr, {0}}, on);
  return keys;
}

}  // namespace

void embedding(const EmbeddingPlan& plan, const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  const OnDevice on(weight);
  const Tensor& y = plan.result();
  if (y.numel() == 0) return;
  const Tensor at = long_indices(indices), w = dense(weight);
  const DimVector shape = {at.numel(), w.size(1)};
  gather_elements(shape, w.itemsize(), {y.impl()->data(), contiguous_strides(shape)}, {w.impl()->data(), {0, 1}},
                  {at.impl()->data(), {1, 0}}, {w.size(0), w.size(1) * static_cast<int64_t>(w.itemsize()), false}, on);
}

void embedding_dense_backward(const EmbeddingPlan& plan, const Tensor& grad_output, const Tensor& indices,
                              int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq) {
  if (grad_output.is_complex()) fail_dtype("embedding_backward", grad_output.scalar_type());
  const OnDevice on(grad_output);
  const Tensor& dw = plan.result();
  if (dw.numel() == 0) return;
  const Tensor dy = dense(grad_output);
  const int64_t width = dw.size(1);
  check(driver().fill(dw.impl()->data(), 0, dw.nbytes(), on.stream()), "cudaMemsetAsync");
  const Tensor keys = keys_of(indices, num_weights, on);
  const int64_t row = width * static_cast<int64_t>(dy.itemsize());
  add_rows(dy.scalar_type(), static_cast<int64_t*>(keys.impl()->data()), keys.numel(), num_weights, DimVector{width},
           {{dw.impl()->data(), {1}}, row}, {{dy.impl()->data(), {1}}, row}, {1, scale_grad_by_freq}, on);
  if (padding_idx >= 0 && padding_idx < num_weights)
    check(driver().fill(static_cast<char*>(dw.impl()->data()) + padding_idx * row, 0, static_cast<size_t>(row),
                        on.stream()),
          "cudaMemsetAsync");
}

void embedding_renorm(const EmbeddingPlan& plan, const Tensor& self, const Tensor& indices, double max_norm,
                      double norm_type) {
  if (self.is_complex()) fail_dtype("embedding_renorm", self.scalar_type());
  if (indices.numel() == 0) return;
  const OnDevice on(self);
  const Tensor& target = plan.result();
  const Tensor keys = keys_of(indices, self.size(0), on);
  const SortedPositions rows(static_cast<int64_t*>(keys.impl()->data()), keys.numel(), self.size(0), on);
  renorm_rows({target.scalar_type(), target.impl()->data(), target.size(1), target.stride(0), target.stride(1)}, rows,
              max_norm, norm_type, on);
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
// Embedding: rows are copied; their gradients are added row by row after sorting.
#include "src/backends/cuda/embedding.h"

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

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

Tensor embedding(Out out, const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  const OnDevice on(weight);
  embedding_rule(weight, indices);
  check_same_device("embedding", weight, {&indices});
  const Tensor at = long_indices(indices), w = weight.resolve_neg().contiguous();
  DimVector sizes(indices.sizes());
  sizes.push_back(w.size(1));
  Tensor y(make_tensor(sizes, w.scalar_type(), w.device()));
  if (y.numel() == 0) return finish_converted(out, std::move(y));
  const DimVector shape = {at.numel(), w.size(1)};
  gather_elements(shape, w.itemsize(), {y.impl()->data(), contiguous_strides(shape)}, {w.impl()->data(), {0, 1}},
                  {at.impl()->data(), {1, 0}}, {w.size(0), w.size(1) * static_cast<int64_t>(w.itemsize()), false}, on);
  return finish_converted(out, std::move(y));
}

Tensor embedding_dense_backward(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                int64_t padding_idx, bool scale_grad_by_freq) {
  const OnDevice on(grad_output);
  embedding_backward_rule(grad_output, indices);
  check_same_device("embedding_dense_backward", grad_output, {&indices});
  const Tensor dy = grad_output.resolve_neg().contiguous();
  const int64_t width = dy.size(-1);
  const ScalarType dtype = dy.scalar_type();
  Tensor dw(make_tensor({num_weights, width}, dtype, dy.device()));
  if (dw.numel() == 0) return finish_converted(out, std::move(dw));
  check(driver().fill(dw.impl()->data(), 0, dw.nbytes(), on.stream()), "cudaMemsetAsync");
  const Tensor keys = keys_of(indices, num_weights, on);
  const int64_t row = width * static_cast<int64_t>(dy.itemsize());
  add_rows(dtype, static_cast<int64_t*>(keys.impl()->data()), keys.numel(), num_weights, DimVector{width},
           {{dw.impl()->data(), {1}}, row}, {{dy.impl()->data(), {1}}, row}, {1, scale_grad_by_freq}, on);
  if (padding_idx >= 0 && padding_idx < num_weights)
    check(driver().fill(static_cast<char*>(dw.impl()->data()) + padding_idx * row, 0, static_cast<size_t>(row),
                        on.stream()),
          "cudaMemsetAsync");
  return finish_converted(out, std::move(dw));
}

Tensor embedding_renorm(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  const OnDevice on(self);
  embedding_renorm_rule(self, indices);
  check_same_device("embedding_renorm_", self, {&indices});
  const Tensor target = out.is_in_place() ? out.tensor() : clone(self, std::nullopt);
  if (indices.numel() != 0) {
    const Tensor keys = keys_of(indices, self.size(0), on);
    const SortedPositions rows(static_cast<int64_t*>(keys.impl()->data()), keys.numel(), self.size(0), on);
    renorm_rows({target.scalar_type(), target.impl()->data(), target.size(1), target.stride(0), target.stride(1)}, rows,
                max_norm, norm_type, on);
  }
  return finish_write(out, target);
}

}  // namespace torchpp::cuda

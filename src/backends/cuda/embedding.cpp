// SPDX-License-Identifier: BSD-3-Clause
// Embedding: rows are copied, or bags of them are added; their gradients are added row by row after sorting.
#include "src/backends/cuda/embedding.h"

#include "src/backends/cuda/index.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/wide_result.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cuda {
namespace {

// The indices, checked, in memory that may be written.
Tensor keys_of(const Tensor& indices, int64_t rows, const OnDevice& on) {
  const Tensor at = long_indices(indices).view({-1}), keys = make_keys(at.sizes(), rows, at.device());
  set_keys(at.sizes(), list_of(keys), {at.impl()->data(), {1}}, {rows, 1, false}, 1, {nullptr, {0}}, on);
  return keys;
}

// Row `index` of a gradient becomes zero, if there is one.
void clear_row(const Tensor& t, int64_t index, const OnDevice& on) {
  if (index < 0 || index >= t.size(0)) return;
  const size_t row = static_cast<size_t>(t.size(1)) * t.itemsize();
  check(driver().fill(static_cast<char*>(t.impl()->data()) + static_cast<size_t>(index) * row, 0, row, on.stream()),
        "cudaMemsetAsync");
}

int64_t* longs(const Tensor& t) { return static_cast<int64_t*>(t.impl()->data()); }

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
  const OnDevice on(grad_output);
  const Tensor& dw = plan.result();
  if (dw.numel() == 0) return;
  const Tensor dy = dense(grad_output);
  const int64_t width = dw.size(1) * (dw.is_complex() ? 2 : 1);  // a complex number is two real ones
  check(driver().fill(dw.impl()->data(), 0, dw.nbytes(), on.stream()), "cudaMemsetAsync");
  const Tensor keys = keys_of(indices, num_weights, on);
  const int64_t row = dw.size(1) * static_cast<int64_t>(dy.itemsize());
  add_rows(toRealValueType(dy.scalar_type()), list_of(keys), keys.numel(), num_weights, DimVector{width},
           {{dw.impl()->data(), {1}}, row}, {{dy.impl()->data(), {1}}, row}, {1, scale_grad_by_freq}, on);
  clear_row(dw, padding_idx, on);
}

void embedding_bag_forward(const EmbeddingBagPlan& plan, const Tensor& weight, const Tensor& indices,
                           const Tensor& offsets, bool, int64_t mode, bool, const Tensor& per_sample_weights,
                           bool include_last_offset, int64_t padding_idx) {
  const OnDevice on(weight);
  const ScalarType dtype = weight.scalar_type();
  const Tensor &result = plan.result(0), &bag_of = plan.result(1);
  const DenseOperand table(weight), scale(per_sample_weights, dtype), at(indices, kLong), starts(offsets, kLong);
  const BagWork work = {dtype,          table.data(),   scale.data(),   at.data<int64_t>(), starts.data<int64_t>(),
                        weight.size(0), weight.size(1), result.size(0), indices.numel(),    include_last_offset,
                        padding_idx};
  const Tensor sizes = computed(plan, kLong, 2), of_each = computed(plan, kLong, 3);
  if (static_cast<BagMode>(mode) == BagMode::kMax) {
    greatest_of_bags(work, result.impl()->data(), longs(sizes), longs(of_each), on);
    deliver(plan, of_each, 3);
  } else {
    sum_bags(work, static_cast<BagMode>(mode) == BagMode::kMean, result.impl()->data(), longs(sizes), on);
    copy_values(plan.result(3), sizes);
  }
  deliver(plan, sizes, 2);
  if (bag_of.numel() != 0) copy_values(bag_of, bags_of_indices(offsets, indices.numel()));
}

void embedding_bag_dense_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad, const Tensor& indices,
                                  const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices,
                                  int64_t num_weights, bool scale_grad_by_freq, int64_t mode,
                                  const Tensor& per_sample_weights, int64_t padding_idx) {
  const OnDevice on(grad);
  const Tensor& dw = plan.result();
  if (dw.numel() == 0) return;
  check(driver().fill(dw.impl()->data(), 0, dw.nbytes(), on.stream()), "cudaMemsetAsync");
  if (grad.numel() == 0) return;
  if (static_cast<BagMode>(mode) == BagMode::kMax) {  // indices of empty bags mean nothing
    const Tensor given = grad.masked_fill(bag_size.eq(0).unsqueeze(1), 0);
    dw.scatter_add_(0, converted(maximum_indices, kLong), given);
    return;
  }
  const ScalarType dtype = dw.scalar_type();
  const DenseOperand dy(grad), bag_of(offset2bag, kLong), sizes(bag_size, kLong),
      scale(per_sample_weights, compute_type(dtype));
  const Tensor keys = keys_of(indices, num_weights, on);
  const int64_t width = dw.size(1), row = width * static_cast<int64_t>(dw.itemsize());
  const BagRows bags = {bag_of.data<int64_t>(), grad.size(0),
                        static_cast<BagMode>(mode) == BagMode::kMean ? sizes.data<int64_t>() : nullptr, scale.data()};
  add_bag_rows(dtype, list_of(keys), keys.numel(), num_weights, DimVector{width}, {{dw.impl()->data(), {1}}, row},
               {{dy.data(), {1}}, row}, bags, scale_grad_by_freq, on);
  clear_row(dw, padding_idx, on);
}

void embedding_bag_per_sample_weights_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad,
                                               const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                                               const Tensor& offset2bag, int64_t, int64_t padding_idx) {
  const OnDevice on(grad);
  const int64_t count = indices.numel();
  const Tensor bags = offset2bag.numel() == count ? offset2bag : bags_of_indices(offsets, count);
  const DenseOperand dy(grad), table(weight), at(indices, kLong), bag_of(bags, kLong);
  const BagWork work = {
      grad.scalar_type(), table.data(), nullptr, at.data<int64_t>(), nullptr, weight.size(0), weight.size(1),
      grad.size(0),       count,        false,   padding_idx};
  bag_weight_gradients(work, dy.data(), bag_of.data<int64_t>(), plan.result().impl()->data(), on);
}

void embedding_renorm(const EmbeddingPlan& plan, const Tensor& self, const Tensor& indices, double max_norm,
                      double norm_type) {
  if (self.is_complex()) fail_dtype("embedding_renorm", self.scalar_type());
  if (indices.numel() == 0) return;
  const OnDevice on(self);
  const Tensor& target = plan.result();
  const Tensor keys = keys_of(indices, self.size(0), on);
  const SortedPositions rows(list_of(keys), keys.numel(), self.size(0), on);
  renorm_rows({target.scalar_type(), target.impl()->data(), target.size(1), target.stride(0), target.stride(1)}, rows,
              max_norm, norm_type, on);
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause

// Bags of embeddings on the CPU: a bag is made by one thread; a row's gradients are added in the order of the indices,
// each row by one thread. 16-bit rows are added in float.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cpu {
namespace {

ScalarType compute_type(ScalarType t) { return t == kDouble ? kDouble : kFloat; }

template <class F>
void with_compute_type(ScalarType t, const F& f) {
  if (t == kDouble) f(double());
  else f(float());
}

int64_t grain(int64_t elements) { return std::max<int64_t>(1, 32768 / std::max<int64_t>(1, elements)); }

void store_list(const Tensor& to, const std::vector<int64_t>& values) {
  Tensor list(make_tensor(to.sizes(), kLong, Device(kCPU)));
  if (!values.empty()) __builtin_memcpy(list.impl()->data(), values.data(), values.size() * sizeof(int64_t));
  copy_values(to, list);
}

template <class C, class M>
void add_row_times(C* __restrict sum, const M* __restrict row, int64_t width, C scale) {
  for (int64_t j = 0; j < width; ++j) sum[j] += static_cast<C>(row[j]) * scale;
}

template <class C, class M>
void make_bags(const Tensor& result, const Tensor& weight, const int64_t* index, const std::vector<int64_t>& ends,
               BagMode mode, const C* scale, int64_t padding_idx, std::vector<int64_t>& sizes, int64_t* greatest) {
  const DenseOperand table(weight);
  const M* rows = table.data<M>();
  const int64_t width = weight.size(1), bags = result.size(0);
  M* to = static_cast<M*>(result.impl()->data());
  const int64_t all = ends.empty() ? 0 : ends.back(), per_bag = bags == 0 ? 1 : all * width / bags;
  const BagSumFn bag_sum = select(bag_sum_loops, weight.scalar_type());
  parallel_for(0, bags, grain(per_bag), [&](int64_t begin, int64_t end) {
    std::vector<C> converted(std::is_same_v<C, M> ? 0 : static_cast<size_t>(width));
    for (int64_t b = begin; b < end; ++b) {
      C* const sum = std::is_same_v<C, M> ? reinterpret_cast<C*>(to + b * width) : converted.data();
      const int64_t first = b == 0 ? 0 : ends[static_cast<size_t>(b - 1)], last = ends[static_cast<size_t>(b)];
      int64_t count = 0;
      if (mode != BagMode::kMax && scale == nullptr) {
        bag_sum(sum, rows, index + first, last - first, all - first, width, padding_idx);
        count = last - first - std::count(index + first, index + last, padding_idx);
      } else {
        std::fill_n(sum, width, C(0));
        for (int64_t i = first; i < last; ++i) {
          if (index[i] == padding_idx) continue;
          const M* row = rows + index[i] * width;
          if (mode != BagMode::kMax) {
            add_row_times(sum, row, width, scale[i]);
          } else {
            int64_t* at = greatest + b * width;
            for (int64_t j = 0; j < width; ++j) {
              const C x = static_cast<C>(row[j]);
              if (count == 0 || x > sum[j]) sum[j] = x, at[j] = index[i];
            }
          }
          ++count;
        }
      }
      if (mode == BagMode::kMean && count > 1)
        for (int64_t j = 0; j < width; ++j) sum[j] /= static_cast<C>(count);
      if (!std::is_same_v<C, M>)
        for (int64_t j = 0; j < width; ++j) to[b * width + j] = static_cast<M>(sum[j]);
      sizes[static_cast<size_t>(b)] = count;
    }
  });
}

}  // namespace

void embedding_bag_forward(const EmbeddingBagPlan& plan, const Tensor& weight, const Tensor& indices,
                           const Tensor& offsets, bool, int64_t mode_number, bool, const Tensor& per_sample_weights,
                           bool include_last_offset, int64_t padding_idx) {
  const BagMode mode = static_cast<BagMode>(mode_number);
  const Tensor &result = plan.result(0), &bag_of = plan.result(1);
  const DenseOperand at(indices, kLong), starts(offsets, kLong);
  const int64_t bags = result.size(0), width = result.size(1), count = indices.numel();
  const int64_t* start = starts.data<int64_t>();
  std::vector<int64_t> ends(static_cast<size_t>(bags)), sizes(static_cast<size_t>(bags));
  for (int64_t b = 0; b < bags; ++b)
    ends[static_cast<size_t>(b)] = b + 1 < bags || include_last_offset ? start[b + 1] : count;
  const ScalarType dtype = weight.scalar_type();
  std::vector<int64_t> greatest(static_cast<size_t>(mode == BagMode::kMax ? bags * width : 0));
  visit_floating(dtype, "embedding_bag", [&](auto tag) {
    using M = typename decltype(tag)::type;
    with_compute_type(dtype, [&](auto zero) {
      using C = decltype(zero);
      const DenseOperand scale(per_sample_weights, compute_type(dtype));
      make_bags<C, M>(result, weight, at.data<int64_t>(), ends, mode, scale.data<C>(), padding_idx, sizes,
                      greatest.data());
    });
  });
  if (bag_of.numel() != 0) copy_values(bag_of, bags_of_indices(offsets, count));
  if (mode == BagMode::kSum) std::fill(sizes.begin(), sizes.end(), 0);  // a sum's gradient does not need them
  store_list(plan.result(2), sizes);
  store_list(plan.result(3), mode == BagMode::kMax ? greatest : sizes);
}

void embedding_bag_dense_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad, const Tensor& indices,
                                  const Tensor& offset2bag, const Tensor& bag_size, const Tensor& maximum_indices,
                                  int64_t num_weights, bool scale_grad_by_freq, int64_t mode_number,
                                  const Tensor& per_sample_weights, int64_t padding_idx) {
  const BagMode mode = static_cast<BagMode>(mode_number);
  const Tensor& result = plan.result();
  const ScalarType dtype = result.scalar_type(), compute = compute_type(dtype);
  const int64_t width = result.size(1), bags = grad.size(0), count = indices.numel();
  const DenseOperand at(indices, kLong), bag_of(offset2bag, kLong), sizes(bag_size, kLong),
      greatest(maximum_indices, kLong), from(grad, compute), scale(per_sample_weights, compute);
  const Tensor sum = dtype == compute ? result : Tensor(make_tensor(result.sizes(), compute, Device(kCPU)));
  if (sum.numel() != 0) __builtin_memset(sum.impl()->data(), 0, sum.nbytes());
  const int64_t *index = at.data<int64_t>(), *bag = bag_of.data<int64_t>(), *size = sizes.data<int64_t>(),
                *most = greatest.data<int64_t>();
  std::vector<int64_t> frequency;
  if (scale_grad_by_freq && mode != BagMode::kMax) {
    frequency.resize(static_cast<size_t>(num_weights));
    for (int64_t i = 0; i < count; ++i) ++frequency[static_cast<size_t>(index[i])];
  }
  with_compute_type(dtype, [&](auto zero) {
    using C = decltype(zero);
    C* to = static_cast<C*>(sum.impl()->data());
    const C *g = from.data<C>(), *weights = scale.data<C>();
    if (mode == BagMode::kMax) {  // each thread adds some columns
      for (int64_t b = 0; b < bags; ++b)
        for (int64_t j = 0; j < width && size[b] > 0; ++j)
          if (most[b * width + j] < 0 || most[b * width + j] >= num_weights)
            fail_in_self(most[b * width + j], 0, num_weights);
      parallel_for(0, width, std::max<int64_t>(16, grain(bags)), [&](int64_t begin, int64_t end) {
        for (int64_t b = 0; b < bags; ++b)
          for (int64_t j = begin; j < end && size[b] > 0; ++j) to[most[b * width + j] * width + j] += g[b * width + j];
      });
      return;
    }
    // Every thread reads all indices and adds those of its own rows: reading costs little compared with adding rows.
    parallel_for(0, num_weights, std::max<int64_t>(1, num_weights * 16384 / std::max<int64_t>(1, count * width)),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = 0; i < count; ++i) {
                     const int64_t row = index[i];
                     if (row < begin || row >= end || row == padding_idx || bag[i] < 0 || bag[i] >= bags) continue;
                     C factor = weights != nullptr ? weights[i] : C(1);
                     if (mode == BagMode::kMean && size[bag[i]] > 0) factor /= static_cast<C>(size[bag[i]]);
                     if (!frequency.empty()) factor /= static_cast<C>(frequency[static_cast<size_t>(row)]);
                     const C* line = g + bag[i] * width;
                     for (int64_t j = 0; j < width; ++j) to[row * width + j] += line[j] * factor;
                   }
                 });
  });
  if (dtype != compute) copy_values(result, sum);
}

void embedding_bag_per_sample_weights_backward(const EmbeddingBagBackwardPlan& plan, const Tensor& grad,
                                               const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                                               const Tensor& offset2bag, int64_t, int64_t padding_idx) {
  const Tensor& result = plan.result();
  const ScalarType dtype = result.scalar_type(), compute = compute_type(dtype);
  const int64_t width = weight.size(1), count = indices.numel(), num_bags = grad.size(0);
  const Tensor bags = offset2bag.numel() == count ? offset2bag : bags_of_indices(offsets, count);
  const DenseOperand at(indices, kLong), bag_of(bags, kLong), from(grad, compute), rows(weight, compute);
  const Tensor sums = dtype == compute ? result : Tensor(make_tensor(result.sizes(), compute, Device(kCPU)));
  with_compute_type(dtype, [&](auto zero) {
    using C = decltype(zero);
    C* to = static_cast<C*>(sums.impl()->data());
    const C *g = from.data<C>(), *w = rows.data<C>();
    const int64_t *index = at.data<int64_t>(), *bag = bag_of.data<int64_t>();
    parallel_for(0, count, grain(width), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        C sum = 0;
        if (index[i] != padding_idx && bag[i] < num_bags)
          for (int64_t j = 0; j < width; ++j) sum += g[bag[i] * width + j] * w[index[i] * width + j];
        to[i] = sum;
      }
    });
  });
  if (dtype != compute) copy_values(result, sums);
}

}  // namespace torchpp::cpu

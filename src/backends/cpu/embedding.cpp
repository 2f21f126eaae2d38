// SPDX-License-Identifier: BSD-3-Clause

// Embedding on the CPU: rows are copied; their gradients are added in the order of the indices, each row by one thread.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/backends/cpu/loops.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {

void embedding(const EmbeddingPlan& plan, const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  const DenseOperand at(indices, kLong), w(weight);
  const size_t row = static_cast<size_t>(weight.sizes()[1]) * weight.itemsize();
  const char* from = w.data<char>();
  char* to = static_cast<char*>(plan.result().impl()->data());
  const int64_t* index = at.data<int64_t>();
  parallel_for(0, indices.numel(), std::max<int64_t>(1, 65536 / static_cast<int64_t>(row + 1)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i)
                   __builtin_memcpy(to + static_cast<size_t>(i) * row, from + static_cast<size_t>(index[i]) * row, row);
               });
}

namespace {

// For rows of 16-bit floats, whose sums are taken in float: each row's gradients one after the other, so that one row
// of sums stays in the cache.
void sum_narrow_rows(const Tensor& result, const char* from, const int64_t* index, int64_t count, int64_t padding_idx,
                     bool by_frequency, int64_t grain) {
  constexpr int64_t kWide = sizeof(float), kNarrow = 2;
  const ScalarType dtype = result.scalar_type();
  const int64_t rows = result.sizes()[0], width = result.sizes()[1];
  const LoopFn widen = cast_loop(kFloat, dtype), narrow = cast_loop(dtype, kFloat);
  std::vector<int64_t> ends(static_cast<size_t>(rows) + 1), order(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) ++ends[static_cast<size_t>(index[i]) + 1];
  for (size_t row = 0; row < static_cast<size_t>(rows); ++row) ends[row + 1] += ends[row];
  // What is the end of the row before becomes the row's own.
  for (int64_t i = 0; i < count; ++i) order[static_cast<size_t>(ends[static_cast<size_t>(index[i])]++)] = i;
  char* const to = static_cast<char*>(result.impl()->data());
  parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
    std::vector<float> sum(static_cast<size_t>(width)), x(static_cast<size_t>(width));
    for (int64_t row = begin; row < end; ++row) {
      const int64_t first = row == 0 ? 0 : ends[static_cast<size_t>(row) - 1],
                    last = row == padding_idx ? first : ends[static_cast<size_t>(row)];
      const float scale = by_frequency ? 1.f / static_cast<float>(last - first) : 1.f;
      std::fill(sum.begin(), sum.end(), 0.f);
      for (int64_t k = first; k < last; ++k) {
        char* const data[] = {reinterpret_cast<char*>(x.data()),
                              const_cast<char*>(from) + order[static_cast<size_t>(k)] * width * kNarrow};
        constexpr int64_t kStrides[] = {kWide, kNarrow};
        widen(data, kStrides, width, nullptr);
        for (size_t j = 0; j < sum.size(); ++j) sum[j] += x[j] * scale;
      }
      char* const data[] = {to + row * width * kNarrow, reinterpret_cast<char*>(sum.data())};
      constexpr int64_t kStrides[] = {kNarrow, kWide};
      narrow(data, kStrides, width, nullptr);
    }
  });
}

}  // namespace

void embedding_dense_backward(const EmbeddingPlan& plan, const Tensor& grad_output, const Tensor& indices,
                              int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq) {
  const Tensor& result = plan.result();
  const ScalarType dtype = result.scalar_type();
  // A complex number is two real ones.
  const int64_t width = result.sizes()[1] * (result.is_complex() ? 2 : 1), count = indices.numel();
  const DenseOperand at(indices, kLong), rows(grad_output, dtype);
  const int64_t* index = at.data<int64_t>();
  const int64_t grain = std::max<int64_t>(1, num_weights * 16384 / std::max<int64_t>(1, count * width));
  if (isReducedFloatingType(dtype))
    return sum_narrow_rows(result, rows.data<char>(), index, count, padding_idx, scale_grad_by_freq, grain);
  if (result.numel() != 0) __builtin_memset(result.impl()->data(), 0, result.nbytes());
  std::vector<int64_t> frequency;
  if (scale_grad_by_freq) {
    frequency.resize(static_cast<size_t>(num_weights));
    for (int64_t i = 0; i < count; ++i) ++frequency[static_cast<size_t>(index[i])];
  }
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(result.impl()->data());
    const T* const from = rows.data<T>();
    // Every thread reads all indices and adds those of its own rows: reading costs little compared with adding rows.
    parallel_for(0, num_weights, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = 0; i < count; ++i) {
        const int64_t row = index[i];
        if (row < begin || row >= end || row == padding_idx) continue;
        const T scale = scale_grad_by_freq ? T(1) / static_cast<T>(frequency[static_cast<size_t>(row)]) : T(1);
        for (int64_t j = 0; j < width; ++j) to[row * width + j] += from[i * width + j] * scale;
      }
    });
  };
  if (toRealValueType(dtype) == kDouble) add(double());
  else add(float());
}

void embedding_renorm(const EmbeddingPlan& plan, const Tensor& self, const Tensor& indices, double max_norm,
                      double norm_type) {
  const ScalarType dtype = self.scalar_type();
  const DenseOperand at(indices, kLong);
  const int64_t* index = at.data<int64_t>();
  std::vector<int64_t> rows(index, index + indices.numel());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());

  const Tensor& target = plan.result();
  const int64_t width = self.sizes()[1], itemsize = static_cast<int64_t>(target.itemsize());
  const int64_t row_step = target.strides()[0] * itemsize, step = target.strides()[1] * itemsize;
  // A complex number is two real ones: the loops convert all first parts, then all second ones.
  const ScalarType part = toRealValueType(dtype);
  const size_t parts = self.is_complex() ? 2 : 1;
  const LoopFn widen = part == kDouble ? copy_loop(8) : cast_loop(kDouble, part),
               narrow = part == kDouble ? copy_loop(8) : cast_loop(part, kDouble);
  std::vector<double> row(static_cast<size_t>(width) * parts);
  const int64_t row_item = static_cast<int64_t>(parts * sizeof(double)),
                part_size = itemsize / static_cast<int64_t>(parts);
  for (int64_t r : rows) {
    char* memory = static_cast<char*>(target.impl()->data()) + r * row_step;
    for (size_t k = 0; k < parts; ++k) {
      char* data[2] = {reinterpret_cast<char*>(row.data() + k), memory + static_cast<int64_t>(k) * part_size};
      int64_t strides[2] = {row_item, step};
      widen(data, strides, width, nullptr);
    }
    double norm = 0;
    for (size_t i = 0; i < row.size(); i += parts) {
      const double magnitude = parts == 2 ? std::hypot(row[i], row[i + 1]) : std::fabs(row[i]);
      if (std::isinf(norm_type)) norm = std::max(norm, magnitude);
      else norm += norm_type == 2 ? magnitude * magnitude : std::pow(magnitude, norm_type);
    }
    if (!std::isinf(norm_type)) norm = norm_type == 2 ? std::sqrt(norm) : std::pow(norm, 1 / norm_type);
    if (!(norm > max_norm)) continue;
    const double scale = max_norm / (norm + 1e-7);
    for (double& v : row) v *= scale;
    for (size_t k = 0; k < parts; ++k) {
      char* data[2] = {memory + static_cast<int64_t>(k) * part_size, reinterpret_cast<char*>(row.data() + k)};
      int64_t strides[2] = {step, row_item};
      narrow(data, strides, width, nullptr);
    }
  }
}

}  // namespace torchpp::cpu

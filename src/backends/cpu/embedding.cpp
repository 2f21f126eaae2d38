// SPDX-License-Identifier: BSD-3-Clause

// Embedding on the CPU: rows are copied; their gradients are added in the order of the indices, each row by one thread.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
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

void embedding_dense_backward(const EmbeddingPlan& plan, const Tensor& grad_output, const Tensor& indices,
                              int64_t num_weights, int64_t padding_idx, bool scale_grad_by_freq) {
  const Tensor& result = plan.result();
  // Sums of 16-bit rows are taken in float. A complex number is two real ones.
  const ScalarType dtype = result.scalar_type(), compute = isReducedFloatingType(dtype) ? kFloat : dtype;
  const int64_t width = result.sizes()[1] * (result.is_complex() ? 2 : 1), count = indices.numel();
  const bool widens = compute == kFloat && isReducedFloatingType(grad_output.scalar_type());  // row by row
  const DenseOperand at(indices, kLong), rows(grad_output, widens ? grad_output.scalar_type() : compute);
  const LoopFn widen = widens ? cast_loop(kFloat, grad_output.scalar_type()) : nullptr;
  const int64_t* index = at.data<int64_t>();
  const Tensor dw = dtype == compute ? result : Tensor(make_tensor(result.sizes(), compute, kCPU));
  if (dw.numel() != 0) __builtin_memset(dw.impl()->data(), 0, dw.nbytes());
  std::vector<int64_t> frequency;
  if (scale_grad_by_freq) {
    frequency.resize(static_cast<size_t>(num_weights));
    for (int64_t i = 0; i < count; ++i) ++frequency[static_cast<size_t>(index[i])];
  }
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(dw.impl()->data());
    const char* const from = rows.data<char>();
    // Every thread reads all indices and adds those of its own rows: reading costs little compared with adding rows.
    parallel_for(
        0, num_weights, std::max<int64_t>(1, num_weights * 16384 / std::max<int64_t>(1, count * width)),
        [&](int64_t begin, int64_t end) {
          std::vector<T> wide(widen != nullptr ? static_cast<size_t>(width) : 0);
          const auto gradient = [&](int64_t i) {
            if (widen == nullptr) return reinterpret_cast<const T*>(from) + i * width;
            char* const data[] = {reinterpret_cast<char*>(wide.data()), const_cast<char*>(from) + i * width * 2};
            constexpr int64_t kStrides[] = {sizeof(T), 2};
            widen(data, kStrides, width, nullptr);
            return static_cast<const T*>(wide.data());
          };
          for (int64_t i = 0; i < count; ++i) {
            const int64_t row = index[i];
            if (row < begin || row >= end || row == padding_idx) continue;
            const T scale = scale_grad_by_freq ? T(1) / static_cast<T>(frequency[static_cast<size_t>(row)]) : T(1);
            const T* const x = gradient(i);
            for (int64_t j = 0; j < width; ++j) to[row * width + j] += x[j] * scale;
          }
        });
  };
  if (toRealValueType(compute) == kDouble) add(double());
  else add(float());
  if (dtype != compute) copy_values(result, dw);
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

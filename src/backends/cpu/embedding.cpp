// SPDX-License-Identifier: BSD-3-Clause

// Embedding on the CPU: rows are copied; their gradients are added in the order of the indices, each row by one thread.

#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

const int64_t* data_of(const Tensor& indices) { return static_cast<const int64_t*>(indices.impl()->data()); }
void check_range(const Tensor& indices, int64_t rows) {
  if (indices.is_meta()) return;
  const int64_t* at = data_of(indices);
  for (int64_t i = 0; i < indices.numel(); ++i)
    TORCHPP_CHECK_INDEX(at[i] >= 0 && at[i] < rows, "index out of range in self: got ", at[i], ", expected 0 to ",
                        rows - 1);
}

}  // namespace

Tensor embedding(Out out, const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  embedding_rule(weight, indices);
  const Tensor at = long_indices(indices), w = weight.resolve_neg().contiguous();
  check_range(at, w.size(0));
  DimVector sizes(indices.sizes());
  sizes.push_back(w.size(1));
  Tensor y(make_tensor(sizes, w.scalar_type(), w.device()));
  if (y.is_meta()) return finish_converted(out, std::move(y));
  const size_t row = static_cast<size_t>(w.size(1)) * w.itemsize();
  const char* from = static_cast<const char*>(w.impl()->data());
  char* to = static_cast<char*>(y.impl()->data());
  const int64_t* index = data_of(at);
  parallel_for(0, at.numel(), std::max<int64_t>(1, 65536 / static_cast<int64_t>(row + 1)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i)
                   __builtin_memcpy(to + static_cast<size_t>(i) * row, from + static_cast<size_t>(index[i]) * row, row);
               });
  return finish_converted(out, std::move(y));
}

Tensor embedding_dense_backward(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                int64_t padding_idx, bool scale_grad_by_freq) {
  embedding_backward_rule(grad_output, indices);
  const int64_t width = grad_output.dim() == 0 ? 0 : grad_output.size(-1), count = indices.numel();
  const Tensor at = long_indices(indices), dy = grad_output.resolve_neg().contiguous();
  check_range(at, num_weights);
  if (dy.is_meta())
    return finish_converted(out, Tensor(make_tensor({num_weights, width}, dy.scalar_type(), dy.device())));
  const int64_t* index = data_of(at);
  // Sums of 16-bit rows are taken in float.
  const ScalarType dtype = dy.scalar_type(), compute = dtype == kDouble ? kDouble : kFloat;
  Tensor dw(make_tensor({num_weights, width}, compute, kCPU));
  if (dw.numel() != 0) __builtin_memset(dw.impl()->data(), 0, dw.nbytes());
  std::vector<int64_t> frequency;
  if (scale_grad_by_freq) {
    frequency.resize(static_cast<size_t>(num_weights));
    for (int64_t i = 0; i < count; ++i) ++frequency[static_cast<size_t>(index[i])];
  }
  const Tensor rows = dtype == compute ? dy : dy.to(compute);
  const auto add = [&](auto zero) {
    using T = decltype(zero);
    T* to = static_cast<T*>(dw.impl()->data());
    const T* from = static_cast<const T*>(rows.impl()->data());
    // Every thread reads all indices and adds those of its own rows: reading costs little compared with adding rows.
    parallel_for(0, num_weights, std::max<int64_t>(1, num_weights * 16384 / std::max<int64_t>(1, count * width)),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = 0; i < count; ++i) {
                     const int64_t row = index[i];
                     if (row < begin || row >= end || row == padding_idx) continue;
                     const T scale =
                         scale_grad_by_freq ? T(1) / static_cast<T>(frequency[static_cast<size_t>(row)]) : T(1);
                     for (int64_t j = 0; j < width; ++j) to[row * width + j] += from[i * width + j] * scale;
                   }
                 });
  };
  if (compute == kDouble) add(double());
  else add(float());
  return finish_converted(out, dtype == compute ? dw : dw.to(dtype));
}

Tensor embedding_renorm(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  embedding_renorm_rule(self, indices);
  const ScalarType dtype = self.scalar_type();
  const Tensor at = long_indices(indices);
  check_range(at, self.size(0));
  std::vector<int64_t> rows;  // none of Meta tensors, of which none changes
  if (!at.is_meta()) rows.assign(data_of(at), data_of(at) + at.numel());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());

  const Tensor target = out.is_in_place() ? out.tensor() : self.clone();
  const int64_t width = self.size(1), step = target.stride(1) * static_cast<int64_t>(target.itemsize());
  std::vector<double> row(static_cast<size_t>(width));
  for (int64_t r : rows) {
    char* memory =
        static_cast<char*>(target.impl()->data()) + r * target.stride(0) * static_cast<int64_t>(target.itemsize());
    char* data[2] = {reinterpret_cast<char*>(row.data()), memory};
    int64_t strides[2] = {sizeof(double), step};
    (dtype == kDouble ? copy_loop(8) : cast_loop(kDouble, dtype))(data, strides, width, nullptr);
    double norm = 0;
    for (double v : row) {
      const double magnitude = std::fabs(v);
      if (std::isinf(norm_type)) norm = std::max(norm, magnitude);
      else norm += norm_type == 2 ? v * v : std::pow(magnitude, norm_type);
    }
    if (!std::isinf(norm_type)) norm = norm_type == 2 ? std::sqrt(norm) : std::pow(norm, 1 / norm_type);
    if (!(norm > max_norm)) continue;
    const double scale = max_norm / (norm + 1e-7);
    for (double& v : row) v *= scale;
    std::swap(data[0], data[1]);
    std::swap(strides[0], strides[1]);
    (dtype == kDouble ? copy_loop(8) : cast_loop(dtype, kDouble))(data, strides, width, nullptr);
  }
  return finish_write(out, target);
}

}  // namespace torchpp::cpu

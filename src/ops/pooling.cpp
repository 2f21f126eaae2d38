// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/generated/pooling.h"
#include "src/core/shape.h"
#include "src/ops/generated/reduction.h"
#include "src/ops/generated/view.h"
#include "src/ops/result.h"

namespace torchpp::composite {
namespace {

// (.., L) is (.., 1, L): a list of one number with `other` before it.
DimVector with_row(const char* op, const char* name, IntArrayRef values, int64_t other) {
  if (values.empty()) return {};
  TORCHPP_CHECK(values.size() == 1, op, "() argument '", name, "' should contain one int (got ", values.size(), ")");
  return {other, values[0]};
}
void check_lines(const char* op, const Tensor& self) {
  TORCHPP_CHECK(self.dim() == 2 || self.dim() == 3, op, ": Expected 2 to 3 dimensions, but got ", self.dim(),
                "-dimensional tensor for argument #1 'self' (while checking arguments for ", op, ")");
}

}  // namespace

Tensor max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  const char* op = "max_pool1d";
  TORCHPP_CHECK(
      self.dim() == 2 || self.dim() == 3, op,
      ": Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:", self.sizes());
  const Tensor y =
      op::max_pool2d(self.unsqueeze(-2), with_row(op, "kernel_size", kernel_size, 1), with_row(op, "stride", stride, 1),
                     with_row(op, "padding", padding, 0), with_row(op, "dilation", dilation, 1), ceil_mode);
  DimVector sizes(y.sizes());
  sizes.erase(sizes.size() - 2);
  return op::unsafe_view(y, sizes);
}
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                                   IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  const char* op = "max_pool1d_with_indices";
  check_lines(op, self);
  auto [y, indices] = op::max_pool2d_with_indices(
      Out(), self.unsqueeze(-2), with_row(op, "kernel_size", kernel_size, 1), with_row(op, "stride", stride, 1),
      with_row(op, "padding", padding, 0), with_row(op, "dilation", dilation, 1), ceil_mode);
  return {y.squeeze(-2), indices.squeeze(-2)};
}

Tensor max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  return std::get<0>(op::max_pool3d_with_indices(Out(), self, kernel_size, stride, padding, dilation, ceil_mode));
}

Tensor avg_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool ceil_mode,
                  bool count_include_pad) {
  const char* op = "avg_pool1d";
  check_lines(op, self);
  return op::avg_pool2d(Out(), self.unsqueeze(-2), with_row(op, "kernel_size", kernel_size, 1),
                        with_row(op, "stride", stride, 1), with_row(op, "padding", padding, 0), ceil_mode,
                        count_include_pad, nullopt)
      .squeeze(-2);
}

namespace {

// The one average of an image without elements is NaN; into more than one window such an image is not divided.
bool averages_nothing(const Tensor& self, IntArrayRef output_size) {
  const auto dims = static_cast<int64_t>(output_size.size());
  if (self.dim() != dims + 1 && self.dim() != dims + 2) return false;
  bool empty = false;
  for (int64_t d = 0; d < dims; ++d) {
    if (output_size[static_cast<size_t>(d)] != 1) return false;
    empty |= self.size(d - dims) == 0;
  }
  return empty;
}

// The adaptive averages over the last `dims` dimensions.
template <class Op>
Tensor adaptive_average(const Op& op, size_t dims, Out out, const Tensor& self, IntArrayRef output_size) {
  const DimVector each(dims, output_size.empty() ? 0 : output_size[0]);
  const IntArrayRef sizes = output_size.size() == 1 ? IntArrayRef(each) : output_size;
  check_out_dtype(out, self.scalar_type());
  if (TORCHPP_UNLIKELY(sizes.size() == dims && averages_nothing(self, sizes))) {
    static constexpr int64_t kLast[] = {-1, -2, -3};
    return op::mean(out, self, IntArrayRef(kLast, dims), true, nullopt);
  }
  return op(out, self, sizes);
}

}  // namespace

Tensor adaptive_avg_pool2d_any(Out out, const Tensor& self, IntArrayRef output_size) {
  return adaptive_average(op::adaptive_avg_pool2d, 2, out, self, output_size);
}
Tensor adaptive_avg_pool3d_any(Out out, const Tensor& self, IntArrayRef output_size) {
  return adaptive_average(op::adaptive_avg_pool3d, 3, out, self, output_size);
}
Tensor adaptive_avg_pool1d(const Tensor& self, IntArrayRef output_size) {
  const char* op = "adaptive_avg_pool1d";
  check_lines(op, self);
  return adaptive_avg_pool2d_any(Out(), self.unsqueeze(-2), with_row(op, "output_size", output_size, 1)).squeeze(-2);
}

std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor& self, IntArrayRef output_size) {
  const char* op = "adaptive_max_pool1d";
  check_lines(op, self);
  auto [y, indices] = op::adaptive_max_pool2d(Out(), self.unsqueeze(-2), with_row(op, "output_size", output_size, 1));
  return {y.squeeze(-2), indices.squeeze(-2)};
}

}  // namespace torchpp::composite

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/ops/creation.h>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/random.h"
#include "src/ops/random_rules.h"
#include "src/ops/result.h"

namespace torchpp {

namespace composite {

Tensor bernoulli(Out out, const Tensor& self, const Generator& generator) {
  // libtorch's new result is contiguous; that of bernoulli.Tensor has the order of its first argument.
  const Tensor dense = out.functional() ? self.contiguous() : self;
  return op::bernoulli_tensor(out, dense, dense, generator);
}
Tensor bernoulli_half(const Tensor& self) {
  op::bernoulli_float(Out::in_place(self), self, 0.5, Generator());
  return self;
}

Tensor normal_float_float(double mean, double std, IntArrayRef size, const Generator& generator,
                          TensorOptions options) {
  const Tensor result = empty(size, options.requires_grad(std::nullopt));
  op::normal(Out::in_place(result), result, mean, std, generator);
  if (!result.is_inference()) result.impl()->version_counter().set(0);
  return result;
}
Tensor normal_float_float_out(double mean, double std, IntArrayRef size, const Generator& generator,
                              const Tensor& out) {
  resize_output(out, size);
  op::normal(Out::in_place(out), out, mean, std, generator);
  return out;
}

}  // namespace composite

// As libtorch, these draw standard normal numbers, which they scale and shift.
namespace every_backend {
namespace {

// The elements of a Meta tensor are not known.
void check_deviations(const Tensor& std) {
  TORCHPP_CHECK(!std.is_complex(), "normal expects standard deviation to be non-complex, got ", std.dtype());
  if (std.numel() == 0 || std.is_meta()) return;
  const double least = std.min().to(kDouble).item<double>();  // NaN where there is one
  TORCHPP_CHECK(least >= 0, "normal expects all elements of std >= 0.0, but found ", least);
}

// A new tensor of normal numbers. Where there is a destination, it has the dtype and, as numbers are drawn in the order
// of memory, the strides of that.
Tensor draw(const Out& out, IntArrayRef sizes, const Tensor& like, double std, const Generator& generator) {
  const Tensor& to = out.functional() ? like : out.tensor();
  if (!out.functional()) {
    check_no_internal_overlap(to);
    check_no_partial_overlap(to, like);
  }
  const bool strided = !out.functional() && to.sizes() == sizes;
  const Tensor result(strided ? make_tensor_strided(sizes, to.strides(), to.scalar_type(), to.device())
                              : make_tensor(sizes, to.scalar_type(), like.device()));
  op::normal(Out::in_place(result), result, 0, std, generator);
  return result;
}
Tensor finish(const Out& out, Tensor result) {
  if (out.functional()) return result;
  detail::assign(out, result);
  return Tensor();
}

}  // namespace

Tensor normal_Tensor_float(Out out, const Tensor& mean, double std, const Generator& generator) {
  check_normal(std);
  // libtorch does not resize the destination of this one, to which the mean broadcasts; here all are resized.
  return finish(out, draw(out, mean.sizes(), mean, std, generator).add_(mean));
}
Tensor normal_float_Tensor(Out out, double mean, const Tensor& std, const Generator& generator) {
  check_deviations(std);
  return finish(out, draw(out, std.sizes(), std, 1, generator).mul_(std).add_(Scalar(mean)));
}
Tensor normal_Tensor_Tensor(Out out, const Tensor& mean, const Tensor& std, const Generator& generator) {
  check_deviations(std);
  if (!out.functional()) check_no_partial_overlap(out.tensor(), std);
  const DimVector sizes = broadcast_sizes(mean.sizes(), std.sizes());
  return finish(out, draw(out, sizes, mean, 1, generator).mul_(std).add_(mean));
}

}  // namespace every_backend
}  // namespace torchpp

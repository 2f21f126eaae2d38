// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/half.h>
#include <torchpp/ops/creation.h>

#include <cstring>
#include <limits>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/random.h"
#include "src/ops/random_rules.h"
#include "src/ops/result.h"

namespace torchpp {

Tensor Generator::get_state() const {
  const std::vector<uint8_t> bytes = state_bytes();
  Tensor state = torchpp::empty({static_cast<int64_t>(bytes.size())}, kByte);
  std::memcpy(state.data_ptr(), bytes.data(), bytes.size());
  return state;
}
void Generator::set_state(const Tensor& state) {
  TORCHPP_CHECK_TYPE(state.defined() && state.is_cpu() && state.layout() == kStrided && state.scalar_type() == kByte,
                     "RNG state must be a torch.ByteTensor");
  const Tensor dense = state.contiguous();
  const auto* bytes = dense.const_data_ptr<uint8_t>();
  set_state(std::vector<uint8_t>(bytes, bytes + dense.numel()));
}

namespace composite {

Tensor bernoulli(Out out, const Tensor& self, const Generator& generator) {
  // libtorch's new result is contiguous; that of bernoulli.Tensor has the order of its first argument.
  const Tensor dense = out.functional() ? self.contiguous() : self;
  return op::bernoulli_tensor(out, dense, dense, generator);
}
Tensor rrelu_with_noise(Out out, const Tensor& self, const Tensor& noise, const Scalar& lower, const Scalar& upper,
                        bool training, const Generator& generator) {
  TORCHPP_CHECK(noise.defined(),
                "rrelu_with_noise: got an undefined tensor for argument 'noise', expected a defined one");
  const double low = lower.toDouble(), high = upper.toDouble();
  if (!training) return op::leaky_relu(out, self, (low + high) / 2);
  TORCHPP_CHECK(noise.sizes() == self.sizes() && noise.scalar_type() == self.scalar_type(),
                "rrelu_with_noise: expected noise of size ", self.sizes(), " and scalar type ", self.scalar_type(),
                " but found ", noise.sizes(), " of ", noise.scalar_type());
  if (!isFloatingType(self.scalar_type())) fail_dtype("rrelu_with_noise_out_cpu", self.scalar_type());
  // libtorch draws a double for each element that is not positive, in order.
  {
    const NoGradGuard no_grad;
    const Tensor mask = self.le(0);
    const Tensor slopes = empty({mask.sum().item<int64_t>()}, self.options().dtype(kDouble));
    op::uniform(Out::in_place(slopes), slopes, low, high, generator);
    noise.fill_(1);
    noise.masked_scatter_(mask, slopes.to(noise.scalar_type()));
  }
  // Slope 1 changes nothing but the derivative: it depends on the input, and its own derivative is zero, not missing.
  const Tensor input = out.is_in_place() ? self.clone() : self;  // which backward reads
  return finish_composite("rrelu_with_noise", out, op::mul(Out(), op::leaky_relu(Out(), input, 1), noise));
}
Tensor rrelu(Out out, const Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
             const Generator& generator) {
  TORCHPP_CHECK(lower.toDouble() <= upper.toDouble(),
                "Lower bound should be less than or equal to the upper bound: got ", lower.toDouble(), " and ",
                upper.toDouble());
  const Tensor noise = training ? empty_like(self.detach(), {}, MemoryFormat::Contiguous) : self;
  return rrelu_with_noise(out, self, noise, lower, upper, training, generator);
}
Tensor bernoulli_half(const Tensor& self) {
  op::bernoulli_float(Out::in_place(self), self, 0.5, Generator());
  return self;
}

Tensor normal_float_float(double mean, double std, IntArrayRef size, const Generator& generator,
                          TensorOptions options) {
  const Tensor result = empty(size, options.requires_grad(nullopt));
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
// The least normal number and the greatest below 1.
struct Interval {
  double least, greatest;
};
template <class T>
constexpr Interval unit_interval() {
  return {static_cast<double>(std::numeric_limits<T>::min()),
          1 - static_cast<double>(std::numeric_limits<T>::epsilon()) / 2};
}
Interval open_unit_interval(ScalarType dtype) {
  switch (dtype) {
    case kDouble: return unit_interval<double>();
    case kHalf: return unit_interval<Half>();
    case kBFloat16: return unit_interval<BFloat16>();
    default: return unit_interval<float>();
  }
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

// As libtorch, gamma numbers of double over their sums; rounding and what is too small for the dtype must not make 0
// or 1.
Tensor sample_dirichlet(Out out, const Tensor& self, const Generator& generator) {
  const ScalarType dtype = self.scalar_type();
  if (!isFloatingType(dtype)) fail_dtype("dirichlet", dtype);
  if (!out.functional()) {
    check_no_internal_overlap(out.tensor());
    check_no_partial_overlap(out.tensor(), self);
  }
  const Tensor gamma = op::standard_gamma(Out(), self.to(kDouble), generator);
  const Tensor point = gamma.div_(gamma.sum(IntArrayRef(-1), true)).to(dtype);
  const Interval open = open_unit_interval(dtype);
  return finish(out, point.clamp_(open.least, open.greatest));
}

}  // namespace every_backend
}  // namespace torchpp

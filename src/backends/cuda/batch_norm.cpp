// SPDX-License-Identifier: BSD-3-Clause
// Batch normalisation: statistics per channel, then one multiply-add per element. Statistics and sums are of the
// compute type, float for 16-bit images; parameters and running statistics are taken as they are. The gradient of group
// normalisation is computed in the same way, of the channels of each sample.
#include "src/backends/cuda/batch_norm.h"

#include <algorithm>
#include <limits>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/parameter.h"
#include "src/core/view.h"
#include "src/ops/nn_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ChannelShape channels_of(const Tensor& t, MemoryFormat format) {
  ChannelShape shape{t.size(0), t.size(1), 1, false};
  for (int64_t d = 2; d < t.dim(); ++d) shape.pixels *= t.size(d);
  shape.last = format != MemoryFormat::Contiguous || shape.pixels == 1;
  return shape;
}

// A running statistic in the layout and dtype that the kernel writes; copied back afterwards if that is another tensor.
class Running {
 public:
  Running(const Tensor& given, ScalarType compute) : given_(given), used_(parameter(given, compute)) {}
  Vector vector() const { return vector_of(used_); }
  void bring_home() const {
    if (!given_.defined()) return;
    if (used_.impl() != given_.impl()) copy_values(given_, used_);
    bump_version(given_);
  }

 private:
  const Tensor& given_;
  const Tensor used_;
};

// Each begins at a multiple of 16 bytes.
Tensor channel_vectors(int count, int64_t channels, ScalarType compute, const Tensor& like) {
  return Tensor(make_tensor({count, (channels + 3) / 4 * 4}, compute, like.device()));
}
void* vector_at(const Tensor& vectors, int i, int64_t channel = 0) {
  return static_cast<char*>(vectors.impl()->data()) +
         static_cast<size_t>(i * vectors.size(1) + channel) * vectors.itemsize();
}

}  // namespace

void native_batch_norm(const BatchNormPlan& plan, const Tensor& input, const Tensor& weight, const Tensor& bias,
                       const Tensor& running_mean, const Tensor& running_var, bool training, double momentum,
                       double eps) {
  const OnDevice on(input);
  const ScalarType dtype = input.scalar_type(), compute = compute_type(dtype);
  const MemoryFormat format = plan.outputs[0].format;
  const ChannelShape shape = channels_of(input, format);
  const Tensor &y = plan.result(0), &save_mean = plan.result(1), &save_invstd = plan.result(2);
  if (y.numel() == 0) {
    if (training) fill_numbers(save_mean, kNaN), fill_numbers(save_invstd, kNaN);
    return;
  }
  const Tensor x = dense(input, format), w = parameter(weight, compute), b = parameter(bias, compute);
  const Running mean(running_mean, compute), var(running_var, compute);
  const Tensor vectors = channel_vectors(2, shape.channels, compute, input);
  void *const scale = vector_at(vectors, 0), *const shift = vector_at(vectors, 1);
  const BatchMoments to = {training ? data_or_null(save_mean) : nullptr,
                           training ? data_or_null(save_invstd) : nullptr,
                           mean.vector(),
                           var.vector(),
                           vector_of(w),
                           vector_of(b),
                           scale,
                           shift,
                           momentum,
                           eps};
  if (training) {
    batch_moments(dtype, shape, x.impl()->data(), to, on);
    mean.bring_home();
    var.bring_home();
  } else {
    running_scale(dtype, shape.channels, to, on);
  }
  scale_and_shift(dtype, shape, x.impl()->data(), scale, shift, y.impl()->data(), on);
}

void native_batch_norm_backward(const BatchNormPlan& plan, const Tensor& grad_out, const Tensor& input,
                                const Tensor& weight, const Tensor& running_mean, const Tensor& running_var,
                                const Tensor& save_mean, const Tensor& save_invstd, bool train, double eps,
                                std::array<bool, 3>) {
  const OnDevice on(input);
  const Tensor &mean = train ? save_mean : running_mean, &deviation = train ? save_invstd : running_var;
  const ScalarType dtype = input.scalar_type(), compute = compute_type(dtype);
  const MemoryFormat format = plan.outputs[0].format;
  const ChannelShape shape = channels_of(input, format);
  const Tensor& dx = plan.result(0);
  if (input.numel() == 0) {
    for (const size_t i : {1, 2})
      if (plan.result(i).defined()) fill_numbers(plan.result(i), 0);
    return;
  }
  const ParameterGradient dw(plan.result(1), compute), db(plan.result(2), compute);
  const Tensor x = dense(input, format), dy = dense(grad_out, format), w = parameter(weight, compute),
               m = dense_of(mean, compute), s = dense_of(deviation, compute);
  const Tensor vectors = channel_vectors(3, shape.channels, compute, input);
  const BatchGradient to = {
      data_or_null(m),       data_or_null(s),       vector_of(w),          dw.vector(), db.vector(),
      vector_at(vectors, 0), vector_at(vectors, 1), vector_at(vectors, 2), train,       eps};
  batch_gradient(dtype, shape, dy.impl()->data(), x.impl()->data(), to, on);
  if (dx.defined())
    scale_and_shift(dtype, shape, dy.impl()->data(), x.impl()->data(), to.a, to.b, to.shift, dx.impl()->data(), on);
  dw.deliver();
  db.deliver();
}

void native_group_norm_backward(const GroupNormPlan& plan, const Tensor& grad_out, const Tensor& input,
                                const Tensor& mean, const Tensor& rstd, const Tensor& weight, int64_t, int64_t, int64_t,
                                int64_t, std::array<bool, 3>) {
  const OnDevice on(input);
  const ScalarType dtype = input.scalar_type(), compute = compute_type(dtype);
  const Tensor& dx = plan.result(0);
  if (input.numel() == 0) {
    for (const size_t i : {1, 2})
      if (plan.result(i).defined()) fill_numbers(plan.result(i), 0);
    return;
  }
  const ParameterGradient dw(plan.result(1), compute), db(plan.result(2), compute);
  const GroupShape shape{plan.samples, plan.groups, plan.channels, plan.size};
  const Tensor x = dense(input), dy = dense(grad_out), w = parameter(weight, compute), m = dense_of(mean, compute),
               r = dense_of(rstd, compute);
  const Tensor channel_means =
      dense(m.view({shape.rows(), 1}).expand({shape.rows(), shape.channels}), MemoryFormat::Contiguous);
  const Tensor vectors = channel_vectors(3, shape.all_channels(), compute, input);
  const GroupGradient to = {data_or_null(m),       data_or_null(r),       data_or_null(channel_means),
                            vector_of(w),          dw.vector(),           db.vector(),
                            vector_at(vectors, 0), vector_at(vectors, 1), vector_at(vectors, 2)};
  group_gradient(dtype, shape, dy.impl()->data(), x.impl()->data(), to, on);
  if (dx.defined()) {
    // Images that lie channels last are written in the order of their channels, and copied.
    const Tensor written =
        plan.outputs[0].format == MemoryFormat::Contiguous ? dx : Tensor(make_tensor(dx.sizes(), dtype, dx.device()));
    const auto at = [itemsize = dx.itemsize()](const Tensor& t, int64_t element) {
      return static_cast<char*>(t.impl()->data()) + static_cast<size_t>(element) * itemsize;
    };
    // Some channels at a time: together they may have more elements than an image may.
    const int64_t at_once = std::max<int64_t>(1, 0x7fffffff / shape.pixels / 4 * 4);
    for (int64_t c = 0; c < shape.all_channels(); c += at_once) {
      const ChannelShape part{1, std::min(at_once, shape.all_channels() - c), shape.pixels, shape.pixels == 1};
      const int64_t first = c * shape.pixels;
      scale_and_shift(dtype, part, at(dy, first), at(x, first), vector_at(vectors, 0, c), vector_at(vectors, 1, c),
                      vector_at(vectors, 2, c), at(written, first), on);
    }
    if (!written.is_same(dx)) copy_values(dx, written);
  }
  dw.deliver();
  db.deliver();
}

}  // namespace torchpp::cuda

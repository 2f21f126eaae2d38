// SPDX-License-Identifier: BSD-3-Clause
// Batch normalisation: statistics per channel, then one multiply-add per element. Statistics and sums are of the
// compute type, float for 16-bit images; parameters and running statistics are taken as they are.
#include "src/backends/cuda/batch_norm.h"

#include <limits>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/parameter.h"
#include "src/backends/cuda/same_device.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/nn_rules.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Layout {
  ChannelShape shape;
  MemoryFormat format = MemoryFormat::Contiguous;
  explicit Layout(const Tensor& t) : shape{t.size(0), t.size(1), 1, false} {
    for (int64_t d = 2; d < t.dim(); ++d) shape.pixels *= t.size(d);
    if (t.dim() == 4 || t.dim() == 5) {
      const MemoryFormat f = t.suggest_memory_format();
      if (f != MemoryFormat::Contiguous) format = f;
    }
    shape.last = format != MemoryFormat::Contiguous || shape.pixels == 1;
  }
};

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
void* vector_at(const Tensor& vectors, int i) {
  return static_cast<char*>(vectors.impl()->data()) +
         static_cast<size_t>(i) * static_cast<size_t>(vectors.size(1)) * vectors.itemsize();
}

}  // namespace

TensorTriple native_batch_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias,
                               const Tensor& running_mean, const Tensor& running_var, bool training, double momentum,
                               double eps) {
  const OnDevice on(input);
  batch_norm_rule(input, weight, bias, running_mean, running_var, training);
  check_same_device("batch_norm", input, {&weight, &bias, &running_mean, &running_var});
  const ScalarType dtype = input.scalar_type();
  if (!isFloatingType(dtype)) fail_dtype("batch_norm", dtype);
  const ScalarType compute = compute_type(dtype);
  check_batch_norm_out(out, input, compute);
  const Layout layout(input);
  const int64_t n = layout.shape.channels;
  const Tensor x = input.resolve_neg().contiguous(layout.format), w = parameter(weight, compute),
               b = parameter(bias, compute);
  Tensor y(make_tensor(input.sizes(), dtype, input.device(), layout.format)), save_mean, save_invstd;
  if (y.numel() == 0) {
    if (!training) return finish_batch_norm(out, {y, Tensor(), Tensor()}, input, compute);
    const Tensor nothing = fill(Out(), Tensor(make_tensor(n, compute, input.device())), kNaN);
    return finish_batch_norm(out, {y, nothing, nothing.clone()}, input, compute);
  }
  const Running mean(running_mean, compute), var(running_var, compute);
  const Tensor vectors = channel_vectors(2, n, compute, input);
  void *const scale = vector_at(vectors, 0), *const shift = vector_at(vectors, 1);
  if (training) {
    save_mean = Tensor(make_tensor(n, compute, input.device()));
    save_invstd = Tensor(make_tensor(n, compute, input.device()));
  }
  const BatchMoments to = {data_or_null(save_mean),
                           data_or_null(save_invstd),
                           mean.vector(),
                           var.vector(),
                           vector_of(w),
                           vector_of(b),
                           scale,
                           shift,
                           momentum,
                           eps};
  if (training) {
    batch_moments(dtype, layout.shape, x.impl()->data(), to, on);
    mean.bring_home();
    var.bring_home();
  } else {
    running_scale(dtype, n, to, on);
  }
  scale_and_shift(dtype, layout.shape, x.impl()->data(), scale, shift, y.impl()->data(), on);
  return finish_batch_norm(out, {y, save_mean, save_invstd}, input, compute);
}

TensorTriple native_batch_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight,
                                        const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean,
                                        const Tensor& save_invstd, bool train, double eps,
                                        std::array<bool, 3> output_mask) {
  const OnDevice on(input);
  const Tensor &mean = train ? save_mean : running_mean, &deviation = train ? save_invstd : running_var;
  batch_norm_backward_rule(grad_out, input, weight, running_mean, running_var, mean, deviation, train);
  check_same_device("batch_norm_backward", input, {&grad_out, &weight, &mean, &deviation});
  const ScalarType dtype = input.scalar_type();
  if (!isFloatingType(dtype)) fail_dtype("batch_norm", dtype);
  const ScalarType compute = compute_type(dtype), given = weight.defined() ? weight.scalar_type() : compute;
  const Layout layout(input);
  const int64_t n = layout.shape.channels;
  Tensor dx, dw, db;
  if (output_mask[0]) dx = Tensor(make_tensor(input.sizes(), dtype, input.device(), layout.format));
  const ScalarType sums = vector_type(given, compute);
  if (output_mask[1]) dw = Tensor(make_tensor(n, sums, input.device()));
  if (output_mask[2]) db = Tensor(make_tensor(n, sums, input.device()));
  if (input.numel() == 0) {
    for (Tensor* t : {&dw, &db})
      if (t->defined()) *t = Tensor(fill(Out(), *t, 0)).to(given);
    return finish_converted(out, {dx, dw, db});
  }
  const Tensor x = input.resolve_neg().contiguous(layout.format), dy = grad_out.resolve_neg().contiguous(layout.format),
               w = parameter(weight, compute), m = dense_of(mean, compute), s = dense_of(deviation, compute);
  const Tensor vectors = channel_vectors(3, n, compute, input);
  const BatchGradient to = {
      data_or_null(m),       data_or_null(s),       vector_of(w),          vector_of(dw), vector_of(db),
      vector_at(vectors, 0), vector_at(vectors, 1), vector_at(vectors, 2), train,         eps};
  batch_gradient(dtype, layout.shape, dy.impl()->data(), x.impl()->data(), to, on);
  if (dx.defined())
    scale_and_shift(dtype, layout.shape, dy.impl()->data(), x.impl()->data(), to.a, to.b, to.shift, dx.impl()->data(),
                    on);
  for (Tensor* t : {&dw, &db})
    if (t->defined()) *t = t->to(given);
  return finish_converted(out, {dx, dw, db});
}

}  // namespace torchpp::cuda

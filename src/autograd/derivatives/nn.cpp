// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of the rows of ops/table/nn.ops.
#include "src/ops/generated/nn.h"
#include "src/autograd/derivative.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/generated/view.h"
#include "src/ops/nn_rules.h"
#include "src/ops/sparse.h"

namespace torchpp::derivative {

namespace {

// Which gradients a backward operator computes: by input, weight and bias.
using Mask = std::array<bool, 3>;
constexpr Mask kInputOnly = {true, false, false}, kWeightOnly = {false, true, false};

// The lists that describe a convolution, kept by value.
struct ConvNumbers {
  DimVector stride, padding, dilation, output_padding;
  bool transposed;
  int64_t groups;

  ConvNumbers(IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
              IntArrayRef output_padding, int64_t groups)
      : stride(stride),
        padding(padding),
        dilation(dilation),
        output_padding(output_padding),
        transposed(transposed),
        groups(groups) {}
  Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& bias = Tensor()) const {
    return op::convolution(Out(), input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  }
  TensorTriple backward(const Tensor& grad, const Tensor& input, const Tensor& weight, Mask mask) const {
    return op::convolution_backward(Out(), grad, input, weight, nullopt, stride, padding, dilation, transposed,
                                    output_padding, groups, mask);
  }
};

// One number per channel against a tensor of these dimensions. Undefined stays so.
Tensor along_channels(const Tensor& t, int64_t dims) {
  if (!t.defined()) return t;
  DimVector sizes(static_cast<size_t>(dims), 1);
  sizes[1] = t.numel();
  return t.reshape(sizes);
}

}  // namespace

Tensor convolution(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, IntArrayRef stride,
                   IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding,
                   int64_t groups) {
  Record r("convolution", out, input, weight, bias);
  // The backward operator reads the sizes of both.
  const bool any = r.needs(0) || r.needs(1);
  const Saved x = r.save(input, r.active() && (any || r.needs(2))),
              w = r.save(weight, r.active() && (any || r.needs(2)));
  Tensor y =
      r.call(op::convolution, out, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  if (!r.active()) return y;
  const ConvNumbers numbers(stride, padding, dilation, transposed, output_padding, groups);
  return r.done(
      std::move(y),
      [=](Backward& g) {
        auto [dx, dw, db] = numbers.backward(g.grad(), g(x).conj(), g(w).conj(), g.mask<3>());
        g[0] = dx, g[1] = dw, g[2] = db;
      },
      [=](Forward& t) {
        const Tensor product = sum_of(t.has(0) ? numbers.forward(t.tangent(0), t(w)) : Tensor(),
                                      t.has(1) ? numbers.forward(t(x), t.tangent(1)) : Tensor());
        t[0] = sum_of(product, t.has(2) ? along_channels(t.tangent(2), t.result().dim()) : Tensor());
      });
}

// The gradients are linear in grad_output, and each in the other operand.
TensorTriple convolution_backward(Out out, const Tensor& grad_output, const Tensor& input, const Tensor& weight,
                                  OptionalIntArrayRef bias_sizes, IntArrayRef stride, IntArrayRef padding,
                                  IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups,
                                  Mask output_mask) {
  Record r("convolution_backward", out, grad_output, input, weight);
  const Saved dy = r.save(grad_output), x = r.save(input), w = r.save(weight);
  const ConvNumbers numbers(stride, padding, dilation, transposed, output_padding, groups);
  return r.done(
      r.call(op::convolution_backward, out, grad_output, input, weight, bias_sizes, stride, padding, dilation,
             transposed, output_padding, groups, output_mask),
      [=](Backward& g) {
        const Tensor ggx = g.grad(0), ggw = g.grad(1), ggb = g.grad(2);
        if (g.needs(0)) {
          g[0] = sum_of(ggx.defined() ? numbers.forward(ggx, g(w).conj()) : Tensor(),
                        ggw.defined() ? numbers.forward(g(x).conj(), ggw) : Tensor());
          if (ggb.defined()) {
            const Tensor spread = along_channels(ggb, g(dy).dim()).expand(g.input_sizes(0));
            g[0] = sum_of(g[0], spread);
          }
        }
        if (g.needs(1) && ggw.defined()) g[1] = std::get<0>(numbers.backward(g(dy).conj(), g(x), ggw, kInputOnly));
        if (g.needs(2) && ggx.defined()) g[2] = std::get<1>(numbers.backward(g(dy).conj(), ggx, g(w), kWeightOnly));
      },
      [&](Forward& t) {
        if (t.has(0)) std::tie(t[0], t[1], t[2]) = numbers.backward(t.tangent(0), input, weight, output_mask);
        if (t.has(1) && output_mask[1])
          t[1] = sum_of(t[1], std::get<1>(numbers.backward(grad_output, t.tangent(1), weight, kWeightOnly)));
        if (t.has(2) && output_mask[0])
          t[0] = sum_of(t[0], std::get<0>(numbers.backward(grad_output, input, t.tangent(2), kInputOnly)));
      });
}

namespace {

// The dimensions of an image batch over which batch norm takes its statistics.
DimVector statistics_dims(int64_t dims) {
  DimVector d = {0};
  for (int64_t i = 2; i < dims; ++i) d.push_back(i);
  return d;
}

// x normalised over some dimensions, by operators that can be differentiated again. With `moving` statistics they are
// those of x itself, else constants.
struct Normalised {
  Tensor h, rstd;  // h = (x - mean) rstd
  DimVector over;
  bool moving;

  Tensor mean(const Tensor& t) const { return t.mean(over, true); }
  // The gradient of x where that of h is d; and what h changes by where x changes by d.
  Tensor gradient(const Tensor& d) const { return moving ? rstd * (d - mean(d) - h * mean(d * h)) : rstd * d; }
};

Tensor times(const Tensor& t, const Tensor& weight) { return weight.defined() ? t * weight : t; }

// Images of which each channel is normalised; the running statistics count unless `train`.
Normalised normalised_channels(const Tensor& x, const Tensor& running_mean, const Tensor& running_var, bool train,
                               double eps) {
  const DimVector over = statistics_dims(x.dim());
  const Tensor m = train ? x.mean(over, true) : along_channels(running_mean, x.dim());
  const Tensor v = train ? x.var(over, false, true) : along_channels(running_var, x.dim());
  const Tensor rstd = (v + eps).rsqrt();
  return {(x - m) * rstd, rstd, over, train};
}

// x normalised as it was when rstd was saved: eps is what that and the variance say it was.
Normalised normalised_again(const Tensor& x, const Tensor& rstd, const DimVector& over) {
  const Tensor v = x.var(over, false, true), s = (v + (rstd.pow(-2) - v).detach()).rsqrt();
  return {(x - x.mean(over, true)) * s, s, over, true};
}

Tensor expanded(const Tensor& t, IntArrayRef sizes) {
  return !t.defined() || t.sizes() == sizes ? t : op::expand(t, sizes, false);
}

// Second-order derivatives of a normalisation. The arguments and results of its backward operator, with parameters
// broadcast against x:
//   dx = gradient(grad weight), dw = sum(grad h), db = sum(grad)
// and the gradients of grad, weight (not summed) and x where those of dx, dw, db are u, v, b. Undefined ones are zero.
struct NormGradients {
  Tensor grad, weight;
  Normalised x;

  Tensor of_grad(const Tensor& u, const Tensor& v, const Tensor& b) const {
    const Tensor parts =
        sum_of(u.defined() ? times(x.gradient(u), weight) : Tensor(), v.defined() ? v * x.h : Tensor());
    return sum_of(parts, b);
  }
  Tensor of_weight(const Tensor& u) const { return u.defined() ? grad * x.gradient(u) : Tensor(); }
  Tensor of_x(const Tensor& u, const Tensor& v) const {
    const Tensor through_dw = v.defined() ? grad * v : Tensor();
    if (!u.defined() || !x.moving) return through_dw.defined() ? x.gradient(through_dw) : Tensor();
    // sum(u dx) = rstd N (mean(u d) - mean(u) mean(d) - mean(u h) mean(d h)): by h, then by rstd.
    const Tensor d = times(grad, weight), dh = x.mean(d * x.h), uh = x.mean(u * x.h);
    const Tensor through_h = sum_of(through_dw, (x.rstd * (u * dh + d * uh)).neg());
    const Tensor by_rstd = x.mean(u * d) - x.mean(u) * x.mean(d) - uh * dh;
    return x.gradient(through_h) - x.rstd * x.rstd * x.h * by_rstd;
  }

  // The tangents of dx and dw (not summed) for given tangents of grad, weight and x.
  Tensor change_of_dx(const Tensor& grad_change, const Tensor& weight_change, const Tensor& x_change) const {
    Tensor change;
    const Tensor by_grad = sum_of(grad_change.defined() ? times(grad_change, weight) : Tensor(),
                                  weight_change.defined() ? grad * weight_change : Tensor());
    if (by_grad.defined()) change = x.gradient(by_grad);
    if (!x_change.defined() || !x.moving) return change;
    const Tensor d = times(grad, weight), h_change = x.gradient(x_change);
    const Tensor by_h = (h_change * x.mean(d * x.h) + x.h * x.mean(d * h_change)) * x.rstd;
    return sum_of(change, (by_h + x.rstd * x.mean(x.h * x_change) * x.gradient(d)).neg());
  }
  Tensor change_of_dw(const Tensor& grad_change, const Tensor& x_change) const {
    return sum_of(grad_change.defined() ? grad_change * x.h : Tensor(),
                  x_change.defined() ? grad * x.gradient(x_change) : Tensor());
  }
};

}  // namespace

TensorTriple native_batch_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias,
                               const Tensor& running_mean, const Tensor& running_var, bool training, double momentum,
                               double eps) {
  autograd::check_constant(op::native_batch_norm, "running_mean", running_mean);
  autograd::check_constant(op::native_batch_norm, "running_var", running_var);
  Record r("native_batch_norm", out, input, weight, bias);
  const Saved x = r.save(input), w = r.save(weight), mean = r.save(running_mean, !training),
              var = r.save(running_var, !training), save_mean = r.save_result(training, 1),
              save_invstd = r.save_result(training, 2);
  r.not_differentiable(1);
  r.not_differentiable(2);
  return r.done(
      r.call(op::native_batch_norm, out, input, weight, bias, running_mean, running_var, training, momentum, eps),
      [=](Backward& g) {
        auto [dx, dw, db] = op::native_batch_norm_backward(Out(), g.grad(), g(x), g(w), g(mean), g(var), g(save_mean),
                                                           g(save_invstd), training, eps, g.mask<3>());
        g[0] = dx, g[1] = dw, g[2] = db;
      },
      [=](Forward& t) {
        const int64_t dims = t(x).dim();
        const Normalised x_hat = normalised_channels(t(x), t(mean), t(var), training, eps);
        Tensor tangent;
        if (t.has(0)) tangent = times(x_hat.gradient(t.tangent(0)), along_channels(t(w), dims));
        tangent = sum_of(tangent, t.has(1) ? x_hat.h * along_channels(t.tangent(1), dims) : Tensor());
        t[0] = sum_of(tangent, t.has(2) ? along_channels(t.tangent(2), dims) : Tensor());
      });
}

TensorTriple native_batch_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& weight,
                                        const Tensor& running_mean, const Tensor& running_var, const Tensor& save_mean,
                                        const Tensor& save_invstd, bool train, double eps, Mask output_mask) {
  Record r("native_batch_norm_backward", out, grad_out, input, weight);
  const Saved dy = r.save(grad_out), x = r.save(input), w = r.save(weight), mean = r.save(running_mean, !train),
              var = r.save(running_var, !train);
  const int64_t dims = input.dim();
  return r.done(
      r.call(op::native_batch_norm_backward, out, grad_out, input, weight, running_mean, running_var, save_mean,
             save_invstd, train, eps, output_mask),
      [=](Backward& g) {
        const NormGradients n{g(dy), along_channels(g(w), dims),
                              normalised_channels(g(x), g(mean), g(var), train, eps)};
        const Tensor u = g.grad(0), v = along_channels(g.grad(1), dims), b = along_channels(g.grad(2), dims);
        if (g.needs(0)) g[0] = expanded(n.of_grad(u, v, b), g.input_sizes(0));
        if (g.needs(1)) g[1] = n.of_x(u, v);
        if (g.needs(2) && u.defined()) g[2] = n.of_weight(u).sum(n.x.over);
      },
      [=](Forward& t) {
        const NormGradients n{t(dy), along_channels(t(w), dims),
                              normalised_channels(t(x), t(mean), t(var), train, eps)};
        if (output_mask[0]) t[0] = n.change_of_dx(t.tangent(0), along_channels(t.tangent(2), dims), t.tangent(1));
        const Tensor dw = output_mask[1] ? n.change_of_dw(t.tangent(0), t.tangent(1)) : Tensor();
        if (dw.defined()) t[1] = dw.sum(n.x.over);
        if (output_mask[2] && t.has(0)) t[2] = t.tangent(0).sum(n.x.over);
      });
}

namespace {

DimVector trailing_dims(int64_t dims, size_t count) {
  DimVector d;
  for (size_t i = 0; i < count; ++i) d.push_back(dims - static_cast<int64_t>(count - i));
  return d;
}

}  // namespace

TensorTriple native_layer_norm(Out out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight,
                               const Tensor& bias, double eps) {
  Record r("native_layer_norm", out, input, weight, bias);
  const Saved x = r.save(input), w = r.save(weight), b = r.save(bias), mean = r.save_result(true, 1),
              rstd = r.save_result(true, 2);
  r.not_differentiable(1);
  r.not_differentiable(2);
  return r.done(
      r.call(op::native_layer_norm, out, input, normalized_shape, weight, bias, eps),
      [=, shape = DimVector(normalized_shape)](Backward& g) {
        auto [dx, dw, db] =
            op::native_layer_norm_backward(Out(), g.grad(), g(x), shape, g(mean), g(rstd), g(w), g(b), g.mask<3>());
        g[0] = dx, g[1] = dw, g[2] = db;
      },
      [=, count = normalized_shape.size()](Forward& t) {
        const Tensor in = t(x), s = t.result(2);
        const Normalised x_hat{(in - t.result(1)) * s, s, trailing_dims(in.dim(), count), true};
        Tensor tangent;
        if (t.has(0)) tangent = times(x_hat.gradient(t.tangent(0)), t(w));
        t[0] = sum_of(sum_of(tangent, t.has(1) ? x_hat.h * t.tangent(1) : Tensor()), t.tangent(2));
      });
}
Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape, const Tensor& weight, const Tensor& bias,
                  double eps, bool) {
  return std::get<0>(op::native_layer_norm(Out(), input, normalized_shape, weight, bias, eps));
}

TensorTriple native_layer_norm_backward(Out out, const Tensor& grad_out, const Tensor& input,
                                        IntArrayRef normalized_shape, const Tensor& mean, const Tensor& rstd,
                                        const Tensor& weight, const Tensor& bias, Mask output_mask) {
  Record r("native_layer_norm_backward", out, grad_out, input, weight, bias);
  const Saved dy = r.save(grad_out), x = r.save(input), w = r.save(weight), saved_rstd = r.save(rstd);
  const auto normalised = [over = trailing_dims(input.dim(), normalized_shape.size())](
                              const Tensor& x, const Tensor& rstd) { return normalised_again(x, rstd, over); };
  return r.done(
      r.call(op::native_layer_norm_backward, out, grad_out, input, normalized_shape, mean, rstd, weight, bias,
             output_mask),
      [=](Backward& g) {
        const NormGradients n{g(dy), g(w), normalised(g(x), g(saved_rstd))};
        const Tensor u = g.grad(0), v = g.grad(1), b = g.grad(2);
        if (g.needs(0)) g[0] = expanded(n.of_grad(u, v, b), g.input_sizes(0));
        if (g.needs(1)) g[1] = n.of_x(u, v);
        if (g.needs(2)) g[2] = n.of_weight(u);  // the engine sums
      },
      [=, shape = DimVector(normalized_shape)](Forward& t) {
        const NormGradients n{t(dy), t(w), normalised(t(x), t(saved_rstd))};
        if (output_mask[0]) t[0] = n.change_of_dx(t.tangent(0), t.tangent(2), t.tangent(1));
        const Tensor dw = output_mask[1] ? n.change_of_dw(t.tangent(0), t.tangent(1)) : Tensor();
        if (dw.defined()) t[1] = dw.sum_to_size(shape);
        if (output_mask[2] && t.has(0)) t[2] = t.tangent(0).sum_to_size(shape);
      });
}

// A group is a row of a layer norm without parameters.
namespace {

// Groups of channels with their elements, (N, group, C / group, HxW), and parameters that broadcast against them.
struct Groups {
  int64_t samples, channels, size, groups;
  Tensor split(const Tensor& t) const { return t.reshape({samples, groups, channels / groups, size}); }
  Tensor parameter(const Tensor& t) const { return t.defined() ? t.view({groups, channels / groups, 1}) : t; }
  // What parameters as parameter() gives them get of a tensor as split() gives it.
  Tensor sum(const Tensor& t) const { return t.sum({0, 3}).view({channels}); }
  Tensor statistic(const Tensor& t) const { return t.view({samples, groups, 1, 1}); }
  static DimVector over() { return {2, 3}; }
};

}  // namespace

TensorTriple native_group_norm(Out out, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N,
                               int64_t C, int64_t HxW, int64_t group, double eps) {
  Record r("native_group_norm", out, input, weight, bias);
  const Saved x = r.save(input), w = r.save(weight), mean = r.save_result(true, 1), rstd = r.save_result(true, 2);
  r.not_differentiable(1);
  r.not_differentiable(2);
  return r.done(
      r.call(op::native_group_norm, out, input, weight, bias, N, C, HxW, group, eps),
      [=](Backward& g) {
        auto [dx, dw, db] = op::native_group_norm_backward(Out(), g.grad(), g(x), g(mean), g(rstd), g(w), N, C, HxW,
                                                           group, g.mask<3>());
        g[0] = dx, g[1] = dw, g[2] = db;
      },
      [=, groups = Groups{N, C, HxW, group}](Forward& t) {
        const Tensor in = groups.split(t(x)), s = groups.statistic(t.result(2));
        const Normalised x_hat{(in - groups.statistic(t.result(1))) * s, s, Groups::over(), true};
        Tensor tangent;
        if (t.has(0)) tangent = times(x_hat.gradient(groups.split(t.tangent(0))), groups.parameter(t(w)));
        tangent = sum_of(tangent, t.has(1) ? x_hat.h * groups.parameter(t.tangent(1)) : Tensor());
        tangent = sum_of(tangent, t.has(2) ? groups.parameter(t.tangent(2)).expand(in.sizes()) : Tensor());
        t[0] = tangent.reshape(t(x).sizes());
      });
}

TensorTriple native_group_norm_backward(Out out, const Tensor& grad_out, const Tensor& input, const Tensor& mean,
                                        const Tensor& rstd, const Tensor& weight, int64_t N, int64_t C, int64_t HxW,
                                        int64_t group, Mask output_mask) {
  Record r("native_group_norm_backward", out, grad_out, input, weight);
  const Saved dy = r.save(grad_out), x = r.save(input), w = r.save(weight), saved_rstd = r.save(rstd);
  const Groups groups{N, C, HxW, group};
  const auto split = [groups](const Tensor& t) { return t.defined() ? groups.split(t) : t; };
  const auto gradients = [groups](const Tensor& grad, const Tensor& x, const Tensor& weight, const Tensor& rstd) {
    return NormGradients{groups.split(grad), groups.parameter(weight),
                         normalised_again(groups.split(x), groups.statistic(rstd), Groups::over())};
  };
  return r.done(
      r.call(op::native_group_norm_backward, out, grad_out, input, mean, rstd, weight, N, C, HxW, group, output_mask),
      [=](Backward& g) {
        const NormGradients n = gradients(g(dy), g(x), g(w), g(saved_rstd));
        const Tensor u = split(g.grad(0)), v = groups.parameter(g.grad(1)), b = groups.parameter(g.grad(2));
        const auto give = [&](size_t i, const Tensor& t) {
          if (t.defined()) g[i] = expanded(t, n.grad.sizes()).reshape(g.input_sizes(i));
        };
        if (g.needs(0)) give(0, n.of_grad(u, v, b));
        if (g.needs(1)) give(1, n.of_x(u, v));
        if (g.needs(2) && u.defined()) g[2] = groups.sum(n.of_weight(u));
      },
      [=](Forward& t) {
        const NormGradients n = gradients(t(dy), t(x), t(w), t(saved_rstd));
        const Tensor grad_change = split(t.tangent(0)), x_change = split(t.tangent(1));
        const Tensor dx =
            output_mask[0] ? n.change_of_dx(grad_change, groups.parameter(t.tangent(2)), x_change) : Tensor();
        if (dx.defined()) t[0] = dx.reshape(t(x).sizes());
        const Tensor dw = output_mask[1] ? n.change_of_dw(grad_change, x_change) : Tensor();
        if (dw.defined()) t[1] = groups.sum(dw);
        if (output_mask[2] && t.has(0)) t[2] = groups.sum(grad_change);
      });
}

Tensor embedding(Out out, const Tensor& weight, const Tensor& indices, int64_t padding_idx, bool scale_grad_by_freq,
                 bool sparse) {
  Record r("embedding", out, weight);
  const Saved at = r.save(indices);
  return r.done(
      r.call(op::embedding, out, weight, indices, padding_idx, scale_grad_by_freq, sparse),
      [=, rows = weight.dim() == 2 ? weight.size(0) : 0](Backward& g) {
        g[0] = sparse ? sparse_gradients("embedding").embedding(g.grad(), g(at), rows, padding_idx, scale_grad_by_freq)
                      : op::embedding_dense_backward(Out(), g.grad(), g(at), rows, padding_idx, scale_grad_by_freq);
      },
      [=](Forward& t) { t[0] = op::embedding(Out(), t.tangent(), t(at), -1, false, false); });
}

// A row's gradient is where its index says, without padding. As in libtorch 1.13 scale_grad_by_freq scales the first
// gradient only.
Tensor embedding_dense_backward(Out out, const Tensor& grad_output, const Tensor& indices, int64_t num_weights,
                                int64_t padding_idx, bool scale_grad_by_freq) {
  Record r("embedding_dense_backward", out, grad_output);
  const Saved at = r.save(indices);
  return r.done(
      r.call(op::embedding_dense_backward, out, grad_output, indices, num_weights, padding_idx, scale_grad_by_freq),
      [=](Backward& g) {
        const Tensor index = g(at), rows = op::embedding(Out(), g.grad(), index, -1, false, false);
        g[0] = padding_idx < 0 ? rows : rows.masked_fill(index.eq(padding_idx).unsqueeze(-1), 0);
      },
      [&](Forward& t) {
        t[0] = op::embedding_dense_backward(Out(), t.tangent(), indices, num_weights, padding_idx, scale_grad_by_freq);
      });
}

// Source: libtorch 1.13 has none either; what it throws comes from backward, not from the call.
Tensor embedding_renorm(Out out, const Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  Record r("embedding_renorm", out, self);
  return r.done(r.call(op::embedding_renorm, out, self, indices, max_norm, norm_type),
                [](Backward&) { autograd::fail_formula("embedding_renorm"); });
}

TensorPair native_dropout(Out out, const Tensor& input, double p, optional<bool> train) {
  Record r("native_dropout", out, input);
  const Saved mask = r.save_result(true, 1);
  const double scale = !train || *train ? dropout_scale(p, input.scalar_type()) : 1;
  return r.done(
      r.call(op::native_dropout, out, input, p, train),
      [=](Backward& g) {
        const Tensor &grad = g.grad(), kept = g(mask);
        g[0] = over_gradient(grad, kept, [&](Out o) { return op::native_dropout_backward(o, grad, kept, scale); });
      },
      [=](Forward& t) { t[0] = op::native_dropout_backward(Out(), t.tangent(), t.result(1), scale); });
}

Tensor native_dropout_backward(Out out, const Tensor& grad, const Tensor& mask, double scale) {
  Record r("native_dropout_backward", out, grad, mask);
  const Saved factor = r.save(grad, mask.scalar_type() != kBool), kept = r.save(mask);
  const auto product = [scale](const Tensor& a, const Tensor& b) {
    return op::native_dropout_backward(Out(), a, b, scale);
  };
  return r.done(
      r.call(op::native_dropout_backward, out, grad, mask, scale),
      [=](Backward& g) {
        if (g.needs(0)) g[0] = product(g.grad(), g(kept).conj()).sum_to_size(g.input_sizes(0));
        if (g.needs(1)) g[1] = product(g.grad(), g(factor).conj()).sum_to_size(g.input_sizes(1));
      },
      [=](Forward& t) {
        t[0] = sum_of(t.has(0) ? product(t.tangent(0), t(kept)) : Tensor(),
                      t.has(1) ? product(t(factor), t.tangent(1)) : Tensor());
      });
}

}  // namespace torchpp::derivative

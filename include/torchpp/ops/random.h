// SPDX-License-Identifier: BSD-3-Clause
// Written by `./dev generate` from src/ops/table/random.ops. Change the table, not this file.
// clang-format off
#pragma once

/// \file Random numbers. Methods that end in `_` fill their tensor; functions without the `_` make a tensor like their
/// \file first argument. Without a generator the default one of the device is drawn from; seeds give the numbers of
/// \file libtorch 1.13 on the CPU. Gradients are zero. rand, randn, randint and randperm stand in ops/creation.h.

#include <torchpp/tensor.h>

TORCHPP_API_BEGIN
namespace torchpp {

/// Real numbers drawn evenly from [from, to), of self's shape and dtype.
Tensor uniform(const Tensor& self, double from = 0, double to = 1, const optional<Generator>& generator = nullopt);
Tensor& uniform_out(Tensor& out, const Tensor& self, double from = 0, double to = 1,
                    const optional<Generator>& generator = nullopt);
/// Normally distributed numbers, of self's shape and dtype. Throws for a negative std.
Tensor normal_functional(const Tensor& self, double mean = 0, double std = 1,
                         const optional<Generator>& generator = nullopt);
Tensor& normal_out(Tensor& out, const Tensor& self, double mean = 0, double std = 1,
                   const optional<Generator>& generator = nullopt);
/// Normally distributed numbers with a mean for each element. Throws for a negative std. A destination has a shape to
/// which the means broadcast.
Tensor normal(const Tensor& mean, double std = 1, const optional<Generator>& generator = nullopt);
Tensor& normal_out(Tensor& out, const Tensor& mean, double std = 1, const optional<Generator>& generator = nullopt);
/// Normally distributed numbers with a standard deviation for each element. Throws where one is negative.
Tensor normal(double mean, const Tensor& std, const optional<Generator>& generator = nullopt);
Tensor& normal_out(Tensor& out, double mean, const Tensor& std, const optional<Generator>& generator = nullopt);
/// Normally distributed numbers with a mean and a standard deviation for each element, which broadcast. Throws where a
/// standard deviation is negative.
Tensor normal(const Tensor& mean, const Tensor& std, const optional<Generator>& generator = nullopt);
Tensor& normal_out(Tensor& out, const Tensor& mean, const Tensor& std, const optional<Generator>& generator = nullopt);
/// Normally distributed numbers of the size and options.
Tensor normal(double mean, double std, IntArrayRef size, const optional<Generator>& generator = nullopt,
              TensorOptions options = {});
/// Resizes a tensor and fills it with normally distributed numbers.
Tensor& normal_out(Tensor& out, double mean, double std, IntArrayRef size,
                   const optional<Generator>& generator = nullopt);
/// Exponentials of normally distributed numbers with the mean and standard deviation given, of self's shape and dtype.
/// Throws unless std is positive.
Tensor log_normal(const Tensor& self, double mean = 1, double std = 2, const optional<Generator>& generator = nullopt);
Tensor& log_normal_out(Tensor& out, const Tensor& self, double mean = 1, double std = 2,
                       const optional<Generator>& generator = nullopt);
/// Numbers of the exponential distribution with the rate lambd, of self's shape and dtype. Throws for a negative rate.
Tensor exponential(const Tensor& self, double lambd = 1, const optional<Generator>& generator = nullopt);
Tensor& exponential_out(Tensor& out, const Tensor& self, double lambd = 1,
                        const optional<Generator>& generator = nullopt);
/// Numbers of the Cauchy distribution with the median and half width sigma, of self's shape and dtype.
Tensor cauchy(const Tensor& self, double median = 0, double sigma = 1, const optional<Generator>& generator = nullopt);
Tensor& cauchy_out(Tensor& out, const Tensor& self, double median = 0, double sigma = 1,
                   const optional<Generator>& generator = nullopt);
/// How many trials, each of which succeeds with probability p, the first success takes, in self's shape and dtype.
/// Throws unless 0 < p < 1.
Tensor geometric(const Tensor& self, double p, const optional<Generator>& generator = nullopt);
Tensor& geometric_out(Tensor& out, const Tensor& self, double p, const optional<Generator>& generator = nullopt);
/// Integers from 0 to the greatest of the dtype; of a floating dtype to the greatest up to which it holds all integers.
Tensor random(const Tensor& self, const optional<Generator>& generator = nullopt);
Tensor& random_out(Tensor& out, const Tensor& self, const optional<Generator>& generator = nullopt);
/// Integers from 0 to below `to`, all with equal probability.
Tensor random(const Tensor& self, int64_t to, const optional<Generator>& generator = nullopt);
Tensor& random_out(Tensor& out, const Tensor& self, int64_t to, const optional<Generator>& generator = nullopt);
/// Integers from `from` to below `to`, without it to the greatest of int64, all with equal probability. Throws where
/// the dtype does not hold the bounds.
Tensor random(const Tensor& self, int64_t from, optional<int64_t> to, const optional<Generator>& generator = nullopt);
Tensor& random_out(Tensor& out, const Tensor& self, int64_t from, optional<int64_t> to,
                   const optional<Generator>& generator = nullopt);
/// Ones with the probability that the element of self is, zeros otherwise; of self's dtype.
Tensor bernoulli(const Tensor& self, const optional<Generator>& generator = nullopt);
Tensor& bernoulli_out(Tensor& out, const Tensor& self, const optional<Generator>& generator = nullopt);
/// Ones with the probability that the element of p is, zeros otherwise; of self's shape, to which p broadcasts, and
/// dtype.
Tensor bernoulli(const Tensor& self, const Tensor& p, const optional<Generator>& generator = nullopt);
Tensor& bernoulli_out(Tensor& out, const Tensor& self, const Tensor& p, const optional<Generator>& generator = nullopt);
/// Ones with the probability p, zeros otherwise; of self's shape and dtype. Throws unless 0 <= p <= 1.
Tensor bernoulli(const Tensor& self, double p, const optional<Generator>& generator = nullopt);
Tensor& bernoulli_out(Tensor& out, const Tensor& self, double p, const optional<Generator>& generator = nullopt);
/// Numbers of Poisson distributions with the rates that the elements of self are, in its dtype. Throws where a rate is
/// negative or NaN.
Tensor poisson(const Tensor& self, const optional<Generator>& generator = nullopt);
Tensor& poisson_out(Tensor& out, const Tensor& self, const optional<Generator>& generator = nullopt);
/// How many of `count` trials succeed, each with the probability prob; both broadcast and have the dtype of the result.
/// NaN where prob is. There is no derivative: backward throws.
Tensor binomial(const Tensor& count, const Tensor& prob, const optional<Generator>& generator = nullopt);
Tensor& binomial_out(Tensor& out, const Tensor& count, const Tensor& prob,
                     const optional<Generator>& generator = nullopt);
/// Numbers of gamma distributions with the shapes that the elements of self are and the scale 1, in its dtype; the
/// least normal number at the least. Differentiable in the shapes, by how a number follows its shape where its
/// cumulative probability stays.
Tensor _standard_gamma(const Tensor& self, const optional<Generator>& generator = nullopt);
Tensor& _standard_gamma_out(Tensor& out, const Tensor& self, const optional<Generator>& generator = nullopt);
/// A point of the Dirichlet distribution for each line of the last dimension of self, whose elements are the
/// parameters, in its dtype: numbers between 0 and 1, both excluded, with the sum 1 but for rounding. Differentiable as
/// _standard_gamma.
Tensor _sample_dirichlet(const Tensor& self, const optional<Generator>& generator = nullopt);
Tensor& _sample_dirichlet_out(Tensor& out, const Tensor& self, const optional<Generator>& generator = nullopt);
/// leaky_relu with the slope (lower + upper) / 2; in training with a slope for each element that is not positive, drawn
/// evenly from [lower, upper).
Tensor rrelu(const Tensor& self, const Scalar& lower = 0.125, const Scalar& upper = 0.3333333333333333,
             bool training = false, const optional<Generator>& generator = nullopt);
Tensor& rrelu_(Tensor& self, const Scalar& lower = 0.125, const Scalar& upper = 0.3333333333333333,
               bool training = false, const optional<Generator>& generator = nullopt);
/// rrelu, which in training writes what each element was multiplied by to noise, of self's shape and dtype.
Tensor rrelu_with_noise(const Tensor& self, const Tensor& noise, const Scalar& lower = 0.125,
                        const Scalar& upper = 0.3333333333333333, bool training = false,
                        const optional<Generator>& generator = nullopt);
Tensor& rrelu_with_noise_(Tensor& self, const Tensor& noise, const Scalar& lower = 0.125,
                          const Scalar& upper = 0.3333333333333333, bool training = false,
                          const optional<Generator>& generator = nullopt);
Tensor& rrelu_with_noise_out(Tensor& out, const Tensor& self, const Tensor& noise, const Scalar& lower = 0.125,
                             const Scalar& upper = 0.3333333333333333, bool training = false,
                             const optional<Generator>& generator = nullopt);
/// Indices drawn with the weights in the last dimension of self, (classes) or (rows, classes); the weights need not add
/// up to 1. Without replacement no index is drawn twice. Throws where a weight is negative or not finite, where all are
/// 0, or where there are fewer classes than samples are to be drawn without replacement.
Tensor multinomial(const Tensor& self, int64_t num_samples, bool replacement = false,
                   const optional<Generator>& generator = nullopt);
Tensor& multinomial_out(Tensor& out, const Tensor& self, int64_t num_samples, bool replacement = false,
                        const optional<Generator>& generator = nullopt);

}  // namespace torchpp
TORCHPP_API_END

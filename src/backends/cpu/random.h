// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Fills contiguous memory with random numbers.
///
/// With an mt19937 generator the numbers, and the state that they leave behind, are those of libtorch 1.13.1 on the
/// CPU: integers, booleans and uniform numbers bit by bit, the others as far as the C library's functions agree, and
/// float normals in blocks within rounding (libtorch approximates log, sine and cosine there; so do we). With a Philox
/// generator the same rules turn words into numbers, and the result does not depend on the number of threads.
///
/// An undefined generator stands for default_generator(). Each call takes the generator's mutex once. Arguments are
/// checked, with libtorch's messages, before anything is drawn. Real T: float, double, Half, BFloat16. Integral T:
/// uint8_t, int8_t, int16_t, int32_t, int64_t.

#include <torchpp/core/generator.h>
#include <torchpp/core/optional.h>

#include <cstdint>

namespace torchpp::cpu {

/// Uniform in [from, to); u * (to - from) + from with one rounding, u of as many bits as T has digits. Real T.
template <class T>
void fill_uniform(const Generator& generator, T* out, int64_t n, double from, double to);

/// Normal numbers as libtorch draws them for a contiguous tensor: Box-Muller on blocks of 16 uniform numbers, the last
/// 16 drawn anew when n is no multiple of 16; fewer than 16 as fill_normal_serial does. Real T.
template <class T>
void fill_normal(const Generator& generator, T* out, int64_t n, double mean, double std);
/// Normal numbers as libtorch draws them for any other tensor: in double, pair by pair, the unused half of the last
/// pair kept by the generator for the next call. Real T.
template <class T>
void fill_normal_serial(const Generator& generator, T* out, int64_t n, double mean, double std);

/// Real T.
template <class T>
void fill_log_normal(const Generator& generator, T* out, int64_t n, double mean, double std);
/// Real T.
template <class T>
void fill_exponential(const Generator& generator, T* out, int64_t n, double lambda);
/// Real T.
template <class T>
void fill_cauchy(const Generator& generator, T* out, int64_t n, double median, double sigma);
/// The number of trials up to the first success. A count that an integral T cannot hold is wrapped. Real, integral T.
template <class T>
void fill_geometric(const Generator& generator, T* out, int64_t n, double p);

/// Numbers of Poisson distributions with these rates, which are not negative. Real T.
template <class T>
void fill_poisson(const Generator& generator, T* out, int64_t n, const T* rates);
/// Numbers of gamma distributions with these shapes, at least the least normal T. Real T.
template <class T>
void fill_standard_gamma(const Generator& generator, T* out, int64_t n, const T* shapes);
/// Successes of `counts` trials with the probabilities `probs`; NaN for a probability that is. Real T.
template <class T>
void fill_binomial(const Generator& generator, T* out, int64_t n, const T* counts, const T* probs);

/// Ones with probability p, zeros otherwise. Real, integral T, bool. A dropout mask is this with 1 - p.
template <class T>
void fill_bernoulli(const Generator& generator, T* out, int64_t n, double p);
/// Bernoulli numbers with a probability per element, drawn in double if P is double and in float otherwise, as in
/// libtorch. P: float, double, BFloat16.
template <class T, class P>
void fill_bernoulli(const Generator& generator, T* out, int64_t n, const P* p);

/// random_(): integers from 0 to the largest T, or to 2^digits for a real T. Real, integral T, bool.
template <class T>
void fill_random(const Generator& generator, T* out, int64_t n);
/// random_(from, to): integers in [from, to); without `to` up to the largest T, or 2^digits for a real T. All 64 bits,
/// as a signed integer, if `from` is the least int64_t and `to` is absent (T: int64_t, float, double, BFloat16).
/// For a real T bounds that it cannot represent are moved inwards to where rounding does not leave the interval.
template <class T>
void fill_random(const Generator& generator, T* out, int64_t n, int64_t from, optional<int64_t> to);

/// A permutation of 0 .. n - 1; for every T the same one, as far as T holds the numbers. Real, integral T.
template <class T>
void fill_randperm(const Generator& generator, T* out, int64_t n);

}  // namespace torchpp::cpu

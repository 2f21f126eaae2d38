// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Dropout: options, functions, modules. Nothing is dropped in evaluation. Source: libtorch 1.13.

#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

/// `p` is the chance of an element, or a channel, to be dropped.
struct TORCHPP_API DropoutOptions {
  DropoutOptions(double p = 0.5) : p_(p) {}  // NOLINT: implicit
  TORCHPP_ARG(double, p);
  TORCHPP_ARG(bool, inplace) = false;
};
using Dropout1dOptions = DropoutOptions;
using Dropout2dOptions = DropoutOptions;
using Dropout3dOptions = DropoutOptions;
using AlphaDropoutOptions = DropoutOptions;
using FeatureAlphaDropoutOptions = DropoutOptions;

namespace functional {

struct TORCHPP_API DropoutFuncOptions {
  TORCHPP_ARG(double, p) = 0.5;
  TORCHPP_ARG(bool, training) = true;
  TORCHPP_ARG(bool, inplace) = false;
};
using Dropout1dFuncOptions = DropoutFuncOptions;
using Dropout2dFuncOptions = DropoutFuncOptions;
using Dropout3dFuncOptions = DropoutFuncOptions;
/// As in libtorch, these two train only if asked.
struct TORCHPP_API AlphaDropoutFuncOptions {
  TORCHPP_ARG(double, p) = 0.5;
  TORCHPP_ARG(bool, training) = false;
  TORCHPP_ARG(bool, inplace) = false;
};
using FeatureAlphaDropoutFuncOptions = AlphaDropoutFuncOptions;

/// Zero with chance p, else x / (1 - p).
TORCHPP_API Tensor dropout(const Tensor& input, const DropoutFuncOptions& options = {});
/// Whole channels of (N, C, ...) become zero with chance p, the others are divided by 1 - p.
TORCHPP_API Tensor dropout1d(const Tensor& input, const Dropout1dFuncOptions& options = {});
TORCHPP_API Tensor dropout2d(const Tensor& input, const Dropout2dFuncOptions& options = {});
TORCHPP_API Tensor dropout3d(const Tensor& input, const Dropout3dFuncOptions& options = {});
/// For SELU: keeps mean and variance (Klambauer et al. 2017).
TORCHPP_API Tensor alpha_dropout(const Tensor& input, const AlphaDropoutFuncOptions& options = {});
TORCHPP_API Tensor feature_alpha_dropout(const Tensor& input, const FeatureAlphaDropoutFuncOptions& options = {});

}  // namespace functional

/// Error unless 0 <= p <= 1.
#define TORCHPP_DROPOUT_MODULE(Name) TORCHPP_STATELESS_MODULE(Name, DropoutOptions, Tensor forward(const Tensor& input))
TORCHPP_DROPOUT_MODULE(Dropout);
TORCHPP_DROPOUT_MODULE(Dropout1d);
TORCHPP_DROPOUT_MODULE(Dropout2d);
TORCHPP_DROPOUT_MODULE(Dropout3d);
TORCHPP_DROPOUT_MODULE(AlphaDropout);
TORCHPP_DROPOUT_MODULE(FeatureAlphaDropout);
#undef TORCHPP_DROPOUT_MODULE

}  // namespace nn
}  // namespace torchpp

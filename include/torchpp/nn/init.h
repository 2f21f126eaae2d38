// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Initial values of parameters. Each function fills the tensor in place, without a gradient, and returns it.
/// Random numbers come from the default generator, in libtorch's order. Source: libtorch 1.13, numbers as there.

#include <torchpp/nn/enum.h>
#include <torchpp/tensor.h>

namespace torchpp {
namespace nn {
namespace init {

using NonlinearityType =
    EnumChoice<enumtype::kLinear, enumtype::kConv1D, enumtype::kConv2D, enumtype::kConv3D, enumtype::kConvTranspose1D,
               enumtype::kConvTranspose2D, enumtype::kConvTranspose3D, enumtype::kSigmoid, enumtype::kTanh,
               enumtype::kReLU, enumtype::kLeakyReLU, enumtype::kSELU>;
using FanModeType = EnumChoice<enumtype::kFanIn, enumtype::kFanOut>;

/// The factor by which a nonlinearity shrinks the standard deviation: 1 for linear, convolution and sigmoid, 5/3 for
/// tanh, sqrt(2) for ReLU, sqrt(2 / (1 + param^2)) for LeakyReLU with that slope, 3/4 for SELU.
TORCHPP_API double calculate_gain(NonlinearityType nonlinearity, double param = 0.01);

TORCHPP_API Tensor constant_(Tensor tensor, Scalar value);
TORCHPP_API Tensor ones_(Tensor tensor);
TORCHPP_API Tensor zeros_(Tensor tensor);
TORCHPP_API Tensor uniform_(Tensor tensor, double low = 0, double high = 1);
TORCHPP_API Tensor normal_(Tensor tensor, double mean = 0, double std = 1);
/// Normal numbers from [a, b] only, by inversion of the distribution function. Source: PyTorch 1.13, Python.
TORCHPP_API Tensor trunc_normal_(Tensor tensor, double mean = 0, double std = 1, double a = -2, double b = 2);
/// The identity; two dimensions.
TORCHPP_API Tensor eye_(Tensor matrix);
/// Weights of a convolution that passes as many channels on as it can, in each group; three to five dimensions.
TORCHPP_API Tensor dirac_(Tensor tensor, int64_t groups = 1);
/// The column share `sparsity` of each column is zero, the rest normal; two dimensions.
TORCHPP_API Tensor sparse_(Tensor tensor, double sparsity, double std = 0.01);
/// A matrix of orthogonal rows or columns, whichever are fewer, of length gain; further dimensions count as columns.
/// Saxe et al. 2013. Error below two dimensions.
TORCHPP_API Tensor orthogonal_(Tensor tensor, double gain = 1.0);
/// Glorot and Bengio 2010: standard deviation gain * sqrt(2 / (fan_in + fan_out)).
TORCHPP_API Tensor xavier_uniform_(Tensor tensor, double gain = 1.0);
TORCHPP_API Tensor xavier_normal_(Tensor tensor, double gain = 1.0);
/// He et al. 2015: standard deviation gain / sqrt(fan); `a` is the slope of LeakyReLU.
TORCHPP_API Tensor kaiming_uniform_(Tensor tensor, double a = 0, FanModeType mode = kFanIn,
                                    NonlinearityType nonlinearity = kLeakyReLU);
TORCHPP_API Tensor kaiming_normal_(Tensor tensor, double a = 0, FanModeType mode = kFanIn,
                                   NonlinearityType nonlinearity = kLeakyReLU);

/// Inputs and outputs of one unit of a weight: size(1) and size(0), each times the elements of the kernel. Error below
/// two dimensions.
TORCHPP_API std::tuple<int64_t, int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor);

}  // namespace init
}  // namespace nn
}  // namespace torchpp

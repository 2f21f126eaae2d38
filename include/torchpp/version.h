// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The version of these headers; the build reads it from here, so that it is written once.

#define TORCHPP_VERSION_MAJOR 0
#define TORCHPP_VERSION_MINOR 1
#define TORCHPP_VERSION_PATCH 0

#define TORCHPP_VERSION_TEXT_(x) #x
#define TORCHPP_VERSION_JOIN_(a, b, c) \
  TORCHPP_VERSION_TEXT_(a) "." TORCHPP_VERSION_TEXT_(b) "." TORCHPP_VERSION_TEXT_(c)
/// "major.minor.patch"
#define TORCHPP_VERSION TORCHPP_VERSION_JOIN_(TORCHPP_VERSION_MAJOR, TORCHPP_VERSION_MINOR, TORCHPP_VERSION_PATCH)

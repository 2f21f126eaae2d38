// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Which sanitizer the tests are built with: g++ says so by macros, Clang 14 by features.

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TORCHPP_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define TORCHPP_THREAD_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define TORCHPP_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define TORCHPP_THREAD_SANITIZER 1
#endif

#ifndef TORCHPP_ADDRESS_SANITIZER
#define TORCHPP_ADDRESS_SANITIZER 0
#endif
#ifndef TORCHPP_THREAD_SANITIZER
#define TORCHPP_THREAD_SANITIZER 0
#endif

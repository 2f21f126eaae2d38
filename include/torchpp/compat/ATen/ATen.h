// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The namespaces `at` and `c10`: everything of torchpp, and aliases where one name means two things.

#include <torchpp/torchpp.h>

#include <mutex>
#include <string_view>

namespace torchpp {
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;

namespace detail {
// std::lock_guard<std::mutex> lock(generator.mutex())
template <>
struct NativeMutex<std::mutex> {
  using allowed = void;
};
}  // namespace detail
}  // namespace torchpp

namespace c10 {
using namespace torchpp;  // NOLINT: this is what the header is for
template <class T>
using complex = ::torchpp::Complex<T>;
template <class T>
using List = std::vector<T>;
}  // namespace c10

namespace at {
using namespace torchpp;  // NOLINT
namespace detail {
inline Generator createCPUGenerator(uint64_t seed = ::torchpp::default_rng_seed_val) {
  return ::torchpp::make_generator(seed);
}
inline Generator& getDefaultCPUGenerator() { return ::torchpp::default_generator(); }
}  // namespace detail
namespace indexing {
using namespace torchpp::indexing;  // NOLINT
}
}  // namespace at

#ifndef TORCH_CHECK
#define TORCH_CHECK(condition, ...) TORCHPP_CHECK(condition, ::torchpp::str(__VA_ARGS__))
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCHPP_CHECK_KIND(kInternal, condition, ::torchpp::str(__VA_ARGS__))
#define TORCH_API TORCHPP_API
#endif

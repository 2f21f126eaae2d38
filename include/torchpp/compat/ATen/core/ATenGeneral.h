// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The namespaces `at` and `c10`: everything of torchpp, and aliases where one name means two things.

#include <torchpp/dispatch/mode.h>
#include <torchpp/torchpp.h>

#include <mutex>
#include <string_view>
#include <variant>

namespace torchpp {
using std::string_view;

namespace detail {
// std::lock_guard<std::mutex> lock(generator.mutex())
template <>
struct NativeMutex<std::mutex> {
  using allowed = void;
};

// In a program that uses the name `torch`, types and modules print with that name, also in errors.
struct NamesTorch {
  NamesTorch() noexcept { set_namespace_name("torch"); }
};
inline const NamesTorch names_torch;
}  // namespace detail
}  // namespace torchpp

namespace c10 {
using namespace torchpp;  // NOLINT: this is what the header is for
template <class T>
using complex = ::torchpp::Complex<T>;
namespace impl {
using ::torchpp::ExcludeDispatchKeyGuard;
using ::torchpp::IncludeDispatchKeyGuard;
}  // namespace impl
}  // namespace c10

namespace at {
using namespace torchpp;  // NOLINT
using namespace c10;      // NOLINT: also as torch::irange and the like
using ::torchpp::complex;
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

namespace torchpp {
using namespace at;  // NOLINT: torch::show_config() and what else compat declares in `at` alone
}

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Fields of option classes.

#include <utility>

/// An option with chained setters and a getter: `TORCHPP_ARG(double, lr) = 1e-3;` gives `lr(value)`, which returns the
/// options, and `lr()`. The setter is a template because a value that is passed and assigned, of a std::vector say,
/// then costs the compiler nothing where no setter is called.
#define TORCHPP_ARG(T, name)                                            \
 public:                                                                \
  template <int = 0>                                                    \
  auto name(T new_##name)->decltype(*this) { /* NOLINT */               \
    this->name##_ = static_cast<T&&>(new_##name);                       \
    return *this;                                                       \
  }                                                                     \
  const T& name() const noexcept { return this->name##_; } /* NOLINT */ \
  T& name() noexcept { return this->name##_; }             /* NOLINT */ \
                                                                        \
 private:                                                               \
  T name##_ /* NOLINT */
/// libtorch's name, which its clients use in option classes of their own.
#define TORCH_ARG(T, name) TORCHPP_ARG(T, name)

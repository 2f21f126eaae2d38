// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file SPELLING(name, "answer") { ... } is something that programs write for libtorch: a function body that compiles
/// with libtorch 1.13.1 and with torchpp::compat, and streams the same answer to `out` with both. An error that the
/// body throws is the answer "Error", "IndexError" and so on. tests/install/spellings/run says how they are tried.
///
/// This header stands behind <torch/torch.h> and includes nothing else: what the bodies use of the standard library is
/// what libtorch's header brings.

struct Spelling {
  Spelling(const char* name, const char* answer, void (*body)(std::ostream&));
  const char *name, *answer;
  void (*body)(std::ostream&);
  const Spelling* next;
};

#define SPELLING(name, answer)                                          \
  static void spelling_##name(std::ostream& out);                       \
  static const Spelling listed_##name(#name, answer, &spelling_##name); \
  static void spelling_##name([[maybe_unused]] std::ostream& out)

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Shared libraries that are opened when one of their functions is first needed, so that a program which needs
/// none of them neither loads nor requires them. Their headers are used when the library is built.

#include <torchpp/core/export.h>

#include <initializer_list>
#include <string>

namespace torchpp::detail {

/// A library of this machine, or why there is none. It is never unloaded: its threads may outlive static objects.
class TORCHPP_API SharedLibrary {
 public:
  /// Opens the first of the names that the dynamic linker finds. `what` is the library's name in errors, `cure` what
  /// the error says if none is found ("install ...").
  SharedLibrary(const char* what, std::initializer_list<std::string> names, const char* cure);

  /// Whether all is well so far.
  explicit operator bool() const { return error_.empty(); }
  /// Stores the address of a function; the first function that is missing becomes the error.
  template <class F>
  void resolve(const char* name, F& function) {
    function = reinterpret_cast<F>(address_of(name));
  }
  /// Reports as error, if there is none yet, that the library's major version is not the one of the headers.
  void check_major(size_t version, size_t major, size_t expected);

  /// Empty if the library can be used.
  const std::string& error() const { return error_; }

 private:
  void* address_of(const char* name);

  const char* what_;
  void* handle_ = nullptr;
  std::string error_;
};

/// The functions of a library, and why they cannot be used if they cannot.
template <class Table>
struct LibraryTable {
  Table functions{};
  std::string error;
};

/// Opens a library; `fill(library, functions)` resolves its functions and looks at its version. Lives for ever: to be
/// kept in a static reference.
template <class Table, class Fill>
const LibraryTable<Table>& open_table(const char* what, std::initializer_list<std::string> names, const char* cure,
                                      const Fill& fill) {
  auto* table = new LibraryTable<Table>;
  SharedLibrary library(what, names, cure);
  fill(library, table->functions);
  table->error = library.error();
  return *table;
}

TORCHPP_API void check_usable(const std::string& error);
/// The functions. Throws Error if they cannot be used.
template <class Table>
const Table& usable(const LibraryTable<Table>& table) {
  check_usable(table.error);
  return table.functions;
}

}  // namespace torchpp::detail

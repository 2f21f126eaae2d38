// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What is written from the table. Every function gives the text of one file.

#include <map>
#include <string>

#include "tools/generate/row.h"

namespace generate {

// For those who use the library
std::string public_header(const Family& family);  ///< include/torchpp/ops/<family>.h: functions
std::string methods(const Table& table);          ///< include/torchpp/ops/methods.inc: inside class Tensor
std::string setters_header(const Table& table);   ///< include/torchpp/ops/kernels.h
std::string families_header(const Table& table);  ///< include/torchpp/ops/families.h

// Private to the library, in src/ops/generated
std::string private_header(const Family& family);                   ///< <family>.h: objects, kernels, derivatives
std::string definitions(const Table& table, const Family& family);  ///< <family>.cpp: objects, functions, methods
std::string names(const Family& family);                            ///< <family>_names.cpp: the table by name
std::string families(const Table& table);                           ///< families.cpp: all of these tables

// For a backend beside the CPU, in src/backends/<backend>/generated
std::string backend_header(const Family& family, const std::string& backend);  ///< <family>.h: its kernels
std::string backend_registration(const Table& table, const std::string& backend,
                                 const std::string& key);  ///< kernels.cpp

// For every backend
std::string loop_list(const Table& table, const std::string& list);  ///< src/backends/math/generated/<list>.def
std::string elementwise_kernels(const Family& family,
                                const std::string& backend);  ///< in src/backends/<backend>/generated: <family>.cpp

/// tests/forms/forms_test.cpp: names every form of every row.
std::string form_test(const Table& table);

/// All files, by their paths below the repository's root.
std::map<std::string, std::string> emit(const Table& table);

}  // namespace generate

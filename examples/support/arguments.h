// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace examples {

/// An option `--name VALUE` of a command line and the variable that takes its value; what the variable holds before is
/// the default. For a bool it is `--name`, which sets it.
struct Option {
  const char* name;  ///< without the dashes
  std::variant<std::string*, int64_t*, double*, bool*> value;
  const char* meaning;  ///< for --help
  int64_t least = 0;    ///< of a number
};

/// Reads the command line. --help prints `purpose` and the options and exits with 0; an unknown option, a missing value
/// or a number that is none or below its least one is told on stderr, and the program exits with 2.
void read_arguments(int argc, char** argv, const char* purpose, const std::vector<Option>& options);

/// The body of an example's main: reads the command line, calls `run`, and tells what it throws. Returns the exit
/// status.
int run_example(int argc, char** argv, const char* purpose, const std::vector<Option>& options, void (*run)());

/// Makes a folder unless it is there. Throws torchpp::FileError unless it can be written to.
void make_folder(const std::string& path);

}  // namespace examples

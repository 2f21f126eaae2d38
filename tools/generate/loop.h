// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The loops of element-wise functions: what a row's attribute `loops` and a line `loop` say.

#include <string>
#include <vector>

namespace generate {

struct Argument;

/// The loops of one function, one for each dtype that it has. src/backends/math has a functor of the same name.
struct Loop {
  std::string name;
  int inputs = 0;              ///< tensors that it reads
  bool scalars = false;        ///< the functor is made from numbers
  bool gradient = false;       ///< the first input is a gradient
  std::string types = "NONE";  ///< the group of real dtypes, a name of src/backends/math/types.def
  /// COMPLEX: of both complex dtypes, too. COMPLEX_WIDE: on a CPU compiled for wide vectors as well, which pay.
  std::string complex = "NONE";
  std::string form = "kUsual";  ///< a LoopForm of src/backends/cpu/isa/abi.h
  std::string where;            ///< "file:line"

  void set_arguments(const std::vector<Argument>& arguments);
  /// Takes a word of the description: a group of dtypes, "complex", "complex_wide", or a form. Returns what is wrong,
  /// or "".
  std::string add(const std::string& word);
  /// What is wrong when all words and the arguments are known, or "".
  std::string mistake() const;
  /// The list in which it stands: "unary", "unary_floats", "binary" or "gradient", each compiled apart. A program has
  /// the constants of all that is compiled with what it calls, and functions of floating numbers have many: a list of
  /// their own keeps them out of programs that call none.
  std::string list() const;
  /// Its line in the list.
  std::string text() const;
};

}  // namespace generate

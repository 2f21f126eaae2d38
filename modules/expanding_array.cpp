// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/expanding_array.h>

#include <ostream>

namespace torchpp::detail {

namespace {

void print_one(std::ostream& out, int64_t value) { out << value; }
void print_one(std::ostream& out, double value) { out << value; }
void print_one(std::ostream& out, const optional<int64_t>& value) {
  if (value) out << *value;
  else out << "None";
}

template <class T>
void print_list(std::ostream& out, const T* values, size_t count) {
  if (count == 1) return print_one(out, values[0]);
  for (size_t i = 0; i < count; ++i) {
    out << (i == 0 ? "[" : ", ");
    print_one(out, values[i]);
  }
  out << ']';
}

}  // namespace

void print_values(std::ostream& out, const int64_t* values, size_t count) { print_list(out, values, count); }
void print_values(std::ostream& out, const double* values, size_t count) { print_list(out, values, count); }
void print_values(std::ostream& out, const optional<int64_t>* values, size_t count) { print_list(out, values, count); }

}  // namespace torchpp::detail

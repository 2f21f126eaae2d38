// SPDX-License-Identifier: BSD-3-Clause
// Run by tests/core/parallel_test.cpp: what number of threads a fresh process starts with.
#include <torchpp/core/parallel.h>

#include <cstdio>

int main() { std::printf("num_threads %d\n", torchpp::get_num_threads()); }

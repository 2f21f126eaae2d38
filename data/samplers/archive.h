// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How samplers write where they stand: numbers as tensors of int64, as libtorch's do.

#include <torchpp/serialize/archive.h>

#include <cstddef>
#include <string>
#include <vector>

namespace torchpp::data::samplers {

/// The size as the int64 that tensors have; ValueError if it is none.
int64_t checked_size(size_t size);

/// The elements of a list of int64 as indices; Error for others and for negative ones, which begins with `subject`.
std::vector<size_t> to_indices(const Tensor& numbers, const std::string& subject);

void write_number(serialize::OutputArchive& archive, const std::string& key, size_t number);
/// Error if there is none, or one beyond `most`.
size_t read_number(serialize::InputArchive& archive, const std::string& key, size_t most);

void write_numbers(serialize::OutputArchive& archive, const std::string& key, const std::vector<size_t>& numbers);
/// False if there are none.
bool read_numbers(serialize::InputArchive& archive, const std::string& key, std::vector<size_t>& numbers);

}  // namespace torchpp::data::samplers

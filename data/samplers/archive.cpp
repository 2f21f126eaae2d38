// SPDX-License-Identifier: BSD-3-Clause
#include "data/samplers/archive.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/tensor_literal.h>

#include <cstdint>

namespace torchpp::data::samplers {

int64_t checked_size(size_t size) {
  TORCHPP_CHECK_VALUE(size <= size_t{INT64_MAX}, "sampler: got ", size, " examples, expected less than 2^63");
  return static_cast<int64_t>(size);
}

std::vector<size_t> to_indices(const Tensor& numbers, const std::string& subject) {
  TORCHPP_CHECK(numbers.dim() == 1 && numbers.scalar_type() == kInt64, subject, " is ", numbers.scalar_type(),
                " of sizes ", numbers.sizes(), ", expected a list of int64");
  const Tensor list = numbers.cpu().contiguous();
  const auto* p = list.data_ptr<int64_t>();
  std::vector<size_t> indices;
  indices.reserve(static_cast<size_t>(list.numel()));
  for (int64_t i = 0; i < list.numel(); ++i) {
    TORCHPP_CHECK(p[i] >= 0, subject, " has ", p[i], " at ", i, ", expected an index");
    indices.push_back(static_cast<size_t>(p[i]));
  }
  return indices;
}

void write_number(serialize::OutputArchive& archive, const std::string& key, size_t number) {
  archive.write(key, tensor(checked_size(number)), /*is_buffer=*/true);
}
size_t read_number(serialize::InputArchive& archive, const std::string& key, size_t most) {
  Tensor number;
  archive.read(key, number, /*is_buffer=*/true);
  const std::string subject = str("sampler: the archive's '", archive.prefix(), key, "'");
  TORCHPP_CHECK(number.numel() == 1, subject, " has sizes ", number.sizes(), ", expected one number");
  const size_t value = to_indices(number.reshape({1}), subject)[0];
  TORCHPP_CHECK(value <= most, subject, " is ", value, ", expected at most ", most);
  return value;
}

void write_numbers(serialize::OutputArchive& archive, const std::string& key, const std::vector<size_t>& numbers) {
  const std::vector<int64_t> list(numbers.begin(), numbers.end());
  archive.write(key, tensor(list), /*is_buffer=*/true);
}
bool read_numbers(serialize::InputArchive& archive, const std::string& key, std::vector<size_t>& numbers) {
  Tensor list;
  if (!archive.try_read(key, list, /*is_buffer=*/true)) return false;
  numbers = to_indices(list, str("sampler: the archive's '", archive.prefix(), key, "'"));
  return true;
}

}  // namespace torchpp::data::samplers

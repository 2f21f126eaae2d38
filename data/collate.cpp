// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/collate.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/from_blob.h>
#include <torchpp/ops/shape.h>

namespace torchpp::data::detail {

Tensor collate_tensors(std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors) {
    TORCHPP_CHECK_TYPE(tensor.scalar_type() == tensors[0].scalar_type(), "collate: got tensors of ",
                       tensors[0].scalar_type(), " and ", tensor.scalar_type(), ", expected one dtype");
    TORCHPP_CHECK(tensor.sizes() == tensors[0].sizes(), "collate: stack expects each tensor to be equal size, but got ",
                  tensors[0].sizes(), " and ", tensor.sizes());
  }
  return stack(tensors);
}

Tensor collate_numbers(const std::vector<int64_t>& numbers) {
  return from_blob(const_cast<int64_t*>(numbers.data()), {static_cast<int64_t>(numbers.size())}, kLong).clone();
}
Tensor collate_numbers(const std::vector<double>& numbers) {
  return from_blob(const_cast<double*>(numbers.data()), {static_cast<int64_t>(numbers.size())}, kDouble).clone();
}

void check_collate(size_t count) {
  TORCHPP_CHECK_VALUE(count > 0, "collate: got an empty batch, expected at least one sample");
}
void fail_collate_length(size_t got, size_t expected) {
  TORCHPP_FAIL_KIND(kError, "collate: each element in list of batch should be of equal size, but got ", got, " and ",
                    expected);
}
void fail_collate_key(const std::string& key) {
  TORCHPP_FAIL_KIND(kError, "collate: got a sample without the key '", key, "', which the first sample has");
}

}  // namespace torchpp::data::detail

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/parallel.h>
#include <torchpp/data/collate.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/from_blob.h>
#include <torchpp/ops/shape.h>

#include <cstring>

namespace torchpp::data::detail {
namespace {

constexpr size_t kBytesPerThread = size_t{512} << 10;

// Whether the batch is a copy of bytes: a call of stack() costs as much for each tensor as copying kilobytes.
bool are_plain(const std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors)
    if (!tensor.device().is_cpu() || tensor.layout() != kStrided || !tensor.is_contiguous() || tensor.requires_grad() ||
        tensor.is_conj() || tensor.is_neg() || tensor.is_nested())
      return false;
  return true;
}

}  // namespace

Tensor collate_tensors(std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors) {
    TORCHPP_CHECK_TYPE(tensor.scalar_type() == tensors[0].scalar_type(), "collate: got tensors of ",
                       tensors[0].scalar_type(), " and ", tensor.scalar_type(), ", expected one dtype");
    TORCHPP_CHECK(tensor.sizes() == tensors[0].sizes(), "collate: stack expects each tensor to be equal size, but got ",
                  tensors[0].sizes(), " and ", tensor.sizes());
  }
  if (!are_plain(tensors)) return stack(tensors);
  const Tensor& first = tensors[0];
  std::vector<int64_t> sizes{static_cast<int64_t>(tensors.size())};
  sizes.insert(sizes.end(), first.sizes().begin(), first.sizes().end());
  Tensor batch = empty(sizes, first.options());
  const size_t nbytes = first.nbytes();
  if (nbytes == 0) return batch;
  auto* const to = static_cast<char*>(batch.data_ptr());
  // A thread is worth its hand-over from some hundreds of kilobytes on.
  const auto grain = static_cast<int64_t>(kBytesPerThread / nbytes) + 1;
  parallel_for(0, sizes[0], grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      std::memcpy(to + static_cast<size_t>(i) * nbytes, tensors[static_cast<size_t>(i)].data_ptr(), nbytes);
  });
  return batch;
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

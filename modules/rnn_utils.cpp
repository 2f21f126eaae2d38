// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/utils/rnn.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/index.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/sequence.h>

namespace torchpp::nn::utils::rnn {

Tensor invert_permutation(const Tensor& permutation) {
  if (!permutation.defined()) return Tensor();
  const Tensor places = torchpp::arange(permutation.numel(), permutation.options());
  return torchpp::empty_like(permutation, MemoryFormat::Contiguous).scatter_(0, permutation, places);
}

PackedSequence::PackedSequence(Tensor data, Tensor batch_sizes, Tensor sorted_indices, Tensor unsorted_indices)
    : data_(std::move(data)),
      batch_sizes_(std::move(batch_sizes)),
      sorted_indices_(std::move(sorted_indices)),
      unsorted_indices_(unsorted_indices.defined() ? std::move(unsorted_indices)
                                                   : invert_permutation(sorted_indices_)) {
  TORCHPP_CHECK(batch_sizes_.is_cpu(),
                "batch_sizes should always be on CPU. PackedSequence is made by pack_sequence() "
                "and pack_padded_sequence(), got batch_sizes on ",
                batch_sizes_.device());
}

PackedSequence PackedSequence::pin_memory() const {
  const auto pinned = [](const Tensor& t) { return t.defined() ? t.pin_memory() : Tensor(); };
  return PackedSequence(data_.pin_memory(), batch_sizes_, pinned(sorted_indices_), pinned(unsorted_indices_));
}
PackedSequence PackedSequence::to(TensorOptions options) const {
  const Tensor data = data_.to(options);
  if (data.is_same(data_)) return *this;
  const auto moved = [&](const Tensor& t) { return t.defined() ? t.to(data.device()) : Tensor(); };
  return PackedSequence(data, batch_sizes_, moved(sorted_indices_), moved(unsorted_indices_));
}
PackedSequence PackedSequence::cuda() const { return to(TensorOptions(kCUDA)); }
PackedSequence PackedSequence::cpu() const { return to(TensorOptions(kCPU)); }
bool PackedSequence::is_cuda() const { return data_.is_cuda(); }
bool PackedSequence::is_pinned() const { return data_.is_pinned(); }

PackedSequence pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first, bool enforce_sorted) {
  lengths = lengths.to(kLong);
  Tensor order;
  if (!enforce_sorted) {
    std::tie(lengths, order) = torchpp::sort(lengths, -1, /*descending=*/true);
    order = order.to(input.device());
    input = input.index_select(batch_first ? 0 : 1, order);
  }
  auto [data, batch_sizes] = torchpp::_pack_padded_sequence(input, lengths, batch_first);
  return PackedSequence(std::move(data), std::move(batch_sizes), std::move(order));
}

std::tuple<Tensor, Tensor> pad_packed_sequence(const PackedSequence& sequence, bool batch_first, double padding_value,
                                               optional<int64_t> total_length) {
  const int64_t longest = sequence.batch_sizes().size(0), steps = total_length.value_or(longest);
  TORCHPP_CHECK(steps >= longest,
                "Expected total_length to be at least the length of the longest sequence in input, but got "
                "total_length=",
                steps, " and max sequence length being ", longest);
  auto [padded, lengths] =
      torchpp::_pad_packed_sequence(sequence.data(), sequence.batch_sizes(), batch_first, padding_value, steps);
  const Tensor& order = sequence.unsorted_indices();
  if (!order.defined()) return {std::move(padded), std::move(lengths)};
  return {padded.index_select(batch_first ? 0 : 1, order), lengths.index({order.cpu()})};
}

Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value) {
  return torchpp::pad_sequence(sequences, batch_first, padding_value);
}

PackedSequence pack_sequence(TensorList sequences, bool enforce_sorted) {
  Tensor lengths = torchpp::empty({static_cast<int64_t>(sequences.size())}, kLong);
  for (size_t i = 0; i < sequences.size(); ++i) lengths.data_ptr<int64_t>()[i] = sequences[i].size(0);
  return pack_padded_sequence(torchpp::pad_sequence(sequences), lengths, false, enforce_sorted);
}

std::vector<Tensor> unpad_sequence(const Tensor& padded_sequences, const Tensor& lengths, bool batch_first) {
  const Tensor rows = batch_first ? padded_sequences : padded_sequences.transpose(0, 1);
  const Tensor counts = lengths.cpu().to(kLong).contiguous();
  TORCHPP_CHECK(counts.dim() == 1 && counts.numel() == rows.size(0), "unpad_sequence: there are ", rows.size(0),
                " sequences and lengths ", counts.sizes());
  std::vector<Tensor> sequences;
  for (int64_t i = 0; i < rows.size(0); ++i)
    sequences.push_back(rows.select(0, i).narrow(0, 0, counts.data_ptr<int64_t>()[i]));
  return sequences;
}

std::vector<Tensor> unpack_sequence(const PackedSequence& packed_sequences) {
  const auto [padded, lengths] = pad_packed_sequence(packed_sequences, /*batch_first=*/true);
  return unpad_sequence(padded, lengths, /*batch_first=*/true);
}

}  // namespace torchpp::nn::utils::rnn

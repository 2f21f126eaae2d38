// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Sequences of different lengths in one tensor, padded or packed. Source: libtorch 1.13.

#include <torchpp/tensor.h>

namespace torchpp {
namespace nn {
namespace utils {
namespace rnn {

/// The permutation that undoes another one. An undefined tensor stays undefined.
TORCHPP_API Tensor invert_permutation(const Tensor& permutation);

/// Sequences sorted by length, step by step: the rows of all that have a step 0, then of those that have a step 1, and
/// so on. It is made by pack_padded_sequence() or pack_sequence(), which sort the sequences where they are asked to.
class TORCHPP_API PackedSequence {
 public:
  /// Error unless batch_sizes lies on the CPU.
  explicit PackedSequence(Tensor data, Tensor batch_sizes, Tensor sorted_indices = {}, Tensor unsorted_indices = {});
  /// Rows of all steps.
  const Tensor& data() const { return data_; }
  /// How many sequences have each step; int64 on the CPU.
  const Tensor& batch_sizes() const { return batch_sizes_; }
  /// Which sequence each one was before sorting, and the inverse; undefined where nothing was sorted.
  const Tensor& sorted_indices() const { return sorted_indices_; }
  const Tensor& unsorted_indices() const { return unsorted_indices_; }
  PackedSequence pin_memory() const;
  /// Converts the data; indices move with it.
  PackedSequence to(TensorOptions options) const;
  PackedSequence cuda() const;
  PackedSequence cpu() const;
  bool is_cuda() const;
  bool is_pinned() const;

 private:
  Tensor data_, batch_sizes_, sorted_indices_, unsorted_indices_;
};

/// Packs (T, B, ...), with batch_first (B, T, ...), whose sequences have the given lengths. Without enforce_sorted the
/// lengths may come in any order.
TORCHPP_API PackedSequence pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first = false,
                                                bool enforce_sorted = true);
/// The sequences in the order in which they were packed, as one tensor with padding, and their lengths.
TORCHPP_API std::tuple<Tensor, Tensor> pad_packed_sequence(const PackedSequence& sequence, bool batch_first = false,
                                                           double padding_value = 0.0,
                                                           optional<int64_t> total_length = nullopt);
/// Sequences (length, ...) as (T, B, ...), with batch_first as (B, T, ...).
TORCHPP_API Tensor pad_sequence(TensorList sequences, bool batch_first = false, double padding_value = 0);
/// Packs sequences (length, ...).
TORCHPP_API PackedSequence pack_sequence(TensorList sequences, bool enforce_sorted = true);
/// The sequences (length, ...) that pad_sequence and pack_sequence were given. Source: PyTorch 1.13, Python.
TORCHPP_API std::vector<Tensor> unpad_sequence(const Tensor& padded_sequences, const Tensor& lengths,
                                               bool batch_first = false);
TORCHPP_API std::vector<Tensor> unpack_sequence(const PackedSequence& packed_sequences);

}  // namespace rnn
}  // namespace utils
}  // namespace nn
}  // namespace torchpp

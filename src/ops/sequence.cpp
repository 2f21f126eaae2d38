// SPDX-License-Identifier: BSD-3-Clause
// Sequences of different lengths, bags of embeddings, and what connectionist temporal classification does besides its
// kernel.

#include <torchpp/core/reduction.h>

#include <algorithm>
#include <limits>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/generated/pointwise.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::composite {
namespace {

Tensor list_of(const std::vector<int64_t>& values) {
  Tensor t(make_tensor({static_cast<int64_t>(values.size())}, kLong, Device(kCPU)));
  std::copy(values.begin(), values.end(), t.data_ptr<int64_t>());
  return t;
}

// An argument with lengths, as numbers.
std::vector<int64_t> numbers(const Tensor& t) {
  if (t.is_meta()) t.cpu();  // throws: there are no numbers
  TORCHPP_CHECK(t.is_cpu() && t.dim() == 1 && t.scalar_type() == kLong,
                "'lengths' argument should be a 1D CPU int64 tensor, but got ", t.dim(), "D ", t.device().str(), " ",
                t.scalar_type(), " tensor");
  const Tensor dense = t.contiguous();
  return std::vector<int64_t>(dense.data_ptr<int64_t>(), dense.data_ptr<int64_t>() + dense.numel());
}

// Where step t of sequence b lies among the rows of a padded tensor, for every row of the packed one.
Tensor rows_of_padded(const std::vector<int64_t>& batch_sizes, int64_t steps, int64_t batch, bool batch_first) {
  std::vector<int64_t> rows;
  for (size_t t = 0; t < batch_sizes.size(); ++t)
    for (int64_t b = 0; b < batch_sizes[t]; ++b) {
      const int64_t step = static_cast<int64_t>(t);
      rows.push_back(batch_first ? b * steps + step : step * batch + b);
    }
  return list_of(rows);
}

DimVector with_leading(std::initializer_list<int64_t> leading, IntArrayRef trailing) {
  DimVector sizes(leading);
  for (int64_t n : trailing) sizes.push_back(n);
  return sizes;
}

}  // namespace

TensorPair pack_padded_sequence(const Tensor& input, const Tensor& lengths, bool batch_first) {
  const std::vector<int64_t> n = numbers(lengths);
  TORCHPP_CHECK(input.dim() >= 2 && input.numel() > 0, "Cannot pack empty tensors.");
  const int64_t steps = input.size(batch_first ? 1 : 0), batch = input.size(batch_first ? 0 : 1);
  TORCHPP_CHECK(static_cast<int64_t>(n.size()) == batch, "Expected `len(lengths)` to be equal to batch_size, but got ",
                n.size(), " (batch_size=", batch, ")");
  TORCHPP_CHECK(n.back() > 0,
                "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0");
  TORCHPP_CHECK(std::is_sorted(n.rbegin(), n.rend()),
                "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
                "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if "
                "you do not need ONNX exportability.");
  TORCHPP_CHECK(n[0] <= steps, "pack_padded_sequence: lengths ask for ", n[0], " steps, the input has ", steps);
  std::vector<int64_t> batch_sizes(static_cast<size_t>(n[0]));
  for (int64_t length : n)
    for (int64_t t = 0; t < length; ++t) ++batch_sizes[static_cast<size_t>(t)];
  const Tensor rows = rows_of_padded(batch_sizes, steps, batch, batch_first).to(input.device());
  const Tensor flat = input.reshape(with_leading({steps * batch}, input.sizes().slice(2)));
  return {flat.index_select(0, rows), list_of(batch_sizes)};
}

TensorPair pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes, bool batch_first,
                               const Scalar& padding_value, int64_t total_length) {
  const std::vector<int64_t> sizes = numbers(batch_sizes);
  TORCHPP_CHECK(!sizes.empty() && data.dim() >= 1, "pad_packed_sequence: got no steps");
  const int64_t longest = static_cast<int64_t>(sizes.size()), batch = sizes[0];
  TORCHPP_CHECK(total_length <= 0 || total_length >= longest,
                "Expected total_length to be at least the length of the longest sequence in input, but got "
                "total_length=",
                total_length, " and max sequence length being ", longest);
  for (int64_t b : sizes)
    TORCHPP_CHECK(b >= 0 && b <= batch, "pad_packed_sequence: batch_sizes must not be negative and must not grow, got ",
                  IntArrayRef(sizes));
  std::vector<int64_t> lengths(static_cast<size_t>(batch));
  int64_t rows = 0;
  for (int64_t b : sizes) {
    for (int64_t i = 0; i < b; ++i) ++lengths[static_cast<size_t>(i)];
    rows += b;
  }
  TORCHPP_CHECK(rows == data.size(0), "pad_packed_sequence: batch_sizes name ", rows, " rows, got ", data.size(0));
  const int64_t steps = total_length > 0 ? total_length : longest;
  const Tensor at = rows_of_padded(sizes, steps, batch, false).to(data.device());
  const IntArrayRef features = data.sizes().slice(1);
  const Tensor padded = data.new_full(with_leading({steps * batch}, features), padding_value).index_copy(0, at, data);
  const Tensor by_step = padded.view(with_leading({steps, batch}, features));
  return {batch_first ? by_step.transpose(0, 1) : by_step, list_of(lengths)};
}

Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value) {
  TORCHPP_CHECK(!sequences.empty(), "received an empty list of sequences");
  int64_t longest = 0;
  for (const Tensor& t : sequences) longest = std::max(longest, t.size(0));
  const int64_t batch = static_cast<int64_t>(sequences.size());
  const IntArrayRef features = sequences[0].sizes().slice(1);
  const DimVector sizes =
      batch_first ? with_leading({batch, longest}, features) : with_leading({longest, batch}, features);
  const Tensor padded = sequences[0].new_full(sizes, padding_value);
  for (int64_t i = 0; i < batch; ++i) {
    const Tensor& from = sequences[static_cast<size_t>(i)];
    padded.select(batch_first ? 0 : 1, i).narrow(0, 0, from.size(0)).copy_(from);
  }
  return padded;
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq, int64_t mode,
                                                         bool sparse, const Tensor& per_sample_weights,
                                                         bool include_last_offset) {
  return op::embedding_bag_forward(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
                                   include_last_offset, -1);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag_padded(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode,
    bool sparse, const Tensor& per_sample_weights, bool include_last_offset, optional<int64_t> padding_idx) {
  int64_t index = -1;
  if (padding_idx) {
    const int64_t rows = weight.size(0);
    TORCHPP_CHECK(*padding_idx >= -rows && *padding_idx < rows,
                  "padding_idx must be within the number of embeddings, -", rows, " through ", rows - 1, ", but got ",
                  *padding_idx);
    index = *padding_idx < 0 ? *padding_idx + rows : *padding_idx;
  }
  return op::embedding_bag_forward(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
                                   include_last_offset, index);
}

Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths, IntArrayRef target_lengths,
                int64_t blank, int64_t reduction, bool zero_infinity) {
  const bool one = log_probs.dim() == 2;
  const Tensor loss = std::get<0>(op::ctc_loss_forward(one ? log_probs.unsqueeze(1) : log_probs, targets, input_lengths,
                                                       target_lengths, blank, zero_infinity));
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor finite = zero_infinity ? loss.masked_fill(loss.eq(infinity), 0) : loss;
  if (reduction == Reduction::Sum) return finite.sum();
  if (reduction == Reduction::None) return one ? finite.squeeze(0) : finite;
  std::vector<int64_t> lengths(target_lengths.begin(), target_lengths.end());
  for (int64_t& n : lengths) n = std::max<int64_t>(1, n);
  return (finite / list_of(lengths).to(finite.device(), finite.scalar_type())).mean();
}
Tensor ctc_loss_tensor(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                       const Tensor& target_lengths, int64_t blank, int64_t reduction, bool zero_infinity) {
  TORCHPP_CHECK(isIntegralType(input_lengths.scalar_type()), "input_lengths must be integral");
  TORCHPP_CHECK(isIntegralType(target_lengths.scalar_type()), "target_lengths must be integral");
  const auto values = [](const Tensor& t) { return numbers(t.to(Device(kCPU), kLong).flatten()); };
  return op::ctc_loss(log_probs, targets, values(input_lengths), values(target_lengths), blank, reduction,
                      zero_infinity);
}

}  // namespace torchpp::composite

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/tensor.h>

#include <string>

namespace examples {

/// A text as numbers of its distinct bytes, in their order, for models that predict the next character.
class Characters {
 public:
  /// Reads the file. Throws torchpp::FileError if it cannot be read or holds fewer than `least` bytes.
  Characters(const std::string& path, int64_t least);

  int64_t count() const { return static_cast<int64_t>(alphabet_.size()); }
  /// (length) of int64: the first nine tenths of the text are for training, the rest for validation.
  const torchpp::Tensor& training() const { return training_; }
  const torchpp::Tensor& validation() const { return validation_; }
  /// (text.size()) of int64. Throws torchpp::Error for a byte that the file does not have.
  torchpp::Tensor encode(const std::string& text) const;
  char decode(int64_t number) const { return alphabet_[static_cast<size_t>(number)]; }

 private:
  std::string alphabet_;
  torchpp::Tensor training_, validation_;
};

/// Random pieces of a text: (batch, length + 1) of int64. Inputs are all but the last column, targets all but the
/// first.
torchpp::Tensor random_pieces(const torchpp::Tensor& text, int64_t batch, int64_t length);

/// One number drawn from the softmax of scores (count) / temperature, among the `top` greatest.
int64_t draw(const torchpp::Tensor& scores, double temperature, int64_t top);

}  // namespace examples

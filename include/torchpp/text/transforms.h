// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file From tokens to tensors. Each transform takes one list or a batch of lists.
/// Source: torchtext 0.14 transforms.

#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/tensor.h>
#include <torchpp/text/vocab.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace torchpp::text {

/// Tokens -> their indices in a vocabulary.
class TORCHPP_API VocabTransform {
 public:
  explicit VocabTransform(Vocab vocab) : vocab_(std::move(vocab)) {}
  std::vector<int64_t> operator()(const std::vector<std::string>& tokens) const { return vocab_(tokens); }
  std::vector<std::vector<int64_t>> operator()(const std::vector<std::vector<std::string>>& batch) const;

 private:
  Vocab vocab_;
};

/// Labels -> their numbers, in the order given or, with sort_names, sorted.
class TORCHPP_API LabelToIndex {
 public:
  explicit LabelToIndex(std::vector<std::string> label_names, bool sort_names = false);
  /// Throws IndexError for another label.
  int64_t operator()(const std::string& label) const { return vocab_[label]; }
  std::vector<int64_t> operator()(const std::vector<std::string>& labels) const { return vocab_(labels); }

 private:
  Vocab vocab_;
};

/// Puts a token (an index or a string) at the begin or the end of each list.
template <class Token>
class AddToken {
 public:
  explicit AddToken(Token token, bool begin = true) : token_(std::move(token)), begin_(begin) {}
  std::vector<Token> operator()(std::vector<Token> list) const {
    list.insert(begin_ ? list.begin() : list.end(), token_);
    return list;
  }
  std::vector<std::vector<Token>> operator()(std::vector<std::vector<Token>> batch) const {
    for (auto& list : batch) list.insert(begin_ ? list.begin() : list.end(), token_);
    return batch;
  }

 private:
  Token token_;
  bool begin_;
};
AddToken(int, bool)->AddToken<int64_t>;
AddToken(int)->AddToken<int64_t>;
AddToken(const char*, bool)->AddToken<std::string>;
AddToken(const char*)->AddToken<std::string>;

/// Cuts each list to a length.
class TORCHPP_API Truncate {
 public:
  /// Throws ValueError if the length is negative.
  explicit Truncate(int64_t max_seq_len);
  template <class Token>
  std::vector<Token> operator()(std::vector<Token> list) const {
    cut(list);
    return list;
  }
  template <class Token>
  std::vector<std::vector<Token>> operator()(std::vector<std::vector<Token>> batch) const {
    for (auto& list : batch) cut(list);
    return batch;
  }

 private:
  template <class Token>
  void cut(std::vector<Token>& list) const {
    if (list.size() > length_) list.resize(length_);
  }
  size_t length_;
};

/// A list -> a tensor (length); a batch -> (lists, longest length), the shorter ones padded at the end.
class TORCHPP_API ToTensor {
 public:
  /// Without a padding value the lists of a batch must be of one length, else ValueError is thrown.
  explicit ToTensor(optional<int64_t> padding_value = nullopt, ScalarType dtype = kLong)
      : padding_value_(padding_value), dtype_(dtype) {}
  Tensor operator()(const std::vector<int64_t>& list) const;
  Tensor operator()(const std::vector<std::vector<int64_t>>& batch) const;

 private:
  optional<int64_t> padding_value_;
  ScalarType dtype_;
};

/// Pads the last dimension of a tensor at its end to a length; a longer one stays as it is.
class TORCHPP_API PadTransform {
 public:
  PadTransform(int64_t max_length, int64_t pad_value) : max_length_(max_length), pad_value_(pad_value) {}
  Tensor operator()(const Tensor& x) const;

 private:
  int64_t max_length_, pad_value_;
};

/// One transform after the other.
///
///     text::Sequential transform(text::VocabTransform(vocab), text::Truncate(254), text::AddToken(0),
///                                text::AddToken(2, false), text::ToTensor(1));
///     Tensor batch = transform(tokens);
template <class... Transforms>
class Sequential {
 public:
  explicit Sequential(Transforms... transforms) : transforms_(std::move(transforms)...) {}
  template <class Input>
  auto operator()(Input&& input) const {
    return apply<0>(std::forward<Input>(input));
  }

 private:
  template <size_t i, class Input>
  auto apply(Input&& input) const {
    if constexpr (i == sizeof...(Transforms)) return std::decay_t<Input>(std::forward<Input>(input));
    else return apply<i + 1>(std::get<i>(transforms_)(std::forward<Input>(input)));
  }
  std::tuple<Transforms...> transforms_;
};

}  // namespace torchpp::text

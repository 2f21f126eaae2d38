// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Texts as numbers.
///
///     TextCorpus corpus("book.txt", TextCorpusOptions().unit(TextUnit::kCharacters));
///     TextWindows windows(corpus.ids(), 128);  // examples: 128 characters, and those one further on

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/data/datasets/base.h>
#include <torchpp/data/stream.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace torchpp::data::datasets {

/// What a text consists of. kCharacters: those of UTF-8; a byte that is none stands for itself. kWords: what is between
/// blanks, tabs and newlines. kLines: without their newline.
enum class TextUnit : uint8_t { kCharacters, kWords, kLines };

struct TextCorpusOptions {
  TORCHPP_ARG(TextUnit, unit) = TextUnit::kCharacters;
  /// Which units have numbers, in their order, as another corpus has them. If empty: all that the text has, sorted.
  TORCHPP_ARG(std::vector<std::string>, vocabulary);
  /// The unit of the vocabulary whose number others get; if empty, others are an error.
  TORCHPP_ARG(std::string, unknown);
  /// Bytes that the text may have.
  TORCHPP_ARG(int64_t, max_bytes) = int64_t{1} << 32;
};

/// A text as the numbers of its units.
class TORCHPP_API TextCorpus {
 public:
  /// Of a file, plain or compressed by gzip. Throws FileError that says which file is missing or too long, and, naming
  /// the line, for a unit that the given vocabulary does not have.
  explicit TextCorpus(const std::string& path, const TextCorpusOptions& options = {});
  explicit TextCorpus(Stream stream, const TextCorpusOptions& options = {});

  /// (N), int64.
  const Tensor& ids() const noexcept { return ids_; }
  const std::vector<std::string>& vocabulary() const noexcept { return vocabulary_; }

  /// The numbers of another text's units.
  Tensor encode(const std::string& text) const;
  /// The units of numbers, joined: words by blanks, lines by newlines. Throws IndexError for a number that is none.
  std::string decode(const Tensor& ids) const;

 private:
  std::vector<int64_t> numbers_of(const std::string& text, const std::string& name) const;

  TextUnit unit_;
  std::vector<std::string> vocabulary_;
  std::unordered_map<std::string, int64_t> numbers_;
  optional<int64_t> unknown_;
  Tensor ids_;
};

/// Pieces of `length` numbers, and as targets the numbers that follow each: what a language model learns. The next
/// piece begins `step` numbers later; a rest that is too short is left out.
class TORCHPP_API TextWindows : public Dataset<TextWindows> {
 public:
  /// step 0: length. Throws ValueError unless ids is a list, and if length is 0.
  TextWindows(Tensor ids, size_t length, size_t step = 0);

  Example<> get(size_t index) override;
  optional<size_t> size() const override;

 private:
  Tensor ids_;
  int64_t length_, step_;
};

}  // namespace torchpp::data::datasets

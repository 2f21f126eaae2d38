// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/text/wordpiece.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/special_tokens.h"
#include "text/token_files.h"
#include "text/unicode.h"

namespace torchpp::text {
namespace {

// White space but the control characters of it, which BERT leaves out, other than tab, line feed and carriage return.
bool is_space(char32_t code) {
  if (code < 128) return code == ' ' || code == '\t' || code == '\n' || code == '\r';
  return (properties(code) & kWhite) != 0 && code != 0x85;
}

// All of ASCII but letters, digits and space, which has characters of categories S as well.
bool is_punctuation(char32_t code) {
  if (code < 128) return code > ' ' && code < 127 && (properties(code) & (kLetter | kNumber)) == 0;
  return (properties(code) & kPunctuation) != 0;
}

bool is_ideograph(char32_t code) {
  constexpr char32_t kRanges[][2] = {{0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
                                     {0x2B740, 0x2B81F}, {0x2B820, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
  return code >= 0x3400 && std::any_of(std::begin(kRanges), std::end(kRanges),
                                       [&](const char32_t(&range)[2]) { return code >= range[0] && code <= range[1]; });
}

using Word = std::u32string;

// Calls `word` for each of BERT's words.
template <class OnWord>
void for_each_word(std::string_view text, const BasicTokenizerOptions& options, OnWord&& on_word) {
  const bool strip = options.strip_accents().value_or(options.lower_case());
  Word pending, piece;
  // Case and accents depend on the neighbours in the text between white space.
  const auto end_word = [&] {
    if (pending.empty()) return;
    if (options.lower_case()) pending = lower(pending);
    if (strip) pending = without_accents(pending);
    piece.clear();
    const auto end_piece = [&] {
      if (!piece.empty()) on_word(piece);
      piece.clear();
    };
    for (char32_t code : pending) {
      const bool alone = is_punctuation(code);
      if (alone || is_space(code)) end_piece();
      if (!is_space(code)) piece += code;
      if (alone) end_piece();
    }
    end_piece();
    pending.clear();
  };
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    const Decoded d = decode(p, end);
    p += d.length;
    if (is_space(d.code)) {
      end_word();
    } else if (d.code == kReplacement || (properties(d.code) & kOther) != 0) {
      continue;
    } else if (options.split_ideographs() && is_ideograph(d.code)) {
      end_word();
      pending += d.code;
      end_word();
    } else {
      pending += d.code;
    }
  }
  end_word();
}

std::string utf8_of(const Word& word) {
  std::string bytes;
  for (char32_t code : word) append_utf8(bytes, code);
  return bytes;
}

}  // namespace

std::vector<std::string> basic_tokenize(std::string_view text, const BasicTokenizerOptions& options) {
  std::vector<std::string> words;
  for_each_word(text, options, [&](const Word& word) { words.push_back(utf8_of(word)); });
  return words;
}

struct WordPiece::Body {
  Vocab vocab;
  WordPieceOptions options;
  int64_t unk = 0;
  SpecialTokens special;
  size_t longest = 0;  // bytes of the longest token

  void encode_word(const Word& word, std::vector<int64_t>& out) const;
};

WordPiece::WordPiece(Vocab vocab, const WordPieceOptions& options) {
  TORCHPP_CHECK_VALUE(vocab.contains(options.unk_token()), "WordPiece: the vocabulary lacks the unk_token ",
                      shown_token(options.unk_token()));
  TORCHPP_CHECK_VALUE(options.max_chars_per_word() >= 1, "WordPiece: max_chars_per_word got ",
                      options.max_chars_per_word(), ", expected 1 or more");
  auto body = std::make_shared<Body>();
  body->unk = vocab[options.unk_token()];
  for (const std::string& token : options.special_tokens())
    if (vocab.contains(token)) body->special.add(token, vocab[token]);
  vocab.set_default_index(nullopt);
  for (int64_t i = 0; i < vocab.size(); ++i) body->longest = std::max(body->longest, vocab.lookup_token(i).size());
  body->vocab = std::move(vocab);
  body->options = options;
  body_ = std::move(body);
}

void WordPiece::Body::encode_word(const Word& word, std::vector<int64_t>& out) const {
  const size_t old = out.size();
  if (static_cast<int64_t>(word.size()) > options.max_chars_per_word()) return out.push_back(unk);
  // Each candidate is a part of this buffer: the word, and before what is left of it, once a token has been found, the
  // sign of continuation, which takes the place of what came before.
  const std::string& sign = options.continuation();
  std::string bytes = sign + utf8_of(word);
  size_t done = sign.size();
  while (done < bytes.size()) {
    size_t begin = done;
    if (out.size() > old) {
      begin -= sign.size();
      bytes.replace(begin, sign.size(), sign);
    }
    size_t end = std::min(bytes.size(), begin + longest);
    optional<int64_t> id;
    for (; end > done; --end) {
      const bool inside = end < bytes.size() && (static_cast<unsigned char>(bytes[end]) & 0xC0) == 0x80;
      if (inside) continue;
      id = vocab.find(std::string_view(bytes).substr(begin, end - begin));
      if (id) break;
    }
    if (!id) {
      out.resize(old);
      return out.push_back(unk);
    }
    out.push_back(*id);
    done = end;
  }
}

std::vector<int64_t> WordPiece::encode(std::string_view text) const {
  std::vector<int64_t> out;
  out.reserve(text.size() / 4);
  body_->special.split(text, [&](std::string_view piece, int64_t id) {
    if (id >= 0) return out.push_back(id);
    for_each_word(piece, body_->options.basic(), [&](const Word& word) { body_->encode_word(word, out); });
  });
  return out;
}

std::vector<std::string> WordPiece::tokenize(std::string_view text) const {
  return body_->vocab.lookup_tokens(encode(text));
}

std::string WordPiece::decode(IntArrayRef ids) const {
  const std::string& sign = body_->options.continuation();
  std::string out;
  for (int64_t id : ids) {
    std::string_view token = body_->vocab.lookup_token(id);
    if (!out.empty() && !sign.empty() && token.compare(0, sign.size(), sign) == 0) token.remove_prefix(sign.size());
    else if (!out.empty()) out += ' ';
    out += token;
  }
  return out;
}

const Vocab& WordPiece::vocab() const { return body_->vocab; }

}  // namespace torchpp::text

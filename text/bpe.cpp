// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/text/bpe.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "text/gpt2_words.h"
#include "text/special_tokens.h"
#include "text/token_files.h"
#include "text/token_table.h"
#include "text/unicode.h"
#include "text/word_cache.h"

namespace torchpp::text {
namespace {

constexpr int64_t kMostId = (int64_t{1} << 24) - 1;  // bounds the table of ids
constexpr int32_t kNoId = -1;
constexpr uint32_t kNoRank = std::numeric_limits<uint32_t>::max();

// GPT-2's alphabet: each byte is written as a character that can be seen. Printable characters of Latin-1 stand for
// themselves, the other bytes, in their order, are those from U+0100 on.
constexpr bool stands_for_itself(int byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}
struct Alphabet {
  char32_t of_byte[256];
  int16_t to_byte[0x144];  // -1: not of the alphabet

  constexpr Alphabet() : of_byte(), to_byte() {
    for (int16_t& byte : to_byte) byte = -1;
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      of_byte[byte] = stands_for_itself(byte) ? static_cast<char32_t>(byte) : next++;
      to_byte[of_byte[byte]] = static_cast<int16_t>(byte);
    }
  }
};
constexpr Alphabet kAlphabet;

// The bytes that a token stands for; a token with characters outside the alphabet is text as it is.
std::string bytes_of(std::string_view token) {
  std::string bytes;
  for (char32_t code : decode(token)) {
    const int byte = code < std::size(kAlphabet.to_byte) ? kAlphabet.to_byte[code] : -1;
    if (byte < 0) return std::string(token);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

// What two neighbours are merged to, and how early.
struct Merge {
  uint32_t rank = kNoRank;
  int32_t result = kNoId;
};

class MergeTable {
 public:
  explicit MergeTable(size_t most) {
    size_t size = 16;
    while (size < 2 * most) size *= 2;
    slots_.resize(size);
  }
  Merge find(int32_t left, int32_t right) const {
    const uint64_t key = key_of(left, right);
    for (size_t i = hash(key);; ++i) {
      const Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.key == key || slot.merge.rank == kNoRank) return slot.merge;
    }
  }
  bool add(int32_t left, int32_t right, Merge merge) {
    const uint64_t key = key_of(left, right);
    size_t i = hash(key);
    for (;; ++i) {
      const Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.merge.rank == kNoRank) break;
      if (slot.key == key) return false;
    }
    slots_[i & (slots_.size() - 1)] = {key, merge};
    return true;
  }

 private:
  struct Slot {
    uint64_t key = std::numeric_limits<uint64_t>::max();  // that of no pair of tokens
    Merge merge;
  };
  static uint64_t key_of(int32_t left, int32_t right) {
    return static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
  }
  // Fibonacci hashing: the high bits of the product depend on all bits of the key.
  static size_t hash(uint64_t key) { return static_cast<size_t>((key ^ key >> 29) * 0x9E3779B97F4A7C15u >> 32); }

  std::vector<Slot> slots_;
};

}  // namespace

struct BytePairEncoding::Body {
  BytePairEncodingOptions options;
  TokenTable tokens;                 // in the order of the file
  std::vector<int32_t> ids;          // of the tokens
  std::vector<int32_t> position_of;  // of the token of an id, or -1
  std::string bytes;                 // what the tokens stand for, one behind the other
  std::vector<size_t> bytes_end;
  int32_t id_of_byte[256];
  int32_t unk = kNoId;
  SpecialTokens special;
  MergeTable merges{0};
  WordCache cache;

  void read_vocab(const std::string& json, const std::string& subject);
  void read_merges(std::string_view text, const std::string& subject);
  void apply_options();
  int32_t find(std::string_view token) const {
    const int64_t position = tokens.find(token);
    return position == TokenTable::kNone ? kNoId : ids[static_cast<size_t>(position)];
  }
  int64_t position(int64_t id) const {
    const bool has =
        id >= 0 && id < static_cast<int64_t>(position_of.size()) && position_of[static_cast<size_t>(id)] >= 0;
    TORCHPP_CHECK_INDEX(has, "BytePairEncoding: id ", id, " has no token, expected one of the ", tokens.size(),
                        " of the vocabulary");
    return position_of[static_cast<size_t>(id)];
  }
  int32_t id_of(char byte) const {
    const int32_t id = id_of_byte[static_cast<unsigned char>(byte)];
    if (TORCHPP_LIKELY(id != kNoId)) return id;
    TORCHPP_CHECK_VALUE(unk != kNoId, "BytePairEncoding: the vocabulary has no token for the byte ",
                        static_cast<int>(static_cast<unsigned char>(byte)), "; unk_token() gives such bytes one");
    return kNoId;
  }
  void append(std::vector<int64_t>& out, int32_t id) const { out.push_back(id == kNoId ? unk : id); }
  void encode_text(std::string_view text, std::vector<int64_t>& out) const;
  void encode_word(std::string_view word, std::vector<int64_t>& out) const;
  void merge_short(std::string_view word, std::vector<int64_t>& out) const;
  void merge_long(std::string_view word, std::vector<int64_t>& out) const;
};

void BytePairEncoding::Body::read_vocab(const std::string& json, const std::string& subject) {
  parse_numbered_tokens(json, subject, [&](const std::string& token, int64_t id) {
    add_from_file(tokens, token, subject);
    TORCHPP_CHECK_FILE(id >= 0 && id <= kMostId, subject, ": token ", shown_token(token), " got the id ", id,
                       ", expected one from 0 to ", kMostId);
    const auto index = static_cast<size_t>(id);
    if (index >= position_of.size()) position_of.resize(index + 1, -1);
    TORCHPP_CHECK_FILE(position_of[index] < 0, subject, ": tokens ", shown_token(tokens[position_of[index]]), " and ",
                       shown_token(token), " got the same id ", id);
    position_of[index] = static_cast<int32_t>(ids.size());
    ids.push_back(static_cast<int32_t>(id));
    bytes += bytes_of(token);
    bytes_end.push_back(bytes.size());
  });
  for (int byte = 0; byte < 256; ++byte) {
    std::string token;
    append_utf8(token, kAlphabet.of_byte[byte]);
    id_of_byte[byte] = find(token);
  }
}

void BytePairEncoding::Body::read_merges(std::string_view text, const std::string& subject) {
  merges = MergeTable(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  uint32_t rank = 0;
  for_each_line(text, subject, [&](std::string_view line, int64_t number) {
    constexpr std::string_view kVersion = "#version";
    if (line.empty() || line.compare(0, kVersion.size(), kVersion) == 0) return;
    const size_t space = line.find(' ');
    TORCHPP_CHECK_FILE(space != std::string_view::npos && line.find(' ', space + 1) == std::string_view::npos, subject,
                       ": line ", number, " got ", shown_token(line), ", expected two tokens with a space between");
    const auto id_of = [&](std::string_view token) {
      const int32_t id = find(token);
      TORCHPP_CHECK_FILE(id != kNoId, subject, ": line ", number, " got the token ", shown_token(token),
                         ", which the vocabulary lacks");
      return id;
    };
    const int32_t left = id_of(line.substr(0, space)), right = id_of(line.substr(space + 1));
    const int32_t result = id_of(std::string(line.substr(0, space)).append(line.substr(space + 1)));
    TORCHPP_CHECK_FILE(merges.add(left, right, {rank++, result}), subject, ": line ", number, " got the merge ",
                       shown_token(line), " again, expected it once");
  });
}

void BytePairEncoding::Body::apply_options() {
  const auto id_of = [&](const std::string& token, const char* what) {
    const int32_t id = find(token);
    TORCHPP_CHECK_VALUE(id != kNoId, "BytePairEncoding: ", what, " got ", shown_token(token),
                        ", which the vocabulary lacks");
    return id;
  };
  for (const std::string& token : options.special_tokens()) special.add(token, id_of(token, "special_tokens"));
  if (!options.unk_token().empty()) unk = id_of(options.unk_token(), "unk_token");
}

void BytePairEncoding::Body::encode_text(std::string_view text, std::vector<int64_t>& out) const {
  std::string with_space;
  if (options.add_prefix_space() && text[0] != ' ') {
    with_space = " ";
    with_space += text;
    text = with_space;
  }
  while (!text.empty()) {
    const size_t length = gpt2_word_length(text);
    encode_word(text.substr(0, length), out);
    text.remove_prefix(length);
  }
}

void BytePairEncoding::Body::encode_word(std::string_view word, std::vector<int64_t>& out) const {
  constexpr size_t kShort = WordCache::kMostBytes;
  if (word.size() == 1) return append(out, id_of(word[0]));
  if (word.size() > kShort) return merge_long(word, out);
  const uint64_t hash = std::hash<std::string_view>()(word);
  if (cache.find(word, hash, out)) return;
  const size_t old = out.size();
  merge_short(word, out);
  cache.add(word, hash, out.data() + old, out.size() - old);
}

// Both merge the pair of the lowest rank, of several the leftmost, until no two neighbours can be merged. For a few
// bytes, looking through all pairs each time is fastest; for many its time would grow with the square of their number.
void BytePairEncoding::Body::merge_short(std::string_view word, std::vector<int64_t>& out) const {
  struct Part {
    int32_t id;
    Merge with_next;
  };
  Part parts[WordCache::kMostBytes];
  size_t count = word.size();
  for (size_t i = 0; i < count; ++i) parts[i].id = id_of(word[i]);
  for (size_t i = 0; i + 1 < count; ++i) parts[i].with_next = merges.find(parts[i].id, parts[i + 1].id);
  parts[count - 1].with_next = {};
  for (;;) {
    size_t best = 0;
    for (size_t i = 1; i + 1 < count; ++i)
      if (parts[i].with_next.rank < parts[best].with_next.rank) best = i;
    if (parts[best].with_next.rank == kNoRank) break;
    parts[best].id = parts[best].with_next.result;
    std::copy(parts + best + 2, parts + count, parts + best + 1);
    --count;
    parts[best].with_next = best + 1 < count ? merges.find(parts[best].id, parts[best + 1].id) : Merge{};
    if (best > 0) parts[best - 1].with_next = merges.find(parts[best - 1].id, parts[best].id);
  }
  for (size_t i = 0; i < count; ++i) append(out, parts[i].id);
}

void BytePairEncoding::Body::merge_long(std::string_view word, std::vector<int64_t>& out) const {
  struct Part {
    int32_t id;
    size_t before, next;  // the neighbours that are left; none: the number of parts
    bool gone;
  };
  struct Candidate {
    uint32_t rank;
    size_t at;
    int32_t left, right, result;
    bool operator>(const Candidate& o) const { return std::tie(rank, at) > std::tie(o.rank, o.at); }
  };
  const size_t none = word.size();
  std::vector<Part> parts(word.size());
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
  const auto propose = [&](size_t at) {
    if (at == none || parts[at].next == none) return;
    const int32_t left = parts[at].id, right = parts[parts[at].next].id;
    const Merge merge = merges.find(left, right);
    if (merge.rank != kNoRank) queue.push({merge.rank, at, left, right, merge.result});
  };
  for (size_t i = 0; i < word.size(); ++i) parts[i] = {id_of(word[i]), i == 0 ? none : i - 1, i + 1, false};
  for (size_t i = 0; i < word.size(); ++i) propose(i);
  while (!queue.empty()) {
    const Candidate c = queue.top();
    queue.pop();
    Part& part = parts[c.at];
    // Neighbours may have been merged with others since.
    if (part.gone || part.id != c.left || part.next == none || parts[part.next].id != c.right) continue;
    Part& right = parts[part.next];
    part.id = c.result;
    right.gone = true;
    part.next = right.next;
    if (part.next != none) parts[part.next].before = c.at;
    propose(part.before);
    propose(c.at);
  }
  for (size_t i = 0; i != none; i = parts[i].next) append(out, parts[i].id);
}

BytePairEncoding::BytePairEncoding(std::shared_ptr<const Body> body) : body_(std::move(body)) {}

BytePairEncoding BytePairEncoding::load(const std::string& vocab_path, const std::string& merges_path,
                                        const BytePairEncodingOptions& options) {
  auto body = std::make_shared<Body>();
  body->options = options;
  body->read_vocab(read_file(vocab_path), "load '" + vocab_path + "'");
  body->read_merges(read_file(merges_path), "load '" + merges_path + "'");
  body->apply_options();
  return BytePairEncoding(std::move(body));
}

BytePairEncoding BytePairEncoding::parse(const std::string& vocab_json, std::string_view merges,
                                         const BytePairEncodingOptions& options) {
  auto body = std::make_shared<Body>();
  body->options = options;
  body->read_vocab(vocab_json, "load vocabulary");
  body->read_merges(merges, "load merges");
  body->apply_options();
  return BytePairEncoding(std::move(body));
}

std::vector<int64_t> BytePairEncoding::encode(std::string_view text) const {
  std::vector<int64_t> out;
  out.reserve(text.size() / 4);
  body_->special.split(text, [&](std::string_view piece, int64_t id) {
    if (id >= 0) out.push_back(id);
    else body_->encode_text(piece, out);
  });
  return out;
}

std::vector<std::string> BytePairEncoding::tokenize(std::string_view text) const {
  std::vector<std::string> out;
  for (int64_t id : encode(text)) out.emplace_back(token(id));
  return out;
}

std::string BytePairEncoding::decode(IntArrayRef ids) const {
  std::string out;
  for (int64_t id : ids) {
    const auto position = static_cast<size_t>(body_->position(id));
    const size_t begin = position == 0 ? 0 : body_->bytes_end[position - 1];
    out.append(body_->bytes, begin, body_->bytes_end[position] - begin);
  }
  return out;
}

int64_t BytePairEncoding::size() const { return body_->tokens.size(); }

std::string_view BytePairEncoding::token(int64_t id) const { return body_->tokens[body_->position(id)]; }

int64_t BytePairEncoding::operator[](std::string_view token) const {
  const int32_t id = body_->find(token);
  TORCHPP_CHECK_INDEX(id != kNoId, "BytePairEncoding: the vocabulary has no token ", shown_token(token));
  return id;
}

}  // namespace torchpp::text

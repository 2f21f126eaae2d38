// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/text/vocab.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/serialize/file.h"
#include "text/token_files.h"
#include "text/token_table.h"
#include "text/unicode.h"
#include "text/vocab_tokens.h"

namespace torchpp::text {
namespace {

using Json = nlohmann::ordered_json;

void check_default(optional<int64_t> index, int64_t size) {
  TORCHPP_CHECK_INDEX(!index || (*index >= 0 && *index < size), "Vocab: default index got ", index.value_or(0),
                      ", expected an index of the ", size, " tokens");
}

}  // namespace

Vocab::Vocab() : tokens_(std::make_shared<Tokens>()) {}
Vocab::Vocab(std::shared_ptr<const Tokens> tokens) : tokens_(std::move(tokens)) {}
Vocab::Vocab(const std::vector<std::string>& tokens, optional<int64_t> default_index) {
  auto table = std::make_shared<Tokens>();
  for (const std::string& token : tokens)
    TORCHPP_CHECK_VALUE(table->add(token), "Vocab: got the token ", shown_token(token), " twice, expected it once");
  tokens_ = std::move(table);
  set_default_index(default_index);
}
Vocab::Vocab(const Vocab&) = default;
// What is moved from is an empty vocabulary, so that its functions stay valid.
Vocab::Vocab(Vocab&& o) noexcept : tokens_(o.tokens_), default_index_(o.default_index_) {}
Vocab& Vocab::operator=(Vocab o) noexcept {
  tokens_.swap(o.tokens_);
  default_index_ = o.default_index_;
  return *this;
}
Vocab::~Vocab() = default;

int64_t Vocab::size() const { return tokens_->size(); }

bool Vocab::contains(std::string_view token) const { return tokens_->find(token) != TokenTable::kNone; }

optional<int64_t> Vocab::find(std::string_view token) const {
  const int64_t index = tokens_->find(token);
  return index == TokenTable::kNone ? default_index_ : index;
}

int64_t Vocab::operator[](std::string_view token) const {
  const optional<int64_t> index = find(token);
  TORCHPP_CHECK_INDEX(index.has_value(), "Vocab: Token ", shown_token(token),
                      " not found and default index is not set; set_default_index() gives unknown tokens an index");
  return *index;
}

std::vector<int64_t> Vocab::lookup_indices(const std::vector<std::string>& tokens) const {
  std::vector<int64_t> indices;
  indices.reserve(tokens.size());
  for (const std::string& token : tokens) indices.push_back((*this)[token]);
  return indices;
}

std::string_view Vocab::lookup_token(int64_t index) const {
  TORCHPP_CHECK_INDEX(index >= 0 && index < size(), "Vocab: Specified index ", index,
                      " is out of bounds for vocab of size ", size());
  return (*tokens_)[index];
}

std::vector<std::string> Vocab::lookup_tokens(const std::vector<int64_t>& indices) const {
  std::vector<std::string> tokens;
  tokens.reserve(indices.size());
  for (int64_t index : indices) tokens.emplace_back(lookup_token(index));
  return tokens;
}

std::vector<std::string> Vocab::get_itos() const {
  std::vector<std::string> tokens;
  tokens.reserve(static_cast<size_t>(size()));
  for (int64_t i = 0; i < size(); ++i) tokens.emplace_back((*tokens_)[i]);
  return tokens;
}

void Vocab::set_default_index(optional<int64_t> index) {
  check_default(index, size());
  default_index_ = index;
}

void Vocab::insert_token(std::string_view token, int64_t index) {
  TORCHPP_CHECK_INDEX(index >= 0 && index <= size(), "Vocab: Specified index ", index,
                      " is out of bounds for vocab of size ", size(), ", expected one up to the size");
  const int64_t found = tokens_->find(token);
  TORCHPP_CHECK_VALUE(found == TokenTable::kNone, "Vocab: Token ", shown_token(token),
                      " already exists in the Vocab with index: ", found);
  if (index == size() && tokens_.use_count() == 1) {
    std::const_pointer_cast<Tokens>(tokens_)->add(token);
    return;
  }
  auto changed = std::make_shared<Tokens>();
  for (int64_t i = 0; i < size(); ++i) {
    if (i == index) changed->add(token);
    changed->add((*tokens_)[i]);
  }
  if (index == size()) changed->add(token);
  tokens_ = std::move(changed);
}

void Vocab::save(const std::string& path) const {
  Json tokens = Json::array();
  for (int64_t i = 0; i < size(); ++i) {
    TORCHPP_CHECK_VALUE(is_utf8((*tokens_)[i]), "Vocab: save: token ", i, " is no UTF-8: ", shown_token((*tokens_)[i]));
    tokens.push_back(std::string((*tokens_)[i]));
  }
  Json document;
  document["default_index"] = default_index_ ? Json(*default_index_) : Json();
  document["tokens"] = std::move(tokens);
  const std::string text = document.dump() + "\n";
  serialize::OutputFile file(path);
  file.write(text.data(), text.size());
  file.commit();
}

Vocab Vocab::load(const std::string& path) {
  const std::string subject = "load '" + path + "'";
  // Two levels deep; what is deeper is refused before it is read.
  const auto check_depth = [&](int depth, Json::parse_event_t, Json&) {
    TORCHPP_CHECK_FILE(depth <= 2, subject, ": got lists or objects within each other, expected a list of tokens");
    return true;
  };
  Json document;
  try {
    document = Json::parse(read_file(path), check_depth);
  } catch (const Json::exception& error) {
    TORCHPP_FAIL_KIND(kFile, subject, ": no JSON: ", error.what());
  }
  TORCHPP_CHECK_FILE(document.is_object() && document.contains("tokens") && document["tokens"].is_array(), subject,
                     ": got no list 'tokens', expected a vocabulary as Vocab::save writes it");
  auto table = std::make_shared<Tokens>();
  for (const Json& token : document["tokens"]) {
    TORCHPP_CHECK_FILE(token.is_string(), subject, ": token ", table->size(), " got ", token.type_name(),
                       ", expected a string");
    add_from_file(*table, token.get_ref<const std::string&>(), subject);
  }
  Vocab vocab{std::shared_ptr<const Tokens>(std::move(table))};
  if (const Json index = document.value("default_index", Json()); !index.is_null()) {
    TORCHPP_CHECK_FILE(index.is_number_unsigned() && index.get<uint64_t>() < static_cast<uint64_t>(vocab.size()),
                       subject, ": default_index got ", index.dump(), ", expected null or an index of the ",
                       vocab.size(), " tokens");
    vocab.default_index_ = index.get<int64_t>();
  }
  return vocab;
}

Vocab Vocab::load_lines(const std::string& path) {
  const std::string subject = "load '" + path + "'", bytes = read_file(path);
  auto table = std::make_shared<Tokens>();
  for_each_line(bytes, subject, [&](std::string_view line, int64_t number) {
    add_from_file(*table, line, str(subject, ": line ", number));
  });
  return Vocab(std::shared_ptr<const Tokens>(std::move(table)));
}

struct TokenCounter::Counts {
  TokenTable tokens;
  std::vector<int64_t> counts;
};

TokenCounter::TokenCounter() : counts_(new Counts) {}
TokenCounter::TokenCounter(TokenCounter&&) noexcept = default;
TokenCounter& TokenCounter::operator=(TokenCounter&&) noexcept = default;
TokenCounter::~TokenCounter() = default;

void TokenCounter::add(std::string_view token) {
  const int64_t position = counts_->tokens.find(token);
  if (position != TokenTable::kNone) {
    ++counts_->counts[static_cast<size_t>(position)];
  } else {
    counts_->counts.push_back(1);
    counts_->tokens.add(token);
  }
}

Vocab TokenCounter::build(const VocabOptions& options) const {
  const auto& specials = options.specials();
  const auto room = static_cast<int64_t>(specials.size());
  TORCHPP_CHECK_VALUE(options.min_freq() >= 1, "build_vocab: min_freq got ", options.min_freq(),
                      ", expected 1 or more");
  TORCHPP_CHECK_VALUE(!options.max_tokens() || *options.max_tokens() > room, "build_vocab: max_tokens got ",
                      options.max_tokens().value_or(0), ", expected more than the ", room, " specials");
  const TokenTable& tokens = counts_->tokens;
  const auto count_of = [&](int64_t i) { return counts_->counts[static_cast<size_t>(i)]; };
  std::vector<int64_t> order(static_cast<size_t>(tokens.size()));
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return count_of(a) != count_of(b) ? count_of(a) > count_of(b) : tokens[a] < tokens[b];
  });
  // As in torchtext the limit counts tokens that are specials as well; these are left out after it.
  if (options.max_tokens() && static_cast<int64_t>(order.size()) > *options.max_tokens() - room)
    order.resize(static_cast<size_t>(*options.max_tokens() - room));

  TokenTable special_table;
  for (const std::string& token : specials)
    TORCHPP_CHECK_VALUE(special_table.add(token), "build_vocab: got the special ", shown_token(token),
                        " twice, expected it once");
  auto table = std::make_shared<Vocab::Tokens>();
  const auto add_specials = [&] {
    for (const std::string& token : specials) table->add(token);
  };
  if (options.special_first()) add_specials();
  for (int64_t i : order)
    if (count_of(i) >= options.min_freq() && special_table.find(tokens[i]) == TokenTable::kNone) table->add(tokens[i]);
  if (!options.special_first()) add_specials();
  return Vocab(std::shared_ptr<const Vocab::Tokens>(std::move(table)));
}

}  // namespace torchpp::text

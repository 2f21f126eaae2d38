// SPDX-License-Identifier: BSD-3-Clause
#include "text/token_files.h"

#include <torchpp/core/error.h>

#include <nlohmann/json.hpp>

#include "src/serialize/file.h"
#include "src/serialize/json.h"
#include "text/unicode.h"

namespace torchpp::text {
namespace {

using Json = nlohmann::json;

// What the parser tells of while it reads; nothing but one object of integers is accepted.
class NumberedTokens final : public nlohmann::json_sax<Json> {
 public:
  NumberedTokens(const std::string& subject, const Callable<void(const std::string&, int64_t)>& entry)
      : subject_(subject), entry_(entry) {}

  bool start_object(size_t) override {
    if (started_) refuse("an object");
    started_ = true;
    return true;
  }
  bool key(string_t& name) override {
    token_ = std::move(name);
    return true;
  }
  bool number_integer(number_integer_t value) override { return number(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<uint64_t>(INT64_MAX)) refuse("an integer beyond 64 bits");
    return number(static_cast<int64_t>(value));
  }
  bool end_object() override { return true; }
  bool null() override { refuse("null"); }
  bool boolean(bool) override { refuse("a bool"); }
  bool number_float(number_float_t, const string_t&) override { refuse("a number that is no integer"); }
  bool string(string_t&) override { refuse("a string"); }
  bool binary(binary_t&) override { refuse("binary data"); }
  bool start_array(size_t) override { refuse("a list"); }
  bool end_array() override { return true; }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) override {
    TORCHPP_FAIL_KIND(kFile, subject_, ": no JSON: ", error.what());
  }

 private:
  bool number(int64_t value) {
    if (!started_) refuse("a number");
    entry_(token_, value);
    return true;
  }
  [[noreturn]] void refuse(const char* what) const {
    if (!started_) TORCHPP_FAIL_KIND(kFile, subject_, ": got ", what, ", expected an object of tokens with integers");
    TORCHPP_FAIL_KIND(kFile, subject_, ": token ", shown_token(token_), " got ", what, ", expected an integer");
  }

  const std::string& subject_;
  const Callable<void(const std::string&, int64_t)>& entry_;
  bool started_ = false;
  std::string token_;
};

}  // namespace

std::string read_file(const std::string& path) {
  serialize::FileInput in(path);
  std::string bytes(static_cast<size_t>(in.size()), '\0');
  in.read(bytes.data(), bytes.size());
  in.finish();
  return bytes;
}

void for_each_line(std::string_view bytes, const std::string& subject,
                   const Callable<void(std::string_view, int64_t)>& line) {
  for (int64_t number = 1; !bytes.empty(); ++number) {
    const size_t end = bytes.find('\n');
    std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    TORCHPP_CHECK_FILE(is_utf8(text), subject, ": line ", number, " got bytes that are no UTF-8: ", shown_token(text));
    line(text, number);
  }
}

void parse_numbered_tokens(const std::string& json, const std::string& subject,
                           const Callable<void(const std::string&, int64_t)>& entry) {
  NumberedTokens tokens(subject, entry);
  Json::sax_parse(json, &tokens);
}

void add_from_file(TokenTable& table, std::string_view token, const std::string& subject) {
  TORCHPP_CHECK_FILE(table.add(token), subject, ": got the token ", shown_token(token), " twice, expected it once");
}

std::string shown_token(std::string_view token) { return serialize::shown(serialize::Json(std::string(token))); }

}  // namespace torchpp::text

// SPDX-License-Identifier: BSD-3-Clause
#include "characters.h"

#include <torchpp/core/error.h>
#include <torchpp/ops.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace examples {

using torchpp::Tensor;

Characters::Characters(const std::string& path, int64_t least) {
  std::ifstream file(path, std::ios::binary);
  TORCHPP_CHECK_FILE(file.good(), "cannot open '", path, "', expected a text to learn from");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  TORCHPP_CHECK_FILE(static_cast<int64_t>(text.size()) >= least, "'", path, "' holds ", text.size(),
                     " bytes, expected at least ", least);
  alphabet_ = text;
  std::sort(alphabet_.begin(), alphabet_.end());
  alphabet_.erase(std::unique(alphabet_.begin(), alphabet_.end()), alphabet_.end());
  const Tensor all = encode(text);
  const int64_t cut = all.size(0) * 9 / 10;
  training_ = all.slice(0, 0, cut);
  validation_ = all.slice(0, cut);
}

Tensor Characters::encode(const std::string& text) const {
  Tensor numbers = torchpp::empty({static_cast<int64_t>(text.size())}, torchpp::kLong);
  auto* next = numbers.data_ptr<int64_t>();
  for (const char c : text) {
    const size_t place = alphabet_.find(c);
    TORCHPP_CHECK(place != std::string::npos, "got the character '", c, "', expected those of the text");
    *next++ = static_cast<int64_t>(place);
  }
  return numbers;
}

Tensor random_pieces(const Tensor& text, int64_t batch, int64_t length) {
  const Tensor starts = torchpp::randint(text.size(0) - length, {batch, 1}, torchpp::kLong);
  return text.index({starts + torchpp::arange(length + 1)});
}

int64_t draw(const Tensor& scores, double temperature, int64_t top) {
  const auto [best, places] = torchpp::topk(scores / temperature, std::min(top, scores.size(0)));
  return places[torchpp::multinomial(best.softmax(0), 1).item<int64_t>()].item<int64_t>();
}

}  // namespace examples

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/rewind.h>

#include <algorithm>

namespace torchpp::data::detail {

void Marks::add(int64_t index, State state) { marks_.push_back({index, std::move(state)}); }

void Marks::release(int64_t index) {
  const auto first_after =
      std::upper_bound(marks_.begin(), marks_.end(), index, [](int64_t i, const Mark& mark) { return i < mark.index; });
  if (first_after - marks_.begin() > 1) marks_.erase(marks_.begin(), first_after - 1);
}

State Marks::back_to(int64_t index) const {
  const auto first_after =
      std::upper_bound(marks_.begin(), marks_.end(), index, [](int64_t i, const Mark& mark) { return i < mark.index; });
  TORCHPP_INTERNAL_ASSERT(first_after != marks_.begin(), "item ", index, " was released");
  const Mark& mark = first_after[-1];
  return State().set("index", index).set("again", index - mark.index).set("state", mark.state);
}

}  // namespace torchpp::data::detail

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/rewind.h>

#include <algorithm>

namespace torchpp::data::detail {

State state_of_indices(const std::vector<int64_t>& indices) {
  std::vector<State> runs;
  for (size_t begin = 0, end; begin < indices.size(); begin = end) {
    for (end = begin + 1; end < indices.size() && indices[end] == indices[end - 1] + 1;) ++end;
    runs.push_back(indices[begin]);
    runs.push_back(indices[end - 1]);
  }
  return runs;
}

std::vector<int64_t> indices_of(const State& state) {
  const std::vector<State>& runs = state.to_list();
  std::vector<int64_t> indices;
  for (size_t i = 0; i + 1 < runs.size(); i += 2)
    for (int64_t index = runs[i].to_int(); index <= runs[i + 1].to_int(); ++index) indices.push_back(index);
  return indices;
}

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

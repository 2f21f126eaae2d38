// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/sources.h>

namespace torchpp::data {

RangeStage::RangeStage(int64_t size) : size_(size) {
  TORCHPP_CHECK_VALUE(size >= 0, "range: got size ", size, ", expected at least 0");
}
void RangeStage::reset(const Epoch&) { index_ = 0; }
State RangeStage::state() const { return state_of(*this).set("index", index_); }
void RangeStage::load_state(const State& state) {
  detail::check_state(name(), state);
  const int64_t index = state.at("index").to_int();
  TORCHPP_CHECK(index >= 0 && index <= size_, "range: got the state of index ", index, ", expected at most ", size_);
  index_ = index;
}

}  // namespace torchpp::data

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/order.h>

#include <algorithm>
#include <numeric>

namespace torchpp::data::detail {

ShuffleOrder::ShuffleOrder(int64_t buffer_size) : buffer_size_(buffer_size), random_(0, 0, 0) {
  TORCHPP_CHECK_VALUE(buffer_size > 0, "shuffle: buffer_size should be larger than 0, got ", buffer_size);
}

void ShuffleOrder::reset(const Epoch& epoch) {
  random_ = epoch.random(0);
  removed_ = 0;
  indices_.clear();
}

int64_t ShuffleOrder::remove() {
  const int64_t place = random_.below(count());
  indices_[static_cast<size_t>(place)] = indices_.back();
  indices_.pop_back();
  ++removed_;
  return place;
}

int64_t ShuffleOrder::oldest(int64_t none) const {
  const auto least = std::min_element(indices_.begin(), indices_.end());
  return least == indices_.end() ? none : *least;
}

void ShuffleOrder::replay(int64_t taken, int64_t removed, const std::vector<int64_t>& failed) {
  auto next_failed = failed.begin();
  int64_t index = 0;
  const auto fill = [&] {
    for (; index < taken && !full(); ++index) {
      if (next_failed != failed.end() && *next_failed == index) ++next_failed;
      else add(index);
    }
  };
  while (removed_ < removed) {
    fill();
    TORCHPP_CHECK(count() > 0, "shuffle: got a state with ", removed, " items given of ", taken, " taken");
    remove();
  }
  fill();  // the next call of next() was interrupted by an exception
}

std::vector<int64_t> ShuffleOrder::places() const {
  std::vector<int64_t> places(indices_.size());
  std::iota(places.begin(), places.end(), int64_t{0});
  std::sort(places.begin(), places.end(), [this](int64_t a, int64_t b) {
    return indices_[static_cast<size_t>(a)] < indices_[static_cast<size_t>(b)];
  });
  return places;
}

}  // namespace torchpp::data::detail

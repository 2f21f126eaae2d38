// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/log.h>
#include <torchpp/data/split.h>

#include <cmath>
#include <numeric>

namespace torchpp::data::detail {

void check_split(const char* stage, int64_t instances, int64_t buffer_size) {
  TORCHPP_CHECK_VALUE(instances >= 1, stage, ": Expected `num_instances` larger than 0, but ", instances, " is found");
  TORCHPP_CHECK_VALUE(buffer_size >= -1 && buffer_size != 0, stage, ": got buffer_size ", buffer_size,
                      ", expected a positive number, or -1 for a buffer without a limit");
}

void fail_buffer(const char* stage, int64_t child, int64_t buffer_size) {
  TORCHPP_FAIL_KIND(kError, stage, ": BufferError: pipe ", child, " has ", buffer_size,
                    " items that wait to be taken, which is its buffer_size; take them, or allow more");
}

void check_class(const char* stage, int64_t got, int64_t instances) {
  TORCHPP_CHECK_VALUE(got >= 0 && got < instances, stage, ": Output of the classification fn should be between 0 and ",
                      instances - 1, ". ", got, " is returned.");
}

RouteByShare::RouteByShare(std::vector<double> weights, uint64_t seed, int64_t total) : seed_(seed) {
  TORCHPP_CHECK_VALUE(!weights.empty(), "random_split: got no weights, expected one for each pipe");
  double sum = 0;
  for (double weight : weights) {
    TORCHPP_CHECK_VALUE(weight >= 0 && std::isfinite(weight), "random_split: got weight ", weight,
                        ", expected a number of at least 0");
    sum += weight;
  }
  TORCHPP_CHECK_VALUE(sum > 0, "random_split: got weights that are all 0, expected one above");
  TORCHPP_CHECK_VALUE(total >= 0, "random_split: got total_length ", total, ", expected at least 0");
  // The ends of the shares are rounded, so that they add up to the total.
  double end = 0;
  int64_t begin = 0;
  for (double weight : weights) {
    end += weight / sum * static_cast<double>(total);
    const int64_t next = std::min(total, static_cast<int64_t>(std::llround(end)));
    shares_.push_back(next - begin);
    begin = next;
  }
  shares_.back() += total - begin;
}

// Each item draws one of the places that are left. Going back draws those before it again.
int64_t RouteByShare::route(int64_t index) {
  if (left_.empty() || index < next_) {
    left_ = shares_;
    next_ = 0;
  }
  while (true) {
    const int64_t places = std::accumulate(left_.begin(), left_.end(), int64_t{0});
    TORCHPP_CHECK_VALUE(places > 0, "random_split: got item ", index, ", expected as many items as total_length says, ",
                        std::accumulate(shares_.begin(), shares_.end(), int64_t{0}));
    int64_t place = Random(seed_, 0, next_).below(places);
    size_t to = 0;
    while (place >= left_[to]) place -= left_[to++];
    --left_[to];
    if (next_++ == index) return static_cast<int64_t>(to);
  }
}

}  // namespace torchpp::data::detail

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/combine.h>

#include <cmath>

namespace torchpp::data::detail {

State state_of_sources(const char* stage, std::vector<State> sources) {
  return state_of(stage).set("sources", std::move(sources));
}

const std::vector<State>& sources_of(const char* stage, const State& state, size_t count) {
  check_state(stage, state);
  const std::vector<State>& sources = state.at("sources").to_list();
  TORCHPP_CHECK(sources.size() == count, stage, ": got the state of a stage with ", sources.size(),
                " sources, expected one with ", count);
  return sources;
}

void check_sources(const char* stage, size_t count) {
  TORCHPP_CHECK_VALUE(count > 0, stage, ": got no pipes, expected at least one");
}

void check_weights(const std::vector<double>& weights, size_t sources) {
  check_sources("sample_mux", sources);
  TORCHPP_CHECK_VALUE(weights.size() == sources, "sample_mux: got ", weights.size(), " weights for ", sources,
                      " pipes, expected one each");
  for (double weight : weights)
    TORCHPP_CHECK_VALUE(weight > 0 && std::isfinite(weight),
                        "sample_mux: Expecting a positive and non-zero weight, got ", weight);
}

size_t draw_source(Random random, const std::vector<double>& weights, const std::vector<char>& ended) {
  double sum = 0;
  size_t last = 0;
  for (size_t i = 0; i < weights.size(); ++i)
    if (ended[i] == 0) {
      sum += weights[i];
      last = i;
    }
  double left = random.uniform() * sum;
  for (size_t i = 0; i < last; ++i) {
    if (ended[i] != 0) continue;
    if (left < weights[i]) return i;
    left -= weights[i];
  }
  return last;
}

}  // namespace torchpp::data::detail

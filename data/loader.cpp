// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/loader.h>

namespace torchpp::data::detail {
namespace {

constexpr int64_t kVersion = 1;

}  // namespace

void check_loader(const LoaderOptions& options) {
  TORCHPP_CHECK_VALUE(options.world() >= 1 && options.rank() >= 0 && options.rank() < options.world(),
                      "Loader: got rank ", options.rank(), " of ", options.world(),
                      ", expected a rank from 0 to world - 1");
  TORCHPP_CHECK_VALUE(options.workers() >= 0, "Loader: got ", options.workers(), " workers, expected at least 0");
}

void fail_stale_iterator() {
  TORCHPP_FAIL_KIND(kError, "Loader: this iterator has been invalidated, since another loop over the loader has begun");
}

State loader_state(const LoaderOptions& options, int64_t epoch, bool running, State pipe) {
  return State()
      .set("version", kVersion)
      .set("seed", options.seed())
      .set("rank", options.rank())
      .set("world", options.world())
      .set("epoch", epoch)
      .set("pipe", running ? std::move(pipe) : State());
}

State read_loader_state(const LoaderOptions& options, const State& state, int64_t& epoch) {
  TORCHPP_CHECK(state.at("version").to_int() == kVersion, "Loader: got a state of version ",
                state.at("version").to_int(), ", expected ", kVersion);
  const auto same = [&](const char* name, int64_t mine) {
    const int64_t got = state.at(name).to_int();
    TORCHPP_CHECK(got == mine, "Loader: got the state of a loader with ", name, " ", got, ", expected ", mine);
  };
  same("seed", static_cast<int64_t>(options.seed()));
  same("rank", options.rank());
  same("world", options.world());
  epoch = state.at("epoch").to_int();
  return state.at("pipe");
}

}  // namespace torchpp::data::detail

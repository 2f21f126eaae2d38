// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/data/stage.h>

#include <exception>

namespace torchpp::data::detail {
namespace {

constexpr const char* kStage = "stage";

}  // namespace

State state_of(const char* stage) { return State().set(kStage, stage); }

void check_state(const char* stage, const State& state) {
  const std::string& got = state.at(kStage).to_text();
  TORCHPP_CHECK(got == stage, stage, ": got the state of a stage '", got, "', expected one of '", stage, "'");
}

void rethrow_in_stage(const char* stage, int64_t index, const std::string& key) {
  const std::string where = key.empty() ? str(stage, ": item ", index) : str(stage, ": item ", index, ", '", key, "'");
  try {
    throw;
  } catch (Error& error) {
    error.add_context(where);
    throw;
  } catch (const std::exception& error) {
    throw Error(str(error.what(), "\n", where));
  }
}

}  // namespace torchpp::data::detail

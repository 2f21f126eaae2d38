// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/amp/autocast.h>
#include <torchpp/amp/function.h>

#include "src/amp/casts.h"
#include "src/core/thread_state.h"

namespace torchpp::amp::detail {
namespace {

// A setting: a bit per device, then the dtypes.
constexpr int64_t kCpuBit = 1, kCudaBit = 2;
constexpr int kCpuShift = 8, kCudaShift = 16;

void install(int64_t setting) {
  torchpp::autocast::set_cpu_enabled((setting & kCpuBit) != 0);
  torchpp::autocast::set_enabled((setting & kCudaBit) != 0);
  if ((setting & kCpuBit) != 0) thread_state.autocast.cpu = static_cast<ScalarType>(setting >> kCpuShift & 0xff);
  if ((setting & kCudaBit) != 0) thread_state.autocast.cuda = static_cast<ScalarType>(setting >> kCudaShift & 0xff);
}

bool is_on(int64_t setting, const Tensor& t) {
  return t.defined() && (setting & (t.is_cpu() ? kCpuBit : t.is_cuda() ? kCudaBit : 0)) != 0;
}

}  // namespace

int64_t autocast_setting() {
  const AutocastState& s = thread_state.autocast;
  int64_t setting = 0;
  if (torchpp::autocast::is_cpu_enabled()) setting |= kCpuBit | static_cast<int64_t>(s.cpu) << kCpuShift;
  if (torchpp::autocast::is_enabled()) setting |= kCudaBit | static_cast<int64_t>(s.cuda) << kCudaShift;
  return setting;
}

AutocastScope::AutocastScope(int64_t setting) : before_(autocast_setting()) {
  install(setting);
  torchpp::autocast::increment_nesting();
}
AutocastScope::~AutocastScope() {
  if (torchpp::autocast::decrement_nesting() == 0) clear_casts();
  install(before_);
}

Tensor cast_argument(const Tensor& t, ScalarType to, int64_t setting) {
  return is_on(setting, t) && is_converted(t, to, t.device().type()) ? t.to(to) : t;
}
optional<Tensor> cast_argument(const optional<Tensor>& t, ScalarType to, int64_t setting) {
  if (!t) return nullopt;
  return cast_argument(*t, to, setting);
}
std::vector<Tensor> cast_argument(const std::vector<Tensor>& list, ScalarType to, int64_t setting) {
  std::vector<Tensor> cast;
  cast.reserve(list.size());
  for (const Tensor& t : list) cast.push_back(cast_argument(t, to, setting));
  return cast;
}

}  // namespace torchpp::amp::detail

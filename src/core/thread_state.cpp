// SPDX-License-Identifier: BSD-3-Clause
#include "src/core/thread_state.h"

#include <torchpp/core/grad_mode.h>

namespace torchpp {

__thread ThreadState thread_state __attribute__((tls_model("initial-exec")));

bool GradMode::is_enabled() { return !thread_state.no_grad; }
void GradMode::set_enabled(bool enabled) {
  thread_state.no_grad = !enabled;
  thread_state.refresh();
}

AutoFwGradMode::AutoFwGradMode(bool enabled) : previous_(!thread_state.no_forward_grad) {
  thread_state.no_forward_grad = !enabled;
  thread_state.refresh();
}
AutoFwGradMode::~AutoFwGradMode() {
  thread_state.no_forward_grad = !previous_;
  thread_state.refresh();
}

InferenceMode::InferenceMode(bool enabled)
    : previous_inference_(thread_state.inference),
      previous_no_grad_(thread_state.no_grad),
      previous_no_forward_grad_(thread_state.no_forward_grad) {
  thread_state.inference = enabled;
  thread_state.no_grad = enabled;
  thread_state.no_forward_grad = enabled;
  thread_state.refresh();
}
InferenceMode::~InferenceMode() {
  thread_state.inference = previous_inference_;
  thread_state.no_grad = previous_no_grad_;
  thread_state.no_forward_grad = previous_no_forward_grad_;
  thread_state.refresh();
}
bool InferenceMode::is_enabled() { return thread_state.inference; }

}  // namespace torchpp

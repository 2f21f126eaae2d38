// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What is recorded for gradients, per thread.

#include <torchpp/core/export.h>

namespace torchpp {

/// Whether operators record what backward needs. On in a new thread.
struct TORCHPP_API GradMode {
  static bool is_enabled();
  static void set_enabled(bool enabled);
};

/// Sets gradient mode while it lives.
class TORCHPP_API AutoGradMode {
 public:
  explicit AutoGradMode(bool enabled) : previous_(GradMode::is_enabled()) { GradMode::set_enabled(enabled); }
  ~AutoGradMode() { GradMode::set_enabled(previous_); }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;

 private:
  bool previous_;
};

/// Switches gradient mode off while it lives: no history is recorded, and results do not require grad.
class TORCHPP_API NoGradGuard : public AutoGradMode {
 public:
  NoGradGuard() : AutoGradMode(false) {}
};

/// Whether tangents are carried forward while a dual level is open.
class TORCHPP_API AutoFwGradMode {
 public:
  explicit AutoFwGradMode(bool enabled);
  ~AutoFwGradMode();
  AutoFwGradMode(const AutoFwGradMode&) = delete;
  AutoFwGradMode& operator=(const AutoFwGradMode&) = delete;

 private:
  bool previous_;
};

/// No gradients, no views tracked, no versions counted: tensors made in this mode are inference tensors, which
/// can neither be saved for backward nor changed in place outside of it. `InferenceMode(false)` ends it for a while
/// and turns grad mode on.
class TORCHPP_API InferenceMode {
 public:
  explicit InferenceMode(bool enabled = true);
  ~InferenceMode();
  static bool is_enabled();
  InferenceMode(const InferenceMode&) = delete;
  InferenceMode& operator=(const InferenceMode&) = delete;

 private:
  bool previous_inference_, previous_no_grad_, previous_no_forward_grad_;
};

}  // namespace torchpp

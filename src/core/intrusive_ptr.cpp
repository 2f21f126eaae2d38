// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/intrusive_ptr.h>

namespace torchpp {

void intrusive_ptr_target::last_strong_gone() const noexcept {
  if (TORCHPP_LIKELY(weak_use_count() == 1)) return last_reference_gone();
  const_cast<intrusive_ptr_target*>(this)->release_resources();
  release_weak();
}

}  // namespace torchpp

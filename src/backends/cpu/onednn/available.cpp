// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/settings.h>

namespace torchpp {

bool has_onednn() noexcept { return true; }

}  // namespace torchpp

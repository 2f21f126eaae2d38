// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace torchpp::cuda {

/// How often the calling thread has taken memory by operator new.
int host_allocations();

}  // namespace torchpp::cuda

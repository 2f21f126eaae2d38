// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/callable.h>
#include <torchpp/core/error.h>

namespace torchpp::detail {

void fail_empty_callable() { TORCHPP_FAIL_KIND(kError, "Callable: the function that is called is empty"); }

}  // namespace torchpp::detail

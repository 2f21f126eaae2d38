// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/optional.h>

namespace torchpp {

const char* bad_optional_access::what() const noexcept { return "bad optional access"; }

namespace detail {
void throw_bad_optional_access() { throw bad_optional_access(); }
}  // namespace detail

}  // namespace torchpp

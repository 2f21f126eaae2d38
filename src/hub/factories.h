// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/hub/arguments.h>

#include <string>

namespace torchpp::hub {

/// Throws ValueError, which begins with `subject` and says which there are, if there is none of the name.
Factory find_factory(const std::string& name, const std::string& subject);

}  // namespace torchpp::hub

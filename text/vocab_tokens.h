// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/text/vocab.h>

#include "text/token_table.h"

namespace torchpp::text {

/// The tokens that copies of a vocabulary share.
struct Vocab::Tokens : TokenTable {};

}  // namespace torchpp::text

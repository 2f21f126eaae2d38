// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace torchpp::serialize {

/// kMd5 finds accidents only, kSha256 also what somebody changed on purpose.
enum class HashType : unsigned char { kSha256, kMd5 };

}  // namespace torchpp::serialize

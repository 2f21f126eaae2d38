// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The layer of the dispatcher that converts arguments.

namespace torchpp::amp {

/// Makes the layer known to the dispatcher.
void install_layer();

}  // namespace torchpp::amp

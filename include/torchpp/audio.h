// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Audio. Source: torchaudio 0.13.

#include <torchpp/audio/io.h>

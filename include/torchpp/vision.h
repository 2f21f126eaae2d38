// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Images: reading and writing, transforms, pictures.

#include <torchpp/vision/auto_augment.h>
#include <torchpp/vision/functional.h>
#include <torchpp/vision/io.h>
#include <torchpp/vision/mix.h>
#include <torchpp/vision/transforms.h>
#include <torchpp/vision/utils.h>

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/ATen.h>

#define AT_DISALLOW_COPY_AND_ASSIGN(Class) C10_DISABLE_COPY_AND_ASSIGN(Class)

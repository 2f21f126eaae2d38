// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/optim/adagrad.h>
#include <torchpp/optim/adam.h>
#include <torchpp/optim/lr_scheduler.h>
#include <torchpp/optim/optimizer.h>
#include <torchpp/optim/rmsprop.h>
#include <torchpp/optim/sgd.h>

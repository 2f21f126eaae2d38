// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/optim/adadelta.h>
#include <torchpp/optim/adagrad.h>
#include <torchpp/optim/adam.h>
#include <torchpp/optim/adamax.h>
#include <torchpp/optim/asgd.h>
#include <torchpp/optim/lbfgs.h>
#include <torchpp/optim/lr_scheduler.h>
#include <torchpp/optim/nadam.h>
#include <torchpp/optim/optimizer.h>
#include <torchpp/optim/radam.h>
#include <torchpp/optim/rmsprop.h>
#include <torchpp/optim/rprop.h>
#include <torchpp/optim/schedulers.h>
#include <torchpp/optim/sgd.h>
#include <torchpp/optim/sparse_adam.h>
#include <torchpp/optim/state_dict.h>

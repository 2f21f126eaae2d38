// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Samplers: in which order a loader visits the examples of a dataset.

#include <torchpp/data/samplers/base.h>
#include <torchpp/data/samplers/batch.h>
#include <torchpp/data/samplers/custom_batch_request.h>
#include <torchpp/data/samplers/distributed.h>
#include <torchpp/data/samplers/drawn.h>
#include <torchpp/data/samplers/random.h>
#include <torchpp/data/samplers/sequential.h>
#include <torchpp/data/samplers/serialize.h>
#include <torchpp/data/samplers/stream.h>
#include <torchpp/data/samplers/subset_random.h>
#include <torchpp/data/samplers/weighted_random.h>

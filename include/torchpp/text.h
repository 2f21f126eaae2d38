// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Text: tokenizers, vocabularies, and the way from tokens to tensors. Source: torchtext 0.14.

#include <torchpp/text/bpe.h>
#include <torchpp/text/tokenizers.h>
#include <torchpp/text/transforms.h>
#include <torchpp/text/vocab.h>
#include <torchpp/text/wordpiece.h>

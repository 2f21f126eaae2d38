// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file An archive's values that are no tensors, as JSON: how safetensors files hold them.
///
/// None, bools, integers, texts and lists are JSON's own; doubles have a point or an exponent. What JSON does not have
/// is an object of one name: {"double": "inf"}, {"complex": [re, im]}, {"tuple": [...]}, {"dict": [[key, value], ...]},
/// {"device": "cuda:0"}, and {"tensors": n} for a list of n tensors, which are stored apart.

#include <torchpp/core/callable.h>
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

#include <string>

namespace torchpp::serialize {

/// Throws NotImplementedError for what archives cannot hold: generators, objects, tensors within lists of other values.
std::string format_value(const IValue& value);

/// The reverse. `tensor` gives number i of a list of tensors, an undefined one if there is none. A list of integers,
/// doubles or bools alone is an IValue of that kind of list. Throws FileError, which begins with `subject`.
IValue parse_value(const std::string& json, const std::string& subject, const Callable<Tensor(size_t)>& tensor);

}  // namespace torchpp::serialize

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/samplers/base.h>
#include <torchpp/serialize/archive.h>

namespace torchpp::data::samplers {

template <class BatchRequest>
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Sampler<BatchRequest>& sampler) {
  sampler.save(archive);
  return archive;
}
template <class BatchRequest>
serialize::InputArchive& operator>>(serialize::InputArchive& archive, Sampler<BatchRequest>& sampler) {
  sampler.load(archive);
  return archive;
}

}  // namespace torchpp::data::samplers

// SPDX-License-Identifier: BSD-3-Clause
#include "modules/print.h"

#include <torchpp/nn/any_value.h>

namespace torchpp::nn {

std::string stock_name(const std::type_info& impl) {
  const std::string name = torchpp::detail::type_name(impl);
  const size_t begin = name.rfind(':') + 1;
  return "torch::nn::" + name.substr(begin, name.size() - begin - sizeof("Impl") + 1);
}

}  // namespace torchpp::nn

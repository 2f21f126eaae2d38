// SPDX-License-Identifier: BSD-3-Clause
// The CUDA backend as linked: exits with 0 if it works, or tells why there is no device, by what the machine lacks and
// not by what is missing of torchpp.
#include <torchpp/torchpp.h>

#include <cstdio>
#include <cstring>

int main() {
  namespace cuda = torchpp::cuda;
  if (std::strcmp(FORM, "shared") != 0) torchpp::register_cuda();
  if (cuda::is_available()) {
    const torchpp::Tensor x = torchpp::arange(6.f, torchpp::kCUDA).view({2, 3});
    return (x + x).sum().item<float>() == 30 ? 0 : 1;
  }
  std::fprintf(stderr, "%s\n", cuda::why_unavailable());
  return std::strstr(cuda::why_unavailable(), "driver") != nullptr ? 0 : 2;
}

// SPDX-License-Identifier: BSD-3-Clause
// Loads the weights of a perceptron of three layers and applies it. checks/small_program.cmake checks what this holds.
#include <torchpp/torchpp.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <unistd.h>

namespace {
torchpp::nn::Sequential make_net() {
  using namespace torchpp::nn;
  return Sequential(Linear(64, 128), ReLU(), Linear(128, 128), ReLU(), Linear(128, 8));
}

// A file with these tensors, written without the library's writer, which such a program does not hold.
void write_safetensors(const char* path, const torchpp::nn::Module& module) {
  std::string header = "{", data;
  for (const auto& item : module.named_parameters()) {
    const torchpp::Tensor& value = item.value();
    const size_t begin = data.size();
    data.append(static_cast<const char*>(value.data_ptr()), value.nbytes());
    header += (begin > 0 ? ",\"" : "\"") + item.key() + R"(":{"dtype":"F32","shape":[)";
    for (int64_t d = 0; d < value.dim(); ++d) header += (d > 0 ? "," : "") + std::to_string(value.size(d));
    header += R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(data.size()) + "]}";
  }
  header += "}";
  const uint64_t length = header.size();
  std::FILE* file = std::fopen(path, "wb");
  if (!file) std::exit(2);
  std::fwrite(&length, sizeof length, 1, file);
  std::fwrite(header.data(), 1, header.size(), file);
  std::fwrite(data.data(), 1, data.size(), file);
  std::fclose(file);
}
}  // namespace

int main() {
  const torchpp::NoGradGuard no_grad;
  char path[] = "/tmp/mlp_XXXXXX";
  const int file = mkstemp(path);
  if (file < 0) return 2;
  close(file);
  torchpp::nn::Sequential written = make_net(), net = make_net();
  write_safetensors(path, *written);
  torchpp::load_safetensors(path, net);
  std::remove(path);
  const torchpp::Tensor x = torchpp::ones({1, 64}), got = net->forward(x), expected = written->forward(x);
  return std::memcmp(got.data_ptr(), expected.data_ptr(), got.nbytes()) == 0 ? 0 : 1;
}

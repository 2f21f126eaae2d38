// SPDX-License-Identifier: BSD-3-Clause
// State dictionaries of Python's modules and of optimizers, also of those with sparse gradients, sparse and quantized
// tensors, there and back. Needs Python with PyTorch, which no other test does; without it the test is skipped.
#include <gtest/gtest.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/torchpp.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

// Runs a command of the shell; what it prints, and whether it succeeded.
std::pair<std::string, bool> run(const std::string& command) {
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {"popen failed", false};
  std::string printed;
  std::array<char, 4096> piece;
  while (const size_t n = std::fread(piece.data(), 1, piece.size(), pipe)) printed.append(piece.data(), n);
  return {printed, ::pclose(pipe) == 0};
}

// The first Python that has PyTorch; "" if there is none.
std::string python_with_torch() {
  for (const char* python : {"python3", "/usr/bin/python3"})
    if (run(std::string(python) + " -c 'import torch'").second) return python;
  return "";
}

// Steps with sparse gradients that are exact in binary; interop.py has the same function.
void sparse_steps(Tensor& table, optim::Optimizer& optimizer, int first, int last) {
  for (int step = first; step < last; ++step) {
    const Tensor values = tensor({{0.5f, -0.25f}, {static_cast<float>(step) + 1, 2.0f}});
    table.mutable_grad() = sparse_coo_tensor(tensor({{step % 4, (step + 2) % 4}}, kLong), values, {4, 2});
    optimizer.step();
  }
}

// The optimizer's state is written as it was read; then three more steps change the table.
template <class Optimizer, class Options>
void step_there_and_back(const std::string& folder, const char* name, const Options& options) {
  serialize::InputArchive file;
  file.load_from(str(folder, "/", name, ".pt"));
  Tensor table;
  file.read("table", table);
  table.requires_grad_();
  optim::OptimizerStateDict dict;
  serialize::InputArchive state;
  ASSERT_TRUE(file.try_read("optimizer", state)) << name;
  dict.load(state);
  Optimizer optimizer(std::vector<Tensor>{table}, options);
  optimizer.load_state_dict(dict);
  save_pt(str(folder, "/", name, ".back.pt"), optimizer.state_dict());
  sparse_steps(table, optimizer, 3, 6);
  save_pt(str(folder, "/", name, ".stepped.pt"), NamedTensors{{"table", table.detach()}});
}

TEST(PtInterop, StateDictsGoToPythonAndBack) {
  const std::string python = python_with_torch();
  if (python.empty()) GTEST_SKIP() << "no Python with PyTorch";
  const TemporaryFolder folder;
  const std::string script = python + " '" TORCHPP_FIXTURES "interop.py' ";
  const auto [written, was_written] = run(script + "write '" + folder.path() + "'");
  ASSERT_TRUE(was_written) << written;
  const int count = std::atoi(written.c_str());
  ASSERT_GE(count, 30);
  for (int i = 0; i < count; ++i) {
    for (const char* extension : {".pt", ".pth"}) {
      const PtFile file = load_pt(str(folder.path(), "/", i, extension));
      save_pt(str(folder.path(), "/", i, ".back", extension), file.value, file.versions);
    }
  }
  optim::OptimizerStateDict dict;
  load(dict, folder.path() + "/adam.pt");
  const std::vector<Tensor> parameters = {zeros({4, 3}).requires_grad_(), zeros({4}).requires_grad_()};
  optim::Adam adam(parameters, optim::AdamOptions(0.1));
  adam.load_state_dict(dict);
  save_pt(folder.path() + "/adam.back.pt", adam.state_dict());
  const SparseGradient kernels(true);  // of which a static program has none otherwise
  step_there_and_back<optim::SparseAdam>(folder.path(), "sparse_adam", optim::SparseAdamOptions(0.125));
  step_there_and_back<optim::Adagrad>(folder.path(), "adagrad", optim::AdagradOptions(0.125));
  step_there_and_back<optim::SGD>(folder.path(), "sgd", optim::SGDOptions(0.125));
  for (const char* name : {"sparse", "quantized"})
    save_pt(str(folder.path(), "/", name, ".back.pt"), load_pt(str(folder.path(), "/", name, ".pt")).value);
  const auto [checked, was_right] = run(script + "check '" + folder.path() + "'");
  EXPECT_TRUE(was_right) << checked;
}

}  // namespace
}  // namespace torchpp::test

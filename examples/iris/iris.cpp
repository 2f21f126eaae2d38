// SPDX-License-Identifier: BSD-3-Clause
// Classifies rows of a table: columns are brought to mean 0 and deviation 1, and the accuracy is that of flowers which
// the net has not seen (cross-validation).

#include <torchpp/data/progress.h>
#include <torchpp/torchpp.h>

#include <cstdio>
#include <string>

#include "support/arguments.h"
#include "table.h"

namespace {

namespace nn = torchpp::nn;
namespace F = torchpp::nn::functional;
using torchpp::Tensor;

struct {
  int64_t folds = 10, epochs = 100, width = 16, seed = 1;
  double rate = 1e-2, decay = 1e-2;
} options;

struct Table {
  Tensor numbers, kinds;  // (N, 4) of float, (N) of int64
  Table rows(const Tensor& chosen) const { return {numbers.index_select(0, chosen), kinds.index_select(0, chosen)}; }
};

Table read_table() {
  auto* table = const_cast<unsigned char*>(&iris::kTable[0][0]);
  return {torchpp::from_blob(table, {iris::kFlowers, iris::kNumbers}, torchpp::kByte).to(torchpp::kFloat) / 10,
          torchpp::arange(iris::kKinds).repeat_interleave(iris::kFlowers / iris::kKinds)};
}

/// The kinds that a net says which has learned from `train`.
Tensor classify(const Table& train, const Tensor& test) {
  const auto [deviation, mean] = torchpp::std_mean(train.numbers, 0);
  const auto standard = [&](const Tensor& x) { return (x - mean) / deviation; };
  nn::Sequential net(nn::Linear(iris::kNumbers, options.width), nn::ReLU(), nn::Linear(options.width, iris::kKinds));
  torchpp::optim::AdamW optimizer(net->parameters(),
                                  torchpp::optim::AdamWOptions(options.rate).weight_decay(options.decay));
  const Tensor inputs = standard(train.numbers);
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch)
    for (const Tensor& some : torchpp::randperm(inputs.size(0)).split(16)) {
      optimizer.zero_grad();
      F::cross_entropy(net->forward(inputs.index_select(0, some)), train.kinds.index_select(0, some)).backward();
      optimizer.step();
    }
  const torchpp::NoGradGuard no_grad;
  return net->forward(standard(test)).argmax(1);
}

void run() {
  torchpp::set_num_threads(1);  // a few small rows: nothing to share
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  const Table table = read_table();
  const std::vector<Tensor> folds = torchpp::tensor_split(torchpp::randperm(iris::kFlowers), options.folds);
  TORCHPP_CHECK(folds.back().size(0) > 0, "--folds got ", options.folds, ", expected at most ", iris::kFlowers);

  Tensor confusion = torchpp::zeros({iris::kKinds, iris::kKinds}, torchpp::kLong);
  torchpp::data::ProgressBar progress(options.folds, torchpp::data::ProgressOptions().unit("folds"));
  for (size_t i = 0; i < folds.size(); ++i) {
    std::vector<Tensor> others = folds;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const Table test = table.rows(folds[i]);
    const Tensor said = classify(table.rows(torchpp::cat(others)), test.numbers);
    confusion += torchpp::bincount(test.kinds * iris::kKinds + said, {}, iris::kKinds * iris::kKinds).view({3, 3});
    progress.set_note(
        torchpp::str(confusion.trace().item<int64_t>(), " of ", confusion.sum().item<int64_t>(), " right"));
    progress.update();
  }
  progress.finish();

  std::printf("%-12s taken for", "");
  for (const char* name : iris::kKindNames) std::printf(" %10s", name);
  for (int64_t kind = 0; kind < iris::kKinds; ++kind) {
    std::printf("\n%-22s", iris::kKindNames[kind]);
    for (int64_t said = 0; said < iris::kKinds; ++said)
      std::printf(" %10lld", static_cast<long long>(confusion[kind][said].item<int64_t>()));
  }
  std::printf("\nAccuracy on flowers not seen in training: %.1f %%.\n",
              100 * confusion.trace().item<double>() / static_cast<double>(iris::kFlowers));
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(argc, argv, "Tells three kinds of irises by four lengths.",
                               {{"folds", &options.folds, "parts, each of which is tested with a net of the others", 2},
                                {"epochs", &options.epochs, "passes over the table", 1},
                                {"width", &options.width, "width of the hidden layer", 1},
                                {"rate", &options.rate, "learning rate"},
                                {"decay", &options.decay, "decay of the weights"},
                                {"seed", &options.seed, "of weights and order"}},
                               run);
}

// SPDX-License-Identifier: BSD-3-Clause
// A recurrent language model: an LSTM of two layers reads a text in parallel streams and carries its state from piece
// to piece (truncated backpropagation through time); the learning rate falls when the validation loss stops falling.

#include <torchpp/data/progress.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "support/arguments.h"
#include "support/characters.h"
#include "support/text.h"

namespace {

namespace nn = torchpp::nn;
namespace F = torchpp::nn::functional;
using torchpp::Tensor;
using State = torchpp::optional<std::tuple<Tensor, Tensor>>;

struct {
  std::string data, out = ".", prompt = "\n";
  int64_t epochs = 10, batch = 32, length = 64, width = 256, layers = 2, sample = 500, seed = 1, threads = 0;
  double rate = 4e-3, dropout = .2;
} options;

struct LanguageModelImpl : nn::Module {
  nn::Embedding embedding{nullptr};
  nn::LSTM lstm{nullptr};
  nn::Dropout dropout{nullptr};
  nn::Linear output{nullptr};

  explicit LanguageModelImpl(int64_t vocabulary) {
    embedding = register_module("embedding", nn::Embedding(vocabulary, options.width));
    lstm = register_module("lstm", nn::LSTM(nn::LSTMOptions(options.width, options.width)
                                                .num_layers(options.layers)
                                                .dropout(options.layers > 1 ? options.dropout : 0)));
    dropout = register_module("dropout", nn::Dropout(options.dropout));
    output = register_module("output", nn::Linear(options.width, vocabulary));
  }

  /// Numbers of characters (length, batch) and the state that they are read in -> scores of the next ones
  /// (length, batch, vocabulary) and the state behind them.
  std::pair<Tensor, State> forward(const Tensor& text, const State& state) {
    const auto [seen, after] = lstm(dropout(embedding(text)), state);
    return {output(dropout(seen)), after};
  }
};
TORCHPP_MODULE(LanguageModel);

/// A text as `batch` streams of equal length side by side: (length, batch).
Tensor streams_of(const Tensor& text, int64_t batch) {
  const int64_t length = text.size(0) / batch;
  return text.slice(0, 0, length * batch).view({batch, length}).t().contiguous();
}

/// Reads the streams from their beginning; `learn` gets the loss of each piece. Returns the mean loss of a character.
template <class Learn>
double read(LanguageModel& net, const Tensor& streams, const Learn& learn) {
  State state;
  double sum = 0;
  const int64_t steps = streams.size(0) - 1;
  for (int64_t begin = 0; begin < steps; begin += options.length) {
    const int64_t end = std::min(begin + options.length, steps);
    auto [scores, after] = net(streams.slice(0, begin, end), state);
    const Tensor loss = F::cross_entropy(scores.flatten(0, 1), streams.slice(0, begin + 1, end + 1).reshape({-1}));
    // The next piece starts from this one's state, but its gradient does not reach back into this piece.
    state = std::make_tuple(std::get<0>(*after).detach(), std::get<1>(*after).detach());
    sum += loss.item<double>() * static_cast<double>(end - begin);
    learn(loss, sum / static_cast<double>(end), end);
  }
  return sum / static_cast<double>(steps);
}

double validate(LanguageModel& net, const Tensor& streams) {
  const torchpp::NoGradGuard no_grad;
  net->eval();
  const double loss = read(net, streams, [](const Tensor&, double, int64_t) {});
  net->train();
  return loss;
}

void print_sample(LanguageModel& net, const examples::Characters& characters) {
  const torchpp::NoGradGuard no_grad;
  net->eval();
  std::fputs(options.prompt.c_str(), stdout);
  Tensor next = characters.encode(options.prompt).unsqueeze(1);
  State state;
  for (int64_t i = 0; i < options.sample; ++i) {
    Tensor scores;
    std::tie(scores, state) = net(next, state);
    const int64_t drawn = examples::draw(scores[-1][0], .8, 20);
    std::putchar(characters.decode(drawn));
    next = torchpp::tensor({drawn}).unsqueeze(1);
  }
  std::putchar('\n');
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  examples::make_folder(options.out);
  const examples::Characters characters(options.data, 20 * options.batch);
  const Tensor train = streams_of(characters.training(), options.batch),
               validation = streams_of(characters.validation(), options.batch);
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  LanguageModel net(characters.count());
  const std::vector<Tensor> parameters = net->parameters();
  torchpp::optim::Adam optimizer(parameters, torchpp::optim::AdamOptions(options.rate));
  torchpp::optim::ReduceLROnPlateau schedule(optimizer,
                                             torchpp::optim::ReduceLROnPlateauOptions().factor(.5).patience(0));

  const int64_t steps = train.size(0) - 1;
  torchpp::data::ProgressBar progress(options.epochs * steps);
  const std::string weights = options.out + "/lstm_lm.safetensors";
  double best = std::numeric_limits<double>::infinity();
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const double loss = read(net, train, [&](const Tensor& loss, double mean, int64_t done) {
      optimizer.zero_grad(/*set_to_none=*/true);
      loss.backward();
      nn::utils::clip_grad_norm_(parameters, 1);
      optimizer.step();
      progress.set_note(examples::text("epoch %lld/%lld  loss %.4f", static_cast<long long>(epoch + 1),
                                       static_cast<long long>(options.epochs), mean));
      progress.update(epoch * steps + done - progress.count());
    });
    const double validated = validate(net, validation);
    schedule.step(validated);
    if (validated < best) {
      best = validated;
      torchpp::save(net, weights);
    }
    progress.set_note(examples::text("epoch %lld/%lld  loss %.4f  validation %.4f (perplexity %.2f)",
                                     static_cast<long long>(epoch + 1), static_cast<long long>(options.epochs), loss,
                                     validated, std::exp(validated)));
    progress.keep();
  }
  progress.finish();
  std::printf("Best validation loss %.4f after %.0f s. Weights: %s. A sample:\n", best, progress.seconds(),
              weights.c_str());
  torchpp::load(net, weights);
  print_sample(net, characters);
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(argc, argv, "Learns to continue a text, character by character, with an LSTM.",
                               {{"data", &options.data, "the text"},
                                {"out", &options.out, "folder for the best weights (lstm_lm.safetensors)"},
                                {"epochs", &options.epochs, "passes over the text", 1},
                                {"batch", &options.batch, "streams that are read side by side", 1},
                                {"length", &options.length, "characters between two steps of the optimizer", 1},
                                {"width", &options.width, "numbers of a state", 1},
                                {"layers", &options.layers, "LSTMs one above the other", 1},
                                {"rate", &options.rate, "the first learning rate"},
                                {"dropout", &options.dropout, "share of numbers dropped between layers"},
                                {"prompt", &options.prompt, "what the sample continues; not empty"},
                                {"sample", &options.sample, "characters of the sample"},
                                {"seed", &options.seed, "of weights and sample"},
                                {"threads", &options.threads, "0: as many as there are cores"}},
                               run);
}

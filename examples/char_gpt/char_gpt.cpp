// SPDX-License-Identifier: BSD-3-Clause
// A small GPT that learns to continue a text, character by character: a transformer with causal attention, AdamW with
// and without weight decay, warm-up and cosine, clipping of gradients, sampling.

#include <torchpp/data/progress.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "support/arguments.h"
#include "support/characters.h"
#include "support/text.h"

namespace {

namespace nn = torchpp::nn;
namespace F = torchpp::nn::functional;
using torchpp::Tensor;

struct Shape {
  int64_t vocabulary, context = 128, width = 128, layers = 4, heads = 4;
};

/// Normalisation in front of attention and of a two-layer net, each added to what came in.
/// Radford et al., Language models are unsupervised multitask learners, 2019.
struct BlockImpl : nn::Module {
  int64_t heads;
  nn::LayerNorm norm1{nullptr}, norm2{nullptr};
  nn::Linear qkv{nullptr}, project{nullptr}, widen{nullptr}, narrow{nullptr};

  explicit BlockImpl(const Shape& shape) : heads(shape.heads) {
    const int64_t width = shape.width;
    norm1 = register_module("norm1", nn::LayerNorm(nn::LayerNormOptions({width})));
    qkv = register_module("qkv", nn::Linear(nn::LinearOptions(width, 3 * width).bias(false)));
    project = register_module("project", nn::Linear(nn::LinearOptions(width, width).bias(false)));
    norm2 = register_module("norm2", nn::LayerNorm(nn::LayerNormOptions({width})));
    widen = register_module("widen", nn::Linear(nn::LinearOptions(width, 4 * width).bias(false)));
    narrow = register_module("narrow", nn::Linear(nn::LinearOptions(4 * width, width).bias(false)));
  }

  /// (batch, length, width) -> the same.
  Tensor forward(const Tensor& x) {
    const int64_t batch = x.size(0), length = x.size(1), width = x.size(2);
    // (3, batch, heads, length, width / heads)
    const Tensor parts = qkv(norm1(x)).view({batch, length, 3, heads, width / heads}).permute({2, 0, 3, 1, 4});
    const Tensor seen = torchpp::scaled_dot_product_attention(parts[0], parts[1], parts[2], {}, 0, /*is_causal=*/true);
    const Tensor y = x + project(seen.transpose(1, 2).reshape({batch, length, width}));
    return y + narrow(torchpp::gelu(widen(norm2(y))));
  }
};
TORCHPP_MODULE(Block);

struct GptImpl : nn::Module {
  Shape shape;
  nn::Embedding tokens{nullptr}, places{nullptr};
  nn::Sequential blocks;
  nn::LayerNorm norm{nullptr};

  explicit GptImpl(const Shape& shape) : shape(shape) {
    tokens = register_module("tokens", nn::Embedding(shape.vocabulary, shape.width));
    places = register_module("places", nn::Embedding(shape.context, shape.width));
    for (int64_t i = 0; i < shape.layers; ++i) blocks->push_back(Block(shape));
    register_module("blocks", blocks);
    norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({shape.width})));
    // What is added to the stream of layers starts smaller, so that the stream's variance does not grow with depth.
    for (auto& parameter : named_parameters()) {
      const bool added =
          parameter.key().find("project") != std::string::npos || parameter.key().find("narrow") != std::string::npos;
      if (parameter.value().dim() == 2)
        nn::init::normal_(parameter.value(), 0, added ? .02 / std::sqrt(2. * static_cast<double>(shape.layers)) : .02);
    }
  }

  /// Numbers of characters (batch, length) -> scores of the next ones (batch, length, vocabulary). The last layer's
  /// weight is that of the embedding.
  Tensor forward(const Tensor& x) {
    const Tensor stream = tokens(x) + places->weight.slice(0, 0, x.size(1));
    return F::linear(norm(blocks->forward(stream)), tokens->weight);
  }

  Tensor loss(const Tensor& pieces) {
    const int64_t length = pieces.size(1) - 1;
    const Tensor scores = forward(pieces.slice(1, 0, length));
    return F::cross_entropy(scores.flatten(0, 1), pieces.slice(1, 1).reshape({-1}));
  }
};
TORCHPP_MODULE(Gpt);

struct {
  std::string data, out = ".", prompt = "\n";
  int64_t steps = 3000, batch = 32, sample = 500, seed = 1, threads = 0;
  double rate = 3e-3, seconds = 0;
  Shape shape{};
} options;

double validate(Gpt& net, const Tensor& text) {
  const torchpp::NoGradGuard no_grad;
  const int64_t length = options.shape.context, pieces = (text.size(0) - 1) / length, at_once = 64;
  const Tensor inputs = text.slice(0, 0, pieces * length + 1).unfold(0, length + 1, length);
  double sum = 0;
  for (int64_t i = 0; i < pieces; i += at_once) {
    const Tensor part = inputs.slice(0, i, std::min(i + at_once, pieces));
    sum += net->loss(part).item<double>() * static_cast<double>(part.size(0));
  }
  return sum / static_cast<double>(pieces);
}

void print_sample(Gpt& net, const examples::Characters& characters) {
  const torchpp::NoGradGuard no_grad;
  Tensor seen = characters.encode(options.prompt);
  std::fputs(options.prompt.c_str(), stdout);
  for (int64_t i = 0; i < options.sample; ++i) {
    const int64_t length = std::min(seen.size(0), options.shape.context);
    const int64_t next = examples::draw(net(seen.slice(0, -length).unsqueeze(0))[0][-1], .8, 20);
    seen = torchpp::cat({seen, torchpp::tensor({next})});
    std::putchar(characters.decode(next));
  }
  std::putchar('\n');
}

// Matrices lose weight, vectors do not.
torchpp::optim::AdamW optimizer_of(Gpt& net) {
  std::vector<Tensor> matrices, vectors;
  for (Tensor& parameter : net->parameters()) (parameter.dim() > 1 ? matrices : vectors).push_back(parameter);
  using torchpp::optim::AdamWOptions;
  const AdamWOptions common = AdamWOptions(options.rate).betas({.9, .99});
  std::vector<torchpp::optim::OptimizerParamGroup> groups;
  groups.emplace_back(matrices, std::make_unique<AdamWOptions>(AdamWOptions(common).weight_decay(.1)));
  groups.emplace_back(vectors, std::make_unique<AdamWOptions>(AdamWOptions(common).weight_decay(0)));
  return torchpp::optim::AdamW(groups, common);
}

void run() {
  if (options.threads > 0) torchpp::set_num_threads(static_cast<int>(options.threads));
  examples::make_folder(options.out);
  const examples::Characters characters(options.data, 20 * options.shape.context);
  torchpp::manual_seed(static_cast<uint64_t>(options.seed));
  options.shape.vocabulary = characters.count();
  Gpt net(options.shape);
  int64_t weights = 0;
  for (const Tensor& parameter : net->parameters()) weights += parameter.numel();
  std::printf("%lld characters to learn from, %lld different ones; %lld weights.\n",
              static_cast<long long>(characters.training().size(0)), static_cast<long long>(characters.count()),
              static_cast<long long>(weights));

  torchpp::optim::AdamW optimizer = optimizer_of(net);
  const std::vector<Tensor> parameters = net->parameters();
  torchpp::data::ProgressBar progress(
      options.seconds > 0 ? torchpp::nullopt : torchpp::optional<int64_t>(options.steps),
      torchpp::data::ProgressOptions().unit("steps"));
  const int64_t warm_up = std::min<int64_t>(100, options.steps / 10 + 1);
  double smooth = 0;
  for (int64_t step = 0;; ++step) {
    // The share of the training that is done, by steps or by the clock: the rate's schedule follows it.
    const double done = options.seconds > 0 ? progress.seconds() / options.seconds
                                            : static_cast<double>(step) / static_cast<double>(options.steps);
    if (done >= 1) break;
    const double cosine = .5 + .5 * std::cos(3.14159265358979324 * done);
    const double rate = options.rate * std::min(1., static_cast<double>(step + 1) / static_cast<double>(warm_up)) *
                        (.05 + .95 * cosine);
    for (auto& group : optimizer.param_groups()) group.options().set_lr(rate);

    const Tensor loss = net->loss(examples::random_pieces(characters.training(), options.batch, options.shape.context));
    optimizer.zero_grad(/*set_to_none=*/true);
    loss.backward();
    nn::utils::clip_grad_norm_(parameters, 1);
    optimizer.step();

    const double value = loss.item<double>();
    smooth = step == 0 ? value : .98 * smooth + .02 * value;
    progress.set_note(
        examples::text("loss %.4f  %5.0f characters/s", smooth,
                       static_cast<double>((step + 1) * options.batch * options.shape.context) / progress.seconds()));
    progress.update();
    if ((step + 1) % 250 == 0) progress.keep();
  }
  progress.finish();
  const std::string file = options.out + "/char_gpt.safetensors";
  torchpp::save(net, file);
  const double seconds = progress.seconds();
  std::printf("\nLoss %.4f in training, %.4f in validation, after %.0f s. Weights: %s. A sample:\n", smooth,
              validate(net, characters.validation()), seconds, file.c_str());
  print_sample(net, characters);
}

}  // namespace

int main(int argc, char** argv) {
  return examples::run_example(
      argc, argv, "Learns to continue a text, character by character, with a small transformer.",
      {{"data", &options.data, "the text"},
       {"out", &options.out, "folder for the weights (char_gpt.safetensors)"},
       {"steps", &options.steps, "steps of training", 1},
       {"seconds", &options.seconds, "train for so long instead; 0: by --steps"},
       {"batch", &options.batch, "pieces of text in a step", 1},
       {"context", &options.shape.context, "characters of a piece", 1},
       {"width", &options.shape.width, "numbers per character between layers, a multiple of --heads", 1},
       {"layers", &options.shape.layers, "blocks of attention", 1},
       {"heads", &options.shape.heads, "heads of attention", 1},
       {"rate", &options.rate, "the greatest learning rate"},
       {"prompt", &options.prompt, "what the sample continues"},
       {"sample", &options.sample, "characters of the sample"},
       {"seed", &options.seed, "of weights, pieces and sample"},
       {"threads", &options.threads, "0: as many as there are cores"}},
      run);
}

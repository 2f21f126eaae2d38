// SPDX-License-Identifier: BSD-3-Clause

// Measures the CUDA backend on this device: kernels that move memory, products, convolutions, norms and losses,
// optimizers, the time of a call, and steps of training. Best of several repeats, timed by the device's events. Each
// case is one line, "name  milliseconds ms  rate"; beside_pytorch.py makes the same calls in PyTorch.

#include <torchpp/torchpp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>

namespace {

using namespace torchpp;
namespace F = nn::functional;

// Milliseconds of one call, of at least three repeats of about 20 ms.
template <class F>
double device_ms(const F& f) {
  cuda::CUDAEvent begin(true), end(true);
  const auto ms_of = [&](int calls) {
    begin.record();
    for (int i = 0; i < calls; ++i) f();
    end.record();
    end.synchronize();
    return static_cast<double>(begin.elapsed_time(end)) / calls;
  };
  f();
  const double first = ms_of(2);
  const int calls = std::clamp(static_cast<int>(20 / first), 2, 200);
  double best = 1e30;
  for (int repeat = 0; repeat < 5; ++repeat) best = std::min(best, ms_of(calls));
  return best;
}

// A case that ends with an error takes the others behind it along, where the device itself is at fault; the error of
// one that is only refused stands in its line.
template <class F, class Report>
void measure(const std::string& name, const F& f, const Report& report) {
  try {
    const double ms = device_ms(f);
    std::printf("%-44s %10.4f ms  ", name.c_str(), ms);
    report(ms);
  } catch (const NotImplementedError& e) {
    std::printf("%-44s %s\n", name.c_str(), e.what());
  }
}

double copy_rate = 0;  // GB/s

// `bytes`: read and written.
template <class F>
void bandwidth(const std::string& name, int64_t bytes, const F& f) {
  measure(name, f, [&](double ms) {
    const double rate = static_cast<double>(bytes) / ms / 1e6;
    if (copy_rate == 0) copy_rate = rate;
    std::printf("%8.0f GB/s  %4.0f %% of copy\n", rate, 100 * rate / copy_rate);
  });
}
template <class F>
void arithmetic(const std::string& name, double operations, const F& f) {
  measure(name, f, [&](double ms) { std::printf("%8.1f TFLOP/s\n", operations / ms / 1e9); });
}
template <class F>
void duration(const std::string& name, const F& f) {
  measure(name, f, [](double) { std::printf("\n"); });
}

int64_t bytes_of(const Tensor& t) { return t.numel() * static_cast<int64_t>(t.itemsize()); }
Tensor random(IntArrayRef sizes, ScalarType dtype = kFloat) { return randn(sizes, TensorOptions(kCUDA).dtype(dtype)); }
Tensor random_index(int64_t below, IntArrayRef sizes) {
  return randint(0, below, sizes, TensorOptions(kCUDA).dtype(kLong));
}

void measure_memory() {
  const Tensor x = random({1 << 27}), y = random({1 << 27}), rows = x.view({1 << 15, 1 << 12}),
               row = y.narrow(0, 0, 1 << 12);
  const int64_t n = bytes_of(x);
  Tensor out = empty_like(x);
  bandwidth("copy", 2 * n, [&] { out.copy_(x); });
  bandwidth("add", 3 * n, [&] { add_out(out, x, y); });
  bandwidth("exp", 2 * n, [&] { exp_out(out, x); });
  bandwidth("gelu", 2 * n, [&] { gelu_out(out, x); });
  bandwidth("where of a comparison", 4 * n, [&] { where(x > 0, x, y); });
  bandwidth("add, broadcast row", 2 * n, [&] { rows + row; });
  bandwidth("add of a transposed", 3 * n, [&] { rows.view({1 << 13, 1 << 14}).t() + y.view({1 << 14, 1 << 13}); });
  bandwidth("transpose, contiguous", 2 * n, [&] { rows.t().contiguous(); });
  bandwidth("permute to channels last", 2 * n, [&] {
    x.view({128, 64, 128, 128}).contiguous(MemoryFormat::ChannelsLast);
  });
  bandwidth("split heads", 2 * n, [&] { x.view({64, 512, 64, 64}).transpose(1, 2).contiguous(); });
  bandwidth("to bfloat16", n + n / 2, [&] { x.to(kBFloat16); });
  bandwidth("cat of halves along rows", 2 * n, [&] { cat({rows.narrow(1, 0, 2048), rows.narrow(1, 2048, 2048)}, 1); });
  bandwidth("sum of all", n, [&] { x.sum(); });
  bandwidth("sum of rows", n, [&] { rows.sum(1); });
  bandwidth("sum of columns", n, [&] { rows.sum(0); });
  bandwidth("sum of short rows", n, [&] { x.view({1 << 21, 64}).sum(1); });
  bandwidth("var of rows", n, [&] { rows.var(1); });
  bandwidth("max of rows with places", n, [&] { rows.max(1); });
  bandwidth("argmax of all", n, [&] { x.argmax(); });
  bandwidth("norm of all", n, [&] { x.norm(); });
  bandwidth("cumsum of rows", 2 * n, [&] { rows.cumsum(1); });
  bandwidth("cumsum of all", 2 * n, [&] { x.cumsum(0); });
  bandwidth("softmax of rows", 2 * n, [&] { rows.softmax(1); });
  bandwidth("softmax of short rows", 2 * n, [&] { x.view({1 << 21, 64}).softmax(1); });
  bandwidth("softmax of long rows", 2 * n, [&] { x.view({1 << 10, 1 << 17}).softmax(1); });
  bandwidth("layer_norm", 2 * n, [&] { layer_norm(rows, {1 << 12}); });
  bandwidth("rand", n, [&] { out.uniform_(); });
  bandwidth("randn", n, [&] { out.normal_(); });
  bandwidth("dropout", 2 * n + n / 4, [&] { native_dropout(x, .1, true); });
  const Tensor h = x.to(kHalf), b = x.to(kBFloat16), b_rows = b.view({1 << 15, 1 << 12});
  bandwidth("add, float16", 3 * n / 2, [&] { h + h; });
  bandwidth("gelu, bfloat16", n, [&] { gelu(b); });
  bandwidth("sum of rows, bfloat16", n / 2, [&] { b_rows.sum(1); });
  bandwidth("softmax of rows, bfloat16", n, [&] { b_rows.softmax(1); });
  bandwidth("layer_norm, bfloat16", n, [&] { layer_norm(b_rows, {1 << 12}); });
}

void measure_indices() {
  const int64_t n = 1 << 24;
  const Tensor x = random({n}), rows = x.view({1 << 14, 1 << 10}), y = random({1 << 14, 1 << 10});
  const Tensor row = random_index(1 << 14, {1 << 14}), any = random_index(n, {n}),
               column = random_index(1 << 10, {1 << 14, 1 << 10});
  const Tensor some = x > 0;
  duration("index_select of rows", [&] { rows.index_select(0, row); });
  duration("index of rows", [&] { rows.index({row}); });
  duration("take", [&] { x.take(any); });
  duration("gather along rows", [&] { rows.gather(1, column); });
  duration("scatter_add along rows", [&] { rows.scatter_add(1, column, y); });
  duration("index_add of rows", [&] { rows.index_add(0, row, y); });
  duration("index_put, accumulated", [&] { rows.index_put({row}, y, true); });
  duration("masked_fill", [&] { x.masked_fill(some, 1.); });
  duration("masked_select", [&] { x.masked_select(some); });
  duration("nonzero", [&] { some.nonzero(); });
  duration("sort of 16M", [&] { x.sort(); });
  duration("sort of rows of 1024", [&] { rows.sort(1); });
  duration("topk 10 of rows", [&] { rows.topk(10, 1); });
  duration("median of rows", [&] { rows.median(1); });
  duration("unique of 16M integers", [&] { _unique2(row.repeat({1 << 10})); });
  duration("bincount", [&] { bincount(column.view({-1})); });
  duration("histc", [&] { histc(x, 100, -3, 3); });
  duration("searchsorted", [&] { searchsorted(std::get<0>(x.narrow(0, 0, 1 << 10).sort()), x); });
  const AutoGradMode with_grad(true);
  Tensor table = random({50257, 1024});
  table.requires_grad_();
  const Tensor words = random_index(50257, {1 << 14});
  duration("embedding and its gradient", [&] {
    const Tensor e = embedding(table, words);
    autograd::grad({e}, {table}, {y});
  });
}

void measure_products() {
  for (const ScalarType t : {kFloat, kHalf, kBFloat16}) {
    const int64_t n = 8192;
    const Tensor a = random({n, n}, t), b = random({n, n}, t);
    arithmetic(str("mm 8192, ", toString(t)), 2. * n * n * n, [&] { mm(a, b); });
  }
  const Tensor x = random({8192, 4096}, kBFloat16), w = random({4096, 4096}, kBFloat16), b = random({4096}, kBFloat16);
  arithmetic("linear 8192x4096x4096, BFloat16", 2. * 8192 * 4096 * 4096, [&] { linear(x, w, b); });
  const Tensor q = random({512, 512, 64}, kBFloat16), k = random({512, 512, 64}, kBFloat16);
  arithmetic("bmm 512 of 512x64x512, BFloat16", 2. * 512 * 512 * 512 * 64, [&] { bmm(q, k.transpose(1, 2)); });
  const Tensor s = random({1024, 1024}), v = random({1024, 1});
  arithmetic("mm 1024, Float", 2. * 1024 * 1024 * 1024, [&] { mm(s, s); });
  arithmetic("matrix by vector 1024, Float", 2. * 1024 * 1024, [&] { mm(s, v); });
  const Tensor heads = random({16, 16, 1024, 64}, kBFloat16);
  arithmetic("attention 16x16x1024x64, causal, BFloat16", 2. * 16 * 16 * 1024 * 1024 * 64,
             [&] { scaled_dot_product_attention(heads, heads, heads, {}, 0, true); });
}

// Two layers of a ResNet; floats as TF32, which is the default.
void measure_convolutions() {
  struct Layer {
    int64_t channels, side;
  };
  for (const Layer& l : {Layer{64, 56}, Layer{256, 14}})
    for (const ScalarType t : {kFloat, kHalf, kBFloat16})
      for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
        Tensor x = random({128, l.channels, l.side, l.side}, t).contiguous(format),
               w = random({l.channels, l.channels, 3, 3}, t).contiguous(format);
        const std::string name = str("conv 3x3, ", l.channels, " at ", l.side, ", ", toString(t),
                                     format == MemoryFormat::Contiguous ? "" : ", last");
        const double operations = 2. * 128 * static_cast<double>(l.side * l.side * l.channels * l.channels) * 9;
        arithmetic(name, operations, [&] { conv2d(x, w, {}, 1, 1); });
        const AutoGradMode with_grad(true);
        x.requires_grad_();
        w.requires_grad_();
        const Tensor y = conv2d(x, w, {}, 1, 1), dy = ones_like(y);
        arithmetic(name + ", gradients", 2 * operations, [&] { autograd::grad({y}, {x, w}, {dy}, true); });
      }
}

// Forward and backward of f, which takes x.
template <class G>
void both_ways(const std::string& name, Tensor x, const G& f) {
  const AutoGradMode with_grad(true);
  x.requires_grad_();
  Tensor dy;
  duration(name, [&] {
    const Tensor y = f(x);
    if (!dy.defined()) dy = ones_like(y);
    autograd::grad({y}, {x}, {dy});
  });
}

void measure_layers() {
  for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
    const std::string last = format == MemoryFormat::Contiguous ? "" : ", last";
    const Tensor x = random({128, 64, 56, 56}, kBFloat16).contiguous(format), scale = random({64}),
                 shift = random({64});
    both_ways("batch_norm, both ways, BFloat16" + last, x,
              [&](const Tensor& t) { return batch_norm(t, scale, shift, {}, {}, true, .1, 1e-5, true); });
    both_ways("max_pool2d 3x3, both ways, BFloat16" + last, x, [](const Tensor& t) { return max_pool2d(t, 3, 2, 1); });
    both_ways("avg_pool2d, both ways, BFloat16" + last, x, [](const Tensor& t) { return avg_pool2d(t, 2); });
    both_ways("adaptive_avg_pool2d 1, both ways, BFloat16" + last, x, [](const Tensor& t) {
      return adaptive_avg_pool2d(t, {1, 1});
    });
    both_ways("upsample bilinear, both ways, BFloat16" + last, x, [](const Tensor& t) {
      return upsample_bilinear2d(t, {112, 112}, false);
    });
  }
  const Tensor rows = random({1 << 14, 1 << 10}, kBFloat16), scale = random({1 << 10}, kBFloat16),
               images = random({128, 64, 56, 56}, kBFloat16), of_channels = random({64}, kBFloat16);
  both_ways("layer_norm 1024, both ways, BFloat16", rows,
            [&](const Tensor& t) { return layer_norm(t, {1 << 10}, scale, scale); });
  both_ways("group_norm, both ways, BFloat16", images,
            [&](const Tensor& t) { return group_norm(t, 8, of_channels, of_channels); });
  both_ways("softmax 1024, both ways, BFloat16", rows, [](const Tensor& t) { return t.softmax(1); });
  both_ways("gelu, both ways, BFloat16", rows, [](const Tensor& t) { return gelu(t); });
  const Tensor scores = random({1 << 13, 50257}), words = random_index(50257, {1 << 13});
  both_ways("cross_entropy of 50257, both ways", scores, [&](const Tensor& t) { return F::cross_entropy(t, words); });
  both_ways("mse_loss, both ways", random({1 << 24}), [](const Tensor& t) { return mse_loss(t, zeros_like(t)); });
}

void measure_calls() {
  const Tensor x = ones({1}, kCUDA), rows = ones({8, 64}, kCUDA), weight = ones({64, 64}, kCUDA),
               images = ones({1, 8, 8, 8}, kCUDA), kernel = ones({8, 8, 3, 3}, kCUDA);
  const auto per_call = [](const char* name, const auto& f) {
    constexpr int kCalls = 10000;
    for (int round = 0; round < 2; ++round) {
      cuda::synchronize();
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < kCalls; ++i) f();
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
      if (round == 1) std::printf("%-44s %10.5f ms\n", name, took.count() / kCalls);
    }
  };
  per_call("add of one element, per call", [&] { x + x; });
  per_call("sum of 8x64, per call", [&] { rows.sum(1); });
  per_call("linear of 8x64 by 64, per call", [&] { linear(rows, weight); });
  per_call("conv of 8x8x8, per call", [&] { conv2d(images, kernel, {}, 1, 1); });
}

// A step of training: `loss` computes it.
template <class Optimizer, class Loss>
void training_step(const std::string& name, Optimizer& optimizer, const Loss& loss) {
  const AutoGradMode with_grad(true);
  duration(name, [&] {
    optimizer.zero_grad(true);
    loss().backward();
    optimizer.step();
  });
}

nn::Conv2d convolution(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}
struct BlockImpl : nn::Module {
  nn::Sequential body{nullptr}, shortcut{nullptr};
  BlockImpl(int64_t in, int64_t out, int64_t stride) {
    body = register_module("body", nn::Sequential(convolution(in, out, 3, stride), nn::BatchNorm2d(out), nn::ReLU(),
                                                  convolution(out, out, 3, 1), nn::BatchNorm2d(out)));
    if (stride != 1 || in != out)
      shortcut = register_module("shortcut", nn::Sequential(convolution(in, out, 1, stride), nn::BatchNorm2d(out)));
  }
  Tensor forward(const Tensor& x) { return relu(body->forward(x) + (shortcut.is_empty() ? x : shortcut->forward(x))); }
};
TORCHPP_MODULE(Block);

// ResNet-18.
nn::Sequential residual_net() {
  nn::Sequential net(convolution(3, 64, 7, 2), nn::BatchNorm2d(64), nn::ReLU(),
                     nn::MaxPool2d(nn::MaxPool2dOptions(3).stride(2).padding(1)));
  int64_t in = 64;
  for (const int64_t out : {64, 128, 256, 512})
    for (int64_t i = 0; i < 2; ++i, in = out) net->push_back(Block(in, out, i == 0 && out > 64 ? 2 : 1));
  net->push_back(nn::AdaptiveAvgPool2d(nn::AdaptiveAvgPool2dOptions({1, 1})));
  net->push_back(nn::Flatten());
  net->push_back(nn::Linear(512, 1000));
  return net;
}

void measure_training() {
  {
    nn::Sequential net(nn::Linear(784, 256), nn::ReLU(), nn::Linear(256, 256), nn::ReLU(), nn::Linear(256, 10));
    net->to(kCUDA);
    optim::SGD optimizer(net->parameters(), optim::SGDOptions(.01).momentum(.9));
    const Tensor x = random({128, 784}), labels = random_index(10, {128});
    training_step("step of an MLP, 784-256-256-10", optimizer,
                  [&] { return F::cross_entropy(net->forward(x), labels); });
  }
  for (const bool mixed : {false, true}) {
    nn::Sequential net = residual_net();
    net->to(kCUDA);
    Tensor x = random({128, 3, 224, 224});
    if (mixed) {
      x = x.contiguous(MemoryFormat::ChannelsLast);
      for (Tensor& p : net->parameters())
        if (p.dim() == 4) p.set_data(p.detach().contiguous(MemoryFormat::ChannelsLast));
    }
    optim::SGD optimizer(net->parameters(), optim::SGDOptions(.01).momentum(.9));
    const Tensor labels = random_index(1000, {128});
    training_step(mixed ? "step of ResNet-18, bfloat16, last" : "step of ResNet-18, float", optimizer, [&] {
      const amp::autocast region(kCUDA, kBFloat16, mixed);
      return F::cross_entropy(net->forward(x), labels);
    });
  }
  for (const bool mixed : {false, true}) {
    const int64_t width = 512, length = 256, batch = 32, words = 10000;
    nn::Embedding embedding(words, width);
    nn::TransformerEncoder layers(nn::TransformerEncoderOptions(
        nn::TransformerEncoderLayerOptions(width, 8).dim_feedforward(2048).dropout(0), 6));
    nn::Linear head(width, words);
    std::vector<Tensor> parameters;
    for (const std::shared_ptr<nn::Module>& m :
         {std::shared_ptr<nn::Module>(embedding.ptr()), std::shared_ptr<nn::Module>(layers.ptr()),
          std::shared_ptr<nn::Module>(head.ptr())}) {
      m->to(kCUDA);
      for (const Tensor& p : m->parameters()) parameters.push_back(p);
    }
    optim::AdamW optimizer(parameters, optim::AdamWOptions(1e-4));
    const Tensor text = random_index(words, {length, batch}), next = random_index(words, {length * batch}),
                 mask = full({length, length}, -std::numeric_limits<double>::infinity(), TensorOptions(kCUDA)).triu(1);
    training_step(mixed ? "step of a transformer, bfloat16" : "step of a transformer, float", optimizer, [&] {
      const amp::autocast region(kCUDA, kBFloat16, mixed);
      return F::cross_entropy(head(layers(embedding(text), mask)).flatten(0, 1), next);
    });
  }
  {
    nn::LSTM lstm(nn::LSTMOptions(256, 256).num_layers(2));
    lstm->to(kCUDA);
    optim::Adam optimizer(lstm->parameters(), optim::AdamOptions(1e-3));
    const Tensor x = random({64, 32, 256});
    training_step("step of an LSTM, 2 layers of 256, 64 steps", optimizer,
                  [&] { return std::get<0>(lstm(x)).square().mean(); });
  }
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // flushed, so that results are printed even if a later measurement hangs
  register_cuda();
  cuda::set_convolution_benchmark(true);
  const NoGradGuard no_grad;
  int result = 0;
  for (void (*const part)() : {measure_memory, measure_indices, measure_products, measure_convolutions, measure_layers,
                               measure_calls, measure_training})
    try {
      part();
    } catch (const std::exception& e) {
      std::printf("%s\n", e.what());
      result = 1;
    }
  return result;
}

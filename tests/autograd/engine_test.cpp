// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/autograd/saved_tensor_hooks.h>
#include <torchpp/core/backend.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/ops/creation.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "tests/autograd/support.h"

namespace torchpp {
namespace {

using autograd::grad;
using autograd::Node;
using autograd::variable_list;

Tensor leaf(const std::vector<double>& values) { return tensor(values, kDouble).requires_grad_(); }

TEST(Backward, ChainOfOperators) {
  const Tensor x = leaf({1, 2, 3});
  ((x * x + 1) * 2).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{4, 8, 12}));
}

TEST(Backward, SumsOverPathsAndCalls) {
  const Tensor x = leaf({2});
  const Tensor y = x * 3;
  (y * y + y).sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{6 * 6 + 3});
  (x * 1).sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{40});
}

TEST(Backward, BroadcastInputsGetSummedGradients) {
  const Tensor a = ones({2, 3}, kDouble).requires_grad_(), b = ones({3}, kDouble).requires_grad_(),
               c = ones({}, kFloat).requires_grad_();
  (a * b * c).sum().backward();
  EXPECT_EQ(b.grad().sizes(), b.sizes());
  EXPECT_EQ(values(b.grad()), (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(c.grad().dtype(), kFloat);
  EXPECT_EQ(c.grad().item<float>(), 6);
}

// Large enough for results that are written over gradients.
Tensor large(int64_t seed) {
  return ((arange(0, 96 * 96, kDouble) * 37 + seed * 11).remainder(101) / 7).view({96, 96});
}

struct KeepResult : autograd::FunctionPostHook {
  explicit KeepResult(Tensor* to) : to(to) {}
  variable_list operator()(const variable_list& outputs, const variable_list&) override {
    *to = outputs[0];
    return outputs;
  }
  Tensor* to;
};

// A formula that ends in a reshape returns a view: the leaf gets its memory, without a copy, unless it is a part of a
// larger one or has another owner.
TEST(Accumulation, TakesTheMemoryOfViewsOfNothingElse) {
  const Tensor x = arange(12.).requires_grad_();
  const void* memory = nullptr;
  Tensor y = x.view({3, 4});
  y.register_hook([&](const Tensor& g) { memory = g.data_ptr(); });
  y.exp().backward(ones({3, 4}));
  EXPECT_EQ(x.grad().data_ptr(), memory);
  EXPECT_FALSE(x.grad().is_view());
  EXPECT_EQ(x.grad().sizes(), x.sizes());
  EXPECT_TRUE(x.grad().equal(x.detach().exp()));
  x.view({4, 3}).sum().backward();
  EXPECT_TRUE(x.grad().equal(x.detach().exp() + 1));

  Tensor kept;  // the memory has another owner
  x.mutable_grad() = Tensor();
  y = x.view({3, 4});
  y.register_hook([&](const Tensor& g) { kept = g; });
  y.exp().backward(ones({3, 4}));
  EXPECT_NE(x.grad().data_ptr(), kept.data_ptr());
  const Tensor given = ones({12});
  x.mutable_grad() = Tensor();
  x.view({3, 4}).backward(given.view({3, 4}));
  EXPECT_NE(x.grad().data_ptr(), given.data_ptr());

  const Tensor a = arange(4.).requires_grad_(), b = arange(4.).requires_grad_();  // a part of a larger memory
  torchpp::cat({a, b}).exp().sum().backward();
  EXPECT_EQ(a.grad().storage().nbytes(), a.nbytes());
  EXPECT_EQ(b.grad().storage().nbytes(), b.nbytes());
}

TEST(Accumulation, PartsOfOneTensorGiveOneGradient) {
  const Tensor x = large(1).requires_grad_();
  const auto parts = [&](const Tensor& h) {
    return h[0] * large(2)[1] + h.slice(0, 1, 96, 5).sum(0) * 3 + h.diagonal(1).sum() + h[0] * h[95] +
           h.select(1, 7) / 2;
  };
  for (const bool permuted : {false, true}) {
    const Tensor h = permuted ? (x * 2).t() : x * 2;
    const Tensor y = parts(h).sum();
    const Tensor want = grad({y}, {x}, {}, true, true)[0];  // with a graph nothing is changed in place
    EXPECT_TRUE(want.requires_grad());
    EXPECT_EQ(values(grad({y}, {x}, {}, true)[0]), values(want));
    EXPECT_EQ(values(grad({y}, {h}, {}, true)[0] * 2), values(permuted ? want.t() : want));
    // What a hook sees is the node's own gradient, and what it keeps stays as it was.
    Tensor seen, first;
    const Tensor part = h[0];
    part.register_hook([&](const Tensor& g) { seen = g; });
    part.grad_fn()->add_post_hook(std::make_unique<KeepResult>(&first));
    const Tensor both = (part * 3).sum() + h[1].sum() + h[2].sum();
    EXPECT_EQ(values(grad({both}, {x})[0].sum()), std::vector<double>{2 * 96 * 5});
    EXPECT_EQ(values(seen), std::vector<double>(96, 3));
    EXPECT_EQ(values(first.sum()), std::vector<double>{96 * 3});
  }
}

TEST(Accumulation, OfPartsLeavesGivenGradients) {
  const Tensor x = large(1).requires_grad_(), h = x * 2, whole = ones_like(h), part = ones({96}, kDouble);
  autograd::backward({h, h[0]}, {whole, part});
  EXPECT_EQ(values(whole), std::vector<double>(96 * 96, 1));
  EXPECT_EQ(values(x.grad().sum(1)).front(), 2 * 2 * 96);
  EXPECT_EQ(values(x.grad().sum(1)).back(), 2 * 96);
}

TEST(InPlaceGradients, AreThoseThatNothingElseRefersTo) {
  const Tensor mask = large(3).gt(7);
  const auto chain = [&](const Tensor& x) { return gelu(((x / 3) * large(2)).masked_fill(mask, -1e9).softmax(-1)); };
  const Tensor x = large(1).requires_grad_();
  const Tensor given = large(4), before = given.clone();
  const Tensor y = chain(x);
  const Tensor want = grad({y}, {x}, {given}, true, true)[0].detach();
  EXPECT_EQ(values(grad({y}, {x}, {given}, true)[0]), values(want));
  EXPECT_EQ(values(given), values(before));

  // Gradients that hooks, retain_grad() and grad() keep, those that are views, and those of two nodes.
  const Tensor u = x / 3, v = u * large(2), w = v.view({-1}).view({96, 96}) / 5, z = (w * 7).softmax(0);
  std::vector<Tensor> kept;
  std::vector<std::vector<double>> then;
  for (const Tensor& t : {u, w})
    t.register_hook([&](const Tensor& g) {
      kept.push_back(g);
      then.push_back(values(g));
    });
  const Tensor sum = (z + w / 2 + v * 3 + (w + w) / 4);
  const variable_list graph = grad({sum}, {u, v, w}, {given}, true, true);
  kept.clear(), then.clear();
  const variable_list got = grad({sum}, {u, v, w}, {given}, true);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(values(got[i]), values(graph[i]));
  v.retain_grad();
  sum.backward(given);
  EXPECT_EQ(values(v.grad()), values(graph[1]));
  EXPECT_EQ(values(given), values(before));
  ASSERT_FALSE(kept.empty());
  for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(values(kept[i]), then[i]);
}

TEST(InPlaceGradients, OfExpandedOnes) {
  const Tensor x = large(1).requires_grad_();
  (x / 4).sum().backward();  // the gradient is one element for all places
  EXPECT_EQ(values(x.grad()), std::vector<double>(96 * 96, 0.25));
}

TEST(Backward, NamesOfNodes) {
  const Tensor x = leaf({1});
  EXPECT_EQ((x * x).grad_fn()->name(), "MulBackward0");
  EXPECT_EQ(x.exp().grad_fn()->name(), "ExpBackward0");
  EXPECT_EQ((x + x).grad_fn()->next_edge(0).function->name(), "torch::autograd::AccumulateGrad");
}

TEST(Backward, LongChainsNeedNoStack) {
  const Tensor x = leaf({1});
  {
    Tensor y = x;
    for (int i = 0; i < 100000; ++i) y = y * 1.0;
    y.backward();
  }
  EXPECT_EQ(values(x.grad()), std::vector<double>{1});
  Tensor y = x;
  for (int i = 0; i < 100000; ++i) y = y * y;  // saved tensors hold the chain, too
}

TEST(Backward, GradientIsTakenNotCopied) {
  const Tensor x = leaf({1, 2});
  const Tensor g = ones({2}, kDouble);
  (x * 1.0).backward(g);
  EXPECT_FALSE(x.grad().is_alias_of(g));
  const Tensor z = leaf({1, 2});
  z.exp().backward(g);
  EXPECT_EQ(z.grad().use_count(), 1u);
}

TEST(Backward, RetainGraphAndFreedBuffers) {
  const Tensor x = leaf({3});
  const Tensor y = (x * x).sum();
  y.backward({}, true);
  y.backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{12});
  EXPECT_ERROR(y.backward(), "backward through the graph a second time");
  const Tensor nothing_saved = (x + 1).sum();
  nothing_saved.backward();
  nothing_saved.backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>{14});
}

TEST(Backward, CreateGraphGivesHigherOrders) {
  const Tensor x = leaf({2});
  Tensor d = (x * x * x * x).sum();
  const double expected[] = {32, 48, 48, 24};
  for (double e : expected) {
    d = grad({d}, {x}, {}, true, true)[0].sum();
    EXPECT_EQ(d.item<double>(), e);
  }
}

TEST(Backward, InputsRestrictWhatIsAccumulated) {
  const Tensor a = leaf({2}), b = leaf({3});
  const Tensor m = a * b;
  const Tensor y = (m * b).sum();
  const std::vector<Tensor> inputs = {a, m};
  y.backward({}, true, false, TensorList(inputs));
  EXPECT_EQ(values(a.grad()), std::vector<double>{9});
  EXPECT_EQ(values(m.grad()), std::vector<double>{3});
  EXPECT_FALSE(b.grad().defined());
}

TEST(Grad, LeavesGradAlone) {
  const Tensor a = leaf({2}), b = leaf({3}), unused = leaf({1});
  const Tensor m = a * b;
  const auto g = grad({(m * m).sum()}, {a, m, unused}, {}, nullopt, false, true);
  EXPECT_EQ(values(g[0]), std::vector<double>{36});
  EXPECT_EQ(values(g[1]), std::vector<double>{12});
  EXPECT_FALSE(g[2].defined());
  EXPECT_FALSE(a.grad().defined());
}

TEST(Grad, OfARootItself) {
  const Tensor a = leaf({2});
  const Tensor y = a * 3;
  EXPECT_EQ(values(grad({y.sum()}, {y})[0]), std::vector<double>{1});
  EXPECT_EQ(values(grad({a}, {a})[0]), std::vector<double>{1});
}

TEST(Hooks, RunInOrderAndReplace) {
  const Tensor x = leaf({1});
  const Tensor y = x * 2;
  std::vector<int> order;
  y.register_hook([&](const Tensor& g) {
    order.push_back(1);
    return g * 10;
  });
  const unsigned second = y.register_hook([&](const Tensor& g) {
    order.push_back(2);
    EXPECT_EQ(g.item<double>(), 10);
  });
  y.sum().backward({}, true);
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_EQ(values(x.grad()), std::vector<double>{20});
  y.remove_hook(second);
  y.sum().backward();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 1}));
}

TEST(Hooks, OfALeafSeeTheWholeSumOnce) {
  const Tensor x = leaf({1});
  int calls = 0;
  x.register_hook([&](const Tensor& g) {
    ++calls;
    EXPECT_EQ(g.item<double>(), 5);
    return g * 2;
  });
  (x * 2 + x * 3).sum().backward();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(values(x.grad()), std::vector<double>{10});
}

std::function<Tensor(const Tensor&)> times(double factor) {
  return [factor](const Tensor& g) { return g * factor; };
}

// Source of the numbers below: libtorch 1.13.1.
TEST(Hooks, ComeAfterWhatGradReturns) {
  const Tensor x = leaf({1});
  int calls = 0;
  x.register_hook([&](const Tensor&) { ++calls; });
  x.register_hook(times(10));
  EXPECT_EQ(values(grad({(x * 5).sum()}, {x})[0]), std::vector<double>{5});
  EXPECT_EQ(calls, 0);
  EXPECT_FALSE(x.grad().defined());

  const Tensor y = x * 1.0;
  y.register_hook(times(3));
  y.retain_grad();
  const Tensor z = (y * 2).sum();
  EXPECT_EQ(values(grad({z}, {y}, {}, true)[0]), std::vector<double>{2});
  EXPECT_FALSE(y.grad().defined()) << "nothing flows through y";
  const variable_list both = grad({z}, {y, x}, {}, true);
  EXPECT_EQ(values(both[0]), std::vector<double>{2});
  EXPECT_EQ(values(both[1]), std::vector<double>{6});
  EXPECT_EQ(values(y.grad()), std::vector<double>{6});
  EXPECT_EQ(calls, 0);

  z.register_hook(times(7));
  EXPECT_EQ(values(grad({z}, {z}, {}, true)[0]), std::vector<double>{1});
  EXPECT_EQ(values(grad({z}, {x}, {}, true)[0]), std::vector<double>{42});
}

TEST(Hooks, OfBackwardsInputsAreCalled) {
  const Tensor x = leaf({1});
  const Tensor y = x * 1.0;
  x.register_hook(times(10));
  y.register_hook(times(3));
  (y * 2).sum().backward({}, true, false, std::vector<Tensor>{y});
  EXPECT_EQ(values(y.grad()), std::vector<double>{6});
  EXPECT_FALSE(x.grad().defined());
  (y * 2).sum().backward({}, true, false, std::vector<Tensor>{x});
  EXPECT_EQ(values(x.grad()), std::vector<double>{60});
}

TEST(Hooks, AndRetainGradActInTheirOrder) {
  const auto kept = [](const std::vector<double>& factors, size_t retained_at) {
    const Tensor x = leaf({1}), y = x * 1.0;
    for (size_t i = 0; i <= factors.size(); ++i) {
      if (i == retained_at) y.retain_grad();
      if (i < factors.size()) y.register_hook(times(factors[i]));
    }
    (y * 2).sum().backward();
    EXPECT_EQ(values(x.grad()), std::vector<double>{60});
    return values(y.grad())[0];
  };
  EXPECT_EQ(kept({10, 3}, 0), 2);
  EXPECT_EQ(kept({10, 3}, 1), 20);
  EXPECT_EQ(kept({10, 3}, 2), 60);
}

TEST(Hooks, RetainGradOfAViewFollowsItsBase) {
  const Tensor x = leaf({1, 2}), base = x * 1.0;
  const Tensor v = base.view({2, 1});
  v.retain_grad();
  v.mul_(3);
  (base * 2).sum().add(v.sum()).backward();
  EXPECT_EQ(values(v.grad()), (std::vector<double>{1, 1}));
  EXPECT_EQ(values(x.grad()), (std::vector<double>{9, 9}));
}

TEST(Hooks, StayWithTheValueBeforeAnInPlaceOperator) {
  const Tensor x = leaf({3});
  Tensor y = x * 1.0;
  double seen = 0;
  y.register_hook([&](const Tensor& g) { seen = g.item<double>(); });
  y.mul_(7);
  y.sum().backward();
  EXPECT_EQ(seen, 7);
}

TEST(Hooks, OfALeafThatIsGone) {
  int calls = 0;
  Tensor y;
  {
    const Tensor x = leaf({3});
    x.register_hook([&](const Tensor&) { ++calls; });
    y = x + 1;
  }
  y.sum().backward();
  EXPECT_EQ(calls, 1);
}

TEST(Hooks, RetainGrad) {
  const Tensor x = leaf({3});
  Tensor y = x * 2;
  y.retain_grad();
  EXPECT_TRUE(y.retains_grad());
  y.mul_(5);
  y.sum().backward();
  EXPECT_EQ(values(y.grad()), std::vector<double>{1});  // of the present value
  EXPECT_EQ(values(x.grad()), std::vector<double>{10});
  x.retain_grad();
  EXPECT_FALSE(x.retains_grad());
}

struct Recorder : autograd::FunctionPreHook, autograd::FunctionPostHook {
  explicit Recorder(std::vector<std::string>* log, const char* what) : log(log), what(what) {}
  variable_list operator()(const variable_list& grads) override {
    log->push_back(what);
    return grads;
  }
  variable_list operator()(const variable_list& outputs, const variable_list& inputs) override {
    log->push_back(what);
    EXPECT_EQ(inputs.size(), 1u);
    variable_list doubled = outputs;
    for (Tensor& t : doubled)
      if (t.defined()) t = t * 2;
    return doubled;
  }
  std::vector<std::string>* log;
  const char* what;
};

TEST(Hooks, OfNodes) {
  const Tensor x = leaf({3});
  const Tensor y = x * 2;
  std::vector<std::string> log;
  y.grad_fn()->add_pre_hook(std::make_unique<Recorder>(&log, "pre"));
  const uintptr_t key = y.grad_fn()->add_post_hook(std::make_unique<Recorder>(&log, "post"));
  y.sum().backward({}, true);
  EXPECT_EQ(log, (std::vector<std::string>{"pre", "post"}));
  EXPECT_EQ(values(x.grad()), std::vector<double>{4});
  EXPECT_TRUE(y.grad_fn()->del_post_hook(key));
  EXPECT_FALSE(y.grad_fn()->del_post_hook(key));
}

TEST(Threads, BackwardOfIndependentGraphsIntoOneLeaf) {
  const Tensor shared = leaf({0});
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        const Tensor own = leaf({2});
        Tensor y = own;
        for (int k = 0; k < 10; ++k) y = y * own;
        (y.sum() + (shared * 1.0).sum()).backward();
        if (own.grad().item<double>() != 11 * 1024.0) ++failures;
      }
    });
  for (auto& t : threads) t.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(values(shared.grad()), std::vector<double>{800});
}

TEST(Threads, BackwardOfOneGraphFromSeveral) {
  const Tensor x = leaf({3});
  const Tensor y = (x.exp() * x).sum();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&] { y.backward({}, true); });
  for (auto& t : threads) t.join();
  EXPECT_NEAR(x.grad().item<double>(), 4 * 4 * std::exp(3.0), 1e-9);
}

TEST(Recording, ListsOfAnyLength) {
  // 64 inputs have a bit each; those that follow are asked one by one.
  std::vector<Tensor> parts;
  for (int i = 0; i < 150; ++i)
    parts.push_back(i % 3 == 0 ? leaf({1}) : i % 3 == 1 ? ones({1}, kDouble) : leaf({1}) * 2);
  const Tensor weights = arange(150, kDouble);
  (cat(parts) * weights).sum().backward();
  for (int i = 0; i < 150; i += 3) EXPECT_EQ(values(parts[static_cast<size_t>(i)].grad()), std::vector<double>{1. * i});
}

TEST(Recording, WideGraphsAreFreed) {
  const Tensor x = leaf({1});
  const auto accumulator = autograd::grad_accumulator(x);
  const uint32_t uses = accumulator.use_count();
  {
    std::vector<Tensor> parts;
    for (int i = 0; i < 100; ++i) parts.push_back(x * 2);
    const Tensor y = cat(parts);
    EXPECT_EQ(accumulator.use_count(), uses + 100);
    parts.clear();
  }
  EXPECT_EQ(accumulator.use_count(), uses);
}

TEST(Recording, FailureAmongTheEdgesLeavesNothing) {
  const Tensor x = leaf({1, 2}), base = leaf({1, 2}) * 1;
  const auto accumulator = autograd::grad_accumulator(x);
  const uint32_t uses = accumulator.use_count();
  Tensor view;
  {
    const NoGradGuard no_grad;
    view = base.view({2});
  }
  base.mul_(2);
  EXPECT_ERROR(x + view, "no_grad");  // its history is asked for when the node has its first edge already
  EXPECT_ERROR(x * view, "no_grad");  // and the node's operands wait to be saved
  EXPECT_EQ(accumulator.use_count(), uses);
}

TEST(Reentrant, BackwardInsideOfAHookAtAnyDepth) {
  const Tensor x = leaf({1});
  int calls = 0;
  std::function<void(int)> nested = [&](int depth) {
    const Tensor y = x * 1.0;
    y.register_hook([&, depth](const Tensor&) {
      ++calls;
      if (depth > 0) {
        const AutoGradMode on(true);
        nested(depth - 1);
      }
    });
    y.sum().backward();
  };
  nested(200);
  EXPECT_EQ(calls, 201);
  EXPECT_EQ(values(x.grad()), std::vector<double>{201});
}

TEST(Callbacks, RunAtTheEnd) {
  const Tensor x = leaf({1});
  const Tensor y = x * 2;
  bool done = false;
  y.register_hook([&](const Tensor&) {
    autograd::queue_callback([&] {
      EXPECT_TRUE(x.grad().defined());
      done = true;
    });
  });
  y.sum().backward();
  EXPECT_TRUE(done);
  EXPECT_ERROR(autograd::queue_callback([] {}), "during backward");
}

TEST(DeviceWorkers, RunNodesOfTheirDevice) {
  // The meta device takes the place of a device with a thread of its own: the engine decides from metadata where a node
  // runs.
  static std::atomic<int> entered{0}, finished{0};
  static const DeviceHooks hooks = {[](Device) { ++entered; }, [](Device) { ++finished; }};
  struct Hop : Node {
    std::thread::id* ran;
    std::string name() const override { return "Hop"; }
    variable_list apply(variable_list&& g) override {
      *ran = std::this_thread::get_id();
      return {ones({1}, kDouble) * (g[0].defined() ? 1 : 0)};
    }
  };
  set_device_hooks(kMeta, &hooks);
  const Tensor x = leaf({1});
  std::thread::id ran;
  auto hop = make_intrusive<Hop>();
  hop->ran = &ran;
  hop->set_next_edges({autograd::gradient_edge(x * 1.0)});
  const Tensor y = empty({1}, TensorOptions(kDouble).device(kMeta));
  autograd::create_gradient_edge(y, hop);
  autograd::backward({y}, {empty({1}, TensorOptions(kDouble).device(kMeta))});
  set_device_hooks(kMeta, nullptr);
  EXPECT_EQ(entered, 1);
  EXPECT_EQ(finished, 1);
  EXPECT_NE(ran, std::this_thread::get_id());
  EXPECT_EQ(values(x.grad()), std::vector<double>{1});
}

// Nodes keep the stream that was current when they were made; what passes between two streams is put in order, and its
// memory kept.
TEST(DeviceWorkers, KeepTheStreamsOfTheForward) {
  static thread_local void* current = nullptr;
  static std::mutex mutex;
  static std::vector<std::pair<void*, void*>> orders;
  static std::vector<std::pair<const void*, void*>> kept;
  static const DeviceHooks hooks = [] {
    DeviceHooks h;
    h.stream = [](DeviceIndex) { return current; };
    h.set_stream = [](DeviceIndex, void* s) { current = s; };
    h.order = [](DeviceIndex, void* first, void* then) {
      const std::lock_guard<std::mutex> lock(mutex);
      orders.emplace_back(first, then);
    };
    h.keep = [](const TensorBase& t, void* stream) {
      const std::lock_guard<std::mutex> lock(mutex);
      kept.emplace_back(t.impl(), stream);
    };
    return h;
  }();
  struct Step : Node {
    void* ran_on = nullptr;
    std::string name() const override { return "Step"; }
    variable_list apply(variable_list&& g) override {
      ran_on = current;
      return variable_list(num_outputs(), g[0]);
    }
  };
  int a = 0, b = 0, c = 0;
  set_device_hooks(kMeta, &hooks);
  const auto fresh = [] { return empty({1}, TensorOptions(kDouble).device(kMeta)); };
  const Tensor x = fresh(), y = fresh();
  current = &a;
  auto first = make_intrusive<Step>(), second = make_intrusive<Step>();
  autograd::create_gradient_edge(x, first);
  current = &b;
  second->set_next_edges({autograd::gradient_edge(x)});
  autograd::create_gradient_edge(y, second);
  current = &c;
  const Tensor grad = fresh();
  autograd::backward({y}, {grad});
  set_device_hooks(kMeta, nullptr);
  EXPECT_EQ(first->ran_on, &a);
  EXPECT_EQ(second->ran_on, &b);
  EXPECT_EQ(current, &c);
  ASSERT_GE(orders.size(), 4u);
  EXPECT_EQ(orders[0], (std::pair<void*, void*>(&c, &b))) << "the caller made the root's gradient";
  EXPECT_EQ(orders[1], (std::pair<void*, void*>(&b, &a)));
  std::sort(orders.begin() + 2, orders.end());
  for (void* used : {static_cast<void*>(&a), static_cast<void*>(&b)})
    EXPECT_TRUE(std::binary_search(orders.begin() + 2, orders.end(), std::pair<void*, void*>(used, &c)));
  // The steps hand the same tensor on.
  EXPECT_EQ(kept, (std::vector<std::pair<const void*, void*>>{{grad.impl(), &b}, {grad.impl(), &a}}));
  current = nullptr;
}

// A node whose backward runs `call` in the thread of the meta device, which takes the place of a device with a thread
// of its own.
template <class F>
void run_in_worker(const F& call) {
  static const DeviceHooks hooks = {};
  struct Calls : Node {
    std::function<void()> call;
    std::string name() const override { return "Calls"; }
    variable_list apply(variable_list&&) override {
      call();
      return {};
    }
  };
  set_device_hooks(kMeta, &hooks);
  auto node = make_intrusive<Calls>();
  const auto caller = std::this_thread::get_id();
  node->call = [&, caller] {
    EXPECT_NE(std::this_thread::get_id(), caller);
    call();
  };
  const Tensor y = empty({1}, TensorOptions(kDouble).device(kMeta));
  autograd::create_gradient_edge(y, node);
  try {
    autograd::backward({y}, {empty({1}, TensorOptions(kDouble).device(kMeta))});
  } catch (...) {
    set_device_hooks(kMeta, nullptr);
    throw;
  }
  set_device_hooks(kMeta, nullptr);
}

TEST(DeviceWorkers, HaveTheModesOfTheCaller) {
  const auto nan = [] {
    const Tensor x = leaf({0});
    AutoGradMode grad(true);
    ((x * 0.0).sqrt() * 0.0).sum().backward();
  };
  {
    const autograd::DetectAnomalyGuard anomaly;
    run_in_worker([] { EXPECT_TRUE(autograd::is_anomaly_enabled()); });
    EXPECT_ERROR(run_in_worker(nan), "returned nan values in its 0th output");
  }
  {
    const autograd::DetectAnomalyGuard anomaly(false);
    run_in_worker([] { EXPECT_TRUE(autograd::is_anomaly_enabled()); });
    run_in_worker(nan);
  }
  run_in_worker([] { EXPECT_FALSE(autograd::is_anomaly_enabled()); });
  run_in_worker(nan);
  {
    const InferenceMode inference;
    run_in_worker([] { EXPECT_TRUE(InferenceMode::is_enabled()); });
  }
  run_in_worker([] {
    EXPECT_FALSE(InferenceMode::is_enabled());
    EXPECT_FALSE(GradMode::is_enabled());
  });
  Tensor result;
  {
    const forward_ad::DualLevel level;
    const Tensor dual = forward_ad::make_dual(ones({1}, kDouble), ones({1}, kDouble));
    run_in_worker([&] { result = dual * 2; });
    EXPECT_EQ(values(result._fw_grad(0)), std::vector<double>{2});
  }
  {
    const forward_ad::DualLevel another;  // tangents of the first are gone, wherever they were made
    EXPECT_FALSE(result._fw_grad(0).defined());
  }
  int packed = 0;
  {
    const autograd::saved_tensors_hooks hooks(
        [&](const Tensor& t) {
          ++packed;
          return IValue(t);
        },
        [](const IValue& v) { return v.toTensor(); });
    run_in_worker([] {
      AutoGradMode grad(true);
      leaf({1}).exp();
    });
  }
  EXPECT_EQ(packed, 1);
}

TEST(DeviceWorkers, HaveTheCallersRecordFunctionCallbacks) {
  static std::atomic<int> steps, operators;
  static std::atomic<uint64_t> thread, forward_thread;
  steps = operators = 0;
  addThreadLocalCallback(RecordFunctionCallback([](const RecordFunction& f) -> std::unique_ptr<ObserverContext> {
                           ++steps;
                           thread = f.threadId();
                           forward_thread = f.forwardThreadId();
                           return nullptr;
                         }).scopes({RecordScope::BACKWARD_FUNCTION}));
  addThreadLocalCallback(RecordFunctionCallback([](const RecordFunction& f) -> std::unique_ptr<ObserverContext> {
    if (f.name() == std::string("aten::neg")) ++operators;
    return nullptr;
  }));
  const Tensor x = ones({1});
  run_in_worker([&] { x.neg(); });
  EXPECT_EQ(steps, 1);
  EXPECT_EQ(operators, 1);
  EXPECT_EQ(forward_thread, RecordFunction::currentThreadId());
  EXPECT_NE(thread, forward_thread);
  clearThreadLocalCallbacks();
  run_in_worker([&] { x.neg(); });
  EXPECT_EQ(steps + operators, 2);
  const DisableRecordFunctionGuard off;
  addThreadLocalCallback(RecordFunctionCallback([](const RecordFunction&) -> std::unique_ptr<ObserverContext> {
    ++steps;
    return nullptr;
  }));
  run_in_worker([&] { x.neg(); });
  EXPECT_EQ(steps, 1);
  clearThreadLocalCallbacks();
}

TEST(Anomaly, FindsTheNodeThatMadeNaN) {
  const autograd::DetectAnomalyGuard guard;
  const Tensor x = leaf({0});
  const Tensor y = (x * 0.0).sqrt();  // 0 / 0 in backward of mul
  EXPECT_ERROR((y * 0.0).sum().backward(), "'SqrtBackward0' returned nan values in its 0th output");
  EXPECT_ERROR((y * 0.0).sum().backward(), "forward call of SqrtBackward0");
}

TEST(Anomaly, ErrorsNameTheNode) {
  const Tensor x = leaf({1});
  const Tensor y = x.exp();
  y.register_hook([](const Tensor&) { return ones({2}, kDouble); });
  EXPECT_ERROR(y.sum().backward(), "in the backward of ExpBackward0");
}

}  // namespace
}  // namespace torchpp

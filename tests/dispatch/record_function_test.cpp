// SPDX-License-Identifier: BSD-3-Clause
// The arguments of RecordFunction's callbacks. Names, scopes, sequence numbers and the behaviour of bad callbacks were
// asked of libtorch 1.13.1 (ATen/record_function.h).
#include <gtest/gtest.h>
#include <torchpp/core/log.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/dispatch/mode.h>
#include <torchpp/dispatch/verbose.h>
#include <torchpp/torchpp.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

using namespace torchpp;

struct Event {
  std::string name;
  RecordScope scope;
  int64_t sequence_nr;
  uint64_t thread, forward_thread, handle;
  size_t num_inputs, inputs, num_outputs, outputs;
  int depth;
  std::string op, schema;
};

// The recorded events, in the order in which ranges began.
struct Journal {
  std::mutex mutex;
  std::vector<Event> events;
  int depth = 0;
} journal;

struct Place : ObserverContext {
  explicit Place(size_t at) : at(at) {}
  size_t at;
};

bool read_inputs, read_outputs;

std::unique_ptr<ObserverContext> begin(const RecordFunction& f) {
  const std::lock_guard<std::mutex> lock(journal.mutex);
  const auto op = f.operator_name();
  journal.events.push_back({f.name(), f.scope(), f.seqNr(), f.threadId(), f.forwardThreadId(), f.handle(),
                            f.num_inputs(), read_inputs ? f.inputs().size() : 0, f.num_outputs(), 0, journal.depth++,
                            op ? op->name + "/" + op->overload_name : "", f.operator_schema().value_or("")});
  return std::make_unique<Place>(journal.events.size() - 1);
}
void end(const RecordFunction& f, ObserverContext* context) {
  const std::lock_guard<std::mutex> lock(journal.mutex);
  --journal.depth;
  Event& e = journal.events[static_cast<Place*>(context)->at];
  EXPECT_EQ(e.name, f.name());
  if (read_outputs) e.outputs = f.outputs().size();
}

class RecordFunctionTest : public testing::Test {
 protected:
  void SetUp() override {
    journal.events.clear();
    journal.depth = 0;
    read_inputs = read_outputs = false;
  }
  void TearDown() override {
    clearCallbacks();
    EXPECT_EQ(journal.depth, 0);
  }
  static void listen(bool inputs = false, bool outputs = false) {
    read_inputs = inputs;
    read_outputs = outputs;
    addGlobalCallback(RecordFunctionCallback(begin, end).needsInputs(inputs).needsOutputs(outputs));
  }
  static std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Event& e : journal.events) all.push_back(e.name);
    return all;
  }
  static const Event& event(const std::string& name, size_t nth = 0) {
    for (const Event& e : journal.events)
      if (e.name == name && nth-- == 0) return e;
    ADD_FAILURE() << "no range " << name;
    static const Event none{};
    return none;
  }
};

TEST_F(RecordFunctionTest, TellsOperatorsByTheirNames) {
  Tensor x = ones({4, 3}), y = ones({4, 3});
  listen(true, true);
  x.add(y);
  x.add_(1);
  add_out(y, x, x);
  x.max(1);
  clearCallbacks();
  const Event& add = journal.events.at(0);
  EXPECT_EQ(add.name, "aten::add");
  EXPECT_EQ(add.op, "aten::add/Tensor");
  EXPECT_EQ(add.schema, "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
  EXPECT_EQ(add.scope, RecordScope::FUNCTION);
  EXPECT_EQ(add.sequence_nr, -1);
  EXPECT_EQ(add.forward_thread, 0u);
  EXPECT_EQ(add.thread, RecordFunction::currentThreadId());
  EXPECT_EQ(add.inputs, 3u);
  EXPECT_EQ(add.num_inputs, 3u);
  EXPECT_EQ(add.num_outputs, 1u);
  EXPECT_EQ(add.outputs, 1u);
  EXPECT_EQ(event("aten::add_").op, "aten::add_/Scalar");
  EXPECT_EQ(event("aten::add_", 1).op, "aten::add_/Tensor");
  const Event& out = event("aten::add", 1);
  EXPECT_EQ(out.op, "aten::add/out");
  EXPECT_EQ(out.inputs, 4u);
  const Event& max = event("aten::max");
  EXPECT_EQ(max.num_outputs, 2u);
  EXPECT_EQ(max.outputs, 2u);
}

// One range for one call, though the autograd layer calls the operator again.
TEST_F(RecordFunctionTest, TellsEachCallOnceWithGradientsToo) {
  const Tensor x = ones({2, 3}).requires_grad_(), w = ones({2, 3}).requires_grad_();
  const auto calls = [&] {
    x.add(w);
    torchpp::elu(x);
    x.exp();
    x.sum();
    x.mm(w.t());
    softmax(x, 1);
  };
  listen();
  calls();
  std::vector<std::string> with_grad;
  for (const Event& e : journal.events)
    if (e.depth == 0) with_grad.push_back(e.name);
  journal.events.clear();
  {
    const NoGradGuard no_grad;
    calls();
  }
  std::vector<std::string> without;
  for (const Event& e : journal.events)
    if (e.depth == 0) without.push_back(e.name);
  EXPECT_EQ(with_grad, without);
  EXPECT_EQ(with_grad.size(), 7u);
}

// Forward and backward are linked by sequence number and thread.
TEST_F(RecordFunctionTest, LinksBackwardToForward) {
  Tensor x = ones({4, 3}), w = ones({3, 2}).requires_grad_(), y;
  listen();
  std::thread([&] { y = x.mm(w).sum(); }).join();
  y.backward();
  clearCallbacks();
  const Event &mm = event("aten::mm"), &sum = event("aten::sum"), &back = event("MmBackward0"),
              &leaf = event("torch::autograd::AccumulateGrad");
  EXPECT_GE(mm.sequence_nr, 0);
  EXPECT_EQ(sum.sequence_nr, mm.sequence_nr + 1);
  EXPECT_NE(mm.thread, RecordFunction::currentThreadId());
  EXPECT_EQ(back.scope, RecordScope::BACKWARD_FUNCTION);
  EXPECT_EQ(back.sequence_nr, mm.sequence_nr);
  EXPECT_EQ(back.forward_thread, mm.thread);
  EXPECT_EQ(back.thread, RecordFunction::currentThreadId());
  EXPECT_EQ(back.num_inputs, 0u) << "nobody asked for inputs";
  EXPECT_EQ(leaf.sequence_nr, -1);
  // Each node stands within the engine's step, and what it calls within the node.
  const Event& step = event("autograd::engine::evaluate_function: MmBackward0");
  EXPECT_EQ(step.scope, RecordScope::FUNCTION);
  EXPECT_EQ(step.sequence_nr, -1);
  EXPECT_EQ(back.depth, step.depth + 1);
  const Event& inner = event("aten::mm", 1);
  EXPECT_GT(inner.depth, back.depth);
  EXPECT_EQ(inner.sequence_nr, -1) << "backward's own operators record nothing";
}

TEST_F(RecordFunctionTest, HandsBackwardGradientsInAndOut) {
  const Tensor x = ones({2}).requires_grad_(), y = x * 3;
  read_inputs = read_outputs = true;
  addThreadLocalCallback(
      RecordFunctionCallback(begin, end).needsInputs(true).needsOutputs(true).scopes({RecordScope::BACKWARD_FUNCTION}));
  y.backward(ones({2}));
  ASSERT_EQ(journal.events.size(), 2u);
  EXPECT_EQ(journal.events[0].inputs, 1u);
  EXPECT_EQ(journal.events[0].outputs, y.grad_fn()->num_outputs());
}

TEST_F(RecordFunctionTest, UserScopes) {
  const Tensor x = ones({2});
  listen(true);
  {
    TORCHPP_RECORD_USER_SCOPE("mine");
    x.neg();
  }
  { TORCHPP_RECORD_FUNCTION("made", std::vector<IValue>{x, 1}, 7); }
  ASSERT_EQ(names(), (std::vector<std::string>{"mine", "aten::neg", "made"}));
  EXPECT_EQ(journal.events[0].scope, RecordScope::USER_SCOPE);
  EXPECT_EQ(journal.events[1].depth, 1);
  EXPECT_EQ(journal.events[2].scope, RecordScope::FUNCTION);
  EXPECT_EQ(journal.events[2].inputs, 2u);
  EXPECT_EQ(journal.events[2].sequence_nr, 7);
  EXPECT_EQ(journal.events[2].op, "");
}

TEST_F(RecordFunctionTest, OptimizersMarkTheirSteps) {
  Tensor x = ones({2}).requires_grad_();
  optim::SGD sgd({x}, optim::SGDOptions(0.1));
  optim::AdamW adam({x}, optim::AdamWOptions(0.1));
  addGlobalCallback(RecordFunctionCallback(begin, end).scopes({RecordScope::USER_SCOPE}));
  sgd.zero_grad();
  sgd.step();
  adam.step();
  EXPECT_EQ(names(), (std::vector<std::string>{"Optimizer.zero_grad#SGD.zero_grad", "Optimizer.step#SGD.step",
                                               "Optimizer.step#AdamW.step"}));
}

// ---- who is called

std::atomic<int> first_calls, second_calls;
std::unique_ptr<ObserverContext> first(const RecordFunction&) { return ++first_calls, nullptr; }
std::unique_ptr<ObserverContext> second(const RecordFunction&) { return ++second_calls, nullptr; }

TEST_F(RecordFunctionTest, GlobalAndThreadLocal) {
  first_calls = second_calls = 0;
  const Tensor x = ones({2});
  EXPECT_FALSE(hasCallbacks());
  const CallbackHandle global = addGlobalCallback(RecordFunctionCallback(first));
  const CallbackHandle local = addThreadLocalCallback(RecordFunctionCallback(second));
  EXPECT_NE(global, local);
  EXPECT_TRUE(hasGlobalCallbacks() && hasThreadLocalCallbacks());
  x.neg();
  std::thread([&] {
    EXPECT_FALSE(hasThreadLocalCallbacks());
    x.neg();
  }).join();
  EXPECT_EQ(first_calls, 2);
  EXPECT_EQ(second_calls, 1);
  disableCallback(global);
  x.neg();
  EXPECT_EQ(first_calls, 2);
  EXPECT_EQ(second_calls, 2);
  reenableCallback(global);
  x.neg();
  EXPECT_EQ(first_calls, 3);
  removeCallback(local);
  x.neg();
  EXPECT_EQ(first_calls, 4);
  EXPECT_EQ(second_calls, 3);
  EXPECT_FALSE(hasThreadLocalCallbacks());
  removeCallback(global);
  x.neg();
  EXPECT_EQ(first_calls, 4);
  EXPECT_FALSE(hasCallbacks());
}

TEST_F(RecordFunctionTest, GuardSwitchesThisThreadOff) {
  first_calls = 0;
  const Tensor x = ones({2});
  addGlobalCallback(RecordFunctionCallback(first));
  {
    const RecordFunctionGuard off(false);
    EXPECT_FALSE(isRecordFunctionEnabled());
    EXPECT_TRUE(hasCallbacks());
    x.neg();
    EXPECT_FALSE(RecordFunction(RecordScope::USER_SCOPE).isActive());
    std::thread([&] { x.neg(); }).join();
    EXPECT_EQ(first_calls, 1);
    {
      const RecordFunctionGuard on;
      x.neg();
      EXPECT_EQ(first_calls, 2);
    }
    x.neg();
  }
  EXPECT_EQ(first_calls, 2);
  {
    const DisableRecordFunctionGuard off;
    x.neg();
  }
  EXPECT_EQ(first_calls, 2);
  EXPECT_TRUE(isRecordFunctionEnabled());
}

// A callback that is added while a layer's guard or a backward stands stays.
TEST_F(RecordFunctionTest, LocalCallbackOutlivesTheModesItWasAddedIn) {
  first_calls = 0;
  Tensor x = ones({2}).requires_grad_();
  x.register_hook([](const Tensor&) { addThreadLocalCallback(RecordFunctionCallback(first)); });
  x.sum().backward();
  const int within = first_calls;
  x.neg();
  EXPECT_EQ(first_calls, within + 1);
  clearThreadLocalCallbacks();
  {
    const IncludeDispatchKeyGuard guard{DispatchKey::Mode};
    addThreadLocalCallback(RecordFunctionCallback(first));
  }
  x.neg();
  EXPECT_EQ(first_calls, within + 2);
}

TEST_F(RecordFunctionTest, Samples) {
  first_calls = second_calls = 0;
  const Tensor x = ones({2});
  addGlobalCallback(RecordFunctionCallback(first).samplingProb(0.1));
  addThreadLocalCallback(RecordFunctionCallback(second).samplingProb(0));
  for (int i = 0; i < 5000; ++i) x.neg();
  // 500 expected with a standard deviation of 21.
  EXPECT_GT(first_calls, 380);
  EXPECT_LT(first_calls, 620);
  EXPECT_EQ(second_calls, 0);
  // Beside a callback that hears everything it is called as rarely.
  first_calls = second_calls = 0;
  addGlobalCallback(RecordFunctionCallback(second));
  for (int i = 0; i < 5000; ++i) x.neg();
  EXPECT_GT(first_calls, 380);
  EXPECT_LT(first_calls, 620);
  EXPECT_EQ(second_calls, 5000);
  try {
    RecordFunctionCallback(first).samplingProb(1.5);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(e.msg().find("Invalid sampling probability"), std::string::npos) << e.msg();
    EXPECT_NE(e.msg().find("1.5"), std::string::npos) << e.msg();
  }
}

TEST_F(RecordFunctionTest, Scopes) {
  first_calls = second_calls = 0;
  const Tensor x = ones({2});
  addGlobalCallback(RecordFunctionCallback(first).scopes({RecordScope::USER_SCOPE}));
  const std::vector<RecordScope> both{RecordScope::FUNCTION, RecordScope::USER_SCOPE};
  addGlobalCallback(RecordFunctionCallback(second).scopes(both));
  x.neg();
  { TORCHPP_RECORD_USER_SCOPE("m"); }
  EXPECT_EQ(first_calls, 1);
  EXPECT_EQ(second_calls, 2);
}

TEST_F(RecordFunctionTest, IdsWhenAsked) {
  const Tensor x = ones({2});
  listen();
  x.neg();
  addThreadLocalCallback(RecordFunctionCallback(first).needsIds(true));
  x.neg();
  x.neg();
  EXPECT_EQ(journal.events[0].handle, 0u);
  EXPECT_GT(journal.events[1].handle, 0u);
  EXPECT_GT(journal.events[2].handle, journal.events[1].handle);
}

// ---- callbacks that misbehave

std::vector<std::string>* warnings;
struct Warnings {
  Warnings() {
    warnings = &texts;
    set_warning_handler([](void*, const char* text, const char*, int) { warnings->push_back(text); });
  }
  ~Warnings() { set_warning_handler(nullptr); }
  std::vector<std::string> texts;
};

TEST_F(RecordFunctionTest, WhatCallbacksThrowBecomesAWarning) {
  const Tensor x = ones({2});
  const Warnings heard;
  const CallbackHandle bad = addGlobalCallback(RecordFunctionCallback(
      [](const RecordFunction&) -> std::unique_ptr<ObserverContext> { throw std::runtime_error("bad start"); },
      [](const RecordFunction&, ObserverContext* context) {
        EXPECT_EQ(context, nullptr);
        throw 3;
      }));
  EXPECT_EQ(x.neg().sum().item<float>(), -2);
  removeCallback(bad);
  ASSERT_GE(heard.texts.size(), 2u);
  EXPECT_EQ(heard.texts[0], "Exception in RecordFunction callback: bad start, for the range aten::neg");
  EXPECT_EQ(heard.texts[1], "Exception in RecordFunction callback: unknown, for the range aten::neg");
  const size_t before = heard.texts.size();
  removeCallback(bad);
  ASSERT_EQ(heard.texts.size(), before + 1);
  EXPECT_NE(heard.texts.back().find("Requested callback is not found"), std::string::npos);
}

TEST_F(RecordFunctionTest, ArgumentsAreThereOnlyInTheirCallback) {
  const Tensor x = ones({2});
  const Warnings heard;
  addGlobalCallback(RecordFunctionCallback(nullptr, [](const RecordFunction& f, ObserverContext*) { f.inputs(); }));
  x.neg();
  ASSERT_EQ(heard.texts.size(), 1u);
  EXPECT_NE(heard.texts[0].find("Called inputs() outside RecordFunction start callback"), std::string::npos);
}

TEST_F(RecordFunctionTest, OperatorsOfACallbackAreNotRecorded) {
  first_calls = 0;
  static const Tensor x = ones({2});
  addGlobalCallback(RecordFunctionCallback([](const RecordFunction&) -> std::unique_ptr<ObserverContext> {
    ++first_calls;
    x.add(1).sum();
    return nullptr;
  }));
  x.neg();
  EXPECT_EQ(first_calls, 1);
}

TEST_F(RecordFunctionTest, RangesEndWhenTheCallThrows) {
  const Tensor x = ones({2, 3});
  listen(true, true);
  EXPECT_THROW(x.mm(x), Error);
  EXPECT_THROW(Tensor().neg(), Error);
  EXPECT_EQ(event("aten::mm").outputs, 0u);
}

// ---- with other layers

TEST_F(RecordFunctionTest, BesideTheLog) {
  static std::vector<std::string> lines;
  lines.clear();
  set_verbose_handler([](void*, const char* line) { lines.push_back(line); });
  const Tensor x = ones({2, 2}), w = ones({2, 2}).requires_grad_();
  set_verbose(1);
  x.mm(w);
  const size_t alone = lines.size();
  listen();
  x.mm(w);
  EXPECT_EQ(lines.size(), 2 * alone) << "the log has a line for what the program calls, not for what that calls";
  set_verbose(0);
  x.neg();
  EXPECT_EQ(event("aten::neg").name, "aten::neg");
  EXPECT_EQ(lines.size(), 2 * alone);
  clearCallbacks();
  set_verbose(1);
  x.neg();
  set_verbose(0);
  EXPECT_EQ(lines.size(), 2 * alone + 1);
  set_verbose_handler(nullptr);
}

Tensor triple_cpu(const Tensor& x) { return x * 3; }
TORCHPP_LIBRARY(recorded, m) { m.def("triple(Tensor x) -> Tensor"); }
TORCHPP_LIBRARY_IMPL(recorded, CPU, m) { m.impl("triple", triple_cpu); }

TEST_F(RecordFunctionTest, ProgramsOperators) {
  const auto triple = find_op("recorded::triple");
  // Without a derivative of its own: the fallback of the autograd layer takes it.
  const Tensor x = ones({2}).requires_grad_();
  listen();
  triple.typed<Tensor(const Tensor&)>()(x);
  EXPECT_EQ(names(), (std::vector<std::string>{"recorded::triple", "aten::mul", "aten::mul"}));
  EXPECT_EQ(journal.events[0].op, "recorded::triple/");
  EXPECT_EQ(journal.events[0].schema, "recorded::triple(Tensor x) -> Tensor");
}

TEST_F(RecordFunctionTest, ProfilersKeyTakesNoFallback) {
  EXPECT_THROW(set_fallback(DispatchKey::Profiler, nullptr), ValueError);
}

// Callbacks come and go while threads call operators and backward.
TEST_F(RecordFunctionTest, ManyThreads) {
  first_calls = 0;
  std::atomic<bool> stop{false};
  std::atomic<int> rounds{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const Tensor x = ones({2}).requires_grad_();
      while (!stop) {
        const CallbackHandle mine = addThreadLocalCallback(RecordFunctionCallback(second).samplingProb(0.5));
        (x * 2).sum().backward();
        removeCallback(mine);
        ++rounds;
      }
    });
  for (int i = 0; i < 200 || rounds < 200; ++i) {
    const CallbackHandle handle = addGlobalCallback(RecordFunctionCallback(first).needsInputs(i % 2 == 0));
    std::this_thread::yield();
    disableCallback(handle);
    removeCallback(handle);
  }
  stop = true;
  for (std::thread& t : threads) t.join();
  EXPECT_FALSE(hasCallbacks());
  const int calls = first_calls;
  ones({2}).neg();
  EXPECT_EQ(first_calls, calls);
}

}  // namespace

// SPDX-License-Identifier: BSD-3-Clause
#include "src/dispatch/record_function.h"

#include <torchpp/core/log.h>
#include <torchpp/dispatch/op.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>

#include "src/dispatch/verbose.h"

namespace torchpp {

ObserverContext::~ObserverContext() = default;

RecordFunctionCallback& RecordFunctionCallback::samplingProb(double probability) {
  TORCHPP_CHECK(probability >= 0 && probability <= 1, "Invalid sampling probability: got ", probability,
                ", expected 0 to 1");
  probability_ = probability;
  return *this;
}

namespace {

struct Global {
  std::mutex mutex;
  std::vector<Listener> listeners;
};
Global& global() {
  static Global& g = *new Global;
  return g;
}
std::atomic<bool> any_global{false};
std::atomic<uint64_t> global_version{0};  // incremented by changes of the list, which each thread then copies

struct Lists {
  std::vector<Listener> local;
  std::vector<Listener> global;  // a copy, because each thread samples for itself
  uint64_t version = 0;          // of the copy
  std::minstd_rand random{static_cast<uint32_t>(thread_number())};
};

std::vector<Listener>::iterator find(std::vector<Listener>& list, CallbackHandle handle) {
  return std::find_if(list.begin(), list.end(), [&](const Listener& l) { return l.handle == handle; });
}

// Returns handles for callbacks and ranges.
uint64_t new_handle() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

Lists* lists_if_any() { return static_cast<Lists*>(thread_state.own.callbacks); }

// This thread's lists; null after their destruction at the end of the thread.
Lists* lists() {
  ThreadState::Own& own = thread_state.own;
  if (TORCHPP_LIKELY(own.callbacks != nullptr || own.ended)) return lists_if_any();
  struct End {
    ~End() {
      ThreadState::Own& own = thread_state.own;
      own.ended = true;
      own.recorded = DispatchKeySet();
      delete lists_if_any();
      own.callbacks = nullptr;
    }
  };
  static thread_local End at_end;
  (void)at_end;
  own.callbacks = new Lists;
  return lists_if_any();
}

void note_local(const Lists& of) {
  thread_state.own.recorded = of.local.empty() ? DispatchKeySet() : DispatchKeySet(DispatchKey::Profiler);
}

// Threads use the new list from their next range on.
template <class Change>
bool change_global(Change change) {
  bool changed;
  {
    const std::lock_guard<std::mutex> lock(global().mutex);
    changed = change(global().listeners);
    any_global.store(!global().listeners.empty(), std::memory_order_relaxed);
    global_version.fetch_add(1, std::memory_order_release);
  }
  detail::update_profiler_key();
  return changed;
}

void draw(Listener& l, std::minstd_rand& random) {
  const double p = l.callback.samplingProb();
  l.ranges_left = p >= 1 ? 0 : p <= 0 ? -1 : 1 + std::geometric_distribution<int64_t>(p)(random);
}

void refresh(Lists& of) {
  if (TORCHPP_LIKELY(of.version == global_version.load(std::memory_order_acquire))) return;
  const std::lock_guard<std::mutex> lock(global().mutex);
  std::vector<Listener> copy = global().listeners;
  for (Listener& l : copy) {
    const auto old = find(of.global, l.handle);
    if (old != of.global.end()) l.ranges_left = old->ranges_left;
    else draw(l, of.random);
  }
  of.global = std::move(copy);
  of.version = global_version.load(std::memory_order_relaxed);
}

template <class Visit>
void for_each_wanting(Lists& of, RecordScope scope, Visit visit) {
  for (std::vector<Listener>* list : {&of.global, &of.local})
    for (Listener& l : *list)
      if (l.enabled && l.callback.checkScope(scope)) visit(l);
}

// Whether any callback is to be called for the range that begins. Counts the range for callbacks that sample.
bool due(RecordScope scope) {
  if (thread_state.own.record_off) return false;
  if (!any_global.load(std::memory_order_relaxed) && thread_state.own.recorded.empty()) return false;
  Lists* const of = lists();
  if (of == nullptr) return false;
  refresh(*of);
  bool any = false;
  for_each_wanting(*of, scope, [&](Listener& l) {
    if (l.ranges_left > 0) --l.ranges_left;
    any = any || l.ranges_left == 0;
  });
  return any;
}

// Disables callbacks while one runs: it may call operators, whose ranges would call it again.
class Silence {
 public:
  Silence() : previous_(thread_state.own.record_off) { thread_state.own.record_off = true; }
  ~Silence() { thread_state.own.record_off = previous_; }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  bool previous_;
};

template <class Call>
void try_call(const RecordFunction& range, Call call) {
  const Silence silence;
  try {
    call();
  } catch (const std::exception& e) {
    TORCHPP_WARN("Exception in RecordFunction callback: ", e.what(), ", for the range ", range.name());
  } catch (...) {
    TORCHPP_WARN("Exception in RecordFunction callback: unknown, for the range ", range.name());
  }
}

}  // namespace

// ---- lists of callbacks

CallbackHandle addGlobalCallback(RecordFunctionCallback callback) {
  const CallbackHandle handle = new_handle();
  change_global([&](std::vector<Listener>& list) { return list.push_back({callback, handle, true, 0}), true; });
  return handle;
}

CallbackHandle addThreadLocalCallback(RecordFunctionCallback callback) {
  Lists* const mine = lists();
  TORCHPP_CHECK(mine != nullptr, "addThreadLocalCallback: this thread is at its end");
  mine->local.push_back({callback, new_handle(), true, 0});
  draw(mine->local.back(), mine->random);
  note_local(*mine);
  return mine->local.back().handle;
}

namespace {

// Finds the list with the callback of a handle, and calls `change` with the list and the callback's position.
template <class Change>
void change_listener(CallbackHandle handle, Change change) {
  const auto in_list = [&](std::vector<Listener>& list) {
    const auto at = find(list, handle);
    if (at == list.end()) return false;
    change(list, at);
    return true;
  };
  Lists* const mine = lists_if_any();
  if (mine != nullptr && in_list(mine->local)) return note_local(*mine);
  if (!change_global(in_list)) TORCHPP_WARN("Requested callback is not found: got the handle ", handle);
}

}  // namespace

void removeCallback(CallbackHandle handle) {
  change_listener(handle, [](std::vector<Listener>& list, auto at) { list.erase(at); });
}
void disableCallback(CallbackHandle handle) {
  change_listener(handle, [](std::vector<Listener>&, auto at) { at->enabled = false; });
}
void reenableCallback(CallbackHandle handle) {
  change_listener(handle, [](std::vector<Listener>&, auto at) { at->enabled = true; });
}

void clearGlobalCallbacks() {
  change_global([](std::vector<Listener>& list) { return list.clear(), true; });
}
void clearThreadLocalCallbacks() {
  Lists* const mine = lists_if_any();
  if (mine == nullptr) return;
  mine->local.clear();
  note_local(*mine);
}
bool hasGlobalCallbacks() { return any_global.load(std::memory_order_relaxed); }
bool hasThreadLocalCallbacks() { return !thread_state.own.recorded.empty(); }

bool isRecordFunctionEnabled() { return !thread_state.own.record_off; }
void enableRecordFunction(bool enable) { thread_state.own.record_off = !enable; }

LocalCallbacks LocalCallbacks::of_this_thread() {
  LocalCallbacks callbacks;
  if (hasThreadLocalCallbacks()) callbacks.list_ = lists_if_any()->local;
  callbacks.off_ = thread_state.own.record_off;
  return callbacks;
}

LocalCallbacks::Scope::Scope(const LocalCallbacks& callbacks) : other_(callbacks.list_), other_off_(callbacks.off_) {
  exchange();
}
LocalCallbacks::Scope::~Scope() { exchange(); }

void LocalCallbacks::Scope::exchange() {
  std::swap(thread_state.own.record_off, other_off_);
  if (other_.empty() && !hasThreadLocalCallbacks()) return;
  Lists* const mine = lists();
  if (mine == nullptr) return;
  mine->local.swap(other_);
  note_local(*mine);
}

// ---- one range

struct RecordFunction::State {
  struct Called {
    RecordFunctionCallback callback;
    std::unique_ptr<ObserverContext> context;
  };

  std::vector<Called> called;
  RecordScope scope = RecordScope::FUNCTION;
  std::string name;
  optional<OperatorHandle> op;
  ArrayRef<IValue> inputs;
  size_t num_inputs = 0;
  std::vector<IValue> outputs;
  int64_t sequence_nr = -1;
  uint64_t thread = 0, forward_thread = 0;
  CallbackHandle handle = 0;
  bool begun = false;
  bool in_start = false, in_end = false;
};

RecordFunction::RecordFunction(RecordScope scope) {
  if (due(scope)) collect(scope);
}

// When the lists are destroyed already, only the log can want the call.
RecordFunction::RecordFunction(Counted) {
  if (lists_if_any() != nullptr && isRecordFunctionEnabled()) collect(RecordScope::FUNCTION);
}

void RecordFunction::collect(RecordScope scope) {
  Lists& of = *lists_if_any();
  refresh(of);
  auto state = std::make_unique<State>();
  for_each_wanting(of, scope, [&](Listener& l) {
    if (l.ranges_left != 0) return;
    draw(l, of.random);
    needs_inputs_ = needs_inputs_ || l.callback.needsInputs();
    needs_outputs_ = needs_outputs_ || l.callback.needsOutputs();
    if (l.callback.needsIds() && state->handle == 0) state->handle = new_handle();
    state->called.push_back({l.callback, nullptr});
  });
  if (state->called.empty()) return;
  state->scope = scope;
  state_ = state.release();
}

const RecordFunction::State& RecordFunction::state() const {
  TORCHPP_CHECK(state_ != nullptr, "RecordFunction: got a range that no callback wants, or that has ended");
  return *state_;
}

void RecordFunction::before(std::string name, ArrayRef<IValue> inputs, int64_t sequence_nr) {
  if (state_ == nullptr) return;
  state_->name = std::move(name);
  start(inputs, sequence_nr);
}

void RecordFunction::before(const OperatorHandle& op, ArrayRef<IValue> inputs, int64_t sequence_nr) {
  if (state_ == nullptr) return;
  state_->op = op;
  state_->name = operator_name()->name;
  start(inputs, sequence_nr);
}

void RecordFunction::start(ArrayRef<IValue> inputs, int64_t sequence_nr) {
  State& s = *state_;
  s.inputs = inputs;
  s.num_inputs = inputs.size();
  s.sequence_nr = sequence_nr;
  s.thread = currentThreadId();
  s.begun = s.in_start = true;
  for (State::Called& c : s.called)
    if (c.callback.start() != nullptr) try_call(*this, [&] { c.context = c.callback.start()(*this); });
  s.in_start = false;
}

void RecordFunction::end() {
  if (state_ == nullptr) return;
  state_->in_end = true;
  if (state_->begun)
    for (State::Called& c : state_->called)
      if (c.callback.end() != nullptr) try_call(*this, [&] { c.callback.end()(*this, c.context.get()); });
  delete state_;
  state_ = nullptr;
}

const char* RecordFunction::name() const { return state().name.c_str(); }
RecordScope RecordFunction::scope() const { return state().scope; }
int64_t RecordFunction::seqNr() const { return state().sequence_nr; }
ArrayRef<IValue> RecordFunction::inputs() const {
  TORCHPP_CHECK(state().in_start, "Called inputs() outside RecordFunction start callback");
  return state_->inputs;
}
size_t RecordFunction::num_inputs() const { return state().num_inputs; }
ArrayRef<IValue> RecordFunction::outputs() const {
  TORCHPP_CHECK(state().in_end, "Called outputs() outside RecordFunction end callback");
  return state_->outputs;
}
size_t RecordFunction::num_outputs() const {
  return state().outputs.empty() && state_->op ? state_->op->op->signature().result_count : state_->outputs.size();
}
void RecordFunction::setOutputs(std::vector<IValue> outputs) {
  if (state_ != nullptr) state_->outputs = std::move(outputs);
}
uint64_t RecordFunction::threadId() const { return state().thread; }
uint64_t RecordFunction::forwardThreadId() const { return state().forward_thread; }
void RecordFunction::setForwardThreadId(uint64_t id) {
  if (state_ != nullptr) state_->forward_thread = id;
}
uint64_t RecordFunction::handle() const { return state().handle; }

optional<OperatorName> RecordFunction::operator_name() const {
  if (!state().op) return nullopt;
  const std::string whole = state_->op->name();
  const size_t dot = whole.find('.');
  const bool ours = whole.find("::") == std::string::npos;  // names of a program's own operators begin with a namespace
  return OperatorName{(ours ? "aten::" : "") + whole.substr(0, dot),
                      dot == std::string::npos ? std::string() : whole.substr(dot + 1)};
}
optional<std::string> RecordFunction::operator_schema() const {
  if (!state().op) return nullopt;
  const std::string schema = state_->op->schema();
  return (schema.find("::") < schema.find('(') ? "" : "aten::") + schema;
}

uint64_t RecordFunction::currentThreadId() { return thread_number(); }

// ---- the layer

namespace detail {

void update_profiler_key() {
  // Of two concurrent changes, the later update sees both.
  static std::mutex& mutex = *new std::mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const uint32_t bit = DispatchKeySet(DispatchKey::Profiler).bits();
  if (verbose::wants_key() || hasGlobalCallbacks()) process_included.fetch_or(bit, std::memory_order_relaxed);
  else process_included.fetch_and(~bit, std::memory_order_relaxed);
}

bool profiler_wants_call() {
  verbose::read_environment();
  const bool recorded = due(RecordScope::FUNCTION);
  return recorded || verbose::wants_call();
}

void profile_call(const OperatorHandle& op, DispatchKeySet keys, Stack& stack) {
  const DispatchKeySet below = keys - DispatchKey::Profiler;
  RecordFunction range{RecordFunction::Counted()};
  range.before(op, stack,
               below.has(DispatchKey::Autograd) && !thread_state.no_grad
                   ? static_cast<int64_t>(thread_state.own.sequence_number)
                   : -1);
  // A line says which kernel ran: of a composite the operators have one that it is made of.
  if (!op.op->traits().composite && verbose::wants_call()) verbose::call(op, below, stack);
  else op.redispatch_boxed(below, stack);
  if (range.needsOutputs()) range.setOutputs(stack);
}

}  // namespace detail

}  // namespace torchpp

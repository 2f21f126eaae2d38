// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file RecordFunction: a program's callbacks are told when operators, steps of backward and ranges of its own begin
/// and end.
///
///     std::unique_ptr<ObserverContext> begin(const RecordFunction& f) { std::puts(f.name()); return nullptr; }
///     const CallbackHandle handle = addGlobalCallback(RecordFunctionCallback(begin).needsInputs(true));
///     { TORCHPP_RECORD_USER_SCOPE("my range"); net->forward(x); }
///     removeCallback(handle);
///
/// Without callbacks it costs operators nothing.

#include <torchpp/dispatch/ivalue.h>

#include <memory>

namespace torchpp {

struct OperatorHandle;
class RecordFunction;

namespace detail {
/// The profiler's layer: calls an operator within its range.
void profile_call(const OperatorHandle& op, DispatchKeySet keys, std::vector<IValue>& stack);
}  // namespace detail

/// The kind of a range.
enum class RecordScope : uint8_t {
  FUNCTION = 0,       ///< an operator, or a step of the library around some
  BACKWARD_FUNCTION,  ///< a node that backward evaluates
  TORCHSCRIPT_FUNCTION,
  KERNEL_FUNCTION_DTYPE,
  CUSTOM_CLASS,
  BUILD_FEATURE,
  LITE_INTERPRETER,
  USER_SCOPE,  ///< a range that the program marks
  STATIC_RUNTIME_OP,
  STATIC_RUNTIME_MODEL,
  NUM_SCOPES
};

/// State that a start callback passes to its end callback.
struct TORCHPP_API ObserverContext {
  virtual ~ObserverContext();

 protected:
  ObserverContext() = default;
};

/// "aten::add" and "Tensor".
struct OperatorName {
  std::string name;
  std::string overload_name;
};

/// A pair of functions and when they shall be called. They may call operators, which are not recorded. An exception
/// that they throw becomes a warning.
class TORCHPP_API RecordFunctionCallback {
 public:
  using StartCallback = std::unique_ptr<ObserverContext> (*)(const RecordFunction&);
  using EndCallback = void (*)(const RecordFunction&, ObserverContext*);

  /// Either may be null.
  explicit RecordFunctionCallback(StartCallback start, EndCallback end = nullptr) : start_(start), end_(end) {}

  /// Whether inputs() shall hold the arguments while the start callback runs.
  RecordFunctionCallback& needsInputs(bool needs) { return needs_inputs_ = needs, *this; }
  /// Whether outputs() shall hold the results while the end callback runs.
  RecordFunctionCallback& needsOutputs(bool needs) { return needs_outputs_ = needs, *this; }
  /// Whether ranges shall have a handle() of their own.
  RecordFunctionCallback& needsIds(bool needs) { return needs_ids_ = needs, *this; }
  /// Calls for this share of the ranges, at random: 0 for none, 1 for all. Throws Error outside [0, 1].
  RecordFunctionCallback& samplingProb(double probability);
  /// The scopes to be called for; without it all.
  template <class Scopes = std::initializer_list<RecordScope>>
  RecordFunctionCallback& scopes(const Scopes& scopes) {
    scopes_ = 0;
    for (const RecordScope scope : scopes) scopes_ |= bit(scope);
    if (scopes_ == 0) scopes_ = kAll;
    return *this;
  }

  bool needsInputs() const { return needs_inputs_; }
  bool needsOutputs() const { return needs_outputs_; }
  bool needsIds() const { return needs_ids_; }
  double samplingProb() const { return probability_; }
  bool checkScope(RecordScope scope) const { return (scopes_ & bit(scope)) != 0; }
  StartCallback start() const { return start_; }
  EndCallback end() const { return end_; }

 private:
  static constexpr uint32_t kAll = (uint32_t{1} << static_cast<int>(RecordScope::NUM_SCOPES)) - 1;
  static constexpr uint32_t bit(RecordScope scope) { return uint32_t{1} << static_cast<int>(scope); }

  StartCallback start_;
  EndCallback end_;
  double probability_ = 1;
  uint32_t scopes_ = kAll;
  bool needs_inputs_ = false;
  bool needs_outputs_ = false;
  bool needs_ids_ = false;
};

/// Names a callback that was added; 0 names none.
using CallbackHandle = uint64_t;

/// Adds a callback for all threads. It may be called from several at once.
TORCHPP_API CallbackHandle addGlobalCallback(RecordFunctionCallback callback);
/// Adds a callback for this thread, and for the devices' threads while they work for a backward that it called.
TORCHPP_API CallbackHandle addThreadLocalCallback(RecordFunctionCallback callback);
/// Takes away a global callback, or one of this thread. Ranges that have begun still end with it. Warns when there is
/// none of the handle.
TORCHPP_API void removeCallback(CallbackHandle handle);
/// Stops and resumes calling it.
TORCHPP_API void disableCallback(CallbackHandle handle);
TORCHPP_API void reenableCallback(CallbackHandle handle);
TORCHPP_API void clearGlobalCallbacks();
TORCHPP_API void clearThreadLocalCallbacks();
inline void clearCallbacks() {
  clearGlobalCallbacks();
  clearThreadLocalCallbacks();
}
TORCHPP_API bool hasGlobalCallbacks();
TORCHPP_API bool hasThreadLocalCallbacks();
inline bool hasCallbacks() { return hasGlobalCallbacks() || hasThreadLocalCallbacks(); }

/// Whether this thread calls any callbacks.
TORCHPP_API bool isRecordFunctionEnabled();
TORCHPP_API void enableRecordFunction(bool enable = true);
/// Switches this thread's callbacks on or off while it lives.
class TORCHPP_API RecordFunctionGuard {
 public:
  explicit RecordFunctionGuard(bool enable = true) : previous_(isRecordFunctionEnabled()) {
    enableRecordFunction(enable);
  }
  ~RecordFunctionGuard() { enableRecordFunction(previous_); }
  RecordFunctionGuard(const RecordFunctionGuard&) = delete;
  RecordFunctionGuard& operator=(const RecordFunctionGuard&) = delete;

 private:
  bool previous_;
};
class TORCHPP_API DisableRecordFunctionGuard : public RecordFunctionGuard {
 public:
  DisableRecordFunctionGuard() : RecordFunctionGuard(false) {}
};

/// A range: from before() to end() or the end of its life. To be ended by the thread that began it.
class TORCHPP_API RecordFunction {
 public:
  /// Finds out which callbacks want this range.
  explicit RecordFunction(RecordScope scope = RecordScope::FUNCTION);
  ~RecordFunction() {
    if (state_ != nullptr) end();
  }
  RecordFunction(const RecordFunction&) = delete;
  RecordFunction& operator=(const RecordFunction&) = delete;

  /// Whether any callback wants this range. Otherwise no other function need be called, and the name need not be built.
  bool isActive() const { return state_ != nullptr; }
  bool needsInputs() const { return needs_inputs_; }
  bool needsOutputs() const { return needs_outputs_; }

  /// Begins the range. The sequence number is that of the backward node that an operator makes, and that such a node
  /// has itself; -1 for none.
  void before(std::string name, int64_t sequence_nr = -1) { before(std::move(name), ArrayRef<IValue>(), sequence_nr); }
  void before(std::string name, ArrayRef<IValue> inputs, int64_t sequence_nr = -1);
  void before(const OperatorHandle& op, ArrayRef<IValue> inputs, int64_t sequence_nr = -1);
  /// Ends it; a second call does nothing.
  void end();

  // -- of an active range
  /// "aten::add" for an operator of the library.
  const char* name() const;
  RecordScope scope() const;
  int64_t seqNr() const;
  /// The arguments. Throws Error but in a start callback.
  ArrayRef<IValue> inputs() const;
  size_t num_inputs() const;
  /// The results. Throws Error but in an end callback.
  ArrayRef<IValue> outputs() const;
  size_t num_outputs() const;
  void setOutputs(std::vector<IValue> outputs);
  /// The thread of the range, and the one that made the node which backward evaluates, 0 for other ranges.
  uint64_t threadId() const;
  uint64_t forwardThreadId() const;
  void setForwardThreadId(uint64_t id);
  /// A number of its own if a callback needs ids, else 0.
  uint64_t handle() const;
  /// Only set for operators.
  std::optional<OperatorName> operator_name() const;
  std::optional<std::string> operator_schema() const;

  /// This thread's number: 1, 2, ... in the order in which threads first needed one.
  static uint64_t currentThreadId();

 private:
  struct State;
  friend void detail::profile_call(const OperatorHandle& op, DispatchKeySet keys, std::vector<IValue>& stack);
  // An operator's range, which the layer has counted when it was asked whether it wants the call.
  struct Counted {};
  explicit RecordFunction(Counted);
  void collect(RecordScope scope);
  const State& state() const;
  void start(ArrayRef<IValue> inputs, int64_t sequence_nr);

  State* state_ = nullptr;
  bool needs_inputs_ = false;
  bool needs_outputs_ = false;
};

}  // namespace torchpp

/// Marks the rest of the block as a range: before()'s arguments, which are evaluated only when a callback wants the
/// range.
#define TORCHPP_RECORD_FUNCTION(...) TORCHPP_RECORD_SCOPE(::torchpp::RecordScope::FUNCTION, __VA_ARGS__)
#define TORCHPP_RECORD_USER_SCOPE(...) TORCHPP_RECORD_SCOPE(::torchpp::RecordScope::USER_SCOPE, __VA_ARGS__)
#define TORCHPP_RECORD_SCOPE(scope, ...)          \
  ::torchpp::RecordFunction torchpp_range(scope); \
  if (TORCHPP_UNLIKELY(torchpp_range.isActive())) torchpp_range.before(__VA_ARGS__)

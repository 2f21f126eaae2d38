// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file RecordFunction: callbacks at the beginning and end of operators, steps of backward, and a program's own
/// ranges.
///
///     std::unique_ptr<ObserverContext> begin(const RecordFunction& f) { std::puts(f.name()); return nullptr; }
///     const CallbackHandle handle = addGlobalCallback(RecordFunctionCallback(begin).needsInputs(true));
///     { TORCHPP_RECORD_USER_SCOPE("my range"); net->forward(x); }
///     removeCallback(handle);
///
/// Operators have no overhead while there are no callbacks.

#include <torchpp/dispatch/ivalue.h>

#include <memory>

namespace torchpp {

struct OperatorHandle;
class RecordFunction;

namespace detail {
/// The kernel of the profiler's layer: calls an operator within a range.
void profile_call(const OperatorHandle& op, DispatchKeySet keys, std::vector<IValue>& stack);
}  // namespace detail

/// Kind of a range.
enum class RecordScope : uint8_t {
  FUNCTION = 0,       ///< an operator, or a step of the library that calls several
  BACKWARD_FUNCTION,  ///< a node evaluated by backward
  TORCHSCRIPT_FUNCTION,
  KERNEL_FUNCTION_DTYPE,
  CUSTOM_CLASS,
  BUILD_FEATURE,
  LITE_INTERPRETER,
  USER_SCOPE,  ///< a range of the program's own
  STATIC_RUNTIME_OP,
  STATIC_RUNTIME_MODEL,
  NUM_SCOPES
};

/// Passed from a start callback to the end callback of the same range.
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

/// A pair of functions, and the ranges that they are called for. They may call operators, which are not recorded.
/// Exceptions that they throw become warnings.
class TORCHPP_API RecordFunctionCallback {
 public:
  using StartCallback = std::unique_ptr<ObserverContext> (*)(const RecordFunction&);
  using EndCallback = void (*)(const RecordFunction&, ObserverContext*);

  /// Either may be null.
  explicit RecordFunctionCallback(StartCallback start, EndCallback end = nullptr) : start_(start), end_(end) {}

  /// Whether inputs() is to hold the arguments while the start callback runs.
  RecordFunctionCallback& needsInputs(bool needs) { return needs_inputs_ = needs, *this; }
  /// Whether outputs() is to hold the results while the end callback runs.
  RecordFunctionCallback& needsOutputs(bool needs) { return needs_outputs_ = needs, *this; }
  /// Whether handle() is to be unique for each range.
  RecordFunctionCallback& needsIds(bool needs) { return needs_ids_ = needs, *this; }
  /// Probability with which a range is reported: 0 for none, 1 for all. Throws Error outside [0, 1].
  RecordFunctionCallback& samplingProb(double probability);
  /// The scopes that are reported; all by default.
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

/// Identifies a callback that was added; never 0.
using CallbackHandle = uint64_t;

/// Adds a callback for all threads. It may be called from several at once.
TORCHPP_API CallbackHandle addGlobalCallback(RecordFunctionCallback callback);
/// Adds a callback for this thread, and for the devices' threads while they work for a backward that it called.
TORCHPP_API CallbackHandle addThreadLocalCallback(RecordFunctionCallback callback);
/// Removes a global callback, or one of this thread. It is still called at the end of ranges that have begun. Warns
/// when no callback has this handle.
TORCHPP_API void removeCallback(CallbackHandle handle);
/// Disables and enables a callback.
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
/// Enables or disables this thread's callbacks during its lifetime.
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

/// A range, from before() to end() or the destructor. Must end in the thread in which it began.
class TORCHPP_API RecordFunction {
 public:
  /// Selects the callbacks that are called for this range.
  explicit RecordFunction(RecordScope scope = RecordScope::FUNCTION);
  ~RecordFunction() {
    if (state_ != nullptr) end();
  }
  RecordFunction(const RecordFunction&) = delete;
  RecordFunction& operator=(const RecordFunction&) = delete;

  /// Whether there are any; otherwise no call of the functions below is needed.
  bool isActive() const { return state_ != nullptr; }
  bool needsInputs() const { return needs_inputs_; }
  bool needsOutputs() const { return needs_outputs_; }

  /// Begins the range. The sequence number is that of the backward node: of the one that an operator creates, or of the
  /// one that backward evaluates; -1 for none.
  void before(std::string name, int64_t sequence_nr = -1) { before(std::move(name), ArrayRef<IValue>(), sequence_nr); }
  void before(std::string name, ArrayRef<IValue> inputs, int64_t sequence_nr = -1);
  void before(const OperatorHandle& op, ArrayRef<IValue> inputs, int64_t sequence_nr = -1);
  /// Ends it; a second call does nothing.
  void end();

  // -- only for active ranges
  /// "aten::add" for an operator of the library.
  const char* name() const;
  RecordScope scope() const;
  int64_t seqNr() const;
  /// The arguments. Throws Error outside a start callback.
  ArrayRef<IValue> inputs() const;
  size_t num_inputs() const;
  /// The results. Throws Error outside an end callback.
  ArrayRef<IValue> outputs() const;
  size_t num_outputs() const;
  void setOutputs(std::vector<IValue> outputs);
  /// The thread of the range, and for BACKWARD_FUNCTION the thread that created the node, else 0.
  uint64_t threadId() const;
  uint64_t forwardThreadId() const;
  void setForwardThreadId(uint64_t id);
  /// A number unique to this range if a callback needs ids, else 0.
  uint64_t handle() const;
  /// Only for operators.
  optional<OperatorName> operator_name() const;
  optional<std::string> operator_schema() const;

  /// This thread's number: 1, 2, ... in the order in which threads first needed one.
  static uint64_t currentThreadId();

 private:
  struct State;
  friend void detail::profile_call(const OperatorHandle& op, DispatchKeySet keys, std::vector<IValue>& stack);
  // For the profiler's layer, which has counted the range for sampling already.
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

/// Makes the rest of the block a range. The arguments are those of before(); they are evaluated only for an active
/// range.
#define TORCHPP_RECORD_FUNCTION(...) TORCHPP_RECORD_SCOPE(::torchpp::RecordScope::FUNCTION, __VA_ARGS__)
#define TORCHPP_RECORD_USER_SCOPE(...) TORCHPP_RECORD_SCOPE(::torchpp::RecordScope::USER_SCOPE, __VA_ARGS__)
#define TORCHPP_RECORD_SCOPE(scope, ...)          \
  ::torchpp::RecordFunction torchpp_range(scope); \
  if (TORCHPP_UNLIKELY(torchpp_range.isActive())) torchpp_range.before(__VA_ARGS__)

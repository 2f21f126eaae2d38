// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The base of all optimizers: groups of parameters with options, a state per parameter, saving and loading.

#include <torchpp/core/arg.h>
#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/owned.h>
#include <torchpp/tensor.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp {
namespace serialize {
class InputArchive;
class OutputArchive;
}  // namespace serialize

namespace optim {

/// Visits the named fields of options and states; one list of fields serves copying, saving and loading. The names are
/// Python's.
class TORCHPP_API FieldVisitor {
 public:
  virtual void field(const char* name, double& value) = 0;
  virtual void field(const char* name, int64_t& value) = 0;
  virtual void field(const char* name, bool& value) = 0;
  virtual void field(const char* name, Tensor& value) = 0;  ///< of a state: of its parameter's sizes
  /// A tensor of a state that belongs to all parameters: its last dimension holds their elements one behind another.
  virtual void flat(const char* name, Tensor& value) = 0;
  /// An option that came later than others: files without it mean the value that it has.
  virtual void later(const char* name, bool& value) { field(name, value); }
  /// The class of this name does not list its fields. The default throws NotImplementedError: only a visitor that can
  /// do without them overrides it.
  virtual void unlisted(const std::string& class_name);

 protected:
  ~FieldVisitor() = default;
};

struct OptimizerStateDict;

/// An optimizer's state for one parameter. A class of the program's own overrides fields(), from which copying, saving,
/// loading and state_dict() follow, or, as in libtorch, serialize(), which serves saving and loading alone.
class TORCHPP_API OptimizerParamState {
 public:
  virtual ~OptimizerParamState();
  /// A copy with tensors of its own, where fields() lists them.
  virtual std::unique_ptr<OptimizerParamState> clone() const = 0;
  virtual void fields(FieldVisitor& visitor);
  virtual void serialize(serialize::OutputArchive& archive) const;
  virtual void serialize(serialize::InputArchive& archive);

 protected:
  OptimizerParamState() = default;
  OptimizerParamState(const OptimizerParamState&) = default;
  OptimizerParamState& operator=(const OptimizerParamState&) = default;
  void clone_tensors();
};

template <class Derived>
class OptimizerCloneableParamState : public OptimizerParamState {
 public:
  std::unique_ptr<torchpp::detail::Known<OptimizerParamState, Derived>> clone() const override {
    auto copy = std::make_unique<Derived>(static_cast<const Derived&>(*this));
    static_cast<OptimizerCloneableParamState&>(*copy).clone_tensors();
    return copy;
  }
};

/// The options of a group. A class of the program's own overrides fields() or serialize(), as one of states does.
class TORCHPP_API OptimizerOptions {
 public:
  virtual ~OptimizerOptions();
  virtual std::unique_ptr<OptimizerOptions> clone() const = 0;
  /// The learning rate, which schedules change. The default, for classes without one, throws NotImplementedError.
  virtual double get_lr() const;
  virtual void set_lr(double lr);
  virtual void fields(FieldVisitor& visitor);
  /// Throws ValueError when a value is out of range; called by every optimizer for every group.
  virtual void check() const {}
  virtual void serialize(serialize::OutputArchive& archive) const;
  virtual void serialize(serialize::InputArchive& archive);

 protected:
  OptimizerOptions() = default;
  OptimizerOptions(const OptimizerOptions&) = default;
  OptimizerOptions& operator=(const OptimizerOptions&) = default;
};

namespace detail {
template <class Options, class = void>
inline constexpr bool has_lr = false;
template <class Options>
inline constexpr bool has_lr<Options, std::void_t<decltype(double{std::declval<const Options&>().lr()})>> = true;
}  // namespace detail

/// Copies by Derived's copy constructor; the learning rate is the option `lr`, if Derived has it.
template <class Derived>
class OptimizerCloneableOptions : public OptimizerOptions {
 public:
  std::unique_ptr<torchpp::detail::Known<OptimizerOptions, Derived>> clone() const override {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }
  double get_lr() const override {
    if constexpr (detail::has_lr<Derived>) return static_cast<const Derived&>(*this).lr();
    else return OptimizerOptions::get_lr();
  }
  void set_lr(double lr) override {
    if constexpr (detail::has_lr<Derived>) static_cast<Derived&>(*this).lr(lr);
    else OptimizerOptions::set_lr(lr);
  }
};

/// Parameters that share options. Without options it takes the optimizer's defaults.
class TORCHPP_API OptimizerParamGroup {
 public:
  OptimizerParamGroup(std::vector<Tensor> params);  // NOLINT: implicit, as in libtorch
  OptimizerParamGroup(std::vector<Tensor> params, std::unique_ptr<OptimizerOptions> options);
  OptimizerParamGroup(const OptimizerParamGroup& o);
  OptimizerParamGroup(OptimizerParamGroup&&) noexcept;
  OptimizerParamGroup& operator=(OptimizerParamGroup&&) noexcept;
  ~OptimizerParamGroup();

  bool has_options() const { return options_.get() != nullptr; }
  OptimizerOptions& options();
  const OptimizerOptions& options() const;
  void set_options(std::unique_ptr<OptimizerOptions> options);
  std::vector<Tensor>& params() { return params_; }
  const std::vector<Tensor>& params() const { return params_; }
  /// The learning rate with which schedules begin: that of the group before its first scheduler was made.
  optional<double> initial_lr() const { return initial_lr_; }
  void set_initial_lr(double lr) { initial_lr_ = lr; }

 private:
  std::vector<Tensor> params_;
  torchpp::detail::Owned<OptimizerOptions> options_;
  optional<double> initial_lr_;
};

/// The states of all parameters, found by the parameter.
class TORCHPP_API OptimizerStates {
 public:
  OptimizerStates();
  OptimizerStates(OptimizerStates&&) noexcept;
  OptimizerStates& operator=(OptimizerStates&&) noexcept;
  ~OptimizerStates();
  /// Null when the parameter has no state yet.
  OptimizerParamState* find(const Tensor& parameter) const;
  void set(const Tensor& parameter, std::unique_ptr<OptimizerParamState> state);
  void erase(const Tensor& parameter);
  /// The state of one parameter, if it has one, becomes that of another.
  void move(const Tensor& from, const Tensor& to);
  size_t size() const;
  bool empty() const { return size() == 0; }

  // In libtorch the table is a map whose keys are texts: the addresses of the parameters' unsafeGetTensorImpl().
  /// Throws std::out_of_range when no parameter of this key has a state.
  std::unique_ptr<OptimizerParamState>& at(const std::string& key) const;
  /// Adds a state, null at first, where the parameter of this key has none. ValueError for a text that is no key.
  std::unique_ptr<OptimizerParamState>& operator[](const std::string& key);
  size_t count(const std::string& key) const { return find(key) != end() ? 1 : 0; }
  size_t erase(const std::string& key);
  void clear();
  /// Keys and states, to be walked while no state is added or removed.
  class iterator {
   public:
    struct Entry {
      std::string first;
      std::unique_ptr<OptimizerParamState>& second;
    };
    iterator(const iterator& o) = default;
    iterator& operator=(const iterator& o) {
      states_ = o.states_;
      return go_to(o.place_), *this;
    }
    const Entry& operator*() const { return *entry_; }
    const Entry* operator->() const { return &*entry_; }
    iterator& operator++() { return go_to(place_ + 1), *this; }
    bool operator==(const iterator& o) const { return place_ == o.place_; }
    bool operator!=(const iterator& o) const { return place_ != o.place_; }

   private:
    friend class OptimizerStates;
    static constexpr size_t kEnd = static_cast<size_t>(-1);
    iterator(const OptimizerStates* states, size_t place) : states_(states), place_(place) {}
    TORCHPP_API void go_to(size_t place);  // the first one from there on that is taken
    const OptimizerStates* states_;
    size_t place_;  // in the table
    optional<Entry> entry_;
  };
  iterator find(const std::string& key) const;
  iterator begin() const {
    iterator first(this, 0);
    first.go_to(0);
    return first;
  }
  iterator end() const { return {this, iterator::kEnd}; }

 private:
  struct Table;
  torchpp::detail::Owned<Table> table_;
};

/// Changes parameters along their gradients. Parameters whose gradient is undefined are passed over.
///
/// Of Python's options, `foreach` and `fused` choose among implementations and have no counterpart: the parameters of a
/// group and device are always updated together. `capturable` has none because steps are counted on the host, and a
/// captured CUDA graph would keep the count of its capture; `differentiable` because updates are not recorded. A
/// parameter twice in one group, of which Python warns, is an error: both would be updated at once.
class TORCHPP_API Optimizer {
 public:
  using LossClosure = Callable<Tensor()>;

  Optimizer(std::vector<OptimizerParamGroup> groups, std::unique_ptr<OptimizerOptions> defaults);
  Optimizer(std::vector<Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults);
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;
  Optimizer(Optimizer&&) noexcept;
  virtual ~Optimizer();

  /// Throws ValueError for a parameter that is no leaf and does not retain its gradient, one that its module computes
  /// (by a parametrization, weight_norm or pruning), one that a group has already, or that stands in this one twice.
  void add_param_group(const OptimizerParamGroup& group);
  /// One update. The closure, if any, computes the loss and its gradients anew, with gradients recorded; its loss is
  /// returned, and an undefined tensor without one. A parameter that its module has begun to compute since, by
  /// pruning, spectral_norm or a parametrization, is replaced by the one that it is computed from. Throws ValueError,
  /// with no parameter changed, if those are several, as with weight_norm.
  virtual Tensor step(LossClosure closure = nullptr) = 0;
  /// Sets all gradients to zero, or, asked to, to undefined. Where nothing else refers to a gradient's memory, nothing
  /// is written: the gradient gets other memory, which is zero. A pointer that const_data_ptr() gave ends with that;
  /// those of data_ptr() and all handles and views stay good.
  void zero_grad(bool set_to_none = false);

  std::vector<OptimizerParamGroup>& param_groups() {
    follow_parameters();
    return param_groups_;
  }
  const std::vector<OptimizerParamGroup>& param_groups() const { return param_groups_; }
  OptimizerOptions& defaults();
  const OptimizerOptions& defaults() const;
  OptimizerStates& state() {
    follow_parameters();
    return state_;
  }
  const OptimizerStates& state() const { return state_; }

  /// "state.<i>.<field>" and "param_groups.<g>.<option>": parameters are numbered over the groups, as in Python's
  /// state_dict. What torchpp::save and load call, and a class that keeps more overrides.
  virtual void save(serialize::OutputArchive& archive) const;
  /// Takes over states and options. Throws, and changes nothing, when groups or their sizes differ or a state does not
  /// fit its parameter. State tensors that fields() lists are converted to their parameter's dtype and device.
  virtual void load(serialize::InputArchive& archive);
  /// As load() of this class, with states that `make` makes.
  void load(serialize::InputArchive& archive, const Callable<std::unique_ptr<OptimizerParamState>()>& make);

  /// States and options as Python's optimizers keep them, for programs that exchange them with Python; the tensors of
  /// the states are shared. Defined, as the type is, by torchpp/optim/state_dict.h.
  OptimizerStateDict state_dict() const;
  /// Takes over what state_dict() of an optimizer of this class returned, here or in Python: the options that the
  /// dictionary has, and the states, whose tensors are copied and, except for `step`, converted to their parameter's
  /// dtype and device. Throws, and changes nothing: ValueError when groups or their sizes differ, or for an option that
  /// this class does not have and that is switched on; Error for a state that does not fit its parameter.
  void load_state_dict(const OptimizerStateDict& state_dict);

  /// The parameters of the first group, which add_parameters adds to; size() counts those of all groups.
  /// Source: libtorch 1.13, where they are deprecated.
  [[deprecated("use param_groups()")]] std::vector<Tensor>& parameters();
  [[deprecated("use param_groups()")]] const std::vector<Tensor>& parameters() const;
  [[deprecated("use param_groups()")]] size_t size() const;
  [[deprecated("use add_param_group()")]] void add_parameters(const std::vector<Tensor>& parameters);

  /// How often step() was called; -1 for a class that does not count it, which is one of the program's own.
  int64_t step_calls() const { return step_calls_; }

 protected:
  /// A fresh state, for load() and step_groups(). The default throws NotImplementedError.
  virtual std::unique_ptr<OptimizerParamState> make_state() const;

  // Parameters of a group that have gradients, with their states, made by make_state() when there are none. The lists
  // keep their capacity, so that a step allocates nothing.
  struct Work {
    std::vector<Tensor> params, grads;
    std::vector<OptimizerParamState*> states;
    bool sparse = false;  // whether a gradient is sparse
    void add(const Work& from, size_t i);
    void clear();
  };
  using Update = Callable<void(const OptimizerOptions& options, const Work& work)>;
  // What every step does: evaluates the closure, then, without recording gradients, calls `update` for each group that
  // has any, once for each device that its parameters are on. Returns the loss.
  Tensor step_groups(const LossClosure& closure, const Update& update);
  // Replaces parameters, and moves their states, as step() says. Throws for those that nothing can replace.
  void check_parameters();

  std::vector<OptimizerParamGroup> param_groups_;
  torchpp::detail::Owned<OptimizerOptions> defaults_;
  OptimizerStates state_;
  int64_t step_calls_ = -1;

 private:
  const Work& collect(const OptimizerParamGroup& group);
  // Replaces the parameters that one tensor can replace.
  void follow_parameters();
  // Takes over options, their first rates and states, one per group or parameter.
  struct Loaded;
  void take(Loaded loaded);
  // "Optimizer.step#SGD.step": what a profiler calls the method.
  std::string range_name(const char* method) const;

  Work work_;
  uint64_t succession_ = 0;  // up to which parameters were followed, see autograd::succession_number
};

/// What the library's optimizers share. Options and State are the classes of their options and states.
template <class Options, class State>
class StockOptimizer : public Optimizer {
 public:
  explicit StockOptimizer(std::vector<OptimizerParamGroup> groups, Options defaults = {});
  explicit StockOptimizer(std::vector<Tensor> parameters, Options defaults = {});
  Tensor step(LossClosure closure = nullptr) override;

 protected:
  std::unique_ptr<OptimizerParamState> make_state() const override;
  /// One update of parameters of a group.
  virtual void update(const Options& options, const Work& work) = 0;
};

}  // namespace optim

/// Optimizer::save and load.
TORCHPP_API serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const optim::Optimizer& optimizer);
TORCHPP_API serialize::InputArchive& operator>>(serialize::InputArchive& archive, optim::Optimizer& optimizer);

}  // namespace torchpp

/// Declares a stock class of options, or of states, whose part that copies is compiled once, in the library.
#define TORCHPP_STOCK_OPTIONS(Options) \
  struct Options;                      \
  extern template class TORCHPP_API OptimizerCloneableOptions<Options>
#define TORCHPP_STOCK_STATE(State) \
  struct State;                    \
  extern template class TORCHPP_API OptimizerCloneableParamState<State>
/// Declares what the stock optimizer of these classes shares with others: it is compiled once, in the library.
#define TORCHPP_STOCK_OPTIMIZER(Options, State) extern template class TORCHPP_API StockOptimizer<Options, State>

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the sources of the stock optimizers share.

#include <torchpp/ops/creation.h>
#include <torchpp/optim/optimizer.h>

#include <new>
#include <tuple>

namespace torchpp {
class IValue;
}

namespace torchpp::optim {

template <class Options, class State>
StockOptimizer<Options, State>::StockOptimizer(std::vector<OptimizerParamGroup> groups, Options defaults)
    : Optimizer(std::move(groups), std::make_unique<Options>(std::move(defaults))) {
  step_calls_ = 0;
}
template <class Options, class State>
StockOptimizer<Options, State>::StockOptimizer(std::vector<Tensor> parameters, Options defaults)
    : Optimizer(std::move(parameters), std::make_unique<Options>(std::move(defaults))) {
  step_calls_ = 0;
}

template <class Options, class State>
Tensor StockOptimizer<Options, State>::step(LossClosure closure) {
  return step_groups(closure, [this](const OptimizerOptions& options, const Work& work) {
    update(static_cast<const Options&>(options), work);
  });
}

template <class Options, class State>
std::unique_ptr<OptimizerParamState> StockOptimizer<Options, State>::make_state() const {
  return std::make_unique<State>();
}

/// Writes what `visit` names, and reads it again. A schedule's fields are read by load_schedule: it throws, and changes
/// nothing, for a field that is missing, for a list of other than its present length, and for a negative count.
void save_fields(serialize::OutputArchive& archive, const Callable<void(FieldVisitor&)>& visit);
void load_fields(serialize::InputArchive& archive, const Callable<void(FieldVisitor&)>& visit);
void load_schedule(serialize::InputArchive& archive, const Callable<void(FieldVisitor&)>& visit);

/// The dictionary of what `visit` names, as Python's schedulers have it; and the way back, which throws, and changes
/// nothing, for an entry of the wrong type or length. Absent entries keep what they are.
IValue schedule_dict(const Callable<void(FieldVisitor&)>& visit);
void load_schedule_dict(const IValue& dict, const Callable<void(FieldVisitor&)>& visit);

/// Checks that a loaded state of parameter number `index` has its sizes, or in tensors of all parameters their
/// `elements`, and converts it to the parameter's dtype and device.
void fit_state(OptimizerParamState& state, const Tensor& parameter, size_t index, int64_t elements);
/// The elements of all parameters.
int64_t elements_of(const std::vector<OptimizerParamGroup>& groups);

/// What load() and load_state_dict() read before anything changes.
struct Optimizer::Loaded {
  std::vector<std::unique_ptr<OptimizerOptions>> options;    // of each group
  std::vector<optional<double>> initial_lrs;                 // of each group
  std::vector<std::unique_ptr<OptimizerParamState>> states;  // of each parameter; null: none
};

/// Throws "Invalid learning rate: -1" for what is less than 0, or no number.
inline void check_not_negative(const char* what, double value) {
  TORCHPP_CHECK_VALUE(value >= 0, "Invalid ", what, ": ", value);
}
/// Throws unless both rates of decay are at least 0 and less than 1.
inline void check_betas(const std::tuple<double, double>& betas) {
  const auto [first, second] = betas;
  TORCHPP_CHECK_VALUE(first >= 0 && first < 1, "Invalid beta parameter at index 0: ", first);
  TORCHPP_CHECK_VALUE(second >= 0 && second < 1, "Invalid beta parameter at index 1: ", second);
}

/// Adds a tensor to a list that takes no reference of its own, because counting it would cost more than the step of a
/// small parameter. The tensor must live until the list has been given back.
inline void borrow(std::vector<Tensor>& list, const Tensor& t) {
  list.emplace_back();  // may throw; what follows does not
  new (&list.back()) Tensor(intrusive_ptr<TensorImpl>::reclaim(t.unsafeGetTensorImpl()));
}
/// Empties a list of borrowed tensors.
inline void give_back(std::vector<Tensor>& list) noexcept {
  for (Tensor& t : list) new (&t) Tensor;
  list.clear();
}

/// A list of borrowed tensors for one update.
class BorrowedTensors {
 public:
  /// A list with room for n tensors.
  explicit BorrowedTensors(size_t n) : list_(own_) { own_.reserve(n); }
  /// Fills a list of the caller's, which is empty before and after.
  explicit BorrowedTensors(std::vector<Tensor>& list) : list_(list) {}
  ~BorrowedTensors() { give_back(list_); }
  BorrowedTensors(const BorrowedTensors&) = delete;
  BorrowedTensors& operator=(const BorrowedTensors&) = delete;

  void add(const Tensor& t) { borrow(list_, t); }
  operator TensorList() const { return list_; }  // NOLINT: implicit, as of the vector

 private:
  std::vector<Tensor> own_;
  std::vector<Tensor>& list_;
};

/// Adds a tensor of a state to a list of an update. A state that has none yet gets one of the parameter's sizes, filled
/// with `start`.
inline void list_state(Tensor& state, const Tensor& parameter, BorrowedTensors& list, double start = 0) {
  if (TORCHPP_UNLIKELY(!state.defined())) state = torchpp::full_like(parameter, start);
  list.add(state);
}

/// Throws where the optimizer of this name gets a sparse gradient; `instead` may say what takes it.
inline void refuse_sparse(bool sparse, const char* optimizer, const char* instead = "") {
  TORCHPP_CHECK(!sparse, optimizer, " does not support sparse gradients", instead);
}

/// The coalesced gradient, or with `maximize` its negative, as a sparse tensor of its own, whose values may be written.
inline Tensor own_sparse(const Tensor& grad, bool maximize) {
  const Tensor whole = grad.coalesce();
  return maximize ? whole.neg() : whole.clone();
}

/// Counts a step; the count as the operators take it.
template <class State>
double count_step(State& state) {
  return static_cast<double>(++state.step());
}

}  // namespace torchpp::optim

/// Defines what TORCHPP_STOCK_OPTIONS, TORCHPP_STOCK_STATE and TORCHPP_STOCK_OPTIMIZER declare.
#define TORCHPP_DEFINE_STOCK(Options, State)          \
  template class OptimizerCloneableOptions<Options>;  \
  template class OptimizerCloneableParamState<State>; \
  template class StockOptimizer<Options, State>

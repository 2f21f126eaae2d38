// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/dispatch/record_function.h>
#include <torchpp/ops/linalg.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>
#include <torchpp/optim/lbfgs.h>

#include <algorithm>
#include <cmath>

#include "optim/stock.h"

namespace torchpp::optim {

void LBFGSOptions::fields(FieldVisitor& v) {
  v.field("lr", lr_);
  v.field("max_iter", max_iter_);
  int64_t most = max_eval_.value_or(-1);
  v.field("max_eval", most);
  max_eval_ = most < 0 ? nullopt : optional<int64_t>(most);
  v.field("tolerance_grad", tolerance_grad_);
  v.field("tolerance_change", tolerance_change_);
  v.field("history_size", history_size_);
  bool searches = line_search_fn_.has_value();
  v.field("line_search_fn", searches);
  line_search_fn_ = searches ? optional<std::string>("strong_wolfe") : nullopt;
}
void LBFGSOptions::check() const {
  check_not_negative("learning rate", lr_);
  TORCHPP_CHECK_VALUE(!line_search_fn_ || *line_search_fn_ == "strong_wolfe",
                      "only 'strong_wolfe' is supported as line_search_fn, got '", *line_search_fn_, "'");
  TORCHPP_CHECK_VALUE(history_size_ > 0, "Invalid history_size value: ", history_size_);
}

namespace {

// Lists of vectors are saved as the rows of one tensor.
void rows_field(FieldVisitor& v, const char* name, std::vector<Tensor>& rows) {
  Tensor all = rows.empty() ? Tensor() : torchpp::stack(rows);
  v.flat(name, all);
  rows = all.defined() ? all.unbind() : std::vector<Tensor>();
}

double product(const Tensor& a, const Tensor& b) { return a.dot(b).item().toDouble(); }
double greatest(const Tensor& t) { return t.abs().max().item().toDouble(); }

}  // namespace

void LBFGSParamState::fields(FieldVisitor& v) {
  v.field("func_evals", func_evals_);
  v.field("n_iter", n_iter_);
  v.field("t", t_);
  v.field("prev_loss", prev_loss_);
  v.field("H_diag", H_diag_);
  v.flat("d", d_);
  v.flat("prev_flat_grad", prev_flat_grad_);
  rows_field(v, "old_dirs", old_dirs_);
  rows_field(v, "old_stps", old_stps_);
  ro_.clear();
  for (size_t i = 0; i < old_dirs_.size() && i < old_stps_.size(); ++i)
    ro_.push_back(1 / product(old_dirs_[i], old_stps_[i]));
}

LBFGS::LBFGS(std::vector<OptimizerParamGroup> groups, LBFGSOptions defaults)
    : Optimizer(std::move(groups), std::make_unique<LBFGSOptions>(std::move(defaults))) {
  TORCHPP_CHECK_VALUE(param_groups_.size() == 1, "LBFGS doesn't support per-parameter options (parameter groups)");
  step_calls_ = 0;
}
LBFGS::LBFGS(std::vector<Tensor> parameters, LBFGSOptions defaults)
    : Optimizer(std::move(parameters), std::make_unique<LBFGSOptions>(std::move(defaults))) {
  step_calls_ = 0;
}

std::unique_ptr<OptimizerParamState> LBFGS::make_state() const { return std::make_unique<LBFGSParamState>(); }

Tensor LBFGS::flat_grad() const {
  std::vector<Tensor> parts;
  for (const Tensor& p : param_groups_[0].params())
    parts.push_back(p.grad().defined() ? p.grad().to_dense().reshape(-1) : torchpp::zeros({p.numel()}, p.options()));
  return torchpp::cat(parts);
}

void LBFGS::move(double t, const Tensor& direction) const {
  int64_t at = 0;
  for (Tensor p : param_groups_[0].params()) {
    p.add_(direction.narrow(0, at, p.numel()).view_as(p), t);
    at += p.numel();
  }
}

namespace {

double evaluate(const Optimizer::LossClosure& closure, Tensor* loss = nullptr) {
  const AutoGradMode enable(true);
  const Tensor value = closure();
  if (loss != nullptr) *loss = value;
  return value.item().toDouble();
}

// Where the cubic through two points with these slopes is least, within the bounds.
template <class P>
double cubic_minimum(const P& a, const P& b, double least, double most) {
  const double d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t), square = d1 * d1 - a.slope * b.slope;
  if (!(square >= 0)) return (least + most) / 2;
  const double d2 = std::sqrt(square);
  const P &low = a.t <= b.t ? a : b, &high = a.t <= b.t ? b : a;
  const double at = high.t - (high.t - low.t) * ((high.slope + d2 - d1) / (high.slope - low.slope + 2 * d2));
  return std::min(std::max(at, least), most);
}

constexpr double kSufficientDecrease = 1e-4, kCurvature = 0.9;
constexpr int kMostSearches = 25;

// A point that meets the strong Wolfe conditions, where one is found, along a line from `start`; `probe` gives the
// point at t, and `length` is the greatest element of the direction. Counts the probes.
template <class Point, class Probe>
Point strong_wolfe(const Probe& probe, const Point& start, double t, double length, double tolerance_change,
                   int64_t* calls) {
  const auto falls_too_little = [&](const Point& p) {
    return p.loss > start.loss + kSufficientDecrease * p.t * start.slope;
  };
  const auto is_flat = [&](const Point& p) { return std::abs(p.slope) <= -kCurvature * start.slope; };
  // First points further and further away, until one is good or two have a good one between them.
  Point previous = start, now = probe(t);
  *calls = 1;
  int searches = 0;
  Point bracket[2] = {start, now};
  for (; searches < kMostSearches; ++searches) {
    if (falls_too_little(now) || (searches > 1 && now.loss >= previous.loss)) break;
    if (is_flat(now)) return now;
    if (now.slope >= 0) break;
    const double next = cubic_minimum(previous, now, now.t + 0.01 * (now.t - previous.t), now.t * 10);
    previous = now;
    now = probe(next);
    ++*calls;
  }
  bracket[0] = searches == kMostSearches ? start : previous;
  bracket[1] = now;
  // Then the bracket shrinks around such a point. Its lower end is bracket[low].
  bool little_progress = false;
  int low = bracket[0].loss <= bracket[1].loss ? 0 : 1;
  while (searches < kMostSearches && std::abs(bracket[1].t - bracket[0].t) * length >= tolerance_change) {
    const double least = std::min(bracket[0].t, bracket[1].t), most = std::max(bracket[0].t, bracket[1].t);
    double at = cubic_minimum(bracket[0], bracket[1], least, most);
    // Two points in turn next to an end of the bracket are too little progress: the second one moves inwards.
    const double margin = 0.1 * (most - least);
    if (std::min(most - at, at - least) < margin) {
      if (little_progress || at >= most || at <= least) {
        at = std::abs(at - most) < std::abs(at - least) ? most - margin : least + margin;
        little_progress = false;
      } else {
        little_progress = true;
      }
    } else {
      little_progress = false;
    }
    now = probe(at);
    ++*calls;
    ++searches;
    if (falls_too_little(now) || now.loss >= bracket[low].loss) {
      bracket[1 - low] = now;
      low = bracket[0].loss <= bracket[1].loss ? 0 : 1;
      continue;
    }
    if (is_flat(now)) return now;
    if (now.slope * (bracket[1 - low].t - bracket[low].t) >= 0) bracket[1 - low] = bracket[low];
    bracket[low] = now;
  }
  return bracket[low];
}

}  // namespace

LBFGS::Point LBFGS::probe(const LossClosure& closure, double t, const Tensor& direction,
                          const std::vector<Tensor>& start) const {
  for (size_t i = 0; i < start.size(); ++i) Tensor(param_groups_[0].params()[i]).copy_(start[i]);
  move(t, direction);
  Point at;
  at.t = t;
  at.loss = evaluate(closure);
  at.grad = flat_grad();
  at.slope = product(at.grad, direction);
  return at;
}

LBFGS::Point LBFGS::search(const LossClosure& closure, const Point& start, double t, const Tensor& direction,
                           double tolerance_change, int64_t* calls) const {
  std::vector<Tensor> values;
  for (const Tensor& p : param_groups_[0].params()) values.push_back(p.clone(MemoryFormat::Contiguous));
  const auto restore = [&] {
    for (size_t i = 0; i < values.size(); ++i) Tensor(param_groups_[0].params()[i]).copy_(values[i]);
  };
  try {
    Point found = strong_wolfe([&](double at) { return probe(closure, at, direction, values); }, start, t,
                               greatest(direction), tolerance_change, calls);
    restore();
    return found;
  } catch (...) {
    restore();
    throw;
  }
}

Tensor LBFGS::next_direction(const LBFGSOptions& options, LBFGSParamState& state, const Tensor& grad) const {
  if (state.n_iter() == 1) {
    state.old_dirs().clear();
    state.old_stps().clear();
    state.ro().clear();
    state.H_diag(1);
    return grad.neg();
  }
  const Tensor change = grad - state.prev_flat_grad(), step = state.d() * state.t();
  const double curvature = product(change, step);
  if (curvature > 1e-10) {
    if (state.old_dirs().size() >= static_cast<size_t>(options.history_size())) {
      state.old_dirs().erase(state.old_dirs().begin());
      state.old_stps().erase(state.old_stps().begin());
      state.ro().erase(state.ro().begin());
    }
    state.old_dirs().push_back(change);
    state.old_stps().push_back(step);
    state.ro().push_back(1 / curvature);
    state.H_diag(curvature / product(change, change));
  }
  // The two loops of the product with the approximate inverse Hessian.
  const size_t n = state.old_dirs().size();
  std::vector<double> al(n);
  Tensor q = grad.neg();
  for (size_t i = n; i-- > 0;) {
    al[i] = product(state.old_stps()[i], q) * state.ro()[i];
    q.add_(state.old_dirs()[i], -al[i]);
  }
  q.mul_(state.H_diag());
  for (size_t i = 0; i < n; ++i) q.add_(state.old_stps()[i], al[i] - product(state.old_dirs()[i], q) * state.ro()[i]);
  return q;
}

Tensor LBFGS::step(LossClosure closure) {
  TORCHPP_RECORD_USER_SCOPE("Optimizer.step#LBFGS.step");
  ++step_calls_;
  TORCHPP_CHECK(closure, "LBFGS requires a closure function");
  TORCHPP_CHECK_VALUE(param_groups_.size() == 1, "LBFGS doesn't support per-parameter options (parameter groups)");
  TORCHPP_CHECK_VALUE(!param_groups_[0].params().empty(),
                      "LBFGS: got a group without parameters, expected at least one");
  const NoGradGuard no_grad;
  check_parameters();
  const auto& options = static_cast<const LBFGSOptions&>(param_groups_[0].options());
  const Tensor& first = param_groups_[0].params()[0];
  if (state_.find(first) == nullptr) state_.set(first, make_state());
  auto& state = static_cast<LBFGSParamState&>(*state_.find(first));

  Tensor first_loss;
  double loss = evaluate(closure, &first_loss);
  int64_t calls = 1;
  state.func_evals(state.func_evals() + 1);
  Tensor grad = flat_grad();
  bool is_least = greatest(grad) <= options.tolerance_grad();
  const int64_t most_calls = options.max_eval().value_or(options.max_iter() * 5 / 4);
  for (int64_t i = 1; i <= options.max_iter() && !is_least; ++i) {
    state.n_iter(state.n_iter() + 1);
    const Tensor direction = next_direction(options, state, grad);
    state.d(direction);
    state.prev_flat_grad(grad);
    state.prev_loss(loss);
    double t =
        state.n_iter() == 1 ? std::min(1.0, 1 / grad.abs().sum().item().toDouble()) * options.lr() : options.lr();
    const double slope = product(grad, direction);
    state.t(t);
    if (slope > -options.tolerance_change()) break;
    int64_t called = 0;
    if (options.line_search_fn()) {
      const Point found = search(closure, {0, loss, grad, slope}, t, direction, options.tolerance_change(), &called);
      loss = found.loss;
      grad = found.grad;
      state.t(t = found.t);
      move(t, direction);
    } else {
      move(t, direction);
      if (i != options.max_iter()) {  // the last loss is not needed
        loss = evaluate(closure);
        grad = flat_grad();
        called = 1;
      }
    }
    is_least = greatest(grad) <= options.tolerance_grad();
    calls += called;
    state.func_evals(state.func_evals() + called);
    if (calls >= most_calls || greatest(direction) * std::abs(t) <= options.tolerance_change() ||
        std::abs(loss - state.prev_loss()) < options.tolerance_change())
      break;
  }
  return first_loss;
}

template class OptimizerCloneableOptions<LBFGSOptions>;
template class OptimizerCloneableParamState<LBFGSParamState>;

}  // namespace torchpp::optim

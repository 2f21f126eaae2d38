// SPDX-License-Identifier: BSD-3-Clause
// Every tensor counts as a list of real numbers here, a complex element as two; so one rule serves real and complex
// functions: the gradient of Re(y) comes from the incoming gradient 1, that of Im(y) from i.
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/autograd/gradcheck.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>

#include <algorithm>
#include <cmath>

#include "src/ops/generated/creation.h"

namespace torchpp::autograd {

namespace {

using Numbers = std::vector<double>;

Numbers read(const Tensor& t) {
  const NoGradGuard no_grad;
  const bool complex = t.is_complex();
  const Tensor d = t.detach().resolve_conj().resolve_neg().to(Device(kCPU)).to(complex ? kComplexDouble : kDouble);
  const Tensor flat = d.contiguous();
  const auto* p = static_cast<const double*>(flat.data_ptr());
  return Numbers(p, p + flat.numel() * (complex ? 2 : 1));
}

// A dense tensor of these sizes and type that holds the numbers.
Tensor make(const Tensor& like, const Numbers& numbers) {
  const Tensor flat = op::empty(like.sizes(), TensorOptions(like.is_complex() ? kComplexDouble : kDouble), nullopt);
  std::copy(numbers.begin(), numbers.end(), static_cast<double*>(flat.data_ptr()));
  return flat.to(like.dtype()).to(like.device());
}

void write(const Tensor& t, const Numbers& numbers) {
  const NoGradGuard no_grad;
  t.variable_data().copy_(make(t, numbers));  // which counts versions apart: graphs made before stay valid
}

size_t width(const Tensor& t) { return static_cast<size_t>(t.numel()) * (t.is_complex() ? 2 : 1); }

// splitmix64: the same directions in every run.
class Directions {
 public:
  Numbers next(size_t n) {
    Numbers v(n);
    double norm = 0;
    for (double& x : v) {
      x = uniform() * 2 - 1;
      norm += x * x;
    }
    for (double& x : v) x /= norm > 0 ? std::sqrt(norm) : 1;
    return v;
  }

 private:
  double uniform() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
  }
  uint64_t state_ = 1;
};

double dot(const Numbers& a, const Numbers& b) {
  double s = 0;
  for (size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
  return s;
}

class Checker {
 public:
  Checker(const GradcheckFunction& fn, const variable_list& inputs, const GradcheckOptions& o)
      : fn_(fn), o_(o), inputs_(inputs) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const Tensor& t = inputs_[i];
      if (!t.defined() || !t.requires_grad()) continue;
      if (t.dtype() != kDouble && t.dtype() != kComplexDouble)
        TORCHPP_WARN_ONCE("gradcheck: input ", i, " is ", t.dtype(),
                          "; finite differences need double precision and will likely fail");
      for (int64_t d = 0; d < t.dim(); ++d)
        TORCHPP_CHECK(t.size(d) <= 1 || t.stride(d) != 0, "gradcheck: input ", i,
                      " has a dimension of stride 0, elements that share memory cannot be changed one by one");
      checked_.push_back(i);
    }
    TORCHPP_CHECK_VALUE(!checked_.empty(),
                        "gradcheck expects at least one input tensor to require gradient, but none of them do");
  }

  void run() {
    outputs_ = differentiable_outputs(fn_(inputs_));
    TORCHPP_CHECK(!outputs_.empty(), "gradcheck: no output of the function requires grad");
    if (o_.fast_mode) check_fast();
    else check_slow();
    if (o_.check_backward_ad) check_determinism();
    if (o_.check_backward_ad && o_.check_undefined_grad) check_undefined();
  }

 private:
  struct Output {
    Tensor tensor;
    size_t position;
  };

  std::vector<Output> differentiable_outputs(const variable_list& all) const {
    std::vector<Output> list;
    for (size_t k = 0; k < all.size(); ++k)
      if (all[k].defined() && isDifferentiableType(all[k].dtype()) && (all[k].requires_grad() || !o_.check_backward_ad))
        list.push_back({all[k], k});
    return list;
  }

  // The outputs at inputs of which one is moved.
  std::vector<Numbers> values() {
    const NoGradGuard no_grad;
    const variable_list all = fn_(inputs_);
    std::vector<Numbers> list;
    for (const Output& o : outputs_) list.push_back(read(all[o.position]));
    return list;
  }
  std::vector<Numbers> difference(size_t input, const Numbers& direction) {
    const Tensor& t = inputs_[input];
    const Numbers at = read(t);
    auto moved = [&](double by) {
      Numbers x = at;
      for (size_t i = 0; i < x.size(); ++i) x[i] += by * direction[i];
      write(t, x);
      return values();
    };
    std::vector<Numbers> up = moved(o_.eps);
    const std::vector<Numbers> down = moved(-o_.eps);
    write(t, at);
    for (size_t k = 0; k < up.size(); ++k)
      for (size_t i = 0; i < up[k].size(); ++i) up[k][i] = (up[k][i] - down[k][i]) / (2 * o_.eps);
    return up;
  }

  variable_list checked_inputs() const {
    variable_list list;
    for (size_t i : checked_) list.push_back(inputs_[i]);
    return list;
  }

  // Gradients of one output, weighted.
  std::vector<Numbers> gradients(size_t k, const Numbers& weights) {
    const Tensor& y = outputs_[k].tensor;
    const variable_list grads = autograd::grad({y}, checked_inputs(), {make(y, weights)}, true, false, true);
    std::vector<Numbers> list;
    for (size_t i = 0; i < grads.size(); ++i) {
      const Tensor& x = inputs_[checked_[i]];
      if (!grads[i].defined()) {
        list.emplace_back(width(x), 0.0);
        continue;
      }
      TORCHPP_CHECK(grads[i].sizes() == x.sizes(), "gradcheck: the gradient of input ", checked_[i], " has size ",
                    grads[i].sizes(), ", the input ", x.sizes());
      TORCHPP_CHECK(!o_.check_grad_dtypes || grads[i].dtype() == x.dtype(), "gradcheck: the gradient of input ",
                    checked_[i], " is ", grads[i].dtype(), ", the input ", x.dtype());
      list.push_back(read(grads[i]));
    }
    return list;
  }

  // Tangents of the outputs for one input's tangent.
  std::vector<Numbers> tangents(size_t input, const Numbers& direction) {
    const forward_ad::DualLevel level;
    variable_list duals = inputs_;
    duals[input] = forward_ad::make_dual(inputs_[input], make(inputs_[input], direction));
    const variable_list all = fn_(duals);
    std::vector<Numbers> list;
    for (const Output& o : outputs_) {
      const Tensor t = all[o.position]._fw_grad(0);
      list.push_back(t.defined() ? read(t) : Numbers(width(o.tensor), 0.0));
    }
    return list;
  }

  bool close(double a, double numerical) const {
    return std::abs(a - numerical) <= o_.atol + o_.rtol * std::abs(numerical) ||
           (std::isnan(a) && std::isnan(numerical));
  }

  void check_slow() {
    for (size_t c = 0; c < checked_.size(); ++c) {
      const size_t n = width(inputs_[checked_[c]]);
      // numerical[j][k]: derivatives of output k along element j
      std::vector<std::vector<Numbers>> numerical(n);
      for (size_t j = 0; j < n; ++j) {
        Numbers unit(n, 0.0);
        unit[j] = 1;
        numerical[j] = difference(checked_[c], unit);
        if (o_.check_forward_ad) compare_columns("forward mode", c, j, tangents(checked_[c], unit), numerical[j]);
      }
      if (!o_.check_backward_ad) continue;
      for (size_t k = 0; k < outputs_.size(); ++k)
        for (size_t m = 0; m < width(outputs_[k].tensor); ++m) {
          Numbers unit(width(outputs_[k].tensor), 0.0);
          unit[m] = 1;
          const Numbers row = gradients(k, unit)[c];
          for (size_t j = 0; j < n; ++j)
            TORCHPP_CHECK(close(row[j], numerical[j][k][m]), "Jacobian mismatch for output ", outputs_[k].position,
                          " with respect to input ", checked_[c], ": d out[", m, "] / d in[", j,
                          "], numerical: ", numerical[j][k][m], " analytical: ", row[j]);
        }
    }
  }

  void compare_columns(const char* mode, size_t c, size_t j, const std::vector<Numbers>& got,
                       const std::vector<Numbers>& numerical) const {
    for (size_t k = 0; k < got.size(); ++k)
      for (size_t m = 0; m < got[k].size(); ++m)
        TORCHPP_CHECK(close(got[k][m], numerical[k][m]), "Jacobian mismatch in ", mode, " for output ",
                      outputs_[k].position, " with respect to input ", checked_[c], ": d out[", m, "] / d in[", j,
                      "], numerical: ", numerical[k][m], " analytical: ", got[k][m]);
  }

  void check_fast() {
    Directions random;
    for (size_t c = 0; c < checked_.size(); ++c) {
      const Numbers u = random.next(width(inputs_[checked_[c]]));
      const std::vector<Numbers> numerical = difference(checked_[c], u);
      const std::vector<Numbers> forward = o_.check_forward_ad ? tangents(checked_[c], u) : numerical;
      for (size_t k = 0; k < outputs_.size(); ++k) {
        const Numbers v = random.next(width(outputs_[k].tensor));
        const double n = dot(numerical[k], v);
        TORCHPP_CHECK(close(dot(forward[k], v), n), "Jacobian mismatch in forward mode for output ",
                      outputs_[k].position, " with respect to input ", checked_[c],
                      " in a random direction, numerical: ", n, " analytical: ", dot(forward[k], v));
        if (!o_.check_backward_ad) continue;
        const double a = dot(gradients(k, v)[c], u);
        TORCHPP_CHECK(close(a, n), "Jacobian mismatch for output ", outputs_[k].position, " with respect to input ",
                      checked_[c], " in a random direction, numerical: ", n, " analytical: ", a);
      }
    }
  }

  void check_determinism() {
    Directions random;
    for (size_t k = 0; k < outputs_.size(); ++k) {
      const Numbers v = random.next(width(outputs_[k].tensor));
      const auto once = gradients(k, v), again = gradients(k, v);
      for (size_t c = 0; c < once.size(); ++c)
        for (size_t j = 0; j < once[c].size(); ++j)
          TORCHPP_CHECK(once[c][j] == again[c][j] || std::abs(once[c][j] - again[c][j]) <= o_.nondet_tol ||
                            std::isnan(once[c][j]),
                        "Backward is not reentrant, i.e., running backward with same input and grad_output multiple "
                        "times gives different values: output ",
                        outputs_[k].position, ", input ", checked_[c], ", element ", j, ": ", once[c][j], " and ",
                        again[c][j], ", allowed difference ", o_.nondet_tol);
    }
  }

  // Lets nothing through.
  struct Undefined : Node {
    std::string name() const override { return "UndefinedGrad"; }

   protected:
    variable_list apply(variable_list&&) override { return variable_list(num_outputs()); }
  };

  void check_undefined() {
    std::vector<std::vector<size_t>> subsets;
    for (size_t k = 0; k < outputs_.size(); ++k) subsets.push_back({k});
    if (outputs_.size() > 1) {
      subsets.emplace_back();
      for (size_t k = 0; k < outputs_.size(); ++k) subsets.back().push_back(k);
    }
    for (const auto& subset : subsets) {
      variable_list roots, weights;
      for (size_t k : subset) {
        const Tensor& y = outputs_[k].tensor;
        auto stop = make_intrusive<Undefined>();
        stop->set_next_edges({gradient_edge(y)});
        const Tensor root = y.detach();
        create_gradient_edge(root, stop);
        roots.push_back(root);
        weights.push_back(make(y, Numbers(width(y), 1.0)));
      }
      const variable_list grads = autograd::grad(roots, checked_inputs(), weights, true, false, true);
      for (const Tensor& g : grads) {
        const Numbers values = g.defined() ? read(g) : Numbers();
        TORCHPP_CHECK(std::all_of(values.begin(), values.end(), [](double x) { return x == 0; }),
                      "gradcheck: expected backward function to handle undefined output grads, as zeros");
      }
    }
  }

  const GradcheckFunction& fn_;
  const GradcheckOptions& o_;
  variable_list inputs_;
  std::vector<size_t> checked_;
  std::vector<Output> outputs_;
};

}  // namespace

bool gradcheck(const GradcheckFunction& fn, const variable_list& inputs, const GradcheckOptions& options) {
  try {
    const AutoGradMode on(true);
    Checker(fn, inputs, options).run();
    return true;
  } catch (const Error&) {
    if (options.raise_exception) throw;
    return false;
  }
}

bool gradgradcheck(const GradcheckFunction& fn, const variable_list& inputs, const variable_list& grad_outputs,
                   const GradcheckOptions& options) {
  variable_list weights = grad_outputs;
  std::vector<size_t> positions;  // of the outputs that have a gradient
  const variable_list outputs = fn(inputs);
  Directions random;
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (!outputs[k].defined() || !outputs[k].requires_grad()) continue;
    positions.push_back(k);
    if (!grad_outputs.empty()) continue;
    const Tensor w = make(outputs[k].detach(), random.next(width(outputs[k])));
    weights.push_back(w.requires_grad_());
  }
  variable_list all = inputs;
  all.insert(all.end(), weights.begin(), weights.end());
  const size_t n = inputs.size();
  const GradcheckFunction gradient = [&, n](const variable_list& args) {
    const AutoGradMode on(true);
    const variable_list x(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(n));
    const variable_list w(args.begin() + static_cast<std::ptrdiff_t>(n), args.end());
    variable_list y, wanted;
    const variable_list values = fn(x);
    for (size_t k : positions) y.push_back(values[k]);
    for (const Tensor& t : x)
      if (t.defined() && t.requires_grad()) wanted.push_back(t);
    variable_list grads = autograd::grad(y, wanted, w, true, true, true);
    variable_list present;
    for (Tensor& g : grads)
      if (g.defined() && g.requires_grad()) present.push_back(std::move(g));
    return present;
  };
  // Gradients that depend on nothing, such as the zeros of a step function, have nothing to differentiate.
  if (gradient(all).empty()) return true;
  return gradcheck(gradient, all, options);
}

}  // namespace torchpp::autograd

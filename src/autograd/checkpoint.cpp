// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/checkpoint.h>
#include <torchpp/autograd/function.h>
#include <torchpp/autograd/saved_tensor_hooks.h>
#include <torchpp/core/generator.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>

#include "src/autograd/meta.h"
#include "src/core/thread_state.h"

namespace torchpp::autograd {

namespace {

// The random numbers and modes that the first run saw.
class Conditions {
 public:
  explicit Conditions(bool preserve_rng)
      : preserve_rng_(preserve_rng), included_(thread_state.included), guarded_(thread_state.guarded) {
    if (preserve_rng_) state_ = locked_state();
  }

  /// Sets them while it stands.
  class Scope {
   public:
    explicit Scope(const Conditions& c)
        : conditions_(c), included_(thread_state.included), guarded_(thread_state.guarded) {
      thread_state.included = c.included_;
      thread_state.guarded = c.guarded_;
      thread_state.refresh();
      if (!c.preserve_rng_) return;
      outer_ = locked_state();
      set_locked_state(c.state_);
    }
    ~Scope() {
      thread_state.included = included_;
      thread_state.guarded = guarded_;
      thread_state.refresh();
      if (conditions_.preserve_rng_) set_locked_state(outer_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const Conditions& conditions_;
    DispatchKeySet included_, guarded_;
    std::vector<uint8_t> outer_;
  };

 private:
  static std::vector<uint8_t> locked_state() {
    Generator& g = default_generator();
    GeneratorMutex& m = g.mutex();
    m.lock();
    std::vector<uint8_t> state = g.get_state();
    m.unlock();
    return state;
  }
  static void set_locked_state(const std::vector<uint8_t>& state) {
    Generator& g = default_generator();
    GeneratorMutex& m = g.mutex();
    m.lock();
    g.set_state(state);
    m.unlock();
  }

  bool preserve_rng_;
  DispatchKeySet included_, guarded_;
  std::vector<uint8_t> state_;
};

// What the second run needs, kept by the node.
struct Recipe : intrusive_ptr_target {
  Recipe(CheckpointFunction f, bool preserve_rng) : fn(std::move(f)), conditions(preserve_rng) {}
  CheckpointFunction fn;
  Conditions conditions;
};

variable_list detached(const variable_list& inputs) {
  variable_list list;
  for (const Tensor& t : inputs) {
    list.push_back(t.defined() ? t.detach() : Tensor());
    if (t.defined() && t.requires_grad()) list.back().requires_grad_();
  }
  return list;
}

struct Reentrant : Function<Reentrant> {
  static variable_list forward(AutogradContext* ctx, const intrusive_ptr<Recipe>& recipe, const variable_list& inputs) {
    ctx->saved_data["recipe"] = IValue::object(recipe);
    ctx->save_for_backward(inputs);
    return recipe->fn(inputs);
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    TORCHPP_CHECK(!backward_is_selective(),
                  "Checkpointing is not compatible with .grad() or when an `inputs` parameter is "
                  "passed to .backward(). Please use .backward() and do not pass its `inputs` argument, or "
                  "use_reentrant = false.");
    const auto& recipe = static_cast<const Recipe&>(*ctx->saved_data.at("recipe").toObject());
    const variable_list inputs = detached(ctx->get_saved_variables());
    variable_list outputs;
    {
      const Conditions::Scope scope(recipe.conditions);
      const AutoGradMode on(true);
      outputs = recipe.fn(inputs);
    }
    variable_list roots, weights;
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (!outputs[i].defined() || !outputs[i].requires_grad()) continue;
      roots.push_back(outputs[i]);
      weights.push_back(grads[i]);
    }
    TORCHPP_CHECK(!roots.empty(), "none of output has requires_grad=True, this checkpoint() is not necessary");
    autograd::backward(roots, weights);
    variable_list result(1);  // the recipe's place
    for (const Tensor& t : inputs) result.push_back(t.defined() ? t.grad() : Tensor());
    return result;
  }
};

// Without reentrance: saved tensors are replaced by their number; the first that is asked for makes forward run again,
// with hooks that keep what it saves.
struct Recomputed : intrusive_ptr_target {
  Recomputed(CheckpointFunction f, variable_list in, bool preserve_rng)
      : fn(std::move(f)), inputs(std::move(in)), conditions(preserve_rng) {}

  Tensor get(int64_t number) {
    if (kept.empty()) run();
    TORCHPP_CHECK(number < static_cast<int64_t>(kept.size()), "checkpoint: the second run of the function saved ",
                  kept.size(), " tensors, the first one more: it must do the same both times");
    return kept[static_cast<size_t>(number)];
  }

  void run() {
    const Conditions::Scope scope(conditions);
    const AutoGradMode on(true);
    const saved_tensors_hooks hooks(
        [this](const Tensor& t) {
          kept.push_back(t);
          return IValue(int64_t{0});
        },
        [](const IValue&) -> Tensor {
          TORCHPP_FAIL_KIND(kError, "checkpoint: backward was called inside of the checkpointed function");
        });
    fn(detached(inputs));
  }

  CheckpointFunction fn;
  variable_list inputs;
  Conditions conditions;
  std::vector<Tensor> kept;
  int64_t count = 0;
};

variable_list checkpoint_without_reentrance(const CheckpointFunction& fn, const variable_list& inputs,
                                            const CheckpointOptions& options) {
  const auto again = make_intrusive<Recomputed>(fn, inputs, options.preserve_rng_state);
  const saved_tensors_hooks hooks([again](const Tensor&) { return IValue(again->count++); },
                                  [again](const IValue& number) { return again->get(number.toInt()); });
  return fn(inputs);
}

}  // namespace

variable_list checkpoint(const CheckpointFunction& fn, const variable_list& inputs, const CheckpointOptions& options) {
  if (!options.use_reentrant) return checkpoint_without_reentrance(fn, inputs, options);
  bool any = false;
  for (const Tensor& t : inputs) any = any || (t.defined() && t.requires_grad());
  if (!any && GradMode::is_enabled())
    TORCHPP_WARN("checkpoint: None of the inputs have requires_grad=True. Gradients will be undefined");
  return Reentrant::apply(make_intrusive<Recipe>(fn, options.preserve_rng_state), inputs);
}

Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& input,
                  const CheckpointOptions& options) {
  return checkpoint([fn](const variable_list& in) { return variable_list{fn(in[0])}; }, variable_list{input},
                    options)[0];
}

Tensor checkpoint_sequential(const std::vector<std::function<Tensor(const Tensor&)>>& functions, int64_t segments,
                             const Tensor& input, const CheckpointOptions& options) {
  TORCHPP_CHECK(segments > 0 && segments <= static_cast<int64_t>(functions.size()), "checkpoint_sequential: got ",
                segments, " segments for ", functions.size(), " functions");
  const auto run = [&functions](size_t begin, size_t end) {
    return [list = std::vector<std::function<Tensor(const Tensor&)>>(
                functions.begin() + static_cast<std::ptrdiff_t>(begin),
                functions.begin() + static_cast<std::ptrdiff_t>(end))](const Tensor& x) {
      Tensor y = x;
      for (const auto& f : list) y = f(y);
      return y;
    };
  };
  const size_t length = functions.size() / static_cast<size_t>(segments);
  Tensor x = input;
  size_t at = 0;
  for (int64_t s = 0; s + 1 < segments; ++s, at += length)
    x = checkpoint(std::function<Tensor(const Tensor&)>(run(at, at + length)), x, options);
  return run(at, functions.size())(x);
}

}  // namespace torchpp::autograd

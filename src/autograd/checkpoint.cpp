// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/checkpoint.h>
#include <torchpp/autograd/function.h>
#include <torchpp/autograd/saved_tensor_hooks.h>
#include <torchpp/core/generator.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/log.h>

#include <mutex>

#include "src/autograd/meta.h"
#include "src/core/thread_state.h"
#include "src/ops/random_rules.h"

namespace torchpp::autograd {

namespace {

// The random numbers and modes that the first run saw.
class Conditions {
 public:
  Conditions(bool preserve_rng, const variable_list& inputs)
      : included_(thread_state.included), guarded_(thread_state.guarded), autocast_(thread_state.autocast) {
    autocast_.caches = false;  // what the second run keeps would stay beyond its region
    if (!preserve_rng) return;
    add(Device(kCPU));
    for (const Tensor& t : inputs)
      if (t.defined() && !t.is_cpu() && !t.is_meta()) add(t.device());
  }

  /// Restores the saved states while it lives. The generators belong to the process, so only one scope with random
  /// numbers exists at a time: backward calls of other threads wait.
  class Scope {
   public:
    explicit Scope(const Conditions& c)
        : conditions_(c),
          included_(thread_state.included),
          guarded_(thread_state.guarded),
          autocast_(thread_state.autocast) {
      if (!c.random_.empty()) {
        one_at_a_time().lock();
        for (const Random& r : c.random_) {
          outer_.push_back(state_of(r.generator));
          set_state_of(r.generator, r.state);
        }
      }
      thread_state.included = c.included_;
      thread_state.guarded = c.guarded_;
      thread_state.autocast = c.autocast_;
      thread_state.refresh();
    }
    ~Scope() {
      thread_state.included = included_;
      thread_state.guarded = guarded_;
      thread_state.autocast = autocast_;
      thread_state.refresh();
      if (conditions_.random_.empty()) return;
      for (size_t i = 0; i < outer_.size(); ++i) set_state_of(conditions_.random_[i].generator, outer_[i]);
      one_at_a_time().unlock();
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    // Recursive: the function may go backward through a checkpoint of its own.
    static std::recursive_mutex& one_at_a_time() {
      static std::recursive_mutex& mutex = *new std::recursive_mutex;
      return mutex;
    }
    const Conditions& conditions_;
    DispatchKeySet included_, guarded_;
    AutocastState autocast_;
    std::vector<std::vector<uint8_t>> outer_;
  };

 private:
  struct Random {
    Generator generator;
    std::vector<uint8_t> state;
  };

  static std::vector<uint8_t> state_of(const Generator& g) {
    const std::lock_guard<GeneratorMutex> lock(g.mutex());
    return g.state_bytes();
  }
  static void set_state_of(Generator g, const std::vector<uint8_t>& state) {
    const std::lock_guard<GeneratorMutex> lock(g.mutex());
    g.set_state(state);
  }
  void add(Device device) {
    const Generator none;
    const Generator& g = generator_for(none, device);
    for (const Random& r : random_)
      if (r.generator == g) return;
    random_.push_back({g, state_of(g)});
  }

  DispatchKeySet included_, guarded_;
  AutocastState autocast_;
  std::vector<Random> random_;
};

// Detects writes into the inputs, after which the second run would give other results. The function itself may change
// inputs that need no gradient (running statistics), in both runs.
class InputVersions {
 public:
  /// Before the first run.
  explicit InputVersions(const variable_list& inputs) { note(inputs); }
  /// After it.
  void note_first_run(const variable_list& inputs) {
    const std::vector<uint32_t> before = std::move(versions_);
    note(inputs);
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].defined() && inputs[i].requires_grad()) versions_[i] = before[i];
  }
  /// Before the second run.
  void check(const variable_list& inputs) const {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Tensor& t = inputs[i];
      TORCHPP_CHECK(!t.defined() || version_of(t) == versions_[i],
                    "checkpoint: one of the variables needed for gradient computation has been modified by an inplace "
                    "operation: input ",
                    i, " [", t.dtype(), " ", t.sizes(), "] is at version ", version_of(t), "; expected version ",
                    versions_[i], " instead. The function is run again in backward and must find what it found first.");
    }
  }

 private:
  static uint32_t version_of(const Tensor& t) { return t.is_inference() ? 0 : t.impl()->version_counter().value(); }
  void note(const variable_list& inputs) {
    versions_.clear();
    for (const Tensor& t : inputs) versions_.push_back(t.defined() ? version_of(t) : 0);
  }
  std::vector<uint32_t> versions_;
};

variable_list detached(const variable_list& inputs) {
  variable_list list;
  for (const Tensor& t : inputs) {
    list.push_back(t.defined() ? t.detach() : Tensor());
    if (t.defined() && t.requires_grad()) list.back().requires_grad_();
  }
  return list;
}

// The arguments and modes of the second run, kept by the node.
struct Recipe : intrusive_ptr_target {
  Recipe(CheckpointFunction f, bool preserve_rng, const variable_list& inputs)
      : fn(std::move(f)), conditions(preserve_rng, inputs), versions(inputs) {}
  CheckpointFunction fn;
  Conditions conditions;
  InputVersions versions;
};

struct Reentrant : Function<Reentrant> {
  static variable_list forward(AutogradContext* ctx, const intrusive_ptr<Recipe>& recipe, const variable_list& inputs) {
    ctx->saved_data["recipe"] = IValue::object(recipe);
    ctx->save_for_backward(inputs);
    variable_list outputs = recipe->fn(inputs);
    recipe->versions.note_first_run(inputs);
    return outputs;
  }

  static variable_list backward(AutogradContext* ctx, variable_list grads) {
    TORCHPP_CHECK(!backward_is_selective(),
                  "Checkpointing is not compatible with .grad() or when an `inputs` parameter is "
                  "passed to .backward(). Please use .backward() and do not pass its `inputs` argument, or "
                  "use_reentrant = false.");
    const auto& recipe = static_cast<const Recipe&>(*ctx->saved_data.at("recipe").toObject());
    const variable_list saved = ctx->get_saved_variables(), inputs = detached(saved);
    recipe.versions.check(saved);
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

// Non-reentrant checkpoint: a saved tensor is replaced by its index. Unpacking the first of them runs forward again,
// with hooks that keep the tensors that it saves.
struct Recomputed : intrusive_ptr_target {
  // The inputs are kept without their history: where the function writes one in place, that history has nodes whose
  // saved tensors keep this object.
  Recomputed(CheckpointFunction f, const variable_list& in, bool preserve_rng)
      : fn(std::move(f)), inputs(detached(in)), conditions(preserve_rng, inputs), versions(inputs) {}

  Tensor get(int64_t number) {
    const std::lock_guard<std::mutex> lock(mutex);  // backward calls of several threads may share the graph
    if (!done) run();
    TORCHPP_CHECK(number < static_cast<int64_t>(kept.size()), "checkpoint: the second run of the function saved ",
                  kept.size(), " tensors, the first one more: it must do the same both times");
    return kept[static_cast<size_t>(number)];
  }

  void run() {
    versions.check(inputs);
    const Conditions::Scope scope(conditions);
    const AutoGradMode on(true);
    std::vector<Tensor> saved;  // thrown away when the function throws
    {
      const saved_tensors_hooks hooks(
          [&saved](const Tensor& t) {
            saved.push_back(t);
            return IValue(int64_t{0});
          },
          [](const IValue&) -> Tensor {
            TORCHPP_FAIL_KIND(kError, "checkpoint: backward was called inside of the checkpointed function");
          });
      fn(detached(inputs));
    }
    kept = std::move(saved);
    done = true;
  }

  CheckpointFunction fn;
  variable_list inputs;
  Conditions conditions;
  InputVersions versions;
  int64_t count = 0;
  std::mutex mutex;  // guards what follows
  bool done = false;
  std::vector<Tensor> kept;
};

variable_list checkpoint_without_reentrance(const CheckpointFunction& fn, const variable_list& inputs,
                                            const CheckpointOptions& options) {
  const auto again = make_intrusive<Recomputed>(fn, inputs, options.preserve_rng_state);
  const saved_tensors_hooks hooks([again](const Tensor&) { return IValue(again->count++); },
                                  [again](const IValue& number) { return again->get(number.toInt()); });
  variable_list outputs = fn(inputs);
  again->versions.note_first_run(inputs);
  return outputs;
}

}  // namespace

variable_list checkpoint(const CheckpointFunction& fn, const variable_list& inputs, const CheckpointOptions& options) {
  if (!options.use_reentrant) return checkpoint_without_reentrance(fn, inputs, options);
  bool any = false;
  for (const Tensor& t : inputs) any = any || (t.defined() && t.requires_grad());
  if (!any && GradMode::is_enabled())
    TORCHPP_WARN("checkpoint: None of the inputs have requires_grad=True. Gradients will be undefined");
  return Reentrant::apply(make_intrusive<Recipe>(fn, options.preserve_rng_state, inputs), inputs);
}

Tensor checkpoint(const Callable<Tensor(const Tensor&)>& fn, const Tensor& input, const CheckpointOptions& options) {
  return checkpoint([fn](const variable_list& in) { return variable_list{fn(in[0])}; }, variable_list{input},
                    options)[0];
}

Tensor checkpoint_sequential(const std::vector<Callable<Tensor(const Tensor&)>>& functions, int64_t segments,
                             const Tensor& input, const CheckpointOptions& options) {
  TORCHPP_CHECK(segments > 0 && segments <= static_cast<int64_t>(functions.size()), "checkpoint_sequential: got ",
                segments, " segments for ", functions.size(), " functions");
  const auto run = [&functions](size_t begin, size_t end) {
    return [list = std::vector<Callable<Tensor(const Tensor&)>>(functions.begin() + static_cast<std::ptrdiff_t>(begin),
                                                                functions.begin() + static_cast<std::ptrdiff_t>(end))](
               const Tensor& x) {
      Tensor y = x;
      for (const auto& f : list) y = f(y);
      return y;
    };
  };
  const size_t length = functions.size() / static_cast<size_t>(segments);
  Tensor x = input;
  size_t at = 0;
  for (int64_t s = 0; s + 1 < segments; ++s, at += length)
    x = checkpoint(Callable<Tensor(const Tensor&)>(run(at, at + length)), x, options);
  return run(at, functions.size())(x);
}

}  // namespace torchpp::autograd

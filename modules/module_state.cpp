// SPDX-License-Identifier: BSD-3-Clause
// Saving and loading: archives and state dictionaries.
#include <torchpp/core/grad_mode.h>
#include <torchpp/nn/load_state.h>
#include <torchpp/nn/modules/lazy.h>

#include <unordered_set>

#include "modules/module_private.h"

namespace torchpp::nn {

using Access = ModuleAccess;

// ---- archives

void Module::save(serialize::OutputArchive& archive) const {
  for (const auto& parameter : named_parameters(false)) archive.write(parameter.key(), parameter.value());
  for (const auto& buffer : named_buffers(false)) archive.write(buffer.key(), buffer.value(), /*is_buffer=*/true);
  for (const auto& child : family_.children()) {
    if (!child.value()->is_serializable()) continue;
    serialize::OutputArchive nested;
    child.value()->save(nested);
    archive.write(child.key(), nested);
  }
}

namespace {

// Restores the data of all tensors of a module when it is destroyed, unless dismiss() was called: load() that fails
// half-way leaves the module unchanged.
class Rollback {
 public:
  explicit Rollback(Module& module) {
    detail::for_each_tensor(module, [&](Tensor& tensor) { saved_.emplace_back(tensor, tensor.variable_data()); });
  }
  ~Rollback() {
    NoGradGuard no_grad;
    for (const auto& [tensor, data] : saved_) tensor.set_data(data);
  }
  void dismiss() { saved_.clear(); }
  Rollback(const Rollback&) = delete;
  Rollback& operator=(const Rollback&) = delete;

 private:
  std::vector<std::pair<Tensor, Tensor>> saved_;
};

// The module if its tensors take over the sizes of what is loaded.
LazyModule* uninitialized(Module& module) {
  auto* lazy = dynamic_cast<LazyModule*>(&module);
  return lazy != nullptr && lazy->has_uninitialized_params() ? lazy : nullptr;
}

void load_tensor(serialize::InputArchive& archive, const std::string& name, Tensor& tensor, bool is_buffer, bool lazy) {
  Tensor found;
  archive.read(name, found, is_buffer);
  TORCHPP_CHECK(lazy || found.sizes() == tensor.sizes(), "size mismatch for ", archive.prefix(), name,
                ": the archive has ", found.sizes(), ", the module expects ", tensor.sizes());
  tensor.set_data(found);
}

}  // namespace

void Module::load(serialize::InputArchive& archive) {
  // Only the outermost call restores: it covers the modules below.
  optional<Rollback> rollback;
  if (archive.prefix().empty()) rollback.emplace(*this);
  NoGradGuard no_grad;
  LazyModule* const lazy = uninitialized(*this);
  for (auto& item : parameters_)
    if (item.value().defined()) load_tensor(archive, item.key(), item.value(), false, lazy != nullptr);
  for (auto& item : buffers_)
    if (item.value().defined()) load_tensor(archive, item.key(), item.value(), true, lazy != nullptr);
  if (lazy != nullptr) lazy->adopt_sizes();
  for (auto& child : family_.children()) {
    if (!child.value()->is_serializable()) continue;
    serialize::InputArchive nested = archive.nested(child.key());
    child.value()->load(nested);
  }
  if (rollback) rollback->dismiss();
}

bool Module::is_serializable() const { return true; }

serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const std::shared_ptr<Module>& module) {
  TORCHPP_CHECK(module != nullptr, "Cannot serialize empty module");
  module->save(archive);
  return archive;
}

serialize::InputArchive& operator>>(serialize::InputArchive& archive, const std::shared_ptr<Module>& module) {
  TORCHPP_CHECK(module != nullptr, "Cannot deserialize empty module");
  module->load(archive);
  return archive;
}

// ---- state dictionaries

namespace {

const char kExtraState[] = "_extra_state";

// The path of the module whose names have this prefix, which ends with a dot unless the module is the topmost one.
std::string path_of(const std::string& prefix) { return prefix.substr(0, prefix.empty() ? 0 : prefix.size() - 1); }

void write_state(const Module& module, const std::string& prefix, bool keep_vars, StateDict& state) {
  state.versions.insert(path_of(prefix), module.state_version());
  const auto write = [&](const std::string& name, const Tensor& tensor) {
    if (tensor.defined()) state.insert(prefix + name, keep_vars ? tensor : tensor.detach());
  };
  for (const auto& item : Access::parameters(module)) write(item.key(), item.value());
  for (const auto& item : Access::buffers(module))
    if (Access::persistent(module, item.key())) write(item.key(), item.value());
  write(kExtraState, module.get_extra_state());
  for (const auto& child : Access::children(module))
    write_state(*child.value(), prefix + child.key() + ".", keep_vars, state);
  if (const auto* hooks = Access::hooks(module))
    for (const auto& hook : hooks->state_dict.list) hook.function(module, state, prefix);
}

// What load_state_dict is to change, collected first: nothing is changed if anything does not fit.
struct LoadPlan {
  StateDict state;
  LoadReport report;
  std::unordered_set<std::string> used;
  std::vector<std::pair<Tensor, Tensor>> copies;  // to, from
  std::vector<Tensor> absent;                     // of the module that is being planned, which may be missing
  std::vector<std::pair<Module*, Tensor>> extra_states;
  std::vector<LazyModule*> lazy;
};

void plan_tensor(const Module& module, const std::string& prefix, const std::string& name, const Tensor& tensor,
                 bool lazy, LoadPlan& plan) {
  if (!tensor.defined()) return;
  const std::string key = prefix + name;
  const Tensor* source = plan.state.find(key);
  if (source == nullptr || !source->defined()) {
    const int64_t* version = plan.state.versions.find(path_of(prefix));
    const bool older = version == nullptr || *version < module.state_version();
    if (older && Access::may_be_missing(module, name)) plan.absent.push_back(tensor);
    else plan.report.missing_keys.push_back(key);
    return;
  }
  plan.used.insert(key);
  if (!lazy && source->sizes() != tensor.sizes()) {
    plan.report.mismatched_keys.push_back({key, source->sizes().vec(), tensor.sizes().vec()});
  } else {
    plan.copies.emplace_back(tensor, *source);
    plan.report.loaded_keys.push_back(key);
  }
}

void plan_load(Module& module, const std::string& prefix, LoadPlan& plan) {
  if (const auto* hooks = Access::hooks(module))
    for (const auto& hook : hooks->load_pre.list) hook.function(module, plan.state, prefix);
  LazyModule* const lazy = uninitialized(module);
  if (lazy != nullptr) plan.lazy.push_back(lazy);
  const auto plan_own = [&](const std::string& name, const Tensor& tensor) {
    plan_tensor(module, prefix, name, tensor, lazy != nullptr, plan);
  };
  const size_t copies = plan.copies.size();
  for (const auto& item : Access::parameters(module)) plan_own(item.key(), item.value());
  for (const auto& item : Access::buffers(module))
    if (Access::persistent(module, item.key())) plan_own(item.key(), item.value());
  // A dictionary of before this state existed stands for zeros; one without the module leaves it alone.
  if (plan.copies.size() > copies)
    for (const Tensor& tensor : plan.absent)
      plan.copies.emplace_back(tensor, tensor.detach().new_zeros(tensor.sizes()));
  plan.absent.clear();
  const std::string extra = prefix + kExtraState;
  if (module.get_extra_state().defined()) {
    if (const Tensor* state = plan.state.find(extra)) {
      plan.used.insert(extra);
      plan.report.loaded_keys.push_back(extra);
      plan.extra_states.emplace_back(&module, *state);
    } else {
      plan.report.missing_keys.push_back(extra);
    }
  }
  for (const auto& child : Access::children(module)) plan_load(*child.value(), prefix + child.key() + ".", plan);
}

void run_load_post_hooks(Module& module, IncompatibleKeys& keys) {
  for (const auto& child : Access::children(module)) run_load_post_hooks(*child.value(), keys);
  if (const auto* hooks = Access::hooks(module))
    for (const auto& hook : hooks->load_post.list) hook.function(module, keys);
}

std::string quoted_list(const char* what, const std::vector<std::string>& keys) {
  std::string line = std::string("\n\t") + what + " key(s) in state_dict: ";
  for (size_t i = 0; i < keys.size(); ++i) line += (i == 0 ? "\"" : ", \"") + keys[i] + "\"";
  return line + ".";
}

// All that does not fit, a line each; empty if nothing is an error.
std::string errors_of(const LoadReport& report, bool strict, bool skip_mismatched) {
  std::string errors;
  if (strict && !report.unexpected_keys.empty()) errors += quoted_list("Unexpected", report.unexpected_keys);
  if (strict && !report.missing_keys.empty()) errors += quoted_list("Missing", report.missing_keys);
  if (skip_mismatched) return errors;
  for (const LoadReport::Mismatch& m : report.mismatched_keys)
    errors += str("\n\tsize mismatch for ", m.key, ": copying a param with shape ", IntArrayRef(m.got),
                  " from checkpoint, the shape in current model is ", IntArrayRef(m.expected), ".");
  return errors;
}

LoadPlan make_plan(Module& module, StateDict state, bool strict, bool skip_mismatched) {
  LoadPlan plan;
  plan.state = std::move(state);
  plan_load(module, "", plan);
  for (const auto& item : plan.state)
    if (plan.used.count(item.key()) == 0) plan.report.unexpected_keys.push_back(item.key());
  run_load_post_hooks(module, plan.report);
  const std::string errors = errors_of(plan.report, strict, skip_mismatched);
  TORCHPP_CHECK(errors.empty(), "Error(s) in loading state_dict for ", module.name(), ":", errors);
  return plan;
}

void run_plan(const LoadPlan& plan) {
  const NoGradGuard no_grad;
  for (const auto& [to, from] : plan.copies) {
    if (to.sizes() != from.sizes()) to.set_data(to.detach().new_empty(from.sizes()));
    to.copy_(from);
  }
  for (LazyModule* lazy : plan.lazy) lazy->adopt_sizes();
  for (const auto& [module, state] : plan.extra_states) module->set_extra_state(state);
}

// Where a tensor of this name goes; the device it is on if no entry of the map fits.
Device device_of(const std::string& key, Device present, const LoadStateOptions& options) {
  const std::pair<std::string, Device>* best = nullptr;
  for (const auto& entry : options.device_map) {
    const size_t n = entry.first.size();
    const bool fits = n == 0 || (key.compare(0, n, entry.first) == 0 && (key.size() == n || key[n] == '.'));
    if (fits && (best == nullptr || n >= best->first.size())) best = &entry;
  }
  return best != nullptr ? best->second : present;
}

// Moves and converts the module's own tensors, and those below.
void place_tensors(Module& module, const std::string& prefix, const LoadStateOptions& options) {
  for (auto* dict : {&Access::parameters(module), &Access::buffers(module)})
    for (auto& item : *dict) {
      Tensor& tensor = item.value();
      if (!tensor.defined()) continue;
      const ScalarType dtype = options.dtype && tensor.is_floating_point() ? *options.dtype : tensor.scalar_type();
      const Device device = device_of(prefix + item.key(), tensor.device(), options);
      if (dtype != tensor.scalar_type() || device != tensor.device())
        tensor.set_data(tensor.detach().to(device, dtype));
    }
  for (const auto& child : Access::children(module)) place_tensors(*child.value(), prefix + child.key() + ".", options);
}

}  // namespace

void detail::load_planned(Module& module, StateDict state, const LoadStateOptions& options, LoadReport& report) {
  LoadPlan plan = make_plan(module, std::move(state), options.strict, options.skip_mismatched);
  if (options.dtype || !options.device_map.empty()) {
    const NoGradGuard no_grad;
    place_tensors(module, "", options);
  }
  run_plan(plan);
  plan.report.filtered_keys = std::move(report.filtered_keys);
  report = std::move(plan.report);
}

StateDict Module::state_dict(const std::string& prefix, bool keep_vars) const {
  StateDict state("State");
  write_state(*this, prefix, keep_vars, state);
  return state;
}

IncompatibleKeys Module::load_state_dict(const StateDict& state_dict, bool strict) {
  LoadPlan plan = make_plan(*this, state_dict, strict, /*skip_mismatched=*/false);
  run_plan(plan);
  return std::move(plan.report);
}

Tensor Module::get_extra_state() const { return Tensor(); }

void Module::set_extra_state(const Tensor&) {
  TORCHPP_FAIL_KIND(kError, "set_extra_state: ", name(), " has no extra state; it must override get_extra_state too");
}

}  // namespace torchpp::nn

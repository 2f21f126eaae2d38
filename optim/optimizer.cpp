// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>
#include <torchpp/dispatch/record_function.h>
#include <torchpp/ops/creation.h>
#include <torchpp/optim/optimizer.h>
#include <torchpp/serialize/archive.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <unordered_set>

#include "optim/stock.h"
#include "src/autograd/accumulate_grad.h"
#include "src/autograd/successor.h"
#include "src/ops/generated/foreach.h"
#include "src/ops/generated/optim.h"

namespace torchpp::optim {

using torchpp::detail::Owned;

OptimizerParamState::~OptimizerParamState() = default;
OptimizerOptions::~OptimizerOptions() = default;
Optimizer::Optimizer(Optimizer&&) noexcept = default;
Optimizer::~Optimizer() = default;
OptimizerOptions& Optimizer::defaults() { return *defaults_; }
const OptimizerOptions& Optimizer::defaults() const { return *defaults_; }

void FieldVisitor::unlisted(const std::string& class_name) {
  TORCHPP_FAIL_KIND(kNotImplemented, class_name,
                    ": serialize() has not been implemented, nor fields(), from which "
                    "saving, loading and state_dict() follow");
}
void OptimizerParamState::fields(FieldVisitor& visitor) { visitor.unlisted(torchpp::detail::type_name(typeid(*this))); }
void OptimizerOptions::fields(FieldVisitor& visitor) { visitor.unlisted(torchpp::detail::type_name(typeid(*this))); }
namespace {
[[noreturn]] void fail_without_lr(const OptimizerOptions& options, const char* method) {
  TORCHPP_FAIL_KIND(kNotImplemented, torchpp::detail::type_name(typeid(options)), ": ", method,
                    "() has not been overridden, expected of options that have a learning rate");
}
}  // namespace
double OptimizerOptions::get_lr() const { fail_without_lr(*this, "get_lr"); }
void OptimizerOptions::set_lr(double) { fail_without_lr(*this, "set_lr"); }

namespace {

class CloneTensors final : public FieldVisitor {
 public:
  void field(const char*, double&) override {}
  void field(const char*, int64_t&) override {}
  void field(const char*, bool&) override {}
  void field(const char*, Tensor& value) override {
    if (value.defined()) value = value.clone();
  }
  void flat(const char* name, Tensor& value) override { field(name, value); }
  void unlisted(const std::string&) override {}  // the copy shares its tensors, as in libtorch
};

// Writes numbers as 0-dim tensors, because every format can store tensors.
class Save final : public FieldVisitor {
 public:
  explicit Save(serialize::OutputArchive& archive) : archive_(archive) {}
  void field(const char* name, double& value) override { write(name, value, kDouble); }
  void field(const char* name, int64_t& value) override { write(name, value, kLong); }
  void field(const char* name, bool& value) override { write(name, value, kBool); }
  void field(const char* name, Tensor& value) override {
    if (value.defined()) archive_.write(name, value);
  }
  void flat(const char* name, Tensor& value) override { field(name, value); }

 private:
  void write(const char* name, const Scalar& value, ScalarType type) {
    archive_.write(name, torchpp::full({}, value, TensorOptions(type)));
  }
  serialize::OutputArchive& archive_;
};

class Load final : public FieldVisitor {
 public:
  explicit Load(serialize::InputArchive& archive) : archive_(archive) {}
  void field(const char* name, double& value) override { value = read(name).item().toDouble(); }
  void field(const char* name, int64_t& value) override { value = read(name).item().toLong(); }
  void field(const char* name, bool& value) override { value = read(name).item().toBool(); }
  void field(const char* name, Tensor& value) override {
    Tensor t;
    value = archive_.try_read(name, t) ? t : Tensor();
  }
  void flat(const char* name, Tensor& value) override { field(name, value); }
  void later(const char* name, bool& value) override {
    Tensor t;
    if (archive_.try_read(name, t)) field(name, value);
  }

 private:
  Tensor read(const char* name) {
    Tensor t;
    archive_.read(name, t);
    TORCHPP_CHECK(t.numel() == 1, "Optimizer::load: field '", name, "' got a tensor of sizes ", t.sizes(),
                  ", expected one number");
    return t;
  }
  serialize::InputArchive& archive_;
};

// Reads what Load reads of a schedule, and keeps nothing of it.
class CheckSchedule final : public FieldVisitor {
 public:
  explicit CheckSchedule(serialize::InputArchive& archive) : load_(archive) {}
  void field(const char* name, double& value) override {
    double read = value;
    load_.field(name, read);
  }
  void field(const char* name, int64_t& value) override {
    int64_t read = value;
    load_.field(name, read);
    TORCHPP_CHECK(read >= 0 && read <= UINT32_MAX, "scheduler: field '", name, "' got ", read,
                  ", expected a count that fits 32 bits");
  }
  void field(const char* name, bool& value) override {
    bool read = value;
    load_.field(name, read);
  }
  void field(const char* name, Tensor& value) override {
    Tensor read;
    load_.field(name, read);
    TORCHPP_CHECK(read.defined(), "scheduler: the archive has no field '", name, "'");
    TORCHPP_CHECK(read.sizes() == value.sizes() && isFloatingType(read.scalar_type()), "scheduler: field '", name,
                  "' got sizes ", read.sizes(), " and dtype ", read.scalar_type(), ", expected ", value.sizes(),
                  " and a floating dtype");
  }
  void flat(const char* name, Tensor& value) override { field(name, value); }

 private:
  Load load_;
};

// Checks that a loaded state has its parameter's sizes, or as many elements as all parameters, and converts it to the
// parameter's dtype and device.
class Fit final : public FieldVisitor {
 public:
  Fit(const Tensor& parameter, size_t index, int64_t elements)
      : parameter_(parameter), index_(index), elements_(elements) {}
  void field(const char*, double&) override {}
  void field(const char*, int64_t&) override {}
  void field(const char*, bool&) override {}
  void field(const char* name, Tensor& value) override {
    if (!value.defined()) return;
    TORCHPP_CHECK(value.sizes() == parameter_.sizes(), "Optimizer::load: state ", index_, " field '", name,
                  "' got sizes ", value.sizes(), ", expected those of its parameter, ", parameter_.sizes());
    value = value.to(parameter_.device(), parameter_.scalar_type(), false, /*copy=*/true);
  }
  void flat(const char* name, Tensor& value) override {
    if (!value.defined()) return;
    TORCHPP_CHECK(value.dim() > 0 && value.size(-1) == elements_, "Optimizer::load: state ", index_, " field '", name,
                  "' got sizes ", value.sizes(), ", expected a last size of ", elements_,
                  ", the elements of all parameters");
    value = value.to(parameter_.device(), parameter_.scalar_type(), false, /*copy=*/true);
  }

  void unlisted(const std::string&) override {}  // serialize() of such a class made the tensors

 private:
  const Tensor& parameter_;
  size_t index_;
  int64_t elements_;
};

}  // namespace

void OptimizerParamState::clone_tensors() {
  CloneTensors visitor;
  fields(visitor);
}
void fit_state(OptimizerParamState& state, const Tensor& parameter, size_t index, int64_t elements) {
  Fit fit(parameter, index, elements);
  state.fields(fit);
}
int64_t elements_of(const std::vector<OptimizerParamGroup>& groups) {
  int64_t elements = 0;
  for (const OptimizerParamGroup& group : groups)
    for (const Tensor& p : group.params()) elements += p.numel();
  return elements;
}
void save_fields(serialize::OutputArchive& archive, const Callable<void(FieldVisitor&)>& visit) {
  Save visitor(archive);
  visit(visitor);
}
void load_fields(serialize::InputArchive& archive, const Callable<void(FieldVisitor&)>& visit) {
  Load visitor(archive);
  visit(visitor);
}
void load_schedule(serialize::InputArchive& archive, const Callable<void(FieldVisitor&)>& visit) {
  CheckSchedule check(archive);
  visit(check);
  load_fields(archive, visit);
}
void OptimizerParamState::serialize(serialize::OutputArchive& archive) const {
  save_fields(archive, [this](FieldVisitor& v) { const_cast<OptimizerParamState*>(this)->fields(v); });
}
void OptimizerParamState::serialize(serialize::InputArchive& archive) {
  load_fields(archive, [this](FieldVisitor& v) { fields(v); });
}
void OptimizerOptions::serialize(serialize::OutputArchive& archive) const {
  save_fields(archive, [this](FieldVisitor& v) { const_cast<OptimizerOptions*>(this)->fields(v); });
}
void OptimizerOptions::serialize(serialize::InputArchive& archive) {
  load_fields(archive, [this](FieldVisitor& v) { fields(v); });
}

OptimizerParamGroup::OptimizerParamGroup(std::vector<Tensor> params) : params_(std::move(params)) {}
OptimizerParamGroup::OptimizerParamGroup(std::vector<Tensor> params, std::unique_ptr<OptimizerOptions> options)
    : params_(std::move(params)), options_(options.release()) {}
OptimizerParamGroup::OptimizerParamGroup(const OptimizerParamGroup& o)
    : params_(o.params_),
      options_(o.has_options() ? o.options_->clone().release() : nullptr),
      initial_lr_(o.initial_lr_) {}
OptimizerParamGroup::OptimizerParamGroup(OptimizerParamGroup&&) noexcept = default;
OptimizerParamGroup& OptimizerParamGroup::operator=(OptimizerParamGroup&&) noexcept = default;
OptimizerParamGroup::~OptimizerParamGroup() = default;

void OptimizerParamGroup::set_options(std::unique_ptr<OptimizerOptions> options) {
  options_ = Owned<OptimizerOptions>(options.release());
}

OptimizerOptions& OptimizerParamGroup::options() {
  TORCHPP_CHECK(has_options(),
                "OptimizerParamGroup: options() got a group without options, expected one that has them");
  return *options_;
}
const OptimizerOptions& OptimizerParamGroup::options() const {
  return const_cast<OptimizerParamGroup*>(this)->options();
}

namespace {
std::string key_of(const TensorImpl* parameter) {
  char text[24];
  std::snprintf(text, sizeof text, "%p", static_cast<const void*>(parameter));
  return text;
}
// Null for a text that is no key.
const TensorImpl* parameter_of(const std::string& key) {
  const auto* parameter = reinterpret_cast<const TensorImpl*>(std::strtoull(key.c_str(), nullptr, 16));
  return key_of(parameter) == key ? parameter : nullptr;
}
}  // namespace

// A hash table with open addressing: finding the state is a part of the cost of stepping a small parameter.
struct OptimizerStates::Table {
  struct Place {
    const TensorImpl* parameter = nullptr;
    std::unique_ptr<OptimizerParamState> state;
  };
  std::vector<Place> places{16};  // a power of two of them, at most half of them taken
  size_t used = 0;

  // Where the parameter's state is, or belongs.
  Place& place_of(const TensorImpl* parameter) {
    const uint64_t hash = reinterpret_cast<uintptr_t>(parameter) * uint64_t{0x9e3779b97f4a7c15};
    const size_t mask = places.size() - 1;
    size_t at = static_cast<size_t>(hash >> 32) & mask;
    while (places[at].parameter != nullptr && places[at].parameter != parameter) at = (at + 1) & mask;
    return places[at];
  }
  // The same, and the parameter has a state from now on, which is null if it had none.
  Place& take_place(const TensorImpl* parameter) {
    if (2 * (used + 1) > places.size()) rebuild(2 * places.size());
    Place& place = place_of(parameter);
    if (place.parameter == nullptr) ++used;
    place.parameter = parameter;
    return place;
  }
  // Where the state of the parameter of this key is, if it has one.
  Place* find(const std::string& key) {
    const TensorImpl* const parameter = parameter_of(key);
    if (parameter == nullptr) return nullptr;
    Place& place = place_of(parameter);
    return place.parameter == nullptr ? nullptr : &place;
  }
  void erase(Place& place) {
    if (place.parameter == nullptr) return;
    place.parameter = nullptr;
    place.state.reset();
    --used;
    rebuild(places.size());  // states behind it may stand where they are because of it
  }
  // Moves all states to `size` new places.
  void rebuild(size_t size) {
    std::vector<Place> old(size);
    old.swap(places);
    for (Place& p : old)
      if (p.parameter != nullptr) place_of(p.parameter) = std::move(p);
  }
};
OptimizerStates::OptimizerStates() : table_(new Table) {}
OptimizerStates::OptimizerStates(OptimizerStates&&) noexcept = default;
OptimizerStates& OptimizerStates::operator=(OptimizerStates&&) noexcept = default;
OptimizerStates::~OptimizerStates() = default;
OptimizerParamState* OptimizerStates::find(const Tensor& parameter) const {
  return table_->place_of(parameter.unsafeGetTensorImpl()).state.get();
}
void OptimizerStates::set(const Tensor& parameter, std::unique_ptr<OptimizerParamState> state) {
  table_->take_place(parameter.unsafeGetTensorImpl()).state = std::move(state);
}
void OptimizerStates::move(const Tensor& from, const Tensor& to) {
  std::unique_ptr<OptimizerParamState> state = std::move(table_->place_of(from.unsafeGetTensorImpl()).state);
  erase(from);
  if (state != nullptr) set(to, std::move(state));
}
void OptimizerStates::erase(const Tensor& parameter) {
  table_->erase(table_->place_of(parameter.unsafeGetTensorImpl()));
}
size_t OptimizerStates::size() const { return table_->used; }
std::unique_ptr<OptimizerParamState>& OptimizerStates::at(const std::string& key) const {
  Table::Place* const place = table_->find(key);
  if (place == nullptr)
    throw std::out_of_range(str("OptimizerStates: got the key ", key, ", which no parameter with a state has"));
  return place->state;
}
std::unique_ptr<OptimizerParamState>& OptimizerStates::operator[](const std::string& key) {
  const TensorImpl* const parameter = parameter_of(key);
  TORCHPP_CHECK_VALUE(parameter != nullptr, "OptimizerStates: got the key '", key,
                      "', expected the address of a parameter's unsafeGetTensorImpl() as text");
  return table_->take_place(parameter).state;
}
size_t OptimizerStates::erase(const std::string& key) {
  Table::Place* const place = table_->find(key);
  if (place == nullptr) return 0;
  table_->erase(*place);
  return 1;
}
void OptimizerStates::clear() { *table_ = Table(); }
OptimizerStates::iterator OptimizerStates::find(const std::string& key) const {
  iterator found = end();
  if (const Table::Place* const place = table_->find(key)) found.go_to(place - table_->places.data());
  return found;
}
void OptimizerStates::iterator::go_to(size_t place) {
  std::vector<Table::Place>& places = states_->table_->places;
  while (place < places.size() && places[place].parameter == nullptr) ++place;
  place_ = place < places.size() ? place : kEnd;
  entry_.reset();
  if (place_ != kEnd) entry_.emplace(Entry{key_of(places[place].parameter), places[place].state});
}

Optimizer::Optimizer(std::vector<OptimizerParamGroup> groups, std::unique_ptr<OptimizerOptions> defaults)
    : defaults_(defaults.release()) {
  defaults_->check();
  for (const OptimizerParamGroup& group : groups) add_param_group(group);
}

namespace {

std::vector<OptimizerParamGroup> one_group(std::vector<Tensor> parameters) {
  TORCHPP_CHECK_VALUE(!parameters.empty(), "optimizer got an empty parameter list");
  std::vector<OptimizerParamGroup> groups;
  groups.emplace_back(std::move(parameters));
  return groups;
}

}  // namespace

Optimizer::Optimizer(std::vector<Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults)
    : Optimizer(one_group(std::move(parameters)), std::move(defaults)) {}

void Optimizer::add_param_group(const OptimizerParamGroup& group) {
  OptimizerParamGroup added(group);
  if (!added.has_options()) added.set_options(defaults_->clone());
  added.options().check();
  follow_parameters();
  std::unordered_set<const TensorImpl*> in_others, in_this;
  for (const OptimizerParamGroup& g : param_groups_)
    for (const Tensor& p : g.params()) in_others.insert(p.unsafeGetTensorImpl());
  for (const Tensor& p : added.params()) {
    TORCHPP_CHECK_VALUE(p.defined(), "optimizer got an undefined parameter");
    TORCHPP_CHECK_VALUE((p.is_leaf() || p.retains_grad()) && p.is_same(autograd::trained_for(p)),
                        "can't optimize a non-leaf Tensor");
    TORCHPP_CHECK_VALUE(in_others.count(p.unsafeGetTensorImpl()) == 0,
                        "some parameters appear in more than one parameter group");
    TORCHPP_CHECK_VALUE(in_this.insert(p.unsafeGetTensorImpl()).second,
                        "optimizer got a parameter group with duplicate parameters, expected each once");
  }
  param_groups_.push_back(std::move(added));
}

std::string Optimizer::range_name(const char* method) const {
  const std::string type = torchpp::detail::type_name(typeid(*this));
  const size_t colon = type.rfind(':');
  return str("Optimizer.", method, "#", colon == std::string::npos ? type : type.substr(colon + 1), ".", method);
}

void Optimizer::zero_grad(bool set_to_none) {
  TORCHPP_RECORD_USER_SCOPE(range_name("zero_grad"));
  follow_parameters();
  std::vector<Tensor> together;  // on one kind of device, cleared at once
  for (OptimizerParamGroup& group : param_groups_)
    for (Tensor& p : group.params()) {
      Tensor& grad = p.mutable_grad();
      if (!grad.defined()) continue;
      if (set_to_none) {
        grad.reset();
        continue;
      }
      if (autograd::zero_unwritten(p)) continue;
      if (!grad.is_leaf()) grad.detach_();
      else if (grad.requires_grad()) grad.requires_grad_(false);
      if (together.empty() || together.front().device().type() == grad.device().type()) together.push_back(grad);
      else grad.zero_();
    }
  if (!together.empty()) op::foreach_zero(together);
}

void Optimizer::Work::add(const Work& from, size_t i) {
  params.push_back(from.params[i]);
  grads.push_back(from.grads[i]);
  states.push_back(from.states[i]);
  sparse = sparse || from.grads[i].is_sparse();
}

void Optimizer::Work::clear() {
  params.clear();
  grads.clear();
  states.clear();
  sparse = false;
}

// Borrows the parameters and, where the update is the library's, which leaves gradients where they are, the gradients,
// too. An update of the program's may reset them.
const Optimizer::Work& Optimizer::collect(const OptimizerParamGroup& group) {
  const bool borrows = step_calls_ >= 0;
  for (const Tensor& p : group.params()) {
    const Tensor& grad = p.grad();
    if (!grad.defined()) continue;
    OptimizerParamState* state = state_.find(p);
    if (TORCHPP_UNLIKELY(state == nullptr)) {
      state_.set(p, make_state());
      state = state_.find(p);
    }
    borrow(work_.params, p);
    work_.sparse = grad.is_sparse() || work_.sparse;
    if (borrows) borrow(work_.grads, grad);
    else work_.grads.push_back(grad);
    work_.states.push_back(state);
  }
  return work_;
}

void Optimizer::follow_parameters() {
  const uint64_t now = autograd::succession_number();
  if (TORCHPP_LIKELY(succession_ == now)) return;
  bool all_trained = true;
  for (OptimizerParamGroup& group : param_groups_)
    for (Tensor& p : group.params()) {
      const Tensor trained = autograd::trained_for(p);
      all_trained = all_trained && trained.defined();
      if (!trained.defined() || trained.is_same(p)) continue;
      state_.move(p, trained);
      p = trained;
    }
  if (all_trained) succession_ = now;
}

void Optimizer::check_parameters() {
  follow_parameters();
  if (TORCHPP_LIKELY(succession_ == autograd::succession_number())) return;
  for (size_t g = 0; g < param_groups_.size(); ++g) {
    const std::vector<Tensor>& params = param_groups_[g].params();
    for (size_t i = 0; i < params.size(); ++i)
      TORCHPP_CHECK_VALUE(autograd::trained_for(params[i]).defined(), "can't optimize a non-leaf Tensor: parameter ", i,
                          " of group ", g,
                          " was replaced by several others, or has left its module, since the optimizer was made, as "
                          "by weight_norm or a parametrization; make the optimizer anew, with the module's "
                          "parameters()");
  }
}

Tensor Optimizer::step_groups(const LossClosure& closure, const Update& update) {
  TORCHPP_RECORD_USER_SCOPE(range_name("step"));
  if (step_calls_ >= 0) ++step_calls_;
  Tensor loss;
  if (closure) {
    const AutoGradMode enable(true);
    loss = closure();
  }
  const NoGradGuard no_grad;
  check_parameters();
  for (const OptimizerParamGroup& group : param_groups_) {
    // No handles outlast the step: who zeroes the gradients next may find that nobody else refers to them.
    struct End {
      Work& work;
      bool borrows;
      ~End() {
        give_back(work.params);
        if (borrows) give_back(work.grads);
        work.clear();
      }
    } end{work_, step_calls_ >= 0};
    const Work& work = collect(group);
    if (work.params.empty()) continue;
    const Device device = work.params.front().device();
    const bool one_device =
        std::all_of(work.params.begin(), work.params.end(), [&](const Tensor& p) { return p.device() == device; });
    if (one_device) {
      update(group.options(), work);
      continue;
    }
    // An operator on lists takes tensors of one device.
    std::vector<std::pair<Device, Work>> parts;
    for (size_t i = 0; i < work.params.size(); ++i) {
      const Device own = work.params[i].device();
      auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.first == own; });
      if (part == parts.end()) part = parts.insert(parts.end(), {own, Work()});
      part->second.add(work, i);
    }
    for (const auto& part : parts) update(group.options(), part.second);
  }
  return loss;
}

void Optimizer::save(serialize::OutputArchive& archive) const {
  serialize::OutputArchive states, groups;
  size_t index = 0;
  for (size_t g = 0; g < param_groups_.size(); ++g) {
    serialize::OutputArchive group;
    param_groups_[g].options().serialize(group);
    if (const optional<double> lr = param_groups_[g].initial_lr())
      group.write("initial_lr", torchpp::full({}, *lr, TensorOptions(kDouble)));
    group.write("num_params",
                torchpp::full({}, static_cast<int64_t>(param_groups_[g].params().size()), TensorOptions(kLong)));
    groups.write(std::to_string(g), group);
    for (const Tensor& p : param_groups_[g].params()) {
      serialize::OutputArchive entry;
      if (const OptimizerParamState* state = state_.find(p)) state->serialize(entry);
      states.write(std::to_string(index++), entry);
    }
  }
  archive.write("state", states);
  archive.write("param_groups", groups);
}

std::unique_ptr<OptimizerParamState> Optimizer::make_state() const {
  TORCHPP_FAIL_KIND(kNotImplemented, torchpp::detail::type_name(typeid(*this)),
                    ": make_state() has not been overridden, expected of an optimizer that loads states");
}

void Optimizer::load(serialize::InputArchive& archive) {
  load(archive, [this] { return make_state(); });
}
void Optimizer::load(serialize::InputArchive& archive, const Callable<std::unique_ptr<OptimizerParamState>()>& make) {
  serialize::InputArchive states = archive.nested("state"), groups = archive.nested("param_groups");
  Loaded loaded;
  const int64_t elements = elements_of(param_groups_);
  size_t index = 0;
  for (size_t g = 0; g < param_groups_.size(); ++g) {
    serialize::InputArchive group = groups.nested(std::to_string(g));
    Tensor count;
    TORCHPP_CHECK_VALUE(group.try_read("num_params", count),
                        "loaded state dict has a different number of parameter groups: got ", g, ", expected ",
                        param_groups_.size());
    const int64_t expected = static_cast<int64_t>(param_groups_[g].params().size());
    TORCHPP_CHECK_VALUE(
        count.numel() == 1 && count.item().toLong() == expected,
        "loaded state dict contains a parameter group that doesn't match the size of optimizer's group ", g,
        ", expected ", expected, " parameters");
    loaded.options.push_back(param_groups_[g].options().clone());
    loaded.options.back()->serialize(group);
    Tensor initial;
    loaded.initial_lrs.push_back(group.try_read("initial_lr", initial) ? optional<double>(initial.item().toDouble())
                                                                       : nullopt);
    for (const Tensor& p : param_groups_[g].params()) {
      serialize::InputArchive entry = states.nested(std::to_string(index));
      loaded.states.push_back(entry.keys().empty() ? nullptr : make());
      if (loaded.states.back() != nullptr) {
        loaded.states.back()->serialize(entry);
        fit_state(*loaded.states.back(), p, index, elements);
      }
      ++index;
    }
  }
  Tensor more;
  TORCHPP_CHECK_VALUE(!groups.nested(std::to_string(param_groups_.size())).try_read("num_params", more),
                      "loaded state dict has a different number of parameter groups: got more than ",
                      param_groups_.size());
  take(std::move(loaded));
}

void Optimizer::take(Loaded loaded) {
  for (const auto& options : loaded.options) options->check();
  size_t index = 0;
  for (size_t g = 0; g < param_groups_.size(); ++g) {
    param_groups_[g].set_options(std::move(loaded.options[g]));
    if (loaded.initial_lrs[g]) param_groups_[g].set_initial_lr(*loaded.initial_lrs[g]);
    for (const Tensor& p : param_groups_[g].params()) {
      if (loaded.states[index] != nullptr) state_.set(p, std::move(loaded.states[index]));
      else state_.erase(p);
      ++index;
    }
  }
}

std::vector<Tensor>& Optimizer::parameters() {
  TORCHPP_CHECK(!param_groups_.empty(), "Optimizer::parameters: the optimizer has no group");
  return param_groups_[0].params();
}
const std::vector<Tensor>& Optimizer::parameters() const {
  TORCHPP_CHECK(!param_groups_.empty(), "Optimizer::parameters: the optimizer has no group");
  return param_groups_[0].params();
}
size_t Optimizer::size() const {
  size_t n = 0;
  for (const OptimizerParamGroup& group : param_groups_) n += group.params().size();
  return n;
}
void Optimizer::add_parameters(const std::vector<Tensor>& parameters) {
  add_param_group(OptimizerParamGroup(parameters));  // checks them
  if (param_groups_.size() == 1) return;
  param_groups_.pop_back();
  param_groups_[0].params().insert(param_groups_[0].params().end(), parameters.begin(), parameters.end());
}

}  // namespace torchpp::optim

namespace torchpp {

serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const optim::Optimizer& optimizer) {
  optimizer.save(archive);
  return archive;
}
serialize::InputArchive& operator>>(serialize::InputArchive& archive, optim::Optimizer& optimizer) {
  optimizer.load(archive);
  return archive;
}

}  // namespace torchpp

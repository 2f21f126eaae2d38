// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>
#include <torchpp/ops/shape.h>
#include <torchpp/ops/view.h>
#include <torchpp/optim/state_dict.h>
#include <torchpp/serialize/archive.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <typeinfo>

#include "optim/stock.h"

namespace torchpp::optim {
namespace {

using Values = OptimizerStateDict::Values;

const IValue* find(const Values& values, const std::string& name) {
  for (const auto& item : values)
    if (item.first == name) return &item.second;
  return nullptr;
}

// How Python's class of the same name keeps what ours does not, or keeps otherwise.
struct Layout {
  const char* name;
  bool numbers_are_tensors;      // of the state: 0-dim float32 tensors instead of Python's numbers
  const char* none;              // a tensor of the state that is None as long as there is none; others are left out
  const char* constant_options;  // that ours does not have, separated by spaces: `foreach` is None, others are False
  bool state_from_the_start;     // `step` and `sum` before the first step, where ours is made
};
const Layout kLayouts[] = {
    {"SGD", false, "momentum_buffer", "foreach differentiable", false},
    {"Adam", true, "", "foreach capturable differentiable fused", false},
    {"AdamW", true, "", "foreach capturable", false},
    {"RMSprop", false, "", "foreach differentiable", false},
    {"Adagrad", true, "", "foreach", true},
    {"Adadelta", false, "", "foreach", false},
    {"Adamax", true, "", "foreach", false},
    {"ASGD", true, "", "foreach", false},
    {"NAdam", true, "", "foreach", false},
    {"RAdam", true, "", "foreach", false},
    {"Rprop", false, "", "foreach", false},
    {"SparseAdam", false, "", "", false},
    {"LBFGS", false, "prev_flat_grad", "", false},
};
const Layout kOtherLayout = {"", false, "", "", false};

// By the name of the class and not its type information, which would link every optimizer.
const Layout& layout_of(const Optimizer& optimizer) {
  for (const Layout& layout : kLayouts)
    if (str("N7torchpp5optim", std::strlen(layout.name), layout.name, "E") == typeid(optimizer).name()) return layout;
  return kOtherLayout;
}

// Options that Python has as one pair.
struct PairPart {
  const char* name;
  const char* pair;
  size_t index;
};
const PairPart kPairParts[] = {{"beta1", "betas", 0},
                               {"beta2", "betas", 1},
                               {"eta_minus", "etas", 0},
                               {"eta_plus", "etas", 1},
                               {"step_size_min", "step_sizes", 0},
                               {"step_size_max", "step_sizes", 1}};
const PairPart* pair_part_of(const char* name) {
  const PairPart* const found = std::find_if(std::begin(kPairParts), std::end(kPairParts),
                                             [&](const PairPart& part) { return std::strcmp(part.name, name) == 0; });
  return found == std::end(kPairParts) ? nullptr : found;
}

constexpr char kStrongWolfe[] = "strong_wolfe";

class WriteOptions final : public FieldVisitor {
 public:
  Values values;

  void field(const char* name, double& value) override {
    const PairPart* const part = pair_part_of(name);
    if (part == nullptr) {
      values.emplace_back(name, value);
    } else if (part->index == 0) {
      values.emplace_back(part->pair, std::vector<double>{value});
    } else {
      values.back().second = std::vector<double>{values.back().second.toDoubleVector()[0], value};
    }
  }
  void field(const char* name, int64_t& value) override {
    int64_t number = value;
    if (std::strcmp(name, "max_iter") == 0) max_iter_ = value;
    if (std::strcmp(name, "max_eval") == 0 && value < 0) number = max_iter_ * 5 / 4;  // Python's constructor does so
    values.emplace_back(name, number);
  }
  void field(const char* name, bool& value) override {
    if (std::strcmp(name, "line_search_fn") == 0) values.emplace_back(name, value ? IValue(kStrongWolfe) : IValue());
    else values.emplace_back(name, value);
  }
  void field(const char* name, Tensor& value) override { values.emplace_back(name, value); }
  void flat(const char* name, Tensor& value) override { field(name, value); }

 private:
  int64_t max_iter_ = 0;
};

// A number of a dictionary, which is one of C++'s or a tensor of one element.
double number_of(const IValue& value, const char* name) {
  if (value.isTensor()) {
    const Tensor t = value.toTensor();
    TORCHPP_CHECK(t.defined() && t.numel() == 1, "load_state_dict: '", name, "' got a tensor that is no number");
    return t.item().toDouble();
  }
  if (value.isBool()) return value.toBool() ? 1 : 0;
  if (value.isInt()) return static_cast<double>(value.toInt());
  return value.toDouble();
}
int64_t integer_of(const IValue& value, const char* name) {
  if (value.isInt()) return value.toInt();
  const double number = number_of(value, name);
  TORCHPP_CHECK(number >= -9e15 && number <= 9e15 && number == static_cast<double>(static_cast<int64_t>(number)),
                "load_state_dict: '", name, "' got ", number, ", expected an integer");
  return static_cast<int64_t>(number);
}
double element_of(const IValue& value, size_t index, const char* name) {
  const auto checked = [&](size_t size) {
    TORCHPP_CHECK(size == 2, "load_state_dict: '", name, "' got ", size, " numbers, expected 2");
  };
  if (value.isDoubleList()) {
    checked(value.toDoubleVector().size());
    return value.toDoubleVector()[index];
  }
  if (value.isIntList()) {
    checked(value.toIntVector().size());
    return static_cast<double>(value.toIntVector()[index]);
  }
  const IValue::List& list = value.isTuple() ? value.toTupleRef() : value.toListRef();
  checked(list.size());
  return number_of(list[index], name);
}

// Options that the dictionary does not have keep their values.
class ReadOptions final : public FieldVisitor {
 public:
  explicit ReadOptions(const Values& values) : values_(values) {}

  void field(const char* name, double& value) override {
    const PairPart* const part = pair_part_of(name);
    if (part != nullptr) {
      if (const IValue* found = take(part->pair)) value = element_of(*found, part->index, part->pair);
    } else if (const IValue* found = take(name)) {
      value = number_of(*found, name);
    }
  }
  void field(const char* name, int64_t& value) override {
    if (const IValue* found = take(name)) value = integer_of(*found, name);
  }
  void field(const char* name, bool& value) override {
    const IValue* const found = take(name);
    if (found == nullptr) return;
    if (std::strcmp(name, "line_search_fn") != 0) {
      value = number_of(*found, name) != 0;
      return;
    }
    TORCHPP_CHECK_VALUE(found->isNone() || (found->isString() && found->toStringRef() == kStrongWolfe),
                        "only 'strong_wolfe' is supported as line_search_fn, got ", to_string(*found));
    value = !found->isNone();
  }
  void field(const char* name, Tensor& value) override {
    if (const IValue* found = take(name)) value = found->toTensor();
  }
  void flat(const char* name, Tensor& value) override { field(name, value); }

  // Throws for an option that changes what a step does and that the class does not have. Which implementation Python
  // chooses is no such option.
  void check_rest() const {
    for (const auto& [name, value] : values_) {
      const auto is_name = [&, key = &name](const std::string& other) { return other == *key; };
      if (std::any_of(taken_.begin(), taken_.end(), is_name)) continue;
      if (name == "foreach" || name == "capturable" || name == "fused") continue;
      TORCHPP_CHECK_VALUE(!value.isBool() || !value.toBool(), "load_state_dict: option '", name,
                          "' got True; this optimizer does not have it");
    }
  }

 private:
  const IValue* take(const char* name) {
    taken_.emplace_back(name);
    return find(values_, name);
  }
  const Values& values_;
  std::vector<std::string> taken_;
};

// The tensors of L-BFGS' history, which are one tensor of ours.
bool is_list(const char* name) { return std::strncmp(name, "old_", 4) == 0; }

class WriteState final : public FieldVisitor {
 public:
  explicit WriteState(const Layout& layout) : layout_(layout) {}
  Values values;

  void field(const char* name, double& value) override { number(name, value, value); }
  void field(const char* name, int64_t& value) override { number(name, static_cast<double>(value), value); }
  void field(const char* name, bool& value) override { values.emplace_back(name, value); }
  void field(const char* name, Tensor& value) override {
    if (value.defined()) values.emplace_back(name, value.detach());
    else if (std::strcmp(name, layout_.none) == 0) values.emplace_back(name, IValue());
  }
  void flat(const char* name, Tensor& value) override {
    if (!is_list(name)) return field(name, value);
    values.emplace_back(name, value.defined() ? value.unbind() : std::vector<Tensor>());
    if (std::strcmp(name, "old_dirs") == 0) old_dirs_ = value;
    else if (std::strcmp(name, "old_stps") == 0) add_ro(value);
  }

 private:
  void number(const char* name, double value, const IValue& python) {
    if (layout_.numbers_are_tensors) values.emplace_back(name, torchpp::full({}, value, TensorOptions(kFloat)));
    else values.emplace_back(name, python);
  }
  // What ours computes from the history, and Python keeps.
  void add_ro(const Tensor& old_stps) {
    std::vector<Tensor> ro;
    if (old_dirs_.defined() && old_stps.defined()) ro = old_dirs_.mul(old_stps).sum(-1).reciprocal().unbind();
    values.emplace_back("ro", ro);
  }
  const Layout& layout_;
  Tensor old_dirs_;
};

class ReadState final : public FieldVisitor {
 public:
  ReadState(const Values& values, int64_t index) : values_(values), index_(index) {}

  void field(const char* name, double& value) override { value = number_of(get(name), name); }
  void field(const char* name, int64_t& value) override { value = integer_of(get(name), name); }
  void field(const char* name, bool& value) override { value = number_of(get(name), name) != 0; }
  void field(const char* name, Tensor& value) override {
    const IValue* const found = find(values_, name);
    value = found == nullptr || found->isNone() ? Tensor() : found->toTensor();
  }
  void flat(const char* name, Tensor& value) override {
    if (!is_list(name)) return field(name, value);
    std::vector<Tensor> rows;
    const IValue& list = get(name);
    if (list.isTensorList()) rows = list.toTensorVector();
    else
      for (const IValue& row : list.toListRef()) rows.push_back(row.toTensor());
    value = rows.empty() ? Tensor() : torchpp::stack(rows);
  }

 private:
  const IValue& get(const char* name) const {
    const IValue* const found = find(values_, name);
    TORCHPP_CHECK(found != nullptr, "load_state_dict: the state of parameter ", index_, " has no '", name, "'");
    return *found;
  }
  const Values& values_;
  int64_t index_;
};

}  // namespace

OptimizerStateDict Optimizer::state_dict() const {
  const Layout& layout = layout_of(*this);
  OptimizerStateDict dict;
  int64_t index = 0;
  for (const OptimizerParamGroup& group : param_groups_) {
    WriteOptions options;
    const_cast<OptimizerOptions&>(group.options()).fields(options);
    dict.param_groups.push_back({std::move(options.values), {}});
    OptimizerStateDict::Group& written = dict.param_groups.back();
    const std::string constants = layout.constant_options;
    for (size_t begin = 0; begin < constants.size();) {
      const size_t end = std::min(constants.find(' ', begin), constants.size());
      const std::string name = constants.substr(begin, end - begin);
      written.options.emplace_back(name, name == "foreach" ? IValue() : IValue(false));
      begin = end + 1;
    }
    if (const optional<double> lr = group.initial_lr()) written.options.emplace_back("initial_lr", *lr);
    for (const Tensor& p : group.params()) {
      written.params.push_back(index);
      if (OptimizerParamState* state = state_.find(p)) {
        WriteState values(layout);
        state->fields(values);
        dict.state.emplace_back(index, std::move(values.values));
      } else if (layout.state_from_the_start) {
        WriteOptions all;
        const_cast<OptimizerOptions&>(defaults()).fields(all);
        const double sum = find(all.values, "initial_accumulator_value")->toDouble();
        dict.state.push_back(
            {index, {{"step", torchpp::zeros({}, TensorOptions(kFloat))}, {"sum", torchpp::full_like(p, sum)}}});
      }
      ++index;
    }
  }
  return dict;
}

void Optimizer::load_state_dict(const OptimizerStateDict& dict) {
  TORCHPP_CHECK_VALUE(dict.param_groups.size() == param_groups_.size(),
                      "loaded state dict has a different number of parameter groups: got ", dict.param_groups.size(),
                      ", expected ", param_groups_.size());
  std::map<int64_t, const Values*> states;
  for (const auto& [index, values] : dict.state) states[index] = &values;
  Loaded loaded;
  const int64_t elements = elements_of(param_groups_);
  for (size_t g = 0; g < param_groups_.size(); ++g) {
    const OptimizerStateDict::Group& group = dict.param_groups[g];
    const std::vector<Tensor>& params = param_groups_[g].params();
    TORCHPP_CHECK_VALUE(
        group.params.size() == params.size(),
        "loaded state dict contains a parameter group that doesn't match the size of optimizer's group ", g, ": got ",
        group.params.size(), " parameters, expected ", params.size());
    loaded.options.push_back(param_groups_[g].options().clone());
    ReadOptions options(group.options);
    loaded.options.back()->fields(options);
    options.check_rest();
    const IValue* const initial_lr = find(group.options, "initial_lr");
    loaded.initial_lrs.push_back(initial_lr != nullptr ? optional<double>(number_of(*initial_lr, "initial_lr"))
                                                       : nullopt);
    for (size_t i = 0; i < params.size(); ++i) {
      const auto found = states.find(group.params[i]);
      loaded.states.push_back(found == states.end() ? nullptr : make_state());
      if (found == states.end()) continue;
      ReadState state(*found->second, found->first);
      loaded.states.back()->fields(state);
      fit_state(*loaded.states.back(), params[i], static_cast<size_t>(found->first), elements);
    }
  }
  take(std::move(loaded));
}

void OptimizerStateDict::save(serialize::OutputArchive& archive) const {
  for (const auto& [index, values] : state)
    for (const auto& [name, value] : values) archive.write(str("state.", index, ".", name), value);
  for (size_t g = 0; g < param_groups.size(); ++g) {
    for (const auto& [name, value] : param_groups[g].options) archive.write(str("param_groups.", g, ".", name), value);
    archive.write(str("param_groups.", g, ".params"), IValue(param_groups[g].params));
  }
}

namespace {

// The number that a name of an archive is.
int64_t index_of(const std::string& name) {
  const bool digits = !name.empty() && name.size() < 18 && name.find_first_not_of("0123456789") == std::string::npos;
  TORCHPP_CHECK(digits, "OptimizerStateDict::load: got the name '", name, "', expected a number");
  return std::stoll(name);
}

Values read_values(serialize::InputArchive archive) {
  Values values;
  for (const std::string& name : archive.keys()) {
    IValue value;
    archive.read(name, value);
    values.emplace_back(name, std::move(value));
  }
  return values;
}

}  // namespace

void OptimizerStateDict::load(serialize::InputArchive& archive) {
  OptimizerStateDict loaded;
  serialize::InputArchive states = archive.nested("state"), groups = archive.nested("param_groups");
  for (const std::string& name : states.keys())
    loaded.state.emplace_back(index_of(name), read_values(states.nested(name)));
  std::sort(loaded.state.begin(), loaded.state.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const size_t count = groups.keys().size();
  TORCHPP_CHECK(count > 0, "OptimizerStateDict::load: the archive has no param_groups");
  for (size_t g = 0; g < count; ++g) {
    Group group;
    for (auto& [name, value] : read_values(groups.nested(std::to_string(g)))) {
      if (name != "params") {
        group.options.emplace_back(name, value);
        continue;
      }
      if (value.isIntList()) group.params = value.toIntVector();
      else TORCHPP_CHECK(value.toListRef().empty(), "OptimizerStateDict::load: params of group ", g, " are no numbers");
    }
    loaded.param_groups.push_back(std::move(group));
  }
  *this = std::move(loaded);
}

}  // namespace torchpp::optim

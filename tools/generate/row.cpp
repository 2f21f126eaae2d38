// SPDX-License-Identifier: BSD-3-Clause
#include "tools/generate/row.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tools/generate/types.h"

namespace generate {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_at(const std::string& file, int line, const std::string& message) {
  throw TableError(file + ":" + std::to_string(line) + ": " + message);
}

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// The parts between separators that stand outside brackets and quotes.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  bool quoted = false;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (c == '\'') quoted = !quoted;
    if (!quoted && (c == '(' || c == '[')) ++depth;
    if (!quoted && (c == ')' || c == ']')) --depth;
    if (i == text.size() || (c == separator && depth == 0 && !quoted)) {
      std::string part = trimmed(text.substr(start, i - start));
      if (!part.empty()) parts.push_back(std::move(part));
      start = i + 1;
    }
  }
  return parts;
}

// "Tensor(a!)[] self" without "(a!)"; says whether the argument is written.
std::string without_annotation(std::string text, bool& written) {
  for (size_t open = text.find('('); open != std::string::npos; open = text.find('(')) {
    const size_t close = text.find(')', open);
    written = written || text.substr(open, close - open).find('!') != std::string::npos;
    text.erase(open, close - open + 1);
  }
  return text;
}

bool parse_argument(const std::string& text, Argument& argument, bool& written) {
  std::string rest = without_annotation(text, written);
  const size_t equals = rest.find('=');
  if (equals != std::string::npos) {
    argument.initial = trimmed(std::string_view(rest).substr(equals + 1));
    argument.has_initial = true;
    rest.resize(equals);
  }
  const size_t space = rest.find_last_of(' ');
  if (space == std::string::npos) return false;
  argument.type = trimmed(std::string_view(rest).substr(0, space));
  argument.name = rest.substr(space + 1);
  return true;
}

// dtype, layout, device, pin_memory of a schema are one TensorOptions in C++.
void merge_options(std::vector<Argument>& arguments) {
  static const char* const kNames[] = {"dtype", "layout", "device", "pin_memory"};
  static const char* const kTypes[] = {"ScalarType?", "Layout?", "Device?", "bool?"};
  for (size_t i = 0; i + 4 <= arguments.size(); ++i) {
    bool all = true;
    for (size_t k = 0; k < 4; ++k)
      all = all && arguments[i + k].name == kNames[k] && arguments[i + k].type == kTypes[k];
    if (!all) continue;
    Argument options;
    options.type = "TensorOptions";
    options.name = "options";
    options.has_initial = arguments[i].has_initial;
    options.initial = arguments[i].initial;
    arguments.erase(arguments.begin() + static_cast<ptrdiff_t>(i) + 1,
                    arguments.begin() + static_cast<ptrdiff_t>(i) + 4);
    arguments[i] = options;
    return;
  }
}

// What stands between the brackets. Says whether the last argument is written.
std::vector<Argument> parse_arguments(const Row& row, std::string_view text, bool& writes_last) {
  std::vector<Argument> arguments;
  for (const std::string& part : split(text, ',')) {
    if (part == "*") continue;  // what follows is by keyword; C++ has no such
    Argument argument;
    writes_last = false;
    if (!parse_argument(part, argument, writes_last)) row.fail("argument '" + part + "': expected a type and a name");
    for (const Argument& other : arguments)
      if (other.name == argument.name) row.fail("argument '" + argument.name + "' stands twice");
    arguments.push_back(argument);
  }
  merge_options(arguments);
  for (const Argument& a : arguments)
    if (!is_argument_type(a.type)) row.fail("argument '" + a.name + "' is of the unknown type '" + a.type + "'");
  return arguments;
}

void parse_schema(Row& row, const std::string& text) {
  row.schema = text;
  const size_t open = text.find('('), arrow = text.rfind(") -> ");
  if (open == std::string::npos || arrow == std::string::npos)
    row.fail("got '" + text + "', expected name.overload(arguments) -> result");
  const std::string full = text.substr(0, open);
  const size_t dot = full.find('.');
  row.name = full.substr(0, dot);
  if (dot != std::string::npos) row.overload = full.substr(dot + 1);
  bool writes_last = false;
  row.arguments = parse_arguments(row, std::string_view(text).substr(open + 1, arrow - open - 1), writes_last);

  std::string result = text.substr(arrow + 5);
  if (result.front() == '(' && result.back() == ')') result = result.substr(1, result.size() - 2);
  bool writes = false;
  for (const std::string& part : split(result, ',')) {
    const std::string bare = without_annotation(part, writes);
    const size_t space = bare.find(' ');
    row.results.push_back({bare.substr(0, space), space == std::string::npos ? "" : bare.substr(space + 1)});
    if (!is_result_type(row.results.back().type)) row.fail("unknown type of result '" + row.results.back().type + "'");
  }
  row.returns_self = writes && row.name.back() == '_';
  const bool writes_list = row.results.empty() && row.arguments.size() > 1 && row.arguments.back().name == "out";
  row.returns_out = writes_last && !row.returns_self && (writes || writes_list);
}

// "add" of add.Tensor, "max_dim" of max.dim.
std::string usual_object(const Row& row) {
  return row.overload.empty() || row.overload == "Tensor" ? row.name : row.name + "_" + row.overload;
}

void parse_form(Row& row, const std::string& word) {
  const size_t equals = word.find('=');
  const std::string form = word.substr(0, equals), detail = equals == std::string::npos ? "" : word.substr(equals + 1);
  if (form == "function") row.function = true;
  else if (form == "method") row.method = true;
  else if (form == "inplace") row.in_place = row.in_place_method = true, row.in_place_overload = detail;
  else if (form == "inplace_function") row.in_place = row.in_place_function = true;
  else if (form == "out") {
    row.out = true;
    std::istringstream parts(detail);
    std::getline(parts, row.out_overload, ':');
    for (std::string name; std::getline(parts, name, ':');) row.out_names.push_back(name);
  } else {
    row.fail("unknown form '" + form + "', expected function, method, inplace, inplace_function or out");
  }
  if (!detail.empty() && form != "inplace" && form != "out") row.fail("form '" + form + "' takes no overload");
}

// A name of src/ops/elementwise.h.
std::string elementwise_rule(const Row& row, const std::string& word) {
  static const char* const kRules[][2] = {
      {"same", "kSame"}, {"float", "kFloat"}, {"abs", "kAbs"}, {"bool", "kBool"}, {"bits", "kBits"}};
  for (const auto& rule : kRules)
    if (word == rule[0]) return rule[1];
  row.fail("unknown rule '" + word + "', expected: kind elementwise same, float, abs, bool, bits or template");
}

void parse_batching(Row& row, const std::string& word) {
  static const char* const kClasses[][2] = {
      {"pointwise", "kPointwise"}, {"dims", "kDims"}, {"leading", "kLeading"}, {"samples", "kSamples"}};
  for (const auto& c : kClasses)
    if (word == c[0]) row.batching = c[1];
  if (row.batching.empty())
    row.fail("batch: got the class '" + word + "', expected pointwise, dims, leading or samples");
}

// A class for both devices, or cpu=CLASS, or cuda=CLASS.
void parse_autocast(Row& row, const std::string& word) {
  static const char* const kClasses[][2] = {{"lower", "kLower"},          {"fp32", "kFp32"},
                                            {"fp32_dtype", "kFp32Dtype"}, {"fp32_overload", "kFp32Overload"},
                                            {"promote", "kPromote"},      {"banned", "kBanned"}};
  const size_t equals = word.find('=');
  const std::string device = equals == std::string::npos ? "" : word.substr(0, equals);
  const std::string name = equals == std::string::npos ? word : word.substr(equals + 1);
  if (!device.empty() && device != "cpu" && device != "cuda")
    row.fail("autocast: got the device '" + device + "', expected cpu or cuda");
  for (const auto& c : kClasses) {
    if (name != c[0]) continue;
    if (device != "cuda") row.autocast_cpu = c[1];
    if (device != "cpu") row.autocast_cuda = c[1];
    return;
  }
  row.fail("autocast: got the class '" + name +
           "', expected lower, fp32, fp32_dtype, fp32_overload, promote or banned");
}

void parse_kind(Row& row, std::istringstream& words) {
  std::string kind;
  words >> kind;
  if (kind == "kernel") row.kind = Kind::kKernel;
  else if (kind == "structured") {
    row.kind = Kind::kStructured;
    words >> row.plan;
    std::string direct;
    if (words >> direct) row.direct = direct == "direct";
    if (row.plan.empty() || (!direct.empty() && !row.direct)) row.fail("expected: kind structured PLAN [direct]");
  } else if (kind == "elementwise") {
    row.kind = Kind::kElementwise;
    row.batching = "kPointwise";
    std::string rule, wide;
    words >> rule;
    if (rule != "template") row.rule = elementwise_rule(row, rule);
    if (words >> wide) row.wide = wide == "wide";
    if (!wide.empty() && (!row.wide || row.rule.empty())) row.fail("expected: kind elementwise RULE [wide]");
  } else if (kind == "shared") row.kind = Kind::kShared;
  else if (kind == "composite") row.kind = Kind::kComposite;
  else if (kind == "wraps" || kind == "each") {
    row.kind = Kind::kWraps;
    row.each = kind == "each";
    words >> row.target;
    for (std::string word; words >> word;) {
      const size_t equals = word.find('=');
      if (equals == std::string::npos) row.fail(kind + ": got '" + word + "', expected argument=value");
      row.given[word.substr(0, equals)] = word.substr(equals + 1);
    }
  } else {
    row.fail("unknown kind '" + kind + "', expected kernel, elementwise, structured, shared, composite, wraps or each");
  }
}

// The argument that an attribute names.
Argument& argument_of(Row& row, const std::string& attribute, const std::string& name) {
  for (Argument& a : row.arguments)
    if (a.name == name) return a;
  row.fail(attribute + ": there is no argument '" + name + "'");
}

struct Extras {
  bool has_kind = false;
  std::vector<std::string> aliases;
};

void parse_attribute(Row& row, Extras& extras, const std::string& attribute) {
  std::istringstream words(attribute);
  std::string key, word;
  words >> key;
  if (key == "forms") {
    while (words >> word) parse_form(row, word);
  } else if (key == "kind") {
    extras.has_kind = true;
    parse_kind(row, words);
  } else if (key == "loops") {
    row.loop.emplace();
    while (words >> word) {
      const std::string mistake = row.loop->add(word);
      if (!mistake.empty()) row.fail(mistake);
    }
  } else if (key == "uses") {
    while (words >> word) row.uses.push_back(word);
  } else if (key == "kernel") {
    words >> row.kernel;
  } else if (key == "object") {
    words >> row.object;
  } else if (key == "alias") {
    while (words >> word) extras.aliases.push_back(word);
  } else if (key == "required") {
    while (words >> word) argument_of(row, key, word).required = true;
  } else if (key == "optional") {
    while (words >> word) {
      const size_t equals = word.find('=');
      if (equals == std::string::npos) row.fail("optional: got '" + word + "', expected argument=value");
      argument_of(row, key, word.substr(0, equals)).cpp_initial = word.substr(equals + 1);
    }
  } else if (key == "cpp_type") {
    while (words >> word) {
      const size_t equals = word.find('=');
      if (equals == std::string::npos) row.fail("cpp_type: got '" + word + "', expected argument=type");
      argument_of(row, key, word.substr(0, equals)).cpp_type = "const " + word.substr(equals + 1) + "&";
    }
  } else if (key == "batch") {
    words >> word;
    parse_batching(row, word);
  } else if (key == "autocast") {
    while (words >> word) parse_autocast(row, word);
    if (row.autocast_cpu.empty() && row.autocast_cuda.empty()) row.fail("autocast: expected a class");
  } else if (key == "not_differentiable") {
    row.differentiable = false;
  } else if (key == "data_dependent") {
    row.data_dependent = true;
  } else if (key == "mixed_devices") {
    row.mixed_devices = true;
  } else if (key == "cpu_only") {
    row.cpu_only = true;
  } else if (key == "hidden") {
    row.hidden = true;
  } else if (key == "cpp_only") {
    row.cpp_only = true;
  } else {
    row.fail("unknown attribute '" + key + "'");
  }
  if (words >> word) row.fail("attribute '" + key + "': did not expect '" + word + "'");
}

// A row of its own for another name of the operator. Names with a namespace have functions only.
std::unique_ptr<Row> make_alias(const Row& row, std::string name) {
  auto alias = std::make_unique<Row>(row);
  const size_t colons = name.find("::");
  if (colons != std::string::npos) {
    name = name.substr(0, colons) + "_" + name.substr(colons + 2);
    alias->method = alias->in_place = alias->in_place_method = alias->in_place_function = false;
  }
  alias->name = name;
  alias->schema = name + row.schema.substr(row.name.size());
  alias->object = usual_object(*alias);
  alias->kind = Kind::kWraps;
  alias->is_alias = true;
  alias->target = row.full_name();
  alias->given.clear();
  alias->loop.reset();
  alias->wide = false;
  alias->kernel.clear();
  alias->uses.clear();
  alias->differentiable = true;  // what the operator says for itself
  alias->data_dependent = alias->mixed_devices = alias->cpu_only = false;
  alias->batching.clear();
  alias->autocast_cpu = alias->autocast_cuda = "";  // as above: the call of the operator is cast
  alias->doc = "Another name of " + row.name + ".";
  return alias;
}

// Reads one file.
class Reader {
 public:
  explicit Reader(const fs::path& path) : file_("src/ops/table/" + path.filename().string()), in_(path) {
    family_.name = path.stem().string();
  }

  Family read() {
    for (std::string line; std::getline(in_, line);) {
      ++line_;
      if (trimmed(line).empty() || line[0] == '#') continue;
      if (line[0] == ' ') attribute_line(trimmed(line));
      else if (line.compare(0, 6, "title ") == 0) family_.title = trimmed(line.substr(6));
      else if (line.compare(0, 6, "rules ") == 0) family_.rules.push_back(trimmed(line.substr(6)));
      else if (line.compare(0, 8, "include ") == 0) family_.includes.push_back(trimmed(line.substr(8)));
      else if (line.compare(0, 8, "kernels ") == 0) family_.kernels.push_back(trimmed(line.substr(8)));
      else if (line.compare(0, 5, "loop ") == 0) loop_line(trimmed(line.substr(5)));
      else begin_row(trimmed(line));
    }
    end_row();
    if (family_.title.empty()) fail_at(file_, 1, "the file has no 'title'");
    return std::move(family_);
  }

 private:
  void begin_row(const std::string& schema) {
    end_row();
    row_ = std::make_unique<Row>();
    row_->file = file_;
    row_->line = line_;
    parse_schema(*row_, schema);
  }

  // name(Tensor x, Scalar y) words of the attribute `loops`
  void loop_line(const std::string& line) {
    end_row();
    const size_t open = line.find('('), close = line.find(')');
    if (open == std::string::npos || close == std::string::npos)
      fail_at(file_, line_, "got 'loop " + line + "', expected: loop name(arguments) dtypes");
    Row place;  // for the messages
    place.file = file_;
    place.line = line_;
    place.name = line.substr(0, open);
    bool written = false;
    Loop loop;
    loop.name = place.name;
    loop.where = file_ + ":" + std::to_string(line_);
    loop.set_arguments(parse_arguments(place, std::string_view(line).substr(open + 1, close - open - 1), written));
    std::istringstream words(line.substr(close + 1));
    std::string mistake;
    for (std::string word; mistake.empty() && words >> word;) mistake = loop.add(word);
    if (mistake.empty()) mistake = loop.mistake();
    if (!mistake.empty()) place.fail(mistake);
    family_.loops.push_back(loop);
  }

  void attribute_line(const std::string& line) {
    if (row_ == nullptr) fail_at(file_, line_, "attributes without a schema above them");
    if (!row_->doc.empty()) {
      for (const char* key : {"forms ", "kind ", "alias ", "object ", "required "})
        if (line.compare(0, std::string_view(key).size(), key) == 0)
          fail_at(file_, line_, "attributes stand before the doc");
      row_->doc += " " + line;
    } else if (line.compare(0, 4, "doc ") == 0) {
      row_->doc = trimmed(line.substr(4));
    } else {
      for (const std::string& attribute : split(line, ';')) parse_attribute(*row_, extras_, attribute);
    }
  }

  void end_row() {
    if (row_ == nullptr) return;
    if (!extras_.has_kind) row_->fail("the row has no kind");
    if (row_->object.empty()) row_->object = usual_object(*row_);
    if (row_->loop.has_value()) {
      row_->loop->name = row_->object;
      row_->loop->where = file_ + ":" + std::to_string(row_->line);
      row_->loop->set_arguments(row_->arguments);
    }
    std::vector<std::unique_ptr<Row>> aliases;
    for (const std::string& name : extras_.aliases) aliases.push_back(make_alias(*row_, name));
    family_.rows.push_back(std::move(row_));
    for (auto& alias : aliases) family_.rows.push_back(std::move(alias));
    extras_ = Extras();
  }

  std::string file_;
  std::ifstream in_;
  int line_ = 0;
  Family family_;
  std::unique_ptr<Row> row_;
  Extras extras_;
};

}  // namespace

const Argument* Row::find(std::string_view argument) const {
  for (const Argument& a : arguments)
    if (a.name == argument) return &a;
  return nullptr;
}

void Row::fail(const std::string& message) const {
  fail_at(file, line, (name.empty() ? "" : full_name() + ": ") + message);
}

Table::Table(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".ops") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) families_.push_back(Reader(file).read());
  for (const Family& family : families_)
    for (const auto& row : family.rows) index(*row);
  for (const Family& family : families_)
    for (const Loop& loop : family.loops) index(loop);
  for (const Family& family : families_)
    for (const auto& row : family.rows) check(*row);
}

void Table::index(const Loop& loop) {
  for (const Loop* other : loops_)
    if (other->name == loop.name)
      throw TableError(loop.where + ": " + loop.name + ": loops of this name are at " + other->where + ", too");
  loops_.push_back(&loop);
}

void Table::index(const Row& row) {
  const auto same_name = by_name_.emplace(row.full_name(), &row);
  if (!same_name.second)
    row.fail("stands in " + same_name.first->second->file + ":" + std::to_string(same_name.first->second->line) +
             ", too");
  const auto same_object = by_object_.emplace(row.object, &row);
  if (!same_object.second)
    row.fail("object '" + row.object + "' is that of " + same_object.first->second->full_name() + ", too");
  if (row.loop.has_value()) index(*row.loop);
}

const Row* Table::find(const std::string& full_name) const {
  const auto at = by_name_.find(full_name);
  return at == by_name_.end() ? nullptr : at->second;
}

void Table::check_loops(const Row& row) const {
  if (row.kind != Kind::kElementwise) {
    if (row.loop.has_value() || !row.uses.empty()) row.fail("has loops, but is not element-wise");
    return;
  }
  if (row.results.size() != 1 || row.results[0].type != "Tensor")
    row.fail("is element-wise, but its result is no Tensor");
  if (row.loop.has_value() && !row.loop->mistake().empty()) row.fail(row.loop->mistake());
  if (row.rule.empty() && !row.loop.has_value() && row.uses.empty()) row.fail("is element-wise, but has no loops");
  for (const std::string& name : row.uses)
    if (std::none_of(loops_.begin(), loops_.end(), [&](const Loop* loop) { return loop->name == name; }))
      row.fail("uses " + name + ", but there are no such loops");
  if (row.rule.empty()) return;
  if (!row.loop.has_value()) row.fail("is element-wise, but has no loops");
  if (!row.uses.empty()) row.fail("uses further loops, which only a function template can");
  for (const Argument& a : row.arguments)
    if (a.type != "Tensor" && a.type != "Scalar")
      row.fail("is element-wise by a rule, but its argument '" + a.name + "' is no Tensor or Scalar");
  if (row.loop->scalars && row.rule != "kSame") row.fail("takes numbers, which only the rule 'same' does");
  if (row.wide && !row.loop->scalars) row.fail("is wide, but takes no numbers");
}

void Table::check(const Row& row) const {
  if (row.doc.empty() && !row.hidden && !row.cpp_only) row.fail("the row has no doc");
  if (row.hidden && (row.function || row.method)) row.fail("is hidden and has the form function or method");
  if ((row.method || row.in_place) && row.find("self") == nullptr)
    row.fail("has a method, but no argument is called self");
  if (row.returns_self && (row.in_place || row.out)) row.fail("works in place and has a form that does so, too");
  if (row.returns_out && (row.in_place || row.out || row.method))
    row.fail("is an out= form and has another one: expected 'forms function'");
  if (row.has_out_argument())
    for (const Result& r : row.results)
      if (r.type != "Tensor") row.fail("has a form with a destination, but a result of type " + r.type);
  if (row.direct && !row.has_out_argument()) row.fail("has a direct kernel, but no form out or inplace");
  if (row.in_place && row.results.size() != 1) row.fail("has an in-place form, but several results");
  if (!row.out_names.empty() && row.out_names.size() != row.results.size())
    row.fail("names " + std::to_string(row.out_names.size()) + " destinations, has " +
             std::to_string(row.results.size()) + " results");
  if (row.cpp_only && !row.is_direct()) row.fail("is cpp_only, which only composites and wraps can be");
  if (!row.batching.empty() && row.is_direct()) row.fail("has a batching class: its operators have theirs");
  if (!row.kernel.empty() && (row.kind != Kind::kStructured || row.direct))
    row.fail("names a kernel: only structured rows without `direct` share them");
  if (row.cpu_only && row.kind != Kind::kKernel && row.kind != Kind::kStructured)
    row.fail("says cpu_only: only rows of kind kernel or structured have kernels of one backend");
  if (!row.differentiable && row.is_direct()) row.fail("says not_differentiable: its operators do");
  check_loops(row);
  if (row.kind == Kind::kWraps) {
    const Row* target = find(row.target);
    if (target == nullptr) row.fail("wraps " + row.target + ", which is not in the table");
    check_wraps(row, *target);
  }
}

}  // namespace generate

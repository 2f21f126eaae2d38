// SPDX-License-Identifier: BSD-3-Clause
// Makes calls in one library, which the include path of "library.h" chooses, and tells what came of them. Reads
// requests from the standard input, one a line,
//   SEED FEATURES DESCRIBE FUNCTIONAL<tab>SCHEMA
// where FUNCTIONAL is the full name of the operator's functional form, and answers each with the size of a record, 8
// bytes, and the record. With --list, prints the library's operators instead.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>

#include "library.h"
#include "tests/differential/generate.h"
#include "tests/differential/outcome.h"

namespace differential {
namespace {

using library::Stack;
using library::Tensor;
using library::Tensors;
using History = TensorSpec::History;

constexpr int64_t kMostElements = 200000;

/// The tensors of a call, and what to ask them afterwards.
class Arguments {
 public:
  explicit Arguments(const Call& call) : call_(call) {
    for (const TensorSpec& spec : call.tensors) add(spec);
  }

  const Tensors& tensors() const { return tensors_; }
  /// The leaves for which gradients are computed, some of which are bases of the call's tensors.
  const Tensors& leaves() const { return leaves_; }
  /// Buffers of views that autograd follows: they depend on what is written through the view.
  Tensors followed() const {
    Tensors result;
    for (size_t i = 0; i < buffers_.size(); ++i)
      if (call_.tensors[i].history == History::kViewOfResult || call_.tensors[i].history == History::kTrackedView)
        result.push_back(buffers_[i]);
    return result;
  }
  Value value_of(const Tensor& t) const;
  /// Adds the value of a tensor; of a nested one its number of constituents and dimensions, then each constituent; of a
  /// sparse one the numbers of its sparse and dense dimensions, then the dense tensor that it stands for.
  void add_values(const Tensor& t, std::vector<Value>& to) const;
  std::vector<Buffer> buffers() const;
  void measure(Outcome& outcome) const;

 private:
  void add(const TensorSpec& spec);
  const uint8_t* memory(size_t i) const { return static_cast<const uint8_t*>(library::memory_of(buffers_[i])); }

  const Call& call_;
  Tensors tensors_, buffers_, leaves_;
};

library::ScalarType scalar_type(DType t) { return static_cast<library::ScalarType>(t); }

Tensor tensor_of(const std::vector<uint8_t>& bytes, DType dtype) {
  const auto count = static_cast<int64_t>(bytes.size() / item_size(dtype));
  Tensor t = library::empty({count}, scalar_type(dtype));
  if (!bytes.empty()) std::memcpy(t.data_ptr(), bytes.data(), bytes.size());
  return t;
}

void Arguments::add(const TensorSpec& spec) {
  Tensor buffer = spec.shares >= 0 ? buffers_[spec.shares] : tensor_of(spec.buffer, spec.dtype);
  if (spec.history == History::kViewOfResult) {
    buffer.set_requires_grad(true);
    leaves_.push_back(buffer);
    buffer = buffer.clone();
  }
  Tensor t;
  if (spec.history == History::kViewOfResult || spec.history == History::kTrackedView) {
    t = buffer.as_strided(spec.sizes, spec.strides, spec.offset);
  } else if (spec.nested) {
    t = library::nested(buffer, spec.constituents).detach();
  } else {
    t = library::untracked_view(buffer, spec.sizes, spec.strides, spec.offset);
    if (spec.conjugate) t = t.conj().detach();
    if (spec.negative) t = t._neg_view().detach();
  }
  if (spec.number) library::mark_as_number(t);
  if (spec.history == History::kLeaf) {
    t.set_requires_grad(true);
    leaves_.push_back(t);
  }
  buffers_.push_back(buffer);
  tensors_.push_back(t);
}

Value Arguments::value_of(const Tensor& t) const {
  Value v;
  v.defined = t.defined();
  if (!v.defined) return v;
  v.dtype = static_cast<DType>(t.scalar_type());
  v.sizes.assign(t.sizes().begin(), t.sizes().end());
  v.strides.assign(t.strides().begin(), t.strides().end());
  v.is_view = t.is_view();
  v.conjugate = t.is_conj();
  v.negative = t.is_neg();
  v.requires_grad = t.requires_grad();
  const int64_t count = count_of(v.sizes);
  if (count == 0 || count > kMostElements || !is_known(v.dtype)) return v;
  const auto item = static_cast<int64_t>(item_size(v.dtype));
  const auto* data = static_cast<const uint8_t*>(library::memory_of(t)) + t.storage_offset() * item;
  for (size_t i = 0; i < buffers_.size() && v.alias < 0; ++i)
    if (library::memory_of(t) == memory(i)) {
      v.alias = static_cast<int64_t>(i);
      v.alias_offset = data - memory(i);
    }
  v.elements.resize(static_cast<size_t>(count * item));
  Sizes index(v.sizes.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = 0;
    for (size_t d = 0; d < index.size(); ++d) at += index[d] * v.strides[d];
    std::memcpy(v.elements.data() + i * item, data + at * item, static_cast<size_t>(item));
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < v.sizes[d]) break;
      index[d] = 0;
    }
  }
  return v;
}

void Arguments::add_values(const Tensor& t, std::vector<Value>& to) const {
  if (!t.defined() || !(t.is_nested() || t.is_sparse())) return to.push_back(value_of(t));
  const Tensors constituents = t.is_sparse() ? Tensors{t.detach().to_dense()} : library::constituents_of(t);
  Value v;
  v.defined = true;
  v.dtype = static_cast<DType>(t.scalar_type());
  if (t.is_sparse()) v.sizes = {t.sparse_dim(), t.dense_dim()};
  else v.sizes = {static_cast<int64_t>(constituents.size()), t.dim()};
  v.strides = v.sizes;
  v.requires_grad = t.requires_grad();
  to.push_back(v);
  for (const Tensor& c : constituents) {
    to.push_back(value_of(c));
    to.back().is_view = false;  // it is one of t, which says nothing of t
  }
}

std::vector<Buffer> Arguments::buffers() const {
  std::vector<Buffer> result(buffers_.size());
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const std::vector<uint8_t>& before = call_.tensors[i].buffer;
    result[i].dtype = call_.tensors[i].dtype;
    if (before.empty()) continue;
    result[i].changed = std::memcmp(memory(i), before.data(), before.size()) != 0;
    if (result[i].changed || is_written(call_, static_cast<int64_t>(i)))
      result[i].bytes.assign(memory(i), memory(i) + before.size());
  }
  return result;
}

void Arguments::measure(Outcome& outcome) const {
  for (const Argument& a : call_.arguments)
    if (a.kind == Argument::Kind::kDouble || a.kind == Argument::Kind::kInt) {
      const double x = std::fabs(a.kind == Argument::Kind::kInt ? static_cast<double>(a.i) : a.z.real());
      if (x < 1e6) outcome.scale = std::max(outcome.scale, x);
    }
  for (size_t i = 0; i < call_.tensors.size(); ++i) {
    const TensorSpec& t = call_.tensors[i];
    const size_t item = item_size(t.dtype);
    outcome.count = std::max(outcome.count, count_of(t.sizes));
    // The dtype of a destination says nothing of the precision that is computed in.
    const bool destination = call_.schema.form() == Schema::Form::kOut && is_written(call_, static_cast<int64_t>(i));
    if (!t.number && !destination)
      outcome.epsilon = std::max(outcome.epsilon, is_integral(t.dtype) ? 0 : epsilon(t.dtype));
    for (size_t at = 0; at < t.buffer.size(); at += item) {
      const Element e = load(t.dtype, t.buffer.data() + at);
      for (const double x : {std::fabs(e.z.real()), std::fabs(e.z.imag()), std::fabs(static_cast<double>(e.i))})
        if (std::isfinite(x)) outcome.scale = std::max(outcome.scale, x);
    }
  }
}

template <class F>
void guarded(Step& step, const F& f) {
  try {
    f();
    step.status = Step::Status::kOk;
  } catch (const std::exception& e) {
    step.status = Step::Status::kError;
    step.error = e.what();
  }
}

// The gradients of those of `outputs` that require grad, for fixed gradients of these. Empty when there are none.
Tensors differentiate(const Tensors& outputs, const Tensors& inputs, uint64_t seed, bool create_graph) {
  Tensors differentiable, gradients;
  for (const Tensor& t : outputs) {
    if (!t.defined() || !t.requires_grad() || t.numel() > kMostElements) continue;
    const auto dtype = static_cast<DType>(t.scalar_type());
    if (!is_known(dtype)) continue;
    differentiable.push_back(t);
    const Tensor elements = tensor_of(ordinary_elements(seed + differentiable.size(), dtype, t.numel()), dtype);
    if (t.is_nested()) {
      std::vector<Sizes> sizes;
      for (const Tensor& c : library::constituents_of(t)) sizes.emplace_back(c.sizes().begin(), c.sizes().end());
      gradients.push_back(library::nested(elements, sizes));
    } else {
      gradients.push_back(elements.as_strided(t.sizes(), library::empty(t.sizes(), t.scalar_type()).strides(), 0));
    }
  }
  if (differentiable.empty() || inputs.empty()) return {};
  return library::grad(differentiable, inputs, gradients, true, create_graph, true);
}

Tensors call_operator(const std::string& name, const Call& call, const Tensors& tensors, Outcome& outcome) {
  Stack stack;
  library::manual_seed(call.seed);
  if (!library::call(name, call, tensors, stack)) outcome.end = Outcome::End::kUnknownOperator;
  Tensors results;
  for (const auto& v : stack) library::add_tensors(v, results);
  return results;
}

// The shapes and dtypes of the results, which destinations are made for: those of the functional form. An operator that
// has none, as zeros.out, gets a destination like its first tensor or of the sizes it is called with.
void complete(Call& call, const std::string& functional, unsigned features, Outcome& outcome) {
  Sizes sizes{2};
  auto dtype = call.seed % 2 == 0 ? DType::kFloat : DType::kLong;
  std::vector<ResultShape> shapes;
  if (functional == call.schema.full_name()) {
    const auto is_shape = [](const Sizes& s) {
      return std::all_of(s.begin(), s.end(), [](int64_t n) { return n >= 0; }) && count_of(s) <= kMostElements;
    };
    for (const Argument& a : call.arguments)
      if (a.kind == Argument::Kind::kInts && is_shape(a.ints)) sizes = a.ints;
    if (!call.tensors.empty()) sizes = call.tensors[0].sizes, dtype = call.tensors[0].dtype;
    make_destinations(call, features, {{sizes, dtype}});
    return;
  }
  try {
    Call without = call;
    while (!without.arguments.empty() && without.arguments.back().kind == Argument::Kind::kDestination)
      without.arguments.pop_back();
    const Arguments arguments(without);
    for (const Tensor& t : call_operator(functional, without, arguments.tensors(), outcome)) {
      if (t.defined() && t.numel() <= kMostElements) {
        sizes.assign(t.sizes().begin(), t.sizes().end());
        dtype = static_cast<DType>(t.scalar_type());
        outcome.functional += name_of(dtype);
        for (int64_t n : sizes) outcome.functional += " " + std::to_string(n);
      }
      shapes.push_back({sizes, dtype});
    }
  } catch (const std::exception&) {
    if (!call.tensors.empty()) dtype = call.tensors[0].dtype;
  }
  if (shapes.empty()) shapes.push_back({sizes, dtype});
  make_destinations(call, features, shapes);
}

void make_call(const Call& call, Outcome& outcome) {
  const Arguments arguments(call);
  arguments.measure(outcome);
  Tensors results, gradients;
  guarded(outcome.forward, [&] {
    results = call_operator(call.schema.full_name(), call, arguments.tensors(), outcome);
    for (const Tensor& t : results) arguments.add_values(t, outcome.forward.values);
  });
  outcome.buffers = arguments.buffers();
  for (size_t i = 0; i < call.arguments.size(); ++i)
    if (call.schema.parameters[i].written && call.arguments[i].kind == Argument::Kind::kTensor)
      outcome.written.push_back(arguments.value_of(arguments.tensors()[call.arguments[i].i]));
  if (outcome.forward.status != Step::Status::kOk) return;
  for (const Tensor& t : arguments.followed()) results.push_back(t);
  guarded(outcome.backward, [&] {
    gradients = differentiate(results, arguments.leaves(), call.seed + 100, call.second_order);
    for (const Tensor& t : gradients) arguments.add_values(t, outcome.backward.values);
  });
  if (!call.second_order || outcome.backward.status != Step::Status::kOk) return;
  guarded(outcome.second, [&] {
    for (const Tensor& t : differentiate(gradients, arguments.leaves(), call.seed + 200, false))
      arguments.add_values(t, outcome.second.values);
  });
}

Outcome answer(const std::string& request) {
  std::istringstream words(request);
  uint64_t seed = 0;
  unsigned features = 0;
  bool described = false;
  std::string functional, schema;
  words >> seed >> features >> described >> functional;
  std::getline(words >> std::ws, schema);
  Call call = generate(parse_schema(schema), seed, features);
  Outcome outcome;
  if (call.schema.form() == Schema::Form::kOut) complete(call, functional, features, outcome);
  if (described) {
    outcome.description = describe(call);
    if (library::is_generated(call.schema.full_name())) outcome.description += "\n    generated by libtorch";
  }
  if (outcome.end == Outcome::End::kNone) make_call(call, outcome);
  return outcome;
}

void write_all(int file, const void* data, size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(file, at, size);
    if (n <= 0) _exit(1);
    at += n;
    size -= static_cast<size_t>(n);
  }
}

void write_record(int file, const Outcome& outcome) {
  const std::string record = serialize(outcome);
  const uint64_t size = record.size();
  write_all(file, &size, sizeof size);
  write_all(file, record.data(), record.size());
}

// `owes` is true while a request has no answer.
void answer_all(int records, volatile bool* owes) {
  for (std::string request; std::getline(std::cin, request);) {
    *owes = true;
    const Outcome outcome = answer(request);
    *owes = false;
    write_record(records, outcome);
  }
}

// Answers in a child process: after a crash the next one has a loaded library at once.
int serve() {
  // The output of a library must not be written between the records.
  const int records = dup(STDOUT_FILENO);
  const int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, STDOUT_FILENO);
  const rlimit memory{rlim_t{8} << 30, rlim_t{8} << 30}, no_core{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &no_core);
  library::set_up();
  void* const shared = mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  volatile bool* const owes = static_cast<volatile bool*>(shared);
  for (;;) {
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      answer_all(records, owes);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    // A call that spoils the heap may end the process after its answer.
    if (!*owes) continue;
    *owes = false;
    Outcome crash;
    crash.end = Outcome::End::kCrash;
    crash.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    write_record(records, crash);
  }
}

}  // namespace
}  // namespace differential

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--list") == 0) {
    std::fputs(differential::library::list_operators().c_str(), stdout);
    return 0;
  }
  return differential::serve();
}

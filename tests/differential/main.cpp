// SPDX-License-Identifier: BSD-3-Clause
// Makes random calls of operators in torchpp and in libtorch and reports in what their outcomes differ.
//
// Each library is linked by a worker program of its own (worker.cpp, compiled twice; torchpp/ and libtorch/ hold what
// the libraries name differently). This program sends both the schema and the seed of a call. Each worker generates the
// call from them (generate.cpp, with plans.cpp for what an operator's arguments have to do with each other), makes it
// by the operator's name and sends back an Outcome. A worker that crashes or hangs is a finding, too; the next call
// gets a fresh one. compare.cpp says how outcomes differ, known.txt which differences stay.
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>

#include "tests/differential/compare.h"
#include "tests/differential/generate.h"
#include "tests/differential/known.h"
#include "tests/differential/process.h"
#include "tests/differential/random.h"

namespace differential {
namespace {

const char kUsage[] = R"(differential [option]...
  --family NAME       operators of one family of the table: pointwise, reduction, view ...
  --op NAME           operators of one name, all forms, or one form with its overload: add, add_.Tensor
  --seed S            start of the random numbers (default 1)
  --minutes N         how long to go on (default 1)
  --calls N           how many calls to make instead
  --repeat OP:S:F     one call that a report names, with both outcomes
  --pending FILE      differences that are about to be mended, as lines like those of known.txt
  --rates             also tell how many calls of each operator libtorch accepts
  --known             also tell what each line of known.txt covers
)";

struct Operator {
  std::string family, functional;
  Schema schema;
};

struct Options {
  std::string family, op, repeat, pending;
  uint64_t seed = 1;
  double minutes = 1;
  int64_t calls = 0;
  bool rates = false, known = false;
};

/// The calls of one operator that differ for one reason: an example and their number.
struct Finding {
  int64_t calls = 0;
  std::string repeat, text;
};

struct Rate {
  std::string family;
  int64_t calls = 0, succeeded = 0, both = 0, unknown = 0;  ///< both: neither library refuses the call
};

class Driver {
 public:
  Driver(Options options, const std::string& folder, const std::string& known)
      : options_(std::move(options)),
        ours_(folder + "/differential_torchpp"),
        theirs_(folder + "/differential_libtorch") {
    known_.add(known);
    if (!options_.pending.empty()) known_.add(options_.pending);
    std::istringstream lines(output_of(folder + "/differential_torchpp", "--list"));
    for (std::string line; std::getline(lines, line);) add_operator(line);
  }

  int run();
  int repeat();

 private:
  void add_operator(const std::string& line);
  bool chosen(const Operator& op) const;
  const Operator& find(const std::string& name) const;
  void call(const Operator& op, uint64_t seed);
  // Makes the call in both libraries and returns the differences that are not known.
  std::vector<Difference> differences(const Operator& op, uint64_t seed, unsigned features, Outcome* ours,
                                      Outcome* theirs);
  // As differences(), which a process of libtorch that has made no other call must show.
  std::vector<Difference> confirmed_differences(const Operator& op, uint64_t seed, unsigned features, Outcome* ours,
                                                Outcome* theirs);
  std::vector<Difference> unknown_of(const Operator& op, uint64_t seed, unsigned features, const Outcome& ours,
                                     const Outcome& theirs);
  std::string describe(const Operator& op, uint64_t seed, unsigned features);
  unsigned simplify(const Operator& op, uint64_t seed, const Difference& difference);
  bool shows(const Operator& op, uint64_t seed, unsigned features, const Difference& difference);
  void report() const;

  Options options_;
  Worker ours_, theirs_;
  KnownDifferences known_;
  std::vector<Operator> operators_;
  std::map<std::string, std::map<std::string, Finding>> findings_;  ///< by cause and operator
  std::map<std::string, Rate> rates_;
  int64_t calls_ = 0, unrepeated_ = 0;
};

void Driver::add_operator(const std::string& line) {
  std::istringstream columns(line);
  Operator op;
  std::string schema;
  std::getline(columns, op.family, '\t');
  std::getline(columns, op.functional, '\t');
  std::getline(columns, schema);
  op.schema = parse_schema(schema);
  operators_.push_back(std::move(op));
}

bool Driver::chosen(const Operator& op) const {
  if (!options_.family.empty() && op.family != options_.family) return false;
  return options_.op.empty() || op.schema.full_name() == options_.op || op.schema.name == options_.op ||
         op.schema.base() == options_.op;
}

const Operator& Driver::find(const std::string& name) const {
  for (const Operator& op : operators_)
    if (op.schema.full_name() == name) return op;
  throw std::runtime_error("no operator is called " + name);
}

std::string request_of(const Operator& op, uint64_t seed, unsigned features, bool described) {
  return std::to_string(seed) + " " + std::to_string(features) + (described ? " 1 " : " 0 ") + op.functional + "\t" +
         op.schema.text;
}

std::string Driver::describe(const Operator& op, uint64_t seed, unsigned features) {
  theirs_.send(request_of(op, seed, features, true));
  const Outcome o = theirs_.answer();
  if (o.end == Outcome::End::kNone) return o.description;
  // Without the destinations of out=, which libtorch makes for the shape of its own result.
  return differential::describe(generate(op.schema, seed, features));
}

std::vector<Difference> Driver::differences(const Operator& op, uint64_t seed, unsigned features, Outcome* ours,
                                            Outcome* theirs) {
  const std::string request = request_of(op, seed, features, false);
  ours_.send(request);
  theirs_.send(request);
  *ours = ours_.answer();
  *theirs = theirs_.answer();
  return unknown_of(op, seed, features, *ours, *theirs);
}

std::vector<Difference> Driver::confirmed_differences(const Operator& op, uint64_t seed, unsigned features,
                                                      Outcome* ours, Outcome* theirs) {
  if (differences(op, seed, features, ours, theirs).empty()) return {};
  // Some operators of libtorch write beyond their arguments. What the process answers afterwards, as an error of the
  // generator's mutex that has been overwritten, is none of the operator that is called then. Only libtorch gets a
  // fresh process: an answer of torchpp that depends on earlier calls is a finding.
  theirs_.stop();
  theirs_.send(request_of(op, seed, features, false));
  *theirs = theirs_.answer();
  std::vector<Difference> unknown = unknown_of(op, seed, features, *ours, *theirs);
  if (unknown.empty()) ++unrepeated_;
  return unknown;
}

std::vector<Difference> Driver::unknown_of(const Operator& op, uint64_t seed, unsigned features, const Outcome& ours,
                                           const Outcome& theirs) {
  std::vector<Difference> unknown, all = compare(op.schema, ours, theirs);
  if (all.empty()) return all;
  const std::string description = describe(op, seed, features);
  for (Difference& d : all)
    if (!known_.covers(op.schema, d, description)) unknown.push_back(std::move(d));
  return unknown;
}

bool Driver::shows(const Operator& op, uint64_t seed, unsigned features, const Difference& difference) {
  Outcome ours, theirs;
  for (const Difference& d : differences(op, seed, features, &ours, &theirs))
    if (d.aspect == difference.aspect && d.cause == difference.cause) return true;
  return false;
}

unsigned Driver::simplify(const Operator& op, uint64_t seed, const Difference& difference) {
  unsigned features = kAllFeatures;
  for (unsigned f = 1; f <= kAllFeatures; f *= 2)
    if (shows(op, seed, features & ~f, difference)) features &= ~f;
  return features;
}

void Driver::call(const Operator& op, uint64_t seed) {
  Outcome ours, theirs;
  const std::vector<Difference> found = confirmed_differences(op, seed, kAllFeatures, &ours, &theirs);
  Rate& rate = rates_[op.schema.full_name()];
  ++calls_;
  ++rate.calls;
  if (theirs.end == Outcome::End::kUnknownOperator) ++rate.unknown;
  rate.family = op.family;
  const bool accepted = theirs.forward.status == Step::Status::kOk;
  if (accepted) ++rate.succeeded;
  if (accepted && ours.forward.status == Step::Status::kOk) ++rate.both;
  for (const Difference& d : found) {
    Finding& finding = findings_[d.aspect + ": " + d.cause][op.schema.full_name()];
    if (++finding.calls > 1) continue;
    const unsigned features = simplify(op, seed, d);
    finding.repeat = op.schema.full_name() + ":" + std::to_string(seed) + ":" + std::to_string(features);
    finding.text = d.detail + "\n";
    for (const Difference& simple : differences(op, seed, features, &ours, &theirs))
      if (simple.aspect == d.aspect && simple.cause == d.cause) finding.text = simple.detail + "\n";
    finding.text += describe(op, seed, features);
    // At once: a long run can be looked at while it goes on, and may be interrupted before it reports.
    std::fprintf(stderr, "found %s (%s: %s)\n", finding.repeat.c_str(), d.aspect.c_str(), d.cause.c_str());
  }
}

void Driver::report() const {
  for (const auto& cause : findings_) {
    std::printf("\n%s\n", cause.first.c_str());
    size_t shown = 0;
    for (const auto& f : cause.second) {
      std::printf("  %s, %lld calls: ./dev differential --repeat %s\n", f.first.c_str(),
                  static_cast<long long>(f.second.calls), f.second.repeat.c_str());
      std::istringstream lines(f.second.text);
      for (std::string line; shown < 3 && std::getline(lines, line);) std::printf("      %s\n", line.c_str());
      ++shown;
    }
  }
  std::string unknown;
  int64_t both = 0;
  std::map<std::string, Rate> families;
  for (const auto& r : rates_) {
    both += r.second.both;
    if (r.second.unknown > 0) unknown += " " + r.first;
    else families[r.second.family].calls += r.second.calls, families[r.second.family].both += r.second.both;
    const bool seldom = r.second.unknown == 0 && r.second.both * 2 < r.second.calls;
    if (options_.rates || (seldom && r.second.calls >= 50))
      std::printf("%s: libtorch accepts %lld of %lld calls, both libraries %lld\n", r.first.c_str(),
                  static_cast<long long>(r.second.succeeded), static_cast<long long>(r.second.calls),
                  static_cast<long long>(r.second.both));
  }
  if (const std::string known = known_.summary(options_.known); !known.empty())
    std::printf("\nKnown:\n%s", known.c_str());
  if (!unknown.empty()) std::printf("Not in libtorch:%s\n", unknown.c_str());
  std::printf("Answered by both libraries:\n");
  for (const auto& f : families)
    std::printf("  %s: %lld of %lld calls\n", f.first.c_str(), static_cast<long long>(f.second.both),
                static_cast<long long>(f.second.calls));
  if (unrepeated_ > 0)
    std::printf("%lld differences that a fresh process of libtorch does not show\n",
                static_cast<long long>(unrepeated_));
  std::printf("%lld calls of %zu operators, seed %llu: both libraries answer %lld; %zu differences\n",
              static_cast<long long>(calls_), rates_.size(), static_cast<unsigned long long>(options_.seed),
              static_cast<long long>(both), findings_.size());
}

int Driver::run() {
  using Clock = std::chrono::steady_clock;
  std::vector<const Operator*> chosen_operators;
  for (const Operator& op : operators_)
    if (chosen(op)) chosen_operators.push_back(&op);
  if (chosen_operators.empty()) throw std::runtime_error("no operator is chosen");
  const auto start = Clock::now();
  const auto minutes = [&] { return std::chrono::duration<double>(Clock::now() - start).count() / 60; };
  double told = 0;
  Random seeds(options_.seed);
  while (options_.calls > 0 ? calls_ < options_.calls : minutes() < options_.minutes) {
    for (const Operator* op : chosen_operators) call(*op, seeds.next() >> 16);
    if (minutes() - told >= 1) {
      told = minutes();
      std::fprintf(stderr, "%.0f minutes, %lld calls, %zu differences\n", told, static_cast<long long>(calls_),
                   findings_.size());
    }
  }
  report();
  return findings_.empty() ? 0 : 1;
}

void print_step(const char* library, const char* name, const Step& step) {
  if (step.status == Step::Status::kNotDone) return;
  if (step.status == Step::Status::kError) {
    std::printf("%s %s throws: %s\n", library, name, step.error.substr(0, 2000).c_str());
    return;
  }
  for (const Value& v : step.values) std::printf("%s %s %s\n", library, name, to_string(v).c_str());
}

int Driver::repeat() {
  std::istringstream parts(options_.repeat);
  std::string name, seed, features;
  std::getline(parts, name, ':');
  std::getline(parts, seed, ':');
  std::getline(parts, features);
  const Operator& op = find(name);
  const uint64_t s = std::strtoull(seed.c_str(), nullptr, 10);
  const unsigned f = features.empty() ? unsigned{kAllFeatures} : static_cast<unsigned>(atoi(features.c_str()));
  std::printf("%s\n", describe(op, s, f).c_str());
  Outcome ours, theirs;
  const std::vector<Difference> found = confirmed_differences(op, s, f, &ours, &theirs);
  for (const auto& o : {std::make_pair("torchpp ", &ours), std::make_pair("libtorch", &theirs)}) {
    print_step(o.first, "forward ", o.second->forward);
    for (const Value& v : o.second->written) std::printf("%s written  %s\n", o.first, to_string(v).c_str());
    print_step(o.first, "backward", o.second->backward);
    print_step(o.first, "second  ", o.second->second);
  }
  for (const Difference& d : found) std::printf("\n%s: %s\n%s\n", d.aspect.c_str(), d.cause.c_str(), d.detail.c_str());
  if (found.empty()) std::printf("\nno difference, or only known ones\n");
  return found.empty() ? 0 : 1;
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--rates" || name == "--known") {
      (name == "--rates" ? options.rates : options.known) = true;
      continue;
    }
    if (i + 1 == argc) return false;
    const char* value = argv[++i];
    if (name == "--family") options.family = value;
    else if (name == "--op") options.op = value;
    else if (name == "--seed") options.seed = std::strtoull(value, nullptr, 10);
    else if (name == "--minutes") options.minutes = std::strtod(value, nullptr);
    else if (name == "--calls") options.calls = std::strtoll(value, nullptr, 10);
    else if (name == "--repeat") options.repeat = value;
    else if (name == "--pending") options.pending = value;
    else return false;
  }
  return true;
}

}  // namespace
}  // namespace differential

// std::regex recurses for each character of a text, and tensors make long texts, for which the usual 8 MB are too few.
// Linux keeps at least 128 MB of addresses free below the stack of a program that runs.
static void raise_stack_limit() {
  constexpr rlim_t kWanted = rlim_t{1} << 27;
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kWanted) return;
  limit.rlim_cur = kWanted < limit.rlim_max ? kWanted : limit.rlim_max;
  setrlimit(RLIMIT_STACK, &limit);
}

int main(int argc, char** argv) {
  raise_stack_limit();
  differential::Options options;
  if (!differential::parse(argc, argv, options)) {
    std::fputs(differential::kUsage, stderr);
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);  // a worker that ended is noticed when it is read from
  try {
    const std::string program = argv[0];
    differential::Driver driver(options, program.substr(0, program.rfind('/')), DIFFERENTIAL_KNOWN);
    return options.repeat.empty() ? driver.run() : driver.repeat();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "differential: %s\n", e.what());
    return 2;
  }
}

// SPDX-License-Identifier: BSD-3-Clause
#include "arguments.h"

#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace examples {
namespace {

std::string text_of(const Option& option) {
  if (const auto* text = std::get_if<std::string*>(&option.value)) return **text;
  if (const auto* integer = std::get_if<int64_t*>(&option.value)) return std::to_string(**integer);
  if (std::holds_alternative<bool*>(option.value)) return {};
  char digits[32];
  std::snprintf(digits, sizeof digits, "%g", **std::get_if<double*>(&option.value));
  return digits;
}

void print_usage(std::FILE* to, const char* program, const char* purpose, const std::vector<Option>& options) {
  std::fprintf(to, "%s\nUsage: %s [options]\n", purpose, program);
  for (const Option& option : options) {
    const std::string value = text_of(option);
    std::fprintf(to, "  --%-12s %s%s%s\n", option.name, option.meaning,
                 value.empty() ? "" : "; default: ", value.c_str());
  }
}

// Whether `text` is a value of the option; then it is stored.
bool store(const Option& option, const char* text) {
  if (const auto* target = std::get_if<std::string*>(&option.value)) {
    **target = text;
    return true;
  }
  char* end = nullptr;
  if (const auto* target = std::get_if<int64_t*>(&option.value)) {
    const long long value = std::strtoll(text, &end, 10);
    **target = value;
    return *text != '\0' && *end == '\0' && value >= option.least;
  }
  const double value = std::strtod(text, &end);
  **std::get_if<double*>(&option.value) = value;
  return *text != '\0' && *end == '\0' && value >= static_cast<double>(option.least);
}

}  // namespace

void read_arguments(int argc, char** argv, const char* purpose, const std::vector<Option>& options) {
  const auto fail = [&](const std::string& what) {
    std::fprintf(stderr, "%s: %s\n", argv[0], what.c_str());
    print_usage(stderr, argv[0], purpose, options);
    std::exit(2);
  };
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      print_usage(stdout, argv[0], purpose, options);
      std::exit(0);
    }
    const Option* option = nullptr;
    for (const Option& candidate : options)
      if (name == std::string("--") + candidate.name) option = &candidate;
    if (option == nullptr) fail("unknown option " + name);
    if (const auto* flag = std::get_if<bool*>(&option->value)) {
      **flag = true;
      continue;
    }
    if (i + 1 == argc) fail(name + " needs a value");
    if (!store(*option, argv[++i]))
      fail(name + " got '" + argv[i] + "', expected a number from " + std::to_string(option->least));
  }
}

int run_example(int argc, char** argv, const char* purpose, const std::vector<Option>& options, void (*run)()) {
  read_arguments(argc, argv, purpose, options);
  try {
    run();
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return 1;
  }
}

void make_folder(const std::string& path) {
  TORCHPP_CHECK_FILE(::mkdir(path.c_str(), 0777) == 0 || ::access(path.c_str(), W_OK) == 0, "got '", path,
                     "', expected a folder that can be written to, or the name of one that can be made");
}

}  // namespace examples

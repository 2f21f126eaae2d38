// SPDX-License-Identifier: BSD-3-Clause
// The arguments of `torchpp`. The only file that includes CLI11, which takes longer to compile than all others.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/version.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "command/command.h"
#include "command/print.h"

namespace torchpp::command {
namespace {

constexpr char kExitStatuses[] = "Exit status: 0, or for diff: the same; 1 for diff: different; 2 trouble.";

struct Arguments {
  InfoArguments info;
  InspectArguments inspect;
  ConvertArguments convert;
  DiffArguments diff;
  BenchArguments bench;
  std::string shell;
};

CLI::App* add(CLI::App& app, const char* name, const char* help, const char* examples) {
  CLI::App* const subcommand = app.add_subcommand(name, help);
  subcommand->footer(std::string("Examples:\n") + examples);
  return subcommand;
}
void add_json(CLI::App* app, bool& json) { app->add_flag("--json", json, "print JSON"); }

void add_info(CLI::App& app, InfoArguments& arguments) {
  CLI::App* const info = add(app, "info", "The version, the processor, backends, threads and libraries",
                             "  torchpp info\n  torchpp info --json | jq .backends.cuda");
  add_json(info, arguments.json);
}

void add_inspect(CLI::App& app, InspectArguments& arguments) {
  CLI::App* const inspect = add(app, "inspect", "What a file of tensors holds",
                                "  torchpp inspect model.safetensors\n"
                                "  torchpp inspect model.safetensors.index.json --only 'layers\\.0\\..*' --statistics\n"
                                "  torchpp inspect weights.npz --checksum --json");
  inspect->add_option("FILE", arguments.file, "a file of any format that the library reads")->required();
  inspect->add_option("--only", arguments.only, "only tensors whose whole name matches this regular expression");
  inspect->add_flag("--checksum", arguments.checksum, "SHA-256 of the file, CRC-32 of each tensor's values");
  inspect->add_flag("--statistics", arguments.statistics, "least, greatest and mean value of each tensor");
  add_json(inspect, arguments.json);
}

void add_convert(CLI::App& app, ConvertArguments& arguments) {
  CLI::App* const convert =
      add(app, "convert", "Writes the tensors of a file in another format",
          "  torchpp convert model.pt model.safetensors\n"
          "  torchpp convert model.safetensors half.safetensors --dtype float16\n"
          "  torchpp convert model.gguf layer0.npz --only 'blk\\.0\\..*' --rename '^blk\\.0\\.='");
  convert->add_option("FROM", arguments.from, "a file of any format that the library reads")->required();
  convert->add_option("TO", arguments.to, "a name that ends with .safetensors, .npz, .npy, .pt or .pth")->required();
  convert->add_option("--only", arguments.only, "only tensors whose whole name matches this regular expression")
      ->allow_extra_args(false);
  convert->add_option("--skip", arguments.skip, "no tensors whose whole name matches this regular expression")
      ->allow_extra_args(false);
  convert->add_option("--rename", arguments.rename, "PATTERN=REPLACEMENT: matches in names are replaced")
      ->allow_extra_args(false);
  convert->add_option("--dtype", arguments.dtype, "the dtype of floating tensors: float32, float16, bfloat16, ...");
  convert->add_flag("--force", arguments.force, "replace TO if it exists");
  add_json(convert, arguments.json);
}

void add_diff(CLI::App& app, DiffArguments& arguments) {
  CLI::App* const diff = add(app, "diff", "In what the tensors of two files differ",
                             "  torchpp diff before.safetensors after.safetensors\n"
                             "  torchpp diff model.pt model.npz --rtol 1e-5 --atol 1e-8");
  diff->add_option("FIRST", arguments.a, "a file of any format that the library reads")->required();
  diff->add_option("SECOND", arguments.b, "another")->required();
  diff->add_option("--atol", arguments.atol, "numbers may differ by this much")->check(CLI::NonNegativeNumber);
  diff->add_option("--rtol", arguments.rtol, "and by this part of the second one")->check(CLI::NonNegativeNumber);
  add_json(diff, arguments.json);
}

void add_bench(CLI::App& app, BenchArguments& arguments) {
  CLI::App* const bench =
      add(app, "bench", "In a few seconds, what a device and the kernels on it reach",
          "  torchpp bench\n  torchpp bench --device cuda --only matmul\n  torchpp bench --threads 1");
  bench->add_option("--device", arguments.device, "cpu, cuda or cuda:N")->capture_default_str();
  bench->add_option("--only", arguments.only, "only what has this in its name");
  bench->add_option("--seconds", arguments.seconds, "for each figure")
      ->check(CLI::Range(0.001, 60.))
      ->capture_default_str();
  bench->add_option("--threads", arguments.threads, "of the processor; 0: as many as usual")
      ->check(CLI::Range(0, 4096));
  add_json(bench, arguments.json);
}

void add_completion(CLI::App& app, std::string& shell) {
  CLI::App* const completion = add(app, "completion", "The script with which a shell completes arguments",
                                   "  torchpp completion bash > /etc/bash_completion.d/torchpp");
  completion->add_option("SHELL", shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

std::vector<Completed> completed(const CLI::App& app) {
  std::vector<Completed> subcommands;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
    Completed item{subcommand->get_name(), subcommand->get_description(), {}, {}};
    for (const CLI::Option* option : subcommand->get_options()) {
      if (option->get_positional()) continue;
      Completed::Option o;
      for (const std::string& name : option->get_lnames()) o.names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) o.names.push_back("-" + name);
      o.help = option->get_description();
      o.takes_value = option->get_items_expected_max() > 0;
      item.options.push_back(std::move(o));
    }
    if (item.name == "completion") item.words = {"bash", "zsh", "fish"};
    subcommands.push_back(std::move(item));
  }
  return subcommands;
}

int run(int argc, char** argv) {
#if defined(TORCHPP_COMMAND_CUDA)
  register_cuda();
#endif
  CLI::App app("Files of tensors, and the library torchpp on this machine.", "torchpp");
  Arguments arguments;
  app.set_version_flag("--version", "torchpp " TORCHPP_VERSION);
  app.require_subcommand(0, 1);  // none is an error below: CLI11 would give the same one for a misspelt name
  app.footer(kExitStatuses);
  add_info(app, arguments.info);
  add_inspect(app, arguments.inspect);
  add_convert(app, arguments.convert);
  add_diff(app, arguments.diff);
  add_bench(app, arguments.bench);
  add_completion(app, arguments.shell);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kYes : kTrouble;
  }
  TORCHPP_CHECK_VALUE(!app.get_subcommands().empty(), "a subcommand is required; --help lists them");
  if (app.got_subcommand("info")) return info(arguments.info);
  if (app.got_subcommand("inspect")) return inspect(arguments.inspect);
  if (app.got_subcommand("convert")) return convert(arguments.convert);
  if (app.got_subcommand("diff")) return diff(arguments.diff);
  if (app.got_subcommand("bench")) return bench(arguments.bench);
  print(completion(arguments.shell, completed(app)));
  return kYes;
}

}  // namespace
}  // namespace torchpp::command

int main(int argc, char** argv) {
  try {
    const int status = torchpp::command::run(argc, argv);
    // What was printed may be lost only now, on a full disk.
    if (std::fflush(stdout) == 0) return status;
    std::perror("torchpp: write to the standard output");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "torchpp: %s\n", torchpp::command::clean(e.what()).c_str());
  }
  return torchpp::command::kTrouble;
}

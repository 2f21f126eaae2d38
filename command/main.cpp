// SPDX-License-Identifier: BSD-3-Clause
// The arguments of `torchpp`. The only file that includes CLI11, which takes longer to compile than all others.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/sparse_gradient.h>
#include <torchpp/version.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "command/command.h"
#include "command/print.h"

namespace torchpp::command {
namespace {

constexpr char kExitStatuses[] =
    "Exit status: 0 all is well, for diff: the same; 1 for diff: different, for hub verify: a file is not what it "
    "should be, for hub trust: no consent; 2 trouble.";

struct Arguments {
  InfoArguments info;
  InspectArguments inspect;
  ConvertArguments convert;
  DiffArguments diff;
  BenchArguments bench;
  HubArguments hub;
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
  convert->add_option("TO", arguments.to, "a name that ends with .safetensors, .npz, .npy, .pt, .pth or .csv")
      ->required();
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

void add_hub(CLI::App& app, HubArguments& arguments) {
  CLI::App* const hub = add(app, "hub", "Models from folders, archives, web servers and repositories",
                            "  torchpp hub trust owner/models\n"
                            "  torchpp hub list owner/models\n"
                            "  torchpp hub fetch owner/models:v1 lenet");
  // Not require_subcommand(), which would hide the name of one that does not exist.
  hub->callback([hub] {
    if (hub->get_subcommands().empty()) throw CLI::RequiredError::Subcommand(1);
  });
  constexpr char kSource[] = "a folder, an archive, https://..., file://... or owner/repository[:ref]";
  const auto add_action = [&](const char* name, const char* help, const char* examples) {
    CLI::App* const action = add(*hub, name, help, examples);
    action->parse_complete_callback([&arguments, name] { arguments.action = name; });
    add_json(action, arguments.json);
    return action;
  };
  const auto add_dir = [&](CLI::App* action) {
    action->add_option("--dir", arguments.dir, "the folder of what was downloaded; else $TORCH_HOME/hub or the usual");
  };
  // Of the actions that may download.
  const auto add_network = [&](CLI::App* action) {
    add_dir(action);
    action->add_flag("--trust", arguments.trust, "consent to the source for this call");
    action->add_flag("--reload", arguments.reload, "download again what is there");
    action->add_option("--sha256", arguments.manifest_sha256, "the hash of hub.json, or its first digits");
    action->add_option("--ca-file", arguments.ca_file, "certificates that are believed, in place of the system's");
    action->add_option("--repository-url", arguments.repository_url,
                       "where repositories are, with {owner}, {name} and {ref}");
  };
  CLI::App* const list = add_action("list", "The entries of a source; without one, what is in the cache",
                                    "  torchpp hub list\n  torchpp hub list owner/models --json");
  list->add_option("SOURCE", arguments.source, kSource);
  add_network(list);
  CLI::App* const info = add_action("info", "What a source's manifest says of an entry, or of all",
                                    "  torchpp hub info owner/models lenet\n  torchpp hub info ./folder");
  info->add_option("SOURCE", arguments.source, kSource)->required();
  info->add_option("ENTRY", arguments.entry, "one of those that list shows");
  add_network(info);
  CLI::App* const fetch = add_action("fetch", "Downloads the files of an entry, or of all, and says where they are",
                                     "  torchpp hub fetch owner/models:v1 lenet\n"
                                     "  torchpp hub fetch https://example.org/models/hub.json --sha256 5ca1ab1e");
  fetch->add_option("SOURCE", arguments.source, kSource)->required();
  fetch->add_option("ENTRY", arguments.entry, "one of those that list shows");
  add_network(fetch);
  CLI::App* const verify = add_action("verify", "Reads a source's files and compares them with their hashes",
                                      "  torchpp hub verify owner/models:v1\n  torchpp hub verify ./folder");
  verify->add_option("SOURCE", arguments.source, kSource)->required();
  add_dir(verify);
  verify->add_flag("--trust", arguments.trust, "consent to the source for this call");
  CLI::App* const trust = add_action("trust", "Writes down consent to a source; without one, lists those that have it",
                                     "  torchpp hub trust owner/models\n"
                                     "  torchpp hub trust --yes https://example.org/models/hub.json\n"
                                     "  torchpp hub trust --remove owner/models");
  trust->add_option("SOURCE", arguments.source, "https://... or owner/repository, of which all versions are meant");
  add_dir(trust);
  CLI::Option* const yes = trust->add_flag("--yes", arguments.yes, "consent without a question");
  trust->add_flag("--remove", arguments.remove, "take consent back")->excludes(yes);
  CLI::App* const clean = add_action("clean", "Removes a source from the cache, or all",
                                     "  torchpp hub clean owner/models:v1\n  torchpp hub clean --all");
  clean->add_option("SOURCE", arguments.source, kSource);
  add_dir(clean);
  clean->add_flag("--all", arguments.all, "all sources, and what is left of downloads that were broken off");
  CLI::App* const publish =
      add_action("publish", "Writes lengths and hashes of the files that a folder's hub.json names into it",
                 "  torchpp hub publish ./folder");
  publish->add_option("FOLDER", arguments.source, "a folder with the file hub.json")->required();
}

void add_completion(CLI::App& app, std::string& shell) {
  CLI::App* const completion = add(app, "completion", "The script with which a shell completes arguments",
                                   "  torchpp completion bash > /etc/bash_completion.d/torchpp");
  completion->add_option("SHELL", shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

// The options of a subcommand, and of its own subcommands, each once.
void complete_from(const CLI::App& app, Completed& item) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) continue;
    Completed::Option o;
    for (const std::string& name : option->get_lnames()) o.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) o.names.push_back("-" + name);
    o.help = option->get_description();
    o.takes_value = option->get_items_expected_max() > 0;
    const bool is_known = std::any_of(item.options.begin(), item.options.end(),
                                      [&](const Completed::Option& known) { return known.names == o.names; });
    if (!is_known) item.options.push_back(std::move(o));
  }
  for (const CLI::App* action : app.get_subcommands([](const CLI::App*) { return true; })) {
    item.words.push_back(action->get_name());
    complete_from(*action, item);
  }
}

std::vector<Completed> completed(const CLI::App& app) {
  std::vector<Completed> subcommands;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
    Completed item{subcommand->get_name(), subcommand->get_description(), {}, {}};
    complete_from(*subcommand, item);
    if (item.name == "completion") item.words = {"bash", "zsh", "fish"};
    subcommands.push_back(std::move(item));
  }
  return subcommands;
}

int run(int argc, char** argv) {
#if defined(TORCHPP_COMMAND_CUDA)
  register_cuda();
#endif
  const SparseGradient sparse(true);  // registers the kernels of sparse tensors, which files may hold
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
  add_hub(app, arguments.hub);
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
  if (app.got_subcommand("hub")) return hub(arguments.hub);
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

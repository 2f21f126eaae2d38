// SPDX-License-Identifier: BSD-3-Clause
// torchpp convert: the tensors of a file, in another format.
#include <sys/stat.h>
#include <torchpp/core/error.h>
#include <torchpp/nn/load_state.h>
#include <torchpp/serialize/csv.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/pt.h>

#include <algorithm>

#include "command/command.h"
#include "command/print.h"

namespace torchpp::command {
namespace {

const Tensor& only_one(const NamedTensors& tensors, const char* extension) {
  TORCHPP_CHECK_VALUE(tensors.size() == 1, "convert: got ", tensors.size(), " tensors, of which ", extension,
                      " holds one; name it by --only, or write .npz");
  return tensors[0].second;
}

// What is written, by the new file's name.
constexpr struct {
  const char* extension;
  bool has_metadata;
  void (*write)(const std::string& path, const NamedTensors& tensors, const Metadata& metadata);
} kWriters[] = {
    {".safetensors", true,
     [](const std::string& path, const NamedTensors& tensors, const Metadata& metadata) {
       save_safetensors(path, tensors, metadata);
     }},
    {".npz", false,
     [](const std::string& path, const NamedTensors& tensors, const Metadata&) { save_npz(path, tensors); }},
    {".npy", false,
     [](const std::string& path, const NamedTensors& tensors, const Metadata&) {
       save_npy(path, only_one(tensors, ".npy"));
     }},
    {".csv", false,
     [](const std::string& path, const NamedTensors& tensors, const Metadata&) {
       save_csv(path, only_one(tensors, ".csv"));
     }},
    {".pt", false,
     [](const std::string& path, const NamedTensors& tensors, const Metadata&) { save_pt(path, tensors); }},
    {".pth", false,
     [](const std::string& path, const NamedTensors& tensors, const Metadata&) { save_pt(path, tensors); }},
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

nn::LoadStateOptions rules_of(const ConvertArguments& arguments) {
  nn::LoadStateOptions rules;
  for (const std::string& pattern : arguments.only) rules.only(pattern);
  for (const std::string& pattern : arguments.skip) rules.skip(pattern);
  for (const std::string& rename : arguments.rename) {
    const size_t equals = rename.find('=');
    TORCHPP_CHECK_VALUE(equals != std::string::npos, "--rename got '", clean(rename),
                        "', expected PATTERN=REPLACEMENT");
    rules.rename(rename.substr(0, equals), rename.substr(equals + 1));
  }
  return rules;
}

}  // namespace

int convert(const ConvertArguments& arguments) {
  const auto* const writer = std::find_if(std::begin(kWriters), std::end(kWriters),
                                          [&](const auto& w) { return ends_with(arguments.to, w.extension); });
  if (writer == std::end(kWriters)) {
    std::string extensions;
    for (const auto& w : kWriters) extensions += str(extensions.empty() ? "" : ", ", w.extension);
    TORCHPP_FAIL_KIND(kValue, "convert: got the name '", clean(arguments.to), "', expected one that ends with one of ",
                      extensions);
  }
  struct stat there;
  TORCHPP_CHECK_FILE(arguments.force || ::lstat(arguments.to.c_str(), &there) != 0, "convert: '", clean(arguments.to),
                     "' exists; --force replaces it");
  const nn::LoadStateOptions rules = rules_of(arguments);
  LoadTensorOptions load;
  if (!arguments.dtype.empty()) load.dtype = dtype_of(arguments.dtype);

  // What is only passed on takes no memory of its own.
  TensorFileOptions options;
  options.map = true;
  TensorFile file = TensorFile::open(arguments.from, options);
  NamedTensors tensors;
  uint64_t bytes = 0;
  for (size_t i = 0; i < file.tensors().size(); ++i) {
    std::string name = file.tensors()[i].name;
    if (!rules.apply_rules(name)) continue;
    // Counts, indices and masks stay what they are.
    const bool converts = load.dtype && isFloatingType(file.tensors()[i].dtype) && isFloatingType(*load.dtype);
    tensors.emplace_back(std::move(name), file.load(i, converts ? load : LoadTensorOptions()));
    bytes += tensors.back().second.nbytes();
  }
  const bool loses_metadata = !writer->has_metadata && !file.metadata().empty();
  writer->write(arguments.to, tensors, file.metadata());

  if (arguments.json) {
    print_json(Json{{"from", arguments.from},
                    {"to", arguments.to},
                    {"tensors", tensors.size()},
                    {"nbytes", bytes},
                    {"metadata", loses_metadata ? Json("dropped") : Json("kept")}});
    return kYes;
  }
  print(str(bold(clean(arguments.to)), "\n  ", count_text(tensors.size()), " tensor", plural(tensors.size()), ", ",
            size_text(bytes), ", from a file of the format ", file.format(), "\n"));
  if (loses_metadata) print(str("  without the metadata, for which ", writer->extension, " has no place\n"));
  return kYes;
}

}  // namespace torchpp::command

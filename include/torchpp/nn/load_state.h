// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Loading weights from a file of any format into a module: renamed, filtered, converted, in part.
///
///     LoadStateOptions options;
///     options.rename_prefix("module.", "").skip("head\\..*");
///     options.dtype = kBFloat16;
///     options.device_map = {{"", kCPU}, {"encoder", kCUDA}};
///     LoadReport report = load_state(*model, "model.safetensors", options);
///
/// Source: what load_state_dict, and the loaders that are built around it, do in Python.

#include <torchpp/core/callable.h>
#include <torchpp/core/optional.h>
#include <torchpp/nn/module.h>
#include <torchpp/serialize/tensor_file.h>

#include <string>
#include <utility>
#include <vector>

namespace torchpp::nn {

/// What is loaded, under which name, and how.
class TORCHPP_API LoadStateOptions {
 public:
  /// Whether it is an error that the module has a tensor that was not found, or the other way round.
  bool strict = true;
  /// Tensors of another shape are left as they are, and reported, instead of being an error.
  bool skip_mismatched = false;
  /// To which the module's floating tensors are converted, those that are not loaded too. None: each keeps its dtype.
  optional<ScalarType> dtype;
  /// Paths of modules or names of tensors, each with the device to which all tensors below it are moved, those that are
  /// not loaded too. Of several that fit, the longest counts; "" is the whole module. Other tensors stay.
  std::vector<std::pair<std::string, Device>> device_map;

  // Rules about names. They are applied one after the other, each to what those before it made of the name. Patterns
  // are regular expressions in ECMAScript's grammar without back-references, matched in time that is polynomial in the
  // name's length; ValueError for one that is malformed.

  /// Names that begin with `from` begin with `to` instead; others stay.
  LoadStateOptions& rename_prefix(std::string from, std::string to);
  /// Each match of the pattern is replaced; in the replacement $1 stands for what the first group matched, $& for all.
  LoadStateOptions& rename(const std::string& pattern, std::string replacement);
  /// Only what begins with the prefix is loaded.
  LoadStateOptions& only_prefix(std::string prefix);
  /// Only names that match the pattern as a whole are loaded.
  LoadStateOptions& only(const std::string& pattern);
  /// Names that match the pattern as a whole are not loaded.
  LoadStateOptions& skip(const std::string& pattern);
  /// Any other rule: it may change the name, and returns whether it is loaded.
  LoadStateOptions& rule(Callable<bool(std::string& name)> rule);

  /// Applies the rules; false if what has this name is not loaded.
  bool apply_rules(std::string& name) const;

 private:
  std::vector<Callable<bool(std::string&)>> rules_;
};

/// What load_state did. Names are the module's, that is after renaming.
struct LoadReport : IncompatibleKeys {
  struct Mismatch {
    std::string key;
    std::vector<int64_t> got, expected;
  };
  std::vector<Mismatch> mismatched_keys;   ///< of another shape, and not loaded
  std::vector<std::string> loaded_keys;    ///< in the module's order
  std::vector<std::string> filtered_keys;  ///< as the file has them: not loaded because of a rule
};

/// Loads a module's parameters and buffers, and runs its hooks as Module::load_state_dict does. Tensors for which the
/// module has no place are not read. Error, with nothing changed, that lists at once all names that are missing or
/// unexpected (if strict), and all tensors of another shape (unless skip_mismatched); ValueError if two tensors get the
/// same name; FileError for a damaged file, with nothing changed.
TORCHPP_API LoadReport load_state(Module& module, TensorFile& file, const LoadStateOptions& options = {});
/// As above, from a file at this path, of any format that TensorFile reads.
TORCHPP_API LoadReport load_state(Module& module, const std::string& path, const LoadStateOptions& options = {});
/// As above, from tensors in memory.
TORCHPP_API LoadReport load_state(Module& module, const StateDict& state, const LoadStateOptions& options = {});

}  // namespace torchpp::nn

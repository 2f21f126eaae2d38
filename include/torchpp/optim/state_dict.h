// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file An optimizer's state as Python keeps it, and files of it.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/optim/optimizer.h>

#include <string>
#include <utility>
#include <vector>

namespace torchpp::optim {

/// What Python's optimizer.state_dict() returns, of PyTorch 1.13: states by the number of their parameter, counted over
/// the groups, and the groups' options with the numbers of their parameters. Names and kinds of values are Python's
/// (`step` is a 0-dim float tensor for Adam and an int for RMSprop; an option without a value is None), but tuples are
/// lists. Left out is LBFGS's `al`, which Python makes anew.
///
/// As a file, `torchpp::save(state_dict, path)`: tensors are called "state.<parameter>.<name>"; other values are
/// metadata, JSON under "value:state.<parameter>.<name>" and "value:param_groups.<group>.<name>". In Python:
///   with safe_open(path, "pt") as f:
///     tensors = {k: f.get_tensor(k) for k in f.keys()}
///     values = {k[6:]: json.loads(v) for k, v in f.metadata().items() if k.startswith("value:")}
struct TORCHPP_API OptimizerStateDict {
  /// Names with values, in order.
  using Values = std::vector<std::pair<std::string, IValue>>;
  struct Group {
    Values options;
    std::vector<int64_t> params;
  };
  std::vector<std::pair<int64_t, Values>> state;  ///< of the parameters that have one, by rising number
  std::vector<Group> param_groups;

  void save(serialize::OutputArchive& archive) const;
  /// Replaces the content. Error for an archive that is no state dictionary; then nothing is changed.
  void load(serialize::InputArchive& archive);
};

}  // namespace torchpp::optim

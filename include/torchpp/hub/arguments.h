// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/dispatch/ivalue.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::nn {
class Module;
}

namespace torchpp::hub {

/// The arguments that an entry of a hub gives to its factory: names and values. Each that is there must be asked for.
class TORCHPP_API Arguments {
 public:
  Arguments() = default;
  Arguments(std::initializer_list<std::pair<std::string, IValue>> values);

  bool empty() const noexcept { return values_.empty(); }
  /// Adds an argument, or gives it another value.
  void set(const std::string& name, IValue value);

  /// The value, or what stands for it if there is none. Throws TypeError, which names it, for one of another type.
  int64_t integer(const std::string& name, int64_t otherwise) const;
  double number(const std::string& name, double otherwise) const;
  bool boolean(const std::string& name, bool otherwise) const;
  std::string text(const std::string& name, const std::string& otherwise) const;
  /// The value of any type; none if there is no such argument.
  IValue value(const std::string& name) const;

  /// Adds the others, whose values count where both have one.
  void update(const Arguments& others);
  /// Throws ValueError, which begins with `subject`, if there is an argument that nobody has asked for.
  void check_all_used(const std::string& subject) const;

 private:
  struct Argument {
    std::string name;
    IValue value;
    mutable bool is_used = false;
  };
  const Argument* find(const std::string& name) const;
  std::vector<Argument> values_;
};

using Factory = Callable<std::shared_ptr<nn::Module>(const Arguments&)>;

/// Makes a function of the program known to manifests under a name. It is called when an entry names it, with the
/// entry's arguments, which are foreign; nothing else of a hub leads to code. Throws ValueError if the name is taken.
TORCHPP_API void register_factory(const std::string& name, const Factory& factory);

}  // namespace torchpp::hub

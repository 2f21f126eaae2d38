// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The older way to define operators, which TORCH_LIBRARY replaced:
///     static auto registry = torch::RegisterOperators("mine::scale", &scale).op("mine::shift", &shift);

#include <c10/util/Exception.h>
#include <torch/library.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace c10 {

/// Defines operators, which stay defined when the object goes.
class RegisterOperators {
 public:
  /// A schema and kernels for it, each for a key or for all.
  class Options {
   public:
    Options&& schema(const std::string& schema_or_name) && {
      schema_ = schema_or_name;
      return std::move(*this);
    }
    template <class F>
    Options&& kernel(DispatchKey key, F function) && {
      kernels_.push_back([key, function](Library& m, const char* name) { m.impl(name, key, function); });
      return std::move(*this);
    }
    template <class F, F* function>
    Options&& kernel(DispatchKey key) && {
      return std::move(*this).kernel(key, function);
    }
    template <class F>
    Options&& catchAllKernel(F function) && {
      return std::move(*this).kernel(DispatchKey::CompositeImplicitAutograd, function);
    }
    template <class F, F* function>
    Options&& catchAllKernel() && {
      return std::move(*this).catchAllKernel(function);
    }

   private:
    friend class RegisterOperators;
    std::string schema_;
    std::vector<std::function<void(Library&, const char* name)>> kernels_;
  };
  static Options options() { return {}; }

  RegisterOperators() = default;
  template <class F>
  RegisterOperators(const std::string& schema_or_name, F&& function) {
    op(schema_or_name, std::forward<F>(function));
  }
  template <class F>
  RegisterOperators& op(const std::string& schema_or_name, F&& function) & {
    return op(options().schema(schema_or_name).catchAllKernel(std::forward<F>(function)));
  }
  template <class F>
  RegisterOperators&& op(const std::string& schema_or_name, F&& function) && {
    return std::move(op(schema_or_name, std::forward<F>(function)));
  }
  RegisterOperators&& op(const std::string& schema_or_name, Options&& options) && {
    return std::move(op(std::move(options).schema(schema_or_name)));
  }
  RegisterOperators&& op(Options&& options) && { return std::move(op(std::move(options))); }
  RegisterOperators& op(Options&& options) & {
    const std::string& schema = options.schema_;
    const size_t colons = schema.find("::");
    TORCH_CHECK(colons != std::string::npos, "RegisterOperators: got \"", schema,
                "\", expected a name with its namespace, such as mine::scale")
    Library m(Library::Kind::kDef, schema.substr(0, colons).c_str());
    const std::string name = schema.substr(0, schema.find('('));
    m.def((name == schema ? schema + "(...) -> ..." : schema).c_str());
    for (const auto& add : options.kernels_) add(m, name.c_str());
    return *this;
  }
};

}  // namespace c10

namespace torchpp {
using c10::RegisterOperators;
}

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Names that are compared as numbers.

#include <torchpp/core/export.h>

#include <cstdint>
#include <string>

namespace torchpp {

/// A qualified name such as "aten::add", kept once per process: equal names are one number.
class TORCHPP_API Symbol {
 public:
  constexpr Symbol() = default;
  explicit constexpr Symbol(uint32_t number) : number_(number) {}
  /// Throws Error for what is not "namespace::name".
  static Symbol fromQualString(const std::string& name);
  /// "org.pytorch.aten" and "add" are "aten::add".
  static Symbol fromDomainAndUnqualString(const std::string& domain, const std::string& name);
  static Symbol attr(const std::string& name) { return fromQualString("attr::" + name); }
  static Symbol aten(const std::string& name) { return fromQualString("aten::" + name); }
  static Symbol cuda(const std::string& name) { return fromQualString("cuda::" + name); }
  static Symbol onnx(const std::string& name) { return fromQualString("onnx::" + name); }
  static Symbol prim(const std::string& name) { return fromQualString("prim::" + name); }
  static Symbol user(const std::string& name) { return fromQualString("user::" + name); }
  static Symbol caffe2(const std::string& name) { return fromQualString("_caffe2::" + name); }
  static Symbol dimname(const std::string& name) { return fromQualString("dimname::" + name); }
  static Symbol scope(const std::string& name) { return fromQualString("scope::" + name); }

  bool is_attr() const { return is_in("attr"); }
  bool is_aten() const { return is_in("aten"); }
  bool is_cuda() const { return is_in("cuda"); }
  bool is_onnx() const { return is_in("onnx"); }
  bool is_prim() const { return is_in("prim"); }
  bool is_prims() const { return is_in("prims"); }
  bool is_nvprims() const { return is_in("nvprims"); }
  bool is_user() const { return is_in("user"); }
  bool is_caffe2() const { return is_in("_caffe2"); }
  bool is_dimname() const { return is_in("dimname"); }

  constexpr operator uint32_t() const { return number_; }  // NOLINT: implicit, for switch
  /// "namespaces::aten" of "aten::add".
  Symbol ns() const;
  // Valid as long as the process.
  const char* toQualString() const;
  const char* toUnqualString() const;
  const char* toDisplayString() const { return toQualString(); }
  /// "org.pytorch.aten" of "aten::add".
  std::string domainString() const;

 private:
  bool is_in(const char* name) const;
  uint32_t number_ = 0;
};

inline bool operator==(Symbol a, Symbol b) { return static_cast<uint32_t>(a) == static_cast<uint32_t>(b); }

}  // namespace torchpp

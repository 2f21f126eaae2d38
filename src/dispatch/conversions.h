// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What a boxed call does with the objects of each kind, and the natural signatures of an operator's forms.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/dispatch/signature.h>

namespace torchpp::detail {

/// Functions for objects of one kind.
struct Conversion {
  const char* name;  ///< as in a schema: "Tensor[]"
  uint8_t values;    ///< how many of the stack's values one object takes
  void (*construct)(void* memory);  ///< null for types that no operator returns, because they have no default
  void (*unpack)(void* memory, const IValue* values);  ///< constructs an object from the stack's values
  void (*assign)(void* object, const IValue* values);
  void (*push)(Stack& stack, const void* object);
  void (*destroy)(void* object);  ///< null where there is nothing to do
};
/// Of any kind but Out.
const Conversion& conversion(Kind kind);

/// Memory for one object of any kind.
struct alignas(std::max_align_t) ObjectMemory {
  unsigned char bytes[48];
};

/// The signature of a form's natural kernels.
class NaturalSignature {
 public:
  NaturalSignature(const Signature& whole, Out::Form form);
  NaturalSignature(const NaturalSignature&) = delete;
  NaturalSignature& operator=(const NaturalSignature&) = delete;
  const Signature& get() const { return signature_; }

 private:
  std::vector<PassedType> types_;
  size_t results_;
  Signature signature_;  // refers to types_; not to be called
};

}  // namespace torchpp::detail

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What a boxed call does with the objects of each kind, and the natural signatures of an operator's forms.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/dispatch/signature.h>

namespace torchpp::detail {

/// What a boxed call does with an object.
enum class Step : uint8_t {
  kConstruct,  ///< makes one in raw memory; not for types without a default, which no operator returns
  kUnpack,     ///< makes one in raw memory from values of the stack
  kPut         ///< writes it over values that are none
};
/// The functions for objects of one kind.
struct Conversion {
  char name[14];  ///< as in a schema: "Tensor[]"
  void (*take)(Step step, void* object, IValue* values);
  void (*destroy)(void* object);                 ///< null where there is nothing to do
  DispatchKeySet (*keys)(const void* argument);  ///< that an argument brings; null for types that bring none

  void construct(void* memory) const { take(Step::kConstruct, memory, nullptr); }
  void unpack(void* memory, IValue* values) const { take(Step::kUnpack, memory, values); }
  void put(void* object, IValue* none) const { take(Step::kPut, object, none); }
};
/// Those of each kind; none of Out, which is no value on the stack.
extern const std::array<Conversion, kKinds> conversions;

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

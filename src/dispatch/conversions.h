// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Conversion of objects of each kind from and to values on the stack; natural signatures of an operator's forms.

#include <torchpp/dispatch/ivalue.h>
#include <torchpp/dispatch/signature.h>

namespace torchpp::detail {

/// Operations of Conversion::take.
enum class Step : uint8_t {
  kConstruct,  ///< default-constructs an object in raw memory; only for types of results
  kUnpack,     ///< constructs an object in raw memory from values of the stack
  kPut         ///< writes an object to values that are None
};
/// Functions for objects of one kind.
struct Conversion {
  char name[14];  ///< in schemas: "Tensor[]"
  void (*take)(Step step, void* object, IValue* values);
  void (*destroy)(void* object);                 ///< null for trivial destructors
  DispatchKeySet (*keys)(const void* argument);  ///< of an argument; null for kinds without tensors and options

  void construct(void* memory) const { take(Step::kConstruct, memory, nullptr); }
  void unpack(void* memory, IValue* values) const { take(Step::kUnpack, memory, values); }
  void put(void* object, IValue* none) const { take(Step::kPut, object, none); }
};
/// Indexed by kind; defined in src/ops. The entry of kOutKind is empty, because Out is not a value on the stack.
extern const std::array<Conversion, kKinds> conversions;

template <class T>
constexpr Kind kind_of = KindOf<T>::value;

template <class T>
const T& as(const void* object) {
  return *static_cast<const T*>(object);
}

/// Uninitialised memory for one object of any kind.
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
  Signature signature_;  // refers to types_; `invoke` is null
};

}  // namespace torchpp::detail

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The functions, classes and dtypes that pickles of PyTorch's files may name, and the values that stand for
/// them.

#include <torchpp/core/dtype.h>
#include <torchpp/core/optional.h>

#include <cstddef>
#include <iterator>
#include <string_view>

#include "src/serialize/pickle.h"
#include "src/serialize/pt_quantized.h"

namespace torchpp::serialize {

/// Every function and class beside storages, tensors of a dtype and classes of TorchScript.
enum class PtGlobal : uint8_t {
  kOrderedDict,
  kCounter,
  kSet,
  kComplex,
  kEncode,
  kTensorV1,
  kTensorV2,
  kTensorV3,
  kParameter,
  kFromType,
  kSparse,
  kMeta,
  kQuantized,
  kPerTensorAffine,
  kPerChannelAffine,
  kPerChannelFloat,
  kTensorClass,
  kParameterClass,
  kSize,
  kDevice,
  kLayout,
  kIntList,
  kDoubleList,
  kBoolList,
  kTensorList,
  kRestoreType,
  kCount
};

/// The place of a global in its value (PickleValue::at): a PtGlobal, then dtypes, then storages and tensors by dtype,
/// then storages of quantized elements, then the unpickler's classes of TorchScript.
constexpr size_t kPtDtypes = static_cast<size_t>(PtGlobal::kCount);
constexpr size_t kPtClasses = kPtDtypes + kNumScalarTypes;
constexpr size_t kPtQuantized = kPtClasses + kNumScalarTypes;
constexpr size_t kPtScripts = kPtQuantized + std::size(kQuantizedTypes);

/// The place of what has that name, but of classes of TorchScript; none for unknown ones.
optional<size_t> find_pt_global(std::string_view module, std::string_view name);
/// Whether it may be in a file whose tensors are listed; what reads bytes may not.
bool is_listable(size_t place);

inline bool is_global(PickleValue value, PtGlobal what) {
  return value.kind == PickleValue::Kind::kGlobal && value.at == static_cast<size_t>(what);
}
inline bool is_dtype(PickleValue value) {
  return value.kind == PickleValue::Kind::kGlobal && value.at >= kPtDtypes && value.at < kPtClasses;
}
/// The type of quantized elements whose storages are of this class; null for others.
inline const QuantizedType* quantized_type(PickleValue value) {
  const bool is_one = value.kind == PickleValue::Kind::kGlobal && value.at >= kPtQuantized && value.at < kPtScripts;
  return is_one ? &kQuantizedTypes[value.at - kPtQuantized] : nullptr;
}

/// The dtype of "FloatStorage" or "FloatTensor", Undefined for others.
ScalarType dtype_of_class(std::string_view name, std::string_view suffix);
/// "torch\nFloatStorage", as pickles name a class; null for a dtype that files do not have.
const char* storage_class(ScalarType dtype);

}  // namespace torchpp::serialize

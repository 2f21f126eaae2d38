// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pt_globals.h"

#include <string>

namespace torchpp::serialize {
namespace {

struct ClassName {
  const char* name;
  ScalarType dtype;
};
constexpr ClassName kClasses[] = {{"Float", kFloat},
                                  {"Double", kDouble},
                                  {"Half", kHalf},
                                  {"BFloat16", kBFloat16},
                                  {"Long", kLong},
                                  {"Int", kInt},
                                  {"Short", kShort},
                                  {"Char", kChar},
                                  {"Byte", kByte},
                                  {"Bool", kBool},
                                  {"ComplexFloat", kComplexFloat},
                                  {"ComplexDouble", kComplexDouble},
                                  {"ComplexHalf", kComplexHalf}};
constexpr const char* kStorageClasses[] = {
    "torch\nFloatStorage",      "torch\nDoubleStorage", "torch\nHalfStorage",         "torch\nBFloat16Storage",
    "torch\nLongStorage",       "torch\nIntStorage",    "torch\nShortStorage",        "torch\nCharStorage",
    "torch\nByteStorage",       "torch\nBoolStorage",   "torch\nComplexFloatStorage", "torch\nComplexDoubleStorage",
    "torch\nComplexHalfStorage"};
static_assert(std::size(kClasses) == std::size(kStorageClasses));

struct DtypeName {
  const char* name;
  ScalarType dtype;
};
constexpr DtypeName kDtypes[] = {{"float32", kFloat},
                                 {"float", kFloat},
                                 {"float64", kDouble},
                                 {"double", kDouble},
                                 {"float16", kHalf},
                                 {"half", kHalf},
                                 {"bfloat16", kBFloat16},
                                 {"int64", kLong},
                                 {"long", kLong},
                                 {"int32", kInt},
                                 {"int", kInt},
                                 {"int16", kShort},
                                 {"short", kShort},
                                 {"int8", kChar},
                                 {"uint8", kByte},
                                 {"bool", kBool},
                                 {"complex64", kComplexFloat},
                                 {"cfloat", kComplexFloat},
                                 {"complex128", kComplexDouble},
                                 {"cdouble", kComplexDouble},
                                 {"complex32", kComplexHalf},
                                 {"chalf", kComplexHalf}};

struct KnownGlobal {
  const char* name;
  PtGlobal what;
};
constexpr KnownGlobal kGlobals[] = {{"collections.OrderedDict", PtGlobal::kOrderedDict},
                                    {"collections.Counter", PtGlobal::kCounter},
                                    {"builtins.set", PtGlobal::kSet},
                                    {"__builtin__.set", PtGlobal::kSet},
                                    {"builtins.frozenset", PtGlobal::kSet},
                                    {"__builtin__.frozenset", PtGlobal::kSet},
                                    {"builtins.complex", PtGlobal::kComplex},
                                    {"__builtin__.complex", PtGlobal::kComplex},
                                    {"_codecs.encode", PtGlobal::kEncode},
                                    {"torch._utils._rebuild_tensor", PtGlobal::kTensorV1},
                                    {"torch._utils._rebuild_tensor_v2", PtGlobal::kTensorV2},
                                    {"torch._utils._rebuild_tensor_v3", PtGlobal::kTensorV3},
                                    {"torch._utils._rebuild_parameter", PtGlobal::kParameter},
                                    {"torch._utils._rebuild_parameter_with_state", PtGlobal::kParameter},
                                    {"torch._tensor._rebuild_from_type_v2", PtGlobal::kFromType},
                                    {"torch._utils._rebuild_sparse_tensor", PtGlobal::kSparse},
                                    {"torch._utils._rebuild_sparse_csr_tensor", PtGlobal::kSparse},
                                    {"torch._utils._rebuild_meta_tensor_no_storage", PtGlobal::kMeta},
                                    {"torch.Tensor", PtGlobal::kTensorClass},
                                    {"torch.nn.parameter.Parameter", PtGlobal::kParameterClass},
                                    {"torch.Size", PtGlobal::kSize},
                                    {"torch.device", PtGlobal::kDevice},
                                    {"torch.serialization._get_layout", PtGlobal::kLayout},
                                    {"torch.jit._pickle.build_intlist", PtGlobal::kIntList},
                                    {"torch.jit._pickle.build_doublelist", PtGlobal::kDoubleList},
                                    {"torch.jit._pickle.build_boollist", PtGlobal::kBoolList},
                                    {"torch.jit._pickle.build_tensorlist", PtGlobal::kTensorList},
                                    {"torch.jit._pickle.restore_type_tag", PtGlobal::kRestoreType},
                                    {"torch._utils._rebuild_qtensor", PtGlobal::kQuantized},
                                    {"torch.per_tensor_affine", PtGlobal::kPerTensorAffine},
                                    {"torch.per_channel_affine", PtGlobal::kPerChannelAffine},
                                    {"torch.per_channel_affine_float_qparams", PtGlobal::kPerChannelFloat}};

}  // namespace

optional<size_t> find_pt_global(std::string_view module, std::string_view name) {
  if (module == "torch" || module == "torch.cuda") {
    ScalarType dtype = dtype_of_class(name, "Storage");
    if (dtype == ScalarType::Undefined) dtype = dtype_of_class(name, "Tensor");
    if (dtype != ScalarType::Undefined) return kPtClasses + static_cast<size_t>(dtype);
    for (const DtypeName& d : kDtypes)
      if (name == d.name) return kPtDtypes + static_cast<size_t>(d.dtype);
  }
  if (module == "torch.storage" && (name == "UntypedStorage" || name == "_UntypedStorage"))
    return kPtClasses + static_cast<size_t>(kByte);
  const std::string full = std::string(module) + "." + std::string(name);
  for (const KnownGlobal& known : kGlobals)
    if (full == known.name) return static_cast<size_t>(known.what);
  for (size_t i = 0; i < std::size(kQuantizedTypes); ++i)
    if (full == kQuantizedTypes[i].storage) return kPtQuantized + i;
  return nullopt;
}

bool is_listable(size_t place) {
  if (place >= kPtDtypes) return place < kPtQuantized;
  switch (static_cast<PtGlobal>(place)) {
    case PtGlobal::kOrderedDict:
    case PtGlobal::kTensorV1:
    case PtGlobal::kTensorV2:
    case PtGlobal::kTensorV3:
    case PtGlobal::kParameter:
    case PtGlobal::kSize: return true;
    default: return false;
  }
}

ScalarType dtype_of_class(std::string_view name, std::string_view suffix) {
  if (name.size() <= suffix.size() || name.substr(name.size() - suffix.size()) != suffix) return ScalarType::Undefined;
  name.remove_suffix(suffix.size());
  for (const ClassName& c : kClasses)
    if (name == c.name) return c.dtype;
  return ScalarType::Undefined;
}

const char* storage_class(ScalarType dtype) {
  for (size_t i = 0; i < std::size(kClasses); ++i)
    if (kClasses[i].dtype == dtype) return kStorageClasses[i];
  return nullptr;
}

}  // namespace torchpp::serialize

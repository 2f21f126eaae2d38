// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pt_unpickler.h"

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "src/core/thread_state.h"
#include "src/ops/sparse.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

constexpr size_t kMostDims = 64;
constexpr uint64_t kTensorBytes = sizeof(TensorImpl) + 16;
constexpr uint64_t kStorageBytes = sizeof(StorageImpl) + 16 + sizeof(PtStorage) + sizeof(Storage) + sizeof(uint32_t);
// By which the budget grows for each storage: its object, and a tensor of it in a dictionary, are mostly more than what
// they take in the file if they hold a few elements.
constexpr uint64_t kSparePerStorage = 512;

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

// Every function and class that a pickle may name, beside storages, dtypes and classes of TorchScript.
enum class Global : uint8_t {
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
struct KnownGlobal {
  const char* name;
  Global what;
};
constexpr KnownGlobal kGlobals[] = {{"collections.OrderedDict", Global::kOrderedDict},
                                    {"collections.Counter", Global::kCounter},
                                    {"builtins.set", Global::kSet},
                                    {"__builtin__.set", Global::kSet},
                                    {"builtins.frozenset", Global::kSet},
                                    {"__builtin__.frozenset", Global::kSet},
                                    {"builtins.complex", Global::kComplex},
                                    {"__builtin__.complex", Global::kComplex},
                                    {"_codecs.encode", Global::kEncode},
                                    {"torch._utils._rebuild_tensor", Global::kTensorV1},
                                    {"torch._utils._rebuild_tensor_v2", Global::kTensorV2},
                                    {"torch._utils._rebuild_tensor_v3", Global::kTensorV3},
                                    {"torch._utils._rebuild_parameter", Global::kParameter},
                                    {"torch._utils._rebuild_parameter_with_state", Global::kParameter},
                                    {"torch._tensor._rebuild_from_type_v2", Global::kFromType},
                                    {"torch._utils._rebuild_sparse_tensor", Global::kSparse},
                                    {"torch._utils._rebuild_sparse_csr_tensor", Global::kSparse},
                                    {"torch._utils._rebuild_meta_tensor_no_storage", Global::kMeta},
                                    {"torch.Tensor", Global::kTensorClass},
                                    {"torch.nn.parameter.Parameter", Global::kParameterClass},
                                    {"torch.Size", Global::kSize},
                                    {"torch.device", Global::kDevice},
                                    {"torch.serialization._get_layout", Global::kLayout},
                                    {"torch.jit._pickle.build_intlist", Global::kIntList},
                                    {"torch.jit._pickle.build_doublelist", Global::kDoubleList},
                                    {"torch.jit._pickle.build_boollist", Global::kBoolList},
                                    {"torch.jit._pickle.build_tensorlist", Global::kTensorList},
                                    {"torch.jit._pickle.restore_type_tag", Global::kRestoreType},
                                    {"torch._utils._rebuild_qtensor", Global::kQuantized},
                                    {"torch.per_tensor_affine", Global::kPerTensorAffine},
                                    {"torch.per_channel_affine", Global::kPerChannelAffine},
                                    {"torch.per_channel_affine_float_qparams", Global::kPerChannelFloat}};

// The place of a global in its value: the table's own, then dtypes, then storages and tensors by dtype, then storages
// of quantized elements, then classes of TorchScript.
constexpr size_t kDtypeBase = static_cast<size_t>(Global::kCount);
constexpr size_t kClassBase = kDtypeBase + kNumScalarTypes;
constexpr size_t kQuantizedBase = kClassBase + kNumScalarTypes;
constexpr size_t kScriptBase = kQuantizedBase + std::size(kQuantizedTypes);

std::string qualified(std::string_view module, std::string_view name) {
  return std::string(module) + "." + std::string(name);
}

// The type of quantized elements whose storages are of this class; null for others.
const QuantizedType* quantized_type(PickleValue global) {
  if (global.kind != PickleValue::Kind::kGlobal || global.at < kQuantizedBase || global.at >= kScriptBase)
    return nullptr;
  return &kQuantizedTypes[global.at - kQuantizedBase];
}

bool is_global(PickleValue value, Global what) {
  return value.kind == PickleValue::Kind::kGlobal && value.at == static_cast<size_t>(what);
}

std::string dtype_name(const PtStorage& storage) {
  return storage.quantized != nullptr ? storage.quantized->name : str(storage.dtype);
}

// What tensors are listed with; of other things some read bytes.
bool is_listable(Global global) {
  switch (global) {
    case Global::kOrderedDict:
    case Global::kTensorV1:
    case Global::kTensorV2:
    case Global::kTensorV3:
    case Global::kParameter:
    case Global::kSize: return true;
    default: return false;
  }
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

}  // namespace

size_t PtListing::add(const PtListed& tensor) {
  items_.push_back({tensor.offset, tensor.place, static_cast<uint32_t>(numbers_.size()), tensor.storage_dtype,
                    tensor.dtype, static_cast<uint8_t>(tensor.sizes.size()), tensor.conj, tensor.neg});
  numbers_.insert(numbers_.end(), tensor.sizes.begin(), tensor.sizes.end());
  numbers_.insert(numbers_.end(), tensor.strides.begin(), tensor.strides.end());
  return items_.size() - 1;
}

PtListed PtListing::at(size_t place) const {
  const Item& item = items_[place];
  PtListed tensor{item.place, item.storage_dtype, item.dtype,           item.conj,
                  item.neg,   item.offset,        DimVector(item.dims), DimVector(item.dims)};
  const auto numbers = numbers_.begin() + item.numbers;
  std::copy_n(numbers, item.dims, tensor.sizes.begin());
  std::copy_n(numbers + item.dims, item.dims, tensor.strides.begin());
  return tensor;
}

PtStorages::~PtStorages() = default;
PtPlaces::~PtPlaces() = default;

bool are_bools(const void* data, size_t size) noexcept {
  const auto* bytes = static_cast<const unsigned char*>(data);
  unsigned char all = 0;
  for (size_t i = 0; i < size; ++i) all |= bytes[i];
  return all <= 1;
}

void swap_byte_order(void* data, size_t size, ScalarType dtype) noexcept {
  const size_t number = elementSize(dtype) / (isComplexType(dtype) ? 2 : 1);
  auto* const bytes = static_cast<unsigned char*>(data);
  for (size_t i = 0; number > 1 && i + number <= size; i += number) std::reverse(bytes + i, bytes + i + number);
}

bool span_of(IntArrayRef sizes, IntArrayRef strides, int64_t& numel, int64_t& span) {
  if (sizes.size() != strides.size() || sizes.size() > kMostDims) return false;
  int64_t elements = 1, last = 0;
  bool is_empty = false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0 || strides[d] < 0) return false;
    if (sizes[d] == 0) {
      is_empty = true;
      continue;
    }
    // Sizes beside a 0 must be such as a tensor can have, too.
    int64_t reach;
    if (__builtin_mul_overflow(elements, sizes[d], &elements) ||
        __builtin_mul_overflow(sizes[d] - 1, strides[d], &reach) || __builtin_add_overflow(last, reach, &last))
      return false;
  }
  numel = is_empty ? 0 : elements;
  return is_empty ? (span = 0, true) : !__builtin_add_overflow(last, 1, &span);
}

Tensor tensor_over(const Storage& storage, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
  const Device device = storage.device();
  auto impl = make_intrusive<TensorImpl>(storage, backend_key(device.type()), dtype, device);
  impl->set_sizes_and_strides(sizes, strides, offset);
  if (thread_state.inference) impl->set_inference(true);
  return Tensor(std::move(impl));
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

PtUnpickler::PtUnpickler(std::string name, MemoryBudget& budget, PtStorages& storages)
    : Unpickler(std::move(name), budget), storages_(&storages) {}
PtUnpickler::PtUnpickler(std::string name, MemoryBudget& budget, uint64_t most_bytes)
    : Unpickler(std::move(name), budget), bytes_left_(most_bytes) {}
PtUnpickler::PtUnpickler(std::string name, MemoryBudget& budget, PtPlaces& places, PtListing& listing)
    : Unpickler(std::move(name), budget), finder_(&places), listing_(&listing) {}
PtUnpickler::~PtUnpickler() = default;

Value PtUnpickler::find_global(std::string_view module, std::string_view name) {
  if (module == "torch" || module == "torch.cuda") {
    ScalarType dtype = dtype_of_class(name, "Storage");
    if (dtype == ScalarType::Undefined) dtype = dtype_of_class(name, "Tensor");
    if (dtype != ScalarType::Undefined) return {Kind::kGlobal, kClassBase + static_cast<size_t>(dtype)};
    for (const DtypeName& d : kDtypes)
      if (name == d.name) return {Kind::kGlobal, kDtypeBase + static_cast<size_t>(d.dtype)};
  }
  if (module == "torch.storage" && (name == "UntypedStorage" || name == "_UntypedStorage"))
    return {Kind::kGlobal, kClassBase + static_cast<size_t>(kByte)};
  const std::string full = qualified(module, name);
  for (const KnownGlobal& known : kGlobals) {
    if (full != known.name) continue;
    if (is_listing() && !is_listable(known.what)) throw PtNotListable();
    return {Kind::kGlobal, static_cast<size_t>(known.what)};
  }
  if (is_listing()) throw PtNotListable();
  for (size_t i = 0; i < std::size(kQuantizedTypes); ++i)
    if (full == kQuantizedTypes[i].storage) return {Kind::kGlobal, kQuantizedBase + i};
  if (module == "__torch__" || starts_with(module, "__torch__.")) {
    budget().take(sizeof name);
    script_classes_.push_back(name);
    return {Kind::kGlobal, kScriptBase + script_classes_.size() - 1};
  }
  fail("got the name ", shown(full),
       ", which is none of those that tensors and their containers need; a file of modules or other Python objects "
       "cannot be loaded, one of their state_dict() can");
}

void PtUnpickler::check_count(ArrayRef<Value> args, size_t least, size_t most) const {
  if (args.size() < least || args.size() > most)
    fail("got a call with ", args.size(), " arguments, expected ", least, " to ", most);
}

int64_t PtUnpickler::integer(Value value, const char* what) const {
  if (value.kind != Kind::kInt) fail(what, " got ", describe(value), ", expected an int");
  return value.i;
}

bool PtUnpickler::truth(Value value, const char* what) const {
  if (value.kind != Kind::kBool) fail(what, " got ", describe(value), ", expected a bool");
  return value.i != 0;
}

std::string PtUnpickler::text_of(Value value, const char* what) const {
  if (value.kind != Kind::kText) fail(what, " got ", describe(value), ", expected a text");
  return std::string(text(value));
}

DimVector PtUnpickler::integers(Value list, const char* what) const {
  if (list.kind == Kind::kReady && ready(list).isIntList())
    return IntArrayRef(ready(list).toIntVector());  // torch.Size
  if (list.kind != Kind::kTuple && list.kind != Kind::kList)
    fail(what, " got ", describe(list), ", expected a tuple of ints");
  const ArrayRef<Value> values = items(list);
  DimVector numbers(values.size());
  for (size_t i = 0; i < values.size(); ++i) numbers[i] = integer(values[i], what);
  return numbers;
}

ScalarType PtUnpickler::dtype_of(Value global) const {
  if (global.kind != Kind::kGlobal || global.at < kClassBase || global.at >= kQuantizedBase)
    fail("a storage's class got ", describe(global), ", expected torch.FloatStorage or one alike");
  return static_cast<ScalarType>(global.at - kClassBase);
}

Tensor PtUnpickler::tensor_of(Value value, const char* what) const {
  if (value.kind != Kind::kReady || !ready(value).isTensor())
    fail(what, " got ", describe(value), ", expected a tensor");
  return ready(value).toTensor();
}

bool PtUnpickler::check_requires_grad(Value requires_grad, ScalarType dtype) const {
  if (!truth(requires_grad, "requires_grad")) return false;
  if (!isFloatingType(dtype) && !isComplexType(dtype))
    fail("got a tensor of ", dtype, " that requires grad, expected a floating or complex one");
  return true;
}

Value PtUnpickler::make_tensor(Tensor tensor, Value requires_grad) {
  if (check_requires_grad(requires_grad, tensor.scalar_type())) tensor.requires_grad_();
  budget().take(kTensorBytes);
  return make_ready(std::move(tensor));
}

// The oldest files number their tensors.
Value PtUnpickler::persistent_other(Value id) {
  const std::string key = id.kind == Kind::kInt ? std::to_string(id.i) : text_of(id, "a persistent id");
  const auto found = tensors_.find(key);
  if (found == tensors_.end()) fail("got the persistent id ", shown(key), ", of which there is no tensor");
  return make_ready(found->second);
}

size_t PtUnpickler::place_of(std::string_view key) {
  const ShorterFirst is_before;
  const size_t next = named_.size();
  if (rising_.empty() || is_before(named_[rising_.back()].key, key)) {
    // It may have come before, among the others.
    if (const auto found = places_.find(key); found != places_.end()) return found->second;
    rising_.push_back(static_cast<uint32_t>(next));
    return next;
  }
  const auto found = std::lower_bound(rising_.begin(), rising_.end(), key, [&](uint32_t i, std::string_view text) {
    return is_before(named_[i].key, text);
  });
  if (named_[*found].key == key) return *found;
  const auto [other, is_new] = places_.try_emplace(key, next);
  if (is_new) budget().take(96);  // of the map
  return other->second;
}

Value PtUnpickler::persistent(ArrayRef<Value> parts) {
  const std::string_view what = !parts.empty() && parts[0].kind == Kind::kText ? text(parts[0]) : std::string_view();
  if (what == "module")
    fail("got a module's class",
         parts.size() > 2 && parts[2].kind == Kind::kText ? " of " + shown(std::string(text(parts[2]))) : "",
         "; a file of modules cannot be loaded, one of their state_dict() can");
  if (what != "storage" || parts.size() < 5 || parts.size() > 6)
    fail("got a persistent id of ", parts.size(), " parts that begins with ", shown(std::string(what.substr(0, 200))),
         ", expected (\"storage\", class, key, location, numel)");
  PtStorage storage;
  storage.quantized = quantized_type(parts[1]);
  storage.dtype = storage.quantized != nullptr ? storage.quantized->stored : dtype_of(parts[1]);
  if (parts[2].kind != Kind::kText) fail("a storage's key got ", describe(parts[2]), ", expected a text");
  storage.key = text(parts[2]);
  if (parts[3].kind != Kind::kText) fail("a storage's location got ", describe(parts[3]), ", expected a text");
  const int64_t numel = integer(parts[4], "a storage's numel");
  uint64_t nbytes;
  if (numel < 0 || __builtin_mul_overflow(static_cast<uint64_t>(numel), elementSize(storage.dtype), &nbytes) ||
      nbytes > static_cast<uint64_t>(INT64_MAX))
    fail("a storage's numel got ", numel, ", expected the number of its elements");
  storage.numel = static_cast<uint64_t>(numel);

  const size_t next = named_.size(), place = place_of(storage.key);
  if (place == next) {
    budget().take(is_listing() ? sizeof(PtStorage) + 2 * sizeof(uint32_t) : kStorageBytes);
    named_.push_back(storage);
    if (is_listing()) {
      found_.push_back(finder_->find(storage));
    } else if (is_scanning()) {
      if (nbytes > bytes_left_ || bytes_left_ - nbytes < sizeof(uint64_t))
        fail("got a storage of ", nbytes, " bytes, expected at most the ", bytes_left_, " that are left of the file");
      bytes_left_ -= nbytes + sizeof(uint64_t);
    } else {
      loaded_.push_back(storages_->load(storage));
    }
    if (numel > 0 && !is_listing()) budget().add(kSparePerStorage);
  } else if (const PtStorage& known = named_[place];
             known.dtype != storage.dtype || known.numel != storage.numel || known.quantized != storage.quantized) {
    fail("got the storage ", shown(std::string(storage.key)), " as ", storage.numel, " of ", dtype_name(storage),
         " after ", known.numel, " of ", dtype_name(known), ", expected the same");
  }
  if (parts.size() < 6 || parts[5].kind == Kind::kNone) return {Kind::kStorage, place};
  if (parts[5].kind != Kind::kTuple || items(parts[5]).size() != 3)
    fail("a storage's view got ", describe(parts[5]), ", expected (key, offset, numel)");
  const ArrayRef<Value> view = items(parts[5]);
  const Part part = {place, integer(view[1], "a view's offset"), integer(view[2], "a view's numel")};
  if (part.offset < 0 || part.numel < 0 || part.offset > numel || part.numel > numel - part.offset)
    fail("got a view of ", part.numel, " elements at ", part.offset, " of a storage of ", numel);
  budget().take(sizeof part);
  views_.push_back(part);
  return {Kind::kStorage, kFirstView + views_.size() - 1};
}

PtUnpickler::Part PtUnpickler::part_at(size_t at) const {
  if (at >= kFirstView) return views_[at - kFirstView];
  return {at, 0, static_cast<int64_t>(named_[at].numel)};
}

// From the arguments 1 to 3: offset, sizes, strides.
PtUnpickler::Extent PtUnpickler::extent_of(ArrayRef<Value> args, int64_t available, const PtStorage& storage) const {
  Extent extent;
  extent.offset = integer(args[1], "a tensor's offset");
  extent.sizes = integers(args[2], "a tensor's sizes");
  extent.strides = integers(args[3], "a tensor's strides");
  const IntArrayRef sizes = extent.sizes, strides = extent.strides;
  if (!span_of(sizes, strides, extent.numel, extent.span))
    fail("got a tensor of sizes ", sizes, " and strides ", strides, ", expected at most ", kMostDims,
         " of each, none below 0, of elements that can be counted");
  if (extent.offset < 0 || extent.offset > available || extent.span > available - extent.offset)
    fail("got a tensor of sizes ", sizes, " and strides ", strides, " at ", extent.offset,
         ", which needs more elements than the ", available, " of storage ", shown(std::string(storage.key)));
  return extent;
}

Value PtUnpickler::rebuild_tensor(ArrayRef<Value> args, bool has_dtype) {
  if (args[0].kind != Kind::kStorage) fail("a tensor's storage got ", describe(args[0]));
  const Part part = part_at(args[0].at);
  const PtStorage& storage = named_[part.storage];
  if (storage.quantized != nullptr)
    fail("got a storage of ", storage.quantized->name, " for a tensor that is not quantized");
  ScalarType dtype = storage.dtype;
  int64_t available = part.numel, first = part.offset;
  if (has_dtype) {
    const Value value = args[6];
    if (value.kind != Kind::kGlobal || value.at < kDtypeBase || value.at >= kClassBase)
      fail("a tensor's dtype got ", describe(value));
    dtype = static_cast<ScalarType>(value.at - kDtypeBase);
    // The storage is one of bytes then.
    const auto from = static_cast<int64_t>(elementSize(storage.dtype)), to = static_cast<int64_t>(elementSize(dtype));
    if (first != 0) fail("got a tensor of a dtype of its own in a view of a storage");
    available = available * from / to;
  }
  const Extent extent = extent_of(args, available, storage);
  bool conj = false, neg = false;
  const size_t metadata = has_dtype ? 7 : 6;
  if (args.size() > metadata && args[metadata].kind == Kind::kDict) {
    for (const auto& [key, value] : pairs(args[metadata])) {
      const std::string name = text_of(key, "a tensor's metadata");
      if (name == "conj") conj = truth(value, "conj");
      else if (name == "neg") neg = truth(value, "neg");
      else fail("a tensor's metadata got the key ", shown(name), ", expected conj or neg");
    }
    if (conj && !isComplexType(dtype)) fail("got a conjugated tensor of ", dtype);
    if (neg && dtype == kBool) fail("got a negated tensor of ", dtype);
  }
  const Value requires_grad = args.size() > 4 ? args[4] : Value::truth(false);
  check_requires_grad(requires_grad, dtype);
  if (is_scanning()) return {};
  if (is_listing()) {
    budget().take(PtListing::bytes_for(extent.sizes.size()));
    return {Kind::kListed, listing_->add({found_[part.storage], storage.dtype, dtype, conj, neg, first + extent.offset,
                                          extent.sizes, extent.strides})};
  }
  if (has_dtype && dtype == kBool && storage.dtype != kBool) {
    if (!are_bools(loaded_[part.storage].data(), static_cast<size_t>(available)))
      fail("got a tensor of bools with elements that are neither 0 nor 1");
  }
  if (extent.sizes.size() > 5) budget().take(2 * sizeof(int64_t) * extent.sizes.size());  // fewer are within the object
  Tensor tensor = tensor_over(loaded_[part.storage], dtype, extent.sizes, extent.strides, first + extent.offset);
  tensor.impl()->set_conj(conj);
  tensor.impl()->set_neg(neg);
  return make_tensor(std::move(tensor), requires_grad);
}

// Of torch.sparse_coo (indices, values, size[, is_coalesced]), of torch.sparse_csr (rows' beginnings, columns, values,
// size).
Value PtUnpickler::rebuild_sparse(ArrayRef<Value> args) {
  const ArrayRef<Value> parts = items(args[1]);
  if (is_scanning()) return {};
  const Layout layout =
      args[0].kind == Kind::kReady && ready(args[0]).isInt() ? ready(args[0]).toLayout() : Layout::Strided;
  if (layout != kSparse && layout != kSparseCsr)
    fail("got a sparse tensor of another layout than torch.sparse_coo and torch.sparse_csr");
  const bool is_csr = layout == kSparseCsr;
  check_count(parts, is_csr ? 4 : 3, 4);
  const DimVector size = integers(parts[is_csr ? 3 : 2], "a sparse tensor's size");
  const MakeSparse make_sparse = find_make_sparse();
  if (make_sparse == nullptr)
    fail(
        "got a sparse tensor, for which this static program has no kernels; make a torchpp::SparseGradient(true) or "
        "call load_pt before");
  const auto dense = [&](Value value, const char* what) {
    Tensor part = tensor_of(value, what);
    if (part.layout() != kStrided || part.is_meta() || part.is_neg() ||
        static_cast<uint64_t>(part.numel()) > part.impl()->storage().nbytes() / part.itemsize())
      fail("got ", what, " that are no dense tensor, or overlap");
    return part;
  };
  const Tensor values = dense(parts[is_csr ? 2 : 1], "a sparse tensor's values");
  const Tensor indices = is_csr ? csr_indices(dense(parts[0], "the beginnings of a sparse tensor's rows"),
                                              dense(parts[1], "a sparse tensor's columns"), size)
                                : dense(parts[0], "a sparse tensor's indices");
  int64_t numel = 1;
  if (indices.scalar_type() != kLong || indices.dim() != 2 || indices.size(0) > static_cast<int64_t>(kMostDims) ||
      values.dim() < 1 || indices.size(1) != values.size(0) || size.size() > kMostDims)
    fail("got a sparse tensor with indices of ", indices.scalar_type(), " ", indices.sizes(), " and values of ",
         values.sizes(), ", expected Long (dimensions, n) and (n, ...)");
  for (int64_t s : size)
    if (s < 0 || (s > 0 && __builtin_mul_overflow(numel, s, &numel)))
      fail("got a sparse tensor of the size ", IntArrayRef(size));
  budget().take(2 * kTensorBytes);
  // PyTorch 1.13 does not write whether the tensor was coalesced.
  const bool is_coalesced = is_sorted(indices);
  const bool says_coalesced =
      !is_csr && parts.size() == 4 && parts[3].kind != Kind::kNone ? truth(parts[3], "is_coalesced") : is_coalesced;
  if (says_coalesced && !is_coalesced) fail("got a coalesced sparse tensor whose indices are not in rising order");
  try {
    return make_ready(make_sparse(indices, values, size, says_coalesced));
  } catch (const FileError&) {
    throw;
  } catch (const Error& e) {
    fail("got a sparse tensor that is none: ", e.what());
  }
}

// The row and the column of each element of a matrix, of which `beginnings` tells where each row begins in `columns`,
// and where the last one ends.
Tensor PtUnpickler::csr_indices(const Tensor& beginnings, const Tensor& columns, IntArrayRef size) {
  const ScalarType dtype = columns.scalar_type();
  if (size.size() < 2 || beginnings.dim() != 1 || columns.dim() != 1)
    fail("got a sparse tensor in torch.sparse_csr of the size ", size, " with beginnings of rows ", beginnings.sizes(),
         " and columns ", columns.sizes(), ", expected one matrix; save x.to_dense()");
  if ((dtype != kLong && dtype != kInt) || beginnings.scalar_type() != dtype || size[0] < 0 ||
      beginnings.size(0) - 1 != size[0])
    fail("got a sparse tensor in torch.sparse_csr of the size ", size, " with beginnings of rows of ",
         beginnings.scalar_type(), " ", beginnings.sizes(), " and columns of ", dtype, ", expected Long or Int (",
         size[0], " + 1) and the same dtype");
  const int64_t n = columns.size(0);
  budget().take(kTensorBytes + kStorageBytes + sizeof(int64_t) * static_cast<uint64_t>(2 * n + beginnings.size(0)));
  const NoGradGuard no_grad;
  const Tensor begins = beginnings.cpu().to(kLong).contiguous();
  Tensor indices = empty({2, n}, kLong);
  const auto* const first = static_cast<const int64_t*>(begins.impl()->data());
  auto* const rows = static_cast<int64_t*>(indices.impl()->data());
  if (first[0] != 0 || first[size[0]] != n || !std::is_sorted(first, first + size[0] + 1))
    fail("got a sparse tensor in torch.sparse_csr whose rows do not begin at rising places from 0 to its ", n,
         " columns");
  for (int64_t row = 0; row < size[0]; ++row) std::fill(rows + first[row], rows + first[row + 1], row);
  indices[1].copy_(columns);
  return indices.to(columns.device());
}

// Whether each column is above the one before in row-major order, as those of coalesced tensors are.
bool PtUnpickler::is_sorted(const Tensor& indices) const {
  const Tensor here = indices.cpu();
  const auto* const first = static_cast<const int64_t*>(here.impl()->data());
  const int64_t dims = here.size(0), row = here.stride(0), column = here.stride(1);
  for (int64_t i = 1; i < here.size(1); ++i) {
    const int64_t *before = first + (i - 1) * column, *after = first + i * column;
    int64_t d = 0;
    while (d < dims && before[d * row] == after[d * row]) ++d;
    if (d == dims || before[d * row] > after[d * row]) return false;
  }
  return true;
}

// The scales or zero points of channels: a tensor or, in the oldest files, a list.
std::vector<double> PtUnpickler::channel_numbers(Value value, const char* what, int64_t channels,
                                                 const std::string& subject, bool& are_floats) {
  std::vector<double> numbers;
  const auto check_length = [&](int64_t length) {
    if (length != channels)
      fail(subject, " got ", length, " ", what, ", expected one for each of ", channels, " channels");
    budget().take(sizeof(double) * static_cast<uint64_t>(channels));
    numbers.reserve(static_cast<size_t>(channels));
  };
  if (value.kind == Kind::kList) {
    check_length(static_cast<int64_t>(items(value).size()));
    are_floats = false;
    for (const Value& number : items(value)) {
      if (number.kind != Kind::kFloat && number.kind != Kind::kInt)
        fail(subject, " got ", what, " of ", describe(number), ", expected numbers");
      are_floats |= number.kind == Kind::kFloat;
      numbers.push_back(number.kind == Kind::kFloat ? number.d : static_cast<double>(number.i));
    }
    return numbers;
  }
  const Tensor tensor = tensor_of(value, what);
  const ScalarType dtype = tensor.scalar_type();
  if (tensor.layout() != kStrided || tensor.is_meta() || tensor.is_neg() || tensor.dim() != 1 ||
      (dtype != kDouble && dtype != kFloat && dtype != kLong))
    fail(subject, " got ", what, " of ", dtype, " ", tensor.sizes(), ", expected Double, Float or Long (channels)");
  check_length(tensor.size(0));
  are_floats = dtype != kLong;
  const Tensor here = tensor.cpu();
  const auto read = [&](auto number) {
    const auto* const first = static_cast<const decltype(number)*>(here.impl()->data());
    for (int64_t i = 0; i < channels; ++i) numbers.push_back(static_cast<double>(first[i * here.stride(0)]));
  };
  if (dtype == kDouble) read(double());
  else if (dtype == kFloat) read(float());
  else read(int64_t());
  return numbers;
}

// Of (torch.per_tensor_affine, scale, zero point) or (torch.per_channel_affine, scales, zero points, axis).
Quantizer PtUnpickler::quantizer_of(Value value, const QuantizedType& type, IntArrayRef sizes,
                                    const std::string& subject) {
  const ArrayRef<Value> how = value.kind == Kind::kTuple ? items(value) : ArrayRef<Value>();
  Quantizer quantizer;
  if (how.size() == 3 && is_global(how[0], Global::kPerTensorAffine)) {
    if (how[1].kind != Kind::kFloat || how[2].kind != Kind::kInt)
      fail(subject, " got the scale ", describe(how[1]), " and the zero point ", describe(how[2]),
           ", expected a float and an int");
    quantizer.scales = {how[1].d};
    quantizer.zero_points = {static_cast<double>(how[2].i)};
  } else if (how.size() == 4 &&
             (is_global(how[0], Global::kPerChannelAffine) || is_global(how[0], Global::kPerChannelFloat))) {
    quantizer.axis = integer(how[3], "a quantized tensor's axis");
    if (quantizer.axis < 0 || quantizer.axis >= static_cast<int64_t>(sizes.size()))
      fail(subject, " got the axis ", quantizer.axis, ", expected one of its ", sizes.size(), " dimensions");
    const int64_t channels = sizes[static_cast<size_t>(quantizer.axis)];
    bool are_floats;
    quantizer.scales = channel_numbers(how[1], "scales", channels, subject, are_floats);
    if (!are_floats && channels > 0) fail(subject, " got scales that are ints, expected floats");
    quantizer.zero_points = channel_numbers(how[2], "zero points", channels, subject, quantizer.has_float_zero_points);
  } else {
    fail(subject, " got ", describe(value),
         " as its quantizer, expected (torch.per_tensor_affine, scale, zero point) or (torch.per_channel_affine, "
         "scales, zero points, axis)");
  }
  for (const double scale : quantizer.scales)
    if (!(scale > 0) || !std::isfinite(static_cast<float>(scale)))
      fail(subject, " got the scale ", scale, ", expected a finite one above 0");
  for (const double zero_point : quantizer.zero_points) {
    if (quantizer.has_float_zero_points ? !std::isfinite(static_cast<float>(zero_point))
                                        : zero_point < static_cast<double>(type.least_zero_point) ||
                                              zero_point > static_cast<double>(type.greatest_zero_point))
      fail(subject, " got the zero point ", zero_point, ", expected ",
           quantizer.has_float_zero_points ? std::string("a finite one")
                                           : str("one of ", type.least_zero_point, " to ", type.greatest_zero_point));
  }
  return quantizer;
}

// The floats of the quantized elements, made once for all tensors that see the same elements by the same quantizer.
// They are beyond the bound of memory, but only the first of each storage, so that a small file cannot ask for many.
const Storage& PtUnpickler::dequantized(const Part& part, Quantizer quantizer, Extent extent) {
  const bool is_per_channel = quantizer.axis >= 0;
  const PtStorage& storage = named_[part.storage];
  const QuantizedType& type = *storage.quantized;
  if (is_per_channel) extent.offset += part.offset;
  else extent = {0, 0, static_cast<int64_t>(storage.numel) * type.elements_per_number(), {}, {}};
  std::vector<Dequantized>& made = dequantized_[part.storage];
  for (const Dequantized& known : made)
    if (known.quantizer == quantizer && known.extent.offset == extent.offset &&
        IntArrayRef(known.extent.sizes) == IntArrayRef(extent.sizes) &&
        IntArrayRef(known.extent.strides) == IntArrayRef(extent.strides))
      return known.floats;
  if (!made.empty()) budget().take(sizeof(float) * static_cast<uint64_t>(extent.span));
  budget().take(sizeof(Dequantized) + 16 * quantizer.scales.size());
  Tensor floats = zeros({extent.span}, kFloat);  // there may be gaps between the elements of channels
  if (extent.span > 0) {
    auto* const to = static_cast<float*>(floats.impl()->data());
    const void* const numbers = loaded_[part.storage].data();
    if (is_per_channel) dequantize_channels(type, quantizer, numbers, extent.offset, extent.sizes, extent.strides, to);
    else dequantize(type, quantizer, numbers, extent.span, to);
  }
  if (device_ && !device_->is_cpu()) floats = floats.to(*device_);
  made.push_back({std::move(quantizer), std::move(extent), floats.impl()->storage()});
  return made.back().floats;
}

// (storage, offset, sizes, strides, (scheme, ...), requires_grad, hooks)
Value PtUnpickler::rebuild_quantized(ArrayRef<Value> args) {
  const std::string_view key = key_of_call();
  const std::string subject = str("a quantized tensor", key.empty() ? "" : " " + shown(std::string(key)));
  if (args[0].kind != Kind::kStorage) fail(subject, " got ", describe(args[0]), ", expected a storage");
  const Part part = part_at(args[0].at);
  const PtStorage& storage = named_[part.storage];
  if (storage.quantized == nullptr)
    fail(subject, " got a storage of ", storage.dtype, ", expected one of quantized elements, as qint8");
  if (is_scanning()) return {};
  const QuantizedType& type = *storage.quantized;
  const Extent extent = extent_of(args, part.numel * type.elements_per_number(), storage);
  budget().take(32 * extent.sizes.size());
  Quantizer quantizer = quantizer_of(args[4], type, extent.sizes, subject);
  const bool is_per_channel = quantizer.axis >= 0;
  if (extent.numel > extent.span && is_per_channel)
    fail(subject, " of channels got sizes ", IntArrayRef(extent.sizes), " and strides ", IntArrayRef(extent.strides),
         ", by which elements overlap");
  if (type.bits < 8 && part.offset != 0) fail(subject, " of ", type.name, " got a view of a storage");
  const Storage& floats = dequantized(part, std::move(quantizer), extent);
  return make_tensor(
      tensor_over(floats, kFloat, extent.sizes, extent.strides, is_per_channel ? 0 : part.offset + extent.offset),
      args.size() > 5 ? args[5] : Value::truth(false));
}

QuantizedStorages PtUnpickler::quantized_storages() const {
  QuantizedStorages storages;
  for (const auto& [place, made] : dequantized_)
    for (const Dequantized& one : made) storages[one.floats.get()] = {named_[place].quantized, one.quantizer.axis >= 0};
  return storages;
}

Value PtUnpickler::rebuild_meta(ArrayRef<Value> args) {
  if (args[0].kind != Kind::kGlobal || args[0].at < kDtypeBase || args[0].at >= kClassBase)
    fail("a tensor's dtype got ", describe(args[0]));
  const DimVector sizes = integers(args[1], "a tensor's sizes"), strides = integers(args[2], "a tensor's strides");
  int64_t numel, span;
  const auto dtype = static_cast<ScalarType>(args[0].at - kDtypeBase);
  if (!span_of(sizes, strides, numel, span) || span > INT64_MAX / static_cast<int64_t>(elementSize(dtype)))
    fail("got a tensor of sizes ", IntArrayRef(sizes), " and strides ", IntArrayRef(strides));
  if (is_scanning()) return {};
  return make_tensor(empty_strided(sizes, strides, TensorOptions(dtype).device(kMeta)), args[3]);
}

Value PtUnpickler::make_ordered_dict(ArrayRef<Value> args) {
  if (args.empty() && is_listing() && goes_into_tuple()) {
    // The hooks that each tensor is written with, which are always none; no value is made of them.
    if (empty_dict_.kind == Kind::kNone) empty_dict_ = make_dict();
    return empty_dict_;
  }
  const Value dict = make_dict();
  if (args.empty()) return dict;
  if (args[0].kind == Kind::kDict) {
    const auto copied = pairs(args[0]);
    for (const auto& [key, value] : copied) set_item(dict, key, value);
    return dict;
  }
  if (args[0].kind != Kind::kList && args[0].kind != Kind::kTuple)
    fail("an OrderedDict got ", describe(args[0]), ", expected a list of pairs");
  for (const Value& pair : items(args[0])) {
    if ((pair.kind != Kind::kList && pair.kind != Kind::kTuple) || items(pair).size() != 2)
      fail("an OrderedDict got ", describe(pair), ", expected a pair");
    set_item(dict, items(pair)[0], items(pair)[1]);
  }
  return dict;
}

Value PtUnpickler::make_typed_list(IValue::Tag tag, Value list) {
  if (list.kind != Kind::kList) fail("a typed list got ", describe(list), ", expected a list");
  const ArrayRef<Value> values = items(list);
  budget().take(64 + sizeof(IValue) * values.size());
  switch (tag) {
    case IValue::Tag::kIntList: return make_ready(IntArrayRef(integers(list, "a list of ints")).vec());
    case IValue::Tag::kDoubleList: {
      std::vector<double> numbers;
      numbers.reserve(values.size());
      for (const Value& value : values) {
        if (value.kind != Kind::kFloat) fail("a list of floats got ", describe(value));
        numbers.push_back(value.d);
      }
      return make_ready(std::move(numbers));
    }
    case IValue::Tag::kBoolList: {
      std::vector<bool> truths;
      truths.reserve(values.size());
      for (const Value& value : values) truths.push_back(truth(value, "a list of bools"));
      return make_ready(std::move(truths));
    }
    default: {
      std::vector<Tensor> tensors;
      if (is_scanning()) return make_ready(std::move(tensors));
      tensors.reserve(values.size());
      for (const Value& value : values) tensors.push_back(tensor_of(value, "a list of tensors"));
      return make_ready(std::move(tensors));
    }
  }
}

// A container whose type is given as a text, "List[int]" or "Dict[str, int]".
Value PtUnpickler::restore_type(ArrayRef<Value> args) {
  const std::string type = text_of(args[1], "a container's type");
  if (type == "List[int]") return make_typed_list(IValue::Tag::kIntList, args[0]);
  if (type == "List[float]") return make_typed_list(IValue::Tag::kDoubleList, args[0]);
  if (type == "List[bool]") return make_typed_list(IValue::Tag::kBoolList, args[0]);
  if (type == "List[Tensor]") return make_typed_list(IValue::Tag::kTensorList, args[0]);
  if (args[0].kind != Kind::kList && args[0].kind != Kind::kDict)
    fail("a container of ", shown(type), " got ", describe(args[0]), ", expected a list or a dict");
  return args[0];
}

Value PtUnpickler::make_device(ArrayRef<Value> args) {
  std::string name = text_of(args[0], "a device");
  if (args.size() == 2) name += ":" + std::to_string(integer(args[1], "a device's index"));
  try {
    return make_ready(Device(name));
  } catch (const Error& e) {
    fail("got the device ", shown(name), ": ", e.what());
  }
}

// Protocol 2 writes bytes as a text and the name of the encoding that makes them of it.
Value PtUnpickler::encode(ArrayRef<Value> args) {
  const std::string text = text_of(args[0], "an encoded text"), encoding = text_of(args[1], "an encoding");
  if (encoding != "latin1") fail("got the encoding ", shown(encoding), ", expected latin1");
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      bytes += text[i];
    } else {
      // Characters up to 255 are two bytes of UTF-8.
      const unsigned char next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
      if ((c != 0xc2 && c != 0xc3) || (next & 0xc0) != 0x80) fail("got a text that latin1 does not encode");
      bytes += static_cast<char>(c << 6 | (next & 0x3f));
      ++i;
    }
  }
  budget().take(64 + bytes.size());
  return make_ready(std::move(bytes));
}

Value PtUnpickler::call(Value callable, ArrayRef<Value> args) {
  if (callable.kind != Kind::kGlobal) fail("got a call of ", describe(callable), ", expected that of a function");
  if (callable.at >= static_cast<size_t>(Global::kCount)) fail("got a call of a class, which is not supported");
  const auto expect = [&](size_t least, size_t most) {
    check_count(args, least, most);
    return args;
  };
  switch (static_cast<Global>(callable.at)) {
    case Global::kOrderedDict:
    case Global::kCounter: return make_ordered_dict(expect(0, 1));
    case Global::kSet: {
      const Value list = expect(1, 1)[0];
      if (list.kind != Kind::kList && list.kind != Kind::kTuple) fail("a set got ", describe(list));
      return make_list(Kind::kSet, items(list));
    }
    case Global::kComplex: {
      check_count(args, 2, 2);
      if (args[0].kind != Kind::kFloat || args[1].kind != Kind::kFloat)
        fail("a complex number got ", describe(args[0]), " and ", describe(args[1]), ", expected floats");
      budget().take(64);
      return make_ready(ComplexDouble(args[0].d, args[1].d));
    }
    case Global::kEncode: return encode(expect(2, 2));
    case Global::kTensorV1:
    case Global::kTensorV2:
    case Global::kTensorV3: {
      const auto version = static_cast<size_t>(callable.at) - static_cast<size_t>(Global::kTensorV1);
      static constexpr size_t kArguments[][2] = {{4, 4}, {6, 7}, {7, 8}};
      check_count(args, kArguments[version][0], kArguments[version][1]);
      const Value tensor = rebuild_tensor(args, version == 2);
      for (size_t i = args.size(); i-- > 0;) release_tuple(args[i]);
      return tensor;
    }
    case Global::kParameter: {
      check_count(args, 3, 4);
      if (is_scanning()) return {};
      if (is_listing()) {
        if (args[0].kind != Kind::kListed) throw PtNotListable();
        check_requires_grad(args[1], listing_->dtype(args[0].at));
        return args[0];
      }
      return make_tensor(tensor_of(args[0], "a parameter"), args[1]);
    }
    case Global::kFromType: {
      // A tensor with attributes, which are left out.
      check_count(args, 4, 4);
      const bool is_tensor =
          args[1].kind == Kind::kGlobal && (args[1].at == static_cast<size_t>(Global::kTensorClass) ||
                                            args[1].at == static_cast<size_t>(Global::kParameterClass));
      if (!is_tensor || args[2].kind != Kind::kTuple || args[0].kind != Kind::kGlobal ||
          args[0].at == static_cast<size_t>(Global::kFromType))
        fail("got a tensor of a class that is not supported");
      return call(args[0], items(args[2]));
    }
    case Global::kSparse: {
      check_count(args, 2, 2);
      if (args[1].kind != Kind::kTuple) fail("a sparse tensor got ", describe(args[1]), ", expected a tuple");
      return rebuild_sparse(args);
    }
    case Global::kMeta: return rebuild_meta(expect(4, 4));
    case Global::kQuantized: return rebuild_quantized(expect(6, 8));
    case Global::kSize: {
      const DimVector size = integers(expect(1, 1)[0], "a torch.Size");
      budget().take(64 + 8 * size.size());
      return make_ready(IntArrayRef(size).vec());
    }
    case Global::kDevice: return make_device(expect(1, 2));
    case Global::kLayout: {
      const std::string name = text_of(expect(1, 1)[0], "a layout");
      if (name == "torch.strided") return make_ready(kStrided);
      if (name == "torch.sparse_coo") return make_ready(kSparse);
      if (name == "torch.sparse_csr") return make_ready(kSparseCsr);
      fail("got the layout ", shown(name),
           ", expected torch.strided, torch.sparse_coo or torch.sparse_csr; save x.to_dense()");
    }
    case Global::kIntList: return make_typed_list(IValue::Tag::kIntList, expect(1, 1)[0]);
    case Global::kDoubleList: return make_typed_list(IValue::Tag::kDoubleList, expect(1, 1)[0]);
    case Global::kBoolList: return make_typed_list(IValue::Tag::kBoolList, expect(1, 1)[0]);
    case Global::kTensorList: return make_typed_list(IValue::Tag::kTensorList, expect(1, 1)[0]);
    case Global::kRestoreType: return restore_type(expect(2, 2));
    case Global::kPerTensorAffine:
    case Global::kPerChannelAffine:
    case Global::kPerChannelFloat:
    case Global::kTensorClass:
    case Global::kParameterClass:
    case Global::kCount: break;
  }
  fail("got a call of a class, which is not supported");
}

Value PtUnpickler::new_object(Value type, ArrayRef<Value> arguments) {
  if (type.kind == Kind::kGlobal && type.at == static_cast<size_t>(Global::kOrderedDict)) return make_ordered_dict({});
  if (type.kind != Kind::kGlobal || type.at < kScriptBase)
    fail("got a new object of ", describe(type), ", expected one of a class of TorchScript");
  if (!arguments.empty()) fail("got a new object with ", arguments.size(), " arguments, expected none");
  return make_object(script_classes_[type.at - kScriptBase]);
}

IValue PtUnpickler::other_value(Value value) {
  if (value.kind == Kind::kGlobal && value.at >= kDtypeBase && value.at < kClassBase)
    return static_cast<ScalarType>(value.at - kDtypeBase);
  if (value.kind != Kind::kStorage)
    fail("got ", describe(value), " as a value, expected a tensor, a number, a text, or a container of these");
  const Part part = part_at(value.at);
  if (const QuantizedType* quantized = named_[part.storage].quantized)
    fail("got a storage of ", quantized->name,
         " by itself, expected a tensor, which tells what its elements stand for");
  if (is_scanning()) return {};
  if (is_listing()) throw PtNotListable();
  budget().take(kTensorBytes);
  return tensor_over(loaded_[part.storage], named_[part.storage].dtype, {part.numel}, {1}, part.offset);
}

}  // namespace torchpp::serialize

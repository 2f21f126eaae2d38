// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pt_unpickler.h"

#include <torchpp/core/error.h>

#include <algorithm>

#include "src/serialize/pt_globals.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

// By which the budget grows for each storage: its object, and a tensor of it in a dictionary, are mostly more than what
// they take in the file if they hold a few elements.
constexpr uint64_t kSparePerStorage = 512;

std::string dtype_name(const PtStorage& storage) {
  return storage.quantized != nullptr ? storage.quantized->name : str(storage.dtype);
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

PtUnpickler::PtUnpickler(std::string name, MemoryBudget& budget, PtStorages& storages)
    : Unpickler(std::move(name), budget), storages_(&storages) {}
PtUnpickler::PtUnpickler(std::string name, MemoryBudget& budget, uint64_t most_bytes)
    : Unpickler(std::move(name), budget), bytes_left_(most_bytes) {}
PtUnpickler::PtUnpickler(std::string name, MemoryBudget& budget, PtPlaces& places, PtListing& listing)
    : Unpickler(std::move(name), budget), finder_(&places), listing_(&listing) {}
PtUnpickler::~PtUnpickler() = default;

Value PtUnpickler::find_global(std::string_view module, std::string_view name) {
  const optional<size_t> place = find_pt_global(module, name);
  if (is_listing() && !(place && is_listable(*place))) throw PtNotListable();
  if (place) return {Kind::kGlobal, *place};
  if (module == "__torch__" || starts_with(module, "__torch__.")) {
    budget().take(sizeof name);
    script_classes_.push_back(name);
    return {Kind::kGlobal, kPtScripts + script_classes_.size() - 1};
  }
  fail("got the name ", shown(std::string(module) + "." + std::string(name)),
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
  if (global.kind != Kind::kGlobal || global.at < kPtClasses || global.at >= kPtQuantized)
    fail("a storage's class got ", describe(global), ", expected torch.FloatStorage or one alike");
  return static_cast<ScalarType>(global.at - kPtClasses);
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
  if (callable.at >= static_cast<size_t>(PtGlobal::kCount)) fail("got a call of a class, which is not supported");
  const auto expect = [&](size_t least, size_t most) {
    check_count(args, least, most);
    return args;
  };
  switch (static_cast<PtGlobal>(callable.at)) {
    case PtGlobal::kOrderedDict:
    case PtGlobal::kCounter: return make_ordered_dict(expect(0, 1));
    case PtGlobal::kSet: {
      const Value list = expect(1, 1)[0];
      if (list.kind != Kind::kList && list.kind != Kind::kTuple) fail("a set got ", describe(list));
      return make_list(Kind::kSet, items(list));
    }
    case PtGlobal::kComplex: {
      check_count(args, 2, 2);
      if (args[0].kind != Kind::kFloat || args[1].kind != Kind::kFloat)
        fail("a complex number got ", describe(args[0]), " and ", describe(args[1]), ", expected floats");
      budget().take(64);
      return make_ready(ComplexDouble(args[0].d, args[1].d));
    }
    case PtGlobal::kEncode: return encode(expect(2, 2));
    case PtGlobal::kTensorV1:
    case PtGlobal::kTensorV2:
    case PtGlobal::kTensorV3: {
      const auto version = static_cast<size_t>(callable.at) - static_cast<size_t>(PtGlobal::kTensorV1);
      static constexpr size_t kArguments[][2] = {{4, 4}, {6, 7}, {7, 8}};
      check_count(args, kArguments[version][0], kArguments[version][1]);
      const Value tensor = rebuild_tensor(args, version == 2);
      for (size_t i = args.size(); i-- > 0;) release_tuple(args[i]);
      return tensor;
    }
    case PtGlobal::kParameter: {
      check_count(args, 3, 4);
      if (is_scanning()) return {};
      if (is_listing()) {
        if (args[0].kind != Kind::kListed) throw PtNotListable();
        check_requires_grad(args[1], listing_->dtype(args[0].at));
        return args[0];
      }
      return make_tensor(tensor_of(args[0], "a parameter"), args[1]);
    }
    case PtGlobal::kFromType: {
      // A tensor with attributes, which are left out.
      check_count(args, 4, 4);
      const bool is_tensor =
          is_global(args[1], PtGlobal::kTensorClass) || is_global(args[1], PtGlobal::kParameterClass);
      if (!is_tensor || args[2].kind != Kind::kTuple || args[0].kind != Kind::kGlobal ||
          is_global(args[0], PtGlobal::kFromType))
        fail("got a tensor of a class that is not supported");
      return call(args[0], items(args[2]));
    }
    case PtGlobal::kSparse: {
      check_count(args, 2, 2);
      if (args[1].kind != Kind::kTuple) fail("a sparse tensor got ", describe(args[1]), ", expected a tuple");
      return rebuild_sparse(args);
    }
    case PtGlobal::kMeta: return rebuild_meta(expect(4, 4));
    case PtGlobal::kQuantized: return rebuild_quantized(expect(6, 8));
    case PtGlobal::kSize: {
      const DimVector size = integers(expect(1, 1)[0], "a torch.Size");
      budget().take(64 + 8 * size.size());
      return make_ready(IntArrayRef(size).vec());
    }
    case PtGlobal::kDevice: return make_device(expect(1, 2));
    case PtGlobal::kLayout: {
      const std::string name = text_of(expect(1, 1)[0], "a layout");
      if (name == "torch.strided") return make_ready(kStrided);
      if (name == "torch.sparse_coo") return make_ready(kSparse);
      if (name == "torch.sparse_csr") return make_ready(kSparseCsr);
      fail("got the layout ", shown(name),
           ", expected torch.strided, torch.sparse_coo or torch.sparse_csr; save x.to_dense()");
    }
    case PtGlobal::kIntList: return make_typed_list(IValue::Tag::kIntList, expect(1, 1)[0]);
    case PtGlobal::kDoubleList: return make_typed_list(IValue::Tag::kDoubleList, expect(1, 1)[0]);
    case PtGlobal::kBoolList: return make_typed_list(IValue::Tag::kBoolList, expect(1, 1)[0]);
    case PtGlobal::kTensorList: return make_typed_list(IValue::Tag::kTensorList, expect(1, 1)[0]);
    case PtGlobal::kRestoreType: return restore_type(expect(2, 2));
    case PtGlobal::kPerTensorAffine:
    case PtGlobal::kPerChannelAffine:
    case PtGlobal::kPerChannelFloat:
    case PtGlobal::kTensorClass:
    case PtGlobal::kParameterClass:
    case PtGlobal::kCount: break;
  }
  fail("got a call of a class, which is not supported");
}

Value PtUnpickler::new_object(Value type, ArrayRef<Value> arguments) {
  if (is_global(type, PtGlobal::kOrderedDict)) return make_ordered_dict({});
  if (type.kind != Kind::kGlobal || type.at < kPtScripts)
    fail("got a new object of ", describe(type), ", expected one of a class of TorchScript");
  if (!arguments.empty()) fail("got a new object with ", arguments.size(), " arguments, expected none");
  return make_object(script_classes_[type.at - kPtScripts]);
}

IValue PtUnpickler::other_value(Value value) {
  if (is_dtype(value)) return static_cast<ScalarType>(value.at - kPtDtypes);
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

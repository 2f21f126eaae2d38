// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pt_pickler.h"

#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/tensor_impl.h>

#include <cstring>

#include "src/serialize/pt_globals.h"
#include "src/serialize/pt_unpickler.h"
#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

constexpr char kProto = '\x80', kStop = '.', kMark = '(', kNone = 'N', kTrue = '\x88', kFalse = '\x89';
constexpr char kByte1 = 'K', kByte2 = 'M', kInt4 = 'J', kLong1 = '\x8a', kFloat8 = 'G', kUnicode = 'X';
constexpr char kEmptyList = ']', kAppends = 'e', kEmptyDict = '}', kSetItems = 'u', kEmptyTuple = ')', kTuple = 't';
constexpr char kGlobal = 'c', kReduce = 'R', kBuild = 'b', kPersistentId = 'Q';
constexpr char kPut1 = 'q', kPut4 = 'r', kGet1 = 'h', kGet4 = 'j';
constexpr char kOrderedDict[] = "collections\nOrderedDict";

template <class T>
void append(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

PtPickler::PtPickler(PickleReader reader) : reader_(reader), bytes_{kProto, 2} {}

const std::string& PtPickler::finish() {
  op(kStop);
  return bytes_;
}

// The topmost value becomes the next of the memo.
void PtPickler::put() {
  const uint32_t index = memo_size_++;
  if (index < 256) {
    op(kPut1);
    append(bytes_, static_cast<uint8_t>(index));
  } else {
    op(kPut4);
    append(bytes_, index);
  }
}

void PtPickler::get(uint32_t index) {
  if (index < 256) {
    op(kGet1);
    append(bytes_, static_cast<uint8_t>(index));
  } else {
    op(kGet4);
    append(bytes_, index);
  }
}

bool PtPickler::recall(const void* object) {
  const auto found = objects_.find(object);
  if (found == objects_.end()) return false;
  get(found->second);
  return true;
}
void PtPickler::remember(const void* object) {
  objects_.emplace(object, memo_size_);
  put();
}
bool PtPickler::recall_literal(const char* literal) {
  for (const auto& [known, index] : literals_) {
    if (known != literal) continue;
    get(index);
    return true;
  }
  return false;
}
void PtPickler::remember_literal(const char* literal) {
  literals_.emplace_back(literal, memo_size_);
  put();
}

void PtPickler::global(const char* module_and_name) {
  if (recall_literal(module_and_name)) return;
  literals_.emplace_back(module_and_name, memo_size_);
  new_global(module_and_name);
}

void PtPickler::new_global(std::string_view module_and_name) {
  op(kGlobal);
  bytes_ += module_and_name;
  bytes_ += '\n';
  put();
}

void PtPickler::literal_text(const char* literal) {
  if (recall_literal(literal)) return;
  put_text(literal);
  remember_literal(literal);
}

void PtPickler::put_text(std::string_view text) {
  op(kUnicode);
  append(bytes_, static_cast<uint32_t>(text.size()));
  bytes_ += text;
}

void PtPickler::text(std::string_view text) {
  TORCHPP_CHECK_VALUE(text.size() <= UINT32_MAX, "save: got a text of ", text.size(), " bytes");
  // Short ones are mostly names that come again.
  const bool is_short = text.size() < 64;
  if (is_short) {
    looked_up_ = text;
    const auto found = texts_.find(looked_up_);
    if (found != texts_.end()) return get(found->second);
  }
  check_utf8(text);
  put_text(text);
  if (!is_short) return;
  texts_.emplace(looked_up_, memo_size_);
  put();
}

void PtPickler::integer(int64_t value) {
  if (value >= 0 && value <= UINT8_MAX) {
    op(kByte1);
    append(bytes_, static_cast<uint8_t>(value));
  } else if (value >= 0 && value <= UINT16_MAX) {
    op(kByte2);
    append(bytes_, static_cast<uint16_t>(value));
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    op(kInt4);
    append(bytes_, static_cast<int32_t>(value));
  } else {
    op(kLong1);
    append(bytes_, uint8_t{8});
    append(bytes_, value);
  }
}

void PtPickler::number(double value) {
  op(kFloat8);
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  append(bytes_, __builtin_bswap64(bits));  // its first byte is the highest
}

void PtPickler::integers(IntArrayRef values) {
  if (values.empty()) return op(kEmptyTuple);
  op(kMark);
  for (int64_t value : values) integer(value);
  op(kTuple);
}

void PtPickler::list(const IValue::List& items, int depth) {
  if (recall(&items)) return;
  op(kEmptyList);
  remember(&items);
  if (items.empty()) return;
  op(kMark);
  for (const IValue& item : items) write(item, depth + 1);
  op(kAppends);
}

void PtPickler::dict(const IValue::Dict& items, int depth) {
  if (recall(&items)) return;
  op(kEmptyDict);
  remember(&items);
  if (items.empty()) return;
  op(kMark);
  for (const auto& [key, item] : items) {
    write(key, depth + 1);
    write(item, depth + 1);
  }
  op(kSetItems);
}

void PtPickler::state_dict(const IValue::Dict& items, const std::vector<std::pair<std::string, int64_t>>& versions) {
  const auto begin_ordered = [&] {
    global(kOrderedDict);
    op(kEmptyTuple);
    op(kReduce);
  };
  begin_ordered();
  if (!items.empty()) {
    op(kMark);
    for (const auto& [key, item] : items) {
      write(key, 1);
      write(item, 1);
    }
    op(kSetItems);
  }
  if (versions.empty()) return;
  op(kEmptyDict);
  op(kMark);
  text("_metadata");
  begin_ordered();
  op(kMark);
  for (const auto& [path, version] : versions) {
    text(path);
    op(kEmptyDict);
    op(kMark);
    text("version");
    integer(version);
    op(kSetItems);
  }
  op(kSetItems);
  op(kSetItems);
  op(kBuild);
}

void PtPickler::tensor(const Tensor& tensor, bool requires_grad) {
  TORCHPP_CHECK_VALUE(tensor.defined(), "save: got an undefined tensor");
  TORCHPP_CHECK_TYPE(!tensor.is_nested(), "save: got a nested tensor; save its values() and sizes");
  TORCHPP_CHECK_TYPE(!tensor.is_meta(), "save: got a tensor of the meta device, which has no values");
  if (tensor.layout() == kSparse) return sparse_tensor(tensor);
  TORCHPP_CHECK_TYPE(tensor.layout() == kStrided, "save: got a tensor of layout ", tensor.layout(), ", expected ",
                     kStrided, " or ", kSparse);
  strided_tensor(tensor, requires_grad);
}

void PtPickler::strided_tensor(const Tensor& tensor, bool requires_grad) {
  if (tensor.is_conj() || tensor.is_neg()) {
    const NoGradGuard no_grad;
    return strided_tensor(tensor.detach().resolve_conj().resolve_neg(), requires_grad);
  }
  TORCHPP_CHECK_TYPE(storage_class(tensor.scalar_type()) != nullptr, "save: got a tensor of ", tensor.scalar_type(),
                     ", expected a floating, complex or integral one or Bool");
  global("torch._utils\n_rebuild_tensor_v2");
  op(kMark);
  storage(tensor);
  integer(tensor.storage_offset());
  integers(tensor.sizes());
  integers(tensor.strides());
  op(requires_grad ? kTrue : kFalse);
  global(kOrderedDict);  // of hooks
  op(kEmptyTuple);
  op(kReduce);
  op(kTuple);
  op(kReduce);
}

void PtPickler::storage(const Tensor& tensor) {
  const Storage& original = tensor.impl()->storage();
  const ScalarType dtype = tensor.scalar_type();
  const auto [place, is_new] = places_.try_emplace({original.get(), dtype}, storages_.size());
  if (is_new) {
    const size_t nbytes = original.nbytes() / elementSize(dtype) * elementSize(dtype);
    storages_.push_back({original, original, nbytes});
    if (!original.device().is_cpu())
      storages_.back().bytes =
          tensor_over(original, torchpp::kByte, static_cast<int64_t>(nbytes), 1, 0).cpu().impl()->storage();
  }
  op(kMark);
  literal_text("storage");
  global(storage_class(dtype));
  put_text(std::to_string(place->second));
  literal_text("cpu");
  integer(static_cast<int64_t>(storages_[place->second].nbytes / elementSize(dtype)));
  op(kTuple);
  op(kPersistentId);
}

void PtPickler::sparse_tensor(const Tensor& tensor) {
  TORCHPP_CHECK_TYPE(reader_ == PickleReader::kPython, "save: got a sparse tensor, which libtorch does not read");
  global("torch._utils\n_rebuild_sparse_tensor");
  op(kMark);
  global("torch.serialization\n_get_layout");
  op(kMark);
  text("torch.sparse_coo");
  op(kTuple);
  op(kReduce);
  op(kMark);
  strided_tensor(tensor._indices(), false);
  strided_tensor(tensor._values(), false);
  integers(tensor.sizes());
  op(kTuple);
  op(kTuple);
  op(kReduce);
}

void PtPickler::write(const IValue& value, int depth) {
  TORCHPP_CHECK_VALUE(depth <= Unpickler::kMostDepth, "save: got values that are nested more than ",
                      Unpickler::kMostDepth, " times, or contain themselves");
  using Tag = IValue::Tag;
  // A list of one type: as it is for Python, marked with its type for libtorch.
  const auto typed = [&](const char* builder, const auto& items, const auto& write_item) {
    const bool is_marked = reader_ == PickleReader::kLibtorch && builder != nullptr;
    if (is_marked) {
      global(builder);
      op(kMark);
    }
    op(kEmptyList);
    op(kMark);
    for (auto&& item : items) write_item(item);
    op(kAppends);
    if (!is_marked) return;
    op(kTuple);
    op(kReduce);
  };
  const auto write_truth = [&](bool truth) { op(truth ? kTrue : kFalse); };
  const auto write_any = [&](const IValue& item) { write(item, depth + 1); };
  switch (value.tag()) {
    case Tag::kNone: return op(kNone);
    case Tag::kTensor: return tensor(value.toTensor(), value.toTensor().requires_grad());
    case Tag::kDouble: return number(value.toDouble());
    case Tag::kInt: return integer(value.toInt());
    case Tag::kBool: return write_truth(value.toBool());
    case Tag::kComplexDouble:
      global("builtins\ncomplex");
      op(kMark);
      number(value.toComplexDouble().real());
      number(value.toComplexDouble().imag());
      op(kTuple);
      return op(kReduce);
    case Tag::kString: return text(value.toStringRef());
    case Tag::kIntList:
      return typed("torch.jit._pickle\nbuild_intlist", value.toIntVector(), [&](int64_t i) { integer(i); });
    case Tag::kDoubleList:
      return typed("torch.jit._pickle\nbuild_doublelist", value.toDoubleVector(), [&](double d) { number(d); });
    case Tag::kBoolList: return typed("torch.jit._pickle\nbuild_boollist", value.toBoolVector(), write_truth);
    case Tag::kTensorList:
      return typed("torch.jit._pickle\nbuild_tensorlist", value.toTensorVector(),
                   [&](const Tensor& t) { tensor(t, t.requires_grad()); });
    case Tag::kScalarList:
      return typed(nullptr, value.toScalarVector(), [&](const Scalar& s) { write(IValue(s), depth + 1); });
    case Tag::kDevice:
      global("torch\ndevice");
      op(kMark);
      text(value.toDevice().str());
      op(kTuple);
      return op(kReduce);
    case Tag::kGenericList: return list(value.toListRef(), depth);
    case Tag::kTuple: {
      const IValue::List& items = value.toTupleRef();
      op(kMark);
      for (const IValue& item : items) write_any(item);
      return op(kTuple);
    }
    case Tag::kGenericDict: return dict(value.toGenericDictRef(), depth);
    case Tag::kOptionalTensorList:
    case Tag::kGenerator:
    case Tag::kObject: break;
  }
  TORCHPP_FAIL_KIND(kType, "save: got a value of type ", value.type_name(),
                    ", expected a tensor, number, text, device, none, or a list, tuple or dictionary of these");
}

void PtPickler::write_storages(ZipWriter& zip, const std::string& folder) const {
  for (size_t i = 0; i < storages_.size(); ++i) {
    const Written& written = storages_[i];
    zip.add(folder + std::to_string(i), written.nbytes > 0 ? written.bytes->data() : nullptr, written.nbytes);
  }
}

uint64_t PtPickler::storages_size() const {
  constexpr uint64_t kHeaders = 256;  // two headers with a name and padding
  uint64_t size = 0;
  for (const Written& written : storages_) size += kHeaders + written.nbytes;
  return size;
}

}  // namespace torchpp::serialize

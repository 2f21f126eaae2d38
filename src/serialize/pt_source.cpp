// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>
#include <torchpp/core/tensor_impl.h>

#include <algorithm>

#include "src/core/shape.h"
#include "src/serialize/pt.h"
#include "src/serialize/pt_zip.h"
#include "src/serialize/safetensors_header.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::serialize {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

// Bounds of what a tensor takes that is a few elements of the file, repeated: of bytes, and for each of the file's.
constexpr uint64_t kMostRepeated = uint64_t{1} << 30, kMostRatio = 1000;

// A file whose tensors were all read when it was opened.
class PtSource final : public TensorSource {
 public:
  PtSource(PtFile file, const QuantizedStorages& quantized, const std::string& subject) {
    PtReader reader(std::move(file), subject);
    for (std::string& name : reader.keys()) {
      IValue value;
      Tensor tensor;
      if (reader.read_value(name, value, nullptr) || !reader.read(name, tensor)) continue;
      TensorInfo info;
      info.name = std::move(name);
      info.shape = tensor.sizes().vec();
      if (tensor.is_meta()) {
        info.stored_as = "a tensor of the meta device";
      } else if (tensor.is_sparse()) {
        info.dtype = tensor.scalar_type();
        info.nbytes = tensor._indices().nbytes() + tensor._values().nbytes();
        info.stored_as = "sparse COO";
      } else {
        info.dtype = tensor.scalar_type();
        info.nbytes = tensor.nbytes();
        if (const auto found = quantized.find(tensor.impl()->storage().get()); found != quantized.end()) {
          info.nbytes = found->second.nbytes(tensor.numel());
          info.stored_as = found->second.name();
        }
      }
      tensors.push_back(std::move(info));
      loaded_.push_back(std::move(tensor));
    }
  }

  Tensor load(size_t index) override {
    if (loaded_[index].is_sparse()) return loaded_[index];
    const NoGradGuard no_grad;
    return loaded_[index].contiguous().resolve_conj().resolve_neg();
  }
  void finish() override {}  // all was read

 private:
  std::vector<Tensor> loaded_;
};

// Names of listed tensors.
struct PtNames {
  // Room for so many tensors and bytes, which costs nothing before it is used; see PtListing.
  PtNames(size_t count, size_t bytes) {
    tensors.reserve(count);
    text.reserve(bytes);
  }
  struct Name {
    uint32_t size;
    uint32_t tensor;  // its place in the listing
  };
  std::vector<Name> tensors;
  std::string text;  // of all names, one after the other
};

// Names the tensors of a pickle that lists them as PtReader does. Throws PtNotListable for what it would not name, or
// otherwise.
class PtNaming {
 public:
  PtNaming(const PtUnpickler& unpickler, MemoryBudget& budget, PtNames& names)
      : unpickler_(unpickler), budget_(budget), names_(names) {}

  void add_all(Value value) {
    if (value.kind == Kind::kDict || is_branch(value)) add(value, 0);
    else add_leaf("0", value);
  }

 private:
  static bool is_plain(Value value) {
    switch (value.kind) {
      case Kind::kNone:
      case Kind::kBool:
      case Kind::kInt:
      case Kind::kFloat:
      case Kind::kText:
      case Kind::kBytes: return true;
      default: return false;
    }
  }
  // A list that holds tensors or containers; one of plain values is a value.
  bool is_branch(Value value) const {
    if (value.kind != Kind::kList && value.kind != Kind::kTuple) return false;
    const ArrayRef<Value> items = unpickler_.items(value);
    return !std::all_of(items.begin(), items.end(), is_plain);
  }

  // path_ is the value's name.
  void add(Value value, int depth) {
    if (depth > Unpickler::kMostDepth) throw PtNotListable();
    const bool is_dict = value.kind == Kind::kDict;
    if (!is_dict && !is_branch(value)) return add_leaf(path_, value);
    count(path_);
    const size_t before = path_.size();
    const auto add_item = [&](Value item, std::string_view key) {
      if (before > 0) path_ += '.';
      path_ += key;
      add(item, depth + 1);
      path_.resize(before);
    };
    if (!is_dict) {
      size_t i = 0;
      for (const Value& item : unpickler_.items(value)) add_item(item, std::to_string(i++));
      return;
    }
    for (const auto& [key, item] : unpickler_.pairs(value)) {
      if (key.kind == Kind::kInt) {
        add_item(item, std::to_string(key.i));
      } else if (key.kind == Kind::kText && unpickler_.text(key) != "param_groups/size") {
        add_item(item, unpickler_.text(key));
      } else {
        throw PtNotListable();  // a libtorch optimizer, or an error
      }
    }
  }

  void add_leaf(const std::string& name, Value value) {
    count(name);
    if (value.kind == Kind::kListed) {
      budget_.take(sizeof(PtNames::Name) + name.size());
      names_.tensors.push_back({static_cast<uint32_t>(name.size()), static_cast<uint32_t>(value.at)});
      names_.text += name;
    } else if (!is_plain(value) && value.kind != Kind::kList && value.kind != Kind::kTuple &&
               !(value.kind == Kind::kReady && unpickler_.ready(value).isIntList())) {
      throw PtNotListable();
    }
  }

  // Containers count, too: those without elements may stand at very many places.
  void count(const std::string& name) {
    name_bytes_ += name.size() + 1;
    if (name_bytes_ >= kMostPtNameBytes) throw PtNotListable();
  }

  const PtUnpickler& unpickler_;
  MemoryBudget& budget_;
  PtNames& names_;
  std::string path_;
  size_t name_bytes_ = 0;
};

// A zip archive of tensors as state dictionaries have them, each of which is read when it is loaded.
class PtZipSource final : public TensorSource {
 public:
  // Throws PtNotListable for other archives.
  PtZipSource(ZipReader& zip, const LoadPtOptions& options)
      : zip_(zip), storages_(zip, options), is_mapped_(options.map) {
    list();
  }
  /// To be called when the archive is known to be read this way.
  void own(std::unique_ptr<ZipReader> zip) { owned_ = std::move(zip); }

  Tensor load(size_t index) override {
    const NoGradGuard no_grad;
    const Place& place = places_[index];
    const TensorInfo& info = tensors[index];
    const DimVector sizes(info.shape);
    const bool is_contiguous = place.strides == kContiguous;
    DimVector strides = contiguous_strides(sizes);
    if (!is_contiguous) std::copy_n(strides_.begin() + place.strides, strides.size(), strides.begin());
    const uint64_t storage_bytes = zip_.entries()[place.entry].size;
    check_copy(info, storage_bytes);
    const bool is_whole =
        is_contiguous && place.offset == 0 && !place.conj && !place.neg && info.nbytes == storage_bytes;
    const Storage storage = is_whole ? storages_.load(place.entry, place.storage_dtype) : part_of(place);
    if (info.dtype == kBool && place.storage_dtype != kBool)
      TORCHPP_CHECK_FILE(are_bools(storage.data(), storage.nbytes()), zip_.name(), ": tensor ", shown(info.name),
                         " got bools that are neither 0 nor 1");
    Tensor tensor = tensor_over(storage, info.dtype, sizes, strides, place.offset);
    if (is_whole || (is_mapped_ && is_contiguous && !place.conj && !place.neg)) return tensor;
    tensor.impl()->set_conj(place.conj);
    tensor.impl()->set_neg(place.neg);
    return tensor.clone(MemoryFormat::Contiguous).resolve_conj().resolve_neg();
  }
  void finish() override { zip_.finish(); }

 private:
  static constexpr uint32_t kContiguous = UINT32_MAX;
  struct Place {
    int64_t offset;  // in the storage, in elements of the tensor
    uint32_t entry;
    uint32_t strides;  // where they begin in strides_, or kContiguous
    ScalarType storage_dtype;
    bool conj, neg;
  };

  // Strides of 0 make many elements of one.
  void check_copy(const TensorInfo& info, uint64_t storage_bytes) const {
    const uint64_t most = std::max(storage_bytes, std::min(kMostRepeated, kMostRatio * zip_.file_size()));
    TORCHPP_CHECK_FILE(
        info.numel() == 0 || info.nbytes / elementSize(info.dtype) == static_cast<uint64_t>(info.numel()), zip_.name(),
        ": tensor ", shown(info.name), " got the shape ", IntArrayRef(info.shape), ", whose bytes cannot be counted");
    TORCHPP_CHECK_FILE(info.nbytes <= most, zip_.name(), ": tensor ", shown(info.name), " got ", info.nbytes,
                       " bytes that repeat ", storage_bytes, " of the file, expected at most ", most);
  }

  // Small files of many tensors need the most memory for their size: what was read of the pickle is gone before the
  // tensors' descriptions are made.
  void list() {
    const uint64_t most = most_bytes_for(zip_.file_size());
    const auto budget_beside = [&](uint64_t used) { return MemoryBudget(most - std::min(used, most), zip_.name()); };
    const size_t most_tensors = zip_.entries().size();
    PtListing listing(most_tensors);
    PtNames names(most_tensors, std::min(storages_.pickle_bytes(), kMostPtNameBytes));
    {
      const std::string pickle = storages_.read_pickle();
      MemoryBudget budget = budget_beside(zip_.directory_bytes() + pickle.size());
      PtUnpickler unpickler(zip_.name(), budget, storages_, listing);
      size_t at = 0;
      const Value value = unpickler.run(pickle, at);
      TORCHPP_CHECK_FILE(at == pickle.size(), zip_.name(), ": got ", pickle.size() - at, " bytes behind the pickle");
      PtNaming(unpickler, budget, names).add_all(value);
    }
    MemoryBudget budget = budget_beside(zip_.directory_bytes() + names.text.size());
    tensors.reserve(names.tensors.size());
    places_.reserve(names.tensors.size());
    std::string_view rest = names.text;
    for (const PtNames::Name& name : names.tensors) {
      add(std::string(rest.substr(0, name.size)), listing.at(name.tensor), budget);
      rest.remove_prefix(name.size);
    }
  }

  void add(std::string name, const PtListed& tensor, MemoryBudget& budget) {
    budget.take(sizeof(TensorInfo) + sizeof(Place) + name.size() + PtListing::bytes_for(tensor.sizes.size()));
    TensorInfo info;
    info.name = std::move(name);
    info.dtype = tensor.dtype;
    info.shape = IntArrayRef(tensor.sizes).vec();
    info.nbytes = static_cast<uint64_t>(info.numel()) * elementSize(tensor.dtype);
    Place place{tensor.offset, tensor.place, kContiguous, tensor.storage_dtype, tensor.conj, tensor.neg};
    if (!is_contiguous(tensor)) {
      place.strides = static_cast<uint32_t>(strides_.size());
      strides_.insert(strides_.end(), tensor.strides.begin(), tensor.strides.end());
    }
    tensors.push_back(std::move(info));
    places_.push_back(place);
  }

  // The strides of dimensions of one element are of no account, nor are those of no elements.
  static bool is_contiguous(const PtListed& tensor) {
    const DimVector expected = contiguous_strides(tensor.sizes);
    bool matches = true;
    for (size_t d = 0; d < expected.size(); ++d) {
      if (tensor.sizes[d] == 0) return true;
      matches &= tensor.sizes[d] == 1 || tensor.strides[d] == expected[d];
    }
    return matches;
  }

  // The storage of several tensors, or of parts of it, is kept for the next of them.
  const Storage& part_of(const Place& place) {
    if (!last_ || last_entry_ != place.entry) {
      last_ = Storage();
      last_ = storages_.load(place.entry, place.storage_dtype);
      last_entry_ = place.entry;
    }
    return last_;
  }

  ZipReader& zip_;
  std::unique_ptr<ZipReader> owned_;
  PtZip storages_;
  bool is_mapped_;
  std::vector<Place> places_;
  std::vector<int64_t> strides_;
  Storage last_;
  uint32_t last_entry_ = 0;
};

}  // namespace

std::unique_ptr<TensorSource> open_pt(SourceFile& file) {
  LoadPtOptions options;
  options.map = file.is_mapped();
  QuantizedStorages quantized;
  if (ZipReader* zip = file.zip()) {
    if (!is_pt(*zip)) return nullptr;
    try {
      auto source = std::make_unique<PtZipSource>(*zip, options);
      source->own(file.take_zip());
      return source;
    } catch (const PtNotListable&) {
    }
    PtFile content = read_pt(*zip, options, &quantized);
    return std::make_unique<PtSource>(std::move(content), quantized, file.subject());
  }
  if (!is_pt(file.start().data(), file.start().size())) return nullptr;
  PtFile content = read_pt(file.take_input(), file.subject(), options, &quantized);
  return std::make_unique<PtSource>(std::move(content), quantized, file.subject());
}

}  // namespace torchpp::serialize

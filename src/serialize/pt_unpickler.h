// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What the pickles of PyTorch's files name and call: storages, tensors, parameters, dtypes, and what the pickler
/// of TorchScript adds. Nothing else is known, and what is not known is an error that names it.

#include <torchpp/core/storage.h>
#include <torchpp/core/tensor_impl.h>
#include <torchpp/tensor.h>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/shape.h"
#include "src/serialize/pickle.h"
#include "src/serialize/pt_quantized.h"

namespace torchpp::serialize {

/// A storage as a pickle's persistent id describes it.
struct PtStorage {
  std::string_view key;
  ScalarType dtype = ScalarType::Undefined;
  uint64_t numel = 0;
  const QuantizedType* quantized = nullptr;  ///< of its elements; null for ordinary ones
  uint64_t nbytes() const { return numel * elementSize(dtype); }
};

/// Finds the bytes of storages.
class PtStorages {
 public:
  virtual ~PtStorages();
  /// The storage's memory, of at least its bytes; for quantized elements, of the CPU. Throws FileError.
  virtual Storage load(const PtStorage& storage) = 0;
};

/// Finds where storages are, for those who load them later.
class PtPlaces {
 public:
  virtual ~PtPlaces();
  /// A number by which the storage is found again. Throws FileError if there is none of its bytes.
  virtual uint32_t find(const PtStorage& storage) = 0;
};

/// A tensor that is described, and not made.
struct PtListed {
  uint32_t place;  ///< of its storage
  ScalarType storage_dtype, dtype;
  bool conj = false, neg = false;
  int64_t offset;  ///< in the storage, in elements of `dtype`
  DimVector sizes, strides;
};

/// Many of these in little memory.
class PtListing {
 public:
  /// Takes room for so many, which costs nothing before it is used: what the pickle's run leaves behind is one piece of
  /// memory then, and serves what comes after it.
  explicit PtListing(size_t count) {
    items_.reserve(count);
    numbers_.reserve(4 * count);
  }
  /// What add() takes for a tensor of so many dimensions.
  static constexpr uint64_t bytes_for(size_t dims) { return sizeof(Item) + 2 * sizeof(int64_t) * dims; }
  /// The tensor's place.
  size_t add(const PtListed& tensor);
  PtListed at(size_t place) const;
  ScalarType dtype(size_t place) const { return items_[place].dtype; }

 private:
  struct Item {
    int64_t offset;
    uint32_t place, numbers;  // where its sizes and strides begin in numbers_
    ScalarType storage_dtype, dtype;
    uint8_t dims;
    bool conj, neg;
  };
  std::vector<Item> items_;
  std::vector<int64_t> numbers_;
};

/// Thrown where tensors are to be listed, for what is neither a tensor like those of state dictionaries nor a plain
/// value: the file must be read as a whole.
struct PtNotListable {};

/// Whether every element is 0 or 1, as those of bools must be in C++.
bool are_bools(const void* data, size_t size) noexcept;
/// Reverses the bytes of each number; complex numbers are two.
void swap_byte_order(void* data, size_t size, ScalarType dtype) noexcept;
constexpr size_t kMostPtDims = 64;  ///< of a tensor
/// Number of elements that sizes have, and behind that of the last one that strides reach to; false if there are
/// more than an int64 counts, or sizes or strides below 0.
bool span_of(IntArrayRef sizes, IntArrayRef strides, int64_t& numel, int64_t& span);
/// A tensor of checked sizes and strides over a storage.
Tensor tensor_over(const Storage& storage, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, int64_t offset);

class PtUnpickler final : public Unpickler {
 public:
  /// Each storage of some elements raises the budget by what the objects of its tensor take.
  PtUnpickler(std::string name, MemoryBudget& budget, PtStorages& storages);
  /// Without storages: they are only listed in the order in which they are named, and tensors are left out. All of them
  /// must fit in `most_bytes`, with eight bytes more for each.
  PtUnpickler(std::string name, MemoryBudget& budget, uint64_t most_bytes);
  /// Tensors are added to the listing, and become values of kListed that have their places there. Throws PtNotListable.
  PtUnpickler(std::string name, MemoryBudget& budget, PtPlaces& places, PtListing& listing);
  ~PtUnpickler() override;

  /// The storages that were named, each once.
  const std::deque<PtStorage>& named_storages() const { return named_; }
  /// Persistent ids that are not tuples stand for these values, as in the oldest files.
  void set_tensors(std::map<std::string, Tensor> tensors) { tensors_ = std::move(tensors); }
  /// Where tensors that were quantized come to be; none: on the CPU. Others are where their storages are.
  void set_device(optional<Device> device) { device_ = device; }
  /// The storages of floats that were made of quantized elements.
  QuantizedStorages quantized_storages() const;
  /// The numbers of a list or tuple of ints.
  DimVector integers(Value list, const char* what) const;
  /// The dtype that a class's name stands for, "torch.FloatStorage" or "torch.FloatTensor".
  ScalarType dtype_of(Value global) const;

 private:
  // What the objects of a tensor and of a storage count in the budget.
  static constexpr uint64_t kTensorBytes = sizeof(TensorImpl) + 16;
  static constexpr uint64_t kStorageBytes =
      sizeof(StorageImpl) + 16 + sizeof(PtStorage) + sizeof(Storage) + sizeof(uint32_t);

  Value find_global(std::string_view module, std::string_view name) override;
  Value call(Value callable, ArrayRef<Value> arguments) override;
  Value persistent(ArrayRef<Value> id) override;
  Value persistent_other(Value id) override;
  Value new_object(Value type, ArrayRef<Value> arguments) override;
  IValue other_value(Value value) override;

  // A part of a storage, which is the whole in all but the oldest files. A value that stands for a storage has its
  // place in named_, or that of a view in views_ behind kFirstView.
  struct Part {
    size_t storage;  // its place in named_
    int64_t offset, numel;
  };
  static constexpr size_t kFirstView = size_t{1} << 48;
  Part part_at(size_t at) const;
  // Where a tensor's elements are in the part of a storage.
  struct Extent {
    int64_t offset, numel, span;
    DimVector sizes, strides;
  };
  // Floats that were made of a storage of quantized elements.
  struct Dequantized {
    Quantizer quantizer;
    Extent extent;  // of the elements; without dimensions: all of the storage
    Storage floats;
  };
  // Keys are mostly numbers in rising order, in which they are told apart and added at the end fastest this way.
  struct ShorterFirst {
    bool operator()(std::string_view a, std::string_view b) const {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  // The place in named_ of the storage of that key: the next one if there is none yet, which it has from then on.
  size_t place_of(std::string_view key);
  void check_count(ArrayRef<Value> args, size_t least, size_t most) const;
  int64_t integer(Value value, const char* what) const;
  bool truth(Value value, const char* what) const;
  std::string text_of(Value value, const char* what) const;
  Tensor tensor_of(Value value, const char* what) const;
  // Whether the value, which must be a bool, says so; an error if tensors of the dtype cannot.
  bool check_requires_grad(Value requires_grad, ScalarType dtype) const;
  Value make_tensor(Tensor tensor, Value requires_grad);
  Value rebuild_tensor(ArrayRef<Value> args, bool has_dtype);
  Extent extent_of(ArrayRef<Value> args, int64_t available, const PtStorage& storage) const;
  Value rebuild_sparse(ArrayRef<Value> args);
  Tensor csr_indices(const Tensor& beginnings, const Tensor& columns, IntArrayRef size);
  bool is_sorted(const Tensor& indices) const;
  Value rebuild_quantized(ArrayRef<Value> args);
  Quantizer quantizer_of(Value value, const QuantizedType& type, IntArrayRef sizes, const std::string& subject);
  std::vector<double> channel_numbers(Value value, const char* what, int64_t channels, const std::string& subject,
                                      bool& are_floats);
  const Storage& dequantized(const Part& part, Quantizer quantizer, Extent extent);
  Value rebuild_meta(ArrayRef<Value> args);
  Value make_ordered_dict(ArrayRef<Value> args);
  Value make_typed_list(IValue::Tag tag, Value list);
  Value restore_type(ArrayRef<Value> args);
  Value make_device(ArrayRef<Value> args);
  Value encode(ArrayRef<Value> args);
  bool is_scanning() const { return storages_ == nullptr && finder_ == nullptr; }
  bool is_listing() const { return finder_ != nullptr; }

  PtStorages* storages_ = nullptr;
  PtPlaces* finder_ = nullptr;
  optional<Device> device_;
  uint64_t bytes_left_ = 0;  // when storages are only listed
  std::deque<PtStorage> named_;
  std::deque<Storage> loaded_;
  std::deque<uint32_t> rising_;                              // places in named_, of keys that follow one another
  std::map<std::string_view, size_t, ShorterFirst> places_;  // in named_, of the other keys
  std::deque<Part> views_;
  std::deque<uint32_t> found_;  // by finder_, beside named_
  PtListing* listing_ = nullptr;
  Value empty_dict_;                                        // None until there is one
  std::map<size_t, std::vector<Dequantized>> dequantized_;  // by the place of the storage in named_
  std::deque<std::string_view> script_classes_;
  std::map<std::string, Tensor> tensors_;
};

}  // namespace torchpp::serialize

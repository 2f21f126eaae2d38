// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The lists of an optimizer step: parameters, gradients and states, checked and as flat memory.

#include <torchpp/core/optional.h>
#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include <vector>

namespace torchpp {

/// The backend's kernels that copy: a step runs below autograd, where the operators of these names do not lead.
struct CopyKernels {
  Tensor (*copy)(Out out, const Tensor& self, const Tensor& src, bool non_blocking);
  Tensor (*to_copy)(const Tensor& self, TensorOptions options, bool non_blocking, optional<MemoryFormat> memory_format);
};

/// Lists in the order of a step's arguments: parameters, gradients, then the states. Gradients are read, the others
/// also written.
class TORCHPP_API ParameterList {
 public:
  static constexpr int kMaxLists = 5;

  /// The arrays of one parameter, all of the same length and order of elements; null for a list that is not used.
  struct Arrays {
    void* data[kMaxLists] = {};
    int64_t n = 0;           ///< real numbers: two for each complex one
    bool is_double = false;  ///< double, else float
    bool in_place = false;   ///< the arrays are the tensors' memory, else flat copies
  };

  /// Uses the lists whose bits are set. Throws, before anything is changed, when one of them has another length, a
  /// tensor has another size or device than its parameter, or a tensor that is written may not be. The tensors that
  /// the lists refer to must outlive this.
  ParameterList(const char* op, ArrayRef<TensorList> lists, unsigned used, const CopyKernels& kernels);

  size_t size() const { return arrays_.size(); }
  const Arrays& operator[](size_t i) const { return arrays_[i]; }

  /// After the step: writes the flat copies to the tensors that they stand for, and counts one write of each tensor.
  void finish();

 private:
  struct FlatCopy {
    const Tensor* to;  // null for a gradient, which is not written
    Tensor from;
  };

  bool uses(size_t list) const { return (used_ >> list & 1) != 0; }
  void check_lengths(const char* op) const;
  void check(const char* op, size_t i) const;
  size_t enter_plain(size_t first);
  void enter(size_t i);
  void* flat_copy(size_t list, size_t i, ScalarType dtype);

  ArrayRef<TensorList> lists_;
  unsigned used_;
  const CopyKernels& kernels_;
  std::vector<Arrays> arrays_;
  std::vector<FlatCopy> copies_;
};

/// Throws unless there is one number per parameter in each of the lists, which have these names.
TORCHPP_API void check_given(const char* op, TensorList params, ArrayRef<const char*> names,
                             ArrayRef<ArrayRef<double>> given);

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Where results go: numbers as tensors, destinations, overlapping memory.

#include <torchpp/dispatch/op.h>
#include <torchpp/tensor.h>

namespace torchpp {

/// A 0-dim CPU tensor that holds the number and takes part in promotion as one. Double, Long, Bool or ComplexDouble.
TORCHPP_API Tensor wrapped_number(const Scalar& value);

/// The tensor that a kernel writes its result of this shape and type to: a fresh one; of the in-place form the
/// destination, whose shape must be this one; an out= tensor, resized when its shape is another. The type of a
/// destination is its own: a kernel that computes in another one converts. Throws, before anything is changed, when the
/// type cannot be written there, the device is another one, or elements of the destination share memory.
TORCHPP_API Tensor resize_output(const Out& out, IntArrayRef sizes, ScalarType dtype, Device device,
                                 MemoryFormat format = MemoryFormat::Contiguous);
/// The tensor of these strides that a kernel fills with elements of `self` that others name, for an out= call: the
/// destination, or where it has other strides a fresh tensor, which finish_write() copies. Throws, before anything is
/// changed, when the destination has another dtype, lies on another device than `self`, overlaps itself or shares
/// memory with what is read.
TORCHPP_API Tensor dense_destination(const Out& out, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype,
                                     const Tensor& self, TensorList read);
/// What a kernel returns that has written the tensor: this one; with a destination nothing, but the destination has the
/// values, copied where another tensor was written, and one more version.
inline Tensor finish_write(const Out& out, const Tensor& written) {
  if (out.functional()) return written;
  if (TORCHPP_LIKELY(written.is_same(out.tensor()))) bump_version(written);
  else detail::assign(out, written);
  return Tensor();
}
inline Tensor finish_write(const Out& out, Tensor&& written) {
  if (TORCHPP_LIKELY(out.functional())) return std::move(written);
  return finish_write(out, static_cast<const Tensor&>(written));
}
/// The strides of a destination that finish_composite() gives other sizes.
enum class ResizedStrides : uint8_t {
  kByFormat,  ///< the dense ones of a memory format
  kOfResult   ///< the result's, which must be dense
};
/// What a composite returns that has computed its results apart from their destinations: these, or undefined tensors
/// after each was written to its destination. In place that is one more operation that autograd records; out= throws
/// where a gradient would be lost, and, for several results, where a destination has another dtype.
TORCHPP_API Tensor finish_composite(const char* op, const Out& out, Tensor result,
                                    ResizedStrides strides = ResizedStrides::kByFormat);
TORCHPP_API TensorPair finish_composite(const char* op, const Out& out, TensorPair results,
                                        ResizedStrides strides = ResizedStrides::kByFormat);
TORCHPP_API TensorTriple finish_composite(const char* op, const Out& out, TensorTriple results);
/// As finish_composite() for an operator whose destinations are a list as long as that of its results, and may have any
/// dtype. Checks all before it changes one.
TORCHPP_API void finish_list(const char* op, TensorList out, TensorList results);
/// Gives an out= tensor the sizes, and memory for them when it has too little. Warns when these are other sizes and the
/// tensor had elements, which its owner may not expect to lose. A tensor of these sizes keeps its strides: it may be a
/// part of another one, whose other elements must stay.
TORCHPP_API void resize_output(const Tensor& tensor, IntArrayRef sizes, MemoryFormat format = MemoryFormat::Contiguous);
/// As resize_output, with these strides for a tensor of other sizes.
TORCHPP_API void resize_output_strided(const Tensor& tensor, IntArrayRef sizes, IntArrayRef strides);
/// Gives a tensor sizes and memory for them without a warning, for callers who asked for new sizes.
void resize_tensor(const Tensor& tensor, IntArrayRef sizes, MemoryFormat format = MemoryFormat::Contiguous);

/// Throws "result type Float can't be cast to the desired output type Long" unless can_cast.
void check_can_cast(ScalarType from, ScalarType to);

/// Throws, with libtorch's text, when a destination has another dtype. For operators that do not convert what they
/// write.
TORCHPP_API void check_out_dtype(const Out& out, ScalarType dtype);

/// Whether two indices of the tensor may name one place in memory, as far as sizes and strides tell at a glance: as
/// libtorch does, only dimensions of stride 0 and more than one element count.
bool has_internal_overlap(const TensorBase& t);
/// Whether two indices may reach one element, by all sizes and strides; says yes when in doubt.
TORCHPP_API bool may_overlap(IntArrayRef sizes, IntArrayRef strides);
/// Throws "unsupported operation: more than one element of the written-to tensor refers to a single memory location".
TORCHPP_API void check_no_internal_overlap(const TensorBase& t);
/// Throws when the tensors share memory without being the same elements in the same order.
TORCHPP_API void check_no_partial_overlap(const TensorBase& written, const TensorBase& read);
/// Whether elements of `read` may lie where other elements of `written`, which has the broadcast shape, are written
/// before they are read. Only identical elements in the same places are safe. For tensors that check_no_partial_overlap
/// lets pass because their strides leave gaps.
TORCHPP_API bool would_overwrite(const TensorBase& written, const TensorBase& read);
/// Whether a write of the destination may change the tensor, which then has to be read before, or copied.
inline bool is_overwritten(const Out& out, const TensorBase& t) {
  return !out.functional() && out.tensor().has_storage() && t.has_storage() && out.tensor().is_alias_of(t);
}
/// Throws when the tensors share memory.
TORCHPP_API void check_no_overlap(const TensorBase& written, const TensorBase& read);

}  // namespace torchpp

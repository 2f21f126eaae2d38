// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/result.h"

#include <torchpp/core/log.h>

#include <initializer_list>
#include <numeric>

#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/generated/creation.h"
#include "src/ops/history.h"
#include "src/ops/linalg_rules.h"

namespace torchpp {

Tensor wrapped_number(const Scalar& value) {
  Tensor t(make_tensor({}, value.type(), Device(kCPU)));
  void* p = t.impl()->data();
  if (value.isFloatingPoint()) *static_cast<double*>(p) = value.toDouble();
  else if (value.isComplex()) *static_cast<ComplexDouble*>(p) = value.toComplexDouble();
  else if (value.isBoolean()) *static_cast<bool*>(p) = value.toBool();
  else *static_cast<int64_t*>(p) = value.toLong();
  t.impl()->set_wrapped_number(true);
  return t;
}

void check_can_cast(ScalarType from, ScalarType to) {
  TORCHPP_CHECK(can_cast(from, to), "result type ", from, " can't be cast to the desired output type ", to);
}

void check_out_dtype(const Out& out, ScalarType dtype) {
  if (out.functional() || out.tensor().scalar_type() == dtype) return;
  TORCHPP_FAIL_KIND(kError, "Expected out tensor to have dtype ", plain_name(dtype), ", but got ",
                    plain_name(out.tensor().scalar_type()), " instead");
}

namespace {

void set_geometry(const Tensor& tensor, IntArrayRef sizes, IntArrayRef strides) {
  TORCHPP_CHECK_NOT_IMPLEMENTED(!tensor.is_nested(), "nested tensors cannot be resized");
  TORCHPP_CHECK_NOT_IMPLEMENTED(!tensor.is_sparse(),
                                "resize_: sparse tensors cannot be resized so; sparse_resize_() does it");
  TensorImpl& impl = tensor.body();
  const size_t needed = storage_bytes(sizes, strides, impl.dtype(), impl.storage_offset());
  StorageImpl& storage = *impl.storage().get();
  if (needed > storage.nbytes()) storage.resize(needed);
  impl.set_sizes_and_strides(sizes, strides);
}

void warn_of_resize(const Tensor& tensor, IntArrayRef sizes) {
  if (tensor.numel() == 0) return;
  TORCHPP_WARN("An output with one or more elements was resized since it had shape ", tensor.sizes(),
               ", which does not match the required output shape ", sizes,
               ". An out tensor that may be resized should have no elements (t.resize_({0})).");
}

}  // namespace

void resize_tensor(const Tensor& tensor, IntArrayRef sizes, MemoryFormat format) {
  checked_numel(sizes);
  set_geometry(tensor, sizes, dense_strides(sizes, format));
}

void resize_output(const Tensor& tensor, IntArrayRef sizes, MemoryFormat format) {
  if (tensor.sizes() == sizes) return;
  warn_of_resize(tensor, sizes);
  resize_tensor(tensor, sizes, format);
}

void resize_output_strided(const Tensor& tensor, IntArrayRef sizes, IntArrayRef strides) {
  if (tensor.sizes() == sizes) return;
  checked_numel(sizes);
  warn_of_resize(tensor, sizes);
  set_geometry(tensor, sizes, strides);
}

Tensor resize_output(const Out& out, IntArrayRef sizes, ScalarType dtype, Device device, MemoryFormat format) {
  if (TORCHPP_LIKELY(out.functional())) return Tensor(make_tensor(sizes, dtype, device, format));
  const Tensor& t = out.tensor();
  check_can_cast(dtype, t.dtype());
  TORCHPP_CHECK(t.device() == device, "Expected out tensor to be on ", device, ", but got it on ", t.device());
  if (t.sizes() == sizes) {
    check_no_internal_overlap(t);
    return t;
  }
  TORCHPP_CHECK(out.is_out(), "output with shape ", t.sizes(), " doesn't match the broadcast shape ", sizes);
  resize_output(t, sizes, format);
  return t;
}

Tensor dense_destination(const Out& out, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, const Tensor& self,
                         TensorList read) {
  const Tensor& to = out.tensor();
  check_out_dtype(out, dtype);
  check_no_internal_overlap(to);
  check_no_overlap(to, self);
  for (const Tensor& t : read)
    if (t.defined()) check_no_overlap(to, t);
  TORCHPP_CHECK(to.device() == self.device(), "Expected out tensor to be on ", self.device(), ", but got it on ",
                to.device());
  resize_output_strided(to, sizes, strides);
  if (to.strides() == strides && !to.is_conj() && !to.is_neg()) return to;
  return Tensor(make_tensor_strided(sizes, strides, dtype, self.device()));
}

bool has_internal_overlap(const TensorBase& t) {
  if (t.is_contiguous()) return false;
  const IntArrayRef sizes = t.sizes(), strides = t.strides();
  for (size_t i = 0; i < sizes.size(); ++i)
    if (strides[i] == 0 && sizes[i] > 1) return true;
  return false;
}

bool may_overlap(IntArrayRef sizes, IntArrayRef strides) {
  DimVector order;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1) order.push_back(static_cast<int64_t>(i));
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = i; j > 0 && strides[static_cast<size_t>(order[j])] < strides[static_cast<size_t>(order[j - 1])];
         --j)
      std::swap(order[j], order[j - 1]);
  int64_t reach = 0;
  for (int64_t d : order) {
    const int64_t step = strides[static_cast<size_t>(d)];
    if (step <= reach) return true;
    reach += step * (sizes[static_cast<size_t>(d)] - 1);
  }
  return false;
}

void check_no_internal_overlap(const TensorBase& t) {
  TORCHPP_CHECK(!has_internal_overlap(t),
                "unsupported operation: more than one element of the written-to tensor refers to a single memory "
                "location. Please clone() the tensor before performing the operation.");
}

namespace {

// The bytes of the storage from the first to behind the last element.
struct Span {
  int64_t begin, end;
};
Span span_of(const TensorBase& t) {
  const int64_t itemsize = static_cast<int64_t>(t.itemsize()), first = t.storage_offset() * itemsize;
  Span s{first, first + itemsize};
  for (size_t i = 0; i < t.sizes().size(); ++i) {
    const int64_t reach = (t.sizes()[i] - 1) * t.strides()[i] * itemsize;
    (reach < 0 ? s.begin : s.end) += reach;
  }
  return s;
}

enum class Overlap { kNone, kFull, kPartial, kUnknown };

// As libtorch's get_overlap_status: strides that leave gaps make the answer unknown, which is let pass.
Overlap overlap(const TensorBase& a, const TensorBase& b) {
  if (a.impl() == b.impl()) return Overlap::kFull;
  if (!a.has_storage() || !b.has_storage() || a.numel() == 0 || b.numel() == 0 || !a.is_alias_of(b))
    return Overlap::kNone;
  if (!a.is_non_overlapping_and_dense() || !b.is_non_overlapping_and_dense()) return Overlap::kUnknown;
  const Span x = span_of(a), y = span_of(b);
  if (x.begin == y.begin && x.end == y.end) return a.strides() == b.strides() ? Overlap::kFull : Overlap::kPartial;
  return x.begin < y.end && y.begin < x.end ? Overlap::kPartial : Overlap::kNone;
}

[[noreturn]] TORCHPP_COLD void fail_overlap() {
  TORCHPP_FAIL_KIND(kError,
                    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
                    "single memory location. Please clone() the tensor before performing the operation.");
}

}  // namespace

void check_no_partial_overlap(const TensorBase& written, const TensorBase& read) {
  if (TORCHPP_UNLIKELY(overlap(written, read) == Overlap::kPartial)) fail_overlap();
}

bool would_overwrite(const TensorBase& written, const TensorBase& read) {
  if (TORCHPP_LIKELY(written.impl() == read.impl() || !written.has_storage() || !read.has_storage() ||
                     !written.is_alias_of(read)))
    return false;
  if (written.numel() == 0 || read.numel() == 0) return false;
  const int64_t size = static_cast<int64_t>(written.itemsize());
  const bool alike = read.itemsize() == written.itemsize();
  const int64_t apart = read.storage_offset() * static_cast<int64_t>(read.itemsize()) - written.storage_offset() * size;
  if (alike && apart == 0 && read.sizes() == written.sizes() && read.strides() == written.strides()) return false;
  const Span x = span_of(written), y = span_of(read);
  if (x.end <= y.begin || y.end <= x.begin) return false;
  if (!alike) return true;
  // Elements of both begin at multiples of the greatest common divisor of all strides, up to their distance.
  int64_t step = 0;
  for (const TensorBase* t : {&written, &read})
    for (size_t d = 0; d < t->sizes().size(); ++d)
      if (t->sizes()[d] > 1) step = std::gcd(step, t->strides()[d] * size);
  return step == 0 || apart % step == 0;
}

void check_no_overlap(const TensorBase& written, const TensorBase& read) {
  const Overlap o = overlap(written, read);
  if (TORCHPP_UNLIKELY(o == Overlap::kPartial || o == Overlap::kFull)) fail_overlap();
}

void detail::assign(const Out& out, const Tensor& result) {
  const Tensor& t = out.tensor();
  if (t.sizes() != result.sizes()) {
    TORCHPP_CHECK(out.is_out(), "output with shape ", t.sizes(), " doesn't match the broadcast shape ", result.sizes());
    resize_output(t, result.sizes());
  }
  op::copy(Out::in_place(t), t, result, false);
}

namespace {

void check_no_history(const char* op, const Tensor& destination, const Tensor& result) {
  TORCHPP_CHECK(thread_state.no_grad || (!destination.requires_grad() && !result.requires_grad()), op,
                "(): functions with out=... arguments don't support automatic differentiation, but one of the "
                "arguments requires grad.");
}

// Writes results that were computed elsewhere to their destinations. Checks all before it changes one.
void write_results(const Out& out, std::initializer_list<const Tensor*> results,
                   ResizedStrides strides = ResizedStrides::kByFormat) {
  size_t i = 0;
  for (const Tensor* result : results) {
    const Tensor& t = out.tensor(i++);
    check_out_dtype(Out::to(t), result->scalar_type());
    TORCHPP_CHECK(t.device() == result->device(), "Expected out tensor to be on ", result->device(), ", but got it on ",
                  t.device());
    if (t.sizes() == result->sizes()) check_no_internal_overlap(t);
  }
  i = 0;
  for (const Tensor* result : results) {
    const Tensor& t = out.tensor(i++);
    if (strides == ResizedStrides::kOfResult) resize_output_strided(t, result->sizes(), result->strides());
    else resize_output(t, result->sizes(), result->suggest_memory_format());
    op::copy(Out::in_place(t), t, *result, false);
  }
}

}  // namespace

Tensor finish_composite(const char* op, const Out& out, Tensor result, ResizedStrides strides) {
  if (out.functional()) return result;
  if (out.is_in_place()) {
    out.tensor().copy_(result);
    return Tensor();
  }
  check_no_history(op, out.tensor(), result);
  if (strides == ResizedStrides::kOfResult) resize_output_strided(out.tensor(), result.sizes(), result.strides());
  detail::assign(out, result);
  return Tensor();
}

TensorPair finish_composite(const char* op, const Out& out, TensorPair results, ResizedStrides strides) {
  if (out.functional()) return results;
  check_no_history(op, out.tensor(0), std::get<0>(results));
  check_no_history(op, out.tensor(1), std::get<1>(results));
  write_results(out, {&std::get<0>(results), &std::get<1>(results)}, strides);
  return TensorPair();
}
TensorTriple finish_composite(const char* op, const Out& out, TensorTriple results) {
  if (out.functional()) return results;
  const auto& [a, b, c] = results;
  size_t i = 0;
  for (const Tensor* result : {&a, &b, &c}) check_no_history(op, out.tensor(i++), *result);
  write_results(out, {&a, &b, &c});
  return TensorTriple();
}
void finish_list(const char* op, TensorList out, TensorList results) {
  for (size_t i = 0; i < out.size(); ++i) {
    check_no_history(op, out[i], results[i]);
    if (out[i].sizes() == results[i].sizes()) check_no_internal_overlap(out[i]);
  }
  for (size_t i = 0; i < out.size(); ++i) detail::assign(Out::to(out[i]), results[i]);
}

}  // namespace torchpp

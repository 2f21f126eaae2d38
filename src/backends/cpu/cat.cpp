// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/parallel.h>

#include <cstring>

#include "src/backends/cpu/copy.h"
#include "src/core/shape.h"
#include "src/core/view.h"
#include "src/ops/ops.h"

namespace torchpp::cpu {
namespace {

// Tensors of shape (0,) are passed over, whatever the others look like.
bool is_skipped(const Tensor& t) { return t.dim() == 1 && t.numel() == 0; }

struct Plan {
  const Tensor* first = nullptr;  // of those that are not skipped
  size_t dim = 0;
  DimVector sizes;
  ScalarType dtype = ScalarType::Undefined;
  MemoryFormat format = MemoryFormat::Contiguous;
  bool plain = true;  // every part is contiguous and of the result's dtype
};

Plan plan_cat(TensorList tensors, int64_t dim) {
  TORCHPP_CHECK(!tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  Plan plan;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCHPP_CHECK(t.dim() > 0, "zero-dimensional tensor (at position ", i, ") cannot be concatenated");
    plan.dtype = i == 0 ? t.dtype() : promote_types(plan.dtype, t.dtype());
    if (plan.first == nullptr && !is_skipped(t)) plan.first = &t;
  }
  if (plan.first == nullptr) {
    plan.sizes.push_back(0);
    wrap_dim(dim, 1);
    return plan;
  }
  const Tensor& first = *plan.first;
  plan.dim = static_cast<size_t>(wrap_dim(dim, first.dim()));
  plan.sizes = DimVector(first.sizes());
  plan.format = first.suggest_memory_format();
  int64_t total = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    if (is_skipped(t)) continue;
    TORCHPP_CHECK(t.dim() == first.dim(), "Tensors must have same number of dimensions: got ", first.dim(), " and ",
                  t.dim());
    for (size_t d = 0; d < plan.sizes.size(); ++d)
      TORCHPP_CHECK(d == plan.dim || t.sizes()[d] == plan.sizes[d], "Sizes of tensors must match except in dimension ",
                    plan.dim, ". Expected size ", plan.sizes[d], " but got size ", t.sizes()[d], " for tensor number ",
                    i, " in the list.");
    total += t.sizes()[plan.dim];
    plan.plain = plan.plain && t.is_contiguous() && t.dtype() == plan.dtype && !t.is_conj() && !t.is_neg();
    if (plan.format != MemoryFormat::Contiguous && t.suggest_memory_format() != plan.format)
      plan.format = MemoryFormat::Contiguous;
  }
  plan.sizes[plan.dim] = total;
  plan.plain = plan.plain && plan.format == MemoryFormat::Contiguous;
  return plan;
}

// Contiguous parts into a contiguous result: `outer` times one run of each part.
void copy_runs(TensorList tensors, const Plan& plan, char* to, int64_t itemsize) {
  int64_t outer = 1, inner = itemsize;
  for (size_t d = 0; d < plan.dim; ++d) outer *= plan.sizes[d];
  for (size_t d = plan.dim + 1; d < plan.sizes.size(); ++d) inner *= plan.sizes[d];
  const int64_t row = plan.sizes[plan.dim] * inner;
  int64_t start = 0;
  if (outer == 1) {
    for (const Tensor& t : tensors) {
      if (is_skipped(t)) continue;
      const int64_t run = t.sizes()[plan.dim] * inner;
      copy_bytes(to + start, t.impl()->data(), run);
      start += run;
    }
    return;
  }
  parallel_for(0, outer, 1 + kCopyGrainBytes / (row + 1), [&](int64_t begin, int64_t end) {
    int64_t at = 0;
    for (const Tensor& t : tensors) {
      if (is_skipped(t)) continue;
      const int64_t run = t.sizes()[plan.dim] * inner;
      const char* from = static_cast<const char*>(t.impl()->data());
      for (int64_t i = begin; i < end && run != 0; ++i)
        std::memcpy(to + i * row + at, from + i * run, static_cast<size_t>(run));
      at += run;
    }
  });
}

}  // namespace

Tensor cat(TensorList tensors, int64_t dim) {
  const Plan plan = plan_cat(tensors, dim);
  Tensor result(make_tensor(plan.sizes, plan.dtype, tensors[0].device(), plan.format));
  if (result.numel() == 0 || result.is_meta()) return result;
  const int64_t itemsize = static_cast<int64_t>(result.itemsize());
  char* to = static_cast<char*>(result.impl()->data());
  if (plan.plain) {
    copy_runs(tensors, plan, to, itemsize);
    return result;
  }
  int64_t start = 0;
  for (const Tensor& t : tensors) {
    if (is_skipped(t)) continue;
    const bool bits = t.is_conj() || t.is_neg() || (plan.dtype == kBool && t.is_complex());
    const Tensor part = bits ? clone(t, std::nullopt) : t;
    copy_strided({to + start * result.strides()[plan.dim] * itemsize, result.strides(), plan.dtype},
                 {part.impl()->data(), part.strides(), part.dtype()}, part.sizes());
    start += t.sizes()[plan.dim];
  }
  return result;
}

}  // namespace torchpp::cpu

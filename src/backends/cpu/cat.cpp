// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/parallel.h>

#include <cstring>

#include "src/backends/cpu/copy.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/generated/creation.h"

namespace torchpp::cpu {
namespace {

// Contiguous parts into a contiguous result: `outer` times one run of each part.
void copy_runs(TensorList tensors, const CatPlan& plan, char* to, int64_t itemsize) {
  int64_t outer = 1, inner = itemsize;
  for (size_t d = 0; d < plan.dim; ++d) outer *= plan.sizes[d];
  for (size_t d = plan.dim + 1; d < plan.sizes.size(); ++d) inner *= plan.sizes[d];
  const int64_t row = plan.sizes[plan.dim] * inner;
  int64_t start = 0;
  if (outer == 1) {
    for (const Tensor& t : tensors) {
      if (is_skipped_by_cat(t)) continue;
      const int64_t run = t.sizes()[plan.dim] * inner;
      copy_bytes(to + start, t.impl()->data(), run);
      start += run;
    }
    return;
  }
  parallel_for(0, outer, 1 + kCopyGrainBytes / (row + 1), [&](int64_t begin, int64_t end) {
    int64_t at = 0;
    for (const Tensor& t : tensors) {
      if (is_skipped_by_cat(t)) continue;
      const int64_t run = t.sizes()[plan.dim] * inner;
      const char* from = static_cast<const char*>(t.impl()->data());
      for (int64_t i = begin; i < end && run != 0; ++i)
        std::memcpy(to + i * row + at, from + i * run, static_cast<size_t>(run));
      at += run;
    }
  });
}

}  // namespace

Tensor cat(Out out, TensorList tensors, int64_t dim) {
  CatPlan plan = plan_cat(tensors, dim);
  const Tensor result = make_cat_result(out, tensors, plan);
  if (result.numel() == 0 || result.is_meta()) return finish_write(out, result);
  const int64_t itemsize = static_cast<int64_t>(result.itemsize());
  char* to = static_cast<char*>(result.impl()->data());
  if (plan.plain) {
    copy_runs(tensors, plan, to, itemsize);
    return finish_write(out, result);
  }
  int64_t start = 0;
  for (const Tensor& t : tensors) {
    if (is_skipped_by_cat(t)) continue;
    const bool bits = t.is_conj() || t.is_neg() || (plan.dtype == kBool && t.is_complex());
    const Tensor part = bits ? clone(t, std::nullopt) : t;
    copy_strided({to + start * result.strides()[plan.dim] * itemsize, result.strides(), result.dtype()},
                 {part.impl()->data(), part.strides(), part.dtype()}, part.sizes());
    start += t.sizes()[plan.dim];
  }
  return finish_write(out, result);
}

}  // namespace torchpp::cpu

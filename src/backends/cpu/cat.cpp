// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/parallel.h>

#include <cstring>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/index.h"
#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/generated/shape.h"
#include "src/ops/operand.h"
#include "src/ops/shape_rules.h"

namespace torchpp::cpu {
namespace {

// Tensors [begin, end) of those that follow each other in the result.
template <class Copy>
void copy_whole(TensorList tensors, size_t dim, int64_t inner, int64_t begin, int64_t end, char* to, const Copy& copy) {
  for (int64_t i = 0; i < end; ++i) {
    const Tensor& t = tensors[i];
    if (is_skipped_by_cat(t)) continue;
    const int64_t run = t.sizes()[dim] * inner;
    if (i >= begin && run != 0) copy(to, t.impl()->data(), run);
    to += run;
  }
}

// What interleaves two parts whose runs are as long as an element, in rows of so many bytes; null for other parts.
TransposedFn pair_interleave(TensorList tensors, int64_t row) {
  if (tensors.size() != 2 || tensors[0].numel() != tensors[1].numel()) return nullptr;
  return transposed_copy(row / 2);
}

// Contiguous parts into a contiguous result: `outer` times one run of each part.
void copy_runs(TensorList tensors, size_t dim, const TensorImpl& result) {
  char* to = static_cast<char*>(result.data());
  const IntArrayRef sizes = result.sizes();
  int64_t outer = 1, inner = static_cast<int64_t>(result.itemsize());
  for (size_t d = 0; d < dim; ++d) outer *= sizes[d];
  for (size_t d = dim + 1; d < sizes.size(); ++d) inner *= sizes[d];
  const int64_t row = sizes[dim] * inner;
  if (outer == 1) {
    // Tensors are shared out among the threads, each of which finds out where its first one goes; large ones are cut.
    const int64_t count = static_cast<int64_t>(tensors.size()), mean = row / count;
    if (mean > 2 * kCopyGrainBytes) return copy_whole(tensors, dim, inner, 0, count, to, copy_bytes);
    parallel_for(0, count, 1 + kCopyGrainBytes / (mean + 1), [&](int64_t begin, int64_t end) {
      copy_whole(tensors, dim, inner, begin, end, to, [](void* at, const void* from, int64_t nbytes) {
        std::memcpy(at, from, static_cast<size_t>(nbytes));
      });
    });
    return;
  }
  const TransposedFn interleave = pair_interleave(tensors, row);
  parallel_for(0, outer, 1 + kCopyGrainBytes / (row + 1), [&](int64_t begin, int64_t end) {
    if (interleave != nullptr) {
      const char* const first = static_cast<const char*>(tensors[0].impl()->data());
      const int64_t apart = static_cast<const char*>(tensors[1].impl()->data()) - first;
      interleave(to + begin * row, row, first + begin * row / 2, apart, end - begin, 2);
      return;
    }
    int64_t at = 0;
    for (const Tensor& t : tensors) {
      if (is_skipped_by_cat(t)) continue;
      const int64_t run = t.sizes()[dim] * inner;
      const char* from = static_cast<const char*>(t.impl()->data());
      if (const LoopFn elements = copy_loop(run)) {  // a call of memcpy costs more than an element
        char* const data[] = {to + begin * row + at, const_cast<char*>(from + begin * run)};
        const int64_t strides[] = {row, run};
        elements(data, strides, end - begin, nullptr);
        at += run;
        continue;
      }
      for (int64_t i = begin; i < end && run != 0; ++i)
        copy_row(to + i * row + at, from + i * run, static_cast<size_t>(run));
      at += run;
    }
  });
}

}  // namespace

namespace {

// The sizes of the result where nothing has to be planned, none elsewhere: tensors of one dtype that lie in row-major
// order, none of shape (0,).
DimVector direct_sizes(const Out& out, TensorList tensors, size_t dim) {
  const TensorImpl& first = tensors[0].body();
  const size_t rank = first.sizes().size();
  if (!out.functional() || dim >= rank || !first.device().is_cpu()) return DimVector();
  int64_t total = 0;
  for (const Tensor& tensor : tensors) {
    const TensorImpl& t = tensor.body();
    bool fits = t.is_plain() && t.dtype() == first.dtype() && t.device().is_cpu() && t.sizes().size() == rank &&
                (rank != 1 || t.numel() != 0);
    for (size_t k = 0; fits && k < rank; ++k) fits = k == dim || t.sizes()[k] == first.sizes()[k];
    if (TORCHPP_UNLIKELY(!fits || __builtin_add_overflow(total, t.sizes()[dim], &total))) return DimVector();
  }
  DimVector sizes(first.sizes());
  sizes[dim] = total;
  return sizes;
}

}  // namespace

Tensor cat_direct(Out out, TensorList tensors, int64_t dim) {
  const size_t d = tensors.empty() ? 0 : static_cast<size_t>(dim < 0 ? dim + tensors[0].dim() : dim);
  const DimVector sizes = tensors.empty() ? DimVector() : direct_sizes(out, tensors, d);
  if (TORCHPP_UNLIKELY(sizes.empty())) return Structured<&rule::cat, &cat>::call(out, tensors, dim);
  Tensor result(make_tensor(sizes, tensors[0].scalar_type(), Device(kCPU)));
  if (TORCHPP_LIKELY(result.numel() != 0)) copy_runs(tensors, d, *result.impl());
  return result;
}

void cat(const CatPlan& plan, TensorList tensors, int64_t) {
  const Tensor& result = plan.result();
  if (result.numel() == 0) return;
  if (plan.dense && result.is_contiguous()) return copy_runs(tensors, plan.dim, *result.impl());
  const int64_t step = result.strides()[plan.dim] * static_cast<int64_t>(result.itemsize());
  char* to = static_cast<char*>(result.impl()->data());
  for (const Tensor& t : tensors) {
    if (is_skipped_by_cat(t)) continue;
    const Tensor part = resolved(t);
    copy_strided({to, result.strides(), result.dtype()}, {part.impl()->data(), part.strides(), part.dtype()},
                 part.sizes());
    to += t.sizes()[plan.dim] * step;
  }
}

}  // namespace torchpp::cpu

// SPDX-License-Identifier: BSD-3-Clause
// Indexing element by element: gather and scatter along a dimension, masks, positions of non-zeros.

#include <atomic>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/index.h"
#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/creation.h"
#include "src/ops/generated/index.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {

#include "src/ops/update.inc"

#include "src/ops/index_elements.inc"

namespace {

[[noreturn]] TORCHPP_COLD void fail_bounds(int64_t at, size_t dim, int64_t size) {
  TORCHPP_FAIL_KIND(kIndex, "index ", at, " is out of bounds for dimension ", dim, " with size ", size);
}

// f(element that the index names, element beside the index), over the shape of the index. `named` may be written:
// then the positions are checked before, and duplicates come in order.
template <class T, class F>
void run_named(const Tensor& named, const Along& a, void* beside, const DimVector& beside_strides, const Tensor& index,
               bool writes, const F& f) {
  const int64_t itemsize = static_cast<int64_t>(sizeof(T));
  Iterator it(index.sizes());
  it.add(beside, index.sizes(), beside_strides, itemsize);
  it.add(named.impl()->data(), index.sizes(), a.strides, itemsize);
  it.add(index.impl()->data(), index.sizes(), index.strides(), 8);
  it.build();
  const auto check = [&a](int64_t at) {
    if (TORCHPP_UNLIKELY(at < 0 || at >= a.size)) fail_bounds(at, a.dim, a.size);
  };
  // A dense row; whether the positions fit is known.
  const auto dense_row = [&](T* x, int64_t x_step, T* p, const int64_t* at, int64_t n) {
    const int64_t step = a.step / itemsize;
    if (x_step == 0 && step == 1) {
      for (int64_t j = 0; j < n; ++j) f.one(x[at[j]], p[j]);
    } else if (x_step == 0) {
      for (int64_t j = 0; j < n; ++j) f.one(x[at[j] * step], p[j]);
    } else {
      for (int64_t j = 0; j < n; ++j) f.one(x[j * x_step + at[j] * step], p[j]);
    }
  };
  const auto work = [&](int64_t begin, int64_t end) {
    it.rows(begin, end, [&](char* const* data, const int64_t* s, int64_t n) {
      T *x = reinterpret_cast<T*>(data[1]), *p = reinterpret_cast<T*>(data[0]);
      const int64_t* positions = reinterpret_cast<const int64_t*>(data[2]);
      if (s[2] == 0 && s[0] == itemsize && s[1] == itemsize) {  // one position for a row of neighbours
        check(*positions);
        f.run(x + *positions * (a.step / itemsize), p, n);
        return;
      }
      if (s[2] == 8 && s[0] == itemsize && (writes || positions_fit(positions, n, a.size)))
        return dense_row(x, s[1] / itemsize, p, positions, n);
      for (int64_t j = 0; j < n; ++j) {
        const int64_t at = *reinterpret_cast<const int64_t*>(data[2] + j * s[2]);
        check(at);
        f.one(*reinterpret_cast<T*>(data[1] + j * s[1] + at * a.step), *reinterpret_cast<T*>(data[0] + j * s[0]));
      }
    });
  };
  if (!writes) {
    parallel_for(0, it.numel(), kIndexGrain, work);
    return;
  }
  // Rows along the dimension never meet, so that they may go to several threads; else order needs one.
  const bool rows_apart =
      it.dim() >= 2 && it.strides(1)[0] == 0 && it.strides(0)[0] != 0 && it.shape()[0] == index.sizes()[a.dim];
  if (!rows_apart) return work(0, it.numel());
  const int64_t row = it.shape()[0];
  parallel_for(0, it.numel() / row, 1 + kIndexGrain / row, [&](int64_t b, int64_t e) { work(b * row, e * row); });
}

void check_positions(const Tensor& index, const Along& a) {
  Iterator it(index.sizes());
  it.add(index);
  it.build();
  it.rows(0, it.numel(), [&](char* const* data, const int64_t* s, int64_t n) {
    if (s[0] == 8 && TORCHPP_LIKELY(positions_fit(reinterpret_cast<const int64_t*>(data[0]), n, a.size))) return;
    if (s[0] == 0) n = 1;
    for (int64_t j = 0; j < n; ++j) {
      const int64_t at = *reinterpret_cast<const int64_t*>(data[0] + j * s[0]);
      if (TORCHPP_UNLIKELY(at < 0 || at >= a.size)) fail_bounds(at, a.dim, a.size);
    }
  });
}

}  // namespace

Tensor gather(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool) {
  return gather_with(out, self, dim, index, check_positions,
                     [](const Tensor& source, const Along& a, const Tensor& result, const Tensor& at) {
                       visit_width(source.itemsize(), [&](auto tag) {
                         using T = typename decltype(tag)::type;
                         run_named<T>(source, a, result.impl()->data(), contiguous_strides(at.sizes()), at, false,
                                      Select<T>());
                       });
                     });
}

Tensor scatter(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  return scatter_with("scatter", out, self, dim, index, src, check_positions,
                      [](const Tensor& to, const Along& a, const Tensor& from, const Tensor& at) {
                        visit_width(to.itemsize(), [&](auto tag) {
                          using T = typename decltype(tag)::type;
                          run_named<T>(to, a, from.impl()->data(), from.strides(), at, true, Assign<T>());
                        });
                      });
}

Tensor scatter_value(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  alignas(16) char bits[16];
  store_number(value, self.dtype(), bits);
  return scatter_with("scatter", out, self, dim, index, Tensor(), check_positions,
                      [&](const Tensor& to, const Along& a, const Tensor&, const Tensor& at) {
                        visit_width(to.itemsize(), [&](auto tag) {
                          using T = typename decltype(tag)::type;
                          run_named<T>(to, a, bits, DimVector(at.sizes().size(), 0), at, true, Assign<T>());
                        });
                      });
}

Tensor scatter_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  return scatter_with("scatter_add", out, self, dim, index, src, check_positions,
                      [](const Tensor& to, const Along& a, const Tensor& from, const Tensor& at) {
                        visit_dtype(to.dtype(), "scatter_add", [&](auto tag) {
                          using T = typename decltype(tag)::type;
                          run_named<T>(to, a, from.impl()->data(), from.strides(), at, true, Add<T>{T(1)});
                        });
                      });
}

namespace {

// to = mask ? value : source
void write_where(const Tensor& to, const Tensor& mask, const void* value, const Tensor& source) {
  Iterator it(to.sizes());
  it.add(to);
  it.add(mask);
  it.add_value(value);
  it.add(source);
  it.build();
  const LoopFn loop = where_loop(static_cast<int64_t>(to.itemsize()));
  parallel_for(0, it.numel(), kIndexGrain, [&](int64_t begin, int64_t end) {
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) { loop(data, strides, n, nullptr); });
  });
}

}  // namespace

Tensor masked_fill(Out out, const Tensor& self, const Tensor& mask, const Scalar& value) {
  check_fill_mask(mask);
  alignas(16) char bits[16];
  store_number(value, self.dtype(), bits);
  return fill_where(out, self, mask, bits, write_where);
}

Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value) {
  check_fill_value(value);
  return masked_fill(out, self, mask, value.is_meta() ? Scalar(0) : item(value));
}

Tensor masked_select(Out out, const Tensor& self, const Tensor& mask) {
  check_mask(mask, "masked_select");
  const DimVector shape = broadcast_sizes(self.sizes(), mask.sizes());
  // In row-major order of the broadcast shape, which is that of a dense mask.
  Tensor flags(make_tensor(shape, mask.dtype(), self.device()));
  copy_values(flags, mask);
  const uint8_t* flag = static_cast<const uint8_t*>(flags.impl()->data());
  const int64_t n = flags.numel();
  Tensor source = self;
  if (!self.is_contiguous() || self.sizes() != IntArrayRef(shape) || self.is_conj() || self.is_neg()) {
    source = Tensor(make_tensor(shape, self.dtype(), self.device()));
    copy_values(source, self);
  }
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i) count += flag[i] != 0;
  Tensor result = picked(out, {count}, self, mask);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* to = static_cast<T*>(result.impl()->data());
    const T* from = static_cast<const T*>(source.impl()->data());
    for (int64_t i = 0; i < n; ++i)
      if (flag[i] != 0) *to++ = from[i];
  });
  return finish_write(out, std::move(result));
}

namespace {

// The coordinates of the elements that are set, in row-major order.
void write_positions(const uint8_t* flag, IntArrayRef sizes, int64_t* to) {
  const size_t rank = sizes.size();
  DimVector at(rank);
  const int64_t last = sizes[rank - 1], n = multiply_integers(sizes);
  for (int64_t row = 0; row < n; row += last) {
    for (int64_t i = 0; i < last; ++i) {
      if (flag[row + i] == 0) continue;
      for (size_t d = 0; d + 1 < rank; ++d) *to++ = at[d];
      *to++ = i;
    }
    for (size_t d = rank - 1; d-- > 0;) {
      if (++at[d] < sizes[d]) break;
      at[d] = 0;
    }
  }
}

}  // namespace

Tensor nonzero(Out out, const Tensor& self) {
  // Truth by element, dense, in row-major order.
  Tensor flags = self;
  if (self.dtype() != kBool || !self.is_contiguous()) {
    flags = Tensor(make_tensor(self.sizes(), kBool, self.device()));
    copy_values(flags, self);
  }
  const uint8_t* flag = static_cast<const uint8_t*>(flags.impl()->data());
  int64_t count = 0;
  for (int64_t i = 0, n = self.numel(); i < n; ++i) count += flag[i] != 0;
  Tensor result = positions_of_true(out, count, self);
  if (count != 0 && self.dim() != 0) write_positions(flag, self.sizes(), static_cast<int64_t*>(result.impl()->data()));
  return finish_write(out, std::move(result));
}

}  // namespace torchpp::cpu

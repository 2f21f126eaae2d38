// SPDX-License-Identifier: BSD-3-Clause
// Indexing element by element: gather and scatter along a dimension, masks, positions of non-zeros.

#include <algorithm>
#include <vector>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/index.h"
#include "src/backends/cpu/loops.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/generated/index.h"
#include "src/ops/index_rules.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kCheckedTogether = 1024;  // positions: they stay in the cache
constexpr int64_t kAhead = 16;              // positions in other rows of memory that are asked for before they are due

// Asks for the elements of a row of which most will be read or written in any order: the processor does not foresee
// the lines, stores alone would wait for each one, and loads have room for few elements behind one that waits.
template <bool kWrites, class T>
void prefetch_row(const T* row, int64_t n) {
  constexpr int64_t kLine = 64 / sizeof(T);
  for (int64_t i = 0; i < n; i += kLine) __builtin_prefetch(row + i, kWrites);
}

// f(element of x at a position, element of p beside it) for a dense row of n positions; x moves by x_step from one to
// the next, and by `step` along the dimension.
template <class T, class F>
void run_row(T* x, int64_t x_step, int64_t step, T* p, const int64_t* at, int64_t n, const F& f) {
  if (x_step == 0 && step == 1) {
    for (int64_t j = 0; j < n; ++j) f.one(x[at[j]], p[j]);
  } else if (x_step == 0) {
    for (int64_t j = 0; j < n; ++j) f.one(x[at[j] * step], p[j]);
  } else {
    int64_t j = 0;
    for (; j + kAhead < n; ++j) {
      __builtin_prefetch(x + (j + kAhead) * x_step + at[j + kAhead] * step);
      f.one(x[j * x_step + at[j] * step], p[j]);
    }
    for (; j < n; ++j) f.one(x[j * x_step + at[j] * step], p[j]);
  }
}
// The same, all in one row of x, of positions that may not fit into the dimension of `size`, at least 1: those count as
// its last. Returns whether all fit. Looking at them apart would read them twice; where x is in no near cache, that
// costs less than the shorter loop gains.
template <class T, class F>
bool run_checked_row(T* x, int64_t step, T* p, const int64_t* at, int64_t n, int64_t size, const F& f) {
  const uint64_t last = static_cast<uint64_t>(size - 1);
  uint64_t signs = 0;  // as in positions_fit()
  for (int64_t j = 0; j < n; ++j) {
    const uint64_t named = static_cast<uint64_t>(at[j]);
    signs |= named | (last - named);
    f.one(x[static_cast<int64_t>(named > last ? last : named) * step], p[j]);
  }
  return signs >> 63 == 0;
}

// A function of a row: of elements beside positions, of those at position 0, and of positions (data and strides in this
// order). It is called through a pointer, so that the loops over rows and threads exist once and not for each type.
struct RowFunction {
  void (*call)(const void* context, char* const* data, const int64_t* strides, int64_t n);
  const void* context;

  template <class F>
  explicit RowFunction(const F& f)
      : call([](const void* context, char* const* data, const int64_t* strides, int64_t n) {
          (*static_cast<const F*>(context))(data, strides, n);
        }),
        context(&f) {}
  void operator()(char* const* data, const int64_t* strides, int64_t n) const { call(context, data, strides, n); }
};

void run_rows(const ElementIndexPlan& plan, const Tensor& named, void* beside, IntArrayRef beside_strides,
              const Tensor& index, bool writes, const RowFunction& row) {
  const int64_t itemsize = static_cast<int64_t>(named.itemsize());
  DimVector named_strides(named.strides());
  named_strides[plan.dim] = 0;
  Iterator it(index.sizes());
  it.add(beside, index.sizes(), beside_strides, itemsize);
  it.add(named.impl()->data(), index.sizes(), named_strides, itemsize);
  it.add(index.impl()->data(), index.sizes(), index.strides(), 8);
  it.build();
  const auto work = [&](int64_t begin, int64_t end) { it.rows(begin, end, row); };
  if (!writes) {
    parallel_for(0, it.numel(), kIndexGrain, work);
    return;
  }
  // Elements that never meet may go to several threads, else order needs one: rows along the dimension, or the columns
  // of rows across it.
  if (it.dim() < 2 || it.strides(0)[0] == 0) return work(0, it.numel());
  const int64_t width = it.shape()[0], height = it.numel() / width;
  if (it.strides(1)[0] != 0) {
    const RowParts parts(width);  // threads hardly share lines
    parallel_for(0, parts.blocks(), parts.parts_of(kIndexGrain / height), [&](int64_t first, int64_t last) {
      const int64_t b = parts.begin(first), n = parts.begin(last) - b;
      it.rows(0, it.numel(), [&](char* const* data, const int64_t* s, int64_t) {
        char* const part[] = {data[0] + b * s[0], data[1] + b * s[1], data[2] + b * s[2]};
        row(part, s, n);
      });
    });
    return;
  }
  if (width != index.sizes()[plan.dim]) return work(0, it.numel());
  parallel_for(0, height, 1 + kIndexGrain / width, [&](int64_t b, int64_t e) { work(b * width, e * width); });
}

// f(element of `named` at a position, element beside the position) for each position of the index. Unless the rule
// looked at the positions, that is done here; elements of a result that is thrown away may have been written before
// one is refused. With `writes` the elements of `named` are written, in the order of the positions.
template <class T, class F>
void run_named(const ElementIndexPlan& plan, const Tensor& named, void* beside, IntArrayRef beside_strides,
               const Tensor& index, bool writes, const F& f) {
  const int64_t itemsize = static_cast<int64_t>(sizeof(T)), step_bytes = named.strides()[plan.dim] * itemsize;
  const int64_t step = step_bytes / itemsize;
  const auto check = [&plan](int64_t at) {
    if (TORCHPP_UNLIKELY(at < 0 || at >= plan.size)) fail_position(at, plan.dim, plan.size);
  };
  const auto row = [&](char* const* data, const int64_t* s, int64_t n) {
    T *x = reinterpret_cast<T*>(data[1]), *p = reinterpret_cast<T*>(data[0]);
    const int64_t* positions = reinterpret_cast<const int64_t*>(data[2]);
    if (s[2] == 0 && s[0] == itemsize && s[1] == itemsize) {  // one position for a row of neighbours
      check(*positions);
      f.run(x + *positions * step, p, n);
      return;
    }
    int64_t j = 0;
    if (s[2] == 8 && s[0] == itemsize) {
      constexpr int64_t kNearestCache = 32768, kSecondCache = 1 << 20;
      const int64_t x_step = s[1] / itemsize;
      if (x_step == 0 && step == 1 && plan.size * itemsize <= kNearestCache && n >= plan.size / 4) {
        if (writes) prefetch_row<true>(x, plan.size);
        else prefetch_row<false>(x, plan.size);
      }
      if (TORCHPP_LIKELY(plan.positions_fit)) return run_row(x, x_step, step, p, positions, n, f);
      if (x_step == 0 && plan.size > 0 && plan.size * step_bytes <= kSecondCache) {
        if (TORCHPP_LIKELY(run_checked_row(x, step, p, positions, n, plan.size, f))) return;
      } else {
        for (int64_t count; j < n; j += count) {
          count = n - j < kCheckedTogether ? n - j : kCheckedTogether;
          if (TORCHPP_UNLIKELY(!positions_fit(positions + j, count, 0, plan.size))) break;
          run_row(x + j * x_step, x_step, step, p + j, positions + j, count, f);
        }
      }
    }
    for (; j < n; ++j) {
      const int64_t at = *reinterpret_cast<const int64_t*>(data[2] + j * s[2]);
      check(at);
      f.one(*reinterpret_cast<T*>(data[1] + j * s[1] + at * step_bytes), *reinterpret_cast<T*>(data[0] + j * s[0]));
    }
  };
  run_rows(plan, named, beside, beside_strides, index, writes, RowFunction(row));
}

// What scatters do with an element and the one beside its position. Each calls run(function, T()) for the element type.
// They are apart so that a program which only assigns or adds does not link the loops of all reductions.
struct ScatterAssign {
  template <class Run>
  void operator()(const char*, const ElementIndexPlan&, const Tensor& to, const Run& run) const {
    visit_width(to.itemsize(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      run(Assign<T>(), T());
    });
  }
};
struct ScatterAdd {
  template <class Run>
  void operator()(const char* op, const ElementIndexPlan&, const Tensor& to, const Run& run) const {
    visit_dtype(to.dtype(), op, [&](auto tag) {
      using T = typename decltype(tag)::type;
      run(Add<T>(), T());
    });
  }
};
struct ScatterAsPlanned {
  template <class Run>
  void operator()(const char* op, const ElementIndexPlan& plan, const Tensor& to, const Run& run) const {
    visit_dtype(to.dtype(), op, [&](auto tag) {
      using T = typename decltype(tag)::type;
      switch (plan.reduce) {
        case ScatterReduce::kMultiply: return run(Multiply<T>(), T());
        case ScatterReduce::kMax: return run(Extreme<T, true>(), T());
        case ScatterReduce::kMin: return run(Extreme<T, false>(), T());
        default: return run(Add<T>(), T());
      }
    });
  }
};

// Writes `to` at the positions: an element beside each, or, with strides of 0, one number.
template <class Scatter>
void run_scatter(const Scatter& scatter, const char* op, const ElementIndexPlan& plan, const Tensor& index,
                 void* beside, IntArrayRef beside_strides) {
  if (index.numel() == 0) return;
  Tensor keep_to, keep_index;
  Tensor whole = plan.result();
  if (plan.keeps_on_error) {
    whole = Tensor(make_tensor(whole.sizes(), whole.dtype(), Device(kCPU)));
    copy_values(whole, plan.result());
  }
  const Tensor &to = at_least_1d(whole, keep_to), &at = at_least_1d(index, keep_index);
  scatter(op, plan, to,
          [&](auto f, auto zero) { run_named<decltype(zero)>(plan, to, beside, beside_strides, at, true, f); });
  if (plan.keeps_on_error) copy_values(plan.result(), whole);
}

template <class Scatter>
void scatter_tensor(const Scatter& scatter, const char* op, const ElementIndexPlan& plan, const Tensor& index,
                    const Tensor& src) {
  Tensor keep, keep_1d;
  const Tensor& from = at_least_1d(resolved(src, keep), keep_1d);
  run_scatter(scatter, op, plan, index, from.impl()->data(), from.strides());
}
template <class Scatter>
void scatter_number(const Scatter& scatter, const ElementIndexPlan& plan, const Tensor& index) {
  const size_t rank = index.dim() == 0 ? 1 : index.sizes().size();
  run_scatter(scatter, "scatter", plan, index, const_cast<char*>(plan.value), DimVector(rank, 0));
}

}  // namespace

void gather(const ElementIndexPlan& plan, const Tensor& self, int64_t, const Tensor& index, bool) {
  if (index.numel() == 0) return;
  Tensor keep, keep_1d, keep_index, keep_to;
  const Tensor &source = at_least_1d(resolved(self, keep), keep_1d), &at = at_least_1d(index, keep_index);
  const Tensor& to = at_least_1d(plan.result(), keep_to);
  visit_width(source.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    run_named<T>(plan, source, to.impl()->data(), to.strides(), at, false, Select<T>());
  });
}

void scatter(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& src) {
  scatter_tensor(ScatterAssign(), "scatter", plan, index, src);
}
void scatter_value(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Scalar&) {
  scatter_number(ScatterAssign(), plan, index);
}
void scatter_reduce(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& src,
                    std::string_view) {
  scatter_tensor(ScatterAsPlanned(), "scatter", plan, index, src);
}
void scatter_value_reduce(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Scalar&,
                          std::string_view) {
  scatter_number(ScatterAsPlanned(), plan, index);
}
void scatter_add(const ElementIndexPlan& plan, const Tensor&, int64_t, const Tensor& index, const Tensor& src) {
  scatter_tensor(ScatterAdd(), "scatter_add", plan, index, src);
}

void scatter_reduce_two(const ElementIndexPlan& plan, const Tensor& self, int64_t dim, const Tensor& index,
                        const Tensor& src, std::string_view, bool include_self) {
  if (!include_self) {
    ElementIndexPlan start = plan;
    start.reduce = ScatterReduce::kAssign;
    store_number(reduction_start(plan.reduce, self.scalar_type()), self.scalar_type(), start.value);
    scatter_number(ScatterAssign(), start, index);
  }
  ElementIndexPlan reduction = plan;
  reduction.positions_fit = plan.positions_fit || !include_self;
  scatter_tensor(ScatterAsPlanned(), "scatter_reduce", reduction, index, src);
  if (plan.reduce == ScatterReduce::kMean)
    divide_by_counts(plan.result(), added_elements(self, dim, index, include_self));
}

void masked_fill(const MaskedFillPlan& plan, const Tensor& self, const Tensor& mask, const Scalar&) {
  Tensor keep;
  const Tensor &to = plan.result(), &source = resolved(self, keep);
  Iterator it(to.sizes());
  it.add(to);
  it.add(mask);
  it.add_value(plan.value);
  it.add(source);
  it.build();
  const LoopFn loop = where_loop(static_cast<int64_t>(to.itemsize()));
  parallel_for(0, it.numel(), kIndexGrain, [&](int64_t begin, int64_t end) {
    it.rows(begin, end, [&](char* const* data, const int64_t* strides, int64_t n) { loop(data, strides, n, nullptr); });
  });
}

namespace {

// `yes` or `no`, without a branch where the bits are those of an integer.
template <class T>
T chosen(bool condition, T yes, T no) {
  if constexpr (std::is_integral_v<T>) {
    const T mask = static_cast<T>(-static_cast<int64_t>(condition));
    return static_cast<T>((yes & mask) | (no & static_cast<T>(~mask)));
  } else {
    return condition ? yes : no;
  }
}

}  // namespace

void masked_scatter(const MaskedScatterPlan& plan, const Tensor& self, const Tensor& mask, const Tensor& source) {
  const Tensor& to = plan.result();
  if (to.sizes() != self.sizes()) copy_values(to, self);
  const Tensor flags(make_tensor(to.sizes(), kBool, to.device()));
  copy_values(flags, mask);
  const uint8_t* flag = static_cast<const uint8_t*>(flags.impl()->data());
  const Tensor from = resolved(source).contiguous();
  // How many elements the parts of the result take, then the elements.
  const int64_t n = to.numel(), parts = (n + kIndexGrain - 1) / kIndexGrain;
  std::vector<int64_t> starts(static_cast<size_t>(parts) + 1, 0);
  const auto end_of = [n](int64_t part) { return part * kIndexGrain + kIndexGrain < n ? (part + 1) * kIndexGrain : n; };
  parallel_for(0, parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      int64_t count = 0;
      for (int64_t i = part * kIndexGrain; i < end_of(part); ++i) count += flag[i];
      starts[static_cast<size_t>(part) + 1] = count;
    }
  });
  for (size_t part = 0; part < static_cast<size_t>(parts); ++part) starts[part + 1] += starts[part];
  check_scattered(from, starts.back());
  visit_width(to.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* const x = static_cast<T*>(to.impl()->data());
    const T* const p = static_cast<const T*>(from.impl()->data());
    parallel_for(0, parts, 1, [&](int64_t begin, int64_t end) {
      for (int64_t part = begin; part < end; ++part) {
        const T *next = p + starts[static_cast<size_t>(part)], *last = p + starts[static_cast<size_t>(part) + 1];
        // Without a branch on the flags, which a random mask would mislead.
        for (int64_t i = part * kIndexGrain; next < last; ++i) {
          x[i] = chosen(flag[i] != 0, *next, x[i]);
          next += flag[i];
        }
      }
    });
  });
}

Tensor masked_select(Out out, const Tensor& self, const Tensor& mask) {
  check_select_mask(mask);
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
  Tensor result = selection_result(out, count, self, mask);
  visit_width(self.itemsize(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* to = static_cast<T*>(result.impl()->data());
    const T* from = static_cast<const T*>(source.impl()->data());
    // Without a branch on the flags, which a random mask would mislead: what is written too much is written over.
    for (const T* const end = to + count; to < end; ++from, ++flag) {
      *to = *from;
      to += *flag != 0;
    }
  });
  return finish_write(out, std::move(result));
}

namespace {

// The coordinates of the elements that are set, `count` of them, in row-major order; those of a dimension side by side.
void write_positions(const uint8_t* flag, IntArrayRef sizes, int64_t count, int64_t* to) {
  const size_t rank = sizes.size();
  DimVector at(rank);
  const int64_t last = sizes[rank - 1], n = multiply_integers(sizes);
  int64_t* end = to + static_cast<int64_t>(rank - 1) * count;
  const int64_t* const behind = end + count;
  for (int64_t row = 0; row < n; row += last) {
    int64_t* const begin = end;
    // Without a branch on the flags, which random ones would mislead: what is written too much is written over.
    for (int64_t i = 0; i < last && end < behind; ++i) {
      *end = i;
      end += flag[row + i] != 0;
    }
    for (size_t d = 0; d + 1 < rank; ++d) {
      const int64_t back = static_cast<int64_t>(rank - 1 - d) * count;
      for (int64_t* p = begin; p < end; ++p) *(p - back) = at[d];
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
  Tensor keep;
  const bool dense = self.is_contiguous(), direct = dense && self.dtype() == kBool;
  const int64_t n = self.numel(), step = 1;
  if (!direct) {
    keep = Tensor(make_tensor(self.sizes(), kBool, self.device()));
    if (dense && !self.is_complex())  // a negative view has zeros where its memory has them
      copy_strided({keep.impl()->data(), step, kBool}, {self.impl()->data(), step, self.scalar_type()}, n);
    else copy_values(keep, self);
  }
  const uint8_t* flag = static_cast<const uint8_t*>((direct ? self : keep).impl()->data());
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i) count += flag[i] != 0;
  Tensor result = positions_result(out, count, self);
  if (count != 0 && self.dim() != 0)
    write_positions(flag, self.sizes(), count, static_cast<int64_t*>(result.impl()->data()));
  return finish_write(out, std::move(result));
}

}  // namespace torchpp::cpu

// SPDX-License-Identifier: BSD-3-Clause
// Indexing element by element: gather and scatter along a dimension, masks, positions of non-zeros.
#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/element_loops.h"
#include "src/backends/cuda/index.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/same_device.h"
#include "src/backends/cuda/select.h"
#include "src/core/view.h"
#include "src/ops/creation_rules.h"
#include "src/ops/elementwise.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cuda {

#include "src/ops/update.inc"

#include "src/ops/index_elements.inc"

namespace {

Side side_of(const Tensor& t) { return {t.impl()->data(), DimVector(t.strides())}; }
Side named_side(const Tensor& t, const Along& a) { return {t.impl()->data(), a.strides}; }
Positions positions_of(const Along& a) { return {a.size, a.step, false}; }

// The device finds positions that are out of range when it comes to them.
constexpr auto unchecked = [](const Tensor&, const Along&) {};

}  // namespace

Tensor gather(Out out, const Tensor& self, int64_t dim, const Tensor& index, bool) {
  const OnDevice on(self);
  check_same_device("gather", self, {&index});
  return gather_with(out, self, dim, index, unchecked,
                     [&](const Tensor& source, const Along& a, const Tensor& result, const Tensor& at) {
                       gather_elements(at.sizes(), source.itemsize(),
                                       {result.impl()->data(), contiguous_strides(at.sizes())}, named_side(source, a),
                                       side_of(at), positions_of(a), on);
                     });
}

Tensor scatter(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  const OnDevice on(self);
  check_same_device("scatter", self, {&index, &src});
  return scatter_with("scatter", out, self, dim, index, src, unchecked,
                      [&](const Tensor& to, const Along& a, const Tensor& from, const Tensor& at) {
                        assign_elements(at.sizes(), to.itemsize(), side_of(from), named_side(to, a), side_of(at),
                                        positions_of(a), on);
                      });
}

Tensor scatter_value(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  const OnDevice on(self);
  check_same_device("scatter", self, {&index});
  alignas(16) char bits[16] = {};
  store_number(value, self.dtype(), bits);
  return scatter_with("scatter", out, self, dim, index, Tensor(), unchecked,
                      [&](const Tensor& to, const Along& a, const Tensor&, const Tensor& at) {
                        fill_elements(at.sizes(), to.itemsize(), bits, named_side(to, a), side_of(at), positions_of(a),
                                      on);
                      });
}

Tensor scatter_add(Out out, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  const OnDevice on(self);
  check_same_device("scatter_add", self, {&index, &src});
  return scatter_with("scatter_add", out, self, dim, index, src, unchecked,
                      [&](const Tensor& to, const Along& a, const Tensor& from, const Tensor& at) {
                        // One row of one element per index; the part of the source beside the indices, in their order.
                        Tensor beside = from;
                        for (size_t d = 0; d < at.sizes().size(); ++d)
                          beside = beside.narrow(static_cast<int64_t>(d), 0, at.sizes()[d]);
                        beside = beside.contiguous();
                        const int64_t itemsize = static_cast<int64_t>(to.itemsize()), n = at.numel();
                        const Tensor keys(make_tensor({n}, kLong, to.device()));
                        int64_t* key = static_cast<int64_t*>(keys.impl()->data());
                        check(driver().fill(key, 0, keys.nbytes(), on.stream()), "cudaMemsetAsync");
                        add_keys(at.sizes(), key, side_of(at), {a.size, a.step / itemsize, false}, to.itemsize(),
                                 named_side(to, a), on);
                        int64_t bound = 1;
                        for (size_t d = 0; d < to.sizes().size(); ++d) bound += (to.sizes()[d] - 1) * to.strides()[d];
                        add_rows(to.dtype(), key, n, bound, {}, {{to.impl()->data(), {}}, itemsize},
                                 {{beside.impl()->data(), {}}, itemsize}, {}, on);
                      });
}

Tensor masked_fill(Out out, const Tensor& self, const Tensor& mask, const Scalar& value) {
  const OnDevice on(self);
  check_same_device("masked_fill", self, {&mask});
  check_fill_mask(mask);
  alignas(16) char bits[16] = {};
  store_number(value, self.dtype(), bits);
  const LoopFn loop = where_loop(static_cast<int64_t>(self.itemsize()));
  return fill_where(
      out, self, mask, bits, [&](const Tensor& to, const Tensor& flags, const void* number, const Tensor& source) {
        Iterator it(to.sizes());
        it.add(to);
        it.add(flags);
        it.add_value(number);
        it.add(source);
        it.build();
        for_operands(it, bits, bits + sizeof bits, [&](const Operands& o) { loop(o, nullptr, on.stream()); });
      });
}

Tensor masked_fill_tensor(Out out, const Tensor& self, const Tensor& mask, const Tensor& value) {
  check_fill_value(value);
  return masked_fill(out, self, mask, value.item());
}

namespace {

// Dense, in row-major order, of these sizes and this dtype.
Tensor dense(const Tensor& t, IntArrayRef sizes, ScalarType dtype) {
  if (t.is_contiguous() && t.sizes() == sizes && t.dtype() == dtype && !t.is_conj() && !t.is_neg()) return t;
  Tensor result(make_tensor(sizes, dtype, t.device()));
  copy_values(result, t);
  return result;
}

}  // namespace

Tensor masked_select(Out out, const Tensor& self, const Tensor& mask) {
  const OnDevice on(self);
  check_same_device("masked_select", self, {&mask});
  check_mask(mask, "masked_select");
  const DimVector shape = broadcast_sizes(self.sizes(), mask.sizes());
  const Tensor flags = dense(mask, shape, mask.dtype()), source = dense(self, shape, self.dtype());
  const Selection selected(static_cast<const uint8_t*>(flags.impl()->data()), flags.numel(), on);
  Tensor result = picked(out, {selected.count()}, self, mask);
  selected.write_elements(self.itemsize(), source.impl()->data(), result.impl()->data());
  return finish_write(out, std::move(result));
}

Tensor nonzero(Out out, const Tensor& self) {
  const OnDevice on(self);
  const Tensor flags = dense(self, self.sizes(), kBool);
  const Selection selected(static_cast<const uint8_t*>(flags.impl()->data()), flags.numel(), on);
  Tensor result = positions_of_true(out, selected.count(), self);
  selected.write_positions(self.sizes().data(), static_cast<int>(self.dim()),
                           static_cast<int64_t*>(result.impl()->data()));
  return finish_write(out, std::move(result));
}

}  // namespace torchpp::cuda

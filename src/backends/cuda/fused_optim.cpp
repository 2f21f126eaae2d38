// SPDX-License-Identifier: BSD-3-Clause
// Kernels of ops/table/optim.def: lists of tensors cut into tables, a launch for each.
#include <vector>

#include "src/backends/cuda/copy.h"
#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/optim.h"
#include "src/backends/cuda/same_device.h"
#include "src/backends/cuda/workspace.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"
#include "src/ops/loss_scale.h"
#include "src/ops/parameter_list.h"
#include "src/ops/result.h"

namespace torchpp::cuda {
namespace {

constexpr CopyKernels kCopyKernels = {&cuda::copy, &cuda::to_copy};
static_assert(ParameterList::kMaxLists == math::kMaxLists);

int64_t blocks_of(int64_t n) { return (n + kTensorChunk - 1) / kTensorChunk; }

// Fills tables with those of `count` tensors that entry(i, &to) accepts, and calls launch(table) for each; the blocks
// are counted from `base` on. Returns where they end.
template <class Fill, class Launch>
int64_t for_tables(size_t count, int64_t base, const Fill& fill, const Launch& launch) {
  constexpr int64_t kMostBlocks = 0x7fffffff;
  TensorTable table;
  table.count = 0, table.blocks = 0, table.base = base;
  const auto flush = [&] {
    if (table.count > 0) launch(static_cast<const TensorTable&>(table));
    table.base += table.blocks;
    table.count = 0, table.blocks = 0;
  };
  for (size_t i = 0; i < count; ++i) {
    TableEntry& e = table.at[table.count];
    if (!fill(i, e) || e.n == 0) continue;
    if (table.blocks + blocks_of(e.n) > kMostBlocks) {
      const TableEntry kept = e;
      flush();
      table.at[0] = kept;
    }
    table.at[table.count].first_block = table.blocks;
    table.blocks += blocks_of(table.at[table.count].n);
    if (++table.count == kTableEntries) flush();
  }
  flush();
  return table.base;
}

// Calls f(device) for each CUDA device that tensors of the list are on.
template <class F>
void for_devices(TensorList list, const F& f) {
  uint32_t seen = 0;
  for (const Tensor& t : list) {
    TORCHPP_CHECK(t.is_cuda(), "a list of tensors: got one on ", t.device(), " among others on CUDA devices");
    seen |= 1u << t.device().index();
  }
  for (int i = 0; i < kMaxDevices; ++i)
    if ((seen >> i & 1) != 0) f(static_cast<DeviceIndex>(i));
}

// The kernel of an optimizer step's operator: a launch for each device, dtype and table full of parameters.
template <class Step>
void optimizer_step(const TensorList (&lists)[math::kListCount<Step>], std::initializer_list<ArrayRef<double>> given,
                    const Step& step) {
  if constexpr (Step::kNumbers > 0) check_given(Step::kName, lists[0], Step::kGiven, given);
  ParameterList list(Step::kName, lists, math::used_lists<Step>(step.flags()), kCopyKernels);
  const TensorList params = lists[0];
  size_t known = 0;  // the parameter whose numbers are known: most parameters have the same
  double numbers[math::kMaxNumbers] = {};
  if (list.size() != 0) math::numbers_of(step, given, known, numbers);
  const auto fill = [&](size_t i, TableEntry& e) {
    if (!math::same_given(given, i, known)) math::numbers_of(step, given, known = i, numbers);
    for (int k = 0; k < math::kMaxNumbers; ++k) e.numbers[k] = numbers[k];
    for (int r = 0; r < math::kMaxLists; ++r) e.data[r] = list[i].data[r];
    e.n = list[i].n;
  };
  for_devices(params, [&](DeviceIndex device) {
    const OnDevice on(device);
    for (const bool is_double : {false, true})
      for_tables(
          list.size(), 0,
          [&](size_t i, TableEntry& e) {
            if (list[i].is_double != is_double || params[i].device().index() != device) return false;
            fill(i, e);
            return true;
          },
          [&](const TensorTable& table) { launch_step(on, is_double ? kDouble : kFloat, table, step); });
  });
  list.finish();
}

// Numbers of a tensor in memory: two of each complex one.
int64_t real_numel(const Tensor& t) { return t.numel() * (t.is_complex() ? 2 : 1); }

}  // namespace

#define TORCHPP_OPTIMIZER_STEP(name, Step, parameters, arguments) \
  void name parameters { optimizer_step<math::Step> arguments; }
#include "src/backends/math/optim.def"

Tensor foreach_norm_squared(TensorList tensors) {
  ScalarType result = tensors.empty() ? kFloat : toRealValueType(tensors[0].scalar_type());
  std::vector<Tensor> flat;
  flat.reserve(tensors.size());
  int64_t blocks = 0;
  for (const Tensor& t : tensors) {
    if (!isDifferentiableType(t.scalar_type())) fail_dtype("foreach_norm_squared", t.scalar_type());
    check_same_device("foreach_norm_squared", tensors[0], {&t});
    result = promote_types(result, toRealValueType(t.scalar_type()));
    flat.push_back(t.is_non_overlapping_and_dense() ? t : clone(t, MemoryFormat::Contiguous));
    blocks += blocks_of(real_numel(t));
  }
  if (isReducedFloatingType(result)) result = kFloat;
  const Device device = tensors.empty() ? Device(kCUDA, current_device_index()) : tensors[0].device();
  const OnDevice on(device);
  const Workspace partial(on.device(), static_cast<size_t>(blocks) * sizeof(double));
  auto* sums = static_cast<double*>(partial.data());
  int64_t base = 0;
  for (const ScalarType part : {kFloat, kDouble, kHalf, kBFloat16})
    base = for_tables(
        flat.size(), base,
        [&](size_t i, TableEntry& e) {
          if (flat[i].numel() == 0 || toRealValueType(flat[i].scalar_type()) != part) return false;
          e.data[0] = flat[i].impl()->data();
          e.n = real_numel(flat[i]);
          return true;
        },
        [&](const TensorTable& table) { launch_sum_squares(on, part, table, sums); });
  Tensor value(make_tensor({}, result, device));
  launch_total(on, result, sums, blocks, value.impl()->data());
  return value;
}

void foreach_zero(TensorList self) {
  for (const Tensor& t : self) {
    check_writable(t);
    // Zeros may be written twice, but not through a copy, as those of a lazy negation are.
    if (t.is_neg() || t.is_conj()) check_no_internal_overlap(t);
  }
  for_devices(self, [&](DeviceIndex device) {
    const OnDevice on(device);
    for_tables(
        self.size(), 0,
        [&](size_t i, TableEntry& e) {
          const Tensor& t = self[i];
          if (t.device().index() != device || t.numel() == 0 || !t.is_non_overlapping_and_dense()) return false;
          e.data[0] = t.impl()->data();
          e.n = static_cast<int64_t>(t.nbytes());
          return true;
        },
        [&](const TensorTable& table) { launch_clear(on, table); });
  });
  for (const Tensor& t : self) {
    if (t.is_non_overlapping_and_dense()) bump_version(t);
    else fill(Out::in_place(t), t, 0);
  }
}

void amp_unscale(TensorList self, const Tensor& found_inf, const Tensor& inv_scale) {
  check_amp_unscale(self, found_inf, inv_scale);
  std::vector<Tensor> flat;
  flat.reserve(self.size());
  for (const Tensor& t : self)
    flat.push_back(t.is_non_overlapping_and_dense() ? t : clone(t, MemoryFormat::Contiguous));
  const OnDevice on(inv_scale.device());
  const auto* factor = static_cast<const float*>(inv_scale.impl()->data());
  auto* found = static_cast<float*>(found_inf.impl()->data());
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16})
    for_tables(
        flat.size(), 0,
        [&](size_t i, TableEntry& e) {
          if (flat[i].numel() == 0 || flat[i].scalar_type() != dtype) return false;
          e.data[0] = flat[i].impl()->data();
          e.n = flat[i].numel();
          return true;
        },
        [&](const TensorTable& table) { launch_unscale(on, dtype, table, factor, found); });
  for (size_t i = 0; i < self.size(); ++i) {
    if (!flat[i].is_same(self[i])) copy_values(self[i], flat[i]);
    bump_version(self[i]);
  }
  bump_version(found_inf);  // whether it was written, the host does not know
}

Tensor amp_update_scale(const Tensor& self, const Tensor& growth_tracker, const Tensor& found_inf,
                        double scale_growth_factor, double scale_backoff_factor, int64_t growth_interval) {
  check_amp_update_scale(self, growth_tracker, found_inf);
  const OnDevice on(self.device());
  launch_update_scale(
      on, static_cast<float*>(self.impl()->data()), static_cast<int32_t*>(growth_tracker.impl()->data()),
      static_cast<const float*>(found_inf.impl()->data()), scale_growth_factor, scale_backoff_factor, growth_interval);
  bump_version(self);
  bump_version(growth_tracker);
  return self;
}

void foreach_mul(TensorList self, const Tensor& scalar) {
  TORCHPP_CHECK(scalar.numel() == 1, "foreach_mul: scalar has ", scalar.numel(), " elements, expected one");
  if (scalar.is_complex()) fail_dtype("foreach_mul", scalar.scalar_type());
  for (const Tensor& t : self) {
    check_writable(t);
    if (!isDifferentiableType(t.scalar_type()) || t.scalar_type() == kComplexHalf)
      fail_dtype("foreach_mul", t.scalar_type());
  }
  // Tensors with gaps are multiplied in a flat copy.
  std::vector<Tensor> flat;
  flat.reserve(self.size());
  for (const Tensor& t : self)
    flat.push_back(t.is_non_overlapping_and_dense() ? t : clone(t, MemoryFormat::Contiguous));
  for_devices(self, [&](DeviceIndex device) {
    const OnDevice on(device);
    const bool on_host = scalar.is_cpu();
    const double value = on_host ? load_number(scalar.scalar_type(), scalar.impl()->data()).toDouble() : 0;
    // A number on a device is read by the kernel, so that the host need not wait for it.
    const Tensor number =
        on_host ? Tensor() : to_copy(scalar, TensorOptions(kDouble).device(Device(kCUDA, device)), false, nullopt);
    const auto* pointer = on_host ? nullptr : static_cast<const double*>(number.impl()->data());
    for (const ScalarType part : {kFloat, kDouble, kHalf, kBFloat16})
      for_tables(
          flat.size(), 0,
          [&](size_t i, TableEntry& e) {
            const Tensor& t = flat[i];
            if (t.numel() == 0 || t.device().index() != device || toRealValueType(t.scalar_type()) != part)
              return false;
            e.data[0] = t.impl()->data();
            e.n = real_numel(t);
            return true;
          },
          [&](const TensorTable& table) { launch_multiply(on, part, table, pointer, value); });
  });
  for (size_t i = 0; i < self.size(); ++i) {
    if (!flat[i].is_same(self[i])) copy_values(self[i], flat[i]);
    bump_version(self[i]);
  }
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/reduction.h"

#include "src/core/view.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kThreads = 256;     // of a block
constexpr int64_t kMostParts = 1024;  // of one result
constexpr int64_t kLeastSteps = 8;    // of a thread in a part: below that a second kernel costs more than it saves
constexpr int64_t kColumnWaves = 4;   // times that blocks of columns fill the device: the last time seldom wholly
constexpr int64_t kDivisible = 0x7fffffff;

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Whether all elements that the innermost of `dense` leads to begin at a multiple of so many bytes.
bool aligned(const ReduceGeometry& g, const ReduceGeometry::Dims& dense, int64_t bytes) {
  if (reinterpret_cast<uintptr_t>(g.in) % static_cast<uintptr_t>(bytes) != 0) return false;
  for (const ReduceGeometry::Dims* dims : {&g.kept, &g.reduced})
    for (size_t d = 0; d < dims->size.size(); ++d)
      if ((dims != &dense || d > 0) && dims->in[d] % bytes != 0) return false;
  return true;
}

int64_t power_of_two(int64_t at_least) {
  int64_t p = 1;
  while (p < at_least) p *= 2;
  return p;
}

int64_t threads_of(DeviceIndex device) {
  const DeviceProperties& p = properties_of(device);
  return static_cast<int64_t>(p.multi_processor_count) * p.max_threads_per_multi_processor;
}

// Into how many parts to cut `units` units of reduced elements, for which `wanted` parts would fill the device.
int64_t parts_for(int64_t wanted, int64_t units, int64_t units_at_once) {
  int64_t parts = wanted;
  if (parts > units / (units_at_once * kLeastSteps)) parts = units / (units_at_once * kLeastSteps);
  return parts < 1 ? 1 : parts < kMostParts ? parts : kMostParts;
}

void prepare_columns(ReductionLaunch& l, const ReduceGeometry& g, size_t accumulator, const OnDevice& on) {
  ReduceWork& w = l.work;
  const int64_t run = g.kept.size[0];
  const auto itemsize = static_cast<size_t>(g.itemsize);
  l.columns = true;
  l.column_width = 1;
  for (const int width : {word_column(itemsize), widest_column(itemsize, accumulator)})
    if (run % width == 0 && aligned(g, g.kept, width * g.itemsize)) l.column_width = width;
  const int64_t columns = run / l.column_width;
  int64_t x = columns > 16 ? 32 : power_of_two(columns), y = kThreads / x;
  while (y > 1 && y * 4 > w.reduced.count) {
    y /= 2;
    if (x < columns && x < kThreads) x *= 2;
  }
  w.tiles = divide_up(columns, x);
  const int64_t blocks = w.kept.count / run * w.tiles;
  w.parts = parts_for(kColumnWaves * threads_of(on.device()) / (x * y) / blocks, w.reduced.count, y);
  w.part = divide_up(w.reduced.count, w.parts);
  w.parts = divide_up(w.reduced.count, w.part);
  l.geometry = spread(blocks, 1, 1);
  l.geometry.blocks[1] = static_cast<uint32_t>(w.parts);
  l.geometry.threads[0] = static_cast<uint32_t>(x);
  l.geometry.threads[1] = static_cast<uint32_t>(y);
  l.geometry.cooperates = true;
}

void prepare_rows(ReductionLaunch& l, const ReduceGeometry& g, const OnDevice& on) {
  ReduceWork& w = l.work;
  const int64_t pack = 16 / g.itemsize;
  int64_t in_unit = 1;
  if (g.reduced.in[0] == g.itemsize && w.reduced.dims == 1) {
    w.form = ReduceWork::Form::kFlat;
    in_unit = pack;
  } else if (g.reduced.in[0] == g.itemsize && g.reduced.size[0] % pack == 0 && w.reduced.count > 0 &&
             aligned(g, g.reduced, 16)) {
    w.form = ReduceWork::Form::kPacks;
    ReduceGeometry::Dims packs = g.reduced;
    packs.size[0] /= pack;
    packs.in[0] = 16;
    packs.count /= pack;
    w.reduced = make_walk(packs);
  }
  const int64_t units = divide_up(w.reduced.count, in_unit);
  // So few threads of a row that each loads several packs at once, and that the joining of their results counts little;
  // more where the device were not full otherwise.
  const bool packed = w.form != ReduceWork::Form::kElements;
  const int64_t enough = packed ? 2 * threads_of(on.device()) / w.kept.count : 2 * kThreads;
  int64_t threads = 1;
  while (threads < kWarp && threads < units && (threads < enough || threads * 4 < units)) threads *= 2;
  while (threads >= kWarp && threads < 2 * kThreads && threads * 8 <= units &&
         (threads < enough || threads * 32 < units))
    threads *= 2;
  w.threads = static_cast<int>(threads);
  l.geometry = rows_of(w.kept.count, w.threads);
  const int64_t at_once = threads_of(on.device()) / l.geometry.threads[0], blocks = l.geometry.blocks[0];
  w.parts = blocks < at_once ? parts_for(divide_up(at_once, blocks), units, threads) : 1;
  w.part = divide_up(units, w.parts) * in_unit;
  w.parts = w.part > 0 ? divide_up(w.reduced.count, w.part) : 1;
  l.geometry.blocks[1] = static_cast<uint32_t>(w.parts);
}

}  // namespace

Walk make_walk(const ReduceGeometry::Dims& dims) {
  TORCHPP_CHECK(dims.size.size() <= kMaxDims, "CUDA reduction: got ", dims.size.size(),
                " dimensions after merging, expected at most ", kMaxDims);
  Walk w{};
  w.dims = static_cast<int>(dims.size.size());
  w.count = dims.count;
  w.wide = dims.count > kDivisible;
  for (size_t d = 0; d < dims.size.size(); ++d) {
    w.size[d] = dims.size[d];
    w.in[d] = dims.in[d];
    w.out[d] = dims.out[d];
    if (!w.wide && w.size[d] > 0) w.by[d] = Divisor(static_cast<uint32_t>(w.size[d]));
  }
  return w;
}

Geometry rows_of(int64_t rows, int threads) {
  Geometry g = spread(rows, 1, static_cast<int>(kThreads) / threads > 0 ? static_cast<int>(kThreads) / threads : 1);
  g.threads[0] = static_cast<uint32_t>(threads < kThreads ? kThreads : threads);
  g.cooperates = true;
  return g;
}

DimVector element_strides(const TensorBase& result, int64_t rank, uint64_t mask) {
  DimVector strides = result_strides(result, rank, mask);
  for (int64_t& s : strides) s /= static_cast<int64_t>(result.itemsize());
  return strides;
}

ReductionLaunch prepare_reduction(const TensorBase& in, uint64_t mask, void* out, IntArrayRef result_strides,
                                  size_t accumulator, const OnDevice& on) {
  const ReduceGeometry g(in.impl()->data(), in.sizes(), in.strides(), static_cast<int64_t>(in.itemsize()), mask, out,
                         result_strides);
  ReductionLaunch l{};
  ReduceWork& w = l.work;
  w.in = g.in;
  w.out = g.out;
  w.kept = make_walk(g.kept);
  w.reduced = make_walk(g.reduced);
  w.form = ReduceWork::Form::kElements;
  if (w.kept.count == 0) return l;
  // Even two results side by side: their threads read whole lines of memory together.
  const bool columns = g.kept.in[0] == g.itemsize && g.kept.size[0] > 1 && g.reduced.in[0] != g.itemsize;
  if (columns && g.reduced.count > 0) prepare_columns(l, g, accumulator, on);
  else prepare_rows(l, g, on);
  if (w.parts > 1) {
    const int64_t bytes = w.kept.count * w.parts * static_cast<int64_t>(accumulator);
    l.partial = Tensor(make_tensor(IntArrayRef(bytes), kByte, in.device()));
    w.partial = l.partial.impl()->data();
  }
  return l;
}

}  // namespace torchpp::cuda

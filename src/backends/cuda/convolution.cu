// SPDX-License-Identifier: BSD-3-Clause
// Bias of convolutions and its gradient.
#include "src/backends/cuda/convolution.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/arithmetic.h"
#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/cuda/visit.h"
#include "src/backends/cuda/workspace.h"

namespace torchpp::cuda {
namespace {

constexpr int64_t kMost = 0x7fffffff;

// -- bias

// `run` elements in a row are of one channel.
template <class M>
__global__ void bias_kernel(M* images, const M* bias, uint32_t numel, Divisor run, Divisor channels) {
  constexpr int kCount = kVector<M>;
  const uint32_t begin = static_cast<uint32_t>(thread_index()) * kCount;
  if (begin >= numel) return;
  const auto add = [&](M x, uint32_t i) {
    const uint32_t line = divide(i, run), channel = line - divide(line, channels) * channels.divisor;
    return narrow<M>(plus(widen(x), widen(bias[channel])));
  };
  if (begin + kCount <= numel && reinterpret_cast<uintptr_t>(images) % 16 == 0) {
    auto& pack = *reinterpret_cast<Pack<M, kCount>*>(images + begin);
    Pack<M, kCount> x = pack;
#pragma unroll
    for (int i = 0; i < kCount; ++i) x.at[i] = add(x.at[i], begin + static_cast<uint32_t>(i));
    pack = x;
    return;
  }
  for (uint32_t i = begin; i < begin + kCount && i < numel; ++i) images[i] = add(images[i], i);
}

template <class M>
void run_bias(const OnDevice& on, const Images& s, M* images, const M* bias) {
  const int64_t sample = s.channels * s.pixels;
  TORCHPP_CHECK(sample <= kMost, "convolution: got ", sample, " results per sample, expected at most ", kMost);
  const int64_t at_once = kMost / sample;
  for (int64_t n = 0; n < s.batch; n += at_once) {
    const int64_t numel = (s.batch - n < at_once ? s.batch - n : at_once) * sample;
    launch("convolution bias", &bias_kernel<M>, spread(numel, kVector<M>), on.stream(), images + n * sample, bias,
           static_cast<uint32_t>(numel), Divisor(s.channels_last ? 1 : static_cast<uint32_t>(s.pixels)),
           Divisor(static_cast<uint32_t>(s.channels)));
  }
}

// -- sums

constexpr int kThreads = 256, kColumns = 32, kRows = 8;

// A block sums `length` of the batch * pixels numbers of a channel, from the slice's begin on.
template <class M>
__global__ void sum_planes_kernel(const M* images, int64_t channels, Divisor pixels, int64_t total, int64_t length,
                                  int64_t slices, Compute<M>* partial) {
  const int64_t channel = blockIdx.x / slices, slice = blockIdx.x - channel * slices, begin = slice * length;
  const int64_t image = begin / pixels.divisor;
  const auto first = static_cast<uint32_t>(begin - image * pixels.divisor);
  const auto count = static_cast<uint32_t>(total - begin < length ? total - begin : length);
  const auto offset = [&](uint32_t i) {
    const uint32_t at = first + i, images_on = divide(at, pixels);
    return ((image + images_on) * channels + channel) * pixels.divisor + (at - images_on * pixels.divisor);
  };
  Compute<M> sum{};
  constexpr uint32_t kCount = kVector<M>;
  if (pixels.divisor % kCount == 0 && reinterpret_cast<uintptr_t>(images) % 16 == 0) {  // begin and count are multiples
#pragma unroll 2
    for (uint32_t i = threadIdx.x * kCount; i < count; i += blockDim.x * kCount) {
      const auto pack = *reinterpret_cast<const Pack<M, static_cast<int>(kCount)>*>(images + offset(i));
#pragma unroll
      for (uint32_t k = 0; k < kCount; ++k) sum = plus(sum, widen(pack.at[k]));
    }
  } else {
#pragma unroll 4
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) sum = plus(sum, widen(images[offset(i)]));
  }
  __shared__ Compute<M> scratch[kWarp];
  sum = sum_block(sum, scratch);
  if (threadIdx.x == 0) partial[slice * channels + channel] = sum;
}

// A block sums `length` rows of 32 channels.
template <class M>
__global__ void sum_rows_kernel(const M* images, int64_t channels, int64_t total, int64_t length, int64_t slices,
                                Compute<M>* partial) {
  const int64_t group = blockIdx.x / slices, slice = blockIdx.x - group * slices, begin = slice * length;
  const int64_t end = total < begin + length ? total : begin + length;
  const int64_t channel = group * kColumns + threadIdx.x;
  Compute<M> sum{};
  if (channel < channels) {
#pragma unroll 4
    for (int64_t row = begin + threadIdx.y; row < end; row += kRows)
      sum = plus(sum, widen(images[row * channels + channel]));
  }
  __shared__ Compute<M> scratch[kRows][kColumns];
  scratch[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y != 0 || channel >= channels) return;
  for (int row = 1; row < kRows; ++row) sum = plus(sum, scratch[row][threadIdx.x]);
  partial[slice * channels + channel] = sum;
}

// A warp per channel adds the sums of its slices.
template <class M>
__global__ void finish_sums_kernel(const Compute<M>* partial, int64_t channels, int64_t slices, M* sums) {
  const int64_t channel = thread_index() / kWarp, lane = threadIdx.x % kWarp;
  Compute<M> sum{};
  if (channel < channels)
    for (int64_t slice = lane; slice < slices; slice += kWarp) sum = plus(sum, partial[slice * channels + channel]);
  sum = sum_warp(sum);
  if (channel < channels && lane == 0) sums[channel] = narrow<M>(sum);
}

template <class M>
void run_sums(const OnDevice& on, const Images& s, const M* images, M* sums) {
  TORCHPP_CHECK(s.pixels <= kMost / 2, "convolution: got ", s.pixels, " pixels, expected at most ", kMost / 2);
  const int64_t total = s.batch * s.pixels,
                groups = s.channels_last ? (s.channels + kColumns - 1) / kColumns : s.channels;
  // Enough blocks to fill the device eight times over, but not so many that a block has nothing to do.
  const int64_t wanted = int64_t{8} * properties_of(on.device()).multi_processor_count / groups + 1;
  const int64_t least = s.channels_last ? 16 * kRows : 4 * kThreads, most = int64_t{1} << 22;
  int64_t length = (total + wanted - 1) / wanted;
  length = length < least ? least : length > most ? most : (length + 7) / 8 * 8;  // whole packs of any type
  const int64_t slices = (total + length - 1) / length;
  const Workspace partial(on.device(), static_cast<size_t>(slices * s.channels) * sizeof(Compute<M>));
  auto* parts = static_cast<Compute<M>*>(partial.data());
  Geometry g = per_row(groups * slices, kThreads, kThreads);
  if (s.channels_last) {
    g.threads[0] = kColumns, g.threads[1] = kRows;
    launch("convolution bias gradient", &sum_rows_kernel<M>, g, on.stream(), images, s.channels, total, length, slices,
           parts);
  } else {
    launch("convolution bias gradient", &sum_planes_kernel<M>, g, on.stream(), images, s.channels,
           Divisor(static_cast<uint32_t>(s.pixels)), total, length, slices, parts);
  }
  Geometry last = spread(s.channels * kWarp, 1, kThreads);
  last.cooperates = true;
  launch("convolution bias gradient", &finish_sums_kernel<M>, last, on.stream(), static_cast<const Compute<M>*>(parts),
         s.channels, slices, sums);
}

}  // namespace

void add_channel_bias(const OnDevice& on, const Images& shape, void* images, const void* bias) {
  const auto run = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    run_bias(on, shape, static_cast<M*>(images), static_cast<const M*>(bias));
  };
  TORCHPP_INTERNAL_ASSERT(visit_floats(shape.dtype, run) || visit_complex(shape.dtype, run), "bias of a convolution");
}

void sum_channels(const OnDevice& on, const Images& shape, const void* images, void* sums) {
  const auto run = [&](auto tag) {
    using M = typename decltype(tag)::Memory;
    run_sums(on, shape, static_cast<const M*>(images), static_cast<M*>(sums));
  };
  TORCHPP_INTERNAL_ASSERT(visit_floats(shape.dtype, run) || visit_complex(shape.dtype, run), "bias of a convolution");
}

}  // namespace torchpp::cuda

// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/cast.h"

#include <utility>

#include "src/backends/cuda/elementwise_kernel.h"
#include "src/backends/math/convert.h"

namespace torchpp::cuda {
namespace {

template <class T>
struct IsComplex {
  static constexpr bool value = false;
};
template <class T>
struct IsComplex<math::cplx<T>> {
  static constexpr bool value = true;
  using Part = T;
};

// From one type of arithmetic to another. To bool: any number but zero is true; a missing imaginary part is 0, one too
// many is dropped.
template <class To, class From, bool kToBool>
struct Convert {
  TORCHPP_HD To operator()(From x) const {
    if constexpr (IsComplex<From>::value) {
      if constexpr (kToBool) {
        return (x.re != 0) | (x.im != 0);
      } else if constexpr (IsComplex<To>::value) {
        using Part = typename IsComplex<To>::Part;
        return To{static_cast<Part>(x.re), static_cast<Part>(x.im)};
      } else {
        return math::convert<To>(x.re);
      }
    } else if constexpr (kToBool) {
      return x != From(0);
    } else if constexpr (IsComplex<To>::value) {
      using Part = typename IsComplex<To>::Part;
      return To{math::convert<Part>(x), Part(0)};
    } else {
      return math::convert<To>(x);
    }
  }
};

template <class To, class From, bool kToBool>
void convert(const Operands& o, const Scalars*, StreamHandle stream) {
  launch_elementwise<typename To::Memory, typename From::Memory>(
      "cast kernel", o, Convert<typename To::Compute, typename From::Compute, kToBool>{}, stream);
}

struct Identity {
  template <class T>
  TORCHPP_HD T operator()(T x) const {
    return x;
  }
};

// ---- transposing copies: square tiles in shared memory, so that both loads and stores are coalesced

constexpr uint32_t kTile = 32, kTileRows = 8;

// Dimension 0 is the output's innermost one, dimension 1 the input's; the others keep their order.
template <class T>
__global__ void transpose_kernel(Operands o, Divisor tiles0, Divisor tiles1) {
  __shared__ T tile[kTile][kTile + 1];  // columns, too, lie in different banks
  const uint32_t outer = divide(blockIdx.x, tiles0), begin0 = (blockIdx.x - outer * tiles0.divisor) * kTile;
  uint32_t rest = divide(outer, tiles1);
  const uint32_t begin1 = (outer - rest * tiles1.divisor) * kTile;
  uint32_t to = 0, from = 0;
  for (int d = 2; d < o.dims; ++d) {
    const uint32_t q = divide(rest, o.sizes[d]), at = rest - q * o.sizes[d].divisor;
    to += at * o.strides[0][d];
    from += at * o.strides[1][d];
    rest = q;
  }
  const uint32_t size0 = o.sizes[0].divisor, size1 = o.sizes[1].divisor;
  const uint32_t read1 = begin1 + threadIdx.x, write0 = begin0 + threadIdx.x;
  for (uint32_t y = threadIdx.y; y < kTile; y += kTileRows)
    if (read1 < size1 && begin0 + y < size0)
      tile[y][threadIdx.x] =
          *reinterpret_cast<const T*>(o.data[1] + from + (begin0 + y) * o.strides[1][0] + read1 * o.strides[1][1]);
  __syncthreads();
  for (uint32_t y = threadIdx.y; y < kTile; y += kTileRows)
    if (write0 < size0 && begin1 + y < size1)
      *reinterpret_cast<T*>(o.data[0] + to + write0 * o.strides[0][0] + (begin1 + y) * o.strides[0][1]) =
          tile[threadIdx.x][y];
}

// The dimension along which the operand's elements are neighbours, or -1. Short ones would leave tiles empty.
int neighbours(const Operands& o, int operand, uint32_t width) {
  constexpr uint32_t kShort = 16;
  for (int d = 0; d < o.dims; ++d)
    if (o.strides[operand][d] == width && o.sizes[d].divisor >= kShort) return d;
  return -1;
}
void exchange(Operands& o, int a, int b) {
  std::swap(o.sizes[a], o.sizes[b]);
  for (int k = 0; k < 2; ++k) std::swap(o.strides[k][a], o.strides[k][b]);
}

template <class T>
void copy_elements(const Operands& o, const Scalars*, StreamHandle stream) {
  const int out = neighbours(o, 0, sizeof(T)), in = o.is_value[1] ? -1 : neighbours(o, 1, sizeof(T));
  if (out < 0 || in < 0 || o.strides[1][out] == sizeof(T))
    return launch_elementwise<T, T>("copy kernel", o, Identity{}, stream);
  Operands turned = o;
  exchange(turned, 0, out);
  exchange(turned, 1, in == 0 ? out : in);
  const auto tiles = [](const Divisor& size) { return Divisor((size.divisor + kTile - 1) / kTile); };
  const Divisor tiles0 = tiles(turned.sizes[0]), tiles1 = tiles(turned.sizes[1]);
  const uint32_t rest = o.numel / (turned.sizes[0].divisor * turned.sizes[1].divisor);
  Geometry g;
  g.blocks[0] = tiles0.divisor * tiles1.divisor * rest;
  g.threads[0] = kTile;
  g.threads[1] = kTileRows;
  g.cooperates = true;
  launch("transpose kernel", &transpose_kernel<T>, g, stream, turned, tiles0, tiles1);
}

template <class To, bool kToBool = false>
LoopFn from_any(ScalarType from) {
  switch (from) {
    case kFloat: return &convert<To, Tag_f32, kToBool>;
    case kDouble: return &convert<To, Tag_f64, kToBool>;
    case kHalf: return &convert<To, Tag_f16, kToBool>;
    case kBFloat16: return &convert<To, Tag_bf16, kToBool>;
    case kByte: return &convert<To, Tag_u8, kToBool>;
    case kChar: return &convert<To, Tag_i8, kToBool>;
    case kShort: return &convert<To, Tag_i16, kToBool>;
    case kInt: return &convert<To, Tag_i32, kToBool>;
    case kLong: return &convert<To, Tag_i64, kToBool>;
    case kBool: return &convert<To, Tag_b8, kToBool>;
    case kComplexFloat: return &convert<To, Tag_c64, kToBool>;
    case kComplexDouble: return &convert<To, Tag_c128, kToBool>;
    default: return nullptr;
  }
}

}  // namespace

LoopFn copy_loop(int64_t width) {
  switch (width) {
    case 1: return &copy_elements<uint8_t>;
    case 2: return &copy_elements<uint16_t>;
    case 4: return &copy_elements<uint32_t>;
    case 8: return &copy_elements<uint64_t>;
    case 16: return &copy_elements<math::cplx<double>>;
    default: return nullptr;
  }
}

LoopFn cast_loop(ScalarType to, ScalarType from) {
  if (to == from) return copy_loop(static_cast<int64_t>(elementSize(to)));
  switch (to) {
    case kFloat: return from_any<Tag_f32>(from);
    case kDouble: return from_any<Tag_f64>(from);
    case kHalf: return from_any<Tag_f16>(from);
    case kBFloat16: return from_any<Tag_bf16>(from);
    case kByte: return from_any<Tag_u8>(from);
    case kChar: return from_any<Tag_i8>(from);
    case kShort: return from_any<Tag_i16>(from);
    case kInt: return from_any<Tag_i32>(from);
    case kLong: return from_any<Tag_i64>(from);
    case kBool: return from_any<Tag_b8, true>(from);
    case kComplexFloat: return from_any<Tag_c64>(from);
    case kComplexDouble: return from_any<Tag_c128>(from);
    default: return nullptr;
  }
}

}  // namespace torchpp::cuda

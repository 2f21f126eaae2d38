// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/onednn/convolution.h"

#include <torchpp/core/error.h>
#include <torchpp/core/export.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "src/backends/cpu/onednn/conv_primitives.h"
#include "src/backends/cpu/transpose.h"
#include "src/backends/cpu/weight_cache.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace onednn {
namespace {

using Bytes = const char*;

// One operand of the problem as it lies in the caller's memory.
struct Activations {
  int64_t channels, pixels /* of one image */, row /* pixels that differ in the first spatial index only by one */;
  bool last;
  size_t size;  // of an element

  // Offset of a pixel of a channels-last tensor; for pixel 0 also of the image in the other layout.
  int64_t at(int64_t image, int64_t pixel) const { return (image * pixels + pixel) * channels; }
};
Activations input_of(const ConvProblem& q) {
  return {q.in_channels, q.in_size(), q.in_size() / q.in[q.first_dim()], q.channels_last || q.in_channels == 1,
          elementSize(q.dtype)};
}
Activations output_of(const ConvProblem& q) {
  return {q.out_channels, q.out_size(), q.out_size() / q.out[q.first_dim()], q.channels_last || q.out_channels == 1,
          elementSize(q.dtype)};
}

template <class T>
void gather_image(const Activations& t, const T* from, int64_t pixel, int64_t pixels, int64_t channel, int64_t channels,
                  T* to) {
  if (!t.last) return transpose(channels, pixels, from + channel * t.pixels + pixel, t.pixels, to, channels);
  for (int64_t p = 0; p < pixels; ++p)
    std::memcpy(to + p * channels, from + (pixel + p) * t.channels + channel, channels * sizeof(T));
}
template <class T>
void scatter_image(const Activations& t, const T* from, int64_t pixel, int64_t pixels, int64_t channel,
                   int64_t channels, T* to) {
  if (!t.last) return transpose(pixels, channels, from, channels, to + channel * t.pixels + pixel, t.pixels);
  for (int64_t p = 0; p < pixels; ++p)
    std::memcpy(to + (pixel + p) * t.channels + channel, from + p * channels, channels * sizeof(T));
}

// A box of images, rows and channels.
struct Box {
  int64_t image, images, row, rows, channel, channels;
  size_t nbytes(const Activations& t) const { return aligned_size(images * rows * t.row * channels * t.size); }
};

// Whether a kernel can use the box in the caller's memory: channels last, with all channels.
bool is_direct(const Activations& t, const Box& b) { return t.last && b.channels == t.channels; }
size_t direct_offset(const Activations& t, const Box& b) { return t.at(b.image, b.row * t.row) * t.size; }

// Copies a box between the caller's memory and a dense channels-last buffer.
template <bool kGather>
void reorder_box(const Activations& t, const Box& b, char* plain, char* dense) {
  const int64_t pixel = b.row * t.row, pixels = b.rows * t.row;
  for (int64_t i = 0; i < b.images; ++i) {
    char* image = plain + t.at(b.image + i, 0) * t.size;
    char* copy = dense + i * pixels * b.channels * t.size;
    if (t.size == 4) {
      if (kGather)
        gather_image(t, reinterpret_cast<float*>(image), pixel, pixels, b.channel, b.channels,
                     reinterpret_cast<float*>(copy));
      else
        scatter_image(t, reinterpret_cast<float*>(copy), pixel, pixels, b.channel, b.channels,
                      reinterpret_cast<float*>(image));
    } else {
      if (kGather)
        gather_image(t, reinterpret_cast<uint16_t*>(image), pixel, pixels, b.channel, b.channels,
                     reinterpret_cast<uint16_t*>(copy));
      else
        scatter_image(t, reinterpret_cast<uint16_t*>(copy), pixel, pixels, b.channel, b.channels,
                      reinterpret_cast<uint16_t*>(image));
    }
  }
}
void gather(const Activations& t, const Box& b, const void* plain, char* dense) {
  reorder_box<true>(t, b, const_cast<char*>(static_cast<Bytes>(plain)), dense);
}
// Asks for the cache lines that scatter() writes, unless they would push other memory out of the second-level cache.
// They lie in runs a plane apart, which no hardware prefetcher follows: asked for before the product that they are
// written after, they take 10 us in place of 24 (7 rows of 64 channels at 56 x 56). Inline by force: GCC drops calls of
// a function that does nothing but prefetch.
TORCHPP_INLINE void ask_for_scatter(const Activations& t, const Box& b, const void* plain) {
  constexpr size_t kMostBytes = size_t{1} << 19;
  constexpr int64_t kLine = 64;
  if (t.last || b.nbytes(t) > kMostBytes) return;
  const int64_t size = static_cast<int64_t>(t.size), run = b.rows * t.row * size;
  for (int64_t i = b.image; i < b.image + b.images; ++i)
    for (int64_t c = b.channel; c < b.channel + b.channels; ++c) {
      Bytes from = static_cast<Bytes>(plain) + (t.at(i, 0) + c * t.pixels + b.row * t.row) * size;
      for (int64_t at = 0; at < run; at += kLine) __builtin_prefetch(from + at, 1, 2);
    }
}
void scatter(const Activations& t, const Box& b, char* dense, void* plain) {
  reorder_box<false>(t, b, static_cast<char*>(plain), dense);
}

// The forward direction and the data gradient, which compute a result from a source and weights.
class ForwardOrData {
 public:
  ForwardOrData(const ConvProblem& q, const ConvPrimitives& primitives, bool forward)
      : q_(q),
        forward_(forward),
        made_(primitives),
        source_(forward_ ? input_of(q) : output_of(q)),
        result_(forward_ ? output_of(q) : input_of(q)) {}

  void run(const void* source, const void* weights, const void* bias, void* result, const WeightId& weight_id) {
    // Every channel part reads the whole source, so it is reordered once, before the slices run.
    const bool shares = made_.channel_parts > 1 && !source_.last;
    const size_t packed_bytes = made_.plain_weights ? 0 : made_.packed_part * made_.channel_parts;
    std::shared_ptr<const void> kept;
    if (weight_id && packed_bytes)
      kept = WeightCache::instance().get(weights, weight_id, made_.number, packed_bytes,
                                         [&](void* to) { prepare(weights, static_cast<char*>(to), nullptr, nullptr); });
    // Where every slice has weights of its own, it reorders them itself and finds them in its cache.
    const bool apart = made_.channel_parts > 1 && static_cast<int64_t>(made_.slices.size()) == made_.channel_parts;
    const size_t own_packed = kept || apart ? 0 : packed_bytes;
    const Workspace space(own_packed + (shares ? image_bytes() * q_.n : 0));
    char* reordered = space.as<char>(own_packed);
    prepare(weights, own_packed ? space.as<char>() : nullptr, source, shares ? reordered : nullptr);
    Bytes ready = made_.plain_weights ? static_cast<Bytes>(weights)
                  : kept              ? static_cast<Bytes>(kept.get())
                  : own_packed        ? space.as<char>()
                                      : nullptr;

    detail::run_slices(static_cast<int64_t>(made_.slices.size()), [&](int64_t i) {
      const ConvSlice& s = made_.slices[i];
      const Workspace part(ready ? 0 : made_.packed_part);
      if (!ready) pack_part(i, weights, part.as<char>());
      Bytes w =
          ready ? ready + (made_.plain_weights ? 0 : s.channel / s.channels * made_.packed_part) : part.as<char>();
      slice(s, source, shares ? reordered : nullptr, w, bias, result);
    });
  }

 private:
  size_t image_bytes() const { return aligned_size(source_.pixels * source_.channels * source_.size); }

  // Converts layouts before the slices run, itself in slices: the weights unless `packed` is null, the images unless
  // `reordered` is null.
  void prepare(const void* weights, char* packed, const void* source, char* reordered) const {
    const int64_t reorders = packed ? static_cast<int64_t>(made_.reorders.size()) : 0;
    detail::run_slices(reorders + (reordered ? q_.n : 0), [&](int64_t i) {
      if (i < reorders) {
        const ConvPrimitives::Reorder& t = made_.reorders[i];
        made_.reorder->run({static_cast<Bytes>(weights) + t.plain_offset, packed + t.packed_offset});
      } else {
        const Box box{i - reorders, 1, 0, source_.pixels / source_.row, 0, source_.channels};
        gather(source_, box, source, reordered + box.image * source_.pixels * source_.channels * source_.size);
      }
    });
  }

  void pack_part(int64_t part, const void* weights, char* packed) const {
    const int64_t begin = part * static_cast<int64_t>(made_.packed_part), end = begin + made_.packed_part;
    for (const ConvPrimitives::Reorder& t : made_.reorders)
      if (t.packed_offset >= begin && t.packed_offset < end)
        made_.reorder->run({static_cast<Bytes>(weights) + t.plain_offset, packed + t.packed_offset - begin});
  }

  Box source_box(const ConvSlice& s) const {
    return {s.image, s.images, forward_ ? s.x_row : s.y_row, forward_ ? s.x_rows : s.y_rows, 0, source_.channels};
  }
  Box result_box(const ConvSlice& s) const {
    return {s.image, s.images, forward_ ? s.y_row : s.x_row, forward_ ? s.y_rows : s.x_rows, s.channel, s.channels};
  }

  void slice(const ConvSlice& s, const void* source, Bytes reordered, Bytes w, const void* bias, void* result) const {
    const Box from = source_box(s), to = result_box(s);
    const bool from_direct = reordered || is_direct(source_, from), to_direct = is_direct(result_, to);
    const size_t from_bytes = from_direct ? 0 : from.nbytes(source_);
    const Workspace space(from_bytes + (to_direct ? 0 : to.nbytes(result_)));
    Bytes x = (reordered ? reordered : static_cast<Bytes>(source)) + (from_direct ? direct_offset(source_, from) : 0);
    if (!from_direct) {
      gather(source_, from, source, space.as<char>());
      x = space.as<char>();
    }
    char* y = to_direct ? static_cast<char*>(result) + direct_offset(result_, to) : space.as<char>(from_bytes);
    if (!to_direct) ask_for_scatter(result_, to, result);
    const Primitive& primitive = made_.kernels[s.kernel].primitive;
    if (q_.bias && forward_) primitive.run({x, w, y, static_cast<Bytes>(bias) + s.channel * source_.size});
    else primitive.run({x, w, y});
    if (!to_direct) scatter(result_, to, y, result);
  }

  const ConvProblem& q_;
  const bool forward_;
  const ConvPrimitives& made_;
  const Activations source_, result_;
};

// The weight gradient. Slices are parts of the output channels, each of which gives final results, or groups of images,
// whose partial sums are added in order.
class WeightGradient {
 public:
  WeightGradient(const ConvProblem& q, const ConvPrimitives& primitives)
      : q_(q), made_(primitives), x_(input_of(q)), y_(output_of(q)) {}

  void run(const void* x, const void* dy, void* dw) const {
    const bool shares = made_.channel_parts > 1 && !x_.last;
    const int64_t slices = static_cast<int64_t>(made_.slices.size());
    const bool direct = made_.plain_weights && slices == 1;
    const size_t packed_bytes = direct ? 0 : made_.packed_part * slices;
    const size_t image = x_.pixels * x_.channels * x_.size;
    const Workspace space(packed_bytes + (shares ? image * q_.n : 0));
    char* packed = space.as<char>();
    char* reordered = shares ? space.as<char>(packed_bytes) : nullptr;
    if (shares)
      detail::run_slices(q_.n, [&](int64_t i) {
        gather(x_, Box{i, 1, 0, x_.pixels / x_.row, 0, x_.channels}, x, reordered + i * image);
      });
    detail::run_slices(slices, [&](int64_t i) {
      slice(made_.slices[i], x, reordered, dy, direct ? static_cast<char*>(dw) : packed + i * made_.packed_part);
    });
    if (direct) return;
    if (made_.channel_parts == 1 && slices > 1) add_up(slices, reinterpret_cast<float*>(packed));
    if (made_.plain_weights) {
      std::memcpy(dw, packed, q_.weight_numel() * sizeof(float));
      return;
    }
    detail::run_slices(static_cast<int64_t>(made_.reorders.size()), [&](int64_t i) {
      const ConvPrimitives::Reorder& t = made_.reorders[i];
      made_.reorder->run({packed + t.packed_offset, static_cast<char*>(dw) + t.plain_offset});
    });
  }

 private:
  void slice(const ConvSlice& s, const void* x, Bytes reordered, const void* dy, char* dw) const {
    const Box xb{s.image, s.images, 0, x_.pixels / x_.row, 0, x_.channels};
    const Box yb{s.image, s.images, 0, y_.pixels / y_.row, s.channel, s.channels};
    const bool x_direct = reordered || is_direct(x_, xb), y_direct = is_direct(y_, yb);
    const size_t x_bytes = x_direct ? 0 : xb.nbytes(x_);
    const Workspace space(x_bytes + (y_direct ? 0 : yb.nbytes(y_)));
    Bytes from_x = (reordered ? reordered : static_cast<Bytes>(x)) + (x_direct ? direct_offset(x_, xb) : 0);
    Bytes from_y = static_cast<Bytes>(dy) + (y_direct ? direct_offset(y_, yb) : 0);
    if (!x_direct) {
      gather(x_, xb, x, space.as<char>());
      from_x = space.as<char>();
    }
    if (!y_direct) {
      gather(y_, yb, dy, space.as<char>(x_bytes));
      from_y = space.as<char>(x_bytes);
    }
    made_.kernels[s.kernel].primitive.run({from_x, from_y, dw});
  }

  void add_up(int64_t slices, float* packed) const {
    const int64_t numel = made_.packed_part / sizeof(float), chunk = 16384;
    detail::run_slices((numel + chunk - 1) / chunk, [&](int64_t c) {
      float* sum = packed + c * chunk;
      const int64_t count = std::min(chunk, numel - c * chunk);
      for (int64_t s = 1; s < slices; ++s) {
        const float* part = sum + s * numel;
        for (int64_t i = 0; i < count; ++i) sum[i] += part[i];
      }
    });
  }

  const ConvProblem& q_;
  const ConvPrimitives& made_;
  const Activations x_, y_;
};

}  // namespace

std::string implementation(const ConvPrimitives& primitives) {
  return primitives.kernels[0].primitive.name() + ", slices: " + std::to_string(primitives.slices.size()) +
         ", channel parts: " + std::to_string(primitives.channel_parts);
}

void forward(const ConvProblem& problem, const ConvPrimitives& primitives, const void* x, const void* w,
             const void* bias, void* y, const WeightId& weight_id) {
  ForwardOrData(problem, primitives, true).run(x, w, bias, y, weight_id);
}

void backward_data(const ConvProblem& problem, const ConvPrimitives& primitives, const void* dy, const void* w,
                   void* dx, const WeightId& weight_id) {
  ForwardOrData(problem, primitives, false).run(dy, w, nullptr, dx, weight_id);
}

void backward_weights(const ConvProblem& problem, const ConvPrimitives& primitives, const void* x, const void* dy,
                      void* dw) {
  WeightGradient(problem, primitives).run(x, dy, dw);
}

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

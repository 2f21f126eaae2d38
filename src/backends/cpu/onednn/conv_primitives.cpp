// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cpu/onednn/conv_primitives.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "src/backends/cpu/onednn/primitive_cache.h"
#include "src/backends/cpu/workspace.h"
#include "src/core/thread_pool.h"

namespace torchpp {
namespace cpu {
namespace onednn {
namespace {

using dnnl::memory;

// Into how many parts the work is cut along each axis. One slice should keep a core busy for some 100 us, those of
// small layers for 10 us.
struct Cut {
  int64_t image_groups = 1, row_blocks = 1, channel_parts = 1;
};

// The work as a number of multiplications that a kernel with full vectors would do in the time: narrow groups leave
// lanes unused, and layers with few channels wait for memory.
double effective_flops(const ConvProblem& q) {
  const int64_t width = q.out_channels / q.groups;
  const bool depthwise = q.groups == q.in_channels && width == 1;
  const double fill = depthwise ? 1. : static_cast<double>(width) / (ceil_div(width, 16) * 16);
  const double nbytes =
      static_cast<double>(elementSize(q.dtype)) * q.n * (q.in_channels * q.in_size() + q.out_channels * q.out_size());
  return q.flops() / fill + 16 * nbytes;
}

// The number of parts, each of whole blocks of 64 channels if possible, else of 32 or 16: oneDNN lays channels out in
// such blocks.
int64_t channel_parts(int64_t channels, int64_t wanted) {
  for (const int64_t block : {64, 32, 16})
    if (channels % block == 0)
      for (int64_t parts = std::min(wanted, channels / block); parts > 1; --parts)
        if (channels / block % parts == 0) return parts;
  return 1;
}

// The figures are the time of slices divided by that of oneDNN's own threading, on two threads, median and worst of
// tests/bench/onednn_slices. Forward and data gradient by images: 1.01, 1.07; by rows: 1.02, 1.35 (bfloat16, whose
// slices are short; float 1.10), but 1.43 where weights outweigh the images (512 channels at 7 x 7, batch 1), which by
// channels of the result take 1.02, 1.10, for each core then reads its own weights only. Weight gradients of such deep
// layers by images pay for partial sums: 1.17, 3.3; by output channels: 1.02, 1.30 (batch 8). Of the others by
// images: 1.02, 1.30 (32 groups), but for 5 x 5 depthwise, 3.3; by channels 1.10, 1.77.
Cut choose_cut(const ConvProblem& q, ConvDirection direction) {
  const int64_t size = static_cast<int64_t>(elementSize(q.dtype));
  // bfloat16 gains by many channels; with few of them it takes as long as float (64 images 6>16@14 on two threads, by
  // images: 123 to 66 us forward, 199 to 116 of the data).
  const bool few = q.in_channels / q.groups * (q.out_channels / q.groups) <= 128;
  const double per_slice = q.dtype == kFloat || few ? 16e6 : 64e6;
  const double flops = effective_flops(q);
  int64_t wanted = std::max<int64_t>(1, std::min(64., flops / per_slice));
  const int64_t weights = q.weight_numel() * size;
  const int64_t image = (q.in_channels * q.in_size() + q.out_channels * q.out_size()) * size;
  Cut cut;
  if (direction == ConvDirection::kBackwardWeights) {
    if (q.groups == 1 && (2 * weights > image || q.n == 1))
      cut.channel_parts = channel_parts(q.out_channels, std::min<int64_t>(wanted, 16));
    if (cut.channel_parts == 1)
      cut.image_groups = std::max<int64_t>(1, std::min({q.n, wanted, int64_t{8}, (int64_t{16} << 20) / weights}));
    return cut;
  }
  const int64_t channels = direction == ConvDirection::kForward ? q.out_channels : q.in_channels;
  if (q.groups == 1 && weights > 2 * image) cut.channel_parts = channel_parts(channels, wanted);
  // To hand a slice over takes 1 us, so a few short ones pay, too (one image, 3x3 stride 2 16>32@32, one thread 19.4 to
  // 20.3 us, two 19.4 to 12.2; 32>64@16 16.8 to 17.6, 16.8 to 10.6; 3x3 16>32@32 67 to 70, 67 to 37.5).
  constexpr int64_t kFewSlices = 4;
  constexpr double kPerSmallSlice = 1.5e6;
  if (q.dtype == kFloat && cut.channel_parts == 1)
    wanted = std::max(wanted, std::min(kFewSlices, static_cast<int64_t>(flops / kPerSmallSlice)));
  cut.image_groups = std::min(q.n, ceil_div(wanted, cut.channel_parts));
  // For a few images the weights take as long to reorder as a fifth of the product: every slice reorders its own part,
  // of 64 channels, or 32 (3x3 256@14: 0.98 of the time of four slices for each image).
  if (q.n <= 8 && cut.channel_parts == 4 && wanted >= 8 && channels % 256 == 0) cut.channel_parts = 8;
  if (q.n <= 8 && cut.channel_parts >= 8) cut.image_groups = 1;
  if (cut.channel_parts == 1 && q.n < wanted) {
    const int64_t rows = direction == ConvDirection::kForward ? q.out[q.first_dim()] : q.in[q.first_dim()];
    // Powers of two of them come out even on two and four threads (3x3 64@56, one image, two threads: 8 blocks take
    // 0.88 of the time of 7). Blocks of fewer than seven rows gather too many rows twice, which a few small ones can.
    const int64_t most = std::min(ceil_div(wanted, q.n), rows / (wanted > kFewSlices ? 7 : 4));
    while (2 * cut.row_blocks <= most) cut.row_blocks *= 2;
  }
  return cut;
}

// The rows of the source that the slice's rows of the result need.
bool place_rows(const ConvProblem& q, ConvDirection direction, int64_t begin, int64_t end, ConvSlice& s) {
  const int d = q.first_dim();
  const int64_t reach = q.dilation[d] * (q.kernel[d] - 1) + 1, stride = q.stride[d];
  const int64_t padding = q.padding_left[d];
  if (direction == ConvDirection::kForward) {
    const int64_t first = begin * stride - padding, last = (end - 1) * stride - padding + reach;
    s.y_row = begin, s.y_rows = end - begin;
    s.x_row = std::max<int64_t>(0, first), s.x_rows = std::min(q.in[d], last) - s.x_row;
    s.padding_left = s.x_row - first, s.padding_right = last - s.x_row - s.x_rows;
    return s.x_rows > 0 && s.padding_left < reach && s.padding_right < reach;
  }
  const int64_t before = begin + padding - (reach - 1);
  s.x_row = begin, s.x_rows = end - begin;
  s.y_row = before <= 0 ? 0 : ceil_div(before, stride);
  s.y_rows = std::min(q.out[d], (end - 1 + padding) / stride + 1) - s.y_row;
  s.padding_left = begin + padding - s.y_row * stride;
  s.padding_right = (s.y_rows - 1) * stride + reach - s.x_rows - s.padding_left;
  return s.y_rows > 0 && s.padding_left >= 0 && s.padding_left < reach && s.padding_right < reach &&
         s.padding_right > -stride;
}

// Whether an element of the kernel meets padding alone in dimension d.
bool meets_padding_alone(const ConvProblem& q, int d) {
  for (int64_t tap = 0; tap < q.kernel[d]; ++tap) {
    const int64_t at = tap * q.dilation[d] - q.padding_left[d];  // its place in the first step
    const int64_t step = at < 0 ? ceil_div(-at, q.stride[d]) : 0;
    if (step >= q.out[d] || step * q.stride[d] + at >= q.in[d]) return true;
  }
  return false;
}
// Whether each step of the kernel along dimension d may meet padding, those at one end or those at the other.
bool lacks_inner_steps(const ConvProblem& q, int d) {
  const int64_t reach = q.dilation[d] * (q.kernel[d] - 1) + 1, stride = q.stride[d], left = q.padding_left[d];
  const int64_t right = (q.out[d] - 1) * stride + reach - q.in[d] - left;
  return reach > q.in[d] || (left > 0 && right > 0 && ceil_div(left, stride) + ceil_div(right, stride) >= q.out[d]);
}

// What oneDNN 2.6 computes wrongly of weight gradients: it reads memory that nothing was written to, or writes past its
// buffers. Found by random geometries against double, of which none outside of these cases failed.
const char* spoils_weights(const ConvProblem& q) {
  if (q.dims == 3 && q.stride[0] > 1 && lacks_inner_steps(q, 0))
    return "oneDNN 2.6 spoils the weight gradient of a 3-d kernel whose steps in depth all meet padding";
  if (q.dtype != kBFloat16) return nullptr;
  if (q.dims == 3 && q.stride[1] > 1 && lacks_inner_steps(q, 1))
    return "oneDNN 2.6 spoils the weight gradient of a 3-d kernel whose steps in height all meet padding";
  if (q.stride[2] > 1 && meets_padding_alone(q, 2))
    return "oneDNN 2.6 spoils the gradient of weights that meet padding alone";
  const int64_t channels = q.in_channels / q.groups;
  if (q.dilation[1] > 1 && channels > 32 && channels % 16 != 0)  // with AMX
    return "oneDNN 2.6 spoils the weight gradient of a dilated kernel with a part of a block of channels";
  return nullptr;
}

// Why a problem is not for oneDNN, whatever kernels it has.
const char* unfit(const ConvProblem& q, ConvDirection direction) {
  if (q.dtype != kFloat && q.dtype != kBFloat16) return "dtype is neither float nor bfloat16";
  if (q.empty()) return "nothing to compute";
  if (q.dtype == kFloat && !q.channels_last && q.single_tap())
    return "a plain 1x1 convolution is a matrix product, without any turning of layouts";
  // oneDNN 2.6 writes past its buffers (wrong sums, a corrupted heap) for kernels that reach further than the depth or
  // into deep padding. A sweep over depth, kernel, stride, dilation and padding found no fault within this bound.
  const int d = q.first_dim();
  const int64_t reach = q.dilation[d] * (q.kernel[d] - 1) + 1;
  if (direction == ConvDirection::kBackwardWeights && q.dims == 3 &&
      (reach > q.in[d] || 2 * q.padding_left[d] >= reach || 2 * q.padding_right[d] >= reach))
    return "oneDNN 2.6 corrupts memory in the weight gradient of a deeply padded 3-d kernel";
  if (direction == ConvDirection::kBackwardWeights)
    if (const char* reason = spoils_weights(q)) return reason;
  // Our own is more than twice as fast with 1 and 3 channels (first layers of LeNet and ResNet-50), slower with 6.
  if (direction == ConvDirection::kBackwardData && q.dtype == kFloat && q.groups == 1 && q.in_channels <= 4)
    return "the gradient of few input channels is faster by im2col";
  return nullptr;
}

class Builder {
 public:
  Builder(const ConvProblem& q, ConvDirection direction) : q_(q), direction_(direction), made_(new ConvPrimitives) {}

  std::shared_ptr<const ConvPrimitives> run() {
    static std::atomic<uint64_t>& numbers = *new std::atomic<uint64_t>(0);
    made_->number = ++numbers;
    cut();
    if (!made_->reason) reorder_weights();
    return std::move(made_);
  }

 private:
  using Direction = ConvDirection;

  // The kernels of one problem share one layout of weights. If those for slices of different sizes want different
  // layouts, every image is a slice.
  void cut() {
    Cut cut = choose_cut(q_, direction_);
    if (try_cut(cut)) {
      if (!partial_sums_outweigh()) return;
      cut.image_groups = 1;
    } else if (made_->kernels.empty() || (cut.image_groups == q_.n && cut.row_blocks == 1)) {
      return;
    } else {
      cut.image_groups = q_.n, cut.row_blocks = 1;
    }
    made_->reason = nullptr;
    made_->kernels.clear();
    try_cut(cut);
  }
  // Layouts that pad narrow groups to sixteen channels can be larger than the images (5 x 5 depthwise: 6 MB).
  bool partial_sums_outweigh() const {
    if (direction_ != Direction::kBackwardWeights || made_->channel_parts > 1 || made_->slices.size() == 1)
      return false;
    const int64_t image = q_.in_channels * q_.in_size() + q_.out_channels * q_.out_size();
    const int64_t sums = made_->slices.size() * made_->kernels[0].weights.get_size();
    return sums > 2 * q_.n * image * static_cast<int64_t>(elementSize(q_.dtype));
  }
  bool try_cut(Cut cut) {
    if (!slice(cut)) {
      cut.row_blocks = 1;
      slice(cut);
    }
    made_->channel_parts = cut.channel_parts;
    for (ConvSlice& s : made_->slices)
      if (!assign_kernel(s)) return false;
    return true;
  }

  bool slice(const Cut& cut) {
    made_->slices.clear();
    const int64_t channels = direction_ == Direction::kBackwardData ? q_.in_channels : q_.out_channels;
    const int64_t rows = direction_ == Direction::kForward ? q_.out[first_] : q_.in[first_];
    const int64_t group = ceil_div(q_.n, cut.image_groups), block = ceil_div(rows, cut.row_blocks);
    // The images of a part of the channels follow each other, so that its weights stay in the cache.
    for (int64_t part = 0; part < cut.channel_parts; ++part)
      for (int64_t image = 0; image < q_.n; image += group)
        for (int64_t row = 0; row < rows; row += block) {
          ConvSlice s;
          s.image = image, s.images = std::min(group, q_.n - image);
          s.channels = channels / cut.channel_parts, s.channel = part * s.channels;
          s.x_rows = q_.in[first_], s.y_rows = q_.out[first_];
          s.padding_left = q_.padding_left[first_], s.padding_right = q_.padding_right[first_];
          if (cut.row_blocks > 1 && !place_rows(q_, direction_, row, std::min(rows, row + block), s)) return false;
          made_->slices.push_back(s);
        }
    return true;
  }

  bool assign_kernel(ConvSlice& s) {
    for (const ConvSlice& t : made_->slices) {
      if (&t == &s) break;
      if (t.images == s.images && t.x_rows == s.x_rows && t.y_rows == s.y_rows && t.padding_left == s.padding_left &&
          t.padding_right == s.padding_right) {
        s.kernel = t.kernel;
        return true;
      }
    }
    ConvDescs d = describe(s);
    if (!made_->kernels.empty() && direction_ != Direction::kBackwardWeights) d.w = made_->kernels[0].weights;
    s.kernel = static_cast<int>(made_->kernels.size());
    switch (direction_) {
      case Direction::kForward: {
        const auto pd = describe_forward(d);
        if (!pd) return refuse("oneDNN has no kernel for it");
        if (q_.bias)
          add<dnnl::convolution_forward>(pd, pd.weights_desc(),
                                         {{DNNL_ARG_SRC, d.x},
                                          {DNNL_ARG_WEIGHTS, pd.weights_desc()},
                                          {DNNL_ARG_DST, d.y},
                                          {DNNL_ARG_BIAS, d.bias}});
        else
          add<dnnl::convolution_forward>(
              pd, pd.weights_desc(), {{DNNL_ARG_SRC, d.x}, {DNNL_ARG_WEIGHTS, pd.weights_desc()}, {DNNL_ARG_DST, d.y}});
        break;
      }
      case Direction::kBackwardData: {
        const auto pd = describe_backward_data(d);
        if (!pd) return refuse("oneDNN has no kernel for it");
        add<dnnl::convolution_backward_data>(
            pd, pd.weights_desc(),
            {{DNNL_ARG_DIFF_DST, d.y}, {DNNL_ARG_WEIGHTS, pd.weights_desc()}, {DNNL_ARG_DIFF_SRC, d.x}});
        break;
      }
      case Direction::kBackwardWeights: {
        const auto pd = describe_backward_weights(d);
        if (!pd) return refuse("oneDNN has no kernel for it");
        add<dnnl::convolution_backward_weights>(
            pd, pd.diff_weights_desc(),
            {{DNNL_ARG_SRC, d.x}, {DNNL_ARG_DIFF_DST, d.y}, {DNNL_ARG_DIFF_WEIGHTS, pd.diff_weights_desc()}});
        break;
      }
    }
    const ConvKernel& kernel = made_->kernels.back();
    const std::string& name = kernel.primitive.name();
    if (name.compare(0, 3, "ref") == 0) return refuse("oneDNN has only its reference kernel");
    if (kernel.weights != made_->kernels[0].weights) return refuse("its slices want different layouts of weights");
    return true;
  }

  bool refuse(const char* reason) {
    made_->reason = reason;
    return false;
  }
  template <class P, class Desc>
  void add(const Desc& desc, const memory::desc& weights, std::initializer_list<Primitive::Arg> args) {
    made_->kernels.push_back({Primitive::make<P>(desc, args), weights});
  }

  memory::data_type type() const { return q_.dtype == kFloat ? memory::data_type::f32 : memory::data_type::bf16; }
  // Float results of a bfloat16 weight gradient: partial sums are added before they are rounded.
  memory::data_type weight_type() const {
    return direction_ == Direction::kBackwardWeights ? memory::data_type::f32 : type();
  }
  int64_t weight_size() const { return weight_type() == memory::data_type::f32 ? 4 : 2; }

  memory::dims weight_dims(int64_t out_channels, int64_t in_channels) const {
    memory::dims dims;
    if (q_.groups > 1) dims = {q_.groups, out_channels / q_.groups, in_channels / q_.groups};
    else dims = {out_channels, in_channels};
    for (int d = first_; d < 3; ++d) dims.push_back(q_.kernel[d]);
    return dims;
  }
  memory::desc plain_weights() const {
    const memory::dims dims = weight_dims(q_.out_channels, q_.in_channels);
    memory::dims strides(dims.size(), 1);
    for (size_t i = dims.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * dims[i];
    return memory::desc(dims, type(), strides);
  }

  ConvDescs describe(const ConvSlice& s) const {
    const bool data = direction_ == Direction::kBackwardData;
    const int64_t in_channels = data ? s.channels : q_.in_channels, out_channels = data ? q_.out_channels : s.channels;
    memory::dims x{s.images, in_channels, s.x_rows}, y{s.images, out_channels, s.y_rows};
    ConvDescs r;
    r.strides = {q_.stride[first_]}, r.dilations = {q_.dilation[first_] - 1};
    r.padding_left = {s.padding_left}, r.padding_right = {s.padding_right};
    for (int d = first_ + 1; d < 3; ++d) {
      x.push_back(q_.in[d]), y.push_back(q_.out[d]);
      r.strides.push_back(q_.stride[d]), r.dilations.push_back(q_.dilation[d] - 1);
      r.padding_left.push_back(q_.padding_left[d]), r.padding_right.push_back(q_.padding_right[d]);
    }
    using Tag = memory::format_tag;
    const Tag last = q_.dims == 1 ? Tag::nwc : q_.dims == 2 ? Tag::nhwc : Tag::ndhwc;
    r.x = memory::desc(x, type(), last);
    r.y = memory::desc(y, type(), last);
    r.w = memory::desc(weight_dims(out_channels, in_channels), weight_type(), Tag::any);
    r.hint_w = memory::desc(weight_dims(out_channels, in_channels), type(), Tag::any);
    r.has_bias = q_.bias && direction_ == Direction::kForward;
    if (r.has_bias) r.bias = memory::desc({out_channels}, type(), Tag::x);
    return r;
  }

  // Reordering takes as long as the product with one 7 x 7 image, so it is done in slices, too: along the weights'
  // first dimension, if oneDNN can describe such a part of its layout.
  void reorder_weights() {
    const memory::desc plain = plain_weights(), packed = made_->kernels[0].weights;
    made_->packed_part = aligned_size(packed.get_size());
    made_->plain_weights = made_->channel_parts == 1 && packed == plain;
    if (made_->plain_weights) return;
    const bool data = direction_ == Direction::kBackwardData;
    const int64_t parts = made_->channel_parts;
    const memory::dims dims = weight_dims(q_.out_channels / (data ? 1 : parts), q_.in_channels / (data ? parts : 1));
    int64_t row = q_.weight_numel() / weight_dims(q_.out_channels, q_.in_channels)[0];  // of the plain weights
    const int64_t part_offset = data ? dims[1] * q_.kernel_size() : dims[0] * row;
    memory::dims piece = dims;
    piece[0] = piece_rows(packed, dims, row);
    const memory::desc packed_piece = part_of(packed, piece, memory::dims(dims.size(), 0));
    const memory::desc plain_piece = part_of(plain, piece, memory::dims(dims.size(), 0));
    const bool out = direction_ == Direction::kBackwardWeights;
    made_->reorder.reset(
        new Primitive(out ? make_reorder(packed_piece, plain_piece) : make_reorder(plain_piece, packed_piece)));
    for (int64_t part = 0; part < parts; ++part)
      for (int64_t i = 0; i < dims[0]; i += piece[0]) {
        memory::dims offset(dims.size(), 0);
        offset[0] = i;
        const int64_t packed_offset = offset_of(part_of(packed, piece, offset)) * weight_size();
        made_->reorders.push_back({(part * part_offset + i * row) * static_cast<int64_t>(elementSize(q_.dtype)),
                                   static_cast<int64_t>(part * made_->packed_part) + packed_offset});
      }
  }

  // How many rows of the first dimension one slice reorders: a divisor, or all rows if oneDNN cannot describe a part.
  static int64_t piece_rows(const memory::desc& packed, const memory::dims& dims, int64_t row) {
    const int64_t wanted = std::min<int64_t>(16, dims[0] * row / 65536);
    for (int64_t pieces = wanted; pieces > 1; --pieces) {
      if (dims[0] % pieces != 0) continue;
      memory::dims piece = dims, offset(dims.size(), 0);
      piece[0] /= pieces;
      bool possible = true;
      for (; possible && offset[0] < dims[0]; offset[0] += piece[0]) possible = bool(part_of(packed, piece, offset));
      if (possible) return piece[0];
    }
    return dims[0];
  }

  const ConvProblem& q_;
  const int first_ = q_.first_dim();
  const ConvDirection direction_;
  std::shared_ptr<ConvPrimitives> made_;
};

}  // namespace

PreparedConv prepare(const ConvProblem& problem, ConvDirection direction) {
  using Cache = PrimitiveCache<ConvKey, ConvPrimitives>;
  static Cache& cache = *new Cache(512);
  if (const char* reason = unfit(problem, direction)) return {nullptr, reason};
  std::shared_ptr<const ConvPrimitives> found = cache.get(key_of(problem, direction), [&] {
    return checked("onednn convolution", [&] { return Builder(problem, direction).run(); });
  });
  if (const char* reason = found->reason) return {nullptr, reason};
  return {std::move(found), nullptr};
}

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

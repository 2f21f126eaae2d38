// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/toolkit/convolution_descriptors.h"

#include "src/backends/cuda/toolkit/library.h"

namespace torchpp::cuda {
namespace {

cudnnDataType_t type_of(ScalarType dtype) {
  switch (dtype) {
    case kFloat: return CUDNN_DATA_FLOAT;
    case kDouble: return CUDNN_DATA_DOUBLE;
    case kHalf: return CUDNN_DATA_HALF;
    case kBFloat16: return CUDNN_DATA_BFLOAT16;
    default: TORCHPP_FAIL_KIND(kNotImplemented, "\"convolution_cuda\" not implemented for '", toString(dtype), "'");
  }
}

int to_int(int64_t value) {
  TORCHPP_CHECK(value >= 0 && value <= 0x7fffffff, "convolution: got a size of ", value,
                ", expected at most 2147483647");
  return static_cast<int>(value);
}

// `pixels`: depth, height and width.
void describe_images(cudnnTensorDescriptor_t to, const ConvProblem& p, int64_t channels, const int64_t* pixels) {
  const int spatial = cudnn_dims(p);
  int sizes[5] = {to_int(p.n), to_int(channels)}, strides[5];
  for (int d = 0; d < spatial; ++d) sizes[d + 2] = to_int(pixels[3 - spatial + d]);
  // Strides from the last spatial dimension on; channels have the smallest or the largest stride of an image.
  int64_t step = p.channels_last ? channels : 1;
  for (int d = spatial + 1; d >= 2; --d) {
    strides[d] = to_int(step);
    step *= sizes[d];
  }
  strides[1] = to_int(p.channels_last ? 1 : step);
  strides[0] = to_int(p.channels_last ? step : step * channels);
  check(cudnn().cudnnSetTensorNdDescriptor(to, type_of(p.dtype), spatial + 2, sizes, strides),
        "cudnnSetTensorNdDescriptor");
}

}  // namespace

void fail(const char* call, cudnnStatus_t status) {
  char details[512] = "";
  cudnn().cudnnGetLastErrorString(details, sizeof details);
  TORCHPP_FAIL_KIND(kError, call, ": ", cudnn().cudnnGetErrorString(status), details[0] != 0 ? ": " : "", details);
}

ConvolutionDescriptors::ConvolutionDescriptors(const ConvProblem& p, cudnnMathType_t math) {
  try {
    describe(p, math);
  } catch (...) {
    destroy();
    throw;
  }
}

void ConvolutionDescriptors::describe(const ConvProblem& p, cudnnMathType_t math) {
  const Cudnn& dnn = cudnn();
  check(dnn.cudnnCreateTensorDescriptor(&x), "cudnnCreateTensorDescriptor");
  check(dnn.cudnnCreateTensorDescriptor(&y), "cudnnCreateTensorDescriptor");
  check(dnn.cudnnCreateFilterDescriptor(&w), "cudnnCreateFilterDescriptor");
  check(dnn.cudnnCreateConvolutionDescriptor(&convolution), "cudnnCreateConvolutionDescriptor");
  describe_images(x, p, p.in_channels, p.in);
  describe_images(y, p, p.out_channels, p.out);
  int sizes[5] = {to_int(p.out_channels), to_int(p.in_channels / p.groups)}, padding[3], stride[3], dilation[3];
  const int spatial = cudnn_dims(p);
  for (int d = 0; d < spatial; ++d) {
    const int from = 3 - spatial + d;
    sizes[d + 2] = to_int(p.kernel[from]), padding[d] = to_int(p.padding_left[from]);
    stride[d] = to_int(p.stride[from]), dilation[d] = to_int(p.dilation[from]);
  }
  check(dnn.cudnnSetFilterNdDescriptor(w, type_of(p.dtype), p.channels_last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW,
                                       spatial + 2, sizes),
        "cudnnSetFilterNdDescriptor");
  check(dnn.cudnnSetConvolutionNdDescriptor(convolution, spatial, padding, stride, dilation, CUDNN_CROSS_CORRELATION,
                                            p.dtype == kDouble ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT),
        "cudnnSetConvolutionNdDescriptor");
  check(dnn.cudnnSetConvolutionGroupCount(convolution, to_int(p.groups)), "cudnnSetConvolutionGroupCount");
  check(dnn.cudnnSetConvolutionMathType(convolution, math), "cudnnSetConvolutionMathType");
}

void ConvolutionDescriptors::destroy() noexcept {
  const Cudnn& dnn = cudnn();
  if (x != nullptr) dnn.cudnnDestroyTensorDescriptor(x);
  if (y != nullptr) dnn.cudnnDestroyTensorDescriptor(y);
  if (w != nullptr) dnn.cudnnDestroyFilterDescriptor(w);
  if (convolution != nullptr) dnn.cudnnDestroyConvolutionDescriptor(convolution);
}

}  // namespace torchpp::cuda

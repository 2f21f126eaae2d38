// SPDX-License-Identifier: BSD-3-Clause
#include "vision/image.h"

#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/view.h>

#include <limits>

namespace torchpp::vision::functional {

Dimensions get_dimensions(const Tensor& image) {
  TORCHPP_CHECK_TYPE(image.dim() >= 2, "got a tensor of sizes ", image.sizes(), ", expected an image (..., C, H, W)");
  return {image.dim() == 2 ? 1 : image.size(-3), image.size(-2), image.size(-1)};
}

double max_value(ScalarType dtype) {
  switch (dtype) {
    case kByte: return 255;
    case kChar: return 127;
    case kShort: return 32767;
    case kInt: return std::numeric_limits<int32_t>::max();
    case kLong: return static_cast<double>(std::numeric_limits<int64_t>::max());
    default: return 1;
  }
}

void check_channels(const char* op, const Tensor& image, int64_t least_dims) {
  TORCHPP_CHECK_TYPE(image.dim() >= least_dims, op, ": got an image of ", image.dim(),
                     " dimensions, expected at least ", least_dims);
  const int64_t channels = get_dimensions(image).channels;
  TORCHPP_CHECK_TYPE(channels == 1 || channels == 3, op, ": got an image of ", channels, " channels, expected 1 or 3");
}

Batch::Batch(const Tensor& image) : dtype_(image.scalar_type()) {
  const Dimensions d = get_dimensions(image);
  leading_.assign(image.sizes().begin(), image.sizes().end() - 2);
  int64_t count = 1;
  for (size_t i = 0; i + 1 < leading_.size(); ++i) count *= leading_[i];
  images_ = image.reshape({count, d.channels, d.height, d.width});
  if (dtype_ != kDouble) images_ = images_.to(kFloat);
}

Tensor Batch::restore(const Tensor& images) const {
  std::vector<int64_t> sizes = leading_;
  sizes.push_back(images.size(-2));
  sizes.push_back(images.size(-1));
  const Tensor image = images.reshape(sizes);
  if (dtype_ == image.scalar_type()) return image;
  return isFloatingType(dtype_) ? image.to(dtype_) : image.round().to(dtype_);
}

}  // namespace torchpp::vision::functional

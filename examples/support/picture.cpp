// SPDX-License-Identifier: BSD-3-Clause
#include "picture.h"

#include <torchpp/core/error.h>
#include <torchpp/ops.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBIW_ASSERT(x)
#include <stb_image_write.h>

namespace examples {

void write_grid_png(const std::string& path, const torchpp::Tensor& images, int64_t columns) {
  TORCHPP_CHECK(images.dim() == 4 && (images.size(1) == 1 || images.size(1) == 3) && columns > 0,
                "write_grid_png: got images of sizes ", images.sizes(), ", expected (N, 1 or 3, H, W)");
  constexpr int64_t kFrame = 2;
  const int64_t count = images.size(0), channels = images.size(1), height = images.size(2), width = images.size(3);
  const int64_t rows = (count + columns - 1) / columns;
  const torchpp::Tensor bytes = images.detach().cpu().clamp(0, 1).mul(255).round().to(torchpp::kByte);
  const torchpp::Tensor picture = torchpp::full(
      {rows * (height + kFrame) + kFrame, columns * (width + kFrame) + kFrame, channels}, 128, torchpp::kByte);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t top = i / columns * (height + kFrame) + kFrame, left = i % columns * (width + kFrame) + kFrame;
    picture.slice(0, top, top + height).slice(1, left, left + width).copy_(bytes[i].permute({1, 2, 0}));
  }
  const auto w = static_cast<int>(picture.size(1)), h = static_cast<int>(picture.size(0)),
             c = static_cast<int>(channels);
  TORCHPP_CHECK_FILE(stbi_write_png(path.c_str(), w, h, c, picture.data_ptr<uint8_t>(), w * c) != 0, "cannot write '",
                     path, "'");
}

}  // namespace examples

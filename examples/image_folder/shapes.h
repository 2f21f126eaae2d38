// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace image_folder {

/// Draws `count` images of each of four shapes (circle, square, star, triangle), of random size, place, rotation and
/// colours, 96 x 96 pixels, as folder/SHAPE/NUMBER.png. The same seed draws the same images.
void draw_shapes(const std::string& folder, int64_t count, uint64_t seed);

}  // namespace image_folder

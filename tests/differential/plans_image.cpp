// SPDX-License-Identifier: BSD-3-Clause
// Arguments of operators on images: paddings, changes of resolution, windows, sampling.
#include <algorithm>

#include "tests/differential/plan.h"

namespace differential {
namespace {

using Domain = OperatorTraits::Domain;

// The spatial dimensions that the name of an operator says.
int64_t dims_of_name(const std::string& name) {
  for (const char* text : {"1d", "2d", "3d"})
    if (name.find(text) != std::string::npos) return text[0] - '0';
  return 2;
}

// A shape of batch, channels and `dims` spatial dimensions of the sizes [low, high].
Sizes image(Plan& p, int64_t dims, int64_t low, int64_t high, bool batched = true) {
  Sizes s;
  if (batched) s.push_back(p.size());
  s.push_back(p.random.between(1, 3));
  for (int64_t d = 0; d < dims; ++d) s.push_back(p.random.between(low, high));
  return s;
}

// ---------------------------------------------------------------- padding

void constant_pad(Plan& p) {
  p.limit_rank(1, 4);
  for (int64_t& n : p.shape) n = std::min<int64_t>(n, 6);
  p.set_sizes("self", p.shape);
  Sizes pad;
  const int64_t padded = p.random.between(0, p.rank());
  for (int64_t d = 0; d < padded; ++d) {
    const int64_t n = p.shape[static_cast<size_t>(p.rank() - 1 - d)];
    pad.push_back(p.random.between(n > 1 && p.random.chance(0.3) ? -1 : 0, 3));
    pad.push_back(p.random.between(n > 2 && p.random.chance(0.3) ? -1 : 0, 3));
  }
  p.set("pad", pad);
  p.set_range("value", -3, 3);
}

// Paddings at both ends of the last dimensions, which leave something of each.
Sizes paddings(Plan& p, const Sizes& spatial, bool reflecting) {
  Sizes pad;
  for (size_t d = spatial.size(); d-- > 0;)
    for (int end = 0; end < 2; ++end)
      pad.push_back(p.random.between(spatial[d] > 3 && p.random.chance(0.2) ? -1 : 0,
                                     reflecting ? std::min<int64_t>(spatial[d] - 1, 3) : 3));
  return pad;
}

void reflection_or_replication(Plan& p) {
  const int64_t dims = dims_of_name(p.schema.name);
  p.shape = image(p, dims, 1, 6, p.random.chance(0.7));
  const Sizes spatial(p.shape.end() - dims, p.shape.end());
  const Sizes pad = paddings(p, spatial, p.schema.name.compare(0, 10, "reflection") == 0);
  Sizes padded = p.shape;
  for (int64_t d = 0; d < dims; ++d) padded[padded.size() - 1 - static_cast<size_t>(d)] += pad[2 * d] + pad[2 * d + 1];
  p.set_sizes("self", p.shape);
  p.set_sizes("grad_output", padded);
  p.set("padding", pad);
}

void pad_by_mode(Plan& p) {
  const bool enumerated = p.schema.name == "_pad_enum", circular = p.schema.name == "_pad_circular";
  const int64_t mode = circular ? 3 : p.random.between(0, 3), dims = p.random.between(1, 3);
  p.shape = image(p, dims, 1, 5, circular || p.random.chance(0.7));
  const Sizes spatial(p.shape.end() - dims, p.shape.end());
  p.set_sizes("self", p.shape);
  p.set("pad", paddings(p, spatial, mode == 1));
  const char* names[] = {"constant", "reflect", "replicate", "circular"};
  if (enumerated) p.set("mode", mode);
  else p.set("mode", names[mode]);
  if (mode != 0 && p.random.chance(0.9)) p.absent("value");
  else p.set_range("value", -3, 3);
}

// ---------------------------------------------------------------- resolution

void upsample(Plan& p) {
  const int64_t dims = dims_of_name(p.schema.name);
  const bool by_list = p.schema.overload.compare(0, 3, "vec") == 0;
  p.shape = image(p, dims, 1, 5);
  if (p.random.chance(0.9)) p.shape[0] = std::max<int64_t>(p.shape[0], 1);
  Sizes to, resized = p.shape;
  std::vector<double> scales;
  const bool by_scale = p.random.chance(by_list ? 0.5 : 0.3);
  for (int64_t d = 0; d < dims; ++d) {
    const size_t i = static_cast<size_t>(d) + 2;
    scales.push_back(p.random.one_of({0.5, 0.75, 1.0, 1.3, 1.5, 2.0, 2.6}));
    const auto scaled = static_cast<int64_t>(static_cast<double>(p.shape[i]) * scales.back());
    to.push_back(by_scale ? std::max<int64_t>(scaled, by_list ? 0 : 1) : p.random.between(1, 8));
    resized[i] = to.back();
  }
  for (const char* name : {"self", "input"}) p.set_sizes(name, p.shape);
  p.set_sizes("grad_output", resized);
  p.set("input_size", p.shape);
  p.set("output_size", to);
  if (by_list) by_scale ? p.absent("output_size") : p.absent("scale_factors");
  if (by_scale) p.set("scale_factors", scales);
  const std::vector<const char*> names = dims == 1   ? std::vector<const char*>{"scales"}
                                         : dims == 2 ? std::vector<const char*>{"scales_h", "scales_w"}
                                                     : std::vector<const char*>{"scales_d", "scales_h", "scales_w"};
  for (size_t d = 0; d < names.size(); ++d) by_scale ? p.set(names[d], scales[d]) : p.absent(names[d]);
}

void shuffle(Plan& p) {
  const bool channels = p.schema.name.find("channel") != std::string::npos;
  const bool down = p.schema.name == "pixel_unshuffle";
  const int64_t factor = p.random.between(1, 3);
  const int64_t apart = p.random.between(0, 3);
  p.shape = p.sizes(channels ? 1 : p.random.between(0, 2));
  p.shape.push_back(channels ? factor * apart : down ? apart : factor * factor * apart);
  const int64_t spatial = channels ? p.random.between(1, 2) : 2;
  for (int64_t d = 0; d < spatial; ++d) p.shape.push_back(p.random.between(0, 3) * (down ? factor : 1));
  if (p.random.chance(0.9))
    for (int64_t& n : p.shape) n = n == 0 ? factor * factor : n;
  p.set_sizes("self", p.shape);
  for (const char* name : {"upscale_factor", "downscale_factor", "groups"}) p.set(name, factor);
}

// ---------------------------------------------------------------- windows

void windows(Plan& p) {
  Sizes kernel, dilation, padding, stride, size;
  int64_t columns = 1, rows = p.random.between(1, 3);
  const Sizes outer = p.random.chance(0.7) ? Sizes{p.random.between(p.random.chance(0.1) ? 0 : 1, 3)} : Sizes{};
  Sizes images = outer, as_columns = outer;
  images.push_back(rows);
  for (int d = 0; d < 2; ++d) {
    kernel.push_back(p.random.between(1, 3));
    dilation.push_back(p.random.between(1, 2));
    padding.push_back(p.random.between(0, 2));
    stride.push_back(p.random.between(1, 3));
    const int64_t reach = dilation.back() * (kernel.back() - 1) + 1;
    size.push_back(p.random.between(std::max<int64_t>(reach - 2 * padding.back(), 1), 7));
    columns *= (size.back() + 2 * padding.back() - reach) / stride.back() + 1;
    rows *= kernel.back();
    images.push_back(size.back());
  }
  as_columns.push_back(rows);
  as_columns.push_back(columns);
  p.set_sizes("self", p.schema.name == "col2im" ? as_columns : images);
  p.set("output_size", size);
  p.set("kernel_size", kernel);
  p.set("dilation", dilation);
  p.set("padding", padding);
  p.set("stride", stride);
}

// ---------------------------------------------------------------- sampling

void affine_grid(Plan& p) {
  const int64_t dims = p.random.between(2, 3), batch = p.random.between(1, 3);
  Sizes size{batch, p.random.between(1, 3)}, grid{batch};
  for (int64_t d = 0; d < dims; ++d) {
    size.push_back(p.random.between(1, 4));
    grid.push_back(size.back());
  }
  grid.push_back(dims);
  p.set_sizes("theta", {batch, dims, dims + 1});
  p.set_sizes("grad", grid);
  p.set("size", size);
}

void grid_sampler(Plan& p) {
  const int64_t any = p.random.between(2, 3);
  const int64_t dims = p.schema.name == "grid_sampler" ? any : dims_of_name(p.schema.name);
  p.shape = image(p, dims, 1, 5);
  Sizes grid{p.shape[0]}, sampled{p.shape[0], p.shape[1]};
  for (int64_t d = 0; d < dims; ++d) {
    grid.push_back(p.random.between(p.random.chance(0.05) ? 0 : 1, 4));
    sampled.push_back(grid.back());
  }
  grid.push_back(dims);
  p.set_sizes("input", p.shape);
  p.set_sizes("grid", grid);
  p.set_range("grid", -1.3, 1.3);
  p.set_sizes("grad_output", sampled);
  p.set("interpolation_mode", p.random.between(0, dims == 2 ? 2 : 1));
  p.set("padding_mode", p.random.between(0, 2));
}

// ---------------------------------------------------------------- pooling of vectors

void pooling_of_vectors(Plan& p) {
  const bool batched = p.random.chance(0.7), dilated = p.schema.name.compare(0, 3, "max") == 0;
  const int64_t kernel = p.random.between(1, 4), dilation = dilated ? p.random.between(1, 2) : 1;
  p.shape = image(p, 1, dilation * (kernel - 1) + 1, 9, batched);
  p.set_sizes("self", p.shape);
  p.set("kernel_size", Sizes{kernel});
  p.set("stride", p.random.chance(0.2) ? Sizes{} : Sizes{p.random.between(1, 3)});
  p.set("padding", Sizes{p.random.between(0, kernel / 2)});
  p.set("dilation", Sizes{dilation});
}

void adaptive_pooling(Plan& p) {
  const int64_t dims = dims_of_name(p.schema.name);
  p.shape = image(p, dims, 1, 7, p.random.chance(0.7));
  p.set_sizes("self", p.shape);
  Sizes output(static_cast<size_t>(dims));
  for (int64_t& n : output) n = p.random.between(p.random.chance(0.05) ? 0 : 1, 5);
  p.set("output_size", output);
}

}  // namespace

PlanRows image_rows() {
  return {
      {"constant_pad_nd", Domain::kAny, 0, constant_pad},
      {"pad _pad_enum _pad_circular", Domain::kFloatingOrComplex, kSums, pad_by_mode},
      {"reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d replication_pad3d "
       "reflection_pad1d_backward reflection_pad2d_backward reflection_pad3d_backward replication_pad1d_backward "
       "replication_pad2d_backward replication_pad3d_backward",
       Domain::kFloatingOrComplex, kSums, reflection_or_replication},
      {"upsample_nearest1d upsample_nearest2d upsample_nearest3d _upsample_nearest_exact1d _upsample_nearest_exact2d "
       "_upsample_nearest_exact3d upsample_nearest1d_backward upsample_nearest2d_backward upsample_nearest3d_backward "
       "_upsample_nearest_exact1d_backward _upsample_nearest_exact2d_backward _upsample_nearest_exact3d_backward",
       Domain::kFloating, kSums, upsample},
      {"upsample_linear1d upsample_bilinear2d upsample_trilinear3d upsample_bicubic2d _upsample_bilinear2d_aa "
       "_upsample_bicubic2d_aa upsample_linear1d_backward upsample_bilinear2d_backward upsample_trilinear3d_backward "
       "upsample_bicubic2d_backward _upsample_bilinear2d_aa_backward _upsample_bicubic2d_aa_backward",
       Domain::kFloating, kSums | kCancels, upsample},
      {"pixel_shuffle pixel_unshuffle channel_shuffle native_channel_shuffle", Domain::kAny, 0, shuffle},
      {"im2col col2im", Domain::kFloatingOrComplex, kSums, windows},
      {"affine_grid_generator affine_grid_generator_backward", Domain::kFloating, kSums, affine_grid},
      {"grid_sampler grid_sampler_2d grid_sampler_2d_backward grid_sampler_3d grid_sampler_3d_backward",
       Domain::kFloating, kSums | kCancels, grid_sampler},
      {"max_pool1d max_pool1d_with_indices avg_pool1d", Domain::kFloating, kSums, pooling_of_vectors},
      {"adaptive_avg_pool1d adaptive_max_pool1d adaptive_avg_pool2d", Domain::kFloating, kSums, adaptive_pooling},
  };
}

}  // namespace differential

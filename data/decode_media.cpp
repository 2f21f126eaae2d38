// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/audio/io.h>
#include <torchpp/core/error.h>
#include <torchpp/data/decode.h>
#include <torchpp/tensor.h>
#include <torchpp/vision/io.h>

#include "src/serialize/names.h"

namespace torchpp::data {

DecodeHandler image_handler(const std::string& spec) {
  using vision::ImageReadMode;
  const bool is_float = spec.empty() || spec.back() != '8';
  const std::string channels = is_float ? spec : spec.substr(0, spec.size() - 1);
  TORCHPP_CHECK_VALUE(serialize::is_one_of(channels, {"l", "rgb", "rgba"}), "image_handler: spec got '", spec,
                      "', expected l, rgb, rgba, l8, rgb8 or rgba8");
  const ImageReadMode mode = channels == "l"     ? ImageReadMode::kGray
                             : channels == "rgb" ? ImageReadMode::kRGB
                                                 : ImageReadMode::kRGBAlpha;
  return [mode, is_float](const std::string& key, const std::string& bytes) -> optional<IValue> {
    if (!serialize::is_one_of(serialize::small_letters(key), {"jpg", "jpeg", "png", "bmp", "gif", "tga", "hdr"}))
      return nullopt;
    const Tensor image = vision::decode_image(bytes, mode);
    if (image.is_floating_point()) return IValue(is_float ? image : image.clamp(0, 1).mul(255).round().to(kByte));
    return IValue(is_float ? image.to(kFloat).div_(255) : image);
  };
}

DecodeHandler audio_handler() {
  return [](const std::string& key, const std::string& bytes) -> optional<IValue> {
    if (serialize::small_letters(key) != "wav") return nullopt;
    const audio::Audio loaded = audio::load(bytes.data(), bytes.size());
    return IValue(IValue::List{IValue(loaded.waveform), IValue(loaded.sample_rate)}, IValue::Tag::kTuple);
  };
}

std::vector<DecodeHandler> default_handlers() { return {basic_handler(), image_handler(), audio_handler()}; }

}  // namespace torchpp::data

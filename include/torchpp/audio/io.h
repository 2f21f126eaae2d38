// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Audio files: WAV, that is PCM of 8, 16, 24 and 32 bits, floats of 32 and 64, A-law and mu-law.

#include <torchpp/core/arg.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/tensor.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace torchpp::audio {

enum class Encoding : uint8_t {
  kPcmS,  ///< signed integers
  kPcmU,  ///< unsigned integers, of 8 bits
  kPcmF,  ///< floats
  kUlaw,  ///< G.711 mu-law
  kAlaw   ///< G.711 A-law
};
/// "PCM_S", as torchaudio writes it.
TORCHPP_API const char* to_string(Encoding encoding);

struct AudioMetaData {
  int64_t sample_rate = 0, num_frames = 0, num_channels = 0, bits_per_sample = 0;
  Encoding encoding = Encoding::kPcmS;
};

/// Samples (channels, frames), or (frames, channels) if asked, with the number of frames in a second.
struct Audio {
  Tensor waveform;
  int64_t sample_rate = 0;
};

class LoadOptions {
  /// The first frame to read; beyond the last one there are none.
  TORCHPP_ARG(int64_t, frame_offset) = 0;
  /// The most frames to read; -1: up to the end.
  TORCHPP_ARG(int64_t, num_frames) = -1;
  /// Whether samples become float32 of -1 to 1. Otherwise they are uint8 for 8 bits, int16 for 16, int32 for 24 (in the
  /// upper bits) and 32, and, as the file has them, float32 and float64; A-law and mu-law are float32 in any case.
  TORCHPP_ARG(bool, normalize) = true;
  /// Whether the shape is (channels, frames).
  TORCHPP_ARG(bool, channels_first) = true;
};

/// Reads a WAV file, only the frames that are asked for.
///
///     auto [waveform, sample_rate] = audio::load("speech.wav");
///     auto second = audio::load("speech.wav", audio::LoadOptions().frame_offset(sample_rate).num_frames(sample_rate));
///
/// Throws FileError, which says what was got and expected, for what is no such file (big-endian RIFX and RF64 included)
/// and for sizes that do not fit the file; ValueError for a negative frame_offset or num_frames that is 0 or below -1.
/// Source: torchaudio 0.13 load. Its library cuts samples of float files at -1 and 1 and rounds them to 32 bits; here
/// they stay as they are.
TORCHPP_API Audio load(const std::string& path, const LoadOptions& options = {});
/// The same from bytes in memory.
TORCHPP_API Audio load(const void* data, size_t size, const LoadOptions& options = {});

/// What the head of a WAV file says. Throws FileError as load.   Source: torchaudio 0.13 info.
TORCHPP_API AudioMetaData info(const std::string& path);
TORCHPP_API AudioMetaData info(const void* data, size_t size);

class SaveOptions {
  /// Whether the shape is (channels, frames).
  TORCHPP_ARG(bool, channels_first) = true;
  /// nullopt: that of the tensor's dtype; with bits_per_sample, kPcmU for 8 and kPcmS for more.
  TORCHPP_ARG(optional<Encoding>, encoding);
  /// 16, 24 or 32 for kPcmS (default 32), 8 for kPcmU, kUlaw and kAlaw, 32 or 64 for kPcmF (default 32).
  TORCHPP_ARG(optional<int64_t>, bits_per_sample);
};

/// Writes a WAV file, which appears complete or not at all. Samples are float32 (-1 to 1), int32, int16 or uint8, and
/// are stored as such unless the options say otherwise; they are rounded to fewer bits, and what does not fit becomes
/// the nearest value that does. Shapes: src (channels, frames), or (frames, channels) with channels_first = false.
/// Throws ValueError for other shapes, sizes that WAV has no room for, and combinations of encoding and bits that it
/// does not have; TypeError for other dtypes; FileError.   Source: torchaudio 0.13 save.
TORCHPP_API void save(const std::string& path, const Tensor& src, int64_t sample_rate, const SaveOptions& options = {});

}  // namespace torchpp::audio

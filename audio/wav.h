// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The head of WAV files: "RIFF", chunks with a name and a size each, of which "fmt " says how the samples in "data" are
// stored. Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0, 1991; Microsoft, Multiple
// Channel Audio Data and WAVE Files, 2001.

#include <torchpp/audio/io.h>

#include <cstdint>
#include <string>
#include <vector>

#include "audio/samples.h"
#include "src/serialize/file.h"

namespace torchpp::audio {

struct WavHead {
  SampleFormat format;
  int64_t channels = 0, sample_rate = 0, frames = 0;

  size_t frame_bytes() const { return static_cast<size_t>(channels) * format.bytes(); }
};

/// Reads up to the first sample. Throws FileError, which begins with `name`, for what is no WAV file, for samples that
/// are stored in another way, and for a size that does not fit what is there.
WavHead read_wav_head(serialize::Input& in, const std::string& name);

/// The bytes before the first sample. Throws ValueError if the samples are too many for the format.
std::vector<unsigned char> wav_head(const WavHead& head);

}  // namespace torchpp::audio

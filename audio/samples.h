// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// How WAV stores samples. A sample is a number from -1 to 1; of n bits, a multiple of 2^(1 - n).

#include <torchpp/audio/io.h>

#include <cstddef>
#include <cstdint>

namespace torchpp::audio {

/// How a file's samples are stored.
struct SampleFormat {
  Encoding encoding = Encoding::kPcmS;
  int bits = 16;

  size_t bytes() const { return static_cast<size_t>(bits) / 8; }
};

/// Whether WAV has the combination.
bool is_sample_format(const SampleFormat& format);

/// The dtype of loaded samples.
ScalarType dtype_of(const SampleFormat& format, bool normalize);

/// Decodes samples that follow one another in a file to every `stride`-th element of an array of dtype_of().
void decode_samples(const SampleFormat& format, bool normalize, const unsigned char* from, size_t step, size_t count,
                    void* to, size_t stride);

/// Encodes every `stride`-th element of an array of float32, int32, int16 or uint8 to every `step`-th byte of a file.
void encode_samples(const SampleFormat& format, ScalarType dtype, const void* from, size_t stride, size_t count,
                    unsigned char* to, size_t step);

}  // namespace torchpp::audio

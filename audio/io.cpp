// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/audio/io.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>

#include <algorithm>
#include <vector>

#include "audio/samples.h"
#include "audio/wav.h"
#include "src/serialize/file.h"

namespace torchpp::audio {
namespace {

// Samples go between file and tensor in pieces of about so many bytes.
constexpr size_t kPieceBytes = size_t{1} << 18;

// Where the samples of a waveform are in its tensor's memory.
struct Strides {
  size_t channel, frame;

  Strides(int64_t channels, int64_t frames, bool channels_first)
      : channel(channels_first ? static_cast<size_t>(frames) : 1),
        frame(channels_first ? 1 : static_cast<size_t>(channels)) {}
};

// Calls `piece(begin, count)` for frames that follow one another.
template <class Piece>
void for_each_piece(size_t frames, size_t frame_bytes, const Piece& piece) {
  const size_t most = std::max<size_t>(1, kPieceBytes / frame_bytes);
  for (size_t begin = 0; begin < frames; begin += most) piece(begin, std::min(most, frames - begin));
}

Audio load_from(serialize::Input& in, const std::string& name, const LoadOptions& options) {
  TORCHPP_CHECK_VALUE(options.frame_offset() >= 0, name, ": frame_offset must be non-negative, got ",
                      options.frame_offset());
  TORCHPP_CHECK_VALUE(options.num_frames() == -1 || options.num_frames() > 0, name,
                      ": num_frames must be -1 or greater than 0, got ", options.num_frames());
  const WavHead head = read_wav_head(in, name);
  const int64_t offset = std::min(options.frame_offset(), head.frames), rest = head.frames - offset;
  const int64_t count = options.num_frames() < 0 ? rest : std::min(options.num_frames(), rest);

  const ScalarType dtype = dtype_of(head.format, options.normalize());
  Audio audio;
  audio.sample_rate = head.sample_rate;
  audio.waveform =
      options.channels_first() ? empty({head.channels, count}, dtype) : empty({count, head.channels}, dtype);
  if (count == 0) return audio;
  in.skip(static_cast<uint64_t>(offset) * head.frame_bytes());
  const Strides strides(head.channels, count, options.channels_first());
  auto* out = static_cast<char*>(audio.waveform.data_ptr());
  const size_t item = audio.waveform.itemsize();
  std::vector<unsigned char> bytes;
  for_each_piece(static_cast<size_t>(count), head.frame_bytes(), [&](size_t begin, size_t frames) {
    bytes.resize(frames * head.frame_bytes());
    in.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    for (size_t c = 0; c < static_cast<size_t>(head.channels); ++c)
      decode_samples(head.format, options.normalize(), bytes.data() + c * head.format.bytes(), head.frame_bytes(),
                     frames, out + (c * strides.channel + begin * strides.frame) * item, strides.frame);
  });
  in.finish();
  return audio;
}

AudioMetaData info_from(serialize::Input& in, const std::string& name) {
  const WavHead head = read_wav_head(in, name);
  return {head.sample_rate, head.frames, head.channels, head.format.bits, head.format.encoding};
}

std::string subject_of(const char* what, const std::string& path) { return std::string(what) + " '" + path + "'"; }

SampleFormat default_format(ScalarType dtype) {
  switch (dtype) {
    case kFloat: return {Encoding::kPcmF, 32};
    case kInt: return {Encoding::kPcmS, 32};
    case kShort: return {Encoding::kPcmS, 16};
    default: return {Encoding::kPcmU, 8};
  }
}

SampleFormat format_for(ScalarType dtype, const SaveOptions& options) {
  if (!options.encoding() && !options.bits_per_sample()) return default_format(dtype);
  SampleFormat format;
  format.encoding = options.encoding()                ? *options.encoding()
                    : *options.bits_per_sample() == 8 ? Encoding::kPcmU
                                                      : Encoding::kPcmS;
  const bool of_32 = format.encoding == Encoding::kPcmS || format.encoding == Encoding::kPcmF;
  const int64_t bits = options.bits_per_sample().value_or(of_32 ? 32 : 8);
  format.bits = bits > 0 && bits <= 64 ? static_cast<int>(bits) : 0;
  TORCHPP_CHECK_VALUE(is_sample_format(format), "save: got ", bits, " bits per sample of ", to_string(format.encoding),
                      ", expected 16, 24 or 32 of PCM_S, 8 of PCM_U, ULAW and ALAW, 32 or 64 of PCM_F");
  return format;
}

}  // namespace

const char* to_string(Encoding encoding) {
  switch (encoding) {
    case Encoding::kPcmS: return "PCM_S";
    case Encoding::kPcmU: return "PCM_U";
    case Encoding::kPcmF: return "PCM_F";
    case Encoding::kUlaw: return "ULAW";
    case Encoding::kAlaw: return "ALAW";
  }
  return "unknown";
}

Audio load(const std::string& path, const LoadOptions& options) {
  serialize::FileInput in(path);
  return load_from(in, subject_of("load", path), options);
}
Audio load(const void* data, size_t size, const LoadOptions& options) {
  serialize::MemoryInput in(data, size);
  return load_from(in, "load memory", options);
}

AudioMetaData info(const std::string& path) {
  serialize::FileInput in(path);
  return info_from(in, subject_of("info", path));
}
AudioMetaData info(const void* data, size_t size) {
  serialize::MemoryInput in(data, size);
  return info_from(in, "info memory");
}

void save(const std::string& path, const Tensor& src, int64_t sample_rate, const SaveOptions& options) {
  TORCHPP_CHECK_VALUE(src.defined() && src.dim() == 2, "save: waveform got ", src.defined() ? src.dim() : 0,
                      " dimensions, expected 2");
  const ScalarType dtype = src.scalar_type();
  TORCHPP_CHECK_TYPE(dtype == kFloat || dtype == kInt || dtype == kShort || dtype == kByte, "save: waveform got dtype ",
                     dtype, ", expected Float, Int, Short or Byte");
  TORCHPP_CHECK_VALUE(sample_rate > 0 && sample_rate <= 0xFFFFFFFF, "save: sample_rate got ", sample_rate,
                      ", expected 1 to 4294967295");
  WavHead head;
  head.format = format_for(dtype, options);
  head.channels = src.size(options.channels_first() ? 0 : 1);
  head.frames = src.size(options.channels_first() ? 1 : 0);
  head.sample_rate = sample_rate;
  TORCHPP_CHECK_VALUE(head.channels > 0, "save: waveform got no channels, expected at least 1");
  const std::vector<unsigned char> start = wav_head(head);

  const Tensor samples = src.detach().cpu().contiguous();
  const Strides strides(head.channels, head.frames, options.channels_first());
  const size_t item = samples.itemsize();
  serialize::OutputFile file(path);
  file.write(start.data(), start.size());
  std::vector<unsigned char> bytes;
  for_each_piece(static_cast<size_t>(head.frames), head.frame_bytes(), [&](size_t begin, size_t frames) {
    const auto* from = static_cast<const char*>(samples.data_ptr());
    bytes.resize(frames * head.frame_bytes());
    for (size_t c = 0; c < static_cast<size_t>(head.channels); ++c)
      encode_samples(head.format, dtype, from + (c * strides.channel + begin * strides.frame) * item, strides.frame,
                     frames, bytes.data() + c * head.format.bytes(), head.frame_bytes());
    file.write(bytes.data(), bytes.size());
  });
  if (static_cast<size_t>(head.frames) * head.frame_bytes() % 2 != 0) file.write("", 1);  // chunks begin at even places
  file.commit();
}

}  // namespace torchpp::audio

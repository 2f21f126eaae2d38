// SPDX-License-Identifier: BSD-3-Clause
// The only file that connects archives to their default file format, safetensors.
#include <torchpp/core/error.h>

#include <cstring>
#include <istream>
#include <ostream>

#include "src/serialize/safetensors.h"

namespace torchpp::serialize {
namespace {

class FunctionInput final : public Input {
 public:
  using Read = Callable<size_t(uint64_t pos, void* buf, size_t nbytes)>;
  FunctionInput(const Read& read, uint64_t size) : Input(size), read_(read) {}
  void read(char* to, size_t n) override {
    while (n > 0) {
      const size_t got = read_(pos_, to, n);
      TORCHPP_CHECK_FILE(got > 0 && got <= n, "load: the reading function gave ", got, " bytes at ", pos_,
                         ", expected up to ", n);
      pos_ += got;
      to += got;
      n -= got;
    }
  }

 private:
  const Read& read_;
  uint64_t pos_ = 0;
};

// The number of bytes from the stream's position to its end, if the stream supports seeking.
optional<uint64_t> bytes_left(std::istream& stream) {
  const std::istream::pos_type here = stream.tellg();
  if (here == std::istream::pos_type(-1)) {
    stream.clear(stream.rdstate() & ~std::ios::failbit);
    return nullopt;
  }
  stream.seekg(0, std::ios::end);
  const std::istream::pos_type end = stream.tellg();
  stream.clear();
  stream.seekg(here);
  if (!stream || end == std::istream::pos_type(-1) || end < here) return nullopt;
  return static_cast<uint64_t>(end - here);
}

}  // namespace

void OutputArchive::save_to(const std::string& filename) const { save_safetensors(filename, *this); }

void OutputArchive::save_to(const Callable<size_t(const void*, size_t)>& func) const {
  SafetensorsWriter writer;
  write_to(writer);
  write_safetensors(writer.tensors(), writer.metadata(), [&](const void* data, size_t size) {
    const size_t written = func(data, size);
    TORCHPP_CHECK_FILE(written == size, "save: the writing function took ", written, " bytes, expected ", size);
  });
}

void OutputArchive::save_to(std::ostream& stream) const {
  save_to([&](const void* data, size_t size) {
    stream.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    return stream ? size : 0;
  });
}

void InputArchive::load_from(const std::string& filename, optional<Device> device) {
  look_at(std::make_shared<SafetensorsReader>(read_safetensors(filename, /*map=*/false, device)));
}

void InputArchive::load_mapped(const std::string& filename, optional<Device> device) {
  look_at(std::make_shared<SafetensorsReader>(read_safetensors(filename, /*map=*/true, device)));
}

void InputArchive::load_from(const char* data, size_t size, optional<Device> device) {
  look_at(std::make_shared<SafetensorsReader>(read_safetensors(data, size, "memory", device)));
}

void InputArchive::load_from(const Callable<size_t(uint64_t pos, void* buf, size_t nbytes)>& read_func,
                             const Callable<size_t()>& size_func, optional<Device> device) {
  FunctionInput in(read_func, size_func());
  look_at(std::make_shared<SafetensorsReader>(read_safetensors(in, "load 'memory'", device)));
}

void InputArchive::load_from(std::istream& stream, optional<Device> device) {
  if (const optional<uint64_t> size = bytes_left(stream)) {
    const FunctionInput::Read read = [&](uint64_t, void* to, size_t n) {
      stream.read(static_cast<char*>(to), static_cast<std::streamsize>(n));
      return static_cast<size_t>(stream.gcount());
    };
    FunctionInput in(read, *size);
    look_at(std::make_shared<SafetensorsReader>(read_safetensors(in, "load 'stream'", device)));
    return;
  }
  // Read in growing pieces: how long the stream is shows only at its end.
  std::string bytes;
  for (size_t piece = size_t{1} << 16; stream; piece *= 2) {
    const size_t before = bytes.size();
    bytes.resize(before + piece);
    stream.read(bytes.data() + before, static_cast<std::streamsize>(piece));
    bytes.resize(before + static_cast<size_t>(stream.gcount()));
  }
  TORCHPP_CHECK_FILE(!stream.bad(), "load: the stream failed after ", bytes.size(), " bytes");
  load_from(bytes.data(), bytes.size(), device);
}

}  // namespace torchpp::serialize

// SPDX-License-Identifier: BSD-3-Clause
// Where archives meet the one file format that they choose by themselves.
#include <torchpp/core/error.h>

#include <cstring>
#include <istream>
#include <ostream>

#include "src/serialize/safetensors.h"

namespace torchpp::serialize {
namespace {

std::shared_ptr<Reader> reader_of(const Block& block, const std::string& name, std::optional<Device> device) {
  return std::make_shared<SafetensorsReader>(parse_block(block, "load '" + name + "'", device));
}

}  // namespace

void OutputArchive::save_to(const std::string& filename) const { save_safetensors(filename, *this); }

void OutputArchive::save_to(const std::function<size_t(const void*, size_t)>& func) const {
  SafetensorsWriter writer;
  write_to(writer);
  write_safetensors(writer.tensors(), {}, [&](const void* data, size_t size) {
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

void InputArchive::load_from(const std::string& filename, std::optional<Device> device) {
  reader_ = reader_of(open_block(filename, /*map=*/true), filename, device);
}

void InputArchive::load_from(const char* data, size_t size, std::optional<Device> device) {
  load_from(
      [&](uint64_t pos, void* buf, size_t nbytes) {
        std::memcpy(buf, data + pos, nbytes);
        return nbytes;
      },
      [&] { return size; }, device);
}

void InputArchive::load_from(const std::function<size_t(uint64_t pos, void* buf, size_t nbytes)>& read_func,
                             const std::function<size_t()>& size_func, std::optional<Device> device) {
  const Block block = allocate_block(size_func());
  for (size_t done = 0; done < block.size;) {
    const size_t n = read_func(done, block.data.get() + done, block.size - done);
    TORCHPP_CHECK_FILE(n > 0 && n <= block.size - done, "load: the reading function gave ", n, " bytes at ", done,
                       ", expected up to ", block.size - done);
    done += n;
  }
  reader_ = reader_of(block, "memory", device);
}

void InputArchive::load_from(std::istream& stream, std::optional<Device> device) {
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

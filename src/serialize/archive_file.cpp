// SPDX-License-Identifier: BSD-3-Clause
// The only file that connects archives to the file formats that they are read from, recognised by content, and to the
// one that they are written to, safetensors.
#include <torchpp/core/error.h>

#include <algorithm>
#include <cstring>
#include <istream>
#include <ostream>

#include "src/serialize/pt.h"
#include "src/serialize/safetensors.h"

namespace torchpp::serialize {
namespace {

using ReadFunction = Callable<size_t(uint64_t pos, void* buf, size_t nbytes)>;

void read_all(const ReadFunction& read, uint64_t pos, char* to, size_t n) {
  while (n > 0) {
    const size_t got = read(pos, to, n);
    TORCHPP_CHECK_FILE(got > 0 && got <= n, "load: the reading function gave ", got, " bytes at ", pos,
                       ", expected up to ", n);
    pos += got;
    to += got;
    n -= got;
  }
}

class FunctionInput final : public Input {
 public:
  FunctionInput(const ReadFunction& read, uint64_t size) : Input(size), read_(read) {}
  void read(char* to, size_t n) override {
    read_all(read_, pos_, to, n);
    pos_ += n;
  }

 private:
  const ReadFunction& read_;
  uint64_t pos_ = 0;
};

class RandomFunction final : public RandomInput {
 public:
  RandomFunction(const ReadFunction& read, uint64_t size) : RandomInput(size), read_(read) {}
  void read_at(uint64_t offset, void* to, size_t n) override { read_all(read_, offset, static_cast<char*>(to), n); }

 private:
  const ReadFunction& read_;
};

bool begins_as_pt(RandomInput& in) {
  char start[kPtStartBytes];
  const auto n = static_cast<size_t>(std::min<uint64_t>(in.size(), sizeof start));
  in.read_at(0, start, n);
  return is_pt(start, n);
}

std::shared_ptr<Reader> open_file(const std::string& path, bool map, optional<Device> device) {
  RandomFile file(path);
  if (!begins_as_pt(file)) return std::make_shared<SafetensorsReader>(read_safetensors(path, map, device));
  LoadPtOptions options;
  options.map = map;
  options.device = device;
  std::unique_ptr<RandomInput> in;
  if (Block block = map ? map_file(path) : Block(); block.data) in = std::make_unique<RandomMemory>(std::move(block));
  else in = std::make_unique<RandomFile>(path);
  const std::string name = "load '" + path + "'";
  return std::make_shared<PtReader>(read_pt(std::move(in), name, options), name);
}

std::shared_ptr<Reader> open_function(const ReadFunction& read, uint64_t size, const std::string& name,
                                      optional<Device> device) {
  auto random = std::make_unique<RandomFunction>(read, size);
  if (begins_as_pt(*random)) {
    LoadPtOptions options;
    options.device = device;
    return std::make_shared<PtReader>(read_pt(std::move(random), name, options), name);
  }
  FunctionInput in(read, size);
  return std::make_shared<SafetensorsReader>(read_safetensors(in, name, device));
}

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
  look_at(open_file(filename, /*map=*/false, device));
}

void InputArchive::load_mapped(const std::string& filename, optional<Device> device) {
  look_at(open_file(filename, /*map=*/true, device));
}

void InputArchive::load_from(const char* data, size_t size, optional<Device> device) {
  const ReadFunction read = [data](uint64_t pos, void* to, size_t n) {
    std::memcpy(to, data + pos, n);
    return n;
  };
  look_at(open_function(read, size, "load 'memory'", device));
}

void InputArchive::load_from(const Callable<size_t(uint64_t pos, void* buf, size_t nbytes)>& read_func,
                             const Callable<size_t()>& size_func, optional<Device> device) {
  look_at(open_function(read_func, size_func(), "load 'memory'", device));
}

void InputArchive::load_from(std::istream& stream, optional<Device> device) {
  if (const optional<uint64_t> size = bytes_left(stream)) {
    const std::istream::pos_type begin = stream.tellg();
    uint64_t next = 0;
    const ReadFunction read = [&](uint64_t pos, void* to, size_t n) {
      if (pos != next) stream.seekg(begin + static_cast<std::istream::off_type>(pos));
      stream.read(static_cast<char*>(to), static_cast<std::streamsize>(n));
      const auto got = static_cast<size_t>(stream.gcount());
      next = pos + got;
      return got;
    };
    look_at(open_function(read, *size, "load 'stream'", device));
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

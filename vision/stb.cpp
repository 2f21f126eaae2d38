// SPDX-License-Identifier: BSD-3-Clause
#include "vision/stb.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace torchpp::vision::stb {
namespace {

// What a call may still take. Blocks are preceded by their size, so that it also knows what is given back.
struct Budget {
  size_t left;
  bool exceeded;
};
thread_local Budget* budget = nullptr;  // that of the call which runs on this thread
constexpr size_t kPrefix = 16;          // keeps the alignment of malloc()

// Zeroed, because stb_image does not look whether some of its reads gave all bytes.
void* allocate(size_t size) {
  if (budget != nullptr) {
    if (size > budget->left) {
      budget->exceeded = true;
      return nullptr;
    }
    budget->left -= size;
  }
  auto* block = static_cast<unsigned char*>(std::calloc(1, size + kPrefix));
  if (block == nullptr) return nullptr;
  std::memcpy(block, &size, sizeof size);
  return block + kPrefix;
}
size_t size_of(const void* block) {
  size_t size;
  std::memcpy(&size, static_cast<const unsigned char*>(block) - kPrefix, sizeof size);
  return size;
}
void release(void* block) {
  if (block == nullptr) return;
  if (budget != nullptr) budget->left += size_of(block);
  std::free(static_cast<unsigned char*>(block) - kPrefix);
}
void* reallocate(void* block, size_t size) {
  void* larger = allocate(size);
  if (larger == nullptr || block == nullptr) return larger;
  std::memcpy(larger, block, std::min(size, size_of(block)));
  release(block);
  return larger;
}

}  // namespace
}  // namespace torchpp::vision::stb

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_PSD
#define STBI_NO_PIC
#define STBI_NO_PNM
#define STBI_FAILURE_USERMSG
#define STBI_ASSERT(x)
#define STBI_MALLOC(size) torchpp::vision::stb::allocate(size)
#define STBI_REALLOC(block, size) torchpp::vision::stb::reallocate(block, size)
#define STBI_FREE(block) torchpp::vision::stb::release(block)
#include <stb/stb_image.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STBIW_ASSERT(x)
#include <stb/stb_image_write.h>

namespace torchpp::vision::stb {
namespace {

// The bytes, given out piece by piece: unlike its own reader of memory, which returns zeros behind the end, this one
// knows when more is asked for.
struct Source {
  const unsigned char* next;
  size_t left;
  const char* refilled = nullptr;  // stb_image's buffer, which it fills as far as there are bytes
  bool beyond_end = false;
};

int read(void* user, char* to, int count) {
  Source& source = *static_cast<Source*>(user);
  const size_t wanted = static_cast<size_t>(std::max(count, 0)), n = std::min(wanted, source.left);
  if (source.refilled == nullptr) source.refilled = to;  // the first read is always such
  if (n == 0 ? wanted > 0 : n < wanted && to != source.refilled) source.beyond_end = true;
  std::memcpy(to, source.next, n);
  source.next += n;
  source.left -= n;
  return static_cast<int>(n);
}
void skip(void* user, int count) {
  Source& source = *static_cast<Source*>(user);
  if (count < 0) return;
  const size_t n = std::min(static_cast<size_t>(count), source.left);
  source.next += n;
  source.left -= n;
}
int is_at_end(void* user) { return static_cast<Source*>(user)->left == 0; }

constexpr stbi_io_callbacks kCallbacks = {&read, &skip, &is_at_end};

// Runs one of stb_image's functions on the bytes.
template <class F>
Outcome run(const unsigned char* data, size_t size, size_t max_bytes, const F& f) {
  Source source = {data, size};
  Budget mine = {max_bytes, false};
  budget = &mine;
  const bool done = f(&source);
  budget = nullptr;
  return {done ? nullptr : stbi_failure_reason(), mine.exceeded, source.beyond_end};
}

constexpr size_t kHeaderBytes = size_t{1} << 20;

// Collects what one of stb_image_write's functions writes.
template <class F>
std::string written(const F& f) {
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(size));
  };
  const int done = f(append, &bytes);
  TORCHPP_INTERNAL_ASSERT(done != 0, "stb_image_write refused an image.");
  return bytes;
}

}  // namespace

void FreePixels::operator()(void* pixels) const { release(pixels); }

Outcome read_header(const unsigned char* data, size_t size, Header& header) {
  run(data, size, kHeaderBytes, [&](Source* source) {
    header.is_float = stbi_is_hdr_from_callbacks(&kCallbacks, source) != 0;
    return true;
  });
  return run(data, size, kHeaderBytes, [&](Source* source) {
    return stbi_info_from_callbacks(&kCallbacks, source, &header.width, &header.height, &header.channels) != 0;
  });
}

Outcome decode(const unsigned char* data, size_t size, const Header& header, size_t max_bytes, Pixels& pixels) {
  return run(data, size, max_bytes, [&](Source* source) {
    int width = 0, height = 0, channels = 0;
    if (header.is_float)
      pixels.reset(stbi_loadf_from_callbacks(&kCallbacks, source, &width, &height, &channels, header.channels));
    else pixels.reset(stbi_load_from_callbacks(&kCallbacks, source, &width, &height, &channels, header.channels));
    return pixels != nullptr && width == header.width && height == header.height;
  });
}

std::string encode_jpeg(int width, int height, int channels, const uint8_t* pixels, int quality) {
  return written([&](stbi_write_func* append, void* to) {
    return stbi_write_jpg_to_func(append, to, width, height, channels, pixels, quality);
  });
}
std::string encode_bmp(int width, int height, int channels, const void* pixels) {
  return written([&](stbi_write_func* append, void* to) {
    return stbi_write_bmp_to_func(append, to, width, height, channels, pixels);
  });
}
std::string encode_tga(int width, int height, int channels, const void* pixels) {
  return written([&](stbi_write_func* append, void* to) {
    return stbi_write_tga_to_func(append, to, width, height, channels, pixels);
  });
}

}  // namespace torchpp::vision::stb

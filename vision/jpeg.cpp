// SPDX-License-Identifier: BSD-3-Clause
#include "vision/jpeg.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Behind <cstdio>, whose FILE it takes for granted.
#include <jpeglib.h>

#include <jerror.h>

#include "src/core/shared_library.h"
#include "vision/planes.h"

namespace torchpp::vision::jpeg {
namespace {

// Every function that is called, and jpeg_skip_scanlines, which tells libjpeg-turbo from others of the same name: these
// have no JCS_EXT_RGBX. The table's members have the functions' names and types.
#define TORCHPP_JPEG_FUNCTIONS(X) \
  X(jpeg_CreateCompress)          \
  X(jpeg_CreateDecompress)        \
  X(jpeg_destroy_compress)        \
  X(jpeg_destroy_decompress)      \
  X(jpeg_finish_compress)         \
  X(jpeg_has_multiple_scans)      \
  X(jpeg_mem_dest)                \
  X(jpeg_read_header)             \
  X(jpeg_read_scanlines)          \
  X(jpeg_resync_to_restart)       \
  X(jpeg_set_defaults)            \
  X(jpeg_set_quality)             \
  X(jpeg_skip_scanlines)          \
  X(jpeg_start_compress)          \
  X(jpeg_start_decompress)        \
  X(jpeg_std_error)               \
  X(jpeg_write_scanlines)

struct Libjpeg {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_JPEG_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};

// The structures of versions 6.2, 7 and 8 differ, and each has a name of its own.
constexpr const char* kName = JPEG_LIB_VERSION >= 80   ? "libjpeg.so.8"
                              : JPEG_LIB_VERSION >= 70 ? "libjpeg.so.7"
                                                       : "libjpeg.so.62";

const torchpp::detail::LibraryTable<Libjpeg>& table() {
  static const torchpp::detail::LibraryTable<Libjpeg>& opened =
      torchpp::detail::open_table<Libjpeg>("libjpeg", {kName}, "install Debian's package libjpeg62-turbo",
                                           [](torchpp::detail::SharedLibrary& library, Libjpeg& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
                                             TORCHPP_JPEG_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
                                           });
  return opened;
}

// libjpeg reports an error by a function that must not return. It jumps out of guarded(), over frames of libjpeg and of
// functions whose objects need no destructor.
struct Errors {
  jpeg_error_mgr manager;
  jmp_buf jump;
  char text[JMSG_LENGTH_MAX] = "";
  bool hit_marker = false;  // data of the image ended before the image
};

template <class Info>
Errors& errors_of(Info* info) {
  return *reinterpret_cast<Errors*>(info->err);  // its first member
}

[[noreturn]] void fail(j_common_ptr info) {
  Errors& errors = errors_of(info);
  info->err->format_message(info, errors.text);
  std::longjmp(errors.jump, 1);
}
// Warnings: libjpeg goes on with what it has, as all programs that use it do.
void note(j_common_ptr info, int level) {
  if (level < 0 && info->err->msg_code == JWRN_HIT_MARKER) errors_of(info).hit_marker = true;
}
void print_nothing(j_common_ptr) {}

void set_up(const Libjpeg& lib, Errors& errors) {
  lib.jpeg_std_error(&errors.manager);
  errors.manager.error_exit = &fail;
  errors.manager.emit_message = &note;
  errors.manager.output_message = &print_nothing;
}

// Runs f, which calls libjpeg and creates no object that has a destructor. False if libjpeg reported an error.
template <class F>
__attribute__((noinline)) bool guarded(Errors& errors, const F& f) {
  if (setjmp(errors.jump) != 0) return false;
  f();
  return true;
}

// The bytes of a file. Behind them stands the marker of an end, once: that it is missing is no fault of an image.
struct Source {
  jpeg_source_mgr manager;
  bool beyond_end = false;
};
constexpr JOCTET kEnd[] = {0xff, JPEG_EOI};

void do_nothing(j_decompress_ptr) {}
boolean give_end(j_decompress_ptr info) {
  Source& source = *reinterpret_cast<Source*>(info->src);  // its first member
  if (source.manager.next_input_byte == kEnd + sizeof kEnd) {
    source.beyond_end = true;
    ERREXIT(info, JERR_INPUT_EOF);
  }
  source.manager.next_input_byte = kEnd;
  source.manager.bytes_in_buffer = sizeof kEnd;
  return TRUE;
}
void skip(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  Source& source = *reinterpret_cast<Source*>(info->src);
  if (static_cast<size_t>(count) > source.manager.bytes_in_buffer) {
    source.beyond_end = true;
    ERREXIT(info, JERR_INPUT_EOF);
  }
  source.manager.next_input_byte += count;
  source.manager.bytes_in_buffer -= static_cast<size_t>(count);
}

class Decoder {
 public:
  Decoder(const Libjpeg& lib, const unsigned char* data, size_t size) : lib_(lib) {
    set_up(lib, errors_);
    source_.manager.next_input_byte = data;
    source_.manager.bytes_in_buffer = size;
    source_.manager.init_source = &do_nothing;
    source_.manager.fill_input_buffer = &give_end;
    source_.manager.skip_input_data = &skip;
    source_.manager.resync_to_restart = lib.jpeg_resync_to_restart;
    source_.manager.term_source = &do_nothing;
    info_.err = &errors_.manager;
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { lib_.jpeg_destroy_decompress(&info_); }

  bool read_header() {
    return guarded(errors_, [this] {
      lib_.jpeg_CreateDecompress(&info_, JPEG_LIB_VERSION, sizeof info_);
      info_.src = &source_.manager;
      lib_.jpeg_read_header(&info_, TRUE);
      has_many_scans_ = lib_.jpeg_has_multiple_scans(&info_) != 0;
    });
  }
  bool is_grey_or_rgb() const {
    return info_.jpeg_color_space == JCS_GRAYSCALE || info_.jpeg_color_space == JCS_YCbCr ||
           info_.jpeg_color_space == JCS_RGB;
  }
  bool has_sizes(int width, int height) const {
    return info_.image_width == static_cast<JDIMENSION>(width) && info_.image_height == static_cast<JDIMENSION>(height);
  }
  bool start(int channels, size_t max_bytes) {
    return guarded(errors_, [&] {
      // Four bytes for each pixel are separated by vector instructions, in half the time of three.
      info_.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBX;
      info_.mem->max_memory_to_use = static_cast<long>(max_bytes);
      lib_.jpeg_start_decompress(&info_);
    });
  }
  // The next `count` rows, behind one another in `rows`; `read` is how many there were.
  bool read_rows(uint8_t* rows, JDIMENSION count, JDIMENSION& read) {
    const size_t row_bytes = static_cast<size_t>(info_.output_width) * static_cast<size_t>(info_.output_components);
    return guarded(errors_, [&] {
      for (read = 0; read < count;) {
        JSAMPROW row = rows + row_bytes * read;
        read += lib_.jpeg_read_scanlines(&info_, &row, 1);
      }
    });
  }
  // Where the added end was reached, a scan may be cut, or others may be missing.
  bool beyond_end() const {
    const bool at_added_end =
        source_.manager.next_input_byte >= kEnd && source_.manager.next_input_byte <= kEnd + sizeof kEnd;
    return source_.beyond_end || (at_added_end && (errors_.hit_marker || has_many_scans_));
  }
  bool beyond_limit() const { return errors_.manager.msg_code == JERR_NO_BACKING_STORE; }
  const char* failure() const { return errors_.text; }

 private:
  const Libjpeg& lib_;
  Errors errors_;
  Source source_;
  jpeg_decompress_struct info_{};
  bool has_many_scans_ = false;
};

class Encoder {
 public:
  explicit Encoder(const Libjpeg& lib) : lib_(lib) {
    set_up(lib, errors_);
    info_.err = &errors_.manager;
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    lib_.jpeg_destroy_compress(&info_);
    std::free(bytes_);
  }

  bool run(int width, int height, int channels, const uint8_t* pixels, int quality) {
    return guarded(errors_, [&] {
      lib_.jpeg_CreateCompress(&info_, JPEG_LIB_VERSION, sizeof info_);
      lib_.jpeg_mem_dest(&info_, &bytes_, &size_);
      info_.image_width = static_cast<JDIMENSION>(width);
      info_.image_height = static_cast<JDIMENSION>(height);
      info_.input_components = channels;
      info_.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
      lib_.jpeg_set_defaults(&info_);
      lib_.jpeg_set_quality(&info_, quality, TRUE);
      lib_.jpeg_start_compress(&info_, TRUE);
      const size_t row_bytes = static_cast<size_t>(width) * static_cast<size_t>(channels);
      while (info_.next_scanline < info_.image_height) {
        JSAMPROW row = const_cast<uint8_t*>(pixels) + row_bytes * info_.next_scanline;
        lib_.jpeg_write_scanlines(&info_, &row, 1);
      }
      lib_.jpeg_finish_compress(&info_);
    });
  }
  std::string bytes() const { return {reinterpret_cast<const char*>(bytes_), size_}; }
  const char* failure() const { return errors_.text; }

 private:
  const Libjpeg& lib_;
  Errors errors_;
  jpeg_compress_struct info_{};
  unsigned char* bytes_ = nullptr;
  unsigned long size_ = 0;
};

}  // namespace

bool is_available() { return table().error.empty(); }

bool decode(const unsigned char* data, size_t size, int width, int height, int channels, size_t max_bytes,
            uint8_t* planes, Outcome& outcome) {
  constexpr JDIMENSION kRows = 16;  // at a time
  Decoder decoder(torchpp::detail::usable(table()), data, size);
  const auto failed = [&] {
    outcome = {decoder.failure(), decoder.beyond_limit(), decoder.beyond_end()};
    return true;
  };
  if (!decoder.read_header()) return failed();
  if (!decoder.is_grey_or_rgb() || !decoder.has_sizes(width, height)) return false;
  if (!decoder.start(channels, max_bytes)) return failed();
  const int per_pixel = channels == 1 ? 1 : 4;
  std::vector<uint8_t> rows(static_cast<size_t>(width) * static_cast<size_t>(per_pixel) * kRows);
  const int64_t plane = int64_t{width} * height;
  for (int64_t y = 0; y < height;) {
    JDIMENSION read = 0;
    if (!decoder.read_rows(rows.data(), static_cast<JDIMENSION>(std::min<int64_t>(kRows, height - y)), read))
      return failed();
    to_planes(rows.data(), read * int64_t{width}, per_pixel, channels, planes + y * width, plane);
    y += read;
  }
  outcome.beyond_end = decoder.beyond_end();
  return true;
}

std::string encode(int width, int height, int channels, const uint8_t* pixels, int quality) {
  Encoder encoder(torchpp::detail::usable(table()));
  const bool done = encoder.run(width, height, channels, pixels, quality);
  TORCHPP_CHECK(done, "encode_jpeg: ", encoder.failure());
  return encoder.bytes();
}

}  // namespace torchpp::vision::jpeg

// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/npy.h"

#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/ops/view.h>

#include <algorithm>
#include <cstring>

#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arrays that are not big-endian are read as they are");

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicBytes = 6;
constexpr size_t kMostHeaderBytes = 10000;  // that NumPy reads, too; those of plain arrays have 118
constexpr size_t kMostDims = 64;
constexpr size_t kAlignment = 64;

struct Descr {
  const char* name;  // without the byte order
  ScalarType dtype;
};
constexpr Descr kDescrs[] = {{"b1", kBool},   {"i1", kChar},         {"u1", kByte},          {"i2", kShort},
                             {"i4", kInt},    {"i8", kLong},         {"f2", kHalf},          {"f4", kFloat},
                             {"f8", kDouble}, {"c8", kComplexFloat}, {"c16", kComplexDouble}};

std::string descrs() {
  std::string names;
  for (const Descr& d : kDescrs) names += str(names.empty() ? "" : " ", d.name);
  return names;
}

// Reads the dictionary from the left to the right.
class HeaderReader {
 public:
  HeaderReader(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  NpyHeader read() {
    NpyHeader header;
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = text();
      expect(':');
      if (key == "descr") {
        set_once(has_descr, key);
        read_descr(header);
      } else if (key == "fortran_order") {
        set_once(has_order, key);
        header.fortran_order = truth();
      } else if (key == "shape") {
        set_once(has_shape, key);
        header.shape = sizes();
      } else {
        fail("got the key ", shown(key), ", expected descr, fortran_order or shape");
      }
      if (accept('}')) break;
      expect(',');
    }
    skip_blanks();
    if (at_ != text_.size()) fail("got ", text_.size() - at_, " bytes behind the header's dictionary");
    if (!has_descr || !has_order || !has_shape)
      fail("got a header without the key ", !has_descr ? "descr" : !has_order ? "fortran_order" : "shape");
    return header;
  }

 private:
  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const {
    TORCHPP_FAIL_KIND(kFile, name_, ": ", args...);
  }
  void set_once(bool& had, const std::string& key) const {
    if (had) fail("got the key ", shown(key), " twice");
    had = true;
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail("the header got ", shown(text_.substr(at_, 20)), " at byte ", at_, ", expected '", c, "'");
  }
  std::string text() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') expect(quote);
    const size_t end = text_.find(quote, at_);
    if (end == std::string::npos) fail("the header ends within a text");
    std::string value = text_.substr(at_, end - at_);
    if (value.find('\\') != std::string::npos) fail("got the text ", shown(value), ", expected one without \\");
    at_ = end + 1;
    return value;
  }
  bool truth() {
    skip_blanks();
    for (const char* word : {"True", "False"})
      if (text_.compare(at_, std::strlen(word), word) == 0) {
        at_ += std::strlen(word);
        return *word == 'T';
      }
    fail("fortran_order got ", shown(text_.substr(at_, 20)), ", expected True or False");
  }
  void read_descr(NpyHeader& header) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '[')
      fail("descr got a structure, expected one of ", descrs(), " behind < or > or |");
    header.descr = text();
    if (header.descr.empty() || std::strchr("<>|=", header.descr[0]) == nullptr) return;
    for (const Descr& d : kDescrs)
      if (header.descr.compare(1, std::string::npos, d.name) == 0) header.dtype = d.dtype;
    header.swapped = header.descr[0] == '>';
  }
  std::vector<int64_t> sizes() {
    std::vector<int64_t> shape;
    expect('(');
    while (!accept(')')) {
      if (shape.size() == kMostDims) fail("shape got more than ", kMostDims, " dimensions");
      shape.push_back(number());
      if (accept(')')) break;
      expect(',');
    }
    return shape;
  }
  int64_t number() {
    skip_blanks();
    const size_t begin = at_;
    int64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, text_[at_] - '0', &value))
        fail("shape got a size that is no int64");
    if (at_ == begin) fail("shape got ", shown(text_.substr(at_, 20)), ", expected a size");
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote it
    return value;
  }

  const std::string& text_;
  const std::string& name_;
  size_t at_ = 0;
};

// The next n bytes, if there are so many.
void read_checked(Input& in, uint64_t& left, void* to, size_t n, const char* what, const std::string& name) {
  TORCHPP_CHECK_FILE(n <= left, name, ": got ", left, " bytes of ", what, ", expected ", n);
  in.read(static_cast<char*>(to), n);
  left -= n;
}

uint64_t little_endian(const unsigned char* bytes, size_t n) {
  uint64_t value = 0;
  for (size_t i = n; i > 0; --i) value = value << 8 | bytes[i - 1];
  return value;
}

// Bytes of an array of these sizes; FileError if they are more than there are.
uint64_t bytes_of(const NpyHeader& header, uint64_t left, const std::string& name) {
  uint64_t bytes = elementSize(header.dtype);
  bool is_empty = false;
  for (const int64_t size : header.shape) is_empty |= size == 0;
  for (const int64_t size : header.shape) {
    // Sizes beside a 0 must be such as a tensor can have, too.
    if (size == 0) continue;
    const bool overflows = __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes);
    TORCHPP_CHECK_FILE(!overflows && bytes <= static_cast<uint64_t>(INT64_MAX), name, ": got the shape ",
                       IntArrayRef(header.shape), ", whose elements cannot be counted");
  }
  if (is_empty) bytes = 0;
  TORCHPP_CHECK_FILE(bytes == left, name, ": got ", left, " bytes of data, expected ", bytes, " for ", header.dtype,
                     " of the shape ", IntArrayRef(header.shape));
  return bytes;
}

// Complex numbers are two that are swapped each.
void swap_bytes(unsigned char* data, size_t bytes, ScalarType dtype) {
  const size_t number = elementSize(dtype) / (isComplexType(dtype) ? 2 : 1);
  for (unsigned char* p = data; p < data + bytes; p += number) std::reverse(p, p + number);
}

}  // namespace

NpyHeader parse_npy_header(const std::string& text, const std::string& name) { return HeaderReader(text, name).read(); }

NpyHeader read_npy_header(Input& in, const std::string& name) {
  uint64_t left = in.size();
  unsigned char start[kMagicBytes + 2];
  read_checked(in, left, start, sizeof start, "an .npy file's beginning", name);
  TORCHPP_CHECK_FILE(std::memcmp(start, kMagic, kMagicBytes) == 0, name,
                     ": got a file that does not begin as an .npy file does");
  const int version = start[kMagicBytes];
  TORCHPP_CHECK_FILE(version >= 1 && version <= 3, name, ": got version ", version, " of the format, expected 1 to 3");
  unsigned char length_bytes[4];
  const size_t length_size = version == 1 ? 2 : 4;
  read_checked(in, left, length_bytes, length_size, "the header's length", name);
  const uint64_t length = little_endian(length_bytes, length_size);
  TORCHPP_CHECK_FILE(length <= kMostHeaderBytes, name, ": got a header of ", length, " bytes, expected at most ",
                     kMostHeaderBytes);
  std::string text(static_cast<size_t>(length), '\0');
  read_checked(in, left, text.data(), text.size(), "the header", name);
  NpyHeader header = parse_npy_header(text, name);
  header.size = static_cast<size_t>(in.size() - left);
  header.nbytes = header.dtype == ScalarType::Undefined ? left : bytes_of(header, left, name);
  return header;
}

Tensor read_npy(Input& in, const std::string& name) {
  const NpyHeader header = read_npy_header(in, name);
  TORCHPP_CHECK_FILE(header.dtype != ScalarType::Undefined, name, ": descr got ", shown(header.descr),
                     ", expected one of ", descrs(), " behind < or > or |");
  const auto nbytes = static_cast<size_t>(header.nbytes);

  // The bytes are those of the transposed array in the usual order.
  std::vector<int64_t> shape = header.shape;
  if (header.fortran_order) std::reverse(shape.begin(), shape.end());
  Tensor array = empty(shape, header.dtype);
  if (nbytes > 0) {
    auto* data = static_cast<unsigned char*>(array.data_ptr());
    in.read(reinterpret_cast<char*>(data), nbytes);
    if (header.swapped) swap_bytes(data, nbytes, header.dtype);
    // A bool that is neither 0 nor 1 is undefined behaviour in C++. To NumPy each other byte is true.
    if (header.dtype == kBool) std::transform(data, data + nbytes, data, [](unsigned char c) { return c != 0; });
  }
  in.finish();
  if (!header.fortran_order) return array;
  std::vector<int64_t> dims(shape.size());
  for (size_t d = 0; d < dims.size(); ++d) dims[d] = static_cast<int64_t>(dims.size() - 1 - d);
  return array.permute(dims).contiguous();
}

std::string format_npy_header(const Tensor& tensor, const std::string& name) {
  TORCHPP_CHECK_VALUE(tensor.defined(), "save: tensor ", shown(name), " is undefined");
  TORCHPP_CHECK_TYPE(!tensor.is_nested() && tensor.layout() == kStrided, "save: tensor ", shown(name), " got layout ",
                     tensor.is_nested() ? "nested" : str(tensor.layout()), ", expected ", kStrided,
                     ", which alone NumPy's files can hold; save_pt writes sparse tensors");
  const Descr* descr = std::find_if(std::begin(kDescrs), std::end(kDescrs),
                                    [&](const Descr& d) { return d.dtype == tensor.scalar_type(); });
  TORCHPP_CHECK_TYPE(descr != std::end(kDescrs), "save: tensor ", shown(name), " got dtype ", tensor.scalar_type(),
                     ", which NumPy does not have; convert it, as by to(kFloat)");
  std::string text =
      str("{'descr': '", tensor.itemsize() == 1 ? '|' : '<', descr->name, "', 'fortran_order': False, 'shape': (");
  for (const int64_t size : tensor.sizes()) text += str(size, ", ");
  if (tensor.dim() > 1) text.resize(text.size() - 2);
  else if (tensor.dim() == 1) text.pop_back();
  text += "), }";
  // The data begin at a multiple of the alignment.
  constexpr size_t kStart = kMagicBytes + 4;
  text.resize((kStart + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment - kStart, ' ');
  text.back() = '\n';
  std::string header = kMagic + std::string("\1\0", 2);
  header += static_cast<char>(text.size() & 255);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace torchpp::serialize

// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/zip.h"

#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cstring>

#include "src/serialize/crc32.h"
#include "src/serialize/safetensors_header.h"
#include "src/serialize/zlib.h"

namespace torchpp::serialize {
namespace {

constexpr uint32_t kLocalSignature = 0x04034b50;
constexpr uint32_t kEntrySignature = 0x02014b50;
constexpr uint32_t kEndSignature = 0x06054b50;
constexpr uint32_t kEnd64Signature = 0x06064b50;
constexpr uint32_t kLocatorSignature = 0x07064b50;
constexpr size_t kLocalBytes = 30, kEntryBytes = 46, kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20;

constexpr uint16_t kStored = 0, kDeflated = 8;
constexpr uint16_t kEncryptedFlags = 1 | 1 << 6 | 1 << 13;
constexpr uint16_t kPatchFlag = 1 << 5;
constexpr uint16_t kDescriptorFlag = 1 << 3;  // sizes and CRC stand behind the data
constexpr uint16_t kUtf8Flag = 1 << 11;
constexpr uint16_t kZip64Extra = 1;
constexpr uint16_t kPaddingExtra = 0x4246;  // "FB", as PyTorch marks it
constexpr uint16_t k16 = UINT16_MAX;        // "the number stands in the zip64 fields"
constexpr uint32_t k32 = UINT32_MAX;

constexpr uint64_t kMostRatio = 1032;  // of deflate: a match of 258 bytes takes at least two bits

// At least 30 bytes and a name or extra fields of 65535.
constexpr size_t kWindow = size_t{1} << 17;
constexpr uint64_t kParallelBytes = uint64_t{1} << 22;  // read by several threads
constexpr size_t kPiece = size_t{1} << 18;              // read and checked while it is in the second-level cache

template <class T>
T get(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers of the format are little-endian");

template <class T>
void append(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Small entries are read together with what follows them, larger ones past the window.
size_t read_ahead(const ZipEntry& entry) { return entry.stored_size < kWindow ? kWindow : 0; }

std::string shown_name(std::string_view name) { return shown(std::string(name)); }

// Names are ordered by their CRC first: numbers are compared faster than names, and chosen names gain nothing.
uint32_t hash_of(std::string_view name) { return crc32(0, name.data(), name.size()); }

// The CRC of n bytes, by all threads. Each piece is looked at after prepare(offset, size) of it.
template <class Prepare>
uint32_t crc_in_parallel(const char* bytes, size_t n, const Prepare& prepare) {
  std::vector<uint32_t> crcs((n + kPiece - 1) / kPiece);
  const auto piece_size = [&](size_t i) { return std::min(kPiece, n - i * kPiece); };
  constexpr int64_t kGrain = kParallelBytes / kPiece / 2;
  parallel_for(0, static_cast<int64_t>(crcs.size()), kGrain, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      prepare(i * kPiece, piece_size(i));
      crcs[i] = crc32(0, bytes + i * kPiece, piece_size(i));
    }
  });
  uint32_t crc = 0;
  for (size_t i = 0; i < crcs.size(); ++i) crc = crc32_of_both(crc, crcs[i], piece_size(i));
  return crc;
}

// The data of an extra field; null if there is none of that kind. False if the fields do not fill the bytes exactly.
bool find_extra(std::string_view fields, uint16_t kind, std::string_view& found) {
  found = {};
  while (!fields.empty()) {
    if (fields.size() < 4) return false;
    const size_t size = get<uint16_t>(fields.data() + 2);
    if (fields.size() - 4 < size) return false;
    if (get<uint16_t>(fields.data()) == kind) {
      if (found.data() != nullptr) return false;
      found = fields.substr(4, size);
    }
    fields.remove_prefix(4 + size);
  }
  return true;
}

// Takes the numbers that are 2^32 - 1 from the zip64 field, which must hold these and no others.
class Zip64Field {
 public:
  explicit Zip64Field(std::string_view data) : data_(data) {}
  uint64_t widened(uint32_t number) {
    if (number != k32) return number;
    if (data_.size() < sizeof(uint64_t)) {
      bad_ = true;
      return 0;
    }
    const auto wide = get<uint64_t>(data_.data());
    data_.remove_prefix(sizeof wide);
    return wide;
  }
  bool is_exact() const { return !bad_ && data_.empty(); }

 private:
  std::string_view data_;
  bool bad_ = false;
};

}  // namespace

template <class... Args>
void ZipReader::fail(const Args&... args) const {
  TORCHPP_FAIL_KIND(kFile, name_, ": ", args...);
}

// What the records at the end of the file say of the directory.
struct ZipReader::End {
  uint64_t count, size, offset;
  uint64_t begin;  // where these records begin
};

ZipReader::ZipReader(std::unique_ptr<RandomInput> in, std::string name, uint64_t most_inflated)
    : in_(std::move(in)), name_(std::move(name)), memory_(in_->block()) {
  if (!memory_.data) window_.reset(new char[kWindow]);
  const End end = find_end();
  if (end.size > end.begin || end.offset != end.begin - end.size)
    fail("got a zip directory of ", end.size, " bytes at ", end.offset, ", expected it to end at ", end.begin,
         ", where the file's end records begin");
  if (end.count > end.size / kEntryBytes || end.count > k32)
    fail("got a zip directory of ", end.count, " entries in ", end.size, " bytes");
  read_directory(end, most_inflated);
  check_extents(end.offset);
}

ZipReader::~ZipReader() = default;

ZipReader::End ZipReader::find_end() {
  const uint64_t size = in_->size();
  // A comment of up to 65535 bytes may follow the record.
  const auto tail_size = static_cast<size_t>(std::min<uint64_t>(size, kEndBytes + k16));
  std::string tail(tail_size, '\0');
  in_->read_at(size - tail_size, tail.data(), tail_size);
  size_t at = tail_size;
  for (size_t i = tail_size < kEndBytes ? 0 : tail_size - kEndBytes + 1; i-- > 0;) {
    if (get<uint32_t>(tail.data() + i) != kEndSignature) continue;
    if (get<uint16_t>(tail.data() + i + 20) != tail_size - i - kEndBytes) continue;
    at = i;
    break;
  }
  if (at == tail_size)
    fail("got ", size, " bytes without a zip archive's end record; the file may have been cut short");
  const char* record = tail.data() + at;
  if (get<uint16_t>(record + 4) != 0 || get<uint16_t>(record + 6) != 0 ||
      get<uint16_t>(record + 8) != get<uint16_t>(record + 10))
    fail("got a part of a zip archive of several files, expected one file");
  End end = {get<uint16_t>(record + 10), get<uint32_t>(record + 12), get<uint32_t>(record + 16), size - tail_size + at};

  const bool has_locator = at >= kLocatorBytes && get<uint32_t>(record - kLocatorBytes) == kLocatorSignature;
  if (!has_locator) {
    if (end.count == k16 || end.size == k32 || end.offset == k32) fail("got a zip64 archive without its end record");
    return end;
  }
  const auto offset = get<uint64_t>(record - kLocatorBytes + 8);
  const uint64_t locator = end.begin - kLocatorBytes;
  if (get<uint32_t>(record - kLocatorBytes + 4) != 0 || get<uint32_t>(record - kLocatorBytes + 16) > 1)
    fail("got a part of a zip archive of several files, expected one file");
  if (locator < kEnd64Bytes || offset > locator - kEnd64Bytes)
    fail("got a zip64 end record at ", offset, ", expected one of ", kEnd64Bytes, " bytes before ", locator);
  char wide[kEnd64Bytes];
  in_->read_at(offset, wide, sizeof wide);
  if (get<uint32_t>(wide) != kEnd64Signature || get<uint64_t>(wide + 4) != locator - offset - 12)
    fail("got no zip64 end record between ", offset, " and ", locator);
  const End end64 = {get<uint64_t>(wide + 32), get<uint64_t>(wide + 40), get<uint64_t>(wide + 48), offset};
  if (get<uint32_t>(wide + 16) != 0 || get<uint32_t>(wide + 20) != 0 || get<uint64_t>(wide + 24) != end64.count)
    fail("got a part of a zip archive of several files, expected one file");
  const auto agree = [](uint64_t narrow, uint64_t all_ones, uint64_t number) {
    return narrow == all_ones || narrow == number;
  };
  if (!agree(end.count, k16, end64.count) || !agree(end.size, k32, end64.size) || !agree(end.offset, k32, end64.offset))
    fail("got two end records that contradict each other: ", end.count, " and ", end64.count, " entries in ", end.size,
         " and ", end64.size, " bytes at ", end.offset, " and ", end64.offset);
  return end64;
}

void ZipReader::read_directory(const End& end, uint64_t most_inflated) {
  std::string directory(static_cast<size_t>(end.size), '\0');
  in_->read_at(end.offset, directory.data(), directory.size());
  entries_.reserve(static_cast<size_t>(end.count));
  const char* next = directory.data();
  const char* const last = next + directory.size();
  uint64_t inflated = 0;
  while (entries_.size() < end.count) {
    entries_.push_back(parse_entry(next, last));
    const ZipEntry& entry = entries_.back();
    if (!entry.deflated) continue;
    if (entry.size > most_inflated - inflated)
      fail("got deflated entries of more than ", inflated, " bytes with ", shown_name(entry.name), " of ", entry.size,
           ", expected at most ", most_inflated, " in all");
    inflated += entry.size;
  }
  if (next != last) fail("got ", last - next, " bytes behind the ", end.count, " entries of the zip directory");

  // Of the directory's text the names are kept.
  size_t name_bytes = 0;
  for (const ZipEntry& entry : entries_) name_bytes += entry.name.size();
  names_.reset(new char[name_bytes]);
  char* to = names_.get();
  for (ZipEntry& entry : entries_) {
    std::memcpy(to, entry.name.data(), entry.name.size());
    entry.name = {to, entry.name.size()};
    to += entry.name.size();
  }
  name_bytes_ = name_bytes;
}

ZipEntry ZipReader::parse_entry(const char*& next, const char* end) const {
  if (static_cast<size_t>(end - next) < kEntryBytes || get<uint32_t>(next) != kEntrySignature)
    fail("got no zip entry where entry ", entries_.size(), " of the directory is expected");
  const char* const record = next;
  const size_t name_size = get<uint16_t>(record + 28), extra_size = get<uint16_t>(record + 30);
  const size_t whole = kEntryBytes + name_size + extra_size + get<uint16_t>(record + 32);
  if (static_cast<size_t>(end - next) < whole) fail("entry ", entries_.size(), " of the zip directory is cut short");
  next += whole;

  ZipEntry entry;
  entry.name = {record + kEntryBytes, name_size};
  const auto flags = get<uint16_t>(record + 8), method = get<uint16_t>(record + 10);
  if (name_size == 0 || entry.name.find('\0') != std::string_view::npos)
    fail("entry ", entries_.size(), " got the name ", shown_name(entry.name), ", expected a text without NUL");
  if ((flags & kEncryptedFlags) != 0) fail("entry ", shown_name(entry.name), " is encrypted, which is not supported");
  if ((flags & kPatchFlag) != 0 || (method != kStored && method != kDeflated))
    fail("entry ", shown_name(entry.name), " got compression method ", method,
         (flags & kPatchFlag) != 0 ? " with a patch" : "", ", expected 0, stored, or 8, deflated");
  std::string_view zip64;
  if (!find_extra({record + kEntryBytes + name_size, extra_size}, kZip64Extra, zip64))
    fail("entry ", shown_name(entry.name), " got extra fields that do not fill their ", extra_size, " bytes");
  Zip64Field wide(zip64);
  entry.size = wide.widened(get<uint32_t>(record + 24));
  entry.stored_size = wide.widened(get<uint32_t>(record + 20));
  entry.header_offset = wide.widened(get<uint32_t>(record + 42));
  if (!wide.is_exact())
    fail("entry ", shown_name(entry.name), " got a zip64 field of ", zip64.size(),
         " bytes, which does not hold exactly the numbers that the entry refers to it for");
  if (get<uint16_t>(record + 34) != 0) fail("entry ", shown_name(entry.name), " is in another file of the archive");
  entry.crc = get<uint32_t>(record + 16);
  entry.deflated = method == kDeflated;
  if (entry.deflated ? entry.size / kMostRatio > entry.stored_size : entry.size != entry.stored_size)
    fail("entry ", shown_name(entry.name), " got ", entry.stored_size, entry.deflated ? " deflated" : " stored",
         " bytes, which cannot be ", entry.size);
  return entry;
}

// Names are unique, and each entry lies before the next one and the directory. That the header repeats the name is
// checked when the entry is read; that it has no more extra fields than there is room for, too.
void ZipReader::check_extents(uint64_t directory_offset) {
  std::vector<uint32_t> order(entries_.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto by_offset = [&](uint32_t a, uint32_t b) { return entries_[a].header_offset < entries_[b].header_offset; };
  // Archives are nearly always written in the directory's order.
  if (!std::is_sorted(order.begin(), order.end(), by_offset)) std::sort(order.begin(), order.end(), by_offset);
  for (size_t i = 0; i < order.size(); ++i) {
    ZipEntry& entry = entries_[order[i]];
    const bool is_last = i + 1 == order.size();
    entry.limit = is_last ? directory_offset : entries_[order[i + 1]].header_offset;
    const uint64_t header = kLocalBytes + entry.name.size();
    if (entry.header_offset > directory_offset || entry.header_offset > entry.limit ||
        entry.limit - entry.header_offset < header || entry.limit - entry.header_offset - header < entry.stored_size)
      fail("entry ", shown_name(entry.name), " of ", entry.stored_size, " bytes at ", entry.header_offset, " overlaps ",
           is_last ? "the directory" : "the next entry", " at ", entry.limit);
  }
  by_name_.reserve(entries_.size());
  for (uint32_t i = 0; i < entries_.size(); ++i) by_name_.push_back({hash_of(entries_[i].name), i});
  std::sort(by_name_.begin(), by_name_.end(), [&](Place a, Place b) {
    return a.hash != b.hash ? a.hash < b.hash : entries_[a.entry].name < entries_[b.entry].name;
  });
  for (size_t i = 1; i < by_name_.size(); ++i)
    if (by_name_[i].hash == by_name_[i - 1].hash &&
        entries_[by_name_[i].entry].name == entries_[by_name_[i - 1].entry].name)
      fail("got two entries of the name ", shown_name(entries_[by_name_[i].entry].name));
}

const ZipEntry* ZipReader::find(std::string_view name) const {
  if (next_ < entries_.size() && entries_[next_].name == name) return &entries_[next_++];
  const uint32_t hash = hash_of(name);
  const auto found = std::lower_bound(by_name_.begin(), by_name_.end(), name, [&](Place place, std::string_view text) {
    return place.hash != hash ? place.hash < hash : entries_[place.entry].name < text;
  });
  if (found == by_name_.end() || entries_[found->entry].name != name) return nullptr;
  next_ = found->entry + size_t{1};
  return &entries_[found->entry];
}

// Up to kWindow bytes within the file. Where they are not in the window, `ahead` bytes more are read for the next call.
const char* ZipReader::peek(uint64_t offset, size_t n, size_t ahead) {
  if (memory_.data) return memory_.data.get() + offset;
  if (offset < window_begin_ || n > window_size_ || offset - window_begin_ > window_size_ - n) {
    const uint64_t wanted = std::min<uint64_t>(std::min(n + ahead, kWindow), in_->size() - offset);
    window_size_ = 0;
    in_->read_at(offset, window_.get(), static_cast<size_t>(wanted));
    window_begin_ = offset;
    window_size_ = static_cast<size_t>(wanted);
  }
  return window_.get() + (offset - window_begin_);
}

void ZipReader::fetch(uint64_t offset, void* to, size_t n, size_t ahead) {
  if (n >= kWindow || ahead == 0) in_->read_at(offset, to, n);
  else if (n > 0) std::memcpy(to, peek(offset, n, ahead), n);
}

// Where the bytes of the entry begin, after a look at the header before them.
uint64_t ZipReader::data_offset(const ZipEntry& entry) {
  const size_t ahead = read_ahead(entry);
  const size_t header_size = kLocalBytes + entry.name.size();
  const char* record = peek(entry.header_offset, header_size, ahead);
  if (get<uint32_t>(record) != kLocalSignature) fail("got no zip entry at ", entry.header_offset);
  const size_t extra_size = get<uint16_t>(record + 28);
  const auto flags = get<uint16_t>(record + 6);
  if (get<uint16_t>(record + 26) != entry.name.size() ||
      entry.name != std::string_view(record + kLocalBytes, entry.name.size()) ||
      get<uint16_t>(record + 8) != (entry.deflated ? kDeflated : kStored) || (flags & kEncryptedFlags) != 0)
    fail("the header of entry ", shown_name(entry.name), " contradicts the zip directory in name or method");
  if (entry.limit - entry.header_offset - header_size - entry.stored_size < extra_size)
    fail("entry ", shown_name(entry.name), " of ", entry.stored_size, " bytes behind ", extra_size,
         " bytes of extra fields overlaps what follows at ", entry.limit);

  const auto size_field = get<uint32_t>(record + 22), stored_size_field = get<uint32_t>(record + 18),
             crc_field = get<uint32_t>(record + 14);
  const std::string_view extra(peek(entry.header_offset + header_size, extra_size, ahead), extra_size);
  std::string_view zip64;
  if (!find_extra(extra, kZip64Extra, zip64))
    fail("the header of entry ", shown_name(entry.name), " got extra fields that do not fill their bytes");
  Zip64Field wide(zip64);
  const uint64_t size = wide.widened(size_field), stored_size = wide.widened(stored_size_field);
  // With a descriptor behind the data, the numbers here are not known yet, or known all the same.
  const bool is_open = (flags & kDescriptorFlag) != 0 && crc_field == 0;
  const auto agree = [&](uint64_t number, uint64_t expected) { return number == expected || (is_open && number == 0); };
  if (is_open && (size_field == k32 || stored_size_field == k32)) {
    // Some writers announce descriptors of zip64 this way.
  } else if (!agree(size, entry.size) || !agree(stored_size, entry.stored_size) || !agree(crc_field, entry.crc)) {
    fail("the header of entry ", shown_name(entry.name), " got ", stored_size, " bytes that become ", size,
         ", the zip directory got ", entry.stored_size, " and ", entry.size, ", or their CRCs differ");
  }
  return entry.header_offset + header_size + extra_size;
}

class ZipEntryInput : public Input {
 public:
  ZipEntryInput(ZipReader& reader, const ZipEntry& entry)
      : Input(entry.size), reader_(reader), entry_(entry), offset_(reader.data_offset(entry)) {}

  void read(char* to, size_t n) final {
    if (n >= kParallelBytes && !entry_.deflated && reader_.in_->is_concurrent()) {
      crc_ = crc32_of_both(crc_, reader_.read_in_parallel(offset_, to, n), n);
      offset_ += n;
      return;
    }
    while (n > 0) {
      const size_t some = std::min(n, kPiece);
      read_some(to, some);
      crc_ = crc32(crc_, to, some);
      to += some;
      n -= some;
    }
  }
  void finish() override { reader_.check_crc(entry_, crc_); }

 protected:
  virtual void read_some(char* to, size_t n) { fetch(to, n); }
  // The next stored bytes.
  void fetch(char* to, size_t n) {
    reader_.fetch(offset_, to, n, read_ahead(entry_));
    offset_ += n;
  }
  [[noreturn]] void fail_inflate(const char* what) const {
    reader_.fail("entry ", shown_name(entry_.name), " is damaged: ", what);
  }

  ZipReader& reader_;
  const ZipEntry entry_;

 private:
  uint64_t offset_;
  uint32_t crc_ = 0;
};

namespace {

class InflatingInput final : public ZipEntryInput {
 public:
  InflatingInput(ZipReader& reader, const ZipEntry& entry)
      : ZipEntryInput(reader, entry), zlib_(zlib()), left_(entry.stored_size), buffer_(new char[kBuffer]) {
    constexpr int kRaw = -MAX_WBITS;  // without zlib's own header
    TORCHPP_CHECK(zlib_.inflateInit2_(&state_, kRaw, ZLIB_VERSION, sizeof state_) == Z_OK,
                  "zlib: could not be initialised");
  }
  ~InflatingInput() override { zlib_.inflateEnd(&state_); }

  void finish() override {
    char none;
    if (!ended_ && inflate_some(&none, 1) != 0) fail_inflate("it inflates to more bytes than it claims");
    if (!ended_ || left_ != 0 || state_.avail_in != 0) fail_inflate("bytes follow the end of what is deflated");
    ZipEntryInput::finish();
  }

 private:
  static constexpr size_t kBuffer = size_t{1} << 15;

  void read_some(char* to, size_t n) override {
    while (n > 0) {
      const size_t got = inflate_some(to, n);
      if (got == 0) fail_inflate("it inflates to fewer bytes than it claims");
      to += got;
      n -= got;
    }
  }
  // Up to n > 0 bytes; 0 only at the end of what is deflated.
  size_t inflate_some(char* to, size_t n) {
    state_.next_out = reinterpret_cast<Bytef*>(to);
    state_.avail_out = static_cast<uInt>(n);
    while (!ended_ && state_.avail_out == n) {
      if (state_.avail_in == 0 && left_ > 0) {
        const auto some = static_cast<size_t>(std::min<uint64_t>(left_, kBuffer));
        fetch(buffer_.get(), some);
        left_ -= some;
        state_.next_in = reinterpret_cast<Bytef*>(buffer_.get());
        state_.avail_in = static_cast<uInt>(some);
      }
      const uInt given = state_.avail_in;
      const int result = zlib_.inflate(&state_, Z_NO_FLUSH);
      ended_ = result == Z_STREAM_END;
      if (ended_ || result == Z_OK) continue;
      if (result == Z_MEM_ERROR) TORCHPP_FAIL_KIND(kOutOfMemory, "zlib: out of memory");
      if (result == Z_BUF_ERROR && given == 0 && left_ == 0) fail_inflate("what is deflated ends early");
      if (result != Z_BUF_ERROR) fail_inflate(state_.msg != nullptr ? state_.msg : "it is not deflated");
    }
    return n - state_.avail_out;
  }

  const Zlib& zlib_;
  z_stream state_ = {};
  uint64_t left_;  // stored bytes that were not fetched
  std::unique_ptr<char[]> buffer_;
  bool ended_ = false;
};

}  // namespace

bool ZipReader::is_concurrent(const ZipEntry& entry) const { return read_ahead(entry) == 0 && in_->is_concurrent(); }

std::unique_ptr<Input> ZipReader::open(const ZipEntry& entry) {
  if (entry.deflated) return std::make_unique<InflatingInput>(*this, entry);
  return std::make_unique<ZipEntryInput>(*this, entry);
}

void ZipReader::read(const ZipEntry& entry, void* to) {
  const auto read_from = [&](Input& in) {
    in.read(static_cast<char*>(to), static_cast<size_t>(entry.size));
    in.finish();
  };
  if (entry.deflated) return read_from(*open(entry));
  ZipEntryInput in(*this, entry);
  read_from(in);
}

// Reads n stored bytes by all threads, and returns their CRC.
uint32_t ZipReader::read_in_parallel(uint64_t offset, char* to, size_t n) {
  return crc_in_parallel(to, n, [&](size_t at, size_t size) { in_->read_at(offset + at, to + at, size); });
}

void ZipReader::check_crc(const ZipEntry& entry, uint32_t crc) const {
  if (crc != entry.crc)
    fail("entry ", shown_name(entry.name), " is damaged: got bytes of CRC ", crc, ", expected ", entry.crc);
}

std::string ZipReader::read(const ZipEntry& entry) {
  std::string bytes(static_cast<size_t>(entry.size), '\0');
  read(entry, bytes.data());
  return bytes;
}

std::shared_ptr<char> ZipReader::view(const ZipEntry& entry, bool check) {
  if (!memory_.data || entry.deflated) return nullptr;
  char* const data = memory_.data.get() + data_offset(entry);
  if (check) check_crc(entry, crc_in_parallel(data, static_cast<size_t>(entry.size), [](size_t, size_t) {}));
  return {memory_.data, data};
}

void ZipWriter::put() {
  write_(bytes_.data(), bytes_.size());
  offset_ += bytes_.size();
  bytes_.clear();
}

void ZipWriter::add(std::string name, const void* data, size_t size) {
  TORCHPP_CHECK_VALUE(!name.empty() && name.size() <= k16, "save: a zip entry got a name of ", name.size(),
                      " bytes, expected 1 to 65535");
  TORCHPP_CHECK_VALUE(names_.count(name) == 0, "save: got the zip entry ", shown(name), " twice");
  const bool is_wide = size >= k32;
  const size_t wide_bytes = is_wide ? 20 : 0;
  // A field of padding has at least its four bytes of kind and size.
  const uint64_t unpadded = offset_ + kLocalBytes + name.size() + wide_bytes;
  size_t padding = static_cast<size_t>((alignment_ - unpadded % alignment_) % alignment_);
  while (padding > 0 && padding < 4) padding += alignment_;

  entries_.push_back({std::move(name), size, offset_, crc32(0, data, size)});
  const Entry& entry = entries_.back();
  names_.insert(entry.name);
  append(bytes_, kLocalSignature);
  append<uint16_t>(bytes_, is_wide ? 45 : 20);  // the version of the format that a reader needs
  append(bytes_, kUtf8Flag);
  append(bytes_, kStored);
  append<uint16_t>(bytes_, 0);     // no time of day
  append<uint16_t>(bytes_, 0x21);  // 1980-01-01, the first day of the format
  append(bytes_, entry.crc);
  append(bytes_, is_wide ? k32 : static_cast<uint32_t>(size));
  append(bytes_, is_wide ? k32 : static_cast<uint32_t>(size));
  append(bytes_, static_cast<uint16_t>(entry.name.size()));
  append(bytes_, static_cast<uint16_t>(wide_bytes + padding));
  bytes_ += entry.name;
  if (is_wide) {
    append(bytes_, kZip64Extra);
    append<uint16_t>(bytes_, 16);
    append<uint64_t>(bytes_, size);
    append<uint64_t>(bytes_, size);
  }
  if (padding > 0) {
    append(bytes_, kPaddingExtra);
    append(bytes_, static_cast<uint16_t>(padding - 4));
    bytes_.append(padding - 4, 'Z');
  }
  put();
  if (size > 0) write_(data, size);
  offset_ += size;
}

void ZipWriter::finish() {
  const uint64_t begin = offset_;
  for (const Entry& entry : entries_) {
    const bool wide_size = entry.size >= k32, wide_offset = entry.offset >= k32;
    const size_t wide_bytes = (wide_size ? 16 : 0) + (wide_offset ? 8 : 0);
    const uint16_t version = wide_bytes > 0 ? 45 : 20;
    append(bytes_, kEntrySignature);
    append(bytes_, version);
    append(bytes_, version);
    append(bytes_, kUtf8Flag);
    append(bytes_, kStored);
    append<uint16_t>(bytes_, 0);
    append<uint16_t>(bytes_, 0x21);
    append(bytes_, entry.crc);
    append(bytes_, wide_size ? k32 : static_cast<uint32_t>(entry.size));
    append(bytes_, wide_size ? k32 : static_cast<uint32_t>(entry.size));
    append(bytes_, static_cast<uint16_t>(entry.name.size()));
    append(bytes_, static_cast<uint16_t>(wide_bytes > 0 ? 4 + wide_bytes : 0));
    append<uint16_t>(bytes_, 0);  // no comment
    append<uint16_t>(bytes_, 0);  // first and only file
    append<uint16_t>(bytes_, 0);  // attributes
    append<uint32_t>(bytes_, 0);
    append(bytes_, wide_offset ? k32 : static_cast<uint32_t>(entry.offset));
    bytes_ += entry.name;
    if (wide_bytes > 0) {
      append(bytes_, kZip64Extra);
      append(bytes_, static_cast<uint16_t>(wide_bytes));
      for (int i = 0; wide_size && i < 2; ++i) append(bytes_, entry.size);
      if (wide_offset) append(bytes_, entry.offset);
    }
    if (bytes_.size() >= kPiece) put();
  }

  const uint64_t count = entries_.size(), size = offset_ + bytes_.size() - begin;
  if (count >= k16 || size >= k32 || begin >= k32) {
    const uint64_t record = offset_ + bytes_.size();
    append(bytes_, kEnd64Signature);
    append<uint64_t>(bytes_, kEnd64Bytes - 12);
    append<uint16_t>(bytes_, 45);
    append<uint16_t>(bytes_, 45);
    append<uint32_t>(bytes_, 0);
    append<uint32_t>(bytes_, 0);
    append(bytes_, count);
    append(bytes_, count);
    append(bytes_, size);
    append(bytes_, begin);
    append(bytes_, kLocatorSignature);
    append<uint32_t>(bytes_, 0);
    append(bytes_, record);
    append<uint32_t>(bytes_, 1);
  }
  append(bytes_, kEndSignature);
  append<uint32_t>(bytes_, 0);
  for (int i = 0; i < 2; ++i) append(bytes_, static_cast<uint16_t>(std::min<uint64_t>(count, k16)));
  append(bytes_, static_cast<uint32_t>(std::min<uint64_t>(size, k32)));
  append(bytes_, static_cast<uint32_t>(std::min<uint64_t>(begin, k32)));
  append<uint16_t>(bytes_, 0);
  put();
}

}  // namespace torchpp::serialize

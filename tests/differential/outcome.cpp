// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/outcome.h"

#include <cstring>
#include <stdexcept>

namespace differential {
namespace {

// One description of each structure's fields serves both directions.
struct Writer {
  std::string bytes;
  template <class T>
  void number(T& v) {
    bytes.append(reinterpret_cast<const char*>(&v), sizeof(T));
  }
  void raw(void* data, size_t size) { bytes.append(static_cast<const char*>(data), size); }
  static constexpr bool kReads = false;
};

struct Reader {
  const std::string& bytes;
  size_t at = 0;
  template <class T>
  void number(T& v) {
    raw(&v, sizeof(T));
  }
  void raw(void* data, size_t size) {
    if (size > bytes.size() - at) throw std::runtime_error("outcome: the record is too short");
    if (size > 0) std::memcpy(data, bytes.data() + at, size);
    at += size;
  }
  static constexpr bool kReads = true;
};

template <class Stream, class Container>
void contiguous(Stream& s, Container& c) {
  uint64_t n = c.size();
  s.number(n);
  if constexpr (Stream::kReads) c.resize(n);
  s.raw(c.data(), n * sizeof(c[0]));
}

template <class Stream>
void fields(Stream& s, Value& v) {
  s.number(v.defined);
  s.number(v.dtype);
  contiguous(s, v.sizes);
  contiguous(s, v.strides);
  for (bool* b : {&v.is_view, &v.conjugate, &v.negative, &v.requires_grad}) s.number(*b);
  s.number(v.alias);
  s.number(v.alias_offset);
  contiguous(s, v.elements);
}

template <class Stream>
void fields(Stream& s, Buffer& b) {
  s.number(b.changed);
  s.number(b.dtype);
  contiguous(s, b.bytes);
}

template <class Stream, class T>
void list(Stream& s, std::vector<T>& v) {
  uint64_t n = v.size();
  s.number(n);
  if constexpr (Stream::kReads) v.resize(n);
  for (T& e : v) fields(s, e);
}

template <class Stream>
void fields(Stream& s, Step& step) {
  s.number(step.status);
  contiguous(s, step.error);
  list(s, step.values);
}

template <class Stream>
void fields(Stream& s, Outcome& o) {
  s.number(o.end);
  s.number(o.signal);
  contiguous(s, o.functional);
  fields(s, o.forward);
  fields(s, o.backward);
  fields(s, o.second);
  list(s, o.buffers);
  list(s, o.written);
  s.number(o.scale);
  s.number(o.count);
  s.number(o.epsilon);
  contiguous(s, o.description);
}

std::string list_of(const Sizes& v) {
  std::string s = "[";
  for (size_t i = 0; i < v.size(); ++i) s += (i != 0 ? ", " : "") + std::to_string(v[i]);
  return s + "]";
}

}  // namespace

std::string serialize(const Outcome& outcome) {
  Writer w;
  fields(w, const_cast<Outcome&>(outcome));  // a writer changes nothing
  return std::move(w.bytes);
}

Outcome deserialize(const std::string& bytes) {
  Outcome o;
  Reader r{bytes};
  fields(r, o);
  return o;
}

std::string to_string(const Value& v) {
  if (!v.defined) return "undefined";
  std::string s = name_of(v.dtype) + list_of(v.sizes) + " strides " + list_of(v.strides);
  if (v.is_view) s += " view";
  if (v.conjugate) s += " conjugate";
  if (v.negative) s += " negative";
  if (v.requires_grad) s += " requires_grad";
  if (v.alias >= 0) s += " in t" + std::to_string(v.alias) + " at byte " + std::to_string(v.alias_offset);
  s += " {";
  const size_t item = item_size(v.dtype), count = v.elements.size() / item;
  for (size_t i = 0; i < count && i < 24; ++i)
    s += (i != 0 ? " " : "") + to_string(v.dtype, load(v.dtype, v.elements.data() + i * item));
  return s + (count > 24 ? " ...}" : "}");
}

}  // namespace differential

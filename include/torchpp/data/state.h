// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/core/export.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torchpp::data {

struct StateJson;  // reads and writes the JSON of states

/// Where a stage or a loader stands: a small tree of values that can be written as JSON. A stage of a program's own
/// stores its position in one and reads it back:
///
///     State state() const override { return state_of(*this, source_->state()).set("index", index_); }
///
/// Reading a value that is absent or of another kind throws Error, which names it.
class TORCHPP_API State {
 public:
  enum class Kind : unsigned char { kNull, kBool, kInt, kDouble, kText, kList, kObject };

  State() noexcept;
  State(bool value) noexcept;      // NOLINT: implicit
  State(int value) noexcept;       // NOLINT: implicit
  State(int64_t value) noexcept;   // NOLINT: implicit
  State(uint64_t value);           // NOLINT: implicit; stored as the int64 of the same bits
  State(double value) noexcept;    // NOLINT: implicit
  State(std::string value);        // NOLINT: implicit
  State(const char* value);        // NOLINT: implicit
  State(std::vector<State> list);  // NOLINT: implicit
  State(const State&);
  State(State&&) noexcept;
  State& operator=(const State&);
  State& operator=(State&&) noexcept;
  ~State();

  Kind kind() const noexcept { return kind_; }
  bool is_null() const noexcept { return kind_ == Kind::kNull; }

  /// Gives the object a member, in place of one of this name. A null state becomes an object.
  State& set(const char* name, State value) &;
  State&& set(const char* name, State value) &&;
  /// A member of the object.
  const State& at(const char* name) const;
  bool has(const char* name) const noexcept;

  bool to_bool() const;
  int64_t to_int() const;
  uint64_t to_uint64() const;
  double to_double() const;  ///< of an integer, too
  const std::string& to_text() const;
  const std::vector<State>& to_list() const;

  /// The tree as one line of JSON, and back. Doubles keep their value, infinities and NaN included.
  /// from_json throws FileError for text that is no JSON of a state.
  std::string to_json() const;
  static State from_json(const std::string& text);

  friend TORCHPP_API bool operator==(const State& a, const State& b);
  friend bool operator!=(const State& a, const State& b) { return !(a == b); }

 private:
  friend struct StateJson;
  struct Tree;
  void need(Kind kind, const char* what) const;

  Kind kind_ = Kind::kNull;
  union {
    bool bool_;
    int64_t int_;
    double double_;
    Tree* tree_;  // of texts, lists and objects
  };
};

}  // namespace torchpp::data

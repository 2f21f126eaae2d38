// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Python's pickles, protocols 2 to 5, read by an interpreter that runs nothing: what a pickle names and calls is
/// given to an Unpickler, which makes values of what it knows and refuses the rest.
/// Format: Python's Lib/pickletools.py.

#include <torchpp/dispatch/ivalue.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace torchpp::serialize {

/// Counts the memory that values from a file take, before they take it.
class MemoryBudget {
 public:
  /// `name` begins the error.
  MemoryBudget(uint64_t bytes, std::string name) : most_(bytes), left_(bytes), name_(std::move(name)) {}
  /// Throws FileError if that is more than is left.
  void take(uint64_t bytes);
  /// Raises the bound.
  void add(uint64_t bytes) { most_ += bytes, left_ += bytes; }

 private:
  uint64_t most_, left_;
  std::string name_;
};

/// A value on the interpreter's stack: a number, or the place of what is larger among the Unpickler's values.
struct PickleValue {
  enum class Kind : uint8_t {
    kNothing,  ///< no value; where the memo has none
    kNone,
    kBool,
    kInt,
    kFloat,
    kLong,  ///< an integer of more than 64 bits; its bytes as a text
    kText,
    kBytes,
    kList,
    kTuple,
    kSet,
    kDict,
    kGlobal,   ///< what a subclass knows by its name
    kObject,   ///< of a class of TorchScript
    kStorage,  ///< what a subclass made of a persistent id
    kReady     ///< an IValue
  };
  Kind kind = Kind::kNone;
  union {
    int64_t i;
    double d;
    size_t at;
  };
  PickleValue() : i(0) {}
  PickleValue(Kind k, size_t place) : kind(k), at(place) {}
  static PickleValue integer(int64_t value);
  static PickleValue number(double value);
  static PickleValue truth(bool value);
};

/// Runs pickles of one file. A subclass says what names, calls and persistent ids mean. Errors are FileErrors that
/// begin with `name`.
class Unpickler {
 public:
  using Value = PickleValue;
  using Kind = PickleValue::Kind;

  Unpickler(std::string name, MemoryBudget& budget);
  virtual ~Unpickler();
  Unpickler(const Unpickler&) = delete;
  Unpickler& operator=(const Unpickler&) = delete;

  /// Runs the pickle that begins at `at` and sets `at` behind it. The bytes must outlive this object.
  Value run(std::string_view bytes, size_t& at);
  /// The value with all that it contains. Throws for what contains itself, is nested more than kMostDepth times or has
  /// no IValue.
  IValue to_ivalue(Value value);
  /// The attributes of a dictionary ({} where it has none), which IValues do not have.
  Value attributes(Value dict) const;

  static constexpr int kMostDepth = 256;

  std::string_view text(Value value) const { return texts_[value.at]; }
  const std::vector<Value>& items(Value list) const { return lists_[list.at].items; }
  const std::vector<std::pair<Value, Value>>& pairs(Value dict) const { return dicts_[dict.at].pairs; }
  const IValue& ready(Value value) const { return ready_[value.at]; }

 protected:
  virtual Value find_global(std::string_view module, std::string_view name) = 0;
  /// callable(*arguments); the arguments are a tuple.
  virtual Value call(Value callable, Value arguments) = 0;
  virtual Value persistent(Value id) = 0;
  /// A storage, class or function that is a value by itself.
  virtual IValue other_value(Value value) = 0;
  /// A class called by NEWOBJ.
  virtual Value new_object(Value type, Value arguments) = 0;

  Value make_ready(IValue value);
  Value make_list(Kind kind, std::vector<Value> items);
  Value make_dict();
  Value make_object(std::string_view type);
  void set_item(Value dict, Value key, Value value);
  std::string describe(Value value) const;
  const std::string& name() const { return name_; }
  MemoryBudget& budget() { return budget_; }
  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const {
    fail_with(str(args...));
  }

 private:
  struct List {
    std::vector<Value> items;
    IValue made;
    bool is_made = false, is_open = false;
  };
  struct Dict {
    std::vector<std::pair<Value, Value>> pairs;
    Value attributes;
    IValue made;
    bool is_made = false, is_open = false;
  };
  struct Object {
    std::string_view type;
    Value state;
  };

  [[noreturn]] void fail_with(const std::string& message) const;
  bool step(unsigned char opcode);
  void push(Value value) {
    reserve(stack_, 1);
    stack_.push_back(value);
  }
  // The topmost value above the last mark.
  Value& top() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) fail("got an operation without its operands");
    return stack_.back();
  }
  Value pop() {
    const Value value = top();
    stack_.pop_back();
    return value;
  }
  std::vector<Value> pop_to_mark();
  void push_tuple(size_t count);
  void push_text(Kind kind, size_t size_bytes);
  void push_long(size_t size_bytes);
  void append_items(Value list, const std::vector<Value>& items, Kind kind);
  // Makes room for more elements, twice as many as there are if that is more, as vectors do.
  template <class T>
  void reserve(std::vector<T>& items, size_t more) {
    if (items.capacity() - items.size() < more) items.reserve(grown(items.size(), items.capacity(), more, sizeof(T)));
  }
  size_t grown(size_t size, size_t capacity, size_t more, size_t item_bytes);
  void set_items(Value dict, const std::vector<Value>& values);
  void build();
  void put(uint64_t index);
  void get(uint64_t index);
  std::string_view take_bytes(uint64_t n);
  std::string_view take_line();
  uint64_t take_number(size_t size_bytes);
  IValue convert_list(Value value, int depth);
  IValue convert_dict(Value value, int depth);
  IValue convert(Value value, int depth);

  std::string name_;
  MemoryBudget& budget_;
  std::string_view bytes_;
  size_t at_ = 0;
  std::vector<Value> stack_;
  std::vector<size_t> marks_;
  std::vector<Value> memo_;
  Value empty_tuple_;  // None until there is one
  // Deques, because vectors take three times their size while they grow.
  std::deque<std::string_view> texts_;
  std::deque<List> lists_;
  std::deque<Dict> dicts_;
  std::deque<Object> objects_;
  std::deque<IValue> ready_;
};

}  // namespace torchpp::serialize

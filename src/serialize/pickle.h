// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Python's pickles, protocols 2 to 5, read by an interpreter that runs nothing: what a pickle names and calls is
/// given to an Unpickler, which makes values of what it knows and refuses the rest.
/// Format: Python's Lib/pickletools.py.

#include <torchpp/core/array_ref.h>
#include <torchpp/dispatch/ivalue.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
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
  /// Of what was taken.
  void give_back(uint64_t bytes) { left_ += bytes; }

 private:
  uint64_t most_, left_;
  std::string name_;
};

/// A value on the interpreter's stack: a number, a text within the pickle, or the place of what is larger among the
/// Unpickler's values.
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
    kListed,   ///< a tensor that a subclass keeps a description of
    kReady     ///< an IValue
  };
  Kind kind = Kind::kNone;
  uint32_t size = 0;  // of a text
  union {
    int64_t i;
    double d;
    size_t at;
    const char* chars;
  };
  PickleValue() : i(0) {}
  PickleValue(Kind k, size_t place) : kind(k), at(place) {}
  static PickleValue integer(int64_t value);
  static PickleValue number(double value);
  static PickleValue truth(bool value);
  static PickleValue text(Kind kind, std::string_view bytes);
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

  std::string_view text(Value value) const { return {value.chars, value.size}; }
  /// Of a list, set or tuple. Those of lists and sets are valid until something is appended.
  ArrayRef<Value> items(Value list) const {
    if (list.kind != Kind::kTuple) return lists_[list.at].items;
    return {tuples_[list.at].items, tuples_[list.at].size};
  }
  const std::vector<std::pair<Value, Value>>& pairs(Value dict) const { return dicts_[dict.at].pairs; }
  const IValue& ready(Value value) const { return ready_[value.at]; }

 protected:
  virtual Value find_global(std::string_view module, std::string_view name) = 0;
  /// callable(*arguments)
  virtual Value call(Value callable, ArrayRef<Value> arguments) = 0;
  /// What a persistent id stands for: a tuple, or another value.
  virtual Value persistent(ArrayRef<Value> id) = 0;
  virtual Value persistent_other(Value id) = 0;
  /// A storage, class or function that is a value by itself.
  virtual IValue other_value(Value value) = 0;
  /// A class called by NEWOBJ.
  virtual Value new_object(Value type, ArrayRef<Value> arguments) = 0;

  /// The text below the callable of the present call: the key, where a dictionary's value is made. Empty if there is
  /// none.
  std::string_view key_of_call() const;
  /// Whether the result of the present call becomes an item of a tuple at once, so that nobody can change it.
  bool goes_into_tuple() const;
  Value make_ready(IValue value);
  /// A list or set.
  Value make_list(Kind kind, ArrayRef<Value> items);
  Value make_tuple(ArrayRef<Value> items);
  /// Takes back the memory of a tuple that was an argument of the present call and of which the result keeps nothing,
  /// if it is the last that was made.
  void release_tuple(Value tuple);
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
  // A number beside each container: what became of it, kNotMade, kOpen while its items are converted, or behind those
  // the place of its IValue in made_.
  static constexpr uint32_t kNotMade = 0, kOpen = 1, kFirstMade = 2;
  struct List {
    std::vector<Value> items;
    uint32_t made = kNotMade;
  };
  // Files have several tuples for each tensor.
  struct Tuple {
    const Value* items;
    uint32_t size : 31;
    uint32_t is_shared : 1;  // somebody else than the stack may refer to it
    uint32_t made;
  };
  struct Dict {
    std::vector<std::pair<Value, Value>> pairs;
    Value attributes;
    uint32_t made = kNotMade;
  };
  struct Object {
    std::string_view type;
    Value state;
  };

  [[noreturn]] void fail_with(const std::string& message) const;
  [[noreturn]] void fail_short(uint64_t n) const;
  bool step(unsigned char opcode);
  void find_recalled(size_t at);
  // The place of a memo index in recalled_ and memo_; the number of these if no operation asks for it.
  size_t memo_place(uint64_t index) const;
  // The operations behind the present one that put values in the memo which nobody asks for, and what follows them.
  struct Next {
    unsigned char opcode = 0;  // 0 at the end
    size_t at;                 // where it stands
    uint64_t memo_size;        // as the pickle counts it there
  };
  Next next_operation() const;
  // Where the operands of an operation may begin: behind the last mark.
  size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  // The place of the value below that one.
  size_t below(size_t at) const {
    if (at <= floor()) fail("got an operation without its operands");
    return at - 1;
  }
  void push(Value value) {
    reserve(stack_, 1);
    stack_.push_back(value);
  }
  // The topmost value above the last mark.
  Value& top() { return stack_[below(stack_.size())]; }
  Value pop() {
    const Value value = top();
    stack_.pop_back();
    return value;
  }
  // Takes a mark away and returns where the values above it begin.
  size_t pop_mark();
  ArrayRef<Value> values_from(size_t begin) const { return {stack_.data() + begin, stack_.size() - begin}; }
  // Takes the values from `begin` on away.
  void drop(size_t begin) { stack_.erase(stack_.begin() + static_cast<ptrdiff_t>(begin), stack_.end()); }
  void push_tuple(size_t begin);
  void reduce(unsigned char opcode, size_t begin, ArrayRef<Value> arguments);
  template <class T>
  void push_text(Kind kind) {
    push(Value::text(kind, take_bytes(take_number<T>())));
  }
  void push_long(uint64_t size_bytes);
  void append_items(Value list, ArrayRef<Value> items, Kind kind);
  Value* take_items(size_t count);
  // Makes room for more elements, twice as many as there are if that is more, as vectors do.
  template <class T>
  void reserve(std::vector<T>& items, size_t more) {
    if (items.capacity() - items.size() < more) items.reserve(grown(items.size(), items.capacity(), more, sizeof(T)));
  }
  size_t grown(size_t size, size_t capacity, size_t more, size_t item_bytes);
  void set_items(Value dict, ArrayRef<Value> values);
  void build();
  void put(uint64_t index);
  void get(uint64_t index);
  std::string_view take_bytes(uint64_t n) {
    if (n > bytes_.size() - at_) fail_short(n);
    const std::string_view taken(bytes_.data() + at_, static_cast<size_t>(n));
    at_ += taken.size();
    return taken;
  }
  std::string_view take_line();
  // A little-endian number.
  template <class T>
  T take_number() {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    T value;
    std::memcpy(&value, take_bytes(sizeof value).data(), sizeof value);
    return value;
  }
  // The IValue that was made of a container; null if there is none yet. Throws if the container is open, and opens it.
  const IValue* made(uint32_t& made, Kind kind);
  const IValue& keep_made(uint32_t& made, IValue value);
  IValue convert_list(Value value, int depth);
  IValue convert_dict(Value value, int depth);
  IValue convert(Value value, int depth);

  std::string name_;
  MemoryBudget& budget_;
  std::string_view bytes_;
  size_t at_ = 0;
  std::vector<Value> stack_;
  std::vector<size_t> marks_;
  size_t callable_at_ = 0;  // in stack_, during a call
  // Writers put nearly every value in the memo, and ask for few: the indices that are asked for, sorted, and their
  // values.
  std::vector<uint32_t> recalled_;
  std::vector<Value> memo_;
  uint64_t memo_size_ = 0;  // as the pickle counts it
  Value empty_tuple_;       // None until there is one
  // The items of tuples, which do not move, in blocks; and what is left of the last block.
  std::deque<std::unique_ptr<Value[]>> blocks_;
  Value* free_items_ = nullptr;
  size_t free_count_ = 0;
  // Deques, because vectors take three times their size while they grow.
  std::deque<List> lists_;
  std::deque<Tuple> tuples_;
  std::deque<Dict> dicts_;
  std::deque<Object> objects_;
  std::deque<IValue> ready_;
  std::deque<IValue> made_;  // of lists, tuples and dictionaries
};

}  // namespace torchpp::serialize

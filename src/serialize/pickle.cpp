// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/pickle.h"

#include <torchpp/core/error.h>

#include <algorithm>
#include <cstring>

#include "src/serialize/safetensors_header.h"

namespace torchpp::serialize {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

constexpr uint64_t kBox = 80;    // a list, dictionary or text of an IValue
constexpr uint64_t kBlock = 16;  // what the allocator adds to a block of memory
constexpr int kLeastProtocol = 2, kMostProtocol = 5;
constexpr size_t kMostPickle = UINT32_MAX;  // bytes; sizes and numbers of containers take 32 bits
constexpr size_t kBlockItems = 256;
constexpr unsigned char kReduce = 'R', kNewObject = 0x81, kPersistentId = 'Q';
constexpr unsigned char kPut1 = 'q', kPut4 = 'r', kMemoize = 0x94, kGet1 = 'h', kGet4 = 'j';
constexpr unsigned char kTuple = 't', kTuple1 = 0x85, kTuple2 = 0x86, kTuple3 = 0x87;

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kNothing: break;
    case Kind::kNone: return "None";
    case Kind::kBool: return "a bool";
    case Kind::kInt:
    case Kind::kLong: return "an int";
    case Kind::kFloat: return "a float";
    case Kind::kText: return "a text";
    case Kind::kBytes: return "bytes";
    case Kind::kList: return "a list";
    case Kind::kTuple: return "a tuple";
    case Kind::kSet: return "a set";
    case Kind::kDict: return "a dict";
    case Kind::kGlobal: return "a class or function";
    case Kind::kObject: return "an object";
    case Kind::kStorage: return "a storage";
    case Kind::kListed:
    case Kind::kReady: return "a tensor or other value";
  }
  return "?";
}

uint64_t little_endian(std::string_view bytes) {
  uint64_t number = 0;
  for (size_t i = bytes.size(); i > 0; --i) number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  return number;
}

// The bytes of an operation's operand, and of the length of the bytes behind it.
struct OperandBytes {
  size_t fixed, length;
};
OperandBytes operand_of(unsigned char opcode) {
  switch (opcode) {
    case 'J':
    case kGet4:
    case kPut4: return {4, 0};
    case 'K':
    case kGet1:
    case kPut1: return {1, 0};
    case 'M': return {2, 0};
    case 'G':
    case 0x95: return {8, 0};
    case 0x8a:
    case 'U':
    case 0x8c:
    case 'C': return {0, 1};
    case 0x8b:
    case 'T':
    case 'X':
    case 'B': return {0, 4};
    case 0x8d:
    case 0x8e: return {0, 8};
    default: return {0, 0};
  }
}

}  // namespace

void MemoryBudget::take(uint64_t bytes) {
  TORCHPP_CHECK_FILE(bytes <= left_, name_, ": its values need more than ", most_,
                     " bytes of memory, which is the bound for a file of its size");
  left_ -= bytes;
}

PickleValue PickleValue::integer(int64_t value) {
  PickleValue v;
  v.kind = Kind::kInt;
  v.i = value;
  return v;
}
PickleValue PickleValue::number(double value) {
  PickleValue v;
  v.kind = Kind::kFloat;
  v.d = value;
  return v;
}
PickleValue PickleValue::truth(bool value) {
  PickleValue v = integer(value ? 1 : 0);
  v.kind = Kind::kBool;
  return v;
}

PickleValue PickleValue::text(Kind kind, std::string_view bytes) {
  PickleValue v;
  v.kind = kind;
  v.size = static_cast<uint32_t>(bytes.size());
  v.chars = bytes.data();
  return v;
}

Unpickler::Unpickler(std::string name, MemoryBudget& budget) : name_(std::move(name)), budget_(budget) {}
Unpickler::~Unpickler() = default;

void Unpickler::fail_with(const std::string& message) const {
  TORCHPP_FAIL_KIND(kFile, name_, ": pickle, byte ", at_, ": ", message);
}

std::string Unpickler::describe(Value value) const {
  switch (value.kind) {
    case Kind::kText: return "the text " + shown(std::string(text(value).substr(0, 200)));
    case Kind::kInt: return str("the int ", value.i);
    default: return kind_name(value.kind);
  }
}

void Unpickler::fail_short(uint64_t n) const { fail("got ", bytes_.size() - at_, " bytes, expected ", n, " more"); }

std::string_view Unpickler::take_line() {
  const size_t end = bytes_.find('\n', at_);
  if (end == std::string_view::npos) fail("got a name that does not end");
  const std::string_view line = bytes_.substr(at_, end - at_);
  at_ = end + 1;
  return line;
}

size_t Unpickler::pop_mark() {
  if (marks_.empty()) fail("got an operation on what follows a mark, without a mark");
  const size_t begin = marks_.back();
  marks_.pop_back();
  return begin;
}

std::string_view Unpickler::key_of_call() const {
  if (callable_at_ <= floor() || stack_[callable_at_ - 1].kind != Kind::kText) return {};
  return text(stack_[callable_at_ - 1]);
}

bool Unpickler::goes_into_tuple() const {
  const unsigned char next = next_operation().opcode;
  return next == kTuple || (next >= kTuple1 && next <= kTuple3);
}

Value Unpickler::make_ready(IValue value) {
  budget_.take(sizeof value);
  ready_.push_back(std::move(value));
  return {Kind::kReady, ready_.size() - 1};
}

Value Unpickler::make_list(Kind kind, ArrayRef<Value> items) {
  budget_.take(sizeof(List) + (items.empty() ? 0 : kBlock + sizeof(Value) * items.size()));
  lists_.emplace_back();
  lists_.back().items.assign(items.begin(), items.end());
  return {kind, lists_.size() - 1};
}

Value* Unpickler::take_items(size_t count) {
  if (count > free_count_) {
    const size_t size = std::max(count, kBlockItems);
    budget_.take(kBlock + sizeof(Value) * size);
    blocks_.push_back(std::make_unique<Value[]>(size));
    // A block of a long tuple is full at once, and the one before it stays in use.
    if (count >= kBlockItems) return blocks_.back().get();
    free_items_ = blocks_.back().get();
    free_count_ = size;
  }
  Value* const taken = free_items_;
  free_items_ += count;
  free_count_ -= count;
  return taken;
}

Value Unpickler::make_tuple(ArrayRef<Value> items) {
  budget_.take(sizeof(Tuple));
  Value* const own = take_items(items.size());
  std::copy(items.begin(), items.end(), own);
  tuples_.push_back({own, static_cast<uint32_t>(items.size()), 0, kNotMade});
  return {Kind::kTuple, tuples_.size() - 1};
}

void Unpickler::release_tuple(Value tuple) {
  if (tuple.kind != Kind::kTuple || tuple.at + 1 != tuples_.size() || tuples_[tuple.at].is_shared != 0) return;
  const Tuple& last = tuples_.back();
  if (last.items + last.size == free_items_) {
    free_items_ -= last.size;
    free_count_ += last.size;
  }
  budget_.give_back(sizeof(Tuple));
  tuples_.pop_back();
}

Value Unpickler::make_dict() {
  budget_.take(sizeof(Dict));
  dicts_.emplace_back();
  return {Kind::kDict, dicts_.size() - 1};
}

Value Unpickler::make_object(std::string_view type) {
  budget_.take(sizeof(Object));
  objects_.push_back({type, {}});
  return {Kind::kObject, objects_.size() - 1};
}

void Unpickler::set_item(Value dict, Value key, Value value) {
  if (dict.kind != Kind::kDict) fail("got ", kind_name(dict.kind), " to set an item of, expected a dict");
  auto& pairs = dicts_[dict.at].pairs;
  reserve(pairs, 1);
  pairs.emplace_back(key, value);
}

Value Unpickler::attributes(Value dict) const { return dicts_[dict.at].attributes; }

// A tuple of the values from `begin` on. Where it is the operand of the next operation, which is so for most, nobody
// else can refer to it, and the values are used where they stand.
void Unpickler::push_tuple(size_t begin) {
  const Next next = next_operation();
  if (next.opcode == kReduce || next.opcode == kNewObject || next.opcode == kPersistentId) {
    at_ = next.at + 1;
    memo_size_ = next.memo_size;
    return reduce(next.opcode, begin, values_from(begin));
  }
  const Value tuple = make_tuple(values_from(begin));
  drop(begin);
  push(tuple);
}

// Replaces what stands from `begin` on, which holds the arguments, and a callable below it by the result.
void Unpickler::reduce(unsigned char opcode, size_t begin, ArrayRef<Value> arguments) {
  Value result;
  if (opcode == kPersistentId) {
    result = persistent(arguments);
  } else {
    begin = below(begin);
    const Value callable = stack_[begin];
    callable_at_ = begin;
    result = opcode == kReduce ? call(callable, arguments) : new_object(callable, arguments);
  }
  drop(begin);
  push(result);
}

void Unpickler::push_long(uint64_t size_bytes) {
  const std::string_view bytes = take_bytes(size_bytes);
  if (bytes.size() > sizeof(int64_t)) return push(Value::text(Kind::kLong, bytes));
  // Two's complement of as many bytes as are needed.
  uint64_t number = little_endian(bytes);
  if (!bytes.empty() && bytes.size() < sizeof number && (bytes.back() & 0x80) != 0)
    number |= ~uint64_t{0} << 8 * bytes.size();
  push(Value::integer(static_cast<int64_t>(number)));
}

size_t Unpickler::grown(size_t size, size_t capacity, size_t more, size_t item_bytes) {
  const size_t wanted = std::max(size + more, 2 * capacity);
  budget_.take(kBlock + item_bytes * (wanted - capacity));
  return wanted;
}

void Unpickler::append_items(Value list, ArrayRef<Value> items, Kind kind) {
  if (list.kind != kind) fail("got ", kind_name(list.kind), " to append to, expected ", kind_name(kind));
  std::vector<Value>& all = lists_[list.at].items;
  reserve(all, items.size());
  all.insert(all.end(), items.begin(), items.end());
}

void Unpickler::set_items(Value dict, ArrayRef<Value> values) {
  if (values.size() % 2 != 0) fail("got a key without a value");
  if (dict.kind == Kind::kDict) reserve(dicts_[dict.at].pairs, values.size() / 2);
  for (size_t i = 0; i < values.size(); i += 2) set_item(dict, values[i], values[i + 1]);
}

// The state of what is below it on the stack, which stays there.
void Unpickler::build() {
  const Value state = pop();
  const Value target = top();
  if (target.kind == Kind::kObject) {
    objects_[target.at].state = state;
  } else if (target.kind == Kind::kDict && state.kind == Kind::kDict) {
    dicts_[target.at].attributes = state;
  } else {
    fail("got ", kind_name(target.kind), " to give ", kind_name(state.kind),
         " as its state, expected an OrderedDict or an object");
  }
}

void Unpickler::put(uint64_t index) {
  Value& value = top();
  // Writers count from 0 on. A memo that is larger than the pickle is no honest one.
  if (index > bytes_.size()) fail("got the memo index ", index, " in a pickle of ", bytes_.size(), " bytes");
  memo_size_ = std::max(memo_size_, index + 1);
  const size_t place = memo_place(index);
  if (place == memo_.size()) return;
  if (value.kind == Kind::kTuple) tuples_[value.at].is_shared = 1;
  memo_[place] = value;
}

void Unpickler::get(uint64_t index) {
  const size_t place = memo_place(index);
  if (place == memo_.size() || memo_[place].kind == Kind::kNothing)
    fail("got the memo index ", index, ", which was not set");
  push(memo_[place]);
}

size_t Unpickler::memo_place(uint64_t index) const {
  const auto found = std::lower_bound(recalled_.begin(), recalled_.end(), index);
  return found != recalled_.end() && *found == index ? static_cast<size_t>(found - recalled_.begin()) : memo_.size();
}

Unpickler::Next Unpickler::next_operation() const {
  Next next{0, at_, memo_size_};
  while (next.at < bytes_.size()) {
    const auto opcode = static_cast<unsigned char>(bytes_[next.at]);
    const size_t operand = opcode == kPut1 ? 1 : opcode == kPut4 ? 4 : 0;
    if ((operand == 0 && opcode != kMemoize) || bytes_.size() - next.at <= operand) {
      next.opcode = opcode;
      break;
    }
    const uint64_t index = operand == 0 ? next.memo_size : little_endian(bytes_.substr(next.at + 1, operand));
    if (memo_place(index) != memo_.size()) {
      next.opcode = opcode;
      break;
    }
    next.memo_size = std::max(next.memo_size, index + 1);
    next.at += 1 + operand;
  }
  return next;
}

// Finds the memo indices that the pickle at `at` asks for. What it does not know ends the pickle with an error later.
void Unpickler::find_recalled(size_t at) {
  recalled_.clear();
  const auto sort = [&] {
    std::sort(recalled_.begin(), recalled_.end());
    recalled_.erase(std::unique(recalled_.begin(), recalled_.end()), recalled_.end());
  };
  size_t many = 1024;  // at which the list is looked through for those that it has several times
  while (at < bytes_.size()) {
    const auto opcode = static_cast<unsigned char>(bytes_[at++]);
    if (opcode == '.') break;
    if (opcode == 'c') {
      for (int line = 0; line < 2 && at < bytes_.size(); ++line)
        at = std::min(bytes_.find('\n', at), bytes_.size() - 1) + 1;
      continue;
    }
    const auto [fixed, length] = operand_of(opcode);
    if (bytes_.size() - at < fixed + length) break;
    if (opcode == kGet1 || opcode == kGet4) {
      if (recalled_.size() == many) {
        sort();
        many = std::max(many, 2 * recalled_.size());
      }
      recalled_.push_back(static_cast<uint32_t>(little_endian(bytes_.substr(at, fixed))));
    }
    const uint64_t behind = length == 0 ? 0 : little_endian(bytes_.substr(at, length));
    at += fixed + length;
    if (behind > bytes_.size() - at) break;
    at += static_cast<size_t>(behind);
  }
  sort();
  budget_.take((sizeof(uint32_t) + sizeof(Value)) * recalled_.size());
  memo_.assign(recalled_.size(), Value(Kind::kNothing, 0));
  memo_size_ = 0;
}

// One operation; false for the last.
bool Unpickler::step(unsigned char opcode) {
  switch (opcode) {
    case '.': return false;
    case 0x95: take_bytes(8); break;  // the length of a frame
    case '(':
      reserve(marks_, 1);
      marks_.push_back(stack_.size());
      break;
    case '0': pop(); break;
    case '1': drop(pop_mark()); break;
    case '2':
      if (top().kind == Kind::kTuple) tuples_[top().at].is_shared = 1;
      push(top());
      break;
    case 'N': push({}); break;
    case 0x88: push(Value::truth(true)); break;
    case 0x89: push(Value::truth(false)); break;
    case 'J': push(Value::integer(take_number<int32_t>())); break;
    case 'K': push(Value::integer(take_number<uint8_t>())); break;
    case 'M': push(Value::integer(take_number<uint16_t>())); break;
    case 0x8a: push_long(take_number<uint8_t>()); break;
    case 0x8b: push_long(take_number<uint32_t>()); break;
    case 'G': {
      const uint64_t swapped = __builtin_bswap64(take_number<uint64_t>());  // its first byte is the highest
      double value;
      std::memcpy(&value, &swapped, sizeof value);
      push(Value::number(value));
      break;
    }
    case 'U': push_text<uint8_t>(Kind::kText); break;  // texts of Python 2
    case 'T': push_text<uint32_t>(Kind::kText); break;
    case 0x8c: push_text<uint8_t>(Kind::kText); break;
    case 'X': push_text<uint32_t>(Kind::kText); break;
    case 0x8d: push_text<uint64_t>(Kind::kText); break;
    case 'C': push_text<uint8_t>(Kind::kBytes); break;
    case 'B': push_text<uint32_t>(Kind::kBytes); break;
    case 0x8e: push_text<uint64_t>(Kind::kBytes); break;
    case ')':
      if (empty_tuple_.kind == Kind::kNone) {
        empty_tuple_ = make_tuple({});
        tuples_[empty_tuple_.at].is_shared = 1;
      }
      push(empty_tuple_);
      break;
    case kTuple1:
    case kTuple2:
    case kTuple3: {
      size_t begin = stack_.size();
      for (int count = opcode - kTuple1 + 1; count > 0; --count) begin = below(begin);
      push_tuple(begin);
      break;
    }
    case kTuple: push_tuple(pop_mark()); break;
    case ']': push(make_list(Kind::kList, {})); break;
    case 0x8f: push(make_list(Kind::kSet, {})); break;
    case 'l':
    case 0x91: {
      const size_t begin = pop_mark();
      const Value list = make_list(opcode == 'l' ? Kind::kList : Kind::kSet, values_from(begin));
      drop(begin);
      push(list);
      break;
    }
    case 'a': {
      const Value item = pop();
      append_items(top(), item, Kind::kList);
      break;
    }
    case 'e':
    case 0x90: {
      const size_t begin = pop_mark();
      append_items(stack_[below(begin)], values_from(begin), opcode == 'e' ? Kind::kList : Kind::kSet);
      drop(begin);
      break;
    }
    case '}': push(make_dict()); break;
    case 'd': {
      const size_t begin = pop_mark();
      const Value dict = make_dict();
      set_items(dict, values_from(begin));
      drop(begin);
      push(dict);
      break;
    }
    case 's': {
      const Value value = pop();
      const Value key = pop();
      set_item(top(), key, value);
      break;
    }
    case 'u': {
      const size_t begin = pop_mark();
      set_items(stack_[below(begin)], values_from(begin));
      drop(begin);
      break;
    }
    case kPut1: put(take_number<uint8_t>()); break;
    case kPut4: put(take_number<uint32_t>()); break;
    case kMemoize: put(memo_size_); break;
    case kGet1: get(take_number<uint8_t>()); break;
    case kGet4: get(take_number<uint32_t>()); break;
    case 'c': {
      const std::string_view module = take_line();
      push(find_global(module, take_line()));
      break;
    }
    case 0x93: {
      const Value name = pop(), module = pop();
      if (name.kind != Kind::kText || module.kind != Kind::kText)
        fail("got ", kind_name(module.kind), " and ", kind_name(name.kind), " as a name, expected texts");
      push(find_global(text(module), text(name)));
      break;
    }
    case kReduce:
    case kNewObject: {
      const Value arguments = top();
      if (arguments.kind != Kind::kTuple) fail("got ", kind_name(arguments.kind), " as arguments, expected a tuple");
      reduce(opcode, stack_.size() - 1, items(arguments));
      break;
    }
    case 'b': build(); break;
    case kPersistentId: {
      const Value id = pop();
      push(id.kind == Kind::kTuple ? persistent(items(id)) : persistent_other(id));
      break;
    }
    default: fail("got the operation ", static_cast<int>(opcode), ", which files of tensors do not have");
  }
  return true;
}

Value Unpickler::run(std::string_view bytes, size_t& at) {
  bytes_ = bytes.substr(0, at + std::min(bytes.size() - at, kMostPickle));
  at_ = at;
  stack_.clear();
  marks_.clear();
  const std::string_view start = take_bytes(2);
  const int protocol = static_cast<unsigned char>(start[1]);
  if (start[0] != '\x80' || protocol < kLeastProtocol || protocol > kMostProtocol) {
    at_ = at;
    fail("got bytes that do not begin a pickle of protocol ", kLeastProtocol, " to ", kMostProtocol);
  }
  find_recalled(at_);
  do {
    if (at_ == bytes_.size()) fail("got no end of the pickle");
  } while (step(static_cast<unsigned char>(bytes_[at_++])));
  const Value result = pop();
  if (!stack_.empty() || !marks_.empty()) fail("got ", stack_.size() + 1, " values at the end, expected one");
  std::vector<Value>().swap(stack_);
  at = at_;
  return result;
}

const IValue* Unpickler::made(uint32_t& made, Kind kind) {
  if (made >= kFirstMade) return &made_[made - kFirstMade];
  if (made == kOpen) fail("got ", kind_name(kind), " that contains itself");
  made = kOpen;
  return nullptr;
}

const IValue& Unpickler::keep_made(uint32_t& made, IValue value) {
  made_.push_back(std::move(value));
  made = static_cast<uint32_t>(made_.size() - 1 + kFirstMade);
  return made_.back();
}

IValue Unpickler::convert_list(Value value, int depth) {
  const bool is_tuple = value.kind == Kind::kTuple;
  uint32_t& state = is_tuple ? tuples_[value.at].made : lists_[value.at].made;
  if (const IValue* found = made(state, value.kind)) return *found;
  const ArrayRef<Value> values = items(value);
  budget_.take(kBox + sizeof(IValue) * (values.size() + 1));
  IValue::List converted;
  converted.reserve(values.size());
  for (const Value& item : values) converted.push_back(convert(item, depth + 1));
  return keep_made(state, IValue(std::move(converted), is_tuple ? IValue::Tag::kTuple : IValue::Tag::kGenericList));
}

IValue Unpickler::convert_dict(Value value, int depth) {
  Dict& dict = dicts_[value.at];
  if (const IValue* found = made(dict.made, Kind::kDict)) return *found;
  budget_.take(kBox + sizeof(IValue) +
               (sizeof(std::pair<IValue, IValue>) + sizeof(std::pair<size_t, std::string_view>)) * dict.pairs.size());
  IValue::Dict items;
  items.reserve(dict.pairs.size());
  // Sorted by hash and name to be compared: hash tables can be made slow by chosen names.
  std::vector<std::pair<size_t, std::string_view>> names;
  std::vector<int64_t> numbers;
  for (const auto& [key, item] : dict.pairs) {
    if (key.kind == Kind::kText) names.emplace_back(std::hash<std::string_view>()(text(key)), text(key));
    else if (key.kind == Kind::kInt) numbers.push_back(key.i);
    else fail("got ", kind_name(key.kind), " as the key of a dict, expected a text or an int");
    IValue converted = convert(key, depth + 1);
    items.emplace_back(std::move(converted), convert(item, depth + 1));
  }
  std::sort(names.begin(), names.end());
  std::sort(numbers.begin(), numbers.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
    fail("got a dict with the key ", shown(std::string(twice->second)), " twice");
  if (const auto twice = std::adjacent_find(numbers.begin(), numbers.end()); twice != numbers.end())
    fail("got a dict with the key ", *twice, " twice");
  return keep_made(dict.made, IValue(std::move(items)));
}

IValue Unpickler::convert(Value value, int depth) {
  if (depth > kMostDepth) fail("got values that are nested more than ", kMostDepth, " times");
  switch (value.kind) {
    case Kind::kNothing:
    case Kind::kNone: return {};
    case Kind::kBool: return value.i != 0;
    case Kind::kInt: return value.i;
    case Kind::kFloat: return value.d;
    case Kind::kText:
    case Kind::kBytes: {
      budget_.take(kBox + text(value).size());
      return std::string(text(value));
    }
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kSet: return convert_list(value, depth);
    case Kind::kDict: return convert_dict(value, depth);
    case Kind::kObject: return convert(objects_[value.at].state, depth + 1);
    case Kind::kReady: return ready_[value.at];
    case Kind::kLong: fail("got an int of ", text(value).size(), " bytes, expected one of at most 8");
    case Kind::kStorage:
    case Kind::kListed:
    case Kind::kGlobal: break;
  }
  return other_value(value);
}

IValue Unpickler::to_ivalue(Value value) { return convert(value, 0); }

}  // namespace torchpp::serialize

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file IValue: any argument or result of an operator, and the stack on which boxed calls pass them.

#include <torchpp/core/generator.h>
#include <torchpp/core/scalar.h>
#include <torchpp/core/tensor_base.h>

#include <iosfwd>
#include <string>
#include <tuple>
#include <vector>

namespace torchpp {

class Tensor;
template <class T>
class List;
template <class Key, class Value>
class Dict;

namespace detail {

/// A reference-counted C++ value that an IValue refers to.
template <class T>
struct Boxed final : intrusive_ptr_target {
  explicit Boxed(T v) : value(std::move(v)) {}
  T value;
};

/// Access to the containers behind List and Dict; defined in src/ops.
struct ContainerAccess;

}  // namespace detail

/// Base class of a program's own objects that IValues refer to.
struct CustomClassHolder : intrusive_ptr_target {};

/// A tagged value of one of the types that operators take and return: none, tensor, number, bool, string, device,
/// generator, list, tuple, dictionary, or an object of a user's type. Defined in src/ops, because it prints tensors.
class TORCHPP_API IValue {
 public:
  enum class Tag : uint8_t {
    kNone,
    kTensor,
    kDouble,
    kInt,
    kBool,
    kComplexDouble,
    kString,
    kIntList,
    kDoubleList,
    kBoolList,
    kScalarList,
    kTensorList,
    kOptionalTensorList,
    kDevice,
    kGenerator,
    kGenericList,
    kTuple,
    kGenericDict,
    kObject
  };
  using List = std::vector<IValue>;
  using Dict = std::vector<std::pair<IValue, IValue>>;  ///< in order of insertion
  struct Tuple;

  IValue() : tag_(Tag::kNone), i_(0) {}
  IValue(nullopt_t) : IValue() {}                                                              // NOLINT: implicit
  IValue(const TensorBase& t) : tag_(Tag::kTensor), p_(t.unsafeGetTensorImpl()) { retain(); }  // NOLINT
  IValue(double d) : tag_(Tag::kDouble), d_(d) {}                                              // NOLINT
  IValue(ComplexDouble z);                                                                     // NOLINT
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  IValue(T i) : tag_(Tag::kInt), i_(static_cast<int64_t>(i)) {}             // NOLINT
  IValue(bool b) : tag_(Tag::kBool), i_(b ? 1 : 0) {}                       // NOLINT
  IValue(const Scalar& s);                                                  // NOLINT
  IValue(ScalarType t) : tag_(Tag::kInt), i_(static_cast<int64_t>(t)) {}    // NOLINT
  IValue(Layout l) : tag_(Tag::kInt), i_(static_cast<int64_t>(l)) {}        // NOLINT
  IValue(MemoryFormat f) : tag_(Tag::kInt), i_(static_cast<int64_t>(f)) {}  // NOLINT
  IValue(Device d);                                                         // NOLINT
  IValue(const Generator& g);                                               // NOLINT
  IValue(std::string s);                                                    // NOLINT
  IValue(const char* s);                                                    // NOLINT
  IValue(std::string_view s);                                               // NOLINT
  IValue(IntArrayRef v);                                                    // NOLINT
  IValue(std::vector<int64_t> v);                                           // NOLINT
  IValue(ArrayRef<double> v);                                               // NOLINT
  IValue(std::vector<double> v);                                            // NOLINT
  IValue(std::vector<bool> v);                                              // NOLINT
  IValue(std::vector<Scalar> v);                                            // NOLINT
  IValue(ArrayRef<Scalar> v);                                               // NOLINT
  IValue(std::vector<Tensor> v);                                            // NOLINT
  IValue(ArrayRef<Tensor> v);                                               // NOLINT
  IValue(List v, Tag tag = Tag::kGenericList);                              // NOLINT
  template <class... T>
  IValue(const std::tuple<T...>& v)  // NOLINT
      : IValue(std::apply([](const T&... e) { return List{IValue(e)...}; }, v), Tag::kTuple) {}
  template <class T, std::enable_if_t<!std::is_same_v<T, IValue> && std::is_constructible_v<IValue, T>, int> = 0>
  IValue(const std::vector<T>& v) : IValue(List(v.begin(), v.end())) {}  // NOLINT
  IValue(Dict v);                                                        // NOLINT
  template <class T>
  IValue(const optional<T>& v) : IValue() {  // NOLINT
    if (v) *this = IValue(*v);
  }
  template <class T>
  IValue(const OptionalArrayRef<T>& v) : IValue() {  // NOLINT
    if (v) *this = IValue(*v);
  }
  template <class T, std::enable_if_t<std::is_base_of_v<CustomClassHolder, T>, int> = 0>
  IValue(intrusive_ptr<T> o) : IValue(object(std::move(o))) {}  // NOLINT
  /// A user's object.
  static IValue object(intrusive_ptr<intrusive_ptr_target> o);
  static IValue make_capsule(intrusive_ptr<CustomClassHolder> o) { return object(std::move(o)); }

  IValue(const IValue& o) : tag_(o.tag_), i_(o.i_) { retain(); }
  IValue(IValue&& o) noexcept : tag_(o.tag_), i_(o.i_) {
    o.tag_ = Tag::kNone;
    o.i_ = 0;
  }
  IValue& operator=(IValue o) noexcept {
    // Not by std::swap, which costs the compiler a dozen classes for each type.
    const Tag tag = tag_;
    const int64_t i = i_;
    tag_ = o.tag_;
    i_ = o.i_;
    o.tag_ = tag;
    o.i_ = i;
    return *this;
  }
  ~IValue() {
    if (counted() && p_ != nullptr) p_->release();
  }

  Tag tag() const { return tag_; }
  bool isNone() const { return tag_ == Tag::kNone; }
  bool isTensor() const { return tag_ == Tag::kTensor; }
  bool isDouble() const { return tag_ == Tag::kDouble; }
  bool isInt() const { return tag_ == Tag::kInt; }
  bool isBool() const { return tag_ == Tag::kBool; }
  bool isComplexDouble() const { return tag_ == Tag::kComplexDouble; }
  bool isScalar() const { return isDouble() || isInt() || isBool() || isComplexDouble(); }
  bool isString() const { return tag_ == Tag::kString; }
  bool isDevice() const { return tag_ == Tag::kDevice; }
  bool isGenerator() const { return tag_ == Tag::kGenerator; }
  bool isIntList() const { return tag_ == Tag::kIntList; }
  bool isDoubleList() const { return tag_ == Tag::kDoubleList; }
  bool isBoolList() const { return tag_ == Tag::kBoolList; }
  bool isTensorList() const { return tag_ == Tag::kTensorList; }
  bool isOptionalTensorList() const { return tag_ == Tag::kOptionalTensorList; }
  /// Of any list; toListRef() is for those that are none of the lists above.
  bool isList() const {
    return (tag_ >= Tag::kIntList && tag_ <= Tag::kOptionalTensorList) || tag_ == Tag::kGenericList;
  }
  bool isTuple() const { return tag_ == Tag::kTuple; }
  bool isGenericDict() const { return tag_ == Tag::kGenericDict; }
  bool isObject() const { return tag_ == Tag::kObject; }
  bool isCustomClass() const { return isObject(); }
  bool isCapsule() const { return isObject(); }

  // Each throws TypeError, with the names of both types, for a value of another type.
  Tensor toTensor() const;
  double toDouble() const;
  ComplexDouble toComplexDouble() const;
  int64_t toInt() const;
  bool toBool() const;
  Scalar toScalar() const;
  Device toDevice() const;
  Generator toGenerator() const;
  const std::string& toStringRef() const;
  const std::vector<int64_t>& toIntVector() const;
  const std::vector<double>& toDoubleVector() const;
  const std::vector<bool>& toBoolVector() const;
  const std::vector<Scalar>& toScalarVector() const;
  const std::vector<Tensor>& toTensorVector() const;
  /// Converted to T as for an argument of an operator. Defined in torchpp/ops/boxing.h.
  template <class T>
  T to() const;
  /// Nothing for none.
  template <class T>
  optional<T> toOptional() const {
    if (isNone()) return nullopt;
    return to<T>();
  }
  ScalarType toScalarType() const { return static_cast<ScalarType>(toInt()); }
  Layout toLayout() const { return static_cast<Layout>(toInt()); }
  MemoryFormat toMemoryFormat() const { return static_cast<MemoryFormat>(toInt()); }
  std::string_view toStringView() const { return toStringRef(); }
  // Text and elements in libtorch's syntax: toString()->string() and toTuple()->elements().
  struct Content;
  Content toString() const;
  Content toTuple() const;
  const List& toListRef() const;
  const Tuple& toTupleRef() const;
  const Dict& toGenericDictRef() const;
  const intrusive_ptr_target* toObject() const;
  // Handles to the value's own list or dictionary, defined in torchpp/ops/list.h and dict.h: what is written
  // through them changes the value.
  torchpp::List<IValue> toList() const;
  torchpp::List<int64_t> toIntList() const;
  torchpp::List<double> toDoubleList() const;
  torchpp::List<bool> toBoolList() const;
  torchpp::List<Tensor> toTensorList() const;
  torchpp::List<optional<Tensor>> toOptionalTensorList() const;
  torchpp::Dict<IValue, IValue> toGenericDict() const;
  /// A user's object; TypeError if it is of another class.
  template <class T>
  intrusive_ptr<T> toCustomClass() const {
    T* const o = dynamic_cast<T*>(const_cast<intrusive_ptr_target*>(toObject()));
    if (o == nullptr) fail("an object of another class");
    return intrusive_ptr<T>::share(o);
  }
  intrusive_ptr<CustomClassHolder> toCapsule() const { return toCustomClass<CustomClassHolder>(); }
  /// Number of references to what the value refers to; 1 for values that refer to nothing.
  size_t use_count() const { return counted() && p_ != nullptr ? p_->use_count() : 1; }
  /// Whether both refer to the same object, or are equal numbers.
  bool is(const IValue& o) const;
  /// Equal values of the same type: numbers, texts and devices by value, containers element by element. Tensors are
  /// compared element by element, and Error is thrown for those of more than one element.
  friend bool operator==(const IValue& a, const IValue& b) { return equal(a, b); }
  friend bool operator!=(const IValue& a, const IValue& b) { return !equal(a, b); }
  /// Name of the type as in schemas: "Tensor", "int[]".
  const char* type_name() const;
  /// Name of the tag in libtorch: "Tensor", "Int".
  std::string tagKind() const;
  /// Prints the value in TorchScript's syntax: 2., True, [1, 2], (1, 2.5). A friend, so that it is found for IValue
  /// only and not for the types that convert to it.
  friend std::ostream& operator<<(std::ostream& out, const IValue& value) { return print(out, value); }

 private:
  bool counted() const {
    return tag_ == Tag::kTensor || tag_ == Tag::kComplexDouble || (tag_ >= Tag::kString && tag_ != Tag::kDevice);
  }
  void retain() {
    if (counted() && p_ != nullptr) p_->retain();
  }
  static std::ostream& print(std::ostream& out, const IValue& value);
  static bool equal(const IValue& a, const IValue& b);
  friend struct detail::ContainerAccess;
  void expect(Tag tag, const char* wanted) const;
  [[noreturn]] void fail(const char* wanted) const;
  template <class T>
  const T& boxed() const {
    return static_cast<const detail::Boxed<T>*>(p_)->value;
  }
  template <class T>
  void box(Tag tag, T v);

  Tag tag_;
  union {
    int64_t i_;
    double d_;
    const intrusive_ptr_target* p_;
  };
};

/// The elements of a tuple.
struct IValue::Tuple : List {
  explicit Tuple(List elements) : List(std::move(elements)) {}
  const List& elements() const { return *this; }
};

/// A text or tuple; owns a reference to the value.
struct IValue::Content {
  IValue value;
  const Content* operator->() const { return this; }
  const std::string& string() const { return value.toStringRef(); }
  const List& elements() const { return value.toTupleRef(); }
  size_t size() const { return elements().size(); }
};

/// Arguments of a boxed call, in the order of the schema; the call replaces them by the results.
using Stack = std::vector<IValue>;

/// Short text for logs: "Tensor[2, 3]Float", "1.5", "[1, 2]".
TORCHPP_API std::string to_string(const IValue& value);

}  // namespace torchpp

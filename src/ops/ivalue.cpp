// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/dispatch/ivalue.h>
#include <torchpp/tensor.h>

#include <cmath>
#include <cstdio>
#include <ostream>

#include "src/ops/dict_storage.h"

namespace torchpp {

template <class T>
void IValue::box(Tag tag, T v) {
  tag_ = tag;
  p_ = make_intrusive<detail::Boxed<T>>(std::move(v)).release();
}

IValue::IValue(ComplexDouble z) : IValue() { box(Tag::kComplexDouble, z); }
IValue::IValue(const Scalar& s) : IValue() {
  if (s.isBoolean()) *this = IValue(s.toBool());
  else if (s.isIntegral()) *this = IValue(s.toLong());
  else if (s.isComplex()) *this = IValue(s.toComplexDouble());
  else *this = IValue(s.toDouble());
}
IValue::IValue(Device d) : tag_(Tag::kDevice), i_(static_cast<int64_t>(d.type()) << 8 | (d.index() & 0xff)) {}
IValue::IValue(const Generator& g) : IValue() {
  if (g.defined()) box(Tag::kGenerator, g);
}
IValue::IValue(std::string s) : IValue() { box(Tag::kString, std::move(s)); }
IValue::IValue(const char* s) : IValue(std::string(s)) {}
IValue::IValue(std::string_view s) : IValue(std::string(s)) {}
IValue::IValue(IntArrayRef v) : IValue(v.vec()) {}
IValue::IValue(std::vector<int64_t> v) : IValue() { box(Tag::kIntList, std::move(v)); }
IValue::IValue(ArrayRef<double> v) : IValue(v.vec()) {}
IValue::IValue(std::vector<double> v) : IValue() { box(Tag::kDoubleList, std::move(v)); }
IValue::IValue(std::vector<bool> v) : IValue() { box(Tag::kBoolList, std::move(v)); }
IValue::IValue(std::vector<Scalar> v) : IValue() { box(Tag::kScalarList, std::move(v)); }
IValue::IValue(ArrayRef<Scalar> v) : IValue(v.vec()) {}
IValue::IValue(std::vector<Tensor> v) : IValue() { box(Tag::kTensorList, std::move(v)); }
IValue::IValue(ArrayRef<Tensor> v) : IValue(v.vec()) {}
IValue::IValue(List v, Tag tag) : IValue() {
  if (tag == Tag::kTuple) box(tag, Tuple(std::move(v)));
  else box(tag, std::move(v));
}
IValue::IValue(Dict v) : IValue() { box(Tag::kGenericDict, detail::DictStorage(std::move(v))); }

IValue IValue::object(intrusive_ptr<intrusive_ptr_target> o) {
  IValue v;
  v.tag_ = Tag::kObject;
  v.p_ = o.release();
  return v;
}

const char* IValue::type_name() const {
  static constexpr const char* kNames[] = {
      "None",     "Tensor",   "float",     "int",    "bool",      "complex", "str",   "int[]", "float[]", "bool[]",
      "Scalar[]", "Tensor[]", "Tensor?[]", "Device", "Generator", "list",    "tuple", "dict",  "object"};
  return kNames[static_cast<int>(tag_)];
}

void IValue::fail(const char* wanted) const {
  TORCHPP_FAIL_KIND(kType, "IValue: got ", type_name(), ", expected ", wanted);
}
void IValue::expect(Tag tag, const char* wanted) const {
  if (tag_ != tag) fail(wanted);
}

Tensor IValue::toTensor() const {
  if (isNone()) return Tensor();
  expect(Tag::kTensor, "Tensor");
  return Tensor(
      TensorBase(intrusive_ptr<TensorImpl>::share(static_cast<TensorImpl*>(const_cast<intrusive_ptr_target*>(p_)))));
}
double IValue::toDouble() const {
  if (isDouble()) return d_;
  if (!isInt() && !isBool()) fail("float");
  return static_cast<double>(i_);
}
ComplexDouble IValue::toComplexDouble() const {
  expect(Tag::kComplexDouble, "complex");
  return boxed<ComplexDouble>();
}
int64_t IValue::toInt() const {
  if (!isInt() && !isBool()) fail("int");
  return i_;
}
bool IValue::toBool() const {
  if (!isInt() && !isBool()) fail("bool");
  return i_ != 0;
}
Scalar IValue::toScalar() const {
  switch (tag_) {
    case Tag::kDouble: return Scalar(d_);
    case Tag::kInt: return Scalar(i_);
    case Tag::kBool: return Scalar(i_ != 0);
    case Tag::kComplexDouble: return Scalar(boxed<ComplexDouble>());
    default: fail("a number");
  }
}
Device IValue::toDevice() const {
  expect(Tag::kDevice, "Device");
  return Device(static_cast<DeviceType>(i_ >> 8), static_cast<DeviceIndex>(i_ & 0xff));
}
Generator IValue::toGenerator() const {
  expect(Tag::kGenerator, "Generator");
  return boxed<Generator>();
}
const std::string& IValue::toStringRef() const {
  expect(Tag::kString, "str");
  return boxed<std::string>();
}
const std::vector<int64_t>& IValue::toIntVector() const {
  expect(Tag::kIntList, "int[]");
  return boxed<std::vector<int64_t>>();
}
const std::vector<double>& IValue::toDoubleVector() const {
  expect(Tag::kDoubleList, "float[]");
  return boxed<std::vector<double>>();
}
const std::vector<bool>& IValue::toBoolVector() const {
  expect(Tag::kBoolList, "bool[]");
  return boxed<std::vector<bool>>();
}
const std::vector<Scalar>& IValue::toScalarVector() const {
  expect(Tag::kScalarList, "Scalar[]");
  return boxed<std::vector<Scalar>>();
}
const std::vector<Tensor>& IValue::toTensorVector() const {
  expect(Tag::kTensorList, "Tensor[]");
  return boxed<std::vector<Tensor>>();
}
const IValue::List& IValue::toListRef() const {
  expect(Tag::kGenericList, "list");
  return boxed<List>();
}
const IValue::Tuple& IValue::toTupleRef() const {
  expect(Tag::kTuple, "tuple");
  return boxed<Tuple>();
}
IValue::Content IValue::toString() const { return toStringRef(), Content{*this}; }
IValue::Content IValue::toTuple() const { return toTupleRef(), Content{*this}; }
const IValue::Dict& IValue::toGenericDictRef() const {
  expect(Tag::kGenericDict, "dict");
  return boxed<detail::DictStorage>().entries;
}
const intrusive_ptr_target* IValue::toObject() const {
  expect(Tag::kObject, "object");
  return p_;
}

namespace {

std::string describe(const Tensor& t) {
  return t.defined() ? "Tensor" + to_string(t.sizes()) + toString(t.scalar_type()) : std::string("Tensor(undefined)");
}

template <class V, class F>
std::string join(const V& values, F&& one) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i != 0 ? ", " : "") + one(values[i]);
  return text + "]";
}

}  // namespace

std::string to_string(const IValue& v) {
  auto one = [](const IValue& e) { return to_string(e); };
  switch (v.tag()) {
    case IValue::Tag::kTensor: return describe(v.toTensor());
    case IValue::Tag::kTensorList: return join(v.toTensorVector(), describe);
    case IValue::Tag::kString: return "\"" + v.toStringRef() + "\"";
    case IValue::Tag::kIntList: return to_string(IntArrayRef(v.toIntVector()));
    case IValue::Tag::kDoubleList: return join(v.toDoubleVector(), [](double d) { return str(d); });
    case IValue::Tag::kBoolList:
      return join(v.toBoolVector(), [](bool b) { return std::string(b ? "true" : "false"); });
    case IValue::Tag::kScalarList: return join(v.toScalarVector(), [](const Scalar& s) { return to_string(s); });
    case IValue::Tag::kDevice: return to_string(v.toDevice());
    case IValue::Tag::kGenericList: return join(v.toListRef(), one);
    case IValue::Tag::kTuple: return join(v.toTupleRef(), one);
    default: return v.isScalar() ? to_string(v.toScalar()) : v.type_name();
  }
}

namespace {

// The shortest integer with a point, else every digit that the number has.
void print_double(std::ostream& out, double d) {
  constexpr double kInt64End = 0x1p63;
  if (std::nearbyint(d) == d && std::fabs(d) < kInt64End) {
    out << static_cast<int64_t>(d) << '.';
    return;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", d);
  out << text;
}

template <class V>
void print_sequence(std::ostream& out, const V& values, const char* begin, const char* end) {
  out << begin;
  const char* between = "";
  for (const auto& v : values) {
    out << between << IValue(v);
    between = ", ";
  }
  out << end;
}

}  // namespace

std::ostream& IValue::print(std::ostream& out, const IValue& v) {
  switch (v.tag_) {
    case Tag::kTensor: return out << v.toTensor();
    case Tag::kDouble: print_double(out, v.d_); break;
    case Tag::kInt: return out << v.i_;
    case Tag::kBool: return out << (v.i_ != 0 ? "True" : "False");
    case Tag::kComplexDouble: {
      const ComplexDouble z = v.toComplexDouble();
      print_double(out, z.real());
      if (!std::signbit(z.imag())) out << '+';
      print_double(out, z.imag());
      out << 'j';
      break;
    }
    case Tag::kString: return out << v.toStringRef();
    case Tag::kIntList: print_sequence(out, v.toIntVector(), "[", "]"); break;
    case Tag::kDoubleList: print_sequence(out, v.toDoubleVector(), "[", "]"); break;
    case Tag::kBoolList: print_sequence(out, v.toBoolVector(), "[", "]"); break;
    case Tag::kScalarList: print_sequence(out, v.toScalarVector(), "[", "]"); break;
    case Tag::kTensorList: print_sequence(out, v.toTensorVector(), "[", "]"); break;
    case Tag::kOptionalTensorList:
    case Tag::kGenericList: print_sequence(out, v.boxed<List>(), "[", "]"); break;
    case Tag::kTuple: print_sequence(out, v.toTupleRef(), "(", v.toTupleRef().size() == 1 ? ",)" : ")"); break;
    case Tag::kGenericDict: {
      out << '{';
      const char* between = "";
      for (const auto& [key, value] : v.toGenericDictRef()) {
        out << between << key << ": " << value;
        between = ", ";
      }
      out << '}';
      break;
    }
    case Tag::kDevice: return out << v.toDevice();
    case Tag::kNone: return out << "None";
    case Tag::kGenerator: return out << "Generator";
    case Tag::kObject: return out << "<object>";
  }
  return out;
}

std::string IValue::tagKind() const {
  static constexpr const char* kNames[] = {"None",          "Tensor",      "Double",      "Int",         "Bool",
                                           "ComplexDouble", "String",      "GenericList", "GenericList", "GenericList",
                                           "GenericList",   "GenericList", "GenericList", "Device",      "Generator",
                                           "GenericList",   "Tuple",       "GenericDict", "Object"};
  return kNames[static_cast<int>(tag_)];
}

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
// List and Dict: handles to the lists and dictionaries of IValues. What libtorch 1.13.1 answers was tried with the same
// calls; tests/install/spellings holds those that programs write for both.
#include <gtest/gtest.h>
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/dict.h>
#include <torchpp/ops/list.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <stdexcept>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

#define EXPECT_MESSAGE(statement, words)                                    \
  do {                                                                      \
    const std::string message = test::error_of([&] { (void)(statement); }); \
    EXPECT_NE(message.find(words), std::string::npos) << message;           \
  } while (false)

TEST(List, IsAHandle) {
  List<int64_t> a{1, 2};
  const List<int64_t> b = a;
  const IValue value = a;
  b.push_back(3);
  EXPECT_EQ(a.size(), 3u);
  EXPECT_EQ(value.toIntVector(), (std::vector<int64_t>{1, 2, 3}));
  value.toIntList().set(0, 7);
  EXPECT_EQ(a.get(0), 7);
  EXPECT_TRUE(a.is(b));
  EXPECT_EQ(a.use_count(), 3u);
  const List<int64_t> c = a.copy();
  EXPECT_EQ(c, a);
  EXPECT_FALSE(c.is(a));
  c.push_back(4);
  EXPECT_NE(c, a);
  const List<int64_t> moved = std::move(a);
  EXPECT_EQ(a.size(), 3u);  // NOLINT: a list stays one when it is moved from, as in libtorch
}

template <class T>
void changes_as_a_vector(T x, T y, T z) {
  List<T> list;
  EXPECT_TRUE(list.empty());
  list.reserve(4);
  list.push_back(y);
  list.insert(list.begin(), x);
  list.emplace_back(z);
  EXPECT_EQ(list.vec(), (std::vector<T>{x, y, z}));
  EXPECT_EQ(IValue(list).isList(), true);
  list[0] = z;
  list[1] = list[2];
  EXPECT_EQ(list.vec(), (std::vector<T>{z, z, z}));
  list.set(1, x);
  swap(list[0], list[1]);
  EXPECT_EQ(list.vec(), (std::vector<T>{x, z, z}));
  EXPECT_EQ(static_cast<T>(*(list.begin() + 1)), z);
  EXPECT_EQ(list.end() - list.begin(), 3);
  list.append(list);
  EXPECT_EQ(list.size(), 6u);
  list.erase(list.begin() + 1, list.begin() + 4);
  EXPECT_EQ(list.vec(), (std::vector<T>{x, z, z}));
  list.erase(list.begin());
  list.pop_back();
  list.resize(3, y);
  EXPECT_EQ(list.vec(), (std::vector<T>{z, y, y}));
  list.resize(1);
  std::vector<T> walked;
  for (const T& e : list) walked.push_back(e);
  EXPECT_EQ(walked, std::vector<T>{z});
  EXPECT_EQ(list.extract(0), z);
  list.clear();
  EXPECT_TRUE(list.empty());
  EXPECT_THROW(list.get(0), std::out_of_range);
  EXPECT_THROW((void)list[0], std::out_of_range);
  EXPECT_THROW(list.set(0, x), std::out_of_range);
  EXPECT_THROW(list.erase(list.begin()), std::out_of_range);
  EXPECT_THROW(list.pop_back(), std::out_of_range);
  EXPECT_THROW(list.insert(list.begin() + 1, x), std::out_of_range);
}
TEST(List, ChangesAsAVector) {
  changes_as_a_vector<int64_t>(1, 2, 3);
  changes_as_a_vector<double>(.5, 1, 2);
  changes_as_a_vector<bool>(true, false, true);
  changes_as_a_vector<std::string>("a", "b", "c");
  changes_as_a_vector<IValue>(1, "two", 3.);
  changes_as_a_vector<optional<int64_t>>(1, nullopt, 3);
}

TEST(List, OfTensorsHoldsThem) {
  const Tensor x = arange(3), y = ones({2});
  List<Tensor> list{x, y};
  EXPECT_TRUE(IValue(list).isTensorList());
  EXPECT_TRUE(list.get(0).is_same(x));
  EXPECT_TRUE(list.extract(0).is_same(x));
  EXPECT_FALSE(list.get(0).defined());
  const List<optional<Tensor>> some{x, nullopt};
  EXPECT_TRUE(IValue(some).isOptionalTensorList());
  EXPECT_TRUE(some.get(0)->is_same(x));
  EXPECT_FALSE(IValue(some).toOptionalTensorList().get(1).has_value());
}

TEST(List, OfValuesStandsForAnyList) {
  const List<int64_t> numbers{3, 1, 2};
  const List<IValue> any = IValue(numbers).toList();
  EXPECT_EQ(any.get(1).toInt(), 1);
  any.push_back(5);
  EXPECT_EQ(numbers.get(3), 5);
  EXPECT_MESSAGE(any.push_back("text"), "got str, expected int");
  EXPECT_MESSAGE(IValue(numbers).toTensorList(), "got int[], expected Tensor[]");
  EXPECT_MESSAGE(IValue(1).toList(), "got int, expected a list");
  const List<IValue> mixed{1, "x"};
  EXPECT_MESSAGE(List<std::string>(IValue(mixed)).get(0), "got int, expected str");
  EXPECT_EQ(IValue(mixed).toListRef().size(), 2u);
}

TEST(List, NestsAndConverts) {
  List<List<int64_t>> rows;
  rows.push_back(List<int64_t>{1});
  rows.get(0).push_back(2);
  EXPECT_EQ(str(IValue(rows).type_name()), "list");
  EXPECT_EQ(rows.get(0).size(), 2u);
  const IValue value = rows;
  EXPECT_EQ((value.to<std::vector<std::vector<int64_t>>>()), (std::vector<std::vector<int64_t>>{{1, 2}}));
  EXPECT_EQ(IValue(std::vector<std::string>{"a", "b"}).to<std::vector<std::string>>()[1], "b");
  EXPECT_EQ(IValue(List<int64_t>{4}).to<std::vector<IValue>>()[0].toInt(), 4);
  EXPECT_EQ((IValue(List<std::string>{"a"}).to<List<std::string>>().get(0)), "a");
}

TEST(Dict, IsAHandleInOrderOfInsertion) {
  Dict<std::string, int64_t> a;
  for (int64_t i = 0; i < 40; ++i) EXPECT_TRUE(a.insert("k" + std::to_string(39 - i), i).second);
  EXPECT_EQ(a.begin()->key(), "k39");
  EXPECT_FALSE(a.insert("k39", 5).second);
  EXPECT_EQ(a.at("k39"), 0);
  EXPECT_FALSE(a.insert_or_assign("k39", 5).second);
  EXPECT_EQ(a.at("k39"), 5);
  const IValue value = a;
  const Dict<std::string, int64_t> b = a;
  EXPECT_EQ(b.erase("k20"), 1u);
  EXPECT_EQ(b.erase("k20"), 0u);
  EXPECT_EQ(a.size(), 39u);
  EXPECT_FALSE(a.contains("k20"));
  EXPECT_EQ(a.find("k20"), a.end());
  int64_t sum = 0, at = 0;
  for (const auto& e : a) {
    EXPECT_EQ(a.at(e.key()), e.value());
    sum += e.value();
    if (++at == 3) e.setValue(100);
  }
  EXPECT_EQ(sum, 39 * 40 / 2 - 19 + 5);
  EXPECT_EQ(a.at("k37"), 100);
  EXPECT_THROW(a.at("none"), std::out_of_range);
  EXPECT_EQ(value.toGenericDict().size(), 39u);
  EXPECT_EQ(value.toGenericDict().at("k0").toInt(), 39);
  const auto other = a.copy();
  EXPECT_EQ(a, other);
  EXPECT_FALSE(a.is(other));
  a.erase(a.find("k0"));
  EXPECT_NE(a, other);
  a.clear();
  EXPECT_TRUE(b.empty());
  EXPECT_FALSE(a.contains("k1"));
  EXPECT_EQ(a.begin(), a.end());
}

TEST(Dict, KeysOfEachType) {
  const auto finds = [](auto x, auto y) {
    for (const int64_t more : {0, 20}) {  // searched in line, and by the index
      Dict<IValue, IValue> d;
      d.insert(x, 1);
      d.insert(y, 2);
      for (int64_t i = 0; i < more; ++i) d.insert("more" + std::to_string(i), i);
      EXPECT_EQ(d.at(x).toInt(), 1);
      EXPECT_EQ(d.at(y).toInt(), 2);
      EXPECT_EQ(d.size(), static_cast<size_t>(2 + more));
    }
  };
  finds(int64_t{1}, int64_t{2});
  finds(1., 2.);
  finds(std::string("1"), std::string("2"));
  finds(true, false);
  finds(ComplexDouble(1, 2), ComplexDouble(1, 3));
  finds(ones({2}), ones({2}));  // by identity
  finds(int64_t{1}, true);      // of different types
  EXPECT_MESSAGE((Dict<IValue, IValue>().insert(IValue::List{}, 1)), "got a key of type list");
  const Tensor x = ones({1});
  Dict<Tensor, double> d;
  d.insert(x, 1.5);
  EXPECT_EQ(d.at(x), 1.5);
  EXPECT_FALSE(d.contains(ones({1})));
}

TEST(Dict, OfListsAndBack) {
  Dict<std::string, List<int64_t>> d;
  d.insert("a", List<int64_t>{1});
  d.at("a").push_back(2);
  EXPECT_EQ(IValue(d).toGenericDict().at("a").toIntVector().size(), 2u);
  EXPECT_EQ((IValue(d).to<Dict<std::string, List<int64_t>>>().at("a").get(1)), 2);
  EXPECT_EQ((IValue(d).to<std::unordered_map<std::string, std::vector<int64_t>>>().at("a").size()), 2u);
  EXPECT_MESSAGE(IValue(1).toGenericDict(), "got int, expected dict");
  EXPECT_MESSAGE((IValue(d).to<Dict<std::string, double>>().at("a")), "got int[], expected float");
}

TEST(IValue, EqualsByTypeAndValue) {
  EXPECT_EQ(IValue(1), IValue(1));
  EXPECT_NE(IValue(1), IValue(1.));
  EXPECT_NE(IValue(1), IValue(true));
  EXPECT_EQ(IValue("a"), IValue("a"));
  EXPECT_EQ(IValue(), IValue());
  EXPECT_NE(IValue(), IValue(0));
  EXPECT_EQ(IValue(kCPU), IValue(kCPU));
  EXPECT_EQ(IValue(ComplexDouble(1, 2)), IValue(ComplexDouble(1, 2)));
  EXPECT_EQ(IValue(ones({1})), IValue(ones({1})));
  EXPECT_MESSAGE(IValue(ones({2})) == IValue(ones({2})), "ambiguous");
  const Tensor x = ones({2});
  EXPECT_EQ(IValue(List<Tensor>{x}), IValue(List<Tensor>{x}));  // what is the same is equal
  EXPECT_EQ(IValue(std::make_tuple(1, "a")), IValue(std::make_tuple(1, "a")));
  EXPECT_NE(IValue(std::make_tuple(1, "a")), IValue(std::make_tuple(1)));
  EXPECT_TRUE(IValue(x).is(x));
  EXPECT_FALSE(IValue(x).is(ones({2})));
  EXPECT_TRUE(IValue().is(Tensor()));
  EXPECT_TRUE(IValue(2).is(2));
  EXPECT_FALSE(IValue("a").is("a"));
}

TEST(IValue, TuplesConvert) {
  const IValue v = std::make_tuple(ones({1}), int64_t{2}, List<int64_t>{3});
  const auto [x, i, list] = v.to<std::tuple<Tensor, int64_t, List<int64_t>>>();
  EXPECT_EQ(i, 2);
  EXPECT_EQ(list.get(0), 3);
  EXPECT_EQ(v.toTupleRef().elements().size(), 3u);
  EXPECT_EQ(v.toTuple()->size(), 3u);
  EXPECT_MESSAGE((v.to<std::tuple<Tensor>>()), "got a tuple of 3 elements, expected 1");
  EXPECT_MESSAGE((IValue(1).to<std::tuple<int64_t>>()), "got int, expected tuple");
  EXPECT_EQ(IValue().toOptional<int64_t>(), nullopt);
  EXPECT_EQ(IValue(3).toOptional<int64_t>(), optional<int64_t>(3));
}

struct Counter : CustomClassHolder {
  explicit Counter(int64_t n) : n(n) {}
  int64_t n;
};
struct Other : CustomClassHolder {};
TEST(IValue, HoldsObjectsOfAProgram) {
  const auto counter = make_intrusive<Counter>(4);
  const IValue v = counter;
  EXPECT_TRUE(v.isCustomClass());
  v.toCustomClass<Counter>()->n += 1;
  EXPECT_EQ(counter->n, 5);
  EXPECT_EQ(v.to<intrusive_ptr<Counter>>().get(), counter.get());
  EXPECT_EQ(v.use_count(), 2u);
  EXPECT_EQ(IValue::make_capsule(counter).toCapsule().get(), counter.get());
  EXPECT_MESSAGE(v.toCustomClass<Other>(), "expected an object of another class");
  EXPECT_MESSAGE(IValue(1).toCustomClass<Counter>(), "got int, expected object");
}

// -- as arguments and results of operators

List<Tensor> doubled(List<Tensor> list, const Dict<std::string, int64_t>& counts) {
  List<Tensor> result;
  for (const Tensor& t : list) result.push_back(t * counts.at("by"));
  return result;
}
std::tuple<Dict<std::string, Tensor>, int64_t> named(const Tensor& x, IValue name) {
  Dict<std::string, Tensor> result;
  result.insert(name.toStringRef(), x + 1);
  return {result, 7};
}
TEST(List, IsAnArgumentAndAResult) {
  Library defs(Library::Kind::kDef, "containers");
  defs.def("doubled(Tensor[] list, Dict(str, int) counts) -> Tensor[]");
  defs.def("named(Tensor x, Any name) -> (Dict(str, Tensor), int)");
  Library(Library::Kind::kImpl, "containers", DispatchKey::CPU).impl("doubled", doubled).impl("named", named);
  Dict<std::string, int64_t> counts;
  counts.insert("by", 3);
  const List<Tensor> list{ones({2})};
  const FoundOp op = find_op("containers::doubled");
  EXPECT_EQ(op.typed<List<Tensor>(List<Tensor>, const Dict<std::string, int64_t>&)>()(list, counts)
                .get(0)
                .sum()
                .item<float>(),
            6);
  Stack stack{IValue(list), IValue(counts)};
  op.call_boxed(stack);
  EXPECT_EQ(stack[0].toTensorList().get(0).sum().item<float>(), 6);
  stack = {IValue(ones({2})), IValue("n")};
  find_op("containers::named").call_boxed(stack);
  EXPECT_EQ(stack[0].toGenericDict().at("n").toTensor().sum().item<float>(), 4);
  EXPECT_EQ(stack[1].toInt(), 7);
  stack = {IValue(ones({2})), IValue(counts)};
  EXPECT_MESSAGE(op.call_boxed(stack), "got Tensor, expected Tensor[]");
  stack = {IValue(list), IValue(list)};
  EXPECT_MESSAGE(op.call_boxed(stack), "got Tensor[], expected dict");
  // The gradient flows through what the kernel does, as its tensors bring their keys.
  const Tensor x = ones({2}, requires_grad());
  defs.def("doubled2(Tensor[] list, Dict(str, int) counts) -> Tensor[]", doubled);
  find_op("containers::doubled2")
      .typed<List<Tensor>(List<Tensor>, const Dict<std::string, int64_t>&)>()(List<Tensor>{x}, counts)
      .get(0)
      .sum()
      .backward();
  EXPECT_EQ(x.grad().sum().item<float>(), 6);
}

}  // namespace
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <sstream>
#include <variant>

#include "tests/support/error_of.h"

namespace torchpp::tests {
namespace {

template <class T>
std::string printed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Sequential, CallsInOrder) {
  nn::Linear a(3, 4), b(4, 2);
  nn::Sequential s(a, nn::ReLU(), b);
  const Tensor x = randn({5, 3});
  EXPECT_TRUE(s->forward(x).equal(b(a(x).relu())));
  EXPECT_TRUE(s(x).equal(s->forward(x)));
  EXPECT_EQ(s->size(), 3u);
  EXPECT_EQ(&s->at<nn::LinearImpl>(0), a.get());
  EXPECT_EQ(s->ptr<nn::LinearImpl>(2), b.ptr());
  EXPECT_EQ(s[1], s->ptr(1));
  EXPECT_EQ(s->named_children().keys(), (std::vector<std::string>{"0", "1", "2"}));
}

TEST(Sequential, Names) {
  nn::Sequential s({{"l", nn::Linear(1, 2)}, {"f", nn::Functional(torchpp::relu)}});
  // Printed by libtorch 1.13.1.
  EXPECT_EQ(printed(s),
            "torch::nn::Sequential(\n  (l): torch::nn::Linear(in_features=1, out_features=2, bias=true)\n"
            "  (f): torch::nn::Functional()\n)");
  s->push_back("last", nn::Tanh());
  s->push_back(nn::Sigmoid());
  EXPECT_EQ(s->named_children().keys(), (std::vector<std::string>{"l", "f", "last", "3"}));
  EXPECT_EQ(test::error_of([&] { s->push_back("l", nn::Tanh()); }), "Submodule 'l' already defined");
  EXPECT_EQ(s->size(), 4u);
  nn::Sequential other;
  other->extend(*s);
  EXPECT_EQ(other->size(), 4u);
  EXPECT_EQ(s->slice(2, 4)->named_children().keys(), (std::vector<std::string>{"last", "1"}));
  s->erase(0);
  EXPECT_EQ(s->named_children().keys(), (std::vector<std::string>{"f", "last", "2"}));
}

struct PairImpl : nn::Module {
  std::tuple<Tensor, int> forward(Tensor a, int b) { return {a, b}; }
};
TORCH_MODULE(Pair);
struct SumImpl : nn::Module {
  int forward(std::tuple<Tensor, int> x) { return std::get<0>(x).item<int64_t>() + std::get<1>(x); }
};
TORCH_MODULE(Sum);
struct DefaultsImpl : nn::Module {
  int forward(int a, int b = 2, double c = 3.0) { return a + b + static_cast<int>(c); }

 protected:
  FORWARD_HAS_DEFAULT_ARGS({1, nn::AnyValue(2)}, {2, nn::AnyValue(3.0)})
};
TORCH_MODULE(Defaults);

TEST(Sequential, AnyTypes) {
  nn::Sequential s(Pair{}, Sum{}, Defaults{});
  EXPECT_EQ(s->forward<int>(tensor(3), 4), 12);
  EXPECT_EQ(nn::Sequential(Defaults{})->forward<int>(1, 1), 5);
  EXPECT_EQ(nn::Sequential(Defaults{})->forward<int>(1, 1, 1.0), 3);
}

// Texts: libtorch 1.13.1, with this library's type names.
TEST(Sequential, Errors) {
  nn::Sequential empty, linear(nn::Linear(1, 2));
  EXPECT_EQ(test::error_of([&] { empty->forward(ones({1})); }), "Cannot call forward() on an empty Sequential");
  EXPECT_EQ(test::error_of([&] { linear->forward<int>(ones({1})); }),
            "The type of the return value is torchpp::Tensor, but you asked for type int");
  EXPECT_EQ(test::error_of([&] { linear->forward(5); }),
            "Expected argument #0 to be of type torchpp::Tensor, but received value of type int\n  in 0 (Linear)");
  EXPECT_EQ(test::error_of([&] { linear->forward(ones({1}), ones({1})); }),
            "torchpp::nn::LinearImpl's forward() method expects 1 argument(s), but received 2.");
  EXPECT_NE(test::error_of([&] { nn::Sequential(nn::Bilinear(1, 2, 3))->forward(ones({1})); })
                .find("torchpp::nn::BilinearImpl's forward() method expects 2 argument(s), but received 1. If "
                      "torchpp::nn::BilinearImpl's forward() method has default arguments, please make sure the "
                      "forward() method is declared with a corresponding `FORWARD_HAS_DEFAULT_ARGS` macro."),
            std::string::npos);
  EXPECT_EQ(test::error_of([&] { linear->at<nn::ReLUImpl>(0); }),
            "Attempted to cast module of type torchpp::nn::LinearImpl to type torchpp::nn::ReLUImpl");
  EXPECT_EQ(test::error_of([&] { linear->ptr(1); }), "Index out of range: got 1, expected less than 1");
  EXPECT_NE(test::error_of([&] {
              nn::Sequential(Defaults{})->forward<int>(1, 2, 3.0, 4);
            }).find("expects at least 1 argument(s) and at most 3 argument(s), but received 4."),
            std::string::npos);
}

TEST(Sequential, CloneKeepsNamesAndIsDeep) {
  nn::Sequential s({{"a", nn::Linear(1, 2)}, {"b", nn::Dropout()}});
  s->eval();
  nn::Sequential copy(std::dynamic_pointer_cast<nn::SequentialImpl>(s->clone()));
  EXPECT_FALSE(copy->is_training());
  EXPECT_EQ(copy->named_children().keys(), s->named_children().keys());
  EXPECT_NE(&copy->at<nn::LinearImpl>(0), &s->at<nn::LinearImpl>(0));
  EXPECT_TRUE(copy->at<nn::LinearImpl>(0).weight.equal(s->at<nn::LinearImpl>(0).weight));
}

TEST(ModuleList, Operations) {
  nn::ModuleList list(nn::Linear(1, 2), nn::ReLU());
  EXPECT_EQ(printed(list),
            "torch::nn::ModuleList(\n  (0): torch::nn::Linear(in_features=1, out_features=2, bias=true)\n"
            "  (1): torch::nn::ReLU()\n)");
  list->insert(1, nn::Tanh());
  list->push_back(nn::Sigmoid());
  ASSERT_EQ(list->size(), 4u);
  EXPECT_TRUE(list[1]->as<nn::Tanh>());
  EXPECT_TRUE(list->named_children()["2"]->as<nn::ReLU>());
  EXPECT_TRUE(list->named_children()["3"]->as<nn::Sigmoid>());
  list->erase(0);
  EXPECT_EQ(list->named_children().keys(), (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_TRUE(list->named_children()["0"]->as<nn::Tanh>());
  EXPECT_EQ(list->slice(1, 3)->size(), 2u);
  EXPECT_NE(test::error_of([&] { list->ptr(3); }), "");
  EXPECT_THROW(list->at<nn::LinearImpl>(0), TypeError);
  EXPECT_EQ(test::error_of([&] { list->at<nn::LinearImpl>(0); }),
            "Attempted to cast module of type torchpp::nn::TanhImpl to type torchpp::nn::LinearImpl");
  EXPECT_THROW(std::as_const(*list).at<nn::LinearImpl>(0), TypeError);
  int count = 0;
  for (const auto& module : *list) count += module != nullptr;
  EXPECT_EQ(count, 3);
  EXPECT_EQ(std::dynamic_pointer_cast<nn::ModuleListImpl>(list->clone())->size(), 3u);
}

TEST(ModuleDict, Operations) {
  nn::ModuleDict dict;
  dict->update(nn::ModuleDictImpl::Pairs{{"a", nn::Linear(1, 2).ptr()}, {"b", nn::ReLU().ptr()}});
  EXPECT_EQ(printed(dict),
            "torch::nn::ModuleDict(\n  (a): torch::nn::Linear(in_features=1, out_features=2, bias=true)\n"
            "  (b): torch::nn::ReLU()\n)");
  EXPECT_EQ(dict->keys(), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(dict->contains("a"));
  dict->insert("a", nn::Tanh().ptr());
  EXPECT_TRUE(dict->named_children()["a"]->as<nn::Tanh>());
  EXPECT_EQ(&dict->at<nn::TanhImpl>("a"), dict["a"].get());
  EXPECT_THROW(dict->at<nn::LinearImpl>("a"), TypeError);
  EXPECT_THROW(std::as_const(*dict).at<nn::LinearImpl>("a"), TypeError);
  EXPECT_TRUE(dict->pop("a")->as<nn::Tanh>());
  EXPECT_EQ(dict->size(), 1u);
  EXPECT_EQ(dict->children().size(), 1u);
  EXPECT_NE(test::error_of([&] { dict["a"]; }), "");
  dict->clear();
  EXPECT_TRUE(dict->empty());
  EXPECT_TRUE(dict->children().empty());
}

TEST(ParameterList, Operations) {
  nn::ParameterList list(ones({2, 3}), ones({1}, kDouble).requires_grad_());
  EXPECT_EQ(printed(list),
            "torch::nn::ParameterList(\n(0): Parameter containing: [Float of size [2, 3]]\n"
            "(1): Parameter containing: [Double of size [1]]\n)");
  EXPECT_FALSE(list[0].requires_grad());
  EXPECT_TRUE(list[1].requires_grad());
  *list += std::vector<Tensor>{zeros({4})};
  EXPECT_EQ(list->size(), 3u);
  EXPECT_EQ(list->named_parameters().keys(), (std::vector<std::string>{"0", "1", "2"}));
  auto copy = std::dynamic_pointer_cast<nn::ParameterListImpl>(list->clone());
  EXPECT_TRUE(copy->at(1).requires_grad());
  EXPECT_FALSE(copy->at(0).is_same(list[0]));
  EXPECT_NE(test::error_of([&] { list->at(3); }), "");
}

TEST(ParameterDict, Operations) {
  nn::ParameterDict dict;
  dict->insert("w", ones({2, 3}));
  EXPECT_EQ(printed(dict), "torch::nn::ParameterDict(\n(w): Parameter containing: [Float of size [2, 3]]\n)");
  EXPECT_NE(test::error_of([&] { dict->insert("w", ones({1})); }), "");
  // libtorch 1.13.1: update() replaces, and refuses a name that is not there.
  OrderedDict<std::string, Tensor> other;
  other.insert("w", full({2, 3}, 4.0f));
  dict->update(other);
  EXPECT_TRUE(dict["w"].eq(4).all().item<bool>());
  other.insert("x", ones({1}));
  EXPECT_EQ(test::error_of([&] { dict->update(other); }), "Parameter 'x' is not defined");
  EXPECT_EQ(dict->size(), 1);
  EXPECT_EQ(nn::ParameterDict(other)->size(), 2);
  dict->setdefault("w", zeros({1}));
  dict->setdefault("v", zeros({1}));
  EXPECT_EQ(dict->keys(), (std::vector<std::string>{"w", "v"}));
  EXPECT_EQ(dict["w"].numel(), 6);
  EXPECT_EQ(dict->popitem().first, "v");
  dict->pop("w");
  EXPECT_TRUE(dict->empty());
}

TEST(AnyModule, HoldsAndCalls) {
  nn::AnyModule any(nn::Linear(3, 4));
  EXPECT_TRUE(any.takes_tensor());
  EXPECT_EQ(any.forward(ones({3})).numel(), 4);
  EXPECT_EQ(any.any_forward(ones({3})).get<Tensor>().numel(), 4);
  EXPECT_EQ(any.get<nn::Linear>().get(), any.ptr<nn::LinearImpl>().get());
  EXPECT_EQ(any.type_info(), typeid(nn::LinearImpl));
  nn::AnyModule shared = any, deep = any.clone();
  EXPECT_EQ(shared.ptr(), any.ptr());
  EXPECT_NE(deep.ptr(), any.ptr());
  EXPECT_EQ(deep.get<nn::LinearImpl>().options.out_features(), 4);
  nn::AnyModule empty;
  EXPECT_TRUE(empty.is_empty());
  EXPECT_EQ(test::error_of([&] { empty.any_forward(1); }), "Cannot call forward() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.forward(1); }), "Cannot call forward() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.forward_tensor(ones({3})); }), "Cannot call forward() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.ptr(); }), "Cannot call ptr() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.ptr<nn::LinearImpl>(); }), "Cannot call ptr() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.get<nn::LinearImpl>(); }), "Cannot call get() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { std::as_const(empty).get<nn::LinearImpl>(); }),
            "Cannot call get() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.get<nn::Linear>(); }), "Cannot call get() on an empty AnyModule");
  EXPECT_EQ(test::error_of([&] { empty.type_info(); }), "Cannot call type_info() on an empty AnyModule");
  EXPECT_TRUE(empty.clone().is_empty());
  const std::string cast = "Attempted to cast module of type torchpp::nn::LinearImpl to type torchpp::nn::Conv2dImpl";
  EXPECT_EQ(test::error_of([&] { any.get<nn::Conv2dImpl>(); }), cast);
  EXPECT_EQ(test::error_of([&] { any.get<nn::Conv2d>(); }), cast);
  EXPECT_EQ(test::error_of([&] { any.ptr<nn::Conv2dImpl>(); }), cast);
}

TEST(AnyValue, TypesAreExact) {
  nn::AnyValue value(5);
  EXPECT_EQ(value.get<int>(), 5);
  EXPECT_EQ(value.try_get<long>(), nullptr);
  EXPECT_EQ(test::error_of([&] { value.get<float>(); }),
            "Attempted to cast AnyValue to float, but its actual type is int");
}

TEST(OrderedDict, KeepsOrderAndFindsManyKeys) {
  OrderedDict<std::string, int> dict("Entry");
  for (int i = 0; i < 1000; ++i) dict.insert("key" + std::to_string(i), i);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(dict["key" + std::to_string(i)], i);
  EXPECT_EQ(dict.find("no"), nullptr);
  EXPECT_EQ(dict[size_t{7}].key(), "key7");
  dict.erase("key3");
  EXPECT_FALSE(dict.contains("key3"));
  EXPECT_EQ(dict[size_t{3}].key(), "key4");
  EXPECT_EQ(dict["key999"], 999);
  EXPECT_EQ(test::error_of([&] { dict.insert("key5", 1); }), "Entry 'key5' already defined");
  EXPECT_EQ(test::error_of([&] { dict["no"]; }), "Entry 'no' is not defined");
  EXPECT_EQ(test::error_of([&] { dict.erase("no"); }), "Key 'no' doesn't exist");
  for (int i = 999; i > 10; --i) dict.erase("key" + std::to_string(i));
  EXPECT_EQ(dict.size(), 10u);
  EXPECT_EQ(dict["key10"], 10);
  OrderedDict<std::string, int> same = dict, other({{"a", 1}, {"b", 2}});
  EXPECT_TRUE(same == dict);
  EXPECT_FALSE(same == other);
  EXPECT_EQ(test::error_of([&] { same.update(dict); }), "Entry 'key0' already defined");
  same.update(other);
  EXPECT_EQ(same.back().key(), "b");
  EXPECT_EQ(test::error_of([&] { same[same.size()]; }), "Index 12 is out of bounds");
}

TEST(OrderedDict, ErrorsNameTheFunction) {
  OrderedDict<std::string, int> none("Entry");
  EXPECT_EQ(test::error_of([&] { none.front(); }), "Called front() on an empty OrderedDict");
  EXPECT_EQ(test::error_of([&] { std::as_const(none).front(); }), "Called front() on an empty OrderedDict");
  EXPECT_EQ(test::error_of([&] { none.back(); }), "Called back() on an empty OrderedDict");
  EXPECT_EQ(test::error_of([&] { std::as_const(none).back(); }), "Called back() on an empty OrderedDict");
  EXPECT_EQ(test::error_of([&] { none[size_t{0}]; }), "Index 0 is out of bounds");
  EXPECT_EQ(test::error_of([&] { std::as_const(none)["no"]; }), "Entry 'no' is not defined");
}

TEST(ExpandingArray, OneOrAll) {
  EXPECT_EQ(printed(ExpandingArray<2>(3)), "[3, 3]");
  EXPECT_EQ(printed(ExpandingArray<1>(3)), "3");
  EXPECT_EQ(printed(ExpandingArray<3>({1, 2, 3})), "[1, 2, 3]");
  EXPECT_EQ(printed(ExpandingArrayWithOptionalElem<2>({5, nullopt})), "[5, None]");
  EXPECT_EQ(test::error_of([] { ExpandingArray<2>({1, 2, 3}); }), "Expected 2 values, but instead got 3");
}

TEST(Enum, Names) {
  const std::variant<enumtype::kNone, enumtype::kMean, enumtype::kSum> mean = kMean;
  EXPECT_EQ(enumtype::get_enum_name(mean), "kMean");
  EXPECT_EQ(enumtype::reduction_get_enum(mean), Reduction::Mean);
}

}  // namespace
}  // namespace torchpp::tests

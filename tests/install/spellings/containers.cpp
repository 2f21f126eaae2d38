// SPDX-License-Identifier: BSD-3-Clause
// c10::List, c10::Dict and what IValues make of them.
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/op_registration/op_registration.h>
#include <torch/script.h>
#include <torch/torch.h>

#include "spelling.h"

SPELLING(list_is_a_handle, "3 7 1 0 1") {
  c10::List<int64_t> a({1, 2});
  auto b = a;
  b.push_back(3);
  c10::IValue value(a);
  value.toIntList().set(0, 7);
  out << a.size() << " " << a.get(0) << " " << a.is(b) << " " << a.is(a.copy()) << " " << (a == a.copy());
}
SPELLING(list_of_texts, "a;b;c;") {
  c10::List<std::string> list;
  list.reserve(3);
  for (const char* s : {"a", "b"}) list.emplace_back(s);
  list.insert(list.end(), "c");
  for (const std::string& s : list) out << s << ";";
}
SPELLING(list_elements, "2 2 1 5 4 5 4") {
  c10::List<int64_t> list({1, 2, 3});
  list[0] = list[1];
  int64_t first = list[0];
  const auto& fixed = list;
  out << first << " " << fixed[1];
  list.erase(list.begin(), list.begin() + 2);
  out << " " << list.size();
  list.resize(2, 4);
  list.append(list.copy());
  list.set(0, 5);
  list.set(2, 5);
  for (auto x : list.vec()) out << " " << x;
}
SPELLING(list_beyond_the_end, "caught") {
  c10::List<double> list;
  try {
    list.get(0);
  } catch (const std::out_of_range&) {
    out << "caught";
  }
}
SPELLING(list_of_tensors, "1 2 11") {
  torch::Tensor x = torch::ones({2});
  torch::List<torch::Tensor> list({x, torch::zeros({1})});
  c10::IValue value = list;
  out << value.isTensorList() << " " << value.toTensorVector().size() << " " << value.toTensorList().get(0).is_same(x)
      << value.isList();
}
SPELLING(list_of_optionals, "10 1") {
  c10::List<c10::optional<at::Tensor>> indices;
  indices.push_back(torch::tensor({1, 0}));
  indices.push_back(c10::nullopt);
  out << indices.get(0).has_value() << indices.get(1).has_value() << " ";
  out << at::index(torch::eye(2), indices).equal(torch::tensor({{0., 1.}, {1., 0.}}, torch::kFloat));
}
SPELLING(list_generic, "2 x 1 2") {
  c10::IValue numbers(std::vector<int64_t>{1, 2});
  c10::impl::GenericList list = numbers.toList();
  out << list.size() << " ";
  c10::IValue texts(std::vector<std::string>{"x"});
  out << texts.toListRef()[0].toStringRef() << " " << texts.toList().size() << " "
      << c10::impl::toTypedList<int64_t>(list).get(1);
}
SPELLING(list_to_vector, "3 ab") {
  c10::IValue value(c10::List<std::string>({"a", "b"}));
  auto texts = value.to<std::vector<std::string>>();
  out << c10::IValue(c10::List<int64_t>({1, 2, 3})).to<std::vector<int64_t>>().size() << " " << texts[0] << texts[1];
}
SPELLING(dict_is_a_handle, "2 1 5 0 1") {
  c10::Dict<std::string, int64_t> dict;
  dict.insert("a", 1);
  dict.insert("a", 2);
  auto other = dict;
  other.insert("b", 2);
  out << dict.size() << " " << dict.at("a") << " ";
  dict.insert_or_assign("a", 5);
  out << dict.at("a") << " " << dict.contains("c") << " " << (dict.find("c") == dict.end());
}
SPELLING(dict_entries, "z=1 y=2 x=3 1 x=4 0") {
  torch::Dict<std::string, int64_t> dict;
  dict.insert("z", 1);
  dict.insert("y", 2);
  dict.insert("x", 3);
  for (const auto& entry : dict) out << entry.key() << "=" << entry.value() << " ";
  for (auto it = dict.begin(); it != dict.end(); ++it)
    if (it->key() == "x") it->setValue(4);
  out << dict.erase("y") << " x=" << dict.at("x") << " " << dict.erase("y");
}
SPELLING(dict_without_the_key, "caught") {
  c10::Dict<int64_t, double> dict;
  try {
    dict.at(3);
  } catch (const std::out_of_range&) {
    out << "caught";
  }
}
SPELLING(dict_in_ivalue, "1 GenericDict 2 3") {
  c10::Dict<std::string, torch::Tensor> dict;
  dict.insert("x", torch::ones({2}));
  c10::IValue value(dict);
  out << value.isGenericDict() << " " << value.tagKind() << " ";
  c10::impl::GenericDict generic = value.toGenericDict();
  out << generic.at("x").toTensor().numel() << " ";
  value.to<c10::Dict<std::string, torch::Tensor>>().insert("y", torch::ones({3}));
  out << dict.at("y").numel();
}
SPELLING(dict_of_tensors_as_keys, "1 0") {
  torch::Tensor x = torch::ones({1});
  c10::Dict<at::Tensor, int64_t> dict;
  dict.insert(x, 1);
  out << dict.at(x) << " " << dict.contains(torch::ones({1}));
}
SPELLING(tuple_elements, "3 1 two 2.5") {
  c10::IValue value = c10::ivalue::Tuple::create({c10::IValue(1), c10::IValue("two"), c10::IValue(2.5)});
  const auto& elements = value.toTuple()->elements();
  out << elements.size() << " " << elements[0].toInt() << " " << value.toTupleRef().elements()[1].toStringRef() << " "
      << elements[2].toDouble();
}
SPELLING(tuple_to_cpp, "2 x") {
  c10::IValue value(std::make_tuple(int64_t{2}, std::string("x")));
  auto [number, text] = value.to<std::tuple<int64_t, std::string>>();
  out << number << " " << text;
}
SPELLING(ivalue_equality, "1100110") {
  using c10::IValue;
  out << (IValue(1) == IValue(1)) << (IValue("a") == IValue("a")) << (IValue(1) == IValue(1.))
      << (IValue(1) != IValue(1)) << (IValue(c10::List<int64_t>({1})) == IValue(c10::List<int64_t>({1})))
      << IValue().is(IValue()) << IValue("a").is(IValue("a"));
}
SPELLING(ivalue_optionals, "0 1 5") {
  out << c10::IValue().toOptional<int64_t>().has_value() << " " << c10::IValue(5).toOptional<int64_t>().has_value()
      << " " << *c10::IValue(5).toOptional<int64_t>();
}
struct SpelledHolder : torch::CustomClassHolder {
  int number = 4;
};
SPELLING(ivalue_capsule, "1 4") {
  c10::IValue value = c10::IValue::make_capsule(c10::make_intrusive<SpelledHolder>());
  out << value.isCapsule() << " " << c10::static_intrusive_pointer_cast<SpelledHolder>(value.toCapsule())->number;
}
SPELLING(print_containers, "{a: [1, 2]} (1, [x])") {
  c10::Dict<std::string, c10::List<int64_t>> dict;
  dict.insert("a", c10::List<int64_t>({1, 2}));
  out << c10::IValue(dict) << " " << c10::IValue(std::make_tuple(1, c10::List<std::string>({"x"})));
}

// ---- operators with containers
static torch::Tensor spelled_total(c10::List<torch::Tensor> list, c10::Dict<std::string, double> scales) {
  torch::Tensor total = torch::zeros({2});
  for (const torch::Tensor& t : list) total = total + t * scales.at("by");
  return total;
}
static c10::Dict<std::string, torch::Tensor> spelled_named(torch::Tensor x, std::string name) {
  c10::Dict<std::string, torch::Tensor> result;
  result.insert(name, x + 1);
  return result;
}
TORCH_LIBRARY(spelled_containers, m) {
  m.def("total(Tensor[] list, Dict(str, float) scales) -> Tensor", spelled_total);
  m.def("named(Tensor x, str name) -> Dict(str, Tensor)", spelled_named);
}
SPELLING(library_containers, "12 2") {
  c10::Dict<std::string, double> scales;
  scales.insert("by", 3);
  auto total = c10::Dispatcher::singleton()
                   .findSchemaOrThrow("spelled_containers::total", "")
                   .typed<torch::Tensor(c10::List<torch::Tensor>, c10::Dict<std::string, double>)>();
  out << total.call(c10::List<torch::Tensor>({torch::ones({2}), torch::ones({2})}), scales).sum().item<float>() << " ";
  torch::jit::Stack stack{torch::ones({1}), "n"};
  c10::Dispatcher::singleton().findSchemaOrThrow("spelled_containers::named", "").callBoxed(&stack);
  out << stack[0].toGenericDict().at("n").toTensor().item<float>();
}
static torch::Tensor spelled_scale(const torch::Tensor& x, double by) { return x * by; }
static auto spelled_registry = torch::RegisterOperators("spelled_old::scale", &spelled_scale)
                                   .op("spelled_old::shift(Tensor x, float by) -> Tensor",
                                       [](const torch::Tensor& x, double by) { return x + by; })
                                   .op(torch::RegisterOperators::options()
                                           .schema("spelled_old::both(Tensor x, float by) -> Tensor")
                                           .kernel<decltype(spelled_scale), &spelled_scale>(c10::DispatchKey::CPU));
SPELLING(register_operators, "6 5 6") {
  for (const char* name : {"spelled_old::scale", "spelled_old::shift", "spelled_old::both"}) {
    auto op =
        c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<torch::Tensor(const torch::Tensor&, double)>();
    out << (std::string(name) == "spelled_old::scale" ? "" : " ") << op.call(torch::full({1}, 2.), 3).item<float>();
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// Memory of the program's own in tensors, the engine of a generator, and the names that at:: and torch:: have of c10.
#include <ATen/core/symbol.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/Event.h>
#include <c10/core/Storage.h>
#include <c10/core/Stream.h>
#include <torch/torch.h>

#include "spelling.h"

using c10::Symbol;

SPELLING(symbol_parts, "aten::add add aten::add 1000000000 org.pytorch.aten namespaces::aten") {
  auto s = Symbol::fromQualString("aten::add");
  out << s.toQualString() << " " << s.toUnqualString() << " " << s.toDisplayString() << " " << s.is_aten()
      << s.is_prim() << s.is_attr() << s.is_user() << s.is_onnx() << s.is_cuda() << s.is_dimname() << s.is_caffe2()
      << s.is_prims() << s.is_nvprims() << " " << s.domainString() << " " << s.ns().toQualString();
}
SPELLING(symbol_of_own, "my::op op org.pytorch.my namespaces::my 0") {
  auto s = Symbol::fromQualString("my::op");
  out << s.toQualString() << " " << s.toUnqualString() << " " << s.domainString() << " " << s.ns().toQualString() << " "
      << s.is_user();
}
SPELLING(symbol_attr, "attr::weight weight 1 11 org.pytorch.attr") {
  auto s = Symbol::attr("weight");
  out << s.toQualString() << " " << s.toUnqualString() << " " << s.is_attr() << " " << (s == Symbol::attr("weight"))
      << (s != Symbol::attr("bias")) << " " << s.domainString();
}
SPELLING(symbol_aten, "1") { out << (Symbol::aten("add") == Symbol::fromQualString("aten::add")); }
SPELLING(symbol_user, "user::abc 1") {
  auto s = Symbol::user("abc");
  out << s.toQualString() << " " << s.is_user();
}
SPELLING(symbol_caffe2, "_caffe2::abc") {
  auto s = Symbol::caffe2("abc");
  out << s.toQualString();
}
SPELLING(symbol_dimname, "dimname::N N") {
  auto s = Symbol::dimname("N");
  out << s.toQualString() << " " << s.toUnqualString();
}
SPELLING(symbol_of_domain, "aten::mul") {
  auto s = Symbol::fromDomainAndUnqualString("org.pytorch.aten", "mul");
  out << s.toQualString();
}
SPELLING(symbol_without_namespace, "all symbols must have a namespace, <namespace>::<string>, but found: noname 1") {
  try {
    Symbol::fromQualString("noname");
  } catch (const std::exception& e) {
    out << std::string(e.what()).substr(0, 76) << " ";
  }
  try {
    Symbol::fromDomainAndUnqualString("aten", "mul");
  } catch (const std::exception&) {
    out << 1;
  }
}
SPELLING(symbol_in_maps, "34 1") {
  std::unordered_map<Symbol, int> m;
  m[Symbol::attr("x")] = 3;
  std::map<Symbol, int> n;
  n[Symbol::attr("x")] = 4;
  out << m[Symbol::attr("x")] << n.begin()->second << " " << (static_cast<uint32_t>(Symbol::attr("x")) != 0);
}
SPELLING(stream, "cpu 0 cpu -1 11 stream 0 on device cpu") {
  c10::Stream s(c10::Stream::DEFAULT, c10::Device(c10::kCPU));
  out << s.device() << " " << s.id() << " " << s.device_type() << " " << int(s.device_index()) << " "
      << (s == c10::Stream(c10::Stream::UNSAFE, c10::Device(c10::kCPU), 0))
      << (s != c10::Stream(c10::Stream::UNSAFE, c10::Device(c10::kCPU), 2)) << " " << s;
}
SPELLING(event, "cpu 0 1 -1 1 cpu") {
  c10::Event e(c10::DeviceType::CPU);
  out << e.device_type() << " " << e.was_marked_for_recording() << " " << e.query() << " " << int(e.device_index())
      << " " << (e.flag() == c10::EventFlag::PYTORCH_DEFAULT) << " " << e.device();
  e.block(c10::Stream(c10::Stream::DEFAULT, c10::Device(c10::kCPU)));
}
SPELLING(event_record, "Error") {
  c10::Event e(c10::DeviceType::CPU);
  e.record(c10::Stream(c10::Stream::DEFAULT, c10::Device(c10::kCPU)));
}
SPELLING(optional_tensor_ref, "01 [2] 2 1 10") {
  at::OptionalTensorRef r;
  torch::Tensor x = torch::ones({2});
  at::OptionalTensorRef q(x);
  out << r.has_value() << q.has_value() << " " << q->sizes() << " " << (*q).numel() << " " << bool(q) << " "
      << q.getTensorRef().is_same(x) << r.getTensorRef().defined();
}
SPELLING(tensor_name, "[]w  0[]v2") {
  auto x = torch::ones({2});
  out << "[" << x.name() << "]";
  torch::autograd::impl::set_name(x, "w");
  out << x.name() << " " << x.detach().name() << " " << x.requires_grad();
  auto y = torch::ones({2}, torch::requires_grad());
  out << "[" << y.name() << "]";
  torch::autograd::impl::set_name(y, "v");
  (y * 2).sum().backward();
  out << y.name() << y.grad()[0].item<float>();
}
SPELLING(tensor_name_undefined, "Error") {
  torch::Tensor x;
  x.name();
}
SPELLING(text_of_truths, "101.5xFloat 1") {
  out << torch::str(true, false, 1.5, "x", torch::kFloat) << " " << c10::str(true);
}
SPELLING(generator_engine, "953453411 1017893569125961711 5 cpu cpu") {
  auto g = at::detail::createCPUGenerator(5);
  auto* i = at::check_generator<at::CPUGeneratorImpl>(g);
  std::lock_guard<std::mutex> l(i->mutex_);
  out << i->random() << " " << i->random64() << " " << i->current_seed() << " " << i->device() << " "
      << at::CPUGeneratorImpl::device_type();
}
SPELLING(generator_or_default, "1") {
  auto* i = at::get_generator_or_default<at::CPUGeneratorImpl>(c10::nullopt, at::detail::getDefaultCPUGenerator());
  out << (i == at::detail::getDefaultCPUGenerator().get<at::CPUGeneratorImpl>());
}
SPELLING(generator_missing, "Error") { at::check_generator<at::CPUGeneratorImpl>(c10::nullopt); }
SPELLING(generator_undefined, "Error") { at::check_generator<at::CPUGeneratorImpl>(at::Generator()); }
SPELLING(generator_state, "[5056] Byte 1") {
  auto g = at::make_generator<at::CPUGeneratorImpl>(7);
  torch::Tensor s = g.get_state();
  auto a = torch::rand({3}, g);
  g.set_state(s);
  out << s.sizes() << " " << s.scalar_type() << " " << torch::equal(a, torch::rand({3}, g));
}
SPELLING(generator_state_of_floats, "TypeError") {
  auto g = at::make_generator<at::CPUGeneratorImpl>(7);
  g.set_state(torch::ones({4}));
}
SPELLING(generator_state_too_short, "Error") {
  auto g = at::make_generator<at::CPUGeneratorImpl>(7);
  g.set_state(torch::ones({4}, torch::kByte));
}
SPELLING(storage_of_foreign_memory, "11cpu 2401 cpu 11 21 6 n0 6[6] n1") {
  static int n;
  n = 0;
  float* d = new float[6]{1, 2, 3, 4, 5, 6};
  {
    c10::DataPtr p(
        d, d,
        [](void* q) {
          ++n;
          delete[] static_cast<float*>(q);
        },
        c10::Device(c10::kCPU));
    out << (p.get() == d) << bool(p) << p.device() << " ";
    c10::Storage s(c10::Storage::use_byte_size_t(), 24, std::move(p), nullptr, false);
    out << s.nbytes() << s.resizable() << s.use_count() << " " << s.device() << " " << (s.data() == d)
        << (s.data_ptr().get() == d);
    auto t = torch::empty({0}).set_(s, 0, {2, 3});
    s = c10::Storage();
    out << " " << t.sum().item<float>() << " " << t[1][2].item<float>() << " n" << n;
    auto u = torch::empty({0}).set_(t.storage(), 1, {2}, {2});
    out << " " << u.sum().item<float>();
    auto w = torch::empty({0}).set_(t.storage());
    out << w.sizes();
  }
  out << " n" << n;
}
SPELLING(storage_resizable, "16 12 n1") {
  static int n;
  n = 0;
  auto* d = new float[2]{1, 2};
  c10::Storage s(c10::Storage::use_byte_size_t(), 8,
                 c10::DataPtr(
                     d, d,
                     [](void* q) {
                       ++n;
                       delete[] static_cast<float*>(q);
                     },
                     c10::kCPU),
                 c10::GetAllocator(c10::kCPU), true);
  auto t = torch::empty({0}).set_(s);
  t.resize_({4});
  out << s.nbytes() << " " << t[0].item<float>() << t[1].item<float>() << " n" << n;
}
SPELLING(storage_not_resizable, "Error") {
  static float d[2] = {1, 2};
  c10::Storage s(c10::Storage::use_byte_size_t(), 8, c10::DataPtr(d, c10::kCPU));
  auto t = torch::empty({0}).set_(s);
  t.resize_({4});
}
SPELLING(allocators, "11cpu 1211") {
  c10::Allocator* a = c10::GetAllocator(c10::kCPU);
  auto p = a->allocate(64);
  out << (p.get() != nullptr) << (p.get() == p.get_context()) << p.device() << " ";
  void* q = a->raw_allocate(16);
  std::memset(q, 0, 16);
  a->raw_deallocate(q);
  c10::Storage s(c10::Storage::use_byte_size_t(), 12, a, true);
  out << s.nbytes() << s.resizable();
  out << (c10::GetCPUAllocator() == a);
}
namespace {
struct Counting : c10::Allocator {
  mutable int n = 0;
  int* freed;
  c10::Allocator* in;
  c10::DataPtr allocate(size_t k) const override {
    ++n;
    return in->allocate(k);
  }
};
}  // namespace
SPELLING(allocator_of_own, "11000 1 1") {
  static Counting c;
  auto* old = c10::GetCPUAllocator();
  c.in = old;
  c10::SetCPUAllocator(&c);
  {
    auto x = torch::ones({1000});
    out << (c.n >= 1) << x.sum().item<float>() << " " << (c10::GetCPUAllocator() == &c);
  }
  c10::SetCPUAllocator(old);
  int k = c.n;
  auto y = torch::ones({1000});
  out << " " << (c.n == k);
}
SPELLING(storage_impl_of_foreign_memory, "7") {
  float d[2] = {3, 4};
  auto s = c10::make_intrusive<c10::StorageImpl>(c10::StorageImpl::use_byte_size_t(), 8, c10::DataPtr(d, c10::kCPU),
                                                 nullptr, false);
  auto x = torch::empty({0}).set_(c10::Storage(s));
  out << x.sum().item<float>();
}
SPELLING(names_of_c10, "65122 01212 2 1 1abc2ComplexFloat21,2int") {
  out << at::multiply_integers(std::vector<int64_t>{2, 3}) << torch::sum_integers(std::vector<int>{2, 3})
      << at::numelements_from_dim(1, std::vector<int64_t>{2, 3, 4})
      << torch::numelements_to_dim(1, std::vector<int64_t>{2, 3, 4}) << " ";
  for (auto i : at::irange(3)) out << i;
  for (auto i : torch::irange(1, 3)) out << i;
  at::MaybeOwned<torch::Tensor> m = at::MaybeOwned<torch::Tensor>::owned(torch::ones({2}));
  out << " " << m->numel() << " " << (at::hash_combine(1, 2) == c10::hash_combine(1, 2)) << " "
      << (at::get_hash(1, 2) == c10::get_hash(1, 2));
  at::optional<std::string> o(at::in_place, "abc");
  at::optional<std::vector<int>> v(c10::in_place, 2, 1);
  out << *o << v->size();
  auto z = at::complex(torch::ones({1}), torch::ones({1}));
  c10::complex<float> w(1, 2);
  out << z.scalar_type() << w.imag() << at::Join(",", std::vector<int>{1, 2}) << at::demangle_type<int>();
}

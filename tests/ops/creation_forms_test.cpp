// SPDX-License-Identifier: BSD-3-Clause
// Forms of factories, copies and conversions, each against its functional form. What destinations become, and which
// dtypes are refused, was asked of libtorch 1.13.1.
#include <torchpp/autograd.h>
#include <torchpp/core/cuda.h>
#include <torchpp/core/generator.h>
#include <torchpp/core/log.h>
#include <torchpp/dispatch/library.h>

#include <functional>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

void count_warning(void* count, const char*, const char*, int) { ++*static_cast<int*>(count); }

class CreationForms : public ::testing::Test {
 protected:
  void SetUp() override { set_warning_handler(count_warning, &warnings_); }
  void TearDown() override { set_warning_handler(nullptr); }
  int warnings_ = 0;
};

// An out= form, and the same values in a dtype.
struct OutForm {
  const char* name;
  std::function<void(Tensor& out)> write;
  std::function<Tensor(TensorOptions options)> make;
  bool generated = false;      // libtorch derives the form from the functional one: it warns of other sizes
  bool keeps_shape = false;    // a destination with as many elements keeps its shape
  bool uninitialised = false;  // there are no values to compare
};

const Tensor& like() {
  static const Tensor& t = *new Tensor(ones({2, 3}));
  return t;
}

const std::vector<OutForm>& out_forms() {
  static const auto& forms = *new std::vector<OutForm>{
      {"empty",
       [](Tensor& o) {
         empty_out(o, {2, 3});
       },
       [](auto p) {
         return empty({2, 3}, p);
       },
       false, false, true},
      {"empty_strided",
       [](Tensor& o) {
         empty_strided_out(o, {2, 3}, {1, 2});
       },
       [](auto p) {
         return empty_strided({2, 3}, {1, 2}, p);
       },
       true, false, true},
      {"zeros",
       [](Tensor& o) {
         zeros_out(o, {2, 3});
       },
       [](auto p) {
         return zeros({2, 3}, p);
       }},
      {"ones",
       [](Tensor& o) {
         ones_out(o, {2, 3});
       },
       [](auto p) {
         return ones({2, 3}, p);
       }},
      {"full",
       [](Tensor& o) {
         full_out(o, {2, 3}, 7);
       },
       [](auto p) {
         return full({2, 3}, 7, p);
       }},
      {"scalar_tensor", [](Tensor& o) { scalar_tensor_out(o, 2.5); }, [](auto p) { return scalar_tensor(2.5, p); },
       true},
      {"empty_like", [](Tensor& o) { empty_like_out(o, like()); }, [](auto p) { return empty_like(like(), p); }, true,
       false, true},
      {"zeros_like", [](Tensor& o) { zeros_like_out(o, like()); }, [](auto p) { return zeros_like(like(), p); }, true},
      {"ones_like", [](Tensor& o) { ones_like_out(o, like()); }, [](auto p) { return ones_like(like(), p); }, true},
      {"full_like", [](Tensor& o) { full_like_out(o, like(), 7); }, [](auto p) { return full_like(like(), 7, p); },
       true},
      {"rand_like", [](Tensor& o) { rand_like_out(o, like()); }, [](auto p) { return rand_like(like(), p); }, true},
      {"randn_like", [](Tensor& o) { randn_like_out(o, like()); }, [](auto p) { return randn_like(like(), p); }, true},
      {"randint_like", [](Tensor& o) { randint_like_out(o, like(), 9); },
       [](auto p) { return randint_like(like(), 9, p); }, true},
      {"randint_like.low_dtype", [](Tensor& o) { randint_like_out(o, like(), 5, 9); },
       [](auto p) { return randint_like(like(), 5, 9, p); }, true},
      {"new_empty", [](Tensor& o) { new_empty_out(o, like(), {4}); }, [](auto p) { return like().new_empty({4}, p); },
       true, false, true},
      {"new_empty_strided",
       [](Tensor& o) {
         new_empty_strided_out(o, like(), {2, 2}, {1, 2});
       },
       [](auto p) {
         return like().new_empty_strided({2, 2}, {1, 2}, p);
       },
       true, false, true},
      {"new_zeros", [](Tensor& o) { new_zeros_out(o, like(), {4}); }, [](auto p) { return like().new_zeros({4}, p); },
       true},
      {"new_ones", [](Tensor& o) { new_ones_out(o, like(), {4}); }, [](auto p) { return like().new_ones({4}, p); },
       true},
      {"new_full", [](Tensor& o) { new_full_out(o, like(), {4}, 7); },
       [](auto p) { return like().new_full({4}, 7, p); }, true},
      {"arange", [](Tensor& o) { arange_out(o, 6); }, [](auto p) { return arange(6, p); }, false, true},
      {"arange.start", [](Tensor& o) { arange_out(o, 1, 7); }, [](auto p) { return arange(1, 7, p); }, false, true},
      {"arange.start_step", [](Tensor& o) { arange_out(o, 12, 0, -2); }, [](auto p) { return arange(12, 0, -2, p); },
       false, true},
      {"range", [](Tensor& o) { range_out(o, 1, 6); }, [](auto p) { return range(1, 6, p); }, false, true},
      {"range.step", [](Tensor& o) { range_out(o, 0, 10, 2); }, [](auto p) { return range(0, 10, 2, p); }, false, true},
      {"linspace", [](Tensor& o) { linspace_out(o, 0, 1, 6); }, [](auto p) { return linspace(0, 1, 6, p); }, false,
       true},
      {"eye", [](Tensor& o) { eye_out(o, 3); }, [](auto p) { return eye(3, p); }},
      {"eye.m", [](Tensor& o) { eye_out(o, 2, 3); }, [](auto p) { return eye(2, 3, p); }},
      {"rand",
       [](Tensor& o) {
         rand_out(o, {2, 3});
       },
       [](auto p) {
         return rand({2, 3}, p);
       }},
      {"rand.generator",
       [](Tensor& o) {
         rand_out(o, {2, 3}, nullopt);
       },
       [](auto p) {
         return rand({2, 3}, nullopt, p);
       }},
      {"randn",
       [](Tensor& o) {
         randn_out(o, {2, 3});
       },
       [](auto p) {
         return randn({2, 3}, p);
       }},
      {"randn.generator",
       [](Tensor& o) {
         randn_out(o, {2, 3}, nullopt);
       },
       [](auto p) {
         return randn({2, 3}, nullopt, p);
       }},
      {"randint",
       [](Tensor& o) {
         randint_out(o, 9, {2, 3});
       },
       [](auto p) {
         return randint(9, {2, 3}, p);
       }},
      {"randint.generator",
       [](Tensor& o) {
         randint_out(o, 9, {2, 3}, nullopt);
       },
       [](auto p) {
         return randint(9, {2, 3}, nullopt, p);
       }},
      {"randint.low",
       [](Tensor& o) {
         randint_out(o, 5, 9, {2, 3});
       },
       [](auto p) {
         return randint(5, 9, {2, 3}, p);
       }},
      {"randint.low_generator",
       [](Tensor& o) {
         randint_out(o, 5, 9, {2, 3}, nullopt);
       },
       [](auto p) {
         return randint(5, 9, {2, 3}, nullopt, p);
       }},
      {"randperm", [](Tensor& o) { randperm_out(o, 6); }, [](auto p) { return randperm(6, p); }},
      {"randperm.generator", [](Tensor& o) { randperm_out(o, 6, nullopt); },
       [](auto p) { return randperm(6, nullopt, p); }},
      {"clone", [](Tensor& o) { clone_out(o, like()); }, [](auto p) { return like().to(p); }, true},
      {"copy", [](Tensor& o) { copy_out(o, like(), like() + 1); }, [](auto p) { return (like() + 1).to(p); }, true},
      {"_to_copy", [](Tensor& o) { _to_copy_out(o, like()); }, [](auto p) { return _to_copy(like(), p); }, true},
      {"fill.Scalar", [](Tensor& o) { fill_out(o, like(), 7); }, [](auto p) { return fill(like(), 7).to(p); }, true},
      {"fill.Tensor", [](Tensor& o) { fill_out(o, like(), tensor(7)); },
       [](auto p) { return fill(like(), tensor(7)).to(p); }, true},
      {"zero", [](Tensor& o) { zero_out(o, like()); }, [](auto p) { return zero(like()).to(p); }, true},
      {"resize", [](Tensor& o) { resize_out(o, like(), {4}); }, [](auto p) { return resize(like(), {4}).to(p); }, true},
      {"resize_as", [](Tensor& o) { resize_as_out(o, like(), zeros({4})); },
       [](auto p) { return resize_as(like(), zeros({4})).to(p); }, true},
      {"set", [](Tensor& o) { set_out(o, like()); }, [](auto p) { return set(like()).to(p); }, true},
      {"set.source_Tensor", [](Tensor& o) { set_out(o, like(), zeros({4})); },
       [](auto p) { return set(like(), zeros({4})).to(p); }, true},
  };
  return forms;
}

TEST_F(CreationForms, DestinationsGetSizesAndValues) {
  for (const OutForm& form : out_forms()) {
    SCOPED_TRACE(form.name);
    for (const ScalarType dtype : {kFloat, kDouble}) {
      manual_seed(3);
      const Tensor expected = form.make(dtype);
      for (const bool fits : {true, false}) {
        Tensor out = fits ? full(expected.sizes(), -1, dtype) : full({5, 1}, -1, dtype);
        manual_seed(3);
        warnings_ = 0;
        form.write(out);
        EXPECT_EQ(warnings_, form.generated && !fits ? 1 : 0);
        EXPECT_EQ(out.dtype(), dtype);
        EXPECT_EQ(shape(out), shape(expected));
        EXPECT_EQ(out.grad_fn(), nullptr);
        if (!form.uninitialised) {
          EXPECT_EQ(values(out), values(expected));
          EXPECT_GT(out._version(), 0);
        }
      }
    }
  }
}

TEST_F(CreationForms, DestinationsKeepTheirStrides) {
  for (const OutForm& form : out_forms()) {
    SCOPED_TRACE(form.name);
    manual_seed(3);
    const Tensor expected = form.make(kFloat);
    if (form.uninitialised || expected.dim() == 0) continue;
    S twice = shape(expected);
    twice.back() *= 2;
    const Tensor memory = full(twice, -1, kFloat);
    Tensor out = memory.slice(-1, 0, nullopt, 2);
    const S given = strides(out);
    manual_seed(3);
    form.write(out);
    EXPECT_EQ(strides(out), given);
    EXPECT_EQ(values(out), values(expected));
    EXPECT_EQ(values(memory.slice(-1, 1, nullopt, 2)), V(static_cast<size_t>(expected.numel()), -1));
    if (form.keeps_shape) {
      Tensor matrix = zeros({2, 3}).t();
      form.write(matrix);
      EXPECT_EQ(shape(matrix), S({3, 2}));
      EXPECT_EQ(values(matrix), values(expected));
    }
  }
}

TEST_F(CreationForms, RefusedDestinationsStayAsTheyAre) {
  const std::vector<std::tuple<std::function<void(Tensor&)>, ScalarType, const char*>> refused = {
      {[](Tensor& o) { full_out(o, {2}, Scalar(ComplexDouble(1, 1))); }, kFloat, "cannot be converted to type float"},
      {[](Tensor& o) { arange_out(o, 0, 4, 0.5); }, kLong, "step must be nonzero"},
      {[](Tensor& o) { arange_out(o, 4); }, kBool, "\"arange_cpu\" not implemented for 'Bool'"},
      {[](Tensor& o) { linspace_out(o, 0, 1, -1); }, kFloat, "number of steps must be non-negative"},
      {[](Tensor& o) { randperm_out(o, 4000); }, kHalf, "n cannot be greater than 2049 for Half"},
      {[](Tensor& o) { tril_indices_out(o, 2, 2); }, kFloat, "\"tril_indices\" not implemented for 'Float'"},
      {[](Tensor& o) { triu_indices_out(o, 2, 2); }, kShort, "\"triu_indices\" not implemented for 'Short'"},
      {[](Tensor& o) { eye_out(o, -1); }, kFloat, "n must be greater or equal to 0"},
  };
  for (const auto& [write, dtype, phrase] : refused) {
    Tensor out = ones({3}, dtype);
    expect_error([&, write = write] { write(out); }, phrase);
    EXPECT_EQ(shape(out), S({3})) << phrase;
    EXPECT_EQ(values(out), V({1, 1, 1})) << phrase;
  }
  Tensor leaf = ones({3}).requires_grad_();
  for (const OutForm& form : out_forms()) {
    if (form.uninitialised) continue;
    SCOPED_TRACE(form.name);
    EXPECT_THROW(form.write(leaf), Error);
    EXPECT_EQ(values(leaf), V({1, 1, 1}));
  }
}

TEST_F(CreationForms, IndicesOfTriangles) {
  Tensor out = empty({0}, kInt);
  tril_indices_out(out, 3, 2, -1);
  EXPECT_EQ(values(out), values(tril_indices(3, 2, -1)));
  triu_indices_out(out.resize_({0}), 2, 3, 1);
  EXPECT_EQ(values(out), values(triu_indices(2, 3, 1)));
  EXPECT_EQ(tril_indices(2, 2, 0, kInt).dtype(), kInt);
  expect_error([] { tril_indices(2, 2, 0, kDouble); }, "\"tril_indices\" not implemented for 'Double'");
}

TEST_F(CreationForms, ByNameWithoutADtype) {
  const auto dtype = [](const char* name, Stack stack) {
    for (int i = 0; i < 4; ++i) stack.emplace_back();
    find_op(name).handle().call_boxed(stack);
    return stack.back().toTensor().scalar_type();
  };
  EXPECT_EQ(dtype("randperm", {4}), kLong);
  EXPECT_EQ(dtype("randperm.generator", {4, IValue()}), kLong);
  EXPECT_EQ(dtype("randint", {4, S({2})}), kFloat);
  EXPECT_EQ(dtype("tril_indices", {2, 2, 0}), kLong);
  EXPECT_EQ(dtype("arange", {4}), kLong);
  EXPECT_EQ(dtype("zeros", {S({2})}), kFloat);
}

TEST_F(CreationForms, FactoriesGiveFirstVersionsAndLeaves) {
  const auto options = TensorOptions().requires_grad(true);
  for (const OutForm& form : out_forms()) {
    const Tensor t = form.make(kFloat);
    EXPECT_EQ(t._version(), 0) << form.name;
  }
  for (const Tensor& t : {zeros({2}, options), ones({2}, options), full({2}, 1., options), eye(2, options),
                          arange(2., options), rand({2}, options), zeros_like(like(), options)}) {
    EXPECT_TRUE(t.requires_grad() && t.is_leaf());
    EXPECT_EQ(t._version(), 0);
  }
}

// Every factory asks for pinned memory, which is an error without CUDA.   Source: libtorch 1.13.1.
TEST_F(CreationForms, FactoriesPinTheirMemory) {
  const TensorOptions pinned = TensorOptions().pinned_memory(true), integers = pinned.dtype(kLong);
  const std::function<Tensor()> factories[] = {
      [&] { return empty({3}, pinned); },
      [&] { return empty_strided({3}, {2}, pinned); },
      [&] { return zeros({3}, pinned); },
      [&] { return full({3}, 1, pinned); },
      [&] { return eye(3, pinned); },
      [&] { return arange(3, pinned); },
      [&] { return arange(0, 3, integers); },
      [&] { return range(0, 3, 1, pinned); },
      [&] { return range(0, 3, 1, integers); },
      [&] { return linspace(0, 1, 3, pinned); },
      [&] { return linspace(0, 1, 0, pinned); },
      [&] { return randperm(3, pinned); },
      [&] { return rand({3}, pinned); },
      [&] { return randint(3, {3}, pinned); },
      [&] { return zeros_like(like(), pinned); },
      [&] { return tril_indices(3, 3, 0, integers); },
  };
  for (const std::function<Tensor()>& make : factories) {
    SCOPED_TRACE(&make - factories);
    if (cuda::is_available()) EXPECT_TRUE(make().is_pinned());
    else EXPECT_THROW(make(), Error);
  }
  EXPECT_TRUE(arange(3, pinned.device(kMeta)).is_meta());
}

TEST_F(CreationForms, ResizeLeavesItsArgument) {
  const Tensor x = arange(6.).view({2, 3}).t();
  EXPECT_EQ(values(resize(x, {2, 2})), V({0, 1, 2, 3}));  // in the order of memory
  EXPECT_EQ(shape(x), S({3, 2}));
  const Tensor planes = zeros({2, 2, 2, 3}).contiguous(MemoryFormat::ChannelsLast);
  EXPECT_EQ(strides(resize_as(arange(24.), planes)), S({12, 6, 3, 1}));
  EXPECT_EQ(strides(resize_as(arange(24.), planes, MemoryFormat::Preserve)), strides(planes));
  Tensor y = zeros({2});
  EXPECT_EQ(shape(resize_as_(y, x)), S({3, 2}));
  const Tensor leaf = ones({4}).requires_grad_();
  expect_error([&] { leaf.resize_({2}); }, "cannot resize variables that require grad");
  expect_error([&] { resize(leaf, {2}).sum().backward(); }, "derivative");
  expect_error([&] { resize(x, {2}, MemoryFormat::Preserve); }, "Unsupported memory format");
}

TEST_F(CreationForms, SetShowsAnotherMemory) {
  const Tensor source = arange(10.);
  Tensor x = zeros({3});
  EXPECT_EQ(values(x.set_(source, 2, {2, 2}, {1, 3})), V({2, 5, 3, 6}));
  EXPECT_EQ(x._version(), 1);
  // libtorch 1.13.1: the offset counts from the source's first element.
  EXPECT_EQ(values(x.set_(source.slice(0, 3), 1, {2})), V({4, 5}));
  EXPECT_EQ(values(x.set_(source.slice(0, 3), -2, {2})), V({1, 2}));
  expect_error([&] { x.set_(source.slice(0, 0, 10, 2), 1, {2}); }, "used as storage must be contiguous");
  x.fill_(-1);
  EXPECT_EQ(values(source.slice(0, 0, 4)), V({0, -1, -1, 3}));
  x.set_(source, 8, {4});
  EXPECT_EQ(source.storage()->nbytes(), 12 * sizeof(float)) << "the memory grows";
  expect_error([&] { x.set_(source, -2, {4}); }, "invalid storage offset -2");
  expect_error([&] { x.set_(source, 2, {2}, {1, 2}); }, "unequal size length (1) and stride length (2)");
  expect_error([&] { x.set_(source, 2, {2}, {-1}); }, "expected none below 0");
  expect_error([&] { x.set_(source.to(kDouble), 0, {2}); }, "set_: got a source of dtype Double");
  expect_error([&] { ones({3}).requires_grad_().set_(source); }, "a leaf Variable that requires grad");
  EXPECT_EQ(shape(x.set_()), S({0}));
  EXPECT_FALSE(x.is_alias_of(source));
  const Tensor shown = set(zeros({3}), source);
  EXPECT_TRUE(shown.is_alias_of(source));
  EXPECT_EQ(shape(set(source)), S({0}));
  EXPECT_EQ(source.numel(), 10);
}

TEST_F(CreationForms, ConversionsGiveSelfWhereNothingChanges) {
  const Tensor x = ones({2, 3}), other = ones({1}, kDouble);
  for (const Tensor& same : {x.to(), x.to(kFloat), x.to(Device(kCPU), kFloat), x.to(TensorOptions(kFloat)), x.to(x),
                             x.type_as(x), x.contiguous()})
    EXPECT_TRUE(same.is_same(x));
  for (const Tensor& copy : {x.to(kFloat, false, true), x.to(Device(kCPU), kFloat, false, true),
                             x.to(TensorOptions(), false, true), x.to(x, false, true), x.clone()})
    EXPECT_FALSE(copy.is_alias_of(x));
  for (const Tensor& converted :
       {x.to(kDouble), x.to(Device(kCPU), kDouble), x.to(other), x.type_as(other), _to_copy(x, TensorOptions(kDouble))})
    EXPECT_EQ(converted.dtype(), kDouble);
  EXPECT_FALSE(x.is_pinned());
  EXPECT_FALSE(x.is_pinned(Device(kCPU)));
}

TEST_F(CreationForms, HistoryOfZero) {
  const Tensor x = ones({2}).requires_grad_();
  const Tensor y = x * 2;
  EXPECT_EQ(zero(y).grad_fn()->name(), "ZeroBackward0");
  EXPECT_EQ(zero_(const_cast<Tensor&>(y)).grad_fn()->name(), "ZeroBackward0");
  Tensor z = x.detach();
  EXPECT_TRUE(detach(x).is_alias_of(x));
  EXPECT_FALSE(detach_(z).requires_grad());
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
// Forms of indexing, each against its functional form. Which destinations are refused, and when a new size gives a
// warning, was asked of libtorch 1.13.1; index.Tensor_out reads wrong memory there for other dtypes, and is refused
// here.
#include <torchpp/autograd.h>
#include <torchpp/core/log.h>

#include <functional>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

void count_warning(void* count, const char*, const char*, int) { ++*static_cast<int*>(count); }

class IndexForms : public ::testing::Test {
 protected:
  void SetUp() override { set_warning_handler(count_warning, &warnings_); }
  void TearDown() override { set_warning_handler(nullptr); }
  int warnings_ = 0;
};

struct Form {
  const char* name;
  std::function<Tensor(const Tensor& self)> functional;
  std::function<void(Tensor& out, const Tensor& self)> write;
  std::function<Tensor(const Tensor& self)> method;
  std::function<void(Tensor& self)> in_place;  // empty where there is none
  bool converts = false;                       // destinations of other dtypes are written
  bool reads_elsewhere = false;                // refuses a destination that shares memory with self
};

const std::vector<Form>& forms() {
  static const Tensor &rows = *new Tensor(tensor({1, 0})), &one_row = *new Tensor(tensor({1})),
                      &places = *new Tensor(tensor({0, 1, 1}).view({1, 3})),
                      &mask = *new Tensor(tensor({true, false, true, false, true, false}).view({2, 3})),
                      &source = *new Tensor(full({2, 3}, 9.)), &row = *new Tensor(full({1, 3}, 9.)),
                      &number = *new Tensor(scalar_tensor(9.));
  using T = const Tensor&;
  static const auto& all = *new std::vector<Form>{
      {"index", [](T x) { return index(x, {rows}); }, [](Tensor& o, T x) { index_out(o, x, {rows}); },
       [](T x) { return x.index(TensorList(rows)); }, nullptr, false, true},
      {"index_put", [](T x) { return index_put(x, {rows}, source); },
       [](Tensor& o, T x) { index_put_out(o, x, {rows}, source); },
       [](T x) { return x.index_put(TensorList(rows), source); }, [](Tensor& x) { index_put_(x, {rows}, source); },
       true},
      {"index_select", [](T x) { return index_select(x, 0, rows); },
       [](Tensor& o, T x) { index_select_out(o, x, 0, rows); }, [](T x) { return x.index_select(0, rows); }, nullptr,
       false, true},
      {"index_add", [](T x) { return index_add(x, 0, rows, source, 2); },
       [](Tensor& o, T x) { index_add_out(o, x, 0, rows, source, 2); },
       [](T x) { return x.index_add(0, rows, source, 2); }, [](Tensor& x) { x.index_add_(0, rows, source, 2); }},
      {"index_copy", [](T x) { return index_copy(x, 0, rows, source); },
       [](Tensor& o, T x) { index_copy_out(o, x, 0, rows, source); }, [](T x) { return x.index_copy(0, rows, source); },
       [](Tensor& x) { x.index_copy_(0, rows, source); }},
      {"index_fill.int_Scalar", [](T x) { return index_fill(x, 0, one_row, 9); },
       [](Tensor& o, T x) { index_fill_out(o, x, 0, one_row, 9); }, [](T x) { return x.index_fill(0, one_row, 9); },
       [](Tensor& x) { x.index_fill_(0, one_row, 9); }, true},
      {"index_fill.int_Tensor", [](T x) { return index_fill(x, 0, one_row, number); },
       [](Tensor& o, T x) { index_fill_out(o, x, 0, one_row, number); },
       [](T x) { return x.index_fill(0, one_row, number); }, [](Tensor& x) { x.index_fill_(0, one_row, number); },
       true},
      {"gather", [](T x) { return gather(x, 0, places); }, [](Tensor& o, T x) { gather_out(o, x, 0, places); },
       [](T x) { return x.gather(0, places); }, nullptr, false, true},
      {"scatter.src", [](T x) { return scatter(x, 0, places, row); },
       [](Tensor& o, T x) { scatter_out(o, x, 0, places, row); }, [](T x) { return x.scatter(0, places, row); },
       [](Tensor& x) { x.scatter_(0, places, row); }},
      {"scatter.value", [](T x) { return scatter(x, 0, places, 9); },
       [](Tensor& o, T x) { scatter_out(o, x, 0, places, 9); }, [](T x) { return x.scatter(0, places, 9); },
       [](Tensor& x) { x.scatter_(0, places, 9); }},
      {"scatter.reduce", [](T x) { return scatter(x, 0, places, row, "add"); },
       [](Tensor& o, T x) { scatter_out(o, x, 0, places, row, "add"); },
       [](T x) { return x.scatter(0, places, row, "add"); }, [](Tensor& x) { x.scatter_(0, places, row, "add"); }},
      {"scatter.value_reduce", [](T x) { return scatter(x, 0, places, 9, "multiply"); },
       [](Tensor& o, T x) { scatter_out(o, x, 0, places, 9, "multiply"); },
       [](T x) { return x.scatter(0, places, 9, "multiply"); },
       [](Tensor& x) { x.scatter_(0, places, 9, "multiply"); }},
      {"scatter_add", [](T x) { return scatter_add(x, 0, places, row); },
       [](Tensor& o, T x) { scatter_add_out(o, x, 0, places, row); }, [](T x) { return x.scatter_add(0, places, row); },
       [](Tensor& x) { x.scatter_add_(0, places, row); }},
      {"masked_fill.Scalar", [](T x) { return masked_fill(x, mask, 9); },
       [](Tensor& o, T x) { masked_fill_out(o, x, mask, 9); }, [](T x) { return x.masked_fill(mask, 9); },
       [](Tensor& x) { x.masked_fill_(mask, 9); }, true},
      {"masked_fill.Tensor", [](T x) { return masked_fill(x, mask, number); },
       [](Tensor& o, T x) { masked_fill_out(o, x, mask, number); }, [](T x) { return x.masked_fill(mask, number); },
       [](Tensor& x) { x.masked_fill_(mask, number); }, true},
      {"masked_select", [](T x) { return masked_select(x, mask); },
       [](Tensor& o, T x) { masked_select_out(o, x, mask); }, [](T x) { return x.masked_select(mask); }, nullptr, false,
       true},
      {"nonzero", [](T x) { return nonzero(x); }, [](Tensor& o, T x) { nonzero_out(o, x); },
       [](T x) { return x.nonzero(); }, nullptr, false, true},
      {"take", [](T x) { return take(x, rows); }, [](Tensor& o, T x) { take_out(o, x, rows); },
       [](T x) { return x.take(rows); }, nullptr, false, true},
      {"take_along_dim", [](T x) { return take_along_dim(x, places, 0); },
       [](Tensor& o, T x) { take_along_dim_out(o, x, places, 0); }, [](T x) { return x.take_along_dim(places, 0); },
       nullptr, false, true},
      {"take_along_dim without dim", [](T x) { return take_along_dim(x, rows); },
       [](Tensor& o, T x) { take_along_dim_out(o, x, rows); }, [](T x) { return x.take_along_dim(rows); }, nullptr,
       false, true},
  };
  return all;
}

Tensor input() { return arange(6.).view({2, 3}); }

TEST_F(IndexForms, AllGiveTheSame) {
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    const Tensor x = input(), expected = form.functional(x);
    EXPECT_EQ(values(form.method(x)), values(expected));
    for (const bool fits : {true, false}) {
      Tensor out = fits ? full_like(expected, 5) : full({5, 1}, 5, expected.dtype());
      warnings_ = 0;
      form.write(out, x);
      EXPECT_EQ(warnings_, fits ? 0 : 1);
      EXPECT_EQ(shape(out), shape(expected));
      EXPECT_EQ(values(out), values(expected));
      EXPECT_EQ(out._version(), 1);
    }
    EXPECT_EQ(values(x), values(input()));
    if (!form.in_place) continue;
    Tensor changed = input();
    form.in_place(changed);
    EXPECT_EQ(values(changed), values(expected));
    EXPECT_EQ(changed._version(), 1);
  }
}

TEST_F(IndexForms, DestinationsKeepTheirStrides) {
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    const Tensor x = input(), expected = form.functional(x);
    S twice = shape(expected);
    twice.back() *= 2;
    const Tensor memory = full(twice, -1, expected.dtype());
    Tensor out = memory.slice(-1, 0, nullopt, 2);
    form.write(out, x);
    EXPECT_EQ(values(out), values(expected));
    EXPECT_EQ(values(memory.slice(-1, 1, nullopt, 2)), V(static_cast<size_t>(expected.numel()), -1));
  }
}

TEST_F(IndexForms, DtypesOfDestinations) {
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    const Tensor x = input(), expected = form.functional(x);
    for (const ScalarType dtype : {kFloat, kDouble, kLong}) {
      if (dtype == expected.dtype()) continue;
      Tensor out = full({7}, 5, dtype);
      if (form.converts) {
        form.write(out, x);
        EXPECT_EQ(values(out), values(expected));
        EXPECT_EQ(out.dtype(), dtype);
      } else {
        expect_error([&] { form.write(out, x); }, "Expected out tensor to have dtype");
        EXPECT_EQ(values(out), V(7, 5));
      }
    }
  }
}

TEST_F(IndexForms, DestinationsThatShareMemory) {
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    const Tensor x = input(), expected = form.functional(x);
    Tensor spread = full({1}, 5, expected.dtype()).expand(expected.sizes());
    expect_error([&] { form.write(spread, x); },
                 "more than one element of the written-to tensor refers to a single memory location");
    if (!form.reads_elsewhere || expected.dtype() != x.dtype()) continue;
    Tensor self = x;
    expect_error([&] { form.write(self, x); }, "refer to a single memory location");
    EXPECT_EQ(values(x), values(input()));
    EXPECT_EQ(shape(x), S({2, 3}));
  }
}

TEST_F(IndexForms, PositionsOutOfRangeLeaveTheDestination) {
  const Tensor x = input(), far = tensor({1, 2}), far_places = full({1, 3}, 2, kLong);
  const std::vector<std::function<void(Tensor&)>> calls = {
      [&](Tensor& o) { index_out(o, x, {far}); },
      [&](Tensor& o) { index_select_out(o, x, 0, far); },
      [&](Tensor& o) { index_select_out(o, x.view({-1}), 0, far + 9); },
      [&](Tensor& o) { gather_out(o, x, 0, far_places); },
      [&](Tensor& o) { take_out(o, x, far + 9); },
      [&](Tensor& o) { take_along_dim_out(o, x, far_places, 0); }};
  for (const auto& call : calls) {
    Tensor out = full({7}, 5.);
    EXPECT_THROW(call(out), Error);
    EXPECT_EQ(values(out), V(7, 5));
  }
}

TEST_F(IndexForms, DestinationsTakeNoPartInGradients) {
  const Tensor x = input().requires_grad_();
  for (const Form& form : forms()) {
    SCOPED_TRACE(form.name);
    const Tensor expected = form.functional(x);
    Tensor out = full_like(expected.detach(), 5);
    if (expected.requires_grad())
      expect_error([&] { form.write(out, x); }, "functions with out=... arguments don't support automatic");
    else form.write(out, x);
  }
}

TEST_F(IndexForms, ArgumentsOnMeta) {
  const auto on_meta = [](std::vector<int64_t> sizes, ScalarType dtype) {
    return empty(sizes, TensorOptions(dtype).device(kMeta));
  };
  const Tensor x = on_meta({2, 3}, kFloat), vector = on_meta({4}, kLong), matrix = on_meta({1, 3}, kLong);
  Tensor out = on_meta({0}, kFloat);
  EXPECT_EQ(shape(index_out(out, x, {vector})), S({4, 3}));
  EXPECT_EQ(shape(index_select_out(out.resize_({0}), x, 0, vector)), S({4, 3}));
  EXPECT_EQ(shape(gather_out(out.resize_({0}), x, 0, matrix)), S({1, 3}));
  EXPECT_EQ(shape(take_out(out.resize_({0}), x, matrix)), S({1, 3}));
  EXPECT_EQ(shape(index_fill(x, 0, vector, on_meta({}, kFloat))), S({2, 3}));
  EXPECT_TRUE(out.is_meta());
}

TEST_F(IndexForms, GradientOfAFilledNumber) {
  const Tensor x = input().requires_grad_(), value = scalar_tensor(2.).requires_grad_();
  const Tensor filled = index_fill(x, 0, tensor({1, 1}), value);
  EXPECT_EQ(filled.grad_fn()->name(), "IndexFillBackward1");
  (filled * arange(6.).view({2, 3})).sum().backward();
  EXPECT_EQ(values(x.grad()), V({0, 1, 2, 0, 0, 0}));
  EXPECT_EQ(value.grad().item<float>(), 3.f + 4 + 5);
  EXPECT_EQ(take(x, tensor({1})).grad_fn()->name(), "TakeBackward0");
}

TEST_F(IndexForms, Coordinates) {
  const Tensor x = tensor({0, 3, 0, 4}).view({2, 2});
  EXPECT_EQ(values(argwhere(x)), V({0, 1, 1, 1}));
  EXPECT_EQ(values(x.argwhere()), values(x.nonzero()));
  const std::vector<Tensor> by_dimension = x.nonzero_numpy();
  ASSERT_EQ(by_dimension.size(), 2u);
  EXPECT_EQ(values(by_dimension[0]), V({0, 1}));
  EXPECT_EQ(values(nonzero_numpy(x)[1]), V({1, 1}));
}

}  // namespace
}  // namespace torchpp::test

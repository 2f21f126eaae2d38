// SPDX-License-Identifier: BSD-3-Clause
// The out= forms, methods and overloads of ops/shape.h. What the out= forms take was asked of libtorch 1.13.1.
#include <torchpp/dispatch/library.h>

#include <functional>

#include "tests/ops/shapes_support.h"
#include "tests/support/error_of.h"

namespace torchpp::test {
namespace {

// What a destination of another dtype than the result's meets.
enum class OtherDtype {
  kCast,     // is written where can_cast says so
  kConvert,  // is written
  kRefuse
};

struct OutForm {
  const char* name;
  std::function<Tensor(const Tensor& x)> functional;
  std::function<Tensor&(Tensor& out, const Tensor& x)> into;
  OtherDtype rule;
  bool reads_aside = true;  // the destination may be in the input's memory
};

// Of a 3 x 4 matrix.
const std::vector<OutForm>& out_forms() {
  static const std::vector<OutForm>& forms = *new std::vector<OutForm>{
#define JOINS(op)                                \
  {#op,                                          \
   [](const Tensor& x) {                         \
     return op({x, x * 2});                      \
   },                                            \
   [](Tensor& out, const Tensor& x) -> Tensor& { \
     return op##_out(out, {x, x * 2});           \
   },                                            \
   OtherDtype::kCast, false}
#define FORM(op, rule, ...)                                                                                          \
  {                                                                                                                  \
#op, [](const Tensor&                                                                                            \
                x) { return op(x, __VA_ARGS__); },                                                                   \
                                                [](Tensor & out, const Tensor& x)                                    \
                                                     -> Tensor& { return op##_out(out, x, __VA_ARGS__); },           \
                                                                                                        OtherDtype:: \
                                                                                                            rule     \
  }
      JOINS(cat),
      JOINS(concat),
      JOINS(concatenate),
      JOINS(stack),
      JOINS(hstack),
      JOINS(vstack),
      JOINS(row_stack),
      JOINS(dstack),
      JOINS(column_stack),
      {"block_diag",
       [](const Tensor& x) {
         return block_diag({x, x});
       },
       [](Tensor& out, const Tensor& x) -> Tensor& {
         return block_diag_out(out, {x, x});
       },
       OtherDtype::kConvert},
      {"repeat",
       [](const Tensor& x) {
         return x.repeat({2, 1, 3});
       },
       [](Tensor& out, const Tensor& x) -> Tensor& {
         return repeat_out(out, x, {2, 1, 3});
       },
       OtherDtype::kConvert},
      FORM(flip, kConvert, IntArrayRef(1)),
      FORM(roll, kConvert, 5),
      FORM(roll, kConvert, 1, 1),
      FORM(rot90, kConvert, 1),
      FORM(rot90, kConvert, 2),
      FORM(rot90, kConvert, 4),
      FORM(tril, kRefuse, -1),
      FORM(triu, kRefuse, 1),
      FORM(diag, kRefuse, 1),
      {"diag of a vector", [](const Tensor& x) { return diag(x[0], -1); },
       [](Tensor& out, const Tensor& x) -> Tensor& { return diag_out(out, x[0], -1); }, OtherDtype::kRefuse},
      FORM(diag_embed, kConvert, 1, 0, 2),
#undef JOINS
#undef FORM
  };
  return forms;
}

Tensor matrix() { return arange(12, kDouble).reshape({3, 4}) + 1; }

TEST(ShapeOut, GivesTheFunctionalResult) {
  for (const OutForm& form : out_forms()) {
    SCOPED_TRACE(form.name);
    const Tensor x = matrix(), expected = form.functional(x);
    S twice = shape(expected);
    twice.back() *= 2;
    const Tensor whole = zeros(twice, kDouble);
    for (Tensor out : {empty({0}, kDouble), empty({7}, kDouble), whole.slice(-1, 0, nullopt, 2)}) {
      EXPECT_TRUE(form.into(out, x).is_same(out));
      EXPECT_TRUE(out.equal(expected));
      EXPECT_EQ(out._version(), 1);
    }
    EXPECT_EQ(whole.slice(-1, 1, nullopt, 2).abs().sum().item<double>(), 0) << "the elements between";
    EXPECT_TRUE(x.equal(matrix()));
  }
}

TEST(ShapeOut, OtherDtypes) {
  for (const OutForm& form : out_forms())
    for (const ScalarType dtype : {kFloat, kComplexDouble, kLong}) {
      SCOPED_TRACE(str(form.name, " into ", dtype));
      const Tensor x = matrix(), before = full({5}, 7, dtype);
      Tensor out = before.clone();
      if (form.rule == OtherDtype::kRefuse || (form.rule == OtherDtype::kCast && dtype == kLong)) {
        EXPECT_NE(error_of([&] { form.into(out, x); }).find("type "), std::string::npos);
        EXPECT_TRUE(out.equal(before));
        EXPECT_EQ(out._version(), 0);
      } else {
        form.into(out, x);
        EXPECT_EQ(out.dtype(), dtype);
        EXPECT_TRUE(out.equal(form.functional(x).to(dtype)));
      }
    }
}

TEST(ShapeOut, RefusesOverlapAndHistory) {
  for (const OutForm& form : out_forms()) {
    SCOPED_TRACE(form.name);
    const Tensor x = matrix();
    Tensor repeated = zeros({1}, kDouble).expand(form.functional(x).sizes());
    EXPECT_NE(error_of([&] { form.into(repeated, x); }).find("more than one element"), std::string::npos);
    Tensor fresh = empty({0}, kDouble);
    EXPECT_NE(error_of([&] { form.into(fresh, x.clone().requires_grad_()); }).find("automatic differentiation"),
              std::string::npos);
    EXPECT_EQ(fresh.numel(), 0);

    if (!form.reads_aside) {
      Tensor part = x.narrow(0, 0, 2);
      EXPECT_NE(error_of([&] { form.into(part, x); }).find("refer to a single memory location"), std::string::npos);
      EXPECT_TRUE(x.equal(matrix()));
    } else if (const Tensor expected = form.functional(x); expected.sizes() == x.sizes()) {
      Tensor same = x;
      EXPECT_TRUE(form.into(same, x).equal(expected));
    }
  }
}

TEST(ShapeOut, ADestinationWithTheConjugateBit) {
  const Tensor z = view_as_complex(matrix().reshape({3, 2, 2}));
  Tensor memory = zeros({6, 2}, kComplexDouble), out = memory.conj();
  cat_out(out, {z, z});
  EXPECT_TRUE(out.equal(cat({z, z})));
  EXPECT_TRUE(memory.equal(cat({z, z}).conj()));
}

TEST(ShapeOut, CatConvertsEachPart) {
  // Each part is converted to the destination's dtype; a way over the common one, float, would round.
  const Tensor large = tensor({int64_t{16777217}}), half = tensor({0.5f});
  Tensor out = empty({0}, kDouble);
  cat_out(out, {large, half});
  EXPECT_EQ(values(out), V({16777217, 0.5}));
}

TEST(Shape, CatOfSingleElementsInterleaves) {
  for (const ScalarType dtype : {kByte, kShort, kFloat, kDouble, kComplexDouble})
    for (const int64_t n : {1, 2, 15, 16, 33, 1000}) {
      const Tensor a = arange(n, kInt).remainder(100).to(dtype), b = a + 1, c = a + 2;
      const Tensor pair = stack({a, b}, 1), three = stack({a, b, c}, -1);
      EXPECT_TRUE(pair.select(1, 0).equal(a) && pair.select(1, 1).equal(b)) << dtype << " " << n;
      EXPECT_TRUE(three.select(1, 0).equal(a) && three.select(1, 1).equal(b) && three.select(1, 2).equal(c));
      EXPECT_TRUE(cat({pair, three}, 1).equal(stack({a, b, a, b, c}, 1)));
    }
}

TEST(Shape, CatRefusesAnEmptyList) {
  const char* const message = "torch.cat(): expected a non-empty list of Tensors";
  EXPECT_NE(error_of([] { cat({}); }).find(message), std::string::npos);
  Tensor out = empty({0});
  EXPECT_NE(error_of([&] { cat_out(out, {}); }).find(message), std::string::npos);
  Stack stack{std::vector<Tensor>(), 0};
  EXPECT_NE(error_of([&] { find_op("cat").call_boxed(stack); }).find(message), std::string::npos);
}

TEST(Shape, MethodsAreTheFunctions) {
  const Tensor x = matrix(), v = x[0];
  const std::vector<std::pair<Tensor, Tensor>> pairs = {
      {x.tile({2, 1, 2}), tile(x, {2, 1, 2})},
      {x.repeat_interleave(2, 1), repeat_interleave(x, 2, 1)},
      {x.repeat_interleave(tensor({1, 0, 2}), 0), repeat_interleave(x, tensor({1, 0, 2}), 0)},
      {x.flip({0}), flip(x, {0})},
      {x.fliplr(), fliplr(x)},
      {x.flipud(), flipud(x)},
      {x.roll(1, 0), roll(x, 1, 0)},
      {x.rot90(), rot90(x)},
      {x.tril(1), tril(x, 1)},
      {x.triu(-1), triu(x, -1)},
      {v.diag(), diag(v)},
      {x.diag_embed(1), diag_embed(x, 1)}};
  for (size_t i = 0; i < pairs.size(); ++i) EXPECT_TRUE(pairs[i].first.equal(pairs[i].second)) << i;
  Tensor lower = matrix(), upper = matrix();
  EXPECT_TRUE(lower.tril_(1).equal(tril(x, 1)));
  EXPECT_TRUE(upper.triu_(-1).equal(triu(x, -1)));
}

TEST(Shape, RepeatInterleaveOfIndices) {
  for (const ScalarType dtype : {kInt, kLong}) {
    const Tensor counts = tensor({1, 0, 3}).to(dtype), result = repeat_interleave(counts);
    EXPECT_EQ(values(result), V({0, 2, 2, 2}));
    EXPECT_EQ(result.dtype(), dtype);
    Tensor out = empty({0}, kFloat);
    EXPECT_EQ(values(repeat_interleave_out(out, counts)), V({0, 2, 2, 2}));
  }
  EXPECT_EQ(repeat_interleave(zeros({0}, kLong)).numel(), 0);
  expect_error([] { repeat_interleave(tensor(2)); }, "1D");
  expect_error([] { repeat_interleave(tensor({1.5})); }, "Long or Int");
  expect_error([] { repeat_interleave(tensor({1, -1})); }, "negative");
}

TEST(Shape, RepeatInterleaveChecksTheOutputSize) {
  const Tensor x = matrix(), counts = tensor({1, 0, 2});
  // A plain number would be the other overload's repeats.
  const optional<int64_t> three = 3, four = 4;
  EXPECT_EQ(repeat_interleave(counts, three).numel(), 3);
  EXPECT_EQ(repeat_interleave(x, counts, 0, 3).size(0), 3);
  EXPECT_EQ(repeat_interleave(x, 2, 0, 6).size(0), 6);
  expect_error([&] { repeat_interleave(counts, four); }, "output_size 4");
  expect_error([&] { repeat_interleave(x, counts, 0, 4); }, "output_size 4");
  expect_error([&] { repeat_interleave(x, 2, 0, 5); }, "output_size 5");
}

TEST(Shape, RepeatCopiesAnExpandedTensor) {
  const Tensor one = ones({1}), repeated = one.expand({3}).repeat({2});
  EXPECT_FALSE(repeated.is_alias_of(one));
  EXPECT_EQ(repeated.strides(), IntArrayRef({1}));
}

TEST(Shape, ByName) {
  const auto call = [](const char* name, Stack stack) {
    find_op(name).call_boxed(stack);
    return stack;
  };
  const Tensor x = matrix();
  const std::vector<Tensor> both{x, x};
  EXPECT_TRUE(call("hstack", {both})[0].toTensor().equal(hstack(both)));
  EXPECT_TRUE(call("row_stack", {both})[0].toTensor().equal(vstack(both)));
  EXPECT_TRUE(call("tile", {x, S{2, 2}})[0].toTensor().equal(tile(x, {2, 2})));
  EXPECT_TRUE(call("sum_to_size", {x, S{1, 4}})[0].toTensor().equal(x.sum(0, true)));
  const Tensor truth = ones({}, kBool);  // libtorch 1.13.1: the sum, even of one element
  EXPECT_EQ(call("sum_to_size", {truth, S{}})[0].toTensor().dtype(), kLong);
  EXPECT_TRUE(broadcast_tensors({x, x[0]})[0].is_same(x));
  EXPECT_EQ(call("meshgrid.indexing", {std::vector<Tensor>{x[0], x[1]}, "xy"})[0].toTensorVector().size(), 2u);
  const Tensor out = empty({0}, kDouble);
  EXPECT_TRUE(call("column_stack.out", {both, out})[0].toTensor().is_same(out));
  EXPECT_TRUE(out.equal(column_stack(both)));
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
// The out= form of every operator: destinations of the right shape lie anywhere in a larger buffer, of which no other
// byte may change; others are resized with a warning; those that cannot be written are refused before anything is
// changed; those that share memory with an argument are refused or get the right values.
// libtorch 1.13.1 refuses shared memory in most operators and writes wrong values in the others (reductions, softmax,
// tril, mm); here no operator does the latter.
#include <torchpp/core/log.h>

#include <cstring>

#include "tests/sweep/op_sweep.h"

namespace torchpp::tests {
namespace {

// Elements around a destination, on both sides.
constexpr int64_t kMargin = 5;

// A buffer whose elements all have one value, and a tensor in it.
struct Placed {
  Tensor buffer, tensor;
  std::string before;  ///< the buffer's bytes
};

Placed place(const Tensor& like, IntArrayRef sizes, IntArrayRef strides) {
  int64_t reach = 0;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] > 0) reach += (sizes[d] - 1) * strides[d];
  Placed p;
  p.buffer = full({reach + 1 + 2 * kMargin}, 1, like.options());
  p.tensor = p.buffer.as_strided(sizes, strides, kMargin);
  p.before = bytes(p.buffer);
  return p;
}

// Dense strides of the sizes, the dimensions innermost first as listed, times the step.
std::vector<int64_t> strides_in_order(IntArrayRef sizes, const std::vector<size_t>& order, int64_t step = 1) {
  std::vector<int64_t> strides(sizes.size());
  for (const size_t d : order) {
    strides[d] = step;
    step *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

struct Layout {
  const char* name;
  std::vector<int64_t> strides;
};

std::vector<Layout> layouts_of(IntArrayRef sizes) {
  std::vector<size_t> first, last;
  for (size_t d = 0; d < sizes.size(); ++d) {
    first.push_back(d);
    last.insert(last.begin(), d);
  }
  return {{"inside a larger buffer", strides_in_order(sizes, last)},
          {"every second element", strides_in_order(sizes, last, 2)},
          {"transposed", strides_in_order(sizes, first)},
          {"transposed, every third element", strides_in_order(sizes, first, 3)}};
}

// The bytes of the buffer outside of the tensor.
::testing::AssertionResult neighbours_stay(const Placed& p) {
  const Tensor written = zeros(p.buffer.sizes(), kBool);
  written.as_strided(p.tensor.sizes(), p.tensor.strides(), p.tensor.storage_offset()).fill_(true);
  const std::string after = bytes(p.buffer);
  const size_t size = p.buffer.element_size();
  for (int64_t i = 0; i < p.buffer.numel(); ++i)
    if (!written[i].item<bool>() && std::memcmp(after.data() + static_cast<size_t>(i) * size,
                                                p.before.data() + static_cast<size_t>(i) * size, size) != 0)
      return ::testing::AssertionFailure() << "element " << i - kMargin << " beside the destination was written";
  return ::testing::AssertionSuccess();
}

int warnings = 0;

class CountWarnings {
 public:
  CountWarnings() {
    warnings = 0;
    set_warning_handler([](void*, const char*, const char*, int) { ++warnings; });
  }
  ~CountWarnings() { set_warning_handler(nullptr); }
};

class OpDestinations : public OpSweep {
 protected:
  void write(const Stack& given, const Tensor& out) const {
    Stack stack = given;
    push_destinations(stack, out);
    manual_seed(kSeed);
    in_form(Out::Form::kOut).call_boxed(stack);
    EXPECT_TRUE(stack[0].toTensor().is_same(out));
  }
  // Random numbers go to elements in the order of memory.
  bool values_follow_layout() const { return !row().left_out_of(Check::kLayout).empty(); }
  double rounding() const { return row().exact ? 0 : placing_tolerance(); }
};

TEST_P(OpDestinations, OfTheRightShapeKeepStridesAndNeighbours) {
  if (!has_form(Out::Form::kOut)) return;
  if (row().no_strides) GTEST_SKIP() << row().name << ": " << row().covered_by << " has this check";
  const Stack expected = call(op(), arguments());
  const Tensor result = expected[0].toTensor();
  for (const Layout& layout : layouts_of(result.sizes())) {
    SCOPED_TRACE(layout.name);
    const Placed p = place(result, result.sizes(), layout.strides);
    const auto version = p.tensor._version();
    const CountWarnings none;
    write(arguments(), p.tensor);
    EXPECT_EQ(warnings, 0);
    EXPECT_EQ(p.tensor.sizes(), result.sizes());
    EXPECT_EQ(p.tensor.strides(), IntArrayRef(layout.strides));
    EXPECT_EQ(p.tensor.storage_offset(), kMargin);
    EXPECT_EQ(p.tensor._version(), version + 1);
    EXPECT_TRUE(neighbours_stay(p));
    if (!values_follow_layout()) {
      EXPECT_TRUE(same({IValue(p.tensor)}, {expected[0]}, rounding()));
    }
  }
}

TEST_P(OpDestinations, OfAnotherShapeAreResized) {
  if (!has_form(Out::Form::kOut)) return;
  if (row().no_strides) GTEST_SKIP() << row().name << ": " << row().covered_by << " has this check";
  const Stack expected = call(op(), arguments());
  const Tensor result = expected[0].toTensor();
  const std::vector<int64_t> longer{result.numel() + 3};
  const Placed dense = place(result, longer, {1}), gaps = place(result, longer, {2}),
               small = place(result, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1});
  const Tensor none = empty({0, 3}, result.options());
  for (const Tensor& out : {dense.tensor, gaps.tensor, small.tensor, none}) {
    SCOPED_TRACE(str("strides ", out.strides(), ", sizes ", out.sizes()));
    const bool had_elements = out.numel() != 0;
    const CountWarnings counted;
    write(arguments(), out);
    EXPECT_EQ(warnings, had_elements ? 1 : 0);
    EXPECT_EQ(out.sizes(), result.sizes());
    EXPECT_TRUE(out.is_non_overlapping_and_dense()) << out.strides();
    if (!values_follow_layout()) {
      EXPECT_TRUE(same({IValue(out)}, {expected[0]}, rounding()));
    }
  }
}

// The call is refused, and then nothing is changed; or it gives the values.
void expect_refused_or_right(const std::function<void()>& f, const Tensor& out, const Tensor& buffer,
                             const Stack& expected, bool may_succeed) {
  const std::string before = bytes(buffer);
  const std::vector<int64_t> sizes = out.sizes().vec(), strides = out.strides().vec();
  const auto version = out._version();
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find("internal"), std::string::npos) << e.what();
    EXPECT_TRUE(bytes(buffer) == before) << "written though it was refused: " << e.what();
    EXPECT_EQ(out.sizes(), IntArrayRef(sizes));
    EXPECT_EQ(out.strides(), IntArrayRef(strides));
    EXPECT_EQ(out._version(), version) << "counted though it was refused: " << e.what();
    return;
  }
  EXPECT_TRUE(may_succeed) << "was written";
  EXPECT_TRUE(same({IValue(out)}, {expected[0]}, 1e-12));
}

TEST_P(OpDestinations, ThatOverlapThemselvesAreRefused) {
  if (!has_form(Out::Form::kOut)) return;
  if (row().no_strides) GTEST_SKIP() << row().name << ": " << row().covered_by << " has this check";
  const Stack expected = call(op(), arguments());
  const Tensor result = expected[0].toTensor();
  for (int64_t d = 0; d < result.dim(); ++d) {
    if (result.size(d) < 2) continue;
    std::vector<int64_t> sizes = result.sizes().vec();
    sizes[static_cast<size_t>(d)] = 1;
    const Tensor one = full(sizes, 1, result.options()), out = one.expand(result.sizes());
    SCOPED_TRACE(str("expanded along ", d));
    expect_refused_or_right([&] { write(arguments(), out); }, out, one, expected, false);
  }
}

TEST_P(OpDestinations, OfAnotherKindAreRefused) {
  if (!has_form(Out::Form::kOut)) return;
  const Stack expected = call(op(), arguments());
  const Tensor result = expected[0].toTensor();
  const ScalarType lower = isComplexType(result.scalar_type()) || isFloatingType(result.scalar_type()) ? kLong : kBool;
  if (result.scalar_type() == kBool || values_follow_layout()) return;
  for (const std::vector<int64_t>& sizes : {result.sizes().vec(), std::vector<int64_t>{result.numel() + 2}}) {
    const Placed p = place(result.to(lower), sizes, strides_in_order(sizes, [&] {
                             std::vector<size_t> order;
                             for (size_t d = sizes.size(); d-- > 0;) order.push_back(d);
                             return order;
                           }()));
    // Operators that only move or convert values write a destination of any dtype; the others refuse it.
    try {
      write(arguments(), p.tensor);
    } catch (const Error& e) {
      EXPECT_TRUE(bytes(p.buffer) == p.before) << "written though it was refused: " << e.what();
      EXPECT_EQ(p.tensor.sizes(), IntArrayRef(sizes)) << "resized though it was refused: " << e.what();
      EXPECT_EQ(p.tensor._version(), 0);
    }
  }
}

TEST_P(OpDestinations, ThatShareMemoryWithAnArgument) {
  if (!has_form(Out::Form::kOut) || values_follow_layout()) return;
  const Stack expected = call(op(), arguments());
  const Tensor result = expected[0].toTensor();
  const size_t count = tensors_of(arguments()).size();
  for (size_t which = 0; which < count; ++which) {
    const Tensor input = tensors_of(arguments())[which];
    if (input.scalar_type() != result.scalar_type() || input.numel() < 2) continue;
    // Both step through one buffer, the destination some elements behind.
    for (const int64_t step : {1, 2})
      for (const int64_t shift : {0, 1, 2, 4}) {
        SCOPED_TRACE(str("tensor ", which, ", step ", step, ", shift ", shift));
        std::vector<size_t> order, out_order;
        for (size_t d = static_cast<size_t>(input.dim()); d-- > 0;) order.push_back(d);
        for (size_t d = static_cast<size_t>(result.dim()); d-- > 0;) out_order.push_back(d);
        const Tensor buffer = full({step * std::max(input.numel(), result.numel()) + 8}, 1, result.options());
        const Tensor moved = buffer.as_strided(input.sizes(), strides_in_order(input.sizes(), order, step), 0);
        moved.copy_(input);
        const Tensor out = buffer.as_strided(result.sizes(), strides_in_order(result.sizes(), out_order, step), shift);
        size_t at = 0;
        const Stack stack =
            map_tensors(arguments(), [&](size_t, const Tensor& t) { return at++ == which ? moved : t; });
        expect_refused_or_right([&] { write(stack, out); }, out, buffer, expected, true);
      }
  }
}

// A tensor of the values whose memory holds their negatives, or of complex numbers their conjugates.
Tensor lazy_view(const Tensor& values) {
  if (values.is_complex()) return values.conj().resolve_conj().conj();
  Stack stack{values.neg()};
  find_op("_neg_view").call_boxed(stack);
  return stack[0].toTensor();
}

// libtorch 1.13.1: after the call such a view reads as the result.
TEST_P(OpDestinations, NegativeAndConjugateViewsReadAsTheResult) {
  for (const bool complex : {false, true}) {
    const auto given = [&] {
      return map_tensors(arguments(), [&](size_t, const Tensor& t) {
        return complex && t.scalar_type() == kDouble ? t.to(kComplexDouble).mul(Scalar(ComplexDouble(0.8, 0.6))) : t;
      });
    };
    Stack expected;
    try {
      expected = call(op(), given());
    } catch (const Error&) {
      continue;  // real numbers alone
    }
    if (expected.empty() || !expected[0].isTensor() || !is_real(expected[0].toTensor())) continue;
    const Tensor result = expected[0].toTensor();
    if (has_form(Out::Form::kOut) && !row().no_strides) {
      const Tensor out = lazy_view(full_like(result, 3));
      write(given(), out);
      EXPECT_TRUE(out.is_neg() || out.is_conj());
      EXPECT_TRUE(same({IValue(out)}, {expected[0]}, 1e-12)) << "out=";
      EXPECT_EQ(out._version(), 1);
    }
    if (!has_form(Out::Form::kInPlace)) continue;
    Tensor self;
    Stack stack = map_tensors(given(), [&](size_t, const Tensor& t) {
      if (self.defined()) return t;
      return self = is_real(t) ? lazy_view(t) : t;
    });
    if (!is_real(self) || self.sizes() != result.sizes() || self.scalar_type() != result.scalar_type()) continue;
    manual_seed(kSeed);
    in_form(Out::Form::kInPlace).call_boxed(stack);
    EXPECT_TRUE(self.is_neg() || self.is_conj());
    EXPECT_TRUE(same({IValue(self)}, expected, 1e-12)) << "in place";
    EXPECT_EQ(self._version(), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, OpDestinations, ::testing::ValuesIn(op_cases()), title);

}  // namespace
}  // namespace torchpp::tests

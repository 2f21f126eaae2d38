// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
constexpr const char* kFile = "tests/ops/creation_test.cpp";
const IValue kNo;

Stack with_options(Stack arguments, ScalarType dtype) {
  for (const IValue& v : {IValue(dtype), kNo, kNo, kNo}) arguments.push_back(v);
  return arguments;
}

constexpr const char* kWritesOut = "writes out";
constexpr const char* kUninitialised = "the values are not set";

using Arguments = OpCase::Arguments;

// The arguments and those of a new tensor's options, and `further` ones.
Arguments and_options(Arguments first, Stack further = {}, ScalarType dtype = kDouble) {
  return [=](Sample& s) {
    Stack a = with_options(first(s), dtype);
    a.insert(a.end(), further.begin(), further.end());
    return a;
  };
}
// The sizes that the arguments ask for: the first list of numbers, or those of self.
Ints sizes_asked(const Stack& a) {
  for (const IValue& v : a)
    if (v.isIntList()) return v.toIntVector();
  return a[0].isTensor() ? a[0].toTensor().sizes().vec() : Ints();
}
// The arguments, `further` ones and a destination of the right sizes.
Arguments and_out(Arguments first, Stack further = {}, Ints sizes = {}) {
  return [=](Sample& s) {
    Stack a = first(s);
    const Ints asked = sizes.empty() ? sizes_asked(a) : sizes;
    a.insert(a.end(), further.begin(), further.end());
    a.emplace_back(s.real(asked));
    return a;
  };
}
std::function<Tensor(const Stack&)> all(double value) {
  return [=](const Stack& a) {
    const Ints sizes = sizes_asked(a);
    int64_t n = 1;
    for (const int64_t size : sizes) n *= size;
    return from_elements(std::vector<double>(static_cast<size_t>(n), value), sizes);
  };
}
Tensor first_argument(const Stack& a) { return a[0].toTensor(); }

OpCase& writes_out(OpCase& row) {
  return row.without(Check::kUnchanged, kWritesOut).without(Check::kGradient, "out must not require grad");
}
// A row whose result depends on no elements of its arguments.
OpCase& makes(OpCase& row) { return row.without(Check::kGradient, "a new tensor"); }
OpCase& uninitialised(OpCase& row) {
  return makes(row)
      .by(kFile)
      .without(Check::kThreads, kUninitialised)
      .without(Check::kDevices, kUninitialised)
      .without(Check::kDtypes, kUninitialised)
      .without(Check::kLayout, kUninitialised);
}
OpCase& draws(OpCase& row) {
  return makes(row)
      .by("tests/ops/random_test.cpp")
      .without(Check::kDtypes, "draws of another dtype are other numbers")
      .without(Check::kLayout, "as in libtorch, numbers are drawn in another order or way where memory is not dense");
}

// New tensors of given sizes and like another one, each with its out= form.
void add_new_tensors(OpCases& t) {
  const Arguments sizes = [](Sample& s) { return Stack{s.plane()}; };
  const Arguments strided = [](Sample&) { return Stack{Ints{2, 3}, Ints{3, 1}}; };
  const Arguments like = [](Sample& s) { return Stack{s.real()}; };
  const auto with = [](Arguments first, Stack rest) -> Arguments {
    return [=](Sample& s) {
      Stack a = first(s);
      a.insert(a.end(), rest.begin(), rest.end());
      return a;
    };
  };
  const Arguments sizes_and_value = with(sizes, {2.5}), like_and_value = with(like, {2.5});
  const Arguments like_sizes = with(like, {Ints{2, 3}}), like_strided = with(like, {Ints{2, 3}, Ints{3, 1}});
  const Arguments like_sizes_and_value = with(like, {Ints{2, 3}, 2.5});
  const char* negative = "Trying to create tensor with negative dimension -1: [-1]";
  const Arguments below_0 = [](Sample&) { return Stack{Ints{-1}}; };

  uninitialised(writes_out(t.add("empty.out", and_out(sizes, {kNo})))).dtypes("?BbhilegfdFD");
  uninitialised(writes_out(t.add("empty_strided.out", and_out(strided)))).dtypes("?BbhilegfdFD");
  uninitialised(t.add("empty_like", and_options(like, {kNo}))).dtypes("dddddddddddd");
  uninitialised(writes_out(t.add("empty_like.out", and_out(like, {kNo})))).dtypes("?BbhilegfdFD");
  uninitialised(t.add("new_empty", and_options(like_sizes))).dtypes("dddddddddddd");
  uninitialised(writes_out(t.add("new_empty.out", and_out(like_sizes)))).dtypes("?BbhilegfdFD");
  uninitialised(t.add("new_empty_strided", and_options(like_strided))).dtypes("dddddddddddd");
  uninitialised(writes_out(t.add("new_empty_strided.out", and_out(like_strided)))).dtypes("?BbhilegfdFD");

  makes(t.add("zeros", and_options(sizes)))
      .expects(all(0))
      .dtypes("dddddddddddd")
      .exactly()
      .throws(and_options(below_0), negative);
  writes_out(t.add("zeros.out", and_out(sizes))).expects(all(0)).dtypes("?BbhilegfdFD").exactly();
  makes(t.add("ones", and_options(sizes)))
      .expects(all(1))
      .dtypes("dddddddddddd")
      .exactly()
      .throws(and_options(below_0), negative);
  makes(t.add("full", and_options(sizes_and_value))).expects(all(2.5)).dtypes("dddddddddddd").exactly();
  writes_out(t.add("full.out", and_out(sizes_and_value))).expects(all(2.5)).dtypes("?BbhilegfdFD").exactly();
  makes(t.add("scalar_tensor", and_options([](Sample&) { return Stack{2.5}; })))
      .expects(all(2.5))
      .dtypes("dddddddddddd")
      .exactly();
  writes_out(t.add("scalar_tensor.out", and_out([](Sample&) { return Stack{2.5}; })))
      .expects(all(2.5))
      .dtypes("?BbhilegfdFD")
      .exactly();
  makes(t.add("zeros_like", and_options(like, {kNo}))).expects(all(0)).dtypes("dddddddddddd").exactly();
  writes_out(t.add("zeros_like.out", and_out(like, {kNo}))).expects(all(0)).dtypes("?BbhilegfdFD").exactly();
  makes(t.add("full_like", and_options(like_and_value, {kNo}))).expects(all(2.5)).dtypes("dddddddddddd").exactly();
  writes_out(t.add("full_like.out", and_out(like_and_value, {kNo}))).expects(all(2.5)).dtypes("?BbhilegfdFD").exactly();
  makes(t.add("new_zeros", and_options(like_sizes))).expects(all(0)).dtypes("dddddddddddd").exactly();
  writes_out(t.add("new_zeros.out", and_out(like_sizes))).expects(all(0)).dtypes("?BbhilegfdFD").exactly();
  makes(t.add("new_full", and_options(like_sizes_and_value))).expects(all(2.5)).dtypes("dddddddddddd").exactly();
  writes_out(t.add("new_full.out", and_out(like_sizes_and_value))).expects(all(2.5)).dtypes("?BbhilegfdFD").exactly();

  // Random numbers.
  const Arguments sizes_and_generator = with(sizes, {kNo});
  const Arguments low_high = [](Sample& s) { return Stack{-3, 300, s.plane(), kNo}; };
  const Arguments like_low_high = with(like, {-3, 300});
  draws(t.add("rand", and_options(sizes))).dtypes("dddddddddddd");
  draws(t.add("rand.generator", and_options(sizes_and_generator))).dtypes("dddddddddddd");
  draws(writes_out(t.add("rand.generator_out", and_out(sizes_and_generator)))).dtypes("......egfdFD");
  draws(t.add("randn", and_options(sizes))).dtypes("dddddddddddd");
  draws(t.add("randn.generator", and_options(sizes_and_generator))).dtypes("dddddddddddd");
  draws(writes_out(t.add("randn.generator_out", and_out(sizes_and_generator)))).dtypes("......egfdFD");
  draws(t.add("randint.low_generator", and_options(low_high)))
      .dtypes("dddddddddddd")
      .throws(and_options([](Sample&) {
                return Stack{3, 3, Ints{2}, kNo};
              }),
              "random_ expects 'from' to be less than 'to', but got from=3 >= to=3");
  draws(writes_out(t.add("randint.low_generator_out", and_out(low_high)))).dtypes("...hilegfd..");
  draws(t.add("rand_like", and_options(like, {kNo}))).dtypes("dddddddddddd");
  draws(writes_out(t.add("rand_like.out", and_out(like, {kNo})))).dtypes("......egfdFD");
  draws(t.add("randn_like", and_options(like, {kNo}))).dtypes("dddddddddddd");
  draws(writes_out(t.add("randn_like.out", and_out(like, {kNo})))).dtypes("......egfdFD");
  draws(t.add("randint_like.low_dtype", and_options(like_low_high, {kNo}))).dtypes("dddddddddddd");
  draws(writes_out(t.add("randint_like.low_dtype_out", and_out(like_low_high, {kNo})))).dtypes("...hilegfd..");
  draws(writes_out(t.add("randperm.generator_out",
                         [](Sample& s) {
                           const int64_t n = s.n(10, 50000);
                           return Stack{n, kNo, s.order(n)};
                         })))
      .without(Check::kDevices, "CUDA sorts random keys: another permutation, checked in tests/cuda/random_test.cpp")
      .dtypes(".Bbhilegfd..");
}

// Numbers from `first` on, as many as the destination or, where there is none, as `n` says.
Tensor steps_from(double first, double step, int64_t n) {
  std::vector<double> v;
  for (int64_t i = 0; i < n; ++i) v.push_back(first + step * static_cast<double>(i));
  return from_elements(v, {n});
}

// Windows: w(x) for x from -1 to 1.
void add_windows(OpCases& t) {
  const double pi = std::acos(-1.0);
  const auto bessel = [](double x) {
    double sum = 1, term = 1;
    for (int k = 1; k < 200; ++k) sum += term *= x * x / 4 / k / k;
    return sum;
  };
  const auto add = [&](const std::string& name, const std::string& overload, Stack further, const char* libtorch,
                       std::function<double(double, const Stack&)> w) {
    const auto expected = [=](const Stack& a) {
      const int64_t n = a[0].toInt(), last = a[1].toBool() ? n : n - 1;
      std::vector<double> v;
      for (int64_t i = 0; i < n; ++i)
        v.push_back(n == 1 ? 1 : w(2 * static_cast<double>(i) / static_cast<double>(last) - 1, a));
      return from_elements(v, {n});
    };
    const auto arguments = [further](int64_t small, int64_t large, bool periodic) -> Arguments {
      return [=](Sample& s) {
        Stack a = {s.n(small, large), periodic};
        a.insert(a.end(), further.begin(), further.end());
        return a;
      };
    };
    makes(t.add((name + "." + overload).c_str(), and_options(arguments(7, 5000, true))))
        .also(and_options(arguments(6, 5001, false)))
        .also(and_options(arguments(1, 1, true)))
        .also(and_options(arguments(0, 0, true)))
        .expects(expected)
        .dtypes("dddddddddddd")
        .throws(and_options(arguments(-1, -1, true)), "requires non-negative window_length, got window_length=-1");
    writes_out(t.add((name + "." + overload + "_out").c_str(),
                     [=](Sample& s) {
                       Stack a = arguments(7, 5000, true)(s);
                       a.emplace_back(s.real({a[0].toInt()}));
                       return a;
                     }))
        .expects(expected)
        .dtypes(libtorch, "......egfd..", std::string(libtorch) == "......egfd.." ? nullptr : kNarrow);
  };
  const char* dtypes = ".......gfd..";
  add("bartlett_window", "periodic", {}, "......egfd..", [](double x, const Stack&) { return 1 - std::fabs(x); });
  add("blackman_window", "periodic", {}, dtypes,
      [=](double x, const Stack&) { return 0.42 + 0.5 * std::cos(pi * x) + 0.08 * std::cos(2 * pi * x); });
  add("hann_window", "periodic", {}, dtypes, [=](double x, const Stack&) { return 0.5 + 0.5 * std::cos(pi * x); });
  add("hamming_window", "periodic_alpha_beta", {0.6, 0.3}, dtypes,
      [=](double x, const Stack& a) { return a[2].toDouble() + a[3].toDouble() * std::cos(pi * x); });
  add("kaiser_window", "beta", {5.0}, dtypes, [=](double x, const Stack& a) {
    const double beta = a[2].toDouble();
    return bessel(beta * std::sqrt(std::max(0.0, 1 - x * x))) / bessel(beta);
  });
}

// Ranges and matrices.
void add_ranges(OpCases& t) {
  const auto half_steps = [](const Stack& a) { return steps_from(1, 0.5, 2 * a[1].toInt() - 1); };
  const Arguments range = [](Sample& s) { return Stack{1, s.n(10, 100000), 0.5}; };
  writes_out(t.add("arange.start_out",
                   [](Sample& s) {
                     const int64_t n = s.n(10, 100000);
                     return Stack{1, n, 0.5, s.real({2 * n - 2})};
                   }))
      .expects([](const Stack& a) { return steps_from(1, 0.5, 2 * a[1].toInt() - 2); })
      .dtypes("......egfd..");
  makes(t.add("range.step", and_options(range)))
      .expects(half_steps)
      .dtypes("dddddddddddd")
      .throws(and_options([](Sample&) {
                return Stack{1, 3, 0};
              }),
              "step must be nonzero")
      .throws(and_options([](Sample&) {
                return Stack{1, 3, -1};
              }),
              "upper bound and lower bound inconsistent with step sign");
  writes_out(t.add("range.out",
                   [](Sample& s) {
                     const int64_t n = s.n(10, 100000);
                     return Stack{1, n, 0.5, s.real({2 * n - 1})};
                   }))
      .expects(half_steps)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  writes_out(t.add("linspace.out",
                   [](Sample& s) {
                     const int64_t n = s.n(5, 100001);
                     return Stack{0, 1, n, s.real({n})};
                   }))
      .expects([](const Stack& a) { return steps_from(0, 1 / static_cast<double>(a[2].toInt() - 1), a[2].toInt()); })
      .dtypes(".BbhilegfdFD");
  const auto powers = [](const Stack& a) {
    const int64_t steps = a[2].toInt();
    std::vector<double> v;
    for (int64_t i = 0; i < steps; ++i)
      v.push_back(std::pow(a[3].toDouble(), 2 * static_cast<double>(i) / static_cast<double>(steps - 1)));
    return from_elements(v, {steps});
  };
  const Arguments line = [](Sample& s) { return Stack{0, 2, s.n(5, 100001), 3.0}; };
  makes(t.add("logspace", and_options(line)))
      .expects(powers)
      .dtypes("dddddddddddd")
      .throws(and_options([](Sample&) {
                return Stack{0, 1, -1, 2.0};
              }),
              "number of steps must be non-negative");
  writes_out(t.add("logspace.out",
                   [=](Sample& s) {
                     Stack a = line(s);
                     a.emplace_back(s.real({a[2].toInt()}));
                     return a;
                   }))
      .expects(powers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  add_windows(t);
  const auto diagonal = [](int64_t rows, int64_t columns) {
    return [=](const Stack&) {
      std::vector<double> v(static_cast<size_t>(rows * columns));
      for (int64_t i = 0; i < std::min(rows, columns); ++i) v[static_cast<size_t>(i * columns + i)] = 1;
      return from_elements(v, {rows, columns});
    };
  };
  const Arguments n = [](Sample&) { return Stack{3}; };
  const Arguments n_and_m = [](Sample&) { return Stack{3, 4}; };
  makes(t.add("eye", and_options(n)))
      .expects(diagonal(3, 3))
      .dtypes("dddddddddddd")
      .exactly()
      .throws(and_options([](Sample&) { return Stack{-1}; }), "n must be greater or equal to 0, got -1");
  makes(t.add("eye.m", and_options(n_and_m))).expects(diagonal(3, 4)).dtypes("dddddddddddd").exactly();
  writes_out(t.add("eye.out", and_out(n, {}, {3, 3})))
      .expects(diagonal(3, 3))
      .dtypes("?Bbhile.fdFD", "?BbhilegfdFD", kNarrow)
      .exactly();
  writes_out(t.add("eye.m_out", and_out(n_and_m, {}, {3, 4})))
      .expects(diagonal(3, 4))
      .dtypes("?Bbhile.fdFD", "?BbhilegfdFD", kNarrow)
      .exactly();
  // Of a matrix of 3 rows and 4 columns, from the diagonal above the main one.
  const Arguments triangle = [](Sample&) { return Stack{3, 4, 1}; };
  const auto lower = [](const Stack&) {
    return from_elements({0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 1, 0, 1, 2, 0, 1, 2, 3}, {2, 9});
  };
  const auto upper = [](const Stack&) { return from_elements({0, 0, 0, 1, 1, 2, 1, 2, 3, 2, 3, 3}, {2, 6}); };
  makes(t.add("tril_indices", and_options(triangle, {}, kLong))).expects(lower).dtypes("llllllllllll").exactly();
  makes(t.add("triu_indices", and_options(triangle, {}, kLong))).expects(upper).dtypes("llllllllllll").exactly();
  const auto whole_numbers = [=](Ints sizes) -> Arguments {
    return [=](Sample& s) {
      Stack a = triangle(s);
      a.emplace_back(s.index(sizes, 9));
      return a;
    };
  };
  writes_out(t.add("tril_indices.out", whole_numbers({2, 9}))).expects(lower).dtypes("....il......").exactly();
  writes_out(t.add("triu_indices.out", whole_numbers({2, 6}))).expects(upper).dtypes("....il......").exactly();
}

// Copies and conversions.
void add_conversions(OpCases& t) {
  const auto of = [](auto... rest) { return [=](Sample& s) { return Stack{s.real(), rest...}; }; };
  const Arguments one = [](Sample& s) { return Stack{s.real({})}; };
  t.add("zero", of()).expects(all(0)).dtypes("?BbhilegfdFD").exactly();
  writes_out(t.add("clone.out", and_out(of(), {kNo}))).expects(first_argument).dtypes("?BbhilegfdFD").exactly();
  t.add("contiguous", of(MemoryFormat::Contiguous))
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), MemoryFormat::ChannelsLast};
      })
      .expects(first_argument)
      .without(Check::kUndefined, kComesBack)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(MemoryFormat::ChannelsLast), "required rank 4 tensor to use channels_last format");
  writes_out(t.add("_to_copy.out", and_out(of(), {false, kNo})))
      .expects(first_argument)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("to.dtype_layout", and_options(of(), {false, true, kNo}))
      .expects(first_argument)
      .dtypes("dddddddddddd")
      .exactly();
  t.add("to.device", [](Sample& s) { return Stack{s.real(), Device(kCPU), kDouble, false, false, kNo}; })
      .expects(first_argument)
      .dtypes("dddddddddddd")
      .exactly();
  t.add("to.dtype", of(kDouble, false, false, kNo)).expects(first_argument).dtypes("dddddddddddd").exactly();
  t.add("to.other",
        [](Sample& s) {
          const Tensor self = s.real();
          return Stack{self, s.real({2}), false, false, kNo};
        })
      .constant({1})
      .expects(first_argument)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("item", one)
      .expects(first_argument)
      .without(Check::kGradient, "a number")
      .without(Check::kMeta, "reads the element")
      .dtypes("nnnnnnnnnnnn")
      .exactly()
      .throws(of(), "a Tensor with 12 elements cannot be converted to Scalar");
  t.add("is_pinned", of(kNo))
      .by(kFile)
      .without(Check::kGradient, "a truth value")
      .without(Check::kUndefined, kNoSizes)
      .dtypes("nnnnnnnnnnnn")
      .exactly();
  t.add("detach", of())
      .expects(first_argument)
      .without(Check::kGradient, "cut off from the graph")
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("data", of())
      .expects(first_argument)
      .without(Check::kGradient, "cut off from the graph")
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("detach_", of())
      .expects(first_argument)
      .without(Check::kUnchanged, "cuts self off from the graph")
      .without(Check::kLayout, "refused for views")
      .without(Check::kGradient, "cut off from the graph")
      .dtypes("?BbhilegfdFD")
      .exactly();
}

// Changes of a tensor's memory and sizes.
void add_memory(OpCases& t) {
  const auto with_diagonal = [](Ints sizes, bool wrap) {
    return [=](Sample& s) { return Stack{s.real(sizes), 2.5, wrap}; };
  };
  t.add("fill_diagonal_", with_diagonal({3, 4}, false))
      .also(with_diagonal({8, 3}, true))
      .also(with_diagonal({8, 3}, false))
      .also(with_diagonal({3, 3, 3}, false))
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        const int64_t n = a[0].toTensor().size(-1), rank = a[0].toTensor().dim();
        const int64_t step = rank == 3 ? n * n + n + 1 : n + 1;
        const int64_t end = a[2].toBool() || rank == 3 ? static_cast<int64_t>(v.size()) : n * n;
        for (int64_t i = 0; i < end && i < static_cast<int64_t>(v.size()); i += step) v[static_cast<size_t>(i)] = 2.5;
        return from_elements(v, a[0].toTensor().sizes());
      })
      .without(Check::kUnchanged, "changes self")
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(with_diagonal({3}, false), "dimensions must larger than 1")
      .throws(with_diagonal({3, 3, 2}, false), "all dimensions of input must be of equal length");
  t.add("to_dense",
        [](Sample& s) {
          return Stack{s.real({3, 4}), kNo};
        })
      .expects(first_argument)
      .without(Check::kUndefined, kComesBack)
      .dtypes("?BbhilegfdFD")
      .exactly();
  const char* writes_self = "changes self";
  const char* no_gradient = "refused where self requires grad";
  const char* none = "libtorch has no derivative of it";
  const auto of = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({3, 4}), rest...}; }; };
  const auto of_two = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.real({3, 4});
      return Stack{self, s.real({2, 5}), rest...};
    };
  };
  // The first elements of the 3 x 4 matrix.
  const auto first_ten = [](const Stack& a) {
    std::vector<double> v = elements(a[0].toTensor());
    v.resize(10);
    return from_elements(v, {2, 5});
  };
  const char* memory = "elements are taken in the order of memory";
  const char* unset = "elements beyond those of a small self are not set";
  t.add("resize", of(Ints{2, 5}, kNo))
      .expects(first_ten)
      .without(Check::kLayout, memory)
      .without(Check::kGradient, none)
      .without(Check::kDevices, unset)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("resize_", of(Ints{2, 5}, kNo))
      .expects(first_ten)
      .without(Check::kLayout, memory)
      .without(Check::kUnchanged, writes_self)
      .without(Check::kGradient, no_gradient)
      .without(Check::kDevices, unset)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("resize_as", of_two(kNo))
      .expects(first_ten)
      .without(Check::kLayout, memory)
      .without(Check::kGradient, none)
      .without(Check::kUndefined, kNoSizes)
      .without(Check::kDevices, unset)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("resize_as_", of_two(kNo))
      .expects(first_ten)
      .without(Check::kLayout, memory)
      .without(Check::kUnchanged, writes_self)
      .without(Check::kGradient, no_gradient)
      .without(Check::kUndefined, kNoSizes)
      .without(Check::kDevices, unset)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("set", of())
      .reshapes()
      .expects([](const Stack&) { return from_elements({}, {0}); })
      .without(Check::kGradient, none)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("set.source_Tensor", of_two())
      .reshapes()
      .expects([](const Stack& a) { return a[1].toTensor(); })
      .without(Check::kGradient, none)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("set_.source_Tensor_storage_offset", of_two(1, Ints{2, 3}, Ints{4, 1}))
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[1].toTensor());
        return from_elements({v[1], v[2], v[3], v[5], v[6], v[7]}, {2, 3});
      })
      .without(Check::kLayout, memory)
      .without(Check::kUnchanged, writes_self)
      .without(Check::kGradient, none)
      .without(Check::kDevices, unset)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of_two(-1, Ints{2}, Ints{1}), "Tensor: invalid storage offset -1");
  t.add("set_data", of_two())
      .by(kFile)
      .without(Check::kUnchanged, writes_self)
      .without(Check::kGradient, none)
      .dtypes("nnnnnnnnnnnn")
      .exactly();
}

}  // namespace

void add_creation_cases(OpCases& t) {
  const char* uninitialised = "the values are not set";
  t.add("empty.memory_format",
        [](Sample&) {
          Stack s = with_options({Ints{2, 3}}, kDouble);
          s.push_back(kNo);
          return s;
        })
      .by(kFile)
      .without(Check::kThreads, uninitialised)
      .without(Check::kDevices, uninitialised)
      .without(Check::kDtypes, uninitialised)
      .without(Check::kLayout, uninitialised)
      .dtypes("dddddddddddd");
  t.add("empty_strided",
        [](Sample&) {
          return with_options({Ints{2, 3}, Ints{1, 2}}, kDouble);
        })
      .by("tests/sweep/op_sweep_test.cpp")
      .without(Check::kThreads, uninitialised)
      .without(Check::kDevices, uninitialised)
      .without(Check::kDtypes, uninitialised)
      .without(Check::kLayout, uninitialised)
      .dtypes("dddddddddddd");
  t.add("copy",
        [](Sample& s) {
          return Stack{s.real(), s.real({s.plane()[1]}), false};
        })
      .expects([](const Stack& a) { return a[1].toTensor().expand(a[0].toTensor().sizes()); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("fill.Scalar",
        [](Sample& s) {
          return Stack{s.real(), 2.5};
        })
      .expects([](const Stack& a) {
        return from_elements(std::vector<double>(a[0].toTensor().numel(), 2.5), a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("fill.Tensor",
        [](Sample& s) {
          return Stack{s.real(), s.real({})};
        })
      .expects([](const Stack& a) {
        return from_elements(std::vector<double>(a[0].toTensor().numel(), elements(a[1].toTensor())[0]),
                             a[0].toTensor().sizes());
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("_to_copy",
        [](Sample& s) {
          Stack a = with_options({s.real()}, kDouble);
          a.push_back(false);
          a.push_back(kNo);
          return a;
        })
      .expects([](const Stack& a) { return a[0].toTensor(); })
      .dtypes("dddddddddddd")
      .exactly();
  t.add("clone",
        [](Sample& s) {
          return Stack{s.real(), kNo};
        })
      .expects([](const Stack& a) { return a[0].toTensor(); })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("arange.start_step",
        [](Sample& s) {
          return with_options({1, s.n(10, 100000), 0.5}, kDouble);
        })
      .expects([](const Stack& a) {
        std::vector<double> v;
        for (int64_t i = 0; 1 + 0.5 * static_cast<double>(i) < static_cast<double>(a[1].toInt()); ++i)
          v.push_back(1 + 0.5 * static_cast<double>(i));
        return from_elements(v, {static_cast<int64_t>(v.size())});
      })
      .dtypes("dddddddddddd");
  t.add("linspace",
        [](Sample& s) {
          return with_options({0, 1, s.n(5, 100001)}, kDouble);
        })
      .expects([](const Stack& a) {
        const int64_t steps = a[2].toInt();
        std::vector<double> v;
        for (int64_t i = 0; i < steps; ++i) v.push_back(static_cast<double>(i) / static_cast<double>(steps - 1));
        return from_elements(v, {steps});
      })
      .dtypes("dddddddddddd");
  t.add("randperm.generator",
        [](Sample& s) {
          return with_options({s.n(10, 50000), kNo}, kLong);
        })
      .by("tests/ops/random_test.cpp")
      .without(Check::kDevices, "CUDA sorts random keys: another permutation, checked in tests/cuda/random_test.cpp")
      .dtypes("llllllllllll");
  t.add("_local_scalar_dense", [](Sample& s) { return Stack{s.real({})}; })
      .expects([](const Stack& a) { return a[0].toTensor(); })
      .dtypes("nnnnnnnnnnnn")
      .exactly();
  add_new_tensors(t);
  add_ranges(t);
  add_conversions(t);
  add_memory(t);
}

}  // namespace torchpp::tests

// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
constexpr const char* kFile = "tests/ops/view_test.cpp";
const IValue kNo;

// Composites over views.
void add_composite_views(OpCases& t) {
  const char* copies = "copies where the strides do not allow a view";
  const auto of = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({3, 4}), rest...}; }; };
  const auto of_two = [](Ints sizes) {
    return [=](Sample& s) {
      const Tensor self = s.real({3, 4});
      return Stack{self, s.real(sizes)};
    };
  };
  const auto list = [](Sample& s) {
    const Tensor a = s.real({3, 1});
    return Stack{std::vector<Tensor>{a, s.real({4})}};
  };
  const auto reshaped = [](Ints sizes) {
    return [=](const Stack& a) { return from_elements(elements(a[0].toTensor()), sizes); };
  };
  const auto same = [](const Stack& a) { return a[0].toTensor(); };
  // The columns first, of which each has three elements.
  const auto transposed = [](const Stack& a) {
    const std::vector<double> v = elements(a[0].toTensor());
    const size_t columns = v.size() / 3;
    std::vector<double> result;
    for (size_t column = 0; column < columns; ++column)
      for (size_t row = 0; row < 3; ++row) result.push_back(v[row * columns + column]);
    return from_elements(result, {static_cast<int64_t>(columns), 3});
  };
  // Parts of the 3 x 4 matrix: so many rows each, or so many columns.
  const auto parts = [](Ints counts, bool columns) {
    return [=](const Stack& a) {
      const std::vector<double> v = elements(a[0].toTensor());
      std::vector<Tensor> all;
      int64_t first = 0;
      for (const int64_t n : counts) {
        std::vector<double> part;
        for (int64_t r = columns ? 0 : first; r < (columns ? 3 : first + n); ++r)
          for (int64_t c = columns ? first : 0; c < (columns ? first + n : 4); ++c)
            part.push_back(v[static_cast<size_t>(r * 4 + c)]);
        all.push_back(from_elements(part, columns ? Ints{3, n} : Ints{n, 4}));
        first += n;
      }
      return all;
    };
  };
  const Ints two_six{2, 6};
  t.add("view_as", of_two(two_six))
      .constant({1})
      .expects(reshaped({2, 6}))
      .without(Check::kLayout, "depends on the strides of self")
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("reshape", of(Ints{2, 6}))
      .expects([](const Stack& a) {
        const int64_t n = a[0].toTensor().numel();
        return from_elements(elements(a[0].toTensor()), a[1].toIntVector()[0] == -1 ? Ints{n / 2, 2} : Ints{2, n / 2});
      })
      .also(of(Ints{-1, 2}))
      .also([](Sample& s) {
        return Stack{s.real({4, 3}).t(), Ints{2, 6}};
      })
      .without(Check::kStrides, copies)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(Ints{5}), "shape '[5]' is invalid for input of size 12")
      .throws(of(Ints{-1, -1}), "only one dimension can be inferred");
  t.add("reshape_as", of_two(two_six)).constant({1}).expects(reshaped({2, 6})).dtypes("?BbhilegfdFD").exactly();
  t.add("flatten.using_ints",
        [](Sample& s) {
          return Stack{s.real({2, 3, 2, 2}), 1, 2};
        })
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        return from_elements(v, v.size() == 1 ? Ints{1} : Ints{2, 6, 2});
      })
      .also([](Sample& s) {
        return Stack{s.real({}), 0, -1};
      })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(1, 0), "flatten() has invalid args: start_dim cannot come after end_dim");
  t.add("unflatten.int", of(1, Ints{2, -1}))
      .expects(reshaped({3, 2, 2}))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(1, Ints{3, 2}), "unflatten: Provided sizes [3, 2] don't multiply up to the size of dim 1 (4)");
  t.add("ravel", of()).expects(reshaped({12})).dtypes("?BbhilegfdFD").exactly();
  t.add("t", of())
      .expects([=](const Stack& a) { return a[0].toTensor().dim() == 1 ? a[0].toTensor() : transposed(a); })
      .also([](Sample& s) { return Stack{s.real({5})}; })
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 2, 2})};
          },
          "t() expects a tensor with <= 2 dimensions, but self is 3D");
  t.add("mT", of())
      .expects(transposed)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws([](Sample& s) { return Stack{s.real({2})}; },
              "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  t.add("adjoint", of()).expects(transposed).dtypes("?BbhilegfdFD").exactly();
  t.add("mH", of())
      .expects(transposed)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws([](Sample& s) { return Stack{s.real({2})}; },
              "tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.");
  t.add("matrix_H", of())
      .expects(transposed)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws([](Sample& s) { return Stack{s.real({2})}; },
              "tensor.H is only supported on matrices (2-D tensors). Got 1-D tensor.");
  t.add("numpy_T", of()).expects(transposed).dtypes("?BbhilegfdFD").exactly();
  t.add("movedim.intlist", of(Ints{0}, Ints{1}))
      .expects(transposed)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(Ints{0}, Ints{0, 1}), "movedim: Invalid source or destination dims: source");
  t.add("expand_as",
        [](Sample& s) {
          const Tensor self = s.real({4});
          return Stack{self, s.real({2, 4})};
        })
      .constant({1})
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        v.insert(v.end(), v.begin(), v.begin() + 4);
        return from_elements(v, {2, 4});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("broadcast_tensors", list)
      .expects_all([](const Stack& a) {
        const std::vector<double> column = elements(a[0].toTensorVector()[0]), row = elements(a[0].toTensorVector()[1]);
        std::vector<double> of_column, of_row;
        for (const double c : column)
          for (const double r : row) of_column.push_back(c), of_row.push_back(r);
        return std::vector<Tensor>{from_elements(of_column, {3, 4}), from_elements(of_row, {3, 4})};
      })
      .dtypes("?BbhilegfdFD")
      .without(Check::kUndefined, "as in libtorch, undefined tensors are passed on")
      .exactly()
      .throws(
          [](Sample& s) {
            const Tensor a = s.real({3});
            return Stack{std::vector<Tensor>{a, s.real({4})}};
          },
          "must match the size of tensor b (4) at non-singleton dimension 0");
  const auto middle = [](const Stack& a) {
    const std::vector<double> v = elements(a[0].toTensor());
    return from_elements({v[1], v[2], v[5], v[6], v[9], v[10]}, {3, 2});
  };
  t.add("narrow", of(1, 1, 2))
      .expects(middle)
      .also(of(-1, -3, 2))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(1, 3, 2), "start (3) + length (2) exceeds dimension size (4)")
      .throws(of(1, 0, -1), "start (0) + length (-1) exceeds dimension size (4).");
  t.add("narrow.Tensor",
        [](Sample& s) {
          return Stack{s.real({3, 4}), 1, scalar_tensor(1, kLong), 2};
        })
      .expects(middle)
      .without(Check::kMeta, "reads where to start")
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("split.Tensor", of(2, 0))
      .expects_all(parts({2, 1}, false))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(0, 0), "split_size can only be 0 if dimension size is 0, but got dimension size of 3")
      .throws(of(-1, 0), "split expects split_size be non-negative, but got split_size=-1");
  t.add("chunk", of(3, 1))
      .expects_all(parts({2, 2}, true))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(0, 1), "chunk expects `chunks` to be greater than 0, got: 0");
  t.add("tensor_split.sections", of(3, 1))
      .expects_all(parts({2, 1, 1}, true))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(0, 1), "number of sections must be larger than 0, got 0");
  t.add("tensor_split.indices", of(Ints{1, 3}, 1)).expects_all(parts({1, 2, 1}, true)).dtypes("?BbhilegfdFD").exactly();
  t.add("tensor_split.tensor_indices_or_sections",
        [](Sample& s) {
          return Stack{s.real({3, 4}), torchpp::tensor({1, 3}, kLong), 1};
        })
      .expects_all(parts({1, 2, 1}, true))
      .dtypes("?BbhilegfdFD")
      .exactly();

  // Parts that are not views.
  t.add("unsafe_chunk", of(3, 1))
      .expects_all(parts({2, 2}, true))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(0, 1), "chunk expects `chunks` to be greater than 0, got: 0");
  t.add("unsafe_split.Tensor", of(2, 0))
      .expects_all(parts({2, 1}, false))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(-1, 0), "split expects split_size be non-negative, but got split_size=-1");
  t.add("unsafe_split_with_sizes", of(Ints{1, 2}, 0))
      .expects_all(parts({1, 2}, false))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(Ints{1, 1}, 0), "split_with_sizes expects split_sizes to sum exactly to 3");
  const auto with_parts = [](auto sizes) {
    return [=](Sample& s) {
      const Tensor self = s.real({3, 4}), first = s.real({1, 4});
      return Stack{self, sizes, 0, std::vector<Tensor>{first, s.real({2, 4})}};
    };
  };
  const auto of_list = [](OpCase& row) {
    row.without(Check::kUnchanged, "writes out")
        .without(Check::kGradient, "out must not require grad")
        .without(Check::kUndefined, "a destination that is undefined")
        .dtypes("nnnnnnnnnnnn")
        .by(kFile);
  };
  of_list(t.add("unsafe_split.Tensor_out", [](Sample& s) {
    const Tensor self = s.real({3, 4}), first = s.real({2, 4});
    return Stack{self, 2, 0, std::vector<Tensor>{first, s.real({1, 4})}};
  }));
  of_list(t.add("unsafe_split_with_sizes.out", with_parts(Ints{1, 2})));

  // Along a dimension that the name says.
  t.add("hsplit.int", of(2))
      .expects_all(parts({2, 2}, true))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(3),
              "torch.hsplit attempted to split along dimension 1, but the size of the dimension 4 is not divisible")
      .throws(
          [](Sample& s) {
            return Stack{s.real({}), 1};
          },
          "torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with 0 dimensions!");
  t.add("hsplit.array", of(Ints{1, 3})).expects_all(parts({1, 2, 1}, true)).dtypes("?BbhilegfdFD").exactly();
  t.add("vsplit.int", of(3))
      .expects_all(parts({1, 1, 1}, false))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(
          [](Sample& s) {
            return Stack{s.real({4}), 2};
          },
          "torch.vsplit requires a tensor with at least 2 dimension, but got a tensor with 1 dimensions!");
  t.add("vsplit.array", of(Ints{1})).expects_all(parts({1, 2}, false)).dtypes("?BbhilegfdFD").exactly();
  const auto in_depth = [](auto rest) { return [=](Sample& s) { return Stack{s.real({3, 1, 4}), rest}; }; };
  const auto depth_parts = [parts](Ints counts) {
    return [=](const Stack& a) {
      std::vector<Tensor> all = parts(counts, true)(a);
      for (Tensor& part : all) part = part.unsqueeze(1);
      return all;
    };
  };
  t.add("dsplit.int", in_depth(2))
      .expects_all(depth_parts({2, 2}))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(2), "torch.dsplit requires a tensor with at least 3 dimension, but got a tensor with 2 dimensions!");
  t.add("dsplit.array", in_depth(Ints{1, 3})).expects_all(depth_parts({1, 2, 1})).dtypes("?BbhilegfdFD").exactly();

  // Of no dimension, and of one.
  const auto number = [](Sample& s) { return Stack{s.real({})}; };
  const auto line = [](Sample& s) { return Stack{s.real({4})}; };
  const auto at_least = [&](const char* name, Ints of_number, Ints of_line) -> OpCase& {
    return t.add(name, number)
        .also(line)
        .expects([=](const Stack& a) {
          return from_elements(elements(a[0].toTensor()), a[0].toTensor().dim() == 0 ? of_number : of_line);
        })
        .exactly();
  };
  const auto all_at_least = [&](const char* name, Ints of_line, Ints of_matrix) -> OpCase& {
    return t.add(name, list)
        .expects_all([=](const Stack& a) {
          return std::vector<Tensor>{from_elements(elements(a[0].toTensorVector()[0]), of_matrix),
                                     from_elements(elements(a[0].toTensorVector()[1]), of_line)};
        })
        .exactly();
  };
  at_least("atleast_1d", {1}, {4}).without(Check::kUndefined, kComesBack).dtypes("?BbhilegfdFD");
  at_least("atleast_2d", {1, 1}, {1, 4}).dtypes("?BbhilegfdFD");
  at_least("atleast_3d", {1, 1, 1}, {1, 4, 1}).dtypes("?BbhilegfdFD");
  all_at_least("atleast_1d.Sequence", {4}, {3, 1}).without(Check::kUndefined, kComesBack).dtypes("?BbhilegfdFD");
  all_at_least("atleast_2d.Sequence", {1, 4}, {3, 1}).dtypes("?BbhilegfdFD");
  all_at_least("atleast_3d.Sequence", {1, 4, 1}, {3, 1, 1}).dtypes("?BbhilegfdFD");

  // Real and imaginary parts.
  const auto complex = [](Sample& s) { return Stack{view_as_complex(s.real({3, 2}))}; };
  const auto conjugate_view = [](Sample& s) { return Stack{view_as_complex(s.real({3, 2})).conj()}; };
  const auto part = [](size_t which) {
    return [=](const Stack& a) {
      const std::vector<double> v = elements(a[0].toTensor());
      if (!a[0].toTensor().is_complex()) return a[0].toTensor();
      return from_elements({v[which], v[2 + which], v[4 + which]}, {3});
    };
  };
  t.add("conj", complex)
      .also(of())
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        if (!a[0].toTensor().is_complex()) return a[0].toTensor();
        for (size_t i = 1; i < v.size(); i += 2) v[i] = -v[i];
        return view_as_complex(from_elements(v, {3, 2}));
      })
      .without(Check::kUndefined, kComesBack)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("resolve_conj", conjugate_view)
      .also(of())
      .expects(same)
      .without(Check::kUndefined, kComesBack)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("resolve_neg",
        [](Sample& s) {
          Stack stack{s.real({3, 4})};
          find_op("_neg_view").call_boxed(stack);
          return stack;
        })
      .also(of())
      .expects(same)
      .without(Check::kUndefined, kComesBack)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("real", complex)
      .also(of())
      .expects(part(0))
      .without(Check::kUndefined, kComesBack)
      .dtypes("?Bbhilegfdfd")
      .exactly();
  t.add("imag", complex)
      .expects(part(1))
      .dtypes("..........fd")
      .exactly()
      .throws(of(), "imag is not implemented for tensors with non-complex dtypes.");

  // Questions, whose answers are no tensors.
  const char* answer = "the answer is no tensor";
  const auto is = [](double value) { return [=](const Stack&) { return scalar_tensor(value, kDouble); }; };
  t.add("is_same_size", of_two({3, 4}))
      .expects(is(1))
      .without(Check::kGradient, answer)
      .without(Check::kUndefined, kNoSizes)
      .dtypes("nnnnnnnnnnnn")
      .exactly();
  t.add("is_nonzero", [](Sample& s) { return Stack{s.real({}, 0.5, 1)}; })
      .expects(is(1))
      .without(Check::kGradient, answer)
      .without(Check::kMeta, "reads the element")
      .dtypes("nnnnnnnnnnnn")
      .exactly()
      .throws([](Sample& s) { return Stack{s.real({2})}; },
              "Boolean value of Tensor with more than one value is ambiguous")
      .throws([](Sample& s) { return Stack{s.real({0})}; }, "Boolean value of Tensor with no values is ambiguous");
  t.add("output_nr", of()).expects(is(0)).without(Check::kGradient, answer).dtypes("nnnnnnnnnnnn").exactly();
  t.add("retains_grad", of()).expects(is(0)).without(Check::kGradient, answer).dtypes("nnnnnnnnnnnn").exactly();

  const auto question = [&](const char* name, double value, auto... rest) -> OpCase& {
    return t.add(name, of(rest...))
        .expects(is(value))
        .without(Check::kGradient, answer)
        .dtypes("nnnnnnnnnnnn")
        .exactly();
  };
  const char* depends = "the answer depends on it";
  const char* no_dtype = "as in libtorch, an undefined tensor may be asked for its kind of dtype";
  question("is_complex", 0).without(Check::kDtypes, depends).without(Check::kUndefined, no_dtype);
  question("is_floating_point", 1).without(Check::kDtypes, depends).without(Check::kUndefined, no_dtype);
  question("is_signed", 1).without(Check::kDtypes, depends);
  question("is_conj", 0).without(Check::kUndefined, kNoSizes);
  question("is_neg", 0).without(Check::kUndefined, kNoSizes).without(Check::kLayout, depends);
  question("is_inference", 0).without(Check::kUndefined, kNoSizes);
  question("is_distributed", 0).without(Check::kUndefined, "the answer depends on no tensor");
  question("is_leaf", 1);
  question("size.int", 4, -1).without(Check::kUndefined, kNoSizes);
  question("stride.int", 4, 0).without(Check::kLayout, depends).throws(of(2), "Dimension out of range");
  t.add("is_vulkan_available", [](Sample&) { return Stack(); })
      .expects(is(0))
      .without(Check::kGradient, answer)
      .dtypes("nnnnnnnnnnnn")
      .exactly();
  t.add("requires_grad_", of(false))
      .expects(same)
      .without(Check::kGradient, "changes whether there is one")
      .without(Check::kUnchanged, "changes self")
      .dtypes("?BbhilegfdFD")
      .exactly();
  const auto of_dtype = [&](const char* name, OpCase::Arguments arguments, ScalarType dtype) -> OpCase& {
    return t.add(name, arguments)
        .expects(is(static_cast<double>(dtype)))
        .without(Check::kGradient, answer)
        .without(Check::kDtypes, depends)
        .dtypes("nnnnnnnnnnnn")
        .exactly();
  };
  t.add("can_cast",
        [](Sample&) {
          return Stack{kFloat, kLong};
        })
      .expects(is(0))
      .without(Check::kGradient, answer)
      .dtypes("nnnnnnnnnnnn")
      .exactly();
  of_dtype("result_type.Tensor", of_two({3, 4}), kDouble);
  of_dtype("result_type.Scalar", of(1), kDouble);
  of_dtype(
      "result_type.Scalar_Tensor",
      [](Sample& s) {
        return Stack{1, s.real({3, 4})};
      },
      kDouble);
  of_dtype(
      "result_type.Scalar_Scalar",
      [](Sample&) {
        return Stack{1, 2.5};
      },
      kFloat);

  // Changes of the tensor itself.
  const char* itself = "changes sizes and strides of self";
  t.add("as_strided_", of(Ints{2, 2}, Ints{5, 2}, 1))
      .expects([](const Stack& a) {
        const std::vector<double> v = elements(a[0].toTensor());
        return from_elements({v[1], v[3], v[6], v[8]}, {2, 2});
      })
      .without(Check::kLayout, "depends on the strides of self")
      .without(Check::kUnchanged, itself)
      .dtypes("?BbhilegfdFD")
      .exactly();
  const auto of_ones = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({1, 3, 1, 4}), rest...}; }; };
  t.add("squeeze_", of_ones())
      .expects(reshaped({3, 4}))
      .without(Check::kUnchanged, itself)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("squeeze_.dim", of_ones(2))
      .expects(reshaped({1, 3, 4}))
      .without(Check::kUnchanged, itself)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("unsqueeze_", of(1))
      .expects(reshaped({3, 1, 4}))
      .without(Check::kUnchanged, itself)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("transpose_", of(0, 1)).expects(transposed).without(Check::kUnchanged, itself).dtypes("?BbhilegfdFD").exactly();
  t.add("t_", of()).expects(transposed).without(Check::kUnchanged, itself).dtypes("?BbhilegfdFD").exactly();
}

}  // namespace

void add_view_cases(OpCases& t) {
  const char* strides = "depends on the strides of self";
  const auto of = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({3, 4}), rest...}; }; };
  const auto of_ones = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({1, 3, 1, 4}), rest...}; }; };
  const auto same = [](const Stack& a) { return a[0].toTensor(); };
  const auto transposed = [](const Stack& a) {
    const std::vector<double> v = elements(a[0].toTensor());
    std::vector<double> result;
    for (size_t column = 0; column < 4; ++column)
      for (size_t row = 0; row < 3; ++row) result.push_back(v[row * 4 + column]);
    return from_elements(result, {4, 3});
  };
  // The elements of the 3 x 4 matrix at those places.
  const auto at = [](std::vector<size_t> places, Ints sizes) {
    return [=](const Stack& a) {
      const std::vector<double> v = elements(a[0].toTensor());
      std::vector<double> result;
      for (size_t place : places) result.push_back(v[place]);
      return from_elements(result, sizes);
    };
  };
  const auto reshaped = [](Ints sizes) {
    return [=](const Stack& a) { return from_elements(elements(a[0].toTensor()), sizes); };
  };
  t.add("as_strided", of(Ints{2, 2}, Ints{5, 2}, 1))
      .expects(at({1, 3, 6, 8}, {2, 2}))
      .without(Check::kLayout, strides)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("alias", of()).expects(same).dtypes("?BbhilegfdFD").exactly();
  t.add("view", of(Ints{2, 6}))
      .throws(of(Ints{5}), "shape '[5]' is invalid for input of size 12")
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 3}).t(), Ints{12}};
          },
          "view size is not compatible with input tensor's size and stride")
      .expects(reshaped({2, 6}))
      .without(Check::kLayout, strides)
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("_unsafe_view", of(Ints{2, 6}))
      .expects(reshaped({2, 6}))
      .without(Check::kLayout, strides)
      .dtypes("?BbhilegfdFD");
  t.add("view.dtype", of(kLong))
      .by(kFile)
      .without(Check::kLayout, "reads the bytes")
      .without(Check::kDtypes, "reads the bytes")
      .without(Check::kGradient, "an integer view has none")
      .dtypes("...lllllllll")
      .exactly();
  t.add("expand", of(Ints{2, 3, 4}, false))
      .throws(of(Ints{3, 5}, false), "The expanded size of the tensor (5) must match the existing size (4)")
      .throws(of(Ints{4}, false),
              "the number of sizes provided (1) must be greater or equal to the number of dimensions")
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        const std::vector<double> once = v;
        v.insert(v.end(), once.begin(), once.end());
        return from_elements(v, {2, 3, 4});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("permute", of(Ints{1, 0}))
      .expects(transposed)
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(Ints{0, 0}), "permute(): duplicate dims are not allowed.")
      .throws(of(Ints{0}),
              "number of dimensions in the tensor input does not match the length of the desired ordering");
  t.add("transpose.int", of(0, 1)).expects(transposed).dtypes("?BbhilegfdFD").exactly();
  t.add("slice.Tensor", of(1, 1, kNo, 2))
      .expects(at({1, 3, 5, 7, 9, 11}, {3, 2}))
      .also(of(-1, -3, 100, 2))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(1, 0, 2, 0), "slice step must be positive");
  t.add("select.int", of(1, 2))
      .expects(at({2, 6, 10}, {3}))
      .also(of(-1, -2))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(1, 4), "select(): index 4 out of range for tensor of size [3, 4] at dimension 1");
  t.add("unsqueeze", of(1)).expects(reshaped({3, 1, 4})).dtypes("?BbhilegfdFD").exactly();
  t.add("squeeze", of_ones()).expects(reshaped({3, 4})).also(of()).dtypes("?BbhilegfdFD").exactly();
  t.add("squeeze.dim", of_ones(2))
      .expects([](const Stack& a) {
        return from_elements(elements(a[0].toTensor()), a[1].toInt() == 2 ? Ints{1, 3, 4} : Ints{1, 3, 1, 4});
      })
      .also(of_ones(3))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of_ones(4), "Dimension out of range (expected to be in range of [-4, 3], but got 4)");
  t.add("diagonal", of(1, 0, 1)).expects(at({1, 6, 11}, {3})).dtypes("?BbhilegfdFD").exactly();
  t.add("unfold", of(1, 2, 1))
      .expects(at({0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 9, 10, 10, 11}, {3, 3, 2}))
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("split_with_sizes", of(Ints{1, 2}, 0))
      .expects(at({0, 1, 2, 3}, {1, 4}))
      .dtypes("?BbhilegfdFD")
      .exactly()
      .throws(of(Ints{1, 1}, 0), "split_with_sizes expects split_sizes to sum exactly to 3");
  t.add("unbind.int", of(0)).expects(at({0, 1, 2, 3}, {4})).dtypes("?BbhilegfdFD").exactly();
  const auto of_complex = [](Sample& s) { return Stack{view_as_complex(s.real({3, 2}))}; };
  t.add("_conj", of_complex)
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        for (size_t i = 1; i < v.size(); i += 2) v[i] = -v[i];
        return view_as_complex(from_elements(v, {3, 2}));
      })
      .dtypes("..........FD")
      .exactly();
  t.add("conj_physical",
        [](Sample& s) {
          Tensor z = view_as_complex(s.real({s.n(3, 40000), 2}));
          return Stack{z};
        })
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        for (size_t i = 1; i < v.size(); i += 2) v[i] = -v[i];
        return view_as_complex(from_elements(v, {static_cast<int64_t>(v.size()) / 2, 2}));
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("_neg_view", of())
      .expects([](const Stack& a) {
        std::vector<double> v = elements(a[0].toTensor());
        for (double& x : v) x = -x;
        return from_elements(v, {3, 4});
      })
      .dtypes("?BbhilegfdFD")
      .exactly();
  t.add("view_as_real", of_complex).expects(reshaped({3, 2})).dtypes("..........fd").exactly();
  t.add("view_as_complex",
        [](Sample& s) {
          return Stack{s.real({3, 2})};
        })
      .expects([](const Stack& a) {
        return view_as_complex(from_elements(elements(a[0].toTensor()), {3, 2}));
      })
      .without(Check::kLayout, strides)
      .dtypes("......E.FD..")
      .exactly();
  add_composite_views(t);
}

}  // namespace torchpp::tests

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The table of operators that the sweeps in tests/sweep run over: one row per operator object.

#include <torchpp/dispatch/library.h>
#include <torchpp/ops/view.h>
#include <torchpp/torchpp.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace torchpp::tests {

/// The source of a row's sample arguments. The same seed gives the same values.
class Sample {
 public:
  Sample(bool large, uint64_t seed) : large_(large), engine_(seed) {}
  /// A size: small enough for finite differences, or large enough to be split between threads.
  int64_t n(int64_t small, int64_t large) const { return large_ ? large : small; }
  /// The sizes of element-wise operators.
  std::vector<int64_t> plane() const { return {n(3, 131), n(4, 1021)}; }
  /// Doubles in [low, high).
  Tensor real(IntArrayRef sizes, double low = -2, double high = 2);
  Tensor real() { return real(plane()); }
  /// Doubles in [low, high) without those nearer than `gap` to a multiple of `kink`, where the function has no
  /// derivative.
  Tensor smooth(IntArrayRef sizes, double low, double high, double kink, double gap = 0.05);
  /// int64 in [0, high).
  Tensor index(IntArrayRef sizes, int64_t high);
  /// 0 .. n-1 in random order.
  Tensor order(int64_t n);
  Tensor mask(IntArrayRef sizes);

 private:
  bool large_;
  std::mt19937_64 engine_;
};

/// The checks that a row may be left out of, with the reason.
enum class Check {
  kLayout,
  kThreads,
  kDtypes,
  kGradient,
  kComplexGradient,
  kSecondOrder,
  kForward,
  kUnchanged,
  kDevices,    ///< values against those of the CPU
  kStrides,    ///< strides of results against those of the CPU
  kUndefined,  ///< undefined tensors are refused
  kMeta,       ///< Meta tensors: they are refused, because elements are read
  kCount
};

/// The dtypes that an operator is asked about, and a letter for each.
constexpr ScalarType kEveryDtype[] = {kBool, kByte,     kChar,  kShort,  kInt,          kLong,
                                      kHalf, kBFloat16, kFloat, kDouble, kComplexFloat, kComplexDouble};
constexpr const char* kDtypeLetters = "?BbhilegfdFD";

/// Why an operator takes other dtypes than libtorch's.
inline constexpr const char* kNarrow = "libtorch's CPU has no loop of Half or BFloat16";
inline constexpr const char* kFloatingGradient = "gradients are floating";
inline constexpr const char* kOneConvolution = "libtorch composes complex numbers above the operator, from real ones";
inline constexpr const char* kWider = "composed here of operators that take more dtypes than libtorch's kernel";
inline constexpr const char* kLongAlone = "of the integers libtorch takes Long alone";
inline constexpr const char* kOurs = "libtorch's CPU has no such operator";
inline constexpr const char* kAskedFor = "the result is of the dtype that is asked for";
/// Why an undefined tensor is no error.
inline constexpr const char* kComesBack = "as in libtorch, an undefined tensor has no elements and is returned";
inline constexpr const char* kNoSizes = "as in libtorch, an undefined tensor may be asked for its sizes";
/// Why CUDA has no kernel of integers for matrix products and convolutions.
inline constexpr const char* kNoIntegers =
    "cuBLAS and cuDNN have no kernels of integers, and libtorch's CUDA has none of its own";
constexpr ScalarType kIntegers[] = {kByte, kChar, kShort, kInt, kLong};

struct OpCase {
  std::string name;  ///< as in the schema: "add.Tensor"
  using Arguments = std::function<Stack(Sample&)>;
  Arguments arguments;  ///< in the schema's order; real tensors are double
  struct Further {
    Arguments arguments;
    const char* why_not_on_meta;  ///< where this sample is refused for Meta tensors; else null
  };
  std::vector<Further> further;  ///< samples of what the first one does not show
  struct Refusal {
    Arguments arguments;
    const char* phrase;  ///< of the message
  };
  std::vector<Refusal> refusals;  ///< calls that are documented errors
  /// The result, from a formula or loop of its own; when there is none `covered_by` names the file that has it.
  std::function<std::vector<Tensor>(const Stack&)> reference;
  bool every_result = false;  ///< the reference gives all results and not only the first
  std::string covered_by;
  std::vector<size_t> constants;  ///< arguments that are real tensors, but have no gradient
  std::string why_not[static_cast<int>(Check::kCount)];
  bool reshapes_self = false;  ///< the in-place form gives self the sizes of the result
  bool keeps_dtype = false;    ///< the in-place form refuses a self of another dtype than the result
  bool no_strides = false;     ///< of nested or sparse tensors: covered_by has the checks that need strides
  bool only_on_cpu = false;    ///< composed of operators that CUDA has no kernels of
  bool exact = false;          ///< elements are moved or compared, not computed: every device gives the same bits
  /// The result of the sample in each of kEveryDtype, by libtorch 1.13.1 on the CPU: the letter of the first result's
  /// dtype, 'E' for complex halves, 'n' for no tensor, '.' where the operator refuses; empty where there is no such
  /// operator.
  const char* libtorch_dtypes = nullptr;
  const char* our_dtypes = nullptr;  ///< what is right, if that is not libtorch's answer
  const char* why_our_dtypes = nullptr;
  struct Difference {
    std::vector<ScalarType> dtypes;
    const char* why;
  };
  std::vector<Difference> differences;  ///< dtypes of which one of the CPU and CUDA has no kernel

  OpCase& by(const char* file) { return covered_by = file, *this; }
  /// The first result, of a list its first tensor.
  OpCase& expects(std::function<Tensor(const Stack&)> f) {
    reference = [f = std::move(f)](const Stack& a) { return std::vector<Tensor>{f(a)}; };
    return *this;
  }
  /// All results, a list's tensors one after the other.
  OpCase& expects_all(std::function<std::vector<Tensor>(const Stack&)> f) {
    return reference = std::move(f), every_result = true, *this;
  }
  OpCase& also(Arguments f, const char* why_not_on_meta = nullptr) {
    return further.push_back({std::move(f), why_not_on_meta}), *this;
  }
  OpCase& reshapes() { return reshapes_self = true, *this; }
  OpCase& in_place_keeps_dtype() { return keeps_dtype = true, *this; }
  OpCase& throws(Arguments f, const char* phrase) { return refusals.push_back({std::move(f), phrase}), *this; }
  OpCase& constant(std::vector<size_t> positions) { return constants = std::move(positions), *this; }
  OpCase& without(Check check, const char* why) { return why_not[static_cast<int>(check)] = why, *this; }
  OpCase& cpu_only() { return only_on_cpu = true, *this; }
  OpCase& exactly() { return exact = true, *this; }
  OpCase& dtypes(const char* libtorch) { return libtorch_dtypes = our_dtypes = libtorch, *this; }
  OpCase& dtypes(const char* libtorch, const char* ours, const char* why) {
    return libtorch_dtypes = libtorch, our_dtypes = ours, why_our_dtypes = why, *this;
  }
  OpCase& differs(ArrayRef<ScalarType> dtypes, const char* why) {
    return differences.push_back({dtypes.vec(), why}), *this;
  }
  /// Why there is no kernel for the dtype on one of CPU and CUDA, or null.
  const char* difference(ScalarType dtype) const {
    for (const Difference& d : differences)
      if (std::find(d.dtypes.begin(), d.dtypes.end(), dtype) != d.dtypes.end()) return d.why;
    return nullptr;
  }
  const std::string& left_out_of(Check check) const { return why_not[static_cast<int>(check)]; }
};

class OpCases {
 public:
  OpCase& add(const char* name, std::function<Stack(Sample&)> arguments) {
    rows_.emplace_back();
    rows_.back().name = name;
    rows_.back().arguments = std::move(arguments);
    return rows_.back();
  }
  const std::vector<OpCase>& rows() const { return rows_; }
  /// The row of the name, which there is.
  OpCase& at(const char* name) {
    return *std::find_if(rows_.begin(), rows_.end(), [&](const OpCase& row) { return row.name == name; });
  }

 private:
  std::vector<OpCase> rows_;
};

void add_creation_cases(OpCases& t);
void add_decomposition_cases(OpCases& t);
void add_image_cases(OpCases& t);
void add_index_cases(OpCases& t);
void add_linalg_cases(OpCases& t);
void add_loss_cases(OpCases& t);
void add_nested_cases(OpCases& t);
void add_nn_cases(OpCases& t);
void add_optim_cases(OpCases& t);
void add_pointwise_cases(OpCases& t);
void add_pooling_cases(OpCases& t);
void add_random_cases(OpCases& t);
void add_reduction_cases(OpCases& t);
void add_search_cases(OpCases& t);
void add_sequence_cases(OpCases& t);
void add_shape_cases(OpCases& t);
void add_sparse_cases(OpCases& t);
void add_view_cases(OpCases& t);

/// All rows.
const std::vector<OpCase>& op_cases();

/// The elements in row-major order as doubles, complex ones as two; none of an undefined tensor.
std::vector<double> elements(const Tensor& t);
/// A double tensor of the values.
Tensor from_elements(const std::vector<double>& values, IntArrayRef sizes);
/// The rows and the columns of the elements of the matrix a[0] that are not zero: a reference for nonzero_numpy.
std::vector<Tensor> places_of_nonzero(const Stack& a);

}  // namespace torchpp::tests

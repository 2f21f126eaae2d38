// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file How derivatives are written: one entry per operator gives reverse mode, forward mode, and the in-place and
/// out= forms of both.
///
/// Element-wise functions state d(out) as a function of g, which is linear in g and names the input x (inputs a, b) and
/// the result y. The variables that the formula names are saved. It is the plain derivative, without conj(): backward
/// computes conj(f(conj(g))), forward mode f(tangent).
///
///     TORCHPP_DERIVATIVE_UNARY(expm1, g * (y + 1))
///     TORCHPP_DERIVATIVE_BINARY(mul, g * b, g * a)
///     TORCHPP_DERIVATIVE_UNARY_FUSED(tanh, tanh_backward(g, y), g * (1 - y * y))     reverse; forward
///
/// Every other operator is a function with the row's signature. A Record collects the inputs (in the order in which
/// they are numbered below; lists count as one input per element; undefined tensors count, too), makes the checks of
/// the in-place and out= forms, and turns into a node:
///
///     Tensor derivative::mm(Out out, const Tensor& a, const Tensor& b) {
///       Record r("mm", out, a, b);
///       const Saved sa = r.save(a, r.needs(1)), sb = r.save(b, r.needs(0));   // before the call: it may change them
///       return r.done(r.call(op::mm, out, a, b),
///           [=](Backward& g) {
///             if (g.needs(0)) g[0] = g.grad().mm(g(sb).t().conj());
///             if (g.needs(1)) g[1] = g(sa).t().conj().mm(g.grad());
///           },
///           [=](Forward& t) {
///             t[0] = sum_of(t.has(0) ? t.tangent(0).mm(t(sb)) : Tensor(), t.has(1) ? t(sa).mm(t.tangent(1)) :
///             Tensor());
///           });
///     }
///
/// Rules
/// - Formulas call operators and Tensor's methods, so that they can be differentiated again.
/// - A gradient may have the shape that broadcasting gave and the type that promotion gave: the engine sums it to the
///   input's shape and converts it (complex to real keeps the real part). It may stay undefined for zero.
/// - Backward is called only when some incoming gradient is defined; with several outputs g.grad(k) may be undefined,
///   g.grad_or_zeros(k) is not.
/// - Closures are kept: they capture by value, and views of arrays as DimVector: `[dims = DimVector(dims)]`. Capture no
///   tensor, only Saved: what is saved counts versions, is released after backward, and passes the saved-tensor hooks.
/// - g.input_sizes(i), input_dtype(i), input_options(i) tell what input i was, for inputs that need a gradient: no need
/// to save sizes.
/// - Results are saved with `const Saved y = r.save_result()`, also before the call.
/// - Several results: a tuple or vector goes through done() as it is; results that are not floating or complex get no
///   history; r.not_differentiable(k) says so of one that is (a mask, saved statistics).
/// - A third argument of done() may be left out: forward mode then throws "not implemented".
/// - In the forward closure t(saved) is the value before the call, also in place.
/// - r.zero_gradient(result): for operators that overwrite (random numbers): no gradient flows to any input.
/// - Examples for the rarer shapes: index_put (a list of inputs), split_with_sizes (a vector of results), convolution
///   (a backward operator with a mask) are as follows.
///       Record r("index_put", out, self, values);                      // inputs without a gradient may be left out
///       const SavedList at = r.save(indices, r.needs(1));
///       [=](Backward& g) { if (g.needs(1)) g[1] = op::index(g.grad(), g(at)); ... }
///
///       Record r("split_with_sizes", self);                            // k results: g.grad(0) .. g.grad(k - 1)
///       return r.done(r.call(op::split_with_sizes, self, sizes, dim), [dim](Backward& g) {
///         std::vector<Tensor> parts;
///         for (size_t k = 0; k < g.num_results(); ++k) parts.push_back(g.grad_or_zeros(k));
///         g[0] = op::cat(Out(), parts, dim);
///       }, ...);
///
///       [=](Backward& g) {
///         auto [dx, dw, db] = op::convolution_backward(g.grad(), g(input), g(weight), ..., g.mask<3>());
///         g[0] = dx, g[1] = dw, g[2] = db;
///       }
/// - Views are entries like the others: make_view() in the kernel does the tracking.
///
/// Each entry is a function of its own and so leaves a program together with its operator.

#include <array>

#include "src/autograd/saved_variable.h"
#include "src/core/shape.h"
#include "src/core/thread_state.h"
#include "src/dispatch/state.h"

namespace torchpp::autograd {

class Record;
class FormulaNode;

/// Names a tensor that a Record keeps for its formulas.
struct Saved {
  static constexpr uint16_t kNothing = 0xffff;
  uint16_t at = kNothing;
};
/// Names the tensors of a list.
struct SavedList {
  uint16_t first = 0, count = 0;
};

/// Arguments of a reverse formula.
class Backward {
 public:
  /// The gradient of output k; undefined when it is zero.
  const Tensor& grad(size_t k = 0) const { return grads_[k]; }
  Tensor grad_or_zeros(size_t k = 0) const;
  /// Whether the gradient of input i is wanted.
  bool needs(size_t i) const;
  size_t num_inputs() const;
  size_t num_results() const;
  /// needs(0) .. needs(n - 1).
  template <size_t n>
  std::array<bool, n> mask() const {
    std::array<bool, n> wanted{};
    for (size_t i = 0; i < n; ++i) wanted[i] = needs(i);
    return wanted;
  }
  /// Where the gradient of input i goes.
  Tensor& operator[](size_t i) { return result_[i]; }
  /// The sum of the gradients that other nodes gave input i so far, if nothing else refers to it and it can be changed
  /// in place by such as the incoming gradient; else undefined. What the formula gives input i is then the new sum: the
  /// gradients of several parts of one tensor are written into one, without a whole gradient for each of them.
  Tensor take_sum(size_t i = 0) const;
  /// A saved tensor; undefined when it was not saved.
  Tensor operator()(Saved s) const;
  std::vector<Tensor> operator()(SavedList s) const;
  /// Shape, type and options of an input that needs a gradient.
  IntArrayRef input_sizes(size_t i = 0) const { return input(i).shape(); }
  ScalarType input_dtype(size_t i = 0) const { return input(i).dtype(); }
  TensorOptions input_options(size_t i = 0) const { return input(i).options(); }

 private:
  friend class FormulaNode;
  Backward(const FormulaNode& node, const Tensor* grads, Tensor* result)
      : node_(node), grads_(grads), result_(result) {}
  const InputMetadata& input(size_t i) const;
  const FormulaNode& node_;
  const Tensor* grads_;
  Tensor* result_;
};

/// Arguments of a forward formula.
class Forward {
 public:
  /// Whether input i has a tangent.
  bool has(size_t i) const;
  /// The tangent of input i; undefined when it is zero.
  Tensor tangent(size_t i = 0) const;
  Tensor tangent_or_zeros(size_t i = 0) const;
  /// The tangent of result k, to be assigned: with the result's shape and dtype, or broadcastable to its shape;
  /// undefined for zero.
  Tensor& operator[](size_t k) { return result_[k]; }
  /// Result k itself.
  const Tensor& result(size_t k = 0) const { return *outputs_[k]; }
  Tensor operator()(Saved s) const;
  std::vector<Tensor> operator()(SavedList s) const;

 private:
  friend class Record;
  Forward(const Record& record, const Tensor* const* outputs, Tensor* result)
      : record_(record), outputs_(outputs), result_(result) {}
  const Record& record_;
  const Tensor* const* outputs_;
  Tensor* result_;
};

/// A reverse formula's closure as the node keeps it.
struct Formula {
  void (*run)(const void* closure, Backward& g);
  void (*move)(void* to, void* from);
  void (*destroy)(void* closure);  // null when there is nothing to do
  uint32_t size;                   // a multiple of 8
};

/// Throws when gradients are recorded and the argument requires one, for which the operator has no formula.
void check_constant(const OpBase& op, const char* argument, const Tensor& value);

/// One call of a differentiable operator while the autograd layer handles it.
class Record {
 public:
  /// `name` is the row's; the node's name is derived from it: "native_batch_norm" becomes "NativeBatchNormBackward0".
  /// libtorch numbers the overloads of an operator, in an order of its own: "add.1" becomes "AddBackward1". A name with
  /// a capital letter is used unchanged, and so is a name after an equals sign ("copy=torch::autograd::CopyBackwards").
  template <class... T>
  Record(const char* name, const Out& out, const T&... inputs) : Record(Empty(), name, out) {
    const Tensor** to = few_inputs_;
    if constexpr ((std::is_same_v<T, Tensor> && ...)) {
      static_assert(sizeof...(T) <= kFewInputs, "Record: too many arguments, pass a list");
      num_inputs_ = sizeof...(T);
    } else {
      const size_t count = (count_of(inputs) + ...);
      num_inputs_ = static_cast<uint32_t>(count);
      if (count > kFewInputs) to = make_room(count);
    }
    (note(to, inputs), ...);
    start();
  }
  template <class... T>
  explicit Record(const char* name, const T&... inputs) : Record(name, Out(), inputs...) {}
  /// The last input is a number: the node has no edge for it, as that of libtorch's overload for numbers.
  void end_with_number() { ends_with_number_ = true; }
  ~Record() {
    if (owns_) drop();
  }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  /// Whether a gradient of input i will be asked for, or its tangent carried forward.
  bool needs(size_t i) const { return i < 64 ? (needs_ >> i & 1) != 0 : needs_slow(i); }
  /// Whether any formula will be evaluated at all.
  bool active() const { return reverse_ || forward_; }

  /// Saves an argument's present value, if `when` holds. The tensor that an in-place operator changes is copied.
  Saved save(const Tensor& t, bool when = true) { return when && active() ? save_slow(t) : Saved(); }
  SavedList save(TensorList list, bool when = true);
  /// Keeps result k of the call to come.
  Saved save_result(bool when = true, uint8_t k = 0);
  /// No gradient flows from result k, though it is floating.
  void not_differentiable(size_t k) { not_differentiable_ |= uint32_t{1} << k; }

  /// Calls the operator below the autograd layer.
  template <class R, class... A, class... B>
  R call(const OwnOp<R(A...)>& op, B&&... args) {
    const ExcludeKeys below(DispatchKey::Autograd);
    return op.redispatch(std::forward<B>(args)...);
  }

  /// Attaches the formulas to the results and returns these.
  template <class R, class B, class F>
  R done(R y, B&& backward, F&& forward) {
    if (active()) {
      const ResultsOf<R> results(y, out_);
      if (reverse_) attach(formula<B>(), &const_cast<std::decay_t<B>&>(backward), results);
      if (forward_)
        carry(
            results, [](const void* f, Forward& t) { (*static_cast<const F*>(f))(t); }, &forward);
    }
    return y;
  }
  template <class R, class B>
  R done(R y, B&& backward) {
    if (active()) {
      const ResultsOf<R> results(y, out_);
      if (forward_) fail_forward();
      if (reverse_) attach(formula<B>(), &const_cast<std::decay_t<B>&>(backward), results);
    }
    return y;
  }
  /// The results do not depend on the inputs smoothly: their gradients are zero.
  template <class R>
  R zero_gradient(R y) {
    return done(std::move(y), &zero_backward, [](Forward&) {});
  }

 private:
  friend class Forward;
  // A constructor that calls this one has the destructor run when it throws: start() does, for wrong destinations.
  struct Empty {};
  Record(Empty, const char* name, const Out& out) : name_(name), out_(out) {}

  static constexpr size_t kFewInputs = 10;
  static constexpr uint16_t kInlineSaved = 8;
  static constexpr uint16_t kNoResult = 0xffff;

  // An argument with the version that it had, or, without tensor, a result to come.
  struct Kept {
    intrusive_ptr<TensorImpl> tensor;
    uint32_t version;
    uint16_t result;
  };

  static size_t count_of(const Tensor&) { return 1; }
  static size_t count_of(const TensorList& l) { return l.size(); }
  static void note(const Tensor**& to, const Tensor& t) { *to++ = &t; }
  static void note(const Tensor**& to, const TensorList& l) {
    for (const Tensor& t : l) *to++ = &t;
  }

  // Addresses of the results, which may be a tensor, a tuple or a vector.
  struct Results {
    const Tensor* const* list;
    size_t count;
  };
  template <class R>
  struct ResultsOf;

  const Tensor** make_room(size_t num_inputs);
  void start();
  void start_slow();
  void start_destination();
  void collect_early_edges();
  void collect_edges(FormulaNode& node);
  void collect_edges_slow(FormulaNode& node, uint32_t i, uint64_t above);
  std::string describe_inputs() const;
  std::string operator_name() const;  // for messages
  void free_saved() noexcept;
  bool needs_slow(size_t i) const;
  const Tensor* input(size_t i) const;
  uint32_t num_edges() const { return num_inputs_ - ends_with_number_; }
  Saved save_slow(const Tensor& t);
  void grow_saved();
  uint16_t keep(intrusive_ptr<TensorImpl> tensor, uint32_t version, uint16_t result);
  void drop() noexcept;
  static void zero_backward(Backward& g);
  [[noreturn]] TORCHPP_COLD void fail_forward() const;

  // B as it is passed: an rvalue is moved from.
  template <class B>
  static const Formula& formula() {
    using F = std::decay_t<B>;
    static_assert(alignof(F) <= alignof(void*), "Record: a closure must not be over-aligned");
    static constexpr Formula formula = {
        [](const void* f, Backward& g) { (*static_cast<const F*>(f))(g); },
        [](void* to, void* from) { new (to) F(static_cast<B&&>(*static_cast<F*>(from))); },
        std::is_trivially_destructible_v<F> ? nullptr : +[](void* f) { static_cast<F*>(f)->~F(); },
        (sizeof(F) + 7) & ~uint32_t{7}};
    return formula;
  }
  // Makes the node of the results.
  void attach(const Formula& formula, void* closure, const Results& results);
  void save_into(FormulaNode& node, const Results& results);
  void carry(const Results& results, void (*formula)(const void*, Forward&), const void* closure);

  const char* name_;
  Out out_;
  bool reverse_ = false;
  bool forward_ = false;
  bool owns_ = false;  // something that the destructor must release
  bool ends_with_number_ = false;
  uint16_t num_saved_ = 0;
  uint16_t saved_capacity_ = 0;
  uint32_t not_differentiable_ = 0;
  uint32_t num_inputs_;
  uint64_t needs_ = 0;
  FormulaNode* node_ = nullptr;  // once attached; the results own it
  // For an in-place operator with views among its inputs: their gradient edges, taken before the call, because the call
  // changes the versions from which views derive their history.
  edge_list* early_edges_ = nullptr;
  const Tensor** inputs_ = few_inputs_;
  Kept* saved_;  // once there is one
  const Tensor* few_inputs_[kFewInputs];
  alignas(Kept) unsigned char inline_saved_[kInlineSaved * sizeof(Kept)];
};

template <>
struct Record::ResultsOf<Tensor> : Results {
  ResultsOf(Tensor& y, const Out& out) : Results{&one, 1}, one(out.functional() ? &y : &out.tensor()) {}
  const Tensor* one;
};
template <class... T>
struct Record::ResultsOf<std::tuple<T...>> : Results {
  ResultsOf(std::tuple<T...>& y, const Out&) : Results{each, sizeof...(T)} {
    size_t i = 0;
    std::apply([&](auto&... t) { ((each[i++] = &t), ...); }, y);
  }
  const Tensor* each[sizeof...(T)];
};
template <>
struct Record::ResultsOf<std::vector<Tensor>> : Results {
  ResultsOf(std::vector<Tensor>& y, const Out&) : Results{nullptr, y.size()} {
    each.reserve(y.size());
    for (Tensor& t : y) each.push_back(&t);
    list = each.data();
  }
  std::vector<const Tensor*> each;
};

/// Throws NotImplementedError: an operator, or one argument of it ("igamma: self"), has no derivative, as in libtorch
/// 1.13. It is thrown when the derivative is asked for, not by the call.
[[noreturn]] TORCHPP_COLD void fail_formula(const char* what);
/// The defined ones of two tensors added; undefined when both are.
Tensor sum_of(const Tensor& a, const Tensor& b);
Tensor zeros_like(const Tensor& t);
bool can_overwrite(const Tensor& grad, const Tensor& other);
/// f(out), an operator's result of the shape and dtype of the incoming gradient g: written over g where nothing else
/// needs g, which must then be the last use of it in the formula. The operator reads g and the argument `other`, and
/// may have g as its destination. A result in other memory passes through the caches in place of what they hold.
template <class F>
Tensor over_gradient(const Tensor& g, const Tensor& other, const F& f) {
  if (!can_overwrite(g, other)) return f(Out());
  f(Out::to(g));
  return g;
}
/// Zeros or ones of the shape with the tensor's options.
Tensor full_like(const Tensor& t, IntArrayRef sizes, const Scalar& value);
/// The gradient of a reduction spread over the reduced dimensions: `g` as large as `sizes`, without memory.
Tensor expand_reduced(const Tensor& g, IntArrayRef sizes, OptionalIntArrayRef dims, bool keepdim);

// -- element-wise entries

using UnaryFormula = Tensor (*)(const Tensor& g, const Tensor& x, const Tensor& y);
using BinaryFormula = Tensor (*)(const Tensor& g, const Tensor& a, const Tensor& b, const Tensor& y);

/// A unary entry: the node of all of them is one class.
struct UnaryDerivative {
  const char* name;
  UnaryFormula reverse, forward;
  bool plain;  // reverse is the plain derivative: conjugated on both sides for complex gradients
  bool uses_input, uses_result;
};
/// A binary entry; the masks have a bit per name: 1 a, 2 b, 4 y.
struct BinaryDerivative {
  const char* name;
  const char* name_of_number;  // when b is a number
  BinaryFormula da, db;
  uint8_t da_uses, db_uses;
};
/// Whether the operand is a C++ number, which takes its dtype from the other one.
inline bool is_number(const Tensor& t) { return t.defined() && t.impl()->is_wrapped_number(); }
Tensor unary(const OwnOp<Tensor(Out, const Tensor&)>& op, Out out, const Tensor& x, const UnaryDerivative& entry);
Tensor binary(const OwnOp<Tensor(Out, const Tensor&, const Tensor&)>& op, Out out, const Tensor& a, const Tensor& b,
              const BinaryDerivative& entry);

namespace detail {

// Stands in for a name that a formula may mention: if the formula compiles with it, it does not.
struct Absent {};
template <class F, class X, class Y, class = void>
struct CompilesUnary : std::false_type {};
template <class F, class X, class Y>
struct CompilesUnary<
    F, X, Y, std::void_t<decltype(F::value(std::declval<const Tensor&>(), std::declval<X>(), std::declval<Y>()))>>
    : std::true_type {};
template <class F, class A, class B, class Y, class = void>
struct CompilesBinary : std::false_type {};
template <class F, class A, class B, class Y>
struct CompilesBinary<F, A, B, Y,
                      std::void_t<decltype(F::value(std::declval<const Tensor&>(), std::declval<A>(), std::declval<B>(),
                                                    std::declval<Y>()))>> : std::true_type {};

template <class F>
constexpr bool unary_uses_input() {
  return !CompilesUnary<F, const Absent&, const Tensor&>::value;
}
template <class F>
constexpr bool unary_uses_result() {
  return !CompilesUnary<F, const Tensor&, const Absent&>::value;
}
template <class F>
constexpr uint8_t binary_uses() {
  using T = const Tensor&;
  using N = const Absent&;
  return static_cast<uint8_t>((CompilesBinary<F, N, T, T>::value ? 0 : 1) |
                              (CompilesBinary<F, T, N, T>::value ? 0 : 2) |
                              (CompilesBinary<F, T, T, N>::value ? 0 : 4));
}
template <class F>
Tensor unary_formula(const Tensor& g, const Tensor& x, const Tensor& y) {
  return F::value(g, x, y);
}
template <class F>
Tensor binary_formula(const Tensor& g, const Tensor& a, const Tensor& b, const Tensor& y) {
  return F::value(g, a, b, y);
}

}  // namespace detail

}  // namespace torchpp::autograd

namespace torchpp::derivative {

using autograd::Backward;
using autograd::Forward;
using autograd::full_like;
using autograd::over_gradient;
using autograd::Record;
using autograd::Saved;
using autograd::SavedList;
using autograd::sum_of;

}  // namespace torchpp::derivative

// A formula as a type, so that the compiler can tell which names it mentions. Expanded in namespace
// torchpp::derivative.
#define TORCHPP_UNARY_FORMULA(type, formula)                                                                      \
  struct type {                                                                                                   \
    template <class X, class Y>                                                                                   \
    static auto value([[maybe_unused]] const Tensor& g, [[maybe_unused]] const X& x, [[maybe_unused]] const Y& y) \
        -> std::enable_if_t<sizeof(X) != 0 && sizeof(Y) != 0, decltype(formula)> {                                \
      return formula;                                                                                             \
    }                                                                                                             \
  };
#define TORCHPP_BINARY_FORMULA(type, formula)                                                                     \
  struct type {                                                                                                   \
    template <class A, class B, class Y>                                                                          \
    static auto value([[maybe_unused]] const Tensor& g, [[maybe_unused]] const A& a, [[maybe_unused]] const B& b, \
                      [[maybe_unused]] const Y& y)                                                                \
        -> std::enable_if_t<sizeof(A) != 0 && sizeof(B) != 0 && sizeof(Y) != 0, decltype(formula)> {              \
      return formula;                                                                                             \
    }                                                                                                             \
  };
#define TORCHPP_DERIVATIVE_UNARY_IMPL(op_name, Reverse, Forward, plain)      \
  Tensor op_name(Out out, const Tensor& x) {                                 \
    namespace d = ::torchpp::autograd::detail;                               \
    static constexpr ::torchpp::autograd::UnaryDerivative entry = {          \
        #op_name,                                                            \
        &d::unary_formula<Reverse>,                                          \
        &d::unary_formula<Forward>,                                          \
        plain,                                                               \
        d::unary_uses_input<Reverse>() || d::unary_uses_input<Forward>(),    \
        d::unary_uses_result<Reverse>() || d::unary_uses_result<Forward>()}; \
    return ::torchpp::autograd::unary(op::op_name, out, x, entry);           \
  }

/// The derivative of an element-wise function of x with the value y, applied to g.
#define TORCHPP_DERIVATIVE_UNARY(op_name, formula) \
  namespace {                                      \
  TORCHPP_UNARY_FORMULA(op_name##Formula, formula) \
  }                                                \
  TORCHPP_DERIVATIVE_UNARY_IMPL(op_name, op_name##Formula, op_name##Formula, true)

/// A derivative entry whose reverse formula is written out, not derived from the derivative (a fused operator, or a
/// function that is not holomorphic).
#define TORCHPP_DERIVATIVE_UNARY_FUSED(op_name, reverse, forward) \
  namespace {                                                     \
  TORCHPP_UNARY_FORMULA(op_name##Reverse, reverse)                \
  TORCHPP_UNARY_FORMULA(op_name##Forward, forward)                \
  }                                                               \
  TORCHPP_DERIVATIVE_UNARY_IMPL(op_name, op_name##Reverse, op_name##Forward, false)

/// The partial derivatives of an element-wise function of a and b with the value y, applied to g.
#define TORCHPP_DERIVATIVE_BINARY(op_name, formula_a, formula_b) \
  TORCHPP_DERIVATIVE_BINARY_NAMED(op_name, #op_name, #op_name, formula_a, formula_b)

/// A derivative entry of an operator that libtorch has in two overloads: the names of the overload with two tensors and
/// of the one where b is a number.
#define TORCHPP_DERIVATIVE_BINARY_NAMED(op_name, name, name_b, formula_a, formula_b)                     \
  namespace {                                                                                            \
  TORCHPP_BINARY_FORMULA(op_name##First, formula_a)                                                      \
  TORCHPP_BINARY_FORMULA(op_name##Second, formula_b)                                                     \
  }                                                                                                      \
  Tensor op_name(Out out, const Tensor& a, const Tensor& b) {                                            \
    namespace d = ::torchpp::autograd::detail;                                                           \
    static constexpr ::torchpp::autograd::BinaryDerivative entry = {name,                                \
                                                                    name_b,                              \
                                                                    &d::binary_formula<op_name##First>,  \
                                                                    &d::binary_formula<op_name##Second>, \
                                                                    d::binary_uses<op_name##First>(),    \
                                                                    d::binary_uses<op_name##Second>()};  \
    return ::torchpp::autograd::binary(op::op_name, out, a, b, entry);                                   \
  }

/// A function with derivative zero wherever it has one (floor, sign).
#define TORCHPP_DERIVATIVE_UNARY_ZERO(op_name)           \
  Tensor op_name(Out out, const Tensor& x) {             \
    ::torchpp::autograd::Record r(#op_name, out, x);     \
    return r.zero_gradient(r.call(op::op_name, out, x)); \
  }

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Structured operators. A rule says what each result is and finds out what every backend needs to know; a kernel
/// per backend fills the results. The driver between them, which is written once, serves the functional, in-place and
/// out= forms: it allocates or resizes, refuses destinations that do not fit before anything is changed, gives kernels
/// another tensor where they cannot write the destination itself, ends calls on Meta tensors, and counts versions.

#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include "src/core/shape.h"

namespace torchpp {

/// One result: what a rule says of it, and what the kernel finds.
struct Output {
  DimVector sizes;
  ScalarType dtype = ScalarType::Undefined;
  /// Whether a destination must have this dtype; otherwise the dtype must be castable to its own.
  bool exact = true;
  /// Whether the kernel writes contiguous memory only.
  bool contiguous = false;
  /// What the kernel writes: of these sizes and this dtype, on the device of the first tensor argument, without lazy
  /// conjugation or negation, sharing no memory with the arguments.
  Tensor tensor;
};

/// What a rule returns; rules with findings of their own (dimensions, dtype of computation) derive from it.
template <size_t n>
struct Plan {
  static constexpr size_t kResults = n;
  Output outputs[n];

  const Tensor& result(size_t i = 0) const { return outputs[i].tensor; }
};

namespace detail {

/// Sets the outputs' tensors. Throws, before anything is changed, when the arguments or a destination lie on several
/// devices, or when a destination has a dtype that does not fit or refers to a memory location more than once.
TORCHPP_API void prepare_outputs(const Out& out, Output* outputs, size_t num_outputs, const Tensor* const* inputs,
                                 size_t num_inputs);
/// Copies what the kernel wrote elsewhere into the destinations, and counts one write of each.
TORCHPP_API void finish_outputs(const Out& out, Output* outputs, size_t num_outputs);

template <size_t n>
struct ResultOf {
  using Type = std::tuple<Tensor, Tensor>;
  static_assert(n == 2, "one result, or two");
  static Type take(Output* o) { return {std::move(o[0].tensor), std::move(o[1].tensor)}; }
};
template <>
struct ResultOf<1> {
  using Type = Tensor;
  static Type take(Output* o) { return std::move(o[0].tensor); }
};

// Notes an argument that is a tensor.
inline void note_input(const Tensor**& to, const Tensor& t) { *to++ = &t; }
template <class T>
void note_input(const Tensor**&, const T&) {}

}  // namespace detail

/// The kernel of a structured operator as operator objects hold it: call(out, arguments...).
template <auto rule, auto kernel, class Rule = decltype(rule)>
struct Structured;
template <auto rule, auto kernel, class P, class... A>
struct Structured<rule, kernel, P (*)(const Out&, A...)> {
  using Results = detail::ResultOf<P::kResults>;

  static typename Results::Type call(Out out, A... args) {
    P plan = rule(out, args...);
    const Tensor *inputs[sizeof...(A)], **end = inputs;
    (detail::note_input(end, args), ...);
    detail::prepare_outputs(out, plan.outputs, P::kResults, inputs, static_cast<size_t>(end - inputs));
    if (TORCHPP_LIKELY(!plan.outputs[0].tensor.is_meta())) kernel(plan, args...);
    if (TORCHPP_LIKELY(out.functional())) return Results::take(plan.outputs);
    detail::finish_outputs(out, plan.outputs, P::kResults);
    return typename Results::Type();
  }
  /// For operators without other forms.
  static typename Results::Type functional(A... args) { return call(Out(), static_cast<A>(args)...); }
};

/// A structured operator with a kernel that is asked first: it takes the calls for which nothing has to be planned, and
/// returns an undefined tensor for all others.
template <auto rule, auto kernel, auto direct, class Direct = decltype(direct)>
struct StructuredOrDirect;
template <auto rule, auto kernel, auto direct, class... A>
struct StructuredOrDirect<rule, kernel, direct, Tensor (*)(const Out&, A...)> {
  static Tensor call(Out out, A... args) {
    Tensor result = direct(out, args...);
    if (TORCHPP_LIKELY(result.defined())) return result;
    return Structured<rule, kernel>::call(out, static_cast<A>(args)...);
  }
};

}  // namespace torchpp

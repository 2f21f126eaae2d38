// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Structured operators. A rule says what each result is and finds out what every backend needs to know; a kernel
/// per backend fills the results. The driver between them, which is written once, serves the functional, in-place and
/// out= forms: it allocates or resizes, refuses destinations that do not fit before anything is changed, gives kernels
/// another tensor where they cannot write the destination itself, ends calls on Meta tensors, and counts versions.

#include <torchpp/dispatch/out.h>
#include <torchpp/tensor.h>

#include <tuple>
#include <utility>

#include "src/core/shape.h"
#include "src/core/view.h"

namespace torchpp {

/// What may happen to a result on its way to a destination of another dtype.
enum class OutDtype : uint8_t {
  kExact,     ///< nothing: such a destination is refused
  kCastable,  ///< it is converted where can_cast allows that
  kAny        ///< it is converted, numbers with a fraction to integers, too
};

/// One result: what a rule says of it, and what the kernel finds.
struct Output {
  DimVector sizes;
  /// Of a new tensor, and of a destination that is resized. Empty: the dense strides of `format`. Preserve is for
  /// results that start as `self`, whose order of dimensions a new tensor then has.
  DimVector strides;
  ScalarType dtype = ScalarType::Undefined;
  MemoryFormat format = MemoryFormat::Contiguous;
  OutDtype out_dtype = OutDtype::kExact;
  /// Whether the kernel writes memory of the strides above only; it is given another tensor where a destination's are
  /// others.
  bool dense = false;
  /// Whether the caller asked for it; else `tensor` stays undefined, and a destination is refused.
  bool wanted = true;
  /// Whether a destination that shares memory with an argument is refused; otherwise the kernel writes another tensor,
  /// whose elements are copied.
  bool refuses_overlap = false;
  /// The argument of these sizes and this dtype that may be the destination itself, because the kernel reads an element
  /// before it writes the one in the same place; null where there is none.
  const Tensor* self = nullptr;
  /// Whether the tensor holds the elements of `self` when the kernel is called.
  bool starts_as_self = false;
  /// What the kernel writes: of these sizes and this dtype, on the device of the arguments, without lazy conjugation or
  /// negation, sharing no memory with the arguments other than `self`.
  Tensor tensor;
};

/// What a rule returns; rules with findings of their own (dimensions, dtype of computation) derive from it.
template <size_t n>
struct Plan {
  static constexpr size_t kResults = n;
  /// Whether arguments may lie on several devices, which the rule then checks; results lie on the device of the first.
  static constexpr bool kMixedDevices = false;
  Output outputs[n];

  const Tensor& result(size_t i = 0) const { return outputs[i].tensor; }
};

namespace detail {

/// Of a call with destinations: sets the outputs' tensors, and returns whether the kernel has to be called, which Meta
/// tensors do not need. Throws, before anything is changed, when a destination lies on another device, has a dtype that
/// does not fit, refers to a memory location more than once, or shares memory with another one; and in every form when
/// the arguments lie on several devices or the first is undefined.
TORCHPP_API bool prepare_outputs(const Out& out, Output* outputs, size_t num_outputs, const TensorList* inputs,
                                 size_t num_inputs, bool mixed_devices);
/// Copies what the kernel wrote elsewhere into the destinations, and counts one write of each.
TORCHPP_API void finish_outputs(const Out& out, Output* outputs, size_t num_outputs);

template <class T, size_t>
struct Repeated {
  using Type = T;
};
/// The results as the operator returns them.
template <size_t n, class = std::make_index_sequence<n>>
struct ResultOf;
template <size_t n, size_t... i>
struct ResultOf<n, std::index_sequence<i...>> {
  using Type = std::tuple<typename Repeated<Tensor, i>::Type...>;
  static Type take(Output* o) { return {std::move(o[i].tensor)...}; }
};
template <>
struct ResultOf<1> {
  using Type = Tensor;
  static Type take(Output* o) { return std::move(o[0].tensor); }
};

/// Whether the first tensor of the arguments is defined and all others, as far as they are defined, lie on its device;
/// with `mixed` the others may lie anywhere.
template <bool mixed>
class CommonDevice {
 public:
  void add(const Tensor& t) {
    if (first_ == nullptr) first_ = &t, common_ = t.defined();
    else if (!mixed && common_ && t.defined()) common_ = t.impl()->device() == get();
  }
  void add(TensorList list) {
    for (const Tensor& t : list) add(t);
  }
  template <class T>
  void add(const T&) {}
  explicit operator bool() const { return common_; }
  Device get() const { return first_->impl()->device(); }

 private:
  const Tensor* first_ = nullptr;
  bool common_ = false;
};

/// A new tensor of given strides, or with the elements of `self`.
TORCHPP_API Tensor new_strided_result(const Output& output, Device device);
/// A new tensor as the rule says.
inline Tensor new_result(const Output& o, Device device) {
  if (TORCHPP_LIKELY(o.strides.empty() && !o.starts_as_self))
    return Tensor(make_tensor(o.sizes, o.dtype, device, o.format));
  return new_strided_result(o, device);
}

// Notes an argument that is a tensor, or a list of them.
inline void note_input(TensorList*& to, const Tensor& t) { *to++ = TensorList(t); }
inline void note_input(TensorList*& to, TensorList list) { *to++ = list; }
template <class T>
void note_input(TensorList*&, const T&) {}

// The argument if it is a tensor; else nothing.
inline std::tuple<const Tensor&> only_tensors(const Tensor& t) { return {t}; }
template <class T>
std::tuple<> only_tensors(const T&) {
  return {};
}
// kernel(plan, arguments...), or kernel(plan, the tensors among them) where several operators share it.
template <class P, class... K, class... A>
void call_kernel(void (*kernel)(const P&, K...), const P& plan, const A&... args) {
  if constexpr (sizeof...(K) == sizeof...(A)) kernel(plan, args...);
  else std::apply([&](auto&... tensors) { kernel(plan, tensors...); }, std::tuple_cat(only_tensors(args)...));
}

}  // namespace detail

/// The kernel of a structured operator as operator objects hold it: call(out, arguments...).
template <auto rule, auto kernel, class Rule = decltype(rule)>
struct Structured;
template <auto rule, auto kernel, class P, class... A>
struct Structured<rule, kernel, P (*)(const Out&, A...)> {
  using Results = detail::ResultOf<P::kResults>;

  static typename Results::Type call(Out out, A... args) {
    P plan = rule(out, args...);
    detail::CommonDevice<P::kMixedDevices> common;
    (common.add(args), ...);
    if (TORCHPP_LIKELY(out.functional() && common)) {  // what prepare_outputs would do, in fewer instructions
      const Device device = common.get();
      for (Output& o : plan.outputs)
        if (TORCHPP_LIKELY(o.wanted)) o.tensor = detail::new_result(o, device);
      if (TORCHPP_LIKELY(!device.is_meta())) detail::call_kernel(kernel, plan, args...);
      return Results::take(plan.outputs);
    }
    TensorList inputs[sizeof...(A)], *end = inputs;
    (detail::note_input(end, args), ...);
    if (TORCHPP_LIKELY(detail::prepare_outputs(out, plan.outputs, P::kResults, inputs,
                                               static_cast<size_t>(end - inputs), P::kMixedDevices)))
      detail::call_kernel(kernel, plan, args...);
    detail::finish_outputs(out, plan.outputs, P::kResults);
    return typename Results::Type();
  }
  /// For operators without other forms.
  static typename Results::Type functional(A... args) { return call(Out(), static_cast<A>(args)...); }
};

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Parametrizations: modules that compute a parameter or buffer of another module. Source: PyTorch 1.13's Python
/// front end, with its names in state dictionaries.
///
/// The tensor that the module's forward reads (`weight`) is no parameter of the module any more. It is computed when
/// the module is called through a handle, shows the value of the last call in between, and refresh() computes it
/// without a call. What is trained is `parametrizations.weight.original`; an optimizer that was made before trains
/// it, too, with its state. Where there are several originals, the optimizer must be made afterwards: one that was made
/// before refuses to step.

#include <torchpp/core/optional.h>
#include <torchpp/nn/cloneable.h>

namespace torchpp {
namespace nn {
namespace utils {
namespace parametrize {

namespace detail {

/// What is called of a parametrization of one class.
struct ParametrizationType {
  size_t arity;
  Tensor (*forward)(void* module, const Tensor* tensors);
  void (*right_inverse)(void* module, const Tensor& value, std::vector<Tensor>& originals);  // null if it has none
  bool inverts_to_list;
};

template <class M, class Forward>
struct ForwardCall;
template <class M, class C, class R, class... Args>
struct ForwardCall<M, R (C::*)(Args...)> {
  static_assert(std::is_same_v<std::decay_t<R>, Tensor> && (std::is_same_v<std::decay_t<Args>, Tensor> && ...),
                "The forward of a parametrization takes tensors and returns a tensor");
  static constexpr size_t arity = sizeof...(Args);
  template <size_t... I>
  static Tensor call_indexed(M& module, const Tensor* tensors, std::index_sequence<I...>) {
    return module.forward(tensors[I]...);
  }
  static Tensor call(void* module, const Tensor* tensors) {
    return call_indexed(*static_cast<M*>(module), tensors, std::index_sequence_for<Args...>());
  }
};
template <class M, class C, class R, class... Args>
struct ForwardCall<M, R (C::*)(Args...) const> : ForwardCall<M, R (C::*)(Args...)> {};

template <class M, class = void>
inline constexpr bool has_right_inverse = false;
template <class M>
inline constexpr bool
    has_right_inverse<M, std::void_t<decltype(std::declval<M&>().right_inverse(std::declval<const Tensor&>()))>> = true;

template <class M>
struct ParametrizationCall {
  using Forward = ForwardCall<M, decltype(&M::forward)>;
  static constexpr bool inverts_to_list() {
    if constexpr (has_right_inverse<M>)
      return !std::is_same_v<std::decay_t<decltype(std::declval<M&>().right_inverse(std::declval<const Tensor&>()))>,
                             Tensor>;
    else return false;
  }
  static void invert([[maybe_unused]] void* module, [[maybe_unused]] const Tensor& value,
                     [[maybe_unused]] std::vector<Tensor>& originals) {
    if constexpr (inverts_to_list()) originals = static_cast<M*>(module)->right_inverse(value);
    else if constexpr (has_right_inverse<M>) originals.assign(1, static_cast<M*>(module)->right_inverse(value));
  }
  static constexpr ParametrizationType table = {Forward::arity, &Forward::call,
                                                has_right_inverse<M> ? &invert : nullptr, inverts_to_list()};
};

}  // namespace detail

/// The parametrizations of one tensor, which are called one after the other, and what the first one is called with:
/// the parameter (or buffer) `original`, or `original0`, `original1` ... where its right_inverse returns several.
class TORCHPP_API ParametrizationListImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  ParametrizationListImpl() = default;
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  /// The computed tensor.
  Tensor forward();
  /// Sets the originals so that forward() gives this value, by the right_inverse of each parametrization; where one has
  /// none, nothing changes for it. Error if the first one takes several tensors and has none.
  void right_inverse(const Tensor& value);

  size_t size() const noexcept { return steps_.size(); }
  std::shared_ptr<Module> operator[](size_t index) const;
  /// How many originals there are, and each one.
  size_t num_originals() const noexcept { return names_.size(); }
  Tensor original(size_t index = 0) const;

 private:
  friend struct ParametrizationAccess;
  struct Step {
    void* object;  // the parametrization as its own class
    const detail::ParametrizationType* type;
    std::shared_ptr<Module> module;
  };
  std::vector<Tensor> inverted(const Tensor& value) const;
  void append(Step step);

  std::vector<Step> steps_;
  std::vector<std::string> names_;  // of the originals
};
using ParametrizationList = ModuleHolder<ParametrizationListImpl>;

namespace detail {
TORCHPP_API void add(Module& module, const std::string& name, std::shared_ptr<Module> parametrization, void* object,
                     const ParametrizationType& type, bool unsafe);
}  // namespace detail

/// Has a parameter or buffer of the module computed by the parametrization, or, where it is parametrized, passes what
/// was computed so far on to it. The parametrization's `forward(Tensor) -> Tensor` must keep shape and dtype unless
/// `unsafe`. With a method `right_inverse(Tensor) -> Tensor`, the original is what it gives for the present value;
/// where that is `-> std::vector<Tensor>`, forward takes as many tensors. Error, with nothing changed, if the module
/// has no such tensor or the parametrization does not fit.
template <class M>
void register_parametrization(Module& module, const std::string& name, std::shared_ptr<M> parametrization,
                              bool unsafe = false) {
  M* const object = parametrization.get();
  detail::add(module, name, std::move(parametrization), object, detail::ParametrizationCall<M>::table, unsafe);
}
template <class M>
void register_parametrization(Module& module, const std::string& name, const ModuleHolder<M>& parametrization,
                              bool unsafe = false) {
  register_parametrization(module, name, parametrization.ptr(), unsafe);
}

/// Whether the tensor, or any tensor, of the module is parametrized.
TORCHPP_API bool is_parametrized(Module& module, const optional<std::string>& name = nullopt);
/// The parametrizations of the tensor; Error if there are none.
TORCHPP_API ParametrizationList parametrizations_of(Module& module, const std::string& name);
/// The tensor is a parameter or buffer again: with the computed value, or else with that of the original. Error without
/// leave_parametrized where several tensors are the originals. ValueError if it is not parametrized.
TORCHPP_API void remove_parametrizations(Module& module, const std::string& name, bool leave_parametrized = true);
/// Sets the originals by right_inverse, so that the tensor gets this value.
TORCHPP_API void assign(Module& module, const std::string& name, const Tensor& value);
/// Computes the parametrized tensors of the module and all below, as a call would.
TORCHPP_API void refresh(Module& module);
/// Parametrizes tensors of `to` as those of `from` (one, or all that are): by the same parametrizations, with the same
/// originals. Error if `from` has none of them.
TORCHPP_API void transfer_parametrizations_and_params(Module& from, Module& to,
                                                      const optional<std::string>& name = nullopt);

/// While one lives, a parametrized tensor is computed at most once, by the first call of its module in this thread.
class TORCHPP_API cached {
 public:
  cached();
  ~cached();
  cached(const cached&) = delete;
  cached& operator=(const cached&) = delete;

 private:
  uint64_t outer_;
};

}  // namespace parametrize

namespace parametrizations {

/// Parametrizes a tensor by its division by its greatest singular value, estimated as by utils::spectral_norm. A
/// vector is divided by its length. Source: T. Miyato et al. (2018).
TORCHPP_API void spectral_norm(Module& module, const std::string& name = "weight", int64_t n_power_iterations = 1,
                               double eps = 1e-12, optional<int64_t> dim = nullopt);

/// Parametrizes a matrix, or a batch of them, so that its columns are orthonormal, or its rows where it is wide: by the
/// map "matrix_exp" (the default of square and of complex matrices), "cayley" or "householder" (the default of others,
/// real ones alone). With use_trivialization the result is multiplied by a constant orthogonal matrix, the buffer
/// `base`, by which the tensor can be given a value; without it only "householder" can. A value that is not orthogonal
/// is replaced by the factor Q of its QR decomposition, and with "householder" alone every value is. ValueError for
/// vectors and unknown maps. Source: PyTorch 1.13; M. Lezcano-Casado (2019), "Trivializations for gradient-based
/// optimization on manifolds".
TORCHPP_API void orthogonal(Module& module, const std::string& name = "weight",
                            const optional<std::string>& orthogonal_map = nullopt, bool use_trivialization = true);

}  // namespace parametrizations

}  // namespace utils
}  // namespace nn
}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pruning: parameters that are multiplied by a mask of zeros and ones. Source: PyTorch 1.13's Python front end.
///
/// A pruned parameter NAME becomes the parameter NAME_orig and the buffer NAME_mask; the tensor that forward reads is
/// their product, computed when the module is called through a handle. Pruning again takes what is left. An optimizer
/// that was made before trains NAME_orig, with its state.

#include <torchpp/core/callable.h>
#include <torchpp/nn/module.h>

namespace torchpp {
namespace nn {
namespace utils {
namespace prune {

/// How much is pruned: a number of elements (or channels), or a share of them. ValueError if it is negative, or a share
/// above 1.
class TORCHPP_API Amount {
 public:
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Amount(T value) : Amount(static_cast<double>(value), std::is_floating_point_v<T>) {}  // NOLINT: implicit
  /// Of so many; ValueError if there are fewer.
  int64_t of(int64_t count) const;

 private:
  Amount(double value, bool is_share);
  double value_;
  bool is_share_;
};

/// A way to find what is pruned.
struct TORCHPP_API PruningMethod {
  /// What of a tensor that is pruned already compute_mask gets: the elements that are left, as a vector; the channels
  /// of `dim` that are left; or everything.
  enum class Type { kUnstructured, kStructured, kGlobal };
  Type type;
  /// A mask like t, from t's values (or their importance) and the mask that stands.
  Callable<Tensor(const Tensor& t, const Tensor& default_mask)> compute_mask;
  int64_t dim = -1;

  static PruningMethod identity();
  static PruningMethod random_unstructured(Amount amount);
  static PruningMethod l1_unstructured(Amount amount);
  static PruningMethod random_structured(Amount amount, int64_t dim = -1);
  static PruningMethod ln_structured(Amount amount, double n, int64_t dim = -1);
  static PruningMethod custom_from_mask(Tensor mask);
};

/// Prunes a parameter by a method; importance_scores, of its shape, stand for its values where they are given. Error,
/// with nothing changed, if there is no such parameter or the method does not fit.
TORCHPP_API void apply(Module& module, const std::string& name, const PruningMethod& method,
                       const Tensor& importance_scores = {});

/// Prunes nothing: a mask of ones.
TORCHPP_API void identity(Module& module, const std::string& name);
/// Elements by chance.
TORCHPP_API void random_unstructured(Module& module, const std::string& name, Amount amount);
/// The elements of the smallest absolute value.
TORCHPP_API void l1_unstructured(Module& module, const std::string& name, Amount amount,
                                 const Tensor& importance_scores = {});
/// Channels of `dim` by chance.
TORCHPP_API void random_structured(Module& module, const std::string& name, Amount amount, int64_t dim);
/// The channels of `dim` of the smallest norm of order n.
TORCHPP_API void ln_structured(Module& module, const std::string& name, Amount amount, double n, int64_t dim,
                               const Tensor& importance_scores = {});
/// Where the mask is 0.
TORCHPP_API void custom_from_mask(Module& module, const std::string& name, const Tensor& mask);
/// Prunes several parameters as if they were one; importance_scores one per parameter (undefined: its values), or none.
/// TypeError unless the method is unstructured.
TORCHPP_API void global_unstructured(const std::vector<std::pair<std::shared_ptr<Module>, std::string>>& parameters,
                                     const PruningMethod& method, const std::vector<Tensor>& importance_scores = {});

/// The parameter has its pruned value and is trained itself again. ValueError if it is not pruned.
TORCHPP_API void remove(Module& module, const std::string& name);
/// Whether any parameter of the module or of those below is pruned.
TORCHPP_API bool is_pruned(Module& module);

}  // namespace prune
}  // namespace utils
}  // namespace nn
}  // namespace torchpp

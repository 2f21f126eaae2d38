// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tensor: the handle with all operators as methods. The free functions stand in ops/*.h.

#include <torchpp/core/callable.h>
#include <torchpp/core/generator.h>
#include <torchpp/core/optional.h>
#include <torchpp/core/scalar.h>
#include <torchpp/core/tensor_base.h>
#include <torchpp/ops/sparse_gradient.h>

#include <iosfwd>
#include <tuple>
#include <vector>

namespace torchpp {

class Tensor;
namespace autograd {
struct Node;
}
namespace indexing {
struct TensorIndex;
}
namespace cuda {
class CUDAStream;
}

using TensorList = ArrayRef<Tensor>;

/// An n-dimensional array, by reference: copies of the handle are the same tensor. Operators named with a trailing
/// underscore change it in place and return it. Methods are const because the handle does not change.
class TORCHPP_API Tensor : public TensorBase {
 public:
  Tensor() = default;
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) = default;
  explicit Tensor(TensorBase base) : TensorBase(std::move(base)) {}
  explicit Tensor(intrusive_ptr<TensorImpl> impl) : TensorBase(std::move(impl)) {}
  static Tensor wrap_tensor_impl(intrusive_ptr<TensorImpl> impl) { return Tensor(std::move(impl)); }
  Tensor& operator=(const Tensor&) & = default;
  Tensor& operator=(Tensor&&) & = default;
  /// Assignment to a temporary (`x[0] = y`) writes into the tensor.
  Tensor& operator=(const Tensor& source) &&;
  Tensor& operator=(const Scalar& value) &&;

  // ---- autograd
  Tensor& requires_grad_(bool value = true) const;
  const Tensor& set_requires_grad(bool value) const {
    requires_grad_(value);
    return *this;
  }
  /// The accumulated gradient; undefined before backward.
  const Tensor& grad() const;
  Tensor& mutable_grad() const;
  /// The node that made this tensor; null for leaves.
  intrusive_ptr<autograd::Node> grad_fn() const;
  /// Adds to the gradients of the leaves that this tensor was computed from (or of `inputs` only). `gradient` may be
  /// left out for a scalar. retain_graph defaults to create_graph.
  void backward(const Tensor& gradient = {}, optional<bool> retain_graph = nullopt, bool create_graph = false,
                optional<TensorList> inputs = nullopt) const;
  void retain_grad() const;
  /// Calls the hook with the gradient of this tensor at each backward; what it returns takes the gradient's place,
  /// unless it returns nothing or an undefined tensor. Returns a number for remove_hook.
  template <class F>
  unsigned register_hook(F&& hook) const {
    if constexpr (std::is_void_v<std::invoke_result_t<F&, Tensor>>)
      return register_gradient_hook([f = std::forward<F>(hook)](const Tensor& g) mutable {
        f(g);
        return Tensor();
      });
    else return register_gradient_hook(std::forward<F>(hook));
  }
  void remove_hook(unsigned position) const;
  /// The same memory, no history; `variable_data` counts versions apart, `tensor_data` together.
  Tensor variable_data() const;
  Tensor tensor_data() const;
  template <class T>
  T* data() const {
    return data_ptr<T>();
  }
  Tensor _base() const;
  /// The name that autograd::set_name() gave the tensor, else "".
  const std::string& name() const;
  /// The tangent at a forward-mode level; undefined when there is none.
  Tensor _fw_grad(int64_t level) const;

  // ---- conversion
  /// The only element as a T.
  template <class T>
  T item() const {
    return item().to<T>();
  }
  Tensor to(TypeMeta dtype, bool non_blocking = false, bool copy = false) const {
    return to(dtype.toScalarType(), non_blocking, copy);
  }
  Tensor toType(ScalarType t) const { return to(t); }
  Tensor cpu() const { return to(Device(kCPU)); }
  Tensor cuda() const { return to(Device(kCUDA)); }
  /// Tells the CUDA allocator that work of another stream than the one that was current when the memory was made uses
  /// it: the memory is not given to others before that work is done.
  void record_stream(const cuda::CUDAStream& stream) const;

  // ---- indexing
  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor operator[](const Scalar& index) const { return select(0, index.toLong()); }
  Tensor operator[](const Tensor& index) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor& index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor& value);
  Tensor& index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar& value);
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor& value);
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar& value);

  // ---- operators; those between tensors and numbers stand below the class
  Tensor operator-() const { return neg(); }
  Tensor operator~() const { return bitwise_not(); }
  Tensor& operator+=(const Tensor& o) { return add_(o); }
  Tensor& operator+=(const Scalar& o) { return add_(o); }
  Tensor& operator-=(const Tensor& o) { return sub_(o); }
  Tensor& operator-=(const Scalar& o) { return sub_(o); }
  Tensor& operator*=(const Tensor& o) { return mul_(o); }
  Tensor& operator*=(const Scalar& o) { return mul_(o); }
  Tensor& operator/=(const Tensor& o) { return div_(o); }
  Tensor& operator/=(const Scalar& o) { return div_(o); }
  Tensor& operator&=(const Tensor& o) { return bitwise_and_(o); }
  Tensor& operator&=(const Scalar& o) { return bitwise_and_(o); }
  Tensor& operator|=(const Tensor& o) { return bitwise_or_(o); }
  Tensor& operator|=(const Scalar& o) { return bitwise_or_(o); }
  Tensor& operator^=(const Tensor& o) { return bitwise_xor_(o); }
  Tensor& operator^=(const Scalar& o) { return bitwise_xor_(o); }
  Tensor& operator<<=(const Tensor& o) { return bitwise_left_shift_(o); }
  Tensor& operator<<=(const Scalar& o) { return bitwise_left_shift_(o); }
  Tensor& operator>>=(const Tensor& o) { return bitwise_right_shift_(o); }
  Tensor& operator>>=(const Scalar& o) { return bitwise_right_shift_(o); }

  /// Prints the tensor's description and values to standard output.
  void print() const;
  std::string toString() const;

  /// Makes the tensor show this memory, all of it, as elements of its own dtype; or from this element of it on, as
  /// set_() with a tensor.
  Tensor& set_(const Storage& source) const;
  Tensor& set_(const Storage& source, int64_t storage_offset, IntArrayRef size, IntArrayRef stride = {}) const;

#include <torchpp/ops/methods.inc>

 private:
  unsigned register_gradient_hook(Callable<Tensor(const Tensor&)> hook) const;
};

#define TORCHPP_OPERATOR(op, name)                                                  \
  inline Tensor operator op(const Tensor& a, const Tensor& b) { return a.name(b); } \
  inline Tensor operator op(const Tensor& a, const Scalar& b) { return a.name(b); }
TORCHPP_OPERATOR(+, add)
TORCHPP_OPERATOR(-, sub)
TORCHPP_OPERATOR(*, mul)
TORCHPP_OPERATOR(/, div)
TORCHPP_OPERATOR(%, remainder)
TORCHPP_OPERATOR(&, bitwise_and)
TORCHPP_OPERATOR(|, bitwise_or)
TORCHPP_OPERATOR(^, bitwise_xor)
TORCHPP_OPERATOR(<<, bitwise_left_shift)
TORCHPP_OPERATOR(>>, bitwise_right_shift)
TORCHPP_OPERATOR(==, eq)
TORCHPP_OPERATOR(!=, ne)
TORCHPP_OPERATOR(<, lt)
TORCHPP_OPERATOR(<=, le)
TORCHPP_OPERATOR(>, gt)
TORCHPP_OPERATOR(>=, ge)
#undef TORCHPP_OPERATOR
inline Tensor operator+(const Scalar& a, const Tensor& b) { return b.add(a); }
inline Tensor operator*(const Scalar& a, const Tensor& b) { return b.mul(a); }
TORCHPP_API Tensor operator-(const Scalar& a, const Tensor& b);
TORCHPP_API Tensor operator/(const Scalar& a, const Tensor& b);
TORCHPP_API Tensor operator%(const Scalar& a, const Tensor& b);
inline Tensor operator&(const Scalar& a, const Tensor& b) { return b.bitwise_and(a); }
inline Tensor operator|(const Scalar& a, const Tensor& b) { return b.bitwise_or(a); }
inline Tensor operator^(const Scalar& a, const Tensor& b) { return b.bitwise_xor(a); }
inline Tensor operator==(const Scalar& a, const Tensor& b) { return b.eq(a); }
inline Tensor operator!=(const Scalar& a, const Tensor& b) { return b.ne(a); }
inline Tensor operator<(const Scalar& a, const Tensor& b) { return b.gt(a); }
inline Tensor operator<=(const Scalar& a, const Tensor& b) { return b.ge(a); }
inline Tensor operator>(const Scalar& a, const Tensor& b) { return b.lt(a); }
inline Tensor operator>=(const Scalar& a, const Tensor& b) { return b.le(a); }

/// Writes values, shape and type as PyTorch's C++ front end does.
TORCHPP_API std::ostream& operator<<(std::ostream& out, const Tensor& tensor);

// Reading an element of the most common types needs no Scalar.
template <>
TORCHPP_API float Tensor::item<float>() const;
template <>
TORCHPP_API double Tensor::item<double>() const;
template <>
TORCHPP_API int64_t Tensor::item<int64_t>() const;

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Tensor: the handle with all operators as methods. The free functions are in ops/*.h.

#include <torchpp/core/generator.h>
#include <torchpp/core/scalar.h>
#include <torchpp/core/tensor_base.h>

#include <functional>
#include <iosfwd>
#include <optional>
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
  int64_t output_nr() const;
  /// Adds to the gradients of the leaves that this tensor was computed from (or of `inputs` only). `gradient` may be
  /// left out for a scalar. retain_graph defaults to create_graph.
  void backward(const Tensor& gradient = {}, std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
                std::optional<TensorList> inputs = std::nullopt) const;
  /// A tensor without history that shares this tensor's memory: writes to one change the other.
  Tensor detach() const;
  Tensor& detach_() const;
  void retain_grad() const;
  bool retains_grad() const;
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
  /// Tensors without history that share this tensor's memory; `variable_data` has a version counter of its own,
  /// `tensor_data` shares this tensor's.
  Tensor variable_data() const;
  Tensor tensor_data() const;
  Tensor data() const { return variable_data(); }
  template <class T>
  T* data() const {
    return data_ptr<T>();
  }
  /// Makes this tensor share the other's memory and geometry; keeps gradient, hooks and identity.
  void set_data(const Tensor& other) const;
  Tensor _base() const;
  /// The tangent at a forward-mode level; undefined when there is none.
  Tensor _fw_grad(int64_t level) const;

  // ---- conversion and copies
  /// The only element, as a T or a Scalar.
  template <class T>
  T item() const {
    return item().to<T>();
  }
  Scalar item() const;
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(TypeMeta dtype, bool non_blocking = false, bool copy = false) const {
    return to(dtype.toScalarType(), non_blocking, copy);
  }
  Tensor to(Device device, ScalarType dtype, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(TensorOptions options, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(const Tensor& like, bool non_blocking = false, bool copy = false,
            std::optional<MemoryFormat> memory_format = std::nullopt) const;
  /// Whether the memory is page-locked, so that a CUDA device copies it while the program goes on.
  bool is_pinned() const;
  /// Itself if it is, else a copy of it in such memory. Throws for other devices than the CPU, and without CUDA.
  Tensor pin_memory() const;
  /// Tells the CUDA allocator that work of another stream than the one that was current when the memory was made uses
  /// it: the memory is not given to others before that work is done.
  void record_stream(const cuda::CUDAStream& stream) const;
  Tensor type_as(const Tensor& like) const { return to(like); }
  Tensor toType(ScalarType t) const { return to(t); }
  Tensor cpu() const { return to(Device(kCPU)); }
  Tensor cuda() const { return to(Device(kCUDA)); }
  Tensor clone(std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor contiguous(MemoryFormat memory_format = MemoryFormat::Contiguous) const;
  Tensor& copy_(const Tensor& source, bool non_blocking = false) const;
  Tensor& fill_(const Scalar& value) const;
  Tensor& fill_(const Tensor& value) const;
  Tensor& zero_() const;
  Tensor& resize_(IntArrayRef size, std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor& resize_as_(const Tensor& like, std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor& set_(const Tensor& source) const;
  Tensor new_empty(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_zeros(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_ones(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_full(IntArrayRef size, const Scalar& value, TensorOptions options = {}) const;

  // ---- views and shapes
  Tensor view(IntArrayRef size) const;
  Tensor view(ScalarType dtype) const;
  Tensor view_as(const Tensor& other) const { return view(other.sizes()); }
  Tensor reshape(IntArrayRef shape) const;
  Tensor reshape_as(const Tensor& other) const { return reshape(other.sizes()); }
  Tensor flatten(int64_t start_dim = 0, int64_t end_dim = -1) const;
  Tensor unflatten(int64_t dim, IntArrayRef sizes) const;
  Tensor ravel() const { return reshape({-1}); }
  Tensor squeeze() const;
  Tensor squeeze(int64_t dim) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor& squeeze_() const;
  Tensor& squeeze_(int64_t dim) const;
  Tensor& unsqueeze_(int64_t dim) const;
  Tensor transpose(int64_t dim0, int64_t dim1) const;
  Tensor& transpose_(int64_t dim0, int64_t dim1) const;
  Tensor swapaxes(int64_t axis0, int64_t axis1) const { return transpose(axis0, axis1); }
  Tensor& swapaxes_(int64_t axis0, int64_t axis1) const { return transpose_(axis0, axis1); }
  Tensor swapdims(int64_t dim0, int64_t dim1) const { return transpose(dim0, dim1); }
  Tensor& swapdims_(int64_t dim0, int64_t dim1) const { return transpose_(dim0, dim1); }
  Tensor t() const;
  Tensor& t_() const;
  Tensor mT() const;
  Tensor permute(IntArrayRef dims) const;
  Tensor movedim(int64_t source, int64_t destination) const;
  Tensor movedim(IntArrayRef source, IntArrayRef destination) const;
  Tensor expand(IntArrayRef size, bool implicit = false) const;
  Tensor expand_as(const Tensor& other) const { return expand(other.sizes()); }
  Tensor broadcast_to(IntArrayRef size) const { return expand(size); }
  Tensor narrow(int64_t dim, int64_t start, int64_t length) const;
  Tensor select(int64_t dim, int64_t index) const;
  Tensor slice(int64_t dim = 0, std::optional<int64_t> start = std::nullopt, std::optional<int64_t> end = std::nullopt,
               int64_t step = 1) const;
  std::vector<Tensor> split(int64_t split_size, int64_t dim = 0) const;
  std::vector<Tensor> split(IntArrayRef split_sizes, int64_t dim = 0) const {
    return split_with_sizes(split_sizes, dim);
  }
  std::vector<Tensor> split_with_sizes(IntArrayRef split_sizes, int64_t dim = 0) const;
  std::vector<Tensor> chunk(int64_t chunks, int64_t dim = 0) const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor as_strided(IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset = std::nullopt) const;
  Tensor& as_strided_(IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset = std::nullopt) const;
  Tensor diagonal(int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) const;
  Tensor unfold(int64_t dimension, int64_t size, int64_t step) const;
  Tensor alias() const;
  Tensor repeat(IntArrayRef repeats) const;
  Tensor flip(IntArrayRef dims) const;
  Tensor tril(int64_t diagonal = 0) const;
  Tensor triu(int64_t diagonal = 0) const;
  Tensor sum_to_size(IntArrayRef size) const;
  bool is_same_size(const Tensor& other) const { return sizes() == other.sizes(); }

  // ---- complex numbers
  Tensor conj() const;
  Tensor conj_physical() const;
  Tensor resolve_conj() const;
  Tensor resolve_neg() const;
  Tensor _neg_view() const;

  // ---- indexing
  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor operator[](const Scalar& index) const { return select(0, index.toLong()); }
  Tensor operator[](const Tensor& index) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor index(TensorList indices) const;
  Tensor& index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor& value);
  Tensor& index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar& value);
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor& value);
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar& value);
  Tensor& index_put_(TensorList indices, const Tensor& values, bool accumulate = false) const;
  Tensor index_select(int64_t dim, const Tensor& index) const;
  Tensor index_add(int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha = 1) const;
  Tensor& index_add_(int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha = 1) const;
  Tensor& index_copy_(int64_t dim, const Tensor& index, const Tensor& source) const;
  Tensor& index_fill_(int64_t dim, const Tensor& index, const Scalar& value) const;
  Tensor gather(int64_t dim, const Tensor& index, bool sparse_grad = false) const;
  Tensor scatter(int64_t dim, const Tensor& index, const Tensor& src) const;
  Tensor scatter(int64_t dim, const Tensor& index, const Scalar& value) const;
  Tensor& scatter_(int64_t dim, const Tensor& index, const Tensor& src) const;
  Tensor& scatter_(int64_t dim, const Tensor& index, const Scalar& value) const;
  Tensor scatter_add(int64_t dim, const Tensor& index, const Tensor& src) const;
  Tensor& scatter_add_(int64_t dim, const Tensor& index, const Tensor& src) const;
  Tensor masked_fill(const Tensor& mask, const Scalar& value) const;
  Tensor masked_fill(const Tensor& mask, const Tensor& value) const;
  Tensor& masked_fill_(const Tensor& mask, const Scalar& value) const;
  Tensor& masked_fill_(const Tensor& mask, const Tensor& value) const;
  Tensor masked_select(const Tensor& mask) const;
  Tensor nonzero() const;
  Tensor where(const Tensor& condition, const Tensor& other) const;

  // ---- element-wise
#define TORCHPP_UNARY(name, rule) \
  Tensor name() const;            \
  Tensor& name##_() const;
#define TORCHPP_BINARY(name, rule, overloads) \
  Tensor name(const Tensor& other) const;     \
  Tensor name(const Scalar& other) const;     \
  Tensor& name##_(const Tensor& other) const; \
  Tensor& name##_(const Scalar& other) const;
#define TORCHPP_BINARY_TENSOR(name, rule) \
  Tensor name(const Tensor& other) const; \
  Tensor& name##_(const Tensor& other) const;
#define TORCHPP_BINARY_OUT(name, rule) Tensor name(const Tensor& other) const;
#include <torchpp/ops/pointwise.def>
  Tensor add(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor add(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor& add_(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor& add_(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor sub(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor sub(const Scalar& other, const Scalar& alpha = 1) const;
  Tensor& sub_(const Tensor& other, const Scalar& alpha = 1) const;
  Tensor& sub_(const Scalar& other, const Scalar& alpha = 1) const;
  /// rounding_mode: "trunc" or "floor"; none is true division.
  Tensor div(const Tensor& other, std::optional<std::string> rounding_mode) const;
  Tensor div(const Scalar& other, std::optional<std::string> rounding_mode) const;
  Tensor& div_(const Tensor& other, std::optional<std::string> rounding_mode) const;
  Tensor& div_(const Scalar& other, std::optional<std::string> rounding_mode) const;
  Tensor floor_divide(const Tensor& other) const { return div(other, "floor"); }
  Tensor floor_divide(const Scalar& other) const { return div(other, "floor"); }
  Tensor true_divide(const Tensor& other) const { return div(other); }
  Tensor true_divide(const Scalar& other) const { return div(other); }
  Tensor& true_divide_(const Tensor& other) const { return div_(other); }
  Tensor& true_divide_(const Scalar& other) const { return div_(other); }
  Tensor square() const { return pow(Scalar(2)); }
  Tensor clamp(const std::optional<Scalar>& min, const std::optional<Scalar>& max = std::nullopt) const;
  Tensor clamp(const std::optional<Tensor>& min, const std::optional<Tensor>& max = std::nullopt) const;
  Tensor& clamp_(const std::optional<Scalar>& min, const std::optional<Scalar>& max = std::nullopt) const;
  Tensor clamp_min(const Scalar& min) const;
  Tensor clamp_max(const Scalar& max) const;
  Tensor& clamp_min_(const Scalar& min) const;
  Tensor& clamp_max_(const Scalar& max) const;
  Tensor addcmul(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) const;
  Tensor& addcmul_(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) const;
  Tensor addcdiv(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) const;
  Tensor& addcdiv_(const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) const;
  Tensor lerp(const Tensor& end, const Scalar& weight) const;
  Tensor lerp(const Tensor& end, const Tensor& weight) const;
  Tensor& lerp_(const Tensor& end, const Scalar& weight) const;
  Tensor& lerp_(const Tensor& end, const Tensor& weight) const;
  Tensor isnan() const;
  Tensor isinf() const;
  Tensor isfinite() const;
  bool equal(const Tensor& other) const;
  bool allclose(const Tensor& other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) const;
  Tensor isclose(const Tensor& other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) const;
  bool is_nonzero() const;

  // ---- reductions
  Tensor sum(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor sum(OptionalIntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor mean(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor mean(OptionalIntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor prod(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor prod(int64_t dim, bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor amax(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor amin(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor max() const;
  Tensor max(const Tensor& other) const { return maximum(other); }
  std::tuple<Tensor, Tensor> max(int64_t dim, bool keepdim = false) const;
  Tensor min() const;
  Tensor min(const Tensor& other) const { return minimum(other); }
  std::tuple<Tensor, Tensor> min(int64_t dim, bool keepdim = false) const;
  Tensor argmax(std::optional<int64_t> dim = std::nullopt, bool keepdim = false) const;
  Tensor argmin(std::optional<int64_t> dim = std::nullopt, bool keepdim = false) const;
  Tensor any() const;
  Tensor any(int64_t dim, bool keepdim = false) const;
  Tensor all() const;
  Tensor all(int64_t dim, bool keepdim = false) const;
  Tensor var(bool unbiased = true) const;
  Tensor var(int dim) const { return var(IntArrayRef(static_cast<int64_t>(dim))); }
  Tensor var(OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false) const;
  Tensor std(bool unbiased = true) const;
  Tensor std(int dim) const { return std(IntArrayRef(static_cast<int64_t>(dim))); }
  Tensor std(OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false) const;
  Tensor norm(const Scalar& p = 2) const;
  Tensor norm(const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim = false) const;
  Tensor cumsum(int64_t dim, std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor logsumexp(IntArrayRef dim, bool keepdim = false) const;
  Tensor softmax(int64_t dim, std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor log_softmax(int64_t dim, std::optional<ScalarType> dtype = std::nullopt) const;
  std::tuple<Tensor, Tensor> sort(int64_t dim = -1, bool descending = false) const;
  std::tuple<Tensor, Tensor> sort(std::optional<bool> stable, int64_t dim = -1, bool descending = false) const;
  Tensor argsort(int64_t dim = -1, bool descending = false) const;
  std::tuple<Tensor, Tensor> topk(int64_t k, int64_t dim = -1, bool largest = true, bool sorted = true) const;

  // ---- linear algebra
  Tensor matmul(const Tensor& other) const;
  Tensor mm(const Tensor& mat2) const;
  Tensor bmm(const Tensor& mat2) const;
  Tensor mv(const Tensor& vec) const;
  Tensor dot(const Tensor& other) const;
  Tensor outer(const Tensor& vec2) const;
  Tensor addmm(const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1, const Scalar& alpha = 1) const;
  Tensor& addmm_(const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1, const Scalar& alpha = 1) const;
  Tensor addmv(const Tensor& mat, const Tensor& vec, const Scalar& beta = 1, const Scalar& alpha = 1) const;
  Tensor baddbmm(const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1, const Scalar& alpha = 1) const;

  // ---- random numbers, in place
  Tensor& uniform_(double from = 0, double to = 1, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& normal_(double mean = 0, double std = 1, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& random_(const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& random_(int64_t to, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& random_(int64_t from, std::optional<int64_t> to,
                  const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& bernoulli_(double p = 0.5, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& bernoulli_(const Tensor& p, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor bernoulli(const std::optional<Generator>& generator = std::nullopt) const;
  Tensor bernoulli(double p, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& exponential_(double lambd = 1, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& geometric_(double p, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& cauchy_(double median = 0, double sigma = 1, const std::optional<Generator>& generator = std::nullopt) const;
  Tensor& log_normal_(double mean = 1, double std = 2, const std::optional<Generator>& generator = std::nullopt) const;

  // ---- activations
  Tensor hardshrink(const Scalar& lambd = 0.5) const;
  Tensor prelu(const Tensor& weight) const;

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
  Tensor& operator|=(const Tensor& o) { return bitwise_or_(o); }
  Tensor& operator^=(const Tensor& o) { return bitwise_xor_(o); }

  /// Prints the tensor's description and values to standard output.
  void print() const;
  std::string toString() const;

 private:
  unsigned register_gradient_hook(std::function<Tensor(const Tensor&)> hook) const;
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

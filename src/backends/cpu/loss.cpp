// SPDX-License-Identifier: BSD-3-Clause

// Losses and their gradients: a value per element, or added up block by block without storing them.

#include <torchpp/core/parallel.h>

#include <memory>

#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/loss_rules.h"
#include "src/ops/operand.h"
#include "src/ops/result.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kTermBlock = 1024;  // values that stay in the first-level cache between two loops

// The operands in the dtype of computation, flat.
class Flat : public LossShape {
 public:
  Flat(const char* op, const Tensor& self, const Tensor& target, const Tensor& weight = Tensor())
      : LossShape(op, self, target, weight), a_(flatten(self)), b_(flatten(target)) {
    if (weight.defined()) w_ = flatten(weight);
  }
  Tensor flatten(const Tensor& t) const { return spread_over(converted(t, compute), sizes); }
  template <class T>
  const T* a() const {
    return static_cast<const T*>(a_.impl()->data());
  }
  template <class T>
  const T* b() const {
    return static_cast<const T*>(b_.impl()->data());
  }
  /// Null without weights.
  template <class T>
  const T* w() const {
    return w_.defined() ? static_cast<const T*>(w_.impl()->data()) : nullptr;
  }

 private:
  Tensor a_, b_, w_;
};

template <class F>
void with_compute_type(ScalarType t, const F& f) {
  if (t == kDouble) f(static_cast<double*>(nullptr));
  else f(static_cast<float*>(nullptr));
}

// The result of Meta tensors.
Tensor without_values(const Out& out, const Tensor& like, const Flat& x, int64_t reduction) {
  return deliver_loss(out, like, Tensor(make_tensor(loss_sizes(x.sizes, reduction), x.compute, like.device())),
                      x.dtype);
}

template <class T>
T add(const T* x, int64_t n) {
  T sum;
  select(sum_loops, CppTypeToScalarType<T>::value)(&sum, reinterpret_cast<const char*>(x), sizeof(T), n);
  return sum;
}

// terms(first, count, to) writes the values of elements [first, first + count).
template <class T, class F>
Tensor reduce_terms(const Out& out, const Tensor& like, const Flat& x, int64_t reduction, const F& terms) {
  if (reduction == Reduction::None) {
    const Tensor values(make_tensor(x.sizes, x.compute, kCPU));
    T* to = static_cast<T*>(values.impl()->data());
    parallel_for(0, x.n, kReduceGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; i += kTermBlock) terms(i, end - i < kTermBlock ? end - i : kTermBlock, to + i);
    });
    return deliver_loss(out, like, values, x.dtype);
  }
  double total = parallel_reduce(
      int64_t{0}, x.n, kReduceGrain, 0.0,
      [&](int64_t begin, int64_t end, double sum) {
        alignas(64) T block[kTermBlock];
        for (int64_t i = begin; i < end; i += kTermBlock) {
          const int64_t count = end - i < kTermBlock ? end - i : kTermBlock;
          terms(i, count, block);
          sum += static_cast<double>(add(block, count));
        }
        return sum;
      },
      [](double a, double b) { return a + b; });
  if (reduction == Reduction::Mean) total /= static_cast<double>(x.n);
  const Tensor value(make_tensor({}, x.compute, kCPU));
  *static_cast<T*>(value.impl()->data()) = static_cast<T>(total);
  return deliver_loss(out, like, value, x.dtype);
}

// A loss that is a loop of input and target.
Tensor loss(const char* op, const Out& out, const Tensor& self, const Tensor& target, int64_t reduction,
            const LoopTable<LoopFn>& loops, const Scalars& scalars) {
  const Flat x(op, self, target);
  if (self.is_meta()) return without_values(out, self, x, reduction);
  const LoopFn loop = select(loops, x.compute);
  Tensor result;
  with_compute_type(x.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    const T *a = x.a<T>(), *b = x.b<T>();
    result = reduce_terms<T>(out, self, x, reduction, [&](int64_t first, int64_t count, T* to) {
      char* const data[] = {reinterpret_cast<char*>(to), reinterpret_cast<char*>(const_cast<T*>(a + first)),
                            reinterpret_cast<char*>(const_cast<T*>(b + first))};
      const int64_t strides[] = {sizeof(T), sizeof(T), sizeof(T)};
      loop(data, strides, count, &scalars);
    });
  });
  return result;
}

// The gradient slope(input, target, i) of each term times that of the loss; of a mean, divided by the number of terms.
template <class T, class F>
Tensor scale_slopes(const Out& out, const Tensor& self, const Tensor& grad, const Flat& x, int64_t reduction,
                    const F& slope) {
  const Tensor result(make_tensor(x.sizes, x.compute, kCPU));
  T* to = static_cast<T*>(result.impl()->data());
  const T *a = x.a<T>(), *b = x.b<T>();
  const T share = reduction == Reduction::Mean ? T(1) / static_cast<T>(x.n) : T(1);
  if (grad.numel() == 1 && x.n != 1) {
    const Tensor g = converted(grad, x.compute);
    const T scale = *static_cast<const T*>(g.impl()->data()) * share;
    parallel_for(0, x.n, kReduceGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = scale * slope(a[i], b[i], i);
    });
  } else {
    const Tensor g = x.flatten(grad);
    const T* each = static_cast<const T*>(g.impl()->data());
    parallel_for(0, x.n, kReduceGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = each[i] * share * slope(a[i], b[i], i);
    });
  }
  return deliver_loss(out, self, result, x.dtype);
}
template <class F>
Tensor loss_backward(const char* op, const Out& out, const Tensor& grad, const Tensor& self, const Tensor& target,
                     int64_t reduction, const F& slope) {
  const Flat x(op, self, target);
  if (self.is_meta()) return without_values(out, self, x, Reduction::None);
  Tensor result;
  with_compute_type(x.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    result = scale_slopes<T>(out, self, grad, x, reduction, [&](T a, T b, int64_t) { return slope(a, b); });
  });
  return result;
}

// Checks probabilities and gives terms of the cross entropy. log is not taken below e^-100.
template <class T>
class BceTerms {
 public:
  explicit BceTerms(const Flat& x) : a_(x.a<T>()), b_(x.b<T>()), w_(x.w<T>()) {
    constexpr ScalarType kType = CppTypeToScalarType<T>::value;
    log_ = select(log_loops, kType);
    log1p_ = select(log1p_loops, kType);
  }
  void operator()(int64_t first, int64_t count, T* to) const {
    alignas(64) T rest[kTermBlock];
    const T *x = a_ + first, *y = b_ + first;
    bool valid = true;
    for (int64_t i = 0; i < count; ++i) {
      valid &= (x[i] >= T(0)) & (x[i] <= T(1));
      rest[i] = -x[i];
    }
    TORCHPP_CHECK(valid, "binary_cross_entropy: all elements of input should be between 0 and 1");
    apply(log_, to, x, count);
    apply(log1p_, rest, rest, count);
    for (int64_t i = 0; i < count; ++i) {
      const T yes = to[i] > T(-100) ? to[i] : T(-100), no = rest[i] > T(-100) ? rest[i] : T(-100);
      to[i] = (y[i] - T(1)) * no - y[i] * yes;
    }
    if (w_ != nullptr)
      for (int64_t i = 0; i < count; ++i) to[i] *= w_[first + i];
  }

 private:
  static void apply(LoopFn loop, T* to, const T* x, int64_t count) {
    char* const data[] = {reinterpret_cast<char*>(to), reinterpret_cast<char*>(const_cast<T*>(x))};
    const int64_t strides[] = {sizeof(T), sizeof(T)};
    loop(data, strides, count, nullptr);
  }
  const T *a_, *b_, *w_;
  LoopFn log_, log1p_;
};

// Scores, targets and weights of one call of nll_loss.
template <class T>
struct Nll {
  using C = std::conditional_t<sizeof(T) == 2, float, T>;

  Nll(const NllShape& s, const Tensor& target, const Tensor& weight, int64_t ignored)
      : shape(s), ignored_(ignored), target_(target.impl()->data()), bytes_(target.scalar_type() == kByte) {
    weight_ = weight.defined() ? static_cast<const T*>(weight.impl()->data()) : nullptr;
  }
  /// The class of element i, or -1 if it does not count.
  int64_t at(int64_t i) const {
    const int64_t t = bytes_ ? static_cast<const uint8_t*>(target_)[i] : static_cast<const int64_t*>(target_)[i];
    if (t == ignored_) return -1;
    if (TORCHPP_UNLIKELY(t < 0 || t >= shape.classes)) fail_target(t);
    return t;
  }
  C weight(int64_t t) const { return weight_ != nullptr ? static_cast<C>(weight_[t]) : C(1); }
  /// Where the score of class t for element i lies.
  int64_t offset(int64_t i, int64_t t) const {
    return (i / shape.inner * shape.classes + t) * shape.inner + i % shape.inner;
  }

  const NllShape& shape;

 private:
  int64_t ignored_;
  const void* target_;
  const T* weight_;
  bool bytes_;
};

struct WeightedSum {
  double sum, weight;
};

}  // namespace

Tensor mse_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction) {
  return loss("mse_cpu", out, self, target, reduction, mse_loops, Scalars{});
}
Tensor mse_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction) {
  return loss_backward("mse_backward_cpu_out", out, grad, self, target, reduction,
                       [](auto a, auto b) { return 2 * (a - b); });
}

Tensor smooth_l1_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  check_smooth_l1(beta);
  return loss("smooth_l1_cpu", out, self, target, reduction, smooth_l1_loops, make_scalars(beta));
}
Tensor smooth_l1_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction,
                               double beta) {
  check_smooth_l1(beta);
  return loss_backward("smooth_l1_backward_cpu_out", out, grad, self, target, reduction, [beta](auto a, auto b) {
    using T = decltype(a);
    const T z = a - b, edge = static_cast<T>(beta);
    return z <= -edge ? T(-1) : z >= edge ? T(1) : z / edge;
  });
}

Tensor huber_loss(Out out, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  check_huber(delta);
  return loss("huber_cpu", out, self, target, reduction, huber_loops, make_scalars(delta));
}
Tensor huber_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, int64_t reduction,
                           double delta) {
  check_huber(delta);
  return loss_backward("huber_backward_cpu_out", out, grad, self, target, reduction, [delta](auto a, auto b) {
    using T = decltype(a);
    const T z = a - b, edge = static_cast<T>(delta);
    return z <= -edge ? -edge : z >= edge ? edge : z;
  });
}

Tensor binary_cross_entropy(Out out, const Tensor& self, const Tensor& target, const Tensor& weight,
                            int64_t reduction) {
  const Flat x("binary_cross_entropy", self, target, weight);
  if (self.is_meta()) return without_values(out, self, x, reduction);
  Tensor result;
  with_compute_type(x.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    result = reduce_terms<T>(out, self, x, reduction, BceTerms<T>(x));
  });
  return result;
}
Tensor binary_cross_entropy_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target,
                                     const Tensor& weight, int64_t reduction) {
  const Flat x("binary_cross_entropy_backward", self, target, weight);
  if (self.is_meta()) return without_values(out, self, x, Reduction::None);
  Tensor result;
  with_compute_type(x.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    const T* w = x.w<T>();
    result = scale_slopes<T>(out, self, grad, x, reduction, [w](T a, T b, int64_t i) {
      const T spread = (T(1) - a) * a, slope = (a - b) / (spread > T(1e-12) ? spread : T(1e-12));
      return w != nullptr ? slope * w[i] : slope;
    });
  });
  return result;
}

TensorPair nll_loss_forward(Out out, const Tensor& self, const Tensor& target, const Tensor& weight, int64_t reduction,
                            int64_t ignore_index) {
  const NllShape shape = nll_shape(self, target, weight);
  const Tensor in = dense(self), targets = dense(target), weights = weight.defined() ? dense(weight) : weight;
  Tensor output(make_tensor(loss_sizes(shape.target, reduction), self.scalar_type(), self.device()));
  Tensor total_weight(make_tensor({}, self.scalar_type(), self.device()));
  const int64_t n = shape.batch * shape.inner;
  visit_floating(self.scalar_type(), "nll_loss_out_frame", [&](auto tag) {
    if (self.is_meta()) return;
    using T = typename decltype(tag)::type;
    using C = typename Nll<T>::C;
    const Nll<T> nll(shape, targets, weights, ignore_index);
    const T* x = static_cast<const T*>(in.impl()->data());
    T* to = static_cast<T*>(output.impl()->data());
    T* total = static_cast<T*>(total_weight.impl()->data());
    if (reduction == Reduction::None) {
      *total = T(0.f);
      parallel_for(0, n, kReduceGrain / 4, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t t = nll.at(i);
          to[i] = t < 0 ? static_cast<T>(C(0)) : static_cast<T>(-static_cast<C>(x[nll.offset(i, t)]) * nll.weight(t));
        }
      });
      return;
    }
    const WeightedSum sum = parallel_reduce(
        int64_t{0}, n, kReduceGrain / 4, WeightedSum{0, 0},
        [&](int64_t begin, int64_t end, WeightedSum s) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t t = nll.at(i);
            if (t < 0) continue;
            const double w = static_cast<double>(nll.weight(t));
            s.sum -= static_cast<double>(static_cast<C>(x[nll.offset(i, t)])) * w;
            s.weight += w;
          }
          return s;
        },
        [](const WeightedSum& a, const WeightedSum& b) {
          return WeightedSum{a.sum + b.sum, a.weight + b.weight};
        });
    *total = static_cast<T>(static_cast<C>(sum.weight));
    *to = static_cast<T>(static_cast<C>(reduction == Reduction::Mean ? sum.sum / sum.weight : sum.sum));
  });
  return finish_kernel(out, {std::move(output), std::move(total_weight)});
}

Tensor nll_loss_backward(Out out, const Tensor& grad, const Tensor& self, const Tensor& target, const Tensor& weight,
                         int64_t reduction, int64_t ignore_index, const Tensor& total_weight) {
  const NllShape shape = nll_shape(self, target, weight);
  const Tensor targets = dense(target), weights = weight.defined() ? dense(weight) : weight;
  const Tensor g = dense(converted(grad, self.scalar_type())), total = dense(total_weight);
  check_nll_backward(shape, g, reduction, total_weight);
  Tensor result(make_tensor(self.sizes(), self.scalar_type(), self.device()));
  visit_floating(self.scalar_type(), "nll_loss_backward_out_frame", [&](auto tag) {
    if (self.is_meta()) return;
    using T = typename decltype(tag)::type;
    using C = typename Nll<T>::C;
    const Nll<T> nll(shape, targets, weights, ignore_index);
    const T* from = static_cast<const T*>(g.impl()->data());
    T* to = static_cast<T*>(result.impl()->data());
    C scale = C(1);
    if (reduction == Reduction::Sum) scale = static_cast<C>(*from);
    else if (reduction == Reduction::Mean)
      scale = static_cast<C>(*from) / static_cast<C>(*static_cast<const T*>(total.impl()->data()));
    const int64_t line = shape.classes * shape.inner;
    parallel_for(0, shape.batch, 1 + kReduceGrain / (line + 1), [&](int64_t begin, int64_t end) {
      __builtin_memset(to + begin * line, 0, static_cast<size_t>((end - begin) * line) * sizeof(T));
      for (int64_t i = begin * shape.inner; i < end * shape.inner; ++i) {
        const int64_t t = nll.at(i);
        if (t < 0) continue;
        const C s = reduction == Reduction::None ? static_cast<C>(from[i]) : scale;
        to[nll.offset(i, t)] = static_cast<T>(-s * nll.weight(t));
      }
    });
  });
  return finish_kernel(out, std::move(result));
}

}  // namespace torchpp::cpu

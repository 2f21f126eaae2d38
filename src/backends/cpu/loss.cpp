// SPDX-License-Identifier: BSD-3-Clause

// Losses and their gradients: a value per element, or added up block by block without storing them.

#include <torchpp/core/parallel.h>

#include <algorithm>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/dtype_switch.h"
#include "src/backends/cpu/element_loops.h"
#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/loss_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kTermBlock = 1024;  // values that stay in the first-level cache between two loops

// An operand of the sizes to which the operands broadcast, which lies in memory as a result of these sizes does. One of
// 16-bit floats is widened block by block.
class Flat {
 public:
  Flat(const LossPlan& plan, const Tensor& t) {
    if (!t.defined()) return;
    const IntArrayRef strides = plan.outputs[0].strides;
    const bool fits = t.sizes() == IntArrayRef(plan.sizes) && !t.is_neg() &&
                      (strides.empty() ? t.is_contiguous() : t.strides() == strides);
    const bool widens = fits && isReducedFloatingType(t.scalar_type()) && plan.compute == kFloat;
    if (widens) {
      widen_ = cast_loop(kFloat, t.scalar_type());
    } else if (TORCHPP_UNLIKELY(!fits || t.scalar_type() != plan.compute)) {
      copy_ = Tensor(strides.empty() ? make_tensor(plan.sizes, plan.compute, kCPU)
                                     : make_tensor_strided(plan.sizes, strides, plan.compute, kCPU));
      copy_values(copy_, t);
    }
    data_ = static_cast<const char*>((copy_.defined() ? copy_ : t).impl()->data());
  }
  bool defined() const { return data_ != nullptr; }
  /// So many elements in the dtype of computation, which may be written into `block`.
  template <class T>
  const T* read(int64_t first, int64_t count, T (&block)[kTermBlock]) const {
    if (widen_ == nullptr) return reinterpret_cast<const T*>(data_) + first;
    constexpr int64_t kHalf = 2;
    char* const data[] = {reinterpret_cast<char*>(block), const_cast<char*>(data_) + first * kHalf};
    const int64_t strides[] = {sizeof(T), kHalf};
    widen_(data, strides, count, nullptr);
    return block;
  }

 private:
  Tensor copy_;
  const char* data_ = nullptr;
  LoopFn widen_ = nullptr;
};

template <class F>
void with_compute_type(ScalarType t, const F& f) {
  if (t == kDouble) f(static_cast<double*>(nullptr));
  else f(static_cast<float*>(nullptr));
}

template <class T>
T add(const T* x, int64_t n) {
  T sum;
  select(sum_loops, CppTypeToScalarType<T>::value)(&sum, reinterpret_cast<const char*>(x), sizeof(T), n);
  return sum;
}

// Writes values to elements of the result, which may be of a 16-bit dtype.
template <class T>
class Writer {
 public:
  explicit Writer(const LossPlan& plan)
      : to_(static_cast<char*>(plan.result().impl()->data())),
        size_(static_cast<int64_t>(plan.result().itemsize())),
        narrow_(plan.outputs[0].dtype == plan.compute ? nullptr : cast_loop(plan.outputs[0].dtype, plan.compute)) {}

  // terms(first, count, to) computes so many values, at most kTermBlock.
  template <class F>
  void write(int64_t first, int64_t count, const F& terms) const {
    if (narrow_ == nullptr) return terms(first, count, reinterpret_cast<T*>(to_) + first);
    alignas(64) T block[kTermBlock];
    terms(first, count, block);
    char* const data[] = {to_ + first * size_, reinterpret_cast<char*>(block)};
    const int64_t strides[] = {size_, sizeof(T)};
    narrow_(data, strides, count, nullptr);
  }

 private:
  char* to_;
  int64_t size_;
  LoopFn narrow_;
};

// The values of all elements by terms(first, count, to).
template <class T, class F>
void write_terms(const LossPlan& plan, const F& terms) {
  const Writer<T> writer(plan);
  parallel_for(0, plan.n, kReduceGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i += kTermBlock)
      writer.write(i, end - i < kTermBlock ? end - i : kTermBlock, terms);
  });
}

// The values, or their sum or mean.
template <class T, class F>
void reduce_terms(const LossPlan& plan, int64_t reduction, const F& terms) {
  if (reduction == Reduction::None) return write_terms<T>(plan, terms);
  double total = parallel_reduce(
      int64_t{0}, plan.n, kReduceGrain, 0.0,
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
  if (reduction == Reduction::Mean) total /= static_cast<double>(plan.n);
  Writer<T>(plan).write(0, 1, [total](int64_t, int64_t, T* to) { *to = static_cast<T>(total); });
}

// A loss that is a loop of input and target.
void loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction,
          const LoopTable<LoopFn>& loops, const Scalars& scalars) {
  const Flat input(plan, self), goal(plan, target);
  const LoopFn loop = select(loops, plan.compute);
  with_compute_type(plan.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    reduce_terms<T>(plan, reduction, [&](int64_t first, int64_t count, T* to) {
      alignas(64) T block[2][kTermBlock];
      const T *a = input.read(first, count, block[0]), *b = goal.read(first, count, block[1]);
      char* const data[] = {reinterpret_cast<char*>(to), reinterpret_cast<char*>(const_cast<T*>(a)),
                            reinterpret_cast<char*>(const_cast<T*>(b))};
      const int64_t strides[] = {sizeof(T), sizeof(T), sizeof(T)};
      loop(data, strides, count, &scalars);
    });
  });
}

// The gradient slope(input, target) of each term times its weight, where there are weights, and that of the loss; of a
// mean, divided by the number of terms.
template <class F>
void loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                   const Tensor& weight, int64_t reduction, const F& slope) {
  const Flat input(plan, self), goal(plan, target), weights(plan, weight);
  const bool one = grad.numel() == 1 && plan.n != 1;
  const Flat gradients(plan, one ? Tensor() : grad);
  const Tensor number = one ? converted(grad, plan.compute) : Tensor();
  with_compute_type(plan.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    const T share = reduction == Reduction::Mean ? T(1) / static_cast<T>(plan.n) : T(1);
    const T scale = one ? *static_cast<const T*>(number.impl()->data()) * share : T(0);
    write_terms<T>(plan, [&](int64_t first, int64_t count, T* to) {
      alignas(64) T block[4][kTermBlock];
      const T *a = input.read(first, count, block[0]), *b = goal.read(first, count, block[1]);
      const T* w = weights.defined() ? weights.read(first, count, block[2]) : nullptr;
      const auto write = [&](const auto& factor) {
        if (w == nullptr)
          for (int64_t i = 0; i < count; ++i) to[i] = factor(i) * slope(a[i], b[i]);
        else
          for (int64_t i = 0; i < count; ++i) to[i] = factor(i) * (slope(a[i], b[i]) * w[i]);
      };
      if (one) return write([scale](int64_t) { return scale; });
      const T* g = gradients.read(first, count, block[3]);
      write([g, share](int64_t i) { return g[i] * share; });
    });
  });
}

// The terms of the cross entropy of probabilities, which it checks. Logarithms are at least -100.
template <class T>
class BceTerms {
 public:
  BceTerms(const Flat& input, const Flat& target, const Flat& weight) : a_(input), b_(target), w_(weight) {
    constexpr ScalarType kType = CppTypeToScalarType<T>::value;
    log_ = select(log_loops, kType);
    log1p_ = select(log1p_loops, kType);
  }
  void operator()(int64_t first, int64_t count, T* to) const {
    alignas(64) T rest[kTermBlock], block[2][kTermBlock];
    const T *x = a_.read(first, count, block[0]), *y = b_.read(first, count, block[1]);
    bool valid = true;
    for (int64_t i = 0; i < count; ++i) {
      valid &= (x[i] >= T(0)) & (x[i] <= T(1));
      rest[i] = -x[i];
    }
    if (TORCHPP_UNLIKELY(!valid)) fail_probability();
    apply(log_, to, x, count);
    apply(log1p_, rest, rest, count);
    for (int64_t i = 0; i < count; ++i) {
      const T yes = to[i] > T(-100) ? to[i] : T(-100), no = rest[i] > T(-100) ? rest[i] : T(-100);
      to[i] = (y[i] - T(1)) * no - y[i] * yes;
    }
    if (!w_.defined()) return;
    const T* w = w_.read(first, count, block[0]);
    for (int64_t i = 0; i < count; ++i) to[i] *= w[i];
  }

 private:
  static void apply(LoopFn loop, T* to, const T* x, int64_t count) {
    char* const data[] = {reinterpret_cast<char*>(to), reinterpret_cast<char*>(const_cast<T*>(x))};
    const int64_t strides[] = {sizeof(T), sizeof(T)};
    loop(data, strides, count, nullptr);
  }
  const Flat &a_, &b_, &w_;
  LoopFn log_, log1p_;
};

// Scores, targets and weights of one call of nll_loss.
template <class T>
struct Nll {
  using C = std::conditional_t<sizeof(T) == 2, float, T>;

  Nll(const NllShape& s, const DenseOperand& target, const DenseOperand& weight, int64_t ignored)
      : shape_(s),
        ignored_(ignored),
        target_(target.data()),
        weight_(weight.data<T>()),
        bytes_(target.tensor().scalar_type() == kByte) {}
  bool weighted() const { return weight_ != nullptr; }
  C weight(int64_t t) const { return weight_ != nullptr ? static_cast<C>(weight_[t]) : C(1); }
  /// f(i, t, at) for elements [begin, end): `at` is where the score of class t for element i lies, of no meaning where
  /// t is -1. Samples are counted, because a division for each element takes more time than all else.
  template <class F>
  void each(int64_t begin, int64_t end, const F& f) const {
    if (begin >= end) return;
    int64_t sample = begin / shape_.inner;
    for (int64_t i = begin; i < end; ++sample) {
      const int64_t last = std::min(end, (sample + 1) * shape_.inner);
      for (int64_t scores = i + sample * (shape_.classes - 1) * shape_.inner; i < last; ++i, ++scores) {
        const int64_t t = at(i);
        f(i, t, scores + t * shape_.inner);
      }
    }
  }

 private:
  // The class of element i, or -1 if it does not count.
  int64_t at(int64_t i) const {
    const int64_t t = bytes_ ? static_cast<const uint8_t*>(target_)[i] : static_cast<const int64_t*>(target_)[i];
    if (t == ignored_) return -1;
    if (TORCHPP_UNLIKELY(static_cast<uint64_t>(t) >= static_cast<uint64_t>(shape_.classes))) fail_target(t);
    return t;
  }

  NllShape shape_;
  int64_t ignored_;
  const void* target_;
  const T* weight_;
  bool bytes_;
};

struct WeightedSum {
  double sum, weight;
};

// The loss, and the sum of the weights that were used.
void nll_values(const NllShape& shape, const Tensor& self, const Tensor& target, const Tensor& weight,
                int64_t reduction, int64_t ignore_index, const Tensor& output, const Tensor& total_weight) {
  const DenseOperand in(self), targets(target), weights(weight);
  const int64_t n = shape.batch * shape.inner;
  visit_floating(self.scalar_type(), "nll_loss_out_frame", [&](auto tag) {
    using T = typename decltype(tag)::type;
    using C = typename Nll<T>::C;
    const Nll<T> nll(shape, targets, weights, ignore_index);
    const T* x = in.data<T>();
    T* to = static_cast<T*>(output.impl()->data());
    T* total = static_cast<T*>(total_weight.impl()->data());
    if (reduction == Reduction::None) {
      *total = T(0.f);
      parallel_for(0, n, kReduceGrain / 4, [&](int64_t begin, int64_t end) {
        nll.each(begin, end, [&](int64_t i, int64_t t, int64_t at) {
          to[i] = t < 0 ? static_cast<T>(C(0)) : static_cast<T>(-static_cast<C>(x[at]) * nll.weight(t));
        });
      });
      return;
    }
    const WeightedSum sum = parallel_reduce(
        int64_t{0}, n, kReduceGrain / 4, WeightedSum{0, 0},
        [nll, x](int64_t begin, int64_t end, WeightedSum s) {
          nll.each(begin, end, [&](int64_t, int64_t t, int64_t at) {
            if (t < 0) return;
            const double score = static_cast<double>(static_cast<C>(x[at]));
            const double w = nll.weighted() ? static_cast<double>(nll.weight(t)) : 1;
            s.sum -= nll.weighted() ? score * w : score;
            s.weight += w;
          });
          return s;
        },
        [](const WeightedSum& a, const WeightedSum& b) {
          return WeightedSum{a.sum + b.sum, a.weight + b.weight};
        });
    *total = static_cast<T>(static_cast<C>(sum.weight));
    *to = static_cast<T>(static_cast<C>(reduction == Reduction::Mean ? sum.sum / sum.weight : sum.sum));
  });
}

void nll_gradient(const NllShape& shape, const Tensor& grad, const Tensor& self, const Tensor& target,
                  const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight,
                  const Tensor& result) {
  const DenseOperand g(grad, self.scalar_type()), targets(target), weights(weight), total(total_weight);
  visit_floating(self.scalar_type(), "nll_loss_backward_out_frame", [&](auto tag) {
    using T = typename decltype(tag)::type;
    using C = typename Nll<T>::C;
    const Nll<T> nll(shape, targets, weights, ignore_index);
    const T* from = g.data<T>();
    T* to = static_cast<T*>(result.impl()->data());
    C scale = C(1);
    if (reduction == Reduction::Sum) scale = static_cast<C>(*from);
    else if (reduction == Reduction::Mean) scale = static_cast<C>(*from) / static_cast<C>(*total.data<T>());
    const int64_t line = shape.classes * shape.inner;
    const bool each = reduction == Reduction::None;
    parallel_for(0, shape.batch, 1 + kReduceGrain / (line + 1),
                 [nll, to, from, scale, each, line, inner = shape.inner](int64_t begin, int64_t end) {
                   std::fill_n(to + begin * line, (end - begin) * line, T(0));
                   nll.each(begin * inner, end * inner, [&](int64_t i, int64_t t, int64_t at) {
                     if (t < 0) return;
                     const C s = each ? static_cast<C>(from[i]) : scale;
                     to[at] = static_cast<T>(-s * nll.weight(t));
                   });
                 });
  });
}

// The nearest number from -edge to edge; NaN stays. In this form a comparison and its choice are one instruction.
template <class T>
T clamped(T z, T edge) {
  const T low = -edge > z ? -edge : z;
  return edge < low ? edge : low;
}

}  // namespace

void mse_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction) {
  loss(plan, self, target, reduction, mse_loops, Scalars{});
}
void mse_loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                       int64_t reduction) {
  loss_backward(plan, grad, self, target, Tensor(), reduction, [](auto a, auto b) { return 2 * (a - b); });
}

void smooth_l1_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  loss(plan, self, target, reduction, smooth_l1_loops, make_scalars(beta));
}
void smooth_l1_loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                             int64_t reduction, double beta) {
  // The default, where both losses are the same: a division takes as long as all else.
  if (beta == 1) return huber_loss_backward(plan, grad, self, target, reduction, beta);
  loss_backward(plan, grad, self, target, Tensor(), reduction, [beta](auto a, auto b) {
    using T = decltype(a);
    const T z = a - b, edge = static_cast<T>(beta);
    return z <= -edge ? T(-1) : z >= edge ? T(1) : z / edge;
  });
}

void huber_loss(const LossPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  loss(plan, self, target, reduction, huber_loops, make_scalars(delta));
}
void huber_loss_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                         int64_t reduction, double delta) {
  loss_backward(plan, grad, self, target, Tensor(), reduction, [delta](auto a, auto b) {
    using T = decltype(a);
    return clamped(a - b, static_cast<T>(delta));
  });
}

void binary_cross_entropy(const LossPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight,
                          int64_t reduction) {
  const Flat input(plan, self), goal(plan, target), weights(plan, weight);
  with_compute_type(plan.compute, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    reduce_terms<T>(plan, reduction, BceTerms<T>(input, goal, weights));
  });
}
void binary_cross_entropy_backward(const LossPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                                   const Tensor& weight, int64_t reduction) {
  loss_backward(plan, grad, self, target, weight, reduction, [](auto a, auto b) {
    using T = decltype(a);
    const T spread = (T(1) - a) * a;
    return (a - b) / (spread > T(1e-12) ? spread : T(1e-12));
  });
}

void nll_loss_forward(const NllPlan& plan, const Tensor& self, const Tensor& target, const Tensor& weight,
                      int64_t reduction, int64_t ignore_index) {
  nll_values(plan.shape, self, target, weight, reduction, ignore_index, plan.result(0), plan.result(1));
}
// Allocates its results itself, which takes fewer instructions than a plan.
TensorPair nll_loss_forward_direct(Out out, const Tensor& self, const Tensor& target, const Tensor& weight,
                                   int64_t reduction, int64_t ignore_index) {
  const bool simple = out.functional() && self.is_cpu() && target.is_cpu() && (!weight.defined() || weight.is_cpu()) &&
                      isFloatingType(self.scalar_type());
  if (TORCHPP_UNLIKELY(!simple))
    return Structured<&rule::nll_loss_forward, &cpu::nll_loss_forward>::call(out, self, target, weight, reduction,
                                                                             ignore_index);
  const NllShape shape = nll_shape(self, target, weight);
  TensorPair results(make_tensor(nll_loss_sizes(self, target, reduction), self.scalar_type(), kCPU),
                     make_tensor({}, self.scalar_type(), kCPU));
  nll_values(shape, self, target, weight, reduction, ignore_index, std::get<0>(results), std::get<1>(results));
  return results;
}

void nll_loss_backward(const NllBackwardPlan& plan, const Tensor& grad, const Tensor& self, const Tensor& target,
                       const Tensor& weight, int64_t reduction, int64_t ignore_index, const Tensor& total_weight) {
  nll_gradient(plan.shape, grad, self, target, weight, reduction, ignore_index, total_weight, plan.result());
}
Tensor nll_loss_backward_direct(Out out, const Tensor& grad, const Tensor& self, const Tensor& target,
                                const Tensor& weight, int64_t reduction, int64_t ignore_index,
                                const Tensor& total_weight) {
  const bool simple = out.functional() && self.is_cpu() && grad.is_cpu() && target.is_cpu() &&
                      (!weight.defined() || weight.is_cpu()) && total_weight.is_cpu();
  if (TORCHPP_UNLIKELY(!simple))
    return Structured<&rule::nll_loss_backward, &cpu::nll_loss_backward>::call(out, grad, self, target, weight,
                                                                               reduction, ignore_index, total_weight);
  const NllShape shape = nll_backward_shape(grad, self, target, weight, reduction, total_weight);
  Tensor result(make_tensor(self.sizes(), self.scalar_type(), kCPU));
  nll_gradient(shape, grad, self, target, weight, reduction, ignore_index, total_weight, result);
  return result;
}

namespace {

// Calls f(line, its labels, how many these are) for every line of classes, in parallel.
template <class F>
void each_line(const MultilabelShape& s, const int64_t* labels, const F& f) {
  parallel_for(0, s.batch, std::max<int64_t>(1, 16384 / (s.classes + 1)), [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const int64_t* line = labels + b * s.classes;
      f(b, line, std::find(line, line + s.classes, int64_t{-1}) - line);
    }
  });
}

template <class C>
void multilabel_forward(const MultilabelMarginPlan& plan, const Tensor& self, const Tensor& target, int64_t reduction) {
  const MultilabelShape& s = plan.shape;
  const ScalarType compute = CppTypeToScalarType<C>::value;
  const DenseOperand input(self, compute), labels(target);
  Tensor losses(make_tensor({s.batch}, compute, kCPU)), marks(make_tensor(target.sizes(), compute, kCPU));
  C *loss = static_cast<C*>(losses.impl()->data()), *mark = static_cast<C*>(marks.impl()->data());
  std::fill(mark, mark + s.batch * s.classes, C(0));
  each_line(s, labels.data<int64_t>(), [&](int64_t b, const int64_t* line, int64_t count) {
    const C* x = input.data<C>() + b * s.classes;
    C* is_target = mark + b * s.classes;
    for (int64_t i = 0; i < count; ++i) is_target[line[i]] = C(1);
    C sum = 0;
    for (int64_t i = 0; i < count; ++i)
      for (int64_t d = 0; d < s.classes; ++d)
        if (is_target[d] == C(0)) sum += std::max(C(0), C(1) - x[line[i]] + x[d]);
    loss[b] = sum / static_cast<C>(s.classes);
  });
  copy_values(plan.result(1), marks);
  if (reduction == Reduction::None) return copy_values(plan.result(0), losses.view(plan.result(0).sizes()));
  C sum = 0;
  for (int64_t b = 0; b < s.batch; ++b) sum += loss[b];
  Tensor total(make_tensor({}, compute, kCPU));
  *static_cast<C*>(total.impl()->data()) = reduction == Reduction::Mean ? sum / static_cast<C>(s.batch) : sum;
  copy_values(plan.result(0), total);
}

template <class C>
void multilabel_backward(const MultilabelMarginBackwardPlan& plan, const Tensor& grad, const Tensor& self,
                         const Tensor& target, int64_t reduction, const Tensor& is_target) {
  const MultilabelShape& s = plan.shape;
  const ScalarType compute = CppTypeToScalarType<C>::value;
  const DenseOperand input(self, compute), labels(target), marks(is_target, compute), scale(grad, compute);
  Tensor result(make_tensor(self.sizes(), compute, kCPU));
  C* first = static_cast<C*>(result.impl()->data());
  std::fill(first, first + s.batch * s.classes, C(0));
  const C share = C(1) / static_cast<C>(reduction == Reduction::Mean ? s.batch * s.classes : s.classes);
  each_line(s, labels.data<int64_t>(), [&](int64_t b, const int64_t* line, int64_t count) {
    const C *x = input.data<C>() + b * s.classes, *mark = marks.data<C>() + b * s.classes;
    const C g = scale.data<C>()[grad.numel() == 1 ? 0 : b] * share;
    C* to = first + b * s.classes;
    for (int64_t i = 0; i < count; ++i)
      for (int64_t d = 0; d < s.classes; ++d)
        if (mark[d] == C(0) && C(1) - x[line[i]] + x[d] > C(0)) to[line[i]] -= g, to[d] += g;
  });
  copy_values(plan.result(), result);
}

}  // namespace

void multilabel_margin_loss_forward(const MultilabelMarginPlan& plan, const Tensor& self, const Tensor& target,
                                    int64_t reduction) {
  const auto run = self.scalar_type() == kDouble ? &multilabel_forward<double> : &multilabel_forward<float>;
  run(plan, self, target, reduction);
}
void multilabel_margin_loss_backward(const MultilabelMarginBackwardPlan& plan, const Tensor& grad, const Tensor& self,
                                     const Tensor& target, int64_t reduction, const Tensor& is_target) {
  const auto run = self.scalar_type() == kDouble ? &multilabel_backward<double> : &multilabel_backward<float>;
  run(plan, grad, self, target, reduction, is_target);
}

}  // namespace torchpp::cpu

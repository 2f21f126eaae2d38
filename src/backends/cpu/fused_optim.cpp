// SPDX-License-Identifier: BSD-3-Clause

// Steps of optimizers over lists of parameters: the whole list is one piece of work, cut into chunks of a fixed length,
// so that many small tensors cost little more than their memory and one large one uses all threads.

#include <torchpp/core/parallel.h>

#include <cmath>
#include <vector>

#include "src/backends/cpu/reduction.h"
#include "src/core/view.h"
#include "src/ops/elementwise.h"

namespace torchpp::cpu {
namespace {

constexpr int64_t kChunk = 16384;

// Calls f(tensor, first, count) for the chunks of each tensor; `length(i)` is its number of elements.
template <class Length, class F>
void for_chunks(size_t tensors, const Length& length, const F& f) {
  int64_t total = 0;
  for (size_t i = 0; i < tensors; ++i) total += length(i);
  const auto one = [&](size_t i, int64_t chunk) {
    const int64_t first = chunk * kChunk, left = length(i) - first;
    f(i, first, left < kChunk ? left : kChunk);
  };
  if (total <= 2 * kChunk) {
    for (size_t i = 0; i < tensors; ++i)
      for (int64_t c = 0; c * kChunk < length(i); ++c) one(i, c);
    return;
  }
  std::vector<int64_t> ends(tensors);  // chunks up to and with tensor i
  int64_t chunks = 0;
  for (size_t i = 0; i < tensors; ++i) ends[i] = chunks += (length(i) + kChunk - 1) / kChunk;
  const int64_t grain = 1 + 2 * kChunk * chunks / total;  // small tensors: several chunks make one piece
  parallel_for(0, chunks, grain, [&](int64_t begin, int64_t end) {
    size_t i = 0;
    for (size_t step = tensors; step > 0;) {  // first tensor that ends behind `begin`
      const size_t half = step / 2;
      if (ends[i + half] <= begin) {
        i += half + 1;
        step -= half + 1;
      } else {
        step = half;
      }
    }
    for (int64_t c = begin; c < end; ++c) {
      while (ends[i] <= c) ++i;
      one(i, c - (i == 0 ? 0 : ends[i - 1]));
    }
  });
}

// One parameter with its gradient and state, all of the same shape; unused states are null.
constexpr int kMaxRoles = 5;
struct Entry {
  void* data[kMaxRoles];
  int64_t n;  // real numbers
  bool is_double;
  bool direct;  // worked on in place
};

// Roles in the order of the loops' arguments: parameter, gradient, states.
class ParameterList {
 public:
  ParameterList(const char* op, std::initializer_list<TensorList> roles) : roles_(roles.begin()), count_(roles.size()) {
    const size_t n = roles_[0].size();
    for (size_t r = 1; r < count_; ++r)
      TORCHPP_CHECK(roles_[r].size() == n || (r > 1 && roles_[r].empty()), op, ": got ", n, " parameters and ",
                    roles_[r].size(), r == 1 ? " gradients" : " states", ", expected as many");
    entries_.resize(n);
    for (size_t i = 0; i < n; ++i) check(op, i);
    for (size_t i = 0; i < n; ++i) enter(i);
  }
  size_t size() const { return entries_.size(); }
  const Entry& operator[](size_t i) const { return entries_[i]; }

  /// Copies what was computed elsewhere to its place, and counts the writes.
  void finish() {
    for (const Moved& m : moved_) cpu::copy(Out::in_place(*m.to), *m.to, m.from, false);
    for (size_t r = 0; r < count_; ++r) {
      if (r == 1 || roles_[r].empty()) continue;
      for (size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].direct) bump_version(roles_[r][i]);  // the others were counted by copy
    }
  }

 private:
  struct Moved {
    const Tensor* to;
    Tensor from;
  };

  void check(const char* op, size_t i) const {
    const Tensor& param = roles_[0][i];
    if (!isDifferentiableType(param.scalar_type())) fail_dtype(op, param.scalar_type());
    check_writable(param);
    for (size_t r = 1; r < count_; ++r) {
      if (roles_[r].empty()) continue;
      const Tensor& t = roles_[r][i];
      if (r != 1) check_writable(t);
      TORCHPP_CHECK(t.sizes() == param.sizes(), op, ": ", r == 1 ? "gradient" : "state", " of parameter ", i,
                    " has sizes ", t.sizes(), ", expected ", param.sizes());
      TORCHPP_CHECK(t.device() == param.device(), op, ": ", r == 1 ? "gradient" : "state", " of parameter ", i,
                    " is on ", t.device(), ", expected ", param.device());
    }
  }

  // Whether a tensor can be worked on where it lies.
  static bool fits(const TensorImpl& t, const TensorImpl& param) {
    if (t.dtype() != param.dtype() || t.is_conj() || t.is_neg()) return false;
    if (t.is_contiguous() && param.is_contiguous()) return true;
    return t.strides() == param.strides() && t.is_non_overlapping_and_dense();
  }

  void enter(size_t i) {
    const TensorImpl& param = *roles_[0][i].impl();
    const ScalarType part = toRealValueType(param.dtype());
    Entry& e = entries_[i];
    if (param.device().is_meta()) {  // no numbers, and no place to work on them but its own
      e.n = 0;
      e.direct = true;
      return;
    }
    e.n = param.numel() * (isComplexType(param.dtype()) ? 2 : 1);
    e.is_double = part == kDouble;
    bool direct = part == kFloat || part == kDouble;
    for (size_t r = 0; direct && r < count_; ++r)
      if (!roles_[r].empty()) direct = fits(*roles_[r][i].impl(), param);
    e.direct = direct;
    for (size_t r = 0; r < count_; ++r) {
      if (roles_[r].empty()) {
        e.data[r] = nullptr;
        continue;
      }
      const Tensor& t = roles_[r][i];
      if (direct) {
        e.data[r] = t.numel() > 0 ? t.impl()->data() : nullptr;
        continue;
      }
      // Of another layout or dtype: computed in a flat copy, in float at least.
      const ScalarType compute = part == kDouble                ? param.dtype()
                                 : isComplexType(param.dtype()) ? kComplexFloat
                                                                : kFloat;
      Tensor flat = flat_copy(t, compute);
      e.data[r] = flat.numel() > 0 ? flat.impl()->data() : nullptr;
      if (r == 1) grads_.push_back(std::move(flat));
      else moved_.push_back({&t, std::move(flat)});
    }
  }
  static Tensor flat_copy(const Tensor& t, ScalarType dtype) {
    return cpu::to_copy(t, TensorOptions(dtype), false, MemoryFormat::Contiguous);
  }

  const TensorList* roles_;
  size_t count_;
  std::vector<Entry> entries_;
  std::vector<Moved> moved_;
  std::vector<Tensor> grads_;
};

void* advance(void* p, int64_t bytes) { return p == nullptr ? nullptr : static_cast<char*>(p) + bytes; }

Tensor dense(const Tensor& t) {
  const Tensor r = resolved(t);
  return r.is_non_overlapping_and_dense() ? r : cpu::clone(r, MemoryFormat::Contiguous);
}

}  // namespace

void fused_sgd(TensorList params, TensorList grads, TensorList momentum_buffers, double lr, double momentum,
               double dampening, double weight_decay, bool nesterov, bool maximize, bool is_first_step) {
  const TensorList none;
  const std::initializer_list<TensorList> roles = {params, grads, momentum != 0 ? momentum_buffers : none};
  ParameterList list("fused_sgd", roles);
  const SgdStep step{lr, momentum, dampening, weight_decay, nesterov, is_first_step, maximize};
  const SgdFn f32 = select(sgd_loops, kFloat), f64 = select(sgd_loops, kDouble);
  for_chunks(
      list.size(), [&](size_t i) { return list[i].n; },
      [&](size_t i, int64_t first, int64_t count) {
        const Entry& e = list[i];
        const int64_t at = first * (e.is_double ? 8 : 4);
        (e.is_double ? f64 : f32)(advance(e.data[0], at), advance(e.data[1], at), advance(e.data[2], at), count, &step);
      });
  list.finish();
}

void fused_adam(TensorList params, TensorList grads, TensorList exp_avgs, TensorList exp_avg_sqs,
                TensorList max_exp_avg_sqs, IntArrayRef steps, double lr, double beta1, double beta2,
                double weight_decay, double eps, bool amsgrad, bool maximize, bool decoupled_weight_decay) {
  const TensorList none;
  TORCHPP_CHECK(steps.size() == params.size(), "fused_adam: got ", params.size(), " parameters and ", steps.size(),
                " steps, expected as many");
  TORCHPP_CHECK(params.empty() || (!exp_avgs.empty() && !exp_avg_sqs.empty() && (!amsgrad || !max_exp_avg_sqs.empty())),
                "fused_adam: a list of states is empty, expected one per parameter");
  const std::initializer_list<TensorList> roles = {params, grads, exp_avgs, exp_avg_sqs,
                                                   amsgrad ? max_exp_avg_sqs : none};
  ParameterList list("fused_adam", roles);
  const AdamFn f32 = select(adam_loops, kFloat), f64 = select(adam_loops, kDouble);
  const auto at_step = [&](int64_t t) {
    return AdamStep{lr,
                    beta1,
                    beta2,
                    eps,
                    weight_decay,
                    1 - std::pow(beta1, static_cast<double>(t)),
                    1 - std::pow(beta2, static_cast<double>(t)),
                    decoupled_weight_decay,
                    maximize};
  };
  // Most parameters are as old as the first.
  const int64_t usual = steps.empty() ? 1 : steps[0];
  const AdamStep usual_step = at_step(usual);
  for_chunks(
      list.size(), [&](size_t i) { return list[i].n; },
      [&](size_t i, int64_t first, int64_t count) {
        const Entry& e = list[i];
        const int64_t at = first * (e.is_double ? 8 : 4);
        const AdamStep step = steps[i] == usual ? usual_step : at_step(steps[i]);
        (e.is_double ? f64 : f32)(advance(e.data[0], at), advance(e.data[1], at), advance(e.data[2], at),
                                  advance(e.data[3], at), advance(e.data[4], at), count, &step);
      });
  list.finish();
}

Tensor foreach_norm_squared(TensorList tensors) {
  ScalarType result = tensors.empty() ? kFloat : toRealValueType(tensors[0].scalar_type());
  std::vector<Tensor> flat;
  std::vector<int64_t> first_part(tensors.size());
  flat.reserve(tensors.size());
  int64_t parts = 0;
  for (const Tensor& t : tensors) {
    if (!isDifferentiableType(t.scalar_type())) fail_dtype("foreach_norm_squared", t.scalar_type());
    result = promote_types(result, toRealValueType(t.scalar_type()));
    flat.push_back(dense(t));
    first_part[flat.size() - 1] = parts;
    parts += (t.numel() * (t.is_complex() ? 2 : 1) + kChunk - 1) / kChunk;
  }
  if (isReducedFloatingType(result)) result = kFloat;
  if (!tensors.empty() && tensors[0].is_meta()) return Tensor(make_tensor({}, result, tensors[0].device()));
  std::vector<double> sums(static_cast<size_t>(parts));
  for_chunks(
      flat.size(), [&](size_t i) { return flat[i].numel() * (flat[i].is_complex() ? 2 : 1); },
      [&](size_t i, int64_t first, int64_t count) {
        const ScalarType part = toRealValueType(flat[i].scalar_type());
        const int64_t size = static_cast<int64_t>(elementSize(part));
        alignas(8) char sum[8];
        select(sum_squares_loops, part)(sum, static_cast<const char*>(flat[i].impl()->data()) + first * size, size,
                                        count);
        double& to = sums[static_cast<size_t>(first_part[i] + first / kChunk)];
        if (part == kDouble) __builtin_memcpy(&to, sum, sizeof to);
        else to = static_cast<double>(*reinterpret_cast<const float*>(sum));
      });
  double total = 0;
  for (double s : sums) total += s;
  Tensor value(make_tensor({}, result, kCPU));
  if (result == kDouble) *static_cast<double*>(value.impl()->data()) = total;
  else *static_cast<float*>(value.impl()->data()) = static_cast<float>(total);
  return value;
}

void foreach_mul(TensorList self, const Tensor& scalar) {
  TORCHPP_CHECK(scalar.numel() == 1, "foreach_mul: scalar has ", scalar.numel(), " elements, expected one");
  if (scalar.is_meta()) {
    for (const Tensor& t : self) cpu::mul(Out::in_place(t), t, scalar);
    return;
  }
  double f64 = load_number(scalar.scalar_type(), scalar.impl()->data()).toDouble();
  float f32 = static_cast<float>(f64);
  std::vector<const Tensor*> flat;
  flat.reserve(self.size());
  for (const Tensor& t : self) {
    check_writable(t);
    const ScalarType part = toRealValueType(t.scalar_type());
    if (t.is_non_overlapping_and_dense() && (part == kFloat || part == kDouble)) flat.push_back(&t);
    else cpu::mul(Out::in_place(t), t, scalar);
  }
  for_chunks(
      flat.size(), [&](size_t i) { return flat[i]->numel() * (flat[i]->is_complex() ? 2 : 1); },
      [&](size_t i, int64_t first, int64_t count) {
        const bool is_double = toRealValueType(flat[i]->scalar_type()) == kDouble;
        const int64_t size = is_double ? 8 : 4;
        char* const x = static_cast<char*>(flat[i]->impl()->data()) + first * size;
        char* const data[] = {x, x, is_double ? reinterpret_cast<char*>(&f64) : reinterpret_cast<char*>(&f32)};
        const int64_t strides[] = {size, size, 0};
        select(mul_loops, is_double ? kDouble : kFloat)(data, strides, count, nullptr);
      });
  for (const Tensor* t : flat) bump_version(*t);
}

}  // namespace torchpp::cpu

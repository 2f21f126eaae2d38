// SPDX-License-Identifier: BSD-3-Clause
// Distances between rows. 16-bit matrices are converted: libtorch's kernels take float and double alone.
#include "src/backends/cuda/distance.h"

#include "src/backends/cuda/kernels.h"
#include "src/backends/cuda/wide_result.h"
#include "src/ops/linalg_rules.h"
#include "src/ops/operand.h"

namespace torchpp::cuda {
namespace {

// f(distances, memory for the result, device): both in the type of computation.
template <class F>
void run(const DistancesPlan& plan, const Tensor& x1, const Tensor& x2, double p, bool within, const F& f) {
  const Tensor& result = plan.result();
  if (result.numel() == 0) return;
  const OnDevice on(result);
  const ScalarType compute = compute_type(result.scalar_type());
  const DenseOperand a(x1, compute), b(x2, compute);
  const Tensor to = computed(plan, compute);
  f(Distances{compute, p, plan.batch, plan.rows1, plan.rows2, plan.width, within, a.data(), b.data()},
    to.impl()->data(), on);
  deliver(plan, to);
}

void gradient(const DistancesPlan& plan, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p,
              const Tensor& norms, bool within) {
  run(plan, x1, x2, p, within, [&](const Distances& d, void* to, const OnDevice& on) {
    const DenseOperand g(grad, d.dtype), lengths(norms, d.dtype);
    distances_gradient(d, g.data(), lengths.data(), to, on);
  });
}

}  // namespace

void cdist_forward(const DistancesPlan& plan, const Tensor& x1, const Tensor& x2, double p, optional<int64_t>) {
  run(plan, x1, x2, p, false, distances_of_pairs);
}
void cdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& x1, const Tensor& x2, double p,
                    const Tensor& cdist) {
  gradient(plan, grad, x1, x2, p, cdist, false);
}
void pdist_forward(const DistancesPlan& plan, const Tensor& self, double p) {
  run(plan, self, self, p, true, distances_of_pairs);
}
void pdist_backward(const DistancesPlan& plan, const Tensor& grad, const Tensor& self, double p, const Tensor& pdist) {
  gradient(plan, grad, self, self, p, pdist, true);
}

}  // namespace torchpp::cuda

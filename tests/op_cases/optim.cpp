// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {

void add_optim_cases(OpCases& t) {
  const char* writes = "writes its arguments";
  const auto list = [](Sample& s, double low = -2, double high = 2) {
    const Tensor first = s.real(s.plane(), low, high);
    return std::vector<Tensor>{first, s.real({3}, low, high)};
  };
  t.add("_fused_sgd_",
        [=](Sample& s) {
          const std::vector<Tensor> params = list(s), grads = list(s);
          return Stack{params, grads, list(s), 0.1, 0.9, 0.0, 0.01, true, false, false};
        })
      .by("tests/ops/optim_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("", "......nnnnnn", kOurs);
  t.add("_fused_adam_",
        [=](Sample& s) {
          const std::vector<Tensor> params = list(s), grads = list(s), averages = list(s);
          return Stack{params,
                       grads,
                       averages,
                       list(s, 0.1),
                       std::vector<Tensor>(),
                       std::vector<double>{3, 3},
                       0.1,
                       0.9,
                       0.99,
                       0.01,
                       1e-8,
                       false,
                       false,
                       true};
        })
      .by("tests/ops/optim_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("", "......nnnnnn", kOurs);
  t.add("_fused_rmsprop_",
        [=](Sample& s) {
          const std::vector<Tensor> params = list(s), grads = list(s), squares = list(s, 1),
                                    averages = list(s, -0.5, 0.5);
          return Stack{params, grads, squares, averages, list(s), 0.1, 0.9, 1e-8, 0.01, 0.9, true, false};
        })
      .by("tests/optim/trajectories_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("", "......nnnnnn", kOurs);
  t.add("_fused_adagrad_",
        [=](Sample& s) {
          const std::vector<Tensor> params = list(s), grads = list(s);
          return Stack{params, grads, list(s, 0.1), std::vector<double>{3, 3}, 0.1, 0.01, 0.01, 1e-8, false};
        })
      .by("tests/optim/trajectories_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("", "......nnnnnn", kOurs);
  // Rows of steps whose trajectories are compared with PyTorch's.
  const auto step = [&](const char* name, const OpCase::Arguments& arguments) {
    t.add(name, arguments)
        .by("tests/optim/trajectories_test.cpp")
        .without(Check::kUnchanged, writes)
        .dtypes("", "......nnnnnn", kOurs);
  };
  step("_fused_adadelta_", [=](Sample& s) {
    const std::vector<Tensor> params = list(s), grads = list(s), squares = list(s, 0.1);
    return Stack{params, grads, squares, list(s, 0.1), 0.1, 0.9, 1e-6, 0.01, false};
  });
  step("_fused_adamax_", [=](Sample& s) {
    const std::vector<Tensor> params = list(s), grads = list(s), averages = list(s);
    return Stack{params, grads, averages, list(s, 0.1), std::vector<double>{3, 4}, 0.1, 0.9, 0.99, 0.01, 1e-8, true};
  });
  step("_fused_asgd_", [=](Sample& s) {
    const std::vector<Tensor> params = list(s), grads = list(s);
    return Stack{params, grads, list(s), std::vector<double>{0.1, 0.2}, std::vector<double>{1, 0.5}, 0.01, 0.1, false};
  });
  step("_fused_nadam_", [=](Sample& s) {
    const std::vector<Tensor> params = list(s), grads = list(s), averages = list(s);
    return Stack{params,
                 grads,
                 averages,
                 list(s, 0.1),
                 std::vector<double>{0.1, 0.2},
                 std::vector<double>{-0.1, -0.2},
                 std::vector<double>{-0.3, -0.2},
                 0.9,
                 0.99,
                 0.01,
                 1e-8};
  });
  step("_fused_radam_", [=](Sample& s) {
    const std::vector<Tensor> params = list(s), grads = list(s), averages = list(s);
    return Stack{params, grads, averages, list(s, 0.1), std::vector<double>{3, 9}, 0.1, 0.9, 0.99, 0.01, 1e-8};
  });
  step("_fused_rprop_", [=](Sample& s) {
    const std::vector<Tensor> params = list(s), grads = list(s), previous = list(s);
    return Stack{params, grads, previous, list(s, 0.1), 0.5, 1.2, 0.1, 1.5, false};
  });
  t.add("_foreach_norm_squared", [=](Sample& s) { return Stack{list(s)}; })
      .expects([](const Stack& a) {
        long double sum = 0;
        for (const Tensor& x : a[0].toTensorVector())
          for (double v : elements(x)) sum += static_cast<long double>(v) * v;
        return scalar_tensor(static_cast<double>(sum), kDouble);
      })
      .dtypes("", "......fffdfd", kOurs);
  t.add("_foreach_zero_", [=](Sample& s) { return Stack{list(s)}; })
      .by("tests/ops/optim_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("nnnnnnnnnnnn");
  t.add("_amp_foreach_non_finite_check_and_unscale_",
        [=](Sample& s) {
          const std::vector<Tensor> grads = list(s);
          return Stack{grads, zeros({1}), full({1}, 0.5, kFloat)};
        })
      .by("tests/amp/loss_scale_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("", "........n...", kOurs);
  t.add("_amp_update_scale_",
        [=](Sample&) { return Stack{full({1}, 8, kFloat), zeros({1}, kInt), zeros({1}), 2.0, 0.5, 3}; })
      .by("tests/amp/loss_scale_test.cpp")
      .without(Check::kUnchanged, writes)
      .dtypes("", "........f...", kOurs);
  for (const char* name : {"_foreach_maximum_.List", "_foreach_minimum_.List"})
    t.add(name,
          [=](Sample& s) {
            const std::vector<Tensor> self = list(s);
            return Stack{self, list(s)};
          })
        .by("tests/ops/foreach_test.cpp")
        .without(Check::kUnchanged, writes)
        .without(Check::kGradient, "leaves must not be written")
        .dtypes("nnnnnnnnnn..");
  t.add("_foreach_mul_.Tensor",
        [=](Sample& s) {
          const std::vector<Tensor> self = list(s);
          return Stack{self, s.real({})};
        })
      .by("tests/ops/optim_test.cpp")
      .without(Check::kUnchanged, writes)
      .differs({kByte, kChar, kShort, kInt, kLong, kBool}, "CUDA's kernel is for gradients, which are floating")
      .dtypes("", "nnnnnnnnnn..", kOurs);
}

}  // namespace torchpp::tests

// SPDX-License-Identifier: BSD-3-Clause
#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFile = "tests/ops/sparse_test.cpp";
constexpr const char* kSparse = "the sweep has no view of tensors without strides: tests/ops/sparse_test.cpp has it";
const IValue kNo;

// Rows with sparse arguments or results: what the sweep does to tensors wants strides.
OpCase& sparse_row(OpCase& row) {
  for (Check check :
       {Check::kLayout, Check::kThreads, Check::kDtypes, Check::kGradient, Check::kComplexGradient, Check::kSecondOrder,
        Check::kForward, Check::kUnchanged, Check::kDevices, Check::kStrides, Check::kUndefined, Check::kMeta})
    row.without(check, kSparse);
  row.no_strides = true;
  return row.dtypes("?BbhilegfdFD").by(kFile);
}

Tensor places() { return tensor({0, 1, 1, 2, 0, 2}, kLong).view({2, 3}); }
Tensor matrix(Sample& s) { return sparse_coo_tensor(places(), s.real({3}), {2, 3}); }
Tensor whole(Sample& s) { return matrix(s).coalesce(); }

// A factory's options: dtype, layout, device, pinned memory.
template <class... First>
OpCase::Arguments with_options(First... first) {
  return [=](Sample&) { return Stack{IValue(first)..., kNo, kNo, kNo, kNo}; };
}
OpCase::Arguments of_matrix() {
  return [](Sample& s) { return Stack{matrix(s)}; };
}
Stack refused_dense(Sample& s) { return Stack{s.real({2, 3})}; }

void add_new_tensors(OpCases& t) {
  using Sizes = std::vector<int64_t>;
  const auto of_parts = [](auto... rest) {
    return [=](Sample& s) { return Stack{places(), s.real({3}), IValue(rest)..., kNo, kNo, kNo, kNo}; };
  };
  sparse_row(t.add("sparse_coo_tensor.size", with_options(Sizes{2, 3}))).dtypes("ffffffffffff");
  sparse_row(t.add("sparse_coo_tensor.size_out",
                   [](Sample& s) {
                     return Stack{Sizes{4, 5}, matrix(s)};
                   }))
      .throws(
          [](Sample& s) {
            return Stack{Sizes{4, 5}, s.real({2, 3})};
          },
          "expected a sparse tensor, got a dense one");
  sparse_row(t.add("sparse_coo_tensor.indices", of_parts()));
  sparse_row(t.add("sparse_coo_tensor.indices_size", of_parts(Sizes{2, 3})))
      .throws(of_parts(Sizes{2, 2}), "size is inconsistent with indices: for dim 1, size is 2 but found index 2");
  sparse_row(t.add("_sparse_coo_tensor_unsafe", of_parts(Sizes{2, 3})));
  sparse_row(t.add("_validate_sparse_coo_tensor_args", [](Sample& s) {
    return Stack{places(), s.real({3}), Sizes{2, 3}};
  })).dtypes("nnnnnnnnnnnn");
  sparse_row(t.add("_sparse_coo_tensor_with_dims", with_options(int64_t{1}, int64_t{1}, Sizes{2, 3})))
      .dtypes("ffffffffffff");
  sparse_row(t.add("_sparse_coo_tensor_with_dims_and_tensors",
                   [](Sample& s) {
                     return Stack{int64_t{2}, int64_t{0}, Sizes{2, 3}, places(), s.real({3}), kNo, kNo, kNo, kNo};
                   }))
      .throws(
          [](Sample& s) {
            return Stack{int64_t{1}, int64_t{0}, Sizes{2, 3}, places(), s.real({3}), kNo, kNo, kNo, kNo};
          },
          "number of dimensions must be sparse_dim (1) + dense_dim (0), but got 2");
  sparse_row(t.add("to_sparse.sparse_dim",
                   [](Sample& s) {
                     return Stack{s.real({2, 3}), int64_t{1}};
                   }))
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), int64_t{3}};
          },
          "sparse_dim must be less than or equal to self.dim()");
  sparse_row(t.add("to_sparse", [](Sample& s) { return Stack{s.real({2, 3})}; }));
  sparse_row(t.add("to_sparse.sparse_dim_out",
                   [](Sample& s) {
                     const Tensor self = s.real({3, 2});
                     return Stack{self, int64_t{1}, matrix(s)};
                   }))
      .throws(
          [](Sample& s) {
            const Tensor self = s.real({2, 3});
            return Stack{self, int64_t{1}, s.real({2, 3})};
          },
          "copy_() between dense and sparse Tensors is not implemented!");
  sparse_row(t.add("sparse_mask.out",
                   [](Sample& s) {
                     const Tensor self = s.real({2, 3}), mask = whole(s);
                     return Stack{self, mask, matrix(s)};
                   }))
      .throws(
          [](Sample& s) {
            const Tensor self = s.real({2, 3}), mask = matrix(s);
            return Stack{self, mask, matrix(s)};
          },
          "sparse_mask: mask is uncoalesced");
  sparse_row(t.add("sparse_mask",
                   [](Sample& s) {
                     const Tensor self = s.real({2, 3});
                     return Stack{self, whole(s)};
                   }))
      .dtypes(".Bbhile.fdFD", "?BbhilegfdFD", kWider)
      .throws(
          [](Sample& s) {
            const Tensor self = s.real({2, 3});
            return Stack{self, matrix(s)};
          },
          "sparse_mask: mask is uncoalesced");
}

void add_parts(OpCases& t) {
  sparse_row(t.add("_sparse_mask_helper",
                   [](Sample& s) {
                     return Stack{whole(s), tensor({1, 0, 2, 0}, kLong).view({2, 2})};
                   }))
      .dtypes("?BbhilegfdFD")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), places()};
          },
          "expected a sparse tensor, got a dense one");
  const char* const refusal = "expected a sparse tensor, got a dense one";
  for (const char* name : {"sparse_dim", "dense_dim", "_nnz", "is_coalesced"})
    sparse_row(t.add(name, of_matrix())).dtypes("nnnnnnnnnnnn").throws(refused_dense, refusal);
  sparse_row(t.add("_indices", of_matrix())).dtypes("llllllllllll").throws(refused_dense, refusal);
  for (const char* name : {"_values", "coalesce", "_coalesce"})
    sparse_row(t.add(name, of_matrix())).throws(refused_dense, refusal);
  sparse_row(t.add("indices", [](Sample& s) { return Stack{whole(s)}; }))
      .dtypes("llllllllllll")
      .throws(of_matrix(), "Cannot get indices on an uncoalesced tensor");
  sparse_row(t.add("_coalesced_", [](Sample& s) { return Stack{matrix(s), true}; }));
  sparse_row(t.add("_to_dense",
                   [](Sample& s) {
                     return Stack{matrix(s), kNo};
                   }))
      .expects([](const Stack& a) {
        std::vector<double> v(6, 0), values = elements(a[0].toTensor()._values());
        v[2] = values[0], v[3] = values[1], v[5] = values[2];
        return from_elements(v, {2, 3});
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), kNo};
          },
          refusal);
}

void add_changes(OpCases& t) {
  using Sizes = std::vector<int64_t>;
  const auto to = [](const Sizes& sizes) {
    return [=](Sample& s) { return Stack{matrix(s), sizes, int64_t{2}, int64_t{0}}; };
  };
  sparse_row(t.add("sparse_resize_", to({4, 5}))).throws(to({1, 5}), "shrinking the size of sparse dimensions");
  sparse_row(t.add("sparse_resize_and_clear_", to({1, 5}))).throws(to({1}), "number of dimensions must be sparse_dim");
  const auto two = [](Sample& s) {
    const Tensor self = matrix(s);
    return Stack{self, matrix(s)};
  };
  sparse_row(t.add("resize_as_sparse_", two));
  sparse_row(t.add("copy_sparse_to_sparse_", [](Sample& s) {
    const Tensor self = matrix(s);
    return Stack{self, matrix(s), false};
  }));
}

void add_arithmetic(OpCases& t) {
  using Sizes = std::vector<int64_t>;
  sparse_row(t.add("_sparse_sum", of_matrix())).dtypes("llllllegfdFD");
  sparse_row(t.add("_sparse_sum.dtype", [](Sample& s) { return Stack{matrix(s), kFloat}; })).dtypes("ffffffffffff");
  sparse_row(t.add("_sparse_sum.dim", [](Sample& s) { return Stack{matrix(s), Sizes{0}}; }));
  sparse_row(t.add("_sparse_sum.dim_dtype", [](Sample& s) {
    return Stack{matrix(s), Sizes{0}, kFloat};
  })).dtypes("ffffffffffff");
  const auto product = [](const Stack& a) {
    const std::vector<double> x = elements(a[0].toTensor().to_dense()), y = elements(a[1].toTensor());
    std::vector<double> z(4, 0);
    for (size_t i = 0; i < 2; ++i)
      for (size_t j = 0; j < 2; ++j)
        for (size_t k = 0; k < 3; ++k) z[2 * i + j] += x[3 * i + k] * y[2 * k + j];
    return from_elements(z, {2, 2});
  };
  const auto factors = [](Sample& s) {
    const Tensor sparse = matrix(s);
    return Stack{sparse, s.real({3, 2})};
  };
  sparse_row(t.add("_sparse_mm", factors)).dtypes(".Bbhil..fdFD", "?BbhilegfdFD", kWider).expects(product);
  sparse_row(t.add("_sparse_addmm", [](Sample& s) {
    const Tensor self = s.real({2, 2}), sparse = matrix(s);
    return Stack{self, sparse, s.real({3, 2}), 2, 3};
  })).dtypes(".Bbhil..fdFD", "?BbhilegfdFD", kWider);
  sparse_row(t.add("_sparse_sparse_matmul", [](Sample& s) {
    const Tensor sparse = matrix(s);
    return Stack{sparse, matrix(s).t()};
  })).dtypes("........fdFD", "?BbhilegfdFD", kWider);
  const auto wrong = [](Sample& s) {
    const Tensor sparse = matrix(s);
    return Stack{sparse, s.real({2, 2})};
  };
  sparse_row(t.add("hspmm", factors))
      .dtypes(".Bbhil..fdFD", "?BbhilegfdFD", kWider)
      .throws(wrong, "Expected dim 0 size 3, got 2");
  sparse_row(t.add("smm", factors))
      .dtypes(".Bbhil..fdFD", "?BbhilegfdFD", kWider)
      .throws(wrong, "Expected dim 0 size 3, got 2");
  sparse_row(t.add("sspaddmm", [](Sample& s) {
    const Tensor self = sparse_coo_tensor({2, 2}, kDouble), sparse = matrix(s);
    return Stack{self, sparse, s.real({3, 2}), 1, 1};
  })).dtypes(".Bbhil..fdFD", "?BbhilegfdFD", kWider);
}

void add_gradients(OpCases& t) {
  sparse_row(t.add("embedding_sparse_backward",
                   [](Sample& s) {
                     const Tensor grad = s.real({4, 2});
                     return Stack{grad, s.index({4}, 3), int64_t{3}, int64_t{-1}, false};
                   }))
      .throws(
          [](Sample& s) {
            const Tensor grad = s.real({4, 2});
            return Stack{grad, s.index({4}, 3), int64_t{3}, int64_t{-1}, true};
          },
          "scale_grad_by_freq not supported with sparse gradients");
  const auto bags = [](int64_t mode) {
    return [mode](Sample& s) {
      const Tensor grad = s.real({2, 2}), indices = s.index({4}, 3), offsets = tensor({0, 2}, kLong);
      return Stack{grad, indices, offsets,    tensor({0, 0, 1, 1}, kLong), tensor({2, 2}, kLong), int64_t{3}, false,
                   mode, kNo,     int64_t{-1}};
    };
  };
  sparse_row(t.add("_embedding_bag_sparse_backward", bags(1)))
      .dtypes("......egfdFD")
      .throws(bags(2), "max mode does not support sparse weights");
  sparse_row(t.add("_gather_sparse_backward", [](Sample& s) {
    const Tensor self = s.real({2, 3}), index = s.index({2, 2}, 3);
    return Stack{self, int64_t{1}, index, s.real({2, 2})};
  }));
}

}  // namespace

void add_sparse_cases(OpCases& t) {
  add_new_tensors(t);
  add_parts(t);
  add_changes(t);
  add_arithmetic(t);
  add_gradients(t);
}

}  // namespace torchpp::tests

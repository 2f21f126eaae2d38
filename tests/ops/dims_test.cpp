// SPDX-License-Identifier: BSD-3-Clause
// Every function with a dim argument, asked about dims inside and outside the range, of 0-dim and 2-dim tensors.
#include <torchpp/torchpp.h>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

struct DimCase {
  const char* name;
  void (*call)(const Tensor& x, int64_t dim);
  const char *of_scalar, *of_matrix;  ///< libtorch 1.13.1's answers for the dims below
};

constexpr int64_t kLeast = INT64_MIN, kMost = INT64_MAX;
const std::vector<int64_t> kDimsOfScalar = {-2, -1, 0, 1, kLeast, kMost};
const std::vector<int64_t> kDimsOfMatrix = {-3, -2, -1, 0, 1, 2, kLeast, kMost};

// 'I' for IndexError, 'E' for another Error, '.' for a result.
char answer(const DimCase& c, IntArrayRef sizes, int64_t dim) {
  try {
    c.call(ones(sizes), dim);
    return '.';
  } catch (const IndexError&) {
    return 'I';
  } catch (const Error&) {
    return 'E';
  }
}

bool is_first(int64_t dim) { return dim == 0 || dim == -2; }
// One element, row or column that index 0 along the dim names.
Tensor part(const Tensor& x, int64_t dim) { return x.dim() == 0 ? x : is_first(dim) ? ones({1, 3}) : ones({2, 1}); }
Tensor first_index() { return zeros({1}, kLong); }
Tensor indices(const Tensor& x) { return zeros(x.sizes(), kLong); }
std::vector<int64_t> with(const Tensor& x, int64_t dim) {
  return x.dim() == 0 ? std::vector<int64_t>{dim} : std::vector<int64_t>{dim, 1};
}

#define DIM_CASE(name, expression, of_scalar, of_matrix)                  \
  {                                                                       \
    name,                                                                 \
        [](const Tensor& x, int64_t d) { /* NOLINT: both may be unused */ \
                                         (void)(expression);              \
        },                                                                \
        of_scalar, of_matrix                                              \
  }

// Answers of libtorch 1.13.1 (Python front), each on ones of shapes () and (2, 3).
const DimCase kCases[] = {
    DIM_CASE("size", x.size(d), "IIIIII", "I....III"),
    DIM_CASE("stride", x.stride(d), "IIIIII", "I....III"),
    DIM_CASE("sum", x.sum(IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("sum keepdim", x.sum(IntArrayRef(d), true), "I..III", "I....III"),
    DIM_CASE("mean", x.mean(IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("prod", x.prod(d), "I..III", "I....III"),
    DIM_CASE("amax", x.amax(d), "I..III", "I....III"),
    DIM_CASE("amin", x.amin(d), "I..III", "I....III"),
    DIM_CASE("aminmax", aminmax(x, d), "I..III", "I....III"),
    DIM_CASE("max", x.max(d), "I..III", "I....III"),
    DIM_CASE("min", x.min(d), "I..III", "I....III"),
    DIM_CASE("argmax", x.argmax(d), "I..III", "I....III"),
    DIM_CASE("argmin", x.argmin(d), "I..III", "I....III"),
    DIM_CASE("any", x.any(d), "I..III", "I....III"),
    DIM_CASE("all", x.all(d), "I..III", "I....III"),
    DIM_CASE("count_nonzero", count_nonzero(x, IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("var", x.var(IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("std", x.std(IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("var_mean", var_mean(x, IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("std_mean", std_mean(x, IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("norm", x.norm(2, d), "I..III", "I....III"),
    DIM_CASE("frobenius_norm", frobenius_norm(x, d), "I..III", "I....III"),
    DIM_CASE("linalg_vector_norm", linalg_vector_norm(x, 2, IntArrayRef(d)), "I..III", "I....III"),
    DIM_CASE("cumsum", x.cumsum(d), "I..III", "I....III"),
    DIM_CASE("cumsum_", cumsum_(const_cast<Tensor&>(x), d), "I..III", "I....III"),
    DIM_CASE("logsumexp", x.logsumexp(d), "I..III", "I....III"),
    DIM_CASE("softmax", x.softmax(d), "I..III", "I....III"),
    DIM_CASE("log_softmax", x.log_softmax(d), "I..III", "I....III"),
    DIM_CASE("F::softmin", nn::functional::softmin(x, d), "I..III", "I....III"),
    DIM_CASE("F::normalize", nn::functional::normalize(x, nn::functional::NormalizeFuncOptions().dim(d)), "I..III",
             "I....III"),
    DIM_CASE("sort", x.sort(d), "I..III", "I....III"),
    DIM_CASE("argsort", x.argsort(d), "I..III", "I....III"),
    DIM_CASE("topk", x.topk(1, d), "I..III", "I....III"),
    DIM_CASE("sum of two dims", x.sum(IntArrayRef({0, d})), "IEEIII", "IE.E.III"),
    DIM_CASE("flatten start", x.flatten(d, -1), "I..III", "I....III"),
    DIM_CASE("flatten end", x.flatten(0, d), "I..III", "I....III"),
    DIM_CASE("unflatten", x.unflatten(d, {-1, 1}), "IIIIII", "I....III"),
    DIM_CASE("squeeze", x.squeeze(d), "I..III", "I....III"),
    DIM_CASE("squeeze_", x.squeeze_(d), "I..III", "I....III"),
    DIM_CASE("unsqueeze", x.unsqueeze(d), "I..III", "......II"),
    DIM_CASE("unsqueeze_", x.unsqueeze_(d), "I..III", "......II"),
    DIM_CASE("transpose dim0", x.transpose(d, 0), "I..III", "I....III"),
    DIM_CASE("transpose dim1", x.transpose(-1, d), "I..III", "I....III"),
    DIM_CASE("transpose_", x.transpose_(d, 0), "I..III", "I....III"),
    DIM_CASE("swapaxes", x.swapaxes(d, 0), "I..III", "I....III"),
    DIM_CASE("permute", x.permute(with(x, d)), "EEEEEE", "I.E.EIII"),
    DIM_CASE("movedim source", x.movedim(d, 0), "I..III", "I....III"),
    DIM_CASE("movedim destination", x.movedim(0, d), "I..III", "I....III"),
    DIM_CASE("narrow", x.narrow(d, 0, 1), "EEEEEE", "I....III"),
    DIM_CASE("select", x.select(d, 0), "IIIIII", "I....III"),
    DIM_CASE("slice", x.slice(d, 0, 1), "IIIIII", "I....III"),
    DIM_CASE("split", x.split(1, d), "EEEEEE", "I....III"),
    DIM_CASE("split_with_sizes",
             x.split_with_sizes(is_first(d) ? std::vector<int64_t>{1, 1} : std::vector<int64_t>{1, 1, 1}, d), "EEEEEE",
             "I....III"),
    DIM_CASE("chunk", x.chunk(2, d), "EEEEEE", "I....III"),
    DIM_CASE("tensor_split", tensor_split(x, 2, d), "EEEEEE", "I....III"),
    DIM_CASE("tensor_split indices", tensor_split(x, IntArrayRef(1), d), "EEEEEE", "I....III"),
    DIM_CASE("unbind", x.unbind(d), "IIIIII", "I....III"),
    DIM_CASE("diagonal dim1", x.diagonal(0, d, 1), "IIIIII", "I.E.EIII"),
    DIM_CASE("diagonal dim2", x.diagonal(0, 0, d), "IEEIII", "IE.E.III"),
    DIM_CASE("unfold", x.unfold(d, 1, 1), "I..III", "I....III"),
    DIM_CASE("flip", x.flip(d), "I..III", "I....III"),
    DIM_CASE("roll", roll(x, 1, d), "IIIIII", "I....III"),
    DIM_CASE("rot90", rot90(x, 1, {d, 0}), "EEEEEE", "EE.E.EEE"),
    DIM_CASE("diag_embed dim1", diag_embed(x, 0, d, -1), "IEEIII", "..E..EII"),
    DIM_CASE("diag_embed dim2", diag_embed(x, 0, 0, d), "IEEIII", "E..E..II"),
    DIM_CASE("cat", cat({x, x}, d), "EEEEEE", "I....III"),
    DIM_CASE("stack", stack({x, x}, d), "I..III", "......II"),
    DIM_CASE("repeat_interleave", repeat_interleave(x, 2, d), "IIIIII", "I....III"),
    DIM_CASE("repeat_interleave tensor", repeat_interleave(x, full({1}, 2, kLong), d), "IIIIII", "I....III"),
    DIM_CASE("index_select", x.index_select(d, first_index()), "I..III", "I....III"),
    DIM_CASE("index_add", x.index_add(d, first_index(), part(x, d)), "I..III", "I....III"),
    DIM_CASE("index_copy", index_copy(x, d, first_index(), part(x, d)), "I..III", "I....III"),
    DIM_CASE("index_fill", index_fill(x, d, first_index(), 1), "I..III", "I....III"),
    DIM_CASE("gather", x.gather(d, indices(x)), "I..III", "I....III"),
    DIM_CASE("scatter", x.scatter(d, indices(x), x), "I..III", "I....III"),
    DIM_CASE("scatter value", x.scatter(d, indices(x), Scalar(1.)), "I..III", "I....III"),
    DIM_CASE("scatter_add", x.scatter_add(d, indices(x), x), "I..III", "I....III"),
    DIM_CASE("take_along_dim", take_along_dim(x, indices(x), d), "IIIIII", "I....III"),
    DIM_CASE("F::cosine_similarity",
             nn::functional::cosine_similarity(x, x, nn::functional::CosineSimilarityFuncOptions().dim(d)), "I..III",
             "I....III"),
    DIM_CASE("glu", glu(x, d), "EEEEEE", "I.E.EIII"),
};
#undef DIM_CASE

TEST(Dims, AreTakenAndRefusedAsLibtorchDoes) {
  for (const DimCase& c : kCases) {
    std::string of_scalar, of_matrix;
    for (int64_t d : kDimsOfScalar) of_scalar += answer(c, {}, d);
    for (int64_t d : kDimsOfMatrix) of_matrix += answer(c, {2, 3}, d);
    EXPECT_EQ(of_scalar, c.of_scalar) << c.name << " of a 0-dim tensor";
    EXPECT_EQ(of_matrix, c.of_matrix) << c.name << " of a 2-dim tensor";
  }
}

TEST(Dims, AScalarHasNone) {
  expect_error([] { zeros({}).size(0); }, "Dimension specified as 0 but tensor has no dimensions");
  expect_error([] { zeros({}).stride(-1); }, "Dimension specified as -1 but tensor has no dimensions");
  expect_error([] { zeros({}).unflatten(0, {-1, 1}); }, "Dimension specified as 0 but tensor has no dimensions");
}

}  // namespace
}  // namespace torchpp::test

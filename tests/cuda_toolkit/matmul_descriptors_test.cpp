// SPDX-License-Identifier: BSD-3-Clause
#include "src/backends/cuda/toolkit/matmul_descriptors.h"

#include <torchpp/core/error.h>

#include "src/backends/cuda/toolkit/library.h"
#include "tests/cuda_toolkit/support.h"

namespace torchpp::cuda {
namespace {

class MatmulDescriptorsTest : public OfLibrary {
 protected:
  MatmulDescriptorsTest() : OfLibrary("libcublasLt.so.", CUBLAS_VER_MAJOR) {}
};

TEST_F(MatmulDescriptorsTest, EveryFunctionIsFound) {
  const CublasLt& lt = cublaslt();
#define TORCHPP_EXPECT(name) EXPECT_NE(lt.name, nullptr) << #name;
  TORCHPP_CUBLASLT_FUNCTIONS(TORCHPP_EXPECT)
#undef TORCHPP_EXPECT
}

// Products of every kind that linalg.cpp makes, all of (5, 7) and (7, 3).
template <class F>
void for_products(const F& f) {
  alignas(256) static char memory[512];
  for (const ScalarType dtype : {kFloat, kDouble, kHalf, kBFloat16, kComplexFloat, kComplexDouble})
    for (const int64_t batch : {1, 3, 70000})
      for (const bool transpose_a : {false, true})
        for (const bool transpose_b : {false, true})
          for (const bool one_operand : {false, true})
            for (const bool bias : {false, true}) {
              if (bias && (batch != 1 || isComplexType(dtype))) continue;
              Product p;
              p.dtype = dtype, p.batch = batch, p.m = 5, p.k = 7, p.n = 3;
              p.transpose_a = transpose_a, p.transpose_b = transpose_b;
              p.lda = transpose_a ? 9 : 8, p.ldb = transpose_b ? 7 : 11, p.ldd = 3;
              p.stride_a = one_operand ? 0 : 80, p.stride_b = 90, p.stride_d = 15;
              p.a = memory, p.b = memory + 16, p.d = memory + 128;
              p.bias = bias ? memory + 64 : nullptr;
              SCOPED_TRACE(testing::Message() << toString(dtype) << " batch " << batch << " transposed " << transpose_a
                                              << transpose_b << " bias " << bias);
              f(p);
            }
}

TEST_F(MatmulDescriptorsTest, AreTaken) {
  for_products([](const Product& p) {
    for (const bool tf32 : {false, true}) {
      MatmulDescriptors descriptors(p, tf32);
      if (p.bias != nullptr) descriptors.set_bias(p);
      const MatmulPreference preference(p, uint64_t{32} << 20);
      EXPECT_NE(preference, nullptr);
    }
  });
}

// The descriptors read back have the values that were set.
TEST_F(MatmulDescriptorsTest, AreReadBack) {
  const auto of_layout = function(&::cublasLtMatrixLayoutGetAttribute, "cublasLtMatrixLayoutGetAttribute");
  const auto of_operation = function(&::cublasLtMatmulDescGetAttribute, "cublasLtMatmulDescGetAttribute");
  ASSERT_TRUE(of_layout != nullptr && of_operation != nullptr);
  for_products([&](const Product& p) {
    const MatmulDescriptors descriptors(p, false);
    const auto number = [&](cublasLtMatmulDescAttributes_t attribute, auto expected) {
      decltype(expected) value{};
      size_t written = 0;
      ASSERT_EQ(of_operation(descriptors.operation, attribute, &value, sizeof value, &written), CUBLAS_STATUS_SUCCESS);
      EXPECT_EQ(written, sizeof value);
      EXPECT_EQ(value, expected);
    };
    number(CUBLASLT_MATMUL_DESC_TRANSA, static_cast<int32_t>(p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N));
    number(CUBLASLT_MATMUL_DESC_TRANSB, static_cast<int32_t>(p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N));
    number(CUBLASLT_MATMUL_DESC_EPILOGUE,
           static_cast<uint32_t>(p.bias != nullptr ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT));
    if (p.bias != nullptr) number(CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias);

    const auto layout = [&](cublasLtMatrixLayout_t of, uint64_t rows, uint64_t columns, int64_t ld, int64_t stride) {
      const auto is = [&](cublasLtMatrixLayoutAttribute_t attribute, auto expected) {
        decltype(expected) value{};
        size_t written = 0;
        ASSERT_EQ(of_layout(of, attribute, &value, sizeof value, &written), CUBLAS_STATUS_SUCCESS);
        EXPECT_EQ(written, sizeof value);
        EXPECT_EQ(value, expected);
      };
      is(CUBLASLT_MATRIX_LAYOUT_ROWS, rows);
      is(CUBLASLT_MATRIX_LAYOUT_COLS, columns);
      is(CUBLASLT_MATRIX_LAYOUT_LD, ld);
      is(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, static_cast<int32_t>(p.batch));
      is(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, p.batch > 1 ? stride : 0);
    };
    layout(descriptors.first, p.transpose_b ? 7 : 3, p.transpose_b ? 3 : 7, p.ldb, p.stride_b);
    layout(descriptors.second, p.transpose_a ? 5 : 7, p.transpose_a ? 7 : 5, p.lda, p.stride_a);
    layout(descriptors.result, 3, 5, p.ldd, p.stride_d);
  });
}

TEST_F(MatmulDescriptorsTest, RefusalNamesTheProduct) {
  Product p;
  p.m = 5, p.k = 7, p.n = 3, p.dtype = kHalf;
  try {
    check(CUBLAS_STATUS_NOT_SUPPORTED, "cublasLtMatmul", p);
    FAIL() << "no error";
  } catch (const Error& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("cublasLtMatmul: CUBLAS_STATUS_NOT_SUPPORTED"), std::string::npos) << what;
    EXPECT_NE(what.find("1 product(s) of (5, 7) and (7, 3) of Half"), std::string::npos) << what;
  }
}

TEST_F(MatmulDescriptorsTest, IntegersAreRefused) {
  Product p;
  p.m = p.n = p.k = p.lda = p.ldb = p.ldd = 1, p.dtype = kInt;
  EXPECT_THROW(MatmulDescriptors(p, false), NotImplementedError);
}

TEST_F(MatmulDescriptorsTest, Alignment) {
  alignas(512) static const char memory[512] = {};
  for (const uint32_t n : {1, 2, 4, 8, 16, 32, 64, 128, 256}) EXPECT_EQ(alignment_of(memory + n), n);
  EXPECT_EQ(alignment_of(memory), 256u);
  EXPECT_EQ(alignment_of(memory + 48), 16u);
}

}  // namespace
}  // namespace torchpp::cuda

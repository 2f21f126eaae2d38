// SPDX-License-Identifier: BSD-3-Clause
// Whether what stands for instructions of tensor cores on the host places elements where the manual says, by whose
// formulas the tests find them: NVIDIA, PTX ISA, "Matrix fragments for mma.m16n8k16 with floating point type",
// "ldmatrix".
#define TORCHPP_CUDA_EMULATED
#include "tests/cuda_emulation/emulation.h"

#include "src/backends/cuda/matrix_units.h"

#include <gtest/gtest.h>

#include "tests/cuda/support.h"

namespace torchpp::cuda {
namespace {

class CudaMatrixUnits : public ::testing::Test {
 protected:
  void SetUp() override { use_cuda(); }
};

// f(lane) of a warp.
template <class F>
void run_warp(const F& f) {
  Geometry g;
  g.threads[0] = kWarp;
  g.cooperates = true;
  emulation::run(g, [&] { f(static_cast<int>(threadIdx.x)); });
}

// Where the i-th element of a lane's fragment is, the first in the low half of the first word.
struct Place {
  int row, column;
};
Place of_left(int lane, int i) {
  return {i < 2 || (4 <= i && i < 6) ? lane >> 2 : (lane >> 2) + 8, lane % 4 * 2 + (i & 1) + (i < 4 ? 0 : 8)};
}
Place of_right(int lane, int i) { return {lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane >> 2}; }
Place of_sum(int lane, int i) { return {i < 2 ? lane >> 2 : (lane >> 2) + 8, lane % 4 * 2 + (i & 1)}; }

template <class M>
void check_product() {
  float left[16][16], right[16][8], before[16][8], after[16][8] = {};
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 16; ++c) {
      left[r][c] = static_cast<float>((r * 31 + c * 7) % 13 - 6);
      right[r][c % 8] = static_cast<float>((r * 17 + c % 8 * 5) % 11 - 5);
      before[r][c % 8] = static_cast<float>(r + 16 * (c % 8));
    }
  run_warp([&](int lane) {
    uint32_t a[4] = {}, b[2] = {};
    float d[4];
    for (int i = 0; i < 8; ++i) {
      const Place p = of_left(lane, i);
      a[i / 2] |= uint32_t{narrow<M>(left[p.row][p.column]).bits} << 16 * (i % 2);
    }
    for (int i = 0; i < 4; ++i) {
      const Place p = of_right(lane, i), s = of_sum(lane, i);
      b[i / 2] |= uint32_t{narrow<M>(right[p.row][p.column]).bits} << 16 * (i % 2);
      d[i] = before[s.row][s.column];
    }
    multiply_add<M>(d, a, b[0], b[1]);
    for (int i = 0; i < 4; ++i) after[of_sum(lane, i).row][of_sum(lane, i).column] = d[i];
  });
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 8; ++c) {
      float expected = before[r][c];
      for (int k = 0; k < 16; ++k) expected += left[r][k] * right[k][c];
      EXPECT_EQ(after[r][c], expected) << r << ", " << c;
    }
}
TEST_F(CudaMatrixUnits, Products) {
  check_product<math::f16>();
  check_product<math::bf16>();
}

// Lanes 8 m to 8 m + 7 give the rows of matrix m; lane l gets of row l / 4 of each the elements 2 (l % 4) and the next.
TEST_F(CudaMatrixUnits, Loads) {
  alignas(16) uint16_t rows[kWarp][16];
  for (int r = 0; r < kWarp; ++r)
    for (int c = 0; c < 16; ++c) rows[r][c] = static_cast<uint16_t>(r * 100 + c);
  uint32_t plain[kWarp][4], transposed[kWarp][4];
  run_warp([&](int lane) {
    load_matrix_x4(plain[lane], rows[lane]);
    load_matrix_x4_transposed(transposed[lane], rows[lane]);
  });
  for (int lane = 0; lane < kWarp; ++lane)
    for (int m = 0; m < 4; ++m)
      for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(plain[lane][m] >> 16 * i & 0xffff, rows[8 * m + lane / 4][lane % 4 * 2 + i]);
        EXPECT_EQ(transposed[lane][m] >> 16 * i & 0xffff, rows[8 * m + lane % 4 * 2 + i][lane / 4]);
      }
}

}  // namespace
}  // namespace torchpp::cuda

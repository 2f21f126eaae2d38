// SPDX-License-Identifier: BSD-3-Clause
// The texts were written by libtorch 1.13.1.
#include <cmath>
#include <iomanip>
#include <sstream>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

std::string text(const Tensor& t) {
  std::ostringstream out;
  out << t;
  return out.str();
}

TEST(Print, NumbersAndVectors) {
  EXPECT_EQ(text(tensor(1.5)), "1.5\n[ CPUFloatType{} ]");
  EXPECT_EQ(text(tensor(123456789.)), "1.23457e+08\n[ CPUFloatType{} ]");
  EXPECT_EQ(text(tensor(true)), "1\n[ CPUBoolType{} ]");
  EXPECT_EQ(text(Tensor()), "[ Tensor (undefined) ]");
  EXPECT_EQ(text(tensor({1, 2, 30})), "  1\n  2\n 30\n[ CPULongType{3} ]");
  EXPECT_EQ(text(tensor({1.5f, 2.25f, -3.f})), " 1.5000\n 2.2500\n-3.0000\n[ CPUFloatType{3} ]");
  EXPECT_EQ(text(tensor({1e10f, 2.f})), " 1.0000e+10\n 2.0000e+00\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(tensor({1e-5f, 2e-5f})), "1e-05 *\n 1.0000\n 2.0000\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(tensor({100000.5f})), "1e+05 *\n 1.0000\n[ CPUFloatType{1} ]");
  EXPECT_EQ(text(tensor({-0.0f})), "-0\n[ CPUFloatType{1} ]");
  EXPECT_EQ(text(tensor({1.5, 1e200}, kDouble)), "  1.5000e+00\n 1.0000e+200\n[ CPUDoubleType{2} ]");
  EXPECT_EQ(text(tensor({NAN, 1.f})), "nan\n 1\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(tensor({NAN, 1.5f, INFINITY})), "    nan\n 1.5000\n    inf\n[ CPUFloatType{3} ]");
  EXPECT_EQ(text(zeros({2, 0})), "[ CPUFloatType{2,0} ]");
}

TEST(Print, Matrices) {
  EXPECT_EQ(text(arange(6.).view({2, 3}) * 1.5),
            " 0.0000  1.5000  3.0000\n 4.5000  6.0000  7.5000\n[ CPUFloatType{2,3} ]");
  EXPECT_EQ(text(tensor({{1.f, NAN}, {INFINITY, -2.5f}})), " 1.0000     nan\n    inf -2.5000\n[ CPUFloatType{2,2} ]");
  EXPECT_EQ(text(tensor({{0.1f, 1234.5678f}})), "    0.1000  1234.5677\n[ CPUFloatType{1,2} ]");
  EXPECT_EQ(text(arange(6.).view({2, 3}) / 7 * 1e-6),
            "1e-07 *\n 0.0000  1.4286  2.8571\n  4.2857  5.7143  7.1429\n[ CPUFloatType{2,3} ]");
  EXPECT_EQ(text(arange(60).view({2, 30})),
            "Columns 1 to 20  0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  17  18  19\n"
            " 30  31  32  33  34  35  36  37  38  39  40  41  42  43  44  45  46  47  48  49\n\n"
            "Columns 21 to 30 20  21  22  23  24  25  26  27  28  29\n"
            " 50  51  52  53  54  55  56  57  58  59\n[ CPULongType{2,30} ]");
}

TEST(Print, MoreDimensions) {
  EXPECT_EQ(text(arange(16).view({2, 2, 2, 2})),
            "(1,1,.,.) = \n  0  1\n  2  3\n\n(2,1,.,.) = \n   8   9\n  10  11\n\n(1,2,.,.) = \n  4  5\n  6  7\n\n"
            "(2,2,.,.) = \n  12  13\n  14  15\n[ CPULongType{2,2,2,2} ]");
  EXPECT_EQ(text(arange(8.).view({2, 2, 2}) / 7 * 1e-6),
            "(1,.,.) = \n 1e-07 *\n  0.0000  1.4286\n   2.8571  4.2857\n\n"
            "(2,.,.) = \n 1e-07 *\n  5.7143  7.1429\n   8.5714 10.0000\n[ CPUFloatType{2,2,2} ]");
}

TEST(Print, LeavesTheStreamAsItWas) {
  std::ostringstream out;
  out << std::setprecision(3) << std::scientific << tensor({1.5f}) << " " << 1.5;
  EXPECT_EQ(out.str(), " 1.5000\n[ CPUFloatType{1} ] 1.500e+00");
  EXPECT_EQ(tensor({1}).toString(), "CPULongType");
  EXPECT_EQ(Tensor().toString(), "UndefinedType");
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
// The texts were written by libtorch 1.13.1; those of complex elements, of which its C++ front end drops the imaginary
// part, by PyTorch 1.13.1's Python front end, and stand in the layout of the C++ one.
#include <torchpp/ops/print.h>

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

TEST(Print, EveryDtype) {
  for (ScalarType dtype : {kByte, kChar, kShort, kInt, kLong, kHalf, kBFloat16, kFloat, kDouble})
    EXPECT_EQ(text(arange(3).to(dtype)), " 0\n 1\n 2\n[ CPU" + std::string(toString(dtype)) + "Type{3} ]");
  EXPECT_EQ(text(arange(3).to(kBool)), " 0\n 1\n 1\n[ CPUBoolType{3} ]");
  EXPECT_EQ(text(tensor({1.5f, -2.f}).to(kHalf)), " 1.5000\n-2.0000\n[ CPUHalfType{2} ]");
}

TEST(Print, WithoutElementsAndOfOne) {
  EXPECT_EQ(text(zeros({2, 0, 3})), "[ CPUFloatType{2,0,3} ]");
  EXPECT_EQ(text(zeros({0})), "[ CPUFloatType{0} ]");
  EXPECT_EQ(text(zeros({1, 1, 1})), "(1,.,.) = \n  0\n[ CPUFloatType{1,1,1} ]");
  EXPECT_EQ(text(ones({2}).requires_grad_()), " 1\n 1\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(zeros({2, 0}, kComplexFloat)), "[ CPUComplexFloatType{2,0} ]");
}

TEST(Print, LineWidth) {
  std::ostringstream out;
  print(out, arange(12).view({2, 6}), 12);
  EXPECT_EQ(out.str(),
            "Columns 1 to 3  0   1   2\n  6   7   8\n\nColumns 4 to 6  3   4   5\n  9  10  11\n[ CPULongType{2,6} ]");
}

using Z = Complex<double>;
Tensor complex_of(const std::vector<Z>& values, ScalarType dtype = kComplexFloat) {
  Tensor t = empty({static_cast<int64_t>(values.size())}, kComplexDouble);
  for (size_t i = 0; i < values.size(); ++i) t.data_ptr<Z>()[i] = values[i];
  return t.to(dtype);
}

TEST(Print, ComplexVectors) {
  const auto body = [](const std::vector<Z>& values) {
    const std::string whole = text(complex_of(values, kComplexDouble));
    return whole.substr(0, whole.find("[ CPUComplexDouble"));
  };
  EXPECT_EQ(text(complex_of({{1.5, 2}, {-3, -0.25}})), " 1.5000+2.0000j\n-3.0000-0.2500j\n[ CPUComplexFloatType{2} ]");
  EXPECT_EQ(body({{1, 2}, {100, -20}}), "   1.+2.j\n100.-20.j\n");
  EXPECT_EQ(body({{0, 0}, {0, 0}}), "0.+0.j\n0.+0.j\n");
  EXPECT_EQ(body({{1e10, 1e-5}, {2, 1}}), "1.0000e+10+1.0000e-05j\n2.0000e+00+1.0000e+00j\n");
  EXPECT_EQ(body({{NAN, INFINITY}, {-INFINITY, -0.0}, {1.5, -1}}), "  nan+infj\n  -inf-0.j\n1.5000-1.j\n");
  EXPECT_EQ(body({{1e-5, 1}, {1, 2}}), "1.0000e-05+1.j\n1.0000e+00+2.j\n");
  EXPECT_EQ(body({{1e9, 2}, {3, -4}}), "1.0000e+09+2.j\n3.0000e+00-4.j\n");
  EXPECT_EQ(body({{2, 1000}, {-4, -1}}), "2.+1000.j\n  -4.-1.j\n");
  EXPECT_EQ(body({{123456.5, 2}}), "123456.5000+2.j\n");
  EXPECT_EQ(text(complex_of({{1, 2}}, kComplexHalf)), "1.+2.j\n[ CPUComplexHalfType{1} ]");
}

TEST(Print, ComplexNumbersAndMatrices) {
  EXPECT_EQ(text(complex_of({{1.5, 2}})[0]), "1.5000+2.j\n[ CPUComplexFloatType{} ]");
  EXPECT_EQ(text(complex_of({{0, 0}})[0]), "0.+0.j\n[ CPUComplexFloatType{} ]");
  EXPECT_EQ(text(complex_of({{1, 1}, {2.5, -12.25}, {-0.0, -100}, {1e-3, 0}}).view({2, 2})),
            "   1.0000e+00+1.0000j   2.5000e+00-12.2500j\n-0.0000e+00-100.0000j    1.0000e-03+0.0000j\n"
            "[ CPUComplexFloatType{2,2} ]");
  EXPECT_EQ(text(arange(4, kDouble).to(kComplexDouble).mul(Scalar(Z(1.5, -0.5))).view({1, 2, 2})),
            "(1,.,.) = \n 0.0000+0.0000j 1.5000-0.5000j\n 3.0000-1.0000j 4.5000-1.5000j\n"
            "[ CPUComplexDoubleType{1,2,2} ]");
  // Lazily conjugated and lazily transposed.
  EXPECT_EQ(text(complex_of({{1, 2}, {3, -4}}).conj()), "1.-2.j\n3.+4.j\n[ CPUComplexFloatType{2} ]");
  EXPECT_EQ(text(complex_of({{1, 1}, {2, 2}, {3, 3}, {4, 4}}).view({2, 2}).t()),
            "1.+1.j 3.+3.j\n2.+2.j 4.+4.j\n[ CPUComplexFloatType{2,2} ]");
}

TEST(Print, LeavesTheStreamAsItWas) {
  std::ostringstream out;
  out << std::setprecision(3) << std::scientific << tensor({1.5f}) << " " << 1.5;
  EXPECT_EQ(out.str(), " 1.5000\n[ CPUFloatType{1} ] 1.500e+00");
  EXPECT_EQ(tensor({1}).toString(), "CPULongType");
  EXPECT_EQ(str(tensor({1}).type()), "CPULongType");
  EXPECT_EQ(Tensor().toString(), "UndefinedType");
}

}  // namespace
}  // namespace torchpp::test

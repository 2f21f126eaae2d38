// SPDX-License-Identifier: BSD-3-Clause
// Bytes without another origin follow from the description of the format; those marked "numpy" are what numpy 1.24.2's
// np.save wrote.
#include "src/serialize/npy.h"

#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>

#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

std::string file_of(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(header.size() >> 8 * i & 255);
  return bytes + header + data;
}
std::string header_of(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }     \n";
}
Tensor read(const std::string& bytes) {
  serialize::MemoryInput in(bytes.data(), bytes.size());
  return serialize::read_npy(in, "npy");
}
template <class T>
std::string bytes_of(std::vector<T> values, bool swapped = false) {
  std::string bytes;
  for (T& value : values) {
    std::string one(reinterpret_cast<const char*>(&value), sizeof value);
    bytes += swapped ? std::string(one.rbegin(), one.rend()) : one;
  }
  return bytes;
}
void expect_equal(const Tensor& got, const Tensor& expected) {
  EXPECT_EQ(got.scalar_type(), expected.scalar_type());
  EXPECT_TRUE(got.is_contiguous());
  EXPECT_TRUE(equal(got, expected)) << str(got.sizes()) << " " << got << "\nexpected " << expected;
}

// numpy: np.save(f, np.array([[1.5, 2], [-3, 4]], np.float32)), and with order="F"
TEST(Npy, FilesOfNumPy) {
  const std::string padding(118 - 58 - 1, ' ');
  const std::string before = "\x93NUMPY\x01";
  const std::string head = std::string("\0v\0", 3);
  expect_equal(read(before + head + "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }" + padding.substr(1) +
                    "\n" + bytes_of<float>({1.5, 2, -3, 4})),
               tensor({1.5F, 2.F, -3.F, 4.F}).view({2, 2}));
  expect_equal(read(before + head + "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }" + padding + "\n" +
                    bytes_of<float>({1.5, -3, 2, 4})),
               tensor({1.5F, 2.F, -3.F, 4.F}).view({2, 2}));
}

TEST(Npy, EveryDtypeInBothByteOrders) {
  const auto both = [](const std::string& descr, auto first, auto second, ScalarType dtype) {
    using T = decltype(first);
    const Tensor expected = tensor({static_cast<double>(first), static_cast<double>(second)}, kDouble).to(dtype);
    expect_equal(read(file_of(header_of("<" + descr, "(2,)"), bytes_of<T>({first, second}))), expected);
    expect_equal(read(file_of(header_of("=" + descr, "(2,)"), bytes_of<T>({first, second}))), expected);
    expect_equal(read(file_of(header_of(">" + descr, "(2,)"), bytes_of<T>({first, second}, true))), expected);
  };
  both("i2", int16_t{-300}, int16_t{5}, kShort);
  both("i4", int32_t{-70000}, int32_t{5}, kInt);
  both("i8", -(int64_t{1} << 40), int64_t{5}, kLong);
  both("f4", -1.25F, 5.F, kFloat);
  both("f8", -1.25, 5., kDouble);
  both("f2", Half(-1.25F), Half(5.F), kHalf);
  expect_equal(read(file_of(header_of("|i1", "(2,)"), "\xff\x05")), tensor({-1, 5}, kChar));
  expect_equal(read(file_of(header_of("|u1", "(2,)"), "\xff\x05")), tensor({255, 5}, kByte));
  expect_equal(read(file_of(header_of("|b1", "(3,)"), std::string("\x01\0\x07", 3))), tensor({1, 0, 1}).to(kBool));
  const Tensor numbers = complex(tensor({1., 3.}, kDouble), tensor({-2., 4.}, kDouble));
  expect_equal(read(file_of(header_of("<c8", "(2,)"), bytes_of<float>({1, -2, 3, 4}))), numbers.to(kComplexFloat));
  expect_equal(read(file_of(header_of(">c16", "(2,)"), bytes_of<double>({1, -2, 3, 4}, true))), numbers);
}

TEST(Npy, ShapesOrdersAndVersions) {
  const std::string six = bytes_of<int32_t>({0, 1, 2, 3, 4, 5});
  for (int version = 1; version <= 3; ++version) {
    expect_equal(read(file_of(header_of("<i4", "(1, 2, 3)"), six, version)), arange(6, kInt).view({1, 2, 3}));
    expect_equal(read(file_of(header_of("<i4", "(1, 2, 3)", "True"), six, version)),
                 arange(6, kInt).view({3, 2, 1}).permute({2, 1, 0}).contiguous());
  }
  expect_equal(read(file_of(header_of("<i4", "()"), bytes_of<int32_t>({7}))), tensor(7, kInt));
  expect_equal(read(file_of(header_of("<i4", "()", "True"), bytes_of<int32_t>({7}))), tensor(7, kInt));
  expect_equal(read(file_of(header_of("<i4", "(3, 0)"), "")), empty({3, 0}, kInt));
  expect_equal(read(file_of(header_of("<i4", "(6L,)"), six)), arange(6, kInt));
  // Keys in another order, other quotes, other blanks.
  expect_equal(read(file_of(R"({"shape":(6 ,),"fortran_order":False,"descr":"<i4"})", six)), arange(6, kInt));
}

TEST(Npy, RefusesWhatIsNoArray) {
  const auto refused = [](const std::string& bytes, const std::string& phrase) {
    try {
      read(bytes);
      ADD_FAILURE() << "nothing was thrown, expected: " << phrase;
    } catch (const FileError& e) {
      EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << e.what() << "\nexpected: " << phrase;
    }
  };
  const std::string four = bytes_of<int32_t>({1});
  refused("", "0 bytes of an .npy file's beginning, expected 8");
  refused("PK\x03\x04 something else", "does not begin as");
  refused(file_of(header_of("<i4", "(1,)"), four, 4), "version 4");
  refused(std::string("\x93NUMPY\x01\0\xff", 9), "the header's length");
  refused(file_of(header_of("<i4", "(1,)"), four).substr(0, 40), "bytes of the header");
  refused(file_of(std::string(20000, ' '), "", 2), "header of 20000 bytes, expected at most 10000");
  refused(file_of(header_of("|O", "(1,)"), four), "descr got '|O'");
  refused(file_of(header_of("<u2", "(2,)"), four), "descr got '<u2'");
  refused(file_of(header_of("i4", "(1,)"), four), "descr got 'i4'");
  refused(file_of(header_of("", "(1,)"), four), "descr got ''");
  refused(file_of("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)}", four), "a structure");
  refused(file_of(header_of("<i4", "(1,)", "Maybe"), four), "expected True or False");
  refused(file_of(header_of("<i4", "(-1,)"), four), "expected a size");
  refused(file_of(header_of("<i4", "(99999999999999999999,)"), four), "no int64");
  refused(file_of(header_of("<i4", "(4294967296, 4294967296)"), four), "cannot be counted");
  refused(file_of(header_of("<i4", "(0, 4294967296, 4294967296)"), ""), "cannot be counted");
  refused(file_of(header_of("<i4", "(1000000000,)"), four), "got 4 bytes of data, expected 4000000000");
  refused(file_of(header_of("<i4", "(1,)"), four + "x"), "got 5 bytes of data, expected 4");
  refused(file_of("{'descr': '<i4', 'fortran_order': False}", four), "without the key shape");
  refused(file_of("{'descr': '<i4', 'descr': '<i4'}", four), "'descr' twice");
  refused(file_of("{'other': '<i4'}", four), "the key 'other'");
  refused(file_of("{'descr': '<i4", four), "ends within a text");
  refused(file_of(header_of("<i4", "(1,)") + "x", four), "behind the header's dictionary");
  std::string dims;
  for (int i = 0; i < 65; ++i) dims += "1, ";
  refused(file_of(header_of("<i4", "(" + dims + ")"), four), "more than 64 dimensions");
}

}  // namespace
}  // namespace torchpp::test

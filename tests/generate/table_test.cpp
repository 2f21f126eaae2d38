// SPDX-License-Identifier: BSD-3-Clause
// The reader of the operator table: what a row says, and the error for each kind of mistake, with file and line.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temporary_folder.h"
#include "tools/generate/emit.h"
#include "tools/generate/signature.h"
#include "tools/generate/types.h"

namespace generate {
namespace {

// The first line of every file below, so that rows start on line 2.
const std::string kTitle = "title Operators of a test.\n";

class TableText : public ::testing::Test {
 protected:
  Table read(const std::string& rows) {
    std::ofstream(folder_.path() + "/test.ops") << kTitle << rows;
    return Table(folder_.path());
  }

  // The message, without "src/ops/table/test.ops:"; "" when there is no error.
  std::string error_of(const std::string& rows) {
    try {
      read(rows);
    } catch (const TableError& e) {
      const std::string text = e.what(), file = "src/ops/table/test.ops:";
      EXPECT_EQ(text.compare(0, file.size(), file), 0) << text;
      return text.substr(file.size());
    }
    return "";
  }

 private:
  torchpp::test::TemporaryFolder folder_;
};

const std::string kAdd =
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"
    "  forms function method inplace out=out; kind kernel\n"
    "  doc Sum.\n";

TEST_F(TableText, RowSaysEverything) {
  const Table table = read(
      "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)\n"
      "  forms function method out=dim_max:max:max_values; kind kernel; not_differentiable\n"
      "  doc The largest elements.\n"
      "    And where they are.\n");
  const Row& row = *table.find("max.dim");
  EXPECT_EQ(row.object, "max_dim");
  EXPECT_EQ(row.doc, "The largest elements. And where they are.");
  EXPECT_EQ(signature(row), "std::tuple<Tensor, Tensor>(Out, const Tensor&, int64_t, bool)");
  EXPECT_EQ(signature_name(row), "TT_of_out_T_i_b");
  EXPECT_FALSE(row.differentiable);
  ASSERT_EQ(functions_of(row).size(), 2u);
  EXPECT_EQ(declaration("", functions_of(row)[0], ";"),
            "std::tuple<Tensor, Tensor> max(const Tensor& self, int64_t dim, bool keepdim = false);\n");
  EXPECT_EQ(pointer_type(functions_of(row)[1]),
            "std::tuple<Tensor&, Tensor&> (*)(Tensor&, Tensor&, const Tensor&, int64_t, bool)");
  ASSERT_EQ(methods_of(row).size(), 1u);
  EXPECT_EQ(pointer_type(methods_of(row)[0]), "std::tuple<Tensor, Tensor> (Tensor::*)(int64_t, bool) const");
}

TEST_F(TableText, OptionsAreOneParameter) {
  const Table table = read(
      "f(int[] size, *, ScalarType? dtype=long, Layout? layout=None, Device? device=None, bool? pin_memory=None, "
      "MemoryFormat? memory_format=None) -> Tensor\n"
      "  forms function; kind shared\n"
      "  doc New.\n");
  EXPECT_EQ(declaration("", functions_of(*table.find("f"))[0], ";"),
            "Tensor f(IntArrayRef size, TensorOptions options = kLong, std::optional<MemoryFormat> memory_format = "
            "std::nullopt);\n");
}

TEST_F(TableText, WrapsConvertArguments) {
  const Table table = read(kAdd +
                           "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor\n"
                           "  forms function method inplace; kind wraps add.Tensor\n"
                           "  doc Sum with a number.\n"
                           "double(Tensor self) -> Tensor\n"
                           "  forms function; kind wraps add.Tensor other=self alpha=1\n"
                           "  doc Twice the tensor.\n");
  EXPECT_EQ(wrapping_function(*table.find("add.Scalar"), table).body,
            "return op::add(out, self, wrapped_number(other), alpha);");
  EXPECT_EQ(wrapping_function(*table.find("double"), table).body, "return op::add(Out(), self, self, Scalar(1));");
}

TEST_F(TableText, OutFormsWithArgumentsOfTheirOwnAreRows) {
  const std::string zeros = "zeros.out(int[] size, *, Tensor(a!) out) -> Tensor(a!)\n  forms function";
  const Table table = read(zeros + "; kind composite\n  doc Zeros.\n");
  const Row& row = *table.find("zeros.out");
  EXPECT_EQ(row.object, "zeros_out");
  EXPECT_EQ(signature(row), "Tensor(IntArrayRef, const Tensor&)");
  ASSERT_EQ(functions_of(row).size(), 1u);
  EXPECT_EQ(declaration("", functions_of(row)[0], ";"), "Tensor& zeros_out(Tensor& out, IntArrayRef size);\n");
  EXPECT_EQ(error_of(zeros + " out; kind composite\n  doc Zeros.\n"),
            "2: zeros.out: is an out= form and has another one: expected 'forms function'");
}

TEST_F(TableText, AliasesAreRows) {
  const Table table = read(
      "erf(Tensor self) -> Tensor\n"
      "  forms function method inplace out; kind kernel; alias special::erf error_function\n"
      "  doc Error function.\n");
  const Row& special = *table.find("special_erf");
  EXPECT_TRUE(special.function && special.out && !special.method && !special.in_place);
  EXPECT_EQ(namespace_of(special.name), "special");
  EXPECT_TRUE(table.find("error_function")->method);
  EXPECT_EQ(wrapping_function(special, table).body, "return op::erf(out, self);");
}

TEST_F(TableText, MistakesAreNamedWithTheirLine) {
  const std::string body = "\n  forms function; kind kernel\n  doc Text.\n";
  EXPECT_EQ(error_of("f(Tensor self)" + body), "2: got 'f(Tensor self)', expected name.overload(arguments) -> result");
  EXPECT_EQ(error_of("f(Tenser self) -> Tensor" + body), "2: f: argument 'self' is of the unknown type 'Tenser'");
  EXPECT_EQ(error_of("f(Tensor) -> Tensor" + body), "2: f: argument 'Tensor': expected a type and a name");
  EXPECT_EQ(error_of("f(Tensor a, Tensor a) -> Tensor" + body), "2: f: argument 'a' stands twice");
  EXPECT_EQ(error_of("f(Tensor a) -> Tenser" + body), "2: f: unknown type of result 'Tenser'");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function\n  doc Text.\n"), "2: f: the row has no kind");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel\n"), "2: f: the row has no doc");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind magic\n"),
            "2: f: unknown kind 'magic', expected kernel, structured, shared, composite or wraps");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel\n  doc Text.\n  alias g\n"),
            "5: attributes stand before the doc");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms sideways; kind kernel\n"),
            "2: f: unknown form 'sideways', expected function, method, inplace, inplace_function or out");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel; colour red\n"),
            "2: f: unknown attribute 'colour'");
  EXPECT_EQ(error_of("  forms function\n"), "2: attributes without a schema above them");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms method; kind kernel\n  doc Text.\n"),
            "2: f: has a method, but no argument is called self");
  EXPECT_EQ(error_of("f(Tensor self) -> (Tensor, Tensor)\n  forms inplace; kind kernel\n  doc Text.\n"),
            "2: f: has an in-place form, but several results");
  EXPECT_EQ(error_of("f(Tensor a) -> bool\n  forms out; kind kernel\n  doc Text.\n"),
            "2: f: has a form with a destination, but a result of type bool");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms out=x:one:two; kind kernel\n  doc Text.\n"),
            "2: f: names 2 destinations, has 1 results");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind composite; not_differentiable\n  doc Text.\n"),
            "2: f: says not_differentiable: its operators do");
  EXPECT_EQ(error_of(kAdd + kAdd), "5: add.Tensor: stands in src/ops/table/test.ops:2, too");
  EXPECT_EQ(error_of(kAdd + "add.other(Tensor a) -> Tensor\n  forms function; kind kernel; object add\n  doc Text.\n"),
            "5: add.other: object 'add' is that of add.Tensor, too");
}

TEST_F(TableText, MistakesOfWrapsAreNamed) {
  const auto error = [&](const std::string& schema, const std::string& kind) {
    return error_of(kAdd + schema + "\n  forms function; kind " + kind + "\n  doc Text.\n");
  };
  EXPECT_EQ(error("f(Tensor self) -> Tensor", "wraps sub.Tensor"), "5: f: wraps sub.Tensor, which is not in the table");
  EXPECT_EQ(error("f(Tensor self) -> Tensor", "wraps add.Tensor"),
            "5: f: wraps add.Tensor, whose argument 'other' gets no value");
  EXPECT_EQ(error("f(Tensor self, Tensor other, int n) -> Tensor", "wraps add.Tensor"),
            "5: f: wraps add.Tensor: the argument 'n' is not used");
  EXPECT_EQ(error("f(Tensor self, int[] other) -> Tensor", "wraps add.Tensor"),
            "5: f: wraps add.Tensor: cannot pass 'other' of type int[] as Tensor 'other'");
  EXPECT_EQ(error("f(Tensor self) -> Tensor", "wraps add.Tensor other=self beta=1"),
            "5: f: wraps add.Tensor, which has no argument 'beta'");
  EXPECT_EQ(error("f(Tensor self, Tensor other) -> bool", "wraps add.Tensor"),
            "5: f: wraps add.Tensor, which has another result");
  EXPECT_EQ(error("f(Tensor self, Tensor other) -> Tensor", "wraps add.Tensor other"),
            "5: f: wraps: got 'other', expected argument=value");
}

TEST_F(TableText, FileNeedsATitle) {
  torchpp::test::TemporaryFolder folder;
  std::ofstream(folder.path() + "/test.ops") << kAdd;
  EXPECT_THROW(Table{folder.path()}, TableError);
}

}  // namespace
}  // namespace generate

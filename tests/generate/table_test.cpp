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
            "Tensor f(IntArrayRef size, TensorOptions options = kLong, optional<MemoryFormat> memory_format = "
            "nullopt);\n");
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
            "2: f: unknown kind 'magic', expected kernel, elementwise, structured, shared, composite, wraps or each");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel; batch rows\n"),
            "2: f: batch: got the class 'rows', expected pointwise, dims, leading or samples");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind composite; batch dims\n  doc D.\n"),
            "2: f: has a batching class: its operators have theirs");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel; autocast high\n"),
            "2: f: autocast: got the class 'high', expected lower, fp32, fp32_dtype, fp32_overload, promote or banned");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel; autocast xpu=lower\n"),
            "2: f: autocast: got the device 'xpu', expected cpu or cuda");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel; autocast\n"),
            "2: f: autocast: expected a class");
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
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind kernel; kernel g\n  doc Text.\n"),
            "2: f: names a kernel: only structured rows without `direct` share them");
  EXPECT_EQ(error_of("f(Tensor a) -> Tensor\n  forms function; kind composite; cpu_only\n  doc Text.\n"),
            "2: f: says cpu_only: only rows of kind kernel or structured have kernels of one backend");
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

TEST_F(TableText, ElementwiseRowsGiveKernelsAndLoops) {
  const Table table = read(
      "kernels \"src/ops/test_kernels.h\"\n"
      "loop square(Tensor self) floats\n"
      "exp(Tensor self) -> Tensor\n"
      "  forms function; kind elementwise float; loops floats complex\n"
      "  doc The exponential.\n"
      "elu(Tensor self, Scalar alpha, Scalar scale) -> Tensor\n"
      "  forms function out; kind elementwise same wide; loops floats\n"
      "  doc An activation.\n"
      "elu_backward(Tensor grad_output, Tensor self, Scalar alpha) -> Tensor\n"
      "  forms function out; kind elementwise same; loops floats\n"
      "  doc Its gradient.\n"
      "pow.Tensor(Tensor self, Tensor exponent) -> Tensor\n"
      "  forms function inplace; kind elementwise template; loops numbers light; uses square\n"
      "  doc The power.\n");
  EXPECT_NE(loop_list(table, "unary_floats")
                .find("TORCHPP_LOOP(exp, 1, Plain, kUsual, FLOATS, COMPLEX)\n"
                      "TORCHPP_LOOP(elu, 1, FromScalars, kUsual, FLOATS, NONE)\n"
                      "TORCHPP_LOOP(square, 1, Plain, kUsual, FLOATS, NONE)\n"),
            std::string::npos);
  EXPECT_EQ(loop_list(table, "unary").find("exp"), std::string::npos);
  EXPECT_NE(loop_list(table, "binary").find("TORCHPP_LOOP(pow, 2, Plain, kLight, NUMBERS, NONE)\n"), std::string::npos);
  EXPECT_NE(loop_list(table, "gradient").find("TORCHPP_LOOP(elu_backward, 2, FromScalars, kUsual, FLOATS, NONE)\n"),
            std::string::npos);

  const std::string kernels = elementwise_kernels(table.families()[0], "cuda");
  const auto has = [&](const std::string& text) { return kernels.find(text) != std::string::npos; };
  EXPECT_TRUE(has("namespace torchpp::cuda {")) << kernels;
  EXPECT_TRUE(has("#include \"src/ops/test_kernels.h\"\n")) << kernels;
  EXPECT_TRUE(has("unary(\"exp\", Out(), self, ElementwiseRule::kFloat, exp_loops);")) << kernels;
  EXPECT_TRUE(has("const Scalars s = scalars_of(wide_float(promoted_dtype_of({&self})), alpha, scale);")) << kernels;
  EXPECT_TRUE(has("unary(\"elu\", out, self, ElementwiseRule::kSame, elu_loops, &s);")) << kernels;
  EXPECT_TRUE(has("const Scalars s = scalars_of(promoted_dtype_of({&grad_output, &self}), alpha);")) << kernels;
  EXPECT_TRUE(has("return pointwise::pow(out, self, exponent, pow_loops, square_loops);")) << kernels;
}

TEST_F(TableText, MistakesOfElementwiseRowsAreNamed) {
  const auto error = [&](const std::string& arguments, const std::string& attributes) {
    return error_of("f(" + arguments + ") -> Tensor\n  forms function; kind " + attributes + "\n  doc Text.\n");
  };
  const std::string one = "Tensor self", two = "Tensor self, Tensor other";
  EXPECT_EQ(error(one, "elementwise float; loops floats"), "");
  EXPECT_EQ(error(one, "elementwise; loops floats"),
            "2: f: unknown rule '', expected: kind elementwise same, float, abs, bool, bits or template");
  EXPECT_EQ(error(one, "elementwise round; loops floats"),
            "2: f: unknown rule 'round', expected: kind elementwise same, float, abs, bool, bits or template");
  EXPECT_EQ(error(one, "elementwise template wide; loops floats"), "2: f: expected: kind elementwise RULE [wide]");
  EXPECT_EQ(error(one, "elementwise same"), "2: f: is element-wise, but has no loops");
  EXPECT_EQ(error(one, "elementwise template"), "2: f: is element-wise, but has no loops");
  EXPECT_EQ(error(one, "kernel; loops floats"), "2: f: has loops, but is not element-wise");
  EXPECT_EQ(error(one, "kernel; uses exp"), "2: f: has loops, but is not element-wise");
  EXPECT_EQ(error(one, "elementwise template; uses exp"), "2: f: uses exp, but there are no such loops");
  EXPECT_EQ(error(one, "elementwise same; loops floats; uses f"),
            "2: f: uses further loops, which only a function template can");
  EXPECT_EQ(error(one, "elementwise same; loops strings"),
            "2: f: loops: got 'strings', expected floats, wide_floats, ints, numbers, bits, ordered, bool, complex, "
            "complex_wide, complex_widest, light, divides or turn");
  EXPECT_EQ(error(one, "elementwise same; loops floats ints"),
            "2: f: loops: got 'ints' beside another group of dtypes");
  EXPECT_EQ(error(two, "elementwise same; loops light"), "2: f: loops: expected a group of dtypes");
  EXPECT_EQ(error(two, "elementwise same; loops floats light divides"),
            "2: f: loops: got 'divides' beside another form");
  EXPECT_EQ(error(one, "elementwise same; loops floats light"), "2: f: loops: this form is for two tensors");
  EXPECT_EQ(error(two, "elementwise same; loops floats turn"), "2: f: loops: this form is for one tensor");
  EXPECT_EQ(error("Tensor self, Scalar n", "elementwise same; loops floats turn"),
            "2: f: loops: this form takes no numbers");
  EXPECT_EQ(error("int n", "elementwise same; loops floats"), "2: f: loops: got 0 tensors, expected 1 to 3");
  EXPECT_EQ(error("Tensor self, int n", "elementwise same; loops floats"),
            "2: f: is element-wise by a rule, but its argument 'n' is no Tensor or Scalar");
  EXPECT_EQ(error("Tensor self, Scalar n", "elementwise float; loops floats"),
            "2: f: takes numbers, which only the rule 'same' does");
  EXPECT_EQ(error(one, "elementwise same wide; loops floats"), "2: f: is wide, but takes no numbers");
  EXPECT_EQ(error_of("f(Tensor self) -> bool\n  forms function; kind elementwise same; loops floats\n  doc Text.\n"),
            "2: f: is element-wise, but its result is no Tensor");
  EXPECT_EQ(error_of("loop f floats\n"), "2: got 'loop f floats', expected: loop name(arguments) dtypes");
  EXPECT_EQ(error_of("loop f(Tensor self)\n"), "2: f: loops: expected a group of dtypes");
  EXPECT_EQ(error_of("loop f(Tenser self) floats\n"), "2: f: argument 'self' is of the unknown type 'Tenser'");
  EXPECT_EQ(error_of("loop f(Tensor self) floats\nloop f(Tensor self) ints\n"),
            "3: f: loops of this name are at src/ops/table/test.ops:2, too");
}

TEST_F(TableText, FileNeedsATitle) {
  torchpp::test::TemporaryFolder folder;
  std::ofstream(folder.path() + "/test.ops") << kAdd;
  EXPECT_THROW(Table{folder.path()}, TableError);
}

}  // namespace
}  // namespace generate

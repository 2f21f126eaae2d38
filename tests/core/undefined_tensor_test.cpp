// SPDX-License-Identifier: BSD-3-Clause
// What an undefined handle answers and what it refuses, as libtorch 1.13.1's; and dtypes as dtype() returns them.
#include <gtest/gtest.h>
#include <torchpp/core/tensor_base.h>

#include <sstream>

#include "tests/support/error_of.h"

namespace torchpp {
namespace {

#define EXPECT_MESSAGE(statement, words) \
  EXPECT_NE(test::error_of([&] { (void)(statement); }).find(words), std::string::npos)

TEST(UndefinedTensor, HasOneDimensionOfSizeZeroAndNoType) {
  const TensorBase t;
  EXPECT_EQ(t.numel(), 0);
  EXPECT_EQ(t.dim(), 1);
  EXPECT_EQ(t.sizes(), IntArrayRef({0}));
  EXPECT_EQ(t.size(-1), 0);
  EXPECT_EQ(t.storage_offset(), 0);
  EXPECT_EQ(t.scalar_type(), ScalarType::Undefined);
  EXPECT_EQ(t.layout(), kStrided);
  EXPECT_TRUE(t.key_set().empty());
  EXPECT_TRUE(t.is_contiguous());
  EXPECT_FALSE(t.is_contiguous(MemoryFormat::ChannelsLast));
  EXPECT_TRUE(t.is_non_overlapping_and_dense());
  EXPECT_EQ(t.suggest_memory_format(), MemoryFormat::Contiguous);
  EXPECT_FALSE(t.is_cpu() || t.is_cuda() || t.is_meta() || t.is_sparse() || t.is_quantized());
  EXPECT_FALSE(t.is_floating_point() || t.is_complex() || t.is_conj() || t.is_neg() || t.is_inference());
  EXPECT_FALSE(t.has_storage() || t.requires_grad());
  EXPECT_EQ(t._version(), 0);
}

TEST(UndefinedTensor, RefusesWhatItDoesNotHave) {
  const TensorBase t;
  EXPECT_MESSAGE(t.size(1), "Dimension out of range");
  EXPECT_MESSAGE(t.strides(), "undefined");
  EXPECT_MESSAGE(t.stride(0), "undefined");
  EXPECT_MESSAGE(t.itemsize(), "undefined");
  EXPECT_MESSAGE(t.nbytes(), "undefined");
  EXPECT_MESSAGE(t.device(), "undefined");
  EXPECT_MESSAGE(t.options(), "undefined");
  EXPECT_MESSAGE(t.is_signed(), "undefined");
  EXPECT_MESSAGE(t.storage(), "undefined");
  EXPECT_MESSAGE(t.data_ptr(), "undefined");
  EXPECT_MESSAGE(t.data_ptr<float>(), "expected scalar type Float but found UNKNOWN_SCALAR");
  EXPECT_MESSAGE(t.is_leaf(), "undefined");
  EXPECT_MESSAGE(t.is_view(), "undefined");
}

TEST(TypeMeta, NamesTheTypeAsCppDoesAndIsAScalarType) {
  const auto text = [](const auto& v) {
    std::ostringstream out;
    out << v;
    return out.str();
  };
  TypeMeta t = TypeMeta::Make<float>();
  EXPECT_EQ(t.name(), "float");
  EXPECT_EQ(t.itemsize(), 4u);
  EXPECT_EQ(text(t), "float");
  EXPECT_EQ(text(t.toScalarType()), "Float");
  EXPECT_TRUE(t == kFloat && kDouble != t && t == TypeMeta::fromScalarType(kFloat));
  EXPECT_TRUE(t.isScalarType() && t.isScalarType(kFloat) && t.Match<float>() && !t.Match<double>());
  t = kLong;
  EXPECT_EQ(text(t), "long int");
  switch (t) {
    case kLong: break;
    default: ADD_FAILURE() << t;
  }
  const ScalarType chosen = t == kLong ? t : kFloat;
  EXPECT_EQ(chosen, kLong);
  EXPECT_EQ(text(TypeMeta()), "nullptr (uninitialized)");
  EXPECT_EQ(TensorOptions(t).dtype().name(), "long int");
}

}  // namespace
}  // namespace torchpp

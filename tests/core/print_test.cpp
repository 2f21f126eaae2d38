// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <torchpp/core/array_ref.h>
#include <torchpp/core/scalar.h>
#include <torchpp/core/tensor_options.h>

#include <sstream>

// Texts as libtorch 1.13.1 writes them (sizes, device, layout, dtype).
TEST(Print, ValuesToStreams) {
  std::ostringstream out;
  const std::vector<int64_t> sizes{2, 3};
  out << torchpp::IntArrayRef(sizes) << ' ' << torchpp::kFloat << ' ' << torchpp::Device("cuda:1") << ' '
      << torchpp::kStrided << ' ' << torchpp::MemoryFormat::ChannelsLast << ' ' << torchpp::Scalar(2.5) << ' '
      << torchpp::Scalar(true);
  EXPECT_EQ(out.str(), "[2, 3] Float cuda:1 Strided ChannelsLast 2.5 true");
}

template <class T>
std::string text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Print, Scalars) {
  EXPECT_EQ(text(torchpp::Scalar(2.0)), "2");
  EXPECT_EQ(text(torchpp::Scalar(1e20)), "1e+20");
  EXPECT_EQ(text(torchpp::Scalar(3)), "3");
  EXPECT_EQ(text(torchpp::Scalar(torchpp::Complex<double>(1, -2.5))), "(1,-2.5)");
}

TEST(Print, EmptyList) { EXPECT_EQ(text(torchpp::IntArrayRef()), "[]"); }

TEST(Print, DevicesLayoutsFormatsAndDtypes) {
  EXPECT_EQ(text(torchpp::Device(torchpp::kCPU)), "cpu");
  EXPECT_EQ(text(torchpp::kCUDA), "cuda");
  EXPECT_EQ(text(torchpp::kSparse), "Sparse");
  EXPECT_EQ(text(torchpp::MemoryFormat::Preserve), "Preserve");
  EXPECT_EQ(text(torchpp::MemoryFormat::Contiguous), "Contiguous");
  EXPECT_EQ(text(torchpp::MemoryFormat::ChannelsLast3d), "ChannelsLast3d");
  EXPECT_EQ(text(torchpp::kComplexFloat), "ComplexFloat");
  EXPECT_EQ(text(torchpp::kBFloat16), "BFloat16");
  EXPECT_EQ(text(torchpp::TypeMeta::fromScalarType(torchpp::kFloat)), "float");
  EXPECT_EQ(text(torchpp::TypeMeta::fromScalarType(torchpp::kComplexDouble)), "c10::complex<double>");
}

TEST(Print, TensorOptions) {
  EXPECT_EQ(text(torchpp::TensorOptions()),
            "TensorOptions(dtype=float (default), device=cpu (default), layout=Strided (default), requires_grad=false "
            "(default), pinned_memory=false (default), memory_format=(nullopt))");
  EXPECT_EQ(text(torchpp::TensorOptions(torchpp::kDouble).device(torchpp::kCPU).requires_grad(true)),
            "TensorOptions(dtype=double, device=cpu, layout=Strided (default), requires_grad=true, "
            "pinned_memory=false (default), memory_format=(nullopt))");
  EXPECT_EQ(text(torchpp::TensorOptions()
                     .layout(torchpp::kSparse)
                     .memory_format(torchpp::MemoryFormat::ChannelsLast)
                     .pinned_memory(true)),
            "TensorOptions(dtype=float (default), device=cpu (default), layout=Sparse, requires_grad=false (default), "
            "pinned_memory=true, memory_format=ChannelsLast)");
}

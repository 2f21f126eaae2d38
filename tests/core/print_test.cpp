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

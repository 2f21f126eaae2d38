// SPDX-License-Identifier: BSD-3-Clause
// What the verbose log says of CUDA: the kernels and library calls that ran, and why a better way was not taken.
#include <gtest/gtest.h>
#include <torchpp/core/cuda.h>
#include <torchpp/torchpp.h>

#include "tests/cuda/support.h"
#include "tests/cuda_emulation/driver.h"
#include "tests/support/log.h"

namespace torchpp {
namespace {

using test::Log;

class CudaVerbose : public ::testing::Test {
 protected:
  void SetUp() override { cuda::use_cuda(); }
  static Tensor make(IntArrayRef sizes, ScalarType dtype = kFloat, int device = 0) {
    return ones(sizes, TensorOptions(dtype).device(Device(kCUDA, static_cast<DeviceIndex>(device))));
  }
};

// The implementation reported for the operator's first call in the log.
std::string ran(const Log& log, const std::string& op) {
  const std::string line = log.find("torchpp, " + op + ", ");
  if (line.empty()) return "";
  const size_t from = line.find(", ", 9) + 2;
  return line.substr(from, line.find(", ", from) - from);
}

TEST_F(CudaVerbose, OwnKernelsByName) {
  const Tensor x = make({40, 30});
  Log log(1);
  x + x;
  x.softmax(1);
  x.select(0, 0).dot(x.select(0, 1));
  EXPECT_EQ(ran(log, "add.Tensor"), "cuda:element-wise kernel");
  EXPECT_EQ(ran(log, "_softmax"), "cuda:softmax");
  EXPECT_EQ(ran(log, "dot"), "cuda:dot");
}

TEST_F(CudaVerbose, LaunchesAreJoinedAndRepeatsToldOnce) {
  const Tensor x = make({70000}).cumsum(0);
  Log log(1);
  x.sort(0);
  const std::string sorted = ran(log, "sort.stable");
  EXPECT_EQ(sorted, "cuda:sort: keys+cuda:sort: digits+cuda:sort: values");
}

// Integers are added where they are, others after their positions are sorted.
TEST_F(CudaVerbose, SumsByPosition) {
  const Tensor at = make({3000}, kLong);
  for (ScalarType t : {kInt, kLong, kFloat}) {
    const Tensor x = make({3000}, t);
    const std::string expected = t == kFloat ? "cuda:sort: digits" : "cuda:index kernel";
    Log log(1);
    x.scatter_add(0, at, x);
    x.index_add(0, at, x);
    index_put(x, {at}, x, true);
    for (const char* op : {"scatter_add", "index_add", "index_put"}) {
      const std::string names = ran(log, op);
      EXPECT_NE(names.find(expected), std::string::npos) << toString(t) << " " << op << ": " << names;
      EXPECT_EQ(names.find("sort") != std::string::npos, t == kFloat) << toString(t) << " " << op << ": " << names;
    }
  }
}

TEST_F(CudaVerbose, TransposingCopiesByTiles) {
  const Tensor x = make({3, 40, 70}), narrow = make({3, 40, 10});
  Log log(1);
  x.transpose(1, 2).clone(MemoryFormat::Contiguous);
  EXPECT_EQ(ran(log, "clone"), "cuda:transpose kernel");
  log.lines.clear();
  narrow.transpose(1, 2).clone(MemoryFormat::Contiguous);
  EXPECT_EQ(ran(log, "clone"), "cuda:copy kernel");
  log.lines.clear();
  x.slice(2, 0, 60).clone(MemoryFormat::Contiguous);
  EXPECT_EQ(ran(log, "clone"), "cuda:copy kernel");
}

TEST_F(CudaVerbose, NormsWithoutCasts) {
  const Tensor x = make({6, 40, 5, 5}, kHalf), w = make({40}, kHalf), running = make({40}, kHalf);
  Log log(1);
  native_batch_norm(x, w, w, running, running.clone(), true, 0.1, 1e-5);
  EXPECT_EQ(ran(log, "native_batch_norm.given_statistics"),
            "cuda:first stage of channels+cuda:second stage of sums+cuda:batch norm kernel");
  const Tensor rows = make({6, 40}, kBFloat16), v = make({40}, kBFloat16);
  layer_norm(rows, {40}, v, v);
  EXPECT_EQ(ran(log, "layer_norm"), "cuda:layer norm kernel");
}

TEST_F(CudaVerbose, CopiesOfMemory) {
  const Tensor x = make({5});
  Log log(1);
  x.clone();
  x.cpu();
  x.to(kDouble);
  EXPECT_EQ(ran(log, "clone"), "cuda:memcpy");
  EXPECT_EQ(ran(log, "_to_copy"), "cuda:memcpy");
}

TEST_F(CudaVerbose, LibraryCallsWithTheirAlgorithm) {
  const Tensor a = make({4, 3}), w = make({5, 3}), bias = make({5});
  const Tensor image = make({1, 2, 6, 6}), kernel = make({3, 2, 3, 3}).requires_grad_();
  Log log(2);
  a.mm(w.t());
  linear(a, w, bias);
  conv2d(image, kernel).sum().backward();
  EXPECT_EQ(ran(log, "mm"), "emulated:product");
  EXPECT_EQ(ran(log, "linear"), "emulated:product with bias");
  EXPECT_EQ(log.find("torchpp, linear").find("; not "), std::string::npos) << log.find("torchpp, linear");
  EXPECT_EQ(ran(log, "convolution"), "emulated:convolution");
  EXPECT_EQ(ran(log, "convolution_backward"), "cuda:copy kernel+emulated:convolution backward weight");
}

TEST_F(CudaVerbose, WhyALibraryWasNotAsked) {
  const Tensor a = make({4, 3}), w = make({5, 3}), unaligned = make({6}).narrow(0, 1, 5), table = make({4, 5});
  Log log(2);
  linear(a, w, unaligned);
  EXPECT_EQ(ran(log, "linear"), "cuda:copy kernel+emulated:product");
  EXPECT_NE(log.find("torchpp, linear").find("; not bias within the product: the address is not a multiple of 16"),
            std::string::npos)
      << log.find("torchpp, linear");
  addmm(table, a, w.t());
  EXPECT_NE(log.find("torchpp, addmm").find("; not bias within the product: what is added is not a dense row"),
            std::string::npos)
      << log.find("torchpp, addmm");
}

TEST_F(CudaVerbose, WhyALargeProductHasItsBiasApart) {
  const Tensor rows = make({65535 * 32, 2}), w = make({2, 2}), bias = make({2});
  Log log(2);
  linear(rows, w, bias);
  const std::string line = log.find("torchpp, linear");
  EXPECT_NE(line.find("; not bias within the product: more than 2097119 rows"), std::string::npos) << line;
  linear(rows.narrow(0, 1, 65535 * 32 - 1), w, bias);
  EXPECT_NE(log.lines.back().find("product with bias"), std::string::npos) << log.lines.back();
}

// The emulated machine's second device is of compute capability 7.5.
TEST_F(CudaVerbose, WhyAConvolutionIsWidened) {
  for (const int device : {0, 1}) {
    const Tensor image = make({1, 2, 6, 6}, kBFloat16, device), kernel = make({3, 2, 3, 3}, kBFloat16, device);
    Log log(2);
    const Tensor y = conv2d(image, kernel);
    EXPECT_EQ(y.dtype(), kBFloat16);
    EXPECT_TRUE(y.cpu().equal(full({1, 3, 4, 4}, 18.0, kBFloat16)));
    const std::string line = log.find("torchpp, convolution");
    const bool told =
        line.find("; not cudnn: it multiplies bfloat16 from compute capability 8 on") != std::string::npos;
    EXPECT_EQ(told, device == 1) << line;
  }
}

TEST_F(CudaVerbose, OffIsSilent) {
  Log log(0);
  make({3}) + 1;
  EXPECT_TRUE(log.lines.empty());
}

}  // namespace
}  // namespace torchpp

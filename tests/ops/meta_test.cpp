// SPDX-License-Identifier: BSD-3-Clause
// Meta tensors: shapes without memory. What throws, and how, was asked of libtorch 1.13.1. That every operator gives
// the geometry of its real result is checked in tests/sweep.
#include <torchpp/autograd.h>
#include <torchpp/nn.h>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

const TensorOptions kOnMeta = TensorOptions(kFloat).device(kMeta);

TEST(Meta, TakesNoMemory) {
  const int64_t n = int64_t{1} << 20;
  const Tensor a = zeros({n, n}, kOnMeta), product = a.mm(a.t()) + 1;
  EXPECT_TRUE(product.is_meta());
  EXPECT_EQ(shape(product), S({n, n}));
  EXPECT_EQ(shape(product.sum(1).softmax(0)), S({n}));
  EXPECT_EQ(shape(rand({3}, kOnMeta)), S({3}));
  EXPECT_EQ(shape(arange(0, 10, 3, kOnMeta)), S({4}));
}

TEST(Meta, NetworksAndTheirGradients) {
  nn::Sequential net(nn::Conv2d(nn::Conv2dOptions(3, 8, 3).stride(2)), nn::BatchNorm2d(8), nn::ReLU(), nn::MaxPool2d(2),
                     nn::Flatten(), nn::Linear(8 * 7 * 7, 10));
  net->to(kMeta);
  const Tensor x = randn({5, 3, 31, 31}, kOnMeta).requires_grad_(), y = net->forward(x);
  EXPECT_EQ(shape(y), S({5, 10}));
  const Tensor loss = nn::functional::cross_entropy(y, zeros({5}, kOnMeta.dtype(kLong)));
  EXPECT_EQ(shape(loss), S());
  loss.backward();
  EXPECT_EQ(shape(x.grad()), S({5, 3, 31, 31}));
  for (const Tensor& p : net->parameters()) {
    EXPECT_TRUE(p.grad().is_meta());
    EXPECT_EQ(p.grad().sizes(), p.sizes());
  }
}

TEST(Meta, ResultsThatDependOnElements) {
  const Tensor x = ones({3}, kOnMeta);
  const auto refused = [](const char* op, auto f) {
    try {
      f();
      ADD_FAILURE() << op;
    } catch (const NotImplementedError& e) {
      const std::string message = e.what();
      EXPECT_NE(message.find(op), std::string::npos) << message;
      EXPECT_NE(message.find("'Meta' backend"), std::string::npos) << message;
    }
  };
  refused("nonzero", [&] { x.nonzero(); });
  refused("masked_select", [&] { x.masked_select(x > 0); });
  refused("nonzero", [&] { x.index({x > 0}); });
  refused("_local_scalar_dense", [&] { x.select(0, 0).item(); });
  refused("equal", [&] { x.equal(x); });
}

TEST(Meta, CopiesGoInAndNotOut) {
  Tensor meta = ones({3}, kOnMeta), real = ones({3});
  EXPECT_TRUE(real.to(Device(kMeta)).is_meta());
  EXPECT_EQ(real.to(kMeta, kDouble).dtype(), kDouble);
  meta.copy_(real);
  EXPECT_EQ(meta._version(), 1);
  const auto refused = [](auto f) {
    try {
      f();
      ADD_FAILURE() << "copied";
    } catch (const NotImplementedError& e) {
      EXPECT_NE(std::string(e.what()).find("Cannot copy out of meta tensor; no data!"), std::string::npos) << e.what();
    }
  };
  refused([&] { real.copy_(meta); });
  refused([&] { meta.to(Device(kCPU)); });
  refused([&] { meta.cpu(); });
}

TEST(Meta, OtherDevices) {
  const Tensor meta = ones({3, 3}, kOnMeta), real = ones({3, 3});
  const char* message = "Expected all tensors to be on the same device, but found at least two devices, meta and cpu";
  expect_error([&] { meta + real; }, message);
  expect_error([&] { real + meta; }, message);
  expect_error([&] { where(meta > 0, meta, real); }, message);
  Tensor out = ones({3, 3});
  expect_error([&] { add_out(out, meta, meta); }, message);
  // libtorch lets the following pass for Meta tensors, though they are errors on every device with memory.
  expect_error([&] { real.mm(meta); }, message);
  expect_error([&] { cat({meta, real}); }, message);
  // Numbers may be anywhere, and keep the dtype of the others.
  EXPECT_EQ((meta * tensor(2., kDouble)).dtype(), kFloat);
  EXPECT_EQ((tensor(2., kDouble) * meta).dtype(), kFloat);
  EXPECT_TRUE((tensor(2., kDouble) * meta).is_meta());
  EXPECT_TRUE(meta.masked_fill(meta > 0, tensor(2.)).is_meta());
  // Indices may be on the CPU, as for every device; not the other way.
  EXPECT_EQ(shape(meta.index({tensor({0, 2})})), S({2, 3}));
  EXPECT_EQ(shape(meta.index({tensor({true, false, true})})), S({2, 3}));
  expect_error([&] { real.index({zeros({2}, kOnMeta.dtype(kLong))}); },
               "indices should be either on cpu or on the same device as the indexed tensor (cpu)");
}

TEST(Meta, RulesAreThoseOfRealTensors) {
  const Tensor x = ones({3, 4}, kOnMeta), integers = ones({3}, kOnMeta.dtype(kLong));
  expect_error([&] { x.mm(x); }, "mat1 and mat2 shapes cannot be multiplied (3x4 and 3x4)");
  expect_error([&] { x + ones({3}, kOnMeta); }, "must match the size of tensor b");
  expect_error([&] { integers.pow(-1); }, "Integers to negative integer powers are not allowed.");
  expect_error([&] { arange(0, 1, 0, kOnMeta); }, "step must be nonzero");
  EXPECT_EQ(integers.div(2).dtype(), kFloat);
  EXPECT_EQ(x.to(kHalf).sum(0, false, kDouble).dtype(), kDouble);
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
// Indexing against the CPU's kernels.
#include <gtest/gtest.h>
#include <torchpp/torchpp.h>

#include <functional>

#include "src/core/shape.h"
#include "src/ops/ops.h"
#include "tests/cuda/compare.h"
#include "tests/cuda/support.h"
#include "tests/support/error_of.h"

namespace torchpp {
namespace {

using indexing::Ellipsis;
using indexing::None;
using indexing::Slice;

class CudaIndex : public ::testing::Test {
 protected:
  void SetUp() override {
    cuda::use_cuda();
    manual_seed(7);
  }
};

Tensor itself(const Tensor& t) { return t; }

// f(at) on the CPU, where `at` returns the tensor itself, and on the device, where `at` copies it there.
template <class F>
void compare(const F& f, double times = 0) {
  expect_close(f(&on_device), f(&itself), times);
}

constexpr ScalarType kTypes[] = {kFloat, kDouble, kHalf, kBFloat16,     kByte,         kChar,
                                 kShort, kInt,    kLong, kComplexFloat, kComplexDouble};

Tensor numbers(IntArrayRef sizes, ScalarType dtype = kFloat) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return arange(n, kLong).remainder(53).to(dtype).view(sizes);
}
Tensor positions(IntArrayRef sizes, int64_t size) { return randint(0, size, sizes, kLong); }

// While deterministic algorithms are asked for, the last of the elements that name a position is taken, as on the CPU.
TEST_F(CudaIndex, DeterministicWrites) {
  use_deterministic_algorithms(true);
  for (const ScalarType dtype : kTypes) {
    SCOPED_TRACE(toString(dtype));
    const Tensor at0 = positions({40}, 5), at1 = positions({40}, 4).sub(4), row = positions({2, 7}, 5);
    const Tensor x = numbers({5, 4, 6}, dtype), values = numbers({40, 6}, dtype), line = numbers({40}, dtype);
    compare([&](auto at) { return at(x).index_put({at(at0), at(at1)}, at(values)); });
    compare([&](auto at) { return at(x).transpose(0, 2).index_put({Tensor(), at(at1)}, at(line.unsqueeze(1))); });
    compare([&](auto at) { return at(x).index_put({at(at0)}, at(numbers({1}, dtype))); });
    compare([&](auto at) { return at(x).index_copy(1, at(at1.add(4)), at(numbers({5, 40, 6}, dtype))); });
    const Tensor places = positions({300}, 120), many = positions({2000, 7}, 5);
    compare([&](auto at) { return at(x).put(at(places), at(numbers({300}, dtype))); });
    compare([&](auto at) {
      return at(numbers({5, 7}, dtype)).scatter(0, at(row), at(numbers({2, 7}, dtype).flip(0)));
    });
    compare([&](auto at) {
      return at(numbers({5, 7}, dtype)).scatter(0, at(many), at(numbers({7, 2000}, dtype).t()));
    });
    compare([&](auto at) {
      return at(x).index_put({at(at0.slice(0, 0, 0))}, at(values.slice(0, 0, 0).view({0, 1, 6})));
    });
  }
  use_deterministic_algorithms(false);
}

TEST_F(CudaIndex, Lists) {
  const Tensor x = numbers({5, 4, 6});
  const Tensor a = tensor({4, -5, 2}), b = tensor({{1, 0, -1}}), mask = tensor({true, false, true, true}),
               two = numbers({5, 4}).remainder(3) == 1;
  compare([&](auto at) { return at(x).index({at(a)}); });
  compare([&](auto at) { return at(x).index({Slice(), at(a.remainder(4))}); });
  compare([&](auto at) { return at(x).index({Ellipsis, at(a)}); });
  compare([&](auto at) { return at(x).index({at(a), at(b)}); });
  compare([&](auto at) { return at(x).index({at(a), Slice(1, 3), at(b)}); });
  compare([&](auto at) { return at(x).index({Slice(), at(mask)}); });
  compare([&](auto at) { return at(x).index({at(two)}); });
  compare([&](auto at) { return at(x).index({at(two), at(tensor(3))}); });
  compare([&](auto at) { return at(x).index({at(a.slice(0, 0, 0))}); });
  compare([&](auto at) { return at(x).index({2, at(b)}); });
  compare([&](auto at) { return at(x).transpose(0, 2).index({at(a), None, at(a.remainder(4))}); });
  compare([&](auto at) { return at(x).slice(2, 1, 6, 2).index({at(a)}); });
  compare([&](auto at) { return at(x.to(kComplexFloat)).conj().index({at(a)}); });
  // The index may stay on the host.
  expect_close(on_device(x).index({a}), x.index({a}), 0);
  expect_close(on_device(x).index({mask.index({tensor({0, 1, 2, 3})}).logical_not().expand({5, 4})}),
               x.index({mask.logical_not().expand({5, 4})}), 0);
}

TEST_F(CudaIndex, RowsOfManyWidths) {
  const Tensor rows = positions({300}, 40);
  for (ScalarType t : kTypes)
    for (int64_t width : {1, 2, 3, 8, 12, 64}) {
      const Tensor x = numbers({40, width + 1}, t);
      compare([&](auto at) { return at(x).slice(1, 0, width).contiguous().index({at(rows)}); });
      compare([&](auto at) { return at(x).slice(1, 1).index({at(rows)}); });
      compare([&](auto at) { return at(x).slice(1, 1).index_select(0, at(rows)); });
      const Tensor y = numbers({5, 8, width + 4}, t);  // places of several indices, rows that begin anywhere
      compare([&](auto at) { return at(y).slice(2, 4).index({at(rows.remainder(5)), at(rows.remainder(8))}); });
      compare([&](auto at) { return at(x).index_select(1, at(rows.remainder(width))); });
    }
}

TEST_F(CudaIndex, Put) {
  const Tensor x = numbers({5, 4, 6}), a = tensor({4, -4}), b = tensor({1, 3});
  const auto put = [&](std::vector<Tensor> list, const Tensor& values, bool accumulate) {
    const auto run = [&](auto at) {
      std::vector<Tensor> there;
      for (const Tensor& t : list) there.push_back(t.defined() ? at(t) : t);
      return std::pair(at(x), there);
    };
    auto [cpu, cpu_list] = run(&itself);
    auto [device, device_list] = run(&on_device);
    const Tensor there = on_device(values);
    expect_close(index_put(device, device_list, there, accumulate), index_put(cpu, cpu_list, values, accumulate), 0);
    const Tensor into = cpu.clone(), into_device = device.clone();
    into.index_put_(cpu_list, values, accumulate);
    into_device.index_put_(device_list, there, accumulate);
    expect_close(into_device, into, 0);
    EXPECT_EQ(into_device._version(), into._version());
  };
  for (bool accumulate : {false, true}) {
    put({a}, numbers({2, 4, 6}), accumulate);
    put({a}, numbers({6}), accumulate);
    put({a}, tensor(5.f), accumulate);
    put({a, b}, numbers({2, 6}), accumulate);
    put({Tensor(), b}, numbers({5, 2, 6}), accumulate);
    put({a, Tensor(), b}, numbers({2, 4}), accumulate);
    put({x > 20}, tensor(-1.f), accumulate);
    put({a.slice(0, 0, 0)}, numbers({4, 6}), accumulate);
  }
  Tensor y = numbers({6}).to(kCUDA);
  y.index_put_({tensor({1, 2}).to(kCUDA)}, y.slice(0, 0, 2).clone());
  // From its own memory, which two views with gaps do not show.
  const Tensor memory = numbers({8}).to(kCUDA);
  memory.slice(0, 0, 8, 2).index_put_({tensor({1, 2}).to(kCUDA)}, memory.slice(0, 0, 4, 2));
  EXPECT_TRUE(memory.cpu().equal(tensor({0.f, 1.f, 0.f, 3.f, 2.f, 5.f, 6.f, 7.f})));
  y.index_put_({Slice(4)}, 9);
  y.index_put_({tensor({0})}, tensor(3.f));  // a number on the host
  EXPECT_TRUE(y.cpu().equal(tensor({3.f, 0.f, 1.f, 3.f, 9.f, 9.f})));
}

TEST_F(CudaIndex, SumsOfRepeatedPositions) {
  const Tensor same = zeros({200}, kLong), few = positions({700}, 9), many = positions({5000}, 3000),
               long_runs = cat({full({2100}, 3, kLong), full({2100}, 1, kLong), positions({300}, 70000)});
  for (const Tensor& at : {same, few, many, long_runs}) {
    const int64_t size = at.max().item<int64_t>() + 2;
    for (ScalarType t : {kFloat, kHalf, kLong, kByte, kBool, kComplexDouble}) {
      // Numbers whose sums are exact in float16 or wrap.
      const Tensor source = (numbers({at.numel(), 3}) > 50).to(t), x = numbers({size, 3}).remainder(2).to(t);
      if (t != kHalf || at.numel() < 2000)
        compare([&](auto to) { return to(x).index_add(0, to(at), to(source), 2); }, t == kHalf ? 1 : 0);
      compare([&](auto to) { return index_put(to(x), {to(at)}, to(source), true); }, t == kHalf ? 1 : 0);
    }
    const Tensor source = numbers({4, at.numel()}).t().slice(1, 0, 2);
    compare([&](auto to) { return to(zeros({2, size})).t().index_add(0, to(at), to(source)); });
    compare([&](auto to) {
      return to(zeros({3, size})).scatter_add(1, to(at.expand({2, at.numel()})), to(source.t()));
    });
  }
  // Places of very many rows, which begin and end anywhere; in rows of several columns, too.
  const Tensor hot = cat({positions({45}, 2), full({34000}, 2, kLong), full({1100}, 5, kLong), positions({70}, 9)});
  for (int64_t width : {1, 3}) {
    const Tensor source = numbers({hot.numel(), width}, kLong);
    compare([&](auto to) { return to(zeros({10, width}, kLong)).index_add(0, to(hot), to(source), 3); });
    compare([&](auto to) {
      return index_put(to(zeros({4, 10, width}, kLong)), {Tensor(), to(hot)}, to(source), true);
    });
  }
  // Several indices whose places are multiples of a row.
  const Tensor rows = positions({3000}, 7), columns = positions({3000}, 5);
  compare([&](auto to) {
    return index_put(to(zeros({7, 5, 6})), {to(rows), to(columns - 5)}, to(numbers({3000, 6}).remainder(8)), true);
  });
  compare([&](auto to) {
    return index_put(to(zeros({7, 6, 5})), {to(rows), Tensor(), to(columns)}, to(numbers({3000, 6}).remainder(8)),
                     true);
  });
  // Repeated calls give the same bits, also where additions round.
  const Tensor x = randn({2500}), at = positions({2500}, 4);
  const Tensor first = zeros({4}).to(kCUDA).index_add(0, on_device(at), on_device(x)).cpu();
  EXPECT_TRUE(zeros({4}).to(kCUDA).index_add(0, on_device(at), on_device(x)).cpu().equal(first));
  expect_close(first, zeros({4}, kDouble).index_add(0, at, x.to(kDouble)).to(kFloat));
  // Nor do they depend on how many columns the rows have.
  for (const Tensor& of : {at, positions({2500}, 900), cat({positions({45}, 2), full({2455}, 3, kLong)})})
    for (ScalarType t : {kFloat, kHalf, kComplexDouble}) {
      const auto added = [&](int64_t width) {
        const Tensor rows = on_device(x.to(t)).unsqueeze(1).expand({2500, width});
        return zeros({900, width}, TensorOptions(t).device(kCUDA)).index_add(0, on_device(of), rows).cpu();
      };
      const Tensor wide = added(9);
      for (int64_t width : {1, 2, 7, 8}) EXPECT_TRUE(added(width).equal(wide.narrow(1, 0, width))) << width;
    }
}

// Sums of integers, whose additions wrap.
TEST_F(CudaIndex, SumsOfIntegers) {
  for (ScalarType t : {kInt, kLong}) {
    const Tensor x = numbers({40, 6}, t).mul(t == kInt ? 50000000 : 1), rows = positions({700}, 40),
                 columns = positions({700}, 6);
    const Tensor source = numbers({700, 6}, t).mul(t == kInt ? 40000000 : 1 << 20);
    compare([&](auto to) { return to(x).index_add(0, to(rows), to(source)); });
    compare([&](auto to) { return to(x).t().index_add(1, to(rows), to(source).t()); });
    compare([&](auto to) { return to(x[0]).index_add(0, to(columns), to(source).select(1, 3)); });
    compare([&](auto to) { return to(x[0][0]).index_add(0, to(tensor(0)), to(source[0][5])); });
    compare([&](auto to) { return index_put(to(x), {to(rows - 40)}, to(source), true); });
    compare([&](auto to) { return index_put(to(x), {to(rows), to(columns)}, to(source).select(1, 2), true); });
    compare([&](auto to) { return index_put(to(x), {Tensor(), to(columns)}, to(x.slice(1, 5)), true); });
    compare([&](auto to) { return index_put(to(x), {to(rows)}, to(full({}, 3, t)), true); });
    const Tensor at = positions({90, 5}, 40);
    compare([&](auto to) { return to(x).scatter_add(0, to(at), to(source)); });
    compare([&](auto to) { return to(x).t().scatter_add(1, to(at).t(), to(source).t()); });
    compare([&](auto to) { return to(x).scatter(0, to(at), to(source), "add"); });
    compare([&](auto to) { return to(x).scatter_reduce(0, to(at), to(source), "sum", false); });
  }
}

TEST_F(CudaIndex, AlongADimension) {
  const Tensor x = numbers({4, 5, 6}), at = tensor({2, 0, 2});
  for (int64_t dim : {0, 1, -1}) {
    DimVector sizes(x.sizes());
    sizes[static_cast<size_t>(dim < 0 ? 2 : dim)] = 3;
    const Tensor source = numbers(sizes);
    compare([&](auto to) { return to(x).index_select(dim, to(at.to(kInt))); });
    compare([&](auto to) { return to(x).index_add(dim, to(at.to(kInt)), to(source), -3); });
    compare([&](auto to) { return index_copy(to(x), dim, to(tensor({3, 0, 1})), to(source)); });
    compare([&](auto to) { return index_fill(to(x), dim, to(tensor({-1, 0})), 8); });
    compare([&](auto to) { return index_fill(to(x).transpose(0, 2), 2 - (dim + 3) % 3, to(at), 8); });
  }
  compare([&](auto to) { return to(tensor(4.f)).index_select(0, to(tensor({0}))); });
  compare([&](auto to) { return to(tensor(4.f)).index_add(0, to(tensor({0})), to(tensor({2.f}))); });
  compare([&](auto to) { return index_copy(to(tensor(4.f)), 0, to(tensor({0})), to(tensor({2.f}))); });
  compare([&](auto to) { return index_fill(to(numbers({3})), 0, to(tensor(1)), 7); });
  compare([&](auto to) { return to(x).index_select(1, to(at.slice(0, 0, 0))); });
  compare([&](auto to) {
    Tensor out = to(zeros({0}));
    index_add_out(out, to(numbers({3, 4})), 0, to(tensor({1, 1})), to(numbers({2, 4})));
    return out;
  });
  for (ScalarType t : kTypes) {
    const Tensor y = numbers({9, 5}, t);
    compare([&](auto to) { return index_copy(to(y), 1, to(tensor({4, 1})), to(y.slice(1, 0, 2))); });
    compare([&](auto to) { return index_fill(to(y), 0, to(tensor({4, 1})), 3); });
  }
}

TEST_F(CudaIndex, GatherAndScatter) {
  const Tensor x = numbers({4, 5, 6});
  for (int64_t dim : {0, 1, 2}) {
    const Tensor at = positions({3, 2, 4}, 4), source = numbers({3, 4, 4});
    Tensor apart = arange(4, kLong).view({4, 1, 1}).transpose(0, dim);  // positions that do not repeat
    DimVector sizes = {3, 2, 4};
    sizes[static_cast<size_t>(dim)] = 4;
    apart = apart.expand(sizes);
    compare([&](auto to) { return to(x).gather(dim, to(at)); });
    compare([&](auto to) { return to(x).gather(dim, to(apart)); });
    compare([&](auto to) { return to(x).scatter(dim, to(apart), to(numbers({4, 4, 4}))); });
    compare([&](auto to) { return to(x).scatter(dim, to(at), -2); });
    compare([&](auto to) { return to(x).scatter_add(dim, to(at), to(source)); });
    compare([&](auto to) { return to(x.transpose(0, 1)).scatter_add(dim, to(at), to(source)); });
    for (const char* reduce : {"add", "multiply"}) {
      compare([&](auto to) { return to(x.transpose(0, 1)).scatter(dim, to(at), to(source), reduce); });
      compare([&](auto to) { return to(x).scatter(dim, to(at), 3, reduce); });
    }
  }
  compare([&](auto to) { return to(tensor(4.f)).gather(0, to(tensor({0, 0}))); });
  compare([&](auto to) { return to(numbers({4})).gather(0, to(tensor(2))); });
  compare([&](auto to) { return to(tensor(4.f)).scatter_add(0, to(tensor(0)), to(tensor(2.f))); });
  compare([&](auto to) { return to(x).gather(0, to(zeros({0, 5, 6}, kLong))); });
  compare([&](auto to) { return to(x).scatter(0, to(zeros({0, 5, 6}, kLong)), to(x)); });
  compare([&](auto to) {
    Tensor out = to(zeros({0}));
    gather_out(out, to(numbers({3, 4})), 1, to(tensor({{0, 3}, {1, 1}})));
    return out;
  });
  for (ScalarType t : kTypes) {
    const Tensor y = numbers({7, 300}, t), at = randperm(300).expand({7, 300});
    compare([&](auto to) { return to(y).gather(1, to(at)); });
    compare([&](auto to) { return to(y).scatter(1, to(at), to(y)); });
    compare([&](auto to) { return to(y).scatter_(1, to(at.slice(1, 0, 4)), 2); });
    compare([&](auto to) { return to(y).scatter(1, to(at), to(y), "multiply"); });
  }
}

// So many elements that a thread takes several, the last ones not all of them.
TEST_F(CudaIndex, ManyElements) {
  const int64_t rows = 1029, columns = 1025;
  const Tensor x = numbers({rows, columns}), at = positions({rows, columns}, columns);
  compare([&](auto to) { return to(x).gather(1, to(at)); });
  compare([&](auto to) { return to(x).t().gather(0, to(at.t())); });
  // Each place is named once.
  const Tensor order = at.argsort(1);
  compare([&](auto to) { return to(zeros({rows, columns})).scatter(1, to(order), to(x)); });
  compare([&](auto to) { return to(x).scatter(1, to(order), 2); });
}

TEST_F(CudaIndex, Masks) {
  const Tensor x = numbers({5, 70, 40}), mask = x.remainder(3) == 0;
  compare([&](auto to) { return to(x).masked_fill(to(mask), 4); });
  compare([&](auto to) { return to(x).masked_fill(to(mask.to(kByte)), to(tensor(4.f))); });
  compare([&](auto to) { return to(x).masked_fill(to(mask[0]), 4); });
  compare([&](auto to) { return to(x).transpose(0, 2).masked_fill_(to(mask.transpose(0, 2)), 4); });
  compare([&](auto to) { return to(tensor(1.f)).masked_fill(to(mask[0]), 4); });
  compare([&](auto to) { return to(x).masked_select(to(mask)); });
  compare([&](auto to) { return to(x).transpose(0, 2).masked_select(to(mask).transpose(0, 2)); });
  compare([&](auto to) { return to(x[0]).masked_select(to(mask)); });
  compare([&](auto to) { return to(x).masked_select(to(mask[0].to(kByte))); });
  compare([&](auto to) { return to(x).masked_select(to(zeros({40}, kBool))); });
  compare([&](auto to) { return to(x.slice(0, 0, 0)).masked_select(to(mask.slice(0, 0, 0))); });
  for (ScalarType t : kTypes) {
    compare([&](auto to) { return to(x[0].to(t)).masked_select(to(mask[1])); });
    compare([&](auto to) { return to(x[0].to(t)).masked_fill(to(mask[1]), 2); });
    compare([&](auto to) { return to(x.remainder(7).to(t)).nonzero(); });
  }
  compare([&](auto to) { return to(mask).transpose(0, 1).nonzero(); });
  compare([&](auto to) { return to(ones({3, 0})).nonzero(); });
  compare([&](auto to) { return to(tensor(1.f)).nonzero(); });
  compare([&](auto to) { return to(tensor(0.f)).nonzero(); });
  compare([&](auto to) { return to((arange(20000) == 12345)).nonzero(); });
}

std::string first_line(const std::function<void()>& f) {
  const std::string text = test::error_of(f);
  return text.substr(0, text.find('\n'));
}

TEST_F(CudaIndex, Errors) {
  const Tensor x = numbers({3, 4});
  const auto same = [&](auto f) {
    const std::string cpu = first_line([&] { f(&itself); });
    EXPECT_NE(cpu, "");
    EXPECT_EQ(first_line([&] { f(&on_device); }), cpu);
  };
  const std::string mixed = first_line([&] { x.index({on_device(tensor({0, 1}))}); });
  EXPECT_NE(mixed.find("same device"), std::string::npos) << mixed;
  same([&](auto to) { to(x).index({to(tensor({0, 1})), to(tensor({0, 1, 2}))}); });
  same([&](auto to) { to(x).index({to(tensor({true, false}))}); });
  same([&](auto to) { to(x).index({to(tensor({0.5f}))}); });
  same([&](auto to) { index_put(to(x), {to(tensor({0, 1}))}, to(zeros({3}))); });
  same([&](auto to) { index_put(to(x), {to(tensor({0, 1}))}, to(zeros({4}, kLong))); });
  same([&](auto to) { to(x).index_select(0, to(zeros({1, 1}, kLong))); });
  same([&](auto to) { to(x).index_select(2, to(tensor({0}))); });
  same([&](auto to) { to(x).index_add(0, to(tensor({0})), to(zeros({2, 4}))); });
  same([&](auto to) { index_copy(to(x), 0, to(tensor({0})), to(zeros({1, 5}))); });
  same([&](auto to) { index_fill(to(x), 0, to(tensor({0.5f})), 1); });
  same([&](auto to) { to(x).gather(0, to(zeros({1, 5}, kLong))); });
  same([&](auto to) { to(x).scatter(0, to(zeros({1, 5}, kLong)), to(x)); });
  same([&](auto to) { to(x).scatter_add(0, to(zeros({1, 1}, kInt)), to(x)); });
  same([&](auto to) { to(x).masked_fill(to(x), 1); });
  same([&](auto to) { to(x).masked_select(to(x)); });
  same([&](auto to) { to(x).masked_fill_(to(ones({2, 3, 4}, kBool)), 1); });
  EXPECT_THROW(on_device(x).index_select(0, tensor({0})), Error) << "an index on the host";
  EXPECT_THROW(on_device(x).gather(0, zeros({1, 1}, kLong)), Error);
}

TEST_F(CudaIndex, PositionsOutOfRangeEndTheWork) {
  if (std::string(cuda::get_device_properties(0).name) != "emulated") GTEST_SKIP() << "a trap ends the process' device";
  const Tensor x = on_device(numbers({3, 4}));
  EXPECT_DEATH(x.index({on_device(tensor({3}))}), "index out of range");
  EXPECT_DEATH(x.index({on_device(tensor({-4}))}), "index out of range");
  EXPECT_DEATH(x.index_select(0, on_device(tensor({-1}))), "index out of range");
  EXPECT_DEATH(x.gather(1, on_device(tensor({{4}}))), "index out of range");
  EXPECT_DEATH(x.scatter_add(1, on_device(tensor({{4}})), x), "index out of range");
  EXPECT_DEATH(x.index_add(0, on_device(tensor({3})), x.slice(0, 0, 1)), "index out of range");
  EXPECT_DEATH(x.to(kLong).index_add(0, on_device(tensor({3})), x.slice(0, 0, 1).to(kLong)), "index out of range");
}

}  // namespace
}  // namespace torchpp

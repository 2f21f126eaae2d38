// SPDX-License-Identifier: BSD-3-Clause
// The random operators on tensors of many strides: libtorch 1.13.1's numbers after manual_seed(7), in the same places,
// in results of the same strides, and leaving the generator in the same state. The tables were written by a program
// that made the same calls with libtorch. Calls that are missing in them are refused by libtorch.
#include <torchpp/ops/nn.h>
#include <torchpp/ops/random.h>

#include <cmath>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

struct Layout {
  const char* name;
  Tensor (*make)(ScalarType dtype);
};
const Layout kLayouts[] = {
    {"contiguous",
     [](ScalarType d) {
       return zeros({6, 5}, d);
     }},
    {"transposed, 6 elements",
     [](ScalarType d) {
       return zeros({3, 2}, d).t();
     }},
    {"transposed",
     [](ScalarType d) {
       return zeros({5, 6}, d).t();
     }},
    {"every second of a row",
     [](ScalarType d) {
       return zeros({6, 10}, d).slice(1, 0, 10, 2);
     }},
    {"every second row",
     [](ScalarType d) {
       return zeros({12, 5}, d).slice(0, 0, 12, 2);
     }},
    {"transposed, every second",
     [](ScalarType d) {
       return zeros({10, 6}, d).t().slice(1, 0, 10, 2);
     }},
    {"a column",
     [](ScalarType d) {
       return zeros({30, 3}, d).select(1, 1);
     }},
    {"permuted 2 0 1",
     [](ScalarType d) {
       return zeros({2, 3, 4}, d).permute({2, 0, 1});
     }},
    {"permuted 1 2 0",
     [](ScalarType d) {
       return zeros({2, 3, 4}, d).permute({1, 2, 0});
     }},
    {"channels last",
     [](ScalarType d) {
       return zeros({2, 3, 2, 4}, d).permute({0, 3, 1, 2});
     }},
    {"channels last, every second",
     [](ScalarType d) {
       return zeros({2, 3, 2, 8}, d).permute({0, 3, 1, 2}).slice(1, 0, 8, 2);
     }},
    {"behind the storage's start", [](ScalarType d) { return zeros({31}, d).slice(0, 1); }},
    {"without elements",
     [](ScalarType d) {
       return zeros({0, 3}, d);
     }},
    {"one of three", [](ScalarType d) { return zeros({3}, d).select(0, 1); }},
    {"3,500 elements transposed",
     [](ScalarType d) {
       return zeros({70, 50}, d).t();
     }},
    {"3,500 elements, every second",
     [](ScalarType d) {
       return zeros({70, 100}, d).slice(1, 0, 100, 2);
     }},
};

// 0, 1/7, ..., 6/7, 0, ... in the order of the indices.
Tensor sevenths(IntArrayRef sizes, ScalarType dtype) {
  int64_t n = 1;
  for (int64_t size : sizes) n *= size;
  return arange(n, kDouble).remainder(7).div(7).view(sizes).to(dtype);
}
const Tensor& fill_sevenths(const Tensor& t) {
  t.copy_(sevenths(t.sizes(), kDouble));
  return t;
}

struct Draw {
  const char* name;
  Tensor (*draw)(const Tensor& t);
};
// Operators that are equal to libtorch's bit by bit: integers, booleans, uniform numbers and functions of these.
const Draw kExact[] = {
    {"uniform_", [](const Tensor& t) { return t.uniform_(-1, 3); }},
    {"random_", [](const Tensor& t) { return t.random_(); }},
    {"random_ to", [](const Tensor& t) { return t.random_(100); }},
    {"random_ from, to", [](const Tensor& t) { return t.random_(3, 120); }},
    {"random_ from", [](const Tensor& t) { return t.random_(1, optional<int64_t>()); }},
    {"bernoulli_ p", [](const Tensor& t) { return t.bernoulli_(0.3); }},
    {"bernoulli_ float", [](const Tensor& t) { return t.bernoulli_(sevenths(t.sizes(), kFloat)); }},
    {"bernoulli_ double", [](const Tensor& t) { return t.bernoulli_(sevenths(t.sizes(), kDouble)); }},
    {"bernoulli_ bfloat16", [](const Tensor& t) { return t.bernoulli_(sevenths(t.sizes(), kBFloat16)); }},
    {"bernoulli_ one float", [](const Tensor& t) { return t.bernoulli_(full({}, 0.4, kFloat)); }},
    {"bernoulli", [](const Tensor& t) { return bernoulli(fill_sevenths(t)); }},
    {"bernoulli p", [](const Tensor& t) { return bernoulli(t, 0.6); }},
    {"bernoulli_out",
     [](const Tensor& t) {
       Tensor out = t;
       return bernoulli_out(out, sevenths(t.sizes(), t.scalar_type()), nullopt);
     }},
    {"native_dropout", [](const Tensor& t) { return std::get<1>(native_dropout(fill_sevenths(t), 0.4, true)); }},
    {"dropout", [](const Tensor& t) { return dropout(fill_sevenths(t), 0.4, true); }},
    {"dropout_",
     [](const Tensor& t) {
       Tensor self = fill_sevenths(t);
       return dropout_(self, 0.4, true);
     }},
    {"alpha_dropout", [](const Tensor& t) { return alpha_dropout(fill_sevenths(t), 0.4, true); }},
    {"rand_like", [](const Tensor& t) { return rand_like(t); }},
    {"randint_like", [](const Tensor& t) { return randint_like(t, 3, 90); }},
    {"randperm", [](const Tensor& t) { return t.numel() > 100 ? t : randperm(t.numel(), t.options()); }},
};
// Operators that use the C library's functions, and normal numbers, which libtorch approximates in blocks: equal within
// rounding.
const Draw kRounded[] = {
    {"normal_", [](const Tensor& t) { return t.normal_(1, 2); }},
    {"exponential_", [](const Tensor& t) { return t.exponential_(2); }},
    {"geometric_", [](const Tensor& t) { return t.geometric_(0.25); }},
    {"cauchy_", [](const Tensor& t) { return t.cauchy_(1, 2); }},
    {"log_normal_", [](const Tensor& t) { return t.log_normal_(0.5, 0.25); }},
    {"randn_like", [](const Tensor& t) { return randn_like(t); }},
    {"normal of means", [](const Tensor& t) { return normal(fill_sevenths(t), 2.0); }},
    {"normal of both", [](const Tensor& t) { return normal(fill_sevenths(t), sevenths(t.sizes(), t.scalar_type())); }},
};

constexpr uint64_t kFnvStart = 0xcbf29ce484222325u;
uint64_t fnv(const void* data, size_t size, uint64_t hash) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

// A hash of the values in the order of the indices, the strides, and a number drawn afterwards.
uint64_t fingerprint(const Draw& draw, const Layout& layout, ScalarType dtype, uint64_t hash) {
  manual_seed(7);
  const Tensor t = draw.draw(layout.make(dtype));
  const Tensor dense = t.contiguous(), after = zeros({1}, kDouble).uniform_();
  hash = fnv(dense.data_ptr(), static_cast<size_t>(dense.numel() * dense.element_size()), hash);
  for (int64_t stride : t.strides()) hash = fnv(&stride, sizeof stride, hash);
  return fnv(after.data_ptr(), sizeof(double), hash);
}

// The sum of the values, each times its position in the order of the indices, and the sum of their magnitudes so.
struct Weighted {
  double sum, scale;
};
Weighted weighted(const Draw& draw, const Layout& layout, ScalarType dtype) {
  manual_seed(7);
  const Tensor t = draw.draw(layout.make(dtype));
  const Tensor dense = (t.is_complex() ? view_as_real(t) : t).to(kDouble).contiguous();
  Weighted w{0, 0};
  for (int64_t i = 0; i < dense.numel(); ++i) {
    const double value = dense.data_ptr<double>()[i] * static_cast<double>(i + 1);
    w.sum += value;
    w.scale += std::abs(value);
  }
  return w;
}

// One fingerprint over all of kLayouts.
struct ExactRow {
  const char* draw;
  ScalarType dtype;
  uint64_t fingerprint;
};
const ExactRow kExactRows[] = {
    {"uniform_", kFloat, 0xcc9c5e1662e52764},
    {"uniform_", kDouble, 0x1c5a6401c6345725},
    {"uniform_", kHalf, 0xfb448a403c36fed6},
    {"uniform_", kBFloat16, 0xb1ef982e05681b6b},
    {"uniform_", kComplexFloat, 0xf451d166066621f7},
    {"uniform_", kComplexDouble, 0xda1d7c5702f5e7a5},
    {"random_", kFloat, 0xe655a2d0aae43468},
    {"random_", kDouble, 0xfaea307d717ebc90},
    {"random_", kHalf, 0x7778ebb0924d1492},
    {"random_", kBFloat16, 0x13445128da591a73},
    {"random_", kByte, 0x690f18674a3609d0},
    {"random_", kChar, 0xe5a88c0fc1f9bdd0},
    {"random_", kShort, 0x9e77797b5a740470},
    {"random_", kInt, 0xd0acebe7adae6ec1},
    {"random_", kLong, 0xdfdd69cdf60ad909},
    {"random_", kBool, 0xafcb970a5ecd977c},
    {"random_ to", kFloat, 0x98497ff79511f1c6},
    {"random_ to", kDouble, 0xbe5b596bf289db83},
    {"random_ to", kHalf, 0x8248072e8fde930e},
    {"random_ to", kBFloat16, 0xd00f883f6b2ea326},
    {"random_ to", kByte, 0xa5e387c1334aec88},
    {"random_ to", kChar, 0xa5e387c1334aec88},
    {"random_ to", kShort, 0xccd87db20f8d855c},
    {"random_ to", kInt, 0xf913f9feb92f49ec},
    {"random_ to", kLong, 0x2445209f6db7044c},
    {"random_ from, to", kFloat, 0xebe122a53701aa5c},
    {"random_ from, to", kDouble, 0x7567fa2bea66bafb},
    {"random_ from, to", kHalf, 0x84c4b8345f0e0bf5},
    {"random_ from, to", kBFloat16, 0xf065352ce9f5d2fc},
    {"random_ from, to", kByte, 0x3ab2cebf04ca8f2c},
    {"random_ from, to", kChar, 0x3ab2cebf04ca8f2c},
    {"random_ from, to", kShort, 0xf615e71efa8f06d6},
    {"random_ from, to", kInt, 0x4d43960ba7b58cfe},
    {"random_ from, to", kLong, 0xf5f6a257a923b12e},
    {"random_ from", kFloat, 0x6435330821317475},
    {"random_ from", kDouble, 0x5c3c38dfe1b85de0},
    {"random_ from", kHalf, 0x4f6c1b5d72571268},
    {"random_ from", kBFloat16, 0x7492578c5e52c207},
    {"random_ from", kByte, 0x07f0a0f30504fa34},
    {"random_ from", kChar, 0xc8aaa5e5525e04ca},
    {"random_ from", kShort, 0x2218afd6354c1150},
    {"random_ from", kInt, 0xfc976c60caf609a4},
    {"random_ from", kLong, 0x0543f0c300b7cbec},
    {"random_ from", kBool, 0xdca2c0b0f9de0268},
    {"bernoulli_ p", kFloat, 0xfbd549042314b78f},
    {"bernoulli_ p", kDouble, 0xa468b5ae8fcb66cf},
    {"bernoulli_ p", kBFloat16, 0xa43e774c5b775b8f},
    {"bernoulli_ p", kByte, 0xe80755038882675f},
    {"bernoulli_ p", kChar, 0xe80755038882675f},
    {"bernoulli_ p", kShort, 0x09ef2fcb060aad77},
    {"bernoulli_ p", kInt, 0xce9bf3214e6ce937},
    {"bernoulli_ p", kLong, 0xc4893623f12ecb77},
    {"bernoulli_ p", kBool, 0xe80755038882675f},
    {"bernoulli_ float", kFloat, 0x88122224fc67d691},
    {"bernoulli_ float", kDouble, 0xd6a212d07fe35621},
    {"bernoulli_ float", kBFloat16, 0xfc1a5926c51cf9f9},
    {"bernoulli_ float", kByte, 0xdb8bdc63d18714ab},
    {"bernoulli_ float", kChar, 0xdb8bdc63d18714ab},
    {"bernoulli_ float", kShort, 0xc8310048ac8219d9},
    {"bernoulli_ float", kInt, 0x4efdf4fb14bb1091},
    {"bernoulli_ float", kLong, 0x6b8e51110bd93e21},
    {"bernoulli_ float", kBool, 0xdb8bdc63d18714ab},
    {"bernoulli_ double", kFloat, 0x7d8b5c35d1c2b9b6},
    {"bernoulli_ double", kDouble, 0xf73777fca31f00e6},
    {"bernoulli_ double", kBFloat16, 0xd865a3b5c3e5ced6},
    {"bernoulli_ double", kByte, 0xff314734f2da7b64},
    {"bernoulli_ double", kChar, 0xff314734f2da7b64},
    {"bernoulli_ double", kShort, 0xc90646c5cad490f2},
    {"bernoulli_ double", kInt, 0xfc836ab30db3e84a},
    {"bernoulli_ double", kLong, 0xf6b8042407db4eba},
    {"bernoulli_ double", kBool, 0xff314734f2da7b64},
    {"bernoulli_ bfloat16", kFloat, 0x75c32eecb09befb4},
    {"bernoulli_ bfloat16", kDouble, 0xcc43bf59c92130a4},
    {"bernoulli_ bfloat16", kBFloat16, 0xa33edce117b3dfc4},
    {"bernoulli_ bfloat16", kByte, 0x45079047f05e0d1e},
    {"bernoulli_ bfloat16", kChar, 0x45079047f05e0d1e},
    {"bernoulli_ bfloat16", kShort, 0x012945e1ce877dac},
    {"bernoulli_ bfloat16", kInt, 0x34dcaed7cd3983c4},
    {"bernoulli_ bfloat16", kLong, 0xad63ec281fafd9d4},
    {"bernoulli_ bfloat16", kBool, 0x45079047f05e0d1e},
    {"bernoulli_ one float", kFloat, 0xf8948c8e109c3381},
    {"bernoulli_ one float", kDouble, 0xf34d378e451459b1},
    {"bernoulli_ one float", kBFloat16, 0x7d8db0e1975d1cf9},
    {"bernoulli_ one float", kByte, 0x8b24c60f3c30de27},
    {"bernoulli_ one float", kChar, 0x8b24c60f3c30de27},
    {"bernoulli_ one float", kShort, 0x1193c1597c7afce5},
    {"bernoulli_ one float", kInt, 0xa697cf283423f11d},
    {"bernoulli_ one float", kLong, 0x8568589d3bd1ef8d},
    {"bernoulli_ one float", kBool, 0x8b24c60f3c30de27},
    {"bernoulli", kFloat, 0xa298a05183d57f36},
    {"bernoulli", kDouble, 0x3ef45d04451612a0},
    {"bernoulli", kBFloat16, 0x4635f63381023016},
    {"bernoulli p", kFloat, 0xc215c5adaa05f7fc},
    {"bernoulli p", kDouble, 0x6a8f351f81abcedc},
    {"bernoulli p", kBFloat16, 0xa36ddbe759745bfc},
    {"bernoulli p", kByte, 0x3389161b903d43c4},
    {"bernoulli p", kChar, 0x3389161b903d43c4},
    {"bernoulli p", kShort, 0x14ad5b55bdf9e840},
    {"bernoulli p", kInt, 0x903a016e0343c3d0},
    {"bernoulli p", kLong, 0x191f223b5fc1e110},
    {"bernoulli p", kBool, 0x3389161b903d43c4},
    {"bernoulli_out", kFloat, 0x88122224fc67d691},
    {"bernoulli_out", kDouble, 0xf73777fca31f00e6},
    {"bernoulli_out", kBFloat16, 0xa33edce117b3dfc4},
    {"native_dropout", kFloat, 0x09812717a4dc67ee},
    {"native_dropout", kDouble, 0x09812717a4dc67ee},
    {"native_dropout", kHalf, 0x09812717a4dc67ee},
    {"native_dropout", kBFloat16, 0x09812717a4dc67ee},
    {"native_dropout", kComplexFloat, 0x09812717a4dc67ee},
    {"native_dropout", kComplexDouble, 0x09812717a4dc67ee},
    {"dropout", kFloat, 0xe90636649184296e},
    {"dropout", kDouble, 0x18f6ac071c614224},
    {"dropout", kBFloat16, 0x550b8728c60777c0},
    {"dropout_", kFloat, 0x51e41a32e399fc5f},
    {"dropout_", kDouble, 0x6051b48196894bd9},
    {"dropout_", kBFloat16, 0xecd5ad9d662b35b5},
    {"alpha_dropout", kFloat, 0x8276f77b3bbfeba7},
    {"alpha_dropout", kDouble, 0x16d217c65b5c727b},
    {"alpha_dropout", kBFloat16, 0xf9940e6a31510b9c},
    {"rand_like", kFloat, 0xeb68a1a93cf1fee9},
    {"rand_like", kDouble, 0xfda71d7e9b5c5c0f},
    {"rand_like", kHalf, 0x0b4bd0e14392cdb8},
    {"rand_like", kBFloat16, 0x79513ee4cb2caa2e},
    {"rand_like", kComplexFloat, 0xeb6556426b4c05b5},
    {"rand_like", kComplexDouble, 0xfc32d762c461fab0},
    {"randint_like", kFloat, 0x48ef39b21a408a20},
    {"randint_like", kDouble, 0x9f10237493066b38},
    {"randint_like", kHalf, 0x0769fbd51f4fedcc},
    {"randint_like", kBFloat16, 0x4cd6264d175b6ec8},
    {"randint_like", kByte, 0xdba29f62b11cfc4c},
    {"randint_like", kChar, 0xdba29f62b11cfc4c},
    {"randint_like", kShort, 0x6a8e17e0c3a9bd68},
    {"randint_like", kInt, 0x083ec2262c9c9ce8},
    {"randint_like", kLong, 0x92cc2a0dffb5cf48},
    {"randperm", kFloat, 0x0684a0ad107b8785},
    {"randperm", kDouble, 0xf3ffc1f83e675578},
    {"randperm", kHalf, 0xa33639f4243d6e62},
    {"randperm", kBFloat16, 0x964ad4970e536615},
    {"randperm", kByte, 0x4e605a159e6b06c5},
    {"randperm", kChar, 0x4e605a159e6b06c5},
    {"randperm", kShort, 0x2078060490349495},
    {"randperm", kInt, 0x6e92ed9feadc26d5},
    {"randperm", kLong, 0xf4962a5ba9360c15},
};

// The weighted sum for each of kLayouts.
struct RoundedRow {
  const char* draw;
  ScalarType dtype;
  double sums[std::size(kLayouts)];
};
const RoundedRow kRoundedRows[] = {
    {"normal_",
     kFloat,
     {662.897958, 19.0461929, 906.664995, 1088.68675, 1088.68675, 906.664995, 1088.68675, 573.66134, 497.239742,
      1499.30314, 1499.30314, 662.897958, 0, 0.706409812, 6066923.61, 5986764.37}},
    {"normal_",
     kDouble,
     {615.880132, 19.0461926, 906.664987, 1088.68674, 1088.68674, 906.664987, 1088.68674, 573.661334, 497.239738,
      1499.30314, 1499.30314, 615.880132, 0, 0.706409805, 6066923.62, 5986764.38}},
    {"normal_",
     kComplexFloat,
     {1541.90274, 85.6941641, 2112.51855, 2053.974, 2053.974, 2112.51855, 2053.974, 1595.64179, 1587.18572, 5087.90607,
      5087.90607, 1541.90274, 0, 5.01594353, 24462569.8, 24222541.8}},
    {"normal_",
     kComplexDouble,
     {2099.47265, 85.6941634, 2112.51854, 2053.97399, 2053.97399, 2112.51854, 2053.97399, 1595.64179, 1587.18572,
      5087.90609, 5087.90609, 2099.47265, 0, 5.01594376, 24462569.8, 24222541.8}},
    {"exponential_",
     kFloat,
     {359.109976, 14.7833732, 337.490362, 359.109976, 359.109976, 337.490362, 359.109976, 186.328955, 193.47416,
      607.936008, 607.936008, 359.109976, 0, 0.163821965, 3048843.15, 2997622.66}},
    {"exponential_",
     kDouble,
     {359.109974, 14.7833734, 337.490362, 359.109974, 359.109974, 337.490362, 359.109974, 186.328954, 193.47416,
      607.936007, 607.936007, 359.109974, 0, 0.163821961, 3048843.16, 2997622.66}},
    {"geometric_",
     kFloat,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"geometric_",
     kDouble,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"geometric_",
     kByte,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"geometric_",
     kChar,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"geometric_",
     kShort,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"geometric_",
     kInt,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"geometric_",
     kLong,
     {1776, 46, 1842, 1776, 1776, 1842, 1776, 1325, 1265, 4852, 4852, 1776, 0, 5, 24847589, 25162562}},
    {"cauchy_",
     kFloat,
     {2551.21399, 72.3779204, 1142.09416, 2551.21399, 2551.21399, 1142.09416, 2551.21399, 2050.33958, 1379.07842,
      2974.94257, 2974.94257, 2551.21399, 0, -0.661111534, -3097759.96, 10222483.5}},
    {"cauchy_",
     kDouble,
     {2551.21395, 72.3779217, 1142.09412, 2551.21395, 2551.21395, 1142.09412, 2551.21395, 2050.33956, 1379.0784,
      2974.94258, 2974.94258, 2551.21395, 0, -0.66111155, -3097760.1, 10222483.1}},
    {"log_normal_",
     kFloat,
     {947.519034, 35.491356, 902.219886, 947.519034, 947.519034, 902.219886, 947.519034, 577.553942, 561.764161,
      2074.08536, 2074.08536, 947.519034, 0, 1.58931196, 10404027.8, 10378689.1}},
    {"log_normal_",
     kDouble,
     {947.519042, 35.4913558, 902.219889, 947.519042, 947.519042, 902.219889, 947.519042, 577.553942, 561.764164,
      2074.08537, 2074.08537, 947.519042, 0, 1.58931201, 10404027.8, 10378689.1}},
    {"randn_like",
     kFloat,
     {98.9489801, -0.976903617, 220.832499, 98.9489801, 98.9489801, 220.832499, 98.9489801, 136.83067, 98.6198701,
      161.651582, 161.651582, 98.9489801, 0, -0.146795094, -29913.1924, 49178.3345}},
    {"randn_like",
     kDouble,
     {75.440066, -0.976903689, 220.832494, 75.440066, 75.440066, 220.832494, 75.440066, 136.830667, 98.619869,
      161.65157, 161.65157, 75.440066, 0, -0.146795097, -29913.1914, -38734.5591}},
    {"randn_like",
     kComplexFloat,
     {-144.04862, 3.847081, 141.259273, -144.04862, -144.04862, 141.259273, -144.04862, 209.820892, 205.592859,
      215.953056, 215.953056, -144.04862, 0, 1.00797189, -20465.1185, 464999.587}},
    {"randn_like",
     kComplexDouble,
     {134.736325, 3.84708169, 141.259272, 134.736325, 134.736325, 141.259272, 134.736325, 209.820893, 205.592861,
      215.953046, 215.953046, 134.736325, 0, 1.00797188, -20465.1233, -370604.551}},
    {"normal of means",
     kFloat,
     {392.18369, 15.7871197, 392.18369, 392.18369, 392.18369, 392.18369, 392.18369, 85.1371731, 85.1371731, 350.474802,
      350.474802, 392.18369, 0, -0.293590188, 2726106.75, 2726106.75}},
    {"normal of means",
     kDouble,
     {345.165846, 15.7871192, 345.165846, 345.165846, 345.165846, 345.165846, 345.165846, 252.799221, 252.799221,
      634.514566, 634.514566, 345.165846, 0, -0.293590195, 2550280.88, 2550280.88}},
    {"normal of means",
     kComplexFloat,
     {88.3313351, 17.5360941, 88.3313351, 88.3313351, 88.3313351, 88.3313351, 88.3313351, 119.348681, 119.348681,
      550.241036, 550.241036, 88.3313351, 0, 2.01594378, 6183999.33, 6183999.33}},
    {"normal of means",
     kComplexDouble,
     {645.901221, 17.5360945, 645.901221, 645.901221, 645.901221, 645.901221, 645.901221, 320.19513, 320.19513,
      1799.72108, 1799.72108, 645.901221, 0, 2.01594376, 4512790.9, 4512790.9}},
    {"normal of both",
     kFloat,
     {275.689238, 10.121722, 275.689238, 275.689238, 275.689238, 275.689238, 275.689238, 109.00273, 109.00273,
      436.839138, 436.839138, 275.689238, 0, 0, 2692045.17, 2692045.17}},
    {"normal of both",
     kDouble,
     {242.930266, 10.1217214, 242.930266, 242.930266, 242.930266, 242.930266, 242.930266, 191.126694, 191.126694,
      479.868884, 479.868884, 242.930266, 0, 0, 2669563.59, 2669563.59}},
};

template <size_t N>
const Draw& named(const Draw (&draws)[N], const std::string& name) {
  for (const Draw& draw : draws)
    if (draw.name == name) return draw;
  throw std::logic_error("no such row: " + name);
}

TEST(RandomLayouts, NumbersThatAreLibtorchsBitByBit) {
  for (const ExactRow& row : kExactRows) {
    const Draw& draw = named(kExact, row.draw);
    uint64_t hash = kFnvStart;
    for (const Layout& layout : kLayouts) hash = fingerprint(draw, layout, row.dtype, hash);
    EXPECT_EQ(hash, row.fingerprint) << row.draw << " " << row.dtype;
  }
}

TEST(RandomLayouts, NumbersThatAreLibtorchsWithinRounding) {
  for (const RoundedRow& row : kRoundedRows) {
    const Draw& draw = named(kRounded, row.draw);
    for (size_t i = 0; i < std::size(kLayouts); ++i) {
      const Weighted w = weighted(draw, kLayouts[i], row.dtype);
      EXPECT_NEAR(w.sum, row.sums[i], 1e-6 * w.scale) << row.draw << " " << row.dtype << " " << kLayouts[i].name;
    }
  }
}

}  // namespace
}  // namespace torchpp::test

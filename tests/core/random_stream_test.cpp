// SPDX-License-Identifier: BSD-3-Clause
// The streams of random numbers, against libtorch and against formulas.
//
// Origin of the stored values: Debian's python3-torch 1.13.1 (CPU, AVX2), torch.manual_seed(seed) and the call named
// in the row on an empty tensor of the dtype, bytes of the result and of torch.get_rng_state(); hashes are FNV-1a.
#include "src/backends/cpu/random.h"

#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/core/half.h>
#include <torchpp/core/parallel.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "src/backends/cpu/isa/random_abi.h"
#include "src/core/philox.h"

namespace torchpp::cpu {
namespace {

constexpr uint64_t kSeeds[] = {0, 42, (uint64_t{1} << 40) + 3};
constexpr int64_t kSizes[] = {1, 5, 15, 16, 17, 31, 100, 1000};
constexpr int64_t kMin64 = std::numeric_limits<int64_t>::min(), kMax64 = std::numeric_limits<int64_t>::max();
// libtorch's state up to where the pending normal number begins.
constexpr size_t kEngineBytes = 24 + 624 * 8;

using Fill = void (*)(const Generator&, void*, int64_t);

constexpr uint64_t kFnvStart = 0xcbf29ce484222325u;
uint64_t fnv(const void* data, size_t size, uint64_t hash = kFnvStart) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

template <class T>
double read(const void* data, int64_t i) {
  return static_cast<double>(static_cast<const T*>(data)[i]);
}

// i / n
template <class P>
std::vector<P> ramp(int64_t n) {
  std::vector<P> p;
  for (int64_t i = 0; i < n; ++i) p.push_back(static_cast<P>(static_cast<double>(i) / static_cast<double>(n)));
  return p;
}

template <class T>
std::vector<T> numbers(const Generator& g, int64_t n, void (*fill)(const Generator&, T*, int64_t)) {
  std::vector<T> out(static_cast<size_t>(n));
  fill(g, out.data(), n);
  return out;
}

// ---------------------------------------------------------------------------------------------- libtorch's numbers

// Distributions that are equal bit by bit. `values`: for each of kSizes, the results under kSeeds; `states`: all states
// afterwards.
struct ExactRow {
  const char* name;
  Fill fill;
  size_t element;
  uint64_t values[std::size(kSizes)];
  uint64_t states;
};
const ExactRow kExact[] = {
    {"uniform(0, 1) float",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<float*>(out), n, 0, 1); },
     sizeof(float),
     {0x00cc6c1866049431, 0x41af6b16304daa1e, 0xbbe83cbec62b96fb, 0xc61902a7cf5edaec, 0x1cc1e344ab3ae0ff,
      0x704d788335c12563, 0x5493b4c677f0b560, 0xc5c81a712e90fa7b},
     0x08fa3c6b7da10c16},
    {"uniform(0.1, 0.3) float",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<float*>(out), n, 0.1, 0.3); },
     sizeof(float),
     {0x8fe4fabc70289597, 0xc26cabab3542ef53, 0x06d4fc7c2f629fea, 0x5c20e64dabefd0ca, 0xaba7c10299e18e73,
      0x4c39f1a75beaaa0b, 0x63ecea50b6935ae5, 0x595cc2e71ea0059a},
     0x08fa3c6b7da10c16},
    {"uniform(-7.3, 901) float",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<float*>(out), n, -7.3, 901); },
     sizeof(float),
     {0xa227a9c1d8e34d72, 0x8478c443b5e7278c, 0xf261a113aa9a2277, 0x09220cae5111eb3e, 0x95b7d7d12b53e1d3,
      0xa521c126311c4816, 0x62006c6b6d329c75, 0x14622d6419f93fee},
     0x08fa3c6b7da10c16},
    {"uniform(0, 1) double",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<double*>(out), n, 0, 1); },
     sizeof(double),
     {0x9125b8edcc1bbc54, 0x7922c17f1babc963, 0x3e65892a185eb6d5, 0xa374014612d44e75, 0xe48a63083ce670b3,
      0xe1acf7bd637ac45f, 0x08da6c4ad9fbd6b0, 0x11eb52c01500119c},
     0x8d577a4b8e03ed53},
    {"uniform(0.1, 0.3) double",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<double*>(out), n, 0.1, 0.3); },
     sizeof(double),
     {0x07464619a2ee1c80, 0x802c4caef0495bf0, 0x23b8af1b6f441c4a, 0x8d27119560dd7f38, 0xbeffcc138fce9187,
      0x79dbb0fa7edb62a3, 0x6fbd5c3edeee07a0, 0x4190c770fc763b34},
     0x8d577a4b8e03ed53},
    {"uniform(-7.3, 901) double",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<double*>(out), n, -7.3, 901); },
     sizeof(double),
     {0xad886056bd5a7956, 0xb373bd702136e85b, 0xc27e8f2b7eecd676, 0x2fd4768ba0d1422e, 0x51730652a90a04fc,
      0x9e820038bacd4fb6, 0x968922f9c773fcf5, 0xcb897e65894f697b},
     0x8d577a4b8e03ed53},
    {"uniform(0, 1) Half",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<Half*>(out), n, 0, 1); },
     sizeof(Half),
     {0xb0923dc355d561f7, 0xdb34f03e6cac0814, 0x1696ca1ecde49714, 0x8590184e4aba80d3, 0xc91de990930e6dff,
      0xcb61e9d68cbe9878, 0xe581d40c66713698, 0xebb111fa5d617dc6},
     0x08fa3c6b7da10c16},
    {"uniform(0.1, 0.3) Half",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<Half*>(out), n, 0.1, 0.3); },
     sizeof(Half),
     {0xd5c6c3cf0e7b9ad3, 0xc39d1ee62258b24a, 0xbadbcd6206b16af5, 0x6d5ceb0dafdb9c1e, 0x96e5a2157a89e37e,
      0x717a210aae539948, 0x146c0607760e0faa, 0x56a6d858fec10dd2},
     0x08fa3c6b7da10c16},
    {"uniform(-7.3, 901) Half",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<Half*>(out), n, -7.3, 901); },
     sizeof(Half),
     {0xa5bc340931aecc26, 0x99ee232670743709, 0x0c124923cd191ff4, 0x82e884be6c06d37e, 0x97f711e13d944f29,
      0x9f8f0b5298230655, 0x5685d80a41b08e8a, 0x310bf63c545cd1d7},
     0x08fa3c6b7da10c16},
    {"uniform(0, 1) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<BFloat16*>(out), n, 0, 1); },
     sizeof(BFloat16),
     {0x149d4b122b5d294c, 0x9164c49f5994b454, 0xae8de0b36a116ddc, 0xb596e4d7d77bf3ab, 0x4ad413706037157d,
      0x8f709a36adac36ee, 0x1cda82daa26811e7, 0xa6a6bc9b345b8629},
     0x08fa3c6b7da10c16},
    {"uniform(0.1, 0.3) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<BFloat16*>(out), n, 0.1, 0.3); },
     sizeof(BFloat16),
     {0x376662789a79fac3, 0x66bd3ee2dec134d4, 0x9cfffec8100e3bea, 0x703dc417d16eeea0, 0xd2705db04ad54d13,
      0xf8cac9b7fc2d59b0, 0x74b796a611985723, 0xfb702796b462a729},
     0x08fa3c6b7da10c16},
    {"uniform(-7.3, 901) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_uniform(g, static_cast<BFloat16*>(out), n, -7.3, 901); },
     sizeof(BFloat16),
     {0x807134eb7d6bde87, 0x2cea7e8d632a13ea, 0x6d21ec1bcfda43e2, 0x776168ae03dfd6f1, 0xb7ee358760b45f43,
      0xdff7b33f15c552ca, 0x76daaf1096e93166, 0x6ec5e094c3a4f978},
     0x08fa3c6b7da10c16},
    {"random() float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n); },
     sizeof(float),
     {0x696e7f6144b182ba, 0xd407e06d0a110d33, 0x053286321a7a2680, 0xde31a4dff60dafda, 0x4727a46e32a73b1a,
      0xba94d431fa3b45b7, 0x5becb398c202002f, 0xcdddcf590cbbec07},
     0x08fa3c6b7da10c16},
    {"random() double",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<double*>(out), n); },
     sizeof(double),
     {0xa6793e1d3db5d04c, 0xf30ca5fa12beb53f, 0xbfe1775f46e3a442, 0xbb912bd0a4b22043, 0x7e22fd2241bc69f0,
      0x0890c64221decd51, 0xd98170f0285c6be5, 0xb26a8b9428dc2815},
     0x8d577a4b8e03ed53},
    {"random() Half",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<Half*>(out), n); },
     sizeof(Half),
     {0x9df5c5510af0bb01, 0xea7b22aee69d8f7f, 0x59ae18ef3aeb841d, 0x8515d710326555e2, 0x70a4d4fd0e9303f6,
      0x1b1062d18b4ab44b, 0xb81f6aaf170d5d9c, 0xa3254aaba234c1e0},
     0x08fa3c6b7da10c16},
    {"random() BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<BFloat16*>(out), n); },
     sizeof(BFloat16),
     {0xc53f955ff1f2b9f3, 0x9a631d9eb30dd937, 0x86de84164ae85e48, 0x50e0a0e8e73d004f, 0xf110137aea0201c9,
      0xcda37080f9f55c10, 0xb593aa726c43f7b6, 0x769cd7b4b2cb9e89},
     0x08fa3c6b7da10c16},
    {"random() uint8_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<uint8_t*>(out), n); },
     sizeof(uint8_t),
     {0x3b1ad01a565772c7, 0x09a02bec42ae20eb, 0x6a7b1ec6a9efbeb5, 0x6ec18c256e1ffaa8, 0x92fb391b6abaeeb2,
      0x04857c188811a98c, 0xcb34a585f7ea85fb, 0x97464aebf9e41fd9},
     0x08fa3c6b7da10c16},
    {"random() int8_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int8_t*>(out), n); },
     sizeof(int8_t),
     {0xe65d5017e2581d47, 0xd150f819f33b396b, 0x4d57c0385882cfb5, 0xe6f8d933038dc1a8, 0x5534528a3d440ab2,
      0xaa4573d8a95f5f8c, 0xc74d0c9a65a82e7b, 0x832350f34e718459},
     0x08fa3c6b7da10c16},
    {"random() int16_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int16_t*>(out), n); },
     sizeof(int16_t),
     {0x116e1327dbb28aca, 0x30fe2f1499513c03, 0x47e74d536f94a665, 0xd48f192664b01309, 0x31684f3dec58a433,
      0x54f8b0da05b40a6f, 0x3154cce97350f611, 0x7b1504b82ad981c0},
     0x08fa3c6b7da10c16},
    {"random() int32_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int32_t*>(out), n); },
     sizeof(int32_t),
     {0x4e69793393e741bb, 0xcfe8e16fe6308b96, 0x6b7227dc9c1d32ad, 0x2060b960afb209ed, 0xecffed1bd0d9f019,
      0xf5f91e1f934afc0b, 0xf51da05b73657a07, 0xd8b8883b2239c930},
     0x08fa3c6b7da10c16},
    {"random() int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n); },
     sizeof(int64_t),
     {0x1ac8b5e457624ddf, 0xa32b4b9c55699c09, 0x894a22608534bcaf, 0xfad2429126ca1cbd, 0xacc53c3adf356a5c,
      0xbce152e97d8e4403, 0x49fd45b536afb7bc, 0xd95c1b5ed4a71dd5},
     0x8d577a4b8e03ed53},
    {"random() bool",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<bool*>(out), n); },
     sizeof(bool),
     {0xd94d12186c0f2fb7, 0x173b54f4a679eb77, 0xddf97ac3cf9513e5, 0x561c09814915de58, 0x853058293d72e59e,
      0x2c3821c223bd61e4, 0x4bd92e79e8502da5, 0x7d49fb0c9b484f55},
     0x08fa3c6b7da10c16},
    {"random(0, 10) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n, 0, 10); },
     sizeof(int64_t),
     {0xc325548a469d3e45, 0x13f19b3df39d85c7, 0xbe1fac6e6833de27, 0xec4e1002c6e0d16a, 0x967cfc4fa4e6c70c,
      0x07cf9f674c6709a6, 0x7b1fe25599113aaf, 0xccfc5e7fa51e70a3},
     0x08fa3c6b7da10c16},
    {"random(-5, 100) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n, -5, 100); },
     sizeof(int64_t),
     {0x9e0fe413c916f76c, 0x4368474290febe42, 0x26ac1529f3c314ec, 0xb0710dcd32f6ea00, 0x494ee31d94f300c6,
      0x925647b5b621e113, 0xa129732c7e49c9d6, 0x177b46329278c8b9},
     0x08fa3c6b7da10c16},
    {"random(0, 4294967295) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n, 0, 4294967295); },
     sizeof(int64_t),
     {0xf2959768883e6b4b, 0x00d6ef576ce7e216, 0xcf8feedbd7e5b31d, 0x4eb81fed14882bfd, 0x77debcaca8ad9ad9,
      0xcd4c34cc1223651b, 0x1a8e361bf66c9117, 0x1b93c7ffe7f932c0},
     0x08fa3c6b7da10c16},
    {"random(0, 4294967296) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n, 0, 4294967296); },
     sizeof(int64_t),
     {0x9f2b8a02a021e551, 0xf18606d40b9aee56, 0x9afc2a2aa90c705c, 0xaa34bccff1469ad2, 0xee60070f8fe225b5,
      0x7a0ad343ab1f39b6, 0x30d628848d8bcf37, 0x20d0e60f20d3b6fe},
     0x8d577a4b8e03ed53},
    {"random(-1099511627776, 2199023255559) int64_t",
     [](const Generator& g, void* out, int64_t n) {
       fill_random(g, static_cast<int64_t*>(out), n, -1099511627776, 2199023255559);
     },
     sizeof(int64_t),
     {0x3f118bac356d0e83, 0xcd9275e2ae8e5827, 0x1236cf1daf957cf7, 0x1488f3ce08796ddb, 0x8cdc640b5a2d55b2,
      0x658131a3efbabdb3, 0xf7fbfee993dc9c5b, 0x04c33cc7348b67ed},
     0x8d577a4b8e03ed53},
    {"random(kMin64, kMax64) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n, kMin64, kMax64); },
     sizeof(int64_t),
     {0x6ad6fe0f1a9d235f, 0x72a2893a5979cf09, 0x03758e74a8b1ac2f, 0xa41a5ba674ff653d, 0x116bc0e9903ce05c,
      0xd48f6c251baa3683, 0xe9ae50595539f63c, 0x21c43db55ad448d5},
     0x8d577a4b8e03ed53},
    {"random(kMin64, nullopt) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int64_t*>(out), n, kMin64, nullopt); },
     sizeof(int64_t),
     {0x6c36b22d7d3135df, 0xc3c991988b851a89, 0x25daab87f15f9aaf, 0xa0426578e59f543d, 0x98070162938420dc,
      0x81897e639a932303, 0xd72e1b17de443e3c, 0xc20a7e0c3ec6a6d5},
     0x8d577a4b8e03ed53},
    {"random(kMin64, nullopt) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, kMin64, nullopt); },
     sizeof(float),
     {0x40a5b85049813814, 0x7646191325b65bb8, 0xd521dd818a1392fd, 0xf14ca4c08ad18788, 0x3e7cf9b1d928c0a1,
      0x837473b7830a2607, 0xd42758871826e04c, 0xc85354bf710fd03c},
     0x8d577a4b8e03ed53},
    {"random(kMin64, nullopt) double",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<double*>(out), n, kMin64, nullopt); },
     sizeof(double),
     {0xbc5cf60cc4828102, 0x1298ffb048238397, 0x0006964b40dc7e20, 0x234fb4ecaf0ba99c, 0x8a95fea341c32476,
      0xa527c33fc0d55fea, 0xfb7b278d4fea6784, 0x4eaf9eb63284b83a},
     0x8d577a4b8e03ed53},
    {"random(kMin64, nullopt) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<BFloat16*>(out), n, kMin64, nullopt); },
     sizeof(BFloat16),
     {0x1968e4515a8dd626, 0x647c5de504ef9480, 0x1c259c36cefc193d, 0x084a18ddffd1db05, 0xbfb049b24fe32019,
      0xd6b4d98d77c99d1b, 0x6c4dda932fbb4ea7, 0x1e94920c38b75494},
     0x8d577a4b8e03ed53},
    {"random(5, nullopt) int32_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int32_t*>(out), n, 5, nullopt); },
     sizeof(int32_t),
     {0xb8c9bacdcbd15c52, 0x4565fb4d2fe4b8ab, 0x99e3458e7a9d96b8, 0x4f6a06a0286fb8e7, 0x7bdf41a392bd3258,
      0x42f57c5b4c431ddc, 0xfdc352ac5b425231, 0xee095763f386af22},
     0x08fa3c6b7da10c16},
    {"random(-2147483648, 2147483647) int32_t",
     [](const Generator& g, void* out, int64_t n) {
       fill_random(g, static_cast<int32_t*>(out), n, -2147483648, 2147483647);
     },
     sizeof(int32_t),
     {0xa5db0e723b9c733b, 0x10bd22f997af5396, 0x44f9ab01b40e21ad, 0x74fc73881783e96d, 0xda40e3c217879219,
      0xc9a83ba3a804798b, 0xb531102140877d07, 0xe9ef74559b0eaab0},
     0x08fa3c6b7da10c16},
    {"random(250, nullopt) uint8_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<uint8_t*>(out), n, 250, nullopt); },
     sizeof(uint8_t),
     {0xeed90c1bddce2a97, 0xba9febcea26da671, 0x3e4a7b1e1e330593, 0xef5018a2f519d3ee, 0x1e3471664bbfbc3c,
      0x7d4534bcfb4c6e1e, 0x39edfb77c696c373, 0xdb564cdfa411eff7},
     0x08fa3c6b7da10c16},
    {"random(0, 256) uint8_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<uint8_t*>(out), n, 0, 256); },
     sizeof(uint8_t),
     {0x3b1ad01a565772c7, 0x09a02bec42ae20eb, 0x6a7b1ec6a9efbeb5, 0x6ec18c256e1ffaa8, 0x92fb391b6abaeeb2,
      0x04857c188811a98c, 0xcb34a585f7ea85fb, 0x97464aebf9e41fd9},
     0x08fa3c6b7da10c16},
    {"random(-128, 128) int8_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int8_t*>(out), n, -128, 128); },
     sizeof(int8_t),
     {0xe80fd017e3c8d847, 0xab7ee853a2b9f96b, 0x1bcbc6e923944135, 0xbf6ed13979e337a8, 0x38fac2a2b5ef8d32,
      0x212b79592c7d400c, 0xf1e65696ab27defb, 0x1312f823cb6f30d9},
     0x08fa3c6b7da10c16},
    {"random(-300, 299) int16_t",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<int16_t*>(out), n, -300, 299); },
     sizeof(int16_t),
     {0xcea82880b9054706, 0x81efb6de8d338781, 0x2c015375a5648897, 0xf7d975b3ee4d64e5, 0x9c2df29d69316d63,
      0x6dd6d9e4ac833886, 0xb64baea5ba489d30, 0x919fa17820ba2d98},
     0x08fa3c6b7da10c16},
    {"random(0, 2) bool",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<bool*>(out), n, 0, 2); },
     sizeof(bool),
     {0xd94d12186c0f2fb7, 0x173b54f4a679eb77, 0xddf97ac3cf9513e5, 0x561c09814915de58, 0x853058293d72e59e,
      0x2c3821c223bd61e4, 0x4bd92e79e8502da5, 0x7d49fb0c9b484f55},
     0x08fa3c6b7da10c16},
    {"random(0, 16777218) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, 0, 16777218); },
     sizeof(float),
     {0x904432780cc2a76f, 0xedddf7cadf5c955e, 0x68cf9c4a7c584a80, 0x2c6aaa4af0a1fb4d, 0xb8ec41d7834d84a3,
      0x80d738b14fc96e94, 0x93b56462231fc138, 0x5edeec95292c4d88},
     0x08fa3c6b7da10c16},
    {"random(0, 16777220) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, 0, 16777220); },
     sizeof(float),
     {0x904432780cc2a76f, 0xedddf7cadf5c955e, 0x68cf9c4a7c584a80, 0x2c6aaa4af0a1fb4d, 0xb8ec41d7834d84a3,
      0x80d738b14fc96e94, 0x93b56462231fc138, 0x5edeec95292c4d88},
     0x08fa3c6b7da10c16},
    {"random(16777217, 16777226) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, 16777217, 16777226); },
     sizeof(float),
     {0x5ac5a9c435696392, 0x6950873dad3e9548, 0x593dc54c86a047b1, 0xac85f570891f7bde, 0x452f3d6177cd288b,
      0x94f8038a01dae3ae, 0x6755e75d3eaa3701, 0x81ac7ee548b053d3},
     0x08fa3c6b7da10c16},
    {"random(5, nullopt) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, 5, nullopt); },
     sizeof(float),
     {0xc4a86f93701f0fda, 0x7e3cbeb8e7277d2c, 0x10302ecb11b10097, 0x9f808a039da7eaff, 0x0d005b3c35a5b849,
      0x10e59c178e77747c, 0x29af114499545637, 0x5fd38128b3cbfc3c},
     0x08fa3c6b7da10c16},
    {"random(-16777219, 5) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, -16777219, 5); },
     sizeof(float),
     {0x5de204a91226d973, 0xf84ea9421ae08f35, 0x483e27726b7be67c, 0x48ff4474a1706701, 0x7510430fe8b22542,
      0x1940d4f5ca324e55, 0x9d2b172dd789af3d, 0x5f3d45489a31c4b7},
     0x08fa3c6b7da10c16},
    {"random(-1099511627777, 1099511627777) float",
     [](const Generator& g, void* out,
        int64_t n) { fill_random(g, static_cast<float*>(out), n, -1099511627777, 1099511627777); },
     sizeof(float),
     {0x5bb6c8f69d4da543, 0x870d38532c2a44cd, 0xc55394083e254ab2, 0x6d382479632dd0b2, 0x4b18146c46fbcd5c,
      0xd8893e6eb46069b4, 0xc26808fc7f7a19d5, 0x8c5592a0e2588946},
     0x8d577a4b8e03ed53},
    {"random(5, nullopt) double",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<double*>(out), n, 5, nullopt); },
     sizeof(double),
     {0x62e524b6709108a4, 0xd7298fb545010807, 0x6600b8e4d287ac64, 0x78bc4ff0f574c74d, 0x8b237566b373fb34,
      0x009580edca9d9c11, 0x509dc2b01ab2cf23, 0xe61482cdaa93c7ee},
     0x8d577a4b8e03ed53},
    {"random(-1152921504606846977, 1152921504606847053) double",
     [](const Generator& g, void* out,
        int64_t n) { fill_random(g, static_cast<double*>(out), n, -1152921504606846977, 1152921504606847053); },
     sizeof(double),
     {0xbbb84c0102134d61, 0xeea3f0a2ec8e3e20, 0x52235aa55d467ac5, 0x3c4f45485268dbda, 0x6337789464dbac6a,
      0x956f025a1f8ca1f6, 0xc76a3d5fdd918c18, 0xd993c9f2873d670c},
     0x8d577a4b8e03ed53},
    {"random(3, 2050) Half",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<Half*>(out), n, 3, 2050); },
     sizeof(Half),
     {0x521c1a02d0706492, 0x6a69e1008a083b8d, 0x1ee7dc86fec2826e, 0xe655108fa143f482, 0xdedf04712856a5e1,
      0xf71f4b8be9bddb69, 0x341d01943fda5e8a, 0xe675439e99286134},
     0x08fa3c6b7da10c16},
    {"random(-2051, 2051) Half",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<Half*>(out), n, -2051, 2051); },
     sizeof(Half),
     {0xb9f727ed3aa2a566, 0x29f007f9f9f69abc, 0xc085b75652bfab7a, 0x58686b7b0ecc05fb, 0x5b07941bc27a7f05,
      0x4926a788ebcc1ee9, 0x5fdb0f0863330823, 0x494bfb54f007591f},
     0x08fa3c6b7da10c16},
    {"random(250, nullopt) Half",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<Half*>(out), n, 250, nullopt); },
     sizeof(Half),
     {0x94399233bec8cf86, 0xbe45b685d096e812, 0xe81cbfd7c117d2de, 0x7dd07b545d1c040d, 0x3bae151abb91ce10,
      0xaff4be3b14f50696, 0xc1a6a121db7b56c2, 0x443863a8049211a6},
     0x08fa3c6b7da10c16},
    {"random(250, nullopt) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<BFloat16*>(out), n, 250, nullopt); },
     sizeof(BFloat16),
     {0xb1b55f60f67b4ebe, 0xf3ea5c588b352999, 0x78ca3847103a6bff, 0xec2730f23d01b760, 0x4ca9eccebe221de3,
      0x96c190f0c14c51b7, 0xef005e7d03740d2b, 0xd17996737e0ee6dd},
     0x08fa3c6b7da10c16},
    {"random(-300, 259) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<BFloat16*>(out), n, -300, 259); },
     sizeof(BFloat16),
     {0x02dc8fec41b796c8, 0x227891a2c30c4682, 0x27289e8c43b8576c, 0x61bc32cedd600858, 0x6ee87cb73497021b,
      0x99e50e6d928b65e3, 0x77bc16db0f4a9d39, 0x0874c3cf5a13bd47},
     0x08fa3c6b7da10c16},
    {"random(0, 16777219) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<BFloat16*>(out), n, 0, 16777219); },
     sizeof(BFloat16),
     {0x821f207e8873bbf0, 0x137e06f1589246b0, 0xd6104150883a0d3e, 0xe6abf36c4011ec2d, 0x5f15652f2a4eb41b,
      0x10fda73c6fd2edc3, 0xd80a2b8088f9e459, 0x94715ae979cd04fe},
     0x08fa3c6b7da10c16},
    {"random(0, kMax64) float",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<float*>(out), n, 0, kMax64); },
     sizeof(float),
     {0x4bae00ac4b2b7634, 0x740a439e14b24c26, 0xd15e478831b93f9c, 0x5b74375f1caaf051, 0xfe0f8ee85674a5ac,
      0x1591092d8fdac698, 0x388c8622ef2d7cd3, 0x9c791ded30945347},
     0x8d577a4b8e03ed53},
    {"random(4611686018427387905, kMax64) double",
     [](const Generator& g, void* out,
        int64_t n) { fill_random(g, static_cast<double*>(out), n, 4611686018427387905, kMax64); },
     sizeof(double),
     {0x438d2312ad9b614c, 0xe0cfebcb4838fd12, 0x426875b53eac0f1e, 0xa75326e7356bdc7c, 0x18f5533749943b20,
      0x6a59e190d8427ea9, 0xc7f6dd3c1b77a272, 0xbeae3ae408c7f323},
     0x8d577a4b8e03ed53},
    {"random(kMin64, kMax64) double",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<double*>(out), n, kMin64, kMax64); },
     sizeof(double),
     {0x38d72ec1841db4d0, 0x8e7cd2959722cc95, 0x95f8ac1bf72b27b5, 0x69155185340eb9ad, 0xe49939749a54d274,
      0x54bd6c83137af978, 0x13c9bc1f94eb449e, 0x0687b70b107fb46c},
     0x8d577a4b8e03ed53},
    {"random(kMin64, 5) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_random(g, static_cast<BFloat16*>(out), n, kMin64, 5); },
     sizeof(BFloat16),
     {0xb9cc6a96e68609e6, 0x60ae7bcd8f0d23ab, 0x80918c6299dcfb8b, 0xde6d1068c249c5c9, 0xdf1c56ac93e990dd,
      0x698fd3e1e4ce46b2, 0x5b39d9308c885df2, 0x7f87f1c07fb0959d},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) float",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<float*>(out), n, 0.3); },
     sizeof(float),
     {0xe30d89d3bfbdf345, 0x7d79ac8f473c6678, 0x4d1364b97f4c2338, 0x075e77290fd751a5, 0x13c93cacc8717115,
      0x7088cfe597d965a5, 0x0fe5fbb2ad7998d5, 0x8656535a42b41108},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) double",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<double*>(out), n, 0.3); },
     sizeof(double),
     {0x7f22903e70267865, 0x2988c84a95c33078, 0x47facadbd4e3cef8, 0xf42877062488e425, 0xf90f3d648d6b6105,
      0x745edf0523ba5125, 0x177fa36decbc1d85, 0x62b4bb89c4297dd8},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<BFloat16*>(out), n, 0.3); },
     sizeof(BFloat16),
     {0x41be92ce26b622b5, 0x5505dade2cbbc7d0, 0xb00c6c4b9ce4d9b0, 0xa424a4e2264280a5, 0x285844817076fe3d,
      0xf7fdb47edb88dd65, 0xf27255e7bd1de39d, 0xad09613c07ff72b8},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) uint8_t",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<uint8_t*>(out), n, 0.3); },
     sizeof(uint8_t),
     {0xd949ad186c0c4e41, 0xe315e89df544d110, 0x923bf973ee741e3c, 0x0d8c0af365677c69, 0x4ef04cd628db046b,
      0x0c453e43019c4421, 0xef05bdfcd1a3a937, 0xe01e25e6ce40ecf6},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) int8_t",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<int8_t*>(out), n, 0.3); },
     sizeof(int8_t),
     {0xd949ad186c0c4e41, 0xe315e89df544d110, 0x923bf973ee741e3c, 0x0d8c0af365677c69, 0x4ef04cd628db046b,
      0x0c453e43019c4421, 0xef05bdfcd1a3a937, 0xe01e25e6ce40ecf6},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) int16_t",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<int16_t*>(out), n, 0.3); },
     sizeof(int16_t),
     {0x37edb6f1d36a97d5, 0x0acacc53eb5e1114, 0x6c59e9aa0d129074, 0x3ea358af8a6b4b25, 0x668b97d1bcd878bd,
      0x965910db5893a705, 0x9f714762fe3764bd, 0x1d74d0f4609e4fec},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) int32_t",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<int32_t*>(out), n, 0.3); },
     sizeof(int32_t),
     {0xd56795d96856d705, 0x503def929c1a6884, 0x55b20a28d5d991c4, 0x5c16132cc32bbda5, 0x524f21b4c2de8515,
      0x41f1c2f80c14a665, 0x2fbe8d233e173495, 0xab4e3bef092e67f4},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<int64_t*>(out), n, 0.3); },
     sizeof(int64_t),
     {0x51cef117f81654e5, 0xa3a5c91e52c563e4, 0xc6bcc33eb6fda064, 0x4d80965175c4b225, 0xf81d0b2b0a850a05,
      0xbf0cf2e0ab6c47a5, 0xcc336c8058007705, 0xed275edce9c141c4},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.3) bool",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<bool*>(out), n, 0.3); },
     sizeof(bool),
     {0xd949ad186c0c4e41, 0xe315e89df544d110, 0x923bf973ee741e3c, 0x0d8c0af365677c69, 0x4ef04cd628db046b,
      0x0c453e43019c4421, 0xef05bdfcd1a3a937, 0xe01e25e6ce40ecf6},
     0x8d577a4b8e03ed53},
    {"bernoulli(0.5) float",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<float*>(out), n, 0.5); },
     sizeof(float),
     {0xe30d89d3bfbdf345, 0x068149cff6715ed5, 0x27dc44f5b210d2f8, 0xd504065bc1e2f398, 0x7bab963171e60f25,
      0x39ac281d25ad2f08, 0xe6718c3ed9f81035, 0x538b8a6495964818},
     0x8d577a4b8e03ed53},
    {"dropout(0.3) mask",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<bool*>(out), n, 1 - 0.3); },
     sizeof(bool),
     {0xd949ad186c0c4e41, 0x80b6c62d2a4c1a15, 0x28bfb4e745d21c40, 0x70c7c0c34e9ce615, 0x1634bb5fa2fa51f2,
      0x7851679802cab7da, 0x9abe4111929eb52e, 0x73dab83254e42061},
     0x8d577a4b8e03ed53},
    {"dropout(0.3) zeros",
     [](const Generator& g, void* out, int64_t n) { fill_bernoulli(g, static_cast<bool*>(out), n, 1 - 0.3); },
     sizeof(bool),
     {0xd949ad186c0c4e41, 0x80b6c62d2a4c1a15, 0x28bfb4e745d21c40, 0x70c7c0c34e9ce615, 0x1634bb5fa2fa51f2,
      0x7851679802cab7da, 0x9abe4111929eb52e, 0x73dab83254e42061},
     0x8d577a4b8e03ed53},
    {"bernoulli(tensor float) float",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<float*>(out), n, ramp<float>(n).data()); },
     sizeof(float),
     {0x5467b0da1d106495, 0x058320b6e62ff1e8, 0xcfff38b8d9128e18, 0x0c954c2d31f01505, 0x99689bbd9f1d7f28,
      0x0f367cb3edc67aa8, 0xc0b743d73ce543a5, 0xc61a717c370072c8},
     0x08fa3c6b7da10c16},
    {"bernoulli(tensor double) float",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<float*>(out), n, ramp<double>(n).data()); },
     sizeof(float),
     {0x5467b0da1d106495, 0x0bb5b9eebc4cf3e8, 0x702d9ec04048c875, 0x81b64467fe155605, 0xcc31aa8be7633e28,
      0x01b850771eb55625, 0x65dfcfecfddfd3f5, 0x73a79dab637fc285},
     0x8d577a4b8e03ed53},
    {"bernoulli(tensor BFloat16) float",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<float*>(out), n, ramp<BFloat16>(n).data()); },
     sizeof(float),
     {0x5467b0da1d106495, 0x058320b6e62ff1e8, 0xcfff38b8d9128e18, 0x0c954c2d31f01505, 0x99689bbd9f1d7f28,
      0x0f367cb3edc67aa8, 0xc0b743d73ce543a5, 0xdcfd4b3689117938},
     0x08fa3c6b7da10c16},
    {"bernoulli(tensor float) int64_t",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<int64_t*>(out), n, ramp<float>(n).data()); },
     sizeof(int64_t),
     {0x81d23fd7003c2305, 0x68133e1dbc621184, 0xbb5fdf5425d69ca4, 0x36f93d0a0d14c1e5, 0xe07db702e4c61204,
      0x5309d03bce748204, 0x69faf1522d841e25, 0xd1a3710ea1f56b44},
     0x08fa3c6b7da10c16},
    {"bernoulli(tensor double) int64_t",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<int64_t*>(out), n, ramp<double>(n).data()); },
     sizeof(int64_t),
     {0x81d23fd7003c2305, 0xa99d853aaf763984, 0xc48094c6c34a6ec5, 0x20b96d11711891e5, 0x8bd3665faf657604,
      0x445cef91ad8448a5, 0x4b85328f57c55c45, 0xa47e8adda815e8e5},
     0x8d577a4b8e03ed53},
    {"bernoulli(tensor BFloat16) int64_t",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<int64_t*>(out), n, ramp<BFloat16>(n).data()); },
     sizeof(int64_t),
     {0x81d23fd7003c2305, 0x68133e1dbc621184, 0xbb5fdf5425d69ca4, 0x36f93d0a0d14c1e5, 0xe07db702e4c61204,
      0x5309d03bce748204, 0x69faf1522d841e25, 0x910f06c2fce85ee4},
     0x08fa3c6b7da10c16},
    {"bernoulli(tensor float) bool",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<bool*>(out), n, ramp<float>(n).data()); },
     sizeof(bool),
     {0xd94d12186c0f2fb7, 0x3d025cf11fb9caae, 0xb2d2b7fe4fff5f58, 0x3fa04b6efe527011, 0x5c7786fe13b038e2,
      0x53741fa6f78c8c62, 0x8b30da680cb82f45, 0xb398ffc77f62239e},
     0x08fa3c6b7da10c16},
    {"bernoulli(tensor double) bool",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<bool*>(out), n, ramp<double>(n).data()); },
     sizeof(bool),
     {0xd94d12186c0f2fb7, 0x5b26459890985d86, 0x74da910a84070893, 0x167bf61c1fc70e89, 0xf2cd6a44c9cdff86,
      0xcbb15f3be9c06e49, 0xdd76db77172e94db, 0x1f33b97205618f35},
     0x8d577a4b8e03ed53},
    {"bernoulli(tensor BFloat16) bool",
     [](const Generator& g, void* out,
        int64_t n) { fill_bernoulli(g, static_cast<bool*>(out), n, ramp<BFloat16>(n).data()); },
     sizeof(bool),
     {0xd94d12186c0f2fb7, 0x3d025cf11fb9caae, 0xb2d2b7fe4fff5f58, 0x3fa04b6efe527011, 0x5c7786fe13b038e2,
      0x53741fa6f78c8c62, 0x8b30da680cb82f45, 0x4864d30438aed018},
     0x08fa3c6b7da10c16},
    {"randperm int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_randperm(g, static_cast<int64_t*>(out), n); },
     sizeof(int64_t),
     {0x81d23fd7003c2305, 0x54691eea94daf121, 0xa2e65588aba49d2a, 0x3485640e28998b45, 0x62a648aeb636da55,
      0x43485d3be142cfda, 0x7ad55c68aef79ac5, 0x98b77346e261b189},
     0xab5e092c910ff6c2},
    {"randperm int32_t",
     [](const Generator& g, void* out, int64_t n) { fill_randperm(g, static_cast<int32_t*>(out), n); },
     sizeof(int32_t),
     {0x5467b0da1d106495, 0xae8063337ab87f21, 0x977e55ecd701722a, 0xcba457af0807f0b5, 0x913d99575f135125,
      0x28d90f3279dba38a, 0x3d6cab1a6dbd27d5, 0xf9a37a280b1bdc49},
     0xab5e092c910ff6c2},
    {"randperm int16_t",
     [](const Generator& g, void* out, int64_t n) { fill_randperm(g, static_cast<int16_t*>(out), n); },
     sizeof(int16_t),
     {0xd7e4fcfa299d713d, 0xc534ea0a2b181c61, 0x31e2a83917ade3ba, 0xa9121b565a6c87dd, 0x0e9e25773067b41d,
      0x7c69ac18712b4922, 0x9962b21125ccd42d, 0x26766351e2b7f089},
     0xab5e092c910ff6c2},
    {"randperm float",
     [](const Generator& g, void* out, int64_t n) { fill_randperm(g, static_cast<float*>(out), n); },
     sizeof(float),
     {0x5467b0da1d106495, 0x49246d8ebcf76928, 0x53cae1ced32b137b, 0xdfca47490eead798, 0xbb3c23e7c7ada34b,
      0xd76e79bbc21d3a23, 0x59ea71aa8bdd897c, 0x751b5f553fe5467c},
     0xab5e092c910ff6c2},
    {"randperm double",
     [](const Generator& g, void* out, int64_t n) { fill_randperm(g, static_cast<double*>(out), n); },
     sizeof(double),
     {0x81d23fd7003c2305, 0x25ff7ac3e4cffd80, 0x2a2b0103b8e46072, 0xd3cb7198bd92e020, 0x9a1a26613f81f95c,
      0x57f62fe91a5d6693, 0x7621fd91c60c01c8, 0x9304492ef4f35f10},
     0xab5e092c910ff6c2},
    {"randperm Half",
     [](const Generator& g, void* out, int64_t n) { fill_randperm(g, static_cast<Half*>(out), n); },
     sizeof(Half),
     {0xd7e4fcfa299d713d, 0xc573144736378eff, 0x98982ed6ac316b7e, 0x9e1256df73844013, 0x01a3319a178af7ff,
      0x325dea664829431a, 0xde5ecd925877a49b, 0xc6933e7b6f49396f},
     0xab5e092c910ff6c2},
};

TEST(RandomStream, BitsAndStatesAreLibtorchs) {
  for (const ExactRow& row : kExact) {
    SCOPED_TRACE(row.name);
    uint64_t states = kFnvStart;
    for (size_t s = 0; s < std::size(kSizes); ++s) {
      uint64_t values = kFnvStart;
      for (uint64_t seed : kSeeds) {
        const Generator g = make_generator(seed);
        std::vector<unsigned char> out(static_cast<size_t>(kSizes[s]) * row.element);
        row.fill(g, out.data(), kSizes[s]);
        values = fnv(out.data(), out.size(), values);
        const std::vector<uint8_t> state = g.state_bytes();
        states = fnv(state.data(), state.size(), states);
      }
      EXPECT_EQ(values, row.values[s]) << kSizes[s] << " elements";
    }
    EXPECT_EQ(states, row.states);
  }
}

// Distributions that use the C library's functions or, for float normals in blocks, approximations. `values`: with the
// last of kSeeds elements 0, 1, 8, 15, 16 of 17 and elements 0, 7, 8, 500, 991, 999 of 1000, then with seed 42 elements
// 0 and 4 of 5. `states`: the engine after kSizes times kSeeds.
struct SampleRow {
  const char* name;
  Fill fill;
  double (*read)(const void*, int64_t);
  double values[13];
  uint64_t states;
};
const SampleRow kSamples[] = {
    {"normal(0, 1) float",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<float*>(out), n, 0, 1); },
     read<float>,
     {-0.07664429396390915, 0.9311244487762451, 0.4046071469783783, -0.1468081772327423, 0.4851140081882477,
      -0.07664429396390915, -1.596708059310913, -0.05168096348643303, 0.2877325713634491, -0.1870637834072113,
      1.1287086009979248, 0.33669036626815796, -1.1228563785552979},
     0x0352e5f3df54e2e7},
    {"normal(0.3, 1.1) float",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<float*>(out), n, 0.3, 1.1); },
     read<float>,
     {0.21569128334522247, 1.3242368698120117, 0.7450678944587708, 0.13851101696491241, 0.8336254358291626,
      0.21569128334522247, -1.4563789367675781, 0.24315094947814941, 0.6165058612823486, 0.09422984719276428,
      1.5415794849395752, 0.6703593730926514, -0.9351420402526855},
     0x0352e5f3df54e2e7},
    {"normal(0.3, 1.1) not contiguous float",
     [](const Generator& g, void* out, int64_t n) { fill_normal_serial(g, static_cast<float*>(out), n, 0.3, 1.1); },
     read<float>,
     {1.1836036443710327, 0.49231672286987305, -1.2786972522735596, 0.21216024458408356, 1.3190518617630005,
      1.1836036443710327, 1.4122273921966553, -1.2786972522735596, -0.36976081132888794, 0.5796677470207214,
      0.4246126115322113, 0.6703593730926514, -0.9351420402526855},
     0xc9dc67155dac7127},
    {"log_normal(0.3, 1.1) float",
     [](const Generator& g, void* out, int64_t n) { fill_log_normal(g, static_cast<float*>(out), n, 0.3, 1.1); },
     read<float>,
     {3.266123056411743, 1.6361021995544434, 0.2783997356891632, 1.2363460063934326, 3.7398738861083984,
      3.266123056411743, 4.10508918762207, 0.2783997356891632, 0.6908995509147644, 1.785445213317871,
      1.5289980173110962, 1.9549397230148315, 0.3925301134586334},
     0xc9dc67155dac7127},
    {"exponential(1.7) float",
     [](const Generator& g, void* out, int64_t n) { fill_exponential(g, static_cast<float*>(out), n, 1.7); },
     read<float>,
     {0.020413797348737717, 0.19877034425735474, 0.30525192618370056, 0.053564999252557755, 0.07179494947195053,
      0.020413797348737717, 0.3341935873031616, 0.30525192618370056, 0.48526161909103394, 0.49330365657806396,
      0.27443477511405945, 0.03524353727698326, 0.43935921788215637},
     0x3b75c0543f10ebf3},
    {"cauchy(0.3, 2.1) float",
     [](const Generator& g, void* out, int64_t n) { fill_cauchy(g, static_cast<float*>(out), n, 0.3, 2.1); },
     read<float>,
     {-19.22288703918457, -1.3636494874954224, -0.34718596935272217, -7.187663555145264, -5.262924671173096,
      -19.22288703918457, -0.14580202102661133, -0.34718596935272217, 0.7125115394592285, 0.7534414529800415,
      -0.5866615176200867, -11.06622314453125, 0.4730551838874817},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) float",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<float*>(out), n, 0.23); },
     read<float>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"normal(0, 1) double",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<double*>(out), n, 0, 1); },
     read<double>,
     {-0.21774879177876416, 1.063885293948422, 1.0784352439814244, 0.20366863384122577, 0.028752867895017985,
      -0.21774879177876416, 0.9104898970780404, 0.1482982579868126, -1.2330995979156285, 0.1211592878105215,
      -0.11475859943890793, 0.33669035438385886, -1.1228563767381703},
     0xe3e83fd89cd8fd17},
    {"normal(0.3, 1.1) double",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<double*>(out), n, 0.3, 1.1); },
     read<double>,
     {0.060476329043359395, 1.4702738233432644, 1.4862787683795669, 0.5240354972253484, 0.3316281546845198,
      0.060476329043359395, 1.3015388867858446, 0.46312808378549386, -1.0564095577071915, 0.43327521659157364,
      0.17376554061720126, 0.6703593898222447, -0.9351420144119874},
     0xe3e83fd89cd8fd17},
    {"normal(0.3, 1.1) not contiguous double",
     [](const Generator& g, void* out, int64_t n) { fill_normal_serial(g, static_cast<double*>(out), n, 0.3, 1.1); },
     read<double>,
     {1.1836036859059857, 0.4923167326070139, -1.2786972553988707, 0.21216024711076384, 1.3190519079567113,
      1.1836036859059857, 1.412227436297075, -1.2786972553988707, -0.36976079826416186, 0.5796677738321488,
      0.4246126134331711, 0.6703593898222447, -0.9351420144119874},
     0xc9dc67155dac7127},
    {"log_normal(0.3, 1.1) double",
     [](const Generator& g, void* out, int64_t n) { fill_log_normal(g, static_cast<double*>(out), n, 0.3, 1.1); },
     read<double>,
     {3.2661231022942205, 1.6361022440764954, 0.2783997480823577, 1.2363459900780172, 3.7398739511473664,
      3.2661231022942205, 4.105089052342886, 0.2783997480823577, 0.6908995752508574, 1.7854451606019812,
      1.5289979916387888, 1.9549397798600139, 0.3925301166393371},
     0xc9dc67155dac7127},
    {"exponential(1.7) double",
     [](const Generator& g, void* out, int64_t n) { fill_exponential(g, static_cast<double*>(out), n, 1.7); },
     read<double>,
     {0.02041379695383377, 0.19877034501392354, 0.30525192304948806, 0.05356499805516455, 0.07179494949201691,
      0.02041379695383377, 0.3341935900111301, 0.30525192304948806, 0.48526162187570243, 0.49330365007923554,
      0.27443478110253716, 0.03524353864164832, 0.43935922038433906},
     0x3b75c0543f10ebf3},
    {"cauchy(0.3, 2.1) double",
     [](const Generator& g, void* out, int64_t n) { fill_cauchy(g, static_cast<double*>(out), n, 0.3, 2.1); },
     read<double>,
     {-19.222886089730064, -1.3636494681074363, -0.3471859656213021, -7.187663368960746, -5.262924654534681,
      -19.222886089730064, -0.14580202289304328, -0.3471859656213021, 0.7125115348032025, 0.7534414280165296,
      -0.5866615139099751, -11.06622332369436, 0.4730551695758361},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) double",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<double*>(out), n, 0.23); },
     read<double>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"normal(0, 1) Half",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<Half*>(out), n, 0, 1); },
     read<Half>,
     {-2.287109375, 0.1259765625, -0.939453125, -0.13134765625, -1.3642578125, -2.287109375, -0.93359375,
      0.02008056640625, 0.84716796875, 0.83544921875, 0.95068359375, 0.336669921875, -1.123046875},
     0x0352e5f3df54e2e7},
    {"normal(0.3, 1.1) Half",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<Half*>(out), n, 0.3, 1.1); },
     read<Half>,
     {-2.21484375, 0.4384765625, -0.73291015625, 0.1556396484375, -1.2001953125, -2.21484375, -0.7265625,
      0.322021484375, 1.2314453125, 1.21875, 1.345703125, 0.67041015625, -0.93505859375},
     0x0352e5f3df54e2e7},
    {"normal(0.3, 1.1) not contiguous Half",
     [](const Generator& g, void* out, int64_t n) { fill_normal_serial(g, static_cast<Half*>(out), n, 0.3, 1.1); },
     read<Half>,
     {1.18359375, 0.492431640625, -1.2783203125, 0.212158203125, 1.3193359375, 1.18359375, 1.412109375, -1.2783203125,
      -0.369873046875, 0.57958984375, 0.424560546875, 0.67041015625, -0.93505859375},
     0xc9dc67155dac7127},
    {"log_normal(0.3, 1.1) Half",
     [](const Generator& g, void* out, int64_t n) { fill_log_normal(g, static_cast<Half*>(out), n, 0.3, 1.1); },
     read<Half>,
     {3.265625, 1.6357421875, 0.2783203125, 1.236328125, 3.740234375, 3.265625, 4.10546875, 0.2783203125, 0.69091796875,
      1.78515625, 1.529296875, 1.955078125, 0.392578125},
     0xc9dc67155dac7127},
    {"exponential(1.7) Half",
     [](const Generator& g, void* out, int64_t n) { fill_exponential(g, static_cast<Half*>(out), n, 1.7); },
     read<Half>,
     {0.020416259765625, 0.19873046875, 0.30517578125, 0.053558349609375, 0.07177734375, 0.020416259765625,
      0.334228515625, 0.30517578125, 0.4853515625, 0.493408203125, 0.2744140625, 0.035247802734375, 0.439453125},
     0x3b75c0543f10ebf3},
    {"cauchy(0.3, 2.1) Half",
     [](const Generator& g, void* out, int64_t n) { fill_cauchy(g, static_cast<Half*>(out), n, 0.3, 2.1); },
     read<Half>,
     {-19.21875, -1.36328125, -0.34716796875, -7.1875, -5.26171875, -19.21875, -0.145751953125, -0.34716796875,
      0.71240234375, 0.75341796875, -0.58642578125, -11.0625, 0.47314453125},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) Half",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<Half*>(out), n, 0.23); },
     read<Half>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"normal(0, 1) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<BFloat16*>(out), n, 0, 1); },
     read<BFloat16>,
     {1.0234375, 1.1640625, 0.26953125, -1.2734375, 2.625, 1.0234375, -0.361328125, -0.06640625, 0.1796875, 0.890625,
      0.50390625, 0.3359375, -1.125},
     0x0352e5f3df54e2e7},
    {"normal(0.3, 1.1) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_normal(g, static_cast<BFloat16*>(out), n, 0.3, 1.1); },
     read<BFloat16>,
     {1.421875, 1.578125, 0.59765625, -1.109375, 3.1875, 1.421875, -0.09765625, 0.2275390625, 0.5, 1.28125, 0.85546875,
      0.671875, -0.93359375},
     0x0352e5f3df54e2e7},
    {"normal(0.3, 1.1) not contiguous BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_normal_serial(g, static_cast<BFloat16*>(out), n, 0.3, 1.1); },
     read<BFloat16>,
     {1.1875, 0.4921875, -1.28125, 0.2119140625, 1.3203125, 1.1875, 1.4140625, -1.28125, -0.369140625, 0.578125,
      0.423828125, 0.671875, -0.93359375},
     0xc9dc67155dac7127},
    {"log_normal(0.3, 1.1) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_log_normal(g, static_cast<BFloat16*>(out), n, 0.3, 1.1); },
     read<BFloat16>,
     {3.265625, 1.6328125, 0.279296875, 1.234375, 3.734375, 3.265625, 4.09375, 0.279296875, 0.69140625, 1.7890625,
      1.53125, 1.953125, 0.392578125},
     0xc9dc67155dac7127},
    {"exponential(1.7) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_exponential(g, static_cast<BFloat16*>(out), n, 1.7); },
     read<BFloat16>,
     {0.0203857421875, 0.19921875, 0.3046875, 0.053466796875, 0.07177734375, 0.0203857421875, 0.333984375, 0.3046875,
      0.484375, 0.494140625, 0.275390625, 0.03515625, 0.439453125},
     0x3b75c0543f10ebf3},
    {"cauchy(0.3, 2.1) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_cauchy(g, static_cast<BFloat16*>(out), n, 0.3, 2.1); },
     read<BFloat16>,
     {-19.25, -1.3671875, -0.34765625, -7.1875, -5.25, -19.25, -0.1455078125, -0.34765625, 0.7109375, 0.75390625,
      -0.5859375, -11.0625, 0.47265625},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) BFloat16",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<BFloat16*>(out), n, 0.23); },
     read<BFloat16>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) uint8_t",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<uint8_t*>(out), n, 0.23); },
     read<uint8_t>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) int8_t",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<int8_t*>(out), n, 0.23); },
     read<int8_t>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) int16_t",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<int16_t*>(out), n, 0.23); },
     read<int16_t>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) int32_t",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<int32_t*>(out), n, 0.23); },
     read<int32_t>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
    {"geometric(0.23) int64_t",
     [](const Generator& g, void* out, int64_t n) { fill_geometric(g, static_cast<int64_t*>(out), n, 0.23); },
     read<int64_t>,
     {13.0, 5.0, 4.0, 10.0, 9.0, 13.0, 4.0, 4.0, 3.0, 3.0, 4.0, 11.0, 3.0},
     0x3b75c0543f10ebf3},
};

// Tolerances, relative to the larger of 1 and the value; the 16-bit types round after each step, where one different
// bit of log moves the result by a unit.
double tolerance(double (*reader)(const void*, int64_t)) {
  if (reader == &read<float>) return 1e-6;
  if (reader == &read<double>) return 1e-14;
  if (reader == &read<Half>) return 0x1p-9;
  if (reader == &read<BFloat16>) return 0x1p-6;
  return 0;
}

TEST(RandomStream, TranscendentalDistributionsAreLibtorchsWithinRounding) {
  for (const SampleRow& row : kSamples) {
    SCOPED_TRACE(row.name);
    std::vector<uint64_t> out(1000);  // room for 1000 elements of any type
    std::vector<double> got;
    const auto take = [&](uint64_t seed, int64_t n, std::initializer_list<int64_t> indices) {
      row.fill(make_generator(seed), out.data(), n);
      for (int64_t i : indices) got.push_back(row.read(out.data(), i));
    };
    take(kSeeds[2], 17, {0, 1, 8, 15, 16});
    take(kSeeds[2], 1000, {0, 7, 8, 500, 991, 999});
    take(42, 5, {0, 4});
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], row.values[i], tolerance(row.read) * std::max(1.0, std::fabs(row.values[i])))
          << "value " << i;

    uint64_t states = kFnvStart;
    for (int64_t n : kSizes)
      for (uint64_t seed : kSeeds) {
        const Generator g = make_generator(seed);
        row.fill(g, out.data(), n);
        states = fnv(g.state_bytes().data(), kEngineBytes, states);
      }
    EXPECT_EQ(states, row.states);
  }
}

// randn(5); rand(3); randn(20); randint(0, 10, 7); randn(3, double); empty(4).bernoulli_(0.5); randn(2); randperm(6).
// The first leaves a pending normal number, which the fourth normal draw, in double, uses up.
struct MixedRow {
  uint64_t seed;
  float normal[5], uniform[3], block_tail[4];
  int64_t integers[7];
  double normal_double[3];
  float coins[4], last_normal[2];
  int64_t permutation[6];
  uint64_t state;
};
const MixedRow kMixed[] = {
    {0,
     {1.5409960746765137f, -0.293428897857666f, -2.1787893772125244f, 0.5684312582015991f, -1.0845223665237427f},
     {0.022325754165649414f, 0.16885894536972046f, 0.2938884496688843f},
     {-1.586688756942749f, 1.203223705291748f, 0.08453469723463058f, -1.2001394033432007f},
     {9, 3, 1, 1, 0, 3, 6},
     {-1.3985953953708767, 0.2549827308792933, 1.8042484597270052},
     {0, 1, 1, 1},
     {1.1317306756973267f, -0.6454730033874512f},
     {0, 2, 5, 4, 1, 3},
     0xbd48caaddea2918f},
    {42,
     {0.33669036626815796f, 0.12880940735340118f, 0.23446236550807953f, 0.23033303022384644f, -1.1228563785552979f},
     {0.8694044351577759f, 0.5677152872085571f, 0.7410940527915955f},
     {-0.4879138767719269f, -1.4180599451065063f, 0.8962683081626892f, 0.049905385822057724f},
     {9, 0, 9, 6, 9, 5, 4},
     {-0.18632829929177447, 0.5199637709290886, 0.5567362091804584},
     {1, 1, 1, 0},
     {-1.5889642238616943f, -1.1207948923110962f},
     {4, 5, 1, 0, 3, 2},
     0x176d2b0a38b69a0b},
    {(uint64_t{1} << 40) + 3,
     {0.8032760620117188f, 0.17483338713645935f, 0.08897809684276581f, -0.6137180328369141f, 0.04618244990706444f},
     {0.14984089136123657f, 0.40146881341934204f, 0.054176926612854004f},
     {0.8194591999053955f, 0.5615938901901245f, -0.24814683198928833f, -1.0799609422683716f},
     {6, 9, 4, 4, 5, 1, 3},
     {-1.3682591776659838, -0.43162149782208054, -1.8606165256866176},
     {1, 1, 1, 1},
     {0.40971654653549194f, -0.4924868941307068f},
     {5, 1, 3, 4, 0, 2},
     0x2908482641d126ec},
};

TEST(RandomStream, MixedCallsLeaveLibtorchsState) {
  for (const MixedRow& row : kMixed) {
    SCOPED_TRACE(row.seed);
    const Generator g = make_generator(row.seed);
    float normal[5], uniform[3], block[20], coins[4], last[2];
    int64_t integers[7], permutation[6];
    double normal_double[3];
    fill_normal(g, normal, 5, 0, 1);
    fill_uniform(g, uniform, 3, 0, 1);
    fill_normal(g, block, 20, 0, 1);
    fill_random(g, integers, 7, 0, 10);
    fill_normal(g, normal_double, 3, 0, 1);
    fill_bernoulli(g, coins, 4, 0.5);
    fill_normal(g, last, 2, 0, 1);
    fill_randperm(g, permutation, 6);
    for (int i = 0; i < 5; ++i) EXPECT_FLOAT_EQ(normal[i], row.normal[i]);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(uniform[i], row.uniform[i]);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(block[16 + i], row.block_tail[i], 1e-6);
    for (int i = 0; i < 7; ++i) EXPECT_EQ(integers[i], row.integers[i]);
    for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(normal_double[i], row.normal_double[i]);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(coins[i], row.coins[i]);
    for (int i = 0; i < 2; ++i) EXPECT_FLOAT_EQ(last[i], row.last_normal[i]);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(permutation[i], row.permutation[i]);
    EXPECT_EQ(fnv(g.state_bytes().data(), kEngineBytes), row.state);
  }
}

// A generator whose next words are `words`, by undoing the tempering.
Generator generator_of(std::initializer_list<uint32_t> words) {
  Generator g = make_generator(1);
  g.random();
  std::vector<uint8_t> state = g.state_bytes();
  size_t at = 24 + 8;  // word 0 of the block is drawn
  for (uint32_t y : words) {
    y ^= y >> 18;
    y ^= (y << 15) & 0xefc60000u;
    uint32_t x = y;
    for (int i = 0; i < 5; ++i) x = y ^ ((x << 7) & 0x9d2c5680u);
    uint32_t z = x;
    for (int i = 0; i < 3; ++i) z = x ^ (z >> 11);
    const uint64_t wide = z;
    std::memcpy(state.data() + at, &wide, sizeof wide);
    at += sizeof wide;
  }
  g.set_state(state);
  return g;
}

template <class T>
T geometric_of(std::initializer_list<uint32_t> words, double p) {
  T out;
  fill_geometric(generator_of(words), &out, 1, p);
  return out;
}

// Values of libtorch 1.13.1 for the same states.
TEST(RandomStream, EndsOfTheUniformInterval) {
  double x;
  fill_exponential(generator_of({0, 0}), &x, 1, 1);
  EXPECT_EQ(x, 0);
  EXPECT_TRUE(std::signbit(x));
  fill_exponential(generator_of({0xffffffff, 0xffffffff}), &x, 1, 1);
  EXPECT_DOUBLE_EQ(x, 36.7368005696771);
  fill_cauchy(generator_of({0, 0}), &x, 1, 0, 1);
  EXPECT_DOUBLE_EQ(x, -1.633123935319537e+16);
  fill_cauchy(generator_of({0xffffffff, 0xffffffff}), &x, 1, 0, 1);
  EXPECT_DOUBLE_EQ(x, 1978937966095219.0);
  fill_normal(generator_of({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}), &x, 1, 0, 1);
  EXPECT_DOUBLE_EQ(x, 8.571674348652905);

  EXPECT_EQ(geometric_of<float>({0, 0}, 0.23), std::numeric_limits<float>::infinity());
  EXPECT_EQ(geometric_of<int64_t>({0, 0}, 0.23), kMin64);
  EXPECT_EQ(geometric_of<int32_t>({0, 0}, 0.23), std::numeric_limits<int32_t>::min());
  EXPECT_EQ(geometric_of<uint8_t>({0, 0}, 0.23), 0);
  EXPECT_EQ(geometric_of<uint8_t>({0, 1}, 0.23), 141);
  EXPECT_EQ(geometric_of<int8_t>({0, 1}, 0.23), -115);
  EXPECT_EQ(geometric_of<int16_t>({0, 1}, 0.0003), -8634);

  float block[16];
  fill_normal(generator_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), block, 16, 0, 1);
  for (float v : block) EXPECT_EQ(v, 0);
  constexpr uint32_t kTop = 0xffffff;
  fill_normal(
      generator_of({kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop}),
      block, 16, 0, 1);
  EXPECT_NEAR(block[0], 5.7681, 1e-4);
  EXPECT_NEAR(block[8], -1.7419e-06, 1e-9);
}

// ------------------------------------------------------------------------------------------------ every generator

// Box-Muller of the contiguous rule by its formula in long double.
template <class T>
void expect_block_normals(const Generator& g, int64_t n, double bound) {
  const Generator uniforms = g.clone();
  std::vector<T> normal(static_cast<size_t>(n)), u(static_cast<size_t>(n)), last(16);
  fill_normal(g, normal.data(), n, 0.25, 1.5);
  fill_uniform(uniforms, u.data(), n, 0, 1);
  if (n % 16 != 0) {
    fill_uniform(uniforms, last.data(), 16, 0, 1);
    std::copy(last.begin(), last.end(), u.end() - 16);
  }
  const auto expect_block = [&](int64_t at, int64_t from) {
    for (int64_t j = 0; j < 8; ++j) {
      const long double radius = std::sqrt(-2 * std::log(1 - static_cast<long double>(u[at + j])));
      const long double theta = 6.283185307179586476925286766559L * u[at + j + 8];
      for (int64_t half = 0; half < 2; ++half) {
        if (at + j + 8 * half < from) continue;
        const long double x = radius * (half == 0 ? std::cos(theta) : std::sin(theta)) * 1.5L + 0.25L;
        EXPECT_NEAR(normal[at + j + 8 * half], static_cast<double>(x), bound)
            << n << " elements, " << at + j + 8 * half;
      }
    }
  };
  const int64_t tail = n % 16 == 0 ? n : n - 16;  // the last 16 win over the blocks that they overlap
  for (int64_t at = 0; at + 16 <= tail; at += 16) expect_block(at, 0);
  if (tail != n) expect_block(tail, tail);
  EXPECT_EQ(g.state_bytes(), uniforms.state_bytes());
}

TEST(RandomFill, BlockNormalsAreBoxMuller) {
  for (int64_t n : {16, 17, 31, 32, 100, 1000, 2048, 2049, 5000, 40007}) {
    expect_block_normals<float>(make_generator(n), n, 4e-6);
    expect_block_normals<double>(make_generator(n), n, 1e-14);
  }
  for (int64_t n : {16, 1024, 2048, 4096, 65536}) {  // Philox makes no second draw for the tail
    expect_block_normals<float>(Generator::philox(n), n, 4e-6);
    expect_block_normals<double>(Generator::philox(n), n, 1e-14);
  }
}

TEST(RandomFill, LongFillsContinueWhereShortOnesEnd) {
  const auto uniform = [](const Generator& g, float* out, int64_t n) { fill_uniform(g, out, n, 0, 1); };
  for (const bool philox : {false, true}) {
    const Generator whole = philox ? Generator::philox(9) : make_generator(9), parts = whole.clone();
    const std::vector<float> all = numbers<float>(whole, 10000, uniform);
    std::vector<float> joined;
    for (int64_t n : {4, 620, 624, 4, 8, 2048, 2052, 4640}) {  // multiples of 4: Philox starts each fill on a block
      const std::vector<float> part = numbers<float>(parts, n, uniform);
      joined.insert(joined.end(), part.begin(), part.end());
    }
    EXPECT_EQ(all, joined);
    EXPECT_EQ(whole.state_bytes(), parts.state_bytes());
  }
}

TEST(RandomFill, EmptyFillsDrawNothing) {
  for (const Generator& g : {make_generator(1), Generator::philox(1)}) {
    const std::vector<uint8_t> before = g.state_bytes();
    float* const none = nullptr;
    fill_uniform(g, none, 0, 0, 1);
    fill_normal(g, none, 0, 0, 1);
    fill_normal_serial(g, none, 0, 0, 1);
    fill_log_normal(g, none, 0, 0, 1);
    fill_bernoulli(g, none, 0, 0.5);
    fill_randperm(g, none, 0);
    EXPECT_EQ(g.state_bytes(), before);
  }
  // Also when a normal number is pending.
  const Generator g = make_generator(1);
  float one;
  fill_normal(g, &one, 1, 0, 1);
  const std::vector<uint8_t> before = g.state_bytes();
  fill_normal(g, &one, 0, 0, 1);
  EXPECT_EQ(g.state_bytes(), before);
}

TEST(RandomFill, UndefinedGeneratorIsTheDefaultOne) {
  float a[4], b[4];
  manual_seed(17);
  fill_uniform(Generator(), a, 4, 0, 1);
  fill_uniform(make_generator(17), b, 4, 0, 1);
  EXPECT_EQ(std::vector<float>(a, a + 4), std::vector<float>(b, b + 4));
}

TEST(RandomFill, RemaindersAreExact) {
  for (uint64_t range : {uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{7}, uint64_t{10}, uint64_t{641},
                         uint64_t{65536}, (uint64_t{1} << 24) + 1, (uint64_t{1} << 31) + 1, (uint64_t{1} << 32) - 1}) {
    const Generator g = make_generator(3), words = g.clone();
    const std::vector<int64_t> bits = numbers<int64_t>(words, 5000, [](const Generator& g, int64_t* out, int64_t n) {
      fill_random(g, out, n, 0, (int64_t{1} << 32) - 1);
    });
    std::vector<int64_t> got(5000);
    fill_random(g, got.data(), 5000, 0, static_cast<int64_t>(range));
    // No word of this stream is 2^32 - 1, the only one that the reference range changes.
    for (size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], static_cast<int64_t>(static_cast<uint64_t>(bits[i]) % range)) << "range " << range;
  }
}

TEST(RandomFill, PermutationsArePermutations) {
  for (const Generator& g : {make_generator(5), Generator::philox(5)})
    for (int64_t n : {1, 2, 3, 1000, 5000}) {
      std::vector<int64_t> p(static_cast<size_t>(n));
      fill_randperm(g, p.data(), n);
      if (n >= 1000) {
        EXPECT_FALSE(std::is_sorted(p.begin(), p.end()));
      }
      std::sort(p.begin(), p.end());
      for (int64_t i = 0; i < n; ++i) ASSERT_EQ(p[static_cast<size_t>(i)], i);
    }
}

#define EXPECT_ERROR(call, phrase)                                                \
  try {                                                                           \
    call;                                                                         \
    ADD_FAILURE() << #call << " threw nothing";                                   \
  } catch (const Error& e) {                                                      \
    EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << e.what(); \
  }

// The phrases are libtorch's.
TEST(RandomFill, WrongArgumentsAreRefusedBeforeAnyDraw) {
  const Generator g = make_generator(1);
  const std::vector<uint8_t> before = g.state_bytes();
  float f[3];
  Half h[3];
  uint8_t u8[3];
  int32_t i32[3];
  bool b[3];
  const double nan = std::nan("");
  EXPECT_ERROR(fill_uniform(g, f, 3, 2, 1), "uniform_ expects to return a [from, to) range, but found from=2 > to=1");
  EXPECT_ERROR(fill_uniform(g, f, 3, nan, 1), "from is out of bounds for");
  EXPECT_ERROR(fill_uniform(g, f, 3, -1e39, 1), "from is out of bounds for");
  EXPECT_ERROR(fill_uniform(g, h, 3, 5, 1e6), "to is out of bounds for");
  EXPECT_ERROR(fill_uniform(g, f, 3, -3e38, 3e38), "uniform_ expects to-from <=");
  EXPECT_ERROR(fill_normal(g, f, 3, 0, -1), "normal expects std >= 0.0, but found std -1");
  EXPECT_ERROR(fill_normal(g, f, 3, 0, nan), "normal expects std >= 0.0");
  EXPECT_ERROR(fill_normal_serial(g, f, 3, 0, -1), "normal expects std >= 0.0");
  EXPECT_ERROR(fill_log_normal(g, f, 3, 0, 0), "log_normal_ expects std > 0.0, but found std=0");
  EXPECT_ERROR(fill_exponential(g, f, 3, -1), "exponential_ expects lambda >= 0.0, but found lambda=-1");
  EXPECT_ERROR(fill_geometric(g, f, 3, 0), "geometric_ expects p to be in (0, 1), but got p=0");
  EXPECT_ERROR(fill_geometric(g, f, 3, 1), "geometric_ expects p to be in (0, 1), but got p=1");
  EXPECT_ERROR(fill_bernoulli(g, f, 3, -1), "bernoulli_ expects p to be in [0, 1], but got p=-1");
  EXPECT_ERROR(fill_bernoulli(g, f, 3, nan), "bernoulli_ expects p to be in [0, 1]");
  const float p[] = {0, 2, 0.5f};
  EXPECT_ERROR(fill_bernoulli(g, f, 3, p), "Expected p_in >= 0 && p_in <= 1 to be true");
  EXPECT_ERROR(fill_random(g, f, 3, 5, 5), "random_ expects 'from' to be less than 'to', but got from=5 >= to=5");
  EXPECT_ERROR(fill_random(g, u8, 3, 0, 257), "to - 1 is out of bounds for");
  EXPECT_ERROR(fill_random(g, u8, 3, -1, 5), "from is out of bounds for");
  EXPECT_ERROR(fill_random(g, h, 3, 0, 70000), "to - 1 is out of bounds for");
  EXPECT_ERROR(fill_random(g, b, 3, 0, 3), "to - 1 is out of bounds for");
  EXPECT_ERROR(fill_random(g, i32, 3, kMin64, nullopt), "handles only int64, double, float and bfloat16");
  EXPECT_ERROR(fill_random(g, f, 3, (int64_t{1} << 40) + 1, nullopt), "random_ expects 'from' casted to dtype");
  EXPECT_ERROR(fill_random(g, f, 3, kMax64, nullopt), "random_ expects 'from' casted to dtype");
  EXPECT_ERROR(fill_randperm(g, f, -1), "randperm");
  EXPECT_EQ(g.state_bytes(), before);
}

TEST(RandomFill, ExtremeArguments) {
  const Generator g = make_generator(1);
  float f[20];
  fill_uniform(g, f, 20, 1, 1);
  for (float x : f) EXPECT_EQ(x, 1);
  fill_normal(g, f, 20, 2, 0);
  for (float x : f) EXPECT_EQ(x, 2);
  fill_bernoulli(g, f, 20, 1.0);
  for (float x : f) EXPECT_EQ(x, 1);
  fill_bernoulli(g, f, 20, 0.0);
  for (float x : f) EXPECT_EQ(x, 0);
  fill_exponential(g, f, 20, 0);
  for (float x : f) EXPECT_EQ(x, std::numeric_limits<float>::infinity());
}

// -------------------------------------------------------------------------------------------------------- Philox

// The generator of the paper, with any counter.
void philox_by_the_paper(const uint32_t counter[4], uint32_t k0, uint32_t k1, uint32_t out[4]) {
  std::copy(counter, counter + 4, out);
  for (int round = 0; round < 10; ++round, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
    const uint64_t a = uint64_t{0xd2511f53u} * out[0], b = uint64_t{0xcd9e8d57u} * out[2];
    const uint32_t next[4] = {static_cast<uint32_t>(b >> 32) ^ out[1] ^ k0, static_cast<uint32_t>(b),
                              static_cast<uint32_t>(a >> 32) ^ out[3] ^ k1, static_cast<uint32_t>(a)};
    std::copy(next, next + 4, out);
  }
}

// The known answers that the authors publish with their code (Random123, kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers) {
  const struct {
    uint32_t counter[4], key[2], out[4];
  } known[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const auto& row : known) {
    uint32_t out[4];
    philox_by_the_paper(row.counter, row.key[0], row.key[1], out);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], row.out[i]);
  }
  const detail::PhiloxBlock zero = detail::philox(0, 0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(zero.c[i], known[0].out[i]);
}

TEST(Philox, FillsFollowTheCounter) {
  const uint64_t seed = 0x123456789abcdef0u, first_block = 0xfffffffeu;  // crosses into the counter's second word
  Generator g = Generator::philox(seed);
  g.set_offset(4 * first_block);
  std::vector<int32_t> got(203);
  fill_random(g, got.data(), 203);
  for (size_t i = 0; i < got.size(); ++i) {
    const uint64_t block = first_block + i / 4;
    const uint32_t counter[4] = {static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), 0, 0};
    uint32_t words[4];
    philox_by_the_paper(counter, static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), words);
    ASSERT_EQ(got[i], static_cast<int32_t>(words[i % 4] & 0x7fffffffu)) << i;
  }
  EXPECT_EQ(g.get_offset(), 4 * first_block + 204);
}

// Fills that several threads share, some of whose beginnings lie within a state of mt19937.
template <class T>
void expect_independent_of_threads(const char* name, void (*fill)(const Generator&, T*, int64_t)) {
  const int threads_before = get_num_threads();
  for (const Generator& start : {Generator::philox(4), make_generator(4)})
    for (const int64_t count : {32768, 32769, 300007}) {
      const Generator one = start.clone();
      std::vector<T> a(count), b(count);
      set_num_threads(1);
      fill(one, a.data(), count);
      for (const int threads : {2, 3, 4, 8}) {
        const Generator several = start.clone();
        set_num_threads(threads);
        fill(several, b.data(), count);
        EXPECT_EQ(std::memcmp(a.data(), b.data(), count * sizeof(T)), 0) << name << ' ' << count << ' ' << threads;
        EXPECT_EQ(one.state_bytes(), several.state_bytes()) << name << ' ' << count << ' ' << threads;
      }
      fill(start, a.data(), 100);
    }
  set_num_threads(threads_before);
}

TEST(RandomFill, TheSameForAnyNumberOfThreads) {
  using G = const Generator&;
  expect_independent_of_threads<float>("uniform", [](G g, float* out, int64_t n) { fill_uniform(g, out, n, 0, 1); });
  expect_independent_of_threads<double>("uniform f64",
                                        [](G g, double* out, int64_t n) { fill_uniform(g, out, n, 0, 1); });
  expect_independent_of_threads<float>("normal", [](G g, float* out, int64_t n) { fill_normal(g, out, n, 0, 1); });
  expect_independent_of_threads<Half>("normal f16", [](G g, Half* out, int64_t n) { fill_normal(g, out, n, 0, 1); });
  expect_independent_of_threads<float>("serial",
                                       [](G g, float* out, int64_t n) { fill_normal_serial(g, out, n, 0, 1); });
  expect_independent_of_threads<double>("log_normal",
                                        [](G g, double* out, int64_t n) { fill_log_normal(g, out, n, 0, 1); });
  expect_independent_of_threads<float>("bernoulli", [](G g, float* out, int64_t n) { fill_bernoulli(g, out, n, 0.3); });
  expect_independent_of_threads<int64_t>("random", [](G g, int64_t* out, int64_t n) { fill_random(g, out, n); });
  expect_independent_of_threads<int64_t>("randperm", [](G g, int64_t* out, int64_t n) { fill_randperm(g, out, n); });
}

// ---------------------------------------------------------------------------------------------- distributions

struct Moments {
  double mean, variance;
};
template <class T>
Moments moments(const std::vector<T>& x) {
  double sum = 0, squares = 0;
  for (T v : x) sum += static_cast<double>(v);
  const double mean = sum / static_cast<double>(x.size());
  for (T v : x) squares += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
  return {mean, squares / static_cast<double>(x.size())};
}

TEST(Philox, MomentsAreThoseOfTheDistribution) {
  constexpr int64_t kCount = 400000;
  const Generator g = Generator::philox(11);
  std::vector<float> x(kCount);
  const auto expect = [&](const char* name, double mean, double variance, double bound) {
    const Moments m = moments(x);
    EXPECT_NEAR(m.mean, mean, bound) << name;
    EXPECT_NEAR(m.variance, variance, bound) << name;
  };
  fill_uniform(g, x.data(), kCount, -1, 3);
  expect("uniform", 1, 16.0 / 12, 0.01);
  fill_normal(g, x.data(), kCount, 2, 0.5);
  expect("normal", 2, 0.25, 0.01);
  fill_exponential(g, x.data(), kCount, 2);
  expect("exponential", 0.5, 0.25, 0.01);
  fill_geometric(g, x.data(), kCount, 0.4);
  expect("geometric", 2.5, 0.6 / 0.16, 0.05);
  fill_bernoulli(g, x.data(), kCount, 0.3);
  expect("bernoulli", 0.3, 0.21, 0.01);
  fill_random(g, x.data(), kCount, 0, 10);
  expect("random", 4.5, 99.0 / 12, 0.05);
}

// ----------------------------------------------------------------------------------- kernels against each other

void expect_equal_results(const RandomKernels& a, const RandomKernels& b) {
  std::vector<uint32_t> state_a(624), state_b, words_a(2051), words_b(2051);
  std::iota(state_a.begin(), state_a.end(), 0x9e3779b9u);
  state_b = state_a;
  a.mt_twist(state_a.data());
  b.mt_twist(state_b.data());
  EXPECT_EQ(state_a, state_b);
  a.mt_temper(state_a.data(), words_a.data(), 623);
  b.mt_temper(state_a.data(), words_b.data(), 623);
  EXPECT_EQ(words_a, words_b);
  for (int64_t blocks : {1, 15, 16, 17, 512}) {
    a.philox_words(77, 0xfffffff0u, words_a.data(), blocks);
    b.philox_words(77, 0xfffffff0u, words_b.data(), blocks);
    EXPECT_EQ(words_a, words_b);
  }

  std::vector<float> f_a(2048), f_b(2048);
  std::vector<double> d_a(1023), d_b(1023);
  for (const float range : {1.0f, 0.2f}) {
    const float from = range == 1 ? 0 : 0.1f;
    a.uniform_f32(words_a.data(), f_a.data(), 2047, 24, range, from);
    b.uniform_f32(words_a.data(), f_b.data(), 2047, 24, range, from);
    EXPECT_EQ(f_a, f_b);
    a.uniform_f64(words_a.data(), d_a.data(), 1023, range, from);
    b.uniform_f64(words_a.data(), d_b.data(), 1023, range, from);
    EXPECT_EQ(d_a, d_b);
  }
  std::vector<uint64_t> less_a(1023), less_b(1023);
  constexpr uint64_t kThird = (uint64_t{1} << 53) / 3;
  const auto expect_equal = [&](auto kernel_a, auto kernel_b, auto one) {
    kernel_a(words_a.data(), less_a.data(), 1023, kThird, one);
    kernel_b(words_a.data(), less_b.data(), 1023, kThird, one);
    EXPECT_EQ(less_a, less_b);
  };
  expect_equal(a.less_u8, b.less_u8, uint8_t{1});
  expect_equal(a.less_u16, b.less_u16, uint16_t{0x3f80});
  expect_equal(a.less_u32, b.less_u32, uint32_t{0x3f800000});
  expect_equal(a.less_u64, b.less_u64, uint64_t{1});

  a.uniform_f32(words_a.data(), f_a.data(), 2048, 24, 1, 0);
  f_b = f_a;
  a.box_muller_f32(f_a.data(), 128, 0, 1);
  b.box_muller_f32(f_b.data(), 128, 0, 1);
  for (size_t i = 0; i < f_a.size(); ++i) EXPECT_NEAR(f_a[i], f_b[i], 1e-6);
}

TEST(RandomKernels, InstructionSetsAgree) {
  if (cpu_level() == 0) GTEST_SKIP() << "this machine has one instruction set";
  const auto kernels = [](int level) -> const RandomKernels& {
    return at_level(level, TORCHPP_ALL_SETS(random_kernels));
  };
  for (int level = 1; level <= cpu_level(); ++level) expect_equal_results(kernels(0), kernels(level));
}

}  // namespace
}  // namespace torchpp::cpu

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/core/generator.h>

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <utility>

#include "src/core/cuda_backend.h"
#include "src/core/generator_impl.h"
#include "src/core/philox.h"

namespace torchpp {
namespace {

// libtorch's CPU generator state, byte for byte. The first 5048 bytes are Lua Torch's.
struct MtState {
  uint64_t seed;
  int32_t left;  // words of the block not yet drawn, plus one
  int32_t seeded;
  uint64_t next;
  uint64_t words[detail::Mt19937::kWords];
  double normal_x, normal_y, normal_rho;
  int32_t normal_is_valid;
  int32_t padding;
  float float_normal;
  uint8_t float_normal_is_valid;
  uint8_t padding2[3];
};
constexpr size_t kMtStateSize = 5056, kMtLegacyStateSize = 5048;
static_assert(sizeof(MtState) == kMtStateSize && offsetof(MtState, float_normal) == kMtLegacyStateSize);

struct PhiloxState {
  uint64_t seed;
  uint64_t offset;
};

template <class State>
std::vector<uint8_t> to_bytes(const State& state) {
  std::vector<uint8_t> bytes(sizeof state);
  std::memcpy(bytes.data(), &state, sizeof state);
  return bytes;
}

std::vector<uint8_t> mt_get_state(const GeneratorImpl& impl) {
  MtState s{};
  s.seed = impl.seed;
  s.left = impl.mt.used == 0 ? 1 : static_cast<int32_t>(detail::Mt19937::kWords + 1 - impl.mt.used);
  s.seeded = 1;
  s.next = impl.mt.used;
  for (uint32_t i = 0; i < detail::Mt19937::kWords; ++i) s.words[i] = impl.mt.state[i];
  s.normal_is_valid = impl.next_double_normal.valid ? 1 : 0;
  s.normal_y = impl.next_double_normal.valid ? impl.next_double_normal.value : 0;
  s.float_normal_is_valid = impl.next_float_normal.valid ? 1 : 0;
  s.float_normal = impl.next_float_normal.valid ? impl.next_float_normal.value : 0;
  return to_bytes(s);
}

void mt_set_state(GeneratorImpl& impl, const std::vector<uint8_t>& bytes) {
  TORCHPP_CHECK(bytes.size() == kMtStateSize || bytes.size() == kMtLegacyStateSize,
                "Generator::set_state: RNG state is wrong size, got ", bytes.size(), " bytes, expected ", kMtStateSize,
                " (mt19937) or ", kMtLegacyStateSize, " (its legacy form)");
  MtState s{};
  std::memcpy(&s, bytes.data(), bytes.size());
  constexpr int32_t kWords = detail::Mt19937::kWords;
  const bool exhausted = s.left == 1 && s.next <= kWords;
  const bool amid = s.left > 1 && s.left <= kWords && s.next == static_cast<uint64_t>(kWords + 1 - s.left);
  TORCHPP_CHECK(s.seeded != 0 && (exhausted || amid),
                "Generator::set_state: Invalid mt19937 state, got seeded = ", s.seeded, ", left = ", s.left,
                ", next = ", s.next);

  impl.seed = s.seed;
  impl.mt.used = exhausted && s.next != 0 ? kWords : static_cast<uint32_t>(s.next);
  for (int32_t i = 0; i < kWords; ++i) impl.mt.state[i] = static_cast<uint32_t>(s.words[i]);
  impl.next_double_normal = {};
  impl.next_float_normal = {};
  if (s.normal_is_valid != 0) {
    impl.next_double_normal.valid = true;
    // The legacy form stored the uniform number and the radius of the pair instead of its second normal.
    impl.next_double_normal.value = bytes.size() == kMtLegacyStateSize
                                        ? s.normal_rho * std::sin(2 * 3.14159265358979323846 * s.normal_x)
                                        : s.normal_y;
  }
  if (s.float_normal_is_valid != 0) impl.next_float_normal = {true, s.float_normal};
}

void philox_set_state(GeneratorImpl& impl, const std::vector<uint8_t>& bytes) {
  PhiloxState s;
  TORCHPP_CHECK(bytes.size() == sizeof s, "Generator::set_state: RNG state is wrong size, got ", bytes.size(),
                " bytes, expected ", sizeof s, " (Philox)");
  std::memcpy(&s, bytes.data(), sizeof s);
  TORCHPP_CHECK(s.offset % 4 == 0, "Generator::set_state: Philox offset got ", s.offset, ", expected a multiple of 4");
  impl.seed = s.seed;
  impl.philox_offset = s.offset;
}

void seed_impl(GeneratorImpl& impl, uint64_t seed) {
  impl.seed = seed;
  impl.mt.seed(static_cast<uint32_t>(seed));
  impl.next_double_normal = {};
  impl.next_float_normal = {};
  impl.philox_offset = 0;
}

// Takes one Philox block for a draw of one or two words; fills use whole blocks too.
detail::PhiloxBlock next_philox_block(GeneratorImpl& impl) {
  const detail::PhiloxBlock block = detail::philox(impl.seed, impl.philox_offset / 4);
  impl.philox_offset += 4;
  return block;
}

}  // namespace

// Every GeneratorMutex is the base of a GeneratorImpl::Mutex.
void* GeneratorMutex::native() { return &static_cast<GeneratorImpl::Mutex*>(this)->native; }
void GeneratorMutex::lock() { static_cast<GeneratorImpl::Mutex*>(this)->native.lock(); }
bool GeneratorMutex::try_lock() { return static_cast<GeneratorImpl::Mutex*>(this)->native.try_lock(); }
void GeneratorMutex::unlock() { static_cast<GeneratorImpl::Mutex*>(this)->native.unlock(); }

Generator::Generator() noexcept = default;
Generator::Generator(intrusive_ptr<GeneratorImpl> impl) : impl_(std::move(impl)) {}
Generator::Generator(const Generator&) noexcept = default;
Generator::Generator(Generator&&) noexcept = default;
Generator& Generator::operator=(const Generator&) noexcept = default;
Generator& Generator::operator=(Generator&&) noexcept = default;
Generator::~Generator() = default;

Generator make_philox(uint64_t seed, Device device) {
  return Generator(make_intrusive<GeneratorImpl>(RandomEngine::kPhilox, device, seed));
}
Generator Generator::philox(uint64_t seed) { return make_philox(seed, kCPU); }

GeneratorImpl& Generator::impl() const {
  TORCHPP_CHECK(defined(),
                "Generator: got an undefined generator, expected one made by make_generator, "
                "Generator::philox or default_generator");
  return *impl_;
}

Device Generator::device() const { return impl().device; }

void Generator::set_current_seed(uint64_t seed) { seed_impl(impl(), seed); }
uint64_t Generator::current_seed() const { return impl().seed; }

uint64_t Generator::seed() { return impl().CPUGeneratorImpl::seed(); }

uint32_t Generator::random() {
  GeneratorImpl& g = impl();
  const std::lock_guard lock(g.mutex);
  return g.random();
}

uint64_t Generator::random64() {
  GeneratorImpl& g = impl();
  const std::lock_guard lock(g.mutex);
  return g.random64();
}

CPUGeneratorImpl* Generator::cpu_impl() const noexcept { return impl_.get(); }

namespace {
GeneratorImpl& whole(CPUGeneratorImpl& g) { return static_cast<GeneratorImpl&>(g); }
const GeneratorImpl& whole(const CPUGeneratorImpl& g) { return static_cast<const GeneratorImpl&>(g); }
}  // namespace

Device CPUGeneratorImpl::device() const { return whole(*this).device; }
void CPUGeneratorImpl::set_current_seed(uint64_t seed) { seed_impl(whole(*this), seed); }
uint64_t CPUGeneratorImpl::current_seed() const { return whole(*this).seed; }

uint64_t CPUGeneratorImpl::seed() {
  uint64_t seed;
  TORCHPP_CHECK(getentropy(&seed, sizeof seed) == 0, "Generator::seed: the operating system gave no entropy");
  seed &= (uint64_t{1} << 53) - 1;
  seed_impl(whole(*this), seed);
  return seed;
}

uint32_t CPUGeneratorImpl::random() {
  GeneratorImpl& g = whole(*this);
  return g.engine == RandomEngine::kMt19937 ? g.mt() : next_philox_block(g).c[0];
}

uint64_t CPUGeneratorImpl::random64() {
  GeneratorImpl& g = whole(*this);
  if (g.engine == RandomEngine::kMt19937) {
    const uint64_t high = g.mt();
    return high << 32 | g.mt();
  }
  const detail::PhiloxBlock block = next_philox_block(g);
  return uint64_t{block.c[0]} << 32 | block.c[1];
}

std::vector<uint8_t> Generator::state_bytes() const {
  const GeneratorImpl& g = impl();
  return g.engine == RandomEngine::kMt19937 ? mt_get_state(g) : to_bytes(PhiloxState{g.seed, g.philox_offset});
}

void Generator::set_state(const std::vector<uint8_t>& state) {
  GeneratorImpl& g = impl();
  if (g.engine == RandomEngine::kMt19937) mt_set_state(g, state);
  else philox_set_state(g, state);
}

uint64_t Generator::get_offset() const {
  const GeneratorImpl& g = impl();
  TORCHPP_CHECK(g.engine == RandomEngine::kPhilox, "Generator::get_offset: got an mt19937 generator, expected Philox");
  return g.philox_offset;
}

void Generator::set_offset(uint64_t offset) {
  GeneratorImpl& g = impl();
  TORCHPP_CHECK(g.engine == RandomEngine::kPhilox, "Generator::set_offset: got an mt19937 generator, expected Philox");
  TORCHPP_CHECK(offset % 4 == 0, "Generator::set_offset: got ", offset, ", expected a multiple of 4");
  g.philox_offset = offset;
}

Generator Generator::clone() const {
  const GeneratorImpl& from = impl();
  auto copy = make_intrusive<GeneratorImpl>(from.engine, from.device, from.seed);
  copy->mt = from.mt;
  copy->next_double_normal = from.next_double_normal;
  copy->next_float_normal = from.next_float_normal;
  copy->philox_offset = from.philox_offset;
  return Generator(std::move(copy));
}

GeneratorMutex& Generator::mutex() const { return impl().mutex; }

Generator& default_generator() {
  static Generator& generator = *[] {
    // A child whose parent forked amid another thread's draw would inherit a held lock and half a state.
    pthread_atfork([] { default_generator().mutex().lock(); }, [] { default_generator().mutex().unlock(); },
                   [] { default_generator().mutex().unlock(); });
    return new Generator(make_generator());
  }();
  return generator;
}

Generator make_generator(uint64_t seed) {
  return Generator(make_intrusive<GeneratorImpl>(RandomEngine::kMt19937, kCPU, seed));
}

namespace {
std::atomic<uint64_t> manual{default_rng_seed_val};
}

uint64_t initial_seed() noexcept { return manual.load(std::memory_order_acquire); }

void manual_seed(uint64_t seed) {
  manual.store(seed, std::memory_order_release);
  cuda::seed_used_devices(seed);
  Generator& generator = default_generator();
  const std::lock_guard lock(generator.mutex());
  generator.set_current_seed(seed);
}

}  // namespace torchpp

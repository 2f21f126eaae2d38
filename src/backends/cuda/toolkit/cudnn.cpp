// SPDX-License-Identifier: BSD-3-Clause
// Convolutions by cuDNN.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>

#include <algorithm>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "src/backends/cuda/algorithm_cache.h"
#include "src/backends/cuda/toolkit/convolution_descriptors.h"
#include "src/backends/cuda/toolkit/library.h"
#include "src/backends/cuda/vendor.h"
#include "src/backends/cuda/workspace.h"
#include "src/dispatch/verbose.h"

namespace torchpp::cuda {
namespace {

constexpr size_t kMostProblems = 1024;
/// Algorithms that want more memory are not asked.
constexpr size_t kMostWorkspace = size_t{1} << 30;

// A handle may be used by one thread at a time; each call takes a free one of its device.
class Handle {
 public:
  Handle(DeviceIndex device, StreamHandle stream) : device_(device) {
    {
      const std::lock_guard<std::mutex> lock(mutex());
      Handles& free = pool(device);
      if (!free.empty()) held_.splice(held_.begin(), free, free.begin());
    }
    if (held_.empty()) {
      Handles made(1);
      check(cudnn().cudnnCreate(&made.front().handle), "cudnnCreate");
      held_.swap(made);
    }
    OfStream& mine = held_.front();
    if (mine.stream == stream) return;
    const cudnnStatus_t status = cudnn().cudnnSetStream(mine.handle, static_cast<cudaStream_t>(stream));
    if (status == CUDNN_STATUS_SUCCESS) {
      mine.stream = stream;
      return;
    }
    give_back();
    fail("cudnnSetStream", status);
  }
  ~Handle() { give_back(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator cudnnHandle_t() const { return held_.front().handle; }

 private:
  // To set the stream takes microseconds. A new handle has the default one.
  struct OfStream {
    cudnnHandle_t handle = nullptr;
    StreamHandle stream = nullptr;
  };
  using Handles = std::list<OfStream>;
  void give_back() noexcept {
    const std::lock_guard<std::mutex> lock(mutex());
    pool(device_).splice(pool(device_).begin(), held_);
  }
  static std::mutex& mutex() {
    static std::mutex& m = *new std::mutex;
    return m;
  }
  static Handles& pool(DeviceIndex device) {
    static auto* const all = new Handles[kMaxDevices];
    return all[device];
  }

  const DeviceIndex device_;
  Handles held_;  // one; its node goes back to the pool, which takes no memory
};

// The problem for which an algorithm was chosen, and the switches that the choice depends on.
struct Key {
  ConvKey problem;
  int64_t device;
  int32_t tf32, deterministic;
};
Key key_of(const ConvProblem& p, ConvDirection direction, DeviceIndex device) {
  return {key_of(p, direction), device, p.dtype == kFloat && is_tf32_convolution_allowed() ? 1 : 0,
          is_convolution_deterministic() ? 1 : 0};
}

// The three directions: the library's calls, and the descriptors of their two operands and result.
struct Forward {
  using Performance = cudnnConvolutionFwdAlgoPerf_t;
  static constexpr ConvDirection kDirection = ConvDirection::kForward;
  static constexpr const char* kName = "cudnnConvolutionForward";
  static constexpr const char* kLogName = "forward";
  static constexpr auto kRank = &Cudnn::cudnnGetConvolutionForwardAlgorithm_v7;
  static constexpr auto kMemory = &Cudnn::cudnnGetConvolutionForwardWorkspaceSize;
  static constexpr auto kRun = &Cudnn::cudnnConvolutionForward;
  static auto operands(const ConvolutionDescriptors& d) { return std::tuple(d.x, d.w, d.y); }
};
struct BackwardInput {
  using Performance = cudnnConvolutionBwdDataAlgoPerf_t;
  static constexpr ConvDirection kDirection = ConvDirection::kBackwardData;
  static constexpr const char* kName = "cudnnConvolutionBackwardData";
  static constexpr const char* kLogName = "backward data";
  static constexpr auto kRank = &Cudnn::cudnnGetConvolutionBackwardDataAlgorithm_v7;
  static constexpr auto kMemory = &Cudnn::cudnnGetConvolutionBackwardDataWorkspaceSize;
  static constexpr auto kRun = &Cudnn::cudnnConvolutionBackwardData;
  static auto operands(const ConvolutionDescriptors& d) { return std::tuple(d.w, d.y, d.x); }
};
struct BackwardWeight {
  using Performance = cudnnConvolutionBwdFilterAlgoPerf_t;
  static constexpr ConvDirection kDirection = ConvDirection::kBackwardWeights;
  static constexpr const char* kName = "cudnnConvolutionBackwardFilter";
  static constexpr const char* kLogName = "backward filter";
  static constexpr auto kRank = &Cudnn::cudnnGetConvolutionBackwardFilterAlgorithm_v7;
  static constexpr auto kMemory = &Cudnn::cudnnGetConvolutionBackwardFilterWorkspaceSize;
  static constexpr auto kRun = &Cudnn::cudnnConvolutionBackwardFilter;
  static auto operands(const ConvolutionDescriptors& d) { return std::tuple(d.x, d.y, d.w); }
};

// How operands are multiplied: 16-bit ones by tensor cores, float ones in TF32 unless that was forbidden.
cudnnMathType_t math_of(ScalarType dtype, bool tf32) {
  if (dtype == kHalf || dtype == kBFloat16) return CUDNN_TENSOR_OP_MATH;
  return dtype == kFloat && !tf32 ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH;
}

// The library's algorithms for one direction of a problem, in the order of their estimated speed.
template <class Direction>
class ConvAlgorithms {
 public:
  ConvAlgorithms(cudnnHandle_t handle, const ConvProblem& p, const Key& key)
      : math_(math_of(p.dtype, key.tf32 != 0)), descriptors_(p, math_) {
    // More than any version of the library has.
    constexpr int kMost = 32;
    typename Direction::Performance list[kMost];
    int count = 0;
    const Cudnn& dnn = cudnn();
    const auto [first, second, result] = Direction::operands(descriptors_);
    const cudnnConvolutionDescriptor_t convolution = descriptors_.convolution;
    const cudnnStatus_t ranked =
        (dnn.*Direction::kRank)(handle, first, second, convolution, result, kMost, &count, list);
    if (CUDNN_STATUS_CATEGORY(ranked) == CUDNN_STATUS_NOT_SUPPORTED) return;
    check(ranked, "choosing a convolution algorithm");
    for (int i = 0; i < count; ++i) {
      // Where TF32 is not allowed (CUDNN_FMA_MATH), cuDNN's suggestion must not turn it on.
      Choice choice{list[i].algo, math_ == CUDNN_FMA_MATH ? CUDNN_FMA_MATH : list[i].mathType, 0};
      const char* reason = nullptr;
      if (list[i].status != CUDNN_STATUS_SUCCESS) reason = dnn.cudnnGetErrorString(list[i].status);
      else if (key.deterministic != 0 && list[i].determinism != CUDNN_DETERMINISTIC) reason = "it is not deterministic";
      else if (dnn.cudnnSetConvolutionMathType(convolution, choice.math) != CUDNN_STATUS_SUCCESS)
        reason = "it has not this kind of arithmetic";
      else if ((dnn.*Direction::kMemory)(handle, first, second, convolution, result, choice.algorithm,
                                         &choice.nbytes) != CUDNN_STATUS_SUCCESS)
        reason = "its memory is not known";
      else if (choice.nbytes > kMostWorkspace) reason = "it wants more than 1 GiB of memory";
      if (reason == nullptr) choices_.push_back(choice);
      else refusals_.push_back({choice, reason});
    }
  }

  /// The first choice that works; one that the library refuses is not tried again. False: there is none.
  bool run(cudnnHandle_t handle, DeviceIndex device, bool is_double, bool add, const void* a, const void* b, void* to) {
    const float one = 1, none = 0;
    const double one_double = 1, none_double = 0;
    const void* alpha = is_double ? static_cast<const void*>(&one_double) : &one;
    const void* beta = add ? alpha : is_double ? static_cast<const void*>(&none_double) : &none;
    const Cudnn& dnn = cudnn();
    const auto operands = Direction::operands(descriptors_);
    const cudnnConvolutionDescriptor_t convolution = descriptors_.convolution;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto attempt = [&](const Choice& choice) {
      if (choice.math != math_now_) {
        check(dnn.cudnnSetConvolutionMathType(convolution, choice.math), "cudnnSetConvolutionMathType");
        math_now_ = choice.math;
      }
      const Workspace space(device, choice.nbytes);
      return (dnn.*Direction::kRun)(handle, alpha, std::get<0>(operands), a, std::get<1>(operands), b, convolution,
                                    choice.algorithm, space.data(), space.nbytes(), beta, std::get<2>(operands), to);
    };
    // Not where each attempt would add to the result.
    if (is_convolution_benchmark() && !timed_ && !add) sort_by_time(attempt);
    if (TORCHPP_UNLIKELY(verbose_level() > 0))
      for (const Refusal& r : refusals_) verbose::refused(name_of(r.choice).c_str(), r.reason);
    for (size_t i = 0; i < choices_.size();) {
      const bool last = i + 1 == choices_.size();
      const Choice choice = choices_[i];
      try {
        const cudnnStatus_t status = attempt(choice);
        if (status == CUDNN_STATUS_SUCCESS) {
          if (TORCHPP_UNLIKELY(verbose_level() > 0)) verbose::took(name_of(choice).c_str());
          return true;
        }
        // An error during execution does not mean that the algorithm is unsuitable.
        if (status >= CUDNN_STATUS_EXECUTION_FAILED) fail(Direction::kName, status);
        choices_.erase(choices_.begin() + static_cast<std::ptrdiff_t>(i));
        refusals_.push_back({choice, cudnn().cudnnGetErrorString(status)});
        if (verbose_level() > 0) verbose::refused(name_of(choice).c_str(), refusals_.back().reason);
      } catch (const OutOfMemoryError&) {
        if (last) throw;
        if (verbose_level() > 0) verbose::refused(name_of(choice).c_str(), "there is no memory for it");
        ++i;
      }
    }
    return false;
  }

 private:
  struct Choice {
    decltype(Direction::Performance::algo) algorithm;
    cudnnMathType_t math;
    size_t nbytes;
  };
  struct Refusal {
    Choice choice;
    const char* reason;  // a literal, or the library's
  };
  // The choices from the fastest on; those that do not work come last.
  template <class Attempt>
  void sort_by_time(const Attempt& attempt) {
    timed_ = true;
    std::vector<std::pair<float, Choice>> timed;
    for (const Choice& choice : choices_) {
      float ms = std::numeric_limits<float>::infinity();
      try {
        CUDAEvent begin(true), end(true);
        // The first call may load the kernels.
        bool works = attempt(choice) == CUDNN_STATUS_SUCCESS;
        begin.record();
        works = works && attempt(choice) == CUDNN_STATUS_SUCCESS;
        end.record();
        end.synchronize();
        if (works) ms = begin.elapsed_time(end);
      } catch (const OutOfMemoryError&) {
      }
      timed.emplace_back(ms, choice);
    }
    std::stable_sort(timed.begin(), timed.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    for (size_t i = 0; i < timed.size(); ++i) choices_[i] = timed[i].second;
  }
  // For the log: "cudnn:forward algorithm 1 tensor cores".
  static std::string name_of(const Choice& c) {
    return str("cudnn:", Direction::kLogName, " algorithm ", static_cast<int>(c.algorithm),
               c.math == CUDNN_TENSOR_OP_MATH ? " tensor cores"
               : c.math == CUDNN_FMA_MATH     ? " fma"
                                              : "");
  }

  const cudnnMathType_t math_;
  int math_now_ = -1;  // the kind of arithmetic in the descriptors
  const ConvolutionDescriptors descriptors_;
  std::vector<Choice> choices_;  // fastest first, by the library's estimate or measured
  bool timed_ = false;
  std::vector<Refusal> refusals_;
  std::mutex mutex_;  // a choice changes the descriptors
};

template <class Direction>
bool run(const ConvProblem& p, StreamHandle stream, bool add, const void* a, const void* b, void* to) {
  using Algorithms = ConvAlgorithms<Direction>;
  using Cache = AlgorithmCache<Key, std::shared_ptr<Algorithms>>;
  static Cache& cache = *new Cache(kMostProblems);
  const DeviceIndex device = current_device_index();
  const Handle handle(device, stream);
  const Key key = key_of(p, Direction::kDirection, device);
  std::shared_ptr<Algorithms> algorithms;
  if (!cache.find(key, &algorithms)) {
    algorithms = std::make_shared<Algorithms>(handle, p, key);
    cache.put(key, algorithms);
  }
  return algorithms->run(handle, device, p.dtype == kDouble, add, a, b, to);
}

// Calls f(part, offset of the input, offset of the output in bytes) for parts of the batch that the library's 32-bit
// indices reach, while it returns true; tells whether it did.
template <class F>
bool for_parts(const ConvProblem& p, const F& f) {
  constexpr int64_t kMost = 0x7fffffff;
  const int64_t input = p.in_channels * p.in_size(), output = p.out_channels * p.out_size(),
                sample = input > output ? input : output, at_once = sample > kMost ? 1 : kMost / sample;
  const auto size = static_cast<int64_t>(elementSize(p.dtype));
  ConvProblem part = p;
  for (int64_t n = 0; n < p.n; n += at_once) {
    part.n = p.n - n < at_once ? p.n - n : at_once;
    if (!f(part, n * input * size, n * output * size)) return false;
  }
  return true;
}
const void* at(const void* p, int64_t nbytes) { return static_cast<const char*>(p) + nbytes; }
void* at(void* p, int64_t nbytes) { return static_cast<char*>(p) + nbytes; }

}  // namespace

bool convolve(const ConvProblem& p, const void* input, const void* weight, void* output, StreamHandle stream) {
  return for_parts(p, [&](const ConvProblem& part, int64_t in, int64_t out) {
    return run<Forward>(part, stream, false, at(input, in), weight, at(output, out));
  });
}
bool convolve_backward_input(const ConvProblem& p, const void* grad_output, const void* weight, void* grad_input,
                             StreamHandle stream) {
  return for_parts(p, [&](const ConvProblem& part, int64_t in, int64_t out) {
    return run<BackwardInput>(part, stream, false, weight, at(grad_output, out), at(grad_input, in));
  });
}
bool convolve_backward_weight(const ConvProblem& p, const void* grad_output, const void* input, void* grad_weight,
                              StreamHandle stream) {
  return for_parts(p, [&](const ConvProblem& part, int64_t in, int64_t out) {
    return run<BackwardWeight>(part, stream, in != 0, at(input, in), at(grad_output, out), grad_weight);
  });
}

}  // namespace torchpp::cuda

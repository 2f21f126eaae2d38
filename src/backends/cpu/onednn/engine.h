// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file All access to oneDNN. Code that depends on its version (2 or 3) is in engine.cpp.
///
/// oneDNN is entered with one OpenMP thread, from slices on our own pool: a second team of spinning threads costs
/// milliseconds on a loaded machine, and its cuts through sums would make results depend on the number of threads.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <dnnl.hpp>
#include <initializer_list>
#include <memory>
#include <string>

namespace torchpp {
namespace cpu {
namespace onednn {

/// The CPU engine; never destroyed.
const dnnl::engine& engine();

/// Scratchpads are ours: with oneDNN's own, two threads in one primitive overwrite each other's.
dnnl::primitive_attr user_scratchpad();

/// While it lives, OpenMP regions of this thread have one thread; the destructor restores the application's setting. No
/// other state of OpenMP is changed, nor that of other threads.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

/// Throws oneDNN's error as an Error of ours.
[[noreturn]] void fail(const char* what, const dnnl::error& error);

/// Calls f() with one OpenMP thread, and converts oneDNN's exceptions to the library's. A primitive always runs on the
/// number of OpenMP threads set at its creation, so every creation of a primitive must be within such a call.
template <class F>
auto checked(const char* what, const F& f) {
  const OneThread one_thread;
  try {
    return f();
  } catch (const dnnl::error& error) {
    fail(what, error);
  }
}

/// A primitive that any number of threads may run at once.
class Primitive {
 public:
  static constexpr int kMaxArgs = 4;
  struct Arg {
    int id = 0;
    dnnl::memory::desc desc;
  };

  template <class P, class Desc>
  static Primitive make(const Desc& desc, std::initializer_list<Arg> args) {
    return Primitive(P(desc), desc.scratchpad_desc(), desc.impl_info_str(), args);
  }
  Primitive(Primitive&&) noexcept;
  ~Primitive();

  /// data[i] belongs to args[i] of make. On the calling thread, with one OpenMP thread; throws Error if oneDNN fails.
  void run(std::initializer_list<const void*> data) const;

  /// oneDNN's name of the kernel, "brgconv:avx512_core".
  const std::string& name() const { return name_; }

 private:
  struct Bound;  // memory objects and a stream: what one running call needs for itself
  static constexpr int kKept = 8;

  Primitive(dnnl::primitive primitive, dnnl::memory::desc scratchpad, std::string name,
            std::initializer_list<Arg> args);
  std::unique_ptr<Bound> bind() const;

  dnnl::primitive primitive_;
  dnnl::memory::desc scratchpad_;
  std::string name_;
  Arg args_[kMaxArgs];
  int count_ = 0;
  mutable std::atomic<Bound*> kept_[kKept];
};

/// Descriptions that mean the same in both versions; empty (false) when oneDNN has no kernel.
struct ConvDescs {
  dnnl::memory::desc x, w, y;
  dnnl::memory::desc hint_w;  // the weights of the forward pass that a weight gradient belongs to
  dnnl::memory::desc bias;
  bool has_bias = false;
  dnnl::memory::dims strides, dilations /* 0: dense */, padding_left, padding_right;
};
dnnl::convolution_forward::primitive_desc describe_forward(const ConvDescs& d);
dnnl::convolution_backward_data::primitive_desc describe_backward_data(const ConvDescs& d);
dnnl::convolution_backward_weights::primitive_desc describe_backward_weights(const ConvDescs& d);
dnnl::matmul::primitive_desc describe_matmul(const dnnl::memory::desc& a, const dnnl::memory::desc& b,
                                             const dnnl::memory::desc& c, const dnnl::memory::desc* bias, bool add);
Primitive make_reorder(const dnnl::memory::desc& from, const dnnl::memory::desc& to);

/// The part of a blocked layout with these dims at these offsets; empty when the blocks do not allow it.
dnnl::memory::desc part_of(const dnnl::memory::desc& whole, const dnnl::memory::dims& dims,
                           const dnnl::memory::dims& offsets);
/// Where such a part begins, in elements.
int64_t offset_of(const dnnl::memory::desc& part);

}  // namespace onednn
}  // namespace cpu
}  // namespace torchpp

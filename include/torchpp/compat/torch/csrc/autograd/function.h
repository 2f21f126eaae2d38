// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Graph nodes as programs written for libtorch hold them. Nodes count their own references; a
/// std::shared_ptr<Node> made of a handle (`std::shared_ptr<Node> fn = t.grad_fn()`) owns one of these, and gives a
/// handle back wherever the library wants one. A program's own node starts as
/// `std::shared_ptr<MyNode>(new MyNode(...), deleteNode)` or as make_intrusive<MyNode>(...).

#include <ATen/core/Formatting.h>
#include <torchpp/autograd/autograd.h>
#include <torchpp/autograd/forward_ad.h>
#include <torchpp/autograd/node.h>
#include <torchpp/core/error.h>
#include <torchpp/core/grad_mode.h>

#include <memory>
#include <type_traits>

namespace torchpp {

template <class N>
struct handle_conversion<autograd::Node, std::shared_ptr<N>> {
  template <class M = N, class = std::enable_if_t<std::is_convertible_v<autograd::Node*, M*>>>
  static std::shared_ptr<N> from(intrusive_ptr<autograd::Node> handle) {
    if (!handle) return nullptr;
    return std::shared_ptr<N>(handle.release(), &autograd::deleteNode);
  }
  template <class M = N, class = std::enable_if_t<std::is_convertible_v<M*, autograd::Node*>>>
  static intrusive_ptr<autograd::Node> to(const std::shared_ptr<N>& pointer) {
    if (!pointer) return nullptr;
    TORCHPP_CHECK(std::get_deleter<void (*)(autograd::Node*)>(pointer) != nullptr, pointer->name(),
                  ": got a node whose memory the std::shared_ptr manages, expected make_intrusive<T>(...) or "
                  "std::shared_ptr<T>(new T(...), torch::autograd::deleteNode)");
    if (pointer->use_count() == 0) pointer->retain_first();  // that of all shared pointers together
    return intrusive_ptr<autograd::Node>::share(pointer.get());
  }
};

namespace autograd {

template <class... T>
edge_list collect_next_edges(const Tensor& first, const Tensor& second, const T&... more) {
  const Tensor all[] = {first, second, more...};
  return collect_next_edges(ArrayRef<Tensor>(all));
}
inline void set_history(const Tensor& variable, intrusive_ptr<Node> grad_fn) {
  if (variable.defined() && grad_fn) create_gradient_edge(variable, std::move(grad_fn));
}
inline void set_history(const std::vector<Tensor>& variables, const intrusive_ptr<Node>& grad_fn) {
  for (const Tensor& t : variables) set_history(t, grad_fn);
}

/// The tensor's values without history, as a leaf.
inline Variable make_variable(const Tensor& data, bool requires_grad = false,
                              bool /*allow_tensor_metadata_change*/ = true) {
  if (!data.defined()) return Variable();
  Variable v = data.detach();
  v.set_requires_grad(requires_grad);
  return v;
}

/// Anomaly mode of the thread.
struct AnomalyMode {
  static bool is_enabled() { return is_anomaly_enabled(); }
  static void set_enabled(bool enabled, bool check_nan = true) { set_detect_anomaly(enabled, check_nan); }
};

using ::torchpp::AutoGradMode;
using ::torchpp::GradMode;
using ::torchpp::NoGradGuard;

namespace forward_ad = ::torchpp::forward_ad;
namespace impl {
using autograd::grad_accumulator;
using autograd::gradient_edge;
using autograd::set_gradient_edge;
using autograd::set_name;

/// How often the tensor's memory was written.
class VersionOf {
 public:
  explicit VersionOf(Tensor t) : tensor_(std::move(t)) {}
  uint32_t current_version() const { return static_cast<uint32_t>(tensor_._version()); }

 private:
  Tensor tensor_;
};
inline VersionOf version_counter(const Tensor& t) { return VersionOf(t); }
}  // namespace impl

}  // namespace autograd
}  // namespace torchpp

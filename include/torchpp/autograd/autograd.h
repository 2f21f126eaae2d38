// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Backward over whole lists of tensors, and what happens while it runs.

#include <torchpp/autograd/node.h>

namespace torchpp::autograd {

/// Adds the gradients of `tensors` (weighted by `grad_tensors`, which may be left out for scalars) to the `.grad` of
/// the leaves that they were computed from, or of `inputs` only. retain_graph defaults to create_graph.
TORCHPP_API void backward(const variable_list& tensors, const variable_list& grad_tensors = {},
                          optional<bool> retain_graph = nullopt, bool create_graph = false,
                          const variable_list& inputs = {});

/// The gradients of `outputs` with respect to `inputs`; no `.grad` changes. An input that the outputs do not depend on
/// is an error, or, with allow_unused, gets an undefined gradient.
TORCHPP_API variable_list grad(const variable_list& outputs, const variable_list& inputs,
                               const variable_list& grad_outputs = {}, optional<bool> retain_graph = nullopt,
                               bool create_graph = false, bool allow_unused = false);

/// Gives the tensor a name, which Tensor::name() returns.
TORCHPP_API void set_name(const Tensor& t, const std::string& name);

/// Runs the function when the backward call in progress has done all nodes. Throws Error outside of backward.
TORCHPP_API void queue_callback(Callable<void()> callback);
/// Whether the backward call in progress will run the node. Throws Error outside of backward.
TORCHPP_API bool will_engine_execute_node(const Node& node);
/// The node that this thread's backward runs now; null outside.
TORCHPP_API Node* current_evaluating_node();

/// Anomaly mode: each node remembers where it was made, an error in its backward names that place, and NaN in what it
/// returns is an error.
TORCHPP_API void set_detect_anomaly(bool enabled, bool check_nan = true);
TORCHPP_API bool is_anomaly_enabled();
/// Anomaly mode is on while it lives.
class TORCHPP_API DetectAnomalyGuard {
 public:
  explicit DetectAnomalyGuard(bool check_nan = true);
  ~DetectAnomalyGuard();
  DetectAnomalyGuard(const DetectAnomalyGuard&) = delete;
  DetectAnomalyGuard& operator=(const DetectAnomalyGuard&) = delete;

 private:
  bool previous_, previous_check_nan_;
};

}  // namespace torchpp::autograd

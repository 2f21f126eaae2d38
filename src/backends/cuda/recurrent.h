// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What of a step of a recurrent layer is no product of matrices, in one kernel each. Elements are of the dtype;
/// those of 16 bits are computed with in float. Rows are dense but for those that are kept for the gradient, which lie
/// as on the CPU: kept_of(mode) parts of `hidden` elements, then the state.

#include "src/backends/cuda/stream.h"
#include "src/ops/sequence_rules.h"

namespace torchpp::cuda {

/// What all steps of a layer have in common. Offsets are in elements.
struct RecurrentCell {
  RecurrentMode mode;
  ScalarType dtype;
  int64_t hidden;
  int64_t state;       ///< features of the state
  int64_t state_at;    ///< where in a kept row the state stands
  int64_t kept_width;  ///< elements of a kept row
};

/// A step of `rows` sequences, more than 0.
struct RecurrentStep {
  int64_t rows;
  const void* input;    ///< the input's share of the gates
  const void* product;  ///< of the states before and w_hh
  const void* bias;     ///< of the gates; may be null
  void* kept;           ///< null: nothing is kept
  void* c;              ///< LSTM: the cell states before, which become those of this step
  void* h;              ///< becomes the states; GRU: the states before
  void* output;         ///< the states once more; null where they are yet to be projected, nor are they kept then
};
void recurrent_cell(const OnDevice& on, const RecurrentCell& cell, const RecurrentStep& step);

/// Projected states of a step go to the output and, where it is not null, to what is kept.
void recurrent_projection(const OnDevice& on, const RecurrentCell& cell, int64_t rows, const void* h, void* output,
                          void* kept);

/// The gradient of a step, which is found from what was kept of it and of the step before it.
struct RecurrentGradient {
  int64_t rows;
  const void* kept;
  const void* previous;   ///< kept rows of the step before
  int64_t previous_rows;  ///< sequences of that step; others come from hx and cx
  const void *hx, *cx;
  const void* grad_output;  ///< may be null
  void* dh;  ///< of the states without grad_output; GRU: becomes the part of that of the states before that z passes
  void* dc;  ///< LSTM: of the cell states, becomes that of those before
  void* dgates;  ///< becomes that of the input's share of the gates
  void* down;    ///< GRU: becomes that of the state's share
  void* before;  ///< becomes the states before; may be null
  void* raw;     ///< becomes the states before their projection; may be null
};
void recurrent_cell_backward(const OnDevice& on, const RecurrentCell& cell, const RecurrentGradient& step);

/// The part of a projected layer that comes first: `total` becomes dh + grad_output, and `before` the states before.
void recurrent_projection_backward(const OnDevice& on, const RecurrentCell& cell, const RecurrentGradient& step,
                                   void* total);

}  // namespace torchpp::cuda

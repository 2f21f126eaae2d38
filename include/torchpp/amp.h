// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Automatic mixed precision: operators in 16-bit floats where that is safe, and the scaling of losses that keeps
/// small gradients from vanishing in float16.
///
///     amp::GradScaler scaler;                          // for float16 only
///     for (auto& batch : *loader) {
///       optimizer.zero_grad();
///       Tensor loss;
///       {
///         amp::autocast on(kCUDA);                     // or amp::autocast on(kCPU): bfloat16
///         loss = F::cross_entropy(model->forward(batch.data), batch.target);
///       }
///       scaler.scale(loss).backward();                 // outside of the region
///       scaler.step(optimizer);
///       scaler.update();
///     }

#include <torchpp/amp/autocast.h>
#include <torchpp/amp/function.h>
#include <torchpp/amp/grad_scaler.h>

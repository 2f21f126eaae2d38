// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Names without definitions, for headers that only pass them on.

#include <cstdint>

namespace torchpp {

class Tensor;
class TensorBase;
class TensorImpl;
class TensorOptions;
class Scalar;
class Storage;
class Generator;
class Device;
class DispatchKeySet;
class Error;
class IValue;
template <class T>
class ArrayRef;
using IntArrayRef = ArrayRef<int64_t>;
using TensorList = ArrayRef<Tensor>;

enum class DeviceType : int8_t;
enum class ScalarType : int8_t;
enum class Layout : int8_t;
enum class MemoryFormat : int8_t;
enum class DispatchKey : uint8_t;

namespace autograd {
struct Node;
}
namespace nn {
class Module;
}
namespace optim {
class Optimizer;
}

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/array_ref.h>
#include <torchpp/core/scalar.h>
#include <torchpp/core/tensor_options.h>

#include <ostream>

// Stream output of the types that have a text in messages: the same text.

namespace torchpp {

std::ostream& operator<<(std::ostream& out, IntArrayRef values) { return out << to_string(values); }
std::ostream& operator<<(std::ostream& out, ScalarType t) { return out << toString(t); }
std::ostream& operator<<(std::ostream& out, TypeMeta t) { return out << t.name(); }
std::ostream& operator<<(std::ostream& out, const Device& device) { return out << to_string(device); }
std::ostream& operator<<(std::ostream& out, DeviceType type) { return out << to_string(type); }
std::ostream& operator<<(std::ostream& out, Layout layout) { return out << to_string(layout); }
std::ostream& operator<<(std::ostream& out, MemoryFormat format) { return out << to_string(format); }
std::ostream& operator<<(std::ostream& out, const TensorOptions& options) { return out << to_string(options); }
std::ostream& operator<<(std::ostream& out, DeprecatedTypeProperties type) { return out << type.toString(); }
std::ostream& operator<<(std::ostream& out, const Scalar& value) { return out << to_string(value); }

}  // namespace torchpp

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/padding.h>
#include <torchpp/ops/image.h>

#include "modules/print.h"

namespace torchpp::nn {

namespace functional {

Tensor pad(const Tensor& input, const PadFuncOptions& options) {
  if (enumtype::holds_alternative<enumtype::kConstant>(options.mode()))
    return constant_pad_nd(input, options.pad(), options.value());
  const bool reflect = enumtype::holds_alternative<enumtype::kReflect>(options.mode()),
             replicate = enumtype::holds_alternative<enumtype::kReplicate>(options.mode());
  return torchpp::pad(input, options.pad(), reflect ? "reflect" : replicate ? "replicate" : "circular");
}

}  // namespace functional

namespace {

template <size_t D>
functional::PadFuncOptions pad_options(const ReflectionPadOptions<D>& o) {
  return functional::PadFuncOptions({o.padding()->begin(), o.padding()->end()}).mode(kReflect);
}
template <size_t D>
functional::PadFuncOptions pad_options(const ReplicationPadOptions<D>& o) {
  return functional::PadFuncOptions({o.padding()->begin(), o.padding()->end()}).mode(kReplicate);
}
template <size_t D>
functional::PadFuncOptions pad_options(const ConstantPadOptions<D>& o) {
  return functional::PadFuncOptions({o.padding()->begin(), o.padding()->end()}).value(o.value());
}
functional::PadFuncOptions pad_options(const ZeroPad2dOptions& o) {
  return functional::PadFuncOptions({o.padding()->begin(), o.padding()->end()});
}

template <class Options>
void print_value(std::ostream&, const Options&) {}
template <size_t D>
void print_value(std::ostream& stream, const ConstantPadOptions<D>& options) {
  print(stream, ", value=", options.value());
}

}  // namespace

#define TORCHPP_PAD_MODULE(Name)                                       \
  TORCHPP_DEFINE_STATELESS(Name##Impl, Name##Options)                  \
  void Name##Impl::pretty_print(std::ostream& stream) const {          \
    print(stream, "torch::nn::" #Name "(padding=", options.padding()); \
    print_value(stream, options);                                      \
    print(stream, ")");                                                \
  }                                                                    \
  Tensor Name##Impl::forward(const Tensor& input) { return functional::pad(input, pad_options(options)); }
TORCHPP_PAD_MODULE(ReflectionPad1d)
TORCHPP_PAD_MODULE(ReflectionPad2d)
TORCHPP_PAD_MODULE(ReflectionPad3d)
TORCHPP_PAD_MODULE(ReplicationPad1d)
TORCHPP_PAD_MODULE(ReplicationPad2d)
TORCHPP_PAD_MODULE(ReplicationPad3d)
TORCHPP_PAD_MODULE(ZeroPad2d)
TORCHPP_PAD_MODULE(ConstantPad1d)
TORCHPP_PAD_MODULE(ConstantPad2d)
TORCHPP_PAD_MODULE(ConstantPad3d)
#undef TORCHPP_PAD_MODULE

#define TORCHPP_PAD_CONSTRUCTOR(Name, D) \
  Name##Impl::Name##Impl(ExpandingArray<2 * D> padding) : Name##Impl(Name##Options(padding)) {}
TORCHPP_PAD_CONSTRUCTOR(ReflectionPad1d, 1)
TORCHPP_PAD_CONSTRUCTOR(ReflectionPad2d, 2)
TORCHPP_PAD_CONSTRUCTOR(ReflectionPad3d, 3)
TORCHPP_PAD_CONSTRUCTOR(ReplicationPad1d, 1)
TORCHPP_PAD_CONSTRUCTOR(ReplicationPad2d, 2)
TORCHPP_PAD_CONSTRUCTOR(ReplicationPad3d, 3)
TORCHPP_PAD_CONSTRUCTOR(ZeroPad2d, 2)
#undef TORCHPP_PAD_CONSTRUCTOR
#define TORCHPP_CONSTANT_PAD_CONSTRUCTOR(Name, D) \
  Name##Impl::Name##Impl(ExpandingArray<2 * D> padding, double value) : Name##Impl(Name##Options(padding, value)) {}
TORCHPP_CONSTANT_PAD_CONSTRUCTOR(ConstantPad1d, 1)
TORCHPP_CONSTANT_PAD_CONSTRUCTOR(ConstantPad2d, 2)
TORCHPP_CONSTANT_PAD_CONSTRUCTOR(ConstantPad3d, 3)
#undef TORCHPP_CONSTANT_PAD_CONSTRUCTOR

}  // namespace torchpp::nn

// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/nn/modules/padding.h>
#include <torchpp/ops/creation.h>

#include "modules/print.h"
#include "src/core/shape.h"

namespace torchpp::nn {

namespace functional {

namespace {

using Mode = PadFuncOptions::mode_t;

// Crops where an amount is negative and copies the rest into a filled tensor.
Tensor pad_constant(const Tensor& input, IntArrayRef pad, double value) {
  TORCHPP_CHECK(pad.size() % 2 == 0 && static_cast<int64_t>(pad.size()) <= 2 * input.dim(),
                "Length of pad should be even and no more than twice the number of dimensions of the input. Pad has ",
                pad.size(), " values, input has ", input.dim(), " dimensions");
  std::vector<int64_t> sizes(input.sizes().begin(), input.sizes().end());
  Tensor inner = input;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const int64_t d = input.dim() - 1 - static_cast<int64_t>(i), before = pad[2 * i], after = pad[2 * i + 1];
    int64_t& size = sizes[static_cast<size_t>(d)];
    const int64_t padded = add_sizes("pad", add_sizes("pad", size, before), after);
    TORCHPP_CHECK(padded >= 0, "The input size ", size, ", plus negative padding ", before, " and ", after,
                  " resulted in a negative output size in dimension ", d);
    const int64_t begin = before < 0 ? -before : 0, end = size + (after < 0 ? after : 0);
    if (before < 0 || after < 0) inner = inner.narrow(d, begin, end > begin ? end - begin : 0);
    size = padded;
  }
  const Tensor output = full(sizes, value, input.options());
  Tensor place = output;
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const int64_t d = input.dim() - 1 - static_cast<int64_t>(i);
    place = place.narrow(d, pad[2 * i] > 0 ? pad[2 * i] : 0, inner.size(d));
  }
  place.copy_(inner);
  return output;
}

// Which element of [0, size) stands at `i` outside of it.
int64_t source_index(int64_t i, int64_t size, const Mode& mode) {
  if (enumtype::holds_alternative<enumtype::kReplicate>(mode)) return i < 0 ? 0 : i >= size ? size - 1 : i;
  if (enumtype::holds_alternative<enumtype::kCircular>(mode)) return ((i % size) + size) % size;
  return i < 0 ? -i : i >= size ? 2 * (size - 1) - i : i;
}

// Picks the source of each position, one dimension after the other.
Tensor pad_from_input(const Tensor& input, IntArrayRef pad, const Mode& mode) {
  const auto dims = static_cast<int64_t>(pad.size() / 2);
  TORCHPP_CHECK(pad.size() % 2 == 0 && dims >= 1 && dims <= 3 && (input.dim() == dims + 1 || input.dim() == dims + 2),
                "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now: pad has ", pad.size(),
                " values, input has ", input.dim(), " dimensions");
  Tensor output = input;
  for (int64_t i = 0; i < dims; ++i) {
    const int64_t d = input.dim() - 1 - i, size = input.size(d);
    const int64_t before = pad[static_cast<size_t>(2 * i)], after = pad[static_cast<size_t>(2 * i + 1)];
    if (before == 0 && after == 0) continue;
    if (enumtype::holds_alternative<enumtype::kReflect>(mode))
      TORCHPP_CHECK(before < size && after < size,
                    "Padding size should be less than the corresponding input dimension, but got: padding (", before,
                    ", ", after, ") at dimension ", d, " of input ", input.sizes());
    TORCHPP_CHECK(size > 0 && size + before + after >= 0, "pad: input ", input.sizes(), " with padding (", before, ", ",
                  after, ") at dimension ", d, " has too few elements");
    // What wraps around is what negative amounts leave; the other modes take from what they crop, too.
    const bool circular = enumtype::holds_alternative<enumtype::kCircular>(mode);
    const int64_t first = circular && before < 0 ? -before : 0;
    const int64_t count = size - first + (circular && after < 0 ? after : 0);
    if (circular)
      TORCHPP_CHECK(before <= count && after <= count, "Padding value causes wrapping around more than once: padding (",
                    before, ", ", after, ") at dimension ", d, " of input ", input.sizes());
    Tensor index = empty({size + before + after}, kLong);
    auto* values = index.data_ptr<int64_t>();
    for (int64_t j = 0; j < index.numel(); ++j) values[j] = first + source_index(j - before - first, count, mode);
    output = output.index_select(d, index.to(input.device()));
  }
  return output.is_same(input) ? input.clone() : output;
}

}  // namespace

Tensor pad(const Tensor& input, const PadFuncOptions& options) {
  if (enumtype::holds_alternative<enumtype::kConstant>(options.mode()))
    return pad_constant(input, options.pad(), options.value());
  return pad_from_input(input, options.pad(), options.mode());
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

template <class Derived, class Options>
void PadModule<Derived, Options>::pretty_print(std::ostream& stream) const {
  print(stream, stock_name(typeid(Derived)), "(padding=", this->options.padding());
  print_value(stream, this->options);
  print(stream, ")");
}

template <class Derived, class Options>
Tensor PadModule<Derived, Options>::forward(const Tensor& input) {
  return functional::pad(input, pad_options(this->options));
}

#define TORCHPP_PAD_MODULE(Name)                             \
  Name##Impl::~Name##Impl() = default;                       \
  template class StockModule<Name##Impl>;                    \
  template class StatelessModule<Name##Impl, Name##Options>; \
  template class PadModule<Name##Impl, Name##Options>;
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

}  // namespace torchpp::nn

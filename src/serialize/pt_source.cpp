// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/grad_mode.h>

#include "src/serialize/pt.h"
#include "src/serialize/tensor_file.h"

namespace torchpp::serialize {
namespace {

// The tensors of a file of PyTorch. Which there are shows when its pickle is run, and with it they are read.
class PtSource final : public TensorSource {
 public:
  PtSource(PtFile file, const QuantizedStorages& quantized, const std::string& subject) {
    PtReader reader(std::move(file), subject);
    for (std::string& name : reader.keys()) {
      IValue value;
      Tensor tensor;
      if (reader.read_value(name, value, nullptr) || !reader.read(name, tensor)) continue;
      TensorInfo info;
      info.name = std::move(name);
      info.shape = tensor.sizes().vec();
      if (tensor.is_meta()) {
        info.stored_as = "a tensor of the meta device";
      } else if (tensor.is_sparse()) {
        info.dtype = tensor.scalar_type();
        info.nbytes = tensor._indices().nbytes() + tensor._values().nbytes();
        info.stored_as = "sparse COO";
      } else {
        info.dtype = tensor.scalar_type();
        info.nbytes = tensor.nbytes();
        if (const auto found = quantized.find(tensor.impl()->storage().get()); found != quantized.end()) {
          info.nbytes = found->second.nbytes(tensor.numel());
          info.stored_as = found->second.name();
        }
      }
      tensors.push_back(std::move(info));
      loaded_.push_back(std::move(tensor));
    }
  }

  Tensor load(size_t index) override {
    if (loaded_[index].is_sparse()) return loaded_[index];
    const NoGradGuard no_grad;
    return loaded_[index].contiguous().resolve_conj().resolve_neg();
  }
  void finish() override {}  // all was read

 private:
  std::vector<Tensor> loaded_;
};

}  // namespace

std::unique_ptr<TensorSource> open_pt(SourceFile& file) {
  LoadPtOptions options;
  options.map = file.is_mapped();
  QuantizedStorages quantized;
  if (ZipReader* zip = file.zip()) {
    if (!is_pt(*zip)) return nullptr;
    PtFile content = read_pt(*zip, options, &quantized);
    return std::make_unique<PtSource>(std::move(content), quantized, file.subject());
  }
  if (!is_pt(file.start().data(), file.start().size())) return nullptr;
  PtFile content = read_pt(file.take_input(), file.subject(), options, &quantized);
  return std::make_unique<PtSource>(std::move(content), quantized, file.subject());
}

}  // namespace torchpp::serialize

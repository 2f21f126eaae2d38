// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Embedding: options, function, module. Source: libtorch 1.13.

#include <torchpp/nn/stateless.h>

namespace torchpp {
namespace nn {

/// The row at `padding_idx` (from the end if negative) gets no gradient, and starts as zero. With `max_norm`, rows that
/// are looked up are first scaled down to that norm, in the table itself.
struct TORCHPP_API EmbeddingOptions {
  EmbeddingOptions(int64_t num_embeddings, int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  TORCHPP_ARG(int64_t, num_embeddings);
  TORCHPP_ARG(int64_t, embedding_dim);
  TORCHPP_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
  TORCHPP_ARG(std::optional<double>, max_norm) = std::nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(bool, sparse) = false;
  TORCHPP_ARG(Tensor, _weight);  ///< the table, instead of a random one
};
/// Without `freeze` the given table is trained.
struct TORCHPP_API EmbeddingFromPretrainedOptions {
  TORCHPP_ARG(bool, freeze) = true;
  TORCHPP_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
  TORCHPP_ARG(std::optional<double>, max_norm) = std::nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(bool, sparse) = false;
};

namespace functional {

struct TORCHPP_API EmbeddingFuncOptions {
  TORCHPP_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
  TORCHPP_ARG(std::optional<double>, max_norm) = std::nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(bool, sparse) = false;
};
/// Rows of the weight (n, d) at the indices (*): (*, d).
TORCHPP_API Tensor embedding(const Tensor& input, const Tensor& weight, const EmbeddingFuncOptions& options = {});
/// 1 at the class of each element, in a new last dimension; num_classes -1: as many as needed.
TORCHPP_API Tensor one_hot(const Tensor& tensor, int64_t num_classes = -1);

}  // namespace functional

TORCHPP_STOCK_MODULE(EmbeddingImpl);
/// A table of vectors, looked up by index. Initial values: normal.
class TORCHPP_API EmbeddingImpl : public StockModule<EmbeddingImpl> {
 public:
  EmbeddingImpl(int64_t num_embeddings, int64_t embedding_dim)
      : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingImpl(const EmbeddingOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& indices);

  EmbeddingOptions options;
  Tensor weight;  ///< (num_embeddings, embedding_dim)
};

class TORCHPP_API Embedding : public ModuleHolder<EmbeddingImpl> {
 public:
  using ModuleHolder<EmbeddingImpl>::ModuleHolder;
  using Impl = EmbeddingImpl;
  /// A module over a given table (n, d).
  static Embedding from_pretrained(const Tensor& embeddings, const EmbeddingFromPretrainedOptions& options = {});
};

}  // namespace nn
}  // namespace torchpp

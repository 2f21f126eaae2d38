// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Embedding: options, function, module. Source: libtorch 1.13.

#include <torchpp/nn/enum.h>
#include <torchpp/nn/stateless.h>
#include <torchpp/ops/sparse_gradient.h>

namespace torchpp {
namespace nn {

/// The row at `padding_idx` (from the end if negative) gets no gradient, and starts as zero. With `max_norm`, rows that
/// are looked up are first scaled down to that norm, in the table itself.
struct TORCHPP_API EmbeddingOptions {
  EmbeddingOptions(int64_t num_embeddings, int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  TORCHPP_ARG(int64_t, num_embeddings);
  TORCHPP_ARG(int64_t, embedding_dim);
  TORCHPP_ARG(optional<int64_t>, padding_idx) = nullopt;
  TORCHPP_ARG(optional<double>, max_norm) = nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(SparseGradient, sparse) = false;
  TORCHPP_ARG(Tensor, _weight);  ///< the table, instead of a random one
};
/// Without `freeze` the given table is trained.
struct TORCHPP_API EmbeddingFromPretrainedOptions {
  TORCHPP_ARG(bool, freeze) = true;
  TORCHPP_ARG(optional<int64_t>, padding_idx) = nullopt;
  TORCHPP_ARG(optional<double>, max_norm) = nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(SparseGradient, sparse) = false;
};

/// How the rows of a bag become one.
using EmbeddingBagMode = EnumChoice<enumtype::kSum, enumtype::kMean, enumtype::kMax>;
/// As EmbeddingOptions; rows at padding_idx do not count in their bags. With include_last_offset the last of the
/// offsets says where the last bag ends.
struct TORCHPP_API EmbeddingBagOptions {
  EmbeddingBagOptions(int64_t num_embeddings, int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  TORCHPP_ARG(int64_t, num_embeddings);
  TORCHPP_ARG(int64_t, embedding_dim);
  TORCHPP_ARG(optional<double>, max_norm) = nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(EmbeddingBagMode, mode) = torchpp::kMean;
  TORCHPP_ARG(SparseGradient, sparse) = false;
  TORCHPP_ARG(Tensor, _weight);  ///< the table, instead of a random one
  TORCHPP_ARG(bool, include_last_offset) = false;
  TORCHPP_ARG(optional<int64_t>, padding_idx) = nullopt;
};
/// Without `freeze` the given table is trained.
struct TORCHPP_API EmbeddingBagFromPretrainedOptions {
  TORCHPP_ARG(bool, freeze) = true;
  TORCHPP_ARG(optional<double>, max_norm) = nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(EmbeddingBagMode, mode) = torchpp::kMean;
  TORCHPP_ARG(SparseGradient, sparse) = false;
  TORCHPP_ARG(bool, include_last_offset) = false;
  TORCHPP_ARG(optional<int64_t>, padding_idx) = nullopt;
};

namespace functional {

struct TORCHPP_API EmbeddingFuncOptions {
  TORCHPP_ARG(optional<int64_t>, padding_idx) = nullopt;
  TORCHPP_ARG(optional<double>, max_norm) = nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(SparseGradient, sparse) = false;
};
/// Rows of the weight (n, d) at the indices (*): (*, d).
TORCHPP_API Tensor embedding(const Tensor& input, const Tensor& weight, const EmbeddingFuncOptions& options = {});

struct TORCHPP_API EmbeddingBagFuncOptions {
  TORCHPP_ARG(Tensor, offsets);
  TORCHPP_ARG(optional<double>, max_norm) = nullopt;
  TORCHPP_ARG(double, norm_type) = 2.;
  TORCHPP_ARG(bool, scale_grad_by_freq) = false;
  TORCHPP_ARG(EmbeddingBagMode, mode) = torchpp::kMean;
  TORCHPP_ARG(SparseGradient, sparse) = false;
  TORCHPP_ARG(Tensor, per_sample_weights);
  TORCHPP_ARG(bool, include_last_offset) = false;
  TORCHPP_ARG(optional<int64_t>, padding_idx) = nullopt;
};
/// Sums, means or greatest elements of bags of rows of the weight (n, d): input (bags, rows of each), or a list of
/// indices and, as options.offsets(), where each bag starts. Result (bags, d).
TORCHPP_API Tensor embedding_bag(const Tensor& input, const Tensor& weight,
                                 const EmbeddingBagFuncOptions& options = {});
/// 1 at the class of each element, in a new last dimension; num_classes -1: as many as needed.
TORCHPP_API Tensor one_hot(const Tensor& tensor, int64_t num_classes = -1);

}  // namespace functional

/// A table of vectors, looked up by index. Initial values: normal.
class TORCHPP_API EmbeddingImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  EmbeddingImpl(int64_t num_embeddings, int64_t embedding_dim);
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

/// A table of vectors, of which bags are looked up and made one vector each. Initial values: normal.
class TORCHPP_API EmbeddingBagImpl : public StockModule {
  TORCHPP_DECLARE_CLONE;

 public:
  EmbeddingBagImpl(int64_t num_embeddings, int64_t embedding_dim);
  explicit EmbeddingBagImpl(const EmbeddingBagOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input, const Tensor& offsets = {}, const Tensor& per_sample_weights = {});

  EmbeddingBagOptions options;
  Tensor weight;  ///< (num_embeddings, embedding_dim)

 protected:
  std::vector<std::pair<unsigned, AnyValue>> _forward_default_args() const override;
};

class TORCHPP_API EmbeddingBag : public ModuleHolder<EmbeddingBagImpl> {
 public:
  using ModuleHolder<EmbeddingBagImpl>::ModuleHolder;
  using Impl = EmbeddingBagImpl;
  /// A module over a given table (n, d).
  static EmbeddingBag from_pretrained(const Tensor& embeddings, const EmbeddingBagFromPretrainedOptions& options = {});
};

}  // namespace nn
}  // namespace torchpp

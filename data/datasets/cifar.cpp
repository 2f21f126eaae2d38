// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/cifar.h>
#include <torchpp/ops/shape.h>

#include <tuple>

#include "data/datasets/bytes.h"

namespace torchpp::data::datasets {
namespace {

constexpr int64_t kPixels = 3 * 32 * 32;
constexpr int64_t kMostBytes = int64_t{1} << 31;

// The lines of a file of names, of which there must be `count`.
std::vector<std::string> read_names(const std::string& path, size_t count) {
  Stream file = open_file(path);
  std::vector<std::string> names;
  std::string line;
  while (file.read_line(line, 1000)) {
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (!line.empty()) names.push_back(line);
    line.clear();
    TORCHPP_CHECK_FILE(names.size() <= count, "read '", path, "': got more than ", count, " names");
  }
  TORCHPP_CHECK_FILE(names.size() == count, "read '", path, "': got ", names.size(), " names, expected ", count);
  return names;
}

// Images and one of their label columns, of several files.
std::pair<Tensor, Tensor> read_files(const std::vector<std::string>& paths, int64_t label_bytes, int64_t column,
                                     int64_t classes) {
  std::vector<Tensor> images, labels;
  for (const std::string& path : paths) {
    auto [i, l] = read_cifar(open_file(path), label_bytes);
    l = l.select(1, column).to(kLong);
    TORCHPP_CHECK_FILE(l.numel() > 0, "read '", path, "': got no records, expected some");
    const int64_t most = l.max().item<int64_t>();
    TORCHPP_CHECK_FILE(most < classes, "read '", path, "': got label ", most, ", expected 0 to ", classes - 1);
    images.push_back(std::move(i));
    labels.push_back(std::move(l));
  }
  return {cat(images), cat(labels)};
}

Example<> example_of(const Tensor& images, const Tensor& targets, size_t index) {
  const auto i = static_cast<int64_t>(index);
  return {images[i].to(kFloat).div_(255), targets[i]};
}

}  // namespace

std::pair<Tensor, Tensor> read_cifar(Stream stream, int64_t label_bytes) {
  const int64_t record = label_bytes + kPixels;
  const std::string bytes = stream.read_all(kMostBytes);
  TORCHPP_CHECK_FILE(static_cast<int64_t>(bytes.size()) % record == 0, "read '", stream.name(), "': got ", bytes.size(),
                     " bytes, expected a multiple of the ", record, " of a record");
  const Tensor records = tensor_of(std::vector<uint8_t>(bytes.begin(), bytes.end()),
                                   {static_cast<int64_t>(bytes.size()) / record, record}, kByte);
  return {records.slice(1, label_bytes).reshape({-1, 3, 32, 32}), records.slice(1, 0, label_bytes).contiguous()};
}

CIFAR10::CIFAR10(const std::string& root, Mode mode) : is_train_(mode == Mode::kTrain) {
  std::vector<std::string> files;
  if (is_train_)
    for (const char* number : {"1", "2", "3", "4", "5"}) files.push_back(root + "/data_batch_" + number + ".bin");
  else files.push_back(root + "/test_batch.bin");
  std::tie(images_, targets_) = read_files(files, 1, 0, 10);
  classes_ = read_names(root + "/batches.meta.txt", 10);
}
Example<> CIFAR10::get(size_t index) { return example_of(images_, targets_, index); }
optional<size_t> CIFAR10::size() const { return static_cast<size_t>(images_.size(0)); }

CIFAR100::CIFAR100(const std::string& root, Mode mode, Labels labels) : is_train_(mode == Mode::kTrain) {
  const bool is_fine = labels == Labels::kFine;
  const int64_t classes = is_fine ? 100 : 20;
  std::tie(images_, targets_) =
      read_files({root + (is_train_ ? "/train.bin" : "/test.bin")}, 2, is_fine ? 1 : 0, classes);
  classes_ =
      read_names(root + (is_fine ? "/fine_label_names.txt" : "/coarse_label_names.txt"), static_cast<size_t>(classes));
}
Example<> CIFAR100::get(size_t index) { return example_of(images_, targets_, index); }
optional<size_t> CIFAR100::size() const { return static_cast<size_t>(images_.size(0)); }

}  // namespace torchpp::data::datasets

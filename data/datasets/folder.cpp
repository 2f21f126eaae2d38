// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/audio/io.h>
#include <torchpp/core/error.h>
#include <torchpp/data/datasets/folder.h>
#include <torchpp/ops/tensor_literal.h>
#include <torchpp/vision/io.h>

#include <utility>

namespace torchpp::data::datasets {
namespace {

const std::pair<std::string, int64_t>& sample_of(const ClassFolders& files, size_t index, const char* name) {
  TORCHPP_CHECK_INDEX(index < files.samples.size(), name, ": index got ", index, ", expected less than ",
                      files.samples.size());
  return files.samples[index];
}

}  // namespace

ImageFolder::ImageFolder(const std::string& root, Loader loader, const std::vector<std::string>& extensions)
    : files_(list_class_folders(root, extensions)), loader_(std::move(loader)) {
  if (!loader_) loader_ = [](const std::string& path) { return vision::read_image(path, vision::ImageReadMode::kRGB); };
}
Example<> ImageFolder::get(size_t index) {
  const auto& [path, target] = sample_of(files_, index, "ImageFolder");
  return {loader_(path), tensor(target)};
}

AudioFolder::AudioFolder(const std::string& root, optional<int64_t> sample_rate)
    : files_(list_class_folders(root, {".wav"})), sample_rate_(sample_rate) {}
Example<> AudioFolder::get(size_t index) {
  const auto& [path, target] = sample_of(files_, index, "AudioFolder");
  audio::Audio sound = audio::load(path);
  TORCHPP_CHECK_FILE(!sample_rate_ || sound.sample_rate == *sample_rate_, "read '", path, "': got ", sound.sample_rate,
                     " samples in a second, expected ", *sample_rate_);
  return {std::move(sound.waveform), tensor(target)};
}

}  // namespace torchpp::data::datasets

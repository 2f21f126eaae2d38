// SPDX-License-Identifier: BSD-3-Clause
// torchpp inspect: what a file of tensors holds.
#include <torchpp/core/error.h>
#include <torchpp/nn/load_state.h>
#include <torchpp/ops.h>

#include <cstdio>
#include <map>

#include "command/command.h"
#include "command/print.h"
#include "command/values.h"
#include "src/serialize/crc32.h"
#include "src/serialize/digest.h"
#include "src/serialize/file.h"

namespace torchpp::command {
namespace {

std::string sha256_of(const std::string& path, uint64_t& size) {
  serialize::FileInput in(path);
  size = in.size();
  serialize::Digest digest(serialize::HashType::kSha256);
  std::vector<char> piece(size_t{1} << 20);
  for (uint64_t left = in.size(); left > 0;) {
    const auto n = static_cast<size_t>(std::min<uint64_t>(left, piece.size()));
    in.read(piece.data(), n);
    digest.update(piece.data(), n);
    left -= n;
  }
  in.finish();
  return digest.hex();
}

// Of a tensor's values as they are in memory: equal values have equal checksums in files of all formats.
std::string crc32_of(const Tensor& tensor) {
  char text[9];
  const uint32_t crc = tensor.nbytes() > 0 ? serialize::crc32(0, tensor.data_ptr(), tensor.nbytes()) : 0;
  std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(crc));
  return text;
}

struct Statistics {
  double min = 0, max = 0, mean = 0;
  int64_t not_finite = 0;
};
Statistics statistics_of(const Tensor& tensor) {
  if (tensor.numel() == 0) return {};
  const Tensor values = tensor.is_complex() ? tensor.abs().to(kDouble) : tensor.to(kDouble);
  return {values.min().item<double>(), values.max().item<double>(), values.mean().item<double>(),
          values.isfinite().logical_not().sum().item<int64_t>()};
}

std::string stored_as(const TensorInfo& info) {
  if (info.stored_as.empty()) return dtype_text(info.dtype);
  const std::string stored = clean(info.stored_as);
  return info.dtype == ScalarType::Undefined ? stored : stored + " -> " + dtype_text(info.dtype);
}

// A value of the metadata on one line, cut where it is long.
std::string one_line(const std::string& value) {
  constexpr size_t kMost = 100;
  return clean(value.substr(0, kMost)) + (value.size() > kMost ? "..." : "");
}

}  // namespace

int inspect(const InspectArguments& arguments) {
  // Without a question about the values, these are not even read; with one, the file's own checksums are compared too.
  TensorFileOptions options;
  options.map = !arguments.checksum && !arguments.statistics;
  TensorFile file = TensorFile::open(arguments.file, options);
  nn::LoadStateOptions filter;
  if (!arguments.only.empty()) filter.only(arguments.only);

  Json tensors = Json::array();
  std::vector<std::string> titles = {"name", "dtype", "shape", ">elements", ">size"};
  if (arguments.checksum) titles.emplace_back("crc32");
  if (arguments.statistics) titles.insert(titles.end(), {">min", ">max", ">mean", ">not finite"});
  Table table(titles);
  uint64_t elements = 0, bytes = 0, count = 0;
  std::map<std::string, uint64_t> by_dtype;
  for (size_t i = 0; i < file.tensors().size(); ++i) {
    const TensorInfo& info = file.tensors()[i];
    std::string name = info.name;
    if (!filter.apply_rules(name)) continue;
    ++count;
    elements += static_cast<uint64_t>(info.numel());
    bytes += info.nbytes;
    by_dtype[stored_as(info)] += static_cast<uint64_t>(info.numel());
    Json item = {{"name", info.name},
                 {"dtype", info.dtype == ScalarType::Undefined ? Json() : Json(dtype_text(info.dtype))},
                 {"shape", info.shape},
                 {"nbytes", info.nbytes}};
    if (!info.stored_as.empty()) item["stored_as"] = info.stored_as;
    std::vector<std::string> row = {clean(info.name), stored_as(info), shape_text(info.shape),
                                    count_text(static_cast<uint64_t>(info.numel())), size_text(info.nbytes)};
    const bool can_load = info.dtype != ScalarType::Undefined;
    const Tensor tensor = can_load && (arguments.checksum || arguments.statistics) ? dense(file.load(i)) : Tensor();
    if (arguments.checksum) {
      row.push_back(can_load ? crc32_of(tensor) : "");
      if (can_load) item["crc32"] = row.back();
    }
    if (arguments.statistics && can_load) {
      const Statistics s = statistics_of(tensor);
      for (const double number : {s.min, s.max, s.mean}) row.push_back(number_text(number));
      row.push_back(s.not_finite == 0 ? "" : count_text(static_cast<uint64_t>(s.not_finite)));
      item["min"] = json_number(s.min);
      item["max"] = json_number(s.max);
      item["mean"] = json_number(s.mean);
      item["not_finite"] = s.not_finite;
    }
    tensors.push_back(std::move(item));
    table.add(std::move(row));
  }

  uint64_t file_size = 0;
  const std::string sha256 = arguments.checksum ? sha256_of(arguments.file, file_size) : "";
  if (!arguments.checksum) file_size = serialize::FileInput(arguments.file).size();
  if (arguments.json) {
    Json metadata = Json::array();
    for (const auto& [name, value] : file.metadata()) metadata.push_back({{"name", name}, {"value", value}});
    Json out = {{"file", arguments.file}, {"format", file.format()}, {"size", file_size}, {"elements", elements},
                {"nbytes", bytes},        {"metadata", metadata},    {"tensors", tensors}};
    if (arguments.checksum) out["sha256"] = sha256;
    print_json(out);
    return kYes;
  }

  print(bold(clean(arguments.file)) + "\n");
  print(str("  ", file.format(), ", ", size_text(file_size), " (", count_text(file_size), " bytes)\n"));
  if (arguments.checksum) print("  sha256 " + sha256 + "\n");
  print(str("  ", count_text(count), " tensor", plural(count), " of ", count_text(elements), " element",
            plural(elements)));
  const char* separator = ": ";
  for (const auto& [dtype, n] : by_dtype) {
    print(str(separator, dtype, by_dtype.size() > 1 ? " " + count_text(n) : ""));
    separator = ", ";
  }
  print("\n");
  if (!file.metadata().empty()) {
    Table metadata({"metadata", ""});
    for (const auto& [name, value] : file.metadata()) metadata.add({one_line(name), one_line(value)});
    print("\n" + metadata.text());
  }
  if (!table.empty()) print("\n" + table.text());
  return kYes;
}

}  // namespace torchpp::command

// SPDX-License-Identifier: BSD-3-Clause
// torchpp diff: in what the tensors of two files differ, whatever their formats are.
#include <torchpp/ops.h>
#include <torchpp/serialize/tensor_file.h>

#include <algorithm>

#include "command/command.h"
#include "command/print.h"
#include "command/values.h"

namespace torchpp::command {
namespace {

struct Difference {
  int64_t count = 0;  // of elements that differ by more than the tolerance
  double greatest = 0;
};

// Of tensors of the same dtype and shape. Infinities are the same as themselves, and NaN as NaN.
Difference compare(const Tensor& a, const Tensor& b, const DiffArguments& arguments) {
  if (a.numel() == 0) return {};
  const ScalarType wide = a.is_complex() ? kComplexDouble : kDouble;
  const Tensor x = a.to(wide), y = b.to(wide);
  const Tensor distance = (x - y).abs();
  // Integers beyond 2^53 are compared before they become doubles.
  Tensor same = a.eq(b).logical_or(x.isnan().logical_and(y.isnan()));
  if (arguments.atol > 0 || arguments.rtol > 0)
    same = same.logical_or(
        distance.le(y.abs() * arguments.rtol + arguments.atol).logical_and(x.isfinite()).logical_and(y.isfinite()));
  const Tensor differs = same.logical_not();
  Difference result;
  result.count = differs.sum().item<int64_t>();
  if (result.count > 0) result.greatest = distance.masked_select(differs).max().item<double>();
  return result;
}

}  // namespace

int diff(const DiffArguments& arguments) {
  TensorFileOptions options;
  options.map = true;
  TensorFile a = TensorFile::open(arguments.a, options), b = TensorFile::open(arguments.b, options);

  Table table({"", "name", "in the first", "in the second", ">differ", ">by at most"});
  Json differences = Json::array();
  uint64_t same = 0;
  const auto text_of = [](const TensorInfo& info) {
    const std::string dtype = info.dtype == ScalarType::Undefined ? clean(info.stored_as) : dtype_text(info.dtype);
    return dtype + " " + shape_text(info.shape);
  };
  const auto only_in = [&](const TensorInfo& info, bool first) {
    table.add({first ? "-" : "+", clean(info.name), first ? text_of(info) : "", first ? "" : text_of(info)});
    differences.push_back({{"name", info.name}, {"kind", first ? "only_in_first" : "only_in_second"}});
  };
  for (size_t i = 0; i < a.tensors().size(); ++i) {
    const TensorInfo& info = a.tensors()[i];
    const optional<size_t> found = b.find(info.name);
    if (!found) {
      only_in(info, true);
      continue;
    }
    const TensorInfo& other = b.tensors()[*found];
    if (info.shape != other.shape || info.dtype != other.dtype || info.dtype == ScalarType::Undefined) {
      const char* kind = info.shape != other.shape ? "shape" : info.dtype != other.dtype ? "dtype" : "not_comparable";
      table.add({"!", clean(info.name), text_of(info), text_of(other)});
      differences.push_back(
          {{"name", info.name}, {"kind", kind}, {"first", text_of(info)}, {"second", text_of(other)}});
      continue;
    }
    const Difference difference = compare(dense(a.load(i)), dense(b.load(*found)), arguments);
    if (difference.count == 0) {
      ++same;
      continue;
    }
    table.add({"!", clean(info.name), text_of(info), "", count_text(static_cast<uint64_t>(difference.count)),
               number_text(difference.greatest)});
    differences.push_back({{"name", info.name},
                           {"kind", "values"},
                           {"differ", difference.count},
                           {"elements", info.numel()},
                           {"greatest", json_number(difference.greatest)}});
  }
  for (const TensorInfo& info : b.tensors())
    if (!a.find(info.name)) only_in(info, false);

  const Status status = differences.empty() ? kYes : kNo;
  if (arguments.json) {
    print_json(Json{{"same", status == kYes}, {"same_tensors", same}, {"differences", differences}});
    return status;
  }
  if (!table.empty()) print(table.text() + "\n");
  print(str(status == kYes ? green("same") : red("different"), ": ", count_text(same), " tensor", plural(same),
            arguments.atol > 0 || arguments.rtol > 0 ? " equal within the tolerance" : " equal", ", ",
            count_text(differences.size()), " not\n"));
  return status;
}

}  // namespace torchpp::command

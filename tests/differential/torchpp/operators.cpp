// SPDX-License-Identifier: BSD-3-Clause
// The operators with their families, from the table that the library itself is made of.
#include <map>

#include "tests/differential/torchpp/library.h"

#define TORCHPP_OP(name, schema, ...) schema,
#define TORCHPP_OP_ND TORCHPP_OP
#define TORCHPP_OP_OUT TORCHPP_OP
#define TORCHPP_OP_OUT_ND TORCHPP_OP
#define TORCHPP_OP_DATA TORCHPP_OP
#define TORCHPP_OP_DATA_ND TORCHPP_OP
#define TORCHPP_OP_MIXED TORCHPP_OP
#define TORCHPP_OP_ALL TORCHPP_OP
#define TORCHPP_OP_ALL_ND TORCHPP_OP

namespace differential::library {
namespace {

const char* const kCreation[] = {
#include <torchpp/ops/table/creation.def>
};
const char* const kIndex[] = {
#include <torchpp/ops/table/index.def>
};
const char* const kLinalg[] = {
#include <torchpp/ops/table/linalg.def>
};
const char* const kLoss[] = {
#include <torchpp/ops/table/loss.def>
};
const char* const kNn[] = {
#include <torchpp/ops/table/nn.def>
};
const char* const kOptim[] = {
#include <torchpp/ops/table/optim.def>
};
const char* const kPointwise[] = {
#include <torchpp/ops/table/pointwise.def>
};
const char* const kRandom[] = {
#include <torchpp/ops/table/random.def>
};
const char* const kReduction[] = {
#include <torchpp/ops/table/reduction.def>
};
const char* const kView[] = {
#include <torchpp/ops/table/view.def>
};

template <size_t N>
void add_family(std::map<std::string, std::string>& families, const char* family, const char* const (&schemas)[N]) {
  for (const std::string schema : schemas) families[schema.substr(0, schema.find_first_of("|("))] = family;
}

}  // namespace

std::string list_operators() {
  std::map<std::string, std::string> families;
  add_family(families, "creation", kCreation);
  add_family(families, "index", kIndex);
  add_family(families, "linalg", kLinalg);
  add_family(families, "loss", kLoss);
  add_family(families, "nn", kNn);
  add_family(families, "optim", kOptim);
  add_family(families, "pointwise", kPointwise);
  add_family(families, "random", kRandom);
  add_family(families, "reduction", kReduction);
  add_family(families, "view", kView);
  std::string text;
  for (const std::string& name : torchpp::list_ops()) {
    const torchpp::FoundOp op = torchpp::find_op(name);
    const std::string functional = op.handle().op->name();
    const auto family = families.find(functional);
    text += (family == families.end() ? "other" : family->second) + "\t" + functional + "\t" + op.schema() + "\n";
  }
  return text;
}

}  // namespace differential::library

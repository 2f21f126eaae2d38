// SPDX-License-Identifier: BSD-3-Clause
// The built program `torchpp`, run as a user runs it.
#include <gtest/gtest.h>
#include <torchpp/ops.h>
#include <torchpp/ops/dict.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/serialize/tensor_file.h>
#include <torchpp/version.h>

#include <fstream>
#include <regex>
#include <set>

#include "tests/command/fixture.h"

namespace torchpp::test {
namespace {

class Command : public CommandTest {
 protected:
  Command() {
    save_safetensors(path("a.safetensors"), tensors_, {{"licence", "MIT"}});
    save_npz(path("b.npz"), tensors_);
  }

  NamedTensors tensors_ = {{"layers.0.weight", arange(6, kFloat).view({2, 3})},
                           {"layers.0.bias", tensor({0.5F, -1.F})},
                           {"mask", tensor({true, false, true}, kBool)}};
};

TEST_F(Command, InfoSaysWhatThereIs) {
  const Result text = run({"info"});
  EXPECT_EQ(text.status, 0);
  EXPECT_TRUE(has(text.out, "torchpp " TORCHPP_VERSION)) << text.out;
  const Json json = json_of({"info", "--json"});
  EXPECT_EQ(json["version"], TORCHPP_VERSION);
  EXPECT_GE(json["threads"].get<int>(), 1);
  EXPECT_TRUE(json["backends"]["cpu"]["available"].get<bool>());
  const Json& cuda = json["backends"]["cuda"];
  EXPECT_NE(cuda["available"].get<bool>(), cuda.count("why_not") == 1);
  for (const Json& library : json["libraries"])
    EXPECT_EQ(library["found"].get<bool>(), library.count("why_not") == 0) << library;
  EXPECT_EQ(run({"--version"}).out, "torchpp " TORCHPP_VERSION "\n");
}

TEST_F(Command, InspectListsTensors) {
  const Result text = run({"inspect", "a.safetensors"});
  EXPECT_EQ(text.status, 0);
  EXPECT_EQ(text.out, str("a.safetensors\n  safetensors, ", content(path("a.safetensors")).size(), " B (",
                          content(path("a.safetensors")).size(),
                          " bytes)\n"
                          "  3 tensors of 11 elements: bool 3, float32 8\n"
                          "\n"
                          "  metadata\n"
                          "  licence   MIT\n"
                          "\n"
                          "  name             dtype    shape   elements  size\n"
                          "  layers.0.weight  float32  [2, 3]         6  24 B\n"
                          "  layers.0.bias    float32  [2]            2   8 B\n"
                          "  mask             bool     [3]            3   3 B\n"));
  const Json json = json_of({"inspect", "b.npz", "--json", "--only", "layers\\..*", "--statistics"});
  EXPECT_EQ(json["format"], "npz");
  ASSERT_EQ(json["tensors"].size(), 2u);
  EXPECT_EQ(json["tensors"][0]["name"], "layers.0.weight");
  EXPECT_EQ(json["tensors"][0]["shape"], (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(json["tensors"][0]["max"], 5.);
  EXPECT_EQ(json["tensors"][1]["min"], -1.);
  EXPECT_EQ(json["tensors"][1]["mean"], -0.25);
}

TEST_F(Command, ChecksumsAreThoseOfTheValues) {
  const Json a = json_of({"inspect", "a.safetensors", "--json", "--checksum"});
  const Json b = json_of({"inspect", "b.npz", "--json", "--checksum"});
  EXPECT_NE(a["sha256"], b["sha256"]);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(a["tensors"][i]["crc32"], b["tensors"][i]["crc32"]);
  // zlib.crc32(bytes([1, 0, 1])) in Python
  EXPECT_EQ(a["tensors"][2]["crc32"], "898483b3");
  // printf 1,2\\n3,4\\n | sha256sum
  std::ofstream(path("t.csv")) << "1,2\n3,4\n";
  EXPECT_EQ(json_of({"inspect", "t.csv", "--json", "--checksum"})["sha256"],
            "96bbd5de61f36b0e10c5771d180998d066192e8986aa34a8cb7c453f62959274");
}

TEST_F(Command, NamesCannotCommandTheTerminal) {
  // An escape sequence, the control sequence introducer of Unicode, and a mark that turns the direction of writing.
  save_safetensors(path("e"), {{"\x1b[31mred\n\xc2\x9bx\xe2\x80\xaey\xc3\xa9", tensor(1)}},
                   {{"\x07", "\x1b]0;title\x07"}});
  const Result result = run({"inspect", "e"});
  EXPECT_TRUE(has(result.out,
                  "?[31mred??"
                  "?x???y\xc3\xa9 "))
      << result.out;
  EXPECT_TRUE(has(result.out, "?]0;title?")) << result.out;
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
  expect_trouble({"diff", "e", "\x1b[1m"}, "'?[1m'");
}

TEST_F(Command, ConvertWritesEveryFormat) {
  for (const char* to : {"c.safetensors", "c.npz", "c.pt", "c.pth"}) {
    const Json json = json_of({"convert", "a.safetensors", to, "--json"});
    EXPECT_EQ(json["tensors"], 3);
    EXPECT_EQ(json["metadata"], std::string(to) == "c.safetensors" ? "kept" : "dropped");
    expect_trouble({"convert", "a.safetensors", to}, "exists; --force replaces it");
    EXPECT_EQ(run({"convert", "a.safetensors", to, "--force"}).status, 0);
    if (has(to, ".pt")) {
      const IValue value = load_pt(path(to)).value;
      EXPECT_TRUE(equal(value.toGenericDict().at("layers.0.weight").toTensor(), tensors_[0].second));
      continue;
    }
    TensorFile file = TensorFile::open(path(to));
    for (const auto& [name, expected] : tensors_) EXPECT_TRUE(equal(file.load(name), expected)) << name;
  }
}

TEST_F(Command, TablesAreConverted) {
  EXPECT_EQ(run({"convert", "a.safetensors", "w.csv", "--only", ".*weight"}).status, 0);
  EXPECT_EQ(content(path("w.csv")), "0.0,1.0,2.0\n3.0,4.0,5.0\n");
  EXPECT_EQ(run({"convert", "w.csv", "w.npy", "--dtype", "float32"}).status, 0);
  EXPECT_TRUE(equal(TensorFile::open(path("w.npy")).load(0), tensors_[0].second));
  expect_trouble({"convert", "a.safetensors", "c.csv"}, "got 3 tensors, of which .csv holds one");
}

// Files that Python's torch.save wrote.
TEST_F(Command, SparseAndQuantizedTensors) {
  const std::string sparse = TORCHPP_FIXTURES "sparse.pt", quantized = TORCHPP_FIXTURES "quantized_channels.pt";
  const Json json = json_of({"inspect", sparse, "--json", "--checksum", "--statistics"});
  const auto item = [&](const std::string& name) {
    for (const Json& tensor : json["tensors"])
      if (tensor["name"] == name) return tensor;
    return Json();
  };
  for (const char* name : {"coalesced", "twice", "hybrid", "complex"}) {
    const Json one = item(str(name, ".sparse")), dense = item(str(name, ".dense"));
    EXPECT_EQ(one["stored_as"], "sparse COO") << name;
    for (const char* key : {"shape", "dtype", "crc32", "max", "mean"}) EXPECT_EQ(one[key], dense[key]) << name << key;
  }
  EXPECT_EQ(run({"convert", sparse, "s.pt"}).status, 0);
  EXPECT_EQ(run({"diff", sparse, "s.pt"}).status, 0);
  expect_trouble({"convert", sparse, "s.safetensors"}, "save_pt writes sparse tensors");

  const Result text = run({"inspect", quantized});
  EXPECT_TRUE(has(text.out, "layers.0.weight  qint8 per channel -> float32  [2, 3]         6   6 B")) << text.out;
  EXPECT_EQ(run({"convert", quantized, "q.npz"}).status, 0);
  EXPECT_EQ(run({"diff", quantized, "q.npz"}).status, 0);
  EXPECT_TRUE(equal(TensorFile::open(path("q.npz")).load("layers.0.weight"), ones({2, 3})));
}

TEST_F(Command, ConvertRenamesFiltersAndConverts) {
  EXPECT_EQ(run({"convert", "a.safetensors", "d.safetensors", "--skip", ".*bias", "--rename", "^layers\\.(\\d)=block$1",
                 "--rename", "\\.=/", "--dtype", "float16"})
                .status,
            0);
  TensorFile file = TensorFile::open(path("d.safetensors"));
  ASSERT_EQ(file.tensors().size(), 2u);
  EXPECT_EQ(file.tensors()[0].name, "block0/weight");
  EXPECT_EQ(file.tensors()[0].dtype, kHalf);
  EXPECT_EQ(file.tensors()[1].dtype, kBool);
  EXPECT_EQ(file.metadata(), (Metadata{{"licence", "MIT"}}));
  EXPECT_EQ(run({"convert", "a.safetensors", "one.npy", "--only", "mask"}).status, 0);
  EXPECT_TRUE(equal(TensorFile::open(path("one.npy")).load(0), tensors_[2].second));
}

TEST_F(Command, DiffFindsEveryDifference) {
  EXPECT_EQ(run({"diff", "a.safetensors", "b.npz"}).status, 0);
  EXPECT_TRUE(has(run({"diff", "a.safetensors", "b.npz"}).out, "same: 3 tensors equal, 0 not\n"));
  save_safetensors(path("c"), {{"layers.0.weight", arange(6, kFloat).view({3, 2})},
                               {"layers.0.bias", tensor({0.5F, -1.25F})},
                               {"mask", tensor({1, 0, 1}, kByte)},
                               {"more", tensor(1)}});
  const Json json = json_of({"diff", "a.safetensors", "c", "--json"}, 1);
  EXPECT_FALSE(json["same"].get<bool>());
  ASSERT_EQ(json["differences"].size(), 4u);
  EXPECT_EQ(json["differences"][0]["kind"], "shape");
  EXPECT_EQ(json["differences"][1]["kind"], "values");
  EXPECT_EQ(json["differences"][1]["differ"], 1);
  EXPECT_EQ(json["differences"][1]["greatest"], 0.25);
  EXPECT_EQ(json["differences"][2]["kind"], "dtype");
  EXPECT_EQ(json["differences"][3]["kind"], "only_in_second");
  EXPECT_TRUE(has(run({"diff", "a.safetensors", "c"}).out, "different: 0 tensors equal, 4 not\n"));

  const double nan = std::nan(""), inf = INFINITY;
  save_npy(path("x.npy"), tensor({nan, inf, 1., 100.}));
  save_npy(path("y.npy"), tensor({nan, inf, 1.001, 100.1}));
  EXPECT_EQ(run({"diff", "x.npy", "x.npy"}).status, 0);
  EXPECT_EQ(json_of({"diff", "x.npy", "y.npy", "--json"}, 1)["differences"][0]["differ"], 2);
  EXPECT_EQ(run({"diff", "x.npy", "y.npy", "--rtol", "0.01"}).status, 0);
  EXPECT_EQ(json_of({"diff", "x.npy", "y.npy", "--atol", "0.01", "--json"}, 1)["differences"][0]["differ"], 1);
  save_npy(path("z.npy"), tensor({nan, -inf, 1., 100.}));
  EXPECT_EQ(json_of({"diff", "x.npy", "z.npy", "--rtol", "1", "--json"}, 1)["differences"][0]["greatest"], "inf");
  // Beyond 2^53 these two are the same double.
  save_npy(path("p.npy"), tensor({int64_t{1} << 60}));
  save_npy(path("q.npy"), tensor({(int64_t{1} << 60) + 1}));
  EXPECT_EQ(run({"diff", "p.npy", "q.npy"}).status, 1);
}

TEST_F(Command, BenchMeasures) {
  const Json json = json_of({"bench", "--only", "small", "--seconds", "0.01", "--threads", "1", "--json"});
  EXPECT_EQ(json["threads"], 1);
  ASSERT_EQ(json["figures"].size(), 1u);
  EXPECT_GT(json["figures"][0]["per_second"].get<double>(), 1000);
  expect_trouble({"bench", "--only", "nothing"}, "which is part of no name");
  expect_trouble({"bench", "--seconds", "0"}, "--seconds");
}

TEST_F(Command, TroubleIsSaidOnTheErrorOutput) {
  expect_trouble({}, "subcommand is required");
  expect_trouble({"nonsense"}, "nonsense");
  expect_trouble({"inspect"}, "FILE is required");
  expect_trouble({"inspect", "absent"}, "No such file");
  expect_trouble({"inspect", "a.safetensors", "--only", "("}, "got the pattern '('");
  expect_trouble({"inspect", "."}, "got a directory");
  expect_trouble({"convert", "a.safetensors", "c.txt"}, "expected one that ends with one of .safetensors, .npz");
  expect_trouble({"convert", "a.safetensors", "c.npy"}, "got 3 tensors, of which .npy holds one");
  expect_trouble({"convert", "a.safetensors", "c.npz", "--dtype", "float12"}, "expected one of float32");
  expect_trouble({"convert", "a.safetensors", "c.npz", "--dtype", "bfloat16"}, "which NumPy does not have");
  expect_trouble({"convert", "a.safetensors", "c.npz", "--rename", "x"}, "expected PATTERN=REPLACEMENT");
  expect_trouble({"convert", "a.safetensors", "c.npz", "--rename", ".+=x"}, "x.npy");
  expect_trouble({"completion", "tcsh"}, "tcsh");
  EXPECT_FALSE(std::ifstream(path("c.npz")).good());
  EXPECT_EQ(run({"--help"}).status, 0);
  if (std::ifstream("/dev/full").good()) {
    const int status = std::system("'" TORCHPP_PROGRAM "' info >/dev/full 2>/dev/null");
    EXPECT_EQ(WEXITSTATUS(status), 2);
  }
}

// Every subcommand has examples, and the manual page and the completions name it with all its options.
TEST_F(Command, HelpManualAndCompletionsAgree) {
  const std::string manual = std::regex_replace(content(TORCHPP_ROOT "/command/torchpp.1"), std::regex("\\\\-"), "-");
  const std::string completions[] = {run({"completion", "bash"}).out, run({"completion", "zsh"}).out,
                                     run({"completion", "fish"}).out};
  const auto check = [&](std::vector<std::string> words) {
    const std::string name = words.back();
    std::string line = "torchpp";
    for (const std::string& word : words) line += " " + word;
    EXPECT_TRUE(has(manual, line)) << line;
    words.back() = "--help";
    EXPECT_TRUE(has(run(words).out, str("\n  ", name, " "))) << line;
    words.back() = name;
    words.emplace_back("--help");
    const std::string help = run(words).out;
    EXPECT_TRUE(has(help, "Examples:\n  " + line)) << help;
    const std::regex option("--[a-z-]+");
    std::set<std::string> options;
    const std::string described = help.substr(0, help.find("Examples:"));
    for (std::sregex_iterator it(described.begin(), described.end(), option), end; it != end; ++it)
      options.insert(it->str());
    EXPECT_GE(options.size(), 1u);
    for (const std::string& o : options) {
      EXPECT_TRUE(has(manual, o)) << o;
      EXPECT_TRUE(has(completions[0], o)) << o;
      EXPECT_TRUE(has(completions[1], o)) << o;
      EXPECT_TRUE(has(completions[2], "-l " + o.substr(2))) << o;
    }
  };
  for (const char* name : {"info", "inspect", "convert", "diff", "bench", "hub", "completion"}) check({name});
  for (const char* action : {"list", "info", "fetch", "verify", "trust", "clean", "publish"}) check({"hub", action});
  // Bash itself: of "torchpp con" only one subcommand is left.
  std::ofstream(path("complete.sh"))
      << completions[0] << "COMP_WORDS=(torchpp con); COMP_CWORD=1; _torchpp; echo ${COMPREPLY[*]}\n"
      << "COMP_WORDS=(torchpp convert --d); COMP_CWORD=2; _torchpp; echo ${COMPREPLY[*]}\n"
      << "COMP_WORDS=(torchpp hub f); COMP_CWORD=2; _torchpp; echo ${COMPREPLY[*]}\n"
      << "COMP_WORDS=(torchpp hub fetch --repo); COMP_CWORD=3; _torchpp; echo ${COMPREPLY[*]}\n";
  ASSERT_EQ(std::system(("bash '" + path("complete.sh") + "' > '" + path("completed") + "'").c_str()), 0);
  EXPECT_EQ(content(path("completed")), "convert\n--dtype\nfetch\n--repository-url\n");
}

}  // namespace
}  // namespace torchpp::test

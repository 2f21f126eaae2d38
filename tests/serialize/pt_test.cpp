// SPDX-License-Identifier: BSD-3-Clause
// Files that PyTorch and libtorch 1.13.1 wrote (fixtures/make.py and make.cpp say how), and files that are written
// here.
#include <torchpp/serialize/pt.h>

#include <gtest/gtest.h>
#include <torchpp/ops/dict.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/tensor_file.h>
#include <torchpp/torchpp.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "src/serialize/crc32.h"
#include "src/serialize/zip.h"
#include "tests/serialize/pt_bytes.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

std::string fixture(const std::string& name) { return TORCHPP_FIXTURES + name; }
std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}
IValue get(const IValue& dict, const IValue& key) { return dict.toGenericDict().at(key); }
Tensor tensor_of(const IValue& dict, const char* key) { return get(dict, key).toTensor(); }
void expect_equal(const Tensor& got, const Tensor& expected) {
  EXPECT_EQ(got.scalar_type(), expected.scalar_type());
  EXPECT_TRUE(equal(got, expected)) << got << "\nexpected " << expected;
}

TEST(Pt, StateDictsOfPython) {
  for (const char* name : {"state_dict.pt", "state_dict_stream.pth"}) {
    const PtFile file = load_pt(fixture(name));
    std::vector<std::string> names;
    for (const auto& item : file.value.toGenericDictRef()) names.push_back(item.first.toStringRef());
    EXPECT_EQ(names, (std::vector<std::string>{"0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean",
                                               "1.running_var", "1.num_batches_tracked"}));
    expect_equal(tensor_of(file.value, "0.weight"), arange(6.0, kFloat).view({2, 3}));
    expect_equal(tensor_of(file.value, "1.running_mean"), tensor({7.0f, 8.0f}));
    EXPECT_EQ(file.versions, (std::vector<std::pair<std::string, int64_t>>{{"", 1}, {"0", 1}, {"1", 2}}));
  }
}

TEST(Pt, ValuesOfPython) {
  for (const char* name : {"values.pt", "values_stream.pth"}) {
    const IValue value = load_pt(fixture(name)).value;
    EXPECT_TRUE(get(value, "none").isNone());
    EXPECT_EQ(get(value, "true"), IValue(true));
    EXPECT_EQ(get(value, "small"), IValue(7));
    EXPECT_EQ(get(value, "word"), IValue(300));
    EXPECT_EQ(get(value, "negative"), IValue(-5));
    EXPECT_EQ(get(value, "large"), IValue(int64_t{1} << 40));
    EXPECT_EQ(get(value, "minus"), IValue(-(int64_t{1} << 40)));
    EXPECT_EQ(get(value, "float"), IValue(1.5));
    EXPECT_EQ(get(value, "text"), IValue("h\xc3\xa9"));
    EXPECT_EQ(get(value, "bytes"), IValue("a\xff"));
    EXPECT_EQ(get(value, "complex"), IValue(ComplexDouble(1, 2)));
    EXPECT_EQ(get(value, "tuple").toTupleRef().size(), 4u);
    EXPECT_EQ(get(value, "tuple").toTupleRef()[2].toTupleRef()[0], IValue(2.5));
    EXPECT_EQ(get(value, "list"), IValue(IValue::List{1, 2}));
    EXPECT_TRUE(get(value, "list").is(get(value, "same")));
    EXPECT_EQ(get(value, "set"), IValue(IValue::List{4}));
    EXPECT_EQ(get(get(value, "count"), "a"), IValue(2));
    EXPECT_EQ(get(value, 5), IValue("five"));
    EXPECT_EQ(get(value, "dtype").toScalarType(), kBFloat16);
    EXPECT_EQ(get(value, "device").toDevice(), Device(kCUDA, 1));
    EXPECT_EQ(get(value, "size").toIntVector(), (std::vector<int64_t>{2, 3}));
  }
}

TEST(Pt, TensorsOfPython) {
  for (const char* name : {"tensors.pt", "tensors_stream.pth"}) {
    const IValue value = load_pt(fixture(name)).value;
    const Tensor base = tensor_of(value, "base");
    expect_equal(base, arange(12.0, kFloat).view({3, 4}));
    EXPECT_FALSE(base.is_view());
    const Tensor transposed = tensor_of(value, "transposed");
    EXPECT_EQ(transposed.strides(), (std::vector<int64_t>{1, 4}));
    EXPECT_TRUE(transposed.storage().is_alias_of(base.storage()));
    expect_equal(tensor_of(value, "strided"), base.slice(0, 1).slice(1, 0, 4, 2));
    expect_equal(tensor_of(value, "row"), base[2]);
    EXPECT_EQ(tensor_of(value, "expanded").strides(), (std::vector<int64_t>{0, 1}));
    EXPECT_EQ(tensor_of(value, "scalar").dim(), 0);
    EXPECT_EQ(tensor_of(value, "empty").sizes(), (std::vector<int64_t>{0, 3}));
    EXPECT_TRUE(tensor_of(value, "parameter").requires_grad());
    EXPECT_TRUE(tensor_of(value, "grad").is_leaf());
    EXPECT_TRUE(tensor_of(value, "grad").requires_grad());
    const Tensor sparse = tensor_of(value, "sparse");
    EXPECT_TRUE(sparse.is_sparse());
    expect_equal(sparse.to_dense(), tensor({0.0f, 0.0f, 3.0f, 4.0f, 0.0f, 0.0f}).view({2, 3}));
    EXPECT_TRUE(tensor_of(value, "meta").is_meta());
    for (ScalarType dtype : {kDouble, kHalf, kBFloat16, kLong, kInt, kShort, kChar, kByte, kBool}) {
      const std::vector<const char*> names = {"float64", "float16", "bfloat16", "int64", "int32",
                                              "int16",   "int8",    "uint8",    "bool"};
      const std::vector<ScalarType> dtypes = {kDouble, kHalf, kBFloat16, kLong, kInt, kShort, kChar, kByte, kBool};
      const auto at = static_cast<size_t>(std::find(dtypes.begin(), dtypes.end(), dtype) - dtypes.begin());
      expect_equal(tensor_of(value, names[at]), tensor({1, 0, 1}).to(dtype));
    }
    expect_equal(tensor_of(value, "complex64"), tensor({ComplexFloat(1, 2), ComplexFloat(3, -1)}));
    expect_equal(tensor_of(value, "complex128"), tensor({ComplexDouble(1, 2)}));
  }
}

TEST(Pt, OtherForms) {
  expect_equal(load_pt(fixture("four.pt")).value.toTensor(), arange(3.0, kFloat));
  const IValue tar = load_pt(fixture("tar.pth")).value;
  expect_equal(tensor_of(tar, "w"), tensor({2.0f, 3.0f, 4.0f, 5.0f}).view({2, 2}));
  EXPECT_EQ(get(tar, "epoch"), IValue(3));
  expect_error([] { load_pt(fixture("make.py")); }, "begin neither as a zip archive nor as a pickle");
  expect_error([] { load_pt(fixture("nothing")); }, "nothing");
}

// Equal to the bit, which 0 and -0 are not otherwise.
void expect_same_bits(const Tensor& got, const Tensor& expected, const std::string& what) {
  ASSERT_EQ(got.scalar_type(), expected.scalar_type()) << what;
  ASSERT_EQ(got.sizes(), expected.sizes()) << what;
  const Tensor a = got.contiguous(), b = expected.contiguous();
  EXPECT_TRUE(a.numel() == 0 || std::memcmp(a.data_ptr(), b.data_ptr(), a.nbytes()) == 0) << what << '\n' << a << b;
}

TEST(Pt, QuantizedTensorsAreWhatPythonMakesOfThem) {
  for (const char* name : {"quantized_all.pt", "quantized_all_stream.pth"}) {
    for (const bool map : {false, true}) {
      LoadPtOptions options;
      options.map = map;
      const IValue value = load_pt(fixture(name), options).value;
      EXPECT_EQ(value.toGenericDictRef().size(), 39u);
      for (const auto& [key, pair] : value.toGenericDictRef())
        expect_same_bits(tensor_of(pair, "quantized"), tensor_of(pair, "floats"), key.toStringRef());
      const auto quantized = [&](const char* key) { return tensor_of(get(value, key), "quantized"); };
      const Tensor base = quantized("qint8");
      for (const char* key : {"qint8_transposed", "qint8_row", "qint8_strided", "qint8_expanded", "parameter"})
        EXPECT_TRUE(quantized(key).storage().is_alias_of(base.storage())) << key;
      EXPECT_EQ(quantized("qint8_row").storage_offset(), 60);
      EXPECT_TRUE(quantized("qint8_channels_same").storage().is_alias_of(quantized("qint8_channels").storage()));
      EXPECT_TRUE(quantized("qint8_channels_last").is_contiguous(MemoryFormat::ChannelsLast));
    }
    // The other readers find the same.
    TensorFile file = TensorFile::open(fixture(name));
    serialize::InputArchive archive;
    archive.load_from(fixture(name));
    const IValue value = load_pt(fixture(name)).value;
    for (const auto& [key, pair] : value.toGenericDictRef()) {
      const std::string full = key.toStringRef() + ".quantized";
      expect_same_bits(file.load(full), tensor_of(pair, "floats"), full);
      Tensor read;
      archive.read(full, read);
      expect_same_bits(read, tensor_of(pair, "floats"), full);
    }
    const auto info = [&](const char* key) { return file.tensors()[*file.find(std::string(key) + ".quantized")]; };
    EXPECT_EQ(info("qint8").stored_as, "qint8 per tensor");
    EXPECT_EQ(info("qint8").dtype, kFloat);
    EXPECT_EQ(info("qint8").nbytes, 120u);
    EXPECT_EQ(info("qint32_channels").stored_as, "qint32 per channel");
    EXPECT_EQ(info("qint32_channels").nbytes, 480u);
    EXPECT_EQ(info("quint4x2").stored_as, "quint4x2 per tensor");
    EXPECT_EQ(info("quint4x2").nbytes, 15u);
    EXPECT_EQ(info("quint2x4_float_zero_points").nbytes, 8u);
    EXPECT_EQ(file.tensors()[*file.find("qint8.floats")].stored_as, "");
  }
  expect_equal(load_pt(fixture("quantized.pt")).value.toTensor(), ones({2}));
}

TEST(Pt, SparseTensorsGoThroughAllReaders) {
  const SparseGradient kernels(true);  // of which a static program has none otherwise
  const TemporaryFolder folder;
  for (const char* name : {"sparse.pt", "sparse_stream.pth"}) {
    const IValue value = load_pt(fixture(name)).value;
    EXPECT_EQ(value.toGenericDictRef().size(), 5u);
    serialize::OutputArchive out;
    for (const auto& [key, pair] : value.toGenericDictRef()) {
      const Tensor sparse = tensor_of(pair, "sparse");
      ASSERT_TRUE(sparse.is_sparse());
      expect_equal(sparse.to_dense(), tensor_of(pair, "dense"));
      out.write(key.toStringRef(), sparse);
    }
    EXPECT_FALSE(tensor_of(get(value, "twice"), "sparse").is_coalesced());
    EXPECT_EQ(tensor_of(get(value, "twice"), "sparse")._nnz(), 3);
    EXPECT_TRUE(tensor_of(get(value, "hybrid"), "sparse").is_coalesced());
    EXPECT_EQ(tensor_of(get(value, "hybrid"), "sparse").dense_dim(), 1);

    const std::string path = folder.path() + "/archive.pt";
    save_pt(path, out);
    serialize::InputArchive in;
    in.load_from(path);
    TensorFile file = TensorFile::open(path);
    for (const auto& [key, pair] : value.toGenericDictRef()) {
      Tensor read;
      in.read(key.toStringRef(), read);
      const Tensor sparse = tensor_of(pair, "sparse"), listed = file.load(key.toStringRef());
      for (const Tensor& got : {read, listed}) {
        EXPECT_EQ(got.is_coalesced(), sparse.is_coalesced());
        EXPECT_EQ(got.sizes(), sparse.sizes());
        expect_equal(got._indices(), sparse._indices());
        expect_equal(got._values(), sparse._values());
      }
    }
    const TensorInfo& info = file.tensors()[*file.find("twice")];
    EXPECT_EQ(info.stored_as, "sparse COO");
    EXPECT_EQ(info.shape, (std::vector<int64_t>{3, 2}));
    EXPECT_EQ(info.nbytes, 2 * 3 * 8 + 3 * 8u);
    expect_equal(file.load("twice", LoadTensorOptions(nullopt, kFloat)).to_dense(),
                 tensor_of(get(value, "twice"), "dense").to(kFloat));
    expect_error<TypeError>([&] { out.save_to(folder.path() + "/archive.safetensors"); },
                            "expected Strided, which alone safetensors can hold; save_pt writes sparse tensors");
    expect_error<TypeError>(
        [&] {
          save_npz(folder.path() + "/archive.npz", {{"twice", file.load("twice")}});
        },
        "NumPy's files can hold; save_pt writes sparse tensors");
  }
}

TEST(Pt, SparseMatricesOfRowsAreReadAsCoo) {
  for (const char* name : {"sparse_csr.pt", "sparse_csr_stream.pth"}) {
    const IValue value = load_pt(fixture(name)).value;
    EXPECT_EQ(value.toGenericDictRef().size(), 3u);
    TensorFile file = TensorFile::open(fixture(name));
    for (const auto& [key, pair] : value.toGenericDictRef()) {
      const Tensor sparse = tensor_of(pair, "sparse");
      ASSERT_TRUE(sparse.is_sparse());
      EXPECT_EQ(sparse.is_coalesced(), key.toStringRef() != "int");
      EXPECT_EQ(sparse._indices().scalar_type(), kLong);
      expect_equal(sparse.to_dense(), tensor_of(pair, "dense"));
      expect_equal(file.load(key.toStringRef() + ".sparse").to_dense(), sparse.to_dense());
    }
    EXPECT_EQ(tensor_of(get(value, "long"), "sparse")._nnz(), 4);
  }
  expect_error<FileError>(
      [&] { load_pt(fixture("sparse_csr_batch.pt")); },
      "of the size [2, 3, 4] with beginnings of rows [2, 4] and columns [2, 4], expected one matrix");
}

TEST(Pt, SparseBuffersOfModules) {
  struct Net : nn::Module {
    Tensor mask = register_buffer("mask", tensor({{0.0f, 2.0f}, {0.0f, 0.0f}}).to_sparse());
  };
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/net.pt";
  Net net, other;
  save_pt(path, net);
  other.mask.zero_();
  serialize::InputArchive archive;
  archive.load_from(path);
  other.load(archive);
  expect_equal(other.named_buffers()["mask"].to_dense(), net.mask.to_dense());
}

// The weights of three LPIPS nets, which Python's torch.save wrote as streams of pickles in 2018.
TEST(Pt, FilesOfTheWild) {
  const char* const root = std::getenv("TORCHPP_DATA");
  if (root == nullptr || !std::filesystem::exists(std::string(root) + "/lpips"))
    GTEST_SKIP() << "$TORCHPP_DATA/lpips is not there";
  // The channels of the layers that are weighed.
  const std::pair<const char*, std::vector<int64_t>> nets[] = {{"alex", {64, 192, 384, 256, 256}},
                                                               {"squeeze", {64, 128, 256, 384, 384, 512, 512}},
                                                               {"vgg", {64, 128, 256, 512, 512}}};
  for (const auto& [name, channels] : nets) {
    const std::string path = std::string(root) + "/lpips/" + name + ".pth";
    const IValue value = load_pt(path).value;
    ASSERT_EQ(value.toGenericDictRef().size(), channels.size()) << path;
    for (size_t i = 0; i < channels.size(); ++i) {
      const Tensor weight = tensor_of(value, str("lin", i, ".model.1.weight").c_str());
      EXPECT_EQ(weight.sizes(), IntArrayRef({1, channels[i], 1, 1}));
      EXPECT_TRUE(weight.ge(0).all().item<bool>());  // as LPIPS keeps them
      EXPECT_GT(weight.sum().item<double>(), 0);
    }
    EXPECT_EQ(TensorFile::open(path).tensors().size(), channels.size());
  }
}

TEST(Pt, TensorFilesListTheirTensors) {
  for (const char* name : {"checkpoint.pt", "state_dict_stream.pth", "tar.pth"}) {
    for (const bool map : {false, true}) {
      TensorFileOptions options;
      options.map = map;
      TensorFile file = TensorFile::open(fixture(name), options);
      EXPECT_STREQ(file.format(), "pt");
      if (file.find("w")) {
        EXPECT_EQ(file.tensors().size(), 1u);
        expect_equal(file.load("w"), tensor({2.0f, 3.0f, 4.0f, 5.0f}).view({2, 2}));
        EXPECT_TRUE(file.load("w").is_contiguous());
      } else {
        EXPECT_EQ(file.tensors().size(), 7u);
        const std::string prefix = file.find("0.bias") ? "" : "state_dict.";
        expect_equal(file.load(prefix + "0.bias"), tensor({-1.0f, 0.5f}));
      }
    }
  }
}

TEST(Pt, ArchivesForLibtorchHaveItsForm) {
  // fixtures/make.cpp's net, optimizer and tensor; that libtorch 1.13.1 reads what is written here was tried.
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/file.pt";
  nn::Sequential net(nn::Linear(3, 2), nn::BatchNorm1d(2));
  optim::Adam adam(net->parameters(), optim::AdamOptions(0.5).betas(std::make_tuple(0.5, 0.75)));
  for (Tensor& p : net->parameters()) p.mutable_grad() = full(p.sizes(), 2.0);
  adam.step();
  save_libtorch(path, *net);
  nn::Sequential other(nn::Linear(3, 2), nn::BatchNorm1d(2));
  load(other, path);
  expect_equal(other->parameters()[0].detach(), net->parameters()[0].detach());
  save_libtorch(path, adam);
  const IValue value = load_pt(path).value, libtorch = load_pt(fixture("libtorch_adam.pt")).value;
  EXPECT_EQ(get(value, "pytorch_version"), get(libtorch, "pytorch_version"));
  const IValue group = get(get(value, "param_groups"), "param_groups/0");
  EXPECT_EQ(get(group, "params/3"), IValue("3"));
  EXPECT_EQ(get(get(group, "options"), "betas"),
            get(get(get(get(libtorch, "param_groups"), "param_groups/0"), "options"), "betas"));
  EXPECT_EQ(get(get(get(value, "state"), "0"), "step"), IValue(1));
  optim::Adam loaded(net->parameters(), optim::AdamOptions(0.1));
  load(loaded, path);
  const auto& options = static_cast<const optim::AdamOptions&>(loaded.param_groups()[0].options());
  EXPECT_EQ(options.lr(), 0.5);
  EXPECT_EQ(options.betas(), std::make_tuple(0.5, 0.75));
  EXPECT_EQ(loaded.state_dict().state.size(), 4u);
  serialize::OutputArchive archive;
  archive.write("a\"b", ones({1}));
  expect_error([&] { save_libtorch(path, archive); }, "without quotes");
  serialize::OutputArchive twice;
  twice.write("a", ones({1}));
  twice.write("a.b", ones({1}));
  expect_error([&] { save_libtorch(path, twice); }, "'a' is a value and holds others");
}

TEST(Pt, MappedTensorsLookAtTheFile) {
  LoadPtOptions options;
  options.map = true;
  const std::string before = bytes_of(fixture("tensors.pt"));
  const IValue value = load_pt(fixture("tensors.pt"), options).value;
  const Tensor base = tensor_of(value, "base");
  expect_equal(base, arange(12.0, kFloat).view({3, 4}));
  base.fill_(1);
  expect_equal(tensor_of(value, "row"), ones({4}));
  EXPECT_EQ(bytes_of(fixture("tensors.pt")), before);
  expect_equal(tensor_of(load_pt(fixture("tensors_stream.pth"), options).value, "row"), arange(8.0, 12.0, kFloat));
}

TEST(Pt, MappedTensorsAreCheckedIfAsked) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/t.pt";
  LoadPtOptions options;
  options.map = options.check_mapped = true;
  for (const int64_t n : {8, 3'000'000}) {  // of one piece and of many
    save_pt(path, NamedTensors{{"a", arange(n, kFloat)}, {"empty", empty({0})}});
    expect_equal(tensor_of(load_pt(path, options).value, "a"), arange(n, kFloat));
    std::string bytes = bytes_of(path);
    const float last = static_cast<float>(n - 1);
    const size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&last), sizeof last));
    ASSERT_NE(at, std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::ofstream(path, std::ios::binary) << bytes;
    expect_error<FileError>([&] { load_pt(path, options); }, "is damaged: got bytes of CRC");
    options.check_mapped = false;
    EXPECT_NE(tensor_of(load_pt(path, options).value, "a")[n - 1].item<float>(), last);
    options.check_mapped = true;
  }
}

TEST(Pt, ModulesLoadFilesOfPython) {
  for (const char* name : {"state_dict.pt", "state_dict_stream.pth"}) {
    nn::Sequential net(nn::Linear(3, 2), nn::BatchNorm1d(2));
    load(net, fixture(name));
    expect_equal(net->named_parameters()["0.weight"].detach(), arange(6.0, kFloat).view({2, 3}));
    expect_equal(net->named_buffers()["1.running_mean"], tensor({7.0f, 8.0f}));
    EXPECT_TRUE(net->parameters()[0].requires_grad());
    // From a stream, and from memory.
    const std::string bytes = bytes_of(fixture(name));
    std::istringstream stream("xx" + bytes);
    stream.seekg(2);
    nn::Sequential streamed(nn::Linear(3, 2), nn::BatchNorm1d(2)), copied(nn::Linear(3, 2), nn::BatchNorm1d(2));
    load(streamed, stream);
    load(copied, bytes.data(), bytes.size());
    for (size_t i = 0; i < net->parameters().size(); ++i) {
      expect_equal(streamed->parameters()[i].detach(), net->parameters()[i].detach());
      expect_equal(copied->parameters()[i].detach(), net->parameters()[i].detach());
    }
    nn::Sequential other(nn::Linear(3, 3), nn::BatchNorm1d(2));
    expect_error([&] { load(other, fixture(name)); }, "'0.weight' got sizes [2, 3], expected [3, 3]");
  }
}

TEST(Pt, CheckpointsHaveNestedNames) {
  serialize::InputArchive archive;
  archive.load_from(fixture("checkpoint.pt"));
  EXPECT_EQ(archive.keys(), (std::vector<std::string>{"epoch", "state_dict", "best"}));
  IValue epoch, best;
  archive.read("epoch", epoch);
  archive.read("best", best);
  EXPECT_EQ(epoch, IValue(3));
  EXPECT_EQ(best, IValue(0.25));
  Tensor number;
  archive.read("epoch", number);
  EXPECT_EQ(number.item().toLong(), 3);
  nn::Sequential net(nn::Linear(3, 2), nn::BatchNorm1d(2));
  serialize::InputArchive nested = archive.nested("state_dict");
  net->load(nested);
  expect_equal(net->named_parameters()["0.bias"].detach(), tensor({-1.0f, 0.5f}));
}

// Adam after one step with the gradient 2, as make.py and make.cpp have it.
std::vector<Tensor> stepped_parameters() { return {ones({2}).requires_grad_(), ones({1}).requires_grad_()}; }

TEST(Pt, OptimizersOfPython) {
  optim::OptimizerStateDict dict;
  load(dict, fixture("adam.pt"));
  ASSERT_EQ(dict.state.size(), 2u);
  std::vector<Tensor> parameters = stepped_parameters();
  optim::Adam adam(parameters, optim::AdamOptions(0.1));
  adam.load_state_dict(dict);
  const auto& options = static_cast<const optim::AdamOptions&>(adam.param_groups()[0].options());
  EXPECT_EQ(options.lr(), 0.5);
  EXPECT_EQ(options.betas(), std::make_tuple(0.5, 0.75));
  expect_equal(dict.state[0].second[1].second.toTensor(), full({2}, 1.0));  // exp_avg: (1 - 0.5) * 2
  expect_equal(dict.state[0].second[2].second.toTensor(), full({2}, 1.0));  // exp_avg_sq: (1 - 0.75) * 4

  // What is saved is the same again.
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/adam.pt";
  save_pt(path, adam.state_dict());
  const IValue saved = load_pt(path).value, python = load_pt(fixture("adam.pt")).value;
  EXPECT_EQ(get(get(saved, "state"), 0).toGenericDictRef().size(), 3u);
  for (const char* name : {"step", "exp_avg", "exp_avg_sq"})
    expect_equal(tensor_of(get(get(saved, "state"), 1), name), tensor_of(get(get(python, "state"), 1), name));
  const IValue group = get(saved, "param_groups").toListRef()[0];
  EXPECT_EQ(get(group, "lr"), IValue(0.5));
  EXPECT_EQ(get(group, "params"), IValue(IValue::List{0, 1}));
}

TEST(Pt, FilesOfLibtorch) {
  struct Net : nn::Module {
    Net() {
      scale = register_parameter("scale", zeros({2, 2}));
      norm = register_module("norm", nn::BatchNorm1d(2));
    }
    Tensor scale;
    nn::BatchNorm1d norm{nullptr};
  };
  const auto net = std::make_shared<Net>();
  load(net, fixture("libtorch_module.pt"));
  expect_equal(net->scale.detach(), arange(4.0, kFloat).view({2, 2}));
  Tensor one;
  load(one, fixture("libtorch_tensor.pt"));
  expect_equal(one, arange(3.0, kFloat));
  std::vector<Tensor> several;
  load(several, fixture("libtorch_tensors.pt"));
  ASSERT_EQ(several.size(), 2u);
  expect_equal(several[1], zeros({1, 2}));

  optim::Adam adam(net->parameters(), optim::AdamOptions(0.1));
  load(adam, fixture("libtorch_adam.pt"));
  const auto& options = static_cast<const optim::AdamOptions&>(adam.param_groups()[0].options());
  EXPECT_EQ(options.lr(), 0.5);
  EXPECT_EQ(options.betas(), std::make_tuple(0.5, 0.75));
  const optim::OptimizerStateDict dict = adam.state_dict();
  ASSERT_EQ(dict.state.size(), 2u);  // the third parameter had no gradient
  EXPECT_EQ(dict.state[0].first, 0);
  EXPECT_EQ(dict.state[1].first, 1);
  for (const auto& [name, value] : dict.state[0].second)
    if (name == "exp_avg") expect_equal(value.toTensor(), full({2, 2}, 1.0));

  const std::string bytes = bytes_of(fixture("libtorch_pickle.bin"));
  const IValue value = pickle_load({bytes.begin(), bytes.end()});
  EXPECT_EQ(get(value, "int"), IValue(3));
  EXPECT_EQ(get(value, "ints").toIntVector(), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(get(value, "floats").toDoubleVector(), (std::vector<double>{1, 2}));
  EXPECT_EQ(get(value, "bools").toBoolVector(), (std::vector<bool>{true, false}));
  EXPECT_EQ(get(value, "tensors").toTensorVector().size(), 1u);
  EXPECT_EQ(get(value, "tuple").toTupleRef()[2], IValue("s"));
  EXPECT_EQ(get(value, "device").toDevice(), Device(kCUDA, 1));
  EXPECT_EQ(get(value, "complex"), IValue(ComplexDouble(1, 2)));
  EXPECT_EQ(get(value, "large"), IValue(int64_t{1} << 40));
}

TEST(Pt, WhatIsSavedIsLoaded) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/file.pt";
  const Tensor base = arange(12.0, kFloat).view({3, 4});
  IValue::Dict items;
  items.emplace_back("base", base);
  items.emplace_back("view", base.t());
  items.emplace_back("half", ones({3}, kHalf));
  items.emplace_back("conj", tensor({ComplexFloat(1, 2)}).conj());
  items.emplace_back("sparse", sparse_coo_tensor(tensor({{0, 1}, {2, 0}}), tensor({3.0f, 4.0f}), {2, 3}));
  items.emplace_back("grad", ones({2}).requires_grad_());
  items.emplace_back("empty", empty({0, 3}));
  items.emplace_back("list", IValue(IValue::List{1, 2.5, "three", IValue(), true, -7, int64_t{1} << 40}));
  items.emplace_back("ints", std::vector<int64_t>{1, 70000, -1});
  items.emplace_back("tuple", std::make_tuple(1, std::string("x")));
  items.emplace_back("tensors", std::vector<Tensor>{base[0]});
  items.emplace_back("complex", ComplexDouble(1, -2));
  items.emplace_back("device", Device(kCUDA, 1));
  items.emplace_back(5, IValue::Dict());
  save_pt(path, IValue(items), {{"", 1}, {"layer", 2}});
  const PtFile file = load_pt(path);
  EXPECT_EQ(file.versions, (std::vector<std::pair<std::string, int64_t>>{{"", 1}, {"layer", 2}}));
  const IValue& value = file.value;
  expect_equal(tensor_of(value, "base"), base);
  EXPECT_TRUE(tensor_of(value, "view").storage().is_alias_of(tensor_of(value, "base").storage()));
  expect_equal(tensor_of(value, "view"), base.t());
  expect_equal(tensor_of(value, "half"), ones({3}, kHalf));
  expect_equal(tensor_of(value, "conj"), tensor({ComplexFloat(1, -2)}));
  expect_equal(tensor_of(value, "sparse").to_dense(), tensor({0.0f, 0.0f, 3.0f, 4.0f, 0.0f, 0.0f}).view({2, 3}));
  EXPECT_TRUE(tensor_of(value, "grad").requires_grad());
  EXPECT_EQ(tensor_of(value, "empty").sizes(), (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(get(value, "list"), items[7].second);
  EXPECT_EQ(get(value, "ints"), IValue(IValue::List{1, 70000, -1}));
  EXPECT_EQ(get(value, "tuple").toTupleRef()[1], IValue("x"));
  expect_equal(get(value, "tensors").toListRef()[0].toTensor(), base[0]);
  EXPECT_EQ(get(value, "complex"), IValue(ComplexDouble(1, -2)));
  EXPECT_EQ(get(value, "device").toDevice(), Device(kCUDA, 1));
  EXPECT_EQ(get(value, 5).toGenericDictRef().size(), 0u);

  items.erase(items.begin() + 4);  // libtorch reads no sparse tensors
  const IValue again = pickle_load(pickle_save(IValue(items)));
  EXPECT_EQ(get(again, "ints").toIntVector(), (std::vector<int64_t>{1, 70000, -1}));
  EXPECT_EQ(get(again, "tensors").toTensorVector().size(), 1u);
  expect_equal(tensor_of(again, "view"), base.t());
}

TEST(Pt, ModulesAreSavedAsStateDicts) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/file.pt";
  nn::Sequential net(nn::Linear(3, 2), nn::BatchNorm1d(2)), other(nn::Linear(3, 2), nn::BatchNorm1d(2));
  save_pt(path, *net);
  EXPECT_FALSE(tensor_of(load_pt(path).value, "0.weight").requires_grad());
  load(other, path);
  for (size_t i = 0; i < net->parameters().size(); ++i)
    expect_equal(other->parameters()[i].detach(), net->parameters()[i].detach());
  // Each entry's bytes are aligned.
  const std::string bytes = bytes_of(path);
  const std::shared_ptr<char> data(std::shared_ptr<void>(), const_cast<char*>(bytes.data()));
  serialize::ZipReader zip(std::make_unique<serialize::RandomMemory>(serialize::Block{data, bytes.size()}), "zip", 0);
  for (const serialize::ZipEntry& entry : zip.entries())
    EXPECT_EQ((zip.view(entry).get() - bytes.data()) % 64, 0) << entry.name;
  EXPECT_EQ(zip.entries()[0].name, "archive/data.pkl");
}

TEST(Pt, WhatHasNoFormIsNotSaved) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/file.pt";
  expect_error([&] { save_pt(path, IValue(empty({2}, TensorOptions(kMeta)))); }, "meta device");
  expect_error([&] { save_pt(path, IValue("\xff")); }, "expected UTF-8");
  expect_error([&] { save_pt(path, IValue(default_generator())); }, "got a value of type");
  expect_error([&] { save_pt(path, NamedTensors{{"a", ones({1})}, {"a", ones({1})}}); }, "'a' twice");
  expect_error([&] { save_pt(path, NamedTensors{{"a", Tensor()}}); }, "undefined");
  expect_error([&] { save_pt(path, IValue(1), {{"", 1}}); }, "");
  IValue::List nested;
  for (int i = 0; i < 300; ++i) nested = IValue::List{IValue(nested)};
  expect_error([&] { save_pt(path, IValue(nested)); }, "nested more than 256 times");
  EXPECT_TRUE(folder.names().empty());
}

IValue parse(const std::string& bytes) { return parse_pt(bytes.data(), bytes.size()).value; }

TEST(Pt, ArchivesThatContradictThemselvesAreRefused) {
  const std::string floats = pt_pickle("FloatStorage");
  EXPECT_EQ(parse(pt_archive(floats, {{"data/0", std::string(12, '\0')}})).toTensor().numel(), 3);
  const auto refused = [](const std::string& bytes, const std::string& phrase) {
    expect_error([&] { parse(bytes); }, phrase);
  };
  refused(pt_archive(floats, {}), "no entry 'a/data/0' for a storage of 3 of Float");
  refused(pt_archive(floats, {{"data/0", std::string(11, '\0')}}), "got 11 bytes, expected 12");
  refused(pt_archive(floats, {{"data/0", std::string(16, '\0')}}), "got 16 bytes, expected 12");
  refused(pt_archive(pt_pickle("BoolStorage"), {{"data/0", std::string("\0\1\2", 3)}}), "neither 0 nor 1");
  refused(pt_archive(floats + "x", {{"data/0", std::string(12, '\0')}}), "got 1 bytes behind the pickle");
  refused(pt_archive(floats, {{"data/0", std::string(12, '\0')}, {"byteorder", "middle"}}), "byteorder got 'middle'");
  std::string other;
  serialize::ZipWriter zip([&](const void* data, size_t n) { other.append(static_cast<const char*>(data), n); });
  zip.add("a/b", "x", 1);
  zip.finish();
  refused(other, "without the entry 'a/data.pkl'");
  std::string damaged = pt_archive(floats, {{"data/0", "twelve bytes"}});
  damaged[damaged.find("twelve") + 2] ^= 1;
  refused(damaged, "is damaged");
}

TEST(Pt, BigEndianArchivesAreRead) {
  const std::string data("\x3f\x80\0\0\x40\0\0\0\xbf\x80\0\0", 12);
  expect_equal(parse(pt_archive(pt_pickle("FloatStorage"), {{"data/0", data}, {"byteorder", "big"}})).toTensor(),
               tensor({1.0f, 2.0f, -1.0f}));
  const std::string complex = std::string("\x3f\x80\0\0\x40\0\0\0", 8);
  expect_equal(parse(pt_archive(pt_pickle("ComplexFloatStorage"),
                                {{"data/0", complex + complex + complex}, {"byteorder", "big"}}))
                   .toTensor(),
               full({3}, Scalar(ComplexFloat(1, 2)), TensorOptions(kComplexFloat)));
}

TEST(Pt, EveryTruncationIsRefused) {
  for (const char* name : {"state_dict.pt", "state_dict_stream.pth", "tensors.pt", "tensors_stream.pth", "values.pt",
                           "libtorch_module.pt", "libtorch_pickle.bin", "quantized.pt", "quantized_channels.pt",
                           "sparse.pt", "sparse_stream.pth", "sparse_csr.pt", "sparse_csr_stream.pth"}) {
    const std::string bytes = bytes_of(fixture(name));
    for (size_t size = 0; size < bytes.size(); ++size)
      ASSERT_THROW(parse(bytes.substr(0, size)), FileError) << name << " " << size << " of " << bytes.size();
  }
  // The end of a tar archive is zeros, which not every writer writes.
  const std::string tar = bytes_of(fixture("tar.pth"));
  for (size_t size = 0; size < tar.size(); ++size) {
    try {
      parse(tar.substr(0, size));
    } catch (const FileError&) {
    }
  }
}

TEST(Pt, ValuesTakeNoMoreMemoryThanTheFileAllows) {
  // Two million lists in a file of two megabytes.
  const std::string pickle = "\x80\x02](" + std::string(2'000'000, ']') + "e.";
  expect_error([&] { parse(pt_archive(pickle, {})); }, "bytes of memory, which is the bound for a file of its size");
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/lists.pt";
  const std::string bytes = pt_archive("\x80\x02](" + std::string(200'000, 'N') + "e.", {});
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  expect_error([&] { load_pt(path); }, "bytes of memory");
  LoadPtOptions options;
  options.most_value_bytes = 100 << 20;
  EXPECT_EQ(load_pt(path, options).value.toListRef().size(), 200'000u);
}

TEST(Pt, NamesThatWouldBeTooManyAreRefused) {
  // Thirty dictionaries, each with the one before at two names; the first has an item, or none that has a name.
  for (const char* first : {"U\1aK\1s0", "0"}) {
    std::string pickle = std::string("\x80\x02}q\1") + first;
    for (char i = 1; i < 30; ++i)
      pickle += std::string("}(U\1ah") + i + "U\1bh" + i + "uq" + static_cast<char>(i + 1) + "0";
    const std::string bytes = pt_archive(pickle + "h\x1e.", {});
    EXPECT_EQ(parse(bytes).toGenericDictRef().size(), 2u);
    serialize::InputArchive archive;
    expect_error([&] { archive.load_from(bytes.data(), bytes.size()); }, "joined by dots");
    expect_error([&] { TensorFile::parse(bytes.data(), bytes.size()); }, "joined by dots");
  }
}

// Tensors by name, as in a file of PyTorch that is opened as a file of tensors.
void expect_listed(const IValue& value, const NamedTensors& expected) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/f.pt";
  save_pt(path, value);
  for (const bool map : {false, true}) {
    TensorFileOptions options;
    options.map = map;
    TensorFile file = TensorFile::open(path, options);
    ASSERT_EQ(file.tensors().size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(file.tensors()[i].name, expected[i].first);
      EXPECT_EQ(IntArrayRef(file.tensors()[i].shape), expected[i].second.sizes());
      EXPECT_EQ(file.tensors()[i].nbytes, expected[i].second.nbytes());
      const Tensor loaded = file.load(i);
      EXPECT_TRUE(loaded.is_contiguous());
      expect_equal(loaded, expected[i].second);
    }
  }
}

TEST(Pt, TensorsOfAFileAreListedAndReadOneByOne) {
  const Tensor a = arange(12, kFloat).view({3, 4}), b = tensor({true, false}, kBool), c = empty({0, 3}, kHalf);
  const Tensor z = view_as_complex(arange(8, kFloat).view({4, 2}));
  IValue::Dict inner, outer;
  inner.emplace_back(int64_t{0}, a);
  inner.emplace_back("part", a.slice(0, 1, 3));
  inner.emplace_back("transposed", a.t());
  inner.emplace_back("repeated", tensor(2.0f).expand({2, 3}));
  outer.emplace_back("epoch", int64_t{3});
  outer.emplace_back("state", std::move(inner));
  outer.emplace_back("list", IValue::List{IValue(b), IValue("text"), IValue(IValue::List{IValue(c)})});
  outer.emplace_back("numbers", IValue::List{IValue(1.5), IValue(2.5)});
  outer.emplace_back("conj", z.conj());
  outer.emplace_back("weight", zeros({2}).requires_grad_());
  expect_listed(IValue(std::move(outer)), {{"state.0", a},
                                           {"state.part", a.slice(0, 1, 3).contiguous()},
                                           {"state.transposed", a.t().contiguous()},
                                           {"state.repeated", full({2, 3}, 2.0)},
                                           {"list.0", b},
                                           {"list.2.0", c},
                                           {"conj", z.conj().resolve_conj()},
                                           {"weight", zeros({2})}});
  expect_listed(IValue(a), {{"0", a}});
}

TEST(Pt, FilesAreReadTensorByTensor) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/f.pt";
  save_pt(path, NamedTensors{{"a", arange(3, kFloat)}, {"b", full({3}, 7.0)}});
  std::string bytes = bytes_of(path);
  const float seven = 7;
  bytes[bytes.find(std::string(reinterpret_cast<const char*>(&seven), sizeof seven))] ^= 1;
  // Opening and the sound tensor do not see the damage of the other.
  TensorFile file = TensorFile::parse(bytes.data(), bytes.size());
  expect_equal(file.load("a"), arange(3, kFloat));
  expect_error([&] { file.load("b"); }, "entry 'archive/data/1' is damaged");
  // A tensor has memory of its own, and a part does not keep the whole.
  const Tensor whole = arange(1000, kFloat);
  save_pt(path, NamedTensors{{"part", whole.slice(0, 0, 2)}, {"whole", whole}});
  TensorFile parts = TensorFile::open(path);
  EXPECT_EQ(parts.load("part").storage().nbytes(), 8u);
  EXPECT_NE(parts.load("whole").data_ptr(), parts.load("whole").data_ptr());
}

TEST(Pt, RepeatedElementsAreBounded) {
  const auto opened = [](const std::string& last) {
    std::string pickle = pt_pickle("FloatStorage");
    const std::string sizes = "K\3\x85K\1\x85", most = "J\xff\xff\xff\x7f", zero("K\0", 2);
    pickle.replace(pickle.find(sizes), sizes.size(), most + most + last + "\x87" + zero + zero + zero + "\x87");
    const std::string bytes = pt_archive(pickle, {{"data/0", std::string(12, '\0')}});
    return TensorFile::parse(bytes.data(), bytes.size());
  };
  TensorFile file = opened("K\1");
  EXPECT_EQ(file.tensors()[0].shape, (std::vector<int64_t>{INT32_MAX, INT32_MAX, 1}));
  expect_error([&] { file.load(0); }, "that repeat 12 of the file, expected at most");
  expect_error([&] { opened("K\2").load(0); }, "whose bytes cannot be counted");
}

TEST(Pt, DictionariesThatAreAlikeAreNotTheSame) {
  // Two tuples, each with an OrderedDict of its own; arguments of a tensor that are used again.
  const std::string dict = "ccollections\nOrderedDict\n)R";
  const IValue tuples = parse(pt_archive("\x80\x02](" + dict + "\x85" + dict +
                                             "\x85"
                                             "e.",
                                         {}));
  EXPECT_NE(&tuples.toListRef()[0].toTupleRef()[0].toGenericDictRef(),
            &tuples.toListRef()[1].toTupleRef()[0].toGenericDictRef());
  const std::string tensor =
      "ctorch._utils\n_rebuild_tensor_v2\n((U\7storagectorch\nFloatStorage\nU\1"
      "0U\3cpuK\3tQ" +
      std::string("K\0", 2) + "K\3\x85q\1K\1\x85\x89" + dict + "q\2tR";
  const IValue list = parse(
      pt_archive("\x80\x02](" + tensor + "h\1h\2" + tensor + "K\5K\6\x86h\1e.", {{"data/0", std::string(12, '\0')}}));
  ASSERT_EQ(list.toListRef().size(), 6u);
  EXPECT_EQ(list.toListRef()[1].toTupleRef()[0].toInt(), 3);
  EXPECT_TRUE(list.toListRef()[2].toGenericDictRef().empty());
  EXPECT_EQ(list.toListRef()[4].toTupleRef()[1].toInt(), 6);
  EXPECT_EQ(list.toListRef()[5].toTupleRef()[0].toInt(), 3);
}

TEST(Pt, MemoIndices) {
  // Asked for or not, given by the operation or counted.
  const auto value = [](const std::string& pickle) { return to_string(parse(pt_archive("\x80\x04" + pickle, {}))); };
  const std::string expected = value("](K\1K\2\x86K\3K\1K\2\x86K\3e.");
  EXPECT_EQ(value("](K\1K\2\x86q\5K\3\x94h\5h\6e."), expected);
  EXPECT_EQ(value("]\x94(K\1\x94K\2\x94\x86\x94K\3\x94h\3h\4e."), expected);
  const std::string far("\x14\0\0\0", 4), near("\2\0\0\0", 4);
  EXPECT_EQ(value("](K\1K\2\x86r" + far + "K\3r" + near + "j" + far + "j" + near + "e."), expected);
  expect_error([&] { value("](K\1q\1h\2e."); }, "got the memo index 2, which was not set");
}

}  // namespace
}  // namespace torchpp::test

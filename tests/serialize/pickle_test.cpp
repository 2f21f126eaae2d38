// SPDX-License-Identifier: BSD-3-Clause
// The interpreter of pickles. Pickles are put together by hand from the operations of Python's pickletools.
#include "src/serialize/pickle.h"

#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/ops.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "src/ops/sparse.h"
#include "src/serialize/pt_unpickler.h"
#include "tests/support/expect_error.h"

namespace torchpp::test {
namespace {

using serialize::MemoryBudget;
using serialize::PtUnpickler;

// Storages of any size whose bytes are all 1.
class Ones final : public serialize::PtStorages {
 public:
  Storage load(const serialize::PtStorage& storage) override {
    return ones({static_cast<int64_t>(storage.nbytes())}, kByte).storage();
  }
};

IValue run(const std::string& operations, uint64_t budget_bytes = 1 << 20) {
  const std::string bytes = "\x80\x02" + operations + ".";
  MemoryBudget budget(budget_bytes, "file");
  Ones ones;
  PtUnpickler unpickler("file", budget, ones);
  register_sparse_kernels();
  size_t at = 0;
  const auto value = unpickler.run(bytes, at);
  EXPECT_EQ(at, bytes.size());
  return unpickler.to_ivalue(value);
}
void expect_refused(const std::string& operations, const std::string& phrase) {
  try {
    run(operations);
    ADD_FAILURE() << "nothing was thrown, expected: " << phrase;
  } catch (const FileError& e) {
    EXPECT_EQ(std::string(e.what()).rfind("file: ", 0), 0u) << e.what();
    EXPECT_NE(std::string(e.what()).find(phrase), std::string::npos) << e.what() << "\nexpected: " << phrase;
  }
}

std::string text(const std::string& t) {
  const auto size = static_cast<uint32_t>(t.size());
  return "X" + std::string(reinterpret_cast<const char*>(&size), 4) + t;
}
std::string global(const std::string& module, const std::string& name) { return "c" + module + "\n" + name + "\n"; }
std::string number(int64_t value) {
  return "\x8a\x08" + std::string(reinterpret_cast<const char*>(&value), sizeof value);
}
std::string numbers(const std::vector<int64_t>& values) {
  std::string operations = "(";
  for (int64_t value : values) operations += number(value);
  return operations + "t";
}
std::string storage(const std::string& type, int64_t numel, const std::string& key = "0") {
  return "(" + text("storage") + global("torch", type) + text(key) + text("cpu") + number(numel) + "tQ";
}
std::string tensor(const std::string& storage, int64_t offset, const std::vector<int64_t>& sizes,
                   const std::vector<int64_t>& strides, const std::string& requires_grad = "\x89") {
  return global("torch._utils", "_rebuild_tensor_v2") + "(" + storage + number(offset) + numbers(sizes) +
         numbers(strides) + requires_grad + "NtR";
}

TEST(Pickle, NumbersTextsAndContainers) {
  EXPECT_TRUE(run("N").isNone());
  EXPECT_EQ(run("\x88"), IValue(true));
  EXPECT_EQ(run("\x89"), IValue(false));
  EXPECT_EQ(run("K\xff"), IValue(255));
  EXPECT_EQ(run("M\xff\xff"), IValue(65535));
  EXPECT_EQ(run("J\xff\xff\xff\xff"), IValue(-1));
  EXPECT_EQ(run(std::string("\x8a\x00", 2)), IValue(0));
  EXPECT_EQ(run("\x8a\x01\x80"), IValue(-128));
  EXPECT_EQ(run(number(INT64_MIN)), IValue(INT64_MIN));
  EXPECT_EQ(run(std::string("\x8b\x01\0\0\0\x05", 6)), IValue(5));
  EXPECT_EQ(run(std::string("G\x3f\xf8\0\0\0\0\0\0", 9)), IValue(1.5));
  EXPECT_EQ(run(text("abc")), IValue("abc"));
  EXPECT_EQ(run("U\x02zz"), IValue("zz"));
  EXPECT_EQ(run(std::string("T\x02\0\0\0zz", 7)), IValue("zz"));
  EXPECT_EQ(run("\x8c\x02zz"), IValue("zz"));
  EXPECT_EQ(run("C\x02\xff\xfe"), IValue("\xff\xfe"));
}

TEST(Pickle, Containers) {
  const IValue list =
      run("](K\x01K\x02"
          "eK\x03"
          "a");
  EXPECT_EQ(list, IValue(IValue::List{1, 2, 3}));
  EXPECT_EQ(run("(K\x01K\x02l"), IValue(IValue::List{1, 2}));
  EXPECT_EQ(run(")").toTupleRef().size(), 0u);
  EXPECT_EQ(run("K\x01\x85").toTupleRef(), (IValue::List{1}));
  EXPECT_EQ(run("K\x01K\x02\x86").toTupleRef(), (IValue::List{1, 2}));
  EXPECT_EQ(run("K\x01K\x02K\x03\x87").toTupleRef(), (IValue::List{1, 2, 3}));
  EXPECT_EQ(run("(K\x01K\x02K\x03K\x04t").toTupleRef(), (IValue::List{1, 2, 3, 4}));
  const IValue dict = run("}(" + text("a") + "K\x01K\x05K\x02u" + text("b") + "Ns");
  ASSERT_EQ(dict.toGenericDictRef().size(), 3u);
  EXPECT_EQ(dict.toGenericDictRef()[0].first, IValue("a"));
  EXPECT_EQ(dict.toGenericDictRef()[1].first, IValue(5));
  EXPECT_TRUE(dict.toGenericDictRef()[2].second.isNone());
  EXPECT_EQ(run("(" + text("a") +
                "K\x01"
                "d")
                .toGenericDictRef()
                .size(),
            1u);
  EXPECT_EQ(run("\x8f(K\x07\x90"), IValue(IValue::List{7}));
  EXPECT_EQ(run("(K\x07\x91"), IValue(IValue::List{7}));
}

TEST(Pickle, TheMemoKeepsIdentity) {
  const IValue twice =
      run("(]q\x01K\x07"
          "ah\x01t");
  EXPECT_TRUE(twice.toTupleRef()[0].is(twice.toTupleRef()[1]));
  EXPECT_EQ(run(std::string("]r\x02\0\0\0j\x02\0\0\0\x86", 12)).toTupleRef().size(), 2u);
  EXPECT_EQ(run(std::string("]\x94h\0\x86", 5)).toTupleRef().size(), 2u);
  EXPECT_EQ(run("K\x01"
                "2\x86")
                .toTupleRef()
                .size(),
            2u);
  EXPECT_EQ(run("K\x01K\x02"
                "0"),
            IValue(1));
  EXPECT_EQ(run("K\x01(K\x02K\x03"
                "1"),
            IValue(1));
}

TEST(Pickle, WhatIsNoPickleOfTensorsIsRefused) {
  expect_refused("]]", "got 2 values at the end");
  expect_refused("", "without its operands");
  expect_refused("(", "without its operands");
  expect_refused("K\x01(", "without its operands");
  expect_refused("e", "without a mark");
  expect_refused(
      "K\x01(K\x01"
      "e",
      "to append to, expected a list");
  expect_refused("](K\x01\x90", "expected a set");
  expect_refused("]K\x01K\x02s", "expected a dict");
  expect_refused("}(K\x01u", "a key without a value");
  expect_refused("h\x05", "memo index 5, which was not set");
  expect_refused("]r\xff\xff\xff\x7f", "memo index 2147483647 in a pickle of");
  expect_refused("I5\n", "got the operation 73");
  expect_refused("i", "got the operation 105");
  expect_refused("\x82\x01", "got the operation 130");
  expect_refused("o", "got the operation 111");
  expect_refused(std::string("X\xff\xff\xff\xff", 5), "expected 4294967295 more");
  expect_refused(std::string("\x8d\xff\xff\xff\xff\xff\xff\xff\xff", 9), "more");
  expect_refused(
      "\x8a\x09"
      "123456789",
      "an int of 9 bytes");
  expect_refused("ctorch", "a name that does not end");
  expect_refused("]2a", "a list that contains itself");
  expect_refused("]q\x01(h\x01te", "without a mark");
  expect_refused(
      "]q\x01h\x01\x85"
      "a",
      "that contains itself");
  expect_refused("}q\x01" + text("x") + "h\x01s", "a dict that contains itself");
  expect_refused("}" + text("x") + "Ns" + text("x") + "Ns", "the key 'x' twice");
  expect_refused("}K\x01NsK\x01Ns", "the key 1 twice");
  expect_refused("})Ns", "a tuple as the key");
  expect_refused("]NR", "expected a tuple");
  expect_refused("K\x01)R", "got a call of the int 1");
  expect_refused("K\x01}b", "an int to give a dict as its state");
  EXPECT_THROW(run(std::string(300, '\x85').insert(0, "N")), FileError);
  EXPECT_EQ(run(std::string(200, '\x85').insert(0, "N")).toTupleRef().size(), 1u);
  MemoryBudget budget(1000, "file");
  PtUnpickler unpickler("file", budget, uint64_t{1000});
  for (const char* start : {"", "\x80", "\x80\x01", "\x80\x06", "(lp0"}) {
    size_t at = 0;
    EXPECT_THROW(unpickler.run(start, at), FileError);
  }
}

TEST(Pickle, MemoryIsBounded) {
  const auto needs = [](const std::string& operations) {
    try {
      run(operations, 50000);
    } catch (const FileError& e) {
      return std::string(e.what()).find("need more than 50000 bytes") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(needs(std::string(5000, 'N')));
  EXPECT_TRUE(needs(std::string(10000, '(')));
  EXPECT_TRUE(needs(std::string(5000, ']')));
  EXPECT_TRUE(needs("](" + std::string(3000, 'N') + "e"));
  EXPECT_TRUE(needs("}" + [] {
    std::string items;
    for (int i = 0; i < 1000; ++i) items += "M" + std::string(reinterpret_cast<const char*>(&i), 2) + "Ns";
    return items;
  }()));
  // Each list holds the one before ten times; as values they are sixty lists.
  std::string laughs =
      "]q\x01"
      "0";
  for (char i = 1; i < 60; ++i) {
    laughs += "](";
    for (int j = 0; j < 10; ++j) laughs += std::string("h") + i;
    laughs += std::string("eq") + static_cast<char>(i + 1) + "0";
  }
  const IValue laughed = run(laughs + "h\x3c");
  EXPECT_EQ(laughed.toListRef().size(), 10u);
}

TEST(Pickle, UnknownNamesAreErrorsThatNameThem) {
  for (const auto& [module, name] :
       std::vector<std::pair<std::string, std::string>>{{"os", "system"},
                                                        {"posix", "system"},
                                                        {"builtins", "eval"},
                                                        {"builtins", "exec"},
                                                        {"builtins", "getattr"},
                                                        {"__builtin__", "eval"},
                                                        {"subprocess", "Popen"},
                                                        {"runpy", "_run_code"},
                                                        {"torch", "load"},
                                                        {"torch.hub", "load"},
                                                        {"torch.nn.modules.linear", "Linear"},
                                                        {"torch.storage", "_load_from_bytes"},
                                                        {"numpy", "dtype"},
                                                        {"collections", "defaultdict"},
                                                        {"copyreg", "_reconstructor"},
                                                        {"torch._utils", "_rebuild_device_tensor_from_numpy"},
                                                        {"torch", "FloatStorageX"},
                                                        {"torch", "Storage"}}) {
    expect_refused(global(module, name), "'" + module + "." + name + "'");
    expect_refused(text(module) + text(name) + "\x93", "'" + module + "." + name + "'");
  }
  expect_refused("K\x01K\x02\x93", "expected texts");
  // A class can be named, and not be called, made or given a state.
  expect_refused(global("torch.nn.parameter", "Parameter") + ")R", "call of a class");
  expect_refused(global("torch", "FloatStorage") + ")R", "call of a class");
  expect_refused(global("torch.nn.parameter", "Parameter") + ")\x81", "expected one of a class of TorchScript");
  expect_refused(global("torch.nn.parameter", "Parameter"), "a class or function as a value");
}

TEST(Pickle, Tensors) {
  const Tensor t = run(tensor(storage("ByteStorage", 12), 1, {2, 3}, {4, 1})).toTensor();
  EXPECT_EQ(t.sizes(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(t.strides(), (std::vector<int64_t>{4, 1}));
  EXPECT_EQ(t.storage_offset(), 1);
  EXPECT_EQ(t.sum().item().toLong(), 6);
  EXPECT_EQ(run(tensor(storage("FloatStorage", 0), 0, {0, 3}, {3, 1})).toTensor().numel(), 0);
  EXPECT_EQ(run(tensor(storage("FloatStorage", 1), 0, {INT64_MAX}, {0})).toTensor().numel(), INT64_MAX);
  EXPECT_TRUE(run(tensor(storage("FloatStorage", 1), 0, {}, {}, "\x88")).toTensor().requires_grad());
  const IValue pair =
      run("(" + tensor(storage("ByteStorage", 4), 0, {4}, {1}) + tensor(storage("ByteStorage", 4), 2, {2}, {1}) + "t");
  pair.toTupleRef()[0].toTensor().fill_(9);
  EXPECT_EQ(pair.toTupleRef()[1].toTensor().sum().item().toLong(), 18);
}

TEST(Pickle, TensorsOfLaterVersions) {
  // The seventh argument of version 2 tells what is conjugated or negated, that of version 3 the dtype.
  const auto with_metadata = [](const std::string& type, const std::string& name) {
    return global("torch._utils", "_rebuild_tensor_v2") + "(" + storage(type, 1) + number(0) + numbers({1}) +
           numbers({1}) + "\x89N}" + text(name) + "\x88stR";
  };
  EXPECT_TRUE(run(with_metadata("ComplexFloatStorage", "conj")).toTensor().is_conj());
  EXPECT_TRUE(run(with_metadata("FloatStorage", "neg")).toTensor().is_neg());
  expect_refused(with_metadata("FloatStorage", "conj"), "a conjugated tensor of Float");
  expect_refused(with_metadata("BoolStorage", "neg"), "a negated tensor of Bool");
  expect_refused(with_metadata("FloatStorage", "other"), "metadata got the key 'other'");
  const auto version3 = [](const std::string& storage_type, int64_t numel, const std::string& dtype) {
    const std::string bytes =
        "(" + text("storage") + global("torch.storage", storage_type) + text("0") + text("cpu") + number(numel) + "tQ";
    return global("torch._utils", "_rebuild_tensor_v3") + "(" + bytes + number(0) + numbers({2}) + numbers({1}) +
           "\x89N" + global("torch", dtype) + "tR";
  };
  EXPECT_EQ(run(version3("UntypedStorage", 4, "int16")).toTensor()[1].item().toLong(), 0x0101);
  EXPECT_EQ(run(version3("UntypedStorage", 2, "bool")).toTensor().scalar_type(), kBool);
  expect_refused(version3("UntypedStorage", 3, "int16"), "got a tensor of sizes");
  expect_refused(version3("UntypedStorage", 3, "nothing"), "'torch.nothing'");
  // A tensor with attributes of its own, which are left out.
  const IValue parameter = run(
      global("torch._tensor", "_rebuild_from_type_v2") + "(" + global("torch._utils", "_rebuild_parameter") +
      global("torch.nn.parameter", "Parameter") + "(" + tensor(storage("FloatStorage", 1), 0, {1}, {1}) + "\x88Nt}tR");
  EXPECT_TRUE(parameter.toTensor().requires_grad());
}

TEST(Pickle, LiesAboutTensorsAreRefused) {
  const std::string floats = storage("FloatStorage", 6);
  const auto bad = [&](int64_t offset, const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides) {
    expect_refused(tensor(floats, offset, sizes, strides), "got a tensor of sizes");
  };
  bad(0, {7}, {1});
  bad(1, {6}, {1});
  bad(-1, {2}, {1});
  bad(0, {2, 3}, {4, 1});
  bad(0, {-1}, {1});
  bad(0, {2}, {-1});
  bad(0, {2, 3}, {1});
  bad(7, {0}, {1});
  bad(INT64_MAX, {2}, {1});
  bad(0, {INT64_MAX, INT64_MAX}, {0, 0});
  bad(0, {0, INT64_MAX, INT64_MAX}, {0, 0, 0});
  bad(0, {2, 2}, {INT64_MAX, INT64_MAX});
  bad(0, {INT64_MAX}, {INT64_MAX});
  bad(0, std::vector<int64_t>(65, 1), std::vector<int64_t>(65, 1));
  expect_refused(storage("FloatStorage", -1), "numel got -1");
  expect_refused(storage("FloatStorage", INT64_MAX), "expected the number of its elements");
  expect_refused("(" + storage("FloatStorage", 6) + storage("IntStorage", 6) + "t", "expected the same");
  expect_refused("(" + storage("FloatStorage", 6) + storage("FloatStorage", 7) + "t", "expected the same");
  expect_refused(tensor("N", 0, {1}, {1}), "storage got None");
  expect_refused(tensor(floats, 0, {1}, {1}, "N"), "requires_grad got None");
  expect_refused(tensor(storage("LongStorage", 1), 0, {1}, {1}, "\x88"), "requires grad");
  expect_refused(global("torch._utils", "_rebuild_tensor_v2") + ")R", "0 arguments, expected 6 to 7");
  expect_refused("K\x01Q", "persistent id '1', of which there is no tensor");
  expect_refused(")Q", "a persistent id of 0 parts");
  expect_refused("(" + text("module") + text("net.Net") + text("net.py") + "tQ", "'net.py'; a file of modules");
  expect_refused("(" + text("storage") + "NNNNtQ", "storage's class got None");
  expect_refused("(" + text("storage") + global("torch", "FloatStorage") + text("0") + text("cpu") + number(6) + "(" +
                     text("v") + number(4) + number(3) + "ttQ",
                 "a view of 3 elements at 4 of a storage of 6");
}

TEST(Pickle, LiesAboutSparseTensorsAreRefused) {
  // Every index of Ones is 0x0101010101010101.
  const auto sparse = [](const std::string& layout, const std::string& indices, const std::string& values,
                         const std::vector<int64_t>& size) {
    return global("torch._utils", "_rebuild_sparse_tensor") + "(" + global("torch.serialization", "_get_layout") +
           text(layout) + "\x85R" + "(" + indices + values + numbers(size) + "ttR";
  };
  const std::string indices = tensor(storage("LongStorage", 2, "i"), 0, {1, 2}, {2, 1});
  const std::string values = tensor(storage("ByteStorage", 2, "v"), 0, {2}, {1});
  expect_refused(sparse("torch.sparse_coo", indices, values, {5}), "a sparse tensor that is none");
  expect_refused(sparse("torch.sparse_coo", values, values, {5}), "expected Long (dimensions, n)");
  expect_refused(sparse("torch.sparse_coo", indices, values, {-5}), "of the size [-5]");
  expect_refused(sparse("torch.sparse_coo", "N", values, {5}), "indices got None");
  expect_refused(sparse("torch.strided", indices, values, {5}), "another layout");
  for (const char* layout : {"torch.sparse_csc", "torch.sparse_bsr", "torch.sparse_bsc"})
    expect_refused(sparse(layout, indices, values, {5}), str("got the layout '", layout, "'"));
  const auto claims = [&](const std::string& coalesced) {
    return global("torch._utils", "_rebuild_sparse_tensor") + "(" + global("torch.serialization", "_get_layout") +
           text("torch.sparse_coo") + "\x85R" + "(" + indices + values + numbers({5}) + coalesced + "ttR";
  };
  expect_refused(claims("\x88"), "got a coalesced sparse tensor whose indices are not in rising order");
  expect_refused(claims("\x89"), "a sparse tensor that is none");
  expect_refused(claims("K\1"), "is_coalesced got the int 1, expected a bool");
  // Elements that are one in the file are not many.
  const std::string many = tensor(storage("LongStorage", 2, "i"), 0, {1, int64_t{1} << 40}, {0, 0});
  expect_refused(
      sparse("torch.sparse_coo", many, tensor(storage("ByteStorage", 2, "v"), 0, {int64_t{1} << 40}, {0}), {5}),
      "values that are no dense tensor, or overlap");
}

TEST(Pickle, LiesAboutSparseMatricesOfRowsAreRefused) {
  // The beginnings are views of one storage of ones and two of zeros: every index of Ones is 0x01010101.
  const auto csr = [](const std::string& beginnings, const std::string& columns, const std::vector<int64_t>& size,
                      const char* rebuild = "_rebuild_sparse_csr_tensor") {
    return global("torch._utils", rebuild) + "(" + global("torch.serialization", "_get_layout") +
           text("torch.sparse_csr") + "\x85R" + "(" + beginnings + columns +
           tensor(storage("ByteStorage", 2, "v"), 0, {2}, {1}) + numbers(size) + "ttR";
  };
  const auto ints = [](int64_t n) { return tensor(storage("IntStorage", 16, "i"), 0, {n}, {1}); };
  for (const char* rebuild : {"_rebuild_sparse_csr_tensor", "_rebuild_sparse_tensor"})
    expect_refused(csr(ints(3), ints(2), {2, 5}, rebuild), "rows do not begin at rising places from 0 to its 2");
  expect_refused(csr(ints(4), ints(2), {2, 5}), "expected Long or Int (2 + 1)");
  expect_refused(csr(ints(1), ints(2), {-1, 5}), "expected Long or Int (-1 + 1)");
  expect_refused(csr(ints(3), tensor(storage("LongStorage", 2, "l"), 0, {2}, {1}), {2, 5}), "columns of Long");
  expect_refused(csr(ints(3), ints(2), {2}), "of the size [2] with beginnings of rows [3]");
  expect_refused(csr(tensor(storage("IntStorage", 16, "i"), 0, {2, 3}, {3, 1}), ints(2), {2, 2, 5}),
                 "expected one matrix");
  expect_refused(csr(tensor(storage("IntStorage", 16, "i"), 0, {int64_t{1} << 40}, {0}), ints(2), {2, 5}), "overlap");
  expect_refused(csr("N", ints(2), {2, 5}), "rows got None");
}

std::string real(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bits = __builtin_bswap64(bits);
  return "G" + std::string(reinterpret_cast<const char*>(&bits), sizeof bits);
}

// Every number of Ones' storages of bytes is 1.
std::string quantized(const std::string& elements, const std::string& how, const std::vector<int64_t>& sizes = {2},
                      const std::vector<int64_t>& strides = {1}, int64_t offset = 0) {
  return global("torch._utils", "_rebuild_qtensor") + "(" + elements + number(offset) + numbers(sizes) +
         numbers(strides) + how + "\x89NtR";
}
std::string by_tensor(double scale, int64_t zero_point) {
  return "(" + global("torch", "per_tensor_affine") + real(scale) + number(zero_point) + "t";
}
std::string by_channel(const std::string& scales, const std::string& zero_points, int64_t axis) {
  return "(" + global("torch", "per_channel_affine") + scales + zero_points + number(axis) + "t";
}
void expect_values(const Tensor& got, const std::vector<float>& expected) {
  EXPECT_TRUE(equal(got, torchpp::tensor(expected))) << got;
}

TEST(Pickle, QuantizedTensorsAreFloats) {
  const std::string bytes = storage("QInt8Storage", 2);
  expect_values(run(quantized(bytes, by_tensor(0.5, 3))).toTensor(), {-1, -1});
  // The numbers of channels are a list in old files.
  const std::string scales = "](" + real(0.5) + real(2) + "e", zero_points = "](K\x03" + number(-1) + "e";
  expect_values(run(quantized(bytes, by_channel(scales, zero_points, 0))).toTensor(), {-1, 4});
  // Of four bits in a byte 1 and 0, of two 1, 0, 0 and 0.
  expect_values(run(quantized(storage("QUInt4x2Storage", 2), by_tensor(0.5, 0), {4})).toTensor(), {0.5, 0, 0.5, 0});
  expect_values(run(quantized(storage("QUInt2x4Storage", 1), by_tensor(0.5, 0), {3})).toTensor(), {0.5, 0, 0});
  // Tensors of one storage and one scale share memory.
  const IValue list = run("](" + quantized(bytes, by_tensor(0.5, 3)) +
                          quantized(bytes, by_tensor(0.5, 3), {1}, {1}, 1) + quantized(bytes, by_tensor(1, 3)) + "e");
  const Tensor whole = list.toListRef()[0].toTensor(), part = list.toListRef()[1].toTensor();
  EXPECT_TRUE(part.storage().is_alias_of(whole.storage()));
  EXPECT_EQ(part.storage_offset(), 1);
  expect_values(list.toListRef()[2].toTensor(), {-2, -2});
}

TEST(Pickle, LiesAboutQuantizedTensorsAreRefused) {
  const std::string bytes = storage("QInt8Storage", 2), half = by_tensor(0.5, 3);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double scale : {0.0, -0.5, infinity, -infinity, std::nan(""), 1e300})
    expect_refused(quantized(bytes, by_tensor(scale, 3)), "expected a finite one above 0");
  expect_refused("}" + text("w") + quantized(bytes, by_tensor(0, 3)) + "s", "a quantized tensor 'w' got the scale 0,");
  expect_refused(quantized(bytes, by_tensor(1, 128)), "got the zero point 128, expected one of -128 to 127");
  expect_refused(quantized(storage("QUInt8Storage", 2), by_tensor(1, -1)), "expected one of 0 to 255");
  expect_refused(quantized(storage("QInt32Storage", 2), by_tensor(1, INT64_MAX)), "expected one of -2147483648 to");
  expect_refused(quantized(bytes, "N"), "got None as its quantizer, expected (torch.per_tensor_affine, scale, zero");
  expect_refused(quantized(bytes, "(" + global("torch", "FloatStorage") + "NNt"), "as its quantizer");
  expect_refused(quantized(bytes, "(" + global("torch", "per_tensor_affine") + "K\x01K\x01t"),
                 "got the scale the int 1");
  expect_refused(quantized("N", half), "a quantized tensor got None, expected a storage");
  expect_refused(quantized(storage("CharStorage", 2), half),
                 "got a storage of Char, expected one of quantized elements");
  expect_refused(tensor(bytes, 0, {2}, {1}), "storage of qint8 for a tensor that is not quantized");
  expect_refused(storage("QUInt4x2Storage", 2), "got a storage of quint4x2 by itself");
  expect_refused("](" + bytes + storage("CharStorage", 2) + "e", "as 2 of Char after 2 of qint8");
  expect_refused("](" + bytes + storage("QUInt8Storage", 2) + "e", "as 2 of quint8 after 2 of qint8");
  expect_refused(global("torch", "per_channel_affine"), "a class or function as a value");
  expect_refused(global("torch", "per_channel_affine") + ")R", "call of a class");
  // Beyond the storage.
  expect_refused(quantized(bytes, half, {3}), "needs more elements than the 2 of storage '0'");
  expect_refused(quantized(bytes, half, {1}, {1}, 2), "needs more elements");
  expect_refused(quantized(storage("QUInt4x2Storage", 2), half, {5}), "needs more elements than the 4");
  expect_refused(quantized(storage("QUInt2x4Storage", 2), half, {2}, {8}), "needs more elements than the 8");

  const std::string scales = "](" + real(0.5) + real(2) + "e", zero_points =
                                                                   "](K\x03K\x04"
                                                                   "e";
  for (const int64_t axis : {int64_t{1}, int64_t{-1}, INT64_MAX, INT64_MIN})
    expect_refused(quantized(bytes, by_channel(scales, zero_points, axis)), "expected one of its 1 dimensions");
  expect_refused(quantized(bytes, by_channel("](" + real(0.5) + "e", zero_points, 0)),
                 "got 1 scales, expected one for each of 2");
  expect_refused(quantized(bytes, by_channel(scales, "]", 0)), "got 0 zero points, expected one for each of 2");
  expect_refused(quantized(bytes, by_channel(zero_points, zero_points, 0)), "got scales that are ints");
  expect_refused(quantized(bytes, by_channel("](NNe", zero_points, 0)), "got scales of None, expected numbers");
  expect_refused(quantized(bytes, by_channel("N", zero_points, 0)), "scales got None, expected a tensor");
  expect_refused(quantized(bytes, by_channel(scales, "](K\x03" + number(128) + "e", 0)), "got the zero point 128");
  expect_refused(quantized(bytes, by_channel(scales, "](" + real(0) + real(infinity) + "e", 0)),
                 "expected a finite one");
  const auto numbers_of = [](const std::string& type, const std::vector<int64_t>& sizes,
                             const std::vector<int64_t>& strides) {
    return tensor(storage(type, 2, type), 0, sizes, strides);
  };
  expect_refused(quantized(bytes, by_channel(numbers_of("IntStorage", {2}, {1}), zero_points, 0)),
                 "got scales of Int [2], expected Double, Float or Long (channels)");
  expect_refused(quantized(bytes, by_channel(numbers_of("DoubleStorage", {1, 2}, {1, 1}), zero_points, 0)),
                 "got scales of Double [1, 2]");
  expect_refused(quantized(bytes, by_channel(numbers_of("LongStorage", {2}, {1}), zero_points, 0)), "that are ints");
  const std::string meta = global("torch._utils", "_rebuild_meta_tensor_no_storage") + "(" +
                           global("torch", "float64") + numbers({2}) + numbers({1}) + "\x89tR";
  expect_refused(quantized(bytes, by_channel(meta, zero_points, 0)), "got scales of Double [2]");
  // A small file does not ask for many numbers.
  expect_refused(quantized(bytes, by_channel(scales, zero_points, 0), {2, 2}, {0, 1}), "by which elements overlap");
  expect_refused(
      quantized(bytes, by_channel(numbers_of("DoubleStorage", {1 << 30}, {0}), zero_points, 0), {1 << 30, 0}, {1, 1}),
      "bytes of memory, which is the bound for a file of its size");
  std::string many = "](";
  for (int i = 1; i < 100; ++i) many += quantized(storage("QInt8Storage", 5000), by_tensor(i, 3));
  expect_refused(many + "e", "bytes of memory, which is the bound for a file of its size");
}

TEST(Pickle, TypedListsOfTorchScript) {
  const auto build = [](const std::string& name, const std::string& list) {
    return global("torch.jit._pickle", name) + "(" + list + "tR";
  };
  EXPECT_EQ(run(build("build_intlist",
                      "](K\x01K\x02"
                      "e"))
                .toIntVector(),
            (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(run(build("build_boollist",
                      "](\x88"
                      "e"))
                .toBoolVector(),
            (std::vector<bool>{true}));
  EXPECT_EQ(run(build("build_tensorlist", "]")).toTensorVector().size(), 0u);
  EXPECT_EQ(run(build("restore_type_tag",
                      "](K\x01"
                      "e" +
                          text("List[int]")))
                .toIntVector()
                .size(),
            1u);
  EXPECT_EQ(run(build("restore_type_tag", "}" + text("Dict[str, Any]"))).toGenericDictRef().size(), 0u);
  expect_refused(build("build_intlist", "](Ne"), "list of ints got None");
  expect_refused(build("build_doublelist",
                       "](K\x01"
                       "e"),
                 "list of floats got the int 1");
  expect_refused(build("build_tensorlist", "](Ne"), "list of tensors got None");
  expect_refused(build("restore_type_tag", "N" + text("List[str]")), "expected a list or a dict");
  const IValue object = run(global("__torch__.net", "Net") + ")\x81}" + text("a") + "K\x01sb");
  EXPECT_EQ(object.toGenericDictRef().size(), 1u);
}

}  // namespace
}  // namespace torchpp::test

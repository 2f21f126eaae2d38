// SPDX-License-Identifier: BSD-3-Clause
// Entries of folders: published, loaded, described, verified, refused.
#include <gtest/gtest.h>
#include <torchpp/core/error.h>
#include <torchpp/hub.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/torchpp.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "src/hub/manifest.h"
#include "tests/hub/fixtures.h"
#include "tests/support/error_of.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace torchpp::test {
namespace {

TEST(Hub, WhatIsPublishedIsLoaded) {
  TemporaryFolder folder;
  nn::Sequential net = make_mlp();
  const std::string place = folder.path() + "/a/models";
  publish_mlp(place, net);
  hub::publish(place, "nested/relu", *nn::ReLU());
  const Tensor x = randn({5, 4});
  for (const std::string& source : {place, "file://" + place}) {
    auto loaded = hub::load<nn::Sequential>(source, "mlp");
    EXPECT_TRUE(equal(loaded->forward(x), net->forward(x)));
    EXPECT_EQ(hub::list(source), (std::vector<std::string>{"mlp", "nested/relu"}));
    EXPECT_NE(std::dynamic_pointer_cast<nn::ReLUImpl>(hub::load(source, "nested/relu")), nullptr);
    EXPECT_TRUE(hub::verify(source).empty());
  }
  EXPECT_THROW(hub::load<nn::Linear>(place, "mlp"), FileError);
  const hub::EntryInfo info = hub::info(place, "mlp");
  EXPECT_EQ(info.license, "MIT");
  EXPECT_EQ(info.input, "float (N, 4)");
  EXPECT_EQ(info.weights->file, "mlp.safetensors");
  EXPECT_EQ(info.weights->bytes, static_cast<int64_t>(std::filesystem::file_size(place + "/mlp.safetensors")));
  EXPECT_EQ(hub::help(place, "mlp"),
            "mlp\n  description: A net.\n  input: float (N, 4)\n  license: MIT\n  module: mlp.json, " +
                std::to_string(info.module->bytes) + " bytes, SHA-256 " + info.module->sha256 +
                "\n  weights: mlp.safetensors, " + std::to_string(info.weights->bytes) + " bytes, SHA-256 " +
                info.weights->sha256 + "\n");
  expect_error([&] { hub::load(place, "other"); }, "got the entry 'other', expected one of mlp, nested/relu");
  // The net of a folder is not tied to its files, which may be written to.
  auto loaded = hub::load<nn::Sequential>(place, "mlp");
  const Tensor before = loaded->forward(x);
  write_bytes(place + "/mlp.safetensors", "");
  EXPECT_TRUE(equal(loaded->forward(x), before));
}

TEST(Hub, WeightsOfOtherFormats) {
  TemporaryFolder folder;
  nn::Sequential net = make_mlp();
  publish_mlp(folder.path(), net);
  NamedTensors tensors{{"unused", ones({2})}};
  for (const auto& item : net->state_dict()) tensors.emplace_back(item.key(), item.value());
  save_npz(folder.path() + "/mlp.npz", tensors);
  save_pt(folder.path() + "/mlp.pt", *net);
  save_safetensors(folder.path() + "/other.safetensors", tensors);
  const auto publish_with = [&](const std::string& weights) {
    write_bytes(folder.path() + "/hub.json", R"({"format": "torchpp-hub", "version": 1, "entries": {"mlp": {
      "module": {"file": "mlp.json"}, "weights": {"file": ")" +
                                                 weights + "\"}}}}");
    hub::publish(folder.path());
  };
  const Tensor x = randn({5, 4});
  for (const char* weights : {"mlp.npz", "mlp.pt", "other.safetensors"}) {
    publish_with(weights);
    EXPECT_TRUE(equal(hub::load<nn::Sequential>(folder.path(), "mlp")->forward(x), net->forward(x))) << weights;
  }
  tensors.pop_back();
  save_npz(folder.path() + "/mlp.npz", tensors);
  expect_error([&] { publish_with("mlp.npz"); }, net->state_dict().back().key());
}

// Weights in several files, of which the manifest lists all that the index names.
TEST(Hub, WeightsInSeveralFiles) {
  TemporaryFolder folder;
  const std::string place = folder.path() + "/hub";
  nn::Sequential net = make_mlp();
  publish_mlp(place, net);
  std::filesystem::create_directory(place + "/weights");
  std::string map;
  NamedTensors halves[2];
  for (const auto& item : net->state_dict()) {
    const size_t half = item.key()[0] == '0' ? 0 : 1;
    halves[half].emplace_back(item.key(), item.value());
    map += str(map.empty() ? "\"" : ", \"", item.key(), "\": \"half", half, ".safetensors\"");
  }
  const std::string index = R"({"metadata": {}, "weight_map": {)" + map + "}}";
  for (size_t i = 0; i < 2; ++i) save_safetensors(str(place, "/weights/half", i, ".safetensors"), halves[i]);
  write_bytes(place + "/weights/model.safetensors.index.json", index);
  write_bytes(place + "/hub.json", R"({"format": "torchpp-hub", "version": 1, "entries": {"mlp": {
      "module": {"file": "mlp.json"}, "weights": {"file": "weights/model.safetensors.index.json"}}}})");
  hub::publish(place);
  const hub::EntryInfo info = hub::info(place, "mlp");
  ASSERT_EQ(info.weight_parts.size(), 2u);
  EXPECT_EQ(info.weight_parts[1].file, "weights/half1.safetensors");
  EXPECT_NE(hub::help(place, "mlp").find("part: weights/half0.safetensors, "), std::string::npos);
  const Tensor x = randn({5, 4});
  EXPECT_TRUE(equal(hub::load<nn::Sequential>(place, "mlp")->forward(x), net->forward(x)));
  EXPECT_EQ(hub::fetch(place, "mlp").weights_path, place + "/weights/model.safetensors.index.json");
  EXPECT_TRUE(hub::verify(place).empty());
  const std::string published = read_bytes(place + "/hub.json");
  hub::publish(place);  // once more, which changes nothing
  EXPECT_EQ(read_bytes(place + "/hub.json"), published);

  // An archive of the same.
  Files files;
  for (const char* name : {"hub.json", "mlp.json", "weights/model.safetensors.index.json", "weights/half0.safetensors",
                           "weights/half1.safetensors"})
    files.emplace_back(name, read_bytes(place + "/" + name));
  write_bytes(folder.path() + "/all.zip", zip_of(files));
  hub::HubOptions options;
  options.dir(folder.path() + "/cache");
  EXPECT_TRUE(
      equal(hub::load<nn::Sequential>(folder.path() + "/all.zip", "mlp", options)->forward(x), net->forward(x)));

  // A part that was changed, is missing, or is not listed.
  const std::string part = place + "/weights/half1.safetensors", good = read_bytes(part);
  std::string changed = good;
  changed.back() ^= 1;
  write_bytes(part, changed);
  expect_error<FileError>([&] { hub::load(place, "mlp"); }, "'weights/half1.safetensors': got the SHA-256 ");
  ASSERT_EQ(hub::verify(place).size(), 1u);
  EXPECT_EQ(hub::verify(place)[0].path, part);
  std::filesystem::remove(part);
  expect_error<FileError>([&] { hub::load(place, "mlp"); }, "got no file of this name");
  expect_error<FileError>([&] { hub::publish(place); }, "got no file 'weights/half1.safetensors'");
  write_bytes(part, good);
  nlohmann::json manifest = nlohmann::json::parse(published);
  manifest["entries"]["mlp"]["weights"]["parts"].erase(1);
  write_bytes(place + "/hub.json", manifest.dump());
  expect_error<FileError>([&] { hub::load(place, "mlp"); },
                          "the index names the file 'half1.safetensors', expected one of the 1 parts");
  manifest["entries"]["mlp"]["weights"].erase("parts");
  write_bytes(place + "/hub.json", manifest.dump());
  expect_error<FileError>([&] { hub::load(place, "mlp"); }, "expected one of the 0 parts that the manifest lists");
  write_bytes(place + "/weights/model.safetensors.index.json", R"({"weight_map": {"a": "../up.safetensors"}})");
  expect_error<FileError>([&] { hub::publish(place); }, "got the path \"../up.safetensors\"");
}

// Initial values, which cost more time than all else of loading, are for those that have no weights.
TEST(Hub, ValuesThatWeightsReplaceAreNotDrawn) {
  TemporaryFolder folder;
  const nn::Sequential net = make_mlp();
  publish_mlp(folder.path(), net);
  manual_seed(8);
  const Tensor expected = rand({3});
  manual_seed(8);
  auto loaded = hub::load<nn::Sequential>(folder.path(), "mlp");
  EXPECT_TRUE(rand({3}).equal(expected));
  const auto values = loaded->parameters(), saved = net->parameters();
  ASSERT_EQ(values.size(), saved.size());
  for (size_t i = 0; i < values.size(); ++i) EXPECT_TRUE(values[i].equal(saved[i])) << i;

  const std::string path = folder.path() + "/hub.json";
  nlohmann::json manifest = nlohmann::json::parse(read_bytes(path));
  manifest["entries"]["mlp"].erase("weights");
  write_bytes(path, manifest.dump());
  manual_seed(9);
  const nn::Linear first(4, 3), second(3, 2);
  const Tensor fresh[] = {first->weight, first->bias, second->weight, second->bias};
  manual_seed(9);
  loaded = hub::load<nn::Sequential>(folder.path(), "mlp");
  for (size_t i = 0; i < values.size(); ++i) EXPECT_TRUE(loaded->parameters()[i].equal(fresh[i])) << i;
}

TEST(Hub, FilesThatAreNotTheManifestsAreRefused) {
  TemporaryFolder folder;
  const nn::Sequential net = make_mlp();
  const Files files = publish_mlp(folder.path(), net);
  for (const char* name : {"mlp.json", "mlp.safetensors"}) {
    const std::string path = folder.path() + "/" + name, good = read_bytes(path);
    std::string changed = good;
    changed.back() ^= 1;
    write_bytes(path, changed);
    expect_error([&] { hub::load(folder.path(), "mlp"); }, "'" + std::string(name) + "': got the SHA-256 ");
    const auto faults = hub::verify(folder.path());
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].path, path);
    write_bytes(path, good + "x");
    expect_error([&] { hub::load(folder.path(), "mlp"); }, " bytes, expected " + std::to_string(good.size()));
    std::filesystem::remove(path);
    expect_error([&] { hub::load(folder.path(), "mlp"); }, "got no file of this name");
    write_bytes(path, good);
  }
  // The manifest by its hash.
  hub::HubOptions options;
  options.manifest_sha256(std::string(64, '0'));
  expect_error([&] { hub::load(folder.path(), "mlp", options); }, "got a manifest with the SHA-256 ");
  // A document with other parameters than the file has.
  hub::publish(folder.path(), "mlp", *nn::Linear(4, 3));
  write_bytes(folder.path() + "/mlp.json", nn::to_json(nn::Linear(4, 5)));
  expect_error([&] { hub::publish(folder.path()); }, "weight");
  EXPECT_EQ(hub::verify(folder.path()).size(), 1u);  // the manifest is as it was
}

TEST(Hub, PublishFillsADraft) {
  TemporaryFolder folder;
  const nn::Sequential net = make_mlp();
  publish_mlp(folder.path(), net);
  const std::string whole = read_bytes(folder.path() + "/hub.json");
  write_bytes(folder.path() + "/hub.json", R"({"format": "torchpp-hub", "version": 1, "license": "MIT",
    "entries": {"mlp": {"module": {"file": "mlp.json"}, "weights": {"file": "mlp.safetensors"}}}})");
  expect_error([&] { hub::load(folder.path(), "mlp"); }, "at /entries/mlp/module: got no 'bytes', expected it");
  hub::publish(folder.path());
  EXPECT_NO_THROW(hub::load(folder.path(), "mlp"));
  EXPECT_EQ(hub::info(folder.path(), "mlp").license, "MIT");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"hub.json", "mlp.json", "mlp.safetensors"}));
  write_bytes(folder.path() + "/hub.json", R"({"format": "torchpp-hub", "version": 1,
    "entries": {"mlp": {"module": {"file": "missing.json"}}}})");
  expect_error([&] { hub::publish(folder.path()); }, "got no file 'missing.json'");
  for (const char* entry : {"../up", "/absolute", "", "a/../b", "hub", "back\\slash"})
    EXPECT_NE(error_of([&] { hub::publish(folder.path(), entry, *nn::ReLU()); }), "") << entry;
  TemporaryFolder empty;
  expect_error([&] { hub::publish(empty.path()); }, "got no hub.json");
}

TEST(Hub, Factories) {
  TemporaryFolder folder;
  hub::register_factory("test.linear", [](const hub::Arguments& arguments) -> std::shared_ptr<nn::Module> {
    return nn::Linear(nn::LinearOptions(arguments.integer("in", 2), arguments.integer("out", 3))
                          .bias(arguments.boolean("bias", true)))
        .ptr();
  });
  hub::register_factory("test.null", [](const hub::Arguments&) { return std::shared_ptr<nn::Module>(); });
  EXPECT_THROW(hub::register_factory("test.null", {}), ValueError);
  const auto write = [&](const std::string& entry) {
    write_bytes(folder.path() + "/hub.json",
                R"({"format": "torchpp-hub", "version": 1, "entries": {"e": )" + entry + "}}");
  };
  write(R"({"factory": "test.linear", "arguments": {"in": 7, "bias": false}})");
  auto linear = hub::load<nn::Linear>(folder.path(), "e");
  EXPECT_EQ(linear->weight.sizes(), (std::vector<int64_t>{3, 7}));
  EXPECT_FALSE(linear->bias.defined());
  hub::HubOptions options;
  options.arguments({{"out", int64_t{5}}, {"in", int64_t{6}}});
  EXPECT_EQ(hub::load<nn::Linear>(folder.path(), "e", options)->weight.sizes(), (std::vector<int64_t>{5, 6}));
  options.arguments({{"nonsense", int64_t{5}}});
  expect_error([&] { hub::load(folder.path(), "e", options); },
               "got the argument 'nonsense', which the factory does not ask for");
  options.arguments({{"in", std::string("x")}});
  expect_error([&] { hub::load(folder.path(), "e", options); },
               "argument 'in' got a value of another type, expected an integer");
  write(R"({"factory": "test.other"})");
  expect_error([&] { hub::load(folder.path(), "e"); },
               "got the factory 'test.other', expected one that the program has registered (test.linear, test.null)");
  write(R"({"factory": "test.null"})");
  expect_error([&] { hub::load(folder.path(), "e"); }, "got no module from the factory");
  publish_mlp(folder.path(), make_mlp());
  expect_error([&] { hub::load(folder.path(), "mlp", options); },
               "expected none for an entry whose module is a document");
}

TEST(Hub, ArgumentsOfAllKinds) {
  const hub::Arguments arguments = {{"n", 0.5}, {"i", int64_t{2}}, {"t", std::string("x")}, {"b", true}};
  EXPECT_EQ(arguments.number("n", 0), 0.5);
  EXPECT_EQ(arguments.number("i", 0), 2.0);
  EXPECT_EQ(arguments.number("none", 7), 7.0);
  EXPECT_EQ(arguments.text("t", ""), "x");
  EXPECT_THROW(arguments.text("b", ""), TypeError);
  EXPECT_THROW(arguments.boolean("t", false), TypeError);
  EXPECT_THROW(arguments.number("t", 0), TypeError);
  EXPECT_TRUE(arguments.value("b").isBool());
  EXPECT_TRUE(arguments.value("none").isNone());
  EXPECT_NO_THROW(arguments.check_all_used("x"));
}

// What each is changed to in a manifest that is good, and what is said about it.
TEST(HubManifest, WhatIsRefused) {
  const std::string digest(64, 'a');
  const std::string file = R"({"file": "a.json", "bytes": 3, "sha256": ")" + digest + "\"}";
  const auto with = [&](const std::string& entry) {
    return R"({"format": "torchpp-hub", "version": 1, "entries": {"e": )" + entry + "}}";
  };
  const auto parse = [](const std::string& text) { return hub::parse_manifest(text, "hub.json"); };
  EXPECT_EQ(parse(with("{\"module\": " + file + "}")).entries.size(), 1u);
  const auto weights = [&](const std::string& name, const std::string& parts) {
    return with("{\"module\": " + file + ", \"weights\": {" + name + ", \"bytes\": 1, \"sha256\": \"" + digest +
                "\", \"parts\": " + parts + "}}");
  };
  EXPECT_EQ(parse(weights(R"("file": "i.json")", "[" + file + "]")).entries[0].info.weight_parts.size(), 1u);
  const std::pair<std::string, std::string> cases[] = {
      {"", "hub.json: "},
      {"[]", "at the document: got [], expected an object"},
      {R"({"format": "other", "version": 1, "entries": {}})", "at /format: got \"other\""},
      {R"({"format": "torchpp-hub", "version": 2, "entries": {}})", "at /version: got 2, expected 1"},
      {R"({"format": "torchpp-hub", "version": 1})", "got no 'entries'"},
      {R"({"format": "torchpp-hub", "version": 1, "entries": [], "code": "x"})", "got the name \"code\""},
      {R"({"format": "torchpp-hub", "version": 1, "entries": []})", "at /entries: got []"},
      {with("3"), "at /entries/e: got 3, expected an object"},
      {with("{}"), "expected either a 'module' or a 'factory'"},
      {with("{\"module\": " + file + ", \"factory\": \"f\"}"), "expected either a 'module' or a 'factory'"},
      {with("{\"module\": " + file + ", \"arguments\": {}}"), "expected none beside a 'module'"},
      {with("{\"factory\": \"\"}"), "expected the name of a factory"},
      {with("{\"factory\": \"f\", \"arguments\": 3}"), "at /entries/e/arguments: got 3"},
      {with("{\"factory\": \"f\", \"arguments\": {\"a\": {\"tensors\": 3}}}"), "at /entries/e/arguments/a"},
      {with("{\"module\": {\"file\": \"a\", \"bytes\": -1, \"sha256\": \"" + digest + "\"}}"),
       "at /entries/e/module/bytes: got -1"},
      {with("{\"module\": {\"file\": \"a\", \"bytes\": 1e3, \"sha256\": \"" + digest + "\"}}"),
       "at /entries/e/module/bytes"},
      {with("{\"module\": {\"file\": \"a\", \"bytes\": 99999999999, \"sha256\": \"" + digest + "\"}}"),
       "expected at most 67108864"},
      {with("{\"module\": {\"file\": \"a\", \"bytes\": 1, \"sha256\": \"abc\"}}"), "expected 64 hexadecimal digits"},
      {with("{\"module\": {\"file\": \"a\", \"bytes\": 1}}"), "got no 'sha256'"},
      {with("{\"module\": {\"bytes\": 1, \"sha256\": \"" + digest + "\"}}"), "either a 'file' or a 'url'"},
      {with("{\"module\": {\"url\": \"http://x/y\", \"bytes\": 1, \"sha256\": \"" + digest + "\"}}"),
       "expected a URL of https://"},
      {with("{\"module\": {\"parts\": []}}"), "got the name \"parts\""},
      {weights(R"("file": "w/i.json")", "3"), "at /entries/e/weights/parts: got 3, expected a list of 1 to 512 files"},
      {weights(R"("file": "w/i.json")", "[]"), "expected a list of 1 to 512 files"},
      {weights(R"("url": "https://x/i.json")", "[" + file + "]"), "got 'parts' beside a 'url'"},
      {weights(R"("file": "w/i.json")", "[" + file + "]"), "at /entries/e/weights/parts/0: got {"},
      {weights(R"("file": "i.json")", "[{\"file\": \"a\"}]"), "at /entries/e/weights/parts/0: got no 'bytes'"},
      {weights(R"("file": "i.json")", "[3]"), "at /entries/e/weights/parts/0: got 3, expected an object"},
      {with("{\"module\": {\"url\": 3, \"bytes\": 1, \"sha256\": \"" + digest + "\"}}"), "expected a text"}};
  for (const auto& [text, phrase] : cases) {
    expect_error([&, &text = text] { parse(text); }, phrase);
    EXPECT_THROW(parse(text), FileError) << text;
  }
  for (const char* path : {"", "/etc/passwd", "../a", "a/../../b", "a//b", "./a", "a/", "a\\\\b", "C:x", "a\\u0000b",
                           "a\\nb", ".torchpp-source", "x/.TORCHPP-source"})
    EXPECT_THROW(parse(with("{\"module\": {\"file\": \"" + std::string(path) + "\", \"bytes\": 1, \"sha256\": \"" +
                            digest + "\"}}")),
                 FileError)
        << path;
}

}  // namespace
}  // namespace torchpp::test

// SPDX-License-Identifier: BSD-3-Clause
#include "data/save.h"

#include <torchpp/core/error.h>

#include <memory>

#include "src/serialize/digest.h"
#include "src/serialize/file.h"
#include "src/serialize/paths.h"

namespace torchpp::data {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 18;

}  // namespace

const std::string& expected_digest(const Hashes& hashes, const std::string& path) {
  const auto found = hashes.find(path);
  TORCHPP_CHECK_VALUE(found != hashes.end(), "check_hash: got no hash for '", path,
                      "', expected one (Unspecified hash ", "for file ", path, ")");
  return found->second;
}

void check_digest(const std::string& path, const std::string& computed, const std::string& expected) {
  TORCHPP_CHECK_FILE(serialize::is_same_digest(computed, expected), "check_hash: The computed hash ", computed, " of ",
                     path, " does not match the expected hash ", expected, ". Delete the file manually and retry.");
}

void save(Stream& stream, const std::string& path, const std::string* digest, HashType type) {
  serialize::make_folder_of(path);
  serialize::OutputFile out(path);
  std::unique_ptr<serialize::Digest> computed;
  if (digest != nullptr) computed = std::make_unique<serialize::Digest>(type);
  const std::unique_ptr<char[]> piece(new char[kPieceBytes]);
  while (const size_t n = stream.read(piece.get(), kPieceBytes)) {
    out.write(piece.get(), n);
    if (computed) computed->update(piece.get(), n);
  }
  stream.close();
  if (computed) check_digest(path, computed->hex(), *digest);
  out.commit();
}

// The path to write to. A name that comes from an archive or a server and goes up leads out of the folder that is
// meant.
std::string path_of(const PathFunction& function, const std::string& name, const char* stage) {
  std::string path = function ? function(name) : name;
  TORCHPP_CHECK_VALUE(!serialize::goes_up(name) || !serialize::goes_up(path), stage, ": got the path '", path,
                      "' made of '", name, "', expected none with a part '..', which leads out of its folder");
  return path;
}

}  // namespace torchpp::data

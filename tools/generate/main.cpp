// SPDX-License-Identifier: BSD-3-Clause
// Writes the files that follow from the operator table: generate ROOT [--check]. With --check it writes nothing, names
// the files that differ, and fails when there is one.

#include <fstream>
#include <iostream>
#include <iterator>

#include "tools/generate/emit.h"

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

// Files in the folders that are the generator's alone which no row gives any more.
std::vector<fs::path> stale_files(const fs::path& root, const std::map<std::string, std::string>& files) {
  std::vector<fs::path> stale;
  for (const char* folder : {"src/ops/generated", "src/backends/math/generated", "src/backends/cpu/generated",
                             "src/backends/cuda/generated"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::directory_iterator(root / folder))
      if (files.count(fs::relative(entry.path(), root).generic_string()) == 0) stale.push_back(entry.path());
  }
  return stale;
}

int run(const fs::path& root, bool check) {
  const std::map<std::string, std::string> files = generate::emit(generate::Table(root / "src/ops/table"));
  int differing = 0, written = 0;
  for (const fs::path& path : stale_files(root, files)) {
    ++differing;
    if (check) std::cerr << path.string() << ": follows from no row\n";
    else fs::remove(path);
  }
  for (const auto& [name, text] : files) {
    const fs::path path = root / name;
    if (contents(path) == text) continue;  // unchanged files keep their times, so that nothing is compiled again
    ++differing;
    if (check) {
      std::cerr << name << ": is not what the table gives\n";
      continue;
    }
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
    ++written;
  }
  if (!check) std::cout << files.size() << " files, " << written << " changed\n";
  else if (differing != 0) std::cerr << "run ./dev generate\n";
  return check && differing != 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::string(argv[2]) == "--check";
  if (argc < 2 || argc > 3 || (argc == 3 && !check)) {
    std::cerr << "usage: generate ROOT [--check]\n";
    return 2;
  }
  try {
    return run(argv[1], check);
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}

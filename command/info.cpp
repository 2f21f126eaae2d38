// SPDX-License-Identifier: BSD-3-Clause
// torchpp info: what this program is made of and what it finds on this machine.
#include <torchpp/core/cuda.h>
#include <torchpp/core/error.h>
#include <torchpp/core/parallel.h>
#include <torchpp/version.h>

#include <fstream>
#include <thread>

#include "command/command.h"
#include "command/print.h"
#include "src/backends/cpu/cpu_level.h"
#include "src/core/shared_library.h"

namespace torchpp::command {
namespace {

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.compare(0, 10, "model name") == 0) return line.substr(std::min(line.find(": ") + 2, line.size()));
  return "unknown";
}

// The instruction sets of which the library has kernels, and whether the processor has them.
std::vector<std::pair<const char*, bool>> processor_features() {
#if defined(__x86_64__)
  return {{"sse4.2", __builtin_cpu_supports("sse4.2") != 0},
          {"pclmul", __builtin_cpu_supports("pclmul") != 0},
          {"avx2", __builtin_cpu_supports("avx2") != 0},
          {"fma", __builtin_cpu_supports("fma") != 0},
          {"avx512f", __builtin_cpu_supports("avx512f") != 0},
          {"avx512bw", __builtin_cpu_supports("avx512bw") != 0},
          {"avx512vnni", __builtin_cpu_supports("avx512vnni") != 0},
          {"avx512bf16", __builtin_cpu_supports("avx512bf16") != 0},
          {"amx-bf16", cpu::has_amx_bfloat16()}};
#else
  return {};
#endif
}

const char* kernels_name() {
#if defined(__x86_64__)
  constexpr const char* kNames[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};
  return kNames[cpu::cpu_level()];
#else
  return "one set";
#endif
}

// Libraries that are opened when they are first needed.
struct Optional {
  const char* name;
  std::initializer_list<std::string> files;
  const char* package;
  const char* use;
};

}  // namespace

int info(const InfoArguments& arguments) {
  const Optional libraries[] = {
      {"zlib", {"libz.so.1"}, "zlib1g", "compressed .npz, gzip, PNG"},
      {"libcrypto", {"libcrypto.so.3", "libcrypto.so.1.1"}, "libssl3", "SHA-256"},
      {"libcurl", {"libcurl.so.4", "libcurl-gnutls.so.4"}, "libcurl4", "https"},
      {"libjpeg", {"libjpeg.so.62", "libjpeg.so.8"}, "libjpeg62-turbo", "JPEG at twice the speed"},
      {"libarchive", {"libarchive.so.13"}, "libarchive13", "tar, zip, 7z and rar archives of data sets"},
  };
  Table found({"library", "found", "used for"});
  Json json_libraries = Json::array();
  for (const Optional& library : libraries) {
    const std::string cure = str("install Debian's package ", library.package);
    const torchpp::detail::SharedLibrary opened(library.name, library.files, cure.c_str());
    found.add({library.name, opened ? "yes" : "no: " + cure, library.use});
    json_libraries.push_back({{"name", library.name}, {"found", static_cast<bool>(opened)}});
    if (!opened) json_libraries.back()["why_not"] = opened.error();
  }

  const std::string version = TORCHPP_VERSION;
  std::string features, lacking;
  Json json_features = Json::object();
  for (const auto& [name, has] : processor_features()) {
    std::string& list = has ? features : lacking;
    list += str(list.empty() ? "" : " ", name);
    json_features[name] = has;
  }
#if defined(TORCHPP_COMMAND_ONEDNN)
  constexpr bool kHasOnednn = true;
#else
  constexpr bool kHasOnednn = false;
#endif
#if defined(TORCHPP_COMMAND_CUDA)
  const char* const why_no_cuda = cuda::why_unavailable();
#else
  const char* const why_no_cuda = "this program was built without the CUDA backend";
#endif
#if defined(__clang__)
  const std::string compiler = __VERSION__;
#else
  const std::string compiler = "GCC " __VERSION__;
#endif
  const bool has_cuda = cuda::is_available();
  const std::string cuda_text =
      has_cuda ? str(cuda::device_count(), " device", plural(static_cast<uint64_t>(cuda::device_count())))
               : str("unavailable: ", why_no_cuda);
  const unsigned processors = std::thread::hardware_concurrency();
  if (arguments.json) {
    Json backends = {{"cpu", {{"available", true}, {"kernels", kernels_name()}, {"onednn", kHasOnednn}}},
                     {"cuda", {{"available", has_cuda}, {"devices", static_cast<int>(cuda::device_count())}}}};
    if (!has_cuda) backends["cuda"]["why_not"] = why_no_cuda;
    print_json(Json{
        {"version", version},
        {"compiler", compiler},
        {"processor", {{"name", processor_name()}, {"features", json_features}, {"logical_processors", processors}}},
        {"threads", get_num_threads()},
        {"backends", backends},
        {"libraries", json_libraries}});
    return kYes;
  }
  print(bold("torchpp " + version) + "\n");
  const std::vector<std::pair<const char*, std::string>> rows = {
      {"processor", clean(processor_name())},
      {"has", features},
      {"has not", lacking.empty() ? "-" : lacking},
      {"kernels", str(kernels_name(), kHasOnednn ? ", oneDNN" : ", without oneDNN")},
      {"threads", str(get_num_threads(), " of ", processors, " processors")},
      {"cuda", cuda_text},
      {"compiled by", compiler}};
  for (const auto& [name, value] : rows)
    print(str("  ", dim(str(name, std::string(12 - std::string(name).size(), ' '))), value, "\n"));
  print("\n" + found.text());
  return kYes;
}

}  // namespace torchpp::command

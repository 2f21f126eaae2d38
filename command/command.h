// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The subcommands of `torchpp`. main.cpp reads the arguments; each subcommand is one function, in a file of its
/// own, which prints to the standard output and returns the exit status. Errors are exceptions.

#include <cstdint>
#include <string>
#include <vector>

namespace torchpp::command {

/// Exit statuses. Yes or no is the answer of a subcommand that asks something (are two files the same).
enum Status : int { kYes = 0, kNo = 1, kTrouble = 2 };

struct InfoArguments {
  bool json = false;
};
int info(const InfoArguments& arguments);

struct InspectArguments {
  std::string file;
  std::string only;       // a pattern of names; empty: all
  bool checksum = false;  // of the file and of each tensor
  bool statistics = false;
  bool json = false;
};
int inspect(const InspectArguments& arguments);

struct ConvertArguments {
  std::string from, to;
  std::vector<std::string> only, skip, rename;  // patterns; rename: PATTERN=REPLACEMENT
  std::string dtype;                            // empty: as stored
  bool force = false;                           // replaces a file
  bool json = false;
};
int convert(const ConvertArguments& arguments);

struct DiffArguments {
  std::string a, b;
  double atol = 0, rtol = 0;
  bool json = false;
};
int diff(const DiffArguments& arguments);

struct BenchArguments {
  std::string device = "cpu";
  std::string only;  // part of the name of what is measured
  double seconds = 0.2;
  int threads = 0;  // 0: as many as the library uses
  bool json = false;
};
int bench(const BenchArguments& arguments);

struct HubArguments {
  std::string action;                                    // list, info, fetch, verify, trust, clean or publish
  std::string source;                                    // of publish: the folder; empty: none
  std::string entry;                                     // empty: all
  std::string dir;                                       // the cache; empty: the usual one
  std::string ca_file, repository_url, manifest_sha256;  // empty: as in HubOptions
  bool trust = false;                                    // consent for this call
  bool reload = false;
  bool yes = false;     // of trust: consent without a question
  bool remove = false;  // of trust: takes it back
  bool all = false;     // of clean
  bool json = false;
};
int hub(const HubArguments& arguments);

/// A subcommand as shells complete it.
struct Completed {
  struct Option {
    std::vector<std::string> names;  // "--json"
    std::string help;
    std::vector<std::string> values;  // of which it takes one; empty: any, or none
    bool takes_value = false;
  };
  std::string name, help;
  std::vector<Option> options;
  std::vector<std::string> words;  // that its first argument may be; empty: files, as all further ones
};
/// The completion script of a shell: bash, zsh or fish.
std::string completion(const std::string& shell, const std::vector<Completed>& subcommands);

}  // namespace torchpp::command

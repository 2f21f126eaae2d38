// SPDX-License-Identifier: BSD-3-Clause
// What is kept on the disk: made once, whole or not at all, by one of those who want it.
#include <signal.h>
#include <sys/wait.h>
#include <torchpp/data/archives.h>
#include <torchpp/data/cache.h>
#include <torchpp/data/files.h>
#include <torchpp/data/map.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "src/serialize/file_lock.h"
#include "tests/data_io/stages.h"
#include "tests/data_io/tar.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;
using namespace torchpp::data;
using test::expect_error;
using test::expect_items;
using Paths = std::vector<std::string>;

class DiskCache : public testing::Test {
 protected:
  std::string place(const std::string& name) const { return folder_.path() + "/cache/" + name; }
  OnDiskCacheOptions options() const {
    return OnDiskCacheOptions().filepath_fn([this](const std::string& name) { return place(name); });
  }
  // Makes "content of NAME", and writes the name to a log, which other processes write to as well.
  auto section() {
    return [this](Pipe<std::string> missing) {
      return std::move(missing).map([this](const std::string& name) {
        std::ofstream(log_, std::ios::app) << name + "\n";
        std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms_));
        if (name == "bad") throw FileError("the section fails");
        return File(name, memory_stream("content of " + name));
      });
    };
  }
  std::string made() const { return std::filesystem::exists(log_) ? open_file(log_).read_all() : std::string(); }
  static std::string read(const std::string& path) { return open_file(path).read_all(); }
  Paths names() const {
    Paths names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() + "/cache"))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  test::TemporaryFolder folder_;
  std::string log_ = folder_.path() + "/log";
  int pause_ms_ = 0;
};

TEST_F(DiskCache, EachItemIsMadeOnceAndInOrder) {
  expect_items(
      [&] {
        return from(Paths{"a", "b", "sub/c"}).on_disk_cache(options(), section());
      },
      Paths{place("a"), place("b"), place("sub/c")});
  EXPECT_EQ(made(), "a\nb\nsub/c\n");
  EXPECT_EQ(read(place("sub/c")), "content of sub/c");
  // What is not there any more is made again; the order is the items' all the same.
  std::filesystem::remove(place("a"));
  expect_items(
      [&] {
        return from(Paths{"b", "a"}).on_disk_cache(options(), section());
      },
      Paths{place("b"), place("a")});
  EXPECT_EQ(made(), "a\nb\nsub/c\na\n");
  EXPECT_EQ(names(), (Paths{"a", "b", "sub"})) << "no locks are left";
}

TEST_F(DiskCache, SeveralFilesOfOneItem) {
  const auto unpack = [](Pipe<std::string> missing) {
    return std::move(missing)
        .map([](const std::string& name) {
          return File(name, memory_stream(test::tar_of({{"1", name + " one"}, {"2", name + " two"}})));
        })
        .load_from_tar();
  };
  const auto make = [&] {
    return from(Paths{"x", "y"})
        .on_disk_cache(options().output_fn([this](const std::string& name) { return place("out/" + name); }), unpack);
  };
  const Paths expected{place("out/x/1"), place("out/x/2"), place("out/y/1"), place("out/y/2")};
  expect_items(make, expected);
  EXPECT_EQ(read(expected[2]), "y one");
  std::filesystem::remove(expected[2]);
  expect_items(make, expected);
  EXPECT_EQ(read(expected[2]), "y one");
}

TEST_F(DiskCache, HashesAndChecks) {
  auto pipe =
      from(Paths{"a"}).on_disk_cache(options().hashes({{place("a"), "00"}}).hash_type(HashType::kMd5), section());
  expect_error([&] { pipe.next(); }, "does not match the expected hash 00");
  EXPECT_FALSE(pipe.next().has_value());
  EXPECT_EQ(names(), Paths{}) << "what has another hash is not kept";
  expect_error(
      [&] {
        from(Paths{"a"}).on_disk_cache(options().hashes({{"other", "00"}}), section()).next();
      },
      "Unspecified hash for file");

  // sha256sum of "content of a".
  const Hashes right{{place("a"), "8e56b639882ef91f67c597965dfb451cbd2e4b41d1a8cd9b01dd3241aa518796"}};
  std::filesystem::create_directories(folder_.path() + "/cache");
  std::ofstream(place("a")) << "damaged";
  EXPECT_EQ(*from(Paths{"a"}).on_disk_cache(options().hashes(right), section()).next(), place("a"));
  EXPECT_EQ(read(place("a")), "content of a");

  std::ofstream(place("a")) << "old";
  const auto checked = options().extra_check_fn([](const std::string& path) { return read(path) != "old"; });
  EXPECT_EQ(*from(Paths{"a"}).on_disk_cache(checked, section()).next(), place("a"));
  EXPECT_EQ(read(place("a")), "content of a");
}

TEST_F(DiskCache, AnErrorLeavesNothing) {
  auto pipe = from(Paths{"a", "bad", "b"}).on_disk_cache(options(), section());
  EXPECT_EQ(*pipe.next(), place("a"));
  expect_error([&] { pipe.next(); }, "the section fails\nmap: item 0, 'bad'\non_disk_cache: item 1, 'bad'");
  EXPECT_EQ(*pipe.next(), place("b"));
  EXPECT_EQ(names(), (Paths{"a", "b"}));
  expect_error([&] { from(Paths{"../../up"}).on_disk_cache(options(), section()).next(); },
               "expected none with a part '..'");
}

TEST_F(DiskCache, ProcessesAndThreadsWaitForTheOneThatMakesIt) {
  pause_ms_ = 100;
  const auto use = [this] {
    auto pipe = from(Paths{"a", "b"}).on_disk_cache(options(), section());
    for (const char* name : {"a", "b"})
      if (read(*pipe.next()) != std::string("content of ") + name) return 1;
    return 0;
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(use());
    children.push_back(child);
  }
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { failed += use(); });
  for (std::thread& thread : threads) thread.join();
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    failed += status != 0;
  }
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(made(), "a\nb\n");
  EXPECT_EQ(names(), (Paths{"a", "b"}));
}

TEST_F(DiskCache, ADeadProcessHoldsNobodyUp) {
  std::filesystem::create_directories(folder_.path() + "/cache");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const serialize::FileLock lock(place("a"), 1);
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(1);
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::close(ready[0]);
  ::close(ready[1]);
  auto pipe = from(Paths{"a", "a"}).on_disk_cache(options().timeout(0.1), section());
  expect_error([&] { pipe.next(); }, "expected another process to write it, but it is not ready in 0.1 seconds");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(*pipe.next(), place("a"));
  EXPECT_EQ(names(), Paths{"a"});
}

}  // namespace

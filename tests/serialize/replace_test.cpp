// SPDX-License-Identifier: BSD-3-Clause
// What save does to the names, the links and the rights of a file system, and what is left when it is killed.
#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <torchpp/core/error.h>
#include <torchpp/ops/creation.h>
#include <torchpp/serialize.h>
#include <torchpp/serialize/numpy.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/serialize/tensor_file.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace {

using namespace torchpp;

const NamedTensors& some_tensors() {
  static const NamedTensors tensors = {{"x", full({3}, 7, kByte)}};
  return tensors;
}

std::string save_error(const std::string& path) {
  try {
    save_safetensors(path, some_tensors());
  } catch (const FileError& e) {
    return e.what();
  }
  return "none";
}

void expect_saved(const std::string& path) {
  ASSERT_EQ(save_error(path), "none");
  EXPECT_TRUE(load_safetensors(path).tensors[0].second.equal(some_tensors()[0].second));
}

mode_t mode_of(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 ? status.st_mode : 0;
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Calls f in a child process that has an ordinary user's rights; what f returns.
template <class F>
std::string as_ordinary_user(const F& f) {
  int pipe[2];
  EXPECT_EQ(::pipe(pipe), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr unsigned kNobody = 65534;
    std::string answer = "could not change the user";
    if (::geteuid() != 0 || (::setgroups(0, nullptr) == 0 && ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0))
      answer = f();
    const ssize_t written = ::write(pipe[1], answer.data(), answer.size());
    ::_exit(written == static_cast<ssize_t>(answer.size()) ? 0 : 1);
  }
  ::close(pipe[1]);
  std::string answer;
  char piece[256];
  for (ssize_t n = 0; (n = ::read(pipe[0], piece, sizeof piece)) > 0;) answer.append(piece, static_cast<size_t>(n));
  ::close(pipe[0]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  return answer;
}

class Replace : public testing::Test {
 protected:
  Replace() { ::chmod(folder_.path().c_str(), 0777); }
  std::string at(const std::string& name) const { return folder_.path() + "/" + name; }
  // A file of other content, of the process's user.
  std::string file(const std::string& name, mode_t mode) const {
    std::ofstream(at(name)) << "old";
    ::chmod(at(name).c_str(), mode);
    return at(name);
  }
  std::string save_as_ordinary_user(const std::string& path) {
    return as_ordinary_user([&] { return save_error(path); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(Replace, AFileThatMayNotBeWrittenToStays) {
  const std::string path = file("f", 0444);
  EXPECT_EQ(save_as_ordinary_user(path), "save '" + path + "': could not open it: Permission denied");
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(mode_of(path) & 0777, 0444u);
  ASSERT_EQ(::symlink(path.c_str(), at("link").c_str()), 0);
  EXPECT_EQ(save_as_ordinary_user(at("link")), "save '" + at("link") + "': could not open it: Permission denied");
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"f", "link"}));
  // The owner of a read-only file is refused, too, as by a plain write.
  const std::string own = at("own");
  EXPECT_EQ(as_ordinary_user([&] {
              const std::string first = save_error(own);
              return ::chmod(own.c_str(), 0444) == 0 && first == "none" ? save_error(own) : first;
            }),
            "save '" + own + "': could not open it: Permission denied");
}

TEST_F(Replace, AFileThatOthersMayWriteToIsReplaced) {
  const std::string path = file("f", 0666);
  EXPECT_EQ(save_as_ordinary_user(path), "none");
  expect_saved(path);
  EXPECT_EQ(mode_of(path) & 0777, 0666u);
}

TEST_F(Replace, NoRightsOfSomebodyElseAreTakenOver) {
  if (::geteuid() != 0) GTEST_SKIP() << "the file must be another user's";
  const std::string path = file("f", 04766);
  EXPECT_EQ(save_as_ordinary_user(path), "none");
  EXPECT_EQ(mode_of(path) & 07777, 0766u);
}

TEST_F(Replace, AFolderThatMayNotBeWrittenTo) {
  const std::string path = file("f", 0666);
  ::chmod(folder_.path().c_str(), 0555);
  const std::string create = "': could not create the temporary file beside it: Permission denied";
  EXPECT_EQ(save_as_ordinary_user(path), "save '" + path + create);
  EXPECT_EQ(save_as_ordinary_user(at("new")), "save '" + at("new") + create);
  ::chmod(folder_.path().c_str(), 0777);
  EXPECT_EQ(content(path), "old");
}

TEST_F(Replace, AFolderThatMayNotBeListed) {
  ::chmod(folder_.path().c_str(), 0333);
  EXPECT_EQ(save_as_ordinary_user(at("new")), "none");
  ::chmod(folder_.path().c_str(), 0777);
  expect_saved(at("new"));
}

TEST_F(Replace, OwnerGroupAndPermissionsAreKept) {
  const std::string path = file("f", 0640);
  const bool root = ::geteuid() == 0;
  if (root) {
    ASSERT_EQ(::chown(path.c_str(), 1234, 2345), 0);
    ASSERT_EQ(::chmod(path.c_str(), 02640), 0);
  }
  struct stat before, after;
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  expect_saved(path);
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_EQ(after.st_uid, before.st_uid);
  EXPECT_EQ(after.st_gid, before.st_gid);
  EXPECT_EQ(after.st_mode, before.st_mode);
}

TEST_F(Replace, LinksLeadToTheFileThatIsWritten) {
  ASSERT_EQ(::mkdir(at("a").c_str(), 0700), 0);
  ASSERT_EQ(::mkdir(at("b").c_str(), 0700), 0);
  // Relative to the link's folder, over a second link, to a file that is not there yet.
  ASSERT_EQ(::symlink("../b/link", at("a/link").c_str()), 0);
  ASSERT_EQ(::symlink("file", at("b/link").c_str()), 0);
  for (int times = 0; times < 2; ++times) {
    expect_saved(at("a/link"));
    EXPECT_TRUE(S_ISLNK(mode_of(at("a/link"))));
    EXPECT_TRUE(S_ISLNK(mode_of(at("b/link"))));
    EXPECT_TRUE(S_ISREG(mode_of(at("b/file"))));
  }
  // An absolute one.
  ASSERT_EQ(::symlink(at("b/other").c_str(), at("absolute").c_str()), 0);
  expect_saved(at("absolute"));
  EXPECT_TRUE(S_ISREG(mode_of(at("b/other"))));
  EXPECT_TRUE(S_ISLNK(mode_of(at("absolute"))));
}

TEST_F(Replace, LinksThatLeadNowhere) {
  ASSERT_EQ(::symlink("loop", at("loop").c_str()), 0);
  ASSERT_EQ(::symlink("none/file", at("astray").c_str()), 0);
  ASSERT_EQ(::symlink(".", at("folder").c_str()), 0);
  EXPECT_EQ(save_error(at("loop")), "save '" + at("loop") + "': could not open it: Too many levels of symbolic links");
  EXPECT_EQ(save_error(at("astray")),
            "save '" + at("astray") + "': could not open its folder: No such file or directory");
  EXPECT_EQ(save_error(at("folder")),
            "save '" + at("folder") + "': got the name of a directory, expected that of a regular file or of none");
  EXPECT_EQ(save_error(""), "save '': could not open it: No such file or directory");
  EXPECT_EQ(save_error(at("new/")), "save '" + at("new/") + "': could not open it: Is a directory");
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"astray", "folder", "loop"}));
}

TEST_F(Replace, AnOpenFileWithoutANameIsNotGivenOne) {
  const int fd = ::open(file("f", 0600).c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::unlink(at("f").c_str()), 0);
  EXPECT_NE(save_error("/proc/self/fd/" + std::to_string(fd)).find("got a link to a file that is not found"),
            std::string::npos);
  ::close(fd);
  EXPECT_EQ(folder_.names(), std::vector<std::string>());
}

TEST_F(Replace, DevicesAndPipesStay) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(save_error(at("pipe")),
            "save '" + at("pipe") + "': got the name of a device or pipe, expected that of a regular file or of none");
  EXPECT_TRUE(S_ISFIFO(mode_of(at("pipe"))));
  EXPECT_NE(save_error("/dev/null"), "none");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
}

TEST_F(Replace, NamesOfTheGreatestLength) {
  for (size_t length : {size_t{200}, size_t{250}, size_t{255}}) {
    expect_saved(at(std::string(length, 'n')));
    expect_saved(at(std::string(length, 'n')));
  }
  EXPECT_EQ(save_error(at(std::string(256, 'n'))),
            "save '" + at(std::string(256, 'n')) + "': could not open it: File name too long");
  EXPECT_EQ(folder_.names().size(), 3u);
}

TEST_F(Replace, PathsRelativeToTheCurrentFolder) {
  EXPECT_EQ(as_ordinary_user(
                [&] { return ::chdir(folder_.path().c_str()) == 0 ? save_error("relative") : std::string("chdir"); }),
            "none");
  expect_saved(at("relative"));
}

TEST_F(Replace, AFullDeviceBehindAStreamIsAnError) {
  std::ofstream full("/dev/full", std::ios::binary);
  EXPECT_THROW(save(torchpp::zeros({100000}), full), FileError);
}

// Whenever the process is killed, the name leads to the whole old file or to the whole new one.
TEST_F(Replace, KilledWhileSaving) {
  constexpr int64_t kBytes = 1 << 20;
  struct Format {
    const char* name;
    void (*save)(const std::string& path, const NamedTensors& tensors);
  };
  const Format formats[] = {
      {"safetensors", [](const std::string& path, const NamedTensors& tensors) { save_safetensors(path, tensors); }},
      {"pt", [](const std::string& path, const NamedTensors& tensors) { save_pt(path, tensors); }},
      {"libtorch",
       [](const std::string& path, const NamedTensors& tensors) {
         serialize::OutputArchive archive;
         archive.write(tensors[0].first, tensors[0].second);
         save_libtorch(path, archive);
       }},
      {"npz", [](const std::string& path, const NamedTensors& tensors) { save_npz(path, tensors); }},
      {"npy", [](const std::string& path, const NamedTensors& tensors) { save_npy(path, tensors[0].second); }}};
  const std::string path = at("f");
  for (const Format& format : formats) {
    SCOPED_TRACE(format.name);
    format.save(path, {{"x", full({kBytes}, 0, kByte)}});
    for (int round = 0; round < 12; ++round) {
      const pid_t child = ::fork();
      if (child == 0) {
        for (int value = 1;; value = value % 200 + 1) format.save(path, {{"x", full({kBytes}, value, kByte)}});
      }
      std::this_thread::sleep_for(std::chrono::microseconds(2000 + 1700 * round));
      ASSERT_EQ(::kill(child, SIGKILL), 0);
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      const Tensor x = TensorFile::open(path).load_all()[0].second;
      ASSERT_EQ(x.numel(), kBytes);
      const auto* bytes = x.data_ptr<uint8_t>();
      EXPECT_EQ(std::memcmp(bytes, bytes + 1, kBytes - 1), 0);
    }
  }
  for (const std::string& name : folder_.names()) {
    EXPECT_TRUE(name == "f" || name.substr(name.size() - 4) == ".tmp") << name;
  }
}

}  // namespace

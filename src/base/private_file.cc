// SPDX-License-Identifier: Apache-2.0
#include "base/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text.h"

namespace telltale {
namespace {

constexpr mode_t folder_mode = 0700;
constexpr mode_t others = 0077;

std::unexpected<Error> cannot(std::string_view what, const std::string& path) {
  const int number = errno;
  return fail(Error::Kind::Internal,
              format("cannot {} {}: {}", what, path, std::generic_category().message(number)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

 private:
  int number_;
};

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// The rename lasts only once the folder is on the disk too.
Result<void> sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.open() || ::fsync(opened.number()) != 0) return cannot("sync", folder);
  return {};
}

Result<void> write_and_sync(const std::string& path, const std::string& text) {
  // Of an earlier attempt that was cut off; O_EXCL then makes sure that the file is ours.
  ::unlink(path.c_str());
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                               private_file_mode));
  if (!file.open()) return cannot("create", path);
  if (!write_all(file.number(), text) || ::fsync(file.number()) != 0) return cannot("write", path);
  return {};
}

}  // namespace

Result<void> make_private_folder(const std::string& path) {
  if (::mkdir(path.c_str(), folder_mode) == 0) return {};
  if (errno != EEXIST) return cannot("create folder", path);
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) return cannot("look at", path);
  if (!S_ISDIR(facts.st_mode)) {
    return fail(Error::Kind::Invalid, format("{} is not a folder", path));
  }
  if ((facts.st_mode & others) != 0 && ::chmod(path.c_str(), folder_mode) != 0) {
    return cannot("protect", path);
  }
  return {};
}

Result<void> write_private_file(const std::string& path, const std::string& text) {
  const std::string draft = path + ".new";
  if (auto written = write_and_sync(draft, text); !written) {
    ::unlink(draft.c_str());
    return written;
  }
  if (::rename(draft.c_str(), path.c_str()) != 0) return cannot("rename to", path);
  return sync_folder_of(path);
}

Result<std::optional<std::string>> read_private_file(const std::string& path, IfShared if_shared) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open() && errno == ENOENT) return std::nullopt;
  if (!file.open()) return cannot("open", path);
  struct stat facts{};
  if (::fstat(file.number(), &facts) != 0) return cannot("look at", path);
  if (!S_ISREG(facts.st_mode)) return fail(Error::Kind::Invalid, format("{} is not a file", path));
  if ((facts.st_mode & others) != 0) {
    if (if_shared == IfShared::Refuse) {
      return fail(Error::Kind::Invalid, format("{} can be read by others", path));
    }
    if (::fchmod(file.number(), private_file_mode) != 0) return cannot("protect", path);
  }
  std::string text;
  std::array<char, 16384> piece{};
  while (true) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot("read", path);
    if (got == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(got));
    if (text.size() > private_file_bytes_max) {
      return fail(Error::Kind::TooLarge,
                  format("{} is larger than {} bytes", path, private_file_bytes_max));
    }
  }
}

}  // namespace telltale

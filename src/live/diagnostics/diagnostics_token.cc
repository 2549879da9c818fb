// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_token.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace telltale::live {
namespace {

constexpr std::size_t token_bytes = 32;
constexpr std::size_t letters_min = 32;
constexpr std::size_t letters_max = 4096;
constexpr mode_t folder_mode = 0700;
constexpr mode_t file_mode = 0600;
constexpr mode_t others = 0077;

std::unexpected<Error> trouble(std::string_view what, const std::string& path) {
  const int number = errno;
  return fail(number == ENOENT ? Error::Kind::NotFound : Error::Kind::Internal,
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
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

Result<void> write_token(const std::string& path, const std::string& token) {
  const std::string draft = path + ".new";
  ::unlink(draft.c_str());
  const Descriptor file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, file_mode));
  if (!file.is_open()) return trouble("create", draft);
  const std::string line = token + "\n";
  const ssize_t written = ::write(file.number(), line.data(), line.size());
  if (written != static_cast<ssize_t>(line.size())) return trouble("write", draft);
  if (::rename(draft.c_str(), path.c_str()) != 0) return trouble("rename to", path);
  return {};
}

Result<void> make_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return {};
  std::error_code error;
  const bool made = std::filesystem::create_directories(folder, error);
  if (error) {
    return fail(Error::Kind::Internal,
                format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
  if (made && ::chmod(folder.c_str(), folder_mode) != 0) return trouble("protect", folder.string());
  return {};
}

}  // namespace

Result<std::string> load_token(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return trouble("open", path);
  struct stat facts{};
  if (::fstat(file.number(), &facts) != 0) return trouble("look at", path);
  if (!S_ISREG(facts.st_mode)) return fail(Error::Kind::Invalid, format("{} is no file", path));
  if ((facts.st_mode & others) != 0) {
    return fail(Error::Kind::Invalid, format("{} can be read by others", path));
  }
  std::array<char, letters_max> text{};
  const ssize_t size = ::read(file.number(), text.data(), text.size());
  if (size < 0) return trouble("read", path);
  std::string_view token(text.data(), static_cast<std::size_t>(size));
  while (token.ends_with('\n') || token.ends_with('\r')) token.remove_suffix(1);
  if (token.size() < letters_min) {
    return fail(Error::Kind::Invalid, format("{} holds no token", path));
  }
  return std::string(token);
}

Result<std::string> load_or_make_token(const std::string& path, Entropy& entropy) {
  auto token = load_token(path);
  const bool is_fine = token || token.error().kind == Error::Kind::Internal;
  if (is_fine) return token;
  if (auto made = make_folder_of(path); !made) return fail(made.error());
  std::string fresh = random_hex(entropy, token_bytes);
  if (auto written = write_token(path, fresh); !written) return fail(written.error());
  return fresh;
}

}  // namespace telltale::live

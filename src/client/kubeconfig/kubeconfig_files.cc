// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_files.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace telltale::client {
namespace {

Error error_of(int number) {
  const bool absent = number == ENOENT || number == ENOTDIR;
  return {.kind = absent ? Error::Kind::NotFound : Error::Kind::Internal,
          .detail = std::strerror(number)};
}

Result<std::string> read_open(int file) {
  struct stat facts{};
  if (::fstat(file, &facts) != 0) return fail(error_of(errno));
  if (S_ISDIR(facts.st_mode)) return fail(error_of(EISDIR));
  std::string text;
  std::array<char, 65536> buffer{};
  while (text.size() <= small_file_bytes_max) {
    const ssize_t size = ::read(file, buffer.data(), buffer.size());
    if (size == 0) return text;
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fail(error_of(errno));
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return fail(Error::Kind::TooLarge, format("longer than {} bytes", small_file_bytes_max));
}

}  // namespace

Result<std::string> read_small_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return fail(error_of(errno));
  auto text = read_open(file);
  ::close(file);
  return text;
}

std::string resolve(const std::string& folder, const std::string& path) {
  if (path.empty() || folder.empty() || path.starts_with('/')) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

}  // namespace telltale::client

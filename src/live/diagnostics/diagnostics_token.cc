// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_token.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/private_file.h"
#include "base/text.h"

namespace telltale::live {
namespace {

constexpr std::size_t token_bytes = 32;
constexpr std::size_t letters_min = 32;
constexpr std::size_t letters_max = 4096;
constexpr mode_t folder_mode = 0700;

Result<void> make_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return {};
  std::error_code error;
  const bool made = std::filesystem::create_directories(folder, error);
  if (error) {
    return fail(Error::Kind::Internal,
                format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
  if (made && ::chmod(folder.c_str(), folder_mode) != 0) {
    return fail(Error::Kind::Internal, format("cannot protect {}: {}", folder.string(),
                                              std::generic_category().message(errno)));
  }
  return {};
}

}  // namespace

Result<std::string> load_token(const std::string& path) {
  const auto text = read_private_file(path, IfShared::Refuse);
  if (!text) return fail(text.error());
  if (!*text) {
    return fail(Error::Kind::NotFound,
                format("cannot open {}: {}", path, std::generic_category().message(ENOENT)));
  }
  std::string_view token = std::string_view(**text).substr(0, letters_max);
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
  if (auto written = write_private_file(path, fresh + "\n"); !written) return fail(written.error());
  return fresh;
}

}  // namespace telltale::live

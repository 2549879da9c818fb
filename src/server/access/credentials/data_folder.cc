// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/data_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr mode_t data_folder_mode = 0700;
constexpr mode_t everybody_else = 0077;
// One of these shows that telltale was here before.
constexpr std::array<std::string_view, 4> our_marks{"pki", "telltale.db", "journal.jsonl", "token"};

bool is_for_us_alone(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_empty(path, error) && !error) return true;
  return std::ranges::any_of(our_marks, [&](std::string_view mark) {
    return std::filesystem::exists(format("{}/{}", path, mark), error);
  });
}

std::unexpected<Error> open_to_others(const std::string& path, std::string_view why) {
  return fail(Error::Kind::Invalid,
              format("the data folder {} can be entered by others, and {}; take their rights away "
                     "(chmod 700), or name a folder inside of it that is not there yet",
                     path, why));
}

// Files and folders of an earlier version, or of a careless restore, that others may read. Links
// are left alone: what they lead to is not in this folder.
Result<void> take_rights_of_others_away(const std::string& path) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    struct stat facts{};
    if (::lstat(entry.path().c_str(), &facts) != 0) continue;  // gone since it was listed
    const bool is_ours = S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
    if (!is_ours || (facts.st_mode & everybody_else) == 0) continue;
    if (::chmod(entry.path().c_str(), facts.st_mode & ~everybody_else & 07777) != 0) {
      return fail(Error::Kind::Internal,
                  format("others may read {}, and that cannot be changed: {}",
                         entry.path().string(), std::generic_category().message(errno)));
    }
  }
  if (!error) return {};
  return fail(Error::Kind::Internal,
              format("cannot look into the data folder {}: {}", path, error.message()));
}

}  // namespace

Result<void> make_data_folder(const std::string& path) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(path, error);
  if (error) {
    return fail(Error::Kind::Internal,
                format("cannot make the data folder {}: {}", path, error.message()));
  }
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) {
    return fail(Error::Kind::Internal, format("cannot look at the data folder {}: {}", path,
                                              std::generic_category().message(errno)));
  }
  if (!S_ISDIR(facts.st_mode)) {
    return fail(Error::Kind::Invalid, format("the data folder {} is not a folder", path));
  }
  if ((facts.st_mode & everybody_else) == 0) return take_rights_of_others_away(path);
  if (!made && !is_for_us_alone(path)) return open_to_others(path, "holds what is not telltale's");
  if (::chmod(path.c_str(), data_folder_mode) != 0) {
    return open_to_others(
        path, format("that cannot be changed: {}", std::generic_category().message(errno)));
  }
  return take_rights_of_others_away(path);
}

}  // namespace telltale::server

// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/private_database.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace telltale::store {
namespace {

constexpr mode_t owner_only = 0600;
constexpr mode_t rights_of_others = 0077;
constexpr std::array<std::string_view, 4> endings{"", "-wal", "-shm", "-journal"};

// What cannot be made or is no file is SQLite's to refuse, in words of its own.
void make_file(const std::string& path) {
  const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, owner_only);
  if (made >= 0) ::close(made);
}

}  // namespace

Result<void> keep_private(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0 && errno == ENOENT) make_file(path);
  for (const std::string_view ending : endings) {
    const std::string file = format("{}{}", path, ending);
    if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
    if ((facts.st_mode & rights_of_others) == 0) continue;
    if (::chmod(file.c_str(), facts.st_mode & owner_only) != 0) {
      return fail(Error::Kind::Internal, format("{}: others may read it, and that cannot be "
                                                "changed: {}",
                                                file, std::generic_category().message(errno)));
    }
  }
  return {};
}

}  // namespace telltale::store

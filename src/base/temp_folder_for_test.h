// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of a test's own, gone with all that is in it when the test is.

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/check.h"

namespace telltale {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "telltale-XXXXXX").string();
    check(::mkdtemp(name.data()) != nullptr, "a test can make a folder");
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }

  // Makes the folders on the way too. The path of the file.
  std::string write(std::string_view name, std::string_view content) const {
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

 private:
  std::string path_;
};

// The rights of a file: 0600.
inline unsigned mode_for_test(const std::string& path) {
  struct stat facts{};
  check(::stat(path.c_str(), &facts) == 0, "the file is there");
  return facts.st_mode & 0777U;
}

}  // namespace telltale

// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder that is there as long as the test.

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "base/check.h"

namespace telltale::server {

class FolderForTest {
 public:
  FolderForTest() {
    std::string name = (std::filesystem::temp_directory_path() / "telltale-XXXXXX").string();
    check(::mkdtemp(name.data()) != nullptr, "a test can make a folder");
    path_ = name;
  }
  FolderForTest(const FolderForTest&) = delete;
  FolderForTest& operator=(const FolderForTest&) = delete;
  ~FolderForTest() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string path() const { return path_; }
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline unsigned mode_for_test(const std::string& path) {
  struct stat facts{};
  check(::stat(path.c_str(), &facts) == 0, "the file is there");
  return facts.st_mode & 0777U;
}

}  // namespace telltale::server

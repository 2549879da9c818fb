// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder that is there as long as the test, and files in it.

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/check.h"

namespace telltale::live {

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
  std::string path(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::string path_;
};

inline unsigned mode_for_test(const std::string& path) {
  struct stat facts{};
  check(::stat(path.c_str(), &facts) == 0, "the file is there");
  return facts.st_mode & 0777U;
}

}  // namespace telltale::live

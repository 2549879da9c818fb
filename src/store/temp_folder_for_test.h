// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of its own for one test, gone with all that is in it at the end.

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace telltale::store {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "telltale-store-XXXXXX").string();
    const char* made = mkdtemp(name.data());
    path_ = made != nullptr ? made : "";
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace telltale::store

// SPDX-License-Identifier: Apache-2.0
#pragma once

// A generated fleet read through the real reader, as tests and benchmarks need it.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/check.h"
#include "catalog/kinds.h"
#include "dump/dump.h"
#include "fleet/fleet.h"
#include "observe/world.h"

namespace telltale {

inline std::string fleet_text(const fleet::FleetOptions& options) {
  std::string text;
  fleet::write_fleet(options, [&](std::string_view chunk) { text += chunk; });
  return text;
}

// A file that is gone when the test is.
class FleetFile {
 public:
  explicit FleetFile(const std::string& text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "telltale-XXXXXX").string();
    const int descriptor = ::mkstemp(pattern.data());
    check(descriptor >= 0, "a temporary file can be made");
    ::close(descriptor);
    path_ = pattern;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~FleetFile() { std::filesystem::remove(path_); }
  FleetFile(const FleetFile&) = delete;
  FleetFile& operator=(const FleetFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

inline dump::Dump read_fleet(const std::string& path, unsigned threads = 2) {
  const std::vector<std::string> paths{path};
  auto read = dump::read_dump(paths, {.choose = fields_to_read(), .threads = threads});
  check(read.has_value() && read->input_errors.empty(), "a generated fleet can be read");
  return std::move(*read);
}

inline World fleet_world(const fleet::FleetOptions& options) {
  const FleetFile file(fleet_text(options));
  dump::Dump read = read_fleet(file.path());
  return World(std::move(read.objects), std::move(read.arenas), Completeness::Partial,
               belonging_of_kinds());
}

}  // namespace telltale

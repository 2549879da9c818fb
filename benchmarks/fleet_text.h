// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fleet that the reading benchmarks read, and the fields they ask for.

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "fleet/fleet.h"
#include "json/tree/tree_reader.h"
#include "kube/read_object.h"

namespace telltale::bench {

inline std::string fleet_text(fleet::Format format) {
  std::string text;
  fleet::write_fleet({.clusters = 10, .machines = 100, .format = format},
                     [&](std::string_view chunk) { text += chunk; });
  return text;
}

// What judging a Machine asks of it, metadata and conditions aside.
inline constexpr std::array<std::string_view, 5> machine_paths = {
    "spec.clusterName", "spec.providerID", "spec.version", "status.nodeRef",
    "status.initialization"};

inline const json::Selection& machine_fields() {
  static const json::Selection selection = select_fields(machine_paths);
  return selection;
}

inline json::SelectFields choose_machine_fields() {
  return [](const json::Header&) -> const json::Selection& { return machine_fields(); };
}

// A file that is gone when the benchmark is.
class TemporaryFile {
 public:
  TemporaryFile(std::string_view name, std::string_view text)
      : path_(std::filesystem::temp_directory_path() / name) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace telltale::bench

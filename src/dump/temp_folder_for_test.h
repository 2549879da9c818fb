// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of a test's own, gone when the test is, and the shortest way from text to a Dump.

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "dump/dump.h"

namespace telltale::dump {

class TempFolder {
 public:
  TempFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::filesystem::temp_directory_path() / "telltale_dump_test" /
            format("{}.{}.{}", test->test_suite_name(), test->name(), ::getpid());
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  ~TempFolder() { std::filesystem::remove_all(root_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string path(std::string_view name) const { return (root_ / name).string(); }
  std::string root() const { return root_.string(); }

  // Makes the folders on the way too.
  std::string write(std::string_view name, std::string_view content) const {
    const std::filesystem::path file = root_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

 private:
  std::filesystem::path root_;
};

inline Dump read_paths(const std::vector<std::string>& paths, const Options& options = {}) {
  auto dump = read_dump(paths, options);
  check(dump.has_value(), "a test dump can be read");
  return std::move(*dump);
}

inline Dump read_text(std::string_view content, std::string_view name = "dump",
                      const Options& options = {}) {
  const TempFolder folder;
  return read_paths({folder.write(name, content)}, options);
}

// "Machine default/m1", in the order they were read.
inline std::vector<std::string> names(const Dump& dump) {
  std::vector<std::string> names;
  for (const Object& object : dump.objects) names.push_back(to_text(object.key));
  return names;
}

// "12: what is wrong", with a W in front for warnings; the file is left to those who care.
inline std::vector<std::string> input_errors(const Dump& dump) {
  std::vector<std::string> texts;
  for (const InputError& trouble : dump.input_errors) {
    const bool is_warning = trouble.severity == InputError::Severity::Warning;
    texts.push_back(format("{}{}: {}", is_warning ? "W" : "", trouble.line, trouble.message));
  }
  return texts;
}

inline std::string machine_json(std::string_view name) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",)"
                R"("metadata":{{"name":"{}","namespace":"default"}}}})",
                name);
}

inline std::string machine_yaml(std::string_view name) {
  return format(
      "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Machine\nmetadata:\n  name: {}\n  namespace: "
      "default\n",
      name);
}

}  // namespace telltale::dump

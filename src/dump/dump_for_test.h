// SPDX-License-Identifier: Apache-2.0
#pragma once

// The shortest way from text to a Dump.

#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "dump/dump.h"

namespace telltale::dump {

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
  for (const InputError& error : dump.input_errors) {
    const bool is_warning = error.severity == InputError::Severity::Warning;
    texts.push_back(format("{}{}: {}", is_warning ? "W" : "", error.line, error.message));
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

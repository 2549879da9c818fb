// SPDX-License-Identifier: Apache-2.0
#pragma once

// Real messages with the class that people gave them: rows of benchmarks/corpus, whose columns are
// id, platform, class and message, and where it was published. For tests and benchmarks.

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "classify/classify.h"

namespace telltale {

struct LabelledMessage {
  std::string id;
  Platform platform = Platform::Any;
  FailureClass failure = FailureClass::None;
  std::string message;
};

inline FailureClass parse_class(std::string_view text) {
  for (const FailureClass failure :
       {FailureClass::MissingCloudResources, FailureClass::CloudQuotaExceeded,
        FailureClass::InsufficientCloudCapacity, FailureClass::CAPIProviderFailed,
        FailureClass::Transient, FailureClass::None}) {
    if (to_text(failure) == text) return failure;
  }
  check(false, "every row of the corpus names a class");
  return FailureClass::None;
}

inline std::vector<LabelledMessage> read_corpus(const std::string& path) {
  std::vector<LabelledMessage> rows;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // The names of the columns.
  while (std::getline(file, line)) {
    const std::vector<std::string_view> cells = split(line, '\t');
    check(cells.size() == 4 || cells.size() == 5, "a row of the corpus has four or five columns");
    const std::optional<Platform> platform = parse_platform(cells[1]);
    check(platform.has_value(), "every row of the corpus names a platform");
    rows.push_back(
        {std::string(cells[0]), *platform, parse_class(cells[2]), std::string(cells[3])});
  }
  check(!rows.empty(), "the corpus is there");
  return rows;
}

}  // namespace telltale

// SPDX-License-Identifier: Apache-2.0
#pragma once

// kubectl's -o jsonpath: text with JSONPaths in braces, quoted text, and ranges.
//
//   {range .items[*]}{.metadata.name}{"\n"}{end}

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "json/tree/tree.h"
#include "kube/json_path.h"

namespace telltale {

class JsonTemplate {
 public:
  static constexpr std::size_t text_bytes_max = 16 * 1024;
  static constexpr std::size_t nesting_max = 8;  // ranges within ranges
  static constexpr std::size_t output_bytes_max = std::size_t{1} << 30;

  struct Range;
  using Part = std::variant<std::string, JsonPath, Range>;
  struct Range {
    JsonPath path;
    std::vector<Part> parts;
  };

  explicit JsonTemplate(std::vector<Part> parts);

  // Several hits of one path stand behind each other with a blank between; what is not there prints
  // nothing. What goes beyond `output_bytes_max` is cut off.
  std::string print(const json::Tree& document) const;

 private:
  std::vector<Part> parts_;
};

// Text without any brace is taken for a path.
[[nodiscard]] Result<JsonTemplate> parse_json_template(std::string_view text);

}  // namespace telltale

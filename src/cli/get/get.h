// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale get TYPE [NAME...]`: objects as they would stand after judging, in the print columns of
// their kind and version, or as data.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flag_groups/reading_flags.h"
#include "convert/conversion.h"
#include "kube/json_path.h"
#include "report/json_template.h"

namespace telltale::cli {

enum class GetOutput : std::uint8_t { Table, Wide, Name, Json, Yaml, CustomColumns, JsonPath };
constexpr bool is_data(GetOutput output) {
  return output == GetOutput::Json || output == GetOutput::Yaml || output == GetOutput::JsonPath;
}

enum class LabelsColumn : std::uint8_t { Hidden, Shown };
// Where nobody said which namespaces, the column appears when there is more than one.
enum class NamespaceColumn : std::uint8_t { AsNeeded, Shown, Hidden };

// The type that means every kind that is judged.
inline constexpr std::string_view all_types = "all";

struct GetSubject {
  std::string type;
  std::string name;  // empty: all of the type
};

struct CustomColumn {
  std::string header;
  JsonPath path;
};

struct GetOptions {
  ReadOptions read = {};
  std::vector<GetSubject> subjects = {};
  GetOutput output = GetOutput::Table;
  std::vector<CustomColumn> custom_columns = {};
  std::optional<JsonTemplate> text = {};     // of -o jsonpath
  std::optional<convert::Stage> stage = {};  // of data; nothing: that of each object's version
  std::optional<JsonPath> sort_by = {};
  std::vector<std::string> label_columns = {};
  LabelsColumn labels = LabelsColumn::Hidden;
  NamespaceColumn namespaces = NamespaceColumn::AsNeeded;
  Headers headers = Headers::Shown;
  Watching watching = Watching::Off;
};

}  // namespace telltale::cli

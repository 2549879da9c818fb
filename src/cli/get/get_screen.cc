// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_screen.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "cli/get/get_table.h"
#include "cli/screen/wording.h"
#include "report/cells.h"
#include "report/columns.h"
#include "report/object.h"

namespace telltale::cli {
namespace {

constexpr std::string_view nothing = "<none>";

// What every kind has that nobody wrote columns for.
constexpr Column ready_column{.header = "READY",
                              .path = R"(.status.conditions[?(@.type=="Ready")].status)"};
constexpr Column age_column{
    .header = "AGE", .type = ColumnType::Date, .path = ".metadata.creationTimestamp"};

struct ShownColumn {
  Column column;
  JsonPath path;
};

bool reports_ready(const Listed& listed) {
  const ConditionList* list = listed.object->conditions_at("status.conditions");
  return list != nullptr && find_condition(list->conditions, "Ready") != nullptr;
}

using Group = std::span<const Listed>;

std::vector<Column> columns_for(Group group, const GetScreen& screen) {
  const Object& object = *group.front().object;
  std::vector<Column> columns;
  if (has_columns(object.key.group, object.key.kind)) {
    for (const Column& column :
         columns_of(object.key.group, object.key.kind, object.version(), screen.dialect)) {
      const bool hidden = column.priority > 0 && screen.options.output != GetOutput::Wide;
      if (!hidden) columns.push_back(column);
    }
    return columns;
  }
  if (std::ranges::any_of(group, reports_ready)) columns.push_back(ready_column);
  columns.push_back(age_column);
  return columns;
}

std::vector<ShownColumn> with_paths(const std::vector<Column>& columns) {
  std::vector<ShownColumn> shown;
  for (const Column& column : columns) {
    Result<JsonPath> path = parse_json_path(column.path);
    check(path.has_value(), "the path of a column is a JSONPath");
    shown.push_back({column, std::move(*path)});
  }
  return shown;
}

// The next objects of one kind and version.
Group next_group(std::span<const Listed> objects) {
  const auto same = [&](const Listed& listed) {
    const Object& first = *objects.front().object;
    return listed.object->key.kind == first.key.kind &&
           listed.object->api_version == first.api_version;
  };
  const auto end = std::ranges::find_if_not(objects, same);
  return objects.first(static_cast<std::size_t>(end - objects.begin()));
}

// "foo" of "example.com/foo", as kubectl heads the column of a label.
std::string label_header(std::string_view label) {
  return upper(label.substr(label.rfind('/') + 1));
}

std::string all_labels(const Object& object) {
  std::vector<Label> labels(object.labels.begin(), object.labels.end());
  std::ranges::sort(labels, {}, &Label::key);
  std::vector<std::string> pairs;
  for (const Label& label : labels) pairs.push_back(format("{}={}", label.key, label.value));
  return pairs.empty() ? std::string(nothing) : join(std::span<const std::string>(pairs), ",");
}

bool are_in_several_namespaces(std::span<const Listed> objects) {
  std::string_view met;  // What belongs to no namespace does not count.
  for (const Listed& listed : objects) {
    const std::string_view place = listed.object->key.namespace_name;
    if (!met.empty() && !place.empty() && place != met) return true;
    if (met.empty()) met = place;
  }
  return false;
}

// A condition's colour may depend on its reason, which stands in another column.
Paint paint_of_cell(const Listed& listed, const Column& column, std::string_view text) {
  const std::string_view type = condition_shown(column);
  const std::optional<Status> status = parse_status(text);
  if (type.empty() || !status) return Paint::None;
  const Conditions judged = listed.judged != nullptr ? listed.judged->conditions : Conditions();
  const Condition plain{.type = type, .status = *status};
  const Condition* told = find_condition(judged, type);
  const Condition& shown = told != nullptr ? *told : plain;
  return paint_of(listed.judged != nullptr ? standing_of(*listed.judged, shown)
                                           : standing_of(listed.object->key.kind, shown));
}

// The columns around those of the kind: NAMESPACE and NAME before, labels behind.
class Frame {
 public:
  explicit Frame(const GetScreen& screen) : options_(screen.options) {
    const std::span<const Listed> all = screen.all.empty() ? screen.objects : screen.all;
    const auto other_kind = [&](const Listed& listed) {
      return listed.object->key.kind != all.front().object->key.kind;
    };
    const bool is_needed =
        options_.namespaces == NamespaceColumn::AsNeeded && are_in_several_namespaces(all);
    shows_namespace_ = is_needed || options_.namespaces == NamespaceColumn::Shown;
    names_kinds_ = std::ranges::any_of(all, other_kind);
  }

  std::vector<std::string> headers(const std::vector<ShownColumn>& columns,
                                   const std::vector<bool>& kept) const {
    std::vector<std::string> headers;
    if (shows_namespace_) headers.emplace_back("NAMESPACE");
    headers.emplace_back("NAME");
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (kept[i]) headers.push_back(upper(columns[i].column.header));
    }
    for (const std::string& label : options_.label_columns) headers.push_back(label_header(label));
    if (options_.labels == LabelsColumn::Shown) headers.emplace_back("LABELS");
    return headers;
  }

  GetTable::Row front(const Object& object) const {
    GetTable::Row row;
    if (shows_namespace_) row.push_back({std::string(object.key.namespace_name)});
    row.push_back({names_kinds_ ? resource_name(object) : std::string(object.key.name)});
    return row;
  }

  void add_labels(const Object& object, GetTable::Row& row) const {
    for (const std::string& label : options_.label_columns) {
      const std::string_view* value = object.label(label);
      row.push_back({std::string(value == nullptr ? nothing : *value)});
    }
    if (options_.labels == LabelsColumn::Shown) row.push_back({all_labels(object)});
  }

 private:
  const GetOptions& options_;
  bool shows_namespace_ = false;
  bool names_kinds_ = false;
};

GetTable::Row cells_of(const Listed& listed, const std::vector<ShownColumn>& columns,
                       const GetScreen& screen, Arena& scratch) {
  scratch.clear();
  const json::Tree tree = object_tree(*listed.object, listed.judged, screen.context, scratch);
  GetTable::Row cells;
  for (const ShownColumn& one : columns) {
    std::string text = cell_text(one.column.type, one.path.first(tree), screen.now);
    const Paint paint = paint_of_cell(listed, one.column, text);
    cells.push_back({std::move(text), paint});
  }
  return cells;
}

// Columns without a value in any row tell nothing. Whoever wants them says -o wide, and programs,
// which read rows without headers, find every column where it always is.
std::vector<bool> columns_worth_showing(const std::vector<ShownColumn>& columns,
                                        const std::vector<GetTable::Row>& rows,
                                        const GetOptions& options) {
  const bool all = options.output == GetOutput::Wide || options.headers == Headers::Hidden;
  std::vector<bool> kept(columns.size(), all);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto tells = [i](const GetTable::Row& row) {
      return !row[i].text.empty() && row[i].text != nothing;
    };
    if (columns[i].column.path == age_column.path || std::ranges::any_of(rows, tells)) {
      kept[i] = true;
    }
  }
  return kept;
}

GetTable table_of(Group group, const GetScreen& screen, const Frame& frame) {
  const std::vector<ShownColumn> columns = with_paths(columns_for(group, screen));
  std::vector<GetTable::Row> rows;
  Arena scratch;
  for (const Listed& listed : group) rows.push_back(cells_of(listed, columns, screen, scratch));

  ShownColumns own;
  const Object& first = *group.front().object;
  const std::vector<bool>& kept = (screen.columns != nullptr ? *screen.columns : own)
                                      .of(format("{} {}", first.api_version, first.key.kind), [&] {
                                        return columns_worth_showing(columns, rows, screen.options);
                                      });
  GetTable table(frame.headers(columns, kept));
  for (std::size_t i = 0; i < group.size(); ++i) {
    GetTable::Row row = frame.front(*group[i].object);
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (kept[column]) row.push_back(std::move(rows[i][column]));
    }
    frame.add_labels(*group[i].object, row);
    table.add(std::move(row));
  }
  return table;
}

// All that a path hits, parted by commas, as kubectl prints it in columns of the user's own.
std::string custom_text(const JsonPath& path, const json::Tree& tree) {
  std::vector<std::string> texts;
  for (const json::Tree& hit : path.find(tree)) {
    const bool is_null = hit.is(json::Tree::Type::Null);
    texts.push_back(is_null ? std::string(nothing) : value_text(hit));
  }
  return texts.empty() ? std::string(nothing) : join(std::span<const std::string>(texts), ",");
}

}  // namespace

const std::vector<bool>& ShownColumns::of(std::string_view kind_and_version,
                                          const std::function<std::vector<bool>()>& decide) {
  const auto known = chosen_.find(kind_and_version);
  if (known != chosen_.end()) return known->second;
  return chosen_.emplace(kind_and_version, decide()).first->second;
}

std::string resource_name(const Object& object) {
  const std::string group = object.key.group.empty() ? "" : format(".{}", object.key.group);
  return format("{}{}/{}", lower(object.key.kind), group, object.key.name);
}

void show_tables(const GetScreen& screen, const Streams& streams) {
  const Frame frame(screen);
  std::span<const Listed> rest = screen.objects;
  while (!rest.empty()) {
    const Group group = next_group(rest);
    if (rest.size() < screen.objects.size()) streams.out.write("\n");
    table_of(group, screen, frame).print(streams.out, streams.out_terminal, screen.options.headers);
    rest = rest.subspan(group.size());
  }
}

void show_listed(const GetScreen& screen, const Streams& streams) {
  switch (screen.options.output) {
    case GetOutput::Table:
    case GetOutput::Wide:
      return show_tables(screen, streams);
    case GetOutput::CustomColumns:
      return show_custom_columns(screen, streams);
    default:
      return show_as_data(screen, streams);
  }
}

void show_custom_columns(const GetScreen& screen, const Streams& streams) {
  std::vector<std::string> headers;
  for (const CustomColumn& column : screen.options.custom_columns) headers.push_back(column.header);
  GetTable table(std::move(headers));
  Arena scratch;
  for (const Listed& listed : screen.objects) {
    scratch.clear();
    const json::Tree tree = object_tree(*listed.object, listed.judged, screen.context, scratch);
    GetTable::Row row;
    for (const CustomColumn& column : screen.options.custom_columns) {
      row.push_back({custom_text(column.path, tree)});
    }
    table.add(std::move(row));
  }
  table.print(streams.out, streams.out_terminal, screen.options.headers);
}

}  // namespace telltale::cli

// SPDX-License-Identifier: Apache-2.0
#include "server/objects/table.h"

#include <algorithm>
#include <cmath>

#include "base/arena.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"
#include "json/writer.h"
#include "server/objects/object_access.h"
#include "server/request/nesting.h"

namespace telltale::server {
namespace {

// A double from here on is no int64.
constexpr double integer_cell_end = 9223372036854775808.0;
constexpr std::string_view name_description =
    "The name of the object, unique among its kind within the namespace.";
constexpr std::string_view age_description =
    "The time since the object was created, as the server's clock has it.";

struct AgeColumn {
  Column column{.name = "Age",
                .type = "date",
                .description = std::string(age_description),
                .json_path = ".metadata.creationTimestamp"};
};

// Events show their name last, if at all.
bool names_itself(const Version& version) {
  return std::ranges::any_of(version.columns,
                             [](const Column& column) { return column.format == "name"; });
}

void put_column(json::Writer& writer, const Column& column) {
  writer.map([&] {
    writer.field("name", column.name);
    writer.field("type", column.type);
    writer.field("format", column.format);
    writer.field("description", column.description);
    writer.field("priority", column.priority);
  });
}

std::string age_text(std::string_view time, Instant now) {
  const std::optional<Instant> then = parse_rfc3339(time);
  if (!then) return "<invalid>";
  return format_age(std::max(now - *then, Seconds{0}));
}

void put_string_cell(json::Writer& writer, const json::Tree& value) {
  if (const auto text = value.as_string()) return writer.string(*text);
  writer.string(json::print(json::to_value(value)));
}

void put_cell(json::Writer& writer, const Column& column, const json::Tree& value, Instant now) {
  using Type = json::Tree::Type;
  if (!value || value.is(Type::Null)) return writer.null();
  if (column.type == "date") {
    return writer.string(value.is(Type::String) ? age_text(value.as_string(""), now)
                                                : std::string("<invalid>"));
  }
  if (column.type == "integer") {
    if (const auto number = value.as_int()) return writer.integer(*number);
    const auto number = value.as_double();
    if (!number || !(std::abs(*number) < integer_cell_end)) return writer.null();
    return writer.integer(static_cast<std::int64_t>(*number));
  }
  if (column.type == "number" && value.as_double()) {
    return writer.raw(json::print(json::to_value(value)));
  }
  if (column.type == "boolean") {
    if (const auto flag = value.as_bool()) return writer.boolean(*flag);
    return writer.null();
  }
  put_string_cell(writer, value);
}

}  // namespace

std::string column_definitions(const Version& version) {
  std::string out;
  json::JsonWriter writer(out);
  writer.list([&] {
    if (!names_itself(version)) {
      put_column(writer, {.name = "Name",
                          .type = "string",
                          .format = "name",
                          .description = std::string(name_description)});
    }
    for (const Column& column : version.columns) put_column(writer, column);
    if (version.columns.empty()) put_column(writer, AgeColumn{}.column);
  });
  return out;
}

std::string table_cells(const Resource& resource, const Version& version, std::string_view object,
                        Instant now) {
  if (resource.behavior != nullptr && resource.behavior->cells != nullptr) {
    const auto value = json::parse(object, served_limits);
    if (!value) return "[]";
    json::ValueList cells;
    if (!names_itself(version)) cells.emplace_back(text_at(*value, "metadata.name"));
    const json::Value behind = resource.behavior->cells(*value, now);
    if (const json::ValueList* list = behind.if_array()) {
      cells.insert(cells.end(), list->begin(), list->end());
    }
    return json::print(cells);
  }
  thread_local json::TreeReader reader;
  static const json::Selection everything;
  Arena scratch;
  const json::PaddedCopy copy(object);
  const auto tree = reader.read(
      copy.padded(), [](const json::Header&) -> const json::Selection& { return everything; },
      scratch);
  if (!tree) return "[]";
  std::string out;
  json::JsonWriter writer(out);
  writer.list([&] {
    writer.string((*tree)["metadata"]["name"].as_string(""));
    for (const Column& column : version.columns) {
      put_cell(writer, column, column.path ? column.path->first(*tree) : json::Tree{}, now);
    }
    if (version.columns.empty()) {
      put_cell(writer, AgeColumn{}.column, (*tree)["metadata"]["creationTimestamp"], now);
    }
  });
  return out;
}

}  // namespace telltale::server

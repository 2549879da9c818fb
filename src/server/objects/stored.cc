// SPDX-License-Identifier: Apache-2.0
#include "server/objects/stored.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/writer.h"
#include "server/objects/object_access.h"
#include "server/request/nesting.h"

namespace telltale::server {
namespace {

using Members = std::vector<const boost::json::key_value_pair*>;

Members sorted_members(const json::ValueMap& map) {
  Members members;
  for (const auto& member : map) members.push_back(&member);
  std::ranges::sort(members, {}, [](const auto* member) { return member->key(); });
  return members;
}

void append_member(std::string& out, std::string_view name, const json::Value& value) {
  out += ',';
  json::append_json_string(out, name);
  out += ':';
  out += json::print(value);
}

// Without a version there is no member for it: a dry run of a create.
void append_metadata(std::string& out, const json::Value& metadata,
                     std::optional<std::string_view> version) {
  const std::size_t start = out.size();
  if (version) {
    out += ",\"resourceVersion\":";
    json::append_json_string(out, *version);
  }
  if (const json::ValueMap* map = metadata.if_object()) {
    for (const auto* member : sorted_members(*map)) {
      if (member->key() != "resourceVersion") append_member(out, member->key(), member->value());
    }
  }
  if (out.size() == start) out += ',';
  out[start] = '{';
  out += '}';
}

std::string printed(const json::Value& object, std::optional<std::string_view> version) {
  const json::ValueMap* map = object.if_object();
  if (map == nullptr) return json::print(object);
  std::string out = "{\"apiVersion\":";
  json::append_json_string(out, text_at(object, "apiVersion"));
  out += ",\"kind\":";
  json::append_json_string(out, text_at(object, "kind"));
  out += ",\"metadata\":";
  const json::Value* metadata = map->if_contains("metadata");
  append_metadata(out, metadata == nullptr ? json::Value{} : *metadata, version);
  for (const auto* member : sorted_members(*map)) {
    const std::string_view name = member->key();
    if (name == "apiVersion" || name == "kind" || name == "metadata") continue;
    append_member(out, name, member->value());
  }
  out += '}';
  return out;
}

}  // namespace

std::string to_stored(const json::Value& object) { return printed(object, ""); }

std::string to_wire(const json::Value& object) {
  const json::ValueMap* map = object.if_object();
  const json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  const json::ValueMap* inner = metadata == nullptr ? nullptr : metadata->if_object();
  if (inner == nullptr || !inner->contains("resourceVersion")) return printed(object, std::nullopt);
  return printed(object, text_at(object, "metadata.resourceVersion"));
}

Result<json::Value> from_stored(std::string_view bytes) {
  auto value = json::parse(bytes, {.depth = stored_depth_max});
  if (!value) {
    return fail(Error::Kind::Internal,
                format("a stored object cannot be read: {}", value.error().detail));
  }
  return value;
}

bool speaks(std::string_view bytes, std::string_view api_version) {
  constexpr std::string_view begin = "{\"apiVersion\":\"";
  if (!bytes.starts_with(begin)) return false;
  bytes.remove_prefix(begin.size());
  return bytes.starts_with(api_version) && bytes.substr(api_version.size()).starts_with('"');
}

}  // namespace telltale::server

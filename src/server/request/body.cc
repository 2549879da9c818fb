// SPDX-License-Identifier: Apache-2.0
#include "server/request/body.h"

#include <cmath>
#include <cstdint>

#include "base/text.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "json/repeated_members.h"
#include "server/proto/protobuf.h"

namespace telltale::server {
namespace {

constexpr std::string_view body_types =
    "application/json, application/yaml, application/vnd.kubernetes.protobuf";
constexpr std::string_view custom_body_types = "application/json, application/yaml";

// From here on doubles may hold a whole number that is not theirs, and no client writes them so.
constexpr double whole_double_end = 9007199254740992.0;

// 1.0 is 1: that is how everybody else stores it, and whoever reads an integer refuses 1.0. The
// parser has limited the depth.
void fold_whole_doubles(json::Value& value) {
  if (json::ValueMap* map = value.if_object()) {
    for (auto& field : *map) fold_whole_doubles(field.value());
  } else if (json::ValueList* list = value.if_array()) {
    for (json::Value& item : *list) fold_whole_doubles(item);
  } else if (const double* number = value.if_double()) {
    const bool whole = std::abs(*number) < whole_double_end && std::trunc(*number) == *number;
    if (whole) value = static_cast<std::int64_t>(*number);
  }
}

Result<Body> read_json(std::string_view bytes) {
  auto value = json::parse(bytes);
  if (!value) return fail(value.error());
  fold_whole_doubles(*value);
  return Body{.object = std::move(*value), .repeated = json::repeated_members(bytes)};
}

Result<Body> read_yaml(std::string_view bytes) {
  static const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(bytes, dump::YamlReader::Wrapping::None);
  switch (reader.next()) {
    case dump::YamlReader::Step::Document: {
      const dump::YamlDocument document = reader.document();
      if (document.is_nothing) return Body{};
      return read_json(document.json.text());
    }
    case dump::YamlReader::Step::End:
      return Body{};
    case dump::YamlReader::Step::Failed:
      break;
  }
  return fail(Error::Kind::Invalid, std::string(reader.error().message));
}

// JSON is YAML, and is read faster; what begins with a brace is tried as JSON first.
Result<Body> read_json_or_yaml(std::string_view bytes) {
  if (bytes.find_first_not_of(" \t\r\n") != std::string_view::npos &&
      bytes[bytes.find_first_not_of(" \t\r\n")] == '{') {
    if (auto body = read_json(bytes)) return body;
  }
  return read_yaml(bytes);
}

Outcome<Body> read_protobuf(std::string_view bytes) {
  auto object = decode_protobuf(bytes);
  if (object) return Body{.object = std::move(*object)};
  if (object.error().kind == Error::Kind::NotFound) {
    return refuse(unsupported_media_type(custom_body_types));
  }
  return refuse(bad_request(object.error().detail));
}

}  // namespace

Outcome<Body> read_body(std::string_view bytes, BodyType type, std::string_view kind,
                        Protobuf protobuf) {
  if (type == BodyType::Protobuf) {
    if (protobuf == Protobuf::Taken) return read_protobuf(bytes);
    return refuse(unsupported_media_type(custom_body_types));
  }
  if (type != BodyType::Json && type != BodyType::Yaml) {
    return refuse(
        unsupported_media_type(protobuf == Protobuf::Taken ? body_types : custom_body_types));
  }
  auto body = type == BodyType::Json ? read_json(bytes) : read_yaml(bytes);
  if (!body) {
    return refuse(
        bad_request(format("the object provided is unrecognized (must be of type {}): couldn't get "
                           "version/kind; json parse error: {}",
                           kind, body.error().detail)));
  }
  if (!body->object.is_object()) {
    return refuse(bad_request(
        format("the object provided is unrecognized (must be of type {}): it is not a map", kind)));
  }
  return std::move(*body);
}

Outcome<Body> read_patch(std::string_view bytes, BodyType type) {
  auto body = type == BodyType::Apply ? read_json_or_yaml(bytes) : read_json(bytes);
  if (!body) {
    return refuse(bad_request(format("error decoding patch: {}", body.error().detail)));
  }
  return std::move(*body);
}

}  // namespace telltale::server

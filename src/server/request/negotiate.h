// SPDX-License-Identifier: Apache-2.0
#pragma once

// What form of an answer the client takes, and in what form its body came.

#include <cstdint>
#include <string>
#include <string_view>

#include "server/request/status_error.h"

namespace telltale::server {

struct Form {
  enum class Encoding : std::uint8_t { Json, Yaml };
  enum class Shape : std::uint8_t { Object, Table, Metadata };
  Encoding encoding = Encoding::Json;
  Shape shape = Shape::Object;
  std::string table_version = "v1";  // of Table and Metadata: v1 or v1beta1

  bool operator==(const Form&) const = default;
};

// The first clause of the Accept header that we can do. `shapes_offered`: tables and metadata are
// possible here. Nothing that we can do is a 406.
enum class Shapes : std::uint8_t { Offered, NotOffered };
Outcome<Form> negotiate(std::string_view accept, Shapes shapes);

std::string_view content_type_of(const Form& form);

// Whether an Accept header asks for aggregated discovery, and in which version ("v2", "v2beta1");
// empty when plain discovery comes first.
std::string aggregated_discovery_version(std::string_view accept);

enum class BodyType : std::uint8_t {
  Json,
  Yaml,
  Protobuf,
  JsonPatch,
  MergePatch,
  StrategicMergePatch,
  Apply,
  Other,
};
// Without a Content-Type it is JSON.
BodyType body_type_of(std::string_view content_type);

}  // namespace telltale::server

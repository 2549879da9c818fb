// SPDX-License-Identifier: Apache-2.0
#pragma once

// The body of a request as an object: JSON, YAML or Kubernetes' protobuf, with what strict decoding
// has to say about it.

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "server/request/negotiate.h"
#include "server/request/status_error.h"

namespace telltale::server {

struct Body {
  json::Value object;
  std::vector<std::string> repeated = {};  // members named twice
};

// `kind`: what is expected, for the words of errors. Protobuf is taken for built-in kinds only.
enum class Protobuf : std::uint8_t { Taken, Refused };
Outcome<Body> read_body(std::string_view bytes, BodyType type, std::string_view kind,
                        Protobuf protobuf);
// Of a patch or an apply configuration: JSON or, where YAML is allowed, YAML.
Outcome<Body> read_patch(std::string_view bytes, BodyType type);

}  // namespace telltale::server

// SPDX-License-Identifier: Apache-2.0
#pragma once

// Trust in what a test says, in a world without objects unless it brings some.

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/text.h"
#include "json/parse.h"
#include "server/access/identity/trust.h"

namespace telltale::server {

// By "plural/namespace/name".
using ObjectsForTest = std::map<std::string, std::string>;

inline Trust trust_for_test(TrustedCredentials believed, const Clock& clock,
                            const ObjectsForTest* objects = nullptr) {
  return {clock,
          [objects](std::string_view plural, std::string_view home,
                    std::string_view name) -> std::optional<json::Value> {
            if (objects == nullptr) return std::nullopt;
            const auto found = objects->find(format("{}/{}/{}", plural, home, name));
            if (found == objects->end()) return std::nullopt;
            return *json::parse(found->second);
          },
          std::make_shared<const TrustedCredentials>(std::move(believed))};
}

inline AccountKey account_key_for_test() {
  const std::string pem = http::make_signature_key();
  return {.id = account_key_id(pem), .key = *http::SignatureKey::read(pem)};
}

}  // namespace telltale::server
